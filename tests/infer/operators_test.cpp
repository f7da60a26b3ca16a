// SPDX-License-Identifier: Apache-2.0
// Struct info of calls, family by family: shapes of every state, dtypes, and what is refused.
#include "helpers.h"

using namespace hammock;

TEST_CASE("pointwise operators broadcast") {
  Bench b;
  CHECK(b.infer(Op::add, {b.tensor({2, 3}), b.tensor({2, 3})}) == "R.Tensor((2, 3), dtype=\"float32\")");
  CHECK(b.infer(Op::add, {b.tensor({1, 3}), b.tensor({4, 3, 2, 1})}) == "R.Tensor((4, 3, 2, 3), dtype=\"float32\")");
  CHECK(b.infer(Op::add, {b.tensor({"m", "n"}), b.tensor({"m", 1})}) == "R.Tensor((m, n), dtype=\"float32\")");
  CHECK(b.infer(Op::add, {b.tensor({"m", "n"}), b.tensor({"n", "m"})}) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(b.infer(Op::add, {b.tensor({"m", "n"}), b.tensor({"m", 4})}) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(b.infer(Op::add, {b.tensor({2}), b.ranked(3)}) == "R.Tensor(dtype=\"float32\", ndim=3)");
  CHECK(b.infer(Op::add, {b.tensor({2}), b.ranked(-1)}) == "R.Tensor(dtype=\"float32\")");
  CHECK(b.infer(Op::add, {b.tensor({2, 3}), b.tensor({4, 3})}) ==
        "R.add: shapes (2, 3) and (4, 3) do not broadcast: dim 0 is 2 here and 4 there");
  CHECK(b.infer(Op::add, {b.tensor({2}), b.tensor({2}, kFloat16)}) == "R.add: dtypes float32 and float16 differ");
  CHECK(b.infer(Op::less, {b.tensor({2}), b.tensor({2}, kFloat16)}) == "R.Tensor((2,), dtype=\"bool\")");
  CHECK(b.infer(Op::add, {b.tensor({2}), b.shape({2})}) == "R.add: x2 must be a tensor, found R.Shape([2])");
  Value prim = b.param(b.cx->infos.prim(kFloat32));
  CHECK(b.infer(Op::add, {b.tensor({}), prim}) == "R.Tensor((1,), dtype=\"float32\")");
  CHECK(b.infer(Op::less, {prim, prim}) == "R.Prim(\"bool\")");
}

TEST_CASE("a shape variable is used where it tells something") {
  Bench b;
  Value s = b.param(b.cx->infos.shape_of_rank(2));
  Value known = b.param(b.cx->infos.shape(b.dims({2, "n"})));
  Value x = b.param(b.cx->infos.tensor_of_shape_var(s, 2, kFloat32)),
        y = b.param(b.cx->infos.tensor_of_shape_var(s, 2, kFloat32));
  Value z = b.param(b.cx->infos.tensor_of_shape_var(known, 2, kFloat32));
  CHECK(b.infer(Op::add, {z, b.tensor({2, 1})}) == "R.Tensor((2, n), dtype=\"float32\")");
  CHECK(b.infer(Op::add, {x, b.tensor({2, 1})}) == "R.Tensor(dtype=\"float32\", ndim=2)");
  std::vector<Value> both{x, y};
  StructInfo sum = Infer(b.fn, nullptr, nullptr).call({Op::add, both, Attr(), Attr(), Span()});
  CHECK((*b.cx).infos[sum].shape_var() == s);
}

TEST_CASE("float operators refuse other dtypes") {
  Bench b;
  CHECK(b.infer(Op::exp, {b.tensor({2}, kInt32)}) == "R.exp: x must have a float dtype, found int32");
  CHECK(b.infer(Op::exp, {b.tensor({2}, kFloat16)}) == "R.Tensor((2,), dtype=\"float16\")");
  CHECK(b.infer(Op::exp, {b.tensor({2}, kVoid)}) == "R.Tensor((2,))");
  CHECK(b.infer(Op::isnan, {b.tensor({2})}) == "R.Tensor((2,), dtype=\"bool\")");
}

TEST_CASE("where needs a bool condition") {
  Bench b;
  CHECK(b.infer(Op::where, {b.tensor({"m", "n"}, kBool), b.tensor({"m", "n"}), b.tensor({})}) ==
        "R.Tensor((m, n), dtype=\"float32\")");
  CHECK(b.infer(Op::where, {b.tensor({2}, kInt32), b.tensor({2}), b.tensor({2})}) ==
        "R.where: condition must have dtype bool, found R.Tensor((2,), \"int32\")");
}

TEST_CASE("matmul follows NumPy's rules of shape") {
  Bench b;
  auto matmul = [&](Value x, Value y, DType out = kVoid) {
    return b.infer(Op::matmul, {x, y}, {{"out_dtype", b.cx->attrs.dtype(out)}});
  };
  CHECK(matmul(b.tensor({"m", "n", 2}), b.tensor({2, 3})) == "R.Tensor((m, n, 3), dtype=\"float32\")");
  CHECK(matmul(b.tensor({"m"}), b.tensor({"n", 3})) == "R.Tensor((3,), dtype=\"float32\")");
  CHECK(matmul(b.tensor({4, 2, 3}), b.tensor({3})) == "R.Tensor((4, 2), dtype=\"float32\")");
  CHECK(matmul(b.tensor({"m", 2, 3}), b.tensor({"n", 3, 4})) == "R.Tensor(dtype=\"float32\", ndim=3)");
  CHECK(matmul(b.ranked(3), b.tensor({3, 4})) == "R.Tensor(dtype=\"float32\", ndim=3)");
  CHECK(matmul(b.ranked(1), b.ranked(1)) == "R.Tensor(dtype=\"float32\", ndim=0)");
  CHECK(matmul(b.tensor({2, 3}, kFloat16), b.tensor({3, 4}), kFloat32) == "R.Tensor((2, 4), dtype=\"float32\")");
  CHECK(matmul(b.tensor({2}), b.tensor({3, 3})) ==
        "R.matmul: shapes (2,) and (3, 3) cannot be multiplied: 2 columns here and 3 rows there");
  CHECK(matmul(b.tensor({}), b.tensor({3, 3})) ==
        "R.matmul: x1 must have rank 1 or more, found R.Tensor((), \"float32\")");
}

TEST_CASE("einsum binds labels to dims") {
  Bench b;
  auto einsum = [&](std::initializer_list<Value> xs, std::string_view s) {
    return b.infer(Op::einsum, {b.fn.add_tuple(std::vector<Value>(xs))}, {{"subscripts", b.text(s)}});
  };
  CHECK(einsum({b.tensor({"m", 3}), b.tensor({3, 4})}, "ij,jk->ki") == "R.Tensor((4, m), dtype=\"float32\")");
  CHECK(einsum({b.tensor({5, 2, 3}), b.tensor({3, 4})}, "...ij,jk") == "R.Tensor((5, 2, 4), dtype=\"float32\")");
  CHECK(einsum({b.tensor({3, 3})}, "ii") == "R.Tensor((), dtype=\"float32\")");
  CHECK(einsum({b.ranked(2), b.tensor({4, 4})}, "ij,jk->ikj") == "R.Tensor(dtype=\"float32\", ndim=3)");
  CHECK(einsum({b.tensor({"m", "n"}), b.tensor({4, 3})}, "ij,jk->ik") == "R.Tensor((m, 3), dtype=\"float32\")");
  CHECK(einsum({b.tensor({"m", "n"}), b.tensor({4, 3})}, "ij,jk->ijk") == "R.Tensor(dtype=\"float32\", ndim=3)");
  CHECK(einsum({b.tensor({"m", "n"}), b.tensor({4, 1})}, "...j,...j->...") == "R.Tensor(dtype=\"float32\", ndim=1)");
  CHECK(einsum({b.tensor({2, 3}), b.tensor({4, 4})}, "ij,jk->ki") ==
        "R.einsum: label j stands for the lengths 3 and 4");
}

TEST_CASE("reshape compares the numbers of elements") {
  Bench b;
  CHECK(b.infer(Op::reshape, {b.tensor({"m", "n"}), b.shape({"n", "m"})}) == "R.Tensor((n, m), dtype=\"float32\")");
  CHECK(b.infer(Op::reshape, {b.tensor({"m", "n"}), b.shape({"k"})}) == "R.Tensor((k,), dtype=\"float32\")");
  CHECK(b.infer(Op::reshape, {b.tensor({2, 3}), b.shape({7})}) == "R.reshape: shape (2, 3) has 6 elements, (7,) has 7");
}

TEST_CASE("axes are moved, added and removed") {
  Bench b;
  CHECK(b.infer(Op::permute_dims, {b.tensor({2, "m", 4})}) == "R.Tensor((4, m, 2), dtype=\"float32\")");
  CHECK(b.infer(Op::permute_dims, {b.tensor({2, "m", 4})}, {{"axes", b.ints({0, -1, 1})}}) ==
        "R.Tensor((2, 4, m), dtype=\"float32\")");
  CHECK(b.infer(Op::permute_dims, {b.tensor({2, 3})}, {{"axes", b.ints({0, -2})}}) ==
        "R.permute_dims: axes names axis 0 twice");
  CHECK(b.infer(Op::expand_dims, {b.tensor({2, 3})}, {{"axis", b.ints({-1, -2})}}) ==
        "R.Tensor((2, 3, 1, 1), dtype=\"float32\")");
  CHECK(b.infer(Op::expand_dims, {b.tensor({2, 3})}, {{"axis", b.ints({4})}}) ==
        "R.expand_dims: axis=4 is outside [-3, 3), the axes of rank 3");
  CHECK(b.infer(Op::squeeze, {b.tensor({"m", 1})}) == "R.Tensor(dtype=\"float32\")");
  CHECK(b.infer(Op::squeeze, {b.tensor({"m", 1})}, {{"axis", b.ints({-1})}}) == "R.Tensor((m,), dtype=\"float32\")");
  CHECK(b.infer(Op::squeeze, {b.tensor({2, 1})}, {{"axis", b.ints({0})}}) ==
        "R.squeeze: axis 0 of shape (2, 1) is 2, only 1 can be squeezed");
  CHECK(b.infer(Op::flatten, {b.tensor({2, "n", 3})}) == "R.Tensor((2 * n * 3,), dtype=\"float32\")");
  CHECK(b.infer(Op::broadcast_to, {b.tensor({"m", 3}), b.shape({2, "n", 3})}) ==
        "R.Tensor((2, n, 3), dtype=\"float32\")");
}

TEST_CASE("concat adds the lengths of one axis") {
  Bench b;
  auto concat = [&](std::initializer_list<Value> xs, int64_t axis) {
    return b.infer(Op::concat, {b.fn.add_tuple(std::vector<Value>(xs))}, {{"axis", b.integer(axis)}});
  };
  CHECK(concat({b.tensor({"m", "n"}), b.tensor({"m", 2})}, 1) == "R.Tensor((m, n + 2), dtype=\"float32\")");
  CHECK(concat({b.tensor({"n"}), b.tensor({"n"}), b.tensor({"n"})}, 0) == "R.Tensor((n * 3,), dtype=\"float32\")");
  CHECK(concat({b.tensor({"m", "n"}), b.tensor({"k", 2})}, 1) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(concat({b.tensor({2, 3}), b.tensor({4, 3})}, 1) ==
        "R.concat: shapes (2, 3) and (4, 3) differ in dim 0: 2 and 4");
}

TEST_CASE("split cuts into sections or at indices") {
  Bench b;
  auto parts = [&](std::initializer_list<Bench::Dim> shape, Attr how) {
    return b.infer(Op::split, {b.tensor(shape, kVoid)}, {{"indices_or_sections", how}});
  };
  CHECK(parts({7}, b.integer(3)) == "R.Tuple(R.Tensor((3,)), R.Tensor((3,)), R.Tensor((1,)))");
  CHECK(parts({"m"}, b.integer(3)) ==
        "R.Tuple(R.Tensor(((m + 2) // 3,)), R.Tensor(((m + 2) // 3,)), R.Tensor((m - (m + 2) // 3 * 2,)))");
  CHECK(parts({"m"}, b.ints({2, 5})) ==
        "R.Tuple(R.Tensor((T.min(2, m),)), R.Tensor((T.max(T.min(5, m) - T.min(2, m), 0),)), R.Tensor((T.max(m - 5, "
        "0),)))");
  CHECK(parts({4}, b.ints({3, 1})) == "R.Tuple(R.Tensor((3,)), R.Tensor((0,)), R.Tensor((3,)))");
  CHECK(parts({4}, b.integer(0)) == "R.split: indices_or_sections must be positive, found 0");
}

TEST_CASE("strided_slice clamps what it does not know") {
  Bench b;
  using L = std::initializer_list<Bench::Dim>;
  auto slice = [&](L shape, L axes, L begin, L end, L strides, bool inbound = false) {
    Value x = b.tensor(shape, kVoid);
    Attr flag = b.cx->attrs.boolean(inbound);
    if (strides.size() == 0)
      return b.infer(Op::strided_slice, {x, b.numbers(axes), b.numbers(begin), b.numbers(end)},
                     {{"assume_inbound", flag}});
    return b.infer(Op::strided_slice, {x, b.numbers(axes), b.numbers(begin), b.numbers(end), b.numbers(strides)},
                   {{"assume_inbound", flag}});
  };
  CHECK(slice({10, 4}, {-1}, {-3}, {-1}, {}) == "R.Tensor((10, 2))");
  CHECK(slice({10}, {0}, {8}, {2}, {-2}) == "R.Tensor((3,))");
  CHECK(slice({10}, {0}, {5}, {2}, {}) == "R.Tensor((0,))");
  CHECK(slice({"m", "n"}, {0}, {0}, {10}, {}) == "R.Tensor((T.min(10, m), n))");
  CHECK(slice({"m", "n"}, {0}, {0}, {10}, {2}, true) == "R.Tensor((5, n))");
  CHECK(slice({"n", 4}, {0}, {-1}, {"n"}, {}) == "R.Tensor((T.min(1, n), 4))");
  CHECK(slice({"n", 4}, {0}, {0}, {"n"}, {2}) == "R.Tensor(((n + 1) // 2, 4))");
  CHECK(slice({"n", 4}, {0}, {"n"}, {0}, {-1}) == "R.Tensor((T.max(n, 1), 4))");
  CHECK(slice({10, 4}, {0, 0}, {0, 0}, {1, 1}, {}) == "R.strided_slice: axes names axis 0 twice");
  CHECK(slice({10, 4}, {0}, {0, 0}, {1}, {}) == "R.strided_slice: begin has 2 elements for 1 axes");
  CHECK(slice({10}, {0}, {0}, {10}, {0}) == "R.strided_slice: a stride must not be 0");
}

TEST_CASE("strided_slice with computed indices") {
  Bench b;
  PrimStore& p = b.cx->prims;
  Prim m = b.symbol("m"), one = p.integer(1);
  auto tuple = [&](Prim v) {
    Value field = b.fn.add_prim(v);
    return b.fn.add_tuple(std::span(&field, 1));
  };
  auto slice = [&](std::initializer_list<Bench::Dim> shape, Prim begin, Prim end, bool inbound) {
    return b.infer(Op::strided_slice, {b.tensor(shape, kVoid), b.numbers({0}), tuple(begin), tuple(end)},
                   {{"assume_inbound", b.cx->attrs.boolean(inbound)}});
  };
  CHECK(slice({"m", "n"}, one, p.sub(m, one), false) ==
        "R.Tensor((T.min(T.max(T.if_then_else(m < 1, m * 2 - 1, m - 1), 0), m) - T.min(1, m), n))");
  CHECK(slice({"m", 4}, p.sub(m, one), m, false) ==
        "R.Tensor((T.max(m - T.max(T.if_then_else(m < 1, m * 2 - 1, m - 1), 0), 0), 4))");
  CHECK(slice({10, 4}, m, p.integer(5), false) == "R.Tensor((5 - T.min(m, 10), 4))");
  CHECK(slice({"m", "n"}, one, p.sub(m, one), true) == "R.Tensor((m - 2, n))");
  auto strided = [&](Prim end, Prim stride, bool inbound) {
    return b.infer(Op::strided_slice, {b.tensor({8}, kVoid), b.numbers({0}), b.numbers({0}), tuple(end), tuple(stride)},
                   {{"assume_inbound", b.cx->attrs.boolean(inbound)}});
  };
  CHECK(strided(p.integer(8), m, true) == "R.Tensor(((m + 7) // m,))");
  CHECK(strided(m, m, false) == "R.Tensor(((T.min(m, 8) + m - 1) // m,))");
  CHECK(strided(p.integer(8), p.sub(m, one), true) == "R.Tensor(ndim=1)");
  Value unknown = b.param(b.cx->infos.prim(kInt64));
  Value begin = b.fn.add_tuple(std::span(&unknown, 1));
  CHECK(b.infer(Op::strided_slice, {b.tensor({10, 4}), b.numbers({0}), begin, b.numbers({5})}) ==
        "R.Tensor(dtype=\"float32\", ndim=2)");
}

TEST_CASE("indices choose elements") {
  Bench b;
  CHECK(b.infer(Op::take, {b.tensor({"m", "n"}), b.tensor({}, kInt32)}, {{"axis", b.integer(1)}}) ==
        "R.Tensor((m,), dtype=\"float32\")");
  CHECK(b.infer(Op::take, {b.tensor({4, 8}), b.tensor({2, "m"}, kInt64)}, {{"axis", b.integer(0)}}) ==
        "R.Tensor((2, m, 8), dtype=\"float32\")");
  CHECK(b.infer(Op::take, {b.tensor({4, 8}), b.tensor({2})}, {{"axis", b.integer(0)}}) ==
        "R.take: indices must have an integer dtype, found float32");
  CHECK(b.infer(Op::gather_nd, {b.tensor({2, 3}), b.tensor({"m", 1}, kInt64)}) ==
        "R.Tensor((m, 3), dtype=\"float32\")");
  CHECK(b.infer(Op::gather_elements, {b.tensor({2, 3}), b.tensor({5, 2}, kInt32)}) ==
        "R.Tensor((5, 2), dtype=\"float32\")");
}

TEST_CASE("reductions remove axes or leave ones") {
  Bench b;
  Attr yes = b.cx->attrs.boolean(true);
  CHECK(b.infer(Op::sum, {b.ranked(-1)}) == "R.Tensor((), dtype=\"float32\")");
  CHECK(b.infer(Op::sum, {b.ranked(2)}, {{"keepdims", yes}}) == "R.Tensor((1, 1), dtype=\"float32\")");
  CHECK(b.infer(Op::sum, {b.tensor({4, "n", 3})}, {{"axis", b.ints({-1, 0})}}) == "R.Tensor((n,), dtype=\"float32\")");
  CHECK(b.infer(Op::sum, {b.tensor({4, 2})}, {{"axis", b.ints({})}}) == "R.Tensor((4, 2), dtype=\"float32\")");
  CHECK(b.infer(Op::argmax, {b.tensor({"m", "n"})}, {{"axis", b.integer(-1)}, {"keepdims", yes}}) ==
        "R.Tensor((m, 1), dtype=\"int64\")");
}

TEST_CASE("convolutions and pooling count windows") {
  Bench b;
  CHECK(b.infer(Op::nn_conv2d, {b.tensor({1, 3, "m", 8}), b.tensor({4, 3, 3, 3})},
                {{"strides", b.ints({2, 2})}, {"padding", b.ints({1, 1, 1, 1})}}) ==
        "R.Tensor((1, 4, (m - 1) // 2 + 1, 4), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_conv2d, {b.tensor({1, 2, 8, 8, 16}), b.tensor({4, 32, 3, 3})},
                {{"data_layout", b.text("NCHW16c")}}) == "R.Tensor((1, 1, 6, 6, 16), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_conv2d, {b.tensor({1, 8, 8, 3}), b.tensor({4, 3, 3, 3})}, {{"data_layout", b.text("NHWC")}}) ==
        "R.Tensor((1, 6, 6, 4), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_conv2d, {b.tensor({1, 3, 8, 8}), b.tensor({4, 2, 3, 3})}) ==
        "R.nn.conv2d: data of shape (1, 3, 8, 8) has 3 channels, weight of shape (4, 2, 3, 3) takes 2");
  CHECK(b.infer(Op::nn_conv2d, {b.tensor({1, 3, 8}), b.tensor({4, 3, 3, 3})}) ==
        "R.nn.conv2d: data must have rank 4 as data_layout=\"NCHW\" says, found R.Tensor((1, 3, 8), \"float32\")");
  CHECK(b.infer(Op::nn_max_pool2d, {b.tensor({1, 3, "m", "n"})},
                {{"pool_size", b.ints({3, 3})}, {"strides", b.ints({2, 2})}, {"padding", b.ints({1, 1, 1, 1})}}) ==
        "R.Tensor((1, 3, (m - 1) // 2 + 1, (n - 1) // 2 + 1), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_max_pool2d, {b.tensor({1, 3, 8, 8})},
                {{"pool_size", b.ints({2, 2})}, {"strides", b.ints({2, 2})}, {"out_layout", b.text("NHWC")}}) ==
        "R.Tensor((1, 4, 4, 3), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_conv1d_transpose, {b.tensor({1, 3, 8}), b.tensor({3, 4, 3})},
                {{"strides", b.ints({2})}, {"output_padding", b.ints({1})}}) ==
        "R.Tensor((1, 4, 18), dtype=\"float32\")");
  CHECK(b.infer(Op::image_resize2d, {b.tensor({1, 3, "m", "n"}), b.shape({16, "k"})}) ==
        "R.Tensor((1, 3, 16, k), dtype=\"float32\")");
}

