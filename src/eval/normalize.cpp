// SPDX-License-Identifier: Apache-2.0
// Softmax and the norms (operators 2.18, 2.19). Statistics are taken in more bits than the data has, with the range of
// float32 where it is no float64, the variance in two passes; a result is rounded once.
#include <algorithm>
#include <cmath>

#include "hammock/base/hash.h"
#include "hammock/eval/eval.h"
#include "noise.h"
#include "operators.h"
#include "sums.h"

namespace hammock::reference {
namespace {

template <bool kLog>
Result<RuntimeValue> softmax_of(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const Lines lines(x.shape, call.axis(call.attrs.integer("axis", -1), x.shape.size()));
  return call.typed_float(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    using W = Wide<T>;
    Tensor out = call.make(x.dtype, x.shape);
    std::vector<W> line(static_cast<size_t>(lines.length));
    for (int64_t o = 0; o < lines.outer; ++o) {
      for (int64_t i = 0; i < lines.inner; ++i) {
        const T* from = x.as<T>() + o * lines.length * lines.inner + i;
        T* to = out.as<T>() + o * lines.length * lines.inner + i;
        T top = lowest<T>();
        for (int64_t k = 0; k < lines.length; ++k) top = top > from[k * lines.inner] ? top : from[k * lines.inner];
        Accumulator<T> total(0);
        for (int64_t k = 0; k < lines.length; ++k) {
          const W shifted = W(from[k * lines.inner]) - W(top), power = std::exp(shifted);
          total += power;
          line[static_cast<size_t>(k)] = kLog ? shifted : power;
        }
        const auto divisor = static_cast<W>(kLog ? std::log(total) : total);
        for (int64_t k = 0; k < lines.length; ++k) {
          const W value = line[static_cast<size_t>(k)];
          to[k * lines.inner] = kLog ? T(value - divisor) : T(value / divisor);
        }
      }
    }
    return out;
  });
}

struct Statistics {
  double mean, variance;
};

// A sum over the elements from `base` on, with noise as if it had been rounded, which their own noise does not show: it
// cancels in large groups, and in small ones the results depend on nothing else.
template <class T>
Accumulator<T> rounded_sum(const OpCall& call, Accumulator<T> sum, const T* base, double terms) {
  if (call.options().noise == 0) return sum;
  const auto key = hash_mix(call.options().noise_seed, static_cast<uint64_t>(base - call.tensor(0).as<T>()));
  return disturbed(static_cast<double>(sum), std::is_same_v<T, double> ? kFloat64 : kFloat32,
                   call.options().noise * units_of_terms(terms), key);
}

template <class T>
Statistics statistics(const OpCall& call, const T* base, const std::vector<int64_t>& offsets) {
  using A = Accumulator<T>;
  RangedSum<T> total(call), squares(call);
  auto count = static_cast<double>(offsets.size());
  for (int64_t at : offsets) total.add(static_cast<A>(base[at]));
  const A mean = rounded_sum(call, in_range_of<T>(total.total()), base, count) / static_cast<A>(count);
  for (int64_t at : offsets) {
    const A d = in_range_of<T>(static_cast<A>(base[at]) - mean);
    squares.add(in_range_of<T>(d * d));
  }
  const A variance = rounded_sum(call, in_range_of<T>(squares.total()), base, count) / static_cast<A>(count);
  return {static_cast<double>(mean), static_cast<double>(variance)};
}

// out = (x - mean) / sqrt(variance + epsilon) * gamma + beta, where parameter(flat index of x) chooses gamma and beta.
template <class F>
Result<RuntimeValue> normalize(const OpCall& call, const Groups& groups, F&& parameter) {
  const Tensor &x = call.tensor(0), &gamma = call.tensor(1), &beta = call.tensor(2);
  if (gamma.dtype != x.dtype || beta.dtype != x.dtype)
    return call.fail("gamma and beta must have the dtype of the data, " + to_string(x.dtype));
  double epsilon = call.attrs.real("epsilon");
  bool center = call.attrs.boolean("center"), scale = call.attrs.boolean("scale");
  return call.typed_float(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, x.shape);
    for (int64_t base : groups.groups) {
      Statistics s = statistics(call, x.as<T>() + base, groups.members);
      double factor = 1 / std::sqrt(s.variance + epsilon);
      for (int64_t member : groups.members) {
        int64_t at = base + member, p = parameter(at);
        Accumulator<T> value = in_range_of<T>(static_cast<Accumulator<T>>(x.as<T>()[at]) - s.mean) * factor;
        if (scale) value = in_range_of<T>(value * static_cast<Accumulator<T>>(gamma.as<T>()[p]));
        if (center) value += static_cast<Accumulator<T>>(beta.as<T>()[p]);
        out.as<T>()[at] = T(value);
      }
    }
    return out;
  });
}

