// SPDX-License-Identifier: Apache-2.0
#include "signal_delay.h"

#include <csignal>
#include <iterator>
#include <mutex>

namespace hammock {
namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};

std::mutex mutex;
int delays = 0;
struct sigaction before[std::size(kSignals)];
volatile std::sig_atomic_t waiting = 0;  // the first signal that came

void note(int signal) {
  if (!waiting) waiting = signal;
}

}  // namespace

SignalDelay::SignalDelay() {
  std::lock_guard lock(mutex);
  if (delays++ > 0) return;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

SignalDelay::~SignalDelay() {
  int signal = 0;
  {
    std::lock_guard lock(mutex);
    if (--delays > 0) return;
    for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &before[i], nullptr);
    signal = waiting;
    waiting = 0;
  }
  if (signal) raise(signal);
}

bool SignalDelay::is_asked_to_end() { return waiting != 0; }

}  // namespace hammock
