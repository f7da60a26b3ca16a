// SPDX-License-Identifier: Apache-2.0
// Functions, variables, regions of memory and failures of a kernel under construction.
#include "code_emitter.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/prim/value_check.h"
#include "hammock/prim/walk.h"
#include "hammock/runtime/tensor.h"
#include "hammock/runtime/unwritten.h"
#include "hammock/tir/first_writes.h"

namespace hammock::jit {

using llvm::Type;
using llvm::Value;

namespace {

// What is allocated on the stack: small, so that LLVM may keep it in registers.
constexpr int64_t kMaxOnStack = 1024;
constexpr size_t kMaxScopes = 64;
constexpr int64_t kBytesOfAStep = 16;  // that are filled in less than the time of a step

}  // namespace

CodeEmitter::CodeEmitter(const Emission& emission, const loop::LoweredKernel& kernel)
    : emission_(emission),
      kernel_(kernel),
      code_(std::get<loop::Code>(kernel.body)),
      context_(emission.context),
      prims_(emission.context.prims),
      b_(emission.llvm),
      ranges_(emission.context) {
  for (size_t i = 0; i < code_.callees.size(); ++i) callees_.try_emplace(text(code_.callees[i]->name), i);
}

void CodeEmitter::unsupported(std::string what) const {
  throw Unsupported{
      {Error::Kind::unsupported, "cannot compile " + std::move(what), statement_ ? statement_->span : Span()}};
}

void CodeEmitter::refused(std::string why) const {
  throw Unsupported{
      {Error::Kind::unsupported, tir::of_kernel(tir()) + std::move(why), statement_ ? statement_->span : Span()}};
}

void CodeEmitter::no_memory(const std::string& what) const {
  throw Unsupported{{Error::Kind::memory, tir::of_kernel(tir()) + what + " fit into this machine's memory",
                     statement_ ? statement_->span : Span()}};
}

std::string CodeEmitter::name_of(tir::BufferId b) const {
  const Name n = tir()[b].name;
  return n ? "'" + std::string(text(n)) + "'" : "a buffer";
}

std::string CodeEmitter::name_of(Prim var) const {
  const Name n = tir().hint(var);
  return n ? "'" + std::string(text(n)) + "'" : "a variable";
}

// ---- the kernel ----

CodeFunctions CodeEmitter::run() {
  llvm::Type *pointer = b_.getPtrTy(), *nothing = b_.getVoidTy();
  auto* function = llvm::Function::Create(llvm::FunctionType::get(nothing, {pointer}, false),
                                          llvm::Function::ExternalLinkage, emission_.name, emission_.module);
  Activation activation;
  activation.kernel = code_.kernel.get();
  activation.filled = tir::filled_before_read(*code_.kernel);
  active_ = &activation;
  is_serial_ = has_recursion();
  check_depths();
  begin_function(function, function->getArg(0));
  here().scratch = b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, here().context, kScratch));
  bind_parameters();
  emit_body(*code_.kernel);
  statement_ = nullptr;
  if (code_.must_return) refuse({FailureSite::Kind::no_value});
  out_.shared_scratch = here().peak;
  end_function();
  for (size_t i = 0; i < outlined_.size(); ++i) emit_outlined(Outlined(outlined_[i]));
  out_.needs_stack = !outlined_.empty();
  out_.member_scratch = member_peak_;
  tag_accesses();
  out_.entry = emission_.name;
  out_.sites = std::move(sites_);
  statement_ = nullptr;
  for (int64_t bytes : {out_.shared_scratch, out_.member_scratch}) {
    if (bytes > machine_memory()) no_memory("its buffers of " + std::to_string(bytes) + " bytes do not");
  }
  return std::move(out_);
}

// Expressions are emitted by recursion, so they must not be deep.
void CodeEmitter::check_depths() {
  std::unordered_map<uint32_t, int> depths;
  auto look = [&](Prim root) {
    if (!root) return;
    operands_first(
        prims_, root, [&](Prim e) { return depths.contains(e.index); },
        [&](Prim e, const std::vector<Prim>& operands) {
          int depth = 0;
          for (Prim o : operands) depth = std::max(depth, depths[o.index] + 1);
          depths[e.index] = depth;
          if (depth > kMaxCodeDepth)
            unsupported("an expression that is nested deeper than " + std::to_string(kMaxCodeDepth));
        });
  };
  auto look_at = [&](const tir::Kernel& kernel) {
    for (const tir::Buffer& b : kernel.buffers) {
      for (Prim p : b.shape) look(p);
      for (Prim p : b.strides) look(p);
      look(b.elem_offset);
    }
    for (const tir::Stmt& s : kernel.stmts) {
      look(s.value);
      look(s.min);
    }
    for (Prim p : kernel.lists) look(p);
    for (const tir::Block& block : kernel.blocks) {
      for (Prim p : block.values) look(p);
      look(block.predicate);
      for (const tir::IterVar& v : block.vars) {
        look(v.domain.min);
        look(v.domain.extent);
      }
      for (const tir::MatchBuffer& m : block.matches) {
        for (const tir::Range& r : m.source.ranges) look(r.min);
      }
    }
  };
  look_at(*code_.kernel);
  for (const auto& callee : code_.callees) look_at(*callee);
}

