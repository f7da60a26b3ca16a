// SPDX-License-Identifier: Apache-2.0
// Forms that the operator table does not describe: intrinsics (language 1.13) and operators whose surface has more to
// it than their signature says (traits Special and SpecialRead).
#include "special.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/base/suggest.h"
#include "hammock/infer/describe.h"
#include "hammock/prim/simplify.h"
#include "target.h"

namespace hammock::read {

std::span<const FormRow> SpecialForms::forms() {
  using E = SpecialForms;
  static constexpr FormRow kForms[] = {
      // literals and leaves
      {"R.const", "value dtype?", &E::form_const},
      {"R.prim_value", "value", &E::form_prim_value},
      {"R.str", "value", &E::form_str},
      {"R.dtype", "value", &E::form_dtype},
      {"R.shape", "values", &E::form_shape},
      {"R.ShapeExpr", "values", &E::form_shape},
      {"R.tuple", "*", &E::form_tuple},
      {"R.TupleGetItem", "tuple_value index", &E::form_get_item},
      {"R.ExternFunc", "symbol struct_info?", &E::form_extern},
      {"R.emit", "value", &E::form_emit},
      {"R.device", "dev_type dev_id?", &E::form_device},
      {"R.cpu", "dev_id?", &E::form_device},
      {"R.cuda", "dev_id?", &E::form_device},
      {"R.gpu", "dev_id?", &E::form_device},
      {"R.opencl", "dev_id?", &E::form_device},
      {"R.metal", "dev_id?", &E::form_device},
      {"R.vulkan", "dev_id?", &E::form_device},
      {"R.rocm", "dev_id?", &E::form_device},
      {"R.vpi", "dev_id?", &E::form_device},
      {"R.ext_dev", "dev_id?", &E::form_device},
      {"R.hexagon", "dev_id?", &E::form_device},
      {"R.webgpu", "dev_id?", &E::form_device},
      {"I.cpu", "dev_id?", &E::form_device},
      {"I.cuda", "dev_id?", &E::form_device},
      // statements
      {"R.match_cast", "value struct_info", &E::form_match_cast},
      {"R.func_attr", "attrs", &E::form_func_attr},
      {"R.output", "*", &E::form_output},
      {"R.dataflow", "", &E::form_misplaced},
      {"R.function", "*", &E::form_misplaced},
      {"R.func_name", "name", &E::form_func_name},
      {"R.func_ret_struct_info", "ret_sinfo", &E::form_func_result},
      {"R.func_ret_value", "value", &E::form_func_result},
      {"R.arg", "name struct_info", &E::form_unsupported},
      {"R.emit_te", "*", &E::form_unsupported},
      {"R.emit_with_sinfo", "*", &E::form_unsupported},
      // calls
      {"R.call_tir", "gvar args out_sinfo tir_vars?", &E::form_call_tir},
      {"R.call_tir_inplace", "gvar args inplace_indices out_sinfo tir_vars?", &E::form_call_tir},
      {"R.call_tir_with_grad", "gvar args out_sinfo te_grad_name te_grad_kwargs? tir_vars?", &E::form_call_tir},
      {"R.call_dps_packed", "func args out_sinfo", &E::form_call_tir},
      {"R.call_packed", "func * sinfo_args? **", &E::form_call_packed},
      {"R.call_pure_packed", "func * sinfo_args?", &E::form_call_pure_packed},
      {"R.call_inplace_packed", "func * inplace_indices sinfo_args?", &E::form_call_pure_packed},
      {"R.call_builtin_with_ctx", "func args sinfo_args?", &E::form_call_builtin},
      {"R.make_closure", "func args", &E::form_closure},
      {"R.invoke_closure", "closure args sinfo_args?", &E::form_closure},
      {"R.invoke_pure_closure", "closure args sinfo_args?", &E::form_closure},
      {"R.call_py_func", "func_name args out_sinfo", &E::form_call_py_func},
      {"R.nn.relu6", "data", &E::form_relu6},
      {"R.assert_op", "condition * format_args? format?", &E::form_assert},
      {"R.print", "* format?", &E::form_print},
      // operators
      {"R.stop_lift_params", "x", &E::form_stop_lift_params},
      {"R.hint_on_device", "data dst_vdevice memory_scope?", &E::form_hint_on_device},
      {"R.to_vdevice", "data dst_vdevice", &E::form_to_vdevice},
      {"R.masked_fill", "x mask value", &E::form_masked_fill},
      {"R.linear", "data weight bias? out_dtype?", &E::form_linear},
      {"R.nn.attention", "query key value bias? scale? causal_mask? window_size?", &E::form_attention},
      {"R.nn.attention_var_len",
       "queries keys values seqstart_q max_seqlen_q seqstart_k? max_seqlen_k? scale? causal_mask? window_size?",
       &E::form_attention_var_len},
      {"R.arange", "start end? step? dtype?", &E::form_arange},
      {"R.nn.pad", "data * pad_width? pad_value? pad_mode?", &E::form_pad},
      {"R.memory.view", "data shape? dtype? relative_byte_offset?", &E::form_view},
      {"R.reshape", "x shape", &E::form_reshape},
      {"R.layout_transform", "x index_map pad_value? axis_separators? input_axis_separators?",
       &E::form_layout_transform},
      // distributed tensors (distributed.cpp)
      {"R.device_mesh", "shape device_ids", &E::form_device_mesh},
      {"R.Range", "begin end?", &E::form_range},
      {"I.Range", "begin end?", &E::form_range},
      {"R.dist.const", "value struct_info dtype?", &E::form_distributed_const},
      {"R.dist.annotate_sharding", "input device_mesh placement", &E::form_sharding},
      {"R.dist.redistribute", "input device_mesh placement", &E::form_sharding},
      {"R.dist.call_tir", "gvar args out_sinfo tir_vars?", &E::form_call_tir},
      {"R.dist.call_tir_local_view", "gvar args out_sinfo tir_vars?", &E::form_call_tir},
      // the other two namespaces
      {"I.vdevice", "target? vdevice_id? memory_scope?", &E::form_vdevice},
      {"I.lookup_vdevice", "target_kind device_index?", &E::form_lookup_vdevice},
      {"I.dummy_global_info", "", &E::form_dummy},
      {"T.target", "target_config host?", &E::form_target},
      {"T.index_map", "mapping inverse_index_map?", &E::form_index_map},
      {"T.Var", "name dtype", &E::form_symbol},
      {"T.IntImm", "dtype value", &E::form_immediate},
      {"T.FloatImm", "dtype value", &E::form_immediate},
      {"T.SizeVar", "name dtype", &E::form_symbol},
      {"T.dynamic", "name dtype?", &E::form_symbol},
      {"T.symbolic", "name dtype?", &E::form_symbol},
      {"T.Let", "body where?", &E::form_unsupported},
  };
  return kForms;
}

const FormRow* find_form(std::string_view prefix, std::string_view name) {
  static const std::unordered_map<std::string_view, const FormRow*> kByName = [] {
    std::unordered_map<std::string_view, const FormRow*> map;
    for (const FormRow& row : SpecialForms::forms()) map.emplace(row.name, &row);
    return map;
  }();
  auto it = kByName.find(std::string(prefix) + std::string(name));
  return it == kByName.end() ? nullptr : it->second;
}

namespace {

struct FormParam {
  std::string_view name;
  bool is_optional = false;
};

struct FormParams {
  std::vector<FormParam> params;
  size_t star = SIZE_MAX;  // parameters from here on are given by keyword; positions go to `rest`
  bool takes_keywords = false;
};

FormParams parse_params(std::string_view text) {
  FormParams out;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word == "*") {
      out.star = out.params.size();
    } else if (word == "**") {
      out.takes_keywords = true;
    } else {
      bool is_optional = word.ends_with('?');
      if (is_optional) word.remove_suffix(1);
      out.params.push_back({word, is_optional});
    }
  }
  return out;
}

}  // namespace

