// SPDX-License-Identifier: Apache-2.0
// The lower column of the operator table: how an operator becomes part of a kernel.
//
// A family is one of
//   view         the same elements at other places (views.h)
//   element      an element of the result is an expression over elements of the operands: fuses with anything
//   same, known  no kernel: the operand itself; what its struct info says
//   anchor       the operator is the heart of a kernel; `emit` builds it, and `absorbs` says what may follow it there
#pragma once

#include <optional>
#include <span>
#include <string>

#include "graph.h"

namespace hammock::loop {

class KernelBuilder;
class Lowerer;
struct Target;
using Point = std::vector<Prim>;

// An axis counted from the front; those of an attribute.
inline size_t from_front(int64_t axis, size_t rank) {
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}
inline size_t axis_of(const CallAttrs& attrs, size_t rank) { return from_front(attrs.integer("axis", 0), rank); }
std::vector<bool> marked(const std::vector<int64_t>& axes, size_t rank);

enum class FamilyKind : uint8_t { view, element, anchor };

// What an anchor's kernel can do with its result before it stores it.
enum class Absorbs : uint8_t {
  nothing,     // the result is stored row-major in its own shape
  layout,      // it can be stored through any strides
  operations,  // and elementwise operators can follow
};

// How an anchor reads an operand.
enum class Reads : uint8_t {
  strided,  // from memory, through strides
  small,    // the same; an expression over a good deal less memory may take its place (weights that are dequantised)
  once,     // element by element: an expression may take its place
  often,    // several times: a cheap expression may
  pieces,   // a part of the result, which may be written in place (concat)
};

using IndexOperands = std::vector<std::pair<uint32_t, IndexRange>>;  // by number

struct Family {
  FamilyKind kind = FamilyKind::view;
  ViewForm view = ViewForm::none;  // of a view operator
  Absorbs absorbs = Absorbs::operations;
  Reads reads = Reads::once;
  // element: the value at a point of the result
  Prim (*element)(KernelBuilder&, ItemId, std::span<const Prim> point) = nullptr;
  // element: a rough count of vector operations for one point; above kCheap it is not worth computing twice
  int (*cost)(const GraphItem&) = nullptr;
  // element: the first operand is read at the point, the others at the point's place along an axis
  bool is_along_axis = false;
  // element: the operands whose elements are indices of the first one, which must lie in it
  IndexOperands (*indices)(const Context&, const Graph&, const GraphItem&) = nullptr;
  // Do the shapes of the operands fit, where inference does not ask? Those that do not are left to the reference
  // executor, which says what is wrong.
  bool (*fits)(const Context&, const Graph&, const GraphItem&) = nullptr;
  // Without an element to choose from a run fails.
  bool needs_elements = false;
  // anchor: builds and adds the kernel, or fails through Lowerer::unsupported
  void (*emit)(KernelBuilder&, const Target&) = nullptr;
};

// What the lower column names.
namespace families {
#define SCALAR(rule, cost) pointwise
#define CALLS(function, cost) pointwise
#define OP(id, signature, traits, infer, eval, lower, ...) extern const Family lower;
#include "hammock/ir/ops.def"
#undef OP
#undef CALLS
#undef SCALAR
extern const Family surrounded;  // a pad that is an anchor
}  // namespace families

// The family of an operator; null: it cannot be lowered.
const Family* family(Op op);
const Family* family(const GraphItem& item);
// Does an elementwise item read an operand at its own point only?
bool reads_in_place(const GraphItem& item, ItemId operand);
// Is it a pointwise conversion, which with the dtype that there is changes nothing?
bool converts(Op op);

}  // namespace hammock::loop
