// SPDX-License-Identifier: Apache-2.0
// From a module's function to a list of tensors of concrete shapes. Calls of other functions are inlined, at most
// kMaxCallDepth deep, up to kMaxInlined bindings and kMaxItems tensors in all; the length of a function costs no depth.
#include "graph.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "family.h"

namespace hammock::loop {

int64_t ItemNode::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

// ---- attributes ----

Attr AttrReader::get(std::string_view name) const {
  int index = info(op_).attr_index(name);
  HAMMOCK_CHECK(index >= 0, "R." + std::string(info(op_).name) + " has no attribute " + std::string(name));
  return attrs_ ? context_.attrs.items(attrs_)[static_cast<size_t>(index)] : context_.attrs.none();
}
bool AttrReader::is_none(std::string_view name) const { return context_.attrs[get(name)].kind == AttrKind::none; }
int64_t AttrReader::integer(std::string_view name) const {
  const AttrNode& a = context_.attrs[get(name)];
  if (a.kind == AttrKind::prim) return context_.prims.constant(Prim(a.id)).value_or(0);
  return a.value;
}
bool AttrReader::boolean(std::string_view name) const { return context_.attrs[get(name)].value != 0; }
double AttrReader::real(std::string_view name) const {
  const AttrNode& a = context_.attrs[get(name)];
  if (a.kind == AttrKind::real) return a.real;
  if (a.kind != AttrKind::prim) return static_cast<double>(a.value);
  const PrimNode& p = context_.prims[Prim(a.id)];
  return p.kind == PrimKind::float_imm ? p.real : static_cast<double>(p.value);
}
std::string_view AttrReader::string(std::string_view name) const {
  const AttrNode& a = context_.attrs[get(name)];
  return a.kind == AttrKind::string ? context_.text(Name(a.id)) : std::string_view();
}
std::vector<int64_t> AttrReader::integers(std::string_view name) const {
  Attr a = get(name);
  if (context_.attrs[a].kind != AttrKind::list) return {integer(name)};
  std::vector<int64_t> out;
  for (Attr item : context_.attrs.items(a)) {
    const AttrNode& n = context_.attrs[item];
    out.push_back(n.kind == AttrKind::prim ? context_.prims.constant(Prim(n.id)).value_or(0) : n.value);
  }
  return out;
}
DType AttrReader::dtype(std::string_view name) const {
  Attr a = get(name);
  return context_.attrs[a].kind == AttrKind::dtype ? context_.attr_dtype(a) : kVoid;
}

namespace {

// Integer values of prim expressions, given those of the symbols. Expressions may be deep: an explicit stack.
class Evaluator {
 public:
  explicit Evaluator(Context& context) : prims_(context.prims) {}

  void bind(Prim symbol, int64_t value) { values_[symbol.index] = value; }
  bool is_bound(Prim symbol) const { return values_.contains(symbol.index); }

  // Nothing if a symbol has no value (`unbound()` is it then) or the arithmetic is not of integers.
  std::optional<int64_t> value(Prim root) {
    unbound_ = Prim();
    if (auto constant = prims_.constant(root)) return constant;
    std::vector<Prim> stack{root}, operands;
    while (!stack.empty()) {
      Prim e = stack.back();
      if (values_.contains(e.index)) {
        stack.pop_back();
        continue;
      }
      operands.clear();
      prims_.operands(e, operands);
      size_t waiting = stack.size();
      for (Prim o : operands) {
        if (!values_.contains(o.index)) stack.push_back(o);
      }
      if (stack.size() > waiting) continue;
      std::optional<int64_t> v = combine(e, operands);
      if (!v) return std::nullopt;
      values_[e.index] = *v;
      stack.pop_back();
    }
    return values_[root.index];
  }
  Prim unbound() const { return unbound_; }

 private:
  std::optional<int64_t> combine(Prim e, std::span<const Prim> operands) {
    const PrimNode n = prims_[e];
    auto of = [&](size_t i) { return prims_.integer(values_[operands[i].index], prims_[operands[i]].dtype); };
    switch (n.kind) {
      case PrimKind::int_imm: return n.value;
      case PrimKind::var: unbound_ = e; return std::nullopt;
      case PrimKind::cast: return values_[operands[0].index];
      case PrimKind::select: return values_[operands[0].index] ? values_[operands[1].index] : values_[operands[2].index];
      case PrimKind::call:
        if (operands.size() == 3) return values_[operands[0].index] ? values_[operands[1].index] : values_[operands[2].index];  // T.if_then_else
        return std::nullopt;
      case PrimKind::float_imm:
      case PrimKind::string_imm:
      case PrimKind::load: return std::nullopt;
      default: return prims_.constant(operands.size() == 1 ? prims_.fold(n.kind, of(0)) : prims_.fold(n.kind, of(0), of(1)));
    }
  }

