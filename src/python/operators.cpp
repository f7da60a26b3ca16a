// SPDX-License-Identifier: Apache-2.0
// What operators, indices and texts mean for Python's own types.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "hammock/base/suggest.h"
#include "hammock/base/utf8.h"
#include "hammock/python/interpreter.h"

namespace hammock::python {

using syntax::Operator;

namespace {

// The characters of a text.
class Characters {
 public:
  Characters(Interpreter& interpreter, Datum d) : text_(Interpreter::text_of(d)) {
    if (d.as<Text>().is_ascii) return;
    interpreter.charge(text_.size() / 4);
    interpreter.check_room(text_.size() * sizeof(uint32_t));
    for (size_t at = 0; at < text_.size(); at += utf8_char(text_, at).size)
      begins_.push_back(static_cast<uint32_t>(at));
  }
  size_t size() const { return begins_.empty() ? text_.size() : begins_.size(); }
  std::string_view operator[](size_t i) const {
    const size_t at = begins_.empty() ? i : begins_[i];
    return text_.substr(at, begins_.empty() ? 1 : utf8_char(text_, at).size);
  }

 private:
  std::string_view text_;
  std::vector<uint32_t> begins_;  // empty: each is a byte
};

constexpr int64_t kLargestStep = int64_t{1} << 40;  // of a slice: no container is as long

constexpr std::string_view sign(Operator op) {
  switch (op) {
    case Operator::add: return "+";
    case Operator::sub: return "-";
    case Operator::mul: return "*";
    case Operator::matmul: return "@";
    case Operator::div: return "/";
    case Operator::floordiv: return "//";
    case Operator::mod: return "%";
    case Operator::power: return "**";
    case Operator::less: return "<";
    case Operator::greater: return ">";
    case Operator::less_equal: return "<=";
    case Operator::greater_equal: return ">=";
    case Operator::bit_or: return "|";
    case Operator::bit_and: return "&";
    case Operator::bit_xor: return "^";
    case Operator::shift_left: return "<<";
    case Operator::shift_right: return ">>";
    case Operator::minus: return "-";
    case Operator::plus: return "+";
    case Operator::invert: return "~";
    default: return "this operator";
  }
}

}  // namespace

std::string Interpreter::type_name(Datum d) const {
  static constexpr std::string_view kNames[] = {
#define TYPE(id, name) name,
#include "hammock/python/types.def"
#undef TYPE
  };
  return std::string(kNames[static_cast<size_t>(d.type)]);
}

int64_t Interpreter::integer(Datum d, std::string_view what) {
  if (d.is_int()) return d.integer;
  fail(std::string(what) + " must be an int, not " + type_name(d));
}

std::optional<Number> Interpreter::number(Datum d) {
  switch (d.type) {
    case Type::boolean: return Number::of(d.integer != 0);
    case Type::integer: return Number::of(Wide{d.integer});
    case Type::real: return Number::of(d.real);
    case Type::wide: return Number::of(d.as<WideObject>().value);
    default: return std::nullopt;
  }
}

Datum Interpreter::whole(Wide value) {
  const auto narrow = static_cast<int64_t>(value);
  return narrow == value ? Datum::of(narrow) : make<WideObject>(value);
}

Datum Interpreter::datum(const Outcome& outcome) {
  const bool is_too_large = outcome.failure == Failure::integer_too_large || outcome.failure == Failure::real_too_large;
  if (!outcome) fail(describe(outcome.failure), is_too_large ? Diag::too_large : Diag::script_failed);
  const Number& n = outcome.value;
  if (n.is_real()) return Datum::of(n.real);
  return n.kind == Number::Kind::boolean ? Datum::of(n.integer != 0) : whole(n.integer);
}

// ---- truth, equality, order ----

bool Interpreter::truth(Datum d) {
  switch (d.type) {
    case Type::none: return false;
    case Type::boolean:
    case Type::integer: return d.integer != 0;
    case Type::real: return d.real != 0;
    case Type::text: return !text_of(d).empty();
    case Type::list:
    case Type::tuple: return !d.as<Sequence>().items.empty();
    case Type::dict:
    case Type::set: return d.as<Dict>().size > 0;
    case Type::range: return d.as<RangeObject>().size() > 0;
    default: return host_.truth(d).value_or(true);
  }
}

bool Interpreter::equal(Datum a, Datum b, int depth) {
  charge(1);
  if (depth > kMaxNesting) fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  if (a.is_int() && b.is_int()) return a.integer == b.integer;
  if (std::optional<Number> x = number(a), y = number(b); x && y)
    return python::binary(Operator::equal, *x, *y).value.integer != 0;
  if (is_text(a) && is_text(b)) {
    charge(std::min(text_of(a).size(), text_of(b).size()) / 64);
    return text_of(a) == text_of(b);
  }
  if (a.is_sequence() && a.type == b.type) {
    const auto &x = a.as<Sequence>().items, &y = b.as<Sequence>().items;
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!equal(x[i], y[i], depth + 1)) return false;
    }
    return true;
  }
  if ((a.is(Type::dict) || a.is(Type::set)) && a.type == b.type) {
    Dict &x = a.as<Dict>(), &y = b.as<Dict>();
    if (x.size != y.size) return false;
    for (const Dict::Entry& e : x.entries) {
      if (e.is_gone) continue;
      Dict::Entry* other = find(y, e.key);
      if (!other || !equal(e.value, other->value, depth + 1)) return false;
    }
    return true;
  }
  if (std::optional<bool> known = host_.equal(a, b)) return *known;
  if (a.type != b.type) return false;
  if (a.is_none()) return true;
  return a.is_on_heap() ? a.object == b.object : a.id == b.id;
}

