// SPDX-License-Identifier: Apache-2.0
// layout_transform (operators 2.9): the length of each new axis is the greatest value of its index plus one, where the
// parameters of the map run over the old shape. A symbolic axis cut into pieces is padded to whole ones.
#include "hammock/prim/simplify.h"
#include "hammock/prim/walk.h"
#include "infer_call.h"

namespace hammock::rules {
namespace {

struct Bounds {
  Prim low, high;  // none: unknown
};

// Interval arithmetic on the map's expressions; what it does not know is unknown.
class Evaluator {
 public:
  explicit Evaluator(InferCall& r) : r_(r) {}

  void set_length(Prim parameter, Prim length) {
    length_.emplace(parameter, length);
    known_.emplace(parameter, Bounds{r_.number(0), r_.prims.sub(length, r_.number(1))});
  }

  Bounds evaluate(Prim root) {
    operands_first(
        r_.prims, root, [&](Prim e) { return known_.contains(e); },
        [&](Prim e, const std::vector<Prim>&) { known_.emplace(e, node(e)); });
    return known_.at(root);
  }

 private:
  Bounds node(Prim e) {
    const PrimNode n = r_.prims[e];
    DimStore& p = r_.prims;
    if (n.kind == PrimKind::int_imm || n.kind == PrimKind::var) return {e, e};
    if (n.kind < PrimKind::add || n.kind > PrimKind::max) return {};
    Bounds a = known_.at(n.lhs()), b = known_.at(n.rhs());
    if (!a.low || !b.low) return {};
    std::optional<int64_t> c = b.low == b.high ? p.constant(b.low) : std::nullopt;
    auto is_natural = [&](Prim x) { return prove_at_least(r_.cx, x, 0) == Truth::yes; };
    PrimKind kind = n.kind;
    if (kind == PrimKind::div && is_natural(a.low)) kind = PrimKind::floordiv;
    if (kind == PrimKind::mod && is_natural(a.low)) kind = PrimKind::floormod;
    switch (kind) {
      case PrimKind::add: return {p.add(a.low, b.low), p.add(a.high, b.high)};
      case PrimKind::sub: return {p.sub(a.low, b.high), p.sub(a.high, b.low)};
      case PrimKind::mul:
        if (a.low == a.high) std::swap(a, b);
        if (b.low != b.high) return {};
        if (c = p.constant(b.low); c && *c < 0) return {p.mul(a.high, b.low), p.mul(a.low, b.low)};
        if (c) return {p.mul(a.low, b.low), p.mul(a.high, b.low)};
        // As the simplifier does not expand products: (m - 1) * n is m * n - n.
        return is_natural(b.low)
                   ? Bounds{p.mul(a.low, b.low), p.sub(p.mul(r_.simple(p.add(a.high, r_.number(1))), b.low), b.low)}
                   : Bounds{};
      case PrimKind::floordiv:
        if (!c || *c <= 0) return {};
        if (Prim extent = length_.contains(n.lhs()) ? length_.at(n.lhs()) : Prim(); extent && !p.constant(extent)) {
          bool is_whole = r_.equal(p.floormod(extent, b.low), r_.number(0));
          Prim padded = is_whole ? extent : p.sub(extent, p.floormod(extent, r_.number(-*c)));  // up to a multiple of c
          return {r_.number(0), p.sub(p.floordiv(padded, b.low), r_.number(1))};
        }
        return {p.floordiv(a.low, b.low), p.floordiv(a.high, b.low)};
      case PrimKind::floormod:
        if (!c || *c <= 0) return {};
        if (a.low == a.high && p.is_constant(a.low, 0)) return a;
        // Also where the operand is smaller: the axis is padded to whole cycles.
        return {r_.number(0), r_.number(*c - 1)};
      case PrimKind::min: return {p.min(a.low, b.low), p.min(a.high, b.high)};
      case PrimKind::max: return {p.max(a.low, b.low), p.max(a.high, b.high)};
      default: return {};
    }
  }

  InferCall& r_;
  std::unordered_map<Prim, Bounds> known_;
  PrimMap length_;
};

}  // namespace

StructInfo layout_transform(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  Attr map = r.attr("index_map");
  if (r.cx.attrs[map].kind != AttrKind::index_map)
    return r.fail(Diag::bad_attribute_value, r.at("index_map"), " must be an index map");
  const AttrNode& pad = r.cx.attrs[r.attr("pad_value")];
  if (pad.kind == AttrKind::prim && !t.dtype.is_unknown() && r.prims[Prim(pad.id)].dtype != t.dtype) {
    return r.fail(Diag::dtype_mismatch, r.at("pad_value"), " has dtype ", r.prims[Prim(pad.id)].dtype, ", x has ",
                  t.dtype);
  }
  std::vector<Attr> params(r.cx.attrs.map_params(map).begin(), r.cx.attrs.map_params(map).end());
  std::vector<Attr> results(r.cx.attrs.map_results(map).begin(), r.cx.attrs.map_results(map).end());
  size_t inputs = params.size(), outputs = results.size();
  if (!r.rank_is(t, 0, static_cast<int>(inputs))) return {};
  std::optional<Dims> dims = r.known_dims(t);
  if (!dims) return r.like(t, static_cast<int>(outputs));
  Evaluator evaluator(r);
  for (size_t i = 0; i < inputs; ++i) {
    evaluator.set_length(Prim(r.cx.attrs[params[i]].id), (*dims)[i]);
  }
  Dims out;
  for (size_t i = 0; i < outputs; ++i) {
    const AttrNode& index = r.cx.attrs[results[i]];
    Prim e = index.kind == AttrKind::integer ? r.number(index.value) : Prim(index.id);
    Bounds range = evaluator.evaluate(e);
    if (!range.high) return r.fail(Diag::unsupported, "the range of the index ", e, " cannot be told");
    out.push_back(r.simple(r.prims.add(range.high, r.number(1))));
  }
  return r.like(t, out);
}

}  // namespace hammock::rules
