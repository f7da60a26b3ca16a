// SPDX-License-Identifier: Apache-2.0
#include "kernel_compiler.h"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>

#include "hammock/base/clock.h"
#include "hammock/runtime/unwritten.h"
#include "session.h"

namespace hammock::jit {

namespace {

constexpr size_t kKernelsPerModule = 32;

class Filling final : public CompiledKernel {
 public:
  explicit Filling(const loop::LoweredKernel& kernel)
      : bytes_(kernel.buffers[0].dtype.bytes()), byte_(unwritten(kernel.buffers[0].dtype)) {
    for (int64_t extent : kernel.buffers[0].shape) bytes_ *= extent;
  }

  void link(const Symbols&) override {}
  std::optional<Error> run(const Launch& launch) const override {
    constexpr int64_t kGrain = 256 << 10;
    auto* to = static_cast<std::byte*>(launch.buffers[0]);
    launch.pool.parallel_for(bytes_, kGrain, [&](int64_t begin, int64_t end, int) {
      std::memset(to + begin, byte_, static_cast<size_t>(end - begin));
    });
    return std::nullopt;
  }

 private:
  int64_t bytes_;
  int byte_;
};

Result<std::unique_ptr<CompiledKernel>> emit(const Emission& emission, const loop::LoweredKernel& kernel) {
  if (std::holds_alternative<loop::Nest>(kernel.body)) return compile_nest(emission, kernel);
  if (std::holds_alternative<loop::Contraction>(kernel.body)) return compile_contraction(emission, kernel);
  if (std::holds_alternative<loop::Code>(kernel.body)) return compile_code(emission, kernel);
  if (std::holds_alternative<loop::Unwritten>(kernel.body)) return std::unique_ptr<CompiledKernel>(new Filling(kernel));
  return compile_attention(emission, kernel);
}

const char* kind(const loop::LoweredKernel& kernel) {
  static constexpr const char* kNames[] = {"nest", "contraction", "attention", "code", "unwritten"};
  return kNames[kernel.body.index()];
}

// A module with a large function gets plain code: what may be one stands alone.
bool may_be_large(const loop::LoweredKernel& kernel) {
  const auto* code = std::get_if<loop::Code>(&kernel.body);
  return code != nullptr && (!code->callees.empty() || code->kernel->stmts.size() > 64);
}

// Where the modules begin, and the end. Few modules cost less (kernels of a module share what contractions call), many
// are shared out better.
std::vector<size_t> modules_of(std::span<const loop::LoweredKernel* const> kernels, size_t members) {
  const size_t most = std::clamp<size_t>(kernels.size() / (2 * members), 1, kKernelsPerModule);
  std::vector<size_t> begins;
  bool was_large = true;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const bool is_large = may_be_large(*kernels[i]);
    if (is_large || was_large || i - begins.back() == most) begins.push_back(i);
    was_large = is_large;
  }
  begins.push_back(kernels.size());
  return begins;
}

}  // namespace

struct KernelCompiler::State {
  ThreadPool& pool;
  std::unique_ptr<Session> session;
  size_t emitted = 0;  // kernels so far: their numbers are in their names

  // Writes the kernels' code into modules, and each module's machine code into an object.
  Result<std::vector<Object>> generate(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                       std::vector<std::unique_ptr<CompiledKernel>>& out);
  // Tells the kernels where their functions are.
  std::optional<Error> link(std::vector<Object> objects, std::span<const std::unique_ptr<CompiledKernel>> kernels);
};

KernelCompiler::KernelCompiler(std::unique_ptr<State> state) : state_(std::move(state)) {}
KernelCompiler::~KernelCompiler() = default;

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::make(const Host& host, ThreadPool& pool) {
  auto session = Session::make(host, pool.size());
  if (!session) return session.error();
  return std::unique_ptr<KernelCompiler>(
      new KernelCompiler(std::unique_ptr<State>(new State{pool, std::move(*session)})));
}

