// SPDX-License-Identifier: Apache-2.0
// Expressions of kernels (TIR 1.10 to 1.13): operators, promotion, folding, subscripts.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/simplify.h"
#include "kernel_reader.h"

namespace hammock::read {

namespace {

constexpr int kMaxNesting = 1000;  // of an expression

DType with_lanes(DType d, int lanes) { return DType::make(d.code, d.bits, lanes); }

std::string operator_text(Operator op) {
  switch (op) {
    case Operator::add: return "+";
    case Operator::sub: return "-";
    case Operator::mul: return "*";
    case Operator::div: return "/";
    case Operator::floordiv: return "//";
    case Operator::mod: return "%";
    case Operator::power: return "**";
    case Operator::matmul: return "@";
    case Operator::is: return "is";
    case Operator::in: return "in";
    case Operator::not_in: return "not in";
    case Operator::plus: return "+";
    case Operator::minus: return "-";
    case Operator::invert: return "~";
    case Operator::not_: return "not";
    default: return "the operator";
  }
}

std::optional<PrimKind> comparison(Operator op) {
  switch (op) {
    case Operator::less: return PrimKind::lt;
    case Operator::less_equal: return PrimKind::le;
    case Operator::greater: return PrimKind::gt;
    case Operator::greater_equal: return PrimKind::ge;
    case Operator::equal: return PrimKind::eq;
    case Operator::not_equal: return PrimKind::ne;
    default: return std::nullopt;
  }
}

bool is_number(const PrimNode& n) { return n.kind == PrimKind::int_imm || n.kind == PrimKind::float_imm; }

}  // namespace

std::string KernelReader::describe(const V& v) const {
  switch (v.kind) {
    case K::nothing: return "None";
    case K::integer: return "the integer " + std::to_string(v.integer);
    case K::real: return "a float";
    case K::boolean: return v.integer ? "True" : "False";
    case K::string: return "a string";
    case K::prim: return "an expression of " + to_string(prims_[v.prim].dtype);
    case K::buffer: return describe(v.buffer);
    case K::region: return "a region of a buffer";
    case K::range: return "a range";
    case K::iter_var: return "a block variable";
    case K::list: return "a list";
    case K::dict: return "a dict";
    case K::slice: return "a slice";
    case K::frame: return "a construct that has a body";
    case K::meta: return "T.meta_var";
    case K::function: return "T." + std::string(text(v.text));
    case K::kernel: return "the function '" + std::string(text(v.text)) + "'";
    case K::lambda: return "a lambda";
    case K::attribute: return "an attribute";
    case K::reducer: return "a reducer";
    case K::store: return "a store";
    case K::method: return "the method '" + std::string(text(v.text)) + "'";
  }
  return "";
}

std::string KernelReader::describe(BufferId b) const {
  const Name name = (*kernel_)[b].name;
  return name ? "the buffer '" + std::string(text(name)) + "'" : "a buffer";
}

// What reads an expression later recurses over it.
KernelValue KernelReader::of(Prim p, Span span) {
  if (depths_.size() <= p.index) depths_.resize(std::max(prims_.size(), depths_.size() * 2), 0);
  if (depths_[p.index] == 0) {
    std::vector<std::pair<Prim, bool>> stack{{p, false}};
    std::vector<Prim> operands;
    while (!stack.empty()) {
      auto [e, is_ready] = stack.back();
      stack.pop_back();
      if (depths_[e.index] != 0) continue;
      operands.clear();
      prims_.operands(e, operands);
      if (!is_ready && !operands.empty()) {
        stack.push_back({e, true});
        for (Prim o : operands) stack.push_back({o, false});
        continue;
      }
      uint16_t deepest = 0;
      for (Prim o : operands) deepest = std::max(deepest, depths_[o.index]);
      depths_[e.index] = static_cast<uint16_t>(std::min<int>(deepest + 1, kMaxNesting + 1));
    }
  }
  if (depths_[p.index] > kMaxNesting) {
    fail(Diag::too_deep, span, "an expression is nested deeper than " + std::to_string(kMaxNesting));
  }
  V v = make(K::prim, span);
  v.prim = p;
  return v;
}

bool KernelReader::is_expression(const V& v) const { return v.is(K::prim) || v.is(K::iter_var); }

Prim KernelReader::simplify(Prim p) { return hammock::simplify(context_, p, Symbols::variables); }

// ---- conversion ----

Prim KernelReader::number(const V& v, DType like) {
  const DType element = with_lanes(like, 1);
  if (v.is(K::boolean) && like.is_boolean()) return prims_.integer(v.integer, kBool);
  if (element.is_any_float()) {
    const double value = v.number().as_real();
    std::optional<double> greatest = greatest_real(element);
    if (greatest && std::isfinite(value) && std::abs(value) > *greatest)
      fail(Diag::too_large, v.span, "the number does not fit into " + to_string(element));
    return prims_.real(value, element);
  }
  if (v.is(K::real)) fail(Diag::dtype_mismatch, v.span, "a float beside an expression of " + to_string(like));
  if (!element.is_integral()) fail(Diag::dtype_mismatch, v.span, "a number beside an expression of " + to_string(like));
  if (!holds(element, v.integer)) fail(Diag::too_large, v.span, "the number does not fit into " + to_string(element));
  return prims_.integer(v.integer, element);
}

Prim KernelReader::convert_region(const V& v) {
  std::vector<Prim> indices;
  for (size_t i = 0; i < v.region->ranges.size(); ++i) {
    const tir::Range& r = v.region->ranges[i];
    std::optional<int64_t> extent = prims_.constant(r.extent);
    if (!extent) fail(Diag::not_a_prim, v.span, "a region of variable size is not an expression");
    indices.push_back(*extent == 1 ? r.min : ramp(r.min, prims_.integer(1, dtype(r.min)), *extent, v.span));
  }
  return load(v.region->buffer, std::move(indices), v.span);
}

Prim KernelReader::prim(const V& v, DType like) {
  switch (v.kind) {
    case K::prim: return v.prim;
    case K::iter_var: return v.iter_var->var;
    case K::integer:
      if (!like.is_unknown()) return number(v, like);
      return prims_.integer(v.integer, holds(kInt32, v.integer) ? kInt32 : kInt64);
    case K::boolean:
      if (!like.is_unknown() && !like.is_boolean()) return number(v, like);
      return prims_.integer(v.integer, kBool);
    case K::real: return number(v, like.is_any_float() ? like : kFloat32);
    case K::string: return prims_.string(v.text);
    case K::region: return convert_region(v);
    case K::meta: return prim(v.items->at(0), like);
    default: fail(Diag::not_a_prim, v.span, describe(v) + " is no expression");
  }
}

Prim KernelReader::boolean_prim(const V& v, std::string_view what) {
  if (v.is(K::integer) && (v.integer == 0 || v.integer == 1)) return prims_.boolean(v.integer != 0);
  Prim p = prim(v);
  if (!with_lanes(dtype(p), 1).is_boolean())
    fail(Diag::dtype_mismatch, v.span, std::string(what) + " is a bool, not " + to_string(dtype(p)));
  return p;
}

Prim KernelReader::broadcast_node(Prim p, int lanes) {
  return prims_.node(PrimKind::broadcast, with_lanes(dtype(p), lanes), p);
}

// How long a vector is: a constant, or one times T.vscale().
int KernelReader::lanes_of(Prim p, Span span) const {
  if (const std::optional<int64_t> count = prims_.constant(p)) {
    if (*count < 2 || *count > kMostLanes)
      fail(Diag::out_of_range, span, "a vector has 2 to 32767 lanes, not " + std::to_string(*count));
    return static_cast<int>(*count);
  }
  auto without_cast = [&](Prim e) { return prims_[e].kind == PrimKind::cast ? prims_[e].lhs() : e; };
  p = without_cast(p);
  const PrimNode n = prims_[p];
  auto is_unit = [&](Prim e) {
    const PrimNode& unit = prims_[without_cast(e)];
    return unit.kind == PrimKind::call && text(unit.name()) == "vscale";
  };
  int64_t factor = is_unit(p);
  if (n.kind == PrimKind::mul && is_unit(n.lhs())) factor = prims_.constant(n.rhs()).value_or(0);
  if (n.kind == PrimKind::mul && is_unit(n.rhs())) factor = prims_.constant(n.lhs()).value_or(0);
  if (factor < 1 || factor > kMostInText)
    fail(Diag::bad_index, span, "the number of lanes of a vector is a constant, or one times T.vscale()");
  return scalable_lanes(static_cast<int>(factor));
}

Prim KernelReader::ramp(Prim base, Prim stride, int lanes, Span span) {
  if (!dtype(base).is_scalar() || !dtype(base).is_integral())
    fail(Diag::dtype_mismatch, span, "the base of a ramp is an integer");
  return prims_.node(PrimKind::ramp, with_lanes(dtype(base), lanes), base, as_dtype(stride, dtype(base), span));
}

void KernelReader::refuse_lanes(DType from, DType to, Span span) const {
  fail(Diag::dtype_mismatch, span, to_string(from) + " cannot be cast to " + to_string(to) + ", which has other lanes");
}

Prim KernelReader::as_dtype(Prim p, DType to, Span span) {
  const PrimNode n = prims_[p];
  if (n.dtype == to) return p;
  if (to.code == DType::Code::handle || n.dtype.code == DType::Code::handle)
    fail(Diag::dtype_mismatch, span, to_string(n.dtype) + " cannot be cast to " + to_string(to));
  if (n.dtype.is_scalar() && !to.is_scalar()) return broadcast(as_dtype(p, with_lanes(to, 1), span), to.lanes);
  if (n.dtype.lanes != to.lanes) refuse_lanes(n.dtype, to, span);
  if (!to.is_scalar()) {
    if (n.kind == PrimKind::broadcast) return broadcast(as_dtype(n.lhs(), with_lanes(to, 1), span), to.lanes);
    if (n.kind == PrimKind::ramp && to.is_integral()) {
      return prims_.node(PrimKind::ramp, to, as_dtype(n.lhs(), with_lanes(to, 1), span),
                         as_dtype(n.rhs(), with_lanes(to, 1), span));
    }
    return prims_.node(PrimKind::cast, to, p);
  }
  if (!is_number(n)) return prims_.node(PrimKind::cast, to, p);
  V v = make(n.kind == PrimKind::int_imm ? K::integer : K::real, span);
  v.integer = n.value;
  v.real = n.real;
  if (v.is(K::real) && to.is_integral()) {
    if (!(std::abs(n.real) < 9e18)) fail(Diag::too_large, span, "the number does not fit into " + to_string(to));
    v = integer(static_cast<int64_t>(n.real), span);
  }
  return number(v, to);
}

void KernelReader::promote(Prim& a, Prim& b, Span span) {
  DType x = dtype(a), y = dtype(b);
  if (x == y) return;
  if (x.lanes != y.lanes && (x.is_scalar() || y.is_scalar())) {
    if (x.is_scalar()) a = broadcast(a, y.lanes);
    else b = broadcast(b, x.lanes);
    x = dtype(a), y = dtype(b);
    if (x == y) return;
  }
  auto mismatch = [&] {
    fail(Diag::dtype_mismatch, span, "operands of " + to_string(x) + " and " + to_string(y) + " do not fit together");
  };
  if (x.lanes != y.lanes || x.code == DType::Code::handle || y.code == DType::Code::handle) mismatch();
  auto rank = [](DType d) {  // the row of the table in TIR 1.11 that takes the other side
    if (d.is_float()) return 3;
    if (d.code == DType::Code::bfloat) return 2;
    if (d.is_any_float()) return 1;
    return 0;
  };
  bool to_y;
  if (rank(x) != rank(y)) to_y = rank(x) < rank(y);
  else if (rank(x) > 0 || x.code == y.code || x.bits != y.bits) to_y = x.bits < y.bits;
  else to_y = x.code == DType::Code::integer;  // of one width: the signed one
  if (to_y) a = as_dtype(a, y, span);
  else b = as_dtype(b, x, span);
}

Prim KernelReader::fold(PrimKind kind, Prim a, Prim b, Span span) {
  const bool divides =
      kind == PrimKind::floordiv || kind == PrimKind::floormod || kind == PrimKind::div || kind == PrimKind::mod;
  if (divides && is_zero(prims_[b])) fail(Diag::undefined_operation, span, "a division by zero");
  if (kind == PrimKind::sub && dtype(a).is_unsigned() && prims_.is_constant(a, 0) && prims_.constant(b).value_or(0) > 0)
    fail(Diag::too_large, span, "the result does not fit into " + to_string(dtype(a)));
  return prims_.fold(kind, a, b);
}

void KernelReader::wrong_rank(BufferId b, size_t indices, Span span) const {
  const tir::Buffer& buffer = (*kernel_)[b];
  Mistake m{Diag::bad_index,
            span,
            describe(b) + " has " + std::to_string(buffer.shape.size()) + " dims, and " + std::to_string(indices) +
                " indices",
            {}};
  if (buffer.name && buffer.span) m.notes.push_back({buffer.span, "it is declared here"});
  throw m;
}

Prim KernelReader::load(BufferId b, std::vector<Prim> indices, Span span) {
  const Buffer& buffer = (*kernel_)[b];
  if (indices.size() != buffer.shape.size()) {
    wrong_rank(b, indices.size(), span);
  }
  int lanes = buffer.dtype.lanes;
  for (size_t i = 0; i < indices.size(); ++i) {
    const DType d = dtype(indices[i]);
    if (d.code == DType::Code::handle) fail(Diag::dtype_mismatch, span, "an index is an integer, not " + to_string(d));
    if (d.lanes == 1) continue;
    if (i + 1 != indices.size()) fail(Diag::bad_index, span, "only the last index may be a vector");
    lanes *= d.lanes;
    if (buffer.dtype.lanes != 1 && lanes > kMostLanes)
      fail(Diag::too_large, span, "a vector of vectors has more lanes than there can be");
  }
  return prims_.load(b.index, with_lanes(buffer.dtype, lanes), indices);
}

// ---- evaluation ----

std::vector<KernelValue> KernelReader::elements(std::span<const ExprId> list) {
  std::vector<V> out;
  for (ExprId e : list) {
    if (ast_[e].kind != ExprKind::starred) {
      out.push_back(eval(e));
      continue;
    }
    V v = eval(ExprId(ast_[e].a));
    if (!v.is(K::list)) fail(Diag::not_a_tuple, ast_[e].span, describe(v) + " cannot be spread");
    out.insert(out.end(), v.items->begin(), v.items->end());
  }
  return out;
}

KernelValue KernelReader::eval(ExprId e, bool steps_slices) {
  const Expr& x = ast_[e];
  switch (x.kind) {
    case ExprKind::name: return name(e);
    case ExprKind::integer: {
      const uint64_t bits = static_cast<uint64_t>(x.b) << 32 | x.a;
      if (x.sub == 1 || bits > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        fail(Diag::too_large, x.span, "the integer does not fit into 64 bits with a sign");
      return integer(static_cast<int64_t>(bits), x.span);
    }
    case ExprKind::real: {
      const uint64_t bits = static_cast<uint64_t>(x.b) << 32 | x.a;
      V v = make(K::real, x.span);
      static_assert(sizeof v.real == sizeof bits);
      std::memcpy(&v.real, &bits, sizeof bits);
      return v;
    }
    case ExprKind::string: {
      V v = make(K::string, x.span);
      v.text = Name(x.a);
      around_.note_string(text(v.text), {x.span.begin + 1, x.span.end - 1});
      if (const SpellingInfo* row = find_newer(SpellingKind::text, text(v.text))) v.text = context_.name(row->older);
      return v;
    }
    case ExprKind::constant:
      switch (static_cast<Literal>(x.sub)) {
        case Literal::none: return make(K::nothing, x.span);
        case Literal::ellipsis: fail(Diag::unsupported_syntax, x.span, "'...' has no meaning in a kernel");
        default: return boolean(static_cast<Literal>(x.sub) == Literal::true_, x.span);
      }
    case ExprKind::tuple:
    case ExprKind::list: return list(elements(ast_.list(e)), x.span);
    case ExprKind::dict: {
      V v = list(elements(ast_.list(e)), x.span);
      v.kind = K::dict;
      return v;
    }
    case ExprKind::call: return call_expression(e);
    case ExprKind::index: return subscript(subscripted(e), e, steps_slices);
    case ExprKind::attribute: return member(eval(ExprId(x.a)), text(Name(x.b)), x.span);
    case ExprKind::operation: return operation(e);
    case ExprKind::slice: {
      V v = list({}, x.span);
      v.kind = K::slice;
      for (ExprId part : ast_.list(e)) v.items->push_back(part ? eval(part) : make(K::nothing, x.span));
      return v;
    }
    case ExprKind::lambda: {
      V v = make(K::lambda, x.span);
      v.expr = e;
      return v;
    }
    case ExprKind::starred: fail(Diag::syntax, x.span, "nothing can be spread here");
    default: fail(Diag::unsupported_syntax, x.span, "this is not part of the language of kernels");
  }
}

// What has the elements; the name of a scalar stands for its memory here.
KernelValue KernelReader::subscripted(ExprId e) {
  V base = eval(ast_.list(e)[0]);
  return base.is(K::prim) && base.buffer ? buffer_value(base.buffer, base.span) : base;
}

KernelValue KernelReader::name(ExprId e) { return dotted(text(Name(ast_[e].a)), ast_[e].span); }

// A name of T that versions spell differently.
struct SpeltName {
  const SpellingInfo* row = nullptr;
  bool is_newer = false;
  std::string_view other;
};

static const std::unordered_map<std::string_view, SpeltName>& spelt_names() {
  static const std::unordered_map<std::string_view, SpeltName> kNames = [] {
    std::unordered_map<std::string_view, SpeltName> names;
    for (const SpellingInfo& row : spellings()) {
      if (row.kind != SpellingKind::tir && row.kind != SpellingKind::dtype) continue;
      const size_t prefix = row.kind == SpellingKind::tir ? 2 : 0;  // T.
      const std::string_view older = row.older.substr(prefix), newer = row.newer.substr(prefix);
      names[older] = {&row, false, newer};
      names[newer] = {&row, true, older};
    }
    return names;
  }();
  return kNames;
}

// A function of T, by its name behind it.
KernelValue KernelReader::function_value(std::string_view name, Span span) {
  V v = make(K::function, span);
  v.text = context_.name(name);
  const auto spelt = spelt_names().find(name);
  if (spelt == spelt_names().end()) return v;
  const auto& [row, is_newer, other] = spelt->second;
  if (row->kind == SpellingKind::tir && is_newer) is_newer_ = true;
  if (row->id == Spelling::tir_buffer && !is_newer && is_newer_) return v;  // a statement of newer versions
  std::string written(source_.text().substr(span.begin, span.end - span.begin));
  if (!written.ends_with(name)) return v;
  written.resize(written.size() - name.size());
  around_.note_spelling(row->id, is_newer, span, written + std::string(other));
  return v;
}

// Says so once for each name of a kernel.
void KernelReader::undefined(Name name, Span span) {
  Mistake m{Diag::undefined_name, span, "'" + std::string(text(name)) + "'", {}};
  if (!failed_.insert(name.index).second) {
    m.diag = Diag::count;
  } else if (auto ended = ended_.find(name.index); ended != ended_.end()) {
    m.text += " is not visible here";
    m.notes.push_back({ended->second, "it is bound here, in a suite that has ended"});
  } else {
    std::vector<std::string_view> names = around_.names_around();
    for (const auto& [known, entries] : names_) {
      if (!entries.empty()) names.push_back(text(Name(known)));
    }
    std::ranges::sort(names);  // no order of hashes
    m.text += " is not defined";
    if (functions_of_t().contains(text(name)) || find_intrinsic(text(name)))
      m.text += "; did you mean 'T." + std::string(text(name)) + "'?";
    else if (text(name).size() > 2) m.text += did_you_mean(text(name), names);  // any short name is near to another
  }
  throw m;
}

// What is wrong with it is said once for each name of a kernel.
std::optional<KernelValue> KernelReader::value_around(Name name, Span span) {
  try {
    std::optional<V> v = around_.value_around(name, span);
    if (v) v->span = span;
    return v;
  } catch (const Mistake&) {
    failed_.insert(name.index);
    throw;
  }
}

constexpr std::string_view kPython[] = {"range", "len", "tuple", "list", "int", "float",
                                        "str",   "abs", "min",   "max",  "sum", "bool"};

// Does the name stand for something, or was it said that it does not?
bool KernelReader::is_known(Name name) {
  constexpr std::string_view kModules[] = {"T", "tir", "tirx", "I", "R", "tvm"};
  if (find(name) || failed_.contains(name.index) || around_.is_module(name) || around_.result_of(name)) return true;
  if (std::ranges::find(kModules, text(name)) != std::end(kModules)) return true;
  if (std::ranges::find(kPython, text(name)) != std::end(kPython)) return true;
  try {
    return value_around(name, {}).has_value();
  } catch (const Mistake&) {
    return true;
  }
}

KernelValue KernelReader::dotted(std::string_view dotted, Span span) {
  size_t dot = dotted.find('.');
  const std::string_view first = dotted.substr(0, dot);
  const Name first_name = context_.name(first);
  std::string_view rest = dot == std::string_view::npos ? std::string_view() : dotted.substr(dot + 1);
  V base;
  if (const V* found = find(first_name)) {
    base = *found;
    base.span = span;
  } else if (failed_.contains(first_name.index)) {
    fail(Diag::count, span, "");
  } else if (std::optional<V> outer = value_around(first_name, span)) {
    base = *outer;
  } else if ((first == "T" || first == "tir" || first == "tirx") && !rest.empty()) {
    return function_value(rest, span);
  } else if (first == "I" && !rest.empty()) {
    return function_value(rest, span);
  } else if (first == "R" && !rest.empty()) {
    return function_value("R." + std::string(rest), span);
  } else if (around_.is_module(first_name) && !rest.empty()) {
    V v = make(K::kernel, span);
    v.text = context_.name(rest);
    return v;
  } else if (first == "tvm" && !rest.empty()) {
    const size_t at = dotted.rfind('.');
    return function_value(dotted.substr(at + 1), span);
  } else if (rest.empty() && around_.result_of(first_name)) {
    V v = make(K::kernel, span);
    v.text = first_name;
    return v;
  } else if (rest.empty() && std::ranges::find(kPython, first) != std::end(kPython)) {
    V v = make(K::function, span);
    v.text = context_.name("python." + std::string(first));
    return v;
  } else {
    undefined(first_name, {span.begin, span.begin + static_cast<uint32_t>(first.size())});
  }
  while (!rest.empty()) {
    dot = rest.find('.');
    base = member(base, rest.substr(0, dot), span);
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  }
  return base;
}

KernelValue KernelReader::member(const V& base, std::string_view name, Span span) {
  if (base.is(K::buffer)) {
    const Buffer& b = (*kernel_)[base.buffer];
    if (name == "data") return of(b.data, span);
    if (name == "shape" || name == "strides") {
      std::vector<V> items;
      for (Prim p : name == "shape" ? b.shape : b.strides) items.push_back(of(p, span));
      return list(std::move(items), span);
    }
    if (name == "dtype") return string(to_string(b.dtype), span);
    if (name == "elem_offset") return of(b.elem_offset, span);
    if (name == "name") return string(b.name ? text(b.name) : "buffer", span);
    if (name == "data_alignment") return integer(b.alignment, span);
    if (name == "offset_factor") return integer(b.offset_factor, span);
    if (name == "axis_separators") {
      std::vector<V> items;
      for (int64_t i : b.axis_separators) items.push_back(integer(i, span));
      return list(std::move(items), span);
    }
    for (std::string_view known : {"vload", "vstore", "access_ptr", "scope", "offset_of"}) {
      if (name != known) continue;
      V v = list({base}, span);
      v.kind = K::method;
      v.text = context_.name(name);
      return v;
    }
  } else if (base.is(K::prim)) {
    if (name == "dtype") return string(to_string(dtype(base.prim)), span);
    if (name == "name" && prims_[base.prim].kind == PrimKind::var) return string(text(kernel_->hint(base.prim)), span);
    if (name == "astype") {
      V v = list({base}, span);
      v.kind = K::method;
      v.text = context_.name(name);
      return v;
    }
  } else if (base.is(K::iter_var)) {
    if (name == "var") return of(base.iter_var->var, span);
    if (name == "dtype") return string(to_string(dtype(base.iter_var->var)), span);
    if (name == "dom") {
      V v = make(K::range, span);
      v.range = base.iter_var->domain;
      return v;
    }
  } else if (base.is(K::range)) {
    if (name == "min") return of(base.range.min, span);
    if (name == "extent") return of(base.range.extent, span);
  } else if (base.is(K::function)) {
    V v = base;
    v.text = context_.name(std::string(text(base.text)) + "." + std::string(name));
    return v;
  }
  fail(Diag::undefined_name, span, describe(base) + " has no member '" + std::string(name) + "'");
}

// ---- operators ----

KernelValue KernelReader::operation(ExprId e) {
  std::vector<OperationItem> written(ast_.operation(e).begin(), ast_.operation(e).end());
  std::span<const OperationItem> left(written);
  auto is = [](Operator op) { return [op](const OperationItem& item) { return !item.operand && item.op == op; }; };
  auto split = std::ranges::find_if(left, is(Operator::if_));
  if (split == left.end()) return operands_of(left);
  auto otherwise = std::find_if(split, left.end(), is(Operator::else_));
  if (otherwise == left.end()) fail(Diag::syntax, ast_[e].span, "a conditional expression needs an else");
  V condition = operands_of({split + 1, otherwise});
  if (!condition.is(K::boolean)) {
    fail(Diag::unsupported_syntax, condition.span,
         "the condition of a conditional expression is True or False while the script is read, not " +
             describe(condition) + "; T.if_then_else chooses when the kernel runs");
  }
  return operands_of(condition.integer ? std::span(left.begin(), split) : std::span(otherwise + 1, left.end()));
}

static bool is_lowest(const Expr& x) {
  return x.kind == ExprKind::integer && x.sub != 1 && x.a == 0 && x.b == 0x80000000;
}

KernelValue KernelReader::operands_of(std::span<const OperationItem> written) {
  std::vector<V> operands;
  std::vector<OperationItem> operators;
  std::optional<Span> compared;  // the last comparison that was applied
  auto apply_top = [&] {
    OperationItem op = operators.back();
    operators.pop_back();
    V rhs = operands.back();
    operands.pop_back();
    V lhs;
    if (!op.is_unary) {
      lhs = operands.back();
      operands.pop_back();
    }
    Span span{op.is_unary ? op.span.begin : lhs.span.begin, rhs.span.end};
    const bool is_comparison = comparison(op.op).has_value();
    V result;
    try {
      result = apply(op.op, op.is_unary, lhs, rhs, span);
    } catch (Mistake& m) {
      if (is_comparison && compared == lhs.span)
        m.notes.push_back({lhs.span,
                           "comparisons are no chain in a kernel: the result of this one, a bool, is compared; "
                           "write a < b and b < c"});
      throw;
    }
    if (is_comparison) compared = span;
    result.span = span;
    operands.push_back(result);
  };
  for (const OperationItem& item : written) {
    if (item.operand) {
      const bool is_negative =
          !operators.empty() && operators.back().is_unary && operators.back().op == Operator::minus;
      if (const Expr& x = ast_[item.operand]; is_negative && is_lowest(x)) {  // its digits alone do not fit
        operators.pop_back();
        operands.push_back(integer(std::numeric_limits<int64_t>::min(), x.span));
        continue;
      }
      operands.push_back(ast_[item.operand].kind == ExprKind::operation ? operation(item.operand)
                                                                        : eval(item.operand, true));
      continue;
    }
    if (!item.is_unary) {
      int limit = precedence(item.op) + (item.op == Operator::power ? 1 : 0);
      while (!operators.empty() && precedence(operators.back().op) >= limit) apply_top();
    }
    operators.push_back(item);
  }
  while (!operators.empty()) apply_top();
  return operands.back();
}

KernelValue KernelReader::python_arithmetic(Operator op, const V& a, const V& b, Span span) {
  if (a.is(K::string) && b.is(K::string)) {
    if (op == Operator::add) return string(std::string(text(a.text)) + std::string(text(b.text)), span);
    if (op == Operator::equal || op == Operator::not_equal)
      return boolean((a.text == b.text) == (op == Operator::equal), span);
  }
  if (a.is(K::list) && b.is(K::list) && op == Operator::add) {
    std::vector<V> items = *a.items;
    items.insert(items.end(), b.items->begin(), b.items->end());
    return list(std::move(items), span);
  }
  if (a.is(K::list) && b.is(K::integer) && op == Operator::mul) {
    std::vector<V> items;
    if (b.integer > 0 && static_cast<uint64_t>(b.integer) * a.items->size() > 65536)
      fail(Diag::too_large, span, "a list has at most 65536 elements here");
    for (int64_t i = 0; i < b.integer; ++i) items.insert(items.end(), a.items->begin(), a.items->end());
    return list(std::move(items), span);
  }
  if (!a.is_python_number() || !b.is_python_number())
    fail(Diag::undefined_operation, span, operator_text(op) + " of " + describe(a) + " and " + describe(b));
  return python_value(op, python::binary(op, a.number(), b.number()), span);
}

KernelValue KernelReader::python_value(Operator op, const python::Outcome& outcome, Span span) {
  using python::Failure;
  switch (outcome.failure) {
    case Failure::none: break;
    case Failure::undefined:
      fail(Diag::unsupported_syntax, span, operator_text(op) + " is not part of the language of kernels");
    case Failure::division_by_zero: fail(Diag::undefined_operation, span, "a division by zero");
    case Failure::negative_shift: fail(Diag::undefined_operation, span, "a shift by less than 0");
    case Failure::integer_too_large: break;
    default: fail(Diag::too_large, span, python::describe(outcome.failure));
  }
  const python::Number& n = outcome.value;
  if (outcome && n.is_real()) {
    V v = make(K::real, span);
    v.real = n.real;
    return v;
  }
  if (outcome && n.kind == python::Number::Kind::boolean) return boolean(n.integer != 0, span);
  if (!outcome || n.integer != static_cast<int64_t>(n.integer))
    fail(Diag::too_large, span, "the integer does not fit into 64 bits with a sign");
  return integer(static_cast<int64_t>(n.integer), span);
}

KernelValue KernelReader::compare(Operator op, const V& a, const V& b, Span span) {
  Prim x, y;
  if (is_expression(a) || a.is(K::region)) x = prim(a);
  if (is_expression(b) || b.is(K::region)) y = prim(b);
  if (!x) x = a.is_python_number() ? number(a, dtype(y)) : prim(a);
  if (!y) y = b.is_python_number() ? number(b, dtype(x)) : prim(b);
  if (dtype(x).lanes != dtype(y).lanes) {
    if (dtype(x).is_scalar()) x = broadcast(x, dtype(y).lanes);
    else if (dtype(y).is_scalar()) y = broadcast(y, dtype(x).lanes);
  }
  if (dtype(x) != dtype(y)) {
    fail(Diag::dtype_mismatch, span,
         "a comparison of " + to_string(dtype(x)) + " and " + to_string(dtype(y)) + "; both must be of one dtype");
  }
  return of(prims_.node(*comparison(op), with_lanes(kBool, dtype(x).lanes), x, y), span);
}

KernelValue KernelReader::logic(Operator op, const V& a, const V& b, Span span) {
  Prim x = boolean_prim(a, "an operand of a logical operator"), y = boolean_prim(b, "an operand of a logical operator");
  const bool is_and = op == Operator::and_;
  if (!dtype(x).is_scalar() || !dtype(y).is_scalar())
    return bits(is_and ? "bitwise_and" : "bitwise_or", of(x, a.span), of(y, b.span), span);
  return of(prims_.node(is_and ? PrimKind::logical_and : PrimKind::logical_or, kBool, x, y), span);
}

KernelValue KernelReader::bits(std::string_view name, const V& a, const V& b, Span span) {
  Prim x, y;
  if (!a.is_python_number()) x = prim(a);
  if (!b.is_python_number()) y = prim(b);
  if (!x) x = y ? number(a, dtype(y)) : prim(a);
  if (!y) y = number(b, dtype(x));
  promote(x, y, span);
  const DType d = dtype(x);
  if (!d.is_integral()) fail(Diag::dtype_mismatch, span, "T." + std::string(name) + " of " + to_string(d));
  const bool folds = d.is_integer() && d.is_scalar() && (d.bits == 32 || d.bits == 64);
  const std::optional<int64_t> i = prims_.constant(x), j = prims_.constant(y);
  const bool shifts = name == "shift_left" || name == "shift_right";
  if (folds && shifts && j) {
    if (*j < 0 || *j >= d.bits) {
      fail(Diag::undefined_operation, span, "a shift of " + to_string(d) + " by " + std::to_string(*j) + " bits");
    }
    if (*j == 0) return of(x, span);
    if (i) {
      const __int128 wide = name == "shift_left" ? static_cast<__int128>(*i) << *j : *i >> *j;
      if (wide != static_cast<int64_t>(wide) || !holds(d, static_cast<int64_t>(wide)))
        fail(Diag::too_large, span, "the result does not fit into " + to_string(d));
      return of(prims_.integer(static_cast<int64_t>(wide), d), span);
    }
  }
  if (folds && !shifts && i && j) {
    const int64_t r = name == "bitwise_and" ? *i & *j : name == "bitwise_or" ? *i | *j : *i ^ *j;
    return of(prims_.integer(r, d), span);
  }
  return of(call(name, d, {x, y}), span);
}

KernelValue KernelReader::unary(Operator op, V rhs, Span span) {
  if (rhs.is_python_number()) return python_value(op, python::unary(op, rhs.number()), span);
  if (op == Operator::not_ && !is_expression(rhs) && !rhs.is(K::region))
    return boolean(rhs.is(K::nothing) || (rhs.is(K::list) && rhs.items->empty()), span);
  Prim p = prim(rhs);
  const DType d = dtype(p);
  switch (op) {
    case Operator::minus: {
      if (d.is_unsigned() || d.is_boolean() || d.code == DType::Code::handle)
        fail(Diag::dtype_mismatch, span, "the negative of " + to_string(d));
      Prim minus = number(integer(-1, span), d);
      if (!d.is_scalar()) minus = broadcast(minus, d.lanes);
      return of(fold(PrimKind::mul, p, minus, span), span);
    }
    case Operator::invert:
      if (!d.is_integral()) fail(Diag::dtype_mismatch, span, "'~' of " + to_string(d));
      return of(call("bitwise_not", d, {p}), span);
    case Operator::not_: {
      Prim b = boolean_prim(rhs, "the operand of 'not'");
      return of(prims_.node(PrimKind::logical_not, dtype(b), b), span);
    }
    default: fail(Diag::unsupported_syntax, span, "'" + operator_text(op) + "' of an expression");
  }
}

KernelValue KernelReader::apply(Operator op, bool is_unary, V lhs, V rhs, Span span) {
  if (rhs.is(K::meta)) rhs = V(rhs.items->at(0));
  if (lhs.is(K::meta)) lhs = V(lhs.items->at(0));
  auto is_expr = [&](const V& v) { return is_expression(v) || v.is(K::region); };
  if (is_unary) return unary(op, rhs, span);
  if (!is_expr(lhs) && !is_expr(rhs)) {
    if (op == Operator::and_ || op == Operator::or_) {
      const bool is_true = lhs.is_python_number() ? lhs.number().as_real() != 0 : !lhs.is(K::nothing);
      return (op == Operator::and_) == is_true ? rhs : lhs;
    }
    return python_arithmetic(op, lhs, rhs, span);
  }
  if (comparison(op)) return compare(op, lhs, rhs, span);
  switch (op) {
    case Operator::and_:
    case Operator::or_: return logic(op, lhs, rhs, span);
    case Operator::shift_left: return bits("shift_left", lhs, rhs, span);
    case Operator::shift_right: return bits("shift_right", lhs, rhs, span);
    case Operator::bit_and: return bits("bitwise_and", lhs, rhs, span);
    case Operator::bit_or: return bits("bitwise_or", lhs, rhs, span);
    case Operator::bit_xor: return bits("bitwise_xor", lhs, rhs, span);
    default: break;
  }
  PrimKind kind;
  switch (op) {
    case Operator::add: kind = PrimKind::add; break;
    case Operator::sub: kind = PrimKind::sub; break;
    case Operator::mul: kind = PrimKind::mul; break;
    case Operator::div: kind = PrimKind::div; break;
    case Operator::floordiv: kind = PrimKind::floordiv; break;
    case Operator::mod: kind = PrimKind::floormod; break;
    default: fail(Diag::unsupported_syntax, span, "'" + operator_text(op) + "' of expressions");
  }
  Prim a = prim(lhs), b = prim(rhs);
  if (kind == PrimKind::div && dtype(a).is_integer() && dtype(b).is_integer()) {
    fail(Diag::undefined_operation, span,
         "the division of integers is ambiguous: T.floordiv or T.truncdiv say which is meant, '//' is T.floordiv");
  }
  promote(a, b, span);
  if ((kind == PrimKind::floordiv || kind == PrimKind::floormod) && !dtype(a).is_integral())
    fail(Diag::dtype_mismatch, span, "'" + operator_text(op) + "' of " + to_string(dtype(a)));
  return of(fold(kind, a, b, span), span);
}

// ---- subscripts ----

tir::Range KernelReader::range_between(Prim begin, Prim end, Span span) {
  if (prims_.is_constant(begin, 0)) return {zero_like(end), end};
  promote(begin, end, span);
  if (const PrimNode n = prims_[end]; n.kind == PrimKind::add) {
    for (Prim extent : {n.rhs(), n.lhs()}) {
      if (prims_.fold(PrimKind::add, begin, extent) == end) return {begin, extent};
    }
  }
  return {begin, fold(PrimKind::sub, end, begin, span)};
}

tir::Range KernelReader::slice_range(const V& slice, Prim extent, Span span) {
  const V &lo = slice.items->at(0), &hi = slice.items->at(1);
  Prim begin = lo.is(K::nothing) ? zero_like(extent) : prim(lo), end = hi.is(K::nothing) ? extent : prim(hi);
  Prim from = begin;
  promote(from, end, span);
  return {begin, simplify(fold(PrimKind::sub, end, from, span))};
}

KernelValue KernelReader::buffer_access(BufferId b, std::vector<V> indices, Span span, bool steps_slices) {
  const size_t rank = (*kernel_)[b].shape.size();
  if (indices.size() != rank) {
    wrong_rank(b, indices.size(), span);
  }
  bool has_slice = false, has_step = false;
  for (V& i : indices) {
    if (!i.is(K::slice)) continue;
    has_slice = true;
    const bool has_bounds = !i.items->at(0).is(K::nothing) && !i.items->at(1).is(K::nothing);
    if (steps_slices && has_bounds && i.items->at(2).is(K::nothing)) i.items->at(2) = integer(1, span);
    has_step |= !i.items->at(2).is(K::nothing);
  }
  if (!has_slice || has_step) {
    std::vector<Prim> prims;
    for (size_t d = 0; d < rank; ++d) {
      const V& i = indices[d];
      if (!i.is(K::slice)) {
        prims.push_back(prim(i));
        continue;
      }
      Prim step = i.items->at(2).is(K::nothing) ? Prim() : prim(i.items->at(2));
      const V &lo = i.items->at(0), &hi = i.items->at(1);
      Prim begin = lo.is(K::nothing) ? zero_like((*kernel_)[b].shape[d]) : prim(lo);
      Prim end = hi.is(K::nothing) ? (*kernel_)[b].shape[d] : prim(hi);
      if (!step) step = prims_.integer(1, dtype(begin));
      promote(begin, end, span);
      promote(begin, step, span);
      promote(end, step, span);
      // Rounded up: a slice that goes down has as many elements as one that goes up.
      const bool goes_down = prims_.constant(step).value_or(1) < 0;
      Prim one = prims_.integer(goes_down ? -1 : 1, dtype(end));
      Prim lanes = simplify(
          fold(PrimKind::floordiv,
               fold(PrimKind::sub, fold(PrimKind::add, fold(PrimKind::sub, end, begin, span), step, span), one, span),
               step, span));
      prims.push_back(prims_.is_constant(lanes, 1) ? begin : ramp(begin, step, lanes_of(lanes, span), span));
    }
    return of(load(b, std::move(prims), span), span);
  }
  V v = make(K::region, span);
  v.region = std::make_shared<BufferRegion>();
  v.region->buffer = b;
  for (size_t d = 0; d < rank; ++d) {
    if (indices[d].is(K::slice)) {
      v.region->ranges.push_back(slice_range(indices[d], (*kernel_)[b].shape[d], span));
    } else {
      Prim min = prim(indices[d]);
      v.region->ranges.push_back({min, prims_.integer(1, dtype(min))});
    }
  }
  return v;
}

KernelValue KernelReader::subscript(const V& base, ExprId e, bool steps_slices) {
  const Span span = ast_[e].span;
  std::vector<V> indices = elements(ast_.list(e).subspan(1));
  if (indices.size() == 1 && indices[0].is(K::list)) indices = std::vector<V>(*indices[0].items);
  if (base.is(K::buffer)) return buffer_access(base.buffer, std::move(indices), span, steps_slices);
  if (base.is(K::list)) {
    if (indices.size() != 1) fail(Diag::bad_index, span, "a list takes one index");
    const V& i = indices[0];
    const int64_t size = static_cast<int64_t>(base.items->size());
    if (i.is(K::slice)) {
      auto bound = [&](const V& v, int64_t otherwise) {
        int64_t at = v.is(K::integer) ? v.integer : otherwise;
        return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
      };
      int64_t begin = bound(i.items->at(0), 0), end = std::max(begin, bound(i.items->at(1), size));
      return list({base.items->begin() + begin, base.items->begin() + end}, span);
    }
    std::optional<int64_t> at = i.is(K::integer) ? std::optional(i.integer)
                                : i.is(K::prim)  ? prims_.constant(i.prim)
                                                 : std::nullopt;
    if (!at || *at >= size || *at < -size) fail(Diag::bad_index, span, "no such element of the list");
    V v = (*base.items)[static_cast<size_t>(*at < 0 ? *at + size : *at)];
    v.span = span;
    return v;
  }
  if (base.is(K::function)) {  // T.Buffer[(16,), "float32"], T.Ptr["float32", "global"]
    Args args;
    args.span = span;
    args.name = text(base.text);
    args.positional = std::move(indices);
    return call_function(args.name, args);
  }
  fail(Diag::bad_index, span, describe(base) + " has no subscripts");
}

}  // namespace hammock::read
