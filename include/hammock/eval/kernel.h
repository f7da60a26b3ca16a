// SPDX-License-Identifier: Apache-2.0
// The reference executor of kernels: statement by statement as TIR, section 5 says, with every access checked.
//
// What the specification leaves open is this: fresh memory holds the bytes 0xff, which are NaN in every float dtype, -1
// and True; loops of every kind run in order; T.assume is not looked at; a cast of NaN is 0 and False. Threads run one
// after the other (tir/threads.h). Of host functions there are those of C's math.h on floats (T.call_extern("float32",
// "expf", x)) and their LLVM intrinsics, nothing else.
#pragma once

#include <span>

#include "hammock/eval/eval.h"

namespace hammock {

// Runs a kernel of the module. Arguments: a tensor for a buffer, a number for a scalar; a pointer takes a tensor or
// null. Tensors are read and written in place. The value is what the kernel returns, or the empty tuple. Error (run):
// arguments that do not fit the parameters, an index outside of its buffer or memory, an assertion, a division by zero,
// a bound exceeded; with the statement's place. Error (unsupported): what cannot be run, by name. Error (memory).
Result<RuntimeValue> run_kernel(const Module& module, GlobalId kernel, std::span<const RuntimeValue> arguments,
                                const EvalOptions& options = {});

}  // namespace hammock
