// SPDX-License-Identifier: Apache-2.0
// Unified diffs of texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hammock::tool {

// The lines `---` and `+++` name the file, and say behind a tab which text it is.
struct DiffNames {
  std::string_view file, before, after;
};
// Lines with `-`, `+` and three lines of context; empty if the texts are equal. `patch` applies it, to the file or, as
// `patch -p0`, to the one that it names.
std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, bool color);

// The lines from `before` on, `removed` of them, became those from `after` on, `added` of them; counted from 0, in
// order.
struct LineChange {
  uint32_t before = 0, removed = 0, after = 0, added = 0;
};
std::vector<LineChange> changed_lines(std::string_view before, std::string_view after);

}  // namespace hammock::tool
