// SPDX-License-Identifier: Apache-2.0
// Products of matrices, and einsum (legalize, 6.7).
#include <algorithm>
#include <map>
#include <set>

#include "call.h"

namespace hammock::lower {
namespace {

// Where a batch dim of an operand stands: a dim of 1 beside another one at 0.
Index batch_index(const StageTensor& x, const StageTensor& other, size_t batch_dims, const Index& at) {
  Index out;
  const size_t own = x.rank() < 2 ? 0 : x.rank() - 2, others = other.rank() < 2 ? 0 : other.rank() - 2;
  for (size_t i = 0; i < own; ++i) {
    const size_t place = batch_dims - own + i;  // among the batch dims of the result
    const bool is_shared = place + others >= batch_dims;
    const std::optional<int64_t> d = x.dim(i).constant(),
                                 e = is_shared ? other.dim(place + others - batch_dims).constant() : std::nullopt;
    const bool is_equal = d && e && *d == *e;
    out.push_back(is_shared && !is_equal && d == 1 ? x.dim(i).like(0) : at[place]);
  }
  return out;
}

}  // namespace

bool matmul(CallLowering& c) {
  const StageTensor a = c.tensor(0), b = c.tensor(1);
  if (a.dtype.is_unknown() || b.dtype.is_unknown() || a.rank() == 0 || b.rank() == 0) return false;
  const Dims shape = c.result_shape();
  const DType out = c.attrs.dtype("out_dtype");
  const bool is_row = a.rank() == 1, is_column = b.rank() == 1;
  const size_t batch_dims = std::max(a.rank() < 2 ? 0 : a.rank() - 2, b.rank() < 2 ? 0 : b.rank() - 2);
  const auto source = [&](const Index& at, const Index& over) {
    Index i = batch_index(a, b, batch_dims, at), j = batch_index(b, a, batch_dims, at);
    if (!is_row) i.push_back(at[at.size() - (is_column ? 1 : 2)]);
    i.push_back(over[0]);
    j.push_back(over[0]);
    if (!is_column) j.push_back(at.back());
    const PrimExpr x = a(i), y = b(j);
    return out.is_unknown() ? x * y : cast(out, x) * cast(out, y);
  };
  return c.gives(
      c.stages.reduce(Fold::sum, "matmul", shape, numbered("i", shape.size()), {{"k", a.shape.back()}}, source));
}

namespace {

// Labels of one operand: letters, and the dims of an ellipsis as "#0" ... counted from the last.
using Labels = std::vector<std::string>;

std::optional<Labels> labels_of(std::string_view text, size_t rank) {
  Labels out;
  const size_t dots = text.find("...");
  const auto letters = [&](std::string_view part) {
    for (char l : part) out.emplace_back(1, l);
  };
  if (dots == std::string_view::npos) {
    letters(text);
    return out.size() == rank ? std::optional(out) : std::nullopt;
  }
  const size_t others = text.size() - 3;
  if (others > rank) return std::nullopt;
  letters(text.substr(0, dots));
  for (size_t i = rank - others; i-- > 0;) out.push_back("#" + std::to_string(i));
  letters(text.substr(dots + 3));
  return out;
}

struct Subscripts {
  std::vector<Labels> inputs;
  Labels output, reduced;
  std::map<std::string, Prim> extents;
};

std::optional<Subscripts> subscripts_of(const CallLowering& c, const std::vector<StageTensor>& xs) {
  std::string text(c.attrs.string("subscripts"));
  std::erase(text, ' ');
  Subscripts out;
  const size_t arrow = text.find("->");
  std::string left = text.substr(0, arrow);
  std::map<std::string, int> count;
  size_t ellipsis = 0;
  for (const StageTensor& x : xs) {
    const size_t comma = std::min(left.find(','), left.size());
    const std::string_view part = std::string_view(left).substr(0, comma);
    std::optional<Labels> labels = labels_of(part, x.rank());
    if (!labels) return std::nullopt;
    if (part.find("...") != std::string_view::npos) ellipsis = std::max(ellipsis, x.rank() + 3 - part.size());
    for (size_t i = 0; i < labels->size(); ++i) {
      ++count[(*labels)[i]];
      Prim& extent = out.extents[(*labels)[i]];
      if (!extent || c.context().prims.is_constant(extent, 1)) extent = x.shape[i];
    }
    out.inputs.push_back(std::move(*labels));
    left.erase(0, comma + 1);
  }
  const auto add_ellipsis = [&] {
    for (size_t i = ellipsis; i-- > 0;) out.output.push_back("#" + std::to_string(i));
  };
  if (arrow == std::string::npos) {
    add_ellipsis();
    for (const auto& [label, n] : count) {
      if (n == 1 && label[0] != '#') out.output.push_back(label);
    }
  } else {
    std::string_view right = std::string_view(text).substr(arrow + 2);
    for (size_t i = 0; i < right.size(); ++i) {
      if (right[i] == '.') add_ellipsis(), i += 2;
      else out.output.emplace_back(1, right[i]);
    }
  }
  for (const auto& [label, n] : count) {
    if (std::ranges::find(out.output, label) == out.output.end()) out.reduced.push_back(label);
  }
  return out;
}

}  // namespace

bool einsum(CallLowering& c) {
  if (c.size() > kMaxDepth) return false;  // nobody could read what is nested so deep
  const std::vector<StageTensor> xs = c.tensors();
  const std::optional<Subscripts> s = subscripts_of(c, xs);
  if (!s) return false;
  Dims shape;
  for (const std::string& label : s->output) {
    if (!s->extents.contains(label)) return false;
    shape.push_back(s->extents.at(label));
  }
  const auto product = [&](const Index& at, const Index& over) {
    std::map<std::string, PrimExpr> place;
    for (size_t i = 0; i < at.size(); ++i) place[s->output[i]] = at[i];
    for (size_t i = 0; i < over.size(); ++i) place[s->reduced[i]] = over[i];
    PrimExpr out;
    for (size_t i = 0; i < xs.size(); ++i) {
      Index index;
      for (size_t d = 0; d < xs[i].rank(); ++d) {
        const std::string& label = s->inputs[i][d];
        const bool is_spread = xs[i].dim(d).constant() == 1 && !c.context().prims.is_constant(s->extents.at(label), 1);
        index.push_back(is_spread ? c.integer(0) : place.at(label));
      }
      out = i == 0 ? xs[i](index) : out * xs[i](index);
    }
    return out;
  };
  if (s->reduced.empty())
    return c.gives(c.stages.compute("T_einsum", shape, [&](const Index& at) { return product(at, {}); }));
  std::vector<ReduceAxis> reduced;
  for (const std::string& label : s->reduced) reduced.push_back({label[0] == '#' ? "k" : label, s->extents.at(label)});
  return c.gives(c.stages.reduce(Fold::sum, "T_einsum", shape, reduced, product));
}

}  // namespace hammock::lower
