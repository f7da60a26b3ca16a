// SPDX-License-Identifier: Apache-2.0
// Statements and expressions of a script to code.
//
// Recursion follows the nesting of brackets and suites, which the reader bounds (kMaxDepth). Chains of operators are
// walked in loops. Variables of comprehensions are slots of the function around, under names of their own.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/python/code.h"

namespace hammock::python {
namespace {

using namespace hammock::syntax;

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

class Compiler {
 public:
  Compiler(const Ast& ast, Context& context, Diagnostics& diagnostics)
      : ast_(ast), context_(context), diagnostics_(diagnostics) {}

  // The expression, or all of the script.
  std::optional<ScriptCode> run(ExprId value) {
    size_t errors = diagnostics_.error_count();
    code_.keywords.emplace_back();  // 0: no keywords
    Function script;
    begin(script, {}, {});
    if (value) {
      expression(value);
      emit(Opcode::return_);
    } else {
      suite(ast_.first);
    }
    end(script);
    if (diagnostics_.error_count() != errors) return std::nullopt;
    return std::move(code_);
  }

 private:
  struct Loop {
    uint32_t start;
    std::vector<size_t> breaks;
    int withs;
    bool has_iterator;
  };
  // What is being compiled.
  struct Function {
    Function* outer = nullptr;
    Code* code = nullptr;
    std::unordered_map<Name, uint32_t> locals;
    std::vector<std::pair<Name, uint32_t>> comprehension;  // variables, innermost last
    std::vector<Loop> loops;
    int withs = 0;
  };

  void bad(Span span, std::string text, Diag diag = Diag::unsupported_syntax) {
    diagnostics_.report(diag, span, std::move(text));
  }
  std::string_view text(Name name) const { return context_.text(name); }

  // ---- code ----

  uint32_t begin(Function& f, Name name, Span span) {
    code_.codes.push_back(std::make_unique<Code>());
    f.code = code_.codes.back().get();
    f.code->name = name;
    f.code->span = span;
    f.outer = function_;
    function_ = &f;
    return static_cast<uint32_t>(code_.codes.size() - 1);
  }
  void end(Function& f) {
    emit(Opcode::constant, add_constant({}));
    emit(Opcode::return_);
    function_ = f.outer;
  }
  size_t emit(Opcode op, uint32_t a = 0, uint32_t b = 0) {
    function_->code->instructions.push_back({op, a, b});
    function_->code->spans.push_back(span_);
    return function_->code->instructions.size() - 1;
  }
  uint32_t here() const { return static_cast<uint32_t>(function_->code->instructions.size()); }
  void land(size_t jump) { function_->code->instructions[jump].a = here(); }
  void land(const std::vector<size_t>& jumps) {
    for (size_t j : jumps) land(j);
  }
  uint32_t add_constant(CodeConstant c) {
    code_.constants.push_back(c);
    return static_cast<uint32_t>(code_.constants.size() - 1);
  }
  void emit_text(Name name) {
    CodeConstant c;
    c.kind = CodeConstant::Kind::text;
    c.text = name;
    emit(Opcode::constant, add_constant(c));
  }
  uint32_t new_slot(Name name) {
    function_->code->slot_names.push_back(name);
    return function_->code->slot_count++;
  }

  // ---- names ----

  void load(Name name) {
    uint32_t depth = 0;
    for (Function* f = function_; f; f = f->outer, ++depth) {
      auto inner = std::find_if(f->comprehension.rbegin(), f->comprehension.rend(),
                                [&](const auto& v) { return v.first == name; });
      auto local = f->locals.find(name);
      if (inner == f->comprehension.rend() && local == f->locals.end()) continue;
      uint32_t slot = inner != f->comprehension.rend() ? inner->second : local->second;
      depth == 0 ? emit(Opcode::local, slot) : emit(Opcode::outer, slot, depth);
      return;
    }
    emit(Opcode::global, name.index);
  }

