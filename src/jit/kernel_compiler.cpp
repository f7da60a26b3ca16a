// SPDX-License-Identifier: Apache-2.0
#include "kernel_compiler.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "code_store.h"
#include "hammock/base/clock.h"
#include "hammock/runtime/trace.h"
#include "hammock/runtime/unwritten.h"
#include "kernel_cache.h"
#include "llvm_start.h"
#include "session.h"

namespace hammock::jit {

namespace {

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
  if (std::unique_ptr<CompiledKernel> routine = routine_kernel(kernel)) return routine;
  if (std::holds_alternative<loop::Code>(kernel.body)) return compile_code(emission, kernel);
  if (std::holds_alternative<loop::Unwritten>(kernel.body)) return std::unique_ptr<CompiledKernel>(new Filling(kernel));
  return compile_attention(emission, kernel);
}

const char* kind(const loop::LoweredKernel& kernel) {
  static constexpr const char* kNames[] = {"nest", "contraction", "attention", "code", "unwritten"};
  return kNames[kernel.body.index()];
}

// In a dump.
std::string numbered_name(const loop::LoweredKernel& kernel, size_t number) {
  return std::string(kind(kernel)) + "_" + std::to_string(number);
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
    if (call == nullptr || call->isInlineAsm()) continue;
    const llvm::Function* callee = call->getCalledFunction();
    call->setCalledFunction(
        to.getOrInsertFunction(callee->getName(), callee->getFunctionType(), callee->getAttributes()));
  }
}

// Roughly, of code generation: the text says what is written once, and the inner loops of products are long.
size_t cost_of(const loop::LoweredKernel& kernel, std::string_view text) {
  const bool has_products =
      std::holds_alternative<loop::Contraction>(kernel.body) || std::holds_alternative<loop::Attention>(kernel.body);
  return text.size() + (has_products ? 4096 : 0);
}

using Names = std::vector<std::string>;

// Of the functions that the kernel asks for.
Names names_of(CompiledKernel& kernel) {
  Names names;
  kernel.link([&](const std::string& name) -> void* {
    names.push_back(name);
    return nullptr;
  });
  return names;
}

// How kernels that share their code call their functions, and themselves where these have no other name.
constexpr const char* kSharing = "kernel";

// A kernel's functions have more in their names; the functions that it calls are one each.
bool has(const CodeStore::Unit& unit, const std::string& name) {
  return unit.prefix == kSharing ? name.starts_with(kSharing) : name == unit.prefix;
}

// What a store has done since.
class Counts {
 public:
  explicit Counts(const CodeStore& store)
      : compiled_(store.compiled()), reused_(store.reused()), cached_(store.cached()) {}
  void add_to(CompileTimes& times, const CodeStore& store) const {
    times.generated += store.compiled() - compiled_;
    times.reused += store.reused() - reused_;
    times.cached += store.cached() - cached_;
  }

 private:
  int64_t compiled_, reused_, cached_;
};

}  // namespace

struct KernelCompiler::State {
  State(const Host& host, ThreadPool& pool, const std::string& folder)
      : pool(pool),
        session(std::make_unique<Session>(host, pool.size())),
        cache(host, folder),
        programs(*session, cache, CodeStore::Use::program),
        sizes(*session, cache, CodeStore::Use::sizes) {}

  ThreadPool& pool;
  std::unique_ptr<Session> session;
  KernelCache cache;
  std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> known;  // by their keys
  std::unordered_set<std::string> steps;                                   // that are linked
  int64_t numbered = 0;                                                    // kernels whose texts do not say all
  // What an Emission has of LLVM where nothing is emitted.
  struct Untouched {
    llvm::LLVMContext context;
    llvm::Module module{"", context};
  };
  std::unique_ptr<Untouched> untouched;
  CodeStore programs, sizes;                                                // of compile(), of compile_shared()
  std::unordered_map<std::string, CodeStore::Unit> step_units;              // in `programs`
  std::unordered_map<std::string, std::shared_ptr<CompiledKernel>> shared;  // by the kernels' texts

  // f(i, member) for each i below `count`, on all threads; the first error, and a defect in any of them.
  template <class F>
  std::optional<Error> for_each(size_t count, F&& f);

  // A kernel's code, and that of each function that it shares with others, in a module of its own.
  struct Piece {
    std::string name;  // of the function; empty: those of the kernel
    std::unique_ptr<llvm::Module> module;
  };
  struct Pieces {
    std::unique_ptr<CompiledKernel> kernel;
    std::vector<Piece> pieces;
  };
  Result<Pieces> emit_pieces(const Context& context, const loop::LoweredKernel& kernel, int member,
                             const std::string& name, bool has_sizes = false);

