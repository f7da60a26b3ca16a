// SPDX-License-Identifier: Apache-2.0
// Unified diffs of texts.
#pragma once

#include <string>
#include <string_view>

namespace hammock::tool {

// The lines `---` and `+++` name the file, and say behind a tab which text it is.
struct DiffNames {
  std::string_view file, before, after;
};
// Lines with `-`, `+` and three lines of context; empty if the texts are equal. `patch` applies it, to the file or, as
// `patch -p0`, to the one that it names.
std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, bool color);

}  // namespace hammock::tool