  void store(Name name) {
    auto local = function_->locals.find(name);
    local != function_->locals.end() ? emit(Opcode::set_local, local->second) : emit(Opcode::set_global, name.index);
  }

  // The names that a function binds, without those of functions inside it.
  void collect(StmtId first) {
    for (StmtId id = first; id; id = ast_[id].next) {
      const Stmt& s = ast_[id];
      switch (s.kind) {
        case StmtKind::assign:
        case StmtKind::annotated:
        case StmtKind::augmented:
        case StmtKind::for_: collect_target(s.target); break;
        case StmtKind::with:
          for (auto [item, name] : ast_.with_items(s)) {
            if (name) collect_target(name);
          }
          break;
        case StmtKind::def:
        case StmtKind::class_: add_local(ast_.defs[s.def].name); break;
        case StmtKind::import:
          for (size_t i = 1; i < ast_.list(s.value).size(); i += 2) add_local(bound_name(s, i));
          break;
        default: break;
      }
      if (s.kind == StmtKind::def || s.kind == StmtKind::class_) continue;
      if (s.suite) collect(s.suite);
      if (s.else_suite) collect(s.else_suite);
    }
  }
  void collect_target(ExprId e) {
    const Expr& x = ast_[e];
    if (x.kind == ExprKind::name && x.b == Name::kNone) add_local(Name(x.a));
    if (x.kind == ExprKind::tuple || x.kind == ExprKind::list) {
      for (ExprId part : ast_.list(e)) collect_target(part);
    }
  }
  void add_local(Name name) {
    if (!function_->locals.contains(name)) function_->locals.emplace(name, new_slot(name));
  }

  // ---- statements ----

  void suite(StmtId first) {
    for (StmtId id = first; id; id = ast_[id].next) statement(id);
  }

  void statement(StmtId id) {
    const Stmt& s = ast_[id];
    span_ = s.span;
    switch (s.kind) {
      case StmtKind::pass:
      case StmtKind::broken: return;
      case StmtKind::expression:
        if (ast_[s.value].kind == ExprKind::string) return;
        expression(s.value);
        emit(Opcode::pop);
        return;
      case StmtKind::assign:
      case StmtKind::annotated:
        expression(s.value);
        assign(s.target);
        return;
      case StmtKind::augmented: return augmented(s);
      case StmtKind::return_:
        if (!function_->outer) return bad(s.span, "a return outside a function");
        function_->code->has_result |= static_cast<bool>(s.value);
        s.value ? expression(s.value) : static_cast<void>(emit(Opcode::constant, add_constant({})));
        span_ = s.span;
        emit(Opcode::return_);
        return;
      case StmtKind::if_: return if_(id);
      case StmtKind::for_: return for_(s);
      case StmtKind::while_: return while_(s);
      case StmtKind::break_:
      case StmtKind::continue_: return leave_loop(s);
      case StmtKind::with: return with(s);
      case StmtKind::assert_: {
        expression(s.value);
        span_ = ast_[s.value].span;
        size_t fine = emit(Opcode::jump_if);
        s.annotation ? expression(s.annotation) : static_cast<void>(emit(Opcode::constant, add_constant({})));
        span_ = ast_[s.value].span;
        emit(Opcode::fail_assert);
        land(fine);
        return;
      }
      case StmtKind::raise:
        expression(s.value);
        span_ = s.span;
        emit(Opcode::raise);
        return;
      case StmtKind::import: return import(s);
      case StmtKind::def: return def(id);
      case StmtKind::class_: return class_(id);
    }
  }

  void with(const Stmt& s) {
    const std::vector<std::pair<ExprId, ExprId>> items = ast_.with_items(s);
    for (auto [item, name] : items) {
      expression(item);
      emit(Opcode::enter);
      name ? assign(name) : static_cast<void>(emit(Opcode::pop));
      ++function_->withs;
    }
    suite(s.suite);
    for (size_t i = 0; i < items.size(); ++i) {
      --function_->withs;
      emit(Opcode::leave);
    }
  }

