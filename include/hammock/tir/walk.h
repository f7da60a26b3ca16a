// SPDX-License-Identifier: Apache-2.0
// The statements of a kernel in order, with a stack: a thousand lets in a row are a thousand levels. And all of its
// expressions, in no order.
#pragma once

#include <utility>
#include <vector>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

enum class Part : uint8_t { body, other, init };

// `visit(Prim&)`: the roots of all expressions but the variables that the kernel defines, in attributes of the function
// and annotations neither. `kernel` may be const.
template <class AnyKernel, class Visit>
void for_each_expression(AnyKernel& kernel, Visit&& visit) {
  auto one = [&](auto& p) {
    if (p) visit(p);
  };
  auto all = [&](auto& list) {
    for (auto& p : list) one(p);
  };
  auto range = [&](auto& r) { one(r.min), one(r.extent); };
  auto region = [&](auto& r) {
    for (auto& d : r.ranges) range(d);
  };
  for (auto& b : kernel.buffers) all(b.shape), all(b.strides), one(b.elem_offset);
  for (auto& s : kernel.stmts) one(s.value), one(s.min);
  all(kernel.lists);
  for (auto& b : kernel.blocks) {
    for (auto& v : b.vars) range(v.domain);
    all(b.values);
    one(b.predicate);
    for (auto& r : b.reads) region(r);
    for (auto& r : b.writes) region(r);
    for (auto& m : b.matches) region(m.source);
  }
  for (auto& r : kernel.regions) region(r);
  for (auto& n : kernel.nodes) one(n.prim), range(n.iter_var.domain), all(n.results), all(n.identities);
}

// `enter(StmtId) -> bool`: before its parts, which are left out if it says false, as is `leave`. `begin(StmtId, Part)`
// and `end(StmtId, Part)` stand around each part.
template <class Enter, class Begin, class End, class Leave>
void walk(const Kernel& kernel, Suite root, Enter&& enter, Begin&& begin, End&& end, Leave&& leave) {
  struct Level {
    StmtId stmt;  // none: the root
    std::pair<Part, Suite> parts[2];
    uint8_t count = 0, part = 0;
    bool has_begun = false;
    uint32_t at = 0;  // in the part
  };
  auto level_of = [&](StmtId id) {
    Level level{id, {}};
    auto add = [&](Part part, Suite suite) { level.parts[level.count++] = {part, suite}; };
    const Stmt& s = kernel[id];
    switch (s.kind) {
      case StmtKind::store:
      case StmtKind::evaluate:
      case StmtKind::prefetch: break;
      case StmtKind::block:
        if (kernel.block(s).has_init) add(Part::init, kernel.block(s).init);
        add(Part::body, kernel.block(s).body);
        break;
      default:
        add(Part::body, s.body);
        if (s.kind == StmtKind::if_ && s.has_else) add(Part::other, s.other);
    }
    return level;
  };
  std::vector<Level> levels(1);
  levels[0].parts[0] = {Part::body, root};
  levels[0].count = 1;
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.part == level.count) {
      const StmtId left = level.stmt;
      levels.pop_back();
      if (left) leave(left);
      continue;
    }
    auto [part, suite] = level.parts[level.part];
    if (!level.has_begun && level.stmt) begin(level.stmt, part);
    level.has_begun = true;
    if (level.at < suite.size) {
      const StmtId id = kernel.suite(suite)[level.at++];
      if (enter(id)) levels.push_back(level_of(id));
      continue;
    }
    if (level.stmt) end(level.stmt, part);
    ++level.part;
    level.at = 0;
    level.has_begun = false;
  }
}

// In the order of the walk; none where a part begins, where it ends and behind all parts of a statement.
inline std::vector<StmtId> in_order(const Kernel& kernel) {
  std::vector<StmtId> out;
  auto enter = [&](StmtId id) {
    out.push_back(id);
    return true;
  };
  auto mark = [&](StmtId, Part) { out.emplace_back(); };
  walk(kernel, kernel.body, enter, mark, mark, [&](StmtId) { out.emplace_back(); });
  return out;
}

}  // namespace hammock::tir
