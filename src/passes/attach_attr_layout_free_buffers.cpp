// SPDX-License-Identifier: Apache-2.0
// AttachAttrLayoutFreeBuffers: each call of a kernel gets a copy of it that says which of the arguments are weights, so
// that whoever schedules the kernel may choose their layout (legalize, 8.7).
//
//   R.call_tir(cls.matmul, (x, w), ...)   ->   R.call_tir(cls.matmul1, (x, w), ...), {"layout_free_buffers": [1]}
//
// Weights are constants, and the parameters of a function from number `num_input` on, where it says that. Kernels that
// nobody reaches then go, as all that is dead.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "hammock/rewrite/attrs.h"
#include "hammock/tir/copy.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "passes.h"

namespace hammock {
namespace {

class Attach {
 public:
  explicit Attach(Module& module) : module_(module), context_(module.context()), kernels_(module) {}

  Changed run(Function& fn) {
    Changed changed = Changed::no;
    weights_.clear();
    for (const Lambda& lambda : fn.lambdas) add_weights(lambda);
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      const std::optional<CalledKernel> call = called_kernel(module_, fn, v);
      if (!call) return;
      const GlobalId with_attribute = attached(call->function, positions(fn, call->args));
      if (with_attribute == call->function) return;
      std::vector<Value> args(fn.args(v).begin(), fn.args(v).end());
      args[0] = fn.add_global(with_attribute, kernels_.info(with_attribute));
      fn.set_args(v, args);
      changed = Changed::yes;
    });
    return changed;
  }

  void finish() { kernels_.finish(); }

 private:
  void add_weights(const Lambda& lambda) {
    const std::optional<size_t> first = first_weight(context_, lambda.attrs);
    for (size_t i = first.value_or(lambda.params.size()); i < lambda.params.size(); ++i)
      weights_.insert(lambda.params[i]);
  }

  std::vector<int64_t> positions(const Function& fn, std::span<const Value> args) const {
    std::vector<int64_t> out;
    for (size_t i = 0; i < args.size(); ++i) {
      if (fn[args[i]].kind == NodeKind::constant || weights_.contains(args[i])) out.push_back(static_cast<int64_t>(i));
    }
    return out;
  }

  GlobalId attached(GlobalId kernel, const std::vector<int64_t>& positions) {
    const auto [known, is_new] = attached_.try_emplace({kernel, positions});
    if (!is_new) return known->second;
    const std::shared_ptr<tir::Kernel> copy = tir::copy(*module_[kernel].kernel());
    const Name name = module_[kernel].name;
    if (!copy->is_private && !copy->symbol) copy->symbol = name;
    copy->attrs = with_attr(context_, copy->attrs, "layout_free_buffers", context_.attrs.integers(positions));
    return known->second = kernels_.add(context_.text(name), copy);
  }

  Module& module_;
  Context& context_;
  KernelSupply kernels_;
  std::unordered_set<Value> weights_;
  std::map<std::pair<GlobalId, std::vector<int64_t>>, GlobalId> attached_;
};

}  // namespace

Changed attach_attr_layout_free_buffers(Module& module, const PassOptions&, PassContext& context) {
  Attach attach(module);
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    changed = changed | attach.run(*f->relax());
  }
  attach.finish();
  return changed | dead_code_elimination(module, PassOptions{{{"entry-functions", ""}}}, context);
}

}  // namespace hammock
