// SPDX-License-Identifier: Apache-2.0
// Calls that no text holds.
#include "hammock/read/call_builder.h"

#include <doctest/doctest.h>

#include "hammock/ir/op.h"

using namespace hammock;

TEST_CASE("calls without a text are made as in scripts") {
  auto context = std::make_shared<Context>();
  Function fn(context);
  Prim dims[] = {context->prims.integer(2), context->prims.integer(3)};
  Value x = fn.add_param(context->name("x"), context->infos.tensor(dims, kFloat32));
  CallBuilder calls(context, nullptr);
  calls.attach(fn, {});
  CallValue two{CallValue::Kind::real, 0, 2.0};
  std::pair<Name, CallValue> dtype{context->name("dtype"),
                                   {CallValue::Kind::string, 0, 0, context->name("float32").index}};
  std::optional<CallValue> c = calls.call("R.const", std::span(&two, 1), std::span(&dtype, 1));
  REQUIRE(c.has_value());
  CallValue args[] = {CallValue::of(x), *c};
  std::optional<CallValue> sum = calls.call("relax.op.add", args);
  REQUIRE(sum.has_value());
  const Node& node = fn[Value(sum->id)];
  CHECK(node.op == Op::add);
  CHECK(node.info == fn.info(x));
  CHECK(!node.name);
  std::optional<CallValue> nested = calls.binary(syntax::Operator::mul, *sum, *c);
  REQUIRE(nested.has_value());
  CHECK(fn.args(Value(nested->id))[0] == Value(sum->id));
  CHECK(!calls.call("R.matmull", args).has_value());
  CHECK(calls.error().text == "'R.matmull' is no operator or intrinsic; did you mean 'R.matmul'?");
  CHECK(!calls.call("R.matmul", args).has_value());
}
