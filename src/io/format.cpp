// SPDX-License-Identifier: Apache-2.0
// Values as numpy prints arrays (array2string with its defaults: 8 digits, lines of 75, 3 items at each end of a long
// axis).
//
// A number is printed with the fewest digits that name it in its own dtype, all numbers of an array in one width: plain
// if the magnitudes lie within a factor of 1000 and from 1e-4 to 1e8, else with an exponent.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "hammock/base/element.h"
#include "hammock/io/tensor_file.h"

namespace hammock {
namespace {

constexpr int64_t kEdge = 3;
constexpr size_t kLineWidth = 75;
constexpr int kPrecision = 8;

// The number with the fewest decimal digits that rounds to the element.
double shortest_decimal(const Tensor& t, int64_t i) {
  double exact = element_as_double(t, i);
  if (t.dtype == kFloat64 || !std::isfinite(exact) || exact == 0) return exact;
  auto same = [&](double value) {
    bool is_same = false;
    for_stored(t.dtype, [&]<class T>(Tag<T>) {
      if constexpr (kIsFloat<T>) is_same = T(static_cast<float>(value)) == t.as<T>()[i];
    });
    return is_same;
  };
  char text[64];
  for (int digits = 0; digits < 17; ++digits) {
    char* end = std::to_chars(text, text + sizeof text, exact, std::chars_format::scientific, digits).ptr;
    double value = exact;
    std::from_chars(text, end, value);
    if (same(value)) return value;
  }
  return exact;
}

struct Parts {
  std::string whole;     // with the sign
  std::string fraction;  // without trailing zeros
  std::string exponent;  // "+05", or nothing
};

Parts parts_of(double value, bool scientific) {
  auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  char buffer[400];
  auto print = [&](auto... precision) {
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, precision...).ptr);
  };
  std::string text = print();
  auto split = [&] {
    size_t e = text.find('e');
    std::string exponent = e == std::string::npos ? "" : text.substr(e + 1);
    std::string digits = text.substr(0, e);
    size_t dot = digits.find('.');
    return Parts{digits.substr(0, dot), dot == std::string::npos ? "" : digits.substr(dot + 1), exponent};
  };
  Parts parts = split();
  if (parts.fraction.size() > kPrecision) {
    text = print(kPrecision);
    parts = split();
  }
  while (parts.fraction.ends_with('0')) parts.fraction.pop_back();
  return parts;
}

// Strings of equal width, or a lone string for a tensor without axes.
class Formatter {
 public:
  Formatter(const Tensor& t, const std::vector<int64_t>& shown) : t_(t) {
    if (t.dtype.is_integral()) {
      for (int64_t i : shown) width_ = std::max(width_, plain(i).size());
      if (t.dtype.is_boolean()) width_ = 5;
    } else {
      measure(shown);
    }
  }

  std::string operator()(int64_t i) const {
    if (t_.dtype.is_integral()) return padded(plain(i));
    double value = shortest_decimal(t_, i);
    if (!std::isfinite(value)) return padded(special(value));
    Parts p = parts_of(value, scientific_);
    std::string text(whole_ - std::min(whole_, p.whole.size()), ' ');
    text += p.whole + '.' + p.fraction;
    if (!scientific_) return text + std::string(fraction_ - std::min(fraction_, p.fraction.size()), ' ');
    text += std::string(fraction_ - std::min(fraction_, p.fraction.size()), '0') + 'e' + p.exponent[0];
    return text + std::string(exponent_ - (p.exponent.size() - 1), '0') + p.exponent.substr(1);
  }

  // As numpy prints a scalar.
  std::string scalar(int64_t i) const {
    if (t_.dtype.is_integral()) return plain(i);
    double value = shortest_decimal(t_, i);
    if (!std::isfinite(value)) return special(value);
    double magnitude = std::fabs(value);
    bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
    char buffer[64];
    std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, value,
                                           scientific ? std::chars_format::scientific : std::chars_format::fixed)
                                 .ptr);
    return scientific || text.find('.') != std::string::npos ? text : text + ".0";
  }

 private:
  void measure(const std::vector<int64_t>& shown) {
    double largest = 0, smallest = INFINITY;
    for (int64_t i : shown) {
      double magnitude = std::fabs(element_as_double(t_, i));
      if (!std::isfinite(magnitude) || magnitude == 0) continue;
      largest = std::max(largest, magnitude);
      smallest = std::min(smallest, magnitude);
    }
    scientific_ = largest != 0 && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000);
    size_t special_width = 0;
    for (int64_t i : shown) {
      double value = shortest_decimal(t_, i);
      if (!std::isfinite(value)) {
        special_width = std::max(special_width, special(value).size());
        continue;
      }
      Parts p = parts_of(value, scientific_);
      whole_ = std::max(whole_, p.whole.size());
      fraction_ = std::max(fraction_, p.fraction.size());
      if (scientific_) exponent_ = std::max(exponent_, p.exponent.size() - 1);
    }
    size_t right = 1 + fraction_ + (scientific_ ? exponent_ + 2 : 0);
    if (special_width > whole_ + right) whole_ = special_width - right;
    width_ = whole_ + right;
  }
  std::string plain(int64_t i) const {
    int64_t value = element_as_integer(t_, i);
    if (t_.dtype.is_boolean()) return value ? "True" : "False";
    return t_.dtype.is_unsigned() ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value);
  }
  static std::string special(double value) { return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"; }
  std::string padded(const std::string& text) const {
    return std::string(width_ - std::min(width_, text.size()), ' ') + text;
  }

  const Tensor& t_;
  bool scientific_ = false;
  size_t width_ = 0, whole_ = 0, fraction_ = 0, exponent_ = 0;
};

