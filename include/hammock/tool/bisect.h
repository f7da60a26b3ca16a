// SPDX-License-Identifier: Apache-2.0
// Which single change of a pipeline makes the difference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/eval/compare.h"
#include "hammock/tool/rewrite.h"

namespace hammock::tool {

// Passes, or the rules of a script, as text: what is rewritten again and again has fresh ones each time.
struct PartText {
  std::string text;
  std::string rules;  // name of the rule script; empty: passes
};
// Empty after a failure, which `outcome` says.
std::vector<RewritePart> make_parts(std::span<const PartText> texts, std::shared_ptr<Context> context,
                                    Outcome& outcome);

// A text, and what parts make of it.
struct Stage {
  Script script;       // rewritten
  Definitions before;  // as they were
  Outcome outcome;     // of reading and rewriting
};
Stage rewrite_text(const std::string& name, const std::string& text, std::span<const PartText> parts, bool verify_each,
                   Applications& applications);

// Do the functions compute what they computed, on numbers as of a network and on any others? They are compared as a
// whole, and where that is too much to do, where they were rewritten.
struct NumbersCheck {
  int agreed = 0;          // runs
  std::string difference;  // empty: none was found
  std::string skipped;     // why something was not compared
};
NumbersCheck check_numbers(const Stage& stage, const CompareOptions& options);

enum class Verdict : uint8_t { good, bad, skip };

// The first of 1 ... `total` changes behind which the test says bad, where it says good behind none and bad behind all,
// by a binary search. `last_good` lies right before it unless the test skips what is between. Without a total the
// search goes upwards in steps that double.
struct FirstBad {
  uint64_t last_good = 0, bad = 0;
  bool is_found = true;  // false: without a total, where the test does not say bad again
};
FirstBad first_bad(std::optional<uint64_t> total, const std::function<Verdict(uint64_t changes)>& test);

}  // namespace hammock::tool
