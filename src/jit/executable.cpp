// SPDX-License-Identifier: Apache-2.0
// Lower, compile what is distinct, run step by step.
//
// Memory of a run: parameters and results are the caller's tensors, everything between lies in one arena. What depends
// on weights and constants only is computed when the first run with these weights comes, and kept: folded memories
// (steps marked constant) and packed weights (per kernel and address). Weights are told apart by where their bytes
// are; the tensors are held, so that no other can take the place of one.
#include "hammock/jit/executable.h"

#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <unordered_map>

#include "band_runner.h"
#include "compiled_kernel.h"
#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/loop/program.h"
#include "hammock/runtime/file_memory.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/indices.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/thread_pool.h"
#include "kernel_compiler.h"
#include "session.h"

namespace hammock::jit {

namespace {

using loop::Memory;
using loop::Storage;

constexpr uint32_t kNoKernel = UINT32_MAX;  // of a step that only checks

Error run_error(std::string text, Span span = {}) { return {Error::Kind::run, std::move(text), span}; }

Error no_memory(int64_t bytes, const char* what) {
  return {Error::Kind::memory, "no memory for " + std::to_string(bytes) + " bytes of " + what, {}};
}

// While a function is compiled or runs, its trace is told of the loops.
class Tracing {
 public:
  Tracing(ThreadPool& pool, Trace* trace) : pool_(pool) { pool_.set_trace(trace); }
  ~Tracing() { pool_.set_trace(nullptr); }

 private:
  ThreadPool& pool_;
};

// Bands leave half of L2 to what they read and to packed operands.
loop::BandLimits band_limits(int threads) {
  const int64_t l2 = cache_sizes().l2;
  return {l2, l2 / 2, 2 * threads};
}

}  // namespace

struct Compiler::State {
  ThreadPool pool;
  std::string cache, cpu;
  std::unique_ptr<KernelCompiler> kernels;  // made when there is something to compile
  bool may_run = false;                     // what is made for another processor
  uint32_t instructions = UINT32_MAX;       // of hammock/runtime/machine.h, that it has

  State(int threads, std::string folder, std::string name)
      : pool(threads), cache(std::move(folder)), cpu(std::move(name)) {}
  Result<KernelCompiler*> start(bool is_run);
};

Result<KernelCompiler*> Compiler::State::start(bool is_run) {
  const bool is_native = cpu.empty() || cpu == "native";
  if (!is_native && !may_run) {
    if (std::optional<Error> error = check_processor(cpu, is_run)) return *error;
    may_run = is_run;
    if (is_run) instructions = Host::named(cpu).own_instructions();
  }
  if (is_run) allow_instructions(instructions);  // the runtime follows the processor
  if (!kernels) kernels = std::make_unique<KernelCompiler>(is_native ? Host::native() : Host::named(cpu), pool, cache);
  return kernels.get();
}

Compiler::Compiler(int threads, std::string cache, std::string cpu)
    : state_(new State(threads > 0 ? threads : usable_cores(), std::move(cache), std::move(cpu))) {}
Compiler::~Compiler() = default;

struct Executable::State {
  std::shared_ptr<Context> context;
  loop::Program program;
  std::vector<loop::BandGroup> groups;  // of its steps
  std::vector<std::string> param_names;
  std::vector<std::optional<Number>> numbers;  // that it was compiled for, by parameter
  std::shared_ptr<Compiler> compiler;
  ThreadPool& pool;
  std::vector<const loop::LoweredKernel*> unique;         // in the program's steps
  std::vector<std::shared_ptr<CompiledKernel>> compiled;  // one per unique kernel
  std::vector<uint32_t> kernel_of;                        // per step
  CompileStats stats;

  std::shared_ptr<std::byte> arena;
  Scratch scratch;
  BandRunner band_runner;
  std::vector<std::shared_ptr<std::byte>> own;  // per memory, where it has a block of its own
  int64_t folded_bytes = 0, packed_bytes = 0, result_bytes = 0;
  std::vector<std::byte*> base;  // per memory, of the current run
  // Blocks of large results, by memory: those that nobody else holds any more are used again, because the system takes
  // as long to clear new pages as many a kernel runs.
  std::vector<std::vector<std::shared_ptr<std::byte>>> made;
  std::vector<Tensor> weights;  // that folded and packed memories were made from, by memory
  bool has_weights = false;
  double preparation_ms = 0;  // of the last run
  std::map<std::pair<uint32_t, std::pair<size_t, const std::byte*>>, std::shared_ptr<std::byte>>
      packed;                                            // (kernel, (which, address))
  std::vector<std::vector<const std::byte*>> packed_of;  // per step, in the order of packings()

