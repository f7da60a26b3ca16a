// SPDX-License-Identifier: Apache-2.0
// Normalisations (operators 2.19).
#include "hammock/prim/simplify.h"
#include "infer_call.h"

namespace hammock::rules {
namespace {

enum class Fit { yes, undecided, no };

// The operands behind the data hold one value for each element of the axes of the data.
Fit parameters(InferCall& r, const TensorInfo& data, std::vector<int64_t> axes, std::string_view attribute,
               std::vector<TensorInfo>& out) {
  if (data.has_rank() && !r.axes(axes, data.ndim, attribute)) return Fit::no;
  if (!r.float_dtype(data, 0)) return Fit::no;
  Fit fit = Fit::yes;
  for (size_t i = 1; i < r.operand_count(); ++i) {
    TensorInfo t;
    if (!r.tensor(i, t)) return Fit::no;
    if (t.dtype != data.dtype) {
      r.fail(Diag::dtype_mismatch, r.at(i), " has dtype ", t.dtype, ", data has ", data.dtype);
      return Fit::no;
    }
    if (!r.rank_is(t, i, static_cast<int>(axes.size()))) return Fit::no;
    for (size_t k = 0; t.dims && data.dims && k < axes.size(); ++k) {
      Prim have = (*t.dims)[k], need = (*data.dims)[static_cast<size_t>(axes[k])];
      Truth same = prove_equal(r.cx, have, need);
      if (same == Truth::no) {
        r.fail(Diag::shape_mismatch, r.at(i), " of shape ", *t.dims, " does not fit axis ", axes[k], " of shape ",
               *data.dims, ": ", have, " is not ", need);
        return Fit::no;
      }
      if (same == Truth::unknown) fit = Fit::undecided;
    }
    out.push_back(std::move(t));
  }
  // The parameters among themselves, where the data is not known.
  auto has_dims = [](const TensorInfo& t) { return t.dims.has_value(); };
  size_t first = static_cast<size_t>(std::ranges::find_if(out, has_dims) - out.begin());
  for (size_t i = first + 1; i < out.size(); ++i) {
    for (size_t k = 0; out[i].dims && k < axes.size(); ++k) {
      Truth same = prove_equal(r.cx, (*out[first].dims)[k], (*out[i].dims)[k]);
      if (same == Truth::no) {
        r.fail(Diag::shape_mismatch, r.at(first + 1), " of shape ", *out[first].dims, " and ", r.arg_name(i + 1),
               " of shape ", *out[i].dims, " differ");
        return Fit::no;
      }
      if (same == Truth::unknown) fit = Fit::undecided;
    }
  }
  return fit;
}

StructInfo normalized(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  std::vector<TensorInfo> others;
  if (!r.tensor(0, data)) return {};
  Fit fit = parameters(r, data, r.integers("axes"), "axes", others);
  if (fit == Fit::no) return {};
  return fit == Fit::yes ? data.info : r.like(data, data.ndim);
}

}  // namespace

StructInfo layer_norm(Infer& infer, const Call& call) { return normalized(infer, call); }

StructInfo rms_norm(Infer& infer, const Call& call) { return normalized(infer, call); }

StructInfo batch_norm(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  std::vector<TensorInfo> others;
  if (!r.tensor(0, data)) return {};
  Fit fit = parameters(r, data, {r.integer("axis")}, "axis", others);
  if (fit == Fit::no) return {};
  StructInfo results[] = {data.info, others[2].info, others[3].info};
  if (fit == Fit::undecided) {
    results[0] = r.like(data, data.ndim);
    results[1] = results[2] = r.like(data, 1);
  }
  return r.infos.tuple(results);
}

StructInfo group_norm(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  if (!r.tensor(0, data)) return {};
  int64_t channel = r.integer("channel_axis"), groups = r.integer("num_groups");
  std::vector<int64_t> axes = r.integers("axes");
  if (groups <= 0) return r.fail(Diag::bad_attribute_value, r.at("num_groups"), " must be positive, found ", groups);
  if (data.has_rank()) {
    if (!r.axis(channel, data.ndim, "channel_axis") || !r.axes(axes, data.ndim, "axes")) return {};
    if (std::ranges::find(axes, channel) != axes.end())
      return r.fail(Diag::bad_axis, r.at("axes"), " must not contain channel_axis=", channel);
  }
  if (!r.float_dtype(data, 0)) return {};
  Prim channels = data.dims ? (*data.dims)[static_cast<size_t>(channel)] : Prim();
  if (channels && r.unequal(r.prims.floormod(channels, r.number(groups)), r.number(0))) {
    return r.fail(Diag::shape_mismatch, "the ", channels, " channels of data cannot be divided into ", groups,
                  " groups");
  }
  for (size_t i = 1; i < 3; ++i) {
    TensorInfo t;
    if (!r.tensor(i, t) || !r.rank_is(t, i, 1)) return {};
    if (t.dtype != data.dtype)
      return r.fail(Diag::dtype_mismatch, r.at(i), " has dtype ", t.dtype, ", data has ", data.dtype);
    if (channels && t.dims && r.unequal((*t.dims)[0], channels)) {
      return r.fail(Diag::shape_mismatch, r.at(i), " of shape ", *t.dims, " does not fit the ", channels,
                    " channels of data");
    }
  }
  return data.info;
}

}  // namespace hammock::rules
