// SPDX-License-Identifier: Apache-2.0
// Values as texts: repr() and format().
#include <algorithm>
#include <charconv>

#include "hammock/base/suggest.h"
#include "hammock/python/interpreter.h"

namespace hammock::python {
namespace {

// A text as Python writes it.
void quote(std::string_view text, std::string& out) {
  const bool has_single = text.find('\'') != std::string_view::npos,
             has_double = text.find('"') != std::string_view::npos;
  const char mark = has_single && !has_double ? '"' : '\'';
  out += mark;
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '\\' || c == mark) (out += '\\') += c;
    else out += c;
  }
  out += mark;
}

}  // namespace

std::string Interpreter::repr(Datum d) {
  std::string out;
  repr(d, out, 0);
  return out;
}

void Interpreter::repr(Datum d, std::string& out, int depth) {
  charge(1);
  if (depth > kMaxNesting || out.size() > kMaxText) {
    out += "...";
    return;
  }
  auto all = [&](const std::vector<Datum>& items, std::string_view open, std::string_view close) {
    out += open;
    for (size_t i = 0; i < items.size() && out.size() <= kMaxText; ++i) {
      if (i > 0) out += ", ";
      repr(items[i], out, depth + 1);
    }
    out += close;
  };
  switch (d.type) {
    case Type::none: out += "None"; return;
    case Type::boolean: out += d.integer ? "True" : "False"; return;
    case Type::integer: out += std::to_string(d.integer); return;
    case Type::wide: out += python::repr(d.as<WideObject>().value); return;
    case Type::real: out += python::repr(d.real); return;
    case Type::text: charge(text_of(d).size() / 16); return quote(text_of(d), out);
    case Type::list: return all(d.as<Sequence>().items, "[", "]");
    case Type::tuple: return all(d.as<Sequence>().items, "(", d.as<Sequence>().items.size() == 1 ? ",)" : ")");
    case Type::set: return d.as<Dict>().size == 0 ? static_cast<void>(out += "set()") : all(elements(d), "{", "}");
    case Type::dict: {
      out += "{";
      bool is_first = true;
      for (const Dict::Entry& e : d.as<Dict>().entries) {
        if (e.is_gone) continue;
        if (!is_first) out += ", ";
        is_first = false;
        repr(e.key, out, depth + 1);
        out += ": ";
        repr(e.value, out, depth + 1);
      }
      out += "}";
      return;
    }
    case Type::range: {
      const RangeObject& r = d.as<RangeObject>();
      out += "range(" + std::to_string(r.start) + ", " + std::to_string(r.stop) +
             (r.step == 1 ? "" : ", " + std::to_string(r.step)) + ")";
      return;
    }
    case Type::function: out += "<function " + std::string(text(d.as<FunctionObject>().code->name)) + ">"; return;
    default: break;
  }
  if (std::optional<std::string> known = host_.text(d, depth > 0)) {
    charge(known->size() / 4);
    out += *known;
  } else {
    out += "<" + type_name(d) + ">";
  }
}

