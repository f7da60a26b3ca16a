// SPDX-License-Identifier: Apache-2.0
// Reductions and scans (operators 2.9 to 2.12): over the reduced axes in row-major order.
#include <algorithm>
#include <cmath>

#include "operators.h"
#include "sums.h"

namespace hammock::reference {
namespace {

// A tensor seen as results times the elements that each of them is made of.
struct Split {
  Dims out_shape;
  Groups parts;
};

Split split_axes(const OpCall& call, const Dims& shape, const std::optional<Dims>& axes, bool keepdims) {
  const std::vector<bool> reduced = axes ? call.marked(*axes, shape.size()) : std::vector<bool>(shape.size(), true);
  Split split{{}, Groups(shape, reduced)};
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!reduced[d]) split.out_shape.push_back(shape[d]);
    else if (keepdims) split.out_shape.push_back(1);
  }
  return split;
}

template <class T>
struct Group {
  const T* base;
  const std::vector<int64_t>& offsets;
  T operator[](size_t j) const { return base[offsets[j]]; }
  size_t size() const { return offsets.size(); }
};

// Moved by a part of the error of a sum that is rounded.
template <class T>
double noisy_sum(const Group<T>& g, const Drawn& part) {
  NoisySum<T> total;
  for (size_t j = 0; j < g.size(); ++j) total.add(g[j]);
  return total.total(part);
}

}  // namespace

namespace operations {
struct sum {
  template <class T>
  static T of(const Group<T>& g) {
    Accumulator<T> total(0);
    for (size_t j = 0; j < g.size(); ++j) {
      if constexpr (std::is_same_v<T, Bool>) total = Bool(total || g[j]);
      else total = Accumulator<T>(total + g[j]);
    }
    return T(total);
  }
  template <class T>
  static T of(const Group<T>& g, const Drawn& part) {
    return T(noisy_sum(g, part));
  }
};
struct prod {
  template <class T>
  static T of(const Group<T>& g) {
    if constexpr (kIsFloat<T>) return T(exact(g));
    Accumulator<T> total(1);
    for (size_t j = 0; j < g.size(); ++j) total = Accumulator<T>(total * g[j]);
    return T(total);
  }
  // Of floats, with the exponent counted: no part is too large or too small, and is rounded to 0 or infinity.
  template <class T>
  static Accumulator<T> exact(const Group<T>& g) {
    constexpr int64_t kBeyond = 1 << 17;  // every float
    Accumulator<T> factor = 1;
    int64_t power = 0;
    for (size_t j = 0; j < g.size(); ++j) {
      int exponent = 0;
      factor = std::frexp(factor * static_cast<Accumulator<T>>(g[j]), &exponent);
      if (factor != 0 && std::isfinite(factor)) power += exponent;
    }
    return std::ldexp(factor, static_cast<int>(std::clamp(power, -kBeyond, kBeyond)));
  }
};
struct max {
  template <class T>
  static T of(const Group<T>& g) {
    T best = g.size() == 0 ? lowest<T>() : g[0];
    for (size_t j = 1; j < g.size(); ++j) best = best > g[j] || is_nan(best) ? best : g[j];
    return best;
  }
};
struct min {
  template <class T>
  static T of(const Group<T>& g) {
    T best = g.size() == 0 ? highest<T>() : g[0];
    for (size_t j = 1; j < g.size(); ++j) best = best < g[j] || is_nan(best) ? best : g[j];
    return best;
  }
};
struct mean {
  template <class T>
  static T of(const Group<T>& g) {
    if constexpr (kIsFloat<T>) return T(exact(g));
    WideSum<T> total = 0;
    for (size_t j = 0; j < g.size(); ++j) total += static_cast<WideSum<T>>(g[j]);
    return T(g.size() == 0 ? 0 : total / static_cast<WideSum<T>>(g.size()));
  }
  template <class T>
  static T of(const Group<T>& g, const Drawn& part) {
    return T(in_range_of<T>(noisy_sum(g, part)) / static_cast<Accumulator<T>>(g.size()));
  }
  // Of floats, not rounded.
  template <class T>
  static double exact(const Group<T>& g) {
    Accumulator<T> total = 0;
    for (size_t j = 0; j < g.size(); ++j) total += static_cast<Accumulator<T>>(g[j]);
    return static_cast<double>(in_range_of<T>(total) / static_cast<Accumulator<T>>(g.size()));
  }
};
struct variance {
  template <class T>
  static T of(const Group<T>& g) {
    if constexpr (kIsFloat<T>) {
      return T(exact(g));
    } else {
      T center = mean::of(g), total(0);
      for (size_t j = 0; j < g.size(); ++j) {
        T d = T(g[j] - center);
        total = add_product<T>(total, d, d);
      }
      return T(g.size() == 0 ? 0 : total / static_cast<int64_t>(g.size()));
    }
  }
  template <class T>
  static double exact(const Group<T>& g) {
    using A = Accumulator<T>;
    const A center = mean::exact(g);
    A total = 0;
    for (size_t j = 0; j < g.size(); ++j) {
      const A d = in_range_of<T>(static_cast<A>(g[j]) - center);
      total += in_range_of<T>(d * d);
    }
    return static_cast<double>(in_range_of<T>(total) / static_cast<A>(g.size()));
  }
  template <class T>
  static T of(const Group<T>& g, const Drawn& part) {
    return T(noisy(g, part));
  }
  // Equal elements leave nothing but the rounding of their mean.
  template <class T>
  static double noisy(const Group<T>& g, const Drawn& part) {
    const auto count = static_cast<double>(g.size());
    const double center = static_cast<double>(in_range_of<T>(noisy_sum(g, part))) / count;
    NoisySum<double> total;
    for (size_t j = 0; j < g.size(); ++j) {
      const auto d = in_range_of<T>(static_cast<double>(g[j]) - center);
      total.add(static_cast<double>(in_range_of<T>(d * d)));
    }
    return static_cast<double>(in_range_of<T>(total.total(part))) / count;
  }
};
struct deviation {
  template <class T>
  static T of(const Group<T>& g) {
    if constexpr (kIsFloat<T>) return T(std::sqrt(variance::exact(g)));
    return T(std::sqrt(static_cast<double>(Wide<T>(variance::of(g)))));
  }
  template <class T>
  static T of(const Group<T>& g, const Drawn& part) {
    return T(std::sqrt(variance::noisy(g, part)));
  }
};

}  // namespace operations

