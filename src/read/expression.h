// SPDX-License-Identifier: Apache-2.0
// Expressions (language 1.4, 1.8, 1.12): names, calls, indices, attributes, operators, and what becomes of them as
// arguments.
#pragma once

#include "blocks.h"
#include "metadata.h"

namespace hammock::read {

class Expressions : public Blocks {
 public:
  using Blocks::Blocks;
  static bool is_python_function(std::string_view name) { return python_function(name) != nullptr; }
  bool knows(Name name) { return builtin(name).kind != Builtin::Kind::unknown; }

  // ---- expressions (expression.cpp)
  Item call_named(Name name, std::span<const Arg> args, Span span);
  Item call_item(Item callee, std::string_view method, std::span<const Arg> args, Span span);
  Item subscript(Item base, const Arg& index, Span span);
  Item used(Item variable);

  // ---- operators (operator.cpp)
  Item apply(Operator op, bool is_unary, Item lhs, Item rhs, Span span);

  // ---- attribute values (attribute.cpp)
  std::optional<Attr> attr(const Arg& arg);

  // ---- names (names.cpp)
  static bool is_predefined(std::string_view name);

  // ---- suggestions (suggestions.cpp)
  static const std::vector<std::string>& builtin_names();

 protected:
  struct FileSymbol {
    Name hint;
    DType dtype;
    bool is_size_var = false;
    Prim var;               // in the function that is being read
    uint32_t function = 0;  // its number
  };
  enum class Metadata : uint8_t { none, unreadable, known } metadata_state_ = Metadata::none;
  bool is_file_symbol(Name name) const {
    const Item* known = file_symbols_.empty() ? nullptr : scopes_.lookup(name);
    return known && known->is(What::file_symbol);
  }
  struct PythonFunction {
    std::string_view name;
    size_t least, most;  // arguments
    Item (Expressions::*call)(std::span<const Item> args, Span span);
  };
  enum class Mode : uint8_t { body, signature };

  // ---- suggestions (suggestions.cpp)
  std::string builtin_hint(std::string_view written) const;
  std::string name_hint(std::string_view written);
  std::string attribute_hint(std::string_view written, std::span<const std::string_view> attributes);
  std::vector<std::string_view> visible_names() const;

  // ---- values around the definitions (plain.cpp)
  bool is_plain(ExprId e);
  Item symbol_of_file(const Item& item);
  bool is_struct_info(ExprId e);

  // ---- functions of Python (python.cpp)
  static const PythonFunction* python_function(std::string_view name);
  const PythonFunction* python_function(ExprId callee) const;
  Item call_python(const PythonFunction& row, const CallSite& site);
  Item python_number(Item item);
  std::optional<std::vector<Item>> python_elements(const Item& list);
  Item python_float(std::span<const Item> args, Span span);
  Item python_int(std::span<const Item> args, Span span);
  Item python_bool(std::span<const Item> args, Span span);
  Item python_len(std::span<const Item> args, Span span);
  Item python_abs(std::span<const Item> args, Span span);
  Item python_max(std::span<const Item> args, Span span);
  Item python_min(std::span<const Item> args, Span span);
  Item python_extreme(std::span<const Item> args, Operator beyond, Span span);
  Item python_sum(std::span<const Item> args, Span span);

  // ---- arrays of numpy (numpy.cpp)
  bool is_array_call(ExprId callee);

