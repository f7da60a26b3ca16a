// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/kernels.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "hammock/ir/call_attrs.h"
#include "hammock/rewrite/definition.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/equal.h"

namespace hammock {
namespace {

std::unordered_map<Name, uint32_t> numbers_by_name(const Module& module) {
  std::unordered_map<Name, uint32_t> numbers;
  for (uint32_t i = 0; i < module.functions.size(); ++i) numbers.emplace(module.functions[i].name, i);
  return numbers;
}

// Behind what they call; of a circle, in the order in which it is entered.
std::vector<uint32_t> callees_first(const Module& module, const std::vector<std::vector<uint32_t>>& callees) {
  std::vector<uint32_t> order;
  std::vector<uint8_t> is_entered(callees.size(), 0);
  std::vector<std::pair<uint32_t, size_t>> open;  // a kernel, and how many of its callees were looked at
  for (uint32_t root = 0; root < callees.size(); ++root) {
    if (is_entered[root] || !module.functions[root].kernel()) continue;
    is_entered[root] = 1;
    open.emplace_back(root, 0);
    while (!open.empty()) {
      auto& [k, next] = open.back();
      if (next == callees[k].size()) {
        order.push_back(k);
        open.pop_back();
      } else if (const uint32_t callee = callees[k][next++]; !is_entered[callee]) {
        is_entered[callee] = 1;
        open.emplace_back(callee, 0);
      }
    }
  }
  return order;
}

// The kernels that each kernel calls, by number.
std::vector<std::vector<uint32_t>> kernel_callees(const Module& module,
                                                  const std::unordered_map<Name, uint32_t>& numbers) {
  std::vector<std::vector<uint32_t>> callees(module.functions.size());
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const tir::Kernel* kernel = module.functions[i].kernel().get();
    if (!kernel) continue;
    for (Name name : tir::callees(*kernel)) {
      auto at = numbers.find(name);
      if (at != numbers.end() && module.functions[at->second].kernel()) callees[i].push_back(at->second);
    }
  }
  return callees;
}

}  // namespace

std::vector<GlobalId> equal_kernels(const Module& module) {
  const auto numbers = numbers_by_name(module);
  std::vector<uint32_t> first(module.functions.size());  // of the kernels that are equal, in the order of looking
  for (uint32_t i = 0; i < first.size(); ++i) first[i] = i;
  const auto same = [&](Name name) {
    auto at = numbers.find(name);
    return at == numbers.end() ? name : module.functions[first[at->second]].name;
  };
  const auto is_same = [&](Name a, Name b) { return same(a) == same(b); };
  std::unordered_map<uint64_t, std::vector<uint32_t>> known;
  for (uint32_t k : callees_first(module, kernel_callees(module, numbers))) {
    const tir::Kernel& kernel = *module.functions[k].kernel();
    std::vector<uint32_t>& alike = known[tir::hash(kernel, same)];
    auto equal = std::ranges::find_if(alike, [&](uint32_t other) {
      return tir::equal(*module.functions[other].kernel(), kernel, is_same, tir::Symbols::ignored);
    });
    if (equal != alike.end()) first[k] = *equal;
    else alike.push_back(k);
  }
  std::vector<GlobalId> leader(first.size());
  for (const bool wants_private : {false, true}) {
    for (uint32_t i = 0; i < first.size(); ++i) {
      if (!leader[first[i]] && is_private(module.functions[i]) == wants_private) leader[first[i]] = GlobalId(i);
    }
  }
  std::vector<GlobalId> out(first.size());
  for (uint32_t i = 0; i < first.size(); ++i) out[i] = leader[first[i]];
  return out;
}

KernelTable::KernelTable(const Module& module) : module_(module) {
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const tir::Kernel* kernel = module.functions[i].kernel().get();
    if (kernel && tir::callees(*kernel).empty()) by_hash_[tir::hash(*kernel, std::identity())].push_back(GlobalId(i));
  }
}

