// SPDX-License-Identifier: Apache-2.0
// Items as primitive expressions: dims and scalars (language 2.2, 2.3).
#pragma once

#include "items.h"

namespace hammock::read {

class PrimItems : public Items {
 public:
  using Items::Items;

 protected:
  // ---- primitive expressions (primitive.cpp)
  std::optional<python::Number> number(const Item& item) const;
  std::optional<bool> truth(const Item& item) const;
  Item make_number(const python::Number& number, Span span);
  Item prim_binary(Operator op, Item lhs, Item rhs, Span span);
  Item prim_unary(Operator op, Item operand, Span span);
  Item python_binary(Operator op, const Item& lhs, const Item& rhs, Span span);
  Item fold(PrimKind kind, Prim a, Prim b, Span span);
  Item node(PrimKind kind, DType dtype, Prim a, Prim b, Prim c, Span span);
  Prim real_prim(double value, DType dtype, Span span);
  std::optional<Prim> to_prim(const Item& item, DType like = kVoid);
  bool match_dtypes(Prim& a, Prim& b, Span span);
  std::optional<Prim> prim_operand(const Item& item, DType like);
  std::optional<Prim> cast(Prim a, DType dtype, Span span);
  Item checked(Prim p, Span span);  // refuses expressions that are too deep

  size_t items_kept_ = 0, casts_kept_ = 0, string_bytes_ = 0;
  std::vector<uint16_t> prim_depths_;
};

}  // namespace hammock::read
