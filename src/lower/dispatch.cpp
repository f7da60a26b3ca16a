// SPDX-License-Identifier: Apache-2.0
// Sorts, scans and samples as TVM dispatches them on a CPU (legalize, 7.3): sorts by functions of its runtime.
#include <algorithm>
#include <array>
#include <cstdint>

#include "hammock/tir/complete.h"
#include "rearrange.h"

namespace hammock::lower {
namespace {

// tvm.contrib.sort.`function` from `data_buf` to the outputs, with what else it takes.
void sort_by(CallLowering& c, StageTensor x, std::span<const StageTensor> out, DType numbers, std::string_view block,
             std::span<const Prim> options) {
  Context& context = c.context();
  PrimStore& prims = context.prims;
  c.stages.rename(x, "data_buf");
  const std::string function = "tvm.contrib.sort." + std::string(info(c.op()).name);
  std::vector<Prim> args{prims.string(context.name(function)), c.stages.array(x, kInt64)};
  c.stages.align(x, 8);
  for (const StageTensor& t : out) {
    c.stages.align(t, 8);
    args.push_back(c.stages.array(t, numbers));
  }
  args.insert(args.end(), options.begin(), options.end());
  c.stages.external_block(block, {c.stages.evaluate(prims.call(context.name("call_packed"), kInt32, args))});
}

bool sort_like(CallLowering& c, std::string_view block, DType to) {
  const StageTensor x = c.tensor(0);
  if (x.rank() == 0) return false;
  PrimStore& prims = c.context().prims;
  const StageTensor out = c.stages.external_output("out_buf", block, x.shape, to);
  sort_by(c, x, std::array{out}, kInt64, block,
          std::array{prims.integer(c.attrs.integer("axis"), kInt32), prims.boolean(!c.attrs.boolean("descending"))});
  return c.gives(out);
}

}  // namespace

bool dispatch_sort(CallLowering& c) { return sort_like(c, "sort_cpu", c.dtype(0)); }

bool dispatch_argsort(CallLowering& c) { return sort_like(c, "argsort_cpu", c.result_dtype()); }

bool dispatch_topk(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  if (x.rank() == 0) return false;
  Context& context = c.context();
  const int64_t axis = c.attrs.integer("axis");
  const std::string_view which = c.attrs.string("ret_type");
  Dims shape = x.shape;
  Prim& length = shape[positive(axis, x.rank())];
  const int64_t most = context.prims.constant(length).value_or(INT64_MAX), k = std::min(c.attrs.integer("k"), most);
  if (k >= 1) length = c.integer(k).prim();
  std::vector<StageTensor> out;
  const auto add = [&](std::string_view name, DType dtype) {
    const std::string number = which == "both" ? "_v" + std::to_string(out.size()) : "";
    out.push_back(c.stages.external_output(name, "topk_cpu" + number, shape, dtype));
  };
  if (which != "indices") add("value_buf", x.dtype);
  if (which != "values") add("indices_buf", c.attrs.dtype("dtype"));
  sort_by(c, x, out, kInt32, "topk_cpu",
          std::array{context.prims.integer(k, kInt32), context.prims.integer(axis, kInt32),
                     context.prims.string(context.name(which)), context.prims.boolean(!c.attrs.boolean("largest"))});
  return c.gives(std::move(out));
}

bool dispatch_scan(CallLowering& c) {
  const StageTensor x = c.external(0);
  const DType to = c.attrs.dtype("dtype").is_unknown() ? x.dtype : c.attrs.dtype("dtype");
  const bool is_sum = c.op() == Op::cumsum, is_exclusive = c.attrs.boolean("exclusive");
  const std::optional<int64_t> given = c.attrs.maybe_integer("axis");
  if (x.rank() == 0 || to.is_boolean() || to.lanes != x.dtype.lanes) return false;
  const size_t axis = given ? positive(*given, x.rank()) : 0;
  const PrimExpr n = given ? x.dim(axis) : product(c, x, 0, x.rank());
  if (n.constant() == 0) return false;  // the kernel writes a first element
  const PrimExpr before = given ? product(c, x, 0, axis) : c.integer(1),
                 after = given ? product(c, x, axis + 1, x.rank()) : c.integer(1);
  const std::string block = std::string(info(c.op()).name) + "_generic";
  const StageTensor out = c.stages.external_output("out_buf", block, given ? x.shape : Dims{n.prim()}, to);
  const auto element = [&](PrimExpr at) { return cast(to, x(coordinates(at, x))); };
  const auto result = [&](PrimExpr at) { return coordinates(at, out); };
  const auto lines = c.stages.loop("fused", before * after, tir::ForKind::parallel, [&](PrimExpr fused) {
    const PrimExpr base = floordiv(fused, after) * n * after + fused % after;
    const PrimExpr first = is_exclusive ? c.constant(is_sum ? 0 : 1, to) : element(base);
    const auto step = c.stages.loop("_k", n - 1, tir::ForKind::serial, [&](PrimExpr k) {
      const PrimExpr at = base + (k + 1) * after, last = base + (k + 1 - 1) * after;
      const PrimExpr so_far = out(result(last)), next = element(is_exclusive ? last : at);
      return c.stages.store(out, result(at), is_sum ? so_far + next : so_far * next);
    });
    return std::vector{c.stages.store(out, result(base), first), step};
  });
  c.stages.external_block(block, {lines});
  return c.gives(out);
}

namespace {

// The parts of the kernel of samples.
class SampleKernel {
 public:
  explicit SampleKernel(const std::shared_ptr<Context>& context)
      : context_(*context), prims_(context->prims), kernel_(std::make_shared<tir::Kernel>(context)) {}

