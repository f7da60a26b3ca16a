// SPDX-License-Identifier: Apache-2.0
// Attention: one kernel; query, key, value and bias through their strides.
//
// It comes as nn.attention, with layouts (batch, sequence, head, size), or written out over (batch, head, sequence,
// size), or without heads:
//
//   matmul(softmax(matmul(query, key transposed) [* or / scale] [+ bias]), value)
//   matmul(softmax(where(mask, .., number)), value)
//
// where the score may be capped, number * tanh(score), before bias and mask, and the weights may be guarded:
// where(isnan(softmax(..)), 0, softmax(..)). (A guard leaves 0 of values, too, that are no finite numbers.)
// Key and value may be heads that are repeated for several of the query: the kernel takes them once. All of it
// is found before the walk over the items, where nobody else needs what is in between and all belongs to one unit. The
// scale may stand at the query, the key, or both. The last matmul then becomes an attention item that has the scale as
// a prim, and others where scores are capped or its bias hides; its inputs are query, key transposed, value, bias.
// Conversions in between are roundings that the program asks for: such chains stay as they are.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "hammock/ir/constant.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

// An attention item that was written out has three prims: the scale, the cap, and which of these it does.
constexpr int64_t kHides = 1, kGuards = 2;

// A view whose dims are picked from another's; -1 is a dim of extent 1.
View picked(const View& v, std::array<int, 4> dims) {
  View out{v.memory, v.offset, {}, {}};
  for (int d : dims) {
    out.shape.push_back(d < 0 ? 1 : v.shape[static_cast<size_t>(d)]);
    out.strides.push_back(d < 0 ? 0 : v.strides[static_cast<size_t>(d)]);
  }
  return out;
}

// Aligned at the right with the scores, which have no heads if these are one.
View bias_view(View bias, const Attention& a, bool has_heads) {
  const Dims full = has_heads ? Dims{a.batch, a.heads, a.q_len, a.kv_len} : Dims{a.batch, a.q_len, a.kv_len};
  const size_t lead = full.size() - bias.shape.size();
  bias.shape.insert(bias.shape.begin(), lead, 1);
  bias.strides.insert(bias.strides.begin(), lead, 0);
  for (size_t i = 0; i < full.size(); ++i) {
    if (bias.shape[i] == 1) bias.strides[i] = 0;
  }
  bias.shape = full;
  return has_heads ? bias : picked(bias, {0, -1, 1, 2});
}

// A single query behind a mask sees the keys [first, last): they are all that the kernel gets.
void show_visible(Attention& a, View& k, View& v, std::optional<View>& bias) {
  const int64_t last = a.mask == Attention::Mask::top_left ? std::min<int64_t>(1, a.kv_len) : a.kv_len;
  const int64_t first = std::max<int64_t>(0, last - a.window);
  if (first >= last) return;
  const auto narrow = [&](View& view, size_t axis) {
    view.offset += first * view.strides[axis];
    view.shape[axis] = last - first;
  };
  narrow(k, 1), narrow(v, 1);
  if (bias) narrow(*bias, 3);
  a.kv_len = last - first;
  a.mask = Attention::Mask::none;
  a.window = Attention::kAll;
}

void finish(KernelBuilder& b, const Target& t, Attention a, const View& q, View k, View v, const View& out,
            bool has_heads = true) {
  const GraphItem& item = b.item(t.anchor);
  a.batch = q.shape[0];
  a.q_len = q.shape[1];
  a.heads = q.shape[2];
  a.head_size = q.shape[3];
  a.kv_len = k.shape[1];
  a.kv_heads = k.shape[2];
  a.value_size = v.shape[3];
  const bool has_sequences = item.op == Op::nn_attention_var_len;
  std::optional<View> bias;
  if (item.inputs.size() > 3 && !has_sequences) bias = bias_view(b.lowerer().view(item.inputs[3]), a, has_heads);
  if (a.q_len == 1 && a.window < Attention::kAll && !has_sequences) show_visible(a, k, v, bias);
  a.query = b.buffer(q);
  a.key = b.buffer(k);
  a.value = b.buffer(v);
  if (bias) a.bias = static_cast<int32_t>(b.buffer(*bias));
  if (has_sequences) {
    a.starts_q = static_cast<int32_t>(b.buffer(b.lowerer().view(item.inputs[3])));
    a.starts_kv = static_cast<int32_t>(b.buffer(b.lowerer().view(item.inputs[4])));
  }
  a.out = b.buffer(out, true);
  b.lowerer().add_step(b, {{}, a}, t);
}

