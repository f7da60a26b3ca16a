// SPDX-License-Identifier: Apache-2.0
// Sorts that write into their outputs, and the choice of an index by its probability.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "host.h"
#include "kernel_interpreter.h"
#include "sorted_lines.h"

namespace hammock::reference::host {
namespace {

std::string text_of(const Tensor& t) { return shape_text(t.shape) + " " + to_string(t.dtype); }

// A call of a sort: what stands behind the outputs.
struct Sorting {
  const Tensor& x;
  size_t axis;
  bool descending;

  Lines lines() const { return {x.shape, axis}; }

  // For every element of the first `keep` of the sorted lines its place in its line.
  Result<std::vector<int64_t>> places(int64_t keep) const {
    const Lines l = lines();
    std::vector<int64_t> out(static_cast<size_t>(l.outer * keep * l.inner));
    const bool is_known = for_element(x.dtype, [&]<class T>(Tag<T>) {
      for_each_sorted_line<T>(x, l, descending, [&](int64_t o, int64_t i, const T*, const std::vector<int64_t>& order) {
        for (int64_t k = 0; k < keep; ++k)
          out[static_cast<size_t>((o * keep + k) * l.inner + i)] = order[static_cast<size_t>(k)];
      });
    });
    if (!is_known) return Error{Error::Kind::unsupported, "dtype " + to_string(x.dtype) + " is not supported", {}};
    return out;
  }

  Dims shape(int64_t keep) const {
    Dims out = x.shape;
    out[axis] = keep;
    return out;
  }
};

// axis and is_ascend, from argument `at` on.
Result<Sorting> sorting(Args args, size_t at, bool has_type_between = false) {
  const Tensor* x = tensor(args, 0);
  const int64_t *axis = number(args, at), *is_ascend = number(args, at + 1 + (has_type_between ? 1 : 0));
  if (!x || !axis || !is_ascend) return wrong("a tensor, an axis and whether the order ascends are expected");
  const std::optional<size_t> normal = normal_axis(*axis, x->shape.size());
  if (!normal)
    return wrong("axis " + std::to_string(*axis) + " of a tensor of rank " + std::to_string(x->shape.size()));
  return Sorting{*x, *normal, *is_ascend == 0};
}

std::optional<Error> wrong_output(const Tensor* out, const Dims& shape, std::optional<DType> dtype) {
  if (!out) return wrong("an output is no tensor");
  const bool is_number = for_element(out->dtype, [](auto) {});
  if (out->shape == shape && (dtype ? out->dtype == *dtype : is_number)) return std::nullopt;
  return wrong("the output is " + text_of(*out) + ", expected " + shape_text(shape) +
               (dtype ? " " + to_string(*dtype) : " of numbers"));
}

// The output may be the input.
void write_values(const Sorting& s, std::span<const int64_t> places, int64_t keep, const Tensor& out) {
  const Tensor x = s.x.data == out.data ? copied(s.x) : s.x;
  const Lines l = s.lines();
  for_element(x.dtype, [&]<class T>(Tag<T>) {
    for (size_t at = 0; at < places.size(); ++at) {
      const int64_t flat = static_cast<int64_t>(at), o = flat / (keep * l.inner), i = flat % l.inner;
      out.as<T>()[at] = x.as<T>()[(o * l.length + places[at]) * l.inner + i];
    }
  });
}

void write_places(std::span<const int64_t> places, const Tensor& out) {
  for_element(out.dtype, [&]<class T>(Tag<T>) {
    for (size_t at = 0; at < places.size(); ++at) out.as<T>()[at] = convert<T>(places[at]);
  });
}

// Numbers of one row, and a number that chooses among them.
Result<std::span<const float>> row_of(Args args, std::string_view what) {
  const Tensor* x = tensor(args, 0);
  const bool is_row =
      x && x->dtype == kFloat32 && !x->shape.empty() && x->shape.back() > 0 && x->elements() == x->shape.back();
  if (!is_row) return wrong("one row of float32 " + std::string(what) + " is expected");
  return std::span(x->as<const float>(), static_cast<size_t>(x->shape.back()));
}

std::optional<double> real(Args args, size_t i) {
  if (const int64_t* whole = number(args, i)) return static_cast<double>(*whole);
  const double* value = i < args.size() ? std::get_if<double>(&args[i].v) : nullptr;
  return value ? std::optional(*value) : std::nullopt;
}

struct Weighed {
  float weight;
  int64_t index;
};

std::vector<Weighed> largest_first(std::span<const float> row) {
  std::vector<Weighed> out;
  out.reserve(row.size());
  for (size_t i = 0; i < row.size(); ++i) out.push_back({row[i], static_cast<int64_t>(i)});
  std::ranges::stable_sort(out, [](const Weighed& a, const Weighed& b) {
    return before(a.weight, b.weight, true) && !(is_nan(a.weight) && is_nan(b.weight));
  });
  return out;
}

// Among the most probable that together have `top_p` at least: the first up to which they have more than `uniform` of
// what these have. `sorted` sums to `total`.
int64_t chosen(std::span<const Weighed> sorted, float total, double top_p, double uniform) {
  float sum = 0, kept = 0;
  std::vector<float> sums;
  for (const Weighed& w : sorted) {
    const float probability = w.weight / total;
    if (sum < top_p) kept += probability;
    sum += probability;
    sums.push_back(sum);
  }
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (uniform < sums[i] / kept) return sorted[i].index;
  }
  return sorted[0].index;
}

}  // namespace

