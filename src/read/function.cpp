// SPDX-License-Identifier: Apache-2.0
// Functions and their statements (language 1.6 to 1.11, 4.4, 4.5).
#include <algorithm>
#include <iterator>

#include "hammock/base/check.h"
#include "hammock/infer/describe.h"
#include "statement.h"

namespace hammock::read {

bool is_identifier(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;
  return std::all_of(s.begin(), s.end(), [](unsigned char c) { return c == '_' || c >= 0x80 || std::isalnum(c); });
}

// ---- scopes and names ----

// ---- blocks ----

// ---- signatures ----

// Strings that are a whole dim declare a symbol (language 1.7).
void Statements::collect_symbols(ExprId e) {
  const Expr& expr = ast_[e];
  if (expr.kind != ExprKind::call || ast_[ast_.list(e)[0]].kind != ExprKind::name) return;
  std::string_view callee = text(Name(ast_[ast_.list(e)[0]].a));
  callee = callee.substr(callee.rfind('.') + 1);
  auto declare = [&](ExprId dim) {
    if (!type_variables_.empty() || !file_symbols_.empty()) collect_type_variables(dim);
    if (ast_[dim].kind != ExprKind::string) return;
    Name name(ast_[dim].a);
    if (is_identifier(text(name))) declare_signature_symbol(name, ast_[dim].span);
  };
  auto all = [&](ExprId list, auto&& f) {
    if (ast_[list].kind != ExprKind::tuple && ast_[list].kind != ExprKind::list) return false;
    for (ExprId item : ast_.list(list)) f(item);
    return true;
  };
  std::span<const ExprId> args = ast_.list(e).subspan(1);
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr& arg = ast_[args[i]];
    std::string_view key = arg.kind == ExprKind::keyword ? text(Name(arg.a)) : "";
    ExprId value = arg.kind == ExprKind::keyword ? ExprId(arg.b) : args[i];
    auto collect = [&](ExprId x) { collect_symbols(x); };
    if (callee == "Tensor" || callee == "DTensor") {
      if (key == "shape" || (key.empty() && i == 0)) all(value, declare);
    } else if (callee == "Shape") {
      if (key == "values" || (key.empty() && i == 0)) all(value, declare);
    } else if (callee == "Prim") {
      if (key == "value" || (key.empty() && i == 1)) declare(value);
    } else if (callee == "Tuple") {
      if (!all(value, collect)) collect(value);
    } else if (callee == "Callable") {
      if ((key == "params" || (key.empty() && i == 0)) && !all(value, collect)) collect(value);
    } else if (builtin(Name(ast_[ast_.list(e)[0]].a)).kind == Builtin::Kind::unknown) {
      all(value, declare);  // a misspelt name, which is reported; what it declares is not missed
    }
  }
}

// `m = T.int64(is_size_var=True)` at the top level of the body says what the m of the signature is. The name is nothing
// else there.
void Statements::prelude(const Stmt& stmt) {
  if (symbols_.empty()) return;
  std::unordered_map<Name, size_t> by_name;
  for (size_t i = 0; i < symbols_.size(); ++i) by_name.emplace(symbols_[i].first, i);
  std::vector<bool> is_declared(symbols_.size());
  for (StmtId id = stmt.suite; id; id = ast_[id].next) {
    const Stmt& s = ast_[id];
    if (s.kind != StmtKind::assign || ast_[s.target].kind != ExprKind::name || ast_[s.target].b != Name::kNone)
      continue;
    auto it = by_name.find(Name(ast_[s.target].a));
    if (it == by_name.end()) continue;
    Item item;
    if (may_declare(s.value)) {
      item = eval(s.value);
      if (!item) continue;
    }
    if (!item.is(What::symbol)) {
      misused_symbols_.insert(id);
    } else if (!is_declared[it->second]) {
      is_declared[it->second] = true;
      DType dtype = DType::unpack(item.id);
      if (!(dtype == kInt64) || item.flag)
        symbols_[it->second].second = make(What::prim, s.span, context_.prims.var(it->first, dtype, item.flag).index);
    }
  }
}

// T.int64(), T.Var("m", "int64")
bool Statements::may_declare(ExprId e) {
  if (ast_[e].kind != ExprKind::call || ast_[ast_.list(e)[0]].kind != ExprKind::name) return false;
  const Builtin& callee = builtin(Name(ast_[ast_.list(e)[0]].a));
  return callee.kind == Builtin::Kind::dtype ||
         (callee.kind == Builtin::Kind::form && callee.form->read == &Statements::form_symbol);
}

// `s: R.Shape([2, 3])` in the body, without a value, is how TVM shows a variable that nothing binds. It is reported,
// and what it says is believed, so that the rest of the function can be checked.
void Statements::free_variables(const Stmt& stmt) {
  if (!ast_.has_lone_annotations) return;
  for (StmtId id = stmt.suite; id; id = ast_[id].next) {
    const Stmt& s = ast_[id];
    if (s.kind != StmtKind::annotated || s.value || ast_[s.target].kind != ExprKind::name ||
        scopes_.lookup(Name(ast_[s.target].a)))
      continue;
    StructInfo info = annotation(s.annotation, Mode::signature);
    if (info && !context_.infos.is_void(info))
      scopes_.bind(Name(ast_[s.target].a), make_expr(fn_->add_param(Name(ast_[s.target].a), info, s.span), s.span));
  }
}

