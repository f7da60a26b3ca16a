// SPDX-License-Identifier: Apache-2.0
#include "interpreter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "hammock/base/element.h"
#include "hammock/runtime/unwritten.h"

namespace hammock::loop {
namespace {

struct Value {
  double f = 0;
  int64_t i = 0;
  bool poison = false;
};

int64_t wrap(int64_t v, DType d) {
  if (d.is_boolean()) return v != 0;
  if (d.bits >= 64) return v;
  uint64_t mask = (uint64_t{1} << d.bits) - 1, low = static_cast<uint64_t>(v) & mask;
  bool is_negative = d.is_integer() && (low >> (d.bits - 1)) != 0;
  return static_cast<int64_t>(is_negative ? low | ~mask : low);
}

double as_real(int64_t v, DType d) {
  return d == DType::unsigned_integer(64) ? static_cast<double>(static_cast<uint64_t>(v)) : static_cast<double>(v);
}

double rounded(double v, DType d) {
  if (d == kFloat32) return static_cast<float>(v);
  if (d == kFloat16) return half_to_float(float_to_half(static_cast<float>(v)));
  if (d == kBfloat16) return bfloat_to_float(float_to_bfloat(static_cast<float>(v)));
  return v;
}

struct Fault {
  std::string text;
};

int64_t saturated(double v, DType d) {
  if (std::isnan(v)) return 0;
  auto power = [](int n) { return std::ldexp(1.0, n); };
  if (d.is_unsigned()) {
    if (v <= 0) return 0;
    return v >= power(d.bits) ? wrap(-1, d) : static_cast<int64_t>(static_cast<uint64_t>(v));
  }
  if (v >= power(d.bits - 1)) return static_cast<int64_t>(~uint64_t{0} >> (65 - d.bits));
  return v < -power(d.bits - 1) ? -1 - saturated(power(d.bits - 1), d) : static_cast<int64_t>(v);
}

// Division by zero gives zero; the least integer divided by -1 is itself.
struct Division {
  int64_t quotient = 0, rest = 0;
};
Division truncated(int64_t a, int64_t b) {
  if (b == 0) return {};
  if (b == -1) return {static_cast<int64_t>(0 - static_cast<uint64_t>(a)), 0};
  return {a / b, a % b};
}
Division of_unsigned(uint64_t a, uint64_t b) {
  if (b == 0) return {};
  return {static_cast<int64_t>(a / b), static_cast<int64_t>(a % b)};
}
Division floored(int64_t a, int64_t b) {
  Division d = truncated(a, b);
  return d.rest != 0 && (a < 0) != (b < 0) ? Division{d.quotient - 1, d.rest + b} : d;
}

class Interpreter {
 public:
  Interpreter(const Context& context, const LoweredKernel& kernel, std::span<const Block> blocks)
      : context_(context), prims_(context.prims), kernel_(kernel), blocks_(blocks) {}

  void run() {
    std::visit([&](const auto& body) { execute(body); }, kernel_.body);
  }

 private:
  // ---- memory ----
  std::byte* address(uint32_t buffer, int64_t element) {
    const Block& block = blocks_[buffer];
    int64_t size = kernel_.buffers[buffer].dtype.bytes(), at = block.offset + element * size;
    return at < 0 || at + size > block.bytes ? nullptr : block.data + at;
  }
  Value read(const std::byte* p, DType d) {
    Tensor one{d, {}, std::shared_ptr<std::byte>(const_cast<std::byte*>(p), [](std::byte*) {})};
    Value v;
    if (d.is_any_float()) v.f = element_as_double(one, 0);
    else v.i = element_as_integer(one, 0);
    return v;
  }
  void write(uint32_t buffer, std::span<const int64_t> index, Value v) {
    const Buffer& b = kernel_.buffers[buffer];
    if (!b.is_output) throw Fault{"a store to an input"};
    if (v.poison) throw Fault{"a store of something read out of bounds"};
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      if (index[d] < 0 || index[d] >= b.shape[d]) throw Fault{"a store out of bounds"};
      at += index[d] * b.strides[d];
    }
    std::byte* p = address(buffer, at);
    if (!p) throw Fault{"a store beyond the memory"};
    auto put = [&](auto x) { std::memcpy(p, &x, sizeof x); };
    if (b.dtype == kFloat32) return put(static_cast<float>(v.f));
    if (b.dtype == kFloat64) return put(v.f);
    if (b.dtype == kFloat16) return put(float_to_half(static_cast<float>(v.f)));
    if (b.dtype == kBfloat16) return put(float_to_bfloat(static_cast<float>(v.f)));
    std::memcpy(p, &v.i, static_cast<size_t>(b.dtype.bytes()));  // little endian
  }

