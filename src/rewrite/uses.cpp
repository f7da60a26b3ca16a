// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/uses.h"

#include <algorithm>

#include "hammock/infer/struct_info.h"

namespace hammock {

Mentions::Mentions(const Function& fn, const Places& places) : fn_(fn), places_(places) {
  around_.resize(fn.regions.size());
  uint32_t number = 0;
  auto define_params = [&](const Lambda& lambda) {
    for (Value param : lambda.params) define(fn.info(param), lambda.body, {param, number});
  };
  auto is_shape = [&](Value v) { return fn.info(v) && fn.context().infos[fn.info(v)].kind == InfoKind::shape; };
  define_params(fn.self());
  for (Value param : fn.self().params) has_shape_vars_ |= is_shape(param);
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    const Node& node = fn[v];
    ++number;
    if (node.kind == NodeKind::match_cast) define(node.cast_to(), region_of(v), {v, number});
    if (node.kind == NodeKind::lambda) {
      const Lambda& lambda = fn[node.lambda()];
      around_[lambda.body.index] = region_of(v);
      define_params(lambda);
    } else if (node.kind == NodeKind::cond) {
      around_[fn.then_region(v).index] = around_[fn.else_region(v).index] = region_of(v);
    }
    has_shape_vars_ |= is_shape(v);
  });
}

void Mentions::define(StructInfo info, RegionId region, Definer definer) {
  if (!info) return;
  for (Prim symbol : definable_symbols(fn_.context(), info)) definer_.try_emplace(key(symbol.index, region), definer);
}

Value Mentions::definer(Prim symbol, RegionId region) const {
  Definer first{Value(), 0};
  for (; region; region = around_[region.index]) {
    auto found = definer_.find(key(symbol.index, region));
    if (found != definer_.end() && (!first.by || found->second.number < first.number)) first = found->second;
  }
  return first.by;
}

std::span<const Value> Mentions::definers(StructInfo info, RegionId region) {
  auto [entry, is_new] = known_.try_emplace(key(info.index, region));
  if (is_new) {
    uint32_t begin = static_cast<uint32_t>(lists_.size());
    for (Prim symbol : free_symbols(fn_.context(), info)) {
      if (Value by = definer(symbol, region)) lists_.push_back(by);
    }
    const InfoStore& infos = fn_.context().infos;
    std::vector<StructInfo> open{info};
    while (!open.empty()) {
      StructInfo i = infos.tensor_part(open.back());
      open.pop_back();
      if (Value shape = infos[i].shape_var()) lists_.push_back(shape);
      if (infos[i].kind == InfoKind::tuple) {
        for (StructInfo field : infos.fields(i)) open.push_back(field);
      }
    }
    entry->second = {begin, static_cast<uint32_t>(lists_.size()) - begin};
  }
  return {lists_.data() + entry->second.first, entry->second.second};
}

void Mentions::in_info(StructInfo info, RegionId region, std::vector<Value>& out) {
  if (!info) return;
  for (Value v : definers(info, region)) out.push_back(v);
}

void Mentions::in_attr(Attr attr, RegionId region, std::vector<Value>& out) {
  std::vector<Attr> open{attr};
  while (!open.empty()) {
    Attr a = open.back();
    open.pop_back();
    if (!a) continue;
    const AttrNode& node = fn_.context().attrs[a];
    if (node.kind == AttrKind::info) {
      in_info(StructInfo(node.id), region, out);
    } else if (node.kind == AttrKind::prim) {
      for (Prim symbol : free_symbols(fn_.context(), Prim(node.id))) {
        if (Value by = definer(symbol, region)) out.push_back(by);
      }
    } else if (node.kind == AttrKind::list || node.kind == AttrKind::dict || node.kind == AttrKind::index_map) {
      for (Attr item : fn_.context().attrs.items(a)) open.push_back(item);
    }
  }
}

