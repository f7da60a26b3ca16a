// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"

namespace hammock {
namespace {

constexpr double kFewUnits = 8;     // in the last place, that a difference may have without a closer look
constexpr double kNoise = 2;        // units in the last place
constexpr int kNoisyRuns = 6;
constexpr double kMoreThanNoise = 16;  // a difference may be so many times what noise changes

// A tensor of a result and where it stands there; numbers and shapes are tensors of 64-bit elements.
struct Leaf {
  std::string path;  // "", "[1]", "[1][0]"
  Tensor tensor;
};

template <class T>
Tensor tensor_of(DType dtype, std::vector<int64_t> shape, std::span<const T> elements) {
  Result<Tensor> made = Tensor::make(dtype, std::move(shape));
  HAMMOCK_CHECK(made.ok(), "no memory for a small tensor");
  std::copy(elements.begin(), elements.end(), made->as<T>());
  return std::move(*made);
}

// Values without numbers (functions, texts) are left out: they show in what is computed with them.
void append_leaves(const RuntimeValue& value, const std::string& path, std::vector<Leaf>& out) {
  if (const RuntimeTuple* fields = value.tuple()) {
    for (size_t i = 0; i < fields->size(); ++i) append_leaves((*fields)[i], path + "[" + std::to_string(i) + "]", out);
  } else if (const Tensor* tensor = value.tensor()) {
    out.push_back({path, *tensor});
  } else if (auto* shape = std::get_if<RuntimeShape>(&value.v)) {
    out.push_back({path, tensor_of<int64_t>(kInt64, {static_cast<int64_t>(shape->size())}, *shape)});
  } else if (auto* integer = std::get_if<int64_t>(&value.v)) {
    out.push_back({path, tensor_of<int64_t>(kInt64, {}, std::span(integer, 1))});
  } else if (auto* real = std::get_if<double>(&value.v)) {
    out.push_back({path, tensor_of<double>(kFloat64, {}, std::span(real, 1))});
  }
}

// What a run gave: its result, then what it printed.
Result<std::vector<Leaf>> run(const Module& module, GlobalId entry, const Sample& sample, double noise = 0, uint64_t noise_seed = 0) {
  std::vector<Leaf> printed, leaves;
  EvalOptions options;
  options.max_steps = INT64_C(1) << 26;
  options.noise = noise;
  options.noise_seed = noise_seed;
  int prints = 0;
  options.print = [&](std::string_view, std::span<const RuntimeValue> values) {
    for (const RuntimeValue& v : values) append_leaves(v, " of print " + std::to_string(prints), printed);
    ++prints;
  };
  Result<RuntimeValue> result = evaluate(module, entry, sample.args, options);
  if (!result) return result.error();
  append_leaves(*result, "", leaves);
  std::move(printed.begin(), printed.end(), std::back_inserter(leaves));
  return leaves;
}

double last_place(DType dtype) {
  switch (dtype.code) {
    case DType::Code::floating: return dtype.bits == 16 ? 0x1p-10 : dtype.bits == 32 ? 0x1p-23 : 0x1p-52;
    case DType::Code::bfloat: return 0x1p-7;
    case DType::Code::e4m3: return 0x1p-3;
    case DType::Code::e5m2: return 0x1p-2;
    default: return 0;
  }
}

bool is_number(double x) { return std::isfinite(x); }

// The middle one of the magnitudes: a few huge elements do not hide the others.
double typical_magnitude(const Tensor& t) {
  std::vector<double> magnitudes;
  for (int64_t i = 0; i < t.elements(); ++i) {
    double x = std::fabs(element_as_double(t, i));
    if (is_number(x)) magnitudes.push_back(x);
  }
  if (magnitudes.empty()) return 0;
  auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
  std::nth_element(magnitudes.begin(), middle, magnitudes.end());
  return *middle;
}

// |a - b|; 0 for two NaN or equal infinities, infinite if only one is.
double gap(const Tensor& a, const Tensor& b, int64_t i) {
  if (a.dtype.is_integral()) {
    int64_t x = element_as_integer(a, i), y = element_as_integer(b, i);
    return x == y ? 0 : std::max(1.0, std::fabs(static_cast<double>(x) - static_cast<double>(y)));
  }
  double x = element_as_double(a, i), y = element_as_double(b, i);
  if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
  return is_number(x) && is_number(y) ? std::fabs(x - y) : INFINITY;
}

struct Suspect {
  size_t leaf;
  int64_t element;
  double gap;
};

std::string index_text(const Tensor& t, int64_t flat) {
  std::vector<int64_t> index(t.shape.size());
  for (size_t d = t.shape.size(); d-- > 0;) {
    index[d] = flat % t.shape[d];
    flat /= t.shape[d];
  }
  std::string text = "[";
  for (size_t d = 0; d < index.size(); ++d) text += (d ? ", " : "") + std::to_string(index[d]);
  return text + "]";
}

std::string element_text(const Tensor& t, int64_t i) {
  if (t.dtype.is_boolean()) return element_as_integer(t, i) ? "True" : "False";
  if (t.dtype.is_unsigned()) return std::to_string(static_cast<uint64_t>(element_as_integer(t, i)));
  if (t.dtype.is_integer()) return std::to_string(element_as_integer(t, i));
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", element_as_double(t, i));
  return text;
}

std::string kind_text(const Tensor& t) { return shape_text(t.shape) + " " + to_string(t.dtype); }

class Comparer {
 public:
  Comparer(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry, const CompareOptions& options)
      : before_(before), after_(after), before_entry_(before_entry), after_entry_(after_entry), options_(options) {}

