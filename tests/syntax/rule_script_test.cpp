// SPDX-License-Identifier: Apache-2.0
// The syntax of rule scripts.
#include <doctest/doctest.h>

#include "hammock/syntax/parse.h"

using namespace hammock;

namespace {

// The first message, or nothing.
std::string first_error(std::string text) {
  auto source = std::make_shared<Source>("rules.py", std::move(text));
  Context context;
  Diagnostics diagnostics(source);
  std::optional<syntax::Ast> ast = syntax::parse_rule_script(*source, context, diagnostics);
  CHECK(ast.has_value() == diagnostics.all().empty());
  return diagnostics.all().empty() ? "" : diagnostics.all()[0].text;
}

}  // namespace

TEST_CASE("rule scripts are a small part of Python") {
  const char* good[] = {
      "from tvm.script import relax as R\nimport tvm, tvm.relax as rx\nfrom tvm.relax.dpl import *\nfrom tvm.x import "
      "(a, b as c,)\n",
      "a, (b, c) = 1, (2, 3)\na = b = c = 4\na += 1\nb //= 2\nc **= 3\nx: int = 3\ny: int\n",
      "def f(a, b: int = 2, *args, c=3, **kw) -> int:\n    \"\"\"doc\"\"\"\n    return a\n",
      "def f(a, /, b, *, c):\n    pass\n",
      "for i, (k, v) in enumerate(x): print(i)\n",
      "while True:\n    if a: break\n    elif b:\n        continue\n    else: pass\n",
      "x = [i for i in range(3) if i if i > 1 for j in x]\ny = {k: v for k, v in x}\nz = {a for a in b}\nw = sum(i for "
      "i in x)\n",
      "x = a[1:2], a[:], a[::2], a[1:], a[:-1], a[1:2, 3], a[...]\n",
      "x = a if b else c\ny = not a in b\nz = a not in b\nw = a is not None\nv = a is None and 1 < b < 2\n",
      "f = lambda: 0\ng = lambda a, b=2: a + b\nh = f(lambda a, b=1: a, key=lambda q: q)\n",
      "x = f'{a} {{b}} {c!r:>10} {d[\"k\"]}' f\"{e:.2f}\" 'plain'\n",
      "assert a, 'text'\nassert b\nraise ValueError('x')\n",
      "with PatternContext() as ctx:\n    pass\n",
      "f(*a, b=1, **c)\n{1, 2}\n{}\n",
      "@R.function\ndef f(x: R.Tensor):\n    try anything\n    return x\n",
      "@R.rewriter\nclass A:\n    @R.function\n    def pattern(x: R.Tensor):\n        return x\n",
  };
  for (const char* text : good) {
    CAPTURE(text);
    CHECK(first_error(text) == "");
  }
}

TEST_CASE("what is not part of rule scripts is refused") {
  CHECK(first_error("try:\n    pass\n") == "'try' is not part of rule scripts");
  CHECK(first_error("global x\n") == "'global' is not part of rule scripts");
  CHECK(first_error("x = [a, b for b in c]\n") == "expected ']', found 'for'");
  CHECK(first_error("x = f'{a'\n") == "'{' is never closed");
  CHECK(first_error("x = f'{a b}'\n") == "expected the end of the line, found 'b'");
  CHECK(first_error("for f(x) in y: pass\n") != "");
  CHECK(first_error(std::string(5u << 20, ' ')) == "the rule script has 5242880 bytes; the bound is 4194304");
}
