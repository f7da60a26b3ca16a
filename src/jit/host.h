// SPDX-License-Identifier: Apache-2.0
// The machine that kernels are made for: what the emitters need to know of it, as plain numbers.
#pragma once

#include <string>
#include <vector>

#include "hammock/base/dtype.h"

namespace llvm {
class Target;
}

namespace hammock::jit {

struct Host {
  std::string triple;
  std::string cpu;                    // as LLVM names it: "znver5"
  std::vector<std::string> features;  // "+avx512f", "-sse4a", ...
  int vector_bytes = 16;              // of the widest register: 16, 32, 64
  int vector_registers = 16;
  bool has_masks = false;  // AVX-512 F, BW, VL, DQ: every lane operation can be masked
  bool has_fma = false;
  bool has_vnni = false;
  bool has_bf16 = false;

  int lanes(DType dtype) const { return vector_bytes / static_cast<int>(dtype.bytes()); }
  std::string feature_string() const;  // "+avx,+avx2,..."

  // This machine.
  static const Host& native();
  // Another x86-64, to test what it would run: "x86-64" (SSE2), "x86-64-v3" (AVX2), "x86-64-v4" (AVX-512).
  static Host named(const std::string& cpu);
};

// LLVM's code generator for the machine. Who asks first, starts LLVM.
const llvm::Target& target_of(const Host& host);

}  // namespace hammock::jit
