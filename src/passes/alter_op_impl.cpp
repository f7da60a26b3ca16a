// SPDX-License-Identifier: Apache-2.0
// AlterOpImpl: calls of kernels that say which operator they are get another kernel for it, and their tensors the
// layouts that this one wants (legalize, 8.6).
//
//   y = R.call_tir(cls.add, (x,), ...)   ->   lv = R.layout_transform(x, ...)
//                                             lv1 = R.call_tir(cls.relax_add_replacement, (lv,), ...)
//                                             y = R.layout_transform(lv1, ...)
//
// What TVM's pass is given as maps from operators, the kernels of the module say that are meant to replace others:
//
//   T.func_attr({"op_impl": "relax.add", "op_buffer_transforms": [T.index_map(lambda i: (i // 4, i % 4)), None]})
//
// with op_buffer_axis_separators and op_buffer_input_axis_separators beside it, each with an item for every buffer
// among the parameters. They leave the module unless something calls them. A layout with room for more elements is cut
// to size behind the call, by a kernel `remove_pad`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "hammock/base/check.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/ir/integers.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/definition.h"
#include "hammock/tir/complete.h"
#include "hammock/tir/copy.h"
#include "index_map.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "passes.h"

namespace hammock {
namespace {

constexpr std::string_view kImpl = "op_impl", kTransforms = "op_buffer_transforms",
                           kSeparators = "op_buffer_axis_separators",
                           kInputSeparators = "op_buffer_input_axis_separators",
                           kWrongSeparators = "must have lists of increasing places between the dims";

// What becomes of one tensor of a call.
struct Layout {
  Attr map;  // none: it stays
  Attr separators, input_separators;
};

struct Implementation {
  GlobalId given;               // as it stands in the module
  std::vector<Layout> layouts;  // of the buffers among the parameters; empty: all stay
  GlobalId used;                // what calls of it call; none: there are none yet
};

std::shared_ptr<tir::Kernel> remove_pad_kernel(const std::shared_ptr<Context>& context, size_t rank, DType dtype);

// The kernels of the module that replace others, by operator.
class Implementations {
 public:
  Implementations(const Module& module, PassContext& pass) : module_(module), context_(module.context()), pass_(pass) {
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      if (module.functions[i].kernel()) add(GlobalId(i));
    }
  }

  Implementation* find(std::string_view op) {
    const auto at = by_op_.find(std::string(op));
    return at == by_op_.end() ? nullptr : &at->second;
  }
  const std::vector<GlobalId>& given() const { return given_; }

 private:
  void add(GlobalId g) {
    const tir::Kernel& kernel = *module_[g].kernel();
    const std::optional<Attr> op = context_.find(kernel.attrs, kImpl);
    if (!op) return;
    const bool is_name = context_.attrs[*op].kind == AttrKind::string;
    const std::string name(is_name ? context_.text(Name(context_.attrs[*op].id)) : std::string_view());
    Implementation made{g, {}, {}};
    if (name.empty()) wrong(g, kImpl, "must name an operator");
    if (name.empty() || !read_layouts(g, made.layouts)) return;
    given_.push_back(g);
    if (!by_op_.emplace(name, made).second) wrong(g, kImpl, fmt::format("'{}' stands at another kernel, too", name));
  }

  bool wrong(GlobalId g, std::string_view key, std::string_view text) {
    pass_.diagnostics.report(Diag::bad_attribute_value, module_[g].span,
                             fmt::format("kernel '{}': {} {}", context_.text(module_[g].name), key, text));
    return false;
  }

  // False after an error.
  bool read_layouts(GlobalId g, std::vector<Layout>& out) {
    std::vector<size_t> ranks;
    for (const tir::Parameter& p : module_[g].kernel()->params) {
      if (p.buffer) ranks.push_back((*module_[g].kernel())[p.buffer].shape.size());
    }
    std::vector<Attr> maps, separators, input_separators;
    if (!items(g, kTransforms, ranks.size(), maps) || !items(g, kSeparators, ranks.size(), separators) ||
        !items(g, kInputSeparators, ranks.size(), input_separators))
      return false;
    for (size_t i = 0; i < maps.size(); ++i) {
      if (maps[i] && context_.attrs[maps[i]].kind != AttrKind::index_map)
        return wrong(g, kTransforms, "must have index maps and None");
      const size_t input_rank = maps[i] ? context_.attrs.map_params(maps[i]).size() : ranks[i];
      const Layout layout{maps[i], separators.empty() ? Attr() : separators[i],
                          input_separators.empty() ? Attr() : input_separators[i]};
      if (!are_separators(layout.separators, ranks[i])) return wrong(g, kSeparators, kWrongSeparators);
      if (!are_separators(layout.input_separators, input_rank)) return wrong(g, kInputSeparators, kWrongSeparators);
      out.push_back(layout);
    }
    return true;
  }