const Arg* FormCall::find(std::string_view param) const {
  FormParams shape = parse_params(row.params);
  const auto at = std::ranges::find(shape.params, param, &FormParam::name);
  HAMMOCK_CHECK(at != shape.params.end(), "a form without the parameter " + std::string(param));
  const Arg& arg = args[static_cast<size_t>(at - shape.params.begin())];
  return owner.is_none(arg) ? nullptr : &arg;
}

Item SpecialForms::run_form(const FormRow& row, const CallSite& site) {
  bool is_module_level = row.read == &SpecialForms::form_device_mesh || row.read == &SpecialForms::form_range;
  if (!fn_ && row.name.starts_with("R.") && !is_module_level)
    return bad(Diag::unsupported_syntax, site.span, std::string(row.name) + " may stand in functions only");
  FormCall form{*this, row, site, site.span, {}, {}, {}};
  if (match_params(form)) return (this->*row.read)(form);
  evaluate_for_errors(site.args);
  return {};
}

// Which argument each parameter gets. False after a report.
bool SpecialForms::match_params(FormCall& form) {
  const FormRow& row = form.row;
  const FormParams shape = parse_params(row.params);
  form.args.resize(shape.params.size());
  bool is_good = true;
  for (const Arg& arg : form.site.args) {
    if (kind(arg) == ExprKind::starred) {
      eval(arg);  // says what is wrong
      is_good = false;
    } else if (arg.key) {
      std::string_view key = text(arg.key);
      auto find = [&](std::string_view name) {
        return std::find_if(shape.params.begin(), shape.params.end(),
                            [&](const FormParam& p) { return p.name == name; });
      };
      auto at = find(key);
      if (at == shape.params.end()) at = find(older_spelling(SpellingKind::keyword, key));
      if (at != shape.params.end()) note_keyword(key, place(arg));
      if (at == shape.params.end()) {
        if (shape.takes_keywords) {
          form.keywords.push_back(arg);
          continue;
        }
        std::vector<std::string_view> names;
        for (const FormParam& p : shape.params) names.push_back(p.name);
        bad(Diag::unknown_attribute, place(arg),
            std::string(row.name) + " has no parameter '" + std::string(key) + "'" + parameter_hint(key, names));
        is_good = false;
        continue;
      }
      Arg& slot = form.args[static_cast<size_t>(at - shape.params.begin())];
      if (slot) {
        bad(Diag::argument_count, place(arg), std::string(row.name) + ": '" + std::string(key) + "' is given twice");
        is_good = false;
      }
      slot = arg;
    } else if (form.positional < std::min(shape.star, shape.params.size())) {
      form.args[form.positional++] = arg;
    } else if (shape.star != SIZE_MAX) {
      form.rest.push_back(arg);
    } else {
      bad(Diag::argument_count, place(arg),
          std::string(row.name) + " takes at most " + std::to_string(shape.params.size()) + " arguments");
      is_good = false;
      break;
    }
  }
  for (size_t i = 0; i < shape.params.size() && is_good; ++i) {
    if (form.args[i] || shape.params[i].is_optional) continue;
    bad(Diag::argument_count, form.span,
        std::string(row.name) + " needs a value for '" + std::string(shape.params[i].name) + "'");
    is_good = false;
  }
  return is_good;
}

// ---- literals and leaves ----

Item SpecialForms::form_const(const FormCall& form) {
  std::optional<DType> dtype;
  if (form["dtype"]) {
    dtype = dtype_of(form["dtype"]);
    if (!dtype) return {};
    if (dtype->is_unknown()) dtype.reset();
  }
  Item value = numbers(form["value"] ? form["value"] : form.args[0]);
  if (!value) return {};
  Value v = constant_of(value, dtype, form.span);
  return v ? make_expr(v, form.span) : Item();
}

Item SpecialForms::form_prim_value(const FormCall& form) {
  Item value = eval(form.args[0]);
  if (!value) return {};
  const bool is_word = value.is(What::integer) || value.is(What::prim);  // True says less without it
  if (options_.spellings) note(Spelling::prim_value, false, form.span, is_word ? written_text(form.args[0].span) : "");
  if (value.is(What::expr)) {
    if ((*fn_)[value.value()].kind == NodeKind::prim_value) return value;
    return bad(Diag::not_a_prim, value.span, "R.prim_value takes a number or a primitive expression");
  }
  std::optional<Prim> p = to_prim(value, value.is(What::real) ? kFloat32 : kInt64);
  if (!p) return bad(Diag::not_a_prim, value.span, describe(value) + " is no primitive value");
  return make_expr(fn_->add_prim(*p, form.span), form.span);
}

Item SpecialForms::form_str(const FormCall& form) {
  Item value = eval(form.args[0]);
  if (!value) return {};
  if (!value.is(What::string))
    return bad(Diag::not_a_string, value.span, "R.str takes a string, not " + describe(value));
  return make_expr(fn_->add_string(value.name(), form.span), form.span);
}

Item SpecialForms::form_dtype(const FormCall& form) {
  std::optional<DType> dtype = dtype_of(form.args[0]);
  return dtype ? make_expr(fn_->add_dtype(*dtype, form.span), form.span) : Item();
}

Item SpecialForms::form_shape(const FormCall& form) {
  Value v = as_shape(form.args[0]);
  if (v) (*fn_)[v].span = form.span;
  return v ? make_expr(v, form.span) : Item();
}

Item SpecialForms::form_tuple(const FormCall& form) {
  bool outer = std::exchange(defers_, true);
  Value v = tuple_of(form.rest, form.span);
  Item item = v ? make_expr(v, form.span, true) : Item();
  defers_ = outer;
  return item;
}

Item SpecialForms::form_get_item(const FormCall& form) {
  Item base = eval(form.args[0]);
  return base ? subscript(base, form.args[1], form.span) : Item();
}

// Of an external function that says no other.
StructInfo SpecialForms::extern_info() {
  return context_.infos.opaque_function(context_.infos.object(), false, Derives::sinfo_args);
}

