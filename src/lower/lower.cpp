// SPDX-License-Identifier: Apache-2.0
// The table of kernels.
#include "hammock/lower/lower.h"

#include <array>

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

bool has_kernel(Op op) { return op != Op::none && kRows[static_cast<size_t>(op)].rule; }

std::optional<KernelCall> lower(const Function& fn, Value call, std::span<const Value> operands) {
  const Row& row = kRows[static_cast<size_t>(fn[call].op)];
  Call c(fn, call, operands);
  if (!row.rule(c)) return std::nullopt;
  KernelCall out = c.finish();
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
