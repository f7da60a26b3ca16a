// SPDX-License-Identifier: Apache-2.0
#include "band_runner.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "hammock/base/clock.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/tensor.h"
#include "session.h"

namespace hammock::jit {

struct BandRunner::Run {
  const loop::BandGroup& group;
  std::span<const Kernel> kernels;
  std::span<std::byte* const> base;
  bool is_timed;
};

bool BandRunner::reserve(int members, std::span<const loop::BandGroup> groups, int64_t member_bytes,
                         int64_t shared_bytes) {
  members_.clear();
  own_bytes_ = 0;
  if (groups.empty()) return true;
  for (const loop::BandGroup& g : groups) own_bytes_ = std::max(own_bytes_, g.own_bytes);
  for (int i = 0; i < members; ++i) {
    Member& m = *members_.emplace_back(std::make_unique<Member>());
    m.own = allocate_bytes(own_bytes_);
    if (!m.own || !m.scratch.reserve(1, member_bytes, shared_bytes)) return false;
  }
  return true;
}

int64_t BandRunner::bytes() const {
  int64_t sum = 0;
  for (const auto& m : members_) sum += own_bytes_ + m->scratch.bytes();
  return sum;
}

void BandRunner::run_band(const Run& run, Member& member, std::span<std::byte* const> own, int64_t band) const {
  const loop::BandGroup& group = run.group;
  std::vector<int64_t> point(group.extents.size());
  for (size_t i = point.size(); i-- > 0; band /= group.extents[i]) point[i] = band % group.extents[i];
  std::vector<void*> buffers;
  for (size_t s = 0; s < group.steps.size(); ++s) {
    const loop::BandStep& step = group.steps[s];
    const Kernel& kernel = run.kernels[s];
    buffers.clear();
    for (const loop::BandArgument& a : step.args) {
      std::byte* at = run.base[a.memory];
      if (a.strides.empty()) {
        const auto mine = std::ranges::find(group.own, a.memory, &loop::BandGroup::Own::memory);
        at = own[static_cast<size_t>(mine - group.own.begin())];
      }
      buffers.push_back(at + std::inner_product(a.strides.begin(), a.strides.end(), point.begin(), a.offset));
    }
    if (is_memory_guarded()) {
      guard_step("the kernel " + std::string(kernel.name) + ", in bands");
      member.scratch.fit(kernel.code->member_scratch_bytes(), kernel.code->shared_scratch_bytes());
    }
    const double start = run.is_timed ? now_ms() : 0;
    if (auto error = kernel.code->run({buffers.data(), kernel.packed, member.alone, member.scratch, step.kernel}))
      member.error = std::move(error);
    if (run.is_timed) member.ms[s] += now_ms() - start;
  }
}

std::optional<Error> BandRunner::run(const loop::BandGroup& group, std::span<const Kernel> kernels,
                                     std::span<std::byte* const> base, ThreadPool& pool, std::vector<double>* ms) {
  for (auto& m : members_) {
    m->ms.assign(kernels.size(), 0);
    m->error.reset();
  }
  const Run run{group, kernels, base, ms != nullptr};
  const double start = ms ? now_ms() : 0;
  pool.parallel_for(group.bands(), 1, [&](int64_t begin, int64_t end, int number) {
    Member& member = *members_[static_cast<size_t>(number)];
    // Each memory is a block by itself where somebody watches the ends of blocks.
    const bool is_watched = is_memory_guarded() || kIsSanitized;
    std::vector<std::shared_ptr<std::byte>> blocks;
    std::vector<std::byte*> own;
    for (const loop::BandGroup::Own& o : group.own) {
      if (is_watched) blocks.push_back(allocate_bytes(o.bytes));
      if (is_watched) guard_block(blocks.back().get(), "a band of an intermediate tensor");
      own.push_back(is_watched ? blocks.back().get() : member.own.get() + o.offset);
    }
    for (int64_t band = begin; band < end; ++band) run_band(run, member, own, band);
    for (const auto& block : blocks) check_block(block.get());
    if (is_memory_guarded()) guard_step("");
  });
  if (ms) {
    const double wall = now_ms() - start;
    ms->assign(kernels.size(), 0);
    for (const auto& m : members_) {
      for (size_t s = 0; s < kernels.size(); ++s) (*ms)[s] += m->ms[s];
    }
    const double sum = std::accumulate(ms->begin(), ms->end(), 0.0);
    for (double& t : *ms) t *= sum > 0 ? wall / sum : 0;
  }
  for (auto& m : members_) {
    if (m->error) return std::move(m->error);
  }
  return std::nullopt;
}

}  // namespace hammock::jit
