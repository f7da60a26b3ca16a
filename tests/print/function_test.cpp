// SPDX-License-Identifier: Apache-2.0
// Functions that are built by hand, so that the printer is tested without the reader.
#include <doctest/doctest.h>

#include "hammock/print/print.h"

using namespace hammock;

namespace {

// A lone function `main` of one block of bindings.
struct Script {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Module module{context};

  Script() {
    module.is_lone_function = true;
    module.functions.push_back({context->name("main"), {}, Function(context), {}});
    fn().self().body = (fn().add_lambda(), fn().add_region());
  }
  Function& fn() { return *module.functions[0].relax(); }
  Value param(std::string_view name, StructInfo info) {
    fn().self().params.push_back(fn().add_param(context->name(name), info));
    return fn().self().params.back();
  }
  StructInfo tensor(std::initializer_list<Prim> dims) {
    return context->infos.tensor(std::vector<Prim>(dims), kFloat32);
  }
  Prim integer(int64_t value) { return context->prims.integer(value); }
  Value bind(std::string_view name, Value v, bool is_dataflow = false, bool is_output = false) {
    Region& body = fn().body();
    if (body.blocks.empty() || body.blocks.back().is_dataflow != is_dataflow) body.blocks.push_back({is_dataflow, {}});
    body.blocks.back().bindings.push_back(v);
    fn()[v].name = context->name(name);
    fn()[v].is_output = is_output;
    return v;
  }
  Value add(std::string_view name, Value x, Value y) {
    return bind(name, fn().add_call(Op::add, std::array{x, y}, {}, fn().info(x)));
  }
  std::string result(Value v) {
    fn().body().result = v;
    fn().self().ret = fn().info(v);
    return print(module);
  }
};

}  // namespace

TEST_CASE("symbols are strings in the signature and declared at the head, those of the result first") {
  Script s;
  Prim n = s.context->prims.var(s.context->name("n")), m = s.context->prims.var(s.context->name("m"));
  Prim twice = s.context->prims.mul(n, s.integer(2));
  Value x = s.param("x", s.tensor({m, twice}));
  Value y = s.param("y", s.tensor({n, m}));
  s.add("z", x, x);
  CHECK(s.result(y) == R"(# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor(("m", "n * 2"), dtype="float32"), y: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
    n = T.int64()
    m = T.int64()
    z: R.Tensor((m, n * 2), dtype="float32") = R.add(x, x)
    return y)");
}

