// SPDX-License-Identifier: Apache-2.0
// Attention: one kernel; query, key, value and bias through their strides.
//
// It comes as nn.attention, with layouts (batch, sequence, head, size), or written out over (batch, head, sequence,
// size):
//
//   matmul(softmax(matmul(query, key transposed) [* or / scale] [+ bias]), value)
//
// which is found before the walk over the items, where nobody else needs what is in between and all belongs to one
// unit. The last matmul then becomes an attention item that has the scale as its only prim; its inputs are query, key
// transposed, value, bias.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "lowerer.h"

namespace hammock::loop {
namespace {

// A view whose dims are picked from another's; -1 is a dim of extent 1.
View picked(const View& v, std::array<int, 4> dims) {
  View out{v.memory, v.offset, {}, {}};
  for (int d : dims) {
    out.shape.push_back(d < 0 ? 1 : v.shape[static_cast<size_t>(d)]);
    out.strides.push_back(d < 0 ? 0 : v.strides[static_cast<size_t>(d)]);
  }
  return out;
}

View bias_view(View bias, const Attention& a) {
  Dims full{a.batch, a.heads, a.q_len, a.kv_len};
  size_t lead = 4 - bias.shape.size();
  bias.shape.insert(bias.shape.begin(), lead, 1);
  bias.strides.insert(bias.strides.begin(), lead, 0);
  for (size_t i = 0; i < 4; ++i) {
    if (bias.shape[i] == 1) bias.strides[i] = 0;
  }
  bias.shape = full;
  return bias;
}

void finish(KernelBuilder& b, const Target& t, Attention a, const View& q, const View& k, const View& v,
            const View& out) {
  const GraphItem& item = b.item(t.anchor);
  a.batch = q.shape[0];
  a.q_len = q.shape[1];
  a.heads = q.shape[2];
  a.head_size = q.shape[3];
  a.kv_len = k.shape[1];
  a.kv_heads = k.shape[2];
  a.value_size = v.shape[3];
  a.query = b.buffer(q);
  a.key = b.buffer(k);
  a.value = b.buffer(v);
  if (item.inputs.size() > 3) a.bias = static_cast<int32_t>(b.buffer(bias_view(b.lowerer().view(item.inputs[3]), a)));
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
  finish(b, t, a, heads_first(b.lowerer().view(item.inputs[0])), key, heads_first(b.lowerer().view(item.inputs[2])),
         heads_first(t.dest));
}

void emit(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  if (!item.prims.empty()) return emit_written_out(b, t);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  if (!attrs.is_none("window_size")) return b.lowerer().unsupported("R.nn.attention with window_size", t.anchor);
  const View& q = b.lowerer().view(item.inputs[0]);
  const View& k = b.lowerer().view(item.inputs[1]);
  const View& v = b.lowerer().view(item.inputs[2]);
  Attention a;
  if (k.shape[2] == 0 || q.shape[2] % k.shape[2] != 0 || v.shape[2] != k.shape[2]) {
    return b.lowerer().unsupported("R.nn.attention with these numbers of heads", t.anchor);
  }
  a.scale = attrs.is_none("scale") ? 1 / std::sqrt(static_cast<double>(q.shape[3])) : attrs.real("scale");
  std::string_view mask = attrs.string("causal_mask");
  if (mask == "TopLeft") a.mask = Attention::Mask::top_left;
  else if (mask == "BottomRight") a.mask = Attention::Mask::bottom_right;
  else if (!mask.empty())
    return b.lowerer().unsupported("R.nn.attention with causal_mask \"" + std::string(mask) + "\"", t.anchor);
  finish(b, t, a, q, k, v, t.dest);
}

// The number that an item is, if it is a float32 constant of one element.
std::optional<double> scalar(const Context& context, const Graph& graph, ItemId i) {
  const GraphItem& item = graph[i];
  if (item.op != Op::none || item.storage != Storage::constant || item.elements() != 1 || item.dtype != kFloat32)
    return std::nullopt;
  float value = 0;
  std::memcpy(&value, context[ConstantId(item.source)].data.data(), sizeof value);
  return value;
}

bool is_last_axis(const Context& context, const GraphItem& softmax) {
  int64_t axis = CallAttrs(context, softmax.op, softmax.attrs).integer("axis");
  return axis == -1 || axis == static_cast<int64_t>(softmax.shape.size()) - 1;
}

struct Found {
  std::vector<ItemId> inputs;
  double scale = 1;
};

std::optional<Found> written_out(const Context& context, const Graph& graph, const std::vector<uint32_t>& uses,
                                 const GraphItem& out) {
  size_t rank = out.shape.size();
  if (out.op != Op::matmul || out.dtype != kFloat32 || (rank != 3 && rank != 4)) return std::nullopt;
  auto only = [&](ItemId i, Op op) {
    return graph[i].op == op && uses[i.index] == 1 && graph[i].dtype == kFloat32 && graph[i].unit == out.unit;
  };
  ItemId p = out.inputs[0], v = out.inputs[1], bias;
  if (!only(p, Op::nn_softmax) || !is_last_axis(context, graph[p])) return std::nullopt;
  const Dims& shape = graph[p].shape;
  ItemId s = graph[p].inputs[0];
  Found found;
  if (only(s, Op::add)) {
    ItemId a = graph[s].inputs[0], b = graph[s].inputs[1];
    bool is_left = graph[a].shape == shape && graph[a].op != Op::none;
    bias = is_left ? b : a;
    s = is_left ? a : b;
  }
  if (only(s, Op::multiply) || only(s, Op::divide)) {
    bool divides = graph[s].op == Op::divide;
    ItemId a = graph[s].inputs[0], b = graph[s].inputs[1];
    auto right = scalar(context, graph, b), left = divides ? std::nullopt : scalar(context, graph, a);
    if (!right && !left) return std::nullopt;
    found.scale = divides ? 1 / *right : right ? *right : *left;
    s = right ? a : b;
  }
  if (!only(s, Op::matmul) || graph[s].shape != shape || shape.size() != rank) return std::nullopt;
  ItemId q = graph[s].inputs[0], k = graph[s].inputs[1];
  for (ItemId i : {q, k, v}) {
    bool fits = graph[i].dtype == kFloat32 && graph[i].shape.size() == rank &&
                std::equal(shape.begin(), shape.end() - 2, graph[i].shape.begin());
    if (!fits || graph[i].elements() == 0) return std::nullopt;
  }
  found.inputs = {q, k, v};
  if (bias) {
    if (rank != 4 || graph[bias].dtype != kFloat32 || graph[bias].shape.size() > 4) return std::nullopt;
    found.inputs.push_back(bias);
  }
  return found;
}

}  // namespace

void find_attention(Context& context, Graph& graph) {
  std::vector<uint32_t> uses(graph.items.size());
  for (const GraphItem& item : graph.items) {
    for (ItemId i : item.inputs) ++uses[i.index];
  }
  for (ItemId r : graph.results) ++uses[r.index];
  for (GraphItem& item : graph.items) {
    std::optional<Found> found = written_out(context, graph, uses, item);
    if (!found) continue;
    item.op = Op::nn_attention;
    item.inputs = std::move(found->inputs);
    item.prims = {context.prims.real(found->scale, kFloat64)};
  }
}

const Family families::attention{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::layout, .reads = Reads::strided, .emit = emit};

}  // namespace hammock::loop
