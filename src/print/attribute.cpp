// SPDX-License-Identifier: Apache-2.0
// Attribute values (language 6.10) and the metadata table (6.13).
#include <cmath>

#include "printer.h"

namespace hammock {

void Printer::attribute(Attr a) {
  const AttrNode& n = context_.attrs[a];
  switch (n.kind) {
    case AttrKind::none: out_ += "None"; return;
    case AttrKind::boolean:
      if (mode_ == Mode::tir && !newer(Spelling::boolean)) {
        uses_tir_ = true;
        out_ += n.value ? "T.bool(True)" : "T.bool(False)";
      } else {
        out_ += n.value ? "True" : "False";
      }
      return;
    case AttrKind::integer: return append_integer(out_, n.value);
    case AttrKind::real: return real_attribute(n.real);
    case AttrKind::string: {
      std::string_view text = context_.text(Name(n.id));
      return stands_in_metadata(text) ? metadata(spell(Spelling::string_object), n.id) : append_string(out_, text);
    }
    case AttrKind::dtype: return dtype_attribute(context_.attr_dtype(a));
    case AttrKind::prim: {  // an integer alone is another attribute
      const PrimNode& value = context_.prims[Prim(n.id)];
      if (value.kind != PrimKind::int_imm) return prim(Prim(n.id));
      if (options_.constants == Constants::complete) return prim_immediate(value);
      lose();
      return prim(Prim(n.id));
    }
    case AttrKind::info: return struct_info(StructInfo(n.id));
    case AttrKind::list:
      out_ += '[';
      attribute_list(context_.attrs.items(a));
      out_ += ']';
      return;
    case AttrKind::dict: return dict(a);
    case AttrKind::index_map:
      uses_tir_ = true;
      out_ += "T.index_map(";
      index_map(a);
      if (Attr inverse = context_.attrs.map_inverse(a)) {
        out_ += ", inverse_index_map=";
        index_map(inverse);
      }
      out_ += ')';
      return;
    case AttrKind::vdevice: uses_ir_ = true; return attribute_call("I.vdevice", a);
    case AttrKind::target: uses_tir_ = true; return attribute_call("T.target", a);
    case AttrKind::range: uses_ir_ = true; return attribute_call("I.Range", a);
    case AttrKind::device_mesh: return fn_ ? mesh(a) : device_mesh(a);
    case AttrKind::opaque: return text_as_read(context_.text(Name(n.id)));
  }
}

void Printer::attribute_call(std::string_view callee, Attr a) {
  out_ += callee;
  out_ += '(';
  attribute_list(context_.attrs.items(a));
  out_ += ')';
}

// TVM's text has strings for infinities and NaN, and for dtypes; where no type of a field says what is meant, they read
// back as strings.
void Printer::real_attribute(double value) {
  if (std::isfinite(value)) return append_float(out_, value);
  if (options_.constants != Constants::complete) {
    lose();
    return append_float(out_, value);
  }
  out_ += "float(";
  append_float(out_, value);
  out_ += ')';
}

void Printer::dtype_attribute(DType value) {
  const bool is_complete = options_.constants == Constants::complete && !uses_hints_;
  if (options_.constants != Constants::complete) lose();
  uses_relax_ |= is_complete;
  out_ += is_complete ? "R.dtype(\"" : "\"";
  dtype(value);
  out_ += is_complete ? "\")" : "\"";
}

void Printer::lose() {
  if (options_.omitted) options_.omitted->push_back(span_);
}

void Printer::attribute_list(std::span<const Attr> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out_ += ", ";
    attribute(items[i]);
  }
}

void Printer::dict(Attr a) {
  std::span<const Attr> items = context_.attrs.items(a);
  out_ += '{';
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (i > 0) out_ += ", ";
    attribute(items[i]);
    out_ += ": ";
    attribute(items[i + 1]);
  }
  out_ += '}';
}

// The parameters are symbols of their own: named like variables, released at once, declared nowhere.
void Printer::index_map(Attr map) {
  std::span<const Attr> params = context_.attrs.map_params(map), results = context_.attrs.map_results(map);
  names_.open();
  if (symbol_names_.size() < context_.prims.size()) symbol_names_.resize(context_.prims.size(), Names::kNone);
  out_ += "lambda";
  for (size_t i = 0; i < params.size(); ++i) {
    Prim var(context_.attrs[params[i]].id);
    if (!uses_hints_) symbol_names_[var.index] = names_.define(context_.prims[var].name());
    out_ += i > 0 ? ", " : " ";
    symbol(var);
  }
  out_ += ": (";
  for (size_t i = 0; i < results.size(); ++i) {
    if (i > 0) out_ += ", ";
    prim(Prim(context_.attrs[results[i]].id));
  }
  out_ += results.size() == 1 ? ",)" : ")";
  for (Attr p : params) symbol_names_[context_.attrs[p].id] = Names::kNone;
  names_.close();
}

// R.device_mesh((2, 2), I.Range(0, 4))
void Printer::device_mesh(Attr mesh) {
  uses_relax_ = true;
  std::span<const Attr> items = context_.attrs.items(mesh);
  out_ += "R.device_mesh((";
  attribute_list(context_.attrs.items(items[0]));
  out_ += context_.attrs.items(items[0]).size() == 1 ? ",), " : "), ";
  attribute(items[1]);
  out_ += ')';
}

void Printer::text_as_read(std::string_view text) {
  uses_ir_ |= text.find("I.") != std::string_view::npos;
  uses_tir_ |= text.find("T.") != std::string_view::npos;
  uses_relax_ |= text.find("R.") != std::string_view::npos;
  out_ += text;
}

// TVM keeps strings of several lines there; a string literal says them as well.
bool Printer::stands_in_metadata(std::string_view text) const {
  return options_.constants != Constants::complete && text.find('\n') != std::string_view::npos;
}

void Printer::metadata(std::string_view key, uint32_t object) {
  if (options_.constants == Constants::omitted) lose();
  if (metadata_.empty()) metadata_span_ = span_;
  size_t kind = 0;
  while (kind < metadata_.size() && metadata_[kind].key != key) ++kind;
  if (kind == metadata_.size()) metadata_.push_back({key, {}});
  std::vector<uint32_t>& objects = metadata_[kind].objects;
  auto [at, is_new] = metadata_index_.emplace(static_cast<uint64_t>(kind) << 32 | object, objects.size());
  if (is_new) objects.push_back(object);
  out_ += "metadata[\"";
  out_ += key;
  out_ += "\"][";
  append_integer(out_, at->second);
  out_ += ']';
}

}  // namespace hammock
