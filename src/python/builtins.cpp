// SPDX-License-Identifier: Apache-2.0
// The functions and methods of Python that scripts have: one row each.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "hammock/python/interpreter.h"

namespace hammock::python {
namespace {

using Run = Datum (*)(Interpreter&, const Args&);

enum class Cost : uint8_t {
  flat,   // a step, and what the Interpreter charges for what it is asked to do
  whole,  // it walks over all of itself and its arguments
};

struct BuiltinRow {
  std::string_view name;
  uint8_t at_least, at_most;  // positional arguments
  std::string_view keywords;  // that it takes, separated by blanks
  Cost cost;
  Run run;
};

Datum keyword(Interpreter& m, const Args& args, std::string_view name, Datum missing = {}) {
  for (const auto& [key, value] : args.keywords) {
    if (m.text(key) == name) return value;
  }
  return missing;
}

Datum to_int(Interpreter& m, Datum d) {
  if (std::optional<Number> x = Interpreter::number(d)) return m.datum(python::to_integer(*x));
  if (Interpreter::is_text(d)) {
    Outcome value = python::to_integer(Interpreter::text_of(d));
    if (value.failure == Failure::not_a_number) m.fail("the string " + m.repr(d) + " is no integer");
    return m.datum(value);
  }
  if (d.is(Type::array) && d.as<ArrayObject>().values.size() == 1)
    return to_int(m, Datum::of(d.as<ArrayObject>().values[0]));
  if (d.is(Type::prim)) m.fail("a dim that is not a number has no int");
  m.fail(m.type_name(d) + " has no int");
}

double to_real(Interpreter& m, Datum d) {
  if (std::optional<Number> x = Interpreter::number(d)) return x->as_real();
  if (d.is(Type::array) && d.as<ArrayObject>().values.size() == 1) return d.as<ArrayObject>().values[0];
  if (Interpreter::is_text(d)) {
    Outcome value = python::to_real(Interpreter::text_of(d));
    if (!value) m.fail("the string " + m.repr(d) + " is no number");
    return value.value.real;
  }
  m.fail(m.type_name(d) + " has no float");
}

// min and max: of the arguments, or of one container.
Datum extreme(Interpreter& m, const Args& a, bool is_max) {
  std::vector<Datum> items = a.positional.size() == 1 ? m.elements(a.positional[0])
                                                      : std::vector<Datum>(a.positional.begin(), a.positional.end());
  Datum key = keyword(m, a, "key");
  if (items.empty()) {
    for (const auto& [name, value] : a.keywords) {
      if (m.text(name) == "default") return value;
    }
    m.fail("there is no smallest or largest of nothing");
  }
  auto of = [&](Datum d) { return key.is_none() ? d : m.call(key, {std::span(&d, 1), {}}); };
  Datum best = items[0], best_key = of(items[0]);
  for (size_t i = 1; i < items.size(); ++i) {
    Datum k = of(items[i]);
    if (is_max ? !m.less(best_key, k) : !m.less(k, best_key)) continue;
    best = items[i];
    best_key = k;
  }
  return best;
}

Datum range(Interpreter& m, const Args& a) {
  int64_t v[3] = {0, 0, 1};
  for (size_t i = 0; i < a.positional.size(); ++i)
    v[i] = m.integer(to_int(m, a.positional[i].is(Type::real) ? Datum() : a.positional[i]), "an end of a range");
  if (a.positional.size() == 1) std::swap(v[0], v[1]);
  if (v[2] == 0) m.fail("the step of a range cannot be 0");
  return m.make<RangeObject>(v[0], v[1], v[2]);
}

Datum zip(Interpreter& m, const Args& a) {
  std::vector<std::vector<Datum>> parts;
  size_t count = a.positional.empty() ? 0 : SIZE_MAX;
  size_t held = 0;
  for (Datum d : a.positional) {
    parts.push_back(m.elements(d));
    count = std::min(count, parts.back().size());
    held += parts.back().size();
    m.check_room(held * sizeof(Datum));
  }
  std::vector<Datum> out;
  for (size_t i = 0; i < count; ++i) {
    std::vector<Datum> row;
    for (const auto& part : parts) row.push_back(part[i]);
    out.push_back(m.tuple(std::move(row)));
  }
  return m.list(std::move(out));
}

Datum sum(Interpreter& m, const Args& a) {
  Datum total = a.positional.size() > 1 ? a.positional[1] : keyword(m, a, "start", Datum::of(int64_t{0}));
  for (Datum d : m.elements(a.positional[0])) {
    m.charge(1);
    total = m.binary(syntax::Operator::add, total, d);
  }
  return total;
}

Datum make_dict(Interpreter& m, const Args& a) {
  Datum out = m.dict();
  if (!a.positional.empty()) {
    Datum from = a.positional[0];
    if (from.is(Type::dict)) {
      m.look_at(from);
      for (const Dict::Entry& e : std::vector<Dict::Entry>(from.as<Dict>().entries)) {
        if (!e.is_gone) m.put(out.as<Dict>(), e.key, e.value);
      }
    } else {
      for (Datum pair : m.elements(from)) {
        std::vector<Datum> two = m.elements(pair);
        if (two.size() != 2) m.fail("a dict is made of pairs");
        m.put(out.as<Dict>(), two[0], two[1]);
      }
    }
  }
  for (const auto& [key, value] : a.keywords) m.put(out.as<Dict>(), m.text(std::string(m.text(key))), value);
  return out;
}

bool is_instance(Interpreter& m, Datum d, Datum type, int depth = 0) {
  m.charge(1);
  if (depth > kMaxNesting) m.fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  if (type.is_sequence()) {
    for (Datum t : type.as<Sequence>().items) {
      if (is_instance(m, d, t, depth + 1)) return true;
    }
    return false;
  }
  if (type.is(Type::builtin)) {
    std::string_view name = builtin_name(type);
    if (name == "int") return d.is_int() || d.is(Type::wide);
    if (name == "float") return d.is(Type::real);
    if (name == "bool") return d.is(Type::boolean);
    if (name == "str") return d.is(Type::text);
    if (name == "list") return d.is(Type::list);
    if (name == "tuple") return d.is(Type::tuple);
    if (name == "dict") return d.is(Type::dict);
    if (name == "set") return d.is(Type::set);
  }
  if (type.is(Type::maker)) return m.host().is_instance(d, type);
  m.fail("isinstance takes a type, not " + m.type_name(type));
}

const BuiltinRow kBuiltins[] = {
    {"abs", 1, 1, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       Datum d = a.positional[0];
       std::optional<Number> x = Interpreter::number(d);
       if (!x || x->is_real()) return Datum::of(std::fabs(to_real(m, d)));
       return m.unary(x->integer < 0 ? syntax::Operator::minus : syntax::Operator::plus, d);
     }},
    {"all", 1, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       for (Datum d : m.elements(a.positional[0])) {
         if (!m.truth(d)) return Datum::of(false);
       }
       return Datum::of(true);
     }},
    {"any", 1, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       for (Datum d : m.elements(a.positional[0])) {
         if (m.truth(d)) return Datum::of(true);
       }
       return Datum::of(false);
     }},
    {"bool", 0, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return Datum::of(!a.positional.empty() && m.truth(a.positional[0])); }},
    {"callable", 1, 1, "", Cost::flat,
     [](Interpreter&, const Args& a) {
       Type t = a.positional[0].type;
       return Datum::of(t == Type::function || t == Type::builtin || t == Type::method || t == Type::maker ||
                        t == Type::pattern);
     }},
    {"dict", 0, 1, "*", Cost::flat, make_dict},
    {"divmod", 2, 2, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       return m.tuple({m.binary(syntax::Operator::floordiv, a.positional[0], a.positional[1]),
                       m.binary(syntax::Operator::mod, a.positional[0], a.positional[1])});
     }},
    {"enumerate", 1, 2, "start", Cost::flat,
     [](Interpreter& m, const Args& a) {
       Datum start = a.positional.size() > 1 ? a.positional[1] : keyword(m, a, "start", Datum::of(int64_t{0}));
       int64_t at = m.integer(start, "start");
       std::vector<Datum> out;
       for (Datum d : m.elements(a.positional[0]))
         out.push_back(
             m.tuple({m.binary(syntax::Operator::add, Datum::of(at), Datum::of(static_cast<int64_t>(out.size()))), d}));
       return m.list(std::move(out));
     }},
    {"filter", 2, 2, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       std::vector<Datum> out;
       for (Datum d : m.elements(a.positional[1])) {
         m.charge(1);
         if (m.truth(a.positional[0].is_none() ? d : m.call(a.positional[0], {std::span(&d, 1), {}}))) out.push_back(d);
       }
       return m.list(std::move(out));
     }},
    {"float", 0, 1, "", Cost::whole,
     [](Interpreter& m, const Args& a) { return Datum::of(a.positional.empty() ? 0.0 : to_real(m, a.positional[0])); }},
    {"getattr", 2, 3, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       if (!Interpreter::is_text(a.positional[1])) m.fail("the name of an attribute is a string");
       if (a.positional.size() > 2 && !m.has_attribute(a.positional[0], Interpreter::text_of(a.positional[1])))
         return a.positional[2];
       return m.attribute(a.positional[0], m.context().name(Interpreter::text_of(a.positional[1])));
     }},
    {"int", 0, 1, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       return a.positional.empty() ? Datum::of(int64_t{0}) : to_int(m, a.positional[0]);
     }},
    {"isinstance", 2, 2, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return Datum::of(is_instance(m, a.positional[0], a.positional[1])); }},
    {"iter", 1, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return m.make<Iterator>(m.list(m.elements(a.positional[0]))); }},
    {"len", 1, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return Datum::of(static_cast<int64_t>(m.size(a.positional[0]))); }},
    {"list", 0, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       return m.list(a.positional.empty() ? std::vector<Datum>() : m.elements(a.positional[0]));
     }},
    {"map", 2, 20, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       Datum rows = zip(m, {a.positional.subspan(1), {}});
       std::vector<Datum> out;
       for (Datum row : std::vector<Datum>(rows.as<Sequence>().items)) {
         std::vector<Datum> values = row.as<Sequence>().items;
         out.push_back(m.call(a.positional[0], {values, {}}));
       }
       return m.list(std::move(out));
     }},
    {"max", 1, 255, "key default", Cost::flat, [](Interpreter& m, const Args& a) { return extreme(m, a, true); }},
    {"min", 1, 255, "key default", Cost::flat, [](Interpreter& m, const Args& a) { return extreme(m, a, false); }},
    {"pow", 2, 2, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return m.binary(syntax::Operator::power, a.positional[0], a.positional[1]); }},
    {"print", 0, 255, "sep end", Cost::flat,
     [](Interpreter& m, const Args& a) {
       std::string out;
       Datum sep = keyword(m, a, "sep"), end = keyword(m, a, "end");
       for (size_t i = 0; i < a.positional.size(); ++i) {
         if (i > 0) m.grow(out, sep.is_none() ? " " : m.str(sep));
         m.grow(out, m.str(a.positional[i]));
       }
       m.grow(out, end.is_none() ? "\n" : m.str(end));
       m.charge(100 + out.size());
       m.host().print(out);
       return Datum();
     }},
    {"range", 1, 3, "", Cost::whole, range},
    {"repr", 1, 1, "", Cost::flat, [](Interpreter& m, const Args& a) { return m.text(m.repr(a.positional[0])); }},
    {"reversed", 1, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       std::vector<Datum> items = m.elements(a.positional[0]);
       std::reverse(items.begin(), items.end());
       return m.list(std::move(items));
     }},
    {"round", 1, 2, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       if (a.positional[0].is_int() || a.positional[0].is(Type::wide)) return to_int(m, a.positional[0]);
       double v = to_real(m, a.positional[0]);
       if (a.positional.size() < 2 || a.positional[1].is_none()) return to_int(m, Datum::of(std::nearbyint(v)));
       double scale = std::pow(10.0, static_cast<double>(std::clamp<int64_t>(
                                         m.integer(a.positional[1], "the number of digits"), -300, 300)));
       return Datum::of(std::nearbyint(v * scale) / scale);
     }},
    {"set", 0, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       Datum out = m.dict(Type::set);
       if (!a.positional.empty()) {
         for (Datum d : m.elements(a.positional[0])) m.put(out.as<Dict>(), d, {});
       }
       return out;
     }},
    {"sorted", 1, 1, "key reverse", Cost::flat,
     [](Interpreter& m, const Args& a) {
       std::vector<Datum> items = m.elements(a.positional[0]);
       m.sort(items, keyword(m, a, "key"), m.truth(keyword(m, a, "reverse")));
       return m.list(std::move(items));
     }},
    {"str", 0, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) { return m.text(a.positional.empty() ? "" : m.str(a.positional[0])); }},
    {"sum", 1, 2, "start", Cost::flat, sum},
    {"tuple", 0, 1, "", Cost::flat,
     [](Interpreter& m, const Args& a) {
       return m.tuple(a.positional.empty() ? std::vector<Datum>() : m.elements(a.positional[0]));
     }},
    {"type", 1, 1, "", Cost::flat, [](Interpreter& m, const Args& a) { return m.text(m.type_name(a.positional[0])); }},
    {"zip", 0, 255, "strict", Cost::flat, zip},
    // What `raise` takes: the text is what matters.
    {"AssertionError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       return m.text(a.positional.empty() ? "AssertionError" : m.str(a.positional[0]));
     }},
    {"KeyError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) { return m.text(a.positional.empty() ? "KeyError" : m.str(a.positional[0])); }},
    {"NotImplementedError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       return m.text(a.positional.empty() ? "NotImplementedError" : m.str(a.positional[0]));
     }},
    {"RuntimeError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       return m.text(a.positional.empty() ? "RuntimeError" : m.str(a.positional[0]));
     }},
    {"TypeError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) { return m.text(a.positional.empty() ? "TypeError" : m.str(a.positional[0])); }},
    {"ValueError", 0, 20, "", Cost::whole,
     [](Interpreter& m, const Args& a) {
       return m.text(a.positional.empty() ? "ValueError" : m.str(a.positional[0]));
     }},
};

