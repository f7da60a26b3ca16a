// SPDX-License-Identifier: Apache-2.0
// Contractions: the driver of runtime/gemm.h with two kinds of functions made here.
//
//   step    sums (+)= strip x panel, in registers: rows x vectors sums, a rolled loop over k, one load per vector of
//           the panel and one broadcast per row. It knows nothing of its contraction, so all of a module share it.
//   finish  the epilogue over one tile of sums (contraction_finish.h).
//
// Convolutions that runtime/winograd.h does with less work have the same two, and its transformations. Those of single
// channels (runtime/depthwise.h) have a step of their own.
//
// If the output is contiguous along m and not along n, the factors change roles: the transposed product is computed.
// So it is where the channels of a window lie side by side, which is read in place then, or copied strip by strip.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "compiled_kernel.h"
#include "contraction_finish.h"
#include "depthwise_step.h"
#include "gemm_step.h"
#include "hammock/base/check.h"
#include "hammock/runtime/gemm.h"
#include "hammock/runtime/winograd.h"
#include "hammock/runtime/winograd_pixels.h"
#include "index_analysis.h"
#include "tile_step.h"
#include "winograd_step.h"

namespace hammock::jit {
namespace {

using loop::Contraction;

// The element type to compute with. Products of bytes go to the dot-product instruction, which wants one factor signed
// and the other not; a left one that is signed as well is shifted.
std::optional<Packed> packed_type(DType acc, DType lhs, DType rhs, const Host& host) {
  std::vector<Packed> choices;
  if (acc == kFloat64) choices = {Packed::f64};
  else if (acc.is_any_float()) choices = {Packed::f32};
  else if (acc.is_integral() && acc.bits == 64) choices = {Packed::i64};
  else if (acc.is_integral() && host.has_vnni && (rhs == kInt8 || (rhs == kUint8 && lhs == kInt8)))
    choices = {Packed::quads, Packed::i32};
  else if (acc.is_integral()) choices = {Packed::i32};
  for (Packed type : choices)
    if (can_pack(type, lhs) && can_pack(type, rhs)) return type;
  return std::nullopt;
}

GemmFactor factor_of(const loop::Factor& f, const loop::LoweredKernel& kernel, int64_t k_stride, int64_t w_stride) {
  return {kernel.buffers[f.buffer].dtype, f.batch_strides, k_stride, w_stride, f.is_weight};
}

ImageWindow window_of(const loop::Window& w) {
  ImageWindow v;
  v.depth = w.depth, v.height = w.height, v.width = w.width;
  v.kernel_d = w.kernel_d, v.kernel_h = w.kernel_h, v.kernel_w = w.kernel_w;
  v.out_d = w.out_d, v.out_h = w.out_h, v.out_w = w.out_w;
  v.stride_d = w.stride_d, v.stride_h = w.stride_h, v.stride_w = w.stride_w;
  v.dilation_d = w.dilation_d, v.dilation_h = w.dilation_h, v.dilation_w = w.dilation_w;
  v.pad_front = w.pad_front, v.pad_top = w.pad_top, v.pad_left = w.pad_left;
  v.channel_stride = w.channel_stride, v.slice_stride = w.slice_stride;
  v.row_stride = w.row_stride, v.col_stride = w.col_stride;
  return v;
}

// Whether bfloat16 are multiplied as pairs, with vectors of float32 as sums.
bool multiplies_pairs(DType acc, DType lhs, DType rhs, const Host& host) {
  return host.has_fast_bf16 && acc.is_any_float() && acc != kFloat64 && lhs == kBfloat16 && rhs == kBfloat16;
}

// Whether integers of 8 and 16 bits are multiplied as pairs of 16: an instruction has both products and their sum, as
// of 32 bits, where one for products of 32 bits alone is slower or missing.
bool multiplies_shorts(Packed type, DType lhs, DType rhs, const Host& host) {
  return host.has_short_products && type == Packed::i32 && can_pack(Packed::shorts, lhs) &&
         can_pack(Packed::shorts, rhs);
}

bool has_pixels(const loop::Window& w) { return w.channel_stride == 1 && w.channels > 1; }

// Whether the window of integers of 8 and 16 bits is copied as words of several: that takes about as long as so many
// products of 32 bits of what lies in place, or there is no instruction for those (SSE2). The rows of pixels are copied
// run by run of channels and taps, columns element by element. The limits are measured: of a run, its elements times
// the rows that use them, else those rows, which a narrow image (by its columns) needs more of.
bool pays_words_of_window(const loop::Window& w, bool is_left, Packed words, int64_t rows, const Host& host) {
  constexpr int64_t kRun = 400, kRunOfShorts = 800, kOther = 4;  // kOther: for what those in place copy
  constexpr int64_t kFewest = 12, kFewestOfNarrow = 32, kNarrow = 16, kFewestOfShorts = 48, kFewestOfSse = 4;
  const bool joins_taps = w.dilation_w == 1 && w.col_stride == w.channels;
  if (words == Packed::shorts && host.vector_bytes <= 16) return rows >= kFewestOfSse;
  if (is_left && has_pixels(w)) {
    const int64_t run = w.channels * (joins_taps ? w.kernel_w : 1);
    return run * (rows + kOther) >= (words == Packed::quads ? kRun : kRunOfShorts);
  }
  if (words == Packed::shorts) return rows >= kFewestOfShorts;
  return rows >= (w.out_w < kNarrow ? kFewestOfNarrow : kFewest);
}

// A window of one point that neither skips nor pads is the image as a matrix, if its rows follow each other.
bool is_whole_image(const loop::Window& w) {
  const bool is_point = w.taps() == 1 && w.stride_d == 1 && w.stride_h == 1 && w.stride_w == 1;
  const bool is_whole = w.pad_front == 0 && w.pad_top == 0 && w.pad_left == 0 && w.out_d == w.depth &&
                        w.out_h == w.height && w.out_w == w.width;
  return is_point && is_whole && (w.height == 1 || w.row_stride == w.width * w.col_stride) &&
         (w.depth == 1 || w.slice_stride == w.height * w.width * w.col_stride);
}

// Whether the window of a pixel, which is copied as a row of a left factor, lies in so few places that they are still
// in L1 for its neighbour.
bool has_near_pixels(const loop::Window& w, CacheSizes caches) {
  return has_pixels(w) || w.channels * w.kernel_d * w.kernel_h * 64 <= caches.l1 / 4;
}

// The weight as a factor whose k is (channel, tap) or, as pack_pixels() has it, (tap, channel).
GemmFactor weight_of(const Contraction& c, const loop::LoweredKernel& kernel, bool is_by_taps) {
  const int64_t taps = c.window.taps(), channels = c.window.channels;
  GemmFactor f = factor_of(c.lhs, kernel, c.lhs.col_stride, c.lhs.row_stride);
  int64_t outer = channels;
  f.inner = taps, f.outer_stride = c.lhs.channel_stride;
  if (is_by_taps) {
    std::swap(f.k_stride, f.outer_stride);
    std::swap(f.inner, outer);
  }
  if (f.inner == 1) f.k_stride = f.outer_stride;
  if (f.inner == 1 || outer == 1 || f.outer_stride == f.inner * f.k_stride) f.inner = f.outer_stride = 0;
  return f;
}

GemmProblem problem_of(const Contraction& c, const loop::LoweredKernel& kernel, const Roles& roles, Packed type) {
  GemmProblem p;
  for (const loop::Axis& axis : c.batch) p.batch.push_back(axis.extent);
  p.m = roles.rows.extent, p.n = roles.columns.extent, p.k = c.k;
  p.type = type;
  p.makes_right = static_cast<bool>(c.rhs_element);
  if (roles.lhs == &c.lhs) {
    p.lhs = factor_of(c.lhs, kernel, c.lhs.col_stride, c.lhs.row_stride);
    p.rhs = factor_of(c.rhs, kernel, c.rhs.row_stride, c.rhs.col_stride);
  } else {
    p.lhs = factor_of(c.rhs, kernel, c.rhs.row_stride, c.rhs.col_stride);
    p.rhs = factor_of(c.lhs, kernel, c.lhs.col_stride, c.lhs.row_stride);
  }
  const loop::Window& w = c.window;
  if (w.is_plain) return p;
  const bool is_left = roles.lhs == &c.rhs;
  (is_left ? p.rhs : p.lhs) = weight_of(c, kernel, is_left && has_pixels(w));
  if (is_whole_image(w)) {
    GemmFactor& image = is_left ? p.lhs : p.rhs;
    image.k_stride = w.channel_stride;
    image.w_stride = w.col_stride;
    return p;
  }
  p.window = window_of(w);
  p.window_is_left = is_left;
  return p;
}

// A right factor that all share makes the innermost batch dims more rows, if the rows lie evenly in memory.
// A window does as much, for columns if a vector never reaches from one image into the next.
void fold_batch(GemmProblem& p, Roles& roles, VectorRegisters registers, CacheSizes caches) {
  auto drop = [&] {
    p.batch.pop_back();
    p.lhs.batch_strides.pop_back();
    p.rhs.batch_strides.pop_back();
    loop::Axis axis = roles.batch.back();
    roles.batch.pop_back();
    return axis;
  };
  if (p.window_is_left && !p.batch.empty() && p.rhs.batch_strides.back() == 0) {
    p.window->image_stride = p.lhs.batch_strides.back();
    p.m *= p.batch.back();
    roles.row_batch.push_back(drop());
  }
  while (!p.window_is_left && !p.batch.empty() && p.rhs.batch_strides.back() == 0) {
    const int64_t stride = p.lhs.batch_strides.back();
    if (p.m == 1) p.lhs.w_stride = stride;
    else if (stride != p.m * p.lhs.w_stride) break;
    p.m *= p.batch.back();
    roles.row_batch.insert(roles.row_batch.begin(), drop());
  }
  if (p.window && !p.window_is_left && !p.batch.empty() && p.lhs.batch_strides.back() == 0 &&
      p.n % registers.lanes == 0 && !has_columns_in_place(p, registers, caches)) {
    p.window->image_stride = p.rhs.batch_strides.back();
    p.n *= p.batch.back();
    roles.column_batch.push_back(drop());
  }
}

// The output and what the epilogue reads like it.
std::vector<GemmTouched> touched_of(const loop::LoweredKernel& kernel, const Roles& roles,
                                    const IndexAnalysis& analysis) {
  std::vector<GemmTouched> out;
  auto add = [&](uint32_t buffer, std::span<const Prim> index) {
    const Linear place = analysis.address(kernel.buffers[buffer], index);
    GemmTouched t{buffer, kernel.buffers[buffer].dtype.bytes(), place.constant, 0, {}};
    size_t known = 0;  // terms
    auto of = [&](const loop::Axis& axis) {
      known += place.coefficient(axis.var) != 0;
      return place.coefficient(axis.var);
    };
    for (const loop::Axis& axis : roles.batch) t.batch_strides.push_back(of(axis));
    bool is_even = of(roles.columns) == 1 && roles.column_batch.empty();
    std::vector<loop::Axis> rows = roles.row_batch;
    rows.push_back(roles.rows);
    int64_t next = 0;  // the stride of the axis around
    for (size_t i = rows.size(); i-- > 0;) {
      if (rows[i].extent == 1) continue;
      const int64_t stride = of(rows[i]);
      if (next == 0) t.row_stride = stride;
      is_even &= stride != 0 && (next == 0 || stride == next);
      next = stride * rows[i].extent;
    }
    if (is_even && t.row_stride != 0 && place.terms.size() == known) out.push_back(std::move(t));
  };
  const auto& c = std::get<Contraction>(kernel.body);
  const PrimStore& prims = analysis.context().prims;
  add(c.out, c.index);
  std::unordered_set<Prim> seen;
  for (std::vector<Prim> stack{c.epilogue}; !stack.empty();) {
    const Prim e = stack.back();
    stack.pop_back();
    if (!e || !seen.insert(e).second) continue;
    if (prims[e].kind == PrimKind::load) add(prims[e].c, prims.call_args(e));
    else prims.operands(e, stack);
  }
  return out;
}

GemmLoop loop_of(const GemmPlan& plan, int64_t rows) {
  GemmLoop loop{.type = plan.problem.type,
                .rows = rows,
                .columns = plan.columns,
                .has_header = plan.flip,
                .is_left_signed = plan.is_left_signed(),
                .fetches = plan.fetches};
  loop.has_right_offsets = plan.has_image_of(false);
  loop.flips_left = plan.flip && plan.lhs == GemmPlan::Source::in_place;
  if (plan.widens_right()) loop.right = plan.problem.rhs.dtype;
  if (plan.has_image_of(true)) {
    loop.has_offsets = true;
    loop.row_bytes = plan.pixel_step();
    if (plan.unit > 1 && rows > plan.unit) loop.line = plan.unit, loop.line_bytes = plan.pixel_row_step();
  } else if (plan.lhs == GemmPlan::Source::in_place) {
    loop.row_bytes = plan.problem.lhs.w_stride * plan.factor_bytes();
  } else if (plan.problem.window_is_left) {
    loop.row_bytes = plan.strip_row_bytes();
  }
  if (rows == 1) loop.row_bytes = 0;
  return loop;
}

TileLoop tiles_of(const GemmPlan& plan, int64_t rows) {
  const GemmProblem& q = plan.problem;
  return {q.type, q.lhs.dtype == kInt8, q.rhs.dtype == kInt8, plan.grid(rows), plan.fetches};
}

// ---- The kernels ----
void link_steps(const GemmPlan& plan, const Symbols& symbols, GemmCode& code) {
  auto link = [&](int64_t rows, GemmStep& step, GemmFetchingStep& fetching) {
    void* const at = symbols(plan.problem.has_tiles ? tiles_of(plan, rows).name() : loop_of(plan, rows).name());
    if (plan.fetches) fetching = reinterpret_cast<GemmFetchingStep>(at);
    else step = reinterpret_cast<GemmStep>(at);
  };
  link(plan.rows, code.long_step, code.long_fetching);
  if (plan.has_short_strips()) link(plan.rows - plan.unit, code.short_step, code.short_fetching);
}

void emit_steps(const Emission& emission, const GemmPlan& plan) {
  auto emit = [&](int64_t rows) {
    if (plan.problem.has_tiles) emit_tile_step(emission, tiles_of(plan, rows));
    else emit_gemm_step(emission, loop_of(plan, rows));
  };
  emit(plan.rows);
  if (plan.has_short_strips()) emit(plan.rows - plan.unit);
}

class ContractionKernel : public CompiledKernel {
 public:
  // `alone`: the same for a single thread; it differs in its chunks alone.
  ContractionKernel(GemmPlan plan, GemmPlan alone, const Roles& roles, std::string finish, std::string make,
                    bool has_soft_tiles)
      : plan_(std::move(plan)),
        alone_(std::move(alone)),
        lhs_(roles.lhs->buffer),
        rhs_(roles.rhs->buffer),
        finish_name_(std::move(finish)),
        make_name_(std::move(make)) {
    code_.set_shapes = has_soft_tiles ? soft_set_tile_shapes : set_tile_shapes;
    code_.release = has_soft_tiles ? soft_release_tiles : release_tiles;
  }

