// SPDX-License-Identifier: Apache-2.0
// Two modules in step: values and symbols of one stand for those of the other, everything else is equal.
#include <algorithm>
#include <unordered_map>

#include "generate.h"
#include "hammock/infer/struct_info.h"

namespace hammock::generate {
namespace {

// A one-to-one relation.
template <class T>
class Pairs {
 public:
  bool match(T a, T b) {
    auto [there, is_new] = to_.try_emplace(a, b);
    auto [back, is_new_back] = from_.try_emplace(b, a);
    return there->second == b && back->second == a;
  }

 private:
  std::unordered_map<T, T> to_, from_;
};

class Difference {
 public:
  Difference(const Module& a, const Module& b) : ma_(a), mb_(b), cx_(a.context()) {}

  std::string of_modules() {
    if (ma_.functions.size() != mb_.functions.size()) return "number of functions";
    if (ma_.attrs != mb_.attrs || ma_.global_infos != mb_.global_infos || ma_.is_lone_function != mb_.is_lone_function)
      return "attributes of the module";
    for (size_t i = 0; i < ma_.functions.size() && text_.empty(); ++i) {
      const GlobalFunction& f = ma_.functions[i];
      std::optional<GlobalId> other = mb_.find(cx_.text(f.name));  // they may stand in another order
      if (!other) return "function " + std::string(cx_.text(f.name)) + " is missing";
      const GlobalFunction& g = mb_[*other];
      if (f.body.index() != g.body.index()) return "function " + std::string(cx_.text(f.name));
      if (f.relax()) of_functions(*f.relax(), *g.relax());
      if (text_.empty() && !same(f.info, g.info)) wrong("struct info of the function");
      if (!text_.empty()) text_ = std::string(cx_.text(f.name)) + ": " + text_;
    }
    return text_;
  }

 private:
  void wrong(std::string text) {
    if (text_.empty()) text_ = std::move(text);
  }

  bool same(Prim a, Prim b) {
    if (!a || !b) return a == b;
    const PrimNode x = cx_.prims[a], y = cx_.prims[b];
    if (x.kind != y.kind || x.dtype != y.dtype) return false;
    if (x.kind == PrimKind::var) return symbols_.match(a, b);
    if (a == b) {  // no symbol in it is renamed, unless both sides see the same one
      return std::ranges::all_of(free_symbols(cx_, a), [&](Prim s) { return symbols_.match(s, s); });
    }
    std::vector<Prim> p, q;
    cx_.prims.operands(a, p);
    cx_.prims.operands(b, q);
    if (p.empty() || p.size() != q.size()) return false;
    for (size_t i = 0; i < p.size(); ++i) {
      if (!same(p[i], q[i])) return false;
    }
    return true;
  }

  bool same(StructInfo a, StructInfo b) {
    if (!a || !b) return a == b;
    const InfoNode x = cx_.infos[a], y = cx_.infos[b];
    if (x.kind != y.kind || x.has_dims != y.has_dims || x.is_pure != y.is_pure || x.derives != y.derives ||
        x.dtype != y.dtype || x.ndim != y.ndim || x.list_size != y.list_size || x.vdevice != y.vdevice) {
      return false;
    }
    if (x.kind == InfoKind::prim) return same(x.value(), y.value());
    if (x.kind == InfoKind::shape || x.kind == InfoKind::tensor) {
      for (uint32_t i = 0; x.has_dims && i < x.list_size; ++i) {
        if (!same(cx_.infos.dims(a)[i], cx_.infos.dims(b)[i])) return false;
      }
      if (x.kind == InfoKind::tensor && x.shape_var())
        return y.shape_var() && values_.match(x.shape_var(), y.shape_var());
      return true;
    }
    for (uint32_t i = 0; i < x.list_size; ++i) {
      bool is_same = x.kind == InfoKind::tuple ? same(cx_.infos.fields(a)[i], cx_.infos.fields(b)[i])
                                               : same(cx_.infos.params(a)[i], cx_.infos.params(b)[i]);
      if (!is_same) return false;
    }
    return x.kind != InfoKind::function || same(x.result(), y.result());
  }

  bool same(Attr a, Attr b) {
    if (!a || !b) return a == b;
    const AttrNode x = cx_.attrs[a], y = cx_.attrs[b];
    if (x.kind != y.kind || x.list_size != y.list_size) return false;
    if (x.kind == AttrKind::prim) return same(Prim(x.id), Prim(y.id));
    if (x.kind == AttrKind::info) return same(StructInfo(x.id), StructInfo(y.id));
    if (x.list_size == 0) return a == b;
    for (uint32_t i = 0; i < x.list_size; ++i) {
      if (!same(cx_.attrs.items(a)[i], cx_.attrs.items(b)[i])) return false;
    }
    return true;
  }

