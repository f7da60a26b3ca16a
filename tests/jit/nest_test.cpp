// SPDX-License-Identifier: Apache-2.0
#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;
using loop::Combine;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// y[i, j] = (a[i, j] + b[j]) * a[i, j]
void pointwise(DType dtype, int64_t rows, int64_t columns, double tolerance) {
  Maker m;
  uint32_t a = m.buffer(dtype, {rows, columns}), b = m.buffer(dtype, {columns}),
           y = m.buffer(dtype, {rows, columns}, true);
  auto i = m.axis(rows), j = m.axis(columns);
  Prim x = m.load(a, {i.var, j.var});
  m.store({i, j}, y, {i.var, j.var}, m.binary(PrimKind::mul, m.binary(PrimKind::add, x, m.load(b, {j.var})), x));
  check(m, tolerance);
}

}  // namespace

TEST_CASE("pointwise with a broadcast, rows of odd lengths") {
  for (int64_t columns : {1, 3, 16, 17, 31, 64, 100, 129}) {
    CAPTURE(columns);
    pointwise(kFloat32, 5, columns, 1e-6);
  }
}

TEST_CASE("every dtype") {
  for (DType d : {kInt8, kInt16, kInt32, kInt64, kUint8, DType::unsigned_integer(16), DType::unsigned_integer(32),
                  DType::unsigned_integer(64)}) {
    CAPTURE(to_string(d));
    pointwise(d, 3, 77, 0);
  }
  pointwise(kFloat64, 3, 77, 1e-15);
  pointwise(kFloat16, 3, 77, 2e-3);
  pointwise(kBfloat16, 3, 77, 2e-2);
}

TEST_CASE("casts between all dtypes") {
  std::vector<DType> all = {kBool, kInt8, kInt32, kInt64, kUint8, kFloat16, kBfloat16, kFloat32, kFloat64};
  for (DType from : all) {
    Maker m;
    uint32_t a = m.buffer(from, {37});
    std::vector<uint32_t> out;
    for (DType to : all) out.push_back(m.buffer(to, {37}, true));
    for (size_t k = 0; k < all.size(); ++k) {
      if (from.is_any_float() && all[k] == kUint8) continue;  // of negative numbers: not defined
      auto i = m.axis(37);
      m.store({i}, out[k], {i.var}, m.cast(m.load(a, {i.var}), all[k]));
    }
    CAPTURE(to_string(from));
    check(m, 0);
  }
}

TEST_CASE("floats beyond an integer's range saturate, NaN is 0") {
  constexpr float kBig = 3e38f;
  for (DType to : {kInt8, kInt16, kInt32, kInt64, kUint8, DType::unsigned_integer(32), DType::unsigned_integer(64)}) {
    Maker m;
    uint32_t a = m.buffer(kFloat32, {19}), y = m.buffer(to, {19}, true);
    auto i = m.axis(19);
    m.store({i}, y, {i.var}, m.cast(m.load(a, {i.var}), to));
    for (const Host& host : hosts()) {
      std::vector<Tensor> data = {filled(m.kernel.buffers[a], 1), filled(m.kernel.buffers[y], 1)};
      float* x = data[a].as<float>();
      x[0] = kBig, x[1] = -kBig, x[2] = std::nanf(""), x[18] = kBig;
      run_compiled(m.context, m.done(), data, host, 1);
      bool is_signed = to.is_integer();
      int64_t most = to.bits == 64 ? (is_signed ? std::numeric_limits<int64_t>::max() : -1)
                                   : (int64_t{1} << (to.bits - is_signed)) - 1;
      int64_t least = !is_signed      ? 0
                      : to.bits == 64 ? std::numeric_limits<int64_t>::min()
                                      : -(int64_t{1} << (to.bits - 1));
      CAPTURE(to_string(to));
      CAPTURE(host.cpu);
      CHECK(element_as_integer(data[y], 0) == most);
      CHECK(element_as_integer(data[y], 18) == most);
      CHECK(element_as_integer(data[y], 1) == least);
      CHECK(element_as_integer(data[y], 2) == 0);
    }
  }
}

