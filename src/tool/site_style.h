// SPDX-License-Identifier: Apache-2.0
// What every page of the site shares: its style sheet and the search.
#pragma once

#include <string_view>

namespace hammock::tool {

extern const std::string_view kSiteStyle, kSiteSearch;

}  // namespace hammock::tool
