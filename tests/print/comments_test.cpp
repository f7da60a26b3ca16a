// SPDX-License-Identifier: Apache-2.0
// Comments keep their places, and printing them again changes nothing.
#include <doctest/doctest.h>

#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/equal.h"

using namespace hammock;

namespace {

std::string formatted(std::string text, bool comments = true) {
  auto source = std::make_shared<Source>("test.py", std::move(text));
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  if (!module) return render(diagnostics);
  PrintOptions options;
  options.comments = comments;
  return print(*module, options) + "\n";
}

const std::string kHead = "# from tvm.script import relax as R\n\n";
const std::string kOne =
    "@R.function\n"
    "def main(x: R.Tensor((2,), dtype=\"float32\")) -> R.Tensor((2,), dtype=\"float32\"):\n"
    "    y: R.Tensor((2,), dtype=\"float32\") = R.add(x, x)\n"
    "    return y\n";

std::string with(std::string text, std::string_view behind, std::string_view insert) {
  size_t at = text.find(behind);
  REQUIRE(at != std::string::npos);
  return text.insert(at + behind.size(), insert);
}

}  // namespace

TEST_CASE("a comment at any line of a canonical text stays there") {
  const std::string text = kHead +
                           "@R.function\n"
                           "def main(x: R.Tensor((\"n\",), dtype=\"float32\"), c: R.Prim(\"bool\")) -> "
                           "R.Tensor((\"n\",), dtype=\"float32\"):\n"
                           "    n = T.int64()\n"
                           "    R.func_attr({\"a\": 1})\n"
                           "    with R.dataflow():\n"
                           "        lv: R.Tensor((n,), dtype=\"float32\") = R.add(x, x)\n"
                           "        y: R.Tensor((n,), dtype=\"float32\") = R.add(lv, x)\n"
                           "        R.output(y)\n"
                           "    if c:\n"
                           "        z_then: R.Tensor((n,), dtype=\"float32\") = R.add(y, y)\n"
                           "        z: R.Tensor((n,), dtype=\"float32\") = z_then\n"
                           "    else:\n"
                           "        z: R.Tensor((n,), dtype=\"float32\") = y\n"
                           "    # from tvm.script import tir as T\n"
                           "    # from tvm.script import relax as R\n"
                           "    \n"
                           "    @R.function\n"
                           "    def inner(a: R.Tensor((2,), dtype=\"float32\")) -> R.Tensor((2,), dtype=\"float32\"):\n"
                           "        return a\n"
                           "\n"
                           "    w: R.Tensor((n,), dtype=\"float32\") = R.negative(z)\n"
                           "    return w\n";
  const std::string whole = "# from tvm.script import tir as T\n" + text;
  REQUIRE(formatted(whole) == whole);
  size_t commented = 0;
  for (size_t at = whole.find("@R.function"); at < whole.size();) {
    size_t end = whole.find('\n', at);
    std::string line = whole.substr(at, end - at);
    bool is_code = line.find_first_not_of(' ') != std::string::npos && line.find('#') == std::string::npos;
    if (is_code) {
      std::string behind = whole.substr(0, end) + "  # behind" + whole.substr(end);
      CHECK(formatted(behind) == behind);
      std::string indentation = line.substr(0, line.find_first_not_of(' '));
      std::string before = whole.substr(0, at) + indentation + "# before\n" + whole.substr(at);
      if (line.find("inner") == std::string::npos && line.find("    @R") == std::string::npos)
        CHECK(formatted(before) == before);
      CHECK(formatted(formatted(before)) == formatted(before));
      CHECK(formatted(before, false) == whole);
      CHECK(formatted(behind, false) == whole);
      ++commented;
    }
    at = end + 1;
  }
  CHECK(commented == 18);
}

TEST_CASE("comments of parameters give each a line") {
  std::string text = kHead +
                     "@R.function\n"
                     "def main(  # open\n"
                     "    # first\n"
                     "    x: R.Tensor((2,), dtype=\"float32\"),  # x\n"
                     "    y: R.Object,\n"
                     "    # close\n"
                     ") -> R.Tensor((2,), dtype=\"float32\"):  # def\n"
                     "    return x\n";
  CHECK(formatted(text) == text);
}

