// SPDX-License-Identifier: Apache-2.0
// Calls with distributed operands (operators 1.12): as a whole the result is what the ordinary rule says of the
// operands as wholes; it is split where an axis of an operand that it continues is split. What the rule of an operator
// knows of axes stands in `axes_of_result`.
#include <algorithm>

#include "hammock/ir/placement.h"
#include "hammock/prim/simplify.h"
#include "infer_call.h"

namespace hammock {
namespace rules {

// Only distributed tensors can be redistributed, see Infer::distributed.
StructInfo redistribute(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return r.fail(Diag::bad_distribution, r.at("input"), " must be a distributed tensor, found ", r.arg(0));
}

namespace {

constexpr int kNoAxis = -1;
using Axes = std::vector<int>;  // by axis of an operand: the axis of the result that continues it, or kNoAxis

class Distributed {
 public:
  explicit Distributed(InferCall& r) : r_(r) {}

  // The operand that must agree on a mesh with the others; none after a report.
  Attr common_mesh() {
    Attr mesh;
    for (size_t i = 0; i < r_.operand_count(); ++i) {
      StructInfo info = r_.infer.info_of(r_.call.args[i]);
      if (!r_.infos.is_dtensor(info)) {
        if (!r_.infos.is_tensor(info)) continue;
        r_.fail(Diag::bad_distribution, r_.at(i), " must be a distributed tensor as the other operand is, found ",
                info);
        return {};
      }
      if (mesh && mesh != r_.infos.mesh(info)) {
        r_.fail(Diag::bad_distribution, r_.at(i), " lies on another device mesh than the operand before");
        return {};
      }
      mesh = r_.infos.mesh(info);
    }
    return mesh;
  }

  // `whole`: the struct info of the result as one tensor.
  StructInfo place(StructInfo whole, Attr mesh) {
    std::vector<int> placement(mesh_shape(r_.cx, mesh).size(), kReplica);
    for (size_t i = 0; i < r_.operand_count(); ++i) {
      StructInfo info = r_.infer.info_of(r_.call.args[i]);
      if (!r_.infos.is_dtensor(info)) continue;
      std::optional<Axes> axes = axes_of_result(i, r_.infos.tensor_part(info), whole);
      if (!axes) return r_.fail(Diag::bad_distribution, r_.at(i), " is distributed, so its dims must be known");
      std::vector<int> from = parse_placement(r_.cx.text(r_.infos.placement(info))).value_or(std::vector<int>());
      for (size_t m = 0; m < from.size() && m < placement.size(); ++m) {
        bool continues = from[m] != kReplica && static_cast<size_t>(from[m]) < axes->size() &&
                         (*axes)[static_cast<size_t>(from[m])] != kNoAxis;
        if (continues && placement[m] == kReplica) placement[m] = (*axes)[static_cast<size_t>(from[m])];
      }
    }
    return r_.infos.dtensor(whole, mesh, r_.cx.name(placement_text(placement)));
  }

 private:
  std::optional<Axes> axes_of_result(size_t operand, StructInfo from, StructInfo to) {
    if (!r_.infos.has_shape(from) || !r_.infos.has_shape(to)) return std::nullopt;
    Dims x(r_.infos.dims(from).begin(), r_.infos.dims(from).end()),
        y(r_.infos.dims(to).begin(), r_.infos.dims(to).end());
    if (r_.op.has(Pointwise)) return aligned(x, y, 0, 0);
    if (r_.op.has(Reduction)) return reduced(x.size());
    switch (r_.call.op) {
      case Op::matmul: return multiplied(operand, x, y);
      case Op::permute_dims: return permuted(x.size());
      case Op::reshape: return reshaped(x, y);
      case Op::nn_softmax: {
        Axes axes = aligned(x, y, 0, 0);
        int64_t axis = r_.integer("axis");
        axes[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(x.size()) : axis)] = kNoAxis;
        return axes;
      }
      default: return Axes(x.size(), kNoAxis);
    }
  }

  // From the right, as broadcasting does, without the last `skip_x` and `skip_y`: an axis that is stretched is not
  // continued.
  Axes aligned(const Dims& x, const Dims& y, size_t skip_x, size_t skip_y) {
    Axes axes(x.size(), kNoAxis);
    for (size_t i = x.size() - skip_x, j = y.size() - skip_y; i-- > 0 && j-- > 0;) {
      if (r_.equal(x[i], y[j])) axes[i] = static_cast<int>(j);
    }
    return axes;
  }

