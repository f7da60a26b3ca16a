// SPDX-License-Identifier: Apache-2.0
#include "tir_expression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/ir/prim_kind.h"

namespace hammock::loop {
namespace {

constexpr uint32_t kLargeValue = 6;   // nodes of a value that is not written twice
constexpr uint32_t kLargeIndex = 40;  // the same of integers: regions of blocks are easier to read without names
constexpr uint32_t kLargeTest = 16;
constexpr uint32_t kDeep = 24;
constexpr uint32_t kMost = 1u << 30;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_leaf(PrimKind kind) {
  return kind == PrimKind::int_imm || kind == PrimKind::float_imm || kind == PrimKind::string_imm ||
         kind == PrimKind::var;
}

bool is_division(PrimKind kind) {
  return kind == PrimKind::div || kind == PrimKind::mod || kind == PrimKind::floordiv || kind == PrimKind::floormod;
}

// How often the text has an operand.
uint32_t times(const Context& context, const PrimNode& n, size_t operand, DType of) {
  if (is_division(n.kind) && n.dtype.is_integral()) return operand == 1 ? 2 : 1;
  if ((n.kind == PrimKind::min || n.kind == PrimKind::max) && n.dtype.is_any_float()) return operand == 0 ? 3 : 2;
  if (n.kind != PrimKind::call) return 1;
  std::string_view name = context.text(n.name());
  if (name == "shift_left" || name == "shift_right") return operand == 1 ? 3 : 2;
  if (name == "expm1") return 3;
  if (name == "abs" && !of.is_any_float()) return 3;
  return 1;
}

// Whether the operand is computed only if a condition holds.
bool is_arm(const Context& context, const PrimNode& n, size_t operand) {
  return operand > 0 &&
         (n.kind == PrimKind::select || (n.kind == PrimKind::call && context.text(n.name()) == "if_then_else"));
}

}  // namespace

struct TirExpressions::Dag {
  std::vector<Prim> nodes;  // operands first
  std::unordered_map<uint32_t, Node> by;
};

void TirExpressions::order(std::span<const Prim> roots, Dag& dag) {
  std::vector<std::pair<Prim, bool>> stack;
  std::vector<Prim> operands;
  for (Prim root : roots) {
    stack.push_back({root, false});
    while (!stack.empty()) {
      auto [e, is_ready] = stack.back();
      stack.pop_back();
      if (is_ready) {
        dag.nodes.push_back(e);
        continue;
      }
      if (!dag.by.try_emplace(e.index).second) continue;
      stack.push_back({e, true});
      operands.clear();
      prims_.operands(e, operands);
      for (size_t i = operands.size(); i-- > 0;) stack.push_back({operands[i], false});
    }
  }
}

// Which nodes get a name, and which of them are computed though nobody may ask for them.
void TirExpressions::measure(std::span<const Prim> roots, Dag& dag) {
  for (Prim root : roots) {
    Node& node = dag.by[root.index];
    ++node.uses;
    node.is_conditional = false;
  }
  std::vector<Prim> operands;
  auto each_operand = [&](Prim e, auto&& f) {
    operands.clear();
    prims_.operands(e, operands);
    for (size_t i = 0; i < operands.size(); ++i) f(i, dag.by[operands[i].index]);
  };
  for (size_t k = dag.nodes.size(); k-- > 0;) {
    const PrimNode n = prims_[dag.nodes[k]];
    const bool is_conditional = dag.by[dag.nodes[k].index].is_conditional;
    each_operand(dag.nodes[k], [&](size_t i, Node& o) {
      o.uses += times(context_, n, i, prims_[operands[i]].dtype);
      o.is_conditional = o.is_conditional && (is_conditional || is_arm(context_, n, i));
    });
  }
  for (Prim e : dag.nodes) {
    const PrimNode n = prims_[e];
    if (is_leaf(n.kind)) continue;
    Node& node = dag.by[e.index];
    if (times(context_, n, 0, n.dtype) + times(context_, n, 1, n.dtype) > 2) node.size += 4;  // is written out
    each_operand(e, [&](size_t i, Node& o) {
      const uint64_t size = o.is_named ? 1 : o.size;
      node.size = static_cast<uint32_t>(
          std::min<uint64_t>(kMost, node.size + size * times(context_, n, i, prims_[operands[i]].dtype)));
      node.depth = std::max(node.depth, (o.is_named ? 1 : o.depth) + 1);
    });
    const uint32_t large = n.dtype == kInt64 ? kLargeIndex : n.dtype.is_boolean() ? kLargeTest : kLargeValue;
    node.is_named = (node.uses > 1 && node.size > large) || node.depth > kDeep;
  }
  for (size_t k = dag.nodes.size(); k-- > 0;) {
    Node& node = dag.by[dag.nodes[k].index];
    node.is_hoisted |= node.is_named && node.is_conditional;
    if (!node.is_hoisted) continue;
    node.is_named |= node.uses > 1 && prims_[dag.nodes[k]].kind == PrimKind::load;  // clamping makes it long
    each_operand(dag.nodes[k], [&](size_t, Node& o) { o.is_hoisted |= o.is_conditional; });
  }
}

std::vector<Prim> TirExpressions::convert(std::span<const Prim> roots, std::vector<tir::Stmt>& lets) {
  Dag dag;
  order(roots, dag);
  measure(roots, dag);
  std::vector<Prim> operands, in;
  std::vector<Node*> nodes;
  for (Prim e : dag.nodes) {
    Node& node = dag.by[e.index];
    operands.clear();
    prims_.operands(e, operands);
    in.clear();
    nodes.clear();
    for (Prim o : operands) {
      nodes.push_back(&dag.by[o.index]);
      in.push_back(rounded(nodes.back()->made));
      node.is_unsafe |= nodes.back()->is_unsafe;
    }
    node.made = rebuild(e, node, in, nodes);
    if (!node.is_named) continue;
    node.made = named(node.made, lets);
    node.is_unsafe = false;
  }
  std::vector<Prim> out;
  for (Prim root : roots) out.push_back(dag.by[root.index].made);
  return out;
}

bool TirExpressions::is_unrounded(Prim e) const {
  const PrimNode& n = prims_[e];
  if (n.dtype != kBfloat16) return false;
  if (n.kind == PrimKind::select) return is_unrounded(n.rhs()) || is_unrounded(Prim(n.c));
  return row(n.kind).is_binary() && n.kind != PrimKind::min && n.kind != PrimKind::max;
}

Prim TirExpressions::rounded(Prim operand) {
  return is_unrounded(operand) ? prims_.node(PrimKind::cast, kBfloat16, operand) : operand;
}

Prim TirExpressions::named(Prim value, std::vector<tir::Stmt>& lets) {
  const PrimNode n = prims_[value];
  if (is_leaf(n.kind)) return value;
  tir::Stmt s;
  s.kind = tir::StmtKind::let;
  s.var = prims_.var(context_.name("t"), n.dtype);
  s.value = value;
  lets.push_back(s);
  return s.var;
}

std::vector<Prim> TirExpressions::index(const Access& access, std::span<const Prim> at) {
  used_.insert(access.buffer.index);
  std::vector<Prim> out;
  for (const Access::Index& index : access.indices) {
    const bool is_falling = std::ranges::any_of(index.terms, [](const auto& t) { return t.second < 0; });
    Prim sum = is_falling ? math.constant(index.constant) : Prim();
    for (auto [dim, factor] : index.terms) {
      Prim term = prims_.mul(at[dim], math.constant(std::abs(factor)));
      sum = !sum ? term : factor < 0 ? prims_.sub(sum, term) : prims_.add(sum, term);
    }
    if (!sum) sum = math.constant(index.constant);
    else if (!is_falling) sum = prims_.add(sum, math.constant(index.constant));
    out.push_back(sum);
  }
  return out;
}

Prim TirExpressions::cast(Prim e, DType to) {
  const DType from = prims_[e].dtype;
  if (from == to) return e;
  if (to.is_boolean()) return prims_.node(PrimKind::ne, kBool, e, zero(from));
  return prims_.node(PrimKind::cast, to, e);
}

Prim TirExpressions::is_nan(Prim x) {
  return call("isnan", kBool, {prims_[x].dtype.bits < 32 ? cast(x, kFloat32) : x});
}

Prim TirExpressions::extreme(bool is_max, Prim a, Prim b) {
  const DType d = prims_[a].dtype;
  if (d.is_boolean()) return prims_.node(is_max ? PrimKind::logical_or : PrimKind::logical_and, kBool, a, b);
  if (!d.is_any_float()) return prims_.fold(is_max ? PrimKind::max : PrimKind::min, a, b);
  // T.max(a, b) is a > b ? a : b: a NaN b is chosen
  if (prims_[a].kind == PrimKind::float_imm && prims_[b].kind != PrimKind::float_imm)
    return prims_.node(is_max ? PrimKind::max : PrimKind::min, d, a, b);
  Prim is_better = prims_.node(is_max ? PrimKind::gt : PrimKind::lt, kBool, a, b);
  return prims_.node(PrimKind::select, d, prims_.node(PrimKind::logical_or, kBool, is_better, is_nan(a)), a, b);
}

Prim TirExpressions::rebuild(Prim e, Node& node, std::span<const Prim> in, std::span<Node* const> operands) {
  const PrimNode n = prims_[e];
  switch (n.kind) {
    case PrimKind::var: {
      auto found = bound_.find(e.index);
      HAMMOCK_CHECK(found != bound_.end(), "a kernel with a free variable");
      return found->second;
    }
    case PrimKind::int_imm: {
      if (n.dtype != DType::unsigned_integer(64) || n.value >= 0) return e;
      const DType half = DType::unsigned_integer(32);
      return call("large_uint_imm", n.dtype,
                  {prims_.integer(n.value & 0xffffffff, half), prims_.integer((n.value >> 32) & 0xffffffff, half)});
    }
    case PrimKind::float_imm:
    case PrimKind::string_imm: return e;
    case PrimKind::load: return rebuilt_load(n, node, in);
    case PrimKind::call: return rebuilt_call(e, in);
    case PrimKind::cast: return rebuilt_cast(n.dtype, in[0]);
    case PrimKind::logical_not: return prims_.node(n.kind, n.dtype, in[0]);
    case PrimKind::select: return rebuilt_select(n, in, operands[1]->is_unsafe || operands[2]->is_unsafe);
    default: return rebuilt_binary(n, in);
  }
}

Prim TirExpressions::rebuilt_load(const PrimNode& n, Node& node, std::span<const Prim> in) {
  const Access& access = accesses[n.c];
  std::vector<Prim> at(in.begin(), in.end());
  for (size_t d = 0; d < at.size(); ++d) {
    const auto range = math.range(at[d]);
    if (range && range->within(0, access.extents[d] - 1)) continue;
    if (!node.is_hoisted) node.is_unsafe = true;
    else at[d] = prims_.min(prims_.max(at[d], math.constant(0)), math.constant(access.extents[d] - 1));
  }
  return load(access, at);
}

// Of numbers only what is exact.
Prim TirExpressions::rebuilt_cast(DType to, Prim value) {
  const PrimNode n = prims_[value];
  if (to.is_boolean() || !to.is_any_float() || n.dtype == to)
    return to.is_boolean() ? cast(value, to) : prims_.node(PrimKind::cast, to, value);
  if (n.kind == PrimKind::int_imm && std::abs(n.value) <= 256) return prims_.real(static_cast<double>(n.value), to);
  if (n.kind == PrimKind::float_imm && n.dtype.bits >= 32) return prims_.real(n.rounded(), to);
  return prims_.node(PrimKind::cast, to, value);
}

Prim TirExpressions::rebuilt_call(Prim e, std::span<const Prim> in) {
  const PrimNode n = prims_[e];
  std::string_view name = context_.text(n.name());
  if (name.starts_with("tir.")) name.remove_prefix(4);
  const DType of = in.empty() ? n.dtype : prims_[in[0]].dtype;
  auto test = [&](PrimKind kind, Prim a, Prim b) { return prims_.node(kind, kBool, a, b); };
  if (name == "isnan") return is_nan(in[0]);
  if (name == "isinf") return test(PrimKind::eq, call("fabs", of, {in[0]}), prims_.real(kInfinity, of));
  if (name == "isfinite") return test(PrimKind::lt, call("fabs", of, {in[0]}), prims_.real(kInfinity, of));
  if (name == "abs" && of.is_any_float()) return call("fabs", of, {in[0]});
  if (name == "abs") {
    if (!of.is_integer()) return in[0];
    return prims_.node(PrimKind::select, of, test(PrimKind::ge, in[0], zero(of)), in[0],
                       prims_.node(PrimKind::sub, of, zero(of), in[0]));
  }
  if (name == "expm1") {
    Prim u = call("exp", of, {in[0]}), less = prims_.node(PrimKind::sub, of, u, prims_.real(1, of));
    Prim near = prims_.node(PrimKind::mul, of, less, prims_.node(PrimKind::div, of, in[0], call("log", of, {u})));
    Prim is_near = prims_.node(PrimKind::logical_and, kBool, test(PrimKind::lt, prims_.real(0.5, of), u),
                               test(PrimKind::lt, u, prims_.real(2, of)));
    Prim small = prims_.node(PrimKind::select, of, is_near, near, less);
    return prims_.node(PrimKind::select, of, test(PrimKind::eq, u, prims_.real(1, of)), in[0], small);
  }
  if (name == "round" && prims_[in[0]].kind == PrimKind::float_imm)  // the reader folds, half to even
    return prims_.real(std::round(prims_[in[0]].real), of);
  if (name == "shift_left" || name == "shift_right") return shifted(n, in[0], in[1]);
  return prims_.call(context_.name(name), n.dtype, in);
}

Prim TirExpressions::rebuilt_select(const PrimNode& n, std::span<const Prim> in, bool is_lazy) {
  const PrimNode test = prims_[in[0]];
  if (std::optional<int64_t> known = prims_.constant(in[0])) return in[*known ? 1 : 2];
  const bool is_pair = (test.kind == PrimKind::gt || test.kind == PrimKind::lt) && test.lhs() == in[1] &&
                       test.rhs() == in[2] && in[1] != in[2];
  auto is_number = [&](Prim e) { return prims_[e].kind == PrimKind::int_imm || prims_[e].kind == PrimKind::float_imm; };
  const bool is_known = is_number(in[1]) && is_number(in[2]);  // the reader folds it
  if (is_pair && !is_known)
    return prims_.node(test.kind == PrimKind::gt ? PrimKind::max : PrimKind::min, n.dtype, in[1], in[2]);
  if (is_lazy) return call("if_then_else", n.dtype, {in[0], in[1], in[2]});
  return prims_.node(PrimKind::select, n.dtype, in[0], in[1], in[2]);
}

Prim TirExpressions::rebuilt_binary(const PrimNode& n, std::span<const Prim> in) {
  HAMMOCK_CHECK(in.size() == 2, "an expression that kernels do not have");
  if (is_division(n.kind) && n.dtype.is_integral()) return divided(n, in[0], in[1]);
  if (n.kind == PrimKind::min || n.kind == PrimKind::max) return extreme(n.kind == PrimKind::max, in[0], in[1]);
  const bool is_index = n.dtype == kInt64 && row(n.kind).is_binary() && !row(n.kind).is_test();
  if (const auto c = prims_.constant(in[1]);
      is_index && n.kind == PrimKind::add && c && *c < 0 && *c > -(int64_t{1} << 60))
    return prims_.sub(in[0], math.constant(-*c));
  return is_index ? prims_.fold(n.kind, in[0], in[1]) : prims_.node(n.kind, n.dtype, in[0], in[1]);
}

Prim TirExpressions::divided(const PrimNode& n, Prim a, Prim b) {
  const std::optional<int64_t> divisor = prims_.constant(b);
  if (divisor == 0) return zero(n.dtype);
  if (n.dtype == kInt64 && divisor && *divisor > 0 && math.range(a)) {
    if (n.kind == PrimKind::floordiv) return math.quotient(a, *divisor);
    if (n.kind == PrimKind::floormod) return math.remainder(a, *divisor);
  }
  Prim quotient = prims_.node(n.kind, n.dtype, a, b);
  if (divisor) return quotient;
  return call("if_then_else", n.dtype, {prims_.node(PrimKind::eq, kBool, b, zero(n.dtype)), zero(n.dtype), quotient});
}

Prim TirExpressions::shifted(const PrimNode& n, Prim a, Prim b) {
  const DType d = n.dtype;
  const bool keeps_sign = context_.text(n.name()).ends_with("shift_right") && d.is_integer();
  const std::optional<int64_t> by = prims_.constant(b);
  Prim beyond = keeps_sign ? prims_.call(n.name(), d, std::array{a, prims_.integer(d.bits - 1, d)}) : zero(d);
  Prim inside = prims_.call(n.name(), d, std::array{a, b});
  if (by) return *by >= 0 && *by < d.bits ? inside : beyond;
  Prim is_inside = prims_.node(PrimKind::lt, kBool, b, prims_.integer(d.bits, d));
  if (d.is_integer())
    is_inside = prims_.node(PrimKind::logical_and, kBool, prims_.node(PrimKind::le, kBool, zero(d), b), is_inside);
  return call("if_then_else", d, {is_inside, inside, beyond});
}

}  // namespace hammock::loop
