// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/loop/program.h"
#include "hammock/lower/lower.h"
#include "hammock/prim/simplify.h"
#include "hammock/prim/walk.h"
#include "hammock/print/print.h"
#include "hammock/tir/cost.h"

namespace hammock::tool {
namespace {

constexpr int kMostCalls = 64;  // of functions in each other
// Values of functions that are called, which are counted again for each other list of dims; what is beyond is unknown.
constexpr size_t kMostRecounted = 10'000;
constexpr size_t kMostInlined = 20'000;  // values of called functions, of which a plan is made
constexpr int kMostParts = 1'000;        // of a dim

Amount plus(const Amount& a, const Amount& b) { return a && b ? Polynomial::sum(*a, *b, 1) : std::nullopt; }
Amount times(const Amount& a, const Amount& b) { return a && b ? Polynomial::product(*a, *b) : std::nullopt; }
Amount times(const Amount& a, int64_t b) { return times(a, Polynomial::integer(b)); }

// An operator that gives its operand on: no bytes move, and there is no memory of its own.
bool gives_on(const Function& fn, Value v) {
  const Op op = fn[v].op;
  if (has_trait(op, View)) return !has_trait(op, Injective);
  const auto& infos = fn.context().infos;
  return has_trait(op, KeepsValues) && infos[fn.info(v)].dtype == infos[fn.info(fn.args(v)[0])].dtype;
}

// Bytes that are alive at one time: each value from its binding to its last use, under any of its names.
class Liveness {
 public:
  explicit Liveness(const Function& fn) : fn_(fn), last_(fn.size()) {
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { order_.push_back(v); });
  }

  // `size(v)`: the bytes of its own; none: unknown.
  template <class Size>
  std::optional<int64_t> run(Size&& size) {
    for (uint32_t i = 0; i < order_.size(); ++i) last_[order_[i].index] = i;
    extend(fn_.body().result, static_cast<uint32_t>(order_.size()));
    for (uint32_t i = static_cast<uint32_t>(order_.size()); i-- > 0;) {
      const Value v = order_[i];
      for (Value arg : fn_.args(v)) extend(arg, is_name(v) ? last_[v.index] : i);
      if (fn_[v].kind != NodeKind::cond) continue;
      for (RegionId r : {fn_.then_region(v), fn_.else_region(v)}) extend(fn_[r].result, last_[v.index]);
    }
    std::vector<int64_t> freed(order_.size() + 2);  // behind the binding of that number
    int64_t now = 0, most = 0;
    for (uint32_t i = 0; i < order_.size(); ++i) {
      if (!is_name(order_[i])) {
        const std::optional<int64_t> bytes = size(order_[i]);
        if (!bytes || __builtin_add_overflow(now, *bytes, &now)) return std::nullopt;
        freed[last_[order_[i].index]] += *bytes;
      }
      most = std::max(most, now);
      now -= freed[i];
    }
    return most;
  }

 private:
  // What has no memory of its own.
  bool is_name(Value v) const {
    const Node& node = fn_[v];
    return node.kind == NodeKind::call_op ? gives_on(fn_, v) : node.kind != NodeKind::call;
  }
  void extend(Value v, uint32_t until) {
    if (!v) return;
    last_[v.index] = std::max(last_[v.index], until);
    if (fn_[v].kind == NodeKind::tuple) {
      for (Value field : fn_.args(v)) extend(field, until);  // inline ones nest at most kMaxDepth deep
    }
  }

  const Function& fn_;
  std::vector<Value> order_;
  std::vector<uint32_t> last_;
};

class CostModel {
 public:
  CostModel(const Module& module, std::span<const NamedDim> dims) : module_(module), context_(module.context()) {
    for (const NamedDim& d : dims) dims_.emplace(context_.name(d.name), d.value);
  }