Value sort(Args args) {
  const Result<Sorting> s = sorting(args, 2);
  if (!s) return s.error();
  const int64_t length = s->lines().length;
  if (std::optional<Error> error = wrong_output(tensor(args, 1), s->x.shape, s->x.dtype)) return *error;
  const Result<std::vector<int64_t>> places = s->places(length);
  if (!places) return places.error();
  write_values(*s, *places, length, *tensor(args, 1));
  return nothing();
}

Value argsort(Args args) {
  const Result<Sorting> s = sorting(args, 2);
  if (!s) return s.error();
  if (std::optional<Error> error = wrong_output(tensor(args, 1), s->x.shape, {})) return *error;
  const Result<std::vector<int64_t>> places = s->places(s->lines().length);
  if (!places) return places.error();
  write_places(*places, *tensor(args, 1));
  return nothing();
}

// Sorts the first counts[line] of each line; those behind them keep their places.
Value argsort_nms(Args args) {
  const Result<Sorting> s = sorting(args, 3);
  if (!s) return s.error();
  const Tensor* counts = tensor(args, 1);
  const Lines l = s->lines();
  if (!counts || !counts->dtype.is_integral() || counts->elements() != l.outer * l.inner)
    return wrong("a number of elements for each of the " + std::to_string(l.outer * l.inner) + " lines is expected");
  if (std::optional<Error> error = wrong_output(tensor(args, 2), s->x.shape, {})) return *error;
  Result<std::vector<int64_t>> places = s->places(l.length);
  if (!places) return places.error();
  for (int64_t line = 0; line < l.outer * l.inner; ++line) {
    const int64_t count = element_as_integer(*counts, line),
                  begin = line / l.inner * l.length * l.inner + line % l.inner;
    if (count < 0 || count > l.length)
      return wrong(std::to_string(count) + " elements of a line of " + std::to_string(l.length));
    auto place = [&](int64_t k) -> int64_t& { return (*places)[static_cast<size_t>(begin + k * l.inner)]; };
    int64_t at = 0;
    for (int64_t k = 0; k < l.length; ++k) {
      if (place(k) < count) place(at++) = place(k);
    }
    for (; at < l.length; ++at) place(at) = at;
  }
  write_places(*places, *tensor(args, 2));
  return nothing();
}

// (x, outputs..., k, axis, ret_type, is_ascend)
Value topk(Args args) {
  const auto* which = std::get_if<std::string>(&args[args.size() - 2].v);
  if (!which || (*which != "both" && *which != "values" && *which != "indices"))
    return wrong("the results are \"both\", \"values\" or \"indices\"");
  const size_t outputs = *which == "both" ? 2 : 1;
  const int64_t* count = number(args, 1 + outputs);
  if (args.size() != outputs + 5 || !count) return wrong("k, an axis, what to give and an order behind the outputs");
  const Result<Sorting> s = sorting(args, 2 + outputs, true);
  if (!s) return s.error();
  const int64_t length = s->lines().length, keep = *count > 0 ? std::min(*count, length) : length;
  const Tensor* values = *which == "indices" ? nullptr : tensor(args, 1);
  const Tensor* indices = *which == "values" ? nullptr : tensor(args, outputs);
  std::optional<Error> error;
  if (*which != "indices") error = wrong_output(values, s->shape(keep), s->x.dtype);
  if (!error && *which != "values") error = wrong_output(indices, s->shape(keep), {});
  if (error) return *error;
  const Result<std::vector<int64_t>> places = s->places(keep);
  if (!places) return places.error();
  if (values) write_values(*s, *places, keep, *values);
  if (indices) write_places(*places, *indices);
  return nothing();
}

Value multinomial_from_uniform(Args args) {
  const Tensor *rows = tensor(args, 0), *uniform = tensor(args, 1);
  const bool fits = rows && uniform && rows->dtype == kFloat32 && uniform->dtype == kFloat32 &&
                    rows->shape.size() == 2 && rows->shape[1] > 0 && uniform->elements() == rows->shape[0];
  if (!fits) return wrong("rows of float32 probabilities and a float32 number for each of them are expected");
  const int64_t length = rows->shape[1];
  Result<Tensor> out = Tensor::make(kInt64, {rows->shape[0], 1});
  if (!out) return out.error();
  for (int64_t r = 0; r < rows->shape[0]; ++r) {
    float sum = 0;
    int64_t at = 0;
    for (; at < length - 1; ++at) {
      sum += rows->as<float>()[r * length + at];
      if (sum > uniform->as<float>()[r]) break;
    }
    out->as<int64_t>()[r] = at;
  }
  return RuntimeValue{std::move(*out)};
}

Value sample_top_p_from_prob(Args args) {
  const Result<std::span<const float>> row = row_of(args, "probabilities");
  const std::optional<double> top_p = real(args, 1), uniform = real(args, 2);
  if (!row) return row.error();
  if (!top_p || !uniform) return wrong("top_p and a number are expected behind the row");
  return RuntimeValue{chosen(largest_first(*row), 1, *top_p, *uniform)};
}

Value sample_top_p_from_logits(Args args) {
  const Result<std::span<const float>> row = row_of(args, "logits");
  const std::optional<double> temperature = real(args, 1), top_p = real(args, 2), uniform = real(args, 3);
  if (!row) return row.error();
  if (!temperature || !top_p || !uniform || !(*temperature > 0))
    return wrong("a temperature above 0, top_p and a number are expected behind the row");
  std::vector<Weighed> sorted = largest_first(*row);
  const float largest = sorted[0].weight, scale = 1.0f / static_cast<float>(*temperature);
  float sum = 0;
  for (Weighed& w : sorted) {
    w.weight = std::exp((w.weight - largest) * scale);
    sum += w.weight;
  }
  return RuntimeValue{chosen(sorted, sum, *top_p, *uniform)};
}

}  // namespace hammock::reference::host
