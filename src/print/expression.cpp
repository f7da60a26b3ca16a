// SPDX-License-Identifier: Apache-2.0
// Leaves (language 6.9) and calls (6.11).
//
// A call prints its operands, then its attribute record in the order of the operator table. The operators whose text
// differs from that are rows of `special_form`.
#include <cmath>
#include <cstring>

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
    pending_.append(static_cast<size_t>(depth_ - (in_dataflow_ ? 1 : 0)) * 4, ' ');
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

void Printer::leaf(Value v) {
  const Node& node = (*fn_)[v];
  uses_relax_ = true;
  switch (node.kind) {
    case NodeKind::constant: return constant(ConstantId(node.payload));
    case NodeKind::shape:
      out_ += "R.shape([";
      for (size_t i = 0; Prim e : context_.infos.dims(StructInfo(node.payload))) {
        if (i++ > 0) out_ += ", ";
        prim(e);
      }
      out_ += "])";
      return;
    case NodeKind::prim_value:
      out_ += "R.prim_value(";
      prim(Prim(node.payload));
      out_ += ')';
      return;
    case NodeKind::string:
      out_ += "R.str(";
      append_string(out_, context_.text(Name(node.payload)));
      out_ += ')';
      return;
    case NodeKind::dtype:
      out_ += "R.dtype(\"";
      out_ += to_string(DType::make(static_cast<DType::Code>(node.payload & 0xff), node.payload >> 8 & 0xff, static_cast<int>(node.payload >> 16)));
      out_ += "\")";
      return;
    case NodeKind::global: return global(GlobalId(node.payload));
    case NodeKind::extern_func:
      out_ += "R.ExternFunc(";
      append_string(out_, context_.text(Name(node.payload)));
      out_ += ')';
      return;
    case NodeKind::op_ref:
      uses_ir_ = true;
      out_ += "I.Op(\"relax.";
      out_ += info(static_cast<Op>(node.payload)).name;
      out_ += "\")";
      return;
    case NodeKind::opaque: return text_as_read(context_.text(Name(node.payload)));
    default: HAMMOCK_CHECK(false, "not a leaf");
  }
}

namespace {

template <class T>
T load(const Constant& c) {
  T value{};
  HAMMOCK_CHECK(c.data.size() >= sizeof value, "a scalar constant without data");
  std::memcpy(&value, c.data.data(), sizeof value);
  return value;
}

double half_to_double(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double value = exponent == 0    ? std::ldexp(fraction, -24)
                 : exponent == 31 ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                                  : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -value : value;
}

}  // namespace

void Printer::constant(ConstantId id) {
  const Constant& c = context_[id];
  bool is_float = c.dtype.is_float() && c.dtype.lanes == 1 && (c.dtype.bits == 16 || c.dtype.bits == 32 || c.dtype.bits == 64);
  bool is_integer = c.dtype.is_integer() && c.dtype.lanes == 1 && (c.dtype.bits == 8 || c.dtype.bits == 16 || c.dtype.bits == 32 || c.dtype.bits == 64);
  if (!c.is_scalar() || !(is_float || is_integer || c.dtype.is_boolean())) return metadata("relax.expr.Constant", id.index);
  out_ += "R.const(";
  if (c.dtype.is_boolean()) {
    out_ += load<uint8_t>(c) ? "True" : "False";
  } else if (is_float) {
    append_float(out_, c.dtype.bits == 16 ? half_to_double(load<uint16_t>(c)) : c.dtype.bits == 32 ? load<float>(c) : load<double>(c));
  } else {
    switch (c.dtype.bits) {
      case 8: append_integer(out_, load<int8_t>(c)); break;
      case 16: append_integer(out_, load<int16_t>(c)); break;
      case 32: append_integer(out_, load<int32_t>(c)); break;
      default: append_integer(out_, load<int64_t>(c));
    }
  }
  out_ += ", \"";
  out_ += to_string(c.dtype);
  out_ += "\")";
}

