// SPDX-License-Identifier: Apache-2.0
// Which tensors of a network lie with their channels last (NHWC), whatever layout the script says.
//
// A convolution is a product of pixels and channels. With the channels last its rows are the pixels as they lie in
// memory, its columns are whole vectors of channels, and neither depends on how few pixels an image has. Nobody sees
// where an intermediate tensor lies, so convolutions of NCHW that follow each other through operators which do not
// care (pointwise, pooling, resizing, concat, reductions) form a region whose tensors all lie so. What enters and
// leaves it does so through views (permute), which the kernels on either side read and write through strides.
//
// A region is rewritten if its convolutions gain more than its borders cost; the numbers are in Estimate.
#include <array>
#include <numeric>

#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr size_t kRank = 4, kChannels = 1;

// Nanoseconds on two threads: an operation of a convolution gains that much, less if tiles take most of them away
// (runtime/winograd.h); an element of a border costs that much. Measured with float32; others gain as much, or more.
struct Estimate {
  static constexpr double kPerOperation = 6e-4, kPerOperationOfTiles = 1.2e-4, kPerElement = 1;
  static constexpr double kPerStridedElement = 1;  // of integers, one channel each, that skips some of a plane
  double gain = 0, cost = 0;
  size_t convolutions = 0;

  bool pays() const { return convolutions > 1 && gain > cost; }
};

enum class Role : uint8_t {
  outside,
  convolution,  // the data is the first operand
  windows,      // the same, with an attribute `layout`
  reduction,    // the same; the result may have fewer dims
  pointwise,    // any operand
  along_axis,   // the first operand, the others are vectors along an axis
  pad,          // the first operand, with widths of each axis
  concat,       // any operand, along an axis
};

class ChannelsLast {
 public:
  ChannelsLast(Context& context, Graph& graph) : context_(context), graph_(graph) {}

  void run() {
    const size_t count = graph_.items.size();
    roles_.resize(count);
    regions_.resize(count);
    std::iota(regions_.begin(), regions_.end(), 0);
    size_t convolutions = 0;
    for (uint32_t i = 0; i < count; ++i) {
      roles_[i] = role(graph_.items[i]);
      const bool is_element = roles_[i] == Role::pointwise || roles_[i] == Role::along_axis || roles_[i] == Role::pad;
      if (is_element && stays_in_planes(graph_.items[i])) roles_[i] = Role::outside;
      convolutions += roles_[i] == Role::convolution;
      if (roles_[i] != Role::outside) join(ItemId(i));
    }
    if (convolutions < 2) return;
    estimate();
    if (std::ranges::none_of(estimates_, &Estimate::pays)) return;
    rewrite();
  }

 private:
  CallAttrs attrs(const GraphItem& item) const { return {context_, item.op, item.attrs}; }

  Role role(const GraphItem& item) const {
    if (item.is_source() || item.call || item.definition || item.inputs.empty()) return Role::outside;
    const GraphItem& data = graph_[item.inputs[0]];
    if (item.elements() == 0) return Role::outside;
    if (item.op == Op::none) return Role::outside;
    if (item.view == ViewForm::reshape && converts(item.op) && item.shape.size() == kRank) return Role::pointwise;
    if (item.view != ViewForm::none) return Role::outside;
    const Family* f = family(item.op);
    if (f == &families::pointwise) return item.shape.size() == kRank ? Role::pointwise : Role::outside;
    if (data.shape.size() != kRank) return Role::outside;
    if (f && f->is_along_axis) return Role::along_axis;
    if (f == &families::padded) return Role::pad;
    if (f == &families::conv2d) return is_first("data_layout", item) ? Role::convolution : Role::outside;
    if (f == &families::pool) return is_first("layout", item) ? Role::windows : Role::outside;
    if (f == &families::resize) return attrs(item).string("layout") == "NCHW" ? Role::windows : Role::outside;
    if (f == &families::concat) return Role::concat;
    for (const Family* one :
         {&families::sum, &families::mean, &families::max, &families::min, &families::variance, &families::deviation})
      if (f == one) return keeps_order(item) ? Role::reduction : Role::outside;
    return Role::outside;
  }

  // An image of few channels, which a convolution reads through strides as well as where it is a parameter.
  bool stays_in_planes(const GraphItem& item) const {
    constexpr int64_t kFew = 4;
    return item.shape[kChannels] <= kFew &&
           std::ranges::none_of(item.inputs, [&](ItemId o) { return lies_in_region(o); });
  }

