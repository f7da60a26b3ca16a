// SPDX-License-Identifier: Apache-2.0
// A step that makes a matrix out of less memory, and a product that alone reads it as its right factor, become one: the
// product computes the elements where it packs them, each once, and they are in no memory. Products of few vectors have
// been found before (unpack.cpp), with nothing to pack.
//
// Steps are gone over once, in their order. The matrix is the step's whole result, row-major, so that an element's
// place in it says of which point of the step it is.
#include <algorithm>
#include <optional>

#include "index_math.h"
#include "lowerer.h"
#include "statements.h"
#include "translation.h"

namespace hammock::loop {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

class Joiner {
 public:
  Joiner(Context& context, Program& program) : context_(context), prims_(context.prims), program_(program) {}

  void run() {
    const size_t memories = program_.memories.size();
    uses_.assign(memories, 0), made_by_.assign(memories, kNone), written_.assign(memories, kNone);
    is_gone_.assign(program_.steps.size(), false);
    for (const Step& step : program_.steps) {
      for (const Argument& a : step.args) ++uses_[a.memory];
    }
    for (const ResultLeaf& leaf : program_.results) ++uses_[leaf.memory];
    bool has_changed = false;
    for (uint32_t s = 0; s < program_.steps.size(); ++s) {
      has_changed |= join(s);
      const Step& step = program_.steps[s];
      for (size_t b = 0; b < step.args.size(); ++b) {
        if (!step.check && step.kernel.buffers[b].is_output)
          made_by_[step.args[b].memory] = written_[step.args[b].memory] = s;
      }
    }
    if (!has_changed) return;
    size_t kept = 0;
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      if (is_gone_[s]) continue;
      if (kept != s) program_.steps[kept] = std::move(program_.steps[s]);
      ++kept;
    }
    program_.steps.resize(kept);
    plan_memory(program_);
  }

 private:
  // The element of what a step makes, at a place in it.
  struct Maker {
    const Step* step;
    const Stage* stage;
    std::vector<Axis> axes;  // outermost first
  };

  bool join(uint32_t s) {
    Step& step = program_.steps[s];
    auto* c = step.check ? nullptr : std::get_if<Contraction>(&step.kernel.body);
    if (c == nullptr || !c->window.is_plain || c->k == 0 || c->lhs.buffer == c->rhs.buffer) return false;
    const Argument from = step.args[c->rhs.buffer];
    const Memory& matrix = program_.memories[from.memory];
    if (matrix.storage != Storage::arena || uses_[from.memory] != 2 || made_by_[from.memory] == kNone) return false;
    if (!matrix.dtype.is_any_float() || !c->acc_dtype.is_any_float()) return false;
    const std::optional<Maker> maker = maker_of(made_by_[from.memory], from.memory);
    if (!maker || maker->step->is_constant != step.is_constant || !is_smaller(*maker, matrix.bytes)) return false;
    if (!may_move(*maker, made_by_[from.memory], step) || !lies_along_columns(step.kernel, *c)) return false;
    const bool is_read_again = std::ranges::any_of(parts_of(prims_, c->epilogue), [&](Prim e) {
      return prims_[e].kind == PrimKind::load && prims_[e].c == c->rhs.buffer;
    });
    if (is_read_again || from.offset % matrix.dtype.bytes() != 0) return false;
    take(*maker, step, *c, from.offset / matrix.dtype.bytes());
    is_gone_[made_by_[from.memory]] = true;
    program_.memories[from.memory].bytes = 0;
    return true;
  }

  // A single stage that stores all of a memory in the order of its axes.
  std::optional<Maker> maker_of(uint32_t s, uint32_t memory) const {
    const Step& step = program_.steps[s];
    const auto* nest = step.check ? nullptr : std::get_if<Nest>(&step.kernel.body);
    if (nest == nullptr || nest->stages.size() != 1 || nest->stages[0].combine != Combine::none) return std::nullopt;
    Maker maker{&step, &nest->stages[0], {}};
    const Buffer& out = step.kernel.buffers[maker.stage->out];
    if (step.args[maker.stage->out].memory != memory || step.args[maker.stage->out].offset != 0) return std::nullopt;
    Linear place;
    for (size_t d = 0; d < out.strides.size(); ++d)
      place.add(linear_form(prims_, maker.stage->index[d]), out.strides[d]);
    for (const auto* axes : {&nest->outer, &maker.stage->axes})
      std::ranges::copy_if(*axes, std::back_inserter(maker.axes), [](const Axis& a) { return a.extent != 1; });
    std::ranges::sort(maker.axes, std::greater(), [&](const Axis& a) { return place.coefficient(a.var); });
    int64_t elements = 1;
    for (size_t i = maker.axes.size(); i-- > 0; elements *= maker.axes[i].extent)
      if (place.coefficient(maker.axes[i].var) != elements) return std::nullopt;
    const bool is_whole = place.constant == 0 && place.terms.size() == maker.axes.size() &&
                          elements * out.dtype.bytes() == program_.memories[memory].bytes;
    return is_whole ? std::optional(std::move(maker)) : std::nullopt;
  }

