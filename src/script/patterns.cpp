// SPDX-License-Identifier: Apache-2.0
// Patterns and contexts of a script (the pattern language, its constructors and methods).
#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "tvm.h"

namespace hammock::script {

// Matchers refer to the rows, which must not move or change while a rule runs.
void Tvm::may_make_patterns() {
  if (build_) interpreter_->fail("patterns are made before a rewriter runs, not in it");
  if (patterns_->size() >= kMaxItems)
    interpreter_->fail("more than " + std::to_string(kMaxItems) + " patterns", Diag::too_large);
  interpreter_->take(200);
}

Datum Tvm::of(Pattern p) {
  const PatternNode& last = (*patterns_)[PatternId(static_cast<uint32_t>(patterns_->size() - 1))];
  size_t rows = patterns_->size() - charged_rows_, parts = last.parts_begin + last.parts_size - charged_parts_;
  interpreter_->charge(1 + rows / 2 + parts / 4);
  interpreter_->take(rows * 150 + parts * 2 * sizeof(PatternId));
  charged_rows_ += rows;
  charged_parts_ += parts;
  if (!patterns_->span(p)) patterns_->set_span(p, interpreter_->place());
  return Datum::of(Type::pattern, p.id().index);
}

Pattern Tvm::pattern(Datum d, std::string_view what, int depth) {
  if (depth > kMaxNesting)
    interpreter_->fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  may_make_patterns();
  interpreter_->charge(1);
  if (d.is(Type::pattern)) return patterns_->at(PatternId(d.id));
  if (d.is(Type::chain)) return patterns_->at(d.as<ChainObject>().patterns.back());
  if (d.is_sequence()) return patterns_->tuple(pattern_list(d, depth + 1));
  if (d.is(Type::expr)) {
    Bound b{{d}, {true}, {}};
    return patterns_->at(PatternId(is_expr(b).id));
  }
  interpreter_->fail(std::string(what) + " is wanted here, not " + interpreter_->type_name(d), Diag::bad_pattern);
}

std::vector<Pattern> Tvm::pattern_list(Datum d, int depth) {
  std::vector<Pattern> out;
  for (Datum part : interpreter_->elements(d)) out.push_back(pattern(part, "a pattern", depth));
  return out;
}

std::vector<Prim> Tvm::dims(Datum d) {
  std::vector<Prim> out;
  for (Datum part : interpreter_->elements(d)) {
    out.push_back(to_prim(part, "a dim"));
    for (Prim s : free_symbols(context_, out.back())) patterns_->make_dim(s);
  }
  return out;
}

// p(a, b, varg_default_wildcard=False, add_constraint=True)
Datum Tvm::call_pattern(Datum callee, const Args& args) {
  may_make_patterns();
  Pattern c = pattern(callee);
  std::vector<Pattern> operands;
  for (Datum d : args.positional) {
    if (d.is_none())
      interpreter_->fail(
          "None is no pattern of an operand; wildcard() matches any operand, varg_default_wildcard=True any further "
          "ones",
          Diag::bad_pattern);
    operands.push_back(pattern(d, "a pattern of an operand"));
  }
  bool is_open = false, adds_edges = true;
  for (const auto& [key, value] : args.keywords) {
    std::string_view k = context_.text(key);
    if (k == "varg_default_wildcard") {
      is_open = interpreter_->truth(value);
    } else if (k == "add_constraint") {
      adds_edges = interpreter_->truth(value);
    } else {
      constexpr std::string_view kNames[] = {"varg_default_wildcard", "add_constraint"};
      interpreter_->fail("a pattern of a call has no parameter '" + std::string(k) +
                             "'; attributes are matched with .has_attr({...})" + did_you_mean(k, kNames),
                         Diag::argument_count);
    }
  }
  Pattern p = patterns_->call(c, operands, is_open);
  if (adds_edges && context_graph()) {
    charge_for_edges(*context_graph(), operands.size());
    context_graph()->add_call(p);
  }
  return of(p);
}

// ---- constructors ----

Op op_named(Interpreter& m, Datum d) {
  if (d.is(Type::op)) return static_cast<Op>(d.id);
  std::string_view name;
  if (Interpreter::is_text(d)) name = Interpreter::text_of(d);
  else if (d.is(Type::maker)) name = m.text(Name(d.id));
  else m.fail("an operator is named by a string, not " + m.type_name(d), Diag::not_a_string);
  for (std::string_view prefix : {"relax.", "R."}) {
    if (!name.starts_with(prefix)) continue;
    std::string_view rest = name.substr(prefix.size());
    if (rest == "call_pure_packed" || !rest.empty()) {
      Op op = find_op(rest);
      if (op != Op::none) return op;
    }
  }
  std::string_view near = nearest(name.starts_with("relax.") ? name.substr(6) : name, op_names());
  m.fail("there is no operator '" + std::string(name) + "'" +
             (near.empty() ? "" : "; did you mean 'relax." + std::string(near) + "'?"),
         Diag::unknown_operator);
}

static std::string text_or(Interpreter& m, const Bound& b, size_t i) {
  if (!b.has(i)) return "";
  if (!Interpreter::is_text(b[i])) m.fail("a name is a string, not " + m.type_name(b[i]), Diag::not_a_string);
  return std::string(Interpreter::text_of(b[i]));
}

Datum Tvm::wildcard(const Bound&) {
  may_make_patterns();
  return of(patterns_->any());
}
Datum Tvm::is_op(const Bound& b) {
  may_make_patterns();
  return of(patterns_->op(op_named(*interpreter_, b[0])));
}
Datum Tvm::is_const(const Bound&) {
  may_make_patterns();
  return of(patterns_->constant());
}
Datum Tvm::is_var(const Bound& b) {
  may_make_patterns();
  return of(patterns_->variable(text_or(*interpreter_, b, 0)));
}
Datum Tvm::is_dfv(const Bound& b) {
  may_make_patterns();
  return of(patterns_->dataflow_variable(text_or(*interpreter_, b, 0)));
}
Datum Tvm::is_gv(const Bound& b) {
  may_make_patterns();
  return of(patterns_->global_containing(text_or(*interpreter_, b, 0)));
}
Datum Tvm::extern_pattern(const Bound& b) {
  may_make_patterns();
  return of(patterns_->extern_func(text_or(*interpreter_, b, 0)));
}

Datum Tvm::is_expr(const Bound& b) {
  may_make_patterns();
  if (b[0].is(Type::op)) return is_op(b);
  if (!b[0].is(Type::expr))
    interpreter_->fail("is_expr takes an expression, not " + interpreter_->type_name(b[0]), Diag::wrong_script_value);
  const Node& node = function()[value(b[0])];
  switch (node.kind) {
    case NodeKind::constant: return of(patterns_->constant(node.constant()));
    case NodeKind::shape: return of(patterns_->shape(context_.infos.dims(node.info)));
    case NodeKind::prim_value: return of(patterns_->prim(node.prim()));
    case NodeKind::string: return of(patterns_->string(context_.text(node.text())));
    case NodeKind::op_ref: return of(patterns_->op(node.op_value()));
    default:
      interpreter_->fail(
          "is_expr takes a constant, shape, string or primitive value; other expressions are written as patterns",
          Diag::unsupported);
  }
}

Datum Tvm::is_tuple(const Bound& b) {
  return of(patterns_->tuple(pattern_list(b[0]), !(b.has(1) && interpreter_->truth(b[1]))));
}

Datum Tvm::is_get_item(const Bound& b) {
  std::optional<uint32_t> index;
  if (b.has(1)) index = static_cast<uint32_t>(std::clamp<int64_t>(interpreter_->integer(b[1], "an index"), 0, 1 << 30));
  return of(patterns_->get_item(pattern(b[0]), index));
}

Datum Tvm::is_shape(const Bound& b) {
  may_make_patterns();
  return of(patterns_->shape(dims(b[0])));
}

Datum Tvm::is_call_tir(const Bound& b) {
  may_make_patterns();
  std::vector<Pattern> args;
  if (b.has(1)) args = b[1].is(Type::pattern) ? std::vector<Pattern>{pattern(b[1])} : pattern_list(b[1]);
  std::optional<Pattern> vars;
  if (b.has(2)) vars = pattern(b[2]);
  return of(patterns_->call_tir(text_or(*interpreter_, b, 0),
                                b.has(1) ? std::optional(std::span<const Pattern>(args)) : std::nullopt, vars));
}

Datum Tvm::is_call_dps_packed(const Bound& b) {
  may_make_patterns();
  std::vector<Pattern> args;
  if (b.has(1)) args = b[1].is(Type::pattern) ? std::vector<Pattern>{pattern(b[1])} : pattern_list(b[1]);
  return of(patterns_->call_dps_packed(text_or(*interpreter_, b, 0),
                                       b.has(1) ? std::optional(std::span<const Pattern>(args)) : std::nullopt));
}

Datum Tvm::is_call_packed(const Bound& b) {
  may_make_patterns();
  std::vector<Pattern> args;
  if (b.has(1)) args = b[1].is(Type::pattern) ? std::vector<Pattern>{pattern(b[1])} : pattern_list(b[1]);
  return of(patterns_->call_packed(text_or(*interpreter_, b, 0),
                                   b.has(1) ? std::optional(std::span<const Pattern>(args)) : std::nullopt));
}

Datum Tvm::has_attr(const Bound& b) { return of(with_attrs(b.has(1) ? pattern(b[1]) : patterns_->any(), b[0])); }

static DType dtype_of(Interpreter& m, Datum d) {
  std::optional<DType> dtype = Interpreter::is_text(d) ? parse_dtype(Interpreter::text_of(d)) : std::nullopt;
  if (!dtype) m.fail("a dtype is wanted here, not " + m.repr(d), Diag::unknown_dtype);
  return *dtype;
}

Datum Tvm::has_dtype(const Bound& b) {
  may_make_patterns();
  return of(patterns_->has_dtype(b.has(1) ? pattern(b[1]) : patterns_->any(), dtype_of(*interpreter_, b[0])));
}

Datum Tvm::dominates(const Bound& b) {
  may_make_patterns();
  // dominates(parent, path, child), or dominates(parent, child).
  if (!b.has(2)) return of(patterns_->dominates(pattern(b[0]), pattern(b[1])));
  return of(patterns_->dominates(pattern(b[0]), pattern(b[1]), pattern(b[2])));
}

// A number of repetitions.
uint32_t Tvm::count(const Bound& b, size_t i, uint32_t missing) {
  if (!b.has(i)) return missing;
  int64_t n = interpreter_->integer(b[i], "a number of repetitions");
  if (n < 0 || n > static_cast<int64_t>(kMaxItems))
    interpreter_->fail("a number of repetitions is from 0 to " + std::to_string(kMaxItems), Diag::out_of_range);
  return static_cast<uint32_t>(n);
}

// Hammock's own: any number of operands or fields, each of which matches.
Datum Tvm::each(const Bound& b) {
  Pattern p = pattern(b[0]);
  mark_repeated(p, {});
  return of(patterns_->each(p, count(b, 1, 0)));
}

// What p mentions stands for lists in the matchings, up to `shared`.
void Tvm::mark_repeated(PatternId p, std::span<const PatternId> shared) {
  std::vector<PatternId> open{p};
  while (!open.empty()) {
    p = open.back();
    open.pop_back();
    interpreter_->charge(1);
    if (std::ranges::find(shared, p) != shared.end() || !repeated_.insert(p.index).second) continue;
    open.insert(open.end(), patterns_->parts(p).begin(), patterns_->parts(p).end());
  }
}

// ---- methods ----

Pattern Tvm::with_attrs(Pattern p, Datum dict) {
  may_make_patterns();
  if (!dict.is(Type::dict))
    interpreter_->fail("attributes are a dict from names to values, not " + interpreter_->type_name(dict),
                       Diag::wrong_script_value);
  std::vector<AttrTest> tests;
  for (const Dict::Entry& e : std::vector<Dict::Entry>(dict.as<Dict>().entries)) {
    if (!Interpreter::is_text(e.key)) interpreter_->fail("the name of an attribute is a string", Diag::not_a_string);
    AttrTest test;
    test.name = context_.name(Interpreter::text_of(e.key));
    attach();
    std::optional<Attr> value = calls_->attr(call_value(e.value));
    if (!value) fail_call();
    test.equals = *value;
    tests.push_back(std::move(test));
  }
  // A name that the operator does not have matches nothing; say so at once.
  const PatternNode& node = (*patterns_)[p];
  if (node.kind == PatternKind::call && (*patterns_)[patterns_->parts(p)[0]].kind == PatternKind::op) {
    const OpInfo& row = info((*patterns_)[patterns_->parts(p)[0]].op);
    for (const AttrTest& t : tests) {
      if (row.attr_index(context_.text(t.name)) >= 0) continue;
      std::vector<std::string_view> names;
      for (uint8_t i : row.attrs) names.push_back(row.params[i].name);
      interpreter_->fail("R." + std::string(row.name) + " has no attribute '" + std::string(context_.text(t.name)) +
                             "'" + did_you_mean(context_.text(t.name), names),
                         Diag::unknown_attribute);
    }
  }
  return patterns_->has_attrs(p, std::move(tests));
}

Datum Tvm::m_has_attr(Datum self, const Bound& b) { return of(with_attrs(pattern(self), b[0])); }
Datum Tvm::m_has_dtype(Datum self, const Bound& b) {
  return of(patterns_->has_dtype(pattern(self), dtype_of(*interpreter_, b[0])));
}
Datum Tvm::m_has_shape(Datum self, const Bound& b) {
  Pattern p = pattern(self);
  return of(patterns_->has_shape(p, dims(b[0])));
}

Datum Tvm::m_has_struct_info(Datum self, const Bound& b) {
  Pattern p = pattern(self);
  Datum d = b[0];
  if (d.is(Type::maker)) d = call_maker(context_.text(Name(d.id)), {});  // R.Object
  if (!d.is(Type::info))
    interpreter_->fail("struct info is wanted here, not " + interpreter_->type_name(d), Diag::wrong_script_value);
  for (Prim s : free_symbols(context_, StructInfo(d.id))) patterns_->make_dim(s);
  return of(patterns_->has_info(p, StructInfo(d.id)));
}

Datum Tvm::m_has_type(Datum, const Bound&) {
  interpreter_->fail("has_type is gone; use has_struct_info(R.Tensor(ndim=..., dtype=...))", Diag::unsupported);
}

Datum Tvm::m_optional(Datum, const Bound&) {
  interpreter_->fail("patterns have no optional(); write pattern | constructor(pattern)", Diag::unsupported);
}

std::vector<PatternId> Tvm::chain_of(Datum d) {
  if (d.is(Type::chain)) return d.as<ChainObject>().patterns;
  if (d.is(Type::pattern)) return {PatternId(d.id)};
  interpreter_->fail("a pattern is wanted here, not " + interpreter_->type_name(d), Diag::bad_pattern);
}

void Tvm::add_edge(Datum from, Datum to, bool is_only, int index) {
  may_make_patterns();
  PatternGraph* graph = context_graph();
  if (!graph) interpreter_->fail("patterns are connected inside `with PatternContext() as ctx:`", Diag::bad_pattern);
  PatternId a = chain_of(from).back(), b = chain_of(to).front();
  charge_for_edges(*graph, 1);
  bool is_new = is_only ? graph->only_used_by(a, b, index) : graph->used_by(a, b, index);
  if (!is_new) interpreter_->fail("the very same connection is there already", Diag::bad_pattern);
}

// A new edge is compared with all that are there.
void Tvm::charge_for_edges(const PatternGraph& graph, size_t count) {
  interpreter_->charge(count * (1 + (graph.edges().size() + graph.nodes().size()) / 16));
  interpreter_->take(count * 48);
}

// a ^ b, a >> b
Datum Tvm::chain(Datum lhs, Datum rhs, bool is_only) {
  std::vector<PatternId> left = chain_of(lhs), right = chain_of(rhs);
  add_edge(lhs, rhs, is_only, -1);
  Datum out = interpreter_->make<ChainObject>();
  out.as<ChainObject>().patterns = std::move(left);
  out.as<ChainObject>().patterns.insert(out.as<ChainObject>().patterns.end(), right.begin(), right.end());
  interpreter_->charge(out.as<ChainObject>().patterns.size() / 16);
  interpreter_->take(out.as<ChainObject>().patterns.size() * 4);
  return out;
}

Datum Tvm::m_used_by(Datum self, const Bound& b) {
  int index =
      b.has(1) ? static_cast<int>(std::clamp<int64_t>(interpreter_->integer(b[1], "an index"), -1, 1 << 20)) : -1;
  if (index < 0) return chain(self, b[0], false);
  add_edge(self, b[0], false, index);
  return self;
}

Datum Tvm::m_only_used_by(Datum self, const Bound& b) {
  int index =
      b.has(1) ? static_cast<int>(std::clamp<int64_t>(interpreter_->integer(b[1], "an index"), -1, 1 << 20)) : -1;
  if (index < 0) return chain(self, b[0], true);
  add_edge(self, b[0], true, index);
  return self;
}

Datum Tvm::m_fork_to(Datum self, const Bound& b) {
  for (Datum to : b.rest) add_edge(self, to, false, -1);
  return self;
}

Datum Tvm::m_same_shape_as(Datum self, const Bound& b) {
  PatternGraph* graph = context_graph();
  if (!graph)
    interpreter_->fail("same_shape_as is a constraint of the PatternContext around it; there is none",
                       Diag::bad_pattern);
  std::vector<PatternId> all{PatternId(self.id)};
  for (Datum d : b.rest) all.push_back(pattern(d));
  graph->same_shape(std::move(all));
  return self;
}

Datum Tvm::m_dup(Datum self, const Bound&) { return of(patterns_->dup(pattern(self))); }
Datum Tvm::m_dominates(Datum self, const Bound& b) {
  Pattern child = pattern(self), parent = pattern(b[0]);
  return of(b.has(1) ? patterns_->dominates(parent, pattern(b[1]), child) : patterns_->dominates(parent, child));
}

// ---- contexts ----

// Hammock's own: as many of what hangs on the pattern as there are, all with the same `shared`.
Datum Tvm::m_branches(Datum self, const Bound& b) {
  may_make_patterns();
  PatternGraph& graph = *contexts_[self.id];
  std::vector<PatternId> shared;
  for (Datum d : interpreter_->elements(b[1])) shared.push_back(pattern(d));
  PatternId branch = pattern(b[0]);
  auto is_known = [&](PatternId p) { return std::ranges::find(graph.nodes(), p) != graph.nodes().end(); };
  if (!is_known(branch) || !std::ranges::all_of(shared, is_known)) {
    interpreter_->fail(
        "branches() takes patterns that are connected in this context, by a call that was made in it or by used_by",
        Diag::bad_pattern);
  }
  if (std::ranges::find(shared, branch) != shared.end())
    interpreter_->fail("what branches is not shared by its branches", Diag::bad_pattern);
  uint32_t at_least = count(b, 2, 1), at_most = count(b, 3, 0xffffffffu);
  if (at_most < at_least)
    interpreter_->fail("at least " + std::to_string(at_least) + " branches, but at most " + std::to_string(at_most),
                       Diag::bad_pattern);
  mark_repeated(branch, shared);
  graph.branches(branch, std::move(shared), at_least, at_most);
  return {};
}

Datum Tvm::pattern_context(const Bound& b) {
  may_make_patterns();
  bool is_incremental = b.has(0) && interpreter_->truth(b[0]);
  if (is_incremental && !context_graph())
    interpreter_->fail("an incremental context stands inside another one", Diag::bad_pattern);
  if (contexts_.size() >= 10'000) interpreter_->fail("more than 10000 contexts", Diag::too_large);
  if (is_incremental) charge_for_edges(*context_graph(), 1 + context_graph()->edges().size() / 16);
  contexts_.push_back(is_incremental ? std::make_unique<PatternGraph>(*context_graph())
                                     : std::make_unique<PatternGraph>(*patterns_));
  return Datum::of(Type::context, static_cast<uint32_t>(contexts_.size() - 1));
}

Datum Tvm::enter(Datum context) {
  if (!context.is(Type::context))
    interpreter_->fail("`with` takes a PatternContext, not " + interpreter_->type_name(context), Diag::bad_pattern);
  if (active_.size() >= 100) interpreter_->fail("contexts are nested deeper than 100", Diag::too_deep);
  active_.push_back(context.id);
  return context;
}

}  // namespace hammock::script
