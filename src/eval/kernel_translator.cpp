// SPDX-License-Identifier: Apache-2.0
#include "kernel_translator.h"

#include <algorithm>
#include <array>

#include "hammock/runtime/tensor.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/refusal.h"
#include "hammock/tir/threads.h"

namespace hammock::reference {

using tir::Buffer;
using tir::BufferId;
using tir::Part;
using tir::StmtKind;

namespace {

DType element_of(DType d) { return DType::make(d.code, d.bits, d.is_unknown() ? 0 : 1); }

}  // namespace

Translator::Translator(const Module& module, std::shared_ptr<const tir::Kernel> kernel, Span span, bool is_noisy,
                       const HostFunctions* functions)
    : module_(module),
      kernel_(std::move(kernel)),
      context_(*kernel_->context),
      prims_(context_.prims),
      is_noisy_(is_noisy),
      functions_(functions),
      out_(std::make_shared<KernelCode>()) {
  out_->kernel = kernel_;
  out_->span = span;
}

void Translator::fail(std::string text, Error::Kind kind) const {
  const Span place = at_ ? (*kernel_)[at_].span : Span();
  throw Error{kind, tir::of_kernel(*kernel_) + text, place ? place : out_->span};
}

Result<std::shared_ptr<const KernelCode>> Translator::run() {
  try {
    signature();
    tir::walk(
        *kernel_, kernel_->body, [&](tir::StmtId id) { return enter(id); },
        [&](tir::StmtId, Part part) { begin_part(part); }, [&](tir::StmtId, Part part) { end_part(part); },
        [&](tir::StmtId) { leave(); });
    emit(finish);
  } catch (Error& error) {
    return std::move(error);
  }
  return std::shared_ptr<const KernelCode>(std::move(out_));
}

// ---- the signature ----

void Translator::signature() {
  for (const tir::Parameter& p : kernel_->params) {
    if (!p.buffer) define(p.var);
  }
  for (const tir::Parameter& p : kernel_->params) parameter(p);
  const std::vector<bool> written = tir::written_parameters(*kernel_);
  for (size_t i = 0; i < written.size(); ++i) out_->parameters[i].is_written = written[i];
  for (const Equation& e : equations_) {
    begin(std::span(&e.expected, 1));
    const Register expected = value(e.expected);
    out_->checks.push_back(e.check);
    emit(check_field, 0, expected, e.actual, static_cast<uint32_t>(out_->checks.size() - 1));
  }
}

void Translator::parameter(const tir::Parameter& p) {
  ParameterCode code;
  code.name = kernel_->hint(p.var);
  if (!p.buffer) {
    code.dtype = dtype(p.var);
    code.to = define(p.var);
    code.kind = code.dtype.code == DType::Code::handle ? ParameterCode::Kind::pointer : ParameterCode::Kind::scalar;
    if (!code.dtype.is_scalar())
      fail("the parameter '" + std::string(text(code.name)) + "' of " + to_string(code.dtype) + " is a vector");
    out_->parameters.push_back(std::move(code));
    return;
  }
  const Buffer& b = (*kernel_)[p.buffer];
  code.kind = ParameterCode::Kind::buffer;
  code.name = b.name;
  code.dtype = b.dtype;
  code.rank = static_cast<uint32_t>(b.shape.size());
  code.is_auto_broadcast = b.kind == tir::BufferKind::auto_broadcast;
  const bool is_packed = b.dtype.is_integral() && (b.dtype.bits == 4 || (b.dtype.bits == 1 && b.dtype.is_integer()));
  code.is_checked = !is_packed;
  if (auto known = variables_.find(b.data.index); known != variables_.end()) code.same_data = known->second;
  code.to = define(b.data);
  variables_[p.var.index] = code.to;
  if (code.is_checked) {
    for (uint32_t d = 0; d < code.rank; ++d) bind_field(code, p.buffer, Field::dim, d, b.shape[d]);
  }
  for (uint32_t d = 0; d < b.strides.size(); ++d) bind_field(code, p.buffer, Field::stride, d, b.strides[d]);
  if (b.elem_offset) bind_field(code, p.buffer, Field::offset, 0, b.elem_offset);
  out_->parameters.push_back(std::move(code));
}

void Translator::bind_field(ParameterCode& code, BufferId b, Field kind, uint32_t dim, Prim p) {
  Found found{kind, dim, kNoRegister, dtype(p), 1};
  if (prims_[p].kind == PrimKind::var && !variables_.contains(p.index)) {
    found.to = define(p);
    if (kind == Field::offset) found.factor = std::max<int64_t>(1, (*kernel_)[b].offset_factor);
  } else {
    found.to = new_registers(1);
    FieldCheck check{(*kernel_)[b].name, kind, dim, true, kNoRegister};
    if (kind == Field::stride) {
      check.extent = new_registers(1);
      code.found.push_back({Field::dim, dim, check.extent, kInt64, 1});
    }
    equations_.push_back({p, found.to, check});
  }
  code.found.push_back(found);
}

// ---- buffers ----

Register Translator::data_of(const Buffer& b) {
  auto at = variables_.find(b.data.index);
  if (at == variables_.end())
    fail("the buffer '" + std::string(text(b.name)) + "' has no memory: nothing binds its pointer", Error::Kind::run);
  return at->second;
}

Register Translator::field(BufferId b, Prim p) {
  auto frozen = fields_.find(static_cast<uint64_t>(b.index) << 32 | p.index);
  return frozen != fields_.end() ? frozen->second : value(p);
}

void Translator::freeze(BufferId b) {
  const Buffer& buffer = (*kernel_)[b];
  std::vector<Prim> fields = buffer.shape;
  fields.insert(fields.end(), buffer.strides.begin(), buffer.strides.end());
  if (buffer.elem_offset) fields.push_back(buffer.elem_offset);
  std::erase_if(fields, [&](Prim p) { return row(prims_[p].kind).group == PrimGroup::leaf; });
  if (fields.empty()) return;
  begin(fields);
  for (Prim p : fields) fields_[static_cast<uint64_t>(b.index) << 32 | p.index] = value(p);
}

Register Translator::product(Register a, Register b) {
  const Register to = new_registers(1);
  emit(binary_operation(PrimKind::mul, kInt64), to, a, b, 1);
  return to;
}

Register Translator::sum(Register a, Register b) {
  const Register to = new_registers(1);
  emit(binary_operation(PrimKind::add, kInt64), to, a, b, 1);
  return to;
}

std::vector<Register> Translator::strides_of(BufferId b) {
  const Buffer& buffer = (*kernel_)[b];
  std::vector<Register> strides(buffer.shape.size());
  for (size_t d = 0; d < buffer.strides.size(); ++d) strides[d] = field(b, buffer.strides[d]);
  if (!buffer.strides.empty()) return strides;
  Register step = constant(1);
  for (size_t d = strides.size(); d-- > 0;) {
    strides[d] = step;
    if (d > 0) step = product(step, field(b, buffer.shape[d]));
  }
  return strides;
}

// In elements from the pointer.
Register Translator::element_offset(BufferId b, std::vector<Register> indices) {
  for (auto m = matched_.find(b.index); m != matched_.end(); m = matched_.find(b.index)) {
    const Matched& matched = m->second;
    std::vector<Register> outer = matched.mins;
    const size_t first = outer.size() - indices.size();
    for (size_t d = 0; d < indices.size(); ++d) outer[first + d] = sum(outer[first + d], indices[d]);
    indices = std::move(outer);
    b = matched.source;
  }
  const Buffer& buffer = (*kernel_)[b];
  const std::vector<Register> strides = strides_of(b);
  Register offset = buffer.elem_offset ? field(b, buffer.elem_offset) : constant(0);
  for (size_t d = 0; d < indices.size(); ++d) offset = sum(offset, product(indices[d], strides[d]));
  return offset;
}

uint32_t Translator::access(BufferId b, std::span<const Prim> indices, Prim mask) {
  std::vector<Register> registers;
  uint32_t lanes = 1;
  for (Prim i : indices) {
    lanes = dtype(i).lanes;
    registers.push_back(value(i));
  }
  return add_access(b, registers, lanes, mask ? value(mask) : kNoRegister);
}

// Of a buffer that matches a region: its indices are checked, and the element is one of the region's buffer.
uint32_t Translator::add_access(BufferId b, std::span<const Register> indices, uint32_t index_lanes, Register mask) {
  std::vector<Register> at(indices.begin(), indices.end());
  for (;;) {
    const Buffer& buffer = (*kernel_)[b];
    Access x;
    x.buffer = b;
    x.mask = mask;
    x.index_lanes = index_lanes;
    x.element_lanes = std::max<uint32_t>(1, buffer.dtype.lanes);
    x.element = element_of(buffer.dtype);
    x.element_bytes = x.element.bytes() * x.element_lanes;
    for (size_t d = 0; d < at.size(); ++d) x.dims.push_back({at[d], field(b, buffer.shape[d]), kNoRegister});
    auto matched = matched_.find(b.index);
    if (matched == matched_.end()) {
      x.data = data_of(buffer);
      for (size_t d = 0; d < buffer.strides.size(); ++d) x.dims[d].stride = field(b, buffer.strides[d]);
      if (buffer.elem_offset && !prims_.is_constant(buffer.elem_offset, 0)) x.offset = field(b, buffer.elem_offset);
      out_->accesses.push_back(std::move(x));
      return static_cast<uint32_t>(out_->accesses.size() - 1);
    }
    out_->accesses.push_back(std::move(x));
    emit(check_indices, 0, static_cast<uint32_t>(out_->accesses.size() - 1));
    const Matched& region = matched->second;
    std::vector<Register> outer = region.mins;
    const size_t first = outer.size() - at.size();
    for (size_t d = 0; d < at.size(); ++d) {
      const uint32_t lanes = d + 1 == at.size() ? index_lanes : 1;
      Register min = outer[first + d];
      if (lanes > 1) {
        const Register all = new_registers(lanes);
        emit(spread, all, min, 0, 0, lanes);
        min = all;
      }
      const Register to = new_registers(lanes);
      emit(binary_operation(PrimKind::add, kInt64), to, min, at[d], lanes);
      outer[first + d] = to;
    }
    at = std::move(outer);
    b = region.source;
  }
}

// TIR 5.5. The target's own fields are bound, or must be what they are bound to.
void Translator::match(BufferId target, const tir::BufferRegion& source) {
  const Buffer &b = (*kernel_)[target], &a = (*kernel_)[source.buffer];
  std::vector<Prim> roots = b.shape;
  roots.insert(roots.end(), b.strides.begin(), b.strides.end());
  for (const tir::Range& r : source.ranges) {
    roots.push_back(r.min);
    roots.push_back(r.extent);
  }
  begin(roots);
  Matched matched{source.buffer, {}};
  for (const tir::Range& r : source.ranges) matched.mins.push_back(value(r.min));
  if (matched.mins.size() < b.shape.size())
    fail("'" + std::string(text(b.name)) + "' has more dims than the region that it matches");
  auto check = [&](Field kind, size_t dim) {
    out_->checks.push_back({b.name, kind, static_cast<uint32_t>(dim), false, kNoRegister});
    return static_cast<uint32_t>(out_->checks.size() - 1);
  };
  auto bind = [&](Prim p, Register actual, Field kind, size_t dim) {
    if (prims_[p].kind == PrimKind::var && !variables_.contains(p.index)) emit(move, define(p), actual);
    else emit(check_field, 0, value(p), actual, check(kind, dim));
  };
  BufferId root = source.buffer;
  for (auto m = matched_.find(root.index); m != matched_.end(); m = matched_.find(root.index)) root = m->second.source;
  const size_t first = source.ranges.size() - b.shape.size();
  for (size_t d = 0; d < b.shape.size(); ++d) bind(b.shape[d], value(source.ranges[first + d].extent), Field::dim, d);
  if (!b.strides.empty()) {
    const std::vector<Register> strides = strides_of(root);
    for (size_t d = 0; d < b.strides.size(); ++d)
      bind(b.strides[d], strides[strides.size() - b.strides.size() + d], Field::stride, d);
  }
  if (b.elem_offset && !prims_.is_constant(b.elem_offset, 0)) {
    const Register offset = element_offset(source.buffer, matched.mins);
    if (b.offset_factor > 1 && prims_[b.elem_offset].kind == PrimKind::var)
      emit(check_multiple, 0, offset, constant(b.offset_factor), check(Field::offset, 0));
    bind(b.elem_offset, offset, Field::offset, 0);
  }
  if (b.data != a.data) emit(move, define(b.data), data_of((*kernel_)[root]));
  matched_.insert_or_assign(target.index, std::move(matched));
}

// ---- statements ----

bool Translator::enter(tir::StmtId id) {
  at_ = id;
  const tir::Stmt& s = (*kernel_)[id];
  if (!loops_.empty()) ++levels_[loops_.back()].steps;
  Level level;
  level.stmt = id;
  switch (s.kind) {
    case StmtKind::store: return store(s), false;
    case StmtKind::evaluate: return evaluate(s), false;
    case StmtKind::prefetch: return false;  // no effect
    case StmtKind::realize: cannot_run(s);
    case StmtKind::let: enter_let(s); break;
    case StmtKind::attr: enter_attribute(s); break;
    case StmtKind::assertion:
      may_end_here();
      begin(std::span(&s.value, 1));
      out_->texts.push_back(s.text);
      emit(check_assertion, 0, value(s.value), static_cast<uint32_t>(out_->texts.size() - 1));
      break;
    case StmtKind::loop: begin_loop(level, s.var, s.min, s.value, tir::step_of(s)); break;
    case StmtKind::while_:
      level.is_loop = true;
      level.start = here();
      begin(std::span(&s.value, 1));
      level.exit = emit(jump_unless, 0, value(s.value));
      break;
    case StmtKind::if_:
      begin(std::span(&s.value, 1));
      level.exit = emit(jump_unless, 0, value(s.value));
      break;
    case StmtKind::allocate:
    case StmtKind::allocate_const: enter_allocation(level, s); break;
    case StmtKind::declare: freeze(s.buffer); break;
    case StmtKind::block: enter_block(level, s); break;
  }
  if (level.is_loop) loops_.push_back(levels_.size());
  else if (level.exit != UINT32_MAX) ++conditions_;
  level.conditions = conditions_;
  levels_.push_back(std::move(level));
  return true;
}

void Translator::begin_part(Part part) {
  if (part != Part::init) return;
  Level& level = levels_.back();
  ++conditions_;
  for (auto [var, least] : level.reductions) level.around_init.push_back(emit(jump_if_other, 0, var, least));
}

void Translator::end_part(Part part) {
  Level& level = levels_.back();
  const tir::Stmt& s = (*kernel_)[level.stmt];
  if (part == Part::init) {
    --conditions_;
    for (uint32_t jump : level.around_init) land(jump);
  } else if (part == Part::body && s.kind == StmtKind::if_ && s.has_else) {
    const uint32_t over = emit(jump);
    land(level.exit);
    level.exit = over;
  }
}

void Translator::leave() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  if (level.is_loop) loops_.pop_back();
  else if (level.exit != UINT32_MAX) --conditions_;
  at_ = level.stmt;
  const tir::Stmt& s = (*kernel_)[level.stmt];
  if (level.memories > 0) emit(release, 0, level.memories);
  for (uint32_t jump : level.continues) land(jump);
  if (s.kind == StmtKind::while_) {
    emit(count_steps, 0, 0, level.steps);
    emit(jump, 0, 0, 0, level.start);
  } else if (level.is_loop) {
    const DType d = element_of(dtype(s.kind == StmtKind::loop ? s.var : kernel_->nodes[s.number].iter_var.var));
    if (const int64_t step = tir::step_of(s); step != 1)
      emit(binary_operation(PrimKind::add, kInt64), level.var, level.var, constant(step - 1), 1);
    emit(next_iteration, level.var, (64u - d.bits) | (d.is_integer() ? 0 : 64), level.steps, level.start, level.left);
  }
  if (level.is_loop) look_ahead(level);
  if (level.exit != UINT32_MAX) land(level.exit);
  for (uint32_t jump : level.breaks) land(jump);
}

