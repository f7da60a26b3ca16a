// SPDX-License-Identifier: Apache-2.0
#include "translation.h"

#include <algorithm>
#include <array>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/prim/walk.h"

namespace hammock::loop {
namespace {

constexpr size_t kMaxNodes = 100'000;  // nodes looked at for one kernel
constexpr int kMaxDepth = 500;         // of an expression: index arithmetic recurses
constexpr Interval::Wide kLargest = static_cast<Interval::Wide>(1) << 62;

bool is_supported(DType d) {
  if (!d.is_scalar()) return false;
  if (d.is_integral()) return d.bits == 8 || d.bits == 16 || d.bits == 32 || d.bits == 64 || d.is_boolean();
  return d.is_float() || d == kBfloat16;
}

// What fits; of 64 bits less, so that sums of a few do not overflow.
Interval limits(DType d) {
  if (d.bits >= 64) return {d.is_integer() ? -kLargest : 0, kLargest};
  return values_of(d);
}

Prim folded(PrimStore& prims, IndexMath& math, PrimKind kind, Prim a, Prim b) {
  const std::optional<int64_t> ca = prims.constant(a), cb = prims.constant(b);
  const std::optional<Interval> ra = math.range(a), rb = math.range(b);
  const bool is_floor = ra && ra->low >= 0;  // of truncating division
  switch (kind) {
    case PrimKind::add: return math.add(a, b);
    case PrimKind::sub: return math.add(a, math.mul(b, -1));
    case PrimKind::mul: return cb ? math.mul(a, *cb) : ca ? math.mul(b, *ca) : Prim();
    case PrimKind::div: return cb && *cb > 0 && is_floor ? math.quotient(a, *cb) : Prim();
    case PrimKind::mod: return cb && *cb > 0 && is_floor ? math.remainder(a, *cb) : Prim();
    case PrimKind::floordiv: return cb && *cb > 0 ? math.quotient(a, *cb) : Prim();
    case PrimKind::floormod: return cb && *cb > 0 ? math.remainder(a, *cb) : Prim();
    case PrimKind::min:
    case PrimKind::max:
      if (ca && cb) return math.constant(kind == PrimKind::min ? std::min(*ca, *cb) : std::max(*ca, *cb));
      if (ra && rb && ra->high <= rb->low) return kind == PrimKind::min ? a : b;
      if (ra && rb && rb->high <= ra->low) return kind == PrimKind::min ? b : a;
      return prims.node(kind, kInt64, a, b);
    default: return {};
  }
}

// On int64 that no operation overflows. What may fail is written as it stands: sums would lose terms that cancel.
Prim wide_arithmetic(PrimStore& prims, IndexMath& math, PrimKind kind, Prim a, Prim b) {
  const Prim made = folded(prims, math, kind, a, b);
  if (!made || !(math.may_fail(a) || math.may_fail(b))) return made;
  const bool is_floor = kind == PrimKind::floordiv || kind == PrimKind::div;
  const bool is_rest = kind == PrimKind::floormod || kind == PrimKind::mod;
  return prims.node(is_floor ? PrimKind::floordiv : is_rest ? PrimKind::floormod : kind, kInt64, a, b);
}

// Of int64s.
Prim wide_compare(PrimStore& prims, IndexMath& math, PrimKind kind, Prim x, Prim y) {
  const bool decides = math.range(x) && math.range(y) && !math.may_fail(x) && !math.may_fail(y);
  if (const std::optional<Interval> r = decides ? math.range(math.add(x, math.mul(y, -1))) : std::nullopt) {
    if (std::optional<int64_t> known = interval_of(kind, *r, {0, 0}).value()) return prims.boolean(*known != 0);
  }
  return prims.node(kind, kBool, x, y);
}

Prim choose(PrimStore& prims, Prim condition, Prim a, Prim b) {
  if (auto c = prims.constant(condition)) return *c != 0 ? a : b;
  return prims.node(PrimKind::select, prims[a].dtype, condition, a, b);
}

}  // namespace

std::vector<Prim> parts_of(const PrimStore& prims, Prim root) {
  std::vector<Prim> out;
  if (!root) return out;
  std::unordered_map<uint32_t, bool> is_done;
  std::vector<Prim> stack{root}, operands;
  while (!stack.empty()) {
    const Prim e = stack.back();
    if (is_done[e.index]) {
      stack.pop_back();
      continue;
    }
    operands.clear();
    prims.operands(e, operands);
    const size_t size = stack.size();
    for (size_t i = operands.size(); i-- > 0;) {
      if (!is_done[operands[i].index]) stack.push_back(operands[i]);
    }
    if (stack.size() > size) continue;
    stack.pop_back();
    is_done[e.index] = true;
    out.push_back(e);
  }
  return out;
}

std::vector<Prim> conjuncts_of(const PrimStore& prims, Prim condition) {
  std::vector<Prim> out, stack;
  if (condition) stack.push_back(condition);
  while (!stack.empty()) {
    const Prim e = stack.back();
    const PrimNode& n = prims[e];
    stack.pop_back();
    const bool is_choice = n.kind == PrimKind::select && n.dtype.is_boolean() && prims.is_constant(Prim(n.c), 0);
    if (is_choice || n.kind == PrimKind::logical_and) stack.insert(stack.end(), {n.rhs(), n.lhs()});
    else out.push_back(e);
  }
  return out;
}

// ---- translation ----

Prim Translation::operator()(Prim root) {
  std::vector<Prim> stack{root}, operands;
  while (!stack.empty()) {
    const Prim e = stack.back();
    if (made_.contains(e.index)) {
      stack.pop_back();
      continue;
    }
    if (++steps_ > kMaxNodes) return {};
    operands.clear();
    prims_.operands(e, operands);
    const size_t size = stack.size();
    for (size_t i = operands.size(); i-- > 0;) {
      if (!made_.contains(operands[i].index)) stack.push_back(operands[i]);
    }
    if (stack.size() > size) continue;
    stack.pop_back();
    const Prim made = node(e);
    if (!made) return {};
    int depth = 0;
    for (Prim o : operands) depth = std::max(depth, depth_[made_.at(o.index).index] + 1);
    if (depth > kMaxDepth) return {};
    depth_[made.index] = std::max(depth_[made.index], depth);
    made_[e.index] = made;
  }
  return made_.at(root.index);
}

Prim Translation::index(Prim root) {
  const Prim e = (*this)(root);
  if (!e || !prims_[e].dtype.is_integral() || prims_[e].dtype.is_boolean()) return {};
  return deeply_widened(e);
}

Prim Translation::deeply_widened(Prim root) {
  operands_first(
      prims_, root, [&](Prim e) { return wide_.contains(e.index); },
      [&](Prim e, const std::vector<Prim>&) { wide_.emplace(e.index, wide_node(e)); });
  return wide_.at(root.index);
}

// What its operands are as int64 is known.
Prim Translation::wide_node(Prim e) {
  if (const Prim wide = widened(e)) return wide;
  const PrimNode n = prims_[e];
  const bool is_whole = n.dtype.is_integral() && !n.dtype.is_boolean();
  if (is_whole && n.kind >= PrimKind::add && n.kind <= PrimKind::max) {
    const Prim made = wide_arithmetic(prims_, math_, n.kind, wide_.at(n.lhs().index), wide_.at(n.rhs().index));
    if (made && exact(made, n.dtype)) return made;
  }
  return prims_.node(PrimKind::cast, kInt64, e);
}

Prim Translation::widened(Prim e) const {
  const PrimNode& n = prims_[e];
  if (n.dtype == kInt64) return e;
  if (!n.dtype.is_integral() || n.dtype.is_boolean()) return {};
  if (n.kind == PrimKind::int_imm) return n.value >= 0 || n.dtype.is_integer() ? math_.constant(n.value) : Prim();
  if (n.kind != PrimKind::cast || prims_[n.lhs()].dtype != kInt64) return {};
  const std::optional<Interval> r = math_.range(n.lhs());
  return r && r->within(limits(n.dtype)) ? n.lhs() : Prim();
}

Prim Translation::exact(Prim value, DType dtype) {
  const std::optional<Interval> r = math_.range(value);
  if (!r || !r->within(limits(dtype))) return {};
  if (auto c = prims_.constant(value)) return prims_.integer(*c, dtype);
  return dtype == kInt64 ? value : prims_.node(PrimKind::cast, dtype, value);
}

Prim Translation::node(Prim e) {
  const PrimNode n = prims_[e];
  if (n.kind == PrimKind::var) {
    auto at = bound_.find(e.index);
    return at == bound_.end() ? Prim() : at->second;
  }
  if (!is_supported(n.dtype)) return {};
  std::vector<Prim> in;
  prims_.operands(e, in);
  for (Prim& p : in) p = made_.at(p.index);
  const PrimRow& kind = row(n.kind);
  if (kind.group == PrimGroup::comparison) return compare(n.kind, in[0], in[1]);
  if (kind.is_binary())
    return kind.is_test() ? logical(n.kind, in[0], in[1]) : arithmetic(n.kind, n.dtype, in[0], in[1]);
  switch (n.kind) {
    case PrimKind::int_imm: return n.dtype.is_integral() ? e : Prim();
    case PrimKind::float_imm: return e;
    case PrimKind::logical_not: {
      const std::optional<int64_t> c = prims_.constant(in[0]);
      return c ? prims_.boolean(*c == 0) : prims_.node(PrimKind::logical_not, kBool, in[0]);
    }
    case PrimKind::select: return choose(prims_, in[0], in[1], in[2]);
    case PrimKind::cast: return convert(in[0], n.dtype);
    case PrimKind::call: return call(context_.text(n.name()), n.dtype, in);
    case PrimKind::load: {
      const std::optional<uint32_t> number = buffer_(n.c);
      if (!number) return {};
      for (Prim& p : in) {
        if (!prims_[p].dtype.is_integral()) return {};
        p = deeply_widened(p);
      }
      return prims_.load(*number, n.dtype, in);
    }
    default: return {};
  }
}

Prim Translation::arithmetic(PrimKind kind, DType d, Prim a, Prim b) {
  if (d.is_boolean() || d == kBfloat16) return {};
  const bool is_extreme = kind == PrimKind::min || kind == PrimKind::max;
  if (d.is_integral()) {
    const Prim x = widened(a), y = widened(b);
    if (x && y) {
      const Prim wide = wide_arithmetic(prims_, math_, kind, x, y);
      if (const Prim made = wide ? exact(wide, d) : Prim()) return made;
    }
    return prims_.node(kind, d, a, b);
  }
  if (is_extreme)
    return prims_.node(PrimKind::select, d,
                       prims_.node(kind == PrimKind::min ? PrimKind::lt : PrimKind::gt, kBool, a, b), a, b);
  if (kind == PrimKind::mod) return prims_.call(context_.name("fmod"), d, std::array{a, b});
  if (kind == PrimKind::floordiv || kind == PrimKind::floormod) return {};
  return prims_.node(kind, d, a, b);
}

Prim Translation::compare(PrimKind kind, Prim a, Prim b) {
  const Prim x = widened(a), y = widened(b);
  if (!x || !y || prims_[a].dtype.is_boolean()) return prims_.node(kind, kBool, a, b);
  return wide_compare(prims_, math_, kind, x, y);
}

Prim Translation::logical(PrimKind kind, Prim a, Prim b) {
  const bool is_and = kind == PrimKind::logical_and;
  if (auto c = prims_.constant(a)) return (*c != 0) == is_and ? b : a;
  if (auto c = prims_.constant(b)) {
    if ((*c != 0) == is_and) return a;
  }
  if (!math_.may_fail(b)) return prims_.node(kind, kBool, a, b);
  return is_and ? prims_.node(PrimKind::select, kBool, a, b, prims_.boolean(false))
                : prims_.node(PrimKind::select, kBool, a, prims_.boolean(true), b);
}

Prim Translation::convert(Prim e, DType to) {
  const DType from = prims_[e].dtype;
  if (from == to) return e;
  if (to.is_boolean() && from.is_any_float()) return {};  // of a NaN
  if (to.is_integral() && !to.is_boolean()) {
    if (const Prim wide = widened(e)) {
      if (const Prim made = exact(wide, to)) return made;
    }
  }
  return prims_.node(PrimKind::cast, to, e);
}

Prim Translation::call(std::string_view name, DType d, std::span<const Prim> args) {
  if (name.starts_with("tir.")) name.remove_prefix(4);
  if (name == "if_then_else" && args.size() == 3) return choose(prims_, args[0], args[1], args[2]);
  if (name == "likely" && args.size() == 1) return args[0];
  auto all_of = [&](DType wanted) {
    return std::ranges::all_of(args, [&](Prim a) { return prims_[a].dtype == wanted; });
  };
  if (name == "isnan") {
    const DType of = prims_[args[0]].dtype;
    return of.is_float() ? prims_.call(context_.name(name), kBool, args) : Prim();
  }
  if (name == "reinterpret") {
    const DType of = prims_[args[0]].dtype;
    const bool is_plain = d.is_float() && of.is_integral() && of.bits == d.bits;
    return is_plain ? prims_.call(context_.name(name), d, args) : Prim();
  }
  const IntrinsicRow* row = find_intrinsic(name);
  if (d.is_float() && all_of(d) && row != nullptr && row->is_of_floats())
    return prims_.call(context_.name(name), d, args);
  if (!d.is_integral() || !all_of(d)) return {};
  if (name == "bitwise_and" || name == "bitwise_or" || name == "bitwise_xor") {
    if (!d.is_boolean()) return prims_.call(context_.name(name), d, args);
    if (name == "bitwise_xor") return prims_.node(PrimKind::ne, kBool, args[0], args[1]);
    return prims_.node(name == "bitwise_and" ? PrimKind::logical_and : PrimKind::logical_or, kBool, args[0], args[1]);
  }
  if (name == "bitwise_not")
    return d.is_boolean() ? prims_.node(PrimKind::logical_not, kBool, args[0])
                          : prims_.call(context_.name(name), d, args);
  if ((name == "shift_left" || name == "shift_right") && !d.is_boolean())
    return prims_.call(context_.name(name), d, args);
  return {};
}

// ---- rewriting ----

Prim Rewriting::operator()(Prim root) {
  for (Prim e : parts_of(prims_, root)) {
    if (!made_.contains(e.index)) made_[e.index] = node(e);
  }
  return made_.at(root.index);
}

Prim Rewriting::node(Prim e) {
  const PrimNode n = prims_[e];
  std::vector<Prim> in;
  prims_.operands(e, in);
  bool is_same = true;
  for (Prim& p : in) {
    const Prim made = made_.at(p.index);
    is_same = is_same && made == p;
    p = made;
  }
  if (n.kind == PrimKind::var) {
    const Prim made = leaf_(e);
    return made ? made : e;
  }
  if (n.kind == PrimKind::load) return load_(n.c, n.dtype, in);
  if (is_same) return e;
  const bool is_arithmetic = n.kind >= PrimKind::add && n.kind <= PrimKind::max;
  const bool divides = n.kind >= PrimKind::div && n.kind <= PrimKind::floormod;
  if (is_arithmetic && n.dtype == kInt64 && (!divides || math_.range(in[0]))) {
    const Prim made = wide_arithmetic(prims_, math_, n.kind, in[0], in[1]);
    return made ? made : prims_.node(n.kind, n.dtype, in[0], in[1]);
  }
  switch (n.kind) {
    case PrimKind::select: return choose(prims_, in[0], in[1], in[2]);
    case PrimKind::call: return prims_.call(n.name(), n.dtype, in);
    case PrimKind::cast: {
      const std::optional<int64_t> c = prims_.constant(in[0]);
      if (c && n.dtype.is_integral() && !n.dtype.is_boolean() && prims_[in[0]].dtype == kInt64 &&
          limits(n.dtype).low <= *c && *c <= limits(n.dtype).high)
        return prims_.integer(*c, n.dtype);
      return prims_.node(n.kind, n.dtype, in[0]);
    }
    case PrimKind::logical_and:
    case PrimKind::logical_or: {
      const bool is_and = n.kind == PrimKind::logical_and;
      for (size_t i = 0; i < 2; ++i) {
        const std::optional<int64_t> c = prims_.constant(in[i]);
        if (c && (*c != 0) == is_and) return in[1 - i];
        if (c && (i == 0 || !math_.may_fail(in[0]))) return in[i];
      }
      break;
    }
    default: break;
  }
  const bool is_test = n.kind >= PrimKind::eq && n.kind <= PrimKind::ge;
  if (is_test && prims_[in[0]].dtype == kInt64) return wide_compare(prims_, math_, n.kind, in[0], in[1]);
  return prims_.node(n.kind, n.dtype, in[0], in.size() > 1 ? in[1] : Prim());
}

Prim replaced(PrimStore& prims, IndexMath& math, Prim root, const PrimMap& values) {
  Rewriting rewrite(
      prims, math,
      [&](Prim var) {
        auto found = values.find(var);
        return found == values.end() ? Prim() : found->second;
      },
      [&](uint32_t buffer, DType d, std::span<const Prim> index) { return prims.load(buffer, d, index); });
  return rewrite(root);
}

// ---- proofs ----

void Facts::assume(Prim root, bool is_true) {
  std::vector<std::pair<Prim, bool>> stack{{root, is_true}};
  while (!stack.empty()) {
    auto [e, holds] = stack.back();
    stack.pop_back();
    const PrimNode n = prims_[e];
    const bool is_conjunction =
        n.kind == PrimKind::logical_and ||
        (n.kind == PrimKind::select && n.dtype.is_boolean() && prims_.is_constant(Prim(n.c), 0));
    const bool is_disjunction = n.kind == PrimKind::logical_or ||
                                (n.kind == PrimKind::select && n.dtype.is_boolean() && prims_.is_constant(n.rhs(), 1));
    if (holds ? is_conjunction : is_disjunction) {
      const bool is_choice = n.kind == PrimKind::select;
      stack.push_back({is_choice && !holds ? Prim(n.c) : n.rhs(), holds});
      stack.push_back({n.lhs(), holds});
      continue;
    }
    if (n.kind == PrimKind::logical_not) {
      stack.push_back({n.lhs(), !holds});
      continue;
    }
    const bool is_test = n.kind >= PrimKind::eq && n.kind <= PrimKind::ge;
    if (!is_test || prims_[n.lhs()].dtype != kInt64) {
      is_exact_ = false;
      continue;
    }
    if (!is_exact_integer(n.lhs()) || !is_exact_integer(n.rhs())) {
      is_exact_ = false;
      continue;
    }
    // Not negative: a - b - less.
    auto know = [&](Prim a, Prim b, int64_t less) {
      facts_.push_back(math_.add(math_.add(a, math_.mul(b, -1)), math_.constant(-less)));
    };
    const Prim a = n.lhs(), b = n.rhs();
    switch (n.kind) {
      case PrimKind::lt: holds ? know(b, a, 1) : know(a, b, 0); break;
      case PrimKind::le: holds ? know(b, a, 0) : know(a, b, 1); break;
      case PrimKind::gt: holds ? know(a, b, 1) : know(b, a, 0); break;
      case PrimKind::ge: holds ? know(a, b, 0) : know(b, a, 1); break;
      default:
        if ((n.kind == PrimKind::eq) == holds) {
          know(a, b, 0);
          know(b, a, 0);
        } else {
          is_exact_ = false;
        }
    }
  }
}

// Is its value that of the sum without bounds? What nothing bounds may wrap, unless it is an element itself.
bool Facts::is_exact_integer(Prim e) const {
  const Linear sum = linear_form(prims_, e);
  return math_.range(e) || (sum.terms.size() == 1 && sum.terms[0].second == 1 && sum.constant == 0);
}

bool Facts::proves(Prim e) const {
  auto r = math_.range(e);
  if (r && r->low >= 0) return true;
  return std::ranges::any_of(facts_, [&](Prim fact) {
    auto beyond = math_.range(math_.add(e, math_.mul(fact, -1)));
    return beyond && beyond->low >= 0;
  });
}

namespace {

class SoundnessCheck {
 public:
  SoundnessCheck(PrimStore& prims, IndexMath& math, const std::vector<KernelBuffer>& buffers)
      : prims_(prims), math_(math), buffers_(buffers) {}