bool Interpreter::less(Datum a, Datum b, int depth) {
  charge(1);
  if (depth > kMaxNesting) fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  if (a.is_int() && b.is_int()) return a.integer < b.integer;
  if (std::optional<Number> x = number(a), y = number(b); x && y)
    return python::binary(Operator::less, *x, *y).value.integer != 0;
  if (is_text(a) && is_text(b)) {
    charge(std::min(text_of(a).size(), text_of(b).size()) / 64);
    return text_of(a) < text_of(b);
  }
  if (a.is_sequence() && a.type == b.type) {
    const auto &x = a.as<Sequence>().items, &y = b.as<Sequence>().items;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      if (!equal(x[i], y[i], depth + 1)) return less(x[i], y[i], depth + 1);
    }
    return x.size() < y.size();
  }
  fail(type_name(a) + " and " + type_name(b) + " have no order");
}

uint64_t Interpreter::hash(Datum d, int depth) {
  charge(1);
  if (depth > kMaxNesting) fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  auto mix = [](uint64_t v) { return (v ^ (v >> 31)) * 0x9e3779b97f4a7c15ull; };
  switch (d.type) {
    case Type::none: return 1;
    case Type::boolean:
    case Type::integer: return mix(static_cast<uint64_t>(d.integer));
    case Type::real:
      if (d.real == std::floor(d.real) && std::fabs(d.real) < 0x1p63)
        return mix(static_cast<uint64_t>(static_cast<int64_t>(d.real)));
      return mix(std::hash<double>()(d.real));
    case Type::wide: return mix(std::hash<double>()(number(d)->as_real()));
    case Type::text: charge(text_of(d).size() / 64); return std::hash<std::string_view>()(text_of(d));
    case Type::tuple: {
      uint64_t h = 7;
      for (Datum i : d.as<Sequence>().items) h = mix(h * 31 + hash(i, depth + 1));
      return h;
    }
    case Type::list:
    case Type::dict:
    case Type::set:
    case Type::slice:
    case Type::array: fail(type_name(d) + " cannot be a key");
    case Type::attrs:
    case Type::bindings:
    case Type::matches:
    case Type::check:
    case Type::usages: fail(type_name(d) + " cannot be a key");
    default:
      return d.is_on_heap() ? mix(reinterpret_cast<uintptr_t>(d.object))
                            : mix(d.id * 131ull + static_cast<uint64_t>(d.type));
  }
}