// Positions along an axis that are shown; -1 for the dots.
std::vector<int64_t> shown_positions(int64_t size, bool shortened) {
  std::vector<int64_t> positions;
  bool gap = shortened && size > 2 * kEdge;
  for (int64_t i = 0; i < size; ++i) {
    if (gap && i == kEdge) {
      positions.push_back(-1);
      i = size - kEdge;
    }
    positions.push_back(i);
  }
  return positions;
}

class Printer {
 public:
  Printer(const Tensor& t, bool shortened) : t_(t), shortened_(shortened) {}

  std::string print() {
    std::vector<int64_t> shown;
    collect(0, 0, shown);
    Formatter format(t_, shown);
    if (t_.shape.empty()) return format.scalar(0);
    format_ = &format;
    return axis(0, 0, " ", kLineWidth);
  }

 private:
  void collect(size_t d, int64_t base, std::vector<int64_t>& out) const {
    if (d == t_.shape.size()) return out.push_back(base);
    for (int64_t i : shown_positions(t_.shape[d], shortened_)) {
      if (i >= 0) collect(d + 1, base * t_.shape[d] + i, out);
    }
  }

  std::string axis(size_t d, int64_t base, const std::string& indent, size_t width) const {
    std::string text, line = indent;
    std::vector<int64_t> positions = shown_positions(t_.shape[d], shortened_);
    bool is_last_axis = d + 1 == t_.shape.size();
    for (size_t k = 0; k < positions.size(); ++k) {
      bool is_end = k + 1 == positions.size();
      int64_t at = base * t_.shape[d] + positions[k];
      if (is_last_axis) {
        std::string word = positions[k] < 0 ? "..." : (*format_)(at);
        if (line.size() + word.size() > width - 1 && line.size() > indent.size()) {
          while (line.ends_with(' ')) line.pop_back();
          text += line + '\n';
          line = indent;
        }
        line += word + (is_end ? "" : " ");
      } else {
        text += indent + (positions[k] < 0 ? "..." : axis(d + 1, at, indent + ' ', width - 1));
        if (!is_end) text.append(t_.shape.size() - d - 1, '\n');
      }
    }
    if (is_last_axis) text += line;
    return '[' + text.substr(indent.size()) + ']';
  }

  const Tensor& t_;
  bool shortened_;
  const Formatter* format_ = nullptr;
};

}  // namespace

std::string format_tensor(const Tensor& t, int64_t threshold) {
  if (t.elements() == 0) return "[]";
  return Printer(t, t.elements() > threshold).print();
}

namespace {

// Lines behind the first one column to the right, blank ones left blank.
std::string indented(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') out += ' ';
  }
  return out;
}

}  // namespace

std::string format_value(const RuntimeValue& value, int64_t threshold) {
  if (const Tensor* t = value.tensor()) return format_tensor(*t, threshold);
  if (const RuntimeTuple* fields = value.tuple()) {
    std::string text = "(";
    for (size_t i = 0; i < fields->size(); ++i)
      text += (i ? ",\n " : "") + indented(format_value((*fields)[i], threshold));
    return text + (fields->size() == 1 ? ",)" : ")");
  }
  if (auto* shape = std::get_if<RuntimeShape>(&value.v)) {
    std::string text = shape_text(*shape);
    if (text.ends_with(",)")) text.erase(text.size() - 2, 1);
    return "R.shape([" + text.substr(1, text.size() - 2) + "])";
  }
  if (auto* integer = std::get_if<int64_t>(&value.v)) return std::to_string(*integer);
  if (auto* real = std::get_if<double>(&value.v)) {
    Tensor t{kFloat64, {}, allocate_bytes(8)};
    *t.as<double>() = *real;
    return format_tensor(t);
  }
  if (auto* text = std::get_if<std::string>(&value.v)) return *text;
  if (auto* dtype = std::get_if<DType>(&value.v)) return to_string(*dtype);
  if (std::holds_alternative<std::shared_ptr<RuntimeObject>>(value.v)) return "<object>";
  return std::holds_alternative<std::monostate>(value.v) ? "None" : "<function>";
}

}  // namespace hammock
