// SPDX-License-Identifier: Apache-2.0
// Struct info of calls: one engine for the reader, the passes and the verifier (operators, section 2).
//
// A rule gets the call as operands, attribute record and sinfo_args; it never needs the call to be a node. What a
// rule finds wrong is reported to the Diagnostics at the call's span; the result is none then. An operand whose own
// struct info is none (its binding was reported already) makes the result none without another report.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hammock/base/diagnostic.h"
#include "hammock/base/result.h"
#include "hammock/ir/module.h"

namespace hammock {

inline constexpr int kMaxRank = 1000;               // dims of a shape
inline constexpr int kMaxDimParts = 1000;           // symbols, numbers and operators of an inferred dim
inline constexpr int64_t kMaxSplitParts = 1 << 16;  // what R.split may return

struct Call {
  Op op = Op::none;
  std::span<const Value> args;
  Attr attrs;       // record in the order of info(op).attrs; none if the operator has no attributes
  Attr sinfo_args;  // list of struct infos, or none
  Span span;
};

class Infer;
// The signature of the rules that ops.def names in its infer column.
using InferRule = StructInfo (*)(Infer&, const Call&);

class Infer {
 public:
  // `module` may be null (a lone function); `diagnostics` may be null (then failures are silent).
  Infer(const Function& fn, const Module* module, Diagnostics* diagnostics)
      : fn_(fn), module_(module), diagnostics_(diagnostics) {}

  // Struct info of a call of an operator, or none after a report.
  StructInfo call(const Call& call);
  // Struct info of a call of a function value (language 4.6).
  StructInfo call_function(StructInfo callee, std::span<const Value> args, Attr sinfo_args, Span span);

  // The same where a program runs (see infer_at_run): `operands` is the struct info of the values that call.args have.
  StructInfo call_at_run(const Call& call, std::span<const StructInfo> operands);
  bool is_at_run() const { return !operands_.empty(); }

  const Function& fn() const { return fn_; }
  // Of an operand of the call at hand.
  StructInfo info_of(Value v) const;
  // The same; a distributed tensor as a whole.
  StructInfo operand_info(Value v) const { return context().infos.tensor_part(info_of(v)); }
  Context& context() const { return fn_.context(); }
  const Module* module() const { return module_; }

  // For rules: a dim that they compute does not fit into 64 bits.
  void note_overflow() { overflows_ = true; }
  // For rules: reports and returns none.
  StructInfo fail(Diag diag, Span span, std::string text, std::optional<uint32_t> argument = std::nullopt);

 private:
  bool check_size(StructInfo result, Op op, Span span);      // of no operator: of a function
  bool check_sizes(StructInfo result, Span span);            // of a function, tuples in tuples as well
  StructInfo distributed(const Call& call, InferRule rule);  // distributed.cpp

  const Function& fn_;
  const Module* module_;
  Diagnostics* diagnostics_;
  bool overflows_ = false;
  std::span<const Value> args_;           // at run
  std::span<const StructInfo> operands_;  // of args_
};

// The assumptions of an operator, when the dims are known: its rule, on the struct info of the operands' values. What
// the rule refuses there no execution could do; what it gives is the struct info of the result, which states every dim
// that does not depend on elements. Error (run): what the rule says, at the call.
Result<StructInfo> infer_at_run(const Function& fn, const Module* module, const Call& call,
                                std::span<const StructInfo> operands);

// Makes a call with inferred struct info; the caller puts it into a block. None after a report.
Value make_call(Function& fn, const Module* module, Op op, std::span<const Value> args, Attr attrs, Span span,
                Diagnostics* diagnostics);
Attr default_attr(Context& context, const Param& param);
// The attribute record of an operator with every default filled in; `set` overrides by name.
Attr default_attrs(Context& context, Op op, std::span<const std::pair<std::string_view, Attr>> set = {});

}  // namespace hammock
