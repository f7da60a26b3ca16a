// SPDX-License-Identifier: Apache-2.0
// hammock migrate: scripts in the spelling of another version of TVM.
//
// The reader says where the text uses one of two spellings. If every one that must change is a word with another word in
// its place, only those words change. Otherwise the definition is printed anew, and the text around it stays. Either way
// the result is read again and must mean the same, or nothing is written.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "command.h"
#include "hammock/io/tensor_file.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"

namespace hammock::cli {
namespace {

struct MigrateOptions {
  Dialect to = Dialect::tvm_0_26;
  std::optional<Dialect> from;
  bool check = false, diff = false, verify_roundtrip = false;
};

struct Read {
  std::shared_ptr<const Source> source;
  std::optional<Module> module;
  std::vector<SpellingUse> uses;
};

Read read_text(std::string name, std::string text, std::optional<Dialect> dialect, Diagnostics& diagnostics) {
  Read out;
  out.source = std::make_shared<Source>(std::move(name), std::move(text));
  diagnostics.set_source(out.source);
  ReadOptions options;
  options.spellings = &out.uses;
  options.dialect = dialect;
  out.module = read_module(out.source, std::make_shared<Context>(), diagnostics, options);
  if (out.module && !verify(*out.module, diagnostics)) out.module.reset();
  std::ranges::sort(out.uses, {}, [](const SpellingUse& u) { return std::tuple(u.span.begin, u.span.end, u.spelling); });
  auto repeated = std::ranges::unique(out.uses, [](const SpellingUse& a, const SpellingUse& b) { return a.span == b.span && a.spelling == b.spelling; });
  out.uses.erase(repeated.begin(), repeated.end());
  return out;
}

// ---- the namespace of T in import lines and header comments

void add_namespace_uses(Read& read) {
  std::string_view text = read.source->text();
  for (size_t at = text.find("from tvm.script import "); at != std::string_view::npos; at = text.find("from tvm.script import ", at + 1)) {
    size_t begin = text.rfind('\n', at) + 1, end = std::min(text.find('\n', at), text.size());
    std::string_view before = text.substr(begin, at - begin);
    if (before.find_first_not_of("# \t") != std::string_view::npos) continue;
    for (bool is_newer : {false, true}) {
      std::string word = (is_newer ? " tirx" : " tir") + std::string(" as T");
      size_t found = text.substr(0, end).find(word, at);
      if (found == std::string_view::npos) continue;
      Span span{static_cast<uint32_t>(found + 1), static_cast<uint32_t>(found + word.size() - 5)};
      read.uses.push_back({Spelling::tir_namespace, is_newer, span, is_newer ? "tir" : "tirx"});
    }
  }
}

// ---- changes of words

std::string replace_words(const Read& read, std::span<const SpellingUse> changes) {
  std::vector<SpellingUse> sorted(changes.begin(), changes.end());
  std::ranges::stable_sort(sorted, {}, [](const SpellingUse& u) { return u.span.begin; });
  std::string out;
  uint32_t from = 0;
  for (const SpellingUse& use : sorted) {
    if (use.span.begin < from) continue;
    out += read.source->text().substr(from, use.span.begin - from);
    out += use.other;
    from = use.span.end;
  }
  return out + std::string(read.source->text().substr(from));
}

// ---- a new text of the definition

// The lines of the class or function, with its decorators.
Span definition(const Read& read) {
  std::string_view text = read.source->text();
  const Module& module = *read.module;
  auto line_begin = [&](size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; };
  size_t head = line_begin(module.functions.empty() ? text.find("class ") : module.functions[0].span.begin);
  while (head > 0 && (text[head] == ' ' || text[head] == '\t' || text[head] == '\n')) head = line_begin(head - 1);  // up to the class
  size_t begin = head;
  while (begin > 0 && text[line_begin(begin - 1)] == '@') begin = line_begin(begin - 1);
  // The suite ends before the next line that starts at the margin; a closing bracket may stand there.
  size_t last = begin;
  int brackets = 0;
  for (size_t at = head; at < text.size();) {
    size_t next = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, next - at);
    bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    bool is_margin = !is_blank && line[0] != ' ' && line[0] != '\t' && brackets == 0;
    if (is_margin && at > head) break;
    for (char c : line.substr(0, line.find('#'))) brackets += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    at = std::min(next + 1, text.size());
    if (!is_blank) last = at;
  }
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(last)};
}

