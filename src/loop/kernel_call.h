// SPDX-License-Identifier: Apache-2.0
// Calls of kernels (TIR, section 6) in a graph: what a kernel becomes for the shapes and numbers of a call.
//
// What its text is recognised as becomes kernels of the loop form, which are compiled as those of operators are; every
// other kernel is compiled statement by statement. Calls with equal shapes and numbers share what comes of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph.h"
#include "hammock/loop/recognise.h"
#include "hammock/tir/specialise.h"

namespace hammock::loop {

// R.call_tir and its kin: their results are what the kernel leaves in the tensors that it is given.
bool calls_kernel(Op op);

struct KernelForm {
  Name name;
  // Per buffer of the kernel; where its value is asked for, one more (see Code::gives_value).
  std::vector<tir::TensorArgument> buffers;
  std::vector<bool> is_written;
  std::vector<bool> is_filled;  // before anything of it is read
  bool has_result = false;
  Recognised body;  // its parameters are the buffers
};

// The buffers of a call: each is an operand, an output or an operand that becomes an output.
struct KernelCall {
  struct Buffer {
    std::optional<uint32_t> input;   // of the item
    std::optional<uint32_t> output;  // GraphItem::source
  };
  std::shared_ptr<const KernelForm> form;
  std::vector<Buffer> buffers;
  uint32_t outputs = 0;
  // Of an operator that is a kernel: operands whose elements must be indices before it runs.
  Op op = Op::none;
  std::vector<std::pair<uint32_t, IndexRange>> indices;  // inputs of the item
};

// What a call asks for beside what the kernel writes.
struct Asked {
  bool value = false;         // see Code::gives_value
  bool must_return = false;   // see there
  bool overlap = false;       // see Code::may_overlap
  tir::Routine routine = {};  // that computes it
};

// The forms that the kernels of a module have been given.
class KernelForms {
 public:
  explicit KernelForms(const Module& module) : module_(module) {}

  // Error (run): the arguments do not fit the parameters.
  Result<std::shared_ptr<const KernelForm>> form(GlobalId kernel, std::span<const tir::Argument> arguments,
                                                 Asked asked = {});
  // Of a kernel that is none of the module's.
  Result<std::shared_ptr<const KernelForm>> form(const std::shared_ptr<const tir::Kernel>& kernel, Name name,
                                                 Span place, std::span<const tir::Argument> arguments,
                                                 Asked asked = {});

 private:
  const Module& module_;
  std::map<std::string, std::shared_ptr<const KernelForm>> forms_;
};

}  // namespace hammock::loop
