// SPDX-License-Identifier: Apache-2.0
#include "ast_builder.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/ir/function.h"
#include "hammock/syntax/literal.h"

namespace hammock::syntax {
namespace {

bool has_format(std::string_view literals);

uint32_t low(uint64_t v) { return static_cast<uint32_t>(v); }
uint32_t high(uint64_t v) { return static_cast<uint32_t>(v >> 32); }

Operator binary_operator(std::string_view text) {
  struct Row {
    std::string_view text;
    Operator op;
  };
  static constexpr Row kRows[] = {
      {"+", Operator::add},      {"-", Operator::sub},         {"*", Operator::mul},
      {"/", Operator::div},      {"//", Operator::floordiv},   {"%", Operator::mod},
      {"**", Operator::power},   {"@", Operator::matmul},      {"<", Operator::less},
      {">", Operator::greater},  {"<=", Operator::less_equal}, {">=", Operator::greater_equal},
      {"==", Operator::equal},   {"!=", Operator::not_equal},  {"and", Operator::and_},
      {"or", Operator::or_},     {"<<", Operator::shift_left}, {">>", Operator::shift_right},
      {"in", Operator::in},      {"is", Operator::is},         {"&", Operator::bit_and},
      {"|", Operator::bit_or},   {"^", Operator::bit_xor},     {"if", Operator::if_},
      {"else", Operator::else_},
  };
  for (const Row& row : kRows) {
    if (row.text == text) return row.op;
  }
  HAMMOCK_CHECK(false, "an operator token that is no operator");
}

}  // namespace

void AstBuilder::begin_line(const Lexer& lexer, ScriptKind kind) {
  lexer_ = &lexer;
  kind_ = kind;
  stmt_ = {};
  clause_ = Clause::none;
  with_items_.clear();
  stack_.clear();
  marks_.clear();
  items_.clear();
  frames_.clear();
}

void AstBuilder::only_in_rules(Span span, std::string_view what) const {
  if (!is_rules()) throw LineError{Diag::unsupported_syntax, span, std::string(what)};
}

void AstBuilder::only_in_python(Span span, std::string_view what) const {
  if (kind_ == ScriptKind::module) throw LineError{Diag::unsupported_syntax, span, std::string(what)};
}

// ---- statements ----

// The name of a definition: without dots.
Name AstBuilder::defined_name(const Token& token) {
  std::string_view name = lexer_->text(token);
  if (name.find('.') != std::string_view::npos)
    throw LineError{Diag::syntax, place(token), "a definition cannot have the dotted name '" + std::string(name) + "'"};
  return context_.name(name);
}

void AstBuilder::expression_statement() {
  stmt_.kind = StmtKind::expression;
  std::swap(stmt_.value, stmt_.target);
}

void AstBuilder::assignment() {
  stmt_.kind = StmtKind::assign;
  stmt_.value = pop();
}

// a = b = c: `target` is the list of the targets, marked with sub = 1.
void AstBuilder::chained_assignment() {
  only_in_rules(ast_[stmt_.target].span, "an assignment has one target");
  std::vector<ExprId> targets{stmt_.target};
  if (const Expr& t = ast_[stmt_.target]; t.kind == ExprKind::list && t.sub == 1)
    targets.assign(ast_.list(stmt_.target).begin(), ast_.list(stmt_.target).end());
  targets.push_back(stmt_.value);
  if (targets.size() > static_cast<size_t>(kMaxDepth)) {
    throw LineError{Diag::too_deep, ast_[stmt_.value].span,
                    "more than " + std::to_string(kMaxDepth) + " targets of one assignment"};
  }
  stmt_.value = pop();
  uint32_t from = static_cast<uint32_t>(stack_.size());
  stack_.insert(stack_.end(), targets.begin(), targets.end());
  make_list(ExprKind::list, from, ast_[targets[0]].span);
  stmt_.target = pop();
  ast_.exprs[stmt_.target.index].sub = 1;
}

void AstBuilder::augmented(const Token& token) {
  std::string_view text = lexer_->text(token);
  stmt_.kind = StmtKind::augmented;
  stmt_.op = binary_operator(text.substr(0, text.size() - 1));
}

void AstBuilder::known_annotation(const Token& token) {
  push({ExprKind::repeated, 0, place(token), annotation_->nodes.index});
}

void AstBuilder::annotated_assignment() {
  stmt_.kind = StmtKind::annotated;
  stmt_.value = pop();
  stmt_.annotation = pop();
}

void AstBuilder::lone_annotation() {
  stmt_.annotation = pop();
  stmt_.kind = lexer_->kind() == ScriptKind::rules ? StmtKind::pass : StmtKind::annotated;
  ast_.has_lone_annotations = true;
}

void AstBuilder::return_value() {
  stmt_.kind = StmtKind::return_;
  stmt_.value = pop();
}

void AstBuilder::with_name() {
  only_in_python(ast_[stack_.back()].span, "'with ... as' is not part of Relax functions");
  with_items_.back().second = pop();
}

void AstBuilder::starred_target() {
  const ExprId name = pop();
  Expr starred;
  starred.kind = ExprKind::starred;
  starred.span = ast_[name].span;
  starred.a = name.index;
  push(starred);
}

void AstBuilder::with_item() {
  if (with_items_.size() >= static_cast<size_t>(kMaxDepth))
    throw LineError{Diag::too_deep, ast_[stack_.back()].span,
                    "more than " + std::to_string(kMaxDepth) + " items of one 'with'"};
  with_items_.push_back({pop(), {}});
}

// One item, or a tuple of items and their names, marked with sub = 2.
void AstBuilder::with() {
  stmt_.kind = StmtKind::with;
  clause_ = Clause::none;
  if (with_items_.size() == 1) {
    stmt_.value = with_items_[0].first;
    stmt_.target = with_items_[0].second;
    return;
  }
  only_in_python(ast_[with_items_[1].first].span, "'with' has one item");
  const uint32_t from = static_cast<uint32_t>(stack_.size());
  for (auto [item, name] : with_items_) {
    stack_.push_back(item);
    stack_.push_back(name);
  }
  make_list(ExprKind::tuple, from, ast_[with_items_[0].first].span);
  stmt_.value = pop();
  ast_.exprs[stmt_.value.index].sub = 2;
}

void AstBuilder::header(StmtKind kind, Clause clause) {
  stmt_.kind = kind;
  clause_ = clause;
  stmt_.value = pop();
}

void AstBuilder::decorator() {
  clause_ = Clause::decorator;
  stmt_.value = pop();
}

void AstBuilder::def(const Token& name) {
  stmt_.kind = StmtKind::def;
  stmt_.def = static_cast<uint32_t>(ast_.defs.size());
  Def def;
  def.name = defined_name(name);
  def.span = place(name);
  def.params_begin = static_cast<uint32_t>(ast_.params.size());
  ast_.defs.push_back(def);
  parameters_before_comma_ = 0;
}

void AstBuilder::parameter_comma(const Token& comma) {
  const Def& def = ast_.defs.back();
  const size_t before = std::exchange(parameters_before_comma_, def.params_size + def.type_params.size());
  if (before == parameters_before_comma_)
    throw LineError{Diag::syntax, place(comma), "a parameter is missing between two commas"};
}

void AstBuilder::type_parameter(const Token& name) {
  ast_.defs.back().type_params.emplace_back(defined_name(name), place(name));
}

void AstBuilder::parameter(const Token& name) {
  ast_.params.push_back({defined_name(name), place(name), {}, {}, ParamForm::plain});
  ++ast_.defs.back().params_size;
}

void AstBuilder::star_parameter(const Token& star) {
  only_in_rules(place(star), "only plain parameters are part of the language");
  std::string_view text = lexer_->text(star);
  if (text != "*" && text != "**" && text != "/")
    throw LineError{Diag::syntax, place(star), "'" + std::string(text) + "' is no parameter"};
  DefParam param{{},
                 place(star),
                 {},
                 {},
                 text == "*"    ? ParamForm::star
                 : text == "**" ? ParamForm::double_star
                                : ParamForm::slash};
  ast_.params.push_back(param);
  ++ast_.defs.back().params_size;
}

void AstBuilder::star_name(const Token& name) {
  if (ast_.params.back().form == ParamForm::slash) throw LineError{Diag::syntax, place(name), "'/' has no name"};
  ast_.params.back().name = defined_name(name);
  ast_.params.back().span = place(name);
}

void AstBuilder::class_(const Token& name_token) {
  stmt_.kind = StmtKind::class_;
  stmt_.def = static_cast<uint32_t>(ast_.defs.size());
  Def def;
  def.name = defined_name(name_token);
  def.span = place(name_token);
  ast_.defs.push_back(def);
  name(name_token);
  stmt_.target = pop();
}

void AstBuilder::base() {
  const Span span = ast_[pop()].span;
  ast_.defs[stmt_.def].base = context_.name(lexer_->text().substr(span.begin, span.end - span.begin));
}

// ---- statements of rule scripts ----

void AstBuilder::for_() {
  header(StmtKind::for_, Clause::none);
  stmt_.target = pop();
}

void AstBuilder::assert_() {
  stmt_.kind = StmtKind::assert_;
  stmt_.value = pop();
}

void AstBuilder::raise() {
  stmt_.kind = StmtKind::raise;
  stmt_.value = pop();
}

void AstBuilder::import() {
  stmt_.kind = StmtKind::import;
  stmt_.value = ExprId(static_cast<uint32_t>(ast_.exprs.size()));
  ast_.exprs.push_back({ExprKind::list, 0, {}, static_cast<uint32_t>(ast_.lists.size()), 0});
}

void AstBuilder::from(const Token& module) {
  import();
  name(module);
  stmt_.target = pop();
}

void AstBuilder::imported(const Token& token) {
  name(token);
  ast_.lists.push_back(stack_.back());
  ast_.lists.push_back(pop());
  ast_.exprs[stmt_.value.index].b += 2;
}

void AstBuilder::imported_as(const Token& token) {
  defined_name(token);
  name(token);
  ast_.lists.back() = pop();
}

// ---- lists ----

void AstBuilder::comma(uint32_t expressions_per_item) {
  Mark& mark = marks_.back();
  uint32_t items = (static_cast<uint32_t>(stack_.size()) - mark.stack) / expressions_per_item;
  if (items <= mark.commas)
    throw LineError{Diag::syntax, ast_[stack_.back()].span, "an expression is missing between two commas"};
  ++mark.commas;
}

void AstBuilder::make_list(ExprKind kind, uint32_t from, Span span) {
  Expr e{kind, 0, span, static_cast<uint32_t>(ast_.lists.size()), static_cast<uint32_t>(stack_.size()) - from};
  ast_.lists.insert(ast_.lists.end(), stack_.begin() + from, stack_.end());
  stack_.resize(from);
  push(e);
}

void AstBuilder::lone_star() {
  throw LineError{Diag::syntax, ast_[stack_.back()].span,
                  "a starred expression needs a tuple, a list or a call around it"};
}

void AstBuilder::close_tuple() {
  Mark mark = marks_.back();
  marks_.pop_back();
  if (mark.commas == 0) {
    if (ast_[stack_.back()].kind == ExprKind::starred) lone_star();
    return;
  }
  make_list(ExprKind::tuple, mark.stack, {ast_[stack_[mark.stack]].span.begin, ast_[stack_.back()].span.end});
}

void AstBuilder::close_display(ExprKind kind, const Token& close) {
  Mark mark = marks_.back();
  marks_.pop_back();
  trailers_ = 0;
  if (mark.has_comprehension) {
    if (stack_.size() != mark.stack + 1 || mark.commas > 0) {
      throw LineError{Diag::syntax, ast_[stack_.back()].span, "a comprehension stands alone in its brackets"};
    }
    Expr& made = ast_.exprs[stack_.back().index];
    made.sub = static_cast<uint8_t>(kind == ExprKind::list ? Display::list
                                    : !mark.has_entries    ? Display::set
                                                           : Display::dict);
    made.span = {mark.begin.begin, place(close).end};
    return;
  }
  if (kind == ExprKind::dict && !mark.has_entries && stack_.size() != mark.stack) kind = ExprKind::set;
  make_list(kind, mark.stack, {mark.begin.begin, place(close).end});
}

void AstBuilder::close_parentheses(const Token& close) {
  const Mark& mark = marks_.back();
  if (mark.commas == 0 && stack_.size() == mark.stack + 1) {
    if (ast_[stack_.back()].kind == ExprKind::starred) lone_star();
    marks_.pop_back();
    trailers_ = 0;
    return;
  }
  if (marks_.back().has_comprehension)
    throw LineError{Diag::syntax, ast_[stack_.back()].span, "a comprehension stands alone in its brackets"};
  close_display(ExprKind::tuple, close);
}

// ---- expressions ----

void AstBuilder::end_expression() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (items_.size() != frame.items) {
    OperationItem last;
    last.operand = pop();
    items_.push_back(last);
    const OperationItem& first = items_[frame.items];
    uint32_t begin = first.operand ? ast_[first.operand].span.begin : first.span.begin;
    Expr e{ExprKind::operation,
           0,
           {begin, ast_[last.operand].span.end},
           static_cast<uint32_t>(ast_.operations.size()),
           static_cast<uint32_t>(items_.size() - frame.items)};
    ast_.operations.insert(ast_.operations.end(), items_.begin() + frame.items, items_.end());
    items_.resize(frame.items);
    push(e);
  }
  if (frame.prefix == Prefix::none) return;
  ExprId value = pop();
  Expr e{ExprKind::starred, frame.is_double, {frame.span.begin, ast_[value].span.end}, value.index, 0};
  if (frame.prefix == Prefix::keyword) e = {ExprKind::keyword, 0, frame.span, frame.keyword.index, value.index};
  push(e);
}

