// SPDX-License-Identifier: Apache-2.0
// Leaves (language 6.9) and calls (6.11).
//
// A call prints its operands, then its attribute record in the order of the operator table. The operators whose text
// differs from that are rows of `special_form`.
#include <algorithm>
#include <utility>

#include "hammock/ir/constant.h"
#include "printer.h"

namespace hammock {

void Printer::name_of(Value v) {
  if (!fn_) {
    out_ += "v";
    return append_integer(out_, v.index);
  }
  const Node& node = (*fn_)[v];
  if (uses_hints_) {
    out_ += node.name ? context_.text(node.name) : "_";
    return;
  }
  if (value_names_[v.index] == Names::kNone) {
    // Undefined, or a void output of a dataflow block: a line of its own declares it before it is used.
    define(v);
    pending_.append(indentation(depth_ - (in_dataflow_ ? 1 : 0)), ' ');
    pending_ += names_.text(value_names_[v.index]);
    pending_ += ": ";
    size_t begin = out_.size();
    if (node.info) struct_info(node.info);
    pending_.append(out_, begin);
    out_.resize(begin);
    pending_ += '\n';
  }
  out_ += names_.text(value_names_[v.index]);
}

void Printer::expression(Value v) {
  if (!uses_hints_) {
    Names::Entry entry = value_names_[v.index];
    if (entry != Names::kNone) {
      out_ += names_.text(entry);
      return;
    }
  }
  const Node& node = (*fn_)[v];
  if (node.kind == NodeKind::tuple && !(uses_hints_ && node.name)) return tuple(v);
  if (node.kind == NodeKind::param || !is_leaf(node.kind) || (uses_hints_ && node.name)) return name_of(v);
  leaf(v);
}

// R.ExternFunc("f"), from 0.26 on with its type, R.ExternFunc("f", R.Callable(...)), unless that is the default.
void Printer::extern_function(Name symbol, StructInfo info) {
  out_ += "R.ExternFunc(";
  append_string(out_, context_.text(symbol));
  const InfoNode* n = info ? &context_.infos[info] : nullptr;
  bool is_default =
      !n || (n->kind == InfoKind::function && !n->has_dims && n->derives == Derives::sinfo_args && !n->is_pure);
  if (newer(Spelling::extern_type) && !is_default) {
    out_ += ", ";
    struct_info(info);
  }
  out_ += ')';
}

void Printer::leaf(Value v) {
  const Node& node = (*fn_)[v];
  if (node.kind == NodeKind::prim_value && newer(Spelling::prim_value)) return primitive(node.prim());
  uses_relax_ = true;
  switch (node.kind) {
    case NodeKind::constant: return constant(node);
    case NodeKind::shape:
      out_ += "R.shape([";
      for (size_t i = 0; Prim e : context_.infos.dims(node.shape())) {
        if (i++ > 0) out_ += ", ";
        prim(e);
      }
      out_ += "])";
      return;
    case NodeKind::prim_value:
      out_ += "R.prim_value(";
      primitive(node.prim());
      out_ += ')';
      return;
    case NodeKind::string:
      out_ += "R.str(";
      append_string(out_, context_.text(node.text()));
      out_ += ')';
      return;
    case NodeKind::dtype:
      out_ += "R.dtype(\"";
      dtype(node.dtype());
      out_ += "\")";
      return;
    case NodeKind::global: return global(node.global());
    case NodeKind::extern_func: return extern_function(node.text(), node.info);
    case NodeKind::op_ref:
      uses_ir_ = true;
      out_ += "I.Op(\"relax.";
      out_ += info(node.op_value()).name;
      out_ += "\")";
      return;
    case NodeKind::opaque: return text_as_read(context_.text(node.text()));
    default: HAMMOCK_CHECK(false, "not a leaf");
  }
}

// An integer alone is read as int64, and True as an integer. (TVM 0.19 prints these, and then reads another value.)
void Printer::primitive(Prim e) {
  const PrimNode& n = context_.prims[e];
  bool says_dtype = n.kind == PrimKind::int_imm &&
                    (n.dtype.is_boolean() || (n.dtype != kInt64 && options_.constants == Constants::complete));
  if (n.kind == PrimKind::int_imm && !says_dtype && n.dtype != kInt64) lose();
  says_dtype ? prim_immediate(n) : prim(e);
}

void Printer::global(GlobalId g) {
  if (module_ && !module_->is_lone_function) {
    const std::string& alias = options_.module_alias;
    out_ += alias.empty() ? class_name() : alias;
    out_ += '.';
    if (!declares_module_ && !uses_hints_ && !alias.empty()) {
      declares_module_ = true;
      std::string& head = outer_declarations_.empty() ? declarations_ : outer_declarations_[0];
      head += std::string(indentation(2), ' ') + alias + " = " + class_name() + "\n";
    }
  }
  if (module_ && g.index < module_->functions.size()) {
    out_ += context_.text((*module_)[g].name);
  } else {
    out_ += "function_";
    append_integer(out_, g.index);
  }
}

void Printer::tuple_fields(Value v) {
  std::span<const Value> fields = fn_->args(v);
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out_ += ", ";
    expression(fields[i]);
  }
}