  FunctionCost of(GlobalId id) {
    used_.clear();
    inlined_.clear();  // what is nested too deep here is cut
    is_cut_ = false;
    const GlobalFunction& f = module_[id];
    FunctionCost out{.name = std::string(context_.text(f.name)), .span = f.span, .parameters = Polynomial()};
    const Function* fn = f.relax();
    if (!fn) {
      of_kernel(f, out);
      for (Name name : used_) out.dims.emplace(context_.text(name));
      return out;
    }
    for (Value p : fn->self().params) out.parameters = plus(out.parameters, bytes(fn->info(p)));
    for_each_binding(*fn, fn->self().body, [&](Value v, const Block&) {
      const Node& node = (*fn)[v];
      BindingCost& b = out.bindings.emplace_back();
      b.name = node.name ? context_.text(node.name) : "_";
      b.what = what(*fn, v);
      b.info = node.info ? describe(context_, node.info) : "";
      b.span = node.span;
      b.cost = of(*fn, v);
      add(out, b.cost);
    });
    if (out.unknown > 0 && out.unknown == out.bindings.size()) out.sum.operations = std::nullopt;
    if (is_cut_)
      out.remarks.push_back(
          fmt::format("calls with ever other sizes are counted up to {} values of called functions", kMostRecounted));
    if (inlined(id, LambdaId(0), 0) <= kMostInlined) plan(id, *fn, out);
    else out.remarks.push_back(fmt::format("the memory is unknown: calls inline more than {} values", kMostInlined));
    for (Name name : used_) out.dims.emplace(context_.text(name));
    return out;
  }

 private:
  // Values that the calls in a function inline, no more than one beyond kMostInlined.
  size_t inlined(GlobalId id, LambdaId lambda, int depth) {
    const Function& fn = *module_[id].relax();
    if (depth > kMostCalls) return 0;  // which has no plan
    auto [known, is_new] = inlined_.try_emplace({id.index, lambda.index}, 0);
    if (!is_new) return known->second;
    size_t sum = 0;
    for_each_binding(fn, fn[lambda].body, [&](Value v, const Block&) {
      if (fn[v].kind != NodeKind::call || sum > kMostInlined) return;
      const Node& callee = fn[fn.args(v)[0]];
      if (callee.kind == NodeKind::lambda) sum += fn.size() + inlined(id, callee.lambda(), depth + 1);
      else if (callee.kind == NodeKind::global && module_[callee.global()].relax())
        sum += module_[callee.global()].relax()->size() + inlined(callee.global(), LambdaId(0), depth + 1);
    });
    return inlined_[{id.index, lambda.index}] = std::min(sum, kMostInlined + 1);
  }

  void plan(GlobalId id, const Function& fn, FunctionCost& out) {
    std::vector<loop::Binding> dims;
    for (const auto& [name, value] : dims_) dims.push_back({std::string(context_.text(name)), value});
    if (auto program = loop::lower(module_, id, dims)) {
      int64_t bytes = program->arena_bytes;
      for (const loop::Memory& m : program->memories) {
        const bool is_own = m.storage == loop::Storage::result || m.storage == loop::Storage::folded;
        if (is_own && __builtin_add_overflow(bytes, m.bytes, &bytes)) return;
      }
      out.is_planned = true;
      out.peak = bytes;
      return;
    }
    out.peak = Liveness(fn).run([&](Value v) { return number(bytes(fn.info(v))); });
  }

  void add(FunctionCost& sum, const Cost& cost) {
    if (!cost.operations) ++sum.unknown;
    else sum.sum.operations = plus(sum.sum.operations, cost.operations);
    sum.sum.read = plus(sum.sum.read, cost.read);
    sum.sum.written = plus(sum.sum.written, cost.written);
  }

