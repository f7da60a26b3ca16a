// SPDX-License-Identifier: Apache-2.0
// TopologicalSort: the bindings of every dataflow block in the order of a search through the graph of uses.
//
// The graph spans the function: a source in front of the parameters and of what uses nothing, a sink behind the results
// and behind what nobody uses; an edge for every occurrence of a variable. The search visits a node when everything
// that it needs is visited; users are taken in program order, depth-first or breadth-first. From the outputs it goes
// along the reversed edges, and the order found is reversed. One search serves all blocks.
//
// A match_cast is in front of what mentions the dims that it defines: an edge, too. Sorting again changes nothing: what
// is ready at one time keeps its order.
#include <algorithm>
#include <deque>

#include "hammock/rewrite/order.h"
#include "hammock/rewrite/uses.h"
#include "passes.h"

namespace hammock {
namespace {

class Sort {
 public:
  Sort(Function& fn, bool depth_first, bool from_outputs)
      : fn_(fn),
        places_(fn),
        mentions_(fn, places_),
        depth_first_(depth_first),
        from_outputs_(from_outputs),
        source_(static_cast<uint32_t>(fn.size())),
        sink_(source_ + 1) {}

  // None if there is no such order.
  std::optional<Changed> run() {
    gather();
    if (!from_outputs_) return reorder(search(source_, downward_, upward_));
    std::vector<uint32_t> order = search(sink_, upward_, downward_);
    std::reverse(order.begin(), order.end());
    return reorder(order);
  }

 private:
  using Edge = std::pair<uint32_t, uint32_t>;

  // Occurrences of variables in a value as it is written.
  void occurrences(Value v, std::vector<Value>& out) const {
    if (is_variable(fn_, places_, v)) {
      out.push_back(v);
      return;
    }
    for (Value field : fn_.args(v)) occurrences(field, out);  // inline tuples nest at most kMaxDepth deep
  }

  // What a binding uses from outside of all that is nested in it is used by the bindings around it, too.
  void add_uses(Value user) {
    std::vector<Value> used;
    for (Value operand : fn_.args(user)) occurrences(operand, used);
    mentioned_.clear();
    mentions_.of(user, mentioned_);
    for (Value m : mentioned_) {
      if (fn_[m].kind == NodeKind::match_cast) used.push_back(m);
    }
    for (Value u : used) {
      edges_.emplace_back(u.index, user.index);
      Place at = places_[user], from = places_[u];
      for (Value owner = places_.blocks[at.block].owner; owner && from;
           owner = places_.blocks[places_[owner].block].owner) {
        if (places_.enclosing(u, places_.blocks[at.block].region) == u) break;
        edges_.emplace_back(u.index, owner.index);
        at = places_[owner];
      }
    }
  }

  void gather() {
    std::vector<Value> results;
    auto result_of = [&](RegionId region) {
      if (fn_[region].result) occurrences(fn_[region].result, results);
    };
    for (Value p : fn_.self().params) nodes_.push_back(p);
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
      nodes_.push_back(v);
      add_uses(v);
      if (fn_[v].kind == NodeKind::cond) {
        result_of(fn_.then_region(v));
        result_of(fn_.else_region(v));
      } else if (fn_[v].kind == NodeKind::lambda) {
        for (Value p : fn_[fn_[v].lambda()].params) nodes_.push_back(p);
        result_of(fn_[fn_[v].lambda()].body);
      }
    });
    result_of(fn_.self().body);
    std::vector<uint8_t> has_inputs(fn_.size(), 0), is_used(fn_.size(), 0);
    for (auto [from, to] : edges_) has_inputs[to] = is_used[from] = 1;
    for (Value r : results) is_used[r.index] = 1;
    std::vector<Edge> all;
    for (Value v : nodes_) {
      if (fn_[v].kind == NodeKind::param) all.emplace_back(source_, v.index);
    }
    for (Value v : nodes_) {
      if (fn_[v].kind != NodeKind::param && !has_inputs[v.index]) all.emplace_back(source_, v.index);
    }
    all.insert(all.end(), edges_.begin(), edges_.end());
    // From the outputs, a queue would turn them round each time.
    if (from_outputs_ && !depth_first_) std::reverse(nodes_.begin(), nodes_.end());
    for (Value v : nodes_) {
      if (!is_used[v.index]) all.emplace_back(v.index, sink_);
    }
    for (Value r : results) all.emplace_back(r.index, sink_);
    downward_ = adjacency(all, sink_ + 1);
    for (Edge& e : all) std::swap(e.first, e.second);
    upward_ = adjacency(all, sink_ + 1);
  }

