// SPDX-License-Identifier: Apache-2.0
#include "stages.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "hammock/base/check.h"
#include "hammock/base/diagnostic.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/simplify.h"
#include "hammock/tir/complete.h"

namespace hammock::lower {

using tir::StmtId;
using tir::StmtKind;

PrimExpr StageTensor::operator()(std::span<const PrimExpr> index) const {
  HAMMOCK_CHECK(index.size() == shape.size(), "an index of another rank than '" + name + "'");
  std::vector<Prim> prims;
  for (const PrimExpr& e : index) prims.push_back(e.constant() ? cast(kInt64, e).prim() : e.prim());
  return {*context, context->prims.load(buffer.index, dtype, prims)};
}

std::vector<std::string> numbered(std::string_view prefix, size_t count) {
  std::vector<std::string> out;
  for (size_t i = 0; i < count; ++i) out.push_back(std::string(prefix) + std::to_string(i));
  return out;
}

Stages::Stages(std::shared_ptr<Context> context)
    : kernel_(std::make_shared<tir::Kernel>(std::move(context))), prims_(kernel_->context->prims) {}

Prim Stages::simplified(Prim e) const { return simplify_element(context(), e); }

namespace {

// Integers that conditions compare are as wide as indices (legalize, 2.7).
class Widening {
 public:
  explicit Widening(Context& context)
      : context_(context), prims_(context.prims), if_then_else_(context.name("if_then_else")) {}

  Prim value(Prim e) {
    return rebuilt(e, [&](const PrimNode& n, size_t i, Prim o) {
      const bool is_choice = n.kind == PrimKind::select || (n.kind == PrimKind::call && n.name() == if_then_else_);
      return is_choice && i == 0 ? condition(o) : value(o);
    });
  }

 private:
  template <class F>
  Prim rebuilt(Prim e, F&& f) {
    const PrimNode n = prims_[e];
    std::vector<Prim> operands;
    prims_.operands(e, operands);
    std::vector<Prim> now;
    for (size_t i = 0; i < operands.size(); ++i) now.push_back(f(n, i, operands[i]));
    if (now == operands) return e;
    if (n.kind == PrimKind::call) return prims_.call(n.name(), n.dtype, now);
    if (n.kind == PrimKind::load) return prims_.load(n.c, n.dtype, now);
    auto at = [&](size_t i) { return i < now.size() ? now[i] : Prim(); };
    return prims_.node(n.kind, n.dtype, at(0), at(1), at(2));
  }

  Prim condition(Prim e) {
    const PrimNode n = prims_[e];
    if (n.kind == PrimKind::logical_and || n.kind == PrimKind::logical_or || n.kind == PrimKind::logical_not)
      return rebuilt(e, [&](const PrimNode&, size_t, Prim o) { return condition(o); });
    if (row(n.kind).group != PrimGroup::comparison || !prims_[n.lhs()].dtype.is_integer()) return value(e);
    const auto [a, b] = matched(index(n.lhs()), index(n.rhs()));
    return prims_.node(n.kind, n.dtype, a, b);
  }

  std::pair<Prim, Prim> matched(Prim a, Prim b) {
    const int x = prims_[a].dtype.bits, y = prims_[b].dtype.bits;
    if (x < y) a = cast(prims_[b].dtype, PrimExpr(context_, a)).prim();
    if (y < x) b = cast(prims_[a].dtype, PrimExpr(context_, b)).prim();
    return {a, b};
  }

  Prim index(Prim e) {
    const PrimNode n = prims_[e];
    if (n.kind == PrimKind::int_imm && n.dtype == kInt32) return prims_.integer(n.value);
    if (n.kind == PrimKind::cast && n.dtype == kInt32) return cast(kInt64, PrimExpr(context_, index(n.lhs()))).prim();
    if (!row(n.kind).is_binary() || row(n.kind).is_test()) return value(e);
    const auto [a, b] = matched(index(n.lhs()), index(n.rhs()));
    return prims_.node(n.kind, prims_[a].dtype, a, b);
  }

