// SPDX-License-Identifier: Apache-2.0
// SplitCallTIRByPattern: what a kernel does first becomes a call of a library, where the module has a pattern of it
// (legalize, 8.5).
//
//   y = R.call_tir(cls.matmul_relu, (x, w), ...)   ->   lv = R.call_dps_packed("library.matmul", (x, w), ...)
//                                                       y = R.call_tir(cls.unfused_epilogue, (lv,), ...)
//
// A pattern is a kernel that says which external function it stands for, T.func_attr({"extern_pattern":
// "library.matmul"}); its last parameter is the result, its symbols stand for any sizes. It leaves the module unless
// something calls it. Of several patterns the longest is taken. Beside TVM, where a code generator looks at what
// matched and writes source for it, the function must be there already, and sums and products match in the order in
// which they are written.
//
// Left alone: kernels that read behind the match what it wrote besides its result, and intermediate results of sizes
// that only the run tells.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/tir/equal.h"
#include "hammock/tir/excerpt.h"
#include "hammock/tir/specialise.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "passes.h"

namespace hammock {
namespace {

// The first statements of a kernel, with all that they touch as parameters in the order in which they touch it.
struct Beginning {
  std::vector<tir::BufferId> buffers;
  std::shared_ptr<const tir::Kernel> kernel;
};

Beginning beginning_of(const tir::Kernel& kernel, uint32_t count) {
  Beginning out;
  tir::Excerpt part;
  for (uint32_t i = 0; i < count; ++i) {
    part.statements.push_back(i);
    for (tir::BufferId b : tir::touched_buffers(kernel, i)) {
      if (std::ranges::find(out.buffers, b) == out.buffers.end()) out.buffers.push_back(b);
    }
  }
  for (tir::BufferId b : out.buffers) part.params.push_back(tir::parameter_for(kernel, b));
  out.kernel = tir::excerpt_of(kernel, part);
  return out;
}

struct Pattern {
  GlobalId given;
  Name function;  // that computes it
  uint32_t count = 0;
  Beginning whole;
  std::vector<size_t> params;  // the parameters of the pattern, by number in `whole.buffers`
};

// A kernel that begins with a pattern.
struct Match {
  Name function;
  std::vector<size_t> inputs;  // parameters of the kernel
  GlobalId rest;               // none: the pattern is all of the kernel
  std::vector<size_t> others;  // parameters that the rest has besides the result of the first part
  StructInfo between;          // that result
};

class SplitCalls {
 public:
  SplitCalls(Module& module, PassContext& pass)
      : module_(module), context_(module.context()), pass_(pass), kernels_(module) {
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      if (module.functions[i].kernel()) add_pattern(GlobalId(i));
    }
    std::ranges::stable_sort(patterns_, std::greater(), &Pattern::count);
  }

  Changed run(Function& fn) {
    Changed changed = Changed::no;
    Insertions insertions(fn, names_);
    for_each_binding(fn, fn.self().body, [&](Value v, const Block& block) {
      const std::optional<CalledKernel> call = called_kernel(module_, fn, v);
      if (!call || call->tir_vars || !context_.infos.is_tensor(fn.info(v))) return;
      const auto [known, is_new] = matches_.try_emplace(call->function);
      if (is_new) known->second = match(call->function);
      if (!known->second || call->args.size() + 1 != call->kernel->params.size()) return;
      insertions.at(v, block.is_dataflow);
      split(fn, v, *call, *known->second, insertions);
      changed = Changed::yes;
    });
    insertions.finish();
    return changed;
  }

  void finish() { kernels_.finish(); }
  const std::vector<GlobalId>& given() const { return given_; }

 private:
  void add_pattern(GlobalId g) {
    const tir::Kernel& kernel = *module_[g].kernel();
    const std::optional<Attr> function = context_.find(kernel.attrs, "extern_pattern");
    if (!function) return;
    if (context_.attrs[*function].kind != AttrKind::string || context_.text(Name(context_.attrs[*function].id)).empty())
      return wrong(g, "must name a function");
    given_.push_back(g);
    const tir::Block* root = tir::root_block(kernel);
    if (!root || root->body.size == 0) return wrong(g);
    Pattern p{g, Name(context_.attrs[*function].id), root->body.size, beginning_of(kernel, root->body.size), {}};
    for (const tir::Parameter& param : kernel.params) {
      const auto at = std::ranges::find(p.whole.buffers, param.buffer);
      if (at == p.whole.buffers.end()) return wrong(g);
      p.params.push_back(static_cast<size_t>(at - p.whole.buffers.begin()));
    }
    if (p.params.empty()) return wrong(g);
    patterns_.push_back(std::move(p));
  }

  void wrong(GlobalId g, std::string_view text =
                             "must stand at a kernel that has blocks, and uses each of its buffers, "
                             "which are all the parameters that it has") {
    pass_.diagnostics.report(Diag::bad_attribute_value, module_[g].span,
                             fmt::format("kernel '{}': extern_pattern {}", context_.text(module_[g].name), text));
  }

  std::optional<Match> match(GlobalId f) {
    const tir::Kernel& kernel = *module_[f].kernel();
    const tir::Block* root = tir::root_block(kernel);
    const bool has_scalars = std::ranges::any_of(kernel.params, [](const tir::Parameter& p) { return !p.buffer; });
    if (!root || has_scalars || std::ranges::find(given_, f) != given_.end()) return std::nullopt;
    std::optional<Beginning> beginning;
    uint32_t count = 0;
    for (const Pattern& p : patterns_) {
      if (p.count > root->body.size) continue;
      if (!beginning || count != p.count) beginning = beginning_of(kernel, count = p.count);
      if (!is_alike(p, *beginning)) continue;
      if (std::optional<Match> found = cut(kernel, p, *beginning)) return found;
    }
    return std::nullopt;
  }

