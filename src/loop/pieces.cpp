// SPDX-License-Identifier: Apache-2.0
// Reductions of much to few numbers, which no division of the result's points keeps all threads busy with. Each is cut
// along its longest axis into pieces, and becomes two kernels:
//
//   partial[piece, outer] = reduce over the piece        many points
//   result[outer] = reduce over the pieces, and over what is left behind the last one
//
// The pieces depend on the extents only, so the result does not depend on the threads. What comes after in the same
// nest is part of the second kernel; where it is long as well, it reads the result from memory.
#include <algorithm>

#include "lowerer.h"
#include "translation.h"

namespace hammock::loop {

namespace {

constexpr int64_t kFewPoints = 32;        // of the result
constexpr int64_t kLong = 1 << 16;        // elements of one of them
constexpr int64_t kWorthwhile = 1 << 18;  // of all
constexpr int64_t kPiece = 1 << 14, kMostPieces = 256;

// At most kMany.
int64_t elements_of(const std::vector<Axis>& axes) {
  constexpr int64_t kMany = int64_t{1} << 50;
  int64_t n = 1;
  for (const Axis& a : axes) {
    if (a.extent == 0) return 0;
    n = a.extent > kMany / n ? kMany : n * a.extent;
  }
  return n;
}

bool has_any_order(const PrimStore& prims, const Stage& stage) {
  const DType d = prims[stage.body].dtype;
  switch (stage.combine) {
    case Combine::sum: return !d.is_narrow_float();
    case Combine::product: return !d.is_any_float();
    default: return stage.nan == OfNan::keep;
  }
}

}  // namespace

// The nest's stages, one after the other: those that are short wait in `open` for a kernel.
class PieceMaker {
 public:
  PieceMaker(Lowerer& lowerer, KernelBuilder& b, const Nest& nest, const Target& target)
      : lowerer_(lowerer), b_(b), nest_(nest), target_(target), points_(elements_of(nest.outer)) {
    for (const Axis& a : nest.outer) {
      shape_.push_back(a.extent);
      at_.push_back(a.var);
    }
  }

  bool run() {
    if (points_ == 0 || points_ >= kFewPoints) return false;
    bool is_worth_it = false;
    for (const Stage& s : nest_.stages) {
      if (s.combine == Combine::none || !is_long(s)) continue;
      if (!has_any_order(b_.prims(), s)) return false;
      is_worth_it = true;
    }
    if (!is_worth_it) return false;
    for (Stage s : nest_.stages) {
      if (!is_long(s)) {
        open_.push_back(with(known_, std::move(s)));
        continue;
      }
      close();
      s = with(known_, std::move(s));
      if (s.combine == Combine::none) emit({nest_.outer, {std::move(s)}});
      else cut(s);
    }
    if (!open_.empty()) emit({nest_.outer, std::move(open_)});
    return true;
  }

 private:
  bool is_long(const Stage& s) const {
    const int64_t n = elements_of(s.axes);
    return n >= kLong && n * points_ >= kWorthwhile;
  }

  Stage with(const PrimMap& values, Stage s) {
    auto replace = [&](Prim& e) {
      if (e) e = replaced(b_.prims(), b_.math, e, values);
    };
    replace(s.body);
    replace(s.init);
    for (Prim& e : s.index) replace(e);
    return s;
  }

  View memory(DType dtype, const Dims& shape) { return lowerer_.temporary(dtype, shape); }

  Stage store(const View& view, const Point& at, Prim value) {
    Stage s;
    s.body = value;
    s.out = b_.buffer(view, true);
    s.index = at;
    return s;
  }

  // What waits becomes a kernel, whose results later ones load.
  void close() {
    if (open_.empty()) return;
    std::vector<Stage> stages = std::move(open_);
    open_.clear();
    for (size_t i = 0, n = stages.size(); i < n; ++i) {
      if (stages[i].combine == Combine::none) continue;
      const Prim result = stages[i].result;
      const View view = memory(b_.prims()[result].dtype, shape_);
      stages.push_back(store(view, at_, result));
      known_[result] = b_.load(view, at_);
    }
    emit({nest_.outer, std::move(stages)});
  }