void Mentions::of_variable(Value v, std::vector<Value>& out) {
  out.push_back(v);
  if (has_shape_vars_) in_info(fn_.info(v), {}, out);  // a symbol is seen wherever the variable is
}

// A value as it is written: itself, or what its leaves mention.
void Mentions::of_operand(Value operand, RegionId region, std::vector<Value>& out) {
  if (!operand) return;
  pending_.assign(1, operand);
  while (!pending_.empty()) {
    Value v = pending_.back();
    pending_.pop_back();
    const Node& node = fn_[v];
    if (node.kind == NodeKind::param || places_[v]) {
      of_variable(v, out);
      continue;
    }
    std::span<const Value> fields = fn_.args(v);
    pending_.insert(pending_.end(), fields.rbegin(), fields.rend());
    if (!definer_.empty() && (node.kind == NodeKind::shape || node.kind == NodeKind::prim_value))
      in_info(node.info, region, out);
  }
}

void Mentions::of(Value binding, std::vector<Value>& out) {
  const Node& node = fn_[binding];
  RegionId region = region_of(binding);
  for (Value operand : fn_.args(binding)) {
    if (fn_[operand].kind == NodeKind::param || places_[operand]) of_variable(operand, out);
    else of_operand(operand, region, out);
  }
  if (node.kind == NodeKind::cond) {
    of_operand(fn_[fn_.then_region(binding)].result, region, out);
    of_operand(fn_[fn_.else_region(binding)].result, region, out);
  } else if (node.kind == NodeKind::lambda) {
    of_operand(fn_[fn_[node.lambda()].body].result, region, out);
  }
  if (definer_.empty() && !has_shape_vars_) return;
  size_t first = out.size();
  in_info(node.info, region, out);
  if (node.attrs) in_attr(node.attrs, region, out);
  if (node.kind == NodeKind::match_cast) in_info(node.cast_to(), region, out);
  if (node.kind == NodeKind::call_op || node.kind == NodeKind::call) in_attr(node.sinfo_args(), region, out);
  // A match_cast does not need itself.
  size_t kept = first;
  for (size_t i = first; i < out.size(); ++i) {
    if (out[i] != binding) out[kept++] = out[i];
  }
  out.resize(kept);
}

UseTable::UseTable(const Function& fn, const Places& places)
    : fn_(fn), mentions_of_(fn, places), entries_(fn.size()), returned_(fn.size(), 0) {
  mentions_.reserve(2 * fn.size());
  for_each_binding(fn, fn.self().body, [&](Value user, const Block&) { mention(user); });
  found_.clear();
  mentions_of_.of_result(found_);
  for (Value v : found_) returned_[v.index] = 1;
}

void UseTable::mention(Value user) {
  if (entries_.size() < fn_.size()) entries_.resize(std::max(fn_.size(), 2 * entries_.size()));
  found_.clear();
  mentions_of_.of(user, found_);
  uint32_t number = static_cast<uint32_t>(mentions_.size());
  entries_[user.index].mentions_begin = number;
  entries_[user.index].mentions_size = static_cast<uint32_t>(found_.size());
  for (Value used : found_) {
    Entry& entry = entries_[used.index];
    mentions_.push_back({used, user, entry.last, kEnd});
    (entry.last == kEnd ? entry.first : mentions_[entry.last].next) = number;
    entry.last = number++;
    ++entry.size;
  }
}

void UseTable::forget(Value user) {
  Entry& own = entries_[user.index];
  for (uint32_t i = own.mentions_begin; i < own.mentions_begin + own.mentions_size; ++i) {
    const Mention& m = mentions_[i];
    Entry& entry = entries_[m.used.index];
    (m.previous == kEnd ? entry.first : mentions_[m.previous].next) = m.next;
    (m.next == kEnd ? entry.last : mentions_[m.next].previous) = m.previous;
    --entry.size;
  }
  own.mentions_size = 0;
}

}  // namespace hammock