  bool is_smaller(const Maker& maker, int64_t bytes) const {
    int64_t read = 0;
    for (size_t b = 0; b < maker.step->args.size(); ++b)
      if (b != maker.stage->out) read += program_.memories[maker.step->args[b].memory].bytes;
    return read * 2 <= bytes;
  }

  // Nobody writes what the step reads before the product has read it.
  bool may_move(const Maker& maker, uint32_t from, const Step& product) const {
    for (size_t b = 0; b < maker.step->args.size(); ++b) {
      const uint32_t memory = maker.step->args[b].memory;
      if (b == maker.stage->out) continue;
      if (written_[memory] != kNone && written_[memory] > from) return false;
      for (size_t o = 0; o < product.args.size(); ++o)
        if (product.kernel.buffers[o].is_output && product.args[o].memory == memory) return false;
    }
    return true;
  }

  // What lies along the rows is computed with the factors in each other's place.
  bool lies_along_columns(const LoweredKernel& kernel, const Contraction& c) const {
    Linear place;
    for (size_t d = 0; d < c.index.size(); ++d)
      place.add(linear_form(prims_, c.index[d]), kernel.buffers[c.out].strides[d]);
    return c.m.extent == 1 || c.n.extent == 1 || place.coefficient(c.n.var) == 1 || place.coefficient(c.m.var) != 1;
  }

  void take(const Maker& maker, Step& step, Contraction& c, int64_t offset) {
    IndexMath math(prims_);
    for (const Axis& a : c.batch) math.set_extent(a.var, a.extent);
    c.inner = prims_.var(context_.name("inner"));
    math.set_extent(c.inner, c.k);
    math.set_extent(c.n.var, c.n.extent);
    const auto along = [&](Prim var, int64_t extent, int64_t stride) {
      return extent == 1 ? math.constant(0) : math.mul(var, stride);
    };
    Prim place = math.add(math.constant(offset), along(c.inner, c.k, c.rhs.row_stride));
    place = math.add(place, along(c.n.var, c.n.extent, c.rhs.col_stride));
    for (size_t i = 0; i < c.batch.size(); ++i)
      place = math.add(place, along(c.batch[i].var, c.batch[i].extent, c.rhs.batch_strides[i]));
    std::vector<int64_t> extents;
    for (const Axis& a : maker.axes) extents.push_back(a.extent);
    std::vector<Prim> point;
    math.unflatten(place, extents, point);
    PrimMap at;
    for (size_t i = 0; i < point.size(); ++i) at[maker.axes[i].var] = point[i];
    std::vector<uint32_t> numbers;  // of its buffers in the product
    for (size_t b = 0; b < maker.step->args.size(); ++b) {
      numbers.push_back(static_cast<uint32_t>(step.kernel.buffers.size()));
      if (b == maker.stage->out) continue;
      step.kernel.buffers.push_back(maker.step->kernel.buffers[b]);
      step.args.push_back(maker.step->args[b]);
    }
    Rewriting rewrite(
        prims_, math,
        [&](Prim var) {
          const auto found = at.find(var);
          return found == at.end() ? Prim() : found->second;
        },
        [&](uint32_t buffer, DType d, std::span<const Prim> index) { return prims_.load(numbers[buffer], d, index); });
    c.rhs_element = rewrite(maker.stage->body);
    if (maker.step->name != step.name) step.name = maker.step->name + "+" + step.name;
  }

  Context& context_;
  PrimStore& prims_;
  Program& program_;
  std::vector<uint32_t> uses_, made_by_, written_;  // by memory: how many, and the last steps that do
  std::vector<bool> is_gone_;
};

}  // namespace

void compute_in_products(Context& context, Program& program) { Joiner(context, program).run(); }

}  // namespace hammock::loop
