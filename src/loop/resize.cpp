// SPDX-License-Identifier: Apache-2.0
// image.resize2d and image.resize3d: elements at positions that tables give, mixed by the weights of tables, which are
// made before the run as the language computes them. Nearest with a whole factor needs no table.
#include "hammock/ir/resize.h"

#include <algorithm>
#include <cstring>

#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr std::string_view kSpatial = "DHW";

template <class T>
Constant constant_of(const std::vector<T>& values, DType dtype) {
  Constant c{dtype, {static_cast<int64_t>(values.size())}, std::vector<std::byte>(values.size() * sizeof(T))};
  std::memcpy(c.data.data(), values.data(), c.data.size());
  return c;
}

class Resize {
 public:
  Resize(KernelBuilder& b, ItemId i, std::span<const Prim> point)
      : b_(b),
        p_(b.prims()),
        item_(b.item(i)),
        x_(item_.inputs[0]),
        attrs_(b.context(), item_.op, item_.attrs),
        method_(resize_method(attrs_)),
        at_(point.begin(), point.end()) {}

  // Nothing if a word of the attributes is not known, or there is nothing to read.
  std::optional<Prim> element() {
    const std::string_view layout = attrs_.string("layout");
    const size_t dims = layout.size() - 2;
    if (layout.size() != at_.size()) return std::nullopt;
    size_t n = 0;
    for (char letter : kSpatial.substr(kSpatial.size() - std::min(dims, kSpatial.size()))) {
      const size_t axis = layout.find(letter), number = n++;
      const bool is_in_part = item_.numbers.empty() || item_.numbers[0] == static_cast<int64_t>(axis);
      if (axis == std::string_view::npos || (is_in_part && !add_axis(axis, number, dims))) return std::nullopt;
    }
    const DType own = b_.item(x_).dtype;
    const Prim value = method_.is_choice() ? chosen() : mixed(0);
    if (!outside_) return cast(p_, value, item_.dtype);
    Prim beyond = number(p_, static_cast<float>(attrs_.real("extrapolation_value")), kFloat32);
    if (method_.is_choice()) beyond = cast(p_, beyond, own);
    return cast(p_, p_.node(PrimKind::select, p_[value].dtype, outside_, beyond, value), item_.dtype);
  }

 private:
  struct Tap {
    Prim index, weight;
  };
  struct Axis {
    size_t number;
    std::vector<Tap> taps;
  };

  bool add_axis(size_t axis, size_t n, size_t dims) {
    const int64_t in = b_.item(x_).shape[axis], out = item_.shape[axis];
    const Prim x = at_[axis];
    if (in == 0 && out > 0) return false;
    const bool is_identity =
        in == out && method_.mode != "tf_half_pixel_for_nn" && method_.mode != "tf_crop_and_resize";
    if (out == 0 || (method_.is_choice() && is_identity)) return axes_.push_back({axis, {{x, {}}}}), true;
    if (method_.is_choice() && method_.mode == "asymmetric" && out % in == 0)
      return axes_.push_back({axis, {{b_.math.quotient(x, out / in), {}}}}), true;
    std::vector<ResizeTaps> taps;
    for (int64_t k = 0; k < out; ++k) {
      const auto one = resize_taps(method_, resized_axis(attrs_, n, dims, in, out), k);
      if (!one) return false;
      taps.push_back(*one);
    }
    Axis made{axis, {}};
    for (int t = 0; t < taps[0].count; ++t) {
      const Prim index = column<int64_t>(taps, kInt64, x, [&](const ResizeTaps& k) { return k.index[t]; });
      const auto weight = [&](const ResizeTaps& k) { return k.weight[t]; };
      made.taps.push_back({index, method_.is_choice() ? Prim() : column<float>(taps, kFloat32, x, weight)});
    }
    axes_.push_back(std::move(made));
    if (std::ranges::any_of(taps, &ResizeTaps::outside)) {
      const auto flag = [](const ResizeTaps& k) { return int64_t{k.outside}; };
      const Prim is_outside =
          p_.node(PrimKind::ne, kBool, column<int64_t>(taps, kInt64, x, flag), p_.integer(0, kInt64));
      outside_ = outside_ ? p_.node(PrimKind::logical_or, kBool, outside_, is_outside) : is_outside;
    }
    return true;
  }

  // What the taps of position x say.
  template <class T, class F>
  Prim column(const std::vector<ResizeTaps>& taps, DType dtype, Prim x, F&& of) {
    std::vector<T> values;
    for (const ResizeTaps& t : taps) values.push_back(of(t));
    return b_.load(b_.lowerer().table(constant_of(values, dtype)), std::array{x});
  }

  Prim chosen() {
    for (const Axis& a : axes_) at_[a.number] = a.taps[0].index;
    return b_.element(x_, at_);
  }

  // The sum over the taps of the axes from that one on, in float32.
  Prim mixed(size_t n) {
    if (n == axes_.size()) return cast(p_, b_.element(x_, at_), kFloat32);
    Prim total;
    for (const Tap& tap : axes_[n].taps) {
      at_[axes_[n].number] = tap.index;
      Prim value = mixed(n + 1);
      if (tap.weight) value = p_.node(PrimKind::mul, kFloat32, value, tap.weight);
      total = total ? p_.node(PrimKind::add, kFloat32, total, value) : value;
    }
    return total;
  }

  KernelBuilder& b_;
  PrimStore& p_;
  const GraphItem& item_;
  ItemId x_;
  CallAttrs attrs_;
  ResizeMethod method_;
  Point at_;
  std::vector<Axis> axes_;
  Prim outside_;
};

Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  if (const auto value = Resize(b, i, point).element()) return *value;
  const GraphItem& item = b.item(i);
  const CallAttrs attrs(b.context(), item.op, item.attrs);
  b.lowerer().unsupported("R." + std::string(info(item.op).name) + " with method \"" +
                              std::string(attrs.string("method")) + "\", mode \"" +
                              std::string(attrs.string("coordinate_transformation_mode")) + "\", layout " +
                              std::string(attrs.string("layout")),
                          i);
  return b.prims().real(0, item.dtype);
}

// Every tap of an axis meets those of the others.
int cost(const GraphItem& item) { return item.shape.size() > 4 ? 12 : 6; }

}  // namespace

const Family families::resize{.kind = FamilyKind::element, .reads = Reads::often, .element = element, .cost = cost};

}  // namespace hammock::loop
