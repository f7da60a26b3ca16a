// SPDX-License-Identifier: Apache-2.0
#include "code_store.h"

#include <llvm/Support/Memory.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/base/check.h"
#include "module_form.h"

namespace hammock::jit {

namespace {

constexpr size_t kMaxVariants = 16;  // of a form, that read numbers from a table; what fits none has its own code
#ifdef __x86_64__
constexpr bool kHasStubs = true;
#else
constexpr bool kHasStubs = false;  // only modules with the same numbers share their code
#endif

using Words = std::vector<uint64_t>;

std::span<const uint64_t> words_at(const ModuleForm::Place& place, const Words& words) {
  return std::span(words).subspan(place.first, place.count);
}

// Code for some of the modules of a form: those whose words at the fixed places are these, and which have equal words
// where the table has them once.
struct Coverage {
  NumberTable table;
  std::vector<size_t> leaders;  // of each place: the first one that reads the same part of the table
  Words words;                  // of the module that it was made of

  bool has(const ModuleForm& form) const {
    for (size_t i = 0; i < form.places().size(); ++i) {
      const ModuleForm::Place& place = form.places()[i];
      const bool is_fixed = table.offsets[i] == NumberTable::kFixed;
      const auto expected = is_fixed ? words_at(place, words) : words_at(form.places()[leaders[i]], form.words());
      if (!std::ranges::equal(words_at(place, form.words()), expected)) return false;
    }
    return true;
  }

  // The code of a form, but for the form.
  std::string text(const std::vector<ModuleForm::Place>& places) const {
    std::string out;
    for (size_t i = 0; i < table.offsets.size(); ++i) {
      const bool is_fixed = table.offsets[i] == NumberTable::kFixed;
      if (!is_fixed) out += "at " + std::to_string(table.offsets[i]);
      else
        for (uint64_t word : words_at(places[i], words)) out += std::to_string(word) + ' ';
      out += ',';
    }
    return out;
  }

  std::vector<std::byte> table_of(const ModuleForm& form) const {
    std::vector<std::byte> out(static_cast<size_t>(table.bytes));
    for (size_t i = 0; i < form.places().size(); ++i) {
      if (table.offsets[i] == NumberTable::kFixed || leaders[i] != i) continue;
      std::byte* to = out.data() + table.offsets[i];
      for (uint64_t word : words_at(form.places()[i], form.words())) {
        std::memcpy(to, &word, form.places()[i].bits / 8);  // the low bytes: the machine is little-endian
        to += form.places()[i].bits / 8;
      }
    }
    return out;
  }
};

Coverage fixed(const ModuleForm& form) {
  Coverage out;
  out.table.offsets.assign(form.places().size(), NumberTable::kFixed);
  out.leaders.resize(form.places().size());
  out.words = form.words();
  return out;
}

// The places where the modules seen differ; those whose words were always the same have them in common.
Coverage covering(const ModuleForm& form, std::span<const Words> seen) {
  Coverage out = fixed(form);
  std::map<std::pair<uint32_t, Words>, size_t> leaders;  // by the size of an element and the words of each module
  for (size_t i = 0; i < form.places().size(); ++i) {
    const ModuleForm::Place& place = form.places()[i];
    auto words = [&](const Words& all) { return words_at(place, all); };
    if (std::ranges::all_of(seen, [&](const Words& w) { return std::ranges::equal(words(w), words(seen[0])); }))
      continue;
    Words history;
    for (const Words& w : seen) history.insert(history.end(), words(w).begin(), words(w).end());
    auto [at, is_new] = leaders.emplace(std::pair(place.bits, std::move(history)), i);
    out.leaders[i] = at->second;
    if (is_new) {
      const int64_t bytes = place.count * place.bits / 8;
      const int64_t align = std::min<int64_t>(bytes, 64);
      out.table.offsets[i] = (out.table.bytes + align - 1) / align * align;
      out.table.bytes = out.table.offsets[i] + bytes;
    } else {
      out.table.offsets[i] = out.table.offsets[at->second];
    }
  }
  return out;
}

// Code that puts an address into the register of `nest` and goes on elsewhere.
class Stubs {
 public:
  ~Stubs() {
    for (llvm::sys::MemoryBlock& page : pages_) llvm::sys::Memory::releaseMappedMemory(page);
  }

