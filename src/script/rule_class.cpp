// SPDX-License-Identifier: Apache-2.0
#include "rule_class.h"

#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/subroutines.h"

namespace hammock {
namespace {

// Values that the result of a function needs, operands first.
std::vector<Value> needed(const Function& fn, Value result) {
  std::vector<uint8_t> state(fn.size());
  std::vector<Value> order, open{result};
  while (!open.empty()) {
    Value v = open.back();
    if (state[v.index] == 2 || (state[v.index] == 1)) {
      open.pop_back();
      if (state[v.index] == 1) {
        state[v.index] = 2;
        order.push_back(v);
      }
      continue;
    }
    state[v.index] = 1;
    for (Value a : fn.args(v)) {
      if (!state[a.index]) open.push_back(a);
    }
  }
  return order;
}

class ClassRule {
 public:
  ClassRule(std::shared_ptr<const Module> module, Span place, std::shared_ptr<Patterns> patterns,
            Diagnostics& diagnostics)
      : module_(std::move(module)),
        context_(module_->context()),
        place_(place),
        patterns_(std::move(patterns)),
        diagnostics_(diagnostics) {}

  std::optional<Rule> make(std::string name) {
    size_t errors = diagnostics_.error_count();
    pattern_ = function("pattern");
    replacement_ = function("replacement");
    if (!pattern_ || !replacement_) return std::nullopt;
    find_subroutines();
    check_signatures();
    if (diagnostics_.error_count() != errors) return std::nullopt;
    PatternId root = translate();
    if (diagnostics_.error_count() != errors) return std::nullopt;
    check_parameters();
    if (diagnostics_.error_count() != errors) return std::nullopt;
    Rule rule(std::move(name), patterns_);
    rule.span = place_;
    rule.calls = calls_;
    rule.rewrite(root, [module = module_, replacement = replacement_, params = params_, symbols = symbols_,
                        calls = calls_](Build& b) { return build(*replacement, params, symbols, calls.get(), b); });
    return rule;
  }

 private:
  void bad(Span span, std::string text, Diag diag = Diag::bad_rule, std::vector<Note> notes = {}) {
    diagnostics_.report(diag, span ? span : place_, std::move(text)).notes = std::move(notes);
  }

  const Function* function(std::string_view name) {
    std::optional<GlobalId> g = module_->find(name);
    const Function* fn = g ? (*module_)[*g].relax() : nullptr;
    if (!g) bad(place_, "a rule needs a function " + quoted(name));
    else if (!fn) bad((*module_)[*g].span, quoted(name) + " must be a function of Relax");
    return fn;
  }

  // Further functions, which the replacement may call.
  void find_subroutines() {
    for (const GlobalFunction& f : module_->functions) {
      if (f.relax() == pattern_ || f.relax() == replacement_) continue;
      if (!is_private(f)) {
        bad(f.span, quoted(context_.text(f.name)) +
                        " is neither the pattern nor the replacement: what the replacement calls is private, "
                        "@R.function(private=True)");
      } else if (!calls_) {
        calls_ = std::make_shared<RuleCalls>(RuleCalls{module_, {}});
      }
    }
    for (const GlobalFunction& f : module_->functions) {
      const Function* fn = f.relax();
      if (!fn || fn == pattern_) continue;
      for (const Node& node : fn->nodes) {
        if (node.kind != NodeKind::global) continue;
        const GlobalFunction& called = (*module_)[node.global()];
        if (called.relax() == pattern_ || called.relax() == replacement_)
          bad(node.span ? node.span : f.span,
              "the functions of a rule do not call its " + std::string(context_.text(called.name)));
      }
    }
  }

