// SPDX-License-Identifier: Apache-2.0
// AST to kernel (TIR, section 1): one walk over the statements, expressions evaluated to values as they come.
//
// Two stacks (TIR 1.2). A name frame holds the names that a statement binds; a builder frame is a construct under
// construction and holds the statements made so far. A concise construct (`x: T.int32 = e`, `p = T.allocate(...)`)
// opens a builder frame that closes with the frame around it. What is wrong is thrown as a Mistake, reported by the
// statement that it stands in, and the next statement is read.
//
// The reader knows nothing of modules: what stands around a kernel it asks for (KernelSurroundings).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/scalable.h"
#include "hammock/ir/spelling.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/python/number.h"
#include "hammock/syntax/ast.h"
#include "hammock/tir/kernel.h"
#include "item.h"

namespace hammock::read {

using namespace hammock::syntax;
using tir::Buffer;
using tir::BufferId;
using tir::BufferRegion;

struct Mistake {
  Diag diag;  // count: reported already
  Span span;
  std::string text;
  std::vector<Note> notes;
};

struct KernelFrame;

enum class ValueKind : uint8_t {
  nothing,  // None
  integer,  // Python's
  real,
  boolean,
  string,
  prim,  // an expression
  buffer,
  region,  // a subscript with slices
  range,
  iter_var,
  list,       // Python's list or tuple
  dict,       // items: key, value, key, value
  slice,      // items: begin, end, step
  frame,      // what can be entered
  meta,       // T.meta_var: items[0]
  function,   // T.int32, T.grid ...: text is the dotted name without T.
  kernel,     // a function of the module: text is its name
  lambda,     // expr
  attribute,  // attr: an index map, a target
  reducer,
  store,   // A.vstore(...): done already
  method,  // items[0] is the object, text the name of its member
};

struct KernelValue {
  ValueKind kind = ValueKind::nothing;
  bool is_fresh = false;  // prim: a variable made here that no name was given yet
  Span span;
  int64_t integer = 0;
  double real = 0;
  Prim prim;
  tir::BufferId buffer;  // prim: the scalar that it is the value of, if any
  Name text;
  Attr attr;
  ExprId expr;
  tir::Range range;
  std::shared_ptr<tir::IterVar> iter_var;
  std::shared_ptr<tir::BufferRegion> region;
  std::shared_ptr<tir::AttrNode> node;
  std::shared_ptr<KernelFrame> frame;
  std::shared_ptr<std::vector<KernelValue>> items;

  bool is(ValueKind k) const { return kind == k; }
  bool is_python_number() const {
    return kind == ValueKind::integer || kind == ValueKind::real || kind == ValueKind::boolean;
  }
  python::Number number() const {
    if (kind == ValueKind::real) return python::Number::of(real);
    return kind == ValueKind::boolean ? python::Number::of(integer != 0) : python::Number::of(Wide{integer});
  }
};

// Of the statement that opened a construct, and of its suites.
struct FrameComments {
  std::vector<Name> before, behind, end, else_before, else_behind, else_end;
  struct OfLine {
    tir::BlockLine line;
    std::vector<Name> before, behind;
  };
  std::vector<OfLine> lines;  // of a block
};

// A construct that is open, or that a value stands for.
struct KernelFrame {
  enum class Kind : uint8_t { function, loops, block, init, stmt, branch, if_ } kind = Kind::stmt;
  bool is_concise = false;
  bool is_scalar = false;        // stmt: of a buffer whose name stands for its element
  tir::Stmt stmt;                // stmt, if_
  std::vector<tir::Stmt> loops;  // of a grid, from the outermost
  tir::Block block;
  bool has_where = false;
  bool is_else = false;                     // branch
  bool had_then = false, had_else = false;  // if_
  std::vector<tir::BufferId> declared;      // function: alloc_buffers
  KernelValue yields;                       // nothing: `as` is refused
  std::optional<tir::Stmt> outer;  // around the statement: the allocation of a declared buffer, a realize scope
  std::vector<Prim> list;          // of the statement
  std::vector<tir::StmtId> statements;
  std::shared_ptr<KernelFrame> for_init;    // init: of which block
  std::unique_ptr<FrameComments> comments;  // null: none
};

// What a kernel sees of the script around it.
class KernelSurroundings {
 public:
  // What the name stands for; none if it has no value there. A value that a kernel has no use for is a Mistake.
  virtual std::optional<KernelValue> value_around(Name name, Span span) = 0;
  virtual std::vector<std::string_view> names_around() const = 0;
  // The result of a function of the module; none if there is no such function.
  virtual std::optional<DType> result_of(Name function) = 0;
  virtual bool is_module(Name name) const = 0;
  // A spelling of one version is used (dialect.def): `other` may stand there instead. And one in the text of a string.
  virtual void note_spelling(Spelling spelling, bool is_newer, Span span, std::string other) = 0;
  virtual void note_string(std::string_view text, Span span) = 0;
  virtual bool reads_as_newer(Dialect since) = 0;  // is the script written for this version or a later one?

