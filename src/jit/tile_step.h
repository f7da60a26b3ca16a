// SPDX-License-Identifier: Apache-2.0
// The inner loop of matrix products with tiles (runtime/tiles.h) as LLVM IR.
#pragma once

#include <optional>
#include <string>

#include "compiled_kernel.h"
#include "hammock/runtime/gemm.h"

namespace hammock::jit {

// What tiles multiply such factors as, if the machine has any that do.
std::optional<Packed> tile_type(DType acc, DType lhs, DType rhs, const Host& host);

// Steps of the same grid and types have equal names, and are emitted once per module: how many rows there are is for
// who sets the tiles' shapes.
struct TileLoop {
  Packed type = Packed::quads;
  bool is_left_signed = false, is_right_signed = false;  // of quads
  TileGrid grid;
  bool fetches = false;
  std::string name() const;
};
void emit_tile_step(const Emission& emission, const TileLoop& loop);

}  // namespace hammock::jit
