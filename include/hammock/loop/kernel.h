// SPDX-License-Identifier: Apache-2.0
// The loop form of kernels: what the JIT compiles. Shapes are static; a kernel is its structure and knows no names.
//
// Scalar expressions are Prims (the one expression language of dims and loops) over the kernel's axis variables, with
// `load` nodes for buffer elements and calls of scalar intrinsics: "exp", "log", "erf", "tanh", "sigmoid", "sqrt",
// "rsqrt", "fabs", "round" (half away from zero), "floor", "pow" ... Equal subexpressions are one node, so a DAG is
// shared. Arithmetic dtypes are those of the nodes; a bool is an i1 in expressions and a byte in memory.
//
// A buffer is a strided view, in elements, of memory that the caller passes as a pointer to its first element;
// `load(b, [i, j])` reads at i * strides[0] + j * strides[1]. Where in a block of memory the view begins is the
// caller's business (Step::args), so that kernels at different places are equal. Indices may be any integer expression
// over axes and loads (gather). An output buffer may share memory with no other buffer of the kernel, unless Step says
// so. Loads under a `select` whose condition is false are not performed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/tir/kernel.h"
#include "hammock/tir/routine.h"

namespace hammock::loop {

struct Buffer {
  DType dtype;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // in elements, one per dim; 0 repeats
  bool is_output = false;
};

struct Axis {
  Prim var;  // int64
  int64_t extent = 1;
};

enum class Combine : uint8_t { none, sum, max, min, product };
constexpr std::string_view kCombineNames[] = {"none", "sum", "max", "min", "product"};

// What a maximum of floats makes of a NaN; a minimum alike. Operators keep it, kernels say it by the order of operands.
//   keep      a NaN wins; the sign of a zero may be that of any of them
//   skip      next > result ? next : result, in the order of the axes
//   replace   result > next ? result : next, in the order of the axes
enum class OfNan : uint8_t { keep, skip, replace };

// One sweep over `axes` for a fixed point of the kernel's outer axes.
//   store   (combine none)   out[index] = body           for every point of the axes
//   reduce  (else)           result = combine of body    over the axes, from `init`; later stages read the variable
//   `result`
struct Stage {
  std::vector<Axis> axes;  // outermost first; the last one runs along the vector lanes if it can
  Combine combine = Combine::none;
  OfNan nan = OfNan::keep;  // reduce: max and min of floats
  Prim body;
  Prim init;                // reduce: the initial value (same dtype as body)
  Prim result;              // reduce: a var of body's dtype
  uint32_t out = 0;         // store: buffer number
  std::vector<Prim> index;  // store: one index per dim of the buffer
};

// for every point of `outer` (independent, divided among threads): the stages in order.
//
// Covers pointwise chains (no outer axes needed: the emitter divides the store's own axes), reductions, softmax and
// the norms (reduce, reduce, store), pooling, copies, gathers.
struct Nest {
  std::vector<Axis> outer;
  std::vector<Stage> stages;
};

// One factor of a contraction, in elements from its buffer's pointer: batch strides, then the two matrix strides.
struct Factor {
  uint32_t buffer = 0;
  std::vector<int64_t> batch_strides;
  int64_t row_stride = 0;      // lhs: along m, rhs: along k
  int64_t col_stride = 0;      // lhs: along k, with a window along its taps; rhs: along n
  int64_t channel_stride = 0;  // lhs with a window: along its channels
  bool is_weight = false;      // stays the same from run to run: packed once
};

// The rhs of a convolution seen as a matrix: k = (channel, kd, kh, kw), n = (od, oh, ow); what is outside the image is
// 0. A plane has a depth of 1.
struct Window {
  int64_t channels = 0, depth = 1, height = 0, width = 0;  // of the input, per group
  int64_t kernel_d = 1, kernel_h = 1, kernel_w = 1, out_d = 1, out_h = 0, out_w = 0;
  int64_t stride_d = 1, stride_h = 1, stride_w = 1, dilation_d = 1, dilation_h = 1, dilation_w = 1;
  int64_t pad_front = 0, pad_top = 0, pad_left = 0;
  int64_t channel_stride = 0, slice_stride = 0, row_stride = 0, col_stride = 1;  // of the input in memory
  bool is_plain = true;                                                          // false: there is a window

