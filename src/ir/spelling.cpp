// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/spelling.h"

namespace hammock {
namespace {

using enum SpellingKind;

constexpr SpellingInfo kSpellings[] = {
#define SPELLING(id, kind, since, older, newer, meaning) {Spelling::id, kind, since, older, newer, meaning},
#include "hammock/ir/dialect.def"
#undef SPELLING
};

}  // namespace

std::span<const SpellingInfo> spellings() { return kSpellings; }
const SpellingInfo& info(Spelling spelling) { return kSpellings[static_cast<size_t>(spelling)]; }
bool is_new(Spelling spelling, Dialect dialect) { return is_in(info(spelling).since, dialect); }

std::string_view spell(Spelling spelling, Dialect dialect) {
  const SpellingInfo& row = info(spelling);
  return is_in(row.since, dialect) ? row.newer : row.older;
}

const SpellingInfo* find_newer(SpellingKind kind, std::string_view text) {
  for (const SpellingInfo& row : kSpellings) {
    if (row.kind == kind && row.newer == text) return &row;
  }
  return nullptr;
}

std::string_view older_spelling(SpellingKind kind, std::string_view text) {
  const SpellingInfo* row = find_newer(kind, text);
  return row ? row->older : text;
}

}  // namespace hammock