  void if_(StmtId id) {
    // A chain of `elif` is a chain of statements in else_suite; each is one deeper, and the reader bounds them.
    const Stmt& s = ast_[id];
    expression(s.value);
    span_ = s.span;
    size_t otherwise = emit(Opcode::jump_unless);
    suite(s.suite);
    if (!s.else_suite) return land(otherwise);
    size_t done = emit(Opcode::jump);
    land(otherwise);
    suite(s.else_suite);
    land(done);
  }

  void for_(const Stmt& s) {
    expression(s.value);
    span_ = ast_[s.value].span;
    emit(Opcode::iterate);
    uint32_t start = here();
    size_t next = emit(Opcode::next);
    assign(s.target);
    function_->loops.push_back({start, {}, function_->withs, true});
    suite(s.suite);
    emit(Opcode::jump, start);
    land(next);
    finish_loop(s);
  }

  void while_(const Stmt& s) {
    uint32_t start = here();
    expression(s.value);
    span_ = s.span;
    size_t done = emit(Opcode::jump_unless);
    function_->loops.push_back({start, {}, function_->withs, false});
    suite(s.suite);
    span_ = s.span;
    emit(Opcode::jump, start);
    land(done);
    finish_loop(s);
  }

  void finish_loop(const Stmt& s) {
    if (s.has_else) bad(s.span, "an 'else' of a loop is not part of rule scripts");
    land(function_->loops.back().breaks);
    function_->loops.pop_back();
  }

  void leave_loop(const Stmt& s) {
    if (function_->loops.empty()) return bad(s.span, "there is no loop around this", Diag::syntax);
    Loop& loop = function_->loops.back();
    for (int i = loop.withs; i < function_->withs; ++i) emit(Opcode::leave);
    if (s.kind == StmtKind::continue_) {
      emit(Opcode::jump, loop.start);
      return;
    }
    if (loop.has_iterator) emit(Opcode::pop);
    loop.breaks.push_back(emit(Opcode::jump));
  }

  // The value is on the stack.
  void assign(ExprId target) {
    const Expr& t = ast_[target];
    span_ = t.span;
    switch (t.kind) {
      case ExprKind::name:
        if (t.b == Name::kNone) return store(Name(t.a));
        {
          std::string_view whole = text(Name(t.a));
          name_up_to(t, whole.rfind('.'));
          emit(Opcode::set_attribute, context_.name(last_part(whole)).index);
        }
        return;
      case ExprKind::list:
        if (t.sub == 1) {  // a = b = value
          std::vector<ExprId> targets(ast_.list(target).begin(), ast_.list(target).end());
          for (size_t i = 0; i < targets.size(); ++i) {
            if (i + 1 < targets.size()) emit(Opcode::duplicate);
            assign(targets[i]);
          }
          return;
        }
        [[fallthrough]];
      case ExprKind::tuple: {
        std::vector<ExprId> targets(ast_.list(target).begin(), ast_.list(target).end());
        emit(Opcode::unpack, static_cast<uint32_t>(targets.size()));
        for (ExprId part : targets) assign(part);
        return;
      }
      case ExprKind::index:
        expression(ast_.list(target)[0]);
        expression(ast_.list(target)[1]);
        span_ = t.span;
        emit(Opcode::set_item);
        return;
      case ExprKind::attribute:
        expression(ExprId(t.a));
        span_ = t.span;
        emit(Opcode::set_attribute, t.b);
        return;
      default: return bad(t.span, "nothing can be assigned to this");
    }
  }

  void augmented(const Stmt& s) {
    const Expr& t = ast_[s.target];
    if (t.kind == ExprKind::name && t.b == Name::kNone) {
      load(Name(t.a));
      expression(s.value);
      span_ = s.span;
      emit(Opcode::binary, static_cast<uint32_t>(s.op), 1);
      return store(Name(t.a));
    }
    if (t.kind != ExprKind::index) return bad(t.span, "nothing can be assigned to this");
    expression(ast_.list(s.target)[0]);
    expression(ast_.list(s.target)[1]);
    emit(Opcode::duplicate_two);
    emit(Opcode::item);
    expression(s.value);
    span_ = s.span;
    emit(Opcode::binary, static_cast<uint32_t>(s.op), 1);
    emit(Opcode::rotate);
    emit(Opcode::set_item);
  }

