// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/trace.h"

#include "hammock/base/clock.h"
#include "hammock/runtime/machine.h"

namespace hammock {

void Trace::add(Event event) {
  std::lock_guard lock(mutex_);
  if (!is_full()) events_.push_back(std::move(event));
}

void Trace::note_memory() {
  const int64_t bytes = allocated_bytes();
  std::lock_guard lock(mutex_);
  if (!is_full() && (memory_.empty() || memory_.back().bytes != bytes)) memory_.push_back({now_ms(), bytes});
}

void Trace::name_loops(std::string name) {
  std::lock_guard lock(mutex_);
  loops_ = std::move(name);
}

void Trace::add_loop(int member, double begin_ms) {
  const double end = now_ms();
  std::lock_guard lock(mutex_);
  if (!is_full()) events_.push_back({loops_, "loop", member, begin_ms, end});
}

}  // namespace hammock
