// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/liveness.h"

#include "builder.h"
#include "hammock/rewrite/order.h"

using namespace hammock;

namespace {

// An `if` of two branches, each a call on `x` that is bound to `name`.
Value bind_if(Builder& b, std::string_view name, Value condition, Value x, Op op) {
  Node node;
  node.kind = NodeKind::cond;
  node.info = b.fn.info(x);
  RegionId regions[2] = {b.fn.add_region(), b.fn.add_region()};
  for (RegionId region : regions) {
    Value v = b.make(op, {x});
    b.fn[v].name = b.context->name("r");
    b.fn[region].blocks.push_back({false, {v}});
    b.fn[region].result = v;
  }
  node.set_branches(regions[0], regions[1]);
  return b.bind(name, b.fn.add(node, std::span(&condition, 1)));
}

}  // namespace

TEST_CASE("chains of unused bindings go away, match_casts stay with what they check") {
  Builder b;
  Prim n = b.context->prims.var(b.context->name("n"));
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  b.call("b", Op::log, {a}, true);
  Value k = b.call("k", Op::exp, {x});
  b.match_cast("c", k, b.tensor({n, n}));
  b.fn.body().result = b.call("d", Op::exp, {x}, true);
  CHECK(remove_dead_bindings(b.fn) == 2);
  CHECK(b.names() == "k c d");
}

TEST_CASE("an unused if goes away with what only its branches used") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  Value condition = b.param("c", b.context->infos.tensor({}, kBool));
  b.block(false);
  Value a = b.call("a", Op::exp, {x});
  bind_if(b, "i", condition, a, Op::exp);
  Value k = b.call("k", Op::exp, {x});
  b.fn.body().result = bind_if(b, "j", condition, k, Op::log);
  remove_dead_bindings(b.fn);
  CHECK(b.names() == "k j");
  CHECK(b.fn[b.fn.then_region(b.fn.body().result)].blocks[0].bindings.size() == 1);
}

TEST_CASE("a million bindings in a chain") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value last = x, first = b.call("first", Op::exp, {x});
  Node node = b.fn[first];
  for (int i = 0; i < 1'000'000; ++i)
    b.fn.body().blocks[0].bindings.push_back(last = b.fn.add(node, std::span(&last, 1)));
  b.fn.body().result = first;
  b.fn[first].is_output = true;
  CHECK(remove_dead_bindings(b.fn) == 1'000'000);
  CHECK(b.names() == "first");
}

TEST_CASE("both branches of an if may define the same dim") {
  Builder b;
  Prim n = b.context->prims.var(b.context->name("n"));
  Value x = b.param("x", b.tensor_of_rank());
  Value condition = b.param("c", b.context->infos.tensor({}, kBool));
  b.block(false);
  Value i = bind_if(b, "i", condition, x, Op::exp);
  b.fn.body().result = i;
  std::vector<Value> casts, users;
  for (RegionId region : {b.fn.then_region(i), b.fn.else_region(i)}) {
    b.block(false);  // where the builder binds; taken back below
    casts.push_back(b.match_cast("m", x, b.tensor({n, n})));
    users.push_back(b.call("u", Op::exp, {casts.back()}));
    b.fn[region].blocks[0].bindings = {casts.back(), users.back()};
    b.fn[region].result = users.back();
    b.fn.body().blocks.pop_back();
  }
  Places places(b.fn);
  UseTable uses(b.fn, places);
  // Each user mentions the cast of its own branch twice: as operand and through n.
  for (int k : {0, 1})
    CHECK(std::vector<Value>(uses.users(casts[k]).begin(), uses.users(casts[k]).end()) ==
          std::vector<Value>{users[k], users[k]});
  CHECK_FALSE(order_bindings(b.fn, places, uses));
}
