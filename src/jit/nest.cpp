// SPDX-License-Identifier: Apache-2.0
// Nests as functions: for each part of the plan a body with the pointers of the buffers, which are noalias parameters,
// and `i64 begin, i64 end`: it does the points [begin, end). Up to kMostArguments buffers, C++ calls it so; of more,
// `void part(ptr buffers, i64 begin, i64 end)` loads the pointers and calls the body. A function costs LLVM a quarter
// of a millisecond, however small it is.
//
// Loops are rotated (their bodies run at least once, which lets LICM move loads out of them) and carry the
// accumulators of reductions as phis. One that surely runs once is none. A row is swept by `unroll` registers at a
// time, the rest of it by masked single registers, or point by point where the machine has no masks.
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "compiled_kernel.h"
#include "expr_emitter.h"
#include "nest_plan.h"
#include "ranged_product.h"

namespace hammock::jit {

namespace {

using llvm::Value;
using loop::Axis;
using loop::Combine;
using loop::OfNan;
using loop::Stage;
using Values = std::vector<Value*>;

constexpr size_t kMostArguments = 10;

class PartEmitter {
 public:
  PartEmitter(const Emission& emission, const loop::LoweredKernel& kernel, const IndexAnalysis& analysis,
              const Part& part)
      : emission_(emission), kernel_(kernel), analysis_(analysis), part_(part), b_(emission.llvm) {}

  std::optional<std::string> emit(const std::string& name);

 private:
  void emit_entry(const std::string& name, llvm::Function* body);
  void emit_points(llvm::Function* body);
  void emit_point(Value* point);
  void emit_stages(int lanes, Value* base, Value* mask);
  void emit_stage(const Sweep& sweep, int lanes, Value* base, Value* mask);
  void emit_turned();
  // Nothing but what is moved, and no narrower squares at the ends.
  bool has_whole_squares() const {
    const Sweep& sweep = part_.sweeps[0];
    return sweep.stage->body == part_.turned[0] && sweep.axes[0].extent % part_.lanes == 0 &&
           part_.stripped->extent % part_.lanes == 0;
  }
  void emit_woven(const Stage& stage, int lanes, const std::function<void()>& begin);
  void emit_row_stage(const Sweep& sweep);
  // for (iv = from; iv < to; iv += step), at least once; the carried values go in and come out.
  Values loop(Value* from, Value* to, int64_t step, Values carried, const std::function<Values(Value*, Values)>& body);
  // Of a loop; code for other sizes has all the loops that these may take.
  bool runs_once(Value* from, Value* to, int64_t step) const {
    const auto *first = llvm::dyn_cast<llvm::ConstantInt>(from), *last = llvm::dyn_cast<llvm::ConstantInt>(to);
    return !emission_.has_sizes && first && last && last->getSExtValue() - first->getSExtValue() <= step;
  }
  Values loop_over(const std::vector<Axis>& axes, size_t at, Values carried, const std::function<Values(Values)>& body);
  // The lane loop over [from, to): `body(lanes, base, mask, which, carried)`, which = 0 for full steps, 1 for the rest.
  using LaneBody = std::function<Values(int lanes, Value* base, Value* mask, int which, Values carried)>;
  Values lane_loop(Value* from, Value* to, int64_t extent, bool is_whole, Values carried, const LaneBody& body);
  Values guarded(Value* condition, Values carried, const std::function<Values(Values)>& body);
  int rest_lanes() const { return emission_.host.has_masks ? part_.lanes : 1; }
  void bind_zeros(const std::vector<Prim>& axes) {
    for (Prim axis : axes) e_->bind(axis, number(0));
  }
  static llvm::Constant* splat(llvm::Constant* value, int lanes) {
    if (lanes == 1) return value;
    return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(static_cast<unsigned>(lanes)), value);
  }
  static llvm::Type* vector_of(llvm::Type* element, int lanes) {
    return lanes == 1 ? element : llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
  }
  Value* number(int64_t n) { return b_.getInt64(static_cast<uint64_t>(n)); }
  DType dtype(const Stage& stage) const { return analysis_.context().prims[stage.body].dtype; }
  // A reduction by lanes, in any order, of one value or of several beside each other.
  struct Reducing {
    std::vector<llvm::Constant*> identity;
    std::function<Values()> element;  // of the points of the scope
    std::function<Values(const Values&, const Values&)> combine;
  };
  Value* kept_place();
  Value* across(const Sweep& sweep, const Reducing& r) { return folded(sweep, r, by_lanes(sweep, r))[0]; }
  Values by_lanes(const Sweep& sweep, const Reducing& r);
  Values folded(const Sweep& sweep, const Reducing& r, const Values& sums);
  Values fold(const Reducing& r, Values vectors, int to_lanes);
  Value* half(Value* vector, int lanes, int first);
  bool is_ranged(const Stage& stage) const {
    return stage.combine == Combine::product && (dtype(stage) == kFloat32 || dtype(stage) == kFloat64);
  }
  Value* product_by_lanes(const Sweep& sweep, Value* init);
  Value* product_in_order(const Stage& stage, const std::vector<Axis>& axes, Value* init, Value* mask,
                          const std::function<void()>& begin);
  Value* in_order(const Stage& stage, const std::vector<Axis>& axes, Value* init);
  Value* finish(const Sweep& sweep, Value* init, Value* total);
  Value* zero_of(const Sweep& sweep, Value* init);
  llvm::Constant* identity(const Stage& stage);
  Value* combine(const Stage& stage, Value* result, Value* next) {
    return e_->combine(stage.combine, stage.nan, dtype(stage), result, next);
  }
  // Lanes do not know the order: a NaN that would be replaced is kept, for finish() to notice.
  Value* combine_lanes(const Stage& stage, Value* a, Value* b) {
    return e_->combine(stage.combine, stage.nan == OfNan::skip ? OfNan::skip : OfNan::keep, dtype(stage), a, b);
  }

