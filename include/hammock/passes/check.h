// SPDX-License-Identifier: Apache-2.0
// Passes checked by running: every function of the module computes after a pass what it computed before
// (eval/compare.h), and every single rewrite leaves the values as they were that it touched.
//
// Functions are told apart by their names. One that a pass removed, or whose parameters it changed, is not compared;
// neither is one that eval cannot run. What was not compared is a remark (not_compared), once for each function and
// reason.
//
// A rewrite is checked on the bindings that it redefined or gave other operands, cut out of the function (slice.h), so
// that functions can be large. Rules are checked one replacement at a time; of other passes, each binding that differs
// after the pass.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "hammock/eval/compare.h"
#include "hammock/passes/pass.h"

namespace hammock {

struct CheckOptions {
  bool passes = false;    // whole functions, after each pass
  bool rewrites = false;  // slices, after each rewrite
  CompareOptions runs;
  std::function<void()> progress;  // another function or rewrite was compared
};

class RunCheck : public PassObserver {
 public:
  RunCheck(const CheckOptions& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

  // Makes the pipeline that runs with this context a checked one.
  void watch(PassContext& context);

  void before(const Module& module, const PassInfo& pass) override;
  bool after(const Module& module, const PassInfo& pass, Changed changed) override;
  // "3 passes and 12 rewrites checked by running: 120 runs agree, 2 fail"
  std::string summary() const;
  // What differs, where the pipeline was stopped: the pass, the function, the first element with both values, the seed
  // and its arguments; and which two values are the wrong way round, if the numbers agree when they are exchanged.
  const std::string& failure() const { return failure_; }
  int agreed() const { return agreed_; }
  int failed() const { return failed_; }

 private:
  bool compare(const Module& module, GlobalId old_id, const PassInfo& pass);
  bool compare_rewrites(const Function& old, const Module& module, const Function& now, const PassInfo& pass);
  bool compare_rewrite(const Function& before, const Function& after, const RewriteEvent& event);
  void look_for_exchange(const Function& before, const Module& module, const Function& after,
                         std::span<const Value> bindings);
  bool judge(const Comparison& found, Span span, const std::string& what, const std::string& who);
  void not_compared(Span span, std::string text);

  CheckOptions options_;
  Diagnostics& diagnostics_;
  std::optional<Module> before_;
  std::set<std::string> told_;
  std::string failure_;
  std::vector<RewriteEvent> events_;  // of the pass
  bool is_single_ = false;            // the pass shows its rewrites one by one
  int passes_ = 0, rewrites_ = 0, agreed_ = 0, failed_ = 0;
  int agreed_lower_ = 0;         // of them, where a function computes in a float of fewer bits now:
  std::set<std::string> lower_;  // these
};

}  // namespace hammock
