// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/kernel.h"

#include <algorithm>
#include <cstring>

#include "hammock/base/clock.h"
#include "hammock/base/storage.h"
#include "hammock/ir/integers.h"
#include "hammock/prim/value_check.h"
#include "hammock/runtime/unwritten.h"
#include "hammock/tir/refusal.h"
#include "host.h"
#include "kernel_interpreter.h"
#include "kernel_steps.h"

namespace hammock::reference {
namespace {

std::vector<int64_t> compact_strides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;) {
    if (__builtin_mul_overflow(strides[d], std::max<int64_t>(1, shape[d]), &strides[d - 1])) strides[d - 1] = 0;
  }
  return strides;
}

}  // namespace

const Instruction* Frame::fail(const Instruction* at, std::string text, Error::Kind kind) {
  const tir::StmtId stmt = code->places[static_cast<size_t>(at - code->code.data())];
  const Span place = stmt ? (*code->kernel)[stmt].span : Span();
  interpreter->set_error({kind,
                          "kernel '" + std::string(code->context().text(code->kernel->name)) + "': " + std::move(text),
                          place ? place : code->span});
  stop = Stop::failed;
  return nullptr;
}

// What a parameter is given.
struct Interpreter::Argument {
  enum class Kind : uint8_t { integer, real, pointer, tensor, other } kind = Kind::other;
  Slot value = {.i = 0};  // of a tensor: the pointer to its data
  ArrayView view;
};

Interpreter::Interpreter(const Module& module, const EvalOptions& options)
    : module_(module), options_(options), noise_key_(options.noise_seed) {}

std::optional<uint32_t> Interpreter::add(Memory memory) {
  if (!free_.empty()) {
    const uint32_t number = free_.back();
    free_.pop_back();
    memories_[number] = std::move(memory);
    return number;
  }
  if (std::ssize(memories_) >= Pointer::kMaxMemories) return std::nullopt;
  memories_.push_back(std::move(memory));
  return static_cast<uint32_t>(memories_.size() - 1);
}

void Interpreter::drop(uint32_t number) {
  if (number == UINT32_MAX) return;
  memories_[number] = {};
  free_.push_back(number);
}

std::string Interpreter::bound_on_steps() const {
  return "more than " + std::to_string(options_.max_kernel_steps) + " steps, which is the bound";
}

Result<std::shared_ptr<const KernelCode>> Interpreter::code_of(GlobalId id) {
  auto& code = codes_[id.index];
  if (code) return code;
  Result<std::shared_ptr<const KernelCode>> made = translate(module_, id, options_.noise > 0, options_.host_functions);
  if (made) code = *made;
  return made;
}

// ---- arguments ----

Result<Interpreter::Argument> Interpreter::argument_of(const RuntimeValue& value) {
  Argument out;
  if (const Tensor* t = value.tensor()) {
    out.kind = Argument::Kind::tensor;
    out.view.shape = t->shape;
    out.view.dtype = t->dtype;
    std::optional<uint32_t> number = add({t->data, t->bytes()});
    if (!number) return Error{Error::Kind::memory, "too many tensors are held by kernels", {}};
    out.value.i = out.view.pointer = Pointer{*number, 0}.pack();
  } else if (auto* integer = std::get_if<int64_t>(&value.v)) {
    out.kind = Argument::Kind::integer;
    out.value.i = *integer;
  } else if (auto* real = std::get_if<double>(&value.v)) {
    out.kind = Argument::Kind::real;
    out.value.d = *real;
  }
  return out;
}

