// SPDX-License-Identifier: Apache-2.0
// Rules from text: the three forms of one rule, and the Python that scripts may use.
#include "hammock/script/rule_script.h"

#include "../rewrite/text.h"

using namespace hammock;

namespace {

const char* kProgram = R"(
@R.function
def main(x: R.Tensor((16, 16), "float32"), y: R.Tensor(("n",), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.add(a, a)
        c = R.nn.softmax(b, axis=-1)
        d = R.add(y, y)
        e = R.nn.softmax(d, axis=0)
        R.output(c, e)
    return (c, e)
)";

const char* kClass = R"(
@R.rewriter
class SoftmaxOfTwice:
    @R.function
    def pattern(x: R.Tensor(dtype="float32")):
        z = R.nn.softmax(R.add(x, x), axis=-1)
        return z
    @R.function
    def replacement(x: R.Tensor(dtype="float32")):
        z = R.nn.softmax(R.multiply(x, R.const(2, "float32")), axis=-1)
        return z
)";

const char* kScript = R"(
x = wildcard()
pattern = is_op("relax.nn.softmax")(is_op("relax.add")(x, x)).has_attr({"axis": -1})

def rewriter(orig, matchings):
    return R.nn.softmax(R.multiply(matchings[x], R.const(2, "float32")), axis=-1)
)";

struct Loaded {
  std::shared_ptr<Source> source;
  Diagnostics diagnostics;
  std::string printed;
  std::unique_ptr<RuleScript> script;

  Loaded(std::string text, std::shared_ptr<Context> context)
      : source(std::make_shared<Source>("rules.py", std::move(text))), diagnostics(source) {
    RuleScriptOptions options;
    options.out = [this](std::string_view s) { printed += s; };
    options.print = [](const Module& m) { return print(m); };
    script = RuleScript::load(source, std::move(context), options, diagnostics);
  }
};

std::string rewritten(const char* rules) {
  Text t(kProgram);
  Loaded loaded(rules, t.module.shared_context());
  REQUIRE_MESSAGE(loaded.script, render(loaded.diagnostics));
  for (const RuleScript::Step& step : loaded.script->steps()) t.rewrite(step.rules);
  CHECK(!loaded.script->has_failed());
  return t.bindings();
}

// What the script prints, or its first message.
std::string run(std::string text) {
  Loaded loaded(std::move(text) + "\npattern = wildcard()\ndef rewriter(o, m): return o\n",
                std::make_shared<Context>());
  if (loaded.script) return loaded.printed;
  return loaded.diagnostics.all().empty() ? "?" : loaded.diagnostics.all()[0].text;
}

}  // namespace

TEST_CASE("one rule in three forms") {
  Text t(kProgram);
  Rule r("SoftmaxOfTwice", t.context);
  Pattern x = r.patterns().any();
  t.rewrite({r.rewrite(ops::nn_softmax(x + x).has_attr("axis", -1), ops::nn_softmax(x * 2).has_attr("axis", -1))});
  std::string in_cpp = t.bindings();
  CHECK(in_cpp.find("R.multiply(a, R.const(2.0, \"float32\"))") != std::string::npos);
  CHECK(in_cpp.find("R.multiply(y, R.const(2.0, \"float32\"))") != std::string::npos);
  CHECK(rewritten(kClass) == in_cpp);
  CHECK(rewritten(kScript) == in_cpp);
}

TEST_CASE("values, containers and operators are Python's") {
  CHECK(run("print(7 // 2, -7 // 2, -7 % 3, 2 ** 10, 7 / 2, 1 < 2 < 3, 1 < 3 < 2, not 1, 1 and 2, 0 or 'x')") ==
        "3 -4 2 1024 3.5 True False False 2 x\n");
  CHECK(run("print([1, 2, 3][::-1], (1, 2, 3)[-2:], 'abc'[1], 'abcdef'[1:5:2], [0] * 3, [1] + [2], 'a' * 2)") ==
        "[3, 2, 1] (2, 3) b bd [0, 0, 0] [1, 2] aa\n");
  CHECK(run("a, (b, *_) = 1, (2, 3)") != "");
  CHECK(run("a = b = [1]\na += [2]\nprint(a, b, a is b)") == "[1, 2] [1, 2] True\n");
  CHECK(run("d = {'a': 1}\nd['b'] = 2\nprint(d, d.get('c', 3), 'a' in d, [k for k in d], {k: v + 1 for k, v in "
            "d.items()}, sorted({3, 1, 2}))") == "{'a': 1, 'b': 2} 3 True ['a', 'b'] {'a': 2, 'b': 3} [1, 2, 3]\n");
  CHECK(run("print([x * y for x in range(4) if x % 2 for y in (1, 10)], sum(i for i in range(5)), max([3, 5, 4], "
            "key=lambda v: -v))") == "[1, 10, 3, 30] 10 3\n");
  CHECK(run("x = 3\nprint(f'{x} {x!r:>4} {x / 2:.2f} {{}} {\"s\"!r} {x:03d}', '%s-%d' % ('a', 2), '{} {n}'.format(1, "
            "n=2))") == "3    3 1.50 {} 's' 003 a-2 1 2\n");
  CHECK(run("print(1 if 0 else 2 if 0 else 3, None is None, 1 is not None, 2 not in [1], True == 1, 1.0 == 1, 'a' < "
            "'b', (1, 2) < (1, 3))") == "3 True True True True True True True\n");
}

