// SPDX-License-Identifier: Apache-2.0
// Accesses, each checked: every index against its extent, and the bytes against the memory that they lie in.
#include <algorithm>
#include <cstring>

#include "element.h"
#include "hammock/prim/value_check.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/unwritten.h"
#include "hammock/tir/refusal.h"
#include "kernel_interpreter.h"
#include "kernel_steps.h"

namespace hammock::reference {
namespace {

// ---- elements in memory ----

// An integer of less than 8 bits: a byte, extended.
template <bool is_signed>
struct Small {
  uint8_t bits;
};

template <class T>
Slot read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (std::is_same_v<T, Bool>) return {.i = value.value != 0};
  else if constexpr (std::is_same_v<T, Small<true>>) return {.i = static_cast<int8_t>(value.bits)};
  else if constexpr (std::is_same_v<T, Small<false>>) return {.i = value.bits};
  else if constexpr (std::is_integral_v<T>) return {.i = static_cast<int64_t>(value)};
  else if constexpr (std::is_same_v<T, double>) return {.d = value};
  else return {.d = static_cast<double>(static_cast<float>(value))};
}

template <class T>
void write(Slot slot, std::byte* to) {
  T value;
  if constexpr (std::is_same_v<T, Bool>) value.value = slot.i != 0;
  else if constexpr (std::is_same_v<T, Small<true>> || std::is_same_v<T, Small<false>>)
    value.bits = static_cast<uint8_t>(slot.i);
  else if constexpr (std::is_integral_v<T>) value = static_cast<T>(slot.i);
  else if constexpr (std::is_same_v<T, double>) value = slot.d;
  else if constexpr (std::is_same_v<T, Float8<DType::Code::e4m3>>)
    value = T(std::isnan(slot.d) ? slot.d : std::clamp(slot.d, -448.0, 448.0));
  else value = T(slot.d);
  std::memcpy(to, &value, sizeof value);
}

// f(Tag<T>) for how a lane lies in memory; null if it cannot.
template <class F>
Step for_memory(DType d, F&& f) {
  Step step = nullptr;
  if (d.is_integral() && d.bits < 8 && d.bits > 0 && !d.is_boolean())
    return d.is_integer() ? f(Tag<Small<true>>{}) : f(Tag<Small<false>>{});
  for_stored(d, [&](auto tag) { step = f(tag); });
  return step;
}

// ---- places ----

std::string name_of(const Frame& f, const Access& x) {
  return std::string(f.code->context().text((*f.code->kernel)[x.buffer].name));
}

bool is_index_of_lanes(const Access& x, size_t dim) { return x.index_lanes > 1 && dim + 1 == x.dims.size(); }

std::string indices_text(const Frame& f, const Access& x, uint32_t lane) {
  std::string text = name_of(f, x) + "[";
  for (size_t d = 0; d < x.dims.size(); ++d) {
    const Register r = x.dims[d].index + (is_index_of_lanes(x, d) ? lane : 0);
    text += (d ? ", " : "") + std::to_string(f.r[r].i);
  }
  return text + "]";
}

const Instruction* outside(Frame& f, const Instruction* at, const Access& x, uint32_t lane, size_t dim) {
  const int64_t extent = f.r[x.dims[dim].extent].i;
  const std::string which = x.dims.size() > 1 ? "index " + std::to_string(dim) : "the index";
  const std::string why = extent > 0 ? which + " must be within [0, " + std::to_string(extent) + ")"
                                     : "its dim " + std::to_string(dim) + " is " + std::to_string(extent);
  return f.fail(at, indices_text(f, x, lane) + " is outside of its buffer: " + why);
}

// Where an element lies, in bytes, if its buffer lies at `begin`. False after a report.
inline bool place_of(Frame& f, const Instruction* at, const Access& x, uint32_t lane, int64_t begin, int64_t& out) {
  int64_t sum = 0;
  bool overflows = false;
  const size_t rank = x.dims.size();
  for (size_t d = 0; d < rank; ++d) {
    const AccessDim& dim = x.dims[d];
    const int64_t index = f.r[dim.index + (d + 1 == rank ? lane : 0)].i, extent = f.r[dim.extent].i;
    if (index < 0 || index >= extent) return outside(f, at, x, lane, d), false;
    if (dim.stride == kNoRegister) {
      overflows |= __builtin_mul_overflow(sum, extent, &sum);
      overflows |= __builtin_add_overflow(sum, index, &sum);
    } else {
      int64_t step = 0;
      overflows |= __builtin_mul_overflow(index, f.r[dim.stride].i, &step);
      overflows |= __builtin_add_overflow(sum, step, &sum);
    }
  }
  if (x.offset != kNoRegister) overflows |= __builtin_add_overflow(sum, f.r[x.offset].i, &sum);
  overflows |= __builtin_mul_overflow(sum, x.element_bytes, &sum);
  overflows |= __builtin_add_overflow(sum, begin, &out);
  if (overflows) f.fail(at, indices_text(f, x, lane) + ": its place does not fit into 64 bits");
  return !overflows;
}

const Instruction* outside_memory(Frame& f, const Instruction* at, const Access& x, uint32_t lane, int64_t first,
                                  const Memory& memory) {
  return f.fail(at, indices_text(f, x, lane) + " is outside of its memory: bytes " + std::to_string(first) + " to " +
                        std::to_string(first + x.element_bytes) + " of " + std::to_string(memory.bytes));
}

Memory* memory_of(Frame& f, const Instruction* at, const Access& x, int64_t& offset) {
  const int64_t pointer = f.r[x.data].i;
  Memory* memory = f.interpreter->memory(pointer);
  if (!memory) {
    f.fail(at, "the buffer '" + name_of(f, x) + "' has no memory" +
                   (pointer == 0 ? "" : ": what its pointer names is gone"));
    return nullptr;
  }
  offset = Pointer::unpack(pointer).offset;
  return memory;
}

// body(lane of the index, bytes of the element); a lane that the mask of the first of its lanes switches off is left
// out.
template <class Body>
bool for_each_element(Frame& f, const Instruction* at, const Access& x, bool writes, Body&& body) {
  int64_t offset = 0;
  Memory* memory = memory_of(f, at, x, offset);
  if (!memory) return false;
  if (writes && memory->is_constant)
    return f.fail(at, "the buffer '" + name_of(f, x) + "' is constant and cannot be written"), false;
  for (uint32_t lane = 0; lane < x.index_lanes; ++lane) {
    if (x.mask != kNoRegister && x.element_lanes == 1 && f.r[x.mask + lane].i == 0) continue;
    int64_t first = 0;
    if (!place_of(f, at, x, lane, offset, first)) return false;
    if (first < 0 || first > memory->bytes - x.element_bytes)
      return outside_memory(f, at, x, lane, first, *memory), false;
    body(lane, memory->keep.get() + first);
  }
  return true;
}

template <class T>
const Instruction* load(Frame& f, const Instruction* at) {
  const Access& x = f.code->accesses[at->a];
  Slot* to = f.r + at->to;
  if (x.mask != kNoRegister) std::fill_n(to, at->lanes, Slot{.i = 0});
  const bool done = for_each_element(f, at, x, false, [&](uint32_t lane, const std::byte* from) {
    for (uint32_t e = 0; e < x.element_lanes; ++e) {
      const uint32_t k = lane * x.element_lanes + e;
      if (x.mask == kNoRegister || f.r[x.mask + k].i != 0) to[k] = read<T>(from + e * sizeof(T));
    }
  });
  return done ? at + 1 : nullptr;
}

// b: the value
template <class T>
const Instruction* store(Frame& f, const Instruction* at) {
  const Access& x = f.code->accesses[at->a];
  const Slot* value = f.r + at->b;
  const bool done = for_each_element(f, at, x, true, [&](uint32_t lane, std::byte* to) {
    for (uint32_t e = 0; e < x.element_lanes; ++e) {
      const uint32_t k = lane * x.element_lanes + e;
      if (x.mask == kNoRegister || f.r[x.mask + k].i != 0) write<T>(value[k], to + e * sizeof(T));
    }
  });
  return done ? at + 1 : nullptr;
}

// The bits of `lanes` numbers of one dtype, as numbers of another one.
template <class From, class To>
const Instruction* bits(Frame& f, const Instruction* at) {
  const size_t bytes = at->b * sizeof(From);
  std::vector<std::byte> memory(bytes + sizeof(To));
  for (uint32_t k = 0; k < at->b; ++k) write<From>(f.r[at->a + k], memory.data() + k * sizeof(From));
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k] = read<To>(memory.data() + k * sizeof(To));
  return at + 1;
}

}  // namespace

