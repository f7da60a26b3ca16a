// SPDX-License-Identifier: Apache-2.0
// From a module's function to a list of tensors of concrete shapes. Calls of other functions are inlined, at most
// kMaxCallDepth deep, up to kMaxInlined bindings and kMaxItems tensors in all; the length of a function costs no depth.
//
// Functions are values: each call has values and symbols of its own, and a local function those of the call that made
// it. What is declared of arguments, of results and by a match_cast holds for the tensors that are there, or making the
// graph fails with it.
//
// A kernel that is called as a function changes its arguments. A tensor is therefore known by the item that it was made
// as, and `changed_` says which item it is now; what an operator makes is a tensor of its own.
#include "graph.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "family.h"
#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/base/storage.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/coverage.h"
#include "hammock/prim/evaluate.h"
#include "hammock/prim/value_check.h"
#include "hammock/tir/effects.h"
#include "kernel_call.h"
#include "operator_kernel.h"

namespace hammock::loop {

int64_t GraphItem::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

namespace {

// The symbols of a call, with what was computed of them.
class Symbols {
 public:
  explicit Symbols(const Context& context) : context_(context) {}

  void bind(Prim symbol, int64_t value) {
    values_[symbol] = value;
    known_.insert_or_assign(symbol, value);
  }
  bool is_bound(Prim symbol) const { return values_.contains(symbol); }
  Evaluated evaluate(Prim e) { return hammock::evaluate(context_, e, values_, known_); }
  std::optional<int64_t> value(Prim e) { return evaluate(e).integer(); }

 private:
  const Context& context_;
  SymbolValues values_;
  KnownNumbers known_;
};

constexpr int64_t kMostBytes =
    int64_t{1} << 47;  // of a tensor: what a process can address, so that offsets and sums of a few do not wrap

// What a Value of a function is in the graph. `other`: known only when the program runs, or nothing that a tensor is
// made of.
struct Bound {
  enum Kind : uint8_t { none, tensor, tuple, shape, integer, real, number, function, kernel, other } kind = none;
  uint16_t depth = 0;  // of a tuple: 1 and the most of its fields
  uint32_t id = 0;  // tensor, number (that the run finds): ItemId; tuple: begin in the pool; shape, integer, real (its
                    // bits): begin in the numbers; function: in the closures; kernel: GlobalId
  uint32_t size = 0;    // tuple, shape
  uint32_t leaves = 1;  // values in a tuple, nested ones counted
};

// A call that is being run: what the values of its function are. A local function sees those of the call that made it,
// but has symbols of its own.
struct Activation : std::enable_shared_from_this<Activation> {
  const Function& fn;
  LambdaId lambda;
  std::shared_ptr<Activation> outer;  // of a local function
  int depth;
  Span called;
  Symbols symbols;

  Activation(const Function& f, LambdaId l, std::shared_ptr<Activation> o, int d, Span c)
      : fn(f),
        lambda(l),
        outer(std::move(o)),
        depth(d),
        called(c),
        symbols(f.context()),
        dense_(l.index == 0 ? f.size() : 0) {}

  Bound find(Value v) const {
    if (lambda.index == 0) return dense_[v.index];
    auto found = sparse_.find(v.index);
    return found == sparse_.end() ? Bound{} : found->second;
  }
  void set(Value v, Bound b) { (lambda.index == 0 ? dense_[v.index] : sparse_[v.index]) = b; }

 private:
  std::vector<Bound> dense_;  // a local function is called often and has few values of all
  std::unordered_map<uint32_t, Bound> sparse_;
};

// The symbols of a call, as value_check.h asks for them.
struct SymbolScope {
  Context& context;
  Symbols& symbols;
  bool is_partial = false;  // a symbol without a value may have any

  bool is_bound(Prim symbol) const { return symbols.is_bound(symbol); }
  void bind(Prim symbol, int64_t value) { symbols.bind(symbol, value); }
  Result<std::optional<int64_t>> value(Prim e) {
    Evaluated found = symbols.evaluate(e);
    if (is_partial && found.problem == Evaluated::Problem::unbound) return std::optional<int64_t>();
    if (found && !found.integer()) return Error{Error::Kind::run, "a dim that is not an integer", {}};
    if (!found) return Error{Error::Kind::run, describe(context, found), {}};
    return found.integer();
  }
};

// What inference says that a value is, looked at as the value; unknown where a dim or dtype is.
struct InfoView {
  const Context& context;
  StructInfo info;
  Dims sizes;
  bool is_known = true;

  InfoView(const Context& c, StructInfo i) : context(c), info(i) {
    const InfoNode& node = context.infos[info];
    if (node.kind == InfoKind::tuple) return;
    is_known = context.infos.has_shape(info) && !node.dtype.is_unknown();
    if (!is_known) return;
    for (Prim d : context.infos.dims(info)) {
      std::optional<int64_t> size = context.prims.constant(d);
      is_known = is_known && size;
      sizes.push_back(size.value_or(0));
    }
  }
  ValueKind kind() const {
    return !is_known                                     ? ValueKind::unknown
           : context.infos[info].kind == InfoKind::tuple ? ValueKind::tuple
                                                         : ValueKind::tensor;
  }
  DType dtype() const { return context.infos[info].dtype; }
  std::span<const int64_t> dims() const { return sizes; }
  int64_t integer() const { return 0; }
  size_t size() const { return context.infos.fields(info).size(); }
  InfoView field(size_t i) const { return {context, context.infos.fields(info)[i]}; }
};

class GraphMaker {
 public:
  GraphMaker(const Module& module, std::span<const Binding> dims, std::span<const Known> arguments)
      : module_(module), context_(module.context()), dims_(dims), arguments_(arguments), forms_(module) {}

  Result<Graph> run(GlobalId entry) {
    const Function* fn = module_[entry].relax();
    if (!fn) {
      const bool is_kernel = module_[entry].is_kernel();
      return Error{
          Error::Kind::unsupported,
          is_kernel ? "the entry is a kernel, which is TIR as it stands" : "the entry function is no Relax function",
          module_[entry].span};
    }
    auto at = std::make_shared<Activation>(*fn, LambdaId(0), nullptr, 0, Span());
    bind_by_name(*fn, at->symbols);
    int64_t inputs = INT64_MAX;
    if (auto attr = fn->self().attrs ? context_.find(fn->self().attrs, "num_input") : std::nullopt) {
      const AttrNode& a = context_.attrs[*attr];
      if (a.kind == AttrKind::integer) inputs = a.value;
      if (a.kind == AttrKind::prim) inputs = context_.prims.constant(Prim(a.id)).value_or(INT64_MAX);
    }
    for (size_t i = 0; i < fn->self().params.size() && !error_; ++i) {
      const Value p = fn->self().params[i];
      const Input input{static_cast<uint32_t>(i), static_cast<int64_t>(i) < inputs ? Storage::param : Storage::weight,
                        (*fn)[p].span};
      const Bound value = add_input(*at, fn->info(p), input, {});
      at->set(p, value);
      check(
          *at, fn->info(p), value, [&] { return of_argument(context_, (*fn)[p].name, fn->self().name); }, input.span,
          {}, true);
    }
    Bound result = error_ ? Bound{} : run_body(*at);
    if (!error_) flatten(result, (*fn)[fn->body().result].span);
    if (error_) return *error_;
    graph_.result_info = structure(result);
    return std::move(graph_);
  }

 private:
  struct Closure {
    const Function* fn;
    LambdaId lambda;
    std::shared_ptr<Activation> outer;
  };

  // How value_check.h looks at a value.
  struct View {
    const GraphMaker& maker;
    Bound b;

