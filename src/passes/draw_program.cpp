// SPDX-License-Identifier: Apache-2.0
// A random program that a pattern matches: the pattern turned into calls.
#include "draw_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "hammock/base/element.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/runtime/tensor.h"
#include "hammock/tir/calls.h"
#include "hammock/tir/signature.h"
#include "hammock/verify/verify.h"

namespace hammock {
namespace {

constexpr int kMaxPatternDepth = 200;
constexpr size_t kMaxFunctions = 50;                    // of a program
constexpr uint32_t kMaxCopies = 64;                     // of what may be there any number of times
constexpr int64_t kLargestTensor = int64_t{1} << 26;    // elements, which only a rule that asks for them gets
constexpr int64_t kLargestConstant = int64_t{1} << 24;  // bytes

class Draw {
 public:
  Draw(const Patterns& patterns, std::span<const PatternId> roots, const PatternGraph* graph,
       std::shared_ptr<Context> context, uint64_t seed, bool has_any_attributes)
      : patterns_(patterns),
        graph_(graph),
        context_(*context),
        sketch_(std::move(context), seed),
        fn_(sketch_.fn),
        has_any_attributes_(has_any_attributes) {
    choose_shape(roots);
  }

  DrawnProgram program(std::span<const PatternId> roots) {
    std::optional<Module> made = make(roots);
    return {std::move(made), std::move(unsupported_), std::move(values_)};
  }

 private:
  // Nothing if the draw is no program.
  std::optional<Module> make(std::span<const PatternId> roots) {
    std::vector<Value> results;
    Value whole;  // a tuple of results that the pattern asks for
    auto is_inside = [&](PatternId p) {
      return graph_ &&
             std::ranges::any_of(graph_->edges(), [&](const PatternEdge& e) { return e.is_only && e.producer == p; });
    };
    auto add_result = [&](Value v) {
      if (binds(v) && std::ranges::find(results, v) == results.end()) results.push_back(v);
    };
    auto draw_all = [&] {
      for (PatternId p : roots) {
        Want first;
        first.like = sketch_.shape;
        Value v = value(p, first, 0);
        if (!v) return false;
        if (is_inside(p)) continue;
        if (fn_->nodes[v.index].kind == NodeKind::tuple) {
          if (roots.size() == 1) whole = v;
          for_each_field(v, add_result);
        } else {
          add_result(v);
        }
      }
      return true;
    };
    if (!draw_all()) return std::nullopt;
    if (graph_ && !graph_->all_branches().empty()) {
      const PatternGraph::Branches& branches = graph_->all_branches()[0];
      if (branches.at_least > kMaxCopies) {
        fail(fmt::format("it wants more than {} branches", kMaxCopies));
        return std::nullopt;
      }
      for (int64_t more = std::max<int64_t>(branches.at_least, 2) - 1 + sketch_.below(2); more > 0; --more) {
        std::unordered_map<PatternId, Value> first = values_;
        std::erase_if(values_, [&](const auto& known) {
          return std::ranges::find(branches.shared, known.first) == branches.shared.end();
        });
        if (!draw_all()) return std::nullopt;
        values_ = std::move(first);
      }
    }
    if (results.empty() || bindings_.empty()) return std::nullopt;
    for (Value v : results) (*fn_)[v].is_output = true;
    Region& body = fn_->body();
    body.blocks.push_back({true, bindings_});
    body.result = whole ? whole : results.size() == 1 ? results[0] : fn_->add_tuple(results);
    Lambda& self = fn_->self();
    self.params = params_;
    self.ret = fn_->info(fn_->body().result);
    sketch_.module.functions[0].info = signature(*fn_, LambdaId(0));
    Diagnostics problems;
    if (!verify(sketch_.module, problems)) return std::nullopt;
    return std::move(sketch_.module);
  }

  bool binds(Value v) const {
    return fn_->nodes[v.index].kind != NodeKind::param && !is_leaf(fn_->nodes[v.index].kind) &&
           fn_->nodes[v.index].kind != NodeKind::tuple;
  }
  template <class F>
  void for_each_field(Value tuple, F&& f) {
    std::vector<Value> fields(fn_->args(tuple).begin(), fn_->args(tuple).end());
    for (Value v : fields) {
      if (fn_->nodes[v.index].kind == NodeKind::tuple) for_each_field(v, f);
      else f(v);
    }
  }