  const Emission& emission_;
  const loop::LoweredKernel& kernel_;
  const IndexAnalysis& analysis_;
  const Part& part_;
  Builder b_;
  ExprEmitter* e_ = nullptr;
  Value *from_ = nullptr, *to_ = nullptr;  // of the point's strip
  Value* kept_ = nullptr;                  // a row of elements: Sweep::keeps
};

std::optional<std::string> PartEmitter::emit(const std::string& name) {
  llvm::Module& module = emission_.module;
  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  std::vector<llvm::Type*> types(kernel_.buffers.size(), pointer);
  types.insert(types.end(), 2, i64);
  auto* body = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), types, false),
                                      llvm::Function::ExternalLinkage, name, module);
  set_kernel_attributes(*body, emission_.host);
  for (unsigned i = 0; i < kernel_.buffers.size(); ++i) {
    body->addParamAttr(i, llvm::Attribute::NoAlias);
    if (!kernel_.buffers[i].is_output) body->addParamAttr(i, llvm::Attribute::ReadOnly);
  }
  // To reduce the strength of so many accesses would take LLVM longer than everything else.
  if (!part_.turned.empty() && !has_whole_squares()) body->addFnAttr(kCounted);
  if (kernel_.buffers.size() > kMostArguments) {
    body->setLinkage(llvm::Function::InternalLinkage);
    body->setName(name + "_body");
    emit_entry(name, body);
  }
  Values pointers;
  for (unsigned i = 0; i < kernel_.buffers.size(); ++i) pointers.push_back(body->getArg(i));
  b_.SetInsertPoint(llvm::BasicBlock::Create(emission_.llvm, "", body));
  ExprEmitter emitter(b_, analysis_, kernel_, emission_.host, pointers);
  e_ = &emitter;
  bind_zeros(part_.zeros);
  emit_points(body);
  b_.CreateRetVoid();
  return emitter.unsupported();
}

// With the pointers in memory.
void PartEmitter::emit_entry(const std::string& name, llvm::Function* body) {
  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  auto* entry = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), {pointer, i64, i64}, false),
                                       llvm::Function::ExternalLinkage, name, emission_.module);
  set_kernel_attributes(*entry, emission_.host);
  b_.SetInsertPoint(llvm::BasicBlock::Create(emission_.llvm, "", entry));
  Values args;
  for (unsigned i = 0; i < kernel_.buffers.size(); ++i) {
    args.push_back(b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, entry->getArg(0), i)));
  }
  args.push_back(entry->getArg(1));
  args.push_back(entry->getArg(2));
  b_.CreateCall(body, args)->setTailCall();
  b_.CreateRetVoid();
}

void PartEmitter::emit_points(llvm::Function* body) {
  size_t n = kernel_.buffers.size();
  Value *begin = body->getArg(static_cast<unsigned>(n)), *end = body->getArg(static_cast<unsigned>(n + 1));
  if (part_.points == 1 && !emission_.has_sizes) begin = number(0), end = number(1);
  loop(begin, end, 1, {}, [&](Value* point, Values) {
    emit_point(point);
    return Values{};
  });
}

