// SPDX-License-Identifier: Apache-2.0
// The executor: frames on a stack of its own, so that neither the length of a function nor the depth of its calls is
// the depth of this program's stack.
//
// A frame is a call of a lambda: slots for its values, its symbols, and a cursor for each region that is being executed
// (the body, the branch of an `if` in it, ...). A step executes one binding. A call pushes a frame; the end of a body
// hands its result to the binding that called. A call that is the end of its function takes the place of that one's
// frame, which leaves behind what it claims of its result, if that is more than inference proves. What frames, tuples
// and closures hold is bounded.
//
// What is declared is checked against the values that are there: arguments, what a closure captures, results,
// match_casts. It is not where the struct info is that of the value by inference.
#include "hammock/eval/eval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

#include "call.h"
#include "hammock/base/clock.h"
#include "hammock/base/hash.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/shortfall.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/coverage.h"
#include "hammock/prim/value_check.h"
#include "hammock/tir/refusal.h"
#include "host.h"
#include "kernel_interpreter.h"
#include "match.h"
#include "noise.h"
#include "plan.h"
#include "table.h"

namespace hammock {
namespace reference {
namespace {

constexpr size_t kMaxClaims = 64;  // of one frame: a chain of calls that claims more is no longer one
constexpr int64_t kSlotBytes = sizeof(RuntimeValue) + 192;  // with a small tensor in it

using Bytes = std::shared_ptr<int64_t>;  // what closures hold, which outlive the machine

// Functions may hold functions in a chain of any length: one that dies within another is taken apart by it.
struct Holder : RuntimeCallable {
  std::vector<RuntimeValue> captured;
  Bytes total;
  int64_t bytes = 0;

  ~Holder() override {
    if (total) *total -= bytes;
    static thread_local std::vector<RuntimeValue>* waiting = nullptr;
    if (waiting) {
      std::ranges::move(captured, std::back_inserter(*waiting));
      return;
    }
    std::vector<RuntimeValue> dying = std::move(captured);
    waiting = &dying;
    while (!dying.empty()) {
      RuntimeValue last = std::move(dying.back());
      dying.pop_back();
    }
    waiting = nullptr;
  }
};

struct Closure : Holder {
  std::shared_ptr<const Plan> keep;
  LambdaId lambda;
  uint32_t self_slot = Id<int>::kNone;  // where a recursive local function finds itself
};

// R.make_closure: a function, and what stands behind the arguments of each call.
struct Bound : Holder {};

struct GlobalRef : RuntimeCallable {
  GlobalId id;
};

struct HostRef : RuntimeCallable, HostCallee {
  using HostCallee::HostCallee;
};

using Callable = std::shared_ptr<const RuntimeCallable>;

struct Cursor {
  RegionId region;
  Value owner;  // the `if` that takes the region's result; none: the body
  size_t block = 0, binding = 0;
};

// What a call that has given up its frame says of the result to come.
struct Claim {
  StructInfo info;
  std::vector<std::pair<Prim, int64_t>> symbols;
  Name function;  // whose result it is
  Span span;

  bool operator==(const Claim& other) const { return info == other.info && symbols == other.symbols; }
};

struct Frame {
  std::shared_ptr<const Plan> plan;
  LambdaId lambda;
  Value result_to;  // the binding of the caller's frame
  std::vector<RuntimeValue> slots;
  Symbols symbols;
  std::vector<Cursor> cursors;
  std::vector<Claim> claims;
  int64_t bytes = 0;

  const Function& fn() const { return plan->fn(); }
  const Lambda& code() const { return fn()[lambda]; }
  RuntimeValue& slot(Value v) { return slots[plan->slot(lambda, v)]; }
};

// Leaves of a value and the depth of its tuples: both are bounded, since a script can double them with each binding.
size_t count_leaves(const RuntimeValue& value, int depth, bool& too_deep) {
  const RuntimeTuple* fields = value.tuple();
  if (!fields) return 1;
  too_deep |= depth > kMaxDepth;
  size_t count = 1;
  for (const RuntimeValue& field : *fields) {
    if (too_deep || count > kMaxTupleLeaves) break;
    count += count_leaves(field, depth + 1, too_deep);
  }
  return count;
}

// What the function computes, once each. Nodes that nobody reaches any more are left out: what they name may be gone.
void for_each_computed(const Function& fn, auto&& f) {
  std::vector<Value> todo{fn[fn.self().body].result};
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    todo.push_back(v);
    const Node& node = fn[v];
    if (node.kind == NodeKind::cond)
      todo.insert(todo.end(), {fn[fn.then_region(v)].result, fn[fn.else_region(v)].result});
    if (node.kind == NodeKind::lambda) todo.push_back(fn[fn[node.lambda()].body].result);
  });
  std::vector<bool> is_met(fn.size(), false);
  while (!todo.empty()) {
    Value v = todo.back();
    todo.pop_back();
    if (!v || is_met[v.index]) continue;
    is_met[v.index] = true;
    f(v);
    todo.insert(todo.end(), fn.args(v).begin(), fn.args(v).end());
  }
}

// May a function of the module call a kernel other than through R.call_tir, or a host function that writes other than
// into the outputs of R.call_dps_packed? Then tensors change. It calls what it names; a value that is called may be any
// function whose name stands somewhere else than in a call.
bool may_change_tensors(const Module& module, const HostFunctions* functions) {
  bool found = false;
  for (const GlobalFunction& f : module.functions) {
    const Function* fn = f.relax();
    if (!fn || found) continue;
    auto writes = [&](Value v) {
      if (!v) return false;
      const Node& node = (*fn)[v];
      if (node.kind == NodeKind::extern_func) return HostRef(module.context().text(node.text()), functions).may_write();
      return node.kind == NodeKind::global && module[node.global()].is_kernel();
    };
    for_each_computed(*fn, [&](Value v) {
      const Node& node = (*fn)[v];
      const bool is_call = node.kind == NodeKind::call_op;
      if (is_call && node.op == Op::vm_call_tir_dyn) found = true;
      const bool keeps = is_call && (calls_kernel(node.op) || node.op == Op::call_pure_packed);
      const auto escaping = fn->args(v).subspan(keeps && !fn->args(v).empty() ? 1 : 0);
      found = found || std::ranges::any_of(escaping, writes);
    });
    found = found || std::ranges::any_of(fn->regions, [&](const Region& r) { return writes(r.result); });
  }
  return found;
}

// Functions that come from elsewhere may do anything.
bool holds_function(const RuntimeValue& value) {
  const RuntimeTuple* fields = value.tuple();
  return fields ? std::ranges::any_of(*fields, holds_function) : std::holds_alternative<Callable>(value.v);
}

void add_memories(const RuntimeValue& value, std::unordered_set<const void*>& memories) {
  if (const Tensor* tensor = value.tensor()) memories.insert(tensor->data.get());
  if (const RuntimeTuple* fields = value.tuple())
    for (const RuntimeValue& field : *fields) add_memories(field, memories);
}

// The tensors of a result that lie in memory of the operands become tensors of their own.
void separate(RuntimeValue& result, const std::unordered_set<const void*>& operands) {
  if (auto* tensor = std::get_if<Tensor>(&result.v); tensor && operands.contains(tensor->data.get()))
    *tensor = copied(*tensor);
  if (auto* fields = std::get_if<RuntimeTuple>(&result.v))
    for (RuntimeValue& field : *fields) separate(field, operands);
}

// What is one tensor stays one.
void copy_tensors(std::span<RuntimeValue> values) {
  std::unordered_map<const void*, std::shared_ptr<std::byte>> copies;
  auto copy = [&](auto&& self, RuntimeValue& value) -> void {
    if (auto* fields = std::get_if<RuntimeTuple>(&value.v)) {
      for (RuntimeValue& field : *fields) self(self, field);
    } else if (auto* tensor = std::get_if<Tensor>(&value.v)) {
      auto& data = copies[tensor->data.get()];
      if (!data) data = copied(*tensor).data;
      tensor->data = data;
    }
  };
  for (RuntimeValue& value : values) copy(copy, value);
}

// What out_sinfo says: a tensor, or a tuple of them.
struct Outputs {
  std::vector<StructInfo> infos;
  bool is_tuple;