  void link(const Symbols& symbols) override {
    link_steps(plan_, symbols, code_);
    code_.finish = reinterpret_cast<GemmFinish>(symbols(finish_name_));
    if (plan_.problem.makes_right) code_.make = reinterpret_cast<GemmMake>(symbols(make_name_));
  }

  int64_t member_scratch_bytes() const override { return std::max(plan_.member_bytes(), alone_.member_bytes()); }
  int64_t shared_scratch_bytes() const override { return std::max(plan_.shared_bytes(), alone_.shared_bytes()); }

  std::vector<Packing> packings() const override {
    std::vector<Packing> out;
    if (plan_.lhs == GemmPlan::Source::weight) out.push_back({lhs_, plan_.lhs_bytes()});
    if (plan_.rhs == GemmPlan::Source::weight) out.push_back({rhs_, plan_.rhs_bytes()});
    return out;
  }

  void pack(size_t which, const void* weight, std::byte* packed, ThreadPool& pool) const override {
    const bool is_lhs = which == 0 && plan_.lhs == GemmPlan::Source::weight;
    (is_lhs ? pack_lhs : pack_rhs)(plan_, static_cast<const std::byte*>(weight), packed, pool);
  }

  std::optional<Error> run(const Launch& launch) const override {
    const std::byte* const* packed = launch.packed;
    auto data = [&](GemmPlan::Source source, uint32_t buffer) {
      return source == GemmPlan::Source::weight ? *packed++ : static_cast<const std::byte*>(launch.buffers[buffer]);
    };
    GemmRun run;
    run.lhs = data(plan_.lhs, lhs_);
    run.rhs = data(plan_.rhs, rhs_);
    run.buffers = launch.buffers;
    run.shared = launch.scratch.shared();
    run.member = [&](int member) { return launch.scratch.member(member); };
    run.following = launch.following;
    run_gemm(plan_for(launch.pool.size()), code_, run, launch.pool);
    return std::nullopt;
  }

