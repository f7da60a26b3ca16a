// SPDX-License-Identifier: Apache-2.0
// Binding, then one substitution over all expressions of the kernel. A number that the symbols give may decide a
// predicate or a choice: these are folded, too.
#include "hammock/tir/specialise.h"

#include <algorithm>
#include <optional>

#include "hammock/ir/integers.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/may_fail.h"
#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

Error run_error(std::string text) { return {Error::Kind::run, std::move(text), {}}; }

std::string shape_of(std::span<const int64_t> dims) {
  std::string out = "(";
  for (size_t i = 0; i < dims.size(); ++i) out += (i ? ", " : "") + std::to_string(dims[i]);
  return out + (dims.size() == 1 ? ",)" : ")");
}

std::vector<int64_t> compact_strides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
  return strides;
}

class Binder {
 public:
  Binder(const Kernel& kernel, std::span<const Argument> arguments)
      : kernel_(kernel), context_(*kernel.context), arguments_(arguments) {}

  Result<KnownNumbers> run() {
    if (arguments_.size() != kernel_.params.size()) {
      return run_error("kernel " + kernel_name(kernel_) + " takes " + std::to_string(kernel_.params.size()) +
                       " arguments, " + std::to_string(arguments_.size()) + " are given");
    }
    for (size_t i = 0; i < arguments_.size() && !error_; ++i) {
      if (!kernel_.params[i].buffer) scalar(i);
    }
    for (size_t i = 0; i < arguments_.size() && !error_; ++i) {
      if (kernel_.params[i].buffer) buffer(i);
    }
    for (const Equation& e : equations_) {
      if (error_) break;
      check(e);
    }
    if (error_) return *error_;
    return std::move(known_);
  }

 private:
  struct Equation {
    size_t param;
    std::string what;
    int64_t have;
    Prim declared;
  };

  std::string name(size_t param) const {
    const Parameter& p = kernel_.params[param];
    const Name n = p.buffer ? kernel_[p.buffer].name : kernel_.hint(p.var);
    return n ? std::string(context_.text(n)) : std::to_string(param);
  }
  std::string of(size_t param) const { return "argument '" + name(param) + "' of " + kernel_name(kernel_) + ": "; }
  void fail(size_t param, const std::string& text) {
    if (!error_) error_ = run_error(of(param) + text);
  }

  void scalar(size_t i) {
    const PrimNode& var = context_.prims[kernel_.params[i].var];
    if (!var.dtype.is_integral() && !var.dtype.is_any_float()) {
      if (const Number* number = std::get_if<Number>(&arguments_[i]))
        fail(i, std::string("it is ") + (number->index() == 0 ? "an integer" : "a float") +
                    ", expected a tensor or a pointer");
      return;
    }
    if (!var.dtype.is_scalar()) {
      error_ = Error{Error::Kind::unsupported, "cannot run " + of(i) + "a vector", {}};
      return;
    }
    const Number* given = std::get_if<Number>(&arguments_[i]);
    const std::string wanted =
        (var.dtype.is_any_float() ? ", expected a number of " : ", expected an integer of ") + to_string(var.dtype);
    if (given == nullptr) return fail(i, "it is a tensor" + wanted);
    if (var.dtype.is_any_float()) {
      const double value = given->index() == 0 ? static_cast<double>(std::get<0>(*given)) : std::get<1>(*given);
      known_.insert_or_assign(kernel_.params[i].var, PrimNode::rounded(value, var.dtype));
      return;
    }
    if (given->index() == 1) return fail(i, "it is a float" + wanted);
    bind(kernel_.params[i].var, std::get<0>(*given));
  }

  void bind(Prim var, int64_t value) { known_.insert_or_assign(var, wrap(value, context_.prims[var].dtype)); }

  // A symbol without a value gets it; anything else is looked at when all are bound.
  void define(size_t param, std::string what, Prim declared, int64_t have) {
    if (!declared || context_.prims.is_constant(declared, have)) return;
    if (context_.prims[declared].kind == PrimKind::var && !known_.contains(declared)) return bind(declared, have);
    equations_.push_back({param, std::move(what), have, declared});
  }

