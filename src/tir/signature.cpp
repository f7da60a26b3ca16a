// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/signature.h"

#include "hammock/prim/symbols.h"
#include "hammock/tir/effects.h"

namespace hammock::tir {
namespace {

class Signature {
 public:
  explicit Signature(const Kernel& kernel) : kernel_(kernel), context_(*kernel.context) {}

  StructInfo run() {
    std::vector<StructInfo> params;
    for (const Parameter& p : kernel_.params) params.push_back(p.buffer ? tensor(kernel_[p.buffer]) : scalar(p));
    const StructInfo result = kernel_.has_result ? context_.infos.prim(kernel_.result) : context_.infos.void_();
    return context_.infos.function(params, result, is_pure(kernel_));
  }

 private:
  StructInfo scalar(const Parameter& p) {
    const DType dtype = context_.prims[p.var].dtype;
    const auto variable = kernel_.variables.find(p.var.index);
    const bool is_pointer = variable != kernel_.variables.end() && variable->second.is_pointer;
    return dtype.code == DType::Code::handle && !is_pointer ? context_.infos.object() : context_.infos.prim(dtype);
  }

  StructInfo tensor(const Buffer& b) {
    PrimStore& prims = context_.prims;
    std::vector<Prim> dims;
    for (Prim written : b.shape) {
      for (Prim symbol : free_symbols(context_, written)) {
        const Name hint = kernel_.hint(symbol);
        const PrimNode n = prims[symbol];
        auto [at, is_new] = symbols_.try_emplace(symbol, symbol);
        if (is_new && hint != n.name()) at->second = prims.var(hint, n.dtype, n.is_size_var);
      }
      const Prim dim = substitute(context_, written, symbols_);
      const std::optional<int64_t> number = prims.constant(dim);
      dims.push_back(number                       ? prims.integer(*number)
                     : prims[dim].dtype == kInt64 ? dim
                                                  : prims.node(PrimKind::cast, kInt64, dim));
    }
    return context_.infos.tensor(dims, b.dtype);
  }

  const Kernel& kernel_;
  Context& context_;
  PrimMap symbols_;
};

}  // namespace

StructInfo signature(const Kernel& kernel) { return Signature(kernel).run(); }

}  // namespace hammock::tir
