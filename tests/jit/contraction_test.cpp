// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "hammock/base/element.h"
#include "hammock/runtime/tensor.h"
#include "kernel_runner.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

int64_t product(const std::vector<int64_t>& v) {
  int64_t out = 1;
  for (int64_t x : v) out *= x;
  return out;
}

std::vector<int64_t> dense_strides(const std::vector<int64_t>& shape) {
  std::vector<int64_t> out(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) out[i - 1] = out[i] * shape[i];
  return out;
}

// A contraction of dense matrices: batch.., rows, columns in memory, each matrix transposed or not.
struct Shape {
  std::vector<int64_t> batch;
  int64_t m, n, k;
  bool lhs_transposed = false, rhs_transposed = false, out_transposed = false;
  bool lhs_weight = false, rhs_weight = false;
  std::vector<bool> rhs_broadcast = {};  // per batch dim: one matrix for all
};

struct Built {
  Context context;
  loop::LoweredKernel kernel;
};

// Buffers: 0 lhs, 1 rhs, 2 out, then those that the epilogue adds.
std::unique_ptr<Built> build(const Shape& s, DType lhs, DType rhs, DType acc, DType out,
                             const std::function<Prim(Built&, loop::Contraction&)>& epilogue) {
  auto b = std::make_unique<Built>();
  loop::Contraction c;
  auto axis = [&](const char* name, int64_t extent) {
    return loop::Axis{b->context.prims.var(b->context.name(name)), extent};
  };
  for (int64_t extent : s.batch) c.batch.push_back(axis("b", extent));
  c.m = axis("m", s.m), c.n = axis("n", s.n), c.k = s.k;
  auto matrix = [&](int64_t rows, int64_t columns, bool transposed, int64_t& row_stride, int64_t& col_stride) {
    row_stride = transposed ? 1 : columns;
    col_stride = transposed ? rows : 1;
    return rows * columns;
  };
  auto factor = [&](uint32_t buffer, int64_t rows, int64_t columns, bool transposed, bool weight, bool is_rhs) {
    loop::Factor f;
    f.buffer = buffer, f.is_weight = weight;
    int64_t stride = matrix(rows, columns, transposed, f.row_stride, f.col_stride);
    f.batch_strides.resize(s.batch.size());
    for (size_t i = s.batch.size(); i-- > 0;) {
      const bool shared = is_rhs && i < s.rhs_broadcast.size() && s.rhs_broadcast[i];
      f.batch_strides[i] = shared ? 0 : stride;
      if (!shared) stride *= s.batch[i];
    }
    return f;
  };
  c.lhs = factor(0, s.m, s.k, s.lhs_transposed, s.lhs_weight, false);
  c.rhs = factor(1, s.k, s.n, s.rhs_transposed, s.rhs_weight, true);
  std::vector<int64_t> shape = s.batch;
  shape.push_back(s.m), shape.push_back(s.n);
  loop::Buffer o{out, shape, dense_strides(shape), true};
  if (s.out_transposed) o.strides[shape.size() - 2] = 1, o.strides[shape.size() - 1] = s.m;
  b->kernel.buffers = {
      {lhs, {product(s.batch) * s.m * s.k}, {1}, false}, {rhs, {product(s.batch) * s.k * s.n}, {1}, false}, o};
  c.acc_dtype = acc;
  c.acc = b->context.prims.var(b->context.name("acc"), acc);
  c.out = 2;
  for (const loop::Axis& a : c.batch) c.index.push_back(a.var);
  c.index.push_back(c.m.var), c.index.push_back(c.n.var);
  c.epilogue = epilogue(*b, c);
  b->kernel.body = c;
  return b;
}

Prim plain(Built&, loop::Contraction& c) { return c.acc; }

