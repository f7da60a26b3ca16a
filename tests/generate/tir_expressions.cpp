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

bool is_narrow_float(DType t) { return t.is_any_float() && !t.is_float(); }

}  // namespace

std::string Expressions::number(int64_t v) const { return fmt::format("T.{}({})", to_string(index_dtype), v); }

// Never 0, which folds what it meets.
std::string Expressions::constant(DType t) {
  if (t.is_boolean()) return c_.chance(50) ? "T.bool(True)" : "T.bool(False)";
  if (t.is_integral() && t.bits < 64 && c_.chance(is_plain ? 4 : 12))
    return fmt::format("T.{}_value(\"{}\")", c_.chance(50) || t.is_unsigned() ? "max" : "min", to_string(t));
  const int64_t v = c_.between(1, 5) * (t.is_unsigned() || c_.chance(60) ? 1 : -1);
  if (t.is_unsigned() && t.bits == 64 && c_.chance(20)) return fmt::format("T.Cast(\"uint64\", T.int64({}))", -v);
  if (t.is_integral()) return fmt::format("T.{}({})", to_string(t), v);
  return fmt::format("T.{}({})", to_string(t), static_cast<double>(v) / (c_.chance(50) ? 2 : 4));
}

// ---- indices ----

std::string Expressions::loaded_index() {
  if (is_in_index_ || !readable(kInt32)) return number(c_.between(0, 9));
  is_in_index_ = true;
  const std::string at = load(kInt32);
  is_in_index_ = false;
  return fmt::format("T.Cast(\"{}\", {})", to_string(index_dtype), at);
}

