// SPDX-License-Identifier: Apache-2.0
// Small vectors for each family of operators. Where a value looks odd (NaN, rounding, truncation) the operators'
// specification says so.
#include "run.h"

using namespace hammock;
using namespace hammock::test;

static void check_all(const std::vector<Vector>& vectors) {
  for (const Vector& v : vectors) check(v);
}

static std::string error_of(const std::string& expression, const std::vector<std::string>& inputs) {
  Result<RuntimeValue> value = call(expression, inputs);
  REQUIRE(!value.ok());
  return value.error().text;
}

TEST_CASE("arithmetic wraps, truncates and broadcasts") {
  check_all({
      {"R.add(x0, x1)", {"2x1xf32=1 2", "3xf32=10 20 30"}, {"2x3xf32=11 21 31 12 22 32"}},
      {"R.subtract(x0, x1)", {"2xu8=1 0", "2xu8=2 0"}, {"2xu8=255 0"}},
      {"R.add(x0, x1)", {"2xbool=1 1", "2xbool=1 0"}, {"2xbool=0 1"}},
      {"R.multiply(x0, x0)", {"2xi32=65536 -3"}, {"2xi32=0 9"}},
      {"R.divide(x0, x1)", {"4xi32=7 -7 7 -7", "4xi32=2 2 -2 -2"}, {"4xi32=3 -3 -3 3"}},
      {"R.divide(x0, x1)", {"2xi32=-2147483648 6", "2xi32=-1 -1"}, {"2xi32=-2147483648 -6"}},
      {"R.divide(x0, x1)", {"3xf32=1 -1 0", "3xf32=0 0 0"}, {"3xf32=inf -inf nan"}},
      {"R.floor_divide(x0, x1)", {"4xi32=7 -7 7 -7", "4xi32=2 2 -2 -2"}, {"4xi32=3 -4 -4 3"}},
      {"R.mod(x0, x1)", {"4xi32=7 -7 7 -7", "4xi32=2 2 -2 -2"}, {"4xi32=1 -1 1 -1"}},
      {"R.floor_mod(x0, x1)", {"4xi32=7 -7 7 -7", "4xi32=2 2 -2 -2"}, {"4xi32=1 1 -1 -1"}},
      {"R.floor_mod(x0, x1)", {"2xf32=7 -7", "2xf32=2 2"}, {"2xf32=1 1"}},
      {"R.floor_mod(x0, x1)", {"3xf32=16777220 -1e20 1", "3xf32=0.7 3 inf"}, {"3xf32=0.3857143 1 nan"}},
      {"R.power(x0, x1)", {"3xf32=2 9 -2", "3xf32=10 0.5 3"}, {"3xf32=1024 3 -8"}},
      {"R.maximum(x0, x1)", {"3xf32=1 nan 3", "3xf32=2 1 nan"}, {"3xf32=2 1 nan"}},
      {"R.minimum(x0, x1)", {"3xf32=1 nan 3", "3xf32=2 1 nan"}, {"3xf32=1 1 nan"}},
      {"R.left_shift(x0, x1)", {"3xi32=-8 8 1", "3xi32=1 2 31"}, {"3xi32=-16 32 -2147483648"}},
      {"R.right_shift(x0, x1)", {"3xi32=-8 8 1", "3xi32=1 2 31"}, {"3xi32=-4 2 0"}},
      {"R.divide(x0, x1)", {"3xi32=1 -2 -2147483648", "3xi32=1 0 -1"}, {"3xi32=1 0 -2147483648"}},
      {"R.floor_divide(x0, x1)", {"2xu8=7 7", "2xu8=2 0"}, {"2xu8=3 0"}},
      {"R.mod(x0, x1)", {"3xi32=7 -7 -2147483648", "3xi32=0 0 -1"}, {"3xi32=0 0 0"}},
      {"R.floor_mod(x0, x1)", {"3xi32=7 -7 -7", "3xi32=0 0 2"}, {"3xi32=0 0 1"}},
      {"R.bitwise_xor(x0, x1)", {"2xu8=12 255", "2xu8=10 1"}, {"2xu8=6 254"}},
      {"R.logical_xor(x0, x1)", {"4xbool=0 0 1 1", "4xbool=0 1 0 1"}, {"4xbool=0 1 1 0"}},
  });
}

