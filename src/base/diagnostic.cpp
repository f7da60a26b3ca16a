// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/diagnostic.h"

#include <algorithm>
#include <cstdio>

#include "hammock/base/suggest.h"
#include "hammock/base/utf8.h"

namespace hammock {
namespace {

constexpr DiagInfo kTable[] = {
#define DIAG(id, code, severity, meaning) {code, severity, meaning},
#include "hammock/base/diagnostics.def"
#undef DIAG
};

// Longest part of a source line that is shown; a canonical binding rarely exceeds it, a hostile line may be megabytes.
constexpr size_t kShownWidth = 160;
constexpr uint32_t kShownLines = 3;

constexpr std::string_view kReset = "\x1b[0m", kBold = "\x1b[1m", kGreen = "\x1b[1;32m", kCyan = "\x1b[1;36m";

constexpr std::string_view severity_color(Severity s) {
  switch (s) {
    case Severity::error: return "\x1b[1;31m";
    case Severity::warning: return "\x1b[1;35m";
    case Severity::remark: return "\x1b[1;34m";
  }
  return "";
}

// A message on one line, whatever names and strings of the script it quotes.
std::string one_line(std::string_view text) {
  std::string out;
  for (char c : valid_utf8(text)) {
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else out += c;
  }
  return out;
}

class Renderer {
 public:
  Renderer(const Source* source, RenderOptions options, std::string_view file = {})
      : source_(source), options_(options), file_(file) {}

  void text(const Diagnostic& d) {
    const DiagInfo& row = info(d.id);
    head(d.span, name(row.severity), severity_color(row.severity), d.text, row.code);
    excerpt(d.span);
    for (const Note& n : d.notes) {
      head(n.span, "note", kCyan, n.text, {});
      excerpt(n.span);
    }
  }

  void json(const Diagnostic& d) {
    const DiagInfo& row = info(d.id);
    json(d.span, row.severity, row.code, d.text, d.notes);
  }

  void json(Span span, Severity severity, std::string_view code, std::string_view message,
            const std::vector<Note>& notes = {}) {
    out += "{";
    json_place(span);
    json_member("severity", name(severity));
    json_member("code", code, true);
    json_member("message", message);
    json_member("suggestion", suggestion_in(message), true);
    out += "\"notes\": [";
    for (size_t i = 0; i < notes.size(); ++i) {
      out += i ? ", {" : "{";
      json_place(notes[i].span);
      out += "\"message\": ";
      json_string(notes[i].text);
      out += "}";
    }
    out += "]}\n";
  }

  void more(size_t count, size_t shown) {
    std::string message = std::to_string(count) + " more (" + std::to_string(shown) + " are shown; see --max-errors)";
    if (options_.json) json({}, Severity::remark, {}, message);
    else out += "... and " + message + "\n";
  }

  std::string out;

 private:
  void paint(std::string_view color, std::string_view s) {
    if (options_.color) out += color;
    out += s;
    if (options_.color) out += kReset;
  }