// ---- methods ----

struct MethodRow {
  Type type;
  std::string_view name;
  uint8_t at_least, at_most;
  std::string_view keywords;
  Cost cost;
  Datum (*run)(Interpreter&, Datum self, const Args&);
};

std::string_view text_arg(Interpreter& m, Datum d) {
  if (!Interpreter::is_text(d)) m.fail("a string is wanted here, not " + m.type_name(d));
  return Interpreter::text_of(d);
}

std::string strip(std::string_view t, bool left, bool right) {
  auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (left && !t.empty() && is_space(t.front())) t.remove_prefix(1);
  while (right && !t.empty() && is_space(t.back())) t.remove_suffix(1);
  return std::string(t);
}

Datum split(Interpreter& m, Datum self, const Args& a) {
  std::vector<Datum> out;
  std::string t(Interpreter::text_of(self));
  if (a.positional.empty() || a.positional[0].is_none()) {
    size_t at = 0;
    while ((at = t.find_first_not_of(" \t\n\r", at)) != std::string::npos) {
      size_t end = std::min(t.find_first_of(" \t\n\r", at), t.size());
      out.push_back(m.text(t.substr(at, end - at)));
      at = end;
    }
    return m.list(std::move(out));
  }
  std::string by(text_arg(m, a.positional[0]));
  if (by.empty()) m.fail("a string is split by something");
  size_t at = 0;
  while (true) {
    size_t end = m.search(t, by, at);
    out.push_back(m.text(t.substr(at, end == std::string::npos ? end : end - at)));
    if (end == std::string::npos) return m.list(std::move(out));
    at = end + by.size();
  }
}

