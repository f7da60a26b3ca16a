// SPDX-License-Identifier: Apache-2.0
#include "host.h"

#include <algorithm>
#include <new>

#include "hammock/eval/eval.h"

namespace hammock::reference {
namespace {

using Kind = HostRow::Kind;

constexpr HostRow function(std::string_view name, size_t least, HostFunction run, std::string_view meaning,
                           Kind kind = Kind::function) {
  return {name, least, kind, run, Op::none, meaning};
}
constexpr HostRow writing(std::string_view name, size_t least, HostFunction run, std::string_view meaning) {
  return function(name, least, run, meaning, Kind::writes);
}
constexpr HostRow filling(std::string_view name, size_t least, HostFunction run, std::string_view meaning) {
  return function(name, least, run, meaning, Kind::writes_last);
}
constexpr HostRow operation(std::string_view name, size_t least, Op op, std::string_view meaning) {
  return {name, least, Kind::operation, nullptr, op, meaning};
}
constexpr HostRow calling(std::string_view name, size_t least, Kind kind, std::string_view meaning) {
  return {name, least, kind, nullptr, Op::none, meaning};
}

constexpr std::string_view kOneWorker = "(x, ..., out): LegalizeOps; of one worker";
constexpr HostRow kRows[] = {
    operation("relax.run.assert_op", 2, Op::assert_op, "(condition, format, values...): LegalizeOps"),
    operation("relax.run.nonzero", 1, Op::nonzero, "(x): LegalizeOps"),
    operation("relax.run.print", 1, Op::print, "(format, values...): LegalizeOps"),
    operation("relax.run.shape_to_tensor", 1, Op::shape_to_tensor, "(shape): LegalizeOps"),
    operation("relax.run.unique", 5, Op::unique,
              "(x, sorted, return_index, return_inverse, return_counts, axis): LegalizeOps"),
    operation("runtime.TVMArrayCreateView", 4, Op::memory_view, "(x, shape, dtype, offset in bytes): R.memory.view"),
    filling("runtime.disco.allgather", 2, host::copy_to_last, kOneWorker),
    filling("runtime.disco.allreduce", 2, host::copy_to_last, kOneWorker),
    filling("runtime.disco.broadcast_from_worker0", 2, host::copy_to_last, kOneWorker),
    filling("runtime.disco.scatter_from_worker0", 2, host::copy_to_last, kOneWorker),
    function("runtime.disco.worker_id", 0, host::worker_id, "(): LegalizeOps; 0"),
    writing("tvm.contrib.sort.argsort", 4, host::argsort, "(x, out, axis, is_ascend): DispatchSortScan"),
    writing("tvm.contrib.sort.argsort_nms", 5, host::argsort_nms,
            "(x, counts, out, axis, is_ascend): non-maximum suppression; the first of each line"),
    writing("tvm.contrib.sort.sort", 4, host::sort, "(x, out, axis, is_ascend): DispatchSortScan"),
    writing("tvm.contrib.sort.topk", 6, host::topk, "(x, outs..., k, axis, ret_type, is_ascend): DispatchSortScan"),
    function("vm.builtin.alloc_shape_heap", 1, host::alloc_shape_heap, "(slots): VMShapeLower"),
    function("vm.builtin.attention_kv_cache_append", 2, host::cache_append, "(cache, rows): models; gives the cache"),
    function("vm.builtin.attention_kv_cache_array_clear", 1, host::cache_array_clear, "(caches): models"),
    function("vm.builtin.attention_kv_cache_array_popn", 2, host::cache_array_popn,
             "(caches, n): models; without the last n rows"),
    function("vm.builtin.attention_kv_cache_create", 3, host::cache_create,
             "(rows, room as a shape, filled rows or -1): models"),
    function("vm.builtin.attention_kv_cache_view", 1, host::cache_view, "(cache, shape): models; the rows"),
    calling("vm.builtin.call_tir_dyn", 1, Kind::calls_kernel, "(kernel, operands...): LowerRuntimeBuiltin"),
    function("vm.builtin.check_func_info", 1, host::check_func_info, "(x, context): VMShapeLower"),
    function("vm.builtin.check_prim_value_info", 1, host::check_prim_value_info, "(x, dtype, context): VMShapeLower"),
    function("vm.builtin.check_shape_info", 2, host::check_shape_info, "(x, rank, context): VMShapeLower"),
    function("vm.builtin.check_tensor_info", 3, host::check_tensor_info, "(x, rank, dtype, context): VMShapeLower"),
    function("vm.builtin.check_tuple_info", 2, host::check_tuple_info, "(x, size, context): VMShapeLower"),
    function("vm.builtin.copy", 1, host::first, "(x): CallTIRRewrite"),
    calling("vm.builtin.cuda_graph.get_cached_alloc", 2, Kind::calls_alone,
            "(function, index): RewriteCUDAGraph; allocates anew"),
    calling("vm.builtin.cuda_graph.run_or_capture", 3, Kind::calls_with,
            "(function, operands, index): RewriteCUDAGraph; runs it"),
    function("vm.builtin.distributed.attention_kv_cache_append", 2, host::cache_append, "(cache, rows): one worker"),
    function("vm.builtin.distributed.attention_kv_cache_create", 3, host::cache_create,
             "(rows, room as a shape, filled rows or -1): one worker"),
    function("vm.builtin.distributed.attention_kv_cache_view", 1, host::cache_view, "(cache, shape): one worker"),
    calling("vm.builtin.invoke_closure", 1, Kind::calls, "(closure, operands...): LowerRuntimeBuiltin"),
    calling("vm.builtin.make_closure", 1, Kind::binds, "(function, values...): LowerRuntimeBuiltin"),
    function("vm.builtin.make_prim_value", 3, host::make_prim_value, "(heap, code, value): VMShapeLower"),
    function("vm.builtin.make_shape", 2, host::make_shape, "(heap, rank, code, value, ...): VMShapeLower"),
    function("vm.builtin.make_tuple", 0, host::make_tuple, "(fields...): TVM's code generation"),
    function("vm.builtin.match_prim_value", 4, host::match_prim_value, "(x, heap, code, value, context): VMShapeLower"),
    function("vm.builtin.match_shape", 3, host::match_shape,
             "(x, heap, rank, code, value, ..., context): VMShapeLower"),
    function("vm.builtin.multinomial_from_uniform", 2, host::multinomial_from_uniform,
             "(probabilities, numbers of [0, 1)): models; the index of each row"),
    function("vm.builtin.read_if_cond", 1, host::read_if_cond, "(condition): TVM's code generation"),
    function("vm.builtin.reshape", 2, host::reshape, "(x, shape): LowerRuntimeBuiltin; the same memory"),
    function("vm.builtin.sample_top_p_from_logits", 4, host::sample_top_p_from_logits,
             "(logits, temperature, top_p, number of [0, 1)): models; the index"),
    function("vm.builtin.sample_top_p_from_prob", 3, host::sample_top_p_from_prob,
             "(probabilities, top_p, number of [0, 1)): models; the index"),
    function("vm.builtin.shape_of", 1, host::shape_of, "(x): LowerRuntimeBuiltin"),
    function("vm.builtin.tensor_to_shape", 1, host::tensor_to_shape, "(x): LegalizeOps, LowerRuntimeBuiltin"),
    function("vm.builtin.to_device", 1, host::first, "(x, device type, device): LowerRuntimeBuiltin"),
    function("vm.builtin.tuple_getitem", 2, host::tuple_getitem, "(tuple, index): TVM's code generation"),
    function("vm.builtin.tuple_reset_item", 2, host::tuple_reset_item,
             "(tuple, index): LiftTransformParams; nobody reads the field again"),
};

}  // namespace

const HostRow* find_host_function(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &HostRow::name);
  return row == std::end(kRows) ? nullptr : row;
}

HostCallee::HostCallee(std::string_view n, const HostFunctions* functions)
    : name(n), row(find_host_function(n)), given(functions ? functions->find(n) : nullptr) {}

Result<RuntimeValue> HostCallee::run(std::span<const RuntimeValue> args) const {
  if (!given && args.size() < row->least) return host::wrong(too_few_arguments(*row, args.size()));
  Result<RuntimeValue> value = RuntimeValue{};
  try {
    value = given ? (*given)(args) : row->run(args);
  } catch (const std::bad_alloc&) {
    value = Error{Error::Kind::memory, "no memory for what it is computed with", {}};
  }
  if (value) return value;
  Error error = value.error();
  error.text = name + ": " + error.text;
  return error;
}

std::string too_few_arguments(const HostRow& row, size_t given) {
  return std::string(row.name) + " takes at least " + std::to_string(row.least) + " arguments, " +
         std::to_string(given) + " are given";
}

}  // namespace hammock::reference

namespace hammock {

std::vector<HostFunctionInfo> host_functions() {
  std::vector<HostFunctionInfo> out;
  for (const reference::HostRow& row : reference::kRows) out.push_back({row.name, row.meaning});
  return out;
}

}  // namespace hammock
