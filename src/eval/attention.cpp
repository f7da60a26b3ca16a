// SPDX-License-Identifier: Apache-2.0
// Attention (operators 2.19): per head softmax(q k^T * scale + bias, masked) v, a query at a time. Query head h uses
// key and value heads h / (heads / their heads).
#include <cmath>

#include "operators.h"

namespace hammock::reference {
namespace {

enum class Mask { none, top_left, bottom_right };

struct Settings {
  std::optional<double> scale;
  Mask mask = Mask::none;
  std::optional<int64_t> window;
};

std::optional<Settings> settings_of(const OpCall& call) {
  Settings s;
  if (!call.attrs.is_none("scale")) s.scale = call.attrs.real("scale");
  std::string_view mask = call.attrs.string("causal_mask");
  if (mask == "TopLeft") s.mask = Mask::top_left;
  else if (mask == "BottomRight") s.mask = Mask::bottom_right;
  else if (!mask.empty()) return std::nullopt;
  if (!call.attrs.is_none("window_size")) s.window = call.attrs.integer("window_size");
  return s;
}

// Query i sees the keys [first, last).
std::pair<int64_t, int64_t> visible(const Settings& s, int64_t i, int64_t queries, int64_t keys) {
  if (s.mask == Mask::none) return {0, keys};
  int64_t position = i + (s.mask == Mask::bottom_right ? keys - queries : 0);
  int64_t first = s.window ? std::max<int64_t>(position - *s.window + 1, 0) : 0;
  return {first, std::min(position + 1, keys)};
}

// Rows of one sequence in (batch, position, head, channel) tensors: row(p) = base + p * stride.
template <class T>
struct Rows {
  T* base;
  int64_t stride;
  T* operator()(int64_t p) const { return base + p * stride; }
};

template <class T, class Bias>
void attend(Rows<const T> q, Rows<const T> k, Rows<const T> v, Rows<T> out, int64_t queries, int64_t keys,
            int64_t depth, int64_t width, T scale, const Settings& settings, Bias&& bias) {
  std::vector<T> score(static_cast<size_t>(keys));
  std::vector<Accumulator<T>> sum(static_cast<size_t>(width));
  for (int64_t i = 0; i < queries; ++i) {
    auto [first, last] = visible(settings, i, queries, keys);
    T top = lowest<T>();
    for (int64_t j = first; j < last; ++j) {
      Accumulator<T> dot(0);
      for (int64_t d = 0; d < depth; ++d) dot = add_product<T>(dot, q(i)[d], k(j)[d]);
      T s = bias(i, j, T(T(dot) * scale));
      score[static_cast<size_t>(j)] = s;
      top = top > s ? top : s;
    }
    Accumulator<T> total(0);
    for (int64_t j = first; j < last; ++j) {
      T& s = score[static_cast<size_t>(j)];
      s = T(std::exp(Wide<T>(T(s - top))));
      total = Accumulator<T>(total + s);
    }
    std::fill(sum.begin(), sum.end(), Accumulator<T>(0));
    for (int64_t j = first; j < last; ++j) {
      T weight = T(score[static_cast<size_t>(j)] / T(total));
      for (int64_t c = 0; c < width; ++c)
        sum[static_cast<size_t>(c)] = add_product<T>(sum[static_cast<size_t>(c)], weight, v(j)[c]);
    }
    for (int64_t c = 0; c < width; ++c) out(i)[c] = T(sum[static_cast<size_t>(c)]);
  }
}

template <class T>
T default_scale(const Settings& s, int64_t depth) {
  return T(s.scale ? *s.scale : 1 / std::sqrt(static_cast<double>(depth)));
}

std::string misfit(const Tensor& q, const Tensor& k, const Tensor& v) {
  if (q.shape.size() != 4 || k.shape.size() != 4 || v.shape.size() != 4) return "query, key and value need four axes";
  if (k.dtype != q.dtype || v.dtype != q.dtype) return "query, key and value differ in dtype";
  bool fits =
      k.shape[0] == q.shape[0] && v.shape[0] == q.shape[0] && k.shape[3] == q.shape[3] && k.shape[1] == v.shape[1];
  auto share = [&](const Tensor& t) { return t.shape[2] > 0 ? q.shape[2] % t.shape[2] == 0 : q.shape[2] == 0; };
  fits = fits && share(k) && share(v);
  return fits ? ""
              : "shapes " + shape_text(q.shape) + ", " + shape_text(k.shape) + " and " + shape_text(v.shape) +
                    " do not fit";
}

Error bad_mask(const OpCall& call) {
  return call.fail("unknown causal_mask \"" + std::string(call.attrs.string("causal_mask")) + "\"");
}

}  // namespace

Result<RuntimeValue> attention(const OpCall& call) {
  const Tensor &q = call.tensor(0), &k = call.tensor(1), &v = call.tensor(2);
  std::optional<Settings> settings = settings_of(call);
  if (!settings) return bad_mask(call);
  if (std::string text = misfit(q, k, v); !text.empty()) return call.fail(text);
  int64_t batch = q.shape[0], queries = q.shape[1], heads = q.shape[2], depth = q.shape[3], keys = k.shape[1],
          width = v.shape[3];
  const Tensor* bias = call.has_tensor(3) ? &call.tensor(3) : nullptr;
  Dims score_shape{batch, heads, queries, keys}, bias_strides(4, 0);
  if (bias) {
    std::optional<Dims> joint = bias->shape.size() == 4 ? broadcast(bias->shape, score_shape) : std::nullopt;
    if (!joint || *joint != score_shape || bias->dtype != q.dtype)
      return call.fail("bias " + shape_text(bias->shape) + " does not fit " + shape_text(score_shape));
    bias_strides = broadcast_strides(bias->shape, score_shape);
  }
  return call.typed_float(q.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(q.dtype, {batch, queries, heads, width});
    T scale = default_scale<T>(*settings, depth);
    for (int64_t b = 0; b < batch; ++b) {
      for (int64_t h = 0; h < heads; ++h) {
        auto rows = [&](const Tensor& t) {
          int64_t own = h / (heads / t.shape[2]), stride = t.shape[2] * t.shape[3];
          return Rows<const T>{t.as<T>() + b * t.shape[1] * stride + own * t.shape[3], stride};
        };
        Rows<T> to{out.as<T>() + b * queries * heads * width + h * width, heads * width};
        const T* base = bias ? bias->as<T>() + b * bias_strides[0] + h * bias_strides[1] : nullptr;
        attend<T>(rows(q), rows(k), rows(v), to, queries, keys, depth, width, scale, *settings,
                  [&](int64_t i, int64_t j, T s) {
                    return base ? T(s + base[i * bias_strides[2] + j * bias_strides[3]]) : s;
                  });
      }
    }
    return out;
  });
}

