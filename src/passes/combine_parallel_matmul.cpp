// SPDX-License-Identifier: Apache-2.0
// CombineParallelMatmul: matmuls that share the left operand become one matmul with their right operands side by side.
//
//   a = matmul(x, w0); b = matmul(x, w1)   ->   s = split(matmul(x, concat((w0, w1), axis=-1)), [n0], axis=-1); a =
//   s[0]; b = s[1]
//
// If every matmul of a group is followed by the addition of a bias, or by the same activation, these are carried out on
// the wide result. One pass over each block finds the branches and groups them by left operand and by everything that a
// common concat needs to be equal: rank, leading dims and dtype of the right operand, dtype of the result. What is not
// in the group's way is combined, and the rest is left alone with a remark:
//   - right operands of rank 1 or of unknown shape; results of unknown dtype;
//   - a branch that depends on another member of its group, or would in effect (merge.h), is divided from it;
//   - only one piece of a split may have a width that is no constant: the first such branch stays, behind the constant
//   ones;
//   - biases that are not exactly as wide as their matmul are added behind the split, as they were.
// Nothing is combined across blocks or across impure bindings.
//
// With strategy=batch the right operands are stacked instead, and only those of equal shape are combined:
//
//   m = matmul(x, reshape(concat((w0, w1), axis=0), (2, 1, ..., k, n))); s = split(m, 2, axis=0); a = squeeze(s[0]);
//   ...
//
// With strategy=auto the cost model (matmul_cost.h) decides for each group: whether to combine at all where right
// operands are not known before the run (constants, or what comes from the weights behind `num_input`), and between the
// two ways where they have equal shapes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "algebra.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/prim/simplify.h"
#include "hammock/rewrite/match.h"
#include "hammock/rewrite/merge.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/rewrite/rewriter.h"
#include "matmul_cost.h"
#include "passes.h"

namespace hammock {
namespace {

enum class Strategy : uint8_t { concat, batch, automatic };

struct Branch {
  Value matmul, weight;
  Value add, bias;        // none: no bias, or it cannot be combined
  Value activation;       // the activation behind the add, or behind the matmul
  uint32_t position = 0;  // of the matmul in its block
};

struct Group {
  Value input;
  std::vector<Branch> branches;
  bool with_bias = false;
  bool with_activation = false;
  bool is_batch = false;  // the operands are stacked

  // What takes the result of a branch.
  Value last(const Branch& b) const { return with_activation ? b.activation : with_bias ? b.add : b.matmul; }
};

// The patterns of a branch, from the matmul outwards.
struct BranchPatterns {
  explicit BranchPatterns(Context& context) : rows(context) {}
  Patterns rows;
  Pattern input = rows.any(), weight = rows.any(), bias = rows.any();
  Pattern matmul = ops::matmul(input, weight), biased = matmul + bias;
  Pattern activation = rows.op_of({Op::nn_relu, Op::nn_gelu, Op::nn_gelu_tanh, Op::nn_silu});
  Matcher is_matmul{rows, matmul}, is_biased{rows, biased}, is_activated{rows, activation(matmul)},
      is_biased_activated{rows, activation(biased)};
};

// A number for each value, forgotten with every new round.
class Numbering {
 public:
  uint32_t& at(Value v, uint32_t round, uint32_t otherwise) {
    if (v.index >= entries_.size()) entries_.resize(std::max<size_t>(v.index + 1, 2 * entries_.size()));
    Entry& entry = entries_[v.index];
    if (entry.round != round) entry = {round, otherwise};
    return entry.number;
  }

 private:
  struct Entry {
    uint32_t round = 0, number = 0;
  };
  std::vector<Entry> entries_;
};

class Combine {
 public:
  Combine(Module& module, Function& fn, PassContext& pass, int64_t min_branches, Strategy strategy)
      : module_(module),
        fn_(fn),
        context_(fn.context()),
        pass_(pass),
        min_branches_(static_cast<size_t>(std::max<int64_t>(min_branches, 2))),
        strategy_(strategy),
        edit_(fn),
        patterns_(context_),
        is_known_before_(fn) {}

