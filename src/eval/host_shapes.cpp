// SPDX-License-Identifier: Apache-2.0
// What VMShapeLower and LowerRuntimeBuiltin leave in a script, and collectives of one worker.
//
// The sizes of a function lie in a heap, a tensor of int64 that these functions read and write. Numbers come in pairs
// of a code and a value.
#include <algorithm>
#include <cstring>
#include <string>

#include "host.h"

namespace hammock::reference::host {
namespace {

// Behind a message: which value it is, if the script says so.
std::string context_of(Args args) {
  const auto* text = args.empty() ? nullptr : std::get_if<std::string>(&args.back().v);
  return text && !text->empty() ? "; " + text->substr(0, text->find_last_not_of(' ') + 1) : "";
}

// A place in the heap; null: it has none of that number.
int64_t* slot(const RuntimeValue& heap, int64_t at) {
  const Tensor* tensor = heap.tensor();
  const bool is_heap = tensor && tensor->dtype == kInt64 && tensor->shape.size() == 1;
  return is_heap && at >= 0 && at < tensor->elements() ? tensor->as<int64_t>() + at : nullptr;
}
Error no_slot(int64_t at) { return wrong("the shape heap has no slot " + std::to_string(at)); }

// Codes: 0 the value is the number, 1 it goes to the slot, 2 anything, 3 it is what the slot holds.
std::string matched(const RuntimeValue& heap, int64_t value, int64_t code, int64_t operand) {
  if (code == 2) return "";
  int64_t* at = code == 0 ? nullptr : slot(heap, operand);
  if (code < 0 || code > 3) return "there is no code " + std::to_string(code);
  if (code != 0 && !at) return no_slot(operand).text;
  if (code == 1) *at = value;
  const int64_t expected = code == 0 ? operand : *at;
  return value == expected ? "" : "is " + std::to_string(value) + ", expected " + std::to_string(expected);
}

const std::vector<int64_t>* dims_of(const RuntimeValue& value) {
  return value.tensor() ? &value.tensor()->shape : std::get_if<RuntimeShape>(&value.v);
}

// Codes: 0 the number, 1 what the slot holds.
Result<int64_t> made(const RuntimeValue& heap, const int64_t* code, const int64_t* operand) {
  if (!code || !operand || *code < 0 || *code > 1) return wrong("a code of 0 or 1 and a value are expected");
  if (*code == 0) return *operand;
  const int64_t* at = slot(heap, *operand);
  if (!at) return no_slot(*operand);
  return *at;
}

}  // namespace

Value alloc_shape_heap(Args args) {
  const int64_t* size = number(args, 0);
  if (!size || *size < 0) return wrong("the size of a shape heap is not a number from 0");
  Result<Tensor> heap = Tensor::make(kInt64, {*size});
  if (!heap) return heap.error();
  std::fill_n(heap->as<int64_t>(), *size, 0);
  return RuntimeValue{std::move(*heap)};
}

// (x, heap, rank, code, value, ..., context)
Value match_shape(Args args) {
  const std::vector<int64_t>* dims = dims_of(args[0]);
  const int64_t* rank = number(args, 2);
  if (!dims || !rank) return wrong("a tensor or shape and a rank are expected");
  if (static_cast<int64_t>(dims->size()) != *rank)
    return wrong("the rank is " + std::to_string(dims->size()) + ", expected " + std::to_string(*rank) +
                 context_of(args));
  for (size_t i = 0; i < dims->size(); ++i) {
    const int64_t *code = number(args, 3 + 2 * i), *operand = number(args, 4 + 2 * i);
    if (!code || !operand) return wrong("a code and a value are expected for each dim");
    const std::string text = matched(args[1], (*dims)[i], *code, *operand);
    if (!text.empty()) return wrong("dim " + std::to_string(i) + " " + text + context_of(args));
  }
  return nothing();
}

// (value, heap, code, value, context)
Value match_prim_value(Args args) {
  const int64_t *value = number(args, 0), *code = number(args, 2), *operand = number(args, 3);
  if (!value || !code || !operand) return wrong("three numbers are expected");
  const std::string text = matched(args[1], *value, *code, *operand);
  return text.empty() ? Value(nothing()) : wrong("the value " + text + context_of(args));
}

// (heap, rank, code, value, ...)
Value make_shape(Args args) {
  const int64_t* rank = number(args, 1);
  if (!rank || *rank < 0) return wrong("a rank is expected");
  RuntimeShape shape;
  for (size_t i = 0; static_cast<int64_t>(i) < *rank; ++i) {
    Result<int64_t> dim = made(args[0], number(args, 2 + 2 * i), number(args, 3 + 2 * i));
    if (!dim) return dim.error();
    shape.push_back(*dim);
  }
  return RuntimeValue{std::move(shape)};
}

Value make_prim_value(Args args) {
  Result<int64_t> value = made(args[0], number(args, 1), number(args, 2));
  if (!value) return value.error();
  return RuntimeValue{*value};
}

// (x, rank or -1, dtype or void, context)
Value check_tensor_info(Args args) {
  const Tensor* tensor = args[0].tensor();
  const int64_t* rank = number(args, 1);
  const DType* dtype = std::get_if<DType>(&args[2].v);
  if (!tensor) return wrong("the value is not a tensor" + context_of(args));
  if (rank && *rank >= 0 && static_cast<int64_t>(tensor->shape.size()) != *rank)
    return wrong("the rank is " + std::to_string(tensor->shape.size()) + ", expected " + std::to_string(*rank) +
                 context_of(args));
  if (dtype && !dtype->is_unknown() && tensor->dtype != *dtype)
    return wrong("the dtype is " + to_string(tensor->dtype) + ", expected " + to_string(*dtype) + context_of(args));
  return nothing();
}

Value check_shape_info(Args args) {
  const auto* shape = std::get_if<RuntimeShape>(&args[0].v);
  const int64_t* rank = number(args, 1);
  if (!shape) return wrong("the value is not a shape" + context_of(args));
  if (rank && *rank >= 0 && static_cast<int64_t>(shape->size()) != *rank)
    return wrong("the rank is " + std::to_string(shape->size()) + ", expected " + std::to_string(*rank) +
                 context_of(args));
  return nothing();
}

Value check_prim_value_info(Args args) {
  const bool is_number = number(args, 0) || std::holds_alternative<double>(args[0].v);
  return is_number ? Value(nothing()) : wrong("the value is not a number" + context_of(args));
}

Value check_tuple_info(Args args) {
  const RuntimeTuple* fields = args[0].tuple();
  const int64_t* size = number(args, 1);
  if (!fields) return wrong("the value is not a tuple" + context_of(args));
  if (size && static_cast<int64_t>(fields->size()) != *size)
    return wrong("a tuple of " + std::to_string(fields->size()) + ", expected " + std::to_string(*size) +
                 context_of(args));
  return nothing();
}

Value check_func_info(Args args) {
  const bool is_function = std::holds_alternative<std::shared_ptr<const RuntimeCallable>>(args[0].v);
  return is_function ? Value(nothing()) : wrong("the value is not a function" + context_of(args));
}

Value first(Args args) { return args[0]; }

Value shape_of(Args args) {
  if (!args[0].tensor()) return wrong("the value is not a tensor");
  return RuntimeValue{RuntimeShape(args[0].tensor()->shape)};
}

// The same memory under another shape, as TVM's is.
Value reshape(Args args) {
  const Tensor* tensor = args[0].tensor();
  const auto* shape = std::get_if<RuntimeShape>(&args[1].v);
  if (!tensor || !shape) return wrong("a tensor and a shape are expected");
  Tensor out{tensor->dtype, *shape, tensor->data};
  int64_t elements = 1;
  for (int64_t d : *shape) {
    if (d < 0 || __builtin_mul_overflow(elements, d, &elements)) elements = -1;
    if (elements < 0) break;
  }
  if (elements != tensor->elements())
    return wrong("a tensor of shape " + shape_text(tensor->shape) + " as one of " + shape_text(*shape));
  return RuntimeValue{std::move(out)};
}

Value tensor_to_shape(Args args) {
  const Tensor* tensor = args[0].tensor();
  if (!tensor || tensor->dtype != kInt64 || tensor->shape.size() != 1) return wrong("a vector of int64 is expected");
  return RuntimeValue{RuntimeShape(tensor->as<int64_t>(), tensor->as<int64_t>() + tensor->elements())};
}

Value make_tuple(Args args) { return RuntimeValue{RuntimeTuple(args.begin(), args.end())}; }

Value tuple_getitem(Args args) {
  const RuntimeTuple* fields = args[0].tuple();
  const int64_t* index = number(args, 1);
  if (!fields || !index) return wrong("a tuple and an index are expected");
  if (*index < 0 || *index >= static_cast<int64_t>(fields->size()))
    return wrong("index " + std::to_string(*index) + " into a tuple of " + std::to_string(fields->size()));
  return (*fields)[static_cast<size_t>(*index)];
}

// Only the memory that the field has is concerned.
Value tuple_reset_item(Args args) {
  const Value item = tuple_getitem(args);
  return item ? Value(nothing()) : item;
}

Value read_if_cond(Args args) {
  const Tensor* condition = tensor(args, 0);
  if (!condition || !condition->shape.empty() || !condition->dtype.is_integral())
    return wrong("a scalar of bools or integers is expected");
  return RuntimeValue{int64_t{element_as_integer(*condition, 0) != 0}};
}

Value worker_id(Args) { return RuntimeValue{RuntimeShape{0}}; }

// The first argument is what the last one gets.
Value copy_to_last(Args args) {
  const Tensor *from = args.front().tensor(), *to = args.back().tensor();
  if (!from || !to) return wrong("tensors are expected");
  if (from->dtype != to->dtype || from->elements() != to->elements())
    return wrong("of " + shape_text(from->shape) + " " + to_string(from->dtype) + " one worker does not make " +
                 shape_text(to->shape) + " " + to_string(to->dtype));
  std::memmove(to->data.get(), from->data.get(), static_cast<size_t>(from->bytes()));
  return nothing();
}

}  // namespace hammock::reference::host
