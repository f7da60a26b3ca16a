// SPDX-License-Identifier: Apache-2.0
// Statements of kernels (TIR 1.3 to 1.9): names, constructs and their suites.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "hammock/prim/walk.h"
#include "hammock/tir/complete.h"
#include "kernel_reader.h"

namespace hammock::read {

// ---- names and frames ----

const KernelValue* KernelReader::find(Name name) const {
  auto at = names_.find(name.index);
  return at == names_.end() || at->second.empty() ? nullptr : &at->second.back().value;
}

void KernelReader::pop_names() {
  for (Name name : scopes_.back()) {
    std::vector<Entry>& entries = names_[name.index];
    ended_[name.index] = entries.back().value.span;
    entries.pop_back();
  }
  scopes_.pop_back();
}

void KernelReader::bind_name(Name name, V value, Span span) {
  std::vector<Entry>& entries = names_[name.index];
  const uint32_t scope = static_cast<uint32_t>(scopes_.size());
  if (!entries.empty() && entries.back().scope == scope) {
    const V& old = entries.back().value;
    const bool is_same = old.kind == value.kind && ((value.is(K::prim) && old.prim == value.prim) ||
                                                    (value.is(K::buffer) && old.buffer == value.buffer) ||
                                                    (value.is(K::iter_var) && old.iter_var == value.iter_var));
    if (is_same) return;
    throw Mistake{Diag::duplicate_name,
                  span,
                  "'" + std::string(text(name)) + "' is defined in this scope already",
                  {{old.span, "it is defined here first"}}};
  }
  value.is_fresh = false;
  value.span = span;
  entries.push_back({scope, std::move(value)});
  scopes_.back().push_back(name);
}

void KernelReader::name_variable(Prim var, Name name, Span span) {
  tir::Variable& v = kernel_->variables[var.index];
  v.hint = name;
  v.span = span;
  named_.insert(var.index);
}

void KernelReader::name_buffer(BufferId b, Name name, Span span) {
  tir::Buffer& buffer = (*kernel_)[b];
  buffer.name = name;
  buffer.span = span;
  auto rename = [&](Prim var, std::string_view hint) { name_variable(var, context_.name(hint), span); };
  rename(buffer.data, text(name));
  for (size_t i = 0; i < buffer.strides.size(); ++i) {
    if (prims_[buffer.strides[i]].kind == PrimKind::var)
      rename(buffer.strides[i], std::string(text(name)) + "_s" + std::to_string(i));
  }
}

void KernelReader::bind(Name name, V value, Span span, bool is_alias) {
  if (is_alias) return bind_name(name, std::move(value), span);
  switch (value.kind) {
    case K::meta: return bind_name(name, V(value.items->at(0)), span);
    case K::list:
      for (size_t i = 0; i < value.items->size(); ++i) {
        bind(context_.name(std::string(text(name)) + "_" + std::to_string(i)), (*value.items)[i], span);
      }
      return bind_name(name, std::move(value), span);
    case K::frame: {
      FramePtr frame = value.frame;
      V yields = frame->yields;
      open(frame, true);
      if (yields.is(K::nothing)) fail(Diag::no_value, span, "the construct yields nothing to name");
      if (frame->is_scalar) {
        name_buffer(yields.buffer, name, span);
        V element = of(load(yields.buffer, {prims_.integer(0, kInt32)}, span), span);
        element.buffer = yields.buffer;
        return bind_name(name, std::move(element), span);
      }
      yields.is_fresh = true;
      if (yields.is(K::prim)) named_.erase(yields.prim.index);
      return bind(name, yields, span);
    }
    case K::buffer: name_buffer(value.buffer, name, span); return bind_name(name, std::move(value), span);
    case K::iter_var: name_variable(value.iter_var->var, name, span); return bind_name(name, std::move(value), span);
    case K::prim:
      if (prims_[value.prim].kind == PrimKind::var && !named_.contains(value.prim.index)) {
        take_comments(At::symbol_before, At::symbol_behind, value.prim.index);
        name_variable(value.prim, name, span);
        return bind_name(name, std::move(value), span);
      }
      break;
    case K::integer:
    case K::real:
    case K::boolean:
    case K::string:
    case K::region: break;
    default: fail(Diag::no_value, span, describe(value) + " cannot be given a name");
  }
  Prim p = prim(value);
  V var = fresh(text(name), dtype(p), span);
  name_variable(var.prim, name, span);
  let(var.prim, p, span);
  bind_name(name, var, span);
}

void KernelReader::let(Prim var, Prim value, Span span) {
  auto frame = std::make_shared<KernelFrame>();
  frame->stmt.kind = tir::StmtKind::let;
  frame->stmt.span = span;
  frame->stmt.var = var;
  frame->stmt.value = value;
  open(frame, true);
}

void KernelReader::bind_targets(ExprId target, V value, Binding binding) {
  const Expr& t = ast_[target];
  if (t.kind == ExprKind::name) {
    if (Name(t.b)) fail(Diag::syntax, t.span, "a dotted name cannot be assigned to");
    const std::optional<BufferId> scalar = binding == Binding::assigned ? scalar_of(target) : std::nullopt;
    if (scalar) return store(*scalar, std::move(value), t.span);
    return bind(Name(t.a), std::move(value), t.span, binding == Binding::alias);
  }
  if (t.kind != ExprKind::tuple && t.kind != ExprKind::list)
    fail(Diag::syntax, t.span, "names are assigned to, or subscripts of buffers");
  if (value.is(K::meta)) {
    binding = Binding::alias;
    value = V(value.items->at(0));
  }
  if (value.is(K::frame)) {
    FramePtr frame = value.frame;
    open(frame, true);
    value = frame->yields;
  }
  if (!value.is(K::list)) fail(Diag::not_a_tuple, t.span, describe(value) + " cannot be unpacked");
  std::span<const ExprId> targets = ast_.list(target);
  std::vector<V> items = *value.items;
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    if (ast_[targets[i]].kind == ExprKind::starred) star = i;
  }
  const bool fits = star == targets.size() ? items.size() == targets.size() : items.size() + 1 >= targets.size();
  if (!fits) {
    fail(Diag::not_a_tuple, t.span,
         std::to_string(items.size()) + " values for " + std::to_string(targets.size()) + " names");
  }
  if (binding == Binding::assigned) check_order(targets, items);
  for (size_t i = 0, at = 0; i < targets.size(); ++i) {
    if (i == star) {
      const size_t count = items.size() + 1 - targets.size();
      bind_targets(
          ExprId(ast_[targets[i]].a),
          list({items.begin() + static_cast<ptrdiff_t>(at), items.begin() + static_cast<ptrdiff_t>(at + count)},
               t.span),
          binding);
      at += count;
    } else {
      bind_targets(targets[i], items[at++], binding);
    }
  }
}

