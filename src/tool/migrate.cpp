// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/migrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "hammock/ir/spelling.h"
#include "hammock/print/print.h"
#include "hammock/print/splice.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/equal.h"

namespace hammock::tool {
namespace {

struct Migrated {
  std::string text;
  std::vector<const Module*> printed;  // definitions that were printed anew
  Diagnostics imports;                 // that the file lacks
};

// What the file uses, each once, in the order of the text.
void sort_uses(std::vector<SpellingUse>& uses) {
  std::ranges::sort(uses, {}, [](const SpellingUse& u) { return std::tuple(u.span.begin, u.span.end, u.spelling); });
  auto repeated = std::ranges::unique(
      uses, [](const SpellingUse& a, const SpellingUse& b) { return a.span == b.span && a.spelling == b.spelling; });
  uses.erase(repeated.begin(), repeated.end());
}

// ---- the namespace of T in import lines and header comments

void add_namespace_uses(std::string_view text, std::vector<SpellingUse>& uses) {
  for (size_t at = text.find("from tvm.script import "); at != std::string_view::npos;
       at = text.find("from tvm.script import ", at + 1)) {
    size_t begin = text.rfind('\n', at) + 1, end = std::min(text.find('\n', at), text.size());
    std::string_view before = text.substr(begin, at - begin);
    if (before.find_first_not_of("# \t") != std::string_view::npos) continue;
    for (bool is_newer : {false, true}) {
      const std::string word = std::string(is_newer ? " tirx" : " tir") + " as ";
      size_t found = text.substr(0, end).find(word, at);
      if (found == std::string_view::npos) continue;
      Span span{static_cast<uint32_t>(found + 1), static_cast<uint32_t>(found + word.size() - 4)};
      uses.push_back({Spelling::tir_namespace, is_newer, span, is_newer ? "tir" : "tirx"});
    }
  }
}

// ---- edits

// Where it stands there is more to do than to write another word; the definition is printed anew.
bool needs_text(const SpellingUse& use) { return use.other.empty() && use.spelling != Spelling::type_variables; }

// A text that is to be another one cannot have more changes inside. `uses` are in the order of the text.
void split_nested(std::vector<SpellingUse>& uses) {
  size_t outer = 0;
  for (size_t i = 1; i < uses.size(); ++i) {
    bool is_inside = uses[i].span.begin < uses[outer].span.end && uses[i].span != uses[outer].span;
    if (is_inside) uses[outer].other.clear();
    else outer = i;
  }
}

// A type variable is nothing but its line.
Edit edit_of(const SpellingUse& use, std::string_view text) {
  Edit edit{use.span, use.other};
  if (use.spelling == Spelling::type_variables)
    edit.span.end = static_cast<uint32_t>(std::min(text.find('\n', use.span.end), text.size() - 1) + 1);
  return edit;
}

// ---- the report

// Where several changes are of one kind they are one line, with the place of the first.
std::string report(const Source& source, std::span<const SpellingUse> changes, std::span<const Module* const> printed,
                   Dialect to) {
  struct Line {
    size_t count = 0;
    Span first;
  };
  std::map<Spelling, Line> lines;
  for (const SpellingUse& use : changes) {
    Line& line = lines[use.spelling];
    if (line.count++ == 0 || use.span.begin < line.first.begin) line.first = use.span;
  }
  std::string out = fmt::format("{}: {} {} to {}\n", source.name(), changes.size(),
                                changes.size() == 1 ? "change" : "changes", name(to));
  for (const auto& [spelling, line] : lines) {
    const SpellingInfo& row = info(spelling);
    LineColumn place = source.place(line.first.begin);
    std::string_view older = row.older, newer = row.newer;
    bool is_reversed =
        !is_new(spelling, to) && spelling != Spelling::default_value;  // a default is written out in either direction
    if (is_reversed) std::swap(older, newer);
    out += fmt::format("  {} -> {}: {} {}, first at {}:{} ({})\n", older, newer, line.count,
                       line.count == 1 ? "place" : "places", place.line, place.column, row.meaning);
  }
  for (const Module* module : printed) {
    const bool is_function = module->is_lone_function;
    Name name = is_function ? module->functions[0].name : module->class_name;
    out += fmt::format("  {} '{}' is printed anew, at line {}\n", is_function ? "the function" : "the class",
                       module->context().text(name), source.place(module->text.begin).line);
  }
  return out;
}

// ---- one file

bool has_ambiguity(std::span<const SpellingUse> uses, const MigrateOptions& options, Diagnostics& diagnostics) {
  if (options.from ||
      !std::ranges::all_of(uses, [](const SpellingUse& u) { return u.spelling == Spelling::default_value; }))
    return false;
  for (const SpellingUse& use : uses) {
    diagnostics.report(Diag::ambiguous_version, use.span,
                       "a parameter that is left out has another default in tvm-0.19 than in tvm-0.26, and nothing "
                       "else in the file says which it is for; "
                       "write the parameter, or say --from");
  }
  return !uses.empty();
}

bool has_gaps(std::span<const DialectGap> gaps, Dialect to, Diagnostics& diagnostics) {
  for (const DialectGap& gap : gaps)
    diagnostics.report(Diag::not_expressible, gap.span, fmt::format("{} is not part of {}", gap.what, name(to)));
  return !gaps.empty();
}

// Also where one constant has become several that are equal.
bool is_same(std::span<const Module> a, std::span<const Module> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!difference(a[i], b[i]).empty()) return false;
  }
  return true;
}

enum class Anew : uint8_t { where_needed, where_not_only_words, all };

bool has_old_section(std::span<const SpellingUse> changes) {
  return std::ranges::any_of(changes, [](const SpellingUse& u) { return u.spelling == Spelling::metadata_json; });
}

