// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/diagnostic.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

#include "hammock/base/suggest.h"

using namespace hammock;

namespace {

Diagnostics one_error(std::string text, Span span) {
  Diagnostics diagnostics(std::make_shared<Source>("a.py", std::move(text)));
  diagnostics.report(Diag::undefined_name, span, "undefined name 'q'");
  return diagnostics;
}

}  // namespace

TEST_CASE("a diagnostic shows its line with the range underlined") {
  Diagnostics diagnostics = one_error("x = 1\ny = qq + 1\n", {10, 12});
  CHECK(render(diagnostics) == "a.py:2:5: error: undefined name 'q' [E0201]\n    y = qq + 1\n        ^~\n");
}

TEST_CASE("a range of several lines is underlined on each; of a long one the first and the last are shown") {
  CHECK(render(one_error("ab\n  cd  \n", {1, 7})).ends_with("    ab\n     ^\n      cd  \n      ~~\n"));
  CHECK(render(one_error("ab\nc\nd\ne\n", {0, 8})).ends_with("    ab\n    ^~\n    ...\n    e\n    ~\n"));
}

TEST_CASE("a range stays in its text") {
  CHECK(render(one_error("ab", {2, 3})).ends_with("    ab\n      ^\n"));
  CHECK(render(one_error("", {0, 0})).ends_with("    \n    ^\n"));
}

TEST_CASE("a mark stands under a character, not under its bytes; control characters are not sent to the terminal") {
  CHECK(render(one_error("\xC3\xA9 = q", {5, 6})).ends_with("    \xC3\xA9 = q\n        ^\n"));
  CHECK(render(one_error("\x1b[2J q", {5, 6})).ends_with("    ?[2J q\n         ^\n"));
  CHECK(render(one_error("\u5f35 = qq", {6, 8})).ends_with("    \u5f35 = qq\n         ^~\n"));  // two columns wide
  CHECK(render(one_error("e\u0301 = q", {6, 7})).ends_with("    e\u0301 = q\n        ^\n"));    // a mark that combines
  CHECK(render(one_error("a\xff q", {1, 2})).ends_with("    a\ufffd q\n     ^\n"));
}

TEST_CASE("a tab goes to the next multiple of eight columns") {
  CHECK(render(one_error("\tx = q\ty", {5, 8})).ends_with("            x = q   y\n                ^~~~~\n"));
}

TEST_CASE("a message is one line and has a bound, whatever it quotes") {
  Diagnostics diagnostics(std::make_shared<Source>("a.py", "x"));
  diagnostics.report(Diag::syntax, {0, 1}, "found 'a\nb\x1b'");
  diagnostics.report(Diag::syntax, {0, 1}, std::string(100000, 'a') + "z");
  std::string text = render(diagnostics);
  CHECK(text.starts_with("a.py:1:1: error: found 'a\\nb?' [E0105]\n"));
  CHECK(text.size() < 3000);
  CHECK(text.find("az [E0105]") != std::string::npos);
}

TEST_CASE("of a very long line a piece around the place is shown") {
  std::string text = render(one_error(std::string(100000, 'a') + "q" + std::string(100000, 'b'), {100000, 100001}));
  CHECK(text.size() < 1000);
  CHECK(text.find("aq") != std::string::npos);
}

TEST_CASE("json has the place, the code and the notes") {
  Diagnostics diagnostics(std::make_shared<Source>("a.py", "x\ny\n"));
  diagnostics.report(Diag::syntax, {2, 3}, "a \"quote\"").notes.push_back({{0, 1}, "there"});
  RenderOptions options;
  options.json = true;
  CHECK(render(diagnostics, options) ==
        "{\"file\": \"a.py\", \"line\": 2, \"column\": 1, \"end_line\": 2, \"end_column\": 2, \"severity\": \"error\", "
        "\"code\": \"E0105\", "
        "\"message\": \"a \\\"quote\\\"\", \"suggestion\": null, "
        "\"notes\": [{\"file\": \"a.py\", \"line\": 1, \"column\": 1, \"end_line\": 1, \"end_column\": 2, \"message\": "
        "\"there\"}]}\n");
}

TEST_CASE("json has every key even where there is nothing to say, and the suggestion by itself") {
  Diagnostics diagnostics(std::make_shared<Source>("a\"\xff.py", "x"));
  diagnostics.report(Diag::no_definition, {},
                     "nothing" + did_you_mean("matmull", std::array{std::string_view("matmul")}));
  RenderOptions options;
  options.json = true;
  CHECK(render(diagnostics, options) ==
        "{\"file\": \"a\\\"\\ufffd.py\", \"line\": null, \"column\": null, \"end_line\": null, \"end_column\": null, "
        "\"severity\": \"error\", "
        "\"code\": \"E0107\", \"message\": \"nothing; did you mean 'matmul'?\", \"suggestion\": \"matmul\", \"notes\": "
        "[]}\n");
}

TEST_CASE("errors beyond --max-errors are counted, warnings are shown") {
  Diagnostics diagnostics(std::make_shared<Source>("a.py", "xyz"));
  for (uint32_t i = 0; i < 3; ++i) diagnostics.report(Diag::syntax, {i, i + 1}, "again");
  diagnostics.report(Diag::ran_on_nothing, {}, "a warning");
  RenderOptions options;
  options.max_errors = 1;
  std::string text = render(diagnostics, options);
  CHECK(text.find("a warning") != std::string::npos);
  CHECK(text.ends_with("... and 2 more (2 are shown; see --max-errors)\n"));
}

TEST_CASE("rows beyond the limit are counted, and repeated ones are dropped") {
  Diagnostics diagnostics(std::make_shared<Source>("a.py", std::string(1000, 'x')));
  for (uint32_t i = 0; i < Diagnostics::kLimit + 50; ++i) diagnostics.report(Diag::syntax, {i, i + 1}, "again");
  CHECK(diagnostics.all().size() == Diagnostics::kLimit);
  CHECK(diagnostics.dropped() == 50);
  CHECK(diagnostics.error_count() == Diagnostics::kLimit + 50);
  Diagnostics twice(std::make_shared<Source>("a.py", "x"));
  twice.report(Diag::syntax, {0, 1}, "same");
  twice.report(Diag::syntax, {0, 1}, "same");
  twice.sort();
  CHECK(twice.all().size() == 1);
}

TEST_CASE("every code stands in the table once") {
  std::set<std::string_view> codes;
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i)
    CHECK(codes.insert(info(static_cast<Diag>(i)).code).second);
}

TEST_CASE("did you mean: near names only") {
  constexpr std::string_view kNames[] = {"matmul", "maximum", "minimum"};
  CHECK(nearest("matmull", kNames) == "matmul");
  CHECK(nearest("mtamul", kNames) == "matmul");
  CHECK(nearest("maximun", kNames) == "maximum");
  CHECK(nearest("softmax", kNames).empty());
  CHECK(nearest(std::string(100000, 'm'), kNames).empty());
}
