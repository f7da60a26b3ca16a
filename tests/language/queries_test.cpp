// SPDX-License-Identifier: Apache-2.0
// What is answered at places of one script, which has a mistake.
#include "hammock/language/queries.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace hammock;
using namespace hammock::language;

namespace {

const std::string kScript =
    "@I.ir_module\n"
    "class Net:\n"
    "    @T.prim_func(private=True)\n"
    "    def twice(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\")):\n"
    "        for i in range(4):\n"
    "            with T.block(\"b\"):\n"
    "                vi = T.axis.spatial(4, i)\n"
    "                B[vi] = A[vi] + A[vi]\n"
    "\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((\"n\", 4), \"float32\"), w: R.Tensor((4, 8), \"float32\")) -> R.Tensor((\"n\", 8), "
    "\"float32\"):\n"
    "        n = T.int64()\n"
    "        cls = Net\n"
    "        y = R.matmul(x, w)\n"
    "        z: R.Tensor((n, 8), \"float32\") = R.nn.relu(y)\n"
    "        y = R.addd(z, y)\n"
    "        v = R.call_tir(cls.twice, (R.zeros(R.shape([4]), \"float32\"),), out_sinfo=R.Tensor((4,), \"float32\"))\n"
    "        return y\n";

struct Script {
  std::shared_ptr<const Analysis> analysis = analyse("test.py", kScript);
  // Where the `number`th (from 0) such word begins.
  uint32_t at(std::string_view word, int number = 0) const {
    size_t found = kScript.find(word);
    while (number-- > 0) found = kScript.find(word, found + 1);
    REQUIRE(found != std::string::npos);
    return static_cast<uint32_t>(found);
  }
  std::string hover(uint32_t offset) const {
    const std::optional<Hover> h = language::hover(*analysis, offset);
    return h ? h->markdown : "";
  }
  uint32_t line(std::optional<Span> span) const { return span ? analysis->source->place(span->begin).line : 0; }
};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool offers(const Completions& c, std::string_view label) {
  return std::ranges::any_of(c.items, [&](const Completion& i) { return i.label == label; });
}

// At `|`, in a text that the analysis does not know yet.
Completions complete_at(const Script& s, std::string with_mark) {
  const uint32_t offset = static_cast<uint32_t>(with_mark.find('|'));
  with_mark.erase(offset, 1);
  return complete(*s.analysis, s.at("        return y"), with_mark, offset);
}

}  // namespace

TEST_CASE("hover says what a name is") {
  const Script s;
  CHECK(has(s.hover(s.at("x, w)")), "(parameter) x: R.Tensor((n, 4), \"float32\")"));
  CHECK(has(s.hover(s.at("y = R.matmul")), "(variable) y: R.Tensor((n, 8), \"float32\")"));
  CHECK(has(s.hover(s.at("relu(y)") + 5), "y = R.matmul(x, w)"));
  CHECK(has(s.hover(s.at("matmul")), "R.matmul(x1: tensor, x2: tensor, out_dtype: dtype"));
  CHECK(has(s.hover(s.at("matmul")), "-> R.Tensor((n, 8), \"float32\")"));
  CHECK(has(s.hover(s.at("call_tir")), "R.call_tir(gvar, args, out_sinfo, tir_vars = None)"));
  CHECK(has(s.hover(s.at("n, 8), \"float32\") = ")), "symbolic dim"));
  CHECK(has(s.hover(s.at("twice, (")), "def twice(A: T.Buffer((4,), \"float32\")"));
  CHECK(has(s.hover(s.at("axis.spatial")), "T.axis.spatial"));
  CHECK(s.hover(s.at("addd")).empty());
}

TEST_CASE("a use belongs to the definition before it") {
  const Script s;
  CHECK(s.line(definition(*s.analysis, s.at("relu(y)") + 5)) == 14);
  CHECK(s.line(definition(*s.analysis, s.at("R.addd(z, y)") + 10)) == 14);  // not to the one of its own line
  CHECK(s.line(definition(*s.analysis, s.at("return y") + 7)) == 16);
  CHECK(s.line(definition(*s.analysis, s.at("cls.twice") + 5)) == 4);
  CHECK(s.line(definition(*s.analysis, s.at("cls = Net") + 7)) == 2);
  CHECK(s.line(definition(*s.analysis, s.at("A[vi]"))) == 4);
  CHECK(!definition(*s.analysis, s.at("matmul")));
  CHECK(references(*s.analysis, s.at("n = T.int64")).size() == 4);  // two of them in quotes
  CHECK(references(*s.analysis, s.at("y = R.matmul")).size() == 5);
}

