// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/merge.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "choices.h"
#include "needs.h"

using namespace hammock;

namespace {

// Is the graph with every class merged into one node free of cycles? By repeated removal of nodes that need nothing.
bool is_acyclic(const std::vector<std::vector<uint32_t>>& lists, const std::vector<uint32_t>& set_of,
                const std::vector<uint32_t>& classes) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> number;
  std::vector<uint32_t> node(lists.size());
  for (uint32_t i = 0; i < lists.size(); ++i) {
    auto key = set_of[i] == kNoSet ? std::pair(kNoSet, i) : std::pair(set_of[i], classes[i]);
    node[i] = number.try_emplace(key, static_cast<uint32_t>(number.size())).first->second;
  }
  std::vector<bool> done(number.size(), false);
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t k = 0; k < number.size(); ++k) {
      bool ready = !done[k];
      for (uint32_t i = 0; i < lists.size() && ready; ++i) {
        for (uint32_t n : lists[i]) ready &= node[i] != k || done[node[n]];
      }
      if (ready) done[k] = moved = true;
    }
  }
  return std::find(done.begin(), done.end(), false) == done.end();
}

}  // namespace

TEST_CASE("independent items of a set stay together") {
  std::vector<uint32_t> sets = {kNoSet, 0, kNoSet, 0, 0};
  CHECK(merge_classes(needs_of({{}, {0}, {}, {0, 2}, {0}}), sets, 1) == std::vector<uint32_t>{0, 0, 0, 0, 0});
}

TEST_CASE("a member that depends on another is divided from it") {
  // 0: a = x w; 1: q = exp(a); 2: b = x q; 3: c = x w2
  std::vector<uint32_t> sets = {0, kNoSet, 0, 0};
  CHECK(merge_classes(needs_of({{}, {0}, {1}, {}}), sets, 1) == std::vector<uint32_t>{0, 0, 1, 0});
}

TEST_CASE("a member with a later operand stays if nothing comes back") {
  // Set 1 feeds one member of set 0, and nothing of set 0 feeds set 1.
  std::vector<uint32_t> sets = {1, 1, 0, kNoSet, 0};
  CHECK(merge_classes(needs_of({{}, {}, {}, {0}, {3}}), sets, 2) == std::vector<uint32_t>{0, 0, 0, 0, 0});
}

TEST_CASE("two sets that need each other crosswise") {
  // Each set for itself could be merged, but not both.
  std::vector<std::vector<uint32_t>> lists = {{}, {}, {0}, {1}};
  std::vector<uint32_t> sets = {0, 1, 1, 0};
  CHECK(is_acyclic(lists, sets, merge_classes(needs_of(lists), sets, 2)));
  CHECK_FALSE(is_acyclic(lists, sets, {0, 0, 0, 0}));
}

TEST_CASE("random graphs: merging all classes at once closes no cycle") {
  generate::Choices random(11);
  for (int round = 0; round < 300; ++round) {
    uint32_t n = 2 + random.below(20), set_count = 1 + random.below(4);
    std::vector<std::vector<uint32_t>> lists(n);
    std::vector<uint32_t> sets(n, kNoSet);
    for (uint32_t i = 0; i < n; ++i) {
      if (random.below(2)) sets[i] = random.below(set_count);
      for (uint32_t k = i == 0 ? 0 : random.below(3); k > 0; --k) lists[i].push_back(random.below(i));
    }
    CHECK(is_acyclic(lists, sets, merge_classes(needs_of(lists), sets, set_count)));
  }
}
