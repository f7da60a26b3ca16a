// SPDX-License-Identifier: Apache-2.0
// A run: its arguments are held against what was compiled, steps launched one by one or in bands, results nested.
#include <algorithm>
#include <bit>
#include <cstring>

#include "executable_state.h"
#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/indices.h"
#include "hammock/runtime/machine.h"

namespace hammock::jit {

// The tensor of a parameter or of a field of it; null: it is none.
const Tensor* Executable::State::tensor_of(const Memory& m, std::span<const RuntimeValue> args) const {
  const RuntimeValue* value = &args[m.index];
  for (uint32_t field : m.path) {
    const RuntimeTuple* tuple = value->tuple();
    if (tuple == nullptr || field >= tuple->size()) return nullptr;
    value = &(*tuple)[field];
  }
  return value->tensor();
}

std::string Executable::State::name_of(const Memory& m) const {
  std::string name = param_names[m.index];
  for (uint32_t field : m.path) name += "." + std::to_string(field);
  return name;
}

std::optional<Error> Executable::State::check(std::span<const RuntimeValue> args) const {
  if (args.size() != param_names.size()) {
    return run_error("the function takes " + std::to_string(param_names.size()) + " arguments, not " +
                     std::to_string(args.size()));
  }
  for (size_t i = 0; i < std::min(numbers.size(), args.size()); ++i) {
    const auto* integer = std::get_if<int64_t>(&args[i].v);
    const auto* real = std::get_if<double>(&args[i].v);
    auto is_number = [&](auto value) {
      return *numbers[i] == Number(value) || (value != value && *numbers[i] != *numbers[i]);  // NaN is NaN
    };
    const bool is_same = !numbers[i] || (integer && is_number(*integer)) || (real && is_number(*real));
    if (!is_same) return run_error("parameter " + param_names[i] + ": another number than it is compiled for");
  }
  for (const Memory& m : program.memories) {
    if (m.storage != Storage::param && m.storage != Storage::weight) continue;
    const Tensor* tensor = tensor_of(m, args);
    auto wrong = [&](const std::string& got) {
      return run_error("parameter " + name_of(m) + ": expected a " + to_string(m.dtype) + " tensor of shape " +
                       shape_text(m.shape) + ", not " + got);
    };
    if (tensor == nullptr) return wrong("a value of another kind");
    if (tensor->dtype != m.dtype || tensor->shape != m.shape)
      return wrong("a " + to_string(tensor->dtype) + " tensor of shape " + shape_text(tensor->shape));
  }
  return std::nullopt;
}

std::optional<Error> Executable::State::launch(size_t step) {
  const loop::Step& s = program.steps[step];
  if (s.check) {
    const loop::Buffer& b = s.check->indices;
    auto outside =
        find_outside(b.dtype, base[s.args[0].memory] + s.args[0].offset, b.shape, b.strides, s.check->range, pool);
    if (!outside) return std::nullopt;
    return run_error("R." + std::string(info(s.check->op).name) + ": " + outside_text(*outside), s.span);
  }
  std::vector<void*> buffers;
  buffers.reserve(s.args.size());
  for (const loop::Argument& a : s.args) buffers.push_back(base[a.memory] + a.offset);
  const CompiledKernel& kernel = *compiled[kernel_of[step]];
  if (is_memory_guarded()) watch(step);
  std::optional<Error> error =
      kernel.run({buffers.data(), packed_of[step].data(), pool, scratch, s.kernel, following[step]});
  if (error && !error->span) error->span = s.span;
  if (!is_memory_guarded()) return error;
  for (const loop::Argument& a : s.args) check_block(base[a.memory]);
  guard_step("");
  return error;
}

std::optional<Error> Executable::State::launch_timed(size_t step, std::vector<StepTime>* times) {
  const loop::Step& s = program.steps[step];
  if (trace) trace->name_loops(s.name);
  const double start = now_ms();
  std::optional<Error> error = launch(step);
  const double end = now_ms();
  if (s.is_preparation) {
    preparation_ms += end - start;
  } else if (times) {
    times->push_back({step, s.name, end - start, 1, work[step]});
  }
  if (trace) {
    trace->add({s.name, s.check ? "check" : "kernel", 0, start, end, described[step]});
    trace->note_memory();
  }
  return error;
}

std::optional<Error> Executable::State::launch_group(const loop::BandGroup& group, std::vector<StepTime>* times) {
  std::vector<BandRunner::Kernel> kernels;
  std::string name;
  for (uint32_t i = group.first; i <= group.last(); ++i) {
    kernels.push_back({compiled[kernel_of[i]].get(), packed_of[i].data(), program.steps[i].name});
    name += (name.empty() ? "bands of " : ", ") + program.steps[i].name;
  }
  if (trace) trace->name_loops(name);
  const double start = now_ms();
  std::vector<double> ms;
  std::optional<Error> error = band_runner.run(group, kernels, base, pool, times ? &ms : nullptr);
  for (size_t i = 0; i < ms.size(); ++i) {
    const size_t step = group.first + i;
    times->push_back({step, program.steps[step].name, ms[i], 1, work[step]});
  }
  if (trace) {
    trace->add({name, "kernel", 0, start, now_ms()});
    trace->note_memory();
  }
  return error;
}

// What is told of each step.
void Executable::State::describe_steps() {
  if (described.size() == program.steps.size()) return;
  std::vector<bool> is_banded(program.steps.size());
  for (const loop::BandGroup& group : groups) {
    for (uint32_t i = group.first; i <= group.last(); ++i) is_banded[i] = true;  // its kernel is that of a band
  }
  std::vector<std::optional<loop::KernelWork>> known(unique.size());
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const loop::Step& s = program.steps[i];
    if (s.check || is_banded[i]) {
      work.push_back(s.check ? loop::KernelWork() : loop::work_of(*context, s.kernel));
      continue;
    }
    std::optional<loop::KernelWork>& w = known[kernel_of[i]];
    if (!w) w = loop::work_of(*context, s.kernel);
    work.push_back(*w);
  }
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const loop::Step& s = program.steps[i];
    Trace::Arguments arguments;
    for (size_t b = 0; b < s.kernel.buffers.size(); ++b) {
      const loop::Buffer& buffer = s.kernel.buffers[b];
      arguments.emplace_back((buffer.is_output ? "out " : "in ") + std::to_string(b),
                             to_string(buffer.dtype) + " " + shape_text(buffer.shape));
    }
    if (!s.check) {
      const loop::KernelWork& w = work[i];
      if (w.operations) arguments.emplace_back("operations", std::to_string(*w.operations));
      arguments.emplace_back("bytes", std::to_string(w.bytes));
    }
    described.push_back(std::make_shared<const Trace::Arguments>(std::move(arguments)));
  }
}

