// SPDX-License-Identifier: Apache-2.0
// The maker of graphs (graph.h), in four parts:
//
//   graph.cpp            the walk over a function: arguments, branches, calls of functions, results
//   graph_operators.cpp  calls of operators
//   graph_kernels.cpp    calls of kernels
//   graph_items.cpp      the items that they add, and numbers
//
// All of them note the first error; what they give then means nothing.
#pragma once

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/coverage.h"
#include "hammock/prim/evaluate.h"
#include "hammock/prim/value_check.h"
#include "kernel_call.h"
#include "operator_kernel.h"

namespace hammock::loop {

// The symbols of a call, with what was computed of them.
class Symbols {
 public:
  explicit Symbols(const Context& context) : context_(context) {}

  void bind(Prim symbol, int64_t value) {
    values_[symbol] = value;
    known_.insert_or_assign(symbol, value);
  }
  bool is_bound(Prim symbol) const { return values_.contains(symbol); }
  Evaluated evaluate(Prim e) { return hammock::evaluate(context_, e, values_, known_); }
  std::optional<int64_t> value(Prim e) { return evaluate(e).integer(); }

 private:
  const Context& context_;
  SymbolValues values_;
  KnownNumbers known_;
};

// What a Value of a function is in the graph. `other`: known only when the program runs, or nothing that a tensor is
// made of.
struct Bound {
  enum Kind : uint8_t { none, tensor, tuple, shape, integer, real, number, function, kernel, other } kind = none;
  uint16_t depth = 0;  // of a tuple: 1 and the most of its fields
  uint32_t id = 0;  // tensor, number (that the run finds): ItemId; tuple: begin in the pool; shape, integer, real (its
                    // bits): begin in the numbers; function: in the closures; kernel: GlobalId
  uint32_t size = 0;    // tuple, shape
  uint32_t leaves = 1;  // values in a tuple, nested ones counted
};

// A call that is being run: what the values of its function are. A local function sees those of the call that made it,
// but has symbols of its own.
struct Activation : std::enable_shared_from_this<Activation> {
  const Function& fn;
  LambdaId lambda;
  std::shared_ptr<Activation> outer;  // of a local function
  int depth;
  Span called;
  Symbols symbols;

  Activation(const Function& f, LambdaId l, std::shared_ptr<Activation> o, int d, Span c)
      : fn(f),
        lambda(l),
        outer(std::move(o)),
        depth(d),
        called(c),
        symbols(f.context()),
        dense_(l.index == 0 ? f.size() : 0) {}

  Bound find(Value v) const {
    if (lambda.index == 0) return dense_[v.index];
    auto found = sparse_.find(v.index);
    return found == sparse_.end() ? Bound{} : found->second;
  }
  void set(Value v, Bound b) { (lambda.index == 0 ? dense_[v.index] : sparse_[v.index]) = b; }

 private:
  std::vector<Bound> dense_;  // a local function is called often and has few values of all
  std::unordered_map<uint32_t, Bound> sparse_;
};

// The symbols of a call, as value_check.h asks for them.
struct SymbolScope {
  Context& context;
  Symbols& symbols;
  bool is_partial = false;  // a symbol without a value may have any

  bool is_bound(Prim symbol) const { return symbols.is_bound(symbol); }
  void bind(Prim symbol, int64_t value) { symbols.bind(symbol, value); }
  Result<std::optional<int64_t>> value(Prim e) {
    Evaluated found = symbols.evaluate(e);
    if (is_partial && found.problem == Evaluated::Problem::unbound) return std::optional<int64_t>();
    if (found && !found.integer()) return Error{Error::Kind::run, "a dim that is not an integer", {}};
    if (!found) return Error{Error::Kind::run, describe(context, found), {}};
    return found.integer();
  }
};

class GraphMaker {
 public:
  GraphMaker(const Module& module, std::span<const Binding> dims, std::span<const Known> arguments)
      : module_(module), context_(module.context()), dims_(dims), arguments_(arguments), forms_(module) {}

  Result<Graph> run(GlobalId entry);

 private:
  struct Closure {
    const Function* fn;
    LambdaId lambda;
    std::shared_ptr<Activation> outer;
  };

  // How value_check.h looks at a value.
  struct View {
    const GraphMaker& maker;
    Bound b;