TEST_CASE("half floats round after every operation, sums once") {
  check_all({
      {"R.add(x0, x1)", {"1xf16=2048", "1xf16=1"}, {"1xf16=2048"}},
      {"R.sum(x0)", {"3xf16=2048 1 1"}, {"f16=2050"}},
      {"R.matmul(x0, x1)", {"1x3xf16=2048 1 1", "3x1xf16=1 1 1"}, {"1x1xf16=2050"}},
      {"R.add(x0, x1)", {"1xbf16=256", "1xbf16=1"}, {"1xbf16=256"}},
      {"R.mean(x0)", {"3xf16=2048 1 1"}, {"f16=683.5"}},
  });
}

TEST_CASE("comparison, choice and conversion") {
  check_all({
      {"R.not_equal(x0, x1)", {"3xf32=1 nan 3", "3xf32=2 1 3"}, {"3xbool=1 1 0"}},
      {"R.less(x0, x1)", {"2xi32=1 2", "2xf32=1.5 1.5"}, {"2xbool=1 0"}},
      {"R.where(x0, x1, x2)", {"2x1xbool=1 0", "3xf32=7 8 9", "2x3xf32=0 1 2 3 4 5"}, {"2x3xf32=7 8 9 3 4 5"}},
      {"R.clip(x0, 0, 2)", {"5xf32=1 nan 3 -inf inf"}, {"5xf32=1 2 2 0 2"}},
      {"R.clip(x0, 0.5, 2.5)", {"4xi32=-1 0 1 7"}, {"4xi32=0 0 1 2"}},
      {"R.astype(x0, \"int32\")",
       {"6xf32=1.9 -1.9 3e9 nan inf -inf"},
       {"6xi32=1 -1 2147483647 0 2147483647 -2147483648"}},
      {"R.astype(x0, \"int8\")", {"3xi64=300 -200 127"}, {"3xi8=44 56 127"}},
      {"R.astype(x0, \"uint8\")", {"4xf32=1.9 -1.9 300 255.9"}, {"4xu8=1 0 255 255"}},
      {"R.astype(x0, \"bool\")", {"3xi32=0 1 5"}, {"3xbool=0 1 1"}},
      {"R.astype(x0, \"float16\")", {"2xf32=65519 1e9"}, {"2xf16=65504 inf"}},
  });
}

TEST_CASE("functions of one operand") {
  check_all({
      {"R.round(x0)", {"6xf32=0.5 1.5 2.5 -0.5 -1.5 2.3"}, {"6xf32=1 2 3 -1 -2 2"}},
      {"R.abs(x0)", {"2xi8=-128 3"}, {"2xi8=-128 3"}},
      {"R.sign(x0)", {"5xf32=nan -0 0 2 -3"}, {"5xf32=0 0 0 1 -1"}},
      {"R.exp(x0)", {"3xf32=1 100 -200"}, {"3xf32=2.7182818 inf 0"}},
      {"R.log(x0)", {"3xf32=4 -1 0"}, {"3xf32=1.3862944 nan -inf"}},
      {"R.rsqrt(x0)", {"3xf32=4 -1 0"}, {"3xf32=0.5 nan inf"}},
      {"R.erf(x0)", {"3xf32=0.1 1 -2"}, {"3xf32=0.11246292 0.84270079 -0.99532227"}},
      {"R.sigmoid(x0)", {"3xf32=0.5 100 -100"}, {"3xf32=0.62245933 1 0"}},
      {"R.tanh(x0)", {"3xf32=0.1 10 -20"}, {"3xf32=0.09966799 1 -1"}},
      {"R.nn.relu(x0)", {"3xf32=1 nan -3"}, {"3xf32=1 0 0"}},
      {"R.nn.silu(x0)", {"2xf32=-1.5 1.5"}, {"2xf32=-0.27363768 1.2263623"}},
      {"R.nn.gelu(x0)", {"2xf32=-1.5 1.5"}, {"2xf32=-0.10021080 1.3997892"}},
      {"R.nn.gelu_tanh(x0)", {"2xf32=-1.5 1.5"}, {"2xf32=-0.10042842 1.3995716"}},
      {"R.nn.leakyrelu(x0, 0.1)", {"3xf32=-1.5 0 nan"}, {"3xf32=-0.15 0 nan"}},
      {"R.floor(x0)", {"2xf32=-1.5 1.5"}, {"2xf32=-2 1"}},
      {"R.ceil(x0)", {"2xi32=-1 1"}, {"2xi32=-1 1"}},
      {"R.bitwise_not(x0)", {"2xi32=0 1"}, {"2xi32=-1 -2"}},
      {"R.atanh(x0)", {"3xf32=0.5 2 -0.5"}, {"3xf32=0.54930614 nan -0.54930614"}},
  });
}

