// SPDX-License-Identifier: Apache-2.0
// What no text says of kernels, and texts that are hard: shared expressions, deep and long kernels. The rules and the
// warnings have a golden test each.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "hammock/read/read.h"
#include "hammock/tir/kernel.h"
#include "hammock/verify/verify.h"

using namespace hammock;

namespace {

Module read(const std::string& text) {
  auto source = std::make_shared<Source>("kernels.py", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE(module);
  return std::move(*module);
}

std::vector<std::string> problems(const Module& module) {
  Diagnostics diagnostics;
  verify(module, diagnostics);
  if (!diagnostics.has_errors()) warn_of_kernels(module, diagnostics);
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.all()) out.push_back(std::string(info(d.id).code) + " " + d.text);
  return out;
}

std::vector<std::string> problems(const std::string& text) { return problems(read(text)); }

const tir::Kernel& first_kernel(const Module& module) { return *module.functions[0].kernel(); }

constexpr const char* kFill =
    "@T.prim_func\ndef fill(A: T.Buffer((16,), \"float32\")):\n"
    "    for i in range(16):\n        A[i] = T.float32(0)\n";

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("a variable belongs to one function of the module") {
  Module module = read(kFill);
  CHECK(problems(module).empty());
  // One kernel under two names is one kernel; a copy of it has the variables of the first.
  GlobalFunction again{module.context().name("again"), module.functions[0].info, module.functions[0].body, {}};
  module.functions.push_back(again);
  CHECK(problems(module).empty());
  module.functions[1].body = PrimFunc{.kernel = std::make_shared<tir::Kernel>(first_kernel(module))};
  std::vector<std::string> found = problems(module);
  REQUIRE(!found.empty());
  CHECK(found[0] == "E0506 'A_handle' belongs to function 'fill' already");
}

TEST_CASE("a kernel that is made by hand is held against the rules of texts") {
  Module module = read(kFill);
  auto kernel = std::make_shared<tir::Kernel>(first_kernel(module));
  PrimStore& prims = kernel->context->prims;
  for (tir::Stmt& s : kernel->stmts) {
    if (s.kind != tir::StmtKind::store) continue;
    const Prim indices[] = {prims.integer(0), prims.integer(0)};
    kernel->set_list(s, indices);
    const Prim args[] = {prims.integer(0)};
    s.value = prims.call(module.context().name("@gone"), kFloat16, args);
  }
  module.functions[0].body = PrimFunc{.kernel = kernel};
  CHECK(problems(module) == std::vector<std::string>{"E0204 the module has no function 'gone'",
                                                     "E0507 buffer 'A' of rank 1 has 2 indices",
                                                     "E0507 a value of float16 is stored in buffer 'A' of float32"});
}

TEST_CASE("an expression that is shared is looked at once") {
  std::string text = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\"), n: T.int32):\n    x = T.meta_var(A[n])\n";
  std::string sum = "    y0 = T.meta_var(A[n] + A[n])\n";
  for (int i = 1; i < 100; ++i) {
    const std::string before = "y" + std::to_string(i - 1);
    sum += "    y" + std::to_string(i) + " = T.meta_var(T.if_then_else(n > " + std::to_string(i) + ", " + before +
           ", " + before + " + " + before + "))\n";
  }
  text += sum + repeated("    A[0] = y99\n", 1000);
  CHECK(problems(text).empty());
}

TEST_CASE("a T.Let that is used twice defines its variable twice") {
  CHECK(problems("@T.prim_func\ndef f(A: T.Buffer((16,), \"int32\")):\n    x = T.int32()\n"
                 "    y = T.meta_var(T.Let(x + 1, where={x: 3}))\n    A[0] = y\n    A[1] = y\n") ==
        std::vector<std::string>{"E0506 'x' is defined a second time"});
}

TEST_CASE("kernels may be deep and long") {
  std::string grid = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n    for x in T.grid(";
  grid += repeated("2, ", 10000) + "2):\n        A[x[0]] = A[x[10000] + 15]\n";
  CHECK(problems(grid) ==
        std::vector<std::string>{"W0201 an index of buffer 'A' reaches 16, but dim 0 has 16 elements"});
  std::string lets = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\"), n: T.int32):\n    x0 = n\n";
  for (int i = 1; i < 20000; ++i) lets += "    x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + 1\n";
  CHECK(problems(lets + "    A[x19999] = T.float32(0)\n").empty());
  std::string buffers =
      "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n    with T.block(\"b\"):\n        T.reads(";
  for (int i = 0; i < 5000; ++i) buffers += "A[" + std::to_string(i % 16) + "], ";
  buffers += ")\n        T.writes()\n";
  for (int i = 0; i < 5000; ++i) buffers += "        b" + std::to_string(i) + " = T.alloc_buffer((16,))\n";
  for (int i = 0; i < 5000; ++i)
    buffers += "        b" + std::to_string(i) + "[0] = A[" + std::to_string(i % 16) + "]\n";
  CHECK(problems(buffers).empty());
}
