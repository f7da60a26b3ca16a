// SPDX-License-Identifier: Apache-2.0
// An operator is an item of its family, or the kernel that operator_kernel() makes of it. What it gives is inferred
// anew from the operands at hand, whose shapes are known.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "family.h"
#include "graph_maker.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/shortfall.h"
#include "hammock/ir/call_attrs.h"

namespace hammock::loop {
namespace {

// What inference says that a value is, looked at as the value; unknown where a dim or dtype is.
struct InfoView {
  const Context& context;
  StructInfo info;
  Dims sizes;
  bool is_known = true;

  InfoView(const Context& c, StructInfo i) : context(c), info(i) {
    const InfoNode& node = context.infos[info];
    if (node.kind == InfoKind::tuple) return;
    is_known = context.infos.has_shape(info) && !node.dtype.is_unknown();
    if (!is_known) return;
    for (Prim d : context.infos.dims(info)) {
      std::optional<int64_t> size = context.prims.constant(d);
      is_known = is_known && size;
      sizes.push_back(size.value_or(0));
    }
  }
  ValueKind kind() const {
    return !is_known                                     ? ValueKind::unknown
           : context.infos[info].kind == InfoKind::tuple ? ValueKind::tuple
                                                         : ValueKind::tensor;
  }
  DType dtype() const { return context.infos[info].dtype; }
  std::span<const int64_t> dims() const { return sizes; }
  int64_t integer() const { return 0; }
  size_t size() const { return context.infos.fields(info).size(); }
  InfoView field(size_t i) const { return {context, context.infos.fields(info)[i]}; }
};

// Factors are taken in the dtype of the result (legalize 2). Where that is a wider one, kernels do as they read them.
bool loses_bits(DType from, DType to) {
  return from.is_any_float() && from != to && (!to.is_any_float() || to.bits <= from.bits);
}

}  // namespace

std::vector<int64_t> GraphMaker::numbers(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::vector<int64_t> out;
  std::vector<Bound> todo{get(frame, v)};
  while (!todo.empty() && !error_) {
    Bound b = todo.back();
    todo.pop_back();
    if (b.kind == Bound::tuple) {
      for (uint32_t i = b.size; i-- > 0;) todo.push_back(pool_[b.id + i]);
    } else if (b.kind == Bound::integer || b.kind == Bound::shape) {
      out.insert(out.end(), numbers_.begin() + b.id, numbers_.begin() + b.id + b.size);
    } else if (const InfoNode& si = context_.infos[node.info]; si.kind == InfoKind::prim && si.value()) {
      out.push_back(evaluate(frame, si.value(), node.span));
    } else {
      unsupported("an operand whose value is not known before the run", node.span);
    }
  }
  return out;
}

StructInfo GraphMaker::known(Activation& frame, Bound b, StructInfo declared, Span span) {
  InfoStore& infos = context_.infos;
  const InfoKind kind = infos[declared].kind;
  if (b.kind == Bound::tensor) {
    std::vector<Prim> dims;
    for (int64_t d : graph_[ItemId(b.id)].shape) dims.push_back(context_.prims.integer(d));
    return infos.tensor(dims, graph_[ItemId(b.id)].dtype);
  }
  if (b.kind == Bound::tuple) {
    std::vector<StructInfo> fields(b.size, infos.object());
    if (kind == InfoKind::tuple && infos.fields(declared).size() == b.size)
      fields.assign(infos.fields(declared).begin(), infos.fields(declared).end());
    for (uint32_t i = 0; i < b.size; ++i) fields[i] = known(frame, pool_[b.id + i], fields[i], span);
    return infos.tuple(fields);
  }
  if (b.kind == Bound::shape) {
    std::vector<Prim> dims;
    for (uint32_t i = 0; i < b.size; ++i) dims.push_back(context_.prims.integer(numbers_[b.id + i]));
    return infos.shape(dims);
  }
  if (b.kind == Bound::integer) {
    const DType dtype = kind == InfoKind::prim && !infos[declared].dtype.is_unknown() ? infos[declared].dtype : kInt64;
    return infos.prim_value(context_.prims.integer(numbers_[b.id], dtype), dtype);
  }
  if (kind == InfoKind::shape && infos[declared].has_dims) {
    std::vector<Prim> dims(infos.dims(declared).begin(), infos.dims(declared).end());
    for (Prim& d : dims) d = context_.prims.integer(evaluate(frame, d, span));
    return infos.shape(dims);
  }
  if (kind == InfoKind::prim && infos[declared].value()) {
    const DType dtype = infos[declared].dtype;
    std::optional<int64_t> value = frame.symbols.value(infos[declared].value());
    return value ? infos.prim_value(context_.prims.integer(*value, dtype), dtype) : declared;
  }
  return declared;
}

StructInfo GraphMaker::result_of(Activation& frame, Value v) {
  const Function& fn = frame.fn;
  const Node& node = fn[v];
  std::vector<StructInfo> operands;
  for (Value a : fn.args(v)) operands.push_back(known(frame, get(frame, a), fn.info(a), node.span));
  if (error_) return {};
  Result<StructInfo> result =
      infer_at_run(fn, &module_, {node.op, fn.args(v), node.attrs, Attr(), node.span}, operands);
  if (!result) {
    fail(result.error().kind, result.error().text, result.error().span);
    return {};
  }
  if (has_trait(node.op, EmptyBackwards)) bind_empty_dims(context_, node.info, SymbolScope{context_, frame.symbols});
  std::string wrong =
      value_mismatch(context_, node.info, InfoView(context_, *result), SymbolScope{context_, frame.symbols, true});
  if (!wrong.empty() && !operands.empty()) {
    if (std::string why = shortfall(context_, node, operands[0]); !why.empty()) wrong = std::move(why);
  }
  if (!wrong.empty()) fail(Error::Kind::run, "R." + std::string(info(node.op).name) + ": " + wrong, node.span);
  return *result;
}

Bound GraphMaker::call_op(Activation& frame, Value v) {
  const Function& fn = frame.fn;
  const Node& node = fn[v];
  if (!has_lowering(node.op)) {
    unsupported("R." + std::string(info(node.op).name), node.span);
    return {};
  }
  StructInfo result = result_of(frame, v);
  if (error_) return {};
  if (is_inference(node)) {
    if (const Bound normal = batch_norm(frame, v); normal.kind != Bound::none || error_) return normal;
  }
  if (!family(node.op)) return call_as_kernel(frame, v, result);
  const Family& f = *family(node.op);
  if (&f == &families::same) return get(frame, fn.args(v)[0]);
  if (&f == &families::known) return known_result(frame, v, result);
  if (&f == &families::split) return split(frame, v, result);
  if (context_.infos[result].kind == InfoKind::prim) return call_on_numbers(frame, v, context_.infos[result].dtype);
  GraphItem item = tensor_item(frame, result, node.span, "the result of R." + std::string(info(node.op).name));
  item.op = node.op;
  item.attrs = node.attrs;
  for (size_t n = 0; n < fn.args(v).size() && !error_; ++n) {
    const Value a = fn.args(v)[n];
    Bound b = get(frame, a);
    if (b.kind == Bound::tensor) item.inputs.push_back(item_of(b));
    else if (is_number_for_elements(node.op, n) && b.kind != Bound::tuple) item.inputs.push_back(scalar(frame, a, b));
    for (uint32_t i = 0; b.kind == Bound::tuple && i < b.size; ++i) {
      if (pool_[b.id + i].kind == Bound::tensor) item.inputs.push_back(item_of(pool_[b.id + i]));
    }
  }
  if (&f == &families::zeros || &f == &families::ones) item.inputs.clear();
  if (&f == &families::filled) item.inputs = {item.inputs.back()};  // of what it is like it takes the shape alone
  if (has_trait(node.op, hammock::Contraction)) {
    for (ItemId& i : item.inputs)
      if (loses_bits(graph_[i].dtype, item.dtype)) i = ItemId(converted(i, item.dtype, node.span).id);
  }
  if (f.needs_elements && item.elements() > 0 && graph_[item.inputs[0]].elements() == 0) {
    fail(Error::Kind::run, "R." + std::string(info(node.op).name) + ": no element to choose from", node.span);
  }
  if (f.fits && !error_ && !f.fits(context_, graph_, item))
    unsupported("R." + std::string(info(node.op).name) + " of operands that do not fit", node.span);
  add_numbers(frame, v, item);
  if (!error_) describe_view(frame, v, item);
  return error_ ? Bound{} : add(std::move(item));
}

Bound GraphMaker::batch_norm(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::vector<ItemId> in;
  for (Value a : frame.fn.args(v)) {
    const Bound b = get(frame, a);
    if (b.kind != Bound::tensor) return {};
    in.push_back(item_of(b));
  }
  const CallAttrs attrs(context_, node.op, node.attrs);
  const Dims shape = graph_[in[0]].shape;
  const DType dtype = graph_[in[0]].dtype;
  const size_t axis = axis_of(attrs, shape.size());
  if (axis >= shape.size() || (dtype != kFloat32 && dtype != kFloat64)) return {};
  const Dims channels{shape[axis]};
  for (size_t n = 1; n < in.size(); ++n)
    if (graph_[in[n]].shape != channels || graph_[in[n]].dtype != dtype) return {};
  const auto apply = [&](Op op, Dims to, std::vector<ItemId> inputs) {
    GraphItem item = operation(op, dtype, std::move(to), std::move(inputs));
    item.span = node.span;
    if (op == Op::reshape) item.view = ViewForm::reshape;
    return ItemId(add(std::move(item)).id);
  };
  Dims beside(shape.size() - axis, 1);
  beside[0] = shape[axis];
  const auto per_channel = [&](ItemId i) { return apply(Op::reshape, beside, {i}); };
  const ItemId epsilon = constant_number(attrs.real("epsilon"), dtype, {}, node.span);
  ItemId factor = apply(Op::rsqrt, channels, {apply(Op::add, channels, {in[4], epsilon})});
  if (attrs.boolean("scale")) factor = apply(Op::multiply, channels, {factor, in[1]});
  ItemId out = apply(Op::subtract, shape, {in[0], per_channel(in[3])});
  out = apply(Op::multiply, shape, {out, per_channel(factor)});
  if (attrs.boolean("center")) out = apply(Op::add, shape, {out, per_channel(in[2])});
  const auto tensor = [](ItemId i) { return Bound{Bound::tensor, 0, i.index}; };
  return error_ ? Bound{} : tuple_of(std::array{tensor(out), tensor(in[3]), tensor(in[4])}, node.span);
}

Bound GraphMaker::known_result(Activation& frame, Value v, StructInfo result) {
  const Node& node = frame.fn[v];
  const Bound of = get(frame, frame.fn.args(v)[0]);
  Bound known{Bound::other};
  if (!context_.infos.is_tensor(result)) {
    known = known_number(frame, result);
  } else if (of.kind == Bound::tensor) {
    const Number elements(graph_[ItemId(of.id)].elements());
    return {Bound::tensor, 0, constant_number(elements, kInt64, {}, node.span).index};
  } else if (of.kind == Bound::shape) {
    return {Bound::tensor, 0, constant_shape(of, node.span).index};
  }
  if (known.kind == Bound::other)
    unsupported("R." + std::string(info(node.op).name) + " of what is not known before the run", node.span);
  return known;
}

Bound GraphMaker::call_as_kernel(Activation& frame, Value v, StructInfo result) {
  const Node& node = frame.fn[v];
  const std::string name(info(node.op).name);
  std::vector<OperatorKernel::Operand> operands;
  std::vector<Bound> values;
  const auto add_operand = [&](Value a, Bound b) {
    const Prim real = b.kind == Bound::real ? number(frame, a, b) : Prim();
    const StructInfo known = real ? context_.infos.prim_value(real, context_.prims[real].dtype)
                                  : this->known(frame, b, frame.fn.info(a), node.span);
    if (b.kind == Bound::none || b.kind == Bound::other)
      return unsupported("an operand of R." + name + " whose value is not known before the run", node.span);
    operands.push_back({known, {}});
    if (frame.fn[a].kind == NodeKind::constant) operands.back().constant = frame.fn[a].constant();
    values.push_back(b);
  };
  for (Value a : frame.fn.args(v)) {
    const Bound b = get(frame, a);
    const bool is_flat = b.kind == Bound::tuple && is_list_of_tensors(b);
    if (!is_flat) add_operand(a, b);
    for (uint32_t i = 0; is_flat && i < b.size; ++i) add_operand(a, pool_[b.id + i]);
    if (error_) return {};
  }
  Result<OperatorKernel> made = operator_kernel(module_.shared_context(), node.op, node.attrs, operands, result);
  if (!made) return fail(made.error().kind, made.error().text, node.span), Bound{};
  Given given;
  for (size_t i = 0; i < made->args.size(); ++i) {
    const Bound value = values[made->args[i]];
    give(given, value.kind == Bound::tensor && made->is_widened[i] ? in_float32(value, node.span) : value, node.span);
  }
  return add_results(frame, *made, given, result, node);
}

Bound GraphMaker::add_results(Activation& frame, const OperatorKernel& made, Given& given, StructInfo result,
                              const Node& node) {
  const bool is_tuple = context_.infos[result].kind == InfoKind::tuple;
  std::vector<StructInfo> infos{result};
  if (is_tuple) infos.assign(context_.infos.fields(result).begin(), context_.infos.fields(result).end());
  const std::string what = "the result of R." + std::string(info(node.op).name);
  std::vector<GraphItem> outputs;
  std::vector<DType> dtypes;
  for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
    outputs.push_back(tensor_item(frame, infos[i], node.span, what));
    dtypes.push_back(outputs[i].dtype);
    if (error_) return {};
    outputs[i].source = i;
    outputs[i].dtype = made.results[i];
    given.arguments.push_back(tir::TensorArgument{outputs[i].dtype, outputs[i].shape, {}});
    given.buffers.push_back({std::nullopt, i});
  }
  if (error_) return {};
  Result<std::shared_ptr<const KernelForm>> form =
      forms_.form(made.kernel, made.name, node.span, given.arguments, {.routine = made.routine});
  if (!form) return fail(Error::Kind::unsupported, form.error().text, node.span), Bound{};
  auto call = std::make_shared<KernelCall>();
  call->form = *form;
  call->buffers = std::move(given.buffers);
  call->outputs = static_cast<uint32_t>(outputs.size());
  call->op = node.op;
  for (const auto& [operand, range] : made.indices) {
    const auto at = std::ranges::find(made.args, operand) - made.args.begin();
    call->indices.emplace_back(*call->buffers[given.buffer_of[static_cast<size_t>(at)]].input, range);
  }
  std::vector<Bound> results;
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i].call = call;
    outputs[i].inputs = given.inputs;
    const Bound b = add(std::move(outputs[i]));
    if (error_) return {};
    results.push_back(made.results[i] == dtypes[i] ? b : converted(ItemId(b.id), dtypes[i], node.span));
  }
  return is_tuple ? tuple_of(results, node.span) : results[0];
}