  // The shape that most wildcards of the program have: mostly of the rank that operators of the pattern ask for.
  void choose_shape(std::span<const PatternId> roots) {
    size_t rank = sketch_.chance(45) ? 2 : sketch_.chance(50) ? 4 : sketch_.chance(50) ? 3 : 1;
    if (std::optional<size_t> asked = rank_asked_for(roots); asked && sketch_.chance(85)) rank = *asked;
    bool is_square = sketch_.chance(35);
    int64_t n = 2 + sketch_.below(3);
    for (size_t i = 0; i < rank; ++i) sketch_.shape.push_back(is_square ? n : 1 + sketch_.below(4));
    sketch_.dtype = sketch_.chance(85) ? kFloat32 : sketch_.chance(60) ? kInt32 : sketch_.chance(50) ? kFloat16 : kBool;
  }

  std::optional<size_t> rank_asked_for(std::span<const PatternId> roots) const {
    std::vector<PatternId> open(roots.begin(), roots.end());
    std::unordered_set<uint32_t> seen;
    while (!open.empty()) {
      PatternId p = open.back();
      open.pop_back();
      if (!seen.insert(p.index).second) continue;
      if (patterns_[p].kind == PatternKind::op) {
        if (std::optional<size_t> rank = rank_of_data(patterns_[p].op)) return rank;
      }
      open.insert(open.end(), patterns_.parts(p).begin(), patterns_.parts(p).end());
    }
    return std::nullopt;
  }

  std::vector<Prim> dims(const std::vector<int64_t>& shape) {
    std::vector<Prim> out;
    for (int64_t d : shape) out.push_back(context_.prims.integer(d));
    return out;
  }
  // Struct info of a pattern with sizes for its symbols.
  StructInfo sized(StructInfo info) {
    std::vector<Prim> symbols = free_symbols(context_, info);
    for (Prim s : symbols) {
      if (!sizes_.contains(s)) sizes_[s] = context_.prims.integer(1 + sketch_.below(4), context_.prims[s].dtype);
    }
    return symbols.empty() ? info : substitute(context_, info, sizes_);
  }

  Value new_param(StructInfo info) {
    Value v = fn_->add_param(context_.name(fmt::format("x{}", params_.size())), info);
    params_.push_back(v);
    return v;
  }

