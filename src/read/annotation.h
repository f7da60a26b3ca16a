// SPDX-License-Identifier: Apache-2.0
// Struct info as written (language 3.2).
#pragma once

#include "expression.h"

namespace hammock::read {

class Annotations : public Expressions {
 public:
  using Expressions::Expressions;

 protected:
  StructInfo bad_info(Diag diag, Span span, std::string text) {
    bad(diag, span, std::move(text));
    return {};
  }

  // ---- struct info (annotation.cpp)
  Value as_shape(const Arg& arg, int repeat = 0);
  std::optional<uint32_t> vdevice_of(const Arg& arg);
  std::optional<uint32_t> vdevice_index(std::string_view text, Span span);
  std::string_view target_kind(Attr target) const;
  StructInfo annotation(const Arg& arg, Mode mode) override;
  StructInfo annotation(ExprId e, Mode mode) { return annotation(arg(e), mode); }
  StructInfo read_annotation(const Arg& arg, Mode mode) override;
  StructInfo repeated_annotation(ExprId e, Mode mode);
  StructInfo info_alone(uint32_t form, const CallSite& site);
  StructInfo info_call(uint32_t form, const CallSite& site, Mode mode) override;
  StructInfo tensor_info(const CallSite& site, Mode mode);
  StructInfo tensor_of(Arg shape, Arg dtype, const Arg& vdevice, const Arg& ndim, Mode mode);
  StructInfo tensor_of_shape(const Item& shape, Span span, DType dtype, uint32_t vdevice);
  StructInfo shape_info(const CallSite& site, Mode mode);
  StructInfo prim_info(const CallSite& site, Mode mode);
  StructInfo tuple_info(const CallSite& site, Mode mode);
  StructInfo callable_info(const CallSite& site, Mode mode);
  Derives derives_of(const Arg& derive_func) const;
  std::optional<Prim> dim(const Arg& arg, Mode mode);
  bool dims(const Arg& list, Mode mode, std::vector<Prim>& out);
  bool info_args(const CallSite& site, std::span<const std::string_view> names, std::span<Arg> out);

  // ---- distributed tensors (distributed.cpp)
  StructInfo distributed_info(const CallSite& site, Mode mode);
  std::optional<Attr> mesh_of(const Arg& arg);  // an object, or its name in the global infos
  std::optional<Name> placement_of(const Arg& arg, Attr mesh, StructInfo tensor);

  std::vector<Prim> dims_;  // of the annotation that is being read
  std::unordered_map<Name, ExprId> dim_texts_;
  // In this module: what ExprKind::repeated stands for, by the nodes that are repeated.
  std::unordered_map<uint32_t, StructInfo> repeated_;
  std::pair<ExprId, StructInfo> last_repeated_;
  Aliases aliases_;  // of namespaces, in the definition
  // Of a return annotation, which is read before parameters are bound (language 1.7): the first of these.
  Value hidden_from_;
  bool omits_values_ = false;                   // the annotation that was read has a T.int64: it says no value
  std::vector<std::pair<Name, Item>> symbols_;  // declared by the signature
};

}  // namespace hammock::read
