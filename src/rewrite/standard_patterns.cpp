// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/standard_patterns.h"

#include <optional>

#include "hammock/ir/call_attrs.h"

namespace hammock {

using namespace ops;

NamedParts conv2d_parts(Patterns& p) {
  Pattern x = p.any(), w = p.any();
  return {nn_conv2d(x, w), {{"lhs", x}, {"rhs", w}}};
}
NamedParts matmul_parts(Patterns& p) {
  Pattern x = p.any(), w = p.any();
  return {matmul(x, w), {{"lhs", x}, {"rhs", w}}};
}
// The last two axes of the right operand exchanged.
NamedParts matmul_transposed_parts(Patterns& p) {
  Pattern x = p.any(), w = p.any();
  auto swaps_last = [](const Matched& m) {
    const Context& context = m.fn.context();
    StructInfo info = m.fn.info(m.fn.args(m.value)[0]);
    if (!context.infos.is_tensor(info) || context.infos[info].ndim < 2) return false;
    int64_t rank = context.infos[info].ndim;
    std::optional<std::vector<int64_t>> axes = CallAttrs(m.fn, m.value).maybe_integers("axes");
    if (!axes) return rank == 2;
    for (int64_t i = 0; i < rank; ++i) {
      int64_t wanted = i == rank - 1 ? rank - 2 : i == rank - 2 ? rank - 1 : i;
      int64_t axis = (*axes)[static_cast<size_t>(i)];
      if ((axis < 0 ? axis + rank : axis) != wanted) return false;
    }
    return true;
  };
  return {matmul(x, permute_dims(w).where("exchanges the last two axes", swaps_last)), {{"lhs", x}, {"rhs", w}}};
}

namespace {

using Parts = NamedParts;
using Make = Parts (*)(Patterns&);

// A library operator with two operands, then a bias, then an activation.
struct Stem {
  std::string_view name;
  Make make;
};

Parts conv1d_stem(Patterns& p) {
  Pattern x = p.any(), w = p.any();
  return {nn_conv1d(x, w), {{"lhs", x}, {"rhs", w}}};
}
// Weights that are made from integers first.
Parts matmul_dequantized_stem(Patterns& p) {
  Pattern x = p.any(), w = p.any(), scale = p.any();
  Pattern weight = dequantize(w, scale, p.any()) | (astype(w) * scale);
  return {matmul(x, weight), {{"lhs", x}, {"rhs", w}, {"scale", scale}}};
}

constexpr Stem kStems[] = {
    {"conv2d", conv2d_parts},
    {"conv1d", conv1d_stem},
    {"matmul_transposed", matmul_transposed_parts},
    {"matmul_dequantized", matmul_dequantized_stem},
    {"matmul", matmul_parts},
};

struct Activation {
  std::string_view name;
  Pattern (*make)(Pattern);
};
constexpr Activation kActivations[] = {
    {"relu", [](Pattern x) { return nn_relu(x); }},
    {"gelu", [](Pattern x) { return nn_gelu(x); }},
    {"gelu_tanh", [](Pattern x) { return nn_gelu_tanh(x); }},
    {"silu", [](Pattern x) { return nn_silu(x) | (x * sigmoid(x)); }},
    {"sigmoid", [](Pattern x) { return sigmoid(x); }},
    {"tanh", [](Pattern x) { return tanh(x); }},
    {"clip", [](Pattern x) { return clip(x, x.in().any(), x.in().any()); }},
    {"", nullptr},
};

// ---- attention ----
Parts attention_op(Patterns& p) {
  Pattern q = p.any(), k = p.any(), v = p.any();
  return {nn_attention(q, k, v), {{"query", q}, {"key", k}, {"value", v}}};
}
Parts attention_bias_op(Patterns& p) {
  Pattern q = p.any(), k = p.any(), v = p.any(), bias = p.any();
  return {nn_attention_bias(q, k, v, bias), {{"query", q}, {"key", k}, {"value", v}, {"bias", bias}}};
}
// Projected together and divided afterwards.
Parts stacked_attention(Patterns& p) {
  Pattern stacked = p.any(), parts = split(stacked), shape = p.any();
  auto part = [&](uint32_t i) { return reshape(parts[i], shape.dup()); };
  Pattern q = part(0), k = part(1), v = part(2);
  return {nn_attention(q, k, v), {{"input", stacked}, {"query", q}, {"key", k}, {"value", v}}};
}
// Written out: softmax(q k^T * scale + mask) v, with or without scale and mask.
Parts written_attention(Patterns& p) {
  Pattern q = p.any(), k = p.any(), v = p.any(), scale = p.constant(), mask = p.any();
  Pattern scores = matmul(q, permute_dims(k) | k), scaled = (scores * scale) | (scores / scale) | scores;
  Pattern masked = (scaled + mask) | scaled;
  return {matmul(nn_softmax(masked).has_attr("axis", -1), v),
          {{"query", q}, {"key", k}, {"value", v}, {"scale", scale}, {"bias", mask}}};
}

// ---- norms ----
Parts layer_norm_op(Patterns& p) {
  Pattern x = p.any(), gamma = p.any(), beta = p.any();
  return {nn_layer_norm(x, gamma, beta), {{"input", x}, {"weight", gamma}, {"bias", beta}}};
}
Parts rms_norm_op(Patterns& p) {
  Pattern x = p.any(), weight = p.any();
  return {nn_rms_norm(x, weight), {{"input", x}, {"weight", weight}}};
}
// x * rsqrt(mean(x * x) + epsilon) * weight
Parts written_rms_norm(Patterns& p) {
  Pattern x = p.any(), weight = p.any(), epsilon = p.constant();
  Pattern squares = (x * x) | square(x) | power(x, p.number(2));
  Pattern root = rsqrt(mean(squares) + epsilon);
  Pattern normal = (x * root) | (x / sqrt(mean(squares) + epsilon));
  return {normal * weight, {{"input", x}, {"weight", weight}}};
}
// (x - mean) * rsqrt(variance + epsilon) * gamma + beta
Parts written_layer_norm(Patterns& p) {
  Pattern x = p.any(), gamma = p.any(), beta = p.any(), epsilon = p.constant();
  Pattern centred = x - mean(x);
  Pattern spread = variance(x) | mean((centred * centred) | square(centred) | power(centred, p.number(2)));
  Pattern normal = (centred * rsqrt(spread + epsilon)) | (centred / sqrt(spread + epsilon));
  return {normal * gamma + beta, {{"input", x}, {"weight", gamma}, {"bias", beta}}};
}

// A convolution or matmul with bias, the activation of it, and the sum with what went around it.
Parts conv2d_residual(Patterns& p) {
  Pattern x = p.any(), w = p.any(), bias = p.any(), residual = p.any();
  Pattern out = nn_conv2d(x, w) + bias;
  return {nn_relu(out + residual) | (out + residual), {{"lhs", x}, {"rhs", w}, {"bias", bias}, {"residual", residual}}};
}
Parts matmul_residual(Patterns& p) {
  Pattern x = p.any(), w = p.any(), bias = p.any(), residual = p.any();
  return {matmul(x, w) + bias + residual, {{"lhs", x}, {"rhs", w}, {"bias", bias}, {"residual", residual}}};
}

struct Row {
  std::string_view name;
  Make make;
};
constexpr Row kBefore[] = {
    {"stacked_attention", stacked_attention},   {"attention_written", written_attention},
    {"attention_bias", attention_bias_op},      {"attention", attention_op},
    {"layer_norm_written", written_layer_norm}, {"layer_norm", layer_norm_op},
    {"rms_norm_written", written_rms_norm},     {"rms_norm", rms_norm_op},
    {"conv2d_bias_residual", conv2d_residual},  {"matmul_bias_residual", matmul_residual},
};

}  // namespace

std::vector<FusionPattern> standard_patterns(const std::shared_ptr<Patterns>& rows) {
  std::vector<FusionPattern> out;
  auto add = [&](std::string name, Parts parts) {
    out.push_back({"hammock." + name, rows, parts.root, std::move(parts.named), {}, {}});
  };
  for (const Row& row : kBefore) add(std::string(row.name), row.make(*rows));
  for (const Stem& stem : kStems) {
    for (bool with_bias : {true, false}) {
      for (const Activation& activation : kActivations) {
        Parts parts = stem.make(*rows);
        std::string name(stem.name);
        if (with_bias) {
          Pattern bias = rows->any();
          parts.root = parts.root + bias;
          parts.named.emplace_back("bias", bias);
          name += "_bias";
        }
        if (activation.make) {
          parts.root = activation.make(parts.root);
          name += "_" + std::string(activation.name);
        }
        parts.named.emplace_back("out", parts.root);
        add(std::move(name), std::move(parts));
      }
    }
  }
  return out;
}

}  // namespace hammock
