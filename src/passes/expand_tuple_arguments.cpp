// SPDX-License-Identifier: Apache-2.0
// ExpandTupleArguments: private functions take the fields of tuples instead of these (passes 5.5).
//
//   def f(p: R.Tuple(A, B)): .. p[0] ..   ->   def f(p_0: A, p_1: B): .. p_0 ..     f(t)   ->   f(t[0], t[1])
//
// A function that is mentioned otherwise than by calls stays as it is. Ends with CanonicalizeBindings and
// DeadCodeElimination.
#include <algorithm>
#include <string>

#include "call_sites.h"
#include "hammock/base/check.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/rewriter.h"
#include "passes.h"

namespace hammock {
namespace {

bool is_tuple(const Context& context, StructInfo info) { return context.infos[info].kind == InfoKind::tuple; }

// Has it the fields that are declared? Struct info nests at most kMaxDepth deep.
bool fits(const Context& context, StructInfo declared, StructInfo given) {
  if (!is_tuple(context, declared)) return true;
  if (!is_tuple(context, given)) return false;
  const std::span<const StructInfo> d = context.infos.fields(declared), g = context.infos.fields(given);
  return std::ranges::equal(d, g, [&](StructInfo a, StructInfo b) { return fits(context, a, b); });
}

// The parameters in the place of tuples, which the body makes of them.
class ExpandParameters {
 public:
  explicit ExpandParameters(Function& fn) : fn_(fn), context_(fn.context()) {}

  void run() {
    for (Value p : std::vector(fn_.self().params)) {
      if (is_tuple(context_, fn_.info(p))) expand(p);
      else params_.push_back(p);
    }
    fn_.self().params = std::move(params_);
    std::vector<Block>& blocks = fn_.body().blocks;
    blocks.insert(blocks.begin(), Block{false, std::move(tuples_)});
    tidy_blocks(fn_);
  }

 private:
  // The parameter becomes a binding.
  void expand(Value tuple) {
    std::vector<Value> fields;
    const StructInfo info = fn_.info(tuple);
    const std::string name(context_.text(fn_[tuple].name));
    for (uint32_t i = 0; i < context_.infos.fields(info).size(); ++i) {
      const StructInfo field = context_.infos.fields(info)[i];
      fields.push_back(fn_.add_param(context_.name(name + "_" + std::to_string(i)), field, fn_[tuple].span));
      if (is_tuple(context_, field)) expand(fields.back());
      else params_.push_back(fields.back());
    }
    fn_[tuple].kind = NodeKind::tuple;
    fn_.set_args(tuple, fields);
    tuples_.push_back(tuple);
  }

  Function& fn_;
  Context& context_;
  std::vector<Value> params_, tuples_;
};

class ExpandArguments {
 public:
  ExpandArguments(Function& fn, NameSupply& names) : fn_(fn), names_(names), edit_(fn) {}

  // The function takes the fields of what was `declared`.
  void call(Value call, const GlobalFunction& callee, std::span<const StructInfo> declared) {
    const Place at = edit_.places()[call];
    is_dataflow_ = block_of(fn_, edit_.places().blocks[at.block]).is_dataflow;
    const std::vector<Value> old(fn_.args(call).begin(), fn_.args(call).end());
    std::vector<Value> args{fn_.add_global(fn_[old[0]].global(), callee.info, fn_[old[0]].span)};
    for (size_t i = 0; i < declared.size(); ++i) add(call, old[i + 1], declared[i], args);
    const Node node = fn_[call];
    edit_.redefine(call, fn_.add(node, args));
  }

  void finish() {
    auto conflict = edit_.finish(DropDead::none);
    HAMMOCK_CHECK(!conflict, "fields of arguments without a valid order");
  }

 private:
  void add(Value call, Value a, StructInfo declared, std::vector<Value>& args) {
    if (!is_tuple(fn_.context(), declared)) return args.push_back(a);
    const bool is_inline = fn_[a].kind == NodeKind::tuple && !edit_.places()[a];
    const size_t count = fn_.context().infos.fields(declared).size();
    for (uint32_t i = 0; i < count; ++i)
      add(call, is_inline ? fn_.args(a)[i] : item(call, a, i), fn_.context().infos.fields(declared)[i], args);
  }

  Value item(Value call, Value tuple, uint32_t i) {
    const Value made = fn_.add_get_item(tuple, i, fn_[call].span);
    fn_[made].name = names_.next_variable(fn_.context(), is_dataflow_);
    edit_.insert_before(call, made);
    return made;
  }

  Function& fn_;
  NameSupply& names_;
  Rewriter edit_;
  bool is_dataflow_ = false;
};

bool may_expand(const Module& module, const CallSites& sites, GlobalId f) {
  const Context& context = module.context();
  const Function* fn = module[f].relax();
  if (!fn || !sites.are_all_of_private(module, f)) return false;
  const std::vector<Value>& params = fn->self().params;
  const auto fits_at = [&](const CallSite& site) {
    const Function& in = *module.functions[site.in].relax();
    for (size_t i = 0; i < params.size(); ++i) {
      if (!fits(context, fn->info(params[i]), in.info(in.args(site.call)[i + 1]))) return false;
    }
    return true;
  };
  return std::ranges::any_of(params, [&](Value p) { return is_tuple(context, fn->info(p)); }) &&
         std::ranges::all_of(sites.of(f), fits_at);
}

bool expand_tuples(Module& module) {
  const CallSites sites(module);
  std::vector<std::vector<std::pair<Value, GlobalId>>> calls(module.functions.size());
  std::vector<std::vector<StructInfo>> declared(module.functions.size());
  bool has_any = false;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const GlobalId f(i);
    if (!may_expand(module, sites, f)) continue;
    has_any = true;
    Function& fn = *module[f].relax();
    for (Value p : fn.self().params) declared[i].push_back(fn.info(p));
    for (const CallSite& site : sites.of(f)) calls[site.in].emplace_back(site.call, f);
    ExpandParameters(fn).run();
    module[f].info = signature(fn, LambdaId(0));
  }
  NameSupply names;
  for (uint32_t i = 0; i < calls.size(); ++i) {
    if (calls[i].empty()) continue;
    ExpandArguments edit(*module.functions[i].relax(), names);
    for (const auto& [call, f] : calls[i]) edit.call(call, module[f], declared[f.index]);
    edit.finish();
  }
  return has_any;
}

}  // namespace

Changed expand_tuple_arguments(Module& module, const PassOptions&, PassContext& context) {
  Changed changed = expand_tuples(module) ? Changed::yes : Changed::no;
  changed = changed | canonicalize_bindings(module, {}, context);
  return changed | dead_code_elimination(module, {{{"entry-functions", ""}}}, context);
}

}  // namespace hammock