void emit_written_out(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  bool has_heads = item.shape.size() == 4;
  auto heads_first = [&](const View& v) {
    return picked(v, has_heads ? std::array{0, 2, 1, 3} : std::array{0, 1, -1, 2});
  };
  View key = picked(b.lowerer().view(item.inputs[1]), has_heads ? std::array{0, 3, 1, 2} : std::array{0, 2, -1, 1});
  Attention a;
  a.scale = b.prims()[item.prims[0]].real;
  a.cap = b.prims()[item.prims[1]].real;
  const int64_t flags = b.prims()[item.prims[2]].value;
  a.bias_replaces = (flags & kHides) != 0;
  a.guards = (flags & kGuards) != 0;
  finish(b, t, a, heads_first(b.lowerer().view(item.inputs[0])), key, heads_first(b.lowerer().view(item.inputs[2])),
         heads_first(t.dest), has_heads);
}

void emit(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  if (!item.prims.empty()) return emit_written_out(b, t);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  const View& q = b.lowerer().view(item.inputs[0]);
  const View& k = b.lowerer().view(item.inputs[1]);
  const View& v = b.lowerer().view(item.inputs[2]);
  Attention a;
  if (k.shape[2] == 0 || q.shape[2] % k.shape[2] != 0 || v.shape[2] != k.shape[2]) {
    return b.lowerer().unsupported("R." + std::string(info(item.op).name) + " with these numbers of heads", t.anchor);
  }
  a.scale = attrs.is_none("scale") ? 1 / std::sqrt(static_cast<double>(q.shape[3])) : attrs.real("scale");
  std::string_view mask = attrs.string("causal_mask");
  if (mask == "TopLeft") a.mask = Attention::Mask::top_left;
  else if (mask == "BottomRight") a.mask = Attention::Mask::bottom_right;
  else if (!mask.empty())
    return b.lowerer().unsupported(
        "R." + std::string(info(item.op).name) + " with causal_mask \"" + std::string(mask) + "\"", t.anchor);
  if (!attrs.is_none("window_size") && a.mask != Attention::Mask::none)
    a.window = std::clamp<int64_t>(attrs.integer("window_size"), 0, Attention::kAll);
  finish(b, t, a, q, k, v, t.dest);
}

bool operands_fit(const Context&, const Graph& graph, const GraphItem& item) {
  const size_t floats = item.op == Op::nn_attention_var_len ? 3 : item.inputs.size();
  return std::ranges::all_of(std::span(item.inputs).first(floats),
                             [&](ItemId i) { return graph[i].dtype == graph[item.inputs[0]].dtype; });
}

bool sequences_fit(const Context& context, const Graph& graph, const GraphItem& item) {
  const auto& in = item.inputs;
  const auto are_starts = [&](const GraphItem& x) {
    return (x.dtype == kInt32 || x.dtype == kInt64) && x.shape.size() == 1 && x.shape[0] > 0;
  };
  return operands_fit(context, graph, item) && graph[in[0]].shape[0] == 1 && are_starts(graph[in[3]]) &&
         are_starts(graph[in[4]]) && graph[in[3]].shape == graph[in[4]].shape;
}

bool is_last_axis(const Context& context, const GraphItem& softmax) {
  int64_t axis = CallAttrs(context, softmax.op, softmax.attrs).integer("axis");
  return axis == -1 || axis == static_cast<int64_t>(softmax.shape.size()) - 1;
}

// Looks for attention that ends in one matmul.
class WrittenOut {
 public:
  WrittenOut(Context& context, Graph& graph, const std::vector<uint32_t>& uses, ItemId out)
      : context_(context), graph_(graph), uses_(uses), out_(out), rank_(graph[out].shape.size()) {}

