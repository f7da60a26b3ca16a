// SPDX-License-Identifier: Apache-2.0
// A kernel (T.prim_func) as IR: parameters, buffers, and a tree of statements over primitive expressions (TIR, section
// 2).
//
// A kernel owns its buffers, statements and blocks; an id is an index into its vectors. Expressions are prims of the
// context; a load in them names its buffer by the number in this kernel. Suites are lists of statements: what TVM nests
// (a let whose body is the rest of the suite) stands as a statement with a body, and whoever walks the tree keeps a
// stack of his own, since a thousand lets in a row are a thousand levels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/comments.h"
#include "hammock/ir/context.h"

namespace hammock::tir {

using BufferId = Id<struct BufferTag>;
using StmtId = Id<struct StmtTag>;

// From `min`, `extent` many.
struct Range {
  Prim min, extent;
  friend bool operator==(const Range&, const Range&) = default;
};

// What a variable is beyond its dtype. Variables without an entry are plain scalars under their own hint.
struct Variable {
  Name hint;                // as it was last named; none: that of the prim
  bool is_pointer = false;  // to `element` in `scope`; a handle that is no pointer is untyped
  DType element;
  Name scope;
  Span span;  // where it is named, or made
};

enum class BufferKind : uint8_t { plain, auto_broadcast };

struct Buffer {
  Name name;
  Prim data;  // a pointer variable
  DType dtype = kFloat32;
  std::vector<Prim> shape, strides;  // no strides: compact, the last dim fastest
  Prim elem_offset;                  // in elements
  int64_t alignment = 64;            // bytes
  int64_t offset_factor = 1;
  BufferKind kind = BufferKind::plain;
  std::vector<int64_t> axis_separators;
  Span span;  // where it is named, or made
};

struct BufferRegion {
  BufferId buffer;
  std::vector<Range> ranges;
  Span span;
};

struct MatchBuffer {
  BufferId target;
  BufferRegion source;
};

// Statements, in order; a part of Kernel::suites.
struct Suite {
  uint32_t begin = 0, size = 0;
};

enum class IterKind : uint8_t {
  spatial,  // DataPar
  reduce,   // CommReduce
  scan,     // Ordered
  opaque,
  thread,
  unrolled,
  vectorized,
  parallelized,
  tensorized
};

struct IterVar {
  Prim var;
  Range domain;  // none: not said
  IterKind kind = IterKind::spatial;
  Name tag;  // of a thread: threadIdx.x
};

struct Block {
  Name name;
  bool is_realized = true;  // false: without values and predicate (no_realize=True)
  std::vector<IterVar> vars;
  std::vector<Prim> values;  // of the variables
  Prim predicate;            // none: true
  bool has_reads = false, has_writes = false;
  std::vector<BufferRegion> reads, writes;
  Attr annotations;
  std::vector<BufferId> allocations;
  std::vector<MatchBuffer> matches;
  bool has_init = false;
  Suite init, body;
};

enum class ForKind : uint8_t { serial, parallel, vectorized, unrolled, thread_binding };

// Lines at the head of a block, beside those of its variables and buffers; for comments.
enum class BlockLine : uint8_t { where, reads, writes, attrs, init };
constexpr uint32_t line_number(uint32_t block, BlockLine line) { return block * 8 + static_cast<uint32_t>(line); }

enum class StmtKind : uint8_t {
  let,             // var, value; body
  attr,            // node, text: the key, value; body
  assertion,       // value: the condition, text: the message; body
  loop,            // var, min, value: the extent, number: the step, loop, text: a thread's tag, annotations; body
  while_,          // value; body
  if_,             // value; body; other, if has_else
  allocate,        // var, dtype, list: the extents, value: the condition or none, annotations; body
  allocate_const,  // var, dtype, list: the extents, data: a constant, annotations; body
  declare,         // buffer; body
  store,           // buffer, value, list: the indices, min: the predicate or none
  evaluate,        // value
  block,           // number
  realize,         // number: of a region, text: the scope or none, value: the condition; body
  prefetch,        // number: of a region
};

// What an attribute statement is about.
struct AttrNode {
  enum class Kind : uint8_t { prim, buffer, iter_var, buffers, reducer, attribute } kind = Kind::prim;
  Prim prim;
  std::vector<BufferId> buffers;
  IterVar iter_var;
  Attr attribute;  // a target
  // reducer: lambda of the parameters to the results
  std::vector<Prim> parameters, results, identities;
};

struct Stmt {
  StmtKind kind = StmtKind::evaluate;
  ForKind loop = ForKind::serial;
  bool has_else = false;
  DType dtype;
  Span span;
  Prim var, value, min;
  BufferId buffer;
  Name text;
  Attr annotations;
  ConstantId data;
  uint32_t number = Id<int>::kNone;  // attr: in nodes; block: in blocks; realize, prefetch: in regions
  uint32_t list_begin = 0, list_size = 0;
  Suite body, other;
};

struct Parameter {
  Prim var;
  BufferId buffer;  // none: a scalar, a pointer or a handle
};

struct Kernel {
  explicit Kernel(std::shared_ptr<Context> c) : context(std::move(c)) {}

