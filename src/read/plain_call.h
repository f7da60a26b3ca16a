// SPDX-License-Identifier: Apache-2.0
// Calls that make plain values: primitive functions (`T.min`) and arrays of numpy around the definitions.
#pragma once

#include "annotation.h"

namespace hammock::read {

class PlainCalls : public Annotations {
 public:
  using Annotations::Annotations;
  struct ArrayFunction {
    std::string_view name, params;  // "shape dtype?"
    Item (PlainCalls::*call)(std::span<const Arg> args, Span span);
  };

  // ---- primitive functions (prim_call.cpp)
  static std::span<const std::string_view> prim_names();

  // ---- arrays of numpy (numpy.cpp)
  static const ArrayFunction* array_function(std::string_view name);

 protected:
  struct PrimCall {
    std::string_view name;  // without T.
    const CallSite& site;
    std::vector<Item> written;
    std::vector<Prim> args;
  };
  struct PrimFunction {
    std::string_view name;
    size_t count;
    Item (PlainCalls::*make)(PrimCall& call);
  };

  // ---- arrays of numpy (numpy.cpp)
  Item call_array(std::string_view name, const CallSite& site) override;
  Item array_name(std::string_view name, Span span) override;
  Item array_method(Item array, std::string_view name, const CallSite& site) override;
  Item array_attribute(Item array, std::string_view name, Span span) override;
  Item array_of(Item value, std::optional<DType> dtype, Span span);
  bool has_room(double bytes, Span span);
  bool array_dtype(const Arg& arg, std::optional<DType>& dtype);
  Item make_array(Constant constant, Span span);
  std::optional<std::vector<int64_t>> array_shape(const Arg& arg);
  Item filled_array(const Arg& shape, Item value, std::optional<DType> dtype, Span span);
  Item array_array(std::span<const Arg> args, Span span);
  Item array_zeros(std::span<const Arg> args, Span span);
  Item array_ones(std::span<const Arg> args, Span span);
  Item array_full(std::span<const Arg> args, Span span);
  Item array_eye(std::span<const Arg> args, Span span);
  Item array_arange(std::span<const Arg> args, Span span);

  // ---- primitive functions (prim_call.cpp)
  static std::span<const PrimFunction> prim_rows();
  Item prim_call(std::string_view name, const CallSite& site) override;
  bool evaluate(PrimCall& call);
  bool convert(PrimCall& call, size_t from);
  bool two_prims(PrimCall& call);
  Item prim_ceildiv(PrimCall& call);
  Item prim_not(PrimCall& call);
  Item prim_select(PrimCall& call);
  Item prim_cast(PrimCall& call);
  Item prim_limit(PrimCall& call);
  Item prim_reinterpret(PrimCall& call);
  Item prim_extern(PrimCall& call);
  Item dtype_call(DType dtype, const CallSite& site) override;
  Item limit(std::string_view name, DType dtype, Span span);

  size_t array_bytes_ = 0;  // in all
};

}  // namespace hammock::read
