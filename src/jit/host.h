// SPDX-License-Identifier: Apache-2.0
// The machine that kernels are made for: what the emitters need to know of it, as plain numbers. It need not be the one
// that they are made on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/base/result.h"
#include "hammock/runtime/gemm.h"

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
  bool has_lane_operands = false;  // a multiply-add takes one lane of a register for all lanes
  bool has_vnni = false;
  bool has_short_products = false;          // two products of 16-bit integers and their sum are one instruction
  bool has_fast_bf16 = false;               // AVX512-BF16 multiplies more of them in a cycle than numbers of float32
  uint32_t tile_products = 0;               // TileProducts
  bool has_soft_tiles = false;              // those, in memory: what tests compute with where there are no tiles
  CacheSizes caches{32 << 10, 1 << 20, 0};  // of this machine; what is usual, of another

  int lanes(DType dtype) const { return vector_bytes / static_cast<int>(dtype.bytes()); }
  // For sums of products of this type. Where a product and its addition are two instructions, what is between them
  // takes some.
  VectorRegisters registers(Packed type) const;
  std::string feature_string() const;  // "+avx,+avx2,..."

  // This machine.
  static const Host& native();
  // "native", or a processor of x86-64 or AArch64 by the name that LLVM has for it: "x86-64" (SSE2), "x86-64-v3"
  // (AVX2), "x86-64-v4" (AVX-512), "znver4", "neoverse-n1". Error (usage): there is none.
  static Result<Host> find(const std::string& cpu);
  static Host named(const std::string& cpu);  // one that there is
  // All of those names.
  static std::vector<std::string> names();

  // What its kernels may use and this machine does not have, in LLVM's words; empty: they run here.
  std::vector<std::string> missing_here() const;
  // Of hammock/runtime/machine.h, what it has.
  uint32_t own_instructions() const;
};

// LLVM's code generator for the machine. Who asks first, starts LLVM.
const llvm::Target& target_of(const Host& host);

}  // namespace hammock::jit