  // The name that the i-th entry of the list binds: `import a.b` binds a.
  Name bound_name(const Stmt& s, size_t i) {
    const Expr& member = ast_[ast_.list(s.value)[i - 1]];
    const Expr& alias = ast_[ast_.list(s.value)[i]];
    bool has_alias = ast_.list(s.value)[i] != ast_.list(s.value)[i - 1];
    return Name(!has_alias && !s.target && member.b != Name::kNone ? member.b : alias.a);
  }

  void import(const Stmt& s) {
    auto allowed = [&](const Expr& module) {
      std::string_view name = text(Name(module.a));
      if (name == "tvm" || name.starts_with("tvm.")) return true;
      bad(module.span, "rule scripts import from tvm only; there is no '" + std::string(name) + "' here");
      return false;
    };
    if (s.target && !allowed(ast_[s.target])) return;
    for (size_t i = 1; i < ast_.list(s.value).size(); i += 2) {
      const Expr& member = ast_[ast_.list(s.value)[i - 1]];
      if (s.target) {
        emit(Opcode::import, ast_[s.target].a, member.a);
      } else {
        if (!allowed(member)) return;
        bool has_alias = ast_.list(s.value)[i] != ast_.list(s.value)[i - 1];
        emit(Opcode::import, has_alias || member.b == Name::kNone ? member.a : member.b, Name::kNone);
      }
      store(bound_name(s, i));
    }
  }

  // ---- definitions ----

  bool is_named(ExprId e, std::initializer_list<std::string_view> names) const {
    if (ast_[e].kind == ExprKind::call) e = ast_.list(e)[0];
    if (ast_[e].kind != ExprKind::name) return false;
    std::string_view name = text(Name(ast_[e].a));
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  void def(StmtId id) {
    const Stmt& s = ast_[id];
    std::vector<ExprId> decorators(ast_.decorators(s).begin(), ast_.decorators(s).end());
    if (!decorators.empty() &&
        is_named(decorators.back(), {"R.function", "relax.function", "tvm.script.relax.function"})) {
      span_ = ast_.defs[s.def].span;
      emit(Opcode::define, id.index);
      return store(ast_.defs[s.def].name);
    }
    for (ExprId d : decorators) expression(d);
    const Def def = ast_.defs[s.def];
    std::vector<DefParam> params(ast_.def_params(def).begin(), ast_.def_params(def).end());
    function(def.name, def.span, params, [&] {
      collect(s.suite);
      suite(s.suite);
    });
    for (size_t i = 0; i < decorators.size(); ++i) emit(Opcode::call, 1);
    store(def.name);
  }

  void class_(StmtId id) {
    const Stmt& s = ast_[id];
    const Def& def = ast_.defs[s.def];
    span_ = def.span;
    bool is_known = s.decorators_size > 0 &&
                    is_named(ast_.decorators(s).back(),
                             {"R.rewriter", "relax.rewriter", "I.ir_module", "tvm.script.ir_module", "ir_module"});
    if (!is_known) return bad(def.span, "a class here is a rule (@R.rewriter) or a module (@I.ir_module)");
    emit(Opcode::define, id.index);
    store(def.name);
  }

  // `body` makes the code behind the parameters.
  template <class F>
  void function(Name name, Span span, const std::vector<DefParam>& params, F&& body) {
    uint32_t defaults = 0;
    for (const DefParam& p : params) {
      if (!p.default_value) continue;
      expression(p.default_value);
      ++defaults;
    }
    Function inner;
    uint32_t number = begin(inner, name, span);
    int next_default = 0;
    bool is_keyword_only = false;
    for (const DefParam& p : params) {
      if (p.form == ParamForm::slash || (p.form == ParamForm::star && !p.name)) {
        is_keyword_only |= p.form == ParamForm::star;
        if (p.form == ParamForm::slash) {
          for (CodeParam& before : inner.code->params) before.is_positional_only = true;
        }
        continue;
      }
      if (inner.locals.contains(p.name))
        bad(p.span, "the parameter '" + std::string(text(p.name)) + "' occurs twice", Diag::duplicate_name);
      add_local(p.name);
      CodeParam param{p.name, p.form, is_keyword_only, false, -1};
      if (p.default_value) param.default_number = next_default++;
      inner.code->params.push_back(param);
      is_keyword_only |= p.form == ParamForm::star;
    }
    if (inner.code->params.size() != inner.code->slot_count) {  // a repeated name, reported above
      inner.code->params.resize(inner.code->slot_count);
    }
    body();
    end(inner);
    span_ = span;
    emit(Opcode::function, number, defaults);
  }

  void lambda(ExprId e) {
    std::vector<ExprId> list(ast_.list(e).begin(), ast_.list(e).end());
    std::vector<DefParam> params;
    for (size_t i = 1; i < list.size(); ++i) {
      const Expr& p = ast_[list[i]];
      params.push_back({Name(p.a), p.span, {}, p.kind == ExprKind::keyword ? ExprId(p.b) : ExprId(), ParamForm::plain});
    }
    function(context_.name("<lambda>"), ast_[e].span, params, [&] {
      function_->code->has_result = true;
      expression(list[0]);
      emit(Opcode::return_);
    });
  }

  // ---- expressions ----

  void name_up_to(const Expr& e, size_t size) {
    std::string_view whole = text(Name(e.a)).substr(0, size);
    size_t dot = whole.find('.');
    load(context_.name(whole.substr(0, dot)));
    while (dot != std::string_view::npos) {
      size_t next = whole.find('.', dot + 1);
      emit(Opcode::attribute,
           context_.name(whole.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1)).index);
      dot = next;
    }
  }