TEST_CASE("products") {
  check_all({
      {"R.matmul(x0, x1)", {"2x2xf32=1 2 3 4", "2x2xf32=5 6 7 8"}, {"2x2xf32=19 22 43 50"}},
      {"R.matmul(x0, x1)", {"3xf32=0 1 2", "3xf32=3 4 5"}, {"f32=14"}},
      {"R.matmul(x0, x1)", {"2x1x2xf32=1 2 3 4", "2x1xf32=1 10"}, {"2x1x1xf32=21 43"}},
      {"R.matmul(x0, x1)", {"1x2xi8=100 100", "2x1xi8=2 1"}, {"1x1xi8=44"}},
      {"R.matmul(x0, x1, out_dtype=\"int32\")", {"1x2xi8=100 100", "2x1xi8=2 1"}, {"1x1xi32=300"}},
      {"R.einsum((x0, x1), \"ij,jk\")", {"2x3xf32=0 1 2 3 4 5", "3x2xf32=0 1 2 3 4 5"}, {"2x2xf32=10 13 28 40"}},
      {"R.einsum((x0, x1), \"...j,...j->...\")", {"2x3xf32=0 1 2 3 4 5", "2x3xf32=0 1 2 3 4 5"}, {"2xf32=5 50"}},
      {"R.einsum((x0,), \"ii->i\")", {"3x3xf32=0 1 2 3 4 5 6 7 8"}, {"3xf32=0 4 8"}},
      {"R.einsum((x0,), \"ii\")", {"3x3xf32=0 1 2 3 4 5 6 7 8"}, {"f32=12"}},
  });
}

