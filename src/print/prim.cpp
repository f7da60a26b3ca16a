// SPDX-License-Identifier: Apache-2.0
// Primitive expressions (language 2.4).
//
// An infix operator is written only where reading it back gives the same node: `m + 0` would fold, so it prints
// T.Add(m, 0). The tree is walked with a stack of pieces, so that its depth does not matter.
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "printer.h"

namespace hammock {
namespace {

// T.min(m, m) would be read as m, so the node is written as one.
std::string_view call_name(const PrimStore& prims, Prim e) {
  const PrimNode& n = prims[e];
  const PrimRow& kind = row(n.kind);
  return kind.group == PrimGroup::extreme && prims.folds(n.kind, n.lhs(), n.rhs()) ? kind.node : kind.call();
}

bool is_infix(const PrimStore& prims, Prim e) {
  const PrimNode& n = prims[e];
  if (row(n.kind).infix.empty()) return false;
  if (n.kind == PrimKind::logical_not) return prims[n.lhs()].kind != PrimKind::int_imm;
  if (n.kind == PrimKind::div && n.dtype.is_integral()) return false;
  return prims[n.lhs()].dtype == prims[n.rhs()].dtype && !prims.folds(n.kind, n.lhs(), n.rhs());
}

}  // namespace

void Printer::prim(Prim e) {
  const PrimNode& n = context_.prims[e];
  if (n.kind == PrimKind::var) {
    symbol(e);
  } else if (n.kind <= PrimKind::string_imm) {
    prim_leaf(n);
  } else {
    prim_tree(e);
  }
}

void Printer::prim_leaf(const PrimNode& n) {
  if (n.kind == PrimKind::string_imm) {
    std::string_view text = context_.text(n.name());
    return stands_in_metadata(text) ? metadata(spell(Spelling::string_imm), n.c) : append_string(out_, text);
  }
  bool is_raw = n.kind == PrimKind::int_imm && (mode_ == Mode::relax || n.dtype == kInt32);
  is_raw ? prim_number(n) : prim_immediate(n);
}

void Printer::prim_number(const PrimNode& n) {
  if (n.kind == PrimKind::float_imm) {
    append_float(out_, n.real);
  } else if (n.dtype.is_boolean()) {
    out_ += n.value ? "True" : "False";
  } else if (n.dtype.is_unsigned()) {
    out_ += std::to_string(static_cast<uint64_t>(n.value));
  } else {
    append_integer(out_, n.value);
  }
}

// T.int32(3): the number with its dtype.
void Printer::prim_immediate(const PrimNode& n) {
  uses_tir_ = true;
  out_ += "T.";
  out_ += to_string(n.dtype);
  out_ += '(';
  prim_number(n);
  out_ += ')';
}

void Printer::symbol(Prim var) {
  const PrimNode& n = context_.prims[var];
  if (uses_hints_) {
    ++symbols_printed_;
    out_ += context_.text(n.name());
    return;
  }
  if (symbol_names_.size() <= var.index) symbol_names_.resize(context_.prims.size(), Names::kNone);
  if (symbol_levels_.size() <= var.index) symbol_levels_.resize(context_.prims.size());
  Names::Entry& entry = symbol_names_[var.index];
  if (entry == Names::kNone) {
    symbol_levels_[var.index] = static_cast<uint8_t>(outer_declarations_.size());
    entry = names_.define(n.name(), function_scope_);
    declared_symbols_.push_back(var);
    uses_tir_ = true;
    declare_symbol_comments(var, At::symbol_before);
    declarations_.append(declaration_indent_, ' ');
    declarations_ += names_.text(entry);
    declarations_ += " = T.";
    declarations_ += to_string(n.dtype);
    declarations_ += n.is_size_var ? "(is_size_var=True)" : "()";
    declare_symbol_comments(var, At::symbol_behind);
    declarations_ += '\n';
  }
  symbols_printed_ += symbol_levels_[var.index] == outer_declarations_.size();
  out_ += names_.text(entry);
}

void Printer::prim_tree(Prim root) {
  std::vector<PrimPiece> stack{{root}};
  while (!stack.empty()) {
    const PrimPiece piece = stack.back();
    stack.pop_back();
    if (!piece.e) out_ += piece.text;
    else if (row(context_.prims[piece.e].kind).group == PrimGroup::leaf) prim(piece.e);
    else if (is_infix(context_.prims, piece.e)) prim_infix(piece, stack);
    else prim_call(piece.e, stack);
  }
}

void Printer::prim_infix(const PrimPiece& piece, std::vector<PrimPiece>& stack) {
  const PrimNode& n = context_.prims[piece.e];
  const PrimRow& f = row(n.kind);
  if (f.precedence < piece.min_precedence) {
    out_ += '(';
    stack.push_back({{}, 0, ")"});
  }
  if (n.kind == PrimKind::logical_not) {
    out_ += f.infix;
    stack.push_back({n.lhs(), f.precedence, {}});
    return;
  }
  // Chained comparisons mean something else to Python, so they get parentheses on both sides.
  const int left = f.precedence + (f.group == PrimGroup::comparison);
  stack.push_back({n.rhs(), f.precedence + 1, {}});
  stack.push_back({{}, 0, f.infix});
  stack.push_back({n.lhs(), left, {}});
}

void Printer::prim_call(Prim e, std::vector<PrimPiece>& stack) {
  const PrimNode& n = context_.prims[e];
  const bool is_load = n.kind == PrimKind::load;
  uses_tir_ = true;
  out_ += "T.";
  out_ += call_name(context_.prims, e);
  bool has_dtype = n.kind == PrimKind::cast;
  if (n.kind == PrimKind::call) {
    const IntrinsicRow* intrinsic = intrinsic_of(context_, e);
    out_ += intrinsic ? intrinsic->name : context_.text(n.name());
    has_dtype = intrinsic && intrinsic->form == IntrinsicForm::dtype_first;
  } else if (is_load) {
    out_ += "buffer";
    append_integer(out_, n.c);
  }
  out_ += is_load ? '[' : '(';
  std::vector<Prim> operands;
  context_.prims.operands(e, operands);
  if (has_dtype) {
    append_string(out_, to_string(n.dtype));
    if (!operands.empty()) out_ += ", ";
  }
  stack.push_back({{}, 0, is_load ? "]" : ")"});
  for (size_t i = operands.size(); i-- > 0;) {
    stack.push_back({operands[i], 0, {}});
    if (i > 0) stack.push_back({{}, 0, ", "});
  }
}

}  // namespace hammock
