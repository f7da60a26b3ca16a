// SPDX-License-Identifier: Apache-2.0
// DeadCodeElimination: bindings that nobody needs, and functions that nobody reaches.
//
// Functions are reached from public ones, external ones and those of the option entry-functions, through references in
// bindings that are left. Reaching is looked at after the bindings are gone, which finds at least what is found before.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/rewrite/liveness.h"
#include "passes.h"

namespace hammock {
namespace {

// Every node that stands in a block or is written inline in one, once.
template <class F>
void for_each_node(const Function& fn, F&& f) {
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
      visit(fn[fn[LambdaId(fn[v].payload)].body].result);
    }
  });
}

std::vector<uint8_t> reached_functions(const Module& module, const std::vector<std::string_view>& entries) {
  std::vector<uint8_t> reached(module.functions.size(), 0);
  std::vector<GlobalId> open;
  auto reach = [&](GlobalId g) {
    if (!reached[g.index]) open.push_back(g);
    reached[g.index] = 1;
  };
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    std::string_view name = module.context().text(module.functions[i].name);
    bool is_entry = std::find(entries.begin(), entries.end(), name) != entries.end();
    if (is_entry || !is_private(module.functions[i])) reach(GlobalId(i));
  }
  while (!open.empty()) {
    GlobalId g = open.back();
    open.pop_back();
    if (const Function* fn = module[g].relax()) {
      for_each_node(*fn, [&](Value v) {
        if ((*fn)[v].kind == NodeKind::global) reach(GlobalId((*fn)[v].payload));
      });
    }
  }
  return reached;
}

// Removes the functions that are not reached and renumbers the references to those that follow them.
size_t remove_functions(Module& module, const std::vector<uint8_t>& reached) {
  std::vector<uint32_t> number(reached.size());
  uint32_t kept = 0;
  for (size_t i = 0; i < reached.size(); ++i) {
    number[i] = kept;
    if (!reached[i]) continue;
    if (kept != i) module.functions[kept] = std::move(module.functions[i]);
    ++kept;
  }
  size_t removed = reached.size() - kept;
  if (removed == 0) return 0;
  module.functions.erase(module.functions.begin() + kept, module.functions.end());
  for (GlobalFunction& global : module.functions) {
    Function* fn = global.relax();
    if (!fn) continue;
    for (Node& node : fn->nodes) {
      if (node.kind != NodeKind::global || node.payload >= number.size()) continue;
      node.payload = reached[node.payload] ? number[node.payload] : Id<int>::kNone;  // none: in a node that nobody reaches either
    }
  }
  return removed;
}

}  // namespace

static void check_entries(const Module& module, const std::vector<std::string_view>& entries, PassContext& context) {
  std::vector<std::string_view> names;
  for (const GlobalFunction& global : module.functions) names.push_back(module.context().text(global.name));
  for (std::string_view entry : entries) {
    if (std::find(names.begin(), names.end(), entry) != names.end()) continue;
    context.diagnostics.report(Diag::unknown_function, {}, fmt::format("option entry-functions: no function '{}'{}", entry, did_you_mean(entry, names)));
  }
}

Changed dead_code_elimination(Module& module, const PassOptions& options, PassContext& context) {
  std::vector<std::string_view> entries = options.list("entry-functions");
  check_entries(module, entries, context);
  size_t removed = 0;
  for_each_function(module, context, [&](Function& fn) {
    removed += remove_dead_bindings(fn);
    return Changed::no;
  });
  removed += remove_functions(module, reached_functions(module, entries));
  return removed > 0 ? Changed::yes : Changed::no;
}

}  // namespace hammock
