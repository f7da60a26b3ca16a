// SPDX-License-Identifier: Apache-2.0
// A module: named functions in the order in which they were written, attributes, global infos.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

namespace tir {
struct Kernel;
}

// A T.prim_func. The `info` of the function is its signature as Relax sees it.
struct PrimFunc {
  std::shared_ptr<const tir::Kernel> kernel;  // null: its text holds mistakes
};

struct ExternFunction {
  Name symbol;
};

// A member that is Python's (@I.pyfunc), kept as it is written: the lines from its first decorator to the end of its
// suite. A line that begins inside of a string has a NUL before it: its blanks are the string's.
struct PythonFunc {
  std::string text;
  std::string indentation;  // of the decorator
};

struct GlobalFunction {
  Name name;
  StructInfo info;  // of kind function
  std::variant<Function, PrimFunc, ExternFunction, PythonFunc> body;
  Span span;

  Function* relax() { return std::get_if<Function>(&body); }
  const Function* relax() const { return std::get_if<Function>(&body); }
  bool is_kernel() const { return std::holds_alternative<PrimFunc>(body); }
  // Null if it is no kernel, or its text holds mistakes.
  const std::shared_ptr<const tir::Kernel>& kernel() const;
};

struct VDevice {
  Attr target;  // string or dict
  int64_t id = 0;
  Name scope;
};

class Module {
 public:
  explicit Module(std::shared_ptr<Context> context) : context_(std::move(context)) {}
  Context& context() const { return *context_; }
  const std::shared_ptr<Context>& shared_context() const { return context_; }

  std::vector<GlobalFunction> functions;
  Attr attrs;                     // dict, or none
  Attr global_infos;              // dict of name to list, or none
  std::vector<VDevice> vdevices;  // global_infos["vdevice"], decoded
  Name class_name;
  Name base;                      // of the class, as it is written: what the members of Python inherit from
  bool is_lone_function = false;  // one function and no class
  bool is_unchecked = false;      // its decorator says check_well_formed=False

  // In the text that it was read from: the lines from its first decorator to the end of its suite, their indentation,
  // and the line `metadata = ...` that it uses. Nowhere if it was made otherwise.
  Span text;
  uint32_t indentation = 0;
  Span metadata;

  Comments comments;  // outside of its Relax functions

  GlobalFunction& operator[](GlobalId g) { return functions[g.index]; }
  const GlobalFunction& operator[](GlobalId g) const { return functions[g.index]; }
  std::optional<GlobalId> find(std::string_view name) const;
  // The Relax function of that name, or null.
  Function* relax(std::string_view name);
  const Function* relax(std::string_view name) const;

 private:
  std::shared_ptr<Context> context_;
};

// A number that hardly any change to the functions and attributes leaves as it was, for this process alone: kernels
// count by their address. Comments and places do not count.
uint64_t fingerprint(const Module& module);

}  // namespace hammock
