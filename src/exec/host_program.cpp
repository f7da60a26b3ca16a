// SPDX-License-Identifier: Apache-2.0
#include "hammock/exec/host_program.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "hammock/base/clock.h"
#include "hammock/eval/eval.h"
#include "hammock/prim/evaluate.h"
#include "hammock/rewrite/clone.h"
#include "hammock/tir/effects.h"
#include "segments.h"

namespace hammock::exec {
namespace {

// What compiled segments may hold, all together; with more, they are forgotten, and compiled again when they are met.
constexpr size_t kMaxVariants = 1024;
constexpr int kMaxOfKernel = 64;  // forms of a kernel that is called as a function: each number is one
int64_t max_bytes() { return machine_memory() / 8; }

// A Function has no default: what stands in its place here is never looked at.
void add(Module& module, Name name, StructInfo info) {
  module.functions.resize(module.functions.size() + 1, GlobalFunction{{}, {}, ExternFunction{}, {}});
  module.functions.back().name = name;
  module.functions.back().info = info;
}

// The kernels of a module at their numbers, and room for a function that calls them.
Module kernels_of(const Module& module) {
  Module out(module.shared_context());
  out.vdevices = module.vdevices;
  out.global_infos = module.global_infos;
  for (const GlobalFunction& f : module.functions) {
    add(out, f.name, f.info);
    if (const auto* kernel = std::get_if<PrimFunc>(&f.body)) out.functions.back().body.emplace<PrimFunc>(*kernel);
    else out.functions.back().body.emplace<ExternFunction>(f.name);
  }
  return out;
}

// The bindings as a function of the inputs, for these dtypes, shapes and numbers; symbols are their values.
Function function_of(const Function& fn, const Segments& segments, const Accelerator::Segment& segment,
                     std::span<const StructInfo> infos, const SymbolValues& symbols) {
  Context& context = fn.context();
  Function made(fn.shared_context());
  made.add_lambda();
  const RegionId body = made.add_region();
  made.self().body = body;
  Cloner clone(fn, made, Cloner::Symbols::fresh);
  for (Prim symbol : segment.symbols) {
    const auto value = symbols.find(symbol);
    if (value != symbols.end()) clone.rename(symbol, context.prims.integer(value->second, context.prims[symbol].dtype));
  }
  for (size_t i = 0; i < segment.inputs.size(); ++i) {
    const Value v = segment.inputs[i];
    const Value param = made.add_param(fn[v].name, infos[i], fn[v].span);
    made.self().params.push_back(param);
    clone.map(v, param);
  }
  Block block;
  for (Value v : segment.bindings) {
    if (!segments.is_skipped(v)) block.bindings.push_back(clone(v));
  }
  made[body].blocks.push_back(std::move(block));
  std::vector<Value> results;
  for (Value v : segment.outputs) results.push_back(clone(v));
  const Value result = results.size() == 1 ? results[0] : made.add_tuple(results);
  made[body].result = result;
  made.self().ret = made.info(result);
  made.self().is_private = true;
  made.self().name = fn.self().name;
  return made;
}

// Does every size fit into 64 bits for these values of the symbols? A segment has them as numbers, which would wrap.
bool fits(const Function& fn, const Accelerator::Segment& segment, const SymbolValues& symbols) {
  const Context& context = fn.context();
  KnownNumbers known;
  auto is_fine = [&](Prim p) {
    const Evaluated::Problem problem = evaluate(context, p, symbols, known).problem;
    return problem == Evaluated::Problem::none || problem == Evaluated::Problem::unbound;
  };
  auto has_fine_dims = [&](StructInfo root) {
    std::vector<StructInfo> open{root};
    while (!open.empty()) {
      const StructInfo info = open.back();
      open.pop_back();
      const InfoNode& node = context.infos[info];
      if (node.kind == InfoKind::tuple) std::ranges::copy(context.infos.fields(info), std::back_inserter(open));
      else if (node.has_dims && !std::ranges::all_of(context.infos.dims(info), is_fine)) return false;
    }
    return true;
  };
  auto is_fine_value = [&](Value v) {
    const Node& node = fn[v];
    return has_fine_dims(fn.info(v)) && (node.kind != NodeKind::prim_value || is_fine(node.prim()));
  };
  return std::ranges::all_of(segment.bindings, [&](Value v) {
    return has_fine_dims(fn.info(v)) && std::ranges::all_of(fn.args(v), is_fine_value);
  });
}

}  // namespace

struct HostProgram::State : Accelerator {
  // A segment's number, struct infos of the inputs, values of the symbols; or, below 0, a kernel's, and its arguments.
  using Key = std::vector<int64_t>;