  PrimStore& prims_;
  std::unordered_map<uint32_t, int64_t> values_;
  Prim unbound_;
};

constexpr int64_t kMostBytes = int64_t{1} << 47;  // of a tensor: what a process can address, so that offsets and sums of a few do not wrap

// What a Value of a function is in the graph.
struct Bound {
  enum Kind : uint8_t { none, tensor, tuple, other } kind = none;
  uint32_t id = 0;  // tensor: Item; tuple: begin in the pool
  uint32_t size = 0;
};

class GraphMaker {
 public:
  GraphMaker(const Module& module, std::span<const Binding> dims) : module_(module), context_(module.context()), dims_(dims) {}

  Result<Graph> run(GlobalId entry) {
    const Function* fn = module_[entry].relax();
    if (!fn) return Error{Error::Kind::unsupported, "the entry function is no Relax function", module_[entry].span};
    Evaluator symbols(context_);
    bind_by_name(*fn, symbols);
    Frame frame{*fn, symbols, std::vector<Bound>(fn->size()), 0};
    int64_t inputs = INT64_MAX;
    if (auto attr = fn->self().attrs ? context_.find(fn->self().attrs, "num_input") : std::nullopt) {
      const AttrNode& a = context_.attrs[*attr];
      if (a.kind == AttrKind::integer) inputs = a.value;
      if (a.kind == AttrKind::prim) inputs = context_.prims.constant(Prim(a.id)).value_or(INT64_MAX);
    }
    for (size_t i = 0; i < fn->self().params.size() && !error_; ++i) {
      Value p = fn->self().params[i];
      if (!context_.infos.is_tensor(fn->info(p))) {
        if (context_.infos[fn->info(p)].kind == InfoKind::tuple) unsupported("a parameter that is a tuple", (*fn)[p].span);
        frame.bound[p.index] = {Bound::other};
        continue;
      }
      ItemNode item = tensor_item(frame, fn->info(p), (*fn)[p].span, "parameter");
      item.storage = static_cast<int64_t>(i) < inputs ? Storage::param : Storage::weight;
      item.source = static_cast<uint32_t>(i);
      frame.bound[p.index] = add(std::move(item));
    }
    Bound result = error_ ? Bound{} : run_body(frame, fn->self().body);
    if (!error_) flatten(result, (*fn)[fn->body().result].span);
    if (error_) return *error_;
    graph_.result_info = fn->info(fn->body().result);
    return std::move(graph_);
  }

 private:
  struct Frame {
    const Function& fn;
    Evaluator& symbols;
    std::vector<Bound> bound;
    int depth;
  };

  void fail(Error::Kind kind, std::string text, Span span) {
    if (!error_) error_ = Error{kind, std::move(text), span};
  }
  void unsupported(std::string what, Span span) { fail(Error::Kind::unsupported, "cannot compile " + std::move(what), span); }

  Bound add(ItemNode item) {
    if (graph_.items.size() >= kMaxItems) fail(Error::Kind::unsupported, "more than " + std::to_string(kMaxItems) + " tensors after inlining", item.span);
    item.unit = unit_;
    graph_.items.push_back(std::move(item));
    return {Bound::tensor, static_cast<uint32_t>(graph_.items.size() - 1), 0};
  }

  void bind_by_name(const Function& fn, Evaluator& symbols) {
    SymbolSet found;
    for (Value p : fn.self().params) found.add_definable(context_, fn.info(p));
    for (Prim s : found.in_order()) {
      for (const Binding& b : dims_) {
        if (context_.text(context_.prims[s].name()) == b.name) symbols.bind(s, b.value);
      }
    }
  }

