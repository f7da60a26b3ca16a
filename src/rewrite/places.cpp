// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/places.h"

namespace hammock {

Places::Places(const Function& fn) : at_(fn.size()) {
  struct Open {
    RegionId region;
    Value owner;
    uint32_t depth;
  };
  std::vector<Open> open{{fn.self().body, Value(), 0}};
  while (!open.empty()) {
    Open here = open.back();
    open.pop_back();
    const Region& region = fn[here.region];
    for (size_t b = 0; b < region.blocks.size(); ++b) {
      uint32_t number = static_cast<uint32_t>(blocks.size());
      blocks.push_back({here.region, static_cast<uint32_t>(b), here.owner, here.depth});
      const std::vector<Value>& bindings = region.blocks[b].bindings;
      for (size_t i = 0; i < bindings.size(); ++i) {
        Value v = bindings[i];
        at_[v.index] = {number, static_cast<uint32_t>(i)};
        const Node& node = fn[v];
        if (node.kind == NodeKind::cond) {
          open.push_back({fn.then_region(v), v, here.depth + 1});
          open.push_back({fn.else_region(v), v, here.depth + 1});
        } else if (node.kind == NodeKind::lambda) {
          open.push_back({fn[node.lambda()].body, v, here.depth + 1});
        }
      }
    }
  }
}

Value Places::enclosing(Value v, RegionId region) const {
  while (v) {
    Place place = (*this)[v];
    if (!place) return {};
    const PlacedBlock& block = blocks[place.block];
    if (block.region == region) return v;
    v = block.owner;
  }
  return {};
}

void make_alias(Function& fn, Value binding, Value of) {
  Node& node = fn[binding];
  node.kind = NodeKind::alias;
  node.op = Op::none;
  node.attrs = {};
  node.hold_nothing();
  fn.set_args(binding, std::span(&of, 1));
}

static bool is_impure_call(const Function& fn, Value v) {
  const Node& node = fn[v];
  if (node.kind == NodeKind::call_op) return has_trait(node.op, Impure);
  if (node.kind != NodeKind::call) return false;
  StructInfo callee = fn.info(fn.args(v)[0]);
  if (!callee) return true;
  const InfoNode& info = fn.context().infos[callee];
  return info.kind != InfoKind::function || !info.is_pure;
}

std::vector<uint8_t> impure_bindings(const Function& fn, const Places& places) {
  std::vector<uint8_t> impure(fn.size(), 0);
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    if (!is_impure_call(fn, v)) return;
    // A call makes every `if` around it impure, up to the next function: defining a function does nothing.
    while (v && fn[v].kind != NodeKind::lambda && !impure[v.index]) {
      impure[v.index] = 1;
      v = places.blocks[places[v].block].owner;
    }
  });
  return impure;
}

}  // namespace hammock
