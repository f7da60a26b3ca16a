// SPDX-License-Identifier: Apache-2.0
#include "module_form.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "compiled_kernel.h"

namespace hammock::jit {

namespace {

using llvm::Constant;

bool is_number(const llvm::Value* value) {
  if (!llvm::isa<llvm::ConstantInt, llvm::ConstantFP, llvm::ConstantDataVector>(value)) return false;
  const unsigned bits = value->getType()->getScalarSizeInBits();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

// Does the user take a variable there?
bool may_vary(const llvm::Use& use) {
  const unsigned number = use.getOperandNo();
  if (llvm::isa<llvm::SwitchInst, llvm::AllocaInst, llvm::ExtractElementInst, llvm::MemIntrinsic>(use.getUser()))
    return false;
  if (llvm::isa<llvm::InsertElementInst>(use.getUser())) return number < 2;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser()))
    return call->isArgOperand(&use) && !call->paramHasAttr(call->getArgOperandNo(&use), llvm::Attribute::ImmArg);
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(use.getUser())) {
    auto at = llvm::gep_type_begin(gep);
    for (unsigned i = 1; i < number; ++i) ++at;
    return number > 0 && !at.isStruct();
  }
  return true;
}

// A multiplication and shifts are faster than the division that a variable divisor needs.
bool is_divisor(const llvm::Use& use) {
  if (use.getOperandNo() != 1) return false;
  switch (llvm::cast<llvm::Instruction>(use.getUser())->getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return true;
    case llvm::Instruction::FDiv: return use->getType()->isVectorTy();  // else once a row
    default: return false;
  }
}

void add_words(const Constant* constant, std::vector<uint64_t>& words) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    words.push_back(integer->getZExtValue());
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    words.push_back(real->getValueAPF().bitcastToAPInt().getZExtValue());
  } else {
    const auto* vector = llvm::cast<llvm::ConstantDataVector>(constant);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      words.push_back(vector->getElementType()->isIntegerTy()
                          ? vector->getElementAsInteger(i)
                          : vector->getElementAsAPFloat(i).bitcastToAPInt().getZExtValue());
  }
}

// What stands at a place in the text: no zero, which vectors have in another form.
Constant* any(llvm::Type* type) {
  return type->isIntOrIntVectorTy() ? llvm::ConstantInt::get(type, 1) : llvm::ConstantFP::get(type, 1);
}

class Hash final : public llvm::raw_ostream {
 public:
  Hash() : raw_ostream(/*unbuffered=*/true) {}
  std::string text() {
    const auto digest = hash_.final();
    return {digest.begin(), digest.end()};
  }

 private:
  void write_impl(const char* data, size_t size) override {
    hash_.update(llvm::StringRef(data, size));
    written_ += size;
  }
  uint64_t current_pos() const override { return written_; }
  llvm::SHA256 hash_;
  uint64_t written_ = 0;
};

// The function with one parameter more, `nest`, and calls of it that pass theirs on.
llvm::Function* with_table(llvm::Function& old) {
  const llvm::FunctionType* type = old.getFunctionType();
  std::vector<llvm::Type*> types(type->param_begin(), type->param_end());
  types.push_back(llvm::PointerType::getUnqual(old.getContext()));
  auto* made = llvm::Function::Create(llvm::FunctionType::get(type->getReturnType(), types, false), old.getLinkage(),
                                      "", old.getParent());
  made->takeName(&old);
  made->copyAttributesFrom(&old);
  made->addParamAttr(static_cast<unsigned>(types.size()) - 1, llvm::Attribute::Nest);
  made->splice(made->begin(), &old);
  for (llvm::Argument& argument : old.args()) argument.replaceAllUsesWith(made->getArg(argument.getArgNo()));
  return made;
}

llvm::Argument* table_of(llvm::Function& function) { return function.getArg(function.arg_size() - 1); }