  Outputs(const Context& context, StructInfo out) : infos{out}, is_tuple(context.infos[out].kind == InfoKind::tuple) {
    if (is_tuple) infos.assign(context.infos.fields(out).begin(), context.infos.fields(out).end());
  }
  RuntimeValue nested(RuntimeTuple tensors) const {
    return is_tuple ? RuntimeValue{std::move(tensors)} : std::move(tensors[0]);
  }
};

class Machine {
 public:
  Machine(const Module& module, const EvalOptions& options)
      : module_(module),
        options_(options),
        max_bytes_(options.max_bytes > 0 ? options.max_bytes : std::min(machine_memory() / 4, INT64_C(4) << 30)) {}

  Result<RuntimeValue> run(GlobalId entry, std::span<const RuntimeValue> args) {
    if (is_kernel(entry)) return kernels_.run_entry(entry, args);
    std::vector<RuntimeValue> values(args.begin(), args.end());
    changes_tensors_ =
        may_change_tensors(module_, options_.host_functions) || std::ranges::any_of(values, holds_function);
    if (changes_tensors_) copy_tensors(values);  // who gave them keeps them as they are
    if (options_.accelerator) options_.accelerator->begin(changes_tensors_);
    if (auto error = call_global(entry, std::move(values), {}, {}, {})) return *error;
    while (!frames_.empty()) {
      if (auto error = step()) return *error;
    }
    return std::move(result_);
  }

 private:
  using Failure = std::optional<Error>;  // nothing: all went well

  static Error run_error(std::string text, Span span, Span declared = {}) {
    return {Error::Kind::run, std::move(text), span, declared};
  }
  static Error unsupported(std::string text, Span span) { return {Error::Kind::unsupported, std::move(text), span}; }
  static Error at(Error error, Span span) {
    if (!error.span) error.span = span;
    return error;
  }
  Context& context() const { return module_.context(); }

  // ---- calls -------------------------------------------------------------------------------------------------------

  std::shared_ptr<const Plan> plan_of(GlobalId id) {
    auto& plan = plans_[id.index];
    if (!plan) plan = std::make_shared<const Plan>(*module_[id].relax());
    return plan;
  }

  Failure call_global(GlobalId id, std::vector<RuntimeValue> args, Value result_to, Span span,
                      std::vector<Claim> claims) {
    const GlobalFunction& global = module_[id];
    if (is_kernel(id)) return call_kernel(id, args, result_to, span, claims);
    if (!global.relax()) {
      constexpr std::string_view kKinds[] = {"function", "PrimFunc", "external function", "function of Python"};
      std::string name(context().text(global.name));
      return unsupported("the " + std::string(kKinds[global.body.index()]) + " '" + name + "' cannot be run",
                         span ? span : global.span);
    }
    return enter(plan_of(id), LambdaId(0), std::move(args), {}, result_to, span, std::move(claims));
  }

  Failure enter(std::shared_ptr<const Plan> plan, LambdaId id, std::vector<RuntimeValue> args,
                std::vector<RuntimeValue> captured, Value result_to, Span span, std::vector<Claim> claims) {
    const Function& fn = plan->fn();
    const Lambda& lambda = fn[id];
    if (args.size() != lambda.params.size()) {
      return run_error(function_name(context(), lambda.name) + " takes " + std::to_string(lambda.params.size()) +
                           " arguments, " + std::to_string(args.size()) + " are given",
                       span ? span : lambda.span);
    }
    frames_.push_back({plan, id, result_to, {}, {}, {}, std::move(claims), 0});
    Frame& frame = frames_.back();
    for (size_t i = 0; i < args.size(); ++i) bind_symbols(context(), fn.info(lambda.params[i]), args[i], frame.symbols);
    for (size_t i = 0; i < args.size(); ++i) {
      const Node& param = fn[lambda.params[i]];
      std::string text = mismatch(context(), param.info, args[i], frame.symbols);
      if (!text.empty())
        return run_error(of_argument(context(), param.name, lambda.name) + text, span ? span : param.span, param.span);
    }
    frame.slots.resize(plan->frame_size(id));
    frame.bytes = static_cast<int64_t>(sizeof(Frame)) + 256 + kSlotBytes * static_cast<int64_t>(frame.slots.size());
    held_ += frame.bytes;
    for (size_t i = 0; i < args.size(); ++i) store(frame, lambda.params[i], std::move(args[i]));
    std::span<const Value> captures = plan->captures(id);
    for (size_t i = 0; i < captures.size(); ++i) {
      // The struct info is read with the symbols of this call.
      const Node& value = fn[captures[i]];
      if (!symbols_of(value.info).empty()) {
        std::string text = mismatch(context(), value.info, captured[i], frame.symbols, Unbound::left_out);
        if (!text.empty()) return run_error(of_captured(context(), value.name, lambda.name) + text, span);
      }
      store(frame, captures[i], std::move(captured[i]));
    }
    frame.cursors.push_back({lambda.body, {}});
    return within_memory(span ? span : lambda.span);
  }

  bool is_kernel(GlobalId id) const { return module_[id].is_kernel(); }