// In Python all values are there before the first name has one; here each is computed where it is stored.
void KernelReader::check_order(std::span<const ExprId> targets, std::span<const V> values) {
  std::unordered_map<uint32_t, size_t> stored;  // scalars, by buffer: the place among the targets
  for (size_t i = 0; i < targets.size(); ++i) {
    if (const auto scalar = scalar_of(targets[i])) stored.emplace(scalar->index, i);
  }
  if (stored.empty()) return;
  std::unordered_map<uint32_t, size_t> first;  // of what an expression reads
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is(K::prim)) continue;
    operands_first(
        prims_, values[i].prim, [&](Prim e) { return first.contains(e.index); },
        [&](Prim e, const std::vector<Prim>& operands) {
          size_t place = SIZE_MAX;
          for (Prim o : operands) place = std::min(place, first[o.index]);
          const auto at = prims_[e].kind == PrimKind::load ? stored.find(prims_[e].c) : stored.end();
          first[e.index] = at == stored.end() ? place : std::min(place, at->second);
        });
    if (first[values[i].prim.index] < i)
      fail(Diag::unsupported_syntax, values[i].span,
           "the value reads a variable that the same assignment gives a value before: bind it to a name first");
  }
}

void KernelReader::open(FramePtr frame, bool is_concise) {
  frame->is_concise = is_concise;
  if (frame->kind == KernelFrame::Kind::loops) {
    for (const tir::Stmt& loop : frame->loops) loops_[loop.var.index] = {loop.min, loop.value};
  }
  if (frame->kind == KernelFrame::Kind::init) {
    size_t at = frames_.size();
    while (at > 0 && frames_[at - 1]->kind != KernelFrame::Kind::block) --at;
    if (at == 0) fail(Diag::bad_kernel, frame->stmt.span, "T.init stands in a block");
    frame->for_init = frames_[at - 1];
    if (frame->for_init->block.has_init) fail(Diag::bad_kernel, frame->stmt.span, "T.init stands in a block once");
    frame->for_init->block.has_init = true;
  }
  if (frame->kind == KernelFrame::Kind::branch && frames_.back()->kind != KernelFrame::Kind::if_)
    fail(Diag::bad_kernel, frame->stmt.span, "T.Then and T.Else stand in T.If");
  frame_comments(*frame);
  frames_.push_back(std::move(frame));
}

