// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hammock/base/check.h"
#include "hammock/passes/pass.h"
#include "script.h"

using namespace hammock;

namespace {

// The first problem of a pipeline: code, place and text.
struct Problem {
  std::string text;
  uint32_t begin = 0, end = 0;
};
Problem problem(std::string_view pipeline) {
  Diagnostics diagnostics;
  CHECK_FALSE(parse_pipeline(pipeline, diagnostics).has_value());
  REQUIRE_FALSE(diagnostics.all().empty());
  REQUIRE(diagnostics.source()->text() == pipeline);
  const Diagnostic& first = diagnostics.all()[0];
  return {first.text, first.span.begin, first.span.end};
}

}  // namespace

TEST_CASE("a pipeline of passes, options and groups") {
  Diagnostics diagnostics;
  auto steps = parse_pipeline(
      "CombineParallelMatmul{min-branches=3}, [DeadCodeElimination,[combine-parallel-matmul]]*4,DeadCodeElimination",
      diagnostics);
  REQUIRE(steps.has_value());
  REQUIRE(steps->size() == 3);
  CHECK((*steps)[0].pass->name == "CombineParallelMatmul");
  CHECK((*steps)[0].options.integer("min-branches") == 3);
  CHECK((*steps)[1].bound == 4);
  REQUIRE((*steps)[1].group.size() == 2);
  CHECK((*steps)[1].group[1].bound == 1);
  CHECK((*steps)[1].group[1].group[0].pass->name == "CombineParallelMatmul");
  CHECK((*steps)[1].group[1].group[0].options.integer("min-branches") == 2);
}

TEST_CASE("a value may be a list") {
  Diagnostics diagnostics;
  auto steps = parse_pipeline("DeadCodeElimination{entry-functions=main,helper}", diagnostics);
  REQUIRE(steps.has_value());
  CHECK((*steps)[0].options.list("entry-functions") == std::vector<std::string_view>{"main", "helper"});
}

TEST_CASE("an empty pipeline does nothing") {
  Diagnostics diagnostics;
  auto steps = parse_pipeline(" ", diagnostics);
  REQUIRE(steps.has_value());
  CHECK(steps->empty());
}

TEST_CASE("problems have a place and a suggestion") {
  Problem p = problem("DeadCodeElimination,CombineParalelMatmul");
  CHECK(p.text == "unknown pass 'CombineParalelMatmul'; did you mean 'CombineParallelMatmul'?");
  CHECK(p.begin == 20);
  CHECK(p.end == 40);
  p = problem("CombineParallelMatmul{min-branch=2}");
  CHECK(p.text == "CombineParallelMatmul has no option 'min-branch'; did you mean 'min-branches'?");
  CHECK(p.begin == 22);
  p = problem("CombineParallelMatmul{min-branches=two}");
  CHECK(p.text == "option 'min-branches' takes a number that is not negative");
  CHECK(p.begin == 35);
  CHECK(problem("[DeadCodeElimination").text == "a ',' or ']' is expected");
  CHECK(problem("DeadCodeElimination]").text == "']' closes no group");
  CHECK(problem("DeadCodeElimination,,").text == "the name of a pass or '[' is expected");
  CHECK(problem("DeadCodeElimination{").text == "a '}' is expected");
  CHECK(problem("[DeadCodeElimination]*0").begin == 22);
  CHECK(problem("DeadCodeElimination DeadCodeElimination").text == "a ',' is expected between the passes");
  CHECK(problem("CombineParallelMatmul{min-branches=2,min-branches=3}").text == "option 'min-branches' is given twice");
}

TEST_CASE("groups nest to a bound") {
  CHECK(problem(std::string(100'000, '[')).text == "groups are nested more than 20 deep");
}

TEST_CASE("every row of the table is complete and its options parse") {
  for (const PassInfo& pass : passes()) {
    CHECK_FALSE(pass.help.empty());
    CHECK(find_pass(pass.name) == &pass);
    Diagnostics diagnostics;
    auto steps = parse_pipeline(pass.name, diagnostics);
    REQUIRE(steps.has_value());
    CHECK((*steps)[0].options.values.size() == options_of(pass).size());
  }
  for (const NamedPipeline& pipeline : named_pipelines()) {
    CHECK(find_pass(pipeline.name) == nullptr);
    Diagnostics diagnostics;
    CHECK(parse_pipeline(pipeline.passes, diagnostics).has_value());
  }
}

TEST_CASE("a pass that changes something and says that it does not is found out") {
  register_pass({"BreakQuietly", "", "for this test", "", [](Module& module, const PassOptions&, PassContext& context) {
                   ++context.functions;
                   module.functions[0].relax()->body().result = {};
                   return Changed::no;
                 }});
  Module module = read_script(R"(
@R.function
def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
    return x
)");
  Diagnostics diagnostics;
  PassContext context{diagnostics};
  context.is_verified = true;
  auto run = [&](std::string_view pipeline) {
    run_pipeline(module, *parse_pipeline(pipeline, diagnostics), context, /*verify_each=*/true);
  };
  run("DeadCodeElimination");
  CHECK_THROWS_AS(run("BreakQuietly,DeadCodeElimination"), InternalError);
}
