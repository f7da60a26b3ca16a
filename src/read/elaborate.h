// SPDX-License-Identifier: Apache-2.0
// Statements as written to IR (language 1.4 to 1.13, 4.4, 4.5).
//
// Expressions are evaluated like Python would, eagerly and left to right, to Items. A call is made as a node that
// stands in no block (`pending`); it is put into the current block where normal form wants a variable: as an argument
// with a fresh name, as the value of a statement with the statement's name. That order of events is what numbers the
// fresh names the way TVM does.
//
// Only what stands in a list or tuple of Python is not bound until its element is used, if it ever is: there the
// operands of a call may be pending, too (`deferred`). A use binds a copy, so that the list can be used again in
// another block.
//
// A name whose definition was reported is bound to a bad Item. Whatever a bad Item touches is bad and says nothing, so
// that every mistake is reported once.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/python/number.h"
#include "hammock/read/read.h"
#include "hammock/syntax/aliases.h"
#include "hammock/syntax/ast.h"
#include "item.h"
#include "scopes.h"

namespace hammock::read {

// The objects of the metadata section by type key, in order (metadata.cpp).
struct MetadataObject {
  enum class Kind : uint8_t { other, constant, string, prim } kind = Kind::other;
  ConstantId constant;
  Name string;
  Prim prim;
};
using MetadataTable = std::vector<std::pair<std::string, std::vector<MetadataObject>>>;
// False with `error` set if the section is malformed; `is_newer`: it has the format of TVM 0.22 and later.
bool read_metadata(std::string_view json, Context& context, MetadataTable& out, bool& is_newer, std::string& error);

// Statements of a module.
inline constexpr std::string_view kModuleForms[] = {"I.module_attrs", "I.module_set_attr", "I.module_global_infos"};

inline constexpr uint64_t kMaxTupleSize = 1'000'000;
inline constexpr uint64_t kMaxTypes =
    10'000'000;  // parts that the tuple types of all bindings may have, since they are printed
inline constexpr size_t kMaxItems = size_t{1} << 22;  // in lists and tuples that have a name
inline constexpr size_t kMaxString = size_t{1}
                                     << 24;  // bytes that operators, or the values in a kernel's text, may add up to
inline constexpr size_t kMaxArrays = size_t{1} << 28;  // bytes of the arrays of numpy of a file
inline constexpr size_t kMaxCopies = 1'000'000;        // of elements of lists, beyond one of each
// A file may have a million mistakes: after so many errors nothing is suggested any more, and no more than so many
// statements and values are looked at in search of where an undefined name is bound.
inline constexpr size_t kMaxHints = 1000, kMaxSearched = 50'000'000;

// Of a parameter's name, by what other frameworks call it or by its letters; of a dtype's.
std::string parameter_hint(std::string_view written, std::span<const std::string_view> names);
std::string dtype_hint(std::string_view written);

bool is_identifier(std::string_view text);

// "inf", "-inf", "nan": what the canonical text has in place of a literal.
std::optional<double> special_float(std::string_view text);

// The arguments of a call, of most without an allocation.
struct ArgList {
  std::array<Arg, 8> few;
  std::vector<Arg> many;
  std::span<const Arg> all;
};

class Elaborator {
 public:
  Elaborator(const Source& source, Ast& ast, Module& module, Diagnostics& diagnostics, const ReadOptions& options);
  std::vector<Module> run();  // each made in `module` and moved out of it

