// SPDX-License-Identifier: Apache-2.0
#include "kernel_cache.h"

#include <elf.h>
#include <link.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/SHA256.h>

#include <cstring>
#include <span>

#include "hammock/runtime/machine.h"
#include "hammock/runtime/tensor.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock::jit {
namespace {

struct Search {
  uintptr_t code;  // an address in the object that is looked for
  std::string id;
};

// The build id among the notes of an object, if the code is in it.
int find_build_id(dl_phdr_info* object, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  const std::span parts(object->dlpi_phdr, object->dlpi_phnum);
  auto has_code = [&](const ElfW(Phdr) & p) {
    const uintptr_t begin = object->dlpi_addr + p.p_vaddr;
    return p.p_type == PT_LOAD && begin <= search.code && search.code - begin < p.p_memsz;
  };
  if (std::ranges::none_of(parts, has_code)) return 0;
  for (const ElfW(Phdr) & p : parts) {
    if (p.p_type != PT_NOTE) continue;
    const char* notes = reinterpret_cast<const char*>(object->dlpi_addr + p.p_vaddr);
    auto aligned = [](size_t bytes) { return (bytes + 3) / 4 * 4; };
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= p.p_memsz;) {
      ElfW(Nhdr) note;
      std::memcpy(&note, notes + at, sizeof(note));
      const char *name = notes + at + sizeof(note), *id = name + aligned(note.n_namesz);
      at += sizeof(note) + aligned(note.n_namesz) + aligned(note.n_descsz);
      if (at > p.p_memsz) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        search.id.assign(id, note.n_descsz);
    }
  }
  return 1;
}

// Empty: it has none.
const std::string& build_id() {
  static const std::string id = [] {
    Search search{reinterpret_cast<uintptr_t>(&find_build_id), {}};
    dl_iterate_phdr(find_build_id, &search);
    return search.id;
  }();
  return id;
}

std::string environment_of(const Host& host) {
  const CacheSizes caches = host.caches;
  std::string out = build_id() + "\n" LLVM_VERSION_STRING "\n" + host.triple + "\n" + host.cpu + "\n";
  out += host.feature_string() + "\n";
  for (int64_t n : {caches.l1, caches.l2, caches.l3, int64_t{usable_cores()}, machine_memory(), int64_t{kIsSanitized},
                    int64_t{host.tile_products}, int64_t{host.has_soft_tiles}})
    out += std::to_string(n) + " ";
  return out + "\n";
}

}  // namespace

KernelCache::KernelCache(const Host& host, const std::string& folder) : environment_(environment_of(host)) {
  if (!folder.empty() && !build_id().empty()) files_ = std::make_unique<DiskCache>(folder);
}

std::string KernelCache::key(std::string_view text) const {
  llvm::SHA256 hash;
  hash.update(environment_);
  hash.update(llvm::StringRef(text.data(), text.size()));
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, DiskCache::kKeyDigits);
}

// The texts, each behind its length; the object.
std::optional<KernelCache::Unit> KernelCache::find(const std::string& key) {
  if (!files_) return std::nullopt;
  const std::optional<std::string> bytes = files_->find(key);
  if (!bytes) return std::nullopt;
  std::string_view rest = *bytes;
  Unit unit;
  for (std::string* text : {&unit.facts, &unit.code, &unit.table}) {
    uint64_t size = 0;
    if (rest.size() < sizeof(size)) return std::nullopt;
    std::memcpy(&size, rest.data(), sizeof(size));
    rest.remove_prefix(sizeof(size));
    if (rest.size() < size) return std::nullopt;
    *text = rest.substr(0, size);
    rest.remove_prefix(size);
  }
  unit.object.append(rest.begin(), rest.end());
  return unit;
}

void KernelCache::add(const std::string& key, const Unit& unit) {
  if (!files_) return;
  std::string bytes;
  for (const std::string* text : {&unit.facts, &unit.code, &unit.table}) {
    const uint64_t size = text->size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
    bytes += *text;
  }
  bytes.append(unit.object.data(), unit.object.size());
  files_->add(key, bytes);
}

}  // namespace hammock::jit
