// SPDX-License-Identifier: Apache-2.0
// The spellings of the versions in the text of a T.prim_func, which the toolchain keeps as it is written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/dialect.h"

namespace hammock {

// A place of the text with one of two spellings, and the other one.
struct PrimTextUse {
  Spelling spelling;
  bool is_newer = false;
  size_t begin = 0, end = 0;
  std::string other;
};

// In the order of their places; they do not overlap. `alias`: a name for T in the text, if it has one.
std::vector<PrimTextUse> prim_text_uses(std::string_view text, std::string_view alias = {});
// The text in the spelling of a dialect. `missing` receives, if not null, a construct that the dialect does not have;
// such a construct stays as it is.
std::string respell_prim_text(std::string_view text, Dialect dialect, std::string_view* missing = nullptr);

// Another name for what stands before a dot: `b` of `b.f(x)`.
struct PrimTextName {
  std::string_view name, other;
};
std::string rename_in_prim_text(std::string_view text, std::span<const PrimTextName> names);

}  // namespace hammock