  bool find() {
    const GraphItem& out = graph_[out_];
    if (out.op != Op::matmul || out.dtype != kFloat32 || (rank_ != 3 && rank_ != 4)) return false;
    const ItemId weights = without_guard(out.inputs[0]);
    value_ = out.inputs[1];
    if (!only(weights, Op::nn_softmax, is_guarded_ ? 2 : 1) || !is_last_axis(context_, graph_[weights])) return false;
    shape_ = graph_[weights].shape;
    return shape_.size() == rank_ && find_bias(graph_[weights].inputs[0]) && fits();
  }

  void become_attention() {
    if (mask_) become_bias();
    if (scaled_key_) graph_[scaled_key_->first].inputs[0] = scaled_key_->second;
    const std::optional<Repeated> keys = repeated(key_), values = repeated(value_);
    if (keys && values && heads_of(*keys) == heads_of(*values)) {
      take_once(*keys);
      take_once(*values);
    }
    GraphItem& out = graph_[out_];
    out.op = Op::nn_attention;
    out.inputs = {query_, key_, value_};
    if (bias_) out.inputs.push_back(bias_);
    const int64_t flags = (mask_ ? kHides : 0) | (is_guarded_ ? kGuards : 0);
    out.prims = {context_.prims.real(scale_, kFloat64), context_.prims.real(cap_, kFloat64),
                 context_.prims.integer(flags)};
  }

 private:
  bool only(ItemId i, Op op, uint32_t uses = 1) const {
    const GraphItem& item = graph_[i];
    return item.op == op && uses_[i.index] == uses && item.dtype == graph_[out_].dtype &&
           item.unit == graph_[out_].unit;
  }
  // The number that an item is, if it is known.
  std::optional<double> scalar(ItemId i) const {
    const GraphItem& item = graph_[i];
    if (item.elements() != 1 || item.dtype != kFloat32) return std::nullopt;
    if (item.op == Op::none && item.storage == Storage::constant) return element(context_[ConstantId(item.source)], 0);
    const auto is_constant = [&](ItemId in) {
      return graph_[in].op == Op::none && graph_[in].storage == Storage::constant && graph_[in].elements() == 1;
    };
    if (item.is_source() || !std::ranges::all_of(item.inputs, is_constant)) return std::nullopt;
    const std::optional<Number> value = folded(context_, graph_, item);
    return value ? std::visit([](auto v) { return std::optional(static_cast<double>(v)); }, *value) : std::nullopt;
  }

  // The weights below where(isnan(weights), 0, weights).
  ItemId without_guard(ItemId i) {
    if (!only(i, Op::where)) return i;
    const std::vector<ItemId>& in = graph_[i].inputs;
    const GraphItem& test = graph_[in[0]];
    is_guarded_ = test.op == Op::isnan && uses_[in[0].index] == 1 && test.unit == graph_[out_].unit &&
                  test.inputs[0] == in[2] && scalar(in[1]) == 0.0 && graph_[in[2]].shape == graph_[i].shape;
    return is_guarded_ ? in[2] : i;
  }

  // Goes from the input of the softmax to what becomes the bias, and on.
  bool find_bias(ItemId i) {
    if (only(i, Op::where)) return find_mask(i);
    if (!only(i, Op::add)) return find_scores(i);
    for (const auto& [scores, bias] : {std::pair{0, 1}, std::pair{1, 0}}) {
      bias_ = graph_[i].inputs[static_cast<size_t>(bias)];
      if (graph_[bias_].dtype == kFloat32 && find_scores(graph_[i].inputs[static_cast<size_t>(scores)])) return true;
    }
    return false;
  }

  // where(mask, scores, number), or the other way round: of the mask and the number a bias is made.
  bool find_mask(ItemId i) {
    const std::vector<ItemId>& in = graph_[i].inputs;
    for (const size_t hidden : {size_t{2}, size_t{1}}) {
      const std::optional<double> number = scalar(in[hidden]);
      if (!number || *number == 0) continue;
      mask_ = i;
      hidden_ = hidden;
      return graph_[in[0]].shape.size() <= rank_ && find_scores(in[3 - hidden]);
    }
    return false;
  }