// A loop that surely takes more steps than are left fails when it begins: so many in each iteration that none of them
// leaves early.
void Translator::look_ahead(const Level& loop) {
  constexpr int64_t kMost = INT64_C(1) << 62;
  Level* around = loops_.empty() ? nullptr : &levels_[loops_.back()];
  if (around) around->may_fail |= loop.may_fail;
  const bool is_counted = (*kernel_)[loop.stmt].kind != StmtKind::while_;
  if (!is_counted || loop.may_fail || !loop.breaks.empty() || !loop.continues.empty()) return;
  const int64_t each = std::min(loop.steps + loop.steps_inside, kMost);
  out_->code[loop.expects].b = static_cast<uint32_t>(each);
  out_->code[loop.expects].c = static_cast<uint32_t>(each >> 32);
  if (!around || around->conditions != loop.conditions) return;
  const __int128 all = around->steps_inside + static_cast<__int128>(loop.count) * each;
  around->steps_inside = static_cast<int64_t>(std::min<__int128>(all, kMost));
}

void Translator::may_end_here() {
  if (!loops_.empty()) levels_[loops_.back()].may_fail = true;
}

void Translator::begin_loop(Level& level, Prim var, Prim min, Prim extent, int64_t step) {
  const std::array roots{min, extent};
  begin(roots);
  const Register first = min ? value(min) : constant(0);
  Register count = value(extent);
  if (step != 1) {  // rounded up: what is below 0 is rounded towards 0
    const auto operate = [&](PrimKind kind, Register a, Register b) {
      const Register to = new_registers(1);
      emit(binary_operation(kind, kInt64), to, a, b, 1);
      return to;
    };
    const Register zero = constant(0);
    count =
        operate(PrimKind::sub, zero, operate(PrimKind::floordiv, operate(PrimKind::sub, zero, count), constant(step)));
  }
  level.is_loop = true;
  if (const std::optional<int64_t> all = prims_.constant(extent); all && *all > 0) level.count = (*all - 1) / step + 1;
  level.expects = emit(expect_steps, 0, count);
  level.var = define(var);
  level.left = new_registers(1);
  level.exit = emit(reference::begin_loop, level.var, first, count, 0, level.left);
  level.start = here();
}