Interpreter::Failure Interpreter::bind(Frame& frame, const ParameterCode& p, const Argument& a, Span call) {
  using Kind = Argument::Kind;
  if (p.kind == ParameterCode::Kind::buffer) return bind_tensor(frame, p, a, call);
  Slot& to = frame.r[p.to];
  constexpr std::string_view kGiven[] = {"an integer", "a float", "a pointer", "a tensor", "no number"};
  auto wrong = [&](std::string_view wanted) {
    return Error{Error::Kind::run,
                 of_argument(frame.code->context(), p.name, frame.code->kernel->name) + "it is " +
                     std::string(kGiven[static_cast<size_t>(a.kind)]) + ", expected " + std::string(wanted),
                 call, frame.code->span};
  };
  if (p.kind == ParameterCode::Kind::pointer) {
    if (a.kind == Kind::integer || a.kind == Kind::real) return wrong("a tensor or a pointer");
    to = a.value;
  } else if (p.dtype.is_any_float()) {
    if (a.kind != Kind::real && a.kind != Kind::integer) return wrong("a number of " + to_string(p.dtype));
    to.d = rounded(a.kind == Kind::real ? a.value.d : static_cast<double>(a.value.i), p.dtype);
  } else {
    if (a.kind != Kind::integer) return wrong("an integer of " + to_string(p.dtype));
    to.i = wrap(a.value.i, p.dtype);
  }
  return {};
}

Interpreter::Failure Interpreter::bind_tensor(Frame& frame, const ParameterCode& p, const Argument& a, Span call) {
  auto wrong = [&](const std::string& what) {
    return Error{Error::Kind::run, of_argument(frame.code->context(), p.name, frame.code->kernel->name) + what, call,
                 frame.code->span};
  };
  if (a.kind != Argument::Kind::tensor) return wrong("it is no tensor");
  const ArrayView& view = a.view;
  if (view.shape.size() != p.rank)
    return wrong("rank is " + std::to_string(view.shape.size()) + ", expected " + std::to_string(p.rank));
  if (p.is_checked && view.dtype != p.dtype)
    return wrong("dtype is " + to_string(view.dtype) + ", expected " + to_string(p.dtype));
  const std::vector<int64_t> compact = compact_strides(view.shape);
  std::vector<int64_t> strides = view.strides.empty() ? compact : view.strides;
  const bool has_strides = std::ranges::any_of(p.found, [](const Found& f) { return f.field == Field::stride; });
  for (size_t d = 0; d < strides.size() && d < compact.size(); ++d) {
    if (!has_strides && view.shape[d] != 1 && strides[d] != compact[d])
      return wrong("the stride of dim " + std::to_string(d) + " is " + std::to_string(strides[d]) + ", expected " +
                   std::to_string(compact[d]));
    if (p.is_auto_broadcast && view.shape[d] == 1) strides[d] = 0;
  }
  for (const Found& f : p.found) {
    const int64_t actual = f.field == Field::dim      ? view.shape[f.dim]
                           : f.field == Field::stride ? f.dim < strides.size() ? strides[f.dim] : 0
                                                      : view.offset;
    if (actual % f.factor != 0)
      return wrong("the offset is " + std::to_string(actual) + ", no multiple of " + std::to_string(f.factor));
    frame.r[f.to].i = f.dtype.is_integral() ? wrap(actual, f.dtype) : actual;
  }
  if (p.same_data != kNoRegister) {
    const Memory *first = memory(frame.r[p.to].i), *second = memory(a.value.i);
    if (!first || !second || first->keep.get() != second->keep.get())
      return wrong("its data is not that of the other parameter");
  }
  frame.r[p.to] = a.value;
  return {};
}

// ---- calls ----

