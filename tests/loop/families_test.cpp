// SPDX-License-Identifier: Apache-2.0
// Each family of operators against a few lines that compute the same directly.
#include <algorithm>
#include <cmath>

#include "script.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

struct ConvCase {
  int64_t n, c, h, w, o, k, stride, pad, dilation, groups;
};

void check_conv(const ConvCase& t) {
  Script s;
  int64_t oh = (t.h + 2 * t.pad - t.dilation * (t.k - 1) - 1) / t.stride + 1,
          ow = (t.w + 2 * t.pad - t.dilation * (t.k - 1) - 1) / t.stride + 1, cg = t.c / t.groups;
  Value x = s.param({t.n, t.c, t.h, t.w}), w = s.param({t.o, cg, t.k, t.k}), b = s.param({1, t.o, 1, 1});
  Value y = s.call_as({t.n, t.o, oh, ow}, Op::nn_conv2d, {x, w},
                      {{"strides", s.ints({t.stride, t.stride})},
                       {"padding", s.ints({t.pad, t.pad, t.pad, t.pad})},
                       {"dilation", s.ints({t.dilation, t.dilation})},
                       {"groups", s.context->attrs.integer(t.groups)}});
  s.run(s.call(Op::add, {y, b}));
  CHECK(s.program.steps.size() == 1);
  int64_t at = 0;
  for (int64_t n = 0; n < t.n; ++n)
    for (int64_t o = 0; o < t.o; ++o)
      for (int64_t i = 0; i < oh; ++i)
        for (int64_t j = 0; j < ow; ++j, ++at) {
          double sum = s.arg(2)[o];
          int64_t first = o / (t.o / t.groups) * cg;
          for (int64_t c = 0; c < cg; ++c)
            for (int64_t y = 0; y < t.k; ++y)
              for (int64_t x = 0; x < t.k; ++x) {
                int64_t r = i * t.stride + y * t.dilation - t.pad, q = j * t.stride + x * t.dilation - t.pad;
                if (r < 0 || r >= t.h || q < 0 || q >= t.w) continue;
                sum += s.arg(1)[((o * cg + c) * t.k + y) * t.k + x] *
                       s.arg(0)[((n * t.c + first + c) * t.h + r) * t.w + q];
              }
          CHECK(s.at(at) == doctest::Approx(sum));
        }
}

}  // namespace

TEST_CASE("conv2d with strides, padding, dilation and groups") {
  check_conv({1, 3, 5, 6, 4, 3, 1, 1, 1, 1});
  check_conv({2, 2, 7, 7, 3, 3, 2, 1, 1, 1});
  check_conv({1, 4, 6, 6, 6, 3, 1, 2, 2, 2});
  check_conv({2, 4, 4, 4, 4, 3, 1, 1, 1, 4});
  check_conv({2, 3, 4, 5, 2, 1, 1, 0, 1, 1});
  check_conv({1, 3, 4, 4, 2, 1, 2, 0, 1, 1});
}

TEST_CASE("a convolution whose result is read channel by channel stores it so") {
  Script s;
  Value x = s.param({2, 3, 4, 5}), w = s.param({6, 3, 1, 1}), g = s.param({6}), b = s.param({6});
  Value y = s.call_as({2, 6, 4, 5}, Op::nn_conv2d, {x, w});
  Value rows =
      s.call(Op::reshape, {s.call(Op::permute_dims, {y}, {{"axes", s.ints({0, 2, 3, 1})}}), s.shape({2, 20, 6})});
  s.run(s.call(Op::add, {s.call_as({2, 20, 6}, Op::nn_layer_norm, {rows, g, b}, {{"axes", s.ints({-1})}}), rows}));
  REQUIRE(s.program.steps.size() == 2);
  const auto& c = std::get<loop::Contraction>(s.kernel(0).body);
  CHECK(s.kernel(0).buffers[c.out].strides == std::vector<int64_t>{120, 1, 6});
  for (int64_t row = 0; row < 40; ++row) {
    double v[6], mean = 0, variance = 0;
    for (int64_t o = 0; o < 6; ++o) {
      v[o] = 0;
      for (int64_t k = 0; k < 3; ++k) v[o] += s.arg(1)[o * 3 + k] * s.arg(0)[(row / 20 * 3 + k) * 20 + row % 20];
      mean += v[o] / 6;
    }
    for (double e : v) variance += (e - mean) * (e - mean) / 6;
    for (int64_t o = 0; o < 6; ++o)
      CHECK(
          s.at(row * 6 + o) ==
          doctest::Approx((v[o] - mean) / std::sqrt(variance + 1e-5) * s.arg(2)[o] + s.arg(3)[o] + v[o]).epsilon(1e-4));
  }
}

