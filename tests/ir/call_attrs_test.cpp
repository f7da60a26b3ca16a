// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/call_attrs.h"

#include <doctest/doctest.h>

using namespace hammock;

// expand_dims(x: T, axis: ints), softplus(.., beta: float, threshold: float), take(.., axis: int?, mode: str)
TEST_CASE("attributes are read by name, and None has a fallback") {
  Context context;
  Attr number = context.attrs.integer(-2), none = context.attrs.none();
  CallAttrs one(context, Op::expand_dims, context.attrs.list(std::array{number}));
  CHECK(one.integers("axis") == std::vector<int64_t>{-2});
  CHECK(!one.is_list("axis"));
  CHECK(one.integer("k", 7) == 7);
  CHECK(!one.find("k"));

  CallAttrs take(context, Op::take, context.attrs.list(std::array{none, context.attrs.string(context.name("clip"))}));
  CHECK(take.is_none("axis"));
  CHECK(take.integer("axis", 3) == 3);
  CHECK(!take.maybe_integer("axis"));
  CHECK(!take.maybe_integers("axis"));
  CHECK(take.integers("axis").empty());
  CHECK(take.string("mode") == "clip");
}

TEST_CASE("numbers may be prims, and integers stand for floats") {
  Context context;
  Attr half = context.attrs.prim(context.prims.real(0.5, kFloat64)), two = context.attrs.integer(2);
  CallAttrs softplus(context, Op::nn_softplus, context.attrs.list(std::array{two, half}));
  CHECK(softplus.real("beta") == 2);
  CHECK(softplus.real("threshold") == 0.5);
  CHECK(softplus.integer("threshold", 4) == 4);
  CHECK(!number_of(context, context.attrs.none()));
}