void PartEmitter::emit_point(Value* point) {
  // The last axis is the fastest; a strip is faster still.
  auto take = [&](int64_t extent, bool is_last) {
    if (is_last) return point;
    Value* at = b_.CreateURem(point, number(extent));
    point = b_.CreateUDiv(point, number(extent));
    return at;
  };
  if (part_.stripped) {
    int64_t strips = part_.strips();
    Value* strip = strips == 1 ? number(0) : take(strips, part_.outer.empty());
    from_ = b_.CreateMul(strip, number(part_.strip));
    to_ = b_.CreateAdd(from_, number(part_.strip));
    int64_t extent = part_.stripped->extent;
    if (strips == 1) {
      to_ = number(extent);
    } else if (extent % part_.strip != 0) {
      to_ = b_.CreateSelect(b_.CreateICmpSLT(to_, number(extent)), to_, number(extent));
    }
  }
  for (size_t i = part_.outer.size(); i-- > 0;) e_->bind(part_.outer[i].var, take(part_.outer[i].extent, i == 0));
  if (!part_.turned.empty()) {
    emit_turned();
  } else if (part_.lanes_outside) {
    bool is_whole = part_.strips() == 1;
    lane_loop(from_, to_, part_.stripped->extent, is_whole, {}, [&](int lanes, Value* base, Value* mask, int, Values) {
      emit_stages(lanes, base, mask);
      return Values{};
    });
  } else {
    for (const Sweep& s : part_.sweeps) emit_row_stage(s);
  }
}

void PartEmitter::emit_stages(int lanes, Value* base, Value* mask) {
  for (const Sweep& s : part_.sweeps) emit_stage(s, lanes, base, mask);
}

// One stage with the lanes along an outer axis.
void PartEmitter::emit_stage(const Sweep& sweep, int lanes, Value* base, Value* mask) {
  bind_zeros(sweep.zeros);
  const Stage& stage = *sweep.stage;
  auto begin = [&] { e_->begin(lanes, part_.stripped->var, base, mask); };
  if (stage.combine == Combine::none) {
    loop_over(sweep.axes, 0, {}, [&](Values) {
      begin();
      e_->store(stage.out, stage.index, e_->emit(stage.body));
      return Values{};
    });
    return;
  }
  begin();
  Value* init = e_->emit_vector(stage.init);
  if (is_ranged(stage)) {
    Value* product = product_in_order(stage, sweep.axes, init, mask, begin);
    begin();
    return e_->bind(stage.result, product);
  }
  Values sum = loop_over(sweep.axes, 0, {init}, [&](Values carried) {
    begin();
    return Values{combine(stage, carried[0], e_->emit_vector(stage.body))};
  });
  e_->bind(stage.result, sum[0]);
}

// A store, square by square: those of all lanes that begin at the same place, which end up side by side. The last ones
// are narrower.
void PartEmitter::emit_turned() {
  const Stage& stage = *part_.sweeps[0].stage;
  const Axis& along = part_.sweeps[0].axes[0];
  const auto at_lanes = [&](Value* first, int64_t count, int lanes, Value* base, Value* mask) {
    const auto move_to = [&](Value* at) {
      e_->bind(along.var, at);
      e_->begin(lanes, part_.stripped->var, base, mask);
    };
    std::vector<Values> turned;
    if (lanes > 1 && count > 1) {
      move_to(first);
      for (Prim load : part_.turned) turned.push_back(e_->load_turned(load, static_cast<int>(count)));
    }
    for (int64_t i = 0; i < count; ++i) {
      move_to(b_.CreateAdd(first, number(i)));
      for (size_t k = 0; k < turned.size(); ++k) e_->know(part_.turned[k], turned[k][static_cast<size_t>(i)]);
      e_->store(stage.out, stage.index, e_->emit(stage.body));
    }
  };
  const auto squares = [&](Value* first, int64_t count) {
    return lane_loop(from_, to_, part_.stripped->extent, part_.strips() == 1, {},
                     [&](int lanes, Value* base, Value* mask, int, Values) {
                       at_lanes(first, count, lanes, base, mask);
                       return Values{};
                     });
  };
  bind_zeros(part_.sweeps[0].zeros);
  const int64_t whole = along.extent / part_.lanes * part_.lanes, rest = along.extent - whole;
  if (whole > 0)
    loop(number(0), number(whole), part_.lanes, {}, [&](Value* at, Values) { return squares(at, part_.lanes); });
  if (rest == 0) return;
  if (emission_.host.has_masks) squares(number(whole), rest);
  else loop(number(whole), number(along.extent), 1, {}, [&](Value* at, Values) { return squares(at, 1); });
}

