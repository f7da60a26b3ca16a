// SPDX-License-Identifier: Apache-2.0
// Named patterns for FuseOpsByPattern: what a back end, or the JIT, wants to have as one function.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hammock/rewrite/match.h"

namespace hammock {

// A match that is about to become a function, for the check and the attributes of a pattern.
struct FusionMatch {
  Function& fn;  // what a check makes stands in no block and is forgotten
  const Module& module;
  const Match& match;
  const Places& places;
  const UseTable& uses;
  Value root;
  std::span<const Value> bindings;  // that will go into the function, in order
};

struct FusionPattern {
  std::string name;  // `dnnl.conv2d_relu`: the attribute Composite; what stands before the first dot is the back end
  std::shared_ptr<const Patterns> patterns;
  PatternId root;
  std::vector<std::pair<std::string, PatternId>> annotations;  // parts of the pattern by name
  std::function<bool(const FusionMatch&)> check;               // may veto; none: everything is fine
  std::function<std::vector<std::pair<Name, Attr>>(const FusionMatch&)>
      attrs;       // more attributes for the function; none: no more
  Span span = {};  // its place in the text that it comes from
};

}  // namespace hammock
