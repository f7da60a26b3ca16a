// SPDX-License-Identifier: Apache-2.0
// Nests made by hand, run twice: as compiled, and by the interpreter that walks the points one by one.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "../loop/interpreter.h"
#include "choices.h"
#include "hammock/base/element.h"
#include "hammock/ir/context.h"
#include "hammock/loop/kernel.h"
#include "hammock/runtime/tensor.h"
#include "jit/kernel_compiler.h"

namespace hammock::jit {

inline std::vector<int64_t> dense(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

struct Maker {
  Context context;
  loop::LoweredKernel kernel;
  loop::Nest nest;

  PrimStore& p() { return context.prims; }
  uint32_t buffer(DType dtype, std::vector<int64_t> shape, bool is_output = false, std::vector<int64_t> strides = {}) {
    if (strides.empty()) strides = dense(shape);
    kernel.buffers.push_back({dtype, std::move(shape), std::move(strides), is_output});
    return static_cast<uint32_t>(kernel.buffers.size() - 1);
  }
  loop::Axis axis(int64_t extent) { return {p().var(context.strings.intern("i"), kInt64), extent}; }
  Prim load(uint32_t buffer, std::vector<Prim> index) { return p().load(buffer, kernel.buffers[buffer].dtype, index); }
  Prim call(const char* name, DType dtype, std::vector<Prim> args) {
    return p().call(context.strings.intern(name), dtype, args);
  }
  Prim select(Prim c, Prim a, Prim b) { return p().node(PrimKind::select, p()[a].dtype, c, a, b); }
  Prim cast(Prim a, DType to) { return p().node(PrimKind::cast, to, a); }
  Prim binary(PrimKind kind, Prim a, Prim b) {
    return p().node(kind, kind >= PrimKind::eq && kind <= PrimKind::logical_or ? kBool : p()[a].dtype, a, b);
  }
  void store(std::vector<loop::Axis> axes, uint32_t out, std::vector<Prim> index, Prim body) {
    loop::Stage s;
    s.axes = std::move(axes);
    s.body = body;
    s.out = out;
    s.index = std::move(index);
    nest.stages.push_back(std::move(s));
  }
  Prim reduce(std::vector<loop::Axis> axes, loop::Combine how, Prim body, Prim init) {
    loop::Stage s;
    s.axes = std::move(axes);
    s.combine = how;
    s.body = body;
    s.init = init;
    s.result = p().var(context.strings.intern("r"), p()[body].dtype);
    nest.stages.push_back(s);
    return s.result;
  }
  const loop::LoweredKernel& done() {
    kernel.body = nest;
    return kernel;
  }
};

// ---- running ----

// Elements that a buffer's view reaches, so that the memory is exactly as large: a read beyond it is for the sanitizer.
inline int64_t reach(const loop::Buffer& b) {
  int64_t n = 1;
  for (size_t d = 0; d < b.shape.size(); ++d) {
    if (b.shape[d] == 0) return 0;
    n += (b.shape[d] - 1) * b.strides[d];
  }
  return n;
}

inline Tensor filled(const loop::Buffer& buffer, uint64_t seed) {
  Tensor t = *Tensor::make(buffer.dtype, {reach(buffer)});
  generate::Choices random(seed);
  for (int64_t i = 0; i < t.elements(); ++i) {
    int64_t r = random.between(-1000, 1000);
    double real = static_cast<double>(r) / 250;
    if (buffer.is_output) real = 77, r = 1;
    if (t.dtype == kFloat32) t.as<float>()[i] = static_cast<float>(real);
    else if (t.dtype == kFloat64) t.as<double>()[i] = real;
    else if (t.dtype == kFloat16) t.as<uint16_t>()[i] = float_to_half(static_cast<float>(real));
    else if (t.dtype == kBfloat16) t.as<uint16_t>()[i] = float_to_bfloat(static_cast<float>(real));
    else if (t.dtype.is_boolean()) t.as<uint8_t>()[i] = r > 0;
    else std::memcpy(t.data.get() + i * t.dtype.bytes(), &r, static_cast<size_t>(t.dtype.bytes()));
  }
  return t;
}

inline std::vector<Tensor> copies(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> out;
  for (const Tensor& t : tensors) {
    out.push_back(*Tensor::make(t.dtype, t.shape));
    std::memcpy(out.back().data.get(), t.data.get(), static_cast<size_t>(t.bytes()));
  }
  return out;
}

inline void run_compiled(const Context& context, const loop::LoweredKernel& kernel, std::vector<Tensor>& data,
                         const Host& host, int threads) {
  ThreadPool pool(threads);
  KernelCompiler compiler(host, pool);
  CompileTimes times;
  const loop::LoweredKernel* kernels[] = {&kernel};
  const std::string texts[] = {loop::to_text(context, kernel)};
  auto compiled = compiler.compile(context, kernels, texts, times);
  REQUIRE_MESSAGE(compiled.ok(), (compiled.ok() ? std::string() : compiled.error().text));
  std::vector<void*> pointers;
  for (Tensor& t : data) pointers.push_back(t.data.get());
  Scratch scratch;
  (void)(*compiled)[0]->run({pointers.data(), nullptr, pool, scratch, kernel});
}

inline void interpret(const Context& context, const loop::LoweredKernel& kernel, std::vector<Tensor>& data) {
  std::vector<loop::Block> blocks;
  for (Tensor& t : data) blocks.push_back({t.data.get(), t.bytes()});
  std::optional<Error> error = loop::interpret(context, kernel, blocks);
  REQUIRE_MESSAGE(!error, (error ? error->text : std::string()));
}

inline void compare(const std::vector<Tensor>& got, const std::vector<Tensor>& expected, double tolerance) {
  for (size_t b = 0; b < got.size(); ++b) {
    int64_t wrong = 0, first = -1;
    for (int64_t i = 0; i < got[b].elements(); ++i) {
      double x = element_as_double(got[b], i), y = element_as_double(expected[b], i);
      bool same = got[b].dtype.is_integral() ? element_as_integer(got[b], i) == element_as_integer(expected[b], i)
                                             : x == y || (std::isnan(x) && std::isnan(y)) ||
                                                   std::fabs(x - y) <= tolerance * std::max(1.0, std::fabs(y));
      if (!same && wrong++ == 0) first = i;
    }
    CAPTURE(b);
    if (wrong != 0) {
      CAPTURE(first);
      CAPTURE(element_as_double(got[b], first));
      CAPTURE(element_as_double(expected[b], first));
      CHECK(wrong == 0);
    }
    CHECK(wrong == 0);
  }
}

inline std::vector<Host> hosts() { return {Host::native(), Host::named("x86-64-v3"), Host::named("x86-64")}; }

// On this machine and on lesser ones, against the interpreter.
inline void check(Maker& maker, double tolerance = 1e-6, std::vector<Tensor> data = {}) {
  const loop::LoweredKernel& kernel = maker.done();
  for (size_t i = data.size(); i < kernel.buffers.size(); ++i) data.push_back(filled(kernel.buffers[i], i + 1));
  std::vector<Tensor> expected = copies(data);
  interpret(maker.context, kernel, expected);
  for (const Host& host : hosts()) {
    CAPTURE(host.cpu);
    std::vector<Tensor> got = copies(data);
    run_compiled(maker.context, kernel, got, host, 2);
    compare(got, expected, tolerance);
  }
}

}  // namespace hammock::jit
