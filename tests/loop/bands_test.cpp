// SPDX-License-Identifier: Apache-2.0
#include "hammock/loop/bands.h"

#include <map>

#include "script.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

constexpr BandLimits kAny{1, int64_t{1} << 40, 2};

// softmax(q k^T) v for 6 heads, as (6, ...) and, for the softmax, as (2, 3, ...) with a mask for each of the two.
void attention(Script& s) {
  Value q = s.param({6, 5, 4}), k = s.param({6, 4, 7}), v = s.param({6, 7, 3}), mask = s.param({2, 1, 5, 7});
  Value scores = s.call(Op::reshape, {s.call(Op::matmul, {q, k}), s.shape({2, 3, 5, 7})});
  scores = s.call(Op::add, {scores, mask});
  Value p = s.call(Op::nn_softmax, {scores}, {{"axis", s.context->attrs.integer(-1)}});
  s.run(s.call(Op::matmul, {s.call(Op::reshape, {p, s.shape({6, 5, 7})}), v}));
}

std::vector<Tensor> in_bands(Script& s, const std::vector<BandGroup>& groups);

}  // namespace

TEST_CASE("products, softmax and products of heads are one group, head by head") {
  Script s;
  attention(s);
  REQUIRE(s.program.steps.size() == 3);
  const int64_t before = s.program.arena_bytes;
  const std::vector<BandGroup> groups = make_bands(*s.context, s.program, kAny);
  REQUIRE(groups.size() == 1);
  const BandGroup& g = groups[0];
  CHECK(g.first == 0);
  CHECK(g.last() == 2);
  CHECK(g.bands() == 2);  // as few as there may be
  CHECK(g.own.size() == 2);
  CHECK(before > 0);
  CHECK(s.program.arena_bytes == 0);
  for (const BandStep& step : g.steps) {
    for (const BandArgument& a : step.args) {
      const bool is_own = s.program.memories[a.memory].storage == Storage::arena;
      CHECK(a.strides.size() == (is_own ? 0 : g.extents.size()));
    }
  }
  CHECK(std::get<loop::Contraction>(g.steps[0].kernel.body).batch.size() == 1);  // 3 heads
  const std::vector<Tensor> results = in_bands(s, groups);
  for (int64_t i = 0; i < results[0].elements(); ++i) CHECK(results[0].as<float>()[i] == s.at(i));
}

TEST_CASE("a number of heads is taken apart where a mask is for some of them") {
  Script s;
  attention(s);
  BandLimits limits = kAny;
  limits.bands = 6;
  const std::vector<BandGroup> groups = make_bands(*s.context, s.program, limits);
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].extents == std::vector<int64_t>{2, 3});
  CHECK(groups[0].own_bytes == 2 * 192);  // 5 x 7 floats, whole lines
  const auto& c = std::get<loop::Contraction>(groups[0].steps[0].kernel.body);
  CHECK(c.batch.empty());
  bool has_mask = false;  // which moves with the first of the two alone
  for (const BandArgument& a : groups[0].steps[0].args)
    has_mask = has_mask || a.strides == std::vector<int64_t>{5 * 7 * 4, 0};
  CHECK(has_mask);
  const std::vector<Tensor> results = in_bands(s, groups);
  for (int64_t i = 0; i < results[0].elements(); ++i) CHECK(results[0].as<float>()[i] == s.at(i));
}

TEST_CASE("limits: what is small anyway, what is too large for a band, too few bands") {
  for (BandLimits limits : {BandLimits{1 << 20, 1 << 30, 2}, BandLimits{1, 100, 2}, BandLimits{1, 1 << 30, 7}}) {
    Script s;
    attention(s);
    CHECK(make_bands(*s.context, s.program, limits).empty());
  }
}

