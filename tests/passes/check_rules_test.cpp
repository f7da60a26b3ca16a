// SPDX-License-Identifier: Apache-2.0
// Programs for the patterns of the library: each of them is tried.
#include "hammock/passes/check_rules.h"

#include <doctest/doctest.h>

#include "hammock/rewrite/standard_patterns.h"

using namespace hammock;

TEST_CASE("a program is found for every standard pattern, and fusing it changes nothing") {
  auto context = std::make_shared<Context>();
  for (const FusionPattern& pattern : standard_patterns(std::make_shared<Patterns>(*context))) {
    RuleCheckOptions options;
    options.programs = 2;
    RuleCheckResult result = check_pattern(pattern, context, options);
    CHECK_MESSAGE(!result.is_wrong, pattern.name << ": " << result.problem);
    CHECK_MESSAGE(result.compared == 2, pattern.name << ": " << result.problem);
  }
}

TEST_CASE("a rule for large tensors is tried on few programs") {
  auto context = std::make_shared<Context>();
  Rule rule("twice", *context);
  Patterns& p = rule.patterns();
  Pattern x = p.any().has_shape({256, 1024}), w = p.any().has_shape({1024, 1024});
  rule.rewrite(ops::matmul(x, w), ops::negative(ops::matmul(ops::negative(x), w)));
  int seen = 0;
  RuleCheckOptions options;
  options.progress = [&] { ++seen; };
  RuleCheckResult result = check_rule(rule, context, options);
  CHECK_FALSE(result.is_wrong);
  CHECK(result.compared >= 1);
  CHECK(result.compared < 10);
  CHECK(result.bound > 0);
  CHECK(seen == result.compared);
}

TEST_CASE("a wrong rule for large tensors is shown with the first program") {
  auto context = std::make_shared<Context>();
  Rule rule("twice", *context);
  Patterns& p = rule.patterns();
  Pattern x = p.any().has_shape({1000, 1000});
  rule.rewrite(ops::add(x, x), ops::subtract(x, x));
  int seen = 0;
  RuleCheckOptions options;
  options.progress = [&] { ++seen; };
  CHECK(check_rule(rule, context, options).is_wrong);
  CHECK(seen <= 2);
}
