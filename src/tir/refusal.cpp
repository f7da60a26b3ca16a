// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/refusal.h"

#include <algorithm>

#include "hammock/base/element.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

constexpr int kMostLanes = 0x7fff;  // more: so many times T.vscale()

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string not_computed(std::string what, DType dtype) {
  return std::move(what) + " of " + to_string(dtype) + " cannot be computed";
}

class Words {
 public:
  explicit Words(const Kernel& kernel) : kernel_(kernel), context_(*kernel.context), prims_(context_.prims) {}

  std::string of(Prim e) const {
    const PrimNode& n = prims_[e];
    if (n.dtype.lanes > kMostLanes) return "vectors of variable size cannot be computed";
    switch (n.kind) {
      case PrimKind::string_imm: return "the string \"" + std::string(text(n.name())) + "\" is no value here";
      case PrimKind::var: return "the pointer " + quoted(text(kernel_.hint(e))) + " is no number";
      case PrimKind::cast: return conversion("a cast", n.lhs(), n.dtype);
      case PrimKind::load: return access("a load", BufferId(n.c), prims_.call_args(e));
      case PrimKind::call: return call(e);
      case PrimKind::select: return not_computed("T.Select", n.dtype);
      default: break;
    }
    if (row(n.kind).group == PrimGroup::leaf) return not_computed("a number", n.dtype);
    return not_computed("T." + std::string(row(n.kind).node), prims_[n.lhs()].dtype);
  }

  std::string of(const Stmt& s) const {
    switch (s.kind) {
      case StmtKind::attr: return "T.attr of " + std::string(text(s.text)) + " cannot be run";
      case StmtKind::block:
        return "the block " + quoted(text(kernel_.block(s).name)) +
               " says no values of its variables (no_realize=True)";
      case StmtKind::store: return store(s);
      default: return "T.realize cannot be run";
    }
  }

 private:
  std::string_view text(Name name) const { return name ? context_.text(name) : std::string_view(); }
  std::string dtype_of(Prim e) const { return to_string(prims_[e].dtype); }
  std::string conversion(std::string what, Prim from, DType to) const {
    return std::move(what) + " from " + dtype_of(from) + " to " + to_string(to) + " cannot be computed";
  }

  std::string access(std::string what, BufferId id, std::span<const Prim> indices) const {
    const Buffer& buffer = kernel_[id];
    for (size_t d = 0; d < indices.size(); ++d) {
      const DType i = prims_[indices[d]].dtype;
      if (!i.is_integral()) return not_computed("an index", i);
      if (!i.is_scalar() && d + 1 != indices.size())
        return "only the last index of " + quoted(text(buffer.name)) + " may be a vector";
    }
    if (indices.size() == buffer.shape.size()) return not_computed(std::move(what), buffer.dtype);
    return quoted(text(buffer.name)) + " has " + std::to_string(buffer.shape.size()) + " dims, not " +
           std::to_string(indices.size());
  }

  std::string store(const Stmt& s) const {
    const Buffer& buffer = kernel_[s.buffer];
    const DType given = prims_[s.value].dtype;
    if (given.code == buffer.dtype.code && given.bits == buffer.dtype.bits) {
      std::string why = access("a store", s.buffer, kernel_.list(s));
      if (!can_access(kernel_, s.buffer, kernel_.list(s))) return why;
    }
    return "a store of " + to_string(given) + " into " + quoted(text(buffer.name)) + " of " + to_string(buffer.dtype);
  }

  std::string call(Prim e) const {
    const PrimNode& n = prims_[e];
    const std::string_view name = text(n.name());
    std::span<const Prim> args = prims_.call_args(e);
    if (name.starts_with('@')) {
      if (!std::ranges::all_of(args, [&](Prim a) { return prims_[a].dtype.is_scalar(); }))
        return "a vector as an argument of a kernel cannot be run";
      return "the called function " + quoted(name.substr(1)) + " is no kernel of the module";
    }
    const IntrinsicRow* row = find_intrinsic(name);
    const std::string called = "T." + std::string(row ? row->name : name);
    if (!row || row->execution == IntrinsicExecution::gpu || row->execution == IntrinsicExecution::internal)
      return "the intrinsic " + called + " cannot be run on a CPU";
    if (!row->operands.holds(args.size()))
      return called + " takes " + std::to_string(row->operands.least) + " arguments";
    switch (row->intrinsic) {
      case Intrinsic::Shuffle: return called + " of a lane that does not exist";
      case Intrinsic::reinterpret: return conversion(called, args[0], n.dtype);
      case Intrinsic::tvm_stack_make_shape:
      case Intrinsic::tvm_stack_make_array: return called + " is run as an argument of a call of a kernel only";
      case Intrinsic::call_packed:
      case Intrinsic::call_cpacked:
      case Intrinsic::call_extern:
      case Intrinsic::call_pure_extern:
      case Intrinsic::call_llvm_intrin:
      case Intrinsic::call_llvm_pure_intrin: return host_call(called, n.dtype, args);
      default: break;
    }
    if (row->scalar == ScalarFunction::none || args.empty()) return "such a call of " + called + " cannot be run";
    std::string operands = called + " of " + dtype_of(args[0]);
    for (Prim a : args.subspan(1)) operands += " and " + dtype_of(a);
    return operands + " cannot be computed";
  }

  std::string host_call(const std::string& called, DType result, std::span<const Prim> args) const {
    if (args.empty() || prims_[args[0]].kind != PrimKind::string_imm) return called + " needs the name of a function";
    const std::string_view symbol = text(prims_[args[0]].name());
    const bool is_packed = called.find("packed") != std::string::npos;
    const bool is_known = !is_packed && (find_external(symbol, result) || find_external(symbol, kFloat32));
    return called + ": " +
           (is_known ? "the host function " + quoted(symbol) + " takes other operands"
                     : "there is no host function " + quoted(symbol));
  }

