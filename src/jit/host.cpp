// SPDX-License-Identifier: Apache-2.0
#include "host.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "hammock/base/check.h"
#include "hammock/base/suggest.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/tiles.h"
#include "llvm_start.h"

namespace hammock::jit {

namespace {

// Starts LLVM's code generator for the machine; false: it has none.
bool start(const llvm::Triple& triple) {
  start_generator();
  [[maybe_unused]] static const bool has_native = !llvm::InitializeNativeTarget() &&
                                                  !llvm::InitializeNativeTargetAsmPrinter() &&
                                                  !llvm::InitializeNativeTargetAsmParser();
#ifdef HAMMOCK_LLVM_X86
  if (triple.getArch() == llvm::Triple::x86_64) {
    [[maybe_unused]] static const bool is_started =
        (LLVMInitializeX86TargetInfo(), LLVMInitializeX86Target(), LLVMInitializeX86TargetMC(),
         LLVMInitializeX86AsmPrinter(), LLVMInitializeX86AsmParser(), true);
  }
#endif
#ifdef HAMMOCK_LLVM_AARCH64
  if (triple.isAArch64()) {
    [[maybe_unused]] static const bool is_started =
        (LLVMInitializeAArch64TargetInfo(), LLVMInitializeAArch64Target(), LLVMInitializeAArch64TargetMC(),
         LLVMInitializeAArch64AsmPrinter(), true);
  }
#endif
  std::string error;
  return llvm::TargetRegistry::lookupTarget(triple.str(), error) != nullptr;
}

// Of the processors by name: this machine first.
std::vector<std::string> triples() {
  std::vector<std::string> out{llvm::sys::getProcessTriple()};
  for (const char* other : {"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"}) {
    if (llvm::Triple(other).getArch() != llvm::Triple(out[0]).getArch()) out.emplace_back(other);
  }
  return out;
}

std::unique_ptr<llvm::MCSubtargetInfo> processor(const std::string& triple, llvm::StringRef cpu) {
  Host host;
  host.triple = triple;
  return std::unique_ptr<llvm::MCSubtargetInfo>(target_of(host).createMCSubtargetInfo(triple, cpu, ""));
}

// Has it 64 bits, and the vectors that all of its kind have?
bool is_usable(const llvm::MCSubtargetInfo& info) {
  return info.checkFeatures(info.getTargetTriple().isX86() ? "+64bit,+sse2" : "+neon");
}

// Does LLVM use the feature by itself? The others are for the system, or for functions that nobody calls here.
bool is_used(llvm::StringRef feature) {
  constexpr std::array<std::string_view, 23> kUsed = {
      "adx",  "bmi",   "bmi2",  "ccmp", "cf", "cmov",   "cx16", "egpr",   "evex512",   "f16c", "fma", "fma4",
      "gfni", "lzcnt", "movbe", "ndd",  "nf", "popcnt", "ppx",  "prfchw", "push2pop2", "sahf", "xop"};
  return feature.starts_with("sse") || feature.starts_with("ssse") || feature.starts_with("avx") ||
         std::ranges::find(kUsed, std::string_view(feature)) != kUsed.end();
}

// Zen 5 multiplies 1.8 times as many bfloat16 as float32; Intel's processors half as many, and have tiles instead.
bool multiplies_bf16_fast(std::string_view cpu) { return cpu == "znver5"; }

// HAMMOCK_TILES: "off", or for tests "software"; anything else is as if it was not set.
void choose_tiles(Host& host, std::string_view way) {
  if (way != "off" && way != "software") return;
  host.has_soft_tiles = way == "software";
  host.tile_products = host.has_soft_tiles ? kTileInt8 | kTileBf16 : 0;
}

// has(feature): whether the machine has what LLVM calls so.
template <class F>
Host describe(std::string triple, std::string cpu, std::vector<std::string> features, F&& has) {
  Host host;
  host.triple = std::move(triple);
  host.cpu = std::move(cpu);
  host.features = std::move(features);
  const llvm::Triple kind(host.triple);
  if (kind.isAArch64()) {
    host.vector_registers = 32;
    host.has_fma = host.has_lane_operands = true;
    return host;
  }
  if (kind.getArch() != llvm::Triple::x86_64) return host;
  host.has_fma = has("fma");
  host.has_short_products = true;  // pmaddwd, of SSE2
  host.has_masks = has("avx512f") && has("avx512bw") && has("avx512vl") && has("avx512dq");
  host.has_vnni = host.has_masks && has("avx512vnni");
  host.has_fast_bf16 = host.has_masks && has("avx512bf16") && multiplies_bf16_fast(host.cpu);
  if (host.has_masks && has("amx-tile"))
    host.tile_products = (has("amx-int8") ? kTileInt8 : 0u) | (has("amx-bf16") ? kTileBf16 : 0u);
  if (const char* tiles = std::getenv("HAMMOCK_TILES")) choose_tiles(host, tiles);
  host.vector_bytes = host.has_masks ? 64 : has("avx2") ? 32 : 16;
  host.vector_registers = host.has_masks ? 32 : 16;
  return host;
}

}  // namespace

std::string Host::feature_string() const {
  std::string out;
  for (const std::string& f : features) out += (out.empty() ? "" : ",") + f;
  return out;
}

VectorRegisters Host::registers(Packed type) const {
  const bool is_fused = has_float_sums(type) ? has_fma : type == Packed::quads || has_lane_operands;
  constexpr int kBetween = 4;
  return {static_cast<int>(vector_bytes / packed_bytes(type)), vector_registers - (is_fused ? 0 : kBetween),
          has_lane_operands};
}

const Host& Host::native() {
  static const Host host = [] {
    const llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
    std::vector<std::string> features;
    for (const auto& feature : found) features.push_back((feature.second ? "+" : "-") + feature.first().str());
    std::sort(features.begin(), features.end());
    Host here = describe(llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), std::move(features),
                         [&](const char* feature) { return found.lookup(feature); });
    here.caches = cache_sizes();
    if (here.tile_products != 0 && !here.has_soft_tiles) here.tile_products &= hammock::tile_products();
    return here;
  }();
  return host;
}

