// SPDX-License-Identifier: Apache-2.0
#include "products.h"

#include <algorithm>

#include "translation.h"

namespace hammock::loop {
namespace {

constexpr int kMaxCopies = 16;  // copies that are looked through
constexpr int64_t kMaxFactor = int64_t{1} << 28;

// An element of a value, 0 where the condition does not hold.
struct Element {
  uint32_t value = 0;
  std::vector<Prim> index;
  Prim condition;
};

class ProductFinder {
 public:
  ProductFinder(Context& context, IndexMath& math, KernelValues& values, uint32_t number)
      : context_(context), prims_(context.prims), math_(math), values_(values), number_(number) {}

  std::optional<Product> run() {
    const KernelValue v = values_.list[number_];  // the list may grow
    if (v.reductions.size() != 1) return std::nullopt;
    const Reduction& r = v.reductions[0];
    const PrimNode body = prims_[r.body];
    const bool has_dtype =
        v.dtype == kFloat32 || v.dtype == kFloat64 || (v.dtype.is_integral() && !v.dtype.is_boolean());
    if (r.combine != Combine::sum || body.kind != PrimKind::mul || !has_dtype || v.body != r.result)
      return std::nullopt;
    acc_ = v.dtype;
    for (size_t d = 0; d < v.shape.size(); ++d) {
      if (v.shape[d] != 1) space_.push_back({v.point[d], v.shape[d]});
    }
    reduced_ = r.axes;
    product_.point = v.point;
    if (!separates(body.lhs(), body.rhs())) return std::nullopt;
    std::optional<Element> a = factor(body.lhs()), b = factor(body.rhs());
    if (!a || !b || !split_axes(*a, *b)) return std::nullopt;
    if (slides(*a, *b) || a->condition) std::swap(a, b);
    else if (!slides(*b, *a) && !b->condition && !space_.empty() && !mentions(*b, last_space()) &&
             mentions(*a, last_space()))
      std::swap(a, b);
    if (slides(*a, *b) || a->condition || !sort_axes(*a, *b)) return std::nullopt;
    if ((slides(*b, *a) || b->condition) && !find_window(*b)) return std::nullopt;
    product_.lhs = {a->value, std::move(a->index)};
    product_.rhs = {b->value, std::move(b->index)};
    if (!prims_.is_constant(r.init, 0) && !is_zero(r.init)) product_.init = r.init;
    return std::move(product_);
  }

 private:
  bool is_zero(Prim e) const {
    const PrimNode& n = prims_[e];
    return (n.kind == PrimKind::int_imm && n.value == 0) || (n.kind == PrimKind::float_imm && n.real == 0);
  }
  Prim last_space() const { return space_.back().var; }
  bool mentions(Prim e, Prim var) const {
    return std::ranges::any_of(parts_of(prims_, e), [&](Prim p) { return p == var; });
  }
  bool mentions(const Element& e, Prim var) const {
    return std::ranges::any_of(e.index, [&](Prim i) { return mentions(i, var); });
  }

  // Each factor depends on an axis that the other does not know, or one depends on less; both on all that is summed.
  bool separates(Prim a, Prim b) const {
    bool is_separated = false;
    for (const Axis& axis : space_) is_separated = is_separated || mentions(a, axis.var) != mentions(b, axis.var);
    return is_separated && std::ranges::all_of(reduced_, [&](const Axis& axis) {
             return mentions(a, axis.var) && mentions(b, axis.var);
           });
  }

  // ---- factors ----

  // Of a type that is multiplied in the sum's without loss.
  bool widens(DType from) const {
    if (from == acc_) return true;
    if (acc_ == kFloat32) return from == kFloat16 || from == kBfloat16;
    if (acc_ == kFloat64) return from == kFloat32 || from == kFloat16;
    return acc_.is_integral() && from.is_integral() && from.bits < acc_.bits &&
           (from.is_unsigned() || !acc_.is_unsigned() || from.is_boolean());
  }