  bool run(Prim root, Prim condition) {
    facts_.emplace_back(prims_, math_);
    if (condition) facts_.back().assume(condition, true);
    std::vector<std::pair<Prim, size_t>> stack{{root, 0}};
    std::vector<Prim> operands;
    while (!stack.empty()) {
      auto [e, where] = stack.back();
      stack.pop_back();
      if (!seen_.insert({e.index, where}).second) continue;
      if (seen_.size() > kMaxNodes) return false;
      const PrimNode n = prims_[e];
      if (!is_safe(e, n, facts_[where])) return false;
      if (n.kind == PrimKind::select) {
        stack.push_back({n.lhs(), where});
        stack.push_back({n.rhs(), under(where, n.lhs(), true)});
        stack.push_back({Prim(n.c), under(where, n.lhs(), false)});
        continue;
      }
      operands.clear();
      prims_.operands(e, operands);
      for (Prim o : operands) stack.push_back({o, where});
    }
    return true;
  }

 private:
  size_t under(size_t where, Prim condition, bool is_true) {
    auto [at, is_new] = conditions_.try_emplace({where, condition.index, is_true}, facts_.size());
    if (is_new) {
      facts_.push_back(facts_[where]);
      facts_.back().assume(condition, is_true);
      if (facts_.back().all().size() == facts_[where].all().size()) {  // it says nothing: it is no other place
        facts_.pop_back();
        at->second = where;
      }
    }
    return at->second;
  }