TEST_CASE("shape, order and number of elements") {
  check_all({
      {"R.permute_dims(x0, axes=[1, 0])", {"2x3xi8=0 1 2 3 4 5"}, {"3x2xi8=0 3 1 4 2 5"}},
      {"R.flatten(x0)", {"2x2xi8=0 1 2 3"}, {"4xi8=0 1 2 3"}},
      {"R.expand_dims(x0, [0, -1])", {"2xf32=1 2"}, {"1x2x1xf32=1 2"}},
      {"R.squeeze(x0)", {"1x2x1xf32=1 2"}, {"2xf32=1 2"}},
      {"R.squeeze(x0, [0])", {"1x2x1xf32=1 2"}, {"2x1xf32=1 2"}},
      {"R.broadcast_to(x0, R.shape([2, 2, 2]))", {"2x1xf32=1 2"}, {"2x2x2xf32=1 1 2 2 1 1 2 2"}},
      {"R.concat((x0, x1), axis=1)", {"2x1xf32=1 2", "2x2xf32=3 4 5 6"}, {"2x3xf32=1 3 4 2 5 6"}},
      {"R.split(x0, [2, 5])", {"6xf32=0 1 2 3 4 5"}, {"2xf32=0 1", "3xf32=2 3 4", "1xf32=5"}},
      {"R.split(x0, 2, axis=-1)", {"2x4xi8=0 1 2 3 4 5 6 7"}, {"2x2xi8=0 1 4 5", "2x2xi8=2 3 6 7"}},
      {"R.strided_slice(x0, [0], [-3], [100])", {"10xi8=0 1 2 3 4 5 6 7 8 9"}, {"3xi8=7 8 9"}},
      {"R.strided_slice(x0, [0], [100], [-100], [-3])", {"10xi8=0 1 2 3 4 5 6 7 8 9"}, {"4xi8=9 6 3 0"}},
      {"R.strided_slice(x0, [1], [0], [3], [2])", {"2x3xi8=0 1 2 3 4 5"}, {"2x2xi8=0 2 3 5"}},
      {"R.dynamic_strided_slice(x0, x1, x2, x3)",
       {"10xi8=0 1 2 3 4 5 6 7 8 9", "1xi64=8", "1xi64=1", "1xi64=-3"},
       {"3xi8=8 5 2"}},
      {"R.repeat(x0, 2, axis=0)", {"2x2xi8=0 1 2 3"}, {"4x2xi8=0 1 0 1 2 3 2 3"}},
      {"R.repeat(x0, 2)", {"2x1xi8=1 2"}, {"4xi8=1 1 2 2"}},
      {"R.tile(x0, (2, 2))", {"2xi8=1 2"}, {"2x4xi8=1 2 1 2 1 2 1 2"}},
      {"R.flip(x0, -1)", {"2x3xi8=0 1 2 3 4 5"}, {"2x3xi8=2 1 0 5 4 3"}},
      {"R.nn.pad(x0, [1, 0, 0, 1], 7)", {"2x3xf32=0 1 2 3 4 5"}, {"3x4xf32=7 7 7 7 0 1 2 7 3 4 5 7"}},
      {"R.nn.pad(x0, [2, 2], 0, \"reflect\")", {"3xf32=0 1 2"}, {"7xf32=2 1 0 1 2 1 0"}},
      {"R.nn.pad(x0, [-1, 1])", {"3xf32=0 1 2"}, {"3xf32=1 2 0"}},
      {"R.layout_transform(x0, index_map=lambda a, b: (a, b // 2, b % 2), pad_value=T.float32(9))",
       {"2x3xf32=0 1 2 3 4 5"},
       {"2x2x2xf32=0 1 2 9 3 4 5 9"}},
      {"R.collapse_sum_to(x0, R.shape([2, 1]))", {"2x3xf32=0 1 2 3 4 5"}, {"2x1xf32=3 12"}},
  });
}

TEST_CASE("indexing") {
  check_all({
      {"R.take(x0, x1, axis=-1)", {"2x3xi8=0 1 2 3 4 5", "2xi32=2 0"}, {"2x2xi8=2 0 5 3"}},
      {"R.take(x0, x1, mode=\"clip\")", {"3xi8=0 1 2", "2xu64=18446744073709551615 1"}, {"2xi8=2 1"}},
      {"R.take(x0, x1, mode=\"wrap\")", {"3xi8=0 1 2", "2xu64=18446744073709551614 4"}, {"2xi8=2 1"}},
      {"R.take(x0, R.prim_value(1), axis=0)", {"2x3xi8=0 1 2 3 4 5"}, {"3xi8=3 4 5"}},
      {"R.gather_elements(x0, x1, axis=-1)", {"2x3xi8=0 1 2 3 4 5", "2x3xi64=0 1 2 2 1 0"}, {"2x3xi8=0 1 2 5 4 3"}},
      {"R.gather_nd(x0, x1, batch_dims=1)", {"2x3xi8=0 1 2 3 4 5", "2x1xi64=2 0"}, {"2xi8=2 3"}},
      {"R.scatter_elements(x0, x1, x2, axis=1, reduction=\"add\")",
       {"2x3xf32=1 2 3 4 5 6", "1x3xi64=0 0 -1", "1x3xf32=10 20 30"},
       {"2x3xf32=31 2 33 4 5 6"}},
      {"R.scatter_elements(x0, x1, x2, axis=0, reduction=\"mean\")",
       {"2xf32=1 5", "2xi64=0 0", "2xf32=10 20"},
       {"2xf32=10.333333 5"}},
      {"R.scatter_nd(x0, x1, x2, reduction=\"mul\")",
       {"4xf32=1 2 3 4", "3x1xi64=1 1 3", "3xf32=10 20 30"},
       {"4xf32=1 400 3 120"}},
      {"R.one_hot(x0, R.prim_value(2), R.prim_value(-1), 4)",
       {"3xi64=1 5 -1"},
       {"3x4xi64=-1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"}},
      {"R.nonzero(x0)", {"2x2xf32=0 1 2 0"}, {"2x2xi64=0 1 1 0"}},
  });
  CHECK(error_of("R.take(x0, x1, axis=0)", {"3xf32=1 2 3", "1xi64=-1"}) ==
        "R.take: index -1 at (0,) is outside axis 0 of size 3");
  CHECK(error_of("R.gather_nd(x0, x1)", {"3xf32=1 2 3", "1x1xi64=3"}) ==
        "R.gather_nd: index 3 at (0, 0) is outside axis 0 of size 3");
}

