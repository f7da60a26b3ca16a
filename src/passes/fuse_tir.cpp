// SPDX-License-Identifier: Apache-2.0
// FuseTIR: functions of calls of kernels, as FuseOps makes them, become one kernel each (legalize 8.3).
//
//   y = cls.fused_matmul_relu(x, w)   ->   y = R.call_tir(cls.fused_matmul_relu, (x, w), out_sinfo=...)
//
// Tuples are passed by their fields first, and what is not read is not passed. A function stays if something in it is
// no call of a kernel, a kernel in it cannot be a part of another, it reads what a kernel has written over, or it is
// not only called. Ends with DeadCodeElimination.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "call_sites.h"
#include "hammock/infer/infer.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/fuse.h"
#include "hammock/tir/signature.h"
#include "kernel_call.h"
#include "passes.h"

namespace hammock {
namespace {

using tir::BufferId;

// A function as a kernel, and how that is called.
struct Fused {
  std::shared_ptr<tir::Kernel> kernel;
  std::vector<uint32_t> tensors;  // the parameters that are tensors, by number
  struct Symbol {
    uint32_t parameter, dim;  // of a shape; a value is dim 0
  };
  std::vector<Symbol> symbols;    // what the scalars behind the tensors are
  std::vector<int64_t> in_place;  // by result: the number of the tensor in the place of which it is, or -1
};

class FuseFunction {
 public:
  FuseFunction(const Module& module, const Function& fn)
      : module_(module), fn_(fn), context_(fn.context()), kernel_(fn.shared_context()) {}

  // None: it stays, `at` a place for a reason.
  std::optional<Fused> run() {
    for (uint32_t i = 0; i < fn_.self().params.size(); ++i) {
      if (!add_parameter(i)) return std::nullopt;
    }
    for (const Block& block : fn_.body().blocks) {
      for (Value v : block.bindings) {
        at = v;
        if (!add_binding(v)) return std::nullopt;
      }
    }
    return finish() ? std::optional(std::move(out_)) : std::nullopt;
  }

  Value at;
  std::string why_not;

 private:
  struct Tensor {
    BufferId buffer;
    uint32_t version = 0;  // how often it was written over before
  };

  bool fail(std::string why) {
    why_not = std::move(why);
    return false;
  }

