// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/kernel.h"

#include <cmath>

#include "hammock/eval/compare.h"
#include "run.h"

using namespace hammock;
using namespace hammock::test;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

Result<RuntimeValue> run_only(const Script& s, std::vector<RuntimeValue> args, const EvalOptions& options = {}) {
  return run_kernel(*s.module, GlobalId(0), args, options);
}

}  // namespace

TEST_CASE("a kernel writes its arguments in place") {
  Script s = read(R"(
@T.prim_func
def main(A: T.Buffer((3,), "int32"), k: T.int32) -> T.int32:
    for i in range(3):
        A[i] = A[i] * k
    return A[2]
)");
  Tensor a = literal("3xi32=1 2 3");
  Result<RuntimeValue> result = run_only(s, {{a}, {INT64_C(5)}});
  CHECK(printed(result) == "15");
  CHECK(element_as_integer(a, 1) == 10);
  // By itself its results are copies.
  CHECK(printed(run(s, {{a}, {INT64_C(2)}})) == "([10 20 30],\n 30)");
  CHECK(element_as_integer(a, 1) == 10);
}

TEST_CASE("the copies that a kernel by itself writes to are timed apart") {
  Script s = read(R"(
@T.prim_func
def main(A: T.Buffer((4194304,), "float32")):
    A[0] = T.float32(1)
)");
  double preparation_ms = 0;
  EvalOptions options;
  options.preparation_ms = &preparation_ms;
  Result<Tensor> a = Tensor::make(kFloat32, {4194304});
  REQUIRE(a.ok());
  REQUIRE(run(s, {{*a}}, options).ok());
  CHECK(preparation_ms > 0);
}

TEST_CASE("arguments are held against the parameters") {
  Script s = read(R"(
@T.prim_func
def main(a: T.handle, x: T.float16, n: T.int8):
    m = T.int32()
    A = T.match_buffer(a, (m, 2), "float32", strides=["s", 1])
    A[m - 1, 0] = T.Cast("float32", x) + T.Cast("float32", n + T.int8(0))
)");
  auto text = [&](std::vector<RuntimeValue> args) { return printed(run_only(s, std::move(args))); };
  CHECK(text({}) == "error: kernel 'main' takes 3 arguments, 0 are given");
  CHECK(text({{literal("2xf32=1 2")}, {1.0}, {INT64_C(1)}}) == "error: argument 'A' of 'main': rank is 1, expected 2");
  CHECK(text({{literal("1x2xi32=1 2")}, {1.0}, {INT64_C(1)}}) ==
        "error: argument 'A' of 'main': dtype is int32, expected float32");
  CHECK(text({{literal("1x3xf32=1 2 3")}, {1.0}, {INT64_C(1)}}) ==
        "error: argument 'A' of 'main': dim 1 is 3, expected 2");
  CHECK(text({{INT64_C(1)}, {1.0}, {INT64_C(1)}}) == "error: argument 'A' of 'main': it is no tensor");
  CHECK(text({{literal("1x2xf32=1 2")}, {literal("f32=1")}, {INT64_C(1)}}) ==
        "error: argument 'x' of 'main': it is a tensor, expected a number of float16");
  CHECK(text({{literal("1x2xf32=1 2")}, {1.0}, {1.0}}) ==
        "error: argument 'n' of 'main': it is a float, expected an integer of int8");
  // Numbers are rounded and wrap; an integer is a float, too.
  Tensor a = literal("2x2xf32=1 2 3 4");
  CHECK(text({{a}, {2049.0}, {INT64_C(258)}}) == "()");
  CHECK(element_as_double(a, 2) == 2050);
  CHECK(text({{a}, {INT64_C(3)}, {INT64_C(0)}}) == "()");
  CHECK(element_as_double(a, 2) == 3);
}

TEST_CASE("expressions that share parts are linear, and lazy") {
  // Each level uses the one below in both arms: 2^60 paths.
  std::string levels = "    e0 = T.meta_var(A[0])\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string below = "e" + std::to_string(i - 1);
    levels += "    e" + std::to_string(i) + " = T.meta_var(T.if_then_else(A[0] > " + std::to_string(i) + ", " + below +
              " + 1, " + below + " * 1 - 1 + " + below + " - " + below + "))\n";
  }
  Script s = read("@T.prim_func\ndef main(A: T.Buffer((1,), \"int32\"), B: T.Buffer((1,), \"int32\")):\n" + levels +
                  "    B[0] = e60\n");
  Tensor b = literal("1xi32=0");
  CHECK(printed(run_only(s, {{literal("1xi32=31")}, {b}})) == "()");
  CHECK(element_as_integer(b, 0) == 31 + 30 - 30);
}

TEST_CASE("neither lets in a row nor nested loops are a stack") {
  std::string lets;
  for (int i = 1; i <= 3000; ++i)
    lets += "    x" + std::to_string(i) + ": T.int32 = x" + std::to_string(i - 1) + " + 1\n";
  Script s = read("@T.prim_func\ndef main(x0: T.int32) -> T.int32:\n" + lets + "    return x3000\n");
  CHECK(printed(run_only(s, {{INT64_C(7)}})) == "3007");

  std::string loops;
  constexpr int kLoops = 50;
  for (int i = 0; i < kLoops; ++i) loops += repeated("    ", i + 1) + "for i" + std::to_string(i) + " in range(1):\n";
  Script nested = read("@T.prim_func\ndef main(A: T.Buffer((1,), \"int32\")):\n" + loops +
                       repeated("    ", kLoops + 1) + "A[0] = A[0] + 1\n");
  Tensor a = literal("1xi32=1");
  CHECK(printed(run_only(nested, {{a}})) == "()");
  CHECK(element_as_integer(a, 0) == 2);
}

