// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/sample.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <unordered_map>

#include "hammock/base/element.h"
#include "hammock/base/hash.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/interval.h"
#include "match.h"
#include "work.h"

namespace hammock {
namespace reference {
namespace {

constexpr int kMaxCallDepth = 8;  // that uses of parameters are followed into
constexpr size_t kMostNumbers = 64;
constexpr size_t kMostElements = 16;      // of a constant that is more than data
constexpr double kLargestWhole = 0x1p61;  // twice as much is an int64
constexpr uint64_t kFewNumbers = 3;

// What is asked of the elements of a tensor.
struct Want {
  Domain domain = Domain::any;
  int64_t below = 0;  // index

  void merge(Want other) {
    if (domain == Domain::index && other.domain == Domain::index) {
      below = std::min(below, other.below);
    } else if (other.domain > domain) {
      *this = other;
    }
  }
};

// The tensors and numbers in a parameter, tuples flattened.
void leaves_of(const Context& context, StructInfo info, std::vector<StructInfo>& out) {
  const InfoNode& node = context.infos[info];
  if (node.kind != InfoKind::tuple) return out.push_back(info);
  for (uint32_t i = 0; i < node.list_size; ++i)
    leaves_of(context, context.infos.fields(info)[i], out);  // nested at most kMaxDepth deep
}

// Follows the leaves of the parameters through a function, and collects what its operators want of them.
class Wants {
 public:
  Wants(const Module& module, const Symbols& symbols, Elements elements)
      : module_(module), context_(module.context()), symbols_(symbols), elements_(elements) {}

  std::vector<Want> of(const Function& fn, int depth = 0) {
    std::vector<Want> wants;
    std::vector<Leaves> ranges(fn.size());
    for (Value p : fn.self().params) {
      auto begin = static_cast<uint32_t>(wants.size());
      std::vector<StructInfo> leaves;
      leaves_of(context_, fn.info(p), leaves);
      wants.resize(wants.size() + leaves.size());
      ranges[p.index] = {begin, static_cast<uint32_t>(leaves.size())};
    }
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { binding(fn, v, ranges, wants, depth); });
    return wants;
  }

 private:
  struct Leaves {
    uint32_t begin = 0, size = 0;  // size 0: no leaf of a parameter
  };

  void binding(const Function& fn, Value v, std::vector<Leaves>& ranges, std::vector<Want>& wants, int depth) {
    const Node& node = fn[v];
    std::span<const Value> args = fn.args(v);
    switch (node.kind) {
      case NodeKind::alias:
      case NodeKind::match_cast: ranges[v.index] = ranges[args[0].index]; return;
      case NodeKind::get_item: ranges[v.index] = field(fn, args[0], node.index(), ranges[args[0].index]); return;
      case NodeKind::call: return call(fn, args, ranges, wants, depth);
      case NodeKind::call_op: break;
      default: return;
    }
    bool keeps_values = has_trait(node.op, View) || has_trait(node.op, KeepsValues);
    if (keeps_values && !args.empty()) ranges[v.index] = ranges[args[0].index];
    for (size_t k = 0; k < args.size(); ++k) {
      Domain domain = domain_of(node.op, k);
      bool is_arithmetic = has_trait(node.op, Pointwise) && domain != Domain::shift;
      if (domain == Domain::any || (elements_ == Elements::finite && is_arithmetic)) continue;
      if (elements_ == Elements::special && domain != Domain::index) continue;
      Leaves range = ranges[args[k].index];
      Want want{domain, domain == Domain::index ? index_bound(fn, v, k) : 0};
      for (uint32_t i = 0; i < range.size; ++i) wants[range.begin + i].merge(want);
    }
  }

  Leaves field(const Function& fn, Value tuple, uint32_t index, Leaves of) {
    StructInfo info = fn.info(tuple);
    if (of.size == 0 || !info || context_.infos[info].kind != InfoKind::tuple) return {};
    std::vector<StructInfo> leaves;
    Leaves out;
    for (uint32_t i = 0; i <= index && i < context_.infos.fields(info).size(); ++i) {
      out.begin = of.begin + static_cast<uint32_t>(leaves.size());
      leaves_of(context_, context_.infos.fields(info)[i], leaves);
    }
    out.size = of.begin + static_cast<uint32_t>(leaves.size()) - out.begin;
    return out.begin + out.size <= of.begin + of.size ? out : Leaves{};
  }