void AstBuilder::unary(const Token& token) {
  OperationItem item;
  item.is_unary = true;
  item.span = place(token);
  item.op = token.type == Tok::not_      ? Operator::not_
            : token.type == Tok::tilde   ? Operator::invert
            : lexer_->text(token) == "-" ? Operator::minus
                                         : Operator::plus;
  items_.push_back(item);
}

void AstBuilder::binary(const Token& token) {
  OperationItem operand;
  operand.operand = pop();
  items_.push_back(operand);
  OperationItem item;
  item.span = place(token);
  item.op = binary_operator(lexer_->text(token));
  items_.push_back(item);
  trailers_ = 0;
}

void AstBuilder::name(const Token& token) {
  const bool is_word = token.word != Token::kNoWord && (!aliases_ || aliases_->are_usual());
  if (is_word && words_.empty()) words_.resize(kWords);
  if (is_word && words_[token.word % kWords].number == token.word) {
    const Word& word = words_[token.word % kWords];
    trailers_ = 0;
    return push({ExprKind::name, 0, place(token), word.a, word.b});
  }
  const std::string_view written = lexer_->text(token);
  const std::string_view text = aliases_ ? aliases_->canonical(written) : written;
  Expr e{ExprKind::name, 0, place(token), context_.name(text).index, Name::kNone};
  e.sub = text != written;  // whatever is called R here, `rx.add` is the language's R.add
  if (size_t dot = text.find('.'); dot != std::string_view::npos) e.b = context_.name(text.substr(0, dot)).index;
  if (is_word && !e.sub) words_[token.word % kWords] = {token.word, e.a, e.b};
  trailers_ = 0;
  push(e);
}

