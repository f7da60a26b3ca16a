// SPDX-License-Identifier: Apache-2.0
// Edits of the text: of numbers, dtypes and attributes wherever they stand, which inference then follows, and of lines,
// kernels among them. What they make need not be valid; who reads it says so.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "reducers.h"

namespace hammock::tool {
namespace {

constexpr size_t kMostLines = 400;     // of a valid script of which each line is tried
constexpr size_t kMostNumbers = 48;    // different ones
constexpr int64_t kLargest = 1 << 30;  // what is larger is no dim

bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

// The end of what is no constant data.
size_t end_of_code(const std::string& text) {
  const size_t at = text.find("\nmetadata = ");
  return at == std::string::npos ? text.size() : at;
}

struct NumberToken {
  size_t begin = 0, end = 0;
  int64_t value = 0;
  bool is_attribute = false;  // it stands behind `name=` in a call
  bool is_float = false;
};

// The numbers of a text.
class Scanner {
 public:
  explicit Scanner(const std::string& text) : text_(text), end_(end_of_code(text)) {}

  std::vector<NumberToken> run() {
    while (at_ < end_) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"') return skip_string();
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), end_);
      return;
    }
    if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if (c == ')' || c == ']' || c == '}') {
      if (--depth_ < attribute_depth_) attribute_depth_ = kNone;
    } else if (c == ',' && depth_ == attribute_depth_) {
      attribute_depth_ = kNone;
    } else if (c == '=' && depth_ > 0 && attribute_depth_ == kNone && !is_comparison()) {
      attribute_depth_ = depth_;
    }
    if (std::isdigit(static_cast<unsigned char>(c))) return number();
    if (is_word(c)) {
      while (at_ < end_ && is_word(text_[at_])) ++at_;
      return;
    }
    ++at_;
  }

  bool is_comparison() const {
    const char before = at_ > 0 ? text_[at_ - 1] : ' ', after = at_ + 1 < end_ ? text_[at_ + 1] : ' ';
    return after == '=' || before == '=' || before == '<' || before == '>' || before == '!';
  }

  void skip_string() {
    for (++at_; at_ < end_ && text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\';
    at_ = std::min(at_ + 1, end_);
  }

  void number() {
    NumberToken token{at_, at_, 0, attribute_depth_ != kNone, false};
    while (at_ < end_ && (is_word(text_[at_]) || text_[at_] == '.')) ++at_;
    token.end = at_;
    const auto [stop, error] = std::from_chars(text_.data() + token.begin, text_.data() + token.end, token.value);
    token.is_float = stop != text_.data() + token.end;
    if (error == std::errc()) tokens_.push_back(token);
  }

  static constexpr int kNone = 1 << 20;
  const std::string& text_;
  size_t end_, at_ = 0;
  int depth_ = 0, attribute_depth_ = kNone;
  std::vector<NumberToken> tokens_;
};

using Scale = int64_t (*)(int64_t value, int64_t from, int64_t to);

// Which numbers become which.
struct NumberMap {
  Scale scale;
  int64_t from, to;
  bool attributes;  // those behind `name=`, too

  std::optional<std::string> operator()(const ReduceState& state) const {
    std::string out;
    size_t done = 0;
    for (const NumberToken& t : Scanner(state.text).run()) {
      if (t.is_float || (t.is_attribute && !attributes)) continue;
      const int64_t value = scale(t.value, from, to);
      if (value == t.value) continue;
      out += state.text.substr(done, t.begin - done) + fmt::format("{}", value);
      done = t.end;
    }
    if (done == 0) return std::nullopt;
    return out + state.text.substr(done);
  }
};

