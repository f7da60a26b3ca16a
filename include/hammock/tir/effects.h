// SPDX-License-Identifier: Apache-2.0
// What a kernel does to its parameters, and what a statement does to the order of the others.
#pragma once

#include <optional>
#include <vector>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// For each parameter, whether the kernel may write through it: it stores to the buffer, to a view of it, or hands out
// its pointer other than for reading. These are the results of a kernel that is run by itself.
std::vector<bool> written_parameters(const Kernel& kernel);

// Neither a store but into memory that it allocates for itself, nor a call that does more than compute (TIR 0.2).
bool is_pure(const Kernel& kernel);

// Does it call nothing but what computes, and other kernels? What it stores to is another question.
bool only_computes(const Kernel& kernel);

// Where a statement goes instead of to the next one: behind the kernel, behind the innermost loop around it, or to that
// loop's next iteration.
enum class Jump : uint8_t { none, return_, break_, continue_ };
Jump jump_of(const Kernel& kernel, const Stmt& s);

// The view of a part of a buffer that an attribute statement declares (buffer_bind_scope); none if it is no such one,
// or does not say the part.
std::optional<MatchBuffer> bound_view(const Kernel& kernel, const Stmt& s);

// By how much a loop's variable grows from one iteration to the next, up to min + extent; from 1 to kMaxStep.
inline constexpr int64_t kMaxStep = INT64_C(1) << 31;
inline int64_t step_of(const Stmt& s) { return s.kind == StmtKind::loop && s.number != Id<int>::kNone ? s.number : 1; }

// Has it a buffer on a pointer that has a name? Where the text of the kernel is read, the pointer takes the buffer's
// name (TIR 8, 12): each reading and printing gives other names.
bool renames_pointers(const Kernel& kernel);

}  // namespace hammock::tir
