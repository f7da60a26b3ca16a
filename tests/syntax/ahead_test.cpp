// SPDX-License-Identifier: Apache-2.0
// A text that is read with what was learned from its earlier lines, and with a thread that lexes ahead, means what it
// means when each line is read by itself, mistakes included.
#include <doctest/doctest.h>

#include "../read/read_test.h"
#include "hammock/syntax/ast.h"

using namespace hammock;

namespace {

struct How {
  bool is_plain = false, reads_ahead = false;
};

// The canonical texts, then the diagnostics.
std::string read_as(const std::string& text, How how) {
  auto source = std::make_shared<Source>("test.py", text);
  Diagnostics diagnostics(source);
  syntax::Ast ast;
  ReadOptions options;
  options.reads_ahead = how.reads_ahead;
  if (how.is_plain) options.ast = &ast;  // whoever looks at the statements gets them all
  auto found = read_definitions(source, std::make_shared<Context>(), diagnostics, options);
  std::string out;
  for (size_t i = 0; found && i < found->modules.size(); ++i) out += print(found->modules[i]) + "\n";
  diagnostics.sort();
  return out + render(diagnostics);
}

std::string check_alike(const std::string& text) {
  const std::string plain = read_as(text, {.is_plain = true});
  CHECK(read_as(text, {}) == plain);
  CHECK(read_as(text, {.reads_ahead = true}) == plain);
  return plain;
}

const std::string kFloats = "R.Tensor((8, 8), dtype=\"float32\")";

std::string function(const std::string& body) {
  return "@R.function\ndef f(x: " + kFloats + "):\n" + body + "    return x\n";
}
std::string line(int i, const std::string& annotation, const std::string& value) {
  return "    v" + std::to_string(i) + ": " + annotation + " = " + value + "\n";
}

}  // namespace

TEST_CASE("annotations that repeat") {
  std::string body;
  for (int i = 0; i < 40; ++i) {
    body += line(4 * i, kFloats, "R.add(x, x)");
    body += line(4 * i + 1, "R.Tensor([8, 8], \"float32\")", "R.multiply(v" + std::to_string(4 * i) + ", x)");
    body += line(4 * i + 2, "R.Tensor((8,), dtype=\"float32\")", "R.sum(x, axis=[0])");
    body += line(4 * i + 3, "R.Tensor(ndim=2, dtype=\"float32\")", "R.exp(x)  # why");
  }
  CHECK(check_alike(function(body)).find("error") == std::string::npos);
}

TEST_CASE("annotations that are no call, or more than one") {
  for (const char* annotation : {"R.Tensor", "R.Tensor[8]", "R.Tensor((8, 8))[0]", "R.Tensor()()", "R.Tensor ()"}) {
    std::string body;
    for (int i = 0; i < 6; ++i) body += line(i, annotation, "x");
    check_alike(function(body));
  }
}

TEST_CASE("what is wrong with a repeated annotation, or beside it, is said at each place") {
  std::string wrong, beside, hidden = line(0, kFloats, "x") + line(1, kFloats, "x") + line(2, kFloats, "x");
  for (int i = 0; i < 6; ++i) {
    wrong += line(2 * i, "R.Tensor((8, 8), dtype=\"floaty32\")", "R.add(x, x)");
    wrong += line(2 * i + 1, "R.Tensor((8, 8), ndim=3)", "R.add(x, x)");
    beside += line(3 * i, kFloats, "R.add(x, y, z)");
    beside += line(3 * i + 1, kFloats, "R.add(x, x, )) + 08");
    beside += line(3 * i + 2, "R.Tensor((8, 9), dtype=\"float32\")", "R.add(x, x)");
  }
  CHECK(check_alike(function(wrong)).find("floaty32") != std::string::npos);
  CHECK(check_alike(function(beside)).find("error") != std::string::npos);
  hidden += "    R = x\n" + line(3, kFloats, "x") + line(4, kFloats, "x");
  CHECK(check_alike(function(hidden)).find("error") != std::string::npos);
}

TEST_CASE("lines that mean something else where they stand") {
  std::string known;
  for (int i = 0; i < 4; ++i) known += line(i, kFloats, "R.add(x, x)");
  const std::string doc = "    \"\"\"Text:\n" + known + "    \"\"\"\n";
  check_alike("\"\"\"\n" + known + "\"\"\"\nimport tvm\nfrom tvm.script import relax as R\n\n" + function(known));
  check_alike(function(doc + known));
  check_alike(function(known + "    y = R.add(x,\n" + known + "        x)\n"));
  check_alike(function(known + "    y = R.add(x, (x\n" + known));
  check_alike(function(known + "    s = \"never closed\n" + known));
  check_alike(function(known + "    t = R.str(\"\"\"never closed\n" + known));
  check_alike(function(known + "\ty = x\n      z = x\n" + known));
  check_alike(function(known + "    1_w = R.add(x, x)\n    y = R.add(1_w, x); z = y\n" + known));
  check_alike("from tvm.script import relax as rx\n" + function(known) + "\nR = 1\n" + function(known));
  check_alike("import numpy as R\n" + function(known));
  check_alike("@T.prim_func\ndef k(a: T.handle):\n    A = T.match_buffer(a, (8, 8))\n" + known + "\n" +
              function(known));
}

TEST_CASE("a text of many blocks") {
  std::string body;
  for (int i = 0; i < 20'000; ++i) {
    body += line(i, kFloats, i % 3 ? "R.add(v" + std::to_string(i - 1) + ", x)" : "R.exp(x)");
    if (i % 1000 == 7) body += "    # a remark\n    w" + std::to_string(i) + " = R.add(x,\n        x)\n";
    if (i % 5000 == 9) body += "    bad = R.add(x)\n";
  }
  const std::string text = function(body);
  CHECK(text.size() > 1'000'000);
  CHECK(check_alike(text).find("error") != std::string::npos);
}