  void call(const Function& fn, std::span<const Value> args, std::vector<Leaves>& ranges, std::vector<Want>& wants,
            int depth) {
    const Node& callee = fn[args[0]];
    if (callee.kind != NodeKind::global || depth >= kMaxCallDepth) return;
    const Function* called = module_[callee.global()].relax();
    bool passes_parameter = std::any_of(args.begin(), args.end(), [&](Value a) { return ranges[a.index].size > 0; });
    if (!called || !passes_parameter || called->self().params.size() + 1 != args.size()) return;
    auto [known, is_new] = known_.try_emplace(callee.global().index);
    if (is_new) {
      std::vector<Want> made = of(*called, depth + 1);  // a recursive call finds nothing known
      known_[callee.global().index] = std::move(made);
    }
    const std::vector<Want>& inner = known_[callee.global().index];
    if (inner.empty()) return;
    size_t at = 0;
    for (size_t i = 1; i < args.size(); ++i) {
      std::vector<StructInfo> leaves;
      leaves_of(context_, called->info(called->self().params[i - 1]), leaves);
      Leaves range = ranges[args[i].index];
      for (size_t k = 0; k < leaves.size() && range.size == leaves.size(); ++k)
        wants[range.begin + k].merge(inner[at + k]);
      at += leaves.size();
    }
  }

  // Indices of this call are below it; 1 if that is not known.
  int64_t index_bound(const Function& fn, Value call, size_t operand) {
    const OpInfo& row = info(fn[call].op);
    const Param& param = row.params[row.operands[std::min(operand, row.operands.size() - 1)]];
    std::span<const Value> args = fn.args(call);
    CallAttrs attrs(fn, call);
    if (param.index_bound.empty()) return smallest(fn, args[0]);
    if (param.indexed < 0) return std::max<int64_t>(1, attrs.integer(param.index_bound));
    const std::vector<int64_t> d = dims(fn, args[static_cast<size_t>(param.indexed)]);
    const auto rank = static_cast<int64_t>(d.size());
    int64_t axis;
    if (row.attr_index(param.index_bound) >= 0) axis = attrs.maybe_integer(param.index_bound).value_or(0);
    else axis = std::min<int64_t>(param.index_bound[0] - '0', rank - 1);
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank ? d[static_cast<size_t>(axis)] : 1;
  }

  std::vector<int64_t> dims(const Function& fn, Value v) {
    std::vector<int64_t> out;
    StructInfo info = fn.info(v);
    if (!context_.infos.has_shape(info)) return out;
    for (Prim dim : context_.infos.dims(info)) {
      Result<int64_t> value = evaluate_integer(context_, dim, symbols_);
      out.push_back(value ? std::max<int64_t>(1, *value) : 1);
    }
    return out;
  }
  int64_t smallest(const Function& fn, Value v) {
    std::vector<int64_t> d = dims(fn, v);
    return d.empty() ? 1 : *std::min_element(d.begin(), d.end());
  }

  const Module& module_;
  const Context& context_;
  const Symbols& symbols_;
  Elements elements_;
  std::unordered_map<uint32_t, std::vector<Want>> known_;  // by function of the module
};

class Sampler {
 public:
  Sampler(const Module& module, const Function& fn, uint64_t seed, double max_work, const SampleStyle& style)
      : module_(module),
        fn_(fn),
        context_(module.context()),
        key_(hash_mix(0x68616d6d6f636bull, seed)),
        max_work_(max_work),
        style_(style) {}

  Result<Sample> run() {
    std::vector<Prim> symbols;
    for (Value p : fn_.self().params) collect(fn_.info(p), symbols);
    for (Prim s : symbols) {
      uint64_t which = style_.has_equal_dims ? 0 : symbols_.size();
      const auto count = static_cast<uint64_t>(style_.max_dim - style_.min_dim + 1);
      symbols_[s] = style_.min_dim + static_cast<int64_t>(draw(1, which) % count);
      sample_.symbols.emplace_back(s, symbols_[s]);
    }
    sample_.work = work_of(module_, fn_, symbols_);
    if (sample_.work > max_work_) {
      char text[120];
      std::snprintf(text, sizeof text, "a run takes about %.2g operations, and the bound is %.2g", sample_.work,
                    max_work_);
      return unsupported(text);
    }
    wants_ = Wants(module_, symbols_, style_.elements).of(fn_);
    for (Value p : fn_.self().params) {
      const Node& param = fn_[p];
      Result<RuntimeValue> value = make(param.info);
      if (!value)
        return Error{value.error().kind,
                     "parameter '" + std::string(context_.text(param.name)) + "' " + value.error().text, param.span};
      describe(context_.text(param.name), *value);
      sample_.args.push_back(std::move(*value));
    }
    for (const auto& [symbol, value] : sample_.symbols) {
      sample_.text += (&symbol == &sample_.symbols[0].first ? "; " : ", ") +
                      std::string(context_.text(context_.prims[symbol].name())) + " = " + std::to_string(value);
    }
    return std::move(sample_);
  }