// TIR 2.4: constants 0 that are evaluated are dropped; nothing left is T.evaluate(0).
tir::Suite KernelReader::suite_of(std::vector<tir::StmtId>& statements) {
  std::vector<Name> texts;  // of what is dropped
  std::erase_if(statements, [&](tir::StmtId id) {
    const tir::Stmt& s = (*kernel_)[id];
    if (s.kind != tir::StmtKind::evaluate || !prims_.is_constant(s.value, 0)) {
      std::vector<Name> own = texts.empty() ? std::vector<Name>() : kernel_->comments.take(At::before, id.index);
      for (const auto* part : {&texts, &own}) kernel_->comments.add(At::before, id.index, *part);
      texts.clear();
      return false;
    }
    for (At at : {At::before, At::behind}) {
      for (Name text : kernel_->comments.take(at, id.index)) texts.push_back(text);
    }
    return true;
  });
  if (statements.empty()) {
    tir::Stmt nothing;
    nothing.value = prims_.integer(0, kInt32);
    statements.push_back(kernel_->add(std::move(nothing)));
  }
  kernel_->comments.add(At::before, statements.back().index, texts);
  return kernel_->add(std::span<const tir::StmtId>(statements));
}

void KernelReader::close_one() {
  FramePtr frame = std::move(frames_.back());
  frames_.pop_back();
  KernelFrame& f = *frame;
  switch (f.kind) {
    case KernelFrame::Kind::function: return;  // the caller's
    case KernelFrame::Kind::loops:
      for (size_t i = f.loops.size(); i-- > 0;) {
        loops_.erase(f.loops[i].var.index);
        f.loops[i].body = suite_of(f.statements);
        f.statements = {kernel_->add(std::move(f.loops[i]))};
      }
      keep_comments(f, f.statements[0]);
      frames_.back()->statements.push_back(f.statements[0]);
      return;
    case KernelFrame::Kind::block: {
      f.block.body = suite_of(f.statements);
      tir::Stmt s;
      s.kind = tir::StmtKind::block;
      s.span = f.stmt.span;
      s.number = static_cast<uint32_t>(kernel_->blocks.size());
      kernel_->blocks.push_back(std::move(f.block));
      return keep_comments(f, add(std::move(s)));
    }
    case KernelFrame::Kind::init: f.for_init->block.init = suite_of(f.statements); return;
    case KernelFrame::Kind::branch: {
      KernelFrame& owner = *frames_.back();
      (f.is_else ? owner.stmt.other : owner.stmt.body) = suite_of(f.statements);
      (f.is_else ? owner.had_else : owner.had_then) = true;
      return;
    }
    case KernelFrame::Kind::if_: {
      f.stmt.has_else = f.had_else;
      std::vector<tir::StmtId> nothing;
      if (!f.had_then) f.stmt.body = suite_of(nothing);
      return keep_comments(f, add(std::move(f.stmt)));
    }
    case KernelFrame::Kind::stmt: {
      f.stmt.body = suite_of(f.statements);
      if (!f.list.empty()) kernel_->set_list(f.stmt, f.list);
      if (!f.outer) return keep_comments(f, add(std::move(f.stmt)));
      tir::StmtId inner = kernel_->add(std::move(f.stmt));
      f.outer->body = kernel_->add(std::span<const tir::StmtId>(&inner, 1));
      return keep_comments(f, add(std::move(*f.outer)));
    }
  }
}

void KernelReader::close() {
  while (frames_.back()->is_concise) close_one();
  close_one();
}

// ---- statements ----

void KernelReader::evaluate(Prim p, Span span) {
  tir::Stmt s;
  s.value = p;
  s.span = span;
  add(std::move(s));
}

void KernelReader::store(BufferId b, std::vector<Prim> indices, V value, Prim predicate, Span span) {
  const tir::Buffer buffer = (*kernel_)[b];
  load(b, indices, span);  // for its checks
  int lanes = buffer.dtype.lanes;
  if (!indices.empty()) lanes *= dtype(indices.back()).lanes;
  const DType wanted = DType::make(buffer.dtype.code, buffer.dtype.bits, lanes);
  Prim p = value.is(K::boolean) && wanted.is_boolean() ? prims_.boolean(value.integer != 0) : prim(value);
  if (dtype(p) != wanted) {
    if (dtype(p).lanes != wanted.lanes) {
      fail(Diag::dtype_mismatch, span,
           "a value of " + to_string(dtype(p)) + " is stored where " + to_string(wanted) + " is");
    }
    const Prim given = std::exchange(p, as_dtype(p, wanted, span));
    const bool is_exact =
        prims_[given].kind == PrimKind::float_imm && prims_[given].real == std::trunc(prims_[given].real);
    if (wanted.is_integral() && dtype(given).is_any_float() && !is_exact) {
      diagnostics_.report(Diag::narrowing_store, span,
                          "a value of " + to_string(dtype(given)) + " is cast to " + to_string(wanted) +
                              " where it is stored; T.Cast says so without a warning");
    }
  }
  tir::Stmt s;
  s.kind = tir::StmtKind::store;
  s.span = span;
  s.buffer = b;
  s.value = p;
  s.min = predicate;
  kernel_->set_list(s, indices);
  add(std::move(s));
}

