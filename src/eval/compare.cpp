// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/runtime/indices.h"
#include "match.h"
#include "noise.h"
#include "work.h"

namespace hammock {
namespace {

constexpr double kFewUnits = 8;           // in the last place, that a difference may have without a closer look
constexpr double kUnitsOfExecutors = 16;  // the same of two executors: sums in blocks, functions of their own
constexpr double kNoise = 2;              // units in the last place
constexpr int kNoisyRuns = 6;
constexpr int kMaxPrints = 4096;        // of a run that are kept and compared
constexpr double kLargestExponent = 8;  // sums of its exp are numbers also in float16
constexpr int kFewestNoisyRuns = 3;     // of what takes long
constexpr int kMoreRounds = 4;          // where results have few bits
constexpr double kMoreThanNoise = 16;   // a difference may be so many times what noise changes
constexpr int64_t kAround = 8;          // elements of a row before and after one that have its noise

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
Result<std::vector<Leaf>> run(const Module& module, GlobalId entry, std::span<const RuntimeValue> args,
                              double noise = 0, uint64_t noise_seed = 0, bool has_noise_of_tiles = false,
                              bool has_noise_of_casts = false) {
  std::vector<Leaf> printed, leaves;
  EvalOptions options;
  // Some for each binding and many for loops: a comparison of what never ends is soon over.
  options.max_steps = INT64_C(1) << 20;
  for (const GlobalFunction& f : module.functions) {
    if (const Function* fn = f.relax()) options.max_steps += 4 * static_cast<int64_t>(fn->size());
  }
  options.max_kernel_steps = INT64_C(1) << 30;
  options.noise = noise;
  options.noise_seed = noise_seed;
  options.has_noise_of_tiles = has_noise_of_tiles;
  options.has_noise_of_casts = has_noise_of_casts;
  int prints = 0;
  options.print = [&](std::string_view, std::span<const RuntimeValue> values) {
    if (prints == kMaxPrints) return;
    for (const RuntimeValue& v : values) append_leaves(v, " of print " + std::to_string(prints), printed);
    ++prints;
  };
  Result<RuntimeValue> result = evaluate(module, entry, args, options);
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

// Below it numbers have no last place of their own.
double smallest(DType dtype) {
  if (dtype == kBfloat16) return 0x1p-133;
  return dtype.bits <= 16 ? 0x1p-24 : dtype.bits == 32 ? 0x1p-149 : 0x1p-1074;
}

double smallest_normal(DType dtype) { return dtype.is_integral() ? 0 : smallest(dtype) / last_place(dtype); }

bool is_number(double x) { return std::isfinite(x); }

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

// A difference that is more than a few units.
struct Suspect {
  size_t leaf;
  int64_t element;
  double gap;
};

void find_suspects(const Tensor& x, const Tensor& y, size_t leaf, double few_units, const GivenBounds& bounds,
                   std::vector<Suspect>& suspects) {
  double units = few_units * last_place(x.dtype), typical = -1;
  for (int64_t i = 0; i < x.elements(); ++i) {
    double g = gap(x, y, i);
    if (g == 0) continue;
    if (bounds.any()) {
      if (!(g <= bounds.absolute() + bounds.relative() * std::fabs(element_as_double(y, i))))
        suspects.push_back({leaf, i, g});
      continue;
    }
    if (typical < 0) typical = x.dtype.is_integral() ? 0 : reference::typical_magnitude(x);
    double least = x.dtype.is_integral() ? 0 : few_units * smallest(x.dtype);
    const bool is_close = std::isfinite(g) && g <= least + units * (std::fabs(element_as_double(x, i)) + typical);
    if (!is_close) suspects.push_back({leaf, i, g});
  }
}

// A sum of large terms overflows to one of the infinities, or to both of them and so to NaN, as the order has it; or
// `in_one` alone on its way to a number, and what it divides underflows.
void excuse_overflow(std::vector<Suspect>& suspects, const std::vector<Leaf>& x, const std::vector<Leaf>& y,
                     bool in_one = false) {
  std::erase_if(suspects, [&](const Suspect& s) {
    const Tensor &a = x[s.leaf].tensor, &b = y[s.leaf].tensor;
    const bool was_number = is_number(element_as_double(a, s.element)),
               is_now = is_number(element_as_double(b, s.element));
    return in_one ? !was_number || !is_now || s.gap < smallest_normal(a.dtype) : !was_number && !is_now;
  });
}

// How far the elements of one row around an element moved, on average.
double gap_around(const Tensor& a, const Tensor& b, int64_t element) {
  const int64_t columns = a.shape.empty() ? 1 : a.shape.back(), at = element % columns;
  double sum = 0, count = 0;
  for (int64_t k = std::max(-at, -kAround); k <= std::min(kAround, columns - 1 - at); ++k) {
    const double by = gap(a, b, element + k);
    if (std::isfinite(by)) sum += by, ++count;
  }
  return count > 0 ? sum / count : 0;
}

// Takes away the suspects that differ no more than noise explains, in either of the programs: run(program, noise, seed)
// runs it, exact[program] is what it gives without noise. `is_lower`: the last one rounds to fewer bits.
template <class Run>
void excuse_rounding(std::vector<Suspect>& suspects, std::span<const std::vector<Leaf>* const> exact, int runs,
                     bool is_lower, Run&& run) {
  std::vector<double> moved(suspects.size(), 0), around(suspects.size(), 0);
  std::vector<bool> overflows(suspects.size());
  int noisy_runs = 0;
  auto is_integral = [&](const Suspect& s) { return (*exact[0])[s.leaf].tensor.dtype.is_integral(); };
  auto is_whole = [&](const Suspect& s) {
    const double x = element_as_double((*exact[0])[s.leaf].tensor, s.element);
    return is_integral(s) || (x == std::trunc(x) && s.gap == std::trunc(s.gap));
  };
  auto measure = [&](double noise, bool whole_only, int begin, int end) {  // runs of each program
    for (int i = begin * static_cast<int>(exact.size()); i < end * static_cast<int>(exact.size()); ++i) {
      size_t program = static_cast<size_t>(i) % exact.size();
      Result<std::vector<Leaf>> noisy = run(program, noise, static_cast<uint64_t>(i));
      if (!noisy || noisy->size() != exact[program]->size()) continue;
      ++noisy_runs;
      for (size_t k = 0; k < suspects.size(); ++k) {
        if (whole_only && !is_whole(suspects[k])) continue;
        const Tensor &x = (*exact[program])[suspects[k].leaf].tensor, &y = (*noisy)[suspects[k].leaf].tensor;
        if (x.dtype != y.dtype) continue;
        // Where rounding decides how many elements there are (R.unique), it decides what stands at a place, too.
        const double by = x.shape == y.shape ? gap(x, y, suspects[k].element) : INFINITY;
        if (x.shape == y.shape && !std::isfinite(by)) overflows[k] = true;
        else moved[k] = std::max(moved[k], by);
        if (x.shape == y.shape && !is_integral(suspects[k]))
          around[k] = std::max(around[k], gap_around(x, y, suspects[k].element));
      }
    }
  };
  // Of n elements one moves in each run by less than a part n^(-1 / runs) of what it could.
  auto is_noise = [&](size_t k) {
    const double by = suspects[k].gap;
    if (is_integral(suspects[k])) return by <= 2 * moved[k];
    const double n = static_cast<double>((*exact[0])[suspects[k].leaf].tensor.elements());
    const double least = std::pow(n, -1.0 / std::max(1, noisy_runs));
    return by <= kMoreThanNoise * moved[k] ||
           (by * least <= kMoreThanNoise * moved[k] && by <= kMoreThanNoise * around[k]);
  };
  auto judge = [&] {
    size_t kept = 0;
    for (size_t k = 0; k < suspects.size(); ++k) {
      // A number among infinities is judged as a number.
      if ((!std::isfinite(suspects[k].gap) && overflows[k]) || is_noise(k)) continue;
      moved[kept] = moved[k];
      around[kept] = around[k];
      overflows[kept] = overflows[k];
      suspects[kept++] = suspects[k];
    }
    suspects.resize(kept);
  };
  measure(kNoise, false, 0, runs);
  judge();
  // What is rounded to few bits moves by the last of them or not at all: seldom, where it is one unit.
  if (is_lower && !suspects.empty()) {
    measure(kNoise, false, runs, kMoreRounds * runs);
    judge();
  }
  // What is rounded to an integer moves as a whole or not at all: seldom, where the noise is small.
  if (std::ranges::none_of(suspects, is_whole)) return;
  measure(4 * kNoise, true, 0, runs);
  judge();
}

std::string index_text(const Tensor& t, int64_t flat) {
  std::vector<int64_t> index = index_of(flat, t.shape);
  std::string text = "[";
  for (size_t d = 0; d < index.size(); ++d) text += (d ? ", " : "") + std::to_string(index[d]);
  return text + "]";
}

std::string element_text(const Tensor& t, int64_t i) {
  if (t.dtype.is_boolean()) return element_as_integer(t, i) ? "True" : "False";
  if (t.dtype.is_unsigned()) return std::to_string(static_cast<uint64_t>(element_as_integer(t, i)));
  if (t.dtype.is_integer()) return std::to_string(element_as_integer(t, i));
  double number = element_as_double(t, i);
  if (std::isnan(number)) return "nan";  // its sign is the machine's
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

std::string kind_text(const Tensor& t) { return shape_text(t.shape) + " " + to_string(t.dtype); }

// 1 / (1 + exp(x)) and its like come out finite where exp(x) overflows.
bool has_powers(const Function& fn) {
  return std::ranges::any_of(
      fn.nodes, [](const Node& node) { return node.kind == NodeKind::call_op && has_trait(node.op, Exponential); });
}

// The float of the largest last place that a call of an operator gives; void: none does.
DType coarsest_float(const Function& fn) {
  DType coarsest;
  const InfoStore& infos = fn.context().infos;
  auto look_at = [&](StructInfo info) {
    const DType dtype = infos[info].kind == InfoKind::tensor ? infos[info].dtype : DType();
    if (dtype.is_any_float() && last_place(dtype) > last_place(coarsest)) coarsest = dtype;
  };
  for (const Node& node : fn.nodes) {
    if (node.kind != NodeKind::call_op || !node.info) continue;
    if (infos[node.info].kind != InfoKind::tuple) look_at(node.info);
    else std::ranges::for_each(infos.fields(node.info), look_at);
  }
  return coarsest;
}

class Comparer {
 public:
  Comparer(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry,
           const CompareOptions& options)
      : before_(before), after_(after), before_entry_(before_entry), after_entry_(after_entry), options_(options) {}

  Comparison run() {
    double work = 0;
    SampleStyle style = options_.style;
    append_numbers(*before_[before_entry_].relax(), style.constants);
    append_numbers(*after_[after_entry_].relax(), style.constants);
    if (has_powers(*before_[before_entry_].relax()) || has_powers(*after_[after_entry_].relax()))
      style.largest = kLargestExponent;
    const DType old = coarsest_float(*before_[before_entry_].relax()),
                now = coarsest_float(*after_[after_entry_].relax());
    if (old.is_any_float() && last_place(now) > last_place(old)) out_.lower = now;
    for (int i = 0; i < options_.runs && !out_.differ; ++i) {
      uint64_t seed = options_.seed + static_cast<uint64_t>(i);
      style.numbers =
          options_.numbers.value_or(static_cast<Numbers>((seed + 3) % (options_.bounds.any() || out_.lower ? 2 : 4)));
      if (!options_.numbers) style.is_scaled = (seed - 1 + (seed - 1) / 4) % 2 == 0;
      Result<Sample> sample = sample_arguments(before_, before_entry_, seed, options_.max_work, style);
      if (!sample) {
        failed(sample.error().text);
        if (sample.error().kind == Error::Kind::unsupported) break;  // with every seed
        continue;
      }
      work += sample->work;
      if (work > options_.max_work) {
        char text[160];
        std::snprintf(text, sizeof text,
                      "a run takes about %.2g operations, and the bound is %.2g for all runs together", sample->work,
                      options_.max_work);
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
    out_.work += 2 * sample.work;
    Result<std::vector<Leaf>> a = hammock::run(before_, before_entry_, sample.args);
    if (!a) return failed("the run fails: " + a.error().text);
    Result<std::vector<Leaf>> b = hammock::run(after_, after_entry_, sample.args);
    if (!b && (b.error().kind == Error::Kind::unsupported || b.error().kind == Error::Kind::memory))
      return failed(b.error().text);
    if (!b) {
      out_.fails_now = true;
      return differ(sample, "a result before, but a failure now: " + b.error().text);
    }
    if (a->size() != b->size())
      return differ(sample, std::to_string(a->size()) + " tensors before, " + std::to_string(b->size()) + " now");
    std::vector<Suspect> suspects;
    for (size_t k = 0; k < a->size(); ++k) {
      const Tensor &x = (*a)[k].tensor, &y = (*b)[k].tensor;
      if (x.dtype != y.dtype || x.shape != y.shape)
        return differ(sample, "result" + (*a)[k].path + " is " + kind_text(x) + " before, " + kind_text(y) + " now");
      find_suspects(y, x, k, kFewUnits, options_.bounds, suspects);
    }
    if (sample.has_large || !options_.tells_infinity_from_nan) excuse_overflow(suspects, *a, *b, sample.has_large);
    if (!suspects.empty() && !options_.bounds.any()) {
      const std::vector<Leaf>* exact[] = {&*a, &*b};
      int runs =
          static_cast<int>(std::clamp<double>(options_.max_work / (2 * sample.work), kFewestNoisyRuns, kNoisyRuns));
      excuse_rounding(suspects, exact, runs, out_.lower.has_value(), [&](size_t program, double noise, uint64_t seed) {
        out_.work += sample.work;
        return program == 0
                   ? hammock::run(before_, before_entry_, sample.args, noise, seed)
                   : hammock::run(after_, after_entry_, sample.args, noise, seed, false, out_.lower.has_value());
      });
    }
    if (suspects.empty()) {
      ++out_.agreed;
      return;
    }
    const Suspect& first = suspects[0];
    const Tensor &x = (*a)[first.leaf].tensor, &y = (*b)[first.leaf].tensor;
    size_t in_leaf = 0;
    while (in_leaf < suspects.size() && suspects[in_leaf].leaf == first.leaf) ++in_leaf;
    std::string text = "result" + (*a)[first.leaf].path + index_text(x, first.element) + " is " +
                       element_text(x, first.element) + " before, " + element_text(y, first.element) + " now";
    if (in_leaf > 1)
      text += "; " + std::to_string(in_leaf) + " of " + std::to_string(x.elements()) + " elements differ";
    differ(sample, text);
  }

  const Module& before_;
  const Module& after_;
  GlobalId before_entry_, after_entry_;
  const CompareOptions& options_;
  uint64_t seed_ = 0;
  Comparison out_;
};

// ---- two executors

void append_remark(std::string& remark, const std::string& text) { remark += (remark.empty() ? "" : "; ") + text; }

// As where many layers overflow.
bool holds_no_number(const Tensor& t) {
  if (!t.dtype.is_any_float()) return false;
  for (int64_t i = 0; i < t.elements(); ++i) {
    if (is_number(element_as_double(t, i))) return false;
  }
  return t.elements() > 0;
}

// How far apart two executors may be, as a part of the largest element, where anything on the way is rounded to that.
double coarse_bound(DType dtype) {
  if (!dtype.is_any_float()) return 0;
  return dtype.bits <= 8 ? 0.25 : dtype == kBfloat16 ? 2e-2 : dtype.bits == 16 ? 4e-3 : dtype.bits == 32 ? 1e-4 : 1e-11;
}

double coarse_bound(const Module& module) {
  double coarsest = 0;
  for (const GlobalFunction& f : module.functions) {
    if (f.relax()) coarsest = std::max(coarsest, coarse_bound(coarsest_float(*f.relax())));
  }
  return coarsest;
}

double largest_magnitude(const Tensor& t) {
  double largest = 0;
  for (int64_t i = 0; i < t.elements(); ++i) {
    double x = std::fabs(element_as_double(t, i));
    if (is_number(x)) largest = std::max(largest, x);
  }
  return largest;
}

double work_of_run(const Module& module, GlobalId entry, std::span<const RuntimeValue> args) {
  if (!module[entry].relax()) {
    std::vector<std::vector<int64_t>> shapes;
    for (const RuntimeValue& a : args) shapes.push_back(a.tensor() ? a.tensor()->shape : std::vector<int64_t>());
    return reference::work_of_kernel(module, entry, shapes);
  }
  const Function& fn = *module[entry].relax();
  reference::Symbols symbols;
  for (size_t i = 0; i < args.size() && i < fn.self().params.size(); ++i)
    reference::bind_symbols(module.context(), fn.info(fn.self().params[i]), args[i], symbols);
  return reference::work_of(module, fn, symbols);
}

// "output 0: 3 of 64 elements differ by more than rounding explains; the first at [0, 1]: 1.5, expected 1.25"
std::string differences_text(const std::vector<Leaf>& actual, const std::vector<Leaf>& expected,
                             const std::vector<Suspect>& suspects, std::string_view by) {
  std::string text;
  for (size_t begin = 0, end = 0; begin < suspects.size(); begin = end) {
    const Suspect* largest = &suspects[begin];
    for (end = begin; end < suspects.size() && suspects[end].leaf == suspects[begin].leaf; ++end) {
      if (suspects[end].gap > largest->gap) largest = &suspects[end];
    }
    const Tensor &x = actual[suspects[begin].leaf].tensor, &y = expected[suspects[begin].leaf].tensor;
    auto at = [&](const Suspect& s) {
      return index_text(x, s.element) + ": " + element_text(x, s.element) + ", expected " + element_text(y, s.element);
    };
    text += "output " + std::to_string(suspects[begin].leaf) + ": " + std::to_string(end - begin) + " of " +
            std::to_string(x.elements()) + (x.elements() == 1 ? " element differs " : " elements differ ") +
            std::string(by) + "; the first at " + at(suspects[begin]);
    if (largest != &suspects[begin]) text += "; the largest at " + at(*largest);
    text += "\n";
  }
  return text;
}

// Has the output another shape where roundings are others, as R.unique of what is rounded has?
bool rounding_decides_shape(const Module& module, GlobalId entry, std::span<const RuntimeValue> args, size_t leaf,
                            const std::vector<int64_t>& shape, double max_work) {
  const double runs = std::min<double>(kNoisyRuns, max_work / std::max(1.0, work_of_run(module, entry, args)));
  for (int i = 0; i < static_cast<int>(runs); ++i) {
    const Result<std::vector<Leaf>> noisy = run(module, entry, args, kNoise, static_cast<uint64_t>(i));
    if (noisy && leaf < noisy->size() && (*noisy)[leaf].tensor.shape != shape) return true;
  }
  return false;
}

}  // namespace

Agreement compare_results(const Module& module, GlobalId entry, std::span<const RuntimeValue> args,
                          const RuntimeValue& actual, const RuntimeValue& expected, const GivenBounds& bounds,
                          double max_work) {
  Agreement out;
  std::vector<Leaf> x, y;
  append_leaves(actual, "", x);
  append_leaves(expected, "", y);
  if (x.size() != y.size()) {
    out.difference = std::to_string(x.size()) + " results, but " + std::to_string(y.size()) + " are expected\n";
    return out;
  }
  std::vector<Suspect> suspects;
  for (size_t k = 0; k < x.size(); ++k) {
    const Tensor &a = x[k].tensor, &b = y[k].tensor;
    if (a.dtype == b.dtype && a.shape != b.shape && !bounds.any() &&
        rounding_decides_shape(module, entry, args, k, b.shape, max_work)) {
      append_remark(out.remark,
                    "rounding decides the shape of output " + std::to_string(k) + ", which is not compared");
    } else if (a.dtype != b.dtype || a.shape != b.shape) {
      out.difference += "output " + std::to_string(k) + " is " + kind_text(a) + ", expected " + kind_text(b) + "\n";
    } else {
      find_suspects(a, b, k, kUnitsOfExecutors, bounds, suspects);
    }
  }
  if (!y.empty() && std::ranges::all_of(y, [](const Leaf& leaf) { return holds_no_number(leaf.tensor); }))
    append_remark(out.remark,
                  "nothing that was compared is finite, which tells little; smaller inputs tell more, as of "
                  "--fill='rand(std=he)'");
  if (!out.difference.empty() || suspects.empty()) return out;
  if (bounds.any()) {
    char by[80];
    std::snprintf(by, sizeof by, "(rtol=%.9g, atol=%.9g)", bounds.relative(), bounds.absolute());
    out.difference = differences_text(x, y, suspects, by);
    return out;
  }
  excuse_overflow(suspects, x, y);
  if (suspects.empty()) return out;
  double work = work_of_run(module, entry, args);
  int runs = static_cast<int>(std::min<double>(2 * kNoisyRuns, max_work / std::max(1.0, work)));
  if (runs >= kFewestNoisyRuns) {
    const std::vector<Leaf>* exact[] = {&y};
    excuse_rounding(suspects, exact, runs, false, [&](size_t, double noise, uint64_t seed) {
      Result<std::vector<Leaf>> leaves = run(module, entry, args, noise, seed, /*has_noise_of_tiles=*/true);
      if (leaves && leaves->size() > y.size()) leaves->resize(y.size());  // without what it printed
      return leaves;
    });
    out.difference = differences_text(x, y, suspects, "by more than rounding explains");
    return out;
  }
  double part = coarse_bound(module);
  std::vector<double> largest(x.size(), -1);
  std::erase_if(suspects, [&](const Suspect& s) {
    if (largest[s.leaf] < 0) largest[s.leaf] = largest_magnitude(y[s.leaf].tensor);
    return !y[s.leaf].tensor.dtype.is_integral() && s.gap <= part * largest[s.leaf];
  });
  char text[200];
  std::snprintf(text, sizeof text,
                "a run takes about %.2g operations, too many to run it again with noise; differences up to %g of an "
                "output's largest element pass for rounding",
                work, part);
  append_remark(out.remark, text);
  out.difference = differences_text(x, y, suspects, "by more than rounding explains");
  return out;
}

Comparison compare_by_running(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry,
                              const CompareOptions& options) {
  return Comparer(before, before_entry, after, after_entry, options).run();
}

}  // namespace hammock