  void of_functions(const Function& f, const Function& g) {
    fa_ = &f;
    fb_ = &g;
    values_ = {};
    symbols_ = {};
    lambdas(LambdaId(0), LambdaId(0));
    std::vector<Value> p, q;
    for_each_binding(f, f.self().body, [&](Value v, const Block&) { p.push_back(v); });
    for_each_binding(g, g.self().body, [&](Value v, const Block&) { q.push_back(v); });
    if (p.size() != q.size()) return wrong(std::to_string(p.size()) + " bindings, and " + std::to_string(q.size()));
    blocks(f.self().body, g.self().body);
    for (size_t i = 0; i < p.size() && text_.empty(); ++i) {
      bindings(p[i], q[i]);
      if (!text_.empty())
        text_ = "binding " + std::to_string(i) + " (" + std::string(cx_.text(f[p[i]].name)) + "): " + text_;
    }
    for (auto [a, b] : results_) {
      if (text_.empty() && !operands(a, b)) wrong("a result");
    }
    results_.clear();
    if (text_.empty() && !same(f.self().ret, g.self().ret)) wrong("struct info of the result");
  }

  void lambdas(LambdaId a, LambdaId b) {
    const Lambda &x = (*fa_)[a], &y = (*fb_)[b];
    if (x.params.size() != y.params.size()) return wrong("number of parameters");
    if (x.is_pure != y.is_pure || x.is_private != y.is_private || !same(x.attrs, y.attrs))
      return wrong("attributes of the function");
    for (size_t i = 0; i < x.params.size(); ++i) {
      if (!values_.match(x.params[i], y.params[i]) || !same(fa_->info(x.params[i]), fb_->info(y.params[i])))
        return wrong("parameter " + std::to_string(i));
    }
    results_.emplace_back((*fa_)[x.body].result, (*fb_)[y.body].result);
  }

  void blocks(RegionId a, RegionId b) {
    const Region &x = (*fa_)[a], &y = (*fb_)[b];
    if (x.blocks.size() != y.blocks.size()) return wrong("number of blocks");
    for (size_t i = 0; i < x.blocks.size(); ++i) {
      if (x.blocks[i].is_dataflow != y.blocks[i].is_dataflow ||
          x.blocks[i].bindings.size() != y.blocks[i].bindings.size())
        return wrong("a block");
    }
  }

  void bindings(Value a, Value b) {
    const Node &x = (*fa_)[a], &y = (*fb_)[b];
    if (x.kind != y.kind || x.op != y.op || x.is_output != y.is_output) return wrong("another kind of binding");
    if (!values_.match(a, b)) return wrong("bound twice");
    if (x.kind == NodeKind::lambda) {
      lambdas(x.lambda(), y.lambda());
      blocks((*fa_)[x.lambda()].body, (*fb_)[y.lambda()].body);
      return;
    }
    if (x.kind == NodeKind::cond) {
      for (auto [p, q] :
           {std::pair(fa_->then_region(a), fb_->then_region(b)), std::pair(fa_->else_region(a), fb_->else_region(b))}) {
        blocks(p, q);
        results_.emplace_back((*fa_)[p].result, (*fb_)[q].result);
      }
    }
    if (!contents(a, b)) return wrong("another definition");
    if (!same(x.info, y.info)) return wrong("another struct info");
  }

  bool contents(Value a, Value b) {
    const Node &x = (*fa_)[a], &y = (*fb_)[b];
    if (x.kind != y.kind || x.op != y.op || !same(x.attrs, y.attrs) || x.args_size != y.args_size) return false;
    for (size_t i = 0; i < x.args_size; ++i) {
      if (!operands(fa_->args(a)[i], fb_->args(b)[i])) return false;
    }
    switch (x.kind) {
      case NodeKind::match_cast: return same(x.cast_to(), y.cast_to());
      case NodeKind::shape: return same(x.info, y.info);
      case NodeKind::global: return ma_[x.global()].name == mb_[y.global()].name;
      case NodeKind::prim_value: return same(x.prim(), y.prim());
      case NodeKind::constant: {
        const Constant &k = cx_[x.constant()], &l = cx_[y.constant()];
        return k.dtype == l.dtype && k.shape == l.shape && k.data == l.data;
      }
      case NodeKind::call_op:
      case NodeKind::call: return same(x.sinfo_args(), y.sinfo_args());
      case NodeKind::lambda:
      case NodeKind::cond: return true;
      default: return x.content() == y.content();
    }
  }

  // A bound value, or a leaf written in place.
  bool operands(Value a, Value b) {
    if (!a || !b) return a == b;
    const Node& x = (*fa_)[a];
    bool is_leaf_here = (is_leaf(x.kind) && x.kind != NodeKind::param) || (x.kind == NodeKind::tuple && !x.name);
    return is_leaf_here ? contents(a, b) : values_.match(a, b);
  }

  const Module &ma_, &mb_;
  Context& cx_;
  const Function *fa_ = nullptr, *fb_ = nullptr;
  Pairs<Value> values_;
  Pairs<Prim> symbols_;
  std::vector<std::pair<Value, Value>> results_;
  std::string text_;
};

}  // namespace

std::string difference(const Module& a, const Module& b) { return Difference(a, b).of_modules(); }

}  // namespace hammock::generate
