// SPDX-License-Identifier: Apache-2.0
// How a Nest is swept: which axes become which loops, and which one lies along the vector lanes.
//
// A kernel is cut into parts that run one after the other; each part has `points`, numbered through, that are
// independent and divided among threads. At a point the stages of the part run in order.
//
//   merged   neighbouring axes that every address of a stage walks like one long axis are one; the first is 0 then, as
//            are axes of extent 1 (`zeros`). Stages may share axes, and merge them or not each by itself.
//   inner    the lanes lie along an axis of the stage (each stage has its own): rows, contiguous reductions
//   outer    the lanes lie along an outer axis: all stages of several points at once, nothing is reduced across lanes
//   strip    an axis too long for one point is cut; the cuts depend on the extents only
//   woven    inner, of a store: the axis of the two to four elements that lie side by side for each lane; those of all
//            lanes are computed, and stored together
//   turned   outer, of a transposition: what is contiguous along the only inner axis and not along the lanes is loaded
//            in squares of as many rows as there are lanes, which are turned in registers
//
// The order in which a reduction adds depends on this plan and not on threads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hammock/loop/kernel.h"
#include "host.h"
#include "index_analysis.h"

namespace hammock::jit {

constexpr int64_t kLongestKept = 4096;  // elements

struct Sweep {
  const loop::Stage* stage = nullptr;
  std::vector<loop::Axis> axes;  // outermost first; the lane axis, if the stage has one, last
  bool has_lanes = false;
  std::vector<Prim> zeros;  // of the stage's own axes
  // A sum's elements that the next stage needs as well, and that are computed with more than a few instructions: kept
  // in a row of the stack. Of the next stage, what is kept of it.
  Prim keeps, kept;
};

struct Part {
  std::vector<loop::Axis> outer;  // numbered through, the last one fastest; without the lane axis
  // outer: the lane axis; inner with a strip: the lane axis of the only stage. Its strips are the fastest part of a
  // point.
  std::optional<loop::Axis> stripped;
  int64_t strip = 0;           // a multiple of lanes * unroll
  bool lanes_outside = false;  // all stages inside the lane loop over `stripped`
  std::vector<Sweep> sweeps;
  std::optional<loop::Axis> woven;
  std::vector<Prim> turned;  // loads
  std::vector<Prim> zeros;   // of the outer axes
  int lanes = 1;             // of one register
  int unroll = 1;            // registers at once
  int64_t points = 0;
  int64_t work = 0;  // elements times operations of one point, roughly

  int64_t strips() const { return stripped ? (stripped->extent + strip - 1) / strip : 1; }
};

std::vector<Part> plan_nest(const IndexAnalysis& analysis, const loop::LoweredKernel& kernel, const loop::Nest& nest,
                            const Host& host);

}  // namespace hammock::jit