TEST_CASE("equal hints get the first free suffix, reserved names and keywords give way") {
  Script s;
  Value x = s.param("R", s.tensor({}));
  Value a = s.add("a", x, x);
  Value b = s.add("a", a, a);
  Value c = s.add("a_1", b, b);
  Value d = s.add("lambda", c, c);
  CHECK(s.result(s.add("a", d, d)) == R"(# from tvm.script import relax as R

@R.function
def main(R_1: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
    a: R.Tensor((), dtype="float32") = R.add(R_1, R_1)
    a_1: R.Tensor((), dtype="float32") = R.add(a, a)
    a_1_1: R.Tensor((), dtype="float32") = R.add(a_1, a_1)
    lambda_: R.Tensor((), dtype="float32") = R.add(a_1_1, a_1_1)
    a_2: R.Tensor((), dtype="float32") = R.add(lambda_, lambda_)
    return a_2)");
}

TEST_CASE("a dataflow block lists its outputs; a void output is declared before it") {
  Script s;
  Value x = s.param("x", s.tensor({}));
  Value y = s.bind("y", s.fn().add_call(Op::exp, std::array{x}, {}, s.fn().info(x)), true, true);
  s.bind("nothing", s.fn().add_tuple({}), true, true);
  Value pair = s.bind("pair", s.fn().add_tuple(std::array{x, y}), true);
  s.bind("first", s.fn().add_get_item(pair, 0), true);
  CHECK(s.result(y) == R"(# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
    nothing: R.Tuple
    with R.dataflow():
        y: R.Tensor((), dtype="float32") = R.exp(x)
        R.tuple()
        pair: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")) = x, y
        first: R.Tensor((), dtype="float32") = pair[0]
        R.output(y, nothing)
    return y)");
}

TEST_CASE("both branches of an if end in the name of its result, and release their names") {
  Script s;
  Value c = s.param("c", s.context->infos.tensor({}, kBool)), x = s.param("x", s.tensor({}));
  Node node;
  node.kind = NodeKind::cond;
  node.info = s.fn().info(x);
  RegionId branches[2];
  for (RegionId& region : branches) {
    region = s.fn().add_region();
    Value w = s.fn().add_call(Op::exp, std::array{x}, {}, s.fn().info(x));
    s.fn()[w].name = s.context->name("y");
    s.fn()[region] = {{{false, {w}}}, w};
  }
  node.set_branches(branches[0], branches[1]);
  Value y = s.bind("y", s.fn().add(node, std::array{c}));
  CHECK(s.result(s.add("y_1", y, y)) == R"(# from tvm.script import relax as R

@R.function
def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
    if c:
        y_1: R.Tensor((), dtype="float32") = R.exp(x)
        y: R.Tensor((), dtype="float32") = y_1
    else:
        y_1: R.Tensor((), dtype="float32") = R.exp(x)
        y: R.Tensor((), dtype="float32") = y_1
    y_1: R.Tensor((), dtype="float32") = R.add(y, y)
    return y_1)");
}

TEST_CASE("constants without a text form become metadata, one entry per constant") {
  Script s;
  Value x = s.param("x", s.tensor({s.integer(1)}));
  ConstantId id = s.context->constant({kFloat32, {1}, std::vector<std::byte>(4)});
  Value a = s.add("a", x, s.fn().add_constant(id));
  std::string text = s.result(s.add("b", a, s.fn().add_constant(id)));
  CHECK(text.starts_with("metadata = tvm.ir.load_json("));
  CHECK(text.ends_with(R"(# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
    a: R.Tensor((1,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
    b: R.Tensor((1,), dtype="float32") = R.add(a, metadata["relax.expr.Constant"][0])
    return b)"));
}

TEST_CASE("show_meta writes the bytes of constants as the saved object graph") {
  Script s;
  Value x = s.param("x", s.tensor({s.integer(1)}));
  ConstantId id = s.context->constant({kFloat32, {1}, std::vector<std::byte>(4)});
  s.fn().body().result = s.add("a", x, s.fn().add_constant(id));
  s.fn().self().ret = s.fn().info(x);
  std::string text = print(s.module, {.constants = Constants::metadata});
  CHECK(text.starts_with(R"(metadata = tvm.ir.load_json("""{
  \"root\": 1, 
  \"nodes\": [
    {
      \"type_key\": \"\"
    }, 
    {
      \"type_key\": \"Map\", 
      \"keys\": [
        \"relax.expr.Constant\"
      ], 
      \"data\": [2]
    }, 
    {
      \"type_key\": \"Array\", 
      \"data\": [3]
    }, 
    {
      \"type_key\": \"relax.expr.Constant\", 
      \"attrs\": {
        \"_checked_type_\": \"10\", 
        \"data\": \"0\", 
        \"span\": \"0\", 
        \"struct_info_\": \"4\"
      }
    }, 
)"));
  CHECK(text.find(R"(\"b64ndarrays\": [
    \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQABAAAAAAAAAAQAAAAAAAAAAAAAAA==\"
  ], 
  \"attrs\": {\"tvm_version\": \"0.19.0\"}
}""")
# from tvm.script import relax as R
)") != std::string::npos);
  CHECK(text.find("Metadata omitted") == std::string::npos);
}

TEST_CASE("fragments print with the hints") {
  Script s;
  Prim n = s.context->prims.var(s.context->name("n"));
  Value x = s.param("x", s.tensor({n}));
  Value y = s.add("y", x, x);
  CHECK(print_binding(s.module, s.fn(), y) == R"(y: R.Tensor((n,), dtype="float32") = R.add(x, x))");
  CHECK(print(*s.context, s.fn().info(x)) == R"(R.Tensor((n,), dtype="float32"))");
}
