// SPDX-License-Identifier: Apache-2.0
// A loop is announced by one word, the epoch, that the members watch. Who sees it enters through the gate, takes chunks
// from a queue until there are none, and leaves. The caller takes chunks too, shuts the gate and waits for those
// inside: a member that was asleep and comes too late finds the gate shut, so a loop never waits for a wake-up.
//
// Invariant: the fields of the loop change only while the gate is shut and nobody is inside.
#include "hammock/runtime/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/runtime/trace.h"
#include "hammock/runtime/work_queue.h"

namespace hammock {
namespace {

constexpr auto kSpin = std::chrono::microseconds(300);
constexpr uint32_t kOpen = 0x80000000u;
constexpr size_t kLine = 128;  // two lines: the hardware fetches them in pairs

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits until `done`; false if kSpin passed. The clock is read rarely.
template <class F>
bool spin(F&& done) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    for (int i = 0; i < 64; ++i) {
      if (done()) return true;
      relax();
    }
    if (std::chrono::steady_clock::now() - start > kSpin) return false;
  }
}

}  // namespace

struct ThreadPool::State {
  alignas(kLine) std::atomic<uint32_t> epoch{0};
  std::atomic<bool> stop{false}, resting{false};
  alignas(kLine) std::atomic<uint32_t> gate{0};  // kOpen, and how many members are inside
  alignas(kLine) WorkQueue queue;
  Body body = nullptr;
  void* context = nullptr;
  Trace* trace = nullptr;
  bool running = false;
  std::vector<std::thread> threads;

  explicit State(int members) : queue(members) {}

  // Were there any?
  bool take_chunks(int member) {
    bool took = false;
    for (; const auto chunk = queue.take(member); took = true) body(context, chunk->begin, chunk->end, member);
    return took;
  }

  bool enter() {
    uint32_t g = gate.load(std::memory_order_relaxed);
    while (g & kOpen)
      if (gate.compare_exchange_weak(g, g + 1, std::memory_order_acquire, std::memory_order_relaxed)) return true;
    return false;
  }

  void work(int member) {
    uint32_t seen = 0;
    for (;;) {
      auto called = [&] { return epoch.load(std::memory_order_acquire) != seen; };
      if (!spin([&] { return called() || resting.load(std::memory_order_relaxed); }) || !called())
        epoch.wait(seen, std::memory_order_acquire);
      seen = epoch.load(std::memory_order_acquire);
      if (stop.load(std::memory_order_relaxed)) return;
      if (!enter()) continue;
      const double begin = trace ? now_ms() : 0;
      if (take_chunks(member) && trace) trace->add_loop(member, begin);
      gate.fetch_sub(1, std::memory_order_release);
    }
  }

  void call() {
    epoch.fetch_add(1, std::memory_order_release);
    epoch.notify_all();  // no system call while nobody sleeps
  }
};

ThreadPool::ThreadPool(int threads) {
  HAMMOCK_CHECK(threads >= 1, "a thread pool has at least one member");
  state_ = std::make_unique<State>(threads);
  for (int i = 1; i < threads; ++i) state_->threads.emplace_back([s = state_.get(), i] { s->work(i); });
}

ThreadPool::~ThreadPool() {
  state_->stop.store(true, std::memory_order_relaxed);
  state_->call();
  for (std::thread& t : state_->threads) t.join();
}

int ThreadPool::size() const { return static_cast<int>(state_->threads.size()) + 1; }

void ThreadPool::run(int64_t count, int64_t grain, int64_t together, Body body, void* context) {
  State& s = *state_;
  HAMMOCK_CHECK(!s.running, "a thread pool runs one loop at a time");
  HAMMOCK_CHECK(grain >= 1 && together >= 1, "a chunk has at least one item");
  if (s.threads.empty() || count <= grain) {
    const int64_t chunk = grain * together;
    for (int64_t begin = 0; begin < count; begin += chunk) body(context, begin, std::min(begin + chunk, count), 0);
    return;
  }
  s.running = true;
  s.body = body;
  s.context = context;
  s.queue.fill(count, grain, together);
  s.resting.store(false, std::memory_order_relaxed);
  s.gate.store(kOpen, std::memory_order_release);
  s.call();
  s.take_chunks(0);
  s.gate.fetch_and(~kOpen, std::memory_order_relaxed);
  auto empty = [&] { return s.gate.load(std::memory_order_acquire) == 0; };
  while (!spin(empty)) std::this_thread::yield();  // the last chunk of a member that the system took off its core
  s.running = false;
}

void ThreadPool::set_trace(Trace* trace) { state_->trace = trace; }
Trace* ThreadPool::trace() const { return state_->trace; }

void ThreadPool::rest() { state_->resting.store(true, std::memory_order_relaxed); }

namespace {

// Cores' worth of time that the cgroup of this process and its parents allow; 0: no limit.
int64_t quota_of(const std::string& max_file) {
  std::ifstream in(max_file);
  std::string quota;
  int64_t period = 0;
  if (!(in >> quota >> period) || quota == "max" || period <= 0) return 0;
  return std::max<int64_t>(1, std::strtoll(quota.c_str(), nullptr, 10) / period);
}

int64_t cgroup_cores() {
  int64_t least = 0;
  auto limit = [&](int64_t cores) {
    if (cores > 0 && (least == 0 || cores < least)) least = cores;
  };
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::")) continue;
    for (std::string path = line.substr(3);; path.resize(path.rfind('/'))) {
      limit(quota_of("/sys/fs/cgroup" + path + "/cpu.max"));
      if (path.find('/') == std::string::npos) break;
    }
  }
  std::ifstream quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  int64_t q = 0, p = 0;
  if (quota >> q && period >> p && q > 0 && p > 0) limit(std::max<int64_t>(1, q / p));
  return least;
}

}  // namespace

int usable_cores() {
  int64_t cores = std::max(1u, std::thread::hardware_concurrency());
#ifdef __linux__
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) cores = CPU_COUNT(&mask);
#endif
  if (const int64_t allowed = cgroup_cores()) cores = std::min(cores, allowed);
  return static_cast<int>(std::max<int64_t>(1, cores));
}

}  // namespace hammock
