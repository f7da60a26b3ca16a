// SPDX-License-Identifier: Apache-2.0
// What is known of the code of a kernel of statements, as bytes (CompiledKernel::facts).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "code_emitter.h"

namespace hammock::jit {

// But for the name of the entry, and for the places of sites, which kernels that call none have not.
std::string to_bytes(const CodeFunctions& functions);
// None: these are no such bytes.
std::optional<CodeFunctions> code_functions(std::string_view bytes);

}  // namespace hammock::jit