  MemoryAhead first_read(const std::byte* const* packed, int member, int members) const override {
    if (plan_.rhs != GemmPlan::Source::weight) return {};
    return hammock::first_read(plan_for(members), packed[plan_.lhs == GemmPlan::Source::weight ? 1 : 0], member,
                               members);
  }

 private:
  const GemmPlan& plan_for(int members) const { return members == 1 ? alone_ : plan_; }

  GemmPlan plan_, alone_;
  GemmCode code_;
  uint32_t lhs_, rhs_;
  std::string finish_name_, make_name_;
};

template <class Plan>
struct WinogradWay;
template <>
struct WinogradWay<WinogradPlan> {
  using Code = WinogradCode;
  static constexpr auto input = winograd_input_name, output = winograd_output_name;
  static constexpr auto emit = emit_winograd_steps;
  static constexpr auto pack = pack_winograd;
  static constexpr auto run = run_winograd;
};
template <>
struct WinogradWay<WinogradPixelsPlan> {
  using Code = WinogradPixelsCode;
  static constexpr auto input = winograd_pixels_input_name, output = winograd_pixels_output_name;
  static constexpr auto emit = emit_winograd_pixels_steps;
  static constexpr auto pack = pack_winograd_pixels;
  static constexpr auto run = run_winograd_pixels;
};

template <class Plan>
class WinogradKernel : public CompiledKernel {
 public:
  WinogradKernel(Plan plan, const Contraction& c, DType weight_dtype, std::string finish)
      : plan_(std::move(plan)),
        weight_(c.lhs.buffer),
        data_(c.rhs.buffer),
        weight_dtype_(weight_dtype),
        finish_name_(std::move(finish)) {}

