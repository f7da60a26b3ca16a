// SPDX-License-Identifier: Apache-2.0
// SplitLayoutRewritePreproc: kernels that first bring weights into another layout become two, so that the first can run
// before there is an input (legalize, 8.8).
//
//   gv = R.call_tir(cls.f, (x, w), ...)   ->   lv = R.call_tir(cls.f_weight_prepack, (w,), ...)
//                                              lv1 = R.call_tir(cls.f_prepacked, (x, lv), ...)
//                                              gv = lv1
//
// The blocks that do it say so, by `meta_schedule.layout_rewrite_preproc`: each reads a parameter and writes a buffer
// that the kernel allocates; nothing else reads the parameter, or writes the buffer. Kernels that nobody reaches then
// go, as all that is dead.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/names.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/excerpt.h"
#include "hammock/tir/walk.h"
#include "kernel_call.h"
#include "kernel_supply.h"
#include "passes.h"

namespace hammock {
namespace {

constexpr std::string_view kPreprocessing = "meta_schedule.layout_rewrite_preproc";

struct Rewritten {
  uint32_t param;  // by number
  tir::BufferId from, to;
};

// Which statements of the root block do it, and to what.
class Preprocessing {
 public:
  explicit Preprocessing(const tir::Kernel& kernel)
      : kernel_(kernel), context_(*kernel.context), root_(tir::root_block(kernel)) {}

  // False: the kernel is not split. `problem` then says why, if it has such blocks.
  bool find() {
    if (!root_) return false;
    for (uint32_t i = 0; i < root_->body.size; ++i) {
      const std::optional<bool> is_first = is_preprocessing(i);
      (is_first.value_or(false) ? first : second).push_back(i);
      if (!is_first) problem = "a statement with blocks of both kinds, or none";
    }
    if (!has_marks_) problem.clear();
    else if (second.empty()) problem = "a kernel that does nothing else";
    if (!has_marks_ || !problem.empty()) return false;
    for (uint32_t i : first) add(i);
    std::ranges::stable_sort(rewritten, {}, &Rewritten::param);
    if (std::ranges::adjacent_find(rewritten, {}, &Rewritten::param) != rewritten.end())
      problem = "a weight that is brought into several layouts";
    for (uint32_t i : second) check(i);
    check_writes();
    return problem.empty();
  }

  std::vector<uint32_t> first, second;
  std::vector<Rewritten> rewritten;  // in the order of the parameters
  std::string problem;

 private:
  bool is_marked(const tir::Block& b) const {
    const std::optional<Attr> mark = context_.find(b.annotations, kPreprocessing);
    if (!mark) return false;
    const AttrNode& n = context_.attrs[*mark];
    return n.kind == AttrKind::prim ? context_.prims.is_constant(Prim(n.id), 1) : n.value == 1;
  }

  // Nothing where its blocks disagree, or there are none.
  std::optional<bool> is_preprocessing(uint32_t statement) {
    bool has_marked = false, has_others = false;
    const auto enter = [&](tir::StmtId id) {
      if (kernel_[id].kind == tir::StmtKind::block)
        (is_marked(kernel_.block(kernel_[id])) ? has_marked : has_others) = true;
      return true;
    };
    const auto nothing = [](auto&&...) {};
    tir::walk(kernel_, {root_->body.begin + statement, 1}, enter, nothing, nothing, nothing);
    has_marks_ |= has_marked;
    return has_marked != has_others ? std::optional(has_marked) : std::nullopt;
  }

  void add(uint32_t statement) {
    const std::vector<tir::BufferId> touched = tir::touched_buffers(kernel_, statement);
    Rewritten found{};
    for (tir::BufferId b : touched) {
      const auto param = std::ranges::find(kernel_.params, b, &tir::Parameter::buffer);
      if (std::ranges::find(root_->allocations, b) != root_->allocations.end()) {
        found.to = b;
      } else if (param != kernel_.params.end()) {
        found.param = static_cast<uint32_t>(param - kernel_.params.begin());
        found.from = b;
      }
    }
    const auto is_static = [&](Prim d) { return context_.prims.constant(d).has_value(); };
    if (touched.size() != 2 || !found.from || !found.to) {
      problem = "a block that brings something else than one parameter into a buffer of the kernel";
    } else if (!std::ranges::all_of(kernel_[found.to].shape, is_static) ||
               !std::ranges::all_of(kernel_[found.from].shape, is_static)) {
      problem = "a weight of unknown size";
    } else {
      rewritten.push_back(found);
    }
  }

