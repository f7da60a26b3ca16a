// SPDX-License-Identifier: Apache-2.0
// From a kernel to its code (kernel_code.h).
//
// One walk over the statements, with a stack. An expression of a statement is translated where it is first needed, and
// its registers are known to what follows. What is needed first in a part that may be skipped (an arm of a choice, the
// right side of `and`) is known to nobody else; if it is used several times in the statement it becomes a piece of code
// that computes it once, whoever comes first. So the code is linear in the graph of the expression, and nothing is
// computed twice or without need. Where a call in a statement has effects, nothing in it is shared.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/prim/intrinsics.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"
#include "kernel_code.h"
#include "kernel_steps.h"

namespace hammock::reference {

class Translator {
 public:
  Translator(const Module& module, std::shared_ptr<const tir::Kernel> kernel, Span span, bool is_noisy,
             const HostFunctions* functions);
  Result<std::shared_ptr<const KernelCode>> run();

 private:
  // What is thrown; run() returns it.
  [[noreturn]] void fail(std::string text, Error::Kind kind = Error::Kind::unsupported) const;
  // What no executor runs (tir/refusal.h).
  [[noreturn]] void cannot_run(Prim p) const;
  [[noreturn]] void cannot_run(const tir::Stmt& s) const;
  std::string_view text(Name name) const { return context_.text(name); }
  DType dtype(Prim p) const { return prims_[p].dtype; }

  // ---- code ----
  uint32_t here() const { return static_cast<uint32_t>(out_->code.size()); }
  uint32_t emit(Step step, uint32_t to = 0, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0, uint32_t lanes = 1);
  uint32_t emit(const Operation& o, uint32_t to, uint32_t a, uint32_t b, uint32_t lanes) {
    return emit(o.step, to, a, b, o.c, lanes);
  }
  void land(uint32_t jump) { out_->code[jump].c = here(); }  // a jump to here
  Register new_registers(uint32_t count);
  Register constant(int64_t value);
  Register define(Prim var);  // the registers of a variable, which has a value from here on
  uint32_t name_number(Name name);

  // ---- expressions ----
  // Before the expressions of a statement are translated.
  void begin(std::span<const Prim> roots);
  Register value(Prim p);
  Register translate(Prim p);
  Register translate_leaf(Prim p);
  Register binary(Prim p);
  Register either(Prim p, bool is_and);
  Register choice(DType dtype, Prim condition, Prim chosen, Prim other);
  Register cast_to(Prim p);
  Register narrowed(Register from, DType d);
  void bind_value(Prim var, Register from);
  std::optional<Register> converted(Prim p, DType to);
  Register call(Prim p);
  Register shared(Prim p);
  Register let(Prim p);
  Register shuffle(Prim p);
  Register load(Prim p, Prim mask);
  Register reinterpreted(Prim p);
  Register pointer_call(Prim p, std::string_view name);
  Register vector_call(Prim p, std::string_view name);
  Register math_call(Prim p, const IntrinsicRow& row);
  Register listed_call(Prim p, const Operation& o);
  Register host_call(Prim p);
  Register kernel_call(Prim p, std::string_view callee, bool is_asked = true);
  Register packed_call(Prim p, Name symbol, std::span<const Prim> operands);
  Register array(Prim p);
  bool is_call_of(Prim p, std::string_view name) const;
  void add_noise(Register to, DType dtype);
  bool is_lazy(const PrimNode& n) const;
  bool has_effect(const PrimNode& n) const;
  uint32_t list_of(std::span<const Register> registers);