Datum replace(Interpreter& m, Datum self, const Args& a) {
  std::string from(text_arg(m, a.positional[0])), to(text_arg(m, a.positional[1])), out;
  std::string_view t = Interpreter::text_of(self);
  if (from.empty()) m.fail("nothing is replaced");
  size_t at = 0;
  while (true) {
    size_t next = m.search(t, from, at);
    m.grow(out, t.substr(at, next == std::string_view::npos ? next : next - at));
    if (next == std::string_view::npos) return m.text(std::move(out));
    m.grow(out, to);
    at = next + from.size();
  }
}

// "{} {0} {name:.2f}".format(...)
Datum format_text(Interpreter& m, Datum self, const Args& a) {
  std::string out;
  std::string_view t = Interpreter::text_of(self);
  size_t next = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    if ((t[i] == '{' || t[i] == '}') && i + 1 < t.size() && t[i + 1] == t[i]) {
      out += t[i++];
      continue;
    }
    if (t[i] != '{') {
      out += t[i];
      continue;
    }
    size_t end = t.find('}', i);
    if (end == std::string_view::npos) m.fail("'{' is never closed");
    std::string_view field = t.substr(i + 1, end - i - 1);
    size_t cut = std::min(field.find_first_of("!:"), field.size());
    std::string_view key = field.substr(0, cut);
    Datum value;
    bool is_number = std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (is_number) {
      size_t at = next;
      if (key.empty()) ++next;
      else std::from_chars(key.data(), key.data() + key.size(), at);
      if (at >= a.positional.size()) m.fail("the text wants more values than there are");
      value = a.positional[at];
    } else {
      bool is_known = false;
      for (const auto& [name, v] : a.keywords) {
        if (m.text(name) == key) {
          value = v;
          is_known = true;
        }
      }
      m.charge(a.keywords.size());
      if (!is_known) m.fail("there is no value for '" + std::string(key) + "'");
    }
    m.charge(4);
    m.grow(out, m.format(value, field.substr(cut)));
    i = end;
  }
  return m.text(std::move(out));
}