  int64_t evaluate(Frame& frame, Prim e, Span span) {
    if (auto v = frame.symbols.value(e)) return *v;
    Prim symbol = frame.symbols.unbound();
    if (symbol) {
      std::string name(context_.text(context_.prims[symbol].name()));
      fail(Error::Kind::usage, "symbolic dim '" + name + "' has no value; give one with --dim=" + name + "=<integer>", span);
    } else {
      unsupported("a dim that is not an integer expression", span);
    }
    return 1;
  }

  // An item of that struct info; fails if it is no tensor of a computable shape and a dtype.
  ItemNode tensor_item(Frame& frame, StructInfo si, Span span, std::string_view what) {
    ItemNode item;
    item.span = span;
    if (!context_.infos.has_shape(si) || context_.infos[si].dtype.is_unknown()) {
      unsupported(std::string(what) + ": its shape or dtype is not known before the run", span);
      return item;
    }
    item.dtype = context_.infos[si].dtype;
    int64_t bytes = item.dtype.bytes();
    for (Prim d : context_.infos.dims(si)) {
      int64_t n = evaluate(frame, d, span);
      if (n < 0) fail(Error::Kind::run, std::string(what) + " has the negative dim " + std::to_string(n), span);
      if (__builtin_mul_overflow(bytes, std::max<int64_t>(n, 1), &bytes) || bytes > kMostBytes) fail(Error::Kind::memory, std::string(what) + " does not fit into memory", span);
      item.shape.push_back(n);
    }
    return item;
  }

  Bound tuple_of(std::span<const Bound> fields) {
    Bound b{Bound::tuple, static_cast<uint32_t>(pool_.size()), static_cast<uint32_t>(fields.size())};
    pool_.insert(pool_.end(), fields.begin(), fields.end());
    return b;
  }

  // Tuples are as deep as the reader allows (kMaxDepth).
  void flatten(Bound b, Span span) {
    if (b.kind == Bound::tensor) graph_.results.push_back(Item(b.id));
    else if (b.kind == Bound::tuple) for (uint32_t i = 0; i < b.size; ++i) flatten(pool_[b.id + i], span);
    else unsupported("a result that is not made of tensors", span);
  }

  Bound run_body(Frame& frame, RegionId region) {
    const Function& fn = frame.fn;
    for (const Block& block : fn[region].blocks) {
      for (Value v : block.bindings) {
        frame.bound[v.index] = bind(frame, v);
        if (error_) return {};
      }
    }
    return get(frame, fn[region].result);
  }

  // The value of a leaf or of an earlier binding.
  Bound get(Frame& frame, Value v) {
    Bound& known = frame.bound[v.index];
    NodeKind kind = frame.fn[v].kind;
    if (known.kind == Bound::none && (is_leaf(kind) || kind == NodeKind::tuple)) known = leaf(frame, v);
    return known;
  }

  Bound leaf(Frame& frame, Value v) {
    const Node& node = frame.fn[v];
    if (node.kind == NodeKind::tuple) {
      std::vector<Bound> fields;
      for (Value a : frame.fn.args(v)) fields.push_back(get(frame, a));
      return tuple_of(fields);
    }
    if (node.kind != NodeKind::constant) return {Bound::other};
    const Constant& constant = context_[ConstantId(node.payload)];
    ItemNode item;
    item.dtype = constant.dtype;
    item.shape = constant.shape;
    item.span = node.span;
    item.storage = Storage::constant;
    item.source = node.payload;
    return add(std::move(item));
  }

  Bound bind(Frame& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    switch (node.kind) {
      case NodeKind::alias: return get(frame, args[0]);
      case NodeKind::get_item: {
        Bound t = get(frame, args[0]);
        if (t.kind == Bound::tuple && node.payload < t.size) return pool_[t.id + node.payload];
        unsupported("a field of something that is no tuple here", node.span);
        return {};
      }
      case NodeKind::match_cast: return match_cast(frame, v);
      case NodeKind::call_op: return call_op(frame, v);
      case NodeKind::call: return call(frame, v);
      case NodeKind::cond: unsupported("an if", node.span); return {};
      case NodeKind::lambda: return {Bound::other};
      default: return leaf(frame, v);
    }
  }

