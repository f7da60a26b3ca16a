// SPDX-License-Identifier: Apache-2.0
// Tensor constants: numbers, R.const([1.5, 2.5], "float32"), or an entry of the metadata section (language 6.9, 6.13).
//
// Numbers are written only where reading them gives the very bytes: not the payload of a NaN, a bool that is neither 0
// nor 1, an empty dim before others, and dtypes whose numbers the language does not know.
#include "hammock/ir/constant.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "printer.h"

namespace hammock {
namespace {

// Scalars of these have numbers in TVM's text.
bool has_numbers_in_tvm(DType dtype) {
  bool is_width = dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
  if (dtype.lanes != 1) return false;
  return dtype.is_boolean() || (dtype.is_float() && is_width) || (dtype.is_integer() && (is_width || dtype.bits == 8));
}

int64_t element_count(const Constant& c) {
  const int64_t bytes = c.dtype.bytes();
  return bytes == 0 ? 0 : static_cast<int64_t>(c.data.size()) / bytes;
}

// Reading `value` as element i gives its bytes.
bool reads_back(const Constant& c, size_t i, double value) {
  std::vector<std::byte> bytes;
  return append_real(bytes, value, c.dtype) &&
         std::memcmp(bytes.data(), c.data.data() + i * bytes.size(), bytes.size()) == 0;
}

bool is_number(const Constant& c, size_t i) {
  if (c.dtype.is_integral()) {
    std::vector<std::byte> bytes;
    std::optional<Wide> value = integer_element(c, i);
    return value && append_integer(bytes, *value, c.dtype) &&
           std::memcmp(bytes.data(), c.data.data() + i * bytes.size(), bytes.size()) == 0;
  }
  std::optional<double> value = element(c, i);
  return value &&
         (!std::isnan(*value) || reads_back(c, i, std::copysign(std::numeric_limits<double>::quiet_NaN(), *value)));
}

// How many innermost lists of an empty tensor there are, or elements of another; no more than just too many.
int64_t length(const Constant& c) {
  constexpr int64_t kTooMany = kMostWritten + 1;
  int64_t length = 1;
  for (int64_t extent : c.shape) length = std::min(length * std::clamp(extent, int64_t{1}, kTooMany), kTooMany);
  return length;
}

bool has_only_numbers(const Constant& c) {
  for (size_t d = 0; d + 1 < c.shape.size(); ++d) {
    if (c.shape[d] == 0) return false;
  }
  if (c.shape.size() > kMaxDepth / 2 || (c.data.empty() && length(c) > kMostWritten)) return false;
  std::vector<std::byte> bytes;
  if (!append_integer(bytes, 0, c.dtype) && !append_real(bytes, 0, c.dtype)) return false;
  for (int64_t i = 0; i < element_count(c); ++i) {
    if (!is_number(c, static_cast<size_t>(i))) return false;
  }
  return true;
}

// The number of the fewest digits that reads back.
double shortest(const Constant& c, size_t i) {
  const double value = *element(c, i);
  if (c.dtype == kFloat64 || !std::isfinite(value)) return value;
  char buffer[32];
  auto decimal = [&](char* end) { return *end = '\0', std::strtod(buffer, nullptr); };
  if (c.dtype == kFloat32) {
    double best = decimal(std::to_chars(buffer, buffer + 31, static_cast<float>(value)).ptr);
    return reads_back(c, i, best) ? best : value;
  }
  for (int digits = 0; digits < 9; ++digits) {
    double best = decimal(std::to_chars(buffer, buffer + 31, value, std::chars_format::scientific, digits).ptr);
    if (reads_back(c, i, best)) return best;
  }
  return value;
}

// As Python writes a float: 0.1, 100000.0, 1e+16.
void append_shortest(std::string& out, double value) {
  if (!std::isfinite(value)) return append_float(out, value);
  char buffer[32];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const char* mark = std::strchr((*end = '\0', buffer), 'e');
  const int exponent = std::atoi(mark + 1);
  const bool is_fixed = exponent >= -4 && exponent < 16;
  if (is_fixed) end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  out += text;
  if (is_fixed && text.find('.') == std::string_view::npos) out += ".0";
}

// Nested lists; of a scalar the number alone, with the digits that TVM gives it.
void append_elements(std::string& out, const Constant& c) {
  std::span<const int64_t> shape = c.shape;
  const bool is_empty = !shape.empty() && shape.back() == 0;  // then its innermost lists are the elements
  if (is_empty) shape = shape.first(shape.size() - 1);
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  auto brackets = [&](int64_t at, char bracket) {  // of all lists that begin, or end, at this element
    int64_t size = 1;
    for (auto extent = shape.rbegin(); extent != shape.rend() && at % (size *= *extent) == 0; ++extent) out += bracket;
  };
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    brackets(i, '[');
    const size_t at = static_cast<size_t>(i);
    if (is_empty) {
      out += "[]";
    } else if (c.dtype.is_boolean()) {
      out += *integer_element(c, at) ? "True" : "False";
    } else if (c.dtype.is_integral()) {
      const Wide value = *integer_element(c, at);
      value > INT64_MAX ? void(out += std::to_string(static_cast<uint64_t>(value)))
                        : append_integer(out, static_cast<int64_t>(value));
    } else if (c.is_scalar() && has_numbers_in_tvm(c.dtype)) {
      append_float(out, *element(c, at));
    } else {
      append_shortest(out, shortest(c, at));
    }
    brackets(i + 1, ']');
  }
}

}  // namespace

bool Printer::is_said_in_numbers(const Node& node, const Constant& c) const {
  const bool has_number = c.is_scalar() && has_numbers_in_tvm(c.dtype);
  if (options_.constants != Constants::complete && has_number) return true;  // some NaN, as TVM has it
  const bool is_distributed = context_.infos.is_dtensor(node.info);  // of which the metadata section says nothing
  switch (options_.constants) {
    case Constants::omitted: return false;
    case Constants::metadata: return is_distributed && has_only_numbers(c);
    case Constants::complete: break;
  }
  if (has_number) return c.dtype.is_integer() || is_number(c, 0);
  const bool is_short = node.is_written && length(c) <= kMostWritten;
  // A version that reads another metadata section than the one that is written here gets lists.
  return (is_short || is_distributed || newer(Spelling::metadata_json)) && has_only_numbers(c);
}

void Printer::constant(const Node& node) {
  if (node.span) span_ = node.span;
  const ConstantId id = node.constant();
  const Constant& c = context_[id];
  if (!is_said_in_numbers(node, c)) return metadata("relax.expr.Constant", id.index);
  if (options_.constants != Constants::complete && c.dtype.is_float() && c.is_scalar() && !is_number(c, 0))
    lose();  // the payload of a NaN
  const bool is_distributed = context_.infos.is_dtensor(node.info);
  out_ += is_distributed ? "R.dist.const(" : "R.const(";
  append_elements(out_, c);
  out_ += ", ";
  if (is_distributed) {
    struct_info(node.info);
  } else {
    out_ += '"';
    dtype(c.dtype);
    out_ += '"';
  }
  out_ += ')';
}

}  // namespace hammock
