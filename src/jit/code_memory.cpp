// SPDX-License-Identifier: Apache-2.0
// Where an access of a kernel goes: through views of blocks to a buffer, through its strides to a region. An index that
// is not proved to lie in its buffer, and an address that is not proved to lie in its region, is checked.
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "code_emitter.h"

namespace hammock::jit {

using llvm::Value;

namespace {

using Kind = FailureSite::Kind;
using Wide = Interval::Wide;

// Addresses of what is in the address space, and sums of a few of them.
constexpr Wide kAddressable = Wide{1} << 60;

bool is_vector(const Value* v) { return v->getType()->isVectorTy(); }

bool is_in_64_bits(const Interval& r) {
  const Interval all = values_of(kInt64);
  return r.within(all.low, all.high);
}

}  // namespace

// ---- index arithmetic ----

CodeEmitter::Index CodeEmitter::index(Prim e) {
  const PrimNode& n = node(e);
  Index out;
  if (n.dtype.is_scalar()) {
    out = {wide(e), ranges_.of(e), {}};
    if (!calls_kernels(e)) out.linear = ranges_.linear(e);
    return out;
  }
  bool wraps = true;
  if (n.kind == PrimKind::broadcast) {
    out.range = ranges_.of(n.lhs());
  } else if (n.kind == PrimKind::ramp) {
    const Interval last = ranges_.of(n.rhs()) * (n.dtype.lanes - 1);
    out.range = ranges_.of(n.lhs()) + hull({0, 0}, last);
    DType lane = n.dtype;
    lane.lanes = 1;
    const Interval all = values_of(lane);
    wraps = !out.range.within(all) || out.range.high > INT64_MAX;
    if (wraps) out.range = all;
  }
  if (lane_ != nullptr && !wraps) {  // LLVM follows it
    out.value = b_.CreateAdd(wide(n.lhs()), b_.CreateMul(wide(n.rhs()), lane_));
    return out;
  }
  Value* v = emit(e);
  if (lane_ != nullptr && is_vector(v)) v = b_.CreateExtractElement(v, lane_);
  llvm::Type* type = like(v, b_.getInt64Ty());
  out.value = n.dtype.is_integer() ? b_.CreateSExt(v, type) : b_.CreateZExt(v, type);
  return out;
}

Interval CodeEmitter::range_of(const Index& i) {
  return i.linear ? intersect(i.range, ranges_.of(*i.linear)) : i.range;
}

namespace {

Value* as_lanes(llvm::IRBuilder<>& b, Value* v, const Value* like) {
  if (is_vector(v) || !is_vector(like)) return v;
  return b.CreateVectorSplat(llvm::cast<llvm::FixedVectorType>(like->getType())->getNumElements(), v);
}

}  // namespace

CodeEmitter::Index CodeEmitter::plus(const Index& a, const Index& b) {
  Index out;
  out.range = range_of(a) + range_of(b);
  const bool wraps = !is_in_64_bits(out.range);
  out.value = b_.CreateAdd(as_lanes(b_, a.value, b.value), as_lanes(b_, b.value, a.value), "", false, !wraps);
  if (wraps) out.range = values_of(kInt64);
  if (a.linear && b.linear && !wraps) {
    out.linear = a.linear;
    out.linear->add(*b.linear, 1);
  }
  return out;
}

CodeEmitter::Index CodeEmitter::times(const Index& a, const Index& b) {
  Index out;
  out.range = range_of(a) * range_of(b);
  const bool wraps = !is_in_64_bits(out.range);
  out.value = b_.CreateMul(as_lanes(b_, a.value, b.value), as_lanes(b_, b.value, a.value), "", false, !wraps);
  if (wraps) {
    out.range = values_of(kInt64);
    return out;
  }
  constexpr int64_t kSmall = int64_t{1} << 20;
  const bool is_scaled = a.linear && b.linear && b.linear->terms.empty() && b.linear->constant <= kSmall;
  if (is_scaled && std::ranges::all_of(a.linear->terms, [](auto& t) { return t.second <= kSmall; })) {
    out.linear = Linear();
    out.linear->add(*a.linear, b.linear->constant);
  }
  return out;
}

// ---- checks ----

void CodeEmitter::check_index(tir::BufferId b, size_t dim, std::span<const Index> indices, const Index& extent,
                              Value* mask) {
  const Index& at = indices[dim];
  const Interval r = range_of(at), e = range_of(extent);
  if (r.low >= 0 && r.high < e.low) return;
  if (r.low >= 0 && at.linear && extent.linear) {
    Linear beyond = *at.linear;
    beyond.add(*extent.linear, -1);
    if (ranges_.of(beyond).high < 0) return;
  }
  Value *limit = as_lanes(b_, extent.value, at.value), *good = b_.CreateICmpULT(at.value, limit);
  if (e.low < 0) good = b_.CreateAnd(good, b_.CreateICmpSGT(limit, llvm::Constant::getNullValue(limit->getType())));
  if (mask != nullptr) good = b_.CreateOr(good, b_.CreateNot(is_vector(at.value) ? mask : any(mask)));
  Value* bad = b_.CreateNot(good);
  FailureSite site{Kind::index, plain_name_of(b)};
  site.rank = static_cast<uint32_t>(indices.size());
  site.dim = static_cast<uint32_t>(dim);
  require(b_.CreateNot(any(bad)), std::move(site), [&] {
    std::vector<Value*> numbers;
    for (const Index& i : indices)
      numbers.push_back(is_vector(i.value) ? chosen_lane(i.value, as_lanes(b_, bad, i.value)) : i.value);
    if (at.is_last) numbers[dim] = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, at.value, extent.value);
    numbers.push_back(extent.value);
    return numbers;
  });
}

