// SPDX-License-Identifier: Apache-2.0
// What there is to say of an operator, from the tables of all layers.
#pragma once

#include <string>
#include <string_view>

#include "hammock/ir/op.h"

namespace hammock::tool {

struct OperatorFacts {
  std::string_view signature;  // as its row has it (op.h)
  bool is_inferred = false, has_reference = false;
  std::string compiled;  // what of the JIT computes it; "no", or why not; empty where nothing runs it
};
OperatorFacts facts_of(Op op);
// The same as a sentence. `is_run`: executors carry it out although nothing computes it.
std::string how_it_runs(Op op, bool is_run);

}  // namespace hammock::tool
