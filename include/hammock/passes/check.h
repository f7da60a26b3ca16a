// SPDX-License-Identifier: Apache-2.0
// Passes checked by running: every function of the module computes after a pass what it computed before (eval/compare.h).
//
// Functions are told apart by their names. One that a pass removed, or whose parameters it changed, is not compared; neither is
// one that eval cannot run. What was not compared is a remark (not_compared), once for each function and reason.
#pragma once

#include <optional>
#include <set>

#include "hammock/eval/compare.h"
#include "hammock/passes/pass.h"

namespace hammock {

class RunCheck : public PassObserver {
 public:
  RunCheck(const CompareOptions& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

  void before(const Module& module, const PassInfo& pass) override;
  bool after(const Module& module, const PassInfo& pass, Changed changed) override;
  // "3 passes checked: 24 runs agree, 2 failed before already"
  std::string summary() const;
  // What differs, where the pipeline was stopped: the pass, the function, the first element with both values, the seed and its
  // arguments.
  const std::string& failure() const { return failure_; }
  int agreed() const { return agreed_; }
  int failed() const { return failed_; }

 private:
  bool compare(const Module& module, GlobalId old_id, const PassInfo& pass);
  void not_compared(Span span, std::string text);

  CompareOptions options_;
  Diagnostics& diagnostics_;
  std::optional<Module> before_;
  std::set<std::string> told_;
  std::string failure_;
  int passes_ = 0, agreed_ = 0, failed_ = 0;
};

}  // namespace hammock
