// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/dtype.h"

#include <doctest/doctest.h>

using namespace hammock;

TEST_CASE("dtypes print as they are read") {
  for (const char* text : {"bool", "int8", "uint8", "int64", "float16", "bfloat16", "float64", "handle", "void",
                           "float32x4", "e4m3_float8", "int4"}) {
    REQUIRE(parse_dtype(text).has_value());
    CHECK(to_string(*parse_dtype(text)) == text);
  }
}

TEST_CASE("other spellings, and what is no dtype") {
  CHECK(parse_dtype("int") == kInt32);
  CHECK(parse_dtype("float") == kFloat32);
  CHECK(parse_dtype("") == kVoid);
  CHECK(parse_dtype("float8_e4m3fn") == parse_dtype("e4m3_float8"));
  for (const char* text :
       {"foo", "float32x", "int0", "int-8", "bfloat32", "float32 ", "int99999999999999999999", "xint8"})
    CHECK_FALSE(parse_dtype(text).has_value());
}

TEST_CASE("a bool takes a byte, void none") {
  CHECK(kBool.bytes() == 1);
  CHECK(kFloat16.bytes() == 2);
  CHECK(kVoid.bytes() == 0);
  CHECK(kFloat32.is_float());
  CHECK_FALSE(kBfloat16.is_float());
}
