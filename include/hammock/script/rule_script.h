// SPDX-License-Identifier: Apache-2.0
// Rules from text: pattern scripts, and classes with a pattern and a replacement.
//
//   x = wildcard()
//   pattern = is_op("relax.add")(x, x)
//
//   def rewriter(orig, matchings):
//       return R.multiply(matchings[x], R.const(2, "float32"))
//
//   rewritten = rewrite_call(pattern, rewriter, main)
//
// A script is a small part of Python: assignments, functions, lambdas, conditionals, loops, comprehensions, arithmetic,
// strings, lists, tuples, dicts and sets, f-strings, assert, `with PatternContext() as ctx`. It imports from tvm only,
// which it has anyway, reaches nothing of the machine, and is bounded in steps, memory and depth. Integers have 64
// bits.
//
// Every rewrite_call, rewrite_bindings or call of a rewriter is a step that is applied to the module at hand, in the
// order in which the script makes them. Functions and modules that the script defines itself are rewritten, too, when
// the script says so, and `show()` prints them. `mod` and `main`, unless the script defines them, stand for all
// functions of the module at hand, `mod["f"]` for one of them. A script that applies nothing gives all its rules: its
// @R.rewriter classes, and `pattern` (or `ctx`) with `rewriter`.
//
// What TVM does not have: `each(p, at_least=0)` among operands or fields stands for any number of them, and
// `ctx.branches(p, shared=[...], at_least=1)` for any number of branches. What they mention stands for a list in the
// matchings.
//
// `register_patterns([(name, pattern, annotations, check, attrs_getter), ...])` names patterns for FuseOpsByPattern.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/passes/rules.h"
#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/fusion_pattern.h"

namespace hammock {

struct RuleScriptOptions {
  std::function<std::string(const Module&)> print;  // canonical text, for show(); may be empty
  std::function<void(std::string_view)> out;        // what print() and show() write; may be empty
  std::function<bool(Module&, Function&)> clean;    // see RewriteOptions::clean
  uint64_t max_steps = 20'000'000;                  // of the script itself, and of each call of a rewriter
};

class RuleScript {
 public:
  // Runs the script. Null after a report. `diagnostics` belongs to `source`; what goes wrong in rewriters later is
  // reported there, too, so it has to live as long as the rules are used.
  static std::unique_ptr<RuleScript> load(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                          const RuleScriptOptions& options, Diagnostics& diagnostics);
  ~RuleScript();

  using Step = RuleStep;
  const std::vector<Step>& steps() const { return steps_; }
  // What the script registers for FuseOpsByPattern, in order of priority: the later, the higher. They refer to the
  // script.
  const std::vector<FusionPattern>& patterns() const { return patterns_; }
  // A rewriter or check made a mistake, which was reported; from then on no rule or pattern of the script applies.
  bool has_failed() const;
  // From now on a mistake of a rewriter is not reported, and only that match is declined; the first from now on is
  // kept, and so are the attributes that rewriters look at.
  void forgive();
  const Diagnostic* first_mistake() const;
  bool has_read(Op op, std::string_view attribute) const;

 private:
  RuleScript() = default;
  class Impl;
  std::unique_ptr<Impl> impl_;
  std::vector<Step> steps_;
  std::vector<FusionPattern> patterns_;
};

// The steps of the script as a part of a pipeline; stops at the first in which the script fails.
Changed apply_rules(Module& module, const RuleScript& script, PassContext& context,
                    std::vector<PassTime>* times = nullptr);

}  // namespace hammock
