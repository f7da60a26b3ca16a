// SPDX-License-Identifier: Apache-2.0
// The state of printing one text, shared by the files of this layer.
//
// One pass appends to one string. What is known only later (which prefixes the header names, which symbols a function
// declares at its head) is inserted when the function or the text is complete: once per outermost function.
//
//   module.cpp       header, functions in order, footer          struct_info.cpp  annotations
//   function.cpp     functions, blocks, bindings                 prim.cpp         dims and scalars
//   expression.cpp   leaves and calls                            attribute.cpp    attribute values
//   constant.cpp     tensor constants                            metadata.cpp     the metadata section
//
// Recursion follows the nesting of regions, tuples and struct info, which the reader bounds; never the length of a
// block, and primitive expressions are walked with an explicit stack.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hammock/base/check.h"
#include "hammock/ir/module.h"
#include "hammock/ir/spelling.h"
#include "hammock/print/print.h"
#include "literal.h"
#include "metadata.h"
#include "names.h"

namespace hammock {

// Other names for I, T and R in a finished text (prefixes.cpp).
void respell_prefixes(std::string& text, const PrintOptions& options);

class Printer {
 public:
  // `module` null: a fragment, printed with the hints as they are and without declarations.
  Printer(const Context& context, const Module* module, const PrintOptions& options = {});

  std::string print_module();
  Definition print_definition();
  bool may_hide_metadata() const;                   // of the text that was printed
  void keep_metadata() { keeps_metadata_ = true; }  // the name, from what is printed next

  // Fragments; the text is what `take` returns.
  void use_hints(const Function* fn) { fn_ = fn, uses_hints_ = true; }
  void prim(Prim e);
  void struct_info(StructInfo info);
  void attribute(Attr a);
  void binding(Value v);
  std::string take() { return std::move(out_); }

 private:
  enum class Mode : uint8_t { relax, tir };  // how constants print (2.4)

  // ---- versions (dialect.def)
  bool newer(Spelling spelling) const { return is_new(spelling, options_.dialect); }
  std::string_view spell(Spelling spelling) const { return hammock::spell(spelling, options_.dialect); }
  void gap(std::string what);
  void dtype(DType dtype);

  // ---- module.cpp
  void global_function(const GlobalFunction& f);
  void prim_function(const GlobalFunction& f);
  void lone_function();
  void module_class();
  void module_statement(std::string_view callee, Attr dict, At before, At behind);
  std::string class_name_as_read() const;
  std::string class_name() const;
  std::vector<const GlobalFunction*> functions_in_order() const;
  std::string header() const;
  bool shows_metadata() const;
  std::string shown_metadata();
  std::string guessed_header();
  void reserve_names();
  size_t estimated_size() const;

  // ---- comments.cpp
  void lines(std::span<const Name> texts);
  void behind(std::span<const Name> texts);
  void before(At at, uint32_t number) {
    if (comments_) lines(comments_->at(at, number));
  }
  void end_line(At at, uint32_t number) {
    if (comments_) behind(comments_->at(at, number));
    out_ += '\n';
  }
  void member_line(At at, uint32_t number);
  uint32_t number(const Lambda& lambda) const { return static_cast<uint32_t>(&lambda - fn_->lambdas.data()); }
  bool has_parameter_comments(const Lambda& lambda) const;
  void parameters_in_lines(const Lambda& lambda);
  void declare_symbol_comments(Prim var, At at);
  void use_module_comments();
  std::string outside(At at) const;
  void file_comments();

  // ---- function.cpp
  void outermost_function(const GlobalFunction& f);
  void insert_declarations(size_t at);
  void decorator(const Lambda& lambda, bool is_private);
  void signature(const Lambda& lambda, std::string_view name);
  void parameter(Value param);
  void function_attributes(const Lambda& lambda, std::string_view implied_symbol);
  void nested_function(Value v);
  void nested_scope(const Lambda& lambda, std::string_view name);
  void release_symbols(size_t infos_kept);
  void region(RegionId id);
  void return_line(RegionId id);
  void block(const Block& b);
  void dataflow_block(const Block& b);
  void statement(Value v);
  void if_statement(Value v);
  void branch(Value owner, RegionId id);
  bool is_void_statement(Value v) const;
  bool hides_annotation(Value v) const;
  StructInfo inferable_info(Value v) const;
  void insert_pending(size_t at);
  void define(Value v);
  size_t indentation(int depth) const { return static_cast<size_t>(depth * options_.indent_spaces); }
  void indent() { out_.append(indentation(depth_), ' '); }