TEST_CASE("what a kernel may use is bounded") {
  Script s = read(R"(
@T.prim_func
def main(n: T.int64, A: T.Buffer((1,), "float32")):
    for i in range(n):
        with T.block("b"):
            vi = T.axis.spatial(n, i)
            t = T.alloc_buffer((1,))
            t[0] = T.float32(1.0)
            A[0] = t[0]
)");
  EvalOptions options;
  options.max_kernel_steps = 10000;
  Tensor a = literal("1xf32=0");
  CHECK(printed(run_only(s, {{INT64_C(1) << 62}, {a}}, options)) ==
        "error: kernel 'main': more than 10000 steps, which is the bound");
  // Memory goes with the block.
  options.max_kernel_steps = 1 << 21;
  CHECK(printed(run_only(s, {{INT64_C(300000)}, {a}}, options)) == "()");
  // Filling it takes steps.
  Script large = read(R"(
@T.prim_func
def main(A: T.Buffer((1,), "float32")):
    for i in range(4):
        with T.block("b"):
            t = T.alloc_buffer((1 << 20,))
            t[0] = T.float32(1.0)
            A[0] = t[0]
)");
  options.max_kernel_steps = 1 << 17;
  CHECK(printed(run_only(large, {{a}}, options)) == "error: kernel 'main': more than 131072 steps, which is the bound");
  options.max_kernel_steps = 1 << 21;
  CHECK(printed(run_only(large, {{a}}, options)) == "()");
}

TEST_CASE("pointers lead nowhere but into memory") {
  auto text = [&](const std::string& body) {
    Script s = read("@T.prim_func\ndef main(p: T.handle(\"float32\"), B: T.Buffer((2,), \"float32\")):\n" + body);
    return printed(run_only(s, {{RuntimeValue{}}, {literal("2xf32=1 2")}}));
  };
  CHECK(text("    A = T.Buffer((2,), data=p)\n    B[0] = A[0]\n") ==
        "error: kernel 'main': the buffer 'A' has no memory");
  CHECK(text("    A = T.decl_buffer((8,), data=B.data)\n    B[0] = A[2]\n").find("bytes 8 to 12 of 8") !=
        std::string::npos);
  CHECK(
      text("    A = T.decl_buffer((8,), data=B.data, elem_offset=-1)\n    B[0] = A[0]\n").find("bytes -4 to 0 of 8") !=
      std::string::npos);
  CHECK(text("    q: T.handle(\"float32\") = T.reinterpret(\"handle\", T.uint64(17592186044416123))\n"
             "    A = T.Buffer((2,), data=q)\n    B[0] = A[0]\n")
            .starts_with("error: kernel 'main': "));
}

TEST_CASE("rounding can be made to show") {
  Script s = read(R"(
@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "int32")):
    for i in range(64):
        B[0] = B[0] + A[i] * A[i]
        C[i] = T.max(A[i], T.float32(0.0))
        D[i] = T.Cast("int32", A[i] * T.float32(8.0)) // 3
)");
  std::vector<RuntimeValue> args = {{literal("64xf32=rand(normal,seed=3)")},
                                    {literal("1xf32=0")},
                                    {literal("64xf32=zeros")},
                                    {literal("64xi32=zeros")}};
  Result<RuntimeValue> exact = run(s, args);
  EvalOptions options;
  options.noise = 2;
  options.noise_seed = 5;
  Result<RuntimeValue> noisy = run(s, args, options);
  REQUIRE(exact);
  REQUIRE(noisy);
  const double x = element_as_double(*(*exact->tuple())[0].tensor(), 0),
               y = element_as_double(*(*noisy->tuple())[0].tensor(), 0);
  CHECK(x != y);
  CHECK(std::fabs(x - y) < 1e-5 * x);
  // What does not round is exact.
  CHECK(compare_tensors(*(*exact->tuple())[1].tensor(), *(*noisy->tuple())[1].tensor(), {0, 0, true}).empty());
  // So another order of a sum is accepted, and another sum is not.
  RuntimeTuple other = *exact->tuple();
  Tensor sum = literal("1xf32=0");
  *sum.as<float>() = static_cast<float>(x * (1 + 1e-6));
  other[0] = {sum};
  CHECK(compare_results(*s.module, GlobalId(0), args, RuntimeValue{other}, *exact).difference.empty());
  *sum.as<float>() = static_cast<float>(x * (1 + 1e-3));
  CHECK(!compare_results(*s.module, GlobalId(0), args, RuntimeValue{other}, *exact).difference.empty());
}

TEST_CASE("what eval can run is known before") {
  auto can = [](const std::string& body) {
    Script s = read("@T.prim_func\ndef main(A: T.Buffer((2,), \"float32\")):\n" + body);
    return can_evaluate(*s.module, GlobalId(0));
  };
  CHECK(can("    A[0] = T.exp(A[1])\n"));
  CHECK(!can("    T.call_packed(\"my.function\", A)\n"));
  CHECK(!can("    T.tvm_storage_sync(\"shared\")\n"));
}
