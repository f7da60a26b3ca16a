// SPDX-License-Identifier: Apache-2.0
// Random programs that rules are tried on; check_rules.h says what is drawn.
//
// A Sketch is a program while it is drawn. What the operators and attributes of a call ask for is drawn by functions of
// the sketch, each in a file of its own; draw_program walks the pattern.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/rewrite/graph.h"
#include "hammock/rewrite/pattern.h"

namespace hammock {

// What is known of a value before it is made.
struct Want {
  ParamKind kind = ParamKind::tensor;
  std::vector<int64_t> like;  // a shape that would fit
  bool is_demanded = false;   // nearly no other shape would
  int64_t elements = -1;      // shape: how many the tensor has
  size_t fields = 0;          // tensors: at least so many
  std::optional<DType> dtype;
  StructInfo info;  // has_info, has_shape
  std::vector<const AttrTest*> attrs;
};

// Attributes of a call that is drawn, by their names.
using DrawnAttrs = std::vector<std::pair<std::string_view, Attr>>;

constexpr int64_t kParts = 3;  // of a tensor that is cut: queries, keys and values

struct Sketch {
  Sketch(std::shared_ptr<Context> context, uint64_t seed);

  int64_t below(int64_t n) { return n <= 1 ? 0 : static_cast<int64_t>(random() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  // The dims of a tensor or shape, where all of them are numbers.
  std::optional<std::vector<int64_t>> numbers(StructInfo info) const;

  Context& context;
  Module module;
  Function* fn;
  std::mt19937_64 random;
  std::vector<int64_t> shape;  // that most wildcards have
  DType dtype = kFloat32;
};

int64_t elements(const std::vector<int64_t>& shape);

// Of the first operand; none: any.
std::optional<size_t> rank_of_data(Op op);
// A first operand: what the operator asks for, or what would give the result that is wanted.
void suggest_first(Sketch& sketch, Op op, const DrawnAttrs& set, const Want& want, Want& inner);
// The operand i, of an operator that has those before it and these attributes.
void suggest(Sketch& sketch, Op op, size_t i, const std::vector<Value>& args, const DrawnAttrs& set, Want& inner);

// An attribute that the pattern does not look at: the default, or anything else that could be meant. `is_any`: anything
// in its range, half of the time.
Attr draw_attribute(Sketch& sketch, Op op, const Param& param, const std::vector<Value>& args, bool is_any);

struct DrawnProgram {
  std::optional<Module> module;  // none: the draw is no program
  std::string unsupported;       // why no draw can be one
  std::unordered_map<PatternId, Value> values;
};

DrawnProgram draw_program(const Patterns& patterns, std::span<const PatternId> roots, const PatternGraph* graph,
                          std::shared_ptr<Context> context, uint64_t seed, bool has_any_attributes);

}  // namespace hammock
