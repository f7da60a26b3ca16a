// SPDX-License-Identifier: Apache-2.0
// Why a part of a kernel cannot be run on a CPU. An executor finds out for itself that it cannot; the words are here,
// so that all say the same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// As many integers as the buffer has dims, the last of which may be a vector.
bool can_access(const Kernel& kernel, BufferId buffer, std::span<const Prim> indices);

// "kernel 'f': "
std::string of_kernel(const Kernel& kernel);

// Of an expression that cannot be computed, whose operands can: "a load of handle cannot be computed".
std::string refusal_of(const Kernel& kernel, Prim e);

// Of a statement whose expressions can be computed.
std::string refusal_of(const Kernel& kernel, const Stmt& s);

// Of a kernel that is run by itself; none: it can be.
std::optional<std::string> refusal_of_entry(const Kernel& kernel);

// Why a call fails in its end: the pointer that the kernel returns would name nothing.
inline constexpr std::string_view kOwnMemory = "it returns a pointer to memory of its own";

}  // namespace hammock::tir