Value Statements::parameter(const DefParam& p, bool is_reported) {
  StructInfo info;
  if (!p.annotation && !is_reported) {
    bad(Diag::bad_annotation, p.span,
        "the parameter " + quoted(text(p.name)) + " needs an annotation" +
            (text(p.name) == "self" ? "; a function of a module has no 'self' and calls others by the name of the class"
                                    : ""));
  } else if (p.annotation) {
    info = annotation(p.annotation, Mode::signature);
  }
  Value v = fn_->add_param(p.name, info, p.span);
  Item item = make_expr(v, p.span);
  scopes_.bind(p.name, info ? item : Item());
  return v;
}

void Statements::open_signature(const Stmt& stmt, LambdaId lambda) {
  const Def& def = ast_.defs[stmt.def];
  std::span<const DefParam> params = ast_.def_params(def);
  symbols_.clear();
  for (const auto& [name, span] : def.type_params) {
    note(Spelling::type_variables, true, span);
    declare_signature_symbol(name, span);
  }
  for (const DefParam& p : params) {
    if (p.annotation) collect_symbols(p.annotation);
  }
  prelude(stmt);
  for (auto& [name, item] : symbols_) scopes_.bind(name, item);
  free_variables(stmt);
  std::unordered_map<Name, Span> seen, dims;
  for (const auto& [name, item] : symbols_) dims.emplace(name, item.span);
  bool has_default = false;
  for (const DefParam& p : params) {
    auto [at, is_new] = seen.emplace(p.name, p.span);
    if (!is_new)
      bad(Diag::duplicate_name, p.span, "two parameters are called " + quoted(text(p.name)),
          {{at->second, "the first is here"}});
    if (auto dim = dims.find(p.name); dim != dims.end()) {
      bad(Diag::duplicate_name, p.span, quoted(text(p.name)) + " is a symbolic dim of this signature and a parameter",
          {{dim->second, "the dim is here"}});
    }
    if (p.default_value) {
      has_default = true;
      diagnostics_.report(
          Diag::left_out, ast_[p.default_value].span,
          "the default of " + quoted(text(p.name)) + " is ignored, as by TVM: what is printed does not have it");
    }
    if (has_default && !p.default_value)
      bad(Diag::syntax, p.span, "a parameter without a default value behind one that has one");
    (*fn_)[lambda].params.push_back(parameter(p, stmt.is_reported));
  }
  if (!ast_.comments.empty() || !ast_.param_comments.empty()) signature_comments(stmt, lambda);
  has_return_annotation_ = static_cast<bool>(def.result);
  if (def.result) {
    const std::vector<Value>& own = (*fn_)[lambda].params;
    hidden_from_ = own.empty() ? Value() : own.front();
    omits_values_ = false;
    StructInfo result = annotation(def.result, Mode::signature);
    if (omits_values_) results_without_values_.insert(stmt.def);
    hidden_from_ = {};
    (*fn_)[lambda].ret = result;
    (*fn_)[lambda].has_declared_ret = static_cast<bool>(result);
  }
}

void Statements::body(const Stmt& stmt, LambdaId lambda) {
  RegionState region;
  region.id = (*fn_)[lambda].body;
  RegionState* outer_region = std::exchange(region_, &region);
  LambdaId outer_lambda = std::exchange(lambda_, lambda);
  uint32_t outer_gv = std::exchange(gv_, 0), outer_lv = std::exchange(lv_, 0);
  auto outer_attrs = std::exchange(function_attrs_, {});
  SymbolSet outer_defined = std::exchange(defined_, {});
  uint32_t outer_end = std::exchange(body_end_, ast_.defs[stmt.def].text.end);
  defined_ = parameter_symbols(*fn_, lambda);

  suite(stmt.suite);
  region_comments(region.id, comments_of(At::end, stmt));
  if (!region.has_return && stmt.suite && !region.ends_badly) {
    const Def& def = ast_.defs[stmt.def];
    bad(Diag::bad_block, def.span, "the function " + quoted(text(def.name)) + " does not end with a return");
  }
  if (!(*fn_)[region.id].result) (*fn_)[region.id].result = fn_->add_tuple({});
  (*fn_)[region.id].blocks = std::move(region.blocks);

  finish_attributes(lambda);
  refine_result(lambda, results_without_values_.contains(stmt.def));
  body_end_ = outer_end;
  defined_ = std::move(outer_defined);
  function_attrs_ = std::move(outer_attrs);
  gv_ = outer_gv;
  lv_ = outer_lv;
  lambda_ = outer_lambda;
  region_ = outer_region;
}