  void check(uint32_t statement) {
    for (tir::BufferId b : tir::touched_buffers(kernel_, statement)) {
      if (std::ranges::find(rewritten, b, &Rewritten::from) != rewritten.end())
        problem = "the weight is read as it was, too";
    }
  }

  void check_writes() {
    const std::unordered_set<tir::BufferId> by_first = written_by(first), by_second = written_by(second);
    std::unordered_set<tir::BufferId> made;
    for (const Rewritten& r : rewritten) {
      if (by_first.contains(r.from) || !by_first.contains(r.to))
        problem = "a block that brings no parameter into a buffer of the kernel";
      else if (by_second.contains(r.to) || !made.insert(r.to).second)
        problem = "a weight in its other layout that several statements write";
    }
  }

  std::unordered_set<tir::BufferId> written_by(const std::vector<uint32_t>& statements) const {
    tir::Excerpt part{statements, {}, {}};
    std::unordered_set<tir::BufferId> seen, out;
    for (uint32_t i : statements) {
      for (tir::BufferId b : tir::touched_buffers(kernel_, i)) {
        if (seen.insert(b).second) part.params.push_back(tir::parameter_for(kernel_, b));
      }
    }
    const std::vector<bool> is_written = tir::written_parameters(*tir::excerpt_of(kernel_, part));
    for (size_t i = 0; i < part.params.size(); ++i) {
      if (is_written[i]) out.insert(part.params[i].buffer);
    }
    return out;
  }

  const tir::Kernel& kernel_;
  Context& context_;
  const tir::Block* root_;
  bool has_marks_ = false;
};

class Split {
 public:
  Split(Module& module, PassContext& pass)
      : module_(module), context_(module.context()), pass_(pass), kernels_(module) {}

  Changed run(Function& fn) {
    Changed changed = Changed::no;
    Insertions insertions(fn, names_);
    for_each_binding(fn, fn.self().body, [&](Value v, const Block& block) {
      const std::optional<CalledKernel> call = called_kernel(module_, fn, v);
      if (!call) return;
      const Halves& halves = halves_of(call->function);
      if (!halves.problem.empty()) pass_.left_alone(fn, v, halves.problem);
      if (!halves.first) return;
      if (std::ranges::any_of(halves.rewritten, [&](const Rewritten& r) { return r.param >= call->args.size(); }))
        return pass_.left_alone(fn, v, "a result is no weight");
      insertions.at(v, block.is_dataflow);
      split(fn, v, *call, halves, insertions);
      changed = Changed::yes;
    });
    insertions.finish();
    return changed;
  }

  void finish() { kernels_.finish(); }

 private:
  struct Halves {
    GlobalId first, second;  // none: the kernel stays
    std::vector<Rewritten> rewritten;
    std::vector<StructInfo> made;  // of the weights in their other layout
    std::string problem;
  };

  const Halves& halves_of(GlobalId f) {
    const auto [known, is_new] = halves_.try_emplace(f);
    Halves& out = known->second;
    if (!is_new) return out;
    const tir::Kernel& kernel = *module_[f].kernel();
    Preprocessing found(kernel);
    if (!found.find()) {
      out.problem = found.problem;
      return out;
    }
    const std::shared_ptr<tir::Kernel> first = first_half(kernel, found), second = second_half(kernel, found);
    if (tir::has_free_variables(*first) || tir::has_free_variables(*second)) {
      out.problem = "a part of the kernel would not get what it reads";
      return out;
    }
    out.rewritten = found.rewritten;
    for (const Rewritten& r : out.rewritten) out.made.push_back(tensor(kernel[r.to]));
    out.first = add(f, first, "_weight_prepack");
    out.second = add(f, second, "_prepacked");
    return out;
  }