    ValueKind kind() const {
      switch (b.kind) {
        case Bound::tensor: return ValueKind::tensor;
        case Bound::tuple: return ValueKind::tuple;
        case Bound::shape: return ValueKind::shape;
        case Bound::integer: return ValueKind::integer;
        case Bound::real: return ValueKind::real;
        case Bound::function:
        case Bound::kernel: return ValueKind::function;
        default: return ValueKind::unknown;
      }
    }
    DType dtype() const { return maker.graph_[ItemId(b.id)].dtype; }
    std::span<const int64_t> dims() const {
      if (b.kind == Bound::shape) return std::span(maker.numbers_).subspan(b.id, b.size);
      return maker.graph_[ItemId(b.id)].shape;
    }
    int64_t integer() const { return maker.numbers_[b.id]; }
    size_t size() const { return b.size; }
    View field(size_t i) const { return {maker, maker.pool_[b.id + i]}; }
  };

  void fail(Error::Kind kind, std::string text, Span span, Span declared = {}) {
    if (!error_) error_ = Error{kind, std::move(text), span, declared};
  }

  void unsupported(std::string what, Span span) {
    fail(Error::Kind::unsupported, "cannot compile " + std::move(what), span);
  }

  // ---- graph.cpp ----

  // A parameter of the program.
  struct Input {
    uint32_t number;
    Storage storage;
    Span span;
  };

  // The tensors of a parameter, which may be a tuple at most kMaxDepth deep, or what is known of its number.
  Bound add_input(Activation& frame, StructInfo info, const Input& input, const std::vector<uint32_t>& path);

  void bind_by_name(const Function& fn, Symbols& symbols);

  // Tuples are at most kMaxDepth deep.
  void flatten(Bound b, Span span);

  void add_result(ItemId item, ResultLeaf::Kind kind) {
    graph_.results.push_back(item);
    graph_.kinds.push_back(kind);
  }

  // What a tensor is now.
  ItemId item_of(Bound b) const {
    auto at = changed_.find(b.id);
    return at == changed_.end() ? ItemId(b.id) : at->second;
  }

  // How the tensors nest, whatever the function declares.
  StructInfo structure(Bound b);

  Bound run_body(Activation& frame);

  // With the branches that are chosen, without recursion.
  Bound run_region(Activation& frame, RegionId id);

  RegionId branch(Activation& frame, Value v);
  std::optional<bool> known_condition(Bound b) const;

  // Fails if the value is none of what is declared, at `place`.
  template <class What>
  void check(Activation& frame, StructInfo declared, Bound value, What&& what, Span span, Span place = {},
             bool is_partial = false) {
    if (error_ || !declared) return;
    if ((inlined_ += value.leaves - 1) > kMaxInlined) return too_much(span);
    std::string wrong =
        value_mismatch(context_, declared, View{*this, value}, SymbolScope{context_, frame.symbols, is_partial});
    if (!wrong.empty()) fail(Error::Kind::run, what() + wrong, span, place);
  }

  void too_much(Span span) {
    unsupported("calls that inline more than " + std::to_string(kMaxInlined) + " bindings", span);
  }

  // The value of a leaf, of an earlier binding, or of one around the local function.
  Bound get(Activation& frame, Value v);

  Bound leaf(Activation& frame, Value v);

  Bound closure(Closure made) {
    closures_.push_back(std::move(made));
    return {Bound::function, 0, static_cast<uint32_t>(closures_.size() - 1)};
  }

  Bound bind(Activation& frame, Value v);

  Bound noted(Op op, Bound result) {
    if (context_.coverage && !error_) context_.coverage->note(op, Coverage::compiled);
    return result;
  }

  Bound match_cast(Activation& frame, Value v);
  Bound call(Activation& frame, Value v);
  void enter_unit(const Lambda& lambda);
  Bound pass_and_run(Activation& frame, Value v, const Closure& target, const Lambda& lambda);
  static size_t bindings_in(const Function& fn, RegionId region);

  // ---- graph_kernels.cpp ----

  // What a kernel is given: the operands, fresh outputs, and numbers.
  struct Given {
    std::vector<tir::Argument> arguments;
    std::vector<ItemId> inputs;
    std::vector<KernelCall::Buffer> buffers;  // one for each tensor among the arguments
    std::vector<size_t> buffer_of;            // per argument
  };

  void give(Given& given, Bound value, Span span);

  // The kernel as a function, which changes the tensors that it is given.
  Bound run_kernel(GlobalId id, std::span<const Bound> values, Span span);

  // The items of the call: what the tensors are after it, and its own value.
  Bound add_changes(const std::shared_ptr<const KernelCall>& call, const std::vector<ItemId>& inputs,
                    std::span<const uint32_t> tensors, std::span<const std::optional<uint32_t>> output_of, Span span);

  // R.vm.call_tir_dyn: a shape at the end are numbers.
  Bound call_dynamic(Activation& frame, Value v);

  Bound call_kernel(Activation& frame, Value v);

  // The outputs of a call become arguments, unless they are operands in place. Is the result a tuple?
  bool add_outputs(Activation& frame, Value v, Given& given, std::vector<GraphItem>& outputs);

