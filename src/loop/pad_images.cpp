// SPDX-License-Identifier: Apache-2.0
// What lies around images that convolutions read.
//
// Bytes of few channels, as networks begin with: three channels become four, of which the last has weights of zero,
// five eight. Processors multiply four bytes of a word at once, and where a pixel's channels fill words, windows are
// read in place (runtime/pixel_image.h); else each is copied, with all that it shares with its neighbours.
//
// A pad that lies in memory because only convolutions read it: what it surrounds is put there by what makes it.
#include <algorithm>
#include <array>
#include <vector>

#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr size_t kRank = 4;

class ImagePadder {
 public:
  ImagePadder(Context& context, Graph& graph, bool has_quads)
      : context_(context), graph_(graph), has_quads_(has_quads) {}

  void run() {
    divide_items(
        graph_, [&](const GraphItem& item) { return wants_channels(item); },
        [&](const GraphItem& item) { add_channels(item); });
    find_pads();
  }

 private:
  static constexpr int64_t kGroup = 4;
  using Widths = std::array<int64_t, 2 * kRank>;

  CallAttrs attrs(const GraphItem& item) const { return {context_, item.op, item.attrs}; }
  static int64_t whole(int64_t channels) { return (channels + kGroup - 1) / kGroup * kGroup; }
  static bool is_convolution(const GraphItem& item) { return family(item) == &families::conv2d; }
  bool is_pad(const GraphItem& item) const {
    return item.op == Op::nn_pad && item.shape.size() == kRank && attrs(item).string("pad_mode") == "constant" &&
           std::ranges::none_of(attrs(item).integers("pad_width"), [](int64_t width) { return width < 0; });
  }

  // ---- channels ----

  bool wants_channels(const GraphItem& item) const {
    constexpr int64_t kManyTaps = 9, kManyRows = 16, kMostChannels = 16;
    if (!has_quads_ || !is_convolution(item) || item.dtype != kInt32 || item.elements() == 0 ||
        attrs(item).string("data_layout") != "NHWC" || attrs(item).integer("groups") != 1)
      return false;
    const GraphItem &data = graph_[item.inputs[0]], &weight = graph_[item.inputs[1]];
    const std::string_view layout = attrs(item).string("kernel_layout");
    const auto is_bytes = [](DType d) { return d.is_integral() && !d.is_boolean() && d.bits == 8; };
    if (!is_bytes(data.dtype) || !is_bytes(weight.dtype) || data.shape.size() != kRank || layout.size() != kRank ||
        layout.find('O') >= kRank || layout.find('I') >= kRank)
      return false;
    const int64_t channels = data.shape[kRank - 1], rows = weight.shape[layout.find('O')];
    return channels > 1 && channels < kMostChannels && channels % kGroup != 0 && rows >= kManyRows &&
           weight.elements() >= kManyTaps * rows * channels && has_small_padding(data, attrs(item));
  }

  void add_channels(const GraphItem& item) {
    const std::array<int64_t, kRank> padding = image_padding(attrs(item));
    // In planes, from which pixels are copied: rows of pixels would be written a byte at a time.
    ItemId data = item.inputs[0], value;
    const bool is_permuted =
        graph_[data].view == ViewForm::permute && std::ranges::equal(graph_[data].numbers, kToLast);
    data = is_permuted ? graph_[data].inputs[0] : add(graph_.permuted(data, kToFirst), item);
    const int64_t channels = graph_[item.inputs[0]].shape[kRank - 1], more = whole(channels) - channels;
    Widths around{0, 0, 0, more, padding[0], padding[2], padding[1], padding[3]}, behind{};
    // One instead of two: what weights of zero meet does not matter.
    if (std::ranges::count(padding, 0) == 4 && is_pad(graph_[data])) {
      const std::vector<int64_t> widths = attrs(graph_[data]).integers("pad_width");
      for (size_t i = 0; i < around.size(); ++i) around[i] += widths[i];
      value = graph_[data].inputs[1];
      data = graph_[data].inputs[0];
    } else {
      value = add_zero(item, graph_[data].dtype);
    }
    GraphItem conv = item;
    conv.inputs[0] = add(graph_.padded(context_, data, value, around), item);
    conv.inputs[0] = add(graph_.permuted(conv.inputs[0], kToLast), item);
    behind[2 * attrs(item).string("kernel_layout").find('I') + 1] = more;
    const ItemId zero = add_zero(item, graph_[item.inputs[1]].dtype);
    conv.inputs[1] = add(graph_.padded(context_, item.inputs[1], zero, behind), item);
    set_attr(context_, conv, "padding", context_.attrs.integers(std::array<int64_t, kRank>{}));
    add(std::move(conv), item);
  }

  ItemId add_zero(const GraphItem& conv, DType byte) {
    return add(constant_item(context_, context_.constant({byte, {}, std::vector<std::byte>(1)})), conv);
  }

  // Of the convolution's unit and place in the text.
  ItemId add(GraphItem item, const GraphItem& conv) {
    item.unit = conv.unit;
    item.span = conv.span;
    graph_.items.push_back(std::move(item));
    return ItemId(static_cast<uint32_t>(graph_.items.size() - 1));
  }

  // ---- pads in memory ----

  void find_pads() {
    std::vector<bool> is_read(graph_.items.size()), is_read_otherwise(graph_.items.size());
    for (const std::vector<ItemId>* list : {&graph_.results, &graph_.effects})
      for (ItemId i : *list) is_read_otherwise[i.index] = true;
    for (size_t k = graph_.items.size(); k-- > 0;) {
      GraphItem& item = graph_.items[k];
      const bool is_convolved = is_read[k] && !is_read_otherwise[k];
      if (is_convolved && is_pad(item) && item.elements() > 0) item.is_surrounding = true;
      for (size_t n = 0; n < item.inputs.size(); ++n) {
        const bool is_data = is_convolution(item) && n == 0;
        (is_data || (item.view == ViewForm::permute && is_convolved) ? is_read
                                                                     : is_read_otherwise)[item.inputs[n].index] = true;
      }
    }
  }

  Context& context_;
  Graph& graph_;
  const bool has_quads_;
};

}  // namespace

void pad_images(Context& context, Graph& graph, bool has_quads) { ImagePadder(context, graph, has_quads).run(); }

}  // namespace hammock::loop