  bool is_first(std::string_view layout, const GraphItem& item) const {
    const std::string_view out = attrs(item).string("out_layout", {});
    return attrs(item).string(layout) == "NCHW" && (out.empty() || out == "NCHW");
  }

  // Are the dims that a reduction leaves in the same order, wherever the channels lie?
  bool keeps_order(const GraphItem& item) const {
    if (attrs(item).boolean("keepdims") || attrs(item).is_none("axis")) return true;
    const std::vector<bool> is_reduced = marked(attrs(item).integers("axis"), kRank);
    return is_reduced[kChannels] || (is_reduced[2] && is_reduced[3]);
  }

  // Is that operand a tensor whose channels lie as those of the item do?
  bool shares_layout(const GraphItem& item, Role role, size_t operand) const {
    return reads_layout(role, operand) && graph_[item.inputs[operand]].shape.size() == kRank;
  }
  static bool reads_layout(Role role, size_t operand) {
    return operand == 0 || role == Role::pointwise || role == Role::concat;
  }

  // ---- regions: sets of items, each known by its first one ----

  uint32_t region(uint32_t i) {
    while (regions_[i] != i) i = regions_[i] = regions_[regions_[i]];
    return i;
  }
  void join(ItemId i) {
    const GraphItem& item = graph_[i];
    for (size_t n = 0; n < item.inputs.size(); ++n) {
      const ItemId o = item.inputs[n];
      if (!lies_in_region(o) || !shares_layout(item, roles_[i.index], n)) continue;
      const uint32_t a = region(i.index), b = region(o.index);
      regions_[std::max(a, b)] = std::min(a, b);
    }
  }
  // Of a reduction that drops dims only the operand does.
  bool lies_in_region(ItemId i) const { return roles_[i.index] != Role::outside && graph_[i].shape.size() == kRank; }

  void estimate() {
    estimates_.resize(graph_.items.size());
    std::vector<bool> leaves(graph_.items.size());
    for (uint32_t k = 0; k < graph_.items.size(); ++k) {
      const GraphItem& item = graph_.items[k];
      Estimate* mine = roles_[k] == Role::outside ? nullptr : &estimates_[region(k)];
      if (roles_[k] == Role::convolution) {
        ++mine->convolutions;
        mine->gain += gain(item);
      }
      for (size_t n = 0; n < item.inputs.size(); ++n) {
        const ItemId o = item.inputs[n];
        const bool is_inside = mine && shares_layout(item, roles_[k], n);
        if (lies_in_region(o)) leaves[o.index] = leaves[o.index] || !is_inside;
        // What lies in memory a convolution reads through strides, where it packs it.
        else if (is_inside && !(roles_[k] == Role::convolution && graph_[o].is_source()) && !is_weight(graph_[o]))
          mine->cost += static_cast<double>(graph_[o].elements()) * Estimate::kPerElement;
      }
    }
    for (ItemId r : graph_.results) leaves[r.index] = true;
    for (uint32_t k = 0; k < leaves.size(); ++k) {
      if (leaves[k] && lies_in_region(ItemId(k)))
        estimates_[region(k)].cost += static_cast<double>(graph_.items[k].elements()) * Estimate::kPerElement;
    }
  }

  static bool is_weight(const GraphItem& item) { return item.is_source() && item.storage != Storage::param; }

  // Where every channel has a convolution of its own, there is no product of matrices to gain from.
  double gain(const GraphItem& conv) const {
    const DType data = graph_[conv.inputs[0]].dtype;
    const auto is_one = [&](std::string_view name) {
      return std::ranges::all_of(attrs(conv).integers(name), [](int64_t n) { return n == 1; });
    };
    if (const int64_t groups = attrs(conv).integer("groups"); groups != 1) {
      const bool is_strided = groups == conv.shape[kChannels] && data.is_integral() && !is_one("strides");
      return is_strided ? static_cast<double>(conv.elements()) * Estimate::kPerStridedElement : 0;
    }
    const GraphItem& weight = graph_[conv.inputs[1]];
    const double taps = static_cast<double>(weight.elements()) / static_cast<double>(conv.shape[kChannels]),
                 operations = 2 * static_cast<double>(conv.elements()) * taps;
    const int64_t window = static_cast<int64_t>(taps) / std::max<int64_t>(graph_[conv.inputs[0]].shape[kChannels], 1);
    const bool has_tiles = data == kFloat32 && window == 9 && is_one("strides") && is_one("dilation");
    return operations * (has_tiles ? Estimate::kPerOperationOfTiles : Estimate::kPerOperation);
  }