void Translator::enter_let(const tir::Stmt& s) {
  begin(std::span(&s.value, 1));
  bind_value(s.var, value(s.value));
}

// Keys without a meaning for what is computed are passed over (TIR 5.6).
void Translator::enter_attribute(const tir::Stmt& s) {
  const std::string_view key = s.text ? text(s.text) : "";
  if (const std::optional<tir::MatchBuffer> view = tir::bound_view(*kernel_, s)) match(view->target, view->source);
  else if (key == "buffer_bind_scope" || key == "realize_scope") cannot_run(s);
}

void Translator::enter_allocation(Level& level, const tir::Stmt& s) {
  std::vector<Prim> roots(kernel_->list(s).begin(), kernel_->list(s).end());
  const std::vector<Prim> extents = roots;
  if (s.kind == StmtKind::allocate && s.value) roots.push_back(s.value);
  begin(roots);
  Allocated a;
  a.name = kernel_->hint(s.var);
  a.dtype = s.dtype;
  a.to = define(s.var);
  for (Prim e : extents) a.extents.push_back(value(e));
  if (s.kind == StmtKind::allocate_const) {
    const Constant& data = context_[s.data];
    a.constant_bytes = static_cast<int64_t>(data.data.size());
    a.constant = allocate_bytes(a.constant_bytes);
    if (!a.constant) fail("no memory for a constant", Error::Kind::memory);
    std::copy(data.data.begin(), data.data.end(), a.constant.get());
  } else if (s.value && !prims_.is_constant(s.value, 1)) {
    a.condition = value(s.value);
  }
  out_->allocated.push_back(std::move(a));
  emit(reference::allocate, 0, static_cast<uint32_t>(out_->allocated.size() - 1));
  level.memories = 1;
}

