// SPDX-License-Identifier: Apache-2.0
// Calls of kernels by R.call_tir: read, made, and put in front of bindings.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/rewrite/names.h"

namespace hammock {

struct CalledKernel {
  GlobalId function;
  const tir::Kernel* kernel;  // never null
  std::span<const Value> args;
  Value tir_vars;  // a shape, or none
};
// Nothing if it is no such call, the kernel's text holds mistakes, or the arguments are no tuple that is written out.
std::optional<CalledKernel> called_kernel(const Module& module, const Function& fn, Value v);

// The binding becomes a call of the function `callee`, a leaf; its struct info is the caller's business.
void become_call(Function& fn, Value v, Op op, Value callee, std::span<const Value> args, StructInfo result,
                 Value tir_vars = {});
// The binding becomes another name.
void become_alias(Function& fn, Value v, Value of);

// A function outside of the module, and a pure call of it.
Value external(Function& fn, std::string_view symbol);
Value call_external(Function& fn, std::string_view symbol, std::span<const Value> args, StructInfo result);

// New bindings in front of others. The function's blocks stay as they are until finish().
class Insertions {
 public:
  Insertions(Function& fn, NameSupply& names) : fn_(fn), names_(names) {}

  // What is emitted stands in front of this binding, of such a block, from now on.
  void at(Value binding, bool is_dataflow) {
    at_ = binding;
    is_dataflow_ = is_dataflow;
  }
  Value emit(Value made);  // it gets a name if it has none
  Value emit_call(Op op, Value callee, std::span<const Value> args, StructInfo result);
  void finish();

 private:
  Function& fn_;
  NameSupply& names_;
  Value at_;
  bool is_dataflow_ = false;
  std::unordered_map<Value, std::vector<Value>> before_;
};

}  // namespace hammock
