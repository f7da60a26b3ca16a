// SPDX-License-Identifier: Apache-2.0
// A T.prim_func (loop::Code) as LLVM IR, statement by statement (TIR, section 5).
//
//   values    In registers: bool i1; integers of their own width; float16, bfloat16 and float8 as float, rounded as 5.4
//             says; vectors as vectors. Integers of the index kind that cannot wrap are computed in 64 bits, so that
//             LLVM sees loops through linear addresses.
//   memory    Every data variable points into a region: memory of known size. An access that code_ranges.h cannot prove
//             to lie in its buffer and its region is checked; where a check fails, the function returns after it said
//             why to Failure. Loads and stores say which region they are of (alias.scope), so that LLVM may move them.
//   functions One that runs the kernel, one for each outermost parallel loop, which gets what it uses of the variables
//             around it in a block of memory and runs a part of the iterations, and one for each kernel that calls
//             itself. Other kernels' statements stand in the place of their calls.
//   bounds    Loops whose iterations are not known to be few pay for them from a budget; when it is used up the kernel
//             fails.
//
// What cannot be compiled is thrown as Unsupported; the kernel is then given up.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "code_ranges.h"
#include "compiled_kernel.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/kernel.h"
#include "hammock/tir/refusal.h"
#include "hammock/tir/walk.h"

namespace hammock::jit {

struct CodeContext;
// The body of a parallel loop: iterations [begin, end), with memory of the member's own.
using CodeBody = void (*)(CodeContext*, const std::byte* captured, int64_t begin, int64_t end, std::byte* scratch);

// What emitted functions get, and call back.
struct CodeContext {
  void* const* buffers;
  std::byte* scratch;  // for what is allocated outside of parallel loops
  void (*fail)(CodeContext*, int64_t site, const int64_t* numbers);
  void (*parallel)(CodeContext*, CodeBody body, const std::byte* captured, int64_t count, int64_t work);
  // The memory of a call of a kernel that is a function of its own; null: there is none, or no stack.
  std::byte* (*enter)(CodeContext*, int64_t bytes);
  void (*leave)(CodeContext*, std::byte* memory);
  // Memory whose size only the run knows, in the place of `old`; null: there is none.
  std::byte* (*renew)(CodeContext*, std::byte* old, int64_t bytes);
  int32_t has_failed;
  int64_t budget;  // of steps, while a parallel loop runs
  int64_t held;    // bytes of memory that calls have entered with
};
// Their offsets, in pointers.
enum ContextField : unsigned {
  kBuffers,
  kScratch,
  kFail,
  kParallel,
  kEnter,
  kLeave,
  kRenew,
  kHasFailed,
  kBudget,
  kHeld
};

// A place where a kernel may fail, and what its message wants to know: numbers of the run, in the order of their kinds.
struct FailureSite {
  enum class Kind : uint8_t {
    index,      // the indices, the extent; what: the buffer
    memory,     // the indices, the first byte, the bytes of the memory; what: the buffer
    domain,     // the value, the extent, the minimum; what: the block variable
    assertion,  // what: its text
    division,   // the dividend
    shift,      // the amount, the bits of the integer
    steps,
    mismatch,    // the value, the expected one; what: the field
    factor,      // the offset, the factor; what: the buffer
    place,       // the indices; what: the buffer
    no_memory,   // what: the buffer
    constant,    // what: the buffer
    no_pointer,  // a null pointer that is moved
    too_far,     // that a pointer is moved
    no_shape,    // of an array
    no_value,    // of a kernel that must return
    own_memory,  // that a returned pointer points to
    no_room,     // for the buffer that `what` says, of so many elements; the dtype
    // Of a call; `what` says all but the numbers.
    argument,  // one that does not fit
    equation,  // the value, the expected one
    multiple,  // the offset, the factor
    calls,     // how many are open
    held,      // by calls that are open
  };
  Kind kind;
  std::string what;
  uint32_t rank = 0;     // index, memory: of the buffer
  uint32_t dim = 0;      // index: which index
  uint32_t numbers = 0;  // how many
  DType dtype;
  std::string callee;  // the kernel that failed, if it is one that the kernel calls
  tir::StmtId stmt;    // of that kernel; none: the kernel as a whole
  Span span;           // of the statement of a callee
  Span declared;       // argument, equation, multiple: the kernel that is called
};

inline constexpr int64_t kMaxCodeSteps = int64_t{1} << 38;  // iterations of a run
inline constexpr int64_t kStepsOfWhile = 64;                // that one of a while loop counts for
inline constexpr int kMaxCodeLoops = 64;                    // inside of each other, of a function that is optimised
inline constexpr int kMaxCodeCalls = 16;                    // kernels that stand in the place of their calls, in depth
inline constexpr int kMaxCodeInlined = 1024;                // and in all: each is compiled by itself
inline constexpr size_t kMaxCodeInPlace = 8192;    // statements, with those that stand so; parallel loops: more
inline constexpr int64_t kStepsOfCall = 1024;      // that one of a function counts for
inline constexpr int64_t kMaxCodeFrame = 1 << 20;  // bytes of the stack that such a call may take
inline constexpr size_t kMaxCodeStatements = size_t{1} << 16;  // with those of the kernels that are called
inline constexpr int kMaxCodeDepth = 1000;                     // of an expression
inline constexpr int kMaxCodeLanes = 64;                       // of a vector that is a value (code_lanes.cpp)

struct Unsupported {
  Error error;
};

struct CodeFunctions {
  std::string entry;
  std::vector<FailureSite> sites;
  int64_t member_scratch = 0, shared_scratch = 0;
  bool needs_stack = false;  // a deep one
};

class CodeEmitter {
 public:
  using Value = llvm::Value;
  using Block = llvm::BasicBlock;

