// SPDX-License-Identifier: Apache-2.0
// Kernels compared as trees, and their calls under other names.
#include "hammock/tir/equal.h"

#include <doctest/doctest.h>

#include "hammock/print/kernel.h"
#include "hammock/read/read.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/effects.h"

using namespace hammock;

namespace {

std::shared_ptr<const tir::Kernel> read(const std::string& text, const std::shared_ptr<Context>& context) {
  auto source = std::make_shared<const Source>("test", text);
  Diagnostics diagnostics(source);
  auto module = read_module(source, context, diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  return module->functions[0].kernel();
}

bool equal(const std::string& a, const std::string& b) {
  auto context = std::make_shared<Context>();
  const auto x = read("@T.prim_func(private=True)\n" + a, context),
             y = read("@T.prim_func(private=True)\n" + b, context);
  const bool same = tir::equal(*x, *y, std::equal_to<Name>());
  CHECK(tir::equal(*y, *x, std::equal_to<Name>()) == same);
  auto itself = [](Name n) { return n; };
  CHECK((tir::hash(*x, itself) == tir::hash(*y, itself)) == same);  // by chance 1 in 2^64 where they differ
  return same;
}

// A kernel with this body, and with names that say nothing.
std::string kernel(const std::string& body) {
  return "def f(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\"), n: T.int32):\n    " + body + "\n";
}

bool pure(const std::string& text) { return tir::is_pure(*read(text, std::make_shared<Context>())); }

}  // namespace

TEST_CASE("names of variables, buffers, blocks and kernels do not count") {
  CHECK(equal(R"(def f(A: T.Buffer((8,), "float32"), n: T.int32):
    t = T.alloc_buffer((8,))
    for i in range(8):
        with T.block("one"):
            v = T.axis.spatial(8, i)
            t[v] = A[v] * T.float32(2)
    x: T.int32 = n + 1
    T.evaluate(x)
)",
              R"(def g(X: T.Buffer((8,), "float32"), m: T.int32):
    u = T.alloc_buffer((8,))
    for k in range(8):
        with T.block("two"):
            w = T.axis.spatial(8, k)
            u[w] = X[w] * T.float32(2)
    y: T.int32 = m + 1
    T.evaluate(y)
)"));
}

TEST_CASE("what a kernel does counts") {
  const std::string one = kernel("A[n] = B[n] + T.float32(1)");
  CHECK(equal(one, one));
  CHECK_FALSE(equal(one, kernel("A[n] = B[n] + T.float32(2)")));
  CHECK_FALSE(equal(one, kernel("A[n] = T.float32(1) + B[n]")));
  CHECK_FALSE(equal(one, kernel("B[n] = A[n] + T.float32(1)")));
  CHECK_FALSE(equal(one, kernel("A[n] = A[n] + T.float32(1)")));
  CHECK_FALSE(equal(one, kernel("A[0] = B[n] + T.float32(1)")));
  CHECK_FALSE(equal(kernel("T.evaluate(n)"), kernel("assert n > 0, \"n\"")));
  CHECK_FALSE(equal(kernel("for i in range(n): pass"), kernel("for i in T.parallel(n): pass")));
  CHECK_FALSE(equal(kernel("for i in range(n): pass"), kernel("for i in T.serial(n, annotations={\"k\": 1}): pass")));
  CHECK_FALSE(equal(kernel("T.func_attr({\"k\": 1})"), kernel("T.func_attr({\"k\": 2})")));
}

TEST_CASE("two variables of one kernel do not stand for one of the other") {
  CHECK_FALSE(equal("def f(a: T.int32, b: T.int32):\n    T.evaluate(a * b)\n",
                    "def f(a: T.int32, b: T.int32):\n    T.evaluate(a * a)\n"));
  CHECK_FALSE(equal("def f(a: T.int32, b: T.int32):\n    T.evaluate(a - b)\n",
                    "def f(a: T.int32, b: T.int32):\n    T.evaluate(b - a)\n"));
}

TEST_CASE("blocks are compared with their predicates") {
  auto block = [](const std::string& where) {
    return kernel("for i in range(8):\n        with T.block(\"b\"):\n            v = T.axis.spatial(8, i)\n" + where +
                  "            A[v] = B[v]");
  };
  CHECK(equal(block("            T.where(i < 5)\n"), block("            T.where(i < 5)\n")));
  CHECK(equal(block(""), block("            T.where(T.bool(True))\n")));
  CHECK_FALSE(equal(block("            T.where(i < 5)\n"), block("            T.where(i < 6)\n")));
  CHECK_FALSE(equal(block("            T.where(i < 5)\n"), block("")));
}

TEST_CASE("buffers are compared where they are used") {
  auto view = [](const std::string& offset) {
    return kernel("C = T.Buffer((4,), \"float32\", data=A.data, elem_offset=" + offset + ")\n    C[0] = B[0]");
  };
  CHECK(equal(view("n"), view("n")));
  CHECK_FALSE(equal(view("n"), view("n + 1")));
  CHECK_FALSE(equal(view("n"), view("0")));
}

TEST_CASE("whether others know a kernel is no part of what it does") {
  auto context = std::make_shared<Context>();
  const auto known = read("@T.prim_func\n" + kernel("A[0] = B[0]"), context),
             inner = read("@T.prim_func(private=True)\n" + kernel("A[0] = B[0]"), context);
  CHECK_FALSE(tir::equal(*known, *inner, std::equal_to<Name>()));
  CHECK(tir::equal(*known, *inner, std::equal_to<Name>(), tir::Symbols::ignored));
  auto itself = [](Name n) { return n; };
  CHECK(tir::hash(*known, itself) == tir::hash(*inner, itself));
}

TEST_CASE("vectors are compared with their predicates") {
  auto store = [](const std::string& last) {
    return kernel("A.vstore([T.Ramp(0, 1, 4)], T.Broadcast(T.float32(1), 4), predicate=T.Broadcast(T.bool(" + last +
                  "), 4))");
  };
  CHECK(equal(store("True"), store("True")));
  CHECK_FALSE(equal(store("True"), store("False")));
}

TEST_CASE("calls of other kernels get other names") {
  auto context = std::make_shared<Context>();
  auto source = std::make_shared<const Source>("test", R"(@I.ir_module
class Module:
    @T.prim_func
    def f(n: T.int32):
        T.evaluate(Module.g(n) + Module.h(Module.g(n + 1)))
    @T.prim_func
    def g(n: T.int32) -> T.int32:
        return n
    @T.prim_func
    def h(n: T.int32) -> T.int32:
        return n
)");
  Diagnostics diagnostics(source);
  auto module = read_module(source, context, diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  const auto f = module->functions[0].kernel();
  std::vector<Name> called = tir::callees(*f);
  CHECK(called.size() == 2);
  const auto other = tir::renamed(f, context->name("k"), {{context->name("g"), context->name("x")}});
  CHECK(print_kernel(*other, context->text(other->name), {.class_name = "M"}) ==
        "@T.prim_func\ndef k(n: T.int32):\n    T.evaluate(M.x(n) + M.h(M.x(n + 1)))\n");
  CHECK(tir::renamed(f, f->name, {}) == f);
  CHECK_FALSE(tir::equal(*f, *other, std::equal_to<Name>()));
}

TEST_CASE("a kernel is pure if it stores into its own memory only and calls nothing") {
  CHECK(pure("@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    return n + 1\n"));
  CHECK(
      pure("@T.prim_func\ndef f(n: T.int32):\n    p = T.allocate([4], \"float32\", \"global\")\n"
           "    q = T.Buffer((4,), data=p)\n    q[0] = T.exp(T.float32(1))\n"));
  CHECK_FALSE(pure("@T.prim_func\ndef f(A: T.Buffer((4,), \"float32\")):\n    A[0] = 1.0\n"));
  CHECK_FALSE(pure("@T.prim_func\ndef f():\n    A = T.alloc_buffer((4,))\n    A[0] = 1.0\n"));
  CHECK_FALSE(pure("@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(T.call_extern(\"int32\", \"g\", n))\n"));
}
