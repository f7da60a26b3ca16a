// SPDX-License-Identifier: Apache-2.0
// How a task ended, and what there is to say about it.
//
// The layer `tool` is what a command does: functions from texts and tensors to texts, tensors and an Outcome. They open
// no file and write no stream; whoever calls them (the command line, an editor, a program) shows what he likes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/result.h"

namespace hammock::tool {

// The exit code of a command.
enum Status : int {
  kFine = 0,
  kFalse = 1,      // what was checked is false
  kUsage = 2,      // wrong usage or I/O
  kInvalid = 3,    // the script is not valid
  kRunFailed = 4,  // the program failed while running
  kInternal = 70,  // a defect of Hammock
};
Status status_of(const Error& error);

struct Outcome {
  Status status = kFine;
  std::vector<Diagnostics> reports;  // none is empty; to be shown in this order
  std::string failure = {};          // behind them: why it failed, if no report says so

  bool is_fine() const { return status == kFine; }
  size_t error_count() const;
  // Sorts what was reported.
  void add(Diagnostics diagnostics);
  // What came next, which decides.
  void add(Outcome next);
};
inline Outcome failed(Status status, std::string why) { return {status, {}, std::move(why)}; }

}  // namespace hammock::tool