  const Module& module;
  GlobalId entry;
  HostOptions options;
  Module kernels;
  std::shared_ptr<jit::Compiler> compiler;
  uint32_t next_segment = 0;
  std::unordered_map<const Function*, Segments> segments;
  struct Variant {
    std::unique_ptr<jit::Executable> executable;  // none: the JIT does not have it
    int64_t bytes = 0;
    uint64_t number = 0;
  };
  std::map<Key, Variant> variants;
  Variant no_variant;
  std::unordered_map<uint32_t, int64_t> forms_of;  // kernels: how many were asked for
  bool tensors_change = false;
  int64_t bytes = 0;  // of all
  HostStats stats;
  std::set<Op> by_eval;
  std::map<Op, std::string> reasons;  // of the JIT, for what it compiles otherwise
  uint64_t next_variant = 1;
  std::map<std::pair<uint64_t, uint64_t>, jit::StepTime>* times = nullptr;  // by variant (0: eval) and step or operator

  State(const Module& m, GlobalId e, HostOptions o)
      : module(m),
        entry(e),
        options(std::move(o)),
        kernels(kernels_of(m)),
        compiler(options.compiler ? options.compiler
                                  : std::make_shared<jit::Compiler>(options.threads, options.cache, options.cpu)) {}

  Segments& segments_of(const Function& fn) {
    return segments.try_emplace(&fn, fn, next_segment, !tensors_change).first->second;
  }

  void begin(bool change) override {
    if (change != std::exchange(tensors_change, change)) segments.clear();
  }

  const Segment* segment_at(const Function& fn, Value binding) override { return segments_of(fn).starting_at(binding); }

  Result<std::optional<std::vector<RuntimeValue>>> run(const Function& fn, const Segment& segment,
                                                       std::span<const RuntimeValue> inputs,
                                                       std::span<const StructInfo> infos,
                                                       const SymbolValues& symbols) override {
    using Outputs = std::optional<std::vector<RuntimeValue>>;
    const Segments& all = segments_of(fn);
    if (std::ranges::all_of(segment.bindings, [&](Value v) { return all.is_skipped(v); }))
      return Outputs(std::vector<RuntimeValue>());
    if (!segment.symbols.empty() && !fits(fn, segment, symbols)) return Outputs();  // eval says which does not
    Result<Variant*> found = variant(fn, segment, infos, symbols);
    if (!found) {
      const Error& error = found.error();
      if (error.kind == Error::Kind::run || error.kind == Error::Kind::memory) return error;
      note_reason(fn, segment, error);
      segments_of(fn).refuse(segment, error.span);
      return Outputs();
    }
    Result<RuntimeValue> value = run_variant(**found, inputs);
    if (!value) return value.error();
    if (segment.outputs.size() == 1) return Outputs(std::vector<RuntimeValue>{std::move(*value)});
    return Outputs(std::get<RuntimeTuple>(std::move(value->v)));
  }

  void note_reason(const Function& fn, const Segment& segment, const Error& error) {
    constexpr std::string_view kRefusal = "cannot compile ";
    if (!error.text.starts_with(kRefusal)) return;
    for (Value v : segment.bindings) {
      if (fn[v].kind == NodeKind::call_op && fn[v].span == error.span)
        reasons.try_emplace(fn[v].op, error.text.substr(kRefusal.size()));
    }
  }

