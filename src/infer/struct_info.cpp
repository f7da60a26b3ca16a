// SPDX-License-Identifier: Apache-2.0
// Relations on struct info. Equal ids are equal infos, which answers most questions at once.
//
// Struct info is a tree by its text, but interned tuples of tuples make it a graph: a walk that visits a node twice
// would be exponential in hostile programs. So each walk keeps what it has done, and stops at kMaxDepth with the answer
// that claims nothing (not provable, Object).
#include "hammock/infer/struct_info.h"

#include <algorithm>
#include <utility>

#include "base_check.h"
#include "hammock/ir/function.h"
#include "hammock/prim/simplify.h"

namespace hammock {
namespace {

using PairMemo = std::unordered_map<uint64_t, uint32_t>;
uint64_t pair_key(StructInfo a, StructInfo b) { return static_cast<uint64_t>(a.index) << 32 | b.index; }

template <class T>
std::vector<T> copy(std::span<const T> items) {
  return {items.begin(), items.end()};
}

// ---- base check ----

class BaseChecker {
 public:
  BaseChecker(Context& context, bool are_symbols_shared)
      : context_(context), infos_(context.infos), are_shared_(are_symbols_shared) {}

  BaseCheck check(StructInfo a, StructInfo b) {
    if (a == b) return BaseCheck::pass;
    if (depth_ >= kMaxDepth) return BaseCheck::fail_l2;
    const InfoNode x = infos_[a], y = infos_[b];
    bool is_leaf = x.kind != InfoKind::tuple && x.kind != InfoKind::function;
    if (is_leaf) return compare(a, b, x, y);
    PairMemo& memo = memo_[are_shared_];
    auto found = memo.find(pair_key(a, b));
    if (found != memo.end()) return static_cast<BaseCheck>(found->second);
    ++depth_;
    BaseCheck result = compare(a, b, x, y);
    --depth_;
    memo.emplace(pair_key(a, b), static_cast<uint32_t>(result));
    return result;
  }

 private:
  BaseCheck value(Prim a, Prim b) {
    if (a == b) return BaseCheck::pass;
    Truth equal = prove_equal(context_, a, b);
    const bool is_comparable = are_shared_ || (context_.prims.constant(a) && context_.prims.constant(b));
    if (equal == Truth::no && is_comparable) return BaseCheck::fail_l0;
    return equal == Truth::yes ? BaseCheck::pass : BaseCheck::fail_l2;
  }

  BaseCheck dims(StructInfo a, StructInfo b) {
    size_t n = infos_.dims(a).size();
    if (n != infos_.dims(b).size()) return BaseCheck::fail_l0;
    BaseCheck result = BaseCheck::pass;
    for (size_t i = 0; i < n; ++i) result = std::min(result, value(infos_.dims(a)[i], infos_.dims(b)[i]));
    return result;
  }

  BaseCheck list(std::span<const StructInfo> a, std::span<const StructInfo> b) {
    if (a.size() != b.size()) return BaseCheck::fail_l0;
    std::vector<StructInfo> x = copy(a), y = copy(b);
    BaseCheck result = BaseCheck::pass;
    for (size_t i = 0; i < x.size(); ++i) result = std::min(result, check(x[i], y[i]));
    return result;
  }

  BaseCheck compare(StructInfo a, StructInfo b, const InfoNode& x, const InfoNode& y) {
    using enum BaseCheck;
    if (x.kind == InfoKind::object) return pass;
    if (y.kind == InfoKind::object) return fail_l1;
    if (x.kind != y.kind) return fail_l0;
    switch (x.kind) {
      case InfoKind::prim:
        if (x.dtype != y.dtype) return fail_l0;
        if (!x.value()) return pass;
        return y.value() ? value(x.value(), y.value()) : fail_l2;
      case InfoKind::shape:
        if (x.ndim < 0) return pass;
        if (x.ndim != y.ndim) return y.ndim < 0 ? fail_l1 : fail_l0;
        if (!x.has_dims) return pass;
        return y.has_dims ? dims(a, b) : fail_l2;
      case InfoKind::tensor: {
        if (!x.dtype.is_unknown() && x.dtype != y.dtype) return y.dtype.is_unknown() ? fail_l1 : fail_l0;
        if (x.ndim >= 0 && x.ndim != y.ndim) return y.ndim < 0 ? fail_l1 : fail_l0;
        bool here = x.vdevice != Id<int>::kNone, there = y.vdevice != Id<int>::kNone;
        if (here && !there) return fail_l1;
        if (here && there && x.vdevice != y.vdevice) return fail_l0;
        if (!x.has_dims && !x.shape_var()) return pass;
        if (x.has_dims && y.has_dims) return dims(a, b);
        return x.shape_var() && x.shape_var() == y.shape_var() ? pass : fail_l2;
      }
      case InfoKind::tuple: return list(infos_.fields(a), infos_.fields(b));
      case InfoKind::dtensor: {
        bool same_place = infos_.mesh(a) == infos_.mesh(b) && infos_.placement(a) == infos_.placement(b);
        return std::min(check(infos_.tensor_part(a), infos_.tensor_part(b)), same_place ? pass : fail_l1);
      }
      default: break;
    }
    if (x.is_pure && !y.is_pure) return fail_l0;
    if (!x.has_dims)
      return x.derives != Derives::nothing ? (y.derives == x.derives ? pass : fail_l2) : check(x.result(), y.result());
    if (!y.has_dims) return fail_l2;
    if (same_up_to_names(a, b)) return pass;
    const bool were_shared = std::exchange(are_shared_, false);  // each type binds its own
    BaseCheck params = list(infos_.params(a), infos_.params(b));
    if (params == fail_l1) params = fail_l2;
    BaseCheck result = std::min(params, check(x.result(), y.result()));
    are_shared_ = were_shared;
    return result;
  }

