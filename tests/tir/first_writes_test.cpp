// SPDX-License-Identifier: Apache-2.0
// Which of a kernel's memories are filled before they are read.
#include "hammock/tir/first_writes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "hammock/read/read.h"

using namespace hammock;
using namespace hammock::tir;

namespace {

constexpr const char* kHead = R"(
@T.prim_func(private=True)
def f(A: T.Buffer((6, 8), "float32"), B: T.Buffer((6, 8), "float32")):
    T.func_attr({"tir.noalias": True})
)";

// The names of the buffers, sorted.
std::string filled(const std::string& body) {
  auto source = std::make_shared<const Source>("test", kHead + body);
  Diagnostics diagnostics(source);
  auto module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  const Kernel& kernel = *module->functions[0].kernel();
  std::vector<std::string> names;
  for (uint32_t pointer : filled_before_read(kernel)) {
    auto b = std::ranges::find(kernel.buffers, pointer, [](const Buffer& of) { return of.data.index; });
    if (b != kernel.buffers.end()) names.emplace_back(kernel.context->text(b->name));
  }
  std::ranges::sort(names);
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " ") + name;
  return out;
}

}  // namespace

TEST_CASE("a store under loops fills what its indices run through") {
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[i, j] = A[i, j]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[5 - i, j] = A[i, j]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[5 - i, 7 - j] = B[5 - i, 7 - j] + A[i, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[4 - i, j] = A[i, j]\n") == "");
  CHECK(filled("    for i, g, h in T.grid(6, 2, 4):\n        B[i, 7 - g * 4 - h] = A[i, g]\n") == "B");
  CHECK(filled("    for f in range(48):\n        B[(47 - f) // 8, (47 - f) % 8] = A[f // 8, f % 8]\n") == "B");
  CHECK(filled("    for f in range(48):\n        B[(46 - f) // 8, (47 - f) % 8] = A[f // 8, f % 8]\n") == "");
  CHECK(filled("    for i, j in T.grid(5, 8):\n        B[i, j] = A[i, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[j % 6, j] = A[i, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[i, i] = A[i, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        if A[i, j] > T.float32(0):\n            B[i, j] = A[i, j]\n") ==
        "");
  CHECK(filled("    for i, j, k in T.grid(6, 2, 4):\n        B[i, j * 4 + k] = A[i, k]\n") == "B");
  CHECK(filled("    for i, j, k in T.grid(6, 4, 2):\n        B[i, j * 4 + k] = A[i, k]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 2):\n        B[i, j * 4:j * 4 + 4] = A[i, 0:4]\n") == "B");
  CHECK(filled("    for i in range(6):\n        for j in range(0, 8, 2):\n            B[i, j] = A[i, j]\n") == "");
}

TEST_CASE("parts of fused loops are digits, and conditions may leave out what is beyond") {
  CHECK(filled("    for f in T.parallel(48):\n        B[f // 8, f % 8] = A[f // 8, f % 8]\n") == "B");
  CHECK(filled("    for f in T.parallel(48):\n        B[f // 8, f % 4] = A[f // 8, f % 8]\n") == "");
  CHECK(filled("    for f in T.parallel(40):\n        B[f // 8, f % 8] = A[f // 8, f % 8]\n") == "");
  CHECK(filled("    for g, h in T.grid(4, 15):\n        if g * 15 + h < 48:\n"
               "            B[(g * 15 + h) // 8, (g * 15 + h) % 8] = A[0, 0]\n") == "B");
  CHECK(filled("    for g, h in T.grid(4, 15):\n        if g * 15 + h < 47:\n"
               "            B[(g * 15 + h) // 8, (g * 15 + h) % 8] = A[0, 0]\n") == "");
  CHECK(
      filled(
          "    for i, g, h in T.grid(6, 3, 3):\n        if g * 3 + h < 8:\n            B[i, g * 3 + h] = A[i, 0]\n") ==
      "B");
}

TEST_CASE("what is read in an iteration must be stored in it") {
  CHECK(filled("    for i in range(6):\n        for j in range(8):\n            B[i, j] = A[i, j]\n"
               "        for j in range(7):\n            B[i, j] = B[i, j + 1]\n") == "B");
  CHECK(filled("    for i in range(5):\n        B[i, 0] = B[i + 1, 0]\n    for i, j in T.grid(6, 8):\n"
               "        B[i, j] = A[i, j]\n") == "");
  CHECK(filled("    for i in range(6):\n        for j in range(8):\n            B[i, j] = A[i, j]\n"
               "        B[i, 0] = B[T.min(i + 1, 5), 0]\n") == "");
  CHECK(filled("    for i, j, k in T.grid(6, 8, 8):\n        with T.block(\"b\"):\n"
               "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
               "                B[vi, vj] = T.float32(0)\n            B[vi, vj] = B[vi, vj] + A[vi, vk]\n") == "B");
  CHECK(filled("    W = T.alloc_buffer((8,), \"float32\")\n    for i in range(6):\n        for j in range(8):\n"
               "            W[j] = A[i, j]\n        for j in range(8):\n            B[i, j] = W[7 - j]\n") == "B W");
  CHECK(filled("    W = T.alloc_buffer((8,), \"float32\")\n    for i, j in T.grid(6, 8):\n        W[j] = A[i, j]\n"
               "        B[i, j] = W[7 - j]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[i, j] = A[i, j]\n        T.evaluate(T.call_extern(\"int32\", "
               "\"g\", B.data))\n") == "");
}

TEST_CASE("a scan reads what an earlier iteration has stored") {
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, j] = T.if_then_else(j > 0, B[i, j - 1], T.float32(0)) + A[i, j]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, j] = T.if_then_else(j < 7, B[i, j + 1], T.float32(0)) + A[i, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, 7 - j] = T.if_then_else(j > 0, B[i, 8 - j], T.float32(0)) + A[i, j]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, 7 - j] = T.if_then_else(j < 7, B[i, 6 - j], T.float32(0)) + A[i, j]\n") == "");
  // the row above, whatever the column; the row below is not there
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, j] = T.if_then_else(i > 0 and j < 7, B[i - 1, j + 1], T.float32(0))\n") == "B");
  CHECK(filled("    for j, i in T.grid(8, 6):\n"
               "        B[i, j] = T.if_then_else(i > 0 and j < 7, B[i - 1, j + 1], T.float32(0))\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n"
               "        B[i, j] = T.if_then_else(i > 0, B[i - 1, T.if_then_else(A[0, 0] > T.float32(0), 1, 0)], "
               "T.float32(0))\n") == "");
}