  PrimExpr variable(std::string_view name) { return {context_, prims_.var(context_.name(name), kInt64)}; }

  StageTensor parameter(std::string_view parameter, std::string_view name, Dims shape, DType dtype) {
    tir::Buffer b;
    b.name = context_.name(name);
    b.dtype = dtype;
    b.shape = shape;
    b.elem_offset = prims_.integer(0);
    b.data = prims_.var(b.name, kHandle);
    kernel_->variables[b.data.index] = {{}, true, dtype, context_.name("global"), {}};
    const tir::BufferId id = kernel_->add(std::move(b));
    kernel_->params.push_back({prims_.var(context_.name(parameter), kHandle), id});
    return {&context_, id, std::string(name), std::move(shape), dtype};
  }

  tir::StmtId store(const StageTensor& to, const Index& at, PrimExpr value) {
    tir::Stmt s{.kind = tir::StmtKind::store, .value = cast(to.dtype, value).prim(), .buffer = to.buffer};
    std::vector<Prim> index;
    for (const PrimExpr& e : at) index.push_back(e.prim());
    kernel_->set_list(s, index);
    return kernel_->add(std::move(s));
  }

  tir::StmtId if_else(PrimExpr condition, tir::StmtId then, std::optional<tir::StmtId> otherwise = {}) {
    tir::Stmt s{.kind = tir::StmtKind::if_, .has_else = otherwise.has_value(), .value = condition.prim()};
    s.body = kernel_->add(std::array{then});
    if (otherwise) s.other = kernel_->add(std::array{*otherwise});
    return kernel_->add(std::move(s));
  }

  // A block of two axes in its loops.
  std::shared_ptr<tir::Kernel> finish(std::string_view name, const Index& axes, const Index& extents,
                                      tir::StmtId body) {
    tir::Block block;
    block.name = context_.name(name);
    for (size_t i = 0; i < axes.size(); ++i) {
      block.vars.push_back({axes[i].prim(), {prims_.integer(0), extents[i].prim()}});
      block.values.push_back(prims_.var(context_.name("ax" + std::to_string(i)), kInt64));
    }
    block.body = kernel_->add(std::array{body});
    const std::vector<Prim> loops = block.values;
    kernel_->blocks.push_back(std::move(block));
    tir::StmtId nest = kernel_->add(tir::Stmt{.kind = tir::StmtKind::block, .number = 0});
    for (size_t i = axes.size(); i-- > 0;) {
      tir::Stmt loop{.kind = tir::StmtKind::loop, .var = loops[i], .value = extents[i].prim()};
      loop.min = prims_.integer(0);
      loop.body = kernel_->add(std::array{nest});
      nest = kernel_->add(std::move(loop));
    }
    kernel_->body = kernel_->add(std::array{nest});
    kernel_->is_private = true;
    Diagnostics diagnostics;
    tir::complete(*kernel_, {}, diagnostics);
    return kernel_;
  }

 private:
  Context& context_;
  PrimStore& prims_;
  std::shared_ptr<tir::Kernel> kernel_;
};

}  // namespace

std::shared_ptr<tir::Kernel> sample_kernel(const std::shared_ptr<Context>& context, DType prob, DType sample,
                                           DType indices, DType result) {
  SampleKernel k(context);
  const PrimExpr batch = k.variable("batch"), vocabulary = k.variable("vocab_size"), rows = k.variable("out_batch");
  const PrimExpr narrow_one = integer(*context, 1, kInt32), zero = integer(*context, 0);
  const Dims column{rows.prim(), narrow_one.prim()};
  const StageTensor p = k.parameter("A", "prob", {batch.prim(), vocabulary.prim()}, prob),
                    u = k.parameter("B", "usample", column, sample),
                    from = k.parameter("C", "sample_indices", column, indices),
                    out = k.parameter("D", "output_index", column, result);
  const PrimExpr i = k.variable("v_ax0"), j = k.variable("v_ax1");
  const Index place{i, integer(*context, 0, kInt32)};
  const PrimExpr is_reached = u({i, zero}) < p({from({i, zero}), j}) || j + 1 == vocabulary;
  const PrimExpr was_not = u({i, zero}) >= p({from({i, zero}), j - 1});
  const tir::StmtId choice = k.if_else(j == 0, k.store(out, place, zero), k.if_else(was_not, k.store(out, place, j)));
  return k.finish("T_get_sample_index", {i, j}, {rows, vocabulary}, k.if_else(is_reached, choice));
}

}  // namespace hammock::lower
