// SPDX-License-Identifier: Apache-2.0
// Calls that are constants (legalize, 6.2 and 6.3).
#include "hammock/ir/constant.h"

#include <cmath>
#include <optional>

#include "hammock/ir/call_attrs.h"
#include "hammock/lower/lower.h"

namespace hammock::lower {
namespace {

constexpr double kMaxElements = 1 << 22;  // of a constant; beyond, a kernel makes it

std::optional<double> number_of(const Function& fn, Value v) {
  const Node& node = fn[v];
  if (node.kind != NodeKind::prim_value) return std::nullopt;
  const PrimNode n = fn.context().prims[node.prim()];
  if (n.kind == PrimKind::int_imm) return static_cast<double>(n.value);
  return n.kind == PrimKind::float_imm ? std::optional(n.real) : std::nullopt;
}

// As NumPy: the first two elements are computed, the others have the same distance.
template <class T>
bool append_steps(std::vector<std::byte>& data, double start, double step, size_t count, DType dtype) {
  const T first = static_cast<T>(start), distance = static_cast<T>(start + step) - first;
  bool fits = true;
  for (size_t i = 0; i < count && fits; ++i)
    fits = append_real(data, static_cast<double>(first + static_cast<T>(i) * distance), dtype);
  return fits;
}

std::optional<Constant> steps(const Function& fn, Value call, std::span<const Value> operands) {
  std::optional<double> n[3];
  for (size_t i = 0; i < 3; ++i) {
    if (i < operands.size()) n[i] = number_of(fn, operands[i]);
    if (!n[i] || std::abs(*n[i]) > 9e15) return std::nullopt;
  }
  const auto [start, end, step] = std::tuple(*n[0], *n[1], *n[2]);
  const DType dtype = fn.context().infos[fn.info(call)].dtype;
  const double count = step == 0 ? kMaxElements + 1 : std::max(0.0, std::ceil((end - start) / step));
  if (!(count <= kMaxElements)) return std::nullopt;
  Constant out{dtype, {static_cast<int64_t>(count)}, {}};
  bool fits = dtype == kFloat64  ? append_steps<double>(out.data, start, step, static_cast<size_t>(count), dtype)
              : dtype.is_float() ? append_steps<float>(out.data, start, step, static_cast<size_t>(count), dtype)
                                 : dtype.is_integral();
  if (dtype.is_integral()) {
    const int64_t first = static_cast<int64_t>(start), distance = static_cast<int64_t>(start + step) - first;
    for (int64_t i = 0; i < static_cast<int64_t>(count) && fits; ++i)
      fits = append_integer(out.data, first + i * distance, dtype);
  }
  return fits ? std::optional(std::move(out)) : std::nullopt;
}

// A number goes through one of Python's.
std::optional<Constant> converted(const Function& fn, Value call, std::span<const Value> operands) {
  const Node& node = fn[operands[0]];
  if (node.kind != NodeKind::constant || !fn.context()[node.constant()].is_scalar()) return std::nullopt;
  const Constant& from = fn.context()[node.constant()];
  Constant out{CallAttrs(fn, call).dtype("dtype"), {}, {}};
  const std::optional<double> value = element(from, 0);
  if (!value) return std::nullopt;
  if (out.dtype.is_boolean())
    return append_integer(out.data, *value != 0, out.dtype) ? std::optional(out) : std::nullopt;
  if (out.dtype.is_any_float()) return append_real(out.data, *value, out.dtype) ? std::optional(out) : std::nullopt;
  if (!out.dtype.is_integral()) return std::nullopt;
  const std::optional<Wide> whole = integer_element(from, 0);
  if (!whole && !(std::abs(*value) < 9e18)) return std::nullopt;
  const Wide number = whole ? *whole : static_cast<Wide>(*value);
  return append_integer(out.data, number, out.dtype) ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<Constant> constant(const Function& fn, Value call, std::span<const Value> operands) {
  switch (fn[call].op) {
    case Op::arange: return steps(fn, call, operands);
    case Op::astype: return converted(fn, call, operands);
    default: return std::nullopt;
  }
}

}  // namespace hammock::lower
