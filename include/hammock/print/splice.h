// SPDX-License-Identifier: Apache-2.0
// Canonical text in place: what `hammock fmt -i` and other commands that edit files write.
//
// A text that is nothing but one definition, with `metadata = ...` and comments, becomes the canonical text as a whole. In
// any other (Python around the definition, several definitions, a golden test) only the lines of the definitions change, and
// `metadata = ...`; all other bytes stay, and so do the definition's indentation, its kind of line ends, and the names of
// classes and functions, which the Python around may use.
#pragma once

#include <span>
#include <string>

#include "hammock/base/result.h"
#include "hammock/base/source.h"
#include "hammock/print/print.h"

namespace hammock {

struct Spliced {
  std::string text;
  bool uses[3] = {};  // the prefixes I, T, R in what was written between other lines
};

// `modules`: those read from the source, in order, changed or not. An error where two of them share `metadata = ...`, which has room
// for the constants of one.
Result<Spliced> splice(const Source& source, std::span<const Module> modules, bool has_python, const PrintOptions& options = {});

}  // namespace hammock
