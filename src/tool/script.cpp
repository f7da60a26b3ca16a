// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "hammock/base/clock.h"
#include "hammock/base/pages.h"
#include "hammock/infer/infer.h"
#include "hammock/ir/spelling.h"
#include "hammock/prim/walk.h"
#include "hammock/print/splice.h"
#include "hammock/rewrite/equal.h"
#include "hammock/runtime/thread_pool.h"
#include "hammock/tir/walk.h"
#include "hammock/verify/verify.h"

namespace hammock::tool {
namespace {

std::string with_prefixes(std::string_view text, const Prefixes& prefixes) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t space = at + 1 < text.size() && text[at + 1] == '.' && (at == 0 || !is_word(text[at - 1]))
                             ? std::string_view("ITR").find(text[at])
                             : std::string_view::npos;
    if (space != std::string_view::npos && !prefixes[space].empty()) out += prefixes[space];
    else out += text[at];
  }
  return out;
}

// Whether a text can hold a definition: each has a decorator of the language, under some name. Other files of Python
// may hold anything.
bool may_define(std::string_view text) {
  constexpr std::string_view kTraces[] = {"tvm", "@I.", "@R.", "@T.", ".function", "prim_func", "ir_module"};
  return std::ranges::any_of(kTraces,
                             [&](std::string_view trace) { return text.find(trace) != std::string_view::npos; });
}

// The text writes what is shared once for each use, so that a few lines of T.meta_var could fill the memory.
// `parts`: how many an expression has, by Prim; 0: not counted yet.
void check_parts(const Module& module, std::vector<int64_t>& parts, Diagnostics& diagnostics) {
  constexpr int64_t kMost = 1 << 22;
  const PrimStore& prims = module.context().prims;
  for (const GlobalFunction& f : module.functions) {
    if (!f.kernel()) continue;
    parts.resize(prims.size());
    int64_t all = 0;
    tir::for_each_expression(*f.kernel(), [&](Prim root) {
      operands_first(
          prims, root, [&](Prim e) { return parts[e.index] != 0; },
          [&](Prim e, const std::vector<Prim>& operands) {
            int64_t count = 1;
            for (Prim o : operands) count = std::min(count + parts[o.index], kMost + 1);
            parts[e.index] = count;
          });
      all = std::min(all + parts[root.index], kMost + 1);
    });
    if (all <= kMost) continue;
    diagnostics.report(Diag::too_large, f.span,
                       fmt::format("the expressions of the kernel have more than {} parts when they are written out; "
                                   "a variable names what they share",
                                   kMost));
  }
}

// The first place where two texts differ, with the lines.
std::string first_difference(const Source& a, const Source& b) {
  for (uint32_t i = 1; i <= std::max(a.line_count(), b.line_count()); ++i) {
    std::string_view x = i <= a.line_count() ? a.line(i) : "", y = i <= b.line_count() ? b.line(i) : "";
    if (x == y && i <= std::min(a.line_count(), b.line_count())) continue;
    size_t column = static_cast<size_t>(std::ranges::mismatch(x, y).in1 - x.begin()) + 1;
    return fmt::format("line {}, column {}:\n  printed:    {}\n  read back:  {}", i, column, x, y);
  }
  return "";
}

// A warning where the text leaves out constants; where it is for a file, an error.
Outcome check_omitted(const Script& script, const Printed& printed, bool is_for_file) {
  const std::vector<Span>& omitted = printed.omitted;
  if (omitted.empty()) return {};
  const size_t more = omitted.size() - 1;
  std::string where = more == 0 ? "" : fmt::format(", and in {} more {}", more, more == 1 ? "place" : "places");
  const bool leaves_out = printed.options.constants == Constants::omitted;
  const std::string_view loses = leaves_out ? "--no-meta would leave out constants" : "--show-meta would change values";
  if (is_for_file)
    return failed(kUsage, fmt::format("{}: {} in {} {}; nothing is written", script.source->name(), loses, more + 1,
                                      more == 0 ? "place" : "places"));
  Diagnostics diagnostics(script.source);
  diagnostics.report(Diag::left_out, omitted[0],
                     leaves_out
                         ? fmt::format("the text leaves out the constant here{}; it cannot be read back", where)
                         : fmt::format("TVM's text cannot say the value here{}; it reads back as another", where));
  Outcome outcome;
  outcome.add(std::move(diagnostics));
  return outcome;
}

}  // namespace

