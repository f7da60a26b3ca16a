// SPDX-License-Identifier: Apache-2.0
#include "kernel_call.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "hammock/base/storage.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/first_writes.h"
#include "hammock/tir/refusal.h"
#include "hammock/tir/threads.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

// Adds the kernels that a kernel calls, and that these call, each once; without threads.
std::optional<Error> add_callees(const Module& module, const tir::Kernel& kernel, Code& code) {
  std::vector<std::shared_ptr<const tir::Kernel>>& found = code.callees;
  std::set<uint32_t> added;
  std::optional<Error> error;
  auto look_at = [&](const tir::Kernel& caller) {
    for (Name name : tir::callees(caller)) {
      const std::optional<GlobalId> id = module.find(module.context().text(name));
      if (!id || !module[*id].kernel() || !added.insert(id->index).second) continue;
      Result<std::shared_ptr<const tir::Kernel>> callee = tir::without_threads(module[*id].kernel());
      if (!callee) {
        if (!error) error = callee.error();
        continue;
      }
      found.push_back(std::move(*callee));
      code.callee_places.push_back(module[*id].span);
    }
  };
  look_at(kernel);
  for (size_t i = 0; i < found.size(); ++i) look_at(*std::shared_ptr(found[i]));
  return error;
}

std::string key_of(GlobalId kernel, std::span<const tir::Argument> arguments, Asked asked) {
  std::string key = std::to_string(kernel.index) + (asked.value ? "v" : "") + (asked.must_return ? "r" : "") +
                    (asked.overlap ? "o" : "");
  auto add = [&](int64_t n) { key += " " + std::to_string(n); };
  for (const tir::Argument& a : arguments) {
    if (const Number* number = std::get_if<Number>(&a)) {
      key += number->index() == 0 ? "\ni" : "\nf";
      add(number->index() == 0 ? std::get<0>(*number) : std::bit_cast<int64_t>(std::get<1>(*number)));
      continue;
    }
    const auto& tensor = std::get<tir::TensorArgument>(a);
    key += "\n" + to_string(tensor.dtype);
    for (int64_t d : tensor.shape) add(d);
  }
  return key;
}

// Kernels of the loop form do not count their steps; more are left to code that does, and fails.
constexpr double kMostPoints = 0x1p38, kMostProducts = 0x1p44;

double points_of(std::span<const Axis> axes) {
  double points = 1;
  for (const Axis& a : axes) points *= static_cast<double>(a.extent);
  return points;
}

bool is_compiled(const Recognised::Step& step) {
  return std::ranges::all_of(step.kernel.buffers, [](const Buffer& b) { return is_computable(b.dtype); });
}

bool is_bounded(const LoweredKernel& kernel) {
  if (const auto* nest = std::get_if<Nest>(&kernel.body)) {
    double points = 0;
    for (const Stage& stage : nest->stages) points += points_of(stage.axes);
    return points * points_of(nest->outer) <= kMostPoints;
  }
  const auto* c = std::get_if<Contraction>(&kernel.body);
  return !c || points_of(c->batch) * points_of(std::array{c->m, c->n}) * static_cast<double>(c->k) <= kMostProducts;
}

// Steps that store to a parameter write all of it, and none of them reads what another has stored.
std::vector<bool> filled_by(const Recognised& body, size_t parameters) {
  std::vector<bool> is_stored(parameters, false), is_read(parameters, false);
  for (const Recognised::Step& step : body.steps) {
    for (size_t i = 0; i < step.args.size(); ++i) {
      if (step.args[i].is_temporary) continue;
      (step.kernel.buffers[i].is_output ? is_stored : is_read)[step.args[i].number] = true;
    }
  }
  for (size_t b = 0; b < parameters; ++b) is_stored[b] = is_stored[b] && !is_read[b];
  return is_stored;
}

// Statement by statement.
Recognised as_code(std::shared_ptr<const tir::Kernel> kernel, const KernelForm& form, Code code) {
  const PrimStore& prims = kernel->context->prims;
  Recognised::Step step;
  for (uint32_t i = 0; i < form.buffers.size(); ++i) {
    Buffer b{form.buffers[i].dtype, form.buffers[i].shape, contiguous_strides(form.buffers[i].shape),
             form.is_written[i]};
    if (i < kernel->params.size()) {
      std::span<const Prim> strides = (*kernel)[kernel->params[i].buffer].strides;
      for (size_t d = 0; d < strides.size(); ++d) b.strides[d] = prims.constant(strides[d]).value_or(b.strides[d]);
    }
    step.kernel.buffers.push_back(std::move(b));
    step.args.push_back({false, i, 0});
  }
  code.kernel = std::move(kernel);
  step.kernel.body = std::move(code);
  Recognised out;
  out.steps.push_back(std::move(step));
  return out;
}

}  // namespace

