// SPDX-License-Identifier: Apache-2.0
// The same elements in another shape, order or number (operators 2.7, 2.9, nn.pad). No arithmetic: most of them are
// views copied out. What keeps the order of the elements shares the operand's bytes.
#include <algorithm>
#include <cstring>

#include "hammock/runtime/indices.h"
#include "match.h"
#include "operators.h"

namespace hammock::reference {
namespace {

Result<RuntimeValue> with_shape(const OpCall& call, const Tensor& x, Dims shape) {
  int64_t count = 1;
  bool overflows = false;
  for (int64_t d : shape) overflows |= d < 0 || __builtin_mul_overflow(count, d, &count);
  if (overflows || count != x.elements())
    return call.fail("shape " + shape_text(x.shape) + " cannot become " + shape_text(shape));
  return RuntimeValue{Tensor{x.dtype, std::move(shape), x.data}};
}

Result<RuntimeValue> view(const OpCall& call, const Tensor& x, int64_t offset, Dims shape, const Dims& strides) {
  return value_of(copy_view(call, x, offset, std::move(shape), strides));
}

// The part [begin, begin + length) of an axis.
Tensor part(const OpCall& call, const Tensor& x, size_t axis, int64_t begin, int64_t length) {
  Dims shape = x.shape, strides = row_major_strides(x.shape);
  shape[axis] = length;
  return copy_view(call, x, begin * strides[axis], shape, strides);
}

// Copies `from` into a view of `to`.
void write_view(const Tensor& from, const Tensor& to, int64_t offset, const Dims& strides) {
  auto width = static_cast<size_t>(to.dtype.bytes());
  std::byte* target = to.data.get() + offset * to.dtype.bytes();
  const std::byte* source = from.data.get();
  for (int64_t at : view_offsets(from.shape, strides)) {
    std::memcpy(target + at * to.dtype.bytes(), source, width);
    source += width;
  }
}

}  // namespace

Result<RuntimeValue> reshape(const OpCall& call) {
  std::optional<Dims> shape = call.integers(1);
  if (!shape) return call.fail("the shape is not a shape");
  return with_shape(call, call.tensor(0), *shape);
}

Result<RuntimeValue> flatten(const OpCall& call) {
  return with_shape(call, call.tensor(0), {call.tensor(0).elements()});
}

Result<RuntimeValue> batch_flatten(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  if (x.shape.empty()) return call.fail("a tensor without axes");
  return with_shape(call, x, {x.shape[0], product(std::span(x.shape).subspan(1))});
}

Result<RuntimeValue> expand_dims(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Dims axes = call.attrs.integers("axis");
  const std::vector<bool> added = call.marked(axes, x.shape.size() + axes.size());
  Dims shape;
  auto next = x.shape.begin();
  for (bool is_new : added) shape.push_back(is_new ? 1 : *next++);
  return with_shape(call, x, shape);
}

Result<RuntimeValue> squeeze(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::optional<Dims> axes = call.attrs.maybe_integers("axis");
  const std::vector<bool> gone = call.marked(axes.value_or(Dims()), x.shape.size());
  Dims shape;
  for (size_t d = 0; d < x.shape.size(); ++d) {
    if (gone[d] && x.shape[d] != 1)
      return call.fail("dim " + std::to_string(d) + " is " + std::to_string(x.shape[d]) + ", not 1");
    bool keep = axes ? !gone[d] : x.shape[d] != 1;
    if (keep) shape.push_back(x.shape[d]);
  }
  return with_shape(call, x, shape);
}

Result<RuntimeValue> permute_dims(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  size_t rank = x.shape.size();
  std::optional<Dims> axes = call.attrs.maybe_integers("axes");
  if (!axes) {
    axes.emplace();
    for (size_t d = rank; d-- > 0;) axes->push_back(static_cast<int64_t>(d));
  }
  if (axes->size() != rank) return call.fail("as many axes as the rank are needed");
  call.marked(*axes, rank);
  Dims own = row_major_strides(x.shape), shape, strides;
  for (int64_t a : *axes) {
    const size_t axis = call.axis(a, rank);
    shape.push_back(x.shape[axis]);
    strides.push_back(own[axis]);
  }
  return view(call, x, 0, shape, strides);
}

Result<RuntimeValue> broadcast_to(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::optional<Dims> shape = call.integers(1);
  std::optional<Dims> joint = shape && shape->size() >= x.shape.size() ? broadcast(x.shape, *shape) : std::nullopt;
  if (!joint || *joint != *shape)
    return call.fail("shape " + shape_text(x.shape) + " does not broadcast to the target");
  return view(call, x, 0, *shape, broadcast_strides(x.shape, *shape));
}

static Result<RuntimeValue> join(const OpCall& call, const RuntimeTuple& fields, int64_t axis_attr, bool is_new_axis) {
  std::vector<Tensor> parts;
  for (const RuntimeValue& v : fields) {
    if (!v.tensor()) return call.fail("a field of the tuple is not a tensor");
    parts.push_back(*v.tensor());
  }
  if (parts.empty()) return call.fail("no tensor in the tuple");
  const size_t axis = call.axis(axis_attr, parts[0].shape.size() + is_new_axis);
  Dims shape = parts[0].shape;
  if (is_new_axis) shape.insert(shape.begin() + static_cast<int64_t>(axis), 1);
  int64_t total = 0;
  for (Tensor& t : parts) {
    if (t.dtype != parts[0].dtype)
      return call.fail("dtypes " + to_string(parts[0].dtype) + " and " + to_string(t.dtype) + " differ");
    if (is_new_axis) t.shape.insert(t.shape.begin() + static_cast<int64_t>(std::min(axis, t.shape.size())), 1);
    if (t.shape.size() != shape.size()) return call.fail("ranks differ");
    for (size_t d = 0; d < shape.size(); ++d) {
      if (d != axis && t.shape[d] != shape[d])
        return call.fail("shapes " + shape_text(shape) + " and " + shape_text(t.shape) + " differ beside the axis");
    }
    total += t.shape[axis];
  }
  shape[axis] = total;
  Tensor out = call.make(parts[0].dtype, shape);
  Dims strides = row_major_strides(shape);
  int64_t at = 0;
  for (const Tensor& t : parts) {
    write_view(t, out, at * strides[axis], strides);
    at += t.shape[axis];
  }
  return value_of(out);
}

Result<RuntimeValue> concat(const OpCall& call) {
  const RuntimeTuple* fields = call.value(0).tuple();
  if (!fields) return call.fail("the operand is not a tuple");
  return join(call, *fields, call.attrs.integer("axis", 0), false);
}

Result<RuntimeValue> stack(const OpCall& call) {
  const RuntimeTuple* fields = call.value(0).tuple();
  if (!fields) return call.fail("the operand is not a tuple");
  return join(call, *fields, call.attrs.integer("axis", 0), true);
}

Result<RuntimeValue> split(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  std::optional<Dims> given = call.attrs.maybe_integers("indices_or_sections");
  if (!given) return call.fail("no indices or sections");
  int64_t length = x.shape[axis];
  Dims ends;
  if (call.attrs.is_list("indices_or_sections")) {
    for (int64_t p : *given) ends.push_back(std::clamp<int64_t>(p, 0, length));
  } else {
    int64_t sections = given->front();
    if (sections <= 0) return call.fail("the number of sections is not positive");
    int64_t size = (length + sections - 1) / sections;
    for (int64_t i = 1; i < sections; ++i) ends.push_back(std::min(i * size, length));
  }
  ends.push_back(length);
  RuntimeTuple parts;
  int64_t begin = 0;
  for (int64_t end : ends) {
    Tensor piece = part(call, x, axis, std::min(begin, length), std::max<int64_t>(end - begin, 0));
    parts.push_back(value_of(piece));
    begin = end;
  }
  return RuntimeValue{std::move(parts)};
}

// ---- slices --------------------------------------------------------------------------------------------------------

namespace {

struct Slice {
  int64_t begin, length, stride;
};

// Negative indices count from the end, both ends are clamped to the axis, an empty slice has length 0.
Slice clamped(int64_t begin, int64_t end, int64_t stride, int64_t extent) {
  auto canonical = [&](int64_t i) {
    if (i < 0) i += extent;
    return stride > 0 ? std::clamp<int64_t>(i, 0, extent) : std::clamp<int64_t>(i, -1, extent - 1);
  };
  int64_t b = canonical(begin), e = canonical(end);
  uint64_t distance = static_cast<uint64_t>(stride > 0 ? e - b : b - e),
           step = stride > 0 ? static_cast<uint64_t>(stride) : -static_cast<uint64_t>(stride);
  return {b, (stride > 0 ? e > b : b > e) ? static_cast<int64_t>((distance - 1) / step) + 1 : 0, stride};
}

Result<RuntimeValue> slice(const OpCall& call, const Tensor& x, const Dims& axes, const Dims& begin, const Dims& end,
                           const Dims& strides) {
  if (begin.size() != axes.size() || end.size() != axes.size() || strides.size() != axes.size())
    return call.fail("axes, begin, end and strides differ in length");
  call.marked(axes, x.shape.size());
  Dims shape = x.shape, steps = row_major_strides(x.shape);
  int64_t offset = 0;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (strides[i] == 0) return call.fail("a stride of 0");
    const size_t axis = call.axis(axes[i], x.shape.size());
    Slice s = clamped(begin[i], end[i], strides[i], x.shape[axis]);
    offset += s.length > 0 ? s.begin * steps[axis] : 0;
    shape[axis] = s.length;
    steps[axis] *= s.length > 1 ? s.stride : 1;
  }
  return view(call, x, offset, shape, steps);
}

}  // namespace

