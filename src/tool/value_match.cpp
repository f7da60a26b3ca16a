// SPDX-License-Identifier: Apache-2.0
#include "value_match.h"

#include <algorithm>
#include <array>

#include "hammock/base/hash.h"

namespace hammock::tool {
namespace {

constexpr int kMostRounds = 24;

// First words of lists, so that lists of different meaning differ.
enum Word : uint32_t {
  kLabel,
  kValue,
  kPair,
  kPart,
  kNamed,
  kOperands,
  kSymbol,
  kOuterParameter,
  kParameter,
  kSelf,
  kVariable
};

}  // namespace

bool is_made(std::string_view name) {
  if (!name.starts_with("lv") && !name.starts_with("gv")) return false;
  return std::ranges::all_of(name.substr(2), [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

uint32_t WordTable::operator()(std::span<const uint32_t> words) {
  uint64_t hash = words.size();
  for (uint32_t word : words) hash = hash_mix(hash, word);
  const uint32_t found = table_.find(hash, [&](uint32_t i) {
    return std::ranges::equal(std::span(words_).subspan(begin_[i], begin_[i + 1] - begin_[i]), words);
  });
  if (found != Id<int>::kNone) return found;
  const uint32_t added = static_cast<uint32_t>(begin_.size()) - 1;
  words_.insert(words_.end(), words.begin(), words.end());
  begin_.push_back(static_cast<uint32_t>(words_.size()));
  table_.insert(hash, added);
  return added;
}

Side::Side(const Module& module, const Function& fn, std::span<const uint32_t> globals, Vocabulary& vocabulary,
           bool is_second)
    : module(module),
      fn(fn),
      root(static_cast<uint32_t>(fn.size())),
      label(fn.size() + 1, kNone),
      value(fn.size() + 1, kNone),
      info(fn.size() + 1),
      region(fn.size() + 1, kNone),
      owner(fn.size() + 1),
      context_(fn.context()),
      globals_(globals),
      vocabulary_(vocabulary),
      is_second_(is_second),
      scratch_(fn.shared_context()),
      canonical_(fn, scratch_, Cloner::Symbols::fresh),
      operands_begin_(fn.size() + 1),
      operands_size_(fn.size() + 1) {
  canonical_.number_symbols(vocabulary.numbered);
}

bool Side::knows(Prim symbol) const { return canonical_.has_copy(symbol); }

void Side::number(std::span<const uint32_t> params) {
  const Lambda& self = fn.self();
  for (size_t i = 0; i < params.size(); ++i) {
    const Value p = self.params[i];
    value[p.index] = vocabulary_.words(std::array<uint32_t, 2>{kOuterParameter, params[i]});
    info[p.index] = canonical_.info(fn.info(p));
    canonical_.map(p, Value(value[p.index]));
  }
  walk(self.body, {});
  std::vector<uint32_t> words{kLabel};
  std::vector<Value> variables;
  write(fn[self.body].result, words, variables);
  close(root, words, variables);
}

void Side::walk(RegionId r, Value of) {
  for (const Block& block : fn[r].blocks) {
    for (Value v : block.bindings) {
      region[v.index] = r.index;
      owner[v.index] = of;
      define(v);
    }
  }
}

// The parameters of functions at one depth have the same numbers.
void Side::number_lambda(LambdaId id, Value v) {
  const Lambda& lambda = fn[id];
  value[v.index] = vocabulary_.words(std::array<uint32_t, 2>{kSelf, ++depth_});
  for (uint32_t i = 0; i < lambda.params.size(); ++i) {
    const Value p = lambda.params[i];
    know(fn.info(p), {});
    value[p.index] = vocabulary_.words(std::array<uint32_t, 3>{kParameter, depth_, i});
    info[p.index] = canonical_.info(fn.info(p));
    owner[p.index] = v;
  }
  walk(lambda.body, v);
  --depth_;
}

void Side::define(Value v) {
  const Node& node = fn[v];
  std::vector<uint32_t> words{kLabel, static_cast<uint32_t>(node.kind), static_cast<uint32_t>(node.op)};
  std::vector<Value> variables;
  if (node.kind == NodeKind::lambda) {
    const Lambda& lambda = fn[node.lambda()];
    number_lambda(node.lambda(), v);
    words.insert(words.end(), {static_cast<uint32_t>(lambda.params.size()), attr(lambda.attrs).index, lambda.is_pure});
    write(fn[lambda.body].result, words, variables);
  } else {
    for (Value operand : fn.args(v)) write(operand, words, variables);
  }
  know(node.info, variables);
  if (node.kind == NodeKind::cond) {
    for (RegionId branch : {fn.then_region(v), fn.else_region(v)}) {
      walk(branch, v);
      write(fn[branch].result, words, variables);
    }
  }
  words.insert(words.end(), {content(v), attr(node.attrs).index});
  info[v.index] = canonical_.info(node.info);
  close(v, words, variables);
  canonical_.map(v, Value(value[v.index]));
}

void Side::close(Value v, std::span<const uint32_t> words, std::span<const Value> variables) {
  label[v.index] = vocabulary_.words(words);
  operands_begin_[v.index] = static_cast<uint32_t>(operands_.size());
  operands_size_[v.index] = static_cast<uint32_t>(variables.size());
  operands_.insert(operands_.end(), variables.begin(), variables.end());
  std::vector<uint32_t> numbers{kValue, label[v.index]};
  for (Value operand : variables) numbers.push_back(value[operand.index]);
  value[v.index] = vocabulary_.words(numbers);
  order.push_back(v);
}

// Inline tuples nest at most kMaxDepth deep; a match_cast may have a call inside.
void Side::write(Value v, std::vector<uint32_t>& words, std::vector<Value>& variables) {
  if (!v) return words.push_back(kNone);
  if (value[v.index] != kNone) {
    words.push_back(kVariable);
    return variables.push_back(v);
  }
  const Node& node = fn[v];
  words.insert(words.end(), {kLabel, static_cast<uint32_t>(node.kind), static_cast<uint32_t>(node.op),
                             attr(node.attrs).index, content(v), node.args_size});
  for (Value operand : fn.args(v)) write(operand, words, variables);
}

uint32_t Side::content(Value v) {
  const Node& node = fn[v];
  switch (node.kind) {
    case NodeKind::constant: return constant(node.constant());
    case NodeKind::shape: return canonical_.info(node.shape()).index;
    case NodeKind::prim_value: return canonical_.prim(node.prim()).index;
    case NodeKind::global: return globals_[node.global().index];
    case NodeKind::call_op:
    case NodeKind::call: return attr(node.sinfo_args()).index;
    case NodeKind::match_cast: return canonical_.info(node.cast_to()).index;
    case NodeKind::cond:
    case NodeKind::lambda: return kNone;
    default: return node.content();
  }
}

// The first of those with the same elements.
uint32_t Side::constant(ConstantId id) {
  const Constant& c = context_[id];
  uint64_t hash = hash_mix(c.dtype.pack(), c.data.size());
  hash = hash_mix(hash, hash_bytes({reinterpret_cast<const char*>(c.data.data()), c.data.size()}));
  std::vector<ConstantId>& alike = vocabulary_.constants[hash];
  for (ConstantId other : alike) {
    const Constant& o = context_[other];
    if (other == id || (o.dtype == c.dtype && o.shape == c.shape && o.data == c.data)) return other.index;
  }
  alike.push_back(id);
  return id.index;
}

// Symbols that are met first here.
void Side::know(StructInfo s, std::span<const Value> operands) {
  if (!s) return;
  uint32_t position = 0;
  for (Prim symbol : free_symbols(context_, s)) {
    if (knows(symbol)) continue;
    const PrimNode node = context_.prims[symbol];
    std::vector<uint32_t> words{kSymbol, position++, node.dtype.pack()};
    for (Value operand : operands) words.push_back(value[operand.index]);
    const uint32_t place = vocabulary_.words(words);
    auto& named = vocabulary_.symbols_by_name[{node.name(), node.dtype.pack()}];
    Prim to = vocabulary_.fresh(symbol);
    if (!is_second_) {
      vocabulary_.symbols_by_place.emplace(place, to);
      named.push_back(to);
    } else {
      auto found = vocabulary_.symbols_by_place.find(place);
      auto is_taken = [&](Prim p) { return vocabulary_.taken_symbols.contains(p); };
      while (!named.empty() && is_taken(named.front())) named.pop_front();
      if (found != vocabulary_.symbols_by_place.end() && !is_taken(found->second)) to = found->second;
      else if (!named.empty()) to = named.front();
      vocabulary_.taken_symbols.insert(to);
    }
    rename(symbol, to);
  }
}

ValueMatch::ValueMatch(Side& a, Side& b, WordTable& words)
    : a_(a), b_(b), words_(words), in_b_(a.fn.size() + 1), in_a_(b.fn.size() + 1) {}

void ValueMatch::pair(Value x, Value y) {
  in_b_[x.index] = y;
  in_a_[y.index] = x;
  if (x == a_.root || a_.fn[x].kind != NodeKind::lambda || b_.fn[y].kind != NodeKind::lambda) return;
  const std::vector<Value>&p = a_.fn[a_.fn[x].lambda()].params, &q = b_.fn[b_.fn[y].lambda()].params;
  for (size_t i = 0; i < std::min(p.size(), q.size()); ++i) pair(p[i], q[i]);
}

bool ValueMatch::is_open(const Side& side, Value v) const {
  return side.label[v.index] != Side::kNone && !(&side == &a_ ? in_b_ : in_a_)[v.index];
}

// Of a pair, one number; none of others.
uint32_t ValueMatch::number_of(const Side& side, Value v) const {
  if (&side == &a_) return in_b_[v.index] ? v.index : Side::kNone;
  return in_a_[v.index].index;
}

// Pairs open bindings of one key, the first with the first. `key(side, v)`: kNone for what is not to be paired.
template <class Key>
bool ValueMatch::pair_by(If condition, Key&& key) {
  struct Alike {
    std::vector<Value> in_a, in_b;
  };
  std::unordered_map<uint32_t, uint32_t> numbers;
  std::vector<Alike> all;
  for (const Side* side : {&a_, &b_}) {
    for (Value v : side->order) {
      const uint32_t k = is_open(*side, v) ? key(*side, v) : Side::kNone;
      if (k == Side::kNone) continue;
      auto [at, is_new] = numbers.try_emplace(k, static_cast<uint32_t>(all.size()));
      if (is_new) all.emplace_back();
      (side == &a_ ? all[at->second].in_a : all[at->second].in_b).push_back(v);
    }
  }
  bool has_paired = false;
  for (const auto& [x, y] : all) {
    if (condition != If::in_order && x.size() != y.size()) continue;
    if (condition == If::unique && x.size() != 1) continue;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) pair(x[i], y[i]), has_paired = true;
  }
  return has_paired;
}

// Of several equal ones, those of one name are a pair.
bool ValueMatch::numbered_with_names() {
  return pair_by(If::in_order, [&](const Side& side, Value v) {
    return words_(
        std::array<uint32_t, 3>{kNamed, side.value[v.index], v == side.root ? Side::kNone : side.fn[v].name.index});
  });
}

bool ValueMatch::numbers_again() {
  std::vector<uint32_t> again_a(a_.value.size(), Side::kNone), again_b(b_.value.size(), Side::kNone), words;
  for (const Side* side : {&a_, &b_}) {
    std::vector<uint32_t>& again = side == &a_ ? again_a : again_b;
    auto number = [&](Value v) {
      const uint32_t pair = number_of(*side, v);
      if (pair != Side::kNone) return words_(std::array<uint32_t, 2>{kPair, pair});
      return again[v.index] != Side::kNone ? again[v.index] : side->value[v.index];
    };
    for (Value v : side->order) {
      words.assign({kValue, side->label[v.index]});
      for (Value operand : side->operands(v)) words.push_back(number(operand));
      again[v.index] = words_(words);
    }
  }
  return pair_by(If::in_order, [&](const Side& side, Value v) { return (&side == &a_ ? again_a : again_b)[v.index]; });
}

// The same operator on as many operands, some of which are the same, or with the same attributes.
bool ValueMatch::is_altered(Value x, Value y) const {
  const Node &m = a_.fn[x], &n = b_.fn[y];
  std::span<const Value> p = a_.operands(x), q = b_.operands(y);
  if (m.kind != n.kind || m.op != n.op || p.size() != q.size()) return false;
  for (size_t i = 0; i < p.size(); ++i) {
    if (in_b_[p[i].index] && in_b_[p[i].index] == q[i]) return true;
  }
  return p.empty() || a_.label[x.index] == b_.label[y.index];
}

// Users come before what they use.
bool ValueMatch::downwards(bool takes_altered) {
  bool has_paired = false;
  for (auto at = a_.order.rbegin(); at != a_.order.rend(); ++at) {
    const Value user = in_b_[at->index];
    if (!user) continue;
    std::span<const Value> p = a_.operands(*at), q = b_.operands(user);
    for (size_t i = 0; p.size() == q.size() && i < p.size(); ++i) {
      const Value x = p[i], y = q[i];
      if (!is_open(a_, x) || !is_open(b_, y)) continue;
      const bool is_same = a_.label[x.index] == b_.label[y.index] && a_.info[x.index] == b_.info[y.index];
      if (is_same || (takes_altered && is_altered(x, y))) pair(x, y), has_paired = true;
    }
  }
  return has_paired;
}

bool ValueMatch::partly() {
  std::vector<uint32_t> words;
  return pair_by(If::as_many, [&](const Side& side, Value v) {
    words.assign({kPart, side.label[v.index], side.info[v.index].index});
    bool has_pair = false;
    for (Value operand : side.operands(v)) {
      words.push_back(number_of(side, operand));
      has_pair |= words.back() != Side::kNone;
    }
    return has_pair ? words_(words) : Side::kNone;
  });
}

bool ValueMatch::named(bool takes_altered) {
  return pair_by(If::unique, [&](const Side& side, Value v) {
    if (v == side.root || !side.fn[v].name) return Side::kNone;
    const Node& node = side.fn[v];
    if (!takes_altered)
      return words_(std::array<uint32_t, 4>{kNamed, side.label[v.index], side.info[v.index].index, node.name.index});
    if (is_made(side.fn.context().text(node.name))) return Side::kNone;
    return words_(std::array<uint32_t, 5>{kNamed, kOperands, static_cast<uint32_t>(node.kind),
                                          static_cast<uint32_t>(node.op), node.name.index});
  });
}

bool ValueMatch::same_operands() {
  std::vector<uint32_t> words;
  return pair_by(If::as_many, [&](const Side& side, Value v) {
    if (v == side.root || side.operands(v).empty()) return Side::kNone;
    const Node& node = side.fn[v];
    words.assign({kOperands, static_cast<uint32_t>(node.kind), static_cast<uint32_t>(node.op)});
    for (Value operand : side.operands(v)) {
      words.push_back(number_of(side, operand));
      if (words.back() == Side::kNone) return Side::kNone;
    }
    return words_(words);
  });
}

// Takes pairs apart none of whose operands has anything to do with that of the other at its place.
void ValueMatch::part() {
  for (Value x : a_.order) {
    const Value y = in_b_[x.index];
    std::span<const Value> p = a_.operands(x), q = y ? b_.operands(y) : std::span<const Value>();
    if (x == a_.root || p.size() < 2 || p.size() != q.size()) continue;
    bool has_common = false;
    for (size_t i = 0; i < p.size(); ++i)
      has_common |= in_b_[p[i].index] == q[i] || (is_open(a_, p[i]) && is_open(b_, q[i]));
    if (has_common) continue;
    in_b_[x.index] = {};
    in_a_[y.index] = {};
  }
}

void ValueMatch::run() {
  pair(a_.root, b_.root);
  numbered_with_names();
  pair_by(If::in_order, [&](const Side& side, Value v) { return side.value[v.index]; });
  for (int i = 0; i < kMostRounds; ++i) {
    bool has_paired = downwards(false);
    has_paired |= numbers_again();
    if (has_paired || partly() || named(false) || downwards(true) || same_operands() || named(true)) continue;
    break;
  }
  part();
}

}  // namespace hammock::tool