std::vector<CodeEmitter::Index> CodeEmitter::strides_of(tir::BufferId id) {
  const tir::Buffer& b = tir()[id];
  std::vector<Index> out(b.shape.size());
  Index compact = index(1);
  for (size_t d = b.shape.size(); d-- > 0;) {
    out[d] = b.strides.empty() ? compact : field(id, b.strides[d]);
    if (b.strides.empty() && d > 0) compact = times(compact, field(id, b.shape[d]));
  }
  return out;
}

CodeEmitter::Index CodeEmitter::offset_of(tir::BufferId b) {
  return tir()[b].elem_offset ? field(b, tir()[b].elem_offset) : index(0);
}

// ---- fields of buffers ----

CodeEmitter::Index CodeEmitter::field(tir::BufferId b, Prim p) {
  auto at = active_->frozen.find({b.index, p.index});
  if (at == active_->frozen.end()) return index(p);
  Index out = at->second.first;
  out.value = fetch(out.value, at->second.second);
  return out;
}

// What its fields read is read now, and not again where the buffer is used.
void CodeEmitter::freeze(tir::BufferId id) {
  const tir::Buffer& b = tir()[id];
  auto one = [&](Prim p) {
    if (!p || !ranges_.reads_memory(p)) return;
    Index value = index(p);
    value.linear.reset();
    active_->frozen.insert_or_assign({id.index, p.index}, std::pair(value, level()));
  };
  for (Prim p : b.shape) one(p);
  for (Prim p : b.strides) one(p);
  one(b.elem_offset);
}

// Whether every element of the buffer lies in the region.
bool CodeEmitter::fits(const tir::Buffer& b, const Region& region) {
  if (region.dynamic_bytes != nullptr) return false;
  Wide last = 0, compact = 1;
  if (b.elem_offset) {
    const std::optional<int64_t> offset = prims_.constant(b.elem_offset);
    if (!offset || *offset < 0) return false;
    last = *offset;
  }
  for (size_t d = b.shape.size(); d-- > 0;) {
    const std::optional<int64_t> extent = prims_.constant(b.shape[d]);
    if (!extent) return false;
    Wide stride = compact;
    if (!b.strides.empty()) {
      const std::optional<int64_t> given = prims_.constant(b.strides[d]);
      if (!given || *given < 0) return false;
      stride = *given;
    }
    if (*extent <= 0) return true;  // no index is inside of it
    last = Interval::clamped(last + Interval::times(*extent - 1, stride));
    compact = Interval::times(compact, *extent);
  }
  return Interval::times(last + 1, b.dtype.bytes()) <= region.bytes;
}