  CodeEmitter(const Emission& emission, const loop::LoweredKernel& kernel);
  CodeFunctions run();  // throws Unsupported

 private:
  // ---- code_emitter.cpp: functions, variables, failures ----

  // Memory that data variables point to.
  struct Region {
    Value* base = nullptr;  // in the function of its owner
    int owner = 0;
    int64_t bytes = 0;
    Value* dynamic_bytes = nullptr;  // if it may be less; i64
    int64_t alignment = 1;
    bool is_constant = false;   // must not be written
    Value* constant = nullptr;  // i1, where only the run knows
    bool may_be_null = false;
    size_t scope = 0;
    std::string name;
  };
  struct Pointer {
    Region* region = nullptr;  // null: the null pointer
    Value* offset = nullptr;   // in bytes; null: 0
  };
  // A pointer as values; the base of the null pointer is null.
  struct PointerParts {
    Value *base = nullptr, *bytes = nullptr, *offset = nullptr, *constant = nullptr;
    std::array<Value**, 4> all() { return {&base, &bytes, &offset, &constant}; }
  };
  struct Variable {
    Value* value = nullptr;  // of the register type; or null
    Value* wide = nullptr;   // i64, of an integer; or null
    Value* lanes = nullptr;  // where those of a vector of many lanes lie
    Pointer pointer;         // of a handle
    bool is_pointer = false;
    int owner = 0;  // the function in which the values are
  };
  struct Function {
    llvm::Function* function = nullptr;
    Block* entry = nullptr;  // allocas and captured values
    Block* exit = nullptr;
    Value* context = nullptr;
    Value* scratch = nullptr;
    Value* captured = nullptr;
    Value* budget = nullptr;  // where the steps that are left lie
    Value* first_budget = nullptr;
    Value* open = nullptr;  // how many calls of kernels are open, i64
    int64_t stack = 0, used = 0, peak = 0;
    int64_t most_stack = 32 << 10;                     // of what is allocated
    std::vector<std::pair<Value*, int64_t>> captures;  // of the function around it, at an offset
    std::unordered_map<Value*, Value*> inside;
    int64_t captured_bytes = 0;
  };
  struct Index {
    Value* value = nullptr;  // i64, or a vector of them
    Interval range;
    std::optional<Linear> linear;
    bool is_last = false;  // of neighbours: where it is too large, the first one that is too large is the extent
  };
  // A kernel that is being emitted: the kernel itself, or one that it calls.
  struct Activation {
    const tir::Kernel* kernel = nullptr;
    const Activation* caller = nullptr;
    Block* end = nullptr;     // where a callee's `ret` goes; null: the function's exit
    Value* result = nullptr;  // alloca
    int function = 0;         // in which it began
    int depth = 0;
    int loops = 0;                                                  // around the call
    std::unordered_map<uint32_t, const tir::MatchBuffer*> matches;  // by buffer, in scope
    std::unordered_map<uint32_t, std::vector<Value*>> match_begins;
    std::unordered_map<uint32_t, int> match_owner;
    // By buffer and field: its value where the buffer was declared, and in which function that was.
    std::map<std::pair<uint32_t, uint32_t>, std::pair<Index, int>> frozen;
    std::unordered_set<uint32_t> filled;  // see tir/first_writes.h
  };