void Printer::tuple(Value v) {
  size_t size = fn_->args(v).size();
  if (size == 0) {
    uses_relax_ = true;
    out_ += "R.tuple()";
    return;
  }
  out_ += '(';
  tuple_fields(v);
  out_ += size == 1 ? ",)" : ")";
}

void Printer::right_hand_side(Value v) {
  bool is_written_out = (*fn_)[v].kind == NodeKind::tuple && (uses_hints_ || value_names_[v.index] == Names::kNone);
  if (is_written_out && fn_->args(v).size() >= 2) return tuple_fields(v);
  expression(v);
}

// The right-hand side of the binding of v, which has no name yet.
void Printer::value(Value v) {
  const Node& node = (*fn_)[v];
  switch (node.kind) {
    case NodeKind::alias: return right_hand_side(fn_->args(v)[0]);
    case NodeKind::tuple: return fn_->args(v).size() >= 2 ? tuple_fields(v) : tuple(v);
    case NodeKind::get_item:
      expression(fn_->args(v)[0]);
      out_ += '[';
      append_integer(out_, node.index());
      out_ += ']';
      return;
    case NodeKind::call_op: return call_operator(v);
    case NodeKind::call: return call_value(v);
    case NodeKind::match_cast: {
      uses_relax_ = true;
      out_ += "R.match_cast(";
      // The value may be a call that is not bound to a variable.
      Value source = fn_->args(v)[0];
      NodeKind kind = (*fn_)[source].kind;
      is_leaf(kind) || kind == NodeKind::tuple || is_named(source) ? expression(source) : value(source);
      out_ += ", ";
      struct_info(node.cast_to());
      out_ += ')';
      return;
    }
    case NodeKind::param: return name_of(v);
    case NodeKind::cond: out_ += "if "; return expression(fn_->args(v)[0]);
    case NodeKind::lambda: out_ += "R.function"; return;
    default: leaf(v);
  }
}

// ---- calls

void Printer::operands(std::span<const Value> args) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out_ += ", ";
    const Node& node = (*fn_)[args[i]];
    bool is_bare_symbol = i == 0 && node.kind == NodeKind::extern_func && !is_named(args[i]);
    is_bare_symbol ? append_string(out_, context_.text(node.text())) : expression(args[i]);
  }
}

