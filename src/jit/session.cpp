// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "compiled_kernel.h"
#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/base/pages.h"
#include "hammock/runtime/tiles.h"
#include "llvm_start.h"

// Conversions of halves where the machine has none; the C runtime's.
extern "C" {
void __extendhfsf2();
void __truncsfhf2();
void __truncdfhf2();
}

namespace hammock::jit {

namespace {

struct RuntimeSymbol {
  const char* name;
  void* address;
};

template <class R, class... A>
void* address(R (*f)(A...)) {
  return reinterpret_cast<void*>(f);
}

// Floats of 8 bits, to nearest even; e4m3, which has no infinity, saturates.
uint8_t to_e4m3(float x) {
  return float_to_float8(Float8<DType::Code::e4m3>::kDtype, std::isnan(x) ? x : std::clamp(x, -448.0f, 448.0f));
}
uint8_t to_e5m2(float x) { return float_to_float8(Float8<DType::Code::e5m2>::kDtype, x); }

#define LIBRARY(name) {#name, address<double, double>(std::name)}, {#name "f", address<float, float>(std::name)},
#define LIBRARY2(name) \
  {#name, address<double, double, double>(std::name)}, {#name "f", address<float, float, float>(std::name)},

#define TILES(name) {#name, address(name)},

const RuntimeSymbol kRuntimeSymbols[] = {
    TILES(hammock_tile_zero) TILES(hammock_tile_load) TILES(hammock_tile_store)
        TILES(hammock_tile_multiply){"fma", address<double, double, double, double>(std::fma)},
    {"fmaf", address<float, float, float, float>(std::fma)},
    {"ldexp", address<double, double, int>(std::ldexp)},
    {"ldexpf", address<float, float, int>(std::ldexp)},
    {"roundeven", address<double, double>(std::nearbyint)},
    {"roundevenf", address<float, float>(std::nearbyint)},
    {"hammock_to_e4m3", address<uint8_t, float>(to_e4m3)},
    {"hammock_to_e5m2", address<uint8_t, float>(to_e5m2)},
    {"memset", reinterpret_cast<void*>(&std::memset)},
    {"memcpy", reinterpret_cast<void*>(&std::memcpy)},
    {"memmove", reinterpret_cast<void*>(&std::memmove)},
    {"__extendhfsf2", reinterpret_cast<void*>(&__extendhfsf2)},
    {"__truncsfhf2", reinterpret_cast<void*>(&__truncsfhf2)},
    {"__truncdfhf2", reinterpret_cast<void*>(&__truncdfhf2)},
    LIBRARY(rint)
// The functions of intrinsics.def, those too that LLVM may call instead of an instruction.
#define SYMBOL_none(name)
#define SYMBOL_special(name)
#define SYMBOL_unary(name) LIBRARY(name)
#define SYMBOL_binary(name) LIBRARY2(name)
#define INTRINSIC(name, operands, result, form, effect, execution, scalar, c) SYMBOL_##c(name)
#include "hammock/prim/intrinsics.def"
};

Error failed(const std::string& what, llvm::Error error) {
  return {Error::Kind::run, what + ": " + llvm::toString(std::move(error)), {}};
}

// The features of the host that its processor's name does not tell. LLVM goes by the text of all of them for each
// function in each of its passes.
std::string features_beside_name(const Host& host) {
  const llvm::Target& target = target_of(host);
  auto processor = [&](const std::string& features) {
    return std::unique_ptr<llvm::MCSubtargetInfo>(target.createMCSubtargetInfo(host.triple, host.cpu, features));
  };
  const auto named = processor("");
  std::unordered_map<std::string_view, unsigned> bits;
  for (const llvm::SubtargetFeatureKV& feature : named->getAllProcessorFeatures())
    bits.emplace(feature.Key, feature.Value);
  auto is_so = [&](const llvm::MCSubtargetInfo& info, const std::string& f) {
    const auto bit = bits.find(std::string_view(f).substr(1));
    return bit != bits.end() && info.getFeatureBits()[bit->second] == (f[0] == '+');
  };
  std::string out;
  for (const std::string& f : host.features) {
    if (!is_so(*named, f)) out += (out.empty() ? "" : ",") + f;
  }
  const auto told = processor(out);
  return std::ranges::all_of(host.features, [&](const auto& f) { return is_so(*told, f); }) ? out
                                                                                            : host.feature_string();
}

// The functions of statements, whose loops nobody has made vectors of yet.
class VectorizeStatements : public llvm::PassInfoMixin<VectorizeStatements> {
 public:
  VectorizeStatements() {
    passes_.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes_.addPass(llvm::LoopVectorizePass());
    passes_.addPass(llvm::EarlyCSEPass());
    passes_.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager) {
    if (!function.hasFnAttribute(kStatements)) return llvm::PreservedAnalyses::all();
    return passes_.run(function, manager);
  }

 private:
  llvm::FunctionPassManager passes_;
};

// Of 512 bits.
size_t registers_of(const llvm::Type* type) {
  return std::max<size_t>(1, type->getPrimitiveSizeInBits().getKnownMinValue() / 512);
}

// A wide vector counts as the instructions that it becomes.
size_t size_of(const llvm::Function& function) {
  size_t count = 0;
  for (const llvm::Instruction& i : llvm::instructions(function)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
    count += registers_of(store ? store->getValueOperand()->getType() : i.getType());
  }
  return count;
}

// What LLVM does to a function grows with its square in many parts, and in some it recurses over the loops. A module
// with one that is this large gets plain code, as without optimisation, and so does one with very many.
bool is_large(const llvm::Module& module) {
  constexpr size_t kFunction = 4096, kStatementsInAll = 16384;
  size_t all = 0;
  for (const llvm::Function& function : module) {
    const size_t size = size_of(function);
    if (function.hasFnAttribute(kStatements)) all += size;
    if (size >= kFunction || all >= kStatementsInAll || function.hasFnAttribute(kPlain)) return true;
  }
  return false;
}

// Plain code keeps every value on the stack, and wide vectors are large.
void limit_stack(llvm::Module& module) {
  for (llvm::Function& function : module) function.addFnAttr("warn-stack-size", std::to_string(1 << 20));
}

// The first instructions of a block go, again and again: those that stay are not touched. What is allocated stays in
// the entry.
void split_blocks(llvm::Module& module) {
  constexpr int kBlock = 512;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (size_t left = block.isEntryBlock() ? 0 : block.size(); left > 2 * kBlock; left -= kBlock)
        block.splitBasicBlock(std::next(block.begin(), kBlock), "", /*Before=*/true);
    }
  }
}

// What finds nothing to do in the code of kernels, one machine pass after the other held against the assembly of a
// large network, and costs as much as it would elsewhere.
const std::array kUseless = {
    &llvm::DeadMachineInstructionElimID,
    &llvm::EarlyIfConverterID,
    &llvm::EarlyTailDuplicateID,
    &llvm::FEntryInserterID,
    &llvm::FixupStatepointCallerSavedID,
    &llvm::FuncletLayoutID,
    &llvm::ImplicitNullChecksID,
    &llvm::LiveDebugValuesID,
    &llvm::PatchableFunctionID,
    &llvm::PostRAMachineSinkingID,
    &llvm::PostRASchedulerID,
    &llvm::RemoveRedundantDebugValuesID,
    &llvm::StackMapLivenessID,
    &llvm::TailDuplicateID,
    &llvm::XRayInstrumentationID,
};

// The same of passes that have no such name, and one that the loops of products are written so as not to need.
class PassFilter final : public llvm::OptPassGate {
 public:
  bool is_counted = false;
  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) override {
    return pass != "Constant Hoisting" && pass != "X86 Domain Reassignment Pass" && pass != "X86 LEA Optimize" &&
           pass != "X86 Avoid Store Forwarding Blocks" && pass != "Partially inline calls to library functions" &&
           (!is_counted || pass != "Loop Strength Reduction");
  }
};

