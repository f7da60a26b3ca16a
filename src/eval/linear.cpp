// SPDX-License-Identifier: Apache-2.0
// Sums of products (operators 2.8).
#include <algorithm>
#include <cctype>
#include <map>

#include "operators.h"
#include "sums.h"

namespace hammock::reference {

// c[m, n] = a[m, k] b[k, n], a few rows of c at a time with the columns innermost: b is read once for them all.
template <class Sum, class T, class Part>
static void multiply_matrices(const T* a, const T* b, T* c, int64_t rows, int64_t depth, int64_t columns, Part&& part) {
  constexpr int64_t kRows = 8;
  std::vector<Sum> sums(static_cast<size_t>(kRows * columns));
  for (int64_t first = 0; first < rows; first += kRows) {
    int64_t count = std::min(kRows, rows - first);
    std::fill(sums.begin(), sums.end(), Sum());
    for (int64_t k = 0; k < depth; ++k) {
      const T* y = b + k * columns;
      for (int64_t r = 0; r < count; ++r) {
        T x = a[(first + r) * depth + k];
        Sum* sum = sums.data() + r * columns;
        for (int64_t n = 0; n < columns; ++n) sum[n].add_product(x, y[n]);
      }
    }
    for (int64_t i = 0; i < count * columns; ++i)
      c[first * columns + i] = T(sums[static_cast<size_t>(i)].total(part(first * columns + i)));
  }
}

Result<RuntimeValue> matmul(const OpCall& call) {
  DType dtype = call.attrs.dtype("out_dtype");
  if (dtype.is_unknown()) {
    dtype = call.tensor(0).dtype;
    if (dtype != call.tensor(1).dtype)
      return call.fail("dtypes " + to_string(dtype) + " and " + to_string(call.tensor(1).dtype) + " differ");
  }
  Tensor a = cast(call, call.tensor(0), dtype), b = cast(call, call.tensor(1), dtype);
  Dims left = a.shape, right = b.shape;
  if (left.empty() || right.empty()) return call.fail("an operand without axes");
  bool is_row = left.size() == 1, is_column = right.size() == 1;
  if (is_row) left.insert(left.begin(), 1);
  if (is_column) right.push_back(1);
  int64_t rows = left[left.size() - 2], depth = left.back(), columns = right.back();
  Dims left_batch(left.begin(), left.end() - 2), right_batch(right.begin(), right.end() - 2);
  std::optional<Dims> batch = broadcast(left_batch, right_batch);
  if (depth != right[right.size() - 2] || !batch)
    return call.fail("shapes " + shape_text(a.shape) + " and " + shape_text(b.shape) + " do not fit");
  Dims shape = *batch;
  if (!is_row) shape.push_back(rows);
  if (!is_column) shape.push_back(columns);
  return call.typed(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(dtype, shape);
    T* to = out.as<T>();
    std::vector<int64_t> lefts = view_offsets(*batch, broadcast_strides(left_batch, *batch));
    std::vector<int64_t> rights = view_offsets(*batch, broadcast_strides(right_batch, *batch));
    with_sums<T>(call, [&]<class Sum>(Tag<Sum>, auto&& part) {
      for (size_t i = 0; i < lefts.size(); ++i) {
        multiply_matrices<Sum>(a.as<T>() + lefts[i] * rows * depth, b.as<T>() + rights[i] * depth * columns,
                               to + static_cast<int64_t>(i) * rows * columns, rows, depth, columns, part);
      }
    });
    return out;
  });
}