  // None is an item that is none.
  bool items(GlobalId g, std::string_view key, size_t buffers, std::vector<Attr>& out) {
    const auto is_none = [&](Attr a) { return context_.attrs[a].kind == AttrKind::none; };
    const std::optional<Attr> list = context_.find(module_[g].kernel()->attrs, key);
    if (!list || is_none(*list)) return true;
    if (context_.attrs[*list].kind != AttrKind::list) return wrong(g, key, "must be a list");
    for (Attr item : context_.attrs.items(*list)) out.push_back(is_none(item) ? Attr() : item);
    if (out.empty() || out.size() == buffers) return true;
    return wrong(g, key,
                 fmt::format("must have an item for each of the {} buffers among the parameters, found {}", buffers,
                             out.size()));
  }

  bool are_separators(Attr list, size_t rank) const {
    if (!list) return true;
    if (context_.attrs[list].kind != AttrKind::list) return false;
    std::vector<int64_t> places;
    for (Attr item : context_.attrs.items(list)) {
      const std::optional<double> at = number_of(context_, item);
      if (!at || *at != std::floor(*at) || std::fabs(*at) > static_cast<double>(rank)) return false;
      places.push_back(static_cast<int64_t>(*at));
    }
    return hammock::are_separators(places, rank);
  }

  const Module& module_;
  Context& context_;
  PassContext& pass_;
  std::map<std::string, Implementation> by_op_;
  std::vector<GlobalId> given_;
};

class AlterCalls {
 public:
  AlterCalls(Module& module, Implementations& implementations, PassContext& pass)
      : module_(module), context_(module.context()), pass_(pass), implementations_(implementations), kernels_(module) {}

  Changed run(Function& fn) {
    changed_ = Changed::no;
    Insertions insertions(fn, names_);
    for_each_binding(fn, fn.self().body, [&](Value v, const Block& block) {
      const std::optional<CalledKernel> call = called_kernel(module_, fn, v);
      const std::optional<Attr> op = call ? context_.find(call->kernel->attrs, "operator_name") : std::nullopt;
      if (!op || context_.attrs[*op].kind != AttrKind::string) return;
      Implementation* by = implementations_.find(context_.text(Name(context_.attrs[*op].id)));
      if (!by || by->given == call->function) return;
      insertions.at(v, block.is_dataflow);
      alter(fn, v, *call, *by, insertions);
    });
    insertions.finish();
    return changed_;
  }

  void finish() { kernels_.finish(); }

 private:
  struct Output {
    StructInfo was, is;
    Layout layout;
    std::optional<InverseMap> inverse;  // none: it stays
  };

  void alter(Function& fn, Value v, const CalledKernel& call, Implementation& by, Insertions& insertions) {
    if (call.kernel->params.size() != module_[by.given].kernel()->params.size())
      return pass_.left_alone(fn, v, "the replacement has another number of parameters");
    std::vector<Output> outputs;
    if (!find_outputs(fn, v, by, outputs)) return;
    std::vector<Value> args(call.args.begin(), call.args.end()), in_new_layouts;
    if (!by.layouts.empty() && by.layouts.size() != args.size() + outputs.size())
      return pass_.left_alone(fn, v, "the replacement has another number of buffers");
    const Value tir_vars = call.tir_vars;
    for (size_t i = 0; i < args.size() && !by.layouts.empty(); ++i) {
      if (!by.layouts[i].map || is_scalar_constant(fn, args[i])) continue;
      args[i] = transformed(fn, args[i], by.layouts[i].map, by.layouts[i]);
      if (!args[i]) return pass_.left_alone(fn, v, "an argument does not take the layout of the replacement");
      in_new_layouts.push_back(args[i]);
    }
    std::vector<StructInfo> infos, arguments;
    for (const Output& o : outputs) infos.push_back(o.is);
    for (Value a : args) arguments.push_back(fn.info(a));
    if (!suits(module_[by.given].info, arguments, infos))
      return pass_.left_alone(fn, v, "the replacement takes tensors of other shapes or dtypes");
    for (Value a : in_new_layouts) insertions.emit(a);
    const GlobalId used = use(by);
    const bool is_tuple = context_.infos[fn.info(v)].kind == InfoKind::tuple;
    const StructInfo result = is_tuple ? context_.infos.tuple(infos) : infos[0];
    const Value callee = fn.add_global(used, kernels_.info(used));
    changed_ = Changed::yes;
    if (by.layouts.empty() || (!is_tuple && !outputs[0].inverse))
      return become_call(fn, v, Op::call_tir, callee, args, result, tir_vars);
    const Value made = fn.add_call(Op::call_tir, {}, {}, result);
    become_call(fn, made, Op::call_tir, callee, args, result, tir_vars);
    insertions.emit(made);
    if (is_tuple) return become_tuple(fn, v, made, outputs, insertions);
    const Value back = transformed_back(fn, made, outputs[0], insertions);
    fn[v] = redefined(fn[v], fn[back]);
  }

