// SPDX-License-Identifier: Apache-2.0
// Text to IR: names, normal form, struct info of what the grammar reads (hammock/syntax).
//
// A text may be a file of Python that holds definitions: classes with @I.ir_module (or without, if they derive from
// nothing and hold functions of the language), and functions with @R.function or @T.prim_func outside of those, at any
// indentation. Everything else is skipped and never executed; nothing is reported about it.
//
// All problems of the text are reported, each once and with its place; a module is returned only if there was no
// error. The limits (kMaxDepth of nesting, 4 GiB of text, counts of limits.h) are diagnostics too.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/dialect.h"
#include "hammock/ir/imports.h"
#include "hammock/ir/module.h"

namespace hammock {

enum class Spelling : uint8_t;
namespace syntax {
struct Ast;
}

// A place where the text uses one of two spellings (spelling.h).
struct SpellingUse {
  Spelling spelling;
  bool is_newer = false;
  Span span;          // of the word, or of the whole construct
  std::string other;  // what may stand there instead; empty: more than these words changes
};

struct ReadOptions {
  bool infer = true;  // false: leave calls without annotation at R.Object (fuzzing of the reader alone)
  Span part = {};     // only the lines of this definition
  std::span<const std::pair<Name, Name>> imported =
      {};  // of the text before them: names, and what they stand for in TVM
  // If given, a module is returned even after errors, as far as it could be read, so that the verifier can report what
  // else is wrong; it is good for nothing else. Filled with the functions in which something that may define symbols
  // was not read (VerifyOptions::incomplete).
  std::vector<std::vector<GlobalId>>* incomplete = nullptr;  // by definition
  std::vector<SpellingUse>* spellings = nullptr;             // receives every one, in no particular order
  std::unordered_map<Prim, Span>* declared =
      nullptr;                     // receives the places of `n = T.int64()` (VerifyOptions::declared)
  bool reads_ahead = false;        // with a thread of its own, which pays for long texts
  syntax::Ast* ast = nullptr;      // receives the statements as written, also of a text with mistakes
  std::optional<Dialect> dialect;  // for which the text is written, where that matters; nothing: its spellings say
};

struct Definitions {
  std::vector<Module>
      modules;              // one per definition, in order; they share the context. A lone function is a module of one
  bool has_python = false;  // there is more than definitions, `metadata = ...`, `pass` and comments
  bool imports[kImports] = {};     // by the Python around
  std::vector<Prefixes> prefixes;  // by module
};

// Every definition of a text, at least one.
std::optional<Definitions> read_definitions(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                            Diagnostics& diagnostics, const ReadOptions& options = {});

// The only definition of a text; several are an error.
std::optional<Module> read_module(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                  Diagnostics& diagnostics, const ReadOptions& options = {});

}  // namespace hammock
