// SPDX-License-Identifier: Apache-2.0
// What the rules of kernels that are run share. Dims are numbers there.
#pragma once

#include "call.h"

namespace hammock::lower {

using Statements = std::vector<tir::StmtId>;

// Loops over all points of a shape, around statements. Around none at all stands one loop.
tir::StmtId loops(CallLowering& c, const Dims& shape, std::string_view prefix,
                  const std::function<Statements(const Index& at)>& body);

bool has_elements(const StageTensor& x);
inline int64_t extent(const StageTensor& x, size_t axis) { return x.dim(axis).constant().value_or(0); }

// A number of the run's own; float64 where it is a float, as the reference executor accumulates.
StageTensor scratch(CallLowering& c, std::string_view name, DType dtype, Dims shape = {});
inline DType accumulator(DType d) { return d.is_any_float() ? kFloat64 : d; }

// A primitive value that is known.
std::optional<double> real_of(CallLowering& c, size_t operand);

}  // namespace hammock::lower
