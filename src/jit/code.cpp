// SPDX-License-Identifier: Apache-2.0
// A kernel of statements, compiled: one call of its function, which calls back for the parts of parallel loops and when
// something fails.
#include <atomic>

#include "code_emitter.h"
#include "hammock/base/check.h"

namespace hammock::jit {

namespace {

using Entry = void (*)(CodeContext*);

// A run. What fails first says why; others may fail at the same time.
struct Run : CodeContext {
  const Launch* launch = nullptr;
  std::atomic<bool> is_taken = false;
  int64_t site = 0, a = 0, b = 0;
};

void fail(CodeContext* context, int64_t site, int64_t a, int64_t b) {
  auto* run = static_cast<Run*>(context);
  if (run->is_taken.exchange(true)) return;
  run->site = site;
  run->a = a;
  run->b = b;
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

std::string text_of(const FailureSite& site, int64_t a, int64_t b) {
  using Kind = FailureSite::Kind;
  const std::string x = std::to_string(a), y = std::to_string(b);
  switch (site.kind) {
    case Kind::index: return "index " + x + " is outside of " + site.what + ", whose extent is " + y;
    case Kind::memory: return "an access of " + site.what + " outside of its memory";
    case Kind::domain: return "the block variable " + site.what + " is " + x + ", outside of its domain of extent " + y;
    case Kind::assertion: return "assertion failed" + (site.what.empty() ? "" : ": " + site.what);
    case Kind::division: return "division by zero";
    case Kind::shift: return "a shift of " + site.what + " by " + x;
    case Kind::steps: return "more than " + site.what + " steps";
    case Kind::extent: return "a negative extent of " + site.what;
    case Kind::mismatch: return "the " + site.what + " is " + x + ", expected " + y;
  }
  return {};
}

class CompiledCode final : public CompiledKernel {
 public:
  explicit CompiledCode(CodeFunctions functions) : functions_(std::move(functions)) {}

  void link(const Symbols& symbols) override { entry_ = reinterpret_cast<Entry>(symbols(functions_.entry)); }
  int64_t member_scratch_bytes() const override { return functions_.member_scratch; }
  int64_t shared_scratch_bytes() const override { return functions_.shared_scratch; }

  std::optional<Error> run(const Launch& launch) const override {
    Run run{};
    run.buffers = launch.buffers;
    run.scratch = functions_.shared_scratch != 0 ? launch.scratch.shared() : nullptr;
    run.fail = fail;
    run.parallel = parallel;
    run.launch = &launch;
    entry_(&run);
    if (!run.is_taken) return std::nullopt;
    const FailureSite& site = functions_.sites[static_cast<size_t>(run.site)];
    return Error{Error::Kind::run, text_of(site, run.a, run.b), site.span};
  }

 private:
  CodeFunctions functions_;
  Entry entry_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<CompiledKernel>> compile_code(const Emission& emission, const loop::Kernel& kernel) {
  try {
    return std::unique_ptr<CompiledKernel>(std::make_unique<CompiledCode>(CodeEmitter(emission, kernel).run()));
  } catch (Unsupported& e) {
    return std::move(e.error);
  }
}

}  // namespace hammock::jit
