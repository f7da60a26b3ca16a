// SPDX-License-Identifier: Apache-2.0
// What the rules share: the operands and attributes of the call at hand, the checks that many operators make, and the
// relations on dims. A rule is a function `StructInfo name(Infer&, const Call&)` in namespace `rules`, named by the
// infer column of ops.def.
//
// Checks return false, and rules none, after they have reported. In messages an operand is called by the name of its
// parameter.
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "hammock/infer/describe.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/prim/simplify.h"

namespace hammock::rules {

// The rules of the table.
#define OP(id, signature, traits, infer, eval, lower, ...) StructInfo infer(Infer&, const Call&);
#include "hammock/ir/ops.def"
#undef OP

using Dims = std::vector<Prim>;
inline constexpr uint32_t kNoDevice = Id<int>::kNone;

// A tensor as rules see it. The five states of a shape: explicit dims (S1); a shape variable (S2), whose own struct
// info may have values (S2v); only a rank (S3); nothing (S4).
struct TensorInfo {
  StructInfo info;
  DType dtype;
  int ndim = -1;
  uint32_t vdevice = kNoDevice;
  std::optional<Dims> dims;  // S1
  Value shape_var;           // S2
  bool has_rank() const { return ndim >= 0; }
};

// What "requires float" asks for: float16, float32, float64 and bfloat16, or nothing that is known.
inline bool may_be_float(DType dtype) { return dtype.is_unknown() || dtype.is_float() || dtype == kBfloat16; }

// Largest stride, dilation or padding: sums and products of two fit into 64 bits.
inline constexpr int64_t kMostStep = (int64_t{1} << 31) - 1;

// The operators of the language on dims. Where a result does not fit into 64 bits the call is refused.
class DimStore {
 public:
  explicit DimStore(Infer& infer) : store_(infer.context().prims), infer_(infer) {}
  operator PrimStore&() { return store_; }
  operator const PrimStore&() const { return store_; }
  const PrimNode& operator[](Prim e) const { return store_[e]; }
  Prim integer(int64_t value, DType dtype = kInt64) { return store_.integer(value, dtype); }
  Prim add(Prim a, Prim b) { return fold(PrimKind::add, a, b); }
  Prim sub(Prim a, Prim b) { return fold(PrimKind::sub, a, b); }
  Prim mul(Prim a, Prim b) { return fold(PrimKind::mul, a, b); }
  Prim floordiv(Prim a, Prim b) { return store_.floordiv(a, b); }
  Prim floormod(Prim a, Prim b) { return store_.floormod(a, b); }
  Prim min(Prim a, Prim b) { return store_.min(a, b); }
  Prim max(Prim a, Prim b) { return store_.max(a, b); }
  Prim fold(PrimKind kind, Prim a, Prim b);
  Prim call(Name intrinsic, DType dtype, std::span<const Prim> args) { return store_.call(intrinsic, dtype, args); }
  std::optional<int64_t> constant(Prim e) const { return store_.constant(e); }
  bool is_constant(Prim e, int64_t value) const { return store_.is_constant(e, value); }
  void operands(Prim e, std::vector<Prim>& out) const { store_.operands(e, out); }

 private:
  PrimStore& store_;
  Infer& infer_;
};

// Does every attribute with a list of words have one of them? See words.cpp. Reports.
bool words_are_known(Infer& infer, const Call& call);

// Its attributes are those of the call.
class InferCall : public CallAttrs {
 public:
  InferCall(Infer& infer, const Call& call);

  Infer& infer;
  const Call& call;
  Context& cx;
  DimStore prims;
  InfoStore& infos;
  const OpInfo& op;

  // ---- operands ----
  size_t operand_count() const { return call.args.size(); }
  StructInfo arg(size_t i) const { return infer.operand_info(call.args[i]); }
  const InfoNode& arg_node(size_t i) const { return infos[arg(i)]; }
  std::string_view arg_name(size_t i) const;
  bool tensor(size_t i, TensorInfo& out);                // reports anything that is not a tensor
  bool tensors(size_t i, std::vector<TensorInfo>& out);  // a tuple of them
  bool is_tensor(size_t i) const { return infos.is_tensor(arg(i)); }
  // The dims of a Shape operand; nothing if only its rank is known. False after a report.
  bool shape(size_t i, std::optional<Dims>& out);
  std::optional<Prim> prim_value(size_t i) const;  // the known value of a Prim operand
  bool prim_literal(size_t i, Prim& out);          // written in place, R.prim_value(..); reports anything else
  // Written in place, or (at run) of values that are known.
  bool is_known_shape(size_t i) const;
  std::optional<DType> dtype_literal(size_t i) const;  // R.dtype("float32"), also through bindings
  // Dims of the tensor, or the values of its shape variable (S2v).
  std::optional<Dims> known_dims(const TensorInfo& t) const;
  TensorInfo view(StructInfo info) const;  // of a tensor