void CodeEmitter::bind_parameters() {
  Value* buffers = b_.CreateLoad(b_.getPtrTy(), b_.CreateConstGEP1_64(b_.getPtrTy(), here().context, kBuffers));
  const tir::Kernel& kernel = tir();
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const tir::Parameter& p = kernel.params[i];
    HAMMOCK_CHECK(p.buffer, "a kernel with a parameter that is no buffer was not specialised");
    const tir::Buffer& b = kernel[p.buffer];
    int64_t span = 1, compact = 1;
    for (size_t d = b.shape.size(); d-- > 0;) {
      const std::optional<int64_t> extent = prims_.constant(b.shape[d]);
      std::optional<int64_t> stride = compact;
      if (!b.strides.empty()) stride = prims_.constant(b.strides[d]);
      if (!extent || !stride || *stride < 0)
        unsupported("the parameter " + name_of(p.buffer) + ", whose shape or strides are not known");
      span = *extent == 0 || span == 0 ? 0 : span + (*extent - 1) * *stride;
      compact *= *extent;
    }
    Value* base = b_.CreateLoad(b_.getPtrTy(), b_.CreateConstGEP1_64(b_.getPtrTy(), buffers, i));
    if (auto first = variables_.find(b.data.index); first != variables_.end()) {
      Value* same = b_.CreateICmpEQ(first->second.pointer.region->base, base);
      require(same, {FailureSite::Kind::argument,
                     of_argument(context_, b.name, kernel.name) + "its data is not that of the other parameter"});
      continue;
    }
    const int64_t bytes = b.dtype.bytes();
    Region* region = new_region(base, span * bytes, bytes / std::max<int64_t>(b.dtype.lanes, 1), name_of(p.buffer));
    region->is_constant = !kernel_.buffers[i].is_output;
    if (code_.may_overlap) region->scope = 0;
    Variable v;
    v.is_pointer = true;
    v.pointer = {region, nullptr};
    bind(b.data, v);
  }
  if (!code_.gives_value) return;
  given_value_ = b_.CreateLoad(b_.getPtrTy(), b_.CreateConstGEP1_64(b_.getPtrTy(), buffers, kernel.params.size()));
  b_.CreateStore(number(0), given_value_);
}

// ---- functions ----

void CodeEmitter::begin_function(llvm::Function* function, Value* context) {
  set_kernel_attributes(*function, emission_.host);
  function->addFnAttr(kStatements);
  Function f;
  f.function = function;
  f.context = context;
  f.entry = Block::Create(emission_.llvm, "", function);
  f.exit = Block::Create(emission_.llvm, "", function);
  functions_.push_back(std::move(f));
  Block* body = new_block();
  b_.SetInsertPoint(here().exit);
  b_.CreateRetVoid();
  b_.SetInsertPoint(here().entry);
  branch(body);
  b_.SetInsertPoint(body);
  here().open = number(1);
  here().budget = slot(b_.getInt64Ty());
  here().first_budget = level() > 0 ? b_.CreateLoad(b_.getInt64Ty(), shared_budget()) : number(kMaxCodeSteps);
  b_.CreateStore(here().first_budget, here().budget);
  values_.clear();
  wides_.clear();
}

void CodeEmitter::end_function() {
  branch(here().exit);
  functions_.pop_back();
  values_.clear();
  wides_.clear();
}

Value* CodeEmitter::shared_budget() { return b_.CreateConstGEP1_64(b_.getPtrTy(), here().context, kBudget); }

CodeEmitter::Block* CodeEmitter::new_block() { return Block::Create(emission_.llvm, "", here().function); }

Value* CodeEmitter::slot(Type* type) {
  llvm::IRBuilder<> entry(here().entry->getTerminator());
  return entry.CreateAlloca(type);
}

