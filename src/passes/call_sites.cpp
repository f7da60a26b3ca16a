// SPDX-License-Identifier: Apache-2.0
#include "call_sites.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "hammock/rewrite/liveness.h"
#include "hammock/tir/calls.h"

namespace hammock {

CallSites::CallSites(const Module& module) : sites_(module.functions.size()), has_others_(module.functions.size(), 0) {
  std::unordered_map<Name, uint32_t> by_name;
  for (uint32_t i = 0; i < module.functions.size(); ++i) by_name.emplace(module.functions[i].name, i);
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const GlobalFunction& f = module.functions[i];
    if (f.relax()) look(module, i);
    // What Python calls is not known.
    if (std::holds_alternative<PythonFunc>(f.body)) std::ranges::fill(has_others_, uint8_t{1});
    if (!f.kernel()) continue;
    for (Name callee : tir::callees(*f.kernel())) {
      if (auto at = by_name.find(callee); at != by_name.end()) mention(GlobalId(at->second));
    }
  }
}

bool CallSites::are_all_of_private(const Module& module, GlobalId f) const {
  return are_all(f) && !module.is_lone_function && is_private(module[f]);
}

void CallSites::look(const Module& module, uint32_t number) {
  const Function& fn = *module.functions[number].relax();
  std::vector<Value> open;
  for (const Region& region : fn.regions) {
    if (region.result) open.push_back(region.result);
  }
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    std::span<const Value> args = fn.args(v);
    if (fn[v].kind == NodeKind::call && fn[args[0]].kind == NodeKind::global) {
      const GlobalId f = fn[args[0]].global();
      const Function* callee = module[f].relax();
      if (callee && callee->self().params.size() + 1 == args.size()) {
        sites_[f.index].push_back({number, v});
        args = args.subspan(1);
      }
    }
    open.insert(open.end(), args.begin(), args.end());
  });
  std::vector<uint8_t> seen(fn.size(), 0);
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    if (std::exchange(seen[v.index], 1)) continue;
    if (fn[v].kind == NodeKind::global) mention(fn[v].global());
    if (fn[v].kind == NodeKind::tuple) open.insert(open.end(), fn.args(v).begin(), fn.args(v).end());
  }
}

PrimMap symbols_at(const Function& callee, const Function& fn, Value call) {
  const Context& context = fn.context();
  PrimMap out;
  const auto define = [&](Prim declared, Prim given) {
    if (declared && given && context.prims[declared].kind == PrimKind::var) out.emplace(declared, given);
  };
  std::vector<std::pair<StructInfo, StructInfo>> open;
  for (size_t i = callee.self().params.size(); i-- > 0;)
    open.emplace_back(callee.info(callee.self().params[i]), fn.info(fn.args(call)[i + 1]));
  while (!open.empty()) {
    const auto [declared, given] = open.back();
    open.pop_back();
    const InfoNode &d = context.infos[declared], &g = context.infos[given];
    if (d.kind != g.kind) continue;
    if (d.kind == InfoKind::prim) define(d.value(), g.value());
    const bool has_dims = (d.kind == InfoKind::tensor || d.kind == InfoKind::shape) && d.has_dims && g.has_dims;
    if (has_dims && d.ndim == g.ndim) {
      for (size_t i = 0; i < context.infos.dims(declared).size(); ++i)
        define(context.infos.dims(declared)[i], context.infos.dims(given)[i]);
    }
    if (d.kind != InfoKind::tuple || d.list_size != g.list_size) continue;
    for (size_t i = d.list_size; i-- > 0;)
      open.emplace_back(context.infos.fields(declared)[i], context.infos.fields(given)[i]);
  }
  return out;
}

}  // namespace hammock
