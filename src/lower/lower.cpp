// SPDX-License-Identifier: Apache-2.0
// The table of kernels.
#include "hammock/lower/lower.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "call.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock::lower {

// True: the call has what it gives. False: it is left alone.
using Rule = bool (*)(CallLowering&);

#define KERNEL(op, name, rule) bool rule(CallLowering&);
#define RUN(op, name, rule, rounding) bool rule(CallLowering&);
#define DISPATCH(op, name, rule) bool rule(CallLowering&);
#define NO_KERNEL(op, why)
#include "kernels.def"
#undef KERNEL
#undef RUN
#undef DISPATCH
#undef NO_KERNEL
bool slice_lengths(CallLowering&);

namespace {

enum class Rounding : uint8_t { exact, widened };

struct Row {
  std::string_view name;
  Rule rule = nullptr;
  Rounding rounding = Rounding::exact;
};

struct Rows {
  std::array<std::array<Row, kOpCount>, 3> of;  // by use
  std::array<std::string_view, kOpCount> why_not;
};

constexpr Rows kRows = [] {
  Rows out{};
  const auto row = [&](Use use, Op op) -> Row& { return out.of[static_cast<size_t>(use)][static_cast<size_t>(op)]; };
#define KERNEL(op, name, rule) row(Use::text, Op::op) = {name, rule};
#define RUN(op, name, rule, rounding) row(Use::run, Op::op) = {name, rule, Rounding::rounding};
#define DISPATCH(op, name, rule) row(Use::dispatch, Op::op) = {name, rule};
#define NO_KERNEL(op, why) out.why_not[static_cast<size_t>(Op::op)] = why;
#include "kernels.def"
#undef KERNEL
#undef RUN
#undef DISPATCH
#undef NO_KERNEL
  return out;
}();

const Row& row(Op op, Use use) { return kRows.of[static_cast<size_t>(use)][static_cast<size_t>(op)]; }

// Of an unknown dtype, and of handles, there are neither numbers nor casts nor quotients; nothing is divided by the
// number 0.
bool is_refused(const PrimStore& prims, const PrimNode& n) {
  if (hammock::row(n.kind).group == PrimGroup::division) {
    const PrimNode by = prims[n.rhs()];
    if ((by.kind == PrimKind::int_imm && by.value == 0) || (by.kind == PrimKind::float_imm && by.real == 0))
      return true;
  }
  const auto has_numbers = [](DType dtype) { return dtype.code != DType::Code::handle; };
  switch (n.kind) {
    case PrimKind::int_imm:
    case PrimKind::float_imm:
    case PrimKind::floordiv:
    case PrimKind::floormod: return !has_numbers(n.dtype);
    case PrimKind::cast: return !has_numbers(n.dtype) || !has_numbers(prims[n.lhs()].dtype);
    default: return false;
  }
}

// Not with expressions that a reader refuses, or that are too deep to be read back, nor with dims below 0.
bool is_computable(const tir::Kernel& kernel) {
  const PrimStore& prims = kernel.context->prims;
  const auto is_negative = [&](Prim d) { return prims.constant(d).value_or(0) < 0; };
  for (const tir::Buffer& b : kernel.buffers) {
    if (std::ranges::any_of(b.shape, is_negative)) return false;
  }
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
          is_good &= depth < kMaxDepth && !is_refused(prims, n);
        });
  }
  return is_good;
}

}  // namespace

bool has_kernel(Op op, Use use) { return op != Op::none && row(op, use).rule; }

bool is_widened(Op op) { return row(op, Use::run).rounding == Rounding::widened; }

std::string_view why_no_kernel(Op op) { return kRows.why_not[static_cast<size_t>(op)]; }

std::optional<LoweredCall> lower(const Function& fn, Value call, std::span<const Value> operands, Use use) {
  const Row& found = row(fn[call].op, use);
  CallLowering c(fn, call, operands);
  try {
    if (!found.rule(c)) return std::nullopt;
  } catch (const NoKernel&) {
    return std::nullopt;
  }
  LoweredCall out = c.finish();
  if (!is_computable(*out.kernel)) return std::nullopt;
  out.name = c.name.empty() ? std::string(found.name) : c.name;
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
