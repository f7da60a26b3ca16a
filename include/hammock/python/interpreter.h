// SPDX-License-Identifier: Apache-2.0
// Runs the code of a script.
//
// Everything is bounded: steps, memory, the depth of calls, the size of every text and container; the message names the
// bound. A step is what an instruction takes; whatever takes longer is charged for more, in proportion: each function
// and method by its row (Cost), texts and containers where they are made, searched, compared, hashed, printed and
// walked over. Calls of the script's functions are frames of the interpreter, not of C++. A script reaches nothing but
// the Host.
//
// A mistake ends the run: it is thrown as a ScriptError inside this layer and caught where the layer is entered
// (rules.cpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/python/code.h"
#include "hammock/python/number.h"
#include "hammock/python/value.h"

namespace hammock::python {

inline constexpr uint64_t kMaxSteps = 500'000'000;  // of all calls of a script's rewriters
inline constexpr size_t kMaxCalls = 500;            // of functions inside functions
inline constexpr int kMaxCallbacks = 20;            // of functions that builtins call (sorted with a key, map)
inline constexpr size_t kMaxTrace = 8;              // calls named in a message

struct ScriptError {
  Diag diag;
  Span span;
  std::string text;
  std::vector<Note> trace;
};

struct Args {
  std::span<const Datum> positional;
  std::span<const std::pair<Name, Datum>> keywords;
};

class Interpreter;

// What is not Python: tensors, patterns, rules. By itself it has nothing.
class Host {
 public:
  virtual ~Host() = default;
  // A name that the script has not assigned.
  virtual std::optional<Datum> global(Name) { return {}; }
  virtual std::optional<Datum> attribute(Datum, std::string_view) { return {}; }
  virtual std::vector<std::string_view> attribute_names(Datum) { return {}; }  // for suggestions
  virtual bool has_method(Datum, std::string_view) { return false; }
  virtual Datum call_method(Datum, std::string_view, const Args&) { return {}; }  // that it has
  virtual bool is_instance(Datum, Datum) { return false; }
  virtual Datum call(Datum callee, const Args& args);
  virtual std::optional<Datum> item(Datum, Datum) { return {}; }
  virtual bool set_item(Datum, Datum, Datum) { return false; }  // false: the base has none
  // None: not defined for these operands.
  virtual std::optional<Datum> binary(syntax::Operator, Datum, Datum) { return {}; }
  virtual std::optional<Datum> unary(syntax::Operator, Datum) { return {}; }
  virtual std::optional<bool> equal(Datum, Datum) { return {}; }
  virtual std::optional<bool> truth(Datum) { return {}; }
  virtual std::optional<std::string> text(Datum, bool /*is_repr*/) { return {}; }
  virtual std::optional<std::vector<Datum>> elements(Datum) { return {}; }
  virtual std::optional<size_t> size(Datum) { return {}; }
  virtual std::optional<bool> contains(Datum /*container*/, Datum) { return {}; }
  virtual Datum enter(Datum) { return {}; }
  virtual void leave() {}
  virtual size_t entered() const { return 0; }
  virtual Datum import(Name /*module*/, Name /*member*/) { return {}; }
  virtual Datum define(syntax::StmtId) { return {}; }
  virtual void print(std::string_view) {}
  virtual void roots(std::vector<Datum>&) const {}
};

class Interpreter {
 public:
  // `max_steps`: of the script itself, and of each call from outside.
  Interpreter(Context& context, const ScriptCode& code, Host& host, uint64_t max_steps);

  // The script itself, and its result if it is an expression. Throws ScriptError; so do all below.
  Datum run_script();
  // A call of anything that can be called. From outside, a new run with its own steps.
  Datum call(Datum callee, const Args& args);
  Datum call_from_outside(Datum callee, const Args& args);

  [[noreturn]] void fail(std::string text, Diag diag = Diag::script_failed) const;
  void charge(uint64_t steps);
  void take(size_t bytes);
  void check_room(size_t bytes);  // for something that lives a short time
  void look_at(Datum d);          // charges for a walk over its text, items or elements, but not into them
  Span place() const { return span_; }
  uint64_t steps() const { return steps_; }  // so far
  Context& context() const { return context_; }
  Host& host() const { return host_; }
  std::string_view text(Name name) const { return context_.text(name); }

  const std::unordered_map<Name, Datum>& globals() const { return globals_; }

  // ---- making
  Datum text(std::string s);
  Datum whole(Wide value);
  Datum datum(const Outcome& outcome);  // or the mistake
  Datum list(std::vector<Datum> items, Type type = Type::list);
  Datum tuple(std::vector<Datum> items) { return list(std::move(items), Type::tuple); }
  Datum array(std::vector<int64_t> shape, DType dtype, std::vector<double> values);
  Datum dict(Type type = Type::dict) { return Datum::of(heap_.make<Dict>(type)); }
  void put(Dict& dict, Datum key, Datum value);
  bool remove(Dict& dict, Datum key);
  void grow(std::string& text, std::string_view more);
  void append(Sequence& list, Datum item);
  template <class T, class... Args>
  Datum make(Args&&... args) {
    check_memory();
    return Datum::of(heap_.make<T>(std::forward<Args>(args)...));
  }