  // ---- calls that no text holds (call_builder.cpp): they stand in no block and get no names
  void read_calls_for(Function& fn) {
    fn_ = &fn;
    region_ = &no_region_;
  }
  void end_call() {
    items_.clear();
    casts_.clear();
  }
  Item call_named(Name name, std::span<const Arg> args, Span span);
  Item narrow(const Item& item);  // of a wide one the error
  Item call_item(Item callee, std::string_view method, std::span<const Arg> args, Span span);
  Item apply(Operator op, bool is_unary, Item lhs, Item rhs, Span span);
  Item subscript(Item base, const Arg& index, Span span);
  std::optional<Attr> attr(const Arg& arg);
  Item used(Item variable);
  Item list_of(What what, std::span<const Item> parts, Span span);
  Value cast_node(const Item& cast);
  static bool is_predefined(std::string_view name);
  static bool is_python_function(std::string_view name) { return python_function(name) != nullptr; }
  bool knows(Name name) { return builtin(name).kind != Builtin::Kind::unknown; }
  Item make(What what, Span span, uint32_t id = 0);
  bool infer(Value v);
  std::span<const Item> items(const Item& item) const { return {items_.data() + item.begin, item.size}; }

  // A special form: its name with the prefix, its parameters in order ("value dtype?": `?` may be absent, a last `*`
  // takes the rest), and what reads it.
  struct FormCall;
  struct FormRow {
    std::string_view name;
    std::string_view params;
    Item (Elaborator::*read)(const FormCall&);
  };
  struct FormCall {
    const Elaborator& owner;
    const FormRow& row;
    const CallSite& site;
    Span span;
    std::vector<Arg> args;  // by parameter
    std::vector<Arg> rest;
    std::vector<Arg> keywords;  // of a row whose parameters end in `**`
    // The argument of a parameter, absent if it is None.
    Arg operator[](std::string_view param) const {
      const Arg* arg = find(param);
      return arg ? *arg : Arg();
    }
    const Arg* find(std::string_view param) const;  // null in place of absent
    size_t positional = 0;
  };

 private:
  // ---- versions (version.cpp)
  void note(Spelling spelling, bool is_newer, Span span, std::string other = {}) {
    if (options_.spellings) options_.spellings->push_back({spelling, is_newer, span, written(std::move(other))});
  }
  std::string written(std::string name) const;
  std::string written_text(Span span) const {
    return std::string(source_.text().substr(span.begin, span.end - span.begin));
  }
  void note_keyword(std::string_view key, Span span);
  bool reads_as_newer(Dialect since);
  void note_text(std::string_view text, Span span);
  void note_any(std::string_view written, Span span);
  void note_prim_func(const Def& def);
  Item primitive_value(Item item, StructInfo info);
  StructInfo with_values(StructInfo info, StructInfo known);
  void type_variable(const Stmt& stmt);
  void collect_type_variables(ExprId e);
  void declare_signature_symbol(Name name, Span span);

  // ---- suggestions (suggestions.cpp)
  static const std::vector<std::string>& builtin_names();
  std::string builtin_hint(std::string_view written) const;
  std::string name_hint(std::string_view written);
  std::string attribute_hint(std::string_view written, std::span<const std::string_view> attributes);
  static std::span<const std::string_view> prim_names();

  // ---- diagnostics (module.cpp)
  Item bad(Diag diag, Span span, std::string text, std::vector<Note> notes = {});
  std::string describe(const Item& item) const;
  std::string describe_value(Value v) const;
  std::string_view text(Name name) const { return context_.text(name); }

