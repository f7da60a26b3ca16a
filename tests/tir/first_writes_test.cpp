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
  CHECK(filled("    for i, j in T.grid(6, 8):\n        B[5 - i, j] = A[i, j]\n") == "");
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