  Prim without_cast(Prim e) const {
    const PrimNode& n = prims_[e];
    return n.kind == PrimKind::cast && widens(n.dtype) && widens(prims_[n.lhs()].dtype) ? n.lhs() : e;
  }

  std::optional<Element> element(Prim e) const {
    e = without_cast(e);
    Element out;
    PrimNode n = prims_[e];
    if (n.kind == PrimKind::select && is_zero(Prim(n.c))) {
      out.condition = n.lhs();
      if (!values_read(prims_, out.condition).empty()) return std::nullopt;
      e = without_cast(n.rhs());
      n = prims_[e];
    }
    if (n.kind != PrimKind::load || !widens(n.dtype)) return std::nullopt;
    std::span<const Prim> index = prims_.call_args(e);
    out.value = n.c;
    out.index.assign(index.begin(), index.end());
    for (Prim i : out.index) {
      if (!values_read(prims_, i).empty()) return std::nullopt;
    }
    return out;
  }

  // What the element of a value is an element of, if the value is a copy or a copy with zeros around.
  std::optional<Element> look_through(const Element& e) {
    const KernelValue& v = values_.list[e.value];
    if (v.param || !v.reductions.empty()) return std::nullopt;
    PrimMap at;
    for (size_t d = 0; d < v.point.size(); ++d) at[v.point[d]] = e.index[d];
    std::optional<Element> out = element(replaced(prims_, math_, v.body, at));
    if (!out || (e.condition && out->condition)) return std::nullopt;
    if (e.condition) out->condition = e.condition;
    return out;
  }

  std::optional<Element> factor(Prim e) {
    std::optional<Element> found = element(e);
    if (!found) return computed(e);
    for (int i = 0; i < kMaxCopies; ++i) {
      std::optional<Element> below = look_through(*found);
      if (!below) break;
      found = std::move(below);
    }
    return found;
  }

  // A value with the factor's elements, one dim for each of its axes.
  std::optional<Element> computed(Prim e) {
    if (!widens(prims_[e].dtype)) return std::nullopt;
    KernelValue v;
    v.name = context_.name("factor");
    v.dtype = prims_[e].dtype;
    Element out;
    PrimMap at;
    int64_t elements = 1;
    for (const auto* axes : {&space_, &reduced_}) {
      for (const Axis& a : *axes) {
        if (!mentions(e, a.var)) continue;
        v.shape.push_back(a.extent);
        v.point.push_back(prims_.var(context_.name("d")));
        math_.set_extent(v.point.back(), a.extent);
        at[a.var] = v.point.back();
        out.index.push_back(a.var);
        if (__builtin_mul_overflow(elements, a.extent, &elements) || elements > kMaxFactor) return std::nullopt;
      }
    }
    for (Prim p : parts_of(prims_, e)) {
      if (prims_[p].kind != PrimKind::load) continue;
      for (Prim i : prims_.call_args(p)) {  // no window is written out: an index moves along one axis
        const std::vector<Prim> parts = parts_of(prims_, i);
        const auto is_var = [&](Prim of) { return prims_[of].kind == PrimKind::var; };
        const auto is_load = [&](Prim of) { return prims_[of].kind == PrimKind::load; };
        if (std::ranges::count_if(parts, is_var) > 1 || std::ranges::any_of(parts, is_load)) return std::nullopt;
      }
    }
    v.body = replaced(prims_, math_, e, at);
    out.value = static_cast<uint32_t>(values_.list.size());
    values_.list.push_back(std::move(v));
    return out;
  }

  // ---- axes ----

