// SPDX-License-Identifier: Apache-2.0
// One walk over the tokens that matter: names, strings and comments. The text was accepted by the reader; whatever it
// holds, the walk ends and leaves alone what it does not know.
//
// What T stands for is known to the reader as tir and tirx, too: rows of the spellings that begin with `T.` hold for
// all three.
#include "hammock/ir/prim_text.h"

#include <algorithm>

namespace hammock {
namespace {

constexpr bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

class Walk {
 public:
  explicit Walk(std::string_view text, std::span<const PrimTextName> renamed = {}, std::string_view alias = {})
      : text_(text), renamed_(renamed), alias_(alias) {}

  std::vector<PrimTextUse> run() {
    decorator();
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '"' || c == '\'') {
        string(c);
      } else if (c == '#') {
        comment();
      } else if (is_name_char(c)) {
        name();
      } else {
        if (attributes_depth_ > 0) attributes_depth_ += (c == '(') - (c == ')');
        ++at_;
      }
    }
    finish();
    return std::move(uses_);
  }

  bool has_statement_allocation() const { return has_statement_allocation_; }
  // The names before a dot that have another name, in order.
  const std::vector<PrimTextUse>& renamed() const { return renamed_uses_; }

 private:
  void add(Spelling spelling, bool is_newer, size_t begin, size_t end, std::string_view other) {
    uses_.push_back({spelling, is_newer, begin, end, std::string(other)});
  }

  // A row whose one or other spelling is the word. `from` is where the word begins.
  bool word(SpellingKind kind, std::string_view word, size_t from) {
    for (const SpellingInfo& row : spellings()) {
      if (row.kind != kind || (row.older != word && row.newer != word)) continue;
      bool is_newer = row.newer == word;
      add(row.id, is_newer, from, from + word.size(), is_newer ? row.older : row.newer);
      return true;
    }
    return false;
  }

  void name() {
    size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    std::string_view name = text_.substr(begin, at_ - begin);
    rename(name, begin);
    std::string_view prefix = name.substr(0, name.find('.') + 1), member = name.substr(prefix.size());
    const bool is_tir = prefix == "T." || prefix == "tir." || prefix == "tirx." ||
                        (!prefix.empty() && prefix.substr(0, prefix.size() - 1) == alias_);
    if (is_tir && member == "func_attr" && at_ < text_.size() && text_[at_] == '(') {
      attributes_depth_ = 1;
      ++at_;
    } else if (attributes_depth_ > 0 && (name == "True" || name == "False")) {
      add(Spelling::boolean, true, begin, at_, "T.bool(" + std::string(name) + ")");
    } else if (attributes_depth_ > 0 && is_tir && member == "bool") {
      boolean(begin);
    } else if (is_tir && !tir_word(prefix, member, begin)) {
      word(SpellingKind::dtype, member, begin + prefix.size());
    }
  }

  // T.bool(True), behind the name.
  void boolean(size_t begin) {
    auto skip_blanks = [&](size_t at) { return std::min(text_.find_first_not_of(" \t", at), text_.size()); };
    size_t at = skip_blanks(at_);
    if (!text_.substr(at).starts_with('(')) return;
    at = skip_blanks(at + 1);
    for (std::string_view value : {"True", "False"}) {
      if (!text_.substr(at).starts_with(value)) continue;
      size_t close = skip_blanks(at + value.size());
      if (!text_.substr(close).starts_with(')')) continue;
      at_ = close + 1;
      add(Spelling::boolean, false, begin, at_, value);
    }
  }

  bool tir_word(std::string_view prefix, std::string_view member, size_t begin) {
    const std::string name = "T." + std::string(member);
    if (!word(SpellingKind::tir, name, begin)) return false;
    PrimTextUse& use = uses_.back();
    use.end = at_;
    use.other.replace(0, 2, prefix);
    return true;
  }

  void rename(std::string_view name, size_t begin) {
    std::string_view first = name.substr(0, name.find('.'));
    if (first.size() == name.size()) return;
    for (const PrimTextName& other : renamed_) {
      if (first == other.name)
        renamed_uses_.push_back(
            {Spelling::tir_namespace, false, begin, begin + first.size(), std::string(other.other)});
    }
  }