  void buffer(size_t i) {
    const Buffer& b = kernel_[kernel_.params[i].buffer];
    const TensorArgument* t = std::get_if<TensorArgument>(&arguments_[i]);
    if (t == nullptr) return fail(i, "it is no tensor");
    if (t->shape.size() != b.shape.size()) {
      return fail(i, "rank is " + std::to_string(t->shape.size()) + ", expected " + std::to_string(b.shape.size()));
    }
    const bool is_small = b.dtype.is_integral() && b.dtype.bits < 8 && !b.dtype.is_boolean();
    if (t->dtype != b.dtype && !is_small)
      return fail(i, "dtype is " + to_string(t->dtype) + ", expected " + to_string(b.dtype));
    for (size_t d = 0; d < t->shape.size(); ++d) define(i, "dim " + std::to_string(d), b.shape[d], t->shape[d]);
    const std::vector<int64_t> compact = compact_strides(t->shape);
    const std::vector<int64_t>& strides = t->strides.empty() ? compact : t->strides;
    for (size_t d = 0; d < t->shape.size(); ++d) {
      if (t->shape[d] == 1) {
        if (d < b.strides.size()) free_stride(b, d, strides[d]);
      } else if (d < b.strides.size()) {
        define(i, "the stride of dim " + std::to_string(d), b.strides[d], strides[d]);
      } else if (strides[d] != compact[d]) {
        return fail(i, "its strides are " + shape_of(strides) + ", expected compact ones");
      }
    }
    define(i, "the offset", b.elem_offset, 0);
  }

  // The stride of an axis of one element says nothing.
  void free_stride(const Buffer& b, size_t d, int64_t stride) {
    const Prim declared = b.strides[d];
    if (context_.prims[declared].kind != PrimKind::var || known_.contains(declared)) return;
    bind(declared, b.kind == BufferKind::auto_broadcast ? 0 : stride);
  }

  void check(const Equation& e) {
    const Evaluated found = evaluate(context_, e.declared, {}, known_);
    if (!found || !found.integer()) return fail(e.param, e.what + ": " + describe(context_, found));
    if (*found.integer() == e.have) return;
    fail(e.param, e.what + " is " + std::to_string(e.have) + ", expected " + std::to_string(*found.integer()));
  }

  const Kernel& kernel_;
  const Context& context_;
  std::span<const Argument> arguments_;
  KnownNumbers known_;
  std::vector<Equation> equations_;
  std::optional<Error> error_;
};

// Puts constants in the place of symbols.
class Constants {
 public:
  Constants(Context& context, const PrimMap& map) : context_(context), prims_(context.prims), map_(map) {}

  Prim of(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return done_.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) {
          auto it = operands.empty() ? map_.find(e) : map_.end();
          done_.emplace(e, !operands.empty() ? rebuilt(e, operands) : it == map_.end() ? e : it->second);
        });
    return done_.at(root);
  }

 private:
  Prim rebuilt(Prim e, std::vector<Prim>& operands) {
    bool same = true, constant = true;
    for (Prim& o : operands) {
      const Prim to = done_.at(o);
      same &= to == o;
      constant &= prims_[to].kind == PrimKind::int_imm;
      o = to;
    }
    if (same) return e;
    const PrimNode n = prims_[e];
    const Prim a = operands[0], b = operands.size() > 1 ? operands[1] : Prim();
    Prim made;
    switch (n.kind) {
      case PrimKind::call:
        made = prims_.call(n.name(), n.dtype, operands);
        if (operands.size() == 3 && context_.text(n.name()) == "if_then_else") made = choice(made, operands);
        break;
      case PrimKind::load: return prims_.load(n.c, n.dtype, operands);
      case PrimKind::select: made = choice(prims_.node(n.kind, n.dtype, a, b, operands[2]), operands); break;
      case PrimKind::logical_and:
      case PrimKind::logical_or: made = truth(n.kind, a, b); break;
      case PrimKind::ramp:
      case PrimKind::broadcast: return prims_.node(n.kind, n.dtype, a, b);
      case PrimKind::cast: made = prims_.node(n.kind, n.dtype, a); break;
      default: {
        // Comparisons of vectors have lanes, which `fold` does not see.
        const Prim whole = prims_.node(n.kind, n.dtype, a, b);
        made = n.dtype.is_scalar() ? prims_.fold(n.kind, a, b) : whole;
        if (!constant && prims_.constant(made) && may_fail_(whole)) made = whole;
      }
    }
    if (!constant || !n.dtype.is_scalar() || !n.dtype.is_integral() || prims_.constant(made)) return made;
    const Evaluated value = evaluate(context_, made, {});
    return value.integer() ? prims_.integer(*value.integer(), n.dtype) : made;
  }

  Prim choice(Prim made, std::span<const Prim> operands) const {
    const std::optional<int64_t> condition = prims_.constant(operands[0]);
    return condition ? operands[*condition ? 1 : 2] : made;
  }

  Prim truth(PrimKind kind, Prim a, Prim b) {
    const bool decides = kind == PrimKind::logical_or;  // the value that decides
    if (std::optional<int64_t> left = prims_.constant(a)) return (*left != 0) == decides ? a : b;
    if (std::optional<int64_t> right = prims_.constant(b); right && (*right != 0) != decides) return a;
    return prims_.node(kind, prims_[a].dtype, a, b);
  }

  Context& context_;
  PrimStore& prims_;
  const PrimMap& map_;
  PrimMap done_;
  MayFail may_fail_{prims_};
};

}  // namespace

