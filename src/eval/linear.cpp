// SPDX-License-Identifier: Apache-2.0
// Sums of products (operators 2.8).
#include <algorithm>
#include <cctype>
#include <map>

#include "operators.h"

namespace hammock::reference {

// c[m, n] = a[m, k] b[k, n], a few rows of c at a time with the columns innermost: b is read once for them all.
template <class T>
static void multiply_matrices(const T* a, const T* b, T* c, int64_t rows, int64_t depth, int64_t columns) {
  constexpr int64_t kRows = 8;
  std::vector<Accumulator<T>> sums(static_cast<size_t>(kRows * columns));
  for (int64_t first = 0; first < rows; first += kRows) {
    int64_t count = std::min(kRows, rows - first);
    std::fill(sums.begin(), sums.end(), Accumulator<T>(0));
    for (int64_t k = 0; k < depth; ++k) {
      const T* y = b + k * columns;
      for (int64_t r = 0; r < count; ++r) {
        T x = a[(first + r) * depth + k];
        Accumulator<T>* sum = sums.data() + r * columns;
        for (int64_t n = 0; n < columns; ++n) sum[n] = add_product<T>(sum[n], x, y[n]);
      }
    }
    for (int64_t i = 0; i < count * columns; ++i) c[first * columns + i] = T(sums[static_cast<size_t>(i)]);
  }
}

Result<RuntimeValue> matmul(const OpCall& call) {
  DType dtype = call.attr_dtype("out_dtype");
  if (dtype.is_unknown()) {
    dtype = call.tensor(0).dtype;
    if (dtype != call.tensor(1).dtype)
      return call.fail("dtypes " + to_string(dtype) + " and " + to_string(call.tensor(1).dtype) + " differ");
  }
  Result<Tensor> a = cast(call, call.tensor(0), dtype), b = cast(call, call.tensor(1), dtype);
  if (!a) return a.error();
  if (!b) return b.error();
  Dims left = a->shape, right = b->shape;
  if (left.empty() || right.empty()) return call.fail("an operand without axes");
  bool is_row = left.size() == 1, is_column = right.size() == 1;
  if (is_row) left.insert(left.begin(), 1);
  if (is_column) right.push_back(1);
  int64_t rows = left[left.size() - 2], depth = left.back(), columns = right.back();
  Dims left_batch(left.begin(), left.end() - 2), right_batch(right.begin(), right.end() - 2);
  std::optional<Dims> batch = broadcast(left_batch, right_batch);
  if (depth != right[right.size() - 2] || !batch)
    return call.fail("shapes " + shape_text(a->shape) + " and " + shape_text(b->shape) + " do not fit");
  Dims shape = *batch;
  if (!is_row) shape.push_back(rows);
  if (!is_column) shape.push_back(columns);
  return call.typed(dtype, [&](auto tag) -> Result<Tensor> {
    using T = typename decltype(tag)::type;
    Result<Tensor> out = call.make(dtype, shape);
    if (!out) return out;
    T* to = out->template as<T>();
    std::vector<int64_t> lefts = view_offsets(*batch, broadcast_strides(left_batch, *batch));
    std::vector<int64_t> rights = view_offsets(*batch, broadcast_strides(right_batch, *batch));
    for (size_t i = 0; i < lefts.size(); ++i) {
      multiply_matrices<T>(a->template as<T>() + lefts[i] * rows * depth,
                           b->template as<T>() + rights[i] * depth * columns,
                           to + static_cast<int64_t>(i) * rows * columns, rows, depth, columns);
    }
    return out;
  });
}

Result<RuntimeValue> outer(const OpCall& call) {
  const Tensor &a = call.tensor(0), &b = call.tensor(1);
  if (a.shape.size() != 1 || b.shape.size() != 1 || a.dtype != b.dtype)
    return call.fail("expected two vectors of one dtype");
  return call.typed(a.dtype, [&](auto tag) -> Result<Tensor> {
    using T = typename decltype(tag)::type;
    Result<Tensor> out = call.make(a.dtype, {a.shape[0], b.shape[0]});
    if (!out) return out;
    for (int64_t i = 0; i < a.shape[0]; ++i) {
      for (int64_t j = 0; j < b.shape[0]; ++j)
        out->template as<T>()[i * b.shape[0] + j] = T(a.as<T>()[i] * b.as<T>()[j]);
    }
    return out;
  });
}

// ---- einsum --------------------------------------------------------------------------------------------------------

// A term of the subscripts: its labels, with the axes of the ellipsis as labels of their own (negative, from the
// right).
using Labels = std::vector<int>;

static std::optional<Labels> parse_term(std::string_view text, std::optional<size_t> rank, size_t ellipsis_rank) {
  Labels labels;
  size_t letters = 0;
  for (char c : text) letters += std::isalpha(static_cast<unsigned char>(c)) != 0;
  size_t dots = rank ? (*rank >= letters ? *rank - letters : 0) : ellipsis_rank;
  bool has_ellipsis = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text.substr(i).starts_with("...")) {
      if (has_ellipsis) return std::nullopt;
      has_ellipsis = true;
      for (size_t k = dots; k > 0; --k) labels.push_back(-static_cast<int>(k));
      i += 2;
    } else if (std::isalpha(static_cast<unsigned char>(text[i]))) {
      labels.push_back(text[i]);
    } else {
      return std::nullopt;
    }
  }
  if (rank && labels.size() != *rank) return std::nullopt;
  return labels;
}

