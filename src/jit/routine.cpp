// SPDX-License-Identifier: Apache-2.0
// Kernels that the runtime computes: nothing is compiled for them.
#include "compiled_kernel.h"
#include "hammock/runtime/bucketize.h"
#include "hammock/runtime/grid_sample.h"
#include "hammock/runtime/regions.h"
#include "hammock/runtime/scatter.h"
#include "hammock/runtime/sort.h"

namespace hammock::jit {
namespace {

class Sort final : public CompiledKernel {
 public:
  explicit Sort(const LineSort& sort) : sort_(sort) {}

  void link(const Symbols&) override {}
  int64_t member_scratch_bytes() const override { return sort_member_bytes(sort_); }
  int64_t shared_scratch_bytes() const override { return sort_shared_bytes(sort_); }

  std::optional<Error> run(const Launch& launch) const override {
    void* const* next = launch.buffers;
    SortRun run{*next++, nullptr, nullptr, [&](int member) { return launch.scratch.member(member); }, nullptr};
    if (sort_.gives_values) run.values = *next++;
    if (!sort_.places.is_unknown()) run.places = *next++;
    if (shared_scratch_bytes() != 0) run.shared_scratch = launch.scratch.shared();
    sort_lines(sort_, run, launch.pool);
    return std::nullopt;
  }

 private:
  LineSort sort_;
};

Update update_of(const std::string& how) {
  if (how == "add") return Update::add;
  if (how == "mul") return Update::multiply;
  if (how == "min") return Update::least;
  return how == "max" ? Update::most : Update::replace;
}

// What needs no scratch: f(buffers, pool).
template <class F>
class Simple final : public CompiledKernel {
 public:
  explicit Simple(F f) : f_(std::move(f)) {}
  void link(const Symbols&) override {}
  std::optional<Error> run(const Launch& launch) const override {
    f_(launch.buffers, launch.pool);
    return std::nullopt;
  }

 private:
  F f_;
};
template <class F>
std::unique_ptr<CompiledKernel> simple(F f) {
  return std::make_unique<Simple<F>>(std::move(f));
}

std::unique_ptr<CompiledKernel> kernel_of(const std::monostate&) { return nullptr; }

std::unique_ptr<CompiledKernel> kernel_of(const tir::SortRoutine& s) {
  const LineSort sort{s.dtype, s.outer, s.length, s.inner, s.first, s.count, s.descending, s.gives_values, s.places};
  return is_sortable(sort) ? std::make_unique<Sort>(sort) : nullptr;
}

std::unique_ptr<CompiledKernel> kernel_of(const tir::ElementScatterRoutine& r) {
  const ElementScatter s{r.dtype, r.index, update_of(r.how), r.outer, r.length, r.inner, r.count};
  if (!can_scatter(s.dtype, s.index, s.how)) return nullptr;
  return simple([s](void* const* b, ThreadPool& pool) { scatter(s, b[0], b[1], b[2], b[3], pool); });
}

std::unique_ptr<CompiledKernel> kernel_of(const tir::RowScatterRoutine& r) {
  const auto depth = static_cast<int64_t>(r.extents.size());
  const RowScatter s{r.dtype, r.index, update_of(r.how), r.extents, r.rows, r.inner, r.is_one_tensor ? depth : 1};
  if (!can_scatter(s.dtype, s.index, s.how)) return nullptr;
  return simple([s, depth, is_one = r.is_one_tensor](void* const* b, ThreadPool& pool) {
    std::vector<const void*> indices;
    for (int64_t k = 0; k < depth; ++k)
      indices.push_back(is_one ? static_cast<const std::byte*>(b[1]) + k * s.index.bytes() : b[1 + k]);
    void* const* next = b + 1 + (is_one ? 1 : depth);
    scatter(s, b[0], indices, next[0], next[1], pool);
  });
}

std::unique_ptr<CompiledKernel> kernel_of(const tir::BucketizeRoutine& r) {
  const Bucketize s{r.dtype, r.bound, r.out, r.elements, r.bounds, r.right};
  if (!can_bucketize(s)) return nullptr;
  return simple([s](void* const* b, ThreadPool& pool) { bucketize(s, b[0], b[1], b[2], pool); });
}

std::unique_ptr<CompiledKernel> kernel_of(const tir::GridSampleRoutine& r) {
  using enum GridSample::Method;
  using enum GridSample::Padding;
  const GridSample s{r.dtype,
                     r.grid,
                     r.images,
                     r.channels,
                     r.in,
                     r.out,
                     r.method == "nearest"    ? nearest
                     : r.method == "bilinear" ? bilinear
                                              : bicubic,
                     r.padding == "zeros"    ? zeros
                     : r.padding == "border" ? border
                                             : reflection,
                     r.aligns_corners,
                     r.has_channels_last};
  if (!can_sample(s)) return nullptr;
  return simple([s](void* const* b, ThreadPool& pool) { sample_grid(s, b[0], b[1], b[2], pool); });
}

class RegionPool final : public CompiledKernel {
 public:
  RegionPool(const Regions& regions, std::string name) : regions_(regions), name_(std::move(name)) {}
  void link(const Symbols&) override {}
  std::optional<Error> run(const Launch& launch) const override {
    void* const* b = launch.buffers;
    const std::optional<std::string> why = pool_regions(regions_, b[0], b[1], b[2], launch.pool);
    if (!why) return std::nullopt;
    return Error{Error::Kind::run, name_ + ": " + *why, {}};
  }

 private:
  Regions regions_;
  std::string name_;
};

std::unique_ptr<CompiledKernel> kernel_of(const tir::RegionsRoutine& r) {
  const Regions regions{r.finds_largest ? Regions::Kind::largest : Regions::Kind::mean_of_samples,
                        r.dtype,
                        r.images,
                        r.channels,
                        r.height,
                        r.width,
                        r.count,
                        r.rows,
                        r.columns,
                        r.scale,
                        r.samples,
                        r.is_aligned,
                        r.has_channels_last};
  if (!can_pool_regions(regions)) return nullptr;
  return std::make_unique<RegionPool>(regions, r.finds_largest ? "R.vision.roi_pool" : "R.vision.roi_align");
}

}  // namespace

std::unique_ptr<CompiledKernel> routine_kernel(const loop::LoweredKernel& kernel) {
  const auto* code = std::get_if<loop::Code>(&kernel.body);
  if (code == nullptr) return nullptr;
  return std::visit([](const auto& routine) { return kernel_of(routine); }, code->routine);
}

}  // namespace hammock::jit