 protected:
  ~KernelSurroundings() = default;
};

// To comments: others, and the lines of a docstring.
void append(std::vector<Name>& to, std::span<const Name> texts);
void append_docstring(std::vector<Name>& to, std::string_view text, Context& context);

class KernelReader {
 public:
  KernelReader(const std::shared_ptr<Context>& context, const Source& source, const Ast& ast, Diagnostics& diagnostics,
               KernelSurroundings& around)
      : context_(*context),
        prims_(context->prims),
        shared_(context),
        source_(source),
        ast_(ast),
        diagnostics_(diagnostics),
        around_(around) {}

  static std::vector<std::string_view> function_names();  // behind T., sorted

  struct Reading {
    std::shared_ptr<tir::Kernel> kernel;
    bool has_signature = false;  // all of it was understood
    bool is_whole = false;       // all of the kernel was
  };
  // Reports each mistake. One reader reads all kernels of a text.
  Reading read(const Stmt& def);

 private:
  using V = KernelValue;
  using K = ValueKind;
  using FramePtr = std::shared_ptr<KernelFrame>;

  [[noreturn]] void fail(Diag diag, Span span, std::string text) const {
    throw Mistake{diag, span, std::move(text), {}};
  }
  std::string_view text(Name n) const { return context_.text(n); }
  DType dtype(Prim p) const { return prims_[p].dtype; }

  // ---- values
  V make(K kind, Span span) const {
    V v;
    v.kind = kind;
    v.span = span;
    return v;
  }
  V of(Prim p, Span span);
  V integer(int64_t i, Span span) const {
    V v = make(K::integer, span);
    v.integer = i;
    return v;
  }
  V boolean(bool b, Span span) const {
    V v = make(K::boolean, span);
    v.integer = b;
    return v;
  }
  V list(std::vector<V> items, Span span) const {
    V v = make(K::list, span);
    v.items = std::make_shared<std::vector<V>>(std::move(items));
    return v;
  }
  V string(std::string_view s, Span span) {
    V v = make(K::string, span);
    v.text = context_.name(s);
    return v;
  }
  std::string describe(const V& v) const;
  std::string describe(tir::BufferId b) const;
  [[noreturn]] void wrong_rank(tir::BufferId b, size_t indices, Span span) const;