  // ---- expressions: a list of nodes, operands first ----
  struct Tape {
    std::vector<Prim> nodes;
    std::vector<std::vector<uint32_t>> operands;
    std::unordered_map<uint32_t, uint32_t> at;
  };
  uint32_t add(Tape& tape, Prim root) {
    std::vector<Prim> stack{root}, operands;
    while (!stack.empty()) {
      Prim e = stack.back();
      if (tape.at.contains(e.index)) {
        stack.pop_back();
        continue;
      }
      operands.clear();
      prims_.operands(e, operands);
      size_t size = stack.size();
      for (Prim o : operands) {
        if (!tape.at.contains(o.index)) stack.push_back(o);
      }
      if (stack.size() > size) continue;
      stack.pop_back();
      std::vector<uint32_t> slots;
      for (Prim o : operands) slots.push_back(tape.at[o.index]);
      tape.at[e.index] = static_cast<uint32_t>(tape.nodes.size());
      tape.nodes.push_back(e);
      tape.operands.push_back(std::move(slots));
    }
    return tape.at[root.index];
  }

  void compute(const Tape& tape) {
    values_.resize(tape.nodes.size());
    for (size_t n = 0; n < tape.nodes.size(); ++n)
      values_[n] = node(prims_[tape.nodes[n]], tape.nodes[n], tape.operands[n]);
  }

  Value node(const PrimNode& n, Prim e, std::span<const uint32_t> in) {
    DType d = n.dtype;
    auto at = [&](size_t i) -> const Value& { return values_[in[i]]; };
    Value v;
    if (n.kind == PrimKind::select) {
      v = at(0).i ? at(1) : at(2);
      v.poison |= at(0).poison;
      return v;
    }
    for (size_t i = 0; i < in.size(); ++i) v.poison |= at(i).poison;
    bool of_floats =
        !in.empty() && prims_[n.kind == PrimKind::call || n.kind == PrimKind::load ? prims_.call_args(e)[0] : n.lhs()]
                           .dtype.is_any_float();
    using enum PrimKind;
    switch (n.kind) {
      case int_imm: v.i = n.value; return v;
      case float_imm: v.f = rounded(n.real, d); return v;
      case var: {
        auto it = vars_.find(e.index);
        if (it == vars_.end()) throw Fault{"a variable without a value"};
        return it->second;
      }
      case load: return load_element(n, in, v.poison);
      case cast:
        if (d.is_any_float()) v.f = rounded(of_floats ? at(0).f : as_real(at(0).i, prims_[n.lhs()].dtype), d);
        else if (d.is_boolean()) v.i = of_floats ? at(0).f != 0 : at(0).i != 0;
        else v.i = of_floats ? saturated(at(0).f, d) : wrap(at(0).i, d);
        return v;
      case call:
        if (d.is_boolean()) {
          v.i = context_.text(n.name()) == "isnan"   ? std::isnan(at(0).f)
                : context_.text(n.name()) == "isinf" ? std::isinf(at(0).f)
                                                     : std::isfinite(at(0).f);
          return v;
        }
        if (context_.text(n.name()) == "reinterpret") {
          Tensor one{d, {}, std::shared_ptr<std::byte>(reinterpret_cast<std::byte*>(&values_[in[0]].i), [](auto*) {})};
          v.f = element_as_double(one, 0);
          return v;
        }
        if (d.is_any_float())
          v.f = rounded(intrinsic(context_.text(n.name()), at(0).f, in.size() > 1 ? at(1).f : 0), d);
        else v.i = wrap(bits(context_.text(n.name()), d, at(0).i, in.size() > 1 ? at(1).i : 0), d);
        return v;
      default: break;
    }
    double x = at(0).f, y = in.size() > 1 ? at(1).f : 0;
    int64_t i = at(0).i, j = in.size() > 1 ? at(1).i : 0;
    auto test = [&](bool floats, bool ints) { v.i = of_floats ? floats : ints; };
    auto divided = [&](bool floors) {
      if (d.is_unsigned()) return of_unsigned(static_cast<uint64_t>(i), static_cast<uint64_t>(j));
      return floors ? floored(i, j) : truncated(i, j);
    };
    auto is_less = [&](int64_t a, int64_t b) { return is_below(a, b, prims_[n.lhs()].dtype); };
    switch (n.kind) {
      case add:
        v.f = x + y;
        v.i = static_cast<int64_t>(static_cast<uint64_t>(i) + static_cast<uint64_t>(j));
        break;
      case sub:
        v.f = x - y;
        v.i = static_cast<int64_t>(static_cast<uint64_t>(i) - static_cast<uint64_t>(j));
        break;
      case mul:
        v.f = x * y;
        v.i = static_cast<int64_t>(static_cast<uint64_t>(i) * static_cast<uint64_t>(j));
        break;
      case div:
        v.f = x / y;
        v.i = divided(false).quotient;
        break;
      case mod: v.i = divided(false).rest; break;
      case floordiv: v.i = divided(true).quotient; break;
      case floormod: v.i = divided(true).rest; break;
      case min:
        v.f = x < y || std::isnan(x) ? x : y;
        v.i = is_less(i, j) ? i : j;
        break;
      case max:
        v.f = x > y || std::isnan(x) ? x : y;
        v.i = is_less(i, j) ? j : i;
        break;
      case eq: test(x == y, i == j); break;
      case ne: test(x != y, i != j); break;
      case lt: test(x < y, is_less(i, j)); break;
      case le: test(x <= y, !is_less(j, i)); break;
      case gt: test(x > y, is_less(j, i)); break;
      case ge: test(x >= y, !is_less(i, j)); break;
      case logical_and: v.i = i && j; break;
      case logical_or: v.i = i || j; break;
      case logical_not: v.i = !i; break;
      default: throw Fault{"an expression that the interpreter does not know"};
    }
    if (d.is_any_float()) v.f = rounded(v.f, d);
    else v.i = wrap(v.i, d);
    return v;
  }

