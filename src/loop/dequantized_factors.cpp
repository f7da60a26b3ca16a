// SPDX-License-Identifier: Apache-2.0
// Products of dequantized tensors, as networks of quantised operators are exported: of (x - zero) * scale, where both
// factors have that form, the integers are multiplied and the sum is scaled.
//
// The sums are exact, and fewer roundings remain than the script asks for. It is done where nothing but those differs:
// zero points are constants, so that it is known how many bits a factor has (narrow_factors.cpp then reads it as
// narrow) and that no sum leaves 32 of them; and of the two scales one is a constant of moderate size, so that the
// scaled sum is finite wherever the sum of the scaled is.
//
// The largest of dequantized elements is the largest integer, dequantized: pools compare the few bytes.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "hammock/ir/constant.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

// An operand of a product that is a dequantized tensor, seen through views.
struct Factor {
  ItemId dequantized;
  std::vector<ItemId> views;          // from the operand down to it
  std::optional<size_t> channel;      // the axis of the dequantized one along which there are several parameters
  std::optional<size_t> result_axis;  // the axis of the product that this one becomes
  Wide most = 0;                      // the largest magnitude of an integer
  bool is_shifted = false;            // the zero point is not zero
  bool has_moderate_scale = false, may_have_moderate_scale = false;
};

class Dequantizer {
 public:
  Dequantizer(Context& context, Graph& graph) : context_(context), graph_(graph) {}

  void run() {
    divide_items(
        graph_, [&](const GraphItem& item) { return is_largest(item) || factors_of(item).has_value(); },
        [&](const GraphItem& item) { is_largest(item) ? add_largest(item) : add_product(item); });
  }

 private:
  using Factors = std::array<Factor, 2>;
  static constexpr double kLeastScale = 0x1p-40, kMostScale = 0x1p40;
  static constexpr int kFewBits = 16;
  static constexpr int64_t kMaxParameters = 1 << 16;  // more are not looked at

  std::optional<Factors> factors_of(const GraphItem& item) const {
    const Family* f = family(item);
    if (item.dtype != kFloat32 || (f != &families::matmul && f != &families::conv2d)) return std::nullopt;
    const std::optional<Factor> a = factor(item, 0), b = a ? factor(item, 1) : std::nullopt;
    if (!b || !(a->has_moderate_scale || b->has_moderate_scale) ||
        !(a->may_have_moderate_scale && b->may_have_moderate_scale) || !pays(item))
      return std::nullopt;
    if (a->most * b->most * terms_of(item) > INT32_MAX) return std::nullopt;
    return Factors{*a, *b};
  }

  // Not where floats have kernels of their own, and there are few bytes to multiply at once.
  bool pays(const GraphItem& product) const {
    if (family(product) != &families::conv2d) return true;
    const CallAttrs attrs(context_, product.op, product.attrs);
    const Dims& weight = graph_[product.inputs[1]].shape;
    const size_t at = attrs.string("kernel_layout").find('I');
    const int64_t channels = at < weight.size() ? weight[at] : 1;  // of a group
    constexpr int64_t kManyOfGroup = 32;
    return attrs.integer("groups") == 1 ? channels > 1 : channels == 1 || channels >= kManyOfGroup;
  }

  std::optional<Factor> factor(const GraphItem& product, size_t operand) const {
    Factor f;
    f.dequantized = graph_.below_views(product.inputs[operand], f.views);
    const GraphItem& item = graph_[f.dequantized];
    if (item.op != Op::dequantize || item.dtype != kFloat32) return std::nullopt;
    const GraphItem &scale = graph_[item.inputs[1]], &zero = graph_[item.inputs[2]];
    if (scale.elements() != 1 || zero.elements() != 1) {
      f.channel = axis_of(CallAttrs(context_, item.op, item.attrs), item.shape.size());
      f.result_axis = result_axis(product, operand, f);
      if (!f.result_axis) return std::nullopt;
    }
    f.has_moderate_scale = has_moderate_elements(scale);
    f.may_have_moderate_scale = f.has_moderate_scale || scale.storage != Storage::constant;
    return find_range(f, graph_[item.inputs[0]].dtype, zero) ? std::optional(std::move(f)) : std::nullopt;
  }

