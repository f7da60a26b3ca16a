// SPDX-License-Identifier: Apache-2.0
// What the variables of a script hold. The kinds are the rows of types.def.
//
// A Datum is small and copied freely. Text, containers, functions and the like live on the script's Heap, which counts
// what they take and gives nothing back while the script runs; between runs what nobody reaches any more is swept. So
// there are no owners, no cycles to break and no destructors that recurse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hammock/ir/constant.h"

namespace hammock::python {

enum class Type : uint8_t {
#define TYPE(id, name) id,
#include "hammock/python/types.def"
#undef TYPE
};

struct Object;
struct Datum {
  Type type = Type::none;
  union {
    int64_t integer;
    double real;
    struct {
      uint32_t id, run;  // expr, matches, bindings: the run in which it is valid
    };
    Object* object;
  };
  Datum() : integer(0) {}
  static Datum of(Type type, uint32_t id, uint32_t run = 0) {
    Datum d;
    d.type = type;
    d.id = id;
    d.run = run;
    return d;
  }
  static Datum of(bool v) {
    Datum d;
    d.type = Type::boolean;
    d.integer = v;
    return d;
  }
  static Datum of(int64_t v) {
    Datum d;
    d.type = Type::integer;
    d.integer = v;
    return d;
  }
  static Datum of(double v) {
    Datum d;
    d.type = Type::real;
    d.real = v;
    return d;
  }
  static Datum of(Object* object);

  bool is(Type t) const { return type == t; }
  bool is_none() const { return type == Type::none; }
  bool is_on_heap() const { return type >= Type::text; }
  bool is_int() const { return type == Type::integer || type == Type::boolean; }
  bool is_number() const { return is_int() || type == Type::real; }
  bool is_sequence() const { return type == Type::list || type == Type::tuple; }
  double number() const { return type == Type::real ? real : static_cast<double>(integer); }
  template <class T>
  T& as() const {
    return *static_cast<T*>(object);
  }
};

struct Object {
  explicit Object(Type type) : type(type) {}
  virtual ~Object() = default;
  Type type;
  bool is_marked = false;
};
inline Datum Datum::of(Object* object) {
  Datum d;
  d.type = object->type;
  d.object = object;
  return d;
}

struct Text : Object {
  explicit Text(std::string s)
      : Object(Type::text),
        text(std::move(s)),
        is_ascii(std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; })) {}
  const std::string text;
  const bool is_ascii;  // a byte is a character
};

struct Sequence : Object {  // list, tuple
  Sequence(Type type, std::vector<Datum> items) : Object(type), items(std::move(items)) {}
  std::vector<Datum> items;
};

// In the order in which keys were put in. Equal keys have equal hashes (Interpreter::hash).
struct Dict : Object {  // dict, set
  explicit Dict(Type type) : Object(type) {}
  struct Entry {
    Datum key, value;
    bool is_gone = false;
  };
  std::vector<Entry> entries;
  std::unordered_multimap<uint64_t, uint32_t> index;
  size_t size = 0;
};

struct RangeObject : Object {
  RangeObject(int64_t start, int64_t stop, int64_t step) : Object(Type::range), start(start), stop(stop), step(step) {}
  int64_t start, stop, step;
  // Never more than 2^63, since a script's integers are smaller.
  uint64_t size() const {
    if (step > 0)
      return start < stop
                 ? (static_cast<uint64_t>(stop) - static_cast<uint64_t>(start) - 1) / static_cast<uint64_t>(step) + 1
                 : 0;
    return start > stop
               ? (static_cast<uint64_t>(start) - static_cast<uint64_t>(stop) - 1) / (~static_cast<uint64_t>(step) + 1) +
                     1
               : 0;
  }
  bool contains(int64_t v) const {
    if (step > 0 ? v < start || v >= stop : v > start || v <= stop) return false;
    uint64_t distance = step > 0 ? static_cast<uint64_t>(v) - static_cast<uint64_t>(start)
                                 : static_cast<uint64_t>(start) - static_cast<uint64_t>(v);
    return distance % (step > 0 ? static_cast<uint64_t>(step) : ~static_cast<uint64_t>(step) + 1) == 0;
  }
  Datum at(uint64_t i) const {
    return Datum::of(static_cast<int64_t>(static_cast<uint64_t>(start) + i * static_cast<uint64_t>(step)));
  }
};

struct SliceObject : Object {
  SliceObject(Datum begin, Datum end, Datum step) : Object(Type::slice), begin(begin), end(end), step(step) {}
  Datum begin, end, step;
};

struct Iterator : Object {
  explicit Iterator(Datum over) : Object(Type::iterator), over(over) {}
  Datum over;
  uint64_t at = 0;
};

// The variables of one call.
struct Scope : Object {
  Scope(Scope* outer, size_t size) : Object(Type::scope), outer(outer), slots(size), is_bound(size, 0) {}
  Scope* outer;
  std::vector<Datum> slots;
  std::vector<uint8_t> is_bound;
};

struct Code;
struct FunctionObject : Object {
  FunctionObject(const Code* code, Scope* outer, std::vector<Datum> defaults)
      : Object(Type::function), code(code), outer(outer), defaults(std::move(defaults)) {}
  const Code* code;
  Scope* outer;
  std::vector<Datum> defaults;
};

struct MethodObject : Object {
  MethodObject(Datum self, Name name) : Object(Type::method), self(self), name(name) {}
  Datum self;
  Name name;
};

// A numpy array: at most kMaxItems elements.
struct ArrayObject : Object {
  ArrayObject(std::vector<int64_t> shape, DType dtype, std::vector<double> values)
      : Object(Type::array), shape(std::move(shape)), dtype(dtype), values(std::move(values)) {}
  std::vector<int64_t> shape;
  DType dtype;
  std::vector<double> values;
};

// An integer that an int64_t does not hold.
struct WideObject : Object {
  explicit WideObject(Wide value) : Object(Type::wide), value(value) {}
  Wide value;
};

inline constexpr size_t kMaxItems = size_t{1} << 20;         // of a list, tuple, dict, set or array
inline constexpr size_t kMaxText = size_t{1} << 20;          // bytes of a string
inline constexpr size_t kMaxScriptMemory = size_t{1} << 28;  // bytes
inline constexpr int kMaxNesting = 100;  // of containers, where they are compared, printed or converted

class Heap {
 public:
  template <class T, class... Args>
  T* make(Args&&... args) {
    objects_.push_back(std::make_unique<T>(std::forward<Args>(args)...));
    used_ += sizeof(T) + 32;
    return static_cast<T*>(objects_.back().get());
  }
  void take(size_t bytes) { used_ += bytes; }
  size_t used() const { return used_; }
  // Forgets what cannot be reached from `roots`.
  void sweep(std::vector<Datum> roots);

 private:
  std::vector<std::unique_ptr<Object>> objects_;
  size_t used_ = 0;
};

}  // namespace hammock::python
