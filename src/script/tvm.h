// SPDX-License-Identifier: Apache-2.0
// The names of TVM in a rule script: patterns, contexts, expressions, calls that build IR, rewriters.
//
// Patterns of a script are rows of one Patterns. A call of a rewriter is a run: the expressions that it sees are values
// of the function that is being rewritten, and are good for that run only. Outside of runs expressions live in a
// function of the script's own, of which only leaves (constants, shapes ...) may be used in runs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>

#include "hammock/python/interpreter.h"
#include "hammock/read/call_builder.h"
#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/fusion_pattern.h"
#include "hammock/script/rule_script.h"

namespace hammock {
struct NamedParts;
}

namespace hammock::script {

using python::Args;
using python::ArrayObject;
using python::Datum;
using python::Dict;
using python::Interpreter;
using python::kMaxItems;
using python::kMaxNesting;
using python::ScriptError;
using python::Sequence;
using python::Type;

// a ^ b >> c
struct ChainObject : python::Object {
  ChainObject() : Object(Type::chain) {}
  std::vector<PatternId> patterns;
};

// The operator that is meant: is_op("relax.add"), R.add, an operator.
Op op_named(Interpreter& interpreter, Datum d);

// The arguments of a call by the parameters that a row lists.
struct Bound {
  std::vector<Datum> values;
  std::vector<bool> given;
  std::vector<Datum> rest;
  Datum operator[](size_t i) const { return values[i]; }
  bool has(size_t i) const { return given[i] && !values[i].is_none(); }
};

// Restores what was there before, however a run ends.
template <class T>
class Restored {
 public:
  explicit Restored(T& at) : at_(at), old_(at) {}
  ~Restored() { at_ = old_; }

 private:
  T& at_;
  T old_;
};

class Tvm : public python::Host {
 public:
  Tvm(std::shared_ptr<const Source> source, std::shared_ptr<Context> context, const RuleScriptOptions& options,
      Diagnostics& diagnostics);

  // Reads and runs the script. False after a report.
  bool load();
  std::vector<RuleScript::Step> steps() const;
  // Registered for FuseOpsByPattern, in order of priority.
  std::vector<FusionPattern> registered() const;
  bool has_failed() const { return has_failed_; }
  void forgive() {
    forgives_ = true;
    first_mistake_.reset();
    attributes_read_.clear();
  }
  bool has_read(Op op, std::string_view attribute) const {
    return attributes_read_.contains({op, info(op).attr_index(attribute)});
  }
  const Diagnostic* first_mistake() const { return first_mistake_ ? &*first_mistake_ : nullptr; }
  std::shared_ptr<Patterns> patterns() const { return patterns_; }

  // ---- Host
  std::optional<Datum> global(Name name) override;
  std::optional<Datum> attribute(Datum base, std::string_view name) override;
  std::vector<std::string_view> attribute_names(Datum base) override;
  bool has_method(Datum base, std::string_view name) override;
  Datum call_method(Datum base, std::string_view name, const Args& args) override;
  bool is_instance(Datum d, Datum type) override;
  Datum call(Datum callee, const Args& args) override;
  std::optional<Datum> item(Datum base, Datum index) override;
  bool set_item(Datum base, Datum index, Datum value) override;
  std::optional<Datum> binary(syntax::Operator op, Datum lhs, Datum rhs) override;
  std::optional<Datum> unary(syntax::Operator op, Datum operand) override;
  std::optional<bool> equal(Datum a, Datum b) override;
  std::optional<bool> truth(Datum d) override;
  std::optional<std::string> text(Datum d, bool is_repr) override;
  std::optional<std::vector<Datum>> elements(Datum d) override;
  std::optional<size_t> size(Datum d) override;
  std::optional<bool> contains(Datum container, Datum d) override;
  Datum enter(Datum context) override;
  void leave() override { active_.pop_back(); }
  size_t entered() const override { return active_.size(); }
  Datum import(Name module, Name member) override;
  Datum define(syntax::StmtId definition) override;
  void print(std::string_view text) override;
  void roots(std::vector<Datum>& out) const override;

 private:
  struct FunctionRow {
    std::string_view name;    // with the namespace: P., relax.
    std::string_view params;  // "pat index?": `?` may be absent, `*` takes the rest
    Datum (Tvm::*run)(const Bound&);
  };
  struct MethodRow {
    Type type;
    std::string_view name, params;
    Datum (Tvm::*run)(Datum self, const Bound&);
  };
  static std::span<const FunctionRow> functions();
  static std::span<const MethodRow> methods();
  const FunctionRow* find_function(std::string_view name) const;
  const MethodRow* find_method(Type type, std::string_view name) const;
  Bound bind(std::string_view name, std::string_view params, const Args& args);

  // ---- namespaces (namespaces.cpp)
  std::optional<Datum> member(std::string_view space, std::string_view name);
  Datum space(std::string_view name) { return Datum::of(Type::module, context_.name(name).index); }
  Datum maker(std::string_view name) { return Datum::of(Type::maker, context_.name(name).index); }
  Datum call_maker(std::string_view name, const Args& args);

