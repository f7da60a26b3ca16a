// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "hammock/runtime/tensor.h"
#include "kernel_runner.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

using Mask = loop::Attention::Mask;

struct Setting {
  int64_t batch, heads, kv_heads, q_len, kv_len, head_size, value_size;
  Mask mask = Mask::none;
  std::vector<int64_t> bias = {};  // shape, or none
  bool heads_first = false;        // memory is batch, head, sequence, size
  int64_t window = loop::Attention::kAll;
};

struct View {
  std::vector<int64_t> shape, strides;
  int64_t at(int64_t a, int64_t b, int64_t c, int64_t d) const {
    const int64_t index[] = {a, b, c, d};
    int64_t out = 0;
    for (int i = 0; i < 4; ++i) out += (shape[i] == 1 ? 0 : index[i]) * strides[i];
    return out;
  }
  int64_t elements() const { return shape[0] * shape[1] * shape[2] * shape[3]; }
};

View view(int64_t b, int64_t s, int64_t h, int64_t d, bool heads_first) {
  if (heads_first) return {{b, s, h, d}, {h * s * d, d, s * d, 1}};
  return {{b, s, h, d}, {s * h * d, h * d, d, 1}};
}

// Softmax as the operator's definition says it, in double.
std::vector<double> expected(const Setting& s, const View& vq, const View& vk, const View& vv, const View& vb,
                             const View& vo, double scale, const std::vector<double>& q, const std::vector<double>& k,
                             const std::vector<double>& v, const std::vector<double>& bias) {
  std::vector<double> out(static_cast<size_t>(vo.elements()));
  const double infinity = std::numeric_limits<double>::infinity();
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t h = 0; h < s.heads; ++h)
      for (int64_t i = 0; i < s.q_len; ++i) {
        const int64_t kv = h / (s.heads / s.kv_heads), offset = s.mask == Mask::bottom_right ? s.kv_len - s.q_len : 0;
        std::vector<double> p(static_cast<size_t>(s.kv_len), -infinity);
        double most = -infinity, total = 0;
        for (int64_t j = 0; j < s.kv_len; ++j) {
          if (s.mask != Mask::none && (j > i + offset || j <= i + offset - s.window)) continue;
          double sum = 0;
          for (int64_t d = 0; d < s.head_size; ++d) sum += q[vq.at(b, i, h, d)] * k[vk.at(b, j, kv, d)];
          p[j] = sum * scale + (bias.empty() ? 0 : bias[vb.at(b, h, i, j)]);
          most = std::max(most, p[j]);
        }
        for (double& x : p) total += x = x == -infinity ? 0 : std::exp(x - most);
        for (int64_t d = 0; d < s.value_size; ++d) {
          double sum = 0;
          for (int64_t j = 0; j < s.kv_len; ++j) sum += p[j] * v[vv.at(b, j, kv, d)];
          const int64_t last = i + offset + 1;
          const bool is_blind =
              s.mask != Mask::none && std::min(last, s.kv_len) <= std::max<int64_t>(0, last - s.window);
          out[vo.at(b, i, h, d)] = is_blind ? 0 : sum / total;
        }
      }
  return out;
}

