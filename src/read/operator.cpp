// SPDX-License-Identifier: Apache-2.0
// Operators between expressions (language 1.12): precedence, and what an operator means for its operands.
#include <algorithm>

#include "expression.h"

namespace hammock::read {

namespace {

// Operators of Python on expressions, and what to call in place of one that there is not.
constexpr std::pair<Operator, Op> kRows[] = {
    {Operator::add, Op::add},
    {Operator::sub, Op::subtract},
    {Operator::mul, Op::multiply},
    {Operator::div, Op::divide},
    {Operator::floordiv, Op::floor_divide},
    {Operator::power, Op::power},
    {Operator::less, Op::less},
    {Operator::greater, Op::greater},
    {Operator::less_equal, Op::less_equal},
    {Operator::greater_equal, Op::greater_equal},
    {Operator::minus, Op::negative},
};
constexpr std::pair<Operator, std::string_view> kCalls[] = {
    {Operator::matmul, "R.matmul"},
    {Operator::mod, "R.floor_mod"},
    {Operator::equal, "R.equal"},
    {Operator::not_equal, "R.not_equal"},
    {Operator::and_, "R.logical_and"},
    {Operator::or_, "R.logical_or"},
    {Operator::not_, "R.logical_not"},
    {Operator::bit_and, "R.bitwise_and"},
    {Operator::bit_or, "R.bitwise_or"},
    {Operator::bit_xor, "R.bitwise_xor"},
    {Operator::invert, "R.bitwise_not"},
    {Operator::shift_left, "R.left_shift"},
    {Operator::shift_right, "R.right_shift"},
    {Operator::if_, "R.where"},
    {Operator::else_, "R.where"},
};

}  // namespace

Item Expressions::operation(ExprId e) {
  std::vector<OperationItem> written(ast_.operation(e).begin(), ast_.operation(e).end());
  std::span<const OperationItem> left(written);
  auto is = [](Operator op) { return [op](const OperationItem& item) { return !item.operand && item.op == op; }; };
  // `a if condition else b`: the condition is known while reading, and only one side is evaluated.
  for (auto split = std::ranges::find_if(left, is(Operator::if_)); split != left.end();
       split = std::ranges::find_if(left, is(Operator::if_))) {
    auto otherwise = std::find_if(split, left.end(), is(Operator::else_));
    if (otherwise == left.end()) return bad(Diag::syntax, ast_[e].span, "a conditional expression needs an else");
    Item condition = operands_of({split + 1, otherwise});
    if (!condition) return {};
    const std::optional<bool> is_true = truth(condition);
    if (!is_true) {
      return bad(Diag::unsupported_syntax, condition.span,
                 "the condition of a conditional expression is True or False while the script is read, not " +
                     describe(condition) + "; use an if statement");
    }
    left = *is_true ? std::span(left.begin(), split) : std::span(otherwise + 1, left.end());
    if (*is_true) break;
  }
  return operands_of(left);
}

// The operands and operators that wait for what follows.
struct Expressions::Waiting {
  std::vector<Item> operands;
  std::vector<OperationItem> operators;
  bool is_more = false;       // an operator waits for the result
  std::optional<bool> chain;  // in `a < b < c`: what `a < b` came to