Item SpecialForms::extern_function(Name symbol, Span span) {
  Node node;
  node.kind = NodeKind::extern_func;
  node.set_symbol(symbol);
  node.info = extern_info();
  node.span = span;
  return make_expr(fn_->add(node), span);
}

Item SpecialForms::form_extern(const FormCall& form) {
  Item symbol = eval(form["symbol"]);
  if (!symbol) return {};
  if (!symbol.is(What::string))
    return bad(Diag::not_a_string, symbol.span, "the symbol of an external function is a string");
  Item item = extern_function(symbol.name(), form.span);
  if (form["struct_info"]) {
    StructInfo info = annotation(form["struct_info"], Mode::body);
    if (!info) return {};
    if (context_.infos[info].kind != InfoKind::function) {
      return bad(Diag::bad_annotation, form["struct_info"].span,
                 "the struct info of an external function is R.Callable, not " + hammock::describe(context_, info));
    }
    (*fn_)[item.value()].info = info;
  }
  return item;
}

Item SpecialForms::form_emit(const FormCall& form) {
  if (!may_bind(form.span)) return {};
  bool outer = std::exchange(defers_, false);
  Item value = settle(eval(form.args[0]));
  Value v = value && !value.is_pending() && has_block() ? argument(value) : Value();
  defers_ = outer;
  if (!value || !has_block()) return value;
  if (value.is_pending()) {
    if (!infer(value.value())) return {};
    emit(value.value(), fresh_name());
    return make_expr(use_of(value.value(), form.span), form.span);
  }
  if (!v) return {};
  Value bound = another(v, form.span);
  emit(bound, fresh_name());
  return make_expr(use_of(bound, form.span), form.span);
}

// A device is the list [type, id]; the numbers are those of DLPack.
Item SpecialForms::form_device(const FormCall& form) {
  constexpr std::pair<std::string_view, int64_t> kDevices[] = {
      {"cpu", 1}, {"cuda", 2},  {"gpu", 2},      {"opencl", 4},   {"vulkan", 7}, {"metal", 8},
      {"vpi", 9}, {"rocm", 10}, {"ext_dev", 12}, {"hexagon", 14}, {"webgpu", 15}};
  std::string_view name = form.row.name.substr(2);
  int64_t type = 0, id = 0;
  Arg id_arg = form["dev_id"];
  if (name == "device") {
    Item item = eval(form["dev_type"]);
    if (!item) return {};
    if (item.is(What::string)) {
      for (auto [device, number] : kDevices) {
        if (device == text(item.name())) type = number;
      }
    } else if (item.is(What::integer)) {
      type = item.integer;
    }
    if (type == 0) return bad(Diag::bad_device, item.span, "there is no such type of device");
  } else {
    for (auto [device, number] : kDevices) {
      if (device == name) type = number;
    }
  }
  if (id_arg) {
    std::optional<int64_t> n = integer_of(id_arg, "the device's number");
    if (!n) return {};
    id = *n;
  }
  int64_t values[] = {type, id};
  return make(What::object, form.span, context_.attrs.integers(values).index);
}

// ---- statements ----

Item SpecialForms::form_match_cast(const FormCall& form) {
  Item value = settle(eval(form.args[0]));
  StructInfo info = annotation(form.args[1], Mode::body);
  if (!value || !info) return {};
  Value v;
  if (value.is_pending()) {  // the call itself: it is not bound to a variable
    v = value.value();
    if (!infer(v)) return {};
  } else {
    v = argument(value);
    if (!v) return {};
  }
  if (base_check(context_, fn_->info(v), info) == BaseCheck::fail_l0) {
    return bad(Diag::struct_info_mismatch, form.args[1].span,
               "the value is " + hammock::describe(context_, fn_->info(v)) + ", which can never be " +
                   hammock::describe(context_, info));
  }
  Item item = make(What::cast, form.span, static_cast<uint32_t>(casts_.size()));
  casts_.push_back({v, info});
  return item;
}

Item SpecialForms::form_func_attr(const FormCall& form) {
  if (!may_bind(form.span)) return {};
  std::optional<Attr> dict = attr(form.args[0]);
  if (!dict) return {};
  if (context_.attrs[*dict].kind != AttrKind::dict)
    return bad(Diag::bad_key, form.span, "R.func_attr takes a dict with strings as keys");
  std::span<const Attr> items = context_.attrs.items(*dict);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    Name key(context_.attrs[items[i]].id);
    bool is_new = function_attrs_.emplace(key, items[i + 1]).second;
    if (!is_new)
      bad(Diag::duplicate_name, form.span, "the function has the attribute '" + std::string(text(key)) + "' already");
  }
  return make(What::done, form.span);
}

Item SpecialForms::form_func_name(const FormCall& form) {
  return bad(Diag::duplicate_name, form.span, "the function has the name of its def already",
             {{(*fn_)[lambda_].span, "it is named here"}});
}

// What `-> S` and `return` say, as calls.
Item SpecialForms::form_func_result(const FormCall& form) {
  if (!may_bind(form.span)) return {};
  if (form.row.name == "R.func_ret_value") {
    if (region_->has_return) return bad(Diag::bad_block, form.span, "a second return");
    const bool outer = std::exchange(defers_, false);
    return_(form.args[0], form.span);
    defers_ = outer;
    return make(What::done, form.span);
  }
  StructInfo info = annotation(form.args[0], Mode::body);
  if (!info) return {};
  Lambda& self = (*fn_)[lambda_];
  self.ret = info;
  self.has_declared_ret = true;
  return make(What::done, form.span);
}

Item SpecialForms::form_output(const FormCall& form) {
  if (!may_bind(form.span)) return {};
  if (!region_->is_dataflow) {
    for (const Arg& arg : form.rest) {
      const Expr* name = written_name(arg);
      if (name && !scopes_.lookup(Name(name->a)))
        scopes_.bind(Name(name->a), Item());  // of the block that it was meant for
    }
    return bad(Diag::bad_block, form.span,
               "R.output stands at the end of a dataflow block, indented as its bindings are");
  }
  if (region_->has_output) return bad(Diag::bad_block, form.span, "a second R.output in a dataflow block");
  region_->has_output = true;
  const size_t before = diagnostics_.error_count();
  for (const Arg& arg : form.rest) {
    const Expr* expr = written_name(arg);
    const Name name = expr ? Name(expr->a) : Name();
    const Item* known = expr && expr->b == Name::kNone ? scopes_.lookup(name) : nullptr;
    if (!expr || expr->b != Name::kNone) {
      bad(Diag::not_a_variable, arg.span, "R.output takes variables");
    } else if (Value v = void_output(name)) {
      (*fn_)[v].is_output = true;
      region_->outputs.emplace_back(name, make_expr(v, arg.span));
    } else if (!known) {
      eval(arg);  // says so
    } else if (known->is(What::expr) && known->id >= region_->dataflow_begin) {
      (*fn_)[known->value()].is_output = true;
      region_->outputs.emplace_back(name, *known);
    } else if (!*known) {
      region_->outputs.emplace_back(name, Item());
    } else {
      bad(Diag::bad_block, arg.span, "'" + std::string(text(name)) + "' is not bound in this dataflow block");
    }
  }
  region_->is_output_bad = diagnostics_.error_count() != before;
  return make(What::done, form.span);
}

