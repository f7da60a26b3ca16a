// SPDX-License-Identifier: Apache-2.0
// Calls become bindings of the block that is open, numbers become constants (language 4.4, 4.5).
#pragma once

#include <algorithm>

#include "prim_items.h"

namespace hammock::read {

struct FormRow;

class Blocks : public PrimItems {
 public:
  using PrimItems::PrimItems;
  void read_calls_for(Function& fn) {
    fn_ = &fn;
    region_ = &no_region_;
  }
  void end_call() {
    items_.clear();
    casts_.clear();
  }

  // ---- bindings (blocks.cpp)
  Value cast_node(const Item& cast);
  bool infer(Value v);

 protected:
  struct RegionState {
    RegionId id;
    bool is_dataflow = false;
    uint32_t dataflow_begin = 0;  // first node that the open dataflow block may export
    std::vector<Block> blocks;
    bool has_output = false;     // of the open dataflow block
    bool is_output_bad = false;  // its R.output has a mistake
    bool has_return = false;
    bool has_dead_code = false;  // reported: statements after the return
    bool ends_badly = false;     // something was wrong with the last statement: it may have been the return
    std::vector<std::pair<Name, Item>> outputs;
    std::unordered_map<Value, Value> bound;  // of the deferred: the operand that stands for it in the current block
    std::vector<std::pair<Name, Span>> void_outputs;  // `a: R.Tuple` before the block: a statement in it has this name
    size_t next_void = 0;                             // among the bindings of the block
  };
  struct Cast {
    Value value;
    StructInfo info;
  };
  // As it is written: the parts in all, and how deep tuples nest in it.
  struct TypeSize {
    uint64_t parts = 1;
    uint32_t depth = 0;

    void add_field(TypeSize field) {
      parts += field.parts;
      depth = std::max(depth, field.depth + 1);
    }
  };
  struct Builtin {
    enum class Kind : uint8_t { unresolved, unknown, op, form, info, dtype, prim } kind = Kind::unresolved;
    uint32_t id = 0;
    const FormRow* form = nullptr;
  };
  void take_number() { ++(region_->is_dataflow ? lv_ : gv_); }
  bool has_block() const { return region_ && region_ != &no_region_; }  // to bind calls in

  // ---- constants (constant.cpp)
  std::optional<Constant> converted(const Constant& constant, DType dtype, Span span);
  Value constant_of(Item item, std::optional<DType> dtype, Span span = {});
  std::optional<Constant> numbers_of(Item item, std::optional<DType> dtype, DType whole, DType real);
  std::optional<Item> number_in_list(Item value);
  bool flatten(Item item, std::vector<int64_t>& shape, std::vector<Item>& flat);
  bool append_number(Constant& constant, const Item& value, size_t number);

  // ---- bindings (blocks.cpp)
  Value another(Value v, Span span);
  Name fresh_name();
  void emit(Value v, Name name);
  void count_type(const Node& node);
  TypeSize type_size(StructInfo info);
  Value emit_fresh(Value v);
  Value emit_operand(Value v);
  bool is_unbound(Value v) const;
  Value bound_copy(Value v, std::span<const Value> args);
  Value bound(Value deferred);
  Item settle(Item item);
  bool may_bind(Span span);
  void point_at_argument(Diagnostic& diagnostic, Op op);
  void point_at_function(Diagnostic& diagnostic, Value callee);
  void name_written_form(Diagnostic& diagnostic, Op op);
  const Expr* call_at(Span span);
  Item make_call(Op op, std::span<const Value> args, Attr attrs, Attr sinfo_args, Span span);
  Value use_of(Value bound, Span span);

  // ---- comments (comments.cpp)
  void keep_comments(At at, uint32_t number, std::vector<Name>& texts);

  // ---- names (names.cpp)
  Builtin& builtin(Name name);

  std::vector<Cast> casts_;
  Name called_;  // the callee, if no text holds the call
  std::unordered_map<StructInfo, TypeSize> tuple_sizes_;
  uint64_t type_parts_ = 0;        // of the bindings so far
  std::vector<Builtin> builtins_;  // by Name of the dotted name
  size_t searched_ = 0;            // see kMaxSearched
  std::vector<Constant> arrays_;
  RegionState* region_ = nullptr;
  RegionState no_region_;  // of calls that stand in no block
  uint32_t gv_ = 0, lv_ = 0;
  bool in_annotation_ = false;
  size_t copies_ = 0;  // of what was deferred, in this function of the module; SIZE_MAX: too many, which was reported
  // Comments that wait for what they come before; what a statement brought about.
  std::vector<Name> waiting_, output_before_, output_behind_;
  Value emitted_;
};

}  // namespace hammock::read
