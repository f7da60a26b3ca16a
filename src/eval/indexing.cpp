// SPDX-License-Identifier: Apache-2.0
// Elements chosen by indices (operators 2.7). Every index is checked: outside its axis is an error, never memory.
#include <algorithm>
#include <cstring>

#include "hammock/runtime/indices.h"
#include "operators.h"

namespace hammock::reference {
namespace {

// Element `at` of the indices, in row-major order, is outside that axis of x.
Error outside(const OpCall& call, const Tensor& indices, int64_t at, const Tensor& x, size_t axis) {
  int64_t value = element_as_integer(indices, at);
  std::string text = indices.dtype.is_unsigned() ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value);
  return call.fail(outside_text({std::move(text), index_of(at, indices.shape), axis, x.shape[axis]}));
}

// Where element `at` of the indices points to in an axis of that size; nothing if it is outside. Negative ones count
// from the end.
std::optional<int64_t> from_either_end(const Tensor& indices, int64_t at, int64_t size) {
  int64_t index = element_as_integer(indices, at);
  if (index < 0 && !indices.dtype.is_unsigned()) index += size;
  return index < 0 || index >= size ? std::nullopt : std::optional(index);
}

// Copies `count` elements.
void copy(const Tensor& from, int64_t from_at, const Tensor& to, int64_t to_at, int64_t count) {
  int64_t width = to.dtype.bytes();
  std::memcpy(to.data.get() + to_at * width, from.data.get() + from_at * width, static_cast<size_t>(count * width));
}

Tensor copy_of(const OpCall& call, const Tensor& x) {
  Tensor out = call.make(x.dtype, x.shape);
  copy(x, 0, out, 0, x.elements());
  return out;
}

bool is_index(const Tensor& t) { return t.dtype.is_integer() || t.dtype.is_unsigned(); }

Error not_indices(const OpCall& call, const Tensor& t) { return call.fail("indices of dtype " + to_string(t.dtype)); }

// How `scatter` puts an update over an element.
enum class Reduction { update, add, mul, min, max, mean };

std::optional<Reduction> reduction_of(std::string_view text) {
  constexpr std::pair<std::string_view, Reduction> kAll[] = {{"update", Reduction::update}, {"add", Reduction::add},
                                                             {"mul", Reduction::mul},       {"min", Reduction::min},
                                                             {"max", Reduction::max},       {"mean", Reduction::mean}};
  for (auto [name, reduction] : kAll) {
    if (name == text) return reduction;
  }
  return std::nullopt;
}

template <class T>
T reduced(Reduction r, T old, T update) {
  switch (r) {
    case Reduction::add:
    case Reduction::mean: return T(old + update);
    case Reduction::mul: return T(old * update);
    case Reduction::min: return old < update ? old : update;
    case Reduction::max: return old > update ? old : update;
    case Reduction::update: break;
  }
  return update;
}

}  // namespace

Result<RuntimeValue> take(const OpCall& call) {
  const Tensor &x = call.tensor(0), &indices = call.tensor(1);
  if (call.attrs.is_none("axis") && x.shape.size() != 1)
    return call.fail("an axis is needed for a tensor of rank " + std::to_string(x.shape.size()));
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  if (!is_index(indices)) return not_indices(call, indices);
  const auto [outer, size, inner] = Lines(x.shape, axis);
  const int64_t count = indices.elements();
  Dims shape(x.shape.begin(), x.shape.begin() + static_cast<int64_t>(axis));
  shape.insert(shape.end(), indices.shape.begin(), indices.shape.end());
  shape.insert(shape.end(), x.shape.begin() + static_cast<int64_t>(axis) + 1, x.shape.end());
  Tensor out = call.make(x.dtype, shape);
  std::string_view mode = call.attrs.string("mode");
  Tensor nan = call.make(x.dtype, {});
  if (mode == "nan") {
    const bool is_float = for_float(x.dtype, [&]<class T>(Tag<T>) { *nan.as<T>() = T(std::nan("")); });
    if (!is_float) return call.unsupported_dtype(x.dtype);
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = element_as_integer(indices, i);
    if (indices.dtype.is_unsigned() && index < 0 && size > 0) {  // 2^63 and more
      if (mode == "wrap") index = static_cast<int64_t>(static_cast<uint64_t>(index) % static_cast<uint64_t>(size));
      else if (mode == "clip" || mode == "nan") index = size;
    }
    if (mode == "clip" && size > 0) index = std::clamp<int64_t>(index, 0, size - 1);
    if (mode == "wrap" && size > 0) index = (index % size + size) % size;
    if (mode == "nan" && (index < 0 || index >= size)) {
      for (int64_t o = 0; o < outer * inner; ++o) copy(nan, 0, out, (o / inner * count + i) * inner + o % inner, 1);
      continue;
    }
    if (index < 0 || index >= size) return outside(call, indices, i, x, axis);
    for (int64_t o = 0; o < outer; ++o) copy(x, (o * size + index) * inner, out, (o * count + i) * inner, inner);
  }
  return value_of(out);
}