  const tir::Kernel& tir() const { return *active_->kernel; }
  const PrimNode& node(Prim e) const { return prims_[e]; }
  std::string_view text(Name n) const { return context_.text(n); }
  std::string name_of(tir::BufferId b) const;
  std::string name_of(Prim var) const;
  std::string plain_name_of(tir::BufferId b) const { return std::string(tir()[b].name ? text(tir()[b].name) : ""); }

  [[noreturn]] void unsupported(std::string what) const;  // by the JIT
  // By no executor (tir/refusal.h).
  [[noreturn]] void refused(std::string why) const;
  [[noreturn]] void cannot_run(Prim e) const { refused(tir::refusal_of(tir(), e)); }
  [[noreturn]] void cannot_run(const tir::Stmt& s) const { refused(tir::refusal_of(tir(), s)); }
  [[noreturn]] void no_memory(const std::string& what) const;
  void begin_function(llvm::Function* function, Value* context);
  void end_function();
  Function& here() { return functions_.back(); }
  int level() const { return static_cast<int>(functions_.size()) - 1; }
  Value* shared_budget();  // the place of CodeContext::budget
  Value* fetch(Value* value, int owner);
  Value* slot(llvm::Type* type);  // alloca in the entry block
  Region* new_region(Value* base, int64_t bytes, int64_t alignment, std::string name);
  Value* room(int64_t bytes);
  Region* allocate(Prim pointer, int64_t bytes, std::string name);
  Region* allocate_anew(Prim pointer, std::span<const Index> extents, DType dtype, std::string_view name,
                        Value* is_wanted);
  Value* begin_of(const Region& r) { return fetch(r.base, r.owner); }
  Value* bytes_of(const Region& r);

  Block* new_block();
  void branch(Block* to) { b_.CreateBr(to); }
  // Where the condition does not hold, the run fails with the numbers, which are emitted there.
  void require(Value* condition, FailureSite site, const std::function<std::vector<Value*>()>& numbers = {});
  Value* number(int64_t v) { return b_.getInt64(static_cast<uint64_t>(v)); }

  void check_depths();
  void bind_parameters();
  void bind(Prim var, Variable variable) {
    variable.owner = level();
    variables_[var.index] = variable;
  }
  void tag_accesses();
  PointerParts parts_of(const Pointer& p);
  Pointer pointer_of(const PointerParts& parts);

  // ---- code_calls.cpp: kernels that kernels call ----

