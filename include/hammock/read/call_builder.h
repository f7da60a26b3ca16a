// SPDX-License-Identifier: Apache-2.0
// Calls of R., T. and I. made by a program instead of a text: the same names, defaults, conversions, special forms and
// messages as in a script, since it is the same code.
//
// Calls that are made stand in no block and have their struct info. Where a script would bind an argument to a
// variable, the argument here simply is the call.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/module.h"
#include "hammock/syntax/ast.h"

namespace hammock {

// What Python passes to a call and gets from it.
struct CallValue {
  enum class Kind : uint8_t { none, boolean, integer, real, string, value, prim, info, attr, list, tuple, dict };
  Kind kind = Kind::none;
  int64_t integer = 0;
  double real = 0;
  uint32_t id = Id<int>::kNone;  // string: Name; value, prim, info, attr
  std::vector<CallValue> items;  // dict: keys and values in turn

  static CallValue of(Value v) { return {Kind::value, 0, 0, v.index, {}}; }
  static CallValue of(Prim p) { return {Kind::prim, 0, 0, p.index, {}}; }
  static CallValue of(StructInfo i) { return {Kind::info, 0, 0, i.index, {}}; }
};

class CallBuilder {
 public:
  // `module` may be null. It is only looked at.
  CallBuilder(std::shared_ptr<Context> context, const Module* module);
  ~CallBuilder();

  // Where nodes go from now on; `span` is their place.
  void attach(Function& fn, Span span);

  // None with `error()` set if the call is wrong. `name` as a script writes it: `R.add`, `relax.op.nn.softmax`,
  // `T.max`.
  std::optional<CallValue> call(std::string_view name, std::span<const CallValue> args,
                                std::span<const std::pair<Name, CallValue>> keywords = {});
  // f(...) where f is a value of the function, or the method `name` of one.
  std::optional<CallValue> call(Value callee, std::string_view method, std::span<const CallValue> args,
                                std::span<const std::pair<Name, CallValue>> keywords = {});
  std::optional<CallValue> binary(syntax::Operator op, const CallValue& lhs, const CallValue& rhs);
  std::optional<CallValue> unary(syntax::Operator op, const CallValue& operand);
  std::optional<CallValue> item(const CallValue& base, const CallValue& index);
  std::optional<Attr> attr(const CallValue& value);

  // Is there such an operator, form or struct info?
  bool knows(std::string_view name);
  const Diagnostic& error() const { return error_; }

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
  Diagnostic error_{};
};

}  // namespace hammock
