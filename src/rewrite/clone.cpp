// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/clone.h"

#include <string>

namespace hammock {

void Cloner::rename(Prim symbol, Prim to) {
  map_[symbol] = to;
  copies_[to] = to;
  met_.push_back(symbol);
}

Prim Cloner::fresh(Prim symbol) {
  PrimStore& prims = to_.context().prims;
  const PrimNode node = prims[symbol];
  return numbered_ ? numbered(met_.size(), symbol) : prims.var(node.name(), node.dtype, node.is_size_var);
}

Prim Cloner::numbered(size_t number, Prim symbol) {
  PrimStore& prims = to_.context().prims;
  const DType dtype = prims[symbol].dtype;
  Prim& known = (*numbered_)[{number, dtype.pack()}];
  if (!known) known = prims.var(to_.context().name("s" + std::to_string(number)), dtype);
  return known;
}

// The variables of an index map are its own. Their numbers begin where those of symbols end.
void Cloner::bind(std::span<const Attr> variables) {
  constexpr size_t kFirst = size_t{1} << 32;
  for (size_t i = 0; i < variables.size(); ++i) {
    const Prim variable(to_.context().attrs[variables[i]].id);
    map_[variable] = numbered_ ? numbered(kFirst + i, variable) : variable;
  }
}

void Cloner::know_symbols(const std::vector<Prim>& found) {
  for (Prim symbol : found) {
    if (!map_.contains(symbol)) rename(symbol, symbols_ == Symbols::kept ? symbol : fresh(symbol));
  }
}

Prim Cloner::prim(Prim p) {
  if (!p || symbols_ == Symbols::kept) return p;
  std::vector<Prim> found = free_symbols(to_.context(), p);
  if (found.empty()) return p;
  know_symbols(found);
  return substitute(to_.context(), p, map_);
}

StructInfo Cloner::info(StructInfo s) {
  if (!s) return s;
  auto [known, is_new] = infos_.try_emplace(s, s);
  if (!is_new) return known->second;
  know_symbols(free_symbols(to_.context(), s));
  StructInfo copy = substitute(to_.context(), s, map_);
  return infos_[s] =
             erase(to_.context(), copy, copies_, values_);  // erases no symbol; a shape variable becomes its copy
}

Attr Cloner::attr(Attr a) {
  if (!a || symbols_ == Symbols::kept) return a;
  auto [known, is_new] = attrs_.try_emplace(a, a);
  if (!is_new) return known->second;
  AttrStore& attrs = to_.context().attrs;
  AttrNode node = attrs[a];
  Attr copy = a;
  switch (node.kind) {
    case AttrKind::prim: copy = attrs.prim(prim(Prim(node.id))); break;
    case AttrKind::info: copy = attrs.info(info(StructInfo(node.id))); break;
    case AttrKind::list:
    case AttrKind::dict:
    case AttrKind::index_map: {
      std::vector<Attr> items(attrs.items(a).begin(), attrs.items(a).end());
      if (node.kind == AttrKind::index_map) bind(std::vector(items.begin(), items.begin() + node.value));
      for (Attr& item : items) item = attr(item);
      copy = attrs.other(node.kind, node.value, items);
      break;
    }
    default: break;
  }
  return attrs_[a] = copy;
}

Value Cloner::operator()(Value v) {
  if (!v) return v;
  if (auto known = values_.find(v); known != values_.end()) return known->second;
  std::vector<Value> args(from_.args(v).begin(), from_.args(v).end());
  for (Value& arg : args) arg = (*this)(arg);
  Node node = from_[v];
  if (node.kind != NodeKind::global)
    node.info = info(node.info);  // the symbols of a function of the module are its own
  node.attrs = attr(node.attrs);
  switch (node.kind) {
    case NodeKind::shape: node.set_shape(node.info); break;
    case NodeKind::prim_value: node.set_prim(prim(node.prim())); break;
    case NodeKind::call_op:
    case NodeKind::call:
      if (node.sinfo_args()) node.set_sinfo_args(attr(node.sinfo_args()));
      break;
    case NodeKind::match_cast: node.set_cast_to(info(node.cast_to())); break;
    case NodeKind::cond: {
      const RegionId then_region = region(from_.then_region(v));
      node.set_branches(then_region, region(from_.else_region(v)));
      break;
    }
    case NodeKind::lambda: {
      // A local function may call itself.
      Value copy = to_.add(node, args);
      map(v, copy);
      const LambdaId function = lambda(node.lambda());
      to_[copy].set_lambda(function);
      return copy;
    }
    default: break;
  }
  Value copy = to_.add(node, args);
  map(v, copy);
  return copy;
}

RegionId Cloner::region(RegionId r) {
  RegionId copy = to_.add_region();
  std::vector<Block> blocks;
  for (size_t b = 0; b < from_[r].blocks.size(); ++b) {
    blocks.push_back({from_[r].blocks[b].is_dataflow, {}});
    for (size_t i = 0; i < from_[r].blocks[b].bindings.size(); ++i)
      blocks.back().bindings.push_back((*this)(from_[r].blocks[b].bindings[i]));
  }
  to_[copy].blocks = std::move(blocks);
  Value result = (*this)(from_[r].result);
  to_[copy].result = result;
  return copy;
}

LambdaId Cloner::lambda(LambdaId l) {
  LambdaId copy = to_.add_lambda();
  Lambda made = from_[l];
  for (Value& param : made.params) param = (*this)(param);
  made.ret = info(made.ret);
  made.attrs = attr(made.attrs);
  made.body = region(made.body);
  to_[copy] = std::move(made);
  return copy;
}

}  // namespace hammock
