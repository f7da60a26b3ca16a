// SPDX-License-Identifier: Apache-2.0
// Regions of interest (operators 5.2), as executors compute it: in float64, region by region and bin by bin.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "run.h"

namespace hammock::lower {
namespace {

constexpr int64_t kMostOfAxis = 1 << 12, kMostSamples = kMostOfAxis * kMostOfAxis;  // of an element

// An axis of the regions. What differs from one to the other is a number of the run's own.
struct Side {
  size_t axis = 0;    // of the images
  int64_t first = 0;  // of a region's numbers: where it begins; two further on it ends
  int64_t extent = 0, bins = 0;
  StageTensor begin, bin;       // of the region
  StageTensor samples;          // of a bin
  StageTensor place, at, part;  // of a sample: how far behind which element
  StageTensor from, to;         // the elements of a bin
};

class RegionKernel {
 public:
  explicit RegionKernel(CallLowering& c)
      : c_(c),
        name_("R." + std::string(info(c.op()).name)),
        x_(c.tensor(0)),
        regions_(c.tensor(1)),
        layout_(c.attrs.string("layout")),
        scale_(c.attrs.real("spatial_scale")) {}

  bool align() {
    const std::string_view mode = c_.attrs.string("mode");
    if (!begin() || (mode != "avg" && mode != "max")) return false;
    is_mean_ = mode == "avg";
    is_aligned_ = c_.attrs.boolean("aligned");
    samples_ = std::max<int64_t>(0, c_.attrs.integer("sample_ratio"));
    if (samples_ > kMostOfAxis) return false;  // refused for every region
    if (is_mean_) set_routine(false);

    for (Side* s : sides()) {
      s->samples = own(*s, "samples", kInt64);
      s->place = own(*s, "place", kFloat64);
      s->at = own(*s, "at", kInt64);
      s->part = own(*s, "part", kFloat64);
    }

    return gives([&](PrimExpr region) { return aligned_region(region); });
  }

  bool pool() {
    if (!begin()) return false;
    set_routine(true);

    for (Side* s : sides()) {
      s->from = own(*s, "from", kInt64);
      s->to = own(*s, "to", kInt64);
    }
    return gives([&](PrimExpr region) { return pooled_region(region); });
  }

 private:
  std::array<Side*, 2> sides() { return {&y_axis_, &x_axis_}; }

  bool begin() {
    const std::vector<int64_t> size = c_.attrs.integers("pooled_size");
    if (x_.rank() != 4 || layout_.size() != 4 || regions_.rank() != 2 || extent(regions_, 1) != 5 || size.size() != 2 ||
        !x_.dtype.is_any_float() || regions_.dtype != x_.dtype || !has_elements(x_))
      return false;
    if (scale_ == 0) return false;  // products with it would be folded (TVM's rule), also of what is no number
    for (size_t k = 0; k < 4; ++k) {
      axes_[k] = layout_.find("NCHW"[k]);
      if (axes_[k] == std::string_view::npos) return false;
    }
    const Dims shape = c_.result_shape();
    for (Side* s : sides()) {
      const size_t k = s == &y_axis_ ? 2 : 3;
      s->axis = axes_[k];
      s->first = k == 2 ? 2 : 1;
      s->extent = extent(x_, s->axis);
      s->bins = size[k - 2];

      s->begin = own(*s, "begin", kFloat64);
      s->bin = own(*s, "bin", kFloat64);
    }
    image_ = scratch(c_, "image", kInt64);
    value_ = scratch(c_, "value", kFloat64);

    out_ = c_.stages.external_output("out_buf", "regions", shape, x_.dtype);
    return true;
  }

  void set_routine(bool finds_largest) {
    const bool is_last = layout_ == "NHWC";
    if ((layout_ != "NCHW" && !is_last) || (x_.dtype != kFloat32 && x_.dtype != kFloat64)) return;
    c_.has_routine(tir::RegionsRoutine{x_.dtype, finds_largest, extent(x_, axes_[0]), extent(x_, axes_[1]),
                                       y_axis_.extent, x_axis_.extent, extent(regions_, 0), y_axis_.bins, x_axis_.bins,
                                       scale_, samples_, is_aligned_, is_last});
  }

  bool gives(const std::function<Statements(PrimExpr region)>& of_region) {
    const auto all = loops(c_, {regions_.shape[0]}, "region", [&](const Index& at) {
      const PrimExpr image = number(at[0], 0);
      Statements all;
      set(all, image_, cast(kInt64, image));
      for (tir::StmtId id : of_region(at[0])) all.push_back(id);
      return Statements{c_.stages.require(image >= 0 && image < static_cast<double>(extent(x_, axes_[0])),
                                          name_ + ": a region names a batch that does not exist", all)};
    });
    c_.stages.external_block("regions", {all});
    return c_.gives(out_);
  }

