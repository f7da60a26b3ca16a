// SPDX-License-Identifier: Apache-2.0
// The page of a report: its data, and that nothing of a script gets out of it. tests/cli/report.mjs opens such pages.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"

using namespace hammock;
using namespace hammock::cli;

namespace {

constexpr const char* kHostileScript = R"(# </script><script>broken()</script> <!--
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 8), "float32"), v: R.Tensor((8, 8), "float32"), w: R.Tensor((8, 8), "float32")):
        R.func_attr({"note": "</script><img src=x onerror=broken()> @DATA@ & \"x\""})
        with R.dataflow():
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            c = R.add(a, b)
            R.output(c)
        return c
)";

struct ReportPage {
  int code = 0;
  std::string text, errors;
  nlohmann::json data;
};

ReportPage page_of(const std::string& script, Arguments flags) {
  ReportPage page;
  Io io;
  io.out = [&](std::string_view text) { page.text += text; };
  io.err = [&](std::string_view text) { page.errors += text; };
  io.read = [&](const std::string&) -> Result<std::string> { return script; };
  Arguments args{"report"};
  args.insert(args.end(), flags.begin(), flags.end());
  args.push_back("model.py");
  page.code = run_command(io, args);
  const std::string begin = "id=\"data\">";
  const size_t at = page.text.find(begin);
  if (at == std::string::npos) return page;
  const size_t from = at + begin.size();
  page.data = nlohmann::json::parse(page.text.substr(from, page.text.find("</script>", from) - from));
  return page;
}

std::string text_of(const nlohmann::json& data, size_t state) {
  std::string out;
  for (const auto& edit : data["states"][state]["edits"]) {
    for (const auto& line : edit[2]) out += data["strings"][line.get<size_t>()].get<std::string>() + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("the data of a page is what the script became") {
  const ReportPage page =
      page_of(kHostileScript, {"--passes=CombineParallelMatmul{min-branches=2},DeadCodeElimination"});
  CHECK(page.code == kFine);
  CHECK(page.errors.empty());
  REQUIRE(page.data.is_object());
  CHECK(page.data["file"] == "model.py");
  CHECK(page.data["steps"].size() == 2);
  CHECK(page.data["states"].size() == 2);
  CHECK(text_of(page.data, 0).find("R.matmul(x, v") != std::string::npos);
  CHECK(page.data["states"][0]["graphs"][0]["boxes"].size() > 2);
  CHECK(page.data["states"][1]["costs"][0]["sum"][0].is_number());
}

TEST_CASE("strings of a script stay strings") {
  const ReportPage page = page_of(kHostileScript, {});
  REQUIRE(page.data.is_object());
  CHECK(text_of(page.data, 0).find("</script><img src=x onerror=broken()> @DATA@ &") != std::string::npos);
  CHECK(page.text.find("<img") == std::string::npos);
  CHECK(page.text.find("<script>broken") == std::string::npos);
}

TEST_CASE("a page asks for nothing") {
  const ReportPage page = page_of(kHostileScript, {});
  const std::string_view text = page.text;
  CHECK(text.find("default-src 'none'") != std::string_view::npos);
  for (const char* word : {" src=\"", "@import", "fetch(", "XMLHttpRequest", "<link"})
    CHECK_MESSAGE(text.find(word) == std::string_view::npos, word);
}

TEST_CASE("a run that cannot begin makes no page") {
  for (const char* flag : {"--passes=DeadCodeElimination", "--entry=other", "--dim=m=3"}) {
    const ReportPage page = page_of(kHostileScript, {"--run", flag});  // no value for x
    CHECK(page.code == kUsage);
    CHECK(page.text.empty());
    CHECK(!page.errors.empty());
  }
}

TEST_CASE("the entry keeps its name when a lone function gets kernels") {
  const ReportPage page =
      page_of("@R.function\ndef foo(x: R.Tensor((\"n\", 4), \"float32\")):\n    return R.add(x, x)\n",
              {"--run", "--fill=ones", "--dim=n=3", "--passes=LegalizeOps"});
  CHECK(page.code == kFine);
  REQUIRE(page.data.is_object());
  CHECK(page.data["entry"] == "foo");
  REQUIRE(page.data["states"].size() == 2);
  CHECK(page.data["states"][1]["run"]["notCompared"] == "");
  CHECK(page.data["states"][1]["run"]["agreement"]["agrees"] == true);
}
