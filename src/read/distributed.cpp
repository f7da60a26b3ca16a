// SPDX-License-Identifier: Apache-2.0
// Distributed tensors as written (language 3.8, 6.15): meshes, placements, R.DTensor and the R.dist forms.
#include "hammock/ir/placement.h"
#include "special.h"

namespace hammock::read {

// R.DTensor(shape, dtype, device_mesh, placement, *, ndim)
StructInfo Annotations::distributed_info(const CallSite& site, Mode mode) {
  constexpr std::string_view kNames[] = {"shape", "dtype", "device_mesh", "placement", "ndim"};
  Arg args[5];
  if (!info_args(site, kNames, args)) return {};
  StructInfo tensor = tensor_of(args[0], args[1], {}, args[4], mode);
  if (!args[2] || !args[3])
    return bad_info(Diag::bad_annotation, site.span, "R.DTensor needs a device_mesh and a placement");
  std::optional<Attr> mesh = mesh_of(args[2]);
  if (!mesh || !tensor) return {};
  std::optional<Name> placement = placement_of(args[3], *mesh, tensor);
  return placement ? context_.infos.dtensor(tensor, *mesh, *placement) : StructInfo();
}

// "mesh[0]" in the module's global infos, or R.device_mesh(...).
std::optional<Attr> Annotations::mesh_of(const Arg& arg) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::object) && context_.attrs[item.attr()].kind == AttrKind::device_mesh) return item.attr();
  if (!item.is(What::string)) {
    bad(Diag::bad_distribution, item.span,
        "a device mesh is written \"mesh[0]\" or R.device_mesh(...), not as " + describe(item));
    return std::nullopt;
  }
  std::string_view written = text(item.name());
  size_t open = written.find('[');
  std::string_view number = open == std::string_view::npos ? "0" : written.substr(open + 1);
  if (open != std::string_view::npos && number.ends_with(']')) number.remove_suffix(1);
  bool is_number =
      !number.empty() && number.size() < 6 && number.find_first_not_of("0123456789") == std::string_view::npos;
  std::optional<Attr> list =
      module_.global_infos ? context_.find(module_.global_infos, written.substr(0, open)) : std::nullopt;
  if (is_number && list && context_.attrs[*list].kind == AttrKind::list) {
    size_t at = static_cast<size_t>(std::stoi(std::string(number)));
    std::span<const Attr> meshes = context_.attrs.items(*list);
    if (at < meshes.size() && context_.attrs[meshes[at]].kind == AttrKind::device_mesh) return meshes[at];
  }
  bad(Diag::bad_annotation, item.span, "the module's global infos have no device mesh '" + std::string(written) + "'");
  return std::nullopt;
}

// `tensor` may be none: nothing is known of its axes.
std::optional<Name> Annotations::placement_of(const Arg& arg, Attr mesh, StructInfo tensor) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  std::optional<std::vector<int>> placement = item.is(What::string) ? parse_placement(text(item.name())) : std::nullopt;
  auto wrong = [&](std::string why) {
    bad(Diag::bad_distribution, item.span, std::move(why));
    return std::nullopt;
  };
  if (!placement) return wrong("a placement is a string such as \"S[0], R\"");
  size_t dims = mesh_shape(context_, mesh).size();
  if (placement->size() != dims) {
    return wrong("the placement says where " + std::to_string(placement->size()) +
                 " dims of a mesh lie, the mesh has " + std::to_string(dims));
  }
  int rank = tensor ? context_.infos[tensor].ndim : -1;
  for (int axis : *placement) {
    if (rank >= 0 && axis >= rank)
      return wrong("the placement splits axis " + std::to_string(axis) + " of a tensor of rank " +
                   std::to_string(rank));
  }
  return context_.name(placement_text(*placement));
}