  // For those who look at a run; made when the first one does.
  std::shared_ptr<Trace> trace;
  std::vector<loop::KernelWork> work;                              // per step
  std::vector<std::shared_ptr<const Trace::Arguments>> described;  // per step

  explicit State(std::shared_ptr<Compiler> c) : compiler(std::move(c)), pool(compiler->state_->pool) {}

  Result<loop::Program> lower(const Module& module, GlobalId entry, const CompileOptions& options);
  // Lowers the function and collects its distinct kernels; their texts.
  Result<std::vector<std::string>> collect(const Module& module, GlobalId entry, const CompileOptions& options);
  std::optional<Error> prepare();
  const Tensor* tensor_of(const Memory& m, std::span<const RuntimeValue> args) const;
  std::string name_of(const Memory& m) const;
  std::optional<Error> check(std::span<const RuntimeValue> args) const;
  std::optional<Error> use_weights(std::span<const RuntimeValue> args);
  std::optional<Error> pack(size_t step);
  std::vector<uint32_t> readers_of_memories() const;
  std::vector<uint32_t> read_before_runs(size_t step) const;
  std::optional<Error> launch(size_t step);
  std::optional<Error> launch_timed(size_t step, std::vector<StepTime>* times);
  std::optional<Error> launch_group(const loop::BandGroup& group, std::vector<StepTime>* times);
  void describe_steps();
  void watch(size_t step);
  Result<RuntimeValue> run(std::span<const RuntimeValue> args, std::vector<StepTime>* times);
  Result<std::vector<Tensor>> make_results();
  Result<Tensor> make_result(size_t memory);
  Result<RuntimeValue> leaf(const loop::ResultLeaf& leaf, std::span<const RuntimeValue> args,
                            const std::vector<Tensor>& results) const;
  RuntimeValue nest(StructInfo info, std::span<const RuntimeValue> leaves, size_t& at) const;
};

namespace {
std::shared_ptr<Compiler> compiler_of(const CompileOptions& options) {
  if (options.compiler) return options.compiler;
  return std::make_shared<Compiler>(options.threads, options.cache, options.cpu);
}
}  // namespace

Executable::Executable(std::unique_ptr<State> state) : state_(std::move(state)) {}
Executable::~Executable() = default;
const CompileStats& Executable::stats() const { return state_->stats; }

Result<std::unique_ptr<Executable>> Executable::compile(const Module& module, GlobalId entry,
                                                        const CompileOptions& options) {
  double start = now_ms();
  auto state = std::make_unique<State>(compiler_of(options));
  State& s = *state;
  s.trace = options.trace;
  const Tracing tracing(s.pool, s.trace.get());
  if (s.trace) s.trace->name_loops("compile");
  auto texts = s.collect(module, entry, options);
  if (!texts) return texts.error();
  double lowered = now_ms();
  if (options.trace) options.trace->add({"lower", "compile", 0, start, lowered});
  auto compiler = s.compiler->state_->start(true);
  if (!compiler) return compiler.error();
  CompileTimes times;
  auto compiled = options.is_one_of_sizes ? (*compiler)->compile_shared(*s.context, s.unique, *texts, times)
                                          : (*compiler)->compile(*s.context, s.unique, *texts, times);
  s.pool.rest();
  if (!compiled) return compiled.error();
  s.compiled = std::move(*compiled);
  if (std::optional<Error> error = s.prepare()) return *error;
  s.stats.lower_ms = lowered - start;
  s.stats.codegen_ms = times.codegen_ms;
  s.stats.link_ms = times.link_ms;
  s.stats.total_ms = now_ms() - start;
  s.stats.unique_kernels = static_cast<int64_t>(s.unique.size());
  s.stats.generated = times.generated;
  s.stats.reused = times.reused;
  s.stats.cached = times.cached;
  s.stats.arena_bytes = s.program.arena_bytes;
  return std::unique_ptr<Executable>(new Executable(std::move(state)));
}

Result<std::string> Executable::dump(const Module& module, GlobalId entry, const CompileOptions& options,
                                     CodeForm form) {
  State s(compiler_of(options));
  auto texts = s.collect(module, entry, options);
  if (!texts) return texts.error();
  auto compiler = s.compiler->state_->start(false);
  if (!compiler) return compiler.error();
  return form == CodeForm::llvm ? (*compiler)->llvm(*s.context, s.unique) : (*compiler)->assembly(*s.context, s.unique);
}

Result<std::vector<std::string>> Executable::State::collect(const Module& module, GlobalId entry,
                                                            const CompileOptions& options) {
  context = module.shared_context();
  auto lowered = lower(module, entry, options);
  if (!lowered) return lowered.error();
  program = std::move(*lowered);
  if (options.is_unchecked) std::erase_if(program.steps, [](const loop::Step& step) { return step.check.has_value(); });
  for (loop::Step& step : program.steps) {
    auto* contraction = std::get_if<loop::Contraction>(&step.kernel.body);
    if (contraction != nullptr) contraction->takes_winograd &= !options.no_winograd;
  }
  groups = loop::make_bands(*context, program, options.bands.value_or(band_limits(pool.size())));
  std::vector<const loop::LoweredKernel*> of_step;
  for (const loop::Step& step : program.steps) of_step.push_back(&step.kernel);
  for (const loop::BandGroup& group : groups) {
    stats.banded += static_cast<int64_t>(group.steps.size());
    for (size_t i = 0; i < group.steps.size(); ++i) of_step[group.first + i] = &group.steps[i].kernel;
  }
  std::unordered_map<std::string, uint32_t> numbers_of;
  std::vector<std::string> texts;
  for (size_t i = 0; i < of_step.size(); ++i) {
    const loop::Step& step = program.steps[i];
    if (step.check) {
      kernel_of.push_back(kNoKernel);
      continue;
    }
    ++stats.kernels;
    auto [at, is_new] = numbers_of.emplace(loop::to_text(*context, *of_step[i]), static_cast<uint32_t>(unique.size()));
    if (is_new) {
      unique.push_back(of_step[i]);
      texts.push_back(at->first);
      if (trace) trace->set_name(of_step[i], step.name);
    }
    kernel_of.push_back(at->second);
  }
  return texts;
}

Result<loop::Program> Executable::State::lower(const Module& module, GlobalId entry, const CompileOptions& options) {
  auto add_name = [&](Name name) {
    param_names.push_back(name ? std::string(context->text(name)) : std::to_string(param_names.size()));
  };
  std::vector<loop::Known> known;
  for (const RuntimeValue& value : options.arguments) {
    numbers.emplace_back();
    known.emplace_back();
    if (const Tensor* tensor = value.tensor()) known.back() = tir::TensorArgument{tensor->dtype, tensor->shape, {}};
    else if (auto* integer = std::get_if<int64_t>(&value.v)) numbers.back() = *integer;
    else if (auto* real = std::get_if<double>(&value.v)) numbers.back() = *real;
    if (numbers.back()) known.back() = *numbers.back();
  }
  if (const Function* function = module[entry].relax()) {
    for (hammock::Value param : function->self().params) add_name((*function)[param].name);
    std::vector<loop::Binding> dims;
    for (const auto& [name, value] : options.dims) dims.push_back({name, value});
    return loop::lower(module, entry, dims, known);
  }
  const auto& kernel = module[entry].kernel();
  if (!kernel) return loop::lower(module, entry, {});  // says what it is instead
  for (const tir::Parameter& p : kernel->params) add_name(p.buffer ? (*kernel)[p.buffer].name : kernel->hint(p.var));
  std::vector<tir::Argument> arguments;
  for (const loop::Known& argument : known) {
    if (!argument)
      return Error{Error::Kind::unsupported,
                   "cannot compile a kernel for arguments that are neither tensors nor numbers", module[entry].span};
    arguments.push_back(*argument);
  }
  return loop::lower_kernel(module, entry, arguments);
}

// What stays from run to run.
std::optional<Error> Executable::State::prepare() {
  base.assign(program.memories.size(), nullptr);
  own.resize(program.memories.size());
  packed_of.resize(program.steps.size());
  if (program.arena_bytes > machine_memory()) return no_memory(program.arena_bytes, "intermediate tensors");
  // Each intermediate tensor is a block by itself where somebody watches the ends of blocks.
  const bool has_arena = !is_memory_guarded() && !kIsSanitized;
  if (has_arena) {
    arena = allocate_bytes(program.arena_bytes);
    if (!arena) return no_memory(program.arena_bytes, "intermediate tensors");
  }
  int64_t member = 0, shared = 0;
  for (const auto& kernel : compiled) {
    member = std::max(member, kernel->member_scratch_bytes());
    shared = std::max(shared, kernel->shared_scratch_bytes());
  }
  const int64_t wanted = member * pool.size() + shared;
  if (wanted > machine_memory() || !scratch.reserve(pool.size(), member, shared))
    return no_memory(wanted, "the kernels' own buffers");
  member = shared = 0;
  for (const loop::BandGroup& group : groups) {
    for (uint32_t i = group.first; i <= group.last(); ++i) {
      member = std::max(member, compiled[kernel_of[i]]->member_scratch_bytes());
      shared = std::max(shared, compiled[kernel_of[i]]->shared_scratch_bytes());
    }
  }
  if (!band_runner.reserve(pool.size(), groups, member, shared))
    return no_memory((member + shared) * pool.size(), "what runs in bands");
  std::vector<bool> is_of_bands(program.memories.size());
  for (const loop::BandGroup& group : groups) {
    for (const loop::BandGroup::Own& own : group.own) is_of_bands[own.memory] = true;
  }
  for (size_t i = 0; i < program.memories.size(); ++i) {
    const Memory& m = program.memories[i];
    if (is_of_bands[i]) continue;
    if (m.storage == Storage::arena && has_arena) base[i] = arena.get() + m.arena_offset;
    bool is_own =
        m.storage == Storage::constant || m.storage == Storage::folded || (m.storage == Storage::arena && !has_arena);
    if (!is_own) continue;
    if (m.bytes <= machine_memory() - folded_bytes)
      own[i] = allocate_bytes(m.bytes);  // constants too: theirs are not aligned
    if (!own[i]) return no_memory(m.bytes, m.storage == Storage::arena ? "intermediate tensors" : "constants");
    base[i] = own[i].get();
    if (m.storage != Storage::arena) folded_bytes += m.bytes;
    if (m.storage == Storage::constant) {
      const auto& data = (*context)[ConstantId(m.index)].data;
      HAMMOCK_CHECK(static_cast<int64_t>(data.size()) == m.bytes, "a constant of another size than its memory");
      if (m.bytes != 0) std::memcpy(base[i], data.data(), data.size());
    }
  }
  return std::nullopt;
}

// ---- a run ----

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

std::optional<Error> Executable::State::pack(size_t step) {
  const loop::Step& s = program.steps[step];
  if (s.check) return std::nullopt;
  uint32_t number = kernel_of[step];
  std::vector<Packing> packings = compiled[number]->packings();
  packed_of[step].clear();
  for (size_t which = 0; which < packings.size(); ++which) {
    const loop::Argument& argument = s.args[packings[which].buffer];
    Storage storage = program.memories[argument.memory].storage;
    HAMMOCK_CHECK(storage == Storage::weight || storage == Storage::constant || storage == Storage::folded,
                  "a kernel packs what is no weight: " + s.name);
    const std::byte* from = base[argument.memory] + argument.offset;
    std::shared_ptr<std::byte>& to = packed[{number, {which, from}}];
    if (!to) {
      to = allocate_bytes(packings[which].bytes);
      if (!to) return no_memory(packings[which].bytes, "packed weights");
      packed_bytes += packings[which].bytes;
      guard_block(to.get(), "a packed weight");
      compiled[number]->pack(which, from, to.get(), pool);
    }
    packed_of[step].push_back(to.get());
  }
  return std::nullopt;
}

std::optional<Error> Executable::State::launch(size_t step) {
  const loop::Step& s = program.steps[step];
  if (s.check) {
    const loop::Buffer& b = s.check->indices;
    auto outside = find_outside(b.dtype, base[s.args[0].memory] + s.args[0].offset, b.shape, b.strides, s.check->range);
    if (!outside) return std::nullopt;
    return run_error("R." + std::string(info(s.check->op).name) + ": " + outside_text(*outside), s.span);
  }
  std::vector<void*> buffers;
  buffers.reserve(s.args.size());
  for (const loop::Argument& a : s.args) buffers.push_back(base[a.memory] + a.offset);
  const CompiledKernel& kernel = *compiled[kernel_of[step]];
  if (is_memory_guarded()) watch(step);
  std::optional<Error> error = kernel.run({buffers.data(), packed_of[step].data(), pool, scratch, s.kernel});
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

// By memory: the arguments and results that it is.
std::vector<uint32_t> Executable::State::readers_of_memories() const {
  std::vector<uint32_t> readers(program.memories.size());
  for (const loop::Step& s : program.steps) {
    for (const loop::Argument& a : s.args) ++readers[a.memory];
  }
  for (const loop::ResultLeaf& l : program.results) ++readers[l.memory];
  return readers;
}

// The memories of a step's arguments that it has no more use for once weights are folded and packed.
std::vector<uint32_t> Executable::State::read_before_runs(size_t step) const {
  const loop::Step& s = program.steps[step];
  std::vector<uint32_t> memories;
  if (s.is_constant) {
    for (const loop::Argument& a : s.args) memories.push_back(a.memory);
  } else if (!s.check) {
    for (const Packing& p : compiled[kernel_of[step]]->packings()) memories.push_back(s.args[p.buffer].memory);
  }
  return memories;
}

// Folds and packs if these are other weights than those of the last run. Weights that only this reads are given back.
std::optional<Error> Executable::State::use_weights(std::span<const RuntimeValue> args) {
  std::vector<Tensor> given(program.memories.size());
  bool same = has_weights;
  for (size_t i = 0; i < given.size(); ++i) {
    if (program.memories[i].storage != Storage::weight) continue;
    given[i] = *tensor_of(program.memories[i], args);
    same = same && weights[i].data == given[i].data;
  }
  if (same) return std::nullopt;
  has_weights = false;
  packed.clear();
  packed_bytes = 0;
  std::vector<uint32_t> readers = readers_of_memories();  // who still has to read them
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (std::optional<Error> error = pack(i)) return error;
    if (program.steps[i].is_constant) {
      if (std::optional<Error> error = launch(i)) return error;
    }
    for (uint32_t memory : read_before_runs(i)) {
      if (--readers[memory] == 0) give_back_to_file(base[memory]);
    }
  }
  weights = std::move(given);
  has_weights = true;
  return std::nullopt;
}

Result<Tensor> Executable::State::make_result(size_t memory) {
  constexpr int64_t kLarge = 256 << 10;
  constexpr size_t kMost = 2;  // a caller may hold the last result until it has the next
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
  pool.rest();
  std::vector<RuntimeValue> leaves;
  for (const loop::ResultLeaf& l : program.results) {
    auto value = leaf(l, args, *results);
    if (!value) return value.error();
    leaves.push_back(std::move(*value));
  }
  size_t at = 0;
  return nest(program.result_info, leaves, at);
}

Result<RuntimeValue> Executable::run(std::span<const RuntimeValue> args, std::vector<StepTime>* times) {
  const Tracing tracing(state_->pool, state_->trace.get());
  return state_->run(args, times);
}

size_t Executable::results() const { return state_->program.results.size(); }

double Executable::preparation_ms() const { return state_->preparation_ms; }

int64_t Executable::peak_bytes() const {
  const State& s = *state_;
  int64_t kept = 0;
  for (size_t i = 0; i < s.made.size(); ++i)
    kept += std::max<int64_t>(0, static_cast<int64_t>(s.made[i].size()) - 1) * s.program.memories[i].bytes;
  return kept + s.program.arena_bytes + s.folded_bytes + s.packed_bytes + s.result_bytes + s.scratch.bytes() +
         s.band_runner.bytes();
}

bool is_available() { return true; }

std::vector<std::string> processors() { return Host::names(); }

std::optional<Error> check_processor(const std::string& cpu, bool is_run) {
  const Result<Host> host = Host::find(cpu);
  if (!host) return host.error();
  const std::vector<std::string> missing = host->missing_here();
  if (!is_run || missing.empty()) return std::nullopt;
  std::string text = "kernels for " + cpu + " do not run on this machine: it has no ";
  for (size_t i = 0; i < missing.size(); ++i) text += (i == 0 ? "" : ", ") + missing[i];
  return Error{Error::Kind::usage, text + " (--dump prints them)", {}};
}

std::string target_description() {
  const Host& host = Host::native();
  std::string on;
  for (const std::string& f : host.features) {
    if (f[0] == '+') on += " " + f.substr(1);
  }
  return std::string("LLVM ") + LLVM_VERSION_STRING + ", " + host.cpu + "," + on;
}

}  // namespace hammock::jit
