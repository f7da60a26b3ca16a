// SPDX-License-Identifier: Apache-2.0
// Nests made by hand, run twice: as compiled, and by an interpreter that walks the points one by one.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

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
  loop::Kernel kernel;
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
  const loop::Kernel& done() {
    kernel.body = nest;
    return kernel;
  }
};

// ---- the interpreter: every value a double, or an int64_t for integers and booleans ----

struct Number {
  double real = 0;
  int64_t whole = 0;
};

class Interpreter {
 public:
  Interpreter(const Context& context, const loop::Kernel& kernel, std::vector<Tensor>& data)
      : context_(context), kernel_(kernel), data_(data) {}

  void run() {
    const auto& nest = std::get<loop::Nest>(kernel_.body);
    sweep(nest.outer, 0, [&] {
      for (const loop::Stage& s : nest.stages) stage(s);
    });
  }

 private:
  using Vars = std::unordered_map<uint32_t, Number>;

  void sweep(const std::vector<loop::Axis>& axes, size_t at, const std::function<void()>& body) {
    if (at == axes.size()) return body();
    for (int64_t i = 0; i < axes[at].extent; ++i) {
      vars_[axes[at].var.index] = {static_cast<double>(i), i};
      sweep(axes, at + 1, body);
    }
  }

  void stage(const loop::Stage& s) {
    DType dtype = context_.prims[s.body].dtype;
    if (s.combine == loop::Combine::none) {
      sweep(s.axes, 0, [&] { write(s.out, s.index, eval(s.body)); });
      return;
    }
    Number sum = eval(s.init);
    sweep(s.axes, 0, [&] {
      Number v = eval(s.body);
      bool is_float = dtype.is_any_float();
      if (s.combine == loop::Combine::sum) {
        sum.real += v.real;
        sum.whole =
            wrap(static_cast<int64_t>(static_cast<uint64_t>(sum.whole) + static_cast<uint64_t>(v.whole)), dtype);
      } else {
        bool better = s.combine == loop::Combine::max ? (is_float ? v.real > sum.real : v.whole > sum.whole)
                                                      : (is_float ? v.real < sum.real : v.whole < sum.whole);
        if (better || std::isnan(v.real)) sum = v;
      }
    });
    vars_[s.result.index] = sum;
  }

