// SPDX-License-Identifier: Apache-2.0
// A kernel made of stages (legalize, 2): each computes a tensor, element by element, from tensors that are there
// already. The order in which stages are made is their order in the kernel.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "expr.h"
#include "hammock/tir/kernel.h"

namespace hammock::lower {

using Dims = std::vector<Prim>;
using Index = std::vector<PrimExpr>;

struct StageTensor {
  Context* context = nullptr;
  tir::BufferId buffer;
  std::string name;
  Dims shape;
  DType dtype;

  PrimExpr operator()(std::span<const PrimExpr> index) const;
  PrimExpr operator()(std::initializer_list<PrimExpr> index) const {
    return (*this)(std::span(index.begin(), index.size()));
  }
  size_t rank() const { return shape.size(); }
  PrimExpr dim(size_t i) const { return {*context, shape[i]}; }
};

// ax0, ax1, ... or i0, i1, ...
std::vector<std::string> numbered(std::string_view prefix, size_t count);

// An axis that a reduction runs over.
struct ReduceAxis {
  std::string name;
  Prim extent;
};

enum class Fold : uint8_t { sum, prod, max, min, any };

class Stages {
 public:
  explicit Stages(std::shared_ptr<Context> context);

  Context& context() const { return *kernel_->context; }
  StageTensor input(std::string_view name, Dims shape, DType dtype);
  // A parameter that is a number.
  PrimExpr scalar(std::string_view name, DType dtype);

  using Element = std::function<PrimExpr(const Index& axes)>;
  StageTensor compute(std::string_view name, Dims shape, std::vector<std::string> axes, const Element& element);
  // With axes ax0, ax1, ...
  StageTensor compute(std::string_view name, const Dims& shape, const Element& element) {
    return compute(name, shape, numbered("ax", shape.size()), element);
  }
  // With axes i0, i1, ...
  StageTensor compute_i(std::string_view name, const Dims& shape, const Element& element) {
    return compute(name, shape, numbered("i", shape.size()), element);
  }

  using Source = std::function<PrimExpr(const Index& axes, const Index& reduced)>;
  StageTensor reduce(Fold fold, std::string_view name, const Dims& shape, std::vector<std::string> axes,
                     const std::vector<ReduceAxis>& reduced, const Source& source);
  StageTensor reduce(Fold fold, std::string_view name, const Dims& shape, const std::vector<ReduceAxis>& reduced,
                     const Source& source) {
    return reduce(fold, name, shape, numbered("ax", shape.size()), reduced, source);
  }
  // Several results at once, `name`_v0 and so on: `combine` gives what they are after one more point.
  using Combine = std::function<std::vector<PrimExpr>(const std::vector<PrimExpr>& so_far, const Index& axes,
                                                      const Index& reduced)>;
  std::vector<StageTensor> reduce(std::string_view name, const Dims& shape, const std::vector<ReduceAxis>& reduced,
                                  const std::vector<PrimExpr>& identities, const Combine& combine);

  // Every element of x to a place of its own.
  StageTensor rearrange(std::string_view name, const StageTensor& x, const Dims& shape, std::vector<std::string> axes,
                        const std::function<Index(const Index& at)>& place);

  // What is written statement by statement: an input that may begin anywhere in memory, an output, loops and stores
  // for a block that says nothing of what it touches.
  StageTensor external_input(std::string_view name, Dims shape, DType dtype);
  StageTensor external_output(std::string_view name, std::string_view block, Dims shape, DType dtype);
  tir::StmtId loop(std::string_view variable, PrimExpr extent, tir::ForKind kind,
                   const std::function<tir::StmtId(PrimExpr)>& body);
  tir::StmtId loop(std::string_view variable, PrimExpr extent, tir::ForKind kind,
                   const std::function<std::vector<tir::StmtId>(PrimExpr)>& body);
  tir::StmtId store(const StageTensor& to, const Index& at, PrimExpr value);
  tir::StmtId evaluate(Prim call);
  // The statements, or an error that says the text.
  tir::StmtId require(PrimExpr condition, std::string_view text, std::span<const tir::StmtId> statements);
  // An argument of a function outside of the kernel.
  Prim array(const StageTensor& x, DType numbers) const;
  void external_block(std::string_view name, std::span<const tir::StmtId> statements);
  void external_block(std::string_view name, std::initializer_list<tir::StmtId> statements) {
    external_block(name, std::span(statements.begin(), statements.size()));
  }

  // Of the block that was made last.
  void annotate(std::string_view key, Attr value);

  void separate_axes(const StageTensor& x, std::vector<int64_t> separators) {
    (*kernel_)[x.buffer].axis_separators = std::move(separators);
  }

  void rename(StageTensor& x, std::string_view name);
  void align(const StageTensor& x, int64_t bytes) { (*kernel_)[x.buffer].alignment = bytes; }

  Prim simplified(Prim e) const;
  Prim widened_conditions(Prim e) const;
  PrimExpr simplified(PrimExpr e) const { return {context(), simplified(e.prim())}; }

  // The kernel: parameters are the inputs in order, the outputs, `symbols`.
  std::shared_ptr<tir::Kernel> finish(std::span<const StageTensor> outputs, std::span<const Prim> symbols);

 private:
  struct Nest {
    std::vector<std::string> names;
    std::vector<Prim> extents;
    size_t data = 0;  // the others are reduced
    tir::Block block;
    Index variables;
  };
  StageTensor buffer(std::string_view name, Dims shape, DType dtype);
  Nest nest(std::string_view name, const Dims& shape, std::vector<std::string> axes,
            const std::vector<ReduceAxis>& reduced, bool is_scalar);
  void add(Nest nest, tir::Suite init, tir::Suite body);
  bool touches_only_scalars(PrimExpr value) const;
  Name block_name(std::string_view name);

  std::shared_ptr<tir::Kernel> kernel_;
  PrimStore& prims_;
  std::vector<tir::StmtId> body_;
  std::vector<tir::BufferId> made_;                            // by stages, in order
  std::unordered_map<uint32_t, std::string> parameter_names_;  // of outputs that are not named after their buffer
  std::unordered_set<std::string> block_names_;
  std::unordered_map<std::string, int> block_count_;  // of names that were made of one
};

}  // namespace hammock::lower
