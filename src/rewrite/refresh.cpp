// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/refresh.h"

#include <algorithm>

#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"

namespace hammock {
namespace {

// Does a function say of its result what its body does not?
bool claims_more(const Function& fn, LambdaId lambda, StructInfo body, StructInfo erased) {
  const StructInfo ret = fn[lambda].ret;
  Context& context = fn.context();
  BaseCheck covers = base_check(context, ret, erased);
  if (covers == BaseCheck::pass || covers == BaseCheck::fail_l0) return false;
  if (base_check(context, body, ret) == BaseCheck::pass) return true;
  if (!fn[lambda].has_declared_ret || base_check(context, ret, body) == BaseCheck::fail_l0) return false;
  SymbolSet known = parameter_symbols(fn, lambda);
  return std::ranges::all_of(free_symbols(context, ret), [&](Prim s) { return known.contains(s); });
}

}  // namespace

StructInfo signature(const Function& fn, LambdaId lambda) {
  std::vector<StructInfo> params;
  for (Value p : fn[lambda].params) params.push_back(fn.info(p));
  return fn.context().infos.function(params, fn[lambda].ret, fn[lambda].is_pure);
}

bool Refresh::run() {
  for (Value p : fn_.self().params) define(fn_.info(p));
  open(fn_.self().body, {}, true);
  while (!open_.empty() && !refused_) {
    Open& here = open_.back();
    const std::vector<Block>& blocks = fn_[here.region].blocks;
    if (here.block == blocks.size()) {
      leave();
    } else if (here.binding == blocks[here.block].bindings.size()) {
      ++here.block;
      here.binding = 0;
    } else {
      visit(blocks[here.block].bindings[here.binding++]);
    }
  }
  if (!refused_ && has_changed_) finish_lambda(LambdaId(0));
  return !refused_;
}

void Refresh::open(RegionId region, Value owner, bool is_last) { open_.push_back({region, owner, is_last, 0, 0, {}}); }

void Refresh::define(StructInfo info) {
  if (!info) return;
  for (Prim s : definable_symbols(fn_.context(), info)) {
    ++in_scope_[s];
    if (!open_.empty()) open_.back().defined.push_back(s);
  }
}

void Refresh::leave() {
  Open here = std::move(open_.back());
  Value result = fn_[here.region].result;
  leave_region(here.region);
  has_changed_ |= fn_[here.region].result != result;
  for (Prim s : here.defined) --in_scope_[s];
  open_.pop_back();
  if (!here.owner || !here.is_last) return;
  Value v = here.owner;
  if (fn_[v].kind == NodeKind::lambda) {
    finish_lambda(fn_[v].lambda());
    finish(v, false);
    return;
  }
  bool is_stale = leave_branches(v) || grow(stale_, v);
  is_stale |= mentions_change(fn_[fn_.then_region(v)].result);
  is_stale |= mentions_change(fn_[fn_.else_region(v)].result);
  finish(v, is_stale);
}

void Refresh::visit(Value v) {
  grow(bound_, v) = 1;
  if (edit(v)) mark(v);
  const Node& node = fn_[v];
  if (node.kind == NodeKind::lambda) {
    open(fn_[node.lambda()].body, v, true);
    for (Value p : fn_[node.lambda()].params) define(fn_.info(p));
    enter_region(open_.back().region);
    return;
  }
  bool is_stale = grow(stale_, v);
  for (uint32_t i = 0; i < fn_[v].args_size; ++i) is_stale |= mentions_change(fn_.args(v)[i]);
  if (node.kind == NodeKind::cond) {
    open(fn_.else_region(v), v, true);
    enter_region(open_.back().region);
    open(fn_.then_region(v), v, false);
    enter_region(open_.back().region);
    return;
  }
  finish(v, is_stale);
  if (fn_[v].kind == NodeKind::match_cast) define(fn_.info(v));
}

void Refresh::finish(Value v, bool is_stale) {
  if (is_stale || fn_[v].kind == NodeKind::lambda) {
    StructInfo info = infer(v);
    if (!info) {
      refused_ = v;
      return;
    }
    if (info != fn_.info(v)) {
      fn_[v].info = info;
      grow(changed_, v) = 1;
    }
    has_changed_ |= is_stale;
  }
  done(v);
}

void Refresh::finish_lambda(LambdaId lambda) {
  Lambda& self = fn_[lambda];
  StructInfo body = fn_.info(fn_[self.body].result);
  mentions_change(fn_[self.body].result);
  body = fn_.info(fn_[self.body].result);
  if (!body || (lambda.index != 0 && !has_changed_)) return;
  StructInfo erased = erased_result(fn_, lambda);
  // Of two ways to write the same the body's counts, as it does in a script. A claim that only the run can check is
  // kept.
  if (!self.ret || !claims_more(fn_, lambda, body, erased)) self.ret = erased;
}

StructInfo Refresh::visible(StructInfo info) {
  std::vector<Prim> symbols = free_symbols(fn_.context(), info);
  PrimMap map;
  for (Prim s : symbols) {
    auto found = in_scope_.find(s);
    if (found != in_scope_.end() && found->second > 0) map.emplace(s, s);
  }
  return map.size() == symbols.size() ? info : erase(fn_.context(), info, map, {});
}

bool Refresh::mentions_change(Value operand) {
  if (!operand) return false;
  bool is_inline = fn_[operand].kind == NodeKind::tuple && !grow(bound_, operand) && !grow(changed_, operand);
  if (is_inline) {  // tuples nest at most kMaxDepth deep
    bool is_stale = false;
    std::vector<StructInfo> infos;
    for (uint32_t i = 0; i < fn_[operand].args_size; ++i) {
      Value field = fn_.args(operand)[i];
      is_stale |= mentions_change(field);
      infos.push_back(fn_.info(field));
    }
    if (is_stale) fn_[operand].info = fn_.context().infos.tuple(infos);
    return is_stale;
  }
  return operand.index < changed_.size() && changed_[operand.index];
}

StructInfo Refresh::infer(Value v) {
  const Node& node = fn_[v];
  InfoStore& infos = fn_.context().infos;
  Infer engine(fn_, module_, nullptr);
  switch (node.kind) {
    case NodeKind::call_op: return engine.call({node.op, fn_.args(v), node.attrs, node.sinfo_args(), node.span});
    case NodeKind::call:
      return engine.call_function(fn_.info(fn_.args(v)[0]), fn_.args(v).subspan(1), node.sinfo_args(), node.span);
    case NodeKind::alias: return fn_.info(fn_.args(v)[0]);
    case NodeKind::match_cast: {  // of what can never be that: a script that says so is refused, too
      const StructInfo of = fn_.info(fn_.args(v)[0]), to = node.cast_to();
      return of && base_check(fn_.context(), of, to) == BaseCheck::fail_l0 ? StructInfo() : to;
    }
    case NodeKind::lambda: return signature(fn_, node.lambda());
    case NodeKind::cond:
      return join(fn_.context(), visible(fn_.info(fn_[fn_.then_region(v)].result)),
                  visible(fn_.info(fn_[fn_.else_region(v)].result)));
    case NodeKind::tuple: {
      std::vector<StructInfo> fields;
      for (Value field : fn_.args(v)) fields.push_back(fn_.info(field));
      return infos.tuple(fields);
    }
    case NodeKind::get_item: {
      StructInfo of = fn_.info(fn_.args(v)[0]);
      bool is_known = infos[of].kind == InfoKind::tuple && node.index() < infos.fields(of).size();
      return is_known ? infos.fields(of)[node.index()] : infos.object();
    }
    default: return node.info;
  }
}

}  // namespace hammock