  void link(const Symbols& symbols) override {
    const auto set = [&](auto& function, const std::string& name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbols(name));
    };
    link_steps(plan_.gemm, symbols, code_.gemm);
    set(code_.gemm.finish, finish_name_);
    set(code_.input, Way::input(plan_.tile));
    set(code_.weight, winograd_weight_name(plan_.tile));
    set(code_.output, Way::output(plan_.tile));
  }

  int64_t member_scratch_bytes() const override { return plan_.member_bytes(); }
  int64_t shared_scratch_bytes() const override { return plan_.shared_bytes(); }
  std::vector<Packing> packings() const override {
    if (!plan_.shape.is_weight) return {};
    return {{weight_, plan_.weight_bytes()}};
  }
  void pack(size_t, const void* weight, std::byte* packed, ThreadPool& pool) const override {
    if (weight_dtype_ == kFloat32) return Way::pack(plan_, static_cast<const float*>(weight), packed, pool);
    const WinogradShape& s = plan_.shape;
    const int64_t last =
        (s.rows - 1) * s.weight_row_stride + (s.channels - 1) * s.weight_channel_stride + 8 * s.weight_tap_stride;
    const PackSource source{static_cast<const std::byte*>(weight), weight_dtype_, last + 1, 1, 0};
    std::vector<float> wide(static_cast<size_t>(last + 1));
    pool.parallel_for(last + 1, 1 << 16, [&](int64_t begin, int64_t end, int) {
      auto* to = reinterpret_cast<std::byte*>(wide.data() + begin);
      pack_panels(Packed::f32, source, begin, end - begin, 0, 1, 1, to, 0);
    });
    Way::pack(plan_, wide.data(), packed, pool);
  }