  Changed run() {
    impure_ = impure_bindings(fn_, edit_.places());
    for (uint32_t number = 0; number < edit_.places().blocks.size(); ++number) find_groups(number);
    // In the order of the language's implementation: the widest groups first, equal kinds one after the other, as they
    // stand.
    std::stable_sort(found_.begin(), found_.end(), [](const Group& a, const Group& b) { return kind(a) > kind(b); });
    auto previous = std::tuple<size_t, bool, bool>();
    for (const Group& group : found_) {
      if (kind(group) != previous) names_ = NameSupply();  // and names begin anew with each kind
      previous = kind(group);
      combine(group);
    }
    if (!edit_.has_edits()) return Changed::no;
    if (auto conflict = edit_.finish(DropDead::orphans)) {
      pass_.left_alone(fn_, conflict->cycle[0], "nothing is combined: the bindings would have no valid order");
      return Changed::no;
    }
    // An item has the struct info of the field, to the letter.
    Refresh refresh(fn_, &module_);
    for (Value v : otherwise_written_) refresh.mark(v);
    if (!otherwise_written_.empty() && !refresh.run())
      pass_.left_alone(fn_, refresh.refused(), "the struct info cannot be inferred anew");
    return Changed::yes;
  }

 private:
  static std::tuple<size_t, bool, bool> kind(const Group& g) {
    return {g.branches.size(), g.with_bias, g.with_activation};
  }

  const InfoNode& info(Value v) const { return context_.infos[fn_.info(v)]; }
  bool has_shape(Value v) const { return fn_.info(v) && context_.infos.has_shape(fn_.info(v)); }
  std::span<const Prim> dims(Value v) const { return context_.infos.dims(fn_.info(v)); }
  Prim last_dim(Value v) { return simplify(context_, dims(v).back()); }

  // The same constant is the same operand wherever it is written.
  Value identity(Value v) {
    if (fn_[v].kind != NodeKind::constant) return v;
    return constants_.try_emplace(fn_[v].constant().index, v).first->second;
  }

  // ---- finding ----------------------------------------------------------------------------------------------------
  void find_groups(uint32_t number) {
    const PlacedBlock& place = edit_.places().blocks[number];
    const std::vector<Value>& bindings = block_of(fn_, place).bindings;
    std::vector<Group> groups;
    ++round_;
    std::vector<std::pair<Value, std::pair<uint32_t, size_t>>> claims;  // an addition, and the branch that it would end
    for (uint32_t i = 0; i < bindings.size(); ++i) {
      Value v = bindings[i];
      if (impure_[v.index]) ++round_;
      if (fn_[v].kind != NodeKind::call_op || !patterns_.is_matmul.match(fn_, v, match_)) continue;
      Value input = identity(match_[patterns_.input]);
      uint32_t& group = by_input_.at(input, round_, static_cast<uint32_t>(groups.size()));
      if (group == groups.size()) groups.push_back({input, {}});
      Branch branch = branch_at(v, i);
      if (branch.add) claims.emplace_back(branch.add, std::pair(group, groups[group].branches.size()));
      groups[group].branches.push_back(branch);
    }
    // The sum of two products is the bias addition of neither.
    std::stable_sort(claims.begin(), claims.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 1; i < claims.size(); ++i) {
      if (claims[i].first != claims[i - 1].first) continue;
      for (auto [group, branch] : {claims[i - 1].second, claims[i].second}) {
        Branch& b = groups[group].branches[branch];
        b.add = b.bias = b.activation = Value();
      }
    }
    std::vector<Group> alike;
    for (Group& group : groups) {
      if (group.branches.size() > 1) divide_by_shape(group, alike);
    }
    for (Group& group : alike) choose_tail(group);
    divide_by_dependence(number, alike);
  }

  Branch branch_at(Value matmul, uint32_t position) {
    Branch branch;
    branch.matmul = matmul;
    branch.weight = identity(match_[patterns_.weight]);
    branch.position = position;
    Value next = next_in_chain(matmul);
    if (next && patterns_.is_biased.match(fn_, next, match_) && match_[patterns_.matmul] == matmul) {
      branch.add = next;
      branch.bias = match_[patterns_.bias];
      next = next_in_chain(next);
      if (next && patterns_.is_biased_activated.match(fn_, next, match_)) branch.activation = next;
    } else if (next && patterns_.is_activated.match(fn_, next, match_)) {
      branch.activation = next;
    }
    return branch;
  }

  // The only user of v, if it stands in the same block with nothing impure between them.
  Value next_in_chain(Value v) const {
    Value user = edit_.uses().only_user(v);
    if (!user || edit_.places()[user].block != edit_.places()[v].block) return {};
    return segment(user) == segment(v) ? user : Value();
  }