void KernelReader::store(BufferId scalar, V value, Span span) {
  store(scalar, {prims_.integer(0, kInt32)}, std::move(value), {}, span);
}

void KernelReader::store(ExprId target, V value, Span span) {
  V base = subscripted(target);
  if (!base.is(K::buffer)) fail(Diag::bad_index, ast_[target].span, describe(base) + " has no elements to store to");
  V place = subscript(base, target, true);
  std::vector<Prim> indices;
  if (place.is(K::region)) {  // slices without bounds
    place = of(convert_region(place), span);
  }
  const std::span<const Prim> args = prims_.call_args(place.prim);
  indices.assign(args.begin(), args.end());
  store(base.buffer, std::move(indices), std::move(value), {}, span);
}

void KernelReader::assign(const Stmt& s) {
  const Expr& target = ast_[s.target];
  if (target.kind == ExprKind::list && target.sub == 1)
    fail(Diag::unsupported_syntax, target.span, "an assignment has one target");
  V value = eval(s.value, true);
  if (target.kind == ExprKind::index) return store(s.target, std::move(value), s.span);
  if (const auto known = scalar_of(s.target)) return store(*known, std::move(value), s.span);
  bind_targets(s.target, std::move(value), Binding::assigned);
}

std::string KernelReader::written(Span span) const {
  return std::string(source_.text().substr(span.begin, span.end - span.begin));
}

// The type in T.let[...], which newer versions say of what is bound once; none if the annotation is another.
ExprId KernelReader::let_type(ExprId annotation) const {
  if (ast_[annotation].kind != ExprKind::index || ast_.list(annotation).size() != 2) return {};
  const Expr& base = ast_[ast_.list(annotation)[0]];
  const bool is_let = base.kind == ExprKind::name && text(Name(base.a)).ends_with(".let");
  return is_let ? ast_.list(annotation)[1] : ExprId();
}

void KernelReader::annotated(const Stmt& s) {
  const ExprId bound_once = let_type(s.annotation);
  const Span whole = ast_[s.annotation].span;
  V type = eval(bound_once ? bound_once : s.annotation);
  if (type.is(K::function)) {
    Args none;
    none.span = type.span;
    none.name = text(type.text);
    type = call_function(std::string(text(type.text)), none);
  }
  if (!type.is(K::prim) || prims_[type.prim].kind != PrimKind::var)
    fail(Diag::bad_annotation, whole, "the annotation is no dtype: " + describe(type));
  const bool is_scalar = !bound_once && has_scalars_ && dtype(type.prim).code != DType::Code::handle;
  if (is_scalar) return scalar(s, dtype(type.prim));
  if (!s.value) fail(Diag::unsupported_syntax, s.span, "a variable needs a value");
  around_.note_spelling(Spelling::let_annotation, bool(bound_once), whole,
                        bound_once ? written(ast_[bound_once].span) : "T.let[" + written(whole) + "]");
  Prim p = prim(eval(s.value, true));
  if (dtype(p) != dtype(type.prim)) {
    fail(Diag::dtype_mismatch, s.span,
         "the value is of " + to_string(dtype(p)) + ", and the variable of " + to_string(dtype(type.prim)));
  }
  const Expr& target = ast_[s.target];
  if (target.kind != ExprKind::name) fail(Diag::syntax, target.span, "a name is assigned to");
  name_variable(type.prim, Name(target.a), target.span);
  let(type.prim, p, s.span);
  bind_name(Name(target.a), type, s.span);
}

void KernelReader::scalar(const Stmt& s, DType element) {
  const Expr& target = ast_[s.target];
  if (target.kind != ExprKind::name || Name(target.b)) fail(Diag::syntax, target.span, "a name is assigned to");
  V value = s.value ? eval(s.value, true) : V();
  Args args;
  args.span = s.span;
  args.name = "local_scalar";
  args.positional = {string(to_string(element), s.span)};
  const V memory = t_scalar(args);
  bind(Name(target.a), memory, target.span);
  if (s.value) store(memory.frame->stmt.buffer, std::move(value), s.span);
}

