// SPDX-License-Identifier: Apache-2.0
// A kernel that is called as a function changes its arguments; one that R.call_tir calls fills fresh tensors, or
// operands in place.
#include <algorithm>
#include <memory>
#include <optional>

#include "graph_maker.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/tir/effects.h"

namespace hammock::loop {

void GraphMaker::give(Given& given, Bound value, Span span) {
  given.buffer_of.push_back(given.buffers.size());
  if (value.kind == Bound::tensor) {
    const GraphItem& item = graph_[ItemId(value.id)];
    given.arguments.push_back(tir::TensorArgument{item.dtype, item.shape, {}});
    given.buffers.push_back({static_cast<uint32_t>(given.inputs.size()), std::nullopt});
    given.inputs.push_back(item_of(value));
  } else if (value.kind == Bound::integer || value.kind == Bound::real) {
    given.arguments.push_back(known_value(value));
  } else {
    unsupported("an argument of a kernel that is neither a tensor nor a number known before the run", span);
  }
}

Bound GraphMaker::run_kernel(GlobalId id, std::span<const Bound> values, Span span) {
  Given given;
  std::vector<uint32_t> tensors;  // per input
  bool overlap = false;
  for (const Bound& value : values) {
    if (error_) return {};
    auto at = value.kind == Bound::tensor ? std::ranges::find(tensors, value.id) : tensors.end();
    give(given, value, span);
    if (value.kind != Bound::tensor) continue;
    if (at == tensors.end()) {
      tensors.push_back(value.id);
      continue;
    }
    overlap = true;
    given.inputs.pop_back();
    given.buffers.back().input = static_cast<uint32_t>(at - tensors.begin());
  }
  if (error_) return {};
  const tir::Kernel& kernel = *module_[id].kernel();
  const std::vector<bool> written = tir::written_parameters(kernel);
  // What changes nothing is run for what it may refuse.
  const bool gives_value = kernel.has_result || std::ranges::find(written, true) == written.end();
  const Asked asked{gives_value, kernel.has_result, overlap};
  Result<std::shared_ptr<const KernelForm>> form = forms_.form(id, given.arguments, asked);
  if (!form) {
    fail(form.error().kind, form.error().text, span, module_[id].span);
    return {};
  }
  auto call = std::make_shared<KernelCall>();
  call->form = *form;
  std::vector<std::optional<uint32_t>> output_of(tensors.size());
  for (size_t b = 0; b < given.buffers.size(); ++b) {
    std::optional<uint32_t>& output = output_of[*given.buffers[b].input];
    if ((*form)->is_written[b] && !output) output = call->outputs++;
  }
  for (KernelCall::Buffer& b : given.buffers) b.output = output_of[*b.input];
  if (gives_value) given.buffers.push_back({std::nullopt, call->outputs++});
  call->buffers = std::move(given.buffers);
  return add_changes(call, given.inputs, tensors, output_of, span);
}

Bound GraphMaker::add_changes(const std::shared_ptr<const KernelCall>& call, const std::vector<ItemId>& inputs,
                              std::span<const uint32_t> tensors, std::span<const std::optional<uint32_t>> output_of,
                              Span span) {
  Bound last;
  auto add_output = [&](DType dtype, Dims shape, uint32_t number) {
    GraphItem item;
    item.call = call;
    item.dtype = dtype;
    item.shape = std::move(shape);
    item.inputs = inputs;
    item.source = number;
    item.span = span;
    last = add(std::move(item));
    return ItemId(last.id);
  };
  for (size_t i = 0; i < tensors.size(); ++i) {
    const GraphItem& before = graph_[inputs[i]];
    if (output_of[i]) changed_[tensors[i]] = add_output(before.dtype, Dims(before.shape), *output_of[i]);
  }
  const bool gives_value = !call->buffers.empty() && !call->buffers.back().input;
  if (gives_value) add_output(call->form->buffers.back().dtype, {2}, call->outputs - 1);
  if (last.kind == Bound::tensor) graph_.effects.push_back(ItemId(last.id));
  const bool has_result = gives_value && call->form->has_result;
  return has_result ? Bound{Bound::number, 0, last.id} : tuple_of({}, span);
}

Bound GraphMaker::call_dynamic(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::span<const Value> args = frame.fn.args(v);
  const Bound callee = get(frame, args[0]), operands = get(frame, args[1]);
  if (!error_ && callee.kind != Bound::kernel)
    unsupported("R.vm.call_tir_dyn of what is no kernel of the module", node.span);
  if (error_) return {};
  std::vector<Bound> values{operands};
  if (operands.kind == Bound::tuple)
    values.assign(pool_.begin() + operands.id, pool_.begin() + operands.id + operands.size);
  if (!values.empty() && values.back().kind == Bound::shape) {
    const Bound shape = values.back();
    values.pop_back();
    for (uint32_t i = 0; i < shape.size; ++i) values.push_back({Bound::integer, 0, shape.id + i, 1});
  }
  return run_kernel(GlobalId(callee.id), values, node.span);
}

Bound GraphMaker::call_kernel(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::span<const Value> args = frame.fn.args(v);
  const std::string name = "R." + std::string(info(node.op).name);
  const Bound callee = get(frame, args[0]), operands = get(frame, args[1]);
  const Bound numbers = args.size() > 2 ? get(frame, args[2]) : Bound{};
  if (!error_ && callee.kind != Bound::kernel) unsupported(name + " of what is no kernel of the module", node.span);
  if (error_) return {};
  Given given;
  if (operands.kind != Bound::tuple) give(given, operands, node.span);
  for (uint32_t i = 0; operands.kind == Bound::tuple && i < operands.size; ++i)
    give(given, pool_[operands.id + i], node.span);
  std::vector<GraphItem> outputs;
  const bool is_tuple = add_outputs(frame, v, given, outputs);
  if (!error_ && numbers.kind == Bound::other)
    unsupported("numbers of " + name + " that are not known before the run", node.span);
  for (uint32_t i = 0; numbers.kind == Bound::shape && i < numbers.size; ++i)
    given.arguments.push_back(Number(numbers_[numbers.id + i]));
  if (error_) return {};
  Result<std::shared_ptr<const KernelForm>> form = forms_.form(GlobalId(callee.id), given.arguments);
  if (!form) {
    fail(form.error().kind, form.error().text, node.span, module_[GlobalId(callee.id)].span);
    return {};
  }
  auto call = std::make_shared<KernelCall>();
  call->form = *form;
  call->buffers = std::move(given.buffers);
  call->outputs = static_cast<uint32_t>(outputs.size());
  std::vector<Bound> results;
  for (GraphItem& item : outputs) {
    item.call = call;
    item.inputs = given.inputs;
    results.push_back(add(std::move(item)));
  }
  return is_tuple ? tuple_of(results, node.span) : results[0];
}

bool GraphMaker::add_outputs(Activation& frame, Value v, Given& given, std::vector<GraphItem>& outputs) {
  const Node& node = frame.fn[v];
  const std::string name = "R." + std::string(info(node.op).name);
  std::vector<int64_t> in_place;
  if (node.op == Op::call_tir_inplace) in_place = CallAttrs(frame.fn, v).integers("inplace_indices");
  std::span<const Attr> list = node.sinfo_args() ? context_.attrs.items(node.sinfo_args()) : std::span<const Attr>();
  if (list.empty()) {
    fail(Error::Kind::run, name + " says no out_sinfo", node.span);
    return false;
  }
  const StructInfo out(context_.attrs[list[0]].id);
  const bool is_tuple = context_.infos[out].kind == InfoKind::tuple;
  std::vector<StructInfo> infos{out};
  if (is_tuple) infos.assign(context_.infos.fields(out).begin(), context_.infos.fields(out).end());
  const size_t operands = given.arguments.size();
  for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
    GraphItem item = tensor_item(frame, infos[i], node.span, "an output of " + name);
    item.source = i;
    if (i < in_place.size() && in_place[i] >= 0) {
      const auto index = static_cast<size_t>(in_place[i]);
      if (index >= operands || !std::holds_alternative<tir::TensorArgument>(given.arguments[index])) {
        fail(Error::Kind::run, name + ": an index in place is out of range", node.span);
        break;
      }
      const auto& operand = std::get<tir::TensorArgument>(given.arguments[index]);
      item.dtype = operand.dtype;
      item.shape = operand.shape;
      given.buffers[given.buffer_of[index]].output = i;
    } else {
      given.arguments.push_back(tir::TensorArgument{item.dtype, item.shape, {}});
      given.buffers.push_back({std::nullopt, i});
    }
    outputs.push_back(std::move(item));
  }
  return is_tuple;
}

}  // namespace hammock::loop