template <class T>
void check(const Setting& s, DType dtype, const Host& host = Host::native(), bool hide_some = false) {
  const View vq = view(s.batch, s.q_len, s.heads, s.head_size, s.heads_first),
             vk = view(s.batch, s.kv_len, s.kv_heads, s.head_size, s.heads_first);
  const View vv = view(s.batch, s.kv_len, s.kv_heads, s.value_size, s.heads_first),
             vo = view(s.batch, s.q_len, s.heads, s.value_size, s.heads_first);
  const bool has_bias = !s.bias.empty();
  View vb;
  if (has_bias) vb = {s.bias, {s.bias[1] * s.bias[2] * s.bias[3], s.bias[2] * s.bias[3], s.bias[3], 1}};
  Context context;
  loop::LoweredKernel kernel;
  for (const View& v : {vq, vk, vv, vo}) kernel.buffers.push_back({dtype, v.shape, v.strides, &v == &vo});
  loop::Attention a;
  a.batch = s.batch, a.heads = s.heads, a.q_len = s.q_len, a.kv_len = s.kv_len, a.head_size = s.head_size,
  a.value_size = s.value_size;
  a.query = 0, a.key = 1, a.value = 2, a.out = 3, a.mask = s.mask, a.scale = 0.3;
  a.window = s.window;
  if (has_bias) {
    kernel.buffers.push_back({dtype, vb.shape, vb.strides, false});
    a.bias = 4;
  }
  kernel.body = a;
  auto q = random_values<double>(vq.elements(), 1), k = random_values<double>(vk.elements(), 2),
       v = random_values<double>(vv.elements(), 3);
  auto bias = has_bias ? random_values<double>(vb.elements(), 4) : std::vector<double>();
  if (hide_some)
    for (size_t i = 0; i < bias.size(); ++i)
      if (i % 512 < 200 || i % 3 == 0) bias[i] = -std::numeric_limits<double>::infinity();
  const auto wanted = expected(s, vq, vk, vv, vb, vo, a.scale, q, k, v, bias);
  auto narrow = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
  auto q_t = narrow(q), k_t = narrow(k), v_t = narrow(v), bias_t = narrow(bias);
  std::vector<T> out(wanted.size() + 16, T(7));
  KernelRunner runner(compile_attention, context, kernel, 2, host);
  REQUIRE(runner.error == "");
  runner.run({q_t.data(), k_t.data(), v_t.data(), out.data(), bias_t.data()});
  for (size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    if (std::isnan(wanted[i])) REQUIRE(std::isnan(out[i]));
    else REQUIRE(std::abs(out[i] - wanted[i]) < (sizeof(T) == 4 ? 2e-5 : 1e-12));
  }
  for (size_t i = wanted.size(); i < out.size(); ++i) REQUIRE(out[i] == T(7));
}

}  // namespace

TEST_CASE("attention with a window over the keys") {
  const std::vector<int64_t> none;
  for (Mask mask : {Mask::top_left, Mask::bottom_right})
    for (int64_t window : {0, 1, 2, 7, 64, 130, 4000})
      for (auto [q_len, kv_len] :
           {std::pair<int64_t, int64_t>{1, 9}, {5, 40}, {100, 40}, {3, 300}, {97, 401}, {400, 150}}) {
        CAPTURE(window);
        CAPTURE(q_len);
        CAPTURE(kv_len);
        check<float>({1, 2, 1, q_len, kv_len, 8, 9, mask, none, false, window}, kFloat32);
      }
  check<float>({2, 2, 2, 70, 300, 16, 16, Mask::bottom_right, {1, 2, 70, 300}, true, 33}, kFloat32);
  check<double>({1, 2, 2, 70, 300, 12, 12, Mask::bottom_right, none, true, 50}, kFloat64);
  for (const char* cpu : {"x86-64", "haswell"})
    check<float>({1, 2, 2, 70, 300, 12, 12, Mask::bottom_right, none, true, 50}, kFloat32, Host::named(cpu));
}

TEST_CASE("attention of many lengths and sizes") {
  check<float>({1, 1, 1, 1, 1, 1, 1}, kFloat32);
  check<float>({2, 3, 3, 17, 23, 8, 8}, kFloat32);
  check<float>({1, 2, 2, 100, 300, 40, 40}, kFloat32);
  check<float>({1, 2, 2, 49, 77, 64, 20}, kFloat32);
  check<float>({1, 4, 4, 1, 500, 128, 128}, kFloat32);
  check<float>({2, 2, 2, 33, 129, 5, 7, Mask::none, {}, true}, kFloat32);
}

TEST_CASE("heads that share keys and values") { check<float>({2, 6, 2, 20, 30, 16, 16}, kFloat32); }

