// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/diagnostic.h"

#include <algorithm>
#include <cstdio>

namespace hammock {
namespace {

constexpr DiagInfo kTable[] = {
#define DIAG(id, code, severity, meaning) {code, severity, meaning},
#include "hammock/base/diagnostics.def"
#undef DIAG
};

// Longest part of a source line that is shown; a canonical binding rarely exceeds it, a hostile line may be megabytes.
constexpr size_t kShownWidth = 160;

constexpr std::string_view severity_name(Severity s) {
  switch (s) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::remark: return "remark";
  }
  return "";
}

constexpr std::string_view kReset = "\x1b[0m", kBold = "\x1b[1m", kGreen = "\x1b[1;32m", kCyan = "\x1b[1;36m";

constexpr std::string_view severity_color(Severity s) {
  switch (s) {
    case Severity::error: return "\x1b[1;31m";
    case Severity::warning: return "\x1b[1;35m";
    case Severity::remark: return "\x1b[1;34m";
  }
  return "";
}

class Renderer {
 public:
  Renderer(const Source* source, const RenderOptions& options) : source_(source), options_(options) {}

  void text(const Diagnostic& d) {
    const DiagInfo& row = info(d.id);
    head(d.span, severity_name(row.severity), severity_color(row.severity), d.text, row.code);
    excerpt(d.span);
    for (const Note& n : d.notes) {
      head(n.span, "note", kCyan, n.text, {});
      excerpt(n.span);
    }
  }

  void json(const Diagnostic& d) {
    const DiagInfo& row = info(d.id);
    out += "{";
    json_place(d.span);
    out += "\"severity\": ";
    json_string(severity_name(row.severity));
    out += ", \"code\": ";
    json_string(row.code);
    out += ", \"text\": ";
    json_string(d.text);
    out += ", \"notes\": [";
    for (size_t i = 0; i < d.notes.size(); ++i) {
      out += i ? ", {" : "{";
      json_place(d.notes[i].span);
      out += "\"text\": ";
      json_string(d.notes[i].text);
      out += "}";
    }
    out += "]}\n";
  }

  std::string out;

 private:
  void paint(std::string_view color, std::string_view s) {
    if (options_.color) out += color;
    out += s;
    if (options_.color) out += kReset;
  }

  void head(Span span, std::string_view kind, std::string_view color, std::string_view message, std::string_view code) {
    std::string where = source_ ? source_->name() : std::string("<input>");
    if (source_ && span) {
      LineColumn at = source_->place(span.begin);
      where += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    paint(kBold, where + ":");
    out += " ";
    paint(color, std::string(kind) + ":");
    out += " ";
    paint(kBold, message);
    if (!code.empty()) out += " [" + std::string(code) + "]";
    out += "\n";
  }

  void excerpt(Span span) {
    if (!source_ || !span) return;
    LineColumn at = source_->place(span.begin);
    std::string_view line = source_->line(at.line);
    size_t column = std::min<size_t>(at.column - 1, line.size());
    size_t length = std::max<size_t>(1, std::min<size_t>(span.end - span.begin, line.size() - column));
    size_t first = column > kShownWidth / 2 ? column - kShownWidth / 2 : 0;
    if (line.size() <= kShownWidth) first = 0;
    std::string_view shown = line.substr(first, kShownWidth);
    length = std::min(length, std::max<size_t>(1, shown.size() - std::min(shown.size(), column - first)));
    std::string text, marks;
    for (size_t i = 0; i < shown.size(); ++i) {
      unsigned char c = static_cast<unsigned char>(shown[i]);
      text += c < 0x20 && c != '\t' ? '?' : static_cast<char>(c);
      bool continues = (c & 0xc0) == 0x80;  // UTF-8: one mark per character
      if (i < column - first && !continues) marks += c == '\t' ? '\t' : ' ';
    }
    marks += '^';
    for (size_t i = 1; i < length; ++i) {
      if ((static_cast<unsigned char>(shown[column - first + i]) & 0xc0) != 0x80) marks += '~';
    }
    out += "    " + (first ? "..." + text : text) + "\n    " + (first ? "   " : "");
    paint(kGreen, marks);
    out += "\n";
  }

  void json_place(Span span) {
    out += "\"file\": ";
    json_string(source_ ? source_->name() : "<input>");
    if (source_ && span) {
      LineColumn from = source_->place(span.begin), to = source_->place(span.end);
      out += ", \"line\": " + std::to_string(from.line) + ", \"column\": " + std::to_string(from.column);
      out += ", \"end_line\": " + std::to_string(to.line) + ", \"end_column\": " + std::to_string(to.column);
    }
    out += ", ";
  }

  void json_string(std::string_view s) {
    out += '"';
    for (char c : s) {
      unsigned char u = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (u < 0x20 || u == 0x7f) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", u);
        out += code;
      } else {
        out += c;
      }
    }
    out += '"';
  }

  const Source* source_;
  const RenderOptions& options_;
};

}  // namespace

const DiagInfo& info(Diag diag) { return kTable[static_cast<size_t>(diag)]; }

Diagnostic& Diagnostics::report(Diag id, Span span, std::string text) {
  bool is_error = info(id).severity == Severity::error;
  errors_ += is_error;
  if (all_.size() >= kLimit) {
    ++dropped_;
    overflow_ = {id, span, std::move(text), {}};
    return overflow_;
  }
  all_.push_back({id, span, std::move(text), {}});
  return all_.back();
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(), [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  auto same = [](const Diagnostic& a, const Diagnostic& b) { return a.id == b.id && a.span == b.span && a.text == b.text; };
  all_.erase(std::unique(all_.begin(), all_.end(), same), all_.end());
}

std::string render(const Diagnostics& diagnostics, const RenderOptions& options) {
  Renderer renderer(diagnostics.source().get(), options);
  for (const Diagnostic& d : diagnostics.all()) options.json ? renderer.json(d) : renderer.text(d);
  if (diagnostics.dropped() && !options.json) {
    renderer.out += "... and " + std::to_string(diagnostics.dropped()) + " more (the first " + std::to_string(Diagnostics::kLimit) + " are shown)\n";
  }
  return renderer.out;
}

}  // namespace hammock
