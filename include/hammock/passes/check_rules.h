// SPDX-License-Identifier: Apache-2.0
// Rules tried by running: for each rule random programs that it matches are made, rewritten, and run before and after.
//
// A program is the pattern turned into calls: wildcards become parameters, what the pattern says of attributes, shapes,
// dtypes and edges holds, and what it leaves open is drawn, the usual more often than the odd: shapes from what the
// operators ask of their operands (channels of weights, lengths of scale and shift, inner sizes). Every other program
// has attributes from their whole range: any axis, several, negative, strides, padding, layouts. Drawn programs that
// inference refuses are forgotten; programs that the rule leaves alone count as such.
//
// Half of the programs run on arguments that suit their operators (see sample.h), half on any finite ones. There, what
// is no number before (NaN, infinite) has to be none after, but may be another one: a / c + b / c is not (a + b) / c
// where c is 0, and nobody minds. Of eight programs in a row, all draw their numbers in the same of the ways of
// sample.h: ordinary ones first.
#pragma once

#include <functional>
#include <string>

#include "hammock/eval/compare.h"
#include "hammock/passes/pass.h"
#include "hammock/rewrite/fusion_pattern.h"
#include "hammock/rewrite/rule.h"

namespace hammock {

struct RuleCheckOptions {
  int programs = 64;  // that are rewritten and run; fewer of rules that ask for large tensors
  int draws = 4000;   // at most, for each rule
  uint64_t seed = 1;
  bool has_special_values =
      false;  // a quarter of the programs runs on NaN, infinities, -0.0 and the smallest floats, too
  std::function<void()> progress;  // another program was run before and after
};

struct RuleCheckResult {
  int compared = 0;    // programs that compute the same before and after
  int left_alone = 0;  // matched by their making, but the rule declined
  int refused = 0;     // draws that are no program
  double bound = 0;    // elementary operations: more programs would take more; 0: nothing was left out for that
  bool is_wrong = false;
  std::string problem;      // if it is wrong: the first element that differs, the shapes and the seed; else why nothing
                            // could be tried
  std::string program;      // if it is wrong: the program before, for a note
  std::vector<Note> notes;  // if it is wrong in a way that has a name: two values are exchanged
};

// `patterns` of the rule must not change meanwhile.
RuleCheckResult check_rule(const Rule& rule, std::shared_ptr<Context> context, const RuleCheckOptions& options = {});
// The same of FuseOpsByPattern with this pattern.
RuleCheckResult check_pattern(const FusionPattern& pattern, std::shared_ptr<Context> context,
                              const RuleCheckOptions& options = {});

// Calls in the rule's pattern whose attributes the pattern does not look at although they have some: a warning for
// each, at its place. `is_read`, if given: attributes of operators that the replacement looks at.
void warn_of_ignored_attributes(const Rule& rule, Diagnostics& diagnostics,
                                const std::function<bool(Op, std::string_view)>& is_read = {});

}  // namespace hammock