Step load_step(DType element) {
  return for_memory(element, []<class T>(Tag<T>) -> Step { return load<T>; });
}
Step store_step(DType element) {
  return for_memory(element, []<class T>(Tag<T>) -> Step { return store<T>; });
}

Operation reinterpret(DType from, DType to) {
  return {for_memory(from,
                     [&]<class From>(Tag<From>) -> Step {
                       return for_memory(to, []<class To>(Tag<To>) -> Step { return bits<From, To>; });
                     }),
          0};
}

const Instruction* check_indices(Frame& f, const Instruction* at) {
  const Access& x = f.code->accesses[at->a];
  for (uint32_t lane = 0; lane < x.index_lanes; ++lane) {
    if (x.mask != kNoRegister && f.r[x.mask + lane * x.element_lanes].i == 0) continue;
    for (size_t d = 0; d < x.dims.size(); ++d) {
      const int64_t index = f.r[x.dims[d].index + (is_index_of_lanes(x, d) ? lane : 0)].i;
      if (index < 0 || index >= f.r[x.dims[d].extent].i) return outside(f, at, x, lane, d);
    }
  }
  return at + 1;
}

// ---- pointers ----

// to = a + b * c bytes
const Instruction* advance_pointer(Frame& f, const Instruction* at) {
  const int64_t pointer = f.r[at->a].i;
  if (pointer == 0) return f.fail(at, "arithmetic on a null pointer");
  Pointer p = Pointer::unpack(pointer);
  int64_t bytes = 0;
  if (__builtin_mul_overflow(f.r[at->b].i, static_cast<int64_t>(at->c), &bytes) ||
      __builtin_add_overflow(p.offset, bytes, &p.offset) || p.offset >= Pointer::kBias || p.offset < -Pointer::kBias)
    return f.fail(at, "a pointer is moved too far");
  f.r[at->to].i = p.pack();
  return at + 1;
}

