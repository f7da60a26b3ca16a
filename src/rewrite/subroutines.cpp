// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/subroutines.h"

#include <algorithm>

#include "hammock/rewrite/equal.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/outline.h"
#include "hammock/tir/calls.h"

namespace hammock {
namespace {

bool calls_functions(const GlobalFunction& global) {
  if (global.kernel()) return !tir::callees(*global.kernel()).empty();
  const Function* fn = global.relax();
  return fn && std::ranges::any_of(fn->nodes, [](const Node& n) { return n.kind == NodeKind::global; });
}

// Up to the names of variables. What calls other functions is equal to nothing.
bool is_equal(const Module& a, GlobalId x, const Module& b, GlobalId y) {
  auto is_code = [](const GlobalFunction& f) { return f.relax() || f.is_kernel(); };
  if (!is_code(a[x]) || !is_code(b[y]) || calls_functions(a[x]) || calls_functions(b[y])) return false;
  auto alone = [](const Module& module, GlobalId g) {
    Module lone(module.shared_context());
    lone.is_lone_function = true;
    lone.functions.push_back(module[g]);
    return lone;
  };
  return difference(alone(a, x), alone(b, y)).empty();
}

// A name that no function of the module has: `f`, else `f_1`, `f_2` ...
Name free_name(const Module& module, Name wanted) {
  Context& context = module.context();
  Name name = wanted;
  for (int i = 1; module.find(context.text(name)); ++i)
    name = context.name(std::string(context.text(wanted)) + "_" + std::to_string(i));
  return name;
}

void rename(GlobalFunction& global, Name name, const std::unordered_map<Name, Name>& names) {
  if (Function* fn = global.relax()) fn->self().name = name;
  if (global.kernel()) global.body = PrimFunc{tir::renamed(global.kernel(), name, names)};
  global.name = name;
}

}  // namespace

Subroutines::Subroutines(Module& module, std::span<const Rule> rules)
    : module_(module), own_(module.functions.size()), was_lone_function_(module.is_lone_function) {
  if (was_lone_function_) lone_name_ = module.functions[0].name;
  if (Function* fn = was_lone_function_ ? module.functions[0].relax() : nullptr) lone_attrs_ = fn->self().attrs;
  if (std::ranges::any_of(rules, [](const Rule& rule) { return rule.calls != nullptr; })) become_class(module_);
  for (const Rule& rule : rules) {
    if (!rule.calls || std::ranges::find(calls_, rule.calls) != calls_.end()) continue;
    calls_.push_back(rule.calls);
    add(*rule.calls);
  }
  undo_class();
}

// Without functions beside it a lone function is what it was.
void Subroutines::undo_class() {
  if (module_.functions.size() > own_ || !was_lone_function_) return;
  module_.is_lone_function = true;
  module_.functions[0].name = lone_name_;
  Function* fn = module_.functions[0].relax();
  if (!fn) return;
  fn->self().name = lone_name_;
  fn->self().attrs = lone_attrs_;
}

std::optional<GlobalId> Subroutines::serving(const Module& from, GlobalId f) {
  if (const auto& kernel = from[f].kernel()) {
    if (!kernels_) kernels_.emplace(module_);
    if (std::optional<GlobalId> same = kernels_->equal(*kernel)) return same;
  }
  std::optional<GlobalId> same = module_.find(module_.context().text(from[f].name));
  return same && is_equal(module_, *same, from, f) ? same : std::nullopt;
}

void Subroutines::add(RuleCalls& calls) {
  const Module& from = *calls.from;
  Context& context = module_.context();
  size_t first = module_.functions.size();
  calls.here.assign(from.functions.size(), GlobalId());
  for (uint32_t i = 0; i < from.functions.size(); ++i) {
    std::string_view name = context.text(from.functions[i].name);
    if (name == "pattern" || name == "replacement") continue;
    std::optional<GlobalId> same = serving(from, GlobalId(i));
    if (same) {
      calls.here[i] = *same;
      continue;
    }
    calls.here[i] = GlobalId(static_cast<uint32_t>(module_.functions.size()));
    const Name free = free_name(module_, from.functions[i].name);
    module_.functions.push_back(from.functions[i]);
    module_.functions.back().name = free;
  }
  std::unordered_map<Name, Name> names;
  for (uint32_t i = 0; i < from.functions.size(); ++i) {
    if (calls.here[i]) names.emplace(from.functions[i].name, module_[calls.here[i]].name);
  }
  for (size_t i = first; i < module_.functions.size(); ++i) {
    rename(module_.functions[i], module_.functions[i].name, names);
    Function* fn = module_.functions[i].relax();
    if (!fn) continue;
    for (Node& node : fn->nodes) {
      if (node.kind == NodeKind::global) node.set_global(calls.here[node.global().index]);
    }
  }
}

Subroutines::~Subroutines() {
  for (const auto& calls : calls_) calls->here.clear();
  if (module_.functions.size() == own_) return;
  std::vector<GlobalId> roots;
  for (uint32_t i = 0; i < own_; ++i) roots.push_back(GlobalId(i));
  remove_functions(module_, reached_functions(module_, roots));
  undo_class();
}

}  // namespace hammock