// Modules to objects, or to text. Making it costs as much as compiling a small kernel; LLVM is made for several modules
// in turn (llc -compile-twice).
struct CodeGenerator {
  Object object;
  llvm::raw_svector_ostream stream{object};
  llvm::legacy::PassManager passes;
  bool is_good;

  // As LLVMTargetMachine::addPassesToEmitFile, without what is useless where anything is optimised.
  CodeGenerator(llvm::TargetMachine& any, llvm::CodeGenFileType type) {
    auto& machine = static_cast<llvm::LLVMTargetMachine&>(any);
    llvm::TargetPassConfig* config = machine.createPassConfig(passes);
    config->setDisableVerify(true);
    for (const char* pass : kUseless) config->disablePass(pass);
    auto* information = new llvm::MachineModuleInfoWrapperPass(&machine);
    passes.add(config);
    passes.add(information);
    is_good = !config->addISelPasses();
    config->addMachinePasses();
    config->setInitialized();
    is_good = is_good && !machine.addAsmPrinter(passes, stream, nullptr, type, information->getMMI().getContext());
    passes.add(llvm::createFreeMachineFunctionPass());
  }
};

// What one member of the pool keeps from module to module. Making it takes as long as a small kernel.
struct Compiler {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::PassBuilder passes;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::ModulePassManager pipeline, plain;
  std::unique_ptr<CodeGenerator> generator;
  PassFilter filter;
  bool is_stack_exceeded = false;

