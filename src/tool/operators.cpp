// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/operators.h"

#include "hammock/eval/eval.h"
#include "hammock/loop/program.h"
#include "hammock/lower/lower.h"

namespace hammock::tool {
namespace {

struct OpColumns {
  std::string_view signature, infer;
};

constexpr OpColumns kColumns[] = {
#define OP(id, signature, traits, infer, eval, lower, ...) {signature, #infer},
#include "hammock/ir/ops.def"
#undef OP
};

std::string how_compiled(Op op) {
  switch (loop::lowering_of(op)) {
    case loop::Lowering::family: return "family";
    case loop::Lowering::kernel: return "kernel";
    case loop::Lowering::called: return "called kernel";
    default: break;
  }
  const std::string why(lower::why_no_kernel(op));
  return !has_reference(op) ? "" : why.empty() ? "no" : "no: " + why;
}

}  // namespace

OperatorFacts facts_of(Op op) {
  const OpColumns& columns = kColumns[static_cast<size_t>(op)];
  return {columns.signature, columns.infer != "none", has_reference(op), how_compiled(op)};
}

}  // namespace hammock::tool
