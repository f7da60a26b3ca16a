// SPDX-License-Identifier: Apache-2.0
#include "definition.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "contraction.h"
#include "hammock/base/check.h"
#include "translation.h"
#include "values.h"

namespace hammock::loop {
namespace {

const Definition& definition(KernelBuilder& b, ItemId i) { return *b.item(i).definition; }

// An expression of the definition where its variables have these values.
Prim at(KernelBuilder& b, ItemId i, Prim e, const PrimMap& values) {
  const Definition& d = definition(b, i);
  Rewriting rewrite(
      b.prims(), b.math,
      [&](Prim var) {
        auto found = values.find(var);
        return found == values.end() ? Prim() : found->second;
      },
      [&](uint32_t value, DType, std::span<const Prim> index) {
        return b.element(b.item(i).inputs[d.operand(value)], index);
      });
  return rewrite(e);
}

PrimMap point_values(const Definition& d, std::span<const Prim> point) {
  PrimMap out;
  for (size_t k = 0; k < point.size(); ++k) out[d.point[k]] = point[k];
  return out;
}

Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const Definition& d = definition(b, i);
  return at(b, i, d.body, point_values(d, point));
}

int cost(const GraphItem& item) { return item.definition->cost; }

void emit_swept(KernelBuilder& b, const Target& t) {
  const Definition& d = definition(b, t.anchor);
  const Dims& shape = b.item(t.anchor).shape;
  Nest nest;
  std::vector<Axis> swept;
  Point point(shape.size(), b.math.constant(0));
  for (bool turn : {false, true}) {
    for (size_t k = 0; k < shape.size(); ++k) {
      if (d.is_swept[k] != turn || shape[k] == 1) continue;
      const Axis a = b.axis(shape[k]);
      (turn ? swept : nest.outer).push_back(a);
      point[k] = a.var;
    }
  }
  PrimMap values = point_values(d, point);
  for (const Reduction& r : d.reductions) {
    Stage stage;
    stage.combine = r.combine;
    stage.nan = r.nan;
    stage.init = at(b, t.anchor, r.init, values);
    for (const Axis& a : r.axes) {
      stage.axes.push_back(b.axis(a.extent));
      values[a.var] = stage.axes.back().var;
    }
    stage.body = at(b, t.anchor, r.body, values);
    stage.result = b.value(b.prims()[r.body].dtype);
    values[r.result] = stage.result;
    nest.stages.push_back(std::move(stage));
  }
  const Prim value = b.epilogue(t, at(b, t.anchor, d.body, values), point);
  nest.stages.push_back(b.store_stage(t, std::move(swept), value, point));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
}

// ---- products ----

ItemId item_of(KernelBuilder& b, ItemId product, const ProductFactor& f) {
  return b.item(product).inputs[definition(b, product).operand(f.value)];
}

struct FactorView {
  const View& base;
  const ProductFactor& factor;
  std::vector<Linear> index;

  FactorView(KernelBuilder& b, ItemId i, const ProductFactor& f) : base(b.lowerer().view(item_of(b, i, f))), factor(f) {
    for (Prim e : f.index) index.push_back(linear_form(b.prims(), e));
  }

  int64_t stride(const Axis& axis) const {
    int64_t out = 0;
    for (size_t d = 0; d < index.size(); ++d) out += index[d].coefficient(axis.var) * base.strides[d];
    return out;
  }
  // With one dim per axis.
  View along(std::span<const Axis> axes) const {
    View out{base.memory, base.offset, {}, {}};
    for (size_t d = 0; d < index.size(); ++d) out.offset += index[d].constant * base.strides[d];
    for (const Axis& a : axes) {
      out.shape.push_back(a.extent);
      out.strides.push_back(stride(a));
    }
    return out;
  }
};

// The stride of dims [begin, end) as one; none if they do not lie like one.
std::optional<int64_t> joined(const View& v, size_t begin, size_t end) {
  std::optional<int64_t> stride;
  int64_t below = 0;
  for (size_t i = end; i-- > begin;) {
    if (v.shape[i] == 1) continue;
    if (!stride) stride = below = v.strides[i];
    else if (v.strides[i] != below) return std::nullopt;
    below *= v.shape[i];
  }
  return stride.value_or(0);
}

int64_t count(std::span<const Axis> axes) {
  return std::accumulate(axes.begin(), axes.end(), int64_t{1}, [](int64_t n, const Axis& a) { return n * a.extent; });
}

void append(std::vector<Axis>& to, std::span<const Axis> more) { to.insert(to.end(), more.begin(), more.end()); }

// The contraction of a product under construction.
class ProductEmitter {
 public:
  ProductEmitter(KernelBuilder& b, const Target& t)
      : b_(b), t_(t), d_(definition(b, t.anchor)), p_(*d_.product), reduced_(p_.reduced) {}

