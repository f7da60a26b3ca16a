// SPDX-License-Identifier: Apache-2.0
// RewriteDataflowReshape: in dataflow blocks, calls of kernels that only give their input another shape become
// R.reshape, which the runtime carries out without a copy (legalize, 8.4).
//
//   lv = R.call_tir(cls.expand_dims, (x,), out_sinfo=R.Tensor((2, 1, 3), "float32"))
//   lv = R.reshape(x, (2, 1, 3))
//
// What a block gives to the outside stays a call: a tensor of its own. Kernels stay, called or not.
#include <array>
#include <unordered_map>

#include "hammock/infer/infer.h"
#include "hammock/prim/simplify.h"
#include "hammock/tir/reshape.h"
#include "kernel_call.h"
#include "passes.h"

namespace hammock {
namespace {

class RewriteReshapes {
 public:
  explicit RewriteReshapes(Module& module) : module_(module), context_(module.context()) {}

  Changed run(Function& fn, PassContext& context) {
    Refresh refresh(fn, &module_);
    Changed changed = Changed::no;
    for (Region& region : fn.regions) {
      for (Block& block : region.blocks) {
        if (!block.is_dataflow) continue;
        for (Value v : block.bindings) {
          if (!is_reshape(fn, v) || !context.may_apply(fn, v)) continue;
          become_reshape(fn, v);
          refresh.mark(v);
          changed = Changed::yes;
        }
      }
    }
    if (changed == Changed::yes) refresh.run();
    return changed;
  }

 private:
  bool is_reshape(const Function& fn, Value v) {
    const std::optional<CalledKernel> call = fn[v].is_output ? std::nullopt : called_kernel(module_, fn, v);
    if (!call || call->args.empty()) return false;
    const StructInfo from = fn.info(call->args[0]), to = fn.info(v);
    if (!context_.infos.has_shape(from) || !context_.infos.has_shape(to)) return false;
    const DType dtype = context_.infos[from].dtype;
    if (dtype.is_unknown() || dtype != context_.infos[to].dtype) return false;
    const auto [known, is_new] = is_reshape_.try_emplace(call->function, false);
    if (is_new) known->second = tir::is_reshape(*call->kernel);
    return known->second && prove_equal(context_, size(from), size(to)) == Truth::yes;
  }

  Prim size(StructInfo tensor) {
    Prim out = context_.prims.integer(1);
    for (Prim d : context_.infos.dims(tensor)) out = context_.prims.mul(out, d);
    return out;
  }

  void become_reshape(Function& fn, Value v) {
    const Value x = fn.args(fn.args(v)[1])[0];
    const Value shape = fn.add_shape(context_.infos.dims(fn.info(v)));
    fn.set_args(v, std::array{x, shape});
    fn[v].op = Op::reshape;
    fn[v].attrs = default_attrs(context_, Op::reshape);
    fn[v].hold_nothing();
  }

  Module& module_;
  Context& context_;
  std::unordered_map<GlobalId, bool> is_reshape_;
};

}  // namespace

Changed rewrite_dataflow_reshape(Module& module, const PassOptions&, PassContext& context) {
  RewriteReshapes rewrite(module);
  return for_each_function(module, context, [&](Function& fn) { return rewrite.run(fn, context); });
}

}  // namespace hammock
