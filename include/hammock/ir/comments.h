// SPDX-License-Identifier: Apache-2.0
// Comments of a script, beside what they are about.
//
// A side table: where there is no comment nothing is stored, and what has one does not know. A binding's comment
// belongs to its value: it follows the value where it moves, and goes with it. A text is a whole comment from `#` to
// the end of its line.
//
// Where a comment belongs is decided by its place in the text:
// - on a line of its own it belongs to what it stands before; behind the last statement of a suite, to the end of the
// innermost suite
//   that is not indented deeper;
// - behind a statement it belongs to the statement. Of several within one statement, the one on the last line stays
// behind it, and the
//   others come before it;
// - in a signature it belongs to the parameter that it stands before or behind;
// - what a statement without a line of its own had (`pass`, a docstring of a class) comes before what follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

// A place for comments at something with a number.
enum class At : uint8_t {
  before,
  behind,  // a binding, a parameter: its Value
  else_before,
  else_behind,  // the `else:` of a conditional: its Value
  symbol_before,
  symbol_behind,  // the declaration of a symbol: its Prim
  decorator_behind,
  def_before,
  def_behind,  // a function: its LambdaId
  params_begin,
  params_end,  // behind `(` and before `)`
  attrs_before,
  attrs_behind,  // R.func_attr
  result_before,
  result_behind,
  end,  // the last statement of a region and what follows it: its RegionId
  block_before,
  block_behind,
  output_before,
  output_behind,
  block_end,  // a dataflow block: Block::label
  // of a kernel, whose statements have before, behind, else_before, else_behind, end, and block_end behind the last
  // statement of an else; none stands for the kernel; what stands outside of the body is at number 0
  param_before,
  param_behind,  // a parameter: its number
  buffer_before,
  buffer_behind,  // the line that declares a buffer: its BufferId
  line_before,
  line_behind,  // a line at the head of a block: tir::line_number
  // of a module, number 0
  header,
  footer,             // the file's first and last lines; an empty text is an empty line
  definition_before,  // the class or the lone function
  class_decorator_behind,
  class_def_before,
  class_behind,
  class_end,
  module_attrs_before,
  module_attrs_behind,
  global_infos_before,
  global_infos_behind,
  member_before,
  member_behind,  // a function of a class: its Name
};

class Comments {
 public:
  bool empty() const { return texts_.empty(); }
  std::span<const Name> at(At at, uint32_t number) const {
    auto it = texts_.find(key(at, number));
    return it == texts_.end() ? std::span<const Name>() : it->second;
  }
  bool has(At at, uint32_t number) const { return texts_.contains(key(at, number)); }
  void add(At at, uint32_t number, Name text) { texts_[key(at, number)].push_back(text); }
  void add(At at, uint32_t number, std::span<const Name> texts) {
    if (texts.empty()) return;
    std::vector<Name>& known = texts_[key(at, number)];
    known.insert(known.end(), texts.begin(), texts.end());
  }
  // What stands at this kind of place, by number.
  std::vector<std::pair<uint32_t, std::span<const Name>>> all(At at) const {
    std::vector<std::pair<uint32_t, std::span<const Name>>> found;
    for (const auto& [k, texts] : texts_) {
      if (k >> 32 == static_cast<uint64_t>(at)) found.emplace_back(static_cast<uint32_t>(k), texts);
    }
    std::ranges::sort(found, {}, [](const auto& place) { return place.first; });
    return found;
  }
  // Takes them away.
  std::vector<Name> take(At at, uint32_t number) {
    auto it = texts_.find(key(at, number));
    if (it == texts_.end()) return {};
    std::vector<Name> texts = std::move(it->second);
    texts_.erase(it);
    return texts;
  }

 private:
  static constexpr uint64_t key(At at, uint32_t number) { return static_cast<uint64_t>(at) << 32 | number; }
  std::unordered_map<uint64_t, std::vector<Name>> texts_;
};

}  // namespace hammock
