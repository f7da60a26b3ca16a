// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/order.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "choices.h"
#include "needs.h"

using namespace hammock;

namespace {

std::vector<uint32_t> order_of(const std::vector<std::vector<uint32_t>>& lists) {
  std::vector<uint32_t> order;
  std::vector<uint8_t> fence(lists.size(), 0);
  REQUIRE_FALSE(stable_order(needs_of(lists), fence, order).has_value());
  return order;
}

using Order = std::vector<uint32_t>;

}  // namespace

TEST_CASE("what is in order stays as it is") { CHECK(order_of({{}, {0}, {}, {1, 2}}) == Order{0, 1, 2, 3}); }

TEST_CASE("only what is needed moves, in the order in which it stood") {
  // 0 needs 3 and, through 5, 2; 1 and 4 are nobody's business.
  CHECK(order_of({{3, 5}, {}, {}, {}, {}, {2}}) == Order{2, 3, 5, 0, 1, 4});
}

TEST_CASE("weights that are computed after their first use are put in front of it") {
  // The example of the discussion that named the problem: concat, matmul, split, item, w1, w1t, item, w2, item.
  CHECK(order_of({{5, 7}, {0}, {1}, {2}, {}, {4}, {2}, {}, {2}}) == Order{4, 5, 7, 0, 1, 2, 3, 6, 8});
}

TEST_CASE("a block that stands the wrong way round, a million bindings long") {
  const uint32_t n = 1'000'000;
  ItemNeeds needs;
  needs.begin.push_back(0);
  for (uint32_t i = 0; i < n; ++i) {
    if (i + 1 < n) needs.items.push_back(i + 1);
    needs.begin.push_back(static_cast<uint32_t>(needs.items.size()));
  }
  std::vector<uint8_t> fence(n, 0);
  std::vector<uint32_t> order;
  REQUIRE_FALSE(stable_order(needs, fence, order).has_value());
  REQUIRE(order.size() == n);
  bool reversed = true;
  for (uint32_t i = 0; i < n; ++i) reversed &= order[i] == n - 1 - i;
  CHECK(reversed);
}

TEST_CASE("a cycle is named, not walked for ever") {
  std::vector<uint32_t> order;
  std::vector<uint8_t> fence(4, 0);
  auto conflict = stable_order(needs_of({{}, {3}, {1}, {2}}), fence, order);
  REQUIRE(conflict.has_value());
  CHECK(conflict->is_cycle);
  CHECK(conflict->items.size() == 3);
  auto self = stable_order(needs_of({{0}, {}, {}, {}}), fence, order);
  REQUIRE(self.has_value());
  CHECK(self->items == Order{0});
}

TEST_CASE("nothing moves across an impure binding") {
  std::vector<uint32_t> order;
  std::vector<uint8_t> fence = {0, 1, 0};
  auto conflict = stable_order(needs_of({{2}, {}, {}}), fence, order);
  REQUIRE(conflict.has_value());
  CHECK_FALSE(conflict->is_cycle);
  CHECK(conflict->items == Order{0, 2});
  order.clear();
  std::vector<uint8_t> later = {1, 0, 0};
  CHECK_FALSE(stable_order(needs_of({{}, {2}, {}}), later, order).has_value());
  CHECK(order == Order{0, 2, 1});
}

TEST_CASE("random graphs: the order is valid, and equals the old one where that was valid") {
  generate::Choices random(7);
  for (int round = 0; round < 200; ++round) {
    // Needs agree with a hidden order, the items stand in another.
    uint32_t n = 1 + random.below(40);
    std::vector<uint32_t> hidden(n);
    for (uint32_t i = 0; i < n; ++i) hidden[i] = i;
    if (round % 4 != 0) random.shuffle(hidden);
    std::vector<std::vector<uint32_t>> lists(n);
    for (uint32_t i = 1; i < n; ++i) {
      for (uint32_t k = random.below(4); k > 0; --k) lists[hidden[i]].push_back(hidden[random.below(i)]);
    }
    for (auto& list : lists) std::sort(list.begin(), list.end());
    Order order = order_of(lists);
    REQUIRE(order.size() == n);
    std::vector<uint32_t> at(n);
    for (uint32_t i = 0; i < n; ++i) at[order[i]] = i;
    for (uint32_t i = 0; i < n; ++i) {
      for (uint32_t need : lists[i]) CHECK(at[need] < at[i]);
    }
    if (round % 4 == 0) CHECK(std::is_sorted(order.begin(), order.end()));
  }
}