TEST_CASE("group_norm splits the channels; silu is in its store") {
  Script s;
  Value x = s.param({2, 4, 3, 3}), g = s.param({4}), b = s.param({4});
  Value y = s.call_as({2, 4, 3, 3}, Op::nn_group_norm, {x, g, b},
                      {{"num_groups", s.context->attrs.integer(2)},
                       {"channel_axis", s.context->attrs.integer(1)},
                       {"axes", s.ints({2, 3})}});
  s.run(s.call(Op::nn_silu, {y}));
  CHECK(s.program.steps.size() == 1);
  for (int64_t group = 0; group < 4; ++group) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < 18; ++i) mean += s.arg(0)[group * 18 + i] / 18;
    for (int64_t i = 0; i < 18; ++i) variance += std::pow(s.arg(0)[group * 18 + i] - mean, 2) / 18;
    for (int64_t i = 0; i < 18; ++i) {
      int64_t c = group % 2 * 2 + i / 9;
      double v = (s.arg(0)[group * 18 + i] - mean) / std::sqrt(variance + 1e-5) * s.arg(1)[c] + s.arg(2)[c];
      CHECK(s.at(group * 18 + i) == doctest::Approx(v / (1 + std::exp(-v))).epsilon(1e-4));
    }
  }
}

TEST_CASE("rms_norm, mean and max") {
  Script s;
  Value x = s.param({3, 4}), w = s.param({4});
  Value n = s.call_as({3, 4}, Op::nn_rms_norm, {x, w});
  Value mean = s.call_as({3}, Op::mean, {n}, {{"axis", s.ints({1})}});
  s.run(s.call_as({}, Op::max, {mean}));
  float largest = -1e30f;
  for (int64_t i = 0; i < 3; ++i) {
    float square = 0, sum = 0;
    for (int64_t j = 0; j < 4; ++j) square += s.arg(0)[i * 4 + j] * s.arg(0)[i * 4 + j] / 4;
    for (int64_t j = 0; j < 4; ++j) sum += s.arg(0)[i * 4 + j] / std::sqrt(square + 1e-5f) * s.arg(1)[j] / 4;
    largest = std::max(largest, sum);
  }
  CHECK(s.at(0) == doctest::Approx(largest));
}

TEST_CASE("max_pool2d takes the largest inside the image") {
  Script s;
  Value x = s.param({1, 2, 5, 5});
  s.run(s.call_as({1, 2, 3, 3}, Op::nn_max_pool2d, {x},
                  {{"pool_size", s.ints({3, 3})}, {"strides", s.ints({2, 2})}, {"padding", s.ints({1, 1, 1, 1})}}));
  for (int64_t c = 0; c < 2; ++c)
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < 3; ++j) {
        float best = -1e30f;
        for (int64_t y = std::max<int64_t>(0, 2 * i - 1); y <= std::min<int64_t>(4, 2 * i + 1); ++y)
          for (int64_t x = std::max<int64_t>(0, 2 * j - 1); x <= std::min<int64_t>(4, 2 * j + 1); ++x)
            best = std::max(best, s.arg(0)[(c * 5 + y) * 5 + x]);
        CHECK(s.at((c * 3 + i) * 3 + j) == best);
      }
}

