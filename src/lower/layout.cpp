// SPDX-License-Identifier: Apache-2.0
// layout_transform (legalize, 6.5).
#include <optional>

#include "call.h"
#include "hammock/ir/integers.h"
#include "hammock/prim/walk.h"

namespace hammock::lower {
namespace {

// Indices are int64, whatever a map is written in.
Prim as_index(PrimStore& prims, Prim e, const PrimMap& variables) {
  PrimMap done = variables;
  operands_first(
      prims, e, [&](Prim p) { return done.contains(p); },
      [&](Prim p, std::vector<Prim>& operands) {
        if (std::optional<int64_t> c = prims.constant(p)) {
          done.emplace(p, prims.integer(*c));
          return;
        }
        for (Prim& o : operands) o = done.at(o);
        done.emplace(p, operands.size() == 2 ? prims.fold(prims[p].kind, operands[0], operands[1]) : p);
      });
  return done.at(e);
}

struct Map {
  std::vector<Prim> params, results;
};

Map map_of(const CallLowering& c) {
  AttrStore& attrs = c.context().attrs;
  const Attr map = c.attrs.attr("index_map");
  const auto prim = [&](Attr a) {
    const AttrNode n = attrs[a];
    return n.kind == AttrKind::prim ? Prim(n.id) : c.context().prims.integer(n.value);
  };
  Map out;
  for (Attr a : attrs.map_params(map)) out.params.push_back(prim(a));
  for (Attr a : attrs.map_results(map)) out.results.push_back(prim(a));
  return out;
}

// Where the parts of a dim are among the results: it is whole, or `quotient` and `remainder` by a number. Each is there
// once, or places of the result would be left out.
struct Parts {
  std::optional<size_t> whole, quotient, remainder;
  int64_t by = 0;
};

std::optional<std::vector<Parts>> parts_of(const PrimStore& prims, const Map& map) {
  std::vector<Parts> out(map.params.size());
  for (size_t r = 0; r < map.results.size(); ++r) {
    const PrimNode n = prims[map.results[r]];
    bool is_known = false;
    for (size_t p = 0; p < map.params.size(); ++p) {
      if (map.results[r] == map.params[p]) {
        if (out[p].whole) return std::nullopt;
        out[p].whole = r;
        is_known = true;
      } else if ((n.kind == PrimKind::floordiv || n.kind == PrimKind::floormod) && n.lhs() == map.params[p] &&
                 prims.constant(n.rhs()).value_or(0) > 0) {
        std::optional<size_t>& part = n.kind == PrimKind::floordiv ? out[p].quotient : out[p].remainder;
        if (part) return std::nullopt;
        part = r;
        if (out[p].by != 0 && out[p].by != *prims.constant(n.rhs())) return std::nullopt;
        out[p].by = *prims.constant(n.rhs());
        is_known = true;
      }
    }
    if (!is_known && !prims.is_constant(map.results[r], 0)) return std::nullopt;
  }
  for (const Parts& p : out) {
    if (p.whole ? p.quotient || p.remainder : !(p.quotient && p.remainder)) return std::nullopt;
  }
  return out;
}

// Is this place behind the last element of the dim?
PrimExpr is_padding(const CallLowering& c, const Parts& p, PrimExpr extent, const Index& at) {
  const PrimExpr quotient = at[*p.quotient], remainder = at[*p.remainder], left = c.stages.simplified(extent % p.by);
  const PrimExpr begins = left.constant() == p.by - 1 ? remainder == left : left <= remainder;
  const PrimExpr behind = quotient == c.stages.simplified(floordiv(extent, p.by)) && begins;
  return extent.constant() ? behind : extent % -p.by < 0 && behind;
}

}  // namespace

bool layout_transform(CallLowering& c) {
  PrimStore& prims = c.context().prims;
  const Map map = map_of(c);
  const std::optional<std::vector<Parts>> parts = parts_of(prims, map);
  if (!parts || map.params.empty() || map.params.size() != c.context().infos.dims(c.info(0)).size()) return false;
  const StageTensor x = c.tensor(0);
  const Dims shape = c.result_shape();
  const std::vector<int64_t> separators = c.attrs.integers("axis_separators"),
                             of_input = c.attrs.integers("input_axis_separators");
  if (!are_separators(separators, shape.size()) || !are_separators(of_input, x.rank())) return false;
  c.stages.separate_axes(x, of_input);
  const std::string suffix = separators.empty() ? "" : "_axis_separator";
  const auto gives = [&](const StageTensor& out) {
    c.stages.separate_axes(out, separators);
    return c.gives(out);
  };
  std::vector<size_t> padded;
  for (size_t i = 0; i < parts->size(); ++i) {
    const Parts& p = (*parts)[i];
    if (!p.whole && c.stages.simplified(x.dim(i) % p.by).constant() != 0) padded.push_back(i);
  }
  if (padded.size() > 1) return false;
  if (padded.empty()) {
    std::vector<std::string> names = numbered("i", x.rank() - 1);
    names.insert(names.begin(), "self");
    c.name = "te_layout_transform" + suffix;
    return gives(c.stages.rearrange(c.name, x, shape, names, [&](const Index& at) {
      PrimMap variables;
      for (size_t i = 0; i < at.size(); ++i) variables.emplace(map.params[i], at[i].prim());
      Index out;
      for (Prim r : map.results)
        out.push_back(c.stages.simplified(PrimExpr(c.context(), as_index(prims, r, variables))));
      return out;
    }));
  }
  c.name = "te_layout_transform_with_pad" + suffix;
  const PrimExpr value = c.constant(
      c.attrs.is_none("pad_value") ? 0 : number_of(c.context(), c.attrs.attr("pad_value")).value_or(0), x.dtype);
  return gives(c.stages.compute(c.name, shape, numbered("axis", shape.size()), [&](const Index& at) {
    Index index;
    for (const Parts& p : *parts) index.push_back(p.whole ? at[*p.whole] : at[*p.quotient] * p.by + at[*p.remainder]);
    return if_then_else(is_padding(c, (*parts)[padded[0]], x.dim(padded[0]), at), value, x(index));
  }));
}

}  // namespace hammock::lower
