// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/order.h"

#include <algorithm>

namespace hammock {
namespace {

enum Mark : uint8_t { waiting, gathered, open, emitted };

// The walk of one block. Two stacks, both explicit: `gathered_` for what the next item needs and lacks, `path_` for the
// items that are being emitted because somebody on the path needs them.
class Walk {
 public:
  Walk(const ItemNeeds& needs, std::span<const uint8_t> fence, std::vector<uint32_t>& order)
      : needs_(needs), fence_(fence), order_(order), marks_(needs.size(), waiting), next_(needs.size(), 0) {}

  std::optional<ItemConflict> run() {
    for (uint32_t i = 0; i < needs_.size(); ++i) {
      if (i == limit_) limit_ = segment_end(i);
      if (marks_[i] == emitted) continue;
      if (!gather(i)) return conflict_;
      // In the order in which they stand, so that those that do not need each other keep it.
      std::sort(gathered_.begin(), gathered_.end());
      for (uint32_t g : gathered_) {
        if (!emit(g)) return conflict_;
      }
      if (!emit(i)) return conflict_;
    }
    return std::nullopt;
  }

 private:
  // A fence is a segment of its own; others reach up to the next fence.
  uint32_t segment_end(uint32_t i) const {
    if (fence_[i]) return i + 1;
    while (i < needs_.size() && !fence_[i]) ++i;
    return i;
  }

  // What `root` needs, directly or not, and is not emitted yet. False if some of it is out of reach.
  bool gather(uint32_t root) {
    gathered_.clear();
    uint32_t from = root;
    for (size_t next = 0;; from = gathered_[next++]) {
      for (uint32_t n : needs_.of(from)) {
        if (marks_[n] != waiting || n == root) continue;
        if (n >= limit_) {
          conflict_ = {{from, n}, false};
          return false;
        }
        marks_[n] = gathered;
        gathered_.push_back(n);
      }
      if (next == gathered_.size()) return true;
    }
  }

  bool emit(uint32_t root) {
    if (marks_[root] == emitted) return true;
    path_.assign(1, root);
    while (!path_.empty()) {
      uint32_t item = path_.back();
      marks_[item] = open;
      std::span<const uint32_t> needs = needs_.of(item);
      uint32_t& next = next_[item];
      while (next < needs.size() && marks_[needs[next]] == emitted) ++next;
      if (next == needs.size()) {
        marks_[item] = emitted;
        order_.push_back(item);
        path_.pop_back();
        continue;
      }
      uint32_t n = needs[next];
      if (marks_[n] == open) {
        conflict_.items.assign(std::find(path_.begin(), path_.end(), n), path_.end());
        return false;
      }
      path_.push_back(n);
    }
    return true;
  }

  const ItemNeeds& needs_;
  std::span<const uint8_t> fence_;
  std::vector<uint32_t>& order_;
  std::vector<Mark> marks_;
  std::vector<uint32_t> next_;
  std::vector<uint32_t> gathered_, path_;
  uint32_t limit_ = 0;  // nothing at or behind it can be reached yet
  ItemConflict conflict_;
};

// Which bindings of a block need which: the uses of its bindings, lifted to the binding of the block that has the user
// nested in it.
class BlockUses {
 public:
  BlockUses(const Function& fn, const Places& places, const UseTable& uses, std::span<const uint8_t> dropped)
      : fn_(fn), places_(places), uses_(uses), dropped_(dropped) {}

  bool is_dropped(Value v) const { return v.index < dropped_.size() && dropped_[v.index]; }

  // Looks at the uses of all bindings of the block. A conflict if somebody uses one where it is not visible.
  std::optional<OrderConflict> gather(uint32_t number) {
    const std::vector<Value>& bindings = bindings_of(number);
    edges_.clear();
    in_order_ = true;
    for (uint32_t i = 0; i < bindings.size(); ++i) {
      if (is_dropped(bindings[i])) continue;
      for (Value user : uses_.users(bindings[i])) {
        if (!is_dropped(user) && !add_use(number, i, user)) return OrderConflict{{user, bindings[i]}, false};
      }
    }
    return std::nullopt;
  }
  bool in_order() const { return in_order_; }

  ItemNeeds needs(uint32_t number) const {
    // Edges stand in the order of what is needed, so that each list is ascending.
    return adjacency(edges_, bindings_of(number).size());
  }