Dict::Entry* Interpreter::find(Dict& dict, Datum key) {
  auto at = find_entry(dict, key, hash(key));
  return at == dict.index.end() ? nullptr : &dict.entries[at->second];
}

std::unordered_multimap<uint64_t, uint32_t>::iterator Interpreter::find_entry(Dict& dict, Datum key, uint64_t hash) {
  if (dict.index.empty()) return dict.index.end();
  charge(dict.index.bucket_size(dict.index.bucket(hash)));  // keys may be chosen to meet in one
  auto [begin, end] = dict.index.equal_range(hash);
  for (; begin != end; ++begin) {
    if (equal(dict.entries[begin->second].key, key)) return begin;
  }
  return dict.index.end();
}

size_t Interpreter::search(std::string_view in, std::string_view what, size_t from) {
  if (from > in.size()) return std::string_view::npos;
  in.remove_prefix(from);
  // Not string_view::find, which takes the product of both where nearly all is alike.
  const void* at = memmem(in.data(), in.size(), what.data(), what.size());
  size_t place = at ? static_cast<size_t>(static_cast<const char*>(at) - in.data()) : in.size();
  charge(1 + (place + what.size()) / 4);
  return at ? from + place : std::string_view::npos;
}

bool Interpreter::contains(Datum container, Datum d) {
  if (std::optional<bool> known = host_.contains(container, d)) return *known;
  if (container.is(Type::dict) || container.is(Type::set)) return find(container.as<Dict>(), d) != nullptr;
  if (is_text(container)) {
    if (!is_text(d)) fail("a string contains strings, not " + type_name(d));
    return search(text_of(container), text_of(d)) != std::string_view::npos;
  }
  if (container.is(Type::range) && d.is_int()) return container.as<RangeObject>().contains(d.integer);
  if (container.is_sequence()) {
    for (Datum i : container.as<Sequence>().items) {
      if (equal(i, d)) return true;
    }
    return false;
  }
  for (Datum i : elements(container)) {
    if (equal(i, d)) return true;
  }
  return false;
}

void Interpreter::sort(std::vector<Datum>& items, Datum key, bool is_reverse) {
  check_room(items.size() * 4 * sizeof(Datum));
  std::vector<std::pair<Datum, Datum>> rows;
  for (Datum d : items) {
    Datum k = d;
    if (!key.is_none()) k = call(key, {std::span(&d, 1), {}});
    rows.emplace_back(k, d);
  }
  charge(items.size() * 4);
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return is_reverse ? less(b.first, a.first) : less(a.first, b.first);
  });
  for (size_t i = 0; i < rows.size(); ++i) items[i] = rows[i].second;
}

// ---- containers ----

size_t Interpreter::size(Datum d) {
  switch (d.type) {
    case Type::text: return Characters(*this, d).size();
    case Type::list:
    case Type::tuple: return d.as<Sequence>().items.size();
    case Type::dict:
    case Type::set: return d.as<Dict>().size;
    case Type::range: return d.as<RangeObject>().size();
    default: break;
  }
  if (std::optional<size_t> known = host_.size(d)) return *known;
  fail(type_name(d) + " has no length");
}

std::vector<Datum> Interpreter::elements(Datum d) {
  std::vector<Datum> out;
  look_at(d);
  switch (d.type) {
    case Type::list:
    case Type::tuple: out = d.as<Sequence>().items; break;
    case Type::dict:
    case Type::set:
      for (const Dict::Entry& e : d.as<Dict>().entries) {
        if (!e.is_gone) out.push_back(e.key);
      }
      break;
    case Type::text: {
      const Characters all(*this, d);
      for (size_t i = 0; i < all.size(); ++i) out.push_back(text(std::string(all[i])));
      break;
    }
    case Type::range: {
      const RangeObject& r = d.as<RangeObject>();
      if (r.size() > kMaxItems)
        fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
      for (uint64_t i = 0; i < r.size(); ++i) out.push_back(r.at(i));
      break;
    }
    case Type::iterator: {
      bool is_done = false;
      while (true) {
        Datum next = next_of(d.as<Iterator>(), is_done);
        if (is_done) break;
        out.push_back(next);
      }
      break;
    }
    default: {
      std::optional<std::vector<Datum>> known = host_.elements(d);
      if (!known) fail("one cannot walk over " + type_name(d));
      out = std::move(*known);
    }
  }
  check_room(out.size() * sizeof(Datum));
  charge(1 + out.size() / 4);
  return out;
}

