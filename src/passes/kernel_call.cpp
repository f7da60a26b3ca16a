// SPDX-License-Identifier: Apache-2.0
#include "kernel_call.h"

#include <array>

namespace hammock {

std::optional<CalledKernel> called_kernel(const Module& module, const Function& fn, Value v) {
  if (fn[v].kind != NodeKind::call_op || fn[v].op != Op::call_tir || fn.args(v).size() < 2) return std::nullopt;
  const std::span<const Value> args = fn.args(v);
  const Node& callee = fn[args[0]];
  if (callee.kind != NodeKind::global || callee.global().index >= module.functions.size() ||
      !module[callee.global()].kernel() || fn[args[1]].kind != NodeKind::tuple)
    return std::nullopt;
  return CalledKernel{callee.global(), module[callee.global()].kernel().get(), fn.args(args[1]),
                      args.size() > 2 ? args[2] : Value()};
}

void become_call(Function& fn, Value v, Op op, Value callee, std::span<const Value> args, StructInfo result,
                 Value tir_vars) {
  std::vector<Value> operands{callee, fn.add_tuple(args)};
  if (tir_vars) operands.push_back(tir_vars);
  Context& context = fn.context();
  fn.set_args(v, operands);
  fn[v].kind = NodeKind::call_op;
  fn[v].op = op;
  fn[v].attrs = Attr();
  fn[v].set_sinfo_args(context.attrs.list(std::array{context.attrs.info(result)}));
}

void become_alias(Function& fn, Value v, Value of) {
  fn.set_args(v, std::array{of});
  fn[v].kind = NodeKind::alias;
  fn[v].op = Op::none;
  fn[v].attrs = Attr();
  fn[v].hold_nothing();
}

Value external(Function& fn, std::string_view symbol) {
  Context& context = fn.context();
  Node callee;
  callee.kind = NodeKind::extern_func;
  callee.set_symbol(context.name(symbol));
  callee.info = context.infos.opaque_function(context.infos.object(), false, Derives::sinfo_args);
  return fn.add(callee);
}

Value call_external(Function& fn, std::string_view symbol, std::span<const Value> args, StructInfo result) {
  std::vector<Value> all{external(fn, symbol)};
  all.insert(all.end(), args.begin(), args.end());
  const Value made = fn.add_call(Op::call_pure_packed, all, {}, result);
  AttrStore& attrs = fn.context().attrs;
  fn[made].set_sinfo_args(attrs.list(std::array{attrs.info(result)}));
  return made;
}

Value Insertions::emit(Value made) {
  if (!fn_[made].name) fn_[made].name = names_.next_variable(fn_.context(), is_dataflow_);
  before_[at_].push_back(made);
  return made;
}

Value Insertions::emit_call(Op op, Value callee, std::span<const Value> args, StructInfo result) {
  const Value made = fn_.add_call(op, {}, {}, result);
  become_call(fn_, made, op, callee, args, result);
  return emit(made);
}

void Insertions::finish() {
  if (before_.empty()) return;
  for (Region& region : fn_.regions) {
    for (Block& block : region.blocks) {
      std::vector<Value> bindings;
      for (Value v : block.bindings) {
        if (const auto before = before_.find(v); before != before_.end())
          bindings.insert(bindings.end(), before->second.begin(), before->second.end());
        bindings.push_back(v);
      }
      block.bindings = std::move(bindings);
    }
  }
  before_.clear();
}

}  // namespace hammock