  Result<RuntimeValue> run_variant(Variant& variant, std::span<const RuntimeValue> inputs) {
    std::vector<jit::StepTime> steps;
    Result<RuntimeValue> value = variant.executable->run(inputs, times ? &steps : nullptr);
    if (!value) return value;
    if (variant.number == 0) variant.number = next_variant++;
    for (jit::StepTime& step : steps) add_time({variant.number, step.id}, std::move(step));
    const int64_t held = variant.executable->peak_bytes();
    stats.peak_bytes = std::max(stats.peak_bytes, held);
    bytes += held - std::exchange(variant.bytes, held);
    return value;
  }

  void add_time(std::pair<uint64_t, uint64_t> key, jit::StepTime step) {
    const auto [at, is_new] = times->try_emplace(key, step);
    if (is_new) {
      at->second.id = key.first << 32 | key.second;
    } else {
      at->second.ms += step.ms;
      at->second.calls += step.calls;
    }
  }

  // The executable leaves its arguments as they are, and gives what the kernel writes as results: they go back.
  Result<std::optional<RuntimeValue>> run_kernel(GlobalId id, std::span<const RuntimeValue> args) override {
    using Returned = std::optional<RuntimeValue>;
    const tir::Kernel& kernel = *module[id].kernel();
    const std::vector<bool> written = tir::written_parameters(kernel);
    std::optional<Key> key = key_of(id, args);
    if (!key || args.size() != written.size() || shares_written(args, written)) return Returned();
    Variant& variant = kernel_variant(id, std::move(*key), args);
    const auto outputs = static_cast<size_t>(std::ranges::count(written, true)) + kernel.has_result;
    if (!variant.executable || variant.executable->results() != outputs) return Returned();
    Result<RuntimeValue> value = run_variant(variant, args);
    if (!value) return value.error();
    RuntimeTuple results = outputs == 1 ? RuntimeTuple{*value} : *value->tuple();
    size_t next = 0;
    for (size_t i = 0; i < written.size(); ++i) {
      if (!written[i]) continue;
      const Tensor *from = results[next++].tensor(), *to = args[i].tensor();
      HAMMOCK_CHECK(from && from->bytes() == to->bytes(), "a kernel's output of another size");
      if (from->bytes() != 0) std::memcpy(to->data.get(), from->data.get(), static_cast<size_t>(from->bytes()));
    }
    return Returned(kernel.has_result ? results.back() : RuntimeValue{RuntimeTuple{}});
  }

  // Of tensors and numbers.
  static std::optional<Key> key_of(GlobalId kernel, std::span<const RuntimeValue> args) {
    Key key{-1 - static_cast<int64_t>(kernel.index)};
    for (const RuntimeValue& arg : args) {
      key.push_back(static_cast<int64_t>(arg.v.index()));
      if (const Tensor* tensor = arg.tensor()) {
        key.push_back(tensor->dtype.pack());
        key.push_back(std::ssize(tensor->shape));
        key.insert(key.end(), tensor->shape.begin(), tensor->shape.end());
      } else if (const auto* integer = std::get_if<int64_t>(&arg.v)) {
        key.push_back(*integer);
      } else if (const auto* real = std::get_if<double>(&arg.v)) {
        key.push_back(std::bit_cast<int64_t>(*real));
      } else {
        return std::nullopt;
      }
    }
    return key;
  }

  // Does what the kernel may write lie in no tensor, or in several?
  static bool shares_written(std::span<const RuntimeValue> args, const std::vector<bool>& written) {
    auto overlaps = [](const Tensor& a, const Tensor& b) {
      const std::less<const std::byte*> before;
      return before(a.data.get(), b.data.get() + b.bytes()) && before(b.data.get(), a.data.get() + a.bytes());
    };
    for (size_t i = 0; i < args.size(); ++i) {
      const Tensor* to = args[i].tensor();
      if (!written[i]) continue;
      if (!to) return true;
      for (size_t k = 0; k < args.size(); ++k) {
        if (k != i && args[k].tensor() && overlaps(*to, *args[k].tensor())) return true;
      }
    }
    return false;
  }

  Variant& kernel_variant(GlobalId id, Key key, std::span<const RuntimeValue> args) {
    if (auto known = variants.find(key); known != variants.end()) return known->second;
    if (++forms_of[id.index] > kMaxOfKernel) return no_variant;
    forget_many();
    jit::CompileOptions compile;
    compile.arguments = args;
    Result<std::unique_ptr<jit::Executable>> made = compiled(id, compile);
    return variants.emplace(std::move(key), Variant{made ? std::move(*made) : nullptr}).first->second;
  }

