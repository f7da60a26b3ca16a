// SPDX-License-Identifier: Apache-2.0
// Rules of a script, and the functions and modules that it defines itself.
#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/subroutines.h"
#include "hammock/syntax/parse.h"
#include "rule_class.h"
#include "tvm.h"

namespace hammock::script {

Tvm::Tvm(std::shared_ptr<const Source> source, std::shared_ptr<Context> context, const RuleScriptOptions& options,
         Diagnostics& diagnostics)
    : source_(std::move(source)),
      shared_context_(context),
      context_(*context),
      options_(options),
      diagnostics_(diagnostics),
      patterns_(std::make_shared<Patterns>(*context)),
      own_calls_(std::make_unique<CallBuilder>(context, nullptr)),
      calls_(own_calls_.get()),
      scratch_(context) {
  programs_.push_back(std::make_unique<ScriptProgram>());
}

bool Tvm::load() {
  std::optional<syntax::Ast> ast = syntax::parse_rule_script(*source_, context_, diagnostics_);
  if (!ast) return false;
  ast_ = std::move(*ast);
  std::optional<python::ScriptCode> code = python::compile(ast_, context_, diagnostics_);
  if (!code) return false;
  code_ = std::move(*code);
  interpreter_ = std::make_unique<Interpreter>(context_, code_, *this, options_.max_steps);
  try {
    interpreter_->run_script();
    label_wildcards();
    find_unapplied();
  } catch (const ScriptError& error) {
    report(error);
  }
  return !has_failed_;
}

// A wildcard is called by the name of its variable, in messages.
void Tvm::label_wildcards() {
  std::vector<std::pair<std::string_view, PatternId>> named;
  for (const auto& [name, d] : interpreter_->globals()) {
    if (d.is(Type::pattern) && (*patterns_)[PatternId(d.id)].kind == PatternKind::any)
      named.emplace_back(context_.text(name), PatternId(d.id));
  }
  std::sort(named.begin(), named.end());
  for (auto [name, p] : named) {
    if (patterns_->label(p).empty()) patterns_->set_label(p, name);
  }
}

void Tvm::report(const ScriptError& error) {
  if (forgives_) {
    if (!first_mistake_) first_mistake_ = Diagnostic{error.diag, error.span, error.text, error.trace};
    return;
  }
  has_failed_ = true;
  if (!error.text.empty()) diagnostics_.report(error.diag, error.span, error.text).notes = error.trace;
}

std::vector<RuleScript::Step> Tvm::steps() const {
  std::vector<RuleScript::Step> out;
  for (const Step& step : steps_) {
    out.push_back({{}, step.function});
    for (size_t r : step.rules) out.back().rules.push_back(rules_[r]);
  }
  return out;
}

void Tvm::print(std::string_view text) {
  if (options_.out) options_.out(text);
}

void Tvm::roots(std::vector<Datum>& out) const { out.insert(out.end(), kept_.begin(), kept_.end()); }

// ---- rules ----

std::string Tvm::rule_name(Datum rewriter) {
  std::string name = rewriter.is(Type::function)
                         ? std::string(context_.text(rewriter.as<python::FunctionObject>().code->name))
                         : "rule";
  auto is_taken = [&](const std::string& n) {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& r) { return r.name == n; });
  };
  if (!is_taken(name)) return name;
  // Several rules are often made by one function: they are told apart by number.
  return name + "#" + std::to_string(rules_.size() + 1);
}

