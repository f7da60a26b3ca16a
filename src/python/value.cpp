// SPDX-License-Identifier: Apache-2.0
#include "hammock/python/value.h"

#include <algorithm>

namespace hammock::python {
namespace {

// What one object refers to.
void children(const Object& o, std::vector<Datum>& out) {
  switch (o.type) {
    case Type::list:
    case Type::tuple: {
      const auto& items = static_cast<const Sequence&>(o).items;
      out.insert(out.end(), items.begin(), items.end());
      return;
    }
    case Type::dict:
    case Type::set:
      for (const Dict::Entry& e : static_cast<const Dict&>(o).entries) {
        out.push_back(e.key);
        out.push_back(e.value);
      }
      return;
    case Type::slice: {
      const auto& s = static_cast<const SliceObject&>(o);
      out.insert(out.end(), {s.begin, s.end, s.step});
      return;
    }
    case Type::iterator: out.push_back(static_cast<const Iterator&>(o).over); return;
    case Type::method: out.push_back(static_cast<const MethodObject&>(o).self); return;
    case Type::function: {
      const auto& f = static_cast<const FunctionObject&>(o);
      out.insert(out.end(), f.defaults.begin(), f.defaults.end());
      if (f.outer) out.push_back(Datum::of(f.outer));
      return;
    }
    case Type::scope: {
      const auto& s = static_cast<const Scope&>(o);
      out.insert(out.end(), s.slots.begin(), s.slots.end());
      if (s.outer) out.push_back(Datum::of(s.outer));
      return;
    }
    default: return;
  }
}

size_t size_of(const Object& o) {
  switch (o.type) {
    case Type::text: return static_cast<const Text&>(o).text.capacity();
    case Type::list:
    case Type::tuple: return static_cast<const Sequence&>(o).items.capacity() * sizeof(Datum);
    case Type::dict:
    case Type::set: return static_cast<const Dict&>(o).entries.size() * 96;
    case Type::scope: return static_cast<const Scope&>(o).slots.size() * (sizeof(Datum) + 1);
    case Type::array: return static_cast<const ArrayObject&>(o).values.size() * sizeof(double);
    default: return 0;
  }
}

}  // namespace

void Heap::sweep(std::vector<Datum> roots) {
  while (!roots.empty()) {
    Datum d = roots.back();
    roots.pop_back();
    if (!d.is_on_heap() || d.object->is_marked) continue;
    d.object->is_marked = true;
    children(*d.object, roots);
  }
  std::erase_if(objects_, [](const auto& o) { return !o->is_marked; });
  used_ = 0;
  for (auto& o : objects_) {
    o->is_marked = false;
    used_ += size_of(*o) + 128;
  }
}

}  // namespace hammock::python
