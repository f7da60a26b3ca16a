// SPDX-License-Identifier: Apache-2.0
// The verifier's walk over a module, shared by its files: verify.cpp has the rules of structure and the walk,
// info.cpp those of struct info and symbols, call.cpp those of calls.
#pragma once

#include <string>
#include <vector>

#include "hammock/base/check.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/verify/verify.h"
#include "memo.h"
#include "scope.h"

namespace hammock {

class Verifier {
 public:
  Verifier(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options)
      : module_(module), context_(module.context()), diagnostics_(diagnostics), options_(options) {}
  void module();

 private:
  // A place in the walk: the next binding of a region, and what to do when the region ends.
  struct Frame {
    RegionId region;
    Value owner;  // the `if` or nested function; none: the function itself
    bool is_lambda = false;
    size_t block = 0, binding = 0;
    bool in_block = false;
  };

  // ---- verify.cpp
  void kernels();
  void function(GlobalId g);
  void enter_lambda(LambdaId id);
  void enter_region(RegionId id, Value owner, bool is_lambda);
  void step();
  void end_block(const Block& block);
  void leave_region();
  void binding(Value v);
  void bind(Value v);
  void operand(Value v, const Node& user);
  void operands(Value v);
  void leaf(Value v, const Node& user);
  bool in_dataflow() const { return stack_.back().in_block && block().is_dataflow; }
  const Block& block() const { return (*fn_)[stack_.back().region].blocks[stack_.back().block]; }

  // ---- info.cpp
  void check_info(StructInfo info, Span span);
  bool walk_info(StructInfo info, Span span, SymbolSet& bound, int depth);
  void walk_prim(Prim e, Span span, const SymbolSet& bound);
  void define_symbols(StructInfo info);
  void define_shape_vars(StructInfo info);
  void use_symbol(Prim symbol, Span span);

  // ---- call.cpp
  void check_call(Value v);
  void check_index_maps(Value call);
  void check_purity(Value v);
  bool is_forced_pure(const Lambda& lambda) const;
  bool memo_key(Value v);
  StructInfo inferred(Value v);
  void check_normal_form(Value v);
  std::vector<StructInfo> outputs_of(Value call) const;
  std::vector<StructInfo> fresh_outputs_of(Value call) const;
  void check_kernel_signature(Value v);
  void check_kernel_types(Value v, std::span<const StructInfo> params, std::span<const StructInfo> outputs,
                          size_t symbols);
  const tir::Kernel* kernel_of(Value callee) const;
  void note_parameter(Diagnostic& d, Value callee, size_t index) const;
  void match_symbols(StructInfo param, StructInfo given, PrimMap& map) const;
  StructInfo value_info(Value v);
  void check_binding_info(Value v);
  void check_result(LambdaId id, Value result);

  Diagnostic& report(Diag id, Span span, std::string text);
  std::string callee_name(Value call) const;
  std::string function_name(Value callee) const;
  void note_callee(Diagnostic& d, Value callee) const;
  Diagnostic& report_at(Diag id, Value use, Value definition, std::string text);
  std::string name(Value v) const;
  std::string name(Prim symbol) const { return "'" + std::string(context_.text(context_.prims[symbol].name())) + "'"; }

  const Module& module_;
  Context& context_;
  Diagnostics& diagnostics_;
  const VerifyOptions& options_;
  const Function* fn_ = nullptr;
  uint32_t function_index_ = 0;
  bool is_incomplete_ = false;

  VisibleScope scope_;
  std::vector<Frame> stack_;
  std::vector<bool> is_bound_;  // by value: stands in a block or a list of parameters somewhere
  std::vector<bool> is_local_;  // by value: bound in a dataflow block and no output of it
  std::vector<bool> is_region_seen_;
  std::vector<uint32_t> leaf_epochs_;    // by value: the epoch in which it was found in order
  std::vector<uint32_t> info_epochs_;    // by struct info: likewise
  std::vector<uint32_t> symbol_owners_;  // by symbol: 1 + the function that uses it
  std::vector<Value> todo_;
  Memo memo_;
  std::vector<uint32_t> key_;
};

}  // namespace hammock
