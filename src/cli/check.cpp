// SPDX-License-Identifier: Apache-2.0
// hammock check: every problem of every file.
#include "command.h"

namespace hammock::cli {

int check_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  line.app.add_option("FILE", files, "scripts; '-' or none: standard input");
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args)) return *over;
  if (files.empty()) files.push_back(input_or_stdin(io, ""));

  int worst = kFine;
  for (const std::string& file : files) {
    Script script = load_script(io, file, {.takes_unchecked = true});
    if (script && line.verify_roundtrip) script.exit = check_roundtrip(io, script, {.comments = true});
    worst = std::max(worst, script.exit);
  }
  return worst;
}

}  // namespace hammock::cli
