// SPDX-License-Identifier: Apache-2.0
// Losses (operators 2.18).
#include "infer_call.h"

namespace hammock::rules {

StructInfo cross_entropy(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo p, l;
  DType dtype;
  uint32_t vdevice = kNoDevice;
  if (!r.tensor(0, p) || !r.tensor(1, l) || !r.common_dtype(p, l, dtype) || !r.strict_vdevice(p, l, vdevice)) return {};
  if (p.has_rank() && l.has_rank() && p.ndim != l.ndim)
    return r.fail(Diag::shape_mismatch, r.at("predictions"), " has rank ", p.ndim, " and labels rank ", l.ndim);
  std::optional<Dims> x = r.known_dims(p), y = r.known_dims(l);
  for (size_t d = 0; x && y && d < x->size(); ++d) {
    if (r.unequal((*x)[d], (*y)[d]))
      return r.fail(Diag::shape_mismatch, r.at("predictions"), " of shape ", *x, " and labels of shape ", *y,
                    " differ in dim ", d);
  }
  return r.of_dims({}, dtype, vdevice);
}

namespace {

// predictions (N, C, d1 ..) or (C,), targets (N, d1 ..) or (), weights (C,).
bool loss_shapes(InferCall& r, const TensorInfo& p, const TensorInfo& t, const std::optional<TensorInfo>& w) {
  if (p.ndim == 0)
    return r.wrong(Diag::shape_mismatch, r.at("predictions"), " must have rank 1 or more, found ", p.info);
  if (w && !r.rank_is(*w, 2, 1)) return false;
  if (p.has_rank() && t.has_rank() && t.ndim != p.ndim - 1) {
    return r.wrong(Diag::shape_mismatch, r.at("targets"), " must have rank ", p.ndim - 1,
                   ", one less than predictions, found ", t.info);
  }
  std::optional<Dims> x = r.known_dims(p), y = r.known_dims(t), z = w ? r.known_dims(*w) : std::nullopt;
  if (x && y) {
    for (size_t d = 0; d < y->size(); ++d) {
      size_t from = d == 0 ? 0 : d + 1;
      if (r.unequal((*x)[from], (*y)[d]))
        return r.wrong(Diag::shape_mismatch, r.at("predictions"), " of shape ", *x, " and targets of shape ", *y,
                       " do not fit: ", (*x)[from], " is not ", (*y)[d]);
    }
  }
  if (x && z && r.unequal((*x)[x->size() == 1 ? 0 : 1], (*z)[0])) {
    return r.wrong(Diag::shape_mismatch, r.at("weights"), " of shape ", *z,
                   " do not fit the classes of predictions of shape ", *x);
  }
  return true;
}

}  // namespace

StructInfo nll_loss(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo p, t;
  std::optional<TensorInfo> w;
  if (!r.tensor(0, p) || !r.tensor(1, t)) return {};
  if (r.operand_count() == 3 && !r.tensor(2, w.emplace())) return {};
  std::string_view reduction = r.string("reduction");
  if (!t.dtype.is_unknown() && !t.dtype.is_integral())
    return r.fail(Diag::dtype_mismatch, r.at("targets"), " must have an integer dtype, found ", t.dtype);
  DType dtype = p.dtype;
  uint32_t vdevice = p.vdevice;
  if (w && (!r.common_dtype(p, *w, dtype) || !r.strict_vdevice(p, *w, vdevice))) return {};
  if (!loss_shapes(r, p, t, w)) return {};
  if (reduction != "none") return r.of_dims({}, dtype, vdevice);
  if (!p.dims) return r.of_rank(p.has_rank() ? p.ndim - 1 : -1, dtype, vdevice);
  Dims out = *p.dims;
  out.erase(out.begin() + (out.size() == 1 ? 0 : 1));
  return r.of_dims(out, dtype, vdevice);
}

}  // namespace hammock::rules