  // On tensors in place.
  Result<RuntimeValue> run_kernel(GlobalId id, std::span<const RuntimeValue> args, Span span) {
    if (options_.accelerator) {
      Result<std::optional<RuntimeValue>> value = options_.accelerator->run_kernel(id, args);
      if (!value) return at(value.error(), span);
      compiled_kernels_ += value->has_value();
      if (*value) return std::move(**value);
    }
    return kernels_.run(id, args, span);
  }

  // A kernel is called as it stands: it may change its arguments.
  Failure call_kernel(GlobalId id, std::span<const RuntimeValue> args, Value result_to, Span span,
                      std::span<const Claim> claims) {
    Result<RuntimeValue> value = run_kernel(id, args, span);
    if (!value) return at(value.error(), span);
    const tir::Kernel& kernel = *module_[id].kernel();
    if (kernel.has_result && value->tuple())
      return Error{Error::Kind::run, tir::ended_without_value(kernel), module_[id].span};
    return hand_on(std::move(*value), result_to, claims);
  }

  Failure call_host(const HostRef& host, std::vector<RuntimeValue> args, Value result_to, Span span,
                    std::span<const Claim> claims) {
    Result<RuntimeValue> value = value_of_host(host, std::move(args), span);
    if (!value) return at(value.error(), span);
    return hand_on(std::move(*value), result_to, claims);
  }

  // Of one that calls no function.
  Result<RuntimeValue> value_of_host(const HostRef& host, std::vector<RuntimeValue> args, Span span) {
    using Kind = HostRow::Kind;
    const Kind kind = host.given ? Kind::writes : host.row->kind;
    if (!host.given && args.size() < host.row->least) return run_error(too_few_arguments(*host.row, args.size()), span);
    if (kind == Kind::operation) return value_of_operation(host.row->op, args, span);
    if (kind == Kind::calls_kernel) return call_of_kernel(host.name, args[0], {args.begin() + 1, args.end()}, span);
    if (kind == Kind::binds) {
      auto bound = std::make_shared<Bound>();
      bound->captured = std::move(args);
      return counted(std::move(bound), span);
    }
    Result<RuntimeValue> value = host.run(args);
    return value ? bounded(std::move(*value), span) : value;
  }

  // As an operator does with these operands.
  Result<RuntimeValue> value_of_operation(Op op, std::span<const RuntimeValue> args, Span span) const {
    Function fn(module_.shared_context());
    std::vector<Value> operands;
    std::vector<const RuntimeValue*> values;
    for (const RuntimeValue& arg : args) {
      operands.push_back(fn.add_param({}, {}));
      values.push_back(&arg);
    }
    return apply_operator(fn, fn.add_call(op, operands, {}, {}, span), values, options_);
  }

  // What a call without a frame gives.
  Failure hand_on(RuntimeValue value, Value result_to, std::span<const Claim> claims) {
    if (Failure failure = check_claims(claims, value)) return failure;
    if (!frames_.empty()) return deliver(frames_.back(), result_to, std::move(value));
    result_ = std::move(value);
    return {};
  }

  // What only calls another function becomes that one, with the operands that it gets. Is there more to do?
  Result<bool> unwrap(RuntimeValue& callee, std::vector<RuntimeValue>& args, Span span) const {
    using Kind = HostRow::Kind;
    const auto* callable = std::get_if<Callable>(&callee.v);
    if (!callable) return false;
    if (const auto* bound = dynamic_cast<const Bound*>(callable->get())) {
      args.insert(args.end(), bound->captured.begin() + 1, bound->captured.end());
      callee = RuntimeValue(bound->captured[0]);
      return true;
    }
    const auto* host = dynamic_cast<const HostRef*>(callable->get());
    const Kind kind = host && !host->given ? host->row->kind : Kind::function;
    if (kind != Kind::calls && kind != Kind::calls_with && kind != Kind::calls_alone) return false;
    if (args.size() < host->row->least) return run_error(too_few_arguments(*host->row, args.size()), span);
    if (kind == Kind::calls_with && !args[1].tuple()) return run_error(host->name + ": no tuple of operands", span);
    std::vector<RuntimeValue> operands;
    if (kind == Kind::calls) operands.assign(args.begin() + 1, args.end());
    if (kind == Kind::calls_with) operands = *args[1].tuple();
    callee = RuntimeValue(args[0]);
    args = std::move(operands);
    return true;
  }

  Failure call_value(RuntimeValue callee, std::vector<RuntimeValue> args, Value result_to, Span span,
                     std::vector<Claim> claims) {
    Result<bool> is_unwrapped = true;
    while (is_unwrapped && *is_unwrapped) is_unwrapped = unwrap(callee, args, span);
    if (!is_unwrapped) return is_unwrapped.error();
    auto* callable = std::get_if<Callable>(&callee.v);
    if (!callable) return run_error("the called value is not a function", span);
    if (auto* global = dynamic_cast<const GlobalRef*>(callable->get()))
      return call_global(global->id, std::move(args), result_to, span, std::move(claims));
    if (auto* host = dynamic_cast<const HostRef*>(callable->get()))
      return call_host(*host, std::move(args), result_to, span, claims);
    auto* closure = dynamic_cast<const Closure*>(callable->get());
    HAMMOCK_CHECK(closure, "a function value that eval did not make");
    std::vector<RuntimeValue> captured = closure->captured;
    if (closure->self_slot != Id<int>::kNone) captured[closure->self_slot] = callee;
    return enter(closure->keep, closure->lambda, std::move(args), std::move(captured), result_to, span,
                 std::move(claims));
  }

  void drop_frame() {
    held_ -= frames_.back().bytes;
    frames_.pop_back();
  }

  // ---- bounds ------------------------------------------------------------------------------------------------------

  // Small values count with their slot, tensors by themselves.
  static int64_t weight(const RuntimeValue& value) {
    if (!value.tuple()) return 0;
    bool too_deep = false;
    return kSlotBytes * static_cast<int64_t>(count_leaves(value, 0, too_deep));
  }

  void store(Frame& frame, Value v, RuntimeValue value) {
    RuntimeValue& slot = frame.slot(v);
    const int64_t more = weight(value) - weight(slot);
    frame.bytes += more;
    held_ += more;
    slot = std::move(value);
  }

  Failure within_memory(Span span) const {
    if (held_ + *closure_bytes_ <= max_bytes_) return {};
    std::string open = std::to_string(frames_.size()) + (frames_.size() == 1 ? " open call and what it made hold"
                                                                             : " open calls and what they made hold");
    return Error{Error::Kind::memory,
                 open + " more than " + std::to_string(max_bytes_ >> 20) + " MiB, which is the bound", span};
  }

  // ---- what is declared --------------------------------------------------------------------------------------------

  // Symbols that the values of this struct info are read with.
  const std::vector<Prim>& symbols_of(StructInfo info) {
    auto [at, is_new] = symbols_of_.try_emplace(info);
    if (is_new) at->second = free_symbols(context(), info);
    return at->second;
  }