// Where the parameter of a norm over `axes` (in the order given) lies for a flat index of x.
struct ParameterIndex {
  Dims divisors, sizes, strides;
  int64_t operator()(int64_t flat) const {
    int64_t at = 0;
    for (size_t i = 0; i < sizes.size(); ++i) at += flat / divisors[i] % sizes[i] * strides[i];
    return at;
  }
};

ParameterIndex parameter_index(const Dims& shape, const Dims& axes) {
  ParameterIndex index;
  Dims strides = row_major_strides(shape);
  for (int64_t a : axes) {
    const size_t axis = *normal_axis(a, shape.size());
    index.divisors.push_back(strides[axis]);
    index.sizes.push_back(shape[axis]);
  }
  index.strides = row_major_strides(index.sizes);
  return index;
}

}  // namespace

Result<RuntimeValue> softmax(const OpCall& call) { return softmax_of<false>(call); }
Result<RuntimeValue> log_softmax(const OpCall& call) { return softmax_of<true>(call); }

Result<RuntimeValue> layer_norm(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Dims axes = call.attrs.integers("axes");
  const std::vector<bool> members = call.marked(axes, x.shape.size());
  ParameterIndex index = parameter_index(x.shape, axes);
  if (call.tensor(1).shape != index.sizes || call.tensor(2).shape != index.sizes)
    return call.fail("gamma and beta must have shape " + shape_text(index.sizes));
  return normalize(call, Groups(x.shape, members), index);
}

// The statistics are those of the channels of one group together with `axes`.
Result<RuntimeValue> group_norm(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const size_t channel = call.axis(call.attrs.integer("channel_axis"), x.shape.size());
  std::vector<bool> members = call.marked(call.attrs.integers("axes"), x.shape.size());
  if (members[channel]) return call.fail("the channels are among the axes");
  int64_t channels = x.shape[channel], count = call.attrs.integer("num_groups");
  if (count <= 0 || channels % count != 0)
    return call.fail(std::to_string(channels) + " channels do not divide into " + std::to_string(count) + " groups");
  if (call.tensor(1).shape != Dims{channels} || call.tensor(2).shape != Dims{channels})
    return call.fail("gamma and beta must have shape " + shape_text(Dims{channels}));
  Dims shape = x.shape;
  shape[channel] = channels / count;
  shape.insert(shape.begin() + static_cast<int64_t>(channel), count);
  members.insert(members.begin() + static_cast<int64_t>(channel), false);
  members[channel + 1] = true;
  return normalize(call, Groups(shape, members), parameter_index(x.shape, {static_cast<int64_t>(channel)}));
}

Result<RuntimeValue> instance_norm(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const size_t channel = call.axis(call.attrs.integer("channel_axis"), x.shape.size());
  std::vector<bool> members = call.marked(call.attrs.integers("axes"), x.shape.size());
  if (members[channel]) return call.fail("the channels are among the axes");
  if (call.tensor(1).elements() != x.shape[channel] || call.tensor(2).elements() != x.shape[channel])
    return call.fail("gamma and beta do not fit the channels");
  return normalize(call, Groups(x.shape, members), parameter_index(x.shape, {static_cast<int64_t>(channel)}));
}