void as_written(Diagnostics& diagnostics, const Definitions& definitions) {
  for (size_t i = 0; i < definitions.modules.size(); ++i) {
    const Prefixes& prefixes = definitions.prefixes[i];
    const Span lines = definitions.modules[i].text;
    if (std::ranges::all_of(prefixes, [](std::string_view prefix) { return prefix.size() <= 1; })) continue;
    for (Diagnostic& d : diagnostics.all()) {
      if (d.span.begin < lines.begin || d.span.begin >= lines.end) continue;
      d.text = with_prefixes(d.text, prefixes);
      for (Note& note : d.notes) note.text = with_prefixes(note.text, prefixes);
    }
  }
}

Script read_script(std::string name, std::string text, const ScriptOptions& options) {
  Script script;
  if (options.may_be_empty && !may_define(text)) return script;
  script.source = std::make_shared<Source>(std::move(name), std::move(text));
  Diagnostics diagnostics(script.source);
  diagnostics.set_limit(std::max(options.max_errors, Diagnostics::kLimit));
  double start = now_ms();
  std::vector<std::vector<GlobalId>> incomplete;
  ReadOptions read_options;
  if (options.spellings) read_options.spellings = &script.spellings;
  read_options.dialect = options.dialect;
  read_options.ast = options.ast;
  constexpr size_t kLongText = size_t{1} << 20;
  const bool is_long = script.source->text().size() >= kLongText;
  read_options.reads_ahead = is_long && usable_cores() > 1;
  if (is_long && options.is_printed) keep_freed_memory();
  script.context = options.context ? options.context : std::make_shared<Context>();
  script.context->coverage = options.coverage;
  std::unordered_map<Prim, Span> declared;
  if (options.verify) {
    read_options.incomplete = &incomplete;
    read_options.declared = &declared;
  }
  std::optional<Definitions> definitions = read_definitions(script.source, script.context, diagnostics, read_options);
  std::vector<int64_t> parts;
  for (size_t i = 0; definitions && i < definitions->modules.size(); ++i)
    check_parts(definitions->modules[i], parts, diagnostics);
  script.read_ms = now_ms() - start;
  if (definitions && options.verify) {
    start = now_ms();
    for (size_t i = 0; i < definitions->modules.size(); ++i) {
      if (options.takes_unchecked && definitions->modules[i].is_unchecked) continue;
      VerifyOptions verify_options;
      verify_options.incomplete = incomplete[i];
      verify_options.declared = &declared;
      verify_options.check_symbols = !options.any_symbols;
      verify_options.check_results = !options.any_results;
      verify_options.takes_unchecked = options.takes_unchecked;
      verify(definitions->modules[i], diagnostics, verify_options);
    }
    for (const Module& module : definitions->modules) {
      if (options.warn && !module.is_unchecked && !diagnostics.has_errors()) warn_of_kernels(module, diagnostics);
    }
    script.is_verified =
        !diagnostics.has_errors() && !options.any_symbols && !options.any_results && !options.takes_unchecked;
    script.verify_ms = now_ms() - start;
  }
  auto is_empty = [](const Diagnostic& d) { return d.id == Diag::no_definition; };
  if (options.may_be_empty && std::ranges::any_of(diagnostics.all(), is_empty)) return script;
  if (definitions) as_written(diagnostics, *definitions);
  if (diagnostics.has_errors() || !definitions) script.outcome.status = kInvalid;
  if (definitions) (diagnostics.has_errors() ? script.unsound : script.definitions) = std::move(*definitions);
  script.outcome.add(std::move(diagnostics));
  return script;
}

Printed print(const Script& script, Form form, PrintOptions options) {
  const Definitions& definitions = script.definitions;
  Printed printed{.form = form, .options = options, .imports = Diagnostics(script.source)};
  options.gaps = &printed.gaps;
  options.omitted = &printed.omitted;
  if (form == Form::in_place) {
    DefinitionEdits spliced =
        splice(*script.source, definitions.modules, definitions.prefixes, definitions.has_python, options);
    printed.imports = missing_imports(script, spliced.uses, options);
    printed.text = with_edits(script.source->text(), std::move(spliced.edits));
  } else {
    printed.text = print(definitions, options);
  }
  return printed;
}

Diagnostics missing_imports(const Script& script, std::span<const bool, kImports> uses, const PrintOptions& options) {
  const Definitions& definitions = script.definitions;
  Diagnostics warnings(script.source);
  if (!definitions.has_python) return warnings;
  const std::string names[kImports] = {options.ir_prefix, options.tir_prefix, options.relax_prefix, "tvm"};
  const std::string_view modules[] = {"ir", spell(Spelling::tir_namespace, options.dialect), "relax"};
  for (size_t i = 0; i < kImports; ++i) {
    const bool is_module = i == 3, is_usual = is_module || names[i].size() == 1;  // the others are not looked for
    if (!uses[i] || (is_usual && definitions.imports[i])) continue;
    std::string statement =
        is_module ? "import tvm" : fmt::format("from tvm.script import {} as {}", modules[i], names[i]);
    warnings.report(Diag::missing_import, {},
                    fmt::format("the text uses {}, which the file {} import: {}", names[i],
                                is_usual ? "does not" : "has to", statement));
  }
  return warnings;
}