  bool has_depth() const { return depth > 1 || kernel_d > 1 || out_d > 1; }
  int64_t taps() const { return kernel_d * kernel_h * kernel_w; }
};

// out[b.., m, n] = epilogue(sum over k of lhs[b.., m, k] * rhs[b.., k, n])
// The epilogue is an expression over `acc` (the sum, dtype acc_dtype), the axis variables and loads at them.
struct Contraction {
  std::vector<Axis> batch;
  Axis m, n;
  int64_t k = 0;
  Factor lhs, rhs;
  // Unless none, rhs lies nowhere (its buffer has a dtype, and no more): its element at (batch.., inner, n), where
  // `inner` is the variable of k. The strides say in which order elements are best computed.
  Prim rhs_element, inner;
  Window window;               // is_plain: rhs is a matrix with strides
  bool takes_winograd = true;  // convolutions may be computed so (runtime/winograd.h), which rounds in another way
  DType acc_dtype;             // float32, float64, int32 ...
  Prim acc;                    // a var
  Prim epilogue;               // dtype of the output
  uint32_t out = 0;            // buffer number
  std::vector<Prim> index;     // indices of the output over batch.., m, n
};

// out[b, q, h, :] = softmax_kv(score (+ bias)) value, where score = scale * query . key; layouts (batch, sequence,
// head, size) by strides. Query head h uses key and value head h / (heads / kv_heads). Masks: key j is visible to query
// i if j <= i (top_left), j <= i + kv_len - q_len (bottom_right).
//
// With starts, several sequences lie one after the other in the rows of a batch of one: sequence s has the queries from
// starts_q[s] to starts_q[s + 1] and the keys from starts_kv[s] to starts_kv[s + 1], and is attention by itself, with
// its own lengths. Queries of no sequence see no key. What is compiled fails where starts fall or lie outside.
struct Attention {
  int64_t batch = 0, heads = 0, kv_heads = 0, q_len = 0, kv_len = 0, head_size = 0, value_size = 0;
  uint32_t query = 0, key = 0, value = 0, out = 0;  // buffers of 4 dims each: batch, sequence, head, size
  int32_t bias = -1;                                // buffer of 4 dims batch, head, q, kv (strides 0 broadcast), or -1
  int32_t starts_q = -1, starts_kv = -1;            // buffers of one dim and as many elements, or -1
  bool bias_replaces = false;                       // a bias that is not 0 is the score; else it is added
  double scale = 1;
  double cap = 0;       // unless 0, the score is cap * tanh(scale * query . key)
  bool guards = false;  // weights that are no numbers, because all keys are hidden or a score is none, are 0
  enum class Mask : uint8_t { none, top_left, bottom_right } mask = Mask::none;
  static constexpr int64_t kAll = int64_t{1} << 40;
  int64_t window = kAll;  // of the keys up to the last that the mask shows, only so many are visible

  bool has_sequences() const { return starts_q >= 0; }
};

// A T.prim_func that is none of these, statement by statement. Its parameters are buffers of constant shapes (see
// tir/specialise.h), one per buffer of the loop kernel; those that it may write are outputs. An argument begins at its
// pointer; the strides of the tir buffers say how it lies.
struct Code {
  std::shared_ptr<const tir::Kernel> kernel;
  std::vector<std::shared_ptr<const tir::Kernel>> callees;  // of its calls and theirs, each once
  std::vector<Span> callee_places;                          // of their names
  bool may_overlap = false;                                 // a buffer that is written may share memory with another
  // The kernel's own value is asked for: one more buffer, of two int64 (float64 if the value is a float). Where the
  // kernel returns, the bits of the first become those of the int64 1, and the second the value.
  bool gives_value = false;
  bool must_return = false;  // a run without a value fails
  Span place;                // of the kernel's name, for what fails without a statement
  tir::Routine routine;      // what runs instead, if there is one
};

// The one buffer as memory that nobody has written is (kUnwritten): before a kernel that may show it.
struct Unwritten {};

struct LoweredKernel {
  std::vector<Buffer> buffers;  // the kernel's parameters, in order
  std::variant<Nest, Contraction, Attention, Code, Unwritten> body;
};

// As a T.prim_func; equal texts are equal kernels (symbols are numbered, names do not occur), so the text is the key of
// every kernel cache.
std::string to_text(const Context& context, const LoweredKernel& kernel);
// Whether that text says all that the kernel's code depends on to another process, too: places and large constants it
// does not.
bool is_text_complete(const LoweredKernel& kernel);

}  // namespace hammock::loop
