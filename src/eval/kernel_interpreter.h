// SPDX-License-Identifier: Apache-2.0
// Runs the code of kernels: the memories that their pointers name, the calls that are open, and the bounds on both.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/eval/eval.h"
#include "kernel_code.h"

namespace hammock::reference {

// R.call_tir and its kin.
bool calls_kernel(Op op);
// Can the kernel be translated? Those that it calls are appended to `functions`.
bool can_translate(const Module& module, GlobalId kernel, std::vector<GlobalId>& functions);
Tensor copied(const Tensor& tensor);  // the same where there is no memory
void fill_unwritten(const Tensor& tensor);

class Interpreter {
 public:
  Interpreter(const Module& module, const EvalOptions& options);

  // Tensors among the arguments are written in place. The value that the kernel returns, or the empty tuple.
  Result<RuntimeValue> run(GlobalId kernel, std::span<const RuntimeValue> arguments, Span call);
  // As `hammock run --entry=kernel` does: the arguments stay as they are; the buffers that the kernel may write are its
  // results, in the order of the parameters, and then what it returns.
  Result<RuntimeValue> run_entry(GlobalId kernel, std::span<const RuntimeValue> arguments);
  // Copies those that the kernel may write, so that nobody else sees it.
  std::optional<Error> keep_inputs(GlobalId kernel, std::span<RuntimeValue> arguments);
  Result<std::shared_ptr<const KernelCode>> code_of(GlobalId kernel);

  // ---- for the instructions ----

  const Module& module() const { return module_; }
  // The number of a memory, or none if there are too many.
  std::optional<uint32_t> add(Memory memory);
  void drop(uint32_t number);
  // Null: the pointer names none.
  Memory* memory(int64_t pointer) {
    const uint32_t number = Pointer::unpack(pointer).memory;
    return pointer != 0 && number < memories_.size() && memories_[number].keep ? &memories_[number] : nullptr;
  }
  bool has_steps(int64_t more) { return (steps_ += more) <= options_.max_kernel_steps; }
  // Whether so many times so many steps are left.
  bool may_take(int64_t times, int64_t steps) const {
    return static_cast<__int128>(times) * steps <= options_.max_kernel_steps - steps_;
  }
  std::string bound_on_steps() const;
  double noise() const { return options_.noise; }
  uint64_t noise_key() { return noise_key_ += 0x9e3779b97f4a7c15; }
  void set_error(Error error) { error_ = std::move(error); }

 private:
  using Failure = std::optional<Error>;
  struct Argument;

  Failure enter(std::shared_ptr<const KernelCode> code, std::span<const Argument> arguments, Register result,
                Span call);
  Failure bind(Frame& frame, const ParameterCode& parameter, const Argument& argument, Span call);
  Failure bind_tensor(Frame& frame, const ParameterCode& parameter, const Argument& argument, Span call);
  Result<Argument> argument_of(const RuntimeValue& value);
  Failure call(Frame& caller);
  Failure call_host(Frame& caller, const KernelCall& call, Register to, Span span);
  Result<RuntimeValue> operand_of_host(const Frame& caller, const KernelCall& call, size_t i);
  Result<RuntimeValue> tensor_of(const ArrayView& view);
  void leave();
  RuntimeValue result_of(const Frame& frame) const;

  const Module& module_;
  const EvalOptions& options_;
  std::unordered_map<uint32_t, std::shared_ptr<const KernelCode>> codes_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<Memory> memories_;
  std::vector<uint32_t> free_;
  std::unordered_map<const KernelCode*, int> open_;  // calls
  int64_t steps_ = 0, held_ = 0, held_by_recursion_ = 0;
  uint64_t noise_key_;
  Error error_;
};

}  // namespace hammock::reference