Interpreter::Failure Interpreter::enter(std::shared_ptr<const KernelCode> code, std::span<const Argument> arguments,
                                        Register result, Span call) {
  const std::string name = "kernel '" + std::string(code->context().text(code->kernel->name)) + "'";
  if (arguments.size() != code->parameters.size()) {
    return Error{Error::Kind::run,
                 name + " takes " + std::to_string(code->parameters.size()) + " arguments, " +
                     std::to_string(arguments.size()) + " are given",
                 call, code->span};
  }
  const auto bytes = static_cast<int64_t>(code->registers.size() * sizeof(Slot) + code->shared * 16 + sizeof(Frame));
  const int64_t most = options_.max_bytes > 0 ? options_.max_bytes : std::min(machine_memory() / 4, INT64_C(4) << 30);
  const std::string_view callee = code->context().text(code->kernel->name);
  if (std::ssize(frames_) >= tir::kMostOpenCalls || held_ + bytes > most)
    return Error{Error::Kind::run, tir::too_many_calls(callee, std::ssize(frames_)), call};
  int& open = open_[code.get()];
  if (open > 0 && held_by_recursion_ > tir::kMostHeldByRecursion)
    return Error{Error::Kind::run, tir::recursion_holds_too_much(callee), call};
  auto frame = std::make_unique<Frame>();
  frame->code = code.get();
  frame->is_recursive = open > 0;
  frame->interpreter = this;
  frame->registers = code->registers;
  frame->r = frame->registers.data();
  frame->resume = code->code.data();
  frame->result = result;
  frame->called = call;
  frame->computed_in.resize(code->shared);
  frame->returns.resize(code->shared);
  frame->keep = std::move(code);
  // Scalars first: a shape may be one of them.
  for (bool buffers : {false, true}) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const ParameterCode& p = frame->code->parameters[i];
      if ((p.kind == ParameterCode::Kind::buffer) != buffers) continue;
      if (Failure failure = bind(*frame, p, arguments[i], call)) return failure;
    }
  }
  held_ += bytes;
  ++open;
  frames_.push_back(std::move(frame));
  return {};
}

void Interpreter::leave() {
  Frame& frame = *frames_.back();
  --open_[frame.code];
  held_by_recursion_ -= frame.held;
  for (uint32_t number : frame.memories) drop(number);
  held_ -= static_cast<int64_t>(frame.registers.size() * sizeof(Slot) + frame.code->shared * 16 + sizeof(Frame));
  frames_.pop_back();
}

// A kernel calls another one.
Interpreter::Failure Interpreter::call(Frame& caller) {
  const KernelCall& call = caller.code->calls[caller.call];
  const size_t here = static_cast<size_t>(caller.resume - caller.code->code.data()) - 1;
  const Span span = caller.code->places[here] ? (*caller.code->kernel)[caller.code->places[here]].span : Span();
  if (!has_steps(1)) return Error{Error::Kind::run, bound_on_steps(), span};
  if (call.host) return call_host(caller, call, caller.code->code[here].to, span);
  Result<std::shared_ptr<const KernelCode>> code = code_of(call.callee);
  if (!code) return code.error();
  std::vector<Argument> arguments(call.arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    Argument& a = arguments[i];
    const DType d = call.dtypes[i];
    a.value = caller.r[call.arguments[i]];
    a.kind = d.is_any_float()  ? Argument::Kind::real
             : d.is_integral() ? Argument::Kind::integer
                               : Argument::Kind::pointer;
    const auto number = static_cast<uint64_t>(-a.value.i - 1);
    if (a.kind != Argument::Kind::pointer || a.value.i >= 0 || number >= caller.arrays.size()) continue;
    a.kind = Argument::Kind::tensor;
    a.view = caller.arrays[number];
    a.value.i = a.view.pointer;
  }
  for (uint32_t number : caller.memories) {
    if (caller.is_recursive && number != UINT32_MAX) caller.held += memories_[number].bytes;
  }
  held_by_recursion_ += caller.held;
  return enter(*code, arguments, caller.code->code[here].to, span);
}

// What T.tvm_stack_make_array describes, as a tensor in the memory that is there.
Result<RuntimeValue> Interpreter::tensor_of(const ArrayView& view) {
  auto wrong = [](std::string text) { return Error{Error::Kind::run, std::move(text), {}}; };
  const Memory* m = memory(view.pointer);
  if (!m) return wrong("an array of no memory");
  if (!is_storable(view.dtype)) return wrong("an array of " + to_string(view.dtype));
  Tensor tensor{view.dtype, view.shape, {}};
  const std::vector<int64_t> compact = compact_strides(view.shape);
  int64_t bytes = view.dtype.bytes(), begin = 0;
  bool is_fine = true;
  for (size_t d = 0; d < view.shape.size(); ++d) {
    is_fine = is_fine && view.shape[d] >= 0 && !__builtin_mul_overflow(bytes, view.shape[d], &bytes);
    const int64_t stride = d < view.strides.size() ? view.strides[d] : compact[d];
    if (view.shape[d] != 1 && stride != compact[d]) return wrong("an array that is not compact");
  }
  is_fine = is_fine && !__builtin_mul_overflow(view.offset, view.dtype.bytes(), &begin) &&
            !__builtin_add_overflow(begin, Pointer::unpack(view.pointer).offset, &begin);
  if (!is_fine || begin < 0 || begin % view.dtype.bytes() != 0 || bytes > m->bytes || begin > m->bytes - bytes)
    return wrong("an array of shape " + shape_text(view.shape) + " and dtype " + to_string(view.dtype) +
                 " lies outside of its memory");
  tensor.data = std::shared_ptr<std::byte>(m->keep, m->keep.get() + begin);
  if (m->is_constant) tensor = copied(tensor);
  return RuntimeValue{std::move(tensor)};
}

