// SPDX-License-Identifier: Apache-2.0
// MergeCompositeFunctions: calls of composites of one back end that feed each other become one function for that back
// end (passes 17.4).
//
// One walk over each dataflow block. A call of a composite joins the group of an argument of the same back end, and
// merges the other such groups into it, unless a group between them would then both need it and be needed by it. That
// question is answered by a walk backwards from the call's arguments, which ends at the first binding of the groups in
// question; all walks of a block together are bounded by kMaxWalk steps for each of its bindings, beyond which calls
// stay apart, with a remark. Then each group is outlined, its composites become local functions, and composites that
// nobody calls any more go away.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codegen.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/outline.h"
#include "passes.h"

namespace hammock {
namespace {

class Regions {
 public:
  Regions(const Module& module, Function& fn, PassContext& pass)
      : module_(module), fn_(fn), pass_(pass), places_(fn), uses_(fn, places_) {}

  // The groups of all dataflow blocks, with the back ends of each in `back_ends`.
  std::vector<OutlineGroup> find(std::vector<std::string_view>& back_ends) {
    std::vector<OutlineGroup> out;
    for (uint32_t block = 0; block < places_.blocks.size(); ++block) {
      const PlacedBlock& at = places_.blocks[block];
      if (block_of(fn_, at).is_dataflow) find_in(block, out, back_ends);
      else remark_plain(block);
    }
    return out;
  }

 private:
  struct Group {
    std::string_view back_end;
    std::vector<uint32_t> members;  // positions
    uint32_t first = 0, last = 0;   // of them
  };

  std::string_view back_end(Value v) const {
    if (fn_[v].kind != NodeKind::call || fn_[fn_.args(v)[0]].kind != NodeKind::global) return {};
    const Function* callee = module_[fn_[fn_.args(v)[0]].global()].relax();
    return callee ? back_end_of(*callee) : std::string_view();
  }

  void remark_plain(uint32_t block) {
    const PlacedBlock& at = places_.blocks[block];
    for (Value v : block_of(fn_, at).bindings) {
      if (!back_end(v).empty())
        pass_.left_alone(fn_, v,
                         "the call of a composite stands outside dataflow blocks; ConvertToDataflow makes some");
    }
  }

  void find_in(uint32_t block, std::vector<OutlineGroup>& out, std::vector<std::string_view>& back_ends) {
    const PlacedBlock& at = places_.blocks[block];
    const std::vector<Value>& bindings = block_of(fn_, at).bindings;
    needs_ = block_needs(fn_, places_, uses_, block);
    groups_.clear();
    group_of_.resize(bindings.size());
    seen_.assign(bindings.size(), 0);
    needed_.assign(bindings.size(), 0);
    round_ = 0;
    steps_left_ = kMaxWalk * (needs_.items.size() + bindings.size());
    for (uint32_t i = 0; i < bindings.size(); ++i) {
      group_of_[i] = i;
      groups_.push_back({back_end(bindings[i]), {i}, i, i});
      if (!groups_[i].back_end.empty()) join(i, bindings[i]);
    }
    for (Group& group : groups_) {
      if (group.back_end.empty() || group.members.empty()) continue;
      std::ranges::sort(group.members);
      OutlineGroup& made = out.emplace_back();
      for (uint32_t i : group.members) made.bindings.push_back(bindings[i]);
      back_ends.push_back(group.back_end);
    }
  }

  void join(uint32_t i, Value call) {
    std::vector<uint32_t> arguments, candidates;
    ++round_;
    for (uint32_t needed : needs_.of(i)) {
      uint32_t group = group_of_[needed];
      if (std::exchange(seen_[group], round_) == round_) continue;
      arguments.push_back(group);
      if (groups_[group].back_end == groups_[i].back_end) candidates.push_back(group);
    }
    if (candidates.empty()) return;
    if (arguments.size() > 1 && !drop_needed(std::move(arguments), candidates)) {
      pass_.left_alone(
          fn_, call,
          fmt::format("what it needs was not looked through: more than {} steps for each binding of its block",
                      kMaxWalk));
      return;
    }
    uint32_t into = i;
    for (uint32_t c : candidates) into = merge(into, c);
  }