Result<std::vector<Object>> KernelCompiler::State::generate(const Context& context,
                                                            std::span<const loop::LoweredKernel* const> kernels,
                                                            std::vector<std::unique_ptr<CompiledKernel>>& out) {
  size_t first_number = emitted;
  emitted += kernels.size();
  const std::vector<size_t> begins = modules_of(kernels, static_cast<size_t>(pool.size()));
  std::vector<Object> objects(begins.size() - 1);
  std::mutex mutex;
  std::optional<Error> error;
  std::exception_ptr defect;
  auto work = [&](size_t m, int member) -> std::optional<Error> {
    auto module = session->new_module(member, "kernels_" + std::to_string(first_number + m));
    for (size_t i = begins[m]; i < begins[m + 1]; ++i) {
      Emission emission{module->getContext(), *module, context, session->host(),
                        std::string(kind(*kernels[i])) + "_" + std::to_string(first_number + i)};
      auto kernel = emit(emission, *kernels[i]);
      if (!kernel) return kernel.error();
      out[i] = std::move(*kernel);
    }
    auto object = session->compile(member, *module);
    if (!object) {
      const auto* code = std::get_if<loop::Code>(&kernels[begins[m]]->body);
      return Error{object.error().kind, object.error().text, code != nullptr ? code->place : Span(), {}};
    }
    objects[m] = std::move(*object);
    return std::nullopt;
  };
  pool.parallel_for(static_cast<int64_t>(objects.size()), 1, [&](int64_t begin, int64_t end, int member) {
    for (int64_t m = begin; m < end; ++m) {
      try {
        std::optional<Error> failed = work(static_cast<size_t>(m), member);
        std::lock_guard lock(mutex);
        if (failed && !error) error = std::move(failed);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!defect) defect = std::current_exception();
      }
    }
  });
  if (defect) std::rethrow_exception(defect);
  if (error) return *error;
  return objects;
}

std::optional<Error> KernelCompiler::State::link(std::vector<Object> objects,
                                                 std::span<const std::unique_ptr<CompiledKernel>> kernels) {
  for (Object& object : objects) {
    if (auto added = session->add(std::move(object)); !added) return added.error();
  }
  // All symbols in one lookup, so that ORC links everything at once.
  std::vector<std::string> names;
  Symbols collect = [&](const std::string& name) {
    names.push_back(name);
    return nullptr;
  };
  for (const auto& kernel : kernels) kernel->link(collect);
  auto addresses = session->lookup(names);
  if (!addresses) return addresses.error();
  size_t at = 0;
  Symbols give = [&](const std::string& name) {
    HAMMOCK_CHECK(at < names.size() && names[at] == name, "a kernel asks for other functions the second time: " + name);
    return (*addresses)[at++];
  };
  for (const auto& kernel : kernels) kernel->link(give);
  return std::nullopt;
}

Result<std::vector<std::unique_ptr<CompiledKernel>>> KernelCompiler::compile(
    const Context& context, std::span<const loop::LoweredKernel* const> kernels, CompileTimes& times) {
  std::vector<std::unique_ptr<CompiledKernel>> out(kernels.size());
  if (kernels.empty()) return out;
  const double start = now_ms();
  Result<std::vector<Object>> objects = state_->generate(context, kernels, out);
  if (!objects) return objects.error();
  const double generated = now_ms();
  times.codegen_ms += generated - start;
  if (std::optional<Error> failed = state_->link(std::move(*objects), out)) return *failed;
  times.link_ms += now_ms() - generated;
  return out;
}

std::string KernelCompiler::dump(const Context& context, std::span<const loop::LoweredKernel* const> kernels) {
  Session& session = *state_->session;
  auto module = session.new_module(0, "kernels");
  for (size_t i = 0; i < kernels.size(); ++i) {
    Emission emission{module->getContext(), *module, context, session.host(),
                      std::string(kind(*kernels[i])) + "_" + std::to_string(i)};
    auto kernel = emit(emission, *kernels[i]);
    if (!kernel) return "; " + kernel.error().text + "\n";
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return text;
}

}  // namespace hammock::jit
