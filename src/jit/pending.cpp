// SPDX-License-Identifier: Apache-2.0
// Until attention.cpp is there.
#include "compiled_kernel.h"

namespace hammock::jit {
Result<std::unique_ptr<CompiledKernel>> compile_attention(const Emission&, const loop::Kernel&) {
  return Error{Error::Kind::unsupported, "the JIT cannot compile attention yet", {}};
}
}  // namespace hammock::jit