TEST_CASE("no group whose bands are too small for what it costs to begin them") {
  for (int64_t least : {1 << 12, 1 << 16}) {
    Script s;
    s.run(s.call(Op::prod, {s.call(Op::exp, {s.param({1 << 13, 4})})}, {{"axis", s.ints({1})}}));
    REQUIRE(s.program.steps.size() == 2);
    CHECK(make_bands(*s.context, s.program, {least, 1 << 30, 2}).empty() == (least > 1 << 12));
  }
}

TEST_CASE("no group where a step reads what other bands write") {
  Script s;
  Value x = s.param({4, 4, 4}), y = s.param({4, 4, 4});
  Value m = s.call(Op::matmul, {x, y});
  // sums over the matrices
  s.run(s.call(Op::sum, {m}, {{"axis", s.ints({0})}}));
  CHECK(make_bands(*s.context, s.program, kAny).empty());
}

TEST_CASE("what is read after the group stays in its memory") {
  Script s;
  Value x = s.param({4, 3, 5}), y = s.param({4, 5, 3});
  Value m = s.call(Op::matmul, {x, y}), n = s.call(Op::matmul, {m, x});
  Value o = s.call(Op::matmul, {n, y});
  Value all = s.call(Op::sum, {s.call(Op::add, {o, m})}, {{"axis", s.ints({0})}});
  s.run(all);
  const std::vector<BandGroup> groups = make_bands(*s.context, s.program, kAny);
  REQUIRE(!groups.empty());
  const std::vector<Tensor> results = in_bands(s, groups);
  for (int64_t i = 0; i < results[0].elements(); ++i) CHECK(results[0].as<float>()[i] == s.at(i));
}

namespace {

// The steps of each group in the place of the whole ones: band after band, with the parts of a band in a memory of its
// own, as another program.
std::vector<Tensor> in_bands(Script& s, const std::vector<BandGroup>& groups) {
  Program p = s.program;
  for (const Memory& m : p.memories) p.arena_bytes = std::max(p.arena_bytes, m.arena_offset + m.bytes);
  std::vector<Step> steps;
  size_t next = 0;
  for (const BandGroup& g : groups) {
    for (; next < g.first; ++next) steps.push_back(s.program.steps[next]);
    for (int64_t band = 0; band < g.bands(); ++band) {
      std::vector<int64_t> point(g.extents.size());
      int64_t rest = band;
      for (size_t i = point.size(); i-- > 0; rest /= g.extents[i]) point[i] = rest % g.extents[i];
      std::map<uint32_t, uint32_t> own;
      for (const BandGroup::Own& o : g.own) {
        own[o.memory] = static_cast<uint32_t>(p.memories.size());
        Memory part = s.program.memories[o.memory];
        part.bytes = o.bytes;
        part.arena_offset = p.arena_bytes;
        p.arena_bytes += (o.bytes + 63) / 64 * 64;
        part.shape = {o.bytes / part.dtype.bytes()};
        p.memories.push_back(part);
      }
      for (size_t i = 0; i < g.steps.size(); ++i) {
        Step step = s.program.steps[g.first + i];
        step.kernel = g.steps[i].kernel;
        for (size_t b = 0; b < step.args.size(); ++b) {
          const BandArgument& a = g.steps[i].args[b];
          step.args[b].memory = a.strides.empty() ? own.at(a.memory) : a.memory;
          step.args[b].offset = a.offset;
          for (size_t d = 0; d < a.strides.size(); ++d) step.args[b].offset += a.strides[d] * point[d];
        }
        steps.push_back(std::move(step));
      }
    }
    next = g.last() + 1;
  }
  for (; next < s.program.steps.size(); ++next) steps.push_back(s.program.steps[next]);
  p.steps = std::move(steps);
  std::vector<RuntimeValue> values;
  for (const Tensor& t : s.args) values.push_back({t});
  auto r = interpret(*s.context, p, values);
  REQUIRE_MESSAGE(r.ok(), r.error().text);
  return std::move(*r);
}

}  // namespace