  // Binds the symbols that `pattern` defines by the item's shape and compares the rest.
  void match(Frame& frame, StructInfo pattern, Bound b, Span span) {
    if (b.kind == Bound::tuple && context_.infos[pattern].kind == InfoKind::tuple) {
      std::span<const StructInfo> fields = context_.infos.fields(pattern);
      for (uint32_t i = 0; i < b.size && i < fields.size(); ++i) match(frame, context_.infos.fields(pattern)[i], pool_[b.id + i], span);
      return;
    }
    if (b.kind != Bound::tensor || !context_.infos.has_shape(pattern)) return;
    const Dims shape = graph_[Item(b.id)].shape;
    std::span<const Prim> dims = context_.infos.dims(pattern);
    if (dims.size() != shape.size()) return fail(Error::Kind::run, "a tensor of rank " + std::to_string(shape.size()) + " where rank " + std::to_string(dims.size()) + " is declared", span);
    for (size_t i = 0; i < shape.size(); ++i) {
      Prim d = context_.infos.dims(pattern)[i];
      if (context_.prims[d].kind == PrimKind::var && !frame.symbols.is_bound(d)) frame.symbols.bind(d, shape[i]);
    }
    for (size_t i = 0; i < shape.size(); ++i) {
      int64_t declared = evaluate(frame, context_.infos.dims(pattern)[i], span);
      if (!error_ && declared != shape[i]) {
        fail(Error::Kind::run, "dim " + std::to_string(i) + " is " + std::to_string(shape[i]) + " where " + std::to_string(declared) + " is declared", span);
      }
    }
  }

  Bound match_cast(Frame& frame, Value v) {
    Bound b = get(frame, frame.fn.args(v)[0]);
    match(frame, StructInfo(frame.fn[v].payload), b, frame.fn[v].span);
    return b;
  }

  Bound call(Frame& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    const Node& callee = frame.fn[args[0]];
    const Function* target = callee.kind == NodeKind::global ? module_[GlobalId(callee.payload)].relax() : callee.kind == NodeKind::lambda ? &frame.fn : nullptr;
    if (!target) {
      unsupported("a call of something that is no Relax function of the module", node.span);
      return {};
    }
    if (frame.depth >= kMaxCallDepth) {
      unsupported("calls nested more than " + std::to_string(kMaxCallDepth) + " deep", node.span);
      return {};
    }
    bool is_local = callee.kind == NodeKind::lambda;
    inlined_ += is_local ? bindings_in(*target, (*target)[LambdaId(callee.payload)].body) : target->size() + 1;
    if (inlined_ > kMaxInlined) {
      unsupported("calls that inline more than " + std::to_string(kMaxInlined) + " bindings", node.span);
      return {};
    }
    const Lambda& lambda = is_local ? (*target)[LambdaId(callee.payload)] : target->self();
    uint32_t outer_unit = unit_;
    enter_unit(lambda);
    Bound result = is_local ? call_local(frame, v, lambda) : call_global(frame, v, *target);
    unit_ = outer_unit;
    return result;
  }

  void enter_unit(const Lambda& lambda) {
    if (unit_ != 0 || !lambda.attrs) return;
    std::optional<Attr> composite = context_.find(lambda.attrs, "Composite");
    if (!composite || context_.attrs[*composite].kind != AttrKind::string) return;
    unit_ = static_cast<uint32_t>(graph_.units.size());
    graph_.units.push_back(Name(context_.attrs[*composite].id));
  }

  Bound call_global(Frame& frame, Value v, const Function& target) {
    Evaluator symbols(context_);
    Frame inner{target, symbols, std::vector<Bound>(target.size()), frame.depth + 1};
    return pass_and_run(frame, v, inner, target.self());
  }

  // What the body binds is forgotten afterwards, so that the next call binds it anew.
  Bound call_local(Frame& frame, Value v, const Lambda& lambda) {
    Evaluator symbols = frame.symbols;
    Frame inner{frame.fn, symbols, std::move(frame.bound), frame.depth + 1};
    Bound result = pass_and_run(inner, v, inner, lambda);
    auto forget = [&](Value of) {
      for (Value arg : frame.fn.args(of)) {
        if (is_leaf(frame.fn[arg].kind) || frame.fn[arg].kind == NodeKind::tuple) inner.bound[arg.index] = {};
      }
      inner.bound[of.index] = {};
    };
    for_each_binding(frame.fn, lambda.body, [&](Value b, const Block&) { forget(b); });
    forget(frame.fn[lambda.body].result);
    frame.bound = std::move(inner.bound);
    return result;
  }

