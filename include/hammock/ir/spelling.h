// SPDX-License-Identifier: Apache-2.0
// Which spelling belongs to which version of TVM: dialect.def lists every difference.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hammock/ir/dialect.h"

namespace hammock {

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

bool is_new(Spelling spelling, Dialect dialect);
// As the dialect writes it.
std::string_view spell(Spelling spelling, Dialect dialect);
// The row of this kind that has `text` as its newer spelling; null if there is none.
const SpellingInfo* find_newer(SpellingKind kind, std::string_view text);
// `text`, or its older spelling if it is a newer one: what the toolchain calls it.
std::string_view older_spelling(SpellingKind kind, std::string_view text);

}  // namespace hammock
