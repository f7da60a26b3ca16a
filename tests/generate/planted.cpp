// SPDX-License-Identifier: Apache-2.0
// The program with planted defects: passes that do something wrong at some of the places where they apply, for
// `hammock bisect` and `hammock reduce` to find and to keep.
//
//   hammock_planted planted                  the names of the passes
//   hammock_planted bisect --passes=... F    as `hammock`, which knows these passes, too
//
// A pass asks before each binding of its operator; at those whose operand comes from `producer` it makes a wrong
// change, and says on standard error which application the first one was. Passes on kernels ask before each call of a
// kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>

#include "cli/command.h"
#include "hammock/base/check.h"
#include "hammock/infer/infer.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/passes/pass.h"
#include "hammock/rewrite/places.h"
#include "hammock/tir/copy.h"
#include "hammock/tir/kernel.h"

namespace hammock {
namespace {

// Is the binding made wrong? If so, it is.
using Spoil = bool (*)(Function& fn, Value v);

bool same_info(const Function& fn, Value a, Value b) { return fn.info(a) == fn.info(b); }

bool swaps(Function& fn, Value v, size_t i, size_t k) {
  std::vector<Value> args(fn.args(v).begin(), fn.args(v).end());
  if (args.size() <= std::max(i, k) || args[i] == args[k] || !same_info(fn, args[i], args[k])) return false;
  std::swap(args[i], args[k]);
  fn.set_args(v, args);
  return true;
}

template <size_t i, size_t k>
bool swap(Function& fn, Value v) {
  return swaps(fn, v, i, k);
}

// add(x, y) of two tensors of one shape becomes add(x, x).
bool repeat(Function& fn, Value v) {
  std::vector<Value> args(fn.args(v).begin(), fn.args(v).end());
  if (args.size() < 2 || args[0] == args[1] || !same_info(fn, args[0], args[1])) return false;
  args[1] = args[0];
  fn.set_args(v, args);
  return true;
}

template <Op op>
bool other(Function& fn, Value v) {
  fn[v].op = op;
  fn[v].attrs = info(op).attrs.empty() ? Attr() : default_attrs(fn.context(), op);
  return true;
}

// What it computes becomes its operand.
bool drop(Function& fn, Value v) {
  if (fn.args(v).empty() || !same_info(fn, v, fn.args(v)[0])) return false;
  make_alias(fn, v, fn.args(v)[0]);
  return true;
}

bool set(Function& fn, Value v, std::string_view name, Attr value) {
  AttrStore& attrs = fn.context().attrs;
  std::vector<Attr> record(attrs.items(fn[v].attrs).begin(), attrs.items(fn[v].attrs).end());
  const int at = info(fn[v].op).attr_index(name);
  if (at < 0 || static_cast<size_t>(at) >= record.size() || record[static_cast<size_t>(at)] == value) return false;
  record[static_cast<size_t>(at)] = value;
  fn[v].attrs = attrs.list(record);
  return true;
}

bool large_epsilon(Function& fn, Value v) { return set(fn, v, "epsilon", fn.context().attrs.real(0.5)); }
bool no_scale(Function& fn, Value v) { return set(fn, v, "scale", fn.context().attrs.none()); }
bool no_center(Function& fn, Value v) { return set(fn, v, "center", fn.context().attrs.boolean(false)); }
bool not_scaled(Function& fn, Value v) { return set(fn, v, "scale", fn.context().attrs.boolean(false)); }
bool one_group(Function& fn, Value v) { return set(fn, v, "num_groups", fn.context().attrs.integer(1)); }
bool first_axis(Function& fn, Value v) { return set(fn, v, "axis", fn.context().attrs.integer(0)); }
bool nearest(Function& fn, Value v) {
  return set(fn, v, "method", fn.context().attrs.string(fn.context().name("linear")));
}

// The fields of a concat the other way round, where that gives the same shape.
bool reorder(Function& fn, Value v) {
  const Value tuple = fn.args(v)[0];
  std::vector<Value> fields(fn.args(tuple).begin(), fn.args(tuple).end());
  if (fn[tuple].kind != NodeKind::tuple || fields.size() < 2 || fields[0] == fields[1]) return false;
  if (!same_info(fn, fields[0], fields[1])) return false;
  std::swap(fields[0], fields[1]);
  const Value made = fn.add_tuple(fields);
  fn.set_args(v, std::array{made});
  return true;
}

// The axes of a square transpose are forgotten.
bool forget_axes(Function& fn, Value v) {
  if (!same_info(fn, v, fn.args(v)[0])) return false;
  return drop(fn, v);
}

// The other field of a split.
bool other_item(Function& fn, Value v) {
  const StructInfo tuple = fn.info(fn.args(v)[0]);
  if (fn.context().infos[tuple].kind != InfoKind::tuple) return false;
  const auto fields = fn.context().infos.fields(tuple);
  const uint32_t now = fn[v].index(), next = (now + 1) % static_cast<uint32_t>(fields.size());
  if (next == now || fields[next] != fields[now]) return false;
  fn[v].payload = next;
  return true;
}

struct Defect {
  std::string name;
  Op op;        // none: fields of tuples
  Op producer;  // of one operand; none: any
  Spoil spoil;
};
const std::deque<Defect>& defects() {
  static const std::deque<Defect> all = {
      {"PlantedSwappedSubtract", Op::subtract, Op::none, swap<0, 1>},
      {"PlantedSwappedKeyAndValue", Op::nn_attention, Op::none, swap<1, 2>},
      {"PlantedSwappedQueryAndKey", Op::nn_attention, Op::none, swap<0, 1>},
      {"PlantedSwappedNormParameters", Op::nn_layer_norm, Op::none, swap<1, 2>},
      {"PlantedSwappedGroupParameters", Op::nn_group_norm, Op::nn_conv2d, swap<1, 2>},
      {"PlantedRepeatedOperand", Op::add, Op::nn_conv2d, repeat},
      {"PlantedRepeatedResidual", Op::add, Op::add, repeat},
      {"PlantedSubtractForAdd", Op::add, Op::matmul, other<Op::subtract>},
      {"PlantedMultiplyForAdd", Op::add, Op::reshape, other<Op::multiply>},
      {"PlantedAddForMultiply", Op::multiply, Op::nn_gelu, other<Op::add>},
      {"PlantedReluForSilu", Op::nn_silu, Op::nn_group_norm, other<Op::nn_relu>},
      {"PlantedReluForGelu", Op::nn_gelu, Op::none, other<Op::nn_relu>},
      {"PlantedNoSilu", Op::nn_silu, Op::add, drop},
      {"PlantedNoRelu", Op::nn_relu, Op::add, drop},
      {"PlantedNoBias", Op::add, Op::matmul, drop},
      {"PlantedNoNorm", Op::nn_layer_norm, Op::add, drop},
      {"PlantedNoScale", Op::multiply, Op::nn_silu, drop},
      {"PlantedEpsilon", Op::nn_layer_norm, Op::reshape, large_epsilon},
      {"PlantedGroupEpsilon", Op::nn_group_norm, Op::add, large_epsilon},
      {"PlantedAttentionScale", Op::nn_attention, Op::reshape, no_scale},
      {"PlantedNoCenter", Op::nn_layer_norm, Op::none, no_center},
      {"PlantedNotScaled", Op::nn_group_norm, Op::none, not_scaled},
      {"PlantedOneGroup", Op::nn_group_norm, Op::concat, one_group},
      {"PlantedSoftmaxAxis", Op::nn_softmax, Op::none, first_axis},
      {"PlantedReorderedConcat", Op::concat, Op::none, reorder},
      {"PlantedForgottenTranspose", Op::permute_dims, Op::none, forget_axes},
      {"PlantedOtherItem", Op::none, Op::split, other_item},
      {"PlantedLinearResize", Op::image_resize2d, Op::none, nearest},
  };
  return all;
}

bool is_made_by(const Function& fn, Value v, Op op) {
  if (op == Op::none) return true;
  return std::ranges::any_of(fn.args(v), [&](Value a) { return fn[a].kind == NodeKind::call_op && fn[a].op == op; });
}

void say_first(bool& is_told, const PassContext& context) {
  if (std::exchange(is_told, true) || !context.applications) return;
  std::fputs(fmt::format("planted: application {}\n", context.applications->all().size()).c_str(), stderr);
}

Changed spoil_bindings(Module& module, const Defect& defect, PassContext& context) {
  bool is_told = false;
  return for_each_function(module, context, [&](Function& fn) {
    Changed changed = Changed::no;
    std::vector<Value> all;
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { all.push_back(v); });
    for (Value v : all) {
      const bool is_item = defect.op == Op::none && fn[v].kind == NodeKind::get_item;
      if (!is_item && (fn[v].kind != NodeKind::call_op || fn[v].op != defect.op)) continue;
      if (!context.may_apply(fn, v)) break;
      changed = Changed::yes;
      if (is_made_by(fn, v, defect.producer) && defect.spoil(fn, v)) say_first(is_told, context);
    }
    return changed;
  });
}

// ---- kernels ----

using SpoilKernel = bool (*)(tir::Kernel& kernel);

bool shorten_loop(tir::Kernel& kernel, bool last) {
  tir::Stmt* found = nullptr;
  for (tir::Stmt& s : kernel.stmts) {
    if (s.kind != tir::StmtKind::loop || kernel.context->prims.constant(s.value).value_or(0) < 2) continue;
    if (!found || last) found = &s;
  }
  if (!found) return false;
  PrimStore& prims = kernel.context->prims;
  found->value = prims.integer(*prims.constant(found->value) - 1, prims[found->value].dtype);
  return true;
}
bool shorten_first(tir::Kernel& kernel) { return shorten_loop(kernel, false); }
bool shorten_last(tir::Kernel& kernel) { return shorten_loop(kernel, true); }

template <PrimKind from, PrimKind to>
bool replace_operator(tir::Kernel& kernel) {
  PrimStore& prims = kernel.context->prims;
  for (tir::Stmt& s : kernel.stmts) {
    if (s.kind != tir::StmtKind::store || prims[s.value].kind != from) continue;
    const PrimNode node = prims[s.value];
    s.value = prims.node(to, node.dtype, node.lhs(), node.rhs());
    return true;
  }
  return false;
}

struct KernelDefect {
  std::string name;
  std::string_view kernel;  // how its name begins
  SpoilKernel spoil;
};
const std::deque<KernelDefect>& kernel_defects() {
  static const std::deque<KernelDefect> all = {
      {"PlantedKernelRows", "matmul", shorten_first},
      {"PlantedKernelReduction", "matmul", shorten_last},
      {"PlantedKernelSum", "matmul", replace_operator<PrimKind::add, PrimKind::sub>},
      {"PlantedKernelAddBound", "add", shorten_last},
      {"PlantedKernelAdd", "add", replace_operator<PrimKind::add, PrimKind::mul>},
      {"PlantedKernelReshapeBound", "reshape", shorten_first},
      {"PlantedKernelTransposeBound", "transpose", shorten_last},
      {"PlantedKernelMultiply", "multiply", replace_operator<PrimKind::mul, PrimKind::add>},
      {"PlantedKernelConvReduction", "conv2d", shorten_last},
      {"PlantedKernelNormBound", "layer_norm", shorten_first},
  };
  return all;
}

Changed spoil_kernels(Module& module, const KernelDefect& defect, PassContext& context) {
  bool is_told = false;
  return for_each_function(module, context, [&](Function& fn) {
    Changed changed = Changed::no;
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      if (fn[v].kind != NodeKind::call_op || fn[v].op != Op::call_tir || fn[fn.args(v)[0]].kind != NodeKind::global)
        return;
      GlobalFunction& called = module[fn[fn.args(v)[0]].global()];
      if (!called.kernel() || context.is_over()) return;
      if (!module.context().text(called.name).starts_with(defect.kernel)) return;
      const std::shared_ptr<tir::Kernel> copy = tir::copy(*called.kernel());
      if (!context.may_apply(fn, v)) return;
      changed = Changed::yes;
      if (!defect.spoil(*copy)) return;
      called.body = PrimFunc{copy};
      say_first(is_told, context);
    });
    return changed;
  });
}

