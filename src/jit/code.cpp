// SPDX-License-Identifier: Apache-2.0
#include "compiled_kernel.h"

namespace hammock::jit {

Result<std::unique_ptr<CompiledKernel>> compile_code(const Emission& emission, const loop::Kernel& kernel) {
  return Error{Error::Kind::unsupported, "the JIT cannot compile statements", {}};
}

}  // namespace hammock::jit
