// SPDX-License-Identifier: Apache-2.0
// What of a function the JIT may compute between the steps of the host program.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/eval/eval.h"
#include "hammock/prim/symbols.h"

namespace hammock::exec {

// The segments of a function: runs of neighbours in a block that are calls of operators with a lowering, with the
// fields, tuples and other names of what these give between them. One linear walk. Calls without a lowering that cannot
// fail and that nobody needs stand in segments, too: they are computed by nobody.
class Segments {
 public:
  using Segment = Accelerator::Segment;

  // `next` numbers the segments of all functions. `has_glue`: names, tuples and fields may stand in them.
  Segments(const Function& fn, uint32_t& next, bool has_glue);

  const Segment* starting_at(Value binding) const {
    auto found = by_first_.find(binding.index);
    return found == by_first_.end() ? nullptr : found->second.get();
  }
  bool is_skipped(Value binding) const { return skipped_.contains(binding.index); }
  // It cannot be compiled because of what stands at `place`: from now on, that call is in no segment. If there is none,
  // each of its calls begins a segment, so that the next refusal tells.
  void refuse(const Segment& segment, Span place);

 private:
  void find_skipped();
  void find();
  bool is_candidate(Value v) const;
  bool is_glue(Value v, const std::unordered_set<uint32_t>& inside) const;
  void close(std::vector<Value>& bindings);
  void find_values();
  template <class F>
  void for_each_use(Value operand, F&& f) const;
  void add_symbols(SymbolSet& symbols, Value operand) const;

  const Function& fn_;
  uint32_t& next_;
  const bool has_glue_;
  std::vector<bool> is_bound_;  // parameters and bindings
  std::unordered_map<uint32_t, std::unique_ptr<Segment>> by_first_;
  std::unordered_set<uint32_t> skipped_;          // their names among them
  std::unordered_set<uint32_t> refused_, alone_;  // calls: eval's; those that begin a segment
  std::unordered_map<Op, int> refusals_;          // of an operator: too many, and none of its calls is tried
};

}  // namespace hammock::exec
