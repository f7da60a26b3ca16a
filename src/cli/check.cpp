// SPDX-License-Identifier: Apache-2.0
// hammock check: every problem of every file.
#include "command_line.h"

namespace hammock::cli {

int check_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  line.argument("FILE", &files, "scripts, folders of them; '-' or none: standard input");
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args)) return *over;

  return for_each_script(io, files, {.takes_unchecked = true, .warn = true},
                         [&](const Script& script, const std::string&) {
                           if (!line.verify_roundtrip) return static_cast<int>(kFine);
                           return tell(io, check_roundtrip(script, print(script, Form::canonical, {.comments = true})));
                         });
}

}  // namespace hammock::cli