std::string Expressions::any_index() {
  if (variables.empty() || c_.chance(is_plain ? 1 : 10)) return loaded_index();
  std::string v = c_.pick(variables).text;
  if (!is_plain && c_.chance(15)) {
    std::vector<std::string> names;
    for (const Named& n : named) {
      if (n.dtype == index_dtype) names.push_back(n.name);
    }
    if (!names.empty()) v = c_.pick(names);
  }
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
  switch (c_.below(exact.empty() ? 3 : 7)) {
    case 0: return fmt::format("{} % {}", any_index(), e.text);
    case 1: return fmt::format("T.max(T.min({}, {} - {}), {})", any_index(), e.text, number(1), number(0));
    case 2: return e.size > 0 ? number(c_.between(0, e.size - 1)) : fmt::format("{} - {}", e.text, number(1));
    case 3: return fmt::format("{} - {} - {}", e.text, number(1), exact.back());
    case 4: return fmt::format("({} + {}) % {}", exact.back(), number(c_.between(1, 3)), e.text);
    case 5: {
      const std::string same = loaded_index();  // which counts only if it cannot be read
      return fmt::format("{} + {} - {}", same, exact.back(), same);
    }
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
  std::string from = variables.empty() ? "" : variables.back().text;
  for (const Named& n : named) {
    if (from.empty() && n.dtype.is_scalar()) from = n.name;
  }
  if (from.empty()) from = fmt::format("T.popcount(T.int32({}))", c_.between(1, 99));  // which nobody folds
  return fmt::format("T.Cast(\"{}\", {})", to_string(t), from);
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

std::string Expressions::value(DType t, int depth) {
  if (t.lanes > 1) return vector(DType::make(t.code, t.bits), t.lanes, depth);
  return c_.chance(12) ? constant(t) : computed(t, depth);
}

std::string Expressions::computed(DType t, int depth) {
  if (depth >= kDeepest || (is_plain && c_.chance(40))) return load(t);
  if (!is_plain && c_.chance(10)) {
    std::vector<const Callee*> fitting;
    for (const Callee& callee : callees) {
      if (callee.result == t) fitting.push_back(&callee);
    }
    if (!fitting.empty()) return call(*c_.pick(fitting), depth);
    return !is_repeated && c_.chance(70) ? let(t, depth) : lane(t, depth);
  }
  switch (c_.below(10)) {
    case 0:
    case 1:
    case 2: return load(t);
    case 3: return guarded_load(t);
    case 4: return choice(t, depth);
    case 5: return cast(t, depth);
    default: break;
  }
  if (t.is_any_float() && t.bits == 8 && c_.chance(60)) return cast(t, depth);
  if (t.is_boolean()) return truth(depth);
  return t.is_integral() ? integer(t, depth) : real(t, depth);
}

std::string Expressions::choice(DType t, int depth) {
  const std::string test = condition(depth + 1), a = value(t, depth + 1), b = value(t, depth + 1);
  return fmt::format("T.{}({}, {}, {})", c_.chance(50) ? "Select" : "if_then_else", test, a, b);
}

// The variable is declared by a line before.
std::string Expressions::let(DType t, int depth) {
  const DType of = c_.chance(30) ? index_dtype : c_.pick(kDTypes);
  const std::string v = fmt::format("w{}", lets_++);
  declarations.push_back(fmt::format("{} = T.{}()", v, to_string(of)));
  const std::string bound = value(of, depth + 1);
  named.push_back({v, of});
  const std::string body = computed(t, depth + 1);
  named.pop_back();
  return fmt::format("T.Let({}, where={{{}: {}}})", body, v, bound);
}

std::string Expressions::call(const Callee& callee, int depth) {
  std::string operands;
  for (DType t : callee.operands) operands += (operands.empty() ? "" : ", ") + value(t, depth + 1);
  return fmt::format("Module.{}({})", callee.name, operands);
}

std::string Expressions::lane(DType t, int depth) {
  if (t == kInt32 && c_.chance(30)) {
    const DType bytes = c_.chance(50) ? kInt8 : kUint8;
    return fmt::format("T.dp4a({}, {}, {})", vector(bytes, 4, depth + 1), vector(bytes, 4, depth + 1), load(t));
  }
  const int lanes = 1 << c_.between(1, 3);
  return fmt::format("T.Shuffle([{}], [{}])", vector(t, lanes, depth + 1), c_.below(static_cast<uint32_t>(lanes)));
}

std::string Expressions::truth(int depth) {
  if (c_.chance(60)) return fmt::format("({})", condition(depth));
  const std::string a = computed(kBool, depth + 1);
  if (c_.chance(15)) return fmt::format("T.bitwise_not({})", a);
  constexpr std::array<std::string_view, 9> kPairs = {"bitwise_and", "bitwise_or", "bitwise_xor", "max", "min",
                                                      "Add",         "Mul",        "Sub",         "EQ"};
  return fmt::format("T.{}({}, {})", c_.pick(kPairs), a, computed(kBool, depth + 1));
}

std::string Expressions::cast(DType t, int depth) {
  const DType from = c_.pick(kDTypes);
  if (from == t) return load(t);
  if (t == kFloat32 && c_.chance(10)) return fmt::format("T.reinterpret(\"float32\", {})", load(kInt32));
  return fmt::format("T.Cast(\"{}\", {})", to_string(t), computed(from, depth + 1));
}

std::string Expressions::divisor(DType t, int depth) {
  const std::string name = to_string(t);
  if (may_fail && c_.chance(10)) return value(t, depth);
  switch (c_.below(6)) {
    case 0:
      if (t.is_integer()) return fmt::format("T.{}(-1)", name);
      [[fallthrough]];
    case 1:
    case 2: return fmt::format("T.{}({})", name, c_.between(2, 5));
    case 3: {
      const std::string by = load(t);
      return fmt::format("T.Select({} == T.{}(0), T.{}(1), {})", by, name, name, by);
    }
    default: return fmt::format("T.max({}, T.{}({}))", value(t, depth), name, c_.between(1, 3));
  }
}

// By how many bits.
std::string Expressions::shift(DType t, int depth) {
  const std::string name = to_string(t);
  if (may_fail && c_.chance(10)) return computed(t, depth);  // a constant would be refused
  if (c_.chance(50)) return fmt::format("T.{}({})", name, c_.between(1, t.bits - 1));
  return fmt::format("T.bitwise_and({}, T.{}({}))", computed(t, depth), name, t.bits - 1);
}

std::string Expressions::integer(DType t, int depth) {
  const std::string a = computed(t, depth + 1);
  auto b = [&] { return value(t, depth + 1); };
  switch (c_.below(16)) {
    case 0: return fmt::format("({} + {})", a, b());
    case 1: return fmt::format("({} - {})", a, b());
    case 2: return fmt::format("({} * {})", a, b());
    case 3: return fmt::format("T.max({}, {})", a, b());
    case 4: return fmt::format("T.min({}, {})", a, b());
    case 5: return fmt::format("({} // {})", a, divisor(t, depth + 1));
    case 6: return fmt::format("({} % {})", a, divisor(t, depth + 1));
    case 7: return fmt::format("T.truncdiv({}, {})", a, divisor(t, depth + 1));
    case 8: return fmt::format("T.truncmod({}, {})", a, divisor(t, depth + 1));
    case 9: return fmt::format("T.bitwise_{}({}, {})", c_.chance(50) ? "and" : "or", a, b());
    case 10: return fmt::format("T.bitwise_xor({}, {})", a, b());
    case 11: return fmt::format("T.shift_left({}, {})", a, shift(t, depth + 1));
    case 12: return fmt::format("T.shift_right({}, {})", a, shift(t, depth + 1));
    case 13: return fmt::format("T.bitwise_not({})", a);
    case 14: return t == kInt32 ? fmt::format("T.clz({})", a) : fmt::format("T.popcount({})", a);
    default:
      return t == kInt32 ? fmt::format("T.q_multiply_shift({}, 1288490188, 31, {})", a, c_.between(-3, 3))
                         : fmt::format("T.abs({})", a.find("T.Let") != a.npos ? load(t) : a);  // it stands there twice
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
      if (is_narrow_float(t) || !c_.chance(50)) return fmt::format("({} * {})", a, b());
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

}  // namespace hammock::generate
