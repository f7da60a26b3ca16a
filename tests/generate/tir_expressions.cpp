// SPDX-License-Identifier: Apache-2.0
#include "tir_expressions.h"

#include <fmt/format.h>

#include <array>

namespace hammock::generate {
namespace {

constexpr int kDeepest = 3;
constexpr std::array<DType, 12> kDTypes = {kFloat32,
                                           kInt32,
                                           kInt64,
                                           kFloat64,
                                           kFloat16,
                                           kBool,
                                           kInt8,
                                           kUint8,
                                           kInt16,
                                           kBfloat16,
                                           DType::unsigned_integer(32),
                                           DType::unsigned_integer(64)};
constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};

}  // namespace

std::string Expressions::number(int64_t v) const { return fmt::format("T.{}({})", to_string(index_dtype), v); }

// Never 0, which folds what it meets.
std::string Expressions::constant(DType t) {
  if (t.is_boolean()) return c_.chance(50) ? "T.bool(True)" : "T.bool(False)";
  const int64_t v = c_.between(1, 5) * (t.is_unsigned() || c_.chance(60) ? 1 : -1);
  if (t.is_unsigned() && t.bits == 64 && c_.chance(20)) return fmt::format("T.Cast(\"uint64\", T.int64({}))", -v);
  if (t.is_integral()) return fmt::format("T.{}({})", to_string(t), v);
  return fmt::format("T.{}({})", to_string(t), static_cast<double>(v) / (c_.chance(50) ? 2 : 4));
}

// ---- indices ----

std::string Expressions::any_index() {
  if (variables.empty() || c_.chance(is_plain ? 1 : 10)) {
    if (is_in_index_ || !readable(kInt32)) return number(c_.between(0, 9));
    is_in_index_ = true;
    const std::string at = load(kInt32);
    is_in_index_ = false;
    return fmt::format("T.Cast(\"{}\", {})", to_string(index_dtype), at);
  }
  const std::string v = c_.pick(variables).text;
  switch (c_.below(5)) {
    case 0: return v;
    case 1: return fmt::format("({} + {})", v, number(c_.between(1, 3)));
    case 2: return fmt::format("({} - {})", v, number(c_.between(1, 3)));
    case 3: return fmt::format("({} * {} + {})", v, number(c_.between(2, 3)), c_.pick(variables).text);
    default: return fmt::format("({} + {})", v, c_.pick(variables).text);
  }
}

std::string Expressions::index(size_t extent) {
  const Extent& e = extents[extent];
  std::vector<std::string> exact;
  for (const Variable& v : variables) {
    if (v.extent == extent) exact.push_back(v.text);
  }
  if (may_fail && c_.chance(4)) return any_index();
  if (!exact.empty() && !c_.chance(is_plain ? 5 : 20)) return c_.chance(50) ? exact.back() : c_.pick(exact);
  switch (c_.below(exact.empty() ? 3 : 6)) {
    case 0: return fmt::format("{} % {}", any_index(), e.text);
    case 1: return fmt::format("T.max(T.min({}, {} - {}), {})", any_index(), e.text, number(1), number(0));
    case 2: return e.size > 0 ? number(c_.between(0, e.size - 1)) : fmt::format("{} - {}", e.text, number(1));
    case 3: return fmt::format("{} - {} - {}", e.text, number(1), exact.back());
    case 4: return fmt::format("({} + {}) % {}", exact.back(), number(c_.between(1, 3)), e.text);
    default: return fmt::format("{} // {}", exact.back(), number(2));
  }
}

std::string Expressions::place(const TextBuffer& b) {
  std::string at;
  for (size_t d : b.dims) at += (at.empty() ? "" : ", ") + index(d);
  return fmt::format("{}[{}]", b.name, at.empty() ? "()" : at);
}

// ---- what is read ----

const TextBuffer* Expressions::readable(DType t) {
  std::vector<const TextBuffer*> all;
  for (const TextBuffer& b : buffers) {
    if (b.dtype == t && is_readable(b)) all.push_back(&b);
  }
  return all.empty() ? nullptr : c_.pick(all);
}

std::string Expressions::load(DType t) {
  std::vector<std::string> names;
  for (const Named& n : named) {
    if (n.dtype == t) names.push_back(n.name);
  }
  const TextBuffer* b = readable(t);
  if (!names.empty() && (!b || c_.chance(40))) return c_.pick(names);
  if (b) return place(*b);
  for (DType other : kDTypes) {
    if (const TextBuffer* from = other == t ? nullptr : readable(other))
      return fmt::format("T.Cast(\"{}\", {})", to_string(t), place(*from));
  }
  return variables.empty() ? constant(t) : fmt::format("T.Cast(\"{}\", {})", to_string(t), variables.back().text);
}