bool calls_kernel(Op op) {
  return op == Op::call_tir || op == Op::call_tir_inplace || op == Op::call_tir_with_grad || op == Op::call_dps_packed;
}

Result<std::shared_ptr<const KernelForm>> KernelForms::form(GlobalId id, std::span<const tir::Argument> arguments,
                                                            Asked asked) {
  std::shared_ptr<const KernelForm>& known = forms_[key_of(id, arguments, asked)];
  if (known) return known;
  auto made = form(module_[id].kernel(), module_[id].name, module_[id].span, arguments, asked);
  if (made) known = *made;
  return made;
}

Result<std::shared_ptr<const KernelForm>> KernelForms::form(const std::shared_ptr<const tir::Kernel>& given, Name name,
                                                            Span place, std::span<const tir::Argument> arguments,
                                                            Asked asked) {
  Result<std::shared_ptr<const tir::Kernel>> kernel = tir::without_threads(given);
  if (!kernel) return kernel.error();
  Result<std::shared_ptr<const tir::Kernel>> special = tir::specialise(*kernel, arguments);
  if (!special) return special.error();
  auto form = std::make_shared<KernelForm>();
  form->name = name;
  form->has_result = (*special)->has_result;
  for (const tir::Argument& a : arguments) {
    if (const auto* tensor = std::get_if<tir::TensorArgument>(&a)) form->buffers.push_back(*tensor);
  }
  form->is_written = tir::written_parameters(**special);
  std::optional<Recognised> recognised;
  const bool has_routine = !std::holds_alternative<std::monostate>(asked.routine);
  if (!asked.value && !asked.overlap && !has_routine) recognised = recognise(module_.context(), **special);
  const bool is_fine = recognised && std::ranges::all_of(recognised->steps, is_compiled) &&
                       std::ranges::all_of(recognised->steps, is_bounded, &Recognised::Step::kernel);
  if (!is_fine) recognised.reset();
  if (recognised) {
    form->body = std::move(*recognised);
    form->is_filled = filled_by(form->body, form->buffers.size());
  } else {
    const std::unordered_set<uint32_t> filled = tir::filled_before_read(**special);
    // What shares its memory may be read as another one.
    for (const tir::Parameter& p : (*special)->params)
      form->is_filled.push_back(!asked.overlap && p.buffer && filled.contains((**special)[p.buffer].data.index));
    const bool is_real = (*special)->has_result && (*special)->result.is_any_float();
    if (asked.value) {
      form->buffers.push_back({is_real ? kFloat64 : kInt64, {2}, {}});
      form->is_written.push_back(true);
      form->is_filled.push_back(true);
    }
    Code code{nullptr, {}, {}, asked.overlap, asked.value, asked.must_return, place, asked.routine};
    if (std::optional<Error> error = add_callees(module_, **special, code)) return *error;
    form->body = as_code(*special, *form, std::move(code));
  }
  return std::shared_ptr<const KernelForm>(std::move(form));
}

// ---- a kernel by itself ----

namespace {

// Parameters of the program are those of the kernel; buffers that may be written become outputs.
class EntryGraph {
 public:
  EntryGraph(const Module& module, GlobalId kernel) : module_(module), id_(kernel) {}

  Result<Graph> run(std::span<const tir::Argument> arguments) {
    const tir::Kernel& kernel = *module_[id_].kernel();
    if (auto why = tir::refusal_of_entry(kernel)) return Error{Error::Kind::unsupported, *why, module_[id_].span};
    const std::vector<bool> written = tir::written_parameters(kernel);
    // What has no result is run for what it may refuse.
    const bool gives_value = kernel.has_result || std::ranges::find(written, true) == written.end();
    KernelForms forms(module_);
    Result<std::shared_ptr<const KernelForm>> form = forms.form(id_, arguments, {.value = gives_value});
    if (!form) {
      const Span span = form.error().span ? form.error().span : module_[id_].span;
      return Error{form.error().kind, form.error().text, span};
    }
    auto call = std::make_shared<KernelCall>();
    call->form = *form;
    add_inputs(arguments);
    const KernelForm& f = **form;
    for (uint32_t b = 0; b < f.buffers.size(); ++b) {
      KernelCall::Buffer buffer;
      if (b < inputs_.size()) buffer.input = b;
      if (f.is_written[b]) buffer.output = call->outputs++;
      call->buffers.push_back(buffer);
    }
    call_ = call;
    for (uint32_t b = 0; b < f.buffers.size(); ++b) {
      if (!call->buffers[b].output) continue;
      const ItemId output = add_output(f.buffers[b], *call->buffers[b].output);
      const bool is_value = gives_value && b + 1 == f.buffers.size();
      if (is_value && !kernel.has_result) {
        graph_.effects.push_back(output);
      } else {
        graph_.results.push_back(output);
        graph_.kinds.push_back(is_value ? ResultLeaf::Kind::number : ResultLeaf::Kind::tensor);
      }
    }
    graph_.is_kernel = true;
    InfoStore& infos = module_.context().infos;
    const std::vector<StructInfo> fields(graph_.results.size(), infos.object());
    graph_.result_info = fields.size() == 1 ? infos.object() : infos.tuple(fields);
    return std::move(graph_);
  }

