// SPDX-License-Identifier: Apache-2.0
#include "host.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <memory>

#include "hammock/base/check.h"

namespace hammock::jit {

namespace {

// has(feature): whether the machine has what LLVM calls so.
template <class F>
Host describe(std::string triple, std::string cpu, std::vector<std::string> features, F&& has) {
  Host host;
  host.triple = std::move(triple);
  host.cpu = std::move(cpu);
  host.features = std::move(features);
  if (llvm::Triple(host.triple).getArch() != llvm::Triple::x86_64) return host;
  host.has_fma = has("fma");
  host.has_masks = has("avx512f") && has("avx512bw") && has("avx512vl") && has("avx512dq");
  host.has_vnni = host.has_masks && has("avx512vnni");
  host.has_bf16 = host.has_masks && has("avx512bf16");
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

const Host& Host::native() {
  static const Host host = [] {
    const llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
    std::vector<std::string> features;
    for (const auto& feature : found) features.push_back((feature.second ? "+" : "-") + feature.first().str());
    std::sort(features.begin(), features.end());
    return describe(llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), std::move(features),
                    [&](const char* feature) { return found.lookup(feature); });
  }();
  return host;
}

Host Host::named(const std::string& cpu) {
  Host host;
  host.triple = llvm::sys::getProcessTriple();
  const std::unique_ptr<llvm::MCSubtargetInfo> info(target_of(host).createMCSubtargetInfo(host.triple, cpu, ""));
  return describe(host.triple, cpu, {},
                  [&](const char* feature) { return info->checkFeatures(std::string("+") + feature); });
}

const llvm::Target& target_of(const Host& host) {
  static const bool is_started = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)is_started;
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(host.triple, error);
  HAMMOCK_CHECK(target != nullptr, error);
  return *target;
}

}  // namespace hammock::jit