  std::shared_ptr<Context> context;
  Name name;
  Name symbol;  // global_symbol, where the text says it
  bool is_private = false;
  bool is_unchecked = false;  // its decorator says check_well_formed=False
  std::vector<Parameter> params;
  bool has_result = false;
  DType result;
  Attr attrs;  // dict without global_symbol, or none
  Suite body;

  std::vector<Buffer> buffers;
  std::vector<Stmt> stmts;
  std::vector<Block> blocks;
  std::vector<BufferRegion> regions;
  std::vector<AttrNode> nodes;
  std::vector<StmtId> suites;
  std::vector<Prim> lists;
  std::unordered_map<uint32_t, Variable> variables;  // by Prim
  Comments comments;

  Buffer& operator[](BufferId b) { return buffers[b.index]; }
  const Buffer& operator[](BufferId b) const { return buffers[b.index]; }
  Stmt& operator[](StmtId s) { return stmts[s.index]; }
  const Stmt& operator[](StmtId s) const { return stmts[s.index]; }
  std::span<const StmtId> suite(Suite s) const { return {suites.data() + s.begin, s.size}; }
  std::span<const Prim> list(const Stmt& s) const { return {lists.data() + s.list_begin, s.list_size}; }
  const Block& block(const Stmt& s) const { return blocks[s.number]; }

  BufferId add(Buffer b) {
    buffers.push_back(std::move(b));
    return BufferId(static_cast<uint32_t>(buffers.size() - 1));
  }
  StmtId add(Stmt s) {
    stmts.push_back(std::move(s));
    return StmtId(static_cast<uint32_t>(stmts.size() - 1));
  }
  Suite add(std::span<const StmtId> statements) {
    Suite s{static_cast<uint32_t>(suites.size()), static_cast<uint32_t>(statements.size())};
    suites.insert(suites.end(), statements.begin(), statements.end());
    return s;
  }
  void set_list(Stmt& s, std::span<const Prim> prims) {
    s.list_begin = static_cast<uint32_t>(lists.size());
    s.list_size = static_cast<uint32_t>(prims.size());
    lists.insert(lists.end(), prims.begin(), prims.end());
  }

  Name hint(Prim var) const {
    auto at = variables.find(var.index);
    return at != variables.end() && at->second.hint ? at->second.hint : context->prims[var].name();
  }
  std::string_view scope(const Buffer& b) const {
    auto at = variables.find(b.data.index);
    std::string_view text = at != variables.end() && at->second.scope ? context->text(at->second.scope) : "";
    return text.empty() ? "global" : text;
  }
};

}  // namespace hammock::tir