  // T.tvm_stack_make_array
  struct Array {
    std::vector<Index> shape, strides;  // no strides: compact
    Pointer data;
    Index offset;
    DType dtype;
  };
  struct Argument {
    DType dtype;
    Value* number = nullptr;
    Interval range;  // of an integer
    Pointer pointer;
    std::optional<Array> array;
  };
  // What a field of a parameter's buffer must be.
  struct Equation {
    Prim declared;
    Index given;
    FailureSite site;
    Value* is_free = nullptr;  // i1: then it may be anything
  };
  // A kernel that is a function of its own.
  struct Outlined {
    const tir::Kernel* kernel;
    llvm::Function* function;
  };
  Value* call_kernel(Prim e, std::string_view name, bool is_asked = true);
  Value* call_inline(const tir::Kernel& callee, std::span<const Argument> arguments);
  Value* call_outlined(const tir::Kernel& callee, std::span<const Argument> arguments);
  std::string why_not(const tir::Parameter& p, const tir::Kernel& callee, const Argument& a) const;
  Argument argument(Prim e);
  std::optional<Array> array(Prim e);
  void bind_arguments(const tir::Kernel& callee, std::span<const Argument> arguments, bool is_checked);
  void bind_array(const tir::Kernel& callee, const tir::Parameter& p, const Array& array, bool is_checked,
                  std::vector<Equation>& equations);
  void unbind_arguments(const tir::Kernel& callee);
  const tir::Kernel* callee_of(std::string_view name) const;
  bool is_active(const tir::Kernel& callee) const;
  bool has_recursion() const;
  llvm::Function* function_of(const tir::Kernel& callee);
  void emit_outlined(const Outlined& outlined);
  std::vector<llvm::Type*> types_of(const tir::Kernel& callee);
  void refuse(FailureSite site) { require(b_.getFalse(), std::move(site)); }
  Value* zero(DType dtype) const { return llvm::Constant::getNullValue(register_type(dtype)); }
  llvm::StructType* result_type(const tir::Kernel& callee) const;
  Value* result_slot(const tir::Kernel& callee);
  void store_result(Value* value);
  Value* loaded_result(const tir::Kernel& callee, Value* from, DType dtype, bool is_asked);
  void return_pointer(Prim e);
  Pointer returned_pointer(Value* result);
  Span place_of(const tir::Kernel& callee) const;

  // ---- code_values.cpp: numbers ----

  llvm::Type* scalar_type(DType dtype) const;
  llvm::Type* register_type(DType dtype) const;
  llvm::Type* memory_type(DType dtype) const;  // of a lane
  llvm::Type* like(Value* value, llvm::Type* scalar) const;
  Value* from_memory(Value* value, DType dtype);
  Value* to_memory(Value* value, DType dtype);
  Value* rounded(Value* value, DType dtype);  // to the dtype's own precision
  Value* after(Value* value, DType dtype);    // what an operation of the dtype gives: rounded if it is float16
  Value* convert(Value* value, DType from, DType to);
  Value* saturate(Value* value, DType to);
  Value* binary(const PrimNode& n, DType operands, Value* a, Value* b);
  Value* integer_division(PrimKind kind, DType dtype, Value* a, Value* b, bool a_can_be_least);
  Value* compare(PrimKind kind, DType dtype, Value* a, Value* b);
  Value* constant(Value* like, double value);
  Value* any(Value* truths);
  Value* chosen_lane(Value* value, Value* truths);
  Value* splat(Value* v, int lanes) { return lanes > 1 ? b_.CreateVectorSplat(static_cast<unsigned>(lanes), v) : v; }

  // ---- code_expressions.cpp ----

  Value* emit(Prim e);
  Value* emit_condition(Prim e) { return emit(e); }
  Value* wide(Prim e);  // a scalar integer in 64 bits
  Value* wide_of(Prim e);
  Value* make(Prim e);
  Value* make_binary(Prim e);
  Value* make_logical(Prim e);
  Value* choice(Prim condition, Prim if_true, Prim if_false, DType dtype);
  // What `make` made of a value, and the block in which that ended.
  template <class T>
  struct Arm {
    T made;
    Block* end;
  };
  // Of each value where the condition is so; what is emitted next comes after both.
  template <class F>
  auto arms(Prim condition, Value* truth, Prim if_true, Prim if_false, const F& make);
  Value* either(Value* a, Block* from_a, Value* b, Block* from_b);
  Value* lanes_choice(Prim condition, Prim if_true, Prim if_false);
  bool calls_kernels(Prim e);
  template <class F>
  auto with_let(Prim e, F&& f);  // what f makes of the body
  // Gives its operand.
  static bool is_passed_on(std::string_view name) {
    return name == "likely" || name == "tvm_thread_invariant" || name == "ignore_loop_partition";
  }
  Value* make_call(Prim e);
  Value* make_function(Prim e, std::string_view name);  // of numbers; null: it is none
  Value* of_numbers(const IntrinsicRow& function, DType result, std::span<const Prim> args);
  Value* exponent(Value* value, DType dtype);
  Value* make_shift(Prim e, bool left);
  Value* make_reinterpret(Prim e);
  void check_reinterpret(Prim e);
  struct Shuffle {
    std::span<const Prim> vectors;
    std::vector<size_t> lanes;  // of all vectors, one behind the other
  };
  Shuffle shuffle_of(Prim e);
  Value* make_shuffle(Prim e);
  Value* make_multiply_shift(Prim e, bool per_axis);
  Value* make_external(Prim e);
  Value* variable(Prim e);
  bool is_safe(Prim e);  // to compute where it is not asked for
  bool is_total(Prim e);
  bool is_integer(Prim e) const { return node(e).dtype.is_integral() && node(e).dtype.is_scalar(); }
  void check_divisor(Prim divisor, Value* value, Value* dividend);
  template <class F>
  auto forgetting(F&& f);  // values emitted in it are not known after it

