// SPDX-License-Identifier: Apache-2.0
// Attention, all three forms (operators 2.19): query (B, Sq, N, H), key (B, S, Nk, H), value (B, S, Nv, Hv), and a bias
// that broadcasts to (B, N, Sq, S). The result is (B, Sq, N, Hv).
#include "infer_call.h"

namespace hammock::rules {
namespace {

bool same(InferCall& r, std::string_view what, size_t i, Prim a, size_t j, Prim b) {
  if (!r.unequal(a, b)) return true;
  return r.wrong(Diag::shape_mismatch, r.at(i), " and ", r.arg_name(j), " must have the same ", what, ", found ", a,
                 " and ", b);
}

bool multiple(InferCall& r, Prim heads, size_t i, Prim of) {
  bool has_none = r.prims.is_constant(of, 0);  // refused where it runs
  if (has_none ? !r.infer.is_at_run() || r.prims.is_constant(heads, 0)
               : !r.unequal(r.prims.floormod(heads, of), r.number(0)))
    return true;
  return r.wrong(Diag::shape_mismatch, "the ", heads, " heads of ", r.arg_name(0), " must be a multiple of the ", of,
                 " heads of ", r.arg_name(i));
}

bool fits_bias(InferCall& r, const Dims& bias, const Dims& scores) {
  for (size_t d = 0; d < 4; ++d) {
    if (!r.unequal(bias[d], scores[d]) || (d < 3 && r.prims.is_constant(bias[d], 1))) continue;
    return r.wrong(Diag::shape_mismatch, r.at("bias"), " of shape ", bias, " does not fit the scores of shape ", scores,
                   ": dim ", d, " is ", bias[d], " here and ", scores[d], " there");
  }
  return true;
}

}  // namespace

StructInfo attention(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t[4];
  size_t count = call.op == Op::nn_attention_bias ? 4 : 3;
  bool all_explicit = true;
  for (size_t i = 0; i < count; ++i) {
    if (!r.tensor(i, t[i])) return {};
    if (t[i].ndim != 4) return r.fail(Diag::shape_mismatch, r.at(i), " must have rank 4, found ", t[i].info);
    all_explicit &= t[i].dims.has_value();
  }
  if (!all_explicit) return r.like(t[0], 4);
  const Dims &q = *t[0].dims, &k = *t[1].dims, &v = *t[2].dims;
  bool fits = same(r, "batch size", 0, q[0], 1, k[0]) && same(r, "batch size", 0, q[0], 2, v[0]) &&
              multiple(r, q[2], 1, k[2]) && multiple(r, q[2], 2, v[2]) &&
              same(r, "sequence length", 1, k[1], 2, v[1]) && same(r, "head size", 0, q[3], 1, k[3]);
  if (!fits) return {};
  if (count == 4 && !fits_bias(r, *t[3].dims, {q[0], q[2], q[1], k[1]})) return {};
  return r.like(t[0], Dims{q[0], q[1], q[2], v[3]});
}

}  // namespace hammock::rules