void Translator::allocate_buffer(Level& level, BufferId id) {
  const Buffer& b = (*kernel_)[id];
  freeze(id);
  begin({});
  Allocated a;
  a.name = b.name;
  a.dtype = b.dtype;
  a.to = define(b.data);
  for (Prim p : b.shape) a.extents.push_back(field(id, p));
  for (Prim p : b.strides) a.strides.push_back(field(id, p));
  if (b.elem_offset && !prims_.is_constant(b.elem_offset, 0)) a.offset = field(id, b.elem_offset);
  out_->allocated.push_back(std::move(a));
  emit(reference::allocate, 0, static_cast<uint32_t>(out_->allocated.size() - 1));
  ++level.memories;
}

// TIR 5.3, in its order.
void Translator::enter_block(Level& level, const tir::Stmt& s) {
  const tir::Block& block = kernel_->block(s);
  if (!block.is_realized && !block.vars.empty()) cannot_run(s);
  std::vector<Prim> roots = block.values;
  if (block.predicate) roots.push_back(block.predicate);
  for (const tir::IterVar& v : block.vars) {
    roots.push_back(v.domain.min);
    roots.push_back(v.domain.extent);
  }
  begin(roots);
  std::vector<Register> values;
  for (size_t i = 0; i < block.values.size(); ++i) {
    const std::optional<Register> converted = this->converted(block.values[i], dtype(block.vars[i].var));
    if (!converted) cannot_run(block.values[i]);
    values.push_back(*converted);
  }
  if (block.predicate && !prims_.is_constant(block.predicate, 1))
    level.exit = emit(jump_unless, 0, value(block.predicate));
  for (size_t i = 0; i < values.size(); ++i) {
    const tir::IterVar& v = block.vars[i];
    const Register least = value(v.domain.min), extent = value(v.domain.extent), to = define(v.var);
    emit(bind_block_variable, to, values[i], least, extent, name_number(kernel_->hint(v.var)));
    if (v.kind == tir::IterKind::reduce) level.reductions.emplace_back(to, least);
  }
  for (BufferId b : block.allocations) allocate_buffer(level, b);
  for (const tir::MatchBuffer& m : block.matches) match(m.target, m.source);
}

