// SPDX-License-Identifier: Apache-2.0
// Whether the parts of buffers, regions, block variables and calls fit together (B2, B11, B16, X3).
#include <algorithm>

#include "hammock/prim/intrinsics.h"
#include "kernel_verifier.h"

namespace hammock {

// A buffer is looked at once, at its own place.
void KernelVerifier::buffer(tir::BufferId id) {
  if (known_buffers_[id.index]) return;
  known_buffers_[id.index] = true;
  const tir::Buffer& b = (*kernel_)[id];
  const Span outer = std::exchange(place_, b.span ? b.span : place_);
  const std::string what = "buffer " + name(id);
  auto integer = [&](Prim p, std::string_view part) {
    const DType dtype = context_.prims[p].dtype;
    if (!dtype.is_integral() || !dtype.is_scalar())
      report(Diag::bad_kernel, std::string(part) + " of " + what + " is an integer, not " + to_string(dtype));
  };
  for (size_t d = 0; d < b.shape.size(); ++d) {
    integer(b.shape[d], "a dim");
    if (std::optional<int64_t> extent = context_.prims.constant(b.shape[d]); extent && *extent < 0)
      report(Diag::bad_kernel, "dim " + std::to_string(d) + " of " + what + " is " + std::to_string(*extent));
  }
  if (b.elem_offset) integer(b.elem_offset, "the offset");
  if (!b.strides.empty() && b.strides.size() != b.shape.size())
    report(Diag::bad_kernel, what + " of rank " + std::to_string(b.shape.size()) + " has " +
                                 std::to_string(b.strides.size()) + (b.strides.size() == 1 ? " stride" : " strides"));
  if (b.alignment < 1) report(Diag::bad_kernel, what + " is aligned to " + std::to_string(b.alignment) + " bytes");
  if (b.offset_factor < 1)
    report(Diag::bad_kernel, "the offset of " + what + " is a multiple of " + std::to_string(b.offset_factor));
  place_ = outer;
}

// The reader holds dtype, scope, rank and dims against each other.
void KernelVerifier::match(const tir::MatchBuffer& m) {
  const tir::Buffer &target = (*kernel_)[m.target], &source = (*kernel_)[m.source.buffer];
  if (target.alignment > 0 && source.alignment % target.alignment != 0)
    report(Diag::bad_kernel, "buffer " + name(m.target) + " is aligned to " + std::to_string(target.alignment) +
                                 " bytes, but " + name(m.source.buffer) + ", which it is a part of, to " +
                                 std::to_string(source.alignment));
  if (target.kind != tir::BufferKind::plain || source.kind != tir::BufferKind::plain)
    report(Diag::bad_kernel, "neither buffer " + name(m.target) + " nor " + name(m.source.buffer) +
                                 ", which it is a part of, may broadcast (buffer_type=\"auto\")");
}

void KernelVerifier::domain(const tir::IterVar& v) {
  const DType dtype = context_.prims[v.var].dtype;
  for (Prim p : {v.domain.min, v.domain.extent}) {
    if (!p || context_.prims[p].dtype == dtype) continue;
    report(Diag::bad_kernel, "block variable " + name(v.var) + " is " + to_string(dtype) + ", but its domain is " +
                                 to_string(context_.prims[p].dtype));
    return;
  }
}

void KernelVerifier::index(tir::BufferId b, Prim index, bool is_store) {
  const DType dtype = context_.prims[index].dtype;
  if (dtype.is_integral()) return;
  // A block that states its regions may have such an index, and a kernel without blocks: TVM takes both, and
  // kernel_warnings.cpp warns of them. No region can be found of one.
  if (around_.empty() || (is_store ? around_.back()->has_writes : around_.back()->has_reads)) return;
  report(Diag::bad_kernel, "an index of buffer " + name(b) + " is an integer, not " + to_string(dtype));
}

void KernelVerifier::constant_data(const tir::Stmt& s) {
  int64_t count = 1;
  for (Prim p : kernel_->list(s)) {
    const std::optional<int64_t> extent = context_.prims.constant(p);
    if (!extent || __builtin_mul_overflow(count, *extent, &count)) return;
  }
  int64_t given = 1;
  for (int64_t d : context_[s.data].shape) given *= d;
  if (given != count)
    report(Diag::bad_kernel, name(s.var) + " has " + std::to_string(count) + (count == 1 ? " element" : " elements") +
                                 ", but " + std::to_string(given) + (given == 1 ? " is given" : " are given"));
}

void KernelVerifier::cast(Prim e) {
  const PrimNode& n = context_.prims[e];
  const DType from = context_.prims[n.lhs()].dtype;
  if (from.lanes != n.dtype.lanes)
    report(Diag::bad_kernel, "a cast from " + to_string(from) + " to " + to_string(n.dtype) + " changes the lanes");
}

void KernelVerifier::call(Prim e) {
  const PrimNode& n = context_.prims[e];
  const std::string_view function = context_.text(n.name());
  const std::span<const Prim> args = context_.prims.call_args(e);
  if (function.starts_with('@') && !module_.find(function.substr(1)))
    report(Diag::unknown_function, "the module has no function '" + std::string(function.substr(1)) + "'");
  const IntrinsicRow* row = intrinsic_of(context_, e);
  if (!row || !row->operands.holds(args.size())) return;
  switch (row->intrinsic) {
    case Intrinsic::vload: predicate(args[1], n.dtype.lanes); break;
    case Intrinsic::address_of:
      if (context_.prims[args[0]].kind != PrimKind::load)
        report(Diag::bad_kernel, "T.address_of takes an element of a buffer");
      break;
    case Intrinsic::Shuffle: {
      const auto vectors = static_cast<size_t>(context_.prims.constant(args.back()).value_or(0));
      if (vectors >= args.size()) break;
      int64_t lanes = 0;
      for (Prim p : args.first(vectors)) lanes += context_.prims[p].dtype.lanes;
      for (Prim p : args.subspan(vectors, args.size() - vectors - 1)) {
        const std::optional<int64_t> lane = context_.prims.constant(p);
        if (lane && (*lane < 0 || *lane >= lanes))
          report(Diag::bad_kernel, "T.Shuffle takes lane " + std::to_string(*lane) + " of " + std::to_string(lanes));
      }
      break;
    }
    default: break;
  }
}

}  // namespace hammock