// Memory for one element, of its own or at `data`. The name stands for the element, and what is assigned to it is
// stored there.
KernelValue KernelReader::t_scalar(Args& args) {
  note_form(Spelling::scalar, true, args.span);
  const bool is_declared = args.name == "decl_scalar";
  const V* element = args.take(0, "dtype");
  Args buffer;
  buffer.span = args.span;
  buffer.name = args.name;
  buffer.positional = {integer(1, args.span), element ? *element : string("float32", args.span)};
  if (!is_declared)
    buffer.keywords.emplace_back("scope", string(args.name == "shared_scalar" ? "shared" : "local", args.span));
  constexpr std::string_view kOfMemory[] = {"data", "scope", "elem_offset"};
  for (size_t i = 0; is_declared && i < std::size(kOfMemory); ++i) {
    if (const V* v = args.take(i + 1, kOfMemory[i])) buffer.keywords.emplace_back(kOfMemory[i], *v);
  }
  (void)args.take(64, "name");
  done(args);
  const bool has_data =
      std::ranges::any_of(buffer.keywords, [](const auto& k) { return k.first == "data" && !k.second.is(K::nothing); });
  V v = declaration(buffer_of(buffer, 0, false), !has_data, args.span);
  v.frame->is_scalar = true;
  return v;
}

std::optional<BufferId> KernelReader::scalar_of(ExprId target) const {
  const Expr& t = ast_[target];
  const V* known = t.kind == ExprKind::name && !Name(t.b) ? find(Name(t.a)) : nullptr;
  return known && known->is(K::prim) && known->buffer ? std::optional(known->buffer) : std::nullopt;
}

void KernelReader::augmented(const Stmt& s) {
  const Expr& target = ast_[s.target];
  V lhs = eval(s.target, true), rhs = eval(s.value, true);
  V value = apply(s.op, false, lhs, rhs, s.span);
  if (target.kind == ExprKind::index) return store(s.target, std::move(value), s.span);
  if (const auto known = scalar_of(s.target)) return store(*known, std::move(value), s.span);
  bind_targets(s.target, std::move(value), Binding::fresh);
}

void KernelReader::for_(const Stmt& s) {
  V iter = eval(s.value);
  if (!iter.is(K::frame) || iter.frame->kind != KernelFrame::Kind::loops)
    fail(Diag::misplaced_construct, ast_[s.value].span,
         "a loop runs over range, T.grid, T.serial and the like, not " + describe(iter));
  push_names();
  open(iter.frame, false);
  try {
    V vars = iter.frame->yields;
    const Expr& target = ast_[s.target];
    if (target.kind == ExprKind::name && vars.is(K::list)) {
      bind(Name(target.a), vars, target.span);
    } else if (target.kind == ExprKind::tuple && ast_.list(s.target).size() == 1 && !vars.is(K::list)) {
      bind_targets(ast_.list(s.target)[0], vars, Binding::fresh);
    } else {
      bind_targets(s.target, vars, Binding::fresh);
    }
  } catch (const Mistake& m) {
    report(m);
  }
  suite(s.suite);
  end_suite(iter.frame.get(), s);
  close();
  pop_names();
}

void KernelReader::while_(const Stmt& s) {
  V condition = eval(s.value);
  if (!is_expression(condition) && !condition.is(K::region))
    fail(Diag::not_a_prim, ast_[s.value].span, "the condition of a loop is an expression, not " + describe(condition));
  auto frame = std::make_shared<KernelFrame>();
  frame->stmt.kind = tir::StmtKind::while_;
  frame->stmt.span = s.span;
  frame->stmt.value = boolean_prim(condition, "the condition of a loop");
  if (prims_.constant(frame->stmt.value))
    fail(Diag::not_a_prim, ast_[s.value].span, "the condition of a loop is no constant");
  push_names();
  open(frame, false);
  suite(s.suite);
  end_suite(frame.get(), s);
  close();
  pop_names();
}

void KernelReader::if_(const Stmt& s) {
  V condition = eval(s.value);
  push_names();
  if (condition.is(K::boolean)) {
    push_names();
    leave_comments();
    suite(condition.integer ? s.suite : s.else_suite);
    end_suite(nullptr, s, !condition.integer);
    pop_names();
  } else {
    if (!is_expression(condition) && !condition.is(K::region)) {
      pop_names();
      fail(Diag::not_a_prim, ast_[s.value].span, "a condition is a bool, not " + describe(condition));
    }
    auto frame = std::make_shared<KernelFrame>();
    frame->kind = KernelFrame::Kind::if_;
    frame->stmt.kind = tir::StmtKind::if_;
    frame->stmt.span = s.span;
    try {
      frame->stmt.value = prim(condition);
    } catch (const Mistake& m) {
      report(m);
      frame->stmt.value = prims_.boolean(true);
    }
    open(frame, false);
    for (bool is_else : {false, true}) {
      if (is_else && !s.has_else) break;
      auto branch = std::make_shared<KernelFrame>();
      branch->kind = KernelFrame::Kind::branch;
      branch->is_else = is_else;
      push_names();
      if (is_else) else_comments(*frame, s);
      open(branch, false);
      suite(is_else ? s.else_suite : s.suite);
      end_suite(frame.get(), s, is_else);
      close();
      pop_names();
    }
    close();
  }
  pop_names();
}

