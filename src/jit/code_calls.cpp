// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels call (TIR, section 6). A kernel's statements stand in the place of its call; one that is open
// already, and one that stands too deep, is a function of its own, whose statements are emitted when all others are.
//
// Such a function gets for a pointer its memory's begin and size, and the offset; for an array also its shape and
// strides. It pays for itself from the steps of its caller, has its memory from CodeContext::enter, and where it fails
// its caller returns, too.
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "code_emitter.h"
#include "hammock/prim/value_check.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/first_writes.h"

namespace hammock::jit {

using llvm::Value;

namespace {

using Kind = FailureSite::Kind;

std::string stride_text(size_t d) { return "the stride of dim " + std::to_string(d); }

bool is_packed(DType d) { return d.is_integral() && (d.bits == 4 || (d.bits == 1 && d.is_integer())); }

}  // namespace

// ---- which kernels ----

const tir::Kernel* CodeEmitter::callee_of(std::string_view name) const {
  auto at = callees_.find(name);
  return at == callees_.end() ? nullptr : code_.callees[at->second].get();
}

Span CodeEmitter::place_of(const tir::Kernel& callee) const {
  auto at = callees_.find(text(callee.name));
  return at != callees_.end() && at->second < code_.callee_places.size() ? code_.callee_places[at->second] : Span();
}

// Copies for given shapes have the name of the kernel, and its variables.
bool CodeEmitter::is_active(const tir::Kernel& callee) const {
  for (const Activation* a = active_; a != nullptr; a = a->caller) {
    if (a->kernel->name == callee.name) return true;
  }
  return false;
}

// Does a kernel call itself, directly or through others?
bool CodeEmitter::has_recursion() const {
  std::unordered_map<const tir::Kernel*, std::vector<Name>> calls;
  std::set<const tir::Kernel*> open, done;
  std::vector<const tir::Kernel*> stack{code_.kernel.get()};
  while (!stack.empty()) {
    const tir::Kernel* k = stack.back();
    auto [at, is_new] = calls.try_emplace(k);
    if (is_new) {
      at->second = tir::callees(*k);
      open.insert(k);
    }
    const tir::Kernel* next = nullptr;
    while (next == nullptr && !at->second.empty()) {
      next = callee_of(text(at->second.back()));
      at->second.pop_back();
      if (next != nullptr && open.contains(next)) return true;
      if (next != nullptr && done.contains(next)) next = nullptr;
    }
    if (next != nullptr) {
      stack.push_back(next);
    } else {
      open.erase(k);
      done.insert(k);
      stack.pop_back();
    }
  }
  return false;
}

// ---- arguments ----

CodeEmitter::Argument CodeEmitter::argument(Prim e) {
  const PrimNode& n = node(e);
  Argument out;
  out.dtype = n.dtype;
  if (n.dtype.code != DType::Code::handle) {
    out.number = emit(e);
    if (is_integer(e)) out.range = ranges_.of(e);
    return out;
  }
  const bool is_array = n.kind == PrimKind::call && text(n.name()) == "tvm_stack_make_array";
  if (is_array) out.array = array(e);
  else out.pointer = pointer(e);
  return out;
}

// data, shape, strides or 0, rank, a number of the dtype, offset
std::optional<CodeEmitter::Array> CodeEmitter::array(Prim e) {
  std::span<const Prim> args = prims_.call_args(e);
  if (args.size() < 6) cannot_run(e);
  auto is_shape = [&](Prim p) {
    return node(p).kind == PrimKind::call && text(node(p).name()) == "tvm_stack_make_shape";
  };
  auto numbers = [&](Prim p) {
    std::vector<Index> out;
    for (Prim d : prims_.call_args(p)) out.push_back(index(d));
    return out;
  };
  Array out;
  out.data = pointer(args[0]);
  if (is_shape(args[1])) out.shape = numbers(args[1]);
  if (is_shape(args[2])) out.strides = numbers(args[2]);
  out.offset = index(args[5]);
  out.dtype = node(args[4]).dtype;
  if (is_shape(args[1])) return out;
  refuse({Kind::no_shape});
  return std::nullopt;
}

// Why an argument can be none of the parameter; empty: it can.
std::string CodeEmitter::why_not(const tir::Parameter& p, const tir::Kernel& callee, const Argument& a) const {
  const DType wanted = node(p.var).dtype;
  const bool is_pointer = a.dtype.code == DType::Code::handle;
  if (!p.buffer) {
    const std::string given = a.array                              ? "a tensor"
                              : is_pointer                         ? "a pointer"
                              : a.number && a.dtype.is_any_float() ? "a float"
                                                                   : "an integer";
    if (wanted.code == DType::Code::handle)
      return is_pointer ? "" : "it is " + given + ", expected a tensor or a pointer";
    if (wanted.is_any_float())
      return is_pointer ? "it is " + given + ", expected a number of " + to_string(wanted) : "";
    return is_pointer || a.dtype.is_any_float() ? "it is " + given + ", expected an integer of " + to_string(wanted)
                                                : "";
  }
  const tir::Buffer& b = callee[p.buffer];
  if (!a.array) return "it is no tensor";
  if (a.array->shape.size() != b.shape.size())
    return "rank is " + std::to_string(a.array->shape.size()) + ", expected " + std::to_string(b.shape.size());
  if (!is_packed(b.dtype) && a.array->dtype != b.dtype)
    return "dtype is " + to_string(a.array->dtype) + ", expected " + to_string(b.dtype);
  return {};
}

// Binds the parameters in the place of all other variables. Scalars first: a shape may be one of them.
void CodeEmitter::bind_arguments(const tir::Kernel& callee, std::span<const Argument> arguments, bool is_checked) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const tir::Parameter& p = callee.params[i];
    if (p.buffer) continue;
    Variable v;
    if (node(p.var).dtype.code == DType::Code::handle) {
      v.is_pointer = true;
      v.pointer = arguments[i].array ? arguments[i].array->data : arguments[i].pointer;
    } else {
      v.value = convert(arguments[i].number, arguments[i].dtype, node(p.var).dtype);
    }
    bind(p.var, v);
    const Interval all = is_integer(p.var) ? values_of(node(p.var).dtype) : Interval();
    if (is_integer(p.var) && arguments[i].range.within(all.low, all.high)) ranges_.bind(p.var, arguments[i].range);
  }
  std::vector<Equation> equations;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (callee.params[i].buffer) bind_array(callee, callee.params[i], *arguments[i].array, is_checked, equations);
  }
  for (Equation& e : equations) {
    const Index wanted = index(e.declared);
    const Interval a = range_of(wanted), b = range_of(e.given);
    if (a.low == a.high && a == b) continue;
    Value* good = b_.CreateICmpEQ(wanted.value, e.given.value);
    if (e.is_free != nullptr) good = b_.CreateOr(good, e.is_free);
    require(good, std::move(e.site), [&] { return std::vector{e.given.value, wanted.value}; });
  }
}

