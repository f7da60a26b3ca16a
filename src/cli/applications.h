// SPDX-License-Identifier: Apache-2.0
// The changes of a run as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "hammock/base/source.h"
#include "hammock/rewrite/applications.h"

namespace hammock::cli {

// "CombineParallelMatmul at main:lv3 (model.py:12:9)"
std::string describe(const Application& application, const Source& source);
// number, pass, rule, function, binding, line, column; what does not apply is null.
nlohmann::ordered_json to_json(const Application& application, const Source& source);
// A line for each.
std::string list_applications(std::span<const Application> applications, const Source& source, bool as_json);

}  // namespace hammock::cli