void KernelReader::with(const Stmt& s) {
  push_names();
  size_t opened = 0;
  FramePtr innermost;
  try {
    for (auto [expr, target] : ast_.with_items(s)) {
      V v = eval(expr);
      if (!v.is(K::frame))
        fail(Diag::misplaced_construct, ast_[expr].span,
             "'with' takes a construct that has a body, not " + describe(v));
      v.frame->stmt.span = s.span;
      const bool has_flat_form =
          v.frame->kind == KernelFrame::Kind::stmt &&
          (v.frame->stmt.kind == tir::StmtKind::assertion || v.frame->stmt.kind == tir::StmtKind::declare);
      if (has_flat_form) note_form(Spelling::flat_scope, false, ast_[expr].span);
      open(v.frame, false);
      innermost = v.frame;
      ++opened;
      if (!target) continue;
      V yields = v.frame->yields;
      if (yields.is(K::nothing)) fail(Diag::no_value, ast_[target].span, "the construct yields nothing to name");
      bind_targets(target, yields, Binding::fresh);
    }
  } catch (const Mistake& m) {
    report(m);
  }
  suite(s.suite);
  end_suite(innermost.get(), s);
  for (; opened > 0; --opened) close();
  pop_names();
}

void KernelReader::return_(const Stmt& s) {
  if (!s.value)
    fail(Diag::bad_kernel, s.span,
         "a 'return' of a kernel needs a scalar; without a value it ends where its text does, and nowhere else");
  V v = eval(s.value, true);
  if (v.is(K::nothing) || v.is(K::list))
    fail(Diag::bad_kernel, s.span, "a kernel returns a scalar, not " + describe(v));
  Prim p = prim(v);
  evaluate(call("ret", dtype(p), {p}), s.span);
}

void KernelReader::assertion(const Stmt& s) {
  V condition = eval(s.value);
  if (!s.annotation) fail(Diag::syntax, s.span, "an assertion needs a message: assert condition, \"message\"");
  V message = eval(s.annotation);
  auto frame = std::make_shared<KernelFrame>();
  frame->stmt.kind = tir::StmtKind::assertion;
  frame->stmt.span = s.span;
  frame->stmt.value = boolean_prim(condition, "the condition of an assertion");
  assertion_text(message, frame->stmt);
  open(frame, true);
}

// "text", or in newer versions ("RuntimeError", ["parts ", "of it"]); what is more than the text is an annotation.
void KernelReader::assertion_text(const V& message, tir::Stmt& to) {
  if (message.is(K::string)) {
    around_.note_spelling(Spelling::assertion, false, message.span,
                          "(\"RuntimeError\", [" + written(message.span) + "])");
    to.text = message.text;
    return;
  }
  const bool has_parts = message.is(K::list) && message.items->size() == 2 && message.items->at(0).is(K::string) &&
                         message.items->at(1).is(K::list);
  if (!has_parts)
    fail(Diag::not_a_string, message.span,
         "the message of an assertion is a string, or in newer versions (\"RuntimeError\", [\"message\"])");
  std::string said;
  for (const V& part : *message.items->at(1).items) {
    if (!part.is(K::string)) fail(Diag::not_a_string, part.span, "a part of the message of an assertion is a string");
    said += text(part.text);
  }
  const bool is_plain = text(message.items->at(0).text) == "RuntimeError" && message.items->at(1).items->size() == 1;
  if (!is_plain) to.annotations = attribute(message);
  note_form(Spelling::assertion, true, message.span);
  to.text = context_.name(said);
}

void KernelReader::expression(const Stmt& s) {
  if (ast_[s.value].kind == ExprKind::string) {
    has_docstring_ = true;
    return append_docstring(waiting_, text(Name(ast_[s.value].a)), context_);
  }
  V v = eval(s.value);
  switch (v.kind) {
    case K::nothing:
    case K::string:
    case K::store: return;
    case K::integer:
    case K::boolean:
    case K::prim: return evaluate(prim(v), s.span);
    case K::frame: return open(v.frame, true);
    case K::buffer:
    case K::iter_var:
      if (v.is_fresh) return;
      [[fallthrough]];
    default: fail(Diag::misplaced_construct, s.span, describe(v) + " is no statement");
  }
}

