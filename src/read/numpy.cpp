// SPDX-License-Identifier: Apache-2.0
// Arrays of numpy that are written as values: `np.array([[1, 2], [3, 4]], "float32")`, `np.zeros((2, 3))`. They are
// made here, nothing is executed, and their size is bounded (kMaxArrays). Without a dtype they have numpy's: int64,
// float64, bool.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "hammock/base/suggest.h"
#include "hammock/ir/constant.h"
#include "plain_call.h"

namespace hammock::read {

namespace {

constexpr std::pair<std::string_view, double> kNumbers[] = {{"pi", std::numbers::pi},
                                                            {"e", std::numbers::e},
                                                            {"inf", std::numeric_limits<double>::infinity()},
                                                            {"nan", std::numeric_limits<double>::quiet_NaN()}};

// np.float32, np.bool_
std::optional<DType> numpy_dtype(std::string_view name) {
  if (name.ends_with('_')) name.remove_suffix(1);
  std::optional<DType> dtype = parse_dtype(name);
  return dtype && (dtype->is_integral() || dtype->is_any_float()) ? dtype : std::nullopt;
}

}  // namespace

const PlainCalls::ArrayFunction* PlainCalls::array_function(std::string_view name) {
  using E = PlainCalls;
  static constexpr ArrayFunction kFunctions[] = {
      {"array", "object dtype?", &E::array_array},
      {"asarray", "a dtype?", &E::array_array},
      {"zeros", "shape dtype?", &E::array_zeros},
      {"ones", "shape dtype?", &E::array_ones},
      {"full", "shape fill_value dtype?", &E::array_full},
      {"eye", "N M? k? dtype?", &E::array_eye},
      {"arange", "start stop? step? dtype?", &E::array_arange},
  };
  auto at = std::ranges::find(kFunctions, name, &ArrayFunction::name);
  return at == std::end(kFunctions) ? nullptr : at;
}

// `numpy.zeros(...)`, `numpy.float32(...)`, `w.astype(...)`, for calls around the definitions.
bool Expressions::is_array_call(ExprId callee) {
  const Expr& c = ast_[callee];
  auto is_method = [](std::string_view name) { return name == "astype" || name == "reshape"; };
  if (c.kind == ExprKind::attribute) return is_method(text(Name(c.b))) && is_plain(ExprId(c.a));
  if (c.kind != ExprKind::name || c.b == Name::kNone) return false;
  std::string_view whole = text(Name(c.a)), rest = whole.substr(whole.find('.') + 1);
  if (const Item* known = scopes_.lookup(Name(c.b))) return known->is(What::array) && is_method(rest);
  return whole.starts_with("numpy.") && (PlainCalls::array_function(rest) || numpy_dtype(rest));
}

Item PlainCalls::call_array(std::string_view name, const CallSite& site) {
  const std::string written = "np." + std::string(name);
  if (numpy_dtype(name)) {
    if (site.args.size() != 1 || site.args[0].key)
      return bad(Diag::argument_count, site.span, written + " takes one number");
    Item value = numbers(site.args[0]);
    return value ? array_of(value, numpy_dtype(name), site.span) : Item();
  }
  const ArrayFunction* row = array_function(name);
  if (!row) {
    return bad(Diag::unsupported_syntax, site.span,
               "'" + written +
                   "' is not evaluated, since nothing is executed; np.array, np.zeros, np.ones, np.full, np.eye and "
                   "np.arange of plain values are read");
  }
  std::vector<std::string_view> params;
  for (std::string_view rest = row->params; !rest.empty();) {
    params.push_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(params.back().size() + 1, rest.size()));
  }
  auto name_of = [](std::string_view param) {
    return param.ends_with('?') ? param.substr(0, param.size() - 1) : param;
  };
  std::vector<Arg> args(params.size());
  size_t next = 0;
  for (const Arg& arg : site.args) {
    size_t at = next++;
    if (arg.key) {
      at = static_cast<size_t>(std::ranges::find(params, text(arg.key), name_of) - params.begin());
      if (at == params.size()) {
        std::vector<std::string_view> names;
        for (std::string_view param : params) names.push_back(name_of(param));
        return bad(Diag::unknown_attribute, place(arg),
                   written + " has no parameter '" + std::string(text(arg.key)) + "' here" +
                       did_you_mean(text(arg.key), names));
      }
    }
    if (at >= params.size() || args[at])
      return bad(Diag::argument_count, arg.span, written + ": an argument too many, or given twice");
    args[at] = arg;
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (!args[i] && !params[i].ends_with('?'))
      return bad(Diag::argument_count, site.span, written + " needs a value for '" + std::string(params[i]) + "'");
  }
  return (this->*row->call)(args, site.span);
}

// A dtype, as which it is a string, or a number.
Item PlainCalls::array_name(std::string_view name, Span span) {
  if (std::optional<DType> dtype = numpy_dtype(name))
    return make(What::string, span, context_.name(to_string(*dtype)).index);
  for (const auto& [known, value] : kNumbers) {
    if (known == name) return make_real(value, span);
  }
  return bad(Diag::unsupported_syntax, span, "'np." + std::string(name) + "' alone is no dtype and no number");
}