Outcome check_printed(const Script& script, const Printed& printed, PrintedUse use) {
  Outcome outcome;
  Diagnostics diagnostics(script.source);
  for (const DialectGap& gap : printed.gaps) {
    diagnostics.report(Diag::not_in_dialect, gap.span,
                       fmt::format("{} is not part of {}; it is printed as another version of TVM spells it", gap.what,
                                   name(printed.options.dialect)));
  }
  outcome.add(std::move(diagnostics));
  outcome.add(check_omitted(script, printed, use.is_for_file));
  if (outcome.is_fine() && use.verify_roundtrip) outcome.add(check_roundtrip(script, printed));
  return outcome;
}

// Of what a statement of a kernel binds; in newer versions it holds to the end of the suite.
static bool has_scopes(const Module& module) {
  auto is_scope = [](const tir::Stmt& s) {
    return s.kind == tir::StmtKind::let || s.kind == tir::StmtKind::assertion || s.kind == tir::StmtKind::declare ||
           s.kind == tir::StmtKind::allocate;
  };
  return std::ranges::any_of(module.functions, [&](const GlobalFunction& f) {
    return f.kernel() && std::ranges::any_of(f.kernel()->stmts, is_scope);
  });
}

Outcome check_roundtrip(const Script& script, const Printed& printed) {
  const std::vector<Module>& modules = script.definitions.modules;
  const bool leaves_out = printed.options.constants == Constants::omitted;
  bool is_omitted = leaves_out && !printed.omitted.empty();
  auto cannot_tell = [&](std::string_view why) {
    return failed(kFalse, fmt::format("{}: round trip: {}", script.source->name(), why));
  };
  auto fail = [&](std::string_view what) {
    if (is_omitted && leaves_out) return cannot_tell("--no-meta leaves constants out");
    if (std::ranges::any_of(modules, has_untyped_integers))
      return cannot_tell("the text form cannot say the dtype of an integer");
    if (is_omitted) return cannot_tell("TVM's text cannot say a value");
    return failed(kInternal,
                  fmt::format("{}: round trip: {}\nThis is a defect of Hammock; please report it with the script.",
                              script.source->name(), what));
  };
  Script again;
  again.source = std::make_shared<Source>("<written>", printed.text);
  Diagnostics diagnostics(again.source);
  std::optional<Definitions> definitions =
      read_definitions(again.source, modules[0].shared_context(), diagnostics, {.dialect = printed.options.dialect});
  if (!definitions) {
    Outcome outcome;
    if (!is_omitted) outcome.add(std::move(diagnostics));
    outcome.add(fail("the text that is written cannot be read"));
    return outcome;
  }
  again.definitions = std::move(*definitions);
  if (again.definitions.modules.size() != modules.size())
    return fail(fmt::format("{} definitions of {} are left", again.definitions.modules.size(), modules.size()));
  Printed second = print(again, printed.form, printed.options);
  is_omitted |= !second.omitted.empty();
  if (second.text != printed.text && std::ranges::none_of(modules, renames_pointers))
    return fail(first_difference(*again.source, {"<written again>", second.text}));
  for (size_t i = 0; i < modules.size(); ++i) {
    std::string what = difference(modules[i], again.definitions.modules[i]);
    if (!what.empty() && difference(modules[i], again.definitions.modules[i], Integers::untyped).empty())
      return cannot_tell("the text form cannot say the dtype of an integer: " + what);
    if (!what.empty() && is_new(Spelling::tir_block, printed.options.dialect) && has_scopes(modules[i])) continue;
    if (!what.empty()) return fail("the texts are equal, the modules differ: " + what);
  }
  return {};
}

StructInfo inferred_call(const Module& module, const Function& fn, Value call) {
  const Node& node = fn[call];
  return Infer(fn, &module, nullptr).call({node.op, fn.args(call), node.attrs, node.sinfo_args(), node.span});
}

std::string print(const Definitions& definitions, const PrintOptions& options) {
  std::string text;
  for (const Module& module : definitions.modules) {
    std::string one = hammock::print(module, options) + "\n";
    if (text.empty()) text = std::move(one);
    else text += "\n" + one;
  }
  return text;
}

}  // namespace hammock::tool