TEST_CASE("several stores fill a row of parts") {
  CHECK(filled("    for i in range(6):\n        B[i, 0] = A[i, 0]\n        for j in range(1, 8):\n"
               "            B[i, j] = B[i, j - 1] + A[i, j]\n") == "B");
  CHECK(filled("    for i in range(6):\n        B[i, 0] = A[i, 0]\n        for j in range(2, 8):\n"
               "            B[i, j] = B[i, j - 1] + A[i, j]\n") == "");
  CHECK(filled("    for i in range(6):\n        for j in range(1, 8):\n            B[i, j] = B[i, j - 1] + A[i, j]\n"
               "        B[i, 0] = A[i, 0]\n") == "");
  CHECK(filled("    for j in range(8):\n        B[0, j] = A[0, j]\n    for i, j in T.grid(5, 8):\n"
               "        B[i + 1, j] = B[i, j] + A[i + 1, j]\n") == "B");
  CHECK(filled("    for j in range(8):\n        B[0, j] = A[0, j]\n    for i, j in T.grid(5, 8):\n"
               "        B[i + 1, j] = B[i + 1, 7 - j] + A[i + 1, j]\n") == "");
  CHECK(filled("    for i, j in T.grid(6, 4):\n        B[i, j + 4] = A[i, j]\n    for i, j in T.grid(6, 4):\n"
               "        B[i, 3 - j] = A[i, j]\n    B[0, 0] = B[5, 7] + B[5, 0]\n") == "B");
  CHECK(filled("    for i, j in T.grid(6, 4):\n        B[i, j + 4] = B[i, 3 - j]\n    for i, j in T.grid(6, 4):\n"
               "        B[i, j] = A[i, j]\n") == "");
}

TEST_CASE("an early end leaves what was filled before") {
  const std::string fill = "    for i, j in T.grid(6, 8):\n        B[i, j] = A[i, j]\n",
                    end = "    if A[0, 0] > T.float32(0):\n        T.evaluate(T.ret(0))\n";
  CHECK(filled(fill + end + "    B[0, 0] = T.float32(1)\n") == "B");
  CHECK(filled(end + fill) == "");
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[i, j] = A[i, j]\n        if B[i, j] > T.float32(0):\n"
               "            T.evaluate(T.ret(0))\n") == "");
  CHECK(filled("    for t in range(3):\n        for i, j in T.grid(6, 8):\n            B[i, j] = A[i, j]\n"
               "        if A[t, 0] > T.float32(0):\n            T.evaluate(T.ret(0))\n") == "B");
}

TEST_CASE("a loop that is left or goes on early has done what stands before") {
  const auto loop = [](const std::string& jump, const std::string& first) {
    const std::string test = "            if A[i, j] > T.float32(0):\n                T.evaluate(T." + jump + "())\n",
                      store = "            B[i, j] = A[i, j]\n";
    return filled("    for i in range(6):\n        for j in range(8):\n" +
                  (first == "store" ? store + test : test + store));
  };
  CHECK(loop("continue_loop", "store") == "B");
  CHECK(loop("continue_loop", "test") == "");
  CHECK(loop("break_loop", "store") == "");
  CHECK(loop("break_loop", "test") == "");
  CHECK(filled("    for i in range(6):\n        for j in range(8):\n            B[i, j] = A[i, j]\n"
               "        for j in range(8):\n            if A[i, j] > T.float32(0):\n"
               "                T.evaluate(T.break_loop())\n            B[i, j] = T.float32(0)\n") == "B");
}