  void emit() {
    if (!b_.lowerer().is_stored(item_of(b_, t_.anchor, p_.lhs)) ||
        !b_.lowerer().is_stored(item_of(b_, t_.anchor, p_.rhs)))
      return emit_computed();
    FactorView left(b_, t_.anchor, p_.lhs), right(b_, t_.anchor, p_.rhs);
    const bool has_window = p_.width.has_value();
    if (!has_window)
      std::ranges::stable_sort(reduced_,
                               [&](const Axis& x, const Axis& y) { return right.stride(x) > right.stride(y); });
    std::vector<Axis> k = reduced_;
    for (const auto* w : {&p_.depth, &p_.height, &p_.width}) {
      if (*w && (*w)->in.var) k.push_back((*w)->in);
    }
    const size_t rows = p_.batch.size(), middle = rows + p_.rows.size();
    std::vector<Axis> left_axes = p_.batch;
    append(left_axes, p_.rows);
    append(left_axes, k);
    View x = left.along(left_axes);
    if (!joined(x, middle, x.shape.size())) x = b_.lowerer().dense_copy(x, t_.anchor);
    c_.lhs.col_stride = *joined(x, middle, x.shape.size());
    c_.k = count(k);
    c_.lhs.channel_stride = c_.lhs.col_stride * c_.k / std::max<int64_t>(1, count(reduced_));

    std::vector<Axis> right_axes = p_.batch;
    append(right_axes, reduced_);
    const size_t columns = right_axes.size();
    append(right_axes, p_.columns);
    View y = right.along(right_axes);
    if (has_window) add_image(right, y);
    if (!joined(y, rows, columns)) y = b_.lowerer().dense_copy(y, t_.anchor);
    const int64_t stride = *joined(y, rows, columns);

    for (size_t i = 0; i < p_.batch.size(); ++i) add_batch(p_.batch[i], x.strides[i], y.strides[i]);
    c_.m = last_run(p_.rows, x, rows, c_.lhs.row_stride, true);
    if (has_window) {
      open_window(y, stride);
    } else {
      c_.rhs.row_stride = stride;
      c_.n = last_run(p_.columns, y, columns, c_.rhs.col_stride, false);
    }
    finish(x, y);
  }

 private:
  // Factors that are expressions, without a window.
  void emit_computed() {
    std::vector<Axis> outer, reduced;
    auto open = [&](const std::vector<Axis>& axes, std::vector<Axis>& to) {
      for (const Axis& a : axes) {
        to.push_back(b_.axis(a.extent));
        values_[a.var] = to.back().var;
      }
    };
    const bool is_left = count(p_.rows) < count(p_.columns);
    open(p_.batch, outer);
    open(is_left ? p_.columns : p_.rows, outer);
    open(is_left ? p_.rows : p_.columns, outer);
    open(reduced_, reduced);
    auto element = [&](const ProductFactor& f) {
      Point index;
      for (Prim e : f.index) index.push_back(at(b_, t_.anchor, e, values_));
      return b_.element(item_of(b_, t_.anchor, f), index);
    };
    const auto [point, init] = result();
    const Prim left = element(p_.lhs), right = element(p_.rhs);
    emit_sum_of_products(b_, t_, std::move(outer), std::move(reduced), left, right, point, init);
  }

  // The dims of an image, after the axes.
  void add_image(const FactorView& right, View& y) const {
    for (const auto* w : {&p_.depth, &p_.height, &p_.width}) {
      const WindowDim dim = w->value_or(WindowDim());
      if (!dim.dim) {
        y.shape.push_back(1);
        y.strides.push_back(1);
        continue;
      }
      const int64_t stride = right.base.strides[*dim.dim];
      if (dim.begin < 0) y.offset -= dim.begin * stride;  // the window begins before the image
      y.shape.push_back(right.base.shape[*dim.dim] - std::max<int64_t>(dim.begin, 0));
      y.strides.push_back(stride);
    }
  }