void Statements::finish_attributes(LambdaId lambda) {
  Lambda& self = (*fn_)[lambda];
  std::erase_if(function_attrs_, [&](const auto& entry) {
    if (text(entry.first) != "global_symbol") return false;
    if (self.is_private || lambda.index != 0) {
      bad(Diag::ill_formed, self.span,
          lambda.index != 0 ? "a function in a function has no global_symbol"
                            : "a private function has no global_symbol");
      return true;
    }
    const AttrNode& value = context_.attrs[entry.second];
    return value.kind == AttrKind::string && Name(value.id) == self.name;
  });
  if (!function_attrs_.empty()) self.attrs = context_.sorted_dict({function_attrs_.begin(), function_attrs_.end()});
}

// Language 1.6: the erased struct info of the body, unless the declared one says something else.
void Statements::refine_result(LambdaId lambda, bool omits_values) {
  Lambda& self = (*fn_)[lambda];
  StructInfo erased = erased_result(*fn_, lambda);
  if (!erased) {
    if (!self.ret) self.ret = context_.infos.object();
    return;
  }
  if (!self.ret || base_check(context_, self.ret, erased) == BaseCheck::pass) self.ret = erased;
  else if (omits_values) self.ret = with_values(self.ret, erased);
}

// ---- statements ----

void Statements::suite(StmtId first) {
  for (StmtId id = first; id; id = ast_[id].next) {
    size_t before = mistakes();
    ast_.comments.empty() ? statement(ast_[id]) : commented_statement(ast_[id]);
    region_->ends_badly = mistakes() != before;
    items_.resize(items_kept_);
    casts_.resize(casts_kept_);
  }
}

void Statements::statement(const Stmt& stmt) {
  broken_ += stmt.kind == StmtKind::broken || stmt.is_reported;
  lacks_definitions_ |= stmt.kind == StmtKind::broken;
  if (region_->has_return && stmt.kind != StmtKind::pass && stmt.kind != StmtKind::broken) {
    if (!region_->has_dead_code)
      bad(Diag::bad_block, stmt.span,
          stmt.kind == StmtKind::return_ ? "a second return" : "a statement after the return");
    region_->has_dead_code = true;
    return;
  }
  switch (stmt.kind) {
    case StmtKind::assign: return assign(stmt);
    case StmtKind::annotated: return annotated(stmt);
    case StmtKind::expression: return expression_statement(stmt);
    case StmtKind::return_: return return_(arg(stmt.value), stmt.span);
    case StmtKind::pass: return;
    case StmtKind::with: return with(stmt);
    case StmtKind::if_: return if_(stmt);
    case StmtKind::def: return nested_function(stmt);
    case StmtKind::class_: bad(Diag::unsupported_syntax, stmt.span, "a class cannot stand in a function"); return;
    case StmtKind::augmented:
      bad(Diag::unsupported_syntax, stmt.span,
          "an augmented assignment is not part of Relax functions; write out the operator");
      if (const Expr& target = ast_[stmt.target]; target.kind == ExprKind::name && !scopes_.lookup(Name(target.a)))
        scopes_.bind(Name(target.a), Item());
      return;
    case StmtKind::for_:
    case StmtKind::while_:
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::assert_:
    case StmtKind::raise:
    case StmtKind::import: bad(Diag::unsupported_syntax, stmt.span, "this is part of rule scripts only"); return;
    case StmtKind::broken:
      if (stmt.target) poison_target(stmt.target);
      region_->has_return |= stmt.returns;
      poison_suite(stmt.suite);
      return;
  }
}

void Statements::poison_target(ExprId target) {
  const Expr& e = ast_[target];
  if (e.kind == ExprKind::name) scopes_.bind(Name(e.a), Item());
  if (e.kind == ExprKind::starred) poison_target(ExprId(e.a));
  if (e.kind == ExprKind::tuple || e.kind == ExprKind::list) {
    for (ExprId part : std::vector<ExprId>(ast_.list(target).begin(), ast_.list(target).end())) poison_target(part);
  }
}

// Whatever a suite that is not elaborated would have defined.
void Statements::poison_suite(StmtId first) {
  for (StmtId id = first; id; id = ast_[id].next) {
    const Stmt& s = ast_[id];
    broken_ += s.kind == StmtKind::broken || s.is_reported;
    lacks_definitions_ = true;
    if (s.target) poison_target(s.target);
    if (s.kind == StmtKind::def) scopes_.bind(ast_.defs[s.def].name, Item());
    if (s.kind == StmtKind::return_ || s.returns) region_->has_return = true;
    if (s.kind == StmtKind::def || s.kind == StmtKind::class_) continue;
    poison_suite(s.suite);
    poison_suite(s.else_suite);
  }
}

void Statements::assign(const Stmt& stmt) {
  if (ast_[stmt.target].kind != ExprKind::name) return unpack(stmt.target, stmt);
  if (ast_[stmt.target].b != Name::kNone) {
    bad(Diag::unsupported_syntax, ast_[stmt.target].span, "an attribute cannot be assigned");
    return;
  }
  Name name(ast_[stmt.target].a);
  ExprKind kind = ast_[stmt.value].kind;
  Item item;
  if (kind == ExprKind::tuple) {  // its parts become variables in order
    Value v = argument(stmt.value);
    if (v) item = make_expr(v, stmt.span, true);
  } else {
    item = eval(stmt.value);
  }
  const Item* symbol =
      !misused_symbols_.empty() && misused_symbols_.contains(id_of(stmt)) ? scopes_.lookup(name) : nullptr;
  if (symbol && item && !item.is(What::builtin)) {
    bad(Diag::duplicate_name, ast_[stmt.target].span,
        quoted(text(name)) + " is a symbolic dim of the signature; another value needs another name",
        {{symbol->span, "the dim is here"}});
    return;
  }
  assign_name(name, ast_[stmt.target].span, item, ast_[stmt.value].span);
}

