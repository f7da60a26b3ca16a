// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/module.h"

namespace hammock {

const std::shared_ptr<const tir::Kernel>& GlobalFunction::kernel() const {
  static const std::shared_ptr<const tir::Kernel> kNone;
  const auto* function = std::get_if<PrimFunc>(&body);
  return function ? function->kernel : kNone;
}

std::optional<GlobalId> Module::find(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i) {
    if (context().text(functions[i].name) == name) return GlobalId(static_cast<uint32_t>(i));
  }
  return std::nullopt;
}

Function* Module::relax(std::string_view name) {
  std::optional<GlobalId> id = find(name);
  return id ? functions[id->index].relax() : nullptr;
}

const Function* Module::relax(std::string_view name) const { return const_cast<Module*>(this)->relax(name); }

}  // namespace hammock
