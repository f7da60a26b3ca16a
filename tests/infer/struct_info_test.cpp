// SPDX-License-Identifier: Apache-2.0
#include "helpers.h"

using namespace hammock;

TEST_CASE("base check tells disjoint, wider, unproved and contained apart") {
  Bench b;
  InfoStore& s = b.cx->infos;
  auto t = [&](std::initializer_list<Bench::Dim> d, DType dtype = kFloat32) { return s.tensor(b.dims(d), dtype); };
  auto r = [&](int ndim, DType dtype = kFloat32) { return s.tensor_of_rank(ndim, dtype); };
  StructInfo pair[] = {t({2}), t({3})}, wide_pair[] = {r(1), t({3})};
  struct Case {
    StructInfo a, b;
    BaseCheck expected;
  };
  using enum BaseCheck;
  const Case cases[] = {
      {s.object(), t({2}), pass},
      {t({2}), s.object(), fail_l1},
      {t({2}), s.shape(b.dims({2})), fail_l0},
      {s.prim(kInt64), s.prim_value(b.symbol("m"), kInt64), pass},
      {s.prim_value(b.symbol("m"), kInt64), s.prim(kInt64), fail_l2},
      {s.prim(kInt64), s.prim(kInt32), fail_l0},
      {s.shape_of_rank(-1), s.shape(b.dims({2})), pass},
      {s.shape_of_rank(2), s.shape(b.dims({2})), fail_l0},
      {s.shape_of_rank(2), s.shape_of_rank(-1), fail_l1},
      {s.shape(b.dims({2})), s.shape_of_rank(1), fail_l2},
      {r(-1, kVoid), t({2}), pass},
      {r(1), t({2}), pass},
      {r(2), t({2}), fail_l0},
      {r(1), r(-1), fail_l1},
      {t({2}), r(1), fail_l2},
      {t({2}), t({3}), fail_l0},
      {t({"m"}), t({"n"}), fail_l2},
      {t({"m"}), t({"m"}), pass},
      {t({2}), t({2}, kFloat16), fail_l0},
      {t({2}), t({2}, kVoid), fail_l1},
      {s.tuple(wide_pair), s.tuple(pair), pass},
      {s.tuple(pair), s.tuple(wide_pair), fail_l2},
      {s.tuple(pair), s.void_(), fail_l0},
  };
  for (const Case& c : cases) {
    CAPTURE(print(*b.cx, c.a) + " <- " + print(*b.cx, c.b));
    CHECK(base_check(*b.cx, c.a, c.b) == c.expected);
  }
}

TEST_CASE("functions compare without the names of their symbols") {
  Bench b;
  InfoStore& s = b.cx->infos;
  auto f = [&](const char* name, bool pure) {
    StructInfo x = s.tensor(b.dims({name}), kFloat32);
    return s.function(std::vector{x}, x, pure);
  };
  CHECK(base_check(*b.cx, f("m", true), f("n", true)) == BaseCheck::pass);
  CHECK(base_check(*b.cx, f("m", true), f("n", false)) == BaseCheck::fail_l0);
  CHECK(join(*b.cx, f("m", true), f("n", true)) == f("m", true));
}

