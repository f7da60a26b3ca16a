// SPDX-License-Identifier: Apache-2.0
// Struct info (language 3.4).
//
// The same few infos stand on most bindings, so their text is kept while a function is printed: once its symbols are
// declared it cannot change. In the signature dims are quoted, so nothing is kept there.
#include <algorithm>

#include "printer.h"

namespace hammock {

void Printer::struct_info(StructInfo info) {
  bool is_kept = newer(Spelling::prim_type) && !omits_values_;  // whether values are printed depends on the place
  if (quotes_symbols_ || uses_hints_ || is_kept) return write_struct_info(info);
  if (info_pieces_.size() <= info.index) info_pieces_.resize(info.index + 1);
  Piece& known = info_pieces_[info.index];
  if (known.size > 0) {
    out_.append(info_text_, known.begin, known.size);
    return;
  }
  size_t begin = out_.size();
  has_rule_ = false;
  write_struct_info(info);
  size_t size = out_.size() - begin;
  if (has_rule_) return;
  if (info_text_.size() + size > UINT32_MAX) return;
  info_pieces_[info.index] = {static_cast<uint32_t>(info_text_.size()), static_cast<uint32_t>(size)};
  info_text_.append(out_, begin, size);
  cached_infos_.push_back(info);
}

void Printer::dtype(DType dtype) {
  std::string text = to_string(dtype);
  if (dtype.code >= DType::Code::e4m3) {
    for (const SpellingInfo& row : spellings()) {
      if (row.kind == SpellingKind::dtype && text.starts_with(row.older))
        text.replace(0, row.older.size(), spell(row.id));
    }
  }
  out_ += text;
}

void Printer::write_struct_info(StructInfo info) {
  const InfoNode& n = context_.infos[info];
  uses_relax_ = true;
  switch (n.kind) {
    case InfoKind::object: out_ += spell(Spelling::any); return;
    case InfoKind::prim:
      if (newer(Spelling::prim_type) && (!n.value() || omits_values_)) {
        uses_tir_ = true;
        out_ += "T.";
        dtype(n.dtype);
      } else if (n.value()) {
        if (newer(Spelling::prim_type)) gap("R.Prim with a value");
        out_ += "R.Prim(value=";
        dim(n.value());
        out_ += ')';
      } else {
        out_ += "R.Prim(\"";
        dtype(n.dtype);
        out_ += "\")";
      }
      return;
    case InfoKind::shape:
      if (n.has_dims) {
        out_ += "R.Shape([";
        dims(context_.infos.dims(info));
        out_ += "])";
      } else {
        out_ += "R.Shape(ndim=";
        append_integer(out_, n.ndim);
        out_ += ')';
      }
      return;
    case InfoKind::tensor: return tensor(info);
    case InfoKind::tuple: {
      out_ += "R.Tuple";
      std::span<const StructInfo> fields = context_.infos.fields(info);
      for (size_t i = 0; i < fields.size(); ++i) {
        out_ += i == 0 ? "(" : ", ";
        write_struct_info(fields[i]);
      }
      if (!fields.empty()) out_ += ')';
      return;
    }
    case InfoKind::function: return function_info(info);
    case InfoKind::dtensor: return distributed_tensor(info);
  }
}

void Printer::tensor(StructInfo info) {
  const InfoNode& n = context_.infos[info];
  out_ += "R.Tensor";
  char separator = '(';
  auto next = [&] {
    out_ += separator;
    if (separator == ',') out_ += ' ';
    separator = ',';
  };
  if (n.has_dims) {
    next();
    std::span<const Prim> all = context_.infos.dims(info);
    out_ += '(';
    dims(all);
    out_ += all.size() == 1 ? ",)" : ")";
  } else if (n.shape_var()) {
    next();
    name_of(n.shape_var());
  }
  if (!n.dtype.is_unknown()) {
    next();
    out_ += "dtype=\"";
    dtype(n.dtype);
    out_ += '"';
  }
  if (!n.has_dims && !n.shape_var() && n.ndim != -1) {
    next();
    out_ += "ndim=";
    append_integer(out_, n.ndim);
  }
  if (n.vdevice != Id<int>::kNone) {
    next();
    out_ += "vdevice=";
    vdevice_name(n.vdevice);
  }
  if (separator == ',') out_ += ')';
}

// Arguments by position up to the first that is unknown.
void Printer::distributed_tensor(StructInfo info) {
  StructInfo tensor = context_.infos.tensor_part(info);
  const InfoNode& n = context_.infos[tensor];
  bool has_shape = n.has_dims || n.shape_var(), by_name = false;
  char separator = '(';
  auto next = [&](std::string_view name, bool is_known = true) {
    by_name |= !is_known;
    if (!is_known) return;
    out_ += separator;
    if (separator == ',') out_ += ' ';
    separator = ',';
    if (by_name) out_ += name;
  };
  out_ += "R.DTensor";
  next("shape=", has_shape);
  if (n.has_dims) {
    out_ += '(';
    dims(context_.infos.dims(tensor));
    out_ += n.ndim == 1 ? ",)" : ")";
  } else if (has_shape) {
    name_of(n.shape_var());
  }
  next("dtype=", !n.dtype.is_unknown());
  if (!n.dtype.is_unknown()) {
    out_ += '"';
    dtype(n.dtype);
    out_ += '"';
  }
  next("device_mesh=");
  mesh(context_.infos.mesh(info));
  next("placement=");
  append_string(out_, context_.text(context_.infos.placement(info)));
  if (!has_shape && n.ndim != -1) {
    next("ndim=");
    append_integer(out_, n.ndim);
  }
  out_ += ')';
}

// By its name in the module's global infos, written out where it has none.
void Printer::mesh(Attr mesh) {
  std::span<const Attr> infos =
      module_ && module_->global_infos ? context_.attrs.items(module_->global_infos) : std::span<const Attr>();
  for (size_t i = 0; i + 1 < infos.size(); i += 2) {
    std::span<const Attr> list = context_.attrs[infos[i + 1]].kind == AttrKind::list
                                     ? context_.attrs.items(infos[i + 1])
                                     : std::span<const Attr>();
    auto at = std::ranges::find(list, mesh);
    if (at == list.end()) continue;
    append_string(out_, std::string(context_.text(Name(context_.attrs[infos[i]].id))) + "[" +
                            std::to_string(at - list.begin()) + "]");
    return;
  }
  device_mesh(mesh);
}

void Printer::function_info(StructInfo info) {
  const InfoNode& n = context_.infos[info];
  out_ += "R.Callable";
  if (!n.has_dims) {
    has_rule_ |= n.derives != Derives::nothing;
    const bool has_result = n.result() && n.result() != context_.infos.object();
    const bool says_rule =
        n.derives != Derives::nothing && !omits_values_ && options_.constants == Constants::complete;  // TVM does not
    if (!has_result && !n.is_pure && !says_rule) return;
    out_ += '(';
    if (has_result) {
      out_ += "ret=";
      write_struct_info(n.result());
    }
    if (says_rule)
      out_ += n.derives == Derives::view ? "derive_func=\"tvm.relax.struct_info.infer_view_sinfo\""
                                         : "derive_func=\"tvm.relax.struct_info.infer_by_sinfo_args\"";
    if (n.is_pure) out_ += has_result || says_rule ? ", purity=True" : "purity=True";
    out_ += ')';
    return;
  }
  out_ += "((";
  std::span<const StructInfo> params = context_.infos.params(info);
  for (size_t i = 0; i < params.size(); ++i) {
    if (i > 0) out_ += ", ";
    write_struct_info(params[i]);
  }
  out_ += params.size() == 1 ? ",), " : "), ";
  write_struct_info(n.result());
  out_ += n.is_pure ? ", True)" : ", False)";
}

void Printer::dims(std::span<const Prim> dims) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) out_ += ", ";
    dim(dims[i]);
  }
}

