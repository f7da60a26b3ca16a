// SPDX-License-Identifier: Apache-2.0
// Patterns of library operators ready to be registered, as tvm.relax.backend.patterns makes them. Each function gives a
// pair: the pattern, and a dict of its parts by name, of which "root" is the operator itself, before bias and
// activation.
#include "hammock/rewrite/standard_patterns.h"
#include "tvm.h"

namespace hammock::script {

bool Tvm::flag(const Bound& b, size_t i) { return b.has(i) && interpreter_->truth(b[i]); }

Pattern Tvm::activated(Pattern p, Datum activation) {
  return activation.is_none()
             ? p
             : patterns_->call(patterns_->op(op_named(*interpreter_, activation)), std::vector<Pattern>{p});
}

Datum Tvm::pair_of(const NamedParts& parts) {
  Datum names = interpreter_->dict();
  for (const auto& [name, p] : parts.named)
    interpreter_->put(names.as<Dict>(), interpreter_->text(name), of(patterns_->at(p)));
  return interpreter_->tuple({of(parts.root), names});
}

Datum Tvm::with_bias_activation(NamedParts parts, bool with_bias, Datum activation) {
  parts.named.emplace_back("root", parts.root);
  if (with_bias) {
    Pattern bias = patterns_->any();
    parts.named.emplace_back("bias", bias);
    parts.root = parts.root + bias;
  }
  parts.root = activated(parts.root, activation);
  return pair_of(parts);
}

// The one that gives the pattern alone.
Datum Tvm::fused_bias_activation(const Bound& b) {
  may_make_patterns();
  Pattern lhs = patterns_->any(), rhs = patterns_->any();
  Pattern out = patterns_->call(patterns_->op(op_named(*interpreter_, b[0])), std::vector<Pattern>{lhs, rhs});
  if (flag(b, 1)) {
    Pattern bias = patterns_->any();
    bool may_reshape = flag(b, 3);
    if (may_reshape)
      bias = patterns_->call(patterns_->op(Op::reshape), std::vector<Pattern>{bias, patterns_->any()}, true);
    out = patterns_->call(patterns_->op(Op::add), std::vector<Pattern>{out, bias}, may_reshape);
  }
  return of(activated(out, b[2]));
}

Datum Tvm::conv2d_pattern(const Bound& b) {
  may_make_patterns();
  return with_bias_activation(conv2d_parts(*patterns_), flag(b, 0), b[1]);
}

Datum Tvm::matmul_pattern(const Bound& b) {
  may_make_patterns();
  return with_bias_activation(flag(b, 2) ? matmul_transposed_parts(*patterns_) : matmul_parts(*patterns_), flag(b, 0),
                              b[1]);
}

// The sum (or another operator) of a pattern and what went around it.
Datum Tvm::residual_block_pattern(const Bound& b) {
  may_make_patterns();
  Datum output = b[0], known;
  if (output.is(Type::tuple) && output.as<Sequence>().items.size() == 2 &&
      output.as<Sequence>().items[1].is(Type::dict)) {
    known = output.as<Sequence>().items[1];
    output = output.as<Sequence>().items[0];
  }
  Pattern residual = patterns_->any(), op = patterns_->op(b.has(1) ? op_named(*interpreter_, b[1]) : Op::add);
  Pattern root = activated(patterns_->call(op, std::vector<Pattern>{pattern(output), residual}), b[2]);
  Datum names = interpreter_->dict();
  if (known.is(Type::dict)) {
    for (const Dict::Entry& e : std::vector<Dict::Entry>(known.as<Dict>().entries)) {
      if (!e.is_gone) interpreter_->put(names.as<Dict>(), e.key, e.value);
    }
  }
  interpreter_->put(names.as<Dict>(), interpreter_->text("residual"), of(residual));
  return interpreter_->tuple({of(root), names});
}

// A call of an operator whose operands have these names.
Datum Tvm::named_call(Op op, std::initializer_list<std::string_view> names) {
  may_make_patterns();
  NamedParts parts;
  std::vector<Pattern> operands;
  for (std::string_view name : names) {
    operands.push_back(patterns_->any());
    parts.named.emplace_back(name, operands.back());
  }
  parts.root = patterns_->call(patterns_->op(op), operands);
  parts.named.emplace_back("root", parts.root);
  return pair_of(parts);
}

Datum Tvm::attention_pattern(const Bound& b) {
  if (flag(b, 0) && flag(b, 1))
    interpreter_->fail("there is no attention with a bias over sequences of different lengths",
                       Diag::wrong_script_value);
  if (flag(b, 1))
    return named_call(Op::nn_attention_var_len,
                      {"query", "key", "value", "seqstart_q", "seqstart_k", "max_seqlen_q", "max_seqlen_k"});
  if (flag(b, 0)) return named_call(Op::nn_attention_bias, {"query", "key", "value", "bias"});
  return named_call(Op::nn_attention, {"query", "key", "value"});
}

// Queries, keys and values out of one tensor, by a split or by slices. Layout BS3NH: each is reshaped; SBN3H: its axes
// are permuted.
Datum Tvm::stacked_attention_pattern(const Bound& b) {
  may_make_patterns();
  auto choice = [&](size_t i, std::string_view missing, std::string_view other, std::string_view what) {
    std::string_view text = b.has(i) && Interpreter::is_text(b[i]) ? Interpreter::text_of(b[i]) : missing;
    if (b.has(i) && (!Interpreter::is_text(b[i]) || (text != missing && text != other))) {
      interpreter_->fail(std::string(what) + " is '" + std::string(missing) + "' or '" + std::string(other) +
                             "', not " + interpreter_->repr(b[i]),
                         Diag::wrong_script_value);
    }
    return text == missing;
  };
  bool is_split = choice(0, "split", "strided_slice", "the operator that the pattern starts with"),
       is_reshaped = choice(2, "BS3NH", "SBN3H", "the layout");
  Pattern stacked = patterns_->any(), parts = patterns_->call(Op::split, {stacked});
  NamedParts out{{}, {{"stacked_qkv", stacked}}};
  std::vector<Pattern> operands;
  for (std::string_view name : {"query", "key", "value"}) {
    Pattern raw = is_split ? parts[static_cast<uint32_t>(operands.size())]
                           : patterns_->call(patterns_->op(Op::strided_slice), std::vector<Pattern>{stacked}, true);
    if (is_reshaped) {
      Pattern shape = patterns_->any();
      out.named.emplace_back(std::string(name) + "_reshape_list", shape);
      operands.push_back(patterns_->call(Op::reshape, {raw, shape}));
    } else {
      operands.push_back(patterns_->call(Op::permute_dims, {raw}));
    }
    out.named.emplace_back(name, operands.back());
  }
  bool with_bias = flag(b, 1);
  if (with_bias) {
    operands.push_back(patterns_->any());
    out.named.emplace_back("bias", operands.back());
  }
  out.root = patterns_->call(patterns_->op(with_bias ? Op::nn_attention_bias : Op::nn_attention), operands);
  out.named.emplace_back("root", out.root);
  return pair_of(out);
}

Datum Tvm::layer_norm_pattern(const Bound&) { return named_call(Op::nn_layer_norm, {"data", "gamma", "beta"}); }
Datum Tvm::rms_norm_pattern(const Bound&) { return named_call(Op::nn_rms_norm, {"data", "weight"}); }

Datum Tvm::matmul_dequantize_pattern(const Bound& b) {
  may_make_patterns();
  NamedParts parts = flag(b, 0) ? matmul_transposed_parts(*patterns_) : matmul_parts(*patterns_);
  Pattern scale = patterns_->constant(), zero_point = patterns_->constant();
  parts.named.insert(parts.named.end(), {{"root", parts.root}, {"scale", scale}, {"zp", zero_point}});
  parts.root = patterns_->call(Op::dequantize, {parts.root, scale, zero_point});
  return pair_of(parts);
}

}  // namespace hammock::script
