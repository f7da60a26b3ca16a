// SPDX-License-Identifier: Apache-2.0
// The instructions of a kernel's code.
//
// What an instruction computes with is chosen when it is made: integers wrap to the width of their dtype; float16,
// float32 and float64 round after every operation; bfloat16 and the float8 types compute in float32 and round where
// they are cast, bound, stored or given by a function (TIR 5.4).
#pragma once

#include <string_view>

#include "hammock/ir/prim_kind.h"
#include "kernel_code.h"

namespace hammock::reference {

// A step and what its `c` must be; no step: the operation is not defined on that dtype.
struct Operation {
  Step step = nullptr;
  uint32_t c = 0;
};

// to = a op b. Comparisons: `dtype` is that of the operands.
Operation binary_operation(PrimKind kind, DType dtype);
// bitwise_and, bitwise_or, bitwise_xor, shift_left, shift_right, and functions of two floats.
Operation binary_function(std::string_view name, DType dtype);
// to = f(a)
Operation unary_function(std::string_view name, DType dtype);
Operation logical_not();
Operation cast(DType from, DType to);
// To nearest even in a type that arithmetic does not round to; no step: it rounds always.
Operation narrowing(DType dtype);
// The same bits, `b` lanes of them.
Operation reinterpret(DType from, DType to);
// a + b * c; list of three
Operation fused_multiply_add(DType dtype);
// lists
Operation multiply_shift(bool per_axis);
Operation dot_of_four();
Operation large_integer();

// A constant as its dtype holds it.
double rounded(double value, DType dtype);

// Data movement.
const Instruction* move(Frame&, const Instruction*);       // to = a
const Instruction* spread(Frame&, const Instruction*);     // to = lanes of the scalar a
const Instruction* ramp(Frame&, const Instruction*);       // to = a, a + b, ...; c: the shift of integers
const Instruction* choose(Frame&, const Instruction*);     // to = c ? a : b, by lanes
const Instruction* gather(Frame&, const Instruction*);     // to = the registers of the list a
const Instruction* lane_mask(Frame&, const Instruction*);  // to = a + lane < b
const Instruction* disturb(Frame&, const Instruction*);    // to: noise; c: the dtype

// Memory.
Step load_step(DType element);
Step store_step(DType element);
const Instruction* check_indices(Frame&, const Instruction*);    // access a
const Instruction* address_of(Frame&, const Instruction*);       // to = pointer of access a
const Instruction* advance_pointer(Frame&, const Instruction*);  // to = a + b * c bytes
const Instruction* is_null(Frame&, const Instruction*);
const Instruction* allocate(Frame&, const Instruction*);  // allocated a
const Instruction* release(Frame&, const Instruction*);   // the last `a` memories

// Control.
const Instruction* jump(Frame&, const Instruction*);           // to c
const Instruction* jump_unless(Frame&, const Instruction*);    // a is 0: to c
const Instruction* jump_if(Frame&, const Instruction*);        // a is not 0: to c
const Instruction* jump_if_other(Frame&, const Instruction*);  // a is not b: to c
const Instruction* begin_statement(Frame&, const Instruction*);
// Shared expression a, whose code begins at c; what follows its use stands at b.
const Instruction* once(Frame&, const Instruction*);
const Instruction* end_once(Frame&, const Instruction*);  // shared expression a
// A loop's variable is `to`, the number of iterations that are left is the register `lanes`. a: min, b: extent; c:
// where it ends.
const Instruction* begin_loop(Frame&, const Instruction*);
// a: 64 less the bits of the variable, and 64 more if it has no sign; b: steps; c: the body
const Instruction* next_iteration(Frame&, const Instruction*);
const Instruction* expect_steps(Frame&, const Instruction*);         // a times (b and c: the lower and the upper half)
const Instruction* count_steps(Frame&, const Instruction*);          // b
const Instruction* bind_block_variable(Frame&, const Instruction*);  // to = a, within b and extent c; lanes: its name
const Instruction* check_assertion(Frame&, const Instruction*);      // a; b: its text
const Instruction* check_field(Frame&, const Instruction*);          // a must be b; c: which
const Instruction* check_multiple(Frame&, const Instruction*);       // a must be one of b; c: of which offset
const Instruction* call_kernel(Frame&, const Instruction*);          // a: which; to: result
const Instruction* make_array(Frame&, const Instruction*);           // arrays a; b: 1 for a shape
const Instruction* return_value(Frame&, const Instruction*);         // a
const Instruction* return_pointer(Frame&, const Instruction*);       // a
const Instruction* finish(Frame&, const Instruction*);

}  // namespace hammock::reference
