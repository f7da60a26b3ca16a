// SPDX-License-Identifier: Apache-2.0
// What operators ask of their operands.
#include <algorithm>

#include "draw_program.h"

namespace hammock {
namespace {

const AttrNode* attr(const Sketch& sketch, const DrawnAttrs& set, std::string_view name) {
  auto known = std::ranges::find(set, name, &std::pair<std::string_view, Attr>::first);
  return known == set.end() ? nullptr : &sketch.context.attrs[known->second];
}
int64_t integer(const Sketch& sketch, const DrawnAttrs& set, std::string_view name, int64_t missing) {
  const AttrNode* a = attr(sketch, set, name);
  return a && a->kind == AttrKind::integer ? a->value : missing;
}
std::string_view layout(const Sketch& sketch, const DrawnAttrs& set, std::string_view name, std::string_view missing) {
  const AttrNode* a = attr(sketch, set, name);
  return a && a->kind == AttrKind::string ? sketch.context.text(Name(a->id)) : missing;
}
// One or several axes, from 0.
std::vector<size_t> axes(const Sketch& sketch, const DrawnAttrs& set, std::string_view name, size_t rank,
                         int64_t missing) {
  std::vector<int64_t> given;
  auto known = std::ranges::find(set, name, &std::pair<std::string_view, Attr>::first);
  if (known != set.end() && sketch.context.attrs[known->second].kind == AttrKind::list) {
    for (Attr a : sketch.context.attrs.items(known->second)) given.push_back(sketch.context.attrs[a].value);
  } else {
    given.push_back(integer(sketch, set, name, missing));
  }
  std::vector<size_t> out;
  for (int64_t a : given) {
    int64_t at = a < 0 ? a + static_cast<int64_t>(rank) : a;
    if (at >= 0 && at < static_cast<int64_t>(rank)) out.push_back(static_cast<size_t>(at));
  }
  return out;
}

bool is_conv(Op op) { return info(op).is_convolution(); }
bool is_transposed(Op op) { return info(op).param("kernel_layout")->default_text.starts_with("\"IO"); }
bool is_dense_attention(Op op) { return op == Op::nn_attention || op == Op::nn_attention_bias; }
// `NCHW` of two spatial axes.
std::string_view usual_layout(size_t rank) { return rank == 3 ? "NCW" : rank == 4 ? "NCHW" : "NCDHW"; }

// The shape of the weight of a convolution of this data.
std::vector<int64_t> weight_of_conv(Sketch& sketch, Op op, const std::vector<int64_t>& data, const DrawnAttrs& set) {
  std::string_view data_layout = layout(sketch, set, "data_layout", usual_layout(data.size()));
  std::string kernel(usual_layout(data.size()));
  kernel.replace(0, 2, is_transposed(op) ? "IO" : "OI");
  std::string_view kernel_layout = layout(sketch, set, "kernel_layout", kernel);
  int64_t groups = std::max<int64_t>(1, integer(sketch, set, "groups", 1));
  std::vector<int64_t> weight;
  for (char axis : kernel_layout) {
    size_t at = data_layout.find(axis), channel = data_layout.find('C');
    bool is_in = axis == 'I', is_out = axis == 'O';
    if (is_in)
      weight.push_back(channel < data.size()
                           ? (is_transposed(op) ? data[channel] : std::max<int64_t>(1, data[channel] / groups))
                           : 1);
    else if (is_out) weight.push_back((is_transposed(op) ? 1 : groups) * (1 + sketch.below(3)));
    else
      weight.push_back(at < data.size() ? std::min<int64_t>(data[at], sketch.chance(20) ? 1 : 1 + sketch.below(3)) : 1);
  }
  return weight;
}

}  // namespace

int64_t elements(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t d : shape) count *= d;
  return count;
}

std::optional<size_t> rank_of_data(Op op) {
  if (is_dense_attention(op)) return 4;
  const Param* usual = info(op).param(is_conv(op) ? "data_layout" : "layout");
  return usual ? std::optional(usual->default_text.size() - 2) : std::nullopt;  // without quotes
}