// Without the comments that name the prefixes and the one that misses the metadata: what stands around the definition stays.
std::string_view without_header(std::string_view printed) {
  while (printed.starts_with("#")) printed.remove_prefix(std::min(printed.find('\n') + 1, printed.size()));
  while (printed.starts_with("\n")) printed.remove_prefix(1);
  if (size_t footer = printed.rfind("\n# Metadata omitted."); footer != std::string_view::npos) printed = printed.substr(0, footer);
  while (printed.ends_with("\n")) printed.remove_suffix(1);
  return printed;
}

std::string replace_definition(const Read& read, std::span<const SpellingUse> changes, const std::string& printed) {
  Span lines = definition(read);
  std::string_view text = read.source->text();
  std::vector<SpellingUse> around;
  for (const SpellingUse& use : changes) {
    bool is_inside = use.span.begin >= lines.begin && use.span.end <= lines.end;
    if (is_inside || (use.other.empty() && use.spelling != Spelling::type_variables)) continue;
    around.push_back(use);
    if (use.spelling != Spelling::type_variables) continue;
    // The assignment and its line end go.
    size_t end = std::min(text.find('\n', use.span.end), text.size() - 1);
    around.back().span.end = static_cast<uint32_t>(end + 1);
  }
  around.push_back({Spelling::count, false, lines, std::string(without_header(printed)) + "\n"});
  return replace_words(read, around);
}

// ---- the report

// Where several changes are of one kind they are one line, with the place of the first.
std::string report(const Read& read, std::span<const SpellingUse> changes, Dialect to) {
  struct Line {
    size_t count = 0;
    Span first;
  };
  std::map<Spelling, Line> lines;
  for (const SpellingUse& use : changes) {
    Line& line = lines[use.spelling];
    if (line.count++ == 0 || use.span.begin < line.first.begin) line.first = use.span;
  }
  std::string out = fmt::format("{}: {} {} to {}\n", read.source->name(), changes.size(), changes.size() == 1 ? "change" : "changes", name(to));
  for (const auto& [spelling, line] : lines) {
    const SpellingInfo& row = info(spelling);
    LineColumn place = read.source->place(line.first.begin);
    std::string_view older = row.older, newer = row.newer;
    bool is_reversed = !is_new(spelling, to) && spelling != Spelling::default_value;  // a default is written out in either direction
    if (is_reversed) std::swap(older, newer);
    out += fmt::format("  {} -> {}: {} {}, first at {}:{} ({})\n", older, newer, line.count, line.count == 1 ? "place" : "places", place.line, place.column, row.meaning);
  }
  return out;
}

// ---- one file

bool has_ambiguity(const Read& read, const MigrateOptions& options, Diagnostics& diagnostics) {
  if (options.from || !std::ranges::all_of(read.uses, [](const SpellingUse& u) { return u.spelling == Spelling::default_value; })) return false;
  for (const SpellingUse& use : read.uses) {
    diagnostics.report(Diag::ambiguous_version, use.span,
                       "a parameter that is left out has another default in tvm-0.19 than in tvm-0.26, and nothing else in the file says which it is for; "
                       "write the parameter, or say --from");
  }
  return !read.uses.empty();
}