  // The pattern for the sizes of the kernel, if these are known.
  bool is_alike(const Pattern& p, const Beginning& beginning) const {
    if (p.whole.buffers.size() != beginning.buffers.size()) return false;
    std::vector<tir::Argument> sizes;
    for (const tir::Parameter& param : beginning.kernel->params) {
      const tir::Buffer& b = (*beginning.kernel)[param.buffer];
      tir::TensorArgument size{b.dtype, {}, {}};
      for (Prim d : b.shape) {
        const std::optional<int64_t> number = context_.prims.constant(d);
        if (!number) return is_equal(*p.whole.kernel, *beginning.kernel);
        size.shape.push_back(*number);
      }
      sizes.emplace_back(std::move(size));
    }
    const Result<std::shared_ptr<const tir::Kernel>> specialised = tir::specialise(p.whole.kernel, sizes);
    return specialised && is_equal(**specialised, *beginning.kernel);
  }

  static bool is_equal(const tir::Kernel& a, const tir::Kernel& b) {
    return tir::equal(a, b, std::equal_to<Name>(), tir::Symbols::ignored);
  }

  static std::optional<size_t> parameter_of(const tir::Kernel& kernel, tir::BufferId b) {
    const auto at = std::ranges::find(kernel.params, b, &tir::Parameter::buffer);
    return at == kernel.params.end() ? std::nullopt : std::optional(static_cast<size_t>(at - kernel.params.begin()));
  }

  // Nothing if the kernel cannot be cut behind the pattern.
  std::optional<Match> cut(const tir::Kernel& kernel, const Pattern& p, const Beginning& beginning) {
    Match out{p.function, {}, {}, {}, {}};
    for (size_t i = 0; i + 1 < p.params.size(); ++i) {
      const std::optional<size_t> input = parameter_of(kernel, beginning.buffers[p.params[i]]);
      if (!input || *input + 1 == kernel.params.size()) return std::nullopt;
      out.inputs.push_back(*input);
    }
    const tir::BufferId result = beginning.buffers[p.params.back()];
    const tir::Block& root = *tir::root_block(kernel);
    const bool is_all = root.body.size == p.count;
    if (is_all) return result == kernel.params.back().buffer ? std::optional(out) : std::nullopt;
    out.between = known_tensor(kernel[result]);
    const bool is_known = std::ranges::all_of(
        kernel.params, [&](const tir::Parameter& param) { return bool(known_tensor(kernel[param.buffer])); });
    if (parameter_of(kernel, result) || !out.between || !is_known) return std::nullopt;
    tir::Excerpt rest{{}, {tir::parameter_for(kernel, result)}, {}};
    std::vector<tir::BufferId> touched;
    for (uint32_t i = p.count; i < root.body.size; ++i) {
      rest.statements.push_back(i);
      for (tir::BufferId b : tir::touched_buffers(kernel, i)) touched.push_back(b);
    }
    const auto is_touched = [&](tir::BufferId b) { return std::ranges::find(touched, b) != touched.end(); };
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      if (!is_touched(kernel.params[i].buffer)) continue;
      rest.params.push_back(kernel.params[i]);
      if (i + 1 < kernel.params.size()) out.others.push_back(i);
    }
    for (tir::BufferId b : root.allocations) {
      if (b == result || !is_touched(b)) continue;
      if (std::ranges::find(beginning.buffers, b) != beginning.buffers.end()) return std::nullopt;
      rest.allocations.push_back(b);
    }
    if (!is_touched(kernel.params.back().buffer)) return std::nullopt;
    const std::shared_ptr<tir::Kernel> made = tir::excerpt_of(kernel, rest);
    made->attrs = kernel.attrs;
    out.rest = kernels_.add("unfused_epilogue", made);
    return out;
  }

  // None if a dim is known to the run only.
  StructInfo known_tensor(const tir::Buffer& b) {
    std::vector<Prim> dims;
    for (Prim d : b.shape) {
      const std::optional<int64_t> number = context_.prims.constant(d);
      if (!number) return {};
      dims.push_back(context_.prims.integer(*number));
    }
    return context_.infos.tensor(dims, b.dtype);
  }

  void split(Function& fn, Value v, const CalledKernel& call, const Match& match, Insertions& insertions) {
    std::vector<Value> first, second{Value()};
    for (size_t i : match.inputs) first.push_back(call.args[i]);
    for (size_t i : match.others) second.push_back(call.args[i]);
    Node callee;
    callee.kind = NodeKind::extern_func;
    callee.set_symbol(match.function);
    callee.info = context_.infos.opaque_function(context_.infos.object(), false, Derives::sinfo_args);
    const Value external = fn.add(callee);
    if (!match.rest) return become_call(fn, v, Op::call_dps_packed, external, first, fn.info(v));
    second[0] = insertions.emit_call(Op::call_dps_packed, external, first, match.between);
    become_call(fn, v, Op::call_tir, fn.add_global(match.rest, kernels_.info(match.rest)), second, fn.info(v));
  }

  Module& module_;
  Context& context_;
  PassContext& pass_;
  KernelSupply kernels_;
  NameSupply names_;
  std::vector<Pattern> patterns_;
  std::vector<GlobalId> given_;
  std::unordered_map<GlobalId, std::optional<Match>> matches_;
};

}  // namespace

Changed split_call_tir_by_pattern(Module& module, const PassOptions&, PassContext& context) {
  SplitCalls split(module, context);
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    changed = changed | split.run(*f->relax());
  }
  split.finish();
  return remove_uncalled(module, split.given()) ? Changed::yes : changed;
}

}  // namespace hammock
