// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/tiles.h"

#include <doctest/doctest.h>

#include <vector>

#include "hammock/base/element.h"

using namespace hammock;

namespace {

template <class T>
const std::byte* raw(const std::vector<T>& v) {
  return reinterpret_cast<const std::byte*>(v.data());
}

// sums[0][0] of a product of tiles of which the first row of the left and the first column of the right are given.
template <class Sum, class T>
Sum first_sum(uint32_t product, const std::vector<T>& row, const std::vector<T>& column) {
  constexpr size_t kGroup = 4 / sizeof(T), kAcross = kTileRowBytes / sizeof(T);
  const TileGrid grid{1, 1};
  std::vector<T> right(kTileRows * kAcross, T{});
  for (size_t k = 0; k < column.size(); ++k) right[k / kGroup * kAcross + k % kGroup] = column[k];
  std::vector<T> left(kAcross, T{});
  std::copy(row.begin(), row.end(), left.begin());
  std::vector<Sum> sums(kTileRows);
  soft_set_tile_shapes(grid.shapes(1));
  hammock_tile_zero(static_cast<uint32_t>(grid.sum(0, 0)));
  hammock_tile_load(static_cast<uint32_t>(grid.left(0)), raw(left), 0);
  hammock_tile_load(static_cast<uint32_t>(grid.right(0)), raw(right), kTileRowBytes);
  hammock_tile_multiply(product, static_cast<uint32_t>(grid.sum(0, 0)), static_cast<uint32_t>(grid.left(0)),
                        static_cast<uint32_t>(grid.right(0)));
  hammock_tile_store(static_cast<uint32_t>(grid.sum(0, 0)), reinterpret_cast<std::byte*>(sums.data()), 0);
  soft_release_tiles();
  for (size_t j = 1; j < sums.size(); ++j) CHECK(sums[j] == 0);
  return sums[0];
}

float first_of_bf16(const std::vector<float>& row, const std::vector<float>& column) {
  auto narrow = [](const std::vector<float>& from) {
    std::vector<uint16_t> out;
    for (float x : from) out.push_back(float_to_bfloat(x));
    return out;
  };
  return first_sum<float>(kSoftBf16, narrow(row), narrow(column));
}

}  // namespace

TEST_CASE("a grid of tiles has shapes for its rows") {
  const TileGrid grid{2, 2};
  const TileShapes shapes = grid.shapes(25);
  CHECK(shapes.palette == 1);
  CHECK(shapes.rows[grid.left(0)] == 16);
  CHECK(shapes.rows[grid.left(1)] == 9);
  CHECK(shapes.rows[grid.sum(1, 1)] == 9);
  CHECK(shapes.rows[grid.right(1)] == 16);
  for (int tile = 0; tile < kTiles; ++tile) CHECK(shapes.row_bytes[tile] == 64);
  const TileGrid flat{1, 4};
  CHECK(flat.shapes(3).rows[flat.sum(0, 3)] == 3);
  CHECK(flat.right(3) == flat.right(0));  // there are eight
  CHECK(flat.right(2) == kTiles - 1);
}

TEST_CASE("tiles in memory multiply bytes of any sign") {
  const std::vector<uint8_t> row{200, 1, 255, 7, 128}, column{3, 254, 255, 0, 128};
  CHECK(first_sum<int32_t>(0, row, column) == 200 * 3 + 254 + 255 * 255 + 128 * 128);
  CHECK(first_sum<int32_t>(kSoftLeftSigned, row, column) == -56 * 3 + 254 - 255 - 128 * 128);
  CHECK(first_sum<int32_t>(kSoftRightSigned, row, column) == 200 * 3 - 2 - 255 - 128 * 128);
  CHECK(first_sum<int32_t>(kSoftLeftSigned | kSoftRightSigned, row, column) == -56 * 3 - 2 + 1 + 128 * 128);
}

TEST_CASE("tiles in memory multiply bfloat16 as the instruction does") {
  CHECK(first_of_bf16({1.5f, -2.0f, 4.0f}, {2.0f, 8.0f, 0.25f}) == 3.0f - 16.0f + 1.0f);
  CHECK(first_of_bf16({0x1p-130f}, {0x1p20f}) == 0);                           // a denormal factor
  CHECK(first_of_bf16({0x1p-70f}, {0x1p-70f}) == 0);                           // a denormal product
  CHECK(first_of_bf16({0x1p24f, 1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}) == 0x1p24f);  // 1 and 2^24 + 1, both rounded
}
