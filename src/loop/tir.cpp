// SPDX-License-Identifier: Apache-2.0
// Kernels of the loop form as kernels of TIR: a block for every stage.
//
//   store        for the axes: out[index] = value
//   reduction    for the axes: init, then the combination with a buffer between, which has a place for every point of
//                the axes around; directly with the output if that is all that becomes of it
//   contraction  a sum of products, then what is computed of it, as a block of its own if that is more than to store it
//   code         as it is; what lies otherwise than its parameters say becomes a view
//   attention    scores, their largest, weights, their sum, the weighted values, and those divided by the sum
//
// Blocks are named after the operators that the kernel holds.
#include "hammock/loop/tir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/base/diagnostic.h"
#include "hammock/prim/symbols.h"
#include "hammock/tir/complete.h"
#include "hammock/tir/walk.h"
#include "tir_expression.h"
#include "tir_value.h"
#include "views.h"

namespace hammock::loop {
namespace {

using tir::BufferId;
using tir::IterKind;
using tir::StmtId;
using tir::StmtKind;
using tir::Suite;

struct Loop {
  Axis axis;
  IterKind kind = IterKind::spatial;
  std::string name;
};

// Where a value goes: a buffer of the loop form, or a temporary whose indices are variables of the loop form.
struct Target {
  const Access* access = nullptr;
  std::vector<Prim> index;
};

class Writer {
 public:
  Writer(std::shared_ptr<Context> context, const TirSignature& signature)
      : kernel_(std::make_shared<tir::Kernel>(std::move(context))),
        context_(*kernel_->context),
        prims_(context_.prims),
        signature_(signature),
        expressions_(*kernel_) {
    for (const TirParameter& p : signature.params) {
      const BufferId buffer = new_buffer(p.name, p.dtype, p.shape);
      params_.push_back(buffer);
      kernel_->params.push_back({prims_.var(context_.name(p.name + "_handle"), kHandle), buffer});
    }
  }

  std::shared_ptr<const tir::Kernel> run(const LoweredKernel& kernel) {
    loop_ = &kernel;
    if (const auto* code = std::get_if<Code>(&kernel.body)) return of_code(*code);
    for (size_t i = 0; i < kernel.buffers.size(); ++i) {
      const Buffer& b = kernel.buffers[i];
      expressions_.accesses.push_back(access(signature_.places[i], b.dtype, b.shape, b.strides));
    }
    std::visit([&](const auto& body) { write(body); }, kernel.body);
    return finish();
  }

  std::shared_ptr<const tir::Kernel> run(const IndexCheck& check) {
    write(check);
    return finish();
  }

 private:
  // ---- buffers ----
  BufferId new_buffer(const std::string& name, DType dtype, std::span<const int64_t> shape, BufferId of = {}) {
    tir::Buffer b;
    b.name = context_.name(name);
    b.dtype = dtype;
    for (int64_t d : shape) b.shape.push_back(prims_.integer(d, kInt64));
    b.elem_offset = prims_.integer(0, shape.empty() ? kInt32 : kInt64);
    if (of) {
      b.data = (*kernel_)[of].data;
    } else {
      b.data = prims_.var(b.name, kHandle);
      kernel_->variables[b.data.index] = {{}, true, dtype.is_boolean() ? kInt8 : dtype, context_.name("global")};
    }
    return kernel_->add(std::move(b));
  }

  // A buffer that lives as long as the kernel runs.
  const Access* temporary(const std::string& name, DType dtype, std::span<const Loop> loops) {
    Access a;
    a.dtype = dtype;
    for (const Loop& l : loops) {
      a.indices.push_back({0, {{static_cast<uint32_t>(a.extents.size()), 1}}});
      a.extents.push_back(l.axis.extent);
    }
    a.buffer = new_buffer(name, dtype, a.extents);
    allocations_.push_back(a.buffer);
    temporaries_.push_back(std::make_unique<Access>(std::move(a)));
    return temporaries_.back().get();
  }

  // A view of a parameter: by index arithmetic if its dims are dims of the parameter, or runs along them, each of which
  // stays inside; else by a buffer with strides on the same data.
  Access access(const TirPlace& place, DType dtype, const Dims& shape, const Dims& strides) {
    Access a;
    a.dtype = dtype;
    a.extents = shape;
    a.buffer = params_[place.parameter];
    if (along_dims(a, place.offset, signature_.params[place.parameter].shape, strides)) return a;
    a.indices.clear();
    for (uint32_t d = 0; d < shape.size(); ++d) a.indices.push_back({0, {{d, 1}}});
    a.buffer = new_buffer(signature_.params[place.parameter].name + "_view", dtype, shape, a.buffer);
    tir::Buffer& b = (*kernel_)[a.buffer];
    if (shape.empty() || strides != contiguous_strides(shape)) {
      for (int64_t s : strides) b.strides.push_back(prims_.integer(s, kInt64));
    }
    b.elem_offset = prims_.integer(place.offset, shape.empty() ? kInt32 : kInt64);
    views_.push_back(a.buffer);
    return a;
  }

