// SPDX-License-Identifier: Apache-2.0
// Patterns as data: rows in a vector that refer to each other by id.
//
// A pattern says what a value may be: its operator, its operands, its attributes, what is known of its shape. A pattern
// that is mentioned twice means the same value both times. The identity of a pattern, not its structure, is what a
// match is asked for.
//
// The same rows are terms: on the left of a rule a row is matched, on the right (rule.h) rows that took part in the
// match stand for what they matched and the others are built. So `x * 2` is a pattern in one place and a product to be
// made in the other.
//
//   Patterns p(context);
//   Pattern x = p.any(), w = p.any();
//   Pattern root = ops::matmul(x, ops::permute_dims(w).has_attr("axes", context.attrs.none()));
//
// Dims may be variables of the patterns (`p.dim("n")`): a variable means the same dim wherever it is mentioned.
// Equality of dims, and of all other expressions over symbols, has to be proved. Attributes may be variables, too
// (`p.attr_var()`).
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock::tir {
struct Kernel;
}

namespace hammock {

using PatternId = Id<struct PatternTag>;
using AttrVar = Id<struct AttrVarTag>;

enum class PatternKind : uint8_t {
  any,                // everything, operators included
  value,              // exactly one value
  variable,           // a parameter or binding; payload: its name, or none for every name
  dataflow_variable,  // a binding of a dataflow block that is not visible behind it; name as above
  global,             // a function of the module; name as above
  kernel,             // a kernel of the module, whatever its name, that is equal to another; payload: a row of kernels
  extern_func,        // an external function; symbol as above
  op,                 // an operator, as the callee of a call or as a value
  constant,           // a tensor constant; payload: a row of constant_tests, or none for every constant
  shape,              // a shape with dims equal to those of `info`
  prim,               // a primitive value; payload: a Prim that it must equal, or none
  string,             // payload: Name, or none
  dtype,              // payload: DType::pack(), or none
  call,               // parts: callee, operands
  tuple,              // parts: fields, in order
  unordered_tuple,    // parts: fields, in some order
  get_item,           // parts: tuple; payload: the index, or none for every index
  each,               // parts: p. Among operands or fields: any number of them that match p, each by itself
  either,             // parts: alternatives on the same value, tried in order
  both,               // parts: all on the same value
  never,              // parts: p; matches what p does not
  has_shape,          // parts: p; `info` holds the dims of a tensor with explicit shape
  has_dtype,          // parts: p; payload: DType::pack()
  has_info,           // parts: p; the value's struct info is an instance of `info`
  has_attrs,          // parts: p; payload: a row of attr_tests
  where,              // parts: p; payload: a row of conditions
  used_inside,        // parts: p; nothing but what the match covers uses the value, and it is no result
  region,             // parts: parent, path, child: see `dominates`
  make,               // only on the right of a rule; payload: a row of makers
};

struct PatternNode {
  PatternKind kind = PatternKind::any;
  bool is_open = false;  // call: more operands may follow. global: the name is a part of the function's name
  Op op = Op::none;      // op
  uint32_t parts_begin = 0, parts_size = 0;
  uint32_t payload = Id<int>::kNone;
  StructInfo info;

  // What the payload is, by the kind of the pattern.
  bool is_exact() const { return payload != Id<int>::kNone; }  // false: every name, constant, index will do
  uint32_t content() const { return payload; }                 // to hash
  Name text() const { return Name(payload); }
  Prim prim() const { return Prim(payload); }
  DType dtype() const { return DType::unpack(payload); }
  uint32_t index() const { return payload; }
  uint32_t copies() const { return payload; }
  Value value() const { return Value(payload); }
};

class Build;
class Patterns;
class Match;

// A value with the function that it is in, for conditions. `match` holds what is matched so far.
struct Matched {
  const Function& fn;
  const Match& match;
  Value value;
};
using ValueTest = std::function<bool(const Matched&)>;

// What a tensor constant must be; as a term, what to make.
struct ConstantTest {
  ConstantId equals;            // these elements, shape and dtype
  std::optional<double> splat;  // every element is this number
  PatternId like;               // as a term: a scalar of the dtype of this; none: of `dtype`
  DType dtype = kFloat32;
  std::function<bool(const Constant&)> holds;  // any other test
};

// One attribute of a call, of the operator table's default where the script writes none.
struct AttrTest {
  Name name;
  Attr equals;  // none id: no test
  AttrVar is;   // the value of this variable
  std::function<bool(const Context&, Attr)> holds;
  std::function<Attr(Build&)> make;  // as a term: computed
};

// A pattern together with the rows that it is in, for short expressions.
class Pattern {
 public:
  Pattern() = default;
  Pattern(Patterns* in, PatternId id) : in_(in), id_(id) {}
  operator PatternId() const { return id_; }
  PatternId id() const { return id_; }
  Patterns& in() const { return *in_; }