// ---- pointers ----

CodeEmitter::Pointer CodeEmitter::pointer_of_data(tir::BufferId b) {
  auto at = variables_.find(tir()[b].data.index);
  if (at == variables_.end() || !at->second.is_pointer)
    unsupported("the buffer " + name_of(b) + ", whose memory is not known here");
  Pointer p = at->second.pointer;
  p.offset = fetch(p.offset, at->second.owner);
  return p;
}

// By so many elements of so many bytes.
CodeEmitter::Pointer CodeEmitter::moved(Pointer p, Value* count, int64_t bytes) {
  constexpr int64_t kMost = int64_t{1} << 43;
  if (p.region == nullptr) {
    refuse({Kind::no_pointer});
    return p;
  }
  if (p.region->may_be_null) require(b_.CreateIsNotNull(begin_of(*p.region)), {Kind::no_pointer});
  Value* scaled = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smul_with_overflow, count, number(bytes));
  Value* offset = p.offset ? p.offset : number(0);
  Value* sum = b_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, offset, b_.CreateExtractValue(scaled, 0));
  Value* overflows = b_.CreateOr(b_.CreateExtractValue(scaled, 1), b_.CreateExtractValue(sum, 1));
  p.offset = b_.CreateExtractValue(sum, 0);
  Value* is_near = b_.CreateICmpULT(b_.CreateAdd(p.offset, number(kMost)), number(2 * kMost));
  require(b_.CreateAnd(is_near, b_.CreateNot(overflows)), {Kind::too_far});
  return p;
}

// No index is looked at: the place may lie outside of the buffer.
CodeEmitter::Pointer CodeEmitter::address_of(Prim load) {
  tir::BufferId b(node(load).c);
  const int64_t bytes = tir()[b].dtype.bytes();
  std::vector<Index> indices;
  for (Prim i : prims_.call_args(load)) {
    if (is_wide(i)) in_memory_[i.index] = stored_lanes(i);
    Index at = is_wide(i) ? at_lane(number(0), [&] { return index(i); }) : index(i);
    if (is_vector(at.value)) at = {b_.CreateExtractElement(at.value, uint64_t{0}), values_of(kInt64), {}};
    indices.push_back(std::move(at));
  }
  while (resolve_match(b, indices, nullptr)) {
  }
  Value* at = offset_of(b).value;
  const std::vector<Index> strides = strides_of(b);
  for (size_t d = 0; d < indices.size() && d < strides.size(); ++d)
    at = b_.CreateAdd(at, b_.CreateMul(indices[d].value, strides[d].value));
  return moved(pointer_of_data(b), at, bytes);
}

CodeEmitter::Pointer CodeEmitter::chosen_pointer(Prim condition, Prim if_true, Prim if_false) {
  Value* truth = emit_condition(condition);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(truth)) return pointer(known->isOne() ? if_true : if_false);
  struct Chosen {
    Pointer pointer;
    PointerParts parts;
  };
  const auto [a, b] = arms(condition, truth, if_true, if_false, [&](Prim value) {
    const Pointer p = pointer(value);
    return Chosen{p, parts_of(p)};
  });
  const PointerParts &x = a.made.parts, &y = b.made.parts;
  auto choose = [&](Value* PointerParts::*part) { return either(x.*part, a.end, y.*part, b.end); };
  if (Region* region = a.made.pointer.region; region == b.made.pointer.region)
    return {region, region ? choose(&PointerParts::offset) : nullptr};
  return pointer_of({choose(&PointerParts::base), choose(&PointerParts::bytes), choose(&PointerParts::offset),
                     choose(&PointerParts::constant)});
}

// Of the same memory, and at the same place in it.
Value* CodeEmitter::same_pointer(Prim a, Prim b) {
  const PointerParts x = parts_of(pointer(a)), y = parts_of(pointer(b));
  return b_.CreateAnd(b_.CreateICmpEQ(x.base, y.base), b_.CreateICmpEQ(x.offset, y.offset));
}

