// SPDX-License-Identifier: Apache-2.0
// What of a line's actions can be left out when they are repeated.
#include "line_actions.h"

namespace hammock::syntax {

// Actions that work on finished expressions alone, whatever expressions and tuples are open around them, are known by
// name; any other one keeps all that are open.
LineActions::Steps LineActions::without_idle(const Steps& steps) {
  using enum Action;
  struct Open {
    size_t step;
    bool is_idle;
  };
  std::vector<Open> expressions, marks;
  std::vector<bool> is_left_out(steps.size(), false);
  auto close = [&](std::vector<Open>& open, size_t at, bool may_be_left_out) {
    if (open.empty()) return;
    if (may_be_left_out && open.back().is_idle) is_left_out[open.back().step] = is_left_out[at] = true;
    open.pop_back();
  };
  for (size_t at = 0; at < steps.size(); ++at) {
    switch (steps[at].action) {
      case plain_begin_expression: expressions.push_back({at, true}); break;
      case plain_end_expression: close(expressions, at, true); break;
      case plain_open: marks.push_back({at, true}); break;
      case plain_close_tuple: close(marks, at, true); break;
      case token_open:
      case plain_open_call:
      case plain_open_index: marks.push_back({at, false}); break;
      case token_close_call:
      case token_close_index:
      case token_close_list:
      case token_close_parentheses: close(marks, at, false); break;
      case plain_comma:
        if (!marks.empty()) marks.back().is_idle = false;
        break;
      case token_keyword_name:
      case token_unary:
      case token_binary:
        if (!expressions.empty()) expressions.back().is_idle = false;
        break;
      case plain_target:
      case plain_annotation:
      case plain_annotated_assignment:
      case plain_assignment:
      case plain_return_value:
      case token_known_annotation:
      case token_literal:
      case token_name:
      case token_string: break;
      default:
        for (Open& open : expressions) open.is_idle = false;
        for (Open& open : marks) open.is_idle = false;
    }
  }
  Steps kept;
  for (size_t at = 0; at < steps.size(); ++at) {
    if (!is_left_out[at]) kept.push_back(steps[at]);
  }
  return kept;
}

}  // namespace hammock::syntax
