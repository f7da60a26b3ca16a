// SPDX-License-Identifier: Apache-2.0
#include "binding_list.h"

#include <algorithm>
#include <utility>

#include "hammock/base/check.h"

namespace hammock {

static constexpr uint64_t kGap = uint64_t(1) << 32;  // between neighbours at first

BindingList::BindingList(const Function& fn, const Places& places) : places_(places), entries_(fn.size()) {
  for (const PlacedBlock& block : places.blocks) {
    List& list = lists_.emplace_back();
    for (Value v : block_of(fn, block).bindings) {
      at(v).previous = list.last;
      at(v).number = list.last ? at(list.last).number + kGap : kGap;
      (list.last ? at(list.last).next : list.first) = v;
      list.last = v;
    }
  }
}

// The smallest aligned range of numbers around v that is thin enough gets even gaps. The larger the range, the thinner
// it has to be, so that it takes many insertions until it is looked at again.
void BindingList::make_room(Value v) {
  constexpr double kThinning = 4.0 / 3;
  Value first = v, last = v;
  uint64_t count = 1;
  double capacity = 1;
  for (uint64_t width = 2; width != 0; width <<= 1) {
    uint64_t low = at(v).number & ~(width - 1), high = low + (width - 1);
    for (; at(first).previous && at(at(first).previous).number >= low; ++count) first = at(first).previous;
    for (; at(last).next && at(at(last).next).number <= high; ++count) last = at(last).next;
    capacity *= kThinning;
    uint64_t gap = width / (count + 1);
    if (static_cast<double>(count) > capacity || gap < 4) continue;
    for (Value u = first;; u = at(u).next) {
      low += gap;
      at(u).number = low;
      if (u == last) return;
    }
  }
  HAMMOCK_CHECK(false, "more bindings than numbers for them");
}

void BindingList::link_before(Value root, Value v) {
  if (v.index >= entries_.size()) entries_.resize(std::max<size_t>(v.index + 1, 2 * entries_.size()));
  auto low = [&] { return at(root).previous ? at(at(root).previous).number : 0; };
  if (at(root).number - low() < 2) make_room(root);
  Entry& entry = at(v);
  entry.number = low() + (at(root).number - low()) / 2;
  entry.previous = at(root).previous;
  entry.next = root;
  List& list = lists_[places_[root].block];
  (entry.previous ? at(entry.previous).next : list.first) = v;
  at(root).previous = v;
  list.is_changed = true;
}

void BindingList::unlink(Value v) {
  List& list = lists_[places_[v].block];
  (at(v).previous ? at(at(v).previous).next : list.first) = at(v).next;
  (at(v).next ? at(at(v).next).previous : list.last) = at(v).previous;
  list.is_changed = true;
}

void BindingList::write_back(Function& fn) {
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (!std::exchange(lists_[i].is_changed, false)) continue;
    const PlacedBlock& place = places_.blocks[i];
    std::vector<Value>& bindings = block_of(fn, place).bindings;
    bindings.clear();
    for (Value v = lists_[i].first; v; v = at(v).next) bindings.push_back(v);
  }
}

}  // namespace hammock
