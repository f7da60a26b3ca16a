// SPDX-License-Identifier: Apache-2.0
// Kernels read and printed: what the text leaves out is found, and the canonical text is a fixed point.
#include <doctest/doctest.h>

#include "hammock/print/print.h"
#include "hammock/read/read.h"

namespace hammock {
namespace {

struct Printed {
  std::string text;
  std::vector<std::string> errors;
};

Printed print(const std::string& text) {
  auto source = std::make_shared<Source>("kernels.py", text);
  auto context = std::make_shared<Context>();
  Diagnostics diagnostics(source);
  Printed out;
  if (auto found = read_definitions(source, context, diagnostics)) {
    for (const Module& m : found->modules) out.text += print_definition(m, {.constants = Constants::metadata}).text;
  }
  for (const Diagnostic& d : diagnostics.all()) out.errors.push_back(d.text);
  return out;
}

void check(const std::string& input, const std::string& expected) {
  Printed first = print(input);
  CHECK(first.errors == std::vector<std::string>());
  CHECK(first.text == expected);
  CHECK(print(expected).text == expected);
}

// The one mistake of the body of a kernel with two buffers.
std::string mistake(const std::string& body) {
  std::string text =
      "@T.prim_func\ndef f(n: T.int32, x: T.float32, A: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16,), "
      "\"int32\")):\n";
  size_t begin = 0;
  while (begin < body.size()) {
    size_t end = std::min(body.find('\n', begin), body.size());
    text += "    " + body.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  Printed p = print(text);
  CHECK(p.text.empty());
  REQUIRE(p.errors.size() == 1);
  return p.errors[0];
}

}  // namespace

TEST_CASE("a reduction gets its root block and its regions") {
  check(R"(@T.prim_func
def scores(q: T.handle, k: T.handle, s: T.handle) -> None:
    Q = T.match_buffer(q, [32, 64])
    K = T.match_buffer(k, [48, 64])
    S = T.match_buffer(s, [32, 48])
    for i, j, d in T.grid(32, 48, 64):
        with T.block("dot"):
            row, column, depth = T.axis.remap("SSR", [i, j, d])
            with T.init():
                S[row, column] = 0.0
            S[row, column] += Q[row, depth] * K[column, depth]
)",
        R"(@T.prim_func
def scores(Q: T.Buffer((32, 64), "float32"), K: T.Buffer((48, 64), "float32"), S: T.Buffer((32, 48), "float32")):
    # with T.block("root"):
    for i, j, d in T.grid(32, 48, 64):
        with T.block("dot"):
            row, column, depth = T.axis.remap("SSR", [i, j, d])
            T.reads(Q[row, depth], K[column, depth])
            T.writes(S[row, column])
            with T.init():
                S[row, column] = T.float32(0.0)
            S[row, column] = S[row, column] + Q[row, depth] * K[column, depth]
)");
}

TEST_CASE("regions cover the loops inside of a block, and what conditions leave of them") {
  check(R"(@T.prim_func
def f(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(8):
        with T.block("tile"):
            v = T.axis.spatial(8, i)
            for k in range(8):
                if k < 6:
                    B[v * 8 + k] = A[v * 8 + k] + A[k + 2]
)",
        R"(@T.prim_func
def f(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    # with T.block("root"):
    for i in range(8):
        with T.block("tile"):
            v = T.axis.spatial(8, i)
            T.reads(A[T.min(v * 8, 2):T.min(v * 8, 2) + (T.max(v * 8 + 5, 7) + 1 - T.min(v * 8, 2))])
            T.writes(B[v * 8:v * 8 + 6])
            for k in range(8):
                if k < 6:
                    B[v * 8 + k] = A[v * 8 + k] + A[k + 2]
)");
}

TEST_CASE("buffers keep their strides, offsets, scopes and symbolic shapes") {
  check(R"(@T.prim_func(private=True)
def f(a: T.handle, b: T.handle, n: T.int64):
    T.func_attr({"tir.noalias": True, "rank": 2})
    m = T.int64()
    A = T.match_buffer(a, (m, n), "float16", strides=["s", 1], offset_factor=8)
    B = T.match_buffer(b, (m * n,), "float16", scope="shared", align=128)
    for i, j in T.grid(m, n):
        with T.block("flatten"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * n + vj] = A[vi, vj] * 2 + 1
)",
        R"(@T.prim_func(private=True)
def f(a: T.handle, b: T.handle, n: T.int64):
    T.func_attr({"rank": 2, "tir.noalias": T.bool(True)})
    m = T.int64()
    A = T.match_buffer(a, (m, n), "float16", strides=("A_s0", 1), offset_factor=8)
    B = T.match_buffer(b, (m * n,), "float16", scope="shared", align=128)
    # with T.block("root"):
    for i, j in T.grid(m, n):
        with T.block("flatten"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[vi * n + vj])
            B[vi * n + vj] = A[vi, vj] * T.float16(2.0) + T.float16(1.0)
)");
}

TEST_CASE("constructs with a body stand concisely where they are last") {
  check(R"(@T.prim_func
def f(n: T.int32, A: T.Buffer((16,), "int32")) -> T.int32:
    work = T.decl_buffer((16,), "int32")
    twice = n * 2
    for i in T.parallel(16, annotations={"grain": 4}):
        with T.LetStmt(twice + i) as y:
            work[i] = y
        with T.LetStmt(i) as y:
            A[i] = work[i] + y
    assert n > 0, "n is positive"
    while A[0] < 10:
        A[0] += 1
    if n > 3 and not n == 7:
        T.evaluate(0)
        A[1] = 5
    elif n < 0:
        A[2] = 6
    return n // 2
)",
        R"(@T.prim_func
def f(n: T.int32, A: T.Buffer((16,), "int32")) -> T.int32:
    work = T.decl_buffer((16,), "int32")
    twice: T.int32 = n * 2
    for i in T.parallel(16, annotations={"grain": 4}):
        with T.LetStmt(twice + i) as y:
            work[i] = y
        y: T.int32 = i
        A[i] = work[i] + y
    assert n > 0, "n is positive"
    while A[0] < 10:
        A[0] = A[0] + 1
    if n > 3 and not n == 7:
        A[1] = 5
    else:
        if n < 0:
            A[2] = 6
    return n // 2
)");
}