  // A kernel on its way to be linked, and objects that nobody has linked.
  struct Open {
    const loop::LoweredKernel* kernel;
    const std::string* text;
    std::string key;
    bool may_be_kept;
    std::unique_ptr<CompiledKernel> compiled = nullptr;
    std::vector<CodeStore::Unit> units = {};  // of its functions, those that share their code
    std::optional<Error> error = std::nullopt;
    // Of a kernel that its members generate().
    bool is_taken = false;            // its own piece
    std::optional<size_t> left = {};  // pieces that nobody has taken; none: it is not known yet
  };
  struct Objects {
    std::mutex mutex;
    std::vector<Object> objects;
    std::unordered_set<std::string> steps;  // among them, or about to be
    int64_t generated = 0, cached = 0;
  };
  void look_up(const Context& context, Open& open, Objects& out);
  bool find_step(const std::string& name, Open& open, std::vector<Object>& objects, Names& fresh);
  void generate(const Context& context, std::span<Open* const> kernels, Objects& out);
  std::optional<Error> generate(const Context& context, Open& open, int member, Objects& out);
  // The same with code from the store; compile() announces its kernels first.
  std::optional<Error> announce(const Context& context, const loop::LoweredKernel& kernel, int member, Objects& out);
  std::optional<Error> generate_shared(const Context& context, Open& open, int member, CodeStore& store,
                                       std::mutex& mutex);
  std::optional<Error> link(std::span<Open> kernels, Objects& made, CodeStore& store);
};

KernelCompiler::KernelCompiler(const Host& host, ThreadPool& pool, const std::string& cache)
    : state_(new State(host, pool, cache)) {}
KernelCompiler::~KernelCompiler() = default;

const Host& KernelCompiler::host() const { return state_->session->host(); }

void KernelCompiler::prepare(const std::stop_token& stop) { state_->session->prepare(stop); }

