// SPDX-License-Identifier: Apache-2.0
#include "script.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

// How far apart the channels of the data lie that a convolution reads; none if the step is none.
std::string channel_strides(const Script& s) {
  std::string out;
  for (size_t n = 0; n < s.program.steps.size(); ++n) {
    if (const auto* c = std::get_if<loop::Contraction>(&s.kernel(n).body))
      out += std::to_string(c->window.channel_stride) + " ";
  }
  return out;
}

Value convolution(Script& s, Value data, std::vector<int64_t> weight, int64_t padding = 0) {
  return s.call(Op::nn_conv2d, {data, s.param(std::move(weight))},
                {{"padding", s.ints({padding, padding, padding, padding})}});
}

}  // namespace

TEST_CASE("between convolutions tensors lie with their channels last") {
  Script s;
  Value x = s.param({1, 3, 6, 8}), bias = s.param({1, 8, 1, 1}), row = s.param({8}), one = s.real(2);
  Value a = s.call(Op::nn_relu, {s.call(Op::add, {convolution(s, x, {8, 3, 3, 3}, 1), bias})});
  Value b = s.call(Op::multiply, {s.call(Op::add, {one, a}), row});
  Value c = convolution(s, b, {16, 8, 3, 3}, 1);
  Value p = s.call(Op::nn_max_pool2d, {c}, {{"pool_size", s.ints({2, 2})}, {"strides", s.ints({2, 2})}});
  Value j = s.call(Op::concat, {s.fn.add_tuple(std::array{p, p}, {})}, {{"axis", s.context->attrs.integer(-3)}});
  Value d = convolution(s, j, {16, 32, 1, 1});
  s.run(s.call(Op::mean, {d}, {{"axis", s.ints({-1, 2})}}));
  CHECK(channel_strides(s) == "48 1 1 ");
  CHECK(s.program.memories[s.program.results[0].memory].shape == std::vector<int64_t>{1, 16});
}

TEST_CASE("pads, and what has parameters along an axis, lie with their channels last") {
  const auto last_sum = [](bool is_padded) {
    Script s;
    Value x = s.param({1, 32, 6, 8}), w = s.param({32}), none = s.real(0);
    Value a = s.call(Op::nn_prelu, {convolution(s, x, {32, 32, 1, 1}), w}, {{"axis", s.context->attrs.integer(1)}});
    Value widths = s.call(Op::nn_pad, {a, none}, {{"pad_width", s.ints({0, 0, 0, 0, 1, 2, 0, 1})}});
    s.run(s.call(Op::sum, {is_padded ? convolution(s, widths, {32, 32, 2, 2}) : convolution(s, a, {32, 32, 2, 2})}));
    CHECK(channel_strides(s) == "48 1 ");
    return s.at(0);
  };
  CHECK(last_sum(true) != last_sum(false));
}

TEST_CASE("a tensor that is given back has the layout of the script") {
  Script s;
  Value x = s.param({1, 64, 4, 4});
  Value a = convolution(s, x, {640, 64, 1, 1}), b = convolution(s, a, {640, 640, 1, 1});
  s.run(convolution(s, b, {12, 640, 1, 1}));
  REQUIRE(channel_strides(s) == "16 1 1 ");
  const Step& last = s.program.steps.back();
  const auto& c = std::get<loop::Contraction>(last.kernel.body);
  const Buffer& out = last.kernel.buffers[c.out];
  CHECK(out.is_output);
  CHECK(last.args[c.out].memory == s.program.results[0].memory);  // stored there by the product itself
  CHECK(s.program.memories[s.program.results[0].memory].shape == std::vector<int64_t>{1, 12, 4, 4});
}

TEST_CASE("bytes lie with their channels last") {
  const auto strides = [](int64_t window) {
    Script s;
    const auto convolution = [&](Value data, std::vector<int64_t> weight) {
      const Attr wide = s.context->attrs.dtype(kInt32);
      const Value sum = s.call(Op::nn_conv2d, {data, s.param(std::move(weight), kInt8)}, {{"out_dtype", wide}});
      return s.call(Op::astype, {sum}, {{"dtype", s.context->attrs.dtype(kInt8)}});
    };
    const Value a = convolution(s.param({1, 32, 8, 8}, kInt8), {64, 32, window, window});
    s.run(convolution(convolution(a, {64, 64, window, window}), {4, 64, window, window}));
    return channel_strides(s);
  };
  CHECK(strides(3) == "64 1 1 ");
  CHECK(strides(1) == "64 1 ");  // the last one has few rows, and is a nest
}

TEST_CASE("where little is gained tensors lie as the script says") {
  SUBCASE("one convolution") {
    Script s;
    Value x = s.param({1, 8, 6, 8});
    s.run(s.call(Op::mean, {convolution(s, x, {8, 8, 3, 3}, 1)}, {{"axis", s.ints({2, 3})}}));
    CHECK(channel_strides(s) == "48 ");
  }
  SUBCASE("borders that cost more") {
    Script s;
    Value x = s.param({1, 8, 6, 8});
    Value a = s.call(Op::add, {convolution(s, x, {8, 8, 1, 1}), x});
    s.run(convolution(s, a, {8, 8, 1, 1}));
    CHECK(channel_strides(s) == "48 48 ");
  }
  SUBCASE("dims whose order would change") {
    Script s;
    Value x = s.param({1, 8, 6, 8});
    Value a = convolution(s, convolution(s, x, {8, 8, 1, 1}), {8, 8, 1, 1});
    s.run(s.call(Op::sum, {a}, {{"axis", s.ints({2})}}));
    CHECK(channel_strides(s) == "48 48 ");
  }
}
