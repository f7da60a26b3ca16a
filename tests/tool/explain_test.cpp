// SPDX-License-Identifier: Apache-2.0
// What `hammock explain` says: everything has its text, and every example does what it is there for.
#include "hammock/tool/explain.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "hammock/passes/pass.h"
#include "hammock/tool/rewrite.h"
#include "hammock/tool/site.h"
#include "tool/explain_operator.h"
#include "tool/highlight.h"

using namespace hammock;
using namespace hammock::tool;

TEST_CASE("everything that there is can be explained, by its name") {
  const std::vector<Entry> all = entries();
  for (size_t i = 0; i < kOpCount; ++i) CHECK(find_entry(all, info(static_cast<Op>(i)).name));
  for (const PassInfo& pass : passes()) CHECK(find_entry(all, pass.name));
  for (const NamedPipeline& pipeline : named_pipelines()) CHECK(find_entry(all, pipeline.name));
  for (const Entry& entry : all) {
    const Page page = page_of(entry);
    INFO(entry.name);
    CHECK(page.name == entry.name);
    CHECK(page.title.starts_with(page.name));
    CHECK(!entry.summary.empty());
    for (const Piece& p : page.pieces)
      CHECK_MESSAGE((p.key == "wrong" || p.key == "first" || !p.text.empty() || !p.rows.empty()), p.key);
  }
}

TEST_CASE("the parameters of an operator are all explained") {
  for (size_t i = 0; i < kOpCount; ++i) {
    const OpInfo& op = info(static_cast<Op>(i));
    const Page page = page_of_operator(op.id);
    const auto piece = std::ranges::find(page.pieces, "parameters", &Piece::key);
    for (const Param& p : op.params) {
      if (p.kind == ParamKind::variadic) continue;  // assert_op is written with another name for its own
      const bool is_said =
          p.name.empty() ||
          (piece != page.pieces.end() &&
           std::ranges::find(piece->rows, p.name, &std::pair<std::string, std::string>::first) != piece->rows.end());
      CHECK_MESSAGE(is_said, op.name, " ", p.name);
    }
  }
  const Page attention = page_of_operator(Op::nn_attention);
  const auto piece = std::ranges::find(attention.pieces, "parameters", &Piece::key);
  CHECK(piece->rows[3].first == "bias");
}

TEST_CASE("every pass changes its example, and all but two keep what it computes") {
  std::vector<std::string> names;
  for (const PassInfo& pass : passes()) names.emplace_back(pass.name);
  for (const NamedPipeline& pipeline : named_pipelines()) names.emplace_back(pipeline.name);
  for (const std::string& name : names) {
    INFO(name);
    Result<PassExample> example = example_of_pass(name);
    REQUIRE_MESSAGE(example.ok(), (example.ok() ? "" : example.error().text));
    CHECK((example->before != example->after) == (name != "Normalize"));
    const std::string all = example->first.empty() ? name : example->first + "," + name;
    Diagnostics diagnostics;
    std::vector<RewritePart> parts(1);
    parts[0].steps = *parse_pipeline(all, diagnostics);
    ScriptOptions reading = options_for(parts);
    reading.warn = true;
    Script script = read_script("example.py", example->script, reading);
    CHECK(script.outcome.reports.empty());
    RewriteRequest request;
    // One is for another meaning, one for fewer digits.
    request.check_runs = name == "DecomposeOpsForInference" || name == "ToMixedPrecision" ? 0 : 4;
    const Rewritten result = rewrite(script, parts, request);
    CHECK_MESSAGE(result.outcome.is_fine(), result.outcome.failure);
  }
}

TEST_CASE("every operator has an example in which it occurs, and both executors agree on it") {
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    INFO(info(op).name);
    const OperatorExample example = example_of_operator(op);
    CHECK(example.script.find("R." + std::string(info(op).name) + "(") != std::string::npos);
    const Script script = read_script("example.py", example.script, {.warn = true});
    CHECK(script);
    CHECK(script.outcome.reports.empty());
    if (!example.why_not_run.empty()) continue;
    Result<ExampleResult> result = run_example(example, true);
    CHECK_MESSAGE(result.ok(), (result.ok() ? "" : result.error().text));
  }
}

TEST_CASE("names are found as scripts, pipelines and messages spell them") {
  const std::vector<Entry> all = entries();
  CHECK(find_entry(all, "combine-parallel-matmul")->name == "CombineParallelMatmul");
  for (const char* name : {"nn.conv2d", "R.nn.conv2d", "relax.nn.conv2d"})
    CHECK(find_entry(all, name)->name == "nn.conv2d");
  CHECK(find_entry(all, "zero")->topic == Topic::pipeline);
  CHECK(find_entry(all, "e0203")->name == "E0203");
  CHECK(find_entry(all, "no such thing") == nullptr);
}

TEST_CASE("a site has a page for everything, and no link leads nowhere") {
  std::vector<Entry> all = entries();
  all.push_back({Topic::command, "a<b>", "with \"quotes\" & <tags>"});
  std::vector<Page> pages;
  for (const Entry& entry : all) {
    pages.push_back(entry.topic == Topic::command ? Page{entry.topic, entry.name, entry.name + ": " + entry.summary, {}}
                                                  : page_of(entry));
  }
  const std::vector<SiteFile> files = make_site(all, pages);
  std::set<std::string> paths;
  for (const SiteFile& file : files) CHECK_MESSAGE(paths.insert(file.path).second, file.path);
  CHECK(files.size() == all.size() + 4);
  for (const SiteFile& file : files) {
    if (!file.path.ends_with(".html")) continue;
    const std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
    for (std::string_view attribute : {"href=\"", "src=\""}) {
      for (size_t at = file.text.find(attribute); at != std::string::npos; at = file.text.find(attribute, at + 1)) {
        const size_t begin = at + attribute.size();
        std::string target = file.text.substr(begin, file.text.find('"', begin) - begin);
        target = target.substr(0, target.find('#'));
        if (!target.empty()) CHECK_MESSAGE(paths.contains((folder / target).lexically_normal().string()), target);
      }
    }
    CHECK(file.text.find("<tags>") == std::string::npos);
    CHECK(file.text.find("://") == std::string::npos);
  }
}

TEST_CASE("scripts and prose are escaped, coloured and linked") {
  const Links links = [](std::string_view name) { return std::string(name == "R.add" ? "add.html" : ""); };
  CHECK(script_as_html("@R.function\ndef f(x):\n    return R.add(x, 1.5)  # <\n", links) ==
        "<span class=\"decorator\">@R.function</span>\n<span class=\"keyword\">def</span> <span "
        "class=\"defined\">f</span>(x):\n    <span class=\"keyword\">return</span> <a href=\"add.html\">R.add</a>(x, "
        "<span class=\"number\">1.5</span>)  <span class=\"comment\"># &lt;</span>\n");
  CHECK(script_as_html("R.exp(\"<a\\\"b\")", links) ==
        "<span class=\"builtin\">R.exp</span>(<span class=\"string\">&quot;&lt;a\\&quot;b&quot;</span>)");
  CHECK(script_as_html("'open\nx\\", links) == "<span class=\"string\">&#39;open\n</span>x\\");
  CHECK(prose_as_html("a < b, as R.add. `x=1`", links) ==
        "a &lt; b, as <a href=\"add.html\">R.add</a>. <code>x=1</code>");
}
