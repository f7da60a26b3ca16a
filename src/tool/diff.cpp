// SPDX-License-Identifier: Apache-2.0
// Unified diff of lines: Myers' O(ND) algorithm ("An O(ND) difference algorithm and its variations", 1986), with a
// bound on the edits, beyond which the differing middle is shown as replaced as a whole.
//
// A line is what `patch` takes for one: with its line end, of whatever kind, which the last line may lack.
#include "hammock/tool/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace hammock::tool {
namespace {

constexpr int kMaxEdits = 2000;
constexpr size_t kContext = 3;

struct LineEdit {
  char kind;  // ' ', '-', '+'
  std::string_view line;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// As `patch` reads names: in quotes where the bare name would end too early.
std::string file_name(std::string_view name) {
  auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '"' && c != '\\' && c != 0x7f; };
  if (std::ranges::all_of(name, is_plain)) return std::string(name);
  std::string out = "\"";
  for (char c : name) {
    if (is_plain(c)) out += c;
    else out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return out + "\"";
}

using Lines = std::span<const std::string_view>;

// Edits of the differing middle; empty if there are more than kMaxEdits.
std::vector<LineEdit> shortest_edit(Lines a, Lines b) {
  int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  int limit = std::min(n + m, kMaxEdits);
  std::vector<std::vector<int>> trace;
  std::vector<int> furthest(2 * static_cast<size_t>(limit) + 3, 0);
  auto at = [&](std::vector<int>& v, int k) -> int& { return v[static_cast<size_t>(k + limit + 1)]; };
  int d = 0;
  for (bool done = false; d <= limit; ++d) {
    for (int k = -d; k <= d && !done; k += 2) {
      bool down = k == -d || (k != d && at(furthest, k - 1) < at(furthest, k + 1));
      int x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < n && x - k < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(x - k)]) ++x;
      at(furthest, k) = x;
      done = x >= n && x - k >= m;
    }
    trace.push_back(furthest);
    if (done) break;
  }
  if (d > limit) return {};
  std::vector<LineEdit> edits;
  int x = n, y = m;
  for (; d >= 0; --d) {
    std::vector<int>& v = trace[static_cast<size_t>(d > 0 ? d - 1 : 0)];
    int k = x - y;
    bool down = k == -d || (k != d && at(v, k - 1) < at(v, k + 1));
    int from_x = d == 0 ? 0 : (down ? at(v, k + 1) : at(v, k - 1));
    int from_y = d == 0 ? 0 : from_x - (down ? k + 1 : k - 1);
    while (x > from_x && y > from_y &&
           (d == 0 || x > (down ? from_x : from_x + 1) || y > (down ? from_y + 1 : from_y))) {
      edits.push_back({' ', a[static_cast<size_t>(--x)]});
      --y;
    }
    if (d == 0) break;
    if (down) edits.push_back({'+', b[static_cast<size_t>(--y)]});
    else edits.push_back({'-', a[static_cast<size_t>(--x)]});
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

// All lines, in the order in which they stand before and after.
std::vector<LineEdit> all_edits(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  Lines middle_a(a.data() + head, a.size() - head - tail), middle_b(b.data() + head, b.size() - head - tail);

  std::vector<LineEdit> edits;
  for (size_t i = 0; i < head; ++i) edits.push_back({' ', a[i]});
  std::vector<LineEdit> middle = shortest_edit(middle_a, middle_b);
  if (middle.empty()) {
    for (std::string_view line : middle_a) middle.push_back({'-', line});
    for (std::string_view line : middle_b) middle.push_back({'+', line});
  }
  edits.insert(edits.end(), middle.begin(), middle.end());
  for (size_t i = a.size() - tail; i < a.size(); ++i) edits.push_back({' ', a[i]});
  return edits;
}

class EditPrinter {
 public:
  EditPrinter(std::vector<LineEdit> edits, bool color) : edits_(std::move(edits)), color_(color) {}

  std::string run(const DiffNames& names) {
    add_name("---", names.file, names.before);
    add_name("+++", names.file, names.after);
    size_t line_a = 1, line_b = 1;
    for (size_t i = 0; i < edits_.size();) {
      if (edits_[i].kind == ' ') {
        ++i, ++line_a, ++line_b;
        continue;
      }
      const Hunk h = hunk_at(i);
      // No lines stand behind the line before.
      const size_t from_a = line_a - (i - h.begin) - (h.count_a == 0),
                   from_b = line_b - (i - h.begin) - (h.count_b == 0);
      add("36", 0, fmt::format("@@ -{},{} +{},{} @@\n", from_a, h.count_a, from_b, h.count_b));
      for (size_t j = h.begin; j < h.end; ++j) {
        const char kind = edits_[j].kind;
        add(kind == ' ' ? "" : kind == '-' ? "31" : "32", kind, edits_[j].line);
        if (j < i) continue;
        line_a += kind != '+';
        line_b += kind != '-';
      }
      i = h.end;
    }
    return std::move(out_);
  }

 private:
  struct Hunk {
    size_t begin, end, count_a = 0, count_b = 0;
  };

  // The edits that stand together with the one at `i`, and lines around them.
  Hunk hunk_at(size_t i) const {
    Hunk h{i > kContext ? i - kContext : 0, i};
    size_t quiet = 0;
    for (size_t j = i; j < edits_.size() && quiet <= 2 * kContext; ++j) {
      quiet = edits_[j].kind == ' ' ? quiet + 1 : 0;
      if (quiet == 0) h.end = j + 1;
    }
    h.end = std::min(edits_.size(), h.end + kContext);
    for (size_t j = h.begin; j < h.end; ++j) {
      h.count_a += edits_[j].kind != '+';
      h.count_b += edits_[j].kind != '-';
    }
    return h;
  }

  void add(std::string_view code, char kind, std::string_view line) {
    bool is_painted = color_ && !code.empty();
    if (is_painted) out_ += fmt::format("\x1b[{}m", code);
    bool has_end = line.ends_with('\n');
    if (kind) out_ += kind;
    out_ += line.substr(0, line.size() - has_end);
    if (is_painted) out_ += "\x1b[0m";
    out_ += has_end ? "\n" : "\n\\ No newline at end of file\n";
  }

  void add_name(std::string_view mark, std::string_view file, std::string_view label) {
    add("1", 0, fmt::format("{} {}{}{}\n", mark, file_name(file), label.empty() ? "" : "\t", label));
  }

  std::vector<LineEdit> edits_;
  bool color_;
  std::string out_;
};

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, bool color) {
  if (before == after) return {};
  return EditPrinter(all_edits(lines_of(before), lines_of(after)), color).run(names);
}

std::vector<LineChange> changed_lines(std::string_view before, std::string_view after) {
  std::vector<LineChange> out;
  uint32_t line_a = 0, line_b = 0;
  bool is_open = false;
  for (const LineEdit& edit : all_edits(lines_of(before), lines_of(after))) {
    if (edit.kind != ' ' && !is_open) out.push_back({line_a, 0, line_b, 0});
    is_open = edit.kind != ' ';
    line_a += edit.kind != '+';
    line_b += edit.kind != '-';
    if (is_open) ++(edit.kind == '-' ? out.back().removed : out.back().added);
  }
  return out;
}

}  // namespace hammock::tool
