// SPDX-License-Identifier: Apache-2.0
// A script on its way through a command: read and checked, printed, and held against what it was.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/ir/dialect.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/tool/outcome.h"

namespace hammock::tool {

struct ScriptOptions {
  bool verify = true;
  bool any_symbols = false;  // a function's global_symbol need not be its name
  bool any_results = false;  // what a function returns may contradict what it declares: for commands that only print it
  bool may_be_empty = false;     // a text without definitions is no mistake: the outcome is kFine
  bool takes_unchecked = false;  // what says check_well_formed=False is not verified; for commands that only look at it
  bool warn = false;             // of what running the kernels would find (warn_of_kernels)
  bool spellings = false;        // Script::spellings are wanted
  bool is_printed = false;       // it is printed next, which is all that happens: keep_freed_memory, if it is long
  std::shared_ptr<Coverage> coverage = {};  // of the context that is made
  std::optional<Dialect> dialect = {};      // of ReadOptions
  syntax::Ast* ast = nullptr;               // of ReadOptions
  size_t max_errors = Diagnostics::kLimit;
  std::shared_ptr<Context> context = {};  // of another script that this one is held against; none: one of its own
};

struct Script {
  std::shared_ptr<const Source> source;
  std::shared_ptr<Context> context;    // of its names
  Definitions definitions;             // empty unless all is well
  Definitions unsound;                 // else what could be read of them, which is good for nothing but to be shown
  std::vector<SpellingUse> spellings;  // in no particular order
  Outcome outcome;                     // of reading it
  bool is_verified = false;            // all of it, with no rule left out
  double read_ms = 0, verify_ms = 0;

  explicit operator bool() const { return !definitions.modules.empty(); }
};
// The definitions of a text, read and verified. `name`: what messages call it.
Script read_script(std::string name, std::string text, const ScriptOptions& options = {});

// What is made of a script: the canonical text of every definition, an empty line between two; or the whole text with
// the definitions as they are now in their places (splice.h).
enum class Form : uint8_t { canonical, in_place };
struct Printed {
  std::string text;
  Form form = Form::canonical;
  PrintOptions options;          // without the lists below
  std::vector<DialectGap> gaps;  // what the dialect cannot say
  std::vector<Span> omitted;     // bindings of which the text does not say all
  Diagnostics imports;           // a warning for each import that a file of Python lacks and the text needs
};
Printed print(const Script& script, Form form, PrintOptions options);
std::string print(const Definitions& definitions, const PrintOptions& options);  // canonical
// PrintOptions::inferred.
StructInfo inferred_call(const Module& module, const Function& fn, Value call);
// A warning for each of `uses` that a file of Python does not import.
Diagnostics missing_imports(const Script& script, std::span<const bool, kImports> uses, const PrintOptions& options);

// What must be known before the text is used: warnings where it does not say all, an error (kUsage) where it is for a
// file; then, if it is asked for, check_roundtrip.
struct PrintedUse {
  bool is_for_file = false, verify_roundtrip = false;
};
Outcome check_printed(const Script& script, const Printed& printed, PrintedUse use);
// Reads the text and prints it again. kInternal, with the place, where a definition has gone, where the second text is
// another, or where a module is not structurally equal to the first; kFalse where the text form cannot tell.
Outcome check_roundtrip(const Script& script, const Printed& printed);

// I., T. and R. in texts about a definition become what the file calls them (`import tvm.script.relax as rx`).
void as_written(Diagnostics& diagnostics, const Definitions& definitions);

}  // namespace hammock::tool
