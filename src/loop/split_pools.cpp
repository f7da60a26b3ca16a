// SPDX-License-Identifier: Apache-2.0
// Pools of large windows, axis by axis: the largest element of a window is the largest of its rows' largest ones, and
// its mean the mean of their means, because those inside of the image are as many in each row that has any. A window
// of 13 x 13 then takes 26 elements instead of 169, and the compiled expression is as much smaller.
//
// The axis that strides make shortest comes first: it leaves fewer elements to the others. What lies between is stored,
// so that windows which hardly overlap stay as they are if they can be written out.
//
// Windows that are whole axes are reductions. Along one axis, a window that is too long to be written out is one of
// windows: 400 elements are 20 times 20.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>

#include "lowerer.h"

namespace hammock::loop {
namespace {

// To store an element of a part and to read it again takes as long as so many taps; what is to be gained is more than
// the estimate is wrong by.
constexpr double kStored = 2, kGain = 1.5;

class PoolSplitter {
 public:
  PoolSplitter(Context& context, Graph& graph) : context_(context), graph_(graph) {}

  void run() {
    divide_items(
        graph_, [&](const GraphItem& item) { return splits(item); }, [&](const GraphItem& item) { add_parts(item); });
  }

 private:
  // The window along one axis of the data.
  struct Part {
    size_t axis;
    int64_t size, stride, dilation, before, after;

    bool is_nothing() const { return size == 1 && stride == 1 && before == 0 && after == 0; }
    int64_t reach() const { return (size - 1) * dilation + 1; }
  };

  static bool is_pool(const GraphItem& item) { return family(item) == &families::pool; }

  // Along the spatial axes, in their order; none where the result lies in another way than the data.
  std::vector<Part> parts_of(const GraphItem& item) const {
    const CallAttrs attrs(context_, item.op, item.attrs);
    const std::string_view layout = attrs.string("layout"), out = attrs.string("out_layout", {});
    std::vector<Part> parts;
    if (layout.size() != item.shape.size() || !(out.empty() || out == layout)) return parts;
    const std::vector<int64_t> size = attrs.integers("pool_size"), strides = attrs.integers("strides"),
                               padding = attrs.integers("padding"), dilation = attrs.integers("dilation");
    const auto at = [](const std::vector<int64_t>& v, size_t i) { return v[v.size() > i ? i : 0]; };
    for (const char dim : {'D', 'H', 'W'}) {
      const size_t axis = layout.find(dim), i = parts.size();
      if (axis != std::string_view::npos)
        parts.push_back({axis, at(size, i), at(strides, i), at(dilation, i), at(padding, i), 0});
    }
    for (size_t i = 0; i < parts.size(); ++i)
      parts[i].after = at(padding, padding.size() == 2 * parts.size() ? parts.size() + i : i);
    return parts;
  }

  static bool is_average(const GraphItem& item) { return info(item.op).name.find("avg") != std::string_view::npos; }

  bool is_whole(const GraphItem& item, const Part& part) const {
    return part.size > 1 && part.size == graph_[item.inputs[0]].shape[part.axis] && item.shape[part.axis] == 1 &&
           part.before == 0 && part.after == 0;
  }

  // Means of integers are cut off, and narrow ones would be rounded on the way.
  bool splits(const GraphItem& item) const {
    if (!is_pool(item) || item.elements() == 0) return false;
    const std::vector<Part> parts = parts_of(item);
    const auto is_reduced = [&](const Part& p) { return is_whole(item, p); };
    const auto is_done = [&](const Part& p) { return p.is_nothing() || is_whole(item, p); };
    const bool is_exact = !is_average(item) || item.dtype == kFloat32 || item.dtype == kFloat64;
    if (!is_exact && !(item.dtype.is_any_float() && std::ranges::all_of(parts, is_done))) return false;
    if (std::ranges::any_of(parts, is_reduced)) return true;
    const auto is_long = [](const Part& p) { return p.size > kMaxWindow; };
    if (std::ranges::any_of(parts, is_long))
      return std::ranges::all_of(parts, [&](const Part& p) { return !is_long(p) || length_of_inner(item, p) > 1; });
    if (std::ranges::count_if(parts, [](const Part& p) { return p.size > 1; }) < 2) return false;
    double taps = 1, elements = 1, split = 0;  // of each element of the data, by those of the result
    for (const Part& part : parts) {
      taps *= static_cast<double>(part.size);
      elements *= shrinkage(item, part);
    }
    for (const size_t i : order_of(item, parts)) {
      if (parts[i].is_nothing()) continue;
      elements /= shrinkage(item, parts[i]);
      split += (static_cast<double>(parts[i].size) + kStored) * elements;
    }
    return split * kGain < taps || taps > static_cast<double>(kMaxWindow);
  }