  // The symbols of the replacement are those of the pattern under other identities.
  void check_signatures() {
    const Lambda &p = pattern_->self(), &r = replacement_->self();
    std::vector<Note> here{{p.span, "the pattern is here"}};
    if (p.params.size() != r.params.size()) {
      return bad(r.span,
                 "the replacement has " + std::to_string(r.params.size()) + " parameters, the pattern " +
                     std::to_string(p.params.size()),
                 Diag::bad_rule, here);
    }
    PrimMap map;
    size_t errors = diagnostics_.error_count();
    for (size_t i = 0; i < p.params.size(); ++i) {
      std::vector<Prim> a = free_symbols(context_, pattern_->info(p.params[i])),
                        b = free_symbols(context_, replacement_->info(r.params[i]));
      for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        if (map.emplace(b[k], a[k]).second) symbols_.emplace_back(b[k], a[k]);
      }
      StructInfo theirs = substitute(context_, replacement_->info(r.params[i]), map);
      const Node &x = (*pattern_)[p.params[i]], &y = (*replacement_)[r.params[i]];
      if (theirs != x.info) {
        bad(y.span,
            "the parameter " + quoted(context_.text(y.name)) + " is " + describe(context_, y.info) +
                ", in the pattern it is " + describe(context_, x.info),
            Diag::bad_rule, {{x.span, "the pattern's parameter"}});
      } else if (x.name != y.name) {
        bad(y.span,
            "the parameter " + quoted(context_.text(y.name)) + " is " + quoted(context_.text(x.name)) +
                " in the pattern",
            Diag::bad_rule, {{x.span, "the pattern's parameter"}});
      }
    }
    if (diagnostics_.error_count() != errors) return;
    StructInfo result = substitute(context_, r.ret, map);
    if (base_check(context_, p.ret, result) != BaseCheck::pass) {
      bad(r.span, "the replacement is " + describe(context_, r.ret) + ", the pattern " + describe(context_, p.ret),
          Diag::bad_rule, here);
    }
    if (p.is_pure && !r.is_pure) bad(r.span, "the replacement is impure, the pattern is pure", Diag::bad_rule, here);
  }

  PatternId translate() {
    SymbolSet dims;
    for (Value v : pattern_->self().params) add_free(dims, context_, pattern_->info(v));
    for (Prim s : dims.in_order()) patterns_->make_dim(s);
    Value result = pattern_->body().result;
    by_value_.resize(pattern_->size());
    for (Value v : needed(*pattern_, result)) {
      Pattern p = row((*pattern_)[v], v);
      if (!p.id()) return {};
      if ((*pattern_)[v].span && !patterns_->span(p)) patterns_->set_span(p, (*pattern_)[v].span);
      if ((*pattern_)[v].name) patterns_->set_label(p, context_.text((*pattern_)[v].name));
      by_value_[v.index] = p;
    }
    for (Value v : pattern_->self().params) params_.push_back(by_value_[v.index]);
    Pattern root = patterns_->at(by_value_[result.index]);
    if ((*pattern_)[result].kind == NodeKind::param)
      bad(pattern_->self().span, "the pattern is its parameter alone: it would match everything");
    return root;
  }

  Pattern row(const Node& node, Value v) {
    std::vector<Pattern> args;
    for (Value a : pattern_->args(v)) args.push_back(patterns_->at(by_value_[a.index]));
    switch (node.kind) {
      case NodeKind::param: return patterns_->has_info(patterns_->any(), node.info);
      case NodeKind::constant: return patterns_->constant(node.constant());
      case NodeKind::shape: return patterns_->shape(context_.infos.dims(node.info));
      case NodeKind::prim_value: return patterns_->prim(node.prim());
      case NodeKind::string: return patterns_->string(context_.text(node.text()));
      case NodeKind::dtype: return patterns_->dtype(node.dtype());
      case NodeKind::extern_func: return patterns_->extern_func(context_.text(node.text()));
      case NodeKind::global: return kernel(node);
      case NodeKind::op_ref: return patterns_->op(node.op_value());
      case NodeKind::tuple: return patterns_->tuple(args);
      case NodeKind::alias: return args[0];
      case NodeKind::get_item: return patterns_->get_item(args[0], node.index());
      case NodeKind::match_cast: return patterns_->has_info(args[0], node.info);
      case NodeKind::call: return patterns_->call(args[0], std::span(args).subspan(1));
      case NodeKind::call_op: {
        Pattern p = patterns_->call(patterns_->op(node.op), args);
        const OpInfo& op = info(node.op);
        std::vector<AttrTest> tests;
        for (size_t i = 0; i < op.attrs.size(); ++i) {
          AttrTest test;
          test.name = context_.name(op.params[op.attrs[i]].name);
          test.equals = context_.attrs.items(node.attrs)[i];
          tests.push_back(std::move(test));
        }
        if (!tests.empty()) p = patterns_->has_attrs(p, std::move(tests));
        if (node.sinfo_args() && node.info)
          p = patterns_->has_info(p, node.info);  // what is called has any result: take this one
        return p;
      }
      default:
        bad(node.span, node.kind == NodeKind::cond     ? "an if cannot be part of a pattern"
                       : node.kind == NodeKind::lambda ? "a local function cannot be part of a pattern"
                                                       : "this cannot be part of a pattern");
        return {};
    }
  }

  // A kernel of the class stands for those of the module that are equal to it, whatever their names.
  Pattern kernel(const Node& node) {
    if (const auto& kernel = (*module_)[node.global()].kernel()) return patterns_->kernel(kernel);
    bad(node.span, "a pattern calls kernels, external functions and operators, but no other functions");
    return {};
  }