Result<RuntimeValue> outer(const OpCall& call) {
  const Tensor &a = call.tensor(0), &b = call.tensor(1);
  if (a.shape.size() != 1 || b.shape.size() != 1 || a.dtype != b.dtype)
    return call.fail("expected two vectors of one dtype");
  return call.typed(a.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(a.dtype, {a.shape[0], b.shape[0]});
    for (int64_t i = 0; i < a.shape[0]; ++i) {
      for (int64_t j = 0; j < b.shape[0]; ++j) out.as<T>()[i * b.shape[0] + j] = T(a.as<T>()[i] * b.as<T>()[j]);
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

// The subscripts of a call with its operands: the labels of each, of the result, and of what is summed.
struct Subscripts {
  std::string_view text;
  std::vector<const Tensor*> tensors;
  std::vector<Labels> terms;
  size_t ellipsis_rank = 0;
  std::map<int, int64_t> extents;
  std::map<int, int> uses;
  Labels result, summed;
};

static bool read_terms(Subscripts& s) {
  std::string_view inputs = s.text.substr(0, s.text.find("->"));
  for (const Tensor* t : s.tensors) {
    size_t comma = std::min(inputs.find(','), inputs.size());
    std::optional<Labels> labels = parse_term(inputs.substr(0, comma), t->shape.size(), 0);
    if (!labels) return false;
    for (int l : *labels) s.ellipsis_rank = std::max(s.ellipsis_rank, static_cast<size_t>(std::max(-l, 0)));
    s.terms.push_back(*labels);
    inputs.remove_prefix(std::min(comma + 1, inputs.size()));
  }
  return inputs.empty();
}

// The size of each label; false if one stands for two.
static bool measure_labels(Subscripts& s) {
  for (size_t i = 0; i < s.terms.size(); ++i) {
    for (size_t d = 0; d < s.terms[i].size(); ++d) {
      int64_t size = s.tensors[i]->shape[d];
      auto [at, is_new] = s.extents.emplace(s.terms[i][d], size);
      if (!is_new && at->second != size && at->second != 1 && size != 1) return false;
      if (at->second == 1) at->second = size;
      ++s.uses[s.terms[i][d]];
    }
  }
  return true;
}

// The labels behind the arrow; without one, those of the ellipsis and those that occur once.
static bool read_result(Subscripts& s) {
  if (size_t arrow = s.text.find("->"); arrow != std::string_view::npos) {
    std::optional<Labels> labels = parse_term(s.text.substr(arrow + 2), std::nullopt, s.ellipsis_rank);
    if (!labels) return false;
    s.result = *labels;
  } else {
    for (auto [label, count] : s.uses) {
      if (label < 0 || count == 1) s.result.push_back(label);
    }
  }
  for (int l : s.result) {
    if (!s.extents.count(l) || std::count(s.result.begin(), s.result.end(), l) > 1) return false;
  }
  for (auto [label, size] : s.extents) {
    if (std::find(s.result.begin(), s.result.end(), label) == s.result.end()) s.summed.push_back(label);
  }
  return true;
}

static Dims extents_of(const Subscripts& s, const Labels& labels) {
  Dims out;
  for (int l : labels) out.push_back(s.extents.at(l));
  return out;
}

// Of each operand, its offsets over all values of the labels.
static std::vector<std::vector<int64_t>> offsets_over(const Subscripts& s, const Labels& labels) {
  std::vector<std::vector<int64_t>> out;
  for (size_t i = 0; i < s.tensors.size(); ++i) {
    Dims own = row_major_strides(s.tensors[i]->shape), strides(labels.size(), 0);
    for (size_t d = 0; d < s.terms[i].size(); ++d) {
      for (size_t k = 0; k < labels.size(); ++k) {
        if (labels[k] == s.terms[i][d] && s.tensors[i]->shape[d] != 1) strides[k] += own[d];
      }
    }
    out.push_back(view_offsets(extents_of(s, labels), strides));
  }
  return out;
}

static Result<RuntimeValue> sum_of_products(const OpCall& call, const Subscripts& s) {
  const std::vector<const Tensor*>& tensors = s.tensors;
  std::vector<std::vector<int64_t>> outer_offsets = offsets_over(s, s.result),
                                    inner_offsets = offsets_over(s, s.summed);
  return call.typed(tensors[0]->dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(tensors[0]->dtype, extents_of(s, s.result));
    with_sums<T>(call, [&]<class Sum>(Tag<Sum>, auto&& part) {
      for (size_t o = 0; o < outer_offsets[0].size(); ++o) {
        Sum total;
        for (size_t k = 0; k < inner_offsets[0].size(); ++k) {
          auto element = [&](size_t i) { return tensors[i]->as<T>()[outer_offsets[i][o] + inner_offsets[i][k]]; };
          T factor = element(0);
          for (size_t i = 1; i + 1 < tensors.size(); ++i) factor = T(factor * element(i));
          total.add_product(factor, tensors.size() == 1 ? T(1) : element(tensors.size() - 1));
        }
        out.as<T>()[o] = T(total.total(part(static_cast<int64_t>(o))));
      }
    });
    return out;
  });
}

Result<RuntimeValue> einsum(const OpCall& call) {
  const RuntimeTuple* operands = call.value(0).tuple();
  if (!operands || operands->empty()) return call.fail("the operands are not a tuple of tensors");
  Subscripts s{.text = call.attrs.string("subscripts")};
  for (const RuntimeValue& v : *operands) {
    if (!v.tensor() || v.tensor()->dtype != (*operands)[0].tensor()->dtype)
      return call.fail("the operands are not tensors of one dtype");
    s.tensors.push_back(v.tensor());
  }
  auto malformed = [&] { return call.fail("subscripts \"" + std::string(s.text) + "\" do not fit the operands"); };
  if (!read_terms(s)) return malformed();
  if (!measure_labels(s)) return call.fail("a label of \"" + std::string(s.text) + "\" stands for two sizes");
  if (!read_result(s)) return malformed();
  return sum_of_products(call, s);
}

}  // namespace hammock::reference