// Runs the contraction and compares every element with sums of wide numbers; f(sum, batch, m, n) is the epilogue.
template <class L, class R, class O, class Wide>
void check(const Shape& s, Built& b, const std::vector<void*>& more,
           const std::function<Wide(Wide, int64_t, int64_t, int64_t)>& f, int threads = 2,
           const Host& host = Host::native()) {
  const auto& c = std::get<loop::Contraction>(b.kernel.body);
  const int64_t batches = product(s.batch);
  auto lhs = random_values<L>(batches * s.m * s.k, 1);
  auto rhs = random_values<R>(batches * s.k * s.n, 2);
  std::vector<O> out(static_cast<size_t>(batches * s.m * s.n + 64), O(77));
  KernelRunner runner(compile_contraction, b.context, b.kernel, threads, host);
  REQUIRE(runner.error == "");
  std::vector<void*> buffers{lhs.data(), rhs.data(), out.data()};
  buffers.insert(buffers.end(), more.begin(), more.end());
  runner.run(buffers);
  for (int64_t i = 0; i < batches; ++i) {
    int64_t left = i, l = 0, r = 0;
    for (size_t d = s.batch.size(); d-- > 0; left /= s.batch[d]) {
      l += left % s.batch[d] * c.lhs.batch_strides[d];
      r += left % s.batch[d] * c.rhs.batch_strides[d];
    }
    for (int64_t m = 0; m < s.m; ++m)
      for (int64_t n = 0; n < s.n; ++n) {
        Wide sum = 0;
        for (int64_t k = 0; k < s.k; ++k)
          sum += static_cast<Wide>(lhs[l + m * c.lhs.row_stride + k * c.lhs.col_stride]) *
                 static_cast<Wide>(rhs[r + k * c.rhs.row_stride + n * c.rhs.col_stride]);
        const Wide expected = f(sum, i, m, n);
        const O got = out[i * s.m * s.n + (s.out_transposed ? n * s.m + m : m * s.n + n)];
        if constexpr (std::is_integral_v<O>) {
          REQUIRE(got == static_cast<O>(expected));
        } else {
          const double tolerance = (sizeof(L) <= 4 ? 1e-5 : 1e-13) * (1 + std::sqrt(static_cast<double>(s.k))) * 4;
          REQUIRE(std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(static_cast<double>(expected)) / 16));
        }
      }
  }
  for (size_t i = static_cast<size_t>(batches * s.m * s.n); i < out.size(); ++i)
    REQUIRE(out[i] == O(77));  // nothing behind the output
}

template <class L, class R, class O, class Wide>
void check_plain(const Shape& s, DType acc, int threads = 2, const Host& host = Host::native()) {
  auto b = build(s, dtype_of<L>(), dtype_of<R>(), acc, dtype_of<O>(), plain);
  check<L, R, O, Wide>(
      s, *b, {}, [](Wide sum, int64_t, int64_t, int64_t) { return sum; }, threads, host);
}

void check_f32(const Shape& s, int threads = 2, const Host& host = Host::native()) {
  check_plain<float, float, float, double>(s, kFloat32, threads, host);
}

}  // namespace

TEST_CASE("products of odd sizes") {
  const int64_t sizes[][3] = {{1, 1, 1},     {1, 1, 0},    {1, 17, 5},     {2, 64, 33},    {5, 3, 2},
                              {14, 32, 16},  {15, 33, 17}, {29, 100, 64},  {67, 129, 700}, {130, 250, 1500},
                              {3, 2000, 40}, {300, 1, 30}, {1, 300, 3000}, {200, 16, 9}};
  for (const auto& [m, n, k] : sizes) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    check_f32({{}, m, n, k});
  }
}

TEST_CASE("transposed factors and outputs, weights or not") {
  for (int bits = 0; bits < 32; ++bits)
    for (int64_t m : {1, 37}) {
      CAPTURE(bits);
      check_f32({{}, m, 83, 450, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0});
    }
}

TEST_CASE("batches, with a factor that all share or some") {
  check_f32({{3}, 20, 40, 30});
  check_f32({{3}, 20, 40, 30, false, true, false, false, true, {true}});
  check_f32({{2, 3}, 5, 70, 12, false, false, true, false, false, {true, false}});
  check_f32({{2, 3}, 33, 47, 500, false, false, false, false, false, {false, true}});
  check_f32({{5, 7}, 1, 9, 11});
}

TEST_CASE("any number of threads gives the same bits") {
  const Shape s{{}, 150, 130, 999};
  auto b = build(s, kFloat32, kFloat32, kFloat32, kFloat32, plain);
  auto lhs = random_values<float>(s.m * s.k, 1), rhs = random_values<float>(s.k * s.n, 2);
  std::vector<float> first(static_cast<size_t>(s.m * s.n)), second = first;
  KernelRunner(compile_contraction, b->context, b->kernel, 1).run({lhs.data(), rhs.data(), first.data()});
  KernelRunner(compile_contraction, b->context, b->kernel, 3).run({lhs.data(), rhs.data(), second.data()});
  CHECK(first == second);
}