  const std::vector<Value>& bindings_of(uint32_t number) const {
    const PlacedBlock& block = places_.blocks[number];
    return block_of(fn_, block).bindings;
  }

 private:
  bool add_use(uint32_t number, uint32_t position, Value user) {
    Value needed = bindings_of(number)[position];
    Value around = places_.enclosing(user, places_.blocks[number].region);
    if (around == needed) return true;                                 // a recursive local function
    if (!around && places_.blocks[number].owner == user) return true;  // the result of a region of the user
    Place place = around ? places_[around] : Place();
    if (!place || place.block < number) return false;
    if (place.block > number) return true;
    in_order_ &= position < place.position;
    edges_.emplace_back(place.position, position);
    return true;
  }

  const Function& fn_;
  const Places& places_;
  const UseTable& uses_;
  std::span<const uint8_t> dropped_;
  std::vector<std::pair<uint32_t, uint32_t>> edges_;  // user, needed
  bool in_order_ = true;
};

}  // namespace

std::optional<ItemConflict> stable_order(const ItemNeeds& needs, std::span<const uint8_t> fence,
                                         std::vector<uint32_t>& order) {
  return Walk(needs, fence, order).run();
}

ItemNeeds block_needs(const Function& fn, const Places& places, const UseTable& uses, uint32_t number) {
  BlockUses walk(fn, places, uses, {});
  walk.gather(number);
  return walk.needs(number);
}

std::optional<OrderConflict> order_bindings(Function& fn, const Places& places, const UseTable& uses,
                                            std::span<const uint8_t> dropped) {
  BlockUses walk(fn, places, uses, dropped);
  std::vector<std::pair<uint32_t, std::vector<Value>>> reordered;
  std::vector<uint8_t> impure;
  for (uint32_t number = 0; number < places.blocks.size(); ++number) {
    if (auto conflict = walk.gather(number)) return conflict;
    if (walk.in_order()) continue;
    const std::vector<Value>& bindings = walk.bindings_of(number);
    if (impure.empty()) impure = impure_bindings(fn, places);
    std::vector<uint8_t> fence(bindings.size());
    for (size_t i = 0; i < bindings.size(); ++i) fence[i] = impure[bindings[i].index];
    std::vector<uint32_t> order;
    order.reserve(bindings.size());
    if (auto stuck = stable_order(walk.needs(number), fence, order)) {
      OrderConflict conflict{{}, stuck->is_cycle};
      for (uint32_t i : stuck->items) conflict.cycle.push_back(bindings[i]);
      return conflict;
    }
    std::vector<Value> sorted;
    sorted.reserve(order.size());
    for (uint32_t i : order) sorted.push_back(bindings[i]);
    reordered.emplace_back(number, std::move(sorted));
  }
  for (auto& [number, bindings] : reordered) {
    const PlacedBlock& block = places.blocks[number];
    block_of(fn, block).bindings = std::move(bindings);
  }
  if (!dropped.empty()) {
    for (const PlacedBlock& block : places.blocks) {
      std::erase_if(block_of(fn, block).bindings, [&](Value v) { return walk.is_dropped(v); });
    }
  }
  return std::nullopt;
}

void publish_outputs(Function& fn, const Places& places, const UseTable& uses) {
  for (uint32_t number = 0; number < places.blocks.size(); ++number) {
    const PlacedBlock& placed = places.blocks[number];
    const Block& block = block_of(fn, placed);
    if (!block.is_dataflow) continue;
    for (Value v : block.bindings) {
      if (fn[v].is_output) continue;
      bool outside = uses.is_returned(v);
      for (Value user : uses.users(v)) outside |= places[user].block != number || fn[user].kind == NodeKind::lambda;
      fn[v].is_output = outside;
    }
  }
}

void tidy_blocks(Function& fn) {
  for (Region& region : fn.regions) {
    std::vector<Block> kept;
    for (Block& block : region.blocks) {
      if (block.bindings.empty()) continue;
      if (!kept.empty() && kept.back().is_dataflow == block.is_dataflow) {
        kept.back().bindings.insert(kept.back().bindings.end(), block.bindings.begin(), block.bindings.end());
      } else {
        kept.push_back(std::move(block));
      }
    }
    region.blocks = std::move(kept);
  }
}

}  // namespace hammock
