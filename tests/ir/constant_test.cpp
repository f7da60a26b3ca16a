// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/constant.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace hammock;

namespace {

Constant reals(DType dtype, std::initializer_list<double> values) {
  Constant c{dtype, {static_cast<int64_t>(values.size())}, {}};
  for (double v : values) REQUIRE(append_real(c.data, v, dtype));
  return c;
}

}  // namespace

TEST_CASE("floats are rounded once, to nearest, ties to even") {
  // 2049 lies between two halves; so does 2051. 1 + 2^-11 + 2^-40 is above the middle, which a float does not see.
  Constant half = reals(kFloat16, {2049, 2051, 1 + std::ldexp(1, -11) + std::ldexp(1, -40), 65519, 65520,
                                   -std::ldexp(1, -24), std::ldexp(1, -25)});
  CHECK(element(half, 0) == 2048);
  CHECK(element(half, 1) == 2052);
  CHECK(element(half, 2) == 1 + std::ldexp(1, -10));
  CHECK(element(half, 3) == 65504);
  CHECK(element(half, 4) == INFINITY);
  CHECK(element(half, 5) == -std::ldexp(1, -24));
  CHECK(element(half, 6) == 0);
  CHECK(!element(half, 7));
  Constant bfloat = reals(kBfloat16, {257, 259, -1.5, NAN});
  CHECK(element(bfloat, 0) == 256);
  CHECK(element(bfloat, 1) == 260);
  CHECK(element(bfloat, 2) == -1.5);
  CHECK(std::isnan(*element(bfloat, 3)));
}

TEST_CASE("every half is read as what was written") {
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    Constant c{kFloat16, {}, {static_cast<std::byte>(bits & 0xff), static_cast<std::byte>(bits >> 8)}};
    std::vector<std::byte> again;
    append_real(again, *element(c, 0), kFloat16);
    if (again != c.data) FAIL(bits);
  }
}

TEST_CASE("integers keep their bits and have their bounds") {
  Constant c{kInt64, {2}, {}};
  CHECK(append_integer(c.data, INT64_MIN, kInt64));
  CHECK(append_integer(c.data, (int64_t{1} << 53) + 1, kInt64));
  CHECK(integer_element(c, 0) == INT64_MIN);
  CHECK(integer_element(c, 1) == (int64_t{1} << 53) + 1);
  CHECK(!integer_element(c, 2));
  std::vector<std::byte> data;
  CHECK(!append_integer(data, 128, kInt8));
  CHECK(!append_integer(data, -1, kUint8));
  CHECK(append_integer(data, 255, kUint8));
  CHECK(!append_integer(data, 1, DType::integer(33)));  // no number of memory has as many bytes
  CHECK(!append_integer(data, 1, DType::make(DType::Code::integer, 8, 4)));
  CHECK(!append_real(data, 1, DType::make(DType::Code::floating, 32, 4)));
  CHECK(element({kUint8, {}, data}, 0) == 255);
  CHECK(!append_real(data, 1, kInt8));
}
