// SPDX-License-Identifier: Apache-2.0
// ToMixedPrecision: products are computed on halves, in float16 or bfloat16 (passes 8.1).
//
//   c = R.matmul(a, b)    ->    lv = R.astype(a, "float16"), lv1 = R.astype(b, "float16")
//                               lv2 = R.matmul(lv, lv1, out_dtype="float32")
//                               c = R.astype(lv2, "float16")
//
// What becomes of a call in a dataflow block its operator says:
//
//   always   products, convolutions, attention: on halves; the result is stored in halves
//   follow   in halves if all that it reads is in halves, else in float32
//   never    on what it was given before; so are calls of functions and kernels
//
// A value that is read as halves alone is stored so: it is converted once, behind its definition, a parameter at the
// beginning of the block. Which values these are is found backwards, from uses to definitions. What leaves a block, or
// is captured by a function or branch inside, keeps its dtype. A call of operands that are neither float32 nor halves,
// or of unknown dtypes, is left alone.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/infer/infer.h"
#include "hammock/ir/constant.h"
#include "hammock/rewrite/definition.h"
#include "hammock/rewrite/names.h"
#include "passes.h"

namespace hammock {
namespace {

enum class Policy : uint8_t { always, follow, never };

Policy policy(Op op) {
  switch (op) {
    case Op::matmul:
    case Op::nn_conv1d:
    case Op::nn_conv2d:
    case Op::nn_conv3d:
    case Op::nn_attention:
    case Op::nn_attention_bias:
    case Op::nn_attention_var_len: return Policy::always;
    case Op::arange:
    case Op::broadcast_to:
    case Op::concat:
    case Op::expand_dims:
    case Op::eye:
    case Op::flatten:
    case Op::full:
    case Op::full_like:
    case Op::image_resize2d:
    case Op::layout_transform:
    case Op::nn_adaptive_avg_pool1d:
    case Op::nn_adaptive_avg_pool2d:
    case Op::nn_adaptive_avg_pool3d:
    case Op::nn_avg_pool1d:
    case Op::nn_avg_pool2d:
    case Op::nn_avg_pool3d:
    case Op::nn_dropout:
    case Op::nn_group_norm:
    case Op::nn_layer_norm:
    case Op::nn_max_pool1d:
    case Op::nn_max_pool2d:
    case Op::nn_max_pool3d:
    case Op::nn_rms_norm:
    case Op::ones:
    case Op::permute_dims:
    case Op::reshape:
    case Op::split:
    case Op::squeeze:
    case Op::strided_slice:
    case Op::zeros: return Policy::follow;
    case Op::clip:
    case Op::dequantize:
    case Op::hint_on_device:
    case Op::nn_leakyrelu:
    case Op::quantize:
    case Op::to_vdevice:
    case Op::where:
    case Op::wrap_param: return Policy::never;
    default: return has_trait(op, Pointwise) && !has_trait(op, Newer) ? Policy::follow : Policy::never;
  }
}

// What the readers of a tensor want.
enum class Need : uint8_t { unknown, half, full };
Need join(Need a, Need b) { return a == Need::unknown ? b : b == Need::unknown ? a : std::max(a, b); }

class MixPrecision {
 public:
  MixPrecision(Function& fn, const Module& module, PassContext& pass, DType half, DType out)
      : fn_(fn), module_(module), context_(fn.context()), pass_(pass), half_(half), out_(out) {}

  // `inputs`: names of parameters that become halves, where only dataflow blocks of the function read them.
  Changed run(const std::vector<std::string_view>& inputs, std::vector<std::string_view>& found) {
    for (size_t i = 0; i < fn_.size(); ++i) before_.push_back(fn_.info(fn_.value(i)));
    find_kept();
    if (!inputs.empty()) change_parameters(inputs, found);
    find_needs();
    for (Region& region : fn_.regions) {
      for (size_t b = 0; b < region.blocks.size(); ++b) {
        if (region.blocks[b].is_dataflow) rewrite(region.blocks[b]);
      }
    }
    Refresh refresh(fn_, &module_);
    for (Value v : rewritten_) refresh.mark(v);
    if (!rewritten_.empty() && !refresh.run())
      pass_.left_alone(fn_, refresh.refused(), "the struct info cannot be inferred anew");
    return changed_;
  }

