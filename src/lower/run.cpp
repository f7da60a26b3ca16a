// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>

namespace hammock::lower {

tir::StmtId loops(CallLowering& c, const Dims& shape, std::string_view prefix,
                  const std::function<Statements(const Index& at)>& body) {
  Index at;
  const std::function<Statements(size_t)> from = [&](size_t d) {
    if (d == shape.size()) return body(at);
    return Statements{c.stages.loop(std::string(prefix) + std::to_string(d), {c.context(), shape[d]},
                                    tir::ForKind::serial, [&](PrimExpr e) {
                                      at.push_back(e);
                                      Statements made = from(d + 1);
                                      at.pop_back();
                                      return made;
                                    })};
  };
  if (!shape.empty()) return from(0)[0];
  return c.stages.loop(prefix, c.integer(1), tir::ForKind::serial, [&](PrimExpr) { return from(0); });
}

bool has_elements(const StageTensor& x) {
  return std::ranges::none_of(x.shape, [&](Prim d) { return x.context->prims.is_constant(d, 0); });
}

StageTensor scratch(CallLowering& c, std::string_view name, DType dtype, Dims shape) {
  if (shape.empty()) shape.push_back(c.integer(1).prim());
  return c.stages.external_output(name, name, std::move(shape), dtype);
}

std::optional<double> real_of(CallLowering& c, size_t operand) {
  const PrimExpr e = c.value(operand);
  const PrimNode n = c.context().prims[e.prim()];
  if (n.kind == PrimKind::float_imm) return n.real;
  const auto value = e.constant();
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

}  // namespace hammock::lower