  // Two function types that differ in the names of the symbols they bind.
  bool same_up_to_names(StructInfo a, StructInfo b) {
    if (infos_.params(a).size() != infos_.params(b).size()) return false;
    std::vector<Prim> x = definable_symbols(context_, a), y = definable_symbols(context_, b);
    if (x.empty() || x.size() != y.size()) return false;
    PrimMap map;
    for (size_t i = 0; i < x.size(); ++i) {
      if (context_.prims[x[i]].dtype != context_.prims[y[i]].dtype) return false;
      map.emplace(y[i], x[i]);
    }
    std::vector<StructInfo> params = copy(infos_.params(b));
    for (StructInfo& p : params) p = substitute(context_, p, map);
    const InfoNode y_node = infos_[b];
    return infos_.function(params, substitute(context_, y_node.result(), map), infos_[a].is_pure) == a;
  }

  Context& context_;
  InfoStore& infos_;
  PairMemo memo_[2];  // by are_shared_
  int depth_ = 0;
  bool are_shared_;
};

// ---- join ----

class Joiner {
 public:
  explicit Joiner(Context& context) : context_(context), infos_(context.infos) {}

  StructInfo join(StructInfo a, StructInfo b) {
    if (a == b) return a;
    const InfoNode x = infos_[a], y = infos_[b];
    if (x.kind != y.kind || depth_ >= kMaxDepth) return infos_.object();
    auto found = memo_.find(pair_key(a, b));
    if (found != memo_.end()) return StructInfo(found->second);
    ++depth_;
    StructInfo result = compute(a, b, x, y);
    --depth_;
    memo_.emplace(pair_key(a, b), result.index);
    return result;
  }

 private:
  bool same_dims(StructInfo a, StructInfo b) {
    size_t n = infos_.dims(a).size();
    if (n != infos_.dims(b).size()) return false;
    for (size_t i = 0; i < n; ++i) {
      if (prove_equal(context_, infos_.dims(a)[i], infos_.dims(b)[i]) != Truth::yes) return false;
    }
    return true;
  }

  // False if the lists have different lengths.
  bool join_lists(std::span<const StructInfo> a, std::span<const StructInfo> b, std::vector<StructInfo>& out) {
    if (a.size() != b.size()) return false;
    std::vector<StructInfo> x = copy(a), y = copy(b);
    for (size_t i = 0; i < x.size(); ++i) out.push_back(join(x[i], y[i]));
    return true;
  }

