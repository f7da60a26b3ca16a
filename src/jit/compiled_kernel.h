// SPDX-License-Identifier: Apache-2.0
// What becomes of a loop::LoweredKernel: some functions of LLVM IR, and an object that knows how to run them.
//
//   emit   compile_*(Emission&, kernel) adds functions to a module and returns the kernel, whose function pointers are
//          still null; many kernels are emitted at once on different threads, each with an LLVM context of its own.
//          Neither the Context nor the loop::LoweredKernel may be changed, nor anything interned. Where the code is
//          there already, which is given facts(), only the kernel is made, and the module is not touched.
//   link   when the module is code, link() asks for the addresses of the functions it emitted.
//   pack   once per weight: packings() names the buffers that the kernel wants in a layout of its own.
//   run    with the buffers of a step. Const and without state: equal kernels are one object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/loop/kernel.h"
#include "hammock/runtime/gemm.h"
#include "hammock/runtime/thread_pool.h"
#include "host.h"

namespace llvm {
class LLVMContext;
class Module;
class Function;
}  // namespace llvm

namespace hammock::jit {

// A module under construction, and the name that the next kernel has in it.
struct Emission {
  llvm::LLVMContext& llvm;
  llvm::Module& module;
  const Context& context;
  const Host& host;
  std::string name;                            // prefix of all symbols of the kernel; unique in the program
  std::optional<std::string_view> facts = {};  // of the kernel's code, if that is there already
  bool has_sizes = false;  // the code is for other sizes as well: all numbers that these may change are the IR's
};

// Address of a function emitted under this name. link() is called twice: first to collect the names (null is given),
// then with the addresses; it must ask for the same names in the same order.
using Symbols = std::function<void*(const std::string& name)>;

// Sets what every kernel function has: target, vector width, nounwind, external linkage.
// Pointer parameters of functions that C++ calls should get `noalias` where it holds.
void set_kernel_attributes(llvm::Function& function, const Host& host);
// Attributes of functions of a loop::Code; `plain`: nothing in them is to be optimised.
inline constexpr const char *kStatements = "hammock-statements", *kPlain = "hammock-plain";
// Of a function whose loops count by steps of their own: there is no strength to reduce.
inline constexpr const char* kCounted = "hammock-counted";
// Of a function whose inner loop has no registers for numbers that are not part of its instructions (module_form.h).
inline constexpr const char* kFixedNumbers = "hammock-fixed-numbers";

// Memory of one member of the pool during a run; grows to the largest size that a kernel of the program asks for.
class Scratch {
 public:
  // 64-byte aligned (2 MiB pages when large); contents undefined. The same block for every kernel.
  std::byte* member(int number) const { return blocks_[static_cast<size_t>(number)].get() + member_offset_; }
  // One block shared by all members (packed operands of the running kernel).
  std::byte* shared() const { return shared_.get() + shared_offset_; }
  // False: there is not as much memory.
  bool reserve(int members, int64_t member_bytes, int64_t shared_bytes);
  // In guarded memory (runtime/guard.h): what the next kernel asks for lies at the ends of the blocks, and is poisoned.
  void fit(int64_t member_bytes, int64_t shared_bytes);
  int64_t bytes() const;

 private:
  std::vector<std::shared_ptr<std::byte>> blocks_;
  std::shared_ptr<std::byte> shared_;
  int64_t member_bytes_ = 0, shared_bytes_ = 0, member_offset_ = 0, shared_offset_ = 0;
};

// A buffer that the kernel wants in its own layout if it is a weight.
struct Packing {
  uint32_t buffer = 0;
  int64_t bytes = 0;
};

struct Launch {
  void* const* buffers;            // one per kernel buffer: the address of the view
  const std::byte* const* packed;  // one per packings(), made by pack()
  ThreadPool& pool;
  Scratch& scratch;
  const loop::LoweredKernel& kernel;  // of the step: equal kernels share their code, not their names and places
  std::span<const MemoryAhead> following = {};  // by member: what later steps read first
};

class CompiledKernel {
 public:
  virtual ~CompiledKernel() = default;
  virtual void link(const Symbols& symbols) = 0;
  virtual int64_t member_scratch_bytes() const { return 0; }
  virtual int64_t shared_scratch_bytes() const { return 0; }
  virtual std::vector<Packing> packings() const { return {}; }
  // What only whoever wrote the code knows of it.
  virtual std::string facts() const { return {}; }
  // packings()[which]: from the weight's memory to `packed` (64-byte aligned, packings()[which].bytes).
  virtual void pack(size_t which, const void* weight, std::byte* packed, ThreadPool& pool) const {}
  // Packed weights that a member of so many reads first.
  virtual MemoryAhead first_read(const std::byte* const* packed, int member, int members) const { return {}; }
  // What went wrong, if something did: an index outside of its buffer, an assertion. The others cannot fail.
  virtual std::optional<Error> run(const Launch& launch) const = 0;
};

// Error: unsupported, naming what (a dtype, an intrinsic).
Result<std::unique_ptr<CompiledKernel>> compile_nest(const Emission& emission, const loop::LoweredKernel& kernel);
Result<std::unique_ptr<CompiledKernel>> compile_contraction(const Emission& emission,
                                                            const loop::LoweredKernel& kernel);
Result<std::unique_ptr<CompiledKernel>> compile_attention(const Emission& emission, const loop::LoweredKernel& kernel);
// Of a Code that the runtime has a routine for, which is no code; null: it has none.
std::unique_ptr<CompiledKernel> routine_kernel(const loop::LoweredKernel& kernel);
Result<std::unique_ptr<CompiledKernel>> compile_code(const Emission& emission, const loop::LoweredKernel& kernel);

}  // namespace hammock::jit
