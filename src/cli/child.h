// SPDX-License-Identifier: Apache-2.0
// What may crash, hang or be somebody else's program, in a process of its own.
//
// The process is a copy of this one, which must have no other threads. What it writes to the standard streams is lost;
// what it says comes back. It goes when this process goes, and with it what it started.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hammock::cli {

using Say = std::function<void(std::string_view)>;

class Child {
 public:
  // `body` gives the exit code. `seconds`: after which it is killed; 0: never.
  Child(const std::function<int(const Say& say)>& body, double seconds);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  // kills it if it runs

  // Waits for its end, at most so many milliseconds (-1: as long as it takes). Has it ended?
  bool wait(int milliseconds = -1);
  // Of its end. -1: a signal ended it.
  int code() const { return code_; }
  bool was_late() const { return was_late_; }
  const std::string& said() const { return said_; }

 private:
  void kill();
  void reap();

  int pid_ = -1, pipe_ = -1, code_ = -1;
  double deadline_ms_ = 0;  // 0: none
  bool was_late_ = false;
  std::string said_;
};

// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process, so that it can end its children, which
// go on without it otherwise, and tell what it has. A second one ends it.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  static bool have_come();

 private:
  void (*before_[3])(int);
};

// Runs a user's command on a text, which children write to a folder that goes with this object.
class ShellTest {
 public:
  explicit ShellTest(std::string command);
  ~ShellTest();
  ShellTest(const ShellTest&) = delete;
  ShellTest& operator=(const ShellTest&) = delete;
  // Why there is no such folder; else empty.
  const std::string& problem() const { return problem_; }
  // With the path of the text in the place of `{}`, or behind the command. The exit code; 128 after a signal, 125
  // where the text cannot be written.
  int run(std::string_view text) const;

 private:
  std::string command_, folder_, problem_;
};

}  // namespace hammock::cli
