// SPDX-License-Identifier: Apache-2.0
// FoldConstant: what can be computed now is computed now.
//
// Mentions of a variable that is bound to a constant become the constant. A call in a dataflow block whose operands are
// constants, and shapes and numbers without symbols, is carried out by the reference executor if its result is one
// tensor of known shape; so is R.call_tir of a kernel of the module, anywhere. R.tensor_to_shape of a constant becomes
// a shape. Struct info behind it is inferred anew, and what nobody needs any more goes.
//
// Left alone with a remark: calls that the executor refuses, kernels that do more than compute their results, results
// of more than `max-bytes` bytes, and more work than 64 multiplications, or 4 steps of a kernel, for each such byte.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/eval/eval.h"
#include "hammock/ir/constant.h"
#include "hammock/rewrite/kernels.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/refresh.h"
#include "passes.h"

namespace hammock {
namespace {

constexpr int64_t kLeastKernelSteps = 1 << 16;

class Fold {
 public:
  Fold(Module& module, Function& fn, PassContext& pass, int64_t max_bytes)
      : module_(module),
        fn_(fn),
        context_(fn.context()),
        pass_(pass),
        max_bytes_(max_bytes),
        effects_(module),
        places_(fn),
        by_(fn.size()) {}

  Changed run() {
    FoldRefresh walk(*this);
    bool is_good = walk.run();
    if (!is_good) pass_.left_alone(fn_, walk.refused(), "the struct info cannot be inferred anew");
    bool has_dead = remove_dead_bindings(fn_) > 0;
    return is_changed_ || has_dead ? Changed::yes : Changed::no;
  }

 private:
  // Operands are replaced on the walk that infers: a folded shape lets the next call be folded.
  class FoldRefresh : public Refresh {
   public:
    explicit FoldRefresh(Fold& fold) : Refresh(fold.fn_, &fold.module_), fold_(fold) {}

   private:
    bool edit(Value v) override { return fold_.replace_operands(v); }
    void done(Value v) override { fold_.fold(v); }
    void leave_region(RegionId region) override {
      if (fn_[region].result) fn_[region].result = fold_.replaced(fn_[region].result, Leaf::constant);
    }
    Fold& fold_;
  };
  enum class Leaf : uint8_t { constant, any };

  bool replace_operands(Value v) {
    if (wants_variables(fn_[v])) return false;
    Leaf which = fn_[v].kind == NodeKind::call_op || fn_[v].kind == NodeKind::call ? Leaf::any : Leaf::constant;
    bool is_edited = false;
    for (uint32_t i = 0; i < fn_[v].args_size; ++i) {
      Value by = replaced(fn_.args(v)[i], which);
      is_edited |= by != fn_.args(v)[i];
      fn_.args(v)[i] = by;
    }
    return is_edited;
  }

  // Shapes stand as operands of calls only.
  Value replaced(Value v, Leaf which) {
    if (is_variable(fn_, places_, v)) {
      Value by = v.index < by_.size() ? by_[v.index] : Value();
      if (!by || (which == Leaf::constant && fn_[by].kind != NodeKind::constant)) return v;
      is_changed_ = true;
      return by;
    }
    if (fn_[v].kind != NodeKind::tuple) return v;
    return with_operands(fn_, v, [&](Value field) { return replaced(field, which); });
  }