const Instruction* is_null(Frame& f, const Instruction* at) {
  f.r[at->to].i = f.r[at->a].i == 0;
  return at + 1;
}

// ---- allocations ----

namespace {

// Elements of a buffer of its own, or nothing if they are too many.
std::optional<int64_t> elements_of(const Frame& f, const Allocated& a) {
  __int128 count = 1, reach = 1;
  constexpr __int128 kMost = static_cast<__int128>(1) << 62;
  for (size_t d = 0; d < a.extents.size(); ++d) {
    const int64_t extent = std::max<int64_t>(0, f.r[a.extents[d]].i);
    count = std::min(count * extent, kMost);
    if (!a.strides.empty()) reach += static_cast<__int128>(std::max<int64_t>(0, extent - 1)) * f.r[a.strides[d]].i;
    if (reach > kMost || reach < -kMost) return std::nullopt;
  }
  if (a.offset != kNoRegister) {
    count += f.r[a.offset].i;
    reach += f.r[a.offset].i;
  }
  count = std::max(count, a.strides.empty() ? count : reach);
  return count < kMost ? std::optional(static_cast<int64_t>(std::max<__int128>(0, count))) : std::nullopt;
}

constexpr int64_t kBytesOfAStep = 16;  // that are filled in about the time of a step

const Instruction* too_large(Frame& f, const Instruction* at, const Allocated& a) {
  std::vector<int64_t> shape;
  for (Register r : a.extents) shape.push_back(f.r[r].i);
  return f.fail(at,
                "the buffer '" + std::string(f.code->context().text(a.name)) + "' of shape " + shape_text(shape) +
                    " and dtype " + to_string(a.dtype) + " does not fit into this machine's memory",
                Error::Kind::memory);
}

}  // namespace