  Comparison run() {
    double work = 0;
    for (int i = 0; i < options_.runs && !out_.differ; ++i) {
      uint64_t seed = options_.seed + static_cast<uint64_t>(i);
      Result<Sample> sample = sample_arguments(before_, before_entry_, seed, options_.max_work);
      if (!sample) {
        failed(sample.error().text);
        if (sample.error().kind == Error::Kind::unsupported) break;  // with every seed
        continue;
      }
      work += sample->work;
      if (work > options_.max_work) {
        char text[160];
        std::snprintf(text, sizeof text, "a run takes about %.2g operations, and the bound is %.2g for all runs together", sample->work, options_.max_work);
        out_.skipped = text;
        break;
      }
      seed_ = seed;
      compare(*sample);
    }
    return std::move(out_);
  }

 private:
  void failed(const std::string& text) {
    ++out_.failed;
    if (out_.skipped.empty()) out_.skipped = text;
  }
  void differ(const Sample& sample, std::string text) {
    out_.differ = true;
    out_.difference = std::move(text);
    out_.seed = seed_;
    out_.arguments = sample.text;
  }

  void compare(const Sample& sample) {
    Result<std::vector<Leaf>> a = hammock::run(before_, before_entry_, sample);
    if (!a) return failed("the run fails: " + a.error().text);
    Result<std::vector<Leaf>> b = hammock::run(after_, after_entry_, sample);
    if (!b && (b.error().kind == Error::Kind::unsupported || b.error().kind == Error::Kind::memory)) return failed(b.error().text);
    if (!b) {
      out_.fails_now = true;
      return differ(sample, "a result before, but a failure now: " + b.error().text);
    }
    if (a->size() != b->size()) return differ(sample, std::to_string(a->size()) + " tensors before, " + std::to_string(b->size()) + " now");
    std::vector<Suspect> suspects;
    for (size_t k = 0; k < a->size(); ++k) {
      const Tensor &x = (*a)[k].tensor, &y = (*b)[k].tensor;
      if (x.dtype != y.dtype || x.shape != y.shape) return differ(sample, "result" + (*a)[k].path + " is " + kind_text(x) + " before, " + kind_text(y) + " now");
      compare(x, y, k, suspects);
    }
    if (!suspects.empty()) excuse_rounding(sample, *a, suspects);
    if (suspects.empty()) {
      ++out_.agreed;
      return;
    }
    const Suspect& first = suspects[0];
    const Tensor &x = (*a)[first.leaf].tensor, &y = (*b)[first.leaf].tensor;
    size_t in_leaf = 0;
    while (in_leaf < suspects.size() && suspects[in_leaf].leaf == first.leaf) ++in_leaf;
    std::string text = "result" + (*a)[first.leaf].path + index_text(x, first.element) + " is " + element_text(x, first.element) + " before, " + element_text(y, first.element) + " now";
    if (in_leaf > 1) text += "; " + std::to_string(in_leaf) + " of " + std::to_string(x.elements()) + " elements differ";
    differ(sample, text);
  }

  static void compare(const Tensor& x, const Tensor& y, size_t leaf, std::vector<Suspect>& suspects) {
    double units = kFewUnits * last_place(x.dtype), typical = -1;
    for (int64_t i = 0; i < x.elements(); ++i) {
      double g = gap(x, y, i);
      if (g == 0) continue;
      if (typical < 0) typical = x.dtype.is_integral() ? 0 : typical_magnitude(x);
      if (g > units * (std::fabs(element_as_double(x, i)) + typical)) suspects.push_back({leaf, i, g});
    }
  }

  // Takes away the suspects that differ no more than noise explains, in either program.
  void excuse_rounding(const Sample& sample, const std::vector<Leaf>& exact_before, std::vector<Suspect>& suspects) {
    std::vector<double> moved(suspects.size(), 0);
    Result<std::vector<Leaf>> exact_after = hammock::run(after_, after_entry_, sample);
    for (int i = 0; i < 2 * kNoisyRuns; ++i) {
      bool is_before = i % 2 == 0;
      Result<std::vector<Leaf>> noisy =
          is_before ? hammock::run(before_, before_entry_, sample, kNoise, static_cast<uint64_t>(i)) : hammock::run(after_, after_entry_, sample, kNoise, static_cast<uint64_t>(i));
      const std::vector<Leaf>& exact = is_before ? exact_before : *exact_after;
      if (!noisy || noisy->size() != exact.size()) continue;
      for (size_t k = 0; k < suspects.size(); ++k) {
        const Tensor &x = exact[suspects[k].leaf].tensor, &y = (*noisy)[suspects[k].leaf].tensor;
        if (x.dtype == y.dtype && x.shape == y.shape) moved[k] = std::max(moved[k], gap(x, y, suspects[k].element));
      }
    }
    size_t kept = 0;
    for (size_t k = 0; k < suspects.size(); ++k) {
      double factor = exact_before[suspects[k].leaf].tensor.dtype.is_integral() ? 2 : kMoreThanNoise;
      if (suspects[k].gap > factor * moved[k]) suspects[kept++] = suspects[k];
    }
    suspects.resize(kept);
  }

  const Module& before_;
  const Module& after_;
  GlobalId before_entry_, after_entry_;
  const CompareOptions& options_;
  uint64_t seed_ = 0;
  Comparison out_;
};

}  // namespace

Comparison compare_by_running(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry, const CompareOptions& options) {
  return Comparer(before, before_entry, after, after_entry, options).run();
}

}  // namespace hammock
