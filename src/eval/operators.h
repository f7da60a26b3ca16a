// SPDX-License-Identifier: Apache-2.0
// The rules that the eval column of ops.def names, one file per family.
#pragma once

#include "call.h"

namespace hammock::reference {

// ---- pointwise.cpp (the operations are listed in pointwise.def)
template <class Operation>
Result<RuntimeValue> binary(const OpCall& call);
template <class Operation>
Result<RuntimeValue> compare(const OpCall& call);
template <class Operation>
Result<RuntimeValue> unary(const OpCall& call);
template <class Operation>
Result<RuntimeValue> predicate(const OpCall& call);
#define HAMMOCK_BINARY(operation) struct operation;
#define HAMMOCK_COMPARE(operation) struct operation;
#define HAMMOCK_UNARY(operation) struct operation;
#define HAMMOCK_PREDICATE(operation) struct operation;
#include "pointwise.def"
Result<RuntimeValue> clip(const OpCall& call);
Result<RuntimeValue> where(const OpCall& call);
Result<RuntimeValue> astype(const OpCall& call);
Result<RuntimeValue> ewise_fma(const OpCall& call);
Result<RuntimeValue> leakyrelu(const OpCall& call);
Result<RuntimeValue> softplus(const OpCall& call);
Result<RuntimeValue> prelu(const OpCall& call);
Result<RuntimeValue> identity(const OpCall& call);  // the first operand

// ---- reduce.cpp
struct sum;
struct prod;
struct max;
struct min;
struct mean;
struct variance;
struct deviation;
template <class Operation>
Result<RuntimeValue> reduce(const OpCall& call);
Result<RuntimeValue> argmax(const OpCall& call);
Result<RuntimeValue> argmin(const OpCall& call);
Result<RuntimeValue> cumsum(const OpCall& call);
Result<RuntimeValue> cumprod(const OpCall& call);
Result<RuntimeValue> median(const OpCall& call);
Result<RuntimeValue> collapse_sum(const OpCall& call);  // _like and _to

// ---- linear.cpp
Result<RuntimeValue> matmul(const OpCall& call);
Result<RuntimeValue> einsum(const OpCall& call);
Result<RuntimeValue> outer(const OpCall& call);

// ---- manipulate.cpp
Result<RuntimeValue> reshape(const OpCall& call);
Result<RuntimeValue> flatten(const OpCall& call);
Result<RuntimeValue> batch_flatten(const OpCall& call);
Result<RuntimeValue> expand_dims(const OpCall& call);
Result<RuntimeValue> squeeze(const OpCall& call);
Result<RuntimeValue> permute_dims(const OpCall& call);
Result<RuntimeValue> broadcast_to(const OpCall& call);
Result<RuntimeValue> concat(const OpCall& call);
Result<RuntimeValue> stack(const OpCall& call);
Result<RuntimeValue> split(const OpCall& call);
Result<RuntimeValue> strided_slice(const OpCall& call);
Result<RuntimeValue> dynamic_strided_slice(const OpCall& call);
Result<RuntimeValue> slice_scatter(const OpCall& call);
Result<RuntimeValue> repeat(const OpCall& call);
Result<RuntimeValue> tile(const OpCall& call);
Result<RuntimeValue> flip(const OpCall& call);
Result<RuntimeValue> pad(const OpCall& call);
Result<RuntimeValue> pixel_shuffle(const OpCall& call);
Result<RuntimeValue> meshgrid(const OpCall& call);
Result<RuntimeValue> reverse_sequence(const OpCall& call);
Result<RuntimeValue> layout_transform(const OpCall& call);
Result<RuntimeValue> memory_view(const OpCall& call);

// ---- indexing.cpp
Result<RuntimeValue> take(const OpCall& call);
Result<RuntimeValue> gather_elements(const OpCall& call);
Result<RuntimeValue> gather_nd(const OpCall& call);
Result<RuntimeValue> scatter_elements(const OpCall& call);
Result<RuntimeValue> scatter_nd(const OpCall& call);
Result<RuntimeValue> one_hot(const OpCall& call);
Result<RuntimeValue> nonzero(const OpCall& call);
Result<RuntimeValue> index_tensor(const OpCall& call);
Result<RuntimeValue> index_put(const OpCall& call);
Result<RuntimeValue> bucketize(const OpCall& call);
Result<RuntimeValue> take_backward(const OpCall& call);

// ---- sort.cpp
Result<RuntimeValue> sort(const OpCall& call);
Result<RuntimeValue> argsort(const OpCall& call);
Result<RuntimeValue> topk(const OpCall& call);
Result<RuntimeValue> unique(const OpCall& call);
Result<RuntimeValue> multinomial_from_uniform(const OpCall& call);

// ---- create.cpp
Result<RuntimeValue> full(const OpCall& call);
Result<RuntimeValue> full_like(const OpCall& call);
Result<RuntimeValue> ones(const OpCall& call);
Result<RuntimeValue> zeros(const OpCall& call);
Result<RuntimeValue> ones_like(const OpCall& call);
Result<RuntimeValue> zeros_like(const OpCall& call);
Result<RuntimeValue> eye(const OpCall& call);
Result<RuntimeValue> eye_like(const OpCall& call);
Result<RuntimeValue> arange(const OpCall& call);
Result<RuntimeValue> tril(const OpCall& call);
Result<RuntimeValue> triu(const OpCall& call);
Result<RuntimeValue> hamming_window(const OpCall& call);

// ---- normalize.cpp
Result<RuntimeValue> softmax(const OpCall& call);
Result<RuntimeValue> log_softmax(const OpCall& call);
Result<RuntimeValue> layer_norm(const OpCall& call);
Result<RuntimeValue> group_norm(const OpCall& call);
Result<RuntimeValue> instance_norm(const OpCall& call);
Result<RuntimeValue> rms_norm(const OpCall& call);
Result<RuntimeValue> batch_norm(const OpCall& call);

// ---- attention.cpp
Result<RuntimeValue> attention(const OpCall& call);  // with and without bias
Result<RuntimeValue> attention_var_len(const OpCall& call);

// ---- conv.cpp
Result<RuntimeValue> conv(const OpCall& call);            // 1, 2 and 3 dims
Result<RuntimeValue> conv_transpose(const OpCall& call);  // 1, 2 and 3 dims

// ---- pool.cpp
Result<RuntimeValue> max_pool(const OpCall& call);
Result<RuntimeValue> avg_pool(const OpCall& call);
Result<RuntimeValue> adaptive_avg_pool(const OpCall& call);
Result<RuntimeValue> max_pool2d_backward(const OpCall& call);
Result<RuntimeValue> avg_pool2d_backward(const OpCall& call);

// ---- loss.cpp
Result<RuntimeValue> cross_entropy_with_logits(const OpCall& call);
Result<RuntimeValue> nll_loss(const OpCall& call);
Result<RuntimeValue> nll_loss_backward(const OpCall& call);

// ---- quantize.cpp
Result<RuntimeValue> quantize(const OpCall& call);
Result<RuntimeValue> dequantize(const OpCall& call);

// ---- image.cpp
Result<RuntimeValue> resize(const OpCall& call);  // 2 and 3 dims

// ---- vision.cpp
Result<RuntimeValue> grid_sample(const OpCall& call);
Result<RuntimeValue> affine_grid(const OpCall& call);
Result<RuntimeValue> roi_align(const OpCall& call);
Result<RuntimeValue> roi_pool(const OpCall& call);
Result<RuntimeValue> get_valid_counts(const OpCall& call);
Result<RuntimeValue> all_class_non_max_suppression(const OpCall& call);

// ---- values.cpp
Result<RuntimeValue> shape_of(const OpCall& call);
Result<RuntimeValue> size(const OpCall& call);
Result<RuntimeValue> shape_to_tensor(const OpCall& call);
Result<RuntimeValue> tensor_to_shape(const OpCall& call);
Result<RuntimeValue> null_value(const OpCall& call);
Result<RuntimeValue> print(const OpCall& call);
Result<RuntimeValue> assert_op(const OpCall& call);
Result<RuntimeValue> dropout(const OpCall& call);
Result<RuntimeValue> inspect(const OpCall& call);  // the eight operators of 2.23

}  // namespace hammock::reference
