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
  Node n;
  n.kind = NodeKind::param;
  n.name = name;
  n.info = info;
  n.span = span;
  return add(n);
}

Value Function::add_constant(ConstantId id, Span span) {
  const Constant& c = context()[id];
  std::vector<Prim> dims;
  for (int64_t d : c.shape) dims.push_back(context().prims.integer(d));
  Node n;
  n.kind = NodeKind::constant;
  n.payload = id.index;
  n.info = context().infos.tensor(dims, c.dtype);
  n.span = span;
  return add(n);
}

Value Function::add_shape(std::span<const Prim> dims, Span span) {
  Node n;
  n.kind = NodeKind::shape;
  n.info = context().infos.shape(dims);
  n.payload = n.info.index;
  n.span = span;
  return add(n);
}

Value Function::add_prim(Prim value, Span span) {
  Node n;
  n.kind = NodeKind::prim_value;
  n.payload = value.index;
  n.info = context().infos.prim_value(value, context().prims[value].dtype);
  n.span = span;
  return add(n);
}

Value Function::add_string(Name text, Span span) {
  Node n;
  n.kind = NodeKind::string;
  n.payload = text.index;
  n.info = context().infos.object();
  n.span = span;
  return add(n);
}

Value Function::add_dtype(DType dtype, Span span) {
  Node n;
  n.kind = NodeKind::dtype;
  n.payload = dtype.pack();
  n.info = context().infos.object();
  n.span = span;
  return add(n);
}

Value Function::add_tuple(std::span<const Value> fields, Span span) {
  std::vector<StructInfo> infos;
  infos.reserve(fields.size());
  for (Value f : fields) infos.push_back(info(f));
  Node n;
  n.kind = NodeKind::tuple;
  n.info = context().infos.tuple(infos);
  n.span = span;
  return add(n, fields);
}

Value Function::add_call(Op op, std::span<const Value> args, Attr attrs, StructInfo info, Span span) {
  Node n;
  n.kind = NodeKind::call_op;
  n.op = op;
  n.attrs = attrs;
  n.info = info;
  n.span = span;
  return add(n, args);
}

Value Function::add_get_item(Value tuple, uint32_t index, Span span) {
  Node n;
  n.kind = NodeKind::get_item;
  n.payload = index;
  n.span = span;
  StructInfo of = info(tuple);
  const InfoStore& infos = context().infos;
  bool known = of && infos[of].kind == InfoKind::tuple && index < infos.fields(of).size();
  n.info = known ? infos.fields(of)[index] : infos.object();
  return add(n, std::span(&tuple, 1));
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