// One stage with the lanes along its own last axis, or without lanes.
void PartEmitter::emit_row_stage(const Sweep& sweep) {
  bind_zeros(sweep.zeros);
  const Stage& stage = *sweep.stage;
  bool reduces = stage.combine != Combine::none;
  if (!sweep.has_lanes && !part_.stripped) {
    e_->begin(1);
    if (reduces && is_ranged(stage)) {
      Value* product = product_in_order(stage, sweep.axes, e_->emit(stage.init), nullptr, [&] { e_->begin(1); });
      e_->begin(1);
      return e_->bind(stage.result, product);
    }
    if (reduces) return e_->bind(stage.result, in_order(stage, sweep.axes, e_->emit(stage.init)));
    loop_over(sweep.axes, 0, {}, [&](Values) {
      e_->begin(1);
      e_->store(stage.out, stage.index, e_->emit(stage.body));
      return Values{};
    });
    return;
  }
  if (reduces && is_ranged(stage)) {
    e_->begin(1);
    Value* product = product_by_lanes(sweep, e_->emit(stage.init));
    e_->begin(1);
    return e_->bind(stage.result, product);
  }
  if (reduces) {
    auto element = [&] {
      Value* value = e_->emit_vector(stage.body);
      if (sweep.keeps) b_.CreateAlignedStore(value, kept_place(), llvm::Align(4));
      return Values{value};
    };
    auto combine = [&](const Values& a, const Values& b) { return Values{combine_lanes(stage, a[0], b[0])}; };
    Value* total = across(sweep, {{identity(stage)}, element, combine});
    e_->begin(1);
    return e_->bind(stage.result, finish(sweep, e_->emit(stage.init), total));
  }
  std::vector<Axis> outer = sweep.axes;
  Axis lane = part_.stripped ? *part_.stripped : outer.back();
  if (!part_.stripped) outer.pop_back();
  loop_over(outer, 0, {}, [&](Values) {
    Value *from = part_.stripped ? from_ : number(0), *to = part_.stripped ? to_ : number(lane.extent);
    return lane_loop(from, to, lane.extent, !part_.stripped, {}, [&](int lanes, Value* base, Value* mask, int, Values) {
      const auto begin = [&] { e_->begin(lanes, lane.var, base, mask); };
      if (part_.woven) {
        emit_woven(stage, lanes, begin);
        return Values{};
      }
      begin();
      if (sweep.kept)
        e_->know(sweep.kept, b_.CreateAlignedLoad(vector_of(b_.getFloatTy(), lanes), kept_place(), llvm::Align(4)));
      e_->store(stage.out, stage.index, e_->emit(stage.body));
      return Values{};
    });
  });
}

void PartEmitter::emit_woven(const Stage& stage, int lanes, const std::function<void()>& begin) {
  Values side_by_side;
  for (int64_t i = part_.woven->extent; i-- > 0;) {  // the last scope is that of the first of them
    e_->bind(part_.woven->var, number(i));
    begin();
    Value* value = e_->emit(stage.body);
    if (lanes == 1) e_->store(stage.out, stage.index, value);
    side_by_side.insert(side_by_side.begin(), value);
  }
  if (lanes > 1) e_->store_woven(stage.out, stage.index, side_by_side);
}

// Of the scope's lanes in the row of kept elements; masked ones have a place behind it.
Value* PartEmitter::kept_place() {
  if (kept_ == nullptr) {
    llvm::BasicBlock& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
    const int64_t elements = kLongestKept + part_.lanes;  // for any size: sizes share their code
    auto* row = llvm::ArrayType::get(b_.getFloatTy(), static_cast<uint64_t>(elements));
    Builder at(&entry, entry.begin());
    llvm::AllocaInst* made = at.CreateAlloca(row);
    made->setAlignment(llvm::Align(64));
    kept_ = made;
  }
  return b_.CreateGEP(b_.getFloatTy(), kept_, e_->base());
}