TEST_CASE("reductions, scans and search") {
  check_all({
      {"R.sum(x0, axis=[1])", {"2x3xf32=1 2 3 4 5 6"}, {"2xf32=6 15"}},
      {"R.sum(x0, axis=[0, -1], keepdims=True)", {"2x1x2xf32=1 2 3 4"}, {"1x1x1xf32=10"}},
      {"R.sum(x0, axis=[])", {"2xf32=1 2"}, {"2xf32=1 2"}},
      {"R.sum(x0)", {"3xi8=100 100 100"}, {"i8=44"}},
      {"R.sum(x0)", {"2xbool=1 1"}, {"bool=1"}},
      {"R.mean(x0, axis=[-1])", {"2x3xf32=1 2 3 4 5 6"}, {"2xf32=2 5"}},
      {"R.max(x0)", {"3xf32=1 nan 2"}, {"f32=nan"}},
      {"R.min(x0)", {"3xf32=nan 1 2"}, {"f32=nan"}},
      {"R.argmax(x0)", {"4xf32=1 nan 2 nan"}, {"i64=1"}},
      {"R.argmin(x0)", {"4xf32=1 nan 2 0"}, {"i64=1"}},
      {"R.max(x0)", {"2xf32=-inf -inf"}, {"f32=-inf"}},
      {"R.min(x0, axis=[0])", {"2x2xi32=3 -4 1 5"}, {"2xi32=1 -4"}},
      {"R.prod(x0, axis=1)", {"2x3xf32=1 2 3 4 5 6"}, {"2xf32=6 120"}},
      {"R.variance(x0)", {"4xf32=1 2 3 4"}, {"f32=1.25"}},
      {"R.std(x0)", {"4xf32=1 2 3 4"}, {"f32=1.1180340"}},
      {"R.argmax(x0)", {"2x3xf32=1 3 3 9 2 9"}, {"i64=3"}},
      {"R.argmin(x0, axis=1, keepdims=True)", {"2x2xf32=1 0 0 0"}, {"2x1xi64=1 0"}},
      {"R.cumsum(x0, axis=1, exclusive=True)", {"2x3xf32=1 2 3 4 5 6"}, {"2x3xf32=0 1 3 0 4 9"}},
      {"R.cumsum(x0, axis=0, dtype=\"int32\")", {"3xi8=100 100 1"}, {"3xi32=100 200 201"}},
      {"R.cumprod(x0)", {"2x2xf32=1 2 3 4"}, {"4xf32=1 2 6 24"}},
      {"R.sort(x0)", {"5xf32=3 1 nan 2 1"}, {"5xf32=1 1 2 3 nan"}},
      {"R.argsort(x0, descending=True)", {"5xf32=3 1 2 1 3"}, {"5xi32=0 4 2 1 3"}},
      {"R.topk(x0, k=2, axis=0)", {"3x2xf32=3 1 2 5 4 0"}, {"2x2xf32=4 5 3 1", "2x2xi32=2 1 0 0"}},
      {"R.unique(x0)", {"5xf32=3 1 2 1 3"}, {"3xf32=1 2 3"}},
      {"R.unique(x0, sorted=False, return_counts=True)", {"5xf32=3 1 2 1 3"}, {"3xf32=3 1 2", "3xi64=2 2 1"}},
  });
}

