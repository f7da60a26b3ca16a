// SPDX-License-Identifier: Apache-2.0
// Tensors as they are written on a command line.
//
//   specification = "@" path | type "=" values | [type "="] fill
//   type          = {dim "x"} dtype                           2x3xf32, i64 (a scalar), 4xbfloat16
//   values        = numbers, separated by blanks or commas, grouped by brackets as numpy prints them
//   fill          = name ["(" argument {"," argument} ")"]    zeros, iota(2, 3), rand(normal, seed=7)
//
// Brackets may be left out; where they are written the innermost group must hold a row.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "fill.h"
#include "hammock/base/element.h"
#include "hammock/base/suggest.h"
#include "hammock/io/tensor_file.h"

namespace hammock {
namespace {

Error usage(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }
std::string shortened(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

constexpr std::string_view kFills[] = {"zeros", "ones", "iota", "full", "rand"};

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\n' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\n' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

template <class T>
std::optional<T> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// f32, i8, u64, bf16, bool, or the language's own names.
std::optional<DType> parse_short_dtype(std::string_view text) {
  if (text == "bf16") return kBfloat16;
  std::string full(text);
  if (text.size() >= 2 && text[1] >= '0' && text[1] <= '9') {
    if (text[0] == 'f') full = "float" + full.substr(1);
    if (text[0] == 'i') full = "int" + full.substr(1);
    if (text[0] == 'u') full = "uint" + full.substr(1);
  }
  std::optional<DType> dtype = full.empty() ? std::nullopt : parse_dtype(full);
  return dtype && dtype->is_scalar() ? dtype : std::nullopt;
}

struct Type {
  DType dtype;
  std::vector<int64_t> shape;
};

std::optional<Type> parse_type(std::string_view text) {
  Type type;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    size_t x = text.find('x');
    if (x == std::string_view::npos) return std::nullopt;
    std::optional<int64_t> dim = parse_number<int64_t>(text.substr(0, x));
    if (!dim) return std::nullopt;
    type.shape.push_back(*dim);
    text.remove_prefix(x + 1);
  }
  std::optional<DType> dtype = parse_short_dtype(text);
  if (!dtype) return std::nullopt;
  type.dtype = *dtype;
  return type;
}

// What a parameter wants.
struct Wanted {
  DType dtype;                                    // kVoid: any
  std::optional<std::span<const int64_t>> shape;  // none: of any rank; -1: of any size
};

std::optional<Error> disagreement(DType dtype, std::span<const int64_t> shape, const Wanted& wanted,
                                  const std::string& what) {
  bool same = !wanted.shape || shape.size() == wanted.shape->size();
  for (size_t i = 0; same && wanted.shape && i < shape.size(); ++i)
    same = (*wanted.shape)[i] < 0 || shape[i] == (*wanted.shape)[i];
  if (same && (wanted.dtype.is_unknown() || dtype == wanted.dtype)) return std::nullopt;
  auto text = [](DType d, std::optional<std::span<const int64_t>> s) {
    std::string dims = s ? shape_text(*s) : "any shape";
    for (size_t at; (at = dims.find("-1")) != std::string::npos;) dims.replace(at, 2, "?");
    return dims + " of " + (d.is_unknown() ? "any dtype" : to_string(d));
  };
  return usage(what + " is " + text(dtype, shape) + "; expected " + text(wanted.dtype, wanted.shape));
}

// ---- values --------------------------------------------------------------------------------------------------------

bool store_word(const Tensor& t, int64_t i, std::string_view word) {
  bool is_value = false;
  for_stored(t.dtype, [&]<class T>(Tag<T>) {
    if constexpr (std::is_same_v<T, Bool>) {
      const bool is_true = word == "True" || word == "true" || word == "1";
      is_value = is_true || word == "False" || word == "false" || word == "0";
      t.as<T>()[i] = Bool(is_true);
    } else if constexpr (kIsNibble<T>) {
      const std::optional<int64_t> value = parse_number<int64_t>(word);
      is_value = value && *value >= T::kLow && *value <= T::kHigh;
      if (is_value) t.as<T>()[i] = T(*value);
    } else {
      using Number = std::conditional_t<std::is_arithmetic_v<T>, T, float>;  // rounded once, from the text
      std::optional<Number> value = parse_number<Number>(word);
      is_value = value.has_value();
      if (is_value) t.as<T>()[i] = T(*value);
    }
  });
  return is_value;
}

std::optional<Error> store_values(const Tensor& t, std::string_view text) {
  int64_t count = 0, group_begin = -1;
  int depth = 0;
  bool ends_group = false;
  auto is_separator = [](char c) { return c == ' ' || c == ',' || c == '\n' || c == '\t'; };
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    if (c == '[') {
      ++depth;
      group_begin = count;
      ends_group = true;
    } else if (c == ']') {
      if (--depth < 0) return usage("']' without '[' in " + shortened(text));
      if (ends_group && !t.shape.empty() && count - group_begin != t.shape.back()) {
        return usage("a row of " + std::to_string(count - group_begin) + " values in " + shortened(text) +
                     "; expected " + std::to_string(t.shape.back()));
      }
      ends_group = false;
    } else if (!is_separator(c)) {
      size_t end = at;
      while (end < text.size() && !is_separator(text[end]) && text[end] != '[' && text[end] != ']') ++end;
      if (count >= t.elements())
        return usage("more than " + std::to_string(t.elements()) + " values in " + shortened(text));
      std::string_view word = text.substr(at, end - at);
      if (!store_word(t, count++, word))
        return usage(shortened(word) + " is not a value of " + to_string(t.dtype) +
                     did_you_mean(word.substr(0, word.find('(')), kFills));
      at = end;
      continue;
    }
    ++at;
  }
  if (depth > 0) return usage("'[' is not closed in " + shortened(text));
  if (count != t.elements())
    return usage(std::to_string(count) + " values in " + shortened(text) + "; expected " +
                 std::to_string(t.elements()));
  return std::nullopt;
}

// ---- fills ---------------------------------------------------------------------------------------------------------

struct Arguments {
  std::vector<std::string_view> positional;
  std::vector<std::pair<std::string_view, std::string_view>> named;
};

Result<Arguments> parse_arguments(std::string_view text) {
  Arguments out;
  while (!trim(text).empty()) {
    size_t comma = std::min(text.find(','), text.size());
    std::string_view item = trim(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    size_t equals = item.find('=');
    if (item.empty()) return usage("an empty argument");
    if (equals == std::string_view::npos) {
      if (!out.named.empty()) return usage("positional argument " + shortened(item) + " after a named one");
      out.positional.push_back(item);
    } else {
      out.named.emplace_back(trim(item.substr(0, equals)), trim(item.substr(equals + 1)));
    }
  }
  return out;
}

Result<RandomFill> parse_random(const Arguments& arguments, DType dtype, std::span<const int64_t> shape) {
  RandomFill fill;
  fill.kind = dtype.is_integral() ? RandomFill::Kind::integer : RandomFill::Kind::normal;
  if (arguments.positional.size() > 1)
    return usage("rand takes one positional argument, " + shortened(arguments.positional[1]) + " is the second");
  if (!arguments.positional.empty()) {
    std::string_view kind = arguments.positional[0];
    if (kind == "normal") {
      fill.kind = RandomFill::Kind::normal;
    } else if (kind == "uniform") {
      fill.kind = RandomFill::Kind::uniform;
    } else if (kind == "int") {
      fill.kind = RandomFill::Kind::integer;
    } else {
      constexpr std::string_view kKinds[] = {"normal", "uniform", "int"};
      return usage("rand knows no distribution " + shortened(kind) + did_you_mean(kind, kKinds));
    }
  }
  if (fill.kind == RandomFill::Kind::integer) fill.high = dtype.is_boolean() ? 2 : 10;
  const bool is_normal = fill.kind == RandomFill::Kind::normal;
  for (auto [key, text] : arguments.named) {
    double* real = key == "mean" && is_normal    ? &fill.mean
                   : key == "std" && is_normal   ? &fill.deviation
                   : key == "low" && !is_normal  ? &fill.low
                   : key == "high" && !is_normal ? &fill.high
                                                 : nullptr;
    if (key == "seed") {
      std::optional<uint64_t> seed = parse_number<uint64_t>(text);
      if (!seed) return usage("seed " + shortened(text) + " is not a number from 0 to 2^64 - 1");
      fill.seed = *seed;
    } else if (key == "std" && text == "he" && (is_normal || arguments.positional.empty())) {
      fill.deviation = he_deviation(shape);  // integers that `rand` has by default have none
    } else if (real) {
      std::optional<double> value = parse_number<double>(text);
      if (!value || !std::isfinite(*value)) return usage(std::string(key) + " " + shortened(text) + " is not a number");
      *real = *value;
    } else {
      constexpr std::string_view kOfNormal[] = {"seed", "mean", "std"}, kOfOthers[] = {"seed", "low", "high"};
      return usage("this distribution of rand has no " + shortened(key) +
                   did_you_mean(key, is_normal ? kOfNormal : kOfOthers));
    }
  }
  if (!is_normal && !(fill.low < fill.high)) return usage("rand needs low < high");
  if (fill.kind == RandomFill::Kind::integer) {
    fill.low = std::ceil(fill.low);
    fill.high = std::ceil(fill.high);
    if (fill.low < -0x1p53 || fill.high > 0x1p53) return usage("rand(int) needs low and high within 2^53");
    if (fill.low >= fill.high) return usage("rand(int) needs an integer from low to below high");
  }
  return fill;
}

std::string_view fill_name(std::string_view text) {
  std::string_view name = trim(text.substr(0, text.find('(')));
  return std::find(std::begin(kFills), std::end(kFills), name) == std::end(kFills) ? std::string_view() : name;
}

// The dims that a fill has: of its own arguments, or the shape that is wanted.
Result<std::vector<int64_t>> dims_of_fill(const Arguments& arguments, std::string_view name, std::string_view text,
                                          const Wanted& wanted) {
  const bool takes_shape = name == "zeros" || name == "ones" || name == "iota";
  std::vector<int64_t> dims;
  if (takes_shape && !arguments.named.empty())
    return usage(std::string(name) + " has no " + shortened(arguments.named[0].first));
  if (takes_shape && !arguments.positional.empty()) {
    for (std::string_view item : arguments.positional) {
      std::optional<int64_t> dim = parse_number<int64_t>(item);
      if (!dim || *dim < 0) return usage(shortened(item) + " is not a dim");
      dims.push_back(*dim);
    }
    if (auto error = disagreement(wanted.dtype, dims, wanted, shortened(text))) return *error;
  } else if (!wanted.shape) {
    return usage(shortened(text) + " does not say the shape; write it before, as in 2x3xf32=" + std::string(text));
  } else {
    dims.assign(wanted.shape->begin(), wanted.shape->end());
  }
  if (wanted.dtype.is_unknown())
    return usage(shortened(text) + " does not say the dtype; write it before, as in 2x3xf32=" + std::string(text));
  if (std::ranges::any_of(dims, [](int64_t d) { return d < 0; }))
    return usage(shortened(text) + " does not say how large an open dim is");
  return dims;
}

Result<Tensor> make_fill(std::string_view text, const Wanted& wanted, uint64_t stream) {
  size_t open = text.find('(');
  std::string_view name = trim(text.substr(0, open)), inside;
  if (open != std::string_view::npos) {
    if (!text.ends_with(')')) return usage("'(' is not closed in " + shortened(text));
    inside = text.substr(open + 1, text.size() - open - 2);
  }
  if (fill_name(text).empty()) {
    return usage("cannot read " + shortened(text) +
                 " as a tensor: expected @FILE.npy, TYPE=VALUES or a fill (zeros, ones, iota, full, rand)" +
                 did_you_mean(name, kFills));
  }
  Result<Arguments> arguments = parse_arguments(inside);
  if (!arguments) return arguments.error();
  Result<std::vector<int64_t>> dims = dims_of_fill(*arguments, name, text, wanted);
  if (!dims) return dims.error();
  RandomFill random;
  double value = name == "ones" ? 1 : 0;
  if (name == "full") {
    std::optional<double> given;
    if (arguments->positional.size() == 1 && arguments->named.empty())
      given = parse_number<double>(arguments->positional[0]);
    if (!given) return usage("full takes one number, not " + shortened(inside));
    value = *given;
  } else if (name == "rand") {
    Result<RandomFill> parsed = parse_random(*arguments, wanted.dtype, *dims);
    if (!parsed) return parsed.error();
    random = *parsed;
    random.stream = stream;
  }
  Result<Tensor> tensor = Tensor::make(wanted.dtype, *dims);
  if (!tensor) return tensor;
  if (name == "rand") fill_random(*tensor, random);
  else if (name == "iota") fill_iota(*tensor);
  else fill_value(*tensor, value);
  return tensor;
}

Result<Tensor> load(const std::string& path, const Wanted& wanted) {
  Result<Tensor> tensor = read_npy(path);
  if (!tensor) return tensor;
  take_bits(*tensor, wanted.dtype);
  if (auto error = disagreement(tensor->dtype, tensor->shape, wanted, path)) return *error;
  return tensor;
}

}  // namespace

void take_bits(Tensor& stored, DType wanted) {
  const bool has_no_name = wanted.is_any_float() && !wanted.is_float();
  if (is_nibble(wanted) && stored.dtype == (wanted.is_integer() ? kInt8 : kUint8)) {
    const int low = wanted.is_integer() ? -8 : 0;
    bool fits = true;
    for (int64_t i = 0; fits && i < stored.elements(); ++i) {
      const int64_t value = element_as_integer(stored, i);
      fits = value >= low && value < low + 16;
    }
    if (fits) stored.dtype = wanted;
  }
  if (has_no_name && stored.dtype.is_unsigned() && stored.dtype.bits == wanted.bits) stored.dtype = wanted;
}

Result<Tensor> make_tensor(std::string_view specification, DType dtype, std::optional<std::span<const int64_t>> shape,
                           uint64_t stream) {
  const Wanted wanted{dtype, shape};
  std::string_view text = trim(specification);
  if (text.starts_with('@')) return load(std::string(text.substr(1)), wanted);
  size_t equals = text.find('=');
  size_t open = text.find('(');
  if (equals == std::string_view::npos || open < equals) return make_fill(text, wanted, stream);
  std::string_view head = trim(text.substr(0, equals));
  std::optional<Type> type = parse_type(head);
  if (!type) return usage(shortened(head) + " is not a type such as 2x3xf32");
  if (auto error = disagreement(type->dtype, type->shape, wanted, shortened(head))) return *error;
  std::string_view values = trim(text.substr(equals + 1));
  if (!fill_name(values).empty()) return make_fill(values, {type->dtype, type->shape}, stream);
  Result<Tensor> tensor = Tensor::make(type->dtype, type->shape);
  if (!tensor) return tensor;
  if (auto error = store_values(*tensor, values)) return *error;
  return tensor;
}

}  // namespace hammock
