// SPDX-License-Identifier: Apache-2.0
#include "attribute.h"

#include <string>

#include "hammock/infer/describe.h"
#include "hammock/ir/call_attrs.h"

namespace hammock {

std::optional<Attr> attribute_of(const Function& fn, Value v, std::string_view name) {
  const Node& node = fn[v];
  if (node.kind == NodeKind::call_op) {
    Attr attr = CallAttrs(fn, v).find(name);
    return attr ? std::optional(attr) : std::nullopt;
  }
  if (node.kind == NodeKind::call) return fn.context().find(node.attrs, name);
  if (node.kind == NodeKind::lambda) return fn.context().find(fn[node.lambda()].attrs, name);
  return std::nullopt;
}

// The rank that axes of the call count in; -1 if it is not known.
static int rank_of_axes(const Function& fn, Value call) {
  std::span<const Value> args = fn.args(call);
  if (args.empty()) return -1;
  const InfoStore& infos = fn.context().infos;
  StructInfo first = fn.info(args[0]);
  if (first && infos[first].kind == InfoKind::tuple && !infos.fields(first).empty()) first = infos.fields(first)[0];
  return infos.is_tensor(first) ? infos[first].ndim : -1;
}

static Attr from_front(Context& context, Attr axis, int rank) {
  const AttrNode& node = context.attrs[axis];
  return node.kind == AttrKind::integer && node.value < 0 && rank >= 0 ? context.attrs.integer(node.value + rank)
                                                                       : axis;
}

static Attr normal_axes(const Function& fn, Value call, std::string_view name, Attr attr) {
  Context& context = fn.context();
  int rank = rank_of_axes(fn, call);
  if (name == "axis") {
    if (context.attrs[attr].kind == AttrKind::list) name = "axes";
    else return from_front(context, attr, rank);
  }
  if (rank < 0) return attr;
  std::vector<Attr> axes;
  if (context.attrs[attr].kind == AttrKind::list) {
    std::span<const Attr> items = context.attrs.items(attr);
    axes.assign(items.begin(), items.end());
    if (fn[call].op == Op::expand_dims) rank += static_cast<int>(axes.size());
  } else if (context.attrs[attr].kind == AttrKind::none && fn[call].op == Op::permute_dims) {
    for (int i = rank; i-- > 0;) axes.push_back(context.attrs.integer(i));
  } else {
    return attr;
  }
  for (Attr& axis : axes) axis = from_front(context, axis, rank);
  return context.attrs.list(axes);
}

static bool same_value(const Context& context, Attr a, Attr b) {
  if (a == b) return true;
  if (!a || !b) return false;
  std::optional<double> number = number_of(context, a);
  if (number) return number == number_of(context, b);
  const AttrNode &x = context.attrs[a], &y = context.attrs[b];
  if (x.kind == AttrKind::dtype && y.kind == AttrKind::string)
    return parse_dtype(context.text(Name(y.id))) == context.attr_dtype(a);
  if (y.kind == AttrKind::dtype && x.kind == AttrKind::string) return same_value(context, b, a);
  if (x.kind != AttrKind::list || y.kind != AttrKind::list || x.list_size != y.list_size) return false;
  for (uint32_t i = 0; i < x.list_size;
       ++i) {  // lists of attributes nest as deep as the script writes them, which is bounded
    if (!same_value(context, context.attrs.items(a)[i], context.attrs.items(b)[i])) return false;
  }
  return true;
}

bool same_attribute(const Function& fn, Value call, std::string_view name, Attr a, Attr b) {
  if (same_value(fn.context(), a, b)) return true;
  if ((name != "axis" && name != "axes") || fn[call].kind != NodeKind::call_op) return false;
  return same_value(fn.context(), normal_axes(fn, call, name, a), normal_axes(fn, call, name, b));
}

std::string describe(const Context& context, Attr attr) {
  if (!attr) return "nothing";
  const AttrNode& node = context.attrs[attr];
  switch (node.kind) {
    case AttrKind::none: return "None";
    case AttrKind::boolean: return node.value ? "True" : "False";
    case AttrKind::integer: return std::to_string(node.value);
    case AttrKind::real: return std::to_string(node.real);
    case AttrKind::string: return "\"" + std::string(context.text(Name(node.id))) + "\"";
    case AttrKind::dtype: return "\"" + to_string(context.attr_dtype(attr)) + "\"";
    case AttrKind::prim: return describe(context, Prim(node.id));
    case AttrKind::info: return describe(context, StructInfo(node.id));
    case AttrKind::list: {
      std::string out = "[";
      for (Attr item : context.attrs.items(attr)) {
        if (out.size() > 60) return out + ", ...]";
        out += (out.size() > 1 ? ", " : "") + describe(context, item);
      }
      return out + "]";
    }
    default: return "...";
  }
}

}  // namespace hammock