  // ---- graph_operators.cpp ----

  // The integer that a prim value operand is; of a tuple of them or a shape, all.
  std::vector<int64_t> numbers(Activation& frame, Value v);

  // The struct info of an operand's value, `declared` before the dims were known.
  StructInfo known(Activation& frame, Bound b, StructInfo declared, Span span);

  // What an operator gives for the operands at hand: its rule is what it assumes of them, and must not contradict
  // what was declared.
  StructInfo result_of(Activation& frame, Value v);

  Bound call_op(Activation& frame, Value v);

  bool is_inference(const Node& node) const {
    return node.op == Op::nn_batch_norm && !CallAttrs(context_, node.op, node.attrs).boolean("training");
  }

  // With the statistics given it is (data - mean) * (gamma / sqrt(variance + epsilon)) + beta for each channel: a
  // chain that fuses with what is around it. None if it is no batch norm of floats, which its kernel then says.
  Bound batch_norm(Activation& frame, Value v);

  // What the struct info of the operands tells.
  Bound known_result(Activation& frame, Value v, StructInfo result);

  // An operator without a family is the kernel that `lower` makes of it.
  Bound call_as_kernel(Activation& frame, Value v, StructInfo result);

  bool is_list_of_tensors(Bound b) const {
    return std::all_of(pool_.begin() + b.id, pool_.begin() + b.id + b.size,
                       [](const Bound& f) { return f.kind == Bound::tensor; });
  }

  // The outputs of the kernel, of the dtypes that the operator gives.
  Bound add_results(Activation& frame, const OperatorKernel& made, Given& given, StructInfo result, const Node& node);

  // May it be a number, which is taken for a tensor of its dtype?
  static bool is_number_for_elements(Op op, size_t operand);

  // Operands that are prim values.
  void add_numbers(Activation& frame, Value v, GraphItem& item);

  void check_index(const GraphItem& item);
  void describe_view(Activation& frame, Value v, GraphItem& item);
  void strided_slice(Activation& frame, Value v, GraphItem& item);
  Bound split(Activation& frame, Value v, StructInfo result);

  // ---- graph_items.cpp ----

  Bound add(GraphItem item);
  int64_t evaluate(Activation& frame, Prim e, Span span);

  // An item of that struct info; fails if it is no tensor of a computable shape and a dtype.
  GraphItem tensor_item(Activation& frame, StructInfo si, Span span, std::string_view what);

  Bound tuple_of(std::span<const Bound> fields, Span span);
  Bound numbers_of(Bound::Kind kind, std::span<const int64_t> values);

  Bound bound_number(Number n) {
    return n.index() == 0 ? numbers_of(Bound::integer, {{std::get<0>(n)}})
                          : numbers_of(Bound::real, {{std::bit_cast<int64_t>(std::get<1>(n))}});
  }

  // A shape or a prim value whose numbers are known from its struct info.
  Bound known_number(Activation& frame, StructInfo info);

  Bound constant_item(ConstantId id, Span span);
  ItemId constant_shape(Bound b, Span span);
  ItemId constant_number(Number value, DType dtype, Dims shape, Span span);
  Bound converted(ItemId from, DType to, Span span);
  Bound in_float32(Bound b, Span span) { return converted(item_of(b), kFloat32, span); }
  ItemId scalar(Activation& frame, Value v, Bound b);
  Prim number(Activation& frame, Value v, Bound b);

  static bool is_number(Bound b) {
    return b.kind == Bound::integer || b.kind == Bound::real || b.kind == Bound::number;
  }

  Number known_value(Bound b) const {
    const int64_t bits = numbers_[b.id];
    return b.kind == Bound::real ? Number(std::bit_cast<double>(bits)) : Number(bits);
  }

  // As one element of that dtype; of its own, if that is unknown.
  ItemId element_of_number(Bound b, DType dtype, Span span);

  // The last element of a vector, converted.
  ItemId derived(ItemId from, Op op, DType dtype, Span span);

  ItemId result_of_number(Bound b, Span span);

  // An operator whose operands are all numbers gives one.
  Bound call_on_numbers(Activation& frame, Value v, DType dtype);

  const Module& module_;
  Context& context_;
  std::span<const Binding> dims_;
  std::span<const Known> arguments_;
  Graph graph_;
  std::vector<Bound> pool_;
  std::vector<int64_t> numbers_;
  std::vector<Closure> closures_;
  std::unordered_map<uint32_t, ItemId> changed_;  // what tensors have become
  KernelForms forms_;
  size_t inlined_ = 0;
  uint32_t unit_ = 0;  // where the walk is
  std::optional<Error> error_;
};

}  // namespace hammock::loop
