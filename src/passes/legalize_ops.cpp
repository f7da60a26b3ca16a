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

#include "hammock/infer/infer.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/lower/lower.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/outline.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/equal.h"
#include "hammock/tir/signature.h"
#include "passes.h"

namespace hammock {
namespace {

// The kernels of the module and those that it gets.
class Kernels {
 public:
  explicit Kernels(Module& module) : module_(module), context_(module.context()) {
    for (const GlobalFunction& f : module.functions) names_.insert(std::string(context_.text(f.name)));
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      const tir::Kernel* kernel = module.functions[i].kernel().get();
      if (kernel && tir::callees(*kernel).empty()) order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](uint32_t i) { return context_.text(module.functions[i].name); });
    for (uint32_t i : order) by_hash_[tir::hash(*module.functions[i].kernel(), std::identity())].push_back(GlobalId(i));
  }

  GlobalId add(std::string_view hint, const std::shared_ptr<tir::Kernel>& kernel) {
    std::vector<GlobalId>& alike = by_hash_[tir::hash(*kernel, std::identity())];
    for (GlobalId g : alike) {
      if (tir::equal(*kernel_of(g), *kernel, std::equal_to<Name>(), tir::Symbols::ignored)) return g;
    }
    kernel->name = free_name(hint);
    alike.push_back(GlobalId(static_cast<uint32_t>(module_.functions.size() + made_.size())));
    made_.emplace_back(kernel, tir::signature(*kernel));
    return alike.back();
  }

  // With a target, it is `again`, the same kernel with variables of its own.
  GlobalId add_for(Attr target, GlobalId plain, const std::shared_ptr<tir::Kernel>& again) {
    has_targets_ = true;
    std::vector<std::pair<Name, Attr>> attrs;
    const std::span<const Attr> items = context_.attrs.items(again->attrs);
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      attrs.emplace_back(Name(context_.attrs[items[i]].id), items[i + 1]);
    attrs.emplace_back(context_.name("target"), context_.attrs.other(AttrKind::target, 0, std::array{target}));
    again->attrs = context_.sorted_dict(std::move(attrs));
    return add(std::string(context_.text(kernel_of(plain)->name)) + "_" + kind_of(target), again);
  }

  StructInfo info(GlobalId g) const {
    const size_t old = module_.functions.size();
    return g.index < old ? module_[g].info : made_[g.index - old].second;
  }

  // Some are left that nobody calls: there are copies for a target.
  bool has_targets() const { return has_targets_; }

  void finish() {
    if (!made_.empty()) become_class(module_);
    for (const auto& [kernel, info] : made_) {
      // Copied: GCC 12 takes the parts of a moved variant for uninitialized.
      const GlobalFunction made{kernel->name, info, PrimFunc{kernel}, Span()};
      module_.functions.push_back(made);
    }
  }

 private:
  const std::shared_ptr<const tir::Kernel>& kernel_of(GlobalId g) const {
    const size_t old = module_.functions.size();
    return g.index < old ? module_[g].kernel() : made_[g.index - old].first;
  }

  // "llvm" of a target.
  std::string kind_of(Attr target) const {
    const std::optional<Attr> kind =
        context_.attrs[target].kind == AttrKind::dict ? context_.find(target, "kind") : std::optional(target);
    if (!kind || context_.attrs[*kind].kind != AttrKind::string) return "target";
    const std::string text(context_.text(Name(context_.attrs[*kind].id)));
    return text.substr(0, text.find(' '));
  }

  Name free_name(std::string_view hint) {
    const std::string base(hint);
    std::string out = base;
    for (int& n = count_[base]; !names_.insert(out).second;) out = base + std::to_string(++n);
    return context_.name(out);
  }

  Module& module_;
  Context& context_;
  std::vector<std::pair<std::shared_ptr<const tir::Kernel>, StructInfo>> made_;
  std::unordered_map<uint64_t, std::vector<GlobalId>> by_hash_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int> count_;  // of names that were made of one
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
  Legalize(const Module& module, Function& fn, Kernels& kernels, NameSupply& names)
      : module_(module), fn_(fn), context_(fn.context()), kernels_(kernels), names_(names), refresh_(fn, &module) {}

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
      if (fn_[v].kind == NodeKind::call_op) visit(v);
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