  // ---- kernel_expressions.cpp
  V eval(ExprId e, bool steps_slices = false);
  V operation(ExprId e);
  V operands_of(std::span<const OperationItem> written);
  V apply(Operator op, bool is_unary, V lhs, V rhs, Span span);
  V python_value(Operator op, const python::Outcome& outcome, Span span);
  V unary(Operator op, V rhs, Span span);
  V python_arithmetic(Operator op, const V& a, const V& b, Span span);
  V compare(Operator op, const V& a, const V& b, Span span);
  V logic(Operator op, const V& a, const V& b, Span span);
  V bits(std::string_view name, const V& a, const V& b, Span span);
  V subscript(const V& base, ExprId e, bool steps_slices);
  V buffer_access(tir::BufferId b, std::vector<V> indices, Span span, bool steps_slices);
  V member(const V& base, std::string_view name, Span span);
  V name(ExprId e);
  V dotted(std::string_view dotted, Span span);
  std::optional<V> value_around(Name name, Span span);
  V function_value(std::string_view name, Span span);
  [[noreturn]] void undefined(Name name, Span span);
  bool is_known(Name name);
  [[noreturn]] void unknown_function(std::string_view name, Span span);
  std::vector<V> elements(std::span<const ExprId> list);
  bool is_expression(const V& v) const;
  Prim prim(const V& v, DType like = kVoid);   // an expression; numbers of Python become constants
  Prim number(const V& v, DType like);         // a number of Python as a constant of that dtype
  Prim as_dtype(Prim p, DType to, Span span);  // TIR 1.11, cast
  [[noreturn]] void refuse_lanes(DType from, DType to, Span span) const;
  void promote(Prim& a, Prim& b, Span span);
  Prim fold(PrimKind kind, Prim a, Prim b, Span span);
  Prim broadcast(Prim p, int lanes) { return broadcast_node(p, lanes); }
  Prim broadcast_node(Prim p, int lanes);
  int lanes_of(Prim p, Span span) const;
  Prim ramp(Prim base, Prim stride, int lanes, Span span);
  Prim load(tir::BufferId b, std::vector<Prim> indices, Span span);
  Prim convert_region(const V& v);
  Prim simplify(Prim p);
  Prim call(std::string_view name, DType dtype, std::vector<Prim> args) {
    return prims_.call(context_.name(name), dtype, args);
  }
  Prim boolean_prim(const V& v, std::string_view what);
  // Of what the printer writes as (min, min + extent), the same extent: TVM reads min + extent - min there, which grows
  // with every turn.
  tir::Range range_between(Prim begin, Prim end, Span span);
  tir::Range slice_range(const V& slice, Prim extent, Span span);
  Prim zero_like(Prim p) { return prims_.integer(0, dtype(p)); }

