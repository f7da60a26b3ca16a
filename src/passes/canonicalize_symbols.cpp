// SPDX-License-Identifier: Apache-2.0
// The first half of CanonicalizeBindings: symbolic dims whose value a match_cast tells are replaced by it.
//
//   y: (o, p) = match_cast(x: (m, 16), (o, p)); z: (o,) = ...      ->      z: (m,) = ...
//
// What a match_cast tells holds behind it, to the end of the branch or function that it stands in; the first one that
// tells something of a symbol wins. Struct info is inferred anew on the way. Where a branch of an `if` comes to know
// more of its value than the `if` says, a match_cast at its end goes back to what the `if` says.
#include <fmt/format.h>

#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/prim/simplify.h"
#include "hammock/rewrite/refresh.h"
#include "passes.h"

namespace hammock {
namespace {

class CanonicalizeSymbols : public Refresh {
 public:
  CanonicalizeSymbols(Module& module, Function& fn, PassContext& pass)
      : Refresh(fn, &module), context_(fn.context()), pass_(pass) {}

  size_t edits() const { return edits_; }

 private:
  bool edit(Value v) override {
    const NodeKind kind = fn_[v].kind;
    if (kind == NodeKind::cond) edits_before_.push_back(edits_);
    if (kind == NodeKind::match_cast) learn(v, fn_.info(fn_.args(v)[0]), resolve(fn_[v].cast_to()));
    if (known_.empty()) return false;
    bool is_edited = false;
    for (uint32_t i = 0; i < fn_[v].args_size; ++i) {
      Value now = resolve_leaf(fn_.args(v)[i]);
      is_edited |= now != fn_.args(v)[i];
      fn_.args(v)[i] = now;
    }
    if (kind == NodeKind::lambda) is_edited |= resolve_signature(fn_[v].lambda());
    Node now = fn_[v];
    now.attrs = resolve(now.attrs);
    if (kind == NodeKind::call_op || kind == NodeKind::call) now.set_sinfo_args(resolve(now.sinfo_args()));
    if (kind == NodeKind::match_cast) now.set_cast_to(resolve(now.cast_to()));
    is_edited |= now.attrs != fn_[v].attrs || now.content() != fn_[v].content();
    fn_[v] = now;
    edits_ += is_edited;
    return is_edited;
  }

  void enter_region(RegionId) override { marks_.push_back(learned_.size()); }

  void leave_region(RegionId region) override {
    if (!known_.empty() && fn_[region].result) {
      Value now = resolve_leaf(fn_[region].result);
      edits_ += now != fn_[region].result;
      fn_[region].result = now;
    }
    if (marks_.empty()) return;
    for (; learned_.size() > marks_.back(); learned_.pop_back()) known_.erase(learned_.back());
    marks_.pop_back();
    forget_answers();
  }

  bool leave_branches(Value v) override {
    bool is_edited = edits_ != edits_before_.back();
    edits_before_.pop_back();
    if (!is_edited) return false;
    StructInfo wanted = resolve(fn_.info(v));
    bool is_cast = cast_back(fn_.then_region(v), wanted, "then_branch_with_dyn");
    return cast_back(fn_.else_region(v), wanted, "else_branch_with_dyn") || is_cast;
  }

  bool cast_back(RegionId region, StructInfo wanted, std::string_view name) {
    Value result = fn_[region].result;
    if (!result || visible(fn_.info(result)) == wanted) return false;
    Value v = fn_.add_match_cast(result, wanted, fn_[result].span);
    fn_[v].name = context_.name(name);
    std::vector<Block>& blocks = fn_[region].blocks;
    if (blocks.empty() || blocks.back().is_dataflow) blocks.push_back({false, {}});
    blocks.back().bindings.push_back(v);
    fn_[region].result = v;
    return true;
  }

