// SPDX-License-Identifier: Apache-2.0
// One row for each attribute. TVM's types refuse some other words; the rest they accept, and its kernels refuse them or
// take them for the default. What the types accept is refused here when the operator runs, so that it is not in the way
// of a script that is only read.
#include "hammock/infer/words.h"

#include <algorithm>
#include <array>

#include "rule.h"

namespace hammock {
namespace {

enum class Refused : uint8_t { by_types, at_run };

constexpr size_t kMostWords = 6;

struct Row {
  Op op;
  std::string_view attribute;
  Refused others;
  size_t count;
  std::array<std::string_view, kMostWords> words;
};

constexpr size_t count_of(const std::array<std::string_view, kMostWords>& words) {
  size_t n = kMostWords;
  while (n > 0 && words[n - 1].data() == nullptr) --n;
  return n;
}

constexpr Row row(Op op, std::string_view attribute, Refused others, std::array<std::string_view, kMostWords> words) {
  return {op, attribute, others, count_of(words), words};
}

using enum Refused;
constexpr std::array<std::string_view, kMostWords> kMasks = {"TopLeft", "BottomRight"},
                                                   kLosses = {"none", "sum", "mean"},
                                                   kMethods = {"nearest_neighbor", "linear", "cubic"},
                                                   kCoordinates = {"half_pixel",           "align_corners",
                                                                   "asymmetric",           "pytorch_half_pixel",
                                                                   "tf_half_pixel_for_nn", "tf_crop_and_resize"},
                                                   kRoundings = {
                                                       "",      "round", "round_prefer_floor", "round_prefer_ceil",
                                                       "floor", "ceil"};

constexpr Row kRows[] = {
    row(Op::take, "mode", at_run, {"fast", "clip", "wrap", "nan"}),
    row(Op::scatter_elements, "reduction", at_run, {"update", "add", "mul", "min", "max", "mean"}),
    row(Op::scatter_nd, "reduction", at_run, {"update", "add", "mul", "min", "max"}),
    row(Op::topk, "ret_type", by_types, {"both", "values", "indices"}),
    row(Op::meshgrid, "indexing", by_types, {"ij", "xy"}),
    row(Op::nn_pad, "pad_mode", at_run, {"constant", "reflect", "edge", "replicate", "circular"}),
    row(Op::nn_nll_loss, "reduction", by_types, kLosses),
    row(Op::grad_nll_loss_backward, "reduction", at_run, kLosses),
    row(Op::nn_attention, "causal_mask", at_run, kMasks),
    row(Op::nn_attention_bias, "causal_mask", at_run, kMasks),
    row(Op::nn_attention_var_len, "causal_mask", at_run, kMasks),
    row(Op::image_resize2d, "method", at_run, kMethods),
    row(Op::image_resize2d, "coordinate_transformation_mode", at_run, kCoordinates),
    row(Op::image_resize2d, "rounding_method", at_run, kRoundings),
    row(Op::image_resize3d, "method", at_run, kMethods),
    row(Op::image_resize3d, "coordinate_transformation_mode", at_run, kCoordinates),
    row(Op::image_resize3d, "rounding_method", at_run, kRoundings),
    row(Op::image_grid_sample, "method", by_types, {"nearest", "bilinear", "bicubic"}),
    row(Op::image_grid_sample, "padding_mode", by_types, {"zeros", "border", "reflection"}),
    row(Op::vision_roi_align, "mode", at_run, {"avg", "max"}),
    row(Op::vision_all_class_non_max_suppression, "output_format", by_types, {"onnx", "tensorflow"}),
};

std::span<const std::string_view> words(const Row& row) { return std::span(row.words).first(row.count); }

}  // namespace

std::span<const std::string_view> words_of(Op op, std::string_view attribute) {
  for (const Row& r : kRows) {
    if (r.op == op && r.attribute == attribute) return words(r);
  }
  return {};
}

namespace rules {

bool words_are_known(Infer& infer, const Call& call) {
  for (const Row& row : kRows) {
    if (row.op != call.op || (row.others == at_run && !infer.is_at_run())) continue;
    Rule r(infer, call);
    std::string_view word = r.string(row.attribute);
    std::span<const std::string_view> known = words(row);
    if (r.is_none(row.attribute) || std::ranges::find(known, word) != known.end()) continue;
    std::string list;
    for (std::string_view w : known)
      list += (list.empty() ? "\"" : w == known.back() ? "\" or \"" : "\", \"") + std::string(w);
    return r.wrong(Diag::bad_attribute_value, row.attribute, " must be ", list, "\", found \"", word, "\"");
  }
  return true;
}

}  // namespace rules
}  // namespace hammock