void Translator::store(const tir::Stmt& s) {
  const std::vector<Prim> indices(kernel_->list(s).begin(), kernel_->list(s).end());
  std::vector<Prim> roots = indices;
  roots.push_back(s.value);
  if (s.min) roots.push_back(s.min);
  begin(roots);
  const DType held = element_of((*kernel_)[s.buffer].dtype), given = dtype(s.value);
  const Step step = store_step(held);
  if (!step || held != element_of(given) || !tir::can_access(*kernel_, s.buffer, indices)) cannot_run(s);
  const Register from = value(s.value);
  const uint32_t number = access(s.buffer, indices, s.min);
  const Access& x = out_->accesses[number];
  const uint32_t lanes = x.index_lanes * x.element_lanes;
  if (lanes != given.lanes) cannot_run(s);
  emit(step, 0, number, from, 0, lanes);
}

void Translator::evaluate(const tir::Stmt& s) {
  begin(std::span(&s.value, 1));
  if (prims_[s.value].kind == PrimKind::string_imm) return;
  switch (const tir::Jump jump = tir::jump_of(*kernel_, s); jump) {
    case tir::Jump::none: {
      const PrimNode& n = prims_[s.value];
      const std::string_view name = n.kind == PrimKind::call ? text(n.name()) : "";
      if (name.starts_with('@')) kernel_call(s.value, name.substr(1), /*is_asked=*/false);
      else value(s.value);
      return;
    }
    case tir::Jump::return_: {
      may_end_here();
      const Prim returned = prims_.call_args(s.value)[0];
      const bool is_pointer = dtype(returned).code == DType::Code::handle;
      if (is_pointer) emit(return_pointer, 0, value(returned));
      else emit(return_value, 0, narrowed(value(returned), dtype(returned)));
      return;
    }
    case tir::Jump::break_:
    case tir::Jump::continue_: leave_loop(jump); return;
  }
}

