// SPDX-License-Identifier: Apache-2.0
// Text to IR: tokens, grammar (ANTLR), names, normal form, struct info.
//
// All problems of the text are reported, each once and with its place; a module is returned only if there was no
// error. The limits (kMaxDepth of nesting, 4 GiB of text, counts of limits.h) are diagnostics too.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/dialect.h"
#include "hammock/ir/module.h"

namespace hammock {

// A place where the text uses one of two spellings (dialect.def).
struct SpellingUse {
  Spelling spelling;
  bool is_newer = false;
  Span span;          // of the word, or of the whole construct
  std::string other;  // what may stand there instead; empty: more than these words changes
};

struct ReadOptions {
  bool infer = true;  // false: leave calls without annotation at R.Object (fuzzing of the reader alone)
  Span part = {};     // only the lines of this definition
  // If given, a module is returned even after errors, as far as it could be read, so that the verifier can report what else is wrong; it is
  // good for nothing else. Filled with the functions in which something that may define symbols was not read (VerifyOptions::incomplete).
  std::vector<GlobalId>* incomplete = nullptr;
  std::vector<SpellingUse>* spellings = nullptr;  // receives every one, in no particular order
  std::optional<Dialect> dialect;  // for which the text is written, where that matters; nothing: its spellings say
};

std::optional<Module> read_module(std::shared_ptr<const Source> source, std::shared_ptr<Context> context, Diagnostics& diagnostics,
                                  const ReadOptions& options = {});

}  // namespace hammock