void CodeEmitter::bind_array(const tir::Kernel& callee, const tir::Parameter& p, const Array& array, bool is_checked,
                             std::vector<Equation>& equations) {
  const tir::Buffer& b = callee[p.buffer];
  const std::string of = of_argument(context_, b.name, callee.name);
  auto site = [&](Kind kind, const std::string& what) {
    FailureSite out{kind, of + what};
    out.declared = place_of(callee);
    return out;
  };
  auto define = [&](Prim declared, const Index& given, const std::string& what, Value* is_free = nullptr) {
    if (node(declared).kind == PrimKind::var && !variables_.contains(declared.index)) {
      bind_integer(declared, given.value, range_of(given));
      return true;
    }
    if (is_checked) equations.push_back({declared, given, site(Kind::equation, what), is_free});
    return false;
  };
  if (!is_packed(b.dtype)) {
    for (size_t d = 0; d < b.shape.size(); ++d) define(b.shape[d], array.shape[d], "dim " + std::to_string(d));
  }
  Index compact = index(1);
  std::vector<Index> strides = array.strides;
  strides.resize(b.shape.size());
  for (size_t d = b.shape.size(); d-- > 0;) {
    const Index& extent = array.shape[d];
    const bool is_given = d < array.strides.size();
    if (!is_given) strides[d] = compact;
    Value* is_one = b_.CreateICmpEQ(extent.value, number(1));
    if (b.strides.empty() && is_given && is_checked) {
      require(b_.CreateOr(is_one, b_.CreateICmpEQ(strides[d].value, compact.value)),
              site(Kind::equation, stride_text(d)), [&] {
                return std::vector{strides[d].value, compact.value};
              });
    }
    if (b.kind == tir::BufferKind::auto_broadcast)
      strides[d] = {b_.CreateSelect(is_one, number(0), strides[d].value), hull({0, 0}, strides[d].range), {}};
    const Interval all = values_of(kInt64), size = range_of(compact) * range_of(extent);
    Value* length = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, extent.value, number(1));
    compact = {b_.CreateMul(compact.value, length), size.within(all.low, all.high) ? hull({1, 1}, size) : all, {}};
  }
  for (size_t d = 0; d < b.strides.size(); ++d) {
    Value* is_one = b_.CreateICmpEQ(array.shape[d].value, number(1));
    define(b.strides[d], strides[d], stride_text(d), is_one);
  }
  const bool is_new = b.elem_offset && define(b.elem_offset, array.offset, "the offset");
  if (is_new && is_checked && b.offset_factor > 1) {
    Value* rest = b_.CreateSRem(array.offset.value, number(b.offset_factor));
    require(b_.CreateICmpEQ(rest, number(0)), site(Kind::multiple, "the offset"), [&] {
      return std::vector{array.offset.value, number(b.offset_factor)};
    });
  }
  Variable v;
  v.is_pointer = true;
  v.pointer = array.data;
  bind(b.data, v);
}

