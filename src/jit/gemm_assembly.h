// SPDX-License-Identifier: Apache-2.0
// The inner loop of matrix products (gemm_step.h) as assembly of x86, for what most products take: LLVM needs a tenth
// of the time to assemble it that it needs to find the same instructions.
#pragma once

#include <optional>
#include <string>

#include "gemm_step.h"

namespace hammock::jit {

// The whole function, in AT&T's words, for System V's calls; none: the loop has instructions or needs registers that
// are not known here.
std::optional<std::string> gemm_assembly(const Host& host, const GemmLoop& loop);

}  // namespace hammock::jit