 private:
  uint64_t draw(uint64_t stream, uint64_t i) const { return hash_mix(hash_mix(key_, stream), i) >> 16; }

  void collect(Prim expr, std::vector<Prim>& out) {
    std::vector<Prim> stack{expr};
    while (!stack.empty()) {
      Prim e = stack.back();
      stack.pop_back();
      if (!e) continue;
      if (context_.prims[e].kind == PrimKind::var && std::find(out.begin(), out.end(), e) == out.end())
        out.push_back(e);
      context_.prims.operands(e, stack);
    }
  }
  void collect(StructInfo info, std::vector<Prim>& out) {
    const InfoNode& node = context_.infos[info];
    if (node.kind == InfoKind::prim && node.value() && context_.prims[node.value()].dtype.is_integral())
      collect(node.value(), out);
    if ((node.kind == InfoKind::tensor || node.kind == InfoKind::shape) && node.has_dims) {
      for (Prim dim : context_.infos.dims(info)) collect(dim, out);
    }
    if (node.kind == InfoKind::tuple) {
      for (StructInfo field : context_.infos.fields(info)) collect(field, out);
    }
  }

  static Error unsupported(std::string text) { return {Error::Kind::unsupported, std::move(text), {}}; }

  Result<std::vector<int64_t>> dims_of(StructInfo info, uint64_t stream) {
    const InfoNode& node = context_.infos[info];
    std::vector<int64_t> out;
    if (!node.has_dims) {
      int64_t rank = node.ndim >= 0 ? node.ndim : static_cast<int64_t>(draw(stream, 0) % 4);
      for (int64_t d = 0; d < rank; ++d)
        out.push_back(static_cast<int64_t>(1 + draw(stream, static_cast<uint64_t>(d) + 1) % 4));
      return out;
    }
    for (Prim dim : context_.infos.dims(info)) {
      Result<int64_t> value = evaluate_integer(context_, dim, symbols_);
      if (!value) return value.error();
      if (*value < 0) return Error{Error::Kind::run, "has a dim of " + std::to_string(*value), {}};
      out.push_back(*value);
    }
    return out;
  }

