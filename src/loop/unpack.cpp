// SPDX-License-Identifier: Apache-2.0
// When a product takes the elements of an operand as an expression over less memory, and not from memory: weights that
// are dequantised. They are then computed once for each vector that meets them, and never written or read again.
//
// That pays for one vector always, and for a few if the expression is cheap and the sum runs along memory on both
// sides: then a row that one vector has met is in the cache for the next one.
#include <algorithm>
#include <bit>

#include "definition.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr int64_t kFewVectors = 4;
constexpr int64_t kMostRepeated = 40;  // operations on an element, beyond those for the first vector

bool is_power_of_two(int64_t n) { return n > 0 && std::has_single_bit(static_cast<uint64_t>(n)); }

// How often a product meets an element of an operand.
int64_t vectors_for(const Graph& graph, const GraphItem& product, size_t which) {
  double products = 1;
  if (const Definition* d = product.definition.get()) {
    const Product& p = *d->product;
    if (p.width || p.lhs.value == p.rhs.value) return INT64_MAX;
    for (const auto* axes : {&p.batch, &p.rows, &p.columns, &p.reduced})
      for (const Axis& a : *axes) products *= static_cast<double>(a.extent);
  } else {
    const Dims& left = graph[product.inputs[0]].shape;
    products = static_cast<double>(product.elements()) * static_cast<double>(left.back());
  }
  const double elements = static_cast<double>(std::max<int64_t>(graph[product.inputs[which]].elements(), 1));
  return static_cast<int64_t>(std::min(products / elements, 1e18));
}

// Does the sum run along the last dim of a factor, as it lies below its permutations?
bool sums_along_last(const Graph& graph, const GraphItem& product, bool is_left) {
  if (const Definition* d = product.definition.get()) {
    const ProductFactor& f = is_left ? d->product->lhs : d->product->rhs;
    const std::vector<Axis>& reduced = d->product->reduced;
    return !reduced.empty() && !f.index.empty() && f.index.back() == reduced.back().var;
  }
  ItemId i = product.inputs[is_left ? 0 : 1];
  const size_t rank = graph[i].shape.size();
  size_t axis = is_left || rank < 2 ? rank - 1 : rank - 2;
  for (; graph[i].view == ViewForm::permute; i = graph[i].inputs[0]) axis = static_cast<size_t>(graph[i].numbers[axis]);
  return axis + 1 == graph[i].shape.size();
}

// Is it computed without gathering: element by element, or from groups of a power of two?
bool is_in_order(const Graph& graph, const GraphItem& item) {
  if (item.view == ViewForm::permute || item.view == ViewForm::broadcast) return true;
  if (item.view == ViewForm::reshape) {
    const Dims &to = item.shape, &from = graph[item.inputs[0]].shape;
    return to.empty() || from.empty() || to.back() == from.back() || is_power_of_two(std::min(to.back(), from.back()));
  }
  return item.definition || (item.view == ViewForm::none && info(item.op).has(Pointwise));
}

}  // namespace

bool Lowerer::is_unpacked_for(ItemId operand, size_t which, ItemId product) const {
  const GraphItem &item = graph_[operand], &to = graph_[product];
  if (is_stored(operand) || anchor(operand) || item.unit != to.unit || item.shape.size() < 2) return false;
  if (state(operand).uses > 1 || state(operand).is_result) return false;
  const int64_t vectors = vectors_for(graph_, to, which);
  if (vectors > kFewVectors) return false;
  int64_t bytes = 0;
  bool is_ordered = true;
  std::vector<ItemId> open{operand}, seen;
  while (!open.empty()) {
    const ItemId i = open.back();
    open.pop_back();
    if (std::ranges::find(seen, i) != seen.end()) continue;
    seen.push_back(i);
    if (is_stored(i)) {
      bytes += graph_[i].elements() * graph_[i].dtype.bytes();
    } else {
      is_ordered = is_ordered && is_in_order(graph_, graph_[i]);
      open.insert(open.end(), graph_[i].inputs.begin(), graph_[i].inputs.end());
    }
  }
  if (bytes * 2 > item.elements() * item.dtype.bytes()) return false;
  if (vectors <= 1) return true;
  const bool is_cheap = is_ordered && state(operand).cost * (vectors - 1) <= kMostRepeated && to.dtype.bits >= 32;
  return is_cheap && sums_along_last(graph_, to, true) && sums_along_last(graph_, to, false);
}

}  // namespace hammock::loop