  static bool along_dims(Access& a, int64_t offset, const Dims& shape, const Dims& strides) {
    const Dims below = contiguous_strides(shape);
    for (size_t k = 0; k < shape.size(); ++k) {
      a.indices.push_back({below[k] == 0 ? 0 : offset / below[k], {}});
      if (below[k] != 0) offset %= below[k];
    }
    if (offset != 0) return false;
    for (uint32_t d = 0; d < strides.size(); ++d) {
      int64_t stride = strides[d];
      for (size_t k = 0; k < shape.size(); ++k) {
        if (shape[k] == 1 || below[k] == 0 || std::abs(stride) < below[k]) continue;
        if (a.extents[d] > 1) a.indices[k].terms.push_back({d, stride / below[k]});
        stride %= below[k];
      }
      if (stride != 0 && a.extents[d] > 1) return false;
    }
    for (size_t k = 0; k < shape.size(); ++k) {
      Interval range{a.indices[k].constant, a.indices[k].constant};
      for (auto [d, factor] : a.indices[k].terms) range = range + Interval{0, a.extents[d] - 1} * factor;
      if (!range.within(0, shape[k] - 1)) return false;
    }
    return true;
  }

  // ---- statements ----
  Suite suite(std::span<const tir::Stmt> lets, tir::Stmt last) {
    Suite out = suite_of(kernel_->add(std::move(last)));
    for (size_t i = lets.size(); i-- > 0;) {
      tir::Stmt let = lets[i];
      let.body = out;
      out = suite_of(kernel_->add(std::move(let)));
    }
    return out;
  }
  Suite suite_of(StmtId only) { return kernel_->add(std::span<const StmtId>(&only, 1)); }

  tir::Stmt store_stmt(const Access& a, std::span<const Prim> at, Prim value) {
    tir::Stmt s;
    s.kind = StmtKind::store;
    s.buffer = a.buffer;
    s.value = value;
    kernel_->set_list(s, expressions_.index(a, at));
    return s;
  }

  // `fill` gives the block its body, with the axes bound to the block's variables.
  template <class Fill>
  void block(std::string_view name, std::span<const Loop> loops, Fill&& fill) {
    tir::Block b;
    b.name = context_.name(name);
    std::vector<Prim> vars;
    const Prim zero = prims_.integer(0, kInt64);
    for (const Loop& l : loops) {
      vars.push_back(prims_.var(context_.name(l.name), kInt64));
      Prim v = prims_.var(context_.name("v_" + l.name), kInt64);
      b.vars.push_back({v, {zero, prims_.integer(l.axis.extent, kInt64)}, l.kind, {}});
      expressions_.math.set_extent(v, l.axis.extent);
      expressions_.bind(l.axis.var, v);
    }
    b.values = vars;
    if (loops.empty()) {  // a block without variables would be the root
      b.vars.push_back({prims_.var(context_.name("v_i"), kInt64), {zero, prims_.integer(1, kInt64)}, {}, {}});
      b.values.push_back(zero);
    }
    if (prepare_) prepare_();
    fill(b);
    tir::Stmt s;
    s.kind = StmtKind::block;
    s.number = static_cast<uint32_t>(kernel_->blocks.size());
    kernel_->blocks.push_back(std::move(b));
    StmtId id = kernel_->add(std::move(s));
    for (size_t i = loops.size(); i-- > 0;) {
      tir::Stmt loop;
      loop.kind = StmtKind::loop;
      loop.var = vars[i];
      loop.min = zero;
      loop.value = prims_.integer(loops[i].axis.extent, kInt64);
      loop.body = suite_of(id);
      id = kernel_->add(std::move(loop));
    }
    top_.push_back(id);
  }

  void store(std::string_view name, std::span<const Loop> loops, const Target& to, Prim value) {
    block(name, loops, [&](tir::Block& b) {
      std::vector<tir::Stmt> lets;
      std::vector<Prim> roots = to.index;
      roots.push_back(value);
      roots = expressions_.convert(roots, lets);
      b.body = suite(lets, store_stmt(*to.access, std::span(roots).first(to.index.size()), roots.back()));
    });
  }

  // `made(lets)` is the element that is combined, in terms of the block; without any, the initial value is all.
  template <class Made>
  void reduce(std::string_view name, std::vector<Loop> loops, std::span<const Loop> reduced, const Target& to,
              Prim init, Combine how, OfNan nan, Made&& made) {
    const bool is_empty = std::ranges::any_of(reduced, [](const Loop& l) { return l.axis.extent == 0; });
    if (is_empty) return store(name, loops, to, init);
    loops.insert(loops.end(), reduced.begin(), reduced.end());
    block(name, loops, [&](tir::Block& b) {
      auto assign = [&](auto&& value) {
        std::vector<tir::Stmt> lets;
        std::vector<Prim> at = expressions_.convert(to.index, lets);
        Prim v = value(lets, at);
        return suite(lets, store_stmt(*to.access, at, v));
      };
      b.has_init = true;
      b.init = assign([&](auto& lets, auto&) { return expressions_.convert(std::array{init}, lets)[0]; });
      b.body = assign([&](auto& lets, auto& at) {
        Prim old = expressions_.load(*to.access, at), value = made(lets);
        if (how == Combine::sum) return prims_.node(PrimKind::add, to.access->dtype, old, value);
        if (how == Combine::product) return prims_.node(PrimKind::mul, to.access->dtype, old, value);
        if (nan != OfNan::keep) {
          if (nan == OfNan::skip) std::swap(old, value);
          return prims_.node(how == Combine::max ? PrimKind::max : PrimKind::min, to.access->dtype, old, value);
        }
        if (prims_[value].kind != PrimKind::load) value = expressions_.named(value, lets);
        return expressions_.extreme(how == Combine::max, old, value);
      });
    });
  }