// First those of full steps, then those of the rest.
Values PartEmitter::by_lanes(const Sweep& sweep, const Reducing& r) {
  std::vector<Axis> outer = sweep.axes;
  const Axis lane = outer.back();
  outer.pop_back();
  const size_t count = r.identity.size();
  auto part = [&](const Values& all, int which) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(count) * which;
    return Values(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  Values neutral;
  for (int lanes : {part_.lanes * part_.unroll, rest_lanes()}) {
    for (llvm::Constant* value : r.identity) neutral.push_back(splat(value, lanes));
  }
  return loop_over(outer, 0, std::move(neutral), [&](Values carried) {
    return lane_loop(number(0), number(lane.extent), lane.extent, true, std::move(carried),
                     [&](int lanes, Value* base, Value* mask, int which, Values c) {
                       e_->begin(lanes, lane.var, base, mask);
                       Values values = r.element();
                       for (size_t i = 0; mask && i < values.size(); ++i)
                         values[i] = b_.CreateSelect(mask, values[i], splat(r.identity[i], lanes));
                       values = r.combine(part(c, which), values);
                       std::copy(values.begin(), values.end(), c.begin() + static_cast<std::ptrdiff_t>(count) * which);
                       return c;
                     });
  });
}

Values PartEmitter::folded(const Sweep& sweep, const Reducing& r, const Values& sums) {
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(r.identity.size());
  Values total = fold(r, {sums.begin(), middle}, rest_lanes());
  if (sweep.axes.back().extent % (part_.lanes * part_.unroll) != 0) total = r.combine(total, {middle, sums.end()});
  return fold(r, std::move(total), 1);
}

// Where it is open: if it only became so when the lanes were put together, they are put together again.
Value* PartEmitter::product_by_lanes(const Sweep& sweep, Value* init) {
  const Stage& stage = *sweep.stage;
  RangedProduct of(b_, init->getType());
  const Reducing plain{of.plain_identity(), [&] { return Values{e_->emit_vector(stage.body)}; },
                       [&](const Values& a, const Values& b) { return of.plain(a, b); }};
  const Reducing exact{of.exact_identity(), [&] { return of.exact(e_->emit_vector(stage.body)); },
                       [&](const Values& a, const Values& b) { return of.exact(a, b); }};
  const Values lanes = by_lanes(sweep, plain);
  const Values product = of.plain(folded(sweep, plain, lanes), {init});
  const Reducing least{{llvm::ConstantFP::getInfinity(init->getType())},
                       [&] { return Values{of.magnitude(e_->emit_vector(stage.body))}; },
                       [&](const Values& a, const Values& b) { return Values{of.lesser(a[0], b[0])}; }};
  const auto again = [&](Values) {
    Value* is_open = of.is_open({lanes[0], lanes[1]});
    is_open = b_.CreateOr(is_open, of.is_open({lanes[2], lanes[3]}));
    Values parts = of.exact(lanes[0]);
    const Values rest = of.exact(lanes[2]);
    parts.insert(parts.end(), rest.begin(), rest.end());
    parts = guarded(is_open, std::move(parts), [&](Values) { return by_lanes(sweep, exact); });
    return Values{of.rounded(of.exact(folded(sweep, exact, parts), of.exact(init)))};
  };
  return guarded(of.is_open(product), {product[0]}, [&](Values) {
    Value* is_open = of.is_open({product[0], product[1], across(sweep, least)});
    return guarded(is_open, {product[0]}, again);
  })[0];
}

// Each point of the scope that `begin` opens for itself.
Value* PartEmitter::product_in_order(const Stage& stage, const std::vector<Axis>& axes, Value* init, Value* mask,
                                     const std::function<void()>& begin) {
  RangedProduct of(b_, e_->register_type(dtype(stage)));
  Value* most = llvm::ConstantFP::getInfinity(init->getType());
  const Values product = loop_over(axes, 0, {init, most}, [&](Values carried) {
    begin();
    return of.plain(carried, {e_->emit_vector(stage.body)});
  });
  const auto again = [&](Values) {
    return Values{of.rounded(loop_over(axes, 0, of.exact(init), [&](Values carried) {
      begin();
      return of.exact(carried, of.exact(e_->emit_vector(stage.body)));
    }))};
  };
  return guarded(of.is_open(product, mask), {product[0]}, [&](Values) {
    const Values least = loop_over(axes, 0, {most}, [&](Values carried) {
      begin();
      return Values{of.lesser(of.magnitude(e_->emit_vector(stage.body)), carried[0])};
    });
    return guarded(of.is_open({product[0], product[1], least[0]}, mask), {product[0]}, again);
  })[0];
}

// One point after the other.
Value* PartEmitter::in_order(const Stage& stage, const std::vector<Axis>& axes, Value* init) {
  return loop_over(axes, 0, {init}, [&](Values carried) {
    e_->begin(1);
    return Values{combine(stage, carried[0], e_->emit(stage.body))};
  })[0];
}

// The result from the initial value and the total of the lanes. Where it depends on the order, the row is gone over
// again: by lanes for the sign of a zero, one point after the other for a NaN that later ones replace.
Value* PartEmitter::finish(const Sweep& sweep, Value* init, Value* total) {
  constexpr int64_t kMaxPlaces = int64_t{1} << 30;
  const Stage& stage = *sweep.stage;
  Value* result = combine(stage, init, total);
  if (stage.nan == OfNan::keep || !dtype(stage).is_any_float()) return result;
  Value* zero = llvm::Constant::getNullValue(result->getType());
  int64_t points = 1;
  for (const Axis& a : stage.axes) points = points < kMaxPlaces ? points * a.extent : kMaxPlaces;
  const bool has_places = points < kMaxPlaces;
  if (has_places) {
    Value* is_zero = b_.CreateFCmpOEQ(result, zero);
    result = guarded(is_zero, {result}, [&](Values) { return Values{zero_of(sweep, init)}; })[0];
  }
  if (!has_places || stage.nan == OfNan::replace) {
    Value* is_open = has_places ? b_.CreateFCmpUNO(result, result) : b_.CreateFCmpUEQ(result, zero);
    result = guarded(is_open, {result}, [&](Values) { return Values{in_order(stage, stage.axes, init)}; })[0];
  }
  e_->begin(1);
  return result;
}

// Of a result that is zero: the first one of the row where equal ones are skipped, else the last one. Lanes look for
// its place, with the sign as the lowest bit.
Value* PartEmitter::zero_of(const Sweep& sweep, Value* init) {
  const Stage& stage = *sweep.stage;
  const bool is_first = stage.nan == OfNan::skip;
  llvm::Constant* none = b_.getInt32(is_first ? INT32_MAX : UINT32_MAX);
  auto element = [&] {
    Value* value = e_->emit_vector(stage.body);
    const int lanes = e_->lanes();
    const unsigned bits = value->getType()->getScalarSizeInBits();
    Value *place = splat(b_.getInt64(0), lanes), *sign = b_.CreateBitCast(value, vector_of(b_.getIntNTy(bits), lanes));
    for (const Axis& a : stage.axes) {
      place = b_.CreateMul(place, splat(b_.getInt64(static_cast<uint64_t>(a.extent)), lanes));
      place = b_.CreateAdd(place, e_->emit_vector(a.var));
    }
    llvm::Type* words = vector_of(b_.getInt32Ty(), lanes);
    sign = b_.CreateZExtOrTrunc(b_.CreateLShr(sign, bits - 1), words);
    Value* key = b_.CreateOr(b_.CreateShl(b_.CreateTrunc(place, words), 1), sign);
    Value* is_zero = b_.CreateFCmpOEQ(value, llvm::Constant::getNullValue(value->getType()));
    return Values{b_.CreateSelect(is_zero, key, splat(none, lanes))};
  };
  const auto nearer = is_first ? llvm::Intrinsic::smin : llvm::Intrinsic::smax;
  Value* key = across(sweep, {{none}, element, [&](const Values& a, const Values& b) {
                                return Values{b_.CreateBinaryIntrinsic(nearer, a[0], b[0])};
                              }});
  llvm::Constant* zero = llvm::Constant::getNullValue(init->getType());
  Value* found =
      b_.CreateSelect(b_.CreateTrunc(key, b_.getInt1Ty()), llvm::ConstantFP::getNegativeZero(init->getType()), zero);
  Value* is_init = is_first ? b_.CreateFCmpOEQ(init, zero) : b_.CreateICmpEQ(key, none);
  return b_.CreateSelect(is_init, init, found);
}

llvm::Constant* PartEmitter::identity(const Stage& stage) {
  llvm::Type* type = e_->register_type(dtype(stage));
  llvm::Constant* value = llvm::Constant::getNullValue(type);
  if (stage.combine == Combine::product) {
    value = type->isFloatingPointTy() ? llvm::ConstantFP::get(type, 1) : llvm::ConstantInt::get(type, 1);
  } else if (stage.combine != Combine::sum) {
    bool is_max = stage.combine == Combine::max;
    if (type->isFloatingPointTy()) {
      value = llvm::ConstantFP::getInfinity(type, is_max);
    } else {
      unsigned bits = type->getIntegerBitWidth();
      bool is_signed = dtype(stage).is_integer();
      llvm::APInt edge = is_max ? (is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits))
                                : (is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits));
      value = llvm::ConstantInt::get(emission_.llvm, edge);
    }
  }
  return value;
}