template <class Operation>
static Result<RuntimeValue> reduce(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const Split split = split_axes(call, x.shape, call.attrs.maybe_integers("axis"), call.attrs.boolean("keepdims"));
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, split.out_shape);
    with_sums<T>(call, [&]<class Sum>(Tag<Sum>, auto&& part) {
      for (size_t i = 0; i < split.parts.groups.size(); ++i) {
        const Group<T> group{x.as<T>() + split.parts.groups[i], split.parts.members};
        constexpr bool has_noise = std::is_same_v<Sum, NoisySum<T>> && requires { Operation::of(group, Drawn()); };
        if constexpr (has_noise) out.as<T>()[i] = Operation::of(group, part(static_cast<int64_t>(i)));
        else out.as<T>()[i] = Operation::of(group);
      }
    });
    return out;
  });
}
Result<RuntimeValue> sum(const OpCall& call) { return reduce<operations::sum>(call); }
Result<RuntimeValue> prod(const OpCall& call) { return reduce<operations::prod>(call); }
Result<RuntimeValue> max(const OpCall& call) { return reduce<operations::max>(call); }
Result<RuntimeValue> min(const OpCall& call) { return reduce<operations::min>(call); }
Result<RuntimeValue> mean(const OpCall& call) { return reduce<operations::mean>(call); }
Result<RuntimeValue> variance(const OpCall& call) { return reduce<operations::variance>(call); }
Result<RuntimeValue> deviation(const OpCall& call) { return reduce<operations::deviation>(call); }

// keep(a, b): the earlier element stays. Ties go to the lowest index, and so does a NaN.
template <class Keep>
static Result<RuntimeValue> arg_reduce(const OpCall& call, Keep keep) {
  const Tensor& x = call.tensor(0);
  const Split split = split_axes(call, x.shape, call.attrs.maybe_integers("axis"), call.attrs.boolean("keepdims"));
  if (split.parts.members.empty() && !split.parts.groups.empty()) return call.fail("no element to choose from");
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(kInt64, split.out_shape);
    for (size_t i = 0; i < split.parts.groups.size(); ++i) {
      Group<T> g{x.as<T>() + split.parts.groups[i], split.parts.members};
      size_t best = 0;
      for (size_t j = 1; j < g.size(); ++j) {
        if (!is_nan(g[best]) && !keep(Wide<T>(g[best]), Wide<T>(g[j]))) best = j;
      }
      out.as<int64_t>()[i] = static_cast<int64_t>(best);
    }
    return out;
  });
}
Result<RuntimeValue> argmax(const OpCall& call) {
  return arg_reduce(call, [](auto a, auto b) { return a >= b; });
}
Result<RuntimeValue> argmin(const OpCall& call) {
  return arg_reduce(call, [](auto a, auto b) { return a <= b; });
}

