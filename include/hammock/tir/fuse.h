// SPDX-License-Identifier: Apache-2.0
// Kernels one after the other as one kernel, in which what they hand on is allocated (legalize 8.3).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/prim/symbols.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

class FusedKernel {
 public:
  explicit FusedKernel(std::shared_ptr<Context> context);

  // A tensor that is handed in.
  BufferId add_input(Name name, DType dtype, std::span<const Prim> shape);

  // Results are a shape each; where one takes the place of an input, its number, else -1.
  struct Call {
    const Kernel& kernel;
    std::vector<BufferId> inputs;
    std::vector<std::vector<Prim>> results;
    std::vector<int64_t> in_place;
    std::vector<Prim> scalars;
  };
  // The results of the kernel, run behind those before it; none, and a reason, if it cannot be a part of another.
  std::vector<BufferId> add(const Call& call, std::string& why_not);

  // What it has made so far, with these results and symbols as parameters behind the inputs. Once.
  std::shared_ptr<Kernel> finish(std::span<const BufferId> results, std::span<const Prim> symbols);

 private:
  class Addition;

  BufferId add_buffer(Buffer buffer, const Variable& data);
  void allocate(BufferId b);
  Name intermediate_name(Name of);
  void name_blocks();

  std::shared_ptr<Context> context_;
  std::shared_ptr<Kernel> kernel_;
  std::vector<BufferId> inputs_, allocations_;
  std::unordered_set<BufferId> is_untouched_;  // inputs that no kernel got so far
  std::vector<StmtId> body_;
  std::unordered_set<Name> names_;  // of allocations
  std::unordered_map<Name, std::pair<Name, uint32_t>>
      stems_;  // what the next number of a name comes behind, the last one
};

}  // namespace hammock::tir