  Bound pass_and_run(Frame& frame, Value v, Frame& inner, const Lambda& lambda) {
    const Span span = frame.fn[v].span;
    std::span<const Value> args = frame.fn.args(v);
    HAMMOCK_CHECK(lambda.params.size() + 1 == args.size(), "a call with the wrong number of arguments");
    std::vector<Bound> passed;
    for (Value arg : args.subspan(1)) passed.push_back(get(frame, arg));
    for (size_t i = 0; i < passed.size(); ++i) inner.bound[lambda.params[i].index] = passed[i];
    for (size_t i = 0; i < passed.size() && !error_; ++i) match(inner, inner.fn.info(lambda.params[i]), passed[i], span);
    return error_ ? Bound{} : run_body(inner, lambda.body);
  }

  static size_t bindings_in(const Function& fn, RegionId region) {
    size_t n = 1;
    for_each_binding(fn, region, [&](Value, const Block&) { ++n; });
    return n;
  }

  // The integer that a prim value operand is; of a tuple of them, all.
  std::vector<int64_t> numbers(Frame& frame, Value v) {
    const Node& node = frame.fn[v];
    std::vector<int64_t> out;
    if (node.kind == NodeKind::tuple) {
      for (Value a : frame.fn.args(v)) {
        for (int64_t n : numbers(frame, a)) out.push_back(n);
      }
    } else if (const InfoNode& si = context_.infos[node.info]; si.kind == InfoKind::prim && si.value()) {
      out.push_back(evaluate(frame, si.value(), node.span));
    } else if (node.kind == NodeKind::prim_value) {
      out.push_back(evaluate(frame, Prim(node.payload), node.span));
    } else {
      unsupported("an operand whose value is not known before the run", node.span);
    }
    return out;
  }

  // The struct info of an operand's value, `declared` before the dims were known.
  StructInfo known(Frame& frame, Bound b, StructInfo declared, Span span) {
    InfoStore& infos = context_.infos;
    const InfoKind kind = infos[declared].kind;
    if (b.kind == Bound::tensor) {
      std::vector<Prim> dims;
      for (int64_t d : graph_[Item(b.id)].shape) dims.push_back(context_.prims.integer(d));
      return infos.tensor(dims, graph_[Item(b.id)].dtype);
    }
    if (b.kind == Bound::tuple && kind == InfoKind::tuple) {
      std::vector<StructInfo> fields(infos.fields(declared).begin(), infos.fields(declared).end());
      for (uint32_t i = 0; i < b.size && i < fields.size(); ++i) fields[i] = known(frame, pool_[b.id + i], fields[i], span);
      return infos.tuple(fields);
    }
    if (kind == InfoKind::shape && infos[declared].has_dims) {
      std::vector<Prim> dims(infos.dims(declared).begin(), infos.dims(declared).end());
      for (Prim& d : dims) d = context_.prims.integer(evaluate(frame, d, span));
      return infos.shape(dims);
    }
    if (kind == InfoKind::prim && infos[declared].value()) {
      const DType dtype = infos[declared].dtype;
      std::optional<int64_t> value = frame.symbols.value(infos[declared].value());
      return value ? infos.prim_value(context_.prims.integer(*value, dtype), dtype) : declared;
    }
    return declared;
  }

  // What an operator gives for the operands at hand: its rule is what it assumes of them, and must not contradict what was declared.
  StructInfo result_of(Frame& frame, Value v) {
    const Function& fn = frame.fn;
    const Node& node = fn[v];
    std::vector<StructInfo> operands;
    for (Value a : fn.args(v)) operands.push_back(known(frame, get(frame, a), fn.info(a), node.span));
    if (error_) return {};
    Result<StructInfo> result = infer_at_run(fn, &module_, {node.op, fn.args(v), node.attrs, Attr(), node.span}, operands);
    if (!result) {
      fail(result.error().kind, result.error().text, result.error().span);
      return {};
    }
    if (node.op == Op::strided_slice) empty_instead_of_negative(frame, node.info);
    compare(frame, node.info, *result, node);
    return *result;
  }

