// SPDX-License-Identifier: Apache-2.0
// How calls become bindings, with which names, and what is said where inference refuses one.
#include "blocks.h"

#include "forms.h"

namespace hammock::read {

Item Blocks::make_call(Op op, std::span<const Value> args, Attr attrs, Attr sinfo_args, Span span) {
  Node node;
  node.kind = NodeKind::call_op;
  node.op = op;
  node.attrs = attrs;
  node.set_sinfo_args(sinfo_args);
  node.span = span;
  return make_expr(fn_->add(node, args), span, true);
}

// Of what was bound just now: a variable of void type is used as the empty tuple (language 4.3), unless it is local to
// a dataflow block.
Value Blocks::use_of(Value bound, Span span) {
  bool is_void = fn_->info(bound) == context_.infos.void_() && !region_->is_dataflow;
  return is_void ? fn_->add_tuple({}, span) : bound;
}

Name Blocks::fresh_name() {
  uint32_t& number = region_->is_dataflow ? lv_ : gv_;
  std::string name = region_->is_dataflow ? "lv" : "gv";
  if (number > 0) name += std::to_string(number);
  ++number;
  return context_.name(name);
}

void Blocks::emit(Value v, Name name) {
  Node& node = (*fn_)[v];
  node.name = name;
  if (region_->is_dataflow && region_->has_output) {
    bad(Diag::bad_block, node.span, "a binding after R.output");
    region_->has_output = false;
  }
  std::vector<Block>& blocks = region_->blocks;
  if (blocks.empty() || blocks.back().is_dataflow != region_->is_dataflow) blocks.push_back({region_->is_dataflow, {}});
  blocks.back().bindings.push_back(v);
  emitted_ = v;
  count_type(node);
  if (!waiting_.empty()) keep_comments(At::before, v.index, waiting_);
}

void Blocks::count_type(const Node& node) {
  if (!node.info || context_.infos[node.info].kind != InfoKind::tuple || type_parts_ > kMaxTypes) return;
  type_parts_ += type_size(node.info).parts;
  if (type_parts_ > kMaxTypes)
    bad(Diag::too_large, node.span,
        "the types of the bindings have more than " + std::to_string(kMaxTypes) + " parts in all");
}

// No deeper than kMaxDepth: so deep the text may nest them, and no operator makes them deeper.
Blocks::TypeSize Blocks::type_size(StructInfo info) {
  if (!info || context_.infos[info].kind != InfoKind::tuple) return {};
  if (auto known = tuple_sizes_.find(info); known != tuple_sizes_.end()) return known->second;
  TypeSize size{1, 1};
  for (StructInfo field : context_.infos.fields(info)) size.add_field(type_size(field));
  return tuple_sizes_[info] = size;
}

// Struct info and signatures bind nothing. False after a report.
bool Blocks::may_bind(Span span) {
  if (region_ && !in_annotation_) return true;
  bad(Diag::bad_annotation, span, "this cannot stand in struct info");
  return false;
}

Value Blocks::emit_fresh(Value v) {
  if (!may_bind((*fn_)[v].span) || !infer(v)) return {};
  if (has_block() && !defers_) emit(v, fresh_name());
  return v;
}

Value Blocks::emit_operand(Value v) {
  Span span = (*fn_)[v].span;
  v = emit_fresh(v);
  return v && !defers_ ? use_of(v, span) : v;
}

bool Blocks::is_unbound(Value v) const {
  const Node& node = (*fn_)[v];
  return !is_leaf(node.kind) && !node.name;
}

// Of what was deferred, with operands that are bound.
Value Blocks::bound_copy(Value v, std::span<const Value> args) {
  const Node node = (*fn_)[v];
  if (copies_ == SIZE_MAX) return {};  // said once
  if (2 * ++copies_ <= fn_->size() + kMaxCopies) return fn_->add(node, args);
  copies_ = SIZE_MAX;
  bad(Diag::too_large, node.span, "the elements of lists are bound anew in too many blocks; bind them to variables");
  return {};
}

// What was deferred as an operand: each call in it becomes a variable of the current block, once. None after a report.
Value Blocks::bound(Value deferred) {
  if (!is_unbound(deferred)) return deferred;
  if (defers_ || !has_block()) return (*fn_)[deferred].kind == NodeKind::tuple ? deferred : emit_operand(deferred);
  std::unordered_map<Value, Value>& known = region_->bound;
  auto is_open = [&](Value v) { return is_unbound(v) && !known.contains(v); };
  std::vector<Value> todo{deferred}, tuples, args;
  while (!todo.empty()) {
    Value v = todo.back();
    args.assign(fn_->args(v).begin(), fn_->args(v).end());
    size_t size = todo.size();
    if (is_open(v)) std::copy_if(args.rbegin(), args.rend(), std::back_inserter(todo), is_open);
    if (todo.size() > size) continue;  // operands first
    todo.pop_back();
    if (!is_open(v)) continue;
    for (Value& arg : args) arg = is_unbound(arg) ? known.at(arg) : arg;
    Value copy = bound_copy(v, args);
    const bool is_tuple = (*fn_)[v].kind == NodeKind::tuple;
    if (is_tuple) tuples.push_back(v);
    if (copy && !is_tuple) copy = emit_operand(copy);
    if (!copy) return {};
    known.emplace(v, copy);
  }
  Value result = known.at(deferred);
  for (Value v : tuples) known.erase(v);  // written out with every use
  return result;
}

// What was deferred as the value of a statement: a copy that can be bound, with operands that are.
Item Blocks::settle(Item item) {
  if (!item.is(What::expr) || !item.deferred || defers_ || !has_block()) return item;
  item.deferred = false;
  if (!is_unbound(item.value())) return item;
  std::vector<Value> args(fn_->args(item.value()).begin(), fn_->args(item.value()).end());
  for (Value& arg : args) {
    arg = bound(arg);
    if (!arg) return {};
  }
  Value copy = bound_copy(item.value(), args);
  return copy ? make_expr(copy, item.span, true) : Item();
}

Value Blocks::cast_node(const Item& cast) {
  return fn_->add_match_cast(casts_[cast.id].value, casts_[cast.id].info, cast.span);
}

// Fills in the struct info of a call. False after a report, of now or of before.
bool Blocks::infer(Value v) {
  Node& node = (*fn_)[v];
  if (node.info) return true;
  if (!options_.infer) {
    node.info = context_.infos.object();
    return true;
  }
  Infer engine(*fn_, &module_, &diagnostics_);
  StructInfo info;
  Attr sinfo_args = node.sinfo_args();
  size_t before = diagnostics_.all().size();
  if (node.kind == NodeKind::call_op) {
    info = engine.call({node.op, fn_->args(v), node.attrs, sinfo_args, node.span});
    if (!info && diagnostics_.all().size() == before + 1) {
      point_at_argument(diagnostics_.last(), node.op);
      name_written_form(diagnostics_.last(), node.op);
    }
  } else if (node.kind == NodeKind::call) {
    std::span<const Value> args = fn_->args(v);
    info = engine.call_function(fn_->info(args[0]), args.subspan(1), sinfo_args, node.span);
    if (!info && diagnostics_.all().size() == before + 1) point_at_function(diagnostics_.last(), args[0]);
  }
  (*fn_)[v].info = info;
  return static_cast<bool>(info);
}

// The place of the argument that a message of inference is about, if it is about one, not of the whole call.
void Blocks::point_at_argument(Diagnostic& diagnostic, Op op) {
  if (!diagnostic.argument) return;
  const Expr* call = call_at(diagnostic.span);
  if (!call) return;
  size_t at = *diagnostic.argument;
  std::string_view param = hammock::info(op).params[at].name;
  std::span<const ExprId> list(ast_.lists.data() + call->a, call->b);
  const Expr& callee = ast_[list[0]];
  if (callee.kind != ExprKind::name || builtin(Name(callee.a)).kind == Builtin::Kind::unknown) return;
  for (size_t i = 1; i < list.size(); ++i) {
    const Expr& arg = ast_[list[i]];
    bool is_keyword = arg.kind == ExprKind::keyword;
    if (is_keyword && text(Name(arg.a)) == param) diagnostic.span = {arg.span.begin, ast_[ExprId(arg.b)].span.end};
    if (!is_keyword && i - 1 == at && builtin(Name(callee.a)).kind == Builtin::Kind::op) diagnostic.span = arg.span;
  }
}

// The same for a call of a function. A note says where the function is.
void Blocks::point_at_function(Diagnostic& diagnostic, Value callee) {
  const Node& node = (*fn_)[callee];
  const Expr* call = call_at(diagnostic.span);
  if (call && diagnostic.argument && *diagnostic.argument + 1 < call->b)
    diagnostic.span = ast_[ast_.lists[call->a + *diagnostic.argument + 1]].span;
  if (node.kind == NodeKind::global) {
    diagnostic.notes.push_back(
        {module_[node.global()].span, quoted(text(module_[node.global()].name)) + " is defined here"});
  } else if (node.name && node.span) {
    diagnostic.notes.push_back({node.span, quoted(text(node.name)) + " is bound here"});
  }
}

// R.linear is read as R.matmul and R.permute_dims: what is wrong with these is said of it.
void Blocks::name_written_form(Diagnostic& diagnostic, Op op) {
  Name name = called_;
  if (const Expr* call = call_at(diagnostic.span)) {
    const Expr& callee = ast_[ast_.lists[call->a]];
    name = callee.kind == ExprKind::name ? Name(callee.a) : Name();
  }
  if (!name || builtin(name).kind != Builtin::Kind::form) return;
  std::string_view written = builtin(name).form->name;
  if (written.starts_with("R.") && find_op(written.substr(2)) != op)
    diagnostic.text += ", as " + std::string(written) + " is read";
}

const Expr* Blocks::call_at(Span span) {
  if (searched_ > kMaxSearched) return nullptr;
  searched_ += ast_.exprs.size();
  for (const Expr& e : ast_.exprs) {
    if (e.kind == ExprKind::call && e.span == span) return &e;
  }
  return nullptr;
}

// What another variable is bound to so that it stands for a leaf or a variable.
Value Blocks::another(Value v, Span span) {
  if ((*fn_)[v].kind == NodeKind::tuple && !(*fn_)[v].name)
    return fn_->add_tuple(std::vector<Value>(fn_->args(v).begin(), fn_->args(v).end()), span);
  return fn_->add_alias(v, span);
}

}  // namespace hammock::read
