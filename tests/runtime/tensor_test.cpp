// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/tensor.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "hammock/base/element.h"

using namespace hammock;

TEST_CASE("a tensor has aligned memory of its own") {
  auto t = Tensor::make(kFloat32, {2, 3});
  REQUIRE(t.ok());
  CHECK(t->elements() == 6);
  CHECK(t->bytes() == 24);
  CHECK(reinterpret_cast<uintptr_t>(t->data.get()) % 64 == 0);
  CHECK(Tensor::make(kFloat32, {}).ok());
  CHECK(Tensor::make(kInt8, {3 << 20})->bytes() == 3 << 20);
}

TEST_CASE("sizes beyond the machine are refused with both sizes") {
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{INT64_C(1) << 62}, {INT64_C(1) << 62, INT64_C(1) << 62}, {INT64_C(1) << 45}}) {
    auto t = Tensor::make(kFloat32, shape);
    REQUIRE(!t.ok());
    CHECK(t.error().kind == Error::Kind::memory);
    const bool fits_some = shape == std::vector{INT64_C(1) << 45};
    CHECK(t.error().text.find(fits_some ? "GiB; this machine has" : "GiB, which no machine has") != std::string::npos);
  }
  CHECK(Tensor::make(kFloat32, {INT64_C(1) << 31, 0})->bytes() == 0);
  CHECK(Tensor::make(kFloat32, {INT64_C(1) << 62, 0}).error().kind == Error::Kind::memory);
  CHECK(Tensor::make(kFloat32, {-1}).error().kind == Error::Kind::run);
  CHECK(!Tensor::make(kVoid, {1}).ok());
}

TEST_CASE("every half survives the way through float") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = half_to_float(static_cast<uint16_t>(bits));
    if (std::isnan(value)) continue;
    CHECK(float_to_half(value) == bits);
  }
}

TEST_CASE("halves round to nearest even") {
  CHECK(half_to_float(0x3c00) == 1.0f);
  CHECK(half_to_float(0x0001) == 0x1p-24f);
  CHECK(float_to_half(2049.0f) == float_to_half(2048.0f));
  CHECK(float_to_half(2051.0f) == float_to_half(2052.0f));
  CHECK(float_to_half(65519.0f) == 0x7bff);
  CHECK(float_to_half(65520.0f) == 0x7c00);
  CHECK(float_to_half(0x1p-25f) == 0);
  CHECK(float_to_half(0x1.8p-25f) == 1);
  CHECK(std::isnan(half_to_float(float_to_half(NAN))));
  CHECK(bfloat_to_float(float_to_bfloat(1.00390625f)) == 1.0f);
  CHECK(bfloat_to_float(float_to_bfloat(1.01171875f)) == 1.015625f);
}

TEST_CASE("the 8-bit floats round, saturate to their own special values and come back") {
  for (DType dtype : {DType::make(DType::Code::e4m3, 8), DType::make(DType::Code::e5m2, 8)}) {
    for (int bits = 0; bits < 256; ++bits) {
      float value = float8_to_float(dtype, static_cast<uint8_t>(bits));
      if (!std::isnan(value)) CHECK(float_to_float8(dtype, value) == bits);
    }
  }
  CHECK(float8_to_float(DType::make(DType::Code::e4m3, 8), 0x7e) == 448.0f);
  CHECK(std::isnan(
      float8_to_float(DType::make(DType::Code::e4m3, 8), float_to_float8(DType::make(DType::Code::e4m3, 8), 1e6f))));
  CHECK(std::isinf(
      float8_to_float(DType::make(DType::Code::e5m2, 8), float_to_float8(DType::make(DType::Code::e5m2, 8), 1e6f))));
}

TEST_CASE("elements of every dtype") {
  auto t = *Tensor::make(DType::unsigned_integer(64), {1});
  t.as<uint64_t>()[0] = ~UINT64_C(0);
  CHECK(element_as_double(t, 0) == 0x1p64);
  auto f = *Tensor::make(kFloat64, {2});
  f.as<double>()[0] = -2.5;
  f.as<double>()[1] = 1e300;
  CHECK(element_as_integer(f, 0) == -2);
  CHECK(element_as_integer(f, 1) == std::numeric_limits<int64_t>::max());
}
