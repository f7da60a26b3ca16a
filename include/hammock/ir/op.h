// SPDX-License-Identifier: Apache-2.0
// The operator table. A row of ops.def states everything that the toolchain knows of an operator.
//
//   OP(id, signature, traits, infer, eval, lower, suits)
//
// `ir` reads id, signature, traits and suits; `infer`, `eval` and `loop` each define OP for their own column, and
// declare what it names: a rule of inference, one of evaluation, a family of kernels (`none` where an operator has none
// yet: the layer reports it as unsupported). An operator that is computed element by element is lowered by a scalar
// expression: SCALAR(rule, cost) names a function of loop/pointwise.cpp, CALLS(function, cost) a scalar function of
// prim/intrinsics.def that is called with the elements of the operands. The cost is a rough count of vector operations.
//
// `suits`, which most rows lack, says which values of an operand or attribute the operator is good for:
//
//   "x1: positive, x2: shift"            a Domain
//   "indices: index of x[axis]"          below that extent; [1]: of that axis, or the last one where there are fewer
//   "indices: index below depth"         below that attribute; without either: below every extent of the first operand
//   "indices: index or number"           a primitive value may stand for the tensor, as in every Pointwise operator
//   "mode: fast|clip|wrap"               the words that its kernels know
//   "indexing: only ij|xy"               the words that it has; others are refused also where it is not run
//
// A signature is the script's own syntax with a kind for each parameter:
//
//   "nn.conv2d(data: T, weight: T, strides: ints[2] = 1, groups: int = 1, out_dtype: dtype = None)"
//
//   operands    T tensor, Ts tuple of tensors, S shape, S[n] (an int stands for n equal ones), P primitive value (a
//   number
//               stands for R.prim_value; True is 1), C constant (a number stands for R.const), R.dtype and R.str (a
//               text stands for it), E any expression, *E any number of them T? S? P? E?: absent ones, written None or
//               as their default, are left out of the operands
//   attributes  bool int float str dtype ints (a list; an int stands for a list of one), int|ints (as written),
//               bool? int? str? ints? (or None), ints[n] (one element or half of n repeated to n), list[n] (exactly n),
//               T.float? (a float immediate or None), T.floats[n] (a list of n, a float stands for n equal ones),
//               T.value? (a primitive value or None), map (an index map), any
//
// A parameter that TVM has got since 0.19 is written `mode@0.26`, one that it has lost `axis_separators@-0.26`; a
// default that has changed `False | True@0.26`. An operator that TVM 0.19 does not have has the trait Newer.
//
// A default is a literal or the name of an earlier parameter. A parameter that cannot be None but has a default takes
// the default where the script says None. The order of the operands in the signature is that of the call's operands.
// The order of the attributes is the order of the surface parameters; the canonical text prints them in that order,
// unless the signature ends in `-> a b c`, which lists the print order.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hammock/ir/dialect.h"

namespace hammock {

enum class Op : uint16_t {
#define OP(id, signature, traits, infer, eval, lower, ...) id,
#include "hammock/ir/ops.def"
#undef OP
  none
};
inline constexpr size_t kOpCount = static_cast<size_t>(Op::none);

enum class TraitIndex : uint8_t {
#define TRAIT(id, name) id,
#include "hammock/ir/traits.def"
#undef TRAIT
};
// Bits of the traits column.
enum Trait : uint32_t {
#define TRAIT(id, name) id = 1u << static_cast<int>(TraitIndex::id),
#include "hammock/ir/traits.def"
#undef TRAIT
};
struct TraitInfo {
  Trait trait;
  std::string_view name;
};
std::span<const TraitInfo> traits();

// The values of an operand that an operator is good for.
enum class Domain : uint8_t {
  any,
  shift,  // below the width of the dtype
  positive,
  unit,   // [0, 1)
  index,  // from 0 to below what it indexes
};

enum class ParamKind : uint8_t {
  tensor,
  tensors,
  shape,
  prim,
  constant,
  dtype_expr,
  string_expr,
  expr,
  variadic,  // operands
  boolean,
  integer,
  real,
  string,
  dtype,
  integers,
  int_or_ints,
  float_imm,
  float_imms,
  prim_imm,  // attributes
  index_map,
  any_attr,
};
constexpr bool is_operand(ParamKind k) { return k <= ParamKind::variadic; }

struct Param {
  std::string_view name;
  ParamKind kind;
  bool is_optional = false;  // None is allowed
  bool has_default = false;
  std::string_view default_text;    // as written: `1`, `None`, `"NCHW"`, `1e-5`, `R.tuple()`
  int8_t default_param = -1;        // the earlier parameter that the default names
  uint8_t list_size = 0;            // ints[n], list[n], T.floats[n], S[n]
  bool is_whole_list = false;       // list[n]
  uint8_t since = 0, until = 0xff;  // versions of TVM that have it: from the first on, before the second
  std::string_view newer_default;   // as written; empty: the default has not changed
  uint8_t newer_default_since = 0;
  Domain domain = Domain::any;  // of an operand
  // Of an index: the operand that it is an index of, and the axis, a number or the name of an attribute. Without an
  // operand what it is below; empty: not said.
  int8_t indexed = -1;
  std::string_view index_bound;
  bool may_be_number = false;
  std::vector<std::string_view> words;  // of a text: all that are known; empty: any
  bool has_only_words = false;          // others are refused also where it is not run
  bool is_in(Dialect d) const { return since <= static_cast<int>(d) && static_cast<int>(d) < until; }
};

struct OpInfo {
  Op id;
  std::string_view name;  // without "relax."
  uint32_t traits;
  std::vector<Param> params;      // surface order, operands and attributes
  std::vector<uint8_t> operands;  // indices into params
  std::vector<uint8_t> attrs;     // indices into params, in print order: the order of the attribute record
  bool has(Trait t) const { return (traits & t) != 0; }
  const Param* param(std::string_view name) const;  // null: there is none
  bool is_convolution() const { return has(Contraction) && attr_index("kernel_layout") >= 0; }
  // Position in the attribute record; -1 if there is no such attribute.
  int attr_index(std::string_view name) const;
};

const OpInfo& info(Op op);
inline bool has_trait(Op op, Trait t) { return info(op).has(t); }
// By name without "relax."; Op::none if there is none.
Op find_op(std::string_view name);
// All names, for suggestions.
std::span<const std::string_view> op_names();

}  // namespace hammock