// Tells the guards what the step uses.
void Executable::State::watch(size_t step) {
  const loop::Step& s = program.steps[step];
  const CompiledKernel& kernel = *compiled[kernel_of[step]];
  guard_step("the kernel " + s.name);
  for (const loop::Argument& a : s.args) {
    const Memory& m = program.memories[a.memory];
    std::string name = to_string(m.dtype) + " " + shape_text(m.shape);
    switch (m.storage) {
      case Storage::param:
      case Storage::weight: name = "the parameter " + name_of(m) + ": " + name; break;
      case Storage::constant: name = "a constant: " + name; break;
      case Storage::folded:
      case Storage::arena: name = "an intermediate tensor: " + name; break;
      case Storage::result: name = "result " + std::to_string(m.index) + ": " + name; break;
    }
    guard_block(base[a.memory], name);
  }
  for (const std::byte* packed : packed_of[step]) guard_block(packed, "a packed weight");
  scratch.fit(kernel.member_scratch_bytes(), kernel.shared_scratch_bytes());
}

Result<Tensor> Executable::State::make_result(size_t memory) {
  constexpr int64_t kLarge = 16 << 10;  // of more, the heap may give the pages back, and they are made anew
  constexpr size_t kMost = 2;           // a caller may hold the last result until it has the next
  const Memory& m = program.memories[memory];
  if (m.bytes < kLarge || is_memory_guarded()) return Tensor::make(m.dtype, m.shape);
  made.resize(program.memories.size());
  auto free = std::ranges::find_if(made[memory], [](const auto& block) { return block.use_count() == 1; });
  if (free != made[memory].end()) {
    std::atomic_thread_fence(std::memory_order_acquire);  // after what the last holder did
    return Tensor{m.dtype, m.shape, *free};
  }
  auto tensor = Tensor::make(m.dtype, m.shape);
  if (tensor && made[memory].size() == kMost) made[memory].erase(made[memory].begin());
  if (tensor) made[memory].push_back(tensor->data);
  return tensor;
}

