// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a group band by band (loop/bands.h). The members of a pool divide the bands among them; a member
// does all steps of a band, each on its own thread, with memory of its own for what lies between them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiled_kernel.h"
#include "hammock/loop/bands.h"

namespace hammock::jit {

class BandRunner {
 public:
  // False: there is not as much memory.
  bool reserve(int members, std::span<const loop::BandGroup> groups, int64_t member_bytes, int64_t shared_bytes);
  int64_t bytes() const;

  // A step of the group.
  struct Kernel {
    const CompiledKernel* code;
    const std::byte* const* packed;
    std::string_view name;
  };
  // `base`: where the program's memories are. `ms`: gets what each step took of the group's time.
  std::optional<Error> run(const loop::BandGroup& group, std::span<const Kernel> kernels,
                           std::span<std::byte* const> base, ThreadPool& pool, std::vector<double>* ms = nullptr);

 private:
  struct Member {
    ThreadPool alone{1};
    Scratch scratch;
    std::shared_ptr<std::byte> own;
    std::vector<double> ms;  // by step
    std::optional<Error> error;
  };
  struct Run;
  void run_band(const Run& run, Member& member, std::span<std::byte* const> own, int64_t band) const;

  std::vector<std::unique_ptr<Member>> members_;
  int64_t own_bytes_ = 0;
};

}  // namespace hammock::jit