    ValueKind kind() const {
      switch (b.kind) {
        case Bound::tensor: return ValueKind::tensor;
        case Bound::tuple: return ValueKind::tuple;
        case Bound::shape: return ValueKind::shape;
        case Bound::integer: return ValueKind::integer;
        case Bound::real: return ValueKind::real;
        case Bound::function:
        case Bound::kernel: return ValueKind::function;
        default: return ValueKind::unknown;
      }
    }
    DType dtype() const { return maker.graph_[ItemId(b.id)].dtype; }
    std::span<const int64_t> dims() const {
      if (b.kind == Bound::shape) return std::span(maker.numbers_).subspan(b.id, b.size);
      return maker.graph_[ItemId(b.id)].shape;
    }
    int64_t integer() const { return maker.numbers_[b.id]; }
    size_t size() const { return b.size; }
    View field(size_t i) const { return {maker, maker.pool_[b.id + i]}; }
  };

  void fail(Error::Kind kind, std::string text, Span span, Span declared = {}) {
    if (!error_) error_ = Error{kind, std::move(text), span, declared};
  }
  void unsupported(std::string what, Span span) {
    fail(Error::Kind::unsupported, "cannot compile " + std::move(what), span);
  }

  Bound add(GraphItem item) {
    if (graph_.items.size() >= kMaxItems)
      fail(Error::Kind::unsupported, "more than " + std::to_string(kMaxItems) + " tensors after inlining", item.span);
    // What operators do not compute with may go from kernel to kernel.
    const bool goes_by = item.op == Op::none && is_storable(item.dtype);
    if (!goes_by && !is_computable(item.dtype)) unsupported("tensors of dtype " + to_string(item.dtype), item.span);
    for (ItemId o : item.inputs) {
      if (item.op != Op::none && !is_computable(graph_[o].dtype))
        unsupported("tensors of dtype " + to_string(graph_[o].dtype), item.span);
    }
    item.unit = unit_;
    graph_.items.push_back(std::move(item));
    return {Bound::tensor, 0, static_cast<uint32_t>(graph_.items.size() - 1)};
  }

  // A parameter of the program.
  struct Input {
    uint32_t number;
    Storage storage;
    Span span;
  };

  // The tensors of a parameter, which may be a tuple at most kMaxDepth deep, or what is known of its number.
  Bound add_input(Activation& frame, StructInfo info, const Input& input, const std::vector<uint32_t>& path) {
    const InfoNode node = context_.infos[info];
    const bool is_given = path.empty() && input.number < arguments_.size() && arguments_[input.number];
    const tir::Argument* given = is_given ? &*arguments_[input.number] : nullptr;
    if (node.kind == InfoKind::tuple) {
      std::vector<Bound> fields;
      const std::vector<StructInfo> infos(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
      for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
        std::vector<uint32_t> inside = path;
        inside.push_back(i);
        fields.push_back(add_input(frame, infos[i], input, inside));
      }
      return tuple_of(fields, input.span);
    }
    if (!context_.infos.is_tensor(info)) {
      const Number* number = given && node.kind == InfoKind::prim ? std::get_if<Number>(given) : nullptr;
      return number == nullptr ? known_number(frame, info) : bound_number(*number);
    }
    if (const auto* tensor = given ? std::get_if<tir::TensorArgument>(given) : nullptr) {
      // What the signature leaves open.
      std::vector<Prim> dims(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
      if (!context_.infos.has_shape(info)) {
        dims.clear();
        for (int64_t d : tensor->shape) dims.push_back(context_.prims.integer(d));
      }
      info = context_.infos.tensor(dims, node.dtype.is_unknown() ? tensor->dtype : node.dtype);
    }
    GraphItem item = tensor_item(frame, info, input.span, "parameter");
    item.storage = input.storage;
    item.source = input.number;
    item.path = path;
    return error_ ? Bound{} : add(std::move(item));
  }

  void bind_by_name(const Function& fn, Symbols& symbols) {
    SymbolSet found;
    for (Value p : fn.self().params) add_definable(found, context_, fn.info(p));
    for (Prim s : found.in_order()) {
      for (const Binding& b : dims_) {
        if (context_.text(context_.prims[s].name()) == b.name) symbols.bind(s, b.value);
      }
    }
  }

  int64_t evaluate(Activation& frame, Prim e, Span span) {
    Evaluated found = frame.symbols.evaluate(e);
    if (found.integer()) return *found.integer();
    using Problem = Evaluated::Problem;
    if (found.problem == Problem::unbound) {
      std::string name(context_.text(context_.prims[found.at].name()));
      fail(Error::Kind::usage, "symbolic dim '" + name + "' has no value; give one with --dim=" + name + "=<integer>",
           span);
    } else if (found.problem == Problem::too_large || found.problem == Problem::division_by_zero) {
      fail(Error::Kind::run, describe(context_, found), span);
    } else {
      unsupported("a dim that is not an integer expression", span);
    }
    return 1;
  }

  // An item of that struct info; fails if it is no tensor of a computable shape and a dtype.
  GraphItem tensor_item(Activation& frame, StructInfo si, Span span, std::string_view what) {
    GraphItem item;
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
      if (__builtin_mul_overflow(bytes, std::max<int64_t>(n, 1), &bytes) || bytes > kMostBytes)
        fail(Error::Kind::memory, std::string(what) + " does not fit into memory", span);
      item.shape.push_back(n);
    }
    return item;
  }

  Bound tuple_of(std::span<const Bound> fields, Span span) {
    uint64_t leaves = 1;
    uint16_t depth = 1;
    for (const Bound& f : fields) {
      leaves += f.leaves;
      depth = std::max<uint16_t>(depth, f.depth + 1);
    }
    if (depth > kMaxDepth + 1) {
      fail(Error::Kind::run, "tuples are nested deeper than " + std::to_string(kMaxDepth), span);
      return {};
    }
    if (leaves > kMaxTupleLeaves) {
      fail(Error::Kind::run, "a tuple of more than " + std::to_string(kMaxTupleLeaves) + " values", span);
      return {};
    }
    if (pool_.size() + fields.size() > kMaxItems) {
      unsupported("tuples of more than " + std::to_string(kMaxItems) + " fields in all", span);
      return {};
    }
    Bound b{Bound::tuple, depth, static_cast<uint32_t>(pool_.size()), static_cast<uint32_t>(fields.size()),
            static_cast<uint32_t>(leaves)};
    pool_.insert(pool_.end(), fields.begin(), fields.end());
    return b;
  }

  Bound numbers_of(Bound::Kind kind, std::span<const int64_t> values) {
    if (numbers_.size() + values.size() > kMaxItems) return {Bound::other};
    Bound b{kind, 0, static_cast<uint32_t>(numbers_.size()), static_cast<uint32_t>(values.size()), 1};
    numbers_.insert(numbers_.end(), values.begin(), values.end());
    return b;
  }

  Bound bound_number(Number n) {
    return n.index() == 0 ? numbers_of(Bound::integer, {{std::get<0>(n)}})
                          : numbers_of(Bound::real, {{std::bit_cast<int64_t>(std::get<1>(n))}});
  }

  // A shape or a prim value whose numbers are known from its struct info.
  Bound known_number(Activation& frame, StructInfo info) {
    const InfoNode& node = context_.infos[info];
    std::vector<int64_t> values;
    if (node.kind == InfoKind::prim && node.value() && node.dtype.is_integral()) {
      if (std::optional<int64_t> v = frame.symbols.value(node.value())) return numbers_of(Bound::integer, {{*v}});
    }
    if (node.kind == InfoKind::prim && node.value() && context_.prims[node.value()].kind == PrimKind::float_imm)
      return bound_number(context_.prims[node.value()].real);
    if (node.kind != InfoKind::shape || !node.has_dims) return {Bound::other};
    for (Prim d : context_.infos.dims(info)) {
      std::optional<int64_t> v = frame.symbols.value(d);
      if (!v) return {Bound::other};
      values.push_back(*v);
    }
    return numbers_of(Bound::shape, values);
  }