bool GraphMaker::is_number_for_elements(Op op, size_t operand) {
  const OpInfo& row = info(op);
  if (!row.has(Pointwise) || operand >= row.operands.size()) return false;
  const Param& param = row.params[row.operands[operand]];
  return param.kind == ParamKind::tensor && !param.may_be_number;
}

void GraphMaker::add_numbers(Activation& frame, Value v, GraphItem& item) {
  const OpInfo& row = info(item.op);
  std::span<const Value> args = frame.fn.args(v);
  for (size_t i = 0; i < args.size() && i < row.operands.size() && !error_; ++i) {
    const Param& param = row.params[row.operands[i]];
    Bound b = get(frame, args[i]);
    if (param.kind != ParamKind::prim && (!param.may_be_number || b.kind == Bound::tensor)) continue;
    item.prims.push_back(number(frame, args[i], b));
    if (param.domain == Domain::index && !error_) check_index(item);
  }
}

void GraphMaker::check_index(const GraphItem& item) {
  const int64_t index = context_.prims.constant(item.prims.back()).value_or(0);
  if (!family(item.op)->indices) return;
  for (const auto& [operand, range] : family(item.op)->indices(context_, graph_, item)) {
    const int64_t extent = range.extents[0];
    if (index >= 0 && index < extent) continue;
    fail(Error::Kind::run,
         "R." + std::string(info(item.op).name) + ": index " + std::to_string(index) + outside_axis(range.axis, extent),
         item.span);
  }
}

