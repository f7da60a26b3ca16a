// SPDX-License-Identifier: Apache-2.0
// Functions made by hand: parameters, bindings one after the other, a result.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "hammock/infer/infer.h"
#include "hammock/ir/module.h"

namespace hammock {

struct Builder {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Function fn{context};

  Builder() {
    LambdaId self = fn.add_lambda();
    fn[self].body = fn.add_region();
    fn[self].name = context->name("main");
  }
  StructInfo tensor(std::vector<Prim> dims) { return context->infos.tensor(dims, kFloat32); }
  StructInfo tensor(int64_t rows, int64_t columns) {
    return tensor({context->prims.integer(rows), context->prims.integer(columns)});
  }
  StructInfo tensor_of_rank() { return context->infos.tensor_of_rank(2, kFloat32); }
  Value param(std::string_view name, StructInfo info) {
    Value v = fn.add_param(context->name(name), info);
    fn.self().params.push_back(v);
    return v;
  }
  void block(bool is_dataflow) { fn.body().blocks.push_back({is_dataflow, {}}); }
  Value bind(std::string_view name, Value v, bool is_output = false) {
    fn[v].name = context->name(name);
    fn[v].is_output = is_output;
    fn.body().blocks.back().bindings.push_back(v);
    return v;
  }
  // A new node of a call, in no block.
  Value make(Op op, std::vector<Value> args) {
    Value v = make_call(fn, nullptr, op, args, default_attrs(*context, op), {}, nullptr);
    REQUIRE(static_cast<bool>(v));
    return v;
  }
  Value call(std::string_view name, Op op, std::vector<Value> args, bool is_output = false) {
    return bind(name, make(op, std::move(args)), is_output);
  }
  Value match_cast(std::string_view name, Value v, StructInfo to) { return bind(name, fn.add_match_cast(v, to)); }
  // The names of the bindings of the body, blocks separated by `|`.
  std::string names() const {
    std::string out;
    for (const Block& block : fn.body().blocks) {
      if (!out.empty()) out += " |";
      for (Value v : block.bindings) out += (out.empty() ? "" : " ") + std::string(context->text(fn[v].name));
    }
    return out;
  }
};

}  // namespace hammock