  // ---- module level (module.cpp)
  void append_header(const Stmt& stmt);
  void use_aliases(const Def& def);
  Module finish_module(const Definition& definition);
  void read_class(const Stmt& stmt);
  void read_lone_function(StmtId stmt);
  void class_decorator(ExprId e);
  void class_statement(const Stmt& stmt);
  bool module_form(const Stmt& stmt);
  void external(const Stmt& stmt);
  void set_global_infos(Attr dict, Span span);
  std::optional<GlobalId> declare(StmtId stmt);
  std::optional<GlobalId> add_global(Name name, Span span);
  struct Decorator {
    bool is_relax = false, is_tir = false;
    bool is_pure = true, is_private = false;
    bool is_good = true;
  };
  Decorator read_decorators(const Stmt& stmt);
  void declare_function(GlobalId g, StmtId stmt, const Decorator& decorator);
  std::optional<GlobalId> declare_python(const Def& def);
  void declare_prim_func(GlobalId g, StmtId stmt);
  void each_bound_call(StmtId suite, const std::function<void(Name target, ExprId call)>& visit) const;
  StructInfo prim_func_info(const Stmt& stmt);
  StructInfo buffer_info(Name name, std::span<const ExprId> args);
  void define(GlobalId g);
  void file_assignment(const Stmt& stmt);
  void plain_assignment(const Stmt& stmt);
  bool is_plain(ExprId e);
  bool file_symbols(const Stmt& stmt);
  Item symbol_of_file(const Item& item);
  bool is_file_symbol(Name name) const {
    const Item* known = file_symbols_.empty() ? nullptr : scopes_.lookup(name);
    return known && known->is(What::file_symbol);
  }
  void undefined_attributes(const Stmt& stmt);
  std::unordered_set<std::string_view> bound_in(Span lines) const;
  bool is_struct_info(ExprId e);
  void bind_unknown(Name name, Span span);
  std::optional<std::string> written_value(const Item& item) const;
  std::string with_constants(Span lines);
  std::string_view assigned_call(const Stmt& stmt) const;  // the last part of its name; empty for any other value
  bool is_metadata_section(const Stmt& stmt) const;
  void load_metadata(const Stmt& stmt);

  // ---- functions of Python (python.cpp)
  struct PythonFunction {
    std::string_view name;
    size_t least, most;  // arguments
    Item (Elaborator::*call)(std::span<const Item> args, Span span);
  };
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
  struct ArrayFunction {
    std::string_view name, params;  // "shape dtype?"
    Item (Elaborator::*call)(std::span<const Arg> args, Span span);
  };
  static const ArrayFunction* array_function(std::string_view name);
  bool is_array_call(ExprId callee);
  Item call_array(std::string_view name, const CallSite& site);
  Item array_name(std::string_view name, Span span);
  Item array_method(Item array, std::string_view name, const CallSite& site);
  Item array_attribute(Item array, std::string_view name, Span span);
  Item array_of(Item value, std::optional<DType> dtype, Span span);
  bool has_room(double bytes, Span span);
  bool array_dtype(const Arg& arg, std::optional<DType>& dtype);
  Item make_array(Constant constant, Span span);
  std::optional<std::vector<int64_t>> array_shape(const Arg& arg);
  Item filled_array(const Arg& shape, Item value, std::optional<DType> dtype, Span span);
  Item array_array(std::span<const Arg> args, Span span);
  Item array_zeros(std::span<const Arg> args, Span span);
  Item array_ones(std::span<const Arg> args, Span span);
  Item array_full(std::span<const Arg> args, Span span);
  Item array_eye(std::span<const Arg> args, Span span);
  Item array_arange(std::span<const Arg> args, Span span);
  std::optional<Constant> converted(const Constant& constant, DType dtype, Span span);

  // ---- functions and statements (function.cpp)
  // What was wrong so far, statements that the parser reported included.
  size_t mistakes() const { return diagnostics_.error_count() + broken_; }
  Value parameter(const DefParam& param, bool is_reported);
  void open_signature(const Stmt& stmt, LambdaId lambda);
  void collect_symbols(ExprId annotation);
  void prelude(const Stmt& stmt);
  bool may_declare(ExprId e);
  void free_variables(const Stmt& stmt);
  void body(const Stmt& stmt, LambdaId lambda);
  StructInfo signature_info(const Lambda& lambda, bool is_defined) const;
  void refine_result(LambdaId lambda, bool omits_values);
  void suite(StmtId first);
  void statement(const Stmt& stmt);
  void assign(const Stmt& stmt);
  void assign_name(Name name, Span span, Item value, Span value_span);
  void annotated(const Stmt& stmt);
  void annotated_alone(Name name, const Stmt& stmt);
  void unpack(ExprId target, const Stmt& stmt);
  void unpack_item(std::span<const ExprId> targets, Item value, Span span);
  Value another(Value v, Span span);
  Value bind_value(Name name, Span span, Value v, bool is_unbound);
  void bind_match_cast(Name name, Span span, Value value, StructInfo info, Span value_span);
  bool keep(Name name, Item list);  // binds a list or tuple of Python beyond its statement
  std::pair<uint64_t, uint32_t> list_size(const Item& item) const;
  void finish_attributes(LambdaId lambda);
  void expression_statement(const Stmt& stmt);
  void return_(const Arg& value, Span span);
  void export_locals(std::vector<Value> used);
  void with(const Stmt& stmt);
  void if_(const Stmt& stmt);
  struct Branch {
    RegionId region;
    Name name;  // of the last binding; none after a report
    Span span;
    bool ends_badly = false;
  };
  void branch(StmtId suite, bool is_then, Branch& out, Span span);
  void nested_function(const Stmt& stmt);
  bool calls(StmtId suite, Name name) const;
  void declare_symbol(Name name, Span span, Item symbol);
  Value void_output(Name name);
  void poison_suite(StmtId first);
  void poison_target(ExprId target);