void GraphMaker::describe_view(Activation& frame, Value v, GraphItem& item) {
  const Dims& in = item.inputs.empty() ? item.shape : graph_[item.inputs[0]].shape;
  int64_t rank = static_cast<int64_t>(in.size());
  item.view = family(item.op)->view;
  switch (item.view) {
    case ViewForm::none:  // a conversion that changes nothing
      if (converts(item.op) && item.dtype == graph_[item.inputs[0]].dtype) item.view = ViewForm::reshape;
      break;
    case ViewForm::permute: {
      CallAttrs attrs(context_, item.op, item.attrs);
      if (!attrs.is_none("axes")) item.numbers = attrs.integers("axes");
      else
        for (int64_t i = rank; i-- > 0;) item.numbers.push_back(i);
      for (int64_t& a : item.numbers) a += a < 0 ? rank : 0;
      break;
    }
    case ViewForm::slice: strided_slice(frame, v, item); break;
    default: break;
  }
}

void GraphMaker::strided_slice(Activation& frame, Value v, GraphItem& item) {
  std::span<const Value> args = frame.fn.args(v);
  const Dims& in = graph_[item.inputs[0]].shape;
  std::vector<int64_t> axes = numbers(frame, args[1]), begin = numbers(frame, args[2]);
  std::vector<int64_t> step(axes.size(), 1);
  if (args.size() > 4) step = numbers(frame, args[4]);
  if (error_) return;
  item.numbers.assign(in.size(), 0);
  item.numbers.resize(2 * in.size(), 1);
  for (size_t i = 0; i < axes.size() && i < begin.size() && i < step.size(); ++i) {
    const size_t axis = from_front(axes[i], in.size());
    int64_t extent = in[axis], b = begin[i] < 0 ? begin[i] + extent : begin[i];
    b = step[i] < 0 ? std::clamp<int64_t>(b, -1, extent - 1) : std::clamp<int64_t>(b, 0, extent);
    item.numbers[axis] = b;
    item.numbers[in.size() + axis] = step[i];
    int64_t last = b + (item.shape[axis] - 1) * step[i];
    if (item.shape[axis] > 0 && (b < 0 || b >= extent || last < 0 || last >= extent)) {
      fail(Error::Kind::run,
           "strided_slice reads beyond axis " + std::to_string(axis) + " of extent " + std::to_string(extent),
           item.span);
    }
  }
}