  std::optional<Error> run(const Launch& launch) const override {
    WinogradRun run;
    if (plan_.shape.is_weight) run.packed = launch.packed[0];
    run.weight = static_cast<const float*>(launch.buffers[weight_]);
    run.data = static_cast<const float*>(launch.buffers[data_]);
    run.buffers = launch.buffers;
    run.shared = launch.scratch.shared();
    run.member = [&](int member) { return launch.scratch.member(member); };
    run.following = launch.following;
    Way::run(plan_, code_, run, launch.pool);
    return std::nullopt;
  }

  MemoryAhead first_read(const std::byte* const* packed, int member, int members) const override {
    if constexpr (std::is_same_v<Plan, WinogradPixelsPlan>) {
      if (plan_.shape.is_weight) return hammock::first_read(plan_, packed[0], member, members);
    }
    return {};
  }

 private:
  using Way = WinogradWay<Plan>;
  Plan plan_;
  typename Way::Code code_;
  uint32_t weight_, data_;
  DType weight_dtype_;
  std::string finish_name_;
};

// A convolution that is no product of a window: 3 x 3, and less work so.
std::optional<WinogradShape> winograd_of(const Contraction& c, const loop::LoweredKernel& kernel) {
  const loop::Window& w = c.window;
  const bool fits = c.takes_winograd && !w.is_plain && !w.has_depth() && w.kernel_h == 3 && w.kernel_w == 3 &&
                    w.stride_h == 1 && w.stride_w == 1 && w.dilation_h == 1 && w.dilation_w == 1;
  const bool is_one = c.batch.size() <= 1 && (c.batch.empty() || c.lhs.batch_strides[0] == 0);
  // A weight that is packed once is widened then.
  const DType weight = kernel.buffers[c.lhs.buffer].dtype;
  const bool is_float = c.acc_dtype == kFloat32 && kernel.buffers[c.rhs.buffer].dtype == kFloat32 &&
                        (weight == kFloat32 || (c.lhs.is_weight && can_pack(Packed::f32, weight)));
  if (!fits || !is_one || !is_float) return std::nullopt;
  WinogradShape shape;
  shape.images = c.batch.empty() ? 1 : c.batch[0].extent;
  shape.channels = w.channels;
  shape.rows = c.m.extent;
  shape.window = window_of(w);
  shape.window.image_stride = c.batch.empty() ? 0 : c.rhs.batch_strides[0];
  shape.weight_row_stride = c.lhs.row_stride;
  shape.weight_tap_stride = c.lhs.col_stride;
  shape.weight_channel_stride = c.lhs.channel_stride;
  shape.is_weight = c.lhs.is_weight;
  return shape;
}

class DepthwiseKernel : public CompiledKernel {
 public:
  DepthwiseKernel(DepthwisePlan plan, const Contraction& c, std::string finish)
      : plan_(std::move(plan)), weight_(c.lhs.buffer), data_(c.rhs.buffer), finish_name_(std::move(finish)) {}