Result<RuntimeValue> strided_slice(const OpCall& call) {
  std::optional<Dims> axes = call.integers(1), begin = call.integers(2), end = call.integers(3);
  if (!axes || !begin || !end) return call.fail("axes, begin and end are not tuples of integers");
  Dims strides = call.integers(4).value_or(Dims(axes->size(), 1));
  return slice(call, call.tensor(0), *axes, *begin, *end, strides);
}

Result<RuntimeValue> dynamic_strided_slice(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Dims axes, lists[3];
  for (size_t k = 0; k < 3; ++k) {
    const Tensor& t = call.tensor(k + 1);
    if (t.shape.size() != 1 || t.shape[0] != static_cast<int64_t>(x.shape.size()))
      return call.fail("begin, end and strides need one element for each axis");
    for (int64_t i = 0; i < t.elements(); ++i) lists[k].push_back(element_as_integer(t, i));
  }
  for (size_t d = 0; d < x.shape.size(); ++d) axes.push_back(static_cast<int64_t>(d));
  return slice(call, x, axes, lists[0], lists[1], lists[2]);
}

Result<RuntimeValue> slice_scatter(const OpCall& call) {
  const Tensor &x = call.tensor(0), &source = call.tensor(1);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  std::optional<int64_t> begin = call.integer(2), end = call.integer(3), step = call.integer(4);
  if (!begin || !end || !step || *step <= 0)
    return call.fail("start, end and step are not prim values with a positive step");
  Slice s = clamped(*begin, *end, *step, x.shape[axis]);
  Dims expected = x.shape, strides = row_major_strides(x.shape);
  expected[axis] = s.length;
  if (source.shape != expected || source.dtype != x.dtype)
    return call.fail("the source is " + shape_text(source.shape) + ", the slice " + shape_text(expected));
  Tensor out = copy_view(call, x, 0, x.shape, strides);
  int64_t offset = s.begin * strides[axis];
  strides[axis] *= s.stride;
  write_view(source, out, offset, strides);
  return value_of(out);
}