  void expression(ExprId id) {
    const Expr e = ast_[id];
    Span outer = span_;
    span_ = e.span;
    expression(id, e);
    span_ = outer;
  }

  void expression(ExprId id, const Expr& e) {
    switch (e.kind) {
      case ExprKind::name: return name_up_to(e, std::string_view::npos);
      case ExprKind::integer:
        if (e.sub) return bad(e.span, "the integer does not fit into 64 bits", Diag::too_large);
        [[fallthrough]];
      case ExprKind::real:
      case ExprKind::constant: emit(Opcode::constant, add_constant(constant_of(e))); return;
      case ExprKind::string: return emit_text(Name(e.a));
      case ExprKind::tuple: return display(id, Opcode::tuple);
      case ExprKind::list: return display(id, Opcode::list);
      case ExprKind::set: return display(id, Opcode::set);
      case ExprKind::dict: return dict(id);
      case ExprKind::call: return call(id);
      case ExprKind::index:
        expression(ast_.list(id)[0]);
        expression(ast_.list(id)[1]);
        emit(Opcode::item);
        return;
      case ExprKind::slice:
        for (int i = 0; i < 3; ++i) expression(ast_.list(id)[static_cast<size_t>(i)]);
        emit(Opcode::slice);
        return;
      case ExprKind::attribute:
        expression(ExprId(e.a));
        emit(Opcode::attribute, e.b);
        return;
      case ExprKind::operation: {
        std::vector<OperationItem> items(ast_.operation(id).begin(), ast_.operation(id).end());
        return conditional(items);
      }
      case ExprKind::lambda: return lambda(id);
      case ExprKind::comprehension: return comprehension(id);
      case ExprKind::formatted: return formatted(id);
      case ExprKind::keyword:
      case ExprKind::starred:
      case ExprKind::clause:
      case ExprKind::field:
      case ExprKind::repeated: return bad(e.span, "this cannot stand here", Diag::syntax);
    }
  }