 private:
  InfoStore& infos() { return context_.infos; }
  StructInfo before(Value v) const { return v.index < before_.size() ? before_[v.index] : fn_.info(v); }
  static bool is_in(const std::vector<bool>& set, Value v) { return v.index < set.size() && set[v.index]; }
  bool is_bound(Value v) const { return is_in(is_bound_, v); }
  bool is_kept(Value v) const { return fn_[v].is_output || is_in(is_kept_, v); }
  bool is_inline_tuple(Value v) const { return fn_[v].kind == NodeKind::tuple && !is_bound(v); }
  bool can_change(DType d) const { return d == kFloat32 || d == half_; }

  StructInfo with_half(StructInfo info) {
    const InfoNode node = infos()[info];
    const std::vector<Prim> dims = infos().has_shape(info)
                                       ? std::vector(infos().dims(info).begin(), infos().dims(info).end())
                                       : std::vector<Prim>();
    if (node.has_dims) return infos().tensor(dims, half_, node.vdevice);
    if (node.shape_var()) return infos().tensor_of_shape_var(node.shape_var(), node.ndim, half_, node.vdevice);
    return infos().tensor_of_rank(node.ndim, half_, node.vdevice);
  }

  // ---- what stays ----

  // Values that are mentioned in another region than their own.
  void find_kept() {
    std::vector<uint32_t> region_of(fn_.size(), UINT32_MAX);
    is_bound_.assign(fn_.size(), false);
    is_kept_.assign(fn_.size(), false);
    for (const Lambda& lambda : fn_.lambdas)
      for (Value p : lambda.params) region_of[p.index] = lambda.body.index;
    each_binding([&](Value v, uint32_t region) {
      region_of[v.index] = region;
      is_bound_[v.index] = true;
    });
    const auto mention = [&](Value root, uint32_t region) {
      each_mention(root, [&](Value v) {
        if (region_of[v.index] != region) is_kept_[v.index] = true;
      });
    };
    each_binding([&](Value v, uint32_t region) {
      for (Value a : fn_.args(v)) mention(a, region);
    });
    for (uint32_t r = 0; r < fn_.regions.size(); ++r) mention(fn_.regions[r].result, r);
  }

  template <class F>
  void each_binding(F&& f) const {
    for (uint32_t r = 0; r < fn_.regions.size(); ++r)
      for (const Block& block : fn_.regions[r].blocks)
        for (Value v : block.bindings) f(v, r);
  }

  // The variables of an operand; tuples that are written out nest at most kMaxDepth deep.
  template <class F>
  void each_mention(Value v, F&& f) const {
    if (!v) return;
    if (fn_[v].kind == NodeKind::param || is_bound(v)) return f(v);
    if (fn_[v].kind == NodeKind::tuple)
      for (Value field : fn_.args(v)) each_mention(field, f);
  }

  void change_parameters(const std::vector<std::string_view>& names, std::vector<std::string_view>& found) {
    std::vector<bool> is_outside(fn_.size(), false);
    const auto outside = [&](Value v) { is_outside[v.index] = true; };
    for (const Region& region : fn_.regions) {
      each_mention(region.result, outside);
      for (const Block& block : region.blocks)
        for (Value v : block.is_dataflow ? std::span<const Value>() : std::span<const Value>(block.bindings))
          for (Value a : fn_.args(v)) each_mention(a, outside);
    }
    for (Value p : fn_.self().params) {
      const StructInfo info = fn_.info(p);
      const bool is_named = std::ranges::find(names, context_.text(fn_[p].name)) != names.end();
      if (!is_named || !infos().is_tensor(info) || infos()[info].dtype != kFloat32) continue;
      if (is_outside[p.index]) {
        pass_.left_alone(fn_, p, "the parameter is read outside of dataflow blocks, where nothing is converted");
        continue;
      }
      fn_[p].info = with_half(info);
      found.push_back(context_.text(fn_[p].name));
      changed_ = Changed::yes;
    }
  }

  // ---- needs: one for each tensor of a value ----

  // The tensors of a value, or 0 if it has something else in it.
  size_t leaves(StructInfo info) {
    const auto known = leaves_.find(info);
    if (known != leaves_.end()) return known->second;
    size_t count = infos().is_tensor(info) ? 1 : 0;
    if (infos()[info].kind == InfoKind::tuple) {
      for (StructInfo field : infos().fields(info)) {
        const size_t in_field = leaves(field);
        if (in_field == 0 && !infos().is_void(field)) return leaves_[info] = 0;
        count += in_field;
      }
    }
    return leaves_[info] = count;
  }

