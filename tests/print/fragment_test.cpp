// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

#include "hammock/print/print.h"

using namespace hammock;

TEST_CASE("floats print with the digits that C gives") {
  CHECK(print_float(1) == "1.0");
  CHECK(print_float(-0.0) == "-0.0");
  CHECK(print_float(0.1) == "0.10000000000000001");
  CHECK(print_float(0.1f) == "0.10000000149011612");
  CHECK(print_float(100000002004087734272.0) == "100000002004087734272.0");
  CHECK(print_float(std::numeric_limits<double>::infinity()) == "\"inf\"");
  CHECK(print_float(-std::numeric_limits<double>::quiet_NaN()) == "\"-nan\"");
}

TEST_CASE("strings are escaped byte by byte") {
  CHECK(print_string("a\\\"\t\n'\x01\xC3\xA9") == "\"a\\\\\\\"\\t\\n'\\x01\\xC3\\xA9\"");
}

TEST_CASE("dims: parentheses only where Python needs them, calls where an operator would fold") {
  Context c;
  PrimStore& p = c.prims;
  Prim m = p.var(c.name("m")), n = p.var(c.name("n")), k = p.var(c.name("k"));
  Prim zero = p.integer(0), one = p.integer(1), two = p.integer(2);
  CHECK(print(c, p.mul(p.add(m, n), k)) == "(m + n) * k");
  CHECK(print(c, p.add(m, p.add(n, k))) == "m + (n + k)");
  CHECK(print(c, p.sub(p.sub(m, n), k)) == "m - n - k");
  CHECK(print(c, p.mul(p.floordiv(m, n), k)) == "m // n * k");
  CHECK(print(c, p.mul(m, p.integer(-1))) == "m * -1");
  CHECK(print(c, p.node(PrimKind::add, kInt64, m, zero)) == "T.Add(m, 0)");
  CHECK(print(c, p.node(PrimKind::mul, kInt64, two, two)) == "T.Mul(2, 2)");
  CHECK(print(c, p.floordiv(p.sub(p.add(m, n), one), n)) == "(m + n - 1) // n");
  CHECK(print(c, p.max(m, p.min(n, two))) == "T.max(m, T.min(n, 2))");
  Prim less = p.fold(PrimKind::lt, m, n), less_too = p.fold(PrimKind::lt, n, k);
  CHECK(print(c, p.fold(PrimKind::logical_and, p.fold(PrimKind::logical_or, less, less_too), less)) ==
        "(m < n or n < k) and m < n");
  CHECK(print(c, p.fold(PrimKind::logical_not, less)) == "not m < n");
  CHECK(print(c, p.fold(PrimKind::eq, less, less_too)) == "(m < n) == (n < k)");
  CHECK(print(c, p.node(PrimKind::cast, kInt64, p.integer(3, kInt32))) == "T.Cast(\"int64\", 3)");
  CHECK(print(c, p.node(PrimKind::div, kInt64, m, n)) == "T.Div(m, n)");
  CHECK(print(c, p.real(0.5)) == "T.float32(0.5)");
  std::vector<Prim> args{less, m, n};
  CHECK(print(c, p.call(c.name("tir.if_then_else"), kInt64, args)) == "T.if_then_else(m < n, m, n)");
}

TEST_CASE("a dim of a million terms prints without recursion") {
  Context c;
  Prim sum = c.prims.var(c.name("m"));
  Prim n = c.prims.var(c.name("n"));
  for (int i = 0; i < 1000000; ++i) sum = c.prims.node(PrimKind::add, kInt64, n, sum);
  CHECK(print(c, sum).size() > 1000000);
}

TEST_CASE("every kind of struct info") {
  Context c;
  InfoStore& s = c.infos;
  Prim n = c.prims.var(c.name("n"));
  StructInfo t = s.tensor(std::vector{n}, kFloat32);
  CHECK(print(c, s.object()) == "R.Object");
  CHECK(print(c, s.prim(kInt64)) == "R.Prim(\"int64\")");
  CHECK(print(c, s.prim_value(n, kInt64)) == "R.Prim(value=n)");
  CHECK(print(c, s.shape({})) == "R.Shape([])");
  CHECK(print(c, s.shape_of_rank(-1)) == "R.Shape(ndim=-1)");
  CHECK(print(c, t) == "R.Tensor((n,), dtype=\"float32\")");
  CHECK(print(c, s.tensor({}, kVoid)) == "R.Tensor(())");
  CHECK(print(c, s.tensor_of_rank(-1, kVoid)) == "R.Tensor");
  CHECK(print(c, s.tensor_of_rank(2, kFloat32)) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(print(c, s.tensor_of_rank(2, kVoid)) == "R.Tensor(ndim=2)");
  CHECK(print(c, s.void_()) == "R.Tuple");
  CHECK(print(c, s.tuple(std::vector{t})) == "R.Tuple(R.Tensor((n,), dtype=\"float32\"))");
  CHECK(print(c, s.opaque_function(s.object(), false)) == "R.Callable");
  CHECK(print(c, s.opaque_function(s.object(), true)) == "R.Callable(purity=True)");
  CHECK(print(c, s.opaque_function(t, true)) == "R.Callable(ret=R.Tensor((n,), dtype=\"float32\"), purity=True)");
  CHECK(print(c, s.function(std::vector{s.object()}, t, false)) ==
        "R.Callable((R.Object,), R.Tensor((n,), dtype=\"float32\"), False)");
  CHECK(print(c, s.function({}, t, true)) == "R.Callable((), R.Tensor((n,), dtype=\"float32\"), True)");
}

TEST_CASE("attribute values") {
  Context c;
  AttrStore& a = c.attrs;
  CHECK(print_attr(c, a.none()) == "None");
  CHECK(print_attr(c, a.boolean(true)) == "True");
  CHECK(print_attr(c, a.integers(std::vector<int64_t>{1, -5000000000})) == "[1, -5000000000]");
  CHECK(print_attr(c, a.real(0.5)) == "0.5");
  CHECK(print_attr(c, a.dtype(kVoid)) == "\"void\"");
  CHECK(print_attr(c, c.sorted_dict({{c.name("k"), a.integer(1)}, {c.name("a"), a.string(c.name("z"))}})) ==
        R"({"a": "z", "k": 1})");
  Prim i = c.prims.var(c.name("i")), j = c.prims.var(c.name("j"));
  std::vector<Attr> map{a.prim(i), a.prim(j), a.prim(j), a.prim(c.prims.floordiv(i, c.prims.integer(4)))};
  CHECK(print_attr(c, a.other(AttrKind::index_map, 2, map)) == "T.index_map(lambda i, j: (j, i // 4))");
}