  // What a cast of a value of the struct info `from` to `to` tells of the symbols in `to`.
  void learn(Value at, StructInfo from, StructInfo to) {
    if (!from || !to || from == to) return;
    const InfoNode a = context_.infos[from], b = context_.infos[to];
    if (a.kind != b.kind) return;
    if (a.kind == InfoKind::tuple) {
      std::vector<StructInfo> of(context_.infos.fields(from).begin(), context_.infos.fields(from).end());
      std::vector<StructInfo> as(context_.infos.fields(to).begin(), context_.infos.fields(to).end());
      for (size_t i = 0; i < of.size() && i < as.size(); ++i) learn(at, of[i], as[i]);
    } else if (a.kind == InfoKind::prim) {
      if (a.value() && b.value()) learn(at, a.value(), b.value());
    } else if ((a.kind == InfoKind::tensor || a.kind == InfoKind::shape) && a.has_dims && b.has_dims &&
               a.ndim == b.ndim) {
      std::vector<Prim> of(context_.infos.dims(from).begin(), context_.infos.dims(from).end());
      std::vector<Prim> as(context_.infos.dims(to).begin(), context_.infos.dims(to).end());
      for (size_t i = 0; i < of.size(); ++i) learn(at, of[i], as[i]);
    }
  }

  void learn(Value at, Prim from, Prim to) {
    Prim symbol = resolve(to), value = resolve(from);
    if (symbol == value) return;
    if (prove_equal(context_, symbol, value) == Truth::no) {
      pass_.left_alone(
          fn_, at,
          fmt::format("the match_cast fails: {} is never {}", describe(context_, value), describe(context_, symbol)));
    }
    if (context_.prims[symbol].kind != PrimKind::var || context_.prims[symbol].dtype != context_.prims[value].dtype)
      return;
    std::vector<Prim> inside = free_symbols(context_, value);
    if (std::find(inside.begin(), inside.end(), symbol) != inside.end()) return;
    known_.emplace(symbol, value);
    learned_.push_back(symbol);
    forget_answers();
  }

  void forget_answers() {
    infos_.clear();
    attrs_.clear();
  }

  // Values may mention symbols that became known later; no symbol comes to mention itself, see `learn`.
  Prim resolve(Prim expr) {
    if (!expr || known_.empty()) return expr;
    Prim now = expr;
    for (Prim last; last != now;) {
      last = now;
      now = substitute(context_, now, known_);
    }
    return now == expr ? expr : simplify(context_, now);
  }

  StructInfo resolve(StructInfo info) {
    if (!info || known_.empty()) return info;
    auto [answer, is_new] = infos_.try_emplace(info, info);
    if (!is_new) return answer->second;
    StructInfo now = resolve_new(info);
    infos_[info] = now;
    return now;
  }

  StructInfo resolve_new(StructInfo info) {  // struct info nests at most kMaxDepth deep
    InfoStore& infos = context_.infos;
    const InfoNode node = infos[info];
    if (node.kind == InfoKind::tuple) {
      std::vector<StructInfo> fields(infos.fields(info).begin(), infos.fields(info).end());
      for (StructInfo& field : fields) field = resolve(field);
      return infos.tuple(fields);
    }
    if (node.kind == InfoKind::prim && node.value()) return infos.prim_value(resolve(node.value()), node.dtype);
    if ((node.kind == InfoKind::tensor || node.kind == InfoKind::shape) && node.has_dims) {
      std::vector<Prim> dims(infos.dims(info).begin(), infos.dims(info).end());
      for (Prim& dim : dims) dim = resolve(dim);
      return node.kind == InfoKind::shape ? infos.shape(dims) : infos.tensor(dims, node.dtype, node.vdevice);
    }
    return node.kind == InfoKind::function ? substitute(context_, info, known_) : info;
  }