  // Of the integers less their zero point; false if it is not known, or has many bits.
  bool find_range(Factor& f, DType dtype, const GraphItem& zero) const {
    if (!dtype.is_integral() || dtype.is_boolean() || dtype.bits > kFewBits || zero.storage != Storage::constant ||
        !zero.is_source() || zero.elements() > kMaxParameters)
      return false;
    const Wide count = Wide{1} << dtype.bits, least = dtype.is_unsigned() ? 0 : -count / 2, most = least + count - 1;
    for (int64_t i = 0; i < zero.elements(); ++i) {
      const std::optional<Wide> z = integer_element(context_[ConstantId(zero.source)], static_cast<size_t>(i));
      if (!z || !holds(kInt16, least - *z) || !holds(kInt16, most - *z)) return false;
      f.is_shifted |= *z != 0;
      f.most = std::max({f.most, *z - least, most - *z});
    }
    return true;
  }

  bool has_moderate_elements(const GraphItem& item) const {
    if (!item.is_source() || item.storage != Storage::constant || item.elements() > kMaxParameters) return false;
    for (int64_t i = 0; i < item.elements(); ++i) {
      const std::optional<double> e = element(context_[ConstantId(item.source)], static_cast<size_t>(i));
      if (!e || !(std::abs(*e) >= kLeastScale && std::abs(*e) <= kMostScale)) return false;
    }
    return true;
  }

  // The axis of the product along which the parameters of an operand go; none if it is summed over, or lost in a view.
  std::optional<size_t> result_axis(const GraphItem& product, size_t operand, const Factor& f) const {
    size_t axis = *f.channel;
    for (size_t v = f.views.size(); v-- > 0;) {
      const GraphItem& view = graph_[f.views[v]];
      if (view.view != ViewForm::permute) return std::nullopt;
      axis = static_cast<size_t>(std::ranges::find(view.numbers, static_cast<int64_t>(axis)) - view.numbers.begin());
    }
    const size_t rank = graph_[product.inputs[operand]].shape.size(), out = product.shape.size();
    if (family(product) == &families::matmul) {
      const size_t other = graph_[product.inputs[1 - operand]].shape.size();
      const bool is_kept = rank >= 2 && axis == rank - 2 + operand;
      if (!is_kept) return std::nullopt;
      return operand == 0 && other >= 2 ? out - 2 : out - 1;
    }
    const CallAttrs attrs(context_, product.op, product.attrs);
    if (operand == 0 || attrs.string("kernel_layout").find('O') != axis) return std::nullopt;
    const size_t channel = channel_axis(attrs);
    return channel < out ? std::optional(channel) : std::nullopt;
  }

  // Products of each sum.
  Wide terms_of(const GraphItem& product) const {
    if (family(product) == &families::matmul) return graph_[product.inputs[0]].shape.back();
    const CallAttrs attrs(context_, product.op, product.attrs);
    const GraphItem& weight = graph_[product.inputs[1]];
    const size_t rows = attrs.string("kernel_layout").find('O');
    return rows < weight.shape.size() && weight.shape[rows] > 0 ? weight.elements() / weight.shape[rows] : 0;
  }

  // The largest of windows that all have elements, scaled by a positive number.
  bool is_largest(const GraphItem& item) const {
    if (family(item) != &families::pool || info(item.op).name.find("max_pool") == std::string_view::npos) return false;
    const GraphItem& data = graph_[item.inputs[0]];
    if (data.op != Op::dequantize || data.dtype != kFloat32) return false;
    const GraphItem &integers = graph_[data.inputs[0]], &scale = graph_[data.inputs[1]];
    if (data.elements() == 0 || !integers.dtype.is_integral() || integers.dtype.bits > kFewBits ||
        scale.elements() != 1 || graph_[data.inputs[2]].elements() != 1 || !has_moderate_elements(scale) ||
        *element(context_[ConstantId(scale.source)], 0) < 0)
      return false;
    const CallAttrs attrs(context_, item.op, item.attrs);
    const std::vector<int64_t> size = attrs.integers("pool_size");
    const int64_t least = size.empty() ? 0 : std::ranges::min(size);
    return !attrs.boolean("ceil_mode") &&
           std::ranges::all_of(attrs.integers("dilation"), [](int64_t d) { return d == 1; }) &&
           std::ranges::all_of(attrs.integers("padding"), [&](int64_t pad) { return pad < least; });
  }