const Instruction* allocate(Frame& f, const Instruction* at) {
  const Allocated& a = f.code->allocated[at->a];
  Memory memory{a.constant, a.constant_bytes, a.constant != nullptr};
  const bool is_wanted = a.condition == kNoRegister || f.r[a.condition].i != 0;
  if (!a.constant && is_wanted) {
    const std::optional<int64_t> elements = elements_of(f, a);
    int64_t bytes = 0;
    if (!elements || __builtin_mul_overflow(*elements, a.dtype.bytes(), &bytes) ||
        bytes > machine_memory() - std::min(machine_memory(), allocated_bytes()))
      return too_large(f, at, a);
    if (!f.interpreter->has_steps(bytes / kBytesOfAStep)) return f.fail(at, f.interpreter->bound_on_steps());
    memory.bytes = bytes;
    memory.keep = allocate_bytes(bytes);
    if (!memory.keep) return too_large(f, at, a);
    std::memset(memory.keep.get(), kUnwritten, static_cast<size_t>(bytes));
  }
  f.r[a.to].i = 0;
  uint32_t number = UINT32_MAX;
  if (memory.keep) {
    std::optional<uint32_t> added = f.interpreter->add(std::move(memory));
    if (!added)
      return f.fail(at, "more than " + std::to_string(Pointer::kMaxMemories) + " buffers are allocated at a time",
                    Error::Kind::memory);
    number = *added;
    f.r[a.to].i = Pointer{number, 0}.pack();
  }
  f.memories.push_back(number);
  return at + 1;
}

const Instruction* release(Frame& f, const Instruction* at) {
  for (uint32_t i = 0; i < at->a; ++i) {
    f.interpreter->drop(f.memories.back());
    f.memories.pop_back();
  }
  return at + 1;
}

// ---- control ----

namespace {
const Instruction* target(Frame& f, uint32_t c) { return f.code->code.data() + c; }
}  // namespace

const Instruction* jump(Frame& f, const Instruction* at) { return target(f, at->c); }
const Instruction* jump_unless(Frame& f, const Instruction* at) { return f.r[at->a].i ? at + 1 : target(f, at->c); }
const Instruction* jump_if(Frame& f, const Instruction* at) { return f.r[at->a].i ? target(f, at->c) : at + 1; }
const Instruction* jump_if_other(Frame& f, const Instruction* at) {
  return f.r[at->a].i == f.r[at->b].i ? at + 1 : target(f, at->c);
}

const Instruction* begin_statement(Frame& f, const Instruction* at) {
  ++f.statement;
  f.arrays.clear();
  return at + 1;
}

const Instruction* once(Frame& f, const Instruction* at) {
  if (f.computed_in[at->a] == f.statement) return target(f, at->b);
  f.returns[at->a] = target(f, at->b);
  return target(f, at->c);
}

const Instruction* end_once(Frame& f, const Instruction* at) {
  f.computed_in[at->a] = f.statement;
  return f.returns[at->a];
}

const Instruction* begin_loop(Frame& f, const Instruction* at) {
  const int64_t extent = f.r[at->b].i;
  if (extent <= 0) return target(f, at->c);
  f.r[at->to] = f.r[at->a];
  f.r[at->lanes].i = extent;
  return at + 1;
}

const Instruction* expect_steps(Frame& f, const Instruction* at) {
  const int64_t each = static_cast<int64_t>(static_cast<uint64_t>(at->c) << 32 | at->b);
  return f.interpreter->may_take(f.r[at->a].i, each) ? at + 1 : f.fail(at, f.interpreter->bound_on_steps());
}

const Instruction* next_iteration(Frame& f, const Instruction* at) {
  if (!f.interpreter->has_steps(at->b)) return f.fail(at, f.interpreter->bound_on_steps());
  if (--f.r[at->lanes].i == 0) return at + 1;
  Slot& var = f.r[at->to];
  const uint32_t shift = at->a & 63;
  const uint64_t next = (static_cast<uint64_t>(var.i) + 1) << shift;
  var.i = at->a & 64 ? static_cast<int64_t>(next >> shift) : static_cast<int64_t>(next) >> shift;
  return target(f, at->c);
}

const Instruction* count_steps(Frame& f, const Instruction* at) {
  return f.interpreter->has_steps(at->b) ? at + 1 : f.fail(at, f.interpreter->bound_on_steps());
}