  // Is the result of this frame declared to be more than the struct info of its body's value says?
  bool claims_result(const Frame& frame) const {
    const Lambda& lambda = frame.code();
    return lambda.ret && lambda.ret != frame.fn().info(frame.fn()[lambda.body].result);
  }

  void add_claim(std::vector<Claim>& claims, const Frame& frame, StructInfo info, Name function, Span span) {
    Claim claim{info, {}, function, span};
    for (Prim s : symbols_of(info)) {
      if (auto it = frame.symbols.find(s); it != frame.symbols.end()) claim.symbols.emplace_back(s, it->second);
    }
    std::erase(claims, claim);  // the inner call is the one to name
    claims.push_back(std::move(claim));
  }

  // The result of a frame, before it is handed on.
  Failure check_result(const Frame& frame, const RuntimeValue& value) {
    const Lambda& lambda = frame.code();
    if (claims_result(frame)) {
      std::string text = mismatch(context(), lambda.ret, value, frame.symbols);
      Span span = frame.fn()[frame.fn()[lambda.body].result].span;
      if (!text.empty())
        return run_error(of_result(context(), lambda.name) + text, span ? span : lambda.span, lambda.span);
    }
    return check_claims(frame.claims, value);
  }

  Failure check_claims(std::span<const Claim> claims, const RuntimeValue& value) {
    for (const Claim& claim : claims | std::views::reverse) {
      std::string text = mismatch(context(), claim.info, value, Symbols(claim.symbols.begin(), claim.symbols.end()),
                                  Unbound::left_out);
      if (!text.empty()) return run_error(of_result(context(), claim.function) + text, claim.span);
    }
    return {};
  }

  // ---- operands ----------------------------------------------------------------------------------------------------

  // The value of an operand: in its slot, or made from a leaf and kept in `made`.
  Result<const RuntimeValue*> operand(Frame& frame, Value v, std::deque<RuntimeValue>& made) {
    if (frame.plan->is_bound(v)) return &frame.slot(v);
    Result<RuntimeValue> value = leaf(frame, v);
    if (!value) return at(value.error(), frame.fn()[v].span);
    made.push_back(std::move(*value));
    return &made.back();
  }

  Result<RuntimeValue> copy_of(Frame& frame, Value v) {
    if (frame.plan->is_bound(v)) return frame.slot(v);
    return leaf(frame, v);
  }

  Result<RuntimeValue> leaf(Frame& frame, Value v) {
    const Node& node = frame.fn()[v];
    switch (node.kind) {
      case NodeKind::constant: return constant(node.constant());
      case NodeKind::shape: {
        RuntimeShape shape;
        for (Prim dim : context().infos.dims(node.shape())) {
          Result<int64_t> value = evaluate_integer(context(), dim, frame.symbols);
          if (!value) return value.error();
          shape.push_back(*value);
        }
        return RuntimeValue{std::move(shape)};
      }
      case NodeKind::prim_value: return evaluate_prim(context(), node.prim(), frame.symbols);
      case NodeKind::string: return RuntimeValue{std::string(context().text(node.text()))};
      case NodeKind::dtype: {
        DType d = node.dtype();
        return RuntimeValue{d};
      }
      case NodeKind::global: {
        auto ref = std::make_shared<GlobalRef>();
        ref->id = node.global();
        return RuntimeValue{Callable(std::move(ref))};
      }
      case NodeKind::tuple: return tuple(frame, v);
      case NodeKind::extern_func: return host_function(node);
      case NodeKind::op_ref:
        return unsupported("R." + std::string(info(node.op).name) + " as a value is not supported", node.span);
      case NodeKind::opaque: return unsupported("metadata of an unknown kind has no value", node.span);
      default: HAMMOCK_CHECK(false, "an operand that is neither bound nor a leaf");
    }
  }

  Result<RuntimeValue> host_function(const Node& node) const {
    auto ref = std::make_shared<HostRef>(context().text(node.text()), options_.host_functions);
    if (!ref->is_known()) return unsupported("the external function '" + ref->name + "' cannot be run", node.span);
    return RuntimeValue{Callable(std::move(ref))};
  }

  // Tuples written in place are nested at most kMaxDepth deep.
  Result<RuntimeValue> tuple(Frame& frame, Value v) {
    RuntimeTuple fields;
    for (Value field : frame.fn().args(v)) {
      Result<RuntimeValue> value = copy_of(frame, field);
      if (!value) return value;
      fields.push_back(std::move(*value));
    }
    return bounded(RuntimeValue{std::move(fields)}, frame.fn()[v].span);
  }

  static Result<RuntimeValue> bounded(RuntimeValue value, Span span) {
    bool too_deep = false;
    size_t leaves = count_leaves(value, 0, too_deep);
    if (too_deep) return run_error("tuples are nested deeper than " + std::to_string(kMaxDepth), span);
    if (leaves > kMaxTupleLeaves)
      return run_error("a tuple of more than " + std::to_string(kMaxTupleLeaves) + " values", span);
    return value;
  }

  Result<RuntimeValue> constant(ConstantId id) {
    auto it = constants_.find(id.index);
    if (it != constants_.end()) return RuntimeValue{changes_tensors_ ? copied(it->second) : it->second};
    const Constant& c = context()[id];
    Result<Tensor> tensor = Tensor::make(c.dtype, c.shape);
    if (!tensor) return tensor.error();
    HAMMOCK_CHECK(static_cast<int64_t>(c.data.size()) == tensor->bytes(),
                  "a constant whose data does not fit its shape");
    std::copy(c.data.begin(), c.data.end(), tensor->data.get());
    constants_.emplace(id.index, *tensor);
    return constant(id);
  }

  // ---- steps -------------------------------------------------------------------------------------------------------

  Failure step() {
    Frame& frame = frames_.back();
    Cursor& cursor = frame.cursors.back();
    const Region& region = frame.fn()[cursor.region];
    if (cursor.block == region.blocks.size()) return leave(frame);
    const Block& block = region.blocks[cursor.block];
    if (cursor.binding == block.bindings.size()) {
      ++cursor.block;
      cursor.binding = 0;
      return {};
    }
    Value v = block.bindings[cursor.binding];
    if (steps_ >= options_.max_steps)
      return run_error("more than " + std::to_string(options_.max_steps) + " bindings executed", frame.fn()[v].span);
    size_t computed = 0;
    if (options_.accelerator) {
      if (Failure failure = accelerate(frame, v, computed)) return failure;
    }
    const size_t done = std::max<size_t>(computed, 1);
    cursor.binding += done;
    steps_ += static_cast<int64_t>(done);
    return computed > 0 ? Failure() : execute(frame, v);
  }

