// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/rewriter.h"

#include "builder.h"

using namespace hammock;

TEST_CASE("the use table lists users in program order, through leaves and symbolic dims") {
  Builder b;
  Prim n = b.context->prims.var(b.context->name("n"));
  Value x = b.param("x", b.tensor(2, 3));
  b.block(true);
  Value c = b.match_cast("c", x, b.tensor({n, b.context->prims.integer(3)}));
  Value e = b.call("e", Op::exp, {c});
  Value t = b.bind("t", b.fn.add_tuple(std::vector<Value>{e, b.fn.add_tuple(std::vector<Value>{x, e})}), true);
  b.fn.body().result = t;
  Places places(b.fn);
  UseTable uses(b.fn, places);
  CHECK(std::vector<Value>(uses.users(x).begin(), uses.users(x).end()) == std::vector<Value>{c, t});
  // `e` mentions c as its operand and through n in its struct info; so does `t`, through n only.
  CHECK(std::vector<Value>(uses.users(c).begin(), uses.users(c).end()) == std::vector<Value>{e, e, t});
  CHECK(uses.users(e).size() == 2);
  CHECK(uses.is_returned(t));
  CHECK_FALSE(uses.only_user(x));
}

TEST_CASE("a chain of replacements ends at its last value, and what was replaced is dropped") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value c = b.call("c", Op::log, {a});
  Value d = b.call("d", Op::sqrt, {c}, true);
  b.fn.body().result = d;
  Rewriter edit(b.fn);
  edit.replace(c, a);
  edit.replace(a, x);
  REQUIRE_FALSE(edit.finish());
  CHECK(b.names() == "d");
  CHECK(b.fn.args(d)[0] == x);
}

TEST_CASE("a value may be replaced by something made of it") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value d = b.call("d", Op::sqrt, {a}, true);
  b.fn.body().result = d;
  Rewriter edit(b.fn);
  Value r = b.make(Op::nn_relu, {a});
  b.fn[r].name = b.context->name("r");
  edit.insert_after(a, r);
  edit.replace(a, r);
  REQUIRE_FALSE(edit.finish());
  CHECK(b.names() == "a r d");
  CHECK(b.fn.args(r)[0] == a);
  CHECK(b.fn.args(d)[0] == r);
}

TEST_CASE("what a redefinition needs is put in front of it, and nothing else moves") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value other = b.call("other", Op::exp, {x}, true);
  Value w = b.call("w", Op::log, {x});
  Value v = b.call("v", Op::sqrt, {w}, true);
  Value last = b.call("last", Op::add, {a, other}, true);
  b.fn.body().result = last;
  Rewriter edit(b.fn);
  edit.redefine(a, b.make(Op::add, {w, v}));
  REQUIRE_FALSE(edit.finish());
  CHECK(b.names() == "w v a other last");
}

TEST_CASE("a value stays behind the match_cast that defines a dim of its struct info") {
  Builder b;
  Prim n = b.context->prims.var(b.context->name("n"));
  Value x = b.param("x", b.tensor_of_rank());
  Value y = b.param("y", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {y});
  Value c = b.match_cast("c", x, b.tensor({n, n}));
  Value e = b.call("e", Op::log, {c});
  b.fn.body().result = b.bind("t", b.fn.add_tuple(std::vector<Value>{a, e}), true);
  Rewriter edit(b.fn);
  // A new binding in front of `a` whose type mentions n, and no operand does.
  Node node;
  node.kind = NodeKind::call_op;
  node.op = Op::exp;
  node.info = b.tensor({n});
  node.name = b.context->name("z");
  Value z = b.fn.add(node, std::span(&y, 1));
  edit.insert_before(a, z);
  REQUIRE_FALSE(edit.finish());
  CHECK(b.names() == "c z a e t");
}

TEST_CASE("edits that have no valid order are undone, and the cycle is named") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value c = b.call("c", Op::log, {a});
  Value d = b.call("d", Op::sqrt, {c}, true);
  b.fn.body().result = d;
  Rewriter edit(b.fn);
  Value r = b.make(Op::nn_relu, {x});
  b.fn[r].name = b.context->name("r");
  edit.insert_before(a, r);
  edit.replace(x, r);
  edit.redefine(a, b.make(Op::negative, {c}));
  auto conflict = edit.finish();
  REQUIRE(conflict.has_value());
  CHECK(conflict->is_cycle);
  CHECK(conflict->cycle.size() == 2);
  CHECK(b.names() == "a c d");
  CHECK(b.fn[a].op == Op::exp);
  CHECK(b.fn.args(a)[0] == x);
  CHECK(b.fn.args(c)[0] == a);
}

TEST_CASE("dead code that the edits did not make stays, unless all is asked for") {
  for (DropDead drop : {DropDead::orphans, DropDead::all}) {
    Builder b;
    Value x = b.param("x", b.tensor(2, 2));
    b.block(false);
    Value dead = b.call("dead", Op::exp, {x});
    Value a = b.call("a", Op::exp, {x});
    Value c = b.call("c", Op::log, {a});
    b.fn.body().result = c;
    Rewriter edit(b.fn);
    edit.replace(a, x);
    REQUIRE_FALSE(edit.finish(drop));
    CHECK(b.names() == (drop == DropDead::all ? "c" : "dead c"));
    CHECK(static_cast<bool>(dead));
  }
}

TEST_CASE("a dataflow binding that is used outside becomes an output, and blocks stay normal") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value o = b.call("o", Op::log, {a}, true);
  b.block(false);
  Value c = b.call("c", Op::sqrt, {o});
  b.block(true);
  Value d = b.call("d", Op::exp, {c}, true);
  b.fn.body().result = d;
  Rewriter edit(b.fn);
  edit.replace(o, a);
  edit.replace(c, a);
  REQUIRE_FALSE(edit.finish());
  CHECK(b.names() == "a d");  // the block between them is gone, so that they are one
  CHECK(static_cast<bool>(b.fn[a].is_output));
}