  std::vector<uint32_t> search(uint32_t start, const Adjacency& forward, const Adjacency& needs) const {
    std::vector<uint32_t> order, missing(sink_ + 1);
    for (uint32_t i = 0; i <= sink_; ++i) missing[i] = static_cast<uint32_t>(needs.of(i).size());
    std::deque<uint32_t> ready{start};
    while (!ready.empty()) {
      uint32_t node = depth_first_ ? ready.back() : ready.front();
      if (depth_first_) ready.pop_back();
      else ready.pop_front();
      order.push_back(node);
      std::span<const uint32_t> next = forward.of(node);
      for (uint32_t n : next) --missing[n];
      std::vector<uint32_t> free;
      for (uint32_t n : next) {
        if (missing[n] == 0) free.push_back(n);
        if (missing[n] == 0) missing[n] = 0xffffffffu;  // once only, however often it is mentioned
      }
      if (depth_first_ && !from_outputs_)
        std::reverse(free.begin(), free.end());  // from the outputs the order is reversed later
      ready.insert(ready.end(), free.begin(), free.end());
    }
    return order;
  }

  std::optional<Changed> reorder(const std::vector<uint32_t>& order) {
    std::vector<std::vector<Value>> sorted(places_.blocks.size());
    for (uint32_t node : order) {
      if (node >= source_) continue;
      if (Place at = places_[Value(node)]) sorted[at.block].push_back(Value(node));
    }
    std::vector<std::pair<uint32_t, std::vector<Value>>> before;
    for (uint32_t number = 0; number < sorted.size(); ++number) {
      Block& block = block_of(fn_, places_.blocks[number]);
      if (!block.is_dataflow || block.bindings == sorted[number]) continue;
      if (block.bindings.size() != sorted[number].size()) return std::nullopt;
      before.emplace_back(number, std::move(block.bindings));
      block.bindings = std::move(sorted[number]);
    }
    if (before.empty()) return Changed::no;
    Places places(fn_);
    order_bindings(fn_, places, UseTable(fn_, places));
    bool is_same = std::all_of(before.begin(), before.end(), [&](const auto& b) {
      return block_of(fn_, places_.blocks[b.first]).bindings == b.second;
    });
    return is_same ? Changed::no : Changed::yes;
  }

  Function& fn_;
  Places places_;
  Mentions mentions_;
  std::vector<Value> mentioned_;
  bool depth_first_, from_outputs_;
  uint32_t source_, sink_;    // numbers behind those of the values
  std::vector<Value> nodes_;  // in program order
  std::vector<Edge> edges_;
  Adjacency downward_, upward_;  // neighbours in the order in which the edges were found
};

}  // namespace

Changed topological_sort(Module& module, const PassOptions& options, PassContext& context) {
  bool depth_first = options.text("order") == "depth-first", from_outputs = options.text("direction") == "from-outputs";
  return for_each_function(module, context, [&](Function& fn) {
    std::optional<Changed> changed = Sort(fn, depth_first, from_outputs).run();
    if (!changed && fn.self().body)
      context.left_alone(fn, fn.body().result, "bindings that need each other have no order");
    return changed.value_or(Changed::no);
  });
}

}  // namespace hammock
