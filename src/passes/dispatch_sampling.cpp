// SPDX-License-Identifier: Apache-2.0
// DispatchSampling: a sample is chosen by a kernel from cumulated probabilities (legalize, 7.3).
//
//   s = R.multinomial_from_uniform(p, u, i)   ->   lv = R.cumsum(p, axis=1)
//                                                  s = R.call_tir(cls.get_sample_index, (lv, u, i), out_sinfo=...)
#include <array>

#include "hammock/infer/infer.h"
#include "hammock/lower/lower.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "legalize.h"

namespace hammock {
namespace {

class DispatchSamples {
 public:
  DispatchSamples(const Module& module, Function& fn, KernelSupply& kernels, NameSupply& names, PassContext& pass)
      : module_(module), fn_(fn), context_(fn.context()), kernels_(kernels), pass_(pass), edits_(fn, names) {}

  Changed run() {
    std::vector<std::pair<Value, bool>> calls;
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block& block) {
      if (fn_[v].kind == NodeKind::call_op && fn_[v].op == Op::multinomial_from_uniform)
        calls.emplace_back(v, block.is_dataflow);
    });
    Changed changed = Changed::no;
    for (const auto& [v, is_dataflow] : calls) {
      edits_.at(v, is_dataflow);
      if (visit(v)) changed = Changed::yes;
    }
    edits_.finish();
    return changed;
  }

 private:
  bool visit(Value v) {
    const std::array args{fn_.args(v)[0], fn_.args(v)[1], fn_.args(v)[2]};
    const StructInfo result = fn_.info(v);
    std::array<DType, 3> dtypes;
    const DType to = context_.infos[result].dtype;
    bool is_known = context_.infos.has_shape(result) && !to.is_unknown() && is_cpu(module_, result);
    for (size_t i = 0; i < args.size(); ++i) {
      dtypes[i] = context_.infos[fn_.info(args[i])].dtype;
      is_known &= context_.infos.has_shape(fn_.info(args[i])) && !dtypes[i].is_unknown();
    }
    if (!is_known) {
      pass_.left_alone(fn_, v, "a shape or dtype is not known, or the device is no CPU");
      return false;
    }
    const std::pair<std::string_view, Attr> attrs[] = {{"axis", context_.attrs.integer(1)},
                                                       {"dtype", context_.attrs.dtype(dtypes[0])}};
    const Value sums = make_call(fn_, &module_, Op::cumsum, std::array{args[0]},
                                 default_attrs(context_, Op::cumsum, attrs), {}, nullptr);
    if (!sums) return false;
    const GlobalId kernel = kernels_.add(
        "get_sample_index", lower::sample_kernel(fn_.shared_context(), dtypes[0], dtypes[1], dtypes[2], to));
    edits_.emit(sums);
    become_call(fn_, v, Op::call_tir, fn_.add_global(kernel, kernels_.info(kernel)), std::array{sums, args[1], args[2]},
                result);
    return true;
  }

  const Module& module_;
  Function& fn_;
  Context& context_;
  KernelSupply& kernels_;
  PassContext& pass_;
  Insertions edits_;
};

}  // namespace

Changed dispatch_sampling(Module& module, const PassOptions&, PassContext& context) {
  KernelSupply kernels(module);
  NameSupply names;
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    changed = changed | DispatchSamples(module, *f->relax(), kernels, names, context).run();
  }
  kernels.finish();
  return changed;
}

}  // namespace hammock