void pass_table(llvm::CallInst& call, llvm::Function& callee) {
  std::vector<llvm::Value*> args(call.arg_begin(), call.arg_end());
  args.push_back(table_of(*call.getFunction()));
  auto* made = llvm::CallInst::Create(callee.getFunctionType(), &callee, args, "", call.getIterator());
  made->setTailCallKind(call.getTailCallKind());
  made->setCallingConv(call.getCallingConv());
  made->setAttributes(call.getAttributes());
  made->addParamAttr(static_cast<unsigned>(args.size()) - 1, llvm::Attribute::Nest);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

// The functions that hold a place that varies, and those that call them; null where one of them is called by its
// address.
using Functions = std::vector<llvm::Function*>;
bool close_over_calls(Functions& functions) {
  std::unordered_set<llvm::Function*> known(functions.begin(), functions.end());
  for (size_t i = 0; i < functions.size(); ++i) {
    for (const llvm::Use& use : functions[i]->uses()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
      if (call == nullptr || !call->isCallee(&use)) return false;
      if (known.insert(call->getFunction()).second) functions.push_back(call->getFunction());
    }
  }
  return true;
}

}  // namespace

ModuleForm::ModuleForm(llvm::Module& module, Numbers numbers) : module_(module), numbers_(numbers) {
  for (llvm::Function& function : module) {
    if (numbers_ == Numbers::all || !function.hasFnAttribute(kFixedNumbers)) find_places(function);
  }
  std::vector<Constant*> constants;
  for (const Place& p : places_) {
    constants.push_back(llvm::cast<Constant>(p.use->get()));
    p.use->set(any(p.use->get()->getType()));
  }
  Hash hash;
  llvm::WriteBitcodeToFile(module, hash);
  text_ = hash.text() + std::to_string(words_.size());
  for (size_t i = 0; i < places_.size(); ++i) places_[i].use->set(constants[i]);
}

void ModuleForm::find_places(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::Use& use : instruction.operands()) {
      if (!is_number(use.get()) || !may_vary(use)) continue;
      if (numbers_ == Numbers::cheap && is_divisor(use)) continue;
      const auto first = static_cast<uint32_t>(words_.size());
      add_words(llvm::cast<Constant>(use.get()), words_);
      places_.push_back(
          {&use, first, static_cast<uint32_t>(words_.size()) - first, use.get()->getType()->getScalarSizeInBits()});
    }
  }
}

bool ModuleForm::take_from(const NumberTable& table) {
  auto function_of = [](const Place& p) { return llvm::cast<llvm::Instruction>(p.use->getUser())->getFunction(); };
  Functions functions;
  for (size_t i = 0; i < places_.size(); ++i) {
    if (table.offsets[i] == NumberTable::kFixed) continue;
    llvm::Function* function = function_of(places_[i]);
    if (functions.empty() || functions.back() != function) functions.push_back(function);
  }
  if (!close_over_calls(functions)) return false;
  std::vector<llvm::Function*> made;
  for (llvm::Function* old : functions) made.push_back(with_table(*old));
  for (size_t i = 0; i < functions.size(); ++i) {
    while (!functions[i]->use_empty()) pass_table(*llvm::cast<llvm::CallInst>(functions[i]->user_back()), *made[i]);
    functions[i]->eraseFromParent();
  }
  std::map<std::tuple<llvm::Function*, int64_t, llvm::Type*>, llvm::Value*> loaded;
  for (size_t i = 0; i < places_.size(); ++i) {
    if (table.offsets[i] == NumberTable::kFixed) continue;
    llvm::Function* function = function_of(places_[i]);
    llvm::Type* type = places_[i].use->get()->getType();
    llvm::Value*& value = loaded[{function, table.offsets[i], type}];
    if (value == nullptr) {
      llvm::BasicBlock& entry = function->getEntryBlock();
      llvm::IRBuilder<> b(&entry, entry.getFirstInsertionPt());
      llvm::Value* from =
          b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), table_of(*function), static_cast<uint64_t>(table.offsets[i]));
      llvm::LoadInst* load = b.CreateAlignedLoad(type, from, llvm::Align(places_[i].bits / 8));
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
      value = load;
    }
    places_[i].use->set(value);
  }
  return true;
}

}  // namespace hammock::jit
