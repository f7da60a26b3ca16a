// SPDX-License-Identifier: Apache-2.0
// hammock migrate: scripts in the spelling of another version of TVM.
//
// The reader says where the text uses one of two spellings. Where a word has another word in its place, only the word
// changes. A definition in which more must change is printed anew where it stands (splice.h), and the report says so.
// The result is read again and must mean the same, or nothing is written.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "command.h"
#include "hammock/io/tensor_file.h"
#include "hammock/print/print.h"
#include "hammock/print/splice.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/equal.h"

namespace hammock::cli {
namespace {

struct MigrateOptions {
  Dialect to = Dialect::tvm_0_26;
  std::optional<Dialect> from;
  bool check = false, diff = false, verify_roundtrip = false;
  Constants constants = Constants::complete;
};

struct Migrated {
  std::string text;
  std::vector<const Module*> printed;  // definitions that were printed anew
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

std::optional<Migrated> migrated(Io& io, const Script& script, std::span<const SpellingUse> changes,
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
  if (changes.empty() && !needs_all) return Migrated{std::string(text), {}};
  PrintOptions meaning = print_options;
  meaning.gaps = nullptr;
  meaning.constants = Constants::metadata;  // however they are written
  const std::string before = print(script.definitions, meaning);
  print_options.comments = true;
  const bool has_section =
      std::ranges::any_of(changes, [](const SpellingUse& u) { return u.spelling == Spelling::metadata_json; });
  enum class Printed : uint8_t { where_needed, where_not_only_words, all };
  for (Printed which : {Printed::where_needed, Printed::where_not_only_words, Printed::all}) {
    Migrated out;
    std::vector<Prefixes> prefixes;
    for (size_t i = 0; i < modules.size(); ++i) {
      const Module& module = modules[i];
      auto is_here = [&](const SpellingUse& u) {
        bool is_form =
            needs_text(u) || (which == Printed::where_not_only_words && info(u.spelling).kind == SpellingKind::form);
        return is_form && u.span.begin >= module.text.begin && u.span.end <= module.text.end;
      };
      bool has_old_section = has_section && module.metadata;
      if (which != Printed::all && !needs_all && !has_old_section && std::ranges::none_of(changes, is_here)) continue;
      out.printed.push_back(&module);
      prefixes.push_back(script.definitions.prefixes[i]);
    }
    DefinitionEdits edits = edit_definitions(*script.source, out.printed, prefixes, print_options);
    if (has_gaps(gaps, options.to, diagnostics)) return std::nullopt;
    for (const SpellingUse& use : changes) {
      if (!needs_text(use)) edits.edits.push_back(edit_of(use, text));
    }
    // A section that nothing needs any more; where one is needed, it has been replaced.
    if (has_section) {
      for (const Module& module : modules) {
        auto is_there = [&](const Edit& e) { return e.span.begin == module.metadata.begin; };
        if (module.metadata && std::ranges::none_of(edits.edits, is_there))
          edits.edits.push_back({module.metadata, ""});
      }
    }
    out.text = with_edits(text, std::move(edits.edits));
    Diagnostics ignored;
    auto source = std::make_shared<Source>(script.source->name(), out.text);
    ReadOptions read_options;
    read_options.dialect = options.to;
    std::optional<Definitions> again = read_definitions(source, modules[0].shared_context(), ignored, read_options);
    if (!again || (print(*again, meaning) != before && !is_same(modules, again->modules))) continue;
    show(io, missing_imports(script, edits.uses, print_options));
    return out;
  }
  diagnostics.report(
      Diag::unsupported, {},
      fmt::format("the definition cannot be replaced where it stands; hammock fmt --dialect={} prints it",
                  name(options.to)));
  return std::nullopt;
}

// The exit code.
int migrate_script(Io& io, const Script& script, const std::string& path, const MigrateOptions& options) {
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
    result = migrated(io, script, changes, options, diagnostics);
  }
  diagnostics.sort();
  show(io, diagnostics);
  if (!result) return kInvalid;
  if (options.verify_roundtrip) {
    const Script again =
        read_script(io.file, result->text, {.any_results = true, .takes_unchecked = true, .dialect = options.to});
    tell(io, again.outcome);
    if (!again)
      return io.fail(kInternal, fmt::format("{}: round trip: the text that is written cannot be read", source.name()));
    const Printed printed = print(again, Form::in_place, {.dialect = options.to, .comments = true});
    show(io, printed.imports);
    if (int code = tell(io, check_roundtrip(again, printed)); code != kFine) return code;
  }
  bool prints_text = path == "-" && !options.check && !options.diff;
  const bool is_unchanged = result->text == source.text();
  std::string said = is_unchanged ? fmt::format("{}: nothing to change\n", source.name())
                                  : report(source, changes, result->printed, options.to);
  prints_text || options.diff ? io.err(said) : io.out(said);
  if (options.diff) io.out(unified_diff(source.text(), result->text, {source.name(), "", "migrated"}, io.out_color));
  if (prints_text) io.out(result->text);
  if (options.check) return is_unchanged ? kFine : kFalse;
  if (path == "-" || options.diff || is_unchanged || !io.may_write) return kFine;
  Result<bool> written = write_file(path, result->text);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

constexpr FlagRule kRules[] = {
    {"--check --diff", FlagRule::not_with, "--in-place", "it changes nothing"},
    {"--show-meta", FlagRule::not_with, "--no-meta"},
};

}  // namespace

int migrate_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  bool in_place = false;
  std::string to = std::string(name(Dialect::tvm_0_26)), from;
  MigrateOptions options;
  std::vector<std::string> names;
  for (const DialectInfo& d : dialects()) names.emplace_back(d.name);
  line.app.add_option("FILE", files,
                      "scripts, folders of them; '-' or none: standard input, the result to standard output");
  line.app.add_option("--to", to, "the version whose spelling is wanted (tvm-0.26)")->check(CLI::IsMember(names));
  line.app.add_option("--from", from, "the version for which the files are written (what their spellings say)")
      ->check(CLI::IsMember(names));
  line.app.add_flag("--check", options.check, "change nothing; exit with 1 if something would change");
  line.app.add_flag("--diff", options.diff, "change nothing; print what would change, as `patch` takes it");
  line.app.add_flag("-i,--in-place", in_place, "rewrite the files, as without it; the standard input is refused");
  line.add_meta();
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args, kRules)) return *over;
  if (line.constants == Constants::omitted)
    return io.fail(kUsage,
                   "--no-meta: what migrate writes has to mean the same; hammock fmt --no-meta leaves constants out");
  if (int code = in_place ? refuse_streams(io, files) : static_cast<int>(kFine); code != kFine) return code;
  options.verify_roundtrip = line.verify_roundtrip;
  options.constants = line.constants;
  options.to = *find_dialect(to);
  if (!from.empty()) options.from = find_dialect(from);
  return for_each_script(
      io, files, {.any_results = true, .takes_unchecked = true, .spellings = true, .dialect = options.from},
      [&](const Script& script, const std::string& path) { return migrate_script(io, script, path, options); });
}

}  // namespace hammock::cli