Item SpecialForms::form_misplaced(const FormCall& form) {
  return bad(Diag::unsupported_syntax, form.span, std::string(form.row.name) + " cannot stand here");
}

Item SpecialForms::form_unsupported(const FormCall& form) {
  return bad(Diag::unsupported, form.span, std::string(form.row.name) + " is not supported");
}

// ---- calls ----

// [SI] as the struct info of one result: a list of one is the one, another list is a tuple.
std::optional<Attr> SpecialForms::out_infos(const Arg& arg) {
  StructInfo info;
  if (std::optional<std::vector<Arg>> list = elements(arg)) {
    std::vector<StructInfo> infos;
    bool is_good = true;
    for (const Arg& part : *list) {
      infos.push_back(annotation(part, Mode::body));
      is_good &= static_cast<bool>(infos.back());
    }
    if (!is_good) return std::nullopt;
    info = infos.size() == 1 ? infos[0] : context_.infos.tuple(infos);
  } else {
    info = annotation(arg, Mode::body);
  }
  if (!info) return std::nullopt;
  Attr one[] = {context_.attrs.info(info)};
  return context_.attrs.list(one);
}

std::optional<Attr> SpecialForms::sinfo_args(const Arg& arg) {
  std::vector<Arg> list{arg};
  if (std::optional<std::vector<Arg>> parts = elements(arg)) list = *parts;
  std::vector<Attr> infos;
  for (const Arg& part : list) {
    StructInfo info = annotation(part, Mode::body);
    if (!info) return std::nullopt;
    infos.push_back(context_.attrs.info(info));
  }
  return context_.attrs.list(infos);
}

Value SpecialForms::callee_expression(const Arg& arg) {
  Item item = eval(arg);
  if (item.is(What::string)) return extern_function(item.name(), item.span).value();
  return argument(item, false);
}

Item SpecialForms::form_call_tir(const FormCall& form) {
  Op op = form.row.name == "R.dist.call_tir" ? Op::call_tir : find_op(form.row.name.substr(2));
  bool is_packed = op == Op::call_dps_packed;
  Value callee;
  if (is_packed) {
    callee = callee_expression(form["func"]);
  } else {
    Item item = eval(form["gvar"]);
    bool is_function = item.is(What::expr) && fn_->info(item.value()) &&
                       context_.infos[fn_->info(item.value())].kind == InfoKind::function;
    if (item && !is_function)
      bad(Diag::not_a_function, item.span,
          std::string(form.row.name) + " calls a function of the module, not " + describe(item) +
              (item.is(What::string) ? "; R.call_dps_packed calls external ones" : ""));
    if (is_function) callee = variable_of(item);
  }
  Value args = as_tuple(form["args"]);
  std::optional<Attr> infos = out_infos(form["out_sinfo"]);
  if (!callee || !args || !infos) return {};
  StructInfo out(context_.attrs[context_.attrs.items(*infos)[0]].id);
  std::vector<StructInfo> each{out};
  if (context_.infos[out].kind == InfoKind::tuple)
    each.assign(context_.infos.fields(out).begin(), context_.infos.fields(out).end());
  for (StructInfo i : each) {
    if (!context_.infos.has_shape(context_.infos.tensor_part(i)))
      return bad(Diag::bad_annotation, form["out_sinfo"].span, "every out_sinfo must be a tensor with a shape");
  }
  std::vector<Value> operands{callee, args};
  Attr record;
  if (!is_packed && form["tir_vars"]) {
    note(Spelling::tir_vars, false, form.span);
    Value vars = as_shape(form["tir_vars"]);
    if (!vars) return {};
    operands.push_back(vars);
  } else if (!is_packed && reads_as_newer(Dialect::tvm_0_26)) {
    split_scalars(operands, form.span);
  }
  if (op == Op::call_tir_inplace || op == Op::call_tir_with_grad) {
    const OpInfo& row = info(op);
    std::vector<Attr> values;
    for (uint8_t i : row.attrs) {
      const Param& p = row.params[i];
      const Arg arg = form[p.name];
      if (!arg) {
        values.push_back(context_.attrs.none());
        continue;
      }
      std::optional<Attr> value = attribute_value(row, p, arg);
      if (!value) return {};
      values.push_back(*value);
    }
    record = context_.attrs.list(values);
  }
  Item item = make_call(op, operands, record, *infos, form.span);
  return item;
}

// Primitive values at the end of the arguments are what TVM 0.19 calls tir_vars, if the kernel has its scalars at the
// end.
void SpecialForms::split_scalars(std::vector<Value>& operands, Span span) {
  if ((*fn_)[operands[1]].kind != NodeKind::tuple || (*fn_)[operands[1]].name) return;
  std::vector<Value> fields(fn_->args(operands[1]).begin(), fn_->args(operands[1]).end());
  std::vector<Prim> scalars;
  while (!fields.empty() && (*fn_)[fields.back()].kind == NodeKind::prim_value) {
    Prim p = (*fn_)[fields.back()].prim();
    if (!(context_.prims[p].dtype == kInt64)) break;
    scalars.insert(scalars.begin(), p);
    fields.pop_back();
  }
  if (scalars.empty() || !context_.infos.ends_in_scalars(fn_->info(operands[0]), scalars.size())) return;
  note(Spelling::tir_vars, true, span);
  operands[1] = fn_->add_tuple(fields, (*fn_)[operands[1]].span);
  operands.push_back(fn_->add_shape(scalars, span));
}

Item SpecialForms::form_call_packed(const FormCall& form) {
  Item symbol = eval(form["func"]);
  if (!symbol) return {};
  if (!symbol.is(What::string))
    return bad(Diag::not_a_string, symbol.span, "R.call_packed names its function by a string");
  std::vector<Value> args{extern_function(symbol.name(), symbol.span).value()};
  bool is_good = true;
  for (const Arg& arg : form.rest) {
    args.push_back(argument(arg));
    is_good &= static_cast<bool>(args.back());
  }
  std::optional<Attr> infos;
  if (form["sinfo_args"]) {
    infos = sinfo_args(form["sinfo_args"]);
    is_good &= infos.has_value();
  }
  std::vector<std::pair<Name, Attr>> entries;
  for (const Arg& arg : form.keywords) {
    std::optional<Attr> value = attr(arg);
    is_good &= value.has_value();
    const Name key = arg.key;
    constexpr std::string_view kKeywords[] = {"sinfo_args", "attrs_type_key"};
    if (std::string hint = text(key) == kKeywords[1] ? "" : did_you_mean(text(key), kKeywords); !hint.empty()) {
      return bad(Diag::unknown_attribute, place(arg),
                 "'" + std::string(text(key)) + "' would be an attribute of the call" + hint);
    }
    bool is_default_key = false;
    if (text(key) == "attrs_type_key" && value && context_.attrs[*value].kind == AttrKind::string) {
      std::string_view type = text(Name(context_.attrs[*value].id));
      note_text(type, {arg.span.begin + 1, arg.span.end - 1});
      is_default_key = older_spelling(SpellingKind::text, type) == info(Spelling::dict_attrs).older;
    }
    if (value && !is_default_key) entries.emplace_back(key, *value);
  }
  if (!is_good) return {};
  Node node;
  node.kind = NodeKind::call;
  node.span = form.span;
  if (!form.keywords.empty()) node.attrs = context_.sorted_dict(entries);
  if (infos) node.set_sinfo_args(*infos);
  return make_expr(fn_->add(node, args), form.span, true);
}

