// SPDX-License-Identifier: Apache-2.0
// A fixed team of threads that run one loop at a time (jit-performance 4.4).
//
// The caller is member 0. Members spin for a short while after a loop and then sleep. Each begins with chunks of its
// own (work_queue.h), but which chunk runs on which member is not fixed, so a body must not depend on it: results are
// the same for any number of threads.
#pragma once

#include <cstdint>
#include <memory>

namespace hammock {

class Trace;

class ThreadPool {
 public:
  explicit ThreadPool(int threads);  // >= 1; 1 starts no thread
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const;
  // body(context, begin, end, member) for disjoint chunks of [0, count) that together cover it; chunks are of `grain`
  // items, or of several `grain` up to a multiple of `together`. Returns when all are done. Not reentrant.
  using Body = void (*)(void* context, int64_t begin, int64_t end, int member);
  void run(int64_t count, int64_t grain, int64_t together, Body body, void* context);
  template <class F>
  void parallel_for(int64_t count, int64_t grain, int64_t together, F&& f) {
    run(
        count, grain, together,
        [](void* c, int64_t b, int64_t e, int m) { (*static_cast<std::remove_reference_t<F>*>(c))(b, e, m); }, &f);
  }
  template <class F>
  void parallel_for(int64_t count, int64_t grain, F&& f) {
    parallel_for(count, grain, 1, f);
  }
  // Is told of each member but the caller when it worked on a loop; null: nobody is. Between loops.
  void set_trace(Trace* trace);
  Trace* trace() const;
  // Where no loop follows soon: members go to sleep at once instead of spinning.
  void rest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Cores that this process may use: affinity mask and cgroup quota.
int usable_cores();

}  // namespace hammock