Result<RuntimeValue> Interpreter::operand_of_host(const Frame& caller, const KernelCall& call, size_t i) {
  if (call.texts[i]) return RuntimeValue{std::string(caller.code->context().text(call.texts[i]))};
  const Slot value = caller.r[call.arguments[i]];
  if (call.dtypes[i].is_any_float()) return RuntimeValue{value.d};
  if (call.dtypes[i].is_integral()) return RuntimeValue{value.i};
  const auto number = static_cast<uint64_t>(-value.i - 1);
  if (value.i >= 0 || number >= caller.arrays.size())
    return Error{Error::Kind::unsupported, "a pointer as an operand of a host function", {}};
  return tensor_of(caller.arrays[number]);
}

// A kernel calls a function of C++.
Interpreter::Failure Interpreter::call_host(Frame& caller, const KernelCall& call, Register to, Span span) {
  const Context& context = caller.code->context();
  const HostCallee host(context.text(call.host), options_.host_functions);
  std::vector<RuntimeValue> values;
  Result<RuntimeValue> value = RuntimeValue{};
  for (size_t i = 0; i < call.arguments.size() && value; ++i) {
    value = operand_of_host(caller, call, i);
    if (value) values.push_back(*value);
    else value.error().text = host.name + ": " + value.error().text;
  }
  if (value) value = host.run(values);
  if (!value) {
    Error error = value.error();
    error.text = tir::of_kernel(*caller.code->kernel) + error.text;
    if (!error.span) error.span = span;
    return error;
  }
  const auto* integer = std::get_if<int64_t>(&value->v);
  const auto* real = std::get_if<double>(&value->v);
  Slot& slot = caller.r[to];
  if (call.result.is_any_float())
    slot.d = rounded(real ? *real : integer ? static_cast<double>(*integer) : 0, call.result);
  else slot.i = integer ? wrap(*integer, call.result) : 0;
  return {};
}

RuntimeValue Interpreter::result_of(const Frame& frame) const {
  if (!frame.has_returned || !frame.code->kernel->has_result) return {RuntimeTuple{}};
  if (frame.code->kernel->result.is_any_float()) return {frame.returned.d};
  return {frame.returned.i};
}

Result<RuntimeValue> Interpreter::run(GlobalId kernel, std::span<const RuntimeValue> values, Span span) {
  Result<std::shared_ptr<const KernelCode>> code = code_of(kernel);
  if (!code) return code.error();
  std::vector<uint32_t> tensors;
  std::vector<Argument> arguments;
  Failure failure;
  for (const RuntimeValue& value : values) {
    Result<Argument> a = argument_of(value);
    if (!a) failure = a.error();
    if (!a) break;
    if (a->kind == Argument::Kind::tensor) tensors.push_back(Pointer::unpack(a->value.i).memory);
    arguments.push_back(std::move(*a));
  }
  const size_t outer = frames_.size();
  if (!failure) failure = enter(*code, arguments, 0, span);
  if (!failure && !has_steps(1)) failure = Error{Error::Kind::run, bound_on_steps(), span};
  RuntimeValue result;
  while (!failure && frames_.size() > outer) {
    Frame& frame = *frames_.back();
    for (const Instruction* at = frame.resume; at;) at = at->step(frame, at);
    if (frame.stop == Stop::failed) failure = std::move(error_);
    else if (frame.stop == Stop::call) failure = call(frame);
    else {
      const Slot returned = frame.returned;
      const Register to = frame.result;
      result = result_of(frame);
      const std::shared_ptr<const KernelCode> ended = frame.keep;
      const bool is_empty = ended->kernel->has_result && !frame.has_returned;
      const Span called = frame.called;
      leave();
      if (frames_.size() == outer) break;
      Frame& caller = *frames_.back();
      held_by_recursion_ -= std::exchange(caller.held, 0);
      caller.r[to] = returned;
      if (is_empty && caller.code->calls[caller.call].is_asked)
        failure = Error{Error::Kind::run, tir::ended_without_value(*ended->kernel), called, ended->span};
    }
  }
  while (frames_.size() > outer) leave();
  for (uint32_t number : tensors) drop(number);
  if (!failure) return result;
  if (!failure->span) failure->span = span ? span : module_[kernel].span;
  return std::move(*failure);
}