const Instruction* bind_block_variable(Frame& f, const Instruction* at) {
  const int64_t value = f.r[at->a].i, min = f.r[at->b].i, extent = f.r[at->c].i;
  // TVM writes 1 - v for the extent of a domain that is the single value v.
  const bool is_inside = value == min || (value > min && static_cast<uint64_t>(value) - static_cast<uint64_t>(min) <
                                                             static_cast<uint64_t>(std::max<int64_t>(0, extent)));
  if (!is_inside) {
    return f.fail(at, "the block variable '" + std::string(f.code->context().text(f.code->names[at->lanes])) + "' is " +
                          std::to_string(value) + ", outside of its domain: " + std::to_string(extent) + " from " +
                          std::to_string(min) + " on");
  }
  f.r[at->to].i = value;
  return at + 1;
}

const Instruction* check_assertion(Frame& f, const Instruction* at) {
  if (f.r[at->a].i) return at + 1;
  const std::string_view text = f.code->context().text(f.code->texts[at->b]);
  return f.fail(at, "assertion failed" + (text.empty() ? "" : ": " + std::string(text)));
}

const Instruction* check_field(Frame& f, const Instruction* at) {
  const int64_t expected = f.r[at->a].i, actual = f.r[at->b].i;
  if (expected == actual) return at + 1;
  const FieldCheck& check = f.code->checks[at->c];
  if (check.extent != kNoRegister && f.r[check.extent].i == 1) return at + 1;
  const std::string what = check.field == Field::offset ? "the offset"
                           : check.field == Field::dim  ? "dim " + std::to_string(check.dim)
                                                        : "the stride of dim " + std::to_string(check.dim);
  const std::string values = " is " + std::to_string(actual) + ", expected " + std::to_string(expected);
  const Context& context = f.code->context();
  if (!check.is_parameter) return f.fail(at, what + " of '" + std::string(context.text(check.name)) + "'" + values);
  f.interpreter->set_error({Error::Kind::run, of_argument(context, check.name, f.code->kernel->name) + what + values,
                            f.called, f.code->span});
  f.stop = Stop::failed;
  return nullptr;
}

const Instruction* check_multiple(Frame& f, const Instruction* at) {
  const int64_t value = f.r[at->a].i, factor = f.r[at->b].i;
  if (value % factor == 0) return at + 1;
  const FieldCheck& check = f.code->checks[at->c];
  return f.fail(at, "the offset of '" + std::string(f.code->context().text(check.name)) + "' is " +
                        std::to_string(value) + ", no multiple of " + std::to_string(factor));
}

const Instruction* call_kernel(Frame& f, const Instruction* at) {
  f.stop = Stop::call;
  f.call = at->a;
  f.resume = at + 1;
  return nullptr;
}

// T.tvm_stack_make_shape (b is 1) and T.tvm_stack_make_array: data, shape, strides or 0, rank, dtype, offset.
const Instruction* make_array(Frame& f, const Instruction* at) {
  const ArrayParts& parts = f.code->arrays[at->a];
  ArrayView view;
  auto value = [&](size_t i) { return f.r[parts.values[i]].i; };
  auto shape_at = [&](int64_t handle) -> const ArrayView* {
    const auto number = static_cast<uint64_t>(-handle - 1);
    return handle < 0 && number < f.arrays.size() ? &f.arrays[number] : nullptr;
  };
  if (at->b == 1) {
    for (size_t i = 0; i < parts.values.size(); ++i) view.shape.push_back(value(i));
  } else {
    const ArrayView *shape = shape_at(value(1)), *strides = shape_at(value(2));
    if (!shape) return f.fail(at, "T.tvm_stack_make_array needs T.tvm_stack_make_shape");
    view.shape = shape->shape;
    if (strides) view.strides = strides->shape;
    view.pointer = value(0);
    view.offset = value(5);
    view.dtype = parts.dtype;
  }
  f.arrays.push_back(std::move(view));
  f.r[at->to].i = -static_cast<int64_t>(f.arrays.size());
  return at + 1;
}

const Instruction* return_value(Frame& f, const Instruction* at) {
  f.returned = f.r[at->a];
  f.has_returned = true;
  return finish(f, at);
}

const Instruction* return_pointer(Frame& f, const Instruction* at) {
  const int64_t pointer = f.r[at->a].i;
  if (pointer > 0 && std::ranges::find(f.memories, Pointer::unpack(pointer).memory) != f.memories.end())
    return f.fail(at, std::string(tir::kOwnMemory));
  return return_value(f, at);
}

const Instruction* finish(Frame& f, const Instruction*) {
  f.stop = Stop::done;
  return nullptr;
}

}  // namespace hammock::reference
