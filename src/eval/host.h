// SPDX-License-Identifier: Apache-2.0
// Host functions: the packed functions of TVM's runtime that scripts call by name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "hammock/ir/op.h"
#include "hammock/runtime/host_functions.h"
#include "hammock/runtime/tensor.h"

namespace hammock::reference {

// An error has no place: the call's is meant.
using HostFunction = Result<RuntimeValue> (*)(std::span<const RuntimeValue> args);

struct HostRow {
  // What those do that are no functions of C++ is the executor's business.
  enum class Kind : uint8_t {
    function,
    writes,        // a function that writes into tensors among its operands
    writes_last,   // the same, into the last one: R.call_dps_packed may call it
    operation,     // computes as the operator `op` does
    binds,         // R.make_closure
    calls,         // the first operand, with the others
    calls_with,    // the first operand, with the fields of the second
    calls_alone,   // the first operand, with nothing
    calls_kernel,  // R.vm.call_tir_dyn
  };
  std::string_view name;
  size_t least;  // arguments
  Kind kind;
  HostFunction run;
  Op op;
  std::string_view meaning;  // the operands, and who calls it

  bool writes() const { return kind == Kind::writes || kind == Kind::writes_last; }
};

// Null: there is none of that name.
const HostRow* find_host_function(std::string_view name);
std::string too_few_arguments(const HostRow& row, size_t given);

// What a name stands for: a function of who embeds Hammock or, if it has none of that name, a row of the table.
struct HostCallee {
  std::string name;
  const HostRow* row = nullptr;
  const HostFunctions::Function* given = nullptr;

  HostCallee(std::string_view name, const HostFunctions* functions);
  bool is_known() const { return given || row; }
  bool is_function() const { return given || (row && row->run); }
  bool may_write() const { return given || (row && row->writes()); }
  // Does R.call_dps_packed find its outputs written?
  bool fills_outputs() const { return given || (row && row->kind == HostRow::Kind::writes_last); }
  // Of a function of C++.
  Result<RuntimeValue> run(std::span<const RuntimeValue> args) const;
};

// What the functions of several rows share.
namespace host {

using Args = std::span<const RuntimeValue>;
using Value = Result<RuntimeValue>;

inline Error wrong(std::string text) { return {Error::Kind::run, std::move(text), {}}; }
inline RuntimeValue nothing() { return {RuntimeTuple{}}; }
inline const int64_t* number(Args args, size_t i) {
  return i < args.size() ? std::get_if<int64_t>(&args[i].v) : nullptr;
}
inline const Tensor* tensor(Args args, size_t i) { return i < args.size() ? args[i].tensor() : nullptr; }

// The functions, by the files in which they are.
#define HOST_FUNCTION(name) Value name(Args args)
// host_shapes.cpp
HOST_FUNCTION(alloc_shape_heap);
HOST_FUNCTION(check_func_info);
HOST_FUNCTION(check_prim_value_info);
HOST_FUNCTION(check_shape_info);
HOST_FUNCTION(check_tensor_info);
HOST_FUNCTION(check_tuple_info);
HOST_FUNCTION(copy_to_last);
HOST_FUNCTION(first);
HOST_FUNCTION(make_prim_value);
HOST_FUNCTION(make_shape);
HOST_FUNCTION(make_tuple);
HOST_FUNCTION(match_prim_value);
HOST_FUNCTION(match_shape);
HOST_FUNCTION(read_if_cond);
HOST_FUNCTION(reshape);
HOST_FUNCTION(shape_of);
HOST_FUNCTION(tensor_to_shape);
HOST_FUNCTION(tuple_getitem);
HOST_FUNCTION(tuple_reset_item);
HOST_FUNCTION(worker_id);
// host_cache.cpp
HOST_FUNCTION(cache_append);
HOST_FUNCTION(cache_array_clear);
HOST_FUNCTION(cache_array_popn);
HOST_FUNCTION(cache_create);
HOST_FUNCTION(cache_view);
// host_sort.cpp
HOST_FUNCTION(argsort);
HOST_FUNCTION(argsort_nms);
HOST_FUNCTION(multinomial_from_uniform);
HOST_FUNCTION(sample_top_p_from_logits);
HOST_FUNCTION(sample_top_p_from_prob);
HOST_FUNCTION(sort);
HOST_FUNCTION(topk);
#undef HOST_FUNCTION

}  // namespace host
}  // namespace hammock::reference
