// SPDX-License-Identifier: Apache-2.0
// Why a part of a kernel cannot be run on a CPU. An executor finds out for itself that it cannot; the words are here,
// so that all say the same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hammock/prim/intrinsics.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Numbers that memory may hold.
bool is_element(DType dtype);

// As many integers as the buffer has dims, the last of which may be a vector, of what memory may hold.
bool can_access(const Kernel& kernel, BufferId buffer, std::span<const Prim> indices);

// Is the intrinsic defined on so many operands of their dtypes? Where only an executor knows (which functions there are
// of integers), it is not asked.
bool can_call(const PrimStore& prims, const IntrinsicRow& row, Prim call);

// "kernel 'f': "
std::string of_kernel(const Kernel& kernel);

// Of an expression that cannot be computed, whose operands can: "a load of handle cannot be computed".
std::string refusal_of(const Kernel& kernel, Prim e);

// Of a statement whose expressions can be computed.
std::string refusal_of(const Kernel& kernel, const Stmt& s);

// Of a kernel that is run by itself; none: it can be.
std::optional<std::string> refusal_of_entry(const Kernel& kernel);

// The bounds on calls of kernels by kernels that are open at a time: how many, and the bytes of the buffers that calls
// of kernels hold which are open already; the words for a call beyond them.
inline constexpr int64_t kMostOpenCalls = 10000, kMostHeldByRecursion = int64_t{1} << 30;
std::string too_many_calls(std::string_view kernel, int64_t open);
std::string recursion_holds_too_much(std::string_view kernel);

// Does some way through the kernel not end with a return? It need not be one that is ever taken.
bool may_end_without_return(const Kernel& kernel);

// Of a kernel that did, and whose value is asked for.
inline std::string ended_without_value(const Kernel& kernel) { return of_kernel(kernel) + "it ends without a value"; }

// Why a call fails in its end: the pointer that the kernel returns would name nothing.
inline constexpr std::string_view kOwnMemory = "it returns a pointer to memory of its own";

}  // namespace hammock::tir