  void string(char quote) {
    size_t begin = ++at_;
    bool is_long = text_.substr(at_).starts_with(std::string(2, quote));
    std::string_view end = is_long ? (quote == '"' ? "\"\"\"" : "'''") : (quote == '"' ? "\"" : "'");
    if (is_long) begin = at_ += 2;
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) at_ += text_[at_] == '\\' ? 2 : 1;
    std::string_view content = text_.substr(begin, std::min(at_, text_.size()) - begin);
    if (!word(SpellingKind::text, content, begin)) word(SpellingKind::dtype, content, begin);
    at_ = std::min(at_ + end.size(), text_.size());
  }

  // The printer writes the implicit root block as a comment.
  void comment() {
    size_t end = std::min(text_.find('\n', at_), text_.size());
    constexpr std::string_view kRoot = "# with ";
    if (text_.substr(at_).starts_with(kRoot)) {
      at_ += kRoot.size();
      name();
    }
    at_ = std::max(at_, end);
  }

  // @T.prim_func, @T.prim_func(private=True), @T.prim_func(s_tir=True), @T.prim_func(private=True, s_tir=True)
  void decorator() {
    constexpr std::string_view kName = "prim_func";
    size_t found = text_.find(kName);
    if (found == std::string_view::npos || !text_.starts_with('@')) return;
    rename(text_.substr(1, found - 1 + kName.size()), 1);
    size_t begin = found + kName.size();
    size_t end = begin;
    if (begin < text_.size() && text_[begin] == '(') end = std::min(text_.find(')', begin), text_.size() - 1) + 1;
    decorator_begin_ = begin;
    decorator_end_ = end;
    at_ = end;
  }

  void finish() {
    auto has = [&](std::initializer_list<Spelling> which, bool newer_only) {
      return std::any_of(uses_.begin(), uses_.end(), [&](const PrimTextUse& u) {
        return std::find(which.begin(), which.end(), u.spelling) != which.end() && (u.is_newer || !newer_only);
      });
    };
    std::initializer_list<Spelling> blocks = {Spelling::tir_block, Spelling::tir_block_attr, Spelling::tir_buffer};
    std::string_view arguments = text_.substr(decorator_begin_, decorator_end_ - decorator_begin_);
    bool says_so = arguments.find("s_tir") != std::string_view::npos;
    if (says_so || has(blocks, true)) {  // where blocks are called sblock, T.alloc_buffer is another statement
      auto is_statement = [](const PrimTextUse& u) { return u.spelling == Spelling::tir_buffer && !u.is_newer; };
      has_statement_allocation_ = std::erase_if(uses_, is_statement) > 0;
    }
    if (decorator_end_ == 0 || (!says_so && !has(blocks, false))) return;
    uses_.insert(uses_.begin(),
                 {Spelling::block_function, says_so, decorator_begin_, decorator_end_, other_arguments(arguments)});
  }

  // The arguments of the decorator with or without s_tir=True.
  static std::string other_arguments(std::string_view arguments) {
    std::string kept;
    bool said_so = false;
    std::string_view rest = arguments.size() > 2 ? arguments.substr(1, arguments.size() - 2) : std::string_view();
    while (!rest.empty()) {
      std::string_view one = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
      one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
      if (one.starts_with("s_tir")) said_so = true;
      else if (!one.empty()) kept += (kept.empty() ? "" : ", ") + std::string(one);
    }
    if (!said_so) kept += kept.empty() ? "s_tir=True" : ", s_tir=True";
    return kept.empty() ? "" : "(" + kept + ")";
  }

  std::string_view text_;
  std::span<const PrimTextName> renamed_;
  std::string_view alias_;
  std::vector<PrimTextUse> renamed_uses_;
  size_t at_ = 0;
  int attributes_depth_ = 0;  // open parentheses of T.func_attr(
  size_t decorator_begin_ = 0, decorator_end_ = 0;
  bool has_statement_allocation_ = false;
  std::vector<PrimTextUse> uses_;
};

std::string with_others(std::string_view text, std::span<const PrimTextUse> uses) {
  std::string out;
  size_t from = 0;
  for (const PrimTextUse& use : uses) {
    out += text.substr(from, use.begin - from);
    out += use.other;
    from = use.end;
  }
  out += text.substr(from);
  return out;
}

}  // namespace

std::vector<PrimTextUse> prim_text_uses(std::string_view text, std::string_view alias) {
  return Walk(text, {}, alias).run();
}

std::string respell_prim_text(std::string_view text, Dialect dialect, std::string_view* missing) {
  Walk walk(text);
  std::vector<PrimTextUse> uses = walk.run();
  std::erase_if(uses, [&](const PrimTextUse& use) { return use.is_newer == is_new(use.spelling, dialect); });
  if (missing && walk.has_statement_allocation() && !is_new(Spelling::tir_buffer, dialect))
    *missing = "T.alloc_buffer as a statement";
  return with_others(text, uses);
}

std::string rename_in_prim_text(std::string_view text, std::span<const PrimTextName> names) {
  Walk walk(text, names);
  walk.run();
  return with_others(text, walk.renamed());
}

}  // namespace hammock