  // Tuples are at most kMaxDepth deep.
  void flatten(Bound b, Span span) {
    if (b.kind == Bound::tuple) {
      for (uint32_t i = 0; i < b.size; ++i) flatten(pool_[b.id + i], span);
    } else if (b.kind == Bound::tensor) {
      add_result(item_of(b), ResultLeaf::Kind::tensor);
    } else if (b.kind == Bound::shape) {
      add_result(constant_shape(b, span), ResultLeaf::Kind::shape);
    } else if (is_number(b)) {
      add_result(result_of_number(b, span), ResultLeaf::Kind::number);
    } else {
      unsupported("a result with a value that is no tensor, number or shape", span);
    }
  }

  void add_result(ItemId item, ResultLeaf::Kind kind) {
    graph_.results.push_back(item);
    graph_.kinds.push_back(kind);
  }

  // What a tensor is now.
  ItemId item_of(Bound b) const {
    auto at = changed_.find(b.id);
    return at == changed_.end() ? ItemId(b.id) : at->second;
  }

  // How the tensors nest, whatever the function declares.
  StructInfo structure(Bound b) {
    if (b.kind != Bound::tuple) return context_.infos.object();
    std::vector<StructInfo> fields;
    for (uint32_t i = 0; i < b.size; ++i) fields.push_back(structure(pool_[b.id + i]));
    return context_.infos.tuple(fields);
  }

  Bound run_body(Activation& frame) {
    const Function& fn = frame.fn;
    const Lambda& lambda = fn[frame.lambda];
    const Value value = fn[lambda.body].result;
    Bound result = run_region(frame, lambda.body);
    // What is declared is the struct info of the body's value, or a claim.
    if (lambda.ret && lambda.ret != fn.info(value)) {
      Span span = fn[value].span ? fn[value].span : frame.called;
      check(
          frame, lambda.ret, result, [&] { return of_result(context_, lambda.name); }, span, lambda.span);
    }
    return result;
  }

  // With the branches that are chosen, without recursion.
  Bound run_region(Activation& frame, RegionId id) {
    struct Cursor {
      RegionId region;
      Value to;  // the `if`
      size_t block = 0, binding = 0;
    };
    std::vector<Cursor> open{{id, {}}};
    while (true) {
      Cursor& at = open.back();
      const Region& region = frame.fn[at.region];
      if (at.block == region.blocks.size()) {
        const Value to = at.to;
        Bound result = get(frame, region.result);
        open.pop_back();
        if (open.empty() || error_) return result;
        frame.set(to, result);
        continue;
      }
      const std::vector<Value>& bindings = region.blocks[at.block].bindings;
      if (at.binding == bindings.size()) {
        ++at.block;
        at.binding = 0;
        continue;
      }
      const Value v = bindings[at.binding++];
      if (frame.fn[v].kind == NodeKind::cond) open.push_back({branch(frame, v), v});
      else frame.set(v, bind(frame, v));
      if (error_) return {};
    }
  }

  RegionId branch(Activation& frame, Value v) {
    const std::optional<bool> chosen = known_condition(get(frame, frame.fn.args(v)[0]));
    if (!chosen) unsupported("an if whose condition is not known before the run", frame.fn[v].span);
    return chosen.value_or(false) ? frame.fn.then_region(v) : frame.fn.else_region(v);
  }

  std::optional<bool> known_condition(Bound b) const {
    if (b.kind == Bound::integer) return numbers_[b.id] != 0;
    if (b.kind != Bound::tensor) return std::nullopt;
    const GraphItem& item = graph_[item_of(b)];
    const bool is_known =
        item.op == Op::none && item.storage == Storage::constant && item.dtype == kBool && item.shape.empty();
    return is_known ? std::optional(context_[ConstantId(item.source)].data[0] != std::byte{0}) : std::nullopt;
  }

  // Fails if the value is none of what is declared, at `place`.
  template <class What>
  void check(Activation& frame, StructInfo declared, Bound value, What&& what, Span span, Span place = {},
             bool is_partial = false) {
    if (error_ || !declared) return;
    if ((inlined_ += value.leaves - 1) > kMaxInlined) return too_much(span);
    std::string wrong =
        value_mismatch(context_, declared, View{*this, value}, SymbolScope{context_, frame.symbols, is_partial});
    if (!wrong.empty()) fail(Error::Kind::run, what() + wrong, span, place);
  }
  void too_much(Span span) {
    unsupported("calls that inline more than " + std::to_string(kMaxInlined) + " bindings", span);
  }

  // The value of a leaf, of an earlier binding, or of one around the local function.
  Bound get(Activation& frame, Value v) {
    Bound known = frame.find(v);
    if (known.kind != Bound::none) return known;
    const Node& node = frame.fn[v];
    const bool is_variable =
        node.kind == NodeKind::param || node.name || !(is_leaf(node.kind) || node.kind == NodeKind::tuple);
    for (const Activation* at = frame.outer.get(); at && is_variable && known.kind == Bound::none; at = at->outer.get())
      known = at->find(v);
    if (known.kind != Bound::none) {
      // Its struct info is read with the symbols of this call.
      check(
          frame, node.info, known, [&] { return of_captured(context_, node.name, frame.fn[frame.lambda].name); },
          frame.called, {}, true);
    } else if (is_leaf(node.kind) || node.kind == NodeKind::tuple) {
      known = leaf(frame, v);
    }
    if (!error_) frame.set(v, known);
    return known;
  }

  Bound leaf(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    switch (node.kind) {
      case NodeKind::tuple: {
        std::vector<Bound> fields;
        for (Value a : frame.fn.args(v)) fields.push_back(get(frame, a));
        return tuple_of(fields, node.span);
      }
      case NodeKind::constant: return constant_item(node.constant(), node.span);
      case NodeKind::shape: return known_number(frame, node.shape());
      case NodeKind::prim_value: return known_number(frame, node.info);
      case NodeKind::global: {
        const GlobalFunction& global = module_[node.global()];
        if (global.kernel()) return {Bound::kernel, 0, node.global().index};
        return global.relax() ? closure({global.relax(), LambdaId(0), nullptr}) : Bound{Bound::other};
      }
      default: return {Bound::other};
    }
  }

  Bound closure(Closure made) {
    closures_.push_back(std::move(made));
    return {Bound::function, 0, static_cast<uint32_t>(closures_.size() - 1)};
  }

  Bound bind(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    switch (node.kind) {
      case NodeKind::alias: return get(frame, args[0]);
      case NodeKind::get_item: {
        Bound t = get(frame, args[0]);
        if (t.kind == Bound::tuple && node.index() < t.size) return pool_[t.id + node.index()];
        unsupported("a field of something that is no tuple here", node.span);
        return {};
      }
      case NodeKind::match_cast: return match_cast(frame, v);
      case NodeKind::call_op:
        if (node.op == Op::vm_call_tir_dyn) return call_dynamic(frame, v);
        return noted(node.op, calls_kernel(node.op) ? call_kernel(frame, v) : call_op(frame, v));
      case NodeKind::call: return call(frame, v);
      case NodeKind::lambda: return closure({&frame.fn, node.lambda(), frame.shared_from_this()});
      default: return leaf(frame, v);
    }
  }

