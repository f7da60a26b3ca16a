// SPDX-License-Identifier: Apache-2.0
// A report as the data of its page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "hammock/tool/report.h"

namespace hammock::cli {

// Texts stand once, in `strings`, and are numbers elsewhere; a state has the lines that differ from those of the state
// that it was made of. src/cli/report/report.js is what reads it.
nlohmann::ordered_json to_json(const tool::Report& report);
// As it can stand in a <script> of a page.
std::string embedded(const nlohmann::ordered_json& data);

}  // namespace hammock::cli