std::optional<GlobalId> KernelTable::equal(const tir::Kernel& kernel) const {
  if (!tir::callees(kernel).empty()) return std::nullopt;
  auto alike = by_hash_.find(tir::hash(kernel, std::identity()));
  if (alike == by_hash_.end()) return std::nullopt;
  for (GlobalId g : alike->second) {
    if (tir::equal(*module_[g].kernel(), kernel, std::equal_to<Name>(), tir::Symbols::ignored)) return g;
  }
  return std::nullopt;
}

const tir::Kernel* KernelEffects::callee(const Function& fn, Value call, uint32_t& number) const {
  const Node& node = fn[call];
  if (node.kind != NodeKind::call_op || fn.args(call).empty()) return nullptr;
  const Node& called = fn[fn.args(call)[0]];
  if (called.kind != NodeKind::global || called.global().index >= module_.functions.size()) return nullptr;
  number = called.global().index;
  return module_.functions[number].kernel().get();
}

std::vector<uint32_t> KernelEffects::callees(uint32_t kernel, bool& has_others) {
  std::vector<uint32_t> found;
  for (Name name : tir::callees(*module_.functions[kernel].kernel())) {
    if (numbers_.empty()) numbers_ = numbers_by_name(module_);
    auto at = numbers_.find(name);
    if (at != numbers_.end() && module_.functions[at->second].kernel()) found.push_back(at->second);
    else has_others = true;
  }
  return found;
}

bool KernelEffects::has_effects(uint32_t kernel) {
  if (auto known = effects_.find(kernel); known != effects_.end()) return known->second;
  struct Level {
    uint32_t kernel;
    std::vector<uint32_t> callees;
    size_t next = 0;
  };
  std::vector<Level> open;
  auto enter = [&](uint32_t k) {
    effects_[k] = true;  // until all is known of it: whoever calls itself may never end
    bool has_others = false;
    std::vector<uint32_t> called = callees(k, has_others);
    const bool may_be_pure = !has_others && tir::only_computes(*module_.functions[k].kernel());
    if (may_be_pure) open.push_back({k, std::move(called)});
  };
  enter(kernel);
  while (!open.empty()) {
    Level& level = open.back();
    if (level.next == level.callees.size()) {
      effects_[level.kernel] = std::ranges::any_of(level.callees, [&](uint32_t c) { return effects_.at(c); });
      open.pop_back();
    } else if (const uint32_t callee = level.callees[level.next++]; !effects_.contains(callee)) {
      enter(callee);
    }
  }
  return effects_.at(kernel);
}

void KernelEffects::written_operands(const Function& fn, Value call, std::vector<Value>& out) {
  const Node& node = fn[call];
  if (node.kind != NodeKind::call_op || fn.args(call).size() < 2) return;
  std::span<const Value> operands = fn.args(call).subspan(1);
  uint32_t number = 0;
  const tir::Kernel* kernel = callee(fn, call, number);
  if ((kernel || has_trait(node.op, KernelCall)) && fn[operands[0]].kind == NodeKind::tuple)
    operands = fn.args(operands[0]);
  if (has_trait(node.op, InPlace)) {
    for (int64_t i : CallAttrs(fn, call).integers("inplace_indices")) {
      if (i >= 0 && static_cast<size_t>(i) < operands.size()) out.push_back(operands[static_cast<size_t>(i)]);
    }
  }
  if (!kernel) return;
  auto [known, is_new] = written_.try_emplace(number);
  if (is_new) known->second = tir::written_parameters(*kernel);
  const std::vector<bool>& is_written = known->second;
  for (size_t i = 0; i < std::min(operands.size(), is_written.size()); ++i) {
    if (is_written[i]) out.push_back(operands[i]);
  }
}

bool KernelEffects::is_repeatable(const Function& fn, Value call) {
  if (fn[call].kind != NodeKind::call_op) return true;
  if (!hammock::is_repeatable(fn[call].op)) return false;
  uint32_t number = 0;
  if (!callee(fn, call, number)) return true;
  std::vector<Value> written;
  written_operands(fn, call, written);
  return written.empty() && !has_effects(number);
}

}  // namespace hammock
