// SPDX-License-Identifier: Apache-2.0
#include "kernel_supply.h"

#include <algorithm>

#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/outline.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/equal.h"
#include "hammock/tir/signature.h"

namespace hammock {

KernelSupply::KernelSupply(Module& module) : module_(module), context_(module.context()) {
  for (const GlobalFunction& f : module.functions) {
    names_.insert(std::string(context_.text(f.name)));
    // By that name a lone function goes into the class.
    const std::optional<Attr> symbol =
        f.relax() ? context_.find(f.relax()->self().attrs, "global_symbol") : std::nullopt;
    if (symbol && context_.attrs[*symbol].kind == AttrKind::string)
      names_.insert(std::string(context_.text(Name(context_.attrs[*symbol].id))));
  }
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const tir::Kernel* kernel = module.functions[i].kernel().get();
    if (kernel && tir::callees(*kernel).empty()) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](uint32_t i) { return context_.text(module.functions[i].name); });
  for (uint32_t i : order) by_hash_[tir::hash(*module.functions[i].kernel(), std::identity())].push_back(GlobalId(i));
}

GlobalId KernelSupply::add(std::string_view hint, const std::shared_ptr<tir::Kernel>& added) {
  std::vector<GlobalId>& alike = by_hash_[tir::hash(*added, std::identity())];
  for (GlobalId g : alike) {
    if (tir::equal(*kernel(g), *added, std::equal_to<Name>(), tir::Symbols::ignored)) return g;
  }
  added->name = free_name(hint);
  alike.push_back(GlobalId(static_cast<uint32_t>(module_.functions.size() + made_.size())));
  made_.emplace_back(added, tir::signature(*added));
  return alike.back();
}

const std::shared_ptr<const tir::Kernel>& KernelSupply::kernel(GlobalId g) const {
  const size_t old = module_.functions.size();
  return g.index < old ? module_[g].kernel() : made_[g.index - old].first;
}

StructInfo KernelSupply::info(GlobalId g) const {
  const size_t old = module_.functions.size();
  return g.index < old ? module_[g].info : made_[g.index - old].second;
}

void KernelSupply::finish() {
  if (!made_.empty()) become_class(module_);
  for (const auto& [kernel, info] : made_) {
    // Copied: GCC 12 takes the parts of a moved variant for uninitialized.
    const GlobalFunction made{kernel->name, info, PrimFunc{kernel}, Span()};
    module_.functions.push_back(made);
  }
  made_.clear();
}

bool remove_uncalled(Module& module, std::span<const GlobalId> given) {
  if (given.empty()) return false;
  std::vector<uint8_t> is_given(module.functions.size());
  for (GlobalId g : given) is_given[g.index] = 1;
  std::vector<GlobalId> others;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    if (!is_given[i]) others.push_back(GlobalId(i));
  }
  return remove_functions(module, reached_functions(module, others)) > 0;
}

Name KernelSupply::free_name(std::string_view hint) {
  const std::string base(hint);
  std::string out = base;
  for (int& n = count_[base]; !names_.insert(out).second;) out = base + std::to_string(++n);
  return context_.name(out);
}

}  // namespace hammock