  Value load_element(const PrimNode& n, std::span<const uint32_t> in, bool poison) {
    const Buffer& b = kernel_.buffers[n.c];
    if (b.dtype != n.dtype) throw Fault{"a load of another dtype"};
    if (in.size() != b.shape.size()) throw Fault{"a load of another rank"};
    int64_t at = 0;
    Value v;
    v.poison = poison;
    for (size_t d = 0; d < in.size(); ++d) {
      int64_t index = values_[in[d]].i;
      if (index < 0 || index >= b.shape[d]) v.poison = true;
      at += index * b.strides[d];
    }
    const std::byte* p = v.poison ? nullptr : address(n.c, at);
    if (!p) v.poison = true;
    return v.poison ? v : read(p, b.dtype);
  }

  static double intrinsic(std::string_view name, double x, double y) {
#define CALL_none(function)
#define CALL_special(function)
#define CALL_unary(function) \
  if (name == #function) return std::function(x);
#define CALL_binary(function) \
  if (name == #function) return std::function(x, y);
#define INTRINSIC(name, operands, result, form, effect, execution, scalar, c) CALL_##c(name)
#include "hammock/prim/intrinsics.def"
    if (name == "sigmoid") return 1 / (1 + std::exp(-x));
    if (name == "rsqrt") return 1 / std::sqrt(x);
    if (name == "copysign") return std::isnan(y) ? std::fabs(x) : std::copysign(x, y);
    throw Fault{"an unknown intrinsic " + std::string(name)};
  }

  static bool is_below(int64_t a, int64_t b, DType d) {
    return d.is_unsigned() ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
  }

  // Shifts by the width or more leave nothing, but the sign.
  static int64_t bits(std::string_view name, DType d, int64_t x, int64_t y) {
    if (name == "bitwise_and") return x & y;
    if (name == "bitwise_or") return x | y;
    if (name == "bitwise_xor") return x ^ y;
    if (name == "bitwise_not") return ~x;
    const bool is_beyond = y < 0 || y >= d.bits;
    if (name == "shift_left") return is_beyond ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) << y);
    if (name != "shift_right") throw Fault{"an unknown intrinsic " + std::string(name)};
    if (is_beyond) return d.is_integer() && x < 0 ? -1 : 0;
    return d.is_integer() ? x >> y : static_cast<int64_t>(static_cast<uint64_t>(x) >> y);
  }