Datum pop_item(Interpreter& m, Datum self, const Args& a) {
  auto& items = self.as<Sequence>().items;
  if (items.empty()) m.fail("pop from an empty list");
  size_t at = a.positional.empty() ? items.size() - 1 : static_cast<size_t>(m.index_of(a.positional[0], items.size()));
  Datum d = items[at];
  m.charge((items.size() - at) / 8);
  items.erase(items.begin() + static_cast<ptrdiff_t>(at));
  return d;
}

Datum pairs_of(Interpreter& m, Datum self, int what) {
  std::vector<Datum> out;
  m.look_at(self);
  for (const Dict::Entry& e : self.as<Dict>().entries) {
    if (!e.is_gone) out.push_back(what == 0 ? e.key : what == 1 ? e.value : m.tuple({e.key, e.value}));
  }
  return m.list(std::move(out));
}

Datum index_in(Interpreter& m, Datum self, const Args& a) {
  const auto& items = self.as<Sequence>().items;
  for (size_t i = 0; i < items.size(); ++i) {
    if (m.equal(items[i], a.positional[0])) return Datum::of(static_cast<int64_t>(i));
  }
  m.fail(m.repr(a.positional[0]) + " is not in " + m.type_name(self));
}

Datum count_in(Interpreter& m, Datum self, const Args& a) {
  int64_t n = 0;
  for (Datum d : self.as<Sequence>().items) n += m.equal(d, a.positional[0]);
  return Datum::of(n);
}

