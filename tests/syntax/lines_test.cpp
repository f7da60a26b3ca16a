// SPDX-License-Identifier: Apache-2.0
// Lines as Python sees them: indentation, brackets, line ends, strings, comments.
#include <doctest/doctest.h>

#include "../read/read_test.h"

using namespace hammock;
using hammock::test::canonical;
using hammock::test::kHead;
using hammock::test::problems;

namespace {

const std::string kCanonical = R"(# from tvm.script import relax as R

@R.function
def f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
    y: R.Tensor((2,), dtype="float32") = R.add(x, x)
    return y)";

}  // namespace

TEST_CASE("line ends, byte order mark, tabs, comments, joined lines: the same function") {
  CHECK(canonical(kHead + "    y = R.add(x, x)\n    return y\n") == kCanonical);
  CHECK(canonical(kHead + "\ty = R.add(x, x)\n\treturn y") == kCanonical);
  CHECK(canonical("\xef\xbb\xbf@R.function\r\ndef f(x: R.Tensor((2,), \"float32\")):\r\n    y = R.add(x, x)\r\n    "
                  "return y\r\n") == kCanonical);
  CHECK(canonical(kHead + "  # a comment\n    y = R.add(  # another\n  x,\n\n x,)\n        # deeper\n    return y") ==
        kCanonical);
  CHECK(canonical(kHead + "    y = \\\n  R.add(x, x); return y") == kCanonical);
  CHECK(canonical(kHead + "    y = R . add (x, x)\n    return (y)") == kCanonical);
  CHECK(canonical("import tvm\nfrom tvm.script import relax as R\n" + kHead +
                  "    y = relax.op.add(x, x)\n    return y\n#| text\n") == kCanonical);
  CHECK(canonical("@R.function\ndef f(x: R.Tensor((2,), \"flo\" 'at32')): y = R.add(x, x); return y") == kCanonical);
}

TEST_CASE("indentation that fits no suite is reported once") {
  CHECK(problems(kHead + "    y = R.add(x, x)\n  z = R.add(y, y)\n    return y\n") == "4:1 E0103");
  CHECK(problems(kHead + "    y = R.add(x, x)\n      z = R.add(y, y)\n    return y\n") == "4:7 E0103");
  CHECK(problems(kHead + "    y = R.add(x, x)\n\tz = R.add(y, y)\n    return y\n") == "4:1 E0103");
  CHECK(problems(kHead) == "2:1 E0103");
}

TEST_CASE("a forgotten bracket costs its own statement") {
  CHECK(problems(kHead + "    y = R.add(x, x\n    z = R.add(q, x)\n    return y\n") == "3:14 E0105 4:15 E0201");
  CHECK(problems(kHead + "    y = R.add(x, (x\n    return y\n") == "3:18 E0105");
  CHECK(problems(kHead + "    y = R.add(x, x))\n    return y\n") == "3:20 E0105");
  CHECK(problems(kHead + "    y = R.add(x, x]\n    return y\n") == "3:19 E0105");
  CHECK(problems("@R.function\ndef f(x: R.Tensor((2") == "2:19 E0105");
}

TEST_CASE("literals that are malformed, not closed or too large") {
  CHECK(problems(kHead + "    y = R.const(\"abc\n    return x\n") == "3:17 E0104");
  CHECK(problems(kHead + "    y = R.str(\"\"\"abc\n    return x\n") == "3:15 E0104");
  CHECK(problems(kHead + "    y = R.str(\"a\\xq\")\n    return x\n") == "3:17 E0104");
  CHECK(problems(kHead + "    y = R.const(12abc)\n    return x\n") == "3:17 E0104");
  CHECK(problems(kHead + "    y = R.const(99999999999999999999)\n    return x\n") == "3:17 E0902");
  CHECK(problems(kHead + "    y = R.const(300, \"int8\")\n    return x\n") == "3:17 E0902");
  CHECK(problems(kHead + "    y = x $ x\n    return x\n") == "3:11 E0102");
}

TEST_CASE("what is wrong with a line does not depend on lines of its shape before it") {
  const std::string good = "    a = R.const(12)\n    b = R.const(13)\n    q: R.Object = x\n    r: R.Object = x\n";
  CHECK(problems(kHead + good + "    y = R.const(12abc)\n    z = R.const(99999999999999999999)\n    return x\n") ==
        "7:17 E0104 8:17 E0902");
  CHECK(problems(kHead + good + "    a.b: R.Object = x\n    y = R.const(R)\n    return x\n") ==
        problems(kHead + "\n\n\n\n    a.b: R.Object = x\n    y = R.const(R)\n    return x\n"));
  // Of the same shape up to the end of the line, and with more statements behind it.
  CHECK(problems(kHead + good + "    c = R.const(14); d = R.const(15); e = R.const(16x)\n    return x\n") ==
        "7:51 E0104");
}

TEST_CASE("files that are no text, and texts without a definition") {
  CHECK(problems(std::string("a\0b", 3)) == "1:2 E0101");
  CHECK(problems("ab\xff") == "1:3 E0101");
  CHECK(problems("") == "0:0 E0107");
  CHECK(problems("# nothing\n") == "0:0 E0107");
  CHECK(problems("@R.function\n") == "1:2 E0105");
  CHECK(problems("\xe2\x82") == "1:1 E0101");
}

TEST_CASE("nesting is bounded wherever it can occur") {
  auto repeat = [](std::string_view s, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += s;
    return out;
  };
  auto with_value = [&](const std::string& value) { return kHead + "    y = " + value + "\n    return y\n"; };
  CHECK(problems(with_value(repeat("(", 10000) + "x" + repeat(")", 10000))) == "3:209 E0901");
  CHECK(problems(with_value("x" + repeat("[0]", 10000))) == "3:9 E0901");
  CHECK(problems(with_value("x" + repeat(" + x", 20000))) == "");
  CHECK(problems(with_value(repeat("-", 10000) + "x")) == "");
  CHECK(problems("@R.function\ndef f(x: " + repeat("R.Tuple(", 500) + "R.Object" + repeat(")", 500) +
                 "):\n    return x\n") == "2:1609 E0901");
  CHECK(problems("@R.function\ndef f(x: R.Tensor((\"n\",))):\n    n = T.int64()\n    y = R.shape([n" +
                 repeat(" + n", 20000) + "])\n    return y\n") == "4:18 E0901");
  CHECK(problems(kHead + "    t = (x, x)\n" + repeat("    t = (t, t)\n", 100) + "    return t\n") == "21:9 E0902");
  CHECK(problems(kHead + "    t = (x,)\n" + repeat("    t = (t,)\n", 300) + "    return t\n") == "203:9 E0901");
  std::string branches =
      "@R.function\ndef f(x: R.Tensor((2,)), c: R.Tensor((), \"bool\")):\n    if c:\n        y = x\n" +
      repeat("    elif c:\n        y = x\n", 500);
  CHECK(problems(branches + "    else:\n        y = x\n    return y\n") == "403:5 E0901");
  std::string suites = "@R.function\ndef f(x: R.Tensor((2,)), c: R.Tensor((), \"bool\")):\n";
  for (int i = 1; i < 1000; ++i) suites += std::string(static_cast<size_t>(i) * 2, ' ') + "if c:\n";
  CHECK(problems(suites + std::string(2000, ' ') + "y = x\n  return x\n") == "203:1 E0901");
}

TEST_CASE("an assignment to a tuple beside broken definitions") {
  CHECK(problems(" @R.d\ndef\nm,=T.int64()\n@R.d\ndef\nm,=T.int64()").find("E0103") != std::string::npos);
}
