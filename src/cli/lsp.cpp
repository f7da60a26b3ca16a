// SPDX-License-Identifier: Apache-2.0
// hammock lsp: the language server on the standard streams.
#include <unistd.h>

#include <cerrno>

#include "command_line.h"
#include "lsp_server.h"

namespace hammock::cli {

int lsp_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  bool ignored = false;
  line.flag("--stdio", ignored, "what it does anyway: some editors add the flag");
  if (std::optional<int> over = line.parse(args)) return *over;
  if (!io.may_write) return io.fail(kUsage, "golden tests start no server");
  if (io.err_terminal && isatty(STDIN_FILENO))
    io.err("hammock: a language server talks to an editor; the README says how editors start it\n");
  const auto read_some = [](char* buffer, size_t size) -> size_t {
    ssize_t count;
    do count = read(STDIN_FILENO, buffer, size);
    while (count < 0 && errno == EINTR);
    return count > 0 ? static_cast<size_t>(count) : 0;
  };
  const auto write_all = [](std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
      if (count < 0 && errno != EINTR) return;  // the editor has gone; the end of its messages comes next
      if (count > 0) text.remove_prefix(static_cast<size_t>(count));
    }
  };
  return LanguageServer(read_some, write_all).run();
}

}  // namespace hammock::cli
