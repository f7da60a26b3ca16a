// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/intrinsics.h"

#include <unordered_map>

namespace hammock {

const IntrinsicRow* find_intrinsic(std::string_view name) {
  static const std::unordered_map<std::string_view, const IntrinsicRow*> kByName = [] {
    std::unordered_map<std::string_view, const IntrinsicRow*> rows;
    for (const IntrinsicRow& row : intrinsics()) rows.emplace(row.name, &row);
#define ALIAS(written, name) rows.emplace(#written, &row(Intrinsic::name));
#include "hammock/prim/intrinsics.def"
    return rows;
  }();
  if (name.starts_with("tir.")) name.remove_prefix(4);
  auto found = kByName.find(name);
  return found == kByName.end() ? nullptr : found->second;
}

const IntrinsicRow* find_external(std::string_view symbol, DType dtype) {
  const bool is_of_llvm = symbol.starts_with("llvm.");
  if (is_of_llvm) {
    symbol.remove_prefix(5);
    symbol = symbol.substr(0, symbol.find('.'));
    if (symbol == "fmuladd") symbol = "fma";
  } else if (symbol.ends_with('f') && symbol != "erf" && dtype.bits == 32) {
    symbol.remove_suffix(1);
  }
  if (symbol == "rint" || (is_of_llvm && symbol == "roundeven")) symbol = "nearbyint";
  const IntrinsicRow* row = find_intrinsic(symbol);
  return row && row->c != FunctionOfC::none && row->name == symbol ? row : nullptr;
}

const IntrinsicRow* intrinsic_of(const Context& context, Prim e) {
  const PrimNode& node = context.prims[e];
  return node.kind == PrimKind::call ? find_intrinsic(context.text(node.name())) : nullptr;
}

DType result_dtype(const PrimStore& prims, const IntrinsicRow& row, std::span<const Prim> operands) {
  const IntrinsicResult result = row.result;
  if (result.kind == IntrinsicResult::Kind::written) return kVoid;
  if (result.kind == IntrinsicResult::Kind::always) {
    // Functions of numbers give a vector for a vector.
    DType dtype = result.dtype;
    if (row.scalar != ScalarFunction::none && !operands.empty()) dtype.lanes = prims[operands[0]].dtype.lanes;
    return dtype;
  }
  return result.at < operands.size() ? prims[operands[result.at]].dtype : kVoid;
}

}  // namespace hammock