Datum dict_pop(Interpreter& m, Datum self, const Args& a) {
  Dict::Entry* e = m.find(self.as<Dict>(), a.positional[0]);
  if (!e && a.positional.size() < 2) m.fail("the dict has no key " + m.repr(a.positional[0]));
  if (!e) return a.positional[1];
  Datum value = e->value;
  m.remove(self.as<Dict>(), a.positional[0]);
  return value;
}

Datum number_test(Datum self, int (*test)(int)) {
  std::string_view t = Interpreter::text_of(self);
  return Datum::of(!t.empty() && std::all_of(t.begin(), t.end(), [&](unsigned char c) { return test(c) != 0; }));
}

Datum changed(Interpreter& m, Datum self, int (*change)(int)) {
  std::string t(Interpreter::text_of(self));
  for (char& c : t) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return m.text(std::move(t));
}

const MethodRow kMethods[] = {
    {Type::text, "startswith", 1, 1, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args& a) {
       return Datum::of(Interpreter::text_of(s).starts_with(text_arg(m, a.positional[0])));
     }},
    {Type::text, "endswith", 1, 1, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args& a) {
       return Datum::of(Interpreter::text_of(s).ends_with(text_arg(m, a.positional[0])));
     }},
    {Type::text, "lower", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) { return changed(m, s, std::tolower); }},
    {Type::text, "upper", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) { return changed(m, s, std::toupper); }},
    {Type::text, "isdigit", 0, 0, "", Cost::whole,
     [](Interpreter&, Datum s, const Args&) { return number_test(s, std::isdigit); }},
    {Type::text, "strip", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) { return m.text(strip(Interpreter::text_of(s), true, true)); }},
    {Type::text, "lstrip", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) { return m.text(strip(Interpreter::text_of(s), true, false)); }},
    {Type::text, "rstrip", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) { return m.text(strip(Interpreter::text_of(s), false, true)); }},
    {Type::text, "split", 0, 1, "", Cost::whole, split},
    {Type::text, "replace", 2, 2, "", Cost::whole, replace},
    {Type::text, "format", 0, 255, "*", Cost::whole, format_text},
    {Type::text, "find", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       const std::string_view text = Interpreter::text_of(s);
       const size_t at = m.search(text, text_arg(m, a.positional[0]));
       if (at == std::string_view::npos) return Datum::of(int64_t{-1});
       return Datum::of(static_cast<int64_t>(m.size(m.text(std::string(text.substr(0, at))))));
     }},
    {Type::text, "join", 1, 1, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args& a) {
       std::string out;
       bool is_first = true;
       for (Datum d : m.elements(a.positional[0])) {
         if (!is_first) m.grow(out, Interpreter::text_of(s));
         is_first = false;
         m.grow(out, text_arg(m, d));
       }
       return m.text(std::move(out));
     }},
    {Type::list, "append", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       m.append(s.as<Sequence>(), a.positional[0]);
       return Datum();
     }},
    {Type::list, "extend", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       for (Datum d : m.elements(a.positional[0])) m.append(s.as<Sequence>(), d);
       return Datum();
     }},
    {Type::list, "insert", 2, 2, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       auto& items = s.as<Sequence>().items;
       int64_t n = static_cast<int64_t>(items.size()), at = m.integer(a.positional[0], "an index");
       at = at < 0 ? std::max<int64_t>(0, at + n) : std::min(at, n);
       m.charge(items.size() / 8);
       m.append(s.as<Sequence>(), {});
       items.pop_back();
       items.insert(items.begin() + at, a.positional[1]);
       return Datum();
     }},
    {Type::list, "pop", 0, 1, "", Cost::flat, pop_item},
    {Type::list, "clear", 0, 0, "", Cost::flat,
     [](Interpreter&, Datum s, const Args&) {
       s.as<Sequence>().items.clear();
       return Datum();
     }},
    {Type::list, "copy", 0, 0, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args&) { return m.list(s.as<Sequence>().items); }},
    {Type::list, "reverse", 0, 0, "", Cost::whole,
     [](Interpreter& m, Datum s, const Args&) {
       auto& items = s.as<Sequence>().items;
       m.charge(items.size() / 8);
       std::reverse(items.begin(), items.end());
       return Datum();
     }},
    {Type::list, "remove", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       Datum at = index_in(m, s, a);
       return pop_item(m, s, {std::span(&at, 1), {}}), Datum();
     }},
    {Type::list, "sort", 0, 0, "key reverse", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       std::vector<Datum> items = s.as<Sequence>().items;
       m.sort(items, keyword(m, a, "key"), m.truth(keyword(m, a, "reverse")));
       s.as<Sequence>().items = std::move(items);
       return Datum();
     }},
    {Type::list, "index", 1, 1, "", Cost::flat, index_in},
    {Type::tuple, "index", 1, 1, "", Cost::flat, index_in},
    {Type::list, "count", 1, 1, "", Cost::flat, count_in},
    {Type::tuple, "count", 1, 1, "", Cost::flat, count_in},
    {Type::dict, "keys", 0, 0, "", Cost::flat, [](Interpreter& m, Datum s, const Args&) { return pairs_of(m, s, 0); }},
    {Type::dict, "values", 0, 0, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args&) { return pairs_of(m, s, 1); }},
    {Type::dict, "items", 0, 0, "", Cost::flat, [](Interpreter& m, Datum s, const Args&) { return pairs_of(m, s, 2); }},
    {Type::dict, "get", 1, 2, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       Dict::Entry* e = m.find(s.as<Dict>(), a.positional[0]);
       return e ? e->value : a.positional.size() > 1 ? a.positional[1] : Datum();
     }},
    {Type::dict, "setdefault", 1, 2, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       if (Dict::Entry* e = m.find(s.as<Dict>(), a.positional[0])) return e->value;
       Datum value = a.positional.size() > 1 ? a.positional[1] : Datum();
       m.put(s.as<Dict>(), a.positional[0], value);
       return value;
     }},
    {Type::dict, "update", 0, 1, "*", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       Datum more = make_dict(m, a);
       for (const Dict::Entry& e : std::vector<Dict::Entry>(more.as<Dict>().entries))
         m.put(s.as<Dict>(), e.key, e.value);
       return Datum();
     }},
    {Type::dict, "pop", 1, 2, "", Cost::flat, dict_pop},
    {Type::dict, "copy", 0, 0, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args&) {
       return make_dict(m, {std::span(&s, 1), {}});
     }},
    {Type::set, "add", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       m.put(s.as<Dict>(), a.positional[0], {});
       return Datum();
     }},
    {Type::set, "discard", 1, 1, "", Cost::flat,
     [](Interpreter& m, Datum s, const Args& a) {
       m.remove(s.as<Dict>(), a.positional[0]);
       return Datum();
     }},
};