// For one more array. False after a report.
bool PlainCalls::has_room(double bytes, Span span) {
  if (static_cast<double>(array_bytes_) + bytes <= static_cast<double>(kMaxArrays)) return true;
  bad(Diag::too_large, span,
      "the arrays of numpy in the file have more than " + std::to_string(kMaxArrays) + " bytes in all");
  return false;
}

// An argument `dtype`; what stands in `dtype` holds where there is none. False after a report.
bool PlainCalls::array_dtype(const Arg& arg, std::optional<DType>& dtype) {
  if (is_none(arg)) return true;
  dtype = dtype_of(arg);
  return dtype.has_value();
}

Item PlainCalls::make_array(Constant constant, Span span) {
  if (!has_room(static_cast<double>(constant.data.size()), span)) return {};
  array_bytes_ += constant.data.size();
  arrays_.push_back(std::move(constant));
  return make(What::array, span, static_cast<uint32_t>(arrays_.size() - 1));
}

Item PlainCalls::array_of(Item value, std::optional<DType> dtype, Span span) {
  if (value.is(What::array)) {
    if (!dtype) return make(What::array, span, value.id);
    std::optional<Constant> constant = converted(arrays_[value.id], *dtype, span);
    return constant ? make_array(std::move(*constant), span) : Item();
  }
  std::optional<Constant> constant = numbers_of(value, dtype, kInt64, kFloat64);
  return constant ? make_array(std::move(*constant), span) : Item();
}

// An integer, or a list or tuple of them.
std::optional<std::vector<int64_t>> PlainCalls::array_shape(const Arg& arg) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  std::vector<Item> dims{item};
  if (item.is(What::list) || item.is(What::tuple)) dims.assign(items(item).begin(), items(item).end());
  std::vector<int64_t> shape;
  for (Item& dim : dims) {
    dim = python_number(dim);
    if (!dim.is(What::integer) || dim.integer < 0) {
      if (dim) bad(Diag::out_of_range, dim.span, "the dims of an array are integers that are not negative, known here");
      return std::nullopt;
    }
    shape.push_back(dim.integer);
  }
  const std::optional<uint64_t> count = element_count(shape);
  if (count && *count <= kMaxArrays) return shape;
  bad(Diag::too_large, item.span, "an array of numpy with more than " + std::to_string(kMaxArrays) + " elements");
  return std::nullopt;
}

Item PlainCalls::filled_array(const Arg& shape_of, Item value, std::optional<DType> dtype, Span span) {
  std::optional<std::vector<int64_t>> shape = array_shape(shape_of);
  std::optional<Constant> one = shape && value ? numbers_of(value, dtype, kInt64, kFloat64) : std::nullopt;
  if (!one) return {};
  if (!one->shape.empty()) return bad(Diag::not_a_number, value.span, "an array is filled with one number");
  const std::vector<std::byte> element = std::move(one->data);
  const uint64_t count = *element_count(*shape);
  if (!has_room(static_cast<double>(count * element.size()), span)) return {};
  one->shape = std::move(*shape);
  one->data.clear();
  one->data.reserve(count * element.size());
  for (uint64_t i = 0; i < count; ++i) one->data.insert(one->data.end(), element.begin(), element.end());
  return make_array(std::move(*one), span);
}

Item PlainCalls::array_array(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype;
  if (!array_dtype(args[1], dtype)) return {};
  Item value = numbers(args[0]);
  return value ? array_of(value, dtype, span) : Item();
}

Item PlainCalls::array_zeros(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype = kFloat64;
  return array_dtype(args[1], dtype) ? filled_array(args[0], make_integer(0, span), dtype, span) : Item();
}

Item PlainCalls::array_ones(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype = kFloat64;
  return array_dtype(args[1], dtype) ? filled_array(args[0], make_integer(1, span), dtype, span) : Item();
}

Item PlainCalls::array_full(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype;
  if (!array_dtype(args[2], dtype)) return {};
  return filled_array(args[0], numbers(args[1]), dtype, span);
}

Item PlainCalls::array_eye(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype = kFloat64;
  if (!array_dtype(args[3], dtype)) return {};
  std::optional<int64_t> rows = integer_of(args[0], "the number of rows");
  std::optional<int64_t> columns = !is_none(args[1]) ? integer_of(args[1], "the number of columns") : rows;
  std::optional<int64_t> offset = args[2] ? integer_of(args[2], "the diagonal") : 0;
  if (!rows || !columns || !offset) return {};
  constexpr int64_t kMost = int64_t{1} << 14;
  if (*rows < 0 || *columns < 0 || *rows > kMost || *columns > kMost || std::abs(*offset) > kMost)
    return bad(Diag::too_large, span, "np.eye of more than " + std::to_string(kMost) + " rows or columns");
  if (!has_room(static_cast<double>(*rows * *columns * 8), span)) return {};
  Constant out;
  out.dtype = *dtype;
  out.shape = {*rows, *columns};
  for (int64_t i = 0; i < *rows * *columns; ++i) {
    const int64_t one = i / *columns + *offset == i % *columns;
    const bool is_good = dtype->is_integral() ? append_integer(out.data, one, *dtype)
                                              : append_real(out.data, static_cast<double>(one), *dtype);
    if (!is_good)
      return bad(Diag::unsupported, span, "an array of dtype " + to_string(*dtype) + " cannot be written as numbers");
  }
  return make_array(std::move(out), span);
}