// An unbound node becomes the binding.
Value Statements::bind_value(Name name, Span span, Value v, bool is_unbound) {
  if (!is_unbound) v = another(v, span);
  take_number();
  emit(v, name);
  scopes_.bind(name, make_expr(v, span));
  return v;
}

void Statements::assign_name(Name name, Span span, Item item, Span value_span) {
  item = settle(item);
  switch (item.what) {
    case What::bad: ++bad_values_; return scopes_.bind(name, Item());
    case What::expr:
      if (item.is_pending() && !infer(item.value())) {
        scopes_.bind(name, Item());
      } else {
        bind_value(name, span, item.value(), item.is_pending());
      }
      return;
    case What::tuple: {
      Value v = argument(item);
      v ? (void)bind_value(name, span, v, true) : scopes_.bind(name, Item());
      return;
    }
    case What::boolean:
    case What::integer:
    case What::real: {
      Value v = constant_of(item, std::nullopt);
      v ? (void)bind_value(name, span, v, false) : scopes_.bind(name, Item());
      return;
    }
    case What::cast: {
      Cast cast = casts_[item.id];
      if (item.deferred) {
        Item value = make_expr(cast.value, item.span);
        value.deferred = true;
        value = settle(value);
        if (!value) return scopes_.bind(name, Item());
        cast.value = value.value();
      }
      bind_match_cast(name, span, cast.value, cast.info, value_span);
      return;
    }
    case What::symbol: return declare_symbol(name, span, item);
    case What::prim:
      if (context_.prims[item.prim()].kind != PrimKind::var && reads_as_newer(Dialect::tvm_0_26)) {
        bind_value(name, span, fn_->add_prim(item.prim(), value_span), false);
        return;
      }
      if (context_.prims[item.prim()].kind == PrimKind::var && context_.prims[item.prim()].name() != name) {
        bad(Diag::unsupported_syntax, span,
            "the symbolic dim " + quoted(text(context_.prims[item.prim()].name())) + " cannot have a second name");
      }
      scopes_.bind(name, item);
      return;
    case What::done:
      bad(Diag::no_value, value_span, "this has no value that could be assigned");
      scopes_.bind(name, Item());
      return;
    case What::list: keep(name, item); return;
    default: scopes_.bind(name, item); return;  // a name for something that is no value of the function
  }
}

void Statements::bind_match_cast(Name name, Span span, Value value, StructInfo info, Span value_span) {
  Value v = fn_->add_match_cast(value, info, value_span);
  take_number();
  emit(v, name);
  scopes_.bind(name, make_expr(v, span));
  add_definable(defined_, context_, info);
}

void Statements::declare_symbol(Name name, Span span, Item symbol) {
  DType dtype = DType::unpack(symbol.id);
  const Item* known = scopes_.lookup(name);
  if (known && known->is(What::bad)) return;
  if (known && known->is(What::prim)) declared_ = known->prim();
  if (known) {
    const PrimNode* var = known->is(What::prim) && context_.prims[known->prim()].kind == PrimKind::var
                              ? &context_.prims[known->prim()]
                              : nullptr;
    if (!var) {
      bad(Diag::duplicate_name, span, quoted(text(name)) + " is defined already and is no symbolic dim",
          {{known->span, "it is defined here"}});
    } else if (!(var->dtype == dtype)) {
      bad(Diag::dtype_mismatch, span,
          quoted(text(name)) + " is a symbol of dtype " + to_string(var->dtype) + " already");
    } else if (var->is_size_var != symbol.flag) {
      bad(Diag::duplicate_name, span,
          quoted(text(name)) + (symbol.flag ? " is no size variable: it is declared without is_size_var=True"
                                            : " is declared with is_size_var=True already"),
          {{known->span, "it is declared here"}});
    }
    return;
  }
  declared_ = context_.prims.var(name, dtype, symbol.flag);
  if (options_.declared) options_.declared->emplace(declared_, span);
  scopes_.bind(name, make(What::prim, span, declared_.index));
}

// `a: R.Tuple` before a dataflow block stands for an output of it.
void Statements::annotated_alone(Name name, const Stmt& stmt) {
  StructInfo info = annotation(stmt.annotation, Mode::body);
  bool goes_on = stmt.next && (ast_[stmt.next].kind == StmtKind::with ||
                               (ast_[stmt.next].kind == StmtKind::annotated && !ast_[stmt.next].value));
  if (info && context_.infos.is_void(info) && !region_->is_dataflow && goes_on) {
    region_->void_outputs.emplace_back(name, stmt.span);
    return;
  }
  if (info)
    bad(Diag::unsupported_syntax, stmt.span, quoted(text(name)) + " has an annotation but no value: nothing binds it");
  lacks_definitions_ = true;
  scopes_.bind(name, info ? make_expr(fn_->add_param(name, info, stmt.span), stmt.span) : Item());
}