void check_arguments(Interpreter& m, std::string_view name, uint8_t at_least, uint8_t at_most,
                     std::string_view keywords, const Args& args) {
  size_t n = args.positional.size();
  if (n < at_least || n > at_most) {
    std::string wanted =
        at_least == at_most ? std::to_string(at_least) : std::to_string(at_least) + " to " + std::to_string(at_most);
    m.fail(std::string(name) + "() takes " + wanted + " arguments, not " + std::to_string(n));
  }
  if (keywords == "*") return;
  for (const auto& [key, value] : args.keywords) {
    std::string_view k = m.text(key), rest = keywords;
    bool is_known = false;
    while (!rest.empty() && !is_known) {
      std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      is_known = word == k;
    }
    if (!is_known) m.fail(std::string(name) + "() has no parameter '" + std::string(k) + "'");
  }
}

void charge(Interpreter& m, Cost cost, const Args& args) {
  m.charge(1 + args.positional.size() / 8);
  if (cost == Cost::flat) return;
  for (Datum d : args.positional) m.look_at(d);
  for (const auto& [_, d] : args.keywords) m.look_at(d);
}

const MethodRow* find_method(Type type, std::string_view name) {
  for (const MethodRow& row : kMethods) {
    if (row.type == type && row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<Datum> builtin(std::string_view name) {
  for (uint32_t i = 0; i < std::size(kBuiltins); ++i) {
    if (kBuiltins[i].name == name) return Datum::of(Type::builtin, i);
  }
  return std::nullopt;
}

std::string_view builtin_name(Datum d) { return kBuiltins[d.id].name; }

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names;
  for (const BuiltinRow& row : kBuiltins) names.push_back(row.name);
  return names;
}

Datum call_builtin(Interpreter& m, Datum d, const Args& args) {
  const BuiltinRow& row = kBuiltins[d.id];
  check_arguments(m, row.name, row.at_least, row.at_most, row.keywords, args);
  charge(m, row.cost, args);
  return row.run(m, args);
}

bool has_method(Type type, std::string_view name) { return find_method(type, name) != nullptr; }

std::span<const std::string_view> method_names(Type type) {
  static thread_local std::vector<std::string_view> names;
  names.clear();
  for (const MethodRow& row : kMethods) {
    if (row.type == type) names.push_back(row.name);
  }
  return names;
}

Datum call_method(Interpreter& m, Datum self, std::string_view name, const Args& args) {
  const MethodRow* row = find_method(self.type, name);
  if (!row || row->cost == Cost::whole) m.look_at(self);
  charge(m, row ? row->cost : Cost::whole, args);
  if (!row) return m.host().call_method(self, name, args);
  check_arguments(m, name, row->at_least, row->at_most, row->keywords, args);
  return row->run(m, self, args);
}

}  // namespace hammock::python