// Memories of statements between here and the loop die on the way.
void Translator::leave_loop(tir::Jump jump) {
  if (loops_.empty()) fail("a 'break' or 'continue' outside of a loop", Error::Kind::run);
  uint32_t memories = 0;
  for (size_t i = loops_.back() + 1; i < levels_.size(); ++i) memories += levels_[i].memories;
  if (memories > 0) emit(release, 0, memories);
  Level& loop = levels_[loops_.back()];
  (jump == tir::Jump::break_ ? loop.breaks : loop.continues).push_back(emit(reference::jump));
}

Result<std::shared_ptr<const KernelCode>> translate(const Module& module, GlobalId id, bool is_noisy,
                                                    const HostFunctions* functions) {
  const GlobalFunction& global = module[id];
  if (!global.kernel()) {
    std::string name(module.context().text(global.name));
    return Error{Error::Kind::unsupported, "the PrimFunc '" + name + "' cannot be run", global.span};
  }
  Result<std::shared_ptr<const tir::Kernel>> kernel = tir::without_threads(global.kernel());
  if (!kernel) {
    if (!kernel.error().span) kernel.error().span = global.span;
    return kernel.error();
  }
  return Translator(module, *kernel, global.span, is_noisy, functions).run();
}

}  // namespace hammock::reference
