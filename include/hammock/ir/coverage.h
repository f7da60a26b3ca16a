// SPDX-License-Identifier: Apache-2.0
// Which rows of the tables something has run: operators by what was done with them, passes, diagnostics. Contexts that
// share one note into it (Context::coverage); any thread may.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <string_view>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/op.h"

namespace hammock {

class Coverage {
 public:
  enum Stage { inferred, evaluated, compiled };
  static constexpr size_t kStages = 3;

  void note(Op op, Stage stage) { mark(operators_[stage][static_cast<size_t>(op)]); }
  void note(Diag diag) { mark(diagnostics_[static_cast<size_t>(diag)]); }
  // `pass`: the name in its row.
  void note_pass(std::string_view pass, bool has_changed) {
    std::lock_guard lock(mutex_);
    passes_[pass] |= has_changed;
  }

  bool has(Op op, Stage stage) const { return operators_[stage][static_cast<size_t>(op)]; }
  bool has(Diag diag) const { return diagnostics_[static_cast<size_t>(diag)]; }
  bool has_run(std::string_view pass) const { return passes_.contains(pass); }
  bool has_changed(std::string_view pass) const { return has_run(pass) && passes_.at(pass); }

 private:
  using Flag = std::atomic<bool>;
  // Most marks are there already: reading keeps the line shared between the cores.
  static void mark(Flag& flag) {
    if (!flag.load(std::memory_order_relaxed)) flag.store(true, std::memory_order_relaxed);
  }

  std::array<std::array<Flag, kOpCount>, kStages> operators_{};
  std::array<Flag, static_cast<size_t>(Diag::count)> diagnostics_{};
  std::map<std::string_view, bool> passes_;  // whether it changed a module
  std::mutex mutex_;
};

}  // namespace hammock
