// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/operators.h"

#include <fmt/format.h>

#include <algorithm>

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

struct LoweringWords {
  loop::Lowering lowering;
  std::string_view name, what_the_jit_does;
};
constexpr LoweringWords kLowerings[] = {
    {loop::Lowering::family, "family", "compiles it and fuses it with its neighbours"},
    {loop::Lowering::kernel, "kernel", "compiles a kernel for the shapes of the call"},
    {loop::Lowering::called, "called kernel", "calls a kernel of its own"},
};

const LoweringWords* lowering_words(Op op) {
  const auto* row = std::ranges::find(kLowerings, loop::lowering_of(op), &LoweringWords::lowering);
  return row == std::end(kLowerings) ? nullptr : row;
}

std::string how_compiled(Op op) {
  if (const LoweringWords* words = lowering_words(op)) return std::string(words->name);
  const std::string why(lower::why_no_kernel(op));
  return !has_reference(op) ? "" : why.empty() ? "no" : "no: " + why;
}

}  // namespace

OperatorFacts facts_of(Op op) {
  const OpColumns& columns = kColumns[static_cast<size_t>(op)];
  return {columns.signature, columns.infer != "none", has_reference(op), how_compiled(op)};
}

std::string how_it_runs(Op op, bool is_run) {
  if (const LoweringWords* words = lowering_words(op))
    return fmt::format("The JIT {}; eval, the reference, judges it.", words->what_the_jit_does);
  const std::string why(lower::why_no_kernel(op));
  if (has_reference(op))
    return fmt::format("The reference executor computes it, also for the JIT{}.", why.empty() ? "" : ": " + why);
  return is_run ? "Both executors carry it out as a part of the function." : "No executor computes it.";
}

}  // namespace hammock::tool