  void fold(Value v) {
    const Node node = fn_[v];
    if (v.index >= by_.size()) return;
    if (node.kind == NodeKind::alias) {
      NodeKind kind = fn_[fn_.args(v)[0]].kind;
      if (kind == NodeKind::constant || kind == NodeKind::shape) by_[v.index] = fn_.args(v)[0];
      return;
    }
    const bool is_kernel = node.kind == NodeKind::call_op && node.op == Op::call_tir;
    if (node.kind != NodeKind::call_op || !(is_kernel || in_dataflow(v)) || !is_known(v)) return;
    if (node.op == Op::tensor_to_shape) return fold_to_shape(v);
    const InfoStore& infos = context_.infos;
    if (!has_trait(node.op, Pure) || has_trait(node.op, Allocates) || !has_reference(node.op) ||
        !infos.has_shape(node.info))
      return;
    std::optional<int64_t> elements = element_count(node.info);
    if (!elements) return;
    if (names_kernel(v) && !effects_.is_repeatable(fn_, v))
      return pass_.left_alone(fn_, v, "the kernel does more than compute its results");
    int64_t bytes = *elements * infos[node.info].dtype.bytes();
    if (bytes > max_bytes_ || work(v, *elements) > 64 * max_bytes_) {
      pass_.left_alone(fn_, v,
                       fmt::format("the constant would be larger, or more work, than max-bytes={} allows", max_bytes_));
      return;
    }
    if (pass_.is_over()) return;
    if (std::optional<Constant> constant = compute(v)) {
      by_[v.index] = fn_.add_constant(context_.constant(std::move(*constant)), node.span);
      become_alias(v, by_[v.index]);
    }
  }

  void become_alias(Value v, Value leaf) {
    make_alias(fn_, v, leaf);
    fn_[v].info = fn_.info(leaf);
    mark_changed(v, "computed");
  }

  void mark_changed(Value v, std::string_view how) {
    is_changed_ = true;
    pass_.may_apply(fn_, v);
    pass_.applied(fn_, v, std::string(how));
  }

  void fold_to_shape(Value v) {
    const Node& operand = fn_[fn_.args(v)[0]];
    if (operand.kind != NodeKind::constant || pass_.is_over()) return;
    const Constant& c = context_[operand.constant()];
    if (c.dtype != kInt64 || c.shape.size() != 1) return;
    std::vector<Prim> dims;
    for (int64_t i = 0; i < c.shape[0]; ++i) {
      const auto dim = static_cast<int64_t>(*integer_element(c, static_cast<size_t>(i)));
      if (dim < 0) return pass_.left_alone(fn_, v, "a negative number is no dim");
      dims.push_back(context_.prims.integer(dim));
    }
    by_[v.index] = fn_.add_shape(dims, fn_[v].span);
    become_alias(v, by_[v.index]);
  }

  bool in_dataflow(Value v) const {
    const PlacedBlock& at = places_.blocks[places_[v].block];
    return block_of(fn_, at).is_dataflow;
  }

  // All operands are written out, and nothing symbolic is in them.
  bool is_known(Value v) const {
    std::span<const Value> operands = fn_.args(v);
    return std::all_of(operands.begin(), operands.end(), [&](Value operand) { return is_known_leaf(operand); });
  }

  bool is_known_leaf(Value v) const {
    const Node& node = fn_[v];
    switch (node.kind) {
      case NodeKind::shape: {
        for (Prim dim : context_.infos.dims(node.info)) {
          if (!context_.prims.constant(dim)) return false;
        }
        return true;
      }
      case NodeKind::prim_value: {
        PrimKind kind = context_.prims[node.prim()].kind;
        return kind == PrimKind::int_imm || kind == PrimKind::float_imm;
      }
      case NodeKind::constant:
      case NodeKind::string:
      case NodeKind::dtype:
      case NodeKind::global: return true;
      case NodeKind::tuple: {
        std::span<const Value> fields = fn_.args(v);
        return !is_variable(fn_, places_, v) &&
               std::all_of(fields.begin(), fields.end(), [&](Value field) { return is_known_leaf(field); });
      }
      default: return false;
    }
  }

  std::optional<int64_t> element_count(StructInfo info) const {
    int64_t count = 1;
    for (Prim dim : context_.infos.dims(info)) {
      std::optional<int64_t> extent = context_.prims.constant(dim);
      if (!extent || *extent < 0 || __builtin_mul_overflow(count, *extent, &count) || count > max_bytes_)
        return std::nullopt;
    }
    return count;
  }