// Where a tensor is expected a primitive value says that it is one; an operand that 0.19 does not have gets its
// default.
void Printer::operands_of(Value v) {
  const OpInfo& op = info((*fn_)[v].op);
  std::span<const Value> args = fn_->args(v);
  for (size_t i = 0; i < args.size(); ++i) {
    bool is_tensor = i < op.operands.size() && op.params[op.operands[i]].kind == ParamKind::tensor;
    bool is_wrapped = is_tensor && (*fn_)[args[i]].kind == NodeKind::prim_value && !is_named(args[i]);
    if (!is_wrapped) {
      if (i == 0) operands(args.first(1));
      if (i == 0) continue;
      out_ += ", ";
      expression(args[i]);
      continue;
    }
    out_ += i > 0 ? ", R.prim_value(" : "R.prim_value(";
    primitive((*fn_)[args[i]].prim());
    out_ += ')';
  }
  for (size_t i = args.size(); i < op.operands.size(); ++i) {
    const Param& p = op.params[op.operands[i]];
    if (p.since == 0 || !p.is_in(options_.dialect)) continue;
    out_ += ", ";
    out_ += p.default_text;
  }
}

void Printer::callee(Op op) {
  uses_relax_ = true;
  out_ += "R.";
  out_ += info(op).name;
  out_ += '(';
}

void Printer::call_operator(Value v) {
  const Node& node = (*fn_)[v];
  if (has_trait(node.op, Newer) && !is_in(kNewerSince, options_.dialect)) gap("R." + std::string(info(node.op).name));
  if (SpecialForm form = special_form(node.op)) return (this->*form)(v);
  callee(node.op);
  newer(Spelling::prim_value) ? operands_of(v) : operands(fn_->args(v));
  bool is_first = fn_->args(v).empty();
  attribute_record(v, is_first);
  struct_info_arguments(v, is_first);
  out_ += ')';
}

void Printer::call_value(Value v) {
  std::span<const Value> args = fn_->args(v);
  const Node& callee = (*fn_)[args[0]];
  bool is_extern = callee.kind == NodeKind::extern_func && !is_named(args[0]);
  bool is_first = !is_extern && args.size() == 1;
  if (is_extern) {
    uses_relax_ = true;
    out_ += "R.call_packed(";
    append_string(out_, context_.text(callee.text()));
    if (args.size() > 1) out_ += ", ";
  } else {
    expression(args[0]);
    out_ += '(';
  }
  operands(args.subspan(1));
  dict_attributes((*fn_)[v].attrs, is_extern, is_first);
  struct_info_arguments(v, is_first);
  out_ += ')';
}

// `, name=`, or without the comma if it comes first.
void Printer::keyword(std::string_view name, bool& is_first) {
  if (!is_first) out_ += ", ";
  is_first = false;
  out_ += name;
  out_ += '=';
}

namespace {

// Does the attribute say what the row of the operator says without it? (versioned parameters only: "text", True, False,
// [])
bool is_default(const Context& context, const Param& p, Attr a) {
  const AttrNode& n = context.attrs[a];
  switch (n.kind) {
    case AttrKind::none: return true;
    case AttrKind::boolean: return p.default_text == (n.value ? "True" : "False");
    case AttrKind::string: return p.default_text.substr(1, p.default_text.size() - 2) == context.text(Name(n.id));
    case AttrKind::list: return n.list_size == 0;
    default: return false;
  }
}

}  // namespace

void Printer::attribute_record(Value v, bool& is_first) {
  const Node& node = (*fn_)[v];
  if (!node.attrs) return;
  std::span<const Attr> record = context_.attrs.items(node.attrs);
  const OpInfo& op = info(node.op);
  for (size_t i = 0; i < record.size() && i < op.attrs.size(); ++i) {
    const Param& param = op.params[op.attrs[i]];
    if (!param.is_in(options_.dialect)) {
      if (is_default(context_, param, record[i])) continue;
      gap("the parameter " + std::string(param.name) + " of R." + std::string(op.name));
    }
    keyword(param.name, is_first);
    attribute_of(param, record[i]);
  }
}