  // ---- kernel_calls.cpp
  struct Args {
    Span span;
    std::string_view name;
    std::vector<V> positional;
    std::vector<std::pair<std::string_view, V>> keywords;
    // The argument at that place or of that name; null if it is missing. Taken arguments are crossed out.
    const V* take(size_t at, std::string_view keyword);
    uint64_t taken = 0, taken_keywords = 0;
    std::vector<std::string_view> asked;  // names of parameters
  };
  V call_expression(ExprId e);
  Args arguments(ExprId e, std::string_view name);
  void done(const Args& args);
  V call_function(std::string_view name, Args& args);
  V call_method(const V& object, std::string_view name, Args& args);
  V vector_access(const V& object, bool loads, Args& args);
  V access_ptr(const V& object, Args& args);
  V axis(tir::IterKind kind, tir::Range domain, Prim value, Span span);
  V remap(Args& args);
  const V& need(Args& args, size_t at, std::string_view keyword, std::string_view what = {});
  std::pair<const V*, const V*> two(Args& args, std::string_view first, std::string_view second);
  using Function = V (KernelReader::*)(Args&);
  static const std::unordered_map<std::string_view, Function>& functions_of_t();
  std::optional<V> dtype_function(std::string_view name, Args& args);
  std::optional<V> arithmetic(std::string_view name, Args& args);
  std::optional<V> axis_function(std::string_view name, Args& args);
  std::optional<V> intrinsic(std::string_view name, Args& args);
  DType written_dtype(const IntrinsicRow& row, const V* keyword, std::vector<const V*>& values, Span span);
  Prim array_of(const tir::Buffer& b);
  V pair(PrimKind kind, bool folds, Args& args);
  V buffer_value(tir::BufferId b, Span span);
  V line_of_buffer(tir::BufferId b, Span span);
  V frame_value(Span span);
  V declaration(tir::BufferId b, bool allocates, Span span);
  V t_abs(Args& args);
  V t_alloc_buffer(Args& args);
  V t_allocate(Args& args);
  V t_allocate_const(Args& args);
  V t_assert(Args& args);
  V t_attr(Args& args);
  V t_bits(Args& args);
  V t_bitwise_not(Args& args);
  V t_block(Args& args);
  V t_block_attr(Args& args);
  V t_broadcast(Args& args);
  V t_buffer(Args& args);
  V t_buffer_load(Args& args);
  V t_buffer_store(Args& args);
  V t_call(Args& args);
  V t_cast(Args& args);
  V t_ceildiv(Args& args);
  V t_comm_reducer(Args& args);
  V t_const(Args& args);
  V t_decl_buffer(Args& args);
  V t_scalar(Args& args);
  V t_env_thread(Args& args);
  V t_evaluate(Args& args);
  V t_func_attr(Args& args);
  V t_get(Args& args);
  V t_grid(Args& args);
  V t_if(Args& args);
  V t_if_then_else(Args& args);
  V t_index_map(Args& args);
  V t_init(Args& args);
  V t_int_imm(Args& args);
  V t_isinf(Args& args);
  V t_isnan(Args& args);
  V t_iter_var(Args& args);
  V t_launch_thread(Args& args);
  V t_let(Args& args);
  V t_let_expression(Args& args);
  V t_let_stmt(Args& args);
  V t_likely(Args& args);
  V t_loop(Args& args);
  V t_match_buffer(Args& args);
  V t_max_value(Args& args);
  V t_meta_var(Args& args);
  V t_not(Args& args);
  V t_prefetch(Args& args);
  V t_ptr(Args& args);
  V t_ramp(Args& args);
  V t_range(Args& args);
  V t_reads(Args& args);
  V t_realize(Args& args);
  V t_reinterpret(Args& args);
  V t_round(Args& args);
  V t_select(Args& args);
  V t_shuffle(Args& args);
  V t_string_imm(Args& args);
  V t_target(Args& args);
  V t_then(Args& args);
  V t_var(Args& args);
  V t_var_dtype(Args& args);
  V t_where(Args& args);
  V t_while(Args& args);
  V python_function(std::string_view name, Args& args);
  Prim pointer_of(const V& data);  // to elements
  std::vector<int64_t> separators_of(const V& list, size_t rank);
  tir::BufferId buffer_of(Args& args, size_t from, bool is_match, std::optional<DType> dtype = {},
                          const std::vector<Prim>* shape = nullptr);
  std::vector<Prim> prims_of(const V& v);
  DType dtype_of(const V& v);
  V pointer(DType element, Name scope, Span span);
  V fresh(std::string_view hint, DType dtype, Span span, bool is_size_var = false);
  Attr attribute(const V& v);
  Attr annotations(const V& v);
  tir::BufferRegion region_of(const V& v);
  V loop_frame(tir::ForKind kind, Args& args);
  int64_t step_of(const V& v);
  V lambda_reducer(const V& lambda, const V& identities, Span span);
  V index_map(const V& lambda, const V* inverse, Span span);
  Prim absolute(Prim x);
  Prim is_nan(Prim x, Span span);

  // ---- kernel_comments.cpp
  std::span<const Name> written_comments(At at, const Stmt& s) const;
  void commented(const Stmt& s);
  void take_comments(At before, At behind, uint32_t number);
  void leave_comments();
  void frame_comments(KernelFrame& frame);
  void line_comments(KernelFrame& block, tir::BlockLine line);
  void end_suite(KernelFrame* owner, const Stmt& s, bool is_else = false);
  void else_comments(KernelFrame& frame, const Stmt& s);
  void keep_comments(KernelFrame& frame, tir::StmtId id);
  void signature_comments(const Stmt& s);