Item PlainCalls::array_arange(std::span<const Arg> args, Span span) {
  std::optional<DType> dtype;
  if (!array_dtype(args[3], dtype)) return {};
  std::array<Item, 3> ends;  // start, stop, step
  ends[0] = make_integer(0, span);
  ends[2] = make_integer(1, span);
  const bool has_start = !is_none(args[1]);
  bool has_real = false;
  for (size_t i = 0; i < 3; ++i) {
    const Arg arg = i == 0 ? (has_start ? args[0] : Arg()) : i == 1 ? (has_start ? args[1] : args[0]) : args[2];
    if (arg) ends[i] = python_number(eval(arg));
    if (!ends[i]) return {};
    if (!ends[i].is(What::integer) && !ends[i].is(What::real))
      return bad(Diag::not_a_number, ends[i].span, "np.arange takes numbers, not " + describe(ends[i]));
    has_real |= ends[i].is(What::real);
  }
  const double start = *real_of(ends[0]), stop = *real_of(ends[1]), step = *real_of(ends[2]);
  if (step == 0 || !std::isfinite(start) || !std::isfinite(stop) || !std::isfinite(step))
    return bad(Diag::out_of_range, span, "np.arange takes finite numbers and a step that is not 0");
  const double length = std::max(0.0, std::ceil((stop - start) / step));
  if (!has_room(length * 8, span)) return {};
  Constant out;
  out.dtype = has_real ? kFloat64 : kInt64;
  out.shape = {static_cast<int64_t>(length)};
  for (int64_t i = 0; i < out.shape[0]; ++i) {
    if (has_real) append_real(out.data, start + static_cast<double>(i) * step, out.dtype);
    else append_integer(out.data, ends[0].integer + i * ends[2].integer, out.dtype);
  }
  if (dtype) {
    std::optional<Constant> other = converted(out, *dtype, span);
    return other ? make_array(std::move(*other), span) : Item();
  }
  return make_array(std::move(out), span);
}

Item PlainCalls::array_method(Item array, std::string_view name, const CallSite& site) {
  constexpr std::string_view kMethods[] = {"astype", "reshape"};
  if (std::ranges::find(kMethods, name) == std::end(kMethods)) {
    return bad(Diag::unknown_attribute, site.span,
               "of an array of numpy only astype and reshape are evaluated, not '" + std::string(name) + "'" +
                   did_you_mean(name, kMethods));
  }
  if (site.args.empty() || (name == "astype" && site.args.size() > 1) || site.args[0].key) {
    return bad(Diag::argument_count, site.span,
               std::string(name) + (name == "astype" ? " takes one argument, the dtype" : " takes the new shape"));
  }
  if (name == "astype") {
    std::optional<DType> dtype = dtype_of(site.args[0]);
    return dtype ? array_of(array, dtype, site.span) : Item();
  }
  std::vector<int64_t> shape;
  for (const Arg& arg : site.args) {
    std::optional<std::vector<int64_t>> dims = array_shape(positional(arg));
    if (!dims) return {};
    shape.insert(shape.end(), dims->begin(), dims->end());
  }
  Constant out = arrays_[array.id];
  const std::optional<uint64_t> count = element_count(shape);
  if (count != element_count(out.shape))
    return bad(
        Diag::shape_mismatch, site.span,
        "the array has " + std::to_string(*element_count(out.shape)) + " elements, the new shape another number");
  out.shape = std::move(shape);
  return make_array(std::move(out), site.span);
}

Item PlainCalls::array_attribute(Item array, std::string_view name, Span span) {
  const Constant& constant = arrays_[array.id];
  if (name == "dtype") return make(What::string, span, context_.name(to_string(constant.dtype)).index);
  if (name == "ndim") return make_integer(static_cast<int64_t>(constant.shape.size()), span);
  if (name != "shape")
    return bad(Diag::unknown_attribute, span,
               "an array of numpy has shape, dtype and ndim here, not '" + std::string(name) + "'");
  Item list = make(What::tuple, span);
  const std::vector<int64_t> shape = constant.shape;
  list.begin = static_cast<uint32_t>(items_.size());
  list.size = static_cast<uint32_t>(shape.size());
  for (int64_t dim : shape) items_.push_back(make_integer(dim, span));
  return list;
}

}  // namespace hammock::read
