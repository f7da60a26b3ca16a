// SPDX-License-Identifier: Apache-2.0
// A kernel as linear code over registers, which the interpreter runs (kernel.h).
//
// A register is 64 bits: an integer, sign- or zero-extended from its dtype; a float as the double that it is; a pointer
// as the number of its memory and an offset. A vector has a register for each lane, one after the other. A variable has
// its registers for the whole kernel; every expression of a statement has some of its own, so that an expression that
// is used several times is computed once.
//
// An instruction is a function and up to four numbers; it returns the one to go on with, or null where the frame
// stops: it failed, it is done, or it calls a kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/runtime/host_functions.h"
#include "hammock/tir/kernel.h"

namespace hammock::reference {

union Slot {
  int64_t i;
  double d;
};

struct Frame;
struct Instruction;
using Step = const Instruction* (*)(Frame&, const Instruction*);
using Register = uint32_t;
inline constexpr Register kNoRegister = UINT32_MAX;

struct Instruction {
  Step step = nullptr;
  uint32_t to = 0, a = 0, b = 0, c = 0;
  uint32_t lanes = 1;
};

// ---- pointers ----
// 0 is null; else the number of the memory from 1 in the upper bits, and the offset in bytes from kBias below.
struct Pointer {
  static constexpr int kOffsetBits = 44;
  static constexpr int64_t kBias = INT64_C(1) << (kOffsetBits - 1);
  static constexpr int64_t kMaxMemories = INT64_C(1) << 18;

  uint32_t memory = 0;
  int64_t offset = 0;

  int64_t pack() const {
    return (static_cast<int64_t>(memory) + 1) << kOffsetBits | ((offset + kBias) & (2 * kBias - 1));
  }
  static Pointer unpack(int64_t packed) {
    return {static_cast<uint32_t>((packed >> kOffsetBits) - 1), (packed & (2 * kBias - 1)) - kBias};
  }
};

struct Memory {
  std::shared_ptr<std::byte> keep;  // none: it is gone
  int64_t bytes = 0;
  bool is_constant = false;  // may not be written
};

// ---- accesses ----

struct AccessDim {
  Register index, extent;
  Register stride = kNoRegister;  // in elements; none: compact
};

// An element of a buffer, or several: the last index may have lanes, and an element may be a vector.
struct Access {
  tir::BufferId buffer;
  Register data = kNoRegister, offset = kNoRegister, mask = kNoRegister;  // no offset: 0
  std::vector<AccessDim> dims;
  uint32_t index_lanes = 1, element_lanes = 1;
  int64_t element_bytes = 0;
  DType element;  // a lane of it
};

// ---- tables of the code ----

// Memory that a statement or a block makes.
struct Allocated {
  Name name;
  DType dtype;
  Register to = kNoRegister;  // the pointer
  std::vector<Register> extents, strides;
  Register offset = kNoRegister, condition = kNoRegister;
  std::shared_ptr<std::byte> constant;  // of T.allocate_const
  int64_t constant_bytes = 0;
};

enum class Field : uint8_t { dim, stride, offset };

// What a call finds out of an argument: the register `to` gets it.
struct Found {
  Field field;
  uint32_t dim = 0;
  Register to = kNoRegister;
  DType dtype;
  int64_t factor = 1;  // offset: divides it
};

struct ParameterCode {
  enum class Kind : uint8_t { scalar, pointer, buffer } kind = Kind::scalar;
  Name name;
  DType dtype;
  Register to = kNoRegister;         // the value, or the pointer to the data
  Register same_data = kNoRegister;  // an earlier parameter's pointer, which must be the same
  uint32_t rank = 0;
  bool is_checked = true;  // shape and dtype: not of int1, int4, uint4
  bool is_auto_broadcast = false;
  bool is_written = false;
  std::vector<Found> found;
};

// A value that a field of a buffer must have.
struct FieldCheck {
  Name name;  // of the buffer
  Field field = Field::dim;
  uint32_t dim = 0;
  bool is_parameter = false;
  Register extent = kNoRegister;  // of a parameter's stride: one of 1 makes it mean nothing
};

struct KernelCall {
  GlobalId callee;
  std::vector<Register> arguments;
  std::vector<DType> dtypes;
  bool is_asked = true;  // for its value
  // Of a function of C++ instead: its name, arguments that are texts, and what it returns.
  Name host;
  std::vector<Name> texts;
  DType result;
};

// T.tvm_stack_make_array and its shapes.
struct ArrayParts {
  std::vector<Register> values;
  DType dtype;
};

struct KernelCode {
  std::shared_ptr<const tir::Kernel> kernel;
  Span span;  // of the kernel, where a statement has none
  std::vector<Instruction> code;
  std::vector<tir::StmtId> places;  // of each instruction; none: before the first statement
  std::vector<Slot> registers;      // as a call begins with them
  std::vector<ParameterCode> parameters;
  std::vector<Access> accesses;
  std::vector<Allocated> allocated;
  std::vector<FieldCheck> checks;
  std::vector<KernelCall> calls;
  std::vector<ArrayParts> arrays;
  std::vector<Register> lists;  // operands of intrinsics with many
  std::vector<Name> texts;      // of assertions
  std::vector<Name> names;      // of block variables, intrinsics
  uint32_t shared = 0;          // expressions that are computed at most once in a statement

  const Context& context() const { return *kernel->context; }
};

// The code of a kernel, or an error that names what cannot be run. `is_noisy`: every rounding is followed by noise.
// `functions`: what T.call_packed may call beside Hammock's own.
Result<std::shared_ptr<const KernelCode>> translate(const Module& module, GlobalId kernel, bool is_noisy,
                                                    const HostFunctions* functions = nullptr);

// ---- a call ----

// A tensor as T.tvm_stack_make_array describes it; or a shape, which has no pointer.
struct ArrayView {
  std::vector<int64_t> shape, strides;
  int64_t pointer = 0, offset = 0;
  DType dtype;
};

class Interpreter;

enum class Stop : uint8_t { failed, done, call };

struct Frame {
  const KernelCode* code = nullptr;
  std::shared_ptr<const KernelCode> keep;
  Interpreter* interpreter = nullptr;
  std::vector<Slot> registers;
  Slot* r = nullptr;
  const Instruction* resume = nullptr;
  Stop stop = Stop::done;
  uint32_t call = 0;    // of `call`: which one
  Register result = 0;  // of the caller; gets what the call returns
  Span called;
  Slot returned = {.i = 0};
  bool has_returned = false;
  std::vector<uint32_t> memories;  // that die with the frame, the last first
  bool is_recursive = false;       // the kernel was open before
  int64_t held = 0;                // by its memories, if it is, while it calls
  std::vector<ArrayView> arrays;
  std::vector<uint64_t> computed_in;  // of a shared expression: the statement's number
  std::vector<const Instruction*> returns;
  uint64_t statement = 0;

  const Instruction* fail(const Instruction* at, std::string text, Error::Kind kind = Error::Kind::run);
};

}  // namespace hammock::reference