CodeEmitter::Pointer CodeEmitter::pointer(Prim e) {
  const PrimNode& n = node(e);
  if (n.kind == PrimKind::var) {
    auto at = variables_.find(e.index);
    if (at == variables_.end() || !at->second.is_pointer) unsupported("the pointer " + name_of(e));
    Pointer p = at->second.pointer;
    p.offset = fetch(p.offset, at->second.owner);
    return p;
  }
  if (n.kind == PrimKind::cast && node(n.lhs()).dtype.code == DType::Code::handle) return pointer(n.lhs());
  if (n.kind == PrimKind::select && node(n.lhs()).dtype.is_scalar()) return chosen_pointer(n.lhs(), n.rhs(), Prim(n.c));
  if (n.kind != PrimKind::call) cannot_run(e);
  const std::string_view name = text(n.name());
  std::span<const Prim> args = prims_.call_args(e);
  if (name.starts_with('@')) return returned_pointer(call_kernel(e, name.substr(1)));
  if (name == "undef" || (name == "reinterpret" && prims_.is_constant(args[0], 0))) return {};
  if (name == "reinterpret" && node(args[0]).dtype.code == DType::Code::handle) return pointer(args[0]);
  if (is_passed_on(name) && args.size() == 1) return pointer(args[0]);
  if (name == "if_then_else" && args.size() == 3) return chosen_pointer(args[0], args[1], args[2]);
  if (name == "Let" && args.size() == 3) return with_let(e, [&](Prim body) { return pointer(body); });
  if (name == "address_of" && node(args[0]).kind == PrimKind::load) return address_of(args[0]);
  if (name == "tvm_access_ptr" && args.size() == 5) {
    const Pointer p = pointer(args[1]);
    return moved(p, wide(args[2]), node(args[0]).dtype.bytes());
  }
  if (name == "handle_add_byte_offset" && args.size() == 2) {
    const Pointer p = pointer(args[0]);
    return moved(p, wide(args[1]), 1);
  }
  cannot_run(e);
}

// ---- places ----

// Do the elements along its last dim lie one behind the other?
bool CodeEmitter::has_dense_rows(tir::BufferId b) const {
  for (auto m = active_->matches.find(b.index); m != active_->matches.end(); m = active_->matches.find(b.index))
    b = m->second->source.buffer;
  const std::vector<Prim>& strides = tir()[b].strides;
  return strides.empty() || prims_.is_constant(strides.back(), 1);
}

CodeEmitter::Place CodeEmitter::place(tir::BufferId b, std::span<const Prim> indices, Value* mask) {
  if (lane_ != nullptr) return place_of_lane(b, indices, mask);
  std::vector<Index> at;
  for (size_t d = 0; d < indices.size(); ++d) {
    const PrimNode& n = node(indices[d]);
    if (n.kind == PrimKind::ramp && prims_.is_constant(n.rhs(), 1) && mask == nullptr && tir()[b].dtype.lanes == 1 &&
        has_dense_rows(b)) {
      // Neighbours: the first and the last of them are looked at.
      const DType dtype = node(n.lhs()).dtype;
      const Index first = index(n.lhs()), last = plus(first, index(n.dtype.lanes - 1));
      const Interval all = values_of(dtype);
      if (!last.range.within(all.low, all.high)) {  // they may wrap
        at.push_back(index(indices[d]));
        continue;
      }
      std::vector<Index> end = at;
      at.push_back(first);
      end.push_back(last);
      end.back().is_last = true;
      const Place place = place_at(b, std::move(at), nullptr);
      place_at(b, std::move(end), nullptr);
      return place;
    }
    at.push_back(index(indices[d]));
  }
  return place_at(b, std::move(at), mask);
}

bool CodeEmitter::resolve_match(tir::BufferId& b, std::vector<Index>& indices, Value*) {
  auto at = active_->matches.find(b.index);
  if (at == active_->matches.end()) return false;
  const tir::BufferRegion& source = at->second->source;
  const size_t leading = source.ranges.size() - indices.size();
  const std::vector<Value*>& begins = active_->match_begins.at(b.index);
  const int owner = active_->match_owner.at(b.index);
  std::vector<Index> out;
  for (size_t d = 0; d < source.ranges.size(); ++d) {
    const Prim min = source.ranges[d].min;
    Index begin{fetch(begins[d], owner), ranges_.of(min), ranges_.linear(min)};
    if (ranges_.reads_memory(min)) begin.linear.reset();
    out.push_back(d < leading ? begin : plus(begin, indices[d - leading]));
  }
  indices = std::move(out);
  b = source.buffer;
  return true;
}