void AstBuilder::literal(const Token& token) {
  std::string_view text = lexer_->text(token);
  Expr e{ExprKind::constant, 0, place(token)};
  trailers_ = 0;
  switch (text[0]) {
    case 'T': e.sub = static_cast<uint8_t>(Literal::true_); break;
    case 'F': e.sub = static_cast<uint8_t>(Literal::false_); break;
    case 'N': e.sub = static_cast<uint8_t>(Literal::none); break;
    default:
      if (text == "...") {
        e.sub = static_cast<uint8_t>(Literal::ellipsis);
        break;
      }
      return integer(token, text);
  }
  push(e);
}

void AstBuilder::integer(const Token& token, std::string_view text) {
  int base = 10;
  std::string_view digits = text;
  if (text.size() > 2 && text[0] == '0') {
    char p = static_cast<char>(text[1] | 0x20);
    base = p == 'x' ? 16 : p == 'o' ? 8 : p == 'b' ? 2 : 10;
    if (base != 10) digits.remove_prefix(2);
  }
  auto bad = [&](std::string_view why) {
    return LineError{Diag::bad_literal, place(token), "'" + std::string(text) + "' is no number" + std::string(why)};
  };
  bool has_underscore = digits.find('_') != std::string_view::npos;
  if (has_underscore) {
    if (digits.back() == '_' || (base == 10 && digits[0] == '_') || digits.find("__") != std::string_view::npos)
      throw bad("");
    buffer_.clear();
    std::copy_if(digits.begin(), digits.end(), std::back_inserter(buffer_), [](char c) { return c != '_'; });
    digits = buffer_;
  }
  Expr e{ExprKind::integer, 0, place(token)};
  uint64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (end == digits.data() + digits.size()) {
    if (base == 10 && digits.size() > 1 && digits[0] == '0' &&
        digits.find_first_not_of('0') != std::string_view::npos) {
      throw bad(": leading zeros");
    }
    if (error == std::errc::result_out_of_range) e.sub = 1;
    e.a = low(value);
    e.b = high(value);
    return push(e);
  }
  std::optional<double> real;
  if (base == 10) real = parse_float(digits);
  if (!real) throw bad("");
  e.kind = ExprKind::real;
  uint64_t bits = std::bit_cast<uint64_t>(*real);
  e.a = low(bits);
  e.b = high(bits);
  push(e);
}