Item SpecialForms::form_range(const FormCall& form) {
  std::optional<int64_t> begin = integer_of(form.args[0], "the begin of a range"), end = begin;
  if (form["end"]) {
    end = integer_of(form["end"], "the end of a range");
  } else if (begin) {
    begin = 0;
  }
  if (!begin || !end) return {};
  Attr bounds[] = {context_.attrs.integer(*begin), context_.attrs.integer(*end)};
  return make(What::object, form.span, context_.attrs.other(AttrKind::range, 0, bounds).index);
}

Item SpecialForms::form_device_mesh(const FormCall& form) {
  std::optional<Attr> shape = attr(form.args[0]), devices = attr(form.args[1]);
  if (!shape || !devices) return {};
  const AttrStore& attrs = context_.attrs;
  auto is_integers = [&](Attr list) {
    if (attrs[list].kind != AttrKind::list) return false;
    for (Attr a : attrs.items(list)) {
      if (attrs[a].kind != AttrKind::integer || attrs[a].value < 0) return false;
    }
    return true;
  };
  bool is_range = attrs[*devices].kind == AttrKind::range;
  if (!is_integers(*shape) || attrs.items(*shape).size() > kMaxMeshRank)
    return bad(Diag::bad_distribution, form.span, "the shape of a device mesh is a tuple of integers");
  if (!is_range && !is_integers(*devices))
    return bad(Diag::bad_distribution, form.span,
               "the devices of a mesh are I.Range(begin, end) or a list of integers");
  __int128 places = 1, count = static_cast<__int128>(attrs.items(*devices).size());
  if (is_range)
    count = static_cast<__int128>(attrs[attrs.items(*devices)[1]].value) - attrs[attrs.items(*devices)[0]].value;
  for (Attr a : attrs.items(*shape)) places = std::min<__int128>(places * attrs[a].value, INT64_MAX);
  if (places != count) {
    return bad(Diag::bad_distribution, form.span,
               "the mesh has " + std::to_string(static_cast<int64_t>(places)) + " places for " +
                   std::to_string(static_cast<int64_t>(count)) + " devices");
  }
  Attr parts[] = {*shape, *devices};
  return make(What::object, form.span, context_.attrs.other(AttrKind::device_mesh, 0, parts).index);
}

// R.dist.const(1.0, R.DTensor(...)): the dtype is the struct info's.
Item SpecialForms::form_distributed_const(const FormCall& form) {
  StructInfo info = annotation(form["struct_info"], Mode::body);
  Item value = numbers(form.args[0]);
  if (!info || !value) return {};
  if (!context_.infos.is_dtensor(info))
    return bad(Diag::bad_distribution, form["struct_info"].span, "a distributed constant needs R.DTensor(...)");
  std::optional<DType> dtype = context_.infos[context_.infos.tensor_part(info)].dtype;
  if (form["dtype"]) dtype = dtype_of(form["dtype"]);
  if (!dtype) return {};
  if (dtype->is_unknown()) dtype.reset();
  Value v = constant_of(value, dtype, form.span);
  if (!v) return {};
  if (base_check(context_, context_.infos.tensor_part(info), fn_->info(v)) < BaseCheck::fail_l2) {
    return bad(Diag::struct_info_mismatch, form.span, "the value contradicts its struct info");
  }
  (*fn_)[v].info = info;
  return make_expr(v, form.span);
}

Item SpecialForms::form_sharding(const FormCall& form) {
  Value input = argument(form["input"], false);
  std::optional<Attr> mesh = mesh_of(form["device_mesh"]);
  if (!input || !mesh) return {};
  StructInfo info = fn_->info(input);
  std::optional<Name> placement =
      placement_of(form["placement"], *mesh, info ? context_.infos.tensor_part(info) : info);
  if (!placement) return {};
  Attr record[] = {*mesh, context_.attrs.string(*placement)};
  return make_call(find_op(form.row.name.substr(2)), std::span(&input, 1), context_.attrs.list(record), {}, form.span);
}

}  // namespace hammock::read
