// SPDX-License-Identifier: Apache-2.0
// Integers of 8 and 16 bits that were widened to 32 before they are multiplied, perhaps less a zero point, as in
// quantised networks: the product reads them as narrow as they fit, and processors multiply several of those at once.
//
// All sums are what they were. The range of each item says what fits; where an item was made of a narrow one by a cast
// alone, that one is read, also through views, and else what makes the item stores it narrow.
//
// Bytes less a zero point are no bytes. Where the other factor is one of weights, they are multiplied as they are, and
// the sum of the weights times the zero point is subtracted: (x - z) * w = x * w - z * sum(w), whatever wraps around.
// Around an image then lies the zero point.
#include <algorithm>
#include <array>
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
      places_.push_back(multiplies(item) ? add_product(std::move(item)) : add(std::move(item)));
    }
    for (std::vector<ItemId>* list : {&graph_.results, &graph_.effects})
      for (ItemId& i : *list) i = places_[i.index];
  }

 private:
  static constexpr int kFewBits = 16;
  static constexpr int64_t kMaxElements = 1 << 16;  // of a constant that is looked at
  static constexpr size_t kRank = 4;                // of images

  // Sums of 32 bits: wider ones are of products of as many bits.
  static bool multiplies(const GraphItem& item) {
    const Family* f = family(item);
    return item.dtype.is_integral() && item.dtype.bits == 32 && (f == &families::matmul || f == &families::conv2d);
  }

  ItemId add_product(GraphItem product) {
    for (size_t n = 0; n < 2; ++n) {
      if (const std::optional<Shifted> x = shifted_bytes(product, n)) return add_corrected(std::move(product), n, *x);
    }
    narrow_factors(product);
    return add(std::move(product));
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

  // ---- bytes less a zero point ----

  // An operand that is `bytes`, cast and less one element, behind views.
  struct Shifted {
    ItemId bytes, zero;
    std::vector<ItemId> views;  // from the operand down
  };

  std::optional<Shifted> shifted_bytes(const GraphItem& product, size_t n) const {
    const ItemId weights = product.inputs[1 - n];
    const std::optional<DType> is = narrowest(product.inputs[n]), other = narrowest(weights);
    if (product.dtype != kInt32 || !is || is->bits <= 8 || !other || other->bits > 8 || !is_constant_[weights.index])
      return std::nullopt;
    Shifted found;
    const GraphItem& item = graph_[graph_.below_views(product.inputs[n], found.views)];
    if (item.op != Op::subtract || graph_[item.inputs[0]].op != Op::astype) return std::nullopt;
    found.bytes = graph_[item.inputs[0]].inputs[0];
    found.zero = item.inputs[1];
    const GraphItem& bytes = graph_[found.bytes];
    const std::optional<Range>& zero = ranges_[found.zero.index];
    if (!bytes.dtype.is_integral() || bytes.dtype.is_boolean() || bytes.dtype.bits != 8 || bytes.shape != item.shape ||
        graph_[found.zero].elements() != 1 || !zero)
      return std::nullopt;
    const bool is_byte = holds(bytes.dtype, zero->least) && holds(bytes.dtype, zero->most);
    return is_byte && !wraps(item) && pays(product, n) ? std::optional(std::move(found)) : std::nullopt;
  }

  // May a cast that is subtracted from, or the difference, be another number than in integers without limits?
  bool wraps(const GraphItem& difference) const {
    const auto holds_all = [](DType d, const std::optional<Range>& r) {
      return r && holds(d, r->least) && holds(d, r->most);
    };
    const GraphItem& cast = graph_[difference.inputs[0]];
    return !holds_all(cast.dtype, ranges_[cast.inputs[0].index]) ||
           !holds_all(difference.dtype, range_of_sum(difference));
  }

  // Not where each row or column of the result has weights of its own, or few products.
  bool pays(const GraphItem& product, size_t n) const {
    constexpr int64_t kMany = 8;
    const GraphItem& weights = graph_[product.inputs[1 - n]];
    if (family(product.op) == &families::matmul)
      return weights.shape.size() == 2 && graph_[product.inputs[n]].shape.size() >= 2;
    const CallAttrs attrs(context_, product.op, product.attrs);
    const size_t rows = attrs.string("kernel_layout").find('O');
    return n == 0 && weights.shape.size() == kRank && rows < kRank &&
           weights.shape[rows] / std::max<int64_t>(attrs.integer("groups"), 1) >= kMany &&
           attrs.string("data_layout").size() == kRank && attrs.string("data_layout").find('H') < kRank &&
           attrs.string("data_layout").find('W') < kRank && channel_axis(attrs) < kRank &&
           has_small_padding(graph_[product.inputs[n]], attrs);
  }
  ItemId add_corrected(GraphItem product, size_t n, const Shifted& x) {
    const GraphItem weights = graph_[product.inputs[1 - n]];
    ItemId bytes = x.bytes;
    for (size_t v = x.views.size(); v-- > 0;) bytes = add(graph_.view_like(x.views[v], bytes));
    const bool is_matmul = family(product.op) == &families::matmul;
    std::vector<int64_t> axes;            // of the weights, that are summed over
    Dims along(product.shape.size(), 1);  // of the sums
    if (is_matmul) {
      axes = {n == 0 ? 0 : 1};
      along[along.size() - 1 - n] = weights.shape[1 - n];
    } else {
      const CallAttrs attrs(context_, product.op, product.attrs);
      const size_t rows = attrs.string("kernel_layout").find('O');
      for (size_t d = 0; d < kRank; ++d)
        if (d != rows) axes.push_back(static_cast<int64_t>(d));
      along[channel_axis(attrs)] = weights.shape[rows];
      bytes = padded(bytes, product, x.zero);
    }
    const auto apply = [&](Op op, Dims shape, std::vector<ItemId> inputs, Attr attrs = {}) {
      GraphItem item = operation(op, kInt32, std::move(shape), std::move(inputs));
      item.attrs = attrs;
      item.span = product.span;
      return add(std::move(item), product.unit);
    };
    const ItemId wide = apply(Op::astype, weights.shape, {product.inputs[1 - n]});
    const Attr over = context_.attrs.list(std::array{context_.attrs.integers(axes), context_.attrs.boolean(true)});
    Dims kept = weights.shape;
    for (int64_t axis : axes) kept[static_cast<size_t>(axis)] = 1;
    const ItemId sums = reshaped(apply(Op::sum, std::move(kept), {wide}, over), along);
    const ItemId zero = graph_[x.zero].dtype == kInt32 ? x.zero : converted(x.zero, kInt32, product.unit);
    const ItemId excess = apply(Op::multiply, along, {sums, reshaped(zero, Dims(along.size(), 1))});
    product.inputs[n] = bytes;
    narrow_factors(product);
    const ItemId all = add(product);
    return apply(Op::subtract, product.shape, {all, excess});
  }

  // The image with the zero point around it, if the convolution pads; it no longer does.
  ItemId padded(ItemId image, GraphItem& conv, ItemId zero) {
    const CallAttrs attrs(context_, conv.op, conv.attrs);
    const std::array<int64_t, 4> padding = image_padding(attrs);
    if (std::ranges::count(padding, 0) == 4) return image;
    std::array<int64_t, 2 * kRank> widths{};
    for (size_t i = 0; i < 2; ++i) {
      const size_t axis = attrs.string("data_layout").find("HW"[i]);
      widths[2 * axis] = padding[i], widths[2 * axis + 1] = padding[i + 2];
    }
    set_attr(context_, conv, "padding", context_.attrs.integers(std::array<int64_t, 4>{}));
    return add(graph_.padded(context_, image, reshaped(zero, {}), widths), conv.unit);
  }

  ItemId reshaped(ItemId of, Dims shape) {
    return graph_[of].shape == shape ? of : add(graph_.reshaped(of, std::move(shape)));
  }

  // ---- ranges ----

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
    for (size_t k = views.size(); k-- > 0;) made = add(graph_.view_like(views[k], made));
    return known->second = made;
  }

  ItemId converted(ItemId from, DType to, uint32_t unit) { return add(graph_.conversion(from, to), unit); }

  ItemId add(GraphItem item, uint32_t unit) {
    item.unit = unit;
    return add(std::move(item));
  }

  ItemId add(GraphItem item) {
    const auto is_constant = [&](ItemId i) { return bool{is_constant_[i.index]}; };
    is_constant_.push_back(item.is_source() ? item.storage != Storage::param
                                            : !item.inputs.empty() && std::ranges::all_of(item.inputs, is_constant));
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
  std::vector<bool> is_constant_;             // from run to run; the same
  std::map<std::tuple<uint32_t, int, bool>, ItemId> narrowed_;
};

}  // namespace

void narrow_factors(Context& context, Graph& graph) { Narrower(context, graph).run(); }

}  // namespace hammock::loop