  // Gives the bindings from this one on to the accelerator, if it takes them: `computed` says how many.
  Failure accelerate(Frame& frame, Value first, size_t& computed) {
    Accelerator& accelerator = *options_.accelerator;
    const Accelerator::Segment* segment = accelerator.segment_at(frame.fn(), first);
    while (segment) {
      std::vector<RuntimeValue> inputs;
      std::vector<StructInfo> infos;
      for (Value v : segment->inputs) {
        inputs.push_back(frame.slot(v));
        infos.push_back(info_of(context(), inputs.back(), frame.fn().info(v)));
      }
      const uint32_t number = segment->number;
      auto outputs = accelerator.run(frame.fn(), *segment, inputs, infos, frame.symbols);
      if (!outputs) return at(outputs.error(), frame.fn()[first].span);
      if (*outputs) {
        computed = segment->bindings.size();
        if (changes_tensors_) make_apart(inputs, **outputs);
        return take(frame, *segment, **outputs);
      }
      segment = accelerator.segment_at(frame.fn(), first);
      if (segment && segment->number == number) return {};
    }
    return {};
  }

  // What operators give lies in no memory that there was.
  static void make_apart(std::span<const RuntimeValue> inputs, std::span<RuntimeValue> outputs) {
    std::unordered_set<const void*> memories;
    for (const RuntimeValue& input : inputs) add_memories(input, memories);
    for (RuntimeValue& output : outputs) {
      separate(output, memories);
      add_memories(output, memories);
    }
  }

  Failure take(Frame& frame, const Accelerator::Segment& segment, std::vector<RuntimeValue>& outputs) {
    for (Value v : segment.bindings) {
      const Node& node = frame.fn()[v];
      if (node.kind == NodeKind::call_op && has_trait(node.op, EmptyBackwards))
        bind_empty_dims(context(), node.info, frame.symbols);
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Node& node = frame.fn()[segment.outputs[i]];
      std::string text = mismatch(context(), node.info, outputs[i], frame.symbols, Unbound::left_out);
      if (!text.empty()) return run_error("R." + std::string(info(node.op).name) + ": " + text, node.span);
      store(frame, segment.outputs[i], std::move(outputs[i]));
    }
    for (Value v : segment.bindings) free_dead(frame, v);
    return within_memory(frame.fn()[segment.bindings[0]].span);
  }

  // The end of a region: its result goes to the owner.
  Failure leave(Frame& frame) {
    Cursor cursor = frame.cursors.back();
    Value result = frame.fn()[cursor.region].result;
    Result<RuntimeValue> value = copy_of(frame, result);
    if (!value) return at(value.error(), frame.fn()[result].span);
    if (cursor.owner) {
      clear_region(frame, cursor.region);
      frame.cursors.pop_back();
      return deliver(frame, cursor.owner, std::move(value));
    }
    if (Failure failure = check_result(frame, *value)) return failure;
    Value result_to = frame.result_to;
    drop_frame();
    if (!frames_.empty()) return deliver(frames_.back(), result_to, std::move(value));
    result_ = std::move(*value);
    return {};
  }

  // The result of a branch was copied out; what it used may go.
  void clear_region(Frame& frame, RegionId region) {
    for (const Block& block : frame.fn()[region].blocks) {
      for (Value v : block.bindings) store(frame, v, {});
    }
  }

  void free_dead(Frame& frame, Value v) {
    frame.plan->for_each_dead(v, [&](Value dead) { store(frame, dead, {}); });
  }

  Failure execute(Frame& frame, Value v) {
    // The operand of a match_cast may be a call that is not bound: it delivers to the match_cast.
    Value what = v;
    if (frame.fn()[v].kind == NodeKind::match_cast) {
      what = frame.fn().args(v)[0];
      if (frame.plan->is_bound(what) || is_leaf(frame.fn()[what].kind) || frame.fn()[what].kind == NodeKind::tuple)
        return deliver(frame, v, copy_of(frame, what));
    }
    const Node& node = frame.fn()[what];
    switch (node.kind) {
      case NodeKind::call_op:
        if (context().coverage) context().coverage->note(node.op, Coverage::evaluated);
        if (node.op == Op::make_closure) return deliver(frame, v, bound_value(frame, what));
        if (node.op == Op::call_dps_packed) return deliver(frame, v, outputs_of_host(frame, what));
        if (calls_value(node)) return invoke(frame, what, v);
        return deliver(frame, v, operator_value(frame, what));
      case NodeKind::call: return execute_call(frame, what, v);
      case NodeKind::cond: return execute_if(frame, v);
      case NodeKind::get_item: return deliver(frame, v, field_value(frame, what));
      case NodeKind::lambda: return deliver(frame, v, closure_value(frame, v));
      case NodeKind::alias: return deliver(frame, v, copy_of(frame, frame.fn().args(what)[0]));
      default: return deliver(frame, v, leaf(frame, what));
    }
  }

  // The value of a binding: stored after its check, with what it was the last to use freed.
  Failure deliver(Frame& frame, Value v, Result<RuntimeValue> value) {
    const Node& node = frame.fn()[v];
    if (!value) return at(value.error(), node.span);
    std::string text;
    if (node.kind == NodeKind::match_cast) {
      StructInfo info = node.cast_to();
      bind_symbols(context(), info, *value, frame.symbols);
      text = mismatch(context(), info, *value, frame.symbols);
      if (!text.empty()) text = std::string(kOfMatchCast) + text;
    } else if (node.info && (node.kind == NodeKind::call || calls_value(node))) {
      text = mismatch(context(), node.info, *value, frame.symbols, Unbound::left_out);
      const Lambda* callee = text.empty() ? nullptr : called(frame, v);
      if (!text.empty()) text = of_result(context(), callee ? callee->name : Name()) + text;
    }
    if (!text.empty()) return run_error(std::move(text), node.span);
    const bool is_large = value->tuple() != nullptr;
    store(frame, v, std::move(*value));
    free_dead(frame, v);
    return is_large ? within_memory(node.span) : Failure();
  }

  // The function that a call names; none if a value is called.
  const Lambda* called(const Frame& frame, Value call) const {
    if (frame.fn()[call].kind != NodeKind::call) return nullptr;
    const Node& callee = frame.fn()[frame.fn().args(call)[0]];
    if (callee.kind == NodeKind::lambda) return &frame.fn()[callee.lambda()];
    const Function* target = callee.kind == NodeKind::global ? module_[callee.global()].relax() : nullptr;
    return target ? &target->self() : nullptr;
  }

