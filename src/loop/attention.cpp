// SPDX-License-Identifier: Apache-2.0
// nn.attention: one kernel; query, key, value and bias through their strides.
#include <cmath>

#include "lowerer.h"

namespace hammock::loop {
namespace {

void emit(KernelBuilder& b, const Target& t) {
  const ItemNode& item = b.item(t.anchor);
  AttrReader attrs(b.context(), item.op, item.attrs);
  if (!attrs.is_none("window_size")) return b.lowerer().unsupported("R.nn.attention with window_size", t.anchor);
  const View& q = b.lowerer().view(item.inputs[0]);
  const View& k = b.lowerer().view(item.inputs[1]);
  const View& v = b.lowerer().view(item.inputs[2]);
  Attention a;
  a.batch = q.shape[0];
  a.q_len = q.shape[1];
  a.heads = q.shape[2];
  a.head_size = q.shape[3];
  a.kv_len = k.shape[1];
  a.value_size = v.shape[3];
  if (k.shape[2] == 0 || a.heads % k.shape[2] != 0 || v.shape[2] != k.shape[2]) {
    return b.lowerer().unsupported("R.nn.attention with these numbers of heads", t.anchor);
  }
  a.kv_heads = k.shape[2];
  a.query = b.buffer(q);
  a.key = b.buffer(k);
  a.value = b.buffer(v);
  if (item.inputs.size() > 3) {
    View bias = b.lowerer().view(item.inputs[3]);
    Dims full{a.batch, a.heads, a.q_len, a.kv_len};
    for (size_t i = 0; i < 4; ++i) {
      if (bias.shape[i] == 1) bias.strides[i] = 0;
    }
    bias.shape = full;
    a.bias = static_cast<int32_t>(b.buffer(bias));
  }
  a.scale = attrs.is_none("scale") ? 1 / std::sqrt(static_cast<double>(a.head_size)) : attrs.real("scale");
  std::string_view mask = attrs.is_none("causal_mask") ? std::string_view() : attrs.string("causal_mask");
  if (mask == "TopLeft") a.mask = Attention::Mask::top_left;
  else if (mask == "BottomRight") a.mask = Attention::Mask::bottom_right;
  else if (!mask.empty()) return b.lowerer().unsupported("R.nn.attention with causal_mask \"" + std::string(mask) + "\"", t.anchor);
  a.out = b.buffer(t.dest, true);
  b.lowerer().add_step(b, {{}, a}, t);
}

}  // namespace

const Family attention{.kind = FamilyKind::anchor, .absorbs = Absorbs::layout, .reads = Reads::strided, .emit = emit};

}  // namespace hammock::loop
