// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/report.h"

#include <doctest/doctest.h>

namespace hammock::tool {
namespace {

constexpr const char* kParallel = R"(
@R.function
def main(x: R.Tensor((4, 8), "float32"), v: R.Tensor((8, 8), "float32"), w: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.matmul(x, v)
        b = R.matmul(x, w)
        c = R.add(a, b)
        R.output(c)
    return c
)";

constexpr const char* kWrongRule = R"(
x, y = wildcard(), wildcard()
def swap(orig, matchings):
    return R.subtract(matchings[x], matchings[y])
rewrite_call(is_op("relax.add")(x, y), swap, mod)
)";

Report report_of(std::vector<PartText> parts, bool runs) {
  Script script = read_script("parallel.py", kParallel);
  REQUIRE(script);
  ReportRequest request;
  request.parts = std::move(parts);
  request.run.profile = true;
  if (runs) {
    request.arguments = [](const Signature& signature) {
      InputOptions inputs;
      inputs.fill = "rand(normal,seed=1)";
      return make_arguments(signature, inputs);
    };
  }
  return make_report(script, request);
}

TEST_CASE("a step has its texts, its changes with reasons and what is computed otherwise") {
  const Report report = report_of({{"CombineParallelMatmul{min-branches=2},DeadCodeElimination", ""}}, false);
  CHECK(report.outcome.is_fine());
  REQUIRE(report.steps.size() == 2);
  REQUIRE(report.states.size() == 2);
  const ReportStep& combine = report.steps[0];
  CHECK(combine.name == "CombineParallelMatmul");
  CHECK(combine.changed);
  CHECK(combine.applications == 1);
  REQUIRE(combine.changes.size() == 1);
  CHECK(combine.changes[0].function == "main");
  CHECK(combine.changes[0].line > 1);
  CHECK(!combine.changes[0].reason.empty());
  CHECK(!combine.diff.is_equal());
  CHECK(report.steps[1].before == report.steps[1].after);
  CHECK(report.states[1].text().find("R.concat") != std::string_view::npos);
  for (const ReportState& state : report.states) {
    REQUIRE(state.costs.size() == 1);
    CHECK(number(state.costs[0].sum.operations).value() > 2 * 4 * 8 * 8);
    CHECK(state.graphs.size() == 1);
    CHECK(!state.run);
  }
}

TEST_CASE("changed lines make the text behind a step of the one before it") {
  const Report report = report_of({{"CombineParallelMatmul{min-branches=2}", ""}}, false);
  REQUIRE(report.states.size() == 2);
  const auto lines_of = [](std::string_view text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      lines.emplace_back(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  };
  const std::vector<std::string> before = lines_of(report.states[0].text()), after = lines_of(report.states[1].text());
  std::vector<std::string> made;
  size_t from = 0;
  for (const LineChange& c : report.steps[0].lines) {
    made.insert(made.end(), before.begin() + from, before.begin() + c.before);
    CHECK(made.size() == c.after);
    made.insert(made.end(), after.begin() + c.after, after.begin() + c.after + c.added);
    from = c.before + c.removed;
  }
  made.insert(made.end(), before.begin() + from, before.end());
  CHECK(made == after);
}

TEST_CASE("the numbers behind each step are held against those of the script") {
  const Report report = report_of({{"CombineParallelMatmul{min-branches=2}", ""}}, true);
  CHECK(report.outcome.is_fine());
  REQUIRE(report.states[0].run);
  CHECK(!report.states[0].run->agreement);
  REQUIRE(report.states[1].run);
  REQUIRE(report.states[1].run->agreement);
  CHECK(report.states[1].run->agreement->agrees);
  CHECK(report.states[1].run->agreement->largest < 1e-4);
}

TEST_CASE("a step that makes other numbers is told, and the report goes on") {
  const Report report = report_of({{kWrongRule, "wrong.py"}, {"DeadCodeElimination", ""}}, true);
  CHECK(report.outcome.status == kFalse);
  REQUIRE(report.steps.size() == 2);
  REQUIRE(report.states.back().run->agreement);
  CHECK(!report.states.back().run->agreement->agrees);
  CHECK(report.states.back().run->agreement->largest > 0.1);
}

TEST_CASE("parts that cannot be read make no states") {
  const Report report = report_of({{"NoSuchPass", ""}}, false);
  CHECK(report.states.empty());
  CHECK(report.outcome.status == kUsage);
}

}  // namespace
}  // namespace hammock::tool