void Statements::annotated(const Stmt& stmt) {
  const Expr& target = ast_[stmt.target];
  if (target.kind != ExprKind::name || target.b != Name::kNone) {
    bad(Diag::syntax, target.span, "only a name can have an annotation");
    return;
  }
  Name name(target.a);
  if (!stmt.value) return annotated_alone(name, stmt);
  omits_values_ = false;
  StructInfo info = annotation(stmt.annotation, Mode::body);
  const bool omits_values = omits_values_;
  Item item;
  uint32_t numbers = gv_ + lv_;
  if (ast_[stmt.value].kind == ExprKind::tuple) {
    Value v = argument(stmt.value);
    if (v) item = make_expr(v, ast_[stmt.value].span, true);
  } else {
    item = settle(eval(stmt.value));
  }
  Span value_span = ast_[stmt.value].span;
  bool is_simple = gv_ + lv_ == numbers;  // nothing had to be bound before
  if (!info || !item) {
    // One of the two was reported; the other says what the name is.
    if (item.is(What::expr) && item.is_pending() && is_simple && info) (*fn_)[item.value()].info = info;
    if (info && !item) return scopes_.bind(name, Item());
    return assign_name(name, target.span, item, value_span);
  }
  if (item.is(What::cast)) {
    if (casts_[item.id].info != info) {
      bad(Diag::struct_info_mismatch, ast_[stmt.annotation].span,
          "the annotation " + hammock::describe(context_, info) + " differs from the match_cast to " +
              hammock::describe(context_, casts_[item.id].info));
    }
    return assign_name(name, target.span, item, value_span);
  }
  if (omits_values) item = primitive_value(item, info);
  if (item.is(What::expr) && item.is_pending() && is_simple) {
    Node& node = (*fn_)[item.value()];
    if (omits_values && infer(item.value())) info = with_values(info, node.info);
    if (node.kind == NodeKind::call_op || node.kind == NodeKind::call) node.info = info;
  }
  const bool is_number = item.is(What::boolean) || item.is(What::integer) || item.is(What::real);
  if (is_number || item.is(What::tuple)) {
    Value v = is_number ? constant_of(item, std::nullopt) : argument(item);
    item = v ? make_expr(v, item.span, !is_number) : Item();
  }
  if (!agrees_with(item, info, ast_[stmt.annotation].span)) return scopes_.bind(name, Item());
  assign_name(name, target.span, item, value_span);
}

// Can the value have the annotated struct info? False after a report.
bool Statements::agrees_with(const Item& item, StructInfo info, Span annotation_span) {
  if (!item.is(What::expr)) return true;
  if (item.is_pending() && !infer(item.value())) return false;
  Node& node = (*fn_)[item.value()];
  // The canonical text says the type of an external function here only. R.Callable is what that of the usual type
  // prints.
  const bool is_typed = context_.infos[info].kind == InfoKind::function &&
                        info != context_.infos.opaque_function(context_.infos.object(), false);
  if (node.kind == NodeKind::extern_func && !node.name && is_typed && node.info == extern_info()) node.info = info;
  const StructInfo known = fn_->info(item.value());
  if (!known || known == info || base_check(context_, info, known) != BaseCheck::fail_l0) return true;
  bad(Diag::struct_info_mismatch, annotation_span,
      "the annotation " + hammock::describe(context_, info) + " contradicts the value's struct info " +
          hammock::describe(context_, known));
  return false;
}

void Statements::unpack(ExprId target, const Stmt& stmt) {
  const Expr& t = ast_[target];
  if (t.kind != ExprKind::tuple && t.kind != ExprKind::list) {
    bad(Diag::unsupported_syntax, t.span,
        t.kind == ExprKind::index ? "an element cannot be assigned" : "this cannot be assigned");
    return;
  }
  std::vector<ExprId> targets(ast_.list(target).begin(), ast_.list(target).end());
  unpack_item(targets, eval(stmt.value), t.span);
}