  Result<RuntimeValue> field_value(Frame& frame, Value v) {
    const Node& node = frame.fn()[v];
    std::deque<RuntimeValue> made;
    Result<const RuntimeValue*> from = operand(frame, frame.fn().args(v)[0], made);
    if (!from) return from.error();
    const RuntimeTuple* fields = (*from)->tuple();
    if (!fields) return run_error("the indexed value is not a tuple", node.span);
    if (node.index() >= fields->size()) {
      return run_error("index " + std::to_string(node.index()) + " into a tuple of " + std::to_string(fields->size()),
                       node.span);
    }
    return (*fields)[node.index()];
  }

  Failure execute_if(Frame& frame, Value v) {
    const Node& node = frame.fn()[v];
    std::deque<RuntimeValue> made;
    Result<const RuntimeValue*> condition = operand(frame, frame.fn().args(v)[0], made);
    if (!condition) return condition.error();
    bool chosen = false;
    if (const Tensor* t = (*condition)->tensor(); t && t->dtype == kBool && t->shape.empty()) {
      chosen = *t->as<uint8_t>() != 0;
    } else if (auto* integer = std::get_if<int64_t>(&(*condition)->v)) {
      chosen = *integer != 0;
    } else {
      return run_error("the condition is not a bool scalar", node.span);
    }
    frame.cursors.push_back({chosen ? frame.fn().then_region(v) : frame.fn().else_region(v), v});
    return {};
  }

  Result<RuntimeValue> closure_value(Frame& frame, Value v) {
    LambdaId id = frame.fn()[v].lambda();
    auto closure = std::make_shared<Closure>();
    closure->keep = frame.plan;
    closure->lambda = id;
    for (Value captured : frame.plan->captures(id)) {
      if (captured == v) closure->self_slot = static_cast<uint32_t>(closure->captured.size());
      closure->captured.push_back(captured == v ? RuntimeValue{} : frame.slot(captured));
    }
    return counted(std::move(closure), frame.fn()[v].span);
  }

  // With what it holds.
  Result<RuntimeValue> counted(std::shared_ptr<Holder> made, Span span) {
    made->total = closure_bytes_;
    made->bytes = static_cast<int64_t>(sizeof(Closure)) + 64;
    for (const RuntimeValue& value : made->captured) made->bytes += kSlotBytes + weight(value);
    *closure_bytes_ += made->bytes;
    if (Failure failure = within_memory(span)) return *failure;
    return RuntimeValue{Callable(std::move(made))};
  }

  // Of a call in place, what the function gives is what it wrote.
  static bool is_packed(Op op) { return op == Op::call_pure_packed || op == Op::call_inplace_packed; }
  static bool calls_value(const Node& node) {
    return node.kind == NodeKind::call_op && (node.op == Op::invoke_closure || node.op == Op::invoke_pure_closure ||
                                              is_packed(node.op) || node.op == Op::call_builtin_with_ctx);
  }

  // The operands of R.make_closure, R.invoke_closure and their kin: a function, and a tuple of values or the values.
  Result<std::vector<RuntimeValue>> function_and_values(Frame& frame, Value call) {
    const bool is_flat = is_packed(frame.fn()[call].op);
    std::vector<RuntimeValue> out;
    for (Value arg : frame.fn().args(call)) {
      Result<RuntimeValue> value = copy_of(frame, arg);
      if (!value) return at(value.error(), frame.fn()[call].span);
      const RuntimeTuple* fields = out.empty() || is_flat ? nullptr : value->tuple();
      if (fields) out.insert(out.end(), fields->begin(), fields->end());
      else out.push_back(std::move(*value));
    }
    return out;
  }

  Result<RuntimeValue> bound_value(Frame& frame, Value v) {
    Result<std::vector<RuntimeValue>> values = function_and_values(frame, v);
    if (!values) return values.error();
    auto bound = std::make_shared<Bound>();
    bound->captured = std::move(*values);
    return counted(std::move(bound), frame.fn()[v].span);
  }

  Failure invoke(Frame& frame, Value call, Value result_to) {
    Result<std::vector<RuntimeValue>> values = function_and_values(frame, call);
    if (!values) return values.error();
    RuntimeValue function = std::move((*values)[0]);
    values->erase(values->begin());
    free_dead(frame, result_to);
    return call_value(std::move(function), std::move(*values), result_to, frame.fn()[call].span, {});
  }

  Failure execute_call(Frame& frame, Value call, Value result_to) {
    std::span<const Value> args = frame.fn().args(call);
    Span span = frame.fn()[call].span;
    const Node& callee_node = frame.fn()[args[0]];
    std::deque<RuntimeValue> made;
    Result<const RuntimeValue*> callee = operand(frame, args[0], made);
    if (!callee) return at(callee.error(), callee_node.span ? callee_node.span : span);
    std::vector<RuntimeValue> values;
    for (Value arg : args.subspan(1)) {
      Result<RuntimeValue> value = copy_of(frame, arg);
      if (!value) return at(value.error(), span);
      values.push_back(std::move(*value));
    }
    RuntimeValue function = **callee;  // its slot may be freed
    if (call != result_to || !frame.plan->is_tail(call) || frame.claims.size() >= kMaxClaims) {
      free_dead(frame, result_to);
      return call_value(function, std::move(values), result_to, span, {});
    }
    std::vector<Claim> claims = std::move(frame.claims);
    const Lambda& lambda = frame.code();
    if (claims_result(frame)) add_claim(claims, frame, lambda.ret, lambda.name, span);
    const Lambda* callee_code = called(frame, call);
    StructInfo claimed = frame.fn().info(call);
    const bool is_what_callee_declares = callee_code && callee_code->ret == claimed && symbols_of(claimed).empty();
    if (claimed && !is_what_callee_declares)
      add_claim(claims, frame, claimed, callee_code ? callee_code->name : Name(), span);
    Value to = frame.result_to;
    drop_frame();
    return call_value(function, std::move(values), to, span, std::move(claims));
  }

  // R.call_dps_packed: fresh outputs stand behind the arguments.
  Result<RuntimeValue> outputs_of_host(Frame& frame, Value call) {
    const Node& node = frame.fn()[call];
    Result<std::vector<RuntimeValue>> values = function_and_values(frame, call);
    if (!values) return values.error();
    const auto* callable = std::get_if<Callable>(&(*values)[0].v);
    const auto* host = callable ? dynamic_cast<const HostRef*>(callable->get()) : nullptr;
    if (!host) return unsupported("R.call_dps_packed of what is no function of the host", node.span);
    if (!host->fills_outputs())
      return unsupported("R.call_dps_packed of '" + host->name +
                             "', whose outputs do not stand behind its inputs: " + std::string(host->row->meaning),
                         node.span);
    Attr list = node.sinfo_args();
    if (!list || context().attrs.items(list).size() != 1)
      return run_error("R.call_dps_packed does not say one out_sinfo", node.span);
    const Outputs outputs(context(), StructInfo(context().attrs[context().attrs.items(list)[0]].id));
    RuntimeTuple made;
    for (StructInfo info : outputs.infos) {
      Result<Tensor> output = output_of(frame, info);
      if (!output) return at(output.error(), node.span);
      made.push_back({std::move(*output)});
    }
    std::vector<RuntimeValue> given(values->begin() + 1, values->end());
    given.insert(given.end(), made.begin(), made.end());
    Result<RuntimeValue> ran = value_of_host(*host, std::move(given), node.span);
    if (!ran) return at(ran.error(), node.span);
    return outputs.nested(std::move(made));
  }

