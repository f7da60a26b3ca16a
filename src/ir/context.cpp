// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/context.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hammock/base/check.h"
#include "hammock/ir/integers.h"
#include "hammock/ir/prim_kind.h"

namespace hammock {

void IdTable::put(const Slot& slot) {
  size_t i = slot.hash & mask_;
  while (slots_[i].id != Id<int>::kNone) i = (i + 1) & mask_;
  slots_[i] = slot;
}

void IdTable::insert(uint64_t hash, uint32_t id) {
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(std::max<size_t>(64, old.size() * 2), {});
    mask_ = slots_.size() - 1;
    for (const Slot& s : old) {
      if (s.id != Id<int>::kNone) put(s);
    }
  }
  put({id, static_cast<uint32_t>(hash >> 32)});
}

// ---- Strings ----

// Names are short: two words, which overlap, are most of them.
static uint64_t hash_text(std::string_view text) {
  uint64_t hash = text.size(), word = 0;
  size_t at = 0;
  for (; text.size() - at > sizeof word; at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    hash = hash_mix(hash, word);
  }
  word = 0;
  if (text.size() >= sizeof word) std::memcpy(&word, text.data() + text.size() - sizeof word, sizeof word);
  else if (!text.empty()) std::memcpy(&word, text.data(), text.size());
  return hash_mix(hash, word);
}

Name StringStore::find(std::string_view text) const {
  return Name(table_.find(hash_text(text), [&](uint32_t id) { return texts_[id] == text; }));
}

Name StringStore::intern(std::string_view text) {
  const uint64_t hash = hash_text(text);
  uint32_t found = table_.find(hash, [&](uint32_t id) { return texts_[id] == text; });
  if (found != Name::kNone) return Name(found);
  constexpr size_t kSlab = 1 << 16;
  char* at = nullptr;
  if (text.size() > kSlab / 8) {
    at = long_texts_.emplace_back(text).data();
  } else {
    if (text.size() > slab_left_) {
      slabs_.push_back(std::make_unique<char[]>(kSlab));
      slab_at_ = slabs_.back().get();
      slab_left_ = kSlab;
    }
    at = slab_at_;
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    slab_at_ += text.size();
    slab_left_ -= text.size();
  }
  uint32_t id = static_cast<uint32_t>(texts_.size());
  texts_.emplace_back(at, text.size());
  table_.insert(hash, id);
  return Name(id);
}

// ---- Primitive expressions ----

namespace {

uint64_t hash_prim(const PrimNode& n) {
  uint64_t h = hash_mix(static_cast<uint64_t>(n.kind) | static_cast<uint64_t>(n.is_size_var) << 8, n.dtype.pack());
  return hash_mix(hash_mix(h, static_cast<uint64_t>(n.value)), n.c);
}

bool same_prim(const PrimNode& x, const PrimNode& y) {
  return x.kind == y.kind && x.is_size_var == y.is_size_var && x.dtype == y.dtype && x.value == y.value && x.c == y.c;
}

}  // namespace

Prim PrimStore::intern(const PrimNode& node, uint64_t hash) {
  uint32_t found = table_.find(hash, [&](uint32_t id) { return same_prim(nodes_[id], node); });
  if (found != Prim::kNone) return Prim(found);
  uint32_t id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(node);
  table_.insert(hash, id);
  return Prim(id);
}

Prim PrimStore::integer(int64_t value, DType dtype) {
  PrimNode n;
  n.kind = PrimKind::int_imm;
  n.dtype = dtype;
  n.value = wrap(value, dtype);
  return intern(n, hash_prim(n));
}

Prim PrimStore::real(double value, DType dtype) {
  PrimNode n;
  n.kind = PrimKind::float_imm;
  n.dtype = dtype;
  n.real = value;
  return intern(n, hash_prim(n));
}

Prim PrimStore::string(Name text) {
  PrimNode n;
  n.kind = PrimKind::string_imm;
  n.dtype = kHandle;
  n.c = text.index;
  return intern(n, hash_prim(n));
}

Prim PrimStore::var(Name name, DType dtype, bool is_size_var) {
  PrimNode n;
  n.kind = PrimKind::var;
  n.dtype = dtype;
  n.is_size_var = is_size_var;
  n.value = next_symbol_++;
  n.c = name.index;
  return intern(n, hash_prim(n));
}

