// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <algorithm>
#include <unordered_map>

#include "hammock/tir/walk.h"
#include "kernel_interpreter.h"

namespace hammock::reference {
namespace {

constexpr double kUnknownDim = 8;
constexpr int kMaxCallDepth = 64;

class Work {
 public:
  explicit Work(const Module& module) : module_(module), context_(module.context()) {}

  double of(const Function& fn, const Symbols& symbols, int depth) {
    double work = 0;
    for (Value p : fn.self().params) work += elements(fn.info(p), symbols);
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { work += of(fn, v, symbols, depth); });
    return work;
  }

 private:
  double of(const Function& fn, Value v, const Symbols& symbols, int depth) {
    const Node& node = fn[v];
    std::span<const Value> args = fn.args(v);
    if (node.kind == NodeKind::call && fn[args[0]].kind == NodeKind::global) return called(fn[args[0]].global(), depth);
    if (node.kind != NodeKind::call_op) return 1;
    if (calls_kernel(node.op)) return kernel_work(fn, v, symbols);
    double out = elements(node.info, symbols), work = 4 * out;
    for (Value a : args) work += elements(fn.info(a), symbols);
    // Each element of the result is a sum over what the second operand has beside its own dim of the result.
    if (has_trait(node.op, Contraction) && args.size() > 1)
      work += out * std::max(1.0, elements(fn.info(args[1]), symbols) / std::max(1.0, last_dim(fn, v, args, symbols)));
    if (has_trait(node.op, RoundsInside))  // the scores
      work += 2 * out * elements(fn.info(args[1]), symbols);
    return work;
  }

  // R.call_tir and its kin: the shapes of arguments and outputs are those of the kernel's parameters.
  double kernel_work(const Function& fn, Value call, const Symbols& symbols) {
    std::span<const Value> args = fn.args(call);
    const Node& callee = fn[args[0]];
    std::vector<std::vector<int64_t>> shapes;
    auto add = [&](StructInfo info) {
      std::vector<int64_t>& shape = shapes.emplace_back();
      if (!info || !context_.infos.has_shape(info)) return;
      for (Prim dim : context_.infos.dims(info)) shape.push_back(static_cast<int64_t>(value(dim, symbols)));
    };
    if (args.size() > 1) {
      for (Value a : fn.args(args[1])) add(fn.info(a));
    }
    const StructInfo out = fn[call].info;
    if (out && context_.infos[out].kind == InfoKind::tuple) {
      for (StructInfo field : context_.infos.fields(out)) add(field);
    } else {
      add(out);
    }
    return callee.kind == NodeKind::global ? work_of_kernel(module_, callee.global(), shapes) : 1;
  }

  // Symbols of the callee are its own, and unknown here.
  double called(GlobalId id, int depth) {
    const Function* fn = module_[id].relax();
    if (!fn && depth <= kMaxCallDepth) return work_of_kernel(module_, id, {});
    if (!fn || depth > kMaxCallDepth) return 1;
    auto known = called_.find(id.index);
    if (known != called_.end()) return known->second;
    called_[id.index] = 1;  // a recursive call counts once
    double work = of(*fn, {}, depth + 1);
    return called_[id.index] = work;
  }

  // How many elements of the second operand of a contraction do not meet one element of the first: columns of a matrix,
  // output channels of a convolution's weight.
  double last_dim(const Function& fn, Value call, std::span<const Value> args, const Symbols& symbols) {
    StructInfo info = fn.info(args[1]);
    if (!context_.infos.has_shape(info) || context_.infos.dims(info).empty()) return 1;
    std::span<const Prim> dims = context_.infos.dims(info);
    if (hammock::info(fn[call].op).is_convolution()) return value(dims.front(), symbols);
    double columns = 1;  // and the batch
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i + 2 != dims.size() && dims.size() > 1) columns *= value(dims[i], symbols);
    }
    return columns;
  }

  double value(Prim dim, const Symbols& symbols) {
    Result<int64_t> known = evaluate_integer(context_, dim, symbols);
    return known ? static_cast<double>(std::max<int64_t>(0, *known)) : kUnknownDim;
  }

  double elements(StructInfo info, const Symbols& symbols) {
    if (!info) return 1;
    const InfoNode& node = context_.infos[info];
    double count = 1;
    if (node.kind == InfoKind::tuple) {
      for (StructInfo field : context_.infos.fields(info)) count += elements(field, symbols);
    } else if (node.kind == InfoKind::tensor && node.has_dims) {
      for (Prim dim : context_.infos.dims(info)) count *= value(dim, symbols);
    } else if (node.kind == InfoKind::tensor) {
      for (int d = 0; d < node.ndim; ++d) count *= kUnknownDim;
    }
    return count;
  }

  const Module& module_;
  const Context& context_;
  std::unordered_map<uint32_t, double> called_;
};

constexpr double kWorkOfStatement = 4;

}  // namespace

// Statements, each as often as the loops around it run.
double work_of_kernel(const Module& module, GlobalId id, std::span<const std::vector<int64_t>> shapes) {
  if (!module[id].kernel()) return 1;
  const tir::Kernel& kernel = *module[id].kernel();
  const Context& context = module.context();
  Symbols symbols;
  for (size_t i = 0; i < kernel.params.size() && i < shapes.size(); ++i) {
    if (!kernel.params[i].buffer) continue;
    const tir::Buffer& b = kernel[kernel.params[i].buffer];
    for (size_t d = 0; d < b.shape.size() && d < shapes[i].size(); ++d) {
      if (context.prims[b.shape[d]].kind == PrimKind::var) symbols.try_emplace(b.shape[d], shapes[i][d]);
    }
  }
  double work = 0;
  std::vector<double> times{1};
  tir::walk(
      kernel, kernel.body,
      [&](tir::StmtId s) {
        const tir::Stmt& stmt = kernel[s];
        work += times.back() * kWorkOfStatement;
        if (stmt.kind == tir::StmtKind::while_) times.push_back(times.back() * kUnknownDim);
        if (stmt.kind != tir::StmtKind::loop) return true;
        const std::optional<int64_t> extent = evaluate(context, stmt.value, symbols).integer();
        times.push_back(times.back() * (extent ? static_cast<double>(std::max<int64_t>(0, *extent)) : kUnknownDim));
        return true;
      },
      [](tir::StmtId, tir::Part) {}, [](tir::StmtId, tir::Part) {},
      [&](tir::StmtId s) {
        if (kernel[s].kind == tir::StmtKind::loop || kernel[s].kind == tir::StmtKind::while_) times.pop_back();
      });
  return work;
}

double work_of(const Module& module, const Function& fn, const Symbols& symbols) {
  return Work(module).of(fn, symbols, 0);
}

}  // namespace hammock::reference
