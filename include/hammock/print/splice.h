// SPDX-License-Identifier: Apache-2.0
// Canonical text in place: what `hammock fmt -i` and other commands that edit files write.
//
// A text that is nothing but one definition, with `metadata = ...` and comments, becomes the canonical text as a whole,
// in its own kind of line ends. In any other (Python around the definition, several definitions, a golden test) only
// the lines of the definitions change, and `metadata = ...`; all other bytes stay, and so do the definition's
// indentation, its kind of line ends, and the names of classes and functions, which the Python around may use.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/print/print.h"

namespace hammock {

struct Edit {
  Span span;         // empty: between two characters
  std::string text;  // what stands there instead
};
// The text after all edits, in any order; one that begins inside another is left out.
std::string with_edits(std::string_view text, std::vector<Edit> edits);

struct DefinitionEdits {
  std::vector<Edit> edits;
  bool uses[kImports] = {};  // what the text needs that is written between other lines
};

// `modules` were read from the source, changed or not. Each is printed where it stands, and a `metadata = ...` that it
// needs in place of the one that it was read with, or directly before it. `prefixes`: of each module, or none.
DefinitionEdits edit_definitions(const Source& source, std::span<const Module* const> modules,
                                 std::span<const Prefixes> prefixes, const PrintOptions& options = {});

// All modules of the source; the canonical text as a whole where there is nothing else.
DefinitionEdits splice(const Source& source, std::span<const Module> modules, std::span<const Prefixes> prefixes,
                       bool has_python, const PrintOptions& options = {});

}  // namespace hammock
