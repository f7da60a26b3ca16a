// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/outline.h"

#include <algorithm>
#include <optional>

#include "hammock/base/check.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/merge.h"

namespace hammock {
namespace {

constexpr uint32_t kNoGroup = 0xffffffffu;

// The function around the groups.
struct Host {
  const Function& fn;
  const Places& places;
  const UseTable& uses;
  std::vector<uint32_t> group_of;  // by value

  uint32_t group(Value v) const { return v.index < group_of.size() ? group_of[v.index] : kNoGroup; }
};

bool is_variable(const Host& host, Value v) { return host.fn[v].kind == NodeKind::param || host.places[v]; }

// What a binding gives to the name of the function.
std::string name_part(const Host& host, const Module& module, Value v) {
  const Node& node = host.fn[v];
  if (node.kind != NodeKind::call_op && node.kind != NodeKind::call) return {};
  const Context& context = host.fn.context();
  std::span<const Value> args = host.fn.args(v);
  if (!args.empty() && host.fn[args[0]].kind == NodeKind::global &&
      (node.kind == NodeKind::call || has_trait(node.op, KernelCall))) {
    std::string_view name = context.text(module[host.fn[args[0]].global()].name);
    if (node.kind == NodeKind::call && name.starts_with("fused_")) name.remove_prefix(6);
    return "_" + std::string(name);
  }
  if (node.kind == NodeKind::call) return {};
  std::string name = "_relax_" + std::string(info(node.op).name);
  std::ranges::replace(name, '.', '_');
  return name;
}

std::string group_name(const Host& host, const Module& module, const OutlineGroup& group) {
  std::string name = "fused";
  size_t parts = 0;
  for (Value v : group.bindings) {
    std::string part = name_part(host, module, v);
    parts += !part.empty();
    if (parts > kMaxNamedParts && !group.name.empty()) return group.name;
    name += part;
  }
  return name;
}

}  // namespace

// The function of one group, and how it is called.
class OutlinedFunction {
 public:
  OutlinedFunction(const Host& host, const OutlineGroup& group, uint32_t number, bool constants_inside)
      : made(host.fn.shared_context()),
        host_(host),
        group_(group),
        number_(number),
        constants_inside_(constants_inside),
        context_(host.fn.context()),
        cloner_(host.fn, made, Cloner::Symbols::fresh) {
    find_outputs();
    made.add_lambda();
    RegionId body = made.add_region();
    made.self().body = body;
    find_parameters();
    copy_bindings();
    pass_symbols();
    finish();
  }

  // What is passed: a value of the host, a field of one, or a shape of symbols (none).
  struct Argument {
    Value value;
    std::optional<uint32_t> field;
  };

  Function made;
  std::vector<Argument> arguments;
  std::vector<Prim> passed_symbols;  // for the last argument, tir_vars
  std::vector<Value> outputs;        // of the group, in the order of the result's fields

  // The field of the result that an inner value is, if it is one.
  std::optional<uint32_t> field_of(Value v) const {
    auto known = fields_.find(v);
    return known == fields_.end() ? std::nullopt : std::optional(known->second);
  }

 private:
  bool is_inside(Value v) const { return host_.group(v) == number_; }

  void find_outputs() {
    for (Value v : group_.bindings) {
      if (host_.fn[v].is_output) outputs.push_back(v);
    }
    struct Use {
      uint32_t position, operand;
      Value of;
    };
    std::vector<Use> used;
    const Place here = host_.places[group_.bindings[0]];
    for (Value v : group_.bindings) {
      if (host_.fn[v].is_output) continue;
      for (Value user : host_.uses.users(v)) {
        if (is_inside(user)) continue;
        Value outer = host_.places.enclosing(user, host_.places.blocks[here.block].region);
        std::span<const Value> args = host_.fn.args(user);
        used.push_back(
            {host_.places[outer].position, static_cast<uint32_t>(std::ranges::find(args, v) - args.begin()), v});
        break;
      }
    }
    std::ranges::stable_sort(used, {}, [](const Use& u) { return std::pair(u.position, u.operand); });
    for (const Use& u : used) outputs.push_back(u.of);
    for (uint32_t i = 0; i < outputs.size(); ++i) fields_[outputs[i]] = i;
  }

