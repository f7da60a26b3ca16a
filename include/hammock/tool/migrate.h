// SPDX-License-Identifier: Apache-2.0
// A script in the spelling of another version of TVM.
//
// The reader says where the text uses one of two spellings. Where a word has another word in its place, only the word
// changes. A definition in which more must change is printed anew where it stands (splice.h), and the report says so.
// The result is read again and must mean the same, or there is none.
#pragma once

#include <optional>
#include <string>

#include "hammock/ir/dialect.h"
#include "hammock/tool/script.h"

namespace hammock::tool {

struct MigrateOptions {
  Dialect to = Dialect::tvm_0_26;
  std::optional<Dialect> from;  // none: what its spellings say
  bool verify_roundtrip = false;
  Constants constants = Constants::complete;
};

struct Migration {
  Outcome outcome;  // kFine: there is a text
  std::string text;
  std::string report;  // a line on the whole, then one for each kind of change and each definition that is printed anew
  bool is_unchanged = false;
};
// `script` was read with ScriptOptions::spellings.
Migration migrate(const Script& script, const MigrateOptions& options);

}  // namespace hammock::tool
