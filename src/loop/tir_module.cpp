// SPDX-License-Identifier: Apache-2.0
// A program as a module of Relax around kernels of TIR.
//
// Memories are values: parameters, constants, and what a step makes, by R.call_tir. A step that writes a part of what
// another has begun goes on with it, by R.call_tir_inplace. A check of indices makes a copy of them, which everybody
// reads after it. A kernel that is TIR already gets an argument for each of its parameters.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/ir/constant.h"
#include "hammock/loop/tir.h"
#include "hammock/prim/simplify.h"
#include "hammock/prim/symbols.h"
#include "tir_value.h"

namespace hammock::loop {
namespace {

constexpr size_t kLongestName = 60;

// "matmul+nn.gelu", "unit/add": the operators, as parts of names.
std::vector<std::string> operators_of(std::string_view name) {
  if (size_t unit = name.rfind('/'); unit != std::string_view::npos) name.remove_prefix(unit + 1);
  std::vector<std::string> out;
  while (!name.empty()) {
    size_t end = std::min(name.find('+'), name.size());
    std::string_view part = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    if (part == "...") continue;
    if (size_t dot = part.rfind('.'); dot != std::string_view::npos) part.remove_prefix(dot + 1);
    std::string word(part);
    std::ranges::replace_if(
        word, [](char c) { return !isalnum(static_cast<unsigned char>(c)); }, '_');
    out.push_back(std::move(word));
  }
  return out;
}

class ModuleWriter {
 public:
  ModuleWriter(const Module& module, GlobalId entry, const Program& program, std::span<const Binding> dims)
      : from_(*module[entry].relax()),
        program_(program),
        dims_(dims),
        context_(module.context()),
        out_(module.shared_context()),
        fn_(module.shared_context()),
        current_(program.memories.size()) {}

  Module run() {
    fn_.add_lambda();
    fn_.self().name = context_.name("main");
    fn_.self().body = fn_.add_region();
    reserve_callees();
    add_params();
    for (const Step& step : program_.steps) add(step);
    add_result();
    std::vector<StructInfo> params;
    for (Value p : fn_.self().params) params.push_back(fn_.info(p));
    const StructInfo info = context_.infos.function(params, fn_.self().ret, fn_.self().is_pure);
    out_.functions.push_back({context_.name("main"), info, std::move(fn_), Span()});
    out_.class_name = context_.name("Module");
    return std::move(out_);
  }

 private:
  StructInfo tensor(const Memory& m) {
    std::vector<Prim> dims;
    for (int64_t d : m.shape) dims.push_back(context_.prims.integer(d));
    return context_.infos.tensor(dims, m.dtype);
  }

  // ---- parameters: those of the function, with numbers for its symbols ----
  void add_params() {
    PrimMap symbols = known_symbols();
    Substitution substitution(context_.prims, symbols);
    for (Value p : from_.self().params)
      fn_.self().params.push_back(fn_.add_param(from_[p].name, concrete(from_.info(p), substitution)));
    for (size_t m = 0; m < program_.memories.size(); ++m) {
      const Memory& memory = program_.memories[m];
      if (memory.storage == Storage::param || memory.storage == Storage::weight) {
        current_[m] = fn_.self().params[memory.index];
        for (uint32_t field : memory.path) current_[m] = bind(fn_.add_get_item(current_[m], field));
      }
      if (memory.storage != Storage::constant) continue;
      current_[m] = fn_.add_constant(ConstantId(memory.index));
      fn_[current_[m]].is_written = true;  // if it is short
    }
    const Attr attrs = from_.self().attrs;
    if (auto inputs = attrs ? context_.find(attrs, "num_input") : std::nullopt)
      fn_.self().attrs = context_.sorted_dict({{context_.name("num_input"), *inputs}});
  }

