// SPDX-License-Identifier: Apache-2.0
// Random functions: what lower() makes of them computes what eval computes.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <random>

#include "hammock/eval/eval.h"
#include "script.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  void run() {
    values_ = {s.param({2, 3, 4}), s.param({4, 4}), s.param({2, 3, 4}),
               s.param({3, 1}),    s.param({4}),    s.param({1, 2, 3, 4})};
    s.inputs(static_cast<int64_t>(pick(7)));
    size_t count = 4 + pick(16);
    for (size_t i = 0; i < count; ++i) step();
    std::vector<Value> results;
    for (size_t i = 0; i < 1 + pick(3); ++i)
      results.push_back(values_[values_.size() - 1 - pick(std::min<size_t>(values_.size(), 6))]);
    results.push_back(values_.back());
    s.run(s.fn.add_tuple(results));
    std::vector<RuntimeValue> args;
    for (const Tensor& t : s.args) args.push_back({t});
    Result<RuntimeValue> expected = evaluate(s.module, GlobalId(0), args);
    REQUIRE_MESSAGE(expected.ok(), expected.error().text);
    const RuntimeTuple& leaves = *expected->tuple();
    REQUIRE(leaves.size() == s.results.size());
    for (size_t r = 0; r < leaves.size(); ++r) {
      const Tensor &want = *leaves[r].tensor(), &got = s.results[r];
      REQUIRE(want.shape == got.shape);
      double worst = 0;
      for (int64_t i = 0; i < want.elements(); ++i) {
        double a = element_as_double(want, i), b = element_as_double(got, i);
        if (std::isnan(a) && std::isnan(b)) continue;
        if (std::isinf(a) && a == b) continue;
        worst = std::fmax(worst, std::isnan(a) != std::isnan(b) ? 1e30 : std::fabs(a - b) / (1 + std::fabs(a)));
      }
      CHECK(worst < 1e-3);
    }
  }

  Script s;

 private:
  size_t pick(size_t n) { return random_() % n; }
  Value any() {
    return values_[pick(3) ? values_.size() - 1 - pick(std::min<size_t>(values_.size(), 4)) : pick(values_.size())];
  }
  std::vector<int64_t> shape(Value v) {
    std::vector<int64_t> out;
    for (Prim d : s.context->infos.dims(s.fn.info(v))) out.push_back(*s.context->prims.constant(d));
    return out;
  }
  Attr integers(std::vector<int64_t> v) { return s.context->attrs.integers(v); }
  Attr integer(int64_t v) { return s.context->attrs.integer(v); }
  void push(Value v) {
    int64_t elements = 1;
    for (int64_t d : shape(v)) elements *= d;
    if (elements <= 4000 && shape(v).size() <= 5) values_.push_back(v);
  }
  static bool broadcasts(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
    for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
      int64_t x = a[a.size() - i], y = b[b.size() - i];
      if (x != y && x != 1 && y != 1) return false;
    }
    return true;
  }

  void step() {
    Value x = any();
    std::vector<int64_t> d = shape(x);
    size_t rank = d.size();
    int64_t axis = rank ? static_cast<int64_t>(pick(rank)) : 0;
    switch (pick(18)) {
      case 0:
      case 1: {
        constexpr Op kUnary[] = {Op::tanh,         Op::sigmoid,      Op::nn_relu,   Op::negative, Op::abs,
                                 Op::nn_silu,      Op::nn_gelu,      Op::round,     Op::floor,    Op::ceil,
                                 Op::sin,          Op::cos,          Op::atan,      Op::square,   Op::sign,
                                 Op::nn_leakyrelu, Op::nn_gelu_tanh, Op::zeros_like};
        return push(s.call(kUnary[pick(std::size(kUnary))], {x}));
      }
      case 2:
      case 3:
      case 4: {
        constexpr Op kBinary[] = {Op::add, Op::subtract, Op::multiply, Op::maximum, Op::minimum};
        Value y = any();
        if (broadcasts(d, shape(y))) push(s.call(kBinary[pick(5)], {x, y}));
        return;
      }
      case 5: return push(s.call(Op::multiply, {x, s.real(0.5f)}));
      case 6:
      case 7: {
        for (int tries = 0; tries < 4; ++tries) {
          Value y = any();
          std::vector<int64_t> e = shape(y);
          if (rank == 0 || e.empty() || d.back() != e[e.size() < 2 ? 0 : e.size() - 2]) continue;
          std::vector<int64_t> a(d.begin(), d.end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(rank)));
          std::vector<int64_t> b(e.begin(),
                                 e.end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(e.size())));
          if (broadcasts(a, b)) return push(s.call(Op::tanh, {s.call(Op::matmul, {x, y})}));
        }
        return;
      }
      case 8: {
        std::vector<int64_t> axes;
        for (size_t i = 0; i < rank; ++i) axes.push_back(static_cast<int64_t>(i));
        std::shuffle(axes.begin(), axes.end(), random_);
        if (rank) push(s.call(Op::permute_dims, {x}, {{"axes", integers(axes)}}));
        return;
      }
      case 9: {
        int64_t n = 1;
        for (int64_t e : d) n *= e;
        std::vector<Prim> dims;
        for (int64_t f : {2, 3, 2}) {
          if (n % f || pick(2)) continue;
          dims.push_back(s.context->prims.integer(f));
          n /= f;
        }
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(pick(dims.size() + 1)), s.context->prims.integer(n));
        return push(s.call(Op::reshape, {x, s.fn.add_shape(dims)}));
      }
      case 10: {
        constexpr Op kReduce[] = {Op::sum, Op::mean, Op::max, Op::min, Op::variance};
        if (rank)
          push(s.call(kReduce[pick(5)], {x},
                      {{"axis", integers({axis})}, {"keepdims", s.context->attrs.boolean(pick(2))}}));
        return;
      }
      case 11:
        if (rank) push(s.call(pick(2) ? Op::nn_softmax : Op::nn_log_softmax, {x}, {{"axis", integer(axis)}}));
        return;
      case 12: {
        std::vector<int64_t> last(d.end() - (rank ? 1 : 0), d.end());
        if (rank && d.back() == 4)
          push(s.call(Op::nn_layer_norm, {x, values_[4], values_[4]}, {{"axes", integers({-1})}}));
        return;
      }
      case 13: {
        Value y = pick(2) ? x : any();
        if (!rank || shape(y).size() != rank) return;
        std::vector<int64_t> e = shape(y);
        e[static_cast<size_t>(axis)] = d[static_cast<size_t>(axis)];
        if (e == d) push(s.call(Op::concat, {s.fn.add_tuple(std::vector<Value>{x, y})}, {{"axis", integer(axis)}}));
        return;
      }
      case 14: {
        if (!rank) return;
        std::vector<int64_t> widths;
        for (size_t i = 0; i < 2 * rank; ++i) widths.push_back(static_cast<int64_t>(pick(3)));
        return push(s.call(Op::nn_pad, {x, s.real(0.25f)}, {{"pad_width", integers(widths)}}));
      }
      case 15:
        if (!rank) return;
        if (pick(4) == 0)
          return push(s.call(Op::astype, {s.call(pick(2) ? Op::argmax : Op::argmin, {x}, {{"axis", integer(axis)}})},
                             {{"dtype", s.context->attrs.dtype(kFloat32)}}));
        if (pick(2)) return push(s.call(Op::flip, {x}, {{"axis", integer(axis)}}));
        return push(s.call(Op::repeat, {x},
                           {{"repeats", integer(2)}, {"axis", pick(2) ? integer(axis) : s.context->attrs.none()}}));
      case 16: {
        if (rank == 4) {
          return push(s.call(pick(2) ? Op::nn_avg_pool2d : Op::nn_max_pool2d, {x},
                             {{"pool_size", integers({2, 3})},
                              {"strides", integers({2, 1})},
                              {"padding", integers({1, 1, 1, 1})},
                              {"count_include_pad", s.context->attrs.boolean(pick(2))}}));
        }
        if (rank > 1) return push(s.call(Op::tile, {x}, {{"repeats", integers({2, 1, 2})}}));
        return;
      }
      default: {
        if (!rank || d[static_cast<size_t>(axis)] < 2 || d[static_cast<size_t>(axis)] % 2) return;
        Value parts = s.call(Op::split, {x}, {{"indices_or_sections", integer(2)}, {"axis", integer(axis)}});
        for (uint32_t i = 0; i < 2; ++i) push(s.bind(s.fn.add_get_item(parts, i)));
        return;
      }
    }
  }

  std::mt19937 random_;
  std::vector<Value> values_;
};

}  // namespace

TEST_CASE("random functions: kernels compute what eval computes") {
  uint32_t count = 400;
  if (const char* more = std::getenv("HAMMOCK_RANDOM_FUNCTIONS")) count = static_cast<uint32_t>(std::atoi(more));
  for (uint32_t seed = 0; seed < count; ++seed) {
    CAPTURE(seed);
    Generator(seed).run();
  }
}
