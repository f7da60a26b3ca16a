// SPDX-License-Identifier: Apache-2.0
// FuseTransposeMatmul: matmul(x, permute_dims(w)), w transposed in its last two axes, becomes one composite function.
//
// The function is private, has the attribute Composite="transpose_matmul_fuse", and is compiled as one unit; several
// equal ones are made once. The transpose goes with every matmul that reads it and stays where something else does,
// too: then it is left alone with a remark, since fusing it would compute it twice. Dataflow blocks only.
#include "algebra.h"
#include "hammock/rewrite/match.h"
#include "hammock/rewrite/outline.h"

namespace hammock {
namespace {

std::vector<OutlineGroup> find_groups(Function& fn, PassContext& pass) {
  Context& context = fn.context();
  Patterns rows(context);
  Pattern x = rows.any(), w = rows.any(), transpose = ops::permute_dims(w), product = ops::matmul(x, transpose);
  Matcher is_product(rows, product);
  Match match;
  Places places(fn);
  UseTable uses(fn, places);
  Attr attrs =
      context.sorted_dict({{context.name("Composite"), context.attrs.string(context.name("transpose_matmul_fuse"))}});
  std::vector<OutlineGroup> groups;
  for_each_binding(fn, fn.self().body, [&](Value v, const Block& block) {
    if (!block.is_dataflow || fn[v].kind != NodeKind::call_op || fn[v].op != Op::matmul ||
        !is_product.match(fn, v, match))
      return;
    Value turned = match.definition(transpose);
    std::optional<std::vector<int64_t>> axes = permutation(fn, turned);
    if (!axes) return pass.left_alone(fn, v, "the rank of the transposed operand is not known");
    if (!is_transpose(*axes)) return pass.left_alone(fn, v, "the transpose is none of the last two axes");
    if (places[turned].block != places[v].block) return pass.left_alone(fn, v, "the transpose stands in another block");
    if (uses.only_user(turned) != v) return pass.left_alone(fn, v, "something else reads the transpose, too");
    groups.push_back({{turned, v}, attrs});
  });
  return groups;
}

}  // namespace

Changed fuse_transpose_matmul(Module& module, const PassOptions&, PassContext& context) {
  Outliner outliner(module, /*constants_inside=*/false);
  Changed changed = for_each_function(module, context, [&](Function& fn) {
    if (fn.context().find(fn.self().attrs, "Composite")) return Changed::no;  // it is a unit already
    std::vector<OutlineGroup> groups = find_groups(fn, context);
    if (groups.empty()) return Changed::no;
    std::vector<Outlined> outlined = outliner.run(fn, groups);
    bool is_changed = false;
    for (const Outlined& o : outlined) {
      is_changed |= o.outcome != Outlined::Outcome::cyclic;
      if (o.outcome == Outlined::Outcome::called) context.applied(fn, o.call, "transpose and matmul are one function");
    }
    return is_changed ? Changed::yes : Changed::no;
  });
  outliner.finish();
  return changed;
}

}  // namespace hammock