std::optional<std::string> migrated(const Read& read, std::span<const SpellingUse> changes, const MigrateOptions& options, Diagnostics& diagnostics) {
  std::vector<DialectGap> gaps;
  PrintOptions print_options;
  print_options.dialect = options.to;
  print_options.gaps = &gaps;
  std::string printed = print(*read.module, print_options);
  print_options.gaps = nullptr;
  print_options.show_meta = true;  // constants are compared, too
  std::string meaning = print(*read.module, print_options);
  for (const SpellingUse& use : changes) {
    if (use.spelling == Spelling::metadata_json) gaps.push_back({use.is_newer ? "a metadata section in the format of tvm-0.22" : "a metadata section in the format of tvm-0.19", use.span});
  }
  for (const DialectGap& gap : gaps) {
    diagnostics.report(Diag::not_expressible, gap.span, fmt::format("{} is not part of {}", gap.what, name(options.to)));
  }
  if (!gaps.empty()) return std::nullopt;
  auto means_the_same = [&](const std::string& text) {
    Diagnostics ignored;
    Read again = read_text(read.source->name(), text, options.to, ignored);
    return again.module && print(*again.module, print_options) == meaning;
  };
  bool are_words = std::ranges::none_of(changes, [](const SpellingUse& u) { return u.other.empty(); });
  if (are_words) {
    std::string text = replace_words(read, changes);
    if (means_the_same(text)) return text;
  }
  std::string text = replace_definition(read, changes, printed);
  if (means_the_same(text)) return text;
  diagnostics.report(Diag::unsupported, {}, fmt::format("the definition cannot be replaced where it stands; hammock fmt --dialect={} prints it", name(options.to)));
  return std::nullopt;
}

int migrate_file(Io& io, const std::string& path, const MigrateOptions& options) {
  Result<std::string> text = io.read(path);
  if (!text) return io.fail(kUsage, text.error().text);
  Diagnostics diagnostics;
  Read read = read_text(path == "-" ? "<stdin>" : path, std::move(*text), options.from, diagnostics);
  std::vector<SpellingUse> changes;
  bool is_good = read.module && !has_ambiguity(read, options, diagnostics);
  std::optional<std::string> result;
  if (is_good) {
    add_namespace_uses(read);
    std::ranges::copy_if(read.uses, std::back_inserter(changes), [&](const SpellingUse& u) { return u.is_newer != is_new(u.spelling, options.to); });
    result = migrated(read, changes, options, diagnostics);
    if (changes.empty() && result) result = std::string(read.source->text());
  }
  show(io, diagnostics);
  if (!result) return kInvalid;
  if (options.verify_roundtrip) {
    Read again = read_text(read.source->name(), *result, options.to, diagnostics);
    Script script;
    script.source = again.source;
    script.definitions.modules.push_back(std::move(*again.module));
    if (int code = check_roundtrip(io, script, {.dialect = options.to}); code != kFine) return code;
  }
  bool prints_text = path == "-" && !options.check && !options.diff;
  std::string said = changes.empty() ? fmt::format("{}: nothing to change\n", read.source->name()) : report(read, changes, options.to);
  prints_text || options.diff ? io.err(said) : io.out(said);
  if (options.diff) io.out(unified_diff(read.source->text(), *result, path, path + " (migrated)", io.out_color));
  if (prints_text) io.out(*result);
  if (options.check) return changes.empty() ? kFine : kFalse;
  if (path == "-" || options.diff || changes.empty() || !io.may_write) return kFine;
  Result<bool> written = write_file(path, *result);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

}  // namespace

int migrate_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  std::string to = std::string(name(Dialect::tvm_0_26)), from;
  MigrateOptions options;
  std::vector<std::string> names;
  for (const DialectInfo& d : dialects()) names.emplace_back(d.name);
  line.app.add_option("FILE", files, "scripts; '-' or none: standard input, the result to standard output");
  line.app.add_option("--to", to, "the version whose spelling is wanted (tvm-0.26)")->check(CLI::IsMember(names));
  line.app.add_option("--from", from, "the version for which the files are written (what their spellings say)")->check(CLI::IsMember(names));
  line.app.add_flag("--check", options.check, "change nothing; exit with 1 if something would change");
  line.app.add_flag("--diff", options.diff, "change nothing; print what would change");
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args)) return *over;
  options.verify_roundtrip = line.verify_roundtrip;
  options.to = *find_dialect(to);
  if (!from.empty()) options.from = find_dialect(from);
  if (files.empty()) files.push_back(input_or_stdin(io, ""));
  int worst = kFine;
  for (const std::string& file : files) worst = std::max(worst, migrate_file(io, file, options));
  return worst;
}

}  // namespace hammock::cli