TEST_CASE("softmax and norms") {
  check_all({
      {"R.nn.softmax(x0, axis=0)", {"2x2xf32=0 1 3 4"}, {"2x2xf32=0.04742587 0.04742587 0.95257413 0.95257413"}},
      {"R.nn.softmax(x0)", {"3xf16=1 2 3"}, {"3xf16=0.0900 0.2448 0.6650"}},
      {"R.sum(R.nn.softmax(R.repeat(x0, 131072, axis=0)))", {"1xf16=0"}, {"f16=1"}},
      {"R.nn.softmax(x0)", {"2xf32=-inf -inf"}, {"2xf32=nan nan"}},
      {"R.nn.log_softmax(x0)", {"3xf32=0 1 2"}, {"3xf32=-2.4076059 -1.4076059 -0.40760596"}},
      {"R.nn.layer_norm(x0, x1, x2, axes=-1)",
       {"1x3xf32=10000 10001 10002", "3xf32=1 1 1", "3xf32=0 0 1"},
       {"1x3xf32=-1.2247357 0 2.2247357"}},
      {"R.nn.layer_norm(x0, x1, x2, axes=-1, center=False, scale=False)",
       {"2xf32=1 3", "2xf32=5 5", "2xf32=7 7"},
       {"2xf32=-0.999995 0.999995"}},
      {"R.nn.group_norm(x0, x1, x2, 2, 1, [2])",
       {"1x4x1xf32=0 2 4 6", "4xf32=1 2 3 4", "4xf32=0 0 0 1"},
       {"1x4x1xf32=-0.999995 1.99999 -2.999985 4.99998"}},
      {"R.nn.rms_norm(x0, x1, axes=-1)", {"1x2xf16=300 400", "2xf16=1 1"}, {"1x2xf16=0.848633 1.13184"}},
      {"R.nn.batch_norm(x0, x1, x2, x3, x4, axis=1)",
       {"2x1xf32=1 3", "1xf32=2", "1xf32=10", "1xf32=0", "1xf32=1"},
       {"2x1xf32=8.00001 11.99999", "1xf32=0.2", "1xf32=1"}},
  });
}

TEST_CASE("attention") {
  const std::vector<std::string> qkv = {"1x2x1x1xf32=1 2", "1x3x1x1xf32=0 1 2", "1x3x1x1xf32=10 20 30"};
  std::vector<std::string> with_bias = qkv;
  with_bias.push_back("1x1x1x3xf32=0 -inf 0");
  check_all({
      {"R.nn.attention(x0, x1, x2, scale=T.float32(0.0))", qkv, {"1x2x1x1xf32=20 20"}},
      {"R.nn.attention(x0, x1, x2, causal_mask=\"TopLeft\")", qkv, {"1x2x1x1xf32=10 18.807971"}},
      {"R.nn.attention(x0, x1, x2, scale=T.float32(0.0), causal_mask=\"BottomRight\")", qkv, {"1x2x1x1xf32=15 20"}},
      {"R.nn.attention(x0, x1, x2, scale=T.float32(0.0), causal_mask=\"BottomRight\", window_size=1)",
       qkv,
       {"1x2x1x1xf32=20 30"}},
      {"R.nn.attention(x0, x1, x2, bias=x3, scale=T.float32(0.0))", with_bias, {"1x2x1x1xf32=20 20"}},
      // two query heads on one key and value head
      {"R.nn.attention(x0, x1, x2, scale=T.float32(0.0))", {"1x1x2x1xf32=1 2", qkv[1], qkv[2]}, {"1x1x2x1xf32=20 20"}},
  });
}

