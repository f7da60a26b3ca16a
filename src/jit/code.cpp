// SPDX-License-Identifier: Apache-2.0
// A kernel of statements, compiled: one call of its function, which calls back for the parts of parallel loops and when
// something fails.
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "code_emitter.h"
#include "code_facts.h"
#include "hammock/base/check.h"
#include "hammock/runtime/deep_stack.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/tensor.h"
#include "hammock/tir/refusal.h"

namespace hammock::jit {

namespace {

using Entry = void (*)(CodeContext*);

// A run. What fails first says why; others may fail at the same time.
struct Run : CodeContext {
  const Launch* launch = nullptr;
  const std::vector<FailureSite>* sites = nullptr;
  std::atomic<bool> is_taken = false;
  const FailureSite* site = nullptr;
  std::vector<int64_t> numbers;
  std::vector<std::pair<std::shared_ptr<std::byte>, int64_t>> frames;  // of open calls, those that have memory
  const std::byte* stack_end = nullptr;
  std::mutex mutex;
  std::unordered_map<const std::byte*, std::pair<std::shared_ptr<std::byte>, int64_t>> renewed;  // and their bytes
};

constexpr int64_t kStack = int64_t{1} << 30;  // of a kernel that calls itself: touched as far as it is used
constexpr int64_t kRoom = int64_t{64} << 20;  // of it for what follows a look at its end

void fail(CodeContext* context, int64_t site, const int64_t* numbers) {
  auto* run = static_cast<Run*>(context);
  if (run->is_taken.exchange(true)) return;
  run->site = &(*run->sites)[static_cast<size_t>(site)];
  run->numbers.assign(numbers, numbers + run->site->numbers);
  std::atomic_ref(run->has_failed).store(1);
}

void parallel(CodeContext* context, CodeBody body, const std::byte* captured, int64_t count, int64_t work) {
  constexpr int64_t kSerial = 8 * 1024;  // steps that are not worth waking the others for
  auto* run = static_cast<Run*>(context);
  if (count <= 0) return;
  Scratch& scratch = run->launch->scratch;
  ThreadPool& pool = run->launch->pool;
  if (count == 1 || pool.size() == 1 || count <= kSerial / std::max<int64_t>(work, 1)) {
    body(context, captured, 0, count, scratch.member(0));
    return;
  }
  const int64_t grain = std::max<int64_t>((count + pool.size() * 4 - 1) / (pool.size() * 4), 1);
  pool.parallel_for(count, grain, [&](int64_t begin, int64_t end, int member) {
    if (std::atomic_ref(run->has_failed).load() == 0) body(context, captured, begin, end, scratch.member(member));
  });
}

// A call of the reference executor holds memory, too, and has its bound.
std::byte* enter(CodeContext* context, int64_t bytes) {
  auto* run = static_cast<Run*>(context);
  std::byte here{};
  if (&here < run->stack_end + kRoom || bytes > machine_memory() - run->held) return nullptr;
  static std::byte nothing;
  if (bytes == 0) return &nothing;
  std::shared_ptr<std::byte> memory = allocate_bytes(bytes);
  if (!memory) return nullptr;
  run->held += bytes;
  run->frames.emplace_back(std::move(memory), bytes);
  return run->frames.back().first.get();
}

void leave(CodeContext* context, std::byte* memory) {
  auto* run = static_cast<Run*>(context);
  if (memory == nullptr || run->frames.empty() || run->frames.back().first.get() != memory) return;
  run->held -= run->frames.back().second;
  run->frames.pop_back();
}

// Less than nothing: the old memory goes.
std::byte* renew(CodeContext* context, std::byte* old, int64_t bytes) {
  auto* run = static_cast<Run*>(context);
  std::lock_guard lock(run->mutex);
  if (auto at = run->renewed.find(old); at != run->renewed.end()) {
    if (bytes >= 0 && bytes <= at->second.second) return old;
    run->held -= at->second.second;
    run->renewed.erase(at);
  }
  if (bytes < 0 || bytes > machine_memory() - std::min(machine_memory(), allocated_bytes())) return nullptr;
  const int64_t most = std::max<int64_t>(bytes, 1);
  std::shared_ptr<std::byte> memory = allocate_bytes(most);
  if (!memory) return nullptr;
  run->held += most;
  return run->renewed.emplace(memory.get(), std::pair(memory, most)).first->second.first.get();
}

// "A[1, 2]": the buffer at the first numbers.
std::string element_text(const FailureSite& site, std::span<const int64_t> numbers) {
  std::string text = site.what + "[";
  for (uint32_t d = 0; d < site.rank; ++d) text += (d ? ", " : "") + std::to_string(numbers[d]);
  return text + "]";
}

// The words of the reference executor, as far as both know the same.
std::string text_of(const FailureSite& site, std::span<const int64_t> numbers) {
  using Kind = FailureSite::Kind;
  auto at = [&](size_t i) { return std::to_string(numbers[i]); };
  switch (site.kind) {
    case Kind::index: {
      const std::string which = site.rank > 1 ? "index " + std::to_string(site.dim) : "the index";
      return element_text(site, numbers) + " is outside of its buffer: " +
             (numbers[site.rank] > 0 ? which + " must be within [0, " + at(site.rank) + ")"
                                     : "its dim " + std::to_string(site.dim) + " is " + at(site.rank));
    }
    case Kind::memory: {
      const int64_t first = numbers[site.rank], bytes = numbers[site.rank + 1];
      return element_text(site, numbers) + " is outside of its memory: bytes " + std::to_string(first) + " to " +
             std::to_string(first + bytes) + " of " + at(site.rank + 2);
    }
    case Kind::domain:
      return "the block variable " + site.what + " is " + at(0) + ", outside of its domain: " + at(1) + " from " +
             at(2) + " on";
    case Kind::assertion: return "assertion failed" + (site.what.empty() ? "" : ": " + site.what);
    case Kind::division: return at(0) + " is divided by zero";
    case Kind::shift: return "a shift by " + at(0) + " of an integer of " + at(1) + " bits";
    case Kind::steps: return "more than " + std::to_string(kMaxCodeSteps) + " steps, which is the bound";
    case Kind::mismatch: return site.what + " is " + at(0) + ", expected " + at(1);
    case Kind::factor: return "the offset of " + site.what + " is " + at(0) + ", no multiple of " + at(1);
    case Kind::place: return element_text(site, numbers) + ": its place does not fit into 64 bits";
    case Kind::no_memory: return "the buffer '" + site.what + "' has no memory";
    case Kind::constant: return "the buffer '" + site.what + "' is constant and cannot be written";
    case Kind::no_pointer: return "arithmetic on a null pointer";
    case Kind::too_far: return "a pointer is moved too far";
    case Kind::no_shape: return "T.tvm_stack_make_array needs T.tvm_stack_make_shape";
    case Kind::no_value: return "it ends without a value";
    case Kind::own_memory: return std::string(tir::kOwnMemory);
    case Kind::no_room:
      return "the buffer '" + site.what + "' of shape " + shape_text(numbers) + " and dtype " + to_string(site.dtype) +
             " does not fit into this machine's memory";
    case Kind::argument: return site.what;
    case Kind::equation: return site.what + " is " + at(0) + ", expected " + at(1);
    case Kind::multiple: return site.what + " is " + at(0) + ", no multiple of " + at(1);
    case Kind::calls: return tir::too_many_calls(site.what, numbers[0]);
    case Kind::held: return tir::recursion_holds_too_much(site.what);
  }
  return {};
}

// Equal kernels share their code: which one it is, the launch knows.
Error error_of(const FailureSite& site, std::span<const int64_t> numbers, const loop::Code& code) {
  const tir::Kernel& kernel = *code.kernel;
  const std::string name(site.callee.empty() ? kernel.context->text(kernel.name) : site.callee);
  const bool is_here = site.stmt && site.stmt.index < kernel.stmts.size();
  const Span span = is_here ? kernel[site.stmt].span : site.span;
  const std::string of = site.kind < FailureSite::Kind::argument ? "kernel '" + name + "': " : "";
  const Error::Kind error = site.kind == FailureSite::Kind::no_room ? Error::Kind::memory : Error::Kind::run;
  return {error, of + text_of(site, numbers), span ? span : code.place, site.declared};
}

class CompiledCode final : public CompiledKernel {
 public:
  explicit CompiledCode(CodeFunctions functions) : functions_(std::move(functions)) {}

