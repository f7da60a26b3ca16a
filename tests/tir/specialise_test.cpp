// SPDX-License-Identifier: Apache-2.0
// Kernels with constants in the place of their symbols, read, specialised and printed.
#include "hammock/tir/specialise.h"

#include <doctest/doctest.h>

#include "hammock/print/kernel.h"
#include "hammock/read/read.h"

using namespace hammock;
using namespace hammock::tir;

namespace {

std::shared_ptr<const Kernel> read(const std::string& text) {
  auto source = std::make_shared<const Source>("test", text);
  Diagnostics diagnostics(source);
  auto module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  return module->functions[0].kernel();
}

Argument tensor(std::vector<int64_t> shape, DType dtype = kFloat32) { return TensorArgument{dtype, shape, {}}; }

std::string specialised(const std::string& text, std::vector<Argument> arguments) {
  auto kernel = read(text);
  auto made = specialise(kernel, arguments);
  return made ? print_kernel(**made, "f") : made.error().text;
}

const char* kScale = R"(
@T.prim_func(private=True)
def f(var_x: T.handle, n: T.int64, s: T.float32, var_y: T.handle):
    m, k = T.int64(), T.int64()
    x = T.match_buffer(var_x, (m, k))
    y = T.match_buffer(var_y, (m * k, n))
    for i, j in T.grid(m, k):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(i * k + j < m * k and n > T.int64(1))
            y[vi * k + vj, 0] = T.if_then_else(n == T.int64(3), x[vi, vj] * s, T.float32(0))
)";

}  // namespace

TEST_CASE("shapes and scalars become constants, and what they decide is folded") {
  const std::string text = specialised(kScale, {tensor({2, 5}), Number(int64_t{3}), Number(0.5), tensor({10, 3})});
  CHECK_MESSAGE(text.find("x: T.Buffer((T.int64(2), T.int64(5)), \"float32\")") != text.npos, text);
  CHECK_MESSAGE(text.find("y: T.Buffer((T.int64(10), T.int64(3)), \"float32\")") != text.npos, text);
  CHECK_MESSAGE(text.find("T.grid(T.int64(2), T.int64(5))") != text.npos, text);
  CHECK_MESSAGE(text.find("T.where(i * T.int64(5) + j < T.int64(10))") != text.npos, text);
  CHECK_MESSAGE(text.find("= x[vi, vj] * T.float32(0.5)") != text.npos, text);
}

TEST_CASE("arguments that do not fit are errors with both values") {
  auto with = [&](Argument x, Argument n, Argument y) { return specialised(kScale, {x, n, Number(0.5), y}); };
  const Argument three = Number(int64_t{3});
  CHECK(with(tensor({2, 5}), three, tensor({11, 3})) == "argument 'y' of 'f': dim 0 is 11, expected 10");
  CHECK(with(tensor({2, 5}), three, tensor({10, 4})) == "argument 'y' of 'f': dim 1 is 4, expected 3");
  CHECK(with(tensor({2}), three, tensor({10, 3})) == "argument 'x' of 'f': rank is 1, expected 2");
  CHECK(with(tensor({2, 5}, kInt8), three, tensor({10, 3})) == "argument 'x' of 'f': dtype is int8, expected float32");
  CHECK(with(three, three, tensor({10, 3})) == "argument 'x' of 'f': it is no tensor");
  CHECK(with(tensor({2, 5}), tensor({}), tensor({10, 3})) ==
        "argument 'n' of 'f': it is a tensor, expected an integer of int64");
  CHECK(specialised(kScale, {}) == "kernel 'f' takes 4 arguments, 0 are given");
}

TEST_CASE("strides are those of the tensor, or compact") {
  const std::string text = R"(
@T.prim_func(private=True)
def f(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (2, 3), strides=["s0", "s1"])
    B = T.match_buffer(b, (2, 3))
    for i, j in T.grid(2, 3):
        B[i, j] = A[i, j] + T.Cast("float32", A.strides[0])
)";
  std::vector<Argument> arguments{TensorArgument{kFloat32, {2, 3}, {1, 2}}, tensor({2, 3})};
  CHECK(specialised(text, arguments).find("strides=(1, 2)") != std::string::npos);
  arguments[0] = tensor({2, 3});
  CHECK(specialised(text, arguments).find("strides=(3, 1)") != std::string::npos);
  arguments[1] = TensorArgument{kFloat32, {2, 3}, {1, 2}};
  CHECK(specialised(text, arguments) == "argument 'B' of 'f': its strides are (1, 2), expected compact ones");
}

TEST_CASE("a kernel of static shapes comes out as it is") {
  auto kernel = read(R"(
@T.prim_func(private=True)
def f(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(1)
)");
  const std::vector<Argument> arguments{tensor({4})};
  CHECK(*specialise(kernel, arguments) == kernel);
}

TEST_CASE("a pointer without a buffer points to a tensor") {
  const std::string text = "@T.prim_func\ndef f(p: T.handle(\"float32\")):\n    T.evaluate(0)\n";
  CHECK(specialised(text, {Number(int64_t{0})}) ==
        "argument 'p' of 'f': it is an integer, expected a tensor or a pointer");
  const std::vector<Argument> arguments{tensor({2, 3})};
  const auto made = specialise(read(text), arguments);
  REQUIRE(made.ok());
  REQUIRE((*made)->params.size() == 1);
  const Buffer& buffer = (**made)[(*made)->params[0].buffer];
  CHECK(buffer.data == (*made)->params[0].var);
  CHECK(buffer.shape.size() == 2);
}