  bool is_safe(Prim e, const PrimNode& n, const Facts& facts) {
    switch (n.kind) {
      case PrimKind::load: {
        const Dims& shape = buffers_[n.c].shape;
        std::span<const Prim> args = prims_.call_args(e);
        const std::vector<Prim> index(args.begin(), args.end());
        for (size_t d = 0; d < index.size(); ++d) {
          const Prim left = math_.add(math_.constant(shape[d] - 1), math_.mul(index[d], -1));
          if (!facts.proves(index[d]) || !facts.proves(left)) return false;
        }
        return true;
      }
      case PrimKind::div:
      case PrimKind::mod:
      case PrimKind::floordiv:
      case PrimKind::floormod: {
        if (n.dtype.is_any_float() || prims_.constant(n.rhs()).value_or(0) != 0) return true;
        const std::optional<Interval> r = operand_range(n.rhs());
        return r && (r->low > 0 || r->high < 0);
      }
      case PrimKind::call: {
        if (!n.dtype.is_integral() || prims_.call_args(e).size() != 2 || !is_shift(n)) return true;
        const std::optional<Interval> by = operand_range(prims_.call_args(e)[1]);
        return by && by->within(0, n.dtype.bits - 1);
      }
      default: return true;
    }
  }
  std::optional<Interval> operand_range(Prim e) const {
    const PrimNode& n = prims_[e];
    if (n.kind == PrimKind::int_imm) return Interval{n.value, n.value};
    if (n.kind == PrimKind::cast && n.dtype.is_integral() && prims_[n.lhs()].dtype == kInt64) {
      auto r = math_.range(n.lhs());
      return r && r->within(limits(n.dtype)) ? r : std::nullopt;
    }
    return n.dtype == kInt64 ? math_.range(e) : std::nullopt;
  }
  bool is_shift(const PrimNode& n) const { return n.c == shifts_[0].index || n.c == shifts_[1].index; }

 public:
  void name_shifts(Context& context) { shifts_ = {context.name("shift_left"), context.name("shift_right")}; }

 private:
  PrimStore& prims_;
  IndexMath& math_;
  const std::vector<KernelBuffer>& buffers_;
  std::vector<Facts> facts_;
  std::map<std::tuple<size_t, uint32_t, bool>, size_t> conditions_;
  std::set<std::pair<uint32_t, size_t>> seen_;
  std::array<Name, 2> shifts_;
};

}  // namespace

bool is_sound(Context& context, IndexMath& math, const std::vector<KernelBuffer>& buffers, Prim root, Prim condition) {
  SoundnessCheck check(context.prims, math, buffers);
  check.name_shifts(context);
  return check.run(root, condition);
}

}  // namespace hammock::loop