  std::string operator_name(size_t i, const char* otherwise) const {
    return i < signature_.operators.size() ? signature_.operators[i] : otherwise;
  }
  std::string last_name() const { return signature_.operators.empty() ? "store" : signature_.operators.back(); }

  static std::vector<Loop> loops_of(std::span<const Axis> axes, IterKind kind, const char* name, size_t from = 0) {
    std::vector<Loop> out;
    for (const Axis& a : axes) out.push_back({a, kind, name + std::to_string(from++)});
    return out;
  }
  Axis new_axis(int64_t extent) { return {prims_.var(context_.name("i"), kInt64), extent}; }
  static std::vector<Prim> vars_of(std::span<const Loop> loops) {
    std::vector<Prim> out;
    for (const Loop& l : loops) out.push_back(l.axis.var);
    return out;
  }
  // The element of a temporary at the variables of the block that stand for those of the loops.
  Prim element(const Access* a, std::span<const Loop> loops) {
    std::vector<tir::Stmt> none;
    return expressions_.load(*a, expressions_.convert(vars_of(loops), none));
  }

  void write(const Nest& nest);
  bool is_stored_only(const Nest& nest, size_t stage) const;
  bool uses(Prim root, Prim var) const;
  void write(const Contraction& c);
  Access factor(const Factor& f, const Contraction& c, std::span<const int64_t> rest, std::span<const int64_t> strides);
  Prim window_element(const Contraction& c, const Access& rhs, std::vector<Prim> batch, std::span<const Prim> pixel,
                      std::span<const Prim> tap);
  // Of each query of packed sequences: key j is visible if first <= j < end.
  struct VisibleKeys {
    const Access *first, *end;
  };
  VisibleKeys visible_keys(const Attention& a, const Loop& query);
  void write(const Attention& a);
  void write(const Code&) {}
  void write(const Unwritten&);
  void write(const IndexCheck& check);
  Prim is_in(const IndexRange& range, Prim index, std::span<const Prim> at);
  std::shared_ptr<const tir::Kernel> of_code(const Code& code);
  void replace(tir::Kernel& kernel, Prim pointer, Prim by);

  std::shared_ptr<const tir::Kernel> finish() {
    kernel_->body = kernel_->add(top_);
    for (size_t i = views_.size(); i-- > 0;) {
      if (!expressions_.is_used(views_[i])) continue;
      tir::Stmt s;
      s.kind = StmtKind::declare;
      s.buffer = views_[i];
      s.body = kernel_->body;
      kernel_->body = suite_of(kernel_->add(std::move(s)));
    }
    kernel_->name = context_.name(signature_.name);
    kernel_->is_private = true;
    kernel_->attrs = context_.sorted_dict({{context_.name("tir.noalias"), context_.attrs.prim(prims_.boolean(true))}});
    Diagnostics diagnostics;
    tir::complete(*kernel_, allocations_, diagnostics);
    HAMMOCK_CHECK(!diagnostics.has_errors(), "a kernel whose regions cannot be found");
    return kernel_;
  }