TEST_CASE("within a statement") {
  std::string one = with(kHead + kOne, "= R.add(", "  # only one\n        ");
  CHECK(formatted(one) == with(kHead + kOne, "R.add(x, x)", "  # only one"));
  std::string several =
      with(with(with(kHead + kOne, "= R.add(", " # first\n  # own\n"), "x, x", " # second\n"), ")\n    return", "");
  several = with(several, "second\n)", " # last");
  CHECK(formatted(several) ==
        with(with(kHead + kOne, "R.add(x, x)", "  # last"), "):\n", "    # first\n    # own\n    # second\n"));
  CHECK(formatted(with(kHead + kOne, "R.add(x, x)", "; z = x  # z")) ==
        with(kHead + kOne, "R.add(x, x)\n", "    z: R.Tensor((2,), dtype=\"float32\") = x  # z\n"));
}

TEST_CASE("what prints nothing leaves its comments to what follows") {
  CHECK(formatted(with(kHead + kOne, "):\n", "    pass  # nothing\n")) ==
        with(kHead + kOne, "):\n", "    # nothing\n"));
  CHECK(formatted(with(kHead + kOne, "return y\n", "    pass  # end\n")) ==
        with(kHead + kOne, "return y\n", "    # end\n"));
  CHECK(formatted(with(
            kHead + kOne, "):\n",
            "    # block\n    with R.dataflow():  # with\n        # in\n        R.output()  # out\n        # end\n")) ==
        with(kHead + kOne, "):\n", "    # block\n    # with\n    # in\n    # out\n    # end\n"));
}

TEST_CASE("the file's own comments") {
  CHECK(formatted("#!/usr/bin/hammock\n\n\n# Licence.\n# More.\n\n# About.\n" + kOne + "# End.\n\n\n# Really.\n") ==
        "#!/usr/bin/hammock\n\n# Licence.\n# More.\n\n" + kHead + "# About.\n" + kOne + "\n# End.\n\n# Really.\n");
  CHECK(formatted("# test: fmt\n# Of the test.\n\n# Kept.\n" + kOne + "\n#| output\n") == kHead + "# Kept.\n" + kOne);
  std::string twice = formatted("# Licence.\n\n# About.\n" + kOne + "# End.\n");
  CHECK(formatted(twice) == twice);
}

TEST_CASE("comments of any form") {
  for (const char* comment : {"#", "#no blank", "# naïve 变量", "# \"quotes' (brackets", "#\ttab", "# \\"}) {
    CAPTURE(comment);
    std::string text = with(kHead + kOne, "R.add(x, x)", "  " + std::string(comment));
    CHECK(formatted(text) == text);
    text = with(kHead + kOne, "):\n", "    " + std::string(comment) + "\n");
    CHECK(formatted(text) == text);
  }
  CHECK(formatted(with(kHead + kOne, "R.add(x, x)", " # blanks   \t\r")) ==
        with(kHead + kOne, "R.add(x, x)", "  # blanks"));
  CHECK(formatted(with(kHead + kOne, "):\n", "# left\n            # right\n")) ==
        with(kHead + kOne, "):\n", "    # left\n    # right\n"));
}

TEST_CASE("modules that differ") {
  auto context = std::make_shared<Context>();
  auto read = [&](const std::string& text) {
    Diagnostics diagnostics;
    return *read_module(std::make_shared<Source>("test.py", text), context, diagnostics);
  };
  Module a = read(kOne);
  CHECK(difference(a, read(with(kOne, "", "# comment\n"))) == "");
  std::string renamed = kOne;
  for (size_t at; (at = renamed.find("y")) != std::string::npos && renamed[at - 1] == ' ';)
    renamed.replace(at, 1, "other");
  CHECK(difference(a, read(renamed)) == "");
  CHECK(difference(a, read(with(kOne, "R.add(x, x)", "; z = x"))) == "in 'main': the number of bindings");
  std::string other = kOne;
  other.replace(other.find("R.add"), 5, "R.multiply");
  CHECK(difference(a, read(other)) == "in 'main': the operation of 'y'");
}