void CodeEmitter::unbind_arguments(const tir::Kernel& callee) {
  for (const tir::Parameter& p : callee.params) {
    ranges_.unbind(p.var);
    if (!p.buffer) continue;
    const tir::Buffer& b = callee[p.buffer];
    for (Prim d : b.shape) ranges_.unbind(d);
    for (Prim d : b.strides) ranges_.unbind(d);
    if (b.elem_offset) ranges_.unbind(b.elem_offset);
  }
}

// ---- calls ----

Value* CodeEmitter::call_kernel(Prim e, std::string_view name, bool is_asked) {
  const tir::Kernel* callee = callee_of(name);
  const bool takes_vectors =
      std::ranges::any_of(prims_.call_args(e), [&](Prim a) { return !node(a).dtype.is_scalar(); });
  if (callee == nullptr || takes_vectors) cannot_run(e);
  std::vector<Argument> arguments;
  for (Prim a : prims_.call_args(e)) arguments.push_back(argument(a));
  std::string wrong;
  if (arguments.size() != callee->params.size())
    wrong = "kernel '" + std::string(name) + "' takes " + std::to_string(callee->params.size()) + " arguments, " +
            std::to_string(arguments.size()) + " are given";
  for (size_t i = 0; i < arguments.size() && wrong.empty(); ++i) {
    const tir::Parameter& p = callee->params[i];
    wrong = why_not(p, *callee, arguments[i]);
    const Name parameter = p.buffer ? (*callee)[p.buffer].name : callee->hint(p.var);
    if (!wrong.empty()) wrong = of_argument(context_, parameter, callee->name) + wrong;
  }
  const bool is_number = node(e).dtype.is_integral() || node(e).dtype.is_any_float();
  const DType dtype = is_number ? node(e).dtype : kInt32;
  if (!wrong.empty()) {
    FailureSite site{Kind::argument, std::move(wrong)};
    site.declared = place_of(*callee);
    refuse(std::move(site));
    return zero(dtype);
  }
  Value* open = b_.CreateAdd(fetch(here().open, level()), number(active_->depth));
  if (!llvm::isa<llvm::Constant>(open)) {
    require(b_.CreateICmpSLT(open, number(tir::kMostOpenCalls)), {Kind::calls, std::string(name)},
            [&] { return std::vector{open}; });
  }
  const bool is_much = ++calls_ > kMaxCodeInlined || statements_ + callee->stmts.size() > kMaxCodeInPlace;
  const bool is_outlined = is_active(*callee) || active_->depth >= kMaxCodeCalls || (is_much && level() == 0);
  // Loads name the buffers of their kernel.
  auto values = std::exchange(values_, {}), wides = std::exchange(wides_, {});
  auto variables = std::exchange(variables_, {});
  safe_.clear();
  Value* from = is_outlined ? call_outlined(*callee, arguments) : call_inline(*callee, arguments);
  Value* result = callee->has_result ? loaded_result(*callee, from, dtype, is_asked) : zero(dtype);
  // What was read before may have been written by it.
  auto is_stale = [&](const auto& known) { return ranges_.reads_memory(Prim(known.first)); };
  std::erase_if(values, is_stale);
  std::erase_if(wides, is_stale);
  values_ = std::move(values);
  wides_ = std::move(wides);
  in_memory_.clear();
  variables_ = std::move(variables);
  safe_.clear();
  return result;
}

