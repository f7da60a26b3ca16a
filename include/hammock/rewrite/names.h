// SPDX-License-Identifier: Apache-2.0
// Names for new variables as the language's block builder hands them out: `lv`, `lv1`, `lv2` ... for each prefix.
//
// The supply does not know the names that are there already; the printer makes equal names different.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

class NameSupply {
 public:
  Name next(Context& context, std::string_view prefix) {
    auto found = std::find_if(count_.begin(), count_.end(), [&](const auto& c) { return c.first == prefix; });
    if (found == count_.end()) found = count_.insert(found, {std::string(prefix), 0});
    uint32_t n = found->second++;
    text_ = prefix;
    if (n > 0) text_ += std::to_string(n);
    return context.name(text_);
  }
  // `lv` for bindings of dataflow blocks, `gv` for others.
  Name next_variable(Context& context, bool is_dataflow) { return next(context, is_dataflow ? "lv" : "gv"); }

 private:
  std::vector<std::pair<std::string, uint32_t>> count_;  // prefixes are few
  std::string text_;
};

}  // namespace hammock