template <class F>
std::optional<Error> KernelCompiler::State::for_each(size_t count, F&& f) {
  std::mutex mutex;
  std::optional<Error> error;
  std::exception_ptr defect;
  std::atomic<size_t> next{0};  // in order: what takes long comes first
  pool.parallel_for(std::min(static_cast<int64_t>(count), static_cast<int64_t>(pool.size())), 1,
                    [&](int64_t, int64_t, int member) {
                      for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
                        try {
                          std::optional<Error> failed = f(i, member);
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

Result<KernelCompiler::State::Pieces> KernelCompiler::State::emit_pieces(const Context& context,
                                                                         const loop::LoweredKernel& kernel, int member,
                                                                         const std::string& name, bool has_sizes) {
  Pieces out;
  auto module = session->new_module(member, "kernel");
  auto made = emit({module->getContext(), *module, context, session->host(), name, {}, has_sizes}, kernel);
  if (!made) return made.error();
  out.kernel = std::move(*made);
  for (llvm::Function& function : llvm::make_early_inc_range(*module)) {
    if (!function.hasWeakODRLinkage()) continue;
    out.pieces.push_back({function.getName().str(), session->new_module(member, "step")});
    move_function(function, *out.pieces.back().module);
  }
  if (std::ranges::any_of(*module, [](const auto& f) { return !f.isDeclaration(); }))
    out.pieces.push_back({"", std::move(module)});
  return out;
}

// A step of a kernel that is in the cache. False: it is not.
bool KernelCompiler::State::find_step(const std::string& name, Open& open, std::vector<Object>& objects, Names& fresh) {
  if (const auto known = step_units.find(name); known != step_units.end()) {
    open.units.push_back(known->second);
    return true;
  }
  std::optional<KernelCache::Unit> step = cache.find(cache.key(name));
  if (!step) return false;
  if (step->code.empty()) {
    objects.push_back(std::move(step->object));
    fresh.push_back(name);
    return true;
  }
  std::optional<CodeStore::Unit> unit = programs.find(name, step->code, step->table);
  if (!unit) return false;
  step_units.emplace(name, *unit);
  open.units.push_back(std::move(*unit));
  return true;
}

// Takes the kernel from the cache, with the functions that it shares, if all of them are there.
void KernelCompiler::State::look_up(const Context& context, Open& open, Objects& out) {
  std::optional<KernelCache::Unit> unit = cache.find(open.key);
  if (std::holds_alternative<loop::Unwritten>(open.kernel->body) || routine_kernel(*open.kernel)) unit.emplace();
  if (!unit) return;
  start_llvm();
  if (!untouched) untouched = std::make_unique<Untouched>();
  const bool shares = !unit->code.empty();
  const std::string prefix = shares ? kSharing : open.key;
  auto made =
      emit({untouched->context, untouched->module, context, session->host(), prefix, unit->facts}, *open.kernel);
  if (!made) return;
  std::vector<Object> objects;
  Names fresh;
  for (const std::string& name : names_of(**made)) {
    if (name.starts_with(prefix) || steps.contains(name) || out.steps.contains(name)) continue;
    if (!find_step(name, open, objects, fresh)) return open.units.clear();
  }
  if (shares) {
    std::optional<CodeStore::Unit> own = programs.find(prefix, unit->code, unit->table);
    if (!own) return open.units.clear();
    open.units.push_back(std::move(*own));
  }
  if (!unit->object.empty()) objects.push_back(std::move(unit->object));
  out.cached += static_cast<int64_t>(objects.size());
  std::ranges::move(objects, std::back_inserter(out.objects));
  out.steps.insert(fresh.begin(), fresh.end());
  open.compiled = std::move(*made);
}

// Each member takes kernels until none is left, then helps with those that are not done. LLVM's modules belong to one
// member: whoever helps emits the kernel again, which costs little, and compiles what nobody has taken.
void KernelCompiler::State::generate(const Context& context, std::span<Open* const> kernels, Objects& out) {
  std::atomic<size_t> next = 0;
  auto to_help = [&]() -> Open* {
    for (;;) {
      bool is_emitting = false;
      {
        std::lock_guard lock(out.mutex);
        for (Open* open : kernels) {
          if (open->error) return nullptr;
          if (open->left.value_or(0) > 0) return open;
          is_emitting |= !open->left;
        }
      }
      if (!is_emitting) return nullptr;
      std::this_thread::yield();
    }
  };
  for_each(static_cast<size_t>(pool.size()), [&](size_t, int member) {
    for (;;) {
      const size_t i = next++;
      Open* open = i < kernels.size() ? kernels[i] : to_help();
      if (open == nullptr) return std::optional<Error>();
      const double begin = now_ms();
      std::optional<Error> error;
      try {
        error = generate(context, *open, member, out);
      } catch (...) {
        std::lock_guard lock(out.mutex);
        open->left = 0;
        throw;
      }
      if (Trace* trace = pool.trace()) trace->add({trace->name_of(open->kernel), "compile", member, begin, now_ms()});
      if (!error) continue;
      std::lock_guard lock(out.mutex);
      open->left = 0;
      if (!open->error) open->error = std::move(error);
    }
  });
}

std::optional<Error> KernelCompiler::State::generate(const Context& context, Open& open, int member, Objects& out) {
  Result<Pieces> pieces = emit_pieces(context, *open.kernel, member, open.key);
  if (!pieces) return pieces.error();
  auto is_open = [&](const Piece& piece) {
    return piece.name.empty() ? !open.is_taken : !steps.contains(piece.name) && !out.steps.contains(piece.name);
  };
  auto take = [&](const Piece& piece) {
    std::lock_guard lock(out.mutex);
    const bool takes = is_open(piece);
    if (takes && piece.name.empty()) open.is_taken = true;
    else if (takes) out.steps.insert(piece.name);
    open.left = static_cast<size_t>(std::ranges::count_if(pieces->pieces, is_open));
    return takes;
  };
  for (Piece& piece : pieces->pieces) {
    const bool is_step = !piece.name.empty();
    if (!take(piece)) continue;
    auto object = session->compile(member, *piece.module);
    if (!object) return at_place(*open.kernel, object.error());
    if (is_step) cache.add(cache.key(piece.name), {.object = *object});
    else if (open.may_be_kept) cache.add(open.key, {.object = *object, .facts = pieces->kernel->facts()});
    std::lock_guard lock(out.mutex);
    out.objects.push_back(std::move(*object));
    ++out.generated;
  }
  std::lock_guard lock(out.mutex);
  open.left = 0;
  if (open.compiled) return std::nullopt;
  const bool has_own = !pieces->pieces.empty() && pieces->pieces.back().name.empty();
  if (!has_own && open.may_be_kept) cache.add(open.key, {.facts = pieces->kernel->facts()});
  open.compiled = std::move(pieces->kernel);
  return std::nullopt;
}

std::optional<Error> KernelCompiler::State::announce(const Context& context, const loop::LoweredKernel& kernel,
                                                     int member, Objects& out) {
  Result<Pieces> pieces = emit_pieces(context, kernel, member, kSharing);
  if (!pieces) return pieces.error();
  for (Piece& piece : pieces->pieces) {
    const bool is_step = !piece.name.empty();
    if (is_step) {
      if (step_units.contains(piece.name)) continue;
      if (std::lock_guard lock(out.mutex); !out.steps.insert(piece.name).second) continue;
      piece.module->getFunction(piece.name)->setName(kSharing);
    }
    programs.announce(*piece.module);
  }
  return std::nullopt;
}

std::optional<Error> KernelCompiler::State::generate_shared(const Context& context, Open& open, int member,
                                                            CodeStore& store, std::mutex& mutex) {
  const bool is_kept = &store == &programs;
  Result<Pieces> pieces = emit_pieces(context, *open.kernel, member, kSharing, /*has_sizes=*/!is_kept);
  if (!pieces) return pieces.error();
  for (Piece& piece : pieces->pieces) {
    const bool is_step = !piece.name.empty();
    if (is_step && is_kept) {
      std::lock_guard lock(mutex);
      if (const auto known = step_units.find(piece.name); known != step_units.end()) {
        open.units.push_back(known->second);
        continue;
      }
    }
    if (is_step) piece.module->getFunction(piece.name)->setName(kSharing);
    Result<CodeStore::Unit> unit = store.add(member, *piece.module, kSharing);
    if (!unit) return at_place(*open.kernel, unit.error());
    KernelCache::Unit entry{.code = unit->code};
    entry.table.assign(reinterpret_cast<const char*>(unit->table.data()), unit->table.size());
    if (is_step) unit->prefix = piece.name;
    else entry.facts = pieces->kernel->facts();
    if (is_kept && is_step) {
      std::lock_guard lock(mutex);
      step_units.emplace(piece.name, *unit);
    }
    open.units.push_back(std::move(*unit));
    if (is_kept && (is_step || open.may_be_kept)) cache.add(is_step ? cache.key(piece.name) : open.key, entry);
  }
  const bool has_own = !pieces->pieces.empty() && pieces->pieces.back().name.empty();
  if (!has_own && is_kept && open.may_be_kept) cache.add(open.key, {.facts = pieces->kernel->facts()});
  open.compiled = std::move(pieces->kernel);
  return std::nullopt;
}

std::optional<Error> KernelCompiler::State::link(std::span<Open> kernels, Objects& made, CodeStore& store) {
  for (Object& object : made.objects) {
    if (auto added = session->add(std::move(object)); !added) return added.error();
  }
  if (std::optional<Error> error = store.link()) return error;
  // All symbols in one lookup, so that ORC links everything at once.
  Names names, symbols;
  std::vector<const CodeStore::Unit*> units;  // of each name; null: the name is the symbol
  for (const Open& open : kernels) {
    for (std::string& name : names_of(*open.compiled)) {
      const auto unit = std::ranges::find_if(open.units, [&](const auto& u) { return has(u, name); });
      units.push_back(unit == open.units.end() ? nullptr : &*unit);
      symbols.push_back(units.back() ? unit->symbol(name) : name);
      names.push_back(std::move(name));
    }
  }
  auto addresses = session->lookup(symbols);
  if (!addresses) return addresses.error();
  size_t at = 0;
  std::optional<Error> failed;
  Symbols give = [&](const std::string& name) -> void* {
    HAMMOCK_CHECK(at < names.size() && names[at] == name, "a kernel asks for other functions the second time: " + name);
    void* target = (*addresses)[at];
    const CodeStore::Unit* unit = units[at++];
    if (unit == nullptr) return target;
    Result<void*> address = store.address(*unit, target);
    if (address) return *address;
    failed = address.error();
    return nullptr;
  };
  for (Open& open : kernels) open.compiled->link(give);
  return failed ? failed : store.seal();
}

Result<CompiledKernels> KernelCompiler::compile(const Context& context,
                                                std::span<const loop::LoweredKernel* const> kernels,
                                                std::span<const std::string> texts, CompileTimes& times) {
  constexpr size_t kMany = 16;  // that are alike often enough
  State& s = *state_;
  const double start = now_ms();
  const Counts before(s.programs);
  std::vector<std::string> keys;
  std::vector<State::Open> open;
  State::Objects made;
  for (size_t i = 0; i < kernels.size(); ++i) {
    keys.push_back(s.cache.key(texts[i]));
    const bool may_be_kept = loop::is_text_complete(*kernels[i]);
    if (!may_be_kept) keys[i] += "_" + std::to_string(s.numbered++);
    if (s.known.contains(keys[i])) continue;
    open.push_back({kernels[i], &texts[i], keys[i], may_be_kept});
    if (may_be_kept) s.look_up(context, open.back(), made);
  }
  std::vector<State::Open*> missing;
  for (State::Open& o : open) {
    if (!o.compiled) missing.push_back(&o);
  }
  // The large ones first, so that none of the members is left alone with one.
  std::ranges::stable_sort(missing, std::greater(), [](const State::Open* o) { return cost_of(*o->kernel, *o->text); });
  const bool are_many = missing.size() >= kMany;
  if (are_many) {
    State::Objects announced;
    s.for_each(missing.size(), [&](size_t i, int member) {
      return missing[i]->error = s.announce(context, *missing[i]->kernel, member, announced);
    });
  }
  if (!are_many) {
    s.generate(context, missing, made);
  } else {
    s.for_each(missing.size(), [&](size_t i, int member) {
      State::Open& o = *missing[i];
      const double begin = now_ms();
      if (!o.error) o.error = s.generate_shared(context, o, member, s.programs, made.mutex);
      if (Trace* trace = s.pool.trace()) trace->add({trace->name_of(o.kernel), "compile", member, begin, now_ms()});
      return o.error;
    });
  }
  std::optional<Error> error;
  for (const State::Open& o : open) {
    if (!error) error = o.error;
  }
  const double generated = now_ms();
  if (!error) error = s.link(open, made, s.programs);
  if (error) {
    s.programs.forget();
    s.step_units.clear();
    return *error;
  }
  s.steps.merge(made.steps);
  for (State::Open& o : open) s.known.emplace(o.key, std::move(o.compiled));
  before.add_to(times, s.programs);
  times.codegen_ms += generated - start;
  times.link_ms += now_ms() - generated;
  times.generated += made.generated;
  times.cached += made.cached;
  CompiledKernels out;
  for (const std::string& key : keys) out.push_back(s.known.at(key));
  return out;
}

Result<CompiledKernels> KernelCompiler::compile_shared(const Context& context,
                                                       std::span<const loop::LoweredKernel* const> kernels,
                                                       std::span<const std::string> texts, CompileTimes& times) {
  State& s = *state_;
  const double start = now_ms();
  const Counts before(s.sizes);
  std::vector<State::Open> open;
  State::Objects none;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!s.shared.contains(texts[i])) open.push_back({kernels[i], &texts[i], texts[i], false});
  }
  std::optional<Error> error = s.for_each(open.size(), [&](size_t i, int member) {
    return s.generate_shared(context, open[i], member, s.sizes, none.mutex);
  });
  const double generated = now_ms();
  if (!error) error = s.link(open, none, s.sizes);
  s.sizes.forget();
  if (error) return *error;
  if (s.shared.size() > kMaxShared) {
    std::erase_if(s.shared, [&](const auto& known) { return std::ranges::find(texts, known.first) == texts.end(); });
  }
  for (State::Open& o : open) s.shared.emplace(o.key, std::move(o.compiled));
  before.add_to(times, s.sizes);
  times.codegen_ms += generated - start;
  times.link_ms += now_ms() - generated;
  CompiledKernels out;
  for (const std::string& text : texts) out.push_back(s.shared.at(text));
  return out;
}

Result<std::string> KernelCompiler::llvm(const Context& context, std::span<const loop::LoweredKernel* const> kernels) {
  Session& session = *state_->session;
  auto module = session.new_module(0, "kernels");
  for (size_t i = 0; i < kernels.size(); ++i) {
    auto kernel =
        emit({module->getContext(), *module, context, session.host(), numbered_name(*kernels[i], i)}, *kernels[i]);
    if (!kernel) return kernel.error();
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return text;
}

Result<std::string> KernelCompiler::assembly(const Context& context,
                                             std::span<const loop::LoweredKernel* const> kernels) {
  std::string text;
  std::unordered_set<std::string> known;
  for (size_t i = 0; i < kernels.size(); ++i) {
    Result<State::Pieces> pieces = state_->emit_pieces(context, *kernels[i], 0, numbered_name(*kernels[i], i));
    if (!pieces) return pieces.error();
    for (State::Piece& piece : pieces->pieces) {
      if (!piece.name.empty() && !known.insert(piece.name).second) continue;
      Result<std::string> code = state_->session->assembly(0, *piece.module);
      if (!code) return at_place(*kernels[i], code.error());
      text += *code;
    }
  }
  return text;
}

}  // namespace hammock::jit
