// SPDX-License-Identifier: Apache-2.0
#include "definition_table.h"

#include <algorithm>

#include "hammock/base/hash.h"

namespace hammock {
namespace {

constexpr auto kAny = [](uint32_t) { return true; };

}  // namespace

DefinitionTable::DefinitionTable(const Function& fn, const Places& places, bool finds_equal)
    : fn_(fn), places_(places), finds_equal_(finds_equal), entries_(fn.size()) {
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    at(v).label = v.index;
    know(v);
  });
}

void DefinitionTable::insert(Value v) {
  if (v.index >= entries_.size()) entries_.resize(std::max<size_t>(v.index + 1, 2 * entries_.size()));
  Entry& entry = at(v);
  entry.label = v.index;
  uint64_t definition = contribution(v);
  if (uint32_t label = labels_of_removed_.find(definition, kAny); label != HashedIds::kNone) {
    entry.label = label;
    labels_of_removed_.erase(definition, label);
  }
  state_ += hash_mix(entry.label, definition);
  know(v);
}

void DefinitionTable::remove(Value v) {
  forget(v);
  uint64_t definition = contribution(v);
  state_ -= hash_mix(at(v).label, definition);
  if (labels_of_removed_.find(definition, kAny) == HashedIds::kNone) labels_of_removed_.insert(definition, at(v).label);
}

void DefinitionTable::leave(Value v) {
  forget(v);
  state_ -= hash_mix(at(v).label, contribution(v));
}

void DefinitionTable::enter(Value v) {
  state_ += hash_mix(at(v).label, contribution(v));
  know(v);
}

void DefinitionTable::know(Value v) {
  const Node& node = fn_[v];
  at(v).is_known =
      finds_equal_ && (node.kind == NodeKind::get_item || (node.kind == NodeKind::call_op && is_repeatable(node.op)));
  if (!at(v).is_known) return;
  definition_words(fn_, places_, v, words_);
  uint64_t hash = words_.size();
  for (uint32_t word : words_) hash = hash_mix(hash, word);
  at(v).definition = hash;
  known_.insert(hash, v.index);
}

void DefinitionTable::forget(Value v) {
  if (std::exchange(at(v).is_known, false)) known_.erase(at(v).definition, v.index);
}

Value DefinitionTable::equal(Value v) {
  if (!at(v).is_known) return {};
  definition_words(fn_, places_, v, words_);
  uint32_t same = known_.find(at(v).definition, [&](uint32_t other) {
    if (other == v.index) return false;
    definition_words(fn_, places_, Value(other), other_words_);
    return words_ == other_words_;
  });
  return same == HashedIds::kNone ? Value() : Value(same);
}

uint64_t DefinitionTable::operand_word(Value v) const {
  const Node& node = fn_[v];
  if (places_[v]) return uint64_t(1) << 32 | entries_[v.index].label;
  if (node.kind == NodeKind::param) return v.index;
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind), node.content());
  for (Value field : fn_.args(v)) hash = hash_mix(hash, operand_word(field));  // they nest at most kMaxDepth deep
  return hash;
}

uint64_t DefinitionTable::contribution(Value v) const {
  const Node& node = fn_[v];
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind) << 32 | static_cast<uint64_t>(node.op),
                           static_cast<uint64_t>(node.attrs.index) << 32 | node.content());
  for (Value arg : fn_.args(v)) hash = hash_mix(hash, operand_word(arg));
  return hash;
}

}  // namespace hammock