  // The longer list of members stays, so that all moves together cost n log n.
  uint32_t merge(uint32_t a, uint32_t b) {
    if (groups_[a].members.size() < groups_[b].members.size()) std::swap(a, b);
    Group &to = groups_[a], &from = groups_[b];
    to.first = std::min(to.first, from.first);
    to.last = std::max(to.last, from.last);
    to.members.insert(to.members.end(), from.members.begin(), from.members.end());
    for (uint32_t member : from.members) group_of_[member] = a;
    from.members.clear();
    return a;
  }

  // Removes the candidates that one of the arguments' groups needs; false if the walk was too long.
  bool drop_needed(std::vector<uint32_t> open, std::vector<uint32_t>& candidates) {
    uint32_t first = 0xffffffffu;
    for (uint32_t c : candidates) first = std::min(first, groups_[c].first);
    std::vector<uint32_t> needed;
    while (!open.empty()) {
      uint32_t group = open.back();
      open.pop_back();
      for (uint32_t member : groups_[group].members) {
        if (steps_left_ < needs_.of(member).size() + 1) return false;
        steps_left_ -= needs_.of(member).size() + 1;
        for (uint32_t n : needs_.of(member)) {
          uint32_t other = group_of_[n];
          if (other == group || groups_[other].last < first) continue;
          needed_[other] = round_;
          if (std::exchange(seen_[other], round_) != round_) open.push_back(other);
        }
      }
    }
    std::erase_if(candidates, [&](uint32_t c) { return needed_[c] == round_; });
    return true;
  }

  const Module& module_;
  Function& fn_;
  PassContext& pass_;
  Places places_;
  UseTable uses_;
  ItemNeeds needs_;
  std::vector<Group> groups_;            // by the position of one of their members
  std::vector<uint32_t> group_of_;       // by position
  std::vector<uint32_t> seen_, needed_;  // in which round
  uint32_t round_ = 0;
  size_t steps_left_ = 0;
};

// The functions made, in the order in which calls of them are met.
struct Called {
  uint32_t first = 0;  // the number of the first function made
  std::vector<GlobalId> order;
  std::vector<uint8_t> is_known;  // by function made

  void add_from(const Function& fn) {
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      if (fn[v].kind != NodeKind::call || fn[fn.args(v)[0]].kind != NodeKind::global) return;
      GlobalId id = fn[fn.args(v)[0]].global();
      if (id.index >= first && std::exchange(is_known[id.index - first], 1) == 0) order.push_back(id);
    });
  }
};

}  // namespace

Changed merge_composite_functions(Module& module, const PassOptions&, PassContext& context) {
  Outliner outliner(module, /*constants_inside=*/true);
  std::vector<std::string_view> back_ends;  // by function made
  Called called{static_cast<uint32_t>(module.functions.size()), {}, {}};
  const Changed changed = for_each_function(module, context, [&](Function& fn) {
    if (!back_end_of(fn).empty()) return Changed::no;
    std::vector<std::string_view> of_group;
    std::vector<OutlineGroup> groups = Regions(module, fn, context).find(of_group);
    std::vector<Outlined> made = outliner.run(fn, groups);
    bool is_changed = false;
    for (size_t g = 0; g < made.size(); ++g) {
      is_changed |= made[g].outcome != Outlined::Outcome::cyclic;  // what nothing uses is removed
      if (made[g].outcome != Outlined::Outcome::called) continue;
      size_t number = made[g].function.index - module.functions.size();
      back_ends.resize(std::max(back_ends.size(), number + 1));  // functions are numbered by the places of the groups
      back_ends[number] = of_group[g];
      context.applied(fn, made[g].call,
                      fmt::format("merges {} calls of composites of {}", groups[g].bindings.size(), of_group[g]));
    }
    called.is_known.resize(back_ends.size());
    if (!groups.empty()) called.add_from(fn);
    return is_changed ? Changed::yes : Changed::no;
  });
  if (back_ends.empty()) return changed;
  auto composite = [&](GlobalId id) -> const Function* {
    const Function* fn = id.index < module.functions.size() ? module[id].relax() : nullptr;
    return fn && !back_end_of(*fn).empty() ? fn : nullptr;
  };
  std::span<GlobalFunction> regions = outliner.functions();
  NameSupply names;
  for (GlobalId id : called.order) {
    uint32_t i = id.index - called.first;
    make_back_end_function(
        regions[i], back_ends[i], outliner, [&] { return names.next(module.context(), "gv"); }, composite);
  }
  outliner.finish();
  dead_code_elimination(module, {{{"entry-functions", ""}}}, context);
  return Changed::yes;
}

}  // namespace hammock
