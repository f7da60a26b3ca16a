// SPDX-License-Identifier: Apache-2.0
// Resized images that are mixed of several elements, axis by axis, the last one first: the sums over its taps are the
// inner ones of the whole, and many rows of the result are made of the same. Only where the last axis is contiguous:
// lanes gather along it, once for each tap of all axes, and of the other axes they read rows.
#include "hammock/ir/resize.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

class ResizeSplitter {
 public:
  ResizeSplitter(const Context& context, Graph& graph) : context_(context), graph_(graph) {}

  void run() {
    divide_items(
        graph_, [&](const GraphItem& item) { return splits(item); }, [&](const GraphItem& item) { add_parts(item); });
  }

 private:
  // What it takes to gather an element, to read one of a row, and to store one and begin with it.
  static constexpr double kGathered = 1, kInRow = 0.25, kStored = 0.5;

  const Dims& shape_before(const GraphItem& item) const { return graph_[item.inputs[0]].shape; }

  bool splits(const GraphItem& item) const {
    if (family(item) != &families::resize || !item.numbers.empty() || item.elements() == 0) return false;
    const CallAttrs attrs(context_, item.op, item.attrs);
    const ResizeMethod method = resize_method(attrs);
    const Dims& before = shape_before(item);
    const std::string_view layout = attrs.string("layout");
    if (method.is_choice() || method.mode == "tf_crop_and_resize" || (layout != "NCHW" && layout != "NCDHW"))
      return false;
    const double taps = method.name == "cubic" ? 4 : 2;
    double apart = 0, all = kGathered;  // by elements of the result
    for (size_t axis = item.shape.size(); axis-- > 2;) {
      all *= taps;
      double elements = 1;
      for (size_t d = 2; d < axis; ++d) elements *= static_cast<double>(before[d]) / static_cast<double>(item.shape[d]);
      apart += elements * (kStored + taps * (axis + 1 == item.shape.size() ? kGathered : kInRow));
    }
    return apart < all;
  }

  void add_parts(const GraphItem& item) {
    ItemId from = item.inputs[0];
    for (size_t axis = item.shape.size(); axis-- > 2;) {
      GraphItem part = item;
      part.inputs[0] = from;
      part.shape = graph_[from].shape;
      part.shape[axis] = item.shape[axis];
      part.numbers = {static_cast<int64_t>(axis)};
      if (axis > 2) part.dtype = kFloat32;
      graph_.items.push_back(std::move(part));
      from = ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
    }
  }

  const Context& context_;
  Graph& graph_;
};

}  // namespace

void split_resizes(const Context& context, Graph& graph) { ResizeSplitter(context, graph).run(); }

}  // namespace hammock::loop
