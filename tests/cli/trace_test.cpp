// SPDX-License-Identifier: Apache-2.0
// The trace of a run is what its readers expect.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "cli/command.h"
#include "cli/profile.h"
#include "hammock/io/tensor_file.h"

using namespace hammock;
using namespace hammock::cli;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char* kScript = R"(
@R.function
def main(x: R.Tensor((64, 128), "float32"), w: R.Tensor((128, 64), "float32")):
    y = R.matmul(x, w)
    z = R.nn.softmax(y)
    return z
)";

// In nanoseconds.
int64_t time(const Json& number) { return std::llround(number.get<double>() * 1000); }

// What each thread does lies in each other or apart, and is in the order of its beginning.
void check_nesting(const Json& trace) {
  std::map<int, std::vector<std::pair<int64_t, int64_t>>> open;
  int64_t last = 0;
  for (const Json& e : trace) {
    if (e["ph"] == "M") continue;
    const int64_t begin = time(e["ts"]);
    CHECK(begin >= last);
    last = begin;
    if (e["ph"] != "X") continue;
    const int64_t end = begin + time(e["dur"]);
    auto& around = open[e["tid"]];
    while (!around.empty() && around.back().second <= begin) around.pop_back();
    if (!around.empty()) CHECK_MESSAGE(end <= around.back().second, e.dump());
    around.emplace_back(begin, end);
  }
}

}  // namespace

TEST_CASE("events are sorted, nested, and named as they were, whatever they are called") {
  Trace trace;
  trace.add({"inner \"quoted\"\n", "kernel", 0, 10.5, 11.25,
             std::make_shared<const Trace::Arguments>(Trace::Arguments{{"in 0", "float32 (2,)"}})});
  trace.add({"outer", "run", 0, 10.5, 12});
  trace.add({"early", "script", 0, 10, 10.25});
  trace.add({"bytes \xff", "loop", 3, 10.75, 10.75});
  trace.note_memory();
  const Json json = Json::parse(trace_text(trace));
  check_nesting(json);
  REQUIRE(json.size() == 3 + 5);
  CHECK(json[3]["name"] == "early");
  CHECK(json[3]["ts"] == 0);
  CHECK(json[4]["name"] == "outer");
  CHECK(json[5]["name"] == "inner \"quoted\"\n");
  CHECK(json[5]["ts"] == 500);
  CHECK(json[5]["dur"] == 750);
  CHECK(json[5]["args"]["in 0"] == "float32 (2,)");
  CHECK(json[6]["tid"] == 3);
  CHECK(json[7]["ph"] == "C");
}

TEST_CASE("run --profile=FILE writes what was compiled, what ran, and the memory") {
  if (!jit::is_available()) return;
  const fs::path path = fs::temp_directory_path() / ("trace-" + std::to_string(std::rand()) + ".json");
  std::string errors;
  Io io;
  io.out = [](std::string_view) {};
  io.err = [&](std::string_view s) { errors += s; };
  io.read = [](const std::string&) -> Result<std::string> { return std::string(kScript); };
  io.threads = 2;
  REQUIRE(run_command(io, {"run", "--fill=rand", "--no-cache", "--profile=" + path.string(), "model.py"}) == kFine);
  CHECK(errors.find("GFLOP/s") != std::string::npos);
  const Json json = Json::parse(*read_file(path.string()));
  fs::remove(path);
  check_nesting(json);
  std::set<std::string> seen;
  for (const Json& e : json) {
    if (e["ph"] == "X") seen.insert(e["cat"].get<std::string>() + ": " + e["name"].get<std::string>());
    if (e["ph"] == "C") seen.insert("memory");
    if (e["ph"] == "X" && e["cat"] == "kernel") CHECK(e["args"].contains("bytes"));
  }
  for (const char* expected : {"script: read", "compile: compile", "compile: lower", "run: run", "kernel: matmul",
                               "kernel: nn.softmax", "compile: matmul", "memory"})
    CHECK_MESSAGE(seen.contains(expected), std::string(expected));
}
