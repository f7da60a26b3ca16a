// SPDX-License-Identifier: Apache-2.0
// The files of src/cli/report, and the library that lays out graphs, as the build embeds them.
#pragma once

#include <span>
#include <string_view>

namespace hammock::cli {

struct PageFile {
  std::string_view name, text;
};
// With dagre.min.js, if the build found it.
std::span<const PageFile> page_files();

}  // namespace hammock::cli
