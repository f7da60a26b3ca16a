// SPDX-License-Identifier: Apache-2.0
// The loop that carries out instructions, and calls.
#include "hammock/python/interpreter.h"

#include <algorithm>

#include "hammock/base/suggest.h"

namespace hammock::python {

using syntax::Operator;

Datum Host::call(Datum, const Args&) { throw ScriptError{Diag::script_failed, {}, "this cannot be called", {}}; }

Interpreter::Interpreter(Context& context, const ScriptCode& code, Host& host, uint64_t max_steps)
    : context_(context), code_(code), host_(host), constants_(code.constants.size()), max_steps_(max_steps) {}

// ---- bounds ----

void Interpreter::fail(std::string text, Diag diag) const {
  ScriptError error{diag, span_, std::move(text), {}};
  // The place is in the innermost function; the notes say how one came there.
  for (size_t i = frames_.size(); i-- > 1 && error.trace.size() < kMaxTrace;) {
    const Frame& caller = frames_[i - 1];
    if (caller.at == 0) continue;
    std::string name(frames_[i].code->name ? this->text(frames_[i].code->name) : "the script");
    error.trace.push_back({caller.code->spans[caller.at - 1], "in " + name + ", called here"});
  }
  throw error;
}

void Interpreter::charge(uint64_t steps) {
  run_steps_ += steps;
  steps_ += steps;
  if (run_steps_ > max_steps_)
    fail("the script takes more than " + std::to_string(max_steps_) + " steps; does it loop for ever?",
         Diag::too_large);
  if (steps_ > kMaxSteps)
    fail("the calls of the script take more than " + std::to_string(kMaxSteps) + " steps in all", Diag::too_large);
}

void Interpreter::take(size_t bytes) {
  heap_.take(bytes);
  check_memory();
}

void Interpreter::check_room(size_t bytes) {
  if (heap_.used() > kMaxScriptMemory || bytes > kMaxScriptMemory - heap_.used())
    fail("the script takes more than " + std::to_string(kMaxScriptMemory >> 20) + " MiB of memory", Diag::too_large);
}

void Interpreter::look_at(Datum d) {
  switch (d.type) {
    case Type::text: return charge(text_of(d).size() / 32);
    case Type::list:
    case Type::tuple: return charge(d.as<Sequence>().items.size() / 8);
    case Type::dict:
    case Type::set: return charge(d.as<Dict>().entries.size() / 8);
    case Type::array: return charge(d.as<ArrayObject>().values.size() / 8);
    default: return;
  }
}

// ---- making ----

Datum Interpreter::text(std::string s) {
  if (s.size() > kMaxText) fail("a string of more than " + std::to_string(kMaxText) + " bytes", Diag::too_large);
  if (s.capacity() > s.size() + s.size() / 4) s.shrink_to_fit();  // what is counted
  take(s.size());
  charge(1 + s.size() / 64);
  return make<Text>(std::move(s));
}

void Interpreter::grow(std::string& text, std::string_view more) {
  if (text.size() + more.size() > kMaxText)
    fail("a string of more than " + std::to_string(kMaxText) + " bytes", Diag::too_large);
  charge(more.size() / 64);
  text += more;
}

Datum Interpreter::array(std::vector<int64_t> shape, DType dtype, std::vector<double> values) {
  if (values.size() > kMaxItems)
    fail("an array of more than " + std::to_string(kMaxItems) + " elements", Diag::too_large);
  take(values.size() * sizeof(double));
  charge(1 + values.size() / 8);
  return make<ArrayObject>(std::move(shape), dtype, std::move(values));
}

Datum Interpreter::list(std::vector<Datum> items, Type type) {
  if (items.size() > kMaxItems)
    fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  if (items.capacity() > items.size() + items.size() / 4) items.shrink_to_fit();
  take(items.size() * sizeof(Datum));
  charge(1 + items.size() / 8);
  return make<Sequence>(type, std::move(items));
}

void Interpreter::append(Sequence& list, Datum item) {
  if (list.items.size() >= kMaxItems)
    fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  list.items.push_back(item);
  take(2 * sizeof(Datum));
}

// What is removed goes at once from the index, and from the entries when it is half of them.
constexpr size_t kFewEntries = 64;

void Interpreter::put(Dict& dict, Datum key, Datum value) {
  uint64_t h = hash(key);
  if (auto known = find_entry(dict, key, h); known != dict.index.end()) {
    dict.entries[known->second].value = value;
    return;
  }
  if (dict.entries.size() > kFewEntries && dict.size < dict.entries.size() / 2) {
    charge(dict.entries.size());
    std::vector<uint32_t> place(dict.entries.size());
    size_t kept = 0;
    for (size_t i = 0; i < dict.entries.size(); ++i) {
      place[i] = static_cast<uint32_t>(kept);
      if (!dict.entries[i].is_gone) dict.entries[kept++] = dict.entries[i];
    }
    dict.entries.resize(kept);
    for (auto& [_, at] : dict.index) at = place[at];
  }
  if (dict.entries.size() >= kMaxItems)
    fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  dict.index.emplace(h, static_cast<uint32_t>(dict.entries.size()));
  dict.entries.push_back({key, value});
  ++dict.size;
  take(96);
}

bool Interpreter::remove(Dict& dict, Datum key) {
  auto known = find_entry(dict, key, hash(key));
  if (known == dict.index.end()) return false;
  dict.entries[known->second].is_gone = true;
  dict.index.erase(known);
  --dict.size;
  return true;
}

Datum Interpreter::constant(uint32_t number) {
  const CodeConstant& c = code_.constants[number];
  switch (c.kind) {
    case CodeConstant::Kind::none: return {};
    case CodeConstant::Kind::boolean: return Datum::of(c.integer != 0);
    case CodeConstant::Kind::integer: return whole(c.integer);
    case CodeConstant::Kind::real: return Datum::of(c.real);
    case CodeConstant::Kind::text: {
      Datum& known = constants_[number];
      if (known.is_none()) known = text(std::string(context_.text(c.text)));
      return known;
    }
    case CodeConstant::Kind::ellipsis: return {};
  }
  return {};
}

// ---- calls ----

Datum Interpreter::run_script() {
  run_steps_ = 0;
  const Code* code = code_.codes[0].get();
  frames_.push_back({code, 0, heap_.make<Scope>(nullptr, code->slot_count), 0, 0});
  return run(0);
}

Datum Interpreter::call_from_outside(Datum callee, const Args& args) {
  bool is_idle = frames_.empty();
  if (is_idle) {
    run_steps_ = 0;
    if (heap_.used() > (size_t{1} << 24)) {
      std::vector<Datum> roots{callee};
      for (const auto& [name, value] : globals_) roots.push_back(value);
      roots.insert(roots.end(), constants_.begin(), constants_.end());
      roots.insert(roots.end(), args.positional.begin(), args.positional.end());
      host_.roots(roots);
      heap_.sweep(std::move(roots));
    }
  }
  size_t frames = frames_.size(), stack = stack_.size();
  int callbacks = callbacks_;
  try {
    return call(callee, args);
  } catch (ScriptError&) {
    while (host_.entered() > 0 && is_idle) host_.leave();
    frames_.resize(frames);
    stack_.resize(stack);
    callbacks_ = callbacks;
    throw;
  }
}

Datum Interpreter::call(Datum callee, const Args& args) {
  if (!callee.is(Type::function)) {
    if (callee.is(Type::method))
      return call_method(*this, callee.as<MethodObject>().self, text(callee.as<MethodObject>().name), args);
    if (callee.is(Type::builtin)) return call_builtin(*this, callee, args);
    return host_.call(callee, args);
  }
  if (callbacks_ >= kMaxCallbacks)
    fail("functions that builtins call are nested deeper than " + std::to_string(kMaxCallbacks), Diag::too_deep);
  ++callbacks_;
  Span outer = span_;
  push_frame(callee.as<FunctionObject>(), args);
  Datum result = run(frames_.size() - 1);
  span_ = outer;
  --callbacks_;
  return result;
}

void Interpreter::push_frame(const FunctionObject& f, const Args& args) {
  if (frames_.size() >= kMaxCalls) fail("calls are nested deeper than " + std::to_string(kMaxCalls), Diag::too_deep);
  const Code& code = *f.code;
  charge(code.slot_count / 8);
  Scope* scope = heap_.make<Scope>(f.outer, code.slot_count);
  take(code.slot_count * (sizeof(Datum) + 1));
  std::string name(text(code.name));
  size_t next = 0;
  auto set = [&](size_t slot, Datum value) {
    scope->slots[slot] = value;
    scope->is_bound[slot] = 1;
  };
  size_t takes = 0;
  for (const CodeParam& p : code.params) takes += p.form == syntax::ParamForm::plain && !p.is_keyword_only;
  for (size_t i = 0; i < code.params.size(); ++i) {
    const CodeParam& p = code.params[i];
    if (p.form == syntax::ParamForm::plain && !p.is_keyword_only && next < args.positional.size())
      set(i, args.positional[next++]);
    if (p.form == syntax::ParamForm::star) {
      set(i, tuple({args.positional.begin() + static_cast<ptrdiff_t>(next), args.positional.end()}));
      next = args.positional.size();
    }
    if (p.form == syntax::ParamForm::double_star) set(i, dict());
  }
  if (next < args.positional.size()) {
    fail(name + "() takes " + std::to_string(takes) + " positional argument" + (takes == 1 ? "" : "s") + ", not " +
         std::to_string(args.positional.size()));
  }
  for (const auto& [key, value] : args.keywords) {
    size_t at = 0;
    while (at < code.params.size() &&
           !(code.params[at].name == key && code.params[at].form == syntax::ParamForm::plain &&
             !code.params[at].is_positional_only))
      ++at;
    if (at == code.params.size()) {
      auto rest = std::find_if(code.params.begin(), code.params.end(),
                               [](const CodeParam& p) { return p.form == syntax::ParamForm::double_star; });
      if (rest == code.params.end()) {
        std::vector<std::string_view> names;
        for (const CodeParam& p : code.params) names.push_back(text(p.name));
        fail(name + "() has no parameter " + quoted(text(key)) + did_you_mean(text(key), names));
      }
      put(scope->slots[static_cast<size_t>(rest - code.params.begin())].as<Dict>(), text(std::string(text(key))),
          value);
    } else if (scope->is_bound[at]) {
      fail(name + "() gets two values for " + quoted(text(key)));
    } else {
      set(at, value);
    }
  }
  for (size_t i = 0; i < code.params.size(); ++i) {
    if (scope->is_bound[i]) continue;
    if (code.params[i].default_number < 0) fail(name + "() needs a value for " + quoted(text(code.params[i].name)));
    set(i, f.defaults[static_cast<size_t>(code.params[i].default_number)]);
  }
  frames_.push_back({&code, 0, scope, stack_.size(), host_.entered()});
}

// Calls what can be called; a function of the script becomes a frame, the result of anything else is pushed.
void Interpreter::invoke(Datum callee, const Args& args) {
  charge(1);
  if (callee.is(Type::function)) return push_frame(callee.as<FunctionObject>(), args);
  Span outer = span_;
  Datum result = call(callee, args);
  span_ = outer;
  stack_.push_back(result);
}

void Interpreter::call_top(const Instruction& in) {
  if (in.op == Opcode::call) {
    const std::vector<Name>& names = code_.keywords[in.b];
    size_t count = in.a + names.size();
    std::vector<Datum> values(stack_.end() - static_cast<ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    Datum callee = pop();
    std::vector<std::pair<Name, Datum>> keywords;
    for (size_t i = 0; i < names.size(); ++i) keywords.emplace_back(names[i], values[in.a + i]);
    return invoke(callee, {std::span(values).first(in.a), keywords});
  }
  Datum named = pop(), positional = pop(), callee = pop();
  std::vector<std::pair<Name, Datum>> keywords;
  for (const Dict::Entry& e : named.as<Dict>().entries) {
    if (e.is_gone) continue;
    if (!is_text(e.key)) fail("keywords are strings");
    charge(4 + text_of(e.key).size() / 16);
    keywords.emplace_back(context_.name(text_of(e.key)), e.value);
  }
  std::vector<Datum> values = positional.as<Sequence>().items;
  invoke(callee, {values, keywords});
}

// ---- the loop ----

// Until the function above `frames` frames returns.
Datum Interpreter::run(size_t frames) {
  while (frames_.size() > frames) {
    charge(1);
    step();
  }
  return pop();
}

void Interpreter::step_local(const Instruction& in, Frame& frame) {
  Scope* scope = frame.scope;
  for (uint32_t i = 0; i < in.b && scope; ++i) scope = scope->outer;
  if (!scope->is_bound[in.a]) fail("the variable has no value yet");
  stack_.push_back(scope->slots[in.a]);
}

void Interpreter::step_global(const Instruction& in) {
  Name name(in.a);
  if (auto known = globals_.find(name); known != globals_.end()) {
    stack_.push_back(known->second);
  } else if (std::optional<Datum> d = host_.global(name)) {
    stack_.push_back(*d);
  } else if (std::optional<Datum> d = builtin(text(name))) {
    stack_.push_back(*d);
  } else {
    std::vector<std::string_view> names = builtin_names();
    for (Name n : global_order_) names.push_back(text(n));
    fail(quoted(text(name)) + " is not defined" + (text(name).size() > 2 ? did_you_mean(text(name), names) : ""),
         Diag::undefined_name);
  }
}

void Interpreter::step_set_global(const Instruction& in) {
  Datum value = pop();
  auto [at, is_new] = globals_.insert_or_assign(Name(in.a), value);
  if (is_new) global_order_.push_back(Name(in.a));
}

void Interpreter::step_duplicate_two() {
  Datum a = stack_[stack_.size() - 2], b = stack_.back();
  stack_.insert(stack_.end(), {a, b});
}

void Interpreter::step_unary(const Instruction& in) {
  Datum d = pop();
  stack_.push_back(unary(static_cast<Operator>(in.a), d));
}

void Interpreter::step_binary(const Instruction& in) {
  Datum rhs = pop(), lhs = pop();
  stack_.push_back(binary(static_cast<Operator>(in.a), lhs, rhs, in.b != 0));
}

void Interpreter::step_list(const Instruction& in) {
  std::vector<Datum> items(stack_.end() - static_cast<ptrdiff_t>(in.a), stack_.end());
  stack_.resize(stack_.size() - in.a);
  stack_.push_back(list(std::move(items), in.op == Opcode::list ? Type::list : Type::tuple));
}

void Interpreter::step_set(const Instruction& in) {
  std::vector<Datum> items(stack_.end() - static_cast<ptrdiff_t>(in.a), stack_.end());
  stack_.resize(stack_.size() - in.a);
  Datum made = dict(Type::set);
  for (Datum d : items) put(made.as<Dict>(), d, {});
  stack_.push_back(made);
}

void Interpreter::step_append() {
  Datum d = pop();
  Datum to = stack_.back();
  to.is(Type::set) ? put(to.as<Dict>(), d, {}) : append(to.as<Sequence>(), d);
}

void Interpreter::step_extend() {
  std::vector<Datum> items = elements(pop());
  Datum to = stack_.back();
  for (Datum d : items) to.is(Type::set) ? put(to.as<Dict>(), d, {}) : append(to.as<Sequence>(), d);
}

void Interpreter::step_put() {
  Datum value = pop(), key = pop();
  put(stack_.back().as<Dict>(), key, value);
}

void Interpreter::step_merge() {
  Datum from = pop();
  if (!from.is(Type::dict)) fail("** takes a dict, not " + type_name(from));
  charge(from.as<Dict>().entries.size());
  for (const Dict::Entry& e : std::vector<Dict::Entry>(from.as<Dict>().entries)) {
    if (!e.is_gone) put(stack_.back().as<Dict>(), e.key, e.value);
  }
}

void Interpreter::step_append_at(const Instruction& in, Frame& frame) {
  Datum d = pop();
  Datum to = frame.scope->slots[in.a];
  to.is(Type::set) ? put(to.as<Dict>(), d, {}) : append(to.as<Sequence>(), d);
}

void Interpreter::step_put_at(const Instruction& in, Frame& frame) {
  Datum value = pop(), key = pop();
  put(frame.scope->slots[in.a].as<Dict>(), key, value);
}

void Interpreter::step_to_tuple() {
  Datum d = pop();
  stack_.push_back(tuple(d.as<Sequence>().items));
}

void Interpreter::step_slice() {
  Datum step = pop(), end = pop(), begin = pop();
  stack_.push_back(make<SliceObject>(begin, end, step));
}

void Interpreter::step_item() {
  Datum index = pop(), base = pop();
  stack_.push_back(item(base, index));
}

void Interpreter::step_set_item() {
  Datum index = pop(), base = pop(), value = pop();
  set_item(base, index, value);
}

void Interpreter::step_attribute(const Instruction& in) {
  Datum base = pop();
  stack_.push_back(attribute(base, Name(in.a)));
}

void Interpreter::step_function(const Instruction& in, Frame& frame) {
  std::vector<Datum> defaults(stack_.end() - static_cast<ptrdiff_t>(in.b), stack_.end());
  stack_.resize(stack_.size() - in.b);
  stack_.push_back(make<FunctionObject>(code_.codes[in.a].get(), frame.scope, std::move(defaults)));
}

void Interpreter::step_iterate() {
  Datum over = pop();
  if (over.is(Type::iterator)) {
    stack_.push_back(over);
    return;
  }
  bool is_direct = over.is_sequence() || over.is(Type::range);
  if (!is_direct) over = list(elements(over));
  stack_.push_back(make<Iterator>(over));
}

void Interpreter::step_next(const Instruction& in, Frame& frame) {
  bool is_done = false;
  Datum d = next_of(stack_.back().as<Iterator>(), is_done);
  if (is_done) {
    stack_.pop_back();
    frame.at = in.a;
  } else {
    stack_.push_back(d);
  }
}

void Interpreter::step_unpack(const Instruction& in) {
  std::vector<Datum> items = elements(pop());
  if (items.size() != in.a) fail(std::to_string(in.a) + " values are wanted here, not " + std::to_string(items.size()));
  stack_.insert(stack_.end(), items.rbegin(), items.rend());
}

void Interpreter::step_return(Frame& frame) {
  Datum result = pop();
  while (host_.entered() > frame.entered) host_.leave();
  stack_.resize(frame.stack);
  stack_.push_back(result);
  frames_.pop_back();
}

void Interpreter::step_enter() {
  Datum context = pop();
  stack_.push_back(host_.enter(context));
}

void Interpreter::step_format(const Instruction& in) {
  Datum d = pop();
  stack_.push_back(text(format(d, in.a == Name::kNone ? std::string_view() : text(Name(in.a)))));
}

void Interpreter::step_join(const Instruction& in) {
  std::string joined;
  for (size_t i = stack_.size() - in.a; i < stack_.size(); ++i) grow(joined, text_of(stack_[i]));
  stack_.resize(stack_.size() - in.a);
  stack_.push_back(text(std::move(joined)));
}

void Interpreter::step_fail_assert() {
  Datum why = pop();
  fail(why.is_none() ? "the assertion does not hold" : "the assertion does not hold: " + str(why));
}

void Interpreter::step_stack(const Instruction& in) {
  switch (in.op) {
    case Opcode::constant: stack_.push_back(constant(in.a)); break;
    case Opcode::pop: stack_.pop_back(); break;
    case Opcode::duplicate: stack_.push_back(Datum(stack_.back())); break;
    case Opcode::duplicate_two: return step_duplicate_two();
    case Opcode::swap: std::swap(stack_.back(), stack_[stack_.size() - 2]); break;
    default: std::rotate(stack_.end() - 3, stack_.end() - 1, stack_.end());
  }
}

void Interpreter::step_jump(const Instruction& in, Frame& frame) {
  bool jumps = true;
  if (in.op == Opcode::jump_if_or_pop || in.op == Opcode::jump_unless_or_pop) {
    jumps = truth(stack_.back()) == (in.op == Opcode::jump_if_or_pop);
    if (!jumps) stack_.pop_back();
  } else if (in.op != Opcode::jump) {
    jumps = truth(pop()) == (in.op == Opcode::jump_if);
  }
  if (jumps) frame.at = in.a;
}

void Interpreter::step() {
  Frame& frame = frames_.back();
  const Instruction in = frame.code->instructions[frame.at];
  span_ = frame.code->spans[frame.at];
  ++frame.at;
  switch (in.op) {
    case Opcode::constant:
    case Opcode::pop:
    case Opcode::duplicate:
    case Opcode::duplicate_two:
    case Opcode::swap:
    case Opcode::rotate: return step_stack(in);
    case Opcode::local:
    case Opcode::outer: return step_local(in, frame);
    case Opcode::global: return step_global(in);
    case Opcode::set_local:
      frame.scope->slots[in.a] = pop();
      frame.scope->is_bound[in.a] = 1;
      break;
    case Opcode::set_global: return step_set_global(in);
    case Opcode::unary: return step_unary(in);
    case Opcode::binary: return step_binary(in);
    case Opcode::jump:
    case Opcode::jump_if:
    case Opcode::jump_unless:
    case Opcode::jump_if_or_pop:
    case Opcode::jump_unless_or_pop: return step_jump(in, frame);
    case Opcode::list:
    case Opcode::tuple: return step_list(in);
    case Opcode::set: return step_set(in);
    case Opcode::dict: stack_.push_back(dict()); break;
    case Opcode::append: return step_append();
    case Opcode::extend: return step_extend();
    case Opcode::put: return step_put();
    case Opcode::merge: return step_merge();
    case Opcode::append_at: return step_append_at(in, frame);
    case Opcode::put_at: return step_put_at(in, frame);
    case Opcode::to_tuple: return step_to_tuple();
    case Opcode::slice: return step_slice();
    case Opcode::item: return step_item();
    case Opcode::set_item: return step_set_item();
    case Opcode::attribute: return step_attribute(in);
    case Opcode::set_attribute: fail("attributes of " + type_name(stack_.back()) + " cannot be set");
    case Opcode::call:
    case Opcode::call_spread: call_top(in); break;
    case Opcode::function: return step_function(in, frame);
    case Opcode::iterate: return step_iterate();
    case Opcode::next: return step_next(in, frame);
    case Opcode::unpack: return step_unpack(in);
    case Opcode::return_: return step_return(frame);
    case Opcode::enter: return step_enter();
    case Opcode::leave: host_.leave(); break;
    case Opcode::format: return step_format(in);
    case Opcode::join: return step_join(in);
    case Opcode::fail_assert: return step_fail_assert();
    case Opcode::raise: fail(str(pop()));
    case Opcode::import: stack_.push_back(host_.import(Name(in.a), Name(in.b))); break;
    case Opcode::define: stack_.push_back(host_.define(syntax::StmtId(in.a))); break;
  }
}

}  // namespace hammock::python
