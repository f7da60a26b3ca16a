// SPDX-License-Identifier: Apache-2.0
#include "script.h"

using namespace hammock;

namespace {

constexpr const char* kParameters = "x: R.Tensor((2, 3), \"float32\"), y: R.Tensor((2, 3), \"float32\")";

// The bindings after the pass, without annotations.
std::string after(std::string_view lines, std::string_view result,
                  std::string_view pipeline = "EliminateCommonSubexpr") {
  Module before = read_script(dataflow_script(kParameters, lines, result)), module = before;
  run_passes(module, pipeline);
  check_same_numbers(before, module);
  std::string text = print(module), out;
  CHECK(print(read_script(text)) == text);
  for (size_t at = text.find("\n        "); at != std::string::npos; at = text.find("\n        ", at + 1)) {
    std::string line = text.substr(at + 9, text.find('\n', at + 1) - at - 9);
    size_t colon = line.find(':'), equals = line.find(" = ");
    if (equals != std::string::npos) out += line.substr(0, colon) + line.substr(equals) + "; ";
  }
  return out;
}

}  // namespace

TEST_CASE("an equal call becomes the variable of the first") {
  CHECK(after("a = R.add(x, y); b = R.add(x, y)", "R.multiply(a, b)") ==
        "a = R.add(x, y); b = a; result = R.multiply(a, a); ");
}

TEST_CASE("operands of commutative operators are equal in either order, others are not") {
  CHECK(after("a = R.add(x, y); b = R.add(y, x)", "R.multiply(a, b)") ==
        "a = R.add(x, y); b = a; result = R.multiply(a, a); ");
  CHECK(after("a = R.subtract(x, y); b = R.subtract(y, x)", "R.multiply(a, b)") ==
        "a = R.subtract(x, y); b = R.subtract(y, x); result = R.multiply(a, b); ");
}

TEST_CASE("attributes are part of the value") {
  CHECK(after("a = R.sum(x, axis=[0]); b = R.sum(x, axis=[1]); c = R.sum(x, axis=[0])", "(a, b, c)") ==
        "a = R.sum(x, axis=[0], keepdims=False); b = R.sum(x, axis=[1], keepdims=False); c = a; result = a, b, a; ");
}

TEST_CASE("what becomes equal by an earlier replacement is found, too") {
  CHECK(after("a = R.exp(x); b = R.exp(x); c = R.log(a); d = R.log(b)", "(c, d)") ==
        "a = R.exp(x); b = a; c = R.log(a); d = c; result = c, c; ");
}

TEST_CASE("a dataflow variable is not seen outside its block, an output is") {
  Module module = read_script(R"(from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.add(x, y)
        b = R.add(x, y)
        c = R.multiply(a, b)
        R.output(b, c)
    d = R.add(x, y)
    return (b, c, d)
)");
  run_passes(module, "EliminateCommonSubexpr");
  std::string text = print(module);
  CAPTURE(text);
  CHECK(text.find("b: R.Tensor((2, 3), dtype=\"float32\") = a\n") != std::string::npos);
  CHECK(text.find("d: R.Tensor((2, 3), dtype=\"float32\") = b\n") != std::string::npos);
  CHECK(text.find("return (b, c, b)") != std::string::npos);
}

TEST_CASE("branches see what is in front of the if, and not each other") {
  Module module = read_script(R"(from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), c: R.Tensor((), "bool")):
    a = R.exp(x)
    if c:
        p = R.exp(x)
        q = R.log(x)
        r = R.add(p, q)
    else:
        s = R.log(x)
        r = R.add(s, s)
    t = R.log(x)
    return R.add(R.add(r, t), a)
)");
  run_passes(module, "EliminateCommonSubexpr");
  std::string text = print(module);
  CAPTURE(text);
  CHECK(count(text, "R.exp(") == 1);
  CHECK(count(text, "R.log(") == 3);
}

TEST_CASE("call-only leaves tuples alone") {
  CHECK(after("a = (x, y); b = (x, y)", "(a[0], b[1])", "EliminateCommonSubexpr{call-only=true}").find("b = x, y") !=
        std::string::npos);
}