void AstBuilder::string(const Token& token) {
  std::string_view text = lexer_->text(token);
  trailers_ = 0;
  if (is_rules() && has_format(text)) return formatted(token, text);
  Expr e{ExprKind::string, 0, place(token)};
  if ((text[0] == '"' || text[0] == '\'') && text.find('\\') == std::string_view::npos && text.size() >= 2 &&
      text.find(text[0], 1) == text.size() - 1 && text.size() > 2) {
    e.a = context_.name(text.substr(1, text.size() - 2)).index;
    return push(e);
  }
  Span bad;
  buffer_.clear();
  if (!decode_string(text, buffer_, bad)) {
    Span at = lexer_->place({token.begin + bad.begin, token.begin + bad.end});
    std::string_view written = text.substr(bad.begin, bad.end - bad.begin);
    bool is_named = written == "\\N";
    throw LineError{is_named ? Diag::unsupported_syntax : Diag::bad_literal, at,
                    is_named ? "'\\N{...}' is not supported; write the character itself, or '\\u' with its number"
                             : "'" + std::string(written) + "' is no escape of a string"};
  }
  e.a = context_.name(buffer_).index;
  push(e);
}

void AstBuilder::attribute(const Token& name) {
  if (++trailers_ > kMaxDepth)
    throw LineError{Diag::too_deep, place(name),
                    "more than " + std::to_string(kMaxDepth) + " calls, indices and attributes in a row"};
  std::string_view text = lexer_->text(name);
  // A dotted name written with spaces is the same name; behind anything else each part is an attribute of its own.
  ExprId base = pop();
  Expr before = ast_[base];
  Span span{before.span.begin, place(name).end};
  if (before.kind == ExprKind::name) {
    std::string whole = std::string(context_.text(Name(before.a))) + "." + std::string(text);
    uint32_t first = before.b == Name::kNone ? before.a : before.b;
    return push({ExprKind::name, 0, span, context_.name(whole).index, first});
  }
  while (true) {
    size_t dot = text.find('.');
    push({ExprKind::attribute, 0, span, base.index, context_.name(text.substr(0, dot)).index});
    if (dot == std::string_view::npos) return;
    text.remove_prefix(dot + 1);
    base = pop();
  }
}

