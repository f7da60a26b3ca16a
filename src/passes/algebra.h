// SPDX-License-Identifier: Apache-2.0
// What the passes that rewrite by rules share.
#pragma once

#include <vector>

#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/rule.h"
#include "passes.h"

namespace hammock {

// Applies rules to a fixed point as the language's rewrite_call does: between rounds names are collapsed, equal values
// merged and unused ones dropped. Replacements and refusals become decisions of the pass, each refusal once.
Changed rewrite_by_rules(Module& module, Function& fn, PassContext& context, std::span<const Rule> rules);

// A pass that is a list of rules: `make` is asked for each function.
template <class Make>
Changed rule_pass(Module& module, PassContext& context, Make&& make) {
  return for_each_function(module, context, [&](Function& fn) {
    std::vector<Rule> rules = make(fn);
    return rewrite_by_rules(module, fn, context, rules);
  });
}

// Values that depend on weights only (passes 15): parameters behind the first `num_input` of the function's attribute,
// constants, and bindings whose operands and symbolic dims are such. None but constants where there is no attribute.
// New nodes are looked at when they are asked for.
class CompileTime {
 public:
  explicit CompileTime(const Function& fn);
  bool operator()(Value v);

 private:
  enum class State : uint8_t { unknown, open, no, yes };
  State& state(Value v);
  bool knows_symbols(Value v) const;

  const Function& fn_;
  std::vector<State> states_;  // by value
  SymbolSet symbols_;          // that weights define
};

// The permutation of an R.permute_dims, axes counted from 0; none if the rank is not known.
std::optional<std::vector<int64_t>> permutation(const Function& fn, Value permute_dims);
// Is it the swap of the last two axes and nothing else?
bool is_transpose(std::span<const int64_t> permutation);
// -1: not known.
int rank_of(const Function& fn, Value v);
// Through names of names to the definition.
Value definition(const Function& fn, Value v);

}  // namespace hammock
