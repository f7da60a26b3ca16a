// SPDX-License-Identifier: Apache-2.0
// ToNonDataflow: every dataflow block becomes an ordinary one, its local variables ordinary variables of the same name.
#include "hammock/rewrite/order.h"
#include "passes.h"

namespace hammock {

Changed to_non_dataflow(Module& module, const PassOptions&, PassContext& context) {
  return for_each_function(module, context, [](Function& fn) {
    Changed changed = Changed::no;
    for (Region& region : fn.regions) {
      for (Block& block : region.blocks) {
        if (!block.is_dataflow) continue;
        changed = Changed::yes;
        block.is_dataflow = false;
        for (Value v : block.bindings) fn[v].is_output = false;
      }
    }
    if (changed == Changed::yes) tidy_blocks(fn);
    return changed;
  });
}

}  // namespace hammock
