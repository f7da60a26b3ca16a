// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/eval.h"

#include "../../src/eval/plan.h"
#include "run.h"

using namespace hammock;
using namespace hammock::test;

TEST_CASE("an if runs one branch") {
  Script s = read(R"(
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")):
    if c:
        a = R.add(x, x)
        y = R.multiply(a, x)
    else:
        y = R.negative(x)
    z = R.add(y, R.const(1.0, "float32"))
    return z
)");
  CHECK(printed(run(s, {{literal("bool=1")}, {literal("2xf32=1 2")}})) == "[3. 9.]");
  CHECK(printed(run(s, {{literal("bool=0")}, {literal("2xf32=1 2")}})) == "[ 0. -1.]");
}

TEST_CASE("functions call each other and themselves") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function
    def power(x: R.Tensor((), "int64"), n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        stop = R.equal(n, R.const(0, "int64"))
        if stop:
            r = R.const(1, "int64")
        else:
            m = R.subtract(n, R.const(1, "int64"))
            p: R.Tensor((), "int64") = Module.power(x, m)
            r = R.multiply(x, p)
        return r

    @R.function
    def main(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        r: R.Tensor((), "int64") = Module.power(R.const(3, "int64"), n)
        return r
)");
  CHECK(printed(run(s, {{literal("i64=5")}})) == "243");
  CHECK(printed(run(s, {{literal("i64=900")}})).find("error") == std::string::npos);
  CHECK(printed(run(s, {{literal("i64=20000")}})).find("error") == std::string::npos);
  EvalOptions options;
  options.max_bytes = INT64_C(16) << 20;
  Result<RuntimeValue> deep = run(s, {{literal("i64=1000000")}}, options);
  REQUIRE(!deep.ok());
  CHECK(deep.error().kind == Error::Kind::memory);
  CHECK(deep.error().text.find("open calls and what they made hold more than 16 MiB") != std::string::npos);
}

TEST_CASE("a call that ends its function takes its place") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function
    def count(n: R.Tensor((), "int64"), x: R.Tensor(("k",), "float32")) -> R.Tensor(("k",), "float32"):
        k = T.int64()
        stop = R.equal(n, R.const(0, "int64"))
        if stop:
            r = x
        else:
            m = R.subtract(n, R.const(1, "int64"))
            q = Module.count(m, x)
            r = q
        return r

    @R.function
    def main(n: R.Tensor((), "int64"), x: R.Tensor((2,), "float32")):
        r = Module.count(n, x)
        return r
)");
  EvalOptions options;
  options.max_bytes = INT64_C(64) << 10;
  CHECK(printed(run(s, {{literal("i64=20000")}, {literal("2xf32=1 2")}}, options)) == "[1. 2.]");
}

// Each function holds the one before; the last one calls its way back.
TEST_CASE("closures in a chain of any length") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function
    def wrap(n: R.Tensor((), "int64"), f: R.Callable((R.Tensor((), "int64"),), R.Tensor((), "int64"))) -> R.Tensor((), "int64"):
        @R.function
        def g(y: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
            z = f(y)
            return z

        stop = R.equal(n, R.const(0, "int64"))
        if stop:
            r = g(n)
        else:
            m = R.subtract(n, R.const(1, "int64"))
            r = Module.wrap(m, g)
        return r

    @R.function
    def main(n: R.Tensor((), "int64")):
        @R.function
        def first(y: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
            z = R.add(y, R.const(7, "int64"))
            return z

        r = Module.wrap(n, first)
        return r
)");
  CHECK(printed(run(s, {{literal("i64=100000")}})) == "7");
}

TEST_CASE("what is declared is checked where inference does not prove it") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function
    def f(x: R.Object) -> R.Tuple(R.Tensor((2,), "float32"), R.Shape([2]), R.Prim("int64")):
        return x

    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
        n = T.int64()
        m = T.int64()
        t = (x, R.shape([m]), R.prim_value(m))
        u = Module.f(t)
        return u
)");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("2xf32=3 4")}})).find("error") == std::string::npos);
  CHECK(printed(run(s, {{literal("3xf32=1 2 3")}, {literal("2xf32=3 4")}})) ==
        "error: the result of 'f': field 0: dim 0 is 3, expected 2");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("3xf32=3 4 5")}})) ==
        "error: the result of 'f': field 1: dim 0 is 3, expected 2");
}

TEST_CASE("a closure keeps what it captured, and its symbols") {
  Script s = read(R"(
@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor((), "float32")) -> R.Tensor(("n",), "float32"):
    n = T.int64()
    scaled = R.multiply(x, y)

    @R.function
    def inner(z: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        k = R.add(z, scaled)
        return k

    a: R.Tensor((n,), "float32") = inner(x)
    b: R.Tensor((n,), "float32") = inner(a)
    return b
)");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("f32=10")}})) == "[21. 42.]");
}

