// SPDX-License-Identifier: Apache-2.0
// Annotations that a script repeats: their tokens, the actions of lines that have them, and their nodes.
#include <algorithm>
#include <cstring>

#include "line_actions.h"

namespace hammock::syntax {

const KnownAnnotation* KnownAnnotations::find(std::string_view text) {
  if (known_.empty()) return nullptr;
  text = text.substr(0, kMaxText + 3);
  for (size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    if (at < 2 || text[at - 1] != ' ' || text.substr(at + 1, 1) != " ") continue;
    return find_whole(text.substr(0, at - 1));
  }
  return nullptr;
}

const KnownAnnotation* KnownAnnotations::find_whole(std::string_view text) {
  if (last_ && last_->text == text) return last_;
  const auto found = known_.find(text);
  if (found == known_.end()) return nullptr;
  last_ = &found->second;
  return last_;
}

void KnownAnnotations::add(std::string_view text, const std::vector<Token>& line, ExprId nodes) {
  constexpr size_t kFirst = 2;  // behind a name and `:`
  if (known_.size() == kMaxKnown || line.size() < kFirst + 2 || line[1].type != Tok::colon) return;
  auto written = [&](const Token& t) { return text.substr(t.begin, t.end - t.begin); };
  const bool is_call = line[kFirst].type == Tok::name && line[kFirst + 1].type == Tok::open;
  if (!is_call || written(line[kFirst]) != kKnownInfo) return;
  size_t end = kFirst + 1;
  for (int depth = 0; depth > 0 || line[end].type != Tok::assign; ++end) {
    const Token& t = line[end];
    if (depth == 0 && end > kFirst + 1) return;  // more than the call
    depth += depth_step(t.type);
    const char first = text[t.begin];
    const bool is_plain = t.type == Tok::literal || t.type == Tok::comma || t.type == Tok::open ||
                          t.type == Tok::close || t.type == Tok::open_list || t.type == Tok::close_list ||
                          (t.type == Tok::keyword && (first < '0' || first > '9')) ||
                          (t.type == Tok::string && first == '"');
    if (!is_plain) return;
  }
  const Span whole{line[kFirst].begin, line[end - 1].end};
  const std::string_view all = text.substr(whole.begin, whole.end - whole.begin);
  if (all.size() > kMaxText || all.find_first_of("\n\r#\\") != std::string_view::npos) return;
  known_.try_emplace(all, KnownAnnotation{all, {line.begin() + kFirst, line.begin() + static_cast<long>(end)}, nodes});
}

void Line::spell_out() {
  if (!annotation) return;
  const std::vector<Token>& all = std::exchange(annotation, nullptr)->tokens;
  shape = kNoShape;
  const auto whole = std::ranges::find(tokens, Tok::annotation, &Token::type);
  const uint32_t shift = whole->begin - all[0].begin;
  const auto first = tokens.insert(tokens.erase(whole), all.begin(), all.end());
  for (auto t = first; t != first + static_cast<long>(all.size()); ++t) t->begin += shift, t->end += shift;
}

std::optional<LineActions::Steps> LineActions::with_known_annotation(const Steps& steps, size_t tokens) {
  constexpr uint8_t kToken = 2;
  auto at = [&](Action action) { return std::ranges::find(steps, action, &Step::action); };
  const auto target = at(Action::plain_target), annotation = at(Action::plain_annotation);
  if (at(Action::plain_annotated_assignment) == steps.end() || target >= annotation) return std::nullopt;
  Steps shorter(steps.begin(), target + 1);
  shorter.push_back({Action::token_known_annotation, kToken});
  for (auto step = annotation + 1; step != steps.end(); ++step) {
    shorter.push_back(*step);
    if (step->token > kToken) shorter.back().token = static_cast<uint8_t>(step->token - (tokens - 1));
  }
  return shorter;
}

// Nests as deep as the brackets of an annotation, kMaxDepth at most.
ExprId Ast::copy_of(ExprId repeated) {
  const ExprId original(exprs[repeated.index].a);
  const uint32_t shift = exprs[repeated.index].span.begin - exprs[original.index].span.begin;
  auto copy = [&](auto& self, ExprId from) -> ExprId {
    Expr e = exprs[from.index];
    e.span = {e.span.begin + shift, e.span.end + shift};
    switch (e.kind) {
      case ExprKind::keyword: e.b = self(self, ExprId(e.b)).index; break;
      case ExprKind::call:
      case ExprKind::index:
      case ExprKind::tuple:
      case ExprKind::list: {
        std::vector<ExprId> parts(lists.begin() + e.a, lists.begin() + e.a + e.b);
        for (ExprId& part : parts) part = self(self, part);
        e.a = static_cast<uint32_t>(copied_lists.size());
        copied_lists.push_back(std::move(parts));
        break;
      }
      default: break;
    }
    copies.push_back(e);
    return ExprId(static_cast<uint32_t>(exprs.size() + copies.size() - 1));
  };
  return copy(copy, original);
}

}  // namespace hammock::syntax
