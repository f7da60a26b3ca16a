// SPDX-License-Identifier: Apache-2.0
// LegalizeOps: calls of operators become calls of kernels (legalize, 1).
//
//   lv = R.add(x, y)   ->   lv = R.call_tir(cls.add, (x, y), out_sinfo=...)
//
// Functions go in the order of their names, bindings in that of the text. Kernels that are equal are one, whatever
// operator they come from, and go by the name of the first. What has no kernel stays.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/lower/lower.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/tir/copy.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "legalize.h"
#include "passes.h"

namespace hammock {
namespace {

// "llvm" of a target.
std::string kind_of(const Context& context, Attr target) {
  const std::optional<Attr> kind =
      context.attrs[target].kind == AttrKind::dict ? context.find(target, "kind") : std::optional(target);
  if (!kind || context.attrs[*kind].kind != AttrKind::string) return "target";
  const std::string text(context.text(Name(context.attrs[*kind].id)));
  return text.substr(0, text.find(' '));
}

// Of the first of the results that says a device.
Attr target_of(const Module& module, std::span<const StructInfo> results) {
  for (StructInfo info : results) {
    const uint32_t device = module.context().infos[info].vdevice;
    if (device < module.vdevices.size()) return module.vdevices[device].target;
  }
  return {};
}

// The kernels, and their copies for targets.
class Kernels : public KernelSupply {
 public:
  explicit Kernels(Module& module) : KernelSupply(module), context_(module.context()) {}

  // The same kernel with a target.
  GlobalId add_for(Attr target, GlobalId plain) {
    has_targets_ = true;
    const std::shared_ptr<tir::Kernel> again = tir::copy(*kernel(plain));
    again->attrs =
        with_attr(context_, again->attrs, "target", context_.attrs.other(AttrKind::target, 0, std::array{target}));
    return add(std::string(context_.text(kernel(plain)->name)) + "_" + kind_of(context_, target), again);
  }

  // Some are left that nobody calls: there are copies for a target.
  bool has_targets() const { return has_targets_; }

 private:
  Context& context_;
  bool has_targets_ = false;
};

// Are all dims of it stated? Objects and functions have none.
bool has_known_shape(const Context& context, StructInfo root) {
  std::vector<StructInfo> open{root};
  while (!open.empty()) {
    const StructInfo info = open.back();
    open.pop_back();
    if (!info) return false;
    switch (context.infos[info].kind) {
      case InfoKind::tensor:
      case InfoKind::shape:
        if (!context.infos[info].has_dims) return false;
        break;
      case InfoKind::tuple: std::ranges::copy(context.infos.fields(info), std::back_inserter(open)); break;
      case InfoKind::prim: break;
      default: return false;
    }
  }
  return true;
}

class Legalize {
 public:
  Legalize(const Module& module, Function& fn, Kernels& kernels, NameSupply& names, lower::Use use, PassContext& pass)
      : module_(module),
        fn_(fn),
        context_(fn.context()),
        kernels_(kernels),
        names_(names),
        use_(use),
        pass_(pass),
        refresh_(fn, &module) {}

  // In the order of the text; what stands in a binding comes right behind it.
  Changed run() {
    open_.push_back({fn_.self().body});
    while (!open_.empty()) {
      At& at = open_.back();
      std::vector<Block>& blocks = fn_[at.region].blocks;
      if (at.block == blocks.size()) {
        open_.pop_back();
        continue;
      }
      Block& block = blocks[at.block];
      if (at.binding == block.bindings.size()) {
        block.bindings = std::move(at.done);
        at = {at.region, at.block + 1, 0, {}};
        continue;
      }
      const Value v = block.bindings[at.binding++];
      if (fn_[v].kind == NodeKind::call_op) visit_counted(v);
      else if (!old_infos_.empty()) follow(v);
      open_.back().done.push_back(v);
      if (fn_[v].kind == NodeKind::cond) {
        const RegionId first = fn_.then_region(v), second = fn_.else_region(v);
        open_.push_back({second});
        open_.push_back({first});
      } else if (fn_[v].kind == NodeKind::lambda) {
        open_.push_back({fn_[fn_[v].lambda()].body});
      }
    }
    for (const auto& [v, info] : old_infos_) fn_[v].info = info;
    if (!old_infos_.empty()) refresh_.run();
    return changed_ ? Changed::yes : Changed::no;
  }

 private:
  struct At {
    RegionId region;
    size_t block = 0, binding = 0;
    std::vector<Value> done;  // the bindings of the block as they will be
  };