  // ---- kernels ----
  template <class F>
  void for_each(std::span<const Axis> axes, F&& f) {
    if (axes.empty()) return f();
    for (int64_t i = 0; i < axes[0].extent; ++i) {
      vars_[axes[0].var.index].i = i;
      for_each(axes.subspan(1), f);
    }
  }

  struct Stored {
    Tape tape;
    uint32_t value;
    std::vector<uint32_t> index;
  };
  Stored stored(Prim value, std::span<const Prim> index) {
    Stored s;
    s.value = add(s.tape, value);
    for (Prim e : index) s.index.push_back(add(s.tape, e));
    return s;
  }
  void store(const Stored& s, uint32_t out) {
    compute(s.tape);
    std::vector<int64_t> index;
    for (uint32_t slot : s.index) {
      if (values_[slot].poison) throw Fault{"a store at an index read out of bounds"};
      index.push_back(values_[slot].i);
    }
    write(out, index, values_[s.value]);
  }

  static bool replaces(const Stage& s, double next, double result) {
    const bool is_max = s.combine == Combine::max;
    if (s.nan == OfNan::skip) return is_max ? next > result : next < result;
    const bool stays = is_max ? result > next : result < next;
    return !stays && !(s.nan == OfNan::keep && std::isnan(result));
  }

  void execute(const Nest& nest) {
    std::vector<Stored> bodies;
    for (const Stage& s : nest.stages) bodies.push_back(stored(s.body, s.index));
    for_each(nest.outer, [&] {
      for (size_t k = 0; k < nest.stages.size(); ++k) {
        const Stage& s = nest.stages[k];
        if (s.combine == Combine::none) {
          for_each(s.axes, [&] { store(bodies[k], s.out); });
          continue;
        }
        Stored init = stored(s.init, {});
        compute(init.tape);
        Value total = values_[init.value];
        DType d = prims_[s.result].dtype;
        for_each(s.axes, [&] {
          compute(bodies[k].tape);
          const Value& v = values_[bodies[k].value];
          if (v.poison) throw Fault{"a reduction of something read out of bounds"};
          bool is_float = d.is_any_float();
          if (s.combine == Combine::sum) {
            total.f += v.f;  // in double: the more exact side
            if (d == kFloat16) total.f = rounded(total.f, d);
            total.i = wrap(static_cast<int64_t>(static_cast<uint64_t>(total.i) + static_cast<uint64_t>(v.i)), d);
          } else if (s.combine == Combine::product) {
            total.f *= v.f;
            if (d == kFloat16) total.f = rounded(total.f, d);
            total.i = wrap(static_cast<int64_t>(static_cast<uint64_t>(total.i) * static_cast<uint64_t>(v.i)), d);
          } else if (is_float ? replaces(s, v.f, total.f)
                              : (s.combine == Combine::max ? is_below(total.i, v.i, d) : is_below(v.i, total.i, d))) {
            total = v;
          }
        });
        total.f = rounded(total.f, d);
        vars_[s.result.index] = total;
      }
    });
  }