  // i floordiv c and i floormod c become axes of their own. Afterwards all indices are sums.
  bool split_axes(Element& a, Element& b) {
    for (int round = 0; round < 8; ++round) {
      std::optional<std::pair<Prim, int64_t>> found;
      std::vector<Prim> all = a.index;
      all.insert(all.end(), b.index.begin(), b.index.end());
      if (b.condition) all.push_back(b.condition);
      if (a.condition) all.push_back(a.condition);
      for (Prim e : all) {
        for (Prim p : parts_of(prims_, e)) {
          const PrimNode& n = prims_[p];
          const bool divides = n.kind == PrimKind::floordiv || n.kind == PrimKind::floormod;
          if (!divides || prims_[n.lhs()].kind != PrimKind::var || !prims_.constant(n.rhs())) continue;
          found = std::pair(n.lhs(), *prims_.constant(n.rhs()));
        }
      }
      if (!found) return are_sums(a) && are_sums(b);
      if (!split(found->first, found->second, a, b)) return false;
    }
    return false;
  }

  bool are_sums(const Element& e) const {
    return std::ranges::all_of(e.index, [&](Prim i) {
      const Linear sum = linear_form(prims_, i);
      return std::ranges::all_of(sum.terms, [](const auto& term) { return term.second > 0; }) &&
             std::ranges::all_of(sum.terms, [&](const auto& term) { return prims_[term.first].kind == PrimKind::var; });
    });
  }

  bool split(Prim axis, int64_t divisor, Element& a, Element& b) {
    for (auto* axes : {&space_, &reduced_}) {
      auto at = std::ranges::find(*axes, axis, &Axis::var);
      if (at == axes->end()) continue;
      if (divisor <= 1 || at->extent % divisor != 0 || at->extent == divisor) return false;
      const Axis outer{prims_.var(context_.name("o")), at->extent / divisor},
          inner{prims_.var(context_.name("i")), divisor};
      math_.set_extent(outer.var, outer.extent);
      math_.set_extent(inner.var, inner.extent);
      const Prim whole = math_.add(math_.mul(outer.var, divisor), inner.var);
      *at = outer;
      axes->insert(at + 1, inner);
      const PrimMap parts{{axis, whole}};
      auto rewrite = [&](Prim e) { return replaced(prims_, math_, e, parts); };
      for (Element* e : {&a, &b}) {
        for (Prim& i : e->index) i = rewrite(i);
        if (e->condition) e->condition = rewrite(e->condition);
      }
      for (Prim& p : product_.point) p = rewrite(p);
      return true;
    }
    return false;
  }

  bool is_column(Prim var) const {
    return std::ranges::find(product_.columns, var, &Axis::var) != product_.columns.end();
  }
  bool is_reduced(Prim var) const { return std::ranges::find(reduced_, var, &Axis::var) != reduced_.end(); }

  // Has it a dim along which both an axis of its own and one of the sum move?
  bool slides(const Element& e, const Element& other) const {
    return std::ranges::any_of(e.index, [&](Prim i) {
      const Linear sum = linear_form(prims_, i);
      return std::ranges::any_of(sum.terms, [&](const auto& t) { return is_reduced(t.first); }) &&
             std::ranges::any_of(sum.terms,
                                 [&](const auto& t) { return !is_reduced(t.first) && !mentions(other, t.first); });
    });
  }

  bool sort_axes(const Element& a, const Element& b) {
    for (const Axis& axis : space_) {
      const bool is_left = mentions(a, axis.var), is_right = mentions(b, axis.var);
      if (is_left == is_right) product_.batch.push_back(axis);
      else (is_left ? product_.rows : product_.columns).push_back(axis);
    }
    product_.reduced = reduced_;
    return std::ranges::all_of(reduced_, [&](const Axis& x) { return mentions(a, x.var) && mentions(b, x.var); });
  }

  // ---- windows ----