  void run(llvm::Module& module, llvm::ModulePassManager& which) {
    which.run(module, modules);
    modules.clear();
    calls.clear();
    functions.clear();
    loops.clear();
  }

  explicit Compiler(std::unique_ptr<llvm::TargetMachine> m)
      : context(new llvm::LLVMContext), machine(std::move(m)), passes(machine.get()) {
    context->setDiscardValueNames(true);
    // Loops that are to be vectorised and cannot be are no news for whoever runs a script; anything worse is a defect.
    auto receive = [](const llvm::DiagnosticInfo* info, void* compiler) {
      HAMMOCK_CHECK(info->getSeverity() != llvm::DS_Error, "LLVM reports an error");
      if (info->getKind() == llvm::DK_StackSize) static_cast<Compiler*>(compiler)->is_stack_exceeded = true;
    };
    context->setDiagnosticHandlerCallBack(receive, this);
    context->setOptPassGate(filter);
    passes.registerModuleAnalyses(modules);
    passes.registerCGSCCAnalyses(calls);
    passes.registerFunctionAnalyses(functions);
    passes.registerLoopAnalyses(loops);
    passes.crossRegisterProxies(loops, functions, calls, modules);
    llvm::FunctionPassManager tidy;
    tidy.addPass(llvm::EarlyCSEPass());
    tidy.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
    tidy.addPass(llvm::SimplifyCFGPass());
    tidy.addPass(VectorizeStatements());
    pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(tidy)));
    if constexpr (kIsSanitized) {
      for (llvm::ModulePassManager* p : {&pipeline, &plain}) {
        p->addPass(llvm::AddressSanitizerPass({}, /*UseGlobalGC=*/false, /*UseOdrIndicator=*/false,
                                              llvm::AsanDtorKind::None, llvm::AsanCtorKind::None));
      }
    }
  }
};

// A loop over vectors with a bit of each kind of what kernels do.
void add_trial(llvm::Module& module, const Host& host) {
  llvm::IRBuilder<> b(module.getContext());
  llvm::Type *pointer = b.getPtrTy(), *i64 = b.getInt64Ty();
  auto* function = llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {pointer, i64}, false),
                                          llvm::Function::ExternalLinkage, "trial", module);
  set_kernel_attributes(*function, host);
  auto block = [&] { return llvm::BasicBlock::Create(module.getContext(), "", function); };
  llvm::BasicBlock *entry = block(), *inside = block(), *after = block();
  auto* vector = llvm::FixedVectorType::get(b.getFloatTy(), static_cast<unsigned>(host.vector_bytes) / 4);
  b.SetInsertPoint(entry);
  b.CreateBr(inside);
  b.SetInsertPoint(inside);
  llvm::PHINode* i = b.CreatePHI(i64, 2);
  llvm::Value* place = b.CreateGEP(b.getFloatTy(), function->getArg(0), i);
  llvm::Value* x = b.CreateAlignedLoad(vector, place, llvm::Align(4));
  x = b.CreateFAdd(b.CreateFMul(x, x), x);
  x = b.CreateSelect(b.CreateFCmpOGT(x, llvm::Constant::getNullValue(vector)), x, llvm::ConstantFP::get(vector, 1));
  b.CreateAlignedStore(x, place, llvm::Align(4));
  llvm::Value* next = b.CreateNSWAdd(i, b.getInt64(vector->getNumElements()));
  i->addIncoming(b.getInt64(0), entry);
  i->addIncoming(next, inside);
  b.CreateCondBr(b.CreateICmpSLT(next, function->getArg(1)), inside, after);
  b.SetInsertPoint(after);
  b.CreateRetVoid();
}

}  // namespace