TEST_CASE("one query") {
  check<float>({1, 4, 4, 1, 1, 16, 16}, kFloat32);
  check<float>({2, 32, 32, 1, 513, 64, 64}, kFloat32);
  for (int64_t size : {1, 3, 17, 40, 80, 160, 256, 600})
    for (int64_t keys : {1, 15, 16, 129, 300}) check<float>({2, 2, 2, 1, keys, size, size + 5}, kFloat32);
  for (bool heads_first : {false, true}) {
    check<float>({2, 12, 3, 1, 140, 24, 33, Mask::none, {}, heads_first}, kFloat32);
    check<float>({3, 6, 1, 1, 257, 64, 64, Mask::none, {}, heads_first}, kFloat32);
  }
  for (Mask mask : {Mask::top_left, Mask::bottom_right}) check<float>({1, 2, 2, 1, 150, 16, 16, mask}, kFloat32);
  for (std::vector<int64_t> bias : {std::vector<int64_t>{2, 4, 1, 530}, {1, 4, 1, 530}, {2, 1, 1, 530}, {1, 1, 1, 1}})
    for (bool hides : {false, true})
      check<float>({2, 4, 2, 1, 530, 20, 20, Mask::none, bias}, kFloat32, Host::native(), hides);
  check<double>({2, 4, 2, 1, 140, 13, 20, Mask::none, {1, 4, 1, 140}}, kFloat64, Host::native(), true);
  for (const char* cpu : {"x86-64", "x86-64-v3"}) {
    check<float>({2, 4, 2, 1, 140, 70, 200, Mask::none, {1, 4, 1, 140}}, kFloat32, Host::named(cpu), true);
    check<double>({2, 4, 2, 1, 140, 13, 20}, kFloat64, Host::named(cpu));
  }
}

TEST_CASE("a few queries") {
  for (int64_t queries : {2, 3, 5, 8})
    for (int64_t keys : {1, 7, 16, 130, 600})
      for (Mask mask : {Mask::none, Mask::top_left, Mask::bottom_right})
        check<float>({2, 4, 2, queries, keys, 24, 40, mask}, kFloat32);
  for (bool heads_first : {false, true}) {
    check<float>({1, 32, 1, 7, 1100, 64, 64, Mask::bottom_right, {}, heads_first}, kFloat32);  // 224 rows
    check<float>({2, 12, 4, 5, 1100, 33, 17, Mask::none, {2, 1, 5, 1100}, heads_first}, kFloat32);
    check<float>({1, 8, 8, 20, 1100, 64, 64, Mask::bottom_right, {}, heads_first}, kFloat32);  // large
  }
  for (std::vector<int64_t> bias :
       {std::vector<int64_t>{2, 6, 3, 1030}, {1, 6, 1, 1030}, {2, 1, 3, 1}, {1, 1, 1, 1030}})
    check<float>({2, 6, 2, 3, 1030, 20, 20, Mask::bottom_right, bias}, kFloat32, Host::native(), true);
  check<double>({2, 6, 2, 3, 1030, 13, 20, Mask::top_left, {1, 6, 3, 1030}}, kFloat64, Host::native(), true);
  for (const char* cpu : {"x86-64", "x86-64-v3"}) {
    check<float>({1, 6, 2, 3, 1030, 70, 100, Mask::bottom_right, {1, 6, 3, 1030}}, kFloat32, Host::named(cpu), true);
    check<double>({1, 6, 2, 2, 530, 13, 20}, kFloat64, Host::named(cpu));
  }
}

TEST_CASE("causal masks") {
  for (Mask mask : {Mask::top_left, Mask::bottom_right}) {
    check<float>({1, 2, 2, 150, 150, 16, 16, mask}, kFloat32);
    check<float>({1, 1, 1, 20, 333, 16, 16, mask}, kFloat32);
    check<float>({1, 1, 1, 70, 20, 16, 16, mask},
                 kFloat32);  // bottom right: the first 50 queries see nothing, and are 0
  }
}

TEST_CASE("a bias of every broadcast shape") {
  check<float>({2, 3, 3, 20, 150, 8, 8, Mask::none, {2, 3, 20, 150}}, kFloat32);
  check<float>({2, 3, 3, 20, 150, 8, 8, Mask::none, {1, 1, 20, 150}}, kFloat32);
  check<float>({2, 3, 3, 20, 150, 8, 8, Mask::top_left, {2, 1, 1, 150}}, kFloat32);
  check<float>({1, 2, 2, 60, 512, 8, 8, Mask::none, {1, 1, 1, 512}}, kFloat32, Host::native(),
               true);  // whole blocks hidden
}

TEST_CASE("attention in float64 and with shorter vectors") {
  check<double>({1, 2, 2, 30, 140, 12, 12, Mask::top_left, {1, 2, 30, 140}}, kFloat64);
  for (const char* cpu : {"x86-64", "x86-64-v3"})
    check<float>({1, 2, 2, 30, 140, 12, 12, Mask::top_left}, kFloat32, Host::named(cpu));
}