// An element beside that of the loop, where there is one.
std::string Expressions::guarded_load(DType t) {
  const TextBuffer* b = readable(t);
  if (!b || b->dims.empty() || variables.empty()) return load(t);
  const size_t dim = c_.below(static_cast<uint32_t>(b->dims.size()));
  const std::string at = any_index();
  std::string indices;
  for (size_t d = 0; d < b->dims.size(); ++d) indices += (d ? ", " : "") + (d == dim ? at : index(b->dims[d]));
  const std::string& extent = extents[b->dims[dim]].text;
  if (c_.chance(50))
    return fmt::format("T.if_then_else({} <= {} and {} < {}, {}[{}], {})", number(0), at, at, extent, b->name, indices,
                       constant(t));
  return fmt::format("T.Select({} < {} or {} <= {}, {}, {}[{}])", at, number(0), extent, at, constant(t), b->name,
                     indices);
}

// ---- values ----

std::string Expressions::value(DType t, int depth) { return c_.chance(12) ? constant(t) : computed(t, depth); }

std::string Expressions::computed(DType t, int depth) {
  if (depth >= kDeepest || (is_plain && c_.chance(40))) return load(t);
  switch (c_.below(10)) {
    case 0:
    case 1:
    case 2: return load(t);
    case 3: return guarded_load(t);
    case 4: return choice(t, depth);
    case 5: return cast(t, depth);
    default: break;
  }
  if (t.is_any_float() && t.bits == 8) return cast(t, depth);
  if (t.is_boolean()) return fmt::format("({})", condition(depth));
  return t.is_integral() ? integer(t, depth) : real(t, depth);
}

std::string Expressions::choice(DType t, int depth) {
  const std::string test = condition(depth + 1), a = value(t, depth + 1), b = value(t, depth + 1);
  return fmt::format("T.{}({}, {}, {})", c_.chance(50) ? "Select" : "if_then_else", test, a, b);
}

std::string Expressions::cast(DType t, int depth) {
  const DType from = c_.pick(kDTypes);
  if (from == t) return load(t);
  if (t == kFloat32 && c_.chance(10)) return fmt::format("T.reinterpret(\"float32\", {})", load(kInt32));
  return fmt::format("T.Cast(\"{}\", {})", to_string(t), computed(from, depth + 1));
}

std::string Expressions::integer(DType t, int depth) {
  const std::string a = computed(t, depth + 1), name = to_string(t);
  auto b = [&] { return value(t, depth + 1); };
  auto divisor = [&] {
    if (may_fail && c_.chance(10)) return b();
    return c_.chance(50) ? fmt::format("T.{}({})", name, c_.between(2, 5))
                         : fmt::format("T.max({}, T.{}({}))", b(), name, c_.between(1, 3));
  };
  const int64_t shift = c_.between(1, t.bits - 1);
  switch (c_.below(16)) {
    case 0: return fmt::format("({} + {})", a, b());
    case 1: return fmt::format("({} - {})", a, b());
    case 2: return fmt::format("({} * {})", a, b());
    case 3: return fmt::format("T.max({}, {})", a, b());
    case 4: return fmt::format("T.min({}, {})", a, b());
    case 5: return fmt::format("({} // {})", a, divisor());
    case 6: return fmt::format("({} % {})", a, divisor());
    case 7: return fmt::format("T.truncdiv({}, {})", a, divisor());
    case 8: return fmt::format("T.truncmod({}, {})", a, divisor());
    case 9: return fmt::format("T.bitwise_{}({}, {})", c_.chance(50) ? "and" : "or", a, b());
    case 10: return fmt::format("T.bitwise_xor({}, {})", a, b());
    case 11: return fmt::format("T.shift_left({}, T.{}({}))", a, name, shift);
    case 12: return fmt::format("T.shift_right({}, T.bitwise_and({}, T.{}(7)))", a, computed(t, depth + 1), name);
    case 13: return fmt::format("T.bitwise_not({})", a);
    case 14: return t == kInt32 ? fmt::format("T.clz({})", a) : fmt::format("T.popcount({})", a);
    default:
      return t == kInt32 ? fmt::format("T.q_multiply_shift({}, 1288490188, 31, {})", a, c_.between(-3, 3))
                         : fmt::format("T.abs({})", a);
  }
}