  // A parameter that the result of the pattern does not mention stands for nothing.
  void check_parameters() {
    std::vector<Value> used = needed(*replacement_, replacement_->body().result);
    for (size_t i = 0; i < params_.size(); ++i) {
      if (params_[i]) continue;
      Value theirs = replacement_->self().params[i];
      const Node& node = (*pattern_)[pattern_->self().params[i]];
      if (std::find(used.begin(), used.end(), theirs) != used.end()) {
        bad((*replacement_)[theirs].span,
            "the replacement uses " + quoted(context_.text(node.name)) +
                ", which the pattern's result does not mention",
            Diag::bad_rule, {{node.span, "the pattern's parameter"}});
      }
    }
  }

  static Value build(const Function& replacement, const std::vector<PatternId>& params,
                     const std::vector<std::pair<Prim, Prim>>& symbols, const RuleCalls* calls, Build& b) {
    Cloner clone(replacement, b.fn, Cloner::Symbols::kept);
    for (auto [theirs, ours] : symbols) {
      if (Prim p = b.match.dim(ours)) clone.rename(theirs, p);
    }
    for (size_t i = 0; i < params.size(); ++i) {
      if (params[i]) clone.map(replacement.self().params[i], b.match[params[i]]);
    }
    for (Value v : needed(replacement, replacement.body().result)) {
      NodeKind kind = replacement[v].kind;
      if (kind == NodeKind::param) continue;
      if (kind == NodeKind::global) {
        GlobalId here = calls && replacement[v].global().index < calls->here.size()
                            ? calls->here[replacement[v].global().index]
                            : GlobalId();
        if (!here) return b.decline("its replacement calls functions, for which a module is needed");
        Node reference = replacement[v];
        reference.set_global(here);
        clone.map(v, b.fn.add(reference));
        continue;
      }
      Value made = clone(v);
      if (is_temporary(b.context(), b.fn[made].name)) b.fn[made].name = Name();
      if (kind != NodeKind::call_op && kind != NodeKind::get_item && kind != NodeKind::alias && kind != NodeKind::tuple)
        continue;
      if (!infer(b, made)) return {};
    }
    return clone(replacement.body().result);
  }

  // A name that the reader gave to a nested call.
  static bool is_temporary(const Context& context, Name name) {
    if (!name) return false;
    std::string_view text = context.text(name);
    return (text.starts_with("gv") || text.starts_with("lv")) &&
           text.find_first_not_of("0123456789", 2) == std::string_view::npos;
  }

  // With what is known of the arguments here.
  static bool infer(Build& b, Value v) {
    Node node = b.fn[v];
    Context& context = b.context();
    std::vector<Value> args(b.fn.args(v).begin(), b.fn.args(v).end());
    StructInfo info = node.info;
    if (node.kind == NodeKind::call_op) {
      Diagnostics problems;
      info = Infer(b.fn, b.module, &problems).call({node.op, args, node.attrs, node.sinfo_args(), node.span});
      if (!info)
        return b.decline(problems.all().empty() ? "the replacement cannot be inferred" : problems.all()[0].text), false;
    } else if (node.kind == NodeKind::alias) {
      info = b.fn.info(args[0]);
    } else if (node.kind == NodeKind::get_item) {
      StructInfo tuple = b.fn.info(args[0]);
      bool is_tuple = context.infos[tuple].kind == InfoKind::tuple && node.index() < context.infos.fields(tuple).size();
      if (is_tuple) info = context.infos.fields(tuple)[node.index()];
    } else {
      std::vector<StructInfo> fields;
      for (Value a : args) fields.push_back(b.fn.info(a));
      info = context.infos.tuple(fields);
    }
    b.fn[v].info = info;
    b.fn[v].span = b.root ? b.fn[b.root].span : Span();
    b.fn[v].is_output = false;
    return true;
  }

  std::shared_ptr<const Module> module_;
  Context& context_;
  Span place_;
  std::shared_ptr<Patterns> patterns_;
  Diagnostics& diagnostics_;
  const Function* pattern_ = nullptr;
  const Function* replacement_ = nullptr;
  std::shared_ptr<RuleCalls> calls_;  // null: there are no further functions
  std::vector<PatternId> by_value_;
  std::vector<PatternId> params_;               // none: not part of the pattern
  std::vector<std::pair<Prim, Prim>> symbols_;  // of the replacement, of the pattern
};

}  // namespace

std::optional<Rule> rule_of_functions(std::shared_ptr<const Module> module, std::string name, Span place,
                                      std::shared_ptr<Patterns> patterns, Diagnostics& diagnostics) {
  return ClassRule(std::move(module), place, std::move(patterns), diagnostics).make(std::move(name));
}

}  // namespace hammock
