// SPDX-License-Identifier: Apache-2.0
// Expressions that are vectors.
#include <fmt/format.h>

#include <array>

#include "tir_expressions.h"

namespace hammock::generate {
namespace {

constexpr int kDeepest = 3;

std::string vector_name(DType t, int lanes) { return to_string(DType::make(t.code, t.bits, lanes)); }

}  // namespace

DType Expressions::vector_dtype() {
  constexpr std::array kElements = {kFloat32, kFloat32, kInt32, kInt8, kUint8, kFloat16, kInt64, kFloat64};
  const DType t = c_.pick(kElements);
  return DType::make(t.code, t.bits, 1 << c_.between(1, 3));
}

// Lanes from `first` on that lie before `end`.
std::string Expressions::mask(int64_t first, int lanes, int64_t end) const {
  return fmt::format("T.get_active_lane_mask(\"uint1x{}\", {}, {})", lanes, number(first), number(end));
}

std::string Expressions::tile(DType t, int lanes) {
  std::vector<const TextBuffer*> wide;
  for (const TextBuffer& b : buffers) {
    if (b.dtype == t && is_readable(b) && !b.dims.empty() && extents[b.dims.back()].size >= lanes) wide.push_back(&b);
  }
  if (wide.empty()) return "";
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
  if (step == 1 && c_.chance(20))
    return fmt::format("{}[{}T.Ramp({} % {}, {}, {})]", b.name, at, any_index(), number(size - lanes + 1), number(1),
                       lanes);
  if (step == 1 && c_.chance(20))  // backwards
    return fmt::format("{}[{}T.Ramp({}, {}, {})]", b.name, at, number(first + lanes - 1), number(-1), lanes);
  if (step == 1 && c_.chance(50)) return fmt::format("{}[{}{}:{}]", b.name, at, first, first + lanes);
  return fmt::format("{}[{}T.Ramp({}, {}, {})]", b.name, at, number(first), number(step), lanes);
}

std::string Expressions::vector_leaf(DType t, int lanes) {
  const DType whole = DType::make(t.code, t.bits, lanes);
  std::vector<std::string> values;
  for (const Named& n : named) {
    if (n.dtype == whole) values.push_back(n.name);
  }
  for (const TextBuffer& b : buffers) {
    if (b.dtype == whole && is_readable(b)) values.push_back(place(b));
  }
  if (!values.empty() && c_.chance(60)) return c_.pick(values);
  if (t.is_integer() && c_.chance(10))
    return fmt::format("T.Ramp({}, T.{}({}), {})", value(t, kDeepest), to_string(t), c_.between(-3, 3), lanes);
  if (std::string elements = tile(t, lanes); !elements.empty()) return elements;
  return fmt::format("T.Broadcast({}, {})", value(t, kDeepest), lanes);
}

std::string Expressions::vector_truth(int lanes, int depth) {
  constexpr std::array kTypes = {kFloat32, kInt32, kInt8, kUint8};
  constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  const DType t = c_.pick(kTypes);
  const std::string a =
      fmt::format("({} {} {})", vector(t, lanes, depth + 1), c_.pick(kComparisons), vector(t, lanes, depth + 1));
  if (depth >= kDeepest || !c_.chance(30)) return a;
  if (c_.chance(30)) return fmt::format("T.Not({})", a);
  return fmt::format("T.{}({}, {})", c_.chance(50) ? "And" : "Or", a, vector_truth(lanes, depth + 1));
}

std::string Expressions::vector_choice(DType t, int lanes, int depth) {
  const bool is_scalar = c_.chance(40);
  const std::string test = is_scalar ? condition(kDeepest) : vector_truth(lanes, depth + 1);
  return fmt::format("T.{}({}, {}, {})", is_scalar && c_.chance(50) ? "if_then_else" : "Select", test,
                     vector(t, lanes, depth + 1), vector(t, lanes, depth + 1));
}

std::string Expressions::vector(DType t, int lanes, int depth) {
  if (depth >= kDeepest || c_.chance(40)) return vector_leaf(t, lanes);
  if (t.is_boolean()) return vector_truth(lanes, depth);
  const std::string a = vector(t, lanes, depth + 1);
  auto b = [&] { return vector(t, lanes, depth + 1); };
  auto number = [&](int64_t v) { return fmt::format("T.Broadcast(T.{}({}), {})", to_string(t), v, lanes); };
  switch (c_.below(12)) {
    case 0:
    case 1: return fmt::format("({} + {})", a, b());
    case 2: return fmt::format("({} * {})", a, b());
    case 3: return fmt::format("T.{}({}, {})", c_.chance(50) ? "max" : "min", a, b());
    case 4: return vector_choice(t, lanes, depth);
    case 5: {
      constexpr std::array kTypes = {kFloat32, kInt32, kInt8, kUint8, kFloat64, kInt64};
      const DType from = c_.pick(kTypes);
      if (from == t) return a;
      return fmt::format("T.Cast(\"{}\", {})", vector_name(t, lanes), vector(from, lanes, depth + 1));
    }
    case 6: {
      std::string order;
      for (int i = 0; i < lanes; ++i) order += fmt::format("{}{}", i ? ", " : "", c_.below(2 * lanes));
      return fmt::format("T.Shuffle([{}, {}], [{}])", a, b(), order);
    }
    case 7: {
      if (lanes > 4) return a;
      const std::string_view half = c_.chance(50) ? "low" : "high";
      return fmt::format("T.vector{}(\"{}\", {})", half, vector_name(t, lanes), vector(t, 2 * lanes, depth + 1));
    }
    case 8:
      if (lanes == 2 || lanes % 2 != 0) return a;
      return fmt::format("T.vectorcombine(\"{}\", {}, {})", vector_name(t, lanes), vector(t, lanes / 2, depth + 1),
                         vector(t, lanes / 2, depth + 1));
    case 9:
      if (!t.is_integral()) return fmt::format("({} / {})", a, number(c_.between(2, 5)));
      return fmt::format("T.{}({}, {})", c_.chance(50) ? "floordiv" : "truncmod", a, number(c_.between(2, 5)));
    case 10:
      if (!t.is_integral()) return fmt::format("T.{}({})", c_.chance(50) ? "exp" : "sqrt", a);
      return fmt::format("T.shift_{}({}, {})", c_.chance(50) ? "left" : "right", a, number(c_.between(1, t.bits - 1)));
    default: return fmt::format("({} - {})", a, b());
  }
}

}  // namespace hammock::generate
