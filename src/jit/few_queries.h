// SPDX-License-Identifier: Apache-2.0
// Attention of few queries (runtime/few_queries.h), for compile_attention().
#pragma once

#include <memory>

#include "compiled_kernel.h"
#include "hammock/runtime/few_queries.h"

namespace hammock::jit {

std::unique_ptr<CompiledKernel> compile_few_queries(const Emission& emission, const FewQueriesPlan& plan,
                                                    const loop::Attention& attention);

// The buffers of a launch by what the kernel takes them for.
AttentionRun run_of(const loop::Attention& attention, const Launch& launch);

}  // namespace hammock::jit
