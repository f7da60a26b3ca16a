// SPDX-License-Identifier: Apache-2.0
// Convolutions of float16 and bfloat16 where the processor has no products of them: they are computed in float32 all
// the same, so that their data, and what they result in, are made to lie in memory as float32.
//
// Then they are convolutions like others: by tiles (runtime/winograd.h), with their channels last, from pixels that are
// read in place. All elements are what they were: every number of 16 bits is one of float32, the sum was kept in
// float32 before, and what was rounded to 16 bits still is, in the kernel that makes it. What else reads such a tensor
// narrows it again, which changes nothing. Moved elements (concat, the largest of a window) stay wide on their way.
#include <algorithm>

#include "lowerer.h"

namespace hammock::loop {
namespace {

class Widener {
 public:
  Widener(Context& context, Graph& graph, bool keeps_bfloat16)
      : context_(context), graph_(graph), keeps_bfloat16_(keeps_bfloat16) {}

  void run() {
    find_constants();
    wants_.resize(graph_.items.size());
    for (size_t k = graph_.items.size(); k-- > 0;) want_operands(graph_.items[k], wants_[k]);
    if (std::ranges::find(wants_, true) != wants_.end()) rewrite();
  }

 private:
  CallAttrs attrs(const GraphItem& item) const { return {context_, item.op, item.attrs}; }
  bool is_narrow(ItemId i) const {
    const DType dtype = graph_[i].dtype;
    return dtype == kFloat16 || (dtype == kBfloat16 && !keeps_bfloat16_);
  }
  static const Family* family_of(const GraphItem& item) {
    const bool is_operator = !item.call && !item.definition && item.op != Op::none && item.view == ViewForm::none;
    return is_operator ? family(item.op) : nullptr;
  }

  void find_constants() {
    is_constant_.reserve(graph_.items.size());
    for (const GraphItem& item : graph_.items) {
      const auto is_one = [&](ItemId i) { return bool{is_constant_[i.index]}; };
      is_constant_.push_back(item.is_source() ? item.storage != Storage::param
                                              : !item.inputs.empty() && std::ranges::all_of(item.inputs, is_one));
    }
  }

  // A convolution whose sums are kept in float32.
  static bool is_computed_wide(const GraphItem& item) {
    return family_of(item) == &families::conv2d && item.dtype.is_any_float() && item.dtype != kFloat64;
  }

  // What is packed is widened meanwhile; by tiles only what is packed once. What is one channel each is not packed.
  void want_operands(const GraphItem& item, bool is_wanted) {
    if (is_wanted && moves(item)) {
      for (ItemId i : item.inputs) wants_[i.index] = true;
    }
    if (!is_computed_wide(item)) return;
    const ItemId data = item.inputs[0], weight = item.inputs[1];
    if (!is_narrow(data) || !(is_made(graph_[data]) || products_of_element(item) >= kMany)) return;
    if (has_tiles(item) && extent(item, 'I') < kFewestOfTiles) return;
    wants_[data.index] = true;
    const bool is_read_wide = extent(item, 'I') == 1 || (!is_constant_[weight.index] && has_tiles(item));
    if (is_narrow(weight) && is_read_wide) wants_[weight.index] = true;
  }

  // Does another kernel make it, which may as well store it wide? Else it has to be copied, which takes as long as some
  // products.
  static bool is_made(const GraphItem& item) {
    const Family* f = family_of(item);
    return f != nullptr && (f->kind == FamilyKind::element || f->absorbs == Absorbs::operations || moves(item));
  }

  static constexpr double kMany = 256;
  static constexpr int64_t kFewestOfTiles = 44;  // channels; with fewer, tiles win nothing
  double products_of_element(const GraphItem& conv) const {
    const GraphItem &data = graph_[conv.inputs[0]], &weight = graph_[conv.inputs[1]];
    const double products = static_cast<double>(conv.elements()) * static_cast<double>(weight.elements()),
                 rows = static_cast<double>(extent(conv, 'O'));
    return products / std::max(rows * static_cast<double>(data.elements()), 1.0);
  }
  // Of the weight.
  int64_t extent(const GraphItem& conv, char dim) const {
    const size_t at = attrs(conv).string("kernel_layout").find(dim);
    const Dims& shape = graph_[conv.inputs[1]].shape;
    return at < shape.size() ? shape[at] : 1;
  }
  bool has_tiles(const GraphItem& conv) const {
    const auto is_one = [&](std::string_view name) {
      return std::ranges::all_of(attrs(conv).integers(name), [](int64_t n) { return n == 1; });
    };
    return extent(conv, 'H') == 3 && extent(conv, 'W') == 3 && attrs(conv).integer("groups") == 1 &&
           is_one("strides") && is_one("dilation");
  }

  static bool moves(const GraphItem& item) {
    const Family* f = family_of(item);
    return f == &families::concat ||
           (f == &families::pool && info(item.op).name.find("max_pool") != std::string_view::npos);
  }

  // ---- the new list of items ----

  void rewrite() {
    std::vector<GraphItem> old = std::move(graph_.items);
    graph_.items.clear();
    narrow_.resize(old.size());
    wide_.resize(old.size());
    for (size_t k = 0; k < old.size(); ++k) {
      GraphItem& item = old[k];
      const DType dtype = item.dtype;
      const bool is_moved = wants_[k] && moves(item),
                 is_wide = is_moved || (is_computed_wide(item) && wide_[item.inputs[0].index]),
                 is_copied = !is_made(item);
      for (ItemId& i : item.inputs) i = is_wide && wide_[i.index] ? wide_[i.index] : narrow(i);
      if (is_wide) item.dtype = kFloat32;
      graph_.items.push_back(std::move(item));
      ItemId made(static_cast<uint32_t>(graph_.items.size() - 1));
      dtypes_.push_back(dtype);
      if (is_moved) {
        wide_[k] = made;
        continue;
      }
      if (dtype != graph_[made].dtype) made = converted(made, dtype);
      if (wants_[k]) wide_[k] = converted(made, kFloat32);
      if (!wants_[k] || is_copied) narrow_[k] = made;
    }
    for (ItemId& i : graph_.results) i = narrow(i);
    for (ItemId& i : graph_.effects) i = narrow(i);
  }

  ItemId converted(ItemId from, DType to) {
    graph_.items.push_back(graph_.conversion(from, to));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  // An item of the old list as it was: made of the wide one when it is first asked for.
  ItemId narrow(ItemId old) {
    ItemId& known = narrow_[old.index];
    return known ? known : known = converted(wide_[old.index], dtypes_[old.index]);
  }

  Context& context_;
  Graph& graph_;
  const bool keeps_bfloat16_;
  std::vector<bool> is_constant_, wants_;
  // By item of the old list: in the new one, and what it was.
  std::vector<ItemId> narrow_, wide_;
  std::vector<DType> dtypes_;
};

}  // namespace

void widen_convolutions(Context& context, Graph& graph, bool keeps_bfloat16) {
  Widener(context, graph, keeps_bfloat16).run();
}

}  // namespace hammock::loop