  Result<void*> make(const std::byte* table, void* target) {
    if (end_ - at_ < kBytes) {
      std::error_code error;
      auto page = llvm::sys::Memory::allocateMappedMemory(kPage, nullptr, kWritable, error);
      if (error) return Error{Error::Kind::memory, "no memory for code: " + error.message(), {}};
      at_ = static_cast<uint8_t*>(page.base());
      end_ = at_ + page.allocatedSize();
      at_ += kBytes;  // sanitizers read what stands before a function that is called
      pages_.push_back(page);
    }
    uint8_t* stub = std::exchange(at_, at_ + kBytes);
    constexpr std::array<uint8_t, 2> kToR10{0x49, 0xba}, kToR11{0x49, 0xbb};
    constexpr std::array<uint8_t, 3> kJump{0x41, 0xff, 0xe3};  // to r11
    auto put = [to = stub](const auto& bytes) mutable {
      std::memcpy(to, &bytes, sizeof(bytes));
      to += sizeof(bytes);
    };
    put(kToR10), put(table), put(kToR11), put(target), put(kJump);
    return stub;
  }

  // What was made can be called; the next one begins a page.
  std::optional<Error> seal() {
    at_ = end_ = nullptr;
    for (; sealed_ < pages_.size(); ++sealed_) {
      constexpr unsigned kCode = llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_EXEC;
      if (auto error = llvm::sys::Memory::protectMappedMemory(pages_[sealed_], kCode))
        return Error{Error::Kind::run, "cannot link kernels: " + error.message(), {}};
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t kPage = 4096;
  static constexpr ptrdiff_t kBytes = 32;
  static constexpr unsigned kWritable = llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE;
  std::vector<llvm::sys::MemoryBlock> pages_;
  size_t sealed_ = 0;
  uint8_t *at_ = nullptr, *end_ = nullptr;
};

}  // namespace

std::string CodeStore::Unit::symbol(std::string_view name) const {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  return "code_" + code + std::string(name);
}

struct CodeStore::State {
  struct Variant {
    std::string code;
    Coverage coverage;
  };
  struct Form {
    std::vector<Words> seen;  // that code was made for, or is to be made for
    std::vector<std::unique_ptr<Variant>> variants;

    void see(const Words& words) {
      if (std::ranges::find(seen, words) == seen.end()) seen.push_back(words);
    }
  };

  Session& session;
  KernelCache& cache;
  const Use use;
  std::mutex mutex;
  std::unordered_map<std::string, Form> forms;
  std::unordered_set<std::string> codes;  // that are linked, or will be
  std::vector<std::string> fresh;         // those that are not linked yet
  std::vector<Object> objects;
  std::vector<std::unique_ptr<std::vector<std::byte>>> tables;
  Stubs stubs;
  int64_t compiled = 0, reused = 0, cached = 0;