Datum Interpreter::next_of(Iterator& it, bool& is_done) {
  if (it.over.is(Type::range)) {
    const RangeObject& r = it.over.as<RangeObject>();
    is_done = it.at >= r.size();
    return is_done ? Datum() : r.at(it.at++);
  }
  const auto& items = it.over.as<Sequence>().items;  // which may grow meanwhile
  is_done = it.at >= items.size();
  return is_done ? Datum() : items[it.at++];
}

int64_t Interpreter::index_of(Datum index, size_t size) {
  int64_t i = integer(index, "an index");
  int64_t n = static_cast<int64_t>(size);
  if (i < -n || i >= n)
    fail("the index " + std::to_string(i) + " is out of range: there are " + std::to_string(n) + " items");
  return i < 0 ? i + n : i;
}

Interpreter::Stretch Interpreter::stretch(const SliceObject& slice, int64_t size) {
  int64_t step = slice.step.is_none() ? 1 : integer(slice.step, "a step");
  if (step == 0) fail("the step of a slice cannot be 0");
  if (step > kLargestStep || step < -kLargestStep) step = step > 0 ? kLargestStep : -kLargestStep;
  int64_t lower = step > 0 ? 0 : -1, upper = step > 0 ? size : size - 1;
  auto bound = [&](Datum d, int64_t missing) {
    if (d.is_none()) return missing;
    int64_t i = integer(d, "a bound of a slice");
    if (i < 0) i = i < -size ? lower : i + size;
    return std::clamp(i, lower, upper);
  };
  int64_t begin = bound(slice.begin, step > 0 ? lower : upper), end = bound(slice.end, step > 0 ? upper : lower);
  int64_t count =
      step > 0 ? (begin < end ? (end - begin - 1) / step + 1 : 0) : (begin > end ? (begin - end - 1) / -step + 1 : 0);
  return {begin, step, count};
}

Datum Interpreter::item(Datum base, Datum index) {
  switch (base.type) {
    case Type::dict: {
      Dict::Entry* e = find(base.as<Dict>(), index);
      if (!e) fail("the dict has no key " + repr(index));
      return e->value;
    }
    case Type::list:
    case Type::tuple: {
      const auto& items = base.as<Sequence>().items;
      if (!index.is(Type::slice)) return items[static_cast<size_t>(index_of(index, items.size()))];
      Stretch s = stretch(index.as<SliceObject>(), static_cast<int64_t>(items.size()));
      std::vector<Datum> out;
      for (int64_t i = 0; i < s.count; ++i) out.push_back(items[static_cast<size_t>(s.begin + i * s.step)]);
      return list(std::move(out), base.type);
    }
    case Type::text: {
      const Characters all(*this, base);
      if (!index.is(Type::slice)) return text(std::string(all[static_cast<size_t>(index_of(index, all.size()))]));
      Stretch s = stretch(index.as<SliceObject>(), static_cast<int64_t>(all.size()));
      charge(static_cast<uint64_t>(s.count) / 16);
      std::string out;
      for (int64_t i = 0; i < s.count; ++i) out += all[static_cast<size_t>(s.begin + i * s.step)];
      return text(std::move(out));
    }
    case Type::range: {
      const RangeObject& r = base.as<RangeObject>();
      if (index.is(Type::slice) || r.size() > (uint64_t{1} << 62)) fail("a range cannot be cut");
      return r.at(static_cast<uint64_t>(index_of(index, r.size())));
    }
    default: break;
  }
  if (std::optional<Datum> d = host_.item(base, index)) return *d;
  fail(type_name(base) + " has no items");
}

