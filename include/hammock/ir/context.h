// SPDX-License-Identifier: Apache-2.0
// The interned data that modules share: strings, primitive expressions, struct info, attributes, constants.
//
// Equal means the same handle: two records with the same content get the same id, so that comparison is one
// integer comparison and copying costs nothing. Records are immutable and live as long as the context.
// A context is not synchronised: one thread at a time. Nothing in the toolchain is global; a module holds its
// context by shared_ptr.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/base/hash.h"
#include "hammock/base/id.h"

namespace hammock {

using Name = Id<struct NameTag>;              // an interned string
using Prim = Id<struct PrimTag>;              // a primitive expression: a dim, a scalar, later a loop expression
using StructInfo = Id<struct StructInfoTag>;  // what is known of a value
using Attr = Id<struct AttrTag>;              // an attribute value; a list or dict of them is one too
using ConstantId = Id<struct ConstantTag>;    // a tensor constant
using Value = Id<struct ValueTag>;            // a value of a function, see function.h

// ---- Hash table of ids ---------------------------------------------------------------------------------------
// Open addressing; the records stay in their vector, the table holds (hash, id), eight to a line of the cache. Of a
// hash the upper half counts.
class IdTable {
 public:
  template <class Equal>
  uint32_t find(uint64_t hash, Equal&& equal) const {
    if (slots_.empty()) return Id<int>::kNone;
    const uint32_t upper = static_cast<uint32_t>(hash >> 32);
    for (size_t i = upper & mask_;; i = (i + 1) & mask_) {
      const Slot& s = slots_[i];
      if (s.id == Id<int>::kNone) return s.id;
      if (s.hash == upper && equal(s.id)) return s.id;
    }
  }
  void insert(uint64_t hash, uint32_t id);

 private:
  struct Slot {
    uint32_t id = Id<int>::kNone;
    uint32_t hash = 0;
  };
  void put(const Slot& slot);
  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t used_ = 0;
};

// ---- Strings --------------------------------------------------------------------------------------------------
class StringStore {
 public:
  Name intern(std::string_view text);
  Name find(std::string_view text) const;  // none if it was never interned
  std::string_view text(Name name) const { return texts_[name.index]; }
  size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> long_texts_;  // stable addresses
  std::vector<std::unique_ptr<char[]>> slabs_;
  size_t slab_left_ = 0;
  char* slab_at_ = nullptr;
  std::vector<std::string_view> texts_;
  IdTable table_;
};

// ---- Primitive expressions (language 2) -------------------------------------------------------------------------
enum class PrimKind : uint8_t {
#define PRIM(kind, ...) kind,
#include "hammock/ir/prims.def"
#undef PRIM
};

struct PrimNode {
  PrimKind kind = PrimKind::int_imm;
  bool is_size_var = false;  // var: known to be >= 0
  DType dtype;
  union {
    int64_t value;  // int_imm (bool: 0 or 1); var: its serial number
    double real;    // float_imm: as it was written, which may be finer than its dtype
    struct {
      uint32_t a, b;  // operands as Prim indices; call, load: list begin, list size
    };
  };
  uint32_t c = Id<int>::kNone;  // select: third operand; var, string_imm, call: Name of the symbol, text, intrinsic;
                                // load: the number of the buffer in its kernel

  PrimNode() : value(0) {}
  Name name() const { return Name(c); }
  Prim lhs() const { return Prim(a); }
  Prim rhs() const { return Prim(b); }
  // A float_imm as its dtype holds it, in which one computes.
  double rounded() const { return rounded(real, dtype); }
  static double rounded(double value, DType dtype) {
    return dtype.bits == 32 ? static_cast<double>(static_cast<float>(value)) : value;
  }
};

class PrimStore {
 public:
  const PrimNode& operator[](Prim e) const { return nodes_[e.index]; }
  // Arguments of a call, indices of a load.
  std::span<const Prim> call_args(Prim e) const { return {lists_.data() + nodes_[e.index].a, nodes_[e.index].b}; }

  Prim integer(int64_t value, DType dtype = kInt64);
  Prim boolean(bool value) { return integer(value, kBool); }
  Prim real(double value, DType dtype = kFloat32);
  Prim string(Name text);
  // A new symbol, different from all others.
  Prim var(Name name, DType dtype = kInt64, bool is_size_var = false);
  // The node as it stands, nothing folded (the capitalised constructors of the language: T.Add).
  Prim node(PrimKind kind, DType dtype, Prim a, Prim b = {}, Prim c = {});
  Prim call(Name intrinsic, DType dtype, std::span<const Prim> args);
  Prim load(uint32_t buffer, DType dtype, std::span<const Prim> indices);