std::string Expressions::real(DType t, int depth) {
  constexpr std::array<std::string_view, 22> kUnary = {
      "exp", "tanh", "sigmoid", "sqrt", "floor", "ceil",  "trunc",     "round", "fabs",  "erf",  "log",
      "sin", "cos",  "rsqrt",   "exp2", "atan",  "log1p", "nearbyint", "log2",  "asinh", "cosh", "tan"};
  constexpr std::array<std::string_view, 4> kBinary = {"atan2", "hypot", "fmod", "copysign"};
  const std::string a = computed(t, depth + 1);
  auto b = [&] { return value(t, depth + 1); };
  switch (c_.below(12)) {
    case 0: return fmt::format("({} + {})", a, b());
    case 1: return fmt::format("({} - {})", a, b());
    case 2:
    case 3: return fmt::format("({} * {})", a, b());
    case 4: return fmt::format("T.max({}, {})", a, b());
    case 5: return fmt::format("T.min({}, {})", a, b());
    case 6: return fmt::format("({} / (T.fabs({}) + T.{}(1.0)))", a, computed(t, depth + 1), to_string(t));
    case 7: return fmt::format("({} / {})", a, b());
    case 8:
      if (t == kBfloat16 || !c_.chance(50)) return fmt::format("({} * {})", a, a);
      if (c_.chance(40)) return fmt::format("T.pow(T.fabs({}), T.{}({}))", a, to_string(t), c_.chance(50) ? 0.5 : 1.5);
      if (c_.chance(30)) return fmt::format("T.ldexp({}, {})", a, c_.between(-3, 3));
      return fmt::format("T.{}({}, {})", c_.pick(kBinary), a, computed(t, depth + 1));
    default: return fmt::format("T.{}({})", c_.pick(kUnary), a);
  }
}

std::string Expressions::condition(int depth) {
  if (!variables.empty() && c_.chance(is_plain ? 80 : 40)) {
    const Variable& v = c_.pick(variables);
    const std::string other = c_.chance(70) ? number(c_.between(0, 4)) : c_.pick(variables).text;
    return fmt::format("{} {} {}", v.text, c_.pick(kComparisons), other);
  }
  if (depth < kDeepest && c_.chance(35)) {
    const std::string a = condition(depth + 1);
    if (c_.chance(30)) return fmt::format("not ({})", a);
    return fmt::format("({}) {} ({})", a, c_.chance(50) ? "and" : "or", condition(depth + 1));
  }
  const DType t = c_.pick(kDTypes);
  if (t.is_boolean()) return load(t);
  if (t == kFloat32 && c_.chance(15)) return fmt::format("T.isnan({})", computed(t, depth + 1));
  return fmt::format("{} {} {}", computed(t, depth + 1), c_.pick(kComparisons), value(t, depth + 1));
}

// ---- vectors ----

// Lanes from `first` on that lie before `end`.
std::string Expressions::mask(int64_t first, int lanes, int64_t end) const {
  return fmt::format("T.get_active_lane_mask(\"uint1x{}\", {}, {})", lanes, number(first), number(end));
}

std::string Expressions::vector(DType t, int lanes, int depth) {
  std::vector<const TextBuffer*> wide;
  for (const TextBuffer& b : buffers) {
    if (b.dtype == t && is_readable(b) && !b.dims.empty() && extents[b.dims.back()].size >= lanes) wide.push_back(&b);
  }
  const bool is_leaf = depth >= kDeepest || c_.chance(40);
  if (is_leaf && !wide.empty()) {
    const TextBuffer& b = *c_.pick(wide);
    const int64_t size = extents[b.dims.back()].size, step = size >= 2 * lanes && c_.chance(40) ? 2 : 1;
    const int64_t first = c_.between(0, size - (lanes - 1) * step - 1);
    std::string at;
    for (size_t d = 0; d + 1 < b.dims.size(); ++d) at += index(b.dims[d]) + ", ";
    if (step == 1 && c_.chance(20)) {
      const int64_t start = c_.between(0, size - 1);
      return fmt::format("{}.vload([{}T.Ramp({}, {}, {})], predicate={})", b.name, at, number(start), number(1), lanes,
                         mask(start, lanes, size));
    }
    if (step == 1 && c_.chance(50)) return fmt::format("{}[{}{}:{}]", b.name, at, first, first + lanes);
    return fmt::format("{}[{}T.Ramp({}, {}, {})]", b.name, at, number(first), number(step), lanes);
  }
  if (is_leaf) return fmt::format("T.Broadcast({}, {})", value(t, kDeepest), lanes);
  const std::string a = vector(t, lanes, depth + 1), b = vector(t, lanes, depth + 1);
  if (t.is_boolean()) return a;
  switch (c_.below(5)) {
    case 0: return fmt::format("({} + {})", a, b);
    case 1: return fmt::format("({} * {})", a, b);
    case 2: return fmt::format("T.max({}, {})", a, b);
    case 3: return fmt::format("T.Select({} < {}, {}, {})", a, b, a, b);
    default: return fmt::format("({} - {})", a, b);
  }
}

}  // namespace hammock::generate
