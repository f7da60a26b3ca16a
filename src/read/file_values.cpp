// SPDX-License-Identifier: Apache-2.0
// What expressions of Python around the definitions come to, where they are more than the language itself has: slices,
// comprehensions, methods of strings, dicts on the way. The interpreter of rule scripts runs them; it knows the values
// that names of the file have, and nothing else. A value without a form in the language is none.
#include "elaborate.h"
#include "hammock/python/interpreter.h"

namespace hammock::read {

using python::Datum;
using python::Type;

namespace {

constexpr uint64_t kMaxFileSteps = 20'000'000;  // of all expressions of a file

[[noreturn]] void fail(std::string why, Diag diag = Diag::script_failed) {
  throw python::ScriptError{diag, {}, std::move(why), {}};
}

}  // namespace

class Elaborator::FileValues : public python::Host {
 public:
  explicit FileValues(Elaborator& file) : file_(file) {}

  // None after a failure, which may be that of a bound.
  Item run(const python::ScriptCode& code, Span span) {
    python::Interpreter interpreter(file_.context_, code, *this, kMaxFileSteps - file_.python_steps_);
    interpreter_ = &interpreter;
    Item result;
    try {
      result = item_of(interpreter.run_script(), span, 0);
    } catch (const python::ScriptError& error) {
      result = file_.bad(error.diag, span, error.text);
    }
    file_.python_steps_ = std::min(kMaxFileSteps, file_.python_steps_ + interpreter.steps());
    return result;
  }

  std::optional<Datum> global(Name name) override {
    const Item* known = file_.scopes_.lookup(name);
    if (!known && file_.scopes_.in_scope(name)) fail("the value is not known");
    return known ? std::optional(datum(*known)) : std::nullopt;
  }

 private:
  Datum datum(const Item& item) {
    interpreter_->charge(1);
    if (item.is(What::nothing)) return {};
    if (item.is(What::string)) return interpreter_->text(std::string(file_.text(item.name())));
    if (std::optional<python::Number> number = file_.number(file_.python_number(item)))
      return interpreter_->datum(*number);
    if (!item.is(What::list) && !item.is(What::tuple)) fail("no value of Python");
    std::vector<Datum> parts;
    for (const Item& part : file_.items(item)) parts.push_back(datum(part));
    return interpreter_->list(std::move(parts), item.is(What::list) ? Type::list : Type::tuple);
  }

  Item item_of(Datum d, Span span, int depth) {
    interpreter_->charge(1);
    if (depth > kMaxDepth) fail("lists are nested deeper than " + std::to_string(kMaxDepth), Diag::too_deep);
    if (d.is_none()) return file_.make(What::nothing, span);
    if (std::optional<python::Number> number = python::Interpreter::number(d)) {
      Item made = file_.narrow(file_.make_number(*number, span));
      if (!made) fail("the number does not fit into 64 bits", Diag::too_large);
      return made;
    }
    if (python::Interpreter::is_text(d))
      return file_.make(What::string, span, file_.context_.name(python::Interpreter::text_of(d)).index);
    if (!d.is_sequence()) fail("no value of the language");
    std::vector<Item> parts;
    for (Datum part : d.as<python::Sequence>().items) parts.push_back(item_of(part, span, depth + 1));
    if (file_.items_.size() + parts.size() > kMaxItems)
      fail("the lists have more than " + std::to_string(kMaxItems) + " elements in all", Diag::too_large);
    return file_.list_of(d.is(Type::list) ? What::list : What::tuple, parts, span);
  }

  Elaborator& file_;
  python::Interpreter* interpreter_ = nullptr;
};

// Of Python's own functions, and of the methods of its types.
bool Elaborator::makes_python_value(std::string_view callee) {
  const size_t dot = callee.rfind('.');
  if (dot == std::string_view::npos) return python::builtin(callee).has_value();
  const Type types[] = {Type::text, Type::list, Type::tuple, Type::dict, Type::set};
  return std::ranges::any_of(types, [&](Type type) { return python::has_method(type, callee.substr(dot + 1)); });
}

Item Elaborator::python_value(ExprId e) {
  std::optional<python::ScriptCode> code = python::compile_expression(ast_, e, context_, diagnostics_);
  return code ? FileValues(*this).run(*code, ast_[e].span) : Item();
}

}  // namespace hammock::read