  // The operators of the language: constants folded as section 2.3 says, nothing else simplified. Operands of
  // unequal dtypes are the caller's business (see match_dtypes of the reader).
  Prim fold(PrimKind kind, Prim a, Prim b = {});
  // True if `fold` gives something else than the node of these operands.
  bool folds(PrimKind kind, Prim a, Prim b = {}) const { return folded(kind, a, b).has_value(); }
  Prim add(Prim a, Prim b) { return fold(PrimKind::add, a, b); }
  Prim sub(Prim a, Prim b) { return fold(PrimKind::sub, a, b); }
  Prim mul(Prim a, Prim b) { return fold(PrimKind::mul, a, b); }
  Prim floordiv(Prim a, Prim b) { return fold(PrimKind::floordiv, a, b); }
  Prim floormod(Prim a, Prim b) { return fold(PrimKind::floormod, a, b); }
  Prim min(Prim a, Prim b) { return fold(PrimKind::min, a, b); }
  Prim max(Prim a, Prim b) { return fold(PrimKind::max, a, b); }

  std::optional<int64_t> constant(Prim e) const {
    return e && nodes_[e.index].kind == PrimKind::int_imm ? std::optional(nodes_[e.index].value) : std::nullopt;
  }
  bool is_constant(Prim e, int64_t value) const { return constant(e) == value; }
  // Operands in order, of every kind of node (0 to 3, or a call's arguments).
  void operands(Prim e, std::vector<Prim>& out) const;
  size_t size() const { return nodes_.size(); }

 private:
  struct Folded {
    Prim operand;  // or, if none, the constant
    DType dtype;
    int64_t integer = 0;
    double real = 0;
  };
  std::optional<Folded> folded(PrimKind kind, Prim a, Prim b) const;
  Prim intern(const PrimNode& node, uint64_t hash);
  Prim with_list(PrimKind kind, uint32_t c, DType dtype, std::span<const Prim> list);
  std::vector<PrimNode> nodes_;
  std::vector<Prim> lists_;
  IdTable table_;
  int64_t next_symbol_ = 0;
};

// ---- Struct info (language 3) -----------------------------------------------------------------------------------
enum class InfoKind : uint8_t { object, prim, shape, tensor, tuple, function, dtensor };

// How the result of an opaque function follows from a call of it.
enum class Derives : uint8_t {
  nothing,     // it is the function's result
  sinfo_args,  // from these, as of external functions
  view,        // as of memory.view
};

struct InfoNode {
  InfoKind kind = InfoKind::object;
  bool has_dims = false;               // shape, tensor: dims are known; function: params are given (else opaque)
  bool is_pure = false;                // function
  Derives derives = Derives::nothing;  // function: opaque
  DType dtype;                         // prim, tensor; void = unknown
  int32_t ndim = -1;                   // shape, tensor; -1 = unknown
  uint32_t list_begin = 0,
           list_size =
               0;  // dims, tuple fields or function params in the store's lists; dtensor: its mesh and placement
  uint32_t extra = Id<int>::kNone;    // prim: value (Prim); tensor: shape variable (Value); function: result; dtensor:
                                      // tensor (StructInfo)
  uint32_t vdevice = Id<int>::kNone;  // tensor: index into the module's vdevices

  Prim value() const { return kind == InfoKind::prim ? Prim(extra) : Prim(); }
  Value shape_var() const { return kind == InfoKind::tensor ? Value(extra) : Value(); }
  StructInfo result() const { return kind == InfoKind::function ? StructInfo(extra) : StructInfo(); }
};

class InfoStore {
 public:
  InfoStore();
  const InfoNode& operator[](StructInfo i) const { return nodes_[i.index]; }
  // Dims of a shape or tensor whose has_dims is set.
  std::span<const Prim> dims(StructInfo i) const;
  std::span<const StructInfo> fields(StructInfo i) const;  // tuple
  std::span<const StructInfo> params(StructInfo i) const;  // function

  StructInfo object() const { return StructInfo(0); }
  StructInfo void_() const { return StructInfo(1); }  // the empty tuple
  StructInfo prim(DType dtype);
  StructInfo prim_value(Prim value, DType dtype);
  StructInfo shape(std::span<const Prim> dims);
  StructInfo shape_of_rank(int ndim);
  StructInfo tensor(std::span<const Prim> dims, DType dtype, uint32_t vdevice = Id<int>::kNone);
  StructInfo tensor_of_rank(int ndim, DType dtype, uint32_t vdevice = Id<int>::kNone);
  StructInfo tensor_of_shape_var(Value shape, int ndim, DType dtype, uint32_t vdevice = Id<int>::kNone);
  StructInfo tuple(std::span<const StructInfo> fields);
  StructInfo function(std::span<const StructInfo> params, StructInfo result, bool is_pure);
  StructInfo opaque_function(StructInfo result, bool is_pure, Derives derives = Derives::nothing);
  // A tensor spread over devices (3.8). `placement` as placement_text writes it.
  StructInfo dtensor(StructInfo tensor, Attr mesh, Name placement);