  // What is only another name, or a part, of what has new struct info.
  void follow(Value v) {
    const std::span<const Value> args = fn_.args(v);
    if (fn_[v].kind == NodeKind::alias) set_info(v, fn_.info(args[0]));
    const bool is_item = fn_[v].kind == NodeKind::get_item && context_.infos[fn_.info(args[0])].kind == InfoKind::tuple;
    if (is_item) set_info(v, context_.infos.fields(fn_.info(args[0]))[fn_[v].index()]);
  }

  // Until the end of the walk, when all follows from what was changed.
  void set_info(Value v, StructInfo info) {
    if (fn_.info(v) == info) return;
    old_infos_.emplace_back(v, fn_.info(v));
    fn_[v].info = info;
  }

  void visit_counted(Value v) {
    if (pass_.is_over()) return;
    const bool before = std::exchange(changed_, false);
    visit(v);
    if (changed_) pass_.may_apply(fn_, v);
    changed_ |= before;
  }

  void visit(Value v) {
    if (use_ == lower::Use::dispatch && !is_cpu(module_, fn_.info(v))) return;
    if (use_ == lower::Use::text) {
      if (calls_packed(v) || is_identity(v)) return;
      communicate(v);
      if (fn_[v].op == Op::dynamic_strided_slice) return slice(v);
    }
    const Op op = fn_[v].op;
    if (!lower::has_kernel(op, use_) || !has_known_shape(context_, fn_.info(v))) return;
    if (!has_known_operands(v) || context_.infos[fn_.info(v)].kind == InfoKind::prim) return;
    const std::vector<Value> args(fn_.args(v).begin(), fn_.args(v).end());
    std::vector<Value> operands;
    const OpInfo& row = info(op);
    for (size_t i = 0; i < args.size(); ++i) {
      const bool is_tuple = i < row.operands.size() && row.params[row.operands[i]].kind == ParamKind::tensors;
      if (is_tuple) add_fields(args[i], operands);
      else operands.push_back(args[i]);
    }
    if (op == Op::split && context_.infos.fields(fn_.info(v)).size() == 1 && is_used(v)) return;
    if (auto constant = lower::constant(fn_, v, operands)) become(v, fn_.add_constant(context_.constant(*constant)));
    else if (auto call = lower::lower(fn_, v, operands, use_); call && are_defined(call->tir_vars)) become(v, *call);
  }

  // An operand may mention a symbol that nothing defines; an argument of R.call_tir may not.
  bool are_defined(std::span<const Prim> dims) {
    SymbolSet symbols;
    for (Prim d : dims) symbols.add_free(context_, d);
    for (; scanned_ < fn_.size(); ++scanned_) {
      const Node& node = fn_[Value(scanned_)];
      if (node.kind == NodeKind::param) add_definable(defined_, context_, node.info);
      if (node.kind == NodeKind::match_cast) add_definable(defined_, context_, node.cast_to());
    }
    return std::ranges::all_of(symbols.in_order(), [&](Prim s) { return defined_.contains(s); });
  }

  bool has_known_operands(Value v) const {
    return std::ranges::all_of(fn_.args(v), [&](Value a) { return has_known_shape(context_, fn_.info(a)); });
  }

  // Is it more than a result? A kernel of one result gives no tuple, which is what its users know.
  bool is_used(Value v) {
    if (used_.empty()) {
      for (uint32_t i = 0; i < fn_.size(); ++i) {
        for (Value arg : fn_.args(Value(i))) used_.insert(arg.index);
      }
    }
    return used_.contains(v.index);
  }

  // Its dims are computed first.
  void slice(Value v) {
    if (!has_known_operands(v)) return;
    const std::vector<Value> operands(fn_.args(v).begin(), fn_.args(v).end());
    const auto call = lower::lower(fn_, v, operands);
    if (!call) return;
    const Value lengths = fn_.add_call(Op::call_tir, {}, {}, {});
    become(lengths, lower::slice_lengths(fn_, v, operands));
    emit(lengths);
    const std::vector<Prim> dims(context_.infos.dims(call->results[0]).begin(),
                                 context_.infos.dims(call->results[0]).end());
    const Value shape = emit(call_external(fn_, "vm.builtin.tensor_to_shape", std::array{lengths},
                                           context_.infos.shape_of_rank(static_cast<int>(dims.size()))));
    emit(fn_.add_match_cast(shape, context_.infos.shape(dims)));
    become(v, *call);
  }

