// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/module.h"

#include <array>
#include <bit>

#include "hammock/base/hash.h"

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

namespace {

// Several numbers side by side, so that none waits for the one before.
class Fingerprint {
 public:
  template <class... Words>
  void add(Words... words) {
    static_assert(sizeof...(Words) <= kLanes);
    size_t lane = 0;
    ((lanes_[lane] = hash_mix(lanes_[lane], static_cast<uint64_t>(words)), ++lane), ...);
  }
  void add_all(std::span<const Value> values) {
    add(values.size());
    size_t lane = 0;
    for (Value v : values) {
      lanes_[lane] = hash_mix(lanes_[lane], v.index);
      lane = (lane + 1) % kLanes;
    }
  }
  uint64_t number() const {
    uint64_t all = 0;
    for (uint64_t lane : lanes_) all = hash_mix(all, lane);
    return all;
  }

 private:
  static constexpr size_t kLanes = 4;
  std::array<uint64_t, kLanes> lanes_{};
};

constexpr uint64_t pair(uint32_t high, uint32_t low) { return uint64_t{high} << 32 | low; }

void add_function(Fingerprint& sum, const Function& fn) {
  sum.add(fn.size(), fn.regions.size(), fn.lambdas.size());
  for (const Node& n : fn.nodes) {
    const uint32_t head = static_cast<uint32_t>(n.kind) | uint32_t{n.is_output} << 8 | uint32_t{n.is_written} << 9 |
                          static_cast<uint32_t>(n.op) << 16;
    sum.add(pair(head, n.info.index), pair(n.attrs.index, n.name.index), pair(n.content(), n.else_region.index));
  }
  for (size_t i = 0; i < fn.size(); ++i) sum.add_all(fn.args(fn.value(i)));
  for (const Region& region : fn.regions) {
    sum.add(region.blocks.size(), region.result.index);
    for (const Block& block : region.blocks) {
      sum.add(block.is_dataflow);
      sum.add_all(block.bindings);
    }
  }
  for (const Lambda& lambda : fn.lambdas) {
    const int flags = lambda.has_declared_ret + 2 * lambda.is_pure + 4 * lambda.is_private;
    sum.add(pair(lambda.name.index, lambda.body.index), pair(lambda.ret.index, lambda.attrs.index), flags);
    sum.add_all(lambda.params);
  }
}

}  // namespace

uint64_t fingerprint(const Module& module) {
  Fingerprint sum;
  sum.add(module.functions.size(), pair(module.attrs.index, module.global_infos.index), module.vdevices.size(),
          pair(module.class_name.index, module.is_lone_function));
  for (const GlobalFunction& f : module.functions) {
    sum.add(pair(f.name.index, f.info.index), f.body.index());
    if (const Function* fn = f.relax()) add_function(sum, *fn);
    else if (f.is_kernel()) sum.add(std::bit_cast<uintptr_t>(f.kernel().get()));
    else if (const auto* external = std::get_if<ExternFunction>(&f.body)) sum.add(external->symbol.index);
  }
  return sum.number();
}

}  // namespace hammock
