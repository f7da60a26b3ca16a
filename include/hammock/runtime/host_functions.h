// SPDX-License-Identifier: Apache-2.0
// Functions of C++ that a script calls by name: R.call_packed, R.call_pure_packed, R.call_dps_packed and their kin.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

// Who embeds Hammock gives them to EvalOptions and to exec::HostOptions; both executors call them, one at a time, on
// the thread that runs the script. They must outlive the run, and functions among its results.
class HostFunctions {
 public:
  // The operands as the script has them: numbers as int64_t (bools, too) and double, text as std::string. The callee of
  // R.call_dps_packed finds its fresh outputs behind them, writes into these alone, and its value is not looked at;
  // that of R.call_pure_packed writes into nothing; that of R.call_packed may write into tensors that it is given, and
  // others see it. An error without a place gets that of the call; its text becomes "<name>: <text>".
  using Function = std::function<Result<RuntimeValue>(std::span<const RuntimeValue> args)>;

  // Goes before one that was added, or one of Hammock's own, under that name.
  void add(std::string name, Function function) { functions_.insert_or_assign(std::move(name), std::move(function)); }
  // Null: none was added.
  const Function* find(std::string_view name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Function, std::less<>> functions_;
};

}  // namespace hammock