// As the type of the field prints it, which may differ from what the value would print alone.
void Printer::attribute_of(const Param& param, Attr a) {
  AttrKind kind = context_.attrs[a].kind;
  bool is_unknown = param.kind == ParamKind::dtype &&
                    (kind == AttrKind::none || (kind == AttrKind::dtype && context_.attr_dtype(a).is_unknown()));
  if (is_unknown) {
    out_ += newer(Spelling::unknown_dtype) ? "None" : "\"void\"";
  } else if (param.kind == ParamKind::real && kind == AttrKind::integer) {
    append_float(out_, static_cast<double>(context_.attrs[a].value));
  } else if (param.kind == ParamKind::real && kind == AttrKind::real) {
    append_float(out_, context_.attrs[a].real);
  } else if (param.kind == ParamKind::dtype && kind == AttrKind::dtype) {
    out_ += '"';
    dtype(context_.attr_dtype(a));
    out_ += '"';
  } else if (param.kind == ParamKind::prim_imm && kind == AttrKind::prim) {
    if (newer(Spelling::prim_value)) return primitive(Prim(context_.attrs[a].id));
    out_ += "R.prim_value(";
    prim(Prim(context_.attrs[a].id));  // of the dtype that the tensor says
    out_ += ')';
  } else {
    attribute(a);
  }
}

void Printer::dict_attributes(Attr attrs, bool is_extern, bool& is_first) {
  if (!attrs || context_.attrs[attrs].kind != AttrKind::dict) return;
  constexpr std::string_view kTypeKey = "attrs_type_key";
  if (is_extern) {
    keyword(kTypeKey, is_first);
    std::optional<Attr> type_key = context_.find(attrs, kTypeKey);
    type_key ? attribute(*type_key) : append_string(out_, spell(Spelling::dict_attrs));
  }
  std::span<const Attr> items = context_.attrs.items(attrs);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    std::string_view key = context_.text(Name(context_.attrs[items[i]].id));
    if (key == kTypeKey) continue;
    keyword(key, is_first);
    attribute(items[i + 1]);
  }
}

void Printer::struct_info_arguments(Value v, bool& is_first) {
  std::span<const Attr> infos = sinfo_args(v);
  if (infos.empty()) return;
  keyword(spell(Spelling::type_args), is_first);
  out_ += '(';
  attribute_list(infos);
  out_ += infos.size() == 1 ? ",)" : ")";
}

std::span<const Attr> Printer::sinfo_args(Value v) const {
  Attr list = (*fn_)[v].sinfo_args();
  return list ? context_.attrs.items(list) : std::span<const Attr>();
}

// ---- special forms

Printer::SpecialForm Printer::special_form(Op op) {
  switch (op) {
    case Op::call_tir:
    case Op::call_tir_inplace:
    case Op::call_tir_with_grad:
    case Op::call_dps_packed:
    case Op::dist_call_tir_local_view: return &Printer::call_with_out_info;
    case Op::assert_op: return &Printer::assert_op;
    case Op::print: return &Printer::print_op;
    case Op::hint_on_device: return &Printer::hint_on_device;
    case Op::to_vdevice: return &Printer::to_vdevice;
    case Op::nn_pad: return &Printer::pad;
    case Op::call_py_func: return &Printer::call_py_func;
    default: return nullptr;
  }
}

// R.call_tir(cls.f, ARGS, out_sinfo=S, attributes, tir_vars=R.shape([n]))
void Printer::call_with_out_info(Value v) {
  std::span<const Value> args = fn_->args(v);
  std::span<const Attr> infos = sinfo_args(v);
  StructInfo out = infos.empty() ? context_.infos.object() : StructInfo(context_.attrs[infos[0]].id);
  bool is_list = context_.infos[out].kind == InfoKind::tuple;
  std::span<const StructInfo> outputs = is_list ? context_.infos.fields(out) : std::span<const StructInfo>(&out, 1);
  bool is_distributed = std::ranges::any_of(outputs, [&](StructInfo i) { return context_.infos.is_dtensor(i); });
  callee((*fn_)[v].op);
  if ((*fn_)[v].op == Op::call_tir && is_distributed)
    out_.insert(out_.size() - std::string_view("call_tir(").size(), "dist.");
  bool has_scalars = arguments_with_scalars(v);
  if (!has_scalars) operands(args.subspan(0, std::min<size_t>(2, args.size())));
  out_ += ", ";
  out_ += spell(Spelling::out_infos);
  out_ += is_list ? "=[" : "=";
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (i > 0) out_ += ", ";
    struct_info(outputs[i]);
  }
  if (is_list) out_ += ']';
  bool is_first = false;
  non_empty_attributes(v, is_first);
  if (args.size() > 2 && !has_scalars) {
    if (newer(Spelling::tir_vars)) gap("tir_vars apart from the tuple of arguments");
    out_ += ", tir_vars=";
    expression(args[2]);
  }
  out_ += ')';
}

