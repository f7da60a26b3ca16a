// SPDX-License-Identifier: Apache-2.0
// Steps that run band by band, so that what they hand on stays in a core's cache.
//
// Several kernels in a row may go over the same outermost points: the products, the softmax and the products of
// attention that is written out, for each head. Then all of them can be done for one such point (a band) before the
// next one is begun, and what lies between them is only ever as large as a band of it. Bands are independent of each
// other; each runs on one thread.
//
// The program stays as it is. A group holds, for each of its steps, the kernel of one band: its outermost axes are
// gone, and its buffers begin where the band does. It is a group only if every access moves evenly from band to band,
// and if what a step of the group writes is read by others of it in the same band alone.
#pragma once

#include <cstdint>
#include <vector>

#include "hammock/loop/program.h"

namespace hammock::loop {

struct BandArgument {
  uint32_t memory = 0;
  int64_t offset = 0;            // in bytes, of the first band: in the memory, or in the band's own part of it
  std::vector<int64_t> strides;  // in bytes from band to band, one per extent of the group; none: it is the band's own
};

struct BandStep {
  LoweredKernel kernel;
  std::vector<BandArgument> args;  // one per kernel buffer
};

struct BandGroup {
  uint32_t first = 0;            // of the program's steps
  std::vector<BandStep> steps;   // these and the following ones
  std::vector<int64_t> extents;  // bands are the points of these
  // What a band needs for itself: memories of the program, of which it has its part only, and where it lies.
  struct Own {
    uint32_t memory = 0;
    int64_t offset = 0, bytes = 0;  // 64-byte aligned
  };
  std::vector<Own> own;
  int64_t own_bytes = 0;  // all of them

  uint32_t last() const { return first + static_cast<uint32_t>(steps.size()) - 1; }
  int64_t bands() const {
    int64_t n = 1;
    for (int64_t e : extents) n *= e;
    return n;
  }
};

// What a group is worth: memories of fewer bytes than `least` are in a cache anyway, parts of more than `most` in none.
struct BandLimits {
  int64_t least = 0, most = 0;
  int64_t bands = 1;  // at least so many, or threads would have nothing to do
};

// Groups of a lowered program, in order; its memory is planned anew for them.
std::vector<BandGroup> make_bands(Context& context, Program& program, const BandLimits& limits);

}  // namespace hammock::loop