  Bound noted(Op op, Bound result) {
    if (context_.coverage && !error_) context_.coverage->note(op, Coverage::compiled);
    return result;
  }

  Bound match_cast(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    Value from = frame.fn.args(v)[0];
    // The value may be a call without a variable.
    const Node& value = frame.fn[from];
    const bool is_inline_call = !value.name && (value.kind == NodeKind::call || value.kind == NodeKind::call_op) &&
                                frame.find(from).kind == Bound::none;
    Bound b = is_inline_call ? bind(frame, from) : get(frame, from);
    StructInfo info = node.cast_to();
    if (error_) return {};
    bind_value_symbols(context_, info, View{*this, b}, SymbolScope{context_, frame.symbols});
    check(
        frame, info, b, [] { return std::string(kOfMatchCast); }, node.span);
    return b;
  }

  Bound call(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    Bound callee = get(frame, args[0]);
    if (callee.kind == Bound::kernel) {
      std::vector<Bound> values;
      for (Value a : args.subspan(1)) values.push_back(get(frame, a));
      const Bound result = run_kernel(GlobalId(callee.id), values, node.span);
      check(
          frame, node.info, result, [&] { return of_result(context_, Name()); }, node.span, {}, true);
      return error_ ? Bound{} : result;
    }
    if (callee.kind != Bound::function) {
      unsupported("a call of something that is no Relax function of the module", node.span);
      return {};
    }
    const Closure target = closures_[callee.id];
    const Lambda& lambda = (*target.fn)[target.lambda];
    if (frame.depth >= kMaxCallDepth) {
      unsupported("calls nested more than " + std::to_string(kMaxCallDepth) + " deep" +
                      (target.fn == &frame.fn && target.lambda == frame.lambda ? " (recursion)" : ""),
                  node.span);
      return {};
    }
    inlined_ += target.lambda.index != 0 ? bindings_in(*target.fn, lambda.body) : target.fn->size() + 1;
    if (inlined_ > kMaxInlined) {
      too_much(node.span);
      return {};
    }
    uint32_t outer_unit = unit_;
    enter_unit(lambda);
    Bound result = pass_and_run(frame, v, target, lambda);
    unit_ = outer_unit;
    if (error_) return {};
    check(
        frame, node.info, result, [&] { return of_result(context_, lambda.name); }, node.span, {}, true);
    return result;
  }

  void enter_unit(const Lambda& lambda) {
    if (unit_ != 0 || !lambda.attrs) return;
    std::optional<Attr> composite = context_.find(lambda.attrs, "Composite");
    if (!composite || context_.attrs[*composite].kind != AttrKind::string) return;
    unit_ = static_cast<uint32_t>(graph_.units.size());
    graph_.units.push_back(Name(context_.attrs[*composite].id));
  }

  Bound pass_and_run(Activation& frame, Value v, const Closure& target, const Lambda& lambda) {
    const Span span = frame.fn[v].span;
    std::span<const Value> args = frame.fn.args(v).subspan(1);
    if (lambda.params.size() != args.size()) {
      fail(Error::Kind::run,
           function_name(context_, lambda.name) + " takes " + std::to_string(lambda.params.size()) + " arguments, " +
               std::to_string(args.size()) + " are given",
           span);
      return {};
    }
    auto inner = std::make_shared<Activation>(*target.fn, target.lambda, target.outer, frame.depth + 1, span);
    for (size_t i = 0; i < args.size(); ++i) {
      Bound value = get(frame, args[i]);
      if (error_) return {};
      inner->set(lambda.params[i], value);
      bind_value_symbols(context_, inner->fn.info(lambda.params[i]), View{*this, value},
                         SymbolScope{context_, inner->symbols});
    }
    for (Value p : lambda.params) {
      const Node& param = inner->fn[p];
      check(
          *inner, param.info, inner->find(p), [&] { return of_argument(context_, param.name, lambda.name); }, span,
          param.span);
    }
    return error_ ? Bound{} : run_body(*inner);
  }

  // ---- kernels ----

  // What a kernel is given: the operands, fresh outputs, and numbers.
  struct Given {
    std::vector<tir::Argument> arguments;
    std::vector<ItemId> inputs;
    std::vector<KernelCall::Buffer> buffers;  // one for each tensor among the arguments
    std::vector<size_t> buffer_of;            // per argument
  };

  void give(Given& given, Bound value, Span span) {
    given.buffer_of.push_back(given.buffers.size());
    if (value.kind == Bound::tensor) {
      const GraphItem& item = graph_[ItemId(value.id)];
      given.arguments.push_back(tir::TensorArgument{item.dtype, item.shape, {}});
      given.buffers.push_back({static_cast<uint32_t>(given.inputs.size()), std::nullopt});
      given.inputs.push_back(item_of(value));
    } else if (value.kind == Bound::integer || value.kind == Bound::real) {
      given.arguments.push_back(known_value(value));
    } else {
      unsupported("an argument of a kernel that is neither a tensor nor a number known before the run", span);
    }
  }

  // The kernel as a function, which changes the tensors that it is given.
  Bound run_kernel(GlobalId id, std::span<const Bound> values, Span span) {
    Given given;
    std::vector<uint32_t> tensors;  // per input
    bool overlap = false;
    for (const Bound& value : values) {
      if (error_) return {};
      auto at = value.kind == Bound::tensor ? std::ranges::find(tensors, value.id) : tensors.end();
      give(given, value, span);
      if (value.kind != Bound::tensor) continue;
      if (at == tensors.end()) {
        tensors.push_back(value.id);
        continue;
      }
      overlap = true;
      given.inputs.pop_back();
      given.buffers.back().input = static_cast<uint32_t>(at - tensors.begin());
    }
    if (error_) return {};
    const tir::Kernel& kernel = *module_[id].kernel();
    const std::vector<bool> written = tir::written_parameters(kernel);
    // What changes nothing is run for what it may refuse.
    const bool gives_value = kernel.has_result || std::ranges::find(written, true) == written.end();
    const Asked asked{gives_value, kernel.has_result, overlap};
    Result<std::shared_ptr<const KernelForm>> form = forms_.form(id, given.arguments, asked);
    if (!form) {
      fail(form.error().kind, form.error().text, span, module_[id].span);
      return {};
    }
    auto call = std::make_shared<KernelCall>();
    call->form = *form;
    std::vector<std::optional<uint32_t>> output_of(tensors.size());
    for (size_t b = 0; b < given.buffers.size(); ++b) {
      std::optional<uint32_t>& output = output_of[*given.buffers[b].input];
      if ((*form)->is_written[b] && !output) output = call->outputs++;
    }
    for (KernelCall::Buffer& b : given.buffers) b.output = output_of[*b.input];
    if (gives_value) given.buffers.push_back({std::nullopt, call->outputs++});
    call->buffers = std::move(given.buffers);
    return add_changes(call, given.inputs, tensors, output_of, span);
  }

  // The items of the call: what the tensors are after it, and its own value.
  Bound add_changes(const std::shared_ptr<const KernelCall>& call, const std::vector<ItemId>& inputs,
                    std::span<const uint32_t> tensors, std::span<const std::optional<uint32_t>> output_of, Span span) {
    Bound last;
    auto add_output = [&](DType dtype, Dims shape, uint32_t number) {
      GraphItem item;
      item.call = call;
      item.dtype = dtype;
      item.shape = std::move(shape);
      item.inputs = inputs;
      item.source = number;
      item.span = span;
      last = add(std::move(item));
      return ItemId(last.id);
    };
    for (size_t i = 0; i < tensors.size(); ++i) {
      const GraphItem& before = graph_[inputs[i]];
      if (output_of[i]) changed_[tensors[i]] = add_output(before.dtype, Dims(before.shape), *output_of[i]);
    }
    const bool gives_value = !call->buffers.empty() && !call->buffers.back().input;
    if (gives_value) add_output(call->form->buffers.back().dtype, {2}, call->outputs - 1);
    if (last.kind == Bound::tensor) graph_.effects.push_back(ItemId(last.id));
    const bool has_result = gives_value && call->form->has_result;
    return has_result ? Bound{Bound::number, 0, last.id} : tuple_of({}, span);
  }