TEST_CASE("tuples, shapes and prim values") {
  Script s = read(R"(
@R.function
def main(x: R.Tensor(("n", "m"), "float32")):
    n = T.int64()
    m = T.int64()
    parts = R.split(x, indices_or_sections=2, axis=1)
    a = parts[0]
    flat = R.reshape(a, R.shape([n * m // 2]))
    pair = (flat, (R.shape([n + 1, m]), R.prim_value(n * m)))
    return pair
)");
  CHECK(printed(run(s, {{literal("2x4xf32=0 1 2 3 4 5 6 7")}})) == "([0. 1. 4. 5.],\n (R.shape([3, 4]),\n  8))");
}

TEST_CASE("arguments are checked by name") {
  Script s = read(R"(
@R.function
def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n",), "float32")) -> R.Tensor(("n", 4), "float32"):
    return x
)");
  auto with = [&](const char* x, const char* y) { return printed(run(s, {{literal(x)}, {literal(y)}})); };
  CHECK(with("1x4xf32=1 2 3 4", "1xf32=1") == "[[1. 2. 3. 4.]]");
  CHECK(with("4xf32=1 2 3 4", "1xf32=1") == "error: argument 'x' of 'main': rank is 1, expected 2");
  CHECK(with("1x4xi32=1 2 3 4", "1xf32=1") == "error: argument 'x' of 'main': dtype is int32, expected float32");
  CHECK(with("1x3xf32=1 2 3", "1xf32=1") == "error: argument 'x' of 'main': dim 1 is 3, expected 4");
  CHECK(with("1x4xf32=1 2 3 4", "2xf32=1 1") == "error: argument 'y' of 'main': dim 0 is 2, expected n = 1");
  CHECK(printed(run(s, {{literal("f32=1")}})) == "error: 'main' takes 2 arguments, 1 are given");
  CHECK(printed(run(s, {{int64_t{3}}, {literal("2xf32=1 1")}})) ==
        "error: argument 'x' of 'main': the value is not a tensor");
}

TEST_CASE("match_cast binds new symbols and refuses what does not fit") {
  Script s = read(R"(
@R.function
def main(x: R.Tensor(dtype="float32")):
    k = T.int64()
    y = R.match_cast(x, R.Tensor((k, 2), "float32"))
    z = R.reshape(y, R.shape([2 * k]))
    return z
)");
  CHECK(printed(run(s, {{literal("3x2xf32=1 2 3 4 5 6")}})) == "[1. 2. 3. 4. 5. 6.]");
  Result<RuntimeValue> wrong = run(s, {{literal("2x3xf32=1 2 3 4 5 6")}});
  CHECK(printed(wrong) == "error: match_cast: dim 1 is 3, expected 2");
  CHECK(wrong.error().kind == Error::Kind::run);
  CHECK(s.source->place(wrong.error().span.begin).line == 5);
}

TEST_CASE("printing goes to the sink, a failed assertion is an error") {
  Script s = read(R"(
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    R.print(x, format="x is {}")
    R.assert_op(c, x, format="too small: {}")
    return x
)");
  std::string text;
  EvalOptions options;
  options.print = [&](std::string_view format, std::span<const RuntimeValue> values) {
    text = std::string(format) + "|" + format_value(values[0]);
  };
  CHECK(run(s, {{literal("2xf32=1 2")}, {literal("bool=1")}}, options).ok());
  CHECK(text == "x is {}|[1. 2.]");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("bool=0")}})) ==
        "error: R.assert_op: assertion failed: too small: a tensor of shape (2,)");
}

TEST_CASE("what cannot be computed is unsupported by name") {
  Script s = read(R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.call_pure_packed("my.func", x, sinfo_args=(R.Tensor((2,), "float32"),))
    return y
)");
  Result<RuntimeValue> value = run(s, {{literal("2xf32=1 2")}});
  REQUIRE(!value.ok());
  CHECK(value.error().kind == Error::Kind::unsupported);
  CHECK(value.error().text.find("my.func") != std::string::npos);
}

TEST_CASE("the number of steps is bounded") {
  Script s = read(
      "@R.function\ndef main(x: R.Tensor((), \"float32\")):\n    a = R.add(x, x)\n    b = R.add(a, x)\n    return b\n");
  EvalOptions options;
  options.max_steps = 1;
  CHECK(printed(run(s, {{literal("f32=1")}}, options)) == "error: more than 1 bindings executed");
}

TEST_CASE("a tensor of 2^62 elements is an error") {
  Result<RuntimeValue> value = call("R.broadcast_to(x0, R.shape([4611686018427387904]))", {"1xf32=1"});
  REQUIRE(!value.ok());
  CHECK(value.error().kind == Error::Kind::memory);
  CHECK(value.error().text.find("no machine has") != std::string::npos);
}

TEST_CASE("a value dies at its last use") {
  Script s = read(R"(
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")):
    a = R.add(x, x)
    b = R.add(a, x)
    if c:
        d = R.add(a, b)
    else:
        d = b
    e = R.add(d, d)
    return e
)");
  const Function& fn = *s.module->relax("main");
  reference::Plan plan(fn);
  auto dead_at = [&](auto&& is_it) {
    std::string text;
    for (size_t i = 0; i < fn.size(); ++i) {
      Value v = fn.value(i);
      if (!plan.is_bound(v) || !is_it(fn[v])) continue;
      plan.for_each_dead(v, [&](Value dead) { text += s.context->text(fn[dead].name); });
    }
    std::sort(text.begin(), text.end());
    return text;
  };
  auto named = [&](std::string_view name) {
    return [&, name](const Node& node) {
      return node.kind == NodeKind::call_op && node.name && s.context->text(node.name) == name;
    };
  };
  CHECK(dead_at(named("a")) == "");
  CHECK(dead_at(named("b")) == "x");
  CHECK(dead_at(named("e")) == "d");
  CHECK(dead_at([](const Node& node) { return node.kind == NodeKind::cond; }) == "abc");
}

TEST_CASE("a chain of 100,000 bindings runs") {
  std::string text =
      "@R.function\ndef main(x: R.Tensor((), \"float32\")):\n    v0 = R.add(x, R.const(1.0, \"float32\"))\n";
  for (int i = 1; i < 100000; ++i)
    text += "    v" + std::to_string(i) + " = R.add(v" + std::to_string(i - 1) + ", R.const(1.0, \"float32\"))\n";
  CHECK(printed(run(read(text + "    return v99999\n"), {{literal("f32=0")}})) == "100000.0");
}