std::optional<Error> Interpreter::keep_inputs(GlobalId kernel, std::span<RuntimeValue> arguments) {
  Result<std::shared_ptr<const KernelCode>> code = code_of(kernel);
  if (!code) return code.error();
  for (size_t i = 0; i < arguments.size() && i < (*code)->parameters.size(); ++i) {
    auto* tensor = std::get_if<Tensor>(&arguments[i].v);
    if (tensor && (*code)->parameters[i].is_written) *tensor = copied(*tensor);
  }
  return std::nullopt;
}

Result<RuntimeValue> Interpreter::run_entry(GlobalId kernel, std::span<const RuntimeValue> arguments) {
  const std::shared_ptr<const tir::Kernel>& entry = module_[kernel].kernel();
  const std::optional<std::string> why = entry ? tir::refusal_of_entry(*entry) : std::nullopt;
  if (why) return Error{Error::Kind::unsupported, *why, module_[kernel].span};
  std::vector<RuntimeValue> values(arguments.begin(), arguments.end());
  const double start = now_ms();
  if (std::optional<Error> error = keep_inputs(kernel, values)) return *error;
  if (options_.preparation_ms) *options_.preparation_ms = now_ms() - start;
  Result<RuntimeValue> returned = run(kernel, values, module_[kernel].span);
  if (!returned) return returned;
  const KernelCode& code = **code_of(kernel);
  RuntimeTuple results;
  for (size_t i = 0; i < values.size(); ++i) {
    if (code.parameters[i].is_written && values[i].tensor()) results.push_back(std::move(values[i]));
  }
  if (code.kernel->has_result) results.push_back(std::move(*returned));
  if (results.size() == 1) return std::move(results[0]);
  return RuntimeValue{std::move(results)};
}

bool calls_kernel(Op op) {
  return op == Op::call_tir || op == Op::call_tir_inplace || op == Op::call_tir_with_grad ||
         op == Op::call_dps_packed || op == Op::vm_call_tir_dyn;
}

bool can_translate(const Module& module, GlobalId kernel, std::vector<GlobalId>& functions) {
  Result<std::shared_ptr<const KernelCode>> code = translate(module, kernel, false);
  if (!code) return false;
  for (const KernelCall& call : (*code)->calls) {
    if (!call.host) functions.push_back(call.callee);
  }
  return true;
}

Tensor copied(const Tensor& tensor) {
  Result<Tensor> copy = Tensor::make(tensor.dtype, tensor.shape);
  if (!copy) return tensor;
  std::copy_n(tensor.data.get(), static_cast<size_t>(tensor.bytes()), copy->data.get());
  return std::move(*copy);
}

void fill_unwritten(const Tensor& tensor) {
  std::memset(tensor.data.get(), unwritten(tensor.dtype), static_cast<size_t>(tensor.bytes()));
}

}  // namespace hammock::reference

namespace hammock {

Result<RuntimeValue> run_kernel(const Module& module, GlobalId kernel, std::span<const RuntimeValue> arguments,
                                const EvalOptions& options) {
  return reference::Interpreter(module, options).run(kernel, arguments, {});
}

}  // namespace hammock