  // False after a remark.
  bool find_outputs(Function& fn, Value v, const Implementation& by, std::vector<Output>& out) {
    const StructInfo info = fn.info(v);
    std::vector<StructInfo> infos{info};
    if (context_.infos[info].kind == InfoKind::tuple)
      infos.assign(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
    for (size_t i = 0; i < infos.size(); ++i) {
      Output o{infos[i], infos[i], {}, {}};
      if (infos.size() <= by.layouts.size()) o.layout = by.layouts[by.layouts.size() - infos.size() + i];
      if (o.layout.map) {
        if (context_.infos.has_shape(o.was)) {
          o.is = Infer(fn, &module_, nullptr)
                     .call_at_run({Op::layout_transform, std::array{v}, attributes(o.layout.map, o.layout), {}, {}},
                                  std::array{o.was});
          const std::vector<Prim> dims(context_.infos.dims(o.was).begin(), context_.infos.dims(o.was).end());
          o.inverse = inverse_of(context_, o.layout.map, dims);
        }
        if (!o.inverse || !o.is) {
          pass_.left_alone(fn, v, "the layout of a result of the replacement cannot be undone");
          return false;
        }
      }
      out.push_back(std::move(o));
    }
    return true;
  }

  // Does the kernel take and give these? Symbols that are whole dims of its parameters stand for any.
  bool suits(StructInfo kernel, const std::vector<StructInfo>& inputs, const std::vector<StructInfo>& outputs) {
    const std::vector<StructInfo> params(context_.infos.params(kernel).begin(), context_.infos.params(kernel).end());
    if (params.size() < inputs.size() + outputs.size()) return false;
    PrimMap map;
    for (size_t i = 0; i < inputs.size() + outputs.size(); ++i) {
      const bool is_input = i < inputs.size();
      const StructInfo given = is_input ? inputs[i] : outputs[i - inputs.size()];
      if (is_input && context_.infos.has_shape(params[i]) && context_.infos.has_shape(given)) {
        const std::span<const Prim> from = context_.infos.dims(params[i]), to = context_.infos.dims(given);
        for (size_t d = 0; d < std::min(from.size(), to.size()); ++d) {
          if (context_.prims[from[d]].kind == PrimKind::var) map.emplace(from[d], to[d]);
        }
      }
      const BaseCheck check = base_check(context_, erase(context_, params[i], map, {}), given);
      if (check < (is_input ? BaseCheck::fail_l2 : BaseCheck::pass)) return false;
    }
    return true;
  }

  bool is_scalar_constant(const Function& fn, Value v) const {
    return fn[v].kind == NodeKind::constant && context_[fn[v].constant()].is_scalar();
  }

  Attr attributes(Attr map, const Layout& layout) {
    const Attr none = context_.attrs.list({});
    return default_attrs(
        context_, Op::layout_transform,
        std::array{std::pair<std::string_view, Attr>("index_map", fresh_index_map(context_, map)),
                   std::pair<std::string_view, Attr>("axis_separators", layout.separators ? layout.separators : none),
                   std::pair<std::string_view, Attr>("input_axis_separators",
                                                     layout.input_separators ? layout.input_separators : none)});
  }

  // None if the tensor does not suit the map.
  Value transformed(Function& fn, Value x, Attr map, const Layout& layout) {
    return make_call(fn, &module_, Op::layout_transform, std::array{x}, attributes(map, layout), {}, nullptr);
  }

  // The last of the calls that bring a result into its old layout; the others are emitted.
  Value transformed_back(Function& fn, Value x, const Output& o, Insertions& insertions) {
    const Value whole = transformed(fn, x, o.inverse->map, o.layout);
    HAMMOCK_CHECK(whole, "a layout that is its own tensor's is refused");
    if (!o.inverse->pads) return whole;
    insertions.emit(whole);
    const size_t rank = context_.infos.dims(o.was).size();
    const GlobalId cut =
        kernels_.add("remove_pad", remove_pad_kernel(module_.shared_context(), rank, context_.infos[o.was].dtype));
    const Value call = fn.add_call(Op::call_tir, {}, {}, o.was);
    become_call(fn, call, Op::call_tir, fn.add_global(cut, kernels_.info(cut)), std::array{whole}, o.was);
    return call;
  }

  // Items of what is cut to size have names first, as TVM gives them.
  void become_tuple(Function& fn, Value v, Value made, const std::vector<Output>& outputs, Insertions& insertions) {
    std::vector<Value> items(outputs.size()), fields;
    const auto name = [&](uint32_t i) {
      if (!items[i]) items[i] = insertions.emit(fn.add_get_item(made, i));
    };
    for (uint32_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].inverse && outputs[i].inverse->pads) name(i);
    }
    for (uint32_t i = 0; i < outputs.size(); ++i) {
      name(i);
      fields.push_back(outputs[i].inverse ? insertions.emit(transformed_back(fn, items[i], outputs[i], insertions))
                                          : items[i]);
    }
    const Value tuple = fn.add_tuple(fields);
    fn[v] = redefined(fn[v], fn[tuple]);
  }

