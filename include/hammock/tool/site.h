// SPDX-License-Identifier: Apache-2.0
// The pages of explain.h as files of HTML: a page each, an index, a search box, nothing from elsewhere.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/tool/explain.h"

namespace hammock::tool {

struct SiteFile {
  std::string path, text;  // the path with `/`, from the site's folder
};
// `pages`: of the entries, in their order.
std::vector<SiteFile> make_site(std::span<const Entry> entries, std::span<const Page> pages);

}  // namespace hammock::tool