int64_t divided(int64_t value, int64_t from, int64_t to) {
  return value >= to && value <= kLargest && value % from == 0 ? value / from : value;
}
int64_t multiples(int64_t value, int64_t from, int64_t to) {
  return value <= kLargest && value % from == 0 ? value / from * to : value;
}
int64_t single(int64_t value, int64_t from, int64_t to) { return value == from ? to : value; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// `, name=value` in calls of operators.
struct Attribute {
  size_t begin, end;
};
std::vector<Attribute> attributes_of(const std::string& text) {
  constexpr std::string_view kNeeded[] = {"dtype", "out_sinfo", "sinfo_args", "private", "pure"};
  std::vector<Attribute> out;
  const size_t end = end_of_code(text);
  for (size_t at = text.find(", "); at < end; at = text.find(", ", at + 1)) {
    size_t name = at + 2, stop = name;
    while (stop < end && is_word(text[stop])) ++stop;
    if (stop == name || stop >= end || text[stop] != '=' || text[stop + 1] == '=') continue;
    if (std::ranges::find(kNeeded, std::string_view(text).substr(name, stop - name)) != std::end(kNeeded)) continue;
    int depth = 0;
    for (; stop < end; ++stop) {
      const char c = text[stop];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth < 0) break;
      if (c == ',' && depth == 0) break;
      if (c == '"') stop = std::min(text.find('"', stop + 1), end);
    }
    out.push_back({at, stop});
  }
  return out;
}

std::vector<std::string_view> text_lines(const std::string& text) {
  std::vector<std::string_view> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(std::string_view(text).substr(at, end - at));
    at = end;
  }
  return lines;
}

size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \n"), line.size()); }

// Behind the line and what is indented deeper.
size_t suite_end(std::span<const std::string_view> lines, size_t at) {
  size_t end = at + 1;
  while (end < lines.size() && (indent_of(lines[end]) > indent_of(lines[at]) || lines[end] == "\n")) ++end;
  return end;
}

std::string joined(std::span<const std::string_view> lines, size_t skip_begin, size_t skip_end,
                   const std::string& instead = {}) {
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i == skip_begin) out += instead;
    if (i < skip_begin || i >= skip_end) out += lines[i];
  }
  return out;
}

// The suite of a line in its place.
std::string suite_alone(std::span<const std::string_view> lines, size_t at, size_t end) {
  std::string out;
  if (at + 1 >= end) return out;
  const size_t less = indent_of(lines[at + 1]) - indent_of(lines[at]);
  const bool is_dataflow = lines[at].find("R.dataflow()") != std::string_view::npos;
  for (size_t i = at + 1; i < end; ++i) {
    if (is_dataflow && lines[i].find("R.output(") != std::string_view::npos) continue;
    out += lines[i] == "\n" ? lines[i] : lines[i].substr(std::min(less, indent_of(lines[i])));
  }
  return out;
}

bool is_else(std::string_view line) { return line.substr(indent_of(line)).starts_with("else:"); }

std::optional<std::string> without_line(const ReduceState& s, size_t at) {
  const std::vector<std::string_view> lines = text_lines(s.text);
  if (at >= lines.size()) return std::nullopt;
  size_t end = suite_end(lines, at);
  if (end < lines.size() && is_else(lines[end])) end = suite_end(lines, end);
  return joined(lines, at, end);
}

// A line with a suite becomes the suite; of an `if` one of both.
std::optional<std::string> unwrapped(const ReduceState& s, size_t at, bool second) {
  const std::vector<std::string_view> lines = text_lines(s.text);
  if (at >= lines.size() || lines[at].find("def ") != std::string_view::npos) return std::nullopt;
  const size_t end = suite_end(lines, at);
  if (end == at + 1) return std::nullopt;
  const bool has_else = end < lines.size() && is_else(lines[end]);
  if (second && !has_else) return std::nullopt;
  const size_t last = has_else ? suite_end(lines, end) : end;
  return joined(lines, at, last, second ? suite_alone(lines, end, last) : suite_alone(lines, at, end));
}

}  // namespace