  // Counts the impure bindings in front of a binding of its block.
  uint32_t segment(Value v) const {
    Place place = edit_.places()[v];
    if (segments_block_ != place.block) {
      const PlacedBlock& at = edit_.places().blocks[place.block];
      segments_.clear();
      uint32_t count = 0;
      for (Value b : block_of(fn_, at).bindings) segments_.push_back(count += impure_[b.index]);
      segments_block_ = place.block;
    }
    return segments_[place.position];
  }

  // ---- dividing ---------------------------------------------------------------------------------------------------
  void divide_by_shape(const Group& group, std::vector<Group>& out) {
    size_t first = out.size();
    ++round_;
    for (const Branch& branch : group.branches) {
      if (std::string why = unfit(group.input, branch); !why.empty()) {
        pass_.left_alone(fn_, branch.matmul, std::move(why));
        continue;
      }
      if (by_weight_.at(branch.weight, round_, branch.position) != branch.position) {
        pass_.left_alone(fn_, branch.matmul,
                         "the same product is computed already; EliminateCommonSubexpr would remove it");
        continue;
      }
      uint32_t& part = by_kind_.at(Value(weight_kind(branch)), round_, static_cast<uint32_t>(out.size()));
      if (part == out.size()) out.push_back({group.input, {}});
      out[part].branches.push_back(branch);
    }
    for (size_t i = first; i < out.size(); ++i) {
      if (out[i].branches.size() == 1 && out.size() - first > 1) {
        pass_.left_alone(fn_, out[i].branches[0].matmul,
                         "no other matmul of this left operand agrees in rank, leading dims and dtypes");
      }
    }
    out.erase(std::remove_if(out.begin() + static_cast<ptrdiff_t>(first), out.end(),
                             [](const Group& g) { return g.branches.size() < 2; }),
              out.end());
  }

  std::string unfit(Value input, const Branch& branch) const {
    if (!fn_.info(input) || !context_.infos.is_tensor(fn_.info(input)) || info(input).ndim < 0)
      return "the rank of the left operand is not known";
    if (info(input).ndim < 2) return "the left operand has rank 1";
    if (!has_shape(branch.weight)) return "the shape of the right operand is not known";
    if (info(branch.weight).ndim < 2) return "the right operand has rank 1";
    if (!context_.infos.is_tensor(fn_.info(branch.matmul)) || info(branch.matmul).dtype.is_unknown())
      return "the dtype of the result is not known";
    return {};
  }

  // A number for everything that must be equal in the branches of a group.
  uint32_t weight_kind(const Branch& branch) {
    const InfoNode &weight = info(branch.weight), &result = info(branch.matmul);
    kind_.assign({weight.dtype.pack(), weight.vdevice, result.dtype.pack(), result.vdevice});
    size_t equal = dims(branch.weight).size() - (strategy_ == Strategy::batch ? 0 : 1);
    for (size_t i = 0; i < equal; ++i) kind_.push_back(simplify(context_, dims(branch.weight)[i]).index);
    return kinds_.try_emplace(kind_, static_cast<uint32_t>(kinds_.size())).first->second;
  }

  // Bias and activation are combined only if all branches have them.
  void choose_tail(Group& group) {
    std::vector<Branch>& all = group.branches;
    bool all_added = std::all_of(all.begin(), all.end(), [](const Branch& b) { return static_cast<bool>(b.add); });
    group.with_bias =
        all_added && std::all_of(all.begin(), all.end(), [&](const Branch& b) { return bias_fits(b, all[0]); });
    if (all_added && !group.with_bias) {
      pass_.left_alone(
          fn_, all[0].add,
          "the biases of the combined matmuls stay apart: their shapes are not those of a concat along the last axis");
    }
    bool tail_is_next = std::all_of(all.begin(), all.end(), [&](const Branch& b) {
      return b.activation && static_cast<bool>(b.add) == group.with_bias;
    });
    group.with_activation = tail_is_next && std::all_of(all.begin(), all.end(), [&](const Branch& b) {
                              return fn_[b.activation].op == fn_[all[0].activation].op &&
                                     fn_[b.activation].attrs == fn_[all[0].activation].attrs;
                            });
  }

  bool bias_fits(const Branch& branch, const Branch& first) {
    if (!has_shape(branch.bias) || !has_shape(first.bias) || dims(branch.bias).empty()) return false;
    if (fn_.info(branch.add) != fn_.info(branch.matmul)) return false;  // it must not broadcast the product
    const InfoNode &bias = info(branch.bias), &other = info(first.bias);
    if (bias.ndim != other.ndim || bias.dtype != other.dtype || bias.vdevice != other.vdevice) return false;
    for (size_t i = 0; i + 1 < dims(branch.bias).size(); ++i) {
      Prim a = simplify(context_, dims(branch.bias)[i]), b = simplify(context_, dims(first.bias)[i]);
      if (a != b) return false;
    }
    return last_dim(branch.bias) == last_dim(branch.weight);
  }