// `cls.f, (x, n)`: the scalars at the end of the arguments. False: nothing was printed, for the text would say
// something else.
bool Printer::arguments_with_scalars(Value v) {
  std::span<const Value> args = fn_->args(v);
  if (!newer(Spelling::tir_vars) || args.size() < 3) return false;
  bool are_in_place = (*fn_)[args[1]].kind == NodeKind::tuple && !is_named(args[1]) &&
                      (*fn_)[args[2]].kind == NodeKind::shape && !is_named(args[2]);
  if (!are_in_place) return false;
  std::span<const Value> fields = fn_->args(args[1]);
  size_t count = context_.infos.dims((*fn_)[args[2]].shape()).size();
  bool ends_in_another = !fields.empty() && (*fn_)[fields.back()].kind == NodeKind::prim_value;
  if (count == 0 || ends_in_another || !context_.infos.ends_in_scalars((*fn_)[args[0]].info, count)) return false;
  operands(args.first(1));
  out_ += ", (";
  tuple_fields(args[1]);
  size_t size = fields.size();
  for (Prim e : context_.infos.dims((*fn_)[args[2]].shape())) {
    if (size++ > 0) out_ += ", ";
    prim(e);
  }
  out_ += size == 1 ? ",)" : ")";
  return true;
}

// R.call_py_func("f", ARGS, out_ty=S): newer than 0.19 in any spelling.
void Printer::call_py_func(Value v) {
  std::span<const Value> args = fn_->args(v);
  callee(Op::call_py_func);
  append_string(out_, context_.text((*fn_)[args[0]].text()));
  out_ += ", ";
  expression(args[1]);
  out_ += ", ";
  out_ += info(Spelling::out_infos).newer;
  out_ += '=';
  struct_info(StructInfo(context_.attrs[sinfo_args(v)[0]].id));
  out_ += ')';
}

// R.nn.pad(x, R.const(0.0, "float32"), pad_width=[...], ...); newer: the padding is an attribute.
void Printer::pad(Value v) {
  const Node& node = (*fn_)[v];
  std::span<const Value> args = fn_->args(v);
  std::optional<double> value = newer(Spelling::pad_value) && args.size() == 2 ? padding(args[1]) : std::nullopt;
  callee(node.op);
  bool is_first = false;
  if (!value) {
    if (newer(Spelling::pad_value)) gap("a padding of R.nn.pad that is no constant");
    operands(args);
    attribute_record(v, is_first);
    out_ += ')';
    return;
  }
  operands(args.first(1));
  const OpInfo& op = info(node.op);
  std::span<const Attr> record = context_.attrs.items(node.attrs);
  for (size_t i = 0; i < record.size(); ++i) {
    keyword(op.params[op.attrs[i]].name, is_first);
    attribute(record[i]);
    if (i > 0) continue;
    keyword("pad_value", is_first);
    const bool is_integer = context_[(*fn_)[args[1]].constant()].dtype == kInt32;  // as it is read without a point
    is_integer ? append_integer(out_, static_cast<int64_t>(*value)) : append_float(out_, *value);
  }
  out_ += ')';
}

// A scalar constant that a double holds.
std::optional<double> Printer::padding(Value v) const {
  const Node& node = (*fn_)[v];
  if (node.kind != NodeKind::constant || is_named(v)) return std::nullopt;
  const Constant& c = context_[node.constant()];
  if (!c.is_scalar() || !(c.dtype.is_float() || c.dtype.is_boolean() || c.dtype.is_integer())) return std::nullopt;
  constexpr int64_t kExact = int64_t{1} << 53;
  std::optional<int64_t> whole = integer_element(c, 0);
  return !whole || (*whole >= -kExact && *whole <= kExact) ? element(c, 0) : std::nullopt;
}