  // ---- expressions (expression.cpp)
  bool keep(Name name, Item list);  // binds a list or tuple of Python beyond its statement
  std::pair<uint64_t, uint32_t> list_size(const Item& item) const;
  Item eval(ExprId e);
  Item eval(const Arg& arg);
  Item numbers(const Arg& arg);  // the value of a constant: wide integers stay
  Item name(ExprId e);
  Item builtin_value(ExprId e, Name name);
  Item call(ExprId e);
  Item call_of_name(ExprId callee, CallSite& site);
  Item call_target(ExprId callee, CallSite& site);
  Item call_evaluated(Item target, CallSite& site);
  Item call_value(Value callee, const CallSite& site);
  Item index(ExprId e);
  Item attribute(Item base, std::string_view name, Span span);
  Item method(Item base, std::string_view name, const CallSite& site);
  Item display(ExprId e);
  std::optional<size_t> size_of(Name name) const;
  bool metadata_entry(ExprId e, Item& out);
  Item shape_dim(Item base, const Arg& index, Span span);
  Item unknown_builtin(Name name, Span span);
  Item call_builtin(Name name, CallSite& site);
  Item undefined(Name name, Span span);
  void evaluate_for_errors(std::span<const Arg> args);
  Value checked_tuple(std::span<const Value> fields, Span span);
  Item global(Name name, Span span);
  Item struct_info_of(Item base, Span span);
  Item integer_literal(ExprId e);
  // Conversions: of expressions as written, so that temporaries come in order. None after a report.
  Value argument(const Arg& arg, bool converts_numbers = true);
  Value argument(ExprId e) { return argument(arg(e)); }
  Value argument(Item item, bool converts_numbers = true);
  Value variable_of(Item item);  // a pending call becomes a variable
  Value tuple_of(std::span<const Arg> elements, Span span);
  Value as_tuple(const Arg& arg);  // a list or tuple; any other expression is wrapped unless it is a tuple
  std::optional<std::vector<Arg>> elements(const Arg& arg);  // of a tuple or list as written
  void unstar(std::vector<Arg>& list);                       // `*t` to what it stands for, where that is known

  // ---- operators (operator.cpp)
  Item operation(ExprId e);
  struct Waiting;
  Item operands_of(std::span<const OperationItem> written);
  Item operand(ExprId written, bool is_compound);
  Item as_variable(const Item& pending);
  void apply_top(Waiting& waiting, bool is_chained);
  Item concatenate(Item lhs, Item rhs, Span span);

  // ---- struct info (annotation.cpp)
  std::optional<DType> dtype_of(const Arg& arg);
  std::optional<int64_t> integer_of(const Arg& arg, std::string_view what);
  std::optional<bool> boolean_of(const Arg& arg, std::string_view what);

  // ---- attribute values (attribute.cpp)
  std::optional<Attr> attr(const Item& item);
  std::optional<Attr> attr(ExprId e) { return attr(arg(e)); }
  std::optional<Attr> dict_attr(const Arg& dict);

  // ---- seams: what stands above
  virtual Item call_array(std::string_view name, const CallSite& site) = 0;
  virtual Item array_name(std::string_view name, Span span) = 0;
  virtual Item array_method(Item array, std::string_view name, const CallSite& site) = 0;
  virtual Item array_attribute(Item array, std::string_view name, Span span) = 0;
  virtual Item call_operator(Op op, const CallSite& site) = 0;
  virtual Item run_form(const FormRow& row, const CallSite& site) = 0;
  virtual StructInfo annotation(const Arg& arg, Mode mode) = 0;
  virtual StructInfo read_annotation(const Arg& arg, Mode mode) = 0;
  virtual StructInfo info_call(uint32_t form, const CallSite& site, Mode mode) = 0;
  virtual Item prim_call(std::string_view name, const CallSite& site) = 0;
  virtual Item dtype_call(DType dtype, const CallSite& site) = 0;

  std::unordered_map<uint32_t, std::pair<uint64_t, uint32_t>> list_sizes_;  // of lists with a name, by `begin`
  std::unordered_map<Name, std::string> why_unknown_;                       // of names whose values are beyond a bound
  std::unordered_map<Name, bool> bad_globals_;
  std::unordered_map<Name, GlobalId> globals_;
  Name class_name_;
  uint32_t body_end_ = 0;  // of the function that is being read
  // Of a signature that was reported: names among them may be parameters.
  std::unordered_set<std::string_view> lost_words_;
  size_t counted_ = 0;              // elements, by functions of Python
  bool lacks_definitions_ = false;  // of symbols: something that may define them was not read
  std::vector<FileSymbol> file_symbols_;
  uint32_t function_number_ = 0;
  LambdaId lambda_;
  MetadataTable metadata_;
  Span metadata_span_, metadata_name_;
};

}  // namespace hammock::read
