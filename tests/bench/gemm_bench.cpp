// SPDX-License-Identifier: Apache-2.0
// Speed of matrix products beside what the machine's multiply-add units and memory can do.
//
//   gemm_bench [--threads=N] [--cold] [part of a name]
//
// Cold: the weights of each run are other ones, that no cache holds, as in a network.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "../jit/kernel_runner.h"
#include "hammock/runtime/speed.h"
#include "hammock/runtime/tensor.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

// The time of this thread on its core, so that with --threads=1 a busy machine does not count; else that of the wall.
bool g_cpu_time = false;
struct Clock {
  static double now() {
    timespec t;
    clock_gettime(g_cpu_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  }
};
double seconds(double from) { return Clock::now() - from; }

struct Case {
  const char* name;
  int64_t m, n, k;
  bool weight = true;  // the right factor
  bool rhs_transposed = false;
  DType dtype = kFloat32;
  enum class Then : uint8_t { bias, gelu, relu, residual } then = Then::bias;
};
using Then = Case::Then;

const Case kCases[] = {
    {"square 64", 64, 64, 64, false},
    {"square 128", 128, 128, 128, false},
    {"square 256", 256, 256, 256, false},
    {"square 512", 512, 512, 512, false},
    {"square 1000", 1000, 1000, 1000, false},
    {"square 1024", 1024, 1024, 1024, false},
    {"square 1024 weight", 1024, 1024, 1024, true},
    {"square 2048", 2048, 2048, 2048, false},
    {"bert qkv", 384, 768, 768, true, true},
    {"bert ff1", 384, 3072, 768, true, true},
    {"bert ff1 gelu", 384, 3072, 768, true, true, kFloat32, Then::gelu},
    {"bert ff2", 384, 768, 3072, true, true},
    {"bert128 ff1", 128, 3072, 768, true, true},
    {"bert128 ff2", 128, 768, 3072, true, true},
    {"unet 8192x320x320", 8192, 320, 320, true, true},
    {"unet 8192x2560x320", 8192, 2560, 320, true, true},
    {"unet 8192x320x1280", 8192, 320, 1280, true, true},
    {"unet 2048x5120x640", 2048, 5120, 640, true, true},
    {"unet 512x10240x1280", 512, 10240, 1280, true, true},
    {"unet 512x1280x5120", 512, 1280, 5120, true, true},
    {"unet 154x1280x768", 154, 1280, 768, true, true},
    {"decode 1x4096x4096", 1, 4096, 4096, true, true},
    {"decode 4x4096x4096", 4, 4096, 4096, true, true},
    {"decode 8x11008x4096", 8, 11008, 4096, true, true},
    {"resnet 3136x256x64", 3136, 256, 64, true, false, kFloat32, Then::residual},
    {"resnet 3136x64x256", 3136, 64, 256, true, false, kFloat32, Then::relu},
    {"resnet 784x128x512", 784, 128, 512, true, false, kFloat32, Then::relu},
    {"resnet 784x512x128", 784, 512, 128, true, false, kFloat32, Then::residual},
    {"resnet 784x512x256", 784, 512, 256, true, false, kFloat32, Then::relu},
    {"resnet 196x256x1024", 196, 256, 1024, true, false, kFloat32, Then::relu},
    {"resnet 196x1024x256", 196, 1024, 256, true, false, kFloat32, Then::residual},
    {"resnet 196x1024x512", 196, 1024, 512, true, false, kFloat32, Then::relu},
    {"resnet 49x512x2048", 49, 512, 2048, true, false, kFloat32, Then::relu},
    {"resnet 49x2048x512", 49, 2048, 512, true, false, kFloat32, Then::residual},
    {"resnet 49x2048x1024", 49, 2048, 1024, true, false, kFloat32, Then::relu},
    {"prefill 512x4096x4096", 512, 4096, 4096, true, true},
    {"int8 1024", 1024, 1024, 1024, true, false, kInt8},
    {"int8 1024 both dynamic", 1024, 1024, 1024, false, true, kInt8},
    {"int8 384x384x64 along k", 384, 384, 64, false, true, kInt8},
    {"int8 384x64x384 along n", 384, 64, 384, false, false, kInt8},
};

struct ConvCase {
  const char* name;
  int64_t channels, outputs, side, kernel, stride;
};
const ConvCase kConvs[] = {
    {"conv 320->320 64x64 3x3", 320, 320, 64, 3, 1},     {"conv 640->640 32x32 3x3", 640, 640, 32, 3, 1},
    {"conv 1280->1280 16x16 3x3", 1280, 1280, 16, 3, 1}, {"conv 1280->1280 8x8 3x3", 1280, 1280, 8, 3, 1},
    {"conv 320->320 64x64 1x1", 320, 320, 64, 1, 1},     {"conv 4->320 64x64 3x3", 4, 320, 64, 3, 1},
    {"conv 320->320 64x64 s2", 320, 320, 64, 3, 2},      {"resnet 3->64 224 7x7 s2", 3, 64, 224, 7, 2},
    {"resnet 64->256 56 1x1", 64, 256, 56, 1, 1},        {"resnet 64->64 56 3x3", 64, 64, 56, 3, 1},
    {"resnet 128->128 28 3x3", 128, 128, 28, 3, 1},      {"resnet 256->256 14 3x3", 256, 256, 14, 3, 1},
    {"resnet 512->512 7 3x3", 512, 512, 7, 3, 1},        {"resnet 512->2048 7 1x1", 512, 2048, 7, 1, 1},
    {"resnet 256->512 56 1x1 s2", 256, 512, 56, 1, 2},
};

struct Times {
  double best = 0, median = 0;
};

Times measure(KernelRunner& runner, const std::vector<void*>& buffers, size_t copies = 1) {
  for (size_t i = 0; i < copies; ++i) runner.run(buffers, i);
  std::vector<double> times;
  double total = 0;
  for (size_t i = 0; (i < 5 || total < 0.4) && i < 5000; ++i) {
    const auto start = Clock::now();
    runner.run(buffers, i % copies);
    times.push_back(seconds(start));
    total += times.back();
  }
  std::ranges::sort(times);
  return {times[0], times[times.size() / 2]};
}

void report(const std::string& name, Times time, double flops, double bytes, double peak) {
  std::printf("%-34s %9.3f ms %7.1f GFLOP/s %5.1f %% %6.1f GB/s, median %9.3f ms\n", name.c_str(), time.best * 1e3,
              flops / time.best * 1e-9, flops / time.best * 1e-7 / peak, bytes / time.best * 1e-9, time.median * 1e3);
  std::fflush(stdout);
}

std::shared_ptr<std::byte> random_bytes(int64_t count, DType dtype) {
  auto bytes = allocate_bytes(count * dtype.bytes());
  std::minstd_rand random(1);
  for (int64_t i = 0; i < count; ++i) {
    if (dtype == kInt8) reinterpret_cast<int8_t*>(bytes.get())[i] = static_cast<int8_t>(random());
    else
      reinterpret_cast<float*>(bytes.get())[i] = static_cast<float>(static_cast<int>(random() % 2001) - 1000) * 1e-3f;
  }
  return bytes;
}

void run_case(const Case& v, int threads, bool is_cold, double peak) {
  Context context;
  loop::LoweredKernel kernel;
  loop::Contraction c;
  c.m = {context.prims.var(context.name("m")), v.m}, c.n = {context.prims.var(context.name("n")), v.n}, c.k = v.k;
  const DType acc = v.dtype == kInt8 ? kInt32 : kFloat32;
  c.lhs.buffer = 0, c.lhs.row_stride = v.k, c.lhs.col_stride = 1;
  c.rhs.buffer = 1, c.rhs.row_stride = v.rhs_transposed ? 1 : v.n, c.rhs.col_stride = v.rhs_transposed ? v.k : 1,
  c.rhs.is_weight = v.weight;
  c.acc_dtype = acc, c.acc = context.prims.var(context.name("acc"), acc), c.out = 2, c.index = {c.m.var, c.n.var};
  kernel.buffers = {{v.dtype, {v.m, v.k}, {v.k, 1}, false},
                    {v.dtype, {v.k * v.n}, {1}, false},
                    {acc, {v.m, v.n}, {v.n, 1}, true},
                    {acc, {v.n}, {1}, false},
                    {acc, {v.m, v.n}, {v.n, 1}, false}};
  const Prim bias[] = {c.n.var};
  c.epilogue = context.prims.node(PrimKind::add, acc, c.acc, context.prims.load(3, acc, bias));
  Prim epilogue = c.epilogue;
  const Prim at[] = {c.m.var, c.n.var};
  if (v.then == Then::residual)
    epilogue = context.prims.node(PrimKind::add, acc, epilogue, context.prims.load(4, acc, at));
  if (v.then == Then::residual || v.then == Then::relu)
    epilogue = context.prims.node(PrimKind::max, acc, epilogue, context.prims.real(0));
  c.epilogue = epilogue;
  if (v.then == Then::gelu) {
    const Prim scaled[] = {context.prims.node(PrimKind::mul, acc, c.epilogue, context.prims.real(0.70710678))};
    const Prim erf = context.prims.call(context.name("erf"), acc, scaled);
    const Prim half = context.prims.node(PrimKind::mul, acc, c.epilogue, context.prims.real(0.5));
    c.epilogue = context.prims.node(PrimKind::mul, acc, half,
                                    context.prims.node(PrimKind::add, acc, erf, context.prims.real(1)));
  }
  kernel.body = c;
  auto lhs = random_bytes(v.m * v.k, v.dtype), rhs = random_bytes(v.k * v.n, v.dtype),
       out = random_bytes(v.m * v.n, kFloat32), row = random_bytes(v.n, kFloat32),
       residual = random_bytes(v.m * v.n, kFloat32);
  KernelRunner runner(compile_contraction, context, kernel, threads);
  constexpr int64_t kLarge = 600 << 20;
  const int64_t copies = is_cold && v.weight ? kLarge / (v.k * v.n * v.dtype.bytes()) + 1 : 1;
  const Times time =
      measure(runner, {lhs.get(), rhs.get(), out.get(), row.get(), residual.get()}, static_cast<size_t>(copies));
  report(v.name, time, 2.0 * v.m * v.n * v.k,
         static_cast<double>((v.m * v.k + v.k * v.n) * v.dtype.bytes() + v.m * v.n * 4), peak);
}

// heads [sequence, head, size] x [sequence, head, size]: scores, or their product with the values.
void run_heads(const char* name, int64_t heads, int64_t m, int64_t n, int64_t k, bool is_scores, int threads,
               double peak) {
  Context context;
  loop::LoweredKernel kernel;
  loop::Contraction c;
  c.batch = {{context.prims.var(context.name("h")), heads}};
  c.m = {context.prims.var(context.name("m")), m}, c.n = {context.prims.var(context.name("n")), n}, c.k = k;
  c.lhs.buffer = 0, c.rhs.buffer = 1, c.acc_dtype = kFloat32, c.acc = context.prims.var(context.name("acc"), kFloat32),
  c.out = 2;
  c.index = {c.batch[0].var, c.m.var, c.n.var};
  const int64_t size = is_scores ? k : n, row = heads * size;
  if (is_scores)
    c.lhs.batch_strides = {size}, c.lhs.row_stride = row, c.rhs.batch_strides = {size}, c.rhs.row_stride = 1,
    c.rhs.col_stride = row;
  else
    c.lhs.batch_strides = {m * k}, c.lhs.row_stride = k, c.rhs.batch_strides = {size}, c.rhs.row_stride = row,
    c.rhs.col_stride = 1;
  c.lhs.col_stride = 1;
  c.epilogue = context.prims.node(PrimKind::mul, kFloat32, c.acc, context.prims.real(0.125));
  const std::vector<int64_t> strides =
      is_scores ? std::vector<int64_t>{m * n, n, 1} : std::vector<int64_t>{size, row, 1};
  kernel.buffers = {{kFloat32, {heads * m * k}, {1}, false},
                    {kFloat32, {heads * k * n}, {1}, false},
                    {kFloat32, {heads, m, n}, strides, true}};
  kernel.body = c;
  auto lhs = random_bytes(heads * m * k, kFloat32), rhs = random_bytes(heads * n * k, kFloat32),
       out = random_bytes(heads * m * n, kFloat32);
  KernelRunner runner(compile_contraction, context, kernel, threads);
  const Times time = measure(runner, {lhs.get(), rhs.get(), out.get()});
  report(name, time, 2.0 * heads * m * n * k, 4.0 * heads * (m * k + n * k + m * n), peak);
}

void run_conv(const ConvCase& v, bool takes_winograd, int threads, double peak) {
  Context context;
  loop::LoweredKernel kernel;
  loop::Contraction c;
  const int64_t pad = v.kernel / 2, out = v.side / v.stride, k = v.channels * v.kernel * v.kernel,
                plane = v.side * v.side;
  c.batch = {{context.prims.var(context.name("i")), 2}};
  c.m = {context.prims.var(context.name("o")), v.outputs}, c.n = {context.prims.var(context.name("p")), out * out},
  c.k = k;
  c.lhs.buffer = 0, c.lhs.batch_strides = {0}, c.lhs.row_stride = k, c.lhs.col_stride = 1, c.lhs.is_weight = true;
  c.rhs.buffer = 1, c.rhs.batch_strides = {v.channels * plane};
  loop::Window& w = c.window;
  w.is_plain = false;
  w.channels = v.channels, w.height = w.width = v.side;
  w.kernel_h = w.kernel_w = v.kernel, w.out_h = w.out_w = out;
  w.stride_h = w.stride_w = v.stride, w.pad_top = w.pad_left = pad;
  w.channel_stride = plane, w.row_stride = v.side;
  c.takes_winograd = takes_winograd;
  c.acc_dtype = kFloat32, c.acc = context.prims.var(context.name("acc"), kFloat32), c.epilogue = c.acc, c.out = 2;
  c.index = {c.batch[0].var, c.m.var, c.n.var};
  kernel.buffers = {{kFloat32, {v.outputs * k}, {1}, false},
                    {kFloat32, {2 * v.channels * plane}, {1}, false},
                    {kFloat32, {2, v.outputs, out * out}, {v.outputs * out * out, out * out, 1}, true}};
  kernel.body = c;
  auto weights = random_bytes(v.outputs * k, kFloat32), image = random_bytes(2 * v.channels * plane, kFloat32),
       result = random_bytes(2 * v.outputs * out * out, kFloat32);
  KernelRunner runner(compile_contraction, context, kernel, threads);
  const Times time = measure(runner, {weights.get(), image.get(), result.get()});
  report(v.name + std::string(takes_winograd ? "" : ", no winograd"), time, 4.0 * v.outputs * out * out * k,
         4.0 * v.outputs * k, peak);
}

struct AttentionCase {
  const char* name;
  int64_t batch, q_len, kv_len, heads, size;
  loop::Attention::Mask mask = loop::Attention::Mask::none;
  int64_t shared = 1;  // heads of the query for each of the keys and values
};
const AttentionCase kAttentions[] = {
    {"attention 2,4096,8,40", 2, 4096, 4096, 8, 40},
    {"attention 2,1024,8,80", 2, 1024, 1024, 8, 80},
    {"attention 2,256,8,160", 2, 256, 256, 8, 160},
    {"attention 2,4096->77,8,40", 2, 4096, 77, 8, 40},
    {"attention 1,384,12,64", 1, 384, 384, 12, 64},
    {"attention causal 1,2048,32,64", 1, 2048, 2048, 32, 64, loop::Attention::Mask::top_left},
    {"attention decode 1->2048,32,128", 1, 1, 2048, 32, 128},
    {"attention decode 1->8192,32/8,128", 1, 1, 8192, 32, 128, loop::Attention::Mask::none, 4},
    {"attention decode 1->8192,32/1,128", 1, 1, 8192, 32, 128, loop::Attention::Mask::none, 32},
    {"attention few 4->2048,32,128", 1, 4, 2048, 32, 128, loop::Attention::Mask::bottom_right},
    {"attention few 8->2048,32,128", 1, 8, 2048, 32, 128, loop::Attention::Mask::bottom_right},
    {"attention few 4->8192,32/8,128", 1, 4, 8192, 32, 128, loop::Attention::Mask::bottom_right, 4},
};

void run_attention_case(const AttentionCase& v, int threads, double peak) {
  Context context;
  loop::LoweredKernel kernel;
  const int64_t row = v.heads * v.size, kv_row = row / v.shared;
  const auto add = [&](int64_t length, int64_t heads, int64_t of_row) {
    kernel.buffers.push_back({kFloat32, {v.batch, length, heads, v.size}, {length * of_row, of_row, v.size, 1}, false});
  };
  add(v.q_len, v.heads, row);
  for (int i = 0; i < 2; ++i) add(v.kv_len, v.heads / v.shared, kv_row);
  add(v.q_len, v.heads, row);
  loop::Attention a;
  a.batch = v.batch, a.heads = v.heads, a.q_len = v.q_len, a.kv_len = v.kv_len, a.head_size = v.size,
  a.value_size = v.size;
  a.query = 0, a.key = 1, a.value = 2, a.out = 3, a.scale = 0.2, a.mask = v.mask;
  kernel.body = a;
  auto q = random_bytes(v.batch * v.q_len * row, kFloat32), k = random_bytes(v.batch * v.kv_len * kv_row, kFloat32);
  auto value = random_bytes(v.batch * v.kv_len * kv_row, kFloat32),
       out = random_bytes(v.batch * v.q_len * row, kFloat32);
  KernelRunner runner(compile_attention, context, kernel, threads);
  const Times time = measure(runner, {q.get(), k.get(), value.get(), out.get()});
  const double all = static_cast<double>(v.q_len) * static_cast<double>(v.kv_len);
  const double hidden = v.mask == loop::Attention::Mask::none       ? 0
                        : v.mask == loop::Attention::Mask::top_left ? all / 2
                                                                    : static_cast<double>(v.q_len * (v.q_len - 1)) / 2;
  const double pairs = static_cast<double>(v.batch * v.heads) * (all - hidden);
  report(v.name, time, 4.0 * pairs * v.size, 8.0 * v.batch * v.kv_len * kv_row, peak);
}

}  // namespace

