// SPDX-License-Identifier: Apache-2.0
// Files of Python: the definitions in them are found, the rest is skipped.
#include <doctest/doctest.h>

#include "hammock/print/splice.h"
#include "read_test.h"

using namespace hammock;

namespace {

constexpr std::string_view kFunction = "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return x\n";
constexpr std::string_view kCanonical =
    "@R.function\ndef main(x: R.Tensor((2,), dtype=\"float32\")) -> R.Tensor((2,), dtype=\"float32\"):\n    return x\n";

std::string indented(std::string_view text, std::string_view by) {
  std::string out;
  while (!text.empty()) {
    size_t end = text.find('\n') + 1;
    out += std::string(by) + std::string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// The text edited in place, or its diagnostics.
std::string in_place(std::string text) {
  auto source = std::make_shared<Source>("test.py", std::move(text));
  Diagnostics diagnostics(source);
  std::optional<Definitions> definitions = read_definitions(source, std::make_shared<Context>(), diagnostics);
  if (!definitions) return render(diagnostics);
  return with_edits(source->text(),
                    splice(*source, definitions->modules, definitions->prefixes, definitions->has_python).edits);
}

// Whether the function is found between the texts, and nothing else changes when the file is edited in place.
bool is_found(const std::string& before, const std::string& after, std::string_view indentation = "") {
  std::string text = before + indented(kFunction, indentation) + after;
  return in_place(text) == before + indented(kCanonical, indentation) + after;
}

}  // namespace

TEST_CASE("suites of Python open and close however they are indented") {
  constexpr std::string_view kLines[] = {"def f(a):\n", "def f(a): pass\n", "x = 1\n"};
  constexpr int kIndents = 3, kKinds = kIndents * 3, kLength = 5;
  int programs = 1;
  for (int i = 0; i < kLength; ++i) programs *= kKinds;
  for (int p = 0; p < programs; ++p) {
    std::string text;
    for (int i = 0, rest = p; i < kLength; ++i, rest /= kKinds)
      text +=
          std::string(static_cast<size_t>(rest % kIndents) * 4, ' ') + std::string(kLines[rest % kKinds / kIndents]);
    auto source = std::make_shared<Source>("test.py", text + std::string(kFunction));
    Diagnostics diagnostics(source);
    std::optional<Definitions> found = read_definitions(source, std::make_shared<Context>(), diagnostics);
    REQUIRE_MESSAGE((found && found->modules.size() == 1), text);
  }
}

TEST_CASE("Python before and behind a function is skipped and stays in place") {
  for (const char* python : {
           "import tvm\nfrom tvm.script import relax as R\n",
           "\"\"\"Text.\n\n@R.function\ndef no(): pass\n\"\"\"\n",
           "x = [\n  1,\n# a comment (\n  2,\n]\n",
           "x = 1 + \\\n    2\n",
           "x = f\"{y}\" f'{y!r:>{w}}' rf\"\\d{{3}}{y}\" f\"{d[\"a\"]}\" f\"{x:'>3}\" f'''{\n y }'''\n",
           "x = f\"{f\"{'{'}\"}\"  # \" '\n",
           "b = b'\\'' + Rb\"\\\" '\"\n",
           "if (n := 3) > 2: print(n); m = n\n",
           "async def f(x: int = 3, /, *a, k: \"R.Tensor\", **kw) -> None:\n    async with g() as h:\n        await "
           "h\n",
           "match x:\n    case {\"a\": [1, *r], **kw} if r:\n        pass\n    case _:\n        ...\n",
           "@decorator(1, x=\"@R.function\")\ndef g():\n\treturn 1\n",
           "class A(B, metaclass=C):\n    x: int = 1\n    @property\n    def main(self): return self.x\n",
           "class A:\n    x = 1\n",
           "@dataclass\nclass A:\n    x: int\n",
           "x @= y; x **= 2; x //= 3; x >>= 1; x <<= 1; x ^= x; z = x[1:2, ...] @ y\n",
           "raise E(\n    \"a\"\n    f\"b\"\n    if c\n    else \"d\"\n) from None\n",
           "été = 'naïve'; 变量 = 1\n",
           "try:\n  pass\nexcept* E as e:\n  raise\nfinally:\n  pass\n",
           "def f[T: (int, str)](x: T) -> T: return x\ntype A[T] = list[T]\n",
           "x = 1_000.5e-3 + 0xFF + 1j\n\f\ny = not x is None\n",
           "if __name__ == \"__main__\":\n    main()\n",
           "x = ?$\n",
           "if x:\n        y = 1\n    z = 2\n",
       }) {
    CAPTURE(python);
    CHECK(is_found(python, ""));
    CHECK(is_found("import a\n", python));
  }
}

TEST_CASE("functions and modules are found at any indentation") {
  CHECK(is_found("def test():\n    x = 1\n", "    assert x\n", "    "));
  CHECK(is_found("class Test(Base):\n\n\tdef f(self): pass\n", "", "\t"));
  CHECK(is_found("if a:\n  if b:\n    pass\n  else:\n", "x = 1\n", "      "));
  CHECK(in_place("def f():\n    @tvm.script.ir_module\n    class Before:\n        @R.function\n        def g(x: "
                 "R.Object): return x\n    return Before\n") ==
        "def f():\n    @I.ir_module\n    class Before:\n        @R.function\n        def g(x: R.Object) -> R.Object:\n "
        "           return x\n    return Before\n");
}

TEST_CASE("a byte order mark, line ends and a missing line end at the end stay") {
  std::string function(kFunction), canonical(kCanonical);
  CHECK(in_place("\xef\xbb\xbfimport a\n" + function) == "\xef\xbb\xbfimport a\n" + canonical);
  CHECK(in_place(replaced("import a\n" + function, "\n", "\r\n")) == replaced("import a\n" + canonical, "\n", "\r\n"));
  CHECK(in_place(replaced("import a\n" + function, "\n", "\r")) == replaced("import a\n" + canonical, "\n", "\r"));
  CHECK(in_place("import a\n" + function.substr(0, function.size() - 1)) ==
        "import a\n" + canonical.substr(0, canonical.size() - 1));
  CHECK(in_place("import a\n\f" + function) == "import a\n\f" + canonical);
}

TEST_CASE("several definitions") {
  std::string two = "import a\n" + std::string(kFunction) + "\n" + replaced(std::string(kFunction), "main", "other");
  CHECK(in_place(two) ==
        "import a\n" + std::string(kCanonical) + "\n" + replaced(std::string(kCanonical), "main", "other"));
  CHECK(test::problems(two).ends_with("E0106"));  // where one is wanted
}

TEST_CASE("a script without Python becomes the canonical text as a whole") {
  CHECK(in_place(std::string(kFunction)) == "# from tvm.script import relax as R\n\n" + std::string(kCanonical));
  CHECK(in_place("# test: fmt\n" + std::string(kFunction)) == "# test: fmt\n" + std::string(kCanonical));
}

TEST_CASE("classes and functions keep their names in place") {
  CHECK(in_place("import a\n@I.ir_module\nclass Mine:\n    @R.function(private=True)\n    def f(x: R.Object) -> "
                 "R.Object:\n        return Mine.f(x)\n") ==
        "import a\n@I.ir_module\nclass Mine:\n    @R.function(private=True)\n    def f(x: R.Object) -> R.Object:\n     "
        "   cls = Mine\n        gv: R.Object = cls.f(x)\n        return gv\n");
  CHECK(in_place("import a\n@R.function(private=True)\ndef f(x: R.Object):\n    return x\n") ==
        "import a\n@R.function(private=True)\ndef f(x: R.Object) -> R.Object:\n    return x\n");
}

TEST_CASE("definitions that share a metadata section get one each") {
  auto has_metadata = [](const std::string& text) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find("metadata = tvm", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  std::string one =
      "    y = R.const([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], \"int8\")\n    return x\n";  // too
                                                                                                                 // long
                                                                                                                 // for
                                                                                                                 // the
                                                                                                                 // text
  std::string text = in_place("import a\n" + replaced(std::string(kFunction), "    return x\n", one));
  CHECK(text.starts_with("import a\nmetadata = tvm.ir.load_json("));
  CHECK(has_metadata(text) == 1);
  CHECK(in_place(text) == text);
  size_t function = text.find("@R.function");
  std::string two = in_place(text + "\n\n" + replaced(text.substr(function), "main", "other"));
  CHECK(two.starts_with(text + "\n\nmetadata = tvm.ir.load_json("));
  CHECK(has_metadata(two) == 2);
  CHECK(in_place(two) == two);
}

TEST_CASE("mistakes in definitions are reported, those of Python are not") {
  CHECK(test::problems("x = (\n@R.function\ndef main(x: R.Object):\n    return y\n") == "4:12 E0201");
  CHECK(test::problems("@R.functon\ndef main(x: R.Object):\n    return x\n") == "1:2 E0106");
  CHECK(test::problems("def main(x: R.Object):\n    return x\n") == "1:5 E0106");
  CHECK(test::problems("@R.function\nx = 1\n") == "1:2 E0105");
  CHECK(test::problems("x = 1\n") == "0:0 E0107");
}