void KernelReader::statement(const Stmt& s) {
  switch (s.kind) {
    case syntax::StmtKind::assign: return assign(s);
    case syntax::StmtKind::annotated: return annotated(s);
    case syntax::StmtKind::augmented: return augmented(s);
    case syntax::StmtKind::expression: return expression(s);
    case syntax::StmtKind::return_: return return_(s);
    case syntax::StmtKind::pass: return;
    case syntax::StmtKind::with: return with(s);
    case syntax::StmtKind::if_: return if_(s);
    case syntax::StmtKind::for_: return for_(s);
    case syntax::StmtKind::while_: return while_(s);
    case syntax::StmtKind::assert_: return assertion(s);
    case syntax::StmtKind::break_: return evaluate(call("break_loop", kVoid, {}), s.span);
    case syntax::StmtKind::continue_: return evaluate(call("continue_loop", kVoid, {}), s.span);
    case syntax::StmtKind::broken: fail(Diag::count, s.span, "");
    default: fail(Diag::unsupported_syntax, s.span, "this statement is not part of the language of kernels");
  }
}

void KernelReader::report(const Mistake& m) {
  is_whole_ = false;
  if (m.diag != Diag::count) diagnostics_.report(m.diag, m.span, m.text).notes = m.notes;
}

// The names of a target that has got no value.
void KernelReader::note_unbound(ExprId target) {
  std::vector<ExprId> pending{target};
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    const Expr& e = ast_[id];
    if (e.kind == ExprKind::name) failed_.insert(e.a);
    else if (e.kind == ExprKind::starred) pending.push_back(ExprId(e.a));
    else if (e.kind == ExprKind::tuple || e.kind == ExprKind::list)
      pending.insert(pending.end(), ast_.list(id).begin(), ast_.list(id).end());
  }
}

// Names of a statement that was given up at its first mistake.
void KernelReader::other_undefined(const Stmt& s) {
  std::vector<ExprId> pending{s.annotation, s.value};
  if (s.target && ast_[s.target].kind == ExprKind::index) pending.push_back(s.target);
  while (!pending.empty()) {
    const ExprId id = pending.back();
    pending.pop_back();
    if (!id) continue;
    const Expr& e = ast_[id];
    switch (e.kind) {
      case ExprKind::name: {
        const Name first = Name(e.b) ? Name(e.b) : Name(e.a);
        if (is_known(first)) break;
        try {
          undefined(first, {e.span.begin, e.span.begin + static_cast<uint32_t>(text(first).size())});
        } catch (const Mistake& m) {
          report(m);
        }
        break;
      }
      case ExprKind::tuple:
      case ExprKind::list:
      case ExprKind::dict:
      case ExprKind::call:
      case ExprKind::index:
      case ExprKind::slice:
        for (auto item = ast_.list(id).rbegin(); item != ast_.list(id).rend(); ++item) pending.push_back(*item);
        break;
      case ExprKind::keyword: pending.push_back(ExprId(e.b)); break;
      case ExprKind::starred:
      case ExprKind::attribute: pending.push_back(ExprId(e.a)); break;
      case ExprKind::operation:
        for (auto item = ast_.operation(id).rbegin(); item != ast_.operation(id).rend(); ++item)
          pending.push_back(item->operand);
        break;
      default: break;  // a lambda has names of its own
    }
  }
}

void KernelReader::suite(StmtId first) {
  for (StmtId id = first; id; id = ast_[id].next) {
    const size_t scopes = scopes_.size();
    try {
      ast_.comments.empty() && !has_docstring_ ? statement(ast_[id]) : commented(ast_[id]);
    } catch (const Mistake& m) {
      report(m);
      while (scopes_.size() > scopes) pop_names();
      const Stmt& s = ast_[id];
      other_undefined(s);
      if (s.target && s.kind != syntax::StmtKind::for_) note_unbound(s.target);
    }
  }
}

void KernelReader::parameter(const DefParam& p, bool is_reported) {
  if (!p.annotation && is_reported) fail(Diag::count, p.span, "");
  if (!p.annotation)
    fail(Diag::bad_annotation, p.span, "the parameter '" + std::string(text(p.name)) + "' needs an annotation");
  if (p.default_value)
    fail(Diag::unsupported_syntax, ast_[p.default_value].span, "a parameter of a kernel has no default");
  V v = eval(p.annotation);
  if (v.is(K::function)) {
    Args none;
    none.span = v.span;
    none.name = text(v.text);
    v = call_function(std::string(text(v.text)), none);
  }
  tir::Parameter param;
  if (v.is(K::buffer)) {
    param.buffer = v.buffer;
    name_buffer(v.buffer, p.name, p.span);
    param.var = fresh(std::string(text(p.name)) + "_handle", kHandle, p.span).prim;
    named_.insert(param.var.index);
  } else if (v.is(K::prim) && prims_[v.prim].kind == PrimKind::var) {
    param.var = v.prim;
    name_variable(v.prim, p.name, p.span);
  } else {
    fail(Diag::bad_annotation, ast_[p.annotation].span, "the annotation of a parameter is no type: " + describe(v));
  }
  kernel_->params.push_back(param);
  bind_name(p.name, v, p.span);
}

