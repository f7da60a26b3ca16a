# test: opt --rules=../../../samples/rules/int8_attention.py --passes=FuseOpsByPattern --check-each=4
# Everything from the split to the last reshape becomes one call.
@R.function
def main(
    qkv_accumulator: R.Tensor((3, 32, 24), "int32"),
    qkv_bias: R.Tensor((3, 1, 24), "float32"),
    input_mask: R.Tensor((2, 16), "int32"),
    ones: R.Tensor((2, 16, 1), "float32"),
):
    with R.dataflow():
        # From the accumulator to real numbers.
        accumulator = R.astype(qkv_accumulator, "float32")
        scaled = R.multiply(accumulator, R.const(0.000488281, "float32"))
        qkv = R.add(scaled, qkv_bias)
        qkv_parts = R.split(qkv, 3, axis=0)

        # The queries of each head, as int8.
        query_part = qkv_parts[0]
        query_tokens = R.squeeze(query_part, axis=[0])
        query_split = R.reshape(query_tokens, R.shape([2, 16, 3, 8]))
        query_heads = R.permute_dims(query_split, axes=[0, 2, 1, 3])
        query = R.reshape(query_heads, R.shape([6, 16, 8]))
        query_scaled = R.multiply(query, R.const(16.0, "float32"))
        query_rounded = R.round(query_scaled)
        query_clipped = R.clip(query_rounded, -127.0, 127.0)

        # The keys.
        key_part = qkv_parts[1]
        key_tokens = R.squeeze(key_part, axis=[0])
        key_split = R.reshape(key_tokens, R.shape([2, 16, 3, 8]))
        key_heads = R.permute_dims(key_split, axes=[0, 2, 1, 3])
        key = R.reshape(key_heads, R.shape([6, 16, 8]))
        key_scaled = R.multiply(key, R.const(16.0, "float32"))
        key_rounded = R.round(key_scaled)
        key_clipped = R.clip(key_rounded, -127.0, 127.0)

        # How well each query fits each key.
        query_int8 = R.astype(query_clipped, "int8")
        key_int8 = R.astype(key_clipped, "int8")
        key_transposed = R.permute_dims(key_int8, axes=[0, 2, 1])
        products = R.matmul(query_int8, key_transposed, out_dtype="int32")
        products_of_heads = R.reshape(products, R.shape([2, 3, 16, 16]))
        products_real = R.astype(products_of_heads, "float32")
        scores = R.multiply(products_real, R.const(0.00390625, "float32"))

        # The mask comes in from the side: -10000 where there is no token.
        mask_rows = R.reshape(input_mask, R.shape([2, 1, 16]))
        mask_real = R.astype(mask_rows, "float32")
        mask_square = R.multiply(ones, mask_real)
        mask_of_heads = R.expand_dims(mask_square, axis=[1])
        missing = R.subtract(R.const(1.0, "float32"), mask_of_heads)
        scores_scaled = R.multiply(scores, R.const(0.125, "float32"))
        penalty = R.multiply(missing, R.const(-10000.0, "float32"))
        scores_masked = R.add(scores_scaled, penalty)

        # Weights, as int8.
        weights = R.nn.softmax(scores_masked, axis=-1)
        weights_flat = R.reshape(weights, R.shape([6, 16, 16]))
        weights_scaled = R.multiply(weights_flat, R.const(16.0, "float32"))
        weights_rounded = R.round(weights_scaled)
        weights_clipped = R.clip(weights_rounded, -127.0, 127.0)

        # The values.
        value_part = qkv_parts[2]
        value_tokens = R.squeeze(value_part, axis=[0])
        value_split = R.reshape(value_tokens, R.shape([2, 16, 3, 8]))
        value_heads = R.permute_dims(value_split, axes=[0, 2, 1, 3])
        value_flat = R.reshape(value_heads, R.shape([6, 16, 8]))
        value = R.permute_dims(value_flat, axes=[0, 2, 1])
        value_scaled = R.multiply(value, R.const(16.0, "float32"))
        value_rounded = R.round(value_scaled)
        value_clipped = R.clip(value_rounded, -127.0, 127.0)

        # The weighted sum, tokens in rows again.
        weights_int8 = R.astype(weights_clipped, "int8")
        value_int8 = R.astype(value_clipped, "int8")
        value_transposed = R.permute_dims(value_int8, axes=[0, 2, 1])
        sums = R.matmul(weights_int8, value_transposed, out_dtype="int32")
        sums_of_heads = R.reshape(sums, R.shape([2, 3, 16, 8]))
        sums_of_tokens = R.permute_dims(sums_of_heads, axes=[0, 2, 1, 3])
        attention = R.reshape(sums_of_tokens, R.shape([32, 24]))
        R.output(attention)
    return attention

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_hammock_int8_attention(qkv: R.Tensor((3, 32, 24), dtype="float32"), input_mask: R.Tensor((2, 16), dtype="int32"), ones: R.Tensor((2, 16, 1), dtype="float32")) -> R.Tensor((32, 24), dtype="int32"):
#|         R.func_attr({"Composite": "hammock.int8_attention", "Primitive": 1})
#|         with R.dataflow():
#|             qkv_parts: R.Tuple(R.Tensor((1, 32, 24), dtype="float32"), R.Tensor((1, 32, 24), dtype="float32"), R.Tensor((1, 32, 24), dtype="float32")) = R.split(qkv, indices_or_sections=3, axis=0)
#|             # The queries of each head, as int8.
#|             query_part: R.Tensor((1, 32, 24), dtype="float32") = qkv_parts[0]
#|             query_tokens: R.Tensor((32, 24), dtype="float32") = R.squeeze(query_part, axis=[0])
#|             query_split: R.Tensor((2, 16, 3, 8), dtype="float32") = R.reshape(query_tokens, R.shape([2, 16, 3, 8]))
#|             query_heads: R.Tensor((2, 3, 16, 8), dtype="float32") = R.permute_dims(query_split, axes=[0, 2, 1, 3])
#|             query: R.Tensor((6, 16, 8), dtype="float32") = R.reshape(query_heads, R.shape([6, 16, 8]))
#|             query_scaled: R.Tensor((6, 16, 8), dtype="float32") = R.multiply(query, R.const(16.0, "float32"))
#|             query_rounded: R.Tensor((6, 16, 8), dtype="float32") = R.round(query_scaled)
#|             query_clipped: R.Tensor((6, 16, 8), dtype="float32") = R.clip(query_rounded, R.prim_value(T.float64(-127.0)), R.prim_value(T.float64(127.0)))
#|             # The keys.
#|             key_part: R.Tensor((1, 32, 24), dtype="float32") = qkv_parts[1]
#|             key_tokens: R.Tensor((32, 24), dtype="float32") = R.squeeze(key_part, axis=[0])
#|             key_split: R.Tensor((2, 16, 3, 8), dtype="float32") = R.reshape(key_tokens, R.shape([2, 16, 3, 8]))
#|             key_heads: R.Tensor((2, 3, 16, 8), dtype="float32") = R.permute_dims(key_split, axes=[0, 2, 1, 3])
#|             key: R.Tensor((6, 16, 8), dtype="float32") = R.reshape(key_heads, R.shape([6, 16, 8]))
#|             key_scaled: R.Tensor((6, 16, 8), dtype="float32") = R.multiply(key, R.const(16.0, "float32"))
#|             key_rounded: R.Tensor((6, 16, 8), dtype="float32") = R.round(key_scaled)
#|             key_clipped: R.Tensor((6, 16, 8), dtype="float32") = R.clip(key_rounded, R.prim_value(T.float64(-127.0)), R.prim_value(T.float64(127.0)))
#|             # How well each query fits each key.
#|             query_int8: R.Tensor((6, 16, 8), dtype="int8") = R.astype(query_clipped, dtype="int8")
#|             key_int8: R.Tensor((6, 16, 8), dtype="int8") = R.astype(key_clipped, dtype="int8")
#|             key_transposed: R.Tensor((6, 8, 16), dtype="int8") = R.permute_dims(key_int8, axes=[0, 2, 1])
#|             products: R.Tensor((6, 16, 16), dtype="int32") = R.matmul(query_int8, key_transposed, out_dtype="int32")
#|             products_of_heads: R.Tensor((2, 3, 16, 16), dtype="int32") = R.reshape(products, R.shape([2, 3, 16, 16]))
#|             products_real: R.Tensor((2, 3, 16, 16), dtype="float32") = R.astype(products_of_heads, dtype="float32")
#|             scores: R.Tensor((2, 3, 16, 16), dtype="float32") = R.multiply(products_real, R.const(0.00390625, "float32"))
#|             # The mask comes in from the side: -10000 where there is no token.
#|             mask_rows: R.Tensor((2, 1, 16), dtype="int32") = R.reshape(input_mask, R.shape([2, 1, 16]))
#|             mask_real: R.Tensor((2, 1, 16), dtype="float32") = R.astype(mask_rows, dtype="float32")
#|             mask_square: R.Tensor((2, 16, 16), dtype="float32") = R.multiply(ones, mask_real)
#|             mask_of_heads: R.Tensor((2, 1, 16, 16), dtype="float32") = R.expand_dims(mask_square, axis=[1])
#|             missing: R.Tensor((2, 1, 16, 16), dtype="float32") = R.subtract(R.const(1.0, "float32"), mask_of_heads)
#|             scores_scaled: R.Tensor((2, 3, 16, 16), dtype="float32") = R.multiply(scores, R.const(0.125, "float32"))
#|             penalty: R.Tensor((2, 1, 16, 16), dtype="float32") = R.multiply(missing, R.const(-10000.0, "float32"))
#|             scores_masked: R.Tensor((2, 3, 16, 16), dtype="float32") = R.add(scores_scaled, penalty)
#|             # Weights, as int8.
#|             weights: R.Tensor((2, 3, 16, 16), dtype="float32") = R.nn.softmax(scores_masked, axis=-1)
#|             weights_flat: R.Tensor((6, 16, 16), dtype="float32") = R.reshape(weights, R.shape([6, 16, 16]))
#|             weights_scaled: R.Tensor((6, 16, 16), dtype="float32") = R.multiply(weights_flat, R.const(16.0, "float32"))
#|             weights_rounded: R.Tensor((6, 16, 16), dtype="float32") = R.round(weights_scaled)
#|             weights_clipped: R.Tensor((6, 16, 16), dtype="float32") = R.clip(weights_rounded, R.prim_value(T.float64(-127.0)), R.prim_value(T.float64(127.0)))
#|             # The values.
#|             value_part: R.Tensor((1, 32, 24), dtype="float32") = qkv_parts[2]
#|             value_tokens: R.Tensor((32, 24), dtype="float32") = R.squeeze(value_part, axis=[0])
#|             value_split: R.Tensor((2, 16, 3, 8), dtype="float32") = R.reshape(value_tokens, R.shape([2, 16, 3, 8]))
#|             value_heads: R.Tensor((2, 3, 16, 8), dtype="float32") = R.permute_dims(value_split, axes=[0, 2, 1, 3])
#|             value_flat: R.Tensor((6, 16, 8), dtype="float32") = R.reshape(value_heads, R.shape([6, 16, 8]))
#|             value: R.Tensor((6, 8, 16), dtype="float32") = R.permute_dims(value_flat, axes=[0, 2, 1])
#|             value_scaled: R.Tensor((6, 8, 16), dtype="float32") = R.multiply(value, R.const(16.0, "float32"))
#|             value_rounded: R.Tensor((6, 8, 16), dtype="float32") = R.round(value_scaled)
#|             value_clipped: R.Tensor((6, 8, 16), dtype="float32") = R.clip(value_rounded, R.prim_value(T.float64(-127.0)), R.prim_value(T.float64(127.0)))
#|             # The weighted sum, tokens in rows again.
#|             weights_int8: R.Tensor((6, 16, 16), dtype="int8") = R.astype(weights_clipped, dtype="int8")
#|             value_int8: R.Tensor((6, 8, 16), dtype="int8") = R.astype(value_clipped, dtype="int8")
#|             value_transposed: R.Tensor((6, 16, 8), dtype="int8") = R.permute_dims(value_int8, axes=[0, 2, 1])
#|             sums: R.Tensor((6, 16, 8), dtype="int32") = R.matmul(weights_int8, value_transposed, out_dtype="int32")
#|             sums_of_heads: R.Tensor((2, 3, 16, 8), dtype="int32") = R.reshape(sums, R.shape([2, 3, 16, 8]))
#|             sums_of_tokens: R.Tensor((2, 16, 3, 8), dtype="int32") = R.permute_dims(sums_of_heads, axes=[0, 2, 1, 3])
#|             gv: R.Tensor((32, 24), dtype="int32") = R.reshape(sums_of_tokens, R.shape([32, 24]))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(qkv_accumulator: R.Tensor((3, 32, 24), dtype="int32"), qkv_bias: R.Tensor((3, 1, 24), dtype="float32"), input_mask: R.Tensor((2, 16), dtype="int32"), ones: R.Tensor((2, 16, 1), dtype="float32")) -> R.Tensor((32, 24), dtype="int32"):
#|         cls = Module
#|         with R.dataflow():
#|             # From the accumulator to real numbers.
#|             accumulator: R.Tensor((3, 32, 24), dtype="float32") = R.astype(qkv_accumulator, dtype="float32")
#|             scaled: R.Tensor((3, 32, 24), dtype="float32") = R.multiply(accumulator, R.const(0.00048828098806552589, "float32"))
#|             qkv: R.Tensor((3, 32, 24), dtype="float32") = R.add(scaled, qkv_bias)
#|             gv: R.Tensor((32, 24), dtype="int32") = cls.fused_hammock_int8_attention(qkv, input_mask, ones)
#|             R.output(gv)
#|         return gv
#| 1 pass checked by running: 4 runs agree
