// SPDX-License-Identifier: Apache-2.0
// Text as HTML: escaped, scripts in colours, names as links.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hammock::tool {

// Where the page of a name lies, such as R.add, DeadCodeElimination or E0203; empty: it has none.
using Links = std::function<std::string(std::string_view name)>;

std::string escaped(std::string_view text);
// A paragraph: `code` between backquotes, names as links.
std::string prose_as_html(std::string_view text, const Links& links);
// A script of Python: what it is made of in spans whose classes the style sheet colours.
std::string script_as_html(std::string_view script, const Links& links);

}  // namespace hammock::tool
