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

void initialize_llvm() {
  static bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
}

Host describe(std::string cpu, std::vector<std::string> features) {
  initialize_llvm();
  Host host;
  host.triple = llvm::sys::getProcessTriple();
  host.cpu = std::move(cpu);
  host.features = std::move(features);
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(host.triple, error);
  HAMMOCK_CHECK(target != nullptr, error);
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(host.triple, host.cpu, host.feature_string()));
  auto has = [&](const char* feature) { return info->checkFeatures(std::string("+") + feature); };
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
    std::vector<std::string> features;
    for (const auto& feature : llvm::sys::getHostCPUFeatures())
      features.push_back((feature.second ? "+" : "-") + feature.first().str());
    std::sort(features.begin(), features.end());
    return describe(llvm::sys::getHostCPUName().str(), std::move(features));
  }();
  return host;
}

Host Host::named(const std::string& cpu) { return describe(cpu, {}); }

}  // namespace hammock::jit