// Of an even number of elements the lower of the two in the middle, as torch has it. NaN comes last.
Result<RuntimeValue> median(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::optional<Dims> axes = call.attrs.maybe_integers("axis");
  const Split split = split_axes(call, x.shape, axes, call.attrs.boolean("keepdims"));
  if (split.parts.members.empty() && !split.parts.groups.empty()) return call.fail("no element to choose from");
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<RuntimeValue> {
    Tensor values = call.make(x.dtype, split.out_shape), indices = call.make(kInt64, split.out_shape);
    std::vector<int64_t> order(split.parts.members.size());
    for (size_t i = 0; i < split.parts.groups.size(); ++i) {
      Group<T> g{x.as<T>() + split.parts.groups[i], split.parts.members};
      for (size_t j = 0; j < order.size(); ++j) order[j] = static_cast<int64_t>(j);
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        const T u = g[static_cast<size_t>(a)], v = g[static_cast<size_t>(b)];
        return !is_nan(u) && (is_nan(v) || u < v);
      });
      int64_t middle = order[(order.size() - 1) / 2];
      values.as<T>()[i] = g[static_cast<size_t>(middle)];
      indices.as<int64_t>()[i] = middle;
    }
    if (axes && axes->size() == 1) return RuntimeValue{RuntimeTuple{value_of(values), value_of(indices)}};
    return value_of(values);
  });
}

template <class Combine>
static Result<RuntimeValue> scan(const OpCall& call, int first, Combine combine) {
  std::optional<Dims> axis_attr = call.attrs.maybe_integers("axis");
  DType dtype = call.attrs.dtype("dtype").is_unknown() ? call.tensor(0).dtype : call.attrs.dtype("dtype");
  Tensor x = cast(call, call.tensor(0), dtype);
  if (!axis_attr) x.shape = {x.elements()};
  const size_t axis = call.axis(axis_attr ? axis_attr->front() : 0, x.shape.size());
  bool exclusive = call.attrs.boolean("exclusive");
  return call.typed(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    using A = RunningSum<T>;
    Tensor out = call.make(dtype, x.shape);
    const auto [outer, length, inner] = Lines(x.shape, axis);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        A total(first);
        for (int64_t k = 0; k < length; ++k) {
          int64_t at = (o * length + k) * inner + i;
          A next = A(combine(total, x.as<T>()[at]));
          out.as<T>()[at] = T(exclusive ? total : next);
          total = next;
        }
      }
    }
    return out;
  });
}
Result<RuntimeValue> cumsum(const OpCall& call) {
  return scan(call, 0, [](auto a, auto b) { return a + b; });
}
Result<RuntimeValue> cumprod(const OpCall& call) {
  return scan(call, 1, [](auto a, auto b) { return a * b; });
}

Result<RuntimeValue> collapse_sum(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::optional<Dims> target = call.has_tensor(1) ? std::optional(call.tensor(1).shape) : call.integers(1);
  if (!target || target->size() > x.shape.size()) return call.fail("the target shape does not fit");
  Dims axes;
  size_t extra = x.shape.size() - target->size();
  for (size_t d = 0; d < x.shape.size(); ++d) {
    bool is_summed = d < extra || ((*target)[d - extra] == 1 && x.shape[d] != 1);
    if (is_summed) axes.push_back(static_cast<int64_t>(d));
    if (!is_summed && (*target)[d - extra] != x.shape[d]) {
      return call.fail("shape " + shape_text(x.shape) + " does not collapse to " + shape_text(*target));
    }
  }
  const Split split = split_axes(call, x.shape, axes, false);
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, *target);
    for (size_t i = 0; i < split.parts.groups.size(); ++i)
      out.as<T>()[i] = operations::sum::of<T>({x.as<T>() + split.parts.groups[i], split.parts.members});
    return out;
  });
}

}  // namespace hammock::reference