// A value of the function around this one: it gets a place in what is passed, and is loaded in the entry block.
Value* CodeEmitter::fetch(Value* value, int owner) {
  if (value == nullptr || owner == level() || llvm::isa<llvm::Constant>(value)) return value;
  Function& f = here();
  Value*& inside = f.inside[value];
  if (inside != nullptr) return inside;
  const llvm::DataLayout& layout = emission_.module.getDataLayout();
  const auto bytes = static_cast<int64_t>(layout.getTypeAllocSize(value->getType()).getFixedValue());
  const auto align = static_cast<int64_t>(layout.getABITypeAlign(value->getType()).value());
  f.captured_bytes = (f.captured_bytes + align - 1) / align * align;
  llvm::IRBuilder<> entry(f.entry->getTerminator());
  inside = entry.CreateLoad(value->getType(), entry.CreateConstGEP1_64(entry.getInt8Ty(), f.captured,
                                                                       static_cast<uint64_t>(f.captured_bytes)));
  f.captures.emplace_back(value, f.captured_bytes);
  f.captured_bytes += bytes;
  return inside;
}

// ---- memory ----

CodeEmitter::Region* CodeEmitter::new_region(Value* base, int64_t bytes, int64_t alignment, std::string name) {
  Region& r = regions_.emplace_back();
  r.base = base;
  r.owner = level();
  r.bytes = bytes;
  r.alignment = alignment;
  r.scope = regions_.size();
  r.name = std::move(name);
  return &r;
}

// Small blocks are on the stack, others lie one behind the other in the scratch memory.
Value* CodeEmitter::room(int64_t bytes) {
  Function& f = here();
  if (bytes <= kMaxOnStack && f.stack + bytes <= f.most_stack) {
    f.stack += bytes;
    llvm::IRBuilder<> entry(f.entry->getTerminator());
    auto* type = llvm::ArrayType::get(b_.getInt8Ty(), static_cast<uint64_t>(std::max<int64_t>(bytes, 1)));
    llvm::AllocaInst* base = entry.CreateAlloca(type);
    base->setAlignment(llvm::Align(64));
    return base;
  }
  constexpr int64_t kMost = int64_t{1} << 47;
  if (bytes > kMost - f.used) no_memory("its buffers do not");
  Value* base = b_.CreateConstGEP1_64(b_.getInt8Ty(), f.scratch, static_cast<uint64_t>(f.used));
  f.used += std::max<int64_t>((bytes + 63) / 64 * 64, 64);  // no two begin at one place
  f.peak = std::max(f.peak, f.used);
  return base;
}

CodeEmitter::Region* CodeEmitter::allocate(Prim pointer, int64_t bytes, std::string name) {
  Value* base = room(bytes);
  if (!active_->filled.contains(pointer.index)) {
    if (bytes > kMaxOnStack) pay(number(bytes / kBytesOfAStep), 1);
    b_.CreateMemSet(base, b_.getInt8(kUnwritten), static_cast<uint64_t>(bytes), llvm::Align(64));
  }
  return new_region(base, bytes, 64, std::move(name));
}

// Memory whose size only the run knows, until the function ends or the same place asks again.
CodeEmitter::Region* CodeEmitter::allocate_anew(Prim pointer, std::span<const Index> extents, DType dtype,
                                                std::string_view name, Value* is_wanted) {
  llvm::Type *address = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  Value *bytes = number(dtype.bytes()), *is_too_much = b_.getFalse(), *is_empty = b_.CreateNot(is_wanted);
  for (const Index& extent : extents) {
    const Index size = not_negative(extent);
    Value* product = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smul_with_overflow, bytes, size.value);
    bytes = b_.CreateExtractValue(product, 0);
    is_too_much = b_.CreateOr(is_too_much, b_.CreateExtractValue(product, 1));
    is_empty = b_.CreateOr(is_empty, b_.CreateICmpEQ(size.value, number(0)));
  }
  bytes = b_.CreateSelect(is_empty, number(0), b_.CreateSelect(is_too_much, number(-1), bytes));
  Value* place = slot(address);
  llvm::IRBuilder<>(here().entry->getTerminator()).CreateStore(llvm::ConstantPointerNull::get(b_.getPtrTy()), place);
  auto renew = [&](llvm::IRBuilder<>& b, Value* size) {
    Value* function = b.CreateLoad(address, b.CreateConstGEP1_64(address, here().context, kRenew));
    auto* type = llvm::FunctionType::get(address, {address, address, i64}, false);
    return b.CreateCall(type, function, {here().context, b.CreateLoad(address, place), size});
  };
  Value* base = renew(b_, bytes);
  b_.CreateStore(base, place);
  llvm::IRBuilder<> exit(here().exit->getTerminator());
  renew(exit, number(-1));
  FailureSite site{FailureSite::Kind::no_room, std::string(name)};
  site.dtype = dtype;
  require(b_.CreateIsNotNull(base), std::move(site), [&] {
    std::vector<Value*> numbers;
    for (const Index& extent : extents) numbers.push_back(extent.value);
    return numbers;
  });
  pay(b_.CreateUDiv(bytes, number(kBytesOfAStep)), 1);
  if (!active_->filled.contains(pointer.index)) b_.CreateMemSet(base, b_.getInt8(kUnwritten), bytes, llvm::Align(64));
  Region* region = new_region(base, 0, 64, "'" + std::string(name) + "'");
  region->dynamic_bytes = bytes;
  return region;
}