TEST_CASE("comparisons make booleans, booleans select") {
  Maker m;
  uint32_t a = m.buffer(kFloat32, {4, 35}), b = m.buffer(kFloat32, {4, 35}), c = m.buffer(kBool, {35});
  uint32_t y = m.buffer(kFloat32, {4, 35}, true), z = m.buffer(kBool, {4, 35}, true);
  auto i = m.axis(4), j = m.axis(35);
  Prim x = m.load(a, {i.var, j.var}), w = m.load(b, {i.var, j.var});
  m.store({i, j}, y, {i.var, j.var}, m.select(m.load(c, {j.var}), x, m.binary(PrimKind::max, x, w)));
  auto k = m.axis(4), l = m.axis(35);
  Prim less = m.binary(PrimKind::lt, m.load(a, {k.var, l.var}), m.load(b, {k.var, l.var}));
  m.store({k, l}, z, {k.var, l.var}, m.binary(PrimKind::logical_and, less, m.load(c, {l.var})));
  check(m);
}

TEST_CASE("integer division floors, and by zero is zero") {
  const auto fill = [](const Tensor& tensor, DType d, auto value) {
    for (int64_t i = 0; i < tensor.elements(); ++i) {
      const uint64_t v = value(static_cast<uint64_t>(i));
      std::memcpy(tensor.data.get() + i * d.bytes(), &v, static_cast<size_t>(d.bytes()));
    }
  };
  const auto unsigned_of = [](int bits) { return DType::unsigned_integer(bits); };
  for (DType d : {kInt8, kInt16, kInt32, kInt64, kUint8, unsigned_of(16), unsigned_of(32), unsigned_of(64)}) {
    constexpr int64_t kCount = 500;
    Maker m;
    uint32_t a = m.buffer(d, {kCount}), b = m.buffer(d, {kCount});
    Tensor dividends = filled(m.kernel.buffers[a], 1), divisors = filled(m.kernel.buffers[b], 9);
    // Small divisors; the numbers at both ends; products of halves of the digits and what lies beside them.
    const uint64_t least = d.is_unsigned() ? 0 : uint64_t{1} << (d.bits - 1);
    const auto factor = [&](uint64_t i) { return 1 + i * 7919 % ((uint64_t{1} << (d.bits / 2 - 1)) - 1); };
    fill(divisors, d, [&](uint64_t i) { return i < 50 ? i % 7 - 3 : i < 100 ? least - i % 5 : factor(i); });
    fill(dividends, d,
         [&](uint64_t i) { return i < 100 ? least + i % 11 - 5 : factor(i) * factor(i * i) + i % 3 - 1; });
    for (PrimKind kind : {PrimKind::div, PrimKind::mod, PrimKind::floordiv, PrimKind::floormod}) {
      uint32_t y = m.buffer(d, {kCount}, true);
      auto i = m.axis(kCount);
      m.store({i}, y, {i.var}, m.binary(kind, m.load(a, {i.var}), m.load(b, {i.var})));
    }
    CAPTURE(to_string(d));
    check(m, 0, {dividends, divisors});
  }
}

TEST_CASE("reductions along the last axis, the first axis and everything") {
  for (Combine how : {Combine::sum, Combine::max, Combine::min, Combine::product}) {
    for (int64_t n : {1, 7, 64, 200}) {
      for (bool last : {true, false}) {
        Maker m;
        std::vector<int64_t> shape = last ? std::vector<int64_t>{13, n} : std::vector<int64_t>{n, 13};
        uint32_t a = m.buffer(kFloat32, shape), y = m.buffer(kFloat32, {13}, true);
        auto keep = m.axis(13), gone = m.axis(n);
        m.nest.outer = {keep};
        Prim x = last ? m.load(a, {keep.var, gone.var}) : m.load(a, {gone.var, keep.var});
        if (how == Combine::product)  // near 1, so that the result is a number
          x = m.binary(PrimKind::add, m.p().real(1), m.binary(PrimKind::mul, x, m.p().real(0.01)));
        double start = how == Combine::sum ? 0 : how == Combine::product ? 1 : how == Combine::max ? -kInf : kInf;
        Prim r = m.reduce({gone}, how, x, m.p().real(start));
        m.store({}, y, {keep.var}, r);
        CAPTURE(n);
        CAPTURE(last);
        check(m, 1e-5);
      }
    }
  }
  Maker m;
  uint32_t a = m.buffer(kInt32, {9, 33}), y = m.buffer(kInt32, {}, true);
  auto i = m.axis(9), j = m.axis(33);
  Prim r = m.reduce({i, j}, Combine::sum, m.load(a, {i.var, j.var}), m.p().integer(5, kInt32));
  m.store({}, y, {}, r);
  check(m, 0);
}