// Operands: q, k, v, seqstart_q, seqstart_k, max_seqlen_q, max_seqlen_k. Sequence b has the rows from seqstart[b] to
// seqstart[b + 1].
Result<RuntimeValue> attention_var_len(const OpCall& call) {
  const Tensor &q = call.tensor(0), &k = call.tensor(1), &v = call.tensor(2), &start_q = call.tensor(3),
               &start_k = call.tensor(4);
  std::optional<Settings> settings = settings_of(call);
  if (!settings) return bad_mask(call);
  if (std::string text = misfit(q, k, v); !text.empty()) return call.fail(text);
  if (q.shape[0] != 1 || start_q.elements() != start_k.elements() || start_q.elements() < 1)
    return call.fail("expected packed sequences of batch 1");
  int64_t heads = q.shape[2], depth = q.shape[3], width = v.shape[3];
  for (const Tensor* starts : {&start_q, &start_k}) {
    int64_t rows = starts == &start_q ? q.shape[1] : k.shape[1], previous = 0;
    for (int64_t i = 0; i < starts->elements(); ++i) {
      int64_t at = element_as_integer(*starts, i);
      if (at < previous || at > rows) return call.fail("sequence starts are not increasing or lie outside the rows");
      previous = at;
    }
  }
  return call.typed_float(q.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(q.dtype, {1, q.shape[1], heads, width});
    std::fill(out.as<T>(), out.as<T>() + out.elements(), T(0));
    T scale = default_scale<T>(*settings, depth);
    for (int64_t s = 0; s + 1 < start_q.elements(); ++s) {
      int64_t q0 = element_as_integer(start_q, s), q1 = element_as_integer(start_q, s + 1);
      int64_t k0 = element_as_integer(start_k, s), k1 = element_as_integer(start_k, s + 1);
      for (int64_t h = 0; h < heads; ++h) {
        auto rows = [&](const Tensor& t, int64_t first) {
          int64_t own = h / (heads / t.shape[2]), stride = t.shape[2] * t.shape[3];
          return Rows<const T>{t.as<T>() + first * stride + own * t.shape[3], stride};
        };
        Rows<T> to{out.as<T>() + q0 * heads * width + h * width, heads * width};
        attend<T>(rows(q, q0), rows(k, k0), rows(v, k0), to, q1 - q0, k1 - k0, depth, width, scale, *settings,
                  [](int64_t, int64_t, T x) { return x; });
      }
    }
    return out;
  });
}

}  // namespace hammock::reference