Prim PrimStore::node(PrimKind kind, DType dtype, Prim a, Prim b, Prim c) {
  PrimNode n;
  n.kind = kind;
  n.dtype = dtype;
  n.a = a.index;
  n.b = b.index;
  n.c = c.index;
  return intern(n, hash_prim(n));
}

Prim PrimStore::call(Name intrinsic, DType dtype, std::span<const Prim> args) {
  return with_list(PrimKind::call, intrinsic.index, dtype, args);
}

Prim PrimStore::load(uint32_t buffer, DType dtype, std::span<const Prim> indices) {
  return with_list(PrimKind::load, buffer, dtype, indices);
}

Prim PrimStore::with_list(PrimKind kind, uint32_t c, DType dtype, std::span<const Prim> list) {
  uint64_t hash = hash_mix(hash_mix(static_cast<uint64_t>(kind), dtype.pack()), c);
  for (Prim p : list) hash = hash_mix(hash, p.index);
  uint32_t found = table_.find(hash, [&](uint32_t id) {
    const PrimNode& o = nodes_[id];
    return o.kind == kind && o.dtype == dtype && o.c == c && std::ranges::equal(call_args(Prim(id)), list);
  });
  if (found != Prim::kNone) return Prim(found);
  std::vector<Prim> copy(list.begin(), list.end());  // the argument may point into the list that is about to grow
  PrimNode n;
  n.kind = kind;
  n.dtype = dtype;
  n.c = c;
  n.a = static_cast<uint32_t>(lists_.size());
  n.b = static_cast<uint32_t>(copy.size());
  lists_.insert(lists_.end(), copy.begin(), copy.end());
  uint32_t id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(n);
  table_.insert(hash, id);
  return Prim(id);
}

namespace {

// Of two constants, which are the nodes of `a` and `b`.
template <class Folded>
std::optional<Folded> folded_constants(PrimKind kind, const PrimNode& x, const PrimNode& y, Prim a, Prim b) {
  const DType dtype = x.dtype;
  const PrimGroup group = row(kind).group;
  const bool has_width = dtype.bits == 32 || dtype.bits == 64;
  if (x.kind == PrimKind::int_imm && y.kind == PrimKind::int_imm) {
    // Numbers of 64 bits without a sign that are larger than those with one cannot be written: they are neither taken
    // nor made.
    const bool is_uint64 = dtype.is_unsigned() && dtype.bits == 64;
    std::optional<__int128> value = computed(kind, x.value, y.value);
    if (!value || (is_uint64 && (x.value < 0 || y.value < 0))) return std::nullopt;
    if (group == PrimGroup::extreme) return Folded{.operand = (kind == PrimKind::min) == (x.value < y.value) ? a : b};
    if (group == PrimGroup::comparison) return Folded{.dtype = kBool, .integer = *value != 0};
    const int64_t wrapped = wrap(*value, dtype);
    return is_uint64 && wrapped < 0 ? std::nullopt : std::optional(Folded{.dtype = dtype, .integer = wrapped});
  }
  if (x.kind != PrimKind::float_imm || y.kind != PrimKind::float_imm || !has_width) return std::nullopt;
  const double u = x.rounded(), v = y.rounded();
  if (group == PrimGroup::extreme) return Folded{.operand = (kind == PrimKind::min ? u < v : u > v) ? a : b};  // NaN: b
  if (group == PrimGroup::comparison || (kind == PrimKind::div && v == 0)) return std::nullopt;
  std::optional<double> value = computed(kind, u, v);
  if (!value) return std::nullopt;
  return Folded{.dtype = dtype, .real = PrimNode::rounded(*value, dtype)};
}

// The operand that the result is whatever the other one is, as of x + 0 and `x and True`.
Prim identity(PrimKind kind, const PrimNode& x, const PrimNode& y, Prim a, Prim b) {
  auto is = [](const PrimNode& n, int v) {
    return (n.kind == PrimKind::int_imm && n.value == v) || (n.kind == PrimKind::float_imm && n.real == v);
  };
  auto choice = [](bool first, Prim yes, bool second, Prim no) { return first ? yes : second ? no : Prim(); };
  switch (kind) {
    case PrimKind::add: return choice(is(x, 0), b, is(y, 0), a);
    case PrimKind::sub: return is(y, 0) ? a : Prim();
    case PrimKind::mul:
      if (is(x, 1) || is(y, 1)) return is(x, 1) ? b : a;
      return choice(is(x, 0), a, is(y, 0), b);
    case PrimKind::div:
    case PrimKind::floordiv: return (is(x, 0) && !is(y, 0)) || is(y, 1) ? a : Prim();
    case PrimKind::mod:
    case PrimKind::floormod: return is(x, 0) && !is(y, 0) ? a : Prim();
    case PrimKind::min:
    case PrimKind::max: return a == b ? a : Prim();
    case PrimKind::logical_and:
    case PrimKind::logical_or: {
      const bool keeps = kind == PrimKind::logical_and;  // with True, `and` gives the other one
      if (x.kind == PrimKind::int_imm) return (x.value != 0) == keeps ? b : a;
      return y.kind == PrimKind::int_imm ? ((y.value != 0) == keeps ? a : b) : Prim();
    }
    default: return Prim();
  }
}

}  // namespace

