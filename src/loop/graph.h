// SPDX-License-Identifier: Apache-2.0
// A function with concrete shapes: a list of tensors in program order.
//
// Made from the entry function by binding its symbols, evaluating every dim, inlining calls of other functions and
// resolving tuples, aliases and casts. An item is one tensor: an input, a constant, or what an operator makes of
// earlier items. Operands that are no tensors (shapes, prim values) are numbers of the item.
//
// What a call of a composite function (attribute Composite) computes is a unit: its operators are fused with each other
// and with nothing outside. Composites within composites belong to the outer one.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/ir/module.h"
#include "hammock/loop/program.h"
#include "hammock/prim/evaluate.h"

namespace hammock::loop {

using ItemId = Id<struct ItemTag>;
using Dims = std::vector<int64_t>;

// The view operators, in four forms.
enum class ViewForm : uint8_t {
  none,
  reshape,    // the same elements in the same row-major order (flatten, expand_dims, squeeze too)
  permute,    // numbers: the operand's axis of each axis
  broadcast,  // to the item's shape, aligned at the right
  slice,      // numbers: begin of every axis, then step of every axis (strided_slice, split)
};

struct Definition;
struct KernelCall;

struct GraphItem {
  Op op = Op::none;                              // none: an input or a constant, or defined by an expression
  std::shared_ptr<const Definition> definition;  // instead of an operator
  std::shared_ptr<const KernelCall> call;        // of a kernel: the item is the output `source` of it
  DType dtype;
  ViewForm view = ViewForm::none;
  Dims shape;
  std::vector<ItemId> inputs;
  std::vector<int64_t> numbers;  // see ViewForm; of a part of a resize, its axis
  std::vector<Prim> prims;       // values of the operands that are prim values, each a constant
  Attr attrs;
  Storage storage = Storage::arena;  // inputs: param, weight; constants: constant
  std::vector<uint32_t> path;        // inputs: of a parameter that is a tuple, see Memory::path
  uint32_t source = 0;  // inputs: number of the parameter; constants: ConstantId; of a call: number of the output
  uint32_t unit = 0;    // the call of a composite function that it belongs to, in Graph::units; 0: none
  Span span;
  bool is_surrounding = false;  // a pad: what it surrounds is put into its memory

  int64_t elements() const;
  bool is_source() const { return op == Op::none && !definition && !call && view == ViewForm::none; }
};

struct Graph {
  std::vector<GraphItem> items;
  std::vector<ItemId> results;          // leaves of the function's result, in order
  std::vector<ResultLeaf::Kind> kinds;  // of the results
  std::vector<ItemId> effects;          // what runs even if no result is made of it
  std::vector<Name> units{{}};          // by number: the Composite attribute of the called function
  StructInfo result_info;               // tuples as the results nest in them, of objects
  bool is_kernel = false;               // by itself

  GraphItem& operator[](ItemId i) { return items[i.index]; }
  const GraphItem& operator[](ItemId i) const { return items[i.index]; }

  // Made of an item, of its unit and place in the text, and yet to be added.
  GraphItem conversion(ItemId from, DType to) const;
  GraphItem reshaped(ItemId from, Dims shape) const;
  GraphItem permuted(ItemId from, std::span<const int64_t> axes) const;
  // `widths`: before and behind each axis. `value`: without dims.
  GraphItem padded(Context& context, ItemId from, ItemId value, std::span<const int64_t> widths) const;
  // The same view of another item, with that one's dtype.
  GraphItem view_like(ItemId view, ItemId from) const;

  // The item below some permutes and reshapes, which are appended, the outermost first; a view where they are many.
  ItemId below_views(ItemId i, std::vector<ItemId>& views) const;
};

// Yet to be added, and without a unit and a place in the text.
GraphItem operation(Op op, DType dtype, Dims shape, std::vector<ItemId> inputs);
GraphItem constant_item(const Context& context, ConstantId id);

void set_attr(Context& context, GraphItem& item, std::string_view name, Attr value);
// Above, left, below, right.
std::array<int64_t, 4> image_padding(const CallAttrs& attrs);
// Is the image not much larger with the convolution's padding around it?
bool has_small_padding(const GraphItem& image, const CallAttrs& attrs);
// Of a convolution's result.
size_t channel_axis(const CallAttrs& attrs);
// The axes of an image with its channels first in the order of one with them last, and the other way round.
inline constexpr std::array<int64_t, 4> kToLast{0, 2, 3, 1}, kToFirst{0, 3, 1, 2};

// In the place of each item that is to be divided those that add_parts appends, of which the last one gives its value.
void divide_items(Graph& graph, const std::function<bool(const GraphItem&)>& divides,
                  const std::function<void(const GraphItem&)>& add_parts);

// The value of an item whose operands are constants of one element, that of the expression which its kernel would
// compute; nothing where that is for the run.
std::optional<Number> folded(Context& context, const Graph& graph, const GraphItem& item);

inline constexpr int kMaxCallDepth = 64;
inline constexpr size_t kMaxItems = size_t{1} << 24;
inline constexpr size_t kMaxInlined = size_t{1} << 24;

Result<Graph> make_graph(const Module& module, GlobalId entry, std::span<const Binding> dims,
                         std::span<const Known> arguments);

}  // namespace hammock::loop