// In elements, where it may not fit into 64 bits; `begin`: of the buffer, in bytes, or null.
Value* CodeEmitter::looked_at_address(tir::BufferId b, std::span<const Index> indices, Value* begin, Value* mask) {
  const tir::Buffer& buffer = tir()[b];
  Value *sum = number(0), *bad = b_.getFalse();
  auto apply = [&](llvm::Intrinsic::ID id, Value* x, Value* y) {
    Value* both = b_.CreateBinaryIntrinsic(id, as_lanes(b_, x, y), as_lanes(b_, y, x));
    Value* overflows = b_.CreateExtractValue(both, 1);
    bad = b_.CreateOr(as_lanes(b_, bad, overflows), as_lanes(b_, overflows, bad));
    return b_.CreateExtractValue(both, 0);
  };
  for (size_t d = 0; d < indices.size(); ++d) {
    Value* at = indices[d].value;
    if (buffer.strides.empty()) sum = apply(llvm::Intrinsic::smul_with_overflow, sum, field(b, buffer.shape[d]).value);
    else at = apply(llvm::Intrinsic::smul_with_overflow, at, field(b, buffer.strides[d]).value);
    sum = apply(llvm::Intrinsic::sadd_with_overflow, sum, at);
  }
  if (buffer.elem_offset) sum = apply(llvm::Intrinsic::sadd_with_overflow, sum, offset_of(b).value);
  Value* bytes = apply(llvm::Intrinsic::smul_with_overflow, sum, number(buffer.dtype.bytes()));
  if (begin != nullptr) apply(llvm::Intrinsic::sadd_with_overflow, bytes, begin);
  if (mask != nullptr) bad = b_.CreateAnd(bad, is_vector(bad) ? mask : any(mask));
  FailureSite site{Kind::place, plain_name_of(b)};
  site.rank = static_cast<uint32_t>(indices.size());
  require(b_.CreateNot(any(bad)), std::move(site), [&] {
    std::vector<Value*> numbers;
    for (const Index& i : indices) numbers.push_back(is_vector(i.value) ? chosen_lane(i.value, bad) : i.value);
    return numbers;
  });
  return sum;
}