  const Kernel& kernel_;
  const Context& context_;
  const PrimStore& prims_;
};

}  // namespace

bool is_element(DType d) {
  d.lanes = 1;
  if (d.is_integral() && d.bits < 8) return d.bits > 0;
  return for_stored(d, [](auto) {});
}

bool can_call(const PrimStore& prims, const IntrinsicRow& row, Prim call) {
  std::span<const Prim> args = prims.call_args(call);
  if (!row.operands.holds(args.size())) return false;
  const DType result = prims[call].dtype;
  auto dtype = [&](size_t i) { return prims[args[i]].dtype; };
  auto are_integers = [&](int lanes) {
    return args.size() >= 2 && std::ranges::all_of(args.first(2), [&](Prim a) {
             return prims[a].dtype.is_integral() && prims[a].dtype.lanes == lanes;
           });
  };
  auto is_vector_of = [&](DType d, int lanes) {
    return d.code == result.code && d.bits == result.bits && d.lanes == lanes;
  };
  switch (row.intrinsic) {
    case Intrinsic::vectorlow:
    case Intrinsic::vectorhigh: return !args.empty() && is_vector_of(dtype(args.size() - 1), 2 * result.lanes);
    case Intrinsic::vectorcombine:
      return args.size() == 2 && dtype(0) == dtype(1) && is_vector_of(dtype(0), result.lanes / 2) &&
             result.lanes % 2 == 0;
    case Intrinsic::get_active_lane_mask: return are_integers(1);
    case Intrinsic::large_uint_imm: return are_integers(1);
    case Intrinsic::dp4a: return are_integers(4) && (args.size() < 3 || dtype(2) == result);
    case Intrinsic::q_multiply_shift:
    case Intrinsic::q_multiply_shift_per_axis:
      return result.is_integral() && dtype(0).lanes == result.lanes && std::ranges::all_of(args, [&](Prim a) {
               const DType d = prims[a].dtype;
               return d.is_integral() && (d.is_scalar() || d.lanes == result.lanes);
             });
    case Intrinsic::ldexp: return dtype(0).is_any_float() && dtype(1).is_integral() && dtype(0).lanes == dtype(1).lanes;
    default:
      return row.scalar == ScalarFunction::none ||
             std::ranges::all_of(args, [&](Prim a) { return prims[a].dtype == dtype(0); });
  }
}

bool can_access(const Kernel& kernel, BufferId b, std::span<const Prim> indices) {
  for (size_t d = 0; d < indices.size(); ++d) {
    const DType i = kernel.context->prims[indices[d]].dtype;
    if (!i.is_integral() || (!i.is_scalar() && d + 1 != indices.size())) return false;
  }
  return indices.size() == kernel[b].shape.size() && is_element(kernel[b].dtype);
}

std::string of_kernel(const Kernel& kernel) {
  return "kernel '" + std::string(kernel.context->text(kernel.name)) + "': ";
}

std::string too_many_calls(std::string_view kernel, int64_t open) {
  return "kernel " + quoted(kernel) + " is called when " + std::to_string(open) +
         " calls of kernels are open, which is the bound";
}

bool may_end_without_return(const Kernel& kernel) {
  const PrimStore& prims = kernel.context->prims;
  struct Level {
    bool body = false, other = false;  // does it return?
  };
  std::vector<Level> levels(1);     // of the statements around
  std::vector<bool> suites{false};  // whether one of the statements so far returns
  walk(
      kernel, kernel.body,
      [&](StmtId id) {
        if (jump_of(kernel, kernel[id]) == Jump::return_) suites.back() = true;
        levels.emplace_back();
        return true;
      },
      [&](StmtId, Part) { suites.push_back(false); },
      [&](StmtId, Part part) {
        if (part == Part::body) levels.back().body = suites.back();
        if (part == Part::other) levels.back().other = suites.back();
        suites.pop_back();
      },
      [&](StmtId id) {
        const Stmt& s = kernel[id];
        const Level level = levels.back();
        levels.pop_back();
        bool returns = level.body;
        if (s.kind == StmtKind::if_) returns = level.body && s.has_else && level.other;
        if (s.kind == StmtKind::loop || s.kind == StmtKind::while_) returns = false;
        if (s.kind == StmtKind::assertion) returns = returns || prims.is_constant(s.value, 0);
        if (s.kind == StmtKind::block) {
          const Prim predicate = kernel.block(s).predicate;
          returns = returns && (!predicate || prims.is_constant(predicate, 1));
        }
        if (returns) suites.back() = true;
      });
  return !suites.back();
}

std::string recursion_holds_too_much(std::string_view kernel) {
  return "kernel " + quoted(kernel) + " is called when its open calls hold buffers of more than " +
         std::to_string(kMostHeldByRecursion >> 20) + " MiB, which is the bound";
}

std::optional<std::string> refusal_of_entry(const Kernel& kernel) {
  const bool is_pointer = kernel.has_result && kernel.result.code == DType::Code::handle && !kernel.result.is_unknown();
  if (!is_pointer) return std::nullopt;
  return of_kernel(kernel) + "it returns a pointer, which means nothing outside of the module";
}

std::string refusal_of(const Kernel& kernel, Prim e) { return Words(kernel).of(e); }
std::string refusal_of(const Kernel& kernel, const Stmt& s) { return Words(kernel).of(s); }

}  // namespace hammock::tir