  Result<RuntimeValue> make(StructInfo info) {
    const InfoNode& node = context_.infos[info];
    if (node.kind == InfoKind::tuple) {
      RuntimeTuple fields;
      std::vector<StructInfo> infos(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
      for (StructInfo field : infos) {
        Result<RuntimeValue> value = make(field);
        if (!value) return value;
        fields.push_back(std::move(*value));
      }
      return RuntimeValue{std::move(fields)};
    }
    uint64_t leaf = leaf_++, stream = 16 + 2 * leaf;
    switch (node.kind) {
      case InfoKind::prim: return number(node, stream);
      case InfoKind::shape: {
        Result<std::vector<int64_t>> dims = dims_of(info, stream);
        if (!dims) return dims.error();
        return RuntimeValue{std::move(*dims)};
      }
      case InfoKind::tensor: {
        Result<std::vector<int64_t>> dims = dims_of(info, stream);
        if (!dims) return dims.error();
        Result<Tensor> tensor = Tensor::make(node.dtype.is_unknown() ? kFloat32 : node.dtype, std::move(*dims));
        if (!tensor) return tensor.error();
        if (!fill(*tensor, wants_[leaf], stream + 1))
          return unsupported("is a tensor of " + to_string(node.dtype) + ", which is not sampled");
        return RuntimeValue{std::move(*tensor)};
      }
      default: return unsupported("is no tensor, number, shape or tuple of them");
    }
  }

  Result<RuntimeValue> number(const InfoNode& node, uint64_t stream) {
    if (node.value()) return evaluate_prim(context_, node.value(), symbols_);
    if (node.dtype.is_any_float()) return RuntimeValue{0.25 * static_cast<double>(1 + draw(stream, 0) % 8)};
    return RuntimeValue{static_cast<int64_t>(node.dtype.is_boolean() ? draw(stream, 0) % 2 : 1 + draw(stream, 0) % 4)};
  }

  // One element in 16 is exactly 0, unless that does not suit; the others are spread over a range around it.
  double real(Domain domain, uint64_t bits) {
    double unit = static_cast<double>(bits >> 8 & 0xffffffff) * 0x1p-32;
    if (domain == Domain::positive) return 0.25 + 2 * unit;
    if (domain == Domain::unit) return 0.9 * unit;
    return bits % 16 == 0 ? 0.0 : 4 * unit - 2;
  }
  int64_t integer(const Want& want, DType dtype, bool is_wide, uint64_t bits) {
    auto below = [&](int64_t n) { return static_cast<int64_t>(bits % static_cast<uint64_t>(n)); };
    if (dtype.is_boolean()) return below(2);
    if (want.domain == Domain::index) {
      int64_t most = dtype.bits >= 32
                         ? want.below
                         : std::min<int64_t>(want.below, int64_t{1} << (dtype.bits - (dtype.is_integer() ? 1 : 0)));
      return below(most);
    }
    if (want.domain == Domain::positive) return 1 + below(6);
    if (want.domain == Domain::shift) return below(style_.elements == Elements::suited ? 4 : dtype.bits);
    int64_t most = is_wide ? 100 : 6;
    return dtype.is_unsigned() ? below(most) : below(2 * most + 1) - most;
  }

  // Seven elements in eight: a number itself, what is beside and beyond it, its opposite.
  template <class T>
  static std::optional<T> near(T number, uint64_t bits) {
    const T around[] = {number, number, number, number - 1, number + 1, number + number / 8, number * 2, -number};
    if (bits % 8 == 0) return std::nullopt;
    return around[bits >> 3 & 7];
  }
  // The larger one of two: small ones are drawn in any case.
  const Number& constant(uint64_t bits) const {
    const Number &a = style_.constants[(bits >> 6) % style_.constants.size()],
                 &b = style_.constants[(bits >> 20) % style_.constants.size()];
    auto magnitude = [](const Number& number) {
      return std::fabs(std::visit([](auto n) { return static_cast<double>(n); }, number));
    };
    return magnitude(a) < magnitude(b) ? b : a;
  }

  std::optional<double> near_real(Domain domain, DType dtype, uint64_t bits) const {
    std::optional<double> x =
        near(std::visit([](auto number) { return static_cast<double>(number); }, constant(bits)), bits);
    double largest = dtype.bits <= 8    ? 16
                     : dtype.bits == 16 ? 4096
                                        : style_.largest;  // squares of it, and sums of them, are numbers
    if (!x || domain == Domain::unit || !(std::fabs(*x) <= std::min(largest, style_.largest))) return std::nullopt;
    if (domain == Domain::positive) return *x == 0 ? std::nullopt : std::optional(std::fabs(*x));
    return x;
  }
  std::optional<int64_t> near_integer(Domain domain, DType dtype, uint64_t bits) const {
    int64_t number = std::visit(
        [](auto any) { return std::fabs(static_cast<double>(any)) <= kLargestWhole ? static_cast<int64_t>(any) : 0; },
        constant(bits));
    std::optional<int64_t> x = near(number, bits);
    bool is_suited = domain == Domain::any || (domain == Domain::positive && x > 0);
    return x && is_suited && Interval{*x, *x}.within(values_of(dtype)) ? x : std::nullopt;
  }

  static double magnitude(DType dtype, uint64_t bits) {
    int most = dtype.bits <= 8 ? 2 : dtype.bits == 16 ? 5 : 20;
    return std::ldexp(1.0, static_cast<int>(bits % static_cast<uint64_t>(2 * most + 1)) - most);
  }
  // Two elements in four have all bits, one has fewer.
  static std::optional<int64_t> wide_integer(DType dtype, uint64_t bits) {
    if (bits % 4 == 0) return std::nullopt;
    uint64_t all = hash_mix(bits, dtype.bits);
    auto dropped = static_cast<int>(64 - dtype.bits + (bits % 4 == 1 ? (bits >> 2) % dtype.bits : 0));
    return dtype.is_unsigned() ? static_cast<int64_t>(all >> dropped) : static_cast<int64_t>(all) >> dropped;
  }

  // One element in 8.
  static std::optional<double> special_real(uint64_t bits) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr double kSpecial[] = {
        std::numeric_limits<double>::quiet_NaN(), kInf, -kInf, -0.0, 0x1p-149, -0x1p-126, 1, -1};
    if (bits % 8 != 0) return std::nullopt;
    return kSpecial[bits >> 3 & 7];
  }
  static std::optional<double> notable_real(uint64_t bits) {
    constexpr double kNotable[] = {0, 0.5, -0.5, 1.5, -1.5, 1, -1, 2};
    if (bits % 8 != 0) return std::nullopt;
    return kNotable[bits >> 3 & 7];
  }
  static std::optional<int64_t> special_integer(DType dtype, uint64_t bits) {
    if (bits % 8 != 0) return std::nullopt;
    const auto lowest = static_cast<int64_t>(values_of(dtype).low);
    const int64_t special[] = {lowest, ~lowest, 0, -1, 1, lowest + 1, dtype.bits, 2};
    return special[bits >> 3 & 7];
  }

