// SPDX-License-Identifier: Apache-2.0
// What changed between two modules: functions and bindings matched by what they compute, not by name or place.
//
// The order of bindings within a block is no difference, but for that of bindings with effects.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/module.h"

namespace hammock::tool {

enum class Change : uint8_t { added, removed, replaced, changed, moved, renamed };
std::string_view name(Change change);

struct DiffItem {
  std::string name;
  Span span;
  std::string text;  // of a binding: as it prints in a module
};

// Of a group that is replaced every binding is listed, with the first one first.
struct DiffEntry {
  Change change;
  std::string what;  // changed, moved: what of it
  std::vector<DiffItem> before, after;
};

struct FunctionDiff {
  std::optional<DiffItem> before, after;  // none: the function is added, or removed
  bool is_kernel = false;
  std::vector<DiffEntry> entries;
  size_t followers = 0;   // bindings with other struct info only because their operands have
  size_t renumbered = 0;  // bindings with other names, before and after such as lv3
  std::string text;       // of a kernel that changed: a unified diff
  bool is_equal() const {
    return before && after && entries.empty() && followers == 0 && renumbered == 0 && text.empty();
  }
};

struct ModuleDiff {
  std::vector<std::string> own;         // what changed of the module itself
  std::vector<FunctionDiff> functions;  // those that are not equal: in the order of the first, then of the second
  bool is_equal() const { return own.empty() && functions.empty(); }
};

// Of two modules of one context.
ModuleDiff diff(const Module& a, const Module& b);
// For each function of `a` the one of `b` that is the same, perhaps under another name or changed; none: it is gone.
std::vector<GlobalId> same_functions(const Module& a, const Module& b);

struct DiffSources {
  const Source& before;
  const Source& after;
};
// Lines for a terminal; empty where they are equal.
std::string to_text(const ModuleDiff& diff, const DiffSources& sources, bool color);

}  // namespace hammock::tool
