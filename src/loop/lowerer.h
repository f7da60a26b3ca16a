// SPDX-License-Identifier: Apache-2.0
// Groups of operators that become one kernel, and the kernels' construction.
//
// One pass over the items in program order. An item is
//   stored    it lies in memory, at a view;
//   delayed   it is computed when a kernel needs it, from its operands. At most one anchor is below a delayed item,
//   along a
//             chain of items with a single consumer each and as many elements; the kernel of the anchor then stores the
//             end of the chain. Where an item has several consumers but all that comes of them meets again in one
//             elementwise item soon after, the whole region counts as a link of the chain (see find_region).
// A kernel is emitted when somebody needs a delayed item in memory. Everything that a delayed item reads is in memory
// by then and is never overwritten before its last reader (the memory plan works on the finished order of steps).
//
// Delayed expressions are bounded in size (kMaxCost), depth (kMaxChain) and loads (kMaxStreams); beyond, operands are
// stored. So every recursion here is bounded, whatever the length of the program.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "family.h"
#include "hammock/loop/bands.h"
#include "views.h"

namespace hammock::loop {

inline constexpr int kCheap = 4;
inline constexpr int kMaxCost = 250;
inline constexpr int kMaxStreams = 8;
inline constexpr int kMaxChain = 64;

// What a kernel is to produce.
struct Target {
  ItemId root;    // the item that is stored
  ItemId anchor;  // the operator at its heart; none: elements only
  View dest;      // where, in the coordinates of the anchor's result (of the root, if there is no anchor)
};

class Lowerer {
 public:
  Lowerer(Context& context, Graph graph) : context_(context), graph_(std::move(graph)) {}
  Result<Program> run(FastProducts fast = {});

  Context& context() const { return context_; }
  const Graph& graph() const { return graph_; }
  bool is_stored(ItemId i) const { return states_[i.index].is_stored; }
  // Would it be computed by the kernel of an anchor?
  bool has_anchor(ItemId i) const { return !is_stored(i) && anchor(i); }
  const View& view(ItemId i) const { return states_[i.index].view; }
  const Memory& memory(uint32_t id) const { return program_.memories[id]; }
  // Does it stay the same from run to run?
  bool is_weight(uint32_t memory) const {
    const Storage s = program_.memories[memory].storage;
    return s == Storage::weight || s == Storage::constant || s == Storage::folded;
  }

  // Makes sure that the item lies in memory, through whatever strides.
  const View& store(ItemId i);
  // Emits the kernel that computes a delayed item and stores it: into new memory, or at `dest`.
  void materialise(ItemId i, const View* dest = nullptr);
  // Puts an item into a part of another's memory: computed there if nobody else needs it, else copied.
  void place(ItemId i, const View& dest);
  // A view's elements in memory of their own, row-major.
  View dense_copy(const View& view, ItemId reader);
  View dense_copy(const View& view, ItemId reader, bool is_constant);
  // A table known before the run, as memory.
  View table(Constant constant);

  void add_step(KernelBuilder& builder, LoweredKernel kernel, const Target& target);
  View temporary(DType dtype, const Dims& shape);              // new memory
  [[noreturn]] void unsupported(std::string what, ItemId at);  // ends run() with an error

  // The items from the anchor (excluded) to the root of a target, in order.
  std::vector<ItemId> chain(const Target& target) const;

  // The variables of kernels are shared by all of them, so that equal kernels are equal expressions.
  Prim axis_var(size_t number);
  Prim value_var(size_t number, DType dtype);

 private:
  struct Failure {
    Error error;
  };
  struct State {
    bool is_stored = false;
    bool is_live = false;
    bool is_constant = false;  // made of weights and constants only
    bool is_result = false;
    bool wants_dense = false;  // somebody reads it row by row
    ItemId anchor;             // delayed: the anchor below
    ItemId carrier;            // delayed with another item's anchor: the operand that leads to it
    ItemId entry;              // inside a region: where it begins
    int32_t cost = 0, streams = 0, depth = 0;
    uint32_t uses = 0;  // consumers
    View view;          // stored
  };
  State& state(ItemId i) { return states_[i.index]; }
  const State& state(ItemId i) const { return states_[i.index]; }

  void count_uses();
  // The anchor below a delayed item; none if something on the way to it has been stored meanwhile.
  ItemId anchor(ItemId i) const;
  bool find_region(ItemId i);
  // Stores what makes the item one that no anchor is below: itself, what it is cheaply made of, or the beginning of its
  // region.
  void release(ItemId i);
  std::vector<ItemId> after_narrowest(ItemId i) const;
  // What it takes to compute a delayed item, from its operands.
  void measure(ItemId i);
  void process(ItemId i);
  void process_input(ItemId i);
  void process_view(ItemId i);
  void process_kernel(ItemId i);
  std::vector<uint32_t> add_kernel(ItemId i);
  uint32_t contents(ItemId operand, ItemId output);
  void add_unwritten(uint32_t memory, ItemId output, const std::string& name);
  Argument whole(ItemId operand, ItemId output);
  void check_indices(ItemId i, size_t operand, Op op, IndexRange range);
  void process_element(ItemId i, const Family& family);
  bool is_unpacked_for(ItemId operand, size_t which, ItemId product) const;
  void process_anchor(ItemId i, const Family& family);
  bool can_carry(ItemId operand, ItemId consumer) const;
  void store_before_use(ItemId operand, ItemId consumer);
  std::optional<View> at_anchor(ItemId root, const View& dest) const;
  uint32_t new_memory(ItemId i, Storage storage);
  // The nest as several steps, see pieces.cpp; false: it is one.
  bool add_pieces(KernelBuilder& builder, const Nest& nest, const Target& target);
  void return_results();