size_t Tvm::add_rule(Rule rule) {
  if (rules_.size() >= 10'000) interpreter_->fail("more than 10000 rules", Diag::too_large);
  if (!rule.span) rule.span = interpreter_->place();
  rule.source = source_->name();
  rules_.push_back(std::move(rule));
  return rules_.size() - 1;
}

void Tvm::must_be_callable(Datum d, std::string_view what) const {
  if (d.is(Type::function) || d.is(Type::method) || d.is(Type::builtin) || d.is(Type::maker)) return;
  interpreter_->fail(std::string(what) + " is a function, not " + interpreter_->type_name(d), Diag::not_a_function);
}

size_t Tvm::add_value_rule(PatternId root, Datum rewriter) {
  must_be_callable(rewriter, "a rewriter");
  kept_.push_back(rewriter);
  size_t number = rules_.size();
  Rule rule(rule_name(rewriter), patterns_);
  rule.rewrite(root, [this, rewriter, number](Build& b) { return run_value(rewriter, number, b); });
  return add_rule(std::move(rule));
}

Datum Tvm::new_rewriter(std::vector<size_t> rules, bool is_class) {
  rewriters_.push_back({std::move(rules), is_class, false});
  return Datum::of(Type::rewriter, static_cast<uint32_t>(rewriters_.size() - 1));
}

Datum Tvm::rewrite_call(const Bound& b) {
  size_t rule = add_value_rule(pattern(b[0]), b[1]);
  return apply(b[2], {rule});
}

Datum Tvm::rewrite_bindings(const Bound& b) {
  may_make_patterns();
  if (!b[0].is(Type::context))
    interpreter_->fail("rewrite_bindings takes a PatternContext, not " + interpreter_->type_name(b[0]),
                       Diag::wrong_script_value);
  must_be_callable(b[1], "a rewriter");
  kept_.push_back(b[1]);
  size_t number = rules_.size();
  Rule rule(rule_name(b[1]), patterns_);
  rule.rewrite(*contexts_[b[0].id],
               [this, rewriter = b[1], number](Build& build) { return run_bindings(rewriter, number, build); });
  add_rule(std::move(rule));
  return apply(b[2], {number});
}

Datum Tvm::from_pattern(const Bound& b) { return new_rewriter({add_value_rule(pattern(b[0]), b[1])}); }

Datum Tvm::from_module(const Bound& b) {
  if (!b[0].is(Type::program) || b[0].id == 0)
    interpreter_->fail("from_module takes a module that the script defines", Diag::wrong_script_value);
  auto module = std::make_shared<Module>(*programs_[b[0].id]->module);
  std::optional<Rule> rule = rule_of_functions(module, std::string(context_.text(module->class_name)),
                                               interpreter_->place(), patterns_, diagnostics_);
  if (!rule) throw ScriptError{Diag::bad_rule, {}, "", {}};
  return new_rewriter({add_rule(std::move(*rule))});
}

Datum Tvm::or_rewriter(const Bound& b) {
  std::vector<size_t> rules;
  for (Datum d : {b[0], b[1]}) {
    if (!d.is(Type::rewriter))
      interpreter_->fail("a rewriter is wanted here, not " + interpreter_->type_name(d), Diag::wrong_script_value);
    rewriters_[d.id].is_used = true;
    rules.insert(rules.end(), rewriters_[d.id].rules.begin(), rewriters_[d.id].rules.end());
  }
  return new_rewriter(std::move(rules));
}

Datum Tvm::tuple_rewriter(const Bound& b) {
  must_be_callable(b[1], "a rewriter");
  std::vector<PatternId> fields;
  for (Pattern p : pattern_list(b[0])) fields.push_back(p);
  kept_.push_back(b[1]);
  size_t number = rules_.size();
  Rule rule(rule_name(b[1]), patterns_);
  rule.rewrite_tuple(std::move(fields),
                     [this, rewriter = b[1], number](Build& build) { return run_value(rewriter, number, build); });
  return new_rewriter({add_rule(std::move(rule))});
}

// What the script defines and never applies.
void Tvm::find_unapplied() {
  Step step;
  for (const Rewriter& r : rewriters_) {
    if (!r.is_used && (r.is_class || steps_.empty()))
      step.rules.insert(step.rules.end(), r.rules.begin(), r.rules.end());
  }
  if (steps_.empty() && step.rules.empty()) {
    auto named = [&](std::string_view name) {
      auto at = interpreter_->globals().find(context_.name(name));
      return at == interpreter_->globals().end() ? Datum() : at->second;
    };
    Datum rewriter = named("rewriter"), root = named("pattern"), graph = named("ctx");
    if (rewriter.is(Type::function) && (root.is(Type::pattern) || graph.is(Type::context))) {
      Bound b{{root.is(Type::pattern) ? root : graph, rewriter, Datum::of(Type::program, 0)}, {true, true, true}, {}};
      root.is(Type::pattern) ? rewrite_call(b) : rewrite_bindings(b);
      rules_.back().span = rewriter.as<python::FunctionObject>().code->span;
      return;
    }
    if (!registered_.empty()) return;
    diagnostics_.report(Diag::bad_rule, {},
                        "the script applies no rule: there is no rewrite_call, no rewrite_bindings, no @R.rewriter, no "
                        "register_patterns, and no `pattern` with a `rewriter`");
    has_failed_ = true;
    return;
  }
  if (!step.rules.empty()) steps_.push_back(std::move(step));
}

// ---- rewriters at work ----

const Match& Tvm::match(Datum d) const {
  if (!build_ || d.run != run_) interpreter_->fail("these are the matchings of another match");
  return build_->match;
}

Datum Tvm::run(Datum rewriter, size_t rule, Build& build, bool is_value) {
  running_ = rule;
  build_ = &build;
  run_ = ++runs_;
  Datum matches = Datum::of(Type::matches, 0, run_);
  Datum args[] = {is_value ? build.root ? of(build.root) : Datum() : matches,
                  is_value ? matches : Datum::of(Type::bindings, 0, run_)};
  return interpreter_->call_from_outside(rewriter, {args, {}});
}

Value Tvm::run_value(Datum rewriter, size_t rule, Build& build) {
  if (has_failed_) return {};
  Restored<Build*> keep_build(build_);
  Restored<uint32_t> keep_run(run_);
  try {
    Datum result = run(rewriter, rule, build, true);
    if (result.is_none()) return {};
    Value v = to_expression(result, "a replacement");
    if (v == build.root || !accepts(build.root, v, build, rules_[rule].name)) return {};
    return v;
  } catch (const ScriptError& error) {
    report(error);
    return build.decline("the rewriter failed");
  }
}

std::vector<Replacement> Tvm::run_bindings(Datum rewriter, size_t rule, Build& build) {
  if (has_failed_) return {};
  Restored<Build*> keep_build(build_);
  Restored<uint32_t> keep_run(run_);
  try {
    Datum result = run(rewriter, rule, build, false);
    if (result.is_none()) return {};
    if (!result.is(Type::dict))
      interpreter_->fail("a rewriter of bindings returns a dict from variables to their new values, not " +
                             interpreter_->type_name(result),
                         Diag::wrong_script_value);
    std::vector<Replacement> out;
    for (const Dict::Entry& e : result.as<Dict>().entries) {
      if (e.is_gone) continue;
      if (!e.key.is(Type::expr))
        interpreter_->fail(
            "a key of the dict is a variable such as matchings[pattern], not " + interpreter_->type_name(e.key),
            Diag::wrong_script_value);
      Value at = value(e.key), by = to_expression(e.value, "a new value");
      if (at == by) continue;
      if (!accepts(at, by, build, rules_[rule].name)) return {};
      out.emplace_back(at, by);
    }
    return out;
  } catch (const ScriptError& error) {
    report(error);
    build.decline("the rewriter failed");
    return {};
  }
}

// A replacement must be what its variable can hold. Said once for each rule.
bool Tvm::accepts(Value at, Value by, Build& build, std::string_view rule) {
  StructInfo wanted = at ? build.fn.info(at) : StructInfo(), made = build.fn.info(by);
  if (!wanted || (made && base_check(context_, wanted, made) == BaseCheck::pass)) return true;
  std::string text = "the replacement is " + (made ? describe(context_, made) : "of unknown struct info") +
                     ", what it replaces " + describe(context_, wanted);
  if (!forgives_ && warned_.insert(std::string(rule)).second)
    diagnostics_.report(Diag::loose_rule, rules_[running_].span,
                        "rule '" + std::string(rule) + "' is not applied: " + text);
  build.decline(text);
  return false;
}

// ---- programs of the script ----

Datum Tvm::define(syntax::StmtId id) {
  const syntax::Stmt& stmt = ast_[id];
  const syntax::Def& def = ast_.defs[stmt.def];
  size_t errors = diagnostics_.error_count();
  ReadOptions options;
  options.part = def.text;
  options.imported = ast_.imported;
  std::optional<Module> module = read_module(source_, shared_context_, diagnostics_, options);
  if (!module || diagnostics_.error_count() != errors) throw ScriptError{Diag::script_failed, {}, "", {}};
  interpreter_->take(
      module->functions.empty() ? 1000 : 1000 * module->functions.size() + (def.text.end - def.text.begin) * 32);
  bool is_rule = false;
  if (stmt.kind == syntax::StmtKind::class_) {
    syntax::ExprId e = ast_.decorators(stmt).back();
    if (ast_[e].kind == syntax::ExprKind::call) e = ast_.list(e)[0];
    is_rule = context_.text(Name(ast_[e].a)).ends_with("rewriter");
  }
  if (is_rule) {
    std::string name(context_.text(def.name));
    std::optional<Rule> rule =
        rule_of_functions(std::make_shared<Module>(std::move(*module)), name, def.span, patterns_, diagnostics_);
    if (!rule) throw ScriptError{Diag::bad_rule, {}, "", {}};
    return new_rewriter({add_rule(std::move(*rule))}, true);
  }
  auto program = std::make_unique<ScriptProgram>();
  program->module = std::move(module);
  if (program->module->is_lone_function) program->function = GlobalId(0);
  programs_.push_back(std::move(program));
  return Datum::of(Type::program, static_cast<uint32_t>(programs_.size() - 1));
}

// A step for the module at hand; a program of the script is rewritten at once.
Datum Tvm::apply(Datum d, std::vector<size_t> rules) {
  if (build_) interpreter_->fail("a rewriter cannot apply rules itself");
  if (!d.is(Type::program))
    interpreter_->fail("rules are applied to a function or module of Relax, not to " + interpreter_->type_name(d),
                       Diag::wrong_script_value);
  if (steps_.size() >= 10'000) interpreter_->fail("more than 10000 applications of rules", Diag::too_large);
  Name only = d.run ? Name(d.run - 1) : Name();
  steps_.push_back({rules, interpreter_->place(), only});
  if (d.id == 0) return d;
  auto made = std::make_unique<ScriptProgram>(*programs_[d.id]);
  size_t size = 0;
  for (const GlobalFunction& f : made->module->functions) size += f.relax() ? f.relax()->size() : 1;
  interpreter_->take(size * 96);
  interpreter_->charge(size);
  std::vector<Rule> chosen;
  for (size_t r : rules) chosen.push_back(rules_[r]);
  std::optional<Subroutines> called(std::in_place, *made->module, chosen);
  for (GlobalFunction& global : called->own()) {
    Function* fn = global.relax();
    if (!fn || (only && global.name != only)) continue;
    RewriteOptions options;
    if (options_.clean) options.clean = [&](Function& f) { return options_.clean(*made->module, f); };
    RewriteResult result = rewrite(*fn, &*made->module, chosen, options);
    if (has_failed_) throw ScriptError{Diag::script_failed, {}, "", {}};
    if (result.end != RewriteEnd::fixed_point) interpreter_->fail(result.message, Diag::too_large);
  }
  called.reset();
  programs_.push_back(std::move(made));
  return Datum::of(Type::program, static_cast<uint32_t>(programs_.size() - 1), d.run);
}

// ---- functions of a module: mod["f"], mod.get_global_var("f") ----

Datum Tvm::function_of(Datum program, Datum name) {
  if (name.is(Type::program) && name.run) return Datum::of(Type::program, program.id, name.run);  // a global variable
  if (program.run || !Interpreter::is_text(name))
    interpreter_->fail("functions of a module are found by name, not in " + interpreter_->type_name(program) + " by " +
                           interpreter_->type_name(name),
                       Diag::wrong_script_value);
  std::string_view text = Interpreter::text_of(name);
  if (program.id != 0) {
    const Module& module = *programs_[program.id]->module;
    std::vector<std::string_view> names;
    for (const GlobalFunction& f : module.functions) names.push_back(context_.text(f.name));
    if (!module.find(text))
      interpreter_->fail("the module has no function '" + std::string(text) + "'" + did_you_mean(text, names),
                         Diag::unknown_function);
  }
  return Datum::of(Type::program, program.id, context_.name(text).index + 1);
}

bool Tvm::set_item(Datum base, Datum index, Datum value) {
  if (!base.is(Type::program)) return false;
  Datum place = function_of(base, index);
  if (!value.is(Type::program))
    interpreter_->fail("a function of Relax is wanted here, not " + interpreter_->type_name(value),
                       Diag::wrong_script_value);
  if (value.id == base.id && (value.run == place.run || !value.run)) return true;
  if (value.id == 0 || base.id == 0)
    interpreter_->fail("functions of the module at hand and of the script do not take each other's place",
                       Diag::wrong_script_value);
  const Module& from = *programs_[value.id]->module;
  Module& into = *programs_[base.id]->module;
  // References to functions are numbers, which mean the same if the one module was made from the other.
  bool is_alike = std::equal(from.functions.begin(), from.functions.end(), into.functions.begin(), into.functions.end(),
                             [](const auto& f, const auto& g) { return f.name == g.name; });
  std::optional<GlobalId> source = value.run                       ? from.find(context_.text(Name(value.run - 1)))
                                   : programs_[value.id]->function ? std::optional(programs_[value.id]->function)
                                                                   : std::nullopt;
  if (!source) interpreter_->fail("a function of Relax is wanted here, not a module", Diag::wrong_script_value);
  if (!is_alike && from.functions.size() > 1)
    interpreter_->fail("a function of another module cannot be put here, for it may call others of that module",
                       Diag::wrong_script_value);
  GlobalFunction& target = into[*into.find(context_.text(Name(place.run - 1)))];
  interpreter_->take(from[*source].relax() ? from[*source].relax()->size() * 96 : 1000);
  target.info = from[*source].info;
  target.body = from[*source].body;
  if (Function* fn = target.relax()) fn->self().name = target.name;
  return true;
}

Datum Tvm::m_update_func(Datum self, const Bound& b) {
  set_item(self, b[0], b[1]);
  return {};
}

Datum Tvm::m_get_global_var(Datum self, const Bound& b) { return function_of(self, b[0]); }

std::string Tvm::program_text(const ScriptProgram& program) {
  return program.module && options_.print ? options_.print(*program.module) : "";
}

Datum Tvm::m_show(Datum self, const Bound&) {
  if (self.id != 0) print(program_text(*programs_[self.id]) + "\n");
  return {};
}

Datum Tvm::get_var2val(const Bound&) { return interpreter_->dict(); }

Datum Tvm::assert_equal(const Bound& b) {
  for (Datum d : {b[0], b[1]}) {
    if (!d.is(Type::program))
      interpreter_->fail("functions and modules of Relax are compared, not " + interpreter_->type_name(d),
                         Diag::wrong_script_value);
  }
  if (b[0].id == 0 || b[1].id == 0) return {};
  // Names of variables do not count.
  auto text = [&](Datum d) {
    ScriptProgram copy = *programs_[d.id];
    Name v = context_.name("v");
    for (GlobalFunction& f : copy.module->functions) {
      if (!f.relax()) continue;
      for (Node& node : f.relax()->nodes) node.name = node.name ? v : Name();
    }
    return program_text(copy);
  };
  if (text(b[0]) != text(b[1])) interpreter_->fail("the two are not structurally equal");
  return {};
}

}  // namespace hammock::script

namespace hammock {

class RuleScript::Impl {
 public:
  Impl(std::shared_ptr<const Source> source, std::shared_ptr<Context> context, const RuleScriptOptions& options,
       Diagnostics& diagnostics)
      : tvm(std::move(source), std::move(context), options, diagnostics) {}
  script::Tvm tvm;
};

RuleScript::~RuleScript() = default;

std::unique_ptr<RuleScript> RuleScript::load(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                             const RuleScriptOptions& options, Diagnostics& diagnostics) {
  std::unique_ptr<RuleScript> out(new RuleScript());
  out->impl_ = std::make_unique<Impl>(std::move(source), std::move(context), options, diagnostics);
  if (!out->impl_->tvm.load()) return nullptr;
  out->steps_ = out->impl_->tvm.steps();
  out->patterns_ = out->impl_->tvm.registered();
  return out;
}

void RuleScript::forgive() { impl_->tvm.forgive(); }
const Diagnostic* RuleScript::first_mistake() const { return impl_->tvm.first_mistake(); }
bool RuleScript::has_read(Op op, std::string_view attribute) const { return impl_->tvm.has_read(op, attribute); }

bool RuleScript::has_failed() const { return impl_->tvm.has_failed(); }

Changed apply_rules(Module& module, const RuleScript& script, PassContext& context, std::vector<PassTime>* times) {
  return apply_rules(module, script.steps(), context, times, [&] { return script.has_failed(); });
}

}  // namespace hammock