  // ---- results ----
  StructInfo of_dims(const Dims& dims, DType dtype, uint32_t vdevice = kNoDevice) {
    return infos.tensor(dims, dtype, vdevice);
  }
  StructInfo of_rank(int ndim, DType dtype, uint32_t vdevice = kNoDevice) {
    return infos.tensor_of_rank(ndim, dtype, vdevice);
  }
  StructInfo like(const TensorInfo& t, const Dims& dims) { return infos.tensor(dims, t.dtype, t.vdevice); }
  StructInfo like(const TensorInfo& t, int ndim) { return infos.tensor_of_rank(ndim, t.dtype, t.vdevice); }
  StructInfo with_dtype(const TensorInfo& t, DType dtype);  // the same shape in whatever state
  // The shape that operand i denotes: the dims of a shape written in place, otherwise the variable itself.
  StructInfo of_shape_operand(size_t i, DType dtype, uint32_t vdevice = kNoDevice);

  // ---- checks ----
  // Inside [-rank, rank), then made non-negative. `what` is the attribute's name.
  bool axis(int64_t& axis, int64_t rank, std::string_view what);
  bool axes(std::vector<int64_t>& axes, int64_t rank, std::string_view what);  // and each once
  bool rank_is(const TensorInfo& t, size_t i, int rank);                       // if known
  bool float_dtype(const TensorInfo& t, size_t i);                             // if known
  bool integer_dtype(const TensorInfo& t, size_t i);                           // if known; int or uint
  // Binary operators: equal, or unknown if either is.
  bool common_dtype(const TensorInfo& a, const TensorInfo& b, DType& out);
  bool strict_vdevice(const TensorInfo& a, const TensorInfo& b, uint32_t& out);  // V-strict
  uint32_t lenient_vdevice(std::span<const TensorInfo> tensors) const;           // V-lenient

  // ---- dims ----
  Prim number(int64_t v) { return prims.integer(v); }
  Prim simple(Prim p) { return simplify(cx, p); }
  bool equal(Prim a, Prim b) { return prove_equal(cx, a, b) == Truth::yes; }
  bool unequal(Prim a, Prim b) { return prove_equal(cx, a, b) == Truth::no; }
  Prim product(std::span<const Prim> dims);  // left to right, not simplified
  Prim ceildiv(Prim a, Prim b);
  // Broadcasting (operators 1.5). None without a report: undecidable, only the rank is known.
  enum class Broadcast { known, unknown, failed };
  Broadcast broadcast(const Dims& a, const Dims& b, Dims& out);

  // ---- messages ----
  // A part that is what the message is about: the name of a parameter in the text, its number in the diagnostic. A name
  // that is none of this operator's parameters is text.
  struct Subject {
    std::string_view name;
    std::optional<uint32_t> param;
  };
  Subject at(size_t i) const { return at(arg_name(i)); }
  Subject at(std::string_view param) const;
  template <class... Parts>
  StructInfo fail(Diag diag, const Parts&... parts) {
    return infer.fail(diag, call.span, text("R.", op.name, ": ", parts...), subject(parts...));
  }
  template <class... Parts>
  bool wrong(Diag diag, const Parts&... parts) {
    fail(diag, parts...);
    return false;
  }
  template <class... Parts>
  std::string text(const Parts&... parts) const {
    std::string out;
    (out.append(word(parts)), ...);
    return out;
  }

 private:
  template <class... Parts>
  static std::optional<uint32_t> subject(const Parts&... parts) {
    std::optional<uint32_t> out;
    (..., [&](const auto& part) {
      if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Subject>) out = part.param;
    }(parts));
    return out;
  }
  std::string_view word(std::string_view s) const { return s; }
  std::string_view word(const Subject& s) const { return s.name; }
  std::string word(std::integral auto v) const { return std::to_string(v); }
  std::string word(DType v) const { return v.is_unknown() ? "unknown" : to_string(v); }
  std::string word(Prim v) const { return describe(cx, v); }
  std::string word(StructInfo v) const { return describe(cx, v); }
  std::string word(const Dims& v) const { return describe(cx, v); }
};

}  // namespace hammock::rules