Result<std::vector<Tensor>> Executable::State::make_results() {
  std::vector<Tensor> results(program.memories.size());
  result_bytes = 0;
  for (size_t i = 0; i < program.memories.size(); ++i) {
    const Memory& m = program.memories[i];
    if (m.storage != Storage::result) continue;
    auto tensor = make_result(i);
    if (!tensor) return tensor.error();
    HAMMOCK_CHECK(tensor->bytes() == m.bytes, "a result of another size than its memory");
    results[i] = std::move(*tensor);
    base[i] = results[i].data.get();
    result_bytes += m.bytes;
  }
  return results;
}

Result<RuntimeValue> Executable::State::leaf(const loop::ResultLeaf& leaf, std::span<const RuntimeValue> args,
                                             const std::vector<Tensor>& results) const {
  const Memory& m = program.memories[leaf.memory];
  if (leaf.kind != loop::ResultLeaf::Kind::tensor) {
    const auto parts = std::span(reinterpret_cast<const int64_t*>(base[leaf.memory]), static_cast<size_t>(m.shape[0]));
    if (leaf.kind == loop::ResultLeaf::Kind::shape) return RuntimeValue{RuntimeShape(parts.begin(), parts.end())};
    // What a kernel returned, if it did.
    if (parts.size() == 2 && parts[0] == 0) return RuntimeValue{RuntimeTuple{}};
    return m.dtype.is_any_float() ? RuntimeValue{std::bit_cast<double>(parts.back())} : RuntimeValue{parts.back()};
  }
  if (m.storage == Storage::result) return RuntimeValue{results[leaf.memory]};
  if (m.storage == Storage::param || m.storage == Storage::weight) return RuntimeValue{*tensor_of(m, args)};
  HAMMOCK_CHECK(m.storage == Storage::constant || m.storage == Storage::folded, "a result that lies in the arena");
  auto copy = Tensor::make(m.dtype, m.shape);  // ours stays ours
  if (!copy) return copy.error();
  if (m.bytes != 0) std::memcpy(copy->data.get(), base[leaf.memory], static_cast<size_t>(m.bytes));
  return RuntimeValue{std::move(*copy)};
}

RuntimeValue Executable::State::nest(StructInfo info, std::span<const RuntimeValue> leaves, size_t& at) const {
  if (context->infos[info].kind != InfoKind::tuple) return leaves[at++];
  RuntimeTuple tuple;
  for (StructInfo field : context->infos.fields(info)) tuple.push_back(nest(field, leaves, at));
  return {std::move(tuple)};
}

Result<RuntimeValue> Executable::State::run(std::span<const RuntimeValue> args, std::vector<StepTime>* times) {
  if (std::optional<Error> error = check(args)) return *error;
  for (size_t i = 0; i < program.memories.size(); ++i) {
    const Memory& m = program.memories[i];
    if (m.storage == Storage::param || m.storage == Storage::weight) base[i] = tensor_of(m, args)->data.get();
    if (m.storage == Storage::arena && base[i] != nullptr) poison(base[i], m.bytes);
  }
  const double start = trace ? now_ms() : 0;
  if (trace) trace->name_loops("packing of weights");
  std::optional<Error> unusable = use_weights(args);
  if (trace) trace->add({"weights", "run", 0, start, now_ms()}), trace->note_memory();
  if (unusable) {
    pool.rest();
    return *unusable;
  }
  auto results = make_results();
  if (!results) return results.error();
  if (times || trace) describe_steps();
  preparation_ms = 0;
  auto group = groups.begin();
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (program.steps[i].is_constant) continue;
    if (group != groups.end() && group->first == i) {
      if (std::optional<Error> error = launch_group(*group, times)) {
        pool.rest();
        return *error;
      }
      i = group++->last();
      continue;
    }
    const bool is_timed = times || trace || program.steps[i].is_preparation;
    std::optional<Error> error = is_timed ? launch_timed(i, times) : launch(i);
    if (error) {
      pool.rest();
      return *error;
    }
  }
  std::vector<RuntimeValue> leaves;
  for (const loop::ResultLeaf& l : program.results) {
    auto value = leaf(l, args, *results);
    if (!value) return value.error();
    leaves.push_back(std::move(*value));
  }
  size_t at = 0;
  return nest(program.result_info, leaves, at);
}

}  // namespace hammock::jit