void AstBuilder::open_trailer(bool is_call) {
  if (++trailers_ > kMaxDepth)
    throw LineError{Diag::too_deep, ast_[stack_.back()].span,
                    "more than " + std::to_string(kMaxDepth) + " calls, indices and attributes in a row"};
  open();
  marks_.back().is_call = is_call;
}

void AstBuilder::close_trailer(ExprKind kind, const Token& close) {
  Mark mark = marks_.back();
  marks_.pop_back();
  trailers_ = mark.trailers;
  bool has_keyword = false;
  for (size_t i = mark.stack; i < stack_.size(); ++i) {
    const Expr& arg = ast_[stack_[i]];
    if (has_keyword && arg.kind != ExprKind::keyword && arg.kind != ExprKind::starred)
      throw LineError{Diag::syntax, arg.span, "an argument without a name stands behind one with a name"};
    has_keyword |= arg.kind == ExprKind::keyword;
  }
  Span span{ast_[stack_[mark.stack - 1]].span.begin, place(close).end};
  make_list(kind, mark.stack - 1, span);
}

void AstBuilder::close_index(const Token& close) {
  if (marks_.back().commas > 0) {  // t[i, j] is t[(i, j)]
    uint32_t from = marks_.back().stack;
    make_list(ExprKind::tuple, from, {ast_[stack_[from]].span.begin, ast_[stack_.back()].span.end});
  }
  if (stack_.size() == marks_.back().stack) throw LineError{Diag::syntax, place(close), "an index is missing"};
  close_trailer(ExprKind::index, close);
}

void AstBuilder::keyword_name(const Token& token) {
  Frame& frame = frames_.back();
  frame.prefix = Prefix::keyword;
  frame.keyword = context_.name(lexer_->text(token));
  frame.span = place(token);
  if (marks_.empty() || !marks_.back().is_call)
    throw LineError{Diag::syntax, frame.span, "a keyword argument outside a call"};
}

