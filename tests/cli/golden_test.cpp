// SPDX-License-Identifier: Apache-2.0
#include "cli/golden.h"

#include <doctest/doctest.h>

using namespace hammock::cli;

TEST_CASE("directives stand in the first comment lines, the last #| block is the expectation") {
  GoldenFile golden =
      parse_golden("# test: check\n# test: fmt --short\n# why\nx = 1  # test: no\n#| old\ny = 2\n#| a\n#|\n#|  b\n");
  CHECK(golden.directives == std::vector<std::string>{"check", "fmt --short"});
  CHECK(golden.expected == "a\n\n b\n");
  CHECK(golden.head == "# test: check\n# test: fmt --short\n# why\nx = 1  # test: no\n#| old\ny = 2\n");
}

TEST_CASE("an update replaces the block and nothing above it") {
  std::string text = "# test: check\nx\n";
  GoldenFile golden = parse_golden(text);
  std::string updated = with_expected(golden, "one\n\ntwo\n");
  CHECK(updated == "# test: check\nx\n\n#| one\n#|\n#| two\n");
  CHECK(parse_golden(updated).expected == "one\n\ntwo\n");
  CHECK(with_expected(parse_golden(updated), "three\n") == "# test: check\nx\n\n#| three\n");
}

TEST_CASE("words of a directive are split as a shell does") {
  CHECK(split_words("opt --passes='A, B' \"c d\"e") == Arguments{"opt", "--passes=A, B", "c de"});
  CHECK(split_words("  ") == Arguments{});
  CHECK_FALSE(split_words("opt 'open").has_value());
}

TEST_CASE("a run directive names its inputs in brackets and runs both executors") {
  CHECK(directive_arguments("run main(x=iota(2, 3), y=2xf32=[1 2]) --dim=n=3") ==
        Arguments{"run", "--entry=main", "--engine=eval", "--compare=jit", "--input=x=iota(2, 3)",
                  "--input=y=2xf32=[1 2]", "--dim=n=3"});
  CHECK(directive_arguments("run main()") == Arguments{"run", "--entry=main", "--engine=eval", "--compare=jit"});
  CHECK(directive_arguments("run --engine=eval --fill=rand(normal,seed=1)") ==
        Arguments{"run", "--engine=eval", "--fill=rand(normal,seed=1)"});
  CHECK_FALSE(directive_arguments("run main(x=iota(2").has_value());
}

TEST_CASE("a unified diff shows what changed with three lines around it") {
  CHECK(unified_diff("a\nb\n", "a\nb\n", {"x", "", "y"}, false).empty());
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", {"x", "", "y"}, false) ==
        "--- x\n+++ x\ty\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  CHECK(unified_diff("a\n", "a\nb\n", {"x", "", "y"}, false) == "--- x\n+++ x\ty\n@@ -1,1 +1,2 @@\n a\n+b\n");
  CHECK(unified_diff("", "b\n", {"x", "", "y"}, false) == "--- x\n+++ x\ty\n@@ -0,0 +1,1 @@\n+b\n");
}

TEST_CASE("distant changes are hunks of their own; the line numbers count both texts") {
  std::string before, after;
  for (int i = 1; i <= 40; ++i) {
    before += std::to_string(i) + "\n";
    if (i != 5) after += std::to_string(i) + "\n";
    if (i == 30) after += "new\n";
  }
  std::string diff = unified_diff(before, after, {"x", "", "y"}, false);
  CHECK(diff.find("@@ -2,7 +2,6 @@") != std::string::npos);
  CHECK(diff.find("@@ -28,6 +27,7 @@") != std::string::npos);
}

TEST_CASE("texts that have nothing in common are replaced as a whole, without much work") {
  std::string before, after;
  for (int i = 0; i < 20000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  std::string diff = unified_diff(before, after, {"x", "", "y"}, false);
  CHECK(diff.find("-a19999\n+b0\n") != std::string::npos);
}