TEST_CASE("names are changed together, or not at all") {
  const Script s;
  auto renamed = [&](uint32_t offset, std::string_view name) {
    const Result<std::vector<Occurrence>> found = rename(*s.analysis, offset, name);
    if (!found) return "refused: " + found.error().text;
    std::vector<Edit> edits;
    for (const Occurrence& o : *found) edits.push_back({o.span, std::string(name)});
    return with_edits(kScript, edits);
  };
  const std::string dims = renamed(s.at("n = T.int64"), "batch");
  CHECK(has(dims, "R.Tensor((\"batch\", 4), \"float32\")"));
  CHECK(has(dims, "R.Tensor((batch, 8)"));
  const std::string function = renamed(s.at("twice("), "double_it");
  CHECK(has(function, "def double_it(A"));
  CHECK(has(function, "R.call_tir(cls.double_it, "));
  CHECK(has(renamed(s.at("Net:"), "Model"), "cls = Model"));
  CHECK(has(renamed(s.at("x, w)"), "y"), "refused: there is a 'y' already"));
  CHECK(has(renamed(s.at("x, w)"), "2x"), "refused: '2x' is no name"));
  CHECK(has(renamed(s.at("x, w)"), "R"), "refused: 'R' means something else"));
  CHECK(has(renamed(s.at("A: T"), "range"), "refused: 'range' is called in this text"));
  CHECK(has(renamed(s.at("matmul"), "mm"), "cannot be renamed"));
}

TEST_CASE("completion knows operators, arguments, dtypes and names") {
  const Script s;
  CHECK(offers(complete_at(s, "    y = R.nn.re|"), "R.nn.relu"));
  CHECK(!offers(complete_at(s, "    y = R.nn.re|"), "R.nn.conv2d"));
  CHECK(offers(complete_at(s, "    y = T.ax|"), "T.axis.spatial"));
  CHECK(offers(complete_at(s, "    y = R.nn.softmax(x, |"), "axis="));
  CHECK(!offers(complete_at(s, "    y = R.nn.softmax(x, axis=1, |"), "axis="));
  CHECK(offers(complete_at(s, "    y = R.astype(x, dtype=\"flo|"), "float16"));
  CHECK(offers(complete_at(s, "    y = R.add(|"), "w"));
  CHECK(offers(complete_at(s, "    y = R.add(|"), "z"));
  CHECK(offers(complete_at(s, "    y = R.add(\n        x,\n        |"), "n"));
  CHECK(!offers(complete_at(s, "    y = R.add(|"), "vi"));
  CHECK(offers(complete_at(s, "    y = cls.|"), "cls.twice"));
  CHECK(complete_at(s, "    y = x  # R.|").items.empty());
}

TEST_CASE("the cursor is in an argument of a call") {
  auto call = [](std::string_view text) { return cursor_at(text, static_cast<uint32_t>(text.size())).call; };
  CHECK(call("x = R.add(a, ")->argument == 1);
  CHECK(call("x = R.add(R.abs(a), (b, c), axis=")->argument == 2);
  CHECK(call("x = R.add(R.abs(a), (b, c), axis=")->keyword == "axis");
  CHECK(call("x = f(\"),(\", ")->callee == "f");
  CHECK(!call("x = R.add(a, b)"));
  CHECK(!call("x = R.add(a\ny = "));  // the bracket of another statement
  CHECK(call("x = R.add(\n  a,\n  axis=1,\n  ")->argument == 2);
  // What is nested deeper than any script is counted, not kept.
  const std::string deep(100000, '(');
  CHECK(!call("x = f(a, " + deep));
  CHECK(call("x = f(a, " + deep + std::string(deep.size(), ')') + ", ")->argument == 2);
}

TEST_CASE("the outline, folds, hints and fixes") {
  const Script s;
  const std::vector<OutlineItem> items = outline(*s.analysis);
  REQUIRE(items.size() == 1);
  REQUIRE(items[0].children.size() == 2);
  CHECK(items[0].children[1].name == "main");
  CHECK(items[0].children[1].detail == "@R.function");
  CHECK(folds(*s.analysis).size() == 5);
  const std::vector<Hint> all = hints(*s.analysis, {0, static_cast<uint32_t>(kScript.size())});
  auto hinted = [&](uint32_t offset) {
    return std::ranges::any_of(all, [&](const Hint& h) { return h.offset == offset; });
  };
  CHECK(hinted(s.at("y = R.matmul") + 1));
  CHECK(!hinted(s.at("z: R.Tensor") + 1));
  std::vector<Edit> edits;
  for (const Diagnostic* d : s.analysis->diagnostics()) {
    if (std::optional<Fix> f = fix(*s.analysis, *d)) edits.push_back(f->edit);
  }
  REQUIRE(edits.size() == 1);
  CHECK(has(with_edits(kScript, edits), "y = R.add(z, y)"));
}