  // ---- comments (comments.cpp)
  StmtId id_of(const Stmt& stmt) const { return StmtId(static_cast<uint32_t>(&stmt - ast_.stmts.data())); }
  std::span<const Name> written(At at, const Stmt& stmt) const { return ast_.comments.at(at, id_of(stmt).index); }
  void keep_comments(At at, uint32_t number, std::vector<Name>& texts);
  void commented_statement(const Stmt& stmt);
  void commented_with(const Stmt& stmt, std::vector<Name> behind);
  void signature_comments(const Stmt& stmt, LambdaId lambda);
  void region_comments(RegionId region, std::span<const Name> end);
  void symbol_comments();
  void class_comments(const Stmt& stmt);
  void member_comments(const Stmt& stmt, std::vector<Name>& waiting);

  // ---- names (function.cpp)
  std::vector<std::string_view> visible_names() const;

  // ---- blocks (function.cpp)
  Name fresh_name();
  void take_number() { ++(region_->is_dataflow ? lv_ : gv_); }
  void emit(Value v, Name name);
  void count_type(const Node& node);
  Value emit_fresh(Value v);
  Value emit_operand(Value v);
  bool has_block() const { return region_ && region_ != &no_region_; }  // to bind calls in
  bool is_unbound(Value v) const;
  Value bound_copy(Value v, std::span<const Value> args);
  Value bound(Value deferred);
  Item settle(Item item);
  bool may_bind(Span span);

  // ---- expressions (expression.cpp)
  // What an argument is.
  Arg arg(ExprId e) const;  // absent if there is none
  void read_args(std::span<const ExprId> list, ArgList& out);
  ExprKind kind(const Arg& arg) const;
  Span place(const Arg& arg) const { return arg.key && arg.is_written() ? ast_[ExprId(arg.item().id)].span : arg.span; }
  ExprId written(const Arg& arg) const;  // of what is written; a keyword argument's value
  bool is_list(const Arg& arg) const { return kind(arg) == ExprKind::list || kind(arg) == ExprKind::tuple; }
  bool is_string(const Arg& arg) const { return arg && kind(arg) == ExprKind::string; }
  Name string(const Arg& arg) const;               // of one that is_string
  const Expr* written_name(const Arg& arg) const;  // null if it is anything else
  Arg positional(const Arg& arg);                  // bad with a report if it has a keyword
  size_t part_count(const Arg& list) const;
  Arg part(const Arg& list, size_t i) const;

  Item eval(ExprId e);
  Item eval(const Arg& arg);
  Item numbers(const Arg& arg);  // the value of a constant: wide integers stay
  Item name(ExprId e);
  Item builtin_value(ExprId e, Name name);
  Item operation(ExprId e);
  Item operands_of(std::span<const OperationItem> written);
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
  void point_at_argument(Diagnostic& diagnostic, Op op);
  void point_at_function(Diagnostic& diagnostic, Value callee);
  void name_written_form(Diagnostic& diagnostic, Op op);
  const Expr* call_at(Span span);
  void evaluate_for_errors(std::span<const Arg> args);
  Item concatenate(Item lhs, Item rhs, Span span);
  Value checked_tuple(std::span<const Value> fields, Span span);
  Item global(Name name, Span span);
  Item struct_info_of(Item base, Span span);