  // R.vm.call_tir_dyn: a shape at the end are numbers.
  Bound call_dynamic(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    const Bound callee = get(frame, args[0]), operands = get(frame, args[1]);
    if (!error_ && callee.kind != Bound::kernel)
      unsupported("R.vm.call_tir_dyn of what is no kernel of the module", node.span);
    if (error_) return {};
    std::vector<Bound> values{operands};
    if (operands.kind == Bound::tuple)
      values.assign(pool_.begin() + operands.id, pool_.begin() + operands.id + operands.size);
    if (!values.empty() && values.back().kind == Bound::shape) {
      const Bound shape = values.back();
      values.pop_back();
      for (uint32_t i = 0; i < shape.size; ++i) values.push_back({Bound::integer, 0, shape.id + i, 1});
    }
    return run_kernel(GlobalId(callee.id), values, node.span);
  }

  Bound call_kernel(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::span<const Value> args = frame.fn.args(v);
    const std::string name = "R." + std::string(info(node.op).name);
    const Bound callee = get(frame, args[0]), operands = get(frame, args[1]);
    const Bound numbers = args.size() > 2 ? get(frame, args[2]) : Bound{};
    if (!error_ && callee.kind != Bound::kernel) unsupported(name + " of what is no kernel of the module", node.span);
    if (error_) return {};
    Given given;
    if (operands.kind != Bound::tuple) give(given, operands, node.span);
    for (uint32_t i = 0; operands.kind == Bound::tuple && i < operands.size; ++i)
      give(given, pool_[operands.id + i], node.span);
    std::vector<GraphItem> outputs;
    const bool is_tuple = add_outputs(frame, v, given, outputs);
    if (!error_ && numbers.kind == Bound::other)
      unsupported("numbers of " + name + " that are not known before the run", node.span);
    for (uint32_t i = 0; numbers.kind == Bound::shape && i < numbers.size; ++i)
      given.arguments.push_back(Number(numbers_[numbers.id + i]));
    if (error_) return {};
    Result<std::shared_ptr<const KernelForm>> form = forms_.form(GlobalId(callee.id), given.arguments);
    if (!form) {
      fail(form.error().kind, form.error().text, node.span, module_[GlobalId(callee.id)].span);
      return {};
    }
    auto call = std::make_shared<KernelCall>();
    call->form = *form;
    call->buffers = std::move(given.buffers);
    call->outputs = static_cast<uint32_t>(outputs.size());
    std::vector<Bound> results;
    for (GraphItem& item : outputs) {
      item.call = call;
      item.inputs = given.inputs;
      results.push_back(add(std::move(item)));
    }
    return is_tuple ? tuple_of(results, node.span) : results[0];
  }

  // The outputs of a call become arguments, unless they are operands in place. Is the result a tuple?
  bool add_outputs(Activation& frame, Value v, Given& given, std::vector<GraphItem>& outputs) {
    const Node& node = frame.fn[v];
    const std::string name = "R." + std::string(info(node.op).name);
    std::vector<int64_t> in_place;
    if (node.op == Op::call_tir_inplace) in_place = CallAttrs(frame.fn, v).integers("inplace_indices");
    std::span<const Attr> list = node.sinfo_args() ? context_.attrs.items(node.sinfo_args()) : std::span<const Attr>();
    if (list.empty()) {
      fail(Error::Kind::run, name + " says no out_sinfo", node.span);
      return false;
    }
    const StructInfo out(context_.attrs[list[0]].id);
    const bool is_tuple = context_.infos[out].kind == InfoKind::tuple;
    std::vector<StructInfo> infos{out};
    if (is_tuple) infos.assign(context_.infos.fields(out).begin(), context_.infos.fields(out).end());
    const size_t operands = given.arguments.size();
    for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
      GraphItem item = tensor_item(frame, infos[i], node.span, "an output of " + name);
      item.source = i;
      if (i < in_place.size() && in_place[i] >= 0) {
        const auto index = static_cast<size_t>(in_place[i]);
        if (index >= operands || !std::holds_alternative<tir::TensorArgument>(given.arguments[index])) {
          fail(Error::Kind::run, name + ": an index in place is out of range", node.span);
          break;
        }
        const auto& operand = std::get<tir::TensorArgument>(given.arguments[index]);
        item.dtype = operand.dtype;
        item.shape = operand.shape;
        given.buffers[given.buffer_of[index]].output = i;
      } else {
        given.arguments.push_back(tir::TensorArgument{item.dtype, item.shape, {}});
        given.buffers.push_back({std::nullopt, i});
      }
      outputs.push_back(std::move(item));
    }
    return is_tuple;
  }

  static size_t bindings_in(const Function& fn, RegionId region) {
    size_t n = 1;
    for_each_binding(fn, region, [&](Value, const Block&) { ++n; });
    return n;
  }

  // The integer that a prim value operand is; of a tuple of them or a shape, all.
  std::vector<int64_t> numbers(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::vector<int64_t> out;
    std::vector<Bound> todo{get(frame, v)};
    while (!todo.empty() && !error_) {
      Bound b = todo.back();
      todo.pop_back();
      if (b.kind == Bound::tuple) {
        for (uint32_t i = b.size; i-- > 0;) todo.push_back(pool_[b.id + i]);
      } else if (b.kind == Bound::integer || b.kind == Bound::shape) {
        out.insert(out.end(), numbers_.begin() + b.id, numbers_.begin() + b.id + b.size);
      } else if (const InfoNode& si = context_.infos[node.info]; si.kind == InfoKind::prim && si.value()) {
        out.push_back(evaluate(frame, si.value(), node.span));
      } else {
        unsupported("an operand whose value is not known before the run", node.span);
      }
    }
    return out;
  }

