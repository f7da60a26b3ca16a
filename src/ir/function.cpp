// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/function.h"

namespace hammock {

void Function::set_args(Value v, std::span<const Value> args) {
  Node& node = nodes[v.index];
  if (args.size() > node.args_size) {
    node.args_begin = static_cast<uint32_t>(operands_.size());
    std::vector<Value> copy(args.begin(), args.end());  // the argument may point into operands_
    operands_.insert(operands_.end(), copy.begin(), copy.end());
  } else {
    std::copy(args.begin(), args.end(), operands_.begin() + node.args_begin);
  }
  node.args_size = static_cast<uint32_t>(args.size());
}

Value Function::add(Node node, std::span<const Value> args) {
  node.args_begin = static_cast<uint32_t>(operands_.size());
  node.args_size = static_cast<uint32_t>(args.size());
  if (!args.empty() && args.data() >= operands_.data() && args.data() < operands_.data() + operands_.size()) {
    std::vector<Value> copy(args.begin(), args.end());
    operands_.insert(operands_.end(), copy.begin(), copy.end());
  } else {
    operands_.insert(operands_.end(), args.begin(), args.end());
  }
  nodes.push_back(node);
  return Value(static_cast<uint32_t>(nodes.size() - 1));
}

Value Function::add_param(Name name, StructInfo info, Span span) {
  return add({.kind = NodeKind::param, .info = info, .name = name, .span = span});
}

Value Function::add_constant(ConstantId id, Span span) {
  const Constant& c = context()[id];
  std::vector<Prim> dims;
  for (int64_t d : c.shape) dims.push_back(context().prims.integer(d));
  return add(
      {.kind = NodeKind::constant, .info = context().infos.tensor(dims, c.dtype), .payload = id.index, .span = span});
}

Value Function::add_shape(std::span<const Prim> dims, Span span) {
  StructInfo info = context().infos.shape(dims);
  return add({.kind = NodeKind::shape, .info = info, .payload = info.index, .span = span});
}

Value Function::add_prim(Prim value, Span span) {
  return add({.kind = NodeKind::prim_value,
              .info = context().infos.prim_value(value, context().prims[value].dtype),
              .payload = value.index,
              .span = span});
}

Value Function::add_string(Name text, Span span) {
  return add({.kind = NodeKind::string, .info = context().infos.object(), .payload = text.index, .span = span});
}

Value Function::add_dtype(DType dtype, Span span) {
  return add({.kind = NodeKind::dtype, .info = context().infos.object(), .payload = dtype.pack(), .span = span});
}

Value Function::add_tuple(std::span<const Value> fields, Span span) {
  std::vector<StructInfo> infos;
  infos.reserve(fields.size());
  for (Value f : fields) infos.push_back(info(f));
  return add({.kind = NodeKind::tuple, .info = context().infos.tuple(infos), .span = span}, fields);
}

Value Function::add_call(Op op, std::span<const Value> args, Attr attrs, StructInfo info, Span span) {
  return add({.kind = NodeKind::call_op, .op = op, .info = info, .attrs = attrs, .span = span}, args);
}

Value Function::add_get_item(Value tuple, uint32_t index, Span span) {
  StructInfo of = info(tuple);
  const InfoStore& infos = context().infos;
  bool known = of && infos[of].kind == InfoKind::tuple && index < infos.fields(of).size();
  StructInfo item = known ? infos.fields(of)[index] : infos.object();
  return add({.kind = NodeKind::get_item, .info = item, .payload = index, .span = span}, std::span(&tuple, 1));
}

Value Function::add_alias(Value of, Span span) {
  return add({.kind = NodeKind::alias, .info = info(of), .span = span}, std::span(&of, 1));
}

Value Function::add_match_cast(Value of, StructInfo to, Span span) {
  return add({.kind = NodeKind::match_cast, .info = to, .payload = to.index, .span = span}, std::span(&of, 1));
}

Value Function::add_global(GlobalId global, StructInfo info, Span span) {
  return add({.kind = NodeKind::global, .info = info, .payload = global.index, .span = span});
}

Value Function::add_function_call(std::span<const Value> args, StructInfo info, Span span) {
  return add({.kind = NodeKind::call, .info = info, .span = span}, args);
}

RegionId Function::add_region() {
  regions.emplace_back();
  return RegionId(static_cast<uint32_t>(regions.size() - 1));
}

LambdaId Function::add_lambda() {
  lambdas.emplace_back();
  return LambdaId(static_cast<uint32_t>(lambdas.size() - 1));
}

}  // namespace hammock
