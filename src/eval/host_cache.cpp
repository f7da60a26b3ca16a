// SPDX-License-Identifier: Apache-2.0
// The cache of keys or values of an attention: rows behind each other, in a tensor that doubles when it is full.
#include <algorithm>
#include <cstring>

#include "hammock/runtime/unwritten.h"
#include "host.h"
#include "kernel_interpreter.h"
#include "shape.h"

namespace hammock::reference::host {
namespace {

struct Cache : RuntimeObject {
  Tensor data;         // room for data.shape[0] rows
  int64_t filled = 0;  // rows
  int64_t shown = 0;   // the first so many may be those of a view: they are not written again
};

Cache* cache_of(const RuntimeValue& value) {
  const auto* object = std::get_if<std::shared_ptr<RuntimeObject>>(&value.v);
  return object ? dynamic_cast<Cache*>(object->get()) : nullptr;
}

Error no_cache() { return wrong("the value is not a cache"); }

Dims with_rows(const Tensor& data, int64_t rows) {
  Dims shape = data.shape;
  shape[0] = rows;
  return shape;
}

// Room for that many rows, in memory that no view has.
std::optional<Error> make_room(Cache& cache, int64_t rows) {
  int64_t room = std::max<int64_t>(1, cache.data.shape[0]);
  while (room < rows) room *= 2;
  const bool is_shown = cache.filled < cache.shown;
  if (room == cache.data.shape[0] && !is_shown) return std::nullopt;
  Result<Tensor> larger = Tensor::make(cache.data.dtype, with_rows(cache.data, room));
  if (!larger) return larger.error();
  const auto kept = static_cast<size_t>(Tensor{cache.data.dtype, with_rows(cache.data, cache.filled), {}}.bytes());
  std::memset(larger->data.get() + kept, unwritten(larger->dtype), static_cast<size_t>(larger->bytes()) - kept);
  if (kept != 0) std::memcpy(larger->data.get(), cache.data.data.get(), kept);
  cache.data = std::move(*larger);
  cache.shown = 0;
  return std::nullopt;
}

std::optional<Error> append(Cache& cache, const Tensor& rows) {
  if (rows.dtype != cache.data.dtype || rows.shape.empty() || with_rows(rows, cache.data.shape[0]) != cache.data.shape)
    return wrong("of " + shape_text(rows.shape) + " " + to_string(rows.dtype) + " a cache of " +
                 shape_text(cache.data.shape) + " " + to_string(cache.data.dtype) + " has no rows");
  int64_t filled = 0;
  if (__builtin_add_overflow(cache.filled, rows.shape[0], &filled) || filled > INT64_MAX / 2)
    return Error{Error::Kind::memory, "a cache of more than 2^62 rows", {}};
  if (std::optional<Error> error = make_room(cache, filled)) return error;
  const int64_t before = Tensor{cache.data.dtype, with_rows(cache.data, cache.filled), {}}.bytes();
  if (rows.bytes() != 0)
    std::memcpy(cache.data.data.get() + before, rows.data.get(), static_cast<size_t>(rows.bytes()));
  cache.filled = filled;
  return std::nullopt;
}

}  // namespace

Value cache_create(Args args) {
  const Tensor* rows = tensor(args, 0);
  const auto* room = std::get_if<RuntimeShape>(&args[1].v);
  const int64_t* filled = number(args, 2);
  if (!rows || !room || !filled) return wrong("a tensor, a shape and a number are expected");
  if (room->empty()) return wrong("a cache has a dim of rows at least");
  auto cache = std::make_shared<Cache>();
  Result<Tensor> data = Tensor::make(rows->dtype, *room);
  if (!data) return data.error();
  fill_unwritten(*data);
  cache->data = std::move(*data);
  if (std::optional<Error> error = append(*cache, *rows)) return *error;
  if (*filled > cache->data.shape[0])
    return wrong(std::to_string(*filled) + " rows of a cache with room for " + std::to_string(cache->data.shape[0]));
  if (*filled >= 0) cache->filled = *filled;
  return RuntimeValue{std::shared_ptr<RuntimeObject>(std::move(cache))};
}

Value cache_append(Args args) {
  Cache* cache = cache_of(args[0]);
  const Tensor* rows = tensor(args, 1);
  if (!cache) return no_cache();
  if (!rows) return wrong("a tensor of rows is expected");
  if (std::optional<Error> error = append(*cache, *rows)) return *error;
  return args[0];
}

Value cache_view(Args args) {
  Cache* cache = cache_of(args[0]);
  if (!cache) return no_cache();
  Dims shape = with_rows(cache->data, cache->filled);
  if (args.size() > 1) {
    const auto* wanted = std::get_if<RuntimeShape>(&args[1].v);
    if (!wanted) return wrong("a shape is expected");
    if (*wanted != shape)
      return wrong("a view of shape " + shape_text(*wanted) + " of a cache that is filled to " + shape_text(shape));
  }
  cache->shown = std::max(cache->shown, cache->filled);
  return RuntimeValue{Tensor{cache->data.dtype, std::move(shape), cache->data.data}};
}

Value cache_array_popn(Args args) {
  const RuntimeTuple* caches = args[0].tuple();
  const int64_t* count = number(args, 1);
  if (!caches || !count) return wrong("a tuple of caches and a number are expected");
  for (const RuntimeValue& value : *caches) {
    const Cache* cache = cache_of(value);
    if (!cache) return no_cache();
    if (*count < 0 || *count > cache->filled)
      return wrong(std::to_string(*count) + " rows of a cache of " + std::to_string(cache->filled));
  }
  for (const RuntimeValue& value : *caches) cache_of(value)->filled -= *count;
  return nothing();
}

Value cache_array_clear(Args args) {
  const RuntimeTuple* caches = args[0].tuple();
  if (!caches || !std::ranges::all_of(*caches, cache_of)) return wrong("a tuple of caches is expected");
  for (const RuntimeValue& value : *caches) cache_of(value)->filled = 0;
  return nothing();
}

}  // namespace hammock::reference::host