// Halves are combined until `to_lanes` are left.
Values PartEmitter::fold(const Reducing& r, Values vectors, int to_lanes) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vectors[0]->getType());
  if (type == nullptr) return vectors;
  for (int lanes = static_cast<int>(type->getNumElements()); lanes > to_lanes; lanes /= 2) {
    Values low, high;
    for (Value* v : vectors) {
      low.push_back(half(v, lanes, 0));
      high.push_back(half(v, lanes, lanes / 2));
    }
    vectors = r.combine(low, high);
  }
  return vectors;
}

Value* PartEmitter::half(Value* vector, int lanes, int first) {
  if (lanes == 2) return b_.CreateExtractElement(vector, static_cast<uint64_t>(first));
  std::vector<int> which(static_cast<size_t>(lanes / 2));
  std::iota(which.begin(), which.end(), first);
  return b_.CreateShuffleVector(vector, which);
}

// ---- loops ----

Values PartEmitter::loop(Value* from, Value* to, int64_t step, Values carried,
                         const std::function<Values(Value*, Values)>& body) {
  if (runs_once(from, to, step)) return body(from, std::move(carried));
  llvm::Function* function = b_.GetInsertBlock()->getParent();
  llvm::BasicBlock* before = b_.GetInsertBlock();
  auto* head = llvm::BasicBlock::Create(emission_.llvm, "", function);
  b_.CreateBr(head);
  b_.SetInsertPoint(head);
  llvm::PHINode* at = b_.CreatePHI(b_.getInt64Ty(), 2);
  at->addIncoming(from, before);
  std::vector<llvm::PHINode*> phis;
  for (Value*& c : carried) {
    llvm::PHINode* phi = b_.CreatePHI(c->getType(), 2);
    phi->addIncoming(c, before);
    phis.push_back(phi);
    c = phi;
  }
  carried = body(at, std::move(carried));
  Value* next = b_.CreateAdd(at, number(step), "", /*HasNUW=*/true, /*HasNSW=*/true);
  llvm::BasicBlock* latch = b_.GetInsertBlock();
  at->addIncoming(next, latch);
  for (size_t i = 0; i < phis.size(); ++i) phis[i]->addIncoming(carried[i], latch);
  auto* after = llvm::BasicBlock::Create(emission_.llvm, "", function);
  b_.CreateCondBr(b_.CreateICmpSLT(next, to), head, after);
  b_.SetInsertPoint(after);
  return carried;
}

