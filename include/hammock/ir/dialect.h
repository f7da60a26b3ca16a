// SPDX-License-Identifier: Apache-2.0
// The versions of the language.
//
// The IR knows no version. What operators have got or lost stands in their rows (ops.def: the trait Newer, and `@0.26`
// behind a parameter), every difference in spelling in dialect.def (spelling.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hammock {

// The number is that of TVM's minor version.
enum class Dialect : uint8_t { tvm_0_19 = 19, tvm_0_26 = 26 };

struct DialectInfo {
  Dialect dialect;
  std::string_view name;  // "tvm-0.19"
  std::string_view help;
};
std::span<const DialectInfo> dialects();
std::optional<Dialect> find_dialect(std::string_view name);
std::string_view name(Dialect dialect);

inline constexpr int kNewerSince = 26;  // operators with the trait Newer

constexpr bool is_in(int since, Dialect dialect) { return since <= static_cast<int>(dialect); }

}  // namespace hammock
