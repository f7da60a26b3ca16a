// SPDX-License-Identifier: Apache-2.0
// The table of families, from the lower column of ops.def.
#include "family.h"

#include <algorithm>

#include "definition.h"
#include "hammock/lower/lower.h"
#include "kernel_call.h"

namespace hammock::loop {
namespace families {
const Family none, reshaped{.view = ViewForm::reshape}, broadcast{.view = ViewForm::broadcast},
    permuted{.view = ViewForm::permute}, sliced{.view = ViewForm::slice}, split{.view = ViewForm::slice};
const Family same, known;
}  // namespace families

namespace {

// Stored when it is met, with the other outputs of its call.
const Family kernel_call{.kind = FamilyKind::anchor, .absorbs = Absorbs::nothing, .reads = Reads::once};

}  // namespace

std::vector<bool> marked(const std::vector<int64_t>& axes, size_t rank) {
  std::vector<bool> out(rank);
  for (int64_t a : axes) out[from_front(a, rank)] = true;
  return out;
}

const Family* family(Op op) {
  static const Family* const table[] = {
#define SCALAR(rule, cost) pointwise
#define CALLS(function, cost) pointwise
#define OP(id, signature, traits, infer, eval, lower, ...) &families::lower,
#include "hammock/ir/ops.def"
#undef OP
#undef CALLS
#undef SCALAR
  };
  const Family* found = op == Op::none ? &families::none : table[static_cast<size_t>(op)];
  return found == &families::none ? nullptr : found;
}

const Family* family(const GraphItem& item) {
  if (item.definition) return item.definition->family();
  if (item.call) return &kernel_call;
  if (item.is_surrounding) return &families::surrounded;
  return item.op == Op::none && item.view != ViewForm::none ? &families::reshaped : family(item.op);
}

bool reads_in_place(const GraphItem& item, ItemId operand) {
  if (!item.definition) {
    const Family* f = item.view == ViewForm::none ? family(item.op) : nullptr;
    return f == &families::pointwise ||
           (f && f->is_along_axis && std::ranges::count(item.inputs, operand) == 1 && item.inputs[0] == operand);
  }
  if (item.definition->family()->kind != FamilyKind::element) return false;
  for (size_t i = 0; i < item.inputs.size(); ++i) {
    if (item.inputs[i] == operand && !item.definition->is_in_place[i]) return false;
  }
  return true;
}

Lowering lowering_of(Op op) {
  if (family(op)) return Lowering::family;
  if (calls_kernel(op)) return Lowering::called;
  return lower::has_kernel(op, lower::Use::run) ? Lowering::kernel : Lowering::none;
}

}  // namespace hammock::loop