std::optional<PrimStore::Folded> PrimStore::folded(PrimKind kind, Prim a, Prim b) const {
  const PrimNode& x = nodes_[a.index];
  if (kind == PrimKind::logical_not)
    return x.kind == PrimKind::int_imm ? std::optional(Folded{.dtype = kBool, .integer = !x.value}) : std::nullopt;
  HAMMOCK_CHECK(row(kind).is_binary(), "fold of a kind without an operator");
  if (kind == PrimKind::mod || kind == PrimKind::floormod) {
    if (!x.dtype.is_integer() || !x.dtype.is_scalar() || (x.dtype.bits != 32 && x.dtype.bits != 64))
      return std::nullopt;
  }
  if (row(kind).group != PrimGroup::logical) {
    if (std::optional<Folded> constant = folded_constants<Folded>(kind, x, nodes_[b.index], a, b)) return constant;
  }
  if (Prim operand = identity(kind, x, nodes_[b.index], a, b)) return Folded{.operand = operand};
  if ((kind == PrimKind::mod || kind == PrimKind::floormod) && is_constant(b, 1)) return Folded{.dtype = x.dtype};
  return std::nullopt;
}

Prim PrimStore::fold(PrimKind kind, Prim a, Prim b) {
  std::optional<Folded> result = folded(kind, a, b);
  if (!result) {
    return node(kind, row(kind).is_test() ? kBool : nodes_[a.index].dtype, a, b);
  }
  if (result->operand) return result->operand;
  return result->dtype.is_any_float() ? real(result->real, result->dtype) : integer(result->integer, result->dtype);
}

void PrimStore::operands(Prim e, std::vector<Prim>& out) const {
  const PrimNode& n = nodes_[e.index];
  if (row(n.kind).group == PrimGroup::leaf) return;
  if (n.kind == PrimKind::call || n.kind == PrimKind::load) {
    std::span<const Prim> args = call_args(e);
    out.insert(out.end(), args.begin(), args.end());
    return;
  }
  out.push_back(n.lhs());
  if (n.rhs()) out.push_back(n.rhs());
  if (n.kind == PrimKind::select) out.push_back(Prim(n.c));
}

// ---- Struct info ----

InfoStore::InfoStore() {
  intern({}, {});
  InfoNode empty;
  empty.kind = InfoKind::tuple;
  intern(empty, {});
}

StructInfo InfoStore::intern(const InfoNode& node, std::span<const uint32_t> list) {
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind) | node.has_dims << 8 | node.is_pure << 9 |
                               static_cast<uint64_t>(node.derives) << 10,
                           node.dtype.pack());
  hash = hash_mix(hash_mix(hash, static_cast<uint32_t>(node.ndim)),
                  static_cast<uint64_t>(node.extra) << 32 | node.vdevice);
  for (uint32_t e : list) hash = hash_mix(hash, e);
  uint32_t found = table_.find(hash, [&](uint32_t id) {
    const InfoNode& o = nodes_[id];
    return o.kind == node.kind && o.has_dims == node.has_dims && o.is_pure == node.is_pure &&
           o.derives == node.derives && o.dtype == node.dtype && o.ndim == node.ndim && o.extra == node.extra &&
           o.vdevice == node.vdevice && o.list_size == list.size() &&
           std::equal(list.begin(), list.end(), lists_.begin() + o.list_begin);
  });
  if (found != StructInfo::kNone) return StructInfo(found);
  uint32_t id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(node);
  nodes_.back().list_begin = static_cast<uint32_t>(lists_.size());
  nodes_.back().list_size = static_cast<uint32_t>(list.size());
  lists_.insert(lists_.end(), list.begin(), list.end());
  table_.insert(hash, id);
  return StructInfo(id);
}

