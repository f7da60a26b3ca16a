// SPDX-License-Identifier: Apache-2.0
#include "hammock/print/splice.h"

#include <algorithm>

#include "hammock/base/marks.h"

namespace hammock {
namespace {

bool is_golden(const Source& source) {
  for (uint32_t i = 1; i <= source.line_count(); ++i) {
    std::string_view line = source.line(i);
    if (is_golden_mark(line)) return true;
    if (!line.empty() && line[0] != '#') return false;
  }
  return false;
}

// Of the line at this offset.
std::string_view line_end_at(const Source& source, uint32_t offset) {
  std::string_view line = source.line(source.place(offset).line);
  std::string_view rest = source.text().substr(static_cast<size_t>(line.data() + line.size() - source.text().data()));
  return rest.empty() ? "\n" : rest.substr(0, rest.starts_with("\r\n") ? 2 : 1);
}

// The lines of `text`, each of which ends with a newline, with another indentation before them and another end.
std::string lines(std::string_view text, std::string_view indentation, std::string_view line_end) {
  std::string out;
  while (!text.empty()) {
    size_t end = text.find('\n');
    if (end > 0) out += indentation;
    out += text.substr(0, end);
    out += line_end;
    text.remove_prefix(end + 1);
  }
  return out;
}

class Splicer {
 public:
  Splicer(const Source& source, const PrintOptions& options) : source_(source), options_(options) {}

  void add(const Module& module, const Prefixes& prefixes) {
    Definition definition = print_definition(module, with_prefixes(prefixes));
    for (size_t i = 0; i < kImports; ++i)
      out_.uses[i] |= definition.uses[i] && (i >= kNamespaces || prefixes[i].empty());
    std::string_view line = line_at(module.text.begin);
    line_end_ = line_end_at(source_, module.text.begin);
    std::string_view indentation = line.substr(0, module.indentation);
    size_t feed = indentation.rfind('\f');  // a form feed before the first line is not the others'
    size_t kept = feed == std::string_view::npos ? 0 : feed + 1;
    indentation.remove_prefix(kept);
    const uint32_t begin = module.text.begin + static_cast<uint32_t>(kept);
    if (!definition.metadata.empty()) metadata(module, begin, definition.metadata, indentation);
    std::string text = lines(definition.text, indentation, line_end_);
    const bool ends_line =
        module.text.end < source_.text().size() || source_.text().ends_with('\n') || source_.text().ends_with('\r');
    if (!ends_line) text.resize(text.size() - line_end_.size());
    out_.edits.push_back({{begin, module.text.end}, with_python(std::move(text), module, line_end_)});
  }

  DefinitionEdits finish() { return std::move(out_); }

 private:
  // What the file imports I, T and R as, unless other prefixes are asked for.
  PrintOptions with_prefixes(const Prefixes& prefixes) const {
    PrintOptions options = options_;
    std::string* printed[kNamespaces] = {&options.ir_prefix, &options.tir_prefix, &options.relax_prefix};
    for (size_t i = 0; i < kNamespaces; ++i) {
      if (!prefixes[i].empty() && printed[i]->size() == 1) *printed[i] = prefixes[i];
    }
    return options;
  }

  std::string_view line_at(uint32_t offset) const { return source_.line(source_.place(offset).line); }

  // In the place of the old one, which has room for one definition; else before the definition and the comments above
  // it.
  void metadata(const Module& module, uint32_t begin, std::string_view section, std::string_view indentation) {
    Span place{begin, begin};
    if (module.metadata && module.metadata != replaced_) {
      place = replaced_ = module.metadata;
      std::string_view line = line_at(place.begin);
      indentation = line.substr(0, line.find_first_not_of(" \t\f"));
    } else if (size_t comments = module.comments.at(At::definition_before, 0).size(); comments > 0) {
      std::string_view first = source_.line(source_.place(begin).line - static_cast<uint32_t>(comments));
      place.begin = place.end = static_cast<uint32_t>(first.data() - source_.text().data());
    }
    out_.edits.push_back({place, std::string(indentation) + lines(section, "", line_end_)});
  }

  const Source& source_;
  const PrintOptions& options_;
  DefinitionEdits out_;
  std::string_view line_end_;
  Span replaced_;
};

}  // namespace

std::string with_edits(std::string_view text, std::vector<Edit> edits) {
  if (edits.size() == 1 && edits[0].span == Span{0, static_cast<uint32_t>(text.size())})
    return std::move(edits[0].text);
  std::ranges::stable_sort(edits, {}, [](const Edit& e) { return e.span.begin; });
  std::string out;
  uint32_t from = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin < from) continue;
    out += text.substr(from, edit.span.begin - from);
    out += edit.text;
    from = edit.span.end;
  }
  out += text.substr(from);
  return out;
}

DefinitionEdits edit_definitions(const Source& source, std::span<const Module* const> modules,
                                 std::span<const Prefixes> prefixes, const PrintOptions& options) {
  Splicer splicer(source, options);
  for (size_t i = 0; i < modules.size(); ++i) splicer.add(*modules[i], i < prefixes.size() ? prefixes[i] : Prefixes{});
  return splicer.finish();
}

DefinitionEdits splice(const Source& source, std::span<const Module> modules, std::span<const Prefixes> prefixes,
                       bool has_python, const PrintOptions& options) {
  if (modules.size() == 1 && !has_python && !is_golden(source)) {
    std::string text = print(modules[0], options) + "\n";
    std::string_view line_end = line_end_at(source, modules[0].text.begin);
    if (line_end != "\n") text = lines(text, "", line_end);
    const uint32_t begin = source.text().starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    return {{{{begin, static_cast<uint32_t>(source.text().size())}, std::move(text)}}, {}};
  }
  std::vector<const Module*> all;
  for (const Module& module : modules) all.push_back(&module);
  return edit_definitions(source, all, prefixes, options);
}

}  // namespace hammock