  // Divides the groups of a block so that all can be combined at once. A branch is one item: its last binding, which
  // needs what any binding of the branch needs.
  void divide_by_dependence(uint32_t number, const std::vector<Group>& groups) {
    if (groups.empty()) return;
    ItemNeeds needs = block_needs(fn_, edit_.places(), edit_.uses(), number);
    std::vector<uint32_t> set_of(needs.size(), kNoSet), item_of(needs.size());
    for (uint32_t i = 0; i < item_of.size(); ++i) item_of[i] = i;
    auto position = [&](Value v) { return edit_.places()[v].position; };
    for (uint32_t g = 0; g < groups.size(); ++g) {
      for (const Branch& branch : groups[g].branches) {
        uint32_t item = position(groups[g].last(branch));
        set_of[item] = g;
        item_of[position(branch.matmul)] = item;
        if (groups[g].with_bias) item_of[position(branch.add)] = item;
      }
    }
    std::vector<uint32_t> classes =
        merge_classes(renumbered(needs, item_of), set_of, static_cast<uint32_t>(groups.size()));
    for (const Group& group : groups) {
      auto class_of = [&](const Branch& b) { return classes[position(group.last(b))]; };
      if (std::all_of(group.branches.begin(), group.branches.end(),
                      [&](const Branch& b) { return class_of(b) == class_of(group.branches[0]); })) {
        choose_widths(group);
        continue;
      }
      std::map<uint32_t, Group> parts;
      for (const Branch& branch : group.branches) {
        Group& part =
            parts.try_emplace(class_of(branch), Group{group.input, {}, group.with_bias, group.with_activation, false})
                .first->second;
        part.branches.push_back(branch);
      }
      for (auto& [_, part] : parts) {
        if (part.branches.size() > 1) {
          choose_widths(std::move(part));
        } else {
          pass_.left_alone(fn_, part.branches[0].matmul,
                           "it depends on another matmul of the same left operand, or that on it");
        }
      }
    }
  }

  static ItemNeeds renumbered(const ItemNeeds& needs, const std::vector<uint32_t>& item_of) {
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < needs.size(); ++i) {
      for (uint32_t n : needs.of(i)) {
        if (item_of[i] != item_of[n]) edges.emplace_back(item_of[i], item_of[n]);
      }
    }
    return adjacency(edges, needs.size());
  }

  // None if the cost model says nothing: ranks above two, widths or an inner dim that are not known.
  std::optional<MatmulSizes> sizes_of(const Group& group) {
    auto constant = [&](Prim p) { return context_.prims.constant(simplify(context_, p)); };
    MatmulSizes sizes{1, 0, 0, static_cast<int64_t>(group.branches.size())};
    if (!has_shape(group.input)) return std::nullopt;
    for (const Branch& b : group.branches) {
      if (info(b.weight).ndim != 2) return std::nullopt;
      std::optional<int64_t> inner = constant(dims(b.weight)[0]), width = constant(dims(b.weight)[1]);
      if (!inner || !width || __builtin_add_overflow(sizes.width, *width, &sizes.width)) return std::nullopt;
      sizes.inner = *inner;
    }
    for (size_t i = 0; i + 1 < dims(group.input).size(); ++i) {
      std::optional<int64_t> rows = constant(dims(group.input)[i]);
      if (!rows || __builtin_mul_overflow(sizes.rows, *rows, &sizes.rows)) {
        sizes.rows = MatmulSizes::kUnknown;
        break;
      }
    }
    return sizes;
  }

  bool wants_batch(const Group& group) {
    if (strategy_ != Strategy::automatic) return strategy_ == Strategy::batch;
    const Branch& first = group.branches[0];
    bool are_equal = std::all_of(group.branches.begin(), group.branches.end(),
                                 [&](const Branch& b) { return fn_.info(b.weight) == fn_.info(first.weight); });
    std::optional<MatmulSizes> sizes = sizes_of(group);
    return are_equal && sizes && prefers_batch(*sizes);
  }