TEST_CASE("join keeps what both sides know") {
  Bench b;
  InfoStore& s = b.cx->infos;
  auto t = [&](std::initializer_list<Bench::Dim> d, DType dtype = kFloat32) { return s.tensor(b.dims(d), dtype); };
  auto joined = [&](StructInfo x, StructInfo y) { return print(*b.cx, join(*b.cx, x, y)); };
  CHECK(joined(t({2, "m"}), t({2, "m"})) == "R.Tensor((2, m), dtype=\"float32\")");
  CHECK(joined(t({2, "m"}), t({2, "n"})) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(joined(t({2}), t({2}, kFloat16)) == "R.Tensor((2,))");
  CHECK(joined(t({2}), t({2, 3})) == "R.Tensor(dtype=\"float32\")");
  CHECK(joined(t({2}), s.object()) == "R.Object");
  CHECK(joined(s.shape(b.dims({2})), s.shape(b.dims({3}))) == "R.Shape(ndim=1)");
  CHECK(joined(s.prim_value(b.symbol("m"), kInt64), s.prim(kInt64)) == "R.Prim(\"int64\")");
}

TEST_CASE("erasure removes what is out of scope") {
  Bench b;
  InfoStore& s = b.cx->infos;
  Prim m = b.symbol("m"), n = b.symbol("n");
  PrimMap scope{{m, m}};
  StructInfo mixed[] = {s.tensor(b.dims({"m", 2}), kFloat32), s.tensor(b.dims({"n", 2}), kFloat32),
                        s.prim_value(n, kInt64)};
  CHECK(print(*b.cx, erase(*b.cx, s.tuple(mixed), scope, {})) ==
        "R.Tuple(R.Tensor((m, 2), dtype=\"float32\"), R.Tensor(dtype=\"float32\", ndim=2), R.Prim(\"int64\"))");
  PrimMap three{{m, b.cx->prims.integer(3)}};
  StructInfo sum = s.shape(std::vector{b.cx->prims.add(m, b.cx->prims.integer(1))});
  CHECK(print(*b.cx, erase(*b.cx, sum, three, {})) == "R.Shape([4])");
  CHECK(print(*b.cx, substitute(*b.cx, s.tuple(mixed), {{n, m}})) ==
        "R.Tuple(R.Tensor((m, 2), dtype=\"float32\"), R.Tensor((m, 2), dtype=\"float32\"), R.Prim(value=m))");
}

TEST_CASE("a whole dim defines its symbol, a sum does not") {
  Bench b;
  Prim m = b.symbol("m"), n = b.symbol("n");
  StructInfo info = b.cx->infos.shape(std::vector{b.cx->prims.add(n, b.cx->prims.integer(1)), m, m});
  CHECK(definable_symbols(*b.cx, info) == std::vector{m});
  CHECK(free_symbols(*b.cx, info) == std::vector{n, m});
}

TEST_CASE("symbols are added up in order, each once") {
  Bench b;
  Prim k = b.symbol("k"), m = b.symbol("m"), n = b.symbol("n");
  SymbolSet set;
  add_definable(set, *b.cx, b.cx->infos.shape(std::vector{m, b.cx->prims.add(n, k)}));
  CHECK(set.in_order() == std::vector{m});
  set.add_free(*b.cx, b.cx->prims.add(n, m));
  set.add(k);
  CHECK(set.in_order() == std::vector{m, n, k});
  set.keep_first(1);
  CHECK(set.in_order() == std::vector{m});
  CHECK(!set.contains(k));
  set.add(k);
  CHECK(set.in_order() == std::vector{m, k});
}

TEST_CASE("calls of functions replace the symbols of the parameters") {
  Bench b;
  InfoStore& s = b.cx->infos;
  StructInfo params[] = {s.tensor(b.dims({"a", "b"}), kFloat32), s.tensor(b.dims({"b"}), kFloat32)};
  StructInfo f = s.function(params, s.tensor(b.dims({"b", "a"}), kFloat32), true);
  auto call = [&](std::initializer_list<Value> args) {
    Diagnostics found;
    StructInfo r = Infer(b.fn, nullptr, &found).call_function(f, std::vector<Value>(args), Attr(), Span());
    return r ? print(*b.cx, r) : found.all()[0].text;
  };
  CHECK(call({b.tensor({2, "m"}), b.tensor({"m"})}) == "R.Tensor((m, 2), dtype=\"float32\")");
  CHECK(call({b.ranked(2), b.tensor({4})}) == "R.Tensor(dtype=\"float32\", ndim=2)");
  CHECK(call({b.tensor({2, 3}), b.tensor({4})}) ==
        "argument 2 must be R.Tensor((b,), \"float32\") with b = 3, found R.Tensor((4,), \"float32\")");
  CHECK(call({b.tensor({2, 3})}) == "the function takes 2 arguments, found 1");
}

TEST_CASE("tuples of tuples cost what they are, not what they say") {
  Bench b;
  InfoStore& s = b.cx->infos;
  StructInfo x = s.tensor(b.dims({"m"}), kFloat32), y = s.tensor(b.dims({"n"}), kFloat32);
  for (int i = 0; i < 100; ++i) {
    x = s.tuple(std::vector{x, x});
    y = s.tuple(std::vector{y, y});
  }
  CHECK(base_check(*b.cx, x, y) == BaseCheck::fail_l2);
  CHECK(join(*b.cx, x, y) != s.object());
  CHECK(erase(*b.cx, x, {}, {}) != x);
  CHECK(free_symbols(*b.cx, x).size() == 1);
  for (int i = 0; i < 100000; ++i) {
    x = s.tuple(std::vector{x});
    y = s.tuple(std::vector{y});
  }
  CHECK(base_check(*b.cx, x, y) == BaseCheck::fail_l2);
  CHECK(join(*b.cx, x, y) != x);
}
