// SPDX-License-Identifier: Apache-2.0
// What expressions as written come to, and calls of these: Item, Arg, CallSite.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hammock/ir/context.h"
#include "hammock/syntax/ast.h"

namespace hammock::read {

using namespace syntax;  // what is elaborated

enum class What : uint8_t {
  bad,      // reported already
  nothing,  // None
  boolean,
  integer,
  real,
  string,  // of Python
  wide,    // an integer of more than 64 bits with a sign, inside of an operation or of a constant only. id: index into
           // wides_
  expr,    // a Value
  prim,
  info,    // struct info
  symbol,  // T.int64(): a symbol that its assignment will name. id: packed dtype
  cast,    // R.match_cast(...): id: index into casts_
  list,
  tuple,        // begin, size in items_
  object,       // an attribute value without another form. id: Attr
  module,       // the class itself, or an alias of it
  builtin,      // a name of R, T, I that is not called. id: its Name
  dim_list,     // x.shape, or x.strides if flag. id: Value
  inspected,    // x.dtype. id: Value
  array,        // of numpy. id: index into arrays_
  file_symbol,  // n = tir.Var("n", "int64") around the functions: a symbol in each. id: index into file_symbols_
  done,         // a statement such as R.func_attr(...) that has had its effect
  unknown,      // a name of Python that is not evaluated: for `lookup` it does not exist
  // What only arguments are, see Arg.
  absent,   // of a parameter that is left out
  written,  // an expression of the text. id: its ExprId
  element,  // what `*t` stands for. begin: ExprId of t; size: the number of the element
  dict,     // of a call that no text holds; begin, size in items_: keys and values in turn
};

struct Item {
  union {
    int64_t integer;
    double real;
    uint32_t id;
    struct {
      uint32_t begin, size;
    };
  };
  Span span;
  What what = What::bad;
  bool flag = false;      // expr: pending; symbol: is a size variable
  bool deferred = false;  // made in a list or tuple of Python
  Item() : integer(0) {}
  explicit operator bool() const { return what != What::bad; }
  bool is(What w) const { return what == w; }
  bool is_pending() const { return what == What::expr && flag; }
  Value value() const { return Value(id); }
  Prim prim() const { return Prim(id); }
  StructInfo info() const { return StructInfo(id); }
  Name name() const { return Name(id); }
  Attr attr() const { return Attr(id); }
};

// An argument of a call: an expression of the text, which is evaluated where its parameter asks for it, since that
// order numbers the fresh names; or a value that is there already, of a call that no text holds.
struct Arg : private Item {
  Name key;  // of a keyword argument; its `written` is the keyword node, its span that of the value

  Arg() { what = What::absent; }
  Arg(const Item& value, Name key = {}) : Item(value), key(key) {}  // NOLINT: a value is an argument
  static Arg of(ExprId e, Span span, Name key = {}) {
    Arg arg;
    arg.what = What::written;
    arg.id = e.index;
    arg.span = span;
    arg.key = key;
    return arg;
  }
  static Arg element_of(ExprId whole, uint32_t number, Span span) {
    Arg arg;
    arg.what = What::element;
    arg.begin = whole.index;
    arg.size = number;
    arg.span = span;
    return arg;
  }
  using Item::is;
  using Item::span;
  explicit operator bool() const { return what != What::absent; }
  bool is_written() const { return what == What::written; }
  const Item& item() const { return *this; }  // the value, or what stands for it
};
static_assert(sizeof(Arg) == sizeof(Item));

// A call: the arguments by position and by keyword, in order.
struct CallSite {
  ExprId call;  // none if no text holds it
  Span span, callee;
  std::string_view name;  // of the callee, for messages
  std::span<const Arg> args;
};

inline bool is_zero(const PrimNode& n) {
  return (n.kind == PrimKind::int_imm && n.value == 0) || (n.kind == PrimKind::float_imm && n.real == 0);
}
inline std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

}  // namespace hammock::read