// ---- repetition and order ------------------------------------------------------------------------------------------

Result<RuntimeValue> repeat(const OpCall& call) {
  Tensor x = call.tensor(0);
  int64_t times = call.attrs.integer("repeats");
  std::optional<Dims> axis_attr = call.attrs.maybe_integers("axis");
  if (!axis_attr) x.shape = {x.elements()};
  const size_t axis = call.axis(axis_attr ? axis_attr->front() : 0, x.shape.size());
  if (times < 0) return call.fail("a negative number of repeats");
  // Each element of the axis becomes an axis of `times` equal ones.
  Dims shape = x.shape, strides = row_major_strides(x.shape);
  auto behind = static_cast<int64_t>(axis) + 1;
  shape.insert(shape.begin() + behind, times);
  strides.insert(strides.begin() + behind, 0);
  Tensor out = copy_view(call, x, 0, shape, strides);
  out.shape = x.shape;
  out.shape[axis] *= times;
  return value_of(out);
}

Result<RuntimeValue> tile(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Dims times = call.attrs.integers("repeats"), own = x.shape;
  if (std::any_of(times.begin(), times.end(), [](int64_t n) { return n < 0; }))
    return call.fail("a negative number of repeats");
  size_t rank = std::max(times.size(), own.size());
  times.insert(times.begin(), rank - times.size(), 1);
  own.insert(own.begin(), rank - own.size(), 1);
  Dims own_strides = row_major_strides(own), shape, strides, result;
  for (size_t d = 0; d < rank; ++d) {
    shape.insert(shape.end(), {times[d], own[d]});
    strides.insert(strides.end(), {0, own_strides[d]});
    result.push_back(times[d] * own[d]);
  }
  Tensor out = copy_view(call, x, 0, shape, strides);
  out.shape = result;
  return value_of(out);
}

