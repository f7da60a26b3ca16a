// SPDX-License-Identifier: Apache-2.0
// Which values of two functions are the same: by what they compute, and where that differs by what stands around them.
//
// The idea is that of GumTree (Falleri and others, "Fine-grained and accurate source code differencing", ASE 2014),
// subtrees that are equal first and what hangs between them then, on graphs in place of trees. Equal subgraphs are
// found by value numbering with a hash table (Cocke and Schwartz, "Programming languages and their compilers", 1970):
// bindings of the same operation on operands of the same numbers have the same number in both functions, and are
// paired in order. Each step looks at every binding once, and the number of steps is bounded:
//
//   equal      bindings of one number
//   downwards  operands at the same position of a pair, which do the same
//   upwards    numbering again, where pairs count as equal whatever is below them
//   partly     bindings that do the same to operands some of which are paired, where no other bindings do
//   named      the same, by name
//   altered    operands of a pair, bindings of the same operands, or of a name that somebody gave: of the same operator
//              with other attributes
//
// Symbols are paired beforehand: those of parameters by their places, all others by the operands and the place at which
// they are met first, or else by name. Results of regions are operands of the `if` or function that has the region.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/rewrite/clone.h"

namespace hammock::tool {

// lv, gv3, lv12_1: the names that are made where nobody gives one.
bool is_made(std::string_view name);

// Lists of words, each once.
class WordTable {
 public:
  uint32_t operator()(std::span<const uint32_t> words);

 private:
  IdTable table_;
  std::vector<uint32_t> words_, begin_{0};
};

// What both functions are written down in.
struct Vocabulary {
  explicit Vocabulary(Context& context) : context(context) {}

  // Of the same name: what is substituted is folded, and so both functions are alike.
  Prim fresh(Prim symbol) {
    const PrimNode node = context.prims[symbol];
    return context.prims.var(node.name(), node.dtype);
  }

  Context& context;
  WordTable words;
  NumberedSymbols numbered;  // variables of index maps
  // Symbols that are met first behind the parameters: of the first function by where, and what the second has taken.
  std::unordered_map<uint32_t, Prim> symbols_by_place;
  std::map<std::pair<Name, uint32_t>, std::deque<Prim>> symbols_by_name;
  std::unordered_set<Prim> taken_symbols;
  std::unordered_map<uint64_t, std::vector<ConstantId>> constants;
};

// One of the two functions in words. The result of the function is an operand of `root`, which no node is.
class Side {
 public:
  // `globals`: what stands for each function of the module; equal for those that are called for the same.
  Side(const Module& module, const Function& fn, std::span<const uint32_t> globals, Vocabulary& vocabulary,
       bool is_second);

  // What a symbol of the signature is called in both.
  void rename(Prim symbol, Prim to) { canonical_.rename(symbol, to); }
  bool knows(Prim symbol) const;
  // Then, with a number for each parameter:
  void number(std::span<const uint32_t> params);

  const Module& module;
  const Function& fn;
  static constexpr uint32_t kNone = Id<int>::kNone;
  Value root;
  std::vector<Value> order;     // bindings, what is nested in one before it, `root` last
  std::vector<uint32_t> label;  // what is done to the operands; kNone: of no binding
  std::vector<uint32_t> value;  // what is computed
  std::vector<StructInfo> info;
  std::vector<uint32_t> region;  // that it stands in
  std::vector<Value> owner;      // that it is nested in; none: the function itself
  std::span<const Value> operands(Value v) const {
    return {operands_.data() + operands_begin_[v.index], operands_size_[v.index]};
  }
  // Without the names of symbols.
  Attr attr(Attr a) { return a && context_.attrs.items(a).empty() && is_list(a) ? Attr() : canonical_.attr(a); }
  StructInfo without_names(StructInfo s) { return canonical_.info(s); }
  // Of an operand that is written out: its words. A variable is one of `variables` and leaves a mark.
  void write(Value operand, std::vector<uint32_t>& words, std::vector<Value>& variables);

 private:
  bool is_list(Attr a) const {
    const AttrKind kind = context_.attrs[a].kind;
    return kind == AttrKind::list || kind == AttrKind::dict;
  }
  void walk(RegionId region, Value owner);
  void number_lambda(LambdaId lambda, Value v);
  void define(Value v);
  void know(StructInfo info, std::span<const Value> operands);
  uint32_t content(Value v);
  uint32_t constant(ConstantId id);
  void close(Value v, std::span<const uint32_t> words, std::span<const Value> variables);

  Context& context_;
  std::span<const uint32_t> globals_;
  Vocabulary& vocabulary_;
  bool is_second_;
  Function scratch_;
  Cloner canonical_;
  uint32_t depth_ = 0;  // of functions
  std::vector<uint32_t> operands_begin_, operands_size_;
  std::vector<Value> operands_;
};

// Pairs of values of a and b.
class ValueMatch {
 public:
  ValueMatch(Side& a, Side& b, WordTable& words);
  void run();

  void pair(Value x, Value y);
  Value in_b(Value x) const { return in_b_[x.index]; }
  Value in_a(Value y) const { return in_a_[y.index]; }

 private:
  enum class If : uint8_t { in_order, as_many, unique };
  template <class Key>
  bool pair_by(If condition, Key&& key);
  bool is_open(const Side& side, Value v) const;
  uint32_t number_of(const Side& side, Value v) const;
  bool numbers_again();
  bool downwards(bool is_altered);
  bool is_altered(Value x, Value y) const;
  bool partly();
  bool named(bool takes_altered);
  bool same_operands();
  bool numbered_with_names();
  void part();

  Side& a_;
  Side& b_;
  WordTable& words_;
  std::vector<Value> in_b_, in_a_;
};

}  // namespace hammock::tool