  // ---- the new items ----

  void add_largest(const GraphItem& item) {
    const GraphItem data = graph_[item.inputs[0]];
    GraphItem pool = item, dequantized = data;
    pool.inputs[0] = data.inputs[0];
    pool.dtype = graph_[data.inputs[0]].dtype;
    dequantized.inputs[0] = add(std::move(pool));
    dequantized.shape = item.shape;
    dequantized.unit = item.unit;
    add(std::move(dequantized));
  }

  void add_product(const GraphItem& item) {
    const Factors factors = *factors_of(item);
    GraphItem product = item;
    product.dtype = kInt32;
    for (size_t n = 0; n < factors.size(); ++n) product.inputs[n] = integers(factors[n], item);
    ItemId made = add(item, kFloat32, Op::astype, item.shape, {add(std::move(product))});
    const size_t moderate = factors[0].has_moderate_scale ? 0 : 1;
    for (const size_t n : {moderate, 1 - moderate})
      made = add(item, kFloat32, Op::multiply, item.shape, {made, scale(factors[n], item)});
  }

  // The operand less its zero point, not yet scaled.
  ItemId integers(const Factor& f, const GraphItem& product) {
    ItemId made = f.is_shifted ? shifted(f, product) : graph_[f.dequantized].inputs[0];
    for (size_t v = f.views.size(); v-- > 0;) made = add(graph_.view_like(f.views[v], made));
    return made;
  }

  ItemId shifted(const Factor& f, const GraphItem& product) {
    ItemId& known = shifted_[f.dequantized.index];
    if (known) return known;
    const GraphItem item = graph_[f.dequantized];
    const GraphItem& zero = graph_[item.inputs[2]];
    Constant wide{kInt32, Dims(item.shape.size(), 1), {}};
    if (f.channel) wide.shape[*f.channel] = zero.elements();
    for (int64_t i = 0; i < zero.elements(); ++i)
      append_integer(wide.data, *integer_element(context_[ConstantId(zero.source)], static_cast<size_t>(i)), kInt32);
    GraphItem constant = constant_item(context_, context_.constant(std::move(wide)));
    constant.span = product.span;
    const ItemId to_subtract = add(std::move(constant));
    const ItemId x = add(product, kInt32, Op::astype, item.shape, {item.inputs[0]});
    return known = add(product, kInt32, Op::subtract, item.shape, {x, to_subtract});
  }

  ItemId scale(const Factor& f, const GraphItem& product) {
    ItemId made = graph_[f.dequantized].inputs[1];
    if (graph_[made].dtype != kFloat32) made = add(product, kFloat32, Op::astype, graph_[made].shape, {made});
    Dims along(product.shape.size(), 1);
    if (f.result_axis) along[*f.result_axis] = graph_[made].elements();
    return reshaped(made, std::move(along));
  }

  ItemId reshaped(ItemId of, Dims shape) {
    return graph_[of].shape == shape ? of : add(graph_.reshaped(of, std::move(shape)));
  }

  // An item of the product's unit and place in the text.
  ItemId add(const GraphItem& product, DType dtype, Op op, Dims shape, std::vector<ItemId> inputs) {
    GraphItem item = operation(op, dtype, std::move(shape), std::move(inputs));
    item.unit = product.unit;
    item.span = product.span;
    return add(std::move(item));
  }
  ItemId add(GraphItem item) {
    graph_.items.push_back(std::move(item));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  Context& context_;
  Graph& graph_;
  std::map<uint32_t, ItemId> shifted_;  // by dequantized item
};

}  // namespace

void multiply_dequantized(Context& context, Graph& graph) { Dequantizer(context, graph).run(); }

}  // namespace hammock::loop