  // ---- the new list of items ----

  void rewrite() {
    std::vector<GraphItem> old = std::move(graph_.items);
    graph_.items.clear();
    as_said_.resize(old.size());
    channels_last_.resize(old.size());
    for (uint32_t k = 0; k < old.size(); ++k) {
      GraphItem& item = old[k];
      const bool is_member = roles_[k] != Role::outside && estimates_[region(k)].pays();
      if (is_member) change(item, roles_[k]);
      for (size_t n = 0; n < item.inputs.size(); ++n) {
        const ItemId o = item.inputs[n];
        item.inputs[n] = !is_member || !reads_layout(roles_[k], n) ? said(o) : last(o, item.unit);
      }
      const bool is_last = is_member && item.shape.size() == kRank;
      if (is_last) item.shape = permuted(item.shape, kToLast);
      graph_.items.push_back(std::move(item));
      (is_last ? channels_last_ : as_said_)[k] = ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
    }
    for (ItemId& r : graph_.results) r = said(r);
    for (ItemId& e : graph_.effects) e = said(e);
  }

  void change(GraphItem& item, Role role) {
    const Attr last = context_.attrs.string(context_.name("NHWC"));
    if (role == Role::convolution) set_attr(context_, item, "data_layout", last);
    if (role == Role::windows) set_attr(context_, item, "layout", last);
    if (info(item.op).attr_index("out_layout") >= 0) set_attr(context_, item, "out_layout", last);
    if (role == Role::pad) {
      const std::vector<int64_t> widths = attrs(item).integers("pad_width");
      std::vector<int64_t> moved;
      for (int64_t axis : kToLast)
        for (int64_t side : {0, 1}) moved.push_back(widths[static_cast<size_t>(2 * axis + side)]);
      set_attr(context_, item, "pad_width", context_.attrs.integers(moved));
    }
    if (role == Role::concat || role == Role::along_axis) {
      const size_t axis = axis_of(attrs(item), kRank);
      set_attr(context_, item, "axis", context_.attrs.integer(std::ranges::find(kToLast, axis) - kToLast.begin()));
    }
    if (role != Role::reduction || attrs(item).is_none("axis")) return;
    std::vector<int64_t> axes;
    for (int64_t axis : attrs(item).integers("axis")) {
      const auto at = std::ranges::find(kToLast, static_cast<int64_t>(from_front(axis, kRank)));
      axes.push_back(at - kToLast.begin());
    }
    set_attr(context_, item, "axis", context_.attrs.integers(axes));
  }

  static Dims permuted(const Dims& shape, const std::array<int64_t, kRank>& axes) {
    Dims out;
    for (int64_t a : axes) out.push_back(shape[static_cast<size_t>(a)]);
    return out;
  }

  ItemId add(GraphItem view, uint32_t unit) {
    view.unit = unit;
    graph_.items.push_back(std::move(view));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  // An item of the old list in the layout of the script, or with its channels last: made when it is first asked for.
  ItemId said(ItemId old) {
    ItemId& known = as_said_[old.index];
    if (known) return known;
    const ItemId from = channels_last_[old.index];
    return known = add(graph_.permuted(from, kToFirst), graph_[from].unit);
  }
  // What broadcasts has fewer dims.
  ItemId last(ItemId old, uint32_t unit) {
    ItemId& known = channels_last_[old.index];
    if (known) return known;
    ItemId from = as_said_[old.index];
    if (graph_[from].elements() == 1 && graph_[from].shape.size() != kRank) return known = from;
    if (graph_[from].shape.size() != kRank) {
      Dims shape = graph_[from].shape;
      shape.insert(shape.begin(), kRank - shape.size(), 1);
      from = add(graph_.reshaped(from, std::move(shape)), unit);
    }
    return known = add(graph_.permuted(from, kToLast), unit);
  }

  Context& context_;
  Graph& graph_;
  std::vector<Role> roles_;
  std::vector<uint32_t> regions_;
  std::vector<Estimate> estimates_;              // by the first item of a region
  std::vector<ItemId> as_said_, channels_last_;  // by item of the old list, in the new one
};

}  // namespace

void lay_channels_last(Context& context, Graph& graph) { ChannelsLast(context, graph).run(); }

}  // namespace hammock::loop
