// SPDX-License-Identifier: Apache-2.0
// hammock check: every problem of every file.
#include "command.h"

namespace hammock::cli {

int check_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  line.app.add_option("FILE", files, "scripts, folders of them; '-' or none: standard input");
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args)) return *over;

  return for_each_script(io, files, [&](const ScriptFile& file) -> ScriptOutcome {
    Script script = load_script(io, file.path, {.may_be_empty = file.is_found, .takes_unchecked = true});
    if (script && line.verify_roundtrip) {
      const PrintOptions options{.comments = true};
      script.exit = check_roundtrip(io, script, print(script.definitions, options), Form::canonical, options);
    }
    return script.outcome();
  });
}

}  // namespace hammock::cli
