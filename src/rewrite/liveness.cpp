// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/liveness.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>

#include "hammock/rewrite/order.h"
#include "hammock/tir/calls.h"

namespace hammock {

std::vector<uint8_t> live_bindings(const Function& fn, const Places& places) {
  std::vector<uint8_t> impure = impure_bindings(fn, places);
  std::vector<uint8_t> live(fn.size(), 0);
  Mentions mentions(fn, places);
  std::vector<Value> found;
  mentions.of_result(found);
  std::unordered_map<Value, std::vector<Value>> inside;  // roots by the binding that they are nested in
  for (const PlacedBlock& block : places.blocks) {
    for (Value v : block_of(fn, block).bindings) {
      if (!impure[v.index] && fn[v].kind != NodeKind::match_cast) continue;
      (block.owner ? inside[block.owner] : found).push_back(v);
    }
  }
  while (!found.empty()) {
    Value v = found.back();
    found.pop_back();
    if (live[v.index]) continue;
    live[v.index] = 1;
    if (!places[v]) continue;
    mentions.of(v, found);
    if (auto roots = inside.find(v); roots != inside.end())
      found.insert(found.end(), roots->second.begin(), roots->second.end());
  }
  return live;
}

std::vector<uint8_t> orphans(const Function& fn, const Places& places, const UseTable& uses,
                             std::span<const Value> candidates) {
  std::vector<uint8_t> dead(fn.size(), 0);
  std::vector<uint32_t> left;  // mentions by bindings that are not dead; made when the first dead one is found
  std::vector<uint8_t> impure;
  std::vector<Value> open(candidates.begin(), candidates.end());
  auto count = [&](Value v) { return left.empty() ? static_cast<uint32_t>(uses.users(v).size()) : left[v.index]; };
  while (!open.empty()) {
    Value v = open.back();
    open.pop_back();
    if (!places[v] || dead[v.index] || uses.is_returned(v) || count(v) > 0 || fn[v].kind == NodeKind::match_cast)
      continue;
    if (impure.empty()) {
      impure = impure_bindings(fn, places);
      left.resize(fn.size());
      for (size_t i = 0; i < fn.size(); ++i) left[i] = static_cast<uint32_t>(uses.users(fn.value(i)).size());
    }
    if (impure[v.index]) continue;
    dead[v.index] = 1;
    auto forget = [&](Value u) {
      if (--left[u.index] == 0) open.push_back(u);
    };
    uses.for_each_used(v, forget);
    auto nested = [&](Value inner, const Block&) {
      dead[inner.index] = 1;
      uses.for_each_used(inner, forget);
    };
    if (fn[v].kind == NodeKind::cond) {
      for_each_binding(fn, fn.then_region(v), nested);
      for_each_binding(fn, fn.else_region(v), nested);
    } else if (fn[v].kind == NodeKind::lambda) {
      for_each_binding(fn, fn[fn[v].lambda()].body, nested);
    }
  }
  return dead;
}

void drop_orphans(Function& fn, std::span<const Value> candidates) {
  Places places(fn);
  UseTable uses(fn, places);
  std::vector<uint8_t> dead = orphans(fn, places, uses, candidates);
  order_bindings(fn, places, uses, dead);
  tidy_blocks(fn);
}

size_t remove_dead_bindings(Function& fn) {
  Places places(fn);
  std::vector<uint8_t> live = live_bindings(fn, places);
  size_t removed = 0;
  for (const PlacedBlock& block : places.blocks) {
    removed += std::erase_if(block_of(fn, block).bindings, [&](Value v) { return !live[v.index]; });
  }
  if (removed > 0) tidy_blocks(fn);
  return removed;
}

// ---- functions ----

bool is_private(const GlobalFunction& global) {
  if (const Function* fn = global.relax()) return fn->self().is_private;
  return global.kernel() && global.kernel()->is_private;
}

// Every node that stands in a block or is written inline in one, once.
template <class F>
static void for_each_node(const Function& fn, F&& f) {
  std::vector<uint8_t> seen(fn.size(), 0);
  std::vector<Value> open;
  auto visit = [&](Value root) {
    if (root) open.push_back(root);
    while (!open.empty()) {
      Value v = open.back();
      open.pop_back();
      if (seen[v.index]) continue;
      seen[v.index] = 1;
      f(v);
      for (Value arg : fn.args(v)) open.push_back(arg);
    }
  };
  visit(fn.body().result);
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    visit(v);
    if (fn[v].kind == NodeKind::cond) {
      visit(fn[fn.then_region(v)].result);
      visit(fn[fn.else_region(v)].result);
    } else if (fn[v].kind == NodeKind::lambda) {
      visit(fn[fn[fn[v].lambda()].body].result);
    }
  });
}

std::vector<uint8_t> reached_functions(const Module& module, std::span<const GlobalId> roots) {
  std::vector<uint8_t> reached(module.functions.size(), 0);
  std::vector<GlobalId> open;
  auto reach = [&](GlobalId g) {
    if (!reached[g.index]) open.push_back(g);
    reached[g.index] = 1;
  };
  for (GlobalId g : roots) reach(g);
  // Kernels call by name, and Python may call whatever its text names.
  auto is_word = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
  };
  const bool has_names = std::ranges::any_of(module.functions, [](const GlobalFunction& f) {
    return std::holds_alternative<PythonFunc>(f.body) || f.is_kernel();
  });
  std::unordered_map<std::string_view, GlobalId> by_name;
  for (uint32_t i = 0; has_names && i < module.functions.size(); ++i)
    by_name.emplace(module.context().text(module.functions[i].name), GlobalId(i));
  for (uint32_t i = 0; has_names && i < module.functions.size(); ++i) {
    const PythonFunc* python = std::get_if<PythonFunc>(&module.functions[i].body);
    if (!python) continue;
    reach(GlobalId(i));
    const std::string_view text = python->text;
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
      end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      if (auto it = by_name.find(text.substr(at, end - at)); it != by_name.end()) reach(it->second);
    }
  }
  while (!open.empty()) {
    GlobalId g = open.back();
    open.pop_back();
    if (const Function* fn = module[g].relax()) {
      for_each_node(*fn, [&](Value v) {
        if ((*fn)[v].kind == NodeKind::global) reach((*fn)[v].global());
      });
    } else if (module[g].kernel()) {
      for (Name callee : tir::callees(*module[g].kernel())) {
        if (auto it = by_name.find(module.context().text(callee)); it != by_name.end()) reach(it->second);
      }
    }
  }
  return reached;
}

size_t remove_functions(Module& module, std::span<const uint8_t> kept_functions) {
  std::vector<uint32_t> number(kept_functions.size());
  uint32_t kept = 0;
  for (size_t i = 0; i < kept_functions.size(); ++i) {
    number[i] = kept;
    if (!kept_functions[i]) continue;
    if (kept != i) module.functions[kept] = std::move(module.functions[i]);
    ++kept;
  }
  size_t removed = kept_functions.size() - kept;
  if (removed == 0) return 0;
  module.functions.erase(module.functions.begin() + kept, module.functions.end());
  for (GlobalFunction& global : module.functions) {
    Function* fn = global.relax();
    if (!fn) continue;
    for (Node& node : fn->nodes) {
      if (node.kind != NodeKind::global || node.global().index >= number.size()) continue;
      const bool is_kept = kept_functions[node.global().index];
      node.set_global(is_kept ? GlobalId(number[node.global().index]) : GlobalId());  // none: nobody reaches the node
    }
  }
  return removed;
}

}  // namespace hammock