TEST_CASE("an empty reduction is its initial value, an empty store writes nothing") {
  Maker m;
  uint32_t a = m.buffer(kFloat32, {3, 0}), y = m.buffer(kFloat32, {3}, true);
  auto i = m.axis(3), j = m.axis(0);
  m.nest.outer = {i};
  m.store({}, y, {i.var}, m.reduce({j}, Combine::sum, m.load(a, {i.var, j.var}), m.p().real(2)));
  check(m);
  Maker n;
  uint32_t b = n.buffer(kFloat32, {0, 4}), z = n.buffer(kFloat32, {0, 4}, true);
  auto k = n.axis(0), l = n.axis(4);
  n.store({k, l}, z, {k.var, l.var}, n.load(b, {k.var, l.var}));
  check(n);
}

TEST_CASE("softmax over the last and over a middle axis") {
  for (bool last : {true, false}) {
    Maker m;
    std::vector<int64_t> shape{3, 21, 37};
    uint32_t a = m.buffer(kFloat32, shape), y = m.buffer(kFloat32, shape, true);
    auto i = m.axis(3), k = m.axis(last ? 21 : 37);
    m.nest.outer = {i, k};
    int64_t n = last ? 37 : 21;
    auto at = [&](loop::Axis j) {
      return last ? std::vector<Prim>{i.var, k.var, j.var} : std::vector<Prim>{i.var, j.var, k.var};
    };
    auto j0 = m.axis(n), j1 = m.axis(n), j2 = m.axis(n);
    Prim top = m.reduce({j0}, Combine::max, m.load(a, at(j0)), m.p().real(-kInf));
    auto e = [&](loop::Axis j) { return m.call("exp", kFloat32, {m.binary(PrimKind::sub, m.load(a, at(j)), top)}); };
    Prim sum = m.reduce({j1}, Combine::sum, e(j1), m.p().real(0));
    m.store({j2}, y, at(j2), m.binary(PrimKind::div, e(j2), sum));
    CAPTURE(last);
    check(m, 1e-6);
  }
}

TEST_CASE("layer_norm") {
  for (int64_t n : {5, 64, 300}) {
    Maker m;
    uint32_t a = m.buffer(kFloat32, {6, n}), g = m.buffer(kFloat32, {n}), y = m.buffer(kFloat32, {6, n}, true);
    auto i = m.axis(6), j0 = m.axis(n), j1 = m.axis(n), j2 = m.axis(n);
    m.nest.outer = {i};
    Prim size = m.p().real(static_cast<double>(n));
    Prim mean = m.binary(PrimKind::div, m.reduce({j0}, Combine::sum, m.load(a, {i.var, j0.var}), m.p().real(0)), size);
    auto centred = [&](loop::Axis j) { return m.binary(PrimKind::sub, m.load(a, {i.var, j.var}), mean); };
    Prim variance =
        m.binary(PrimKind::div,
                 m.reduce({j1}, Combine::sum, m.binary(PrimKind::mul, centred(j1), centred(j1)), m.p().real(0)), size);
    Prim scale = m.call("rsqrt", kFloat32, {m.binary(PrimKind::add, variance, m.p().real(1e-5))});
    m.store({j2}, y, {i.var, j2.var},
            m.binary(PrimKind::mul, m.binary(PrimKind::mul, centred(j2), scale), m.load(g, {j2.var})));
    check(m, 1e-5);
  }
}

TEST_CASE("a gather of rows and of single elements") {
  Maker m;
  uint32_t table = m.buffer(kFloat32, {10, 19}), ids = m.buffer(kInt32, {8}), y = m.buffer(kFloat32, {8, 19}, true),
           z = m.buffer(kFloat32, {8}, true);
  auto i = m.axis(8), j = m.axis(19), k = m.axis(8);
  m.store({i, j}, y, {i.var, j.var}, m.load(table, {m.cast(m.load(ids, {i.var}), kInt64), j.var}));
  m.store({k}, z, {k.var}, m.load(table, {m.cast(m.load(ids, {k.var}), kInt64), m.p().integer(3)}));
  Tensor numbers = filled(m.kernel.buffers[ids], 1);
  for (int32_t n = 0; n < 8; ++n) numbers.as<int32_t>()[n] = (n * 7) % 10;
  check(m, 0, {filled(m.kernel.buffers[table], 1), numbers});
}

