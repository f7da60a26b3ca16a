// SPDX-License-Identifier: Apache-2.0
#include "legalized.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "hammock/ir/call_attrs.h"

namespace hammock::generate {
namespace {

struct Call {
  const Function& fn;
  Value value;
  const Node& node() const { return fn[value]; }
  const InfoStore& infos() const { return fn.context().infos; }
  StructInfo operand(size_t i) const { return fn.info(fn.args(value)[i]); }
  DType dtype() const { return infos()[operand(0)].dtype; }
  CallAttrs attrs() const { return CallAttrs(fn, value); }
  bool is_empty(size_t i) const {
    if (infos()[operand(i)].kind != InfoKind::tensor || !infos().has_shape(operand(i))) return false;
    return std::ranges::any_of(infos().dims(operand(i)), [&](Prim d) { return fn.context().prims.is_constant(d, 0); });
  }
};

bool always(const Call&) { return true; }
bool of_integers(const Call& c) { return c.dtype().is_integral(); }
bool of_bools(const Call& c) { return c.dtype().is_boolean(); }
bool to_their_mean(const Call& c) { return c.attrs().string("reduction") == "mean"; }
bool of_nothing(const Call& c) {
  for (size_t i = 0; i < c.fn.args(c.value).size(); ++i) {
    if (c.is_empty(i)) return true;
  }
  return false;
}
// A place that the axis may not have.
bool beyond_the_end(const Call& c) {
  if (!c.attrs().is_list("indices_or_sections")) return false;
  if (!c.infos().has_shape(c.operand(0))) return true;
  const auto dims = c.infos().dims(c.operand(0));
  const int64_t axis = c.attrs().integer("axis"), rank = std::ssize(dims);
  const std::optional<int64_t> length =
      c.fn.context().prims.constant(dims[static_cast<size_t>(axis < 0 ? axis + rank : axis)]);
  const std::vector<int64_t> places = c.attrs().integers("indices_or_sections");
  return !length || std::ranges::any_of(places, [&](int64_t p) { return p > *length; });
}

// All operators whose names begin so.
struct Row {
  std::string_view name;
  bool (*condition)(const Call&);
};
constexpr Row kRows[] = {
    {"nn.max_pool", always},  // windows without a value are -3.4e38
    {"nn.avg_pool", of_integers},
    {"mean", of_integers},
    {"variance", always},  // E x² - (E x)²
    {"std", always},
    {"nn.batch_norm", always},
    {"nn.layer_norm", always},
    {"nn.group_norm", always},
    {"nn.instance_norm", always},
    {"collapse_sum", of_bools},
    {"scatter_", to_their_mean},
    {"argmax", always},  // -1 where the extreme is the dtype's own
    {"argmin", always},
    {"split", beyond_the_end},
    {"image.resize2d", always},
    {"grad.max_pool2d_backward", always},  // reads beyond its buffers
};

// Sums that are not written.
bool sums_nothing(const Call& c) {
  return (has_trait(c.node().op, Reduction) || has_trait(c.node().op, Contraction)) && of_nothing(c);
}

}  // namespace

bool is_legalized_otherwise(const Module& module) {
  for (const GlobalFunction& global : module.functions) {
    const Function* fn = global.relax();
    for (uint32_t i = 0; fn && i < fn->size(); ++i) {
      const Call call{*fn, Value(i)};
      if (call.node().kind != NodeKind::call_op) continue;
      const std::string_view name = info(call.node().op).name;
      const bool is_row =
          std::ranges::any_of(kRows, [&](const Row& row) { return name.starts_with(row.name) && row.condition(call); });
      if (is_row || sums_nothing(call)) return true;
    }
  }
  return false;
}

}  // namespace hammock::generate