void Statements::unpack_item(std::span<const ExprId> targets, Item value, Span span) {
  auto poison = [&] {
    for (ExprId t : targets) poison_target(t);
  };
  if (!value) return poison();
  std::vector<Item> parts;
  if (value.is(What::tuple) || value.is(What::list)) {
    parts.assign(items(value).begin(), items(value).end());
  } else if (value.is(What::expr) && !value.is_pending() &&
             context_.infos[fn_->info(value.value())].kind == InfoKind::tuple) {
    size_t fields = context_.infos.fields(fn_->info(value.value())).size();
    for (size_t i = 0; i < fields; ++i)
      parts.push_back(
          make_expr(fn_->add_get_item(value.value(), static_cast<uint32_t>(i), value.span), value.span, true));
  } else {
    bad(Diag::not_a_tuple, value.span,
        value.is_pending() ? "a call cannot be unpacked; bind it to a variable first"
                           : describe(value) + " cannot be unpacked");
    return poison();
  }
  size_t star = 0;
  while (star < targets.size() && ast_[targets[star]].kind != ExprKind::starred) ++star;
  bool has_star = star < targets.size();
  if (has_star ? parts.size() + 1 < targets.size() : parts.size() != targets.size()) {
    bad(Diag::argument_count, span,
        std::to_string(parts.size()) + " values cannot be unpacked into " + std::to_string(targets.size()) +
            " targets");
    return poison();
  }
  size_t at = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr& t = ast_[targets[i]];
    Item part;
    if (i == star && has_star) {
      size_t count = parts.size() + 1 - targets.size();
      part = list_of(What::list, std::span(parts).subspan(at, count), t.span);
      for (Item& rest : std::span(items_).last(count)) rest.deferred = true;
      at += count;
      const Expr& inner = ast_[ExprId(t.a)];
      if (inner.kind == ExprKind::name) keep(Name(inner.a), part);
      continue;
    }
    part = parts[at++];
    if (t.kind == ExprKind::tuple || t.kind == ExprKind::list) {
      std::vector<ExprId> inner(ast_.list(targets[i]).begin(), ast_.list(targets[i]).end());
      if (part.is_pending() && (*fn_)[part.value()].kind == NodeKind::get_item) {
        Value v = variable_of(part);
        part = v ? make_expr(v, part.span) : Item();
      }
      unpack_item(inner, part, t.span);
    } else if (t.kind == ExprKind::name && t.b == Name::kNone) {
      assign_name(Name(t.a), t.span, part, part.span);
    } else {
      bad(Diag::unsupported_syntax, t.span, "this cannot be assigned");
    }
  }
}

void Statements::expression_statement(const Stmt& stmt) {
  ExprKind kind = ast_[stmt.value].kind;
  if (kind == ExprKind::tuple || kind == ExprKind::list) {
    bad(Diag::unsupported_syntax, stmt.span,
        std::string(kind == ExprKind::tuple ? "a tuple" : "a list") +
            " is no statement; it must be bound to a variable");
    return;
  }
  Item item = settle(eval(stmt.value));
  switch (item.what) {
    case What::bad:
      region_->is_output_bad |= region_->is_dataflow && !region_->has_output;  // it may have been R.output
      return;
    case What::nothing:
    case What::done: return;
    case What::expr:
      if (item.is_pending() && !infer(item.value())) return;
      if (!context_.infos.is_void(fn_->info(item.value()))) {
        const Node& node = (*fn_)[item.value()];
        bool may_be_void = node.kind == NodeKind::call && !node.sinfo_args() &&
                           (*fn_)[fn_->args(item.value())[0]].kind == NodeKind::extern_func;
        bad(Diag::unsupported_syntax, stmt.span,
            std::string("the value is not used: it must be bound to a variable") +
                (may_be_void ? "; a function that returns nothing has sinfo_args=R.Tuple()" : ""));
        return;
      }
      bind_value(context_.name("_"), stmt.span, item.value(), item.is_pending());
      return;
    case What::cast: bad(Diag::unsupported_syntax, stmt.span, "R.match_cast must be bound to a variable"); return;
    case What::builtin: bad(Diag::unsupported_syntax, stmt.span, describe(item) + " is not called"); return;
    default:
      bad(Diag::unsupported_syntax, stmt.span,
          describe(item) + " is no statement" + (item.is(What::string) ? "; a comment begins with #" : ""));
      return;
  }
}

void Statements::return_(const Arg& value, Span span) {
  if (is_branch_) {
    bad(Diag::bad_block, span, "a return inside a branch; bind one name in both branches, and return it behind the if");
    return;
  }
  region_->has_return = true;
  if (is_none(value)) {
    bad(Diag::bad_block, span, "a return needs a value");
    return;
  }
  // Temporaries of the result belong to a last ordinary block.
  bool was_dataflow = std::exchange(region_->is_dataflow, false);
  size_t blocks = region_->blocks.size();
  Value v = argument(value);
  (*fn_)[region_->id].result = v;
  if (was_dataflow) {
    std::vector<Value> used{v};
    for (size_t b = blocks; b < region_->blocks.size(); ++b) {
      for (Value binding : region_->blocks[b].bindings)
        used.insert(used.end(), fn_->args(binding).begin(), fn_->args(binding).end());
    }
    export_locals(std::move(used));
  }
  region_->is_dataflow = was_dataflow;
}

// What the open dataflow block binds of these values and of the tuples without a name among them.
void Statements::export_locals(std::vector<Value> used) {
  std::unordered_set<Value> seen;
  while (!used.empty()) {
    const Value v = used.back();
    used.pop_back();
    if (!v || !seen.insert(v).second) continue;
    Node& node = (*fn_)[v];
    if (node.name) node.is_output |= v.index >= region_->dataflow_begin;
    else if (node.kind == NodeKind::tuple) used.insert(used.end(), fn_->args(v).begin(), fn_->args(v).end());
  }
}

