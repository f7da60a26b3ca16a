// SPDX-License-Identifier: Apache-2.0
// FuseOpsByPattern: what matches a pattern becomes one composite function (passes 7.4, 17.3).
//
//   lv = R.nn.conv2d(x, w); y = R.nn.relu(lv)   ->   y = cls.fused_relax_nn_conv2d_relax_nn_relu(x, w)   Composite:
//   "dnnl.conv2d_relu"
//
// Pattern by pattern, in the order of their priority; for each, one walk over every dataflow block. A match takes the
// bindings that calls, tuples, items and regions of the pattern matched. It is left alone if
//   - they do not stand in one block, or the check of the pattern says no;
//   - something else would both need a part of it and be needed by it (also together with other matches);
//   - a part of it belongs to an earlier match of the pattern that is not a part of this one; else the larger match
//   wins.
// A function of more than kMaxNamedParts operators is named after its pattern. Functions that are composites, or for a
// back end, are not looked into. With annotate-codegen each composite is wrapped into a function for its back end
// (codegen.h).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "codegen.h"
#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/fusion_pattern.h"
#include "hammock/rewrite/outline.h"
#include "passes.h"

namespace hammock {
namespace {

constexpr uint32_t kNoGroup = 0xffffffffu;

bool is_fused(const Context& context, const Lambda& lambda) {
  return lambda.attrs && (context.find(lambda.attrs, "Primitive") || context.find(lambda.attrs, "Composite") ||
                          context.find(lambda.attrs, "Codegen"));
}

// The matches of one pattern in one function.
class Fuse {
 public:
  Fuse(const Module& module, Function& fn, const FusionPattern& pattern, PassContext& pass)
      : fn_(fn),
        module_(module),
        pattern_(pattern),
        pass_(pass),
        places_(fn),
        uses_(fn, places_),
        matcher_(*pattern.patterns, pattern.root),
        group_of_(fn.size(), kNoGroup) {
    scope_.places = &places_;
    scope_.uses = &uses_;
    scope_.module = &module;
    scope_.budget = &region_steps_;
  }

  std::vector<OutlineGroup> run() {
    region_steps_ = kMaxWalk * (fn_.size() + 1) * matcher_.size();
    for (uint32_t block = 0; block < places_.blocks.size(); ++block) {
      const PlacedBlock& at = places_.blocks[block];
      if (!block_of(fn_, at).is_dataflow || is_in_fused(block)) continue;
      needs_.reset();
      for (Value v : block_of(fn_, at).bindings) try_at(v, block);
    }
    std::erase_if(groups_, [](const OutlineGroup& group) { return group.bindings.empty(); });
    return std::move(groups_);
  }

 private:
  bool is_in_fused(uint32_t block) const {
    for (Value owner = places_.blocks[block].owner; owner; owner = places_.blocks[places_[owner].block].owner) {
      if (fn_[owner].kind == NodeKind::lambda && is_fused(fn_.context(), fn_[fn_[owner].lambda()])) return true;
    }
    return false;
  }

  void try_at(Value v, uint32_t block) {
    if (fn_[v].kind == NodeKind::alias || fn_[v].kind == NodeKind::match_cast) return;  // other names of values
    if (!matcher_.may_match(fn_[v]) || !matcher_.match(fn_, v, match_, scope_)) {
      if (match_.was_bounded())
        pass_.left_alone(fn_, v,
                         fmt::format("{}: the match was given up after {} steps", pattern_.name, match_.steps()));
      return;
    }
    std::vector<Value> bindings = match_.covered(*pattern_.patterns);
    std::erase_if(bindings,
                  [&](Value b) { return fn_[b].kind == NodeKind::tuple && !places_[b]; });  // written in a call
    if (bindings.empty()) return;
    for (Value b : bindings) {
      if (places_[b].block != block)
        return pass_.left_alone(fn_, v, fmt::format("{}: the match reaches beyond its block", pattern_.name));
    }
    if (std::ranges::any_of(bindings, [&](Value b) { return defines_dims(b); }))
      return pass_.left_alone(fn_, v, fmt::format("{}: a match_cast in it defines dims", pattern_.name));
    std::ranges::sort(bindings, {}, [&](Value b) { return places_[b].position; });
    if (!is_maximal(bindings))
      return pass_.left_alone(fn_, v, fmt::format("{}: a part of it belongs to another match", pattern_.name));
    FusionMatch found{fn_, module_, match_, places_, uses_, v, bindings};
    if (pattern_.check && !pattern_.check(found)) return;
    if (std::string why = why_not_convex(bindings, block); !why.empty())
      return pass_.left_alone(fn_, v, fmt::format("{}: {}", pattern_.name, why));
    add(found);
  }