TEST_CASE("convolution") {
  const std::string image = "1x1x3x3xf32=0 1 2 3 4 5 6 7 8", kernel = "1x1x2x2xf32=1 2 3 4";
  check_all({
      {"R.nn.conv2d(x0, x1)", {image, kernel}, {"1x1x2x2xf32=27 37 57 67"}},
      {"R.nn.conv2d(x0, x1, padding=(1, 0, 0, 0))", {image, kernel}, {"1x1x3x2xf32=4 11 27 37 57 67"}},
      {"R.nn.conv2d(x0, x1, strides=2, padding=1)", {image, kernel}, {"1x1x2x2xf32=0 11 30 67"}},
      {"R.nn.conv2d(x0, x1, dilation=2)", {image, kernel}, {"1x1x1x1xf32=54"}},
      {"R.nn.conv2d(x0, x1, groups=2)",
       {"1x2x2x2xf32=0 1 2 3 4 5 6 7", "2x1x2x2xf32=1 1 1 1 1 1 1 1"},
       {"1x2x1x1xf32=6 22"}},
      {"R.nn.conv2d(x0, x1, data_layout=\"NHWC\", kernel_layout=\"HWIO\")",
       {"1x3x3x1xf32=0 1 2 3 4 5 6 7 8", "2x2x1x1xf32=1 2 3 4"},
       {"1x2x2x1xf32=27 37 57 67"}},
      {"R.nn.conv2d(x0, x1, out_dtype=\"int32\")", {"1x1x1x2xi8=100 100", "1x1x1x2xi8=100 100"}, {"1x1x1x1xi32=20000"}},
      {"R.nn.conv1d(x0, x1)", {"1x1x4xf32=1 2 3 4", "1x1x2xf32=1 10"}, {"1x1x3xf32=21 32 43"}},
      {"R.nn.conv3d(x0, x1)", {"1x1x2x2x2xf32=0 1 2 3 4 5 6 7", "1x1x2x2x2xf32=1 1 1 1 1 1 1 1"}, {"1x1x1x1x1xf32=28"}},
      {"R.nn.conv2d_transpose(x0, x1, strides=2)",
       {"1x1x1x2xf32=1 2", "1x1x2x2xf32=1 2 3 4"},
       {"1x1x2x4xf32=1 2 2 4 3 4 6 8"}},
      {"R.nn.conv1d_transpose(x0, x1, groups=2)",
       {"1x2x2xf32=1 2 3 4", "2x1x2xf32=1 10 1 100"},
       {"1x2x3xf32=1 12 20 3 304 400"}},
  });
}

TEST_CASE("pooling and resizing") {
  check_all({
      {"R.nn.max_pool2d(x0, pool_size=(2, 2), strides=(2, 2))", {"1x1x2x4xf32=0 1 2 3 4 5 6 7"}, {"1x1x1x2xf32=5 7"}},
      {"R.nn.max_pool1d(x0, 3, 2, padding=1)", {"1x1x5xf32=0 -1 -2 -3 -4"}, {"1x1x3xf32=0 -1 -3"}},
      {"R.nn.avg_pool1d(x0, 3, 2, padding=1)", {"1x1x5xf32=0 1 2 3 4"}, {"1x1x3xf32=0.5 2 3.5"}},
      {"R.nn.avg_pool1d(x0, 3, 2, padding=1, count_include_pad=True)",
       {"1x1x5xf32=0 1 2 3 4"},
       {"1x1x3xf32=0.33333333 2 2.3333333"}},
      {"R.nn.avg_pool2d(x0, 2, 2, ceil_mode=True)", {"1x1x3x3xf32=0 1 2 3 4 5 6 7 8"}, {"1x1x2x2xf32=2 3.5 6.5 8"}},
      {"R.nn.adaptive_avg_pool1d(x0, 3)", {"1x1x5xf32=0 1 2 3 4"}, {"1x1x3xf32=0.5 2 3.5"}},
      {"R.image.resize2d(x0, (1, 6), method=\"nearest_neighbor\", coordinate_transformation_mode=\"asymmetric\", "
       "rounding_method=\"floor\")",
       {"1x1x1x3xf32=0 1 2"},
       {"1x1x1x6xf32=0 0 1 1 2 2"}},
      {"R.image.resize2d(x0, (1, 6), method=\"linear\", coordinate_transformation_mode=\"half_pixel\")",
       {"1x1x1x4xf32=0 1 2 3"},
       {"1x1x1x6xf32=0 0.5 1.1666667 1.8333333 2.5 3"}},
      {"R.image.resize2d(x0, (1, 6), method=\"cubic\", cubic_exclude=1)",
       {"1x1x1x4xf32=0 1 2 3"},
       {"1x1x1x6xf32=-0.06578947 0.41176471 1.1666667 1.8333333 2.5882353 3.0657895"}},
      {"R.grad.max_pool2d_backward(x0, x1, pool_size=[2, 2], strides=[2, 2])",
       {"1x1x1x1xf32=5", "1x1x2x2xf32=1 3 3 2"},
       {"1x1x2x2xf32=0 5 0 0"}},
  });
}

