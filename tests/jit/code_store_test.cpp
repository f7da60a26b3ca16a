// SPDX-License-Identifier: Apache-2.0
// Kernels of a program that are alike but for their sizes have one code, which computes what that of each would.
#include "code_store.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>

#include "hammock/jit/executable.h"
#include "read_text.h"

using namespace hammock;
using namespace hammock::jit;
namespace fs = std::filesystem;

namespace {

// Rows that are no multiple of a tile, below and above a vector.
constexpr int64_t kSizes[] = {5, 33, 50, 67, 163};

// For each size a function of a few kernels, and one that computes all that they do.
std::string sizes_script() {
  std::string alone, params, body, results;
  for (int64_t n : kSizes) {
    const std::string i = std::to_string(n), x = "x" + i + ": R.Tensor((" + i + ", 24), \"float32\")";
    const std::string kernels = "            a" + i + " = R.matmul(x" + i + ", w)\n            b" + i +
                                " = R.nn.softmax(R.matmul(a" + i + ", R.permute_dims(x" + i + ")))\n            c" + i +
                                " = R.mean(R.exp(b" + i + "), axis=[0])\n            d" + i +
                                " = R.reshape(R.permute_dims(R.strided_slice(a" + i +
                                ", axes=[1], begin=[1], end=[18])), (17, " + i + "))\n";
    const std::string values = "a" + i + ", b" + i + ", c" + i + ", d" + i;
    alone += "    @R.function\n    def f" + i + "(" + x + ", w: R.Tensor((24, 24), \"float32\")):\n        with " +
             "R.dataflow():\n" + kernels + "            R.output(" + values + ")\n        return (" + values + ")\n";
    params += x + ", ";
    body += kernels;
    results += (results.empty() ? "" : ", ") + values;
  }
  return "@I.ir_module\nclass Module:\n" + alone + "    @R.function\n    def main(" + params +
         "w: R.Tensor((24, 24), \"float32\")):\n        with R.dataflow():\n" + body + "            R.output(" +
         results + ")\n        return (" + results + ")\n";
}

RuntimeValue filled(std::vector<int64_t> shape, float first, float step) {
  Tensor t = *Tensor::make(kFloat32, std::move(shape));
  for (int64_t i = 0; i < t.elements(); ++i) t.as<float>()[i] = first + step * static_cast<float>(i % 97);
  return {t};
}

struct Computed {
  std::vector<std::string> bytes;  // of the results
  CompileStats stats;
};

Computed compute(const Module& module, const std::string& function, const std::vector<int64_t>& sizes,
                 const std::string& cache) {
  CompileOptions options;
  options.threads = 2;
  options.cache = cache;
  auto executable = Executable::compile(module, *module.find(function), options);
  REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
  std::vector<RuntimeValue> args;
  for (int64_t n : sizes) args.push_back(filled({n, 24}, -0.5f, 0.01f));
  args.push_back(filled({24, 24}, 0.5f, -0.02f));
  auto result = (*executable)->run(args);
  REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().text));
  Computed out{{}, (*executable)->stats()};
  for (const RuntimeValue& value : *result->tuple()) {
    const Tensor& t = *value.tensor();
    out.bytes.emplace_back(reinterpret_cast<const char*>(t.data.get()), static_cast<size_t>(t.bytes()));
  }
  return out;
}

}  // namespace

TEST_CASE("kernels that share their code compute what they do alone, now and from the cache") {
  char name[] = "/tmp/code-store-XXXXXX";
  const std::string folder = mkdtemp(name);
  const std::vector<int64_t> sizes(std::begin(kSizes), std::end(kSizes));
  const Module module = read(sizes_script());
  std::vector<std::string> expected;
  for (int64_t n : sizes) {
    const Computed alone = compute(module, "f" + std::to_string(n), {n}, "");
    CHECK(alone.stats.reused == 0);
    expected.insert(expected.end(), alone.bytes.begin(), alone.bytes.end());
  }
  const Computed plain = compute(module, "main", sizes, ""), first = compute(module, "main", sizes, folder);
  CHECK(plain.bytes == expected);
  CHECK(first.bytes == expected);
  CHECK(first.stats.reused > first.stats.unique_kernels / 3);
  CHECK(first.stats.generated == plain.stats.generated);
  const Computed second = compute(read(sizes_script()), "main", sizes, folder);
  CHECK(second.stats.generated == 0);
  CHECK(second.stats.cached == first.stats.generated);
  CHECK(second.bytes == expected);
  // The function of one size finds its kernels among them.
  const Computed one = compute(read(sizes_script()), "f50", {50}, folder);
  CHECK(one.stats.generated == 0);
  CHECK(one.bytes == std::vector<std::string>(expected.begin() + 8, expected.begin() + 12));

  bool is_removed = false;
  for (const auto& entry : std::vector<fs::directory_entry>(fs::directory_iterator(folder), {})) {
    is_removed = !is_removed;
    if (is_removed) fs::remove(entry.path());
  }
  CHECK(compute(module, "main", sizes, folder).bytes == expected);
  CHECK(compute(module, "main", sizes, folder).stats.generated == 0);
  fs::remove_all(folder);
}
