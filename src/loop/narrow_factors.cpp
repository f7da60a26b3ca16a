// SPDX-License-Identifier: Apache-2.0
// Integers of 8 and 16 bits that were widened to 32 before they are multiplied, perhaps less a zero point, as in
// quantised networks: the product reads them as narrow as they fit, and processors multiply several of those at once.
//
// All sums are what they were. The range of each item says what fits; where an item was made of a narrow one by a cast
// alone, that one is read, also through views, and else what makes the item stores it narrow.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "hammock/ir/constant.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

struct Range {
  Wide least = 0, most = 0;
};

class Narrower {
 public:
  Narrower(Context& context, Graph& graph) : context_(context), graph_(graph) {}

  void run() {
    if (std::ranges::none_of(graph_.items, [](const GraphItem& item) { return multiplies(item); })) return;
    std::vector<GraphItem> old = std::move(graph_.items);
    graph_.items.clear();
    places_.reserve(old.size());
    for (GraphItem& item : old) {
      for (ItemId& i : item.inputs) i = places_[i.index];
      if (multiplies(item)) narrow_factors(item);
      places_.push_back(add(std::move(item)));
    }
    for (std::vector<ItemId>* list : {&graph_.results, &graph_.effects})
      for (ItemId& i : *list) i = places_[i.index];
  }

 private:
  static constexpr int kFewBits = 16;
  static constexpr int64_t kMaxElements = 1 << 16;  // of a constant that is looked at

  // Sums of 32 bits: wider ones are of products of as many bits.
  static bool multiplies(const GraphItem& item) {
    if (item.call || item.definition || item.op == Op::none || item.view != ViewForm::none) return false;
    const Family* f = family(item.op);
    return item.dtype.is_integral() && item.dtype.bits == 32 && (f == &families::matmul || f == &families::conv2d);
  }

  void narrow_factors(GraphItem& product) {
    std::vector<DType> dtypes;
    for (ItemId i : product.inputs) {
      const std::optional<DType> fits = narrowest(i);
      if (!fits) return;
      dtypes.push_back(*fits);
    }
    for (size_t k = 0; k < dtypes.size(); ++k) product.inputs[k] = narrowed(product.inputs[k], dtypes[k], product.unit);
  }

  std::optional<DType> narrowest(ItemId i) const {
    if (!graph_[i].dtype.is_integral()) return std::nullopt;
    if (graph_[i].dtype.bits <= kFewBits) return graph_[i].dtype;
    const std::optional<Range>& range = ranges_[i.index];
    for (DType d : {kInt8, kUint8, kInt16}) {
      if (range && holds(d, range->least) && holds(d, range->most)) return d;
    }
    return std::nullopt;
  }

  // The item in another dtype, which holds all its elements.
  ItemId narrowed(ItemId i, DType to, uint32_t unit) {
    if (graph_[i].dtype == to) return i;
    const auto [known, is_new] = narrowed_.try_emplace({i.index, to.bits, to.is_unsigned()}, ItemId());
    if (!is_new) return known->second;
    std::vector<ItemId> views;
    ItemId from = i;
    for (; graph_[from].view != ViewForm::none; from = graph_[from].inputs[0]) views.push_back(from);
    const GraphItem& origin = graph_[from];
    const bool is_cast = origin.op == Op::astype && graph_[origin.inputs[0]].dtype == to;
    ItemId made = is_cast ? origin.inputs[0] : converted(from, to, unit);
    for (size_t k = views.size(); k-- > 0;) {
      GraphItem view = graph_[views[k]];
      view.dtype = to;
      view.inputs[0] = made;
      made = add(std::move(view));
    }
    return known->second = made;
  }

  ItemId converted(ItemId from, DType to, uint32_t unit) {
    GraphItem item = graph_.conversion(from, to);
    item.unit = unit;
    return add(std::move(item));
  }

  ItemId add(GraphItem item) {
    ranges_.push_back(range_of(item));
    graph_.items.push_back(std::move(item));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  // Of all its elements, where that is known.
  std::optional<Range> range_of(const GraphItem& item) const {
    if (!item.dtype.is_integral()) return std::nullopt;
    std::optional<Range> found;
    if (item.is_source()) found = range_of_constant(item);
    else if (item.view != ViewForm::none || item.op == Op::astype) found = ranges_[item.inputs[0].index];
    else if (item.op == Op::add || item.op == Op::subtract) found = range_of_sum(item);
    if (found && holds(item.dtype, found->least) && holds(item.dtype, found->most)) return found;
    const int bits = item.dtype.is_boolean() ? 1 : item.dtype.bits;
    if (bits > kFewBits) return std::nullopt;
    const Wide count = Wide{1} << bits;
    return item.dtype.is_integer() ? Range{-count / 2, count / 2 - 1} : Range{0, count - 1};
  }

  std::optional<Range> range_of_constant(const GraphItem& item) const {
    if (item.storage != Storage::constant || item.elements() > kMaxElements) return std::nullopt;
    std::optional<Range> found;
    for (int64_t i = 0; i < item.elements(); ++i) {
      const std::optional<Wide> value = integer_element(context_[ConstantId(item.source)], static_cast<size_t>(i));
      if (!value) return std::nullopt;
      found = found ? Range{std::min(found->least, *value), std::max(found->most, *value)} : Range{*value, *value};
    }
    return found;
  }

  std::optional<Range> range_of_sum(const GraphItem& item) const {
    const std::optional<Range>&a = ranges_[item.inputs[0].index], &b = ranges_[item.inputs[1].index];
    if (!a || !b) return std::nullopt;
    if (item.op == Op::add) return Range{a->least + b->least, a->most + b->most};
    return Range{a->least - b->most, a->most - b->least};
  }

  Context& context_;
  Graph& graph_;
  std::vector<ItemId> places_;                // in the new list, by item of the old one
  std::vector<std::optional<Range>> ranges_;  // by item of the new list
  std::map<std::tuple<uint32_t, int, bool>, ItemId> narrowed_;
};

}  // namespace

void narrow_factors(Context& context, Graph& graph) { Narrower(context, graph).run(); }

}  // namespace hammock::loop