  // What workers of a group say to each other.
  void communicate(Value v) {
    const Op op = fn_[v].op;
    const auto flag = [&](bool value) { return fn_.add_prim(context_.prims.integer(value)); };
    if (op == Op::dist_redistribute_replica_to_shard) return take_shard(v);
    if (!has_known_shape(context_, fn_.info(v)) || fn_.args(v).empty() || !has_known_operands(v)) return;
    const Value x = fn_.args(v)[0];
    const CallAttrs attrs(fn_, v);
    switch (op) {
      case Op::ccl_allreduce: {
        constexpr std::string_view kKinds[] = {"sum", "prod", "min", "max", "avg"};
        const auto kind = std::ranges::find(kKinds, attrs.string("op_type")) - std::begin(kKinds);
        const Prim number = context_.prims.integer(kind);
        if (kind == std::ssize(kKinds)) return;
        return call_disco(v, "allreduce", {x, fn_.add_shape(std::span(&number, 1)), flag(attrs.boolean("in_group"))});
      }
      case Op::ccl_allgather: return call_disco(v, "allgather", {x, flag(attrs.boolean("in_group"))});
      case Op::ccl_broadcast_from_worker0: return call_disco(v, "broadcast_from_worker0", {x, flag(false)});
      case Op::ccl_scatter_from_worker0: return scatter(v, x, attrs.integer("num_workers"), attrs.integer("axis"));
      default: return;
    }
  }

  void call_disco(Value v, std::string_view function, std::span<const Value> args) {
    become_call(fn_, v, Op::call_dps_packed, external(fn_, "runtime.disco." + std::string(function)), args,
                fn_.info(v));
    changed_ = true;
  }
  void call_disco(Value v, std::string_view function, std::initializer_list<Value> args) {
    call_disco(v, function, std::span(args.begin(), args.size()));
  }

  // A call that becomes one of a kernel.
  Value emit_call(Op op, std::span<const Value> args, Attr attrs) {
    const Value made = make_call(fn_, &module_, op, args, attrs, {}, nullptr);
    if (made) visit(made);
    return made ? emit(made) : made;
  }

  void scatter(Value v, Value x, int64_t workers, int64_t axis) {
    std::vector<Prim> dims(context_.infos.dims(fn_.info(x)).begin(), context_.infos.dims(fn_.info(x)).end());
    if (workers <= 0 || axis < 0 || static_cast<size_t>(axis) >= dims.size()) return;
    const auto at = dims.begin() + axis;
    *at = context_.prims.floordiv(*at, context_.prims.integer(workers));
    dims.insert(at, context_.prims.integer(workers));
    Value parts = emit_call(Op::reshape, std::array{x, fn_.add_shape(dims)}, default_attrs(context_, Op::reshape));
    if (parts && axis != 0) {
      std::vector<int64_t> order{axis};
      for (int64_t i = 0; i < std::ssize(dims); ++i) {
        if (i != axis) order.push_back(i);
      }
      parts = emit_call(
          Op::permute_dims, std::array{parts},
          default_attrs(context_, Op::permute_dims,
                        std::array{std::pair<std::string_view, Attr>("axes", context_.attrs.integers(order))}));
    }
    if (parts) call_disco(v, "scatter_from_worker0", {parts, fn_.add_prim(context_.prims.integer(0))});
  }

  // The part of a replica that the worker of that number has.
  void take_shard(Value v) {
    if (!has_known_shape(context_, fn_.info(v)) || !has_known_operands(v)) return;
    const CallAttrs attrs(fn_, v);
    const int64_t workers = attrs.integer("num_workers"), axis = attrs.integer("axis");
    const Value x = fn_.args(v)[0];
    const std::vector<Prim> dims(context_.infos.dims(fn_.info(x)).begin(), context_.infos.dims(fn_.info(x)).end());
    if (workers <= 0 || axis < 0 || static_cast<size_t>(axis) >= dims.size()) return;
    const Prim worker = context_.prims.var(context_.name("worker_id"), kInt64);
    const Value shape = emit(call_external(fn_, "runtime.disco.worker_id", {}, context_.infos.shape_of_rank(-1)));
    emit(fn_.add_match_cast(shape, context_.infos.shape(std::span(&worker, 1))));
    const auto single = [&](Prim p) { return fn_.add_tuple(std::array{fn_.add_prim(p)}); };
    const auto bound = [&](Prim w) {
      const Prim length = dims[static_cast<size_t>(axis)];
      return context_.prims.floordiv(context_.prims.mul(w, length), context_.prims.integer(workers));
    };
    PrimStore& prims = context_.prims;
    fn_.set_args(v, std::array{x, single(prims.integer(axis)), single(bound(worker)),
                               single(bound(prims.add(worker, prims.integer(1))))});
    fn_[v].op = Op::strided_slice;
    fn_[v].attrs =
        default_attrs(context_, Op::strided_slice,
                      std::array{std::pair<std::string_view, Attr>("assume_inbound", context_.attrs.boolean(true))});
  }

