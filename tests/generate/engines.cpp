// SPDX-License-Identifier: Apache-2.0
#include "engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "hammock/base/hash.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/jit/executable.h"

namespace hammock::generate {
namespace {

constexpr double kMaxWork = 3e7;
constexpr double kFewUnits = 8, kNoise = 2, kMoreThanNoise = 64;  // the JIT sums in float32
constexpr int kNoisyRuns = 8;

void append_leaves(const RuntimeValue& value, std::vector<Tensor>& out) {
  if (const RuntimeTuple* fields = value.tuple()) {
    for (const RuntimeValue& field : *fields) append_leaves(field, out);
  } else if (const Tensor* tensor = value.tensor()) {
    out.push_back(*tensor);
  }
}
std::vector<Tensor> leaves_of(const RuntimeValue& value) {
  std::vector<Tensor> out;
  append_leaves(value, out);
  return out;
}

double last_place(DType dtype) {
  if (dtype == kBfloat16) return 0x1p-7;
  return dtype.bits == 16 ? 0x1p-10 : dtype.bits == 32 ? 0x1p-23 : 0x1p-52;
}

double smallest(DType dtype) {
  if (dtype == kBfloat16) return 0x1p-133;
  return dtype.bits == 16 ? 0x1p-24 : dtype.bits == 32 ? 0x1p-149 : 0x1p-1074;
}

double gap(const Tensor& a, const Tensor& b, int64_t i) {
  if (!a.dtype.is_any_float()) {
    int64_t x = element_as_integer(a, i), y = element_as_integer(b, i);
    return x == y ? 0 : std::max(1.0, std::fabs(static_cast<double>(x) - static_cast<double>(y)));
  }
  double x = element_as_double(a, i), y = element_as_double(b, i);
  if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
  return std::isfinite(x) && std::isfinite(y) ? std::fabs(x - y) : INFINITY;
}

double largest(const Tensor& t) {
  double most = 0;
  for (int64_t i = 0; i < t.elements(); ++i) {
    double x = std::fabs(element_as_double(t, i));
    if (std::isfinite(x)) most = std::max(most, x);
  }
  return most;
}

// Of the dtypes in which products narrower than their factors are summed: what those of the factors do not show.
double coarsest_product(const Module& module) {
  const Context& context = module.context();
  double most = 0;
  for (const GlobalFunction& global : module.functions) {
    const Function* fn = global.relax();
    for (uint32_t i = 0; fn && i < fn->size(); ++i) {
      const Node& node = (*fn)[Value(i)];
      if (node.kind != NodeKind::call_op || !has_trait(node.op, Contraction) || !context.infos.is_tensor(node.info)) continue;
      DType dtype = context.infos[node.info].dtype;
      if (dtype.is_any_float()) most = std::max(most, last_place(dtype));
    }
  }
  return most;
}

// The argument with its floats moved, by units of their last place or of `least`.
RuntimeValue moved(const RuntimeValue& value, double least, uint64_t key) {
  const Tensor* from = value.tensor();
  if (!from || !from->dtype.is_any_float()) return value;
  Result<Tensor> to = Tensor::make(from->dtype, from->shape);
  if (!to) return value;
  std::memcpy(to->data.get(), from->data.get(), static_cast<size_t>(from->bytes()));
  for (int64_t i = 0; i < from->elements(); ++i) {
    double away = static_cast<double>(hash_mix(key, static_cast<uint64_t>(i)) >> 11 & 0xffffffff) * 0x1p-31 - 1;
    double x = element_as_double(*from, i) * (1 + kNoise * away * std::max(least, last_place(from->dtype)));
    if (from->dtype == kFloat32) to->as<float>()[i] = static_cast<float>(x);
    else if (from->dtype == kFloat64) to->as<double>()[i] = x;
    else to->as<uint16_t>()[i] = from->dtype == kFloat16 ? float_to_half(static_cast<float>(x)) : float_to_bfloat(static_cast<float>(x));
  }
  return {std::move(*to)};
}

struct Suspect {
  size_t leaf;
  int64_t element;
  double gap;
};

std::string difference(const Module& module, GlobalId entry, const Sample& sample, const std::vector<Tensor>& expected, const std::vector<Tensor>& actual) {
  if (expected.size() != actual.size()) return fmt::format("{} tensors by eval, {} by the JIT", expected.size(), actual.size());
  std::vector<Suspect> suspects;
  for (size_t k = 0; k < expected.size(); ++k) {
    const Tensor &x = expected[k], &y = actual[k];
    if (x.dtype != y.dtype || x.shape != y.shape) {
      return fmt::format("result {} is {} {} by eval, {} {} by the JIT", k, shape_text(x.shape), to_string(x.dtype), shape_text(y.shape), to_string(y.dtype));
    }
    bool is_float = x.dtype.is_any_float();
    // Of the largest element: what cancels inside of one operator (gelu, a norm's shift) cancels like that.
    double allowed = is_float ? kFewUnits * std::max(last_place(x.dtype) * largest(x), smallest(x.dtype)) : 0;
    for (int64_t i = 0; i < x.elements(); ++i) {
      if (double g = gap(x, y, i); g > allowed) suspects.push_back({k, i, g});
    }
  }
  if (suspects.empty()) return {};
  std::vector<double> noise(suspects.size(), 0);
  const double coarsest = coarsest_product(module);
  for (uint64_t i = 0; i < kNoisyRuns; ++i) {
    EvalOptions options;
    options.noise = kNoise;
    options.noise_seed = i;
    std::vector<RuntimeValue> args;
    for (size_t a = 0; a < sample.args.size(); ++a) args.push_back(moved(sample.args[a], coarsest, hash_mix(i, a)));
    Result<RuntimeValue> noisy = evaluate(module, entry, args, options);
    if (!noisy) continue;
    std::vector<Tensor> leaves = leaves_of(*noisy);
    for (size_t s = 0; s < suspects.size() && leaves.size() == expected.size(); ++s) {
      const Tensor &x = expected[suspects[s].leaf], &y = leaves[suspects[s].leaf];
      if (x.shape == y.shape) noise[s] = std::max(noise[s], gap(x, y, suspects[s].element));
    }
  }
  for (size_t s = 0; s < suspects.size(); ++s) {
    const Suspect& found = suspects[s];
    const Tensor &x = expected[found.leaf], &y = actual[found.leaf];
    double factor = x.dtype.is_any_float() ? kMoreThanNoise : 2;
    if (found.gap <= factor * noise[s]) continue;
    return fmt::format("result {}, element {} of {} {}: {:.9g} by eval, {:.9g} by the JIT (noise moves it by {:.3g}, the largest is {:.3g}; {} suspects)", found.leaf, found.element,
                       shape_text(x.shape), to_string(x.dtype), element_as_double(x, found.element), element_as_double(y, found.element), noise[s], largest(x), suspects.size());
  }
  return {};
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

}  // namespace

std::string Engines::problem(const Module& module, uint64_t seed) {
  GlobalId entry(static_cast<uint32_t>(module.functions.size() - 1));
  std::unique_ptr<jit::Executable> executable;
  for (uint64_t run = 0; run < 2; ++run) {
    SampleStyle style;
    style.max_dim = seed % 4 == 0 ? 70 : 9;
    style.has_equal_dims = seed % 2 == 0;
    style.has_special_values = run == 1;
    Result<Sample> sample = sample_arguments(module, entry, 2 * seed + run, kMaxWork, style);
    auto skip = [&](std::string text) {
      ++skipped[without_digits(std::move(text))];
      return std::string();
    };
    if (!sample) return skip(sample.error().text);
    if (!executable || !sample->symbols.empty()) {
      jit::CompileOptions options;
      options.threads = 1 + static_cast<int>(seed % 2);
      for (const auto& [symbol, value] : sample->symbols) options.dims.emplace_back(module.context().text(module.context().prims[symbol].name()), value);
      auto compiled = jit::Executable::compile(module, entry, options);
      if (!compiled) {
        if (compiled.error().kind != Error::Kind::run) return skip(compiled.error().text);
        Result<RuntimeValue> value = evaluate(module, entry, sample->args);
        if (value) return fmt::format("arguments {}: eval gives a result, the JIT says: {}", sample->text, compiled.error().text);
        if (value.error().kind != Error::Kind::run) return skip(value.error().text);
        ++failed_alike;
        continue;
      }
      executable = std::move(*compiled);
    }
    Result<RuntimeValue> expected = evaluate(module, entry, sample->args);
    if (!expected && expected.error().kind != Error::Kind::run) return skip(expected.error().text);
    Result<RuntimeValue> actual = executable->run(sample->args);
    if (!actual && actual.error().kind != Error::Kind::run) return skip(actual.error().text);
    if (expected.ok() != actual.ok()) {
      return fmt::format("arguments {}: {}", sample->text, expected ? "eval gives a result, the JIT says: " + actual.error().text : "the JIT gives a result, eval says: " + expected.error().text);
    }
    if (!expected) {
      ++failed_alike;
      continue;
    }
    std::string text = difference(module, entry, *sample, leaves_of(*expected), leaves_of(*actual));
    if (!text.empty()) return fmt::format("run {}, arguments {}: {}", run, sample->text, text);
    ++agreed;
  }
  return {};
}

}  // namespace hammock::generate
