// SPDX-License-Identifier: Apache-2.0
// Convolutions (legalize, 6.8).
#include <algorithm>

#include "call.h"
#include "pad.h"

namespace hammock::lower {
namespace {

constexpr std::string_view kSpatial = "DHW";

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// Which spatial dim a letter of a layout is, of so many: W is the last.
std::optional<size_t> spatial_dim(char letter, size_t count) {
  const size_t at = kSpatial.find(letter);
  return at == std::string_view::npos ? std::nullopt : std::optional(at + count - kSpatial.size());
}

// What all convolutions state.
struct Window {
  size_t dims = 0;
  std::vector<int64_t> strides, dilation, padding;
  int64_t groups = 1;
  std::string data_layout, kernel_layout;
  bool is_plain = false;

  explicit Window(const CallLowering& c)
      : strides(c.attrs.integers("strides")),
        dilation(c.attrs.integers("dilation")),
        padding(c.attrs.integers("padding")),
        groups(c.attrs.integer("groups")),
        data_layout(c.attrs.string("data_layout")),
        kernel_layout(c.attrs.string("kernel_layout")) {
    dims = data_layout.size() - 2;
    const std::string_view out = c.attrs.string("out_layout");
    const size_t rank = c.context().infos.dims(c.info(0)).size();
    is_plain = (out.empty() || out == data_layout) && kernel_layout.size() == data_layout.size() &&
               data_layout.size() == rank && dims >= 1 && dims <= 3 && groups > 0 && strides.size() == dims &&
               dilation.size() == dims && padding.size() == 2 * dims;
  }
  size_t data(char letter) const { return data_layout.find(letter); }
  size_t kernel(char letter) const { return kernel_layout.find(letter); }
};

DType output_dtype(const CallLowering& c, DType otherwise) {
  const DType given = c.attrs.dtype("out_dtype");
  return given.is_unknown() ? otherwise : given;
}

// The channel of the data that a channel of the result and one of its group read.
PrimExpr channel_of(PrimExpr out, PrimExpr reduced, PrimExpr outputs, PrimExpr inputs, int64_t groups) {
  if (groups == 1) return reduced;
  return floordiv(out, floordiv(outputs, groups)) * floordiv(inputs, groups) + reduced;
}

}  // namespace

bool conv(CallLowering& c) {
  const Window w(c);
  if (!w.is_plain) return false;
  const StageTensor data = c.tensor(0), weight = c.tensor(1);
  const PrimExpr inputs = data.dim(w.data('C')), outputs = weight.dim(w.kernel('O'));
  if (w.groups > 1 && !(inputs.constant() && outputs.constant())) return false;
  Padding padding(data.rank());
  Dims shape(data.rank());
  std::vector<std::string> axes;
  std::vector<ReduceAxis> reduced;
  for (size_t i = 0; i < data.rank(); ++i) {
    const char letter = w.data_layout[i];
    const std::optional<size_t> s = spatial_dim(letter, w.dims);
    if (!s) {
      axes.push_back(letter == 'N' ? "nn" : "ff");
      shape[i] = letter == 'N' ? data.shape[i] : outputs.prim();
      if (letter == 'C') reduced.push_back({"rc", floordiv(inputs, w.groups).prim()});
      continue;
    }
    const char name = "yxz"[*s];
    axes.emplace_back(2, name);
    const PrimExpr k = weight.dim(w.kernel(letter));
    reduced.push_back({{'r', name}, k.prim()});
    padding[i] = {c.integer(w.padding[*s]), c.integer(w.padding[*s + w.dims])};
    const PrimExpr room = data.dim(i) - (k - 1) * w.dilation[*s] - 1 + padding[i].before + padding[i].after;
    shape[i] = c.stages.simplified(floordiv(room, w.strides[*s]) + 1).prim();
  }
  const StageTensor padded = padded_always(c.stages, "pad_temp", data, padding);
  const DType out = output_dtype(c, data.dtype);
  const size_t feature = w.data('C');
  const auto source = [&](const Index& at, const Index& over) {
    Index i(data.rank()), j(weight.rank());
    size_t next = 0;
    for (size_t d = 0; d < data.rank(); ++d) {
      const char letter = w.data_layout[d];
      if (letter == 'N') {
        i[d] = at[d];
      } else if (letter == 'C') {
        j[w.kernel('I')] = over[next];
        i[d] = channel_of(at[d], over[next++], outputs, inputs, w.groups);
      } else {
        const size_t s = *spatial_dim(letter, w.dims);
        j[w.kernel(letter)] = over[next];
        i[d] = at[d] * w.strides[s] + over[next++] * w.dilation[s];
      }
    }
    j[w.kernel('O')] = at[feature];
    return cast(out, padded(i)) * cast(out, weight(j));
  };
  const std::string name =
      std::string(w.groups > 1 ? "group_conv" : "conv") + std::to_string(w.dims) + "d_" + lower_case(w.data_layout);
  return c.gives(c.stages.reduce(Fold::sum, name, shape, axes, reduced, source));
}

namespace {

// The data with stride - 1 zeros between its elements.
StageTensor dilated(CallLowering& c, const StageTensor& x, const std::vector<int64_t>& strides) {
  Dims shape = x.shape;
  for (size_t i = 0; i < strides.size(); ++i)
    shape[i + 2] = c.stages.simplified((x.dim(i + 2) - 1) * strides[i] + 1).prim();
  return c.stages.compute_i("data_dilate", shape, [&](const Index& at) {
    Index index = at;
    PrimExpr condition;
    for (size_t i = 0; i < strides.size(); ++i) {
      if (strides[i] == 1) continue;
      const PrimExpr is_element = at[i + 2] % strides[i] == 0;
      condition = condition ? condition && is_element : is_element;
      index[i + 2] = floordiv(at[i + 2], strides[i]);
    }
    return condition ? if_then_else(condition, x(index), c.constant(0, x.dtype)) : x(index);
  });
}

}  // namespace

bool conv_transpose(CallLowering& c) {
  const Window w(c);
  if (!w.is_plain) return false;
  const std::string letters(kSpatial.substr(kSpatial.size() - w.dims));
  const bool is_known = w.data_layout == "NC" + letters && w.kernel_layout == "IO" + letters;
  if (!is_known || std::ranges::any_of(w.dilation, [](int64_t d) { return d != 1; })) return false;
  const std::vector<int64_t> more = c.attrs.integers("output_padding");
  const StageTensor data = c.tensor(0), weight = c.tensor(1);
  const PrimExpr inputs = data.dim(1), per_group = weight.dim(1);
  if (w.groups > 1 && !(inputs.constant() && per_group.constant())) return false;
  const DType out = c.result_dtype();
  const StageTensor spread = dilated(c, data, w.strides);
  Padding padding(data.rank());
  for (size_t i = 0; i < w.dims; ++i) {
    const PrimExpr k = weight.dim(i + 2);
    padding[i + 2] = {c.stages.simplified(k - 1 - w.padding[i]),
                      c.stages.simplified(k - 1 - w.padding[i + w.dims] + (i < more.size() ? more[i] : 0))};
  }
  const StageTensor padded = padded_always(c.stages, "data_pad", spread, padding);
  std::vector<std::string> space;
  for (char letter : letters) space.push_back(lower_case({&letter, 1}));
  const auto with_space = [&](std::vector<std::string> names) {
    names.insert(names.end(), space.begin(), space.end());
    return names;
  };
  Dims flipped_shape = weight.shape;
  const bool keeps_order = w.groups > 1 && w.dims == 2;
  std::swap(flipped_shape[0], flipped_shape[1]);
  if (w.groups == 1) flipped_shape[1] = inputs.prim();
  const StageTensor flipped = c.stages.compute(
      w.dims == 1 ? "kernel" : "kernel_transform", flipped_shape,
      with_space(keeps_order ? std::vector<std::string>{"i", "o"} : std::vector<std::string>{"o", "i"}),
      [&](const Index& at) {
        Index index{at[1], at[0]};
        for (size_t i = 2; i < at.size(); ++i) index.push_back(weight.dim(i) - 1 - at[i]);
        return weight(index);
      });
  Dims shape{data.shape[0], (per_group * w.groups).prim()};
  std::vector<ReduceAxis> reduced{{"dc", floordiv(inputs, w.groups).prim()}};
  for (size_t i = 0; i < w.dims; ++i) {
    const PrimExpr room = padded.dim(i + 2) - weight.dim(i + 2) + 1;
    shape.push_back(c.stages.simplified(room).prim());
    reduced.push_back({"d" + space[i], weight.shape[i + 2]});
  }
  const PrimExpr outputs = per_group * w.groups;
  const auto source = [&](const Index& at, const Index& over) {
    const PrimExpr channel = channel_of(at[1], over[0], outputs, inputs, w.groups);
    Index i{at[0], channel}, j{w.groups == 1 ? at[1] : at[1] % floordiv(outputs, w.groups), channel};
    for (size_t d = 0; d < w.dims; ++d) {
      i.push_back(at[d + 2] + over[d + 1]);
      j.push_back(over[d + 1]);
    }
    return cast(out, padded(i)) * cast(out, flipped(j));
  };
  return c.gives(c.stages.reduce(Fold::sum, "compute", shape, with_space({"b", "c"}), reduced, source));
}

}  // namespace hammock::lower