Value* CodeEmitter::bytes_of(const Region& r) {
  return r.dynamic_bytes ? fetch(r.dynamic_bytes, r.owner) : number(r.bytes);
}

CodeEmitter::PointerParts CodeEmitter::parts_of(const Pointer& p) {
  if (p.region == nullptr) return {llvm::ConstantPointerNull::get(b_.getPtrTy()), number(0), number(0), b_.getFalse()};
  const Region& r = *p.region;
  return {begin_of(r), bytes_of(r), p.offset ? p.offset : number(0),
          r.constant ? fetch(r.constant, r.owner) : b_.getInt1(r.is_constant)};
}

// Into memory that only the run knows, which may be that of any other region.
CodeEmitter::Pointer CodeEmitter::pointer_of(const PointerParts& parts) {
  Region* r = new_region(parts.base, 0, 1, "");
  r->dynamic_bytes = parts.bytes;
  r->constant = parts.constant;
  r->may_be_null = true;
  r->scope = 0;
  return {r, parts.offset};
}

void CodeEmitter::mark_access(Value* instruction, const Region* region) {
  auto* i = llvm::dyn_cast<llvm::Instruction>(instruction);
  if (i != nullptr && region->scope != 0) accesses_.emplace_back(i, region->scope);
}

// Regions do not overlap, whatever LLVM can see of their pointers.
void CodeEmitter::tag_accesses() {
  const size_t count = std::min(regions_.size(), kMaxScopes);
  llvm::MDBuilder md(emission_.llvm);
  llvm::MDNode* domain = md.createAnonymousAliasScopeDomain();
  std::vector<llvm::Metadata*> scopes;
  for (size_t i = 0; i < count; ++i) scopes.push_back(md.createAnonymousAliasScope(domain));
  std::vector<llvm::MDNode*> own, others;
  for (size_t i = 0; i < count; ++i) {
    std::vector<llvm::Metadata*> rest;
    for (size_t k = 0; k < count; ++k) {
      if (k != i) rest.push_back(scopes[k]);
    }
    own.push_back(llvm::MDNode::get(emission_.llvm, {scopes[i]}));
    others.push_back(llvm::MDNode::get(emission_.llvm, rest));
  }
  for (auto [instruction, scope] : accesses_) {
    if (scope > count) continue;
    instruction->setMetadata(llvm::LLVMContext::MD_alias_scope, own[scope - 1]);
    instruction->setMetadata(llvm::LLVMContext::MD_noalias, others[scope - 1]);
  }
}

// ---- failures ----

void CodeEmitter::require(Value* condition, FailureSite site, const std::function<std::vector<Value*>()>& numbers) {
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition); known && known->isOne()) return;
  Block *good = new_block(), *bad = new_block();
  llvm::MDBuilder md(emission_.llvm);
  b_.CreateCondBr(condition, good, bad, md.createLikelyBranchWeights());
  b_.SetInsertPoint(bad);
  std::vector<Value*> values;
  if (numbers) values = numbers();
  Value* memory = llvm::ConstantPointerNull::get(b_.getPtrTy());
  if (!values.empty()) memory = slot(llvm::ArrayType::get(b_.getInt64Ty(), values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    b_.CreateStore(values[i], b_.CreateConstGEP1_64(b_.getInt64Ty(), memory, i));
  site.numbers = static_cast<uint32_t>(values.size());
  if (active_->kernel != code_.kernel.get()) {
    site.callee = text(tir().name);
    site.span = statement_ ? statement_->span : Span();
  } else {
    site.stmt = statement_ ? statement_id_ : tir::StmtId();
  }
  const auto at = static_cast<int64_t>(sites_.size());
  sites_.push_back(std::move(site));
  Value* context = here().context;
  Value* fail = b_.CreateLoad(b_.getPtrTy(), b_.CreateConstGEP1_64(b_.getPtrTy(), context, kFail));
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getInt64Ty(), b_.getPtrTy()}, false);
  llvm::CallInst* call = b_.CreateCall(type, fail, {context, number(at), memory});
  call->addFnAttr(llvm::Attribute::Cold);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  branch(here().exit);
  b_.SetInsertPoint(good);
}

}  // namespace hammock::jit
