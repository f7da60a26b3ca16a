// SPDX-License-Identifier: Apache-2.0
// Kernels that are taken from the cache compute what fresh ones do, and are found by nobody whom they do not suit.
#include "kernel_cache.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "kernel_compiler.h"
#include "read_text.h"

using namespace hammock;
using namespace hammock::jit;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    char name[] = "/tmp/kernel-cache-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path); }
  std::string path;
};

// A product, a softmax, attention, a convolution of 3 x 3, and a kernel that is compiled statement by statement and
// fails for some numbers.
const char* kScript = R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def sums(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            assert A[i] >= T.float32(0.0), "negative"
            B[i] = A[i] + T.if_then_else(i > 0, B[i - 1], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((8, 8), "float32"), q: R.Tensor((1, 8, 2, 8), "float32"), s: R.Tensor((8,), "float32"),
             i: R.Tensor((1, 32, 24, 24), "float32"), w: R.Tensor((32, 32, 3, 3), "float32")):
        R.func_attr({"num_input": 4})
        cls = Module
        with R.dataflow():
            a = R.matmul(x, x)
            b = R.nn.softmax(a)
            c = R.nn.attention(q, q, q)
            d = R.call_tir(cls.sums, (s,), out_sinfo=R.Tensor((8,), "float32"))
            e = R.nn.conv2d(i, w, padding=[1, 1])
            R.output(b, c, d, e)
        return (b, c, d, e)
)";

RuntimeValue iota(std::vector<int64_t> shape, float first) {
  Tensor t = *Tensor::make(kFloat32, std::move(shape));
  for (int64_t i = 0; i < t.elements(); ++i) t.as<float>()[i] = first + 0.01f * static_cast<float>(i);
  return {t};
}

struct Outcome {
  std::vector<std::string> bytes;  // of the results
  std::string error;               // of a run that fails
  CompileStats stats;
};

Outcome run(const Module& module, const std::string& cache) {
  CompileOptions options;
  options.threads = 2;
  options.cache = cache;
  auto executable = Executable::compile(module, *module.find("main"), options);
  REQUIRE_MESSAGE(executable.ok(), executable.error().text);
  Outcome out;
  out.stats = (*executable)->stats();
  RuntimeValue args[] = {iota({8, 8}, 0), iota({1, 8, 2, 8}, 0), iota({8}, 1), iota({1, 32, 24, 24}, 0),
                         iota({32, 32, 3, 3}, -1)};
  auto result = (*executable)->run(args);
  REQUIRE_MESSAGE(result.ok(), result.error().text);
  for (const RuntimeValue& value : *result->tuple()) {
    const Tensor& t = *value.tensor();
    out.bytes.emplace_back(reinterpret_cast<const char*>(t.data.get()), static_cast<size_t>(t.bytes()));
  }
  args[2] = iota({8}, -1);
  auto failed = (*executable)->run(args);
  REQUIRE_FALSE(failed.ok());
  out.error = failed.error().text + " at " + std::to_string(failed.error().span.begin);
  return out;
}

std::vector<fs::path> entries(const Folder& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder.path)) out.push_back(entry.path());
  return out;
}

}  // namespace

TEST_CASE("what is found computes and fails as what is made") {
  const Folder folder;
  const Module module = read(kScript);
  const Outcome plain = run(module, ""), first = run(module, folder.path);
  CHECK(first.stats.cached == 0);
  CHECK(first.stats.generated == plain.stats.generated);
  CHECK(static_cast<int64_t>(entries(folder).size()) == first.stats.generated);
  const Outcome second = run(read(kScript), folder.path);
  CHECK(second.stats.generated == 0);
  CHECK(second.stats.cached == first.stats.generated);
  for (const Outcome* o : {&first, &second}) {
    CHECK(o->bytes == plain.bytes);
    CHECK(o->error == plain.error);
  }
}

TEST_CASE("a damaged entry is made again, and a missing one") {
  const Folder folder;
  const Module module = read(kScript);
  const Outcome first = run(module, folder.path);
  for (const fs::path& path : entries(folder)) {
    fs::resize_file(path, fs::file_size(path) / 2);
    const Outcome damaged = run(module, folder.path);
    CHECK(damaged.stats.generated > 0);
    CHECK(damaged.bytes == first.bytes);
    fs::remove(path);
    const Outcome missing = run(module, folder.path);
    CHECK(missing.stats.generated > 0);
    CHECK(missing.bytes == first.bytes);
    CHECK(run(module, folder.path).stats.generated == 0);
  }
}

TEST_CASE("kernels of one processor are not found for another") {
  const Folder folder;
  const Module module = read(kScript);
  auto program = loop::lower(module, *module.find("main"), {});
  REQUIRE(program.ok());
  std::vector<const loop::LoweredKernel*> kernels;
  std::vector<std::string> texts;
  for (const loop::Step& step : program->steps) {
    kernels.push_back(&step.kernel);
    texts.push_back(loop::to_text(module.context(), step.kernel));
  }
  for (const char* cpu : {"x86-64", "x86-64-v3"}) {
    for (bool is_second : {false, true}) {
      CompileTimes times;
      ThreadPool pool(2);
      KernelCompiler compiler(Host::named(cpu), pool, folder.path);
      REQUIRE(compiler.compile(module.context(), kernels, texts, times).ok());
      CHECK((times.generated == 0) == is_second);
      CHECK((times.cached == 0) == !is_second);
    }
  }
  const KernelCache old(Host::named("x86-64"), ""), wide(Host::named("x86-64-v3"), "");
  CHECK(old.key("kernel") != wide.key("kernel"));
  CHECK(old.key("kernel") != old.key("kernel "));
  CHECK(old.key("kernel").size() == DiskCache::kKeyDigits);
}

TEST_CASE("several write the same entries") {
  const Folder folder;
  const Outcome plain = run(read(kScript), "");
  std::vector<Outcome> outcomes(3);
  std::vector<std::thread> team;
  for (Outcome& o : outcomes) team.emplace_back([&] { o = run(read(kScript), folder.path); });
  for (std::thread& t : team) t.join();
  for (const Outcome& o : outcomes) CHECK(o.bytes == plain.bytes);
  CHECK(run(read(kScript), folder.path).stats.generated == 0);
}
