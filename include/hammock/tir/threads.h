// SPDX-License-Identifier: Apache-2.0
// A kernel for threads as one that computes the same without them (TIR 5.7).
#pragma once

#include <memory>
#include <string_view>

#include "hammock/base/result.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

// The keys of the attributes that bind a variable to a thread.
inline bool is_thread_key(std::string_view key) { return key == "thread_extent" || key == "virtual_thread"; }

// Loops over threads become serial ones; a kernel that has none comes out as it is. Error (unsupported): the threads
// wait for each other where they cannot be made to, with the place.
Result<std::shared_ptr<const Kernel>> without_threads(const std::shared_ptr<const Kernel>& kernel);

}  // namespace hammock::tir