  Result<RuntimeValue> operator_value(Frame& frame, Value call) {
    std::deque<RuntimeValue> made;
    std::vector<const RuntimeValue*> args;
    for (Value arg : frame.fn().args(call)) {
      Result<const RuntimeValue*> value = operand(frame, arg, made);
      if (!value) return value.error();
      args.push_back(*value);
    }
    const Op op = frame.fn()[call].op;
    const double start = options_.accelerator ? now_ms() : 0;
    const int64_t compiled = compiled_kernels_;
    Result<RuntimeValue> result = calls_kernel(op) ? kernel_value(frame, call, args) : computed(frame, call, args);
    const bool has_numbers = result && (result->tensor() || (result->tuple() && !result->tuple()->empty()));
    if (options_.accelerator && has_numbers && compiled == compiled_kernels_)
      options_.accelerator->computed(op, now_ms() - start);
    if (!result || !changes_tensors_ || has_trait(op, Allocates)) return result;
    std::unordered_set<const void*> memories;
    for (const RuntimeValue* arg : args) add_memories(*arg, memories);
    separate(*result, memories);
    return result;
  }

  Result<RuntimeValue> computed(Frame& frame, Value call, std::vector<const RuntimeValue*>& args) {
    const Node& node = frame.fn()[call];
    if (has_rule(node.op)) {
      if (auto error = refused(frame, call, args)) return *error;
    }
    const bool is_noisy =
        options_.noise > 0 && (rounds(node.op) || (options_.has_noise_of_casts && is_narrowing(node, args)));
    const uint64_t key = is_noisy ? hash_mix(options_.noise_seed, static_cast<uint64_t>(steps_)) : 0;
    std::vector<RuntimeValue> moved;
    const bool is_sum = is_noisy && accumulates(node.op) && node.info && is_float(node.info);
    const double least = is_sum ? unit_of_sums(node.op, context().infos[node.info].dtype) : 0;
    if (is_sum)
      move_operands(args, moved, key, least, has_trait(node.op, RoundsInside) ? Noisy::all_floats : Noisy::not_halves);
    Result<RuntimeValue> result = apply_operator(frame.fn(), call, args, options_);
    if (!result) return result;
    if (has_trait(node.op, EmptyBackwards)) bind_empty_dims(context(), node.info, frame.symbols);
    std::string text = mismatch(context(), node.info, *result, frame.symbols, Unbound::left_out);
    if (!text.empty() && !args.empty()) {
      const StructInfo x = info_of(context(), *args[0], frame.fn().info(frame.fn().args(call)[0]));
      if (std::string why = shortfall(context(), node, x); !why.empty()) text = std::move(why);
    }
    if (!text.empty()) return run_error("R." + std::string(info(node.op).name) + ": " + text, node.span);
    const double units = options_.noise * (is_sum ? units_of_terms(terms_of_sum(args, *result)) : 1);
    if (is_sum && !args.empty() && (is_coarse(*args[0]) || has_trait(node.op, LogOfSum)))
      add_noise_of_sums(*result, units, key, least, has_trait(node.op, LogOfSum));
    else if (is_noisy && has_trait(node.op, Cancels))
      add_noise_of_operand(std::get<Tensor>(result->v), *args[0]->tensor(), units, key);
    else if (is_noisy) add_noise(*result, units, key, least);
    return result;
  }

  // R.vm.call_tir_dyn, by either name: a shape behind the arguments stands for its numbers.
  Result<RuntimeValue> call_of_kernel(std::string_view name, const RuntimeValue& kernel, RuntimeTuple values,
                                      Span span) {
    const auto* callable = std::get_if<Callable>(&kernel.v);
    const auto* global = callable ? dynamic_cast<const GlobalRef*>(callable->get()) : nullptr;
    if (!global || !is_kernel(global->id))
      return unsupported(std::string(name) + " of what is no kernel of the module", span);
    if (!values.empty() && std::holds_alternative<RuntimeShape>(values.back().v)) {
      const RuntimeShape numbers = std::get<RuntimeShape>(values.back().v);
      values.pop_back();
      for (int64_t n : numbers) values.push_back({n});
    }
    return run_kernel(global->id, values, span);
  }

  // R.call_tir and its kin (TIR, section 6): the arguments, fresh outputs, then numbers.
  Result<RuntimeValue> kernel_value(Frame& frame, Value call, std::span<const RuntimeValue* const> args) {
    const Node& node = frame.fn()[call];
    const std::string name = "R." + std::string(info(node.op).name);
    auto* callable = std::get_if<Callable>(&args[0]->v);
    auto* global = callable ? dynamic_cast<const GlobalRef*>(callable->get()) : nullptr;
    if (!global || !is_kernel(global->id)) return unsupported(name + " of what is no kernel of the module", node.span);
    const RuntimeTuple* given = args[1]->tuple();
    RuntimeTuple values = given ? *given : RuntimeTuple{*args[1]};
    if (node.op == Op::vm_call_tir_dyn) return call_of_kernel(name, *args[0], std::move(values), node.span);
    if (Failure failure = kernels_.keep_inputs(global->id, values)) return at(*failure, node.span);
    std::vector<int64_t> in_place;
    if (Attr indices = CallAttrs(frame.fn(), call).find("inplace_indices")) {
      for (Attr a : context().attrs.items(indices)) in_place.push_back(context().attrs[a].value);
    }
    Attr list = node.sinfo_args();
    if (!list || context().attrs.items(list).empty()) return run_error(name + " says no out_sinfo", node.span);
    const StructInfo out(context().attrs[context().attrs.items(list)[0]].id);
    const Outputs outputs(context(), out);
    RuntimeTuple results;
    for (size_t i = 0; i < outputs.infos.size(); ++i) {
      if (i < in_place.size() && in_place[i] >= 0) {
        const auto index = static_cast<size_t>(in_place[i]);
        if (index >= values.size()) return run_error(name + ": an index in place is out of range", node.span);
        results.push_back(values[index]);
        continue;
      }
      Result<Tensor> tensor = output_of(frame, outputs.infos[i]);
      if (!tensor) return at(tensor.error(), node.span);
      results.push_back({std::move(*tensor)});
      values.push_back(results.back());
    }
    if (args.size() > 2) {
      if (auto* numbers = std::get_if<RuntimeShape>(&args[2]->v))
        for (int64_t n : *numbers) values.push_back({n});
    }
    Result<RuntimeValue> ran = run_kernel(global->id, values, node.span);
    if (!ran) return ran;
    RuntimeValue result = outputs.nested(std::move(results));
    std::string text = mismatch(context(), node.info, result, frame.symbols, Unbound::left_out);
    if (!text.empty()) return run_error(name + ": " + text, node.span);
    return result;
  }

