// SPDX-License-Identifier: Apache-2.0
// What recurses deeper than the stack of a thread allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace hammock {

// Calls it on a stack of that many bytes, with the stack's end, and waits. False: there is no memory for the stack.
bool run_on_stack(int64_t bytes, const std::function<void(const std::byte* end)>& body);

}  // namespace hammock
