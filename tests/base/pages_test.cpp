// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/pages.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace hammock {
namespace {

TEST_CASE("pages: what a block holds stays, wherever it begins and ends") {
  std::vector<char> block(3 * kHugePage, 'x');
  for (const auto& [at, bytes] : {std::pair<size_t, size_t>{1, 5000}, {0, block.size()}, {4095, 2}, {7, 0}}) {
    prefer_huge_pages(block.data() + at, bytes);
    fill_pages(block.data() + at, bytes);
  }
  CHECK(std::ranges::all_of(block, [](char c) { return c == 'x'; }));
}

TEST_CASE("pages: data of the program is as it was once all of it is mapped") {
  static int changed = 1, unset[4096];
  changed = 2;
  for (const void* address : {static_cast<const void*>(&changed), static_cast<const void*>("text"),
                              static_cast<const void*>(nullptr), reinterpret_cast<const void*>(&map_object_of)})
    map_object_of(address);
  CHECK(changed == 2);
  CHECK(std::ranges::all_of(unset, [](int n) { return n == 0; }));
}

TEST_CASE("pages: a heap made ready serves its thread, and others after it") {
  std::vector<std::vector<int>> pieces;
  std::thread([&] {
    const HeapAhead ahead(1 << 20);
    for (int i = 0; i < 1000; ++i) pieces.emplace_back(300, i);
  }).join();
  const HeapAhead none(0);
  for (size_t i = 0; i < pieces.size(); ++i)
    REQUIRE(std::ranges::all_of(pieces[i], [&](int n) { return n == static_cast<int>(i); }));
}

}  // namespace
}  // namespace hammock