TEST_CASE("normalisations hold their parameters against the axes") {
  Bench b;
  auto layer_norm = [&](Value x, Value g) { return b.infer(Op::nn_layer_norm, {x, g, g}, {{"axes", b.ints({-1})}}); };
  CHECK(layer_norm(b.tensor({"m", "n"}), b.tensor({"n"})) == "R.Tensor((m, n), dtype=\"float32\")");
  CHECK(layer_norm(b.tensor({"m", "n"}), b.tensor({4})) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(layer_norm(b.tensor({2, 3}), b.tensor({4})) ==
        "R.nn.layer_norm: gamma of shape (4,) does not fit axis 1 of shape (2, 3): 4 is not 3");
  CHECK(layer_norm(b.tensor({2, 4}), b.tensor({4}, kFloat16)) ==
        "R.nn.layer_norm: gamma has dtype float16, data has float32");
}

TEST_CASE("attention joins batch, heads and lengths") {
  Bench b;
  CHECK(b.infer(Op::nn_attention, {b.tensor({1, "m", 4, 8}), b.tensor({1, "n", 2, 8}), b.tensor({1, "n", 2, 16})}) ==
        "R.Tensor((1, m, 4, 16), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_attention, {b.tensor({1, 3, 4, 8}), b.tensor({1, 5, 3, 8}), b.tensor({1, 5, 3, 8})}) ==
        "R.nn.attention: the 4 heads of query must be a multiple of the 3 heads of key");
  CHECK(b.infer(Op::nn_attention_bias, {b.tensor({1, 3, 4, 8}), b.tensor({1, 5, 4, 8}), b.tensor({1, 5, 4, 8}),
                                        b.tensor({1, 1, 3, 5})}) == "R.Tensor((1, 3, 4, 8), dtype=\"float32\")");
}

TEST_CASE("ranges count exactly") {
  Bench b;
  Attr void_dtype = b.cx->attrs.dtype(kVoid);
  auto range = [&](Value from, Value to, Value step) {
    return b.infer(Op::arange, {from, to, step}, {{"dtype", void_dtype}});
  };
  Value m = b.fn.add_prim(b.symbol("m"));
  CHECK(range(b.number(0), m, b.number(2)) == "R.Tensor(((m + 1) // 2,), dtype=\"int64\")");
  CHECK(range(b.number(5), b.number(0), b.number(-2)) == "R.Tensor((3,), dtype=\"int64\")");
  CHECK(range(b.number(5), b.number(1), b.number(1)) == "R.Tensor((0,), dtype=\"int64\")");
}

TEST_CASE("sorting, scanning, repeating") {
  Bench b;
  CHECK(b.infer(Op::topk, {b.tensor({2, "n"}, kVoid)}, {{"k", b.integer(5)}}) ==
        "R.Tuple(R.Tensor((2, 5)), R.Tensor((2, 5), dtype=\"int32\"))");
  CHECK(b.infer(Op::topk, {b.tensor({2, 3}, kVoid)}, {{"k", b.integer(5)}, {"ret_type", b.text("values")}}) ==
        "R.Tensor((2, 3))");
  CHECK(b.infer(Op::topk, {b.tensor({2, 3})}, {{"ret_type", b.text("foo")}}) ==
        "R.topk: ret_type must be \"both\", \"values\" or \"indices\", found \"foo\"");
  CHECK(b.infer(Op::cumsum, {b.tensor({"m", "n"})}) == "R.Tensor((m * n,), dtype=\"float32\")");
  CHECK(b.infer(Op::repeat, {b.tensor({2, "n", 3})}, {{"repeats", b.integer(2)}}) ==
        "R.Tensor((n * 12,), dtype=\"float32\")");
  CHECK(b.infer(Op::tile, {b.tensor({"m", "n"})}, {{"repeats", b.ints({3, 2, 1})}}) ==
        "R.Tensor((3, m * 2, n), dtype=\"float32\")");
  CHECK(b.infer(Op::nn_pad, {b.tensor({"m", "n"}), b.tensor({})}, {{"pad_width", b.ints({1, 1, 0, 0})}}) ==
        "R.Tensor((m + 2, n), dtype=\"float32\")");
  CHECK(b.infer(Op::one_hot, {b.tensor({2, 3}, kInt32), b.number(1), b.number(0)},
                {{"depth", b.integer(4)}, {"axis", b.integer(0)}}) == "R.Tensor((4, 2, 3), dtype=\"int64\")");
}

TEST_CASE("sums collapse to shapes that would broadcast back") {
  Bench b;
  CHECK(b.infer(Op::collapse_sum_like, {b.tensor({2, 3}), b.tensor({3})}) == "R.Tensor((3,), dtype=\"float32\")");
  CHECK(b.infer(Op::collapse_sum_to, {b.tensor({2, "n"}), b.shape({1, "n"})}) == "R.Tensor((1, n), dtype=\"float32\")");
  CHECK(b.infer(Op::collapse_sum_to, {b.tensor({2, "n"}), b.shape({"m"})}) ==
        "R.collapse_sum_to: shape (2, n) cannot be summed to (m,): dim 0 is n here and m there");
}

TEST_CASE("quantisation wants one scale or one for each element of the axis") {
  Bench b;
  CHECK(b.infer(Op::quantize, {b.tensor({2, "n"}), b.tensor({"n"}), b.tensor({"n"}, kInt8)}) ==
        "R.Tensor((2, n), dtype=\"int8\")");
  CHECK(b.infer(Op::quantize, {b.tensor({1, 8}), b.tensor({1}), b.tensor({}, kInt8)}) ==
        "R.quantize: scale of shape (1,) must have the length 8 of axis 1 of data");
  CHECK(b.infer(Op::dequantize, {b.tensor({2, 8}, kInt8), b.tensor({}), b.tensor({}, kInt8)}) ==
        "R.Tensor((2, 8), dtype=\"float32\")");
}

TEST_CASE("views fit into what they view") {
  Bench b;
  Value none = b.fn.add_tuple({});
  CHECK(b.infer(Op::memory_view, {b.tensor({2, 3}), b.shape({6}), none, none}) == "R.Tensor((6,), dtype=\"float32\")");
  CHECK(b.infer(Op::memory_view, {b.tensor({2, 3}), b.shape({7}), none, none}) ==
        "R.memory.view: the view needs 28 bytes, data has 24");
  CHECK(b.infer(Op::memory_view, {b.tensor({2, 3}), none, b.fn.add_dtype(kFloat16), none}) ==
        "R.Tensor((2, 3), dtype=\"float16\")");
  CHECK(b.infer(Op::memory_view, {b.ranked(2), none, b.fn.add_dtype(kFloat64), none}) ==
        "R.memory.view: the view needs 8 bytes for an element, data has 4");
  CHECK(b.infer(Op::memory_view, {b.tensor({2}), none, none, b.number(4)}) ==
        "R.memory.view: the view needs 12 bytes, data has 8");
}

TEST_CASE("shapes are values too") {
  Bench b;
  CHECK(b.infer(Op::shape_of, {b.tensor({2, "n"})}) == "R.Shape([2, n])");
  CHECK(b.infer(Op::shape_of, {b.ranked(-1)}) == "R.Shape(ndim=-1)");
  CHECK(b.infer(Op::shape_to_tensor, {b.shape({2, "n"})}) == "R.Tensor((2,), dtype=\"int64\")");
  CHECK(b.infer(Op::tensor_to_shape, {b.tensor({3}, kInt64)}) == "R.Shape(ndim=3)");
  CHECK(b.infer(Op::inspect_tensor_shape_i, {b.tensor({2, "n"}), b.number(1)}) == "R.Prim(value=n)");
  CHECK(b.infer(Op::inspect_tensor_stride_i, {b.tensor({2, "n", 4}), b.number(0)}) == "R.Prim(value=n * 4)");
  CHECK(b.infer(Op::inspect_tensor_shape_i, {b.tensor({2, "n"}), b.number(2)}) ==
        "R.inspect.tensor_shape_i: axis 2 is outside the shape of R.Tensor((2, n), \"float32\")");
}

TEST_CASE("call_tir has the struct info that it is given") {
  Bench b;
  Node global;
  global.kind = NodeKind::global;
  global.info = b.cx->infos.opaque_function(b.cx->infos.object(), true);
  Value x = b.tensor({2, 3}), args = b.fn.add_tuple(std::span(&x, 1)), f = b.fn.add(global);
  StructInfo out = b.cx->infos.tensor(b.dims({2, 3}), kFloat32);
  Attr given = b.cx->attrs.list(std::vector{b.cx->attrs.info(out)});
  auto call = [&](Op op, Attr attrs, Attr sinfo) {
    Diagnostics found;
    std::vector<Value> operands{f, args};
    StructInfo r = Infer(b.fn, nullptr, &found).call({op, operands, attrs, sinfo, Span()});
    return r ? print(*b.cx, r) : found.all()[0].text;
  };
  CHECK(call(Op::call_tir, {}, given) == "R.Tensor((2, 3), dtype=\"float32\")");
  CHECK(call(Op::call_tir, {}, {}) == "R.call_tir: needs one out_sinfo, found 0");
  auto inplace = [&](int64_t at) {
    return default_attrs(*b.cx, Op::call_tir_inplace,
                         std::vector<std::pair<std::string_view, Attr>>{{"inplace_indices", b.ints({at})}});
  };
  CHECK(call(Op::call_tir_inplace, inplace(0), given) == "R.Tensor((2, 3), dtype=\"float32\")");
  CHECK(call(Op::call_tir_inplace, inplace(1), given) ==
        "R.call_tir_inplace: inplace_indices names argument 1, there are 1");
  CHECK(call(Op::call_tir_inplace, inplace(-1), given) ==
        "R.call_tir_inplace: inplace_indices must name an argument, found only -1");
}

TEST_CASE("default attributes are those of the row") {
  Bench b;
  Attr record = default_attrs(*b.cx, Op::nn_max_pool2d,
                              std::vector<std::pair<std::string_view, Attr>>{{"layout", b.text("NHWC")}});
  const OpInfo& op = info(Op::nn_max_pool2d);
  auto at = [&](std::string_view name) { return b.cx->attrs.items(record)[static_cast<size_t>(op.attr_index(name))]; };
  CHECK(at("padding") == b.ints({0, 0, 0, 0}));
  CHECK(at("out_layout") == b.text("NHWC"));
  CHECK(at("ceil_mode") == b.cx->attrs.boolean(false));
  CHECK(!default_attrs(*b.cx, Op::add));
}

TEST_CASE("rank and length of dims are bounded") {
  Bench b;
  Value x = b.tensor({"m"}), y = b.tensor({"n"});
  std::string last;
  for (int i = 0; i < 1000 && last.empty(); ++i) {
    Diagnostics found;
    Value parts[] = {x, y};
    Value both = b.fn.add_tuple(parts);
    x = make_call(b.fn, nullptr, Op::concat, std::span(&both, 1), default_attrs(*b.cx, Op::concat), Span(), &found);
    if (!x) last = found.all()[0].text;
  }
  CHECK(last == "R.concat: a dim of the result has more than 1000 parts");
  CHECK(b.infer(Op::expand_dims, {b.ranked(1000)}, {{"axis", b.ints({0})}}) ==
        "R.expand_dims: the result has rank 1001, the bound is 1000");
}

TEST_CASE("every operator has a rule, and refuses too few operands") {
  Bench b;
  for (size_t i = 0; i < kOpCount; ++i) {
    const OpInfo& op = info(static_cast<Op>(i));
    if (op.operands.empty() || op.params[op.operands[0]].is_optional ||
        op.params[op.operands[0]].kind == ParamKind::variadic)
      continue;
    Diagnostics found;
    CHECK(!Infer(b.fn, nullptr, &found).call({op.id, {}, Attr(), Attr(), Span()}));
    REQUIRE(found.all().size() == 1);
    CHECK(found.all()[0].id == Diag::argument_count);
  }
}

TEST_CASE("an operand that failed before fails again in silence") {
  Bench b;
  Value unknown = b.param(StructInfo());
  CHECK(b.infer(Op::add, {unknown, b.tensor({2})}) == "nothing");
}