TEST_CASE("functions take arguments as Python's do") {
  CHECK(run("def f(a, b=2, *c, d=4, **e): return (a, b, c, d, e)\nprint(f(1), f(1, 3, 5, d=6, g=7), f(*[1, 2], **{'d': "
            "0}))") == "(1, 2, (), 4, {}) (1, 3, (5,), 6, {'g': 7}) (1, 2, (), 0, {})\n");
  CHECK(run("fs = [lambda v, i=i: v + i for i in range(3)]\nprint([f(10) for f in fs])") == "[10, 11, 12]\n");
  CHECK(run("def outer(n):\n    def inner(m): return n + m\n    return inner\nprint(outer(1)(2))") == "3\n");
  CHECK(run("def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(15))") == "610\n");
  CHECK(run("def f(a): return a\nf(1, 2)") == "f() takes 1 positional argument, not 2");
  CHECK(run("def f(width): return width\nf(widht=2)") == "f() has no parameter 'widht'; did you mean 'width'?");
  CHECK(run("for i in range(10):\n    if i == 2: continue\n    if i == 4: break\n    print(i, end=' ')\nelse_ = 1") ==
        "0 1 3 ");
  CHECK(run("i = 0\nwhile True:\n    i += 1\n    for j in [1, 2]:\n        if j == 2: break\n    if i > 3: "
            "break\nprint(i, j)") == "4 2\n");
}

TEST_CASE("what a script takes is bounded, and the message says by what") {
  CHECK(run("while True: pass") == "the script takes more than 20000000 steps; does it loop for ever?");
  CHECK(run("x = 'a' * 1000000\nx + x") == "a string of more than 1048576 bytes");
  CHECK(run("[0] * 10000000") == "a string or list of more than 1048576 items");
  CHECK(run("list(range(10 ** 12))") == "a container of more than 1048576 items");
  CHECK(run("x = 2 ** 119\nx * 4") == "the integer is beyond 2**120");
  CHECK(run("def f(): return f()\nf()") == "calls are nested deeper than 500");
  CHECK(run("def f(x): return sorted([1], key=f)\nf(1)") == "functions that builtins call are nested deeper than 20");
  CHECK(run("x = []\nfor i in range(100000): x = [x]\nprint(len(str(x)) < 2000)") == "True\n");
  CHECK(run("x = []\nfor i in range(100000): x = [x]\ny = []\nfor i in range(100000): y = [y]\nx == y") ==
        "containers are nested deeper than 100");
  CHECK(run("x = []\nfor i in range(1000): x = (x,)\n{x: 1}") == "containers are nested deeper than 100");
}

TEST_CASE("there is no way to the machine") {
  for (const char* name : {"open", "eval", "exec", "__import__", "globals", "compile", "input", "vars", "dir"}) {
    CAPTURE(name);
    CHECK(run(std::string(name) + "('x')").find("is not defined") != std::string::npos);
  }
  CHECK(run("(1).__class__").find("has no attribute") != std::string::npos);
  CHECK(run("import os") == "rule scripts import from tvm only; there is no 'os' here");
}

TEST_CASE("expressions belong to the match in which they were made") {
  Text t(kProgram);
  Loaded loaded(R"(
kept = []
x = wildcard()
def rewriter(orig, m):
    kept.append(orig)
    return kept[0] if len(kept) > 1 else orig
rewrite_call(is_op("relax.add")(x, x), rewriter, main)
)",
                t.module.shared_context());
  REQUIRE(loaded.script);
  CHECK_FALSE(t.rewrite(loaded.script->steps()[0].rules).changed);
  CHECK(loaded.script->has_failed());
  CHECK(loaded.diagnostics.all()[0].text ==
        "this expression belongs to another match; expressions cannot be kept from one call of a rewriter to the next");
}

TEST_CASE("rewriters see shapes, attributes and constants") {
  Text t(R"(
@R.function
def main(x: R.Tensor((4, "n"), "float32")):
    with R.dataflow():
        a = R.add(x, R.const(2.0, "float32"))
        b = R.nn.softmax(a, axis=-1)
        R.output(b)
    return b
)");
  Loaded loaded(R"(
x, c = wildcard(), is_const()
add = is_op("relax.add")(x, c)
def rewriter(orig, m):
    a, n = m[add], m[x].struct_info.shape[1]
    value = m[c].data.numpy()
    print(orig.op.name, orig.attrs.axis, orig.attrs["axis"], [type(v) for v in orig.args], len(m[x].struct_info.shape), n, n * 2 + n, n == n, n == 4, a.struct_info.dtype)
    print(value.shape, value.item(), value == 2, (value > 1).all() if hasattr_free else float(value), isinstance(m[c], relax.Constant), isinstance(a, relax.Call), c in m)
    return orig
hasattr_free = False
rewrite_call(is_op("relax.nn.softmax")(add), rewriter, main)
)",
                t.module.shared_context());
  REQUIRE_MESSAGE(loaded.script, render(loaded.diagnostics));
  t.rewrite(loaded.script->steps()[0].rules);
  CHECK_MESSAGE(!loaded.script->has_failed(), render(loaded.diagnostics));
  CHECK(loaded.printed ==
        "relax.nn.softmax -1 -1 ['an expression'] 2 n n * 3 True False float32\n() 2.0 True 2.0 True True True\n");
}
