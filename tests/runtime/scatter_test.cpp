// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/scatter.h"

#include <doctest/doctest.h>

#include "hammock/runtime/bucketize.h"

using namespace hammock;

TEST_CASE("the last update of a place wins, for any number of threads") {
  constexpr int64_t kRows = 500, kColumns = 300, kLength = 7;
  std::vector<float> x(kLength * kColumns, -1), updates(kRows * kColumns), expected = x, out(x.size());
  std::vector<int32_t> indices(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) {
    updates[i] = static_cast<float>(i);
    indices[i] = static_cast<int32_t>(i * 31 % 11 % kLength) - (i % 2 ? 0 : static_cast<int32_t>(kLength));
    const int64_t from_front = indices[i] + (indices[i] < 0 ? kLength : 0);
    expected[from_front * kColumns + static_cast<int64_t>(i) % kColumns] = updates[i];
  }
  const ElementScatter s{kFloat32, kInt32, Update::replace, 1, kLength, kColumns, kRows};
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    scatter(s, x.data(), indices.data(), updates.data(), out.data(), pool);
    CHECK(out == expected);
  }
}

TEST_CASE("rows are added where their indices say") {
  const std::vector<int64_t> x(12, 1), rows{1, 0, 1}, columns{2, 0, -1}, updates{10, 20, 30, 40, 50, 60};
  std::vector<int64_t> out(x.size());
  ThreadPool pool(2);
  scatter(RowScatter{kInt64, kInt64, Update::add, {2, 3}, 3, 2, 1}, x.data(), {rows.data(), columns.data()},
          updates.data(), out.data(), pool);
  CHECK(out == std::vector<int64_t>{31, 41, 1, 1, 1, 1, 1, 1, 1, 1, 61, 81});
  CHECK(!can_scatter(kFloat16, kInt64, Update::add));
  CHECK(can_scatter(kFloat16, kInt64, Update::replace));
}

TEST_CASE("a bucket is the number of bounds before, or not behind, an element") {
  const std::vector<double> x{-1, 0, 2, 2.5, 3, 9}, bounds{0, 2, 2, 3};
  std::vector<int32_t> out(x.size());
  ThreadPool pool(2);
  Bucketize b{kFloat64, kFloat64, kInt32, static_cast<int64_t>(x.size()), static_cast<int64_t>(bounds.size())};
  REQUIRE(can_bucketize(b));
  bucketize(b, x.data(), bounds.data(), out.data(), pool);
  CHECK(out == std::vector<int32_t>{0, 0, 1, 3, 3, 4});
  b.right = true;
  bucketize(b, x.data(), bounds.data(), out.data(), pool);
  CHECK(out == std::vector<int32_t>{0, 1, 3, 3, 4, 4});
}