void Interpreter::set_item(Datum base, Datum index, Datum value) {
  if (base.is(Type::dict)) return put(base.as<Dict>(), index, value);
  if (host_.set_item(base, index, value)) return;
  if (!base.is(Type::list)) fail("items of " + type_name(base) + " cannot be set");
  auto& items = base.as<Sequence>().items;
  if (!index.is(Type::slice)) {
    items[static_cast<size_t>(index_of(index, items.size()))] = value;
    return;
  }
  Stretch s = stretch(index.as<SliceObject>(), static_cast<int64_t>(items.size()));
  std::vector<Datum> values = elements(value);
  if (s.step != 1) fail("only slices without a step can be set");
  if (items.size() - static_cast<size_t>(s.count) + values.size() > kMaxItems)
    fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  take(values.size() * sizeof(Datum));
  charge(items.size() / 8);
  items.erase(items.begin() + s.begin, items.begin() + s.begin + s.count);
  items.insert(items.begin() + s.begin, values.begin(), values.end());
}

Datum Interpreter::attribute(Datum base, Name name) {
  if (has_method(base.type, text(name)) || host_.has_method(base, text(name))) return make<MethodObject>(base, name);
  if (std::optional<Datum> d = host_.attribute(base, text(name))) return *d;
  std::vector<std::string_view> names = host_.attribute_names(base);
  for (std::string_view method : method_names(base.type)) names.push_back(method);
  fail(type_name(base) + " has no attribute " + quoted(text(name)) + did_you_mean(text(name), names),
       Diag::unknown_attribute);
}

bool Interpreter::has_attribute(Datum base, std::string_view name) {
  return has_method(base.type, name) || host_.has_method(base, name) || host_.attribute(base, name);
}

// ---- operators ----

Datum Interpreter::unary(Operator op, Datum d) {
  if (op == Operator::not_) return Datum::of(!truth(d));
  if (std::optional<Number> x = number(d)) {
    Outcome result = python::unary(op, *x);
    if (result.failure != Failure::undefined) return datum(result);
  }
  if (std::optional<Datum> r = host_.unary(op, d)) return *r;
  fail("'" + std::string(sign(op)) + "' is not defined for " + type_name(d));
}

Datum Interpreter::binary(Operator op, Datum a, Datum b, bool in_place) {
  switch (op) {
    case Operator::is:
      return Datum::of(a.type == b.type && (a.is_none() || (a.is(Type::real) ? a.real == b.real
                                                            : a.is_on_heap() ? a.object == b.object
                                                                             : a.integer == b.integer)));
    case Operator::in: return Datum::of(contains(b, a));
    case Operator::not_in: return Datum::of(!contains(b, a));
    default: break;
  }
  if (a.is(Type::array) || b.is(Type::array) || a.is(Type::expr) || b.is(Type::expr)) {
    if (std::optional<Datum> r = host_.binary(op, a, b)) return *r;
  }
  if (std::optional<Number> x = number(a), y = number(b); x && y) {
    Outcome result = python::binary(op, *x, *y);
    if (result.failure != Failure::undefined) return datum(result);
  }
  switch (op) {
    case Operator::equal: return Datum::of(equal(a, b));
    case Operator::not_equal: return Datum::of(!equal(a, b));
    default: break;
  }
  bool is_order = syntax::precedence(op) == 4;
  bool is_mine = (is_text(a) && is_text(b)) || (a.is_sequence() && a.type == b.type);
  if (is_order && is_mine) {
    switch (op) {
      case Operator::less: return Datum::of(less(a, b));
      case Operator::greater: return Datum::of(less(b, a));
      case Operator::less_equal: return Datum::of(!less(b, a));
      default: return Datum::of(!less(a, b));
    }
  }
  if (std::optional<Datum> r = arithmetic(op, a, b, in_place)) return *r;
  if (std::optional<Datum> r = host_.binary(op, a, b)) return *r;
  fail("'" + std::string(sign(op)) + "' is not defined for " + type_name(a) + " and " + type_name(b));
}

