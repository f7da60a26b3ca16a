// SPDX-License-Identifier: Apache-2.0
// Forms that the operator table does not describe, and calls that no text holds (CallBuilder).
#pragma once

#include "forms.h"
#include "operator_call.h"

namespace hammock::read {

class SpecialForms : public OperatorCalls {
 public:
  using OperatorCalls::OperatorCalls;

  // ---- forms (special.cpp)
  static std::span<const FormRow> forms();

 protected:
  // ---- forms (special.cpp)
  Value void_output(Name name);
  Item run_form(const FormRow& row, const CallSite& site) override;
  bool match_params(FormCall& form);
  Item form_const(const FormCall&);
  Item form_prim_value(const FormCall&);
  Item form_str(const FormCall&);
  Item form_dtype(const FormCall&);
  Item form_shape(const FormCall&);
  Item form_tuple(const FormCall&);
  Item form_get_item(const FormCall&);
  Item form_extern(const FormCall&);
  Item form_emit(const FormCall&);
  Item form_device(const FormCall&);
  Item form_match_cast(const FormCall&);
  Item form_func_attr(const FormCall&);
  Item form_func_name(const FormCall&);
  Item form_func_result(const FormCall&);
  Item form_output(const FormCall&);
  Item form_call_tir(const FormCall&);
  void split_scalars(std::vector<Value>& operands, Span span);
  Item form_call_packed(const FormCall&);
  Item form_call_pure_packed(const FormCall&);
  Item form_call_py_func(const FormCall&);
  Item form_stop_lift_params(const FormCall&);
  Item form_relu6(const FormCall&);
  Item form_call_builtin(const FormCall&);
  Item form_closure(const FormCall&);
  Value format_operand(const Arg& arg, Span span);
  Item form_assert(const FormCall&);
  Item form_print(const FormCall&);
  Item form_hint_on_device(const FormCall&);
  Item form_to_vdevice(const FormCall&);
  Item form_masked_fill(const FormCall&);
  Item form_linear(const FormCall&);
  Item form_attention(const FormCall&);
  Item form_attention_var_len(const FormCall&);
  Item form_arange(const FormCall&);
  Item form_pad(const FormCall&);
  Item form_view(const FormCall&);
  Item form_reshape(const FormCall&);
  Item form_layout_transform(const FormCall&);
  Item form_vdevice(const FormCall&);
  Item form_target(const FormCall&);
  Item form_lookup_vdevice(const FormCall&);
  Item form_dummy(const FormCall&);
  Item form_index_map(const FormCall&);
  Item form_symbol(const FormCall&);
  Item form_immediate(const FormCall&);
  Item form_unsupported(const FormCall&);
  Item form_misplaced(const FormCall&);
  Item extern_function(Name symbol, Span span);
  StructInfo extern_info();
  Item call_by_name(Op op, const FormCall& form);
  static size_t param_index(const OpInfo& row, std::string_view name);
  Value view_shape(const Arg& arg);
  Value resolved_shape(Value x, Value shape);
  std::optional<Prim> left_over(std::span<const Prim> from, Prim others, Span span);
  std::optional<Prim> pad_of(Prim value, StructInfo x, const Arg& arg);
  std::optional<Attr> out_infos(const Arg& arg);   // [SI] as out_sinfo: one struct info
  std::optional<Attr> sinfo_args(const Arg& arg);  // [SI] as sinfo_args: a list
  Value callee_expression(const Arg& arg);         // a string is an external function
  Attr vdevice_attr(uint32_t index);

  // ---- distributed tensors (distributed.cpp)
  Item form_device_mesh(const FormCall&);
  Item form_range(const FormCall&);
  Item form_distributed_const(const FormCall&);
  Item form_sharding(const FormCall&);

  // ---- seams: what stands above
  virtual void return_(const Arg& value, Span span) = 0;

  std::unordered_map<Name, Attr> function_attrs_;
};

}  // namespace hammock::read