  GlobalId use(Implementation& by) {
    if (by.used) return by.used;
    const std::shared_ptr<tir::Kernel> copy = tir::copy(*module_[by.given].kernel());
    if (!copy->is_private && !copy->symbol) copy->symbol = module_[by.given].name;
    const Attr op = *context_.find(copy->attrs, kImpl);
    for (std::string_view key : {kImpl, kTransforms, kSeparators, kInputSeparators})
      copy->attrs = without_attr(context_, copy->attrs, key);
    copy->attrs = with_attr(context_, copy->attrs, "operator_name", op);
    std::string name(context_.text(Name(context_.attrs[op].id)));
    std::ranges::replace(name, '.', '_');
    return by.used = kernels_.add(name + "_replacement", copy);
  }

  Module& module_;
  Context& context_;
  PassContext& pass_;
  Implementations& implementations_;
  KernelSupply kernels_;
  NameSupply names_;
  Changed changed_ = Changed::no;
};

// output[...] = input[...], for all sizes.
std::shared_ptr<tir::Kernel> remove_pad_kernel(const std::shared_ptr<Context>& context, size_t rank, DType dtype) {
  PrimStore& prims = context->prims;
  auto kernel = std::make_shared<tir::Kernel>(context);
  kernel->is_private = true;
  kernel->attrs =
      context->sorted_dict({{context->name("operator_name"), context->attrs.string(context->name("remove_pad"))},
                            {context->name("tir.noalias"), context->attrs.prim(prims.boolean(true))}});
  const auto add_buffer = [&](std::string_view name, std::string_view dim) {
    tir::Buffer b;
    b.name = context->name(name);
    b.dtype = dtype;
    for (size_t i = 0; i < rank; ++i) b.shape.push_back(prims.var(context->name(fmt::format("{}{}", dim, i))));
    b.elem_offset = prims.integer(0);
    b.data = prims.var(b.name, kHandle);
    kernel->variables[b.data.index] = {{}, true, dtype.is_boolean() ? kInt8 : dtype, context->name("global"), {}};
    const tir::BufferId id = kernel->add(std::move(b));
    kernel->params.push_back({prims.var(context->name(fmt::format("var_{}", name)), kHandle), id});
    return id;
  };
  const tir::BufferId input = add_buffer("input", "p"), output = add_buffer("output", "i");
  tir::Block block;
  block.name = context->name("output");
  std::vector<Prim> loops;
  for (size_t i = 0; i < rank; ++i) {
    const Prim extent = (*kernel)[output].shape[i];
    loops.push_back(prims.var(context->name(fmt::format("ax{}", i))));
    block.vars.push_back({prims.var(context->name(fmt::format("v_ax{}", i))), {prims.integer(0), extent}});
  }
  block.values = loops;
  std::vector<Prim> at;
  for (const tir::IterVar& v : block.vars) at.push_back(v.var);
  tir::Stmt store{.kind = tir::StmtKind::store};
  store.buffer = output;
  store.value = prims.load(input.index, dtype, at);
  kernel->set_list(store, at);
  block.body = kernel->add(std::vector{kernel->add(store)});
  kernel->blocks.push_back(std::move(block));
  tir::StmtId nest = kernel->add(tir::Stmt{.kind = tir::StmtKind::block, .number = 0});
  for (size_t i = rank; i-- > 0;) {
    tir::Stmt loop{.kind = tir::StmtKind::loop};
    loop.var = loops[i];
    loop.min = prims.integer(0);
    loop.value = (*kernel)[output].shape[i];
    loop.body = kernel->add(std::vector{nest});
    nest = kernel->add(loop);
  }
  kernel->body = kernel->add(std::vector{nest});
  Diagnostics diagnostics;
  tir::complete(*kernel, {}, diagnostics);
  return kernel;
}

}  // namespace

Changed alter_op_impl(Module& module, const PassOptions&, PassContext& context) {
  Implementations implementations(module, context);
  AlterCalls alter(module, implementations, context);
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    changed = changed | alter.run(*f->relax());
  }
  alter.finish();
  return remove_uncalled(module, implementations.given()) ? Changed::yes : changed;
}

}  // namespace hammock