  bool defines_dims(Value v) const {
    return fn_[v].kind == NodeKind::match_cast && !definable_symbols(fn_.context(), fn_.info(v)).empty();
  }

  // Every earlier match that shares a binding is a part of this one.
  bool is_maximal(const std::vector<Value>& bindings) {
    auto is_inside = [&](Value v) {
      return std::ranges::binary_search(bindings, places_[v].position, {},
                                        [&](Value b) { return places_[b].position; });
    };
    for (Value b : bindings) {
      uint32_t group = group_of_[b.index];
      if (group != kNoGroup && !std::ranges::all_of(groups_[group].bindings, is_inside)) return false;
    }
    return true;
  }

  // Walks back from what the bindings need outside of them, to the first of them.
  std::string why_not_convex(const std::vector<Value>& bindings, uint32_t block) {
    if (bindings.size() < 2) return {};
    if (!needs_) {
      needs_ = block_needs(fn_, places_, uses_, block);
      seen_.assign(needs_->size(), 0);
      inside_.assign(needs_->size(), 0);
      round_ = 0;
      steps_left_ = kMaxWalk * (needs_->size() + needs_->items.size());
    }
    ++round_;
    uint32_t first = places_[bindings[0]].position;
    std::vector<uint32_t> open;
    for (Value b : bindings) inside_[places_[b].position] = round_;
    auto enter = [&](uint32_t item) {
      for (uint32_t n : needs_->of(item)) {
        if (n < first || inside_[n] == round_ || seen_[n] == round_) continue;
        seen_[n] = round_;
        open.push_back(n);
      }
    };
    for (Value b : bindings) enter(places_[b].position);
    while (!open.empty()) {
      uint32_t item = open.back();
      open.pop_back();
      size_t cost = needs_->of(item).size() + 1;
      if (steps_left_ < cost)
        return fmt::format(
            "whether something between its parts needs it was not found out within {} steps for each binding of the "
            "block",
            kMaxWalk);
      steps_left_ -= cost;
      for (uint32_t n : needs_->of(item)) {
        if (inside_[n] == round_) return "something that is not a part of it stands between its parts";
      }
      enter(item);
    }
    return {};
  }

  void add(const FusionMatch& found) {
    Context& context = fn_.context();
    uint32_t number = static_cast<uint32_t>(groups_.size());
    for (Value b : found.bindings) {
      if (uint32_t group = group_of_[b.index]; group != kNoGroup) groups_[group].bindings.clear();
      group_of_[b.index] = number;
    }
    std::vector<std::pair<Name, Attr>> attrs;
    if (pattern_.attrs) attrs = pattern_.attrs(found);
    attrs.emplace_back(context.name("Composite"), context.attrs.string(context.name(pattern_.name)));
    std::string name = "fused_" + pattern_.name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    groups_.push_back(
        {{found.bindings.begin(), found.bindings.end()}, context.sorted_dict(std::move(attrs)), std::move(name)});
  }

