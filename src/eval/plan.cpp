// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include "hammock/base/check.h"

namespace hammock::reference {

Plan::Plan(const Function& fn)
    : fn_(fn),
      home_(fn.size(), kNone),
      slot_(fn.size(), kNone),
      first_dead_(fn.size(), kNone),
      next_dead_(fn.size(), kNone),
      last_use_(fn.size(), kNone),
      region_owner_(fn.regions.size(), kNone),
      region_lambda_(fn.regions.size(), kNone),
      lambdas_(fn.lambdas.size()),
      is_tail_(fn.size(), false) {
  place();
  find_tails();
  // Program order within a region makes the last writer of last_use_ the last use.
  std::vector<Value> order;
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    order.push_back(v);
    RegionId home(home_[v.index]);
    for (Value operand : fn.args(v)) for_each_use(operand, [&](Value used) { use(used, home, v); });
    // A result used only at the end of a branch is a use by the branch's owner.
    const Node& node = fn[v];
    auto result_of = [&](RegionId region) {
      for_each_use(fn[region].result, [&](Value operand) {
        if (RegionId(home_[operand.index]) != region) use(operand, region, {});
      });
    };
    if (node.kind == NodeKind::cond) {
      result_of(fn.then_region(v));
      result_of(fn.else_region(v));
    } else if (node.kind == NodeKind::lambda) {
      result_of(fn[node.lambda()].body);
    }
  });
  // A value of the region itself that is its result outlives the bindings.
  std::vector<bool> is_result(fn.size(), false);
  for (uint32_t r = 0; r < fn.regions.size(); ++r) {
    if (region_lambda_[r] == kNone) continue;  // belongs to nothing any more
    for_each_use(fn.regions[r].result, [&](Value v) {
      if (home_[v.index] == r) is_result[v.index] = true;
    });
  }
  for (Value v : order) {
    uint32_t last = last_use_[v.index] == kNone ? v.index : last_use_[v.index];
    if (is_result[v.index]) continue;
    next_dead_[v.index] = first_dead_[last];
    first_dead_[last] = v.index;
  }
  for (const Lambda& lambda : fn.lambdas) {
    for (Value v : lambda.params) {
      if (last_use_[v.index] == kNone || is_result[v.index]) continue;
      next_dead_[v.index] = first_dead_[last_use_[v.index]];
      first_dead_[last_use_[v.index]] = v.index;
    }
  }
}

// Homes of all bound values, owners of all regions, slots.
void Plan::place() {
  auto open = [&](RegionId region, uint32_t owner, uint32_t lambda) {
    region_owner_[region.index] = owner;
    region_lambda_[region.index] = lambda;
  };
  auto bind = [&](Value v, uint32_t region) {
    home_[v.index] = region;
    slot_[v.index] = lambdas_[region_lambda_[region]].slots++;
  };
  auto open_lambda = [&](LambdaId lambda, uint32_t owner) {
    RegionId body = fn_[lambda].body;
    open(body, owner, lambda.index);
    for (Value p : fn_[lambda].params) bind(p, body.index);
  };
  open_lambda(LambdaId(0), kNone);
  // A region is entered after its owner was placed, so that a stack of regions need not be kept here: the walk visits
  // owners first and the regions' blocks are scanned whole when their owner is met.
  std::vector<RegionId> pending{fn_.self().body};
  while (!pending.empty()) {
    RegionId region = pending.back();
    pending.pop_back();
    for (const Block& block : fn_[region].blocks) {
      for (Value v : block.bindings) {
        bind(v, region.index);
        const Node& node = fn_[v];
        if (node.kind == NodeKind::cond) {
          for (RegionId branch : {fn_.then_region(v), fn_.else_region(v)}) {
            open(branch, v.index, region_lambda_[region.index]);
            pending.push_back(branch);
          }
        } else if (node.kind == NodeKind::lambda) {
          open_lambda(node.lambda(), v.index);
          pending.push_back(fn_[node.lambda()].body);
        }
      }
    }
  }
}

// From the end of each body back, over other names of the result, into the branches of an `if` that gives it.
void Plan::find_tails() {
  std::vector<RegionId> regions;
  for (const Lambda& lambda : fn_.lambdas) {
    if (region_lambda_[lambda.body.index] != kNone) regions.push_back(lambda.body);
  }
  while (!regions.empty()) {
    const Region& region = fn_[regions.back()];
    regions.pop_back();
    Value result = region.result;
    for (size_t block = region.blocks.size(); block-- > 0;) {
      const std::vector<Value>& bindings = region.blocks[block].bindings;
      size_t at = bindings.size();
      while (at > 0 && bindings[at - 1] == result && fn_[result].kind == NodeKind::alias)
        result = fn_.args(bindings[--at])[0];
      if (at == 0) continue;
      if (bindings[at - 1] != result) break;
      if (fn_[result].kind == NodeKind::call) is_tail_[result.index] = true;
      if (fn_[result].kind == NodeKind::cond)
        regions.insert(regions.end(), {fn_.then_region(result), fn_.else_region(result)});
      break;
    }
  }
}

// From the place of the use up to the region that binds the value; every lambda on the way captures it.
void Plan::use(Value v, RegionId region, Value binding) {
  uint32_t user = binding ? binding.index : kNone;
  while (region.index != home_[v.index]) {
    uint32_t lambda = region_lambda_[region.index];
    user = region_owner_[region.index];
    HAMMOCK_CHECK(user != kNone, "a value is used outside the region that binds it");
    if (region_lambda_[home_[user]] != lambda) {
      Frame& frame = lambdas_[lambda];
      auto [at, is_new] = frame.captured_slot.emplace(v.index, static_cast<uint32_t>(frame.captures.size()));
      if (is_new) frame.captures.push_back(v);
    }
    region = RegionId(home_[user]);
  }
  if (user != kNone) last_use_[v.index] = user;
}

uint32_t Plan::slot(LambdaId lambda, Value v) const {
  if (region_lambda_[home_[v.index]] == lambda.index) return slot_[v.index];
  const Frame& frame = lambdas_[lambda.index];
  return frame.slots + frame.captured_slot.at(v.index);
}

}  // namespace hammock::reference
