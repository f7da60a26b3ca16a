// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/diff.h"

#include <doctest/doctest.h>

using namespace hammock::tool;

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
