// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/thread_pool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "hammock/runtime/work_queue.h"

using namespace hammock;

TEST_CASE("every item is visited once, in chunks of the grain") {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    CHECK(pool.size() == threads);
    for (int64_t count : {0, 1, 7, 64, 1000}) {
      std::vector<std::atomic<int>> visits(count);
      std::atomic<bool> fine{true};
      pool.parallel_for(count, 7, [&](int64_t begin, int64_t end, int member) {
        if (begin % 7 != 0 || end > count || end - begin > 7 || member < 0 || member >= threads) fine = false;
        for (int64_t i = begin; i < end; ++i) ++visits[i];
      });
      CHECK(fine);
      for (auto& v : visits) REQUIRE(v == 1);
    }
  }
}

TEST_CASE("a member takes its own part first, then what others left, and nothing twice") {
  WorkQueue queue(3);
  int64_t count = 22, grain = 3;
  queue.fill(count, grain);  // 8 steps: 3, 3, 2
  auto begins = [&](int member, int most) {
    std::vector<int64_t> out;
    for (; most > 0; --most) {
      const auto items = queue.take(member);
      if (!items) break;
      CHECK(items->end == std::min(items->begin + grain, count));
      out.push_back(items->begin);
    }
    return out;
  };
  CHECK(begins(1, 1) == std::vector<int64_t>{9});
  CHECK(begins(2, 4) == std::vector<int64_t>{18, 21, 0, 3});
  CHECK(begins(1, 9) == std::vector<int64_t>{12, 15, 6});
  CHECK(begins(0, 9).empty());
  queue.fill(count = 2, grain = 1);  // fewer than members
  CHECK(begins(2, 9) == std::vector<int64_t>{0, 1});
  queue.fill(count = 0, grain);
  CHECK(begins(0, 9).empty());
}

TEST_CASE("steps that are taken together: half of what a range has left, and those of one chunk") {
  WorkQueue queue(2);
  queue.fill(47, 2, 4);  // 24 steps: 12, 12
  auto lengths = [&](int member) {
    std::vector<int64_t> out;
    while (const auto items = queue.take(member)) out.push_back(items->end - items->begin);
    return out;
  };
  CHECK(lengths(1) == std::vector<int64_t>{8, 8, 4, 2, 1, 8, 8, 4, 2, 2});
  queue.fill(6, 1, 4);  // the second range begins within a chunk
  CHECK(queue.take(1)->begin == 3);
  CHECK(queue.take(1)->end == 5);
  ThreadPool pool(3);
  for (int64_t count : {0, 1, 11, 12, 500}) {
    std::vector<std::atomic<int>> visits(count);
    std::atomic<bool> fine{true};
    pool.parallel_for(count, 2, 5, [&](int64_t begin, int64_t end, int) {
      if (begin % 2 != 0 || end > count || begin / 10 != (end - 1) / 10) fine = false;
      for (int64_t i = begin; i < end; ++i) ++visits[i];
    });
    CHECK(fine);
    for (auto& v : visits) REQUIRE(v == 1);
  }
}

TEST_CASE("chunks in even pieces") {
  const Pieces nine(9, 4);
  CHECK(nine.size == 3);
  CHECK(nine.count == 3);
  CHECK(Pieces(9, nine.count).size == 3);
  const Pieces::Units second = nine.part(4, 6, 9, 14);  // pieces 1 and 2 of the second chunk
  CHECK(second.begin == 12);
  CHECK(second.end == 14);
  const Pieces::Units none = nine.part(5, 6, 9, 14);
  CHECK(none.begin == none.end);
  CHECK(Pieces(1, 4).count == 1);
}

TEST_CASE("many short loops, with members awake, resting and asleep") {
  ThreadPool pool(3);
  std::atomic<int64_t> sum{0};
  for (int i = 0; i < 20000; ++i) {
    pool.parallel_for(4, 1, [&](int64_t begin, int64_t, int) { sum += begin; });
    if (i % 5000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (i % 7 == 0) pool.rest();
  }
  CHECK(sum == 20000 * 6);
}

TEST_CASE("this process may use at least one core") { CHECK(usable_cores() >= 1); }