  static CodeConstant constant_of(const Expr& e) {
    const uint64_t bits = e.a | static_cast<uint64_t>(e.b) << 32;
    CodeConstant c;
    if (e.kind == ExprKind::integer) {
      c.kind = CodeConstant::Kind::integer;
      c.integer = bits;
    } else if (e.kind == ExprKind::real) {
      c.kind = CodeConstant::Kind::real;
      c.real = std::bit_cast<double>(bits);
    } else {
      const Literal literal = static_cast<Literal>(e.sub);
      c.kind = literal == Literal::none       ? CodeConstant::Kind::none
               : literal == Literal::ellipsis ? CodeConstant::Kind::ellipsis
                                              : CodeConstant::Kind::boolean;
      c.integer = literal == Literal::true_;
    }
    return c;
  }

  void dict(ExprId id) {
    const std::vector<ExprId> parts(ast_.list(id).begin(), ast_.list(id).end());
    emit(Opcode::dict, 0);
    for (size_t i = 0; i + 1 < parts.size(); i += 2) {
      expression(parts[i]);
      expression(parts[i + 1]);
      emit(Opcode::put);
    }
  }

  void formatted(ExprId id) {
    const std::vector<ExprId> parts(ast_.list(id).begin(), ast_.list(id).end());
    for (ExprId part : parts) {
      const Expr p = ast_[part];
      const bool is_field = p.kind == ExprKind::field;
      expression(is_field ? ExprId(p.a) : part);
      if (is_field) emit(Opcode::format, p.b);
    }
    emit(Opcode::join, static_cast<uint32_t>(parts.size()));
  }

  void display(ExprId id, Opcode make) {
    std::vector<ExprId> parts(ast_.list(id).begin(), ast_.list(id).end());
    bool has_star =
        std::any_of(parts.begin(), parts.end(), [&](ExprId p) { return ast_[p].kind == ExprKind::starred; });
    if (!has_star) {
      for (ExprId part : parts) expression(part);
      emit(make, static_cast<uint32_t>(parts.size()));
      return;
    }
    emit(make == Opcode::set ? Opcode::set : Opcode::list, 0);
    items_with_stars(parts);
    if (make == Opcode::tuple) emit(Opcode::to_tuple);
  }

  void items_with_stars(const std::vector<ExprId>& parts) {
    for (ExprId part : parts) {
      bool is_star = ast_[part].kind == ExprKind::starred;
      expression(is_star ? ExprId(ast_[part].a) : part);
      emit(is_star ? Opcode::extend : Opcode::append);
    }
  }

  void call(ExprId id) {
    std::vector<ExprId> parts(ast_.list(id).begin(), ast_.list(id).end());
    expression(parts[0]);
    std::vector<ExprId> positional;
    std::vector<std::pair<Name, ExprId>> keywords;
    std::vector<ExprId> spreads;
    bool has_star = false;
    for (size_t i = 1; i < parts.size(); ++i) {
      const Expr& p = ast_[parts[i]];
      if (p.kind == ExprKind::keyword) {
        keywords.emplace_back(Name(p.a), ExprId(p.b));
      } else if (p.kind == ExprKind::starred && p.sub) {
        spreads.push_back(ExprId(p.a));
      } else {
        has_star |= p.kind == ExprKind::starred;
        if (!keywords.empty() && p.kind != ExprKind::starred)
          bad(p.span, "a positional argument behind a keyword argument", Diag::syntax);
        positional.push_back(parts[i]);
      }
    }
    for (size_t i = 0; i < keywords.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (keywords[k].first == keywords[i].first)
          bad(ast_[keywords[i].second].span, "'" + std::string(text(keywords[i].first)) + "' is given twice",
              Diag::argument_count);
      }
      if (i > 1000) break;  // no call has as many
    }
    if (!has_star && spreads.empty()) {
      for (ExprId p : positional) expression(p);
      std::vector<Name> names;
      for (auto& [name, value] : keywords) {
        names.push_back(name);
        expression(value);
      }
      uint32_t list = 0;
      if (!names.empty()) {
        list = static_cast<uint32_t>(code_.keywords.size());
        code_.keywords.push_back(std::move(names));
      }
      emit(Opcode::call, static_cast<uint32_t>(positional.size()), list);
      return;
    }
    emit(Opcode::list, 0);
    items_with_stars(positional);
    emit(Opcode::dict, 0);
    for (auto& [name, value] : keywords) {
      emit_text(name);
      expression(value);
      emit(Opcode::put);
    }
    for (ExprId e : spreads) {
      expression(e);
      emit(Opcode::merge);
    }
    emit(Opcode::call_spread);
  }