TEST_CASE("creation") {
  check_all({
      {"R.full(R.shape([2]), x0, \"int32\")", {"f32=2.7"}, {"2xi32=2 2"}},
      {"R.zeros_like(x0, \"int8\")", {"2xf32=1 2"}, {"2xi8=0 0"}},
      {"R.eye(2, 3, 1, \"int32\")", {}, {"2x3xi32=0 1 0 0 0 1"}},
      {"R.arange(5, 0, -2)", {}, {"3xi64=5 3 1"}},
      {"R.tril(x0, -1)", {"3x3xi8=1 1 1 1 1 1 1 1 1"}, {"3x3xi8=0 0 0 1 0 0 1 1 0"}},
      {"R.triu(x0, 1)", {"2x3xi8=1 1 1 1 1 1"}, {"2x3xi8=0 1 1 0 0 1"}},
      {"R.shape_to_tensor(R.shape([2, 3]))", {}, {"2xi64=2 3"}},
  });
}

TEST_CASE("losses and quantisation") {
  const std::vector<std::string> loss = {"2x3xf32=0 1 2 3 4 5", "2xi64=2 1", "3xf32=1 2 3"};
  check_all({
      {"R.nn.nll_loss(x0, x1, x2)", loss, {"f32=-2.8"}},
      {"R.nn.nll_loss(x0, x1, x2, reduction=\"none\", ignore_index=1)", loss, {"2xf32=-6 0"}},
      {"R.nn.cross_entropy_with_logits(x0, x0)", {"2x3xf32=0 1 2 3 4 5"}, {"f32=-27.5"}},
      {"R.grad.nll_loss_backward(x0, x1, x2)",
       {"f32=1", "2x3xf32=0 0 0 0 0 0", "2xi64=1 2"},
       {"2x3xf32=0 -0.5 0 0 0 -0.5"}},
      {"R.quantize(x0, R.const(1.0, \"float32\"), R.const(3, \"int8\"), out_dtype=\"uint8\")",
       {"5xf32=0.5 2.5 1000 -1000 nan"},
       {"5xu8=4 6 255 0 255"}},
      {"R.dequantize(x0, x1, x2)", {"2x2xi8=1 2 3 4", "2xf32=1 2", "2xi8=0 10"}, {"2x2xf32=1 -16 3 -12"}},
  });
}

TEST_CASE("shapes that symbols let through are checked at run time") {
  Script s = read(
      "@R.function\ndef main(x: R.Tensor((\"n\",), \"float32\"), y: R.Tensor((\"m\",), \"float32\")):\n    z = "
      "R.add(x, y)\n    return z\n");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("1xf32=1")}})) == "[2. 3.]");
  CHECK(printed(run(s, {{literal("2xf32=1 2")}, {literal("3xf32=1 2 3")}})) ==
        "error: R.add: shapes (2,) and (3,) do not broadcast: dim 0 is 2 here and 3 there");
}