static bool is_pointer(const Context& context, const Parameter& p) {
  return !p.buffer && context.prims[p.var].dtype.code == DType::Code::handle;
}

// The tensor that a pointer points to.
static BufferId buffer_at(Kernel& kernel, const Parameter& p, const TensorArgument& tensor) {
  Buffer b;
  b.name = kernel.hint(p.var);
  b.data = p.var;
  b.dtype = tensor.dtype;
  for (int64_t d : tensor.shape) b.shape.push_back(kernel.context->prims.integer(d));
  b.elem_offset = kernel.context->prims.integer(0);
  kernel.buffers.push_back(std::move(b));
  return BufferId(static_cast<uint32_t>(kernel.buffers.size() - 1));
}

std::string kernel_name(const Kernel& kernel) {
  const Name name = kernel.name ? kernel.name : kernel.symbol;
  return name ? "'" + std::string(kernel.context->text(name)) + "'" : "a kernel";
}

Result<KnownNumbers> bind_parameters(const Kernel& kernel, std::span<const Argument> arguments) {
  return Binder(kernel, arguments).run();
}

Result<std::shared_ptr<const Kernel>> specialise(const std::shared_ptr<const Kernel>& kernel,
                                                 std::span<const Argument> arguments) {
  Result<KnownNumbers> known = bind_parameters(*kernel, arguments);
  if (!known) return known.error();
  Context& context = *kernel->context;
  PrimMap map;
  std::vector<Parameter> buffers;
  for (const Parameter& p : kernel->params) {
    if (p.buffer || is_pointer(context, p)) buffers.push_back(p);
  }
  for (const auto& [symbol, value] : *known) {
    const PrimNode node = context.prims[symbol];
    if (node.kind != PrimKind::var) continue;
    map[symbol] = value.index() == 0 ? context.prims.integer(std::get<0>(value), node.dtype)
                                     : context.prims.real(std::get<1>(value), node.dtype);
  }
  const bool has_pointers =
      std::ranges::any_of(kernel->params, [&](const Parameter& p) { return is_pointer(context, p); });
  if (map.empty() && buffers.size() == kernel->params.size() && !has_pointers) return kernel;
  auto made = std::make_shared<Kernel>(*kernel);
  made->params = std::move(buffers);
  Constants constants(context, map);
  for_each_expression(*made, [&](Prim& p) { p = constants.of(p); });
  size_t at = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto* tensor = std::get_if<TensorArgument>(&arguments[i]);
    if (tensor == nullptr) continue;
    Parameter& p = made->params[at++];
    if (!p.buffer) p.buffer = buffer_at(*made, p, *tensor);
    if (!kernel->params[i].buffer) continue;
    Buffer& b = (*made)[kernel->params[i].buffer];
    for (size_t d = 0; d < b.shape.size(); ++d) {
      b.shape[d] = context.prims.integer(tensor->shape[d], context.prims[b.shape[d]].dtype);
    }
  }
  return std::shared_ptr<const Kernel>(std::move(made));
}

}  // namespace hammock::tir