  // A call of this; every operand is a pattern.
  Pattern operator()(std::initializer_list<Pattern> operands) const;
  template <class... P>
  Pattern operator()(P... operands) const {
    return (*this)(std::initializer_list<Pattern>{Pattern(operands)...});
  }
  // The call with more operands behind those that are written.
  Pattern and_more() const;
  Pattern operator[](uint32_t index) const;  // an item of the tuple
  Pattern item() const;                      // any item of it
  Pattern has_shape(std::initializer_list<int64_t> dims) const;
  Pattern has_shape(std::span<const Prim> dims) const;
  Pattern has_dtype(DType dtype) const;
  Pattern has_info(StructInfo info) const;
  Pattern has_rank(int rank) const;
  Pattern has_attr(std::string_view name, Attr value) const;
  Pattern has_attr(std::string_view name, int64_t value) const;
  Pattern has_attr(std::string_view name, AttrVar variable) const;
  Pattern has_attr_where(std::string_view name, std::function<bool(const Context&, Attr)> holds) const;
  // As a term: an attribute that is computed.
  Pattern with_attr(std::string_view name, std::function<Attr(Build&)> make) const;
  Pattern where(std::string text, ValueTest holds) const;
  Pattern used_inside() const;
  Pattern dup() const;

 private:
  Patterns* in_ = nullptr;
  PatternId id_;
};

class Patterns {
 public:
  explicit Patterns(Context& context) : context_(&context) {}
  Patterns(const Patterns&) = delete;
  Patterns& operator=(const Patterns&) = delete;

  Context& context() const { return *context_; }

