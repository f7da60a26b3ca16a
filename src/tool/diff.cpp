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

struct Edit {
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
std::vector<Edit> shortest_edit(Lines a, Lines b) {
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
  std::vector<Edit> edits;
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

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, bool color) {
  if (before == after) return {};
  std::vector<std::string_view> a = lines_of(before), b = lines_of(after);
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  Lines middle_a(a.data() + head, a.size() - head - tail), middle_b(b.data() + head, b.size() - head - tail);

  std::vector<Edit> edits;
  for (size_t i = 0; i < head; ++i) edits.push_back({' ', a[i]});
  std::vector<Edit> middle = shortest_edit(middle_a, middle_b);
  if (middle.empty()) {
    for (std::string_view line : middle_a) middle.push_back({'-', line});
    for (std::string_view line : middle_b) middle.push_back({'+', line});
  }
  edits.insert(edits.end(), middle.begin(), middle.end());
  for (size_t i = a.size() - tail; i < a.size(); ++i) edits.push_back({' ', a[i]});

  std::string out;
  auto add = [&](std::string_view code, char kind, std::string_view line) {
    bool is_painted = color && !code.empty();
    if (is_painted) out += fmt::format("\x1b[{}m", code);
    bool has_end = line.ends_with('\n');
    if (kind) out += kind;
    out += line.substr(0, line.size() - has_end);
    if (is_painted) out += "\x1b[0m";
    out += has_end ? "\n" : "\n\\ No newline at end of file\n";
  };
  auto name = [&](std::string_view mark, std::string_view label) {
    return fmt::format("{} {}{}{}\n", mark, file_name(names.file), label.empty() ? "" : "\t", label);
  };
  add("1", 0, name("---", names.before));
  add("1", 0, name("+++", names.after));
  size_t line_a = 1, line_b = 1;
  for (size_t i = 0; i < edits.size();) {
    if (edits[i].kind == ' ') {
      ++i, ++line_a, ++line_b;
      continue;
    }
    size_t begin = i > kContext ? i - kContext : 0, end = i, quiet = 0;
    for (size_t j = i; j < edits.size() && quiet <= 2 * kContext; ++j) {
      quiet = edits[j].kind == ' ' ? quiet + 1 : 0;
      if (quiet == 0) end = j + 1;
    }
    end = std::min(edits.size(), end + kContext);
    size_t count_a = 0, count_b = 0;
    for (size_t j = begin; j < end; ++j) {
      count_a += edits[j].kind != '+';
      count_b += edits[j].kind != '-';
    }
    // No lines stand behind the line before.
    size_t from_a = line_a - (i - begin) - (count_a == 0), from_b = line_b - (i - begin) - (count_b == 0);
    add("36", 0, fmt::format("@@ -{},{} +{},{} @@\n", from_a, count_a, from_b, count_b));
    for (size_t j = begin; j < end; ++j) {
      char kind = edits[j].kind;
      add(kind == ' ' ? "" : kind == '-' ? "31" : "32", kind, edits[j].line);
      if (j < i) continue;
      line_a += kind != '+';
      line_b += kind != '-';
    }
    i = end;
  }
  return out;
}

}  // namespace hammock::tool