  Item make_expr(Value v, Span span, bool pending = false) {
    Item item = make(What::expr, span, v.index);
    item.flag = pending;
    return item;
  }
  Item make_integer(int64_t value, Span span);
  Item make_whole(Wide value, Span span);  // wide if it is
  Item integer_literal(ExprId e);
  std::optional<Wide> whole(const Item& item) const;
  std::optional<python::Number> number(const Item& item) const;
  Item make_number(const python::Number& number, Span span);
  Item make_real(double value, Span span);
  Item make_call(Op op, std::span<const Value> args, Attr attrs, Attr sinfo_args, Span span);

  // Conversions: of expressions as written, so that temporaries come in order. None after a report.
  Value argument(const Arg& arg, bool converts_numbers = true);
  Value argument(ExprId e) { return argument(arg(e)); }
  Value argument(Item item, bool converts_numbers = true);
  Value variable_of(Item item);  // a pending call becomes a variable
  Value use_of(Value bound, Span span);
  Value tuple_of(std::span<const Arg> elements, Span span);
  Value as_tuple(const Arg& arg);  // a list or tuple; any other expression is wrapped unless it is a tuple
  Value as_shape(const Arg& arg, int repeat = 0);
  Value constant_of(Item item, std::optional<DType> dtype, Span span = {});
  std::optional<Constant> numbers_of(Item item, std::optional<DType> dtype, DType whole, DType real);
  std::optional<std::vector<Arg>> elements(const Arg& arg);  // of a tuple or list as written
  void unstar(std::vector<Arg>& list);                       // `*t` to what it stands for, where that is known

  // ---- calls of operators (call.cpp)
  Item call_operator(Op op, const CallSite& site);
  struct Matched {
    std::array<const Arg*, 24> by_param{};  // null where absent
    std::vector<const Arg*> rest;
  };
  bool match(Op op, const CallSite& site, Matched& out);
  Item call_matched(Op op, const Matched& matched, const CallSite& site);
  bool operand(const OpInfo& row, const Param& param, const Arg& arg, const Matched& matched, std::vector<Value>& out,
               Span span);
  bool is_default(const Param& param, Value v) const;
  Attr changed_default(const Param& param, Attr older, Span span);
  Value primitive_operand(const OpInfo& row, const Param& param, Item item);
  bool default_operand(const OpInfo& row, const Param& param, const Matched& matched, std::vector<Value>& out,
                       Span span);
  std::optional<Attr> attribute_value(const OpInfo& row, const Param& param, const Arg& arg);
  std::optional<Attr> integer_list(const OpInfo& row, const Param& param, Item item);
  std::optional<Attr> index_map_attr(const OpInfo& row, const Param& param, const Arg& arg);
  std::optional<Attr> wrong_kind(const OpInfo& row, const Param& param, const Item& item, std::string_view wanted);
  std::optional<double> real_of(const Item& item) const;
  const std::vector<Attr>& default_record(Op op);

  // ---- special forms (special.cpp)
  static std::span<const FormRow> forms();
  static const FormRow* find_form(std::string_view prefix, std::string_view name);
  Item run_form(const FormRow& row, const CallSite& site);
  bool match(FormCall& form);
  bool is_none(const Arg& arg) const;