  using Needs = std::vector<Need>;

  void require(Value v, const Needs& needs) {
    if (needs.empty()) return;
    if (is_inline_tuple(v)) {
      size_t at = 0;
      for (Value field : fn_.args(v)) {
        const size_t count = leaves(before(field));
        require(field, Needs(needs.begin() + static_cast<long>(at), needs.begin() + static_cast<long>(at + count)));
        at += count;
      }
      return;
    }
    if (fn_[v].kind != NodeKind::param && !is_bound(v)) return;
    Needs& all = needs_[v];
    all.resize(needs.size(), Need::unknown);
    for (size_t i = 0; i < needs.size(); ++i) all[i] = join(all[i], needs[i]);
  }
  void require(Value v, Need need) {
    if (!v) return;
    if (!is_inline_tuple(v)) return require(v, Needs(leaves(before(v)), need));
    for (Value field : fn_.args(v)) require(field, need);
  }

  Needs needs_of(Value v) {
    const auto found = needs_.find(v);
    return found == needs_.end() ? Needs(leaves(before(v)), Need::unknown) : found->second;
  }

  void find_needs() {
    for (const Region& region : fn_.regions) require(region.result, Need::full);
    std::vector<std::pair<Value, bool>> order;
    for_each_binding(fn_, fn_.self().body,
                     [&](Value v, const Block& block) { order.emplace_back(v, block.is_dataflow); });
    for (size_t i = order.size(); i-- > 0;) {
      const auto [v, is_dataflow] = order[i];
      const std::span<const Value> args = fn_.args(v);
      if (!is_dataflow) {
        for (Value a : args) require(a, Need::full);
      } else if (fn_[v].kind == NodeKind::tuple) {
        const Needs needs = is_kept(v) ? Needs(leaves(before(v)), Need::full) : needs_of(v);
        if (needs.empty())
          for (Value field : args) require(field, Need::full);
        size_t at = 0;
        for (Value field : args) {
          const size_t count = needs.empty() ? 0 : leaves(before(field));
          require(field, Needs(needs.begin() + static_cast<long>(at), needs.begin() + static_cast<long>(at + count)));
          at += count;
        }
      } else if (fn_[v].kind == NodeKind::get_item) {
        require_field(v, args[0]);
      } else {
        const bool wants_halves = fn_[v].kind == NodeKind::call_op && policy(fn_[v].op) == Policy::always && fits(v);
        for (Value a : args) require(a, wants_halves ? Need::half : Need::full);
      }
    }
  }

  void require_field(Value item, Value tuple) {
    Needs needs(leaves(before(tuple)), Need::unknown);
    const std::span<const StructInfo> fields = infos().fields(before(tuple));
    if (needs.empty() || fn_[item].index() >= fields.size()) return require(tuple, Need::full);
    size_t at = 0;
    for (uint32_t i = 0; i < fn_[item].index(); ++i) at += leaves(fields[i]);
    const Needs wanted = is_kept(item) ? Needs(leaves(before(item)), Need::full) : needs_of(item);
    std::ranges::copy(wanted, needs.begin() + static_cast<long>(at));
    require(tuple, needs);
  }

  // Can a product be one of halves?
  bool fits(Value v) {
    return std::ranges::all_of(fn_.args(v), [&](Value a) {
      const StructInfo info = before(a);
      return !infos().is_tensor(info) || can_change(infos()[info].dtype);
    });
  }

  // ---- rewriting ----

  void rewrite(Block& block) {
    out_bindings_.clear();
    stored_.clear();
    const std::vector<Value> bindings = block.bindings;
    store_parameters(bindings);
    for (Value v : bindings) {
      const size_t emitted = out_bindings_.size();
      const StructInfo info = fn_.info(v);
      is_edited_ = false;
      rewrite(v);
      out_bindings_.push_back(v);
      if (is_edited_ || info != fn_.info(v) || out_bindings_.size() != emitted + 1) {
        changed_ = Changed::yes;
        rewritten_.push_back(v);
      }
      if (!is_kept(v)) store(v);
    }
    block.bindings = out_bindings_;
  }