  // ---- making -------------------------------------------------------------------------------------------------
  Pattern any() { return add(PatternKind::any); }
  Pattern value(Value v) { return add(PatternKind::value, {}, v.index); }
  Pattern variable(std::string_view name = {}) { return add(PatternKind::variable, {}, name_or_none(name)); }
  Pattern dataflow_variable(std::string_view name = {}) {
    return add(PatternKind::dataflow_variable, {}, name_or_none(name));
  }
  Pattern global(std::string_view name = {}) { return add(PatternKind::global, {}, name_or_none(name)); }
  // A function of the module whose name contains the text.
  Pattern global_containing(std::string_view text);
  Pattern kernel(std::shared_ptr<const tir::Kernel> kernel);
  Pattern extern_func(std::string_view symbol = {}) { return add(PatternKind::extern_func, {}, name_or_none(symbol)); }
  Pattern op(Op op);
  Pattern op_of(std::initializer_list<Op> ops);  // one of them
  Pattern constant() { return add(PatternKind::constant); }
  Pattern constant(ConstantId id) { return constant(ConstantTest{id, {}, {}, {}, {}}); }
  // A constant all of whose elements are `number`; as a term, a scalar of the dtype of `like`, or of `dtype`.
  Pattern number(double number, Pattern like) { return constant(ConstantTest{{}, number, like, {}, {}}); }
  Pattern number(double number, DType dtype = kFloat32) { return constant(ConstantTest{{}, number, {}, dtype, {}}); }
  Pattern constant_where(std::function<bool(const Constant&)> holds) {
    return constant(ConstantTest{{}, {}, {}, {}, std::move(holds)});
  }
  Pattern constant(ConstantTest test);
  Pattern shape(std::span<const Prim> dims);
  Pattern prim(Prim value = {}) { return add(PatternKind::prim, {}, value.index); }
  Pattern string(std::optional<std::string_view> text = {}) {
    return add(PatternKind::string, {}, text ? context_->name(*text).index : Id<int>::kNone);
  }
  Pattern dtype(std::optional<DType> dtype = {}) {
    return add(PatternKind::dtype, {}, dtype ? dtype->pack() : Id<int>::kNone);
  }
  Pattern call(Pattern callee, std::span<const Pattern> operands, bool is_open = false);
  Pattern call(Op op, std::initializer_list<Pattern> operands) {
    return call(this->op(op), {operands.begin(), operands.size()});
  }
  Pattern call_of(std::initializer_list<Op> ops, std::initializer_list<Pattern> operands) {
    return call(op_of(ops), {operands.begin(), operands.size()});
  }
  Pattern tuple(std::span<const Pattern> fields, bool is_ordered = true);
  Pattern tuple(std::initializer_list<Pattern> fields) { return tuple(std::span(fields.begin(), fields.size())); }
  Pattern get_item(Pattern tuple, std::optional<uint32_t> index) {
    return add(PatternKind::get_item, {tuple}, index.value_or(Id<int>::kNone));
  }
  // Any number of operands or fields. Patterns that are mentioned inside p only stand for another value each time.
  Pattern each(Pattern p, uint32_t at_least = 0);
  Pattern either(std::span<const Pattern> alternatives);
  Pattern either(std::initializer_list<Pattern> alternatives) {
    return either(std::span(alternatives.begin(), alternatives.size()));
  }
  Pattern both(std::initializer_list<Pattern> all);
  Pattern never(Pattern p) { return add(PatternKind::never, {p}); }
  Pattern maybe(Pattern p, const std::function<Pattern(Pattern)>& around) { return either({around(p), p}); }
  // The family of call_tir: `name` is a part of the function's name, as the language's is_gv has it. No `args`: any.
  Pattern call_tir(std::string_view name, std::optional<std::span<const Pattern>> args = {},
                   std::optional<Pattern> tir_vars = {});
  Pattern call_dps_packed(std::string_view symbol, std::optional<std::span<const Pattern>> args = {});
  Pattern call_packed(std::string_view symbol, std::optional<std::span<const Pattern>> args = {});

  // Everything between one value and another: the value matches `child`; of the values before it that match `parent`,
  // the nearest such that every way from it leads to the child, through values that match `path` (each by itself), and
  // nothing in between is used elsewhere. Operands that do not come from the parent are inputs; what computes them for
  // the region alone belongs to it if it matches `path`, too.
  Pattern dominates(Pattern parent, Pattern path, Pattern child);
  Pattern dominates(Pattern parent, Pattern child) { return dominates(parent, any(), child); }

  // A dim that stands for some dim of the program.
  Prim dim(std::string_view name, DType dtype = kInt64);
  void make_dim(Prim symbol) { dims_.insert(symbol); }  // makes a variable of a symbol that is there already
  bool is_dim(Prim symbol) const { return dims_.contains(symbol); }
  size_t dim_count() const { return dims_.size(); }
  AttrVar attr_var() { return AttrVar(attr_vars_++); }
  uint32_t attr_var_count() const { return attr_vars_; }

  Pattern has_shape(Pattern p, std::span<const Prim> dims);
  Pattern has_dtype(Pattern p, DType dtype) { return add(PatternKind::has_dtype, {p}, dtype.pack()); }
  Pattern has_info(Pattern p, StructInfo info);
  Pattern has_attrs(Pattern p, std::vector<AttrTest> tests);
  Pattern where(Pattern p, std::string text, ValueTest holds);
  Pattern used_inside(Pattern p) { return add(PatternKind::used_inside, {p}); }
  Pattern make(std::function<Value(Build&)> maker);
  // A copy with new identities throughout; what `p` mentions twice, the copy mentions twice.
  Pattern dup(Pattern p);
  Pattern at(PatternId id) { return {this, id}; }

  // A name for messages; patterns without one are described by what they match.
  void set_label(PatternId p, std::string_view label);
  // Where the pattern is written, in the text that the rule comes from.
  void set_span(PatternId p, Span span);