  void comprehension(ExprId id) {
    std::vector<ExprId> parts(ast_.list(id).begin(), ast_.list(id).end());
    Display form = static_cast<Display>(ast_[id].sub);
    uint32_t result = new_slot({});
    emit(form == Display::dict ? Opcode::dict : form == Display::set ? Opcode::set : Opcode::list, 0);
    emit(Opcode::set_local, result);
    size_t outer = function_->comprehension.size();
    struct Level {
      uint32_t start;
      size_t next;
    };
    std::vector<Level> levels;
    for (size_t i = 2; i < parts.size(); ++i) {
      const Expr clause = ast_[parts[i]];
      expression(ExprId(clause.a));
      span_ = ast_[parts[i]].span;
      if (clause.sub == 1) {
        emit(Opcode::jump_unless, levels.back().start);
        continue;
      }
      emit(Opcode::iterate);
      Level level{here(), 0};
      level.next = emit(Opcode::next);
      levels.push_back(level);
      comprehension_target(ExprId(clause.b));
    }
    expression(parts[0]);
    if (parts[1]) expression(parts[1]);
    emit(form == Display::dict ? Opcode::put_at : Opcode::append_at, result);
    for (size_t i = levels.size(); i-- > 0;) {
      emit(Opcode::jump, levels[i].start);
      land(levels[i].next);
    }
    function_->comprehension.resize(outer);
    emit(Opcode::local, result);
  }

  void comprehension_target(ExprId target) {
    const Expr& t = ast_[target];
    if (t.kind == ExprKind::name) {
      if (t.b != Name::kNone) return bad(t.span, "a variable of a comprehension is a plain name");
      uint32_t slot = new_slot(Name(t.a));
      function_->comprehension.emplace_back(Name(t.a), slot);
      emit(Opcode::set_local, slot);
      return;
    }
    std::vector<ExprId> parts(ast_.list(target).begin(), ast_.list(target).end());
    emit(Opcode::unpack, static_cast<uint32_t>(parts.size()));
    for (ExprId part : parts) comprehension_target(part);
  }

  // ---- chains of operators ----

  using Items = std::span<const OperationItem>;
  static bool is_binary(const OperationItem& item, Operator op) {
    return !item.operand && !item.is_unary && item.op == op;
  }
  static size_t find(Items items, Operator op, size_t from = 0) {
    for (size_t i = from; i < items.size(); ++i) {
      if (is_binary(items[i], op)) return i;
    }
    return items.size();
  }

  // value if condition else conditional
  void conditional(Items items) {
    std::vector<size_t> done;
    while (true) {
      size_t at = find(items, Operator::if_);
      if (at == items.size()) {
        if (find(items, Operator::else_) != items.size()) return bad(span_, "'else' without 'if'", Diag::syntax);
        break;
      }
      size_t otherwise = find(items, Operator::else_, at);
      if (otherwise == items.size() || find(items, Operator::else_) < at)
        return bad(span_, "a conditional expression is written `a if c else b`", Diag::syntax);
      alternatives(items.subspan(at + 1, otherwise - at - 1));
      size_t jump = emit(Opcode::jump_unless);
      alternatives(items.first(at));
      done.push_back(emit(Opcode::jump));
      land(jump);
      items = items.subspan(otherwise + 1);
    }
    alternatives(items);
    land(done);
  }