  void execute(const Contraction& c) {
    Stored epilogue = stored(c.epilogue, c.index);
    std::vector<Axis> axes = c.batch;
    axes.push_back(c.m);
    axes.push_back(c.n);
    const Window& w = c.window;
    bool is_float = c.acc_dtype.is_any_float();
    auto element = [&](const Factor& f, int64_t offset) {
      const std::byte* p = address(f.buffer, offset);
      if (!p) throw Fault{"a factor beyond its memory"};
      return read(p, kernel_.buffers[f.buffer].dtype);
    };
    auto number = [&](const Value& v, DType d) { return d.is_any_float() ? v.f : static_cast<double>(v.i); };
    auto whole = [&](const Value& v, DType d) { return d.is_any_float() ? saturated(v.f, c.acc_dtype) : v.i; };
    DType ld = kernel_.buffers[c.lhs.buffer].dtype, rd = kernel_.buffers[c.rhs.buffer].dtype;
    for_each(axes, [&] {
      int64_t lhs = 0, rhs = 0;
      for (size_t b = 0; b < c.batch.size(); ++b) {
        lhs += vars_[c.batch[b].var.index].i * c.lhs.batch_strides[b];
        rhs += vars_[c.batch[b].var.index].i * c.rhs.batch_strides[b];
      }
      int64_t m = vars_[c.m.var.index].i, n = vars_[c.n.var.index].i;
      Value total;
      for (int64_t k = 0; k < c.k; ++k) {
        int64_t at = rhs + k * c.rhs.row_stride + n * c.rhs.col_stride;
        if (!w.is_plain) {
          int64_t y = n / w.out_w * w.stride_h + k / w.kernel_w % w.kernel_h * w.dilation_h - w.pad_top;
          int64_t x = n % w.out_w * w.stride_w + k % w.kernel_w * w.dilation_w - w.pad_left;
          if (y < 0 || y >= w.height || x < 0 || x >= w.width) continue;
          at = rhs + k / (w.kernel_h * w.kernel_w) * w.channel_stride + y * w.row_stride + x * w.col_stride;
        }
        const int64_t along_k =
            w.is_plain ? k * c.lhs.col_stride : k / w.taps() * c.lhs.channel_stride + k % w.taps() * c.lhs.col_stride;
        Value a = element(c.lhs, lhs + m * c.lhs.row_stride + along_k), b = element(c.rhs, at);
        if (is_float) total.f += number(a, ld) * number(b, rd);
        else total.i = wrap(total.i + whole(a, ld) * whole(b, rd), c.acc_dtype);
      }
      total.f = rounded(total.f, c.acc_dtype);
      vars_[c.acc.index] = total;
      store(epilogue, c.out);
    });
  }

  void execute(const Code&) {}  // statements are run by the executor of kernels
  void execute(const Unwritten&) {
    const Block& block = blocks_[0];
    std::memset(block.data, unwritten(kernel_.buffers[0].dtype), static_cast<size_t>(block.bytes));
  }
  void execute(const Attention& a) {
    const std::vector<Buffer>& buffers = kernel_.buffers;
    auto element = [&](uint32_t buffer, int64_t i, int64_t j, int64_t k, int64_t l) {
      const Dims4 s{buffers[buffer].strides};
      const std::byte* p = address(buffer, i * s.v[0] + j * s.v[1] + k * s.v[2] + l * s.v[3]);
      if (!p) throw Fault{"an operand of attention beyond its memory"};
      return read(p, buffers[buffer].dtype).f;
    };
    std::vector<double> p(static_cast<size_t>(a.kv_len));
    for (int64_t b = 0; b < a.batch; ++b) {
      for (int64_t h = 0; h < a.heads; ++h) {
        int64_t kh = h / (a.heads / a.kv_heads);
        for (int64_t q = 0; q < a.q_len; ++q) {
          double largest = -INFINITY, sum = 0;
          const Rows own = rows_of_sequence(a, q);
          const int64_t position = own.kv + q - own.q;
          const int64_t last = a.mask == Attention::Mask::none ? own.kv_end - 1
                               : a.mask == Attention::Mask::top_left
                                   ? position
                                   : position + own.kv_end - own.kv - own.q_end + own.q;
          for (int64_t k = 0; k < a.kv_len; ++k) {
            double s = 0;
            for (int64_t d = 0; d < a.head_size; ++d) s += element(a.query, b, q, h, d) * element(a.key, b, k, kh, d);
            s *= a.scale;
            if (a.cap != 0) s = a.cap * std::tanh(s);
            if (a.bias >= 0) {
              const double bias = element(static_cast<uint32_t>(a.bias), b, h, q, k);
              s = !a.bias_replaces ? s + bias : bias != 0 ? bias : s;
            }
            if (k > last || k <= last - a.window || k < own.kv || k >= own.kv_end) s = -INFINITY;
            p[static_cast<size_t>(k)] = s;
            largest = std::max(largest, s);
          }
          for (double& s : p) sum += s = std::exp(s - largest);
          for (int64_t v = 0; v < a.value_size; ++v) {
            double o = 0;
            for (int64_t k = 0; k < a.kv_len; ++k) o += p[static_cast<size_t>(k)] * element(a.value, b, k, kh, v);
            Value out;
            const bool is_blind = std::min(last + 1, own.kv_end) <= std::max<int64_t>(own.kv, last + 1 - a.window);
            out.f = is_blind || (a.guards && !(sum > 0)) ? 0 : o / sum;
            write(a.out, std::array{b, q, h, v}, out);
          }
        }
      }
    }
  }
  struct Rows {
    int64_t q, q_end, kv, kv_end;
  };
  Rows rows_of_sequence(const Attention& a, int64_t query) {
    if (!a.has_sequences()) return {0, a.q_len, 0, a.kv_len};
    auto start = [&](int32_t buffer, int64_t i) {
      const Buffer& b = kernel_.buffers[static_cast<size_t>(buffer)];
      const std::byte* p = address(static_cast<uint32_t>(buffer), i * b.strides[0]);
      if (!p) throw Fault{"a start beyond its memory"};
      return read(p, b.dtype).i;
    };
    for (int64_t s = 0; s + 1 < kernel_.buffers[static_cast<size_t>(a.starts_q)].shape[0]; ++s)
      if (start(a.starts_q, s) <= query && query < start(a.starts_q, s + 1))
        return {start(a.starts_q, s), start(a.starts_q, s + 1), start(a.starts_kv, s), start(a.starts_kv, s + 1)};
    return {query, query, 0, 0};
  }
  struct Dims4 {
    const std::vector<int64_t>& v;
  };