  // A leaf that is written out again inside.
  bool stays_inline(Value v) const {
    const Node& node = host_.fn[v];
    switch (node.kind) {
      case NodeKind::constant: return constants_inside_;
      case NodeKind::shape:
      case NodeKind::prim_value: return free_symbols(context_, node.info).empty();
      case NodeKind::tuple:
        return std::ranges::all_of(host_.fn.args(v),
                                   [&](Value f) { return !is_variable(host_, f) && stays_inline(f); });
      default: return true;  // names, strings, dtypes: nothing that could be passed
    }
  }

  // Tuples of variables are taken apart where a field is computed inside; else they are passed as they are.
  bool is_taken_apart(Value tuple) const {
    return std::ranges::any_of(host_.fn.args(tuple), [&](Value f) {
      return is_inside(f) || (host_.fn[f].kind == NodeKind::tuple && !host_.places[f] && is_taken_apart(f));
    });
  }

  void find_parameters() {
    for (Value v : group_.bindings) {
      bool fields = host_.fn[v].kind == NodeKind::call_op && has_trait(host_.fn[v].op, KernelCall);
      for (Value arg : host_.fn.args(v)) consider(arg, fields);
    }
  }

  void consider(Value v, bool fields_of_tuples) {
    if (is_inside(v) || cloner_.knows(v)) return;
    bool variable = is_variable(host_, v);
    const NodeKind kind = host_.fn[v].kind;
    if (!variable && kind == NodeKind::tuple && (fields_of_tuples || is_taken_apart(v))) {
      for (Value field : host_.fn.args(v)) consider(field, fields_of_tuples);
      return;
    }
    if (!variable && stays_inline(v)) return;
    if (variable && take_fields(v)) return;
    Name parameter = variable ? host_.fn[v].name : context_.name("param_" + std::to_string(unnamed_++));
    cloner_.map(v, add_param(parameter, cloner_.info(host_.fn.info(v))));
    arguments.push_back({v, {}});
  }

  // As an operand, or in a tuple written out as one; not only as what defines a symbol.
  bool mentions(Value user, Value v) const {
    return std::ranges::any_of(host_.fn.args(user), [&](Value arg) {
      return arg == v || (host_.fn[arg].kind == NodeKind::tuple && !host_.places[arg] && mentions(arg, v));
    });
  }

  // A tuple that the group reads only by field is passed as these fields.
  bool take_fields(Value tuple) {
    if (context_.infos[host_.fn.info(tuple)].kind != InfoKind::tuple) return false;
    std::vector<Value> items;
    for (Value user : host_.uses.users(tuple)) {
      if (!is_inside(user) || !mentions(user, tuple)) continue;
      if (host_.fn[user].kind != NodeKind::get_item || field_of(user)) return false;
      items.push_back(user);
    }
    std::unordered_map<uint32_t, Value> known;
    for (Value item : items) {
      uint32_t field = host_.fn[item].index();
      Value& param = known[field];
      if (!param) {
        param = add_param(context_.name(std::string(context_.text(host_.fn[tuple].name)) + "_" + std::to_string(field)),
                          cloner_.info(host_.fn.info(item)));
        arguments.push_back({tuple, field});
      }
      cloner_.map(item, param);
    }
    cloner_.map(tuple, Value());  // nothing inside mentions it any more
    return true;
  }

  Value add_param(Name param_name, StructInfo info) {
    Value param = made.add_param(param_name, info);
    made.self().params.push_back(param);
    add_definable(defined_, context_, info);
    return param;
  }

  void copy_bindings() {
    NameSupply names;
    Block block{true, {}};
    for (Value v : group_.bindings) {
      if (cloner_.knows(v)) continue;  // a field that became a parameter
      Value copy = cloner_(v);
      made[copy].is_output = field_of(v).has_value();
      if (made[copy].is_output) {
        made[copy].name = names.next(context_, "gv");
      } else {  // the comments of an output stay with what takes its place
        for (At at : {At::before, At::behind}) made.comments.add(at, copy.index, host_.fn.comments.at(at, v.index));
      }
      block.bindings.push_back(copy);
    }
    made.body().blocks.push_back(std::move(block));
  }

