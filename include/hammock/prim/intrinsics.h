// SPDX-License-Identifier: Apache-2.0
// The intrinsics with what intrinsics.def says of them. A call's node holds the name; who asks often about one name
// keeps the row, which lives for ever.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "hammock/base/dtype.h"
#include "hammock/ir/context.h"

namespace hammock {

enum class Intrinsic : uint8_t {
#define INTRINSIC(name, ...) name,
#include "hammock/prim/intrinsics.def"
};

// How many operands a call has.
struct OperandCount {
  uint32_t least = 0, most = 0xffffffff;
  constexpr bool holds(size_t count) const { return least <= count && count <= most; }
};

// The dtype of a call.
struct IntrinsicResult {
  enum class Kind : uint8_t {
    operand,   // of operand `at`
    promoted,  // of the operands, which have one in common
    written,   // whichever the text says
    always     // `dtype`
  };
  Kind kind;
  uint8_t at = 0;
  DType dtype;
  constexpr IntrinsicResult(Kind k, uint8_t operand = 0) : kind(k), at(operand) {}
  constexpr IntrinsicResult(DType d) : kind(Kind::always), dtype(d) {}
};

enum class IntrinsicForm : uint8_t {
  plain,        // T.name(operands)
  dtype_first,  // T.name("dtype", operands)
  dtype_last,   // T.name(operands, "dtype")
  special,      // reader and printer know it
  inner         // no T.name; kernels made of operators contain it, or it is called by C's name
};

enum class IntrinsicEffect : uint8_t {
  pure,        // may be removed, repeated and moved
  annotation,  // pure, says something about its operand
  embedded,    // pure, information for compilers
  argument,    // pure, stands for an argument of a call
  reads,       // depends on memory
  updates,     // changes memory or a state
  opaque,      // anything
  jump         // ends the function, a loop or an iteration
};

enum class IntrinsicExecution : uint8_t {
  computed,  // by the executors
  nothing,   // does nothing when run
  gpu,       // only an accelerator has it
  internal   // belongs to TVM's calling convention
};

// How a compiled kernel computes the function. A float16 or bfloat16 is computed in float32.
enum class ScalarFunction : uint8_t {
  none,
  exact,        // one or a few instructions, whatever the dtype, that round nothing
  instruction,  // the same, rounded
  polynomial,   // of this project in float32, of the C library in float64
  composed,     // of other functions, of this project in float32 and of the C library in float64
  library,      // of the C library, element by element
  bits          // of integers, or of the bits of a float
};

// Which function of C has the name.
enum class FunctionOfC : uint8_t {
  none,
  unary,   // of one number
  binary,  // of two
  special  // of others; each executor knows it
};

struct IntrinsicRow {
  Intrinsic intrinsic;
  std::string_view name;
  OperandCount operands;
  IntrinsicResult result;
  IntrinsicForm form;
  IntrinsicEffect effect;
  IntrinsicExecution execution;
  ScalarFunction scalar;
  FunctionOfC c;

  // Depends on its operands only, and does nothing else.
  constexpr bool is_pure() const { return effect < IntrinsicEffect::reads; }
  // Gives a float for floats.
  constexpr bool is_of_floats() const { return scalar != ScalarFunction::none && scalar != ScalarFunction::bits; }
  constexpr bool is_instruction() const {
    return scalar == ScalarFunction::exact || scalar == ScalarFunction::instruction;
  }
};

namespace intrinsic_rows {
constexpr OperandCount any;
constexpr OperandCount takes(uint32_t least, uint32_t most) { return {least, most}; }
constexpr OperandCount takes(uint32_t count) { return {count, count}; }
constexpr OperandCount at_least(uint32_t count) { return {count}; }
constexpr IntrinsicResult like(uint8_t operand) { return {IntrinsicResult::Kind::operand, operand}; }
constexpr IntrinsicResult promoted = IntrinsicResult::Kind::promoted, written = IntrinsicResult::Kind::written;
inline constexpr IntrinsicRow kRows[] = {
#define INTRINSIC(name, operands, result, form, effect, execution, scalar, c) \
  {Intrinsic::name,                                                           \
   #name,                                                                     \
   operands,                                                                  \
   result,                                                                    \
   IntrinsicForm::form,                                                       \
   IntrinsicEffect::effect,                                                   \
   IntrinsicExecution::execution,                                             \
   ScalarFunction::scalar,                                                    \
   FunctionOfC::c},
#include "hammock/prim/intrinsics.def"
};
}  // namespace intrinsic_rows

constexpr std::span<const IntrinsicRow> intrinsics() { return intrinsic_rows::kRows; }
constexpr const IntrinsicRow& row(Intrinsic i) { return intrinsic_rows::kRows[static_cast<size_t>(i)]; }

// The row of a name, with or without "tir.", or of another spelling of it; null if there is none.
const IntrinsicRow* find_intrinsic(std::string_view name);
// What a function of C or LLVM computes on that dtype (expf, exp, llvm.exp.f32); null if that is none of the rows.
const IntrinsicRow* find_external(std::string_view symbol, DType dtype);
// The row of a node; null unless it is a call of an intrinsic.
const IntrinsicRow* intrinsic_of(const Context& context, Prim e);

// The dtype that a call on these operands has; void where only the text says it, or where operands are missing.
DType result_dtype(const PrimStore& prims, const IntrinsicRow& row, std::span<const Prim> operands);

}  // namespace hammock