Item SpecialForms::form_call_pure_packed(const FormCall& form) {
  Op op = find_op(form.row.name.substr(2));
  std::vector<Value> args{callee_expression(form["func"])};
  bool is_good = static_cast<bool>(args[0]);
  for (const Arg& arg : form.rest) {
    args.push_back(argument(arg));
    is_good &= static_cast<bool>(args.back());
  }
  std::optional<Attr> infos = form["sinfo_args"] ? sinfo_args(form["sinfo_args"]) : context_.attrs.list({});
  Attr record;
  if (op == Op::call_inplace_packed) {
    const OpInfo& row = info(op);
    std::optional<Attr> indices = attribute_value(row, row.params[row.attrs[0]], form["inplace_indices"]);
    is_good &= indices.has_value();
    if (indices) record = context_.attrs.list(std::span(&*indices, 1));
  }
  return is_good && infos ? make_call(op, args, record, *infos, form.span) : Item();
}

Item SpecialForms::form_call_py_func(const FormCall& form) {
  Value args[] = {argument(form["func_name"]), as_tuple(form["args"])};
  std::optional<Attr> infos = out_infos(form["out_sinfo"]);
  if (!args[0] || !args[1] || !infos) return {};
  if ((*fn_)[args[0]].kind != NodeKind::string)
    return bad(Diag::not_a_string, form["func_name"].span, "R.call_py_func names its function by a string");
  return make_call(Op::call_py_func, args, {}, *infos, form.span);
}

Item SpecialForms::form_stop_lift_params(const FormCall& form) {
  return call_operator(Op::builtin_stop_lift_params, form.site);
}

// clip(data, 0, 6)
Item SpecialForms::form_relu6(const FormCall& form) {
  Value data = argument(form["data"], false);
  if (!data) return {};
  Value args[] = {data, fn_->add_prim(context_.prims.integer(0), form.span),
                  fn_->add_prim(context_.prims.integer(6), form.span)};
  return make_call(Op::clip, args, {}, {}, form.span);
}

Item SpecialForms::form_call_builtin(const FormCall& form) {
  Value args[] = {callee_expression(form["func"]), as_tuple(form["args"])};
  std::optional<Attr> infos;
  if (form["sinfo_args"]) {
    infos = sinfo_args(form["sinfo_args"]);
    if (!infos) return {};
  }
  if (!args[0] || !args[1]) return {};
  return make_call(Op::call_builtin_with_ctx, args, {}, infos.value_or(Attr()), form.span);
}

Item SpecialForms::form_closure(const FormCall& form) {
  Op op = find_op(form.row.name.substr(2));
  Value args[] = {callee_expression(form.args[0]), as_tuple(form.args[1])};
  std::optional<Attr> infos;
  if (op != Op::make_closure) {
    infos = form["sinfo_args"] ? sinfo_args(form["sinfo_args"]) : context_.attrs.list({});
    if (!infos) return {};
  }
  if (!args[0] || !args[1]) return {};
  return make_call(op, args, {}, infos.value_or(Attr()), form.span);
}

// What R.print and R.assert_op print: a text, empty if none is given.
Value SpecialForms::format_operand(const Arg& arg, Span span) {
  if (!arg) return fn_->add_string(context_.name(""), span);
  const Value v = argument(arg);
  if (!v || (*fn_)[v].kind == NodeKind::string) return v;
  bad(Diag::not_a_string, arg.span, "the format is a string, not " + describe_value(v));
  return {};
}

Item SpecialForms::form_assert(const FormCall& form) {
  std::vector<Arg> values = form.rest;
  Arg format = form["format"];
  if (Arg more = form["format_args"]) values.insert(values.begin(), more);
  // R.assert_op(condition, format_args, "format") by position.
  if (!format && values.size() == 2 && is_string(values[1])) {
    format = values[1];
    values.pop_back();
  }
  if (values.size() == 1) {
    if (is_none(values[0])) {
      values.clear();
    } else if (std::optional<std::vector<Arg>> list = elements(values[0])) {
      values = *list;
    }
  }
  std::vector<Value> args{argument(form["condition"])};
  args.push_back(format_operand(format, form.span));
  for (const Arg& arg : values) args.push_back(argument(arg));
  if (std::any_of(args.begin(), args.end(), [](Value v) { return !v; })) return {};
  return make_call(Op::assert_op, args, {}, {}, form.span);
}

Item SpecialForms::form_print(const FormCall& form) {
  std::vector<Value> args{format_operand(form["format"], form.span)};
  for (const Arg& arg : form.rest) args.push_back(argument(arg));
  if (std::any_of(args.begin(), args.end(), [](Value v) { return !v; })) return {};
  return make_call(Op::print, args, {}, {}, form.span);
}

// ---- operators ----

Item SpecialForms::form_hint_on_device(const FormCall& form) {
  Value data = argument(form["data"], false);
  Item device = eval(form["dst_vdevice"]);
  if (!data || !device) return {};
  if (!device.is(What::object) || context_.attrs[device.attr()].kind != AttrKind::list) {
    return bad(Diag::bad_device, device.span, "a device is written R.cpu(0), R.cuda(0) or R.device(...)");
  }
  const OpInfo& row = info(Op::hint_on_device);
  std::vector<Attr> record(context_.attrs.items(device.attr()).begin(), context_.attrs.items(device.attr()).end());
  record.push_back(default_record(Op::hint_on_device).back());
  bool has_scope = static_cast<bool>(form["memory_scope"]);
  note(Spelling::device_scope, has_scope, has_scope ? form.span : Span{form.span.end - 1, form.span.end - 1},
       has_scope ? "" : ", \"global\"");
  if (form["memory_scope"]) {
    std::optional<Attr> scope = attribute_value(row, row.params.back(), form["memory_scope"]);
    if (!scope) return {};
    record.back() = *scope;
  }
  return make_call(Op::hint_on_device, std::span(&data, 1), context_.attrs.list(record), {}, form.span);
}

Attr SpecialForms::vdevice_attr(uint32_t index) {
  const VDevice& d = module_.vdevices[index];
  Attr parts[] = {d.target, context_.attrs.integer(d.id), context_.attrs.string(d.scope)};
  return context_.attrs.other(AttrKind::vdevice, 0, parts);
}