  std::shared_ptr<tir::Kernel> kernel_;
  Context& context_;
  PrimStore& prims_;
  const TirSignature& signature_;
  const LoweredKernel* loop_ = nullptr;
  TirExpressions expressions_;
  std::vector<BufferId> params_, views_, allocations_;
  std::vector<std::unique_ptr<Access>> temporaries_;
  std::vector<StmtId> top_;
  std::function<void()> prepare_;  // in a block, when its axes are bound: what else the expressions need
};

// ---- nests ----

bool Writer::uses(Prim root, Prim var) const {
  std::vector<Prim> open{root}, operands;
  std::unordered_map<uint32_t, bool> seen;
  while (!open.empty()) {
    Prim e = open.back();
    open.pop_back();
    if (e == var) return true;
    if (!e || !seen.emplace(e.index, true).second) continue;
    operands.clear();
    prims_.operands(e, operands);
    open.insert(open.end(), operands.begin(), operands.end());
  }
  return false;
}

// The next stage stores the result as it is, and nobody else reads it.
bool Writer::is_stored_only(const Nest& nest, size_t k) const {
  if (k + 1 >= nest.stages.size()) return false;
  const Stage &stage = nest.stages[k], &next = nest.stages[k + 1];
  if (next.combine != Combine::none || !next.axes.empty() || next.body != stage.result) return false;
  if (std::ranges::any_of(next.index, [&](Prim e) { return uses(e, stage.result); })) return false;
  return std::ranges::none_of(std::span(nest.stages).subspan(k + 2), [&](const Stage& s) {
    return uses(s.body, stage.result) || uses(s.init, stage.result) ||
           std::ranges::any_of(s.index, [&](Prim e) { return uses(e, stage.result); });
  });
}

void Writer::write(const Nest& nest) {
  const std::vector<Loop> outer = loops_of(nest.outer, IterKind::spatial, "ax");
  struct Result {
    Prim var;
    const Access* at;
  };
  std::vector<Result> results;
  prepare_ = [&] {
    for (const Result& r : results) expressions_.bind(r.var, element(r.at, outer));
  };
  for (size_t k = 0; k < nest.stages.size(); ++k) {
    const Stage& stage = nest.stages[k];
    if (stage.combine == Combine::none) {
      std::vector<Loop> loops = outer;
      for (const Loop& l : loops_of(stage.axes, IterKind::spatial, "ax", outer.size())) loops.push_back(l);
      store(last_name(), loops, {&expressions_.accesses[stage.out], stage.index}, stage.body);
      continue;
    }
    const std::string name(kCombineNames[static_cast<size_t>(stage.combine)]);
    const std::vector<Loop> reduced = loops_of(stage.axes, IterKind::reduce, "k");
    const bool is_direct = is_stored_only(nest, k);
    Target to;
    if (is_direct) {
      to = {&expressions_.accesses[nest.stages[k + 1].out], nest.stages[k + 1].index};
    } else {
      to = {temporary(name, prims_[stage.result].dtype, outer), vars_of(outer)};
    }
    reduce(is_direct ? last_name() : name, outer, reduced, to, stage.init, stage.combine, stage.nan,
           [&](auto& lets) { return expressions_.convert(std::array{stage.body}, lets)[0]; });
    if (is_direct) ++k;
    else results.push_back({stage.result, to.access});
  }
  prepare_ = nullptr;
}

// ---- contractions ----

// Sums of floats below 32 bits are kept in float32 and rounded once, as the JIT does.
DType dtype_of_sums(const Contraction& c) { return c.acc_dtype.is_narrow_float() ? kFloat32 : c.acc_dtype; }

// A factor as a view of its memory: the batch, then the rest.
Access Writer::factor(const Factor& f, const Contraction& c, std::span<const int64_t> rest,
                      std::span<const int64_t> strides) {
  Dims shape, all = f.batch_strides;
  for (const Axis& a : c.batch) shape.push_back(a.extent);
  shape.insert(shape.end(), rest.begin(), rest.end());
  all.insert(all.end(), strides.begin(), strides.end());
  return access(signature_.places[f.buffer], loop_->buffers[f.buffer].dtype, shape, all);
}

// The element of the image under a tap (channel, place..) of the window at a pixel, or 0 beside the image.
Prim Writer::window_element(const Contraction& c, const Access& rhs, std::vector<Prim> at, std::span<const Prim> pixel,
                            std::span<const Prim> tap) {
  const Window& w = c.window;
  const DType dtype = dtype_of_sums(c);
  IndexMath& math = expressions_.math;
  Prim inside;
  auto position = [&](Prim out, int64_t stride, Prim in, int64_t dilation, int64_t pad, int64_t extent) {
    Prim p = prims_.sub(math.add(math.mul(out, stride), math.mul(in, dilation)), math.constant(pad));
    const auto range = math.range(p);
    auto require = [&](Prim test) { inside = inside ? prims_.node(PrimKind::logical_and, kBool, inside, test) : test; };
    if (!range || range->low < 0) require(prims_.node(PrimKind::le, kBool, math.constant(0), p));
    if (!range || range->high >= extent) require(prims_.node(PrimKind::lt, kBool, p, math.constant(extent)));
    return p;
  };
  at.push_back(tap[0]);
  const size_t h = w.has_depth() ? 1 : 0;
  if (w.has_depth()) at.push_back(position(pixel[0], w.stride_d, tap[1], w.dilation_d, w.pad_front, w.depth));
  at.push_back(position(pixel[h], w.stride_h, tap[h + 1], w.dilation_h, w.pad_top, w.height));
  at.push_back(position(pixel[h + 1], w.stride_w, tap[h + 2], w.dilation_w, w.pad_left, w.width));
  Prim element = expressions_.cast(expressions_.load(rhs, at), dtype);
  if (!inside) return element;
  Prim zero = dtype.is_any_float() ? prims_.real(0, dtype) : prims_.integer(0, dtype);
  return expressions_.call("if_then_else", dtype, {inside, element, zero});
}

void Writer::write(const Contraction& c) {
  const Window& w = c.window;
  const DType dtype = dtype_of_sums(c);
  std::vector<Loop> loops = loops_of(c.batch, IterKind::spatial, "b");
  const size_t batch = loops.size();
  loops.push_back({c.m, IterKind::spatial, "i"});
  std::vector<Loop> reduced;
  Access lhs, rhs;
  if (w.is_plain) {
    loops.push_back({c.n, IterKind::spatial, "j"});
    reduced.push_back({new_axis(c.k), IterKind::reduce, "k"});
    lhs = factor(c.lhs, c, std::array{c.m.extent, c.k}, std::array{c.lhs.row_stride, c.lhs.col_stride});
    rhs = factor(c.rhs, c, std::array{c.k, c.n.extent}, std::array{c.rhs.row_stride, c.rhs.col_stride});
  } else {
    if (w.has_depth()) loops.push_back({new_axis(w.out_d), IterKind::spatial, "zz"});
    loops.push_back({new_axis(w.out_h), IterKind::spatial, "yy"});
    loops.push_back({new_axis(w.out_w), IterKind::spatial, "xx"});
    reduced.push_back({new_axis(w.channels), IterKind::reduce, "rc"});
    if (w.has_depth()) reduced.push_back({new_axis(w.kernel_d), IterKind::reduce, "rz"});
    reduced.push_back({new_axis(w.kernel_h), IterKind::reduce, "ry"});
    reduced.push_back({new_axis(w.kernel_w), IterKind::reduce, "rx"});
    const int64_t k = c.lhs.col_stride;
    // Of the channels, then of the dims of the image or the kernel, without a depth if there is none.
    const auto dims = [&](int64_t channels, int64_t d, int64_t height, int64_t width) {
      return w.has_depth() ? Dims{channels, d, height, width} : Dims{channels, height, width};
    };
    Dims extents = dims(w.channels, w.kernel_d, w.kernel_h, w.kernel_w),
         strides = dims(c.lhs.channel_stride, k * w.kernel_h * w.kernel_w, k * w.kernel_w, k);
    extents.insert(extents.begin(), c.m.extent);
    strides.insert(strides.begin(), c.lhs.row_stride);
    lhs = factor(c.lhs, c, extents, strides);
    rhs = factor(c.rhs, c, dims(w.channels, w.depth, w.height, w.width),
                 dims(w.channel_stride, w.slice_stride, w.row_stride, w.col_stride));
  }
  const size_t spatial = w.has_depth() ? 3 : 2;  // axes of a window
  prepare_ = [&] {                               // the variable n, which the loops over rows and columns stand for
    if (w.is_plain) return;
    std::vector<tir::Stmt> none;
    const std::array all{w.out_d, w.out_h, w.out_w};
    std::vector<Prim> pixel;
    for (size_t i = 0; i < spatial; ++i) pixel.push_back(loops[batch + 1 + i].axis.var);
    const std::vector<Prim> at = expressions_.convert(pixel, none);
    expressions_.bind(c.n.var, expressions_.math.flatten(at, std::span(all).last(spatial)));
  };
  auto product = [&](auto&) {
    std::vector<tir::Stmt> none;
    std::vector<Prim> at = expressions_.convert(vars_of(loops), none), k = expressions_.convert(vars_of(reduced), none);
    std::vector<Prim> left(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(batch) + 1), right(left);
    right.pop_back();
    left.insert(left.end(), k.begin(), k.end());
    Prim a = expressions_.cast(expressions_.load(lhs, left), dtype), b;
    if (w.is_plain) {
      right.push_back(k[0]);
      right.push_back(at.back());
      b = expressions_.cast(expressions_.load(rhs, right), dtype);
    } else {
      b = window_element(c, rhs, right, std::span(at).last(spatial), k);
    }
    return prims_.node(PrimKind::mul, dtype, a, b);
  };
  const Access& out = expressions_.accesses[c.out];
  const bool is_direct = c.epilogue == c.acc && out.dtype == dtype;
  const Prim zero = dtype.is_any_float() ? prims_.real(0, dtype) : prims_.integer(0, dtype);
  const std::string name = operator_name(0, "contraction");
  Target to{&out, c.index};
  if (!is_direct) to = {temporary(name, dtype, loops), vars_of(loops)};
  reduce(name, loops, reduced, to, zero, Combine::sum, OfNan::keep, product);
  if (is_direct) return;
  prepare_ = [&, bind_pixel = prepare_] {
    bind_pixel();
    expressions_.bind(c.acc, expressions_.cast(element(to.access, loops), c.acc_dtype));
  };
  store(signature_.operators.size() > 1 ? last_name() : "store", loops, {&out, c.index}, c.epilogue);
  prepare_ = nullptr;
}

// ---- attention ----

// A query lies in one sequence at most, so that a sum over all of them has what is said of that one.
Writer::VisibleKeys Writer::visible_keys(const Attention& a, const Loop& query) {
  const auto q_buffer = static_cast<uint32_t>(a.starts_q), kv_buffer = static_cast<uint32_t>(a.starts_kv);
  const Loop sequence{new_axis(loop_->buffers[q_buffer].shape[0] - 1), IterKind::reduce, "s"};
  auto number = [&](int64_t n) { return prims_.integer(n, kInt64); };
  auto node = [&](PrimKind kind, Prim x, Prim y) { return prims_.node(kind, kInt64, x, y); };
  auto var = [&](const Loop& l) {
    std::vector<tir::Stmt> none;
    return expressions_.convert(std::array{l.axis.var}, none)[0];
  };
  auto start = [&](uint32_t buffer, int64_t offset) {
    const Prim at = prims_.add(var(sequence), number(offset));
    return expressions_.cast(expressions_.load(expressions_.accesses[buffer], std::array{at}), kInt64);
  };
  auto sum = [&](const char* name, auto&& of_sequence) {
    const Target to{temporary(name, kInt64, std::array{query}), vars_of(std::array{query})};
    reduce(name, {query}, std::array{sequence}, to, number(0), Combine::sum, OfNan::keep, [&](auto&) {
      const Prim q = start(q_buffer, 0), q_end = start(q_buffer, 1), kv = start(kv_buffer, 0),
                 kv_end = start(kv_buffer, 1);
      const Prim is_in = prims_.node(PrimKind::logical_and, kBool, prims_.node(PrimKind::le, kBool, q, var(query)),
                                     prims_.node(PrimKind::lt, kBool, var(query), q_end));
      // Behind the last key that the mask leaves.
      Prim behind = prims_.add(node(PrimKind::sub, var(query), q), number(1));
      if (a.mask == Attention::Mask::bottom_right)
        behind =
            prims_.add(behind, node(PrimKind::sub, node(PrimKind::sub, kv_end, kv), node(PrimKind::sub, q_end, q)));
      return prims_.node(PrimKind::select, kInt64, is_in, of_sequence(kv, kv_end, prims_.add(kv, behind)), number(0));
    });
    return to.access;
  };
  VisibleKeys out;
  out.first = sum("first", [&](Prim kv, Prim, Prim behind) {
    return a.window < Attention::kAll ? prims_.max(kv, node(PrimKind::sub, behind, number(a.window))) : kv;
  });
  out.end = sum("end", [&](Prim, Prim kv_end, Prim behind) {
    return a.mask == Attention::Mask::none ? kv_end : prims_.min(kv_end, behind);
  });
  return out;
}

void Writer::write(const Attention& a) {
  const DType d = loop_->buffers[a.query].dtype == kFloat64 ? kFloat64 : kFloat32;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto spatial = [&](int64_t extent, const char* name) { return Loop{new_axis(extent), IterKind::spatial, name}; };
  auto node = [&](PrimKind kind, Prim x, Prim y) { return prims_.node(kind, d, x, y); };
  const std::vector<Loop> rows{spatial(a.batch, "b"), spatial(a.heads, "h"), spatial(a.q_len, "i")};
  const Loop key = spatial(a.kv_len, "j"), value = spatial(a.value_size, "e"), size = spatial(a.head_size, "d");
  auto with = [&](const Loop& last) {
    std::vector<Loop> out = rows;
    out.push_back(last);
    return out;
  };
  auto reduced = [](Loop l) {
    l.kind = IterKind::reduce;
    return std::vector<Loop>{l};
  };
  auto var = [&](const Loop& l) {
    std::vector<tir::Stmt> none;
    return expressions_.convert(std::array{l.axis.var}, none)[0];
  };
  auto operand = [&](uint32_t buffer, Prim sequence, Prim head, Prim place) {
    return expressions_.cast(
        expressions_.load(expressions_.accesses[buffer], std::array{var(rows[0]), sequence, head, place}), d);
  };
  auto kv_head = [&] { return expressions_.math.quotient(var(rows[1]), a.heads / a.kv_heads); };
  const std::vector<Prim> at_row = vars_of(rows);
  const std::vector<Loop> all_scores = with(key), all_values = with(value);
  const Target score{temporary("score", d, all_scores), vars_of(all_scores)},
      largest{temporary("largest", d, rows), at_row}, weight{temporary("weight", d, all_scores), vars_of(all_scores)},
      total{temporary("total", d, rows), at_row}, product{temporary("product", d, all_values), vars_of(all_values)};
  reduce("score", all_scores, reduced(size), score, prims_.real(0, d), Combine::sum, OfNan::keep, [&](auto&) {
    return node(PrimKind::mul, operand(a.query, var(rows[2]), var(rows[1]), var(size)),
                operand(a.key, var(key), kv_head(), var(size)));
  });
  const std::optional<VisibleKeys> of_sequences =
      a.has_sequences() ? std::optional(visible_keys(a, rows[2])) : std::nullopt;
  // The last key that a query may see.
  const int64_t ahead = a.mask == Attention::Mask::bottom_right ? a.kv_len - a.q_len : 0;
  auto last = [&] { return prims_.add(var(rows[2]), prims_.integer(ahead, kInt64)); };
  auto both = [&](Prim x, Prim y) { return prims_.node(PrimKind::logical_and, kBool, x, y); };
  auto end_of_seen = [&] { return element(of_sequences->end, std::array{rows[2]}); };
  auto first_seen = [&] {
    return of_sequences ? element(of_sequences->first, std::array{rows[2]})
                        : prims_.add(last(), prims_.integer(1 - a.window, kInt64));
  };
  auto where_seen = [&](Prim e, double otherwise) {
    if (!of_sequences && a.mask == Attention::Mask::none) return e;
    Prim is_seen = of_sequences ? prims_.node(PrimKind::lt, kBool, var(key), end_of_seen())
                                : prims_.node(PrimKind::le, kBool, var(key), last());
    if (of_sequences || a.window < Attention::kAll)
      is_seen = both(prims_.node(PrimKind::le, kBool, first_seen(), var(key)), is_seen);
    return prims_.node(PrimKind::select, d, is_seen, e, prims_.real(otherwise, d));
  };
  auto masked = [&] {
    Prim s = node(PrimKind::mul, element(score.access, all_scores), prims_.real(a.scale, d));
    if (a.cap != 0) s = node(PrimKind::mul, expressions_.call("tanh", d, {s}), prims_.real(a.cap, d));
    if (a.bias >= 0) {
      const Access& bias = expressions_.accesses[static_cast<uint32_t>(a.bias)];
      const std::array at{var(rows[0]), var(rows[1]), var(rows[2]), var(key)};
      const Prim b = expressions_.cast(expressions_.load(bias, at), d);
      if (!a.bias_replaces) s = node(PrimKind::add, s, b);
      else s = prims_.node(PrimKind::select, d, prims_.node(PrimKind::ne, kBool, b, prims_.real(0, d)), b, s);
    }
    return where_seen(s, -kInfinity);
  };
  // A NaN makes the total NaN, whatever the largest is.
  reduce("largest", rows, reduced(key), largest, prims_.real(-kInfinity, d), Combine::max, OfNan::replace,
         [&](auto&) { return masked(); });
  block("weight", all_scores, [&](tir::Block& b) {
    std::vector<tir::Stmt> none;
    Prim below = node(PrimKind::sub, masked(), element(largest.access, rows));
    b.body = suite(
        {}, store_stmt(*weight.access, expressions_.convert(weight.index, none), expressions_.call("exp", d, {below})));
  });
  reduce("total", rows, reduced(key), total, prims_.real(0, d), Combine::sum, OfNan::keep,
         [&](auto&) { return element(weight.access, all_scores); });
  reduce("product", all_values, reduced(key), product, prims_.real(0, d), Combine::sum, OfNan::keep, [&](auto&) {
    const Prim part =
        node(PrimKind::mul, element(weight.access, all_scores), operand(a.value, var(key), kv_head(), var(value)));
    return where_seen(part, 0);  // not 0 times infinity
  });
  block("attention", all_values, [&](tir::Block& b) {
    Prim out = node(PrimKind::div, element(product.access, all_values), element(total.access, rows));
    if (a.guards) {
      const Prim has_weights = prims_.node(PrimKind::lt, kBool, prims_.real(0, d), element(total.access, rows));
      out = prims_.node(PrimKind::select, d, has_weights, out, prims_.real(0, d));
    }
    // Queries that see no key: before all of them, or with the window behind all.
    const bool are_behind = a.window < Attention::kAll && (a.window == 0 || a.q_len + ahead - a.window >= a.kv_len);
    if (a.kv_len == 0 || ahead < 0 || are_behind || of_sequences) {
      Prim sees = a.kv_len == 0 || a.window == 0 ? prims_.boolean(false)
                  : of_sequences                 ? prims_.node(PrimKind::lt, kBool, first_seen(), end_of_seen())
                                                 : prims_.node(PrimKind::le, kBool, prims_.integer(0, kInt64), last());
      if (are_behind && !of_sequences)
        sees = both(sees, prims_.node(PrimKind::lt, kBool, first_seen(), prims_.integer(a.kv_len, kInt64)));
      out = prims_.node(PrimKind::select, d, sees, out, prims_.real(0, d));
    }
    const Access& to = expressions_.accesses[a.out];
    const std::array at{var(rows[0]), var(rows[2]), var(rows[1]), var(value)};
    b.body = suite({}, store_stmt(to, at, expressions_.cast(out, to.dtype)));
  });
}

// ---- kernels of TIR ----

void Writer::replace(tir::Kernel& kernel, Prim pointer, Prim by) {
  const PrimMap map{{pointer, by}};
  Substitution substitution(prims_, map);
  tir::for_each_expression(kernel, [&](Prim& p) { p = substitution(p); });
  for (tir::Buffer& b : kernel.buffers) {
    if (b.data == pointer) b.data = by;
  }
}

// Parameters in the order of the signature. A buffer that is no whole memory, or one of several of the same memory, is
// declared over it, in the root block.
std::shared_ptr<const tir::Kernel> Writer::of_code(const Code& code) {
  auto out = std::make_shared<tir::Kernel>(*code.kernel);
  out->name = context_.name(signature_.name);
  out->symbol = Name();
  out->is_private = true;
  std::vector<tir::Parameter> params(signature_.params.size());
  Suite* body = &out->body;
  if (body->size == 1) {
    const tir::Stmt& only = (*out)[out->suite(*body)[0]];
    const bool is_root = only.kind == StmtKind::block && out->block(only).vars.empty();
    if (is_root) body = &out->blocks[only.number].body;
  }
  if (code.gives_value && code.kernel->has_result) {
    const TirPlace& place = signature_.places.back();
    tir::Parameter& param = params[place.parameter];
    param = kernel_->params[place.parameter];
    tir::Buffer value = (*kernel_)[param.buffer];
    value.name = context_.name("value");
    out->variables[value.data.index] = kernel_->variables.at(value.data.index);
    param.buffer = out->add(std::move(value));
    store_value(*out, param.buffer, code.must_return);
  }
  auto wrap = [&](tir::Stmt s) {
    s.body = *body;
    const StmtId outer = out->add(std::move(s));
    *body = out->add(std::span<const StmtId>(&outer, 1));
  };
  for (size_t i = code.kernel->params.size(); i-- > 0;) {
    const TirPlace& place = signature_.places[i];
    const TirParameter& whole = signature_.params[place.parameter];
    const tir::Parameter& given = code.kernel->params[i];
    const auto first = std::ranges::find(signature_.places, place.parameter, &TirPlace::parameter);
    const bool is_first = first - signature_.places.begin() == static_cast<ptrdiff_t>(i);
    tir::Buffer& b = (*out)[given.buffer];
    const Buffer& as = loop_->buffers[i];
    const bool is_whole = place.offset == 0 && as.shape == whole.shape && as.strides == contiguous_strides(as.shape);
    b.strides.clear();
    if (is_first && is_whole) {
      params[place.parameter] = given;
      continue;
    }
    tir::Buffer memory = b;
    if (!is_whole) {
      b.elem_offset = prims_.integer(place.offset, b.shape.empty() ? kInt32 : kInt64);
      for (int64_t s : as.strides) b.strides.push_back(prims_.integer(s, kInt64));
    }
    tir::Stmt s;
    s.kind = StmtKind::declare;
    s.buffer = given.buffer;
    wrap(std::move(s));
    if (!is_first) {
      const auto at = static_cast<size_t>(first - signature_.places.begin());
      replace(*out, memory.data, (*code.kernel)[code.kernel->params[at].buffer].data);
      continue;
    }
    memory.name = context_.name(whole.name);
    memory.shape.clear();
    for (int64_t d : whole.shape) memory.shape.push_back(prims_.integer(d, kInt64));
    params[place.parameter] = {given.var, out->add(std::move(memory))};
  }
  out->params = std::move(params);
  return out;
}

// ---- what nobody has written ----

// A kernel that leaves its output as it is.
void Writer::write(const Unwritten&) {
  tir::Stmt nothing;
  nothing.value = prims_.integer(0, kInt32);
  top_.push_back(kernel_->add(std::move(nothing)));
}

// ---- checks of indices ----

Prim Writer::is_in(const IndexRange& range, Prim index, std::span<const Prim> at) {
  const auto number = [&](int64_t n) { return prims_.integer(n, kInt64); };
  const auto test = [&](PrimKind kind, Prim a, Prim b) { return prims_.node(kind, kBool, a, b); };
  Prim limit = number(range.extents.back() + range.is_length);
  for (size_t i = range.extents.size() - 1; i-- > 0;) {
    const Prim is_here = test(PrimKind::eq, expressions_.cast(at.back(), kInt64), number(static_cast<int64_t>(i)));
    limit = prims_.node(PrimKind::select, kInt64, is_here, number(range.extents[i] + range.is_length), limit);
  }
  const Prim least = range.from_either_end ? prims_.node(PrimKind::sub, kInt64, number(0), limit) : number(0);
  Prim out = test(PrimKind::logical_and, test(PrimKind::le, least, index), test(PrimKind::lt, index, limit));
  if (range.ignored) out = test(PrimKind::logical_or, test(PrimKind::eq, index, number(*range.ignored)), out);
  return out;
}

void Writer::write(const IndexCheck& check) {
  const TirParameter& whole = signature_.params[0];
  const Buffer& view = check.indices;
  std::vector<Axis> axes;
  auto copy = [&](const Access& from, const Access& to, std::span<const Loop> loops, bool asserts) {
    block(asserts ? "check" : "copy", loops, [&](tir::Block& b) {
      std::vector<tir::Stmt> lets;
      std::vector<Prim> at = expressions_.convert(vars_of(loops), lets);
      Prim value = expressions_.load(from, at), index = expressions_.cast(value, kInt64);
      if (asserts) {
        tir::Stmt s;
        s.kind = StmtKind::assertion;
        s.value = is_in(check.range, index, at);
        const IndexRange& range = check.range;
        const int64_t extent = range.extents[0];
        const std::string inside =
            range.extents.size() > 1
                ? fmt::format("the axes {} to {}", range.axis, range.axis + range.extents.size() - 1)
                : fmt::format("axis {}: [{}, {})", range.axis, range.from_either_end ? -extent : 0,
                              extent + range.is_length);
        s.text = context_.name(operator_name(0, "R.take") + (range.is_length ? ": a length" : ": an index") +
                               " is outside " + inside);
        lets.push_back(s);
      }
      b.body = suite(lets, store_stmt(to, at, value));
    });
  };
  auto loops_over = [&](const Dims& shape) {
    axes.clear();
    for (int64_t d : shape) axes.push_back(new_axis(d));
    return loops_of(axes, IterKind::spatial, "ax");
  };
  auto from_to = [&](const Dims& shape, const Dims& strides, int64_t offset, bool asserts) {
    const Access from = access({0, offset}, whole.dtype, shape, strides),
                 to = access({1, offset}, whole.dtype, shape, strides);
    copy(from, to, loops_over(shape), asserts);
  };
  const int64_t offset = signature_.places[0].offset;
  const bool is_whole = offset == 0 && view.shape == whole.shape && view.strides == contiguous_strides(whole.shape);
  if (!is_whole) from_to(whole.shape, contiguous_strides(whole.shape), 0, false);
  from_to(view.shape, view.strides, offset, true);
}

}  // namespace

std::shared_ptr<const tir::Kernel> to_tir(const std::shared_ptr<Context>& context, const LoweredKernel& kernel,
                                          const TirSignature& signature) {
  return Writer(context, signature).run(kernel);
}

std::shared_ptr<const tir::Kernel> to_tir(const std::shared_ptr<Context>& context, const IndexCheck& check,
                                          const TirSignature& signature) {
  return Writer(context, signature).run(check);
}

}  // namespace hammock::loop
