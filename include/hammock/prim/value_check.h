// SPDX-License-Identifier: Apache-2.0
// Is a value of a run one of a struct info? Both executors ask here, at the bounds of functions and at match_casts, so
// that they accept the same and say the same.
//
// How an executor shows its values and symbols:
//
//   View    ValueKind kind(); DType dtype(): of a tensor; std::span<const int64_t> dims(): of a tensor or shape;
//           int64_t integer(); size_t size() and View field(size_t): of a tuple
//   Scope   bool is_bound(Prim symbol); void bind(Prim symbol, int64_t value);
//           Result<std::optional<int64_t>> value(Prim expression): nothing if it may be any
//
// Struct info is nested at most as deep as the text that stated it (kMaxDepth).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hammock/base/result.h"
#include "hammock/ir/context.h"

namespace hammock {

inline constexpr size_t kMaxTupleLeaves = size_t{1} << 20;  // values in a tuple, those of nested ones counted

// `unknown`: of a value that is there only when the compiled program runs; it may be anything.
enum class ValueKind : uint8_t { tensor, shape, integer, real, tuple, function, other, unknown };

// Binds the symbols that `info` defines: dims of tensors and shapes and prim values that are a symbol without a value.
template <class View, class Scope>
void bind_value_symbols(const Context& context, StructInfo info, const View& value, Scope&& scope) {
  info = context.infos.tensor_part(info);
  const InfoNode& node = context.infos[info];
  auto bind = [&](Prim dim, int64_t have) {
    if (dim && context.prims[dim].kind == PrimKind::var && !scope.is_bound(dim)) scope.bind(dim, have);
  };
  const ValueKind kind = value.kind();
  const bool has_dims = (node.kind == InfoKind::tensor && kind == ValueKind::tensor) ||
                        (node.kind == InfoKind::shape && kind == ValueKind::shape);
  if (has_dims && node.has_dims) {
    std::span<const Prim> dims = context.infos.dims(info);
    std::span<const int64_t> have = value.dims();
    for (size_t i = 0; i < dims.size() && i < have.size(); ++i) bind(dims[i], have[i]);
  } else if (node.kind == InfoKind::prim && kind == ValueKind::integer) {
    bind(node.value(), value.integer());
  } else if (node.kind == InfoKind::tuple && kind == ValueKind::tuple) {
    std::span<const StructInfo> fields = context.infos.fields(info);
    for (size_t i = 0; i < fields.size() && i < value.size(); ++i)
      bind_value_symbols(context, fields[i], value.field(i), scope);
  }
}

// Inference says `end - begin` also where the begin lies behind the end; later dims are made of the same expression.
template <class Scope>
void bind_empty_dims(const Context& context, StructInfo info, Scope&& scope) {
  if (!context.infos.has_shape(info)) return;
  for (Prim d : context.infos.dims(info)) {
    Result<std::optional<int64_t>> length = scope.value(d);
    if (length && *length && **length < 0) scope.bind(d, 0);
  }
}

namespace detail {

inline std::string expected(int64_t want) { return ", expected " + std::to_string(want); }

// "dim 0 is 4, expected n = 3"; empty if it is as declared.
template <class Scope>
std::string number_mismatch(const Context& context, const std::string& what, int64_t have, Prim declared,
                            Scope& scope) {
  Result<std::optional<int64_t>> found = scope.value(declared);
  if (!found) return what + " is " + std::to_string(have) + ", and " + found.error().text;
  std::optional<int64_t> want = *found;
  if (!want || *want == have) return {};
  const PrimNode& node = context.prims[declared];
  std::string symbol = node.kind == PrimKind::var ? std::string(context.text(node.name())) + " = " : std::string();
  return what + " is " + std::to_string(have) + ", expected " + symbol + std::to_string(*want);
}

// Of a tensor or a shape value.
template <class Scope>
std::string dims_mismatch(const Context& context, StructInfo info, std::span<const int64_t> have, Scope& scope) {
  const InfoNode& node = context.infos[info];
  if (node.ndim >= 0 && static_cast<size_t>(node.ndim) != have.size())
    return "rank is " + std::to_string(have.size()) + expected(node.ndim);
  if (!node.has_dims) return {};
  std::span<const Prim> dims = context.infos.dims(info);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (context.prims.is_constant(dims[i], have[i])) continue;
    if (std::string text = number_mismatch(context, "dim " + std::to_string(i), have[i], dims[i], scope); !text.empty())
      return text;
  }
  return {};
}

}  // namespace detail

// What is wrong, as "rank is 3, expected 2"; empty if the value is one of `info`.
template <class View, class Scope>
std::string value_mismatch(const Context& context, StructInfo info, const View& value, Scope&& scope) {
  info = context.infos.tensor_part(info);
  const InfoNode& node = context.infos[info];
  const ValueKind kind = value.kind();
  if (kind == ValueKind::unknown) return {};
  switch (node.kind) {
    case InfoKind::object:
    case InfoKind::dtensor: return {};
    case InfoKind::function: return kind == ValueKind::function ? "" : "the value is not a function";
    case InfoKind::tensor:
      if (kind != ValueKind::tensor) return "the value is not a tensor";
      if (!node.dtype.is_unknown() && node.dtype != value.dtype())
        return "dtype is " + to_string(value.dtype()) + ", expected " + to_string(node.dtype);
      return detail::dims_mismatch(context, info, value.dims(), scope);
    case InfoKind::shape:
      return kind == ValueKind::shape ? detail::dims_mismatch(context, info, value.dims(), scope)
                                      : "the value is not a shape";
    case InfoKind::prim: {
      if (kind != ValueKind::integer && kind != ValueKind::real) return "the value is not a prim value";
      const bool wants_real = node.dtype.is_any_float();
      if (!node.dtype.is_unknown() && wants_real != (kind == ValueKind::real)) {
        return std::string("the value is ") + (wants_real ? "an integer" : "a float") + ", expected " +
               to_string(node.dtype);
      }
      if (kind == ValueKind::real || !node.value()) return {};
      return detail::number_mismatch(context, "the value", value.integer(), node.value(), scope);
    }
    case InfoKind::tuple: {
      if (kind != ValueKind::tuple) return "the value is not a tuple";
      std::span<const StructInfo> fields = context.infos.fields(info);
      if (fields.size() != value.size())
        return "the tuple has " + std::to_string(value.size()) + " fields" +
               detail::expected(static_cast<int64_t>(fields.size()));
      for (size_t i = 0; i < fields.size(); ++i) {
        std::string text = value_mismatch(context, fields[i], value.field(i), scope);
        if (!text.empty()) return "field " + std::to_string(i) + ": " + text;
      }
      return {};
    }
  }
  return {};
}

// ---- the words for where ----

inline std::string function_name(const Context& context, Name name) {
  return name ? "'" + std::string(context.text(name)) + "'" : "the function";
}
inline std::string of_argument(const Context& context, Name param, Name function) {
  return "argument '" + std::string(context.text(param)) + "' of " + function_name(context, function) + ": ";
}
inline std::string of_captured(const Context& context, Name value, Name function) {
  return "'" + std::string(context.text(value)) + "', which " + function_name(context, function) + " uses: ";
}
inline std::string of_result(const Context& context, Name function) {
  return "the result of " + function_name(context, function) + ": ";
}
inline constexpr std::string_view kOfMatchCast = "match_cast: ";

}  // namespace hammock