Result<RuntimeValue> einsum(const OpCall& call) {
  const RuntimeTuple* operands = call.value(0).tuple();
  if (!operands || operands->empty()) return call.fail("the operands are not a tuple of tensors");
  std::vector<const Tensor*> tensors;
  for (const RuntimeValue& v : *operands) {
    if (!v.tensor() || v.tensor()->dtype != (*operands)[0].tensor()->dtype)
      return call.fail("the operands are not tensors of one dtype");
    tensors.push_back(v.tensor());
  }
  std::string_view text = call.attr_string("subscripts");
  size_t arrow = text.find("->");
  std::string_view inputs = text.substr(0, arrow);
  auto malformed = [&] { return call.fail("subscripts \"" + std::string(text) + "\" do not fit the operands"); };

  std::vector<Labels> terms;
  size_t ellipsis_rank = 0;
  for (const Tensor* t : tensors) {
    size_t comma = std::min(inputs.find(','), inputs.size());
    std::optional<Labels> labels = parse_term(inputs.substr(0, comma), t->shape.size(), 0);
    if (!labels) return malformed();
    for (int l : *labels) ellipsis_rank = std::max(ellipsis_rank, static_cast<size_t>(std::max(-l, 0)));
    terms.push_back(*labels);
    inputs.remove_prefix(std::min(comma + 1, inputs.size()));
  }
  if (!inputs.empty()) return malformed();

  std::map<int, int64_t> extents;
  std::map<int, int> uses;
  for (size_t i = 0; i < terms.size(); ++i) {
    for (size_t d = 0; d < terms[i].size(); ++d) {
      int64_t size = tensors[i]->shape[d];
      auto [at, is_new] = extents.emplace(terms[i][d], size);
      if (!is_new && at->second != size && at->second != 1 && size != 1)
        return call.fail("a label of \"" + std::string(text) + "\" stands for two sizes");
      if (at->second == 1) at->second = size;
      ++uses[terms[i][d]];
    }
  }
  Labels result;
  if (arrow != std::string_view::npos) {
    std::optional<Labels> labels = parse_term(text.substr(arrow + 2), std::nullopt, ellipsis_rank);
    if (!labels) return malformed();
    result = *labels;
  } else {
    for (auto [label, count] : uses) {
      if (label < 0 || count == 1) result.push_back(label);
    }
  }
  Labels summed;
  Dims out_shape, sum_shape;
  for (int l : result) {
    if (!extents.count(l) || std::count(result.begin(), result.end(), l) > 1) return malformed();
    out_shape.push_back(extents[l]);
  }
  for (auto [label, size] : extents) {
    if (std::find(result.begin(), result.end(), label) != result.end()) continue;
    summed.push_back(label);
    sum_shape.push_back(size);
  }
  // Offsets of each operand over the result's and over the summed labels.
  auto offsets = [&](size_t i, const Labels& labels, const Dims& shape) {
    Dims own = row_major_strides(tensors[i]->shape), strides(labels.size(), 0);
    for (size_t d = 0; d < terms[i].size(); ++d) {
      for (size_t k = 0; k < labels.size(); ++k) {
        if (labels[k] == terms[i][d] && tensors[i]->shape[d] != 1) strides[k] += own[d];
      }
    }
    return view_offsets(shape, strides);
  };
  std::vector<std::vector<int64_t>> outer_offsets, inner_offsets;
  for (size_t i = 0; i < tensors.size(); ++i) {
    outer_offsets.push_back(offsets(i, result, out_shape));
    inner_offsets.push_back(offsets(i, summed, sum_shape));
  }
  return call.typed(tensors[0]->dtype, [&](auto tag) -> Result<Tensor> {
    using T = typename decltype(tag)::type;
    Result<Tensor> out = call.make(tensors[0]->dtype, out_shape);
    if (!out) return out;
    for (size_t o = 0; o < outer_offsets[0].size(); ++o) {
      Accumulator<T> total(0);
      for (size_t k = 0; k < inner_offsets[0].size(); ++k) {
        T factor = tensors[0]->as<T>()[outer_offsets[0][o] + inner_offsets[0][k]];
        for (size_t i = 1; i + 1 < tensors.size(); ++i)
          factor = T(factor * tensors[i]->as<T>()[outer_offsets[i][o] + inner_offsets[i][k]]);
        size_t last = tensors.size() - 1;
        total = add_product<T>(
            total, factor, last == 0 ? T(1) : tensors[last]->as<T>()[outer_offsets[last][o] + inner_offsets[last][k]]);
      }
      out->template as<T>()[o] = T(total);
    }
    return out;
  });
}

}  // namespace hammock::reference