  // Fresh memory for an output.
  Result<Tensor> output_of(const Frame& frame, StructInfo info) const {
    if (!context().infos.has_shape(info)) return run_error("an output whose shape is not said", {});
    std::vector<int64_t> shape;
    for (Prim dim : context().infos.dims(info)) {
      Result<int64_t> value = evaluate_integer(context(), dim, frame.symbols);
      if (!value) return value.error();
      shape.push_back(*value);
    }
    Result<Tensor> tensor = Tensor::make(context().infos[info].dtype, std::move(shape));
    if (tensor) fill_unwritten(*tensor);
    return tensor;
  }

  // Of a reduction, how many elements there are for one of the result; 1 of anything else.
  static double terms_of_sum(std::span<const RuntimeValue* const> args, const RuntimeValue& result) {
    const Tensor *operand = args.size() == 1 ? args[0]->tensor() : nullptr, *sum = result.tensor();
    return operand && sum
               ? static_cast<double>(operand->elements()) / static_cast<double>(std::max<int64_t>(1, sum->elements()))
               : 1;
  }

  void move_operands(std::vector<const RuntimeValue*>& args, std::vector<RuntimeValue>& moved, uint64_t key,
                     double least, Noisy which) {
    moved.reserve(args.size());
    for (const RuntimeValue*& arg : args) {
      moved.push_back(*arg);
      add_noise(moved.back(), options_.noise, hash_mix(key, moved.size()), least, which);
      arg = &moved.back();
    }
  }

  bool is_narrowing(const Node& node, std::span<const RuntimeValue* const> args) const {
    if (node.op != Op::astype || !node.info || args.empty() || !args[0]->tensor()) return false;
    const DType from = args[0]->tensor()->dtype, to = context().infos[node.info].dtype;
    return from.is_any_float() && to.is_any_float() && to.bits < from.bits;
  }

  // Indices and the like are exact.
  bool is_float(StructInfo info) const {
    const InfoNode& node = context().infos[info];
    if (node.kind != InfoKind::tuple) return node.kind == InfoKind::tensor && node.dtype.is_any_float();
    return std::ranges::all_of(context().infos.fields(info), [&](StructInfo field) { return is_float(field); });
  }

  // What the operator assumes of its operands is what its rule in the table says, here of the values.
  Failure refused(Frame& frame, Value call, std::span<const RuntimeValue* const> args) {
    const Function& fn = frame.fn();
    const Node& node = fn[call];
    std::vector<StructInfo> infos;
    for (size_t i = 0; i < args.size(); ++i) infos.push_back(info_of(context(), *args[i], fn.info(fn.args(call)[i])));
    Result<StructInfo> result =
        infer_at_run(fn, &module_, {node.op, fn.args(call), node.attrs, Attr(), node.span}, infos);
    if (!result) return result.error();
    if (has_huge_result(*result))
      return Error{Error::Kind::memory,
                   "the result of R." + std::string(info(node.op).name) + " does not fit into memory", node.span};
    return {};
  }

  bool has_huge_result(StructInfo result) const {
    const InfoStore& infos = context().infos;
    if (infos[result].kind == InfoKind::tuple)
      return std::ranges::any_of(infos.fields(result), [&](StructInfo field) { return has_huge_result(field); });
    if (!infos.has_shape(result)) return false;
    double elements = 1;
    for (Prim d : infos.dims(result)) elements *= static_cast<double>(context().prims.constant(d).value_or(1));
    return elements > 0x1p62;
  }

  const Module& module_;
  const EvalOptions& options_;
  const int64_t max_bytes_;
  std::deque<Frame> frames_;
  int64_t held_ = 0;  // by frames and tuples in them
  Bytes closure_bytes_ = std::make_shared<int64_t>(0);
  Interpreter kernels_{module_, options_};
  std::unordered_map<StructInfo, std::vector<Prim>> symbols_of_;
  std::unordered_map<uint32_t, std::shared_ptr<const Plan>> plans_;
  std::unordered_map<uint32_t, Tensor> constants_;
  bool changes_tensors_ = false;  // kernels are called as functions: values must not share memory by accident
  RuntimeValue result_;
  int64_t steps_ = 0, compiled_kernels_ = 0;
};

}  // namespace
}  // namespace reference

Result<RuntimeValue> evaluate(const Module& module, GlobalId entry, std::span<const RuntimeValue> args,
                              const EvalOptions& options) {
  return reference::Machine(module, options).run(entry, args);
}

bool has_reference(Op op) {
  constexpr std::array kCalls = {Op::make_closure,         Op::invoke_closure,      Op::invoke_pure_closure,
                                 Op::call_pure_packed,     Op::call_inplace_packed, Op::call_dps_packed,
                                 Op::call_builtin_with_ctx};
  return reference::has_rule(op) || reference::calls_kernel(op) || std::ranges::find(kCalls, op) != kCalls.end();
}

bool can_evaluate(const Module& module, GlobalId entry) {
  std::vector<GlobalId> functions{entry};
  std::vector<bool> is_seen(module.functions.size(), false);
  bool can = !module[entry].kernel() || !tir::refusal_of_entry(*module[entry].kernel());
  auto look_at = [&](const Node& node) {
    if (node.kind == NodeKind::call_op) can = can && has_reference(node.op);
    if (node.kind == NodeKind::op_ref || node.kind == NodeKind::opaque) can = false;
    if (node.kind == NodeKind::extern_func) {
      const std::string_view name = module.context().text(node.text());
      can = can && reference::find_host_function(name);
    }
    if (node.kind == NodeKind::global) functions.push_back(node.global());
  };
  while (!functions.empty() && can) {
    GlobalId id = functions.back();
    functions.pop_back();
    if (is_seen[id.index]) continue;
    is_seen[id.index] = true;
    if (module[id].is_kernel()) {
      can = reference::can_translate(module, id, functions);
      continue;
    }
    const Function* fn = module[id].relax();
    if (!fn) return false;
    reference::for_each_computed(*fn, [&](Value v) { look_at((*fn)[v]); });
  }
  return can;
}

}  // namespace hammock