Result<RuntimeValue> take_backward(const OpCall& call) {
  const Tensor &gradient = call.tensor(0), &x = call.tensor(1), &indices = call.tensor(2);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  const auto [outer, size, inner] = Lines(x.shape, axis);
  const int64_t count = indices.elements();
  if (gradient.elements() != outer * count * inner || gradient.dtype != x.dtype)
    return call.fail("the gradient does not fit");
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, x.shape);
    T* to = out.as<T>();
    std::fill(to, to + out.elements(), T(0));
    for (int64_t i = 0; i < count; ++i) {
      int64_t index = element_as_integer(indices, i);
      if (index < 0 || index >= size) return outside(call, indices, i, x, axis);
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t k = 0; k < inner; ++k) {
          T& target = to[(o * size + index) * inner + k];
          target = T(target + gradient.as<T>()[(o * count + i) * inner + k]);
        }
      }
    }
    return out;
  });
}

Result<RuntimeValue> gather_elements(const OpCall& call) {
  const Tensor &x = call.tensor(0), &indices = call.tensor(1);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  if (!is_index(indices)) return not_indices(call, indices);
  if (indices.shape.size() != x.shape.size()) return call.fail("the ranks of data and indices differ");
  for (size_t d = 0; d < x.shape.size(); ++d) {
    if (d != axis && indices.shape[d] > x.shape[d])
      return call.fail("indices of shape " + shape_text(indices.shape) + " into data of shape " + shape_text(x.shape));
  }
  Dims strides = row_major_strides(x.shape);
  int64_t step = strides[axis], size = x.shape[axis];
  strides[axis] = 0;
  std::vector<int64_t> offsets = view_offsets(indices.shape, strides);
  Tensor out = call.make(x.dtype, indices.shape);
  for (size_t i = 0; i < offsets.size(); ++i) {
    int64_t index = element_as_integer(indices, static_cast<int64_t>(i));
    if (index < 0 || index >= size) return outside(call, indices, static_cast<int64_t>(i), x, axis);
    copy(x, offsets[i] + index * step, out, static_cast<int64_t>(i), 1);
  }
  return value_of(out);
}

Result<RuntimeValue> gather_nd(const OpCall& call) {
  const Tensor &x = call.tensor(0), &indices = call.tensor(1);
  int64_t batch_dims = call.attrs.integer("batch_dims");
  if (!is_index(indices)) return not_indices(call, indices);
  auto rank = static_cast<int64_t>(x.shape.size()), index_rank = static_cast<int64_t>(indices.shape.size());
  if (batch_dims < 0 || index_rank < 1 || batch_dims > index_rank - 1 || batch_dims + indices.shape.back() > rank)
    return call.fail("indices do not fit the data");
  int64_t depth = indices.shape.back(), batch = product(std::span(x.shape).first(static_cast<size_t>(batch_dims)));
  if (batch != product(std::span(indices.shape).first(static_cast<size_t>(batch_dims))))
    return call.fail("the batch dims of data and indices differ");
  Dims strides = row_major_strides(x.shape), shape(indices.shape.begin(), indices.shape.end() - 1);
  shape.insert(shape.end(), x.shape.begin() + batch_dims + depth, x.shape.end());
  int64_t inner = product(std::span(x.shape).subspan(static_cast<size_t>(batch_dims + depth)));
  int64_t count = product(std::span(indices.shape).first(indices.shape.size() - 1)),
          per_batch = batch == 0 ? 0 : count / batch;
  int64_t batch_stride = product(std::span(x.shape).subspan(static_cast<size_t>(batch_dims)));
  Tensor out = call.make(x.dtype, shape);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = i / per_batch * batch_stride;
    for (int64_t k = 0; k < depth; ++k) {
      const auto axis = static_cast<size_t>(batch_dims + k);
      const int64_t index = element_as_integer(indices, i * depth + k);
      if (index < 0 || index >= x.shape[axis]) return outside(call, indices, i * depth + k, x, axis);
      at += index * strides[axis];
    }
    copy(x, at, out, i * inner, inner);
  }
  return value_of(out);
}

