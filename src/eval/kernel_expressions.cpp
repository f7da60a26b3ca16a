// SPDX-License-Identifier: Apache-2.0
// Expressions of kernels.
#include <algorithm>
#include <array>

#include "element.h"
#include "hammock/tir/refusal.h"
#include "host.h"
#include "kernel_translator.h"

namespace hammock::reference {

using tir::Buffer;
using tir::BufferId;

namespace {

constexpr int kMaxDepth = 4000;                    // of an expression
constexpr size_t kMaxCode = size_t{1} << 23;       // instructions
constexpr size_t kMaxRegisters = size_t{1} << 25;  // of a call

DType element_of(DType d) { return DType::make(d.code, d.bits, d.is_unknown() ? 0 : 1); }

// Whose value is not exact: noise is added.
bool rounds(PrimKind kind) {
  return row(kind).group == PrimGroup::arithmetic || row(kind).group == PrimGroup::division;
}

}  // namespace

void Translator::cannot_run(Prim p) const { fail(tir::refusal_of(*kernel_, p)); }
void Translator::cannot_run(const tir::Stmt& s) const { fail(tir::refusal_of(*kernel_, s)); }

uint32_t Translator::emit(Step step, uint32_t to, uint32_t a, uint32_t b, uint32_t c, uint32_t lanes) {
  if (out_->code.size() >= kMaxCode) fail("the kernel has more than " + std::to_string(kMaxCode) + " instructions");
  out_->code.push_back({step, to, a, b, c, lanes});
  out_->places.push_back(at_);
  return here() - 1;
}

Register Translator::new_registers(uint32_t count) {
  const size_t first = out_->registers.size();
  if (first + count > kMaxRegisters)
    fail("the values of the kernel need more than " + std::to_string(kMaxRegisters) + " registers");
  out_->registers.resize(first + count, Slot{.i = 0});
  return static_cast<Register>(first);
}

Register Translator::constant(int64_t value) {
  auto [at, is_new] = integers_.try_emplace(value);
  if (is_new) {
    at->second = new_registers(1);
    out_->registers[at->second].i = value;
  }
  return at->second;
}

Register Translator::define(Prim var) {
  auto [at, is_new] = variables_.try_emplace(var.index);
  if (is_new) at->second = new_registers(std::max<uint32_t>(1, dtype(var).lanes));
  return at->second;
}

uint32_t Translator::name_number(Name name) {
  auto [at, is_new] = names_.try_emplace(name.index, static_cast<uint32_t>(out_->names.size()));
  if (is_new) out_->names.push_back(name);
  return at->second;
}

uint32_t Translator::list_of(std::span<const Register> registers) {
  const auto begin = static_cast<uint32_t>(out_->lists.size());
  out_->lists.insert(out_->lists.end(), registers.begin(), registers.end());
  return begin;
}

// ---- what is shared ----

bool Translator::is_lazy(const PrimNode& n) const {
  if (n.kind == PrimKind::logical_and || n.kind == PrimKind::logical_or) return n.dtype.is_scalar();
  return n.kind == PrimKind::select || (n.kind == PrimKind::call && text(n.name()) == "if_then_else");
}

bool Translator::has_effect(const PrimNode& n) const {
  if (n.kind != PrimKind::call) return false;
  const std::string_view name = text(n.name());
  return name.starts_with('@') || name == "call_extern" || name == "call_llvm_intrin" ||
         name.find("packed") != std::string_view::npos;
}

void Translator::begin(std::span<const Prim> roots) {
  uses_.clear();
  known_.clear();
  pieces_.clear();
  lets_.clear();
  has_effects_ = false;
  bool is_mixed = false;
  std::vector<Prim> stack(roots.begin(), roots.end());
  while (!stack.empty()) {
    const Prim p = stack.back();
    stack.pop_back();
    if (!p || ++uses_[p.index] > 1) continue;
    const PrimNode& n = prims_[p];
    is_mixed |= is_lazy(n) || (n.kind == PrimKind::call && text(n.name()).starts_with("tvm_stack"));
    has_effects_ |= has_effect(n);
    operands_.clear();
    prims_.operands(p, operands_);
    stack.insert(stack.end(), operands_.begin(), operands_.end());
  }
  if (is_mixed) emit(begin_statement);
}

// The registers of an expression, which has its value from here on.
Register Translator::value(Prim p) {
  const PrimNode& n = prims_[p];
  if (row(n.kind).group == PrimGroup::leaf) return translate_leaf(p);
  if (auto known = known_.find(p.index); known != known_.end()) return known->second;
  if (++depth_ > kMaxDepth) fail("an expression is nested deeper than " + std::to_string(kMaxDepth));
  const bool is_piece = skippable_ > 0 && !has_effects_ && uses_[p.index] > 1;
  const Register to = is_piece || pieces_.contains(p.index) ? shared(p) : translate(p);
  --depth_;
  if (skippable_ == 0 && !has_effects_) known_.emplace(p.index, to);
  return to;
}

// once -> code ... end_once; later uses jump back to the code and return.
Register Translator::shared(Prim p) {
  auto known = pieces_.find(p.index);
  if (known != pieces_.end()) {
    const Piece piece = known->second;
    const uint32_t use = emit(once, 0, piece.number, 0, piece.code);
    out_->code[use].b = here();
    return piece.to;
  }
  const uint32_t number = out_->shared++;
  const uint32_t use = emit(once, 0, number, 0, here() + 1);
  ++skippable_;
  const Register to = translate(p);
  --skippable_;
  emit(end_once, 0, number);
  out_->code[use].b = here();
  pieces_.emplace(p.index, Piece{number, use + 1, to});
  return to;
}

// ---- kinds ----

Register Translator::translate_leaf(Prim p) {
  const PrimNode& n = prims_[p];
  if (n.kind == PrimKind::int_imm) return constant(n.value);
  if (n.kind == PrimKind::float_imm) {
    auto [at, is_new] = reals_.try_emplace(p.index);
    if (is_new) {
      at->second = new_registers(1);
      out_->registers[at->second].d = rounded(n.real, n.dtype);
    }
    return at->second;
  }
  if (n.kind == PrimKind::string_imm) cannot_run(p);
  auto at = variables_.find(p.index);
  if (at == variables_.end())
    fail("the variable '" + std::string(text(kernel_->hint(p))) + "' has no value", Error::Kind::run);
  return at->second;
}

Register Translator::translate(Prim p) {
  const PrimNode n = prims_[p];
  const uint32_t lanes = n.dtype.lanes;
  if (lanes > 0x7fff) cannot_run(p);  // of variable size
  switch (n.kind) {
    case PrimKind::logical_and:
    case PrimKind::logical_or: return n.dtype.is_scalar() ? either(p, n.kind == PrimKind::logical_and) : binary(p);
    case PrimKind::logical_not: {
      const Register a = value(n.lhs()), to = new_registers(lanes);
      emit(logical_not(), to, a, 0, lanes);
      return to;
    }
    case PrimKind::select: return choice(n.dtype, n.lhs(), n.rhs(), Prim(n.c));
    case PrimKind::cast: return cast_to(p);
    case PrimKind::ramp: {
      if (n.dtype.is_any_float()) cannot_run(p);
      const Register base = value(n.lhs()), stride = value(n.rhs()), to = new_registers(lanes);
      emit(reference::ramp, to, base, stride, (64u - n.dtype.bits) | (n.dtype.is_integer() ? 0 : 64), lanes);
      return to;
    }
    case PrimKind::broadcast: {
      const Register a = value(n.lhs()), to = new_registers(lanes);
      emit(spread, to, a, 0, 0, lanes);
      return to;
    }
    case PrimKind::load: return load(p, {});
    case PrimKind::call: return call(p);
    default: return binary(p);
  }
}

Register Translator::binary(Prim p) {
  const PrimNode n = prims_[p];
  const DType d = dtype(n.lhs());
  const Operation o = binary_operation(n.kind, d);
  if (!o.step) cannot_run(p);
  const Register a = value(n.lhs()), b = value(n.rhs()), to = new_registers(n.dtype.lanes);
  emit(o, to, a, b, n.dtype.lanes);
  if (rounds(n.kind)) add_noise(to, n.dtype);
  return to;
}

Register Translator::either(Prim p, bool is_and) {
  const PrimNode n = prims_[p];
  const Register to = new_registers(1);
  emit(move, to, value(n.lhs()));
  const uint32_t skip = emit(is_and ? jump_unless : jump_if, 0, to);
  ++skippable_;
  emit(move, to, value(n.rhs()));
  --skippable_;
  land(skip);
  return to;
}

Register Translator::choice(DType d, Prim condition, Prim chosen, Prim other) {
  const uint32_t lanes = std::max<uint32_t>(1, d.lanes);
  const Register c = value(condition);
  if (!dtype(condition).is_scalar()) {
    const Register a = value(chosen), b = value(other), to = new_registers(lanes);
    emit(choose, to, a, b, c, lanes);
    return to;
  }
  const Register to = new_registers(lanes);
  const uint32_t otherwise = emit(jump_unless, 0, c);
  ++skippable_;
  emit(move, to, value(chosen), 0, 0, lanes);
  const uint32_t end = emit(jump);
  land(otherwise);
  emit(move, to, value(other), 0, 0, lanes);
  --skippable_;
  land(end);
  return to;
}

// The value of an expression as another dtype; null: there is no such conversion.
std::optional<Register> Translator::converted(Prim p, DType to) {
  const Operation o = cast(dtype(p), to);
  if (!o.step || dtype(p).lanes != to.lanes) return std::nullopt;
  const Register from = value(p);
  if (dtype(p) == to) return from;
  const Register out = new_registers(to.lanes);
  emit(o, out, from, 0, to.lanes);
  return out;
}

// Arithmetic of narrow floats does not round; functions do.
Register Translator::narrowed(Register from, DType d) {
  const Operation o = narrowing(d);
  if (!o.step) return from;
  const uint32_t lanes = std::max<uint32_t>(1, d.lanes);
  const Register to = new_registers(lanes);
  emit(o, to, from, 0, lanes);
  return to;
}

Register Translator::cast_to(Prim p) {
  const DType from = dtype(prims_[p].lhs()), to = dtype(p);
  const std::optional<Register> cast = converted(prims_[p].lhs(), to);
  if (!cast) cannot_run(p);
  if (from == to) return narrowed(*cast, to);
  const Register out = *cast;
  const bool is_exact =
      !to.is_any_float() || (from.is_any_float() && from.bits < to.bits) || (from.is_integral() && from.bits <= 8);
  if (!is_exact) add_noise(out, to);
  return out;
}

void Translator::add_noise(Register to, DType d) {
  if (is_noisy_ && d.is_any_float()) emit(disturb, to, 0, 0, element_of(d).pack(), d.lanes);
}

void Translator::bind_value(Prim var, Register from) {
  const Register to = define(var);
  const Operation o = narrowing(dtype(var));
  const uint32_t lanes = std::max<uint32_t>(1, dtype(var).lanes);
  if (o.step) emit(o, to, from, 0, lanes);
  else emit(move, to, from, 0, 0, lanes);
}

// T.Let(body, where={var: value})
Register Translator::let(Prim p) {
  std::span<const Prim> args = prims_.call_args(p);
  const Prim body = args[0], var = args[1], bound = args[2];
  auto [at, is_new] = lets_.try_emplace(var.index, p);
  if (!is_new && at->second != p)
    fail("the variable '" + std::string(text(kernel_->hint(var))) + "' is bound twice in an expression");
  bind_value(var, value(bound));
  return value(body);
}

Register Translator::shuffle(Prim p) {
  std::span<const Prim> args = prims_.call_args(p);
  const auto count = static_cast<size_t>(prims_.constant(args.back()).value_or(0));
  std::vector<Register> lanes, chosen;
  for (Prim part : args.first(count)) {
    const Register from = value(part);
    for (uint32_t k = 0; k < dtype(part).lanes; ++k) lanes.push_back(from + k);
  }
  args = prims_.call_args(p);
  for (Prim index : args.subspan(count, args.size() - count - 1)) {
    const std::optional<int64_t> which = prims_.constant(index);
    if (!which || *which < 0 || *which >= std::ssize(lanes)) cannot_run(p);
    chosen.push_back(lanes[static_cast<size_t>(*which)]);
  }
  const Register to = new_registers(static_cast<uint32_t>(chosen.size()));
  emit(gather, to, list_of(chosen), 0, 0, static_cast<uint32_t>(chosen.size()));
  return to;
}

Register Translator::load(Prim p, Prim mask) {
  const PrimNode n = prims_[p];
  const BufferId b(n.c);
  const std::vector<Prim> indices(prims_.call_args(p).begin(), prims_.call_args(p).end());
  const Step step = load_step(element_of((*kernel_)[b].dtype));
  if (!step || !tir::can_access(*kernel_, b, indices)) cannot_run(p);
  const uint32_t number = access(b, indices, mask);
  const Access& x = out_->accesses[number];
  const uint32_t lanes = x.index_lanes * x.element_lanes;
  const Register to = new_registers(lanes);
  emit(step, to, number, 0, 0, lanes);
  return to;
}

// ---- calls ----

Register Translator::call(Prim p) {
  const PrimNode n = prims_[p];
  const std::string_view name = text(n.name());
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  if (name.starts_with('@')) return kernel_call(p, name.substr(1));
  const IntrinsicRow* row = find_intrinsic(name);
  if (!row || row->execution == IntrinsicExecution::gpu || row->execution == IntrinsicExecution::internal ||
      !tir::can_call(prims_, *row, p))
    cannot_run(p);
  if (row->execution == IntrinsicExecution::nothing) return constant(row->intrinsic == Intrinsic::assume);
  switch (row->intrinsic) {
    case Intrinsic::if_then_else: return choice(n.dtype, args[0], args[1], args[2]);
    case Intrinsic::Let: return let(p);
    case Intrinsic::Shuffle: return shuffle(p);
    case Intrinsic::vload: return load(args[0], args[1]);
    case Intrinsic::likely:
    case Intrinsic::tvm_thread_invariant:
    case Intrinsic::ignore_loop_partition: return value(args[0]);
    case Intrinsic::undef: return constant(0);
    case Intrinsic::reinterpret: return reinterpreted(p);
    case Intrinsic::q_multiply_shift: return listed_call(p, multiply_shift(false));
    case Intrinsic::q_multiply_shift_per_axis: return listed_call(p, multiply_shift(true));
    case Intrinsic::fma: return listed_call(p, fused_multiply_add(n.dtype));
    case Intrinsic::large_uint_imm: return listed_call(p, large_integer());
    case Intrinsic::dp4a: {
      const Register a = value(args[0]), b = value(args[1]), to = new_registers(1);
      const Register sum = args.size() > 2 ? value(args[2]) : constant(0);
      emit(dot_of_four(), to, list_of(std::array{a, b, sum}), 0, 1);
      return to;
    }
    case Intrinsic::address_of:
    case Intrinsic::tvm_access_ptr:
    case Intrinsic::isnullptr:
    case Intrinsic::handle_add_byte_offset: return pointer_call(p, name);
    case Intrinsic::vectorlow:
    case Intrinsic::vectorhigh:
    case Intrinsic::vectorcombine:
    case Intrinsic::get_active_lane_mask: return vector_call(p, name);
    case Intrinsic::tvm_stack_make_shape:
    case Intrinsic::tvm_stack_make_array: cannot_run(p);
    case Intrinsic::call_packed:
    case Intrinsic::call_cpacked:
    case Intrinsic::call_extern:
    case Intrinsic::call_pure_extern:
    case Intrinsic::call_llvm_intrin:
    case Intrinsic::call_llvm_pure_intrin: return host_call(p);
    default: return math_call(p, *row);
  }
}

Register Translator::reinterpreted(Prim p) {
  const Prim operand = prims_.call_args(p)[0];
  const DType from = dtype(operand), as = dtype(p);
  const bool is_pointer = from.code == DType::Code::handle || prims_.is_constant(operand, 0);
  if (as.code == DType::Code::handle && is_pointer) return value(operand);
  const Operation o = reinterpret(element_of(from), element_of(as));
  const bool is_whole = (from.bits % 8 == 0 && as.bits % 8 == 0) || from.bits == as.bits;
  if (!o.step || from.bits * from.lanes != as.bits * as.lanes || !is_whole) cannot_run(p);
  const Register a = value(operand), to = new_registers(as.lanes);
  emit(o.step, to, a, from.lanes, 0, as.lanes);
  return to;
}

Register Translator::math_call(Prim p, const IntrinsicRow& row) {
  const PrimNode n = prims_[p];
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  const DType d = args.empty() ? kVoid : dtype(args[0]);
  const std::string_view name = row.name;
  Operation o;
  if (args.size() == 1) o = unary_function(name, d);
  if (args.size() == 2) o = binary_function(name, d);
  if (!o.step) cannot_run(p);
  std::array<Register, 2> in{};
  for (size_t i = 0; i < args.size(); ++i) in[i] = value(args[i]);
  const Register to = new_registers(n.dtype.lanes);
  emit(o, to, in[0], in[1], n.dtype.lanes);
  const Register out = narrowed(to, n.dtype);
  if (row.scalar != ScalarFunction::exact) add_noise(out, n.dtype);
  return out;
}

Register Translator::listed_call(Prim p, const Operation& o) {
  const PrimNode n = prims_[p];
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  if (!o.step) cannot_run(p);
  std::vector<Register> in;
  for (Prim a : args) {
    in.push_back(value(a));
    if (dtype(a).lanes == n.dtype.lanes || n.dtype.is_scalar()) continue;
    const Register all = new_registers(n.dtype.lanes);
    emit(spread, all, in.back(), 0, 0, n.dtype.lanes);
    in.back() = all;
  }
  const Register to = new_registers(n.dtype.lanes);
  emit(o, to, list_of(in), 0, n.dtype.lanes);
  const Register out = narrowed(to, n.dtype);
  add_noise(out, n.dtype);
  return out;
}

Register Translator::pointer_call(Prim p, std::string_view name) {
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  if (name == "isnullptr" && args.size() == 1) {
    const Register a = value(args[0]), to = new_registers(1);
    emit(is_null, to, a);
    return to;
  }
  if (name == "handle_add_byte_offset" && args.size() == 2) {
    const Register a = value(args[0]), b = value(args[1]), to = new_registers(1);
    emit(advance_pointer, to, a, b, 1);
    return to;
  }
  if (name == "tvm_access_ptr" && args.size() == 5) {
    const Register data = value(args[1]), offset = value(args[2]), to = new_registers(1);
    emit(advance_pointer, to, data, offset, static_cast<uint32_t>(dtype(args[0]).bytes()));
    return to;
  }
  if (name == "address_of" && args.size() == 1 && prims_[args[0]].kind == PrimKind::load) {
    const BufferId b(prims_[args[0]].c);
    const std::vector<Prim> loads(prims_.call_args(args[0]).begin(), prims_.call_args(args[0]).end());
    std::vector<Register> indices;
    for (Prim i : loads) indices.push_back(value(i));  // the first lane of a vector
    BufferId root = b;
    for (auto m = matched_.find(root.index); m != matched_.end(); m = matched_.find(root.index))
      root = m->second.source;
    const Register offset = element_offset(b, std::move(indices)), data = data_of((*kernel_)[root]),
                   to = new_registers(1);
    emit(advance_pointer, to, data, offset, static_cast<uint32_t>((*kernel_)[b].dtype.bytes()));
    return to;
  }
  cannot_run(p);
}

Register Translator::vector_call(Prim p, std::string_view name) {
  const PrimNode n = prims_[p];
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  const uint32_t lanes = n.dtype.lanes;
  if (name == "get_active_lane_mask") {
    const Register a = value(args[0]), b = value(args[1]), to = new_registers(lanes);
    emit(lane_mask, to, a, b, 0, lanes);
    return to;
  }
  if (name == "vectorcombine") {
    const Register a = value(args[0]), b = value(args[1]), to = new_registers(lanes);
    emit(move, to, a, 0, 0, dtype(args[0]).lanes);
    emit(move, to + dtype(args[0]).lanes, b, 0, 0, dtype(args[1]).lanes);
    return to;
  }
  // In some versions the dtype is the first operand: T.vectorlow(dtype, v).
  return value(args.back()) + (name == "vectorhigh" ? lanes : 0);
}

// Of T.call_packed, those that are functions of C++.
Register Translator::packed_call(Prim p, Name symbol, std::span<const Prim> operands) {
  const bool is_known = HostCallee(text(symbol), functions_).is_function();
  if (!is_known || !std::ranges::all_of(operands, [&](Prim a) { return dtype(a).is_scalar(); })) cannot_run(p);
  KernelCall call;
  call.host = symbol;
  call.result = dtype(p);
  for (Prim a : operands) {
    const bool is_text = prims_[a].kind == PrimKind::string_imm;
    call.texts.push_back(is_text ? prims_[a].name() : Name());
    call.dtypes.push_back(dtype(a));
    call.arguments.push_back(is_text ? kNoRegister : is_call_of(a, "tvm_stack_make_array") ? array(a) : value(a));
  }
  out_->calls.push_back(std::move(call));
  const Register to = new_registers(1);
  emit(call_kernel, to, static_cast<uint32_t>(out_->calls.size() - 1));
  return to;
}

// Of C's functions and LLVM's those of numbers are enough for what code generators write.
Register Translator::host_call(Prim p) {
  const PrimNode n = prims_[p];
  const std::string_view name = text(n.name());
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  if (args.empty() || prims_[args[0]].kind != PrimKind::string_imm) cannot_run(p);
  const std::string_view symbol = text(prims_[args[0]].name());
  const bool is_packed = name.find("packed") != std::string_view::npos;
  const IntrinsicRow* function = find_external(symbol, n.dtype);
  std::span<const Prim> operands = std::span(args).subspan(1);
  if (is_packed) return packed_call(p, prims_[args[0]].name(), operands);
  // Older versions say the number of types in the signature first.
  if (name.starts_with("call_llvm") && operands.size() > 1 && dtype(operands[0]) == DType::unsigned_integer(32))
    operands = operands.subspan(1);
  const bool is_fine = function && n.dtype.is_any_float() && function->operands.holds(operands.size()) &&
                       std::ranges::all_of(operands, [&](Prim a) { return dtype(a) == n.dtype; });
  Operation o;
  if (is_fine && operands.size() == 1) o = unary_function(function->name, n.dtype);
  if (is_fine && operands.size() == 2) o = binary_function(function->name, n.dtype);
  if (is_fine && operands.size() == 3) o = fused_multiply_add(n.dtype);
  if (!o.step) cannot_run(p);
  std::vector<Register> in;
  for (Prim a : operands) in.push_back(value(a));
  const Register to = new_registers(n.dtype.lanes);
  if (in.size() == 3) emit(o, to, list_of(in), 0, n.dtype.lanes);
  else emit(o, to, in[0], in.size() > 1 ? in[1] : 0, n.dtype.lanes);
  const Register out = narrowed(to, n.dtype);
  add_noise(out, n.dtype);
  return out;
}

bool Translator::is_call_of(Prim p, std::string_view name) const {
  return prims_[p].kind == PrimKind::call && text(prims_[p].name()) == name;
}

// T.tvm_stack_make_array, or a shape in it.
Register Translator::array(Prim p) {
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  ArrayParts parts;
  const bool is_shape = is_call_of(p, "tvm_stack_make_shape");
  if (!is_shape && args.size() < 6) cannot_run(p);
  for (Prim a : args) parts.values.push_back(is_call_of(a, "tvm_stack_make_shape") ? array(a) : value(a));
  if (!is_shape) parts.dtype = dtype(args[4]);
  out_->arrays.push_back(std::move(parts));
  const Register to = new_registers(1);
  emit(make_array, to, static_cast<uint32_t>(out_->arrays.size() - 1), is_shape);
  return to;
}

Register Translator::kernel_call(Prim p, std::string_view callee, bool is_asked) {
  const std::optional<GlobalId> id = module_.find(callee);
  const std::vector<Prim> args(prims_.call_args(p).begin(), prims_.call_args(p).end());
  const bool takes_vectors = std::ranges::any_of(args, [&](Prim a) { return !dtype(a).is_scalar(); });
  if (!id || !module_[*id].is_kernel() || takes_vectors) cannot_run(p);
  KernelCall call{*id, {}, {}, is_asked};
  for (Prim a : args) {
    call.arguments.push_back(is_call_of(a, "tvm_stack_make_array") ? array(a) : value(a));
    call.dtypes.push_back(dtype(a));
  }
  out_->calls.push_back(std::move(call));
  const Register to = new_registers(1);
  emit(call_kernel, to, static_cast<uint32_t>(out_->calls.size() - 1));
  return to;
}

}  // namespace hammock::reference