Values PartEmitter::loop_over(const std::vector<Axis>& axes, size_t at, Values carried,
                              const std::function<Values(Values)>& body) {
  if (at == axes.size()) return body(std::move(carried));
  const Axis& axis = axes[at];
  if (axis.extent == 0) return carried;
  return loop(number(0), number(axis.extent), 1, std::move(carried), [&](Value* index, Values inside) {
    e_->bind(axis.var, index);
    return loop_over(axes, at + 1, std::move(inside), body);
  });
}

Values PartEmitter::guarded(Value* condition, Values carried, const std::function<Values(Values)>& body) {
  llvm::Function* function = b_.GetInsertBlock()->getParent();
  llvm::BasicBlock* before = b_.GetInsertBlock();
  auto* then = llvm::BasicBlock::Create(emission_.llvm, "", function);
  auto* after = llvm::BasicBlock::Create(emission_.llvm, "", function);
  b_.CreateCondBr(condition, then, after);
  b_.SetInsertPoint(then);
  Values out = body(carried);
  llvm::BasicBlock* end = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  for (size_t i = 0; i < out.size(); ++i) {
    llvm::PHINode* phi = b_.CreatePHI(out[i]->getType(), 2);
    phi->addIncoming(carried[i], before);
    phi->addIncoming(out[i], end);
    out[i] = phi;
  }
  return out;
}

Values PartEmitter::lane_loop(Value* from, Value* to, int64_t extent, bool is_whole, Values carried,
                              const LaneBody& body) {
  if (extent == 0) return carried;
  int wide = part_.lanes * part_.unroll, rest = rest_lanes();
  auto full = [&](Value* first, Value* last, Values c) {
    return loop(first, last, wide, std::move(c),
                [&](Value* at, Values inside) { return body(wide, at, nullptr, 0, std::move(inside)); });
  };
  auto remaining = [&](Value* first, Value* last, Values c) {
    return loop(first, last, rest, std::move(c), [&](Value* at, Values inside) {
      if (rest == 1) return body(1, at, nullptr, 1, std::move(inside));
      Value* left =
          b_.CreateVectorSplat(static_cast<unsigned>(rest), b_.CreateTrunc(b_.CreateSub(last, at), b_.getInt32Ty()));
      std::vector<llvm::Constant*> lanes;
      for (int i = 0; i < rest; ++i) lanes.push_back(b_.getInt32(static_cast<uint32_t>(i)));
      return body(rest, at, b_.CreateICmpSGT(left, llvm::ConstantVector::get(lanes)), 1, std::move(inside));
    });
  };
  if (is_whole) {
    int64_t split = extent / wide * wide;
    if (split > 0) carried = full(from, number(split), std::move(carried));
    if (split < extent) carried = remaining(number(split), to, std::move(carried));
    return carried;
  }
  if (extent % wide == 0) return full(from, to, std::move(carried));
  Value* split = b_.CreateAdd(from, b_.CreateMul(b_.CreateUDiv(b_.CreateSub(to, from), number(wide)), number(wide)));
  carried = guarded(b_.CreateICmpSGT(split, from), std::move(carried),
                    [&](Values c) { return full(from, split, std::move(c)); });
  return guarded(b_.CreateICmpSLT(split, to), std::move(carried),
                 [&](Values c) { return remaining(split, to, std::move(c)); });
}

