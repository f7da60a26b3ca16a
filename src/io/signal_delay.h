// SPDX-License-Identifier: Apache-2.0
// Inside `io`: while one of these lives, signals that would end the process wait, so that nothing is left half done.
//
// The last one to go gives the first signal that came to whom it belongs: a process that handles none dies of it, as
// its parent expects. Ignored signals stay ignored. SIGKILL waits for nobody.
#pragma once

namespace hammock {

class SignalDelay {
 public:
  SignalDelay();
  ~SignalDelay();
  SignalDelay(const SignalDelay&) = delete;
  SignalDelay& operator=(const SignalDelay&) = delete;

  // Whether one waits: long work had better stop.
  static bool is_asked_to_end();
};

}  // namespace hammock