  Function& fn_;
  const Module& module_;
  const FusionPattern& pattern_;
  PassContext& pass_;
  Places places_;
  UseTable uses_;
  Matcher matcher_;
  Scope scope_;
  uint64_t region_steps_ = 0;
  Match match_;
  std::vector<OutlineGroup> groups_;
  std::vector<uint32_t> group_of_;  // by value
  std::optional<ItemNeeds> needs_;  // of the block that is looked at
  std::vector<uint32_t> seen_, inside_;
  uint32_t round_ = 0;
  size_t steps_left_ = 0;
};

// Those of the names in the option, a name or a back end each, in that order; without names, those that were
// registered, or else all.
std::optional<std::vector<const FusionPattern*>> chosen_patterns(const PassOptions& options, PassContext& context) {
  std::vector<const FusionPattern*> out;
  std::vector<std::string_view> names;
  for (const FusionPattern& pattern : context.patterns) names.push_back(pattern.name);
  std::vector<std::string_view> wanted = options.list("patterns");
  if (wanted.empty()) {
    for (const FusionPattern& pattern :
         context.patterns.first(context.registered_patterns ? context.registered_patterns : context.patterns.size()))
      out.push_back(&pattern);
  }
  bool good = true;
  for (std::string_view name : wanted) {
    size_t before = out.size();
    for (const FusionPattern& pattern : context.patterns) {
      std::string_view of = pattern.name;
      if (of == name || of.substr(0, of.find('.')) == name) out.push_back(&pattern);
    }
    if (out.size() > before) continue;
    context.diagnostics.report(
        Diag::bad_pipeline, {},
        fmt::format("option patterns: there is no pattern '{}'{}", name, did_you_mean(name, names)));
    good = false;
  }
  return good ? std::optional(std::move(out)) : std::nullopt;
}

// Wraps the composites: the functions of the module from `first` on.
void annotate(Module& module, size_t first, Outliner& outliner) {
  for (size_t i = first; i < module.functions.size(); ++i) {
    GlobalId id(static_cast<uint32_t>(i));
    GlobalFunction& global = module[id];
    Function composite = std::move(*global.relax());
    global.body = make_caller(composite, id, global.info);
    auto local_name = [&] { return module.context().name("local_func"); };
    make_back_end_function(global, back_end_of(composite), outliner, local_name,
                           [&](GlobalId called) { return called == id ? &composite : nullptr; });
  }
}

Changed fuse(Module& module, Function& fn, const FusionPattern& pattern, Outliner& outliner, PassContext& context) {
  std::vector<OutlineGroup> groups = Fuse(module, fn, pattern, context).run();
  keep_applicable(fn, groups, context);
  if (groups.empty()) return Changed::no;
  return tell_outlined(fn, groups, outliner.run(fn, groups), pattern.name + ": ", context);
}

}  // namespace

void keep_applicable(const Function& fn, std::vector<OutlineGroup>& groups, PassContext& context) {
  std::erase_if(groups, [&](const OutlineGroup& group) { return !context.may_apply(fn, group.bindings.back()); });
}

Changed tell_outlined(const Function& fn, std::span<const OutlineGroup> groups, std::span<const Outlined> made,
                      const std::string& who, PassContext& context) {
  Changed changed = Changed::no;
  for (size_t g = 0; g < made.size(); ++g) {
    Value at = made[g].call ? made[g].call : groups[g].bindings.back();
    switch (made[g].outcome) {
      case Outlined::Outcome::called:
        context.applied(fn, at, fmt::format("{}{} bindings become one call", who, groups[g].bindings.size()));
        break;
      case Outlined::Outcome::unused: context.applied(fn, at, fmt::format("{}removed, nothing uses it", who)); break;
      case Outlined::Outcome::cyclic:
        context.left_alone(fn, at, fmt::format("{}it and other matches would need each other", who));
        break;
    }
    if (made[g].outcome != Outlined::Outcome::cyclic) changed = Changed::yes;
  }
  return changed;
}

Changed fuse_ops_by_pattern(Module& module, const PassOptions& options, PassContext& context) {
  auto patterns = chosen_patterns(options, context);
  if (!patterns) return Changed::no;
  std::vector<std::string_view> entries = options.list("entry-functions");
  auto is_entry = [&](const Function& fn) {
    bool is_named = entries.empty() || std::ranges::find(entries, fn.context().text(fn.self().name)) != entries.end();
    return is_named && !is_fused(fn.context(), fn.self());
  };
  const size_t first_made = module.functions.size();
  Outliner outliner(module, options.flag("bind-constants"));
  Changed changed = for_each_function(module, context, [](Function&) { return Changed::no; });
  for (const FusionPattern* pattern : *patterns) {
    changed = changed | for_each_function(module, context, [&](Function& fn) {
                return is_entry(fn) ? fuse(module, fn, *pattern, outliner, context) : Changed::no;
              });
    outliner.finish();
  }
  if (options.flag("annotate-codegen")) annotate(module, first_made, outliner);
  return changed;
}

}  // namespace hammock