  void forget_many() {
    if (variants.size() < kMaxVariants && bytes <= max_bytes()) return;
    variants.clear();
    bytes = 0;
  }

  void computed(Op op, double ms) override {
    if (has_trait(op, View) || has_trait(op, Allocates)) return;  // no numbers
    by_eval.insert(op);
    const std::string name = std::string(info(op).name) + " (eval)";
    if (times) add_time({0, static_cast<uint64_t>(op)}, {0, name, ms});
    if (options.trace) options.trace->add({name, "eval", 0, now_ms() - ms, now_ms()});
  }

  Result<Variant*> variant(const Function& fn, const Segment& segment, std::span<const StructInfo> infos,
                           const SymbolValues& symbols) {
    Key key{segment.number};
    for (StructInfo i : infos) key.push_back(i.index);
    for (Prim s : segment.symbols) {
      const auto value = symbols.find(s);
      key.push_back(value != symbols.end());
      key.push_back(value != symbols.end() ? value->second : 0);
    }
    if (auto known = variants.find(key); known != variants.end()) return &known->second;
    forget_many();
    Function function = function_of(fn, segments_of(fn), segment, infos, symbols);
    const GlobalId number(static_cast<uint32_t>(kernels.functions.size()));
    add(kernels, function.self().name, {});
    kernels.functions.back().body.emplace<Function>(std::move(function));
    jit::CompileOptions compile;
    compile.is_one_of_sizes = !segment.symbols.empty();
    compile.is_unchecked = options.is_unchecked;
    compile.no_winograd = options.no_winograd;
    Result<std::unique_ptr<jit::Executable>> made = compiled(number, compile);
    kernels.functions.pop_back();
    if (!made) return made.error();
    return &variants.emplace(std::move(key), Variant{std::move(*made)}).first->second;
  }

  Result<std::unique_ptr<jit::Executable>> compiled(GlobalId entry, jit::CompileOptions compile) {
    const double start = now_ms();
    compile.compiler = compiler;
    compile.trace = options.trace;
    auto made = jit::Executable::compile(kernels, entry, compile);
    stats.compile_ms += now_ms() - start;
    if (!made) return made;
    stats.kernels += (*made)->stats().kernels;
    stats.generated += (*made)->stats().generated;
    stats.reused += (*made)->stats().reused;
    stats.cached += (*made)->stats().cached;
    return made;
  }
};

HostProgram::HostProgram(const Module& module, GlobalId entry, HostOptions options)
    : state_(std::make_unique<State>(module, entry, std::move(options))) {}
HostProgram::~HostProgram() = default;

Result<RuntimeValue> HostProgram::run(std::span<const RuntimeValue> args, std::vector<jit::StepTime>* times) {
  EvalOptions eval;
  const int64_t max_steps = state_->options.max_steps;
  if (state_->options.max_bindings > 0) eval.max_steps = state_->options.max_bindings;
  if (max_steps > 0) eval.max_steps = eval.max_kernel_steps = max_steps;
  eval.print = state_->options.print;
  eval.host_functions = state_->options.host_functions;
  eval.accelerator = state_.get();
  std::map<std::pair<uint64_t, uint64_t>, jit::StepTime> timed;
  state_->times = times ? &timed : nullptr;
  Result<RuntimeValue> value = evaluate(state_->module, state_->entry, args, eval);
  state_->times = nullptr;
  for (auto& [key, step] : timed) times->push_back(std::move(step));
  return value;
}

HostStats HostProgram::stats() const {
  HostStats out = state_->stats;
  for (Op op : state_->by_eval) {
    const std::string name = "R." + std::string(info(op).name);
    const auto reason = state_->reasons.find(op);
    if (reason == state_->reasons.end()) out.by_eval.push_back(name);
    else if (reason->second.starts_with(name)) out.by_eval.push_back(reason->second);
    else out.by_eval.push_back(name + " (" + reason->second + ")");
  }
  return out;
}

}  // namespace hammock::exec