int main(int argc, char** argv) {
  int threads = usable_cores();
  bool is_cold = false;
  std::string part;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--threads=", 10) == 0) threads = std::atoi(argv[i] + 10);
    else if (std::strcmp(argv[i], "--cold") == 0) is_cold = true;
    else part = argv[i];
  }
  g_cpu_time = threads == 1;
  const double peak = measure_speed(threads, [] {})[Speed::f32].all * 1e-9;
  std::printf("%d threads, peak %.0f GFLOP/s\n", threads, peak);
  for (const Case& v : kCases)
    if (std::string(v.name).find(part) != std::string::npos) run_case(v, threads, is_cold, peak);
  if (std::string("bert heads").find(part) != std::string::npos) {
    run_heads("bert heads scores", 12, 384, 384, 64, true, threads, peak);
    run_heads("bert heads values", 12, 384, 64, 384, false, threads, peak);
  }
  for (const AttentionCase& v : kAttentions)
    if (std::string(v.name).find(part) != std::string::npos) run_attention_case(v, threads, peak);
  for (const ConvCase& v : kConvs)
    for (bool takes_winograd : {true, false}) {
      const bool is_wanted = takes_winograd || (v.kernel == 3 && v.stride == 1);
      if (is_wanted && std::string(v.name).find(part) != std::string::npos) run_conv(v, takes_winograd, threads, peak);
    }
}