Item SpecialForms::form_to_vdevice(const FormCall& form) {
  Value data = argument(form["data"], false);
  Item device = eval(form["dst_vdevice"]);
  if (!data || !device) return {};
  Attr where;
  if (device.is(What::string)) {
    std::optional<uint32_t> index = vdevice_index(text(device.name()), device.span);
    if (!index) return {};
    where = vdevice_attr(*index);
  } else if (device.is(What::object) && context_.attrs[device.attr()].kind == AttrKind::vdevice) {
    where = device.attr();
  } else {
    return bad(Diag::bad_device, device.span, "a vdevice is written \"kind:number\" or I.vdevice(...)");
  }
  return make_call(Op::to_vdevice, std::span(&data, 1), context_.attrs.list(std::span(&where, 1)), {}, form.span);
}

// where(mask, full_like(x, value), x)
Item SpecialForms::form_masked_fill(const FormCall& form) {
  Value x = argument(form["x"], false), mask = argument(form["mask"], false);
  Item item = eval(form["value"]);
  Value value = item.is(What::expr) ? variable_of(item) : item ? constant_of(item, std::nullopt) : Value();
  if (!x || !mask || !value) return {};
  Attr record[] = {context_.attrs.dtype(kVoid)};
  Value fill_args[] = {x, value};
  Value fill = variable_of(make_call(Op::full_like, fill_args, context_.attrs.list(record), {}, form.span));
  Value args[] = {mask, fill, x};
  return fill ? make_call(Op::where, args, {}, {}, form.span) : Item();
}

// matmul(data, permute_dims(weight, axes=None)), and add the bias.
Item SpecialForms::form_linear(const FormCall& form) {
  Value data = argument(form["data"], false), weight = argument(form["weight"], false);
  Value bias = form["bias"] ? argument(form["bias"], false) : Value();
  std::optional<DType> dtype = form["out_dtype"] ? dtype_of(form["out_dtype"]) : kVoid;
  if (!data || !weight || !dtype || (form["bias"] && !bias)) return {};
  Attr axes[] = {context_.attrs.none()};
  Value transposed =
      variable_of(make_call(Op::permute_dims, std::span(&weight, 1), context_.attrs.list(axes), {}, form.span));
  if (!transposed) return {};
  Attr record[] = {context_.attrs.dtype(*dtype)};
  Value args[] = {data, transposed};
  Item product = make_call(Op::matmul, args, context_.attrs.list(record), {}, form.span);
  if (!bias) return product;
  Value sum[] = {variable_of(product), bias};
  return sum[0] ? make_call(Op::add, sum, {}, {}, form.span) : Item();
}

Item SpecialForms::form_attention(const FormCall& form) {
  Op op = form["bias"] ? Op::nn_attention_bias : Op::nn_attention;
  return call_by_name(op, form);
}

// Seven operands by position are in the order in which they print.
Item SpecialForms::form_attention_var_len(const FormCall& form) {
  Matched matched;
  const OpInfo& row = info(Op::nn_attention_var_len);
  bool is_printed = form.positional >= 7;
  for (size_t i = 0; i < row.params.size(); ++i) {
    matched.by_param[i] = is_printed && i < 7 ? &form.args[i] : form.find(row.params[i].name);
  }
  for (auto [name, from] : {std::pair("seqstart_k", "seqstart_q"), std::pair("max_seqlen_k", "max_seqlen_q")}) {
    size_t to = param_index(row, name);
    if (!matched.by_param[to]) matched.by_param[to] = matched.by_param[param_index(row, from)];
  }
  return call_matched(Op::nn_attention_var_len, matched, form.site);
}

size_t SpecialForms::param_index(const OpInfo& row, std::string_view name) {
  size_t i = 0;
  while (i < row.params.size() && row.params[i].name != name) ++i;
  HAMMOCK_CHECK(i < row.params.size(), "an operator without the parameter " + std::string(name));
  return i;
}

// The form's arguments as those of an operator whose parameters have the same names. None stands for what may be left
// out.
Item SpecialForms::call_by_name(Op op, const FormCall& form) {
  Matched matched;
  const OpInfo& row = info(op);
  FormParams shape = parse_params(form.row.params);
  for (size_t i = 0; i < shape.params.size(); ++i) {
    const bool is_left_out = shape.params[i].is_optional && is_none(form.args[i]);
    if (!is_left_out) matched.by_param[param_index(row, shape.params[i].name)] = &form.args[i];
  }
  return call_matched(op, matched, form.site);
}

Item SpecialForms::form_arange(const FormCall& form) {
  const OpInfo& row = info(Op::arange);
  bool is_integer = true;
  auto prim = [&](const Arg& arg, int64_t otherwise) -> Value {
    if (!arg) return fn_->add_prim(context_.prims.integer(otherwise), form.span);
    Item item = eval(arg);
    if (!item) return {};
    if (item.is(What::expr)) {
      const Node& node = (*fn_)[item.value()];
      is_integer &= node.kind == NodeKind::prim_value && context_.prims[node.prim()].dtype.is_integral();
      return node.kind == NodeKind::prim_value ? item.value() : primitive_operand(row, row.params[0], item);
    }
    if (item.is(What::real)) item = make(What::prim, item.span, real_prim(item.real, kFloat32, item.span).index);
    if (item.is(What::prim)) is_integer &= context_.prims[item.prim()].dtype.is_integral();
    return primitive_operand(row, row.params[0], item);
  };
  Value args[3];
  bool has_end = static_cast<bool>(form["end"]);
  args[0] = has_end ? prim(form["start"], 0) : prim({}, 0);
  args[1] = has_end ? prim(form["end"], 0) : prim(form["start"], 0);
  args[2] = prim(form["step"], 1);
  std::optional<DType> dtype;
  if (form["dtype"]) {
    dtype = dtype_of(form["dtype"]);
    if (!dtype) return {};
  }
  if (!args[0] || !args[1] || !args[2]) return {};
  if (!dtype || dtype->is_unknown()) dtype = is_integer ? kInt64 : kFloat32;
  Attr record[] = {context_.attrs.dtype(*dtype)};
  return make_call(Op::arange, args, context_.attrs.list(record), {}, form.span);
}

// R.nn.pad(x, [widths], value) as written, R.nn.pad(x, R.const(...), pad_width=[widths]) as printed. In newer versions
// the mode, a string, stands before the value.
Item SpecialForms::form_pad(const FormCall& form) {
  Matched matched;
  const OpInfo& row = info(Op::nn_pad);
  std::string_view written[] = {"pad_width", "pad_value", "pad_mode"};
  size_t value_at = form["pad_width"] ? 0 : 1;
  if (form.rest.size() > value_at && is_string(form.rest[value_at])) std::swap(written[1], written[2]);
  size_t next = form["pad_width"] ? 1 : 0;
  matched.by_param[param_index(row, "data")] = form.find("data");
  for (std::string_view name : written) matched.by_param[param_index(row, name)] = form.find(name);
  for (const Arg& arg : form.rest) {
    if (next == std::size(written) || matched.by_param[param_index(row, written[next])]) {
      return bad(Diag::argument_count, arg.span, "R.nn.pad: an argument too many, or given twice");
    }
    matched.by_param[param_index(row, written[next++])] = &arg;
  }
  if (!matched.by_param[param_index(row, "pad_width")])
    return bad(Diag::argument_count, form.span, "R.nn.pad needs a value for 'pad_width'");
  const Arg* value = matched.by_param[param_index(row, "pad_value")];  // a number is what either version takes
  if (value && (kind(*value) == ExprKind::call || kind(*value) == ExprKind::name))
    note(Spelling::pad_value, false, form.span);
  return call_matched(Op::nn_pad, matched, form.site);
}

