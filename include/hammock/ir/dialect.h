// SPDX-License-Identifier: Apache-2.0
// The versions of the language: which spelling belongs to which version of TVM.
//
// The IR knows no version. dialect.def lists every difference in spelling; what operators have got or lost stands in
// their rows (ops.def: the trait Newer, and `@0.26` behind a parameter).
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

enum class Spelling : uint8_t {
#define SPELLING(id, kind, since, older, newer, meaning) id,
#include "hammock/ir/dialect.def"
#undef SPELLING
  count
};

enum class SpellingKind : uint8_t { keyword, name, dtype, text, tir, form };

struct SpellingInfo {
  Spelling id;
  SpellingKind kind;
  uint8_t since;  // minor version of TVM
  std::string_view older, newer;
  std::string_view meaning;
};
std::span<const SpellingInfo> spellings();
const SpellingInfo& info(Spelling spelling);

inline constexpr int kNewerSince = 26;  // operators with the trait Newer

constexpr bool is_in(int since, Dialect dialect) { return since <= static_cast<int>(dialect); }
bool is_new(Spelling spelling, Dialect dialect);
// As the dialect writes it.
std::string_view spell(Spelling spelling, Dialect dialect);
// The row of this kind that has `text` as its newer spelling; null if there is none.
const SpellingInfo* find_newer(SpellingKind kind, std::string_view text);
// `text`, or its older spelling if it is a newer one: what the toolchain calls it.
std::string_view older_spelling(SpellingKind kind, std::string_view text);

}  // namespace hammock
