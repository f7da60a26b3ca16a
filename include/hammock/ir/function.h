// SPDX-License-Identifier: Apache-2.0
// A Relax function: values in vectors, blocks of bindings, regions.
//
// A Value is an index into `Function::nodes`. The node and the value that it defines are one: a binding is a node
// that stands in a block, and its name is the variable's name. Nodes that stand in no block are parameters or
// leaves (constants, shapes, inline tuples, references), written out where they are used.
//
// Function        owns the nodes of itself and of every function nested in it (nested ones are Lambdas, so that
//                 captured values are ordinary operands).
// Lambda 0        is the function itself.
// Region          a list of blocks and a result: the body of a lambda or a branch of an `if`.
//
// Normal form (language 4.3): operands are parameters, bindings or leaves, never unbound calls. Blocks are never
// empty and neighbours of the same kind are merged. Nothing here recurses over the length of a block; the depth of
// regions is bounded by the reader (kMaxDepth).
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/comments.h"
#include "hammock/ir/context.h"
#include "hammock/ir/op.h"

namespace hammock {

using RegionId = Id<struct RegionTag>;
using LambdaId = Id<struct LambdaTag>;
using GlobalId = Id<struct GlobalTag>;  // a function of the module

inline constexpr int kMaxDepth = 200;  // nesting of suites, parentheses, struct info, tuples

enum class NodeKind : uint8_t {
  // leaves
  param,        // a parameter of a lambda
  constant,     // payload: ConstantId
  shape,        // a ShapeExpr; payload: StructInfo of kind shape (also its info) whose dims are the values
  prim_value,   // payload: Prim
  string,       // payload: Name
  dtype,        // payload: DType::pack()
  global,       // a function of the module; payload: GlobalId
  extern_func,  // payload: Name of the symbol
  op_ref,       // an operator as a value; payload: Op
  opaque,       // a leaf kept as text (metadata of an unknown kind); payload: Name
  // leaf or binding
  tuple,  // args: fields
  // bindings only
  alias,       // var = leaf or var; args: [it]
  get_item,    // args: [tuple]; payload: index
  call_op,     // args: operands; op, attrs; payload: Attr list of sinfo_args (none id if there are none)
  call,        // args: [callee, operands...]; attrs: dict of an extern call or none; payload: sinfo_args
  match_cast,  // args: [value]; payload: StructInfo cast to
  cond,        // if: args: [condition]; payload: RegionId of the branch that is taken if it holds; else_region
  lambda,      // a nested function; payload: LambdaId
};

struct Node {
  NodeKind kind = NodeKind::param;
  bool is_output : 1 = false;  // in a dataflow block: visible after it (a plain Var, not a DataflowVar)
  bool is_written : 1 =
      false;  // constant: the text says its numbers, R.const([1.0, 2.0]); of no account to anything but the printer
  Op op = Op::none;  // call_op
  StructInfo info;
  Attr attrs;
  Name name;  // the variable's hint; none for unbound leaves
  uint32_t payload = Id<int>::kNone;
  RegionId else_region;  // cond
  uint32_t args_begin = 0;
  uint32_t args_size = 0;
  Span span;

  // What the payload is, by the kind of the node.
  ConstantId constant() const { return of<ConstantId>(kind == NodeKind::constant); }
  StructInfo shape() const { return of<StructInfo>(kind == NodeKind::shape); }
  Prim prim() const { return of<Prim>(kind == NodeKind::prim_value); }
  Name text() const {
    return of<Name>(kind == NodeKind::string || kind == NodeKind::extern_func || kind == NodeKind::opaque);
  }
  DType dtype() const { return assert(kind == NodeKind::dtype), DType::unpack(payload); }
  GlobalId global() const { return of<GlobalId>(kind == NodeKind::global); }
  Op op_value() const { return assert(kind == NodeKind::op_ref), static_cast<Op>(payload); }
  uint32_t index() const { return assert(kind == NodeKind::get_item), payload; }
  Attr sinfo_args() const { return of<Attr>(kind == NodeKind::call_op || kind == NodeKind::call); }
  StructInfo cast_to() const { return of<StructInfo>(kind == NodeKind::match_cast); }
  RegionId region() const { return of<RegionId>(kind == NodeKind::cond); }
  LambdaId lambda() const { return of<LambdaId>(kind == NodeKind::lambda); }
  // The same of every kind, to compare and to hash.
  uint32_t content() const { return payload; }

  void set_shape(StructInfo dims) { hold(dims, kind == NodeKind::shape); }
  void set_prim(Prim value) { hold(value, kind == NodeKind::prim_value); }
  void set_symbol(Name symbol) { hold(symbol, kind == NodeKind::extern_func); }
  void set_global(GlobalId function) { hold(function, kind == NodeKind::global); }
  void set_sinfo_args(Attr infos) { hold(infos, kind == NodeKind::call_op || kind == NodeKind::call); }
  void set_cast_to(StructInfo to) { hold(to, kind == NodeKind::match_cast); }
  void set_lambda(LambdaId function) { hold(function, kind == NodeKind::lambda); }
  void set_branches(RegionId then_branch, RegionId else_branch) {
    hold(then_branch, kind == NodeKind::cond);
    else_region = else_branch;
  }
  void hold_nothing() {
    payload = Id<int>::kNone;
    else_region = {};
  }