// The record without its empty dicts (te_grad_kwargs).
void Printer::non_empty_attributes(Value v, bool& is_first) {
  const Node& node = (*fn_)[v];
  if (!node.attrs) return;
  const OpInfo& op = info(node.op);
  std::span<const Attr> record = context_.attrs.items(node.attrs);
  for (size_t i = 0; i < record.size() && i < op.attrs.size(); ++i) {
    const AttrNode& a = context_.attrs[record[i]];
    if (a.kind == AttrKind::none || (a.kind == AttrKind::dict && a.list_size == 0)) continue;
    keyword(op.params[op.attrs[i]].name, is_first);
    attribute(record[i]);
  }
}

// Operands: condition, format, values.
void Printer::assert_op(Value v) {
  std::span<const Value> args = fn_->args(v);
  callee((*fn_)[v].op);
  expression(args[0]);
  for (Value arg : args.subspan(std::min<size_t>(2, args.size()))) {
    out_ += ", ";
    expression(arg);
  }
  if (args.size() > 1) {
    out_ += ", format=";
    expression(args[1]);
  }
  out_ += ')';
}

// Operands: format, values.
void Printer::print_op(Value v) {
  std::span<const Value> args = fn_->args(v);
  callee((*fn_)[v].op);
  for (Value arg : args.subspan(std::min<size_t>(1, args.size()))) {
    expression(arg);
    out_ += ", ";
  }
  if (!args.empty()) {
    out_ += "format=";
    expression(args[0]);
  }
  out_ += ')';
}

// R.hint_on_device(x, R.device(dev_type=1, dev_id=0)), newer: with the memory scope behind it
void Printer::hint_on_device(Value v) {
  const Node& node = (*fn_)[v];
  callee(node.op);
  operands(fn_->args(v));
  out_ += ", R.device(";
  std::span<const Attr> record = context_.attrs.items(node.attrs);
  bool is_first = true;
  for (size_t i = 0; i < 2; ++i) {
    keyword(spell(i == 0 ? Spelling::device_type : Spelling::device_index), is_first);
    attribute(record[i]);
  }
  out_ += ')';
  const Param& scope = info(node.op).params.back();
  bool is_default_scope = record.size() < 3 || is_default(context_, scope, record[2]);
  if (scope.is_in(options_.dialect) || !is_default_scope) {
    if (!scope.is_in(options_.dialect)) gap("the parameter memory_scope of R.hint_on_device");
    out_ += ", ";
    record.size() < 3 ? (void)(out_ += scope.default_text) : attribute(record[2]);
  }
  out_ += ')';
}

void Printer::to_vdevice(Value v) {
  const Node& node = (*fn_)[v];
  callee(node.op);
  operands(fn_->args(v));
  std::span<const Attr> record = node.attrs ? context_.attrs.items(node.attrs) : std::span<const Attr>();
  if (!record.empty()) {
    out_ += ", dst_vdevice=";
    vdevice_value(record[0]);
  }
  out_ += ')';
}

// A vdevice of the module by its kind and number; a string as it is.
void Printer::vdevice_value(Attr a) {
  if (context_.attrs[a].kind != AttrKind::vdevice || !module_) return attribute(a);
  std::span<const Attr> items = context_.attrs.items(a);
  for (uint32_t i = 0; i < module_->vdevices.size(); ++i) {
    const VDevice& device = module_->vdevices[i];
    bool is_same = device.target == items[0] && device.id == context_.attrs[items[1]].value &&
                   device.scope.index == context_.attrs[items[2]].id;
    if (is_same) return vdevice_name(i);
  }
  out_ += '"';
  out_ += target_kind(items[0]);
  out_ += ":-1\"";
}

}  // namespace hammock