  void visit(Value v) {
    if (calls_packed(v) || is_identity(v)) return;
    const Op op = fn_[v].op;
    if (!lower::has_kernel(op) || !has_known_shape(context_, fn_.info(v))) return;
    const std::vector<Value> args(fn_.args(v).begin(), fn_.args(v).end());
    if (!std::ranges::all_of(args, [&](Value a) { return has_known_shape(context_, fn_.info(a)); })) return;
    std::vector<Value> operands;
    const OpInfo& row = info(op);
    for (size_t i = 0; i < args.size(); ++i) {
      const bool is_tuple = i < row.operands.size() && row.params[row.operands[i]].kind == ParamKind::tensors;
      if (is_tuple) add_fields(args[i], operands);
      else operands.push_back(args[i]);
    }
    if (auto constant = lower::constant(fn_, v, operands)) become(v, fn_.add_constant(context_.constant(*constant)));
    else if (auto call = lower::lower(fn_, v, operands)) become(v, *call, operands);
  }

  // Operators that TVM's runtime has a function for, whatever their shapes.
  bool calls_packed(Value v) {
    const Op op = fn_[v].op;
    const bool is_impure = op == Op::print || op == Op::assert_op;
    if (!is_impure && op != Op::unique && op != Op::nonzero && op != Op::shape_to_tensor) return false;
    Node callee;
    callee.kind = NodeKind::extern_func;
    callee.set_symbol(context_.name("relax.run." + std::string(info(op).name)));
    callee.info = context_.infos.opaque_function(context_.infos.object(), false, Derives::sinfo_args);
    std::vector<Value> args{fn_.add(callee)};
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
    fn_.set_args(v, std::array{other});
    fn_[v].kind = NodeKind::alias;
    fn_[v].op = Op::none;
    fn_[v].attrs = Attr();
    fn_[v].hold_nothing();
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

  void become(Value v, const lower::KernelCall& call, std::span<const Value> operands) {
    GlobalId kernel = kernels_.add(call.name, call.kernel);
    if (Attr target = target_of(call.results)) {
      kernel = kernels_.add_for(target, kernel, lower::lower(fn_, v, operands)->kernel);
    }
    std::vector<Value> args{fn_.add_global(kernel, kernels_.info(kernel)), fn_.add_tuple(call.args)};
    if (!call.tir_vars.empty()) args.push_back(fn_.add_shape(call.tir_vars));
    const StructInfo info = call.results.size() == 1 ? call.results[0] : context_.infos.tuple(call.results);
    fn_[v].op = Op::call_tir;
    fn_.set_args(v, args);
    fn_[v].attrs = Attr();
    fn_[v].set_sinfo_args(context_.attrs.list(std::array{context_.attrs.info(info)}));
    changed_ = true;
    if (fn_.info(v) == info) return;
    refresh_.mark(v);
    set_info(v, info);
  }

  Attr target_of(std::span<const StructInfo> results) const {
    for (StructInfo info : results) {
      const uint32_t device = context_.infos[info].vdevice;
      if (device < module_.vdevices.size()) return module_.vdevices[device].target;
    }
    return {};
  }

  const Module& module_;
  Function& fn_;
  Context& context_;
  Kernels& kernels_;
  NameSupply& names_;
  Refresh refresh_;
  std::vector<At> open_;
  std::vector<std::pair<Value, StructInfo>> old_infos_;
  bool changed_ = false;
};

}  // namespace

Changed legalize_ops(Module& module, const PassOptions&, PassContext& context) {
  std::vector<GlobalFunction*> functions;
  for (GlobalFunction& f : module.functions) {
    if (f.relax()) functions.push_back(&f);
  }
  std::ranges::sort(functions, {}, [&](const GlobalFunction* f) { return module.context().text(f->name); });
  Kernels kernels(module);
  NameSupply names;
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions) {
    ++context.functions;
    Function& fn = *f->relax();
    if (Legalize(module, fn, kernels, names).run() == Changed::no) continue;
    changed = Changed::yes;
    f->info = signature(fn, LambdaId(0));
  }
  kernels.finish();
  if (kernels.has_targets()) dead_code_elimination(module, PassOptions{{{"entry-functions", ""}}}, context);
  return changed;
}

}  // namespace hammock