  bool find_window(const Element& image) {
    std::vector<WindowDim> dims;
    Facts facts(prims_, math_);
    if (image.condition) facts.assume(image.condition, true);
    if (!facts.is_exact()) return false;
    std::vector<Prim> open = facts.all();
    for (size_t d = 0; d < image.index.size(); ++d) {
      const Prim at = image.index[d];
      const int64_t extent = values_.list[image.value].shape[d];
      const Prim left = math_.add(math_.constant(extent - 1), math_.mul(at, -1));
      const bool is_guarded = std::erase(open, at) + std::erase(open, left) > 0;
      const std::optional<Interval> range = math_.range(at);
      if (!range) return false;
      const bool has_low = range->low >= 0 || std::ranges::find(facts.all(), at) != facts.all().end();
      const bool has_high = range->high < extent || std::ranges::find(facts.all(), left) != facts.all().end();
      if (!has_low || !has_high) return false;  // the condition is another one
      const Linear sum = linear_form(prims_, at);
      const bool is_mixed = std::ranges::any_of(sum.terms, [&](const auto& t) { return is_reduced(t.first); }) &&
                            std::ranges::any_of(sum.terms, [&](const auto& t) { return is_column(t.first); });
      if (!is_guarded && !is_mixed) continue;
      std::optional<WindowDim> dim = window_dim(sum, d);
      if (!dim) return false;
      dims.push_back(*dim);
    }
    if (!open.empty() || dims.empty() || dims.size() > 3) return false;
    // An axis of the result that moves alone along a dim after these, or before a single one, is one of the window's
    // too, for else it would be one of the batch.
    for (size_t d = *dims.back().dim + 1; d < image.index.size() && dims.size() < 3; ++d) {
      const std::optional<WindowDim> dim = even_dim(image, d);
      if (!dim) break;
      dims.push_back(*dim);
    }
    if (dims.size() == 1) {
      const size_t d = *dims[0].dim;
      dims.insert(dims.begin(), d > 1 ? even_dim(image, d - 1).value_or(WindowDim()) : WindowDim());
    }
    return take_axes(image, dims);
  }

  std::optional<WindowDim> window_dim(const Linear& sum, size_t d) const {
    WindowDim out;
    out.dim = d;
    out.begin = sum.constant;
    for (auto [var, coefficient] : sum.terms) {
      const bool is_inner = is_reduced(var);
      const auto& from = is_inner ? reduced_ : product_.columns;
      auto axis = std::ranges::find(from, var, &Axis::var);
      if (axis == from.end() || (is_inner ? out.in.var : out.out.var)) return std::nullopt;
      (is_inner ? out.in : out.out) = *axis;
      (is_inner ? out.dilation : out.stride) = coefficient;
    }
    return out;
  }

  // A dim of the image, if an axis of the result moves along it alone.
  std::optional<WindowDim> even_dim(const Element& image, size_t d) const {
    const std::optional<WindowDim> dim = window_dim(linear_form(prims_, image.index[d]), d);
    return dim && dim->out.var && !dim->in.var ? dim : std::nullopt;
  }

  // The window's axes are those of nothing else.
  bool take_axes(const Element& image, const std::vector<WindowDim>& dims) {
    for (const WindowDim& dim : dims) {
      for (Prim var : {dim.out.var, dim.in.var}) {
        if (!var) continue;
        for (size_t d = 0; d < image.index.size(); ++d) {
          if (dim.dim != d && mentions(image.index[d], var)) return false;
        }
        std::erase_if(product_.columns, [&](const Axis& a) { return a.var == var; });
        std::erase_if(product_.reduced, [&](const Axis& a) { return a.var == var; });
      }
    }
    product_.batch.insert(product_.batch.end(), product_.columns.begin(), product_.columns.end());
    product_.columns.clear();
    if (dims.size() == 3) product_.depth = dims[0];
    product_.height = dims[dims.size() - 2];
    product_.width = dims.back();
    return true;
  }

  Context& context_;
  PrimStore& prims_;
  IndexMath& math_;
  KernelValues& values_;
  uint32_t number_;
  DType acc_;
  std::vector<Axis> space_, reduced_;
  Product product_;
};

}  // namespace

std::optional<Product> find_product(Context& context, IndexMath& math, KernelValues& values, uint32_t value) {
  const size_t before = values.list.size();
  std::optional<Product> out = ProductFinder(context, math, values, value).run();
  if (!out) values.list.resize(before);
  return out;
}

}  // namespace hammock::loop
