// SPDX-License-Identifier: Apache-2.0
// What calls have as attributes where a pattern leaves them open.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "draw_program.h"
#include "hammock/infer/infer.h"

namespace hammock {
namespace {

Attr any_text(Sketch& sketch, Op op, const Param& param) {
  std::vector<std::string> texts(param.words.begin(), param.words.end());
  if (param.name.ends_with("layout")) {
    std::string_view usual = param.default_param >= 0
                                 ? info(op).params[static_cast<size_t>(param.default_param)].default_text
                                 : param.default_text;
    if (usual.size() < 5) return {};
    usual = usual.substr(1, usual.size() - 2);  // without quotes; channels last
    texts = {param.name == "kernel_layout" ? fmt::format("{}{}{}", usual.substr(2), usual[1], usual[0])
                                           : fmt::format("{}{}{}", usual[0], usual.substr(2), usual[1])};
  }
  if (texts.empty()) return {};
  return sketch.context.attrs.string(sketch.context.name(texts[static_cast<size_t>(sketch.below(std::ssize(texts)))]));
}

int64_t signed_axis(Sketch& sketch, int64_t axis, int64_t axes) { return sketch.chance(30) ? axis - axes : axis; }

// Any integers; `axes`, if any, says how many axes these are some of.
std::vector<int64_t> any_integers(Sketch& sketch, Op op, const Param& param, const std::vector<int64_t>& data,
                                  int64_t axes) {
  std::vector<int64_t> list;
  if (axes > 0) {
    for (int64_t a = 0; a < axes; ++a) {
      if (op != Op::squeeze || data[static_cast<size_t>(a)] == 1) list.push_back(signed_axis(sketch, a, axes));
    }
    std::shuffle(list.begin(), list.end(), sketch.random);
    size_t some = sketch.chance(50) ? 1 : static_cast<size_t>(1 + sketch.below(std::ssize(list)));
    if (op != Op::permute_dims && some < list.size()) list.resize(some);
  } else if (op == Op::split) {
    list = {1};
  } else {
    size_t size = param.list_size > 0 ? param.list_size : param.name == "pad_width" ? 2 * data.size() : data.size();
    bool counts_from_one = param.default_text != "0" && param.name != "pad_width";
    for (size_t i = 0; i < size; ++i) list.push_back(counts_from_one ? 1 + sketch.below(3) : sketch.below(2));
  }
  return list;
}

// A value in the whole range of an attribute, those that mean the same included. None: the attribute is left as it
// is.
Attr any_attribute(Sketch& sketch, Op op, const Param& param, const std::vector<int64_t>& data) {
  AttrStore& attrs = sketch.context.attrs;
  auto rank = static_cast<int64_t>(data.size());
  bool is_axis = param.name == "axes" || param.name.ends_with("axis");
  bool is_norm_of_group = op == Op::nn_group_norm || op == Op::nn_instance_norm;
  if (is_norm_of_group && (is_axis || param.name == "num_groups")) return {};
  if (param.is_optional && param.kind != ParamKind::boolean && sketch.chance(25)) return attrs.none();
  bool adds_axes = op == Op::expand_dims || op == Op::stack || op == Op::one_hot;
  int64_t axes = rank + adds_axes;
  switch (param.kind) {
    case ParamKind::boolean: return attrs.boolean(sketch.chance(50));
    case ParamKind::real: {
      constexpr double kReals[] = {0.125, 0.25, 0.75};
      return attrs.real(kReals[sketch.below(std::ssize(kReals))]);
    }
    case ParamKind::integer:
      if (is_axis) return attrs.integer(signed_axis(sketch, sketch.below(axes), axes));
      if (param.name == "groups")
        return attrs.integer(sketch.chance(50) ? 2 : data[sketch.chance(70) && rank > 1 ? 1 : data.size() - 1]);
      if (param.name == "batch_dims" || param.name == "ignore_index" || param.name.ends_with("exclude"))
        return attrs.integer(sketch.below(2));
      return attrs.integer(1 + sketch.below(3));
    case ParamKind::dtype: {
      constexpr DType kDTypes[] = {kFloat16,
                                   kFloat32,
                                   kFloat64,
                                   kBool,
                                   kInt32,
                                   kInt64,
                                   DType::make(DType::Code::integer, 8, 1),
                                   DType::make(DType::Code::unsigned_integer, 8, 1)};
      return attrs.dtype(kDTypes[sketch.below(std::ssize(kDTypes))]);
    }
    case ParamKind::string: return any_text(sketch, op, param);
    case ParamKind::integers:
    case ParamKind::int_or_ints: return attrs.integers(any_integers(sketch, op, param, data, is_axis ? axes : 0));
    default: return {};
  }
}

std::vector<int64_t> usual_permutation(Sketch& sketch, size_t rank) {
  std::vector<int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (sketch.chance(75) && rank >= 3) {
    std::swap(axes[1], axes[2]);  // heads and positions, or the last two of three
  } else if (sketch.chance(60) && rank >= 2) {
    std::swap(axes[rank - 1], axes[rank - 2]);
  } else {
    std::shuffle(axes.begin(), axes.end(), sketch.random);
  }
  return axes;
}

int64_t usual_groups(Sketch& sketch, StructInfo data, int rank) {
  int64_t channels = sketch.numbers(data).value_or(std::vector<int64_t>{1, 1})[rank >= 2 ? 1 : 0];
  return channels % 2 == 0 && sketch.chance(60) ? 2 : sketch.chance(50) ? 1 : std::max<int64_t>(1, channels);
}

// As programs have it. `data`: the struct info of the first operand. None: the attribute is left as it is.
Attr usual_attribute(Sketch& sketch, Op op, const Param& param, StructInfo data, int rank) {
  AttrStore& attrs = sketch.context.attrs;
  if (op == Op::permute_dims && param.name == "axes")
    return attrs.integers(usual_permutation(sketch, static_cast<size_t>(rank)));
  if (param.name == "axis" && (param.kind == ParamKind::integer || param.kind == ParamKind::int_or_ints) &&
      (!param.has_default || sketch.chance(30)))
    return attrs.integer(sketch.chance(50) ? rank - 1 : sketch.below(rank));
  bool is_norm_of_group = op == Op::nn_group_norm || op == Op::nn_instance_norm;
  if (is_norm_of_group && param.name == "channel_axis") return attrs.integer(rank >= 2 ? 1 : 0);
  if (op == Op::nn_group_norm && param.name == "num_groups") return attrs.integer(usual_groups(sketch, data, rank));
  if (is_norm_of_group && param.name == "axes") {
    std::vector<int64_t> all;
    for (int64_t i = 2; i < rank; ++i) all.push_back(i);
    return attrs.integers(all);
  }
  if ((op == Op::nn_layer_norm || op == Op::nn_rms_norm) && param.name == "axes" && sketch.chance(85))
    return attrs.integers(std::vector<int64_t>{-1});
  if (op == Op::nn_batch_norm && param.name == "axis")
    return attrs.integer(rank >= 2 && sketch.chance(80) ? 1 : rank - 1);
  if (op == Op::split && param.name == "indices_or_sections") return attrs.integer(1 + sketch.below(3));
  if (op == Op::astype && param.name == "dtype") return attrs.dtype(sketch.chance(50) ? kFloat32 : kInt32);
  if (param.has_default || param.default_param >= 0) return {};
  switch (param.kind) {
    case ParamKind::boolean: return attrs.boolean(sketch.chance(50));
    case ParamKind::integer: return attrs.integer(sketch.below(2));
    case ParamKind::real: return attrs.real(0.5);
    case ParamKind::dtype: return attrs.dtype(kFloat32);
    case ParamKind::int_or_ints:
    case ParamKind::integers: return attrs.integers(std::vector<int64_t>{sketch.below(rank)});
    default: return {};
  }
}

}  // namespace

Attr draw_attribute(Sketch& sketch, Op op, const Param& param, const std::vector<Value>& args, bool is_any) {
  if (args.empty()) return {};
  const InfoStore& infos = sketch.context.infos;
  StructInfo first = sketch.fn->info(args[0]), data = first;
  if (infos[first].kind == InfoKind::tuple && !infos.fields(first).empty()) data = infos.fields(first)[0];
  bool has_rank = infos[first].kind == InfoKind::tensor || data != first;
  int rank = has_rank ? infos[data].ndim : 0;
  if (rank <= 0) return {};
  if (is_any && sketch.chance(param.name.ends_with("axis") || param.name == "axes" ? 80 : 50)) {
    std::optional<std::vector<int64_t>> dims = sketch.numbers(data);
    if (Attr any = dims ? any_attribute(sketch, op, param, *dims) : Attr()) return any;
  }
  return usual_attribute(sketch, op, param, first, rank);
}

}  // namespace hammock
