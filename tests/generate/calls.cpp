// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <algorithm>
#include <array>

namespace hammock::generate {
namespace {

// In a script, a 0 in the new shape is not a size.
bool reshapes_to_nothing(const Context& cx, Op op, StructInfo info) {
  if (op != Op::reshape || !cx.infos.has_shape(info)) return false;
  std::span<const Prim> dims = cx.infos.dims(info);
  return std::any_of(dims.begin(), dims.end(), [&](Prim d) { return cx.prims.is_constant(d, 0); });
}

// A small multiple of 1/4, which float16 holds exactly.
uint16_t half_bits(double value) {
  auto bits = __builtin_bit_cast(uint32_t, static_cast<float>(value));
  if ((bits & 0x7fffffff) == 0) return static_cast<uint16_t>(bits >> 16);
  return static_cast<uint16_t>((bits >> 16 & 0x8000) | ((bits >> 13 & 0x3ffff) - (112u << 10)));
}

constexpr int kGuesses = 6;
constexpr int64_t kMaxElements = 4096;  // of a result, where it is known: runs stay short

// Their results grow so fast with the operand that finite numbers soon are not.
constexpr std::array kGrowing = {Op::exp, Op::cosh, Op::sinh, Op::tan, Op::power, Op::prod, Op::cumprod, Op::square};

const OpInfo& row_of(Op op) { return info(op); }

template <class Container>
bool contains(const Container& all, const typename Container::value_type& x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

}  // namespace

std::vector<Op> guessable_ops(const Runner* runner) {
  std::vector<Op> ops;
  for (size_t i = 0; i < kOpCount; ++i) {
    auto op = static_cast<Op>(i);
    if (has_trait(op, Special) || has_trait(op, Impure) || has_trait(op, Allocates)) continue;
    if (runner && !runner->has_reference(op)) continue;
    // Without surface syntax, and without a normal form where inference knows the answer.
    std::string_view name = info(op).name;
    if (name.starts_with("dist.") || name.starts_with("inspect.")) continue;
    ops.push_back(op);
  }
  return ops;
}

std::optional<std::vector<Prim>> Calls::dims(Value v) const {
  if (!v) return std::nullopt;
  StructInfo info = fn_.info(v);
  if (!info || !cx_.infos.has_shape(info)) return std::nullopt;
  return std::vector<Prim>(cx_.infos.dims(info).begin(), cx_.infos.dims(info).end());
}

Value Calls::pick_tensor(bool needs_float) {
  const std::vector<Value>& visible = v_.visible();
  std::vector<Value> fitting;
  for (size_t i = visible.size(); i-- > 0 && fitting.size() < 16;) {
    if (is_tensor(visible[i]) && (!needs_float || is_float(visible[i]))) fitting.push_back(visible[i]);
  }
  bool wants_new = fitting.size() < 2 || c_.chance(15);
  if (!fitting.empty() && !wants_new)
    return c_.chance(50) ? fitting[c_.below(static_cast<uint32_t>(std::min<size_t>(4, fitting.size())))]
                         : c_.pick(fitting);
  std::vector<Prim> dims;
  for (int64_t d = c_.below(4); d > 0; --d) dims.push_back(v_.random_dim());
  v_.limit(dims);
  return v_.new_tensor(dims, needs_float ? kFloat32 : v_.random_dtype());
}

Value Calls::like(Value v) {
  const std::vector<Value>& visible = v_.visible();
  std::vector<Value> fitting;
  for (size_t i = visible.size(); i-- > 0 && fitting.size() < 8;) {
    if (is_tensor(visible[i]) && dtype(visible[i]) == dtype(v)) fitting.push_back(visible[i]);
  }
  std::vector<Value> equal;
  for (Value f : fitting) {
    if (fn_.info(f) == fn_.info(v)) equal.push_back(f);
  }
  if (!equal.empty() && c_.chance(60)) return c_.pick(equal);
  if (!fitting.empty() && c_.chance(40)) return c_.pick(fitting);
  if (c_.chance(20)) return scalar(dtype(v), static_cast<double>(1 + c_.below(3)));
  std::vector<Prim> d = dims(v).value_or(std::vector<Prim>{});
  if (!d.empty() && c_.chance(40)) d.erase(d.begin());                                                   // broadcasts
  if (!d.empty() && c_.chance(20)) d[c_.below(static_cast<uint32_t>(d.size()))] = cx_.prims.integer(1);  // so does this
  return v_.new_tensor(d, dtype(v).is_unknown() ? kFloat32 : dtype(v));
}

Value Calls::scalar(DType dtype, double value) {
  Constant constant;
  constant.dtype = dtype;
  auto append = [&](auto x) {
    auto* bytes = reinterpret_cast<const std::byte*>(&x);
    constant.data.assign(bytes, bytes + sizeof x);
  };
  if (dtype == kFloat16) append(half_bits(value));
  else if (dtype == kBfloat16)
    append(static_cast<uint16_t>(__builtin_bit_cast(uint32_t, static_cast<float>(value)) >> 16));
  else if (dtype == kFloat64) append(value);
  else if (dtype.is_boolean()) append(static_cast<uint8_t>(value != 0));
  else if (dtype.is_integral() && dtype.bits == 8) append(static_cast<int8_t>(value));
  else if (dtype.is_integral() && dtype.bits == 16) append(static_cast<int16_t>(value));
  else if (dtype.is_integral() && dtype.bits == 32) append(static_cast<int32_t>(value));
  else if (dtype.is_integral() && dtype.bits == 64) append(static_cast<int64_t>(value));
  else {
    constant.dtype = kFloat32;
    append(static_cast<float>(value));
  }
  Value v = fn_.add_constant(cx_.constant(std::move(constant)));
  fn_[v].is_written = c_.chance(50);
  return v;
}

std::vector<Prim> Calls::reshaped(std::vector<Prim> d) {
  switch (c_.below(4)) {
    case 0: std::reverse(d.begin(), d.end()); break;
    case 1:
      if (d.size() >= 2) {
        size_t i = c_.below(static_cast<uint32_t>(d.size() - 1));
        d[i] = cx_.prims.mul(d[i], d[i + 1]);
        d.erase(d.begin() + static_cast<std::ptrdiff_t>(i + 1));
      }
      break;
    case 2:
      for (size_t i = 0; i < d.size(); ++i) {
        std::optional<int64_t> n = cx_.prims.constant(d[i]);
        if (!n || *n < 2 || *n % 2 != 0) continue;
        d[i] = cx_.prims.integer(*n / 2);
        d.insert(d.begin() + static_cast<std::ptrdiff_t>(i), cx_.prims.integer(2));
        break;
      }
      break;
    default: d.insert(d.begin() + c_.below(static_cast<uint32_t>(d.size() + 1)), cx_.prims.integer(1));
  }
  return d;
}

// ---- operands ----

Value Calls::guess(Op op) {
  const OpInfo& row = row_of(op);
  for (int i = 0; i < kGuesses && !c_.is_over(); ++i) {
    std::optional<std::vector<Value>> args = operands(row);
    if (!args) continue;
    Attr attrs = attributes(row, *args);
    Infer infer(fn_, &v_.module(), nullptr);
    StructInfo info = infer.call({op, *args, attrs, Attr(), {}});
    if (!info || reshapes_to_nothing(cx_, op, info)) continue;
    if (v_.is_runnable() && !v_.is_for_executors()) {
      bool is_suited = true;
      for (size_t k = 0; k < args->size(); ++k) {
        (*args)[k] = suited(op, k, (*args)[k]);
        is_suited &= static_cast<bool>((*args)[k]);
      }
      if (!is_suited) continue;
      info = infer.call({op, *args, attrs, Attr(), {}});
      if (!info) continue;
    }
    Value call = fn_.add_call(op, *args, attrs, info);
    if (v_.is_runnable() && !computes(op, call)) continue;
    return v_.emit(call);
  }
  return {};
}

Value Calls::make(Op op, std::span<const Value> args, std::vector<std::pair<std::string_view, Attr>> attrs) {
  for (Value a : args) {
    if (!a) return {};
  }
  Value call = make_call(fn_, &v_.module(), op, args, default_attrs(cx_, op, attrs), {}, nullptr);
  return call && !reshapes_to_nothing(cx_, op, fn_.info(call)) ? v_.emit(call) : Value();
}

// What inference accepts, but a run does not, or not in a short time.
bool Calls::computes(Op op, Value call) {
  StructInfo info = fn_.info(call);
  if (cx_.infos.has_shape(info)) {
    int64_t elements = 1;
    for (Prim d : cx_.infos.dims(info)) elements *= std::min<int64_t>(kMaxElements, cx_.prims.constant(d).value_or(8));
    if (elements > kMaxElements) return false;
  }
  // Dims that are not known, and what they stand for may not fit together.
  if (v_.is_for_executors()) return true;
  if (cx_.infos.is_tensor(info) && !cx_.infos[info].has_dims && op != Op::unique && op != Op::nonzero) return false;
  for (Value a : fn_.args(call)) {
    if (is_tensor(a) && !cx_.infos[fn_.info(a)].has_dims) return false;
  }
  return true;
}

std::optional<std::vector<Value>> Calls::operands(const OpInfo& row) {
  std::vector<Value> args;
  for (size_t i = 0; i < row.operands.size(); ++i) {
    const Param& param = row.params[row.operands[i]];
    if (param.kind == ParamKind::variadic) {
      for (uint32_t n = c_.below(3); n > 0; --n) args.push_back(pick_tensor());
      return args;
    }
    if (param.is_optional && c_.chance(50)) return args;  // what is absent is left out, and so is all behind it
    Value v = operand(row, param, i, args);
    if (!v) return std::nullopt;
    args.push_back(v);
  }
  return args;
}

Value Calls::operand(const OpInfo& row, const Param& param, size_t index, const std::vector<Value>& before) {
  auto number = [&](int64_t n) { return fn_.add_prim(cx_.prims.integer(n)); };
  switch (param.kind) {
    case ParamKind::tensor:
      return before.empty() || !is_tensor(before[0]) ? pick_tensor(row.has(NeedsFloat))
                                                     : other_tensor(row, param, before);
    case ParamKind::tensors: {
      Value first = pick_tensor();
      std::vector<Value> fields{first};
      for (uint32_t n = c_.below(3); n > 0; --n) fields.push_back(c_.chance(30) ? first : like(first));
      return fn_.add_tuple(fields);
    }
    case ParamKind::shape: return shape(param, before);
    case ParamKind::prim: {
      bool is_real =
          contains(std::array<std::string_view, 5>{"min", "max", "on_value", "off_value", "fill_value"}, param.name);
      if (is_real && c_.chance(70)) return fn_.add_prim(cx_.prims.real(param.name == "min" ? -1.5 : 1.5));
      if (param.name == "end" || param.name == "n" || param.name == "m") return number(2 + c_.below(5));
      if (param.name == "min") return number(-1);
      bool is_flag = param.default_text == "True" || param.default_text == "False";
      if (is_flag) return number(c_.below(2));
      return number(param.name == "start" || param.name == "axis" || param.name == "k" ? 0 : 1 + c_.below(2));
    }
    case ParamKind::constant:
      return scalar(before.empty() || !is_tensor(before[0]) ? kFloat32 : dtype(before[0]),
                    static_cast<double>(c_.below(3)));
    case ParamKind::dtype_expr: return fn_.add_dtype(v_.random_dtype());
    case ParamKind::string_expr: return fn_.add_string(cx_.name("global"));
    case ParamKind::expr: {
      if (contains(std::array<std::string_view, 4>{"axes", "begin", "end", "strides"}, param.name))
        return tuple_of_numbers(param, before.empty() ? Value() : before[0]);
      if (param.name == "args") return fn_.add_tuple(std::vector<Value>{pick_tensor()});
      if (v_.is_runnable()) return index == 0 ? pick_tensor() : Value();
      return v_.visible().empty() || c_.chance(20) ? number(c_.below(3)) : c_.pick(v_.visible());
    }
    default: return {};
  }
}

// Scale and bias of a normalisation, the weight of a convolution, indices: shapes that follow from the first operand's.
Value Calls::other_tensor(const OpInfo& row, const Param& param, const std::vector<Value>& before) {
  Value first = before[0];
  std::optional<std::vector<Prim>> d = dims(first);
  if (param.name == "indices" || param.name == "labels" || param.name == "targets" || param.name == "sample_indices" ||
      domain(row.id, before.size()) == Domain::index) {
    std::vector<Prim> shape = d && c_.chance(60) ? *d : std::vector<Prim>{v_.random_dim()};
    DType index = c_.chance(70) ? kInt64 : kInt32;
    return v_.is_runnable() ? v_.new_param(cx_.infos.tensor(shape, index)) : v_.new_tensor(shape, index);
  }
  if (!d || d->empty() || c_.chance(row.has(Pointwise) ? 90 : 45)) return like(first);
  std::vector<Prim> shape;
  if (row.has(Contraction) && row.id == Op::matmul) {
    shape = {d->back(), v_.random_dim()};
  } else if (row.has(Contraction) && d->size() >= 2) {  // a weight: output channels, input channels, a window
    shape = {cx_.prims.integer(1 + c_.below(4)), (*d)[1]};
    for (size_t i = 2; i < d->size(); ++i) shape.push_back(cx_.prims.integer(1 + c_.below(2)));
  } else if (!before.empty() && before.size() >= 2 && c_.chance(70)) {
    shape = dims(before.back()).value_or(std::vector<Prim>{});  // such as beta after gamma
  } else {
    shape = {c_.chance(50) ? d->back() : c_.pick(*d)};
  }
  return v_.new_tensor(shape, dtype(first).is_unknown() ? kFloat32 : dtype(first));
}

Value Calls::shape(const Param& param, const std::vector<Value>& before) {
  std::vector<Prim> d;
  if (param.list_size > 0) {
    for (int i = 0; i < param.list_size; ++i) d.push_back(cx_.prims.integer(1 + c_.below(5)));
    return fn_.add_shape(d);
  }
  std::optional<std::vector<Prim>> of = before.empty() ? std::nullopt : dims(before[0]);
  if (of) {
    d = *of;
    if (c_.chance(60)) {
      d = reshaped(d);
    } else if (c_.chance(60)) {
      for (Prim& dim : d) {
        if (cx_.prims.is_constant(dim, 1)) dim = v_.random_dim();
      }
      d.insert(d.begin(), v_.random_dim());
    }
  } else {
    for (uint32_t n = c_.below(4); n > 0; --n) d.push_back(v_.random_dim());
  }
  return fn_.add_shape(d);
}

// Axes and bounds of slices: one axis, so that the numbers of all four operands agree.
Value Calls::tuple_of_numbers(const Param& param, Value of) {
  std::vector<Prim> d = (of ? dims(of) : std::nullopt).value_or(std::vector<Prim>{});
  int64_t size = d.empty() ? 1 : cx_.prims.constant(d[0]).value_or(1);
  int64_t n = param.name == "end"       ? std::max<int64_t>(1, size - c_.below(2))
              : param.name == "strides" ? 1 + c_.below(2)
                                        : 0;
  Value number = fn_.add_prim(cx_.prims.integer(n));
  return fn_.add_tuple(std::span(&number, 1));
}

// For runs: elements that the operator takes, made from `v` if need be.
Value Calls::suited(Op op, size_t index, Value v) {
  if (!is_tensor(v)) return v;
  Domain domain = this->domain(op, index);
  bool is_growing = contains(kGrowing, op);
  if (domain == Domain::any && !is_growing) return v;
  if (domain == Domain::index) return fn_[v].kind == NodeKind::param ? v : Value();
  if (fn_[v].kind == NodeKind::constant && fn_.context()[fn_[v].constant()].is_scalar() && domain != Domain::unit)
    return v;  // 1 to 3
  bool is_real = dtype(v).is_float();
  if (dtype(v).is_boolean()) return domain == Domain::any ? v : Value();
  switch (domain) {
    case Domain::positive:
      if (!is_real) return make(Op::maximum, {make(Op::minimum, {v, scalar(dtype(v), 5)}), scalar(dtype(v), 1)});
      v = make(Op::add, {make(Op::sigmoid, {v}), scalar(dtype(v), 0.5)});
      return op == Op::acosh ? make(Op::add, {v, scalar(dtype(v), 1)}) : v;
    case Domain::shift: return make(Op::maximum, {make(Op::minimum, {v, scalar(dtype(v), 3)}), scalar(dtype(v), 0)});
    case Domain::unit: return is_real ? make(Op::multiply, {make(Op::sigmoid, {v}), scalar(dtype(v), 0.875)}) : Value();
    default:
      return is_real ? make(Op::tanh, {v})
                     : make(Op::maximum, {make(Op::minimum, {v, scalar(dtype(v), 2)}), scalar(dtype(v), -2)});
  }
}

// ---- attributes ----

int64_t Calls::axis(int64_t rank) { return rank <= 0 ? 0 : c_.between(c_.chance(30) ? -rank : 0, rank - 1); }

std::vector<int64_t> Calls::integers(const Param& param, int64_t rank) {
  std::vector<int64_t> out;
  if (param.list_size > 0) {
    int64_t least = param.name == "padding" || param.name == "output_padding" ? 0 : 1;
    for (int i = 0; i < param.list_size; ++i) out.push_back(c_.between(least, least + 1));
    return out;
  }
  if (param.name == "pad_width") {
    for (int64_t i = 0; i < 2 * rank; ++i) out.push_back(c_.below(2));
    return out;
  }
  if (param.name == "repeats") {
    for (int64_t i = 0; i < rank; ++i) out.push_back(1 + c_.below(2));
    return out;
  }
  for (int64_t i = 0; i < rank; ++i) out.push_back(i);
  c_.shuffle(out);
  if (c_.chance(60) && !out.empty()) out.resize(1 + c_.below(static_cast<uint32_t>(out.size())));
  return out;
}

Attr Calls::attributes(const OpInfo& row, const std::vector<Value>& args) {
  if (row.attrs.empty()) return {};
  std::vector<std::pair<std::string_view, Attr>> set;
  for (uint8_t i : row.attrs) {
    const Param& param = row.params[i];
    bool is_implied =
        row.has(SpecialRead) && param.kind == ParamKind::dtype;  // the reader fills in what the script leaves out
    if (is_implied) {
      set.emplace_back(param.name, cx_.attrs.dtype(kFloat32));
      continue;
    }
    bool is_delicate = param.name == "groups" || (param.kind == ParamKind::string && param.words.empty());
    bool by_default = param.has_default && c_.chance(is_delicate ? 92 : 50);
    if (!by_default) set.emplace_back(param.name, attribute(row.id, param, args));
  }
  return default_attrs(cx_, row.id, set);
}

Attr Calls::attribute(Op op, const Param& param, const std::vector<Value>& args) {
  int64_t rank = args.empty() ? 1 : is_tensor(args[0]) ? this->rank(args[0]) : -1;
  if (rank < 0 && !args.empty() && fn_[args[0]].kind == NodeKind::tuple && !fn_.args(args[0]).empty())
    rank = this->rank(fn_.args(args[0])[0]);
  rank = std::max<int64_t>(rank, 0);
  bool is_none = param.is_optional && (param.has_default || !v_.is_runnable()) && c_.chance(35);
  if (is_none && param.kind != ParamKind::dtype && param.kind != ParamKind::boolean) return cx_.attrs.none();
  switch (param.kind) {
    case ParamKind::boolean: return cx_.attrs.boolean(c_.chance(50));
    case ParamKind::integer: {
      bool is_axis = param.name.find("axis") != std::string_view::npos;
      return cx_.attrs.integer(is_axis                      ? axis(rank)
                               : param.name == "batch_dims" ? 0
                               : param.name == "depth"      ? 3 + c_.below(3)
                                                            : 1 + c_.below(3));
    }
    case ParamKind::real: {
      constexpr std::array kReals = {0.5, 1e-5, 0.01, 1e-12, 0.1, 1.0, 0.3333333333333333};
      return cx_.attrs.real(c_.pick(kReals));
    }
    case ParamKind::string: {
      if (!param.words.empty() && c_.chance(95)) return cx_.attrs.string(cx_.name(c_.pick(param.words)));
      constexpr std::array<std::string_view, 14> kTexts = {"sum",  "mean",    "none",    "update",   "add",
                                                           "mul",  "max",     "both",    "values",   "indices",
                                                           "NHWC", "reflect", "TopLeft", "ij,jk->ik"};
      return cx_.attrs.string(cx_.name(c_.pick(kTexts)));
    }
    case ParamKind::dtype: return cx_.attrs.dtype(is_none ? kVoid : v_.random_dtype());
    case ParamKind::integers: return cx_.attrs.integers(integers(param, rank));
    case ParamKind::int_or_ints: {
      if (c_.chance(60)) return cx_.attrs.integer(1 + c_.below(4));
      std::vector<int64_t> ends{static_cast<int64_t>(c_.below(2))};
      for (uint32_t n = c_.below(2); n > 0; --n) ends.push_back(ends.back() + 1);
      return cx_.attrs.integers(ends);
    }
    case ParamKind::float_imm: return cx_.attrs.prim(cx_.prims.real(0.25));
    case ParamKind::float_imms:
      return cx_.attrs.list(std::vector<Attr>(param.list_size, cx_.attrs.prim(cx_.prims.real(0.0))));
    case ParamKind::prim_imm: return cx_.attrs.prim(cx_.prims.integer(c_.below(3)));
    case ParamKind::index_map: {  // the axes reversed
      std::vector<Attr> items;
      for (int64_t i = 0; i < rank; ++i)
        items.push_back(cx_.attrs.prim(cx_.prims.var(cx_.name("i" + std::to_string(i)))));
      for (int64_t i = rank; i-- > 0;) items.push_back(items[static_cast<size_t>(i)]);
      return cx_.attrs.other(AttrKind::index_map, rank, items);
    }
    default: return cx_.attrs.none();
  }
}

}  // namespace hammock::generate