// What the heap grows by: while all is made, and with a member's first module.
constexpr size_t kMadeBytes = 2 << 20, kModuleBytes = 2 << 20;

struct Session::State {
  Host host;
  std::once_flag started;
  std::string features;  // after the start
  struct Member {
    std::once_flag started, tried;
    std::unique_ptr<Compiler> compiler;
    std::optional<HeapAhead> heap;  // of the member's thread
  };
  std::vector<Member> members;
  std::unique_ptr<llvm::orc::ExecutionSession> session;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer;
  llvm::orc::JITDylib* library = nullptr;  // none before the first object
  std::string reported;                    // what ORC complained of, for the text of the error that follows

  explicit State(const Host& h, int count) : host(h), members(static_cast<size_t>(count)) {}

  std::unique_ptr<llvm::TargetMachine> make_machine(llvm::CodeGenOptLevel level) {
    std::call_once(started, [this] { features = features_beside_name(host); });
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
    options.MCOptions.AsmVerbose = true;  // of assembly: which loop a block is in, and what it spills
    return std::unique_ptr<llvm::TargetMachine>(target_of(host).createTargetMachine(
        host.triple, host.cpu, features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level, /*JIT=*/true));
  }

  std::optional<Error> start();
  Result<Object> compile(int member, llvm::Module& module, llvm::CodeGenFileType type);

  // For a module of the member, which is the caller; prepare() no longer touches it.
  Compiler& compiler(int number) {
    Member& member = members[static_cast<size_t>(number)];
    if (!member.heap) member.heap.emplace(kModuleBytes);
    std::call_once(member.tried, [] {});
    return made(number);
  }

  // The first module costs some milliseconds more than it would later: LLVM's tables for the processor are made, and
  // its own code comes from the disk. prepare() has a small one compiled, unless the member is at work already.
  void try_out(int number) {
    std::call_once(members[static_cast<size_t>(number)].tried, [&] {
      Compiler& c = made(number);
      if (!c.generator->is_good) return;
      llvm::Module module("trial", *c.context);
      module.setTargetTriple(host.triple);
      module.setDataLayout(c.machine->createDataLayout());
      add_trial(module, host);
      c.run(module, c.pipeline);
      c.generator->passes.run(module);
      c.generator->object.clear();
    });
  }

  // Made by prepare() or by the member, whoever comes first.
  Compiler& made(int number) {
    Member& member = members[static_cast<size_t>(number)];
    std::call_once(member.started, [&] {
      member.compiler = std::make_unique<Compiler>(make_machine(llvm::CodeGenOptLevel::Default));
      member.compiler->generator =
          std::make_unique<CodeGenerator>(*member.compiler->machine, llvm::CodeGenFileType::ObjectFile);
    });
    return *member.compiler;
  }
};

Session::Session(const Host& host, int members) : state_(new State(host, members)) {}

void Session::prepare(const std::stop_token& stop) {
  const HeapAhead heap(kMadeBytes);
  const int count = static_cast<int>(state_->members.size());
  for (int i = 0; i < count; ++i) state_->made(i);
  for (int i = 0; i < count && !stop.stop_requested(); ++i) state_->try_out(i);
}

Session::~Session() {
  if (!state_->session) return;
  if (llvm::Error error = state_->session->endSession()) llvm::consumeError(std::move(error));
}

const Host& Session::host() const { return state_->host; }

std::optional<Error> Session::State::start() {
  if (library != nullptr) return std::nullopt;
  start_llvm();
  auto control = llvm::orc::SelfExecutorProcessControl::Create();
  if (!control) return failed("cannot start the JIT", control.takeError());
  session = std::make_unique<llvm::orc::ExecutionSession>(std::move(*control));
  session->setErrorReporter([this](llvm::Error error) { reported += llvm::toString(std::move(error)) + "; "; });
  layer = std::make_unique<llvm::orc::ObjectLinkingLayer>(*session);
  llvm::orc::JITDylib& made = session->createBareJITDylib("kernels");
  llvm::orc::SymbolMap symbols;
  for (const RuntimeSymbol& s : kRuntimeSymbols)
    symbols[session->intern(s.name)] = {llvm::orc::ExecutorAddr::fromPtr(s.address), llvm::JITSymbolFlags::Exported};
  if (llvm::Error error = made.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return failed("cannot start the JIT", std::move(error));
  if constexpr (kIsSanitized) {
    auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
        '\0', [](const llvm::orc::SymbolStringPtr& name) { return (*name).starts_with("__asan_"); });
    if (!process) return failed("cannot start the JIT", process.takeError());
    made.addGenerator(std::move(*process));
  }
  library = &made;
  return std::nullopt;
}