  StructInfo compute(StructInfo a, StructInfo b, const InfoNode& x, const InfoNode& y) {
    switch (x.kind) {
      case InfoKind::prim:
        if (x.dtype != y.dtype) return infos_.object();
        if (x.value() && y.value() && prove_equal(context_, x.value(), y.value()) == Truth::yes) return a;
        return infos_.prim(x.dtype);
      case InfoKind::shape:
        if (x.has_dims && y.has_dims && same_dims(a, b)) return a;
        return infos_.shape_of_rank(x.ndim == y.ndim ? x.ndim : -1);
      case InfoKind::tensor: {
        DType dtype = x.dtype == y.dtype ? x.dtype : kVoid;
        uint32_t vdevice = x.vdevice == y.vdevice ? x.vdevice : Id<int>::kNone;
        if (x.has_dims && y.has_dims && same_dims(a, b)) return infos_.tensor(copy(infos_.dims(a)), dtype, vdevice);
        if (x.shape_var() && x.shape_var() == y.shape_var())
          return infos_.tensor_of_shape_var(x.shape_var(), x.ndim, dtype, vdevice);
        return infos_.tensor_of_rank(x.ndim == y.ndim ? x.ndim : -1, dtype, vdevice);
      }
      case InfoKind::tuple: {
        std::vector<StructInfo> fields;
        return join_lists(infos_.fields(a), infos_.fields(b), fields) ? infos_.tuple(fields) : infos_.object();
      }
      case InfoKind::function: {
        bool pure = x.is_pure && y.is_pure;
        if (x.derives != Derives::nothing)
          return y.derives == x.derives ? a : infos_.opaque_function(infos_.object(), pure);
        if (!x.has_dims || !y.has_dims) return infos_.opaque_function(join(x.result(), y.result()), pure);
        if (base_check(context_, a, b) == BaseCheck::pass && base_check(context_, b, a) == BaseCheck::pass) return a;
        std::vector<StructInfo> params;
        StructInfo result = join(x.result(), y.result());
        return join_lists(infos_.params(a), infos_.params(b), params) ? infos_.function(params, result, pure)
                                                                      : infos_.opaque_function(result, pure);
      }
      case InfoKind::dtensor: {
        bool same_place = infos_.mesh(a) == infos_.mesh(b) && infos_.placement(a) == infos_.placement(b);
        if (!same_place) return infos_.object();
        return infos_.dtensor(join(infos_.tensor_part(a), infos_.tensor_part(b)), infos_.mesh(a), infos_.placement(a));
      }
      default: return infos_.object();
    }
  }

  Context& context_;
  InfoStore& infos_;
  PairMemo memo_;
  int depth_ = 0;
};

// ---- rewriting ----

bool mentions_only(const Context& context, Prim expr, const PrimMap& symbols) {
  return std::ranges::all_of(free_symbols(context, expr), [&](Prim s) { return symbols.contains(s); });
}

// One walk for substitution and erasure: `dim` gives the image of a value, or none to drop it.
template <class DimImage, class ShapeVarImage>
class InfoRewriter {
 public:
  InfoRewriter(Context& context, bool into_functions, DimImage dim, ShapeVarImage shape_var)
      : infos_(context.infos), into_functions_(into_functions), dim_(dim), shape_var_(shape_var) {}

  StructInfo rewrite(StructInfo info) {
    if (!info) return info;
    const InfoNode n = infos_[info];
    switch (n.kind) {
      case InfoKind::object: return info;
      case InfoKind::prim: {
        if (!n.value()) return info;
        Prim value = dim_(n.value());
        return value == n.value() ? info : value ? infos_.prim_value(value, n.dtype) : infos_.prim(n.dtype);
      }
      case InfoKind::shape:
      case InfoKind::tensor: return rewrite_shape(info, n);
      case InfoKind::dtensor:
        return infos_.dtensor(rewrite(infos_.tensor_part(info)), infos_.mesh(info), infos_.placement(info));
      default: break;
    }
    if (n.kind == InfoKind::function && !into_functions_) return info;
    if (depth_ >= kMaxDepth) return infos_.object();
    auto found = done_.find(info);
    if (found != done_.end()) return found->second;
    ++depth_;
    StructInfo result = rewrite_list(info, n);
    --depth_;
    done_.emplace(info, result);
    return result;
  }

 private:
  StructInfo rewrite_shape(StructInfo info, const InfoNode& n) {
    if (n.kind == InfoKind::tensor && n.shape_var()) return shape_var_(info, n);
    if (!n.has_dims) return info;
    bool same = true;
    size_t count = infos_.dims(info).size();
    std::vector<Prim> dims;
    for (size_t i = 0; i < count; ++i) {
      Prim d = infos_.dims(info)[i];
      Prim image = dim_(d);
      if (!image)
        return n.kind == InfoKind::shape ? infos_.shape_of_rank(n.ndim)
                                         : infos_.tensor_of_rank(n.ndim, n.dtype, n.vdevice);
      same &= image == d;
      dims.push_back(image);
    }
    if (same) return info;
    return n.kind == InfoKind::shape ? infos_.shape(dims) : infos_.tensor(dims, n.dtype, n.vdevice);
  }

  StructInfo rewrite_list(StructInfo info, const InfoNode& n) {
    if (n.kind == InfoKind::function && !n.has_dims) {
      StructInfo result = rewrite(n.result());
      return result == n.result() ? info : infos_.opaque_function(result, n.is_pure, n.derives);
    }
    std::vector<StructInfo> items = copy(n.kind == InfoKind::tuple ? infos_.fields(info) : infos_.params(info));
    for (StructInfo& i : items) i = rewrite(i);
    return n.kind == InfoKind::tuple ? infos_.tuple(items) : infos_.function(items, rewrite(n.result()), n.is_pure);
  }