  Item form_const(const FormCall&);
  Item form_prim_value(const FormCall&);
  Item form_str(const FormCall&);
  Item form_dtype(const FormCall&);
  Item form_shape(const FormCall&);
  Item form_tuple(const FormCall&);
  Item form_get_item(const FormCall&);
  Item form_extern(const FormCall&);
  Item form_emit(const FormCall&);
  Item form_device(const FormCall&);
  Item form_match_cast(const FormCall&);
  Item form_func_attr(const FormCall&);
  Item form_func_name(const FormCall&);
  Item form_func_result(const FormCall&);
  Item form_output(const FormCall&);
  Item form_call_tir(const FormCall&);
  void split_scalars(std::vector<Value>& operands, Span span);
  Item form_call_packed(const FormCall&);
  Item form_call_pure_packed(const FormCall&);
  Item form_call_py_func(const FormCall&);
  Item form_stop_lift_params(const FormCall&);
  Item form_relu6(const FormCall&);
  Item form_call_builtin(const FormCall&);
  Item form_closure(const FormCall&);
  Value format_operand(const Arg& arg, Span span);
  Item form_assert(const FormCall&);
  Item form_print(const FormCall&);
  Item form_hint_on_device(const FormCall&);
  Item form_to_vdevice(const FormCall&);
  Item form_masked_fill(const FormCall&);
  Item form_linear(const FormCall&);
  Item form_attention(const FormCall&);
  Item form_attention_var_len(const FormCall&);
  Item form_arange(const FormCall&);
  Item form_pad(const FormCall&);
  Item form_view(const FormCall&);
  Item form_reshape(const FormCall&);
  Item form_layout_transform(const FormCall&);
  Item form_vdevice(const FormCall&);
  Item form_target(const FormCall&);
  Item form_lookup_vdevice(const FormCall&);
  Item form_dummy(const FormCall&);
  Item form_index_map(const FormCall&);
  Item form_symbol(const FormCall&);
  Item form_immediate(const FormCall&);
  Item form_device_mesh(const FormCall&);
  Item form_range(const FormCall&);
  Item form_distributed_const(const FormCall&);
  Item form_sharding(const FormCall&);
  Item form_unsupported(const FormCall&);
  Item form_misplaced(const FormCall&);

  Item extern_function(Name symbol, Span span);
  StructInfo extern_info();
  Item call_by_name(Op op, const FormCall& form);
  static size_t param_index(const OpInfo& row, std::string_view name);
  Value view_shape(const Arg& arg);
  Value resolved_shape(Value x, Value shape);
  std::optional<Prim> left_over(std::span<const Prim> from, Prim others, Span span);
  std::optional<Prim> pad_of(Prim value, StructInfo x, const Arg& arg);
  std::optional<Attr> out_infos(const Arg& arg);   // [SI] as out_sinfo: one struct info
  std::optional<Attr> sinfo_args(const Arg& arg);  // [SI] as sinfo_args: a list
  Value callee_expression(const Arg& arg);         // a string is an external function
  std::optional<uint32_t> vdevice_of(const Arg& arg);
  std::optional<uint32_t> vdevice_index(std::string_view text, Span span);
  std::string_view target_kind(Attr target) const;
  Attr vdevice_attr(uint32_t index);

  // ---- struct info (annotation.cpp)
  enum class Mode : uint8_t { body, signature };
  StructInfo annotation(const Arg& arg, Mode mode);
  StructInfo annotation(ExprId e, Mode mode) { return annotation(arg(e), mode); }
  StructInfo read_annotation(const Arg& arg, Mode mode);
  StructInfo info_alone(uint32_t form, const CallSite& site);
  StructInfo info_call(uint32_t form, const CallSite& site, Mode mode);
  StructInfo bad_info(Diag diag, Span span, std::string text) {
    bad(diag, span, std::move(text));
    return {};
  }
  StructInfo tensor_info(const CallSite& site, Mode mode);
  StructInfo tensor_of(Arg shape, Arg dtype, const Arg& vdevice, const Arg& ndim, Mode mode);
  StructInfo tensor_of_shape(const Item& shape, Span span, DType dtype, uint32_t vdevice);
  StructInfo shape_info(const CallSite& site, Mode mode);
  StructInfo prim_info(const CallSite& site, Mode mode);
  StructInfo tuple_info(const CallSite& site, Mode mode);
  StructInfo callable_info(const CallSite& site, Mode mode);
  Derives derives_of(const Arg& derive_func) const;
  StructInfo distributed_info(const CallSite& site, Mode mode);
  std::optional<Attr> mesh_of(const Arg& arg);  // an object, or its name in the global infos
  std::optional<Name> placement_of(const Arg& arg, Attr mesh, StructInfo tensor);
  std::optional<Prim> dim(const Arg& arg, Mode mode);
  bool dims(const Arg& list, Mode mode, std::vector<Prim>& out);
  std::optional<DType> dtype_of(const Arg& arg);
  std::optional<int64_t> integer_of(const Arg& arg, std::string_view what);
  std::optional<bool> boolean_of(const Arg& arg, std::string_view what);
  bool info_args(const CallSite& site, std::span<const std::string_view> names, std::span<Arg> out);