// ---- the kernel ----

using Call = void (*)(void* function, void* const* buffers, int64_t begin, int64_t end);

template <class>
using Pointer = void*;

template <size_t... kNumbers>
void call_with(void* function, void* const* buffers, int64_t begin, int64_t end) {
  reinterpret_cast<void (*)(Pointer<std::integral_constant<size_t, kNumbers>>..., int64_t, int64_t)>(function)(
      buffers[kNumbers]..., begin, end);
}

template <size_t... kNumbers>
constexpr Call call_of(std::index_sequence<kNumbers...>) {
  return call_with<kNumbers...>;
}

// How C++ calls the function of a part of that many buffers.
Call call_for(size_t buffers) {
  constexpr auto kCalls = []<size_t... kCounts>(std::index_sequence<kCounts...>) {
    return std::array{call_of(std::make_index_sequence<kCounts>())...};
  }
  (std::make_index_sequence<kMostArguments + 1>());
  if (buffers <= kMostArguments) return kCalls[buffers];
  return [](void* function, void* const* pointers, int64_t begin, int64_t end) {
    reinterpret_cast<void (*)(void* const*, int64_t, int64_t)>(function)(pointers, begin, end);
  };
}

class CompiledNest final : public CompiledKernel {
 public:
  struct Piece {
    std::string name;
    int64_t points, work;
    void* function = nullptr;
  };
  CompiledNest(std::vector<Piece> pieces, size_t buffers) : pieces_(std::move(pieces)), call_(call_for(buffers)) {}

  void link(const Symbols& symbols) override {
    for (Piece& p : pieces_) p.function = symbols(p.name);
  }

  std::optional<Error> run(const Launch& launch) const override {
    constexpr int64_t kSerial = 32 * 1024, kChunk = 8 * 1024;  // in units of work, about a nanosecond for 4
    for (const Piece& p : pieces_) {
      if (p.points * p.work <= kSerial || p.points == 1 || launch.pool.size() == 1) {
        call_(p.function, launch.buffers, 0, p.points);
        continue;
      }
      constexpr int64_t kTogether = 4;
      const int64_t most = launch.pool.size() * 4 * kTogether,
                    grain = std::max((p.points + most - 1) / most, (kChunk + p.work - 1) / p.work);
      launch.pool.parallel_for(p.points, grain, kTogether,
                               [&](int64_t begin, int64_t end, int) { call_(p.function, launch.buffers, begin, end); });
    }
    return std::nullopt;
  }

 private:
  std::vector<Piece> pieces_;
  Call call_;
};

}  // namespace

Result<std::unique_ptr<CompiledKernel>> compile_nest(const Emission& emission, const loop::LoweredKernel& kernel) {
  const auto& nest = std::get<loop::Nest>(kernel.body);
  IndexAnalysis analysis(emission.context, kernel);
  std::vector<Part> parts = plan_nest(analysis, kernel, nest, emission.host);
  std::vector<CompiledNest::Piece> pieces;
  for (const Part& part : parts) {
    if (part.points == 0) continue;
    std::string name = emission.name + "_" + std::to_string(pieces.size());
    std::optional<std::string> what;
    if (!emission.facts) what = PartEmitter(emission, kernel, analysis, part).emit(name);
    if (what) return Error{Error::Kind::unsupported, "the JIT cannot compile " + *what, {}};
    pieces.push_back({name, part.points, std::max<int64_t>(part.work, 1)});
  }
  return std::unique_ptr<CompiledKernel>(std::make_unique<CompiledNest>(std::move(pieces), kernel.buffers.size()));
}

}  // namespace hammock::jit