TEST_CASE("resize2d: nearest by a whole factor, nearest and linear by tables") {
  auto run = [](Script& s, const char* method, const char* mode, int64_t h, int64_t w) {
    Value x = s.param({1, 1, 3, 4});
    s.run(s.call_as({1, 1, h, w}, Op::image_resize2d, {x, s.shape({h, w})},
                    {{"method", s.context->attrs.string(s.context->name(method))},
                     {"coordinate_transformation_mode", s.context->attrs.string(s.context->name(mode))}}));
  };
  Script twice, half, linear;
  run(twice, "nearest_neighbor", "asymmetric", 6, 8);
  CHECK(twice.kernel(0).buffers.size() == 2);
  for (int64_t i = 0; i < 48; ++i) CHECK(twice.at(i) == twice.arg(0)[i / 8 / 2 * 4 + i % 8 / 2]);
  run(half, "nearest_neighbor", "half_pixel", 2, 3);
  for (int64_t i = 0; i < 6; ++i) {
    auto index = [](int64_t x, int64_t in, int64_t out) {
      return static_cast<int64_t>(
          std::round((static_cast<float>(x) + 0.5f) * static_cast<float>(in) / static_cast<float>(out) - 0.5f));
    };
    CHECK(half.at(i) == half.arg(0)[index(i / 3, 3, 2) * 4 + index(i % 3, 4, 3)]);
  }
  run(linear, "linear", "align_corners", 5, 7);
  for (int64_t i = 0; i < 35; ++i) {
    int64_t y = i / 7, x = i % 7;
    auto row = [&](int64_t r) {
      return x % 2 ? (linear.arg(0)[r * 4 + x / 2] + linear.arg(0)[r * 4 + x / 2 + 1]) / 2
                   : linear.arg(0)[r * 4 + x / 2];
    };
    CHECK(linear.at(i) == doctest::Approx(y % 2 ? (row(y / 2) + row(y / 2 + 1)) / 2 : row(y / 2)));
  }
}

TEST_CASE("concat: parts are computed in their places") {
  Script s;
  Value x = s.param({2, 3}), y = s.param({2, 2}), z = s.param({2, 1});
  Value inner = s.fn.add_tuple(std::vector<Value>{s.call(Op::add, {x, x}), s.call(Op::negative, {y})});
  Value a = s.call_as({2, 5}, Op::concat, {inner}, {{"axis", s.context->attrs.integer(1)}});
  Value outer = s.fn.add_tuple(std::vector<Value>{a, z});
  s.run(s.call_as({2, 6}, Op::concat, {outer}, {{"axis", s.context->attrs.integer(-1)}}));
  CHECK(s.program.steps.size() == 3);
  CHECK(s.program.arena_bytes == 0);
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t j = 0; j < 3; ++j) CHECK(s.at(i * 6 + j) == 2 * s.arg(0)[i * 3 + j]);
    for (int64_t j = 0; j < 2; ++j) CHECK(s.at(i * 6 + 3 + j) == -s.arg(1)[i * 2 + j]);
    CHECK(s.at(i * 6 + 5) == s.arg(2)[i]);
  }
}

TEST_CASE("take reads at indices, and what follows is with it") {
  Script s;
  Value x = s.param({6, 3}), i = s.param({2, 2}, kInt64), b = s.param({3});
  Value t = s.call_as({2, 2, 3}, Op::take, {x, i}, {{"axis", s.context->attrs.integer(0)}});
  s.run(s.call(Op::add, {t, b}));
  REQUIRE(s.program.steps.size() == 2);
  CHECK(s.program.steps[0].check);
  for (int64_t k = 0; k < 12; ++k)
    CHECK(s.at(k) == s.arg(0)[s.args[1].as<int64_t>()[k / 3] * 3 + k % 3] + s.arg(2)[k % 3]);
}

TEST_CASE("attention with bias, mask and shared key heads") {
  Script s;
  Value q = s.param({1, 3, 4, 2}), k = s.param({1, 5, 2, 2}), v = s.param({1, 5, 2, 3}), bias = s.param({1, 1, 3, 5});
  s.run(s.call_as({1, 3, 4, 3}, Op::nn_attention_bias, {q, k, v, bias},
                  {{"causal_mask", s.context->attrs.string(s.context->name("BottomRight"))}}));
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t h = 0; h < 4; ++h) {
      double p[5], sum = 0;
      for (int64_t j = 0; j < 5; ++j) {
        double dot = 0;
        for (int64_t d = 0; d < 2; ++d) dot += s.arg(0)[(i * 4 + h) * 2 + d] * s.arg(1)[(j * 2 + h / 2) * 2 + d];
        sum += p[j] = j <= i + 2 ? std::exp(dot / std::sqrt(2.0) + s.arg(3)[i * 5 + j]) : 0;
      }
      for (int64_t e = 0; e < 3; ++e) {
        double o = 0;
        for (int64_t j = 0; j < 5; ++j) o += p[j] / sum * s.arg(2)[(j * 2 + h / 2) * 3 + e];
        CHECK(s.at((i * 4 + h) * 3 + e) == doctest::Approx(o));
      }
    }
}