Result<Host> Host::find(const std::string& cpu) {
  if (cpu == "native") return native();
  for (const std::string& triple : triples()) {
    if (!start(llvm::Triple(triple)) || !processor(triple, "")->isCPUStringValid(cpu)) continue;
    const std::unique_ptr<llvm::MCSubtargetInfo> info = processor(triple, cpu);
    if (!is_usable(*info)) continue;
    return describe(triple, cpu, {},
                    [&](const char* feature) { return info->checkFeatures(std::string("+") + feature); });
  }
  const std::vector<std::string> all = names();
  const std::vector<std::string_view> views(all.begin(), all.end());
  return Error{Error::Kind::usage, "there is no processor '" + cpu + "'" + did_you_mean(cpu, views), {}};
}

Host Host::named(const std::string& cpu) {
  Result<Host> host = find(cpu);
  HAMMOCK_CHECK(host.ok(), host.error().text);
  return std::move(*host);
}

std::vector<std::string> Host::names() {
  std::vector<std::string> out{"native"};
  for (const std::string& triple : triples()) {
    if (!start(llvm::Triple(triple))) continue;
    for (const llvm::SubtargetSubTypeKV& row : processor(triple, "")->getAllProcessorDescriptions()) {
      const bool is_new = std::ranges::find(out, row.Key) == out.end();
      if (is_new && is_usable(*processor(triple, row.Key))) out.emplace_back(row.Key);
    }
  }
  return out;
}

std::vector<std::string> Host::missing_here() const {
  const Host& here = native();
  if (this->cpu == here.cpu && features == here.features) return {};
  const llvm::Triple kind(triple);
  if (kind.getArch() != llvm::Triple(here.triple).getArch()) return {kind.getArchName().str()};
  std::vector<std::string> out;
  const std::unique_ptr<llvm::MCSubtargetInfo> info = processor(triple, cpu);
  for (const auto& [products, name] : {std::pair{kTileInt8, "amx-int8"}, std::pair{kTileBf16, "amx-bf16"}}) {
    if (tile_products & ~here.tile_products & products) out.emplace_back(name);
  }
  for (const std::string& feature : here.features) {
    const std::string name = feature.substr(1);
    if (feature[0] == '-' && is_used(name) && info->checkFeatures("+" + name)) out.push_back(name);
  }
  return out;
}

uint32_t Host::own_instructions() const {
  if (!llvm::Triple(triple).isX86()) return 0;
  const std::unique_ptr<llvm::MCSubtargetInfo> info = processor(triple, cpu);
  uint32_t out = 0;
  for (const auto& [bit, feature] : std::initializer_list<std::pair<uint32_t, const char*>>{
           {kOwnF16c, "+f16c"}, {kOwnAvx512, "+avx512f,+avx512bw"}, {kOwnBmi2, "+bmi2"}}) {
    if (info->checkFeatures(feature)) out |= bit;
  }
  return out;
}

const llvm::Target& target_of(const Host& host) {
  std::string error;
  start(llvm::Triple(host.triple));
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(host.triple, error);
  HAMMOCK_CHECK(target != nullptr, error);
  return *target;
}

}  // namespace hammock::jit