// global_symbol is no attribute like the others.
void KernelReader::take_symbol(Span span) {
  if (!kernel_->attrs) return;
  std::span<const Attr> items = context_.attrs.items(kernel_->attrs);
  std::vector<Attr> rest;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (text(Name(context_.attrs[items[i]].id)) == "global_symbol" &&
        context_.attrs[items[i + 1]].kind == AttrKind::string) {
      kernel_->symbol = Name(context_.attrs[items[i + 1]].id);
      if (kernel_->is_private) diagnostics_.report(Diag::bad_kernel, span, "a private kernel has no global_symbol");
      continue;
    }
    rest.insert(rest.end(), {items[i], items[i + 1]});
  }
  kernel_->attrs = rest.empty() ? Attr() : context_.attrs.dict(rest);
}

// False if not all of it was understood.
bool KernelReader::header(const Stmt& stmt) {
  const Def& def = ast_.defs[stmt.def];
  try {
    ExprId decorator = ast_.decorators(stmt).back();
    if (ast_[decorator].kind == ExprKind::call) {
      for (ExprId a : ast_.list(decorator).subspan(1)) {
        if (ast_[a].kind != ExprKind::keyword) continue;
        V v = eval(ExprId(ast_[a].b));
        if (text(Name(ast_[a].a)) == "s_tir") is_newer_ |= v.is(K::boolean) && v.integer;
        if (text(Name(ast_[a].a)) == "private") kernel_->is_private = v.is(K::boolean) && v.integer;
        if (text(Name(ast_[a].a)) == "check_well_formed") kernel_->is_unchecked = v.is(K::boolean) && !v.integer;
      }
    }
    for (const DefParam& p : ast_.def_params(def)) {
      try {
        parameter(p, stmt.is_reported);
      } catch (const Mistake& m) {
        report(m);
        failed_.insert(p.name.index);
      }
    }
    if (def.result) {
      V v = eval(def.result);
      if (!v.is(K::nothing)) {
        kernel_->has_result = true;
        kernel_->result = v.is(K::prim) ? dtype(v.prim) : dtype_of(v);
      }
    }
  } catch (const Mistake& m) {
    report(m);
  }
  return is_whole_;
}

KernelReader::Reading KernelReader::read(const Stmt& stmt) {
  const Def& def = ast_.defs[stmt.def];
  const size_t errors = diagnostics_.error_count();
  kernel_ = std::make_shared<tir::Kernel>(shared_);
  frames_.clear();
  scopes_.clear();
  names_.clear();
  loops_.clear();
  threads_.clear();
  thread_extents_.clear();
  failed_.clear();
  ended_.clear();
  is_whole_ = !stmt.is_reported;
  has_docstring_ = false;
  is_newer_ = around_.reads_as_newer(static_cast<Dialect>(info(Spelling::tir_block).since));
  has_scalars_ = around_.reads_as_newer(static_cast<Dialect>(info(Spelling::scalar).since));
  kernel_->name = def.name;
  push_names();
  auto function = std::make_shared<KernelFrame>();
  function->kind = KernelFrame::Kind::function;
  frames_.push_back(function);
  Reading out;
  before_.clear();
  behind_.clear();
  waiting_.clear();
  out.has_signature = header(stmt);
  signature_comments(stmt);
  suite(stmt.suite);
  end_suite(nullptr, stmt);
  kernel_->comments.add(At::end, Id<int>::kNone, std::exchange(waiting_, {}));
  while (frames_.size() > 1) close_one();
  std::vector<tir::StmtId> statements = std::move(frames_[0]->statements);
  std::vector<BufferId> allocations = std::move(frames_[0]->declared);
  kernel_->body = suite_of(statements);
  take_symbol(def.span);
  frames_.clear();
  pop_names();
  names_.clear();
  is_whole_ &= diagnostics_.error_count() == errors;
  if (is_whole_) tir::complete(*kernel_, allocations, diagnostics_);
  out.is_whole = is_whole_ && diagnostics_.error_count() == errors;
  out.kernel = std::move(kernel_);
  return out;
}

}  // namespace hammock::read