  template <class T, class F>
  static void store(const Tensor& t, F&& element) {
    int64_t n = t.elements();
    for (int64_t i = 0; i < n; ++i) t.as<T>()[i] = static_cast<T>(element(static_cast<uint64_t>(i)));
  }

  bool fill(const Tensor& t, const Want& want, uint64_t stream) {
    uint64_t key = hash_mix(key_, stream);
    auto bits = [&](uint64_t i) { return hash_mix(hash_mix(key, i), stream) >> 8; };
    auto ordinary_bits = [&](uint64_t i) {
      return style_.numbers == Numbers::few ? draw(2, bits(i) % kFewNumbers) : bits(i);
    };
    // A tensor in two: where NaN is everywhere soon, nothing else shows.
    bool is_free = want.domain == Domain::any;
    bool has_special = is_free && style_.elements == Elements::special && draw(stream, 1) % 2 == 0;
    bool has_notable = is_free && style_.elements == Elements::finite;
    bool is_near = style_.numbers == Numbers::near && !style_.constants.empty(),
         is_wide = style_.numbers == Numbers::wide;
    const double scale = style_.is_scaled && is_free ? he_deviation(t.shape) : 1;
    auto a_real = [&](uint64_t i) {
      uint64_t which = bits(i) >> 20;
      if (std::optional<double> odd = has_special   ? special_real(which)
                                      : has_notable ? notable_real(which)
                                                    : std::nullopt)
        return *odd;
      std::optional<double> x = is_near ? near_real(want.domain, t.dtype, hash_mix(which, stream)) : std::nullopt;
      if (!x) x = real(want.domain, ordinary_bits(i));
      if (double wide = *x * magnitude(t.dtype, which >> 6);
          is_wide && want.domain != Domain::unit && std::fabs(wide) <= style_.largest)
        x = wide;
      *x *= scale;
      sample_.has_large |= (is_near || is_wide) && std::fabs(*x) > (t.dtype.bits <= 16 ? 4 : 16);
      return *x;
    };
    bool is_byte = t.dtype.bits == 8 && draw(stream, 0) % 2 == 0;
    auto an_integer = [&](uint64_t i) {
      if (t.dtype.is_boolean()) return integer(want, t.dtype, is_byte, ordinary_bits(i));
      std::optional<int64_t> x = has_special || has_notable ? special_integer(t.dtype, bits(i) >> 20) : std::nullopt;
      if (!x && is_near) x = near_integer(want.domain, t.dtype, hash_mix(bits(i), stream));
      if (!x && is_wide && is_free) x = wide_integer(t.dtype, hash_mix(bits(i), stream));
      if (!x) x = integer(want, t.dtype, is_byte, ordinary_bits(i));
      sample_.has_large |= *x > 100 || *x < -100;
      return *x;
    };
    if (!t.dtype.is_scalar()) return false;
    if (!store_all(t, a_real, an_integer)) return false;
    bool is_wrong = style_.has_wrong_indices && !sample_.has_wrong_index && want.domain == Domain::index &&
                    t.dtype.bits >= 32 && t.elements() > 0 && draw(stream, 1) % 2 == 0;
    if (is_wrong) put_outside(t, want.below, stream);
    return true;
  }

  // One index that lies outside of [0, below).
  void put_outside(const Tensor& t, int64_t below, uint64_t stream) {
    const int64_t outside[] = {
        -1, below, -below - 1, below + 1, std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()};
    uint64_t bits = draw(stream, 2);
    int64_t index = outside[bits % std::size(outside)],
            at = static_cast<int64_t>((bits >> 8) % static_cast<uint64_t>(t.elements()));
    if (t.dtype.bits == 32) t.as<uint32_t>()[at] = static_cast<uint32_t>(index);
    else t.as<uint64_t>()[at] = static_cast<uint64_t>(index);
    sample_.has_wrong_index = true;
  }

