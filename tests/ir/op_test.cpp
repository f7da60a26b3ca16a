// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/op.h"

#include <doctest/doctest.h>

using namespace hammock;

TEST_CASE("every signature parses and is found by its name") {
  for (size_t i = 0; i < kOpCount; ++i) {
    const OpInfo& row = info(static_cast<Op>(i));
    CHECK(row.id == static_cast<Op>(i));
    CHECK(find_op(row.name) == row.id);
  }
}

TEST_CASE("print order differs from the order of the parameters where the row says so") {
  const OpInfo& pool = info(Op::nn_max_pool2d);
  CHECK(pool.params[pool.attrs[2]].name == "dilation");
  CHECK(pool.params[3].name == "padding");
  CHECK(pool.attr_index("padding") == 3);
}