// Where the result lies.
Value* CodeEmitter::call_inline(const tir::Kernel& callee, std::span<const Argument> arguments) {
  bind_arguments(callee, arguments, true);
  Activation inner;
  inner.kernel = &callee;
  inner.caller = active_;
  inner.filled = tir::filled_before_read(callee);
  inner.depth = active_->depth + 1;
  inner.loops = loops_;
  inner.function = level();
  inner.end = new_block();
  if (callee.has_result) inner.result = result_slot(callee);
  auto levels = std::exchange(levels_, {});
  const tir::Stmt* statement = statement_;
  const tir::StmtId statement_id = statement_id_;
  Activation* caller = std::exchange(active_, &inner);
  values_.clear();
  wides_.clear();
  emit_body(callee);
  branch(inner.end);
  b_.SetInsertPoint(inner.end);
  active_ = caller;
  statement_ = statement;
  statement_id_ = statement_id;
  levels_ = std::move(levels);
  unbind_arguments(callee);
  return inner.result;
}

// ---- results ----

// The value, and whether there is one. A pointer is returned in its parts.
llvm::StructType* CodeEmitter::result_type(const tir::Kernel& callee) const {
  llvm::Type *pointer = llvm::PointerType::get(emission_.llvm, 0), *i64 = llvm::Type::getInt64Ty(emission_.llvm),
             *i1 = llvm::Type::getInt1Ty(emission_.llvm);
  const bool is_pointer = callee.result.code == DType::Code::handle;
  llvm::Type* value =
      is_pointer ? llvm::StructType::get(emission_.llvm, {pointer, i64, i64, i1}) : register_type(callee.result);
  return llvm::StructType::get(emission_.llvm, {value, i1});
}

Value* CodeEmitter::result_slot(const tir::Kernel& callee) {
  Value* result = slot(result_type(callee));
  b_.CreateStore(llvm::Constant::getNullValue(result_type(callee)), result);
  return result;
}

void CodeEmitter::store_result(Value* value) {
  b_.CreateStore(value, active_->result);
  b_.CreateStore(b_.getTrue(), b_.CreateStructGEP(result_type(*active_->kernel), active_->result, 1));
}

Value* CodeEmitter::loaded_result(const tir::Kernel& callee, Value* from, DType dtype, bool is_asked) {
  llvm::StructType* type = result_type(callee);
  if (is_asked && tir::may_end_without_return(callee)) {
    FailureSite site{Kind::argument, tir::ended_without_value(callee)};
    site.declared = place_of(callee);
    require(b_.CreateLoad(b_.getInt1Ty(), b_.CreateStructGEP(type, from, 1)), std::move(site));
  }
  Value* value = b_.CreateLoad(type->getElementType(0), from);
  return callee.result.code == DType::Code::handle ? value : convert(value, callee.result, dtype);
}

