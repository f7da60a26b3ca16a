// SPDX-License-Identifier: Apache-2.0
// Losses (operators 2.18, 2.22). Predictions are log-probabilities already.
#include <algorithm>

#include "hammock/runtime/indices.h"
#include "operators.h"

namespace hammock::reference {

Result<RuntimeValue> cross_entropy_with_logits(const OpCall& call) {
  const Tensor &p = call.tensor(0), &labels = call.tensor(1);
  if (p.shape != labels.shape || p.dtype != labels.dtype)
    return call.fail("predictions and labels differ in shape or dtype");
  return call.typed_float(p.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(p.dtype, {});
    Accumulator<T> total(0);
    for (int64_t i = 0; i < p.elements(); ++i) total = add_product<T>(total, p.as<T>()[i], labels.as<T>()[i]);
    T sum = T(-T(total));
    *out.as<T>() = p.shape.size() > 1 ? T(sum / T(p.shape[0])) : sum;
    return out;
  });
}

namespace {

// predictions (N, C, d...) with targets (N, d...), or (C,) with a scalar.
struct Loss {
  int64_t classes, inner, count;
  int64_t ignored;
  const Tensor *predictions, *targets, *weights;
  int64_t target(int64_t i) const { return element_as_integer(*targets, i); }
  // Of the prediction that target i chooses.
  int64_t place(int64_t i) const { return (i / inner * classes + target(i)) * inner + i % inner; }
  template <class T>
  T weight(int64_t i) const {
    return weights ? weights->as<T>()[target(i)] : T(1);
  }
};

Loss loss_of(const OpCall& call, size_t first) {
  const Tensor &p = call.tensor(first), &t = call.tensor(first + 1);
  Loss loss{};
  loss.predictions = &p;
  loss.targets = &t;
  loss.weights = call.has_tensor(first + 2) ? &call.tensor(first + 2) : nullptr;
  loss.ignored = call.attrs.integer("ignore_index");
  if (p.shape.empty()) throw call.fail("predictions without axes");
  bool is_lone = p.shape.size() == 1;
  loss.classes = is_lone ? p.shape[0] : p.shape[1];
  Dims expected;
  if (!is_lone) {
    expected = p.shape;
    expected.erase(expected.begin() + 1);
  }
  loss.inner = is_lone ? 1 : product(std::span(p.shape).subspan(2));
  loss.count = t.elements();
  if (t.shape != expected || !t.dtype.is_integral())
    throw call.fail("targets must be integers of shape " + shape_text(expected));
  if (loss.weights && (loss.weights->elements() != loss.classes || loss.weights->dtype != p.dtype))
    throw call.fail("weights do not fit the classes");
  for (int64_t i = 0; i < loss.count; ++i) {
    int64_t c = loss.target(i);
    if (c != loss.ignored && (c < 0 || c >= loss.classes))
      throw call.fail(outside_text({std::to_string(c), index_of(i, t.shape), is_lone ? 0u : 1u, loss.classes}));
  }
  return loss;
}

}  // namespace

Result<RuntimeValue> nll_loss(const OpCall& call) {
  Loss loss = loss_of(call, 0);
  std::string_view reduction = call.attrs.string("reduction");
  DType dtype = loss.predictions->dtype;
  return call.typed_float(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(dtype, reduction == "none" ? loss.targets->shape : Dims{});
    RunningSum<T> total(0), weights(0);
    for (int64_t i = 0; i < loss.count; ++i) {
      bool ignored = loss.target(i) == loss.ignored;
      T weight = ignored ? T(0) : loss.weight<T>(i);
      T value = ignored ? T(0) : T(-T(weight * loss.predictions->template as<T>()[loss.place(i)]));
      if (reduction == "none") out.as<T>()[i] = value;
      total = RunningSum<T>(total + value);
      weights = RunningSum<T>(weights + weight);
    }
    if (reduction == "sum") *out.as<T>() = T(total);
    if (reduction == "mean") *out.as<T>() = T(in_range_of<T>(total) / in_range_of<T>(weights));
    return out;
  });
}

// Operands: gradient, predictions, targets, weights if any.
Result<RuntimeValue> nll_loss_backward(const OpCall& call) {
  Loss loss = loss_of(call, 1);
  const Tensor& gradient = call.tensor(0);
  std::string_view reduction = call.attrs.string("reduction");
  DType dtype = loss.predictions->dtype;
  if (gradient.dtype != dtype || gradient.elements() != (reduction == "none" ? loss.count : 1))
    return call.fail("the gradient does not fit");
  return call.typed_float(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(dtype, loss.predictions->shape);
    T* to = out.as<T>();
    std::fill(to, to + out.elements(), T(0));
    Accumulator<T> weights(0);
    for (int64_t i = 0; i < loss.count; ++i) {
      if (loss.target(i) != loss.ignored) weights = Accumulator<T>(weights + loss.weight<T>(i));
    }
    for (int64_t i = 0; i < loss.count; ++i) {
      if (loss.target(i) == loss.ignored) continue;
      T g = gradient.as<T>()[reduction == "none" ? i : 0];
      T value = T(-T(loss.weight<T>(i) * g));
      to[loss.place(i)] = reduction == "mean" ? T(value / T(weights)) : value;
    }
    return out;
  });
}

}  // namespace hammock::reference