void Printer::global(GlobalId g) {
  if (module_ && !module_->is_lone_function) {
    out_ += "cls.";
    if (!declares_module_ && !uses_hints_) {
      declares_module_ = true;
      declarations_.append(declaration_indent_, ' ');
      declarations_ += "cls = Module\n";
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
      append_integer(out_, node.payload);
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
      struct_info(StructInfo(node.payload));
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
    is_bare_symbol ? append_string(out_, context_.text(Name(node.payload))) : expression(args[i]);
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
  if (SpecialForm form = special_form(node.op)) return (this->*form)(v);
  callee(node.op);
  operands(fn_->args(v));
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
    append_string(out_, context_.text(Name(callee.payload)));
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

void Printer::attribute_record(Value v, bool& is_first) {
  const Node& node = (*fn_)[v];
  if (!node.attrs) return;
  std::span<const Attr> record = context_.attrs.items(node.attrs);
  const OpInfo& op = info(node.op);
  for (size_t i = 0; i < record.size() && i < op.attrs.size(); ++i) {
    const Param& param = op.params[op.attrs[i]];
    keyword(param.name, is_first);
    attribute_of(param, record[i]);
  }
}

// As the type of the field prints it, which may differ from what the value would print alone.
void Printer::attribute_of(const Param& param, Attr a) {
  AttrKind kind = context_.attrs[a].kind;
  if (param.kind == ParamKind::dtype && kind == AttrKind::none) {
    out_ += "\"void\"";
  } else if (param.kind == ParamKind::real && kind == AttrKind::integer) {
    append_float(out_, static_cast<double>(context_.attrs[a].value));
  } else if (param.kind == ParamKind::prim_imm && kind == AttrKind::prim) {
    out_ += "R.prim_value(";
    attribute(a);
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
    type_key ? attribute(*type_key) : append_string(out_, "DictAttrs");
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
  keyword("sinfo_args", is_first);
  out_ += '(';
  attribute_list(infos);
  out_ += infos.size() == 1 ? ",)" : ")";
}

std::span<const Attr> Printer::sinfo_args(Value v) const {
  Attr list((*fn_)[v].payload);
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
    default: return nullptr;
  }
}

// R.call_tir(cls.f, ARGS, out_sinfo=S, attributes, tir_vars=R.shape([n]))
void Printer::call_with_out_info(Value v) {
  std::span<const Value> args = fn_->args(v);
  callee((*fn_)[v].op);
  operands(args.subspan(0, std::min<size_t>(2, args.size())));
  out_ += ", out_sinfo=";
  std::span<const Attr> infos = sinfo_args(v);
  StructInfo out = infos.empty() ? context_.infos.object() : StructInfo(context_.attrs[infos[0]].id);
  if (context_.infos[out].kind == InfoKind::tuple) {
    out_ += '[';
    for (size_t i = 0; StructInfo field : context_.infos.fields(out)) {
      if (i++ > 0) out_ += ", ";
      struct_info(field);
    }
    out_ += ']';
  } else {
    struct_info(out);
  }
  bool is_first = false;
  non_empty_attributes(v, is_first);
  if (args.size() > 2) {
    out_ += ", tir_vars=";
    expression(args[2]);
  }
  out_ += ')';
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

void Printer::hint_on_device(Value v) {
  const Node& node = (*fn_)[v];
  callee(node.op);
  operands(fn_->args(v));
  out_ += ", R.device(";
  bool is_first = true;
  attribute_record(v, is_first);
  out_ += "))";
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
    bool is_same = device.target == items[0] && device.id == context_.attrs[items[1]].value && device.scope.index == context_.attrs[items[2]].id;
    if (is_same) return vdevice_name(i);
  }
  out_ += '"';
  out_ += target_kind(items[0]);
  out_ += ":-1\"";
}

}  // namespace hammock