  template <class Reals, class Integers>
  static bool store_all(const Tensor& t, const Reals& a_real, const Integers& an_integer) {
    return for_stored(t.dtype, [&]<class T>(Tag<T>) {
      if constexpr (std::is_same_v<T, Bool>) store<uint8_t>(t, an_integer);
      else if constexpr (kIsInteger<T> || kIsNibble<T>) store<T>(t, an_integer);
      else if constexpr (sizeof(T) < 4) store<T>(t, [&](uint64_t i) { return static_cast<float>(a_real(i)); });
      else store<T>(t, a_real);
    });
  }

  // The first ones: networks have hundreds.
  void describe(std::string_view name, const RuntimeValue& value) {
    constexpr size_t kMost = 12;
    const size_t at = sample_.args.size();
    if (at > kMost) return;
    if (at > 0) sample_.text += ", ";
    sample_.text += at == kMost ? "..." : std::string(name) + ": " + kind_text(value);
  }
  static std::string kind_text(const RuntimeValue& value) {
    if (const Tensor* t = value.tensor()) return shape_text(t->shape) + " " + to_string(t->dtype);
    if (auto* shape = std::get_if<RuntimeShape>(&value.v)) return "shape " + shape_text(*shape);
    if (auto* integer = std::get_if<int64_t>(&value.v)) return std::to_string(*integer);
    if (auto* real = std::get_if<double>(&value.v)) return std::to_string(*real);
    std::string text;
    if (const RuntimeTuple* fields = value.tuple()) {
      for (const RuntimeValue& field : *fields) text += (text.empty() ? "" : ", ") + kind_text(field);
    }
    return "(" + text + ")";
  }

  const Module& module_;
  const Function& fn_;
  const Context& context_;
  uint64_t key_;
  double max_work_;
  const SampleStyle& style_;
  Symbols symbols_;
  std::vector<Want> wants_;
  uint64_t leaf_ = 0;
  Sample sample_;
};

}  // namespace
}  // namespace reference

void append_numbers(const Function& fn, std::vector<Number>& numbers) {
  const Context& context = fn.context();
  auto append = [&](Number number) {
    if (numbers.size() < reference::kMostNumbers && std::ranges::find(numbers, number) == numbers.end())
      numbers.push_back(number);
  };
  for (const Node& node : fn.nodes) {
    if (node.kind == NodeKind::constant) {
      const Constant& constant = context[node.constant()];
      const size_t bytes = static_cast<size_t>(std::max<int64_t>(1, constant.dtype.bytes()));
      if (constant.dtype.is_boolean() || constant.data.size() / bytes > reference::kMostElements) continue;
      for (size_t i = 0; i < constant.data.size() / bytes; ++i) {
        const std::optional<Wide> whole = integer_element(constant, i);
        if (whole && *whole <= INT64_MAX) append(static_cast<int64_t>(*whole));
        else if (const std::optional<double> real = element(constant, i)) append(*real);
      }
    } else if (node.kind == NodeKind::prim_value) {
      const PrimNode& prim = context.prims[node.prim()];
      if (prim.kind == PrimKind::int_imm) append(prim.value);
      if (prim.kind == PrimKind::float_imm) append(prim.real);
    } else if (node.kind == NodeKind::call_op && node.attrs) {
      for (Attr a : context.attrs.items(node.attrs)) {
        if (!a) continue;
        if (context.attrs[a].kind == AttrKind::integer) append(context.attrs[a].value);
        if (context.attrs[a].kind == AttrKind::real) append(context.attrs[a].real);
      }
    }
  }
}

Domain domain_of(Op op, size_t operand) {
  const OpInfo& row = info(op);
  return operand < row.operands.size() ? row.params[row.operands[operand]].domain : Domain::any;
}

Result<Sample> sample_arguments(const Module& module, GlobalId function, uint64_t seed, double max_work,
                                const SampleStyle& style) {
  const Function* fn = module[function].relax();
  if (!fn)
    return Error{Error::Kind::unsupported,
                 "'" + std::string(module.context().text(module[function].name)) + "' is no Relax function",
                 module[function].span};
  return reference::Sampler(module, *fn, seed, max_work, style).run();
}

}  // namespace hammock