  bool keeps() const { return use == Use::program; }
  ModuleForm form_of(llvm::Module& module) const {
    return ModuleForm(module, use == Use::program ? ModuleForm::Numbers::cheap : ModuleForm::Numbers::all);
  }
  // Code that covers the module; a new one changes the module.
  std::pair<Variant*, bool> variant(ModuleForm& form);
  std::span<const std::byte> keep(std::vector<std::byte> table) {
    if (table.empty()) return {};
    tables.push_back(std::make_unique<std::vector<std::byte>>(std::move(table)));
    return *tables.back();
  }
};

std::pair<CodeStore::State::Variant*, bool> CodeStore::State::variant(ModuleForm& form) {
  Form& known = forms[form.text()];
  for (const std::unique_ptr<Variant>& v : known.variants) {
    if (v->coverage.has(form)) return {v.get(), false};
  }
  known.see(form.words());
  auto made = std::make_unique<Variant>();
  const bool varies = kHasStubs && known.seen.size() > 1 && known.variants.size() < kMaxVariants;
  made->coverage = varies ? covering(form, known.seen) : fixed(form);
  made->code = cache.key("code " + form.text() + made->coverage.text(form.places()));
  if (varies && !form.take_from(made->coverage.table)) {
    made->coverage = fixed(form);
    made->code = cache.key("code " + form.text() + made->coverage.text(form.places()));
  }
  known.variants.push_back(std::move(made));
  Variant* out = known.variants.back().get();
  const bool is_new = codes.insert(out->code).second;
  if (is_new) fresh.push_back(out->code);
  return {out, is_new};
}

CodeStore::CodeStore(Session& session, KernelCache& cache, Use use)
    : state_(new State{.session = session, .cache = cache, .use = use}) {}
CodeStore::~CodeStore() = default;

void CodeStore::announce(llvm::Module& module) {
  const ModuleForm form = state_->form_of(module);
  std::lock_guard lock(state_->mutex);
  state_->forms[form.text()].see(form.words());
}

Result<CodeStore::Unit> CodeStore::add(int member, llvm::Module& module, std::string_view prefix) {
  State& s = *state_;
  ModuleForm form = s.form_of(module);
  std::unique_lock lock(s.mutex);
  const auto [variant, is_new] = s.variant(form);
  Unit unit{std::string(prefix), variant->code, s.keep(variant->coverage.table_of(form))};
  if (!is_new) {
    ++s.reused;
    return unit;
  }
  lock.unlock();
  if (std::optional<KernelCache::Unit> kept = s.keeps() ? s.cache.find(unit.code) : std::nullopt) {
    lock.lock();
    s.objects.push_back(std::move(kept->object));
    ++s.cached;
    return unit;
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    function.setName(unit.symbol(function.getName()));
    function.setLinkage(llvm::Function::ExternalLinkage);
  }
  auto object = s.session.compile(member, module);
  if (!object) return object.error();
  if (s.keeps()) s.cache.add(unit.code, {.object = *object});
  lock.lock();
  s.objects.push_back(std::move(*object));
  ++s.compiled;
  return unit;
}

std::optional<CodeStore::Unit> CodeStore::find(std::string_view prefix, const std::string& code,
                                               std::string_view table) {
  State& s = *state_;
  if (!table.empty() && !kHasStubs) return std::nullopt;
  if (!s.codes.contains(code)) {
    std::optional<KernelCache::Unit> kept = s.cache.find(code);
    if (!kept) return std::nullopt;
    s.objects.push_back(std::move(kept->object));
    s.codes.insert(code);
    s.fresh.push_back(code);
    ++s.cached;
  }
  const auto* bytes = reinterpret_cast<const std::byte*>(table.data());
  return Unit{std::string(prefix), code, s.keep({bytes, bytes + table.size()})};
}

std::optional<Error> CodeStore::link() {
  State& s = *state_;
  for (Object& object : std::exchange(s.objects, {})) {
    if (auto added = s.session.add(std::move(object)); !added) return added.error();
  }
  s.fresh.clear();
  return std::nullopt;
}

void CodeStore::forget() {
  State& s = *state_;
  for (const std::string& code : s.fresh) s.codes.erase(code);
  for (auto& [text, form] : s.forms)
    std::erase_if(form.variants, [&](const auto& known) { return !s.codes.contains(known->code); });
  s.fresh.clear();
  s.objects.clear();
}

Result<void*> CodeStore::address(const Unit& unit, void* target) {
  return unit.table.empty() ? target : state_->stubs.make(unit.table.data(), target);
}

std::optional<Error> CodeStore::seal() { return state_->stubs.seal(); }
int64_t CodeStore::compiled() const { return state_->compiled; }
int64_t CodeStore::reused() const { return state_->reused; }
int64_t CodeStore::cached() const { return state_->cached; }

}  // namespace hammock::jit