void AstBuilder::star(const Token& token) {
  std::string_view text = lexer_->text(token);
  if (text != "*" && (text != "**" || !is_rules() || marks_.empty() || !marks_.back().is_call)) {
    throw LineError{Diag::syntax, place(token), "expected an expression, found '" + std::string(text) + "'"};
  }
  frames_.back().is_double = text == "**";
  frames_.back().prefix = Prefix::star;
  frames_.back().span = place(token);
}

void AstBuilder::lambda(const Token& token) {
  if (marks_.size() > static_cast<size_t>(2 * kMaxDepth)) {
    throw LineError{Diag::too_deep, place(token), "lambdas are nested deeper than " + std::to_string(kMaxDepth)};
  }
  open(token);
}

void AstBuilder::lambda_parameter(const Token& token) {
  defined_name(token);
  name(token);
}

void AstBuilder::lambda_default() {
  only_in_rules(ast_[stack_.back()].span, "a parameter of a lambda has no default");
  ExprId value = pop();
  const Expr param = ast_[pop()];
  push({ExprKind::keyword, 0, param.span, param.a, value.index});
}

void AstBuilder::end_lambda() {
  Mark mark = marks_.back();
  marks_.pop_back();
  std::rotate(stack_.begin() + mark.stack, stack_.end() - 1, stack_.end());  // the body first
  make_list(ExprKind::lambda, mark.stack, {mark.begin.begin, ast_[stack_[mark.stack]].span.end});
}

// ---- expressions of rule scripts ----

void AstBuilder::not_in(const Token& token) {
  OperationItem operand;
  operand.operand = pop();
  items_.push_back(operand);
  OperationItem item;
  item.span = place(token);
  item.op = Operator::not_in;
  items_.push_back(item);
  trailers_ = 0;
}

void AstBuilder::missing(const Token& before) {
  push({ExprKind::constant, static_cast<uint8_t>(Literal::none), place(before)});
}

void AstBuilder::slice() {
  uint32_t from = static_cast<uint32_t>(stack_.size()) - 3;
  Span span;
  for (size_t i = from; i < stack_.size(); ++i) {
    if (Span part = ast_[stack_[i]].span) span = {span ? span.begin : part.begin, part.end};
  }
  only_in_python(span, "a slice is not part of the language");
  make_list(ExprKind::slice, from, span);
}

void AstBuilder::set() { only_in_rules(ast_[stack_.back()].span, "a set is not part of the language"); }

// The element, or the key and the value, are on the stack already.
void AstBuilder::begin_comprehension() {
  Mark& around = marks_.back();
  only_in_rules(ast_[stack_.back()].span, "a comprehension is not part of the language");
  if (around.commas > 0)
    throw LineError{Diag::syntax, ast_[stack_.back()].span, "a comprehension stands alone in its brackets"};
  around.has_comprehension = around.bracket == Tok::open_list || around.bracket == Tok::open_dict;
  uint32_t size = around.has_entries ? 2 : 1;
  open();
  marks_.back().stack -= size;
  if (size == 1) stack_.push_back({});
}

void AstBuilder::comprehension_for() {
  ExprId iterable = pop(), target = pop();
  push({ExprKind::clause, 0, {ast_[target].span.begin, ast_[iterable].span.end}, iterable.index, target.index});
}

void AstBuilder::comprehension_if() {
  ExprId condition = pop();
  push({ExprKind::clause, 1, ast_[condition].span, condition.index});
}

void AstBuilder::end_comprehension() {
  Mark mark = marks_.back();
  marks_.pop_back();
  trailers_ = mark.trailers;
  make_list(ExprKind::comprehension, mark.stack, {ast_[stack_[mark.stack]].span.begin, ast_[stack_.back()].span.end});
}

// ---- f-strings ----

