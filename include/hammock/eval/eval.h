// SPDX-License-Identifier: Apache-2.0
// The reference executor: slow, obvious, operator by operator; the judge of everything that is faster.
//
// Numbers are computed as operators 1.10 says: in the operand's element type, rounded once per elementary operation;
// sums of float32 products are accumulated in float64 here, so that the reference is the more exact side. Where the
// operators' specification collects deviations (section 4) the choice recommended there is taken.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/prim/evaluate.h"
#include "hammock/runtime/host_functions.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

// Computes runs of operators and kernels in the place of eval's own rules (the layer exec). eval stays the host
// program: calls, branches, closures, tuples, checks of what is declared.
class Accelerator {
 public:
  // Neighbours in one block. `inputs` are read from outside, `symbols` are mentioned, `outputs` are read outside.
  struct Segment {
    uint32_t number = 0;  // no two have the same
    std::vector<Value> bindings, inputs, outputs;
    std::vector<Prim> symbols;
  };
  virtual ~Accelerator() = default;

  // A run begins. Where tensors change, names and tuples of a value name the same tensors, so that a segment holds
  // calls of operators only.
  virtual void begin(bool tensors_change) = 0;

  // The segment that begins with this binding; null: eval computes the binding. It holds until the next `run`.
  virtual const Segment* segment_at(const Function& fn, Value binding) = 0;
  // The outputs, in order, for inputs of this struct info; a symbol without a value is not among `symbols`. Nothing: it
  // does not compute them, and another segment or none begins there from now on.
  virtual Result<std::optional<std::vector<RuntimeValue>>> run(const Function& fn, const Segment& segment,
                                                               std::span<const RuntimeValue> inputs,
                                                               std::span<const StructInfo> infos,
                                                               const SymbolValues& symbols) = 0;
  // What the kernel returns, or the empty tuple, for a call of it as a function, which writes its results into tensors
  // among the arguments. Nothing: it did not run.
  virtual Result<std::optional<RuntimeValue>> run_kernel(GlobalId kernel, std::span<const RuntimeValue> args) = 0;
  // eval computed a call of an operator itself, which gave tensors.
  virtual void computed(Op op, double ms) = 0;
};

struct EvalOptions {
  int64_t max_steps = INT64_C(1) << 28;  // bindings executed, over all calls; beyond: an error that names the bound
  // Iterations of loops in kernels and the statements in them, over all calls; beyond: the same.
  int64_t max_kernel_steps = INT64_C(1) << 32;
  // What open calls, tuples and closures may hold, tensors aside, which the machine's memory bounds; 0: a quarter of
  // that, at most 4 GiB. A call that is the end of its function takes the place of it.
  int64_t max_bytes = 0;
  // R.print: its format (empty: the values with blanks between) and values. Nothing is printed without it.
  std::function<void(std::string_view format, std::span<const RuntimeValue> values)> print;
  // Every element of a float result that is rounded, and of the operands of sums, is moved by up to so many units of
  // its last place, at random: what changes then in the end is what rounding can change.
  double noise = 0;
  uint64_t noise_seed = 0;
  bool has_noise_of_casts = false;  // to a float of fewer bits, too: it rounds what others keep
  bool has_noise_of_tiles = false;  // as a convolution that the JIT takes tile by tile (runtime/winograd.h) may round
  // The entry is a kernel: how long the copies took of what it may write, so that its caller keeps that.
  double* preparation_ms = nullptr;
  const HostFunctions* host_functions = nullptr;  // that scripts may call beside Hammock's own
  Accelerator* accelerator = nullptr;
};

// Runs a function of the module. Values are checked against what is declared wherever inference did not prove it:
// arguments of every call (rank, dtype, dims; symbols are bound), results of functions and operators, match_casts.
// Error (run): arguments or a match_cast that do not fit, an index out of range, a failed assertion, a bound exceeded;
// with the place in the script. Error (unsupported): an operator, dtype or kind of call that eval cannot compute, by
// name. Error (memory). Values are freed after their last use. The module must outlive functions among the results.
Result<RuntimeValue> evaluate(const Module& module, GlobalId entry, std::span<const RuntimeValue> args,
                              const EvalOptions& options = {});

// The packed functions of TVM's runtime that both executors have, by name, with their operands and who calls them.
struct HostFunctionInfo {
  std::string_view name, meaning;
};
std::vector<HostFunctionInfo> host_functions();

// Is the operator one that eval can compute? For `hammock list ops`.
bool has_reference(Op op);

// Does eval know all that the function and those that it calls are made of? No, if it meets an operator without a
// reference, a T.prim_func or an external function. What dtypes do is not looked at.
bool can_evaluate(const Module& module, GlobalId entry);

}  // namespace hammock