  void link(const Symbols& symbols) override { entry_ = reinterpret_cast<Entry>(symbols(functions_.entry)); }
  int64_t member_scratch_bytes() const override { return functions_.member_scratch; }
  int64_t shared_scratch_bytes() const override { return functions_.shared_scratch; }
  std::string facts() const override { return to_bytes(functions_); }

  std::optional<Error> run(const Launch& launch) const override {
    Run run{};
    run.buffers = launch.buffers;
    run.scratch = functions_.shared_scratch != 0 ? launch.scratch.shared() : nullptr;
    run.fail = fail;
    run.parallel = parallel;
    run.launch = &launch;
    run.enter = enter;
    run.leave = leave;
    run.renew = renew;
    run.sites = &functions_.sites;
    auto enter_kernel = [&](const std::byte* stack_end) {
      run.stack_end = stack_end;
      entry_(&run);
    };
    if (!functions_.needs_stack) enter_kernel(nullptr);
    else if (!run_on_stack(kStack, enter_kernel))
      return Error{Error::Kind::memory, "no memory for the stack of a kernel that calls itself", {}};
    if (!run.is_taken) return std::nullopt;
    return error_of(*run.site, run.numbers, std::get<loop::Code>(launch.kernel.body));
  }

 private:
  CodeFunctions functions_;
  Entry entry_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<CompiledKernel>> compile_code(const Emission& emission, const loop::LoweredKernel& kernel) {
  if (emission.facts) {
    std::optional<CodeFunctions> functions = code_functions(*emission.facts);
    if (!functions) return Error{Error::Kind::io, "what is known of the code of a kernel is damaged", {}};
    functions->entry = emission.name;
    return std::unique_ptr<CompiledKernel>(std::make_unique<CompiledCode>(std::move(*functions)));
  }
  try {
    return std::unique_ptr<CompiledKernel>(std::make_unique<CompiledCode>(CodeEmitter(emission, kernel).run()));
  } catch (Unsupported& e) {
    if (!e.error.span) e.error.span = std::get<loop::Code>(kernel.body).place;
    return std::move(e.error);
  }
}

}  // namespace hammock::jit