  std::string what(const Function& fn, Value v) const {
    const Node& node = fn[v];
    switch (node.kind) {
      case NodeKind::call_op: {
        const std::span<const Value> args = fn.args(v);
        std::string name(info(node.op).name);
        const bool has_callee = has_trait(node.op, KernelCall) && fn[args[0]].kind == NodeKind::global;
        return has_callee ? fmt::format("{} {}", name, context_.text(module_[fn[args[0]].global()].name)) : name;
      }
      case NodeKind::call: {
        const Node& callee = fn[fn.args(v)[0]];
        if (callee.kind == NodeKind::global)
          return fmt::format("call {}", context_.text(module_[callee.global()].name));
        return callee.kind == NodeKind::extern_func ? fmt::format("call {}", context_.text(callee.text())) : "call";
      }
      case NodeKind::match_cast: return "match_cast";
      case NodeKind::cond: return "if";
      case NodeKind::lambda: return "function";
      case NodeKind::tuple: return "tuple";
      case NodeKind::get_item: return "get_item";
      default: return "alias";
    }
  }

  // ---- sizes
  Prim bound(Prim dim) {
    for (Prim s : free_symbols(context_, dim)) {
      if (auto at = dims_.find(context_.prims[s].name()); at != dims_.end()) {
        used_.insert(at->first);
        symbols_.try_emplace(s, context_.prims.integer(at->second, context_.prims[s].dtype));
      }
    }
    return substitute(context_, dim, symbols_);
  }
  // As a polynomial, which unlike an expression does not wrap around; what is divided by 0 is unknown.
  Amount size(Prim dim) {
    const Prim given = bound(dim);
    return has_at_most(context_.prims, given, kMostParts) ? size_of_parts(dim) : std::nullopt;
  }
  Amount size_of_parts(Prim dim) {
    const PrimNode node = context_.prims[dim];
    switch (node.kind) {
      case PrimKind::add: return plus(size_of_parts(node.lhs()), size_of_parts(node.rhs()));
      case PrimKind::sub: return plus(size_of_parts(node.lhs()), times(size_of_parts(node.rhs()), -1));
      case PrimKind::mul: return times(size_of_parts(node.lhs()), size_of_parts(node.rhs()));
      case PrimKind::floordiv:
      case PrimKind::floormod:
      case PrimKind::div:
      case PrimKind::mod: {
        const Amount by = size_of_parts(node.rhs());
        if (!size_of_parts(node.lhs()) || !by || number(by) == 0) return std::nullopt;
        break;
      }
      default: break;
    }
    return Polynomial::of(context_, simplify(context_, bound(dim)));
  }
  Amount elements(StructInfo info) {
    Amount out = Polynomial::integer(1);
    for (Prim dim : context_.infos.dims(info)) out = times(out, size(dim));
    return out;
  }
  template <class F>  // of all tensors in it
  Amount sum(StructInfo info, F&& of_tensor) {
    if (!info) return std::nullopt;
    switch (context_.infos[info].kind) {
      case InfoKind::tensor: {
        if (!context_.infos[info].has_dims || context_.infos[info].dtype.is_unknown()) return std::nullopt;
        return of_tensor(info);
      }
      case InfoKind::tuple: {
        Amount out = Polynomial();
        for (StructInfo field : std::vector(context_.infos.fields(info).begin(), context_.infos.fields(info).end()))
          out = plus(out, sum(field, of_tensor));
        return out;
      }
      case InfoKind::dtensor: return sum(context_.infos.tensor_part(info), of_tensor);
      case InfoKind::object: return std::nullopt;
      default: return Polynomial();
    }
  }
  Amount bytes(StructInfo info) {
    return sum(info, [&](StructInfo t) { return times(elements(t), context_.infos[t].dtype.bytes()); });
  }
  Amount bytes(const Function& fn, std::span<const Value> values) {
    Amount out = Polynomial();
    for (Value v : values) {
      const NodeKind kind = fn[v].kind;
      if (kind != NodeKind::global && kind != NodeKind::extern_func) out = plus(out, bytes(fn.info(v)));
    }
    return out;
  }

