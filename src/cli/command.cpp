// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hammock/base/utf8.h"
#include "hammock/io/tensor_file.h"
#include "hammock/ir/coverage.h"

namespace hammock::cli {
namespace {

bool wants_color(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) && !(no_color && *no_color);
}

void write_all(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

// Of the first write to standard output that failed; 0: none did.
int output_error = 0;

void note_output(bool is_good) {
  if (!is_good && output_error == 0) output_error = errno;
}

void write_output(std::string_view text) {
  note_output(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void flush_output() { note_output(std::fflush(stdout) == 0); }

// A closed standard stream would give its number to the next file that is opened, which would then be written to.
void hold_standard_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

}  // namespace

Io standard_io() {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit is an error of that write
  Io io;
  io.out = write_output;
  io.err = [](std::string_view text) {
    flush_output();
    write_all(stderr, text);
  };
  io.read = [is_used = false](const std::string& path) mutable -> Result<std::string> {
    if (path == "-" && std::exchange(is_used, true))
      return Error{Error::Kind::usage, "the standard input is asked for twice", {}};
    return read_file(path);
  };
  io.may_keep = true;
  io.out_color = wants_color(STDOUT_FILENO);
  io.err_color = wants_color(STDERR_FILENO);
  io.err_terminal = isatty(STDERR_FILENO);
  return io;
}

int Io::fail(int code, std::string_view text) const {
  if (diagnostics.json) {
    err(json_error(text, file));
    return code;
  }
  std::string_view red = err_color ? "\x1b[1;31m" : "", reset = err_color ? "\x1b[0m" : "";
  err(fmt::format("hammock: {}error:{} {}\n", red, reset, valid_utf8(text)));  // names of files may hold anything
  return code;
}

int write_text(const Io& io, const std::string& path, std::string_view text) {
  if (!io.may_write) return io.fail(kUsage, kNoWriting);
  Result<bool> written = write_file(path, text);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

int finish_output(const Io& io, int code) {
  flush_output();
  if (output_error == 0) return code;
  io.fail(kUsage, fmt::format("cannot write to the standard output: {}", system_text(output_error)));
  return code == kFine || code == kFalse ? kUsage : code;
}

void Progress::step() {
  std::lock_guard lock(mutex_);
  ++done_;
  if (!io_.err_terminal || now_ms() - shown_ms_ < 100) return;
  shown_ms_ = now_ms();
  is_shown_ = true;
  io_.err(fmt::format("\r{} {}{}\x1b[K", what_, done_, total_ > 0 ? fmt::format(" of {}", total_) : ""));
}

Progress::~Progress() { hide(); }

void Progress::hide() {
  if (std::exchange(is_shown_, false)) io_.err("\r\x1b[K");
}

std::string input_or_stdin(const Io& io, const std::string& path) {
  if (!path.empty() && path != "-") return path;
  if (path.empty() && io.err_terminal && isatty(STDIN_FILENO))
    io.err("hammock: reading the script from standard input\n");
  return "-";
}

int tell(Io& io, const Outcome& outcome) {
  for (const Diagnostics& report : outcome.reports) show(io, report);
  return outcome.failure.empty() ? outcome.status : io.fail(outcome.status, outcome.failure);
}

void show(Io& io, const Diagnostics& diagnostics) {
  RenderOptions options = io.diagnostics;
  options.color = io.err_color;
  for (size_t i = 0; io.coverage && i < diagnostics.all().size(); ++i) io.coverage->note(diagnostics.all()[i].id);
  std::string text = render(diagnostics, options);
  if (!text.empty()) io.err(text);
}

Script load_script(Io& io, const std::string& path, ScriptOptions options) {
  Script script;
  // Offsets are 32-bit, and a text beyond this is no script.
  constexpr size_t kLargestText = size_t{1} << 31;
  io.file = path == "-" ? "<stdin>" : path;
  Result<std::string> text = io.read(path);
  if (!text) {
    script.outcome = failed(kUsage, text.error().text);
  } else if (text->size() > kLargestText) {
    script.outcome =
        failed(kInvalid, fmt::format("{}: {} bytes of text; the bound is {}", path, text->size(), kLargestText));
  } else {
    options.max_errors = io.diagnostics.max_errors;
    options.coverage = io.coverage;
    script = read_script(io.file, std::move(*text), options);
  }
  tell(io, script.outcome);
  return script;
}

}  // namespace hammock::cli
