// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/liveness.h"

#include "hammock/rewrite/order.h"

namespace hammock {

std::vector<uint8_t> live_bindings(const Function& fn, const Places& places) {
  std::vector<uint8_t> impure = impure_bindings(fn, places);
  std::vector<uint8_t> live(fn.size(), 0);
  Mentions mentions(fn, places);
  std::vector<Value> found;
  mentions.of_result(found);
  std::unordered_map<Value, std::vector<Value>> inside;  // roots by the binding that they are nested in
  for (const PlacedBlock& block : places.blocks) {
    for (Value v : fn[block.region].blocks[block.index].bindings) {
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
    if (auto roots = inside.find(v); roots != inside.end()) found.insert(found.end(), roots->second.begin(), roots->second.end());
  }
  return live;
}

std::vector<uint8_t> orphans(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> candidates) {
  std::vector<uint8_t> dead(fn.size(), 0);
  std::vector<uint32_t> left;  // mentions by bindings that are not dead; made when the first dead one is found
  std::vector<uint8_t> impure;
  Mentions mentions(fn, places);
  std::vector<Value> open(candidates.begin(), candidates.end()), used;
  auto count = [&](Value v) { return left.empty() ? static_cast<uint32_t>(uses.users(v).size()) : left[v.index]; };
  while (!open.empty()) {
    Value v = open.back();
    open.pop_back();
    if (!places[v] || dead[v.index] || uses.is_returned(v) || count(v) > 0 || fn[v].kind == NodeKind::match_cast) continue;
    if (impure.empty()) {
      impure = impure_bindings(fn, places);
      left.resize(fn.size());
      for (size_t i = 0; i < fn.size(); ++i) left[i] = static_cast<uint32_t>(uses.users(fn.value(i)).size());
    }
    if (impure[v.index]) continue;
    dead[v.index] = 1;
    used.clear();
    mentions.of(v, used);
    auto nested = [&](Value inner, const Block&) {
      dead[inner.index] = 1;
      mentions.of(inner, used);
    };
    if (fn[v].kind == NodeKind::cond) {
      for_each_binding(fn, fn.then_region(v), nested);
      for_each_binding(fn, fn.else_region(v), nested);
    } else if (fn[v].kind == NodeKind::lambda) {
      for_each_binding(fn, fn[LambdaId(fn[v].payload)].body, nested);
    }
    for (Value u : used) {
      if (--left[u.index] == 0) open.push_back(u);
    }
  }
  return dead;
}

size_t remove_dead_bindings(Function& fn) {
  Places places(fn);
  std::vector<uint8_t> live = live_bindings(fn, places);
  size_t removed = 0;
  for (const PlacedBlock& block : places.blocks) {
    removed += std::erase_if(fn[block.region].blocks[block.index].bindings, [&](Value v) { return !live[v.index]; });
  }
  if (removed > 0) tidy_blocks(fn);
  return removed;
}

}  // namespace hammock