  bool is_void(StructInfo i) const { return i == void_(); }
  bool is_tensor(StructInfo i) const { return i && nodes_[i.index].kind == InfoKind::tensor; }
  bool is_dtensor(StructInfo i) const { return i && nodes_[i.index].kind == InfoKind::dtensor; }
  // What a distributed tensor is as a whole; anything else as it is.
  StructInfo tensor_part(StructInfo i) const { return is_dtensor(i) ? StructInfo(nodes_[i.index].extra) : i; }
  Attr mesh(StructInfo dtensor) const { return Attr(lists_[nodes_[dtensor.index].list_begin]); }
  Name placement(StructInfo dtensor) const { return Name(lists_[nodes_[dtensor.index].list_begin + 1]); }
  // A tensor whose shape is an explicit list of dims.
  bool has_shape(StructInfo i) const { return is_tensor(i) && nodes_[i.index].has_dims; }
  // Whether the last `count` parameters of a function are scalars; nothing speaks against it where they are not known.
  bool ends_in_scalars(StructInfo function, size_t count) const;

 private:
  StructInfo intern(const InfoNode& node, std::span<const uint32_t> list);
  std::vector<InfoNode> nodes_;
  std::vector<uint32_t> lists_;
  IdTable table_;
};

// ---- Attribute values (language 6.10) ------------------------------------------------------------------------------
enum class AttrKind : uint8_t {
  none,
  boolean,
  integer,
  real,
  string,
  dtype,
  prim,
  info,
  list,       // items
  dict,       // items: key, value, key, value ... sorted by key; keys are strings
  index_map,  // items: the parameters (prim vars), then the results, then its inverse if it is given; `value` = number
              // of parameters
  vdevice,    // items: target (string or dict), id, memory scope
  target,     // items: what it is compiled for (string or dict)
  range,      // items: begin, end
  device_mesh,  // items: shape (a list), device numbers (a range or a list)
  opaque,       // text printed as it was read: objects without meaning for the toolchain
};

struct AttrNode {
  AttrKind kind = AttrKind::none;
  union {
    int64_t value;
    double real;
    uint32_t id;  // string, opaque: Name; dtype: packed; prim: Prim; info: StructInfo
  };
  uint32_t list_begin = 0, list_size = 0;
  AttrNode() : value(0) {}
};

class AttrStore {
 public:
  AttrStore();
  const AttrNode& operator[](Attr a) const { return nodes_[a.index]; }
  std::span<const Attr> items(Attr a) const {
    return {lists_.data() + nodes_[a.index].list_begin, nodes_[a.index].list_size};
  }

  // Of an index map.
  std::span<const Attr> map_params(Attr map) const {
    return items(map).first(static_cast<size_t>(nodes_[map.index].value));
  }
  std::span<const Attr> map_results(Attr map) const;
  Attr map_inverse(Attr map) const;  // none if it is not given

  Attr none() const { return Attr(0); }
  Attr boolean(bool value);
  Attr integer(int64_t value);
  Attr real(double value);
  Attr string(Name text);
  Attr dtype(DType dtype);
  Attr prim(Prim value);
  Attr info(StructInfo value);
  Attr list(std::span<const Attr> items);
  Attr integers(std::span<const int64_t> values);
  Attr dict(std::span<const Attr> keys_and_values);  // sorted by the caller, see sorted_dict in Context
  Attr other(AttrKind kind, int64_t value, std::span<const Attr> items);

 private:
  Attr intern(const AttrNode& node, std::span<const Attr> list);
  std::vector<AttrNode> nodes_;
  std::vector<Attr> lists_;
  IdTable table_;
};

// ---- Constants -----------------------------------------------------------------------------------------------------
struct Constant {
  DType dtype;
  std::vector<int64_t> shape;
  std::vector<std::byte> data;  // row-major, little endian, one byte per bool
  bool is_scalar() const { return shape.empty(); }
};

class Coverage;

class Context {
 public:
  StringStore strings;
  PrimStore prims;
  InfoStore infos;
  AttrStore attrs;
  std::shared_ptr<Coverage> coverage;  // none: nobody asks (coverage.h)

  Name name(std::string_view text) { return strings.intern(text); }
  std::string_view text(Name name) const { return strings.text(name); }

  // Scalars of equal dtype and bits are one constant; larger ones are kept apart (the language compares them by
  // identity).
  ConstantId constant(Constant constant);
  const Constant& operator[](ConstantId id) const { return constants_[id.index]; }

  // A dict from keys and values in any order; the last of equal keys wins.
  Attr sorted_dict(std::vector<std::pair<Name, Attr>> entries);
  // The value of a key; none if the dict is none or lacks it.
  std::optional<Attr> find(Attr dict, std::string_view key) const;
  DType attr_dtype(Attr a) const;  // of a dtype attribute

 private:
  std::deque<Constant> constants_;
  IdTable scalars_;
};

}  // namespace hammock