void suggest_first(Sketch& sketch, Op op, const DrawnAttrs& set, const Want& want, Want& inner) {
  std::optional<size_t> rank = rank_of_data(op);
  if (rank) {
    inner.like = want.like.size() == *rank      ? want.like
                 : sketch.shape.size() == *rank ? sketch.shape
                                                : std::vector<int64_t>();
    while (inner.like.size() < *rank) inner.like.push_back(1 + sketch.below(4));
    std::string_view data_layout = layout(sketch, set, is_conv(op) ? "data_layout" : "layout", usual_layout(*rank));
    for (size_t i = 0; i < *rank && i < data_layout.size(); ++i) {
      if (std::string_view("DHW").find(data_layout[i]) != std::string_view::npos)
        inner.like[i] = std::max<int64_t>(inner.like[i], 3 + sketch.below(3));
      if (data_layout[i] == 'C' && is_conv(op))
        inner.like[i] *= std::clamp<int64_t>(integer(sketch, set, "groups", 1), 1, 16);
    }
    inner.is_demanded = true;
  } else if (op == Op::nn_group_norm || op == Op::nn_instance_norm) {
    inner.like = want.like.size() >= 3      ? want.like
                 : sketch.shape.size() >= 3 ? sketch.shape
                                            : std::vector<int64_t>{2, 4, 1 + sketch.below(3), 1 + sketch.below(3)};
    std::vector<size_t> channels = axes(sketch, set, "channel_axis", inner.like.size(), 1);
    if (!channels.empty()) inner.like[channels[0]] *= std::clamp<int64_t>(integer(sketch, set, "num_groups", 1), 1, 16);
    inner.is_demanded = true;
  } else if (op == Op::reshape && want.is_demanded && want.like.size() >= 3) {
    inner.like = {want.like[0], want.like[1], 1};
    for (size_t i = 2; i < want.like.size(); ++i) inner.like[2] *= want.like[i];
    inner.is_demanded = true;
  } else if (op == Op::strided_slice && want.is_demanded && !want.like.empty()) {
    inner.like = want.like;
    inner.like.back() *= kParts;
    inner.is_demanded = true;
  } else if (op == Op::matmul && want.like.size() >= 2) {
    inner.like = want.like;
    inner.like.back() = 1 + sketch.below(4);
  } else if (has_trait(op, Pointwise) || op == Op::nn_softmax || op == Op::nn_layer_norm || op == Op::nn_rms_norm ||
             op == Op::nn_batch_norm) {
    inner.like = want.like;
  }
  if (op == Op::nn_batch_norm && inner.like.empty()) inner.like = sketch.shape;
  if (op == Op::where) inner.dtype = kBool;
  if (op == Op::dequantize) inner.dtype = sketch.chance(70) ? DType::make(DType::Code::integer, 8, 1) : kInt32;
}

void suggest(Sketch& sketch, Op op, size_t i, const std::vector<Value>& args, const DrawnAttrs& set, Want& inner) {
  const InfoNode first = sketch.context.infos[sketch.fn->info(args[0])];
  if (first.kind == InfoKind::tensor && op != Op::where) inner.dtype = first.dtype;
  std::optional<std::vector<int64_t>> shape =
      sketch.numbers(sketch.fn->info(op == Op::where && i > 1 ? args[1] : args[0]));
  if (op == Op::where && i > 1) inner.dtype = sketch.context.infos[sketch.fn->info(args[1])].dtype;
  if (!shape) return;
  const std::vector<int64_t>& data = *shape;
  inner.like = data;
  inner.elements = elements(data);
  auto demand = [&](std::vector<int64_t> like) {
    inner.like = std::move(like);
    inner.is_demanded = true;
  };
  auto along = [&](const std::vector<size_t>& at) {
    std::vector<int64_t> out;
    for (size_t a : at) out.push_back(data[a]);
    return out;
  };
  if (op == Op::matmul) {
    if (data.size() >= 2 && sketch.chance(80)) inner.like = {data.back(), 1 + sketch.below(4)};
    else if (data.size() >= 3 && sketch.chance(50)) inner.like.end()[-2] = data.back();
  } else if (is_conv(op) && data.size() >= 3) {
    demand(weight_of_conv(sketch, op, data, set));
  } else if (op == Op::nn_layer_norm || op == Op::nn_rms_norm) {
    demand(along(axes(sketch, set, "axes", data.size(), -1)));
  } else if (op == Op::nn_group_norm || op == Op::nn_instance_norm) {
    demand(along(axes(sketch, set, "channel_axis", data.size(), 1)));
  } else if (op == Op::nn_batch_norm || op == Op::nn_prelu) {
    demand(along(axes(sketch, set, "axis", data.size(), 1)));
  } else if ((op == Op::quantize || op == Op::dequantize) && inner.kind == ParamKind::tensor) {
    demand(sketch.chance(50) ? std::vector<int64_t>() : along(axes(sketch, set, "axis", data.size(), -1)));
    inner.dtype = i == 1 ? kFloat32 : DType::make(DType::Code::integer, 8, 1);
    if (i == 2) demand(sketch.numbers(sketch.fn->info(args[1])).value_or(std::vector<int64_t>()));
  } else if (is_dense_attention(op) && data.size() == 4) {
    std::vector<int64_t> key =
        sketch.numbers(sketch.fn->info(args[std::min<size_t>(1, args.size() - 1)])).value_or(data);
    if (key.size() != 4) key = data;
    if (i == 1 && sketch.chance(50)) key[1] = 1 + sketch.below(4);
    demand(i < 3 ? key : std::vector<int64_t>{data[0], data[2], data[1], key[1]});
  } else if (op == Op::take) {
    demand({1 + sketch.below(3)});
    inner.dtype = kInt64;
  } else if (op == Op::gather_elements || op == Op::scatter_elements) {
    inner.is_demanded = true;
    if (i == 1) inner.dtype = kInt64;
  } else if (op == Op::nn_nll_loss && data.size() >= 2) {
    demand(i == 1 ? std::vector<int64_t>{data[0]} : std::vector<int64_t>{data[1]});
    if (i == 1) inner.dtype = kInt64;
  } else if (op == Op::broadcast_to) {
    demand(data);
  } else if (op == Op::image_resize2d && inner.kind == ParamKind::shape) {
    demand({1 + sketch.below(6), 1 + sketch.below(6)});
  }
}

}  // namespace hammock