  // The struct info of an operand's value, `declared` before the dims were known.
  StructInfo known(Activation& frame, Bound b, StructInfo declared, Span span) {
    InfoStore& infos = context_.infos;
    const InfoKind kind = infos[declared].kind;
    if (b.kind == Bound::tensor) {
      std::vector<Prim> dims;
      for (int64_t d : graph_[ItemId(b.id)].shape) dims.push_back(context_.prims.integer(d));
      return infos.tensor(dims, graph_[ItemId(b.id)].dtype);
    }
    if (b.kind == Bound::tuple) {
      std::vector<StructInfo> fields(b.size, infos.object());
      if (kind == InfoKind::tuple && infos.fields(declared).size() == b.size)
        fields.assign(infos.fields(declared).begin(), infos.fields(declared).end());
      for (uint32_t i = 0; i < b.size; ++i) fields[i] = known(frame, pool_[b.id + i], fields[i], span);
      return infos.tuple(fields);
    }
    if (b.kind == Bound::shape) {
      std::vector<Prim> dims;
      for (uint32_t i = 0; i < b.size; ++i) dims.push_back(context_.prims.integer(numbers_[b.id + i]));
      return infos.shape(dims);
    }
    if (b.kind == Bound::integer) {
      const DType dtype =
          kind == InfoKind::prim && !infos[declared].dtype.is_unknown() ? infos[declared].dtype : kInt64;
      return infos.prim_value(context_.prims.integer(numbers_[b.id], dtype), dtype);
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

  // What an operator gives for the operands at hand: its rule is what it assumes of them, and must not contradict what
  // was declared.
  StructInfo result_of(Activation& frame, Value v) {
    const Function& fn = frame.fn;
    const Node& node = fn[v];
    std::vector<StructInfo> operands;
    for (Value a : fn.args(v)) operands.push_back(known(frame, get(frame, a), fn.info(a), node.span));
    if (error_) return {};
    Result<StructInfo> result =
        infer_at_run(fn, &module_, {node.op, fn.args(v), node.attrs, Attr(), node.span}, operands);
    if (!result) {
      fail(result.error().kind, result.error().text, result.error().span);
      return {};
    }
    if (has_trait(node.op, EmptyBackwards)) bind_empty_dims(context_, node.info, SymbolScope{context_, frame.symbols});
    std::string wrong =
        value_mismatch(context_, node.info, InfoView(context_, *result), SymbolScope{context_, frame.symbols, true});
    if (!wrong.empty()) fail(Error::Kind::run, "R." + std::string(info(node.op).name) + ": " + wrong, node.span);
    return *result;
  }

  Bound call_op(Activation& frame, Value v) {
    const Function& fn = frame.fn;
    const Node& node = fn[v];
    if (!has_lowering(node.op)) {
      unsupported("R." + std::string(info(node.op).name), node.span);
      return {};
    }
    StructInfo result = result_of(frame, v);
    if (error_) return {};
    if (is_inference(node)) {
      if (const Bound normal = batch_norm(frame, v); normal.kind != Bound::none || error_) return normal;
    }
    if (!family(node.op)) return call_as_kernel(frame, v, result);
    const Family& f = *family(node.op);
    if (&f == &families::same) return get(frame, fn.args(v)[0]);
    if (&f == &families::known) return known_result(frame, v, result);
    if (&f == &families::split) return split(frame, v, result);
    if (context_.infos[result].kind == InfoKind::prim) return call_on_numbers(frame, v, context_.infos[result].dtype);
    GraphItem item = tensor_item(frame, result, node.span, "the result of R." + std::string(info(node.op).name));
    item.op = node.op;
    item.attrs = node.attrs;
    for (size_t n = 0; n < fn.args(v).size() && !error_; ++n) {
      const Value a = fn.args(v)[n];
      Bound b = get(frame, a);
      if (b.kind == Bound::tensor) item.inputs.push_back(item_of(b));
      else if (is_number_for_elements(node.op, n) && b.kind != Bound::tuple) item.inputs.push_back(scalar(frame, a, b));
      for (uint32_t i = 0; b.kind == Bound::tuple && i < b.size; ++i) {
        if (pool_[b.id + i].kind == Bound::tensor) item.inputs.push_back(item_of(pool_[b.id + i]));
      }
    }
    if (f.needs_elements && item.elements() > 0 && graph_[item.inputs[0]].elements() == 0) {
      fail(Error::Kind::run, "R." + std::string(info(node.op).name) + ": no element to choose from", node.span);
    }
    if (f.fits && !error_ && !f.fits(context_, graph_, item))
      unsupported("R." + std::string(info(node.op).name) + " of operands that do not fit", node.span);
    add_numbers(frame, v, item);
    if (!error_) describe_view(frame, v, item);
    return error_ ? Bound{} : add(std::move(item));
  }

  bool is_inference(const Node& node) const {
    return node.op == Op::nn_batch_norm && !CallAttrs(context_, node.op, node.attrs).boolean("training");
  }

  // With the statistics given it is (data - mean) * (gamma / sqrt(variance + epsilon)) + beta for each channel: a chain
  // that fuses with what is around it. None if it is no batch norm of floats, which its kernel then says.
  Bound batch_norm(Activation& frame, Value v) {
    const Node& node = frame.fn[v];
    std::vector<ItemId> in;
    for (Value a : frame.fn.args(v)) {
      const Bound b = get(frame, a);
      if (b.kind != Bound::tensor) return {};
      in.push_back(item_of(b));
    }
    const CallAttrs attrs(context_, node.op, node.attrs);
    const Dims shape = graph_[in[0]].shape;
    const DType dtype = graph_[in[0]].dtype;
    const size_t axis = axis_of(attrs, shape.size());
    if (axis >= shape.size() || (dtype != kFloat32 && dtype != kFloat64)) return {};
    const Dims channels{shape[axis]};
    for (size_t n = 1; n < in.size(); ++n)
      if (graph_[in[n]].shape != channels || graph_[in[n]].dtype != dtype) return {};
    const auto apply = [&](Op op, Dims to, std::vector<ItemId> inputs) {
      GraphItem item;
      item.op = op;
      item.dtype = dtype;
      item.shape = std::move(to);
      item.inputs = std::move(inputs);
      item.span = node.span;
      if (op == Op::reshape) item.view = ViewForm::reshape;
      return ItemId(add(std::move(item)).id);
    };
    Dims beside(shape.size() - axis, 1);
    beside[0] = shape[axis];
    const auto per_channel = [&](ItemId i) { return apply(Op::reshape, beside, {i}); };
    const ItemId epsilon = constant_number(attrs.real("epsilon"), dtype, {}, node.span);
    ItemId factor = apply(Op::rsqrt, channels, {apply(Op::add, channels, {in[4], epsilon})});
    if (attrs.boolean("scale")) factor = apply(Op::multiply, channels, {factor, in[1]});
    ItemId out = apply(Op::subtract, shape, {in[0], per_channel(in[3])});
    out = apply(Op::multiply, shape, {out, per_channel(factor)});
    if (attrs.boolean("center")) out = apply(Op::add, shape, {out, per_channel(in[2])});
    const auto tensor = [](ItemId i) { return Bound{Bound::tensor, 0, i.index}; };
    return error_ ? Bound{} : tuple_of(std::array{tensor(out), tensor(in[3]), tensor(in[4])}, node.span);
  }

  // What the struct info of the operands tells.
  Bound known_result(Activation& frame, Value v, StructInfo result) {
    const Node& node = frame.fn[v];
    const Bound of = get(frame, frame.fn.args(v)[0]);
    Bound known{Bound::other};
    if (!context_.infos.is_tensor(result)) {
      known = known_number(frame, result);
    } else if (of.kind == Bound::tensor) {
      const Number elements(graph_[ItemId(of.id)].elements());
      return {Bound::tensor, 0, constant_number(elements, kInt64, {}, node.span).index};
    } else if (of.kind == Bound::shape) {
      return {Bound::tensor, 0, constant_shape(of, node.span).index};
    }
    if (known.kind == Bound::other)
      unsupported("R." + std::string(info(node.op).name) + " of what is not known before the run", node.span);
    return known;
  }

  // An operator without a family is the kernel that `lower` makes of it.
  Bound call_as_kernel(Activation& frame, Value v, StructInfo result) {
    const Node& node = frame.fn[v];
    const std::string name(info(node.op).name);
    std::vector<OperatorKernel::Operand> operands;
    std::vector<Bound> values;
    const auto add_operand = [&](Value a, Bound b) {
      const Prim real = b.kind == Bound::real ? number(frame, a, b) : Prim();
      const StructInfo known = real ? context_.infos.prim_value(real, context_.prims[real].dtype)
                                    : this->known(frame, b, frame.fn.info(a), node.span);
      if (b.kind == Bound::none || b.kind == Bound::other)
        return unsupported("an operand of R." + name + " whose value is not known before the run", node.span);
      operands.push_back({known, {}});
      if (frame.fn[a].kind == NodeKind::constant) operands.back().constant = frame.fn[a].constant();
      values.push_back(b);
    };
    for (Value a : frame.fn.args(v)) {
      const Bound b = get(frame, a);
      const bool is_flat = b.kind == Bound::tuple && is_list_of_tensors(b);
      if (!is_flat) add_operand(a, b);
      for (uint32_t i = 0; is_flat && i < b.size; ++i) add_operand(a, pool_[b.id + i]);
      if (error_) return {};
    }
    Result<OperatorKernel> made = operator_kernel(module_.shared_context(), node.op, node.attrs, operands, result);
    if (!made) return fail(made.error().kind, made.error().text, node.span), Bound{};
    Given given;
    for (size_t i = 0; i < made->args.size(); ++i) {
      const Bound value = values[made->args[i]];
      give(given, value.kind == Bound::tensor && made->is_widened[i] ? in_float32(value, node.span) : value, node.span);
    }
    return add_results(frame, *made, given, result, node);
  }

  bool is_list_of_tensors(Bound b) const {
    return std::all_of(pool_.begin() + b.id, pool_.begin() + b.id + b.size,
                       [](const Bound& f) { return f.kind == Bound::tensor; });
  }

  Bound in_float32(Bound b, Span span) { return converted(item_of(b), kFloat32, span); }
  Bound converted(ItemId from, DType to, Span span) {
    GraphItem item;
    item.op = Op::astype;
    item.dtype = to;
    item.shape = graph_[from].shape;
    item.inputs = {from};
    item.span = span;
    return add(std::move(item));
  }

  // The outputs of the kernel, of the dtypes that the operator gives.
  Bound add_results(Activation& frame, const OperatorKernel& made, Given& given, StructInfo result, const Node& node) {
    const bool is_tuple = context_.infos[result].kind == InfoKind::tuple;
    std::vector<StructInfo> infos{result};
    if (is_tuple) infos.assign(context_.infos.fields(result).begin(), context_.infos.fields(result).end());
    const std::string what = "the result of R." + std::string(info(node.op).name);
    std::vector<GraphItem> outputs;
    std::vector<DType> dtypes;
    for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
      outputs.push_back(tensor_item(frame, infos[i], node.span, what));
      dtypes.push_back(outputs[i].dtype);
      if (error_) return {};
      outputs[i].source = i;
      outputs[i].dtype = made.results[i];
      given.arguments.push_back(tir::TensorArgument{outputs[i].dtype, outputs[i].shape, {}});
      given.buffers.push_back({std::nullopt, i});
    }
    if (error_) return {};
    Result<std::shared_ptr<const KernelForm>> form = forms_.form(made.kernel, made.name, node.span, given.arguments);
    if (!form) return fail(Error::Kind::unsupported, form.error().text, node.span), Bound{};
    auto call = std::make_shared<KernelCall>();
    call->form = *form;
    call->buffers = std::move(given.buffers);
    call->outputs = static_cast<uint32_t>(outputs.size());
    call->op = node.op;
    for (const auto& [operand, range] : made.indices) {
      const auto at = std::ranges::find(made.args, operand) - made.args.begin();
      call->indices.emplace_back(*call->buffers[given.buffer_of[static_cast<size_t>(at)]].input, range);
    }
    std::vector<Bound> results;
    for (size_t i = 0; i < outputs.size(); ++i) {
      outputs[i].call = call;
      outputs[i].inputs = given.inputs;
      const Bound b = add(std::move(outputs[i]));
      if (error_) return {};
      results.push_back(made.results[i] == dtypes[i] ? b : converted(ItemId(b.id), dtypes[i], node.span));
    }
    return is_tuple ? tuple_of(results, node.span) : results[0];
  }

  // May it be a number, which is taken for a tensor of its dtype?
  static bool is_number_for_elements(Op op, size_t operand) {
    const OpInfo& row = info(op);
    if (!row.has(Pointwise) || operand >= row.operands.size()) return false;
    const Param& param = row.params[row.operands[operand]];
    return param.kind == ParamKind::tensor && !param.may_be_number;
  }

  ItemId scalar(Activation& frame, Value v, Bound b) {
    const InfoNode& declared = context_.infos[frame.fn.info(v)];
    const bool is_known = declared.kind == InfoKind::prim && !declared.dtype.is_unknown();
    const Span span = frame.fn[v].span;
    if (b.kind == Bound::number) return element_of_number(b, is_known ? declared.dtype : DType(), span);
    const Prim e = number(frame, v, b);
    if (error_) return {};
    const PrimNode& n = context_.prims[e];
    const Number value = n.kind == PrimKind::float_imm ? Number(n.real) : Number(n.value);
    return constant_number(value, is_known ? declared.dtype : n.dtype.is_any_float() ? kFloat32 : kInt64, {}, span);
  }

  Bound constant_item(ConstantId id, Span span) {
    const Constant& constant = context_[id];
    GraphItem item;
    item.dtype = constant.dtype;
    item.shape = constant.shape;
    item.span = span;
    item.storage = Storage::constant;
    item.source = id.index;
    return add(std::move(item));
  }

  ItemId constant_shape(Bound b, Span span) {
    const auto dims = std::as_bytes(std::span(numbers_).subspan(b.id, b.size));
    Constant constant{kInt64, {static_cast<int64_t>(b.size)}, {dims.begin(), dims.end()}};
    return ItemId(constant_item(context_.constant(std::move(constant)), span).id);
  }

  ItemId constant_number(Number value, DType dtype, Dims shape, Span span) {
    Constant constant{dtype, std::move(shape), {}};
    for_element(dtype, [&]<class T>(Tag<T>) {
      const T element = std::visit([](auto v) { return T(v); }, value);
      constant.data.resize(sizeof element);
      std::memcpy(constant.data.data(), &element, sizeof element);
    });
    return ItemId(constant_item(context_.constant(std::move(constant)), span).id);
  }

  // ---- numbers that the run finds: items of one element, or what a kernel returned (see Code::gives_value) ----

  static bool is_number(Bound b) {
    return b.kind == Bound::integer || b.kind == Bound::real || b.kind == Bound::number;
  }
  Number known_value(Bound b) const {
    const int64_t bits = numbers_[b.id];
    return b.kind == Bound::real ? Number(std::bit_cast<double>(bits)) : Number(bits);
  }

  // As one element of that dtype; of its own, if that is unknown.
  ItemId element_of_number(Bound b, DType dtype, Span span) {
    ItemId from(b.id);
    if (graph_[from].shape[0] == 2) from = derived(from, Op::strided_slice, graph_[from].dtype, span);
    const bool is_same = dtype.is_unknown() || dtype == graph_[from].dtype;
    return is_same ? from : derived(from, Op::astype, dtype, span);
  }
  // The last element of a vector, converted.
  ItemId derived(ItemId from, Op op, DType dtype, Span span) {
    GraphItem item;
    item.op = op;
    item.dtype = dtype;
    item.shape = {1};
    item.inputs = {from};
    item.span = span;
    if (op == Op::strided_slice) item.view = ViewForm::slice;
    if (op == Op::strided_slice) item.numbers = {graph_[from].shape[0] - 1, 1};
    return ItemId(add(std::move(item)).id);
  }

  ItemId result_of_number(Bound b, Span span) {
    if (b.kind != Bound::number)
      return constant_number(known_value(b), b.kind == Bound::real ? kFloat64 : kInt64, {1}, span);
    const GraphItem& item = graph_[ItemId(b.id)];
    if (item.shape[0] == 2) return ItemId(b.id);
    return element_of_number(b, item.dtype.is_any_float() ? kFloat64 : kInt64, span);
  }

  // An operator whose operands are all numbers gives one.
  Bound call_on_numbers(Activation& frame, Value v, DType dtype) {
    const Node& node = frame.fn[v];
    GraphItem item;
    item.op = node.op;
    item.attrs = node.attrs;
    item.dtype = dtype;
    item.shape = {1};
    item.span = node.span;
    bool is_known = true;
    for (Value a : frame.fn.args(v)) {
      const Bound b = get(frame, a);
      is_known = is_known && (b.kind == Bound::integer || b.kind == Bound::real);
      item.inputs.push_back(scalar(frame, a, b));
      if (error_) return {};
    }
    if (std::optional<Number> value = is_known ? folded(context_, graph_, item) : std::nullopt)
      return bound_number(*value);
    const Bound made = add(std::move(item));
    return error_ ? Bound{} : Bound{Bound::number, 0, made.id};
  }

  // Operands that are prim values.
  void add_numbers(Activation& frame, Value v, GraphItem& item) {
    const OpInfo& row = info(item.op);
    std::span<const Value> args = frame.fn.args(v);
    for (size_t i = 0; i < args.size() && i < row.operands.size() && !error_; ++i) {
      const Param& param = row.params[row.operands[i]];
      Bound b = get(frame, args[i]);
      if (param.kind != ParamKind::prim && (!param.may_be_number || b.kind == Bound::tensor)) continue;
      item.prims.push_back(number(frame, args[i], b));
      if (param.domain == Domain::index && !error_) check_index(item);
    }
  }

  Prim number(Activation& frame, Value v, Bound b) {
    const Node& node = frame.fn[v];
    if (b.kind == Bound::integer) return context_.prims.integer(numbers_[b.id]);
    if (b.kind == Bound::real) {
      const DType dtype = context_.infos[node.info].dtype;
      return context_.prims.real(std::bit_cast<double>(numbers_[b.id]), dtype.is_any_float() ? dtype : kFloat64);
    }
    Prim e = node.kind == NodeKind::prim_value ? node.prim() : context_.infos[node.info].value();
    const bool is_real = e && context_.prims[e].dtype.is_any_float();
    if (!e) unsupported("an operand whose value is not known before the run", node.span);
    return error_ || is_real ? e : context_.prims.integer(evaluate(frame, e, node.span));
  }

  void check_index(const GraphItem& item) {
    const Dims& shape = graph_[item.inputs[0]].shape;
    const auto indexed = family(item.op)->indexed_axis;
    std::optional<size_t> axis = indexed ? indexed(context_, item, shape.size()) : std::nullopt;
    const int64_t index = context_.prims.constant(item.prims.back()).value_or(0);
    if (axis && (index < 0 || index >= shape[*axis])) {
      fail(Error::Kind::run,
           "R." + std::string(info(item.op).name) + ": index " + std::to_string(index) + " is outside an axis of " +
               std::to_string(shape[*axis]),
           item.span);
    }
  }

  void describe_view(Activation& frame, Value v, GraphItem& item) {
    const Dims& in = item.inputs.empty() ? item.shape : graph_[item.inputs[0]].shape;
    int64_t rank = static_cast<int64_t>(in.size());
    item.view = family(item.op)->view;
    switch (item.view) {
      case ViewForm::none:  // a conversion that changes nothing
        if (converts(item.op) && item.dtype == graph_[item.inputs[0]].dtype) item.view = ViewForm::reshape;
        break;
      case ViewForm::permute: {
        CallAttrs attrs(context_, item.op, item.attrs);
        if (!attrs.is_none("axes")) item.numbers = attrs.integers("axes");
        else
          for (int64_t i = rank; i-- > 0;) item.numbers.push_back(i);
        for (int64_t& a : item.numbers) a += a < 0 ? rank : 0;
        break;
      }
      case ViewForm::slice: strided_slice(frame, v, item); break;
      default: break;
    }
  }

  void strided_slice(Activation& frame, Value v, GraphItem& item) {
    std::span<const Value> args = frame.fn.args(v);
    const Dims& in = graph_[item.inputs[0]].shape;
    std::vector<int64_t> axes = numbers(frame, args[1]), begin = numbers(frame, args[2]);
    std::vector<int64_t> step(axes.size(), 1);
    if (args.size() > 4) step = numbers(frame, args[4]);
    if (error_) return;
    item.numbers.assign(in.size(), 0);
    item.numbers.resize(2 * in.size(), 1);
    for (size_t i = 0; i < axes.size() && i < begin.size() && i < step.size(); ++i) {
      const size_t axis = from_front(axes[i], in.size());
      int64_t extent = in[axis], b = begin[i] < 0 ? begin[i] + extent : begin[i];
      b = step[i] < 0 ? std::clamp<int64_t>(b, -1, extent - 1) : std::clamp<int64_t>(b, 0, extent);
      item.numbers[axis] = b;
      item.numbers[in.size() + axis] = step[i];
      int64_t last = b + (item.shape[axis] - 1) * step[i];
      if (item.shape[axis] > 0 && (b < 0 || b >= extent || last < 0 || last >= extent)) {
        fail(Error::Kind::run,
             "strided_slice reads beyond axis " + std::to_string(axis) + " of extent " + std::to_string(extent),
             item.span);
      }
    }
  }

  Bound split(Activation& frame, Value v, StructInfo result) {
    const Node& node = frame.fn[v];
    Bound x = get(frame, frame.fn.args(v)[0]);
    if (x.kind != Bound::tensor) return {};
    const ItemId input = item_of(x);
    const Dims in = graph_[input].shape;
    CallAttrs attrs(context_, node.op, node.attrs);
    const size_t axis = axis_of(attrs, in.size());
    std::vector<Bound> parts;
    const int64_t extent = in[axis];
    const bool is_list = context_.attrs[attrs.attr("indices_or_sections")].kind == AttrKind::list;
    const std::vector<int64_t> given = attrs.integers("indices_or_sections");
    int64_t begin = 0;
    size_t count = context_.infos.fields(result).size();
    for (size_t i = 0; i < count; ++i) {
      GraphItem part = tensor_item(frame, context_.infos.fields(result)[i], node.span, "a part of R.split");
      if (error_) return {};
      part.op = node.op;
      part.view = ViewForm::slice;
      part.inputs = {input};
      part.numbers.assign(in.size(), 0);
      part.numbers.resize(2 * in.size(), 1);
      part.numbers[axis] = begin;
      if (begin + part.shape[axis] > extent) fail(Error::Kind::run, "R.split reads beyond its axis", node.span);
      if (!is_list) begin += part.shape[axis];
      else if (i < given.size()) begin = std::clamp<int64_t>(given[i], 0, extent);
      parts.push_back(add(std::move(part)));
    }
    return tuple_of(parts, node.span);
  }

  const Module& module_;
  Context& context_;
  std::span<const Binding> dims_;
  std::span<const Known> arguments_;
  Graph graph_;
  std::vector<Bound> pool_;
  std::vector<int64_t> numbers_;
  std::vector<Closure> closures_;
  std::unordered_map<uint32_t, ItemId> changed_;  // what tensors have become
  KernelForms forms_;
  size_t inlined_ = 0;
  uint32_t unit_ = 0;  // where the walk is
  std::optional<Error> error_;
};

}  // namespace

Result<Graph> make_graph(const Module& module, GlobalId entry, std::span<const Binding> dims,
                         std::span<const Known> arguments) {
  return GraphMaker(module, dims, arguments).run(entry);
}

}  // namespace hammock::loop