TEST_CASE("other element types") {
  const Shape shapes[] = {{{}, 37, 50, 33}, {{}, 1, 20, 7, false, true}, {{2}, 16, 70, 600, true, false}};
  for (const Shape& s : shapes) {
    check_plain<double, double, double, long double>(s, kFloat64);
    check_plain<int32_t, int32_t, int32_t, uint32_t>(s, kInt32);
    check_plain<int64_t, int64_t, int64_t, uint64_t>(s, kInt64);
    check_plain<int8_t, int8_t, int32_t, int64_t>(s, kInt32);
    check_plain<uint8_t, int8_t, int32_t, int64_t>(s, kInt32);
    check_plain<int8_t, uint8_t, int32_t, int64_t>(s, kInt32);
    check_plain<uint8_t, uint8_t, int32_t, int64_t>(s, kInt32);
    check_plain<int8_t, int8_t, int8_t, int64_t>(s, kInt8);
  }
  check_plain<int8_t, int8_t, int32_t, int64_t>({{}, 64, 96, 3000, false, true, false, false, true}, kInt32);
}

TEST_CASE("halves are computed in float32") {
  for (DType dtype : {kFloat16, kBfloat16})
    for (bool transposed : {false, true}) {
      const Shape s{{}, 19, 21, 43, false, transposed, false, false, transposed};
      auto b = build(s, dtype, dtype, kFloat32, kFloat32, plain);
      auto narrow = [&](float x) { return dtype == kFloat16 ? float_to_half(x) : float_to_bfloat(x); };
      auto wide = [&](uint16_t x) { return dtype == kFloat16 ? half_to_float(x) : bfloat_to_float(x); };
      std::vector<uint16_t> lhs, rhs;
      for (float x : random_values<float>(s.m * s.k, 1)) lhs.push_back(narrow(x));
      for (float x : random_values<float>(s.k * s.n, 2)) rhs.push_back(narrow(x));
      std::vector<float> out(static_cast<size_t>(s.m * s.n));
      KernelRunner(compile_contraction, b->context, b->kernel).run({lhs.data(), rhs.data(), out.data()});
      for (int64_t m = 0; m < s.m; ++m)
        for (int64_t n = 0; n < s.n; ++n) {
          double sum = 0;
          for (int64_t k = 0; k < s.k; ++k)
            sum += static_cast<double>(wide(lhs[m * s.k + k])) * wide(rhs[transposed ? n * s.k + k : k * s.n + n]);
          REQUIRE(std::abs(out[m * s.n + n] - sum) < 1e-4);
        }
    }
}

TEST_CASE("epilogues: a scalar, a row, a column and a whole operand, a call, another dtype") {
  for (const Shape& s : {Shape{{2}, 21, 35, 17}, Shape{{2}, 21, 35, 600, false, false, true}}) {
    auto b = build(s, kFloat32, kFloat32, kFloat32, kFloat64, [&](Built& b, loop::Contraction& c) {
      auto& p = b.context.prims;
      const std::vector<int64_t> whole{2, s.m, s.n};
      b.kernel.buffers.push_back({kFloat32, {s.n}, {1}, false});
      b.kernel.buffers.push_back({kFloat32, {s.m}, {1}, false});
      b.kernel.buffers.push_back({kFloat32, whole, dense_strides(whole), false});
      const Prim row[] = {c.n.var}, column[] = {c.m.var}, all[] = {c.batch[0].var, c.m.var, c.n.var};
      Prim e = p.node(PrimKind::add, kFloat32, c.acc, p.load(3, kFloat32, row));
      e = p.node(PrimKind::mul, kFloat32, e, p.load(4, kFloat32, column));
      e = p.node(PrimKind::add, kFloat32, p.node(PrimKind::max, kFloat32, e, p.real(0.5)), p.load(5, kFloat32, all));
      return p.node(PrimKind::cast, kFloat64, e);
    });
    auto row = random_values<float>(s.n, 3), column = random_values<float>(s.m, 4),
         whole = random_values<float>(2 * s.m * s.n, 5);
    check<float, float, double, double>(
        s, *b, {row.data(), column.data(), whole.data()}, [&](double sum, int64_t i, int64_t m, int64_t n) {
          const double expected = std::max((sum + row[n]) * column[m], 0.5) + whole[(i * s.m + m) * s.n + n];
          return expected;
        });
  }
}