TEST_CASE("vectors, predicates and promotion") {
  check(R"(@T.prim_func
def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), k: T.int8, w: T.int64):
    for i in T.vectorized(4):
        A[i * 32:i * 32 + 32] = B[i * 32:i * 32 + 32] + T.broadcast(1.0, 32)
    A[0:128:4] = B[0:128:4] * 2.0
    A[0:4] = B[T.Ramp(7, -1, 4)] + B[T.Ramp(5, 0, 4)]
    A.vstore([T.Ramp(0, 1, 4)], B.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 4)))
    T.evaluate(k + 1)
    T.evaluate(k + w * 1 + 0)
    T.evaluate(k < 3)
    T.evaluate(T.Add(w, T.int64(0)))
    T.evaluate((k << 2) & 7)
)",
        R"(@T.prim_func
def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), k: T.int8, w: T.int64):
    for i in T.vectorized(4):
        A[i * 32:i * 32 + 32] = B[i * 32:i * 32 + 32] + T.Broadcast(T.float32(1.0), 32)
    A[0:128:4] = B[0:128:4] * T.Broadcast(T.float32(2.0), 32)
    A[0:4] = B[7:3:-1] + B[T.Ramp(5, 0, 4)]
    A[0:4] = B.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 4))
    T.evaluate(T.Cast("int32", k) + 1)
    T.evaluate(T.Cast("int64", k) + w)
    T.evaluate(k < T.int8(3))
    T.evaluate(T.Add(w, T.int64(0)))
    T.bitwise_and(T.shift_left(k, T.int8(2)), T.int8(7))
)");
}

TEST_CASE("blocks name parts of buffers, threads and free buffers are declared where they are used") {
  check(R"(@T.prim_func
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 16):
        B[tx] = 0.0
    with T.launch_thread(tx, 16):
        with T.block("sum"):
            v = T.axis.spatial(16, tx)
            T.where(tx < 12)
            T.block_attr({"order": [1, 0]})
            t = T.alloc_buffer((1,), scope="local")
            row = T.match_buffer(A[v, 0:16], (16,), offset_factor=1)
            t[0] = row[0]
            for k in range(16):
                B[v] += row[k] + t[0]
)",
        R"(@T.prim_func
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 16):
        B[tx] = T.float32(0.0)
    T.launch_thread(tx, 16)
    with T.block("sum"):
        v = T.axis.spatial(16, tx)
        T.where(tx < 12)
        T.reads(A[v, 0:16], B[v])
        T.writes(B[v])
        T.block_attr({"order": [1, 0]})
        t = T.alloc_buffer((1,), scope="local")
        row = T.match_buffer(A[v, 0:16], (16,), offset_factor=1)
        t[0] = row[0]
        for k in range(16):
            B[v] = B[v] + (row[k] + t[0])
)");
}