  void store_parameters(const std::vector<Value>& bindings) {
    std::vector<bool> is_read(fn_.size(), false);
    for (Value v : bindings)
      for (Value a : fn_.args(v)) each_mention(a, [&](Value m) { is_read[m.index] = true; });
    for (const Lambda& lambda : fn_.lambdas)
      for (Value p : lambda.params)
        if (is_read[p.index]) store(p);
  }

  // Converts what is read as halves alone.
  void store(Value v) {
    const auto needs = needs_.find(v);
    if (needs == needs_.end()) return;
    const Value made = converted(v, needs->second, fn_[v].span);
    if (made != v) stored_[v] = is_inline_tuple(made) ? emit(made) : made;
  }

  Value emit(Value made) {
    is_bound_.resize(fn_.size(), false);
    fn_[made].name = names_.next_variable(context_, true);
    is_bound_[made.index] = true;
    out_bindings_.push_back(made);
    changed_ = Changed::yes;
    return made;
  }

  Value cast(Value v, DType to, Span span) {
    return make_call(fn_, &module_, Op::astype, std::array{v},
                     default_attrs(context_, Op::astype, {{{"dtype", context_.attrs.dtype(to)}}}), span, nullptr);
  }

  // The value with its tensors of float32 and halves in the dtypes that `to` gives for each; void: as it is.
  Value converted(Value v, std::span<const DType> to, Span span) {
    const StructInfo info = fn_.info(v);
    if (infos().is_tensor(info)) {
      const DType from = infos()[info].dtype;
      if (to[0].is_unknown() || to[0] == from || !can_change(from) || !can_change(to[0])) return v;
      const Value made = cast(v, to[0], span);
      return made ? emit(made) : v;
    }
    bool is_same = true;
    std::vector<Value> fields;
    size_t at = 0;
    const std::vector<StructInfo> kinds(infos().fields(info).begin(), infos().fields(info).end());
    if (!has_another(info, to)) return v;
    for (uint32_t i = 0; i < kinds.size(); ++i) {
      const size_t count = leaves(kinds[i]);
      const bool is_written_out = fn_[v].kind == NodeKind::tuple;
      const Value field = is_written_out ? current(fn_.args(v)[i]) : emit(fn_.add_get_item(v, i, span));
      fields.push_back(count == 0 ? field : converted(field, to.subspan(at, count), span));
      is_same &= fields.back() == field;
      at += count;
    }
    return is_same ? v : fn_.add_tuple(fields, span);
  }
  Value converted(Value v, const Needs& needs, Span span) {
    std::vector<DType> to;
    for (Need need : needs) to.push_back(need == Need::half ? half_ : DType());
    return converted(v, to, span);
  }
  // All of them in this dtype.
  Value converted(Value v, DType to, Span span) {
    return converted(v, std::vector<DType>(leaves(fn_.info(v)), to), span);
  }

  bool has_another(StructInfo info, std::span<const DType> to) {
    const std::vector<DType> from = dtypes_of(info);
    for (size_t i = 0; i < from.size(); ++i) {
      if (!to[i].is_unknown() && to[i] != from[i] && can_change(from[i]) && can_change(to[i])) return true;
    }
    return false;
  }
  std::vector<DType> dtypes_of(StructInfo info) {
    std::vector<DType> out;
    add_dtypes(info, out);
    return out;
  }
  void add_dtypes(StructInfo info, std::vector<DType>& out) {
    if (infos().is_tensor(info)) out.push_back(infos()[info].dtype);
    if (infos()[info].kind != InfoKind::tuple) return;
    const std::vector<StructInfo> fields(infos().fields(info).begin(), infos().fields(info).end());
    for (StructInfo field : fields) add_dtypes(field, out);
  }

  // What an operand is now; a tuple that is written out has the struct info of its fields.
  Value current(Value v) {
    if (const auto found = stored_.find(v); found != stored_.end()) return found->second;
    if (!is_inline_tuple(v)) return v;
    const std::vector<Value> old(fn_.args(v).begin(), fn_.args(v).end());
    std::vector<Value> fields;
    bool is_same = true;
    for (Value f : old) {
      fields.push_back(current(f));
      is_same &= fields.back() == f && fn_.info(f) == before(f);
    }
    return is_same ? v : fn_.add_tuple(fields, fn_[v].span);
  }