void CodeEmitter::return_pointer(Prim e) {
  constexpr size_t kMost = 64;
  const Pointer returned = pointer(e);
  PointerParts parts = parts_of(returned);
  const bool is_known = returned.region == nullptr || !returned.region->may_be_null;
  std::vector<const Region*> own;
  for (const Level& level : levels_) {
    for (const Region* region : level.allocated) {
      if (!is_known || region == returned.region) own.push_back(region);
    }
  }
  if (own.size() > kMost) unsupported("the return of a pointer that may be one of so many");
  for (const Region* region : own) require(b_.CreateICmpNE(parts.base, begin_of(*region)), {Kind::own_memory});
  if (active_->result == nullptr) return;  // nobody asks for it
  Value* all = llvm::PoisonValue::get(result_type(*active_->kernel)->getElementType(0));
  for (unsigned i = 0; Value * *part : parts.all()) all = b_.CreateInsertValue(all, *part, {i++});
  store_result(all);
}

CodeEmitter::Pointer CodeEmitter::returned_pointer(Value* result) {
  if (!result->getType()->isStructTy()) return {};  // the call fails
  PointerParts parts;
  for (unsigned i = 0; Value * *part : parts.all()) *part = b_.CreateExtractValue(result, {i++});
  return pointer_of(parts);
}

// ---- functions ----

// The types of what an argument is made of, in the order of `flat`.
std::vector<llvm::Type*> CodeEmitter::types_of(const tir::Kernel& callee) {
  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  std::vector<llvm::Type*> out{pointer, pointer, i64, pointer};
  for (const tir::Parameter& p : callee.params) {
    if (!p.buffer && node(p.var).dtype.code != DType::Code::handle) {
      out.push_back(register_type(node(p.var).dtype));
      continue;
    }
    out.insert(out.end(), {pointer, i64, i64, b_.getInt1Ty()});
    if (p.buffer) out.insert(out.end(), 1 + 2 * callee[p.buffer].shape.size(), i64);
  }
  return out;
}

llvm::Function* CodeEmitter::function_of(const tir::Kernel& callee) {
  llvm::Function*& function = function_of_[&callee];
  if (function != nullptr) return function;
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), types_of(callee), false);
  function = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                    emission_.name + "_call_" + std::to_string(outlined_.size()), emission_.module);
  function->addFnAttr(llvm::Attribute::NoInline);
  outlined_.push_back({&callee, function});
  return function;
}

Value* CodeEmitter::call_outlined(const tir::Kernel& callee, std::span<const Argument> arguments) {
  if (level() > 0)
    unsupported("a call of '" + std::string(text(callee.name)) + "', which is too deep, in a parallel loop");
  // Looks at what the function relies on.
  bind_arguments(callee, arguments, true);
  unbind_arguments(callee);
  pay(number(1), kStepsOfCall + static_cast<int64_t>(callee.stmts.size()));
  if (is_serial_) {  // it may be recursion
    Value* held = b_.CreateLoad(b_.getInt64Ty(), b_.CreateConstGEP1_64(b_.getPtrTy(), here().context, kHeld));
    require(b_.CreateICmpSLE(held, number(tir::kMostHeldByRecursion)), {Kind::held, std::string(text(callee.name))});
  }
  Value* open = b_.CreateAdd(here().open, number(active_->depth + 1));
  Value* result = llvm::ConstantPointerNull::get(b_.getPtrTy());
  if (callee.has_result) result = result_slot(callee);
  std::vector<Value*> values{here().context, here().budget, open, result};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const tir::Parameter& p = callee.params[i];
    const Argument& a = arguments[i];
    if (!p.buffer && node(p.var).dtype.code != DType::Code::handle) {
      values.push_back(convert(a.number, a.dtype, node(p.var).dtype));
      continue;
    }
    const PointerParts parts = parts_of(a.array ? a.array->data : a.pointer);
    values.insert(values.end(), {parts.base, parts.bytes, parts.offset, parts.constant});
    if (!p.buffer) continue;
    values.push_back(a.array->offset.value);
    for (const Index& d : a.array->shape) values.push_back(d.value);
    Value* compact = number(1);
    std::vector<Value*> strides(a.array->shape.size());
    for (size_t d = strides.size(); d-- > 0;) {
      strides[d] = d < a.array->strides.size() ? a.array->strides[d].value : compact;
      compact =
          b_.CreateMul(compact, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a.array->shape[d].value, number(1)));
    }
    values.insert(values.end(), strides.begin(), strides.end());
  }
  b_.CreateCall(function_of(callee), values);
  Value* failed = b_.CreateLoad(b_.getInt32Ty(), b_.CreateConstGEP1_64(b_.getPtrTy(), here().context, kHasFailed));
  Block* good = new_block();
  b_.CreateCondBr(b_.CreateICmpEQ(failed, b_.getInt32(0)), good, here().exit);
  b_.SetInsertPoint(good);
  return result;
}