  bool find_scores(ItemId i) {
    scale_ = 1, cap_ = 0;
    scaled_key_.reset();
    const ItemId top = i;
    if (const std::optional<ItemId> scaled = without_scale(i)) i = *scaled;
    scores_ = i;
    if (only(i, Op::tanh)) {
      scores_ = top;
      cap_ = std::exchange(scale_, 1);
      i = graph_[i].inputs[0];
      for (int k = 0; k < 2; ++k)
        if (const std::optional<ItemId> scaled = without_scale(i)) i = *scaled;
    }
    if (!only(i, Op::matmul) || graph_[i].shape != shape_) return false;
    query_ = graph_[i].inputs[0];
    key_ = graph_[i].inputs[1];
    if (const std::optional<ItemId> scaled = without_scale(query_)) query_ = *scaled;
    // Between the scale and the product, the key is transposed.
    ItemId above;
    ItemId key = key_;
    while (graph_[key].view != ViewForm::none && uses_[key.index] == 1 && graph_[key].unit == graph_[out_].unit) {
      above = key;
      key = graph_[key].inputs[0];
    }
    if (const std::optional<ItemId> scaled = without_scale(key)) {
      if (above) scaled_key_ = std::pair{above, *scaled};
      else key_ = *scaled;
    }
    return true;
  }

  // The operand that an item multiplies by a number, or divides.
  std::optional<ItemId> without_scale(ItemId i) {
    const bool divides = only(i, Op::divide);
    if (!divides && !only(i, Op::multiply)) return std::nullopt;
    const ItemId a = graph_[i].inputs[0], b = graph_[i].inputs[1];
    const auto right = scalar(b), left = divides ? std::nullopt : scalar(a);
    const ItemId rest = right ? a : b;
    if ((!right && !left) || graph_[rest].shape != graph_[i].shape) return std::nullopt;
    // Of others, what is in between may be too large or small for float32 where the product of all is not.
    const double number = divides ? 1 / *right : right ? *right : *left;
    constexpr double kLeast = 0x1p-20, kMost = 0x1p20;
    if (!(kLeast <= std::fabs(number) && std::fabs(number) <= kMost)) return std::nullopt;
    scale_ *= number;
    return rest;
  }

  bool fits() const {
    const size_t batch = rank_ - 2;
    for (ItemId i : {query_, key_, value_}) {
      const Dims& shape = graph_[i].shape;
      if (graph_[i].dtype != kFloat32 || shape.size() != rank_ || graph_[i].elements() == 0 || shape[0] != shape_[0])
        return false;
      const bool has_one = batch == 2 && shape[1] == 1 && i != query_;  // head for all of the query
      if (!has_one && !std::equal(shape_.begin(), shape_.end() - 2, shape.begin())) return false;
    }
    if (graph_[key_].shape[batch - 1] != graph_[value_].shape[batch - 1]) return false;
    return !bias_ || graph_[bias_].shape.size() <= rank_;
  }