 private:
  void add_inputs(std::span<const tir::Argument> arguments) {
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      const auto* tensor = std::get_if<tir::TensorArgument>(&arguments[i]);
      if (!tensor) continue;
      GraphItem item;
      item.dtype = tensor->dtype;
      item.shape = tensor->shape;
      item.storage = Storage::param;
      item.source = i;
      item.span = module_[id_].span;
      inputs_.push_back(add(std::move(item)));
    }
  }

  ItemId add_output(const tir::TensorArgument& tensor, uint32_t number) {
    GraphItem item;
    item.call = call_;
    item.dtype = tensor.dtype;
    item.shape = tensor.shape;
    item.inputs = inputs_;
    item.source = number;
    item.span = module_[id_].span;
    return add(std::move(item));
  }

  ItemId add(GraphItem item) {
    graph_.items.push_back(std::move(item));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  const Module& module_;
  GlobalId id_;
  Graph graph_;
  std::vector<ItemId> inputs_;
  std::shared_ptr<const KernelCall> call_;
};

}  // namespace

Result<Program> lower_kernel(const Module& module, GlobalId kernel, std::span<const tir::Argument> arguments) {
  Result<Graph> graph = EntryGraph(module, kernel).run(arguments);
  if (!graph) return graph.error();
  return Lowerer(module.context(), std::move(*graph)).run();
}

// ---- steps ----

namespace {

// What of a call's kernel its live outputs take.
struct Needed {
  std::vector<bool> steps, buffers, temporaries;
};

// Whatever a needed step names is needed, so that all that stores to it before is, too. Code may fail, and stays.
Needed needed_of(const Recognised& body, const KernelCall& call, const std::vector<bool>& is_live) {
  Needed out{std::vector<bool>(body.steps.size()), {}, std::vector<bool>(body.temporaries.size())};
  for (const KernelCall::Buffer& b : call.buffers) out.buffers.push_back(b.output && is_live[*b.output]);
  for (size_t s = body.steps.size(); s-- > 0;) {
    const Recognised::Step& step = body.steps[s];
    out.steps[s] = std::holds_alternative<Code>(step.kernel.body);
    auto flag = [&](const Recognised::Argument& a) -> std::vector<bool>::reference {
      return (a.is_temporary ? out.temporaries : out.buffers)[a.number];
    };
    for (size_t i = 0; i < step.args.size(); ++i)
      out.steps[s] = out.steps[s] || (step.kernel.buffers[i].is_output && flag(step.args[i]));
    for (const Recognised::Argument& a : step.args) {
      if (out.steps[s]) flag(a) = true;
    }
  }
  return out;
}

}  // namespace

void Lowerer::process_kernel(ItemId i) {
  const GraphItem& item = graph_[i];
  std::vector<uint32_t>& outputs = calls_.at(item.call.get()).outputs;
  if (outputs.empty()) {
    for (const auto& [operand, range] : item.call->indices) check_indices(i, operand, item.call->op, range);
    outputs = add_kernel(i);
  }
  state(i).is_stored = true;
  state(i).view = contiguous_view(outputs[item.source], item.shape);
}

// Memory that the kernel may change: that of an operand that nobody else looks at, or else a copy.
uint32_t Lowerer::contents(ItemId operand, ItemId output) {
  const GraphItem& from = graph_[operand];
  std::span<const ItemId> inputs = graph_[output].inputs;
  const View v = store(operand);
  const Memory& m = program_.memories[v.memory];
  auto is_of_call = [&](ItemId c) { return graph_[c].call == graph_[output].call; };
  const auto consumers = std::span(consumers_)
                             .subspan(consumers_begin_[operand.index],
                                      consumers_begin_[operand.index + 1] - consumers_begin_[operand.index]);
  const bool is_ours = from.view == ViewForm::none && !state(operand).is_result &&
                       std::ranges::count(inputs, operand) == 1 && std::ranges::all_of(consumers, is_of_call);
  const bool is_kept = state(output).is_constant;
  const bool is_whole = v == contiguous_view(v.memory, from.shape) && m.shape == from.shape &&
                        m.storage == (is_kept ? Storage::folded : Storage::arena);
  if (is_ours && is_whole) return v.memory;
  const size_t steps = program_.steps.size();
  const uint32_t copy = dense_copy(v, output, is_kept).memory;
  if (program_.steps.size() > steps) program_.steps.back().is_preparation = graph_.is_kernel;
  return copy;
}

