// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "hammock/io/tensor_file.h"

using namespace hammock;

namespace {

Tensor make(std::string_view spec, DType dtype, std::vector<int64_t> shape) {
  Result<Tensor> t = make_tensor(spec, dtype, shape);
  REQUIRE_MESSAGE(t.ok(), t.error().text);
  return *t;
}

std::string error_of(std::string_view spec, DType dtype, std::vector<int64_t> shape) {
  Result<Tensor> t = make_tensor(spec, dtype, shape);
  REQUIRE(!t.ok());
  return t.error().text;
}

}  // namespace

TEST_CASE("literals") {
  CHECK(format_tensor(make("2x3xf32=[1 2 3][4 5 6]", kFloat32, {2, 3})) == "[[1. 2. 3.]\n [4. 5. 6.]]");
  CHECK(format_tensor(make("2x2xint8=[[1, -2], [3, 127]]", kInt8, {2, 2})) == "[[  1  -2]\n [  3 127]]");
  CHECK(format_tensor(make("3xbool=True 0 true", kBool, {3})) == "[ True False  True]");
  CHECK(format_tensor(make("f32=1.5", kFloat32, {})) == "1.5");
  CHECK(format_tensor(make("3xbf16=inf -inf nan", kBfloat16, {3})) == "[ inf -inf  nan]");
  CHECK(make("4xi64=1 2 3 4", kInt64, {-1}).shape == std::vector<int64_t>{4});
  CHECK(make("0x2xf32=", kFloat32, {0, 2}).elements() == 0);
}

TEST_CASE("literals that disagree or do not parse") {
  CHECK(error_of("2xf32=1 2", kFloat32, {3}) == "'2xf32' is (2,) of float32; expected (3,) of float32");
  CHECK(error_of("2xf32=1 2", kInt32, {-1}) == "'2xf32' is (2,) of float32; expected (?,) of int32");
  CHECK(error_of("2xf32=1", kFloat32, {2}) == "1 values in '1'; expected 2");
  CHECK(error_of("2xf32=1 2 3", kFloat32, {2}) == "more than 2 values in '1 2 3'");
  CHECK(error_of("2xi8=1 128", kInt8, {2}) == "'128' is not a value of int8");
  CHECK(error_of("2x2xf32=[1 2 3][4]", kFloat32, {2, 2}) == "a row of 3 values in '[1 2 3][4]'; expected 2");
  CHECK(error_of("2xf32=[1 2", kFloat32, {2}) == "'[' is not closed in '[1 2'");
  CHECK(error_of("2yf32=[1 2]", kFloat32, {2}) == "'2yf32' is not a type such as 2x3xf32");
  CHECK(error_of("4611686018427387904xf32=1", kFloat32, {-1}).find("no machine has") != std::string::npos);
  CHECK(error_of("@/no/such.npy", kFloat32, {2}) == "/no/such.npy: there is no such file or folder");
  CHECK(error_of("zeroes", kFloat32, {2}).ends_with("did you mean 'zeros'?"));
}

TEST_CASE("fills") {
  CHECK(format_tensor(make("iota(2, 3)", kInt32, {2, 3})) == "[[0 1 2]\n [3 4 5]]");
  CHECK(format_tensor(make("ones", kFloat16, {2})) == "[1. 1.]");
  CHECK(format_tensor(make("full(0.5)", kFloat64, {2})) == "[0.5 0.5]");
  CHECK(element_as_integer(make("iota", kInt8, {300}), 128) == -128);
  CHECK(error_of("iota(2, 3)", kFloat32, {3, 2}) == "'iota(2, 3)' is (2, 3) of float32; expected (3, 2) of float32");
  CHECK(error_of("zeros", kFloat32, {-1}) == "'zeros' does not say how large an open dim is");
  CHECK(error_of("full(x)", kFloat32, {1}) == "full takes one number, not 'x'");
  CHECK(error_of("rand(gauss)", kFloat32, {1}) == "rand knows no distribution 'gauss'");
  CHECK(error_of("rand(normal, sead=7)", kFloat32, {1}) ==
        "this distribution of rand has no 'sead'; did you mean 'seed'?");
  CHECK(error_of("rand(uniform, low=1, high=1)", kFloat32, {1}) == "rand needs low < high");
}

TEST_CASE("random numbers depend on the seed and the place alone") {
  Tensor big = make("rand(normal, seed=7)", kFloat32, {3000000});
  Tensor small = make("rand(normal, seed=7)", kFloat32, {1000});
  CHECK(std::memcmp(big.data.get(), small.data.get(), 4000) == 0);
  CHECK(compare_tensors(small, make("rand(normal, seed=8)", kFloat32, {1000}), {})
            .starts_with("1000 of 1000 elements differ"));
  // Fixed for all time and machines: scripts and their expected values rely on them.
  CHECK(format_tensor(make("rand(normal, seed=7)", kFloat64, {4})) ==
        "[ 0.12491237 -0.79826062 -0.14239753 -1.08520663]");
  CHECK(format_tensor(make("rand(int, seed=7, low=-5, high=5)", kInt64, {8})) == "[ 2  1  0  1 -2 -4  4  4]");
}