  // ---- kernel_statements.cpp
  void take_symbol(Span span);
  bool header(const Stmt& stmt);
  void parameter(const DefParam& p, bool is_reported);
  void report(const Mistake& m);
  void suite(StmtId first);
  void note_unbound(ExprId target);
  void other_undefined(const Stmt& s);
  void statement(const Stmt& s);
  void assign(const Stmt& s);
  void annotated(const Stmt& s);
  ExprId let_type(ExprId annotation) const;
  void scalar(const Stmt& s, DType element);
  std::optional<tir::BufferId> scalar_of(ExprId target) const;
  V subscripted(ExprId e);
  void assertion_text(const V& message, tir::Stmt& to);
  void note_form(Spelling form, bool is_newer, Span span) { around_.note_spelling(form, is_newer, span, ""); }
  std::string written(Span span) const;
  void augmented(const Stmt& s);
  void for_(const Stmt& s);
  void while_(const Stmt& s);
  void if_(const Stmt& s);
  void with(const Stmt& s);
  void return_(const Stmt& s);
  void assertion(const Stmt& s);
  void expression(const Stmt& s);
  // A name that an assignment names may be a variable of memory.
  enum class Binding : uint8_t { fresh, alias, assigned };
  void bind_targets(ExprId target, V value, Binding binding);
  void check_order(std::span<const ExprId> targets, std::span<const V> values);
  void bind(Name name, V value, Span span, bool is_alias = false);
  void bind_name(Name name, V value, Span span);
  void name_variable(Prim var, Name name, Span span);
  void name_buffer(tir::BufferId b, Name name, Span span);
  void store(ExprId target, V value, Span span);
  void store(tir::BufferId scalar, V value, Span span);
  void store(tir::BufferId b, std::vector<Prim> indices, V value, Prim predicate, Span span);
  void evaluate(Prim p, Span span);
  void let(Prim var, Prim value, Span span);

  void push_names() { scopes_.emplace_back(); }
  void pop_names();
  const V* find(Name name) const;
  void open(FramePtr frame, bool is_concise);
  void close();  // the innermost frame that is not concise, and the concise ones in it
  void close_one();
  tir::StmtId add(tir::Stmt s) {
    const tir::StmtId id = kernel_->add(std::move(s));
    frames_.back()->statements.push_back(id);
    take_comments(At::before, At::behind, id.index);
    return id;
  }
  tir::Suite suite_of(std::vector<tir::StmtId>& statements);
  KernelFrame* block_frame();
  KernelFrame& nearest_block(Span span, std::string_view what);

  struct Entry {
    uint32_t scope;
    V value;
  };
  Context& context_;
  PrimStore& prims_;
  std::shared_ptr<Context> shared_;
  const Source& source_;
  const Ast& ast_;
  Diagnostics& diagnostics_;
  KernelSurroundings& around_;
  std::shared_ptr<tir::Kernel> kernel_;
  bool is_whole_ = true;
  bool has_docstring_ = false;  // which is kept as comments
  bool is_newer_ = false;       // written for a version in which blocks are T.sblock
  bool has_scalars_ = false;    // or for one in which `x: T.int32` is memory
  std::unordered_map<uint32_t, std::vector<Entry>> names_;
  std::vector<std::vector<Name>> scopes_;
  std::vector<FramePtr> frames_;
  // Of the statement that is read, until something of it takes them; and what waits for the next line that is printed.
  std::vector<Name> before_, behind_, waiting_;
  std::unordered_set<uint32_t> failed_;             // names whose definition was reported
  std::unordered_map<uint32_t, Span> ended_;        // names that were bound in a suite that has ended
  std::vector<uint16_t> depths_;                    // of expressions, by Prim
  std::unordered_set<uint32_t> named_;              // variables that a name was given
  std::unordered_map<uint32_t, tir::Range> loops_;  // open loops, by variable
  std::unordered_map<uint32_t, Name> threads_;      // thread variables
  std::unordered_map<uint32_t, Prim> thread_extents_;
};

}  // namespace hammock::read