  // ---- expression.cpp
  bool is_named(Value v) const { return uses_hints_ ? bool((*fn_)[v].name) : value_names_[v.index] != Names::kNone; }
  void name_of(Value v);
  void expression(Value v);       // where it is used: a name, or a leaf written out
  void value(Value v);            // the right-hand side of its binding
  void right_hand_side(Value v);  // as `expression`, tuples of two and more without parentheses
  void tuple_fields(Value v);
  void tuple(Value v);
  void leaf(Value v);
  void extern_function(Name symbol, StructInfo info);
  void global(GlobalId g);
  void call_operator(Value v);
  void call_value(Value v);
  void callee(Op op);
  void operands(std::span<const Value> args);
  void operands_of(Value v);
  void primitive(Prim e);
  void keyword(std::string_view name, bool& is_first);
  void attribute_record(Value v, bool& is_first);
  void attribute_of(const Param& param, Attr a);
  void dict_attributes(Attr attrs, bool is_extern, bool& is_first);
  void struct_info_arguments(Value v, bool& is_first);
  std::span<const Attr> sinfo_args(Value v) const;
  using SpecialForm = void (Printer::*)(Value);
  static SpecialForm special_form(Op op);
  void call_with_out_info(Value v);
  void non_empty_attributes(Value v, bool& is_first);
  bool arguments_with_scalars(Value v);
  void pad(Value v);
  void call_py_func(Value v);
  std::optional<double> padding(Value v) const;
  void assert_op(Value v);
  void print_op(Value v);
  void hint_on_device(Value v);
  void to_vdevice(Value v);
  void vdevice_value(Attr a);

  // ---- constant.cpp
  void constant(const Node& node);
  bool is_said_in_numbers(const Node& node, const Constant& c) const;

  // ---- struct_info.cpp
  void write_struct_info(StructInfo info);
  void tensor(StructInfo info);
  void function_info(StructInfo info);
  void distributed_tensor(StructInfo info);
  void mesh(Attr mesh);
  void dims(std::span<const Prim> dims);
  void dim(Prim e);
  std::string_view target_kind(Attr target) const;
  void vdevice_name(uint32_t index);

  // ---- prim.cpp
  void prim_tree(Prim e);
  // What of an expression is still to be written.
  struct PrimPiece {
    Prim e;                  // or, if none, the text
    int min_precedence = 0;  // below it, parentheses
    std::string_view text;
  };
  void prim_infix(const PrimPiece& piece, std::vector<PrimPiece>& stack);
  void prim_call(Prim e, std::vector<PrimPiece>& stack);
  void prim_leaf(const PrimNode& n);
  void prim_number(const PrimNode& n);
  void prim_immediate(const PrimNode& n);
  void symbol(Prim var);

  // ---- attribute.cpp
  void index_map(Attr map);
  void real_attribute(double value);
  void dtype_attribute(DType value);
  void lose();  // the text does not say all of what is printed now
  void attribute_list(std::span<const Attr> items);
  void attribute_call(std::string_view callee, Attr a);  // its elements are the arguments
  void dict(Attr a);
  void device_mesh(Attr mesh);
  void text_as_read(std::string_view text);
  bool stands_in_metadata(std::string_view text) const;
  void metadata(std::string_view key, uint32_t object);

  const Context& context_;
  const Module* module_;
  PrintOptions options_;
  const Function* fn_ = nullptr;
  const Comments* comments_ = nullptr;  // of the function; null if there are none
  const Comments* module_comments_ = nullptr;
  std::string out_;
  int depth_ = 0;
  Mode mode_ = Mode::relax;
  bool uses_hints_ = false;
  bool keeps_metadata_ = false;
  bool is_definition_ = false;  // in a file of Python: a private lone function keeps its name
  bool uses_ir_ = false, uses_tir_ = false, uses_relax_ = false;

  // Names. The entries of values belong to the function being printed, those of symbols to its outermost function.
  Names names_;
  std::vector<Names::Entry> value_names_;
  std::vector<Names::Entry> symbol_names_;
  std::vector<Prim> declared_symbols_;
  size_t function_scope_ = 0;
  size_t declaration_indent_ = 0;
  std::string declarations_;  // lines for the head of the outermost function, or of the nested one (nested_symbols)
  std::vector<std::string> outer_declarations_;  // of the functions around it, from the outermost
  std::vector<uint8_t> symbol_levels_;           // how many functions were around the one that declares a symbol
  bool declares_module_ = false;
  bool quotes_symbols_ = false;  // in the signature of a function that declares its symbols
  bool omits_values_ =
      false;  // in struct info that the reader infers: a Prim need not say its value, nor a function its rule
  bool has_rule_ = false;  // the struct info that was written last has a function with a rule
  Span span_;              // of the binding that is printed
  size_t symbols_printed_ = 0;
  std::string pending_;  // lines of undefined variables, to stand before the current statement or dataflow block
  bool in_dataflow_ = false;
  std::string value_text_, annotation_text_;  // of the current binding: they take effect before its name does

  // Text of struct info, valid while the outermost function is printed.
  struct Piece {
    uint32_t begin = 0, size = 0;
  };
  std::vector<Piece> info_pieces_;
  std::vector<StructInfo> cached_infos_;
  std::string info_text_;

  // The metadata table: objects without text by type key, in the order of their first appearance.
  std::vector<MetadataKind> metadata_;
  Span metadata_span_;  // of the binding that the first stands in
  std::unordered_map<uint64_t, uint32_t> metadata_index_;
};

}  // namespace hammock