TEST_CASE("a load under a false condition is not performed") {
  for (DType d : {kFloat32, kInt8, kFloat64, kFloat16}) {
    Maker m;  // pad, and concat of two
    uint32_t a = m.buffer(d, {6, 23}), b = m.buffer(d, {6, 9}), y = m.buffer(d, {8, 40}, true),
             z = m.buffer(d, {6, 32}, true);
    auto i = m.axis(8), j = m.axis(40);
    PrimStore& p = m.p();
    auto in = [&](Prim v, int64_t low, int64_t high) {
      return m.binary(PrimKind::logical_and, m.binary(PrimKind::ge, v, p.integer(low)),
                      m.binary(PrimKind::lt, v, p.integer(high)));
    };
    Prim inside = m.binary(PrimKind::logical_and, in(i.var, 1, 7), in(j.var, 10, 33));
    Prim zero = d.is_integral() ? p.integer(0, d) : p.real(0, d);
    m.store(
        {i, j}, y, {i.var, j.var},
        m.select(inside,
                 m.load(a, {p.fold(PrimKind::sub, i.var, p.integer(1)), p.fold(PrimKind::sub, j.var, p.integer(10))}),
                 zero));
    auto k = m.axis(6), l = m.axis(32);
    m.store({k, l}, z, {k.var, l.var},
            m.select(m.binary(PrimKind::lt, l.var, p.integer(23)), m.load(a, {k.var, l.var}),
                     m.load(b, {k.var, p.fold(PrimKind::sub, l.var, p.integer(23))})));
    check(m, 0);
  }
}

TEST_CASE("max_pool2d with padding and stride") {
  Maker m;
  uint32_t a = m.buffer(kFloat32, {2, 3, 11, 13}), y = m.buffer(kFloat32, {2, 3, 6, 7}, true);
  auto n = m.axis(2), c = m.axis(3), oh = m.axis(6), ow = m.axis(7), kh = m.axis(3), kw = m.axis(3);
  m.nest.outer = {n, c, oh, ow};
  PrimStore& p = m.p();
  auto at = [&](Prim o, Prim k) { return p.fold(PrimKind::sub, p.add(p.mul(o, p.integer(2)), k), p.integer(1)); };
  Prim h = at(oh.var, kh.var), w = at(ow.var, kw.var);
  auto in = [&](Prim v, int64_t high) {
    return m.binary(PrimKind::logical_and, m.binary(PrimKind::ge, v, p.integer(0)),
                    m.binary(PrimKind::lt, v, p.integer(high)));
  };
  Prim value =
      m.select(m.binary(PrimKind::logical_and, in(h, 11), in(w, 13)), m.load(a, {n.var, c.var, h, w}), p.real(-kInf));
  m.store({}, y, {n.var, c.var, oh.var, ow.var}, m.reduce({kh, kw}, Combine::max, value, p.real(-kInf)));
  check(m, 0);
}

TEST_CASE("transpositions and other strides") {
  for (DType d : {kFloat32, kInt8, kFloat64}) {
    Maker m;
    uint32_t a = m.buffer(d, {5, 37, 50}), y = m.buffer(d, {5, 50, 37}, true), z = m.buffer(d, {5, 25}, true);
    auto i = m.axis(5), j = m.axis(50), k = m.axis(37), r = m.axis(5), s = m.axis(25);
    m.store({i, j, k}, y, {i.var, j.var, k.var}, m.load(a, {i.var, k.var, j.var}));
    m.store({r, s}, z, {r.var, s.var}, m.load(a, {r.var, m.p().integer(2), m.p().mul(s.var, m.p().integer(2))}));
    check(m, 0);
  }
}

TEST_CASE("a reshape between the axes, by quotients that vanish and by quotients that stay") {
  Maker m;
  uint32_t a = m.buffer(kFloat32, {12, 16}), y = m.buffer(kFloat32, {4, 3, 16}, true),
           z = m.buffer(kFloat32, {6, 32}, true), w = m.buffer(kFloat32, {8, 24}, true);
  PrimStore& p = m.p();
  auto reshaped = [&](Prim flat) {
    return m.load(a, {p.floordiv(flat, p.integer(16)), p.floormod(flat, p.integer(16))});
  };
  auto i = m.axis(4), j = m.axis(3), k = m.axis(16);
  m.store({i, j, k}, y, {i.var, j.var, k.var},
          reshaped(p.add(p.add(p.mul(i.var, p.integer(48)), p.mul(j.var, p.integer(16))), k.var)));
  auto b = m.axis(6), c = m.axis(32);
  m.store({b, c}, z, {b.var, c.var}, reshaped(p.add(p.mul(b.var, p.integer(32)), c.var)));
  auto d = m.axis(8), e = m.axis(24);
  m.store({d, e}, w, {d.var, e.var}, reshaped(p.add(p.mul(d.var, p.integer(24)), e.var)));
  check(m, 0);
}

