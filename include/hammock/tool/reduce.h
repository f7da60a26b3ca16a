// SPDX-License-Identifier: Apache-2.0
// A script that shows a failure, made as small as it can be while it shows it.
//
// A table of reducers, coarse ones first, each with a list of edits of a script. The first edit in the order of the
// list whose result still fails is kept, and the list is made anew; when none of the table helps, that is all. An edit
// gives a text, so that who judges it reads what a person would read. The result depends on what fails alone, not on
// how many candidates are tried at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/tool/script.h"

namespace hammock::tool {

// Gives the next candidate; none: that was the last.
using NextCandidate = std::function<std::optional<std::string>()>;
// The number, from 0, of the first candidate that still fails; none if no candidate does. It may ask for a few more
// than it tells about.
using FindFirst = std::function<std::optional<size_t>(const NextCandidate& next)>;

// A binding that has to do with the failure: what is around it is tried first.
struct ReduceHint {
  std::string function, binding;
};

struct ReduceProgress {
  std::string_view reducer;
  size_t bindings = 0, bytes = 0, tried = 0, kept = 0;
};

struct ReduceOptions {
  std::vector<ReduceHint> hints;
  std::function<void(const ReduceProgress&)> progress;  // a candidate was made or kept; may be empty
  std::function<bool()> is_interrupted;                 // may be empty
};

struct Reduced {
  std::string text;  // none of the candidates fails, not even the text as it prints: the text as it was
  bool fails = false;
  size_t bindings = 0, tried = 0, kept = 0;
};

// `name`: what messages call it. The text need not be valid: then it is cut line by line.
Reduced reduce(const std::string& name, const std::string& text, const FindFirst& find_first,
               const ReduceOptions& options);

// Of all functions.
size_t count_bindings(const Definitions& definitions);

}  // namespace hammock::tool