// ---- registration: a function for each row ----

template <size_t i>
Changed run_defect(Module& module, const PassOptions&, PassContext& context) {
  return spoil_bindings(module, defects()[i], context);
}
template <size_t i>
Changed run_kernel_defect(Module& module, const PassOptions&, PassContext& context) {
  return spoil_kernels(module, kernel_defects()[i], context);
}

constexpr size_t kDefects = 28, kKernelDefects = 10;

template <size_t... i>
void register_defects(std::index_sequence<i...>) {
  (register_pass({defects()[i].name, "", "", "nothing", run_defect<i>}), ...);
}
template <size_t... i>
void register_kernel_defects(std::index_sequence<i...>) {
  (register_pass({kernel_defects()[i].name, "", "", "nothing", run_kernel_defect<i>}), ...);
}

}  // namespace
}  // namespace hammock

int main(int argc, char** argv) {
  using namespace hammock;
  HAMMOCK_CHECK(defects().size() == kDefects && kernel_defects().size() == kKernelDefects, "a row without a pass");
  register_defects(std::make_index_sequence<kDefects>());
  register_kernel_defects(std::make_index_sequence<kKernelDefects>());
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args == std::vector<std::string>{"planted"}) {
    for (const Defect& d : defects()) std::puts(d.name.c_str());
    for (const KernelDefect& d : kernel_defects()) std::puts(d.name.c_str());
    return 0;
  }
  cli::Io io = cli::standard_io();
  return cli::finish_output(io, cli::run_command(io, args));
}