void Statements::with(const Stmt& stmt) {
  const Expr& value = ast_[stmt.value];
  std::string_view callee;
  if (value.kind == ExprKind::call && ast_[ast_.list(stmt.value)[0]].kind == ExprKind::name)
    callee = text(Name(ast_[ast_.list(stmt.value)[0]].a));
  if (callee != "R.dataflow" && callee != "relax.dataflow") {
    constexpr std::string_view kDataflow[] = {"R.dataflow"};
    bad(Diag::unsupported_syntax, value.span,
        "only `with R.dataflow():` is part of Relax functions" + did_you_mean(callee, kDataflow));
    if (nearest(callee, kDataflow).empty()) return poison_suite(stmt.suite);
  }
  if (region_->is_dataflow) {
    bad(Diag::bad_block, stmt.span, "a dataflow block inside another one");
    suite(stmt.suite);  // as if it were part of it
    region_->has_output = false;
    return;
  }
  region_->is_dataflow = true;
  region_->has_output = false;
  region_->next_void = 0;
  region_->dataflow_begin = static_cast<uint32_t>(fn_->size());
  region_->outputs.clear();
  region_->bound.clear();
  scopes_.open();
  size_t broken = broken_;
  region_->is_output_bad = false;
  suite(stmt.suite);
  // If it cannot be told what the block outputs, nothing that it binds is complained of behind it.
  std::vector<Name> unknown;
  if (region_->is_output_bad || (broken_ != broken && !region_->has_output)) unknown = scopes_.innermost();
  scopes_.close();
  region_->is_dataflow = false;
  region_->bound.clear();
  for (const auto& [name, span] : region_->void_outputs) {
    bad(Diag::unsupported_syntax, span,
        quoted(text(name)) + " has an annotation but no value, and the dataflow block behind it does not output it");
  }
  region_->void_outputs.clear();
  for (Name name : unknown) scopes_.bind(name, Item());
  for (auto& [name, item] : region_->outputs) scopes_.bind(name, item);
  region_->outputs.clear();
}

void Statements::if_(const Stmt& stmt) {
  auto poison = [&] {
    bool has_return = region_->has_return;
    poison_suite(stmt.suite);
    poison_suite(stmt.else_suite);
    region_->has_return = has_return;
  };
  if (region_->is_dataflow) bad(Diag::bad_block, stmt.span, "an if inside a dataflow block");
  if (++depth_ > kMaxDepth) {
    bad(Diag::too_deep, stmt.span, "conditionals are nested deeper than " + std::to_string(kMaxDepth));
    --depth_;
    return poison();
  }
  Branch branches[2];
  size_t errors = mistakes(), bad_values = bad_values_;
  std::vector<Name> waiting = std::exchange(waiting_, {});
  branch(stmt.suite, true, branches[0], stmt.span);
  region_comments(branches[0].region, comments_of(At::end, stmt));
  bool is_else_misspelt =
      stmt.next && ast_[stmt.next].kind == StmtKind::expression && ast_[ast_[stmt.next].value].kind == ExprKind::name;
  if (!stmt.has_else && !branches[0].ends_badly && !stmt.is_reported && !is_else_misspelt)
    bad(Diag::bad_block, stmt.span, "an if needs an else: both branches define its value");
  if (stmt.has_else) {
    branch(stmt.else_suite, false, branches[1], stmt.span);
    region_comments(branches[1].region, comments_of(At::block_end, stmt));
  }
  waiting_ = std::move(waiting);
  --depth_;
  // The condition is bound behind the branches, so its number is larger than theirs.
  Item item = eval(stmt.value);
  Value condition = argument(item);
  if (!branches[0].name || !branches[1].name || !condition) return poison();
  if (branches[0].name != branches[1].name) {
    if (mistakes() == errors && bad_values_ == bad_values) {
      bad(Diag::bad_block, branches[1].span,
          "the branches end with different variables: " + quoted(text(branches[0].name)) + " and " +
              quoted(text(branches[1].name)),
          {{branches[0].span, "the first ends here"}});
    }
    return poison();
  }
  Node node;
  node.kind = NodeKind::cond;
  node.span = stmt.span;
  node.set_branches(branches[0].region, branches[1].region);
  StructInfo infos[2];
  for (int i = 0; i < 2; ++i) {
    StructInfo info = fn_->info((*fn_)[branches[i].region].result);
    if (!info) return scopes_.bind(branches[0].name, Item());
    PrimMap map;
    for (Prim s : free_symbols(context_, info)) {
      if (defined_.contains(s)) map.emplace(s, s);
    }
    infos[i] = erase(context_, info, map, {});
  }
  node.info = join(context_, infos[0], infos[1]);
  Value v = fn_->add(node, std::span(&condition, 1));
  bind_value(branches[0].name, stmt.span, v, true);
}