std::vector<ReduceEdit> smaller_dims(const ReduceState& state) {
  std::set<int64_t> values;
  for (const NumberToken& t : Scanner(state.text).run()) {
    if (!t.is_float && t.value > 1 && t.value <= kLargest) values.insert(t.value);
  }
  std::vector<ReduceEdit> edits;
  for (bool attributes : {false, true}) {
    for (int64_t least : {8, 2}) {
      for (int64_t p : {16, 8, 4, 2, 3, 5, 7}) edits.push_back(NumberMap{divided, p, std::max(p, least), attributes});
    }
    if (values.size() > kMostNumbers) continue;
    for (Scale scale : {multiples, single}) {
      for (auto v = values.rbegin(); v != values.rend(); ++v) {
        for (int64_t to : {int64_t{1}, int64_t{2}, int64_t{3}, *v / 2}) {
          if (to > 0 && to < *v) edits.push_back(NumberMap{scale, *v, to, attributes});
        }
      }
    }
  }
  return edits;
}

std::vector<ReduceEdit> plain_dtypes(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for (std::string_view dtype : {"float64", "float16", "bfloat16", "int8", "uint8", "int16", "uint16", "int32",
                                 "uint32", "int64", "uint64", "bool", "float8_e4m3fn", "float8_e5m2"}) {
    const std::string from = fmt::format("\"{}\"", dtype);
    if (state.text.find(from) == std::string::npos) continue;
    edits.push_back([from](const ReduceState& s) { return std::optional(replaced(s.text, from, "\"float32\"")); });
  }
  return edits;
}

std::vector<ReduceEdit> default_attributes(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  const size_t count = attributes_of(state.text).size();
  if (count == 0 || text_lines(state.text).size() > kMostLines) return edits;
  edits.push_back([](const ReduceState& s) {
    std::string text = s.text;
    std::vector<Attribute> all = attributes_of(text);
    for (auto a = all.rbegin(); a != all.rend(); ++a) text.erase(a->begin, a->end - a->begin);
    return std::optional(text);
  });
  for (size_t i = 0; i < count; ++i) {
    edits.push_back([i](const ReduceState& s) -> std::optional<std::string> {
      const std::vector<Attribute> all = attributes_of(s.text);
      if (i >= all.size()) return std::nullopt;
      std::string text = s.text;
      return text.erase(all[i].begin, all[i].end - all[i].begin);
    });
  }
  return edits;
}

std::vector<ReduceEdit> fewer_lines(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  const size_t count = text_lines(state.text).size();
  // What nobody understands is cut in halves.
  for (size_t size = count / 2; size > 0 && !state.script; size /= 2) {
    for (size_t i = 0; i < count; i += size) {
      edits.push_back([i, size](const ReduceState& s) -> std::optional<std::string> {
        const std::vector<std::string_view> lines = text_lines(s.text);
        return joined(lines, i, i + size);
      });
    }
  }
  if (count > kMostLines) return edits;
  for (size_t i = count; i-- > 0;) {
    edits.push_back([i](const ReduceState& s) { return without_line(s, i); });
    edits.push_back([i](const ReduceState& s) { return unwrapped(s, i, false); });
    edits.push_back([i](const ReduceState& s) { return unwrapped(s, i, true); });
  }
  return edits;
}

// Each number by itself.
std::vector<ReduceEdit> simpler_numbers(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  const size_t count = Scanner(state.text).run().size();
  if (text_lines(state.text).size() > kMostLines) return edits;
  for (size_t i = 0; i < count; ++i) {
    for (int value : {1, 2}) {
      edits.push_back([i, value](const ReduceState& s) -> std::optional<std::string> {
        const std::vector<NumberToken> tokens = Scanner(s.text).run();
        if (i >= tokens.size() || (!tokens[i].is_float && tokens[i].value <= value)) return std::nullopt;
        const std::string now = tokens[i].is_float ? fmt::format("{}.0", value) : fmt::format("{}", value);
        const std::string was = s.text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
        if (was.size() < now.size() || (tokens[i].is_float && was.size() == 3 && was.ends_with(".0")))
          return std::nullopt;
        std::string text = s.text;
        return text.replace(tokens[i].begin, was.size(), now);
      });
    }
  }
  return edits;
}

}  // namespace hammock::tool