TEST_CASE("machines with shorter vectors") {
  for (const char* cpu : {"x86-64", "x86-64-v3"}) {
    const Host host = Host::named(cpu);
    check_f32({{}, 13, 50, 33}, 2, host);
    check_f32({{2}, 50, 77, 700, true, true}, 2, host);
  }
}

TEST_CASE("products of 8 and 16 bits on machines without dot products of four: k that fills pairs or not, transposed") {
  for (const char* cpu : {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    const Host host = Host::named(cpu);
    if (host.vector_bytes > Host::native().vector_bytes) continue;
    for (const Shape& s : {Shape{{}, 13, 50, 33}, Shape{{}, 2, 3, 1}, Shape{{}, 7, 40, 0}, Shape{{}, 33, 35, 64, true},
                           Shape{{}, 20, 70, 151, false, true}, Shape{{2}, 50, 77, 700, true, true},
                           Shape{{}, 64, 96, 3001, false, true, false, false, true}}) {
      CAPTURE(s.k);
      check_plain<int8_t, int8_t, int32_t, int64_t>(s, kInt32, 2, host);
      check_plain<uint8_t, int8_t, int32_t, int64_t>(s, kInt32, 2, host);
      check_plain<int8_t, uint8_t, int32_t, int64_t>(s, kInt32, 2, host);
      check_plain<uint8_t, uint8_t, int32_t, int64_t>(s, kInt32, 2, host);
      check_plain<int16_t, int8_t, int32_t, int64_t>(s, kInt32, 2, host);
      check_plain<int8_t, int8_t, int8_t, int64_t>(s, kInt8, 2, host);
    }
  }
}

// ---- Tiles in memory ----
namespace {

// This machine, with tiles for all products that they are for.
Host with_soft_tiles() {
  Host host = Host::native();
  host.tile_products = kTileInt8 | kTileBf16;
  host.has_soft_tiles = true;
  return host;
}

void check_tiles(const Shape& s, int threads = 2) {
  static const Host host = with_soft_tiles();
  CAPTURE(s.m);
  CAPTURE(s.n);
  CAPTURE(s.k);
  check_plain<int8_t, int8_t, int32_t, int64_t>(s, kInt32, threads, host);
  check_plain<uint8_t, int8_t, int32_t, int64_t>(s, kInt32, threads, host);
  check_plain<int8_t, uint8_t, int32_t, int64_t>(s, kInt32, threads, host);
  check_plain<uint8_t, uint8_t, int32_t, int64_t>(s, kInt32, threads, host);
  check_plain<Bfloat, Bfloat, float, double>(s, kFloat32, threads, host);
}

}  // namespace

TEST_CASE("products in tiles: rows, columns and k that fill them or not") {
  for (int64_t m : {1, 2, 15, 16, 17, 31, 32, 33, 49, 65, 70})
    for (int64_t n : {1, 16, 33, 64, 70}) check_tiles({{}, m, n, (m * 37 + n * 11) % 200 + 1});
  for (int64_t k : {1, 2, 3, 4, 31, 32, 33, 63, 64, 65, 128, 200}) check_tiles({{}, 20, 40, k});
  check_tiles({{}, 20, 40, 3000});  // a single strip
  check_tiles({{}, 3, 5, 0});
  check_tiles({{}, 0, 5, 8});
}

TEST_CASE("products in tiles: transposed factors and outputs, weights, batches, blocks of k") {
  for (int bits = 0; bits < 32; ++bits)
    check_tiles(
        {{}, 37, 83, 150, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0});
  check_tiles({{3}, 20, 40, 64, false, true, false, false, true, {true}});
  check_tiles({{2, 3}, 5, 70, 12, false, false, true, false, false, {true, false}});
  check_tiles({{2, 3}, 33, 47, 128, false, false, false, false, false, {false, true}});
  check_tiles({{}, 70, 70, 3000, false, true, false, false, true});
  check_tiles({{}, 70, 130, 4096, false, false, false, false, false}, 3);
  check_tiles({{}, 300, 200, 2048, false, false, false, false, true}, 3);  // what comes next is fetched
}

// ---- Pairs ----
TEST_CASE("products of bfloat16 as pairs: k that fills them or not, rows in place, transposed, weights, few rows") {
  Host host = Host::native();
  if (std::ranges::find(host.features, "+avx512bf16") == host.features.end() || !host.has_masks) {
    MESSAGE("skipped: no AVX512-BF16 here");
    return;
  }
  host.tile_products = 0;
  host.has_fast_bf16 = true;
  auto check_pairs = [&](const Shape& s, int threads = 2) {
    CAPTURE(s.m);
    CAPTURE(s.k);
    check_plain<Bfloat, Bfloat, float, double>(s, kFloat32, threads, host);
  };
  for (int64_t k : {0, 1, 2, 31, 64}) check_pairs({{}, 20, 40, k});
  for (int64_t m : {2, 13, 70}) check_pairs({{}, m, 83, 150, false, m == 13});
  check_pairs({{}, 37, 83, 151, false, true, true, false, true});
  check_pairs({{}, 37, 83, 150, true, false, false, true, false});
  check_pairs({{2, 3}, 33, 47, 128, false, false, false, false, false, {false, true}});
  check_pairs({{2, 3}, 5, 70, 13, false, false, true, false, false, {true, false}});
  check_pairs({{}, 5, 40, 3000});  // a single strip
  check_pairs({{}, 70, 130, 4096, false, false, false, false, false}, 3);
  check_pairs({{}, 300, 200, 2048, false, false, false, false, true}, 3);  // what comes next is fetched
}

// ---- Convolutions ----
namespace {

struct Convolution {
  int64_t images, groups, channels, height, width, outputs, kernel_h, kernel_w, stride, dilation,
      pad;                                 // channels, outputs: per group
  bool is_weight = true, is_last = false;  // is_last: channels of the image and the output lie side by side
};

// Also, of floats, whether its error is at most twice that of the sum in order.
template <class T = float, class O = float>
void check_convolution(const Convolution& v, const Host& host = Host::native()) {
  const int64_t out_h = (v.height + 2 * v.pad - v.dilation * (v.kernel_h - 1) - 1) / v.stride + 1;
  const int64_t out_w = (v.width + 2 * v.pad - v.dilation * (v.kernel_w - 1) - 1) / v.stride + 1;
  Context context;
  loop::LoweredKernel kernel;
  loop::Contraction c;
  auto axis = [&](const char* name, int64_t extent) {
    return loop::Axis{context.prims.var(context.name(name)), extent};
  };
  auto add_batch = [&](const char* name, int64_t extent, int64_t lhs_stride, int64_t rhs_stride) {
    if (extent == 1) return;
    c.batch.push_back(axis(name, extent));
    c.lhs.batch_strides.push_back(lhs_stride), c.rhs.batch_strides.push_back(rhs_stride);
    c.index.push_back(c.batch.back().var);
  };
  c.m = axis("o", v.outputs), c.n = axis("p", out_h * out_w), c.k = v.channels * v.kernel_h * v.kernel_w;
  c.lhs.buffer = 0, c.lhs.row_stride = c.k, c.lhs.col_stride = 1, c.lhs.is_weight = v.is_weight;
  const int64_t plane = v.height * v.width, depth = v.groups * v.channels;
  const int64_t channel = v.is_last ? 1 : plane, pixel = v.is_last ? depth : 1;
  c.rhs.buffer = 1;
  add_batch("i", v.images, 0, depth * plane);
  add_batch("g", v.groups, v.outputs * c.k, v.channels * channel);
  loop::Window& w = c.window;
  w.is_plain = false;
  w.channels = v.channels, w.height = v.height, w.width = v.width;
  w.kernel_h = v.kernel_h, w.kernel_w = v.kernel_w, w.out_h = out_h, w.out_w = out_w;
  w.stride_h = w.stride_w = v.stride, w.dilation_h = w.dilation_w = v.dilation, w.pad_top = w.pad_left = v.pad;
  w.channel_stride = channel, w.row_stride = v.width * pixel, w.col_stride = pixel;
  c.lhs.channel_stride = w.taps();
  c.acc_dtype = dtype_of<O>(), c.acc = context.prims.var(context.name("acc"), c.acc_dtype);
  c.epilogue = c.acc, c.out = 2;
  c.index.insert(c.index.end(), {c.m.var, c.n.var});
  std::vector<int64_t> shape;
  for (const loop::Axis& a : c.batch) shape.push_back(a.extent);
  shape.insert(shape.end(), {v.outputs, out_h * out_w});
  std::vector<int64_t> strides = dense_strides(shape);
  const int64_t out_depth = v.groups * v.outputs;
  if (v.is_last) {
    if (v.groups > 1) strides[strides.size() - 3] = v.outputs;
    strides[strides.size() - 2] = 1, strides[strides.size() - 1] = out_depth;
  }
  kernel.buffers = {{dtype_of<T>(), {v.groups * v.outputs * c.k}, {1}, false},
                    {dtype_of<T>(), {v.images * depth * plane}, {1}, false},
                    {dtype_of<O>(), shape, strides, true}};
  kernel.body = c;

  auto weights = random_values<T>(v.groups * v.outputs * c.k, 1),
       image = random_values<T>(v.images * v.groups * v.channels * plane, 2);
  std::vector<O> out(static_cast<size_t>(product(shape)));
  KernelRunner runner(compile_contraction, context, kernel, 2, host);
  REQUIRE(runner.error == "");
  double error = 0, error_in_order = 0;
  runner.run({weights.data(), image.data(), out.data()});
  for (int64_t i = 0; i < v.images; ++i)
    for (int64_t g = 0; g < v.groups; ++g)
      for (int64_t o = 0; o < v.outputs; ++o)
        for (int64_t y = 0; y < out_h; ++y)
          for (int64_t x = 0; x < out_w; ++x) {
            const int64_t place = (y * out_w + x) * (v.is_last ? out_depth : 1) +
                                  (g * v.outputs + o) * (v.is_last ? 1 : out_h * out_w) + i * out_depth * out_h * out_w;
            const auto result = static_cast<double>(out[static_cast<size_t>(place)]);
            double sum = 0;
            float in_order = 0;
            for (int64_t of = 0; of < v.channels; ++of)
              for (int64_t kh = 0; kh < v.kernel_h; ++kh)
                for (int64_t kw = 0; kw < v.kernel_w; ++kw) {
                  const int64_t ih = y * v.stride + kh * v.dilation - v.pad,
                                iw = x * v.stride + kw * v.dilation - v.pad;
                  if (ih < 0 || iw < 0 || ih >= v.height || iw >= v.width) continue;
                  const auto weight =
                      static_cast<float>(weights[(g * v.outputs + o) * c.k + (of * v.kernel_h + kh) * v.kernel_w + kw]);
                  const auto x = static_cast<float>(
                      image[i * depth * plane + (g * v.channels + of) * channel + (ih * v.width + iw) * pixel]);
                  sum += static_cast<double>(weight) * x;
                  in_order = std::fma(weight, x, in_order);
                }
            error += std::pow(result - sum, 2), error_in_order += std::pow(in_order - sum, 2);
            REQUIRE(std::abs(result - sum) < 1e-3);
          }
  if (v.channels > 16 && std::is_same_v<T, float>) REQUIRE(error <= 4 * error_in_order);
}

}  // namespace

TEST_CASE("convolutions: padding, strides, dilation, groups") {
  check_convolution({1, 1, 3, 9, 11, 5, 3, 3, 1, 1, 1});
  check_convolution({2, 1, 40, 17, 13, 33, 3, 3, 1, 1, 1});
  check_convolution({2, 1, 4, 16, 16, 7, 3, 3, 2, 1, 1});
  check_convolution({1, 1, 5, 12, 9, 8, 1, 1, 1, 1, 0});
  check_convolution({1, 1, 5, 12, 9, 8, 1, 1, 2, 1, 0});
  check_convolution({1, 3, 4, 10, 10, 6, 3, 2, 1, 2, 2});
  check_convolution({2, 6, 1, 8, 8, 1, 3, 3, 1, 1, 1});
  check_convolution({1, 1, 2, 3, 3, 2, 3, 3, 1, 1, 4});
  check_convolution({2, 1, 3, 30, 30, 16, 7, 7, 2, 1, 3});
  check_convolution({1, 1, 3, 40, 41, 5, 3, 3, 3, 1, 1});
  check_convolution({3, 1, 2, 8, 8, 5, 3, 3, 1, 1, 1});  // images side by side in one matrix
  check_convolution({2, 1, 2, 64, 64, 5, 3, 3, 2, 1, 1});
}

TEST_CASE("convolutions of planes of one channel: strips of rows, and rows wider than a tile") {
  for (const Host& host : {Host::native(), Host::named("x86-64"), Host::named("x86-64-v3")})
    for (int64_t stride : {1, 2, 3})
      for (int64_t dilation : {1, 2}) {
        check_convolution({2, 3, 1, 29, 31, 1, 5, 3, stride, dilation, 2}, host);
        check_convolution({1, 2, 1, 14, 150, 3, 3, 7, stride, dilation, 3, false}, host);
        check_convolution({1, 5, 1, 7, 7, 1, 7, 1, stride, dilation, 6}, host);
        check_convolution<double, double>({1, 2, 1, 40, 9, 2, 4, 4, stride, dilation, 0}, host);
        check_convolution<int8_t, int32_t>({1, 2, 1, 11, 17, 1, 3, 3, stride, dilation, 1}, host);
      }
}

TEST_CASE("convolutions of pixels: their windows in place, in strips of a row of the image or of whole rows") {
  for (const Host& host : {Host::native(), Host::named("x86-64"), Host::named("x86-64-v3")})
    for (Convolution v :
         {Convolution{1, 1, 3, 31, 33, 20, 7, 7, 2, 1, 3}, Convolution{1, 1, 16, 57, 30, 40, 3, 3, 2, 1, 1},
          Convolution{2, 1, 8, 14, 14, 33, 3, 3, 2, 1, 1}, Convolution{1, 1, 64, 9, 9, 16, 3, 3, 1, 2, 2},
          Convolution{1, 2, 16, 12, 3, 16, 3, 3, 1, 1, 0}, Convolution{2, 2, 8, 10, 9, 24, 5, 3, 1, 1, 3},
          Convolution{1, 1, 128, 15, 29, 16, 3, 3, 2, 1, 1}, Convolution{1, 1, 24, 9, 8, 16, 1, 1, 2, 1, 0},
          Convolution{1, 1, 700, 3, 3, 16, 3, 3, 1, 1, 0}}) {
      v.is_last = true;
      check_convolution(v, host);
    }
}

TEST_CASE("convolutions in the processor's tiles") {
  const Host host = with_soft_tiles();
  for (const Convolution& v :
       {Convolution{1, 1, 40, 17, 13, 33, 3, 3, 1, 1, 1}, Convolution{2, 1, 4, 16, 16, 7, 3, 3, 2, 1, 1},
        Convolution{1, 3, 5, 10, 10, 6, 3, 2, 1, 2, 2}, Convolution{2, 1, 3, 30, 30, 16, 7, 7, 2, 1, 3, false}}) {
    check_convolution<int8_t, int32_t>(v, host);
    check_convolution<Bfloat, float>(v, host);
  }
}

TEST_CASE("convolutions of bytes, with and without dot products of four") {
  for (const char* cpu : {"", "x86-64", "x86-64-v3", "x86-64-v4"}) {
    const Host host = *cpu ? Host::named(cpu) : Host::native();
    if (host.vector_bytes > Host::native().vector_bytes) continue;
    for (const Convolution& v :
         {Convolution{1, 1, 40, 17, 13, 33, 3, 3, 1, 1, 1}, Convolution{2, 1, 5, 16, 16, 7, 3, 3, 2, 1, 1},
          Convolution{1, 3, 5, 10, 10, 6, 3, 2, 1, 2, 2}, Convolution{2, 1, 3, 30, 30, 16, 7, 7, 2, 1, 3, false}}) {
      for (bool is_last : {false, true}) {
        Convolution one = v;
        one.is_last = is_last;
        check_convolution<int8_t, int32_t>(one, host);
      }
    }
  }
}

TEST_CASE("convolutions by tiles") {
  for (const Host& host : {Host::native(), Host::named("x86-64"), Host::named("x86-64-v3")}) {
    check_convolution({1, 1, 32, 20, 20, 32, 3, 3, 1, 1, 1}, host);
    check_convolution({2, 1, 48, 13, 17, 50, 3, 3, 1, 1, 1}, host);
    check_convolution({1, 1, 64, 12, 28, 30, 3, 3, 1, 1, 1}, host);
    check_convolution({1, 1, 64, 32, 28, 30, 3, 3, 1, 1, 1, false}, host);
    check_convolution({3, 1, 130, 7, 7, 40, 3, 3, 1, 1, 1}, host);
    check_convolution({1, 1, 300, 4, 40, 20, 3, 3, 1, 1, 0}, host);
    check_convolution({2, 1, 40, 6, 5, 33, 3, 3, 1, 1, 2}, host);
    check_convolution({1, 1, 64, 2, 2, 64, 3, 3, 1, 1, 1}, host);
  }
}