// Negative indices count from the end. The mean is that of the element and all its updates.
Result<RuntimeValue> scatter_elements(const OpCall& call) {
  const Tensor &x = call.tensor(0), &indices = call.tensor(1), &updates = call.tensor(2);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  std::optional<Reduction> reduction = reduction_of(call.attrs.string("reduction"));
  if (!reduction) return call.fail("unknown reduction \"" + std::string(call.attrs.string("reduction")) + "\"");
  if (!is_index(indices)) return not_indices(call, indices);
  bool fits = indices.shape == updates.shape && indices.shape.size() == x.shape.size() && updates.dtype == x.dtype;
  for (size_t d = 0; fits && d < x.shape.size(); ++d) fits = d == axis || indices.shape[d] <= x.shape[d];
  if (!fits)
    return call.fail("indices " + shape_text(indices.shape) + " and updates " + shape_text(updates.shape) +
                     " do not fit data " + shape_text(x.shape));
  Dims strides = row_major_strides(x.shape);
  int64_t step = strides[axis], size = x.shape[axis];
  strides[axis] = 0;
  std::vector<int64_t> offsets = view_offsets(indices.shape, strides);
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = copy_of(call, x);
    T* to = out.as<T>();
    std::vector<int64_t> counts(*reduction == Reduction::mean ? static_cast<size_t>(x.elements()) : 0, 1);
    for (size_t i = 0; i < offsets.size(); ++i) {
      std::optional<int64_t> index = from_either_end(indices, static_cast<int64_t>(i), size);
      if (!index) return outside(call, indices, static_cast<int64_t>(i), x, axis);
      int64_t at = offsets[i] + *index * step;
      to[at] = reduced<T>(*reduction, to[at], updates.as<T>()[i]);
      if (!counts.empty()) ++counts[static_cast<size_t>(at)];
    }
    for (size_t i = 0; i < counts.size(); ++i) to[i] = T(to[i] / T(static_cast<int>(counts[i])));
    return out;
  });
}

Result<RuntimeValue> scatter_nd(const OpCall& call) {
  const Tensor &x = call.tensor(0), &indices = call.tensor(1), &updates = call.tensor(2);
  std::optional<Reduction> reduction = reduction_of(call.attrs.string("reduction"));
  if (!reduction || *reduction == Reduction::mean)
    return call.fail("unknown reduction \"" + std::string(call.attrs.string("reduction")) + "\"");
  if (!is_index(indices)) return not_indices(call, indices);
  if (indices.shape.empty() || indices.shape.back() > static_cast<int64_t>(x.shape.size()) || updates.dtype != x.dtype)
    return call.fail("indices do not fit the data");
  int64_t depth = indices.shape.back(), inner = product(std::span(x.shape).subspan(static_cast<size_t>(depth)));
  int64_t count = product(std::span(indices.shape).first(indices.shape.size() - 1));
  if (updates.elements() != count * inner)
    return call.fail("updates of shape " + shape_text(updates.shape) + " do not fit");
  Dims strides = row_major_strides(x.shape);
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = copy_of(call, x);
    for (int64_t i = 0; i < count; ++i) {
      int64_t at = 0;
      for (int64_t k = 0; k < depth; ++k) {
        const auto axis = static_cast<size_t>(k);
        const int64_t index = element_as_integer(indices, i * depth + k);
        if (index < 0 || index >= x.shape[axis]) return outside(call, indices, i * depth + k, x, axis);
        at += index * strides[axis];
      }
      for (int64_t k = 0; k < inner; ++k) {
        T& target = out.as<T>()[at + k];
        target = reduced<T>(*reduction, target, updates.as<T>()[i * inner + k]);
      }
    }
    return out;
  });
}