TEST_CASE("numbers of a network's weights are the smaller the larger the matrix") {
  const auto first = [](const char* text, std::vector<int64_t> shape) {
    return *make(text, kFloat64, std::move(shape)).as<double>();
  };
  const double one = first("rand(normal, seed=7)", {1});
  CHECK(first("rand(normal, seed=7, std=he)", {4}) == one);
  CHECK(first("rand(normal, seed=7, std=he)", {64, 8, 2, 2}) == doctest::Approx(one / 4));
  CHECK(first("rand(normal, seed=7, std=he)", {8, 64}) == doctest::Approx(one / 2));
  CHECK(error_of("rand(uniform, std=he)", kFloat32, {1}) == "this distribution of rand has no 'std'");
  CHECK(format_tensor(make("rand(seed=7, std=he)", kInt64, {2, 4})) ==
        format_tensor(make("rand(seed=7)", kInt64, {2, 4})));
  CHECK(error_of("rand(normal, mean=he)", kFloat32, {1}) == "mean 'he' is not a number");
}

TEST_CASE("random numbers have the moments of their distribution") {
  auto moments = [](const Tensor& t) {
    double sum = 0, squares = 0, cubes = 0, fourths = 0;
    auto n = static_cast<double>(t.elements());
    for (int64_t i = 0; i < t.elements(); ++i) {
      double x = element_as_double(t, i);
      sum += x;
      squares += x * x;
      cubes += x * x * x;
      fourths += x * x * x * x;
    }
    return std::vector<double>{sum / n, squares / n, cubes / n, fourths / n};
  };
  auto normal = moments(make("rand(normal)", kFloat32, {1000000}));
  CHECK(std::fabs(normal[0]) < 0.005);
  CHECK(std::fabs(normal[1] - 1) < 0.01);
  CHECK(std::fabs(normal[2]) < 0.02);
  CHECK(std::fabs(normal[3] - 3) < 0.05);
  auto uniform = moments(make("rand(uniform, low=-1, high=1)", kFloat32, {1000000}));
  CHECK(std::fabs(uniform[0]) < 0.005);
  CHECK(std::fabs(uniform[1] - 1.0 / 3) < 0.005);
  auto integer = moments(make("rand(int, low=0, high=10)", kInt32, {1000000}));
  CHECK(std::fabs(integer[0] - 4.5) < 0.01);
}

TEST_CASE("arrays are printed as numpy prints them") {
  CHECK(format_tensor(make("4xf32=1 -2.5 nan inf", kFloat32, {4})) == "[ 1.  -2.5  nan  inf]");
  CHECK(format_tensor(make("2xf32=1e-5 1", kFloat32, {2})) == "[1.e-05 1.e+00]");
  CHECK(format_tensor(make("3xf32=0.1 123.456 0", kFloat32, {3})) == "[1.00000e-01 1.23456e+02 0.00000e+00]");
  CHECK(format_tensor(make("2xf16=0.1 0.2", kFloat16, {2})) == "[0.1 0.2]");
  CHECK(format_tensor(make("f64=0.1", kFloat64, {})) == "0.1");
  CHECK(format_tensor(make("f32=1", kFloat32, {})) == "1.0");
  CHECK(format_tensor(make("iota", kInt32, {2000})) == "[   0    1    2 ... 1997 1998 1999]");
  CHECK(format_tensor(make("zeros", kFloat32, {0, 3})) == "[]");
  std::string cube = format_tensor(make("iota", kInt32, {2, 2, 2}));
  CHECK(cube == "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
  CHECK(format_tensor(make("iota", kInt32, {30})).find("\n ") != std::string::npos);
  RuntimeTuple tuple{{make("f32=2", kFloat32, {})}, {int64_t{3}}};
  CHECK(format_value({tuple}) == "(2.0,\n 3)");
}

TEST_CASE("comparison follows numpy.allclose and says where") {
  Tolerance loose{1e-3, 1e-5, false};
  CHECK(compare_tensors(make("2xf32=1 2", kFloat32, {2}), make("2xf32=1.0005 2", kFloat32, {2}), loose).empty());
  CHECK(
      compare_tensors(make("2x2xf32=1 2 3 4", kFloat32, {2, 2}), make("2x2xf32=1 2 3.5 9", kFloat32, {2, 2}), loose) ==
      "2 of 4 elements differ (rtol=0.001, atol=1e-05); the first at (1, 0): 3, expected 3.5; the largest at (1, 1): "
      "4, expected 9");
  CHECK(compare_tensors(make("ones", kFloat32, {2}), make("ones", kFloat32, {3}), loose) ==
        "shape is (2,), expected (3,)");
  CHECK(compare_tensors(make("ones", kFloat32, {2}), make("ones", kInt32, {2}), loose) ==
        "dtype is float32, expected int32");
  CHECK(!compare_tensors(make("f32=nan", kFloat32, {}), make("f32=nan", kFloat32, {}), loose).empty());
  CHECK(compare_tensors(make("f32=nan", kFloat32, {}), make("f32=nan", kFloat32, {}), {0, 0, true}).empty());
  CHECK(compare_tensors(make("f32=inf", kFloat32, {}), make("f32=inf", kFloat32, {}), loose).empty());
  CHECK(compare_tensors(make("i64=9007199254740993", kInt64, {}), make("i64=9007199254740992", kInt64, {}),
                        {0, 0, false}) ==
        "1 of 1 element differs (rtol=0, atol=0); the first at (): 9007199254740993, expected 9007199254740992");
}

TEST_CASE("a stream gives other numbers for the same seed") {
  std::vector<int64_t> shape{100};
  Tensor a = *make_tensor("rand(normal,seed=7)", kFloat32, shape),
         b = *make_tensor("rand(normal,seed=7)", kFloat32, shape, 1);
  Tensor again = *make_tensor("rand(normal,seed=7)", kFloat32, shape, 1);
  CHECK_FALSE(compare_tensors(a, b, {}).empty());
  CHECK(compare_tensors(b, again, {0, 0, false}).empty());
}