TEST_CASE("mistakes are named, one each") {
  CHECK(mistake("A[n] = x") == "the buffer 'A' has 2 dims, and 1 indices");
  CHECK(mistake("A[0, 0] = y") == "'y' is not defined");
  CHECK(mistake("if n < T.int64(3):\n    A[0, 0] = x") == "a comparison of int32 and int64; both must be of one dtype");
  CHECK(mistake("C[0] = n / 2") ==
        "the division of integers is ambiguous: T.floordiv or T.truncdiv say which is meant, '//' is T.floordiv");
  CHECK(mistake("C[0] = n // 0") == "a division by zero");
  CHECK(mistake("A[0, 0] = T.atan2(x)") == "T.atan2 takes 2 arguments");
  CHECK(mistake("A[0, 0] = T.exp(x, x)") == "T.exp takes 1 argument");
  CHECK(mistake("T.call_extern(x)") == "T.call_extern needs a dtype");
  CHECK(mistake("for i in range(1.5):\n    C[i] = 0") == "the bounds of a loop are integers, not float32");
  CHECK(mistake("while True:\n    C[0] = 0") == "the condition of a loop is an expression, not True");
  CHECK(mistake("y: T.int64 = 3") == "the value is of int32, and the variable of int64");
  CHECK(mistake("for i in range(4):\n    i = 3") == "'i' is defined in this scope already");
  CHECK(mistake("T.where(n < 3)") == "T.where stands in a block");
  CHECK(mistake("with T.block(\"b\"):\n    T.reads()\n    T.reads()") == "T.reads stands in a block once");
  CHECK(mistake("with T.block(\"b\"):\n    v = T.axis.remap(\"S\", [n])") ==
        "T.axis.remap takes variables of the loops around it");
  CHECK(mistake("with T.block(\"b\"):\n    T.evaluate(T.call_extern(\"int32\", \"g\", A.data))") ==
        "the regions of block 'b' cannot be found, since it uses the pointer of buffer 'A'; T.reads and T.writes say "
        "them");
  CHECK(mistake("T.evaluate(T.int8(300))") == "the number does not fit into int8");
  CHECK(mistake("T.fuse(n)") == "T.fuse is no function of kernels");
  CHECK(mistake("B = T.match_buffer(A, (16,))").starts_with("a region is a subscript of a buffer") == false);
}

TEST_CASE("numbers are computed as Python computes them") {
  Printed p = print(R"(@T.prim_func
def f(A: T.Buffer((8,), "float64"), B: T.Buffer((8,), "int64")):
    A[0] = T.float64(7.5 % 2.0)
    A[1] = T.float64(1.0 % 0.1)
    A[2] = T.float64((2**53 + 1) / 3)
    A[3] = T.float64(-0.0)
    B[0] = T.int64(int(-7.9) + True)
    B[1] = T.int64(9007199254740993 > 2.0**53)
)");
  CHECK(p.errors == std::vector<std::string>());
  CHECK(p.text == R"(@T.prim_func
def f(A: T.Buffer((8,), "float64"), B: T.Buffer((8,), "int64")):
    A[0] = T.float64(1.5)
    A[1] = T.float64(0.09999999999999995)
    A[2] = T.float64(3002399751580331.0)
    A[3] = T.float64(-0.0)
    B[0] = T.int64(-6)
    B[1] = T.int64(1)
)");
  CHECK(mistake("C[0] = int(1e300)") == "the integer does not fit into 64 bits with a sign");
}

TEST_CASE("a definition that failed is not missed again") {
  Printed p = print("@T.prim_func\ndef f(n: T.int32):\n    m = n / 2\n    T.evaluate(m + 1)\n    T.evaluate(k)\n");
  CHECK(p.errors.size() == 2);
}

TEST_CASE("ten thousand lets in a row are no recursion, deep expressions are bounded") {
  std::string text = "@T.prim_func\ndef f(n: T.int32):\n";
  for (int i = 0; i < 10000; ++i) text += "    x" + std::to_string(i) + ": T.int32 = n\n";
  text += "    T.evaluate(1)\n";
  CHECK(print(text).text == text);
  text = "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n";
  for (int i = 0; i < 5000; ++i) text += " + n";
  text += ")\n";
  Printed p = print(text);
  REQUIRE(p.errors.size() == 1);
  CHECK(p.errors[0] == "an expression is nested deeper than 1000");
}

TEST_CASE("regions are found where values share their parts, under conditions too") {
  std::string text =
      "@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
      "    for i in range(8):\n        with T.block(\"b\"):\n            vi = T.axis.spatial(8, i)\n"
      "            for k in range(64):\n";
  const std::string indent(16, ' ');
  text += indent + "x0 = T.meta_var(A[k % 8])\n" + indent + "y0 = T.meta_var(k)\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string x = "x" + std::to_string(i - 1), y = "y" + std::to_string(i - 1), n = std::to_string(i);
    text += indent + "x" + n + " = T.meta_var(T.if_then_else(k < " + n + ", " + x + ", " + x + " + T.float32(1)))\n" +
            indent + "y" + n + " = T.meta_var(" + y + " * " + y + ")\n";
  }
  text += indent + "B[vi] = x60 + A[y60 % 8]\n";
  auto source = std::make_shared<Source>("kernels.py", text);
  Diagnostics diagnostics(source);
  auto found = read_definitions(source, std::make_shared<Context>(), diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(found);
}

}  // namespace hammock