  void add_batch(const Axis& axis, int64_t lhs, int64_t rhs) {
    c_.batch.push_back(b_.axis(axis.extent));
    c_.lhs.batch_strides.push_back(lhs);
    c_.rhs.batch_strides.push_back(rhs);
    values_[axis.var] = c_.batch.back().var;
  }

  // The last axes that lie in memory as one are this one; those before them are batch axes.
  Axis last_run(const std::vector<Axis>& axes, const View& v, size_t begin, int64_t& stride, bool is_lhs) {
    size_t first = axes.size();
    while (first > 0 && joined(v, begin + first - 1, begin + axes.size())) --first;
    for (size_t i = 0; i < first; ++i)
      add_batch(axes[i], is_lhs ? v.strides[begin + i] : 0, is_lhs ? 0 : v.strides[begin + i]);
    const std::span run = std::span(axes).subspan(first);
    stride = *joined(v, begin + first, begin + axes.size());
    const Axis out = b_.axis(count(run));
    split(out, run);
    return out;
  }

  void split(const Axis& whole, std::span<const Axis> parts) {
    Dims extents;
    for (const Axis& a : parts) extents.push_back(a.extent);
    Point point;
    b_.math.unflatten(whole.var, extents, point);
    for (size_t i = 0; i < parts.size(); ++i) values_[parts[i].var] = point[i];
  }

  void open_window(const View& y, int64_t channel_stride) {
    const WindowDim d = p_.depth.value_or(WindowDim()), &h = *p_.height, &w = *p_.width;
    const size_t rank = y.shape.size();
    Window& window = c_.window;
    window.is_plain = false;
    window.channels = count(p_.reduced);
    window.depth = y.shape[rank - 3], window.height = y.shape[rank - 2], window.width = y.shape[rank - 1];
    window.kernel_d = d.in.extent, window.kernel_h = h.in.extent, window.kernel_w = w.in.extent;
    window.out_d = d.out.extent, window.out_h = h.out.extent, window.out_w = w.out.extent;
    window.stride_d = d.stride, window.stride_h = h.stride, window.stride_w = w.stride;
    window.dilation_d = d.dilation, window.dilation_h = h.dilation, window.dilation_w = w.dilation;
    const auto padding = [](const WindowDim& dim) { return std::max<int64_t>(-dim.begin, 0); };
    window.pad_front = padding(d), window.pad_top = padding(h), window.pad_left = padding(w);
    window.channel_stride = channel_stride;
    window.slice_stride = y.strides[rank - 3];
    window.row_stride = y.strides[rank - 2], window.col_stride = y.strides[rank - 1];
    c_.n = b_.axis(window.out_d * window.out_h * window.out_w);
    Point pixel;
    b_.math.unflatten(c_.n.var, std::array{window.out_d, window.out_h, window.out_w}, pixel);
    if (d.out.var) values_[d.out.var] = pixel[0];
    if (h.out.var) values_[h.out.var] = pixel[1];
    if (w.out.var) values_[w.out.var] = pixel[2];
  }

  // The point of the result for the axes, and what its sum begins with.
  std::pair<Point, Prim> result() {
    Point point;
    for (Prim e : p_.point) point.push_back(at(b_, t_.anchor, e, values_));
    const Prim init = p_.init ? at(b_, t_.anchor, p_.init, point_values(d_, point)) : Prim();
    return {std::move(point), init};
  }

  void finish(const View& x, const View& y) {
    const auto [point, init] = result();
    emit_contraction(b_, t_, std::move(c_), x, y, point, init);
  }

  KernelBuilder& b_;
  const Target& t_;
  const Definition& d_;
  const Product& p_;
  std::vector<Axis> reduced_;
  Contraction c_;
  PrimMap values_;
};

void emit_product(KernelBuilder& b, const Target& t) { ProductEmitter(b, t).emit(); }

constexpr Family kElement{.kind = FamilyKind::element, .reads = Reads::once, .element = element, .cost = cost};
constexpr Family kReduction{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::once, .emit = emit_swept};
constexpr Family kSwept{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::often, .emit = emit_swept};
constexpr Family kProduct{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::small, .emit = emit_product};

}  // namespace

size_t Definition::operand(uint32_t value) const {
  return static_cast<size_t>(std::ranges::find(operands, value) - operands.begin());
}

const Family* Definition::family() const {
  if (product) return &kProduct;
  if (reductions.empty()) return &kElement;
  const bool is_single = reductions.size() == 1 && std::ranges::find(is_swept, true) == is_swept.end();
  return is_single ? &kReduction : &kSwept;
}

}  // namespace hammock::loop
