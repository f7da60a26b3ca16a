// SPDX-License-Identifier: Apache-2.0
// --passes and --rules in the order in which they are given, for commands that rewrite a script again and again.
#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "hammock/tool/arguments.h"
#include "hammock/tool/bisect.h"

namespace hammock::cli {

class PartFlags {
 public:
  // Declares the flags.
  explicit PartFlags(CommandLine& line);
  // Reads what they name. The exit code of a failure, which is told.
  int read(Io& io, const CommandLine& line);
  const std::vector<PartText>& parts() const { return parts_; }
  // As a shell reads them, with a blank in front of each; the paths of rules from the folder if one is given.
  std::string as_flags(const std::string& folder = {}) const;

 private:
  std::vector<std::string> pipelines_, rule_paths_;
  std::vector<PartText> parts_;
};

// Declares the flags of runs whose numbers are compared; what `runs` holds is what they are without them.
void declare_numbers(CommandLine& line, CompareOptions& runs);

// Of settings NAME=8.
Result<std::vector<NamedDim>> dims_of(std::span<const std::string> texts);

// A word of a command, in quotes where a shell needs some.
std::string shell_word(const std::string& text);

}  // namespace hammock::cli