Item SpecialForms::form_view(const FormCall& form) {
  Value data = argument(form["data"], false);
  auto absent = [&](const Arg& arg) { return !arg; };
  Value shape, dtype, offset;
  shape = absent(form["shape"]) ? fn_->add_tuple({}, form.span) : view_shape(form["shape"]);
  if (absent(form["dtype"])) {
    dtype = fn_->add_tuple({}, form.span);
  } else {
    Item item = eval(form["dtype"]);
    if (item.is(What::string)) {
      std::optional<DType> d = dtype_of(form["dtype"]);
      if (d) dtype = fn_->add_dtype(*d, item.span);
    } else {
      dtype = argument(item);
    }
  }
  offset =
      absent(form["relative_byte_offset"]) ? fn_->add_tuple({}, form.span) : argument(form["relative_byte_offset"]);
  if (!data || !shape || !dtype || !offset) return {};
  Value args[] = {data, shape, dtype, offset};
  return make_call(Op::memory_view, args, {}, {}, form.span);
}

Value SpecialForms::view_shape(const Arg& arg) {
  if (kind(arg) == ExprKind::call) return argument(arg);  // R.shape(...), R.tuple()
  return as_shape(arg);
}

// A 0 in the shape copies the dim at its place, one -1 is what is left over.
Item SpecialForms::form_reshape(const FormCall& form) {
  Value x = argument(form["x"], false);
  if (!form["shape"]) return bad(Diag::argument_count, form.span, "R.reshape needs a shape");
  Value shape = as_shape(form["shape"]);
  if (!x || !shape) return {};
  if ((*fn_)[shape].kind == NodeKind::shape) {
    shape = resolved_shape(x, shape);
    if (!shape) return {};
  }
  Value args[] = {x, shape};
  return make_call(Op::reshape, args, {}, {}, form.span);
}

// What -1 in a new shape stands for beside dims whose product is `others`. None after a report.
std::optional<Prim> SpecialForms::left_over(std::span<const Prim> from, Prim others, Span span) {
  PrimStore& prims = context_.prims;
  Prim all = prims.integer(1);
  int64_t known = 1;
  bool is_countable = true;
  for (Prim d : from) {
    all = prims.mul(all, d);
    is_countable &= !__builtin_mul_overflow(known, prims.constant(d).value_or(1), &known);
  }
  if (!is_countable) {
    bad(Diag::too_large, span,
        "-1 in a new shape cannot be inferred: the elements of the tensor are more than 64 bits can count");
    return std::nullopt;
  }
  if (prims.is_constant(others, 0)) {
    bad(Diag::bad_new_shape, span, "-1 in a new shape cannot be inferred beside a dim of 0");
    return std::nullopt;
  }
  std::optional<int64_t> whole = prims.constant(simplify(context_, all)),
                         part = prims.constant(simplify(context_, others));
  if (whole && part && *whole % *part != 0) {
    bad(Diag::shape_mismatch, span,
        "-1 in a new shape cannot be inferred: the tensor has " + std::to_string(*whole) +
            " elements, no multiple of " + std::to_string(*part));
    return std::nullopt;
  }
  return simplify(context_, prims.floordiv(all, others));
}

Value SpecialForms::resolved_shape(Value x, Value shape) {
  PrimStore& prims = context_.prims;
  StructInfo to = fn_->info(shape);
  std::vector<Prim> dims(context_.infos.dims(to).begin(), context_.infos.dims(to).end());
  Span span = (*fn_)[shape].span;
  bool is_plain = std::none_of(dims.begin(), dims.end(), [&](Prim d) { return prims.constant(d).value_or(1) <= 0; });
  if (is_plain) return shape;
  StructInfo known = fn_->info(x);
  if (!known) return {};
  if (Value variable = context_.infos[known].shape_var(); variable && fn_->info(variable)) known = fn_->info(variable);
  bool has_dims = (context_.infos.is_tensor(known) || context_.infos[known].kind == InfoKind::shape) &&
                  context_.infos[known].has_dims;
  std::vector<Prim> from;
  if (has_dims) from.assign(context_.infos.dims(known).begin(), context_.infos.dims(known).end());
  // Of a tensor without elements a 0 is itself where nothing is to be copied, or where the copy would give it elements.
  auto is_zero = [&](Prim d) { return prims.is_constant(d, 0); };
  const bool is_empty = std::ranges::any_of(from, is_zero);
  std::optional<size_t> open;
  Prim others = prims.integer(1);
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t value = prims.constant(dims[i]).value_or(1);
    if (value < -1 || (value == -1 && open)) {
      bad(Diag::bad_new_shape, span,
          value < -1 ? "a dim of the new shape is negative" : "the new shape has more than one -1");
      return {};
    }
    if (value <= 0 && !has_dims) {
      bad(Diag::bad_new_shape, span, "0 and -1 in a new shape need a tensor whose dims are known");
      return {};
    }
    if (value == -1) {
      open = i;
      continue;
    }
    if (value == 0) {
      if (i >= from.size() && !is_empty) {
        bad(Diag::bad_new_shape, span, "a 0 in the new shape copies a dim that the tensor does not have");
        return {};
      }
      if (i < from.size()) dims[i] = from[i];
    }
    others = prims.mul(others, dims[i]);
  }
  if (open) {
    std::optional<Prim> rest = left_over(from, others, span);
    if (!rest) return {};
    dims[*open] = *rest;
  }
  if (is_empty && std::ranges::none_of(dims, is_zero)) return shape;
  return fn_->add_shape(dims, span);
}

Item SpecialForms::form_layout_transform(const FormCall& form) {
  Item item = call_by_name(Op::layout_transform, form);
  if (!item) return {};
  const OpInfo& row = info(Op::layout_transform);
  std::vector<Attr> record(context_.attrs.items((*fn_)[item.value()].attrs).begin(),
                           context_.attrs.items((*fn_)[item.value()].attrs).end());
  if (!axis_separators_.empty()) {
    if (form["axis_separators"])
      return bad(Diag::argument_count, form.span, "R.layout_transform: the separators of axes are given twice");
    record[static_cast<size_t>(row.attr_index("axis_separators"))] = context_.attrs.integers(axis_separators_);
  }
  Attr& pad = record[static_cast<size_t>(row.attr_index("pad_value"))];
  if (form["pad_value"] && context_.attrs[pad].kind == AttrKind::prim) {
    std::optional<Prim> value =
        pad_of(Prim(context_.attrs[pad].id), fn_->info(fn_->args(item.value())[0]), form["pad_value"]);
    if (!value) return {};
    pad = context_.attrs.prim(*value);
  }
  (*fn_)[item.value()].attrs = context_.attrs.list(record);
  return item;
}