  Axes reduced(size_t rank) {
    std::vector<bool> is_reduced(rank, r_.is_none("axis"));
    for (int64_t a : r_.integers("axis"))
      is_reduced[static_cast<size_t>(a < 0 ? a + static_cast<int64_t>(rank) : a)] = true;
    Axes axes(rank, kNoAxis);
    int at = 0;
    for (size_t i = 0; i < rank; ++i) {
      if (!is_reduced[i]) axes[i] = at;
      at += !is_reduced[i] || r_.boolean("keepdims");
    }
    return axes;
  }

  Axes multiplied(size_t operand, const Dims& x, const Dims& y) {
    auto rank = [&](size_t i) { return r_.infos[r_.arg(i)].ndim; };
    if (x.size() < 2) return Axes(x.size(), kNoAxis);
    size_t has_row = rank(0) > 1, has_column = rank(1) > 1;
    Axes axes = aligned(x, y, 2, has_row + has_column);
    int kept = static_cast<int>(y.size()) - (operand == 0 && has_column ? 2 : 1);
    axes[x.size() - (operand == 0 ? 2 : 1)] = kept;
    return axes;
  }

  Axes permuted(size_t rank) {
    Axes axes(rank);
    std::vector<int64_t> order = r_.integers("axes");
    for (size_t i = 0; i < rank; ++i) {
      int64_t from = r_.is_none("axes") ? static_cast<int64_t>(rank - 1 - i) : order[i];
      axes[static_cast<size_t>(from < 0 ? from + static_cast<int64_t>(rank) : from)] = static_cast<int>(i);
    }
    return axes;
  }

  // Walking both shapes from the right: where the products agree, the outermost axes of the two groups continue each
  // other.
  Axes reshaped(const Dims& x, const Dims& y) {
    Axes axes(x.size(), kNoAxis);
    size_t i = x.size(), j = y.size();
    Prim old_size = r_.number(1), new_size = r_.number(1);
    while (i > 0 && j > 0) {
      bool is_behind = prove_at_least(r_.cx, r_.prims.sub(new_size, old_size), 1) == Truth::yes;
      if (is_behind) {
        old_size = r_.prims.mul(old_size, x[--i]);
      } else {
        new_size = r_.prims.mul(new_size, y[--j]);
      }
      if (i < x.size() && j < y.size() && r_.equal(old_size, new_size)) axes[i] = static_cast<int>(j);
    }
    return axes;
  }

  InferCall& r_;
};

}  // namespace
}  // namespace rules

StructInfo Infer::distributed(const Call& call, InferRule rule) {
  rules::InferCall r(*this, call);
  InfoStore& infos = r.infos;
  if (call.op == Op::grad_no_grad) return rule(*this, call);  // takes any struct info (operators 2.22)
  if (!r.op.has(Distributed)) return r.fail(Diag::bad_distribution, "takes no distributed tensors");
  StructInfo input = info_of(call.args[0]);
  switch (call.op) {
    case Op::ccl_allreduce:
    case Op::builtin_stop_lift_params:
    case Op::dist_annotate_sharding: return input;
    case Op::dist_redistribute:
      return infos.dtensor(infos.tensor_part(input), r.attr("device_mesh"), r.cx.name(r.string("placement")));
    case Op::dist_redistribute_replica_to_shard: {
      if (mesh_shape(r.cx, infos.mesh(input)).size() != 1)
        return r.fail(Diag::bad_distribution, "the device mesh must have one dim");
      if (r.cx.text(infos.placement(input)) != "R")
        return r.fail(Diag::bad_distribution, r.at("input"), " must be a replica on every device, found ", input);
      int64_t axis = r.integer("axis");
      int rank = infos[infos.tensor_part(input)].ndim;
      if (rank >= 0 && !r.axis(axis, rank, "axis")) return {};
      int placement[] = {static_cast<int>(axis)};
      return infos.dtensor(infos.tensor_part(input), infos.mesh(input), r.cx.name(placement_text(placement)));
    }
    default: break;
  }
  rules::Distributed distributed(r);
  Attr mesh = distributed.common_mesh();
  StructInfo whole = mesh ? rule(*this, call) : StructInfo();
  return whole ? distributed.place(whole, mesh) : StructInfo();
}

}  // namespace hammock