  // An operand with the dtypes that it had before.
  Value as_before(Value v, Span span) {
    const Value now = current(v);
    return leaves(before(v)) == 0 ? now : converted(now, dtypes_of(before(v)), span);
  }

  void set_args(Value v, const std::vector<Value>& args) {
    if (std::ranges::equal(args, fn_.args(v))) return;
    fn_.set_args(v, args);
    is_edited_ = true;
  }

  void rewrite(Value v) {
    const Node node = fn_[v];
    const std::vector<Value> old(fn_.args(v).begin(), fn_.args(v).end());
    if (node.kind == NodeKind::call_op) return rewrite_call(v, old);
    if (node.kind == NodeKind::tuple || node.kind == NodeKind::get_item) return rewrite_tuple(v, old);
    if (node.kind == NodeKind::alias && leaves(before(old[0])) > 0)
      return define(v, current(old[0]), dtypes_of(before(old[0])));
    std::vector<Value> args;
    for (Value a : old) args.push_back(as_before(a, node.span));
    set_args(v, args);
  }

  // The variable is the value in these dtypes.
  void define(Value v, Value from, std::span<const DType> to) {
    const Span span = fn_[v].span;
    const bool is_other = has_another(fn_.info(from), to), is_tensor = infos().is_tensor(fn_.info(from));
    if (!is_other && fn_[v].kind == NodeKind::alias) return set_args(v, {from});
    const Value made = !is_other   ? fn_.add_alias(from, span)
                       : is_tensor ? cast(from, to[0], span)
                                   : converted(from, to, span);
    is_edited_ = true;
    const Node like = fn_[made];
    fn_[v] = redefined(fn_[v], like);
    fn_[v].info = like.info;
  }

  void rewrite_tuple(Value v, const std::vector<Value>& old) {
    if (fn_[v].kind == NodeKind::get_item) return rewrite_item(v, current(old[0]));
    std::vector<Value> args;
    for (Value a : old) args.push_back(is_kept(v) ? as_before(a, fn_[v].span) : current(a));
    set_args(v, args);
    std::vector<StructInfo> fields;
    for (Value a : args) fields.push_back(fn_.info(a));
    fn_[v].info = infos().tuple(fields);
  }

  // A field that is kept is converted by itself.
  void rewrite_item(Value v, Value tuple) {
    const uint32_t index = fn_[v].index();
    set_args(v, {tuple});
    if (infos()[fn_.info(tuple)].kind != InfoKind::tuple) return;
    const StructInfo field = infos().fields(fn_.info(tuple))[index];
    const std::vector<DType> to = leaves(before(v)) > 0 ? dtypes_of(before(v)) : std::vector<DType>();
    if (!is_kept(v) || to.empty() || !has_another(field, to)) fn_[v].info = field;
    else define(v, emit(fn_.add_get_item(tuple, index, fn_[v].span)), to);
  }

  bool all_in_halves(const std::vector<Value>& args) {
    return std::ranges::all_of(args, [&](Value a) {
      if (is_inline_tuple(a)) return all_in_halves({fn_.args(a).begin(), fn_.args(a).end()});
      const std::vector<DType> dtypes = leaves(fn_.info(a)) > 0 ? dtypes_of(fn_.info(a)) : std::vector<DType>();
      if (fn_[a].kind == NodeKind::constant && dtypes[0] == kFloat32) return is_in_range(fn_[a].constant());
      return std::ranges::all_of(dtypes, [&](DType d) { return d == half_; });
    });
  }

  // Are all elements values that halves have?
  bool is_in_range(ConstantId id) {
    const auto [known, is_new] = is_in_range_.try_emplace(id, true);
    if (!is_new) return known->second;
    const Constant& constant = context_[id];
    const double most = *greatest_real(half_);
    for (size_t i = 0; known->second; ++i) {
      const std::optional<double> e = element(constant, i);
      if (!e) break;
      known->second = -most <= *e && *e <= most;
    }
    return known->second;
  }