namespace {

// A literal of several adjacent ones: its prefix, and what stands between its quotes.
struct LiteralPart {
  std::string_view prefix;
  char quote = 0;
  size_t begin = 0, end = 0;
  bool is_format() const { return prefix.find_first_of("fF") != std::string_view::npos; }
  bool is_raw() const { return prefix.find_first_of("rR") != std::string_view::npos; }
};

std::vector<LiteralPart> literal_parts(std::string_view s) {
  std::vector<LiteralPart> parts;
  size_t at = 0;
  while (at < s.size()) {
    if (s[at] == '#') {
      at = std::min(s.find_first_of("\r\n", at), s.size());
      continue;
    }
    size_t prefix = at;
    while (at < s.size() && std::string_view("rRfFuU").find(s[at]) != std::string_view::npos) ++at;
    if (at >= s.size() || (s[at] != '"' && s[at] != '\'')) {
      ++at;
      continue;
    }
    LiteralPart part{s.substr(prefix, at - prefix), s[at], 0, 0};
    bool is_long = at + 2 < s.size() && s[at + 1] == part.quote && s[at + 2] == part.quote;
    size_t width = is_long ? 3 : 1;
    part.begin = at += width;
    while (at < s.size() && !(s[at] == part.quote && (!is_long || (at + 2 < s.size() && s[at + 1] == part.quote &&
                                                                   s[at + 2] == part.quote)))) {
      at += s[at] == '\\' ? 2 : 1;
    }
    part.end = std::min(at, s.size());
    at += width;
    parts.push_back(part);
  }
  return parts;
}

bool has_format(std::string_view s) {
  if (s.find_first_of("fF") == std::string_view::npos) return false;
  std::vector<LiteralPart> parts = literal_parts(s);
  return std::any_of(parts.begin(), parts.end(), [](const LiteralPart& p) { return p.is_format(); });
}

// Where the expression of a field ends, and the field: at `!`, `:` or `}` outside brackets and strings.
size_t field_end(std::string_view s, size_t at, std::string_view ends) {
  int depth = 0;
  for (; at < s.size(); ++at) {
    char c = s[at];
    if (c == '"' || c == '\'') {
      at = s.find(c, at + 1);
      if (at == std::string_view::npos) return at;
    } else if (depth == 0 && ends.find(c) != std::string_view::npos &&
               !(c == '!' && at + 1 < s.size() && s[at + 1] == '=')) {
      return at;
    } else {
      depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    }
  }
  return std::string_view::npos;
}

}  // namespace

void AstBuilder::formatted(const Token& token, std::string_view text) {
  uint32_t from = static_cast<uint32_t>(stack_.size());
  auto plain = [&](const LiteralPart& part, size_t begin, size_t end) {
    if (begin == end) return;
    std::string literal = (part.is_raw() ? "r" : "") + std::string(3, part.quote) +
                          std::string(text.substr(begin, end - begin)) + std::string(3, part.quote);
    std::string decoded;
    Span bad;
    if (!decode_string(literal, decoded, bad))
      throw LineError{Diag::bad_literal, place(token), "a malformed escape in the f-string"};
    push({ExprKind::string, 0, place(token), context_.name(decoded).index, Name::kNone});
  };
  for (const LiteralPart& part : literal_parts(text)) {
    size_t at = part.begin, done = part.begin;
    while (part.is_format() && at < part.end) {
      bool is_double = at + 1 < part.end && text[at + 1] == text[at];
      if ((text[at] == '{' || text[at] == '}') && is_double) {
        plain(part, done, at + 1);
        done = at += 2;
      } else if (text[at] == '}') {
        throw LineError{
            Diag::bad_literal,
            lexer_->place({token.begin + static_cast<uint32_t>(at), token.begin + static_cast<uint32_t>(at) + 1}),
            "'}' closes nothing; write '}}'"};
      } else if (text[at] == '{') {
        plain(part, done, at);
        std::string_view inside = text.substr(0, part.end);
        size_t end = field_end(inside, at + 1, "!:}");
        size_t close = end == std::string_view::npos ? end : field_end(inside, end, "}");
        uint32_t begin = token.begin + static_cast<uint32_t>(at) + 1;
        if (close == std::string_view::npos)
          throw LineError{Diag::bad_literal, lexer_->place({begin - 1, begin}), "'{' is never closed"};
        ExprId value = parse_field(*lexer_, {begin, token.begin + static_cast<uint32_t>(end)}, ast_, context_);
        uint32_t spec = end == close ? Name::kNone : context_.name(text.substr(end, close - end)).index;
        push({ExprKind::field, 0, ast_[value].span, value.index, spec});
        done = at = close + 1;
      } else {
        at += text[at] == '\\' ? 2 : 1;
      }
    }
    plain(part, done, part.end);
  }
  make_list(ExprKind::formatted, from, place(token));
}

}  // namespace hammock::syntax