  // ---- code_lanes.cpp: vectors of many lanes ----

  bool is_wide(Prim e) const { return node(e).dtype.lanes > kMaxCodeLanes; }
  bool has_wide_operand(Prim e) const;
  bool rearranges(Prim e) const;
  bool stands_alone(Prim e) const;
  llvm::Type* type_here(DType dtype) const { return lane_ ? scalar_type(dtype) : register_type(dtype); }
  template <class F>
  auto at_lane(Value* lane, const F& f);
  template <class F>
  void each_lane(int lanes, const F& f);
  Value* lane_in(Value* memory, DType dtype, Value* lane);
  Value* lane_value(Prim e);
  Value* narrow_value(Prim e);
  void prepare(Prim e);
  Value* room_of_lanes(DType dtype, int64_t lanes);
  void store_lanes(Prim e, Value* to, bool is_bound = false);
  Value* stored_lanes(Prim e, bool is_bound = false);
  Value* lanes_of_all(std::span<const Prim> operands);
  Value* lanes_alone(Prim e);
  Value* lanes_of_choice(Prim condition, Prim if_true, Prim if_false);
  Value* shuffled_lanes(Prim e);
  Value* reinterpreted_lanes(Prim e);
  bool may_read(Prim e, const Region* region);
  void store_by_lanes(const tir::Stmt& s);
  void evaluate_by_lanes(Prim e);

  // ---- code_memory.cpp ----

  struct Place {
    Region* region = nullptr;
    tir::BufferId buffer;
    Value* pointer = nullptr;  // of the first element
    Value* offsets = nullptr;  // lanes: in elements from the pointer; null: one after the other
    int64_t alignment = 1;
  };
  Index index(Prim e);
  Index index(int64_t v) { return {number(v), {v, v}, Linear{v, {}}}; }
  Index plus(const Index& a, const Index& b);
  Index times(const Index& a, const Index& b);
  Interval range_of(const Index& i);
  Pointer pointer(Prim e);
  Pointer chosen_pointer(Prim condition, Prim if_true, Prim if_false);
  Pointer address_of(Prim load);
  Pointer moved(Pointer p, Value* count, int64_t bytes);
  Value* same_pointer(Prim a, Prim b);
  Pointer pointer_of_data(tir::BufferId b);
  bool has_dense_rows(tir::BufferId b) const;
  Place place(tir::BufferId b, std::span<const Prim> indices, Value* mask);
  Place place_of_lane(tir::BufferId b, std::span<const Prim> indices, Value* mask);
  Place place_at(tir::BufferId b, std::vector<Index> indices, Value* mask);
  Value* looked_at_address(tir::BufferId b, std::span<const Index> indices, Value* begin, Value* mask);
  Value* offsets_of_lanes(Value* offsets, int lanes);
  bool resolve_match(tir::BufferId& b, std::vector<Index>& indices, Value* mask);
  void check_index(tir::BufferId b, size_t dim, std::span<const Index> at, const Index& extent, Value* mask);
  std::vector<Index> strides_of(tir::BufferId b);
  Index offset_of(tir::BufferId b);
  Index field(tir::BufferId b, Prim p);
  void freeze(tir::BufferId b);
  bool is_proved(tir::BufferId b, std::span<const Prim> indices);
  bool fits(const tir::Buffer& b, const Region& region);
  Value* load(Prim e, Prim predicate);
  void store(const tir::Stmt& s);
  void store_value(const tir::Stmt& s);
  void mark_access(Value* instruction, const Region* region);

