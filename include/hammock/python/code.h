// SPDX-License-Identifier: Apache-2.0
// A script as code for an interpreter with a stack (interpreter.h).
//
// Code is a function of the script, or the script itself. Names that a function assigns are slots of its Scope;
// functions inside it reach them through the chain of scopes. What the script assigns outside functions is global and
// looked up by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/constant.h"
#include "hammock/syntax/ast.h"

namespace hammock::python {

enum class Opcode : uint8_t {
  constant,  // a: number of the constant
  local,     // a: slot
  outer,     // a: slot, b: how many scopes further out
  global,    // a: Name
  set_local,
  set_global,
  pop,
  duplicate,
  duplicate_two,
  swap,
  rotate,  // rotate: the top goes below the two under it
  unary,
  binary,  // a: syntax::Operator
  jump,
  jump_if,
  jump_unless,
  jump_if_or_pop,
  jump_unless_or_pop,  // a: where to
  list,
  tuple,
  dict,
  set,  // a: how many items (dict: pairs)
  append,
  extend,
  put,
  merge,  // to the container under the item (put: under key and value)
  append_at,
  put_at,  // to the container in slot a; from the top of the stack
  to_tuple,
  slice,  // of three
  item,
  set_item,  // set_item: value, base, index
  attribute,
  set_attribute,  // a: Name; set_attribute: value, base
  call,           // a: positional arguments, b: number of the list of keywords
  call_spread,    // callee, list, dict
  function,       // a: number of the code; b: defaults on the stack
  iterate,
  next,    // next: a: where to at the end
  unpack,  // a: how many
  return_,
  enter,
  leave,   // of a `with`
  format,  // a: Name of the field's `!...:...`, or none
  join,    // a: texts
  fail_assert,
  raise,
  import,  // a: Name of the module, b: Name of the member or none
  define,  // a: StmtId of a function or class of Relax
};

struct Instruction {
  Opcode op;
  uint32_t a = 0, b = 0;
};

struct CodeConstant {
  enum class Kind : uint8_t { none, boolean, integer, real, text, ellipsis } kind = Kind::none;
  Wide integer = 0;
  double real = 0;
  Name text;
};

struct CodeParam {
  Name name;
  syntax::ParamForm form = syntax::ParamForm::plain;
  bool is_keyword_only = false;
  bool is_positional_only = false;
  int default_number = -1;  // in FunctionObject::defaults
};

struct Code {
  Name name;  // none: the script
  Span span;
  std::vector<CodeParam> params;  // in the slots 0, 1, ...
  uint32_t slot_count = 0;
  std::vector<Name> slot_names;
  std::vector<Instruction> instructions;
  std::vector<Span> spans;
  bool has_result = false;  // somewhere it returns a value
};

struct ScriptCode {
  std::vector<std::unique_ptr<Code>> codes;  // the first is the script
  std::vector<CodeConstant> constants;
  std::vector<std::vector<Name>> keywords;
};

// Diagnostics for what is not supported; none then.
std::optional<ScriptCode> compile(const syntax::Ast& ast, Context& context, Diagnostics& diagnostics);
// A script whose result is the value of an expression.
std::optional<ScriptCode> compile_expression(const syntax::Ast& ast, syntax::ExprId expression, Context& context,
                                             Diagnostics& diagnostics);

}  // namespace hammock::python