TEST_CASE("attention written out as matmuls and softmax is one kernel") {
  Script s;
  Value x = s.param({2, 3, 4}), y = s.param({2, 5, 4}), mask = s.param({2, 1, 1, 5});
  auto heads = [&](Value v, int64_t n, std::initializer_list<int64_t> axes) {
    return s.call(Op::permute_dims, {s.call(Op::reshape, {v, s.shape({2, n, 2, 2})})}, {{"axes", s.ints(axes)}});
  };
  Value scores = s.call(Op::matmul, {heads(x, 3, {0, 2, 1, 3}), heads(y, 5, {0, 2, 3, 1})});
  Value p = s.call(Op::nn_softmax, {s.call(Op::add, {s.call(Op::multiply, {scores, s.real(0.5f)}), mask})});
  Value o = s.call(Op::matmul, {p, heads(y, 5, {0, 2, 1, 3})});
  s.run(s.call(Op::reshape, {s.call(Op::permute_dims, {o}, {{"axes", s.ints({0, 2, 1, 3})}}), s.shape({2, 3, 4})}));
  CHECK(s.program.steps.size() == 1);
  for (int64_t b = 0; b < 2; ++b)
    for (int64_t h = 0; h < 2; ++h)
      for (int64_t i = 0; i < 3; ++i) {
        const float *q = s.arg(0) + (b * 3 + i) * 4 + h * 2, *k = s.arg(1) + b * 20 + h * 2;
        double weight[5], sum = 0;
        for (int64_t j = 0; j < 5; ++j)
          sum += weight[j] = std::exp(0.5 * (q[0] * k[j * 4] + q[1] * k[j * 4 + 1]) + s.arg(2)[b * 5 + j]);
        for (int64_t d = 0; d < 2; ++d) {
          double out = 0;
          for (int64_t j = 0; j < 5; ++j) out += weight[j] / sum * k[j * 4 + d];
          CHECK(s.at((b * 3 + i) * 4 + h * 2 + d) == doctest::Approx(out));
        }
      }
}

TEST_CASE("a bias of attention is added, and a mask replaces") {
  for (const bool is_masked : {false, true}) {
    Script s;
    Value q = s.param({1, 3, 4}), k = s.param({1, 4, 5}), v = s.param({1, 5, 2}), bias = s.param({1, 1, 5});
    Value products = s.call(Op::matmul, {q, k});
    Value scores = is_masked ? s.call(Op::where, {s.call(Op::less, {bias, s.real(0.5f)}), products, s.real(-1e4f)})
                             : s.call(Op::add, {bias, products});
    s.run(s.call(Op::matmul, {s.call(Op::nn_softmax, {scores}), v}));
    CHECK(std::ranges::any_of(s.program.steps, [&](const Step& step) {
      const auto* attention = std::get_if<Attention>(&step.kernel.body);
      return attention && attention->bias_replaces == is_masked;
    }));
    for (int64_t i = 0; i < 3; ++i) {
      double weight[5], sum = 0;
      for (int64_t j = 0; j < 5; ++j) {
        double score = is_masked ? 0 : s.arg(3)[j];
        for (int64_t c = 0; c < 4; ++c) score += s.arg(0)[i * 4 + c] * s.arg(1)[c * 5 + j];
        sum += weight[j] = is_masked && !(s.arg(3)[j] < 0.5f) ? 0 : std::exp(score);
      }
      for (int64_t d = 0; d < 2; ++d) {
        double out = 0;
        for (int64_t j = 0; j < 5; ++j) out += weight[j] / sum * s.arg(2)[j * 2 + d];
        CHECK(s.at(i * 2 + d) == doctest::Approx(out));
      }
    }
  }
}