  // ---- primitive expressions (primitive.cpp)
  struct PrimCall {
    std::string_view name;  // without T.
    const CallSite& site;
    std::vector<Item> written;
    std::vector<Prim> args;
  };
  struct PrimRow {
    std::string_view name;
    size_t count;
    Item (Elaborator::*make)(PrimCall& call);
  };
  static std::span<const PrimRow> prim_rows();
  Item prim_call(std::string_view name, const CallSite& site);
  bool evaluate(PrimCall& call);
  bool convert(PrimCall& call, size_t from);
  bool two_prims(PrimCall& call);
  Item prim_ceildiv(PrimCall& call);
  Item prim_not(PrimCall& call);
  Item prim_select(PrimCall& call);
  Item prim_cast(PrimCall& call);
  Item prim_limit(PrimCall& call);
  Item prim_reinterpret(PrimCall& call);
  Item prim_extern(PrimCall& call);
  Item dtype_call(DType dtype, const CallSite& site);
  Item prim_binary(Operator op, Item lhs, Item rhs, Span span);
  Item prim_unary(Operator op, Item operand, Span span);
  Item python_binary(Operator op, const Item& lhs, const Item& rhs, Span span);
  Item fold(PrimKind kind, Prim a, Prim b, Span span);
  Item node(PrimKind kind, DType dtype, Prim a, Prim b, Prim c, Span span);
  Prim real_prim(double value, DType dtype, Span span);
  std::optional<Prim> to_prim(const Item& item, DType like = kVoid);
  bool match_dtypes(Prim& a, Prim& b, Span span);
  std::optional<Prim> prim_operand(const Item& item, DType like);
  std::optional<Prim> cast(Prim a, DType dtype, Span span);
  Item limit(std::string_view name, DType dtype, Span span);
  Item checked(Prim p, Span span);  // refuses expressions that are too deep
  std::optional<Attr> index_map(const Arg& lambda, std::vector<int64_t>* separators = nullptr);

  // ---- attribute values (attribute.cpp)
  std::optional<Attr> attr(const Item& item);
  std::optional<Attr> attr(ExprId e) { return attr(arg(e)); }
  std::optional<Attr> dict_attr(const Arg& dict);

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
  struct Pending {  // a declared function that waits for its definition
    StmtId stmt;
    std::vector<std::pair<Name, Item>> symbols;
    bool has_return_annotation = false;
    bool lacks_definitions = false;
  };
  struct Cast {
    Value value;
    StructInfo info;
  };

  const Source& source_;
  Ast& ast_;
  Module& module_;
  Context& context_;
  Diagnostics& diagnostics_;
  ReadOptions options_;

  Scopes scopes_;
  std::vector<Item> items_;
  size_t items_kept_ = 0, casts_kept_ = 0, string_bytes_ = 0;
  std::unordered_map<uint32_t, std::pair<uint64_t, uint32_t>> list_sizes_;  // of lists with a name, by `begin`
  std::vector<Prim> dims_;                                                  // of the annotation that is being read
  std::unordered_map<Name, ExprId> dim_texts_;
  std::vector<Cast> casts_;
  std::unordered_map<Name, std::string> why_unknown_;  // of names whose values are beyond a bound
  std::vector<Wide> wides_;
  bool keeps_wide_ = false;
  Name called_;                                                                // the callee, if no text holds the call
  std::unordered_map<StructInfo, std::pair<uint64_t, uint32_t>> tuple_sizes_;  // parts in all, depth
  uint64_t type_parts_ = 0;                                                    // of the bindings so far