  const Context& context_;
  const PrimStore& prims_;
  const LoweredKernel& kernel_;
  std::span<const Block> blocks_;
  std::vector<Value> values_;
  std::unordered_map<uint32_t, Value> vars_;
};

}  // namespace

std::optional<Error> interpret(const Context& context, const LoweredKernel& kernel, std::span<const Block> blocks) {
  try {
    Interpreter(context, kernel, blocks).run();
    return std::nullopt;
  } catch (const Fault& fault) {
    return Error{Error::Kind::run, fault.text, {}};
  }
}

Result<std::vector<Tensor>> interpret(const Context& context, const Program& program,
                                      std::span<const RuntimeValue> args) {
  std::vector<std::byte> arena(static_cast<size_t>(program.arena_bytes), std::byte{0xff});
  std::vector<Tensor> own(program.memories.size());
  std::vector<Block> memories;
  for (size_t m = 0; m < own.size(); ++m) {
    const Memory& memory = program.memories[m];
    std::byte* data = nullptr;
    switch (memory.storage) {
      case Storage::param:
      case Storage::weight: {
        const RuntimeValue* value = &args[memory.index];
        for (uint32_t field : memory.path) value = &(*value->tuple())[field];
        data = value->tensor()->data.get();
        break;
      }
      case Storage::constant: data = const_cast<std::byte*>(context[ConstantId(memory.index)].data.data()); break;
      case Storage::arena:
        if (memory.arena_offset + memory.bytes > program.arena_bytes)
          return Error{Error::Kind::run, "a memory beyond the arena", {}};
        data = arena.data() + memory.arena_offset;
        break;
      case Storage::folded:
      case Storage::result:
        own[m] = *Tensor::make(memory.dtype, memory.shape);
        data = own[m].data.get();
        break;
    }
    memories.push_back({data, memory.bytes});
  }
  for (const Step& step : program.steps) {
    if (step.check) continue;  // a load outside is found where it happens
    std::vector<Block> blocks;
    for (const Argument& a : step.args) blocks.push_back({memories[a.memory].data, memories[a.memory].bytes, a.offset});
    if (std::optional<Error> error = interpret(context, step.kernel, blocks)) return *error;
  }
  std::vector<Tensor> out;
  for (const ResultLeaf& leaf : program.results) {
    const Memory& memory = program.memories[leaf.memory];
    out.push_back(*Tensor::make(memory.dtype, memory.shape));
    std::memcpy(out.back().data.get(), memories[leaf.memory].data, static_cast<size_t>(memory.bytes));
  }
  return out;
}

}  // namespace hammock::loop