std::unique_ptr<llvm::Module> Session::new_module(int member, const std::string& name) {
  Compiler& c = state_->compiler(member);
  auto module = std::make_unique<llvm::Module>(name, *c.context);
  module->setTargetTriple(state_->host.triple);
  module->setDataLayout(c.machine->createDataLayout());
  return module;
}

Result<Object> Session::compile(int member, llvm::Module& module) {
  return state_->compile(member, module, llvm::CodeGenFileType::ObjectFile);
}

Result<std::string> Session::assembly(int member, llvm::Module& module) {
  Result<Object> text = state_->compile(member, module, llvm::CodeGenFileType::AssemblyFile);
  if (!text) return text.error();
  return std::string(text->data(), text->size());
}

Result<Object> Session::State::compile(int member, llvm::Module& module, llvm::CodeGenFileType type) {
  Compiler& c = compiler(member);
  if (llvm::verifyModule(module)) {
    for (const llvm::Function& function : module) {
      std::string text;
      llvm::raw_string_ostream out(text);
      HAMMOCK_CHECK(!llvm::verifyFunction(function, &out),
                    "the JIT emitted IR that is not valid in " + function.getName().str() + ": " + text);
    }
    HAMMOCK_CHECK(false, "the JIT emitted a module that is not valid");
  }
  std::unique_ptr<llvm::TargetMachine> plain;
  if (is_large(module)) {
    plain = make_machine(llvm::CodeGenOptLevel::None);
    split_blocks(module);
    limit_stack(module);
  }
  c.run(module, plain ? c.plain : c.pipeline);
  const bool is_kept = !plain && type == llvm::CodeGenFileType::ObjectFile;
  std::optional<CodeGenerator> once;
  if (!is_kept) once.emplace(plain ? *plain : *c.machine, type);
  CodeGenerator& generator = is_kept ? *c.generator : *once;
  if (!generator.is_good) return Error{Error::Kind::unsupported, "LLVM cannot emit code for " + host.triple, {}};
  c.filter.is_counted =
      std::ranges::all_of(module, [](const auto& f) { return f.isDeclaration() || f.hasFnAttribute(kCounted); });
  generator.passes.run(module);
  Object object = std::exchange(generator.object, {});
  if (std::exchange(c.is_stack_exceeded, false))
    return Error{Error::Kind::unsupported, "cannot compile a kernel whose values take so much of the stack", {}};
  return object;
}

Result<bool> Session::add(Object object) {
  if (std::optional<Error> error = state_->start()) return *error;
  auto buffer = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object), /*RequiresNullTerminator=*/false);
  if (llvm::Error error = state_->layer->add(*state_->library, std::move(buffer)))
    return failed("cannot link kernels", std::move(error));
  return true;
}

Result<std::vector<void*>> Session::lookup(const std::vector<std::string>& names) {
  if (names.empty()) return std::vector<void*>();
  llvm::orc::SymbolLookupSet set;
  for (const std::string& name : names) set.add(state_->session->intern(name));
  set.removeDuplicates();  // kernels may share functions
  auto found =
      state_->session->lookup({{state_->library, llvm::orc::JITDylibLookupFlags::MatchAllSymbols}}, std::move(set));
  if (!found)
    return failed("cannot link kernels",
                  llvm::joinErrors(llvm::createStringError(state_->reported), found.takeError()));
  std::vector<void*> out;
  for (const std::string& name : names)
    out.push_back((*found)[state_->session->intern(name)].getAddress().toPtr<void*>());
  return out;
}

void set_kernel_attributes(llvm::Function& function, const Host& host) {
  function.setDoesNotThrow();
  function.setDSOLocal(true);
  if constexpr (kIsSanitized) function.addFnAttr(llvm::Attribute::SanitizeAddress);
  function.addFnAttr("prefer-vector-width", std::to_string(host.vector_bytes * 8));
}

}  // namespace hammock::jit