void CodeEmitter::emit_outlined(const Outlined& outlined) {
  const tir::Kernel& kernel = *outlined.kernel;
  llvm::Function* function = outlined.function;
  variables_.clear();
  statement_ = nullptr;
  Activation activation;
  activation.kernel = &kernel;
  activation.filled = tir::filled_before_read(kernel);
  activation.loops = loops_;
  activation.depth = 1;  // as in the place of a call: its loops pay for themselves
  active_ = &activation;
  begin_function(function, function->getArg(0));
  here().budget = function->getArg(1);
  here().open = b_.CreateSub(function->getArg(2), number(1));
  here().most_stack = 1 << 10;
  if (kernel.has_result) activation.result = function->getArg(3);
  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  auto callback = [&](ContextField field) {
    return b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, here().context, field));
  };
  llvm::CallInst* memory = b_.CreateCall(llvm::FunctionType::get(pointer, {pointer, i64}, false), callback(kEnter),
                                         {here().context, number(0)});
  here().scratch = memory;
  // Whoever leaves gives the memory back.
  {
    llvm::IRBuilderBase::InsertPointGuard guard(b_);
    b_.SetInsertPoint(here().exit->getTerminator());
    b_.CreateCall(llvm::FunctionType::get(b_.getVoidTy(), {pointer, pointer}, false), callback(kLeave),
                  {here().context, memory});
  }
  require(b_.CreateIsNotNull(memory), {Kind::calls, std::string(text(kernel.name))},
          [&] { return std::vector<Value*>{here().open}; });
  size_t at = 4;
  auto next = [&]() -> Value* { return function->getArg(static_cast<unsigned>(at++)); };
  auto next_pointer = [&] {
    PointerParts parts;
    for (Value** part : parts.all()) *part = next();
    return pointer_of(parts);
  };
  auto next_index = [&] { return Index{next(), values_of(kInt64), {}}; };
  std::vector<Argument> arguments(kernel.params.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const tir::Parameter& p = kernel.params[i];
    Argument& a = arguments[i];
    a.dtype = node(p.var).dtype;
    if (!p.buffer && a.dtype.code != DType::Code::handle) {
      a.number = next();
      if (is_integer(p.var)) a.range = values_of(a.dtype);
      continue;
    }
    a.pointer = next_pointer();
    if (!p.buffer) continue;
    Array array;
    array.data = a.pointer;
    array.offset = next_index();
    for (auto* list : {&array.shape, &array.strides}) {
      for (size_t d = 0; d < kernel[p.buffer].shape.size(); ++d) list->push_back(next_index());
    }
    a.array = std::move(array);
  }
  bind_arguments(kernel, arguments, false);
  emit_body(kernel);
  unbind_arguments(kernel);
  memory->setArgOperand(1, number(here().peak));
  int64_t stack = 0;
  for (const llvm::Instruction& i : *here().entry) {
    if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&i))
      stack += static_cast<int64_t>(slot->getAllocationSize(emission_.module.getDataLayout())->getFixedValue());
  }
  statement_ = nullptr;
  if (stack > kMaxCodeFrame)
    unsupported("the recursion of '" + std::string(text(kernel.name)) + "', which holds so much");
  end_function();
}

}  // namespace hammock::jit