  void link(const Symbols& symbols) override {
    step_ = reinterpret_cast<DepthwiseStep>(symbols(depthwise_step_name(plan_)));
    finish_ = reinterpret_cast<GemmFinish>(symbols(finish_name_));
  }
  int64_t member_scratch_bytes() const override { return plan_.member_bytes(); }

  std::optional<Error> run(const Launch& launch) const override {
    DepthwiseRun run;
    run.weight = static_cast<const std::byte*>(launch.buffers[weight_]);
    run.data = static_cast<const std::byte*>(launch.buffers[data_]);
    run.buffers = launch.buffers;
    run.member = [&](int member) { return launch.scratch.member(member); };
    run_depthwise(plan_, step_, finish_, run, launch.pool);
    return std::nullopt;
  }

 private:
  DepthwisePlan plan_;
  DepthwiseStep step_ = nullptr;
  GemmFinish finish_ = nullptr;
  uint32_t weight_, data_;
  std::string finish_name_;
};

// Does what the epilogue reads and where it writes go on from each group of rows to the next? Then vectors may go from
// one to the other, as rows of the first.
bool joins_groups(const Contraction& c, const loop::LoweredKernel& kernel, const IndexAnalysis& analysis) {
  const PrimStore& prims = analysis.context().prims;
  const Prim group = c.batch.back().var, row = c.m.var;
  const auto goes_on = [&](uint32_t buffer, std::span<const Prim> index) {
    const Linear place = analysis.address(kernel.buffers[buffer], index);
    const bool is_linear =
        std::ranges::all_of(place.terms, [&](const auto& t) { return prims[t.first].kind == PrimKind::var; });
    return is_linear && place.coefficient(group) == c.m.extent * place.coefficient(row);
  };
  if (!goes_on(c.out, c.index)) return false;
  std::unordered_set<Prim> seen;
  for (std::vector<Prim> stack{c.epilogue}; !stack.empty();) {
    const Prim e = stack.back();
    stack.pop_back();
    if (!e || !seen.insert(e).second) continue;
    if (e == group || e == row) return false;
    if (prims[e].kind != PrimKind::load) prims.operands(e, stack);
    else if (!goes_on(prims[e].c, prims.call_args(e))) return false;
  }
  return true;
}

// Planes of one channel for each of the output, which lie along the output's rows, or channels that do.
std::optional<DepthwisePlan> depthwise_of(const Contraction& c, const loop::LoweredKernel& kernel, Packed type,
                                          const Linear& place, const IndexAnalysis& analysis, const Host& host) {
  const loop::Window& w = c.window;
  const bool has_channels_last = place.coefficient(c.n.var) != 1 && !c.batch.empty() &&
                                 place.coefficient(c.batch.back().var) == c.m.extent &&
                                 (c.m.extent == 1 || joins_groups(c, kernel, analysis));
  const bool fits =
      !w.is_plain && !w.has_depth() && (has_channels_last || (w.channels == 1 && place.coefficient(c.n.var) == 1));
  if (!fits || packed_group(type) != 1) return std::nullopt;
  DepthwiseShape shape;
  shape.has_channels_last = has_channels_last;
  shape.depth = w.channels;
  for (const loop::Axis& axis : c.batch) shape.batch.push_back(axis.extent);
  shape.m = c.m.extent;
  shape.weight = weight_of(c, kernel, false);
  shape.data = factor_of(c.rhs, kernel, 0, 0);
  shape.window = window_of(w);
  shape.type = type;
  return plan_depthwise(std::move(shape), host.registers(type), host.caches, usable_cores());
}

template <class Plan>
Result<std::unique_ptr<CompiledKernel>> compile_winograd(const Emission& emission, const loop::LoweredKernel& kernel,
                                                         Plan plan, const Roles& roles, int64_t columns,
                                                         const IndexAnalysis& analysis) {
  const std::string finish = emission.name + "_finish";
  if (!emission.facts) {
    emit_steps(emission, plan.gemm);
    WinogradWay<Plan>::emit(emission, plan.tile);
    if (auto why = emit_finish(emission, kernel, roles, {Packed::f32, columns, true}, analysis, finish))
      return Error{Error::Kind::unsupported, *why, {}};
  }
  const auto& c = std::get<Contraction>(kernel.body);
  return std::unique_ptr<CompiledKernel>(
      std::make_unique<WinogradKernel<Plan>>(std::move(plan), c, kernel.buffers[c.lhs.buffer].dtype, finish));
}

}  // namespace

