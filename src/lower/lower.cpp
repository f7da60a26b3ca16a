// SPDX-License-Identifier: Apache-2.0
// The table of kernels.
#include "hammock/lower/lower.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "call.h"
#include "hammock/prim/walk.h"

namespace hammock::lower {

// True: the call has what it gives. False: it is left alone.
using Rule = bool (*)(CallLowering&);

#define KERNEL(op, name, rule) bool rule(CallLowering&);
#include "kernels.def"
#undef KERNEL
bool slice_lengths(CallLowering&);

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

// Of an unknown dtype there are neither numbers nor casts nor quotients.
bool needs_dtype(const PrimStore& prims, const PrimNode& n) {
  switch (n.kind) {
    case PrimKind::int_imm:
    case PrimKind::float_imm:
    case PrimKind::floordiv:
    case PrimKind::floormod: return n.dtype.is_unknown();
    case PrimKind::cast: return n.dtype.is_unknown() || prims[n.lhs()].dtype.is_unknown();
    default: return false;
  }
}

// Not with expressions that need a dtype that is unknown, or are too deep to be read back.
bool is_computable(const tir::Kernel& kernel) {
  const PrimStore& prims = kernel.context->prims;
  std::unordered_map<Prim, int> depths;
  bool is_good = true;
  for (const tir::Stmt& s : kernel.stmts) {
    if (!s.value || !is_good) continue;
    operands_first(
        prims, s.value, [&](Prim e) { return depths.contains(e); },
        [&](Prim e, const std::vector<Prim>& operands) {
          const PrimNode n = prims[e];
          int depth = 0;
          for (Prim o : operands) depth = std::max(depth, depths.at(o));
          depths.emplace(e, depth + 1);
          is_good &= depth < kMaxDepth && !needs_dtype(prims, n);
        });
  }
  return is_good;
}

}  // namespace

bool has_kernel(Op op) { return op != Op::none && kRows[static_cast<size_t>(op)].rule; }

std::optional<LoweredCall> lower(const Function& fn, Value call, std::span<const Value> operands) {
  const Row& row = kRows[static_cast<size_t>(fn[call].op)];
  CallLowering c(fn, call, operands);
  if (!row.rule(c)) return std::nullopt;
  LoweredCall out = c.finish();
  if (!is_computable(*out.kernel)) return std::nullopt;
  out.name = c.name.empty() ? std::string(row.name) : c.name;
  return out;
}

LoweredCall slice_lengths(const Function& fn, Value call, std::span<const Value> operands) {
  CallLowering c(fn, call, operands);
  slice_lengths(c);
  LoweredCall out = c.finish();
  out.name = "shape_func";
  return out;
}

}  // namespace hammock::lower
