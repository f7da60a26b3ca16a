// SPDX-License-Identifier: Apache-2.0
// Kernels from text, recognised and run by the interpreter of the loop form, against the reference executor of kernels.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "choices.h"
#include "hammock/base/element.h"
#include "hammock/eval/kernel.h"
#include "hammock/loop/recognise.h"
#include "hammock/read/read.h"
#include "hammock/tir/kernel.h"
#include "interpreter.h"

namespace hammock::loop {

struct KernelScript {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  std::optional<Module> module;
  std::string errors;

  explicit KernelScript(std::string text) {
    auto source = std::make_shared<const Source>("test.py", std::move(text));
    Diagnostics diagnostics(source);
    module = read_module(source, context, diagnostics);
    if (!module) errors = render(diagnostics);
  }
};

// "nest(max, sum, store); contraction(window)".
inline std::string describe(const Recognised& r) {
  std::string out;
  for (const Recognised::Step& step : r.steps) {
    out += out.empty() ? "" : "; ";
    if (const auto* nest = std::get_if<Nest>(&step.kernel.body)) {
      std::string stages;
      for (const Stage& s : nest->stages)
        stages += std::string(stages.empty() ? "" : ", ") +
                  std::string(s.combine == Combine::none ? "store" : kCombineNames[static_cast<size_t>(s.combine)]);
      out += "nest(" + stages + ")";
    } else {
      const auto& c = std::get<Contraction>(step.kernel.body);
      out += c.window.is_plain ? "contraction" : "contraction(window)";
    }
  }
  return out;
}

inline std::optional<Error> run(const Context& context, const Recognised& r, std::span<const Tensor> params) {
  std::vector<Tensor> temporaries;
  for (const Recognised::Temporary& t : r.temporaries) {
    temporaries.push_back(*Tensor::make(t.dtype, t.shape));
    std::memset(temporaries.back().data.get(), 0xff, static_cast<size_t>(temporaries.back().bytes()));
  }
  for (const Recognised::Step& step : r.steps) {
    std::vector<Block> blocks;
    for (const Recognised::Argument& a : step.args) {
      const Tensor& t = a.is_temporary ? temporaries[a.number] : params[a.number];
      blocks.push_back({t.data.get(), t.bytes(), a.offset});
    }
    if (auto error = interpret(context, step.kernel, blocks)) return error;
  }
  return std::nullopt;
}

// Small numbers, halves for floats, so that sums are exact; bytes 0 and 1 for bools. Special floats are zeros of both
// signs, infinities and NaN.
inline void fill(const Tensor& t, generate::Choices& random, bool is_special = false) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kSpecial[] = {0.0, -0.0, -0.0, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()};
  for (int64_t i = 0; i < t.elements(); ++i) {
    const int64_t v = random.between(t.dtype.is_unsigned() ? 0 : -6, 6);
    if (is_special && t.dtype.is_any_float() && random.chance(25)) {
      const double special = kSpecial[random.between(0, 5)];
      if (t.dtype == kFloat32) t.as<float>()[i] = static_cast<float>(special);
      else if (t.dtype == kFloat64) t.as<double>()[i] = special;
      else if (t.dtype == kFloat16) t.as<uint16_t>()[i] = float_to_half(static_cast<float>(special));
      else if (t.dtype == kBfloat16) t.as<uint16_t>()[i] = float_to_bfloat(static_cast<float>(special));
    } else if (t.dtype == kFloat32) t.as<float>()[i] = static_cast<float>(v) / 2;
    else if (t.dtype == kFloat64) t.as<double>()[i] = static_cast<double>(v) / 2;
    else if (t.dtype.is_any_float()) t.as<uint16_t>()[i] = static_cast<uint16_t>(0x3c00 + 64 * (v + 6));
    else if (t.dtype.is_boolean()) t.as<uint8_t>()[i] = v > 0;
    else std::memcpy(t.data.get() + i * t.dtype.bytes(), &v, static_cast<size_t>(t.dtype.bytes()));
  }
}

inline std::string difference(const Tensor& got, const Tensor& want, double tolerance) {
  for (int64_t i = 0; i < want.elements(); ++i) {
    const bool is_float = want.dtype.is_any_float();
    const double a = is_float ? element_as_double(got, i) : 0, b = is_float ? element_as_double(want, i) : 0;
    const bool is_close = a == 0 && b == 0 ? std::signbit(a) == std::signbit(b)
                                           : a == b || std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
    const bool is_equal = is_float ? (std::isnan(a) && std::isnan(b)) || is_close
                                   : element_as_integer(got, i) == element_as_integer(want, i);
    if (!is_equal)
      return "element " + std::to_string(i) + " is " +
             (is_float ? std::to_string(a) : std::to_string(element_as_integer(got, i))) + ", expected " +
             (is_float ? std::to_string(b) : std::to_string(element_as_integer(want, i)));
  }
  return {};
}

struct Comparison {
  std::string form;   // what was recognised; empty: nothing
  std::string wrong;  // what differs
};

inline Comparison compare(const KernelScript& script, GlobalId id, uint64_t seed, double tolerance = 1e-5,
                          bool is_special = false) {
  const tir::Kernel* kernel = (*script.module)[id].kernel().get();
  Comparison out;
  std::optional<Recognised> r = recognise(*script.context, *kernel);
  if (!r) return out;
  out.form = describe(*r);
  generate::Choices random(seed);
  std::vector<Tensor> want, got;
  std::vector<RuntimeValue> args;
  for (const tir::Parameter& p : kernel->params) {
    const tir::Buffer& b = (*kernel)[p.buffer];
    std::vector<int64_t> shape;
    for (Prim d : b.shape) shape.push_back(*script.context->prims.constant(d));
    want.push_back(*Tensor::make(b.dtype, shape));
    fill(want.back(), random, is_special);
    got.push_back(*Tensor::make(b.dtype, shape));
    std::memcpy(got.back().data.get(), want.back().data.get(), static_cast<size_t>(want.back().bytes()));
    args.push_back({want.back()});
  }
  if (auto error = run(*script.context, *r, got)) {
    out.wrong = "the loop form: " + error->text;
    return out;
  }
  if (auto done = run_kernel(*script.module, id, args); !done) {
    out.wrong = "eval: " + done.error().text;
    return out;
  }
  for (size_t i = 0; i < want.size() && out.wrong.empty(); ++i) {
    out.wrong = difference(got[i], want[i], tolerance);
    if (!out.wrong.empty()) out.wrong = "parameter " + std::to_string(i) + ": " + out.wrong;
  }
  return out;
}

}  // namespace hammock::loop