  // Operators that TVM's runtime has a function for, whatever their shapes.
  bool calls_packed(Value v) {
    const Op op = fn_[v].op;
    const bool is_impure = op == Op::print || op == Op::assert_op;
    if (!is_impure && op != Op::unique && op != Op::nonzero && op != Op::shape_to_tensor) return false;
    std::vector<Value> args{external(fn_, "relax.run." + std::string(info(op).name))};
    args.insert(args.end(), fn_.args(v).begin(), fn_.args(v).end());
    fn_.set_args(v, args);
    fn_[v].kind = is_impure ? NodeKind::call : NodeKind::call_op;
    fn_[v].op = is_impure ? Op::none : Op::call_pure_packed;
    fn_[v].attrs = Attr();
    fn_[v].set_sinfo_args(context_.attrs.list(std::array{context_.attrs.info(fn_.info(v))}));
    changed_ = true;
    return true;
  }

  bool is_identity(Value v) {
    const Op op = fn_[v].op;
    if (op != Op::grad_no_grad && op != Op::grad_start_checkpoint && op != Op::grad_end_checkpoint) return false;
    if (!has_known_shape(context_, fn_.info(v))) return false;
    become(v, fn_.args(v)[0]);
    return true;
  }

  void become(Value v, Value other) {
    become_alias(fn_, v, other);
    changed_ = true;
  }

  // The fields of a tuple; those of a variable are named first.
  void add_fields(Value a, std::vector<Value>& operands) {
    while (fn_[a].kind == NodeKind::alias) a = fn_.args(a)[0];
    if (fn_[a].kind == NodeKind::tuple) {
      operands.insert(operands.end(), fn_.args(a).begin(), fn_.args(a).end());
      return;
    }
    const size_t count = context_.infos.fields(fn_.info(a)).size();
    for (uint32_t i = 0; i < count; ++i) operands.push_back(emit(fn_.add_get_item(a, i)));
  }

  Value emit(Value v) {
    At& at = open_.back();
    fn_[v].name = names_.next_variable(context_, fn_[at.region].blocks[at.block].is_dataflow);
    at.done.push_back(v);
    return v;
  }

  void become(Value v, const lower::LoweredCall& call) {
    GlobalId kernel = kernels_.add(call.name, call.kernel);
    if (Attr target = target_of(module_, call.results); target && use_ == lower::Use::text)
      kernel = kernels_.add_for(target, kernel);
    const StructInfo info = call.results.size() == 1 ? call.results[0] : context_.infos.tuple(call.results);
    become_call(fn_, v, Op::call_tir, fn_.add_global(kernel, kernels_.info(kernel)), call.args, info,
                call.tir_vars.empty() ? Value() : fn_.add_shape(call.tir_vars));
    changed_ = true;
    if (!fn_.info(v)) {  // it is new
      fn_[v].info = info;
    } else if (fn_.info(v) != info) {
      refresh_.mark(v);
      set_info(v, info);
    }
  }

  const Module& module_;
  Function& fn_;
  Context& context_;
  Kernels& kernels_;
  NameSupply& names_;
  lower::Use use_;
  PassContext& pass_;
  Refresh refresh_;
  std::vector<At> open_;
  SymbolSet defined_;  // by the first values of the function
  uint32_t scanned_ = 0;
  std::unordered_set<uint32_t> used_;  // values that others mention; empty: nobody asked
  std::vector<std::pair<Value, StructInfo>> old_infos_;
  bool changed_ = false;
};

}  // namespace

bool is_cpu(const Module& module, StructInfo result) {
  const Context& context = module.context();
  const bool is_tuple = context.infos[result].kind == InfoKind::tuple;
  const Attr target =
      is_tuple ? target_of(module, context.infos.fields(result)) : target_of(module, std::span(&result, 1));
  if (!target) return true;
  const std::string kind = kind_of(context, target);
  return kind == "llvm" || kind == "c";
}

Changed legalize(Module& module, PassContext& context, lower::Use use) {
  Kernels kernels(module);
  NameSupply names;
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    Function& fn = *f->relax();
    if (Legalize(module, fn, kernels, names, use, context).run() == Changed::no) continue;
    changed = Changed::yes;
    f->info = signature(fn, LambdaId(0));
  }
  kernels.finish();
  if (kernels.has_targets()) dead_code_elimination(module, PassOptions{{{"entry-functions", ""}}}, context);
  return changed;
}

Changed legalize_ops(Module& module, const PassOptions&, PassContext& context) {
  return legalize(module, context, lower::Use::text);
}

}  // namespace hammock
