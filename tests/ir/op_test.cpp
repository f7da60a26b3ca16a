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

TEST_CASE("a default may name an earlier parameter") {
  const OpInfo& conv = info(Op::nn_conv2d);
  const Param& out_layout = conv.params[conv.attrs[conv.attr_index("out_layout")]];
  CHECK(conv.params[out_layout.default_param].name == "data_layout");
  CHECK(info(Op::eye).params[1].default_param == 0);
  CHECK(info(Op::sum).params[1].default_param == -1);
}

TEST_CASE("the table has the operators of TVM 0.19, and those that came later") {
  CHECK(op_names().size() == kOpCount);
  CHECK(info(Op::image_resize2d).params[1].list_size == 2);
  CHECK(info(Op::nn_max_pool3d).params[3].list_size == 6);
  CHECK(has_trait(Op::print, Impure));
  CHECK(has_trait(Op::memory_alloc_storage, Allocates));
  for (size_t i = 0; i < kOpCount; ++i)
    CHECK(has_trait(static_cast<Op>(i), Pure) != has_trait(static_cast<Op>(i), Impure));
}

TEST_CASE("every trait has a name of its own, and the rows say which values suit an operand") {
  for (const TraitInfo& a : traits()) {
    for (const TraitInfo& b : traits()) CHECK((a.trait == b.trait) == (a.name == b.name));
  }
  const OpInfo& slice = info(Op::dynamic_strided_slice);
  CHECK(slice.params[0].domain == Domain::any);
  CHECK(slice.params[2].domain == Domain::index);
  CHECK(slice.params[3].domain == Domain::positive);
  const Param& indices = info(Op::grad_take_backward).params[2];
  CHECK(indices.indexed == 1);
  CHECK(indices.index_bound == "axis");
  CHECK(!indices.may_be_number);
  CHECK(info(Op::take).params[1].may_be_number);
  CHECK(info(Op::one_hot).params[0].indexed == -1);
  CHECK(info(Op::one_hot).params[0].index_bound == "depth");
  const Param& indexing = *info(Op::meshgrid).param("indexing");
  CHECK(indexing.words == std::vector<std::string_view>{"ij", "xy"});
  CHECK(indexing.has_only_words);
  CHECK(info(Op::image_resize2d).param("rounding_method")->words.front().empty());
  CHECK(has_trait(Op::maximum, Exact));
  CHECK(!has_trait(Op::add, Exact));
}
