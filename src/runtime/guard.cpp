// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace hammock {
namespace {

constexpr int kDefect = 70;  // the exit code
constexpr unsigned char kFresh = 0xCB, kSlack = 0x5A;

// [mapping, mapping + size): a closed page, the slack, the block, a closed page.
struct Block {
  std::byte* mapping;
  size_t size;
  std::byte *begin, *end;
  std::string name, step;
};

struct Registry {
  std::mutex mutex;
  std::map<const std::byte*, Block> blocks;  // by `begin`
};
Registry& registry() {
  static Registry* all = new Registry;  // blocks of static objects outlive it otherwise
  return *all;
}

std::atomic<bool> g_guarded = false;
struct sigaction g_before[2];  // of SIGSEGV and SIGBUS
thread_local std::string t_step;

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::string called(const Block& b) {
  std::string name = b.name.empty() ? "a block of " + std::to_string(b.end - b.begin) + " bytes" : b.name;
  return b.step.empty() ? name : name + ", in " + b.step;
}

void say(const std::string& text) {
  std::string line = "internal error: " + text + "\n";
  if (write(2, line.data(), line.size()) < 0) _exit(kDefect);
}

std::string count(std::ptrdiff_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte " : " bytes "); }

// The process is lost already: that this allocates is of no concern, unless the fault lies in an allocation.
void handle_fault(int signal, siginfo_t* info, void* context) {
  const auto* at = static_cast<const std::byte*>(info->si_addr);
  bool is_write = false;
#if defined(__x86_64__)
  is_write = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2;
#endif
  Registry& all = registry();
  for (int i = 0; i < 1000 && !all.mutex.try_lock(); ++i) usleep(100);
  std::string what = is_write ? "a write " : "a read ";
  const Block* found = nullptr;
  for (const auto& [begin, b] : all.blocks) {
    if (at >= b.mapping && at < b.mapping + b.size) found = &b;
  }
  if (found == nullptr) {
    say(what + "outside of every block of memory" + (t_step.empty() ? "" : ", in " + t_step));
  } else if (at >= found->end) {
    say(what + count(at - found->end) + "behind the end of " + called(*found));
  } else {
    say(what + count(found->begin - at) + "in front of " + called(*found));
  }
  const struct sigaction& before = g_before[signal == SIGSEGV ? 0 : 1];
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
  else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(signal);
  _exit(kDefect);
}

void check_slack(const Block& b) {
  const std::byte* first = b.mapping + page_size();
  const std::byte* at =
      std::find_if(first, static_cast<const std::byte*>(b.begin), [](std::byte x) { return x != std::byte{kSlack}; });
  if (at == b.begin) return;
  say("somebody wrote " + count(b.begin - at) + "in front of " + called(b));
  _exit(kDefect);
}

void release(std::byte* begin) {
  Registry& all = registry();
  Block b;
  {
    std::lock_guard lock(all.mutex);
    auto at = all.blocks.find(begin);
    b = std::move(at->second);
    all.blocks.erase(at);
  }
  check_slack(b);
  munmap(b.mapping, b.size);
}

template <class F>
void with_block(const void* begin, F&& f) {
  if (!is_memory_guarded()) return;
  Registry& all = registry();
  std::lock_guard lock(all.mutex);
  auto at = all.blocks.find(static_cast<const std::byte*>(begin));
  if (at != all.blocks.end()) f(at->second);
}

}  // namespace

bool is_memory_guarded() { return g_guarded.load(std::memory_order_relaxed); }

void guard_memory() {
  if (g_guarded.exchange(true)) return;
  // A stack of its own for the thread that starts this; the others' stacks are sound when a tensor's end is crossed.
  // AddressSanitizer gives every thread one, and frees the one that the thread ends with.
  static std::vector<std::byte> stack(256 << 10);
  stack_t own{};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  stack_t present{};
  sigaltstack(nullptr, &present);
  if (present.ss_flags & SS_DISABLE) sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_sigaction = handle_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &g_before[0]);
  sigaction(SIGBUS, &action, &g_before[1]);
}

void guard_step(std::string_view step) {
  if (is_memory_guarded()) t_step = step;
}

void guard_block(const void* begin, std::string_view name) {
  with_block(begin, [&](Block& b) {
    b.name = name;
    b.step = t_step;
  });
}

void check_block(const void* begin) { with_block(begin, check_slack); }

void poison(void* begin, int64_t bytes) {
  if (is_memory_guarded() && bytes > 0) std::memset(begin, kFresh, static_cast<size_t>(bytes));
}

std::shared_ptr<std::byte> allocate_guarded(int64_t bytes) {
  const size_t page = page_size(), inside = (static_cast<size_t>(bytes) + page - 1) / page * page,
               size = inside + 2 * page;
  void* mapping = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  Block b;
  b.mapping = static_cast<std::byte*>(mapping);
  b.size = size;
  b.end = b.mapping + page + inside;
  b.begin = b.end - bytes;
  b.step = t_step;
  if (inside > 0 && mprotect(b.mapping + page, inside, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, size);
    return nullptr;
  }
  std::memset(b.mapping + page, kSlack, inside - static_cast<size_t>(bytes));
  std::byte* begin = b.begin;
  poison(begin, bytes);
  Registry& all = registry();
  {
    std::lock_guard lock(all.mutex);
    all.blocks.emplace(begin, std::move(b));
  }
  return {begin, release};
}

}  // namespace hammock