Datum Interpreter::concatenated(Datum a, Datum b, bool in_place) {
  std::vector<Datum> more = elements(b);
  if (in_place && a.is(Type::list)) {
    for (Datum d : more) append(a.as<Sequence>(), d);
    return a;
  }
  std::vector<Datum> both = a.as<Sequence>().items;
  if (both.size() + more.size() > kMaxItems)
    fail("a container of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  both.insert(both.end(), more.begin(), more.end());
  return list(std::move(both), a.type);
}

Datum Interpreter::repeated(Datum many, int64_t times) {
  times = std::max<int64_t>(0, times);
  size_t unit = size(many);
  if (unit == 0) times = 0;
  if (times > static_cast<int64_t>(kMaxItems) || unit * static_cast<size_t>(times) > kMaxItems) {
    fail("a string or list of more than " + std::to_string(kMaxItems) + " items", Diag::too_large);
  }
  if (is_text(many)) {
    std::string out;
    for (int64_t i = 0; i < times; ++i) out += text_of(many);
    return text(std::move(out));
  }
  std::vector<Datum> out;
  for (int64_t i = 0; i < times; ++i)
    out.insert(out.end(), many.as<Sequence>().items.begin(), many.as<Sequence>().items.end());
  return list(std::move(out), many.type);
}

// Of sets and dicts.
std::optional<Datum> Interpreter::combined(Operator op, Datum a, Datum b) {
  bool are_sets = a.is(Type::set) && b.is(Type::set);
  if (are_sets && (op == Operator::bit_or || op == Operator::bit_and || op == Operator::sub)) {
    Datum out = dict(Type::set);
    for (Datum d : elements(a)) {
      if (op == Operator::bit_or || contains(b, d) == (op == Operator::bit_and)) put(out.as<Dict>(), d, {});
    }
    if (op == Operator::bit_or) {
      for (Datum d : elements(b)) put(out.as<Dict>(), d, {});
    }
    return out;
  }
  if (op == Operator::bit_or && a.is(Type::dict) && b.is(Type::dict)) {
    Datum out = dict();
    for (Datum from : {a, b}) {
      for (const Dict::Entry& e : std::vector<Dict::Entry>(from.as<Dict>().entries)) {
        if (!e.is_gone) put(out.as<Dict>(), e.key, e.value);
      }
    }
    return out;
  }
  return std::nullopt;
}

// "%s" % x
Datum Interpreter::filled_in(Datum a, Datum b) {
  look_at(a);
  std::vector<Datum> values = b.is(Type::tuple) ? b.as<Sequence>().items : std::vector<Datum>{b};
  std::string out;
  size_t next = 0;
  std::string_view t = text_of(a);
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] != '%') {
      grow(out, t.substr(i, 1));
      continue;
    }
    size_t end = t.find_first_of("sdifgerx%", i + 1);
    if (end == std::string_view::npos) fail("a '%' without a letter behind it");
    if (t[end] == '%') {
      grow(out, "%");
    } else {
      if (next >= values.size()) fail("the text wants more values than there are");
      std::string spec = ":" + std::string(t.substr(i + 1, end - i - 1));
      if (t[end] != 's' && t[end] != 'i' && t[end] != 'r') spec += t[end];
      charge(4);
      grow(out, t[end] == 'r' ? repr(values[next]) : format(values[next], spec == ":" ? "" : spec));
      ++next;
    }
    i = end;
  }
  return text(std::move(out));
}

std::optional<Datum> Interpreter::arithmetic(Operator op, Datum a, Datum b, bool in_place) {
  if (op == Operator::add && is_text(a) && is_text(b)) return text(std::string(text_of(a)) + std::string(text_of(b)));
  if (op == Operator::add && a.is_sequence() && (in_place && a.is(Type::list) ? true : a.type == b.type))
    return concatenated(a, b, in_place);
  if (op == Operator::mul && (is_text(a) || a.is_sequence() || is_text(b) || b.is_sequence()) &&
      (a.is_int() || b.is_int()))
    return a.is_int() ? repeated(b, a.integer) : repeated(a, b.integer);
  if (op == Operator::mod && is_text(a)) return filled_in(a, b);
  return combined(op, a, b);
}

}  // namespace hammock::python