  Context& context_;
  PrimStore& prims_;
  Name if_then_else_;
};

}  // namespace

Prim Stages::widened_conditions(Prim e) const { return Widening(context()).value(e); }

StageTensor Stages::buffer(std::string_view name, Dims shape, DType dtype) {
  tir::Buffer b;
  b.name = context().name(name);
  b.dtype = dtype;
  b.shape = shape;
  b.elem_offset = prims_.integer(0, shape.empty() ? kInt32 : kInt64);
  b.data = prims_.var(b.name, kHandle);
  kernel_->variables[b.data.index] = {{}, true, dtype.is_boolean() ? kInt8 : dtype, context().name("global"), {}};
  return {&context(), kernel_->add(std::move(b)), std::string(name), std::move(shape), dtype};
}

StageTensor Stages::input(std::string_view name, Dims shape, DType dtype) {
  StageTensor out = buffer(name, std::move(shape), dtype);
  kernel_->params.push_back({prims_.var(context().name("var_" + out.name), kHandle), out.buffer});
  return out;
}

StageTensor Stages::external_input(std::string_view name, Dims shape, DType dtype) {
  StageTensor out = input(name, std::move(shape), dtype);
  (*kernel_)[out.buffer].elem_offset = prims_.var(context().name(out.name + "_elem_offset"), kInt64);
  return out;
}

StageTensor Stages::external_output(std::string_view name, std::string_view block, Dims shape, DType dtype) {
  StageTensor out = buffer(name, std::move(shape), dtype);
  made_.push_back(out.buffer);
  parameter_names_[out.buffer.index] = block;
  return out;
}

StmtId Stages::loop(std::string_view variable, PrimExpr extent, tir::ForKind kind,
                    const std::function<StmtId(PrimExpr)>& body) {
  return loop(variable, extent, kind, [&](PrimExpr e) { return std::vector<StmtId>{body(e)}; });
}

StmtId Stages::loop(std::string_view variable, PrimExpr extent, tir::ForKind kind,
                    const std::function<std::vector<StmtId>(PrimExpr)>& body) {
  tir::Stmt s;
  s.kind = StmtKind::loop;
  s.loop = kind;
  s.var = prims_.var(context().name(variable), kInt64);
  s.min = prims_.integer(0);
  s.value = simplified(extent).prim();  // as it is read back
  s.body = kernel_->add(body({context(), s.var}));
  return kernel_->add(std::move(s));
}

StmtId Stages::evaluate(Prim call) {
  tir::Stmt s;
  s.kind = StmtKind::evaluate;
  s.value = call;
  return kernel_->add(std::move(s));
}

StmtId Stages::require(PrimExpr condition, std::string_view text, std::span<const StmtId> statements) {
  tir::Stmt s;
  s.kind = StmtKind::assertion;
  s.value = condition.prim();
  s.text = context().name(text);
  s.body = kernel_->add(statements);
  return kernel_->add(std::move(s));
}

Prim Stages::array(const StageTensor& x, DType numbers) const {
  Context& context = this->context();
  const auto known = [&](Prim e) { return prims_.constant(e) ? prims_.integer(*prims_.constant(e), numbers) : e; };
  Dims shape;
  for (Prim d : x.shape) shape.push_back(known(d));
  const tir::Buffer& buffer = (*kernel_)[x.buffer];
  return prims_.call(context.name("tvm_stack_make_array"), kHandle,
                     std::array{buffer.data, prims_.call(context.name("tvm_stack_make_shape"), kHandle, shape),
                                prims_.integer(0, kInt32), prims_.integer(static_cast<int64_t>(x.rank()), kInt32),
                                number(context, 0, x.dtype).prim(), known(buffer.elem_offset)});
}

void Stages::rename(StageTensor& x, std::string_view name) {
  x.name = name;
  (*kernel_)[x.buffer].name = context().name(name);
}

void Stages::external_block(std::string_view name, std::span<const StmtId> statements) {
  tir::Block b;
  b.name = block_name(name);
  b.has_reads = b.has_writes = true;
  b.body = kernel_->add(statements);
  tir::Stmt s;
  s.kind = StmtKind::block;
  s.number = static_cast<uint32_t>(kernel_->blocks.size());
  kernel_->blocks.push_back(std::move(b));
  body_.push_back(kernel_->add(std::move(s)));
}

PrimExpr Stages::scalar(std::string_view name, DType dtype) {
  kernel_->params.push_back({prims_.var(context().name(name), dtype), {}});
  return {context(), kernel_->params.back().var};
}

Name Stages::block_name(std::string_view name) {
  std::string base(name);
  std::ranges::replace(base, '.', '_');
  std::string out = base;
  for (int& n = block_count_[base]; !block_names_.insert(out).second;) out = base + "_" + std::to_string(++n);
  return context().name(out);
}

// A block without axes has one variable that takes one value; TVM's integers are wider where anything else is.
Stages::Nest Stages::nest(std::string_view name, const Dims& shape, std::vector<std::string> axes,
                          const std::vector<ReduceAxis>& reduced, bool is_scalar) {
  Nest out;
  out.names = std::move(axes);
  out.data = shape.size();
  for (Prim d : shape) out.extents.push_back(simplified(d));
  for (const ReduceAxis& r : reduced) {
    out.names.push_back(r.name);
    out.extents.push_back(simplified(r.extent));
  }
  out.block.name = block_name(name);
  for (size_t i = 0; i < out.extents.size(); ++i) {
    tir::IterVar v;
    v.var = prims_.var(context().name("v_" + out.names[i]), kInt64);
    v.domain = {prims_.integer(0), out.extents[i]};
    v.kind = i < out.data ? tir::IterKind::spatial : tir::IterKind::reduce;
    out.variables.emplace_back(context(), v.var);
    out.block.vars.push_back(v);
  }
  if (out.extents.empty()) {
    tir::IterVar v;
    const DType dtype = is_scalar ? kInt32 : kInt64;
    v.var = prims_.var(context().name("vi"), dtype);
    v.domain = {prims_.integer(0, dtype), prims_.integer(1, dtype)};
    out.block.vars.push_back(v);
    out.block.values.push_back(prims_.integer(0));
  }
  return out;
}

StmtId Stages::store(const StageTensor& to, const Index& at, PrimExpr value) {
  tir::Stmt s;
  s.kind = StmtKind::store;
  s.buffer = to.buffer;
  s.value = cast(to.dtype, value).prim();
  std::vector<Prim> index;
  for (const PrimExpr& e : at) index.push_back(e.prim());
  kernel_->set_list(s, index);
  return kernel_->add(std::move(s));
}

void Stages::add(Nest nest, tir::Suite init, tir::Suite body) {
  std::vector<Prim> loops;
  for (const std::string& name : nest.names) loops.push_back(prims_.var(context().name(name), kInt64));
  nest.block.values.insert(nest.block.values.end(), loops.begin(), loops.end());
  nest.block.has_init = init.size != 0;
  nest.block.init = init;
  nest.block.body = body;
  tir::Stmt s;
  s.kind = StmtKind::block;
  s.number = static_cast<uint32_t>(kernel_->blocks.size());
  kernel_->blocks.push_back(std::move(nest.block));
  StmtId id = kernel_->add(std::move(s));
  for (size_t i = loops.size(); i-- > 0;) {
    tir::Stmt loop;
    loop.kind = StmtKind::loop;
    loop.var = loops[i];
    loop.min = prims_.integer(0);
    loop.value = nest.extents[i];
    loop.body = kernel_->add(std::array{id});
    id = kernel_->add(std::move(loop));
  }
  body_.push_back(id);
}

bool Stages::touches_only_scalars(PrimExpr value) const {
  std::vector<Prim> open{value.prim()};
  std::unordered_set<Prim> seen;
  while (!open.empty()) {
    const Prim e = open.back();
    open.pop_back();
    if (!seen.insert(e).second) continue;
    if (prims_[e].kind == PrimKind::load && !prims_.call_args(e).empty()) return false;
    prims_.operands(e, open);
  }
  return true;
}

StageTensor Stages::compute(std::string_view name, Dims shape, std::vector<std::string> axes, const Element& element) {
  Nest n;
  if (!shape.empty()) n = nest(name, shape, std::move(axes), {}, false);
  const PrimExpr value = element(n.variables);
  StageTensor out = buffer(name, std::move(shape), value.dtype());
  if (out.rank() == 0) n = nest(name, out.shape, {}, {}, touches_only_scalars(value));
  made_.push_back(out.buffer);
  const StmtId s = store(out, n.variables, {context(), widened_conditions(simplified(value).prim())});
  add(std::move(n), {}, kernel_->add(std::array{s}));
  return out;
}

StageTensor Stages::rearrange(std::string_view name, const StageTensor& x, const Dims& shape,
                              std::vector<std::string> axes, const std::function<Index(const Index& at)>& place) {
  Nest n = nest(name, x.shape, std::move(axes), {}, false);
  const StageTensor out = buffer(name, shape, x.dtype);
  made_.push_back(out.buffer);
  const StmtId s = store(out, place(n.variables), x(n.variables));
  add(std::move(n), {}, kernel_->add(std::array{s}));
  return out;
}

namespace {

PrimKind kind_of(Fold fold) {
  switch (fold) {
    case Fold::sum: return PrimKind::add;
    case Fold::prod: return PrimKind::mul;
    case Fold::max: return PrimKind::max;
    case Fold::min: return PrimKind::min;
    case Fold::any: return PrimKind::logical_or;
  }
  return PrimKind::add;
}

PrimExpr identity_of(Context& context, Fold fold, DType dtype) {
  switch (fold) {
    case Fold::max: return least(context, dtype);
    case Fold::min: return greatest(context, dtype);
    case Fold::prod: return number(context, 1, dtype);
    default: return number(context, 0, dtype);
  }
}

}  // namespace

StageTensor Stages::reduce(Fold fold, std::string_view name, const Dims& shape, std::vector<std::string> axes,
                           const std::vector<ReduceAxis>& reduced, const Source& source) {
  Nest n = nest(name, shape, std::move(axes), reduced, false);
  const auto middle = n.variables.begin() + static_cast<std::ptrdiff_t>(n.data);
  const Index at(n.variables.begin(), middle), over(middle, n.variables.end());
  const PrimExpr value = source(at, over);
  StageTensor out = buffer(name, shape, value.dtype());
  made_.push_back(out.buffer);
  const StmtId init = store(out, at, identity_of(context(), fold, out.dtype));
  const Prim combined =
      prims_.node(kind_of(fold), out.dtype, out(at).prim(), widened_conditions(simplified(value).prim()));
  const StmtId body = store(out, at, {context(), combined});
  add(std::move(n), kernel_->add(std::array{init}), kernel_->add(std::array{body}));
  return out;
}

std::vector<StageTensor> Stages::reduce(std::string_view name, const Dims& shape,
                                        const std::vector<ReduceAxis>& reduced, const std::vector<PrimExpr>& identities,
                                        const Combine& combine) {
  Nest n = nest(name, shape, numbered("ax", shape.size()), reduced, false);
  const auto middle = n.variables.begin() + static_cast<std::ptrdiff_t>(n.data);
  const Index at(n.variables.begin(), middle), over(middle, n.variables.end());
  std::vector<StageTensor> out;
  std::vector<PrimExpr> so_far;
  std::vector<StmtId> init, stores;
  for (size_t i = 0; i < identities.size(); ++i) {
    out.push_back(buffer(std::string(name) + "_v" + std::to_string(i), shape, identities[i].dtype()));
    made_.push_back(out[i].buffer);
    so_far.push_back(out[i](at));
    init.push_back(store(out[i], at, identities[i]));
  }
  const std::vector<PrimExpr> values = combine(so_far, at, over);
  std::vector<Prim> lets;
  for (const StageTensor& t : out) {
    lets.push_back(prims_.var(context().name("v_" + t.name), t.dtype));
    stores.push_back(store(t, at, {context(), lets.back()}));
  }
  tir::Suite body = kernel_->add(stores);
  for (size_t i = values.size(); i-- > 0;) {
    tir::Stmt let;
    let.kind = StmtKind::let;
    let.var = lets[i];
    let.value = widened_conditions(values[i].prim());
    let.body = body;
    body = kernel_->add(std::array{kernel_->add(std::move(let))});
  }
  add(std::move(n), kernel_->add(init), body);
  return out;
}

void Stages::annotate(std::string_view key, Attr value) {
  kernel_->blocks.back().annotations = context().sorted_dict({{context().name(key), value}});
}

std::shared_ptr<tir::Kernel> Stages::finish(std::span<const StageTensor> outputs, std::span<const Prim> symbols) {
  std::unordered_set<uint32_t> given;
  for (const StageTensor& t : outputs) {
    given.insert(t.buffer.index);
    const auto named = parameter_names_.find(t.buffer.index);
    const std::string& name = named == parameter_names_.end() ? t.name : named->second;
    kernel_->params.push_back({prims_.var(context().name("var_" + name), kHandle), t.buffer});
  }
  for (Prim s : symbols) kernel_->params.push_back({s, {}});
  std::vector<tir::BufferId> allocations;
  for (tir::BufferId b : made_) {
    if (!given.contains(b.index)) allocations.push_back(b);
  }
  kernel_->body = kernel_->add(body_);
  kernel_->is_private = true;
  kernel_->attrs = context().sorted_dict({{context().name("tir.noalias"), context().attrs.prim(prims_.boolean(true))}});
  Diagnostics diagnostics;
  tir::complete(*kernel_, allocations, diagnostics);
  HAMMOCK_CHECK(!diagnostics.has_errors(), "a kernel whose regions cannot be found");
  return kernel_;
}

}  // namespace hammock::lower
