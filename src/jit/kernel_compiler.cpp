// SPDX-License-Identifier: Apache-2.0
#include "kernel_compiler.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "code_store.h"
#include "hammock/base/clock.h"
#include "hammock/runtime/unwritten.h"
#include "session.h"

namespace hammock::jit {

namespace {

constexpr size_t kKernelsPerModule = 32;
constexpr size_t kMaxShared = 4096;  // kernels that are known by their texts; with more, they are forgotten

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

// Of its machine code.
Error at_place(const loop::LoweredKernel& kernel, const Error& error) {
  const auto* code = std::get_if<loop::Code>(&kernel.body);
  return {error.kind, error.text, code != nullptr ? code->place : Span(), {}};
}

// Of a function that calls nothing but what other modules define.
void move_function(llvm::Function& function, llvm::Module& to) {
  function.removeFromParent();
  to.getFunctionList().push_back(&function);
  for (llvm::Instruction& i : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call == nullptr) continue;
    const llvm::Function* callee = call->getCalledFunction();
    call->setCalledFunction(
        to.getOrInsertFunction(callee->getName(), callee->getFunctionType(), callee->getAttributes()));
  }
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
  std::unique_ptr<CodeStore> store;
  std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> shared;  // by the kernels' texts

  // f(i, member) for each i below `count`, on all threads; the first error, and a defect in any of them.
  template <class F>
  std::optional<Error> for_each(size_t count, F&& f);
  // Writes the kernels' code into modules, and each module's machine code into an object.
  Result<std::vector<Object>> generate(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                       CompiledKernels& out);
  // Tells the kernels where their functions are.
  std::optional<Error> link(std::vector<Object> objects, std::span<const std::shared_ptr<CompiledKernel>> kernels);

  // A kernel that shares its code, before it knows where that is.
  struct Sharing {
    size_t number;
    std::shared_ptr<CompiledKernel> kernel;
    std::vector<CodeStore::Unit> units;
  };
  std::optional<Error> emit_shared(const Context& context, const loop::LoweredKernel& kernel, int member, Sharing& out);
  std::optional<Error> link_shared(std::span<const Sharing> kernels);
};

KernelCompiler::KernelCompiler(std::unique_ptr<State> state) : state_(std::move(state)) {}
KernelCompiler::~KernelCompiler() = default;

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::make(const Host& host, ThreadPool& pool) {
  auto session = Session::make(host, pool.size());
  if (!session) return session.error();
  return std::unique_ptr<KernelCompiler>(
      new KernelCompiler(std::unique_ptr<State>(new State{.pool = pool, .session = std::move(*session)})));
}

template <class F>
std::optional<Error> KernelCompiler::State::for_each(size_t count, F&& f) {
  std::mutex mutex;
  std::optional<Error> error;
  std::exception_ptr defect;
  pool.parallel_for(static_cast<int64_t>(count), 1, [&](int64_t begin, int64_t end, int member) {
    for (int64_t i = begin; i < end; ++i) {
      try {
        std::optional<Error> failed = f(static_cast<size_t>(i), member);
        std::lock_guard lock(mutex);
        if (failed && !error) error = std::move(failed);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!defect) defect = std::current_exception();
      }
    }
  });
  if (defect) std::rethrow_exception(defect);
  return error;
}

Result<std::vector<Object>> KernelCompiler::State::generate(const Context& context,
                                                            std::span<const loop::LoweredKernel* const> kernels,
                                                            CompiledKernels& out) {
  size_t first_number = emitted;
  emitted += kernels.size();
  const std::vector<size_t> begins = modules_of(kernels, static_cast<size_t>(pool.size()));
  std::vector<Object> objects(begins.size() - 1);
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
    if (!object) return at_place(*kernels[begins[m]], object.error());
    objects[m] = std::move(*object);
    return std::nullopt;
  };
  if (std::optional<Error> error = for_each(objects.size(), work)) return *error;
  return objects;
}