Result<std::unique_ptr<CompiledKernel>> compile_contraction(const Emission& emission,
                                                            const loop::LoweredKernel& kernel) {
  const auto& c = std::get<Contraction>(kernel.body);
  const IndexAnalysis analysis(emission.context, kernel);
  const Linear place = analysis.address(kernel.buffers[c.out], c.index);
  const bool is_window = !c.window.is_plain && !is_whole_image(c.window);
  // Where an output of planes is made from pixels, lanes that are stored one by one cost as much as so many elements of
  // the window that are gathered one by one.
  constexpr int64_t kStore = 5;
  bool swaps = c.m.extent > 1 && ((place.coefficient(c.m.var) == 1 && place.coefficient(c.n.var) != 1) ||
                                  (is_window && has_pixels(c.window) && c.k > kStore * c.m.extent));
  const Roles as_given{&c.lhs, &c.rhs, c.m, c.n, c.batch, {}, {}}, swapped{&c.rhs, &c.lhs, c.n, c.m, c.batch, {}, {}};
  swaps &= !c.rhs_element;
  const CacheSizes caches = emission.host.caches;
  if (const auto shape = winograd_of(c, kernel)) {
    const VectorRegisters registers = emission.host.registers(Packed::f32);
    if (swaps && has_pixels(c.window)) {
      if (auto plan = plan_winograd_pixels(*shape, registers, caches, usable_cores())) {
        const int64_t columns = plan->gemm.columns;
        return compile_winograd(emission, kernel, std::move(*plan), swapped, columns, analysis);
      }
    } else if (shape->window.col_stride == 1) {
      if (auto plan = plan_winograd(*shape, registers, caches, usable_cores())) {
        const int64_t columns = plan->sums_columns();
        return compile_winograd(emission, kernel, std::move(*plan), as_given, columns, analysis);
      }
    }
  }
  DType lhs = kernel.buffers[c.lhs.buffer].dtype, rhs = kernel.buffers[c.rhs.buffer].dtype;
  // Windows of planes come as words only as right factors, and as rows for tiles.
  const bool has_tiles = tile_type(c.acc_dtype, lhs, rhs, emission.host).has_value();
  std::optional<Packed> of_window = is_window ? packed_type(c.acc_dtype, rhs, lhs, emission.host) : std::nullopt;
  const auto pays = [&](Packed words) {
    return pays_words_of_window(c.window, swaps, words, c.m.extent, emission.host);
  };
  const bool refuses_quads = is_window && !has_tiles && !pays(Packed::quads);
  if (of_window == Packed::quads && refuses_quads) of_window = Packed::i32;
  const bool is_quads = of_window == Packed::quads;
  const bool is_shorts =
      of_window && !has_tiles && multiplies_shorts(*of_window, rhs, lhs, emission.host) && pays(Packed::shorts);
  if (is_window) {
    const bool has_words = is_quads || is_shorts, fills_vectors = c.m.extent * 3 >= emission.host.vector_bytes / 4 * 2;
    swaps &= has_near_pixels(c.window, caches) && (has_words ? has_tiles || has_pixels(c.window) : fills_vectors);
  }
  if (swaps) std::swap(lhs, rhs);
  Roles roles = swaps ? swapped : as_given;
  std::optional<Packed> type = packed_type(c.acc_dtype, lhs, rhs, emission.host);
  if (type == Packed::quads && refuses_quads) type = Packed::i32;
  const bool cuts_numbers =
      c.acc_dtype.is_boolean() && !(lhs.is_boolean() && rhs.is_boolean());  // what is not 0 is true, not what is odd
  if (!type || cuts_numbers)
    return Error{Error::Kind::unsupported,
                 "a product of " + to_string(lhs) + " and " + to_string(rhs) + " in " + to_string(c.acc_dtype),
                 {}};

  const std::string finish = emission.name + "_finish";
  // Of few rows for each group, words would be few as well.
  const Packed of_planes = *type == Packed::quads ? Packed::i32 : *type;
  if (auto depthwise = depthwise_of(c, kernel, of_planes, place, analysis, emission.host)) {
    if (!emission.facts) {
      emit_depthwise_step(emission, *depthwise);
      Roles roles = as_given;
      Sums sums{of_planes, c.n.extent, true};
      if (depthwise->shape.has_channels_last) {
        const loop::Axis group = c.batch.back();
        roles.rows = c.n;
        if (c.m.extent > 1) roles.columns = c.m;
        else roles.columns = group, roles.batch.pop_back();
        sums = {of_planes, depthwise->lanes, group.extent * c.m.extent % depthwise->lanes != 0};
      }
      if (auto why = emit_finish(emission, kernel, roles, sums, analysis, finish))
        return Error{Error::Kind::unsupported, *why, {}};
    }
    return std::unique_ptr<CompiledKernel>(std::make_unique<DepthwiseKernel>(std::move(*depthwise), c, finish));
  }

  if (is_shorts) type = Packed::shorts;
  const VectorRegisters registers = emission.host.registers(*type);
  GemmProblem problem = problem_of(c, kernel, roles, *type);
  fold_batch(problem, roles, registers, caches);
  if (const auto tiles = tile_type(c.acc_dtype, lhs, rhs, emission.host)) {
    const Packed otherwise = std::exchange(problem.type, *tiles);
    problem.has_tiles =
        (swaps && is_quads) || emission.host.has_soft_tiles || pays_tiles(problem, otherwise, registers);
    type = problem.has_tiles ? *tiles : otherwise;
    problem.type = *type;
  }
  problem.widens = emission.host.has_fma;  // converts them, too
  if (!problem.has_tiles && multiplies_pairs(c.acc_dtype, lhs, rhs, emission.host) && pays_pairs(problem, registers))
    type = problem.type = Packed::pairs;
  if (!problem.has_tiles && !problem.makes_right && multiplies_shorts(*type, lhs, rhs, emission.host) &&
      pays_pairs(problem, registers))
    type = problem.type = Packed::shorts;  // which have the registers of i32
  problem.touched = touched_of(kernel, roles, analysis);
  GemmPlan alone = plan_gemm(problem, registers, caches, 1),
           plan = plan_gemm(std::move(problem), registers, caches, usable_cores());
  const bool has_tail = plan.has_image_of(false) || plan.problem.n % registers.lanes != 0;
  const Sums sums{*type, plan.columns, has_tail};
  const std::string make = emission.name + "_make";
  if (!emission.facts) {
    emit_steps(emission, plan);
    if (plan.problem.makes_right) {
      if (auto why = emit_make(emission, kernel, roles, plan.makes_along_k(), analysis, make))
        return Error{Error::Kind::unsupported, *why, {}};
    }
    if (auto why = emit_finish(emission, kernel, roles, sums, analysis, finish))
      return Error{Error::Kind::unsupported, *why, {}};
  }
  return std::unique_ptr<CompiledKernel>(std::make_unique<ContractionKernel>(
      std::move(plan), std::move(alone), roles, finish, make, emission.host.has_soft_tiles));
}

}  // namespace hammock::jit