  // Heads of keys or values that stand for several in a row, as exports write it out: R.repeat, or a dim of extent 1
  // that is broadcast and reshaped; the key transposed after that.
  struct Repeated {
    ItemId item, of;  // the same elements, each head once
    ItemId transposed;
  };
  int64_t heads_of(const Repeated& r) const {
    return graph_[r.of].elements() / (graph_[r.item].elements() / graph_[r.item].shape[1]);
  }
  std::optional<Repeated> repeated(ItemId i) const {
    if (rank_ != 4) return std::nullopt;
    auto is_ours = [&](ItemId x) { return uses_[x.index] == 1 && graph_[x].unit == graph_[out_].unit; };
    Repeated r;
    if (graph_[i].view == ViewForm::permute && is_ours(i) && graph_[i].numbers == std::vector<int64_t>{0, 1, 3, 2}) {
      r.transposed = i;
      i = graph_[i].inputs[0];
    }
    const GraphItem& item = graph_[i];
    if (!is_ours(i) || item.shape.size() != 4 || item.elements() == 0) return std::nullopt;
    r.item = i;
    // Dims of `from` after its heads are those of the item, those of `to` too but for the copies at `axis`.
    auto are_copies = [&](const Dims& from, const Dims& to, size_t axis) {
      if (from.size() != to.size() || from[axis] != 1 || from[0] != item.shape[0]) return false;
      for (size_t d = 0; d < from.size(); ++d)
        if (d != axis && from[d] != to[d]) return false;
      return std::equal(from.end() - 2, from.end(), item.shape.end() - 2);
    };
    if (item.op == Op::repeat) {
      const CallAttrs attrs(context_, item.op, item.attrs);
      r.of = item.inputs[0];
      if (attrs.is_none("axis") || (attrs.integer("axis") != 1 && attrs.integer("axis") != -3)) return std::nullopt;
      return r;
    }
    if (item.view == ViewForm::broadcast) {
      r.of = item.inputs[0];
      if (!are_copies(graph_[r.of].shape, item.shape, 1)) return std::nullopt;
      return r;
    }
    if (item.view != ViewForm::reshape || graph_[item.inputs[0]].view != ViewForm::broadcast) return std::nullopt;
    const GraphItem& copies = graph_[item.inputs[0]];
    r.of = copies.inputs[0];
    if (copies.shape.size() != 5 || !are_copies(graph_[r.of].shape, copies.shape, 2)) return std::nullopt;
    return r;
  }

  void take_once(const Repeated& r) {
    const GraphItem& old = graph_[r.item];
    GraphItem made;
    made.op = Op::reshape;
    made.dtype = old.dtype, made.view = ViewForm::reshape, made.span = old.span, made.unit = old.unit;
    made.shape = old.shape, made.shape[1] = heads_of(r);
    made.inputs = {r.of};
    if (r.transposed) graph_[r.transposed].shape[1] = made.shape[1];
    graph_[r.item] = std::move(made);
  }

  // where(mask, 0, number): the zero takes the place of the scores, which are computed no more.
  void become_bias() {
    GraphItem& zero = graph_[scores_];
    GraphItem made;
    made.dtype = graph_[mask_].dtype;
    made.span = zero.span;
    made.unit = zero.unit;
    made.storage = Storage::constant;
    Constant constant{made.dtype, {}, std::vector<std::byte>(static_cast<size_t>(made.dtype.bytes()))};
    made.source = context_.constant(std::move(constant)).index;
    zero = std::move(made);
    GraphItem& mask = graph_[mask_];
    mask.shape = graph_[mask.inputs[0]].shape;
    mask.inputs[3 - hidden_] = scores_;
    bias_ = mask_;
  }

  Context& context_;
  Graph& graph_;
  const std::vector<uint32_t>& uses_;
  ItemId out_;
  size_t rank_;
  Dims shape_;
  ItemId query_, key_, value_, bias_, scores_, mask_;
  size_t hidden_ = 2;                                    // the operand of the mask that hides
  std::optional<std::pair<ItemId, ItemId>> scaled_key_;  // a view, and what it is to be of
  double scale_ = 1, cap_ = 0;
  bool is_guarded_ = false;
};

}  // namespace

void find_attention(Context& context, Graph& graph) {
  std::vector<uint32_t> uses(graph.items.size());
  for (const GraphItem& item : graph.items) {
    for (ItemId i : item.inputs) ++uses[i.index];
  }
  for (ItemId r : graph.results) ++uses[r.index];
  for (uint32_t i = 0; i < graph.items.size(); ++i) {
    WrittenOut attention(context, graph, uses, ItemId(i));
    if (attention.find()) attention.become_attention();
  }
}

const Family families::attention{.kind = FamilyKind::anchor,
                                 .absorbs = Absorbs::layout,
                                 .reads = Reads::strided,
                                 .fits = operands_fit,
                                 .emit = emit};
const Family families::attention_var_len{.kind = FamilyKind::anchor,
                                         .absorbs = Absorbs::layout,
                                         .reads = Reads::strided,
                                         .fits = sequences_fit,
                                         .emit = emit};

}  // namespace hammock::loop