  // ---- code_statements.cpp ----

  struct Level {
    tir::StmtId stmt;
    size_t facts = 0;
    int64_t used = 0;  // scratch
    Block* head = nullptr;
    Block* after = nullptr;
    Block* other = nullptr;
    Block* latch = nullptr;  // of a loop with a `continue`: the end of an iteration
    llvm::PHINode* at = nullptr;
    Value* end = nullptr;
    bool is_loop = false;
    bool is_outlined = false;  // a parallel loop, whose body is a function of its own
    int loops = 0;             // that it counts as
    std::vector<Prim> bound;
    std::vector<const Region*> allocated;
    Value* count = nullptr;  // outlined: of iterations
    int64_t work = 0;        // outlined: of an iteration
    Block* return_to = nullptr;
  };
  void emit_body(const tir::Kernel& kernel);
  bool enter(tir::StmtId id);
  void limit_region();
  void begin_part(tir::StmtId id, tir::Part part);
  void end_part(tir::StmtId id, tir::Part part);
  void leave(tir::StmtId id);
  void enter_loop(const tir::Stmt& s, Prim var, Prim min, Prim extent, Level& level);
  void count_loop(Level& level);
  void end_loop(const tir::Stmt& s, Level& level);
  void begin_parallel(const tir::Stmt& s, Level& level);
  void end_parallel(const tir::Stmt& s, Level& level);
  void enter_block(const tir::Stmt& s, Level& level);
  void bind_axis(const tir::Block& block, size_t i, const Index& at, Level& level);
  Value* is_first(const tir::Block& block);
  void enter_allocation(const tir::Stmt& s, Level& level);
  void allocate_buffer(tir::BufferId b, Level& level);
  Index not_negative(const Index& i);
  bool is_constant(std::span<const Prim> extents) const {
    return std::ranges::all_of(extents, [&](Prim e) { return prims_.constant(e).has_value(); });
  }
  void limit(Region& region, const Index& bytes);
  [[noreturn]] void too_large(std::string_view name, std::span<const Prim> extents, DType dtype) const;
  void enter_match(const tir::MatchBuffer& m, Level& level);
  void enter_let(const tir::Stmt& s, Level& level);
  void enter_attr(const tir::Stmt& s, Level& level);
  void evaluate(const tir::Stmt& s);
  void leave_loop(tir::Jump jump);
  void give_value(Prim e);
  void bind_integer(Prim var, Value* at, Interval range);
  void bind_loop_variable(Prim var, Value* at, Interval range, Level& level);
  void pay(Value* count, int64_t work);
  void weigh(const tir::Kernel& kernel);