  // ---- patterns (patterns.cpp)
  Pattern pattern(Datum d, std::string_view what = "a pattern", int depth = 0);
  std::vector<Pattern> pattern_list(Datum d, int depth = 0);
  Datum of(Pattern p);
  void may_make_patterns();
  void charge_for_edges(const PatternGraph& graph, size_t count);
  Datum call_pattern(Datum callee, const Args& args);
  std::vector<Prim> dims(Datum d);
  Pattern with_attrs(Pattern p, Datum dict);
  Datum chain(Datum lhs, Datum rhs, bool is_only);
  void add_edge(Datum from, Datum to, bool is_only, int index);
  std::vector<PatternId> chain_of(Datum d);
  PatternGraph* context_graph() { return active_.empty() ? nullptr : &*contexts_[active_.back()]; }
  Datum is_op(const Bound&);
  Datum wildcard(const Bound&);
  Datum is_const(const Bound&);
  Datum is_var(const Bound&);
  Datum is_dfv(const Bound&);
  Datum is_gv(const Bound&);
  Datum extern_pattern(const Bound&);
  Datum is_expr(const Bound&);
  Datum is_tuple(const Bound&);
  Datum is_get_item(const Bound&);
  Datum is_shape(const Bound&);
  Datum is_call_tir(const Bound&);
  Datum is_call_dps_packed(const Bound&);
  Datum is_call_packed(const Bound&);
  Datum has_attr(const Bound&);
  Datum has_dtype(const Bound&);
  Datum pattern_context(const Bound&);
  Datum dominates(const Bound&);
  Datum each(const Bound&);
  void mark_repeated(PatternId p, std::span<const PatternId> shared);
  Datum m_branches(Datum, const Bound&);
  uint32_t count(const Bound& b, size_t i, uint32_t missing);
  Datum m_has_attr(Datum, const Bound&);
  Datum m_has_dtype(Datum, const Bound&);
  Datum m_has_shape(Datum, const Bound&);
  Datum m_has_struct_info(Datum, const Bound&);
  Datum m_has_type(Datum, const Bound&);
  Datum m_used_by(Datum, const Bound&);
  Datum m_only_used_by(Datum, const Bound&);
  Datum m_fork_to(Datum, const Bound&);
  Datum m_same_shape_as(Datum, const Bound&);
  Datum m_dup(Datum, const Bound&);
  Datum m_dominates(Datum, const Bound&);
  Datum m_optional(Datum, const Bound&);

  // ---- expressions (expressions.cpp)
  Function& function();  // where expressions are made at the moment
  void attach();
  Value value(Datum expr);       // in function(); fails if it is another's
  Value definition(Datum expr);  // through `b = a`
  Datum of(Value v) { return Datum::of(Type::expr, v.index, run_); }
  Datum of(Prim p);
  Datum of(StructInfo info) { return Datum::of(Type::info, info.index); }
  Datum of(Attr attr, int depth = 0);
  Datum of(const CallValue& v);
  CallValue call_value(Datum d, int depth = 0);
  Value to_expression(Datum d, std::string_view what, int depth = 0);  // also of tuples
  Prim to_prim(Datum d, std::string_view what);
  [[noreturn]] void fail_call() const { interpreter_->fail(calls_->error().text, calls_->error().id); }
  std::optional<Datum> expr_attribute(Datum base, std::string_view name);
  std::optional<Datum> info_attribute(StructInfo info, std::string_view name);
  Datum matched(Datum matches, Datum pattern);
  Datum expr_item(Datum base, Datum index);
  Datum pattern_item(Datum base, Datum index);
  Datum shape_of(StructInfo info);
  Datum array(const Constant& c);
  Datum array_scalar(const ArrayObject& a, size_t i);
  std::optional<Datum> array_item(Datum base, Datum index);
  std::optional<Datum> array_binary(syntax::Operator op, Datum a, Datum b);
  Datum make_call(const Bound&);
  Datum make_tuple(const Bound&);
  Datum make_symbol(const Bound&);
  Datum m_astype(Datum, const Bound&);
  Datum m_numpy(Datum, const Bound&);
  Datum m_item(Datum, const Bound&);
  Datum m_all(Datum, const Bound&);
  Datum m_any(Datum, const Bound&);
  Datum m_min(Datum, const Bound&);
  Datum m_max(Datum, const Bound&);
  Datum m_sum(Datum, const Bound&);
  Datum m_tolist(Datum, const Bound&);
  Datum m_flatten(Datum, const Bound&);
  Datum m_array_astype(Datum, const Bound&);
  Datum m_attrs_get(Datum, const Bound&);

  // ---- patterns of library operators (library.cpp)
  bool flag(const Bound& b, size_t i);
  Pattern activated(Pattern p, Datum activation);
  Datum pair_of(const NamedParts& parts);
  Datum named_call(Op op, std::initializer_list<std::string_view> names);
  Datum with_bias_activation(NamedParts parts, bool with_bias, Datum activation);
  Datum fused_bias_activation(const Bound&);
  Datum conv2d_pattern(const Bound&);
  Datum matmul_pattern(const Bound&);
  Datum residual_block_pattern(const Bound&);
  Datum attention_pattern(const Bound&);
  Datum stacked_attention_pattern(const Bound&);
  Datum layer_norm_pattern(const Bound&);
  Datum rms_norm_pattern(const Bound&);
  Datum matmul_dequantize_pattern(const Bound&);