std::optional<Error> KernelCompiler::State::link(std::vector<Object> objects,
                                                 std::span<const std::shared_ptr<CompiledKernel>> kernels) {
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

Result<CompiledKernels> KernelCompiler::compile(const Context& context,
                                                std::span<const loop::LoweredKernel* const> kernels,
                                                CompileTimes& times) {
  CompiledKernels out(kernels.size());
  if (kernels.empty()) return out;
  const double start = now_ms();
  Result<std::vector<Object>> objects = state_->generate(context, kernels, out);
  if (!objects) return objects.error();
  const double generated = now_ms();
  times.codegen_ms += generated - start;
  times.generated += static_cast<int64_t>(objects->size());
  if (std::optional<Error> failed = state_->link(std::move(*objects), out)) return *failed;
  times.link_ms += now_ms() - generated;
  return out;
}

// The functions that contractions call are pieces by themselves.
std::optional<Error> KernelCompiler::State::emit_shared(const Context& context, const loop::LoweredKernel& kernel,
                                                        int member, Sharing& out) {
  auto module = session->new_module(member, "kernel");
  const Emission emission{module->getContext(), *module, context, session->host(), "kernel"};
  auto made = emit(emission, kernel);
  if (!made) return made.error();
  out.kernel = std::move(*made);
  auto add = [&](llvm::Module& piece, llvm::StringRef prefix) -> std::optional<Error> {
    Result<CodeStore::Unit> unit = store->add(member, piece, {prefix.data(), prefix.size()});
    if (!unit) return at_place(kernel, unit.error());
    out.units.push_back(std::move(*unit));
    return std::nullopt;
  };
  for (llvm::Function& function : llvm::make_early_inc_range(*module)) {
    if (!function.hasWeakODRLinkage()) continue;
    auto piece = session->new_module(member, "step");
    move_function(function, *piece);
    const std::string name = function.getName().str();
    function.setName("step");
    if (std::optional<Error> error = add(*piece, "step")) return error;
    out.units.back().prefix = name;
  }
  const bool has_more = std::ranges::any_of(*module, [](const auto& f) { return !f.isDeclaration(); });
  return has_more ? add(*module, emission.name) : std::nullopt;
}

std::optional<Error> KernelCompiler::State::link_shared(std::span<const Sharing> kernels) {
  if (std::optional<Error> error = store->link()) return error;
  std::optional<Error> failed;
  for (const Sharing& s : kernels) {
    s.kernel->link([&](const std::string& name) -> void* {
      for (const CodeStore::Unit& unit : s.units) {
        Result<void*> address = store->address(unit, name);
        if (!address) failed = address.error();
        else if (*address != nullptr) return *address;
      }
      HAMMOCK_CHECK(failed, "a kernel asks for a function that it did not emit: " + name);
      return nullptr;
    });
  }
  return failed ? failed : store->seal();
}

Result<CompiledKernels> KernelCompiler::compile_shared(const Context& context,
                                                       std::span<const loop::LoweredKernel* const> kernels,
                                                       std::span<const std::string> texts, CompileTimes& times) {
  State& s = *state_;
  if (!s.store) s.store = std::make_unique<CodeStore>(*s.session);
  const double start = now_ms();
  const int64_t compiled = s.store->compiled(), reused = s.store->reused();
  std::vector<State::Sharing> open;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!s.shared.contains(texts[i])) open.push_back({i, nullptr, {}});
  }
  std::optional<Error> error = s.for_each(open.size(), [&](size_t i, int member) {
    return s.emit_shared(context, *kernels[open[i].number], member, open[i]);
  });
  const double generated = now_ms();
  if (!error) error = s.link_shared(open);
  s.store->forget();
  if (error) return *error;
  if (s.shared.size() > kMaxShared) {
    std::erase_if(s.shared, [&](const auto& known) { return std::ranges::find(texts, known.first) == texts.end(); });
  }
  for (State::Sharing& o : open) s.shared.emplace(texts[o.number], std::move(o.kernel));
  times.codegen_ms += generated - start;
  times.link_ms += now_ms() - generated;
  times.generated += s.store->compiled() - compiled;
  times.reused += s.store->reused() - reused;
  CompiledKernels out;
  for (const std::string& text : texts) out.push_back(s.shared.at(text));
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