namespace {

// The stores keep handles as plain integers in one list; a handle is its index.
template <class Handle>
std::span<const Handle> as(const std::vector<uint32_t>& lists, const InfoNode& n) {
  static_assert(sizeof(Handle) == sizeof(uint32_t));
  return {reinterpret_cast<const Handle*>(lists.data() + n.list_begin), n.list_size};
}

// A copy: the argument may point into the list that is about to grow.
template <class Handle>
std::vector<uint32_t> raw(std::span<const Handle> handles) {
  std::vector<uint32_t> out;
  out.reserve(handles.size());
  for (Handle h : handles) out.push_back(h.index);
  return out;
}

}  // namespace

std::span<const Prim> InfoStore::dims(StructInfo i) const { return as<Prim>(lists_, nodes_[i.index]); }
std::span<const StructInfo> InfoStore::fields(StructInfo i) const { return as<StructInfo>(lists_, nodes_[i.index]); }
std::span<const StructInfo> InfoStore::params(StructInfo i) const { return as<StructInfo>(lists_, nodes_[i.index]); }

bool InfoStore::ends_in_scalars(StructInfo function, size_t count) const {
  if (!function || !nodes_[function.index].has_dims) return true;
  std::span<const StructInfo> all = params(function);
  return all.size() >= count &&
         std::ranges::all_of(all.last(count), [&](StructInfo p) { return nodes_[p.index].kind == InfoKind::prim; });
}

StructInfo InfoStore::prim(DType dtype) { return prim_value({}, dtype); }

StructInfo InfoStore::prim_value(Prim value, DType dtype) {
  return intern({.kind = InfoKind::prim, .dtype = dtype, .extra = value.index}, {});
}

StructInfo InfoStore::shape(std::span<const Prim> dims) {
  return intern({.kind = InfoKind::shape, .has_dims = true, .ndim = static_cast<int32_t>(dims.size())}, raw(dims));
}

StructInfo InfoStore::shape_of_rank(int ndim) { return intern({.kind = InfoKind::shape, .ndim = ndim}, {}); }

StructInfo InfoStore::tensor(std::span<const Prim> dims, DType dtype, uint32_t vdevice) {
  return intern({.kind = InfoKind::tensor,
                 .has_dims = true,
                 .dtype = dtype,
                 .ndim = static_cast<int32_t>(dims.size()),
                 .vdevice = vdevice},
                raw(dims));
}

StructInfo InfoStore::tensor_of_rank(int ndim, DType dtype, uint32_t vdevice) {
  return intern({.kind = InfoKind::tensor, .dtype = dtype, .ndim = ndim, .vdevice = vdevice}, {});
}

StructInfo InfoStore::tensor_of_shape_var(Value shape, int ndim, DType dtype, uint32_t vdevice) {
  return intern({.kind = InfoKind::tensor, .dtype = dtype, .ndim = ndim, .extra = shape.index, .vdevice = vdevice}, {});
}

StructInfo InfoStore::tuple(std::span<const StructInfo> fields) {
  return intern({.kind = InfoKind::tuple}, raw(fields));
}

StructInfo InfoStore::function(std::span<const StructInfo> params, StructInfo result, bool is_pure) {
  return intern({.kind = InfoKind::function, .has_dims = true, .is_pure = is_pure, .extra = result.index}, raw(params));
}

StructInfo InfoStore::opaque_function(StructInfo result, bool is_pure, Derives derives) {
  return intern({.kind = InfoKind::function, .is_pure = is_pure, .derives = derives, .extra = result.index}, {});
}

StructInfo InfoStore::dtensor(StructInfo tensor, Attr mesh, Name placement) {
  InfoNode n;
  n.kind = InfoKind::dtensor;
  n.extra = tensor.index;
  uint32_t where[] = {mesh.index, placement.index};
  return intern(n, where);
}

// ---- Attributes ----

AttrStore::AttrStore() { intern({}, {}); }