  // Does joining the right operands in every run cost more than it saves? What is known before the run is joined once.
  bool is_better_alone(const Group& group) {
    if (strategy_ != Strategy::automatic) return false;
    if (std::all_of(group.branches.begin(), group.branches.end(),
                    [&](const Branch& b) { return is_known_before_(b.weight); }))
      return false;
    std::optional<MatmulSizes> sizes = sizes_of(group);
    if (!sizes) return false;
    JoinCost cost = cost_of_joining(*sizes);
    if (cost.pays()) return false;
    pass_.left_alone(fn_, group.branches[0].matmul,
                     fmt::format("{} matmuls are faster apart: joining the right operands and cutting the result would "
                                 "move {} elements in every run{}, to read {} fewer of the left operand",
                                 sizes->parts, cost.moved, sizes->rows == MatmulSizes::kUnknown ? ", for each row" : "",
                                 cost.saved));
    return true;
  }

  // Constant widths first, then at most one that is not.
  void choose_widths(Group group) {
    if (is_better_alone(group)) return;
    group.is_batch = wants_batch(group);
    if (group.is_batch) return cut_to_bound(std::move(group));
    auto is_constant = [&](const Branch& b) { return context_.prims.constant(last_dim(b.weight)).has_value(); };
    std::stable_partition(group.branches.begin(), group.branches.end(), is_constant);
    auto dynamic = std::find_if_not(group.branches.begin(), group.branches.end(), is_constant);
    if (dynamic != group.branches.end()) {
      for (auto b = dynamic + 1; b != group.branches.end(); ++b) {
        pass_.left_alone(fn_, b->matmul, "only one of the combined matmuls may have a width that is no constant");
      }
      group.branches.erase(dynamic + 1, group.branches.end());
    }
    cut_to_bound(std::move(group));
  }

  // A group of more branches than a split has parts becomes several.
  void cut_to_bound(Group group) {
    while (group.branches.size() > kMaxSplitParts) {
      Group rest = group;
      rest.branches.assign(group.branches.begin() + kMaxSplitParts, group.branches.end());
      group.branches.resize(kMaxSplitParts);
      found_.push_back(std::move(group));
      group = std::move(rest);
    }
    if (group.branches.size() >= min_branches_) {
      found_.push_back(std::move(group));
    } else if (group.branches.size() > 1) {
      pass_.left_alone(fn_, group.branches[0].matmul, fmt::format("only {} matmuls to combine", group.branches.size()));
    }
  }

  // ---- combining --------------------------------------------------------------------------------------------------
  void combine(const Group& group) {
    std::vector<Value> fresh;
    Value split = build(group, fresh);
    std::vector<Value> pieces;
    for (uint32_t i = 0; split && i < group.branches.size(); ++i) {
      pieces.push_back(fn_.add_get_item(split, i, fn_[group.branches[i].matmul].span));
      if (group.is_batch) {
        const int64_t front[] = {0};
        fresh.push_back(pieces.back());
        Attr attrs =
            default_attrs(context_, Op::squeeze,
                          std::vector<std::pair<std::string_view, Attr>>{{"axis", context_.attrs.integers(front)}});
        pieces.back() = make_call(fn_, &module_, Op::squeeze, std::span(&pieces.back(), 1), attrs,
                                  fn_[group.branches[i].matmul].span, nullptr);
        if (!pieces.back()) split = Value();
        if (!split) break;
      }
      if (base_check(context_, fn_.info(group.last(group.branches[i])), fn_.info(pieces[i])) != BaseCheck::pass)
        split = Value();
    }
    if (!split) {
      pass_.left_alone(fn_, group.branches[0].matmul,
                       "the shapes of the combined matmul cannot be shown to be those of its parts");
      return;
    }
    Value first = group.last(group.branches[0]);
    if (!pass_.may_apply(fn_, first)) return;
    for (const Branch& branch : group.branches) {
      if (edit_.places()[group.last(branch)].position < edit_.places()[first].position) first = group.last(branch);
    }
    Place place = edit_.places()[first];
    const PlacedBlock& block = edit_.places().blocks[place.block];
    for (Value v : fresh) {
      fn_[v].name = names_.next_variable(context_, block_of(fn_, block).is_dataflow);
      edit_.insert_before(first, v);
    }
    for (size_t i = 0; i < group.branches.size(); ++i) {
      Value last = group.last(group.branches[i]);
      edit_.redefine(last, pieces[i]);
      if (fn_.info(last) != fn_.info(pieces[i])) otherwise_written_.push_back(last);
    }
    pass_.applied(
        fn_, first,
        fmt::format("{} matmuls combined{}{}{}", group.branches.size(), group.is_batch ? " into a batch" : "",
                    group.with_bias ? " with their biases" : "", group.with_activation ? " and activations" : ""));
  }