  void cut(const Stage& s) {
    PrimStore& p = b_.prims();
    const DType d = p[s.body].dtype;
    size_t longest = 0;
    for (size_t i = 1; i < s.axes.size(); ++i) {
      if (s.axes[i].extent > s.axes[longest].extent) longest = i;
    }
    const Axis axis = s.axes[longest];
    const int64_t wanted = std::min(elements_of(s.axes) / kPiece, kMostPieces);
    int64_t length = std::max<int64_t>(1, axis.extent / wanted);
    if (length > 64) length -= length % 64;
    const int64_t pieces = axis.extent / length, rest = axis.extent % length;
    auto part = [&](int64_t extent, Prim begin, Prim init, Prim result) {
      Stage out = s;
      out.axes[longest] = b_.axis(extent);
      out.init = init;
      out.result = result;
      out.body = replaced(p, b_.math, s.body, {{axis.var, b_.math.add(begin, out.axes[longest].var)}});
      return out;
    };
    auto in_front = [](auto first, auto others) {
      others.insert(others.begin(), first);
      return others;
    };
    const Prim nothing = s.combine == Combine::sum       ? number(p, 0, d)
                         : s.combine == Combine::product ? number(p, 1, d)
                                                         : extreme(p, d, s.combine == Combine::max);
    const Axis piece = b_.axis(pieces);
    const View partial = memory(d, in_front(pieces, shape_));
    Stage inside = part(length, b_.math.mul(piece.var, length), nothing, b_.value(d));
    Stage keep = store(partial, in_front(piece.var, at_), inside.result);
    emit({in_front(piece, nest_.outer), {std::move(inside), std::move(keep)}});

    Stage all = s;
    all.axes = {b_.axis(pieces)};
    all.body = b_.load(partial, in_front(all.axes[0].var, at_));
    if (rest != 0) all.result = b_.value(d);
    open_.push_back(all);
    if (rest != 0) open_.push_back(part(rest, b_.math.constant(pieces * length), all.result, s.result));
  }

  // With the buffers that it has to do with.
  void emit(Nest nest) {
    KernelBuilder builder(lowerer_);
    Rewriting renumber(
        b_.prims(), b_.math, [](Prim) { return Prim(); },
        [&](uint32_t buffer, DType d, std::span<const Prim> index) {
          return b_.prims().load(builder.buffer(b_.views_[buffer]), d, index);
        });
    for (Stage& s : nest.stages) {
      s.body = renumber(s.body);
      if (s.init) s.init = renumber(s.init);
      for (Prim& e : s.index) e = renumber(e);
      if (s.combine == Combine::none) s.out = builder.buffer(b_.views_[s.out], true);
    }
    builder.operators_ = b_.operators_;
    lowerer_.add_step(builder, {{}, std::move(nest)}, target_);
  }

  Lowerer& lowerer_;
  KernelBuilder& b_;
  const Nest& nest_;
  const Target& target_;
  int64_t points_;
  Dims shape_;  // of the outer axes
  Point at_;
  std::vector<Stage> open_;
  PrimMap known_;  // results that are in memory
};

View Lowerer::temporary(DType dtype, const Dims& shape) {
  int64_t elements = 1;
  for (int64_t d : shape) elements *= d;
  program_.memories.push_back({Storage::arena, elements * dtype.bytes(), 0, 0, dtype, shape});
  return contiguous_view(static_cast<uint32_t>(program_.memories.size() - 1), shape);
}

bool Lowerer::add_pieces(KernelBuilder& builder, const Nest& nest, const Target& target) {
  if (memory(target.dest.memory).storage == Storage::folded) return false;  // computed once
  return PieceMaker(*this, builder, nest, target).run();
}

}  // namespace hammock::loop