  // ---- bindings
  Cost of(const Function& fn, Value v) {
    const Node& node = fn[v];
    if (node.kind == NodeKind::call) return of_call(fn, v);
    if (node.kind != NodeKind::call_op) return {};
    Cost out;
    if (gives_on(fn, v) || has_trait(node.op, Allocates) || has_trait(node.op, Impure)) return out;
    out.written = bytes(node.info);
    const std::optional<lower::LoweredCall> call = lowered(fn, v);
    out.read = bytes(fn, call ? std::span<const Value>(call->args) : fn.args(v));
    // Of what it is like, and of a shape, it reads nothing.
    const bool makes_values =
        !fn.args(v).empty() && (call ? std::ranges::find(call->args, fn.args(v)[0]) == call->args.end()
                                     : context_.infos[fn.info(fn.args(v)[0])].kind == InfoKind::shape);
    if (has_trait(node.op, Injective) && !makes_values) {
      out.read = out.written;
      for (Value arg : fn.args(v)) {
        const InfoNode& info = context_.infos[fn.info(arg)];
        if (info.kind == InfoKind::tensor && info.dtype.is_integral() && arg != fn.args(v)[0])
          out.read = plus(out.read, bytes(fn.info(arg)));
      }
    }
    out.operations = out.written ? operations(fn, v, call) : std::nullopt;
    return out;
  }

  Amount operations(const Function& fn, Value v, const std::optional<lower::LoweredCall>& call) {
    const Op op = fn[v].op;
    if (has_trait(op, KernelCall)) return of_kernel_call(fn, v);
    if (call) {
      std::vector<StructInfo> infos;
      for (Value arg : call->args) infos.push_back(fn.info(arg));
      infos.insert(infos.end(), call->results.begin(), call->results.end());
      return of_kernel(*call->kernel, infos, call->tir_vars);
    }
    if (has_trait(op, Injective) || has_trait(op, View)) return Polynomial();
    if (has_trait(op, Pointwise)) return sum(fn.info(v), [&](StructInfo t) { return elements(t); });
    return std::nullopt;
  }

  std::optional<lower::LoweredCall> lowered(const Function& fn, Value v) {
    const Op op = fn[v].op;
    if (!lower::has_kernel(op) || !has_shapes(fn.info(v))) return std::nullopt;
    if (context_.infos[fn.info(v)].kind == InfoKind::prim) return std::nullopt;
    std::vector<Value> operands;
    for (Value arg : fn.args(v)) {
      if (!has_shapes(fn.info(arg))) return std::nullopt;
      if (context_.infos[fn.info(arg)].kind != InfoKind::tuple) {
        operands.push_back(arg);
      } else if (fn[arg].kind == NodeKind::tuple) {
        operands.insert(operands.end(), fn.args(arg).begin(), fn.args(arg).end());
      } else {
        return std::nullopt;
      }
    }
    return lower::lower(fn, v, operands);
  }
  bool has_shapes(StructInfo info) const {
    if (!info) return false;
    const InfoNode& node = context_.infos[info];
    switch (node.kind) {
      case InfoKind::tensor:
      case InfoKind::shape: return node.has_dims;
      case InfoKind::tuple:
        return std::ranges::all_of(context_.infos.fields(info), [&](StructInfo f) { return has_shapes(f); });
      case InfoKind::prim: return true;
      default: return false;
    }
  }

  // The shapes of arguments and results are those of the kernel's buffers, in order.
  Amount of_kernel(const tir::Kernel& kernel, std::span<const StructInfo> infos, std::span<const Prim> tir_vars) {
    PrimMap symbols;
    size_t next = 0;
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      const tir::Parameter& p = kernel.params[i];
      const size_t left = kernel.params.size() - i;
      if (!p.buffer && left <= tir_vars.size()) {
        symbols.try_emplace(p.var, bound(tir_vars[tir_vars.size() - left]));
        continue;
      }
      const StructInfo info = next < infos.size() ? infos[next++] : StructInfo();
      if (!p.buffer || !info || !context_.infos.has_shape(info)) continue;
      const std::vector<Prim>& shape = kernel[p.buffer].shape;
      const std::vector<Prim> dims(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
      for (size_t d = 0; d < std::min(shape.size(), dims.size()); ++d) {
        if (context_.prims[shape[d]].kind == PrimKind::var) symbols.try_emplace(shape[d], bound(dims[d]));
      }
    }
    return tir::operations(kernel, std::move(symbols));
  }

