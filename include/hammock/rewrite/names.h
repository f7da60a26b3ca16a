// SPDX-License-Identifier: Apache-2.0
// Names for new variables as the language's block builder hands them out: `lv`, `lv1`, `lv2` ... for each prefix.
//
// The supply does not know the names that are there already; the printer makes equal names different.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "hammock/ir/context.h"

namespace hammock {

class NameSupply {
 public:
  Name next(Context& context, std::string_view prefix) {
    uint32_t n = count_[std::string(prefix)]++;
    return context.name(n == 0 ? std::string(prefix) : std::string(prefix) + std::to_string(n));
  }
  // `lv` for bindings of dataflow blocks, `gv` for others.
  Name next_variable(Context& context, bool is_dataflow) { return next(context, is_dataflow ? "lv" : "gv"); }

 private:
  std::unordered_map<std::string, uint32_t> count_;
};

}  // namespace hammock