  const Emission& emission_;
  const loop::LoweredKernel& kernel_;
  const loop::Code& code_;
  const Context& context_;
  const PrimStore& prims_;
  llvm::IRBuilder<> b_;
  CodeRanges ranges_;
  std::vector<Function> functions_;
  std::unordered_map<uint32_t, Variable> variables_;
  std::unordered_map<uint32_t, Value*> values_, wides_;  // of this statement
  std::unordered_map<uint32_t, Value*> in_memory_;       // wide vectors; null: their operands are, as far as needed
  Value* lane_ = nullptr;                                // which one a wide vector's value is of
  std::unordered_map<uint32_t, bool> safe_;
  uint64_t safe_epoch_ = 0;
  std::unordered_map<uint32_t, bool> with_calls_;
  std::deque<Region> regions_;
  std::vector<std::pair<llvm::Instruction*, size_t>> accesses_;
  Activation* active_ = nullptr;
  Value* given_value_ = nullptr;  // see loop::Code::gives_value
  std::vector<Level> levels_;
  std::deque<tir::MatchBuffer> views_;  // of buffer_bind_scope
  std::deque<Outlined> outlined_;
  std::unordered_map<const tir::Kernel*, llvm::Function*> function_of_;  // of those
  std::unordered_map<std::string_view, size_t> callees_;                 // by name, of code_.callees
  bool is_serial_ = false;  // parallel loops, too: they may not call functions that need a deep stack
  const tir::Stmt* statement_ = nullptr;
  tir::StmtId statement_id_;
  std::vector<FailureSite> sites_;
  using StatementKey = std::pair<const tir::Kernel*, uint32_t>;
  std::map<StatementKey, int64_t> work_;                           // in steps: of a loop, those of an iteration
  std::set<StatementKey> pays_;                                    // loops that are not known to be short
  std::map<StatementKey, std::pair<Value*, Interval>> collapsed_;  // parallel loops that belong to the one around them
  size_t statements_ = 0, bodies_ = 0;
  const Block* region_block_ = nullptr;  // in which the last store was emitted
  int stores_in_region_ = 0;
  int calls_ = 0;
  int loops_ = 0;
  int64_t member_peak_ = 0;
  CodeFunctions out_;
};

template <class F>
auto CodeEmitter::forgetting(F&& f) {
  // Few values are known inside of one expression.
  auto values = values_, wides = wides_, in_memory = in_memory_;
  auto result = f();
  values_ = std::move(values);
  wides_ = std::move(wides);
  in_memory_ = std::move(in_memory);
  return result;
}

// What f emits with the values of wide vectors being those of the lane.
template <class F>
auto CodeEmitter::at_lane(Value* lane, const F& f) {
  auto values = values_, wides = wides_;
  std::erase_if(values_, [&](const auto& known) { return is_wide(Prim(known.first)); });
  Value* before = std::exchange(lane_, lane);
  auto result = f();
  lane_ = before;
  values_ = std::move(values);
  wides_ = std::move(wides);
  return result;
}

template <class F>
auto CodeEmitter::arms(Prim condition, Value* truth, Prim if_true, Prim if_false, const F& make) {
  Block *then = new_block(), *otherwise = new_block(), *after = new_block();
  b_.CreateCondBr(truth, then, otherwise);
  auto arm = [&](Block* block, Prim value, bool holds) {
    b_.SetInsertPoint(block);
    const size_t mark = ranges_.mark();
    ranges_.assume(condition, holds, !calls_kernels(value));
    auto made = forgetting([&] { return make(value); });
    ranges_.drop(mark);
    Arm<decltype(made)> out{std::move(made), b_.GetInsertBlock()};
    branch(after);
    return out;
  };
  auto a = arm(then, if_true, true);
  auto b = arm(otherwise, if_false, false);
  b_.SetInsertPoint(after);
  return std::pair(std::move(a), std::move(b));
}

// T.Let: body, variable, value. Values of the body belong to this value of the variable.
template <class F>
auto CodeEmitter::with_let(Prim e, F&& f) {
  std::span<const Prim> args = prims_.call_args(e);
  const Prim body = args[0], var = args[1], bound = args[2];
  const DType dtype = node(var).dtype;
  auto outer = variables_.find(var.index);
  const std::optional<Variable> before = outer == variables_.end() ? std::nullopt : std::optional(outer->second);
  Variable v;
  if (dtype.code == DType::Code::handle) {
    v.is_pointer = true;
    v.pointer = pointer(bound);
  } else if (is_wide(var)) {
    v.lanes = stored_lanes(bound, true);
  } else {
    v.value = rounded(emit(bound), dtype);
    if (is_integer(var)) ranges_.bind(var, ranges_.of(bound));
  }
  bind(var, v);
  auto values = std::exchange(values_, {}), wides = std::exchange(wides_, {}),
       in_memory = std::exchange(in_memory_, {});
  auto result = f(body);
  values_ = std::move(values);
  wides_ = std::move(wides);
  in_memory_ = std::move(in_memory);
  ranges_.unbind(var);
  if (before) variables_[var.index] = *before;
  else variables_.erase(var.index);
  return result;
}

}  // namespace hammock::jit