// Whether a definition is printed anew.
bool is_printed(const Module& module, std::span<const SpellingUse> changes, Anew which) {
  auto is_here = [&](const SpellingUse& u) {
    const bool is_form =
        needs_text(u) || (which == Anew::where_not_only_words && info(u.spelling).kind == SpellingKind::form);
    return is_form && u.span.begin >= module.text.begin && u.span.end <= module.text.end;
  };
  return which == Anew::all || (module.metadata && has_old_section(changes)) || std::ranges::any_of(changes, is_here);
}

// Words that have another spelling, and sections of metadata that nothing needs any more: where one is needed, it has
// been replaced.
void edit_words(std::span<const SpellingUse> changes, std::span<const Module> modules, std::string_view text,
                std::vector<Edit>& edits) {
  for (const SpellingUse& use : changes) {
    if (!needs_text(use)) edits.push_back(edit_of(use, text));
  }
  if (!has_old_section(changes)) return;
  for (const Module& module : modules) {
    auto is_there = [&](const Edit& e) { return e.span.begin == module.metadata.begin; };
    if (module.metadata && std::ranges::none_of(edits, is_there)) edits.push_back({module.metadata, ""});
  }
}

std::optional<Migrated> migrated(const Script& script, std::span<const SpellingUse> changes,
                                 const MigrateOptions& options, Diagnostics& diagnostics) {
  const std::string_view text = script.source->text();
  const std::vector<Module>& modules = script.definitions.modules;
  std::vector<DialectGap> gaps;
  PrintOptions print_options;
  print_options.dialect = options.to;
  print_options.constants = options.constants;
  print_options.gaps = &gaps;
  print(script.definitions, print_options);
  std::erase_if(
      gaps, [](const DialectGap& gap) { return gap.what == kMetadataGap; });  // unless the definition is printed anew
  if (has_gaps(gaps, options.to, diagnostics)) return std::nullopt;
  const bool needs_all = options.constants != Constants::complete;
  if (changes.empty() && !needs_all) {
    Migrated unchanged;
    unchanged.text = text;
    return unchanged;
  }
  PrintOptions meaning = print_options;
  meaning.gaps = nullptr;
  meaning.constants = Constants::metadata;  // however they are written
  const std::string before = print(script.definitions, meaning);
  print_options.comments = true;
  for (Anew which : {Anew::where_needed, Anew::where_not_only_words, Anew::all}) {
    if (needs_all) which = Anew::all;
    Migrated out;
    std::vector<Prefixes> prefixes;
    for (size_t i = 0; i < modules.size(); ++i) {
      if (!is_printed(modules[i], changes, which)) continue;
      out.printed.push_back(&modules[i]);
      prefixes.push_back(script.definitions.prefixes[i]);
    }
    DefinitionEdits edits = edit_definitions(*script.source, out.printed, prefixes, print_options);
    if (has_gaps(gaps, options.to, diagnostics)) return std::nullopt;
    edit_words(changes, modules, text, edits.edits);
    out.text = with_edits(text, std::move(edits.edits));
    Diagnostics ignored;
    auto source = std::make_shared<Source>(script.source->name(), out.text);
    ReadOptions read_options;
    read_options.dialect = options.to;
    std::optional<Definitions> again = read_definitions(source, modules[0].shared_context(), ignored, read_options);
    if (!again || (print(*again, meaning) != before && !is_same(modules, again->modules))) continue;
    out.imports = missing_imports(script, edits.uses, print_options);
    return out;
  }
  diagnostics.report(
      Diag::unsupported, {},
      fmt::format("the definition cannot be replaced where it stands; hammock fmt --dialect={} prints it",
                  name(options.to)));
  return std::nullopt;
}

// The text once more through the reader and the printer.
Outcome check_text(const Script& script, const std::string& text, Dialect dialect) {
  const std::string& name = script.source->name();
  const Script again = read_script(name, text, {.any_results = true, .takes_unchecked = true, .dialect = dialect});
  Outcome outcome = again.outcome;
  if (!again) {
    outcome.add(failed(kInternal, fmt::format("{}: round trip: the text that is written cannot be read", name)));
    return outcome;
  }
  const Printed printed = print(again, Form::in_place, {.dialect = dialect, .comments = true});
  outcome.add(printed.imports);
  outcome.add(check_roundtrip(again, printed));
  return outcome;
}

}  // namespace

Migration migrate(const Script& script, const MigrateOptions& options) {
  std::vector<SpellingUse> uses = script.spellings, changes;
  const Source& source = *script.source;
  sort_uses(uses);
  Diagnostics diagnostics(script.source);
  std::optional<Migrated> result;
  if (!has_ambiguity(uses, options, diagnostics)) {
    add_namespace_uses(source.text(), uses);
    sort_uses(uses);
    std::ranges::copy_if(uses, std::back_inserter(changes),
                         [&](const SpellingUse& u) { return u.is_newer != is_new(u.spelling, options.to); });
    split_nested(changes);
    result = migrated(script, changes, options, diagnostics);
  }
  Migration out;
  if (result) out.outcome.add(std::move(result->imports));
  out.outcome.add(std::move(diagnostics));
  if (!result) {
    out.outcome.status = kInvalid;
    return out;
  }
  if (options.verify_roundtrip) out.outcome.add(check_text(script, result->text, options.to));
  out.is_unchanged = result->text == source.text();
  out.report = out.is_unchanged ? fmt::format("{}: nothing to change\n", source.name())
                                : report(source, changes, result->printed, options.to);
  out.text = std::move(result->text);
  return out;
}

}  // namespace hammock::tool