  // ---- samples between the elements ----

  Statements aligned_region(PrimExpr region) {
    Statements all;
    const double shift = is_aligned_ ? 0.5 : 0;
    for (Side* s : sides()) {
      const PrimExpr end = number(region, s->first + 2) * scale_ - shift;
      set(all, s->begin, number(region, s->first) * scale_ - shift);
      const PrimExpr length = end - s->begin(zero());
      set(all, s->bin, (is_aligned_ ? length : longer_than_one(length)) / static_cast<double>(s->bins));
      const PrimExpr count = at_least_one(call("ceil", {s->bin(zero())}));
      set(all, s->samples,
          samples_ > 0 ? c_.integer(samples_)
                       : cast(kInt64, select(count < kMostSamples, count, count.like(kMostSamples + 1.0))));
    }
    all.push_back(c_.stages.require(
        y_axis_.samples(zero()) * x_axis_.samples(zero()) <= kMostSamples,
        name_ + ": a region wants more than " + std::to_string(kMostSamples) + " samples for an element",
        Statements{bins([&](const Index& bin) { return aligned_bin(region, bin); })}));
    return all;
  }

  // Of a NaN, too: 1.
  static PrimExpr at_least_one(PrimExpr e) { return select(e > 1, e, e.like(1)); }
  // A NaN stays one.
  static PrimExpr longer_than_one(PrimExpr e) { return select(e < 1, e.like(1), e); }

  Statements aligned_bin(PrimExpr region, const Index& bin) {
    Statements all;
    set(all, value_, c_.constant(0, kFloat64));
    if (!is_mean_) set(all, value_, lowest());
    const auto samples = [&](const Side& s, std::string_view name, const std::function<Statements()>& body) {
      const PrimExpr in_bin = cast(kFloat64, bin[&s == &y_axis_ ? 1 : 2]);
      return c_.stages.loop(name, s.samples(zero()), tir::ForKind::serial, [&](PrimExpr k) {
        Statements inner;
        const PrimExpr part = (cast(kFloat64, k) + 0.5) / cast(kFloat64, s.samples(zero()));

        set(inner, s.place, s.begin(zero()) + s.bin(zero()) * (in_bin + part));
        const auto last = static_cast<double>(s.extent - 1);
        const PrimExpr place = s.place(zero());
        const PrimExpr inside = select(place > 0, select(place < last, place, place.like(last)), place.like(0));
        set(inner, s.at, cast(kInt64, inside));
        set(inner, s.part, inside - cast(kFloat64, s.at(zero())));

        for (tir::StmtId id : body()) inner.push_back(id);
        return inner;
      });
    };
    all.push_back(samples(y_axis_, "sy", [&] {
      return Statements{samples(x_axis_, "sx", [&] {
        Statements inner;
        const PrimExpr value = between(bin[0]), so_far = value_(zero());
        set(inner, value_, is_mean_ ? so_far + value : select(so_far < value, value, so_far));
        return inner;
      })};
    }));
    const PrimExpr count = cast(kFloat64, y_axis_.samples(zero()) * x_axis_.samples(zero()));
    all.push_back(store(region, bin, is_mean_ ? value_(zero()) / count : value_(zero())));
    return all;
  }

  // The value at the place of the sample; 0 beyond one element outside.
  PrimExpr between(PrimExpr channel) {
    PrimExpr is_near;
    for (const Side* s : sides()) {
      const PrimExpr place = s->place(zero()), test = place >= -1 && place <= static_cast<double>(s->extent);
      is_near = is_near ? is_near && test : test;
    }
    const auto corner = [&](int64_t down, int64_t across) {
      const auto weight = [&](const Side& s, int64_t k) { return k == 0 ? 1.0 - s.part(zero()) : s.part(zero()); };
      const auto at = [&](const Side& s, int64_t k) { return inside(s, s.at(zero()) + k); };
      return weight(y_axis_, down) * weight(x_axis_, across) * element(channel, at(y_axis_, down), at(x_axis_, across));
    };
    return select(is_near, corner(0, 0) + corner(0, 1) + corner(1, 0) + corner(1, 1), c_.constant(0, kFloat64));
  }

  // ---- the largest element ----

