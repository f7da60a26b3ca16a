// SPDX-License-Identifier: Apache-2.0
#include "hammock/loop/cost.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "hammock/prim/walk.h"
#include "hammock/tir/cost.h"

namespace hammock::loop {
namespace {

using Amount = std::optional<int64_t>;  // none: more than 64 bits, or only a run tells

Amount times(const Amount& a, const Amount& b) {
  int64_t out = 0;
  return a && b && !__builtin_mul_overflow(*a, *b, &out) ? Amount(out) : std::nullopt;
}
Amount plus(const Amount& a, const Amount& b) {
  int64_t out = 0;
  return a && b && !__builtin_add_overflow(*a, *b, &out) ? Amount(out) : std::nullopt;
}
Amount points(const std::vector<Axis>& axes) {
  Amount out = 1;
  for (const Axis& a : axes) out = times(out, a.extent);
  return out;
}

// What depends on one of some axes.
class Depending {
 public:
  Depending(const Context& context, const std::vector<Axis>& axes) : context_(context) {
    for (const Axis& a : axes) depends_.emplace(a.var, true);
  }
  bool operator()(Prim root) {
    operands_first(
        context_.prims, root, [&](Prim e) { return depends_.contains(e); },
        [&](Prim e, const std::vector<Prim>& operands) {
          depends_.emplace(e, std::ranges::any_of(operands, [&](Prim o) { return depends_.at(o); }));
        });
    return depends_.at(root);
  }

 private:
  const Context& context_;
  std::unordered_map<Prim, bool> depends_;
};

// Walks the body once: the operations as often as the axes run, and how often each buffer is accessed.
class WorkOfBody {
 public:
  WorkOfBody(const Context& context, const LoweredKernel& kernel)
      : context_(context), kernel_(kernel), accesses_(kernel.buffers.size(), 0) {
    out_.dtype = kVoid;
    out_.operations = std::visit([this](const auto& body) { return of(body); }, kernel.body);
  }

  KernelWork work() {
    for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
      const Buffer& b = kernel_.buffers[i];
      Amount elements = 1;
      for (size_t d = 0; d < b.shape.size(); ++d) elements = times(elements, b.strides[d] == 0 ? 1 : b.shape[d]);
      if (elements && accesses_[i]) elements = std::min(*elements, *accesses_[i]);
      out_.bytes = plus(out_.bytes, times(elements, b.dtype.bytes())).value_or(out_.bytes);
    }
    return out_;
  }

 private:
  // What several stages need is computed once, and so is, for a point of the outer axes, what does not vary with
  // others: the emitters may do more, which is no use.
  Amount of(const Nest& nest) {
    tir::ElementOperations elements(context_);
    Amount sum = 0;
    const Amount outer = points(nest.outer);
    for (const Stage& s : nest.stages) {
      const Amount runs = times(points(s.axes), outer);
      if (s.combine == Combine::none) access(s.out, runs);
      else sum = plus(sum, runs);
      Depending varying(context_, s.axes);
      const auto count = elements.more(s.body, [&](Prim e) { return varying(e); });
      sum = count ? plus(sum, plus(times(runs, count->varying), times(outer, count->fixed))) : std::nullopt;
      if (s.result) elements.add_element(s.result);
      read(s.body, runs);
      note(context_.prims[s.body].dtype);
    }
    return sum;
  }
  Amount of(const Contraction& c) {
    tir::ElementOperations elements(context_);
    elements.add_element(c.acc);
    const Amount results = times(points(c.batch), times(c.m.extent, c.n.extent));
    // Matrices that repeat along the batch are fewer than that: the buffers' sizes tell.
    access(c.lhs.buffer, times(points(c.batch), times(c.m.extent, c.k)));
    const Amount right = times(points(c.batch), times(c.n.extent, c.k));
    if (c.rhs_element) read(c.rhs_element, right);
    else access(c.rhs.buffer, right);
    access(c.out, results);
    read(c.epilogue, results);
    const DType lhs = kernel_.buffers[c.lhs.buffer].dtype, rhs = kernel_.buffers[c.rhs.buffer].dtype;
    note(lhs.bytes() == rhs.bytes() ? lhs : c.acc_dtype);
    return times(results, plus(times(2, c.k), elements.of(c.epilogue)));
  }
  // Scores, which are scaled, their maximum, exponentials and sums, and what they weigh.
  Amount of(const Attention& a) {
    accesses_.assign(accesses_.size(), std::nullopt);
    note(kernel_.buffers[a.query].dtype);
    if (a.has_sequences()) return std::nullopt;  // their lengths are data
    const Amount scores = times(times(a.batch, a.heads), times(a.q_len, a.kv_len));
    const Amount products = times(2, plus(a.head_size, a.value_size));
    return times(scores, plus(products, a.bias >= 0 ? 7 : 6));
  }
  Amount of(const Code& code) {
    accesses_.assign(accesses_.size(), std::nullopt);
    for (const Buffer& b : kernel_.buffers) {
      if (b.is_output) note(b.dtype);
    }
    const std::optional<Polynomial> all = tir::operations(*code.kernel, {});
    if (!all || all->terms().size() > 1) return std::nullopt;
    if (all->terms().empty()) return 0;
    const auto& [factors, count] = *all->terms().begin();
    return factors.empty() ? Amount(count) : std::nullopt;
  }
  Amount of(const Unwritten&) {
    accesses_.assign(accesses_.size(), std::nullopt);
    return 0;
  }

  void access(uint32_t buffer, const Amount& count) { accesses_[buffer] = plus(accesses_[buffer], count); }
  void read(Prim root, const Amount& count) {
    std::unordered_set<Prim> seen;
    operands_first(
        context_.prims, root, [&](Prim e) { return seen.contains(e); },
        [&](Prim e, const std::vector<Prim>&) {
          seen.insert(e);
          if (context_.prims[e].kind == PrimKind::load) access(context_.prims[e].c, count);
        });
  }
  void note(DType dtype) {
    if (is_first_) out_.dtype = dtype;
    else if (out_.dtype != dtype) out_.dtype = kVoid;
    is_first_ = false;
  }

  const Context& context_;
  const LoweredKernel& kernel_;
  std::vector<Amount> accesses_;  // by buffer; none: of unknown number
  KernelWork out_;
  bool is_first_ = true;
};

}  // namespace

KernelWork work_of(const Context& context, const LoweredKernel& kernel) { return WorkOfBody(context, kernel).work(); }

}  // namespace hammock::loop
