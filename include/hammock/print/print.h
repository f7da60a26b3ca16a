// SPDX-License-Identifier: Apache-2.0
// Canonical TVMScript (language section 6), in the spelling of TVM 0.19 or of a newer version (section 8). With
// Constants::metadata or Constants::omitted, without comments it is byte for byte what TVM's script() returns; by
// itself it loses nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/dialect.h"
#include "hammock/ir/imports.h"
#include "hammock/ir/module.h"

namespace hammock {

// Something of the module that the dialect cannot say. It is printed in the words of a version that can.
struct DialectGap {
  std::string what;  // "R.nn.prelu"
  Span span;         // of its binding
};
inline constexpr std::string_view kMetadataGap = "the metadata section in the format of tvm-0.19";

// How the text says constants that TVM's text has no numbers for: tensors, and scalars of dtypes such as uint8 (6.13).
enum class Constants : uint8_t {
  complete,  // nothing is lost: short ones that were written as numbers (Node::is_written) are numbers, all others
             // stand in a metadata section
  metadata,  // TVM's show_meta=True: all stand in a metadata section
  omitted,   // TVM's default: the text names entries of a metadata section that it does not have, and cannot be read
             // back
};
inline constexpr int64_t kMostWritten = 16;  // elements of a tensor that is short

struct PrintOptions {
  Dialect dialect = Dialect::tvm_0_19;
  std::vector<DialectGap>* gaps = nullptr;  // receives each, in the order of the text
  Constants constants = Constants::complete;
  std::vector<Span>* omitted = nullptr;  // receives the bindings of which TVM's text does not say all
  bool comments = false;                 // of the script that was read (ir/comments.h); TVM drops them
  bool show_all_struct_info = true;      // false: leave out annotations that can be inferred
  // 6.14. The name of the class, or of a lone function without a symbol of its own; empty: as it was read, or Module
  // (always in TVM's forms), and main.
  std::string name;
  std::string module_alias = "cls";  // empty: functions are called by the name of the class
  std::string ir_prefix = "I", tir_prefix = "T",
              relax_prefix = "R";  // the reader knows ir, tir, tirx and relax beside these
  int indent_spaces = 4;
  bool syntax_sugar = true;  // false: statements without a value are bound to `_`
  // What inference says of a call of an operator, for show_all_struct_info = false; null: annotations of calls stay.
  StructInfo (*inferred)(const Module& module, const Function& fn, Value call) = nullptr;
};

// What stands for `module` in a file of Python: its definition alone, without header and footer, under the names that
// the file knows it by; lines end with a newline.
struct Definition {
  std::string text;
  std::string metadata;      // the line `metadata = ...` that the text needs, or empty
  bool uses[kImports] = {};  // what the text needs
};
// The text of a definition has a line with a NUL and a number for each member that is Python's (`@I.pyfunc`). This puts
// the members there, byte for byte, whatever was done to the lines around them.
std::string with_python(std::string text, const Module& module, std::string_view line_end = "\n");
Definition print_definition(const Module& module, const PrintOptions& options = {});

// Without a newline at the end, as TVM does it; the command line adds one.
std::string print(const Module& module, const PrintOptions& options = {});

// Pieces, for messages: as they print inside `module` (null: alone). Names are the hints.
std::string print(const Context& context, StructInfo info, const Module* module = nullptr);
std::string print(const Context& context, Prim expr);
std::string print_attr(const Context& context, Attr attr, const Module* module = nullptr);
std::string print_binding(const Module& module, const Function& fn, Value binding);

// A double as the language prints it (6.9 FLOAT), a string with quotes and escapes (6.10 STRING).
std::string print_float(double value);
std::string print_string(std::string_view text);

}  // namespace hammock
