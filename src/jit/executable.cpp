// SPDX-License-Identifier: Apache-2.0
// From a function to an executable: lowered, its distinct kernels compiled, memory taken.
#include "hammock/jit/executable.h"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <system_error>
#include <unordered_map>

#include "executable_state.h"
#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/machine.h"
#include "session.h"

namespace hammock::jit {

namespace {

// Bands leave half of L2 to what they read and to packed operands. How many threads there are does not matter: what
// runs in bands rounds otherwise than what does not.
loop::BandLimits band_limits() {
  constexpr int64_t kFewest = 8;
  const int64_t l2 = cache_sizes().l2;
  return {l2, l2 / 2, kFewest};
}

}  // namespace

Result<KernelCompiler*> Compiler::State::start(bool is_run) {
  const std::lock_guard lock(starting);
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

void Compiler::begin() {
  if (state_->pool.size() == 1 || state_->preparing.joinable()) return;
  try {
    state_->preparing = std::jthread([s = state_.get()](const std::stop_token& stop) {
      try {
        if (auto kernels = s->start(true)) (*kernels)->prepare(stop);
      } catch (const std::exception&) {  // what is wrong compile() meets, too, and says
      }
    });
  } catch (const std::system_error&) {  // no thread is to be had
  }
}

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
  s.gives_back_weights = options.gives_back_weights;
  const Tracing tracing(s.pool, s.trace.get());
  if (s.trace) s.trace->name_loops("compile");
  auto compiler = s.compiler->state_->start(true);
  if (!compiler) return compiler.error();
  auto texts = s.collect(module, entry, options);
  if (!texts) return texts.error();
  double lowered = now_ms();
  if (options.trace) options.trace->add({"lower", "compile", 0, start, lowered});
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
  auto compiler = s.compiler->state_->start(false);
  if (!compiler) return compiler.error();
  auto texts = s.collect(module, entry, options);
  if (!texts) return texts.error();
  auto text =
      form == CodeForm::llvm ? (*compiler)->llvm(*s.context, s.unique) : (*compiler)->assembly(*s.context, s.unique);
  if (!text) return text;
  std::string routines;
  for (const loop::Step& step : s.program.steps) {
    if (!step.check && routine_kernel(step.kernel) != nullptr)
      routines += fmt::format("{} {}: computed by the runtime\n", form == CodeForm::llvm ? ";" : "#", step.name);
  }
  return routines + *text;
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
  loop::compute_in_products(*context, program);
  groups = loop::make_bands(*context, program, options.bands.value_or(band_limits()));
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
    const Host& host = compiler->state_->kernels->host();
    return loop::lower(module, entry, dims, known, {(host.tile_products & kTileBf16) != 0, host.has_vnni});
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
