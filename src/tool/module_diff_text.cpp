// SPDX-License-Identifier: Apache-2.0
// The lines of a ModuleDiff: a function, what changed of it with its places, the bindings before and after.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/tool/module_diff.h"

namespace hammock::tool {
namespace {

constexpr std::string_view kBold = "1", kRed = "31", kGreen = "32", kCyan = "36";

class DiffText {
 public:
  DiffText(const DiffSources& sources, bool color) : sources_(sources), color_(color) {}

  std::string run(const ModuleDiff& diff) {
    for (const std::string& what : diff.own) line(kBold, what + " changed");
    for (const FunctionDiff& f : diff.functions) function(f);
    return std::move(out_);
  }

 private:
  void line(std::string_view code, std::string_view text) {
    if (color_) out_ += fmt::format("\x1b[{}m{}\x1b[0m\n", code, text);
    else out_ += fmt::format("{}\n", text);
  }

  static std::string place(const Source& source, const DiffItem& item) {
    if (!item.span) return source.name();
    return fmt::format("{}:{}", source.name(), source.place(item.span.begin).line);
  }
  std::string places(const DiffItem* before, const DiffItem* after) const {
    std::string out = before ? place(sources_.before, *before) : "";
    if (before && after) out += " and ";
    return out + (after ? place(sources_.after, *after) : "");
  }

  void function(const FunctionDiff& f) {
    const std::string_view kind = f.is_kernel ? "kernel " : "";
    const std::string& name = (f.before ? f.before : f.after)->name;
    const std::string where = places(f.before ? &*f.before : nullptr, f.after ? &*f.after : nullptr);
    if (!f.before || !f.after)
      return line(kBold, fmt::format("{}{}, {}: {}", kind, name, where, f.before ? "removed" : "added"));
    line(kBold, fmt::format("{}{}, {}: {}", kind, name, where, summary(f)));
    for (const DiffEntry& e : f.entries) entry(e);
    std::string_view rest = f.text;
    for (size_t n = 0; !rest.empty(); ++n) {
      const std::string_view text = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), text.size() + 1));
      if (n < 2) continue;  // names of files
      text.starts_with('-')   ? line(kRed, text)
      : text.starts_with('+') ? line(kGreen, text)
                              : (void)(out_ += fmt::format("{}\n", text));
    }
  }

  // `2 replaced, 1 renamed, ...`
  static std::string summary(const FunctionDiff& f) {
    std::vector<std::string> parts;
    for (Change c :
         {Change::added, Change::removed, Change::replaced, Change::changed, Change::moved, Change::renamed}) {
      if (auto n = std::ranges::count(f.entries, c, &DiffEntry::change))
        parts.push_back(fmt::format("{} {}", n, name(c)));
    }
    if (f.followers) parts.push_back(fmt::format("struct info of {} more follows", f.followers));
    if (f.renumbered) parts.push_back(fmt::format("{} renumbered", f.renumbered));
    if (!f.text.empty()) parts.emplace_back("changed");
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  void entry(const DiffEntry& e) {
    const DiffItem *before = e.before.empty() ? nullptr : &e.before.front(),
                   *after = e.after.empty() ? nullptr : &e.after.front();
    std::string what;
    if (e.change == Change::renamed) {
      what = fmt::format("renamed '{}' to '{}'", before->name, after->name);
    } else if (e.change == Change::replaced) {
      what = fmt::format("{} replaced by {}", count(e.before.size()), e.after.size());
    } else if (e.change == Change::changed || e.change == Change::moved) {
      what = fmt::format("{}: {}", name(e.change), e.what);
    } else {
      what = e.what.empty() ? count(std::max(e.before.size(), e.after.size())) : e.what;
      what += fmt::format(" {}", name(e.change));
    }
    line(kCyan, fmt::format("  {}: {}", places(before, after), what));
    if (e.change == Change::renamed) return;
    for (const DiffItem& item : e.before) line(kRed, binding('-', sources_.before, item));
    for (const DiffItem& item : e.after) line(kGreen, binding('+', sources_.after, item));
  }
  static std::string count(size_t n) { return fmt::format("{} binding{}", n, n == 1 ? "" : "s"); }
  static std::string binding(char sign, const Source& source, const DiffItem& item) {
    if (!item.span) return fmt::format("  {}       {}", sign, item.text);
    return fmt::format("  {} {:4}  {}", sign, source.place(item.span.begin).line, item.text);
  }

  const DiffSources& sources_;
  bool color_;
  std::string out_;
};

}  // namespace

std::string to_text(const ModuleDiff& diff, const DiffSources& sources, bool color) {
  return DiffText(sources, color).run(diff);
}

}  // namespace hammock::tool