  int64_t place(uint32_t buffer, std::span<const Prim> index) {
    const loop::Buffer& b = kernel_.buffers[buffer];
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      int64_t i = eval(index[d]).whole;
      CHECK(i >= 0);
      CHECK(i < b.shape[d]);
      at += i * b.strides[d];
    }
    return at;
  }

  void write(uint32_t buffer, std::span<const Prim> index, Number value) {
    int64_t at = place(buffer, index);
    Tensor& t = data_[buffer];
    if (t.dtype == kFloat32) t.as<float>()[at] = static_cast<float>(value.real);
    else if (t.dtype == kFloat64) t.as<double>()[at] = value.real;
    else if (t.dtype == kFloat16) t.as<uint16_t>()[at] = float_to_half(static_cast<float>(value.real));
    else if (t.dtype == kBfloat16) t.as<uint16_t>()[at] = float_to_bfloat(static_cast<float>(value.real));
    else std::memcpy(t.data.get() + at * t.dtype.bytes(), &value.whole, static_cast<size_t>(t.dtype.bytes()));
  }

  static int64_t wrap(int64_t v, DType dtype) {
    if (dtype.is_boolean()) return v != 0;
    if (dtype.bits >= 64 || !dtype.is_integral()) return v;
    int shift = 64 - dtype.bits;
    auto bits = static_cast<uint64_t>(v) << shift;
    return dtype.is_unsigned() ? static_cast<int64_t>(bits >> shift) : static_cast<int64_t>(bits) >> shift;
  }

  static double narrow(double v, DType dtype) {
    if (dtype == kFloat32) return static_cast<float>(v);
    if (dtype == kFloat16) return half_to_float(float_to_half(static_cast<float>(v)));
    if (dtype == kBfloat16) return bfloat_to_float(float_to_bfloat(static_cast<float>(v)));
    return v;
  }

  Number eval(Prim e) {
    const PrimStore& p = context_.prims;
    const PrimNode& n = p[e];
    DType d = n.dtype;
    auto whole = [&](int64_t v) { return Number{static_cast<double>(v), wrap(v, d)}; };
    auto real = [&](double v) { return Number{narrow(v, d), 0}; };
    switch (n.kind) {
      case PrimKind::int_imm: return {static_cast<double>(n.value), n.value};
      case PrimKind::float_imm: return real(n.real);
      case PrimKind::var: return vars_.at(e.index);
      case PrimKind::select: return eval(n.lhs()).whole ? eval(n.rhs()) : eval(Prim(n.c));
      case PrimKind::load: {
        int64_t at = place(n.c, p.call_args(e));
        const Tensor& t = data_[n.c];
        if (t.dtype.is_integral()) return whole(element_as_integer(t, at));
        return {element_as_double(t, at), 0};
      }
      case PrimKind::cast: {
        Number v = eval(n.lhs());
        DType from = p[n.lhs()].dtype;
        if (d.is_boolean()) return whole(from.is_integral() ? v.whole != 0 : v.real != 0);
        if (d.is_integral()) return whole(from.is_integral() ? v.whole : static_cast<int64_t>(v.real));
        return real(from.is_integral()
                        ? (from == DType::unsigned_integer(64) ? static_cast<double>(static_cast<uint64_t>(v.whole))
                                                               : static_cast<double>(v.whole))
                        : v.real);
      }
      case PrimKind::call: {
        double x = eval(p.call_args(e)[0]).real;
        double y = p.call_args(e).size() > 1 ? eval(p.call_args(e)[1]).real : 0;
        std::string_view name = context_.text(n.name());
        if (name == "exp") return real(std::exp(x));
        if (name == "log") return real(std::log(x));
        if (name == "erf") return real(std::erf(x));
        if (name == "tanh") return real(std::tanh(x));
        if (name == "sigmoid") return real(1 / (1 + std::exp(-x)));
        if (name == "sqrt") return real(std::sqrt(x));
        if (name == "rsqrt") return real(1 / std::sqrt(x));
        if (name == "round") return real(std::round(x));
        if (name == "floor") return real(std::floor(x));
        if (name == "fabs") return real(std::fabs(x));
        if (name == "pow") return real(std::pow(x, y));
        FAIL("no such intrinsic");
        return {};
      }
      default: break;
    }
    Number a = eval(n.lhs()), b = n.rhs() ? eval(n.rhs()) : Number();
    bool f = p[n.lhs()].dtype.is_any_float();
    auto floor_div = [](int64_t x, int64_t y) { return y == 0 ? 0 : x / y - (x % y != 0 && (x < 0) != (y < 0)); };
    switch (n.kind) {
      case PrimKind::add:
        return f ? real(a.real + b.real)
                 : whole(static_cast<int64_t>(static_cast<uint64_t>(a.whole) + static_cast<uint64_t>(b.whole)));
      case PrimKind::sub:
        return f ? real(a.real - b.real)
                 : whole(static_cast<int64_t>(static_cast<uint64_t>(a.whole) - static_cast<uint64_t>(b.whole)));
      case PrimKind::mul:
        return f ? real(a.real * b.real)
                 : whole(static_cast<int64_t>(static_cast<uint64_t>(a.whole) * static_cast<uint64_t>(b.whole)));
      case PrimKind::div: return f ? real(a.real / b.real) : whole(b.whole == 0 ? 0 : a.whole / b.whole);
      case PrimKind::mod: return whole(b.whole == 0 ? 0 : a.whole % b.whole);
      case PrimKind::floordiv: return whole(floor_div(a.whole, b.whole));
      case PrimKind::floormod: return whole(b.whole == 0 ? 0 : a.whole - floor_div(a.whole, b.whole) * b.whole);
      case PrimKind::min: return f ? (a.real < b.real || std::isnan(a.real) ? a : b) : (a.whole < b.whole ? a : b);
      case PrimKind::max: return f ? (a.real > b.real || std::isnan(a.real) ? a : b) : (a.whole > b.whole ? a : b);
      case PrimKind::eq: return whole(f ? a.real == b.real : a.whole == b.whole);
      case PrimKind::ne: return whole(f ? a.real != b.real : a.whole != b.whole);
      case PrimKind::lt: return whole(f ? a.real < b.real : a.whole < b.whole);
      case PrimKind::le: return whole(f ? a.real <= b.real : a.whole <= b.whole);
      case PrimKind::gt: return whole(f ? a.real > b.real : a.whole > b.whole);
      case PrimKind::ge: return whole(f ? a.real >= b.real : a.whole >= b.whole);
      case PrimKind::logical_and: return whole(a.whole && b.whole);
      case PrimKind::logical_or: return whole(a.whole || b.whole);
      case PrimKind::logical_not: return whole(!a.whole);
      default: FAIL("no such expression"); return {};
    }
  }

  const Context& context_;
  const loop::Kernel& kernel_;
  std::vector<Tensor>& data_;
  Vars vars_;
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
  std::mt19937_64 random(seed);
  for (int64_t i = 0; i < t.elements(); ++i) {
    auto r = static_cast<int64_t>(random() % 2001) - 1000;
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

inline void run_compiled(const Context& context, const loop::Kernel& kernel, std::vector<Tensor>& data,
                         const Host& host, int threads) {
  ThreadPool pool(threads);
  auto compiler = KernelCompiler::make(host, pool);
  REQUIRE_MESSAGE(compiler.ok(), (compiler.ok() ? std::string() : compiler.error().text));
  CompileTimes times;
  const loop::Kernel* kernels[] = {&kernel};
  auto compiled = (*compiler)->compile(context, kernels, times);
  REQUIRE_MESSAGE(compiled.ok(), (compiled.ok() ? std::string() : compiled.error().text));
  std::vector<void*> pointers;
  for (Tensor& t : data) pointers.push_back(t.data.get());
  Scratch scratch;
  (*compiled)[0]->run({pointers.data(), nullptr, pool, scratch});
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
  const loop::Kernel& kernel = maker.done();
  for (size_t i = data.size(); i < kernel.buffers.size(); ++i) data.push_back(filled(kernel.buffers[i], i + 1));
  std::vector<Tensor> expected = copies(data);
  Interpreter(maker.context, kernel, expected).run();
  for (const Host& host : hosts()) {
    CAPTURE(host.cpu);
    std::vector<Tensor> got = copies(data);
    run_compiled(maker.context, kernel, got, host, 2);
    compare(got, expected, tolerance);
  }
}

}  // namespace hammock::jit