  StructInfo tensor(const tir::Buffer& b) {
    std::vector<Prim> dims;
    for (Prim d : b.shape) dims.push_back(context_.prims.integer(*context_.prims.constant(d)));
    return context_.infos.tensor(dims, b.dtype);
  }

  static std::shared_ptr<tir::Kernel> first_half(const tir::Kernel& kernel, const Preprocessing& found) {
    tir::Excerpt part{found.first, {}, {}};
    for (const Rewritten& r : found.rewritten) part.params.push_back(kernel.params[r.param]);
    for (const Rewritten& r : found.rewritten) part.params.push_back(tir::parameter_for(kernel, r.to));
    std::shared_ptr<tir::Kernel> out = tir::excerpt_of(kernel, part);
    for (tir::Block& b : out->blocks) b.annotations = without_attr(*kernel.context, b.annotations, kPreprocessing);
    return out;
  }

  static std::shared_ptr<tir::Kernel> second_half(const tir::Kernel& kernel, const Preprocessing& found) {
    tir::Excerpt part{found.second, kernel.params, {}};
    for (const Rewritten& r : found.rewritten) part.params[r.param] = tir::parameter_for(kernel, r.to);
    for (tir::BufferId b : tir::root_block(kernel)->allocations) {
      if (std::ranges::find(found.rewritten, b, &Rewritten::to) == found.rewritten.end()) part.allocations.push_back(b);
    }
    return tir::excerpt_of(kernel, part);
  }

  GlobalId add(GlobalId whole, const std::shared_ptr<tir::Kernel>& half, std::string_view suffix) {
    const tir::Kernel& kernel = *module_[whole].kernel();
    const auto named = [&](Name name) { return fmt::format("{}{}", context_.text(name), suffix); };
    half->is_private = kernel.is_private;
    if (!kernel.is_private) half->symbol = context_.name(named(kernel.symbol ? kernel.symbol : module_[whole].name));
    half->attrs = without_attr(context_, kernel.attrs, "layout_free_buffers");
    return kernels_.add(named(module_[whole].name), half);
  }

  void split(Function& fn, Value v, const CalledKernel& call, const Halves& halves, Insertions& insertions) {
    const auto leaf = [&](GlobalId f) { return fn.add_global(f, kernels_.info(f)); };
    std::vector<Value> args(call.args.begin(), call.args.end()), weights;
    const Value tir_vars = call.tir_vars;
    for (const Rewritten& r : halves.rewritten) weights.push_back(args[r.param]);
    const StructInfo made = halves.made.size() == 1 ? halves.made[0] : context_.infos.tuple(halves.made);
    const Value prepacked = insertions.emit_call(Op::call_tir, leaf(halves.first), weights, made);
    for (uint32_t i = 0; i < halves.rewritten.size(); ++i)
      args[halves.rewritten[i].param] =
          halves.made.size() == 1 ? prepacked : insertions.emit(fn.add_get_item(prepacked, i));
    const Value result = fn.add_call(Op::call_tir, {}, {}, fn.info(v));
    become_call(fn, result, Op::call_tir, leaf(halves.second), args, fn.info(v), tir_vars);
    become_alias(fn, v, insertions.emit(result));
  }

  Module& module_;
  Context& context_;
  PassContext& pass_;
  KernelSupply kernels_;
  NameSupply names_;
  std::unordered_map<GlobalId, Halves> halves_;
};

}  // namespace

Changed split_layout_rewrite_preproc(Module& module, const PassOptions&, PassContext& context) {
  Split split(module, context);
  Changed changed = Changed::no;
  for (GlobalFunction* f : functions_by_name(module)) {
    ++context.functions;
    changed = changed | split.run(*f->relax());
  }
  split.finish();
  return changed | dead_code_elimination(module, PassOptions{{{"entry-functions", ""}}}, context);
}

}  // namespace hammock