  Amount of_kernel_call(const Function& fn, Value v) {
    const std::vector<Value> args(fn.args(v).begin(), fn.args(v).end());
    if (fn[args[0]].kind != NodeKind::global || args.size() < 2) return std::nullopt;
    const auto& kernel = module_[fn[args[0]].global()].kernel();
    if (!kernel) return std::nullopt;
    std::vector<StructInfo> infos;
    for (Value a : fn.args(args[1])) infos.push_back(fn.info(a));
    const StructInfo out = fn.info(v);
    if (context_.infos[out].kind == InfoKind::tuple)
      infos.insert(infos.end(), context_.infos.fields(out).begin(), context_.infos.fields(out).end());
    else infos.push_back(out);
    std::vector<Prim> tir_vars;
    if (args.size() > 2 && fn[args[2]].kind == NodeKind::shape) {
      const std::span<const Prim> dims = context_.infos.dims(fn[args[2]].shape());
      tir_vars.assign(dims.begin(), dims.end());
    }
    return of_kernel(*kernel, infos, tir_vars);
  }

  void of_kernel(const GlobalFunction& f, FunctionCost& out) {
    if (!f.kernel()) {
      out.sum.operations = out.parameters = std::nullopt;
      out.unknown = 1;
      return;
    }
    const tir::Kernel& kernel = *f.kernel();
    PrimMap symbols;  // under the names that the text has
    for (const tir::Parameter& p : kernel.params) {
      for (Prim dim : p.buffer ? kernel[p.buffer].shape : std::vector{p.var}) {
        const PrimNode n = context_.prims[dim];
        if (n.kind != PrimKind::var || symbols.contains(dim)) continue;
        const auto value = dims_.find(kernel.hint(dim));
        if (value != dims_.end()) used_.insert(value->first);
        symbols.emplace(dim, value != dims_.end() ? context_.prims.integer(value->second, n.dtype)
                                                  : context_.prims.var(kernel.hint(dim), n.dtype));
      }
    }
    for (const tir::Parameter& p : kernel.params) {
      if (!p.buffer) continue;
      Amount size = Polynomial::integer(kernel[p.buffer].dtype.bytes());
      for (Prim d : kernel[p.buffer].shape)
        size = times(size, Polynomial::of(context_, simplify(context_, substitute(context_, d, symbols))));
      out.parameters = plus(out.parameters, size);
    }
    out.sum.operations = tir::operations(kernel, symbols);
    out.unknown = !out.sum.operations;
    out.sum.read = out.sum.written = std::nullopt;
  }

  // Of a function of the module, its operations on these arguments.
  Cost of_call(const Function& fn, Value v) {
    const std::vector<Value> args(fn.args(v).begin(), fn.args(v).end());
    Cost out{std::nullopt, bytes(fn, std::span(args).subspan(1)), bytes(fn.info(v))};
    const Function* callee = fn[args[0]].kind == NodeKind::global ? module_[fn[args[0]].global()].relax() : nullptr;
    if (!callee || depth_ == kMostCalls) return out;
    std::vector<uint32_t> key{fn[args[0]].global().index};
    PrimMap symbols;
    for (size_t i = 0; i + 1 < args.size() && i < callee->self().params.size(); ++i) {
      const StructInfo given = fn.info(args[i + 1]), taken = callee->info(callee->self().params[i]);
      if (!context_.infos.has_shape(given) || !context_.infos.has_shape(taken)) continue;
      const std::vector<Prim> from(context_.infos.dims(given).begin(), context_.infos.dims(given).end()),
          to(context_.infos.dims(taken).begin(), context_.infos.dims(taken).end());
      for (size_t d = 0; d < std::min(from.size(), to.size()); ++d) {
        if (!size(from[d])) return out;
        const Prim dim = simplify(context_, bound(from[d]));
        key.push_back(dim.index);
        if (context_.prims[to[d]].kind == PrimKind::var) symbols.try_emplace(to[d], dim);
      }
    }
    const bool is_again = counted_.contains(callee);
    if (is_again && recounted_ > kMostRecounted && !calls_.contains(key)) {
      is_cut_ = true;
      return out;
    }
    auto [known, is_new] = calls_.try_emplace(std::move(key));  // unknown while it is looked at: it may call itself
    if (is_new) {
      if (is_again) recounted_ += callee->size();
      counted_.insert(callee);
      std::swap(symbols_, symbols);
      ++depth_;
      Amount sum = Polynomial();
      for_each_binding(*callee, callee->self().body,
                       [&](Value b, const Block&) { sum = plus(sum, of(*callee, b).operations); });
      --depth_;
      std::swap(symbols_, symbols);
      known->second = sum;
    }
    out.operations = known->second;
    return out;
  }