  void compare(Frame& frame, StructInfo declared, StructInfo found, const Node& node) {
    const InfoStore& infos = context_.infos;
    if (infos[declared].kind == InfoKind::tuple && infos[found].kind == InfoKind::tuple) {
      for (size_t i = 0; i < infos.fields(declared).size() && i < infos.fields(found).size(); ++i) {
        compare(frame, infos.fields(declared)[i], infos.fields(found)[i], node);
      }
      return;
    }
    if (!infos.has_shape(declared) || !infos.has_shape(found)) return;
    for (size_t i = 0; i < infos.dims(declared).size() && i < infos.dims(found).size(); ++i) {
      int64_t is = context_.prims.constant(infos.dims(found)[i]).value_or(0);
      int64_t said = frame.symbols.value(infos.dims(declared)[i]).value_or(is);
      if (is == said) continue;
      return fail(Error::Kind::run, "R." + std::string(info(node.op).name) + ": dim " + std::to_string(i) + " is " + std::to_string(is) + ", expected " + std::to_string(said), node.span);
    }
  }

  Bound call_op(Frame& frame, Value v) {
    const Function& fn = frame.fn;
    const Node& node = fn[v];
    if (!has_lowering(node.op)) {
      unsupported("R." + std::string(info(node.op).name), node.span);
      return {};
    }
    StructInfo result = result_of(frame, v);
    if (error_) return {};
    if (node.op == Op::split) return split(frame, v, result);
    ItemNode item = tensor_item(frame, result, node.span, "the result of R." + std::string(info(node.op).name));
    item.op = node.op;
    item.attrs = node.attrs;
    for (Value a : fn.args(v)) {
      Bound b = get(frame, a);
      if (b.kind == Bound::tensor) item.inputs.push_back(Item(b.id));
      for (uint32_t i = 0; b.kind == Bound::tuple && i < b.size; ++i) {
        if (pool_[b.id + i].kind == Bound::tensor) item.inputs.push_back(Item(pool_[b.id + i].id));
      }
    }
    if (node.op == Op::clip) {
      for (size_t i = 1; i < 3; ++i) {
        const Node& bound = fn[fn.args(v)[i]];
        item.prims.push_back(bound.kind == NodeKind::prim_value ? Prim(bound.payload) : context_.infos[bound.info].value());
      }
    }
    if (node.op == Op::take && item.inputs.size() == 1) item.numbers = taken(frame, v, item);
    if ((node.op == Op::tril || node.op == Op::triu) && fn.args(v).size() > 1) item.numbers = numbers(frame, fn.args(v)[1]);
    if (!error_) describe_view(frame, v, item);
    return error_ ? Bound{} : add(std::move(item));
  }

  // The number that take has for an index, made one that lies in the axis.
  std::vector<int64_t> taken(Frame& frame, Value v, const ItemNode& item) {
    std::vector<int64_t> index = numbers(frame, frame.fn.args(v)[1]);
    if (error_) return index;
    AttrReader attrs(context_, item.op, item.attrs);
    const Dims& shape = graph_[item.inputs[0]].shape;
    int64_t axis = attrs.is_none("axis") ? 0 : attrs.integer("axis");
    int64_t extent = shape[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis)];
    std::string_view mode = attrs.string("mode");
    if (mode == "clip") index[0] = std::clamp<int64_t>(index[0], 0, std::max<int64_t>(extent - 1, 0));
    if (mode == "wrap" && extent > 0) index[0] = (index[0] % extent + extent) % extent;
    if (mode != "nan" && (index[0] < 0 || index[0] >= extent)) {
      fail(Error::Kind::run, "R.take: index " + std::to_string(index[0]) + " is outside an axis of " + std::to_string(extent), item.span);
    }
    return index;
  }

  // Inference says `end - begin` also where the begin lies behind the end; later dims are made of the same expression.
  void empty_instead_of_negative(Frame& frame, StructInfo slice) {
    if (!context_.infos.has_shape(slice)) return;
    for (Prim d : context_.infos.dims(slice)) {
      if (frame.symbols.value(d).value_or(0) < 0) frame.symbols.bind(d, 0);
    }
  }

  void describe_view(Frame& frame, Value v, ItemNode& item) {
    const Dims& in = item.inputs.empty() ? item.shape : graph_[item.inputs[0]].shape;
    int64_t rank = static_cast<int64_t>(in.size());
    switch (item.op) {
      case Op::reshape: case Op::flatten: case Op::expand_dims: case Op::squeeze: item.view = ViewForm::reshape; break;
      case Op::broadcast_to: item.view = ViewForm::broadcast; break;
      case Op::to_vdevice: case Op::hint_on_device: case Op::builtin_stop_lift_params: item.view = ViewForm::reshape; break;
      case Op::astype: case Op::wrap_param:
        if (item.dtype == graph_[item.inputs[0]].dtype) item.view = ViewForm::reshape;
        break;
      case Op::permute_dims: {
        item.view = ViewForm::permute;
        AttrReader attrs(context_, item.op, item.attrs);
        if (!attrs.is_none("axes")) item.numbers = attrs.integers("axes");
        else for (int64_t i = rank; i-- > 0;) item.numbers.push_back(i);
        for (int64_t& a : item.numbers) a += a < 0 ? rank : 0;
        break;
      }
      case Op::strided_slice: strided_slice(frame, v, item); break;
      default: break;
    }
  }