  void head(Span span, std::string_view kind, std::string_view color, std::string_view message, std::string_view code) {
    std::string where = one_line(source_ ? source_->name() : "<input>");
    if (source_ && span) {
      LineColumn at = source_->place(span.begin);
      where += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    paint(kBold, where + ":");
    out += " ";
    paint(color, std::string(kind) + ":");
    out += " ";
    paint(kBold, one_line(message));
    if (!code.empty()) out += " [" + std::string(code) + "]";
    out += "\n";
  }

  // The lines of the range, each with its part underlined; of a long range the first and the last.
  void excerpt(Span span) {
    if (!source_ || !span) return;
    LineColumn from = source_->place(span.begin),
               to = source_->place(std::max(span.begin, span.end > span.begin ? span.end - 1 : span.end));
    bool is_long = to.line - from.line >= kShownLines;
    for (uint32_t number = from.line; number <= to.line; ++number) {
      if (is_long && number == from.line + 1) {
        out += "    ...\n";
        number = to.line;
      }
      std::string_view line = source_->line(number);
      size_t blank = std::min(line.find_first_not_of(" \t"), line.size());
      size_t begin = number == from.line ? std::min<size_t>(from.column - 1, line.size()) : blank;
      size_t end = number == to.line ? std::min<size_t>(to.column, line.size()) : line.size();
      excerpt(line, begin, std::max(end, begin), number == from.line);
    }
  }

  // One line with the bytes [begin, end) underlined, at least one column. Of a long line a piece is shown. Tabs are
  // blanks up to the next multiple of 8, so that the marks stand where they should on every terminal.
  void excerpt(std::string_view line, size_t begin, size_t end, bool is_first) {
    size_t first = line.size() > kShownWidth && begin > kShownWidth / 2 ? begin - kShownWidth / 2 : 0;
    while (first > 0 && (static_cast<unsigned char>(line[first]) & 0xc0) == 0x80) --first;
    std::string text, marks;
    size_t column = 0, i = first;
    bool has_mark = false;
    auto mark = [&](size_t width) {
      for (; width > 0; --width) {
        marks += is_first && !has_mark ? '^' : '~';
        has_mark = true;
      }
    };
    for (; i < line.size() && i - first < kShownWidth;) {
      Utf8Char c = utf8_char(line, i);
      size_t width = c.code == '\t' ? 8 - column % 8 : static_cast<size_t>(terminal_width(c.code));
      if (c.code == '\t') text.append(width, ' ');
      else text += valid_utf8(line.substr(i, c.size));
      if (i >= begin && i < end) mark(width);
      else if (i < begin) marks.append(width, ' ');
      column += width;
      i += c.size;
    }
    if (!has_mark) mark(1);
    out += "    " + std::string(first ? "..." : "") + text + (i < line.size() ? "..." : "") + "\n    " +
           (first ? "   " : "");
    paint(kGreen, marks);
    out += "\n";
  }

  void json_place(Span span) {
    json_member("file", source_ ? std::string_view(source_->name()) : file_, true);
    bool has_place = source_ && span;
    LineColumn from, to;
    if (has_place) from = source_->place(span.begin), to = source_->place(span.end);
    auto number = [&](std::string_view key, uint32_t value) {
      out += "\"" + std::string(key) + "\": " + (has_place ? std::to_string(value) : "null") + ", ";
    };
    number("line", from.line);
    number("column", from.column);
    number("end_line", to.line);
    number("end_column", to.column);
  }

  void json_member(std::string_view key, std::string_view value, bool is_nullable = false) {
    out += "\"" + std::string(key) + "\": ";
    if (value.empty() && is_nullable) out += "null";
    else json_string(value);
    out += ", ";
  }

  void json_string(std::string_view s) {
    out += '"';
    for (size_t i = 0; i < s.size();) {
      Utf8Char c = utf8_char(s, i);
      if (c.code == '"' || c.code == '\\') {
        out += '\\';
        out += static_cast<char>(c.code);
      } else if (c.code < 0x20 || c.code == 0x7f) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c.code));
        out += code;
      } else if (c.size == 1 && c.code >= 0x80) {
        out += "\\ufffd";
      } else {
        out += s.substr(i, c.size);
      }
      i += c.size;
    }
    out += '"';
  }

  const Source* source_;
  RenderOptions options_;
  std::string_view file_;  // where there is no source
};

// The beginning and the end of a long message.
std::string shortened(std::string text) {
  if (text.size() <= Diagnostics::kLongestText) return text;
  auto boundary = [&](size_t at) {
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
    return at;
  };
  size_t half = Diagnostics::kLongestText / 2;
  return text.substr(0, boundary(half)) + " ... " + text.substr(boundary(text.size() - half));
}

}  // namespace

const DiagInfo& info(Diag diag) { return kTable[static_cast<size_t>(diag)]; }

std::optional<Diag> find_diag(std::string_view code) {
  for (size_t i = 0; i < std::size(kTable); ++i) {
    bool is_same = std::ranges::equal(kTable[i].code, code,
                                      [](char a, char b) { return a == b || (b >= 'a' && a == b - 'a' + 'A'); });
    if (is_same) return static_cast<Diag>(i);
  }
  return std::nullopt;
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::remark: return "remark";
  }
  return "";
}

Diagnostic& Diagnostics::report(Diag id, Span span, std::string text) {
  text = shortened(std::move(text));
  bool is_error = info(id).severity == Severity::error;
  errors_ += is_error;
  if (all_.size() >= limit_) {
    ++dropped_;
    overflow_ = {id, span, std::move(text), {}};
    return overflow_;
  }
  all_.push_back({id, span, std::move(text), {}});
  return all_.back();
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  auto same = [](const Diagnostic& a, const Diagnostic& b) {
    return a.id == b.id && a.span == b.span && a.text == b.text;
  };
  all_.erase(std::unique(all_.begin(), all_.end(), same), all_.end());
}

std::string render(const Diagnostics& diagnostics, const RenderOptions& options) {
  Renderer renderer(diagnostics.source().get(), options);
  size_t errors = 0, shown = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    bool is_error = info(d.id).severity == Severity::error;
    if (is_error && errors == options.max_errors) continue;
    errors += is_error;
    ++shown;
    options.json ? renderer.json(d) : renderer.text(d);
  }
  size_t hidden = diagnostics.all().size() - shown + diagnostics.dropped();
  if (hidden > 0) renderer.more(hidden, shown);
  return renderer.out;
}

std::string json_error(std::string_view message, std::string_view file) {
  Renderer renderer(nullptr, {}, file);
  renderer.json({}, Severity::error, {}, message);
  return renderer.out;
}

}  // namespace hammock
