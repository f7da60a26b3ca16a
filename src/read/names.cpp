// SPDX-License-Identifier: Apache-2.0
// What a dotted name of R, T or I means, whichever way it is spelled out.
#include <algorithm>
#include <bit>

#include "expression.h"
#include "forms.h"

namespace hammock::read {

namespace {

struct Prefix {
  std::string_view text;
  char space;  // R, T, I
};
constexpr Prefix kPrefixes[] = {
    {"R.", 'R'},         {"relax.op.", 'R'}, {"relax.", 'R'},
    {"T.", 'T'},         {"tir.", 'T'},      {"tirx.", 'T'},
    {"I.", 'I'},         {"ir.", 'I'},       {"tvm.relax.op.", 'R'},
    {"tvm.relax.", 'R'}, {"tvm.tir.", 'T'},  {"tvm.tirx.", 'T'},
    {"tvm.ir.", 'I'},    {"tvm.", 'I'},
};
constexpr std::string_view kPredefined[] = {"R", "relax", "T", "tir", "tirx", "I", "ir", "tvm"};

}  // namespace

bool Expressions::is_predefined(std::string_view name) {
  return std::ranges::find(kPredefined, name) != std::end(kPredefined);
}

Blocks::Builtin& Blocks::builtin(Name name) {
  if (name.index >= builtins_.size()) builtins_.resize(std::max<size_t>(name.index + 1, builtins_.size() * 2));
  Builtin& b = builtins_[name.index];
  if (b.kind != Builtin::Kind::unresolved) return b;
  b.kind = Builtin::Kind::unknown;
  std::string_view full = text(name);
  for (const Prefix& prefix : kPrefixes) {
    if (!full.starts_with(prefix.text)) continue;
    std::string_view rest = full.substr(prefix.text.size());
    constexpr std::string_view kInfos[] = {"Object", "Tensor", "Shape", "Prim", "Tuple", "Callable", "DTensor"};
    if (prefix.space == 'R') {
      if (const SpellingInfo* row = find_newer(SpellingKind::name, "R." + std::string(rest)))
        rest = row->older.substr(2);
      if (rest == "dist.DTensor" || rest == "dist.device_mesh") rest.remove_prefix(5);
      auto info_at = std::find(std::begin(kInfos), std::end(kInfos), rest);
      if (const FormRow* form = find_form("R.", rest)) {
        b.kind = Builtin::Kind::form;
        b.form = form;
      } else if (info_at != std::end(kInfos)) {
        b.kind = Builtin::Kind::info;
        b.id = static_cast<uint32_t>(info_at - std::begin(kInfos));
      } else if (Op op = find_op(rest); op != Op::none) {
        b.kind = Builtin::Kind::op;
        b.id = static_cast<uint32_t>(op);
      }
    } else if (prefix.space == 'T') {
      std::optional<DType> dtype = parse_dtype(rest);
      bool is_usual =
          dtype && std::has_single_bit(dtype->bits) && (to_string(*dtype) == rest || dtype->code >= DType::Code::e4m3);
      if (const FormRow* form = find_form("T.", rest)) {
        b.kind = Builtin::Kind::form;
        b.form = form;
      } else if (is_usual || rest == "void" || rest == "handle") {
        b.kind = Builtin::Kind::dtype;
        b.id = dtype->pack();
      } else {
        b.kind = Builtin::Kind::prim;
      }
    } else if (const FormRow* form = find_form("I.", rest)) {
      b.kind = Builtin::Kind::form;
      b.form = form;
    }
    if (b.kind != Builtin::Kind::unknown) break;
  }
  return b;
}

}  // namespace hammock::read