  // ---- patterns with names, for FuseOpsByPattern (fusion.cpp)
  struct Fusion {
    FusionPattern pattern;
    Datum check, attrs;  // functions of the script, or none
  };
  Datum fusion_pattern(const Bound&);
  Datum register_patterns(const Bound&);
  Datum get_patterns_with_prefix(const Bound&);
  Datum get_pattern(const Bound&);
  Datum has_leaking_variables(const Bound&);
  Datum m_usages_get(Datum, const Bound&);
  uint32_t add_fusion(std::span<const Datum> parts, std::string_view what);
  std::vector<uint32_t> known_fusions();
  template <class Run>
  void look_at(const FusionMatch& found, Run&& run);
  bool run_check(uint32_t number, const FusionMatch& found);
  std::vector<std::pair<Name, Attr>> run_attrs(uint32_t number, const FusionMatch& found);
  Datum annotated(uint32_t number);
  Datum users_of(Datum variable);
  void must_be_at_hand(Datum d) const;
  std::optional<Datum> fusion_attribute(uint32_t number, std::string_view name);
  std::optional<Datum> check_attribute(Datum d, std::string_view name);

  // ---- rules and programs (rules.cpp)
  struct Step {
    std::vector<size_t> rules;
    Span span;
    Name function;
  };
  // A datum of it says in `run` which of its functions is meant: 0 all of them, else the number of the name plus one.
  struct ScriptProgram {
    std::optional<Module> module;  // none: what is being rewritten
    GlobalId function;             // none: the module
  };
  struct Rewriter {
    std::vector<size_t> rules;
    bool is_class = false;
    bool is_used = false;  // applied, or part of another one
  };
  void must_be_callable(Datum d, std::string_view what) const;
  Datum rewrite_call(const Bound&);
  Datum rewrite_bindings(const Bound&);
  Datum from_pattern(const Bound&);
  Datum from_module(const Bound&);
  Datum or_rewriter(const Bound&);
  Datum tuple_rewriter(const Bound&);
  Datum assert_equal(const Bound&);
  Datum get_var2val(const Bound&);
  Datum m_show(Datum, const Bound&);
  Datum m_get_global_var(Datum, const Bound&);
  Datum m_update_func(Datum, const Bound&);
  Datum function_of(Datum program, Datum name);
  Datum apply(Datum program, std::vector<size_t> rules);
  size_t add_value_rule(PatternId root, Datum rewriter);
  size_t add_rule(Rule rule);
  std::string rule_name(Datum rewriter);
  Value run_value(Datum rewriter, size_t rule, Build& build);
  std::vector<Replacement> run_bindings(Datum rewriter, size_t rule, Build& build);
  Datum run(Datum rewriter, size_t rule, Build& build, bool is_value);
  bool accepts(Value at, Value by, Build& build, std::string_view rule);
  void report(const ScriptError& error);
  const Match& match(Datum d) const;
  std::string program_text(const ScriptProgram& program);
  void find_unapplied();
  void label_wildcards();
  Datum new_rewriter(std::vector<size_t> rules, bool is_class = false);

  std::shared_ptr<const Source> source_;
  std::shared_ptr<Context> shared_context_;
  Context& context_;
  RuleScriptOptions options_;
  Diagnostics& diagnostics_;
  syntax::Ast ast_;
  python::ScriptCode code_;
  std::unique_ptr<Interpreter> interpreter_;
  std::shared_ptr<Patterns> patterns_;
  size_t charged_rows_ = 0, charged_parts_ = 0;  // of patterns_
  std::unordered_set<uint32_t> repeated_;        // patterns inside of each and of branches
  std::vector<std::unique_ptr<PatternGraph>> contexts_;
  std::vector<uint32_t> active_;
  std::vector<Rule> rules_;
  std::vector<Datum> kept_;  // rewriters of rules
  std::vector<Rewriter> rewriters_;
  std::vector<Step> steps_;
  std::vector<std::unique_ptr<ScriptProgram>> programs_;
  std::unique_ptr<CallBuilder> own_calls_, module_calls_;
  CallBuilder* calls_;  // one of the two
  const Module* calls_module_ = nullptr;
  Function scratch_;
  std::vector<Fusion> fusions_;  // patterns with names
  std::vector<uint32_t> registered_,
      standard_;  // of them: in the order in which they were registered; the library, once it was asked for
  Build* build_ = nullptr;
  const FusionMatch* found_ = nullptr;  // that a check looks at
  size_t running_ = 0;                  // the rule
  uint32_t run_ = 0, runs_ = 0;
  bool has_failed_ = false, forgives_ = false;
  std::optional<Diagnostic> first_mistake_;
  std::set<std::pair<Op, int>> attributes_read_;  // of operators, by rewriters
  std::set<std::string> warned_;
};

}  // namespace hammock::script