namespace {

// `!r:>+08,.2f` in parts.
struct FormatSpec {
  bool is_repr = false;
  char fill = ' ', align = 0;
  bool has_plus = false, has_comma = false;
  size_t width = 0, precision = SIZE_MAX;  // SIZE_MAX: none
  char kind = 0;
};

// False if it cannot be read. `spec` begins behind the conversion.
bool parse_format(std::string_view spec, FormatSpec& out) {
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^'; };
  if (spec.size() > 1 && is_align(spec[1])) {
    out.fill = spec[0];
    out.align = spec[1];
    spec.remove_prefix(2);
  } else if (!spec.empty() && is_align(spec[0])) {
    out.align = spec[0];
    spec.remove_prefix(1);
  }
  const auto skip = [&](char c) {
    const bool is_there = spec.starts_with(c);
    if (is_there) spec.remove_prefix(1);
    return is_there;
  };
  const auto number = [&](size_t& value) {
    const auto [end, error] = std::from_chars(spec.data(), spec.data() + spec.size(), value);
    if (error == std::errc()) spec.remove_prefix(static_cast<size_t>(end - spec.data()));
    return error == std::errc();
  };
  out.has_plus = skip('+');
  if (!out.has_plus) skip('-');
  if (spec.starts_with('0') && !out.align) {
    out.fill = '0';
    out.align = '>';
  }
  number(out.width);
  out.has_comma = skip(',');
  if (skip('.') && !number(out.precision)) return false;
  out.kind = spec.empty() ? 0 : spec[0];
  return spec.size() <= 1 && out.width <= 1000 && (out.precision == SIZE_MAX || out.precision <= 100);
}

std::string format_real(double value, const FormatSpec& spec) {
  char buffer[512];
  const bool is_percent = spec.kind == '%';
  const char* code = spec.kind == 'e' ? "%.*e" : spec.kind == 'f' || is_percent ? "%.*f" : "%.*g";
  const int precision = spec.precision == SIZE_MAX ? 6 : static_cast<int>(spec.precision);
  const int size = std::snprintf(buffer, sizeof buffer, code, precision, value * (is_percent ? 100 : 1));
  std::string out(buffer, static_cast<size_t>(std::min<int>(size, sizeof buffer - 1)));
  return is_percent ? out + '%' : out;
}

std::string format_integer(int64_t value, char kind) {
  char buffer[80];
  const int base = kind == 'b' ? 2 : kind == 'o' ? 8 : 16;
  std::string out(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, base).ptr);
  if (kind == 'X') {
    for (char& c : out) c = static_cast<char>(std::toupper(c));
  }
  return out;
}

// Sets thousands apart and adds a plus sign and what fills the width. `number`: its value, if it is one.
void lay_out(std::string& out, const FormatSpec& spec, std::optional<double> number) {
  if (spec.has_comma && number) {
    const size_t digits = out.find('.') == std::string::npos ? out.size() : out.find('.');
    for (size_t i = digits; i > 3 + (out[0] == '-'); i -= 3) out.insert(i - 3, ",");
  }
  if (spec.has_plus && number && *number >= 0) out.insert(0, "+");
  if (out.size() >= spec.width) return;
  const size_t space = spec.width - out.size();
  const char align = spec.align ? spec.align : number ? '>' : '<';
  const size_t left = align == '>' ? space : align == '^' ? space / 2 : 0;
  const bool has_sign = spec.fill == '0' && number && !out.empty() && (out[0] == '-' || out[0] == '+');
  out.insert(align == '>' && has_sign ? 1 : 0, std::string(left, spec.fill));
  out += std::string(space - left, spec.fill);
}

}  // namespace

// `!r:>10.2f`, or nothing.
std::string Interpreter::format(Datum d, std::string_view spec) {
  FormatSpec parts;
  if (spec.starts_with('!')) {
    parts.is_repr = spec.size() > 1 && (spec[1] == 'r' || spec[1] == 'a');
    if (spec.size() < 2 || (spec.size() > 2 && spec[2] != ':') || (!parts.is_repr && spec[1] != 's'))
      fail("a conversion is !r, !s or !a");
    spec.remove_prefix(2);
    if (!parts.is_repr && spec.size() > 1) d = text(str(d));
  }
  if (spec.starts_with(':')) spec.remove_prefix(1);
  charge(1 + spec.size() / 16);
  look_at(d);
  if (!parse_format(spec, parts)) fail("the format " + quoted(spec) + " cannot be read");
  const std::optional<Number> value = parts.is_repr ? std::nullopt : Interpreter::number(d);
  const char kind = parts.kind;
  const bool is_real = kind == 'f' || kind == 'e' || kind == 'g' || kind == '%' || parts.precision != SIZE_MAX;
  std::string out;
  if (value && is_real) {
    out = format_real(value->as_real(), parts);
  } else if (value && (kind == 'x' || kind == 'X' || kind == 'b' || kind == 'o')) {
    out = format_integer(integer(d, "what is printed so"), kind);
  } else if (kind == 0 || kind == 's' || (kind == 'd' && (d.is_int() || d.is(Type::wide)))) {
    out = parts.is_repr ? repr(d) : d.is(Type::boolean) && kind == 'd' ? std::to_string(d.integer) : str(d);
    if (!value && parts.precision != SIZE_MAX) out.resize(std::min(out.size(), parts.precision));
  } else {
    fail("the format " + quoted(spec) + " does not fit " + type_name(d));
  }
  lay_out(out, parts, value ? std::optional(value->as_real()) : std::nullopt);
  return out;
}

}  // namespace hammock::python