  // Multiplications, roughly: every element of a contraction's result is a sum over what its second operand has beside
  // it.
  int64_t work(Value v, int64_t elements) const {
    int64_t most = elements;
    for (Value operand : fn_.args(v)) {
      if (fn_[operand].kind == NodeKind::constant)
        most = std::max<int64_t>(most, static_cast<int64_t>(context_[fn_[operand].constant()].data.size()));
    }
    if (!has_trait(fn_[v].op, Contraction) || fn_.args(v).size() < 2 || fn_[fn_.args(v)[1]].kind != NodeKind::constant)
      return most;
    const Constant& weight = context_[fn_[fn_.args(v)[1]].constant()];
    int64_t inner = 1, largest = 1;
    for (int64_t d : weight.shape) {
      inner *= std::max<int64_t>(d, 1);
      largest = std::max(largest, d);
    }
    return std::max(most, elements * std::max<int64_t>(inner / largest, 1));
  }

  std::optional<Constant> compute(Value v) {
    Module alone(module_.shared_context());
    Module& host = names_kernel(v) ? with_kernels() : alone;
    Function fn(module_.shared_context());
    LambdaId self = fn.add_lambda();
    RegionId body = fn.add_region();
    std::vector<Value> operands;
    for (Value operand : fn_.args(v)) operands.push_back(copy_leaf(fn, operand));
    Value call = fn.add(fn_[v], operands);
    fn[call].name = context_.name("folded");
    fn[call].is_output = false;
    fn[body].blocks.push_back({false, {call}});
    fn[body].result = call;
    fn[self].name = context_.name("main");
    fn[self].body = body;
    fn[self].ret = fn.info(call);
    StructInfo type = signature(fn, self);
    host.functions.push_back({context_.name("main"), type, std::move(fn), {}});
    EvalOptions options;
    options.max_kernel_steps = std::max<int64_t>(kLeastKernelSteps, 4 * max_bytes_);
    Result<RuntimeValue> result =
        evaluate(host, GlobalId(static_cast<uint32_t>(host.functions.size() - 1)), {}, options);
    host.functions.pop_back();
    if (!result) {
      pass_.left_alone(fn_, v, fmt::format("it cannot be computed: {}", result.error().text));
      return std::nullopt;
    }
    const Tensor* tensor = result->tensor();
    if (!tensor) return std::nullopt;
    Constant constant;
    constant.dtype = tensor->dtype;
    constant.shape = tensor->shape;
    constant.data.assign(tensor->data.get(), tensor->data.get() + tensor->bytes());
    return constant;
  }

  bool names_kernel(Value v) const {
    std::span<const Value> operands = fn_.args(v);
    if (operands.empty() || fn_[operands[0]].kind != NodeKind::global) return false;
    return module_[fn_[operands[0]].global()].is_kernel();
  }

  // The kernels of the module at their numbers, and nothing else.
  Module& with_kernels() {
    if (kernels_) return *kernels_;
    kernels_.emplace(module_.shared_context());
    for (const GlobalFunction& f : module_.functions) {
      kernels_->functions.push_back({f.name, f.info, ExternFunction{}, f.span});
      if (f.is_kernel()) kernels_->functions.back().body = f.body;
    }
    return *kernels_;
  }

  Value copy_leaf(Function& to, Value v) const {
    std::vector<Value> fields;
    for (Value field : fn_.args(v))
      fields.push_back(copy_leaf(to, field));  // inline tuples nest at most kMaxDepth deep
    return to.add(fn_[v], fields);
  }

  Module& module_;
  Function& fn_;
  Context& context_;
  PassContext& pass_;
  int64_t max_bytes_;
  KernelEffects effects_;
  Places places_;
  std::optional<Module> kernels_;
  std::vector<Value> by_;  // by value: the constant or shape that it is
  bool is_changed_ = false;
};

}  // namespace

Changed fold_constant(Module& module, const PassOptions& options, PassContext& context) {
  int64_t max_bytes = std::min<int64_t>(options.integer("max-bytes"), INT64_C(1) << 40);
  return for_each_function(module, context, [&](Function& fn) { return Fold(module, fn, context, max_bytes).run(); });
}

}  // namespace hammock