  Context& context_;
  Graph graph_;
  std::vector<State> states_;
  std::vector<uint32_t> consumers_begin_;  // per item, into consumers_
  std::vector<ItemId> consumers_;
  // Of a call, by output: does anybody look at it? Their memories, once it has been met.
  struct Call {
    std::vector<bool> is_live;
    std::vector<uint32_t> outputs;
  };
  std::map<const KernelCall*, Call> calls_;
  Program program_;
  std::vector<Prim> axis_vars_;
  std::map<std::pair<size_t, uint32_t>, Prim> value_vars_;
};

// One kernel under construction.
class KernelBuilder {
 public:
  explicit KernelBuilder(Lowerer& lowerer) : math(lowerer.context().prims), lowerer_(lowerer) {}

  IndexMath math;

  Lowerer& lowerer() { return lowerer_; }
  const GraphItem& item(ItemId i) const { return lowerer_.graph()[i]; }
  PrimStore& prims() { return math.prims(); }
  Context& context() { return lowerer_.context(); }

  // A new axis; `point` for each dim of a shape: a new axis, or 0 where the extent is 1.
  Axis axis(int64_t extent);
  Point point(std::span<const int64_t> shape, std::vector<Axis>& axes);
  // A new variable for an accumulator or the result of a stage.
  Prim value(DType dtype) { return lowerer_.value_var(values_++, dtype); }

  // The element of an item at a point: loaded, or computed.
  Prim element(ItemId i, std::span<const Prim> point);
  // The same of operand `n` of an item, broadcast to the item's point.
  Prim operand(ItemId i, size_t n, std::span<const Prim> point);
  Prim load(const View& view, std::span<const Prim> point);

  // Adds to a condition that the index lies in [0, extent), where that is not sure.
  void require_inside(Prim index, int64_t extent, Prim& condition);

  // The value to store where the anchor's result has `value` at `point`.
  Prim epilogue(const Target& target, Prim value, std::span<const Prim> point);
  // Where to store it.
  struct Place {
    uint32_t buffer;
    std::vector<Prim> index;
  };
  Place place(const Target& target, std::span<const Prim> point);
  Stage store_stage(const Target& target, std::vector<Axis> axes, Prim value, std::span<const Prim> point);

  // A buffer for the whole of a view.
  uint32_t buffer(const View& view, bool is_output = false);
  bool is_weight(const View& view) const;

 private:
  friend class Lowerer;
  friend class PieceMaker;
  // Drops unit and constant dims, and joins i floordiv c, i floormod c where strides allow.
  View canonical(const View& view, std::span<const Prim> point, Point& index);
  void take_affine(View& view, size_t dim, Prim& index);

  Lowerer& lowerer_;
  std::vector<Buffer> buffers_;
  std::vector<View> views_;        // one per buffer
  std::vector<ItemId> operators_;  // for the step's name
  std::map<std::pair<uint32_t, Point>, Prim> known_;
  ItemId bound_;
  Prim bound_value_;
  size_t axes_ = 0, values_ = 0;
};

Prim cast(PrimStore& prims, Prim e, DType to);
Prim number(PrimStore& prims, double value, DType dtype);

// Sums of elements before they are divided: of integers not cut to their width, of float16 and bfloat16 in float32.
inline DType sum_of_mean(DType d) {
  if (!d.is_any_float()) return d.is_unsigned() ? DType::unsigned_integer(64) : kInt64;
  return d.bits < 32 ? kFloat32 : d;
}
// The lowest or highest value of a dtype; infinities for floats.
Prim extreme(PrimStore& prims, DType dtype, bool lowest);
// Makes attention that is written out as matmuls and softmax one item.
void find_attention(Context& context, Graph& graph);
// Makes convolutions of 16-bit floats, of bfloat16 if it does not stay, convolutions of float32.
void widen_convolutions(Context& context, Graph& graph, bool keeps_bfloat16);
// Makes products of dequantized integers products of integers, which are scaled.
void multiply_dequantized(Context& context, Graph& graph);
// Makes products of integers that were widened products of narrow ones.
void narrow_factors(Context& context, Graph& graph);
// Gives tensors between convolutions another layout than the script's where that pays.
void lay_channels_last(Context& context, Graph& graph);
// Makes pixels of bytes whole words, and pads memory that what they surround is put into. `has_quads`: the processor
// multiplies four bytes of a word at once.
void pad_images(Context& context, Graph& graph, bool has_quads);
// Elements of a window that is written out as one expression.
inline constexpr int64_t kMaxWindow = 144;
// Makes pools of large windows pools of smaller ones, or reductions.
void split_pools(Context& context, Graph& graph);
// Makes resized images, where that pays, images that are resized along one axis after the other.
void split_resizes(const Context& context, Graph& graph);
// Gives every arena memory its offset.
void plan_memory(Program& program, std::span<const BandGroup> groups = {});

}  // namespace hammock::loop