Result<RuntimeValue> rms_norm(const OpCall& call) {
  const Tensor &x = call.tensor(0), &weight = call.tensor(1);
  Dims axes = call.attrs.maybe_integers("axes").value_or(Dims{-1});
  const std::vector<bool> members = call.marked(axes, x.shape.size());
  ParameterIndex index = parameter_index(x.shape, axes);
  if (weight.shape != index.sizes || weight.dtype != x.dtype)
    return call.fail("the weight must be " + shape_text(index.sizes) + " of " + to_string(x.dtype));
  double epsilon = call.attrs.real("epsilon");
  Groups groups(x.shape, members);
  return call.typed_float(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, x.shape);
    for (int64_t base : groups.groups) {
      Accumulator<T> squares = 0;
      for (int64_t member : groups.members) {
        const auto value = static_cast<Accumulator<T>>(x.as<T>()[base + member]);
        squares += in_range_of<T>(value * value);
      }
      const auto count = static_cast<double>(groups.members.size());
      squares = rounded_sum(call, in_range_of<T>(squares), x.as<T>() + base, count);
      const double factor = 1 / std::sqrt(static_cast<double>(squares) / count + epsilon);
      for (int64_t member : groups.members) {
        int64_t at = base + member;
        out.as<T>()[at] = T(static_cast<double>(Wide<T>(x.as<T>()[at])) * factor *
                            static_cast<double>(Wide<T>(weight.as<T>()[index(at)])));
      }
    }
    return out;
  });
}

// Training mode: the statistics of the batch normalise, and move the running ones (biased variance). With
// training=False the running statistics normalise and stay.
Result<RuntimeValue> batch_norm(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const size_t channel = call.axis(call.attrs.integer("axis", 1), x.shape.size());
  int64_t channels = x.shape[channel];
  for (size_t i = 1; i < 5; ++i) {
    if (call.tensor(i).shape != Dims{channels} || call.tensor(i).dtype != x.dtype)
      return call.fail("the parameters do not fit the channels");
  }
  double epsilon = call.attrs.real("epsilon"), momentum = call.attrs.real("momentum");
  bool center = call.attrs.boolean("center"), scale = call.attrs.boolean("scale"),
       training = call.attrs.boolean("training");
  std::vector<bool> members(x.shape.size(), true);
  members[channel] = false;
  Groups groups(x.shape, members);
  return call.typed_float(x.dtype, [&]<class T>(Tag<T>) -> Result<RuntimeValue> {
    Tensor out = call.make(x.dtype, x.shape), mean = call.make(x.dtype, {channels}),
           variance = call.make(x.dtype, {channels});
    auto parameter = [&](size_t i, size_t c) { return static_cast<double>(Wide<T>(call.tensor(i).as<T>()[c])); };
    for (size_t c = 0; c < groups.groups.size(); ++c) {
      Statistics s{parameter(3, c), parameter(4, c)};
      if (training) s = statistics(call, x.as<T>() + groups.groups[c], groups.members);
      double rate = training ? momentum : 0;
      mean.as<T>()[c] = T((1 - rate) * parameter(3, c) + rate * s.mean);
      variance.as<T>()[c] = T((1 - rate) * parameter(4, c) + rate * s.variance);
      double factor = 1 / std::sqrt(s.variance + epsilon) * (scale ? parameter(1, c) : 1),
             shift = center ? parameter(2, c) : 0;
      for (int64_t member : groups.members) {
        int64_t at = groups.groups[c] + member;
        out.as<T>()[at] = T(in_range_of<T>(static_cast<Accumulator<T>>(x.as<T>()[at]) - s.mean) * factor + shift);
      }
    }
    return RuntimeValue{RuntimeTuple{value_of(out), value_of(mean), value_of(variance)}};
  });
}

}  // namespace hammock::reference