CodeEmitter::Place CodeEmitter::place_at(tir::BufferId b, std::vector<Index> indices, Value* mask) {
  if (tir()[b].dtype.lanes > 1) mask = nullptr;  // it switches lanes of elements off, not elements
  do {
    const tir::Buffer& buffer = tir()[b];
    for (size_t d = 0; d < indices.size(); ++d) check_index(b, d, indices, field(b, buffer.shape[d]), mask);
  } while (resolve_match(b, indices, mask));

  const tir::Buffer& buffer = tir()[b];
  Index address = offset_of(b);
  const std::vector<Index> strides = strides_of(b);
  for (size_t d = 0; d < indices.size(); ++d) address = plus(address, times(indices[d], strides[d]));

  Pointer p = pointer_of_data(b);
  if (p.region == nullptr) {
    refuse({Kind::no_memory, plain_name_of(b)});
    p = pointer_of({llvm::ConstantPointerNull::get(b_.getPtrTy()), number(0), number(0), b_.getFalse()});
  } else if (p.region->may_be_null) {
    require(b_.CreateIsNotNull(begin_of(*p.region)), {Kind::no_memory, plain_name_of(b)});
  }
  const int64_t bytes = buffer.dtype.bytes();
  const Interval reach = range_of(address);
  const bool is_inside =
      p.offset == nullptr && (fits(buffer, *p.region) || (p.region->dynamic_bytes == nullptr && reach.low >= 0 &&
                                                          Interval::times(reach.high + 1, bytes) <= p.region->bytes));
  if (!is_inside) {
    if (!(reach * bytes).within(-kAddressable, kAddressable))
      address.value = looked_at_address(b, indices, p.offset, mask);
    Value* first =
        b_.CreateMul(address.value, llvm::ConstantInt::get(address.value->getType(), static_cast<uint64_t>(bytes)));
    if (p.offset != nullptr) first = b_.CreateAdd(first, as_lanes(b_, p.offset, first));
    Value* room = b_.CreateSub(bytes_of(*p.region), number(bytes));
    Value* zero = llvm::Constant::getNullValue(first->getType());
    Value* good = b_.CreateAnd(b_.CreateICmpSGE(first, zero), b_.CreateICmpSLE(first, as_lanes(b_, room, first)));
    if (mask != nullptr) good = b_.CreateOr(good, b_.CreateNot(is_vector(good) ? mask : any(mask)));
    Value* bad = b_.CreateNot(good);
    FailureSite site{Kind::memory, plain_name_of(b)};
    site.rank = static_cast<uint32_t>(indices.size());
    require(b_.CreateNot(any(bad)), std::move(site), [&] {
      std::vector<Value*> numbers;
      for (const Index& i : indices) numbers.push_back(is_vector(i.value) ? chosen_lane(i.value, bad) : i.value);
      numbers.insert(numbers.end(), {chosen_lane(first, bad), number(bytes), bytes_of(*p.region)});
      return numbers;
    });
  }
  Place out;
  out.region = p.region;
  out.buffer = b;
  const DType lane = DType::make(buffer.dtype.code, buffer.dtype.bits);
  out.alignment = p.offset != nullptr ? 1 : std::min(p.region->alignment, lane.bytes());
  Value* base = begin_of(*p.region);
  if (p.offset != nullptr) base = b_.CreateGEP(b_.getInt8Ty(), base, p.offset);
  llvm::Type* type = memory_type(buffer.dtype);
  Value* offset = address.value;
  if (buffer.dtype.lanes > 1)
    offset = b_.CreateMul(offset, llvm::ConstantInt::get(offset->getType(), buffer.dtype.lanes));
  if (is_vector(offset)) {
    out.pointer = base;
    out.offsets = offsets_of_lanes(offset, buffer.dtype.lanes);
  } else {
    out.pointer = b_.CreateInBoundsGEP(type, base, offset);
  }
  return out;
}

// Of the lanes of the elements that lie at these offsets.
Value* CodeEmitter::offsets_of_lanes(Value* offsets, int lanes) {
  if (lanes == 1) return offsets;
  const auto count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(offsets->getType())->getNumElements());
  std::vector<int> element;
  std::vector<llvm::Constant*> lane;
  for (int i = 0; i < count * lanes; ++i) {
    element.push_back(i / lanes);
    lane.push_back(b_.getInt64(static_cast<uint64_t>(i % lanes)));
  }
  return b_.CreateAdd(b_.CreateShuffleVector(offsets, element), llvm::ConstantVector::get(lane));
}

// Whether an access needs no check, whatever else is known of the point.
bool CodeEmitter::is_proved(tir::BufferId b, std::span<const Prim> indices) {
  if (active_->matches.contains(b.index)) return false;
  const tir::Buffer& buffer = tir()[b];
  auto data = variables_.find(buffer.data.index);
  if (data == variables_.end() || !data->second.is_pointer || data->second.pointer.region == nullptr) return false;
  const Pointer& p = data->second.pointer;
  if (p.offset != nullptr || !fits(buffer, *p.region) || indices.size() != buffer.shape.size()) return false;
  for (size_t d = 0; d < indices.size(); ++d) {
    const PrimNode& n = node(indices[d]);
    const std::optional<int64_t> extent = prims_.constant(buffer.shape[d]);
    Interval r;
    if (n.dtype.is_scalar()) r = ranges_.of(indices[d]);
    else if (n.kind == PrimKind::broadcast) r = ranges_.of(n.lhs());
    else if (n.kind == PrimKind::ramp)
      r = ranges_.of(n.lhs()) + hull({0, 0}, ranges_.of(n.rhs()) * (n.dtype.lanes - 1));
    if (!extent || !r.within(0, *extent - 1)) return false;
  }
  return true;
}

// ---- loads and stores ----