Attr AttrStore::intern(const AttrNode& node, std::span<const Attr> list) {
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind), static_cast<uint64_t>(node.value));
  for (Attr a : list) hash = hash_mix(hash, a.index);
  hash = hash_mix(hash, list.size());
  uint32_t found = table_.find(hash, [&](uint32_t id) {
    const AttrNode& o = nodes_[id];
    return o.kind == node.kind && o.value == node.value && std::ranges::equal(items(Attr(id)), list);
  });
  if (found != Attr::kNone) return Attr(found);
  std::vector<Attr> copy(list.begin(), list.end());
  uint32_t id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(node);
  nodes_.back().list_begin = static_cast<uint32_t>(lists_.size());
  nodes_.back().list_size = static_cast<uint32_t>(copy.size());
  lists_.insert(lists_.end(), copy.begin(), copy.end());
  table_.insert(hash, id);
  return Attr(id);
}

std::span<const Attr> AttrStore::map_results(Attr map) const {
  std::span<const Attr> rest = items(map).subspan(static_cast<size_t>(nodes_[map.index].value));
  return map_inverse(map) ? rest.first(rest.size() - 1) : rest;
}

Attr AttrStore::map_inverse(Attr map) const {
  std::span<const Attr> all = items(map);
  return !all.empty() && nodes_[all.back().index].kind == AttrKind::index_map ? all.back() : Attr();
}

Attr AttrStore::other(AttrKind kind, int64_t value, std::span<const Attr> items) {
  AttrNode n;
  n.kind = kind;
  n.value = value;
  return intern(n, items);
}

Attr AttrStore::real(double value) { return other(AttrKind::real, std::bit_cast<int64_t>(value), {}); }
Attr AttrStore::boolean(bool value) { return other(AttrKind::boolean, value, {}); }
Attr AttrStore::integer(int64_t value) { return other(AttrKind::integer, value, {}); }
Attr AttrStore::string(Name text) { return other(AttrKind::string, text.index, {}); }
Attr AttrStore::dtype(DType dtype) { return other(AttrKind::dtype, dtype.pack(), {}); }
Attr AttrStore::prim(Prim value) { return other(AttrKind::prim, value.index, {}); }
Attr AttrStore::info(StructInfo value) { return other(AttrKind::info, value.index, {}); }
Attr AttrStore::list(std::span<const Attr> items) { return other(AttrKind::list, 0, items); }
Attr AttrStore::dict(std::span<const Attr> items) { return other(AttrKind::dict, 0, items); }

Attr AttrStore::integers(std::span<const int64_t> values) {
  std::vector<Attr> items;
  items.reserve(values.size());
  for (int64_t v : values) items.push_back(integer(v));
  return list(items);
}

// ---- Context ----

ConstantId Context::constant(Constant constant) {
  uint32_t id = static_cast<uint32_t>(constants_.size());
  if (constant.is_scalar()) {
    std::string_view bytes(reinterpret_cast<const char*>(constant.data.data()), constant.data.size());
    uint64_t hash = hash_mix(hash_bytes(bytes), constant.dtype.pack());
    uint32_t found = scalars_.find(
        hash, [&](uint32_t i) { return constants_[i].dtype == constant.dtype && constants_[i].data == constant.data; });
    if (found != ConstantId::kNone) return ConstantId(found);
    scalars_.insert(hash, id);
  }
  constants_.push_back(std::move(constant));
  return ConstantId(id);
}

Attr Context::sorted_dict(std::vector<std::pair<Name, Attr>> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto& a, const auto& b) { return text(a.first) < text(b.first); });
  std::vector<Attr> items;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && entries[i + 1].first == entries[i].first) continue;
    items.push_back(attrs.string(entries[i].first));
    items.push_back(entries[i].second);
  }
  return attrs.dict(items);
}

std::optional<Attr> Context::find(Attr dict, std::string_view key) const {
  if (!dict || attrs[dict].kind != AttrKind::dict) return std::nullopt;
  std::span<const Attr> items = attrs.items(dict);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (text(Name(attrs[items[i]].id)) == key) return items[i + 1];
  }
  return std::nullopt;
}

DType Context::attr_dtype(Attr a) const {
  return attrs[a].kind == AttrKind::dtype ? DType::unpack(attrs[a].id) : kVoid;
}

}  // namespace hammock
