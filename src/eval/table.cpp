// SPDX-License-Identifier: Apache-2.0
#include "table.h"

#include <deque>
#include <new>
#include <stdexcept>

#include "hammock/runtime/guard.h"
#include "operators.h"

namespace hammock::reference {

Result<RuntimeValue> none(const OpCall& call) { return call.fail("no reference", Error::Kind::unsupported); }

namespace {

constexpr Evaluation kEvaluations[] = {
#define OP(id, signature, traits, infer, eval, lower, ...) eval,
#include "hammock/ir/ops.def"
#undef OP
};

// A prim value where a tensor may stand: one of shape (1,) for broadcasting, a scalar as an index.
Tensor tensor_of(const OpCall& call, const RuntimeValue& value, DType dtype, bool is_index) {
  bool is_real = std::holds_alternative<double>(value.v);
  Tensor wide = call.make(is_real ? kFloat64 : kInt64, is_index ? Dims{} : Dims{1});
  if (is_real) *wide.as<double>() = std::get<double>(value.v);
  else *wide.as<int64_t>() = std::get<int64_t>(value.v);
  return cast(call, wide, dtype);
}

// The result of an operator whose operands were all prim values is one too.
Result<RuntimeValue> prim_of(const Tensor& t) {
  if (t.dtype.is_integral()) return RuntimeValue{element_as_integer(t, 0)};
  return RuntimeValue{element_as_double(t, 0)};
}

// Beside its result a rule may make tables that are longer.
Result<RuntimeValue> computed(Evaluation rule, const OpCall& call) {
  try {
    return rule(call);
  } catch (Error& error) {  // of what helps it
    return std::move(error);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return call.fail("no memory for what it is computed with", Error::Kind::memory);
}

}  // namespace

bool has_rule(Op op) { return kEvaluations[static_cast<size_t>(op)] != none; }

Result<RuntimeValue> apply_operator(const Function& fn, Value node, std::span<const RuntimeValue* const> args,
                                    const EvalOptions& options) {
  Op op = fn[node].op;
  OpCall given(fn, node, args, options);
  if (!has_rule(op))
    return Error{Error::Kind::unsupported, "R." + std::string(info(op).name) + " has no reference", fn[node].span};

  const OpInfo& row = info(op);
  std::vector<const RuntimeValue*> checked(args.begin(), args.end());
  std::deque<RuntimeValue> made;
  size_t tensors = 0;
  for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
    const Param& param = row.params[row.operands[i]];
    if (param.kind != ParamKind::tensor) continue;
    ++tensors;
    if (args[i]->tensor()) continue;
    bool is_prim = std::holds_alternative<int64_t>(args[i]->v) || std::holds_alternative<double>(args[i]->v);
    if (!is_prim || !(row.has(Pointwise) || param.may_be_number)) {
      return given.fail("operand " + std::to_string(i) + " (" + std::string(param.name) + ") is not a tensor");
    }
    Result<Tensor> tensor = tensor_of(given, *args[i], given.operand_dtype(i), param.may_be_number);
    if (!tensor) return tensor.error();
    made.push_back({std::move(*tensor)});
    checked[i] = &made.back();
  }
  for (size_t i = 0; i < row.operands.size(); ++i) {
    const Param& param = row.params[row.operands[i]];
    if (param.kind == ParamKind::tensor && !param.is_optional && i >= args.size())
      return given.fail("operand '" + std::string(param.name) + "' is missing");
  }
  if (is_memory_guarded()) {
    guard_step("R." + std::string(row.name));
    for (size_t i = 0; i < checked.size(); ++i) {
      const Tensor* tensor = checked[i] ? checked[i]->tensor() : nullptr;
      if (tensor)
        guard_block(tensor->data.get(),
                    "operand " + std::to_string(i) + ": " + to_string(tensor->dtype) + " " + shape_text(tensor->shape));
    }
  }
  Result<RuntimeValue> result = computed(kEvaluations[static_cast<size_t>(op)], OpCall(fn, node, checked, options));
  guard_step("");
  if (result && tensors > 0 && made.size() == tensors && result->tensor()) return prim_of(*result->tensor());
  return result;
}

}  // namespace hammock::reference
