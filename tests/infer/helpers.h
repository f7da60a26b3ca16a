// SPDX-License-Identifier: Apache-2.0
// Functions by hand for the tests of inference: parameters, calls, and the result as text.
#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <map>
#include <string>

#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/print/print.h"

namespace hammock {

struct Bench {
  std::shared_ptr<Context> cx = std::make_shared<Context>();
  Function fn{cx};
  Diagnostics diagnostics;
  std::map<std::string, Prim> symbols;
  int params = 0;

  Prim symbol(const std::string& name) {
    Prim& p = symbols[name];
    if (!p) p = cx->prims.var(cx->name(name));
    return p;
  }
  // A dim: a number or a symbol.
  struct Dim {
    std::string name;
    int64_t value = 0;
    Dim(int v) : value(v) {}
    Dim(const char* s) : name(s) {}
  };
  std::vector<Prim> dims(std::initializer_list<Dim> list) {
    std::vector<Prim> out;
    for (const Dim& d : list) out.push_back(d.name.empty() ? cx->prims.integer(d.value) : symbol(d.name));
    return out;
  }
  Value param(StructInfo info) { return fn.add_param(cx->name("p" + std::to_string(params++)), info); }
  Value tensor(std::initializer_list<Dim> shape, DType dtype = kFloat32) {
    return param(cx->infos.tensor(dims(shape), dtype));
  }
  Value ranked(int ndim, DType dtype = kFloat32) { return param(cx->infos.tensor_of_rank(ndim, dtype)); }
  Value shape(std::initializer_list<Dim> list) { return fn.add_shape(dims(list)); }
  Value number(int64_t v) { return fn.add_prim(cx->prims.integer(v)); }
  Value numbers(std::initializer_list<Dim> list) {
    std::vector<Value> fields;
    for (Prim p : dims(list)) fields.push_back(fn.add_prim(p));
    return fn.add_tuple(fields);
  }
  Attr ints(std::initializer_list<int64_t> values) { return cx->attrs.integers(std::vector<int64_t>(values)); }
  Attr integer(int64_t v) { return cx->attrs.integer(v); }
  Attr text(std::string_view s) { return cx->attrs.string(cx->name(s)); }

  using Attrs = std::initializer_list<std::pair<std::string_view, Attr>>;
  // Struct info of a call as it prints, or the first message.
  std::string infer(Op op, std::initializer_list<Value> args, Attrs attrs = {}) {
    std::vector<Value> operands(args);
    Diagnostics found;
    Attr record = default_attrs(*cx, op, std::vector<std::pair<std::string_view, Attr>>(attrs));
    StructInfo info = Infer(fn, nullptr, &found).call({op, operands, record, Attr(), Span()});
    if (info) return print(*cx, info);
    return found.all().empty() ? "nothing" : found.all().front().text;
  }
};

}  // namespace hammock