TEST_CASE("indices are values too") {
  Maker m;
  uint32_t y = m.buffer(kFloat32, {7, 70}, true), z = m.buffer(kInt64, {7, 70}, true);
  PrimStore& p = m.p();
  auto i = m.axis(7), j = m.axis(70), k = m.axis(7), l = m.axis(70);
  m.store({i, j}, y, {i.var, j.var},
          m.cast(p.add(p.mul(i.var, p.integer(100)), p.floormod(j.var, p.integer(9))), kFloat32));
  m.store({k, l}, z, {k.var, l.var}, p.min(p.sub(p.mul(k.var, p.integer(3)), l.var), p.integer(5)));
  check(m, 0);
}

TEST_CASE("long rows and whole tensors: results do not depend on the number of threads") {
  Maker m;
  constexpr int64_t kLong = 50021;
  uint32_t a = m.buffer(kFloat32, {3, kLong}), y = m.buffer(kFloat32, {3, kLong}, true);
  auto i = m.axis(3), j0 = m.axis(kLong), j1 = m.axis(kLong);
  m.nest.outer = {i};
  Prim sum = m.reduce({j0}, Combine::sum, m.load(a, {i.var, j0.var}), m.p().real(0));
  m.store({j1}, y, {i.var, j1.var}, m.binary(PrimKind::add, m.load(a, {i.var, j1.var}), sum));
  const loop::LoweredKernel& kernel = m.done();
  std::vector<Tensor> data = {filled(kernel.buffers[a], 1), filled(kernel.buffers[y], 2)};
  std::vector<Tensor> one = copies(data), three = copies(data), expected = copies(data);
  run_compiled(m.context, kernel, one, Host::native(), 1);
  run_compiled(m.context, kernel, three, Host::native(), 3);
  CHECK(std::memcmp(one[y].data.get(), three[y].data.get(), static_cast<size_t>(one[y].bytes())) == 0);
  interpret(m.context, kernel, expected);
  compare(one, expected, 1e-4);

  Maker flat;
  uint32_t b = flat.buffer(kFloat32, {700, 100}), z = flat.buffer(kFloat32, {700, 100}, true);
  auto r = flat.axis(700), s = flat.axis(100);
  flat.store({r, s}, z, {r.var, s.var}, flat.call("exp", kFloat32, {flat.load(b, {r.var, s.var})}));
  check(flat, 1e-6);
}

TEST_CASE("what cannot be compiled is named") {
  Maker m;
  uint32_t a = m.buffer(kFloat32, {4}), y = m.buffer(kFloat32, {4}, true);
  auto i = m.axis(4);
  m.store({i}, y, {i.var}, m.call("gamma", kFloat32, {m.load(a, {i.var})}));
  const loop::LoweredKernel& kernel = m.done();
  ThreadPool pool(1);
  KernelCompiler compiler(Host::native(), pool);
  CompileTimes times;
  const loop::LoweredKernel* kernels[] = {&kernel};
  const std::string texts[] = {loop::to_text(m.context, kernel)};
  auto compiled = compiler.compile(m.context, kernels, texts, times);
  REQUIRE_FALSE(compiled.ok());
  CHECK(compiled.error().kind == Error::Kind::unsupported);
  CHECK(compiled.error().text.find("gamma") != std::string::npos);
}

TEST_CASE("int64 arithmetic wraps, also where it looks like an index") {
  Maker m;
  uint32_t a = m.buffer(kInt64, {20}), y = m.buffer(kInt64, {20}, true);
  PrimStore& p = m.p();
  auto i = m.axis(20);
  constexpr int64_t kLow = std::numeric_limits<int64_t>::min();
  Prim x = m.load(a, {i.var});
  Prim scaled = m.binary(PrimKind::mul, m.binary(PrimKind::add, x, p.integer(kLow)), p.integer(int64_t{1} << 62));
  m.store({i}, y, {i.var}, m.binary(PrimKind::sub, m.binary(PrimKind::mul, scaled, p.integer(3)), p.integer(kLow)));
  check(m, 0);
}
