// SPDX-License-Identifier: Apache-2.0
// AnnotateTIROpPattern: kernels say what kind of operator they are, as `op_pattern` (passes 7.1).
//
// What a kernel says already stands, but for a 0.
#include <memory>

#include "hammock/rewrite/attrs.h"
#include "hammock/tir/pattern.h"
#include "passes.h"

namespace hammock {

Changed annotate_tir_op_pattern(Module& module, const PassOptions&, PassContext& context) {
  Context& interned = module.context();
  count_kernels(module, context);
  Changed changed = Changed::no;
  for (GlobalFunction& f : module.functions) {
    const std::shared_ptr<const tir::Kernel>& kernel = f.kernel();
    if (!kernel || has_nonzero_attr(interned, kernel->attrs, "op_pattern")) continue;
    const int64_t pattern = static_cast<int64_t>(tir::pattern_of(*kernel));
    const Attr attrs = with_attr(interned, kernel->attrs, "op_pattern", interned.attrs.integer(pattern));
    if (attrs == kernel->attrs) continue;
    auto annotated = std::make_shared<tir::Kernel>(*kernel);
    annotated->attrs = attrs;
    f.body = PrimFunc{std::move(annotated)};
    changed = Changed::yes;
  }
  return changed;
}

}  // namespace hammock