  struct Builtin {
    enum class Kind : uint8_t { unresolved, unknown, op, form, info, dtype, prim } kind = Kind::unresolved;
    uint32_t id = 0;
    const FormRow* form = nullptr;
  };
  Builtin& builtin(Name name);
  std::vector<Builtin> builtins_;  // by Name of the dotted name
  std::vector<std::vector<Attr>> default_records_;
  std::vector<uint16_t> prim_depths_;

  std::vector<Pending> pending_;  // by GlobalId
  std::unordered_map<Name, bool> bad_globals_;
  std::unordered_map<Name, GlobalId> globals_;
  Name class_name_;
  Aliases aliases_;  // of namespaces, in the definition
  const Def* definition_ = nullptr;
  uint32_t body_end_ = 0;  // of the function that is being read
  std::unordered_set<std::string_view>
      lost_words_;         // of a signature that was reported: names among them may be parameters
  size_t broken_ = 0;      // statements met that the parser reported
  size_t bad_values_ = 0;  // names bound to a bad value
  size_t searched_ = 0;    // see kMaxSearched
  size_t counted_ = 0;     // elements, by functions of Python
  Value hidden_from_;  // of a return annotation, which is read before parameters are bound (language 1.7): the first of
                       // these
  bool lacks_definitions_ = false;  // of symbols: something that may define them was not read
  std::unordered_set<Name> type_variables_;
  struct FileSymbol {
    Name hint;
    DType dtype;
    bool is_size_var = false;
    Prim var;               // in the function that is being read
    uint32_t function = 0;  // its number
  };
  std::vector<FileSymbol> file_symbols_;
  uint32_t function_number_ = 0;
  std::vector<Constant> arrays_;
  size_t array_bytes_ = 0;            // in all
  std::optional<int> file_dialect_;   // see reads_as_newer
  bool omits_values_ = false;         // the annotation that was read has a T.int64: it says no value
  std::vector<GlobalId> incomplete_;  // functions of the module where it lacked

  // Of the function that is being read.
  Function* fn_ = nullptr;
  LambdaId lambda_;
  RegionState* region_ = nullptr;
  RegionState no_region_;                       // of calls that stand in no block
  std::vector<std::pair<Name, Item>> symbols_;  // declared by the signature
  std::vector<uint32_t> symbol_lists_;          // by Name: the last list of symbols, counted, that has it
  uint32_t symbol_list_ = 0;
  std::unordered_set<StmtId> misused_symbols_;  // statements that make something else of a symbol of the signature
  uint32_t gv_ = 0, lv_ = 0;
  int depth_ = 0;
  std::unordered_map<Name, Attr> function_attrs_;
  std::optional<std::unordered_map<Name, Attr>> module_attrs_;
  bool has_return_annotation_ = false;
  std::unordered_set<uint32_t> results_without_values_;  // Stmt::def of functions whose result has a T.int64
  bool is_branch_ = false;
  std::vector<int64_t> axis_separators_;  // of the lambda that index_map_attr read last
  bool in_annotation_ = false;
  bool defers_ = false;
  size_t copies_ = 0;  // of what was deferred, in this function of the module; SIZE_MAX: too many, which was reported
  SymbolSet defined_;  // symbols that are bound where we are

  // Comments that wait for what they come before; what a statement brought about.
  std::vector<Name> waiting_, output_before_, output_behind_;
  Value emitted_;
  Prim declared_;
  std::vector<Prim> commented_symbols_;  // of the outermost function
  uint32_t labels_ = 0;
  std::vector<Name> header_;

  MetadataTable metadata_;
  enum class Metadata : uint8_t { none, unreadable, known } metadata_state_ = Metadata::none;
  Span metadata_span_, metadata_name_;
};

}  // namespace hammock::read
