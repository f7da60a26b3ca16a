// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/io/tensor_file.h"
#include "parts.h"

namespace hammock::cli {
namespace {

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<bool> is_interrupted = false;
void interrupt(int signal) {
  is_interrupted = true;
  std::signal(signal, SIG_DFL);  // whoever asks twice does not wait
}

void write_fully(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

[[noreturn]] void be_child(const std::function<int(const Say& say)>& body, int out) {
  constexpr int kCrashed = 70;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int signal : kInterrupts) std::signal(signal, SIG_DFL);
  if (const int null = open("/dev/null", O_RDWR); null >= 0) {
    for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, fd);
  }
  int code = kCrashed;
  try {
    code = body([out](std::string_view text) { write_fully(out, text); });
  } catch (const std::exception& e) {
    write_fully(out, e.what());
  }
  _exit(code);
}

}  // namespace

Child::Child(const std::function<int(const Say& say)>& body, double seconds) {
  int ends[2];
  HAMMOCK_CHECK(pipe2(ends, O_CLOEXEC) == 0, "no pipe can be made");
  pid_ = fork();
  HAMMOCK_CHECK(pid_ >= 0, "no process can be started");
  if (pid_ == 0) be_child(body, ends[1]);
  setpgid(pid_, pid_);  // whichever of both is first
  close(ends[1]);
  pipe_ = ends[0];
  if (seconds > 0) deadline_ms_ = now_ms() + seconds * 1000;
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pipe_(std::exchange(other.pipe_, -1)),
      code_(other.code_),
      deadline_ms_(other.deadline_ms_),
      was_late_(other.was_late_),
      said_(std::move(other.said_)) {}

Child::~Child() {
  if (pid_ < 0) return;
  kill();
  reap();
}

void Child::kill() { ::kill(-pid_, SIGKILL); }

void Child::reap() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  kill();  // what it left behind
  close(pipe_);
  pid_ = pipe_ = -1;
}

bool Child::wait(int milliseconds) {
  if (pid_ < 0) return true;
  const double until = now_ms() + milliseconds;
  while (true) {
    double left = milliseconds < 0 ? 1e9 : std::max(0.0, until - now_ms());
    if (deadline_ms_ > 0) left = std::min(left, std::max(0.0, deadline_ms_ - now_ms()));
    pollfd end{pipe_, POLLIN, 0};
    const int ready = poll(&end, 1, static_cast<int>(std::min(left, 1e6) + 0.999));
    if (ready > 0) {
      char buffer[65536];
      const ssize_t n = read(pipe_, buffer, sizeof buffer);
      if (n > 0) {
        said_.append(buffer, static_cast<size_t>(n));
        continue;
      }
      if (n < 0 && errno == EINTR) continue;
      reap();
      return true;
    }
    if (deadline_ms_ > 0 && now_ms() >= deadline_ms_) {
      was_late_ = true;
      kill();
      reap();
      return true;
    }
    if (ready < 0 || (milliseconds >= 0 && now_ms() >= until)) return false;
  }
}

Interrupts::Interrupts() {
  is_interrupted = false;
  for (size_t i = 0; i < std::size(kInterrupts); ++i) before_[i] = std::signal(kInterrupts[i], interrupt);
  if (before_[2] == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // as `nohup` has it
}

Interrupts::~Interrupts() {
  for (size_t i = 0; i < std::size(kInterrupts); ++i) std::signal(kInterrupts[i], before_[i]);
}

bool Interrupts::have_come() { return is_interrupted; }

ShellTest::ShellTest(std::string command) : command_(std::move(command)) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "hammock_XXXXXX").string();
  if (!error && !mkdtemp(name.data())) error = std::error_code(errno, std::generic_category());
  if (error) problem_ = fmt::format("no folder can be made among the temporary ones: {}", error.message());
  else folder_ = name;
}

ShellTest::~ShellTest() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

int ShellTest::run(std::string_view text) const {
  constexpr int kSignal = 128, kCannotTell = 125;
  const std::string path = fmt::format("{}/{}.py", folder_, getpid());
  if (!write_file(path, text)) return kCannotTell;
  std::string line = command_;
  const size_t at = line.find("{}");
  if (at == std::string::npos) line += " " + shell_word(path);
  else line.replace(at, 2, shell_word(path));
  const int status = std::system(line.c_str());
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignal;
}

}  // namespace hammock::cli