  void rewrite_call(Value v, const std::vector<Value>& old) {
    const Span span = fn_[v].span;
    const Op op = fn_[v].op;
    Policy how = policy(op);
    if (op == Op::wrap_param && !is_kept(v) && can_change(infos()[fn_.info(old[0])].dtype))
      return become_parameter(v, old[0]);
    std::vector<Value> args;
    if (how == Policy::always && !fits(v)) {
      pass_.left_alone(fn_, v, "an operand is neither float32 nor of the half dtype, or its dtype is not known");
      how = Policy::never;
    }
    if (how == Policy::never) {
      for (Value a : old) args.push_back(as_before(a, span));
      return set_args(v, args);
    }
    for (Value a : old) args.push_back(current(a));
    const bool is_half = how == Policy::always || all_in_halves(args);
    for (Value& a : args) {
      if (leaves(fn_.info(a)) > 0) a = converted(a, is_half ? half_ : kFloat32, span);
    }
    Attr attrs = fn_[v].attrs;
    if (how == Policy::always && info(op).attr_index("out_dtype") >= 0) attrs = with_out_dtype(op, attrs);
    const StructInfo made = Infer(fn_, &module_, nullptr).call({op, args, attrs, fn_[v].sinfo_args(), span});
    if (!made) {
      args.clear();
      for (Value a : old) args.push_back(as_before(a, span));
      return set_args(v, args);
    }
    std::vector<DType> to;
    if (is_kept(v)) to = dtypes_of(before(v));
    else if (how == Policy::always) to.assign(leaves(made), half_);
    store_result(v, args, attrs, made, to);
  }

  // The call, and its result in these dtypes; in those that it has if there are none.
  void store_result(Value v, const std::vector<Value>& args, Attr attrs, StructInfo made, std::span<const DType> to) {
    if (leaves(made) == 0 || to.empty() || !has_another(made, to)) {
      set_args(v, args);
      is_edited_ |= fn_[v].attrs != attrs;
      fn_[v].attrs = attrs;
      if (made != before(v)) fn_[v].info = made;
      return;
    }
    Node call = fn_[v];
    call.attrs = attrs;
    call.info = made;
    call.is_output = false;
    const Value result = emit(fn_.add(call, args));
    define(v, result, to);
  }

  // What gives a parameter another dtype is not needed any more.
  void become_parameter(Value v, Value data) {
    const Value now = current(data);
    define(v, now, std::vector<DType>(leaves(fn_.info(now))));
  }

  Attr with_out_dtype(Op op, Attr attrs) {
    std::vector<Attr> record(context_.attrs.items(attrs).begin(), context_.attrs.items(attrs).end());
    record[static_cast<size_t>(info(op).attr_index("out_dtype"))] = context_.attrs.dtype(out_);
    return context_.attrs.list(record);
  }

  Function& fn_;
  const Module& module_;
  Context& context_;
  PassContext& pass_;
  const DType half_, out_;
  NameSupply names_;
  std::vector<StructInfo> before_;  // by value
  std::vector<bool> is_bound_, is_kept_;
  std::unordered_map<StructInfo, size_t> leaves_;
  std::unordered_map<Value, Needs> needs_;
  std::unordered_map<Value, Value> stored_;  // in this block
  std::unordered_map<ConstantId, bool> is_in_range_;
  std::vector<Value> out_bindings_, rewritten_;
  bool is_edited_ = false;
  Changed changed_ = Changed::no;
};

}  // namespace

Changed to_mixed_precision(Module& module, const PassOptions& options, PassContext& context) {
  const DType half = options.text("dtype") == "bfloat16" ? kBfloat16 : kFloat16;
  const DType out = options.text("out-dtype") == "half" ? half : kFloat32;
  const std::vector<std::string_view> inputs = options.list("inputs");
  // Callers give a function what it takes now.
  std::unordered_set<const Function*> called;
  for (const GlobalFunction& global : module.functions) {
    if (!global.relax()) continue;
    for (const Node& node : global.relax()->nodes)
      if (node.kind == NodeKind::global) called.insert(module[node.global()].relax());
  }
  std::vector<std::string_view> found;
  const Changed changed = for_each_function(module, context, [&](Function& fn) {
    MixPrecision mix(fn, module, context, half, out);
    return mix.run(called.contains(&fn) ? std::vector<std::string_view>() : inputs, found);
  });
  for (std::string_view name : inputs) {
    if (std::ranges::find(found, name) == found.end())
      context.diagnostics.report(
          Diag::ran_on_nothing, {},
          fmt::format("ToMixedPrecision found no parameter '{}' of float32 that can become a half", name));
  }
  return changed;
}

}  // namespace hammock