  template <class T>
  static T pop(std::vector<T>& stack) {
    T top = stack.back();
    stack.pop_back();
    return top;
  }
};

static bool is_test(const OperationItem& op) { return !op.is_unary && precedence(op.op) == 4; }

// Operands are evaluated as they come; an operator is applied when the next one binds no tighter.
Item Expressions::operands_of(std::span<const OperationItem> written) {
  Waiting waiting;
  for (const OperationItem& item : written) {
    if (item.operand) {
      waiting.operands.push_back(operand(item.operand, written.size() > 1));
      continue;
    }
    if (!item.is_unary) {
      waiting.is_more = true;
      int limit = precedence(item.op) + (item.op == Operator::power ? 1 : 0);
      while (!waiting.operators.empty() && precedence(waiting.operators.back().op) >= limit)
        apply_top(waiting, is_test(item) && is_test(waiting.operators.back()));
    }
    waiting.operators.push_back(item);
  }
  waiting.is_more = false;
  while (!waiting.operators.empty()) apply_top(waiting, false);
  return waiting.operands.back();
}

Item Expressions::operand(ExprId written, bool is_compound) {
  const ExprKind kind = ast_[written].kind;  // an integer may be wide on the way: `2**63 - 1`
  Item value = kind == ExprKind::integer     ? integer_literal(written)
               : kind == ExprKind::operation ? operation(written)
                                             : eval(written);
  return value.is_pending() && is_compound ? as_variable(value) : value;
}

Item Expressions::as_variable(const Item& pending) {
  Value v = variable_of(pending);
  return v ? make_expr(v, pending.span) : Item();
}

void Expressions::apply_top(Waiting& waiting, bool is_chained) {
  const OperationItem op = Waiting::pop(waiting.operators);
  const Item rhs = Waiting::pop(waiting.operands), lhs = op.is_unary ? Item() : Waiting::pop(waiting.operands);
  bool is_good = rhs && (op.is_unary || lhs);
  Span span{op.is_unary ? op.span.begin : lhs.span.begin, rhs.span.end};
  Item result = is_good ? apply(op.op, op.is_unary, lhs, rhs, span) : Item();
  if (waiting.chain && is_test(op)) {
    if (result && !*waiting.chain) result = make_number(python::Number::of(false), span);
    waiting.chain.reset();
  }
  if (is_chained && result.is(What::boolean)) {
    waiting.chain = result.integer != 0;
    waiting.operands.push_back(rhs);
    return;
  }
  // Whatever is left to do takes it as an operand.
  if (result.is_pending() && (!waiting.operators.empty() || waiting.is_more)) result = as_variable(result);
  result.span = span;
  waiting.operands.push_back(result);
}

Item Expressions::apply(Operator op, bool is_unary, Item lhs, Item rhs, Span span) {
  bool has_expr = rhs.is(What::expr) || (!is_unary && lhs.is(What::expr));
  if (!has_expr) {
    if (is_unary) return prim_unary(op, rhs, span);
    bool has_prim = lhs.is(What::prim) || rhs.is(What::prim);
    return has_prim ? prim_binary(op, lhs, rhs, span) : python_binary(op, lhs, rhs, span);
  }
  auto is_tuple = [&](const Item& item) {
    return item.is(What::tuple) || (item.is(What::expr) && fn_->info(item.value()) &&
                                    context_.infos[fn_->info(item.value())].kind == InfoKind::tuple);
  };
  bool is_concatenation = op == Operator::add && !is_unary && is_tuple(lhs) && is_tuple(rhs) &&
                          (lhs.is(What::tuple) || rhs.is(What::tuple));
  if (is_concatenation) return concatenate(lhs, rhs, span);
  auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const auto& r) { return r.first == op; });
  if (row == std::end(kRows)) {
    auto call = std::ranges::find(kCalls, op, [](const auto& row) { return row.first; });
    return bad(Diag::unsupported_syntax, span,
               "this operator is not defined on Relax expressions" +
                   (call == std::end(kCalls) ? "" : "; call " + std::string(call->second)));
  }
  if (is_unary) {
    Value v = variable_of(rhs);
    return v ? make_call(row->second, std::span(&v, 1), {}, {}, span) : Item();
  }
  for (const Item& item : {lhs, rhs}) {
    if (!item.is(What::expr))
      return bad(
          Diag::not_a_tensor, item.span,
          describe(item) + " cannot be the operand beside an expression; a number is written R.const(value, dtype)");
    NodeKind kind = (*fn_)[item.value()].kind;
    if (kind == NodeKind::prim_value || kind == NodeKind::string || kind == NodeKind::dtype) {
      return bad(Diag::undefined_operation, item.span,
                 "there are no operators on primitive values, strings and dtypes");
    }
  }
  Value args[] = {variable_of(lhs), variable_of(rhs)};
  if (!args[0] || !args[1]) return {};
  return make_call(row->second, args, {}, {}, span);
}

Item Expressions::concatenate(Item lhs, Item rhs, Span span) {
  std::vector<Value> fields;
  for (Item side : {lhs, rhs}) {
    if (side.is(What::tuple)) {
      for (const Item& part : std::vector<Item>(items(side).begin(), items(side).end())) {
        fields.push_back(argument(part));
        if (!fields.back()) return {};
      }
      continue;
    }
    Value tuple = variable_of(side);
    if (!tuple) return {};
    if ((*fn_)[tuple].kind == NodeKind::tuple && !(*fn_)[tuple].name) {
      std::span<const Value> args = fn_->args(tuple);
      fields.insert(fields.end(), args.begin(), args.end());
      continue;
    }
    size_t size = context_.infos.fields(fn_->info(tuple)).size();
    for (uint32_t i = 0; i < size; ++i) fields.push_back(emit_fresh(fn_->add_get_item(tuple, i, span)));
  }
  Value v = checked_tuple(fields, span);
  return v ? make_expr(v, span, true) : Item();
}

}  // namespace hammock::read