// Operands: indices, on value, off value. An index outside [0, depth) marks nothing.
Result<RuntimeValue> one_hot(const OpCall& call) {
  const Tensor& indices = call.tensor(0);
  int64_t depth = call.attrs.integer("depth");
  const size_t axis = call.axis(call.attrs.integer("axis", -1), indices.shape.size() + 1);
  std::optional<double> on = call.real(1), off = call.real(2);
  if (!is_index(indices)) return not_indices(call, indices);
  if (!on || !off || depth <= 0) return call.fail("depth or values are malformed");
  DType dtype = call.operand_dtype(1);
  Dims shape = indices.shape;
  shape.insert(shape.begin() + static_cast<int64_t>(axis), depth);
  return call.typed(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(dtype, shape);
    auto value = [&](size_t i, double real) {
      return kIsInteger<T> && call.integer(i) ? convert<T>(*call.integer(i)) : convert<T>(real);
    };
    T on_value = value(1, *on), off_value = value(2, *off);
    int64_t inner = product(std::span(indices.shape).subspan(axis));
    for (int64_t i = 0; i < out.elements(); ++i) {
      int64_t outer = i / (depth * inner), k = i / inner % depth;
      bool is_on = element_as_integer(indices, outer * inner + i % inner) == k;
      out.as<T>()[i] = is_on ? on_value : off_value;
    }
    return out;
  });
}

// A row of the last dim gives its own places; the other indices are the same for all of them.
Result<RuntimeValue> nonzero(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const Dims shape = x.shape.empty() ? Dims{1} : x.shape;
  const size_t last = shape.size() - 1;
  Result<RuntimeValue> result = call.unsupported_dtype(x.dtype);
  for_stored(x.dtype, [&]<class T>(Tag<T>) {
    const T* element = x.as<T>();
    const auto is_hit = [](T e) { return Wide<T>(e) != Wide<T>(0); };
    const int64_t count = std::count_if(element, element + x.elements(), is_hit);
    Tensor out = call.make(kInt64, {static_cast<int64_t>(shape.size()), count});
    int64_t* places = out.as<int64_t>();
    Dims row(last, 0);
    for (int64_t hits = 0; hits < count; element += shape[last]) {
      const int64_t first = hits;
      int64_t* to = places + static_cast<int64_t>(last) * count;
      for (int64_t k = 0; k < shape[last] && hits < count; ++k) {
        to[hits] = k;
        hits += is_hit(element[k]);
      }
      for (size_t d = 0; d < last; ++d)
        std::fill(places + static_cast<int64_t>(d) * count + first, places + static_cast<int64_t>(d) * count + hits,
                  row[d]);
      for (size_t d = last; d > 0 && ++row[d - 1] == shape[d - 1]; --d) row[d - 1] = 0;
    }
    result = value_of(out);
  });
  return result;
}

// ---- indices for the leading axes ----------------------------------------------------------------------------------