Bound GraphMaker::split(Activation& frame, Value v, StructInfo result) {
  const Node& node = frame.fn[v];
  Bound x = get(frame, frame.fn.args(v)[0]);
  if (x.kind != Bound::tensor) return {};
  const ItemId input = item_of(x);
  const Dims in = graph_[input].shape;
  CallAttrs attrs(context_, node.op, node.attrs);
  const size_t axis = axis_of(attrs, in.size());
  std::vector<Bound> parts;
  const int64_t extent = in[axis];
  const bool is_list = context_.attrs[attrs.attr("indices_or_sections")].kind == AttrKind::list;
  const std::vector<int64_t> given = attrs.integers("indices_or_sections");
  int64_t begin = 0;
  size_t count = context_.infos.fields(result).size();
  for (size_t i = 0; i < count; ++i) {
    GraphItem part = tensor_item(frame, context_.infos.fields(result)[i], node.span, "a part of R.split");
    if (error_) return {};
    part.op = node.op;
    part.view = ViewForm::slice;
    part.inputs = {input};
    part.numbers.assign(in.size(), 0);
    part.numbers.resize(2 * in.size(), 1);
    part.numbers[axis] = begin;
    if (begin + part.shape[axis] > extent) fail(Error::Kind::run, "R.split reads beyond its axis", node.span);
    if (!is_list) begin += part.shape[axis];
    else if (i < given.size()) begin = std::clamp<int64_t>(given[i], 0, extent);
    parts.push_back(add(std::move(part)));
  }
  return tuple_of(parts, node.span);
}

}  // namespace hammock::loop
