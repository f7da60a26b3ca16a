// SPDX-License-Identifier: Apache-2.0
// Attention of one query (runtime/single_query.h), for compile_attention().
#pragma once

#include <memory>

#include "compiled_kernel.h"
#include "hammock/runtime/single_query.h"

namespace hammock::jit {

std::unique_ptr<CompiledKernel> compile_single_query(const Emission& emission, const SingleQueryPlan& plan,
                                                     const loop::Attention& attention);

// The buffers of a launch by what the kernel takes them for.
AttentionRun run_of(const loop::Attention& attention, const Launch& launch);

}  // namespace hammock::jit