  void strided_slice(Frame& frame, Value v, ItemNode& item) {
    std::span<const Value> args = frame.fn.args(v);
    const Dims& in = graph_[item.inputs[0]].shape;
    std::vector<int64_t> axes = numbers(frame, args[1]), begin = numbers(frame, args[2]);
    std::vector<int64_t> step(axes.size(), 1);
    if (args.size() > 4) step = numbers(frame, args[4]);
    if (error_) return;
    item.view = ViewForm::slice;
    item.numbers.assign(in.size(), 0);
    item.numbers.resize(2 * in.size(), 1);
    for (size_t i = 0; i < axes.size() && i < begin.size() && i < step.size(); ++i) {
      size_t axis = static_cast<size_t>(axes[i] < 0 ? axes[i] + static_cast<int64_t>(in.size()) : axes[i]);
      int64_t extent = in[axis], b = begin[i] < 0 ? begin[i] + extent : begin[i];
      b = step[i] < 0 ? std::clamp<int64_t>(b, -1, extent - 1) : std::clamp<int64_t>(b, 0, extent);
      item.numbers[axis] = b;
      item.numbers[in.size() + axis] = step[i];
      int64_t last = b + (item.shape[axis] - 1) * step[i];
      if (item.shape[axis] > 0 && (b < 0 || b >= extent || last < 0 || last >= extent)) {
        fail(Error::Kind::run, "strided_slice reads beyond axis " + std::to_string(axis) + " of extent " + std::to_string(extent), item.span);
      }
    }
  }

  Bound split(Frame& frame, Value v, StructInfo result) {
    const Node& node = frame.fn[v];
    Bound x = get(frame, frame.fn.args(v)[0]);
    if (x.kind != Bound::tensor) return {};
    Item input(x.id);
    const Dims in = graph_[input].shape;
    int64_t axis = AttrReader(context_, node.op, node.attrs).integer("axis");
    if (axis < 0) axis += static_cast<int64_t>(in.size());
    std::vector<Bound> parts;
    const int64_t extent = in[static_cast<size_t>(axis)];
    AttrReader attrs(context_, node.op, node.attrs);
    const bool is_list = context_.attrs[attrs.get("indices_or_sections")].kind == AttrKind::list;
    const std::vector<int64_t> given = attrs.integers("indices_or_sections");
    int64_t begin = 0;
    size_t count = context_.infos.fields(result).size();
    for (size_t i = 0; i < count; ++i) {
      ItemNode part = tensor_item(frame, context_.infos.fields(result)[i], node.span, "a part of R.split");
      if (error_) return {};
      part.op = Op::split;
      part.view = ViewForm::slice;
      part.inputs = {input};
      part.numbers.assign(in.size(), 0);
      part.numbers.resize(2 * in.size(), 1);
      part.numbers[static_cast<size_t>(axis)] = begin;
      if (begin + part.shape[static_cast<size_t>(axis)] > extent) fail(Error::Kind::run, "R.split reads beyond its axis", node.span);
      if (!is_list) begin += part.shape[static_cast<size_t>(axis)];
      else if (i < given.size()) begin = std::clamp<int64_t>(given[i], 0, extent);
      parts.push_back(add(std::move(part)));
    }
    return tuple_of(parts);
  }

  const Module& module_;
  Context& context_;
  std::span<const Binding> dims_;
  Graph graph_;
  std::vector<Bound> pool_;
  size_t inlined_ = 0;
  uint32_t unit_ = 0;  // where the walk is
  std::optional<Error> error_;
};

}  // namespace

Result<Graph> make_graph(const Module& module, GlobalId entry, std::span<const Binding> dims) { return GraphMaker(module, dims).run(entry); }

}  // namespace hammock::loop
