// SPDX-License-Identifier: Apache-2.0
// A function made by hand, its arguments, and the result of running what lower() makes of it.
#pragma once

#include <doctest/doctest.h>

#include <cstring>

#include "hammock/infer/infer.h"
#include "interpreter.h"

namespace hammock::loop {

struct Script {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Module module{context};
  Function fn{context};
  std::vector<Tensor> args;
  Diagnostics diagnostics;

  Script() {
    fn.add_lambda();
    fn.self().name = context->name("main");
    fn.self().body = fn.add_region();
    fn.body().blocks.push_back({true, {}});
  }

  Value param(std::vector<int64_t> shape, DType dtype = kFloat32) {
    std::vector<Prim> dims;
    for (int64_t d : shape) dims.push_back(context->prims.integer(d));
    Value p = fn.add_param(context->name("x"), context->infos.tensor(dims, dtype));
    fn.self().params.push_back(p);
    Tensor t = *Tensor::make(dtype, std::move(shape));
    for (int64_t i = 0; i < t.elements(); ++i) {
      int64_t v = (i * 7 + static_cast<int64_t>(args.size()) * 3) % 11 - 5;
      if (dtype == kFloat32) t.as<float>()[i] = static_cast<float>(v) / 4;
      else if (dtype == kInt8) t.as<int8_t>()[i] = static_cast<int8_t>(v);
      else if (dtype == kInt64) t.as<int64_t>()[i] = v < 0 ? -v : v;
    }
    args.push_back(std::move(t));
    return p;
  }
  void inputs(int64_t n) {
    fn.self().attrs = context->sorted_dict({{context->name("num_input"), context->attrs.integer(n)}});
  }
  Attr ints(std::initializer_list<int64_t> v) { return context->attrs.integers(std::vector<int64_t>(v)); }
  Value shape(std::initializer_list<int64_t> dims) {
    std::vector<Prim> prims;
    for (int64_t d : dims) prims.push_back(context->prims.integer(d));
    return fn.add_shape(prims);
  }
  Value real(float v) {
    Constant c{kFloat32, {}, std::vector<std::byte>(4)};
    std::memcpy(c.data.data(), &v, 4);
    return fn.add_constant(context->constant(std::move(c)));
  }
  Value call(Op op, std::initializer_list<Value> in,
             std::initializer_list<std::pair<std::string_view, Attr>> set = {}) {
    std::vector<std::pair<std::string_view, Attr>> list(set);
    std::vector<Value> args(in);
    return bind(make_call(fn, nullptr, op, args, default_attrs(*context, op, list), {}, &diagnostics));
  }
  // With the result's shape given: no inference.
  Value call_as(std::vector<int64_t> result, Op op, std::initializer_list<Value> in,
                std::initializer_list<std::pair<std::string_view, Attr>> set = {}) {
    std::vector<std::pair<std::string_view, Attr>> list(set);
    std::vector<Prim> dims;
    for (int64_t d : result) dims.push_back(context->prims.integer(d));
    std::vector<Value> args(in);
    return bind(fn.add_call(op, args, default_attrs(*context, op, list), context->infos.tensor(dims, kFloat32)));
  }
  Value bind(Value v) {
    REQUIRE_MESSAGE(static_cast<bool>(v), render(diagnostics));
    fn[v].name = context->name("lv");
    fn.body().blocks[0].bindings.push_back(v);
    return v;
  }

  Program program;
  std::vector<Tensor> results;
  void run(Value result) {
    fn.body().result = result;
    fn.self().ret = fn.info(result);
    std::vector<StructInfo> params;
    for (Value p : fn.self().params) params.push_back(fn.info(p));
    StructInfo info = context->infos.function(params, fn.self().ret, true);
    module.functions.push_back({context->name("main"), info, std::move(fn)});
    Result<Program> p = lower(module, GlobalId(0), {});
    REQUIRE_MESSAGE(p.ok(), p.error().text);
    program = std::move(*p);
    std::vector<RuntimeValue> values;
    for (const Tensor& t : args) values.push_back({t});
    Result<std::vector<Tensor>> r = interpret(*context, program, values);
    REQUIRE_MESSAGE(r.ok(), r.error().text);
    results = std::move(*r);
  }
  const float* arg(size_t n) const { return args[n].as<float>(); }
  float at(int64_t i) const { return results[0].as<float>()[i]; }
  const LoweredKernel& kernel(size_t step) const { return program.steps[step].kernel; }
};

}  // namespace hammock::loop