  Attr resolve(Attr attr) {  // attributes nest at most kMaxDepth deep
    if (!attr || known_.empty()) return attr;
    auto [answer, is_new] = attrs_.try_emplace(attr, attr);
    if (!is_new) return answer->second;
    AttrStore& attrs = context_.attrs;
    const AttrNode node = attrs[attr];
    Attr now = attr;
    if (node.kind == AttrKind::prim) {
      now = attrs.prim(resolve(Prim(node.id)));
    } else if (node.kind == AttrKind::info) {
      now = attrs.info(resolve(StructInfo(node.id)));
    } else if (node.kind == AttrKind::list || node.kind == AttrKind::dict || node.kind == AttrKind::index_map) {
      std::vector<Attr> items(attrs.items(attr).begin(), attrs.items(attr).end());
      for (Attr& item : items) item = resolve(item);
      now = attrs.other(node.kind, node.value, items);
    }
    attrs_[attr] = now;
    return now;
  }

  // A leaf whose dims are known by now is made anew.
  Value resolve_leaf(Value v) {
    const Node node = fn_[v];
    if (node.kind == NodeKind::shape) {
      StructInfo now = resolve(node.shape());
      if (now == node.shape()) return v;
      std::vector<Prim> dims(context_.infos.dims(now).begin(), context_.infos.dims(now).end());
      return fn_.add_shape(dims, node.span);
    }
    if (node.kind == NodeKind::prim_value) {
      Prim now = resolve(node.prim());
      return now == node.prim() ? v : fn_.add_prim(now, node.span);
    }
    const bool is_call = node.kind == NodeKind::call_op || node.kind == NodeKind::call;  // that a match_cast casts
    if ((node.kind != NodeKind::tuple && !is_call) || node.name) return v;
    std::vector<Value> fields(fn_.args(v).begin(), fn_.args(v).end());
    Node made = node;
    if (is_call) {
      made.attrs = resolve(node.attrs);
      made.set_sinfo_args(resolve(node.sinfo_args()));
      made.info = resolve(node.info);
    }
    bool is_same = made.attrs == node.attrs && made.content() == node.content() && made.info == node.info;
    for (Value& field : fields) {  // inline tuples nest at most kMaxDepth deep
      Value now = resolve_leaf(field);
      is_same &= now == field;
      field = now;
    }
    if (is_same) return v;
    return is_call ? fn_.add(made, fields) : fn_.add_tuple(fields, node.span);
  }

  bool resolve_signature(LambdaId lambda) {
    bool is_edited = false;
    for (Value param : fn_[lambda].params) {
      StructInfo now = resolve(fn_.info(param));
      if (now == fn_.info(param)) continue;
      fn_[param].info = now;
      mark_info(param);
      is_edited = true;
    }
    if (is_edited) fn_[lambda].ret = resolve(fn_[lambda].ret);
    return is_edited;
  }

  Context& context_;
  PassContext& pass_;
  PrimMap known_;
  std::vector<Prim> learned_;  // in this order
  std::vector<size_t> marks_;  // by open branch or local function: how many were learned before
  std::vector<size_t> edits_before_;
  std::unordered_map<StructInfo, StructInfo> infos_;
  std::unordered_map<Attr, Attr> attrs_;
  size_t edits_ = 0;
};

bool casts_to_symbols(const Function& fn) {
  bool found = false;
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    found = found || (fn[v].kind == NodeKind::match_cast && !definable_symbols(fn.context(), fn[v].cast_to()).empty());
  });
  return found;
}

}  // namespace

Changed canonicalize_symbols(Module& module, Function& fn, PassContext& context) {
  if (!casts_to_symbols(fn)) return Changed::no;
  Function before = fn;
  CanonicalizeSymbols walk(module, fn, context);
  bool is_good = walk.run();
  if (is_good) return walk.edits() > 0 ? Changed::yes : Changed::no;
  Value refused = walk.refused();
  fn = std::move(before);
  context.left_alone(fn, refused,
                     "with what the match_casts say this has no struct info; symbolic dims stay as they are");
  return Changed::no;
}

}  // namespace hammock