 private:
  template <class Id>
  Id of([[maybe_unused]] bool is_of_kind) const {
    return assert(is_of_kind), Id(payload);
  }
  template <class Id>
  void hold(Id id, [[maybe_unused]] bool is_of_kind) {
    assert(is_of_kind), payload = id.index;
  }
};

struct Block {
  bool is_dataflow = false;
  std::vector<Value> bindings;
  uint32_t label = Id<int>::kNone;  // of its comments
};

struct Region {
  std::vector<Block> blocks;
  Value result;
};

struct Lambda {
  Name name;
  std::vector<Value> params;
  RegionId body;
  StructInfo ret;  // the function's result as it prints
  bool has_declared_ret = false;
  bool is_pure = true;
  bool is_private = false;  // lambda 0: no global_symbol
  Attr attrs;               // dict, or none; without global_symbol where it equals the name of a public function
  Span span;                // of the name in `def name`
};

class Function {
 public:
  explicit Function(std::shared_ptr<Context> context) : context_(std::move(context)) {}

  Context& context() const { return *context_; }
  const std::shared_ptr<Context>& shared_context() const { return context_; }

  std::vector<Node> nodes;
  std::vector<Region> regions;
  std::vector<Lambda> lambdas;  // [0] is the function itself
  Comments comments;

  Node& operator[](Value v) { return nodes[v.index]; }
  const Node& operator[](Value v) const { return nodes[v.index]; }
  Region& operator[](RegionId r) { return regions[r.index]; }
  const Region& operator[](RegionId r) const { return regions[r.index]; }
  Lambda& operator[](LambdaId l) { return lambdas[l.index]; }
  const Lambda& operator[](LambdaId l) const { return lambdas[l.index]; }
  Lambda& self() { return lambdas[0]; }
  const Lambda& self() const { return lambdas[0]; }
  Region& body() { return regions[lambdas[0].body.index]; }
  const Region& body() const { return regions[lambdas[0].body.index]; }

  std::span<const Value> args(Value v) const {
    return {operands_.data() + nodes[v.index].args_begin, nodes[v.index].args_size};
  }
  std::span<Value> args(Value v) { return {operands_.data() + nodes[v.index].args_begin, nodes[v.index].args_size}; }
  void set_args(Value v, std::span<const Value> args);
  StructInfo info(Value v) const { return nodes[v.index].info; }

  RegionId then_region(Value v) const { return nodes[v.index].region(); }
  RegionId else_region(Value v) const { return nodes[v.index].else_region; }

  // ---- making nodes: they stand in no block until somebody puts them into one ----
  Value add(Node node, std::span<const Value> args = {});
  Value add_param(Name name, StructInfo info, Span span = {});
  Value add_constant(ConstantId constant, Span span = {});  // info: Tensor of its shape and dtype
  Value add_shape(std::span<const Prim> dims, Span span = {});
  Value add_prim(Prim value, Span span = {});
  Value add_string(Name text, Span span = {});
  Value add_dtype(DType dtype, Span span = {});
  Value add_tuple(std::span<const Value> fields, Span span = {});  // info from the fields' infos
  Value add_call(Op op, std::span<const Value> args, Attr attrs, StructInfo info, Span span = {});
  Value add_get_item(Value tuple, uint32_t index, Span span = {});
  Value add_alias(Value of, Span span = {});
  Value add_match_cast(Value of, StructInfo to, Span span = {});
  Value add_global(GlobalId global, StructInfo info, Span span = {});
  // Of the function that is args[0].
  Value add_function_call(std::span<const Value> args, StructInfo info, Span span = {});
  RegionId add_region();
  LambdaId add_lambda();

  size_t size() const { return nodes.size(); }
  Value value(size_t i) const { return Value(static_cast<uint32_t>(i)); }

 private:
  std::shared_ptr<Context> context_;
  std::vector<Value> operands_;
};

// A leaf is written out where it is used, unless it stands in a block.
constexpr bool is_leaf(NodeKind kind) { return kind <= NodeKind::opaque; }

// Every binding of every region of the function in program order, nested regions right after the binding that owns
// them (a branch before its `if`'s successor). `f(Value binding, const Block&)`; an explicit stack, no recursion.
// The function must not change its blocks meanwhile.
template <class F>
void for_each_binding(const Function& fn, RegionId root, F&& f) {
  struct At {
    RegionId region;
    size_t block = 0, binding = 0;
  };
  std::vector<At> stack{{root}};
  while (!stack.empty()) {
    At& at = stack.back();
    const Region& region = fn[at.region];
    if (at.block == region.blocks.size()) {
      stack.pop_back();
      continue;
    }
    const Block& block = region.blocks[at.block];
    if (at.binding == block.bindings.size()) {
      ++at.block;
      at.binding = 0;
      continue;
    }
    Value v = block.bindings[at.binding++];
    f(v, block);
    const Node& node = fn[v];
    if (node.kind == NodeKind::cond) {
      stack.push_back({fn.else_region(v)});
      stack.push_back({fn.then_region(v)});
    } else if (node.kind == NodeKind::lambda) {
      stack.push_back({fn[node.lambda()].body});
    }
  }
}

}  // namespace hammock