  InfoStore& infos_;
  bool into_functions_;
  DimImage dim_;
  ShapeVarImage shape_var_;
  std::unordered_map<StructInfo, StructInfo> done_;
  int depth_ = 0;
};

// Visits every primitive expression of a struct info, in order, each nested info once.
template <class F>
void for_each_value(const Context& context, StructInfo root, F&& f) {
  const InfoStore& infos = context.infos;
  std::vector<StructInfo> stack;
  std::unordered_set<StructInfo> seen;
  if (root) stack.push_back(root);
  while (!stack.empty()) {
    StructInfo info = infos.tensor_part(stack.back());
    stack.pop_back();
    const InfoNode& n = infos[info];
    if (n.kind == InfoKind::prim && n.value()) f(n.value());
    if ((n.kind == InfoKind::shape || n.kind == InfoKind::tensor) && n.has_dims) {
      for (Prim d : infos.dims(info)) f(d);
    }
    if (n.kind != InfoKind::tuple && n.kind != InfoKind::function) continue;
    if (!seen.insert(info).second) continue;
    if (n.kind == InfoKind::function && n.result()) stack.push_back(n.result());
    std::span<const StructInfo> items = n.kind == InfoKind::tuple ? infos.fields(info) : infos.params(info);
    stack.insert(stack.end(), items.rbegin(), items.rend());
  }
}

}  // namespace

// Dims that differ for all values of their symbols are disjoint.
BaseCheck base_check(Context& context, StructInfo a, StructInfo b) {
  return a == b ? BaseCheck::pass : BaseChecker(context, true).check(a, b);
}

BaseCheck base_check_apart(Context& context, StructInfo a, StructInfo b) {
  return a == b ? BaseCheck::pass : BaseChecker(context, false).check(a, b);
}

StructInfo join(Context& context, StructInfo a, StructInfo b) { return a == b ? a : Joiner(context).join(a, b); }

StructInfo erase(Context& context, StructInfo info, const PrimMap& symbols, const ValueMap& shape_vars) {
  InfoStore& infos = context.infos;
  Substitution rewriter(context.prims, symbols);
  auto dim = [&](Prim d) {
    const PrimNode& n = context.prims[d];
    if (n.kind == PrimKind::int_imm) return d;
    if (n.kind == PrimKind::var) {
      auto it = symbols.find(d);
      return it == symbols.end() ? Prim() : it->second;
    }
    if (!mentions_only(context, d, symbols)) return Prim();
    Prim image = rewriter(d);
    return image == d ? d : simplify(context, image);
  };
  auto shape_var = [&](StructInfo i, const InfoNode& n) {
    auto it = shape_vars.find(n.shape_var());
    if (it == shape_vars.end()) return infos.tensor_of_rank(n.ndim, n.dtype, n.vdevice);
    return it->second == n.shape_var() ? i : infos.tensor_of_shape_var(it->second, n.ndim, n.dtype, n.vdevice);
  };
  return InfoRewriter(context, false, dim, shape_var).rewrite(info);
}

StructInfo substitute(Context& context, StructInfo info, const PrimMap& map) {
  Substitution rewriter(context.prims, map);
  auto dim = [&](Prim d) { return rewriter(d); };
  auto shape_var = [](StructInfo i, const InfoNode&) { return i; };
  return InfoRewriter(context, true, dim, shape_var).rewrite(info);
}

void add_definable(SymbolSet& symbols, const Context& context, StructInfo info) {
  for_each_value(context, info, [&](Prim p) {
    if (context.prims[p].kind == PrimKind::var) symbols.add(p);
  });
}

void add_free(SymbolSet& symbols, const Context& context, StructInfo info) {
  for_each_value(context, info, [&](Prim p) { symbols.add_free(context, p); });
}

std::vector<Prim> definable_symbols(const Context& context, StructInfo info) {
  SymbolSet found;
  add_definable(found, context, info);
  return std::move(found).in_order();
}

std::vector<Prim> free_symbols(const Context& context, StructInfo info) {
  SymbolSet found;
  add_free(found, context, info);
  return std::move(found).in_order();
}

SymbolSet parameter_symbols(const Function& fn, LambdaId lambda) {
  SymbolSet symbols;
  for (Value p : fn[lambda].params) add_definable(symbols, fn.context(), fn.info(p));
  return symbols;
}

StructInfo erased_result(Function& fn, LambdaId lambda) {
  const StructInfo result = fn.info(fn[fn[lambda].body].result);
  if (!result) return {};
  PrimMap kept;
  for (Prim s : parameter_symbols(fn, lambda).in_order()) kept.emplace(s, s);
  return erase(fn.context(), result, kept, {});
}

}  // namespace hammock
