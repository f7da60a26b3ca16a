// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/dtype.h"

#include <charconv>

#include "hammock/base/scalable.h"

namespace hammock {
namespace {

struct Named {
  std::string_view name;
  DType dtype;
};

// Spellings without the regular form `<kind><bits>`; the first of a dtype is the one that is printed.
constexpr Named kNamed[] = {
    {"bool", kBool},
    {"void", kVoid},
    {"handle", DType::handle()},
    {"e4m3_float8", DType::make(DType::Code::e4m3, 8)},
    {"e5m2_float8", DType::make(DType::Code::e5m2, 8)},
    {"float8_e4m3fn", DType::make(DType::Code::e4m3, 8)},
    {"float8_e5m2", DType::make(DType::Code::e5m2, 8)},
};

struct Prefix {
  std::string_view name;
  DType::Code code;
};
constexpr Prefix kPrefixes[] = {{"int", DType::Code::integer},
                                {"uint", DType::Code::unsigned_integer},
                                {"float", DType::Code::floating},
                                {"bfloat", DType::Code::bfloat}};

bool take_number(std::string_view& text, int& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end == text.data()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

// "x4", or nothing for one.
std::optional<int> lanes_of(std::string_view text) {
  int lanes = 1;
  if (text.empty()) return lanes;
  if (text[0] != 'x') return std::nullopt;
  text.remove_prefix(1);
  if (!take_number(text, lanes) || !text.empty() || lanes < 1 || lanes > kMostInText) return std::nullopt;
  return lanes;
}

}  // namespace

std::optional<DType> parse_dtype(std::string_view text) {
  if (text.empty()) return kVoid;
  for (const Named& n : kNamed) {
    if (text == n.name) return n.dtype;
    if (n.dtype.bits != 8 || !text.starts_with(n.name)) continue;
    if (std::optional<int> lanes = lanes_of(text.substr(n.name.size())))
      return DType::make(n.dtype.code, n.dtype.bits, *lanes);
  }
  for (const Prefix& p : kPrefixes) {
    if (!text.starts_with(p.name)) continue;
    std::string_view rest = text.substr(p.name.size());
    int bits = 32;
    if (!rest.empty() && rest[0] != 'x' && !take_number(rest, bits)) return std::nullopt;
    const std::optional<int> lanes = lanes_of(rest);
    bool odd_bfloat = p.code == DType::Code::bfloat && bits != 16;
    if (bits < 1 || bits > 128 || !lanes || odd_bfloat) return std::nullopt;
    return DType::make(p.code, bits, *lanes);
  }
  return std::nullopt;
}

std::optional<DType> parse_vector_dtype(std::string_view text) {
  constexpr std::string_view kScalable = "xvscalex";
  const size_t at = text.find(kScalable);
  std::optional<DType> dtype = parse_dtype(text.substr(0, at));
  if (!dtype || at == std::string_view::npos) return dtype;
  std::string_view rest = text.substr(at + kScalable.size());
  int factor = 0;
  if (!dtype->is_scalar() || !take_number(rest, factor) || !rest.empty() || factor < 1 || factor > kMostInText)
    return std::nullopt;
  return DType::make(dtype->code, dtype->bits, scalable_lanes(factor));
}

std::string to_string(DType dtype) {
  DType scalar = dtype;
  if (scalar.lanes > 1) scalar.lanes = 1;
  const int factor = vscale_factor(dtype);
  std::string lanes = factor > 0        ? "xvscalex" + std::to_string(factor)
                      : dtype.lanes > 1 ? "x" + std::to_string(dtype.lanes)
                                        : "";
  for (const Named& n : kNamed) {
    if (scalar == n.dtype) return std::string(n.name) + lanes;
  }
  for (const Prefix& p : kPrefixes) {
    if (dtype.code == p.code) return std::string(p.name) + std::to_string(dtype.bits) + lanes;
  }
  return "handle";
}

}  // namespace hammock