  // The length of the windows that a window too long to be written out consists of; 1 if it does of none. Means only of
  // as many elements each.
  int64_t length_of_inner(const GraphItem& item, const Part& part) const {
    const int64_t extent = graph_[item.inputs[0]].shape[part.axis], out = item.shape[part.axis];
    const bool is_inside = part.before == 0 && (out - 1) * part.stride + part.reach() <= extent;
    if (is_average(item) && !is_inside) return 1;
    for (int64_t length = kMaxWindow; length > 1; --length) {
      if (part.size % length != 0 || part.size / length > kMaxWindow) continue;
      if (between(part, length, out).extent <= 2 * extent) return length;
    }
    return 1;
  }

  // Where the inner windows begin: so many, with a step.
  struct Between {
    int64_t extent, step;
  };
  static Between between(const Part& part, int64_t length, int64_t out) {
    const int64_t apart = length * part.dilation, step = std::gcd(part.stride, apart);
    return {((out - 1) * part.stride + (part.size / length - 1) * apart) / step + 1, step};
  }

  double shrinkage(const GraphItem& item, const Part& part) const {
    return static_cast<double>(graph_[item.inputs[0]].shape[part.axis]) / static_cast<double>(item.shape[part.axis]);
  }

  // The parts one after the other; of equal ones the last axis first.
  std::vector<size_t> order_of(const GraphItem& item, const std::vector<Part>& parts) const {
    std::vector<size_t> order(parts.size());
    std::iota(order.rbegin(), order.rend(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](size_t i) { return shrinkage(item, parts[i]); });
    return order;
  }

  void add_parts(const GraphItem& item) {
    const std::vector<Part> parts = parts_of(item);
    ItemId from = item.inputs[0];
    const auto add = [&](GraphItem one) {
      one.inputs[0] = from;
      graph_.items.push_back(std::move(one));
      from = ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
    };
    if (const std::optional<GraphItem> reduced = reduction(item, parts)) add(*reduced);
    for (const size_t i : order_of(item, parts)) {
      const Part& part = parts[i];
      if (part.is_nothing() || is_whole(item, part)) continue;
      const int64_t inner = part.size > kMaxWindow ? length_of_inner(item, part) : 1;
      const auto along = [&](Part p, int64_t extent) {
        GraphItem one = item;
        one.shape = graph_[from].shape;
        one.shape[p.axis] = extent;
        set_window(one, p, i, parts.size());
        add(std::move(one));
      };
      if (inner > 1) {
        const Between b = between(part, inner, item.shape[part.axis]);
        along({part.axis, inner, b.step, part.dilation, part.before, part.after}, b.extent);
        along({part.axis, part.size / inner, part.stride / b.step, inner * part.dilation / b.step, 0, 0},
              item.shape[part.axis]);
      } else {
        along(part, item.shape[part.axis]);
      }
    }
  }

  // Over the axes that a window covers as a whole.
  std::optional<GraphItem> reduction(const GraphItem& item, const std::vector<Part>& parts) const {
    GraphItem out = item;
    out.op = is_average(item) ? Op::mean : Op::max;
    out.shape = graph_[item.inputs[0]].shape;
    std::vector<int64_t> axes;
    for (const Part& part : parts) {
      if (!is_whole(item, part)) continue;
      axes.push_back(static_cast<int64_t>(part.axis));
      out.shape[part.axis] = 1;
    }
    if (axes.empty()) return std::nullopt;
    out.attrs = context_.attrs.list(std::array{context_.attrs.integers(axes), context_.attrs.boolean(true)});
    return out;
  }

  void set_window(GraphItem& item, const Part& part, size_t i, size_t count) {
    const auto only = [&](int64_t value, int64_t others) {
      std::vector<int64_t> values(count, others);
      values[i] = value;
      return values;
    };
    std::vector<int64_t> padding = only(part.before, 0), behind = only(part.after, 0);
    padding.insert(padding.end(), behind.begin(), behind.end());
    set(item, "pool_size", only(part.size, 1));
    set(item, "strides", only(part.stride, 1));
    set(item, "dilation", only(part.dilation, 1));
    set(item, "padding", padding);
  }

  void set(GraphItem& item, std::string_view name, const std::vector<int64_t>& values) {
    set_attr(context_, item, name, context_.attrs.integers(values));
  }

  Context& context_;
  Graph& graph_;
};

}  // namespace

void split_pools(Context& context, Graph& graph) { PoolSplitter(context, graph).run(); }

}  // namespace hammock::loop
