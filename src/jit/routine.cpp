// SPDX-License-Identifier: Apache-2.0
// Kernels that the runtime computes: nothing is compiled for them.
#include "compiled_kernel.h"
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

}  // namespace

std::unique_ptr<CompiledKernel> routine_kernel(const loop::LoweredKernel& kernel) {
  const auto* code = std::get_if<loop::Code>(&kernel.body);
  const auto* s = code != nullptr ? std::get_if<tir::SortRoutine>(&code->routine) : nullptr;
  if (s == nullptr) return nullptr;
  const LineSort sort{s->dtype, s->outer,      s->length,       s->inner, s->first,
                      s->count, s->descending, s->gives_values, s->places};
  return is_sortable(sort) ? std::make_unique<Sort>(sort) : nullptr;
}

}  // namespace hammock::jit