  PrimMap known_symbols() {
    PrimMap symbols;
    auto learn = [&](Prim dim, int64_t value) {
      if (context_.prims[dim].kind == PrimKind::var) symbols.emplace(dim, context_.prims.integer(value));
    };
    for (const Memory& m : program_.memories) {
      if (m.storage != Storage::param && m.storage != Storage::weight) continue;
      StructInfo info = from_.info(from_.self().params[m.index]);
      for (uint32_t field : m.path) info = context_.infos.fields(info)[field];
      std::span<const Prim> dims = context_.infos.dims(info);
      for (size_t i = 0; i < dims.size(); ++i) learn(dims[i], m.shape[i]);
    }
    for (Value p : from_.self().params) {
      const StructInfo info = from_.info(p);
      std::vector<Prim> dims;
      if (context_.infos[info].kind == InfoKind::prim) dims.push_back(context_.infos[info].value());
      else if (context_.infos[info].has_dims && context_.infos[info].kind != InfoKind::function)
        dims.assign(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
      for (Prim dim : dims) {
        if (!dim || context_.prims[dim].kind != PrimKind::var) continue;
        for (const Binding& b : dims_) {
          if (context_.text(context_.prims[dim].name()) == b.name) learn(dim, b.value);
        }
      }
    }
    return symbols;
  }

  StructInfo concrete(StructInfo info, Substitution& substitution) {
    const InfoNode node = context_.infos[info];
    if (node.kind == InfoKind::prim && node.value()) {
      return context_.infos.prim_value(simplify(context_, substitution(node.value())), node.dtype);
    }
    if (node.kind == InfoKind::tuple) {
      std::vector<StructInfo> fields(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
      for (StructInfo& field : fields) field = concrete(field, substitution);
      return context_.infos.tuple(fields);
    }
    if (!node.has_dims || (node.kind != InfoKind::tensor && node.kind != InfoKind::shape)) return info;
    std::vector<Prim> dims(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
    for (Prim& d : dims) d = simplify(context_, substitution(d));
    return node.kind == InfoKind::shape ? context_.infos.shape(dims)
                                        : context_.infos.tensor(dims, node.dtype, node.vdevice);
  }

  // ---- steps ----
  // The memories of a step, each once: those that it reads or goes on with, then those that it begins.
  struct Operands {
    std::vector<uint32_t> given, made;
    std::vector<uint32_t> in_place;  // of those given, places in the list

    uint32_t place(uint32_t memory) const {
      if (auto at = std::ranges::find(given, memory); at != given.end())
        return static_cast<uint32_t>(at - given.begin());
      return static_cast<uint32_t>(given.size() + static_cast<size_t>(std::ranges::find(made, memory) - made.begin()));
    }
  };

  // The place of an argument of a step.
  static uint32_t place(const Step& step, const Operands& operands, size_t argument) {
    if (!has_own_places(step)) return operands.place(step.args[argument].memory);
    uint32_t at = 0;
    const auto is_made = [&](size_t i) {
      return std::ranges::find(operands.made, step.args[i].memory) != operands.made.end();
    };
    for (size_t i = 0; i < argument; ++i) at += is_made(i) == is_made(argument);
    return at + (is_made(argument) ? static_cast<uint32_t>(operands.given.size()) : 0);
  }
  static bool is_code(const Step& step) { return !step.check && std::holds_alternative<Code>(step.kernel.body); }
  // A kernel of TIR has a parameter for each argument, if they share nothing.
  static bool has_own_places(const Step& step) {
    return is_code(step) && !std::get<Code>(step.kernel.body).may_overlap;
  }

  Operands operands_of(const Step& step) const {
    Operands out;
    auto add_once = [](std::vector<uint32_t>& list, uint32_t m) {
      if (std::ranges::find(list, m) == list.end()) list.push_back(m);
    };
    std::vector<uint32_t> written;
    for (size_t i = 0; i < step.args.size(); ++i) {
      if (step.kernel.buffers[i].is_output) add_once(written, step.args[i].memory);
    }
    for (size_t i = 0; i < step.args.size(); ++i) {
      const uint32_t m = step.args[i].memory;
      const bool is_begun = std::ranges::find(written, m) != written.end() && !current_[m];
      if (is_begun || !has_own_places(step)) add_once(is_begun ? out.made : out.given, m);
      else out.given.push_back(m);
    }
    for (size_t i = 0; i < step.args.size(); ++i) {
      const uint32_t at = place(step, out, i);
      if (step.kernel.buffers[i].is_output && at < out.given.size() &&
          std::ranges::find(out.in_place, at) == out.in_place.end())
        out.in_place.push_back(at);
    }
    return out;
  }

  void add(const Step& step) {
    if (step.check) return add_check(step);
    Operands operands = operands_of(step);
    const bool only_looks = is_code(step) && only_refuses(std::get<Code>(step.kernel.body));
    if (only_looks) operands.made.clear();
    TirSignature signature = signature_of(step, operands);
    for (size_t i = 0; i < step.args.size() - only_looks; ++i) {
      const int64_t size = program_.memories[step.args[i].memory].dtype.bytes();
      signature.places.push_back({place(step, operands, i), size == 0 ? 0 : step.args[i].offset / size});
    }
    if (is_code(step)) add_callees(std::get<Code>(step.kernel.body));
    const GlobalId kernel = kernel_of(signature, to_text(context_, step.kernel),
                                      [&] { return to_tir(out_.shared_context(), step.kernel, signature); });
    if (!only_looks) return call(kernel, operands);
    looks_.push_back({kernel, {}});
    for (uint32_t m : operands.given) looks_.back().second.push_back(value(m));
  }

  // Has it no result but its value, which is none? It is called for what it may refuse.
  static bool only_refuses(const Code& code) { return code.gives_value && !code.kernel->has_result; }

  void add_check(const Step& step) {
    const Argument& a = step.args[0];
    const Memory& m = program_.memories[a.memory];
    if (m.bytes == 0) return;
    Operands operands;
    operands.given = operands.made = {a.memory};
    TirSignature signature = signature_of(step, operands);
    const std::string name(info(step.check->op).name);
    signature.name = "check_" + operators_of(name)[0];
    signature.operators = {"R." + name};
    signature.params[1].name = "checked";
    signature.places.push_back({0, a.offset / m.dtype.bytes()});
    const Buffer& b = step.check->indices;
    const IndexRange& range = step.check->range;
    std::string key = "check";
    for (int64_t n : range.extents) key += " " + std::to_string(n);
    key += "a" + std::to_string(range.axis) + (range.from_either_end ? "e" : range.is_length ? "l" : "");
    if (range.ignored) key += "i" + std::to_string(*range.ignored);
    key += ";";
    for (int64_t n : b.shape) key += " " + std::to_string(n);
    for (int64_t n : b.strides) key += "," + std::to_string(n);
    call(kernel_of(signature, key, [&] { return to_tir(out_.shared_context(), *step.check, signature); }), operands);
  }

  // Kernels that kernels call go by their own names.
  void reserve_callees() {
    for (const Step& step : program_.steps) {
      if (!is_code(step)) continue;
      for (const auto& callee : std::get<Code>(step.kernel.body).callees)
        names_.insert(std::string(context_.text(callee->name)));
    }
  }
  void add_callees(const Code& code) {
    for (const auto& callee : code.callees) {
      if (out_.find(context_.text(callee->name))) continue;
      std::vector<StructInfo> params;
      for (const tir::Parameter& p : callee->params) {
        if (p.buffer) params.push_back(context_.infos.tensor((*callee)[p.buffer].shape, (*callee)[p.buffer].dtype));
        else params.push_back(context_.infos.prim(context_.prims[p.var].dtype));
      }
      const StructInfo result = callee->has_result ? context_.infos.prim(callee->result) : context_.infos.void_();
      PrimFunc body;
      body.kernel = callee;
      out_.functions.push_back({callee->name, context_.infos.function(params, result, false), std::move(body), Span()});
    }
  }

  TirSignature signature_of(const Step& step, const Operands& operands) const {
    TirSignature out;
    out.operators = operators_of(step.name);
    std::string name;
    for (const std::string& part : out.operators) {
      if (!name.empty() && name.size() + part.size() > kLongestName) break;
      name += (name.empty() ? "" : "_") + part;
    }
    out.name = name.empty() || isdigit(static_cast<unsigned char>(name[0])) ? "kernel_" + name : name;
    for (uint32_t m : operands.given) out.params.push_back(parameter(m, buffer_name(step, m)));
    for (uint32_t m : operands.made) out.params.push_back(parameter(m, "out"));
    return out;
  }

  TirParameter parameter(uint32_t m, std::string name) const {
    const Memory& memory = program_.memories[m];
    return {std::move(name), memory.dtype, memory.shape};
  }

  std::string buffer_name(const Step& step, uint32_t m) const {
    const Memory& memory = program_.memories[m];
    if (memory.storage == Storage::param || memory.storage == Storage::weight) {
      const Name name = from_[from_.self().params[memory.index]].name;
      if (name) return std::string(context_.text(name));
    }
    auto is_buffer = [&](uint32_t b) { return step.args[b].memory == m; };
    if (const auto* c = std::get_if<Contraction>(&step.kernel.body); c && !step.check) {
      if (is_buffer(c->lhs.buffer)) return c->window.is_plain ? "lhs" : "weight";
      if (is_buffer(c->rhs.buffer)) return c->window.is_plain ? "rhs" : "data";
    }
    if (const auto* a = std::get_if<Attention>(&step.kernel.body); a && !step.check) {
      if (is_buffer(a->query)) return "query";
      if (is_buffer(a->key)) return "key";
      if (is_buffer(a->value)) return "value";
      if (a->bias >= 0 && is_buffer(static_cast<uint32_t>(a->bias))) return "bias";
      if (a->has_sequences() && !is_buffer(a->out)) return "starts";
    }
    if (step.check) return "indices";
    return memory.storage == Storage::constant ? "constant" : "x";
  }

  // The function of that kernel; made where there is none yet.
  template <class Make>
  GlobalId kernel_of(TirSignature& signature, std::string key, Make&& make, StructInfo result = {}) {
    for (const TirParameter& p : signature.params) {
      key += "\n" + to_string(p.dtype);
      for (int64_t d : p.shape) key += " " + std::to_string(d);
    }
    for (const TirPlace& p : signature.places)
      key += "\n" + std::to_string(p.parameter) + " " + std::to_string(p.offset);
    auto [at, is_new] = kernels_.emplace(std::move(key), GlobalId(static_cast<uint32_t>(out_.functions.size())));
    if (!is_new) return at->second;
    const std::string base = signature.name;
    for (int n = 1; signature.name == "main" || !names_.insert(signature.name).second; ++n)
      signature.name = base + "_" + std::to_string(n);
    std::vector<StructInfo> params;
    for (const TirParameter& p : signature.params) {
      std::vector<Prim> dims;
      for (int64_t d : p.shape) dims.push_back(context_.prims.integer(d));
      params.push_back(context_.infos.tensor(dims, p.dtype));
    }
    PrimFunc body;
    body.kernel = make();
    const StructInfo info = context_.infos.function(params, result ? result : context_.infos.void_(), false);
    out_.functions.push_back({context_.name(signature.name), info, std::move(body), Span()});
    return at->second;
  }

  void call(GlobalId kernel, const Operands& operands) {
    std::vector<Value> args;
    for (uint32_t m : operands.given) args.push_back(value(m));
    std::vector<StructInfo> infos;
    std::vector<int64_t> indices;
    std::vector<uint32_t> results;
    for (uint32_t at : operands.in_place) {
      results.push_back(operands.given[at]);
      indices.push_back(at);
    }
    for (uint32_t m : operands.made) {
      results.push_back(m);
      indices.push_back(-1);
    }
    for (uint32_t m : results) infos.push_back(tensor(program_.memories[m]));
    const StructInfo info = infos.size() == 1 ? infos[0] : context_.infos.tuple(infos);
    const bool is_in_place = !operands.in_place.empty();
    const Attr record = is_in_place ? context_.attrs.list(std::array{context_.attrs.integers(indices)}) : Attr();
    const std::array callee{fn_.add_global(kernel, out_[kernel].info), fn_.add_tuple(args)};
    Value made = fn_.add_call(is_in_place ? Op::call_tir_inplace : Op::call_tir, callee, record, info);
    fn_[made].set_sinfo_args(context_.attrs.list(std::array{context_.attrs.info(info)}));
    bind(made);
    for (uint32_t i = 0; i < results.size(); ++i)
      current_[results[i]] = results.size() == 1 ? made : bind(fn_.add_get_item(made, i));
  }

  Value bind(Value v) {
    if (fn_.body().blocks.empty()) fn_.body().blocks.push_back({true, {}});
    fn_[v].name = context_.name(variables_ == 0 ? "lv" : "lv" + std::to_string(variables_));
    ++variables_;
    fn_.body().blocks.back().bindings.push_back(v);
    return v;
  }

  // What no step writes has no elements.
  Value value(uint32_t m) {
    if (!current_[m]) {
      const Memory& memory = program_.memories[m];
      HAMMOCK_CHECK(memory.bytes == 0, "a memory that nothing writes");
      current_[m] = fn_.add_constant(context_.constant({memory.dtype, memory.shape, {}}));
    }
    return current_[m];
  }

  // ---- the result ----
  Value nest(StructInfo info, size_t& at) {
    if (context_.infos[info].kind != InfoKind::tuple) return leaves_[at++];
    std::vector<Value> fields;
    const std::vector<StructInfo> of(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
    for (StructInfo field : of) fields.push_back(nest(field, at));
    return fn_.add_tuple(fields);
  }

  // The last element of a memory: a constant as it is, another one by a kernel that returns it, after the dataflow.
  Value number(uint32_t m) {
    const Memory& memory = program_.memories[m];
    const bool is_real = memory.dtype.is_any_float();
    if (memory.storage == Storage::constant) {
      const Constant& c = context_[ConstantId(memory.index)];
      const size_t last = static_cast<size_t>(memory.shape[0] - 1);
      return fn_.add_prim(is_real ? context_.prims.real(element(c, last).value_or(0), kFloat64)
                                  : context_.prims.integer(static_cast<int64_t>(integer_element(c, last).value_or(0))));
    }
    TirSignature signature{"number", {}, {parameter(m, "x")}, {}};
    const StructInfo info = context_.infos.prim(memory.dtype);
    const GlobalId kernel = kernel_of(
        signature, "number",
        [&] {
          return last_element(out_.shared_context(), context_.name(signature.name), memory.dtype, memory.shape[0]);
        },
        info);
    return call_directly(kernel, std::array{value(m)}, info);
  }

  // After the dataflow.
  Value call_directly(GlobalId kernel, std::span<const Value> values, StructInfo info) {
    std::vector<Value> args{fn_.add_global(kernel, out_[kernel].info)};
    for (Value v : values) args.push_back(outside(v));
    std::vector<Block>& blocks = fn_.body().blocks;
    if (blocks.empty() || blocks.back().is_dataflow) blocks.push_back({false, {}});
    fn_.self().is_pure = false;
    return bind(fn_.add_function_call(args, info));
  }

  // The value, used behind the dataflow.
  Value outside(Value v) {
    if (!is_leaf(fn_[v].kind)) fn_[v].is_output = true;
    return v;
  }

  Value leaf_of(const ResultLeaf& leaf) {
    if (leaf.kind == ResultLeaf::Kind::tensor) return value(leaf.memory);
    if (leaf.kind == ResultLeaf::Kind::number) return number(leaf.memory);
    const Constant& c = context_[ConstantId(program_.memories[leaf.memory].index)];
    std::vector<Prim> dims;
    for (size_t i = 0; i < static_cast<size_t>(c.shape[0]); ++i)
      dims.push_back(context_.prims.integer(static_cast<int64_t>(integer_element(c, i).value_or(0))));
    return fn_.add_shape(dims);
  }

  void add_result() {
    for (const auto& [kernel, values] : looks_) call_directly(kernel, values, context_.infos.void_());
    for (const ResultLeaf& leaf : program_.results) leaves_.push_back(leaf_of(leaf));
    if (!fn_.self().is_pure) {  // the result is no longer part of the dataflow
      for (Value v : leaves_) outside(v);
    }
    size_t at = 0;
    Value result = nest(program_.result_info, at);
    const NodeKind kind = fn_[result].kind;
    if (kind == NodeKind::constant) result = bind(fn_.add_alias(result));
    else if (kind == NodeKind::tuple || kind == NodeKind::prim_value || kind == NodeKind::shape) bind(result);
    if (fn_[result].kind != NodeKind::param) {
      fn_[result].is_output = true;
      fn_[result].name = context_.name("gv");
    }
    fn_.body().result = result;
    fn_.self().ret = fn_.info(result);
  }

  const Function& from_;
  const Program& program_;
  std::span<const Binding> dims_;
  Context& context_;
  Module out_;
  Function fn_;
  std::vector<Value> current_;                                  // per memory: the value that it is
  std::vector<Value> leaves_;                                   // of the result
  std::vector<std::pair<GlobalId, std::vector<Value>>> looks_;  // calls for what they may refuse, with their arguments
  std::map<std::string, GlobalId> kernels_;
  std::set<std::string> names_;
  size_t variables_ = 0;
};

}  // namespace

Module to_module(const Module& module, GlobalId entry, const Program& program, std::span<const Binding> dims) {
  return ModuleWriter(module, entry, program, dims).run();
}

}  // namespace hammock::loop
