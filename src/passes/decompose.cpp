// SPDX-License-Identifier: Apache-2.0
#include "decompose.h"

#include "hammock/rewrite/definition.h"

namespace hammock {
namespace {

class Decomposition {
 public:
  Decomposition(const Module& module, Function& fn, PassContext& pass, Decompose decompose)
      : module_(module), fn_(fn), pass_(pass), decompose_(decompose), nothing_(fn.context()), edits_(fn, names_) {}

  Changed run() {
    std::vector<std::pair<Value, bool>> calls;
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block& block) {
      if (fn_[v].kind == NodeKind::call_op) calls.emplace_back(v, block.is_dataflow);
    });
    Refresh refresh(fn_, &module_);
    Changed changed = Changed::no;
    for (const auto& [v, is_dataflow] : calls) {
      edits_.at(v, is_dataflow);
      if (!visit(v)) continue;
      refresh.mark(v);
      changed = Changed::yes;
    }
    edits_.finish();
    if (changed == Changed::yes) refresh.run();
    return changed;
  }

 private:
  bool visit(Value v) {
    const size_t first = fn_.size();
    Build b(fn_, &module_, nothing_, no_match_, v);
    const Value out = decompose_(b);
    if (!out) {
      if (!b.reason().empty()) pass_.left_alone(fn_, v, b.reason());
      return false;
    }
    for (size_t i = first; i < fn_.size(); ++i) {
      const Value made = fn_.value(i);
      if (made != out && fn_[made].kind > NodeKind::tuple) edits_.emit(made);
    }
    if (is_leaf(fn_[out].kind)) become_alias(fn_, v, out);
    else fn_[v] = redefined(fn_[v], fn_[out]);
    return true;
  }

  const Module& module_;
  Function& fn_;
  PassContext& pass_;
  Decompose decompose_;
  Patterns nothing_;
  Match no_match_;
  NameSupply names_;
  Insertions edits_;
};

}  // namespace

Changed decompose_calls(Module& module, const PassOptions& options, PassContext& context,
                        std::initializer_list<Decompose> walks) {
  const std::string_view chosen = options.text("func");
  Changed changed = Changed::no;
  for (GlobalFunction& global : module.functions) {
    Function* fn = global.relax();
    if (!fn || (!chosen.empty() && module.context().text(global.name) != chosen)) continue;
    ++context.functions;
    for (Decompose walk : walks) changed = changed | Decomposition(module, *fn, context, walk).run();
    global.info = signature(*fn, LambdaId(0));
  }
  return changed;
}

std::optional<std::vector<int64_t>> axes_beside_channels(Build& b) {
  const InfoNode& x = b.context().infos[b.fn.info(b.fn.args(b.root)[0])];
  if (x.kind != InfoKind::tensor || x.ndim < 0 || x.dtype.is_unknown()) {
    b.decline("the rank or dtype of the data is not known");
    return std::nullopt;
  }
  const int64_t axis = CallAttrs(b.fn, b.root).integer("axis");
  std::vector<int64_t> others;
  for (int64_t i = 0; i < x.ndim; ++i) {
    if (i != (axis < 0 ? axis + x.ndim : axis)) others.push_back(i);
  }
  return others;
}

}  // namespace hammock
