// SPDX-License-Identifier: Apache-2.0
#include "codegen.h"

#include <map>

#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/refresh.h"

namespace hammock {

std::string_view back_end_of(const Function& fn) {
  const Context& context = fn.context();
  std::optional<Attr> composite = fn.self().attrs ? context.find(fn.self().attrs, "Composite") : std::nullopt;
  if (!composite || context.attrs[*composite].kind != AttrKind::string) return {};
  std::string_view name = context.text(Name(context.attrs[*composite].id));
  return name.substr(0, name.find('.'));
}

// A binding that defines the composite inside `fn`.
static Value add_local(Function& fn, const Function& composite, Name name) {
  Context& context = fn.context();
  Cloner cloner(composite, fn, Cloner::Symbols::fresh);
  LambdaId id = cloner.lambda(LambdaId(0));
  Lambda& lambda = fn[id];
  lambda.name = name;
  lambda.attrs = without_attr(context, lambda.attrs, "Primitive");
  Node node{.kind = NodeKind::lambda, .info = signature(fn, id), .name = name};
  node.set_lambda(id);
  return fn.add(node);
}

void make_back_end_function(GlobalFunction& global, std::string_view back_end, Outliner& outliner,
                            const std::function<Name()>& local_name,
                            const std::function<const Function*(GlobalId)>& composite) {
  Function& fn = *global.relax();
  Context& context = fn.context();
  std::map<GlobalId, Value> locals;
  for (Block& block : fn.body().blocks) {
    block.is_dataflow = false;
    std::vector<Value> bindings;
    for (Value v : block.bindings) {
      fn[v].is_output = false;
      if (fn[v].kind == NodeKind::call && fn[fn.args(v)[0]].kind == NodeKind::global) {
        GlobalId id = fn[fn.args(v)[0]].global();
        if (const Function* called = composite(id)) {
          Value& local = locals[id];
          if (!local) {
            local = add_local(fn, *called, local_name());
            bindings.push_back(local);
          }
          fn.args(v)[0] = local;
        }
      }
      bindings.push_back(v);
    }
    block.bindings = std::move(bindings);
  }
  tidy_blocks(fn);
  global.name = outliner.free_name(std::string(context.text(global.name)) + "_" + std::string(back_end));
  Lambda& self = fn.self();
  self.name = global.name;
  self.is_private = false;
  self.attrs = with_attr(context, without_attr(context, without_attr(context, self.attrs, "Primitive"), "Composite"),
                         "Codegen", context.attrs.string(context.name(back_end)));
  global.info = signature(fn, LambdaId(0));
}

Function make_caller(const Function& composite, GlobalId id, StructInfo info) {
  Context& context = composite.context();
  Function fn(composite.shared_context());
  fn.add_lambda();
  RegionId body = fn.add_region();
  Cloner cloner(composite, fn, Cloner::Symbols::fresh);
  Lambda self;
  self.body = body;
  self.attrs = composite.self().attrs;
  std::vector<Value> args{fn.add_global(id, info)};
  for (Value param : composite.self().params) {
    self.params.push_back(cloner(param));
    args.push_back(self.params.back());
  }
  self.ret = cloner.info(composite.self().ret);
  Value output = fn.add_function_call(args, self.ret);
  fn[output].name = context.name("output");
  fn[body].blocks.push_back({false, {output}});
  fn[body].result = output;
  fn.self() = std::move(self);
  return fn;
}

}  // namespace hammock