void Lowerer::add_unwritten(uint32_t memory, ItemId i, const std::string& name) {
  const Memory& m = program_.memories[memory];
  if (m.bytes == 0) return;
  Step step;
  step.kernel.buffers.push_back({m.dtype, m.shape, contiguous_strides(m.shape), true});
  step.kernel.body = Unwritten{};
  step.args.push_back({memory, 0});
  step.name = name + "/unwritten";
  step.is_constant = state(i).is_constant;
  step.span = graph_[i].span;
  program_.steps.push_back(std::move(step));
}

// The operand as the kernel reads it, row-major.
Argument Lowerer::whole(ItemId operand, ItemId output) {
  const View v = store(operand);
  const View dense = v.is_contiguous() ? v : dense_copy(v, output);
  return {dense.memory, dense.offset * program_.memories[dense.memory].dtype.bytes()};
}

// The steps of the call that the item belongs to, and the memories of its outputs.
std::vector<uint32_t> Lowerer::add_kernel(ItemId i) {
  const GraphItem& item = graph_[i];
  const KernelCall& call = *item.call;
  const KernelForm& form = *call.form;
  const bool is_constant = state(i).is_constant;
  auto new_memory = [&](DType dtype, const Dims& shape) {
    int64_t bytes = dtype.bytes();
    for (int64_t d : shape) bytes *= d;
    program_.memories.push_back({is_constant ? Storage::folded : Storage::arena, bytes, 0, 0, dtype, shape});
    return static_cast<uint32_t>(program_.memories.size() - 1);
  };
  const std::string name(context_.text(form.name));
  const Needed needed = needed_of(form.body, call, calls_.at(&call).is_live);
  std::vector<Argument> buffers;
  std::vector<uint32_t> outputs(call.outputs);
  std::vector<bool> is_placed(call.outputs, false);  // several buffers may be one output
  for (size_t b = 0; b < call.buffers.size(); ++b) {
    if (!needed.buffers[b]) {
      buffers.emplace_back();
      continue;
    }
    const KernelCall::Buffer& buffer = call.buffers[b];
    const bool is_known = buffer.output && is_placed[*buffer.output];
    // What is filled first needs none of its contents.
    const bool is_new = !is_known && (!buffer.input || form.is_filled[b]);
    if (is_known) buffers.push_back({outputs[*buffer.output], 0});
    else if (is_new) buffers.push_back({new_memory(form.buffers[b].dtype, form.buffers[b].shape), 0});
    else if (form.is_written[b] || buffer.output) buffers.push_back({contents(item.inputs[*buffer.input], i), 0});
    else buffers.push_back(whole(item.inputs[*buffer.input], i));
    if (is_new && !form.is_filled[b]) add_unwritten(buffers.back().memory, i, name);
    if (buffer.output) outputs[*buffer.output] = buffers.back().memory;
    if (buffer.output) is_placed[*buffer.output] = true;
  }
  std::vector<uint32_t> temporaries;
  for (size_t t = 0; t < form.body.temporaries.size(); ++t) {
    const auto& [dtype, shape] = form.body.temporaries[t];
    temporaries.push_back(needed.temporaries[t] ? new_memory(dtype, shape) : 0);
  }
  for (size_t s = 0; s < form.body.steps.size(); ++s) {
    if (!needed.steps[s]) continue;
    const Recognised::Step& part = form.body.steps[s];
    Step step;
    step.kernel = part.kernel;
    for (const Recognised::Argument& a : part.args) {
      Argument to = a.is_temporary ? Argument{temporaries[a.number], 0} : buffers[a.number];
      to.offset += a.offset;
      step.args.push_back(to);
    }
    if (auto* c = std::get_if<Contraction>(&step.kernel.body)) {
      for (Factor* f : {&c->lhs, &c->rhs}) f->is_weight = is_weight(step.args[f->buffer].memory);
      c->takes_winograd = call.op == Op::none;  // eval knows how kernels and R.nn.conv2d round then, and no others
    }
    step.name = form.body.steps.size() > 1 ? name + "/" + part.name : name;
    step.is_constant = is_constant;
    step.span = item.span;
    program_.steps.push_back(std::move(step));
  }
  return outputs;
}

}  // namespace hammock::loop