// In the signature of the function that declares it a dim that mentions a symbol is a string.
void Printer::dim(Prim e) {
  size_t begin = out_.size();
  size_t symbols_before = symbols_printed_;
  primitive(e);
  if (!quotes_symbols_ || symbols_printed_ == symbols_before) return;
  std::string raw = out_.substr(begin);
  out_.resize(begin);
  respell_prefixes(raw, options_);  // which leaves strings of the finished text alone
  append_string(out_, raw);
}

std::string_view Printer::target_kind(Attr target) const {
  if (context_.attrs[target].kind == AttrKind::dict) {
    std::optional<Attr> kind = context_.find(target, "kind");
    return kind ? target_kind(*kind) : std::string_view();
  }
  if (context_.attrs[target].kind != AttrKind::string) return {};
  std::string_view text = context_.text(Name(context_.attrs[target].id));
  return text.substr(0, text.find(' '));
}

// "kind:i", i counting the module's vdevices of the same kind.
void Printer::vdevice_name(uint32_t index) {
  out_ += '"';
  if (!module_ || index >= module_->vdevices.size()) {
    out_ += "vdevice:";
    append_integer(out_, index);
  } else {
    std::string_view kind = target_kind(module_->vdevices[index].target);
    int ordinal = 0;
    for (uint32_t i = 0; i < index; ++i) ordinal += target_kind(module_->vdevices[i].target) == kind;
    out_ += kind;
    out_ += ':';
    append_integer(out_, ordinal);
    if (newer(Spelling::vdevice)) {
      out_ += ':';
      out_ += context_.text(module_->vdevices[index].scope);
    }
  }
  out_ += '"';
}

}  // namespace hammock