Result<RuntimeValue> flip(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const size_t axis = call.axis(call.attrs.integer("axis", 0), x.shape.size());
  Dims strides = row_major_strides(x.shape);
  int64_t offset = strides[axis] * std::max<int64_t>(x.shape[axis] - 1, 0);
  strides[axis] = -strides[axis];
  return view(call, x, offset, x.shape, strides);
}

Result<RuntimeValue> reverse_sequence(const OpCall& call) {
  const Tensor &x = call.tensor(0), &lengths = call.tensor(1);
  const size_t along = call.axis(call.attrs.integer("seq_axis"), x.shape.size()),
               batch = call.axis(call.attrs.integer("batch_axis"), x.shape.size());
  if (along == batch || lengths.elements() != x.shape[batch]) return call.fail("the axes and lengths do not fit");
  for (int64_t i = 0; i < lengths.elements(); ++i) {
    const int64_t length = element_as_integer(lengths, i);
    const bool is_negative = length < 0 && !lengths.dtype.is_unsigned();
    if (is_negative || static_cast<uint64_t>(length) > static_cast<uint64_t>(x.shape[along])) {
      const std::string text = is_negative ? std::to_string(length) : std::to_string(static_cast<uint64_t>(length));
      return call.fail(outside_text({text, index_of(i, lengths.shape), along, x.shape[along], true}));
    }
  }
  Dims strides = row_major_strides(x.shape);
  Tensor out = call.make(x.dtype, x.shape);
  int64_t width = x.dtype.bytes();
  for (int64_t i = 0; i < x.elements(); ++i) {
    int64_t length = element_as_integer(lengths, i / strides[batch] % x.shape[batch]);
    int64_t k = i / strides[along] % x.shape[along];
    int64_t from = k < length ? i + (length - 1 - 2 * k) * strides[along] : i;
    std::memcpy(out.data.get() + i * width, x.data.get() + from * width, static_cast<size_t>(width));
  }
  return value_of(out);
}

