// SPDX-License-Identifier: Apache-2.0
// The table of kernels.
#include "hammock/lower/lower.h"

#include <array>
#include <unordered_set>
#include <vector>

#include "call.h"

namespace hammock::lower {

// True: the call has what it gives. False: it is left alone.
using Rule = bool (*)(Call&);

#define KERNEL(op, name, rule) bool rule(Call&);
#include "kernels.def"
#undef KERNEL
bool slice_lengths(Call&);

namespace {

struct Row {
  std::string_view name;
  Rule rule = nullptr;
};

constexpr std::array<Row, kOpCount> kRows = [] {
  std::array<Row, kOpCount> out{};
#define KERNEL(op, name, rule) out[static_cast<size_t>(Op::op)] = {name, rule};
#include "kernels.def"
#undef KERNEL
  return out;
}();

}  // namespace

namespace {

// Operands of unknown dtype beside others cannot be computed with.
bool is_typed(const tir::Kernel& kernel) {
  const PrimStore& prims = kernel.context->prims;
  std::vector<Prim> open;
  for (const tir::Stmt& s : kernel.stmts) {
    if (s.value) open.push_back(s.value);
  }
  std::unordered_set<Prim> seen;
  while (!open.empty()) {
    const Prim e = open.back();
    open.pop_back();
    if (!seen.insert(e).second) continue;
    const PrimNode n = prims[e];
    if (n.kind == PrimKind::cast && (n.dtype.is_unknown() || prims[n.lhs()].dtype.is_unknown())) return false;
    prims.operands(e, open);
  }
  return true;
}

}  // namespace

bool has_kernel(Op op) { return op != Op::none && kRows[static_cast<size_t>(op)].rule; }

std::optional<KernelCall> lower(const Function& fn, Value call, std::span<const Value> operands) {
  const Row& row = kRows[static_cast<size_t>(fn[call].op)];
  Call c(fn, call, operands);
  if (!row.rule(c)) return std::nullopt;
  KernelCall out = c.finish();
  if (!is_typed(*out.kernel)) return std::nullopt;
  out.name = c.name.empty() ? std::string(row.name) : c.name;
  return out;
}

KernelCall slice_lengths(const Function& fn, Value call, std::span<const Value> operands) {
  Call c(fn, call, operands);
  slice_lengths(c);
  KernelCall out = c.finish();
  out.name = "shape_func";
  return out;
}

}  // namespace hammock::lower