  // ---- looking ------------------------------------------------------------------------------------------------
  size_t size() const { return nodes_.size(); }
  const PatternNode& operator[](PatternId p) const { return nodes_[p.index]; }
  std::span<const PatternId> parts(PatternId p) const {
    return {parts_.data() + nodes_[p.index].parts_begin, nodes_[p.index].parts_size};
  }
  const ConstantTest& constant_test(const PatternNode& n) const { return constant_tests_[n.payload]; }
  std::span<const AttrTest> attr_tests(const PatternNode& n) const { return attr_tests_[n.payload]; }
  const ValueTest& condition(const PatternNode& n) const { return conditions_[n.payload].second; }
  std::string_view condition_text(const PatternNode& n) const { return conditions_[n.payload].first; }
  const std::shared_ptr<const tir::Kernel>& kernel(const PatternNode& n) const { return kernels_[n.payload]; }
  const std::function<Value(Build&)>& maker(const PatternNode& n) const { return makers_[n.payload]; }
  std::string_view label(PatternId p) const {
    return p.index < labels_.size() ? std::string_view(labels_[p.index]) : std::string_view();
  }
  Span span(PatternId p) const { return p.index < spans_.size() ? spans_[p.index] : Span(); }
  // In the words of the script: `R.matmul(_, R.permute_dims(w))`. Cut short where it is deep.
  std::string describe(PatternId p, int depth = 3) const;

 private:
  std::string describe_leaf(const PatternNode& node) const;
  std::string dims_text(const PatternNode& node) const;
  Pattern add(PatternKind kind, std::initializer_list<PatternId> parts = {}, uint32_t payload = Id<int>::kNone);
  Pattern add(PatternNode node, std::span<const PatternId> parts);
  uint32_t name_or_none(std::string_view name) { return name.empty() ? Id<int>::kNone : context_->name(name).index; }

  Context* context_;
  std::vector<PatternNode> nodes_;
  std::vector<PatternId> parts_;
  std::vector<ConstantTest> constant_tests_;
  std::vector<std::vector<AttrTest>> attr_tests_;
  std::vector<std::pair<std::string, ValueTest>> conditions_;
  std::vector<std::function<Value(Build&)>> makers_;
  std::vector<std::shared_ptr<const tir::Kernel>> kernels_;
  std::vector<std::string> labels_;
  std::vector<Span> spans_;
  std::unordered_set<Prim> dims_;
  uint32_t attr_vars_ = 0;
};

inline Pattern operator|(Pattern a, Pattern b) { return a.in().either({a, b}); }
inline Pattern operator&(Pattern a, Pattern b) { return a.in().both({a, b}); }
inline Pattern operator~(Pattern a) { return a.in().never(a); }
inline Pattern operator+(Pattern a, Pattern b) { return a.in().call(Op::add, {a, b}); }
inline Pattern operator-(Pattern a, Pattern b) { return a.in().call(Op::subtract, {a, b}); }
inline Pattern operator*(Pattern a, Pattern b) { return a.in().call(Op::multiply, {a, b}); }
inline Pattern operator/(Pattern a, Pattern b) { return a.in().call(Op::divide, {a, b}); }
inline Pattern operator-(Pattern a) { return a.in().call(Op::negative, {a}); }
// A number beside a pattern: of its dtype where it is made.
inline Pattern operator+(Pattern a, double b) { return a + a.in().number(b, a); }
inline Pattern operator-(Pattern a, double b) { return a - a.in().number(b, a); }
inline Pattern operator*(Pattern a, double b) { return a * a.in().number(b, a); }
inline Pattern operator/(Pattern a, double b) { return a / a.in().number(b, a); }

// Every operator as a function of patterns: ops::matmul(x, w), ops::nn_softmax(x).
namespace ops {
struct CallOf {
  Op op;
  template <class... P>
  Pattern operator()(Pattern first, P... rest) const {
    return first.in().call(op, {first, Pattern(rest)...});
  }
};
#define OP(id, signature, traits, infer, eval, lower, ...) inline constexpr CallOf id{Op::id};
#include "hammock/ir/ops.def"
#undef OP
}  // namespace ops

}  // namespace hammock