  Statements pooled_region(PrimExpr region) {
    Statements all;
    for (Side* s : sides()) {
      set(all, s->begin, call("round", {number(region, s->first) * scale_}));
      const PrimExpr end = call("round", {number(region, s->first + 2) * scale_});
      set(all, s->bin, longer_than_one(end - s->begin(zero()) + 1.0) / static_cast<double>(s->bins));
    }
    all.push_back(bins([&](const Index& bin) { return pooled_bin(region, bin); }));
    return all;
  }

  // Bins without elements are 0.
  Statements pooled_bin(PrimExpr region, const Index& bin) {
    Statements all;
    PrimExpr is_empty;
    for (Side* s : sides()) {
      const PrimExpr in_bin = cast(kFloat64, bin[s == &y_axis_ ? 1 : 2]);
      const auto element_at = [&](PrimExpr e) {
        const PrimExpr at = e + s->begin(zero()), limit = at.like(static_cast<double>(s->extent));
        return cast(kInt64, select(at > 0, select(at < limit, at, limit), at.like(0)));
      };
      set(all, s->from, element_at(call("floor", {in_bin * s->bin(zero())})));
      set(all, s->to, element_at(call("ceil", {(in_bin + 1.0) * s->bin(zero())})));
      const PrimExpr test = s->from(zero()) >= s->to(zero());
      is_empty = is_empty ? is_empty || test : test;
    }
    set(all, value_, select(is_empty, c_.constant(0, kFloat64), lowest()));
    const auto elements = [&](const Side& s, std::string_view name,
                              const std::function<Statements(PrimExpr at)>& body) {
      return c_.stages.loop(name, max(s.to(zero()) - s.from(zero()), c_.integer(0)), tir::ForKind::serial,
                            [&](PrimExpr k) { return body(inside(s, s.from(zero()) + k)); });
    };
    all.push_back(elements(y_axis_, "ky", [&](PrimExpr y) {
      return Statements{elements(x_axis_, "kx", [&](PrimExpr x) {
        Statements inner;
        const PrimExpr value = element(bin[0], y, x), so_far = value_(zero());
        set(inner, value_, select(so_far < value, value, so_far));
        return inner;
      })};
    }));
    all.push_back(store(region, bin, value_(zero())));
    return all;
  }

  // ---- what both are made of ----

  Index zero() const { return {c_.integer(0)}; }
  StageTensor own(const Side& s, std::string_view name, DType dtype) {
    return scratch(c_, (&s == &y_axis_ ? "y_" : "x_") + std::string(name), dtype);
  }
  PrimExpr inside(const Side& s, PrimExpr at) const { return max(min(at, c_.integer(s.extent - 1)), c_.integer(0)); }

  PrimExpr lowest() const { return c_.constant(-HUGE_VAL, kFloat64); }
  void set(Statements& all, const StageTensor& to, PrimExpr value) {
    all.push_back(c_.stages.store(to, zero(), value));
  }

  // Number k of a region.
  PrimExpr number(PrimExpr region, int64_t k) const { return cast(kFloat64, regions_({region, c_.integer(k)})); }

  tir::StmtId bins(const std::function<Statements(const Index& bin)>& body) {
    return loops(c_, {x_.shape[axes_[1]], c_.integer(y_axis_.bins).prim(), c_.integer(x_axis_.bins).prim()}, "b", body);
  }

  Index in_layout(PrimExpr n, PrimExpr channel, PrimExpr y, PrimExpr x) const {
    Index at(4);
    at[axes_[0]] = n, at[axes_[1]] = channel, at[axes_[2]] = y, at[axes_[3]] = x;
    return at;
  }

  PrimExpr element(PrimExpr channel, PrimExpr y, PrimExpr x) const {
    return cast(kFloat64, x_(in_layout(image_(zero()), channel, y, x)));
  }
  tir::StmtId store(PrimExpr region, const Index& bin, PrimExpr value) {
    return c_.stages.store(out_, in_layout(region, bin[0], bin[1], bin[2]), value);
  }

  CallLowering& c_;
  std::string name_;
  StageTensor x_, regions_;
  std::string_view layout_;
  double scale_;
  std::array<size_t, 4> axes_{};  // of the images: n, c, y, x
  bool is_mean_ = false, is_aligned_ = false;
  int64_t samples_ = 0;  // 0: as many as a bin is long
  Side y_axis_, x_axis_;
  StageTensor out_, image_, value_;
};

}  // namespace

bool run_roi_align(CallLowering& c) { return RegionKernel(c).align(); }
bool run_roi_pool(CallLowering& c) { return RegionKernel(c).pool(); }

}  // namespace hammock::lower