// A plain number takes the tensor's dtype. So does R.prim_value(3), which is how an integer of any dtype prints
// (language C.3); other values say their own, which inference compares.
std::optional<Prim> SpecialForms::pad_of(Prim value, StructInfo x, const Arg& arg) {
  if (!x || !context_.infos.is_tensor(x) || context_.infos[x].dtype.is_unknown()) return value;
  const DType dtype = context_.infos[x].dtype;
  const bool is_plain = kind(arg) != ExprKind::call;
  const bool is_integer =
      context_.prims.constant(value) && dtype.is_integral() && (is_plain || context_.prims[value].dtype == kInt64);
  return is_integer || (is_plain && dtype.is_any_float()) ? cast(value, dtype, arg.span) : value;
}

// ---- the other namespaces ----

Item SpecialForms::form_vdevice(const FormCall& form) {
  Attr target = context_.attrs.string(context_.name("llvm"));
  if (form["target"]) {
    std::optional<Attr> a = attr(form["target"]);
    if (!a) return {};
    target = *a;
  }
  if (context_.attrs[target].kind == AttrKind::target) target = context_.attrs.items(target)[0];
  AttrKind kind = context_.attrs[target].kind;
  if (kind != AttrKind::string && kind != AttrKind::dict)
    return bad(Diag::bad_device, form.span, "the target of a vdevice is a string or a dict");
  target = full_target(context_, target);
  int64_t id = 0;
  if (form["vdevice_id"]) {
    std::optional<int64_t> n = integer_of(form["vdevice_id"], "vdevice_id");
    if (!n) return {};
    id = *n;
  }
  Name scope = context_.name("global");
  if (form["memory_scope"]) {
    Item item = eval(form["memory_scope"]);
    if (!item) return {};
    if (!item.is(What::string)) return bad(Diag::not_a_string, item.span, "memory_scope is a string");
    scope = item.name();
  }
  Attr parts[] = {target, context_.attrs.integer(id), context_.attrs.string(scope)};
  return make(What::object, form.span, context_.attrs.other(AttrKind::vdevice, 0, parts).index);
}

Item SpecialForms::form_target(const FormCall& form) {
  std::optional<Attr> config = attr(form.args[0]);
  if (!config) return {};
  AttrKind kind = context_.attrs[*config].kind;
  if (kind != AttrKind::string && kind != AttrKind::dict)
    return bad(Diag::bad_device, form.span, "a target is a string or a dict");
  Attr target = full_target(context_, *config);
  if (form["host"]) {
    std::optional<Attr> host = attr(form["host"]);
    if (!host) return {};
    target = with_host(context_, target, *host);
  }
  return make(What::object, form.span, context_.attrs.other(AttrKind::target, 0, std::span(&target, 1)).index);
}

Item SpecialForms::form_lookup_vdevice(const FormCall& form) {
  Item kind = eval(form["target_kind"]);
  if (!kind.is(What::string))
    return kind ? bad(Diag::bad_device, kind.span, "the kind of a target is a string") : Item();
  std::string written(text(kind.name()));
  if (form["device_index"]) {
    std::optional<int64_t> n = integer_of(form["device_index"], "device_index");
    if (!n) return {};
    written += ":" + std::to_string(*n);
  }
  std::optional<uint32_t> index = vdevice_index(written, form.span);
  return index ? make(What::object, form.span, vdevice_attr(*index).index) : Item();
}

Item SpecialForms::form_dummy(const FormCall& form) {
  return make(What::object, form.span,
              context_.attrs.other(AttrKind::opaque, context_.name("I.dummy_global_info()").index, {}).index);
}

Item SpecialForms::form_index_map(const FormCall& form) {
  std::optional<Attr> map = index_map(form.args[0]);
  std::optional<Attr> inverse = form["inverse_index_map"] ? index_map(form["inverse_index_map"]) : std::nullopt;
  if (!map || (form["inverse_index_map"] && !inverse)) return {};
  if (inverse) {
    size_t inputs = context_.attrs.map_params(*map).size(), outputs = context_.attrs.map_results(*map).size();
    bool fits =
        context_.attrs.map_params(*inverse).size() == outputs && context_.attrs.map_results(*inverse).size() == inputs;
    if (!fits)
      return bad(Diag::argument_count, form.span, "the inverse of an index map takes its results to its parameters");
    std::vector<Attr> parts(context_.attrs.items(*map).begin(), context_.attrs.items(*map).end());
    parts.push_back(*inverse);
    map = context_.attrs.other(AttrKind::index_map, static_cast<int64_t>(inputs), parts);
  }
  return make(What::object, form.span, map->index);
}

// T.FloatImm("float32", 0.5) is T.float32(0.5).
Item SpecialForms::form_immediate(const FormCall& form) {
  std::optional<DType> dtype = dtype_of(form["dtype"]);
  Item value = eval(form["value"]);
  if (!dtype || !value) return {};
  bool is_real = form.row.name == "T.FloatImm";
  bool fits = value.is(What::integer) || value.is(What::boolean) || (is_real && value.is(What::real));
  if (!fits || dtype->is_any_float() != is_real) {
    return bad(fits      ? Diag::dtype_mismatch
               : is_real ? Diag::not_a_number
                         : Diag::not_an_integer,
               form.span,
               std::string(form.row.name) + " takes " +
                   (is_real ? "a float dtype and a number" : "an integer dtype and an integer"));
  }
  std::optional<Prim> number = prim_operand(value, *dtype);
  return number ? checked(*number, form.span) : Item();
}

Item SpecialForms::form_symbol(const FormCall& form) {
  Item symbol = eval(form["name"]);
  std::optional<DType> dtype = form["dtype"] ? dtype_of(form["dtype"]) : kInt64;
  if (!symbol || !dtype) return {};
  if (!symbol.is(What::string)) return bad(Diag::not_a_string, symbol.span, "the name of a symbol is a string");
  Item item = make(What::symbol, form.span, dtype->pack());
  item.flag = form.row.name == "T.SizeVar";
  return item;
}

// The void statement of the open dataflow block that an output declared before it stands for: in the text it has no
// name of its own.
Value SpecialForms::void_output(Name name) {
  auto declared = std::ranges::find(region_->void_outputs, name, &std::pair<Name, Span>::first);
  if (declared == region_->void_outputs.end() || region_->blocks.empty()) return {};
  const std::vector<Value>& bindings = region_->blocks.back().bindings;
  for (size_t& i = region_->next_void; i < bindings.size(); ++i) {
    Node& node = (*fn_)[bindings[i]];
    if (bindings[i].index < region_->dataflow_begin || text(node.name) != "_" || !context_.infos.is_void(node.info))
      continue;
    region_->void_outputs.erase(declared);
    node.name = name;
    return bindings[i++];
  }
  return {};
}

}  // namespace hammock::read