TEST_CASE("only the lines that change are formatted") {
  std::string text =
      "# of Python\nimport tvm\n\n@R.function\ndef f(x: R.Tensor((2,), 'float32')):\n  y = R.add(x,x)  # sum\n  return "
      "y\n";
  const auto analysis = analyse("a.py", text);
  Result<std::vector<Edit>> edits = format(*analysis);
  REQUIRE(edits.ok());
  const std::string formatted = with_edits(text, *edits);
  CHECK(formatted.starts_with("# of Python\nimport tvm\n\n@R.function\n"));
  CHECK(has(formatted, "R.add(x, x)"));
  CHECK(has(formatted, "# sum"));
  const auto again = analyse("a.py", formatted);
  CHECK(format(*again)->empty());
  CHECK(!format(*analyse("b.py", kScript)));
}

namespace {

// Each word with what it is: `word:kind`, with * for a definition, ~ for a dataflow variable.
std::string words(const Analysis& analysis, const Text& text, const Changes& changes, Span range) {
  std::string all;
  for (const Token& token : tokens(analysis, changes, text, range)) {
    if (!all.empty()) all += ' ';
    all += text.str().substr(token.span.begin, token.span.end - token.span.begin);
    all += ":" + std::string(token_kinds()[static_cast<size_t>(token.kind)]);
    if (token.modifiers & kDefinition) all += '*';
    if (token.modifiers & kDataflow) all += '~';
  }
  return all;
}
std::string words(const std::string& text) {
  const std::shared_ptr<const Analysis> analysis = analyse("test.py", text);
  return words(*analysis, Text(text), {}, {0, static_cast<uint32_t>(text.size())});
}

}  // namespace

TEST_CASE("every word of a script is told apart") {
  CHECK(words("@R.function\n"
              "def main(x: R.Tensor((\"n\", 4), \"float32\")):\n"
              "    n = T.int64()\n"
              "    with R.dataflow():\n"
              "        y = R.sum(x, axis=[-1], keepdims=True)  # all\n"
              "        z = R.nn.relu(y)\n"
              "        R.output(z)\n"
              "    return z\n") ==
        "R:namespace function:decorator def:keyword main:function* x:parameter* R:namespace Tensor:type \":string "
        "n:typeParameter* \":string 4:number \"float32\":string n:typeParameter* T:namespace int64:type with:keyword "
        "R:namespace dataflow:function y:variable*~ R:namespace sum:function x:parameter axis:property 1:number "
        "keepdims:property True:keyword # all:comment z:variable* R:namespace nn:namespace relu:function y:variable~ "
        "R:namespace output:function z:variable return:keyword z:variable");
  CHECK(words("@I.ir_module\n"
              "class Net:\n"
              "    @T.prim_func(private=True)\n"
              "    def twice(A: T.Buffer((4,), \"float32\")):\n"
              "        for i in range(4):\n"
              "            with T.block(\"b\"):\n"
              "                vi = T.axis.spatial(4, i)\n"
              "                A[vi] = A[vi] * T.float32(2.5e-1)\n") ==
        "I:namespace ir_module:decorator class:keyword Net:class* T:namespace prim_func:decorator private:property "
        "True:keyword def:keyword twice:function* A:parameter* T:namespace Buffer:type 4:number \"float32\":string "
        "for:keyword i:variable* in:keyword 4:number with:keyword T:namespace block:function \"b\":string vi:variable* "
        "T:namespace axis:namespace spatial:function 4:number i:variable A:parameter vi:variable A:parameter "
        "vi:variable T:namespace float32:type 2.5e-1:number");
}

TEST_CASE("tokens of some lines, of text that has just been written") {
  const std::string text =
      "\"\"\"Of\n# several lines\n\"\"\"\n@R.function\ndef main(x: R.Tensor((4,), \"float32\")):\n    y = x\n    "
      "return "
      "y\n";
  const std::shared_ptr<const Analysis> analysis = analyse("test.py", text);
  Text now(text);
  const auto line = [&](std::string_view begins) { return static_cast<uint32_t>(now.str().find(begins)); };
  Changes changes;
  CHECK(words(*analysis, now, changes, {line("# sev") + 3, line("@R")}) == "# several lines:string \"\"\":string");
  changes.add(now.replace({line("y = x"), line("y = x")}, "zz = R.add(a, a)\n    "));
  CHECK(words(*analysis, now, changes, {line("zz") - 4, line("    return")}) ==
        "R:namespace add:function y:variable* x:parameter");
  CHECK(words(*analysis, now, changes, {line("    return"), now.size()}) == "return:keyword y:variable");
}