  // ---- Python
  bool truth(Datum d);
  bool equal(Datum a, Datum b, int depth = 0);
  bool less(Datum a, Datum b, int depth = 0);
  uint64_t hash(Datum d, int depth = 0);
  std::string str(Datum d) { return is_text(d) ? std::string(text_of(d)) : repr(d); }
  std::string repr(Datum d);
  Dict::Entry* find(Dict& dict, Datum key);
  // The first place at or behind `from`; npos: none. In time that is linear in both.
  size_t search(std::string_view in, std::string_view what, size_t from = 0);
  bool contains(Datum container, Datum d);
  size_t size(Datum d);
  // All elements, of anything that can be walked over.
  std::vector<Datum> elements(Datum d);
  Datum item(Datum base, Datum index);
  Datum attribute(Datum base, Name name);
  bool has_attribute(Datum base, std::string_view name);
  Datum binary(syntax::Operator op, Datum lhs, Datum rhs, bool in_place = false);
  Datum unary(syntax::Operator op, Datum operand);
  std::string format(Datum d, std::string_view spec);
  // begin, step and count of a slice over `size` elements.
  struct Stretch {
    int64_t begin, step, count;
  };
  Stretch stretch(const SliceObject& slice, int64_t size);
  int64_t index_of(Datum index, size_t size);  // in range, from either end

  static bool is_text(Datum d) { return d.is(Type::text); }
  static std::optional<Number> number(Datum d);
  static std::string_view text_of(Datum d) { return d.as<Text>().text; }
  std::string type_name(Datum d) const;
  int64_t integer(Datum d, std::string_view what);
  void sort(std::vector<Datum>& items, Datum key, bool is_reverse);

 private:
  struct Frame {
    const Code* code;
    uint32_t at;
    Scope* scope;
    size_t stack;    // its size when the function was called
    size_t entered;  // contexts
  };

  void push_frame(const FunctionObject& f, const Args& args);
  Datum run(size_t frames);
  void step();  // dispatches to the functions below
  void step_stack(const Instruction& in);
  void step_jump(const Instruction& in, Frame& frame);
  void step_local(const Instruction& in, Frame& frame);
  void step_global(const Instruction& in);
  void step_set_global(const Instruction& in);
  void step_duplicate_two();
  void step_unary(const Instruction& in);
  void step_binary(const Instruction& in);
  void step_list(const Instruction& in);
  void step_set(const Instruction& in);
  void step_append();
  void step_extend();
  void step_put();
  void step_merge();
  void step_append_at(const Instruction& in, Frame& frame);
  void step_put_at(const Instruction& in, Frame& frame);
  void step_to_tuple();
  void step_slice();
  void step_item();
  void step_set_item();
  void step_attribute(const Instruction& in);
  void step_function(const Instruction& in, Frame& frame);
  void step_iterate();
  void step_next(const Instruction& in, Frame& frame);
  void step_unpack(const Instruction& in);
  void step_return(Frame& frame);
  void step_enter();
  void step_format(const Instruction& in);
  void step_join(const Instruction& in);
  void step_fail_assert();
  void call_top(const Instruction& in);
  void invoke(Datum callee, const Args& args);
  void repr(Datum d, std::string& out, int depth);
  std::optional<Datum> arithmetic(syntax::Operator op, Datum lhs, Datum rhs, bool in_place);
  Datum concatenated(Datum a, Datum b, bool in_place);
  Datum repeated(Datum many, int64_t times);
  std::optional<Datum> combined(syntax::Operator op, Datum a, Datum b);
  Datum filled_in(Datum a, Datum b);
  Datum next_of(Iterator& it, bool& is_done);
  void check_memory() { check_room(0); }
  std::unordered_multimap<uint64_t, uint32_t>::iterator find_entry(Dict& dict, Datum key, uint64_t hash);
  void set_item(Datum base, Datum index, Datum value);
  Datum constant(uint32_t number);

  Datum pop() {
    Datum d = stack_.back();
    stack_.pop_back();
    return d;
  }

  Context& context_;
  const ScriptCode& code_;
  Host& host_;
  Heap heap_;
  std::vector<Datum> constants_;  // texts, made when they are first used
  std::unordered_map<Name, Datum> globals_;
  std::vector<Name> global_order_;
  std::vector<Datum> stack_;
  std::vector<Frame> frames_;
  Span span_;
  const uint64_t max_steps_;
  uint64_t steps_ = 0, run_steps_ = 0;
  int callbacks_ = 0;
};

// ---- builtins.cpp: the functions and methods of Python
std::optional<Datum> builtin(std::string_view name);
std::string_view builtin_name(Datum builtin);
Datum call_builtin(Interpreter& interpreter, Datum builtin, const Args& args);
bool has_method(Type type, std::string_view name);
Datum call_method(Interpreter& interpreter, Datum self, std::string_view name, const Args& args);
std::span<const std::string_view> method_names(Type type);
std::vector<std::string_view> builtin_names();

}  // namespace hammock::python