  bool add_parameter(uint32_t i) {
    const Value p = at = fn_.self().params[i];
    const StructInfo info = fn_.info(p);
    const InfoNode& node = context_.infos[info];
    if (node.kind == InfoKind::prim) return add_symbol(node.value(), {i, 0});
    if (node.kind == InfoKind::shape && node.has_dims) {
      const std::vector<Prim> dims(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
      for (uint32_t d = 0; d < dims.size(); ++d) {
        if (!add_symbol(dims[d], {i, d})) return false;
      }
      return true;
    }
    if (!context_.infos.has_shape(info) || node.dtype == kVoid) return fail("a parameter is of unknown shape or dtype");
    const BufferId b = kernel_.add_input(fn_[p].name, node.dtype, context_.infos.dims(info));
    tensors_[p] = {b, 0};
    inputs_.emplace(b, out_.tensors.size());
    out_.tensors.push_back(i);
    return true;
  }

  bool add_symbol(Prim value, Fused::Symbol from) {
    if (!value || context_.prims[value].kind != PrimKind::var) return fail("a parameter is no tensor and no symbol");
    const size_t count = symbols_.in_order().size();
    symbols_.add(value);
    if (symbols_.in_order().size() > count) out_.symbols.push_back(from);
    return true;
  }

  bool add_binding(Value v) {
    const Node& node = fn_[v];
    switch (node.kind) {
      case NodeKind::tuple: return true;
      case NodeKind::alias: names_[v] = named(fn_.args(v)[0]); return true;
      case NodeKind::get_item: return add_item(v);
      case NodeKind::call_op:
        if (node.op == Op::call_tir || node.op == Op::call_tir_inplace) return add_call(v);
        [[fallthrough]];
      default: return fail("something in it is no call of a kernel");
    }
  }

  // What a name stands for: a tuple as it is written, a call of several results, an item of one, or a tensor.
  Value named(Value v) const {
    const auto known = names_.find(v);
    return known == names_.end() ? v : known->second;
  }

  bool add_item(Value v) {
    const Value tuple = named(fn_.args(v)[0]);
    const uint32_t i = fn_[v].index();
    if (const auto call = results_.find(tuple); call != results_.end()) {
      if (i < call->second.size()) tensors_[v] = call->second[i];
      return true;
    }
    if (fn_[tuple].kind != NodeKind::tuple || i >= fn_.args(tuple).size())
      return fail("an item of a tuple that is handed in");
    names_[v] = named(fn_.args(tuple)[i]);
    return true;
  }

  // None if it is no tensor, or was written over.
  std::optional<BufferId> buffer(Value v) const {
    const auto known = tensors_.find(named(v));
    return known == tensors_.end() ? std::nullopt : current(known->second);
  }

  std::optional<BufferId> current(Tensor t) const {
    const auto written = versions_.find(t.buffer);
    return t.version == (written == versions_.end() ? 0 : written->second) ? std::optional(t.buffer) : std::nullopt;
  }

  // Those that the kernel writes to have another value from now on.
  bool write_over(const tir::Kernel& kernel, std::span<const BufferId> inputs) {
    const std::vector<bool> is_written = tir::written_parameters(kernel);
    for (size_t i = 0; i < std::min(inputs.size(), is_written.size()); ++i) {
      if (!is_written[i]) continue;
      if (std::ranges::count(inputs, inputs[i]) > 1) return fail("a kernel writes to what it also reads as another");
      ++versions_[inputs[i]];
    }
    return true;
  }

  bool add_call(Value v) {
    const std::span<const Value> args = fn_.args(v);
    const Node& callee = fn_[args[0]];
    const tir::Kernel* kernel = callee.kind == NodeKind::global ? module_[callee.global()].kernel().get() : nullptr;
    const Value tuple = named(args[1]);
    if (kernel == nullptr || fn_[tuple].kind != NodeKind::tuple) return fail("something in it is no call of a kernel");
    tir::FusedKernel::Call call{*kernel, {}, {}, {}, {}};
    for (Value a : fn_.args(tuple)) {
      const std::optional<BufferId> input = buffer(a);
      if (!input) return fail("an argument of a kernel is no tensor of the function, or was written over");
      call.inputs.push_back(*input);
    }
    if (fn_[v].op == Op::call_tir_inplace) call.in_place = CallAttrs(fn_, v).integers("inplace_indices");
    if (args.size() > 2) {
      const StructInfo scalars = fn_.info(args[2]);
      if (!context_.infos[scalars].has_dims) return fail("symbols of a kernel are not known");
      call.scalars.assign(context_.infos.dims(scalars).begin(), context_.infos.dims(scalars).end());
    }
    const StructInfo result = StructInfo(context_.attrs[context_.attrs.items(fn_[v].sinfo_args())[0]].id);
    const bool is_tuple = context_.infos[result].kind == InfoKind::tuple;
    for (StructInfo info : is_tuple ? context_.infos.fields(result) : std::span(&result, 1)) {
      if (!context_.infos.has_shape(info)) return fail("a result of a kernel is of unknown shape");
      call.results.emplace_back(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
    }
    std::vector<BufferId> results = kernel_.add(call, why_not);
    if (!why_not.empty()) {
      why_not = fmt::format("{} cannot be a part: {}", context_.text(kernel->name), why_not);
      return false;
    }
    if (!write_over(*kernel, call.inputs)) return false;
    std::vector<Tensor> tensors;
    for (BufferId b : results) tensors.push_back({b, versions_[b]});
    if (is_tuple) results_[v] = std::move(tensors);
    else tensors_[v] = tensors[0];
    return true;
  }

  bool finish() {
    at = fn_.body().result;
    const Value result = named(at);
    std::vector<std::optional<BufferId>> all;
    if (const auto call = results_.find(result); call != results_.end()) {
      for (Tensor t : call->second) all.push_back(current(t));
    } else {
      const bool is_tuple = fn_[result].kind == NodeKind::tuple;
      for (Value v : is_tuple ? fn_.args(result) : std::span(&result, 1)) all.push_back(buffer(v));
    }
    std::unordered_set<BufferId> seen;
    std::vector<BufferId> fresh;
    for (std::optional<BufferId> b : all) {
      if (!b) return fail("a result is no tensor of the function, or was written over");
      if (!seen.insert(*b).second) return fail("two results are one tensor");
      const auto input = inputs_.find(*b);
      out_.in_place.push_back(input == inputs_.end() ? -1 : static_cast<int64_t>(input->second));
      if (input == inputs_.end()) fresh.push_back(*b);
    }
    if (all.empty()) return fail("it has no result");
    out_.kernel = kernel_.finish(fresh, symbols_.in_order());
    return true;
  }

  const Module& module_;
  const Function& fn_;
  const Context& context_;
  tir::FusedKernel kernel_;
  Fused out_;
  SymbolSet symbols_;
  std::unordered_map<BufferId, size_t> inputs_;
  std::unordered_map<Value, Value> names_;  // of items and other names
  std::unordered_map<Value, Tensor> tensors_;
  std::unordered_map<Value, std::vector<Tensor>> results_;  // of calls with a tuple of them
  std::unordered_map<BufferId, uint32_t> versions_;         // of those that were written over
};

// None if the argument does not say it.
Prim value_of(const Function& fn, Value call, Fused::Symbol symbol) {
  const InfoStore& infos = fn.context().infos;
  const StructInfo info = fn.info(fn.args(call)[symbol.parameter + 1]);
  if (infos[info].kind == InfoKind::prim) return infos[info].value();
  return infos[info].kind == InfoKind::shape && infos[info].has_dims ? infos.dims(info)[symbol.dim] : Prim();
}

bool may_call(const Function& fn, Value call, const Fused& fused) {
  const InfoStore& infos = fn.context().infos;
  const StructInfo info = fn.info(call);
  const bool has_shapes =
      infos[info].kind == InfoKind::tuple
          ? std::ranges::all_of(infos.fields(info), [&](StructInfo f) { return infos.has_shape(f); })
          : infos.has_shape(info);
  return has_shapes &&
         std::ranges::all_of(fused.symbols, [&](Fused::Symbol s) { return static_cast<bool>(value_of(fn, call, s)); });
}

void call_kernel(Function& fn, Value call, const GlobalFunction& callee, const Fused& fused) {
  Context& context = fn.context();
  std::vector<Value> tensors;
  std::vector<Prim> symbols;
  for (uint32_t i : fused.tensors) tensors.push_back(fn.args(call)[i + 1]);
  for (Fused::Symbol s : fused.symbols) symbols.push_back(value_of(fn, call, s));
  const Node old = fn[fn.args(call)[0]];
  const bool is_in_place = std::ranges::any_of(fused.in_place, [](int64_t i) { return i >= 0; });
  const Op op = is_in_place ? Op::call_tir_inplace : Op::call_tir;
  become_call(fn, call, op, fn.add_global(old.global(), callee.info, old.span), tensors, fn.info(call),
              symbols.empty() ? Value() : fn.add_shape(symbols));
  if (!is_in_place) return;
  fn[call].attrs = default_attrs(
      context, op,
      std::array{std::pair<std::string_view, Attr>("inplace_indices", context.attrs.integers(fused.in_place))});
}

Changed fuse_functions(Module& module, PassContext& context) {
  const CallSites sites(module);
  Changed changed = Changed::no;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const GlobalId f(i);
    Function* fn = module[f].relax();
    if (!fn || !has_nonzero_attr(fn->context(), fn->self().attrs, "Primitive")) continue;
    FuseFunction fuse(module, *fn);
    const std::optional<Fused> fused = fuse.run();
    const auto may = [&](const CallSite& s) { return may_call(*module.functions[s.in].relax(), s.call, *fused); };
    if (!fused || !sites.are_all(f) || sites.of(f).empty() || !std::ranges::all_of(sites.of(f), may)) {
      context.left_alone(*fn, fuse.at, fused ? "it is called otherwise than with known shapes" : fuse.why_not);
      continue;
    }
    fused->kernel->name = module[f].name;
    module[f].body = PrimFunc{fused->kernel};
    module[f].info = tir::signature(*fused->kernel);
    for (const CallSite& site : sites.of(f))
      call_kernel(*module.functions[site.in].relax(), site.call, module[f], *fused);
    changed = Changed::yes;
  }
  return changed;
}

}  // namespace

Changed fuse_tir(Module& module, const PassOptions&, PassContext& context) {
  Changed changed = expand_tuple_arguments(module, {}, context);
  changed = changed | remove_unused_parameters(module, {}, context);
  changed = changed | fuse_functions(module, context);
  return changed | dead_code_elimination(module, {{{"entry-functions", ""}}}, context);
}

}  // namespace hammock