  // ---- buffers ----
  struct Matched {
    tir::BufferId source;
    std::vector<Register> mins;  // of all dims of the source
  };
  uint32_t access(tir::BufferId b, std::span<const Prim> indices, Prim mask);
  uint32_t add_access(tir::BufferId b, std::span<const Register> indices, uint32_t index_lanes, Register mask);
  Register data_of(const tir::Buffer& b);
  Register field(tir::BufferId b, Prim p);
  void freeze(tir::BufferId b);  // its fields have their values now
  Register product(Register a, Register b);
  Register sum(Register a, Register b);
  std::vector<Register> strides_of(tir::BufferId b);
  Register element_offset(tir::BufferId b, std::vector<Register> indices);
  void match(tir::BufferId target, const tir::BufferRegion& source);

  // ---- statements ----
  struct Level {
    tir::StmtId stmt;
    uint32_t start = 0;                                     // of a loop: its body; of a while: its condition
    uint32_t exit = UINT32_MAX;                             // a jump to behind the statement
    uint32_t steps = 1;                                     // of an iteration, without those of loops in it
    int64_t steps_inside = 0;                               // that loops in it surely take, too
    uint32_t expects = 0;                                   // of a loop: the instruction that looks ahead
    int64_t count = 0;                                      // of its iterations, if they are known
    int conditions = 0;                                     // around what it holds
    bool may_fail = false;                                  // it holds what may end the kernel
    uint32_t memories = 0;                                  // that die with it
    Register var = 0, left = 0;                             // of a loop
    std::vector<std::pair<Register, Register>> reductions;  // of a block: variables and the least of each
    std::vector<uint32_t> around_init;                      // jumps
    std::vector<uint32_t> breaks, continues;                // jumps out of a loop, and of an iteration
    bool is_loop = false;
  };
  void signature();
  void parameter(const tir::Parameter& p);
  void bind_field(ParameterCode& code, tir::BufferId b, Field kind, uint32_t dim, Prim p);
  bool enter(tir::StmtId id);
  void begin_part(tir::Part part);
  void end_part(tir::Part part);
  void leave();
  void begin_loop(Level& level, Prim var, Prim min, Prim extent, int64_t step = 1);
  void look_ahead(const Level& loop);
  void may_end_here();
  void leave_loop(tir::Jump jump);
  void enter_block(Level& level, const tir::Stmt& s);
  void enter_attribute(const tir::Stmt& s);
  void enter_allocation(Level& level, const tir::Stmt& s);
  void enter_let(const tir::Stmt& s);
  void allocate_buffer(Level& level, tir::BufferId b);
  void store(const tir::Stmt& s);
  void evaluate(const tir::Stmt& s);

  const Module& module_;
  std::shared_ptr<const tir::Kernel> kernel_;
  const Context& context_;
  const PrimStore& prims_;
  const bool is_noisy_;
  const HostFunctions* functions_;
  std::shared_ptr<KernelCode> out_;
  tir::StmtId at_;  // the statement that is being translated
  std::vector<Level> levels_;
  std::vector<size_t> loops_;  // those of levels_ that are loops
  int conditions_ = 0;         // that what is translated depends on

  std::unordered_map<uint32_t, Register> variables_;  // that have a value, by Prim
  std::unordered_map<int64_t, Register> integers_;
  std::unordered_map<uint32_t, Register> reals_;
  std::unordered_map<uint32_t, uint32_t> names_;
  std::unordered_map<uint64_t, Register> fields_;  // frozen: by buffer and Prim
  std::unordered_map<uint32_t, Matched> matched_;  // by buffer
  struct Equation {
    Prim expected;
    Register actual;
    FieldCheck check;
  };
  std::vector<Equation> equations_;  // on arguments

  // Of the statement.
  struct Piece {
    uint32_t number, code;
    Register to;
  };
  std::unordered_map<uint32_t, uint32_t> uses_;
  std::unordered_map<uint32_t, Register> known_;
  std::unordered_map<uint32_t, Piece> pieces_;
  std::unordered_map<uint32_t, Prim> lets_;  // variable to the T.Let that binds it
  bool has_effects_ = false;
  int skippable_ = 0;  // parts around, that may be skipped
  int depth_ = 0;
  std::vector<Prim> operands_;
};

}  // namespace hammock::reference