// ---- pad -----------------------------------------------------------------------------------------------------------

// The position inside [0, size) that a position of the padded axis shows; -1: the pad value.
static int64_t padded_source(int64_t i, int64_t size, std::string_view mode) {
  if (i >= 0 && i < size) return i;
  if (mode == "constant" || size == 0) return -1;
  if (mode == "edge" || mode == "replicate") return std::clamp<int64_t>(i, 0, size - 1);
  if (mode == "circular") return (i % size + size) % size;
  int64_t period = std::max<int64_t>(2 * (size - 1), 1);  // reflect: without repeating the border
  i = (i % period + period) % period;
  return i < size ? i : period - i;
}

Result<RuntimeValue> pad(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Dims widths = call.attrs.integers("pad_width");
  std::string_view mode = call.attrs.string("pad_mode");
  size_t rank = x.shape.size();
  if (widths.size() != 2 * rank) return call.fail("pad_width needs two entries for each axis");
  Dims shape;
  for (size_t d = 0; d < rank; ++d) {
    shape.push_back(x.shape[d] + widths[2 * d] + widths[2 * d + 1]);
    if (shape[d] < 0) return call.fail("a crop beyond the axis");
  }
  Tensor value = call.has_tensor(1) ? call.tensor(1) : call.make(kFloat64, {});
  if (!call.has_tensor(1)) *value.as<double>() = 0;
  value = cast(call, value, x.dtype);
  Tensor out = call.make(x.dtype, shape);
  Dims own = row_major_strides(x.shape), index(rank, 0);
  auto width = static_cast<size_t>(x.dtype.bytes());
  for (int64_t i = 0; i < out.elements(); ++i) {
    int64_t from = 0;
    bool inside = true;
    for (size_t d = 0; d < rank && inside; ++d) {
      int64_t source = padded_source(index[d] - widths[2 * d], x.shape[d], mode);
      inside = source >= 0;
      from += source * own[d];
    }
    const std::byte* element = inside ? x.data.get() + from * x.dtype.bytes() : value.data.get();
    std::memcpy(out.data.get() + i * x.dtype.bytes(), element, width);
    for (size_t d = rank; d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return value_of(out);
}

// (N, C r r, H, W) to (N, C, H r, W r)
Result<RuntimeValue> pixel_shuffle(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  int64_t r = call.attrs.integer("upscale_factor");
  if (x.shape.size() < 3 || r <= 0 || x.shape[x.shape.size() - 3] % (r * r) != 0)
    return call.fail("the channels are not a multiple of the factor's square");
  size_t c = x.shape.size() - 3;
  int64_t channels = x.shape[c] / (r * r), height = x.shape[c + 1], width = x.shape[c + 2];
  Dims lead(x.shape.begin(), x.shape.begin() + static_cast<int64_t>(c)), full = row_major_strides(x.shape);
  Dims shape = lead, strides(full.begin(), full.begin() + static_cast<int64_t>(c));
  int64_t plane = height * width;
  shape.insert(shape.end(), {channels, height, r, width, r});
  strides.insert(strides.end(), {r * r * plane, width, r * plane, 1, plane});
  Tensor out = copy_view(call, x, 0, shape, strides);
  lead.insert(lead.end(), {channels, height * r, width * r});
  out.shape = lead;
  return value_of(out);
}

Result<RuntimeValue> meshgrid(const OpCall& call) {
  const RuntimeTuple* fields = call.value(0).tuple();
  if (!fields) return call.fail("the operand is not a tuple");
  Dims shape;
  for (const RuntimeValue& v : *fields) {
    if (!v.tensor() || v.tensor()->shape.size() > 1) return call.fail("a field of the tuple is not a vector");
    shape.push_back(v.tensor()->elements());
  }
  bool swaps = call.attrs.string("indexing") == "xy" && shape.size() >= 2;
  if (swaps) std::swap(shape[0], shape[1]);
  RuntimeTuple grids;
  for (size_t i = 0; i < fields->size(); ++i) {
    Dims strides(shape.size(), 0);
    strides[swaps && i < 2 ? 1 - i : i] = 1;
    Tensor grid = copy_view(call, *(*fields)[i].tensor(), 0, shape, strides);
    grids.push_back(value_of(grid));
  }
  return RuntimeValue{std::move(grids)};
}

// Every element goes where the index map sends its index. Places without a source take the pad value.
Result<RuntimeValue> layout_transform(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  const Context& context = call.context();
  Attr map = call.attrs.attr("index_map");
  if (!map || context.attrs[map].kind != AttrKind::index_map) return call.fail("the index map is malformed");
  std::span<const Attr> items = context.attrs.items(map);
  size_t rank = x.shape.size(), outputs = context.attrs.map_results(map).size();
  if (context.attrs[map].value != static_cast<int64_t>(rank))
    return call.fail("the index map has another rank than the data");
  auto prim = [&](size_t i) { return Prim(context.attrs[items[i]].id); };
  const Result<Dims> inferred = call.inferred_shape();
  if (!inferred) return inferred.error();
  const Dims& shape = *inferred;
  Dims index(rank, 0), places;
  Symbols symbols;
  for (int64_t i = 0; i < x.elements(); ++i) {
    for (size_t d = 0; d < rank; ++d) symbols[prim(d)] = index[d];
    for (size_t k = 0; k < outputs; ++k) {
      Result<int64_t> to = evaluate_integer(context, prim(rank + k), symbols);
      if (!to || *to < 0 || *to >= shape[k]) return call.fail("the index map has no value at " + shape_text(index));
      places.push_back(*to);
    }
    for (size_t d = rank; d-- > 0;) {
      if (++index[d] < x.shape[d]) break;
      index[d] = 0;
    }
  }
  Tensor out = call.make(x.dtype, shape), pad_value = call.make(kFloat64, {});
  *pad_value.as<double>() = call.attrs.real("pad_value", 0);
  Tensor fill = cast(call, pad_value, x.dtype);
  int64_t width = x.dtype.bytes();
  for (int64_t i = 0; i < out.elements(); ++i)
    std::memcpy(out.data.get() + i * width, fill.data.get(), static_cast<size_t>(width));
  Dims strides = row_major_strides(shape);
  for (int64_t i = 0; i < x.elements(); ++i) {
    int64_t at = 0;
    for (size_t k = 0; k < outputs; ++k) at += places[static_cast<size_t>(i) * outputs + k] * strides[k];
    std::memcpy(out.data.get() + at * width, x.data.get() + i * width, static_cast<size_t>(width));
  }
  return value_of(out);
}

// The bytes of the operand under another shape, dtype or from an offset on; an absent operand is the empty tuple.
Result<RuntimeValue> memory_view(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  auto absent = [&](size_t i) { return i >= call.size() || (call.value(i).tuple() && call.value(i).tuple()->empty()); };
  DType dtype = x.dtype;
  if (!absent(2)) {
    auto* given = std::get_if<DType>(&call.value(2).v);
    if (!given) return call.fail("the dtype operand is not a dtype");
    dtype = *given;
  }
  int64_t offset = absent(3) ? 0 : call.integer(3).value_or(-1);
  Dims shape = x.shape;
  if (!absent(1)) {
    std::optional<Dims> given = call.integers(1);
    if (!given) return call.fail("the shape operand is not a shape");
    shape = *given;
  }
  Tensor out = call.make(dtype, shape);  // copied: a tensor's bytes are aligned
  if (offset < 0 || offset > x.bytes() || out.bytes() > x.bytes() - offset)
    return call.fail("the view lies outside the tensor");
  std::memcpy(out.data.get(), x.data.get() + offset, static_cast<size_t>(out.bytes()));
  return value_of(out);
}

}  // namespace hammock::reference