void Statements::branch(StmtId first, bool is_then, Branch& out, Span span) {
  out.region = fn_->add_region();
  out.span = span;
  RegionState region;
  region.id = out.region;
  RegionState* outer = std::exchange(region_, &region);
  bool was_branch = std::exchange(is_branch_, true);
  size_t defined = defined_.in_order().size();
  size_t bad_values = bad_values_;
  size_t errors = mistakes();
  scopes_.open();
  suite(first);
  out.ends_badly = region.ends_badly;
  for (StmtId id = first; id; id = ast_[id].next) {
    if (ast_[id].kind != StmtKind::pass) out.span = ast_[id].span;
  }
  scopes_.close();
  defined_.keep_first(defined);
  is_branch_ = was_branch;
  region_ = outer;
  if (region.blocks.empty()) {
    if (mistakes() == errors && bad_values_ == bad_values && first)
      bad(Diag::bad_block, out.span, "a branch needs at least one binding");
    out.ends_badly = true;
    return;
  }
  Block& block = region.blocks.back();
  Value last = block.bindings.back();
  Node& node = (*fn_)[last];
  if (block.is_dataflow && !node.is_output) {
    bad(Diag::bad_block, out.span, "the last binding of a branch cannot be a local variable of a dataflow block");
    return;
  }
  out.name = node.name;
  Value result = last;
  if (node.kind == NodeKind::alias || node.kind == NodeKind::tuple) {
    result = node.kind == NodeKind::alias ? fn_->args(last)[0] : last;
    if (!fn_->comments.empty()) {
      fn_->comments.add(At::result_before, out.region.index, fn_->comments.take(At::before, last.index));
      fn_->comments.add(At::result_behind, out.region.index, fn_->comments.take(At::behind, last.index));
    }
    node.name = {};
    node.is_output = false;
    block.bindings.pop_back();
    if (block.bindings.empty()) region.blocks.pop_back();
  } else {
    node.name = context_.name(std::string(text(node.name)) + (is_then ? "_then" : "_else"));
    if (node.info == context_.infos.void_()) result = fn_->add_tuple({}, out.span);  // as every use of a void variable
  }
  (*fn_)[out.region].result = result;
  (*fn_)[out.region].blocks = std::move(region.blocks);
}

// Is a call of the name the whole value of a statement?
bool Statements::calls(StmtId suite, Name name) const {
  std::vector<StmtId> suites{suite};
  while (!suites.empty()) {
    StmtId id = suites.back();
    suites.pop_back();
    for (; id; id = ast_[id].next) {
      const Stmt& s = ast_[id];
      if (s.kind == StmtKind::def) continue;
      if (s.kind == StmtKind::if_ || s.kind == StmtKind::with) {
        suites.push_back(s.suite);
        suites.push_back(s.else_suite);
      } else if (s.value && ast_[s.value].kind == ExprKind::call) {
        const Expr& callee = ast_[ast_.list(s.value)[0]];
        if (callee.kind == ExprKind::name && Name(callee.a) == name) return true;
      }
    }
  }
  return false;
}

// A function that calls itself is a variable of the declared signature, in which no annotation means void
// (language 1.6); it keeps that signature.
void Statements::nested_function(const Stmt& stmt) {
  const Def& def = ast_.defs[stmt.def];
  Decorator decorator = read_decorators(stmt);
  if (decorator.is_good && decorator.is_tir) {
    bad(Diag::unsupported_syntax, stmt.span, "a T.prim_func cannot stand in a Relax function");
    decorator.is_good = false;
  }
  if (decorator.is_good && ++depth_ > kMaxDepth) {
    bad(Diag::too_deep, stmt.span, "functions are nested deeper than " + std::to_string(kMaxDepth));
    decorator.is_good = false;
    --depth_;
  }
  if (!decorator.is_good) return scopes_.bind(def.name, Item());
  LambdaId lambda = fn_->add_lambda();
  RegionId region = fn_->add_region();
  {
    Lambda& self = (*fn_)[lambda];
    self.name = def.name;
    self.span = def.span;
    self.is_pure = decorator.is_pure;
    self.is_private = true;
    self.body = region;
  }
  auto outer_symbols = std::exchange(symbols_, {});
  bool outer_annotation = has_return_annotation_;
  bool was_branch = std::exchange(is_branch_, false);
  scopes_.open();
  open_signature(stmt, lambda);
  Node node;
  node.kind = NodeKind::lambda;
  node.set_lambda(lambda);
  node.span = def.span;
  const bool is_recursive = !scopes_.lookup(def.name) && calls(stmt.suite, def.name);
  if (is_recursive) {
    Lambda declared = (*fn_)[lambda];
    if (!has_return_annotation_) declared.ret = context_.infos.void_();
    declared.is_pure = true;
    node.info = signature_info(declared, true);
  }
  Value v = fn_->add(node);
  if (is_recursive) {
    (*fn_)[v].name = def.name;
    scopes_.bind(def.name, make_expr(v, def.span));
  }
  std::vector<Name> waiting = std::exchange(waiting_, {});
  body(stmt, lambda);
  waiting_ = std::move(waiting);
  scopes_.close();
  symbols_ = std::move(outer_symbols);
  has_return_annotation_ = outer_annotation;
  is_branch_ = was_branch;
  --depth_;
  for (Value p : (*fn_)[lambda].params) {
    if (!fn_->info(p)) (*fn_)[p].info = context_.infos.object();
  }
  if (!is_recursive) (*fn_)[v].info = signature_info((*fn_)[lambda], true);
  bind_value(def.name, def.span, v, true);
}

}  // namespace hammock::read