  Value tensor(const Want& want) {
    if (want.info) {
      StructInfo info = sized(want.info);
      const InfoNode node = context_.infos[info];
      if (node.kind == InfoKind::tensor && (!node.has_dims || node.dtype.is_unknown())) {
        std::vector<Prim> d;
        if (node.has_dims) {
          d.assign(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
        } else {
          std::vector<int64_t> shape = sketch_.shape;
          if (node.ndim >= 0) shape.resize(static_cast<size_t>(node.ndim), 2);
          d = dims(shape);
        }
        info = context_.infos.tensor(d, node.dtype.is_unknown() ? want.dtype.value_or(sketch_.dtype) : node.dtype);
      }
      if (node.kind == InfoKind::object)
        info = context_.infos.tensor(dims(sketch_.shape), want.dtype.value_or(sketch_.dtype));
      return new_param(info);
    }
    if (want.is_demanded && sketch_.chance(90))
      return new_param(context_.infos.tensor(dims(want.like), want.dtype.value_or(sketch_.dtype)));
    std::vector<int64_t> shape = want.like.empty() || sketch_.chance(10) ? sketch_.shape : want.like;
    if (sketch_.chance(7) && !shape.empty()) shape.erase(shape.begin());
    if (sketch_.chance(7) && !shape.empty())
      shape[static_cast<size_t>(sketch_.below(static_cast<int64_t>(shape.size())))] = 1;
    return new_param(context_.infos.tensor(dims(shape), want.dtype.value_or(sketch_.dtype)));
  }

  // Another shape of the same elements: usually the first two dims become one, or the first becomes two again.
  std::vector<int64_t> factors(int64_t elements, const std::vector<int64_t>& from) {
    std::vector<int64_t> out = from;
    if (from.size() >= 2 && sketch_.chance(from.size() >= 4 ? 80 : from.size() == 3 ? 20 : 40)) {
      size_t at = sketch_.chance(85) ? 0 : static_cast<size_t>(sketch_.below(static_cast<int64_t>(from.size()) - 1));
      out[at] *= out[at + 1];
      out.erase(out.begin() + static_cast<ptrdiff_t>(at) + 1);
      return out;
    }
    for (int tries = 0; tries < 4 && !from.empty(); ++tries) {
      size_t at = sketch_.chance(85) ? 0 : static_cast<size_t>(sketch_.below(static_cast<int64_t>(from.size())));
      int64_t f = !sketch_.shape.empty() && sketch_.chance(85) ? sketch_.shape[0] : 1 + sketch_.below(4);
      if (f == 0 || from[at] % f != 0) continue;
      out[at] /= f;
      out.insert(out.begin() + static_cast<ptrdiff_t>(at), f);
      return out;
    }
    return {elements};
  }

  Value constant(const ConstantTest* test, const Want& want) {
    if (test && test->equals) return fn_->add_constant(test->equals);
    Constant c;
    c.dtype = want.dtype.value_or(sketch_.dtype == kBool ? kFloat32 : sketch_.dtype);
    StructInfo info = want.info ? sized(want.info) : StructInfo();
    if (info && context_.infos[info].kind == InfoKind::tensor) {
      if (!context_.infos[info].dtype.is_unknown()) c.dtype = context_.infos[info].dtype;
      if (std::optional<std::vector<int64_t>> shape = sketch_.numbers(info)) c.shape = *shape;
    } else if (want.is_demanded ? sketch_.chance(90) : !want.like.empty() && sketch_.chance(25)) {
      c.shape = want.like;
    }
    Result<Tensor> data = Tensor::make(c.dtype, c.shape);
    if (!data || data->bytes() > kLargestConstant) return {};
    bool is_small = test && test->holds && sketch_.chance(50);
    for (int64_t i = 0; i < data->elements(); ++i) {
      double number = test && test->splat ? *test->splat
                      : is_small          ? static_cast<double>(sketch_.below(3))
                                          : static_cast<double>(1 + sketch_.below(15)) / 4.0;
      if (!store(*data, i, number)) return {};
    }
    c.data.assign(data->data.get(), data->data.get() + data->bytes());
    return fn_->add_constant(context_.constant(std::move(c)));
  }

  static bool store(const Tensor& t, int64_t i, double number) {
    return for_element(t.dtype, [&]<class T>(Tag<T>) {
      if constexpr (kIsFloat<T>) t.as<T>()[i] = T(number);
      else t.as<T>()[i] = T(static_cast<int64_t>(number));
    });
  }

  // None: the draw fails.
  Value value(PatternId p, Want want, int depth) {
    if (auto known = values_.find(p); known != values_.end()) return known->second;
    if (depth > kMaxPatternDepth) return fail("it is too deep");
    follow_same_shape(p, want);
    Value v = make(p, want, depth);
    if (v) values_[p] = v;
    return v;
  }

  // A constraint of the context: what has a value already says what the others are like.
  void follow_same_shape(PatternId p, Want& want) {
    if (!graph_) return;
    for (const std::vector<PatternId>& group : graph_->same_shapes()) {
      if (std::ranges::find(group, p) == group.end()) continue;
      for (PatternId other : group) {
        auto known = values_.find(other);
        if (known == values_.end()) continue;
        if (std::optional<std::vector<int64_t>> shape = sketch_.numbers(fn_->info(known->second))) {
          want.like = *shape;
          want.is_demanded = true;
        }
      }
    }
  }

  // Where an edge of the context says that another pattern is this operand, it is drawn first.
  void follow_edges(PatternId call, std::span<const PatternId> operands, int depth) {
    if (!graph_) return;
    for (const PatternEdge& e : graph_->edges()) {
      if (e.consumer != call || values_.contains(call) || std::ranges::find(operands, e.producer) != operands.end())
        continue;
      for (size_t i = 0; i < operands.size(); ++i) {
        PatternId open = operands[i];
        while (is_wrapper(patterns_[open].kind)) open = patterns_.parts(open)[0];
        bool takes_any = patterns_[open].kind == PatternKind::any || patterns_[open].kind == PatternKind::variable ||
                         patterns_[open].kind == PatternKind::dataflow_variable;
        if (!takes_any || values_.contains(operands[i]) || (e.index >= 0 && static_cast<size_t>(e.index) != i))
          continue;
        Value v = value(e.producer, {}, depth + 1);
        if (v) values_[operands[i]] = values_[open] = v;
        break;
      }
    }
  }

  Value fail(std::string why) {
    unsupported_ = std::move(why);
    return {};
  }

  Value make(PatternId p, Want& want, int depth) {
    const PatternNode& node = patterns_[p];
    std::span<const PatternId> parts = patterns_.parts(p);
    switch (node.kind) {
      case PatternKind::any:
        if (carried_ && (want.kind == ParamKind::tensor || want.kind == ParamKind::tensors))
          return std::exchange(carried_, Value());
        return leaf(want);
      case PatternKind::variable: {
        Value v = leaf(want);
        if (v && node.is_exact() && (*fn_)[v].kind == NodeKind::param) (*fn_)[v].name = node.text();
        return v;
      }
      case PatternKind::dataflow_variable: {
        Value from = tensor(want), v = from ? any_step(from) : Value();
        if (v && node.is_exact()) (*fn_)[v].name = node.text();
        return v;
      }
      case PatternKind::constant: return constant(node.is_exact() ? &patterns_.constant_test(node) : nullptr, want);
      case PatternKind::shape: {
        StructInfo info = sized(node.info);
        return fn_->add_shape(std::vector<Prim>(context_.infos.dims(info).begin(), context_.infos.dims(info).end()));
      }
      case PatternKind::prim:
        return fn_->add_prim(node.is_exact() ? node.prim() : context_.prims.integer(1 + sketch_.below(3)));
      case PatternKind::string: return fn_->add_string(node.is_exact() ? node.text() : context_.name("text"));
      case PatternKind::kernel: return kernel(patterns_.kernel(node));
      case PatternKind::extern_func:
      case PatternKind::global: return fail("it calls functions that are not there");
      case PatternKind::call: return call(p, node, parts, want, depth);
      case PatternKind::tuple:
      case PatternKind::unordered_tuple: return tuple(parts, want, depth);
      case PatternKind::get_item: return item(node, parts[0], want, depth);
      case PatternKind::either:
        return value(parts[static_cast<size_t>(sketch_.below(static_cast<int64_t>(parts.size())))], want, depth + 1);
      case PatternKind::both: return all_of(parts, want, depth);
      case PatternKind::never: return leaf(want);
      case PatternKind::has_shape:
      case PatternKind::has_dtype:
      case PatternKind::has_info:
      case PatternKind::has_attrs:
      case PatternKind::where:
      case PatternKind::used_inside: narrow_by(node, want); return value(parts[0], want, depth + 1);
      case PatternKind::each: return value(parts[0], want, depth + 1);
      case PatternKind::op: return fail("it matches operators as values");
      case PatternKind::region: return region(parts, want, depth);
      default: return fail(fmt::format("no program can be made for {}", patterns_.describe(p)));
    }
  }

  Value tuple(std::span<const PatternId> parts, const Want& want, int depth) {
    std::vector<Value> fields;
    for (PatternId part : parts) {
      bool is_each = patterns_[part].kind == PatternKind::each;
      if (is_each && patterns_[part].copies() > kMaxCopies)
        return fail(fmt::format("it wants more than {} fields", kMaxCopies));
      int64_t copies = is_each ? std::max<int64_t>(patterns_[part].copies(), 2) + sketch_.below(2) : 1;
      for (int64_t i = 0; i < copies; ++i) {
        Want inner;
        inner.like = want.like;
        Value v = is_each ? value_of_its_own(patterns_.parts(part)[0], inner, depth) : value(part, inner, depth + 1);
        if (!v) return {};
        fields.push_back(v);
      }
    }
    return fn_->add_tuple(fields);
  }

  Value item(const PatternNode& node, PatternId of, const Want& want, int depth) {
    Want whole;
    whole.kind = ParamKind::tensors;
    whole.like = want.like;
    whole.fields = node.is_exact() ? std::min<size_t>(node.index(), kMaxCopies) + 1 : 1;
    Value tuple = value(of, whole, depth + 1);
    if (!tuple) return {};
    StructInfo info = fn_->info(tuple);
    if (context_.infos[info].kind != InfoKind::tuple || context_.infos.fields(info).empty()) return {};
    uint32_t size = static_cast<uint32_t>(context_.infos.fields(info).size());
    uint32_t index = node.is_exact() ? node.index() : static_cast<uint32_t>(sketch_.below(size));
    return index < size ? bind(fn_->add_get_item(tuple, index)) : Value();
  }

  // One of them says what it is; the others narrow it.
  Value all_of(std::span<const PatternId> parts, Want& want, int depth) {
    PatternId main = parts[0];
    for (PatternId part : parts) {
      narrow(part, want);
      PatternId inner = part;
      while (is_wrapper(patterns_[inner].kind)) inner = patterns_.parts(inner)[0];
      if (patterns_[inner].kind != PatternKind::any && patterns_[inner].kind != PatternKind::never) main = part;
    }
    Value v = value(main, want, depth + 1);
    for (PatternId part : parts) {
      if (v) values_[part] = v;
    }
    return v;
  }

  // From the parent over a few steps to the child: the first operands that the child, and each step, leaves open.
  Value region(std::span<const PatternId> parts, const Want& want, int depth) {
    Value at = value(parts[0], {}, depth + 1);
    for (int64_t steps = sketch_.below(4); at && steps > 0; --steps) at = step(parts[1], at, depth);
    if (!at) return {};
    carried_ = at;
    Value child = value(parts[2], want, depth + 1);
    return std::exchange(carried_, Value()) ? Value() : child;
  }

  // Something that the pattern of a path matches and that needs `from`.
  Value step(PatternId path, Value from, int depth) {
    if (patterns_[path].kind == PatternKind::any) return any_step(from);
    carried_ = from;
    Value made = value_of_its_own(path, {}, depth);
    return std::exchange(carried_, Value()) ? Value() : made;
  }

  // What it mentions stands for other values the next time.
  Value value_of_its_own(PatternId p, const Want& want, int depth) {
    std::unordered_map<PatternId, Value> outside = values_;
    Value made = value(p, want, depth + 1);
    values_ = std::move(outside);
    return made;
  }

  // An operator, an operator with something from the side, or a branch that joins again; of a tuple, its items added
  // up.
  Value any_step(Value from) {
    auto call = [&](Op op, std::initializer_list<Value> args) -> Value {
      if (!std::ranges::all_of(args, [](Value v) { return bool(v); })) return {};
      Diagnostics problems;
      Value made = make_call(*fn_, &sketch_.module, op, std::vector<Value>(args), default_attrs(context_, op, {}), {},
                             &problems);
      return made && numbers_known(fn_->info(made)) ? bind(made) : Value();
    };
    const InfoNode node = context_.infos[fn_->info(from)];
    if (node.kind == InfoKind::tuple) {
      Value sum;
      for (uint32_t i = 0; i < context_.infos.fields(fn_->info(from)).size(); ++i) {
        Value item = bind(fn_->add_get_item(from, i));
        sum = i == 0 ? item : call(Op::add, {sum, item});
      }
      return sum;
    }
    if (sketch_.chance(40)) return call(sketch_.chance(50) ? Op::negative : Op::abs, {from});
    if (sketch_.chance(50)) {
      Want side;
      side.like = sketch_.numbers(fn_->info(from)).value_or(sketch_.shape);
      side.dtype = node.dtype;
      const Value other = tensor(side);
      return call(sketch_.chance(50) ? Op::multiply : Op::maximum, {from, other});
    }
    return call(Op::add, {call(Op::negative, {from}), call(Op::abs, {from})});
  }

  static bool is_wrapper(PatternKind k) { return k >= PatternKind::has_shape && k <= PatternKind::used_inside; }

  void narrow(PatternId p, Want& want) {
    for (int i = 0; i < kMaxPatternDepth && is_wrapper(patterns_[p].kind); ++i) {
      narrow_by(patterns_[p], want);
      p = patterns_.parts(p)[0];
    }
  }

  void narrow_by(const PatternNode& node, Want& want) {
    if (node.kind == PatternKind::has_dtype) {
      want.dtype = node.dtype();
    } else if (node.kind == PatternKind::has_info) {
      want.info = node.info;
    } else if (node.kind == PatternKind::has_shape) {
      StructInfo info = sized(node.info);
      std::vector<Prim> d(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
      want.info = context_.infos.tensor(d, want.dtype.value_or(sketch_.dtype));
    } else if (node.kind == PatternKind::has_attrs) {
      for (const AttrTest& t : patterns_.attr_tests(node)) want.attrs.push_back(&t);
    }
  }

  Value leaf(const Want& want) {
    switch (want.kind) {
      case ParamKind::shape:
        return fn_->add_shape(dims(want.is_demanded    ? want.like
                                   : want.elements < 0 ? sketch_.shape
                                                       : factors(want.elements, want.like)));
      case ParamKind::prim: return fn_->add_prim(context_.prims.integer(sketch_.below(3)));
      case ParamKind::string_expr: return fn_->add_string(context_.name("text"));
      case ParamKind::dtype_expr: return fn_->add_dtype(kFloat32);
      case ParamKind::tensors: {
        std::vector<Value> fields;
        Want one;
        one.like = want.like;
        if (want.info) return tensor(want);
        for (int64_t i = 0, n = std::max<int64_t>(static_cast<int64_t>(want.fields), 1 + sketch_.below(3)); i < n; ++i)
          fields.push_back(tensor(one));
        return fn_->add_tuple(fields);
      }
      default: return tensor(want);
    }
  }

  Value bind(Value v) {
    if ((*fn_)[v].name) return v;
    (*fn_)[v].name = context_.name(fmt::format("v{}", bindings_.size()));
    bindings_.push_back(v);
    return v;
  }

  std::optional<Op> operator_of(PatternId callee) {
    const PatternNode& node = patterns_[callee];
    if (node.kind == PatternKind::op) return node.op;
    if (node.kind != PatternKind::either) return std::nullopt;
    std::span<const PatternId> parts = patterns_.parts(callee);
    return operator_of(parts[static_cast<size_t>(sketch_.below(static_cast<int64_t>(parts.size())))]);
  }

  // False: the operator cannot have what the pattern asks for.
  bool ask_attributes(const OpInfo& row, const Want& want, DrawnAttrs& set) {
    for (const AttrTest* t : want.attrs) {
      Attr asked = t->equals ? t->equals : t->is && attr_vars_.contains(t->is.index) ? attr_vars_[t->is.index] : Attr();
      int at = row.attr_index(context_.text(t->name));
      if (!asked || at < 0) continue;
      std::optional<Attr> fitting = as_stored(row.params[row.attrs[static_cast<size_t>(at)]], asked);
      if (!fitting) {
        fail(fmt::format("it asks for a {} that R.{} cannot have", context_.text(t->name), row.name));
        return false;
      }
      set.emplace_back(context_.text(t->name), *fitting);
    }
    return true;
  }

  // Those that the pattern says nothing of.
  bool open_attributes(const OpInfo& row, const std::vector<Value>& args, DrawnAttrs& set) {
    for (uint8_t a : row.attrs) {
      const Param& param = row.params[a];
      if (std::ranges::find(set, param.name, &DrawnAttrs::value_type::first) != set.end()) continue;
      if (Attr drawn = draw_attribute(sketch_, row.id, param, args, has_any_attributes_))
        set.emplace_back(param.name, drawn);
      else if (!param.has_default && param.default_param < 0) return false;
    }
    return true;
  }

  // Of which the pattern says nothing but that they may be there.
  bool further_operands(const OpInfo& row, const DrawnAttrs& set, std::vector<Value>& args) {
    while (args.size() < row.operands.size() && row.params[row.operands[args.size()]].default_text.empty()) {
      Want inner;
      inner.kind = row.params[row.operands[args.size()]].kind;
      suggest(sketch_, row.id, args.size(), args, set, inner);
      Value v = row.id == Op::strided_slice ? slice_operand(args) : leaf(inner);
      if (!v) return false;
      args.push_back(v);
    }
    return true;
  }

  Value call(PatternId p, const PatternNode& node, std::span<const PatternId> parts, const Want& want, int depth) {
    std::optional<Op> op = operator_of(parts[0]);
    if (!op && patterns_[parts[0]].kind == PatternKind::global)
      return call_function(patterns_[parts[0]], parts.subspan(1), depth);
    if (!op)
      return fail(patterns_[parts[0]].kind == PatternKind::extern_func
                      ? "it calls functions that are not there"
                      : "it calls something else than operators and functions");
    const OpInfo& row = info(*op);
    std::vector<PatternId> operands(parts.begin() + 1, parts.end());
    follow_edges(p, operands, depth);
    DrawnAttrs set;
    if (!ask_attributes(row, want, set)) return {};
    std::vector<Value> args;
    for (size_t i = 0; i < operands.size(); ++i) {
      Want inner;
      if (i < row.operands.size()) inner.kind = row.params[row.operands[i]].kind;
      if (i == 0) {
        suggest_first(sketch_, *op, set, want, inner);
      } else {
        suggest(sketch_, *op, i, args, set, inner);
      }
      if (*op == Op::reshape && i == 1 && want.is_demanded && inner.elements == elements(want.like)) {
        inner.like = want.like;
        inner.is_demanded = true;
      }
      Value v = value(operands[i], inner, depth + 1);
      if (!v) return {};
      args.push_back(v);
      // With the first operand, the attributes are known; those of the others depend on them.
      if (i == 0 && !open_attributes(row, args, set)) return {};
    }
    if (node.is_open && !further_operands(row, set, args)) return {};
    for (const AttrTest* t : want.attrs) {
      auto known = std::ranges::find(set, context_.text(t->name), &DrawnAttrs::value_type::first);
      if (t->is && known != set.end()) attr_vars_.emplace(t->is.index, known->second);
    }
    Value made = finished_call(*op, args, default_attrs(context_, *op, set), want);
    return made && numbers_known(fn_->info(made)) ? bind(made) : Value();
  }

  Value finished_call(Op op, const std::vector<Value>& args, Attr attrs, const Want& want) {
    Diagnostics problems;
    if (!has_trait(op, KernelCall)) return make_call(*fn_, &sketch_.module, op, args, attrs, {}, &problems);
    if (!want.info) return fail("it says nothing of what a kernel gives");
    const Attr out = context_.attrs.info(sized(want.info)), outs = context_.attrs.list(std::span(&out, 1));
    const StructInfo info = Infer(*fn_, &sketch_.module, &problems).call({op, args, attrs, outs, {}});
    if (!info) return {};
    const Value made = fn_->add_call(op, args, attrs, info);
    (*fn_)[made].set_sinfo_args(outs);
    return made;
  }

  // Every mention is of the same function.
  Value kernel(const std::shared_ptr<const tir::Kernel>& kernel) {
    std::vector<GlobalFunction>& functions = sketch_.module.functions;
    auto is_it = [&](const GlobalFunction& f) { return f.kernel() == kernel; };
    if (!tir::callees(*kernel).empty()) return fail("it calls kernels that call functions that are not there");
    size_t at = static_cast<size_t>(std::ranges::find_if(functions, is_it) - functions.begin());
    if (at == functions.size()) {
      if (sketch_.module.find(context_.text(kernel->name))) return fail("a kernel has the name of another function");
      if (at >= kMaxFunctions) return fail(fmt::format("it calls more than {} kernels", kMaxFunctions));
      functions.emplace_back(kernel->name, tir::signature(*kernel), PrimFunc{kernel}, Span());
      sketch_.module.is_lone_function = false;
    }
    return fn_->add_global(GlobalId(static_cast<uint32_t>(at)), functions[at].info);
  }

  // axes, begin or end of one of the equal parts of the last axis.
  Value slice_operand(const std::vector<Value>& args) {
    std::optional<std::vector<int64_t>> shape = sketch_.numbers(fn_->info(args[0]));
    if (!shape || shape->empty()) return {};
    int64_t width = std::max<int64_t>(1, shape->back() / kParts), number = static_cast<int64_t>(shape->size()) - 1;
    if (args.size() == 2) number = width * sketch_.below(shape->back() / width);
    if (args.size() == 3) number = *context_.prims.constant((*fn_)[fn_->args(args[2])[0]].prim()) + width;
    Value field = fn_->add_prim(context_.prims.integer(number));
    return fn_->add_tuple(std::span(&field, 1));
  }
  // The call of a private function, made for these operands: the first of them negated, and added to those that are
  // like it.
  Value call_function(const PatternNode& callee, std::span<const PatternId> operands, int depth) {
    std::vector<Value> args;
    std::vector<StructInfo> infos;
    for (PatternId p : operands) {
      Value v = value(p, {}, depth + 1);
      if (!v) return {};
      args.push_back(v);
      infos.push_back(fn_->info(v));
    }
    std::string name = callee.is_exact() ? std::string(context_.text(callee.text())) : "f";
    if (callee.is_open && sketch_.module.find(name)) name += std::to_string(sketch_.module.functions.size());
    if (args.empty() || context_.infos[infos[0]].kind != InfoKind::tensor || sketch_.module.find(name) ||
        sketch_.module.functions.size() >= kMaxFunctions)
      return {};
    Function made(sketch_.module.shared_context());
    made.add_lambda();
    RegionId body = made.add_region();
    made.self().body = body;
    Block block{true, {}};
    for (size_t i = 0; i < infos.size(); ++i)
      made.self().params.push_back(made.add_param(context_.name(fmt::format("a{}", i)), infos[i]));
    auto append = [&](Op op, std::vector<Value> of) {
      Diagnostics problems;
      Value v = make_call(made, &sketch_.module, op, of, default_attrs(context_, op, {}), {}, &problems);
      if (!v) return false;
      made[v].name = context_.name(fmt::format("b{}", block.bindings.size()));
      block.bindings.push_back(v);
      return true;
    };
    if (!append(Op::negative, {made.self().params[0]})) return {};
    for (size_t i = 1; i < infos.size(); ++i) {
      if (infos[i] == infos[0] && !append(Op::add, {block.bindings.back(), made.self().params[i]})) return {};
    }
    made[block.bindings.back()].is_output = true;
    made.body().result = block.bindings.back();
    made.body().blocks.push_back(std::move(block));
    Lambda& self = made.self();
    self.name = context_.name(name);
    self.ret = made.info(made.body().result);
    self.is_private = true;
    const StructInfo ret = self.ret, info = context_.infos.function(infos, ret, true);
    args.insert(args.begin(), fn_->add_global(GlobalId(static_cast<uint32_t>(sketch_.module.functions.size())), info));
    sketch_.module.functions.emplace_back(self.name, info, std::move(made), Span());
    sketch_.module.is_lone_function = false;
    return bind(fn_->add_function_call(args, ret));
  }

  bool numbers_known(StructInfo info) const {
    const InfoNode& node = context_.infos[info];
    if (node.kind != InfoKind::tensor) return true;
    std::optional<std::vector<int64_t>> shape = sketch_.numbers(info);
    int64_t size = 1;
    for (int64_t d : shape.value_or(std::vector<int64_t>{})) size *= d;
    return shape && size > 0 && size <= kLargestTensor;
  }

  // What a pattern asks of an attribute, in the form that the operator has it in: a pattern may say "int8", and 1 for a
  // list of one.
  std::optional<Attr> as_stored(const Param& param, Attr asked) {
    const AttrNode node = context_.attrs[asked];
    if (param.kind == ParamKind::dtype && node.kind == AttrKind::string) {
      std::optional<DType> dtype = parse_dtype(context_.text(Name(node.id)));
      return dtype ? std::optional(context_.attrs.dtype(*dtype)) : std::nullopt;
    }
    if (param.kind == ParamKind::integers && node.kind == AttrKind::integer) {
      return context_.attrs.integers(std::vector<int64_t>(std::max<size_t>(1, param.list_size), node.value));
    }
    return asked;
  }

  const Patterns& patterns_;
  const PatternGraph* graph_;
  Context& context_;
  Sketch sketch_;
  Function* fn_;
  bool has_any_attributes_;  // not only usual ones, where the pattern leaves them open
  std::unordered_map<PatternId, Value> values_;
  PrimMap sizes_;
  std::unordered_map<uint32_t, Attr> attr_vars_;
  Value carried_;  // what the next operand that is left open has to be
  std::vector<Value> params_, bindings_;
  std::string unsupported_;
};

}  // namespace

Sketch::Sketch(std::shared_ptr<Context> shared, uint64_t seed) : context(*shared), module(shared), random(seed) {
  module.is_lone_function = true;
  module.functions.reserve(kMaxFunctions);  // fn stays where it is
  module.functions.emplace_back(context.name("main"), StructInfo(), Function(std::move(shared)), Span());
  fn = module.functions[0].relax();
  LambdaId self = fn->add_lambda();
  RegionId body = fn->add_region();
  (*fn)[self].name = context.name("main");
  (*fn)[self].body = body;
}

std::optional<std::vector<int64_t>> Sketch::numbers(StructInfo info) const {
  const InfoKind kind = info ? context.infos[info].kind : InfoKind::object;
  if ((kind != InfoKind::tensor && kind != InfoKind::shape) || !context.infos[info].has_dims) return std::nullopt;
  std::vector<int64_t> out;
  for (Prim p : context.infos.dims(info)) {
    std::optional<int64_t> v = context.prims.constant(p);
    if (!v) return std::nullopt;
    out.push_back(*v);
  }
  return out;
}

DrawnProgram draw_program(const Patterns& patterns, std::span<const PatternId> roots, const PatternGraph* graph,
                          std::shared_ptr<Context> context, uint64_t seed, bool has_any_attributes) {
  return Draw(patterns, roots, graph, std::move(context), seed, has_any_attributes).program(roots);
}

}  // namespace hammock
