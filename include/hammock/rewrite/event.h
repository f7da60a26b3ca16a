// SPDX-License-Identifier: Apache-2.0
// What a rewriter did, or left alone, and why: one record for each decision, numbered in the order of the decisions.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hammock/base/source.h"
#include "hammock/ir/context.h"

namespace hammock {

struct RewriteEvent {
  uint32_t number = 0;    // counts from 1 within the run of a pass
  bool applied = false;   // else the candidate was left alone
  std::string_view rule;  // the pass or rule
  Value at;               // the binding where it happens
  Span span;              // its place in the script
  std::string reason;
};
using EventSink = std::function<void(const RewriteEvent&)>;

}  // namespace hammock