  void pass_symbols() {
    std::vector<Prim> inner;
    for (Prim symbol : cloner_.symbols()) {
      Prim copy = cloner_.copy_of(symbol);
      if (defined_.contains(copy)) continue;
      passed_symbols.push_back(symbol);
      inner.push_back(copy);
    }
    if (!inner.empty()) add_param(context_.name("tir_vars"), context_.infos.shape(inner));
  }

  void finish() {
    std::vector<Value> results;
    for (Value v : outputs) results.push_back(cloner_(v));
    Value result = results.size() == 1 ? results[0] : made.add_tuple(results);
    made.body().result = result;
    Lambda& self = made.self();
    self.ret = made.info(result);
    self.is_private = true;
    self.attrs = with_attr(context_, group_.attrs, "Primitive", context_.attrs.integer(1));
  }

  const Host& host_;
  const OutlineGroup& group_;
  uint32_t number_;
  bool constants_inside_;
  Context& context_;
  Cloner cloner_;
  uint32_t unnamed_ = 0;
  std::unordered_map<Value, uint32_t> fields_;
  SymbolSet defined_;
};

// Puts the call in front of the group, the fields that it reads before it and those of its result behind it; their
// names are prefixes so far.
static Value insert_call(Rewriter& edit, Function& fn, const OutlinedFunction& function, const OutlineGroup& group,
                         GlobalId callee, StructInfo callee_info) {
  Context& context = fn.context();
  Value first = group.bindings[0];
  auto insert = [&](Value v, bool is_output) {
    fn[v].name = context.name(is_output ? "gv" : "lv");
    fn[v].is_output = is_output;
    edit.insert_before(first, v);
    return v;
  };
  std::vector<Value> args{fn.add_global(callee, callee_info)};
  for (const OutlinedFunction::Argument& argument : function.arguments) {
    args.push_back(argument.field ? insert(fn.add_get_item(argument.value, *argument.field), false) : argument.value);
  }
  if (!function.passed_symbols.empty()) args.push_back(fn.add_shape(function.passed_symbols));
  const std::vector<Value>& outputs = function.outputs;
  std::vector<StructInfo> infos;
  for (Value v : outputs) infos.push_back(fn.info(v));
  const StructInfo info = outputs.size() == 1 ? infos[0] : context.infos.tuple(infos);
  const Value last = group.bindings.back();
  Value call = insert(fn.add_function_call(args, info, fn[last].span), fn[last].is_output);
  if (outputs.size() == 1) {
    fn[call].is_output = fn[outputs[0]].is_output;
    edit.replace(outputs[0], call);
    return call;
  }
  for (Value v : group.bindings) {
    if (auto field = function.field_of(v)) edit.replace(v, insert(fn.add_get_item(call, *field), fn[v].is_output));
  }
  return call;
}

static Name symbol_of(const Module& module) {
  const Function* fn = module.functions[0].relax();
  std::optional<Attr> symbol = fn ? module.context().find(fn->self().attrs, "global_symbol") : std::nullopt;
  return symbol && module.context().attrs[*symbol].kind == AttrKind::string ? Name(module.context().attrs[*symbol].id)
                                                                            : module.functions[0].name;
}

Outliner::Outliner(Module& module, bool constants_inside)
    : module_(module), context_(module.context()), constants_inside_(constants_inside) {
  for (const GlobalFunction& global : module.functions) names_.emplace(context_.text(global.name), 0);
  if (module.is_lone_function) names_.emplace(context_.text(symbol_of(module)), 0);
}

// The function without names: its nodes as words, symbols numbered in the order in which they appear.
static std::string structural_key(const Function& fn, NumberedSymbols& numbered) {
  Function plain(fn.shared_context());
  Cloner cloner(fn, plain, Cloner::Symbols::fresh);
  cloner.number_symbols(numbered);
  LambdaId self = cloner.lambda(LambdaId(0));
  std::string key;
  auto word = [&](uint32_t w) { key.append(reinterpret_cast<const char*>(&w), sizeof w); };
  word(plain[self].attrs.index);
  for (size_t i = 0; i < plain.size(); ++i) {
    Value v = plain.value(i);
    const Node& n = plain[v];
    for (uint32_t w : {static_cast<uint32_t>(n.kind), static_cast<uint32_t>(n.is_output), static_cast<uint32_t>(n.op),
                       n.info.index, n.attrs.index, n.content(), n.else_region.index})
      word(w);
    word(static_cast<uint32_t>(plain.args(v).size()));
    for (Value arg : plain.args(v)) word(arg.index);
  }
  for (const Region& region : plain.regions) {
    word(region.result.index);
    for (const Block& block : region.blocks) word(static_cast<uint32_t>(block.bindings.size()));
  }
  return key;
}

Name Outliner::free_name(const std::string& wanted) {
  auto [taken, is_free] = names_.try_emplace(wanted, 0);
  if (is_free) return context_.name(wanted);
  uint32_t& tried = taken->second;
  std::string name;
  do {
    name = wanted + std::to_string(++tried);
  } while (!names_.try_emplace(name, 0).second);
  return context_.name(name);
}

GlobalId Outliner::add_function(Function fn, std::string_view name) {
  GlobalId next(static_cast<uint32_t>(module_.functions.size() + made_.size()));
  auto [known, is_new] = by_key_.try_emplace(structural_key(fn, numbered_symbols_), next);
  if (!is_new) return known->second;
  std::vector<StructInfo> params;
  for (Value param : fn.self().params) params.push_back(fn.info(param));
  fn.self().name = free_name(std::string(name));
  StructInfo info = context_.infos.function(params, fn.self().ret, true);
  made_.push_back({fn.self().name, info, std::move(fn), {}});
  return next;
}

StructInfo Outliner::info_of(GlobalId g) const {
  size_t own = module_.functions.size();
  return g.index < own ? module_[g].info : made_[g.index - own].info;
}

// Without what items need of others of their set: that is no obstacle here.
static ItemNeeds between_sets(const ItemNeeds& needs, std::span<const uint32_t> set_of) {
  ItemNeeds out{{0}, {}};
  for (uint32_t i = 0; i < needs.size(); ++i) {
    for (uint32_t n : needs.of(i)) {
      if (set_of[i] == kNoSet || set_of[i] != set_of[n]) out.items.push_back(n);
    }
    out.begin.push_back(static_cast<uint32_t>(out.items.size()));
  }
  return out;
}

// By group: does it, or do several together, need themselves when they are merged?
static std::vector<uint8_t> cyclic_groups(const Host& host, std::span<const OutlineGroup> groups) {
  std::vector<std::vector<uint32_t>> by_block(host.places.blocks.size());
  for (uint32_t g = 0; g < groups.size(); ++g) by_block[host.places[groups[g].bindings[0]].block].push_back(g);
  std::vector<uint8_t> cyclic(groups.size(), 0);
  for (uint32_t block = 0; block < by_block.size(); ++block) {
    if (by_block[block].empty()) continue;
    ItemNeeds needs = block_needs(host.fn, host.places, host.uses, block);
    std::vector<uint32_t> set_of(needs.size(), kNoSet);
    for (uint32_t set = 0; set < by_block[block].size(); ++set) {
      for (Value v : groups[by_block[block][set]].bindings) set_of[host.places[v].position] = set;
    }
    std::vector<uint32_t> classes =
        merge_classes(between_sets(needs, set_of), set_of, static_cast<uint32_t>(by_block[block].size()));
    for (uint32_t g : by_block[block]) {
      const std::vector<Value>& bindings = groups[g].bindings;
      auto class_of = [&](Value v) { return classes[host.places[v].position]; };
      cyclic[g] = !std::ranges::all_of(bindings, [&](Value v) { return class_of(v) == class_of(bindings[0]); });
    }
  }
  return cyclic;
}

// Removes the bindings of the groups that nothing outside reads, nothing but such groups.
static void remove_unused(Function& fn, const Host& host, std::span<const OutlineGroup> groups,
                          std::vector<Outlined>& out) {
  std::vector<uint32_t> readers(groups.size(), 0);  // mentions outside
  std::vector<uint32_t> open;
  for (uint32_t g = 0; g < groups.size(); ++g) {
    for (Value v : groups[g].bindings) {
      readers[g] += fn[v].is_output;
      for (Value user : host.uses.users(v)) readers[g] += host.group(user) != g;
    }
    if (readers[g] == 0) open.push_back(g);
  }
  if (open.empty()) return;
  while (!open.empty()) {
    uint32_t g = open.back();
    open.pop_back();
    out[g].outcome = Outlined::Outcome::unused;
    auto forget = [&](Value v) {
      uint32_t of = host.group(v);
      if (of != kNoGroup && of != g && --readers[of] == 0) open.push_back(of);
    };
    for (Value v : groups[g].bindings) host.uses.for_each_used(v, forget);
  }
  for (Region& region : fn.regions) {
    for (Block& block : region.blocks) {
      std::erase_if(block.bindings, [&](Value v) {
        return host.group(v) != kNoGroup && out[host.group(v)].outcome == Outlined::Outcome::unused;
      });
    }
  }
  tidy_blocks(fn);
}

std::vector<Outlined> Outliner::run(Function& fn, std::span<const OutlineGroup> groups) {
  std::vector<Outlined> out(groups.size());
  std::vector<uint32_t> group_of(fn.size(), kNoGroup);
  for (uint32_t g = 0; g < groups.size(); ++g) {
    for (Value v : groups[g].bindings) group_of[v.index] = g;
  }
  {
    Places places(fn);
    UseTable uses(fn, places);
    remove_unused(fn, {fn, places, uses, group_of}, groups, out);
  }
  Rewriter edit(fn);
  Host host{fn, edit.places(), edit.uses(), std::move(group_of)};
  std::vector<OutlineGroup> left;
  std::vector<uint32_t> number;
  for (uint32_t g = 0; g < groups.size(); ++g) {
    if (out[g].outcome != Outlined::Outcome::unused) {
      left.push_back(groups[g]);
      number.push_back(g);
    }
  }
  std::vector<uint8_t> cyclic = cyclic_groups(host, left);
  // Functions are named in the order of their groups.
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < left.size(); ++i) {
    if (cyclic[i]) out[number[i]].outcome = Outlined::Outcome::cyclic;
    else order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](uint32_t i) {
    Place place = edit.places()[left[i].bindings[0]];
    return std::pair(place.block, place.position);
  });
  size_t old_size = fn.size();
  for (uint32_t i : order) {
    uint32_t g = number[i];
    OutlinedFunction function(host, left[i], g, constants_inside_);
    out[g].function = add_function(std::move(function.made), group_name(host, module_, left[i]));
    out[g].call = insert_call(edit, fn, function, left[i], out[g].function, info_of(out[g].function));
  }
  if (edit.has_edits()) {
    auto conflict = edit.finish(DropDead::orphans);
    HAMMOCK_CHECK(!conflict, "outlined groups without a valid order");
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      if (v.index >= old_size) fn[v].name = variables_.next(context_, context_.text(fn[v].name));
    });
  }
  return out;
}

void become_class(Module& module) {
  if (!std::exchange(module.is_lone_function, false)) return;
  const Name name = symbol_of(module);
  module.functions[0].name = name;
  Function* fn = module.functions[0].relax();
  if (!fn) return;
  fn->self().name = name;
  fn->self().attrs = without_attr(module.context(), fn->self().attrs, "global_symbol");
}

void Outliner::finish() {
  for (GlobalFunction& function : made_) module_.functions.push_back(std::move(function));
  if (!made_.empty()) become_class(module_);
  made_.clear();
  variables_ = {};
}

}  // namespace hammock