Value* CodeEmitter::load(Prim e, Prim predicate) {
  const tir::BufferId b(node(e).c);
  const DType dtype = tir()[b].dtype;
  const int lanes = lane_ ? 1 : node(e).dtype.lanes;
  if (!tir::can_access(tir(), b, prims_.call_args(e))) cannot_run(e);
  Value* mask = predicate ? emit(predicate) : nullptr;
  const Place at = place(b, prims_.call_args(e), mask);
  llvm::Type* lane = memory_type(dtype);
  llvm::Type* type = lanes > 1 ? llvm::FixedVectorType::get(lane, static_cast<unsigned>(lanes)) : lane;
  const llvm::Align align(static_cast<uint64_t>(at.alignment));
  Value* zero = llvm::Constant::getNullValue(type);
  if (mask != nullptr && lanes > 1 && !is_vector(mask)) mask = splat(mask, lanes);
  Value* value = nullptr;
  if (at.offsets != nullptr) {
    Value* all = mask ? mask : llvm::Constant::getAllOnesValue(like(at.offsets, b_.getInt1Ty()));
    value = b_.CreateMaskedGather(type, b_.CreateGEP(lane, at.pointer, at.offsets), align, all, zero);
  } else if (mask != nullptr && is_vector(mask)) {
    value = b_.CreateMaskedLoad(type, at.pointer, align, mask, zero);
  } else if (mask != nullptr) {
    // One element: from a place that may be read where it is switched off.
    Value* elsewhere = slot(type);
    b_.CreateStore(zero, elsewhere);
    value = b_.CreateAlignedLoad(type, b_.CreateSelect(mask, at.pointer, elsewhere), align);
    return from_memory(value, dtype);
  } else {
    value = b_.CreateAlignedLoad(type, at.pointer, align);
  }
  mark_access(value, at.region);
  return from_memory(value, dtype);
}

void CodeEmitter::store(const tir::Stmt& s) {
  if (!tir::can_access(tir(), s.buffer, tir().list(s))) cannot_run(s);
  const Prim last = tir().list(s).empty() ? Prim() : tir().list(s).back();
  const int lanes = (last ? node(last).dtype.lanes : 1) * std::max<int>(tir()[s.buffer].dtype.lanes, 1);
  if (lanes != node(s.value).dtype.lanes) cannot_run(s);
  if (is_wide(s.value)) store_by_lanes(s);
  else store_value(s);
}

void CodeEmitter::store_value(const tir::Stmt& s) {
  const DType dtype = tir()[s.buffer].dtype;
  Value* value = emit(s.value);
  const int lanes = lane_ ? 1 : node(s.value).dtype.lanes;
  Value* mask = s.min ? emit(s.min) : nullptr;
  const Place at = place(s.buffer, tir().list(s), mask);
  if (at.region->is_constant) refuse({Kind::constant, plain_name_of(at.buffer)});
  else if (at.region->constant != nullptr)
    require(b_.CreateNot(fetch(at.region->constant, at.region->owner)), {Kind::constant, plain_name_of(at.buffer)});
  value = to_memory(rounded(value, dtype), dtype);
  llvm::Type* lane = memory_type(dtype);
  const llvm::Align align(static_cast<uint64_t>(at.alignment));
  if (mask != nullptr && lanes > 1 && !is_vector(mask)) mask = splat(mask, lanes);
  Value* made = nullptr;
  if (at.offsets != nullptr) {
    Value* all = mask ? mask : llvm::Constant::getAllOnesValue(like(at.offsets, b_.getInt1Ty()));
    made = b_.CreateMaskedScatter(value, b_.CreateGEP(lane, at.pointer, at.offsets), align, all);
  } else if (mask != nullptr && is_vector(mask)) {
    made = b_.CreateMaskedStore(value, at.pointer, align, mask);
  } else if (mask != nullptr) {
    Block *then = new_block(), *after = new_block();
    b_.CreateCondBr(mask, then, after);
    b_.SetInsertPoint(then);
    made = b_.CreateAlignedStore(value, at.pointer, align);
    branch(after);
    b_.SetInsertPoint(after);
  } else {
    made = b_.CreateAlignedStore(value, at.pointer, align);
  }
  mark_access(made, at.region);
}

}  // namespace hammock::jit