  const Module& module_;
  Context& context_;
  std::unordered_map<Name, int64_t> dims_;
  std::unordered_set<Name> used_;  // of them
  PrimMap symbols_;
  std::map<std::vector<uint32_t>, Amount> calls_;
  int depth_ = 0;
  std::unordered_set<const Function*> counted_;  // that are called
  size_t recounted_ = 0;                         // values of them
  bool is_cut_ = false;                          // there were more
  std::map<std::pair<uint32_t, uint32_t>, size_t> inlined_;
};

}  // namespace

std::optional<int64_t> number(const Amount& amount) {
  if (!amount) return std::nullopt;
  const Polynomial::Terms& terms = amount->terms();
  if (terms.empty()) return 0;
  return terms.size() == 1 && terms.begin()->first.empty() ? std::optional(terms.begin()->second) : std::nullopt;
}

FunctionCost cost_of(const Module& module, GlobalId function, std::span<const NamedDim> dims) {
  return costs_of(module, {&function, 1}, dims)[0];
}

std::vector<FunctionCost> costs_of(const Module& module, std::span<const GlobalId> functions,
                                   std::span<const NamedDim> dims) {
  std::vector<FunctionCost> out;
  CostModel model(module, dims);
  for (GlobalId f : functions) out.push_back(model.of(f));
  return out;
}

std::string to_text(Context& context, const Amount& amount) {
  if (!amount) return "unknown";
  if (const std::optional<int64_t> n = number(amount)) {
    constexpr std::string_view kUnits[] = {"", " k", " M", " G", " T", " P", " E"};
    double value = static_cast<double>(*n);
    size_t unit = 0;
    for (; value >= 1000; value /= 1000) ++unit;
    if (unit == 0) return fmt::format("{}", *n);
    return fmt::format("{:.{}f}{}", value, value < 10 ? 2 : value < 100 ? 1 : 0, kUnits[unit]);
  }
  PrimStore& prims = context.prims;
  Prim sum;
  // Those of most factors first.
  std::vector<std::pair<Polynomial::Product, int64_t>> terms(amount->terms().begin(), amount->terms().end());
  std::ranges::stable_sort(terms, std::greater(), [](const auto& t) { return t.first.size(); });
  for (auto [factors, coefficient] : terms) {
    const bool is_less = sum && coefficient < 0 && coefficient != INT64_MIN;
    if (is_less) coefficient = -coefficient;
    Prim product;
    for (Prim f : factors) {
      const Prim wide = prims[f].dtype == kInt64 ? f : prims.node(PrimKind::cast, kInt64, f);
      product = product ? prims.mul(product, wide) : wide;
    }
    if (!product) product = prims.integer(coefficient);
    else if (coefficient != 1) product = prims.mul(product, prims.integer(coefficient));
    sum = !sum ? product : is_less ? prims.sub(sum, product) : prims.add(sum, product);
  }
  return print(context, sum);
}

Amount Cost::bytes() const { return plus(read, written); }

std::optional<double> Cost::intensity() const {
  const std::optional<int64_t> done = number(operations), moved = number(bytes());
  if (!done || !moved || *moved == 0) return std::nullopt;
  return static_cast<double>(*done) / static_cast<double>(*moved);
}

}  // namespace hammock::tool