  // The new bindings in order, up to the split, or none where inference refuses one of them.
  Value build(const Group& group, std::vector<Value>& fresh) {
    const Branch& first = group.branches[0];
    int64_t rank = info(first.weight).ndim;
    Span span = fn_[first.matmul].span;
    AttrStore& attrs = context_.attrs;
    bool is_good = true;
    auto call = [&](Op op, std::vector<Value> args, std::vector<std::pair<std::string_view, Attr>> set) {
      if (!is_good) return Value();
      Value v = make_call(fn_, &module_, op, args, default_attrs(context_, op, set), span, nullptr);
      is_good = static_cast<bool>(v);
      if (v) fresh.push_back(v);
      return v;
    };
    std::vector<Value> weights, biases;
    std::vector<int64_t> ends;
    for (const Branch& b : group.branches) {
      weights.push_back(b.weight);
      biases.push_back(b.bias);
      ends.push_back((ends.empty() ? 0 : ends.back()) + context_.prims.constant(last_dim(b.weight)).value_or(0));
    }
    ends.pop_back();
    int64_t result_rank = std::max<int64_t>(info(group.input).ndim, rank);
    // Side by side, or one behind the other under a new leading dim, with room for the leading dims of the result
    // between.
    auto joined = [&](const std::vector<Value>& parts) {
      int64_t part_rank = info(parts[0]).ndim;
      Value wide =
          call(Op::concat, {fn_.add_tuple(parts, span)}, {{"axis", attrs.integer(group.is_batch ? 0 : part_rank - 1)}});
      if (!group.is_batch || !wide) return wide;
      std::vector<Prim> shape(static_cast<size_t>(1 + result_rank - part_rank), context_.prims.integer(1));
      shape[0] = context_.prims.integer(static_cast<int64_t>(parts.size()));
      shape.insert(shape.end(), dims(parts[0]).begin(), dims(parts[0]).end());
      return call(Op::reshape, {wide, fn_.add_shape(shape, span)}, {});
    };
    Value weight = joined(weights);
    Value wide = call(Op::matmul, {group.input, weight}, {{"out_dtype", attrs.dtype(info(first.matmul).dtype)}});
    if (group.with_bias) {
      Value bias = joined(biases);
      wide = call(Op::add, {wide, bias}, {});
    }
    if (group.with_activation && is_good) {
      const Node& activation = fn_[first.activation];
      Op op = activation.op;
      Attr record = activation.attrs;
      wide = make_call(fn_, &module_, op, std::span(&wide, 1), record, span, nullptr);
      is_good = static_cast<bool>(wide);
      if (wide) fresh.push_back(wide);
    }
    if (group.is_batch) {
      Attr parts = attrs.integer(static_cast<int64_t>(group.branches.size()));
      return call(Op::split, {wide}, {{"indices_or_sections", parts}, {"axis", attrs.integer(0)}});
    }
    return call(Op::split, {wide},
                {{"indices_or_sections", attrs.integers(ends)}, {"axis", attrs.integer(result_rank - 1)}});
  }

  Module& module_;
  Function& fn_;
  Context& context_;
  PassContext& pass_;
  size_t min_branches_;
  Strategy strategy_;
  Rewriter edit_;
  std::vector<Value> otherwise_written_;  // results whose struct info was proved to be equal
  BranchPatterns patterns_;
  CompileTime is_known_before_;
  Match match_;
  std::vector<uint8_t> impure_;
  std::unordered_map<uint32_t, Value> constants_;
  uint32_t round_ = 0;
  Numbering by_input_, by_weight_, by_kind_;
  std::vector<uint32_t> kind_;
  std::map<std::vector<uint32_t>, uint32_t> kinds_;
  mutable std::vector<uint32_t> segments_;
  mutable uint32_t segments_block_ = Place::kNowhere;
  std::vector<Group> found_;
  NameSupply names_;
};

}  // namespace

Changed combine_parallel_matmul(Module& module, const PassOptions& options, PassContext& context) {
  int64_t min_branches = options.integer("min-branches");
  std::string_view name = options.text("strategy");
  Strategy strategy = name == "batch" ? Strategy::batch : name == "auto" ? Strategy::automatic : Strategy::concat;
  return for_each_function(module, context,
                           [&](Function& fn) { return Combine(module, fn, context, min_branches, strategy).run(); });
}

}  // namespace hammock