namespace {

// The indices broadcast together; `at` the offset of the element (or block of `inner` elements) that each of them
// names.
struct Places {
  Dims shape;
  std::vector<int64_t> at;
  int64_t inner;
};

Places places_of(const OpCall& call, const Tensor& x, const RuntimeValue& operand) {
  const RuntimeTuple* fields = operand.tuple();
  if (!fields || fields->size() > x.shape.size())
    throw call.fail("the indices are not a tuple of at most as many tensors as the data has axes");
  Places p;
  for (const RuntimeValue& v : *fields) {
    if (!v.tensor() || !is_index(*v.tensor())) throw call.fail("an index is not a tensor of integers");
    std::optional<Dims> joint = broadcast(p.shape, v.tensor()->shape);
    if (!joint) throw call.fail("the indices do not broadcast");
    p.shape = *joint;
  }
  Dims strides = row_major_strides(x.shape);
  p.at.assign(static_cast<size_t>(product(p.shape)), 0);
  p.inner = product(std::span(x.shape).subspan(fields->size()));
  for (size_t d = 0; d < fields->size(); ++d) {
    const Tensor& t = *(*fields)[d].tensor();
    std::vector<int64_t> offsets = view_offsets(p.shape, broadcast_strides(t.shape, p.shape));
    for (size_t i = 0; i < offsets.size(); ++i) {
      std::optional<int64_t> index = from_either_end(t, offsets[i], x.shape[d]);
      if (!index) throw outside(call, t, offsets[i], x, d);
      p.at[i] += *index * strides[d];
    }
  }
  return p;
}

}  // namespace

Result<RuntimeValue> index_tensor(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Places places = places_of(call, x, call.value(1));
  Dims shape = places.shape;
  shape.insert(shape.end(), x.shape.begin() + static_cast<int64_t>(call.value(1).tuple()->size()), x.shape.end());
  Tensor out = call.make(x.dtype, shape);
  for (size_t i = 0; i < places.at.size(); ++i)
    copy(x, places.at[i], out, static_cast<int64_t>(i) * places.inner, places.inner);
  return value_of(out);
}

Result<RuntimeValue> index_put(const OpCall& call) {
  const Tensor &x = call.tensor(0), &values = call.tensor(2);
  Places places = places_of(call, x, call.value(1));
  Dims shape = places.shape;
  shape.insert(shape.end(), x.shape.begin() + static_cast<int64_t>(call.value(1).tuple()->size()), x.shape.end());
  std::optional<Dims> joint = broadcast(values.shape, shape);
  if (!joint || *joint != shape || values.dtype != x.dtype)
    return call.fail("values of shape " + shape_text(values.shape) + " do not fit " + shape_text(shape));
  std::vector<int64_t> sources = view_offsets(shape, broadcast_strides(values.shape, shape));
  Reduction reduction = call.attrs.boolean("accumulate") ? Reduction::add : Reduction::update;
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = copy_of(call, x);
    for (size_t i = 0; i < sources.size(); ++i) {
      auto block = static_cast<int64_t>(i) / places.inner, within = static_cast<int64_t>(i) % places.inner;
      T& target = out.as<T>()[places.at[static_cast<size_t>(block)] + within];
      target = reduced<T>(reduction, target, values.as<T>()[sources[i]]);
    }
    return out;
  });
}

Result<RuntimeValue> bucketize(const OpCall& call) {
  const Tensor &x = call.tensor(0), &bounds = call.tensor(1);
  if (bounds.shape.size() != 1) return call.fail("the boundaries are not a vector");
  DType dtype = call.attrs.boolean("out_int32") ? kInt32 : kInt64;
  bool right = call.attrs.boolean("right");
  Tensor out = call.make(kInt64, x.shape);
  auto place_all = [&](auto element) {
    using Number = decltype(element(bounds, 0));
    std::vector<Number> sorted;
    for (int64_t i = 0; i < bounds.elements(); ++i) sorted.push_back(element(bounds, i));
    for (int64_t i = 0; i < x.elements(); ++i) {
      Number value = element(x, i);
      auto at = right ? std::upper_bound(sorted.begin(), sorted.end(), value)
                      : std::lower_bound(sorted.begin(), sorted.end(), value);
      out.as<int64_t>()[i] = at - sorted.begin();
    }
  };
  auto whole = [](const Tensor& t, int64_t i) {
    int64_t value = element_as_integer(t, i);
    return t.dtype.is_unsigned() ? static_cast<__int128>(static_cast<uint64_t>(value)) : static_cast<__int128>(value);
  };
  if (x.dtype.is_integral() && bounds.dtype.is_integral()) place_all(whole);
  else place_all([](const Tensor& t, int64_t i) { return element_as_double(t, i); });
  return value_of(cast(call, out, dtype));
}

}  // namespace hammock::reference