  // Splits at `op`; the parts are values of which the first that decides is the result.
  template <class F>
  void split(Items items, Operator op, Opcode decides, F&& part) {
    std::vector<size_t> done;
    while (true) {
      size_t at = find(items, op);
      part(items.first(at));
      if (at == items.size()) break;
      done.push_back(emit(decides));
      items = items.subspan(at + 1);
    }
    land(done);
  }
  void alternatives(Items items) {
    split(items, Operator::or_, Opcode::jump_if_or_pop, [&](Items either) {
      split(either, Operator::and_, Opcode::jump_unless_or_pop, [&](Items all) { negations(all); });
    });
  }

  void negations(Items items) {
    size_t count = 0;
    while (count < items.size() && items[count].is_unary && items[count].op == Operator::not_) ++count;
    comparison(items.subspan(count));
    if (count > 0) emit(Opcode::unary, static_cast<uint32_t>(Operator::not_));
    if (count > 0 && count % 2 == 0) emit(Opcode::unary, static_cast<uint32_t>(Operator::not_));
  }

  static bool is_comparison(const OperationItem& item) {
    return !item.operand && !item.is_unary && precedence(item.op) == 4;
  }
  static size_t comparison_end(Items items) {
    size_t i = 0;
    while (i < items.size() && !is_comparison(items[i])) ++i;
    return i;
  }

  // a < b < c: each operand is computed once, and the first that fails decides.
  void comparison(Items items) {
    size_t at = comparison_end(items);
    arithmetic(items.first(at));
    std::vector<size_t> failed;
    while (at < items.size()) {
      Operator op = items[at].op;
      items = items.subspan(at + 1);
      bool is_not = op == Operator::is && !items.empty() && items[0].is_unary && items[0].op == Operator::not_;
      if (is_not) items = items.subspan(1);
      at = comparison_end(items);
      arithmetic(items.first(at));
      bool is_last = at == items.size();
      if (!is_last) {
        emit(Opcode::duplicate);
        emit(Opcode::rotate);
      }
      emit(Opcode::binary, static_cast<uint32_t>(op));
      if (is_not) emit(Opcode::unary, static_cast<uint32_t>(Operator::not_));
      if (!is_last) failed.push_back(emit(Opcode::jump_unless_or_pop));
    }
    if (failed.empty()) return;
    size_t done = emit(Opcode::jump);
    land(failed);
    emit(Opcode::swap);
    emit(Opcode::pop);
    land(done);
  }

  // Operands as they come; an operator when the next one binds no tighter.
  void arithmetic(Items items) {
    std::vector<OperationItem> waiting;
    auto apply = [&] {
      emit(waiting.back().is_unary ? Opcode::unary : Opcode::binary, static_cast<uint32_t>(waiting.back().op));
      waiting.pop_back();
    };
    if (items.empty() || !items.back().operand) return bad(span_, "an operand is missing", Diag::syntax);
    for (const OperationItem& item : items) {
      if (item.operand) {
        expression(item.operand);
        continue;
      }
      if (item.is_unary && item.op == Operator::not_)
        return bad(item.span, "'not' binds less than the operator before it; put it into parentheses", Diag::syntax);
      if (!item.is_unary) {
        int limit = precedence(item.op) + (item.op == Operator::power ? 1 : 0);
        while (!waiting.empty() && precedence(waiting.back().op) >= limit) apply();
      }
      waiting.push_back(item);
    }
    while (!waiting.empty()) apply();
  }

  const Ast& ast_;
  Context& context_;
  Diagnostics& diagnostics_;
  ScriptCode code_;
  Function* function_ = nullptr;
  Span span_;
};

}  // namespace

std::optional<ScriptCode> compile(const Ast& ast, Context& context, Diagnostics& diagnostics) {
  return Compiler(ast, context, diagnostics).run({});
}

std::optional<ScriptCode> compile_expression(const Ast& ast, ExprId expression, Context& context,
                                             Diagnostics& diagnostics) {
  return Compiler(ast, context, diagnostics).run(expression);
}

}  // namespace hammock::python
