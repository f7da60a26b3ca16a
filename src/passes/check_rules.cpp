// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <unordered_set>

#include "hammock/base/element.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/passes/pass.h"
#include "hammock/passes/rules.h"
#include "hammock/rewrite/drive.h"
#include "hammock/runtime/tensor.h"
#include "hammock/verify/verify.h"
#include "slice.h"

namespace hammock {
namespace {

constexpr int kMaxPatternDepth = 200;
constexpr int64_t kParts = 3;                           // of a tensor that is cut: queries, keys and values
constexpr size_t kMaxFunctions = 50;                    // of a program
constexpr uint32_t kMaxCopies = 64;                     // of what may be there any number of times
constexpr int64_t kLargestTensor = int64_t{1} << 26;    // elements, which only a rule that asks for them gets
constexpr int64_t kLargestConstant = int64_t{1} << 24;  // bytes
constexpr double kWorkOfRule = 1e9;      // elementary operations of all programs of a rule together, beyond the first
constexpr double kWorkOfExchange = 1e8;  // the same of a wrong rule, to see whether two values are exchanged in it

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

// One random program for a rule.
class Draw {
 public:
  Draw(const Patterns& patterns, std::span<const PatternId> roots, const PatternGraph* graph,
       std::shared_ptr<Context> context, uint64_t seed, bool has_any_attributes)
      : patterns_(patterns),
        graph_(graph),
        context_(*context),
        module_(context),
        random_(seed),
        has_any_attributes_(has_any_attributes) {
    module_.is_lone_function = true;
    module_.functions.reserve(kMaxFunctions);  // fn_ stays where it is
    module_.functions.emplace_back(context_.name("main"), StructInfo(), Function(context), Span());
    fn_ = module_.functions[0].relax();
    LambdaId self = fn_->add_lambda();
    RegionId body = fn_->add_region();
    (*fn_)[self].name = context_.name("main");
    (*fn_)[self].body = body;
    choose_shape(roots);
  }

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
        first.like = shape_;
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
      for (int64_t more = std::max<int64_t>(branches.at_least, 2) - 1 + below(2); more > 0; --more) {
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
    std::vector<StructInfo> infos;
    for (Value p : params_) infos.push_back(fn_->info(p));
    module_.functions[0].info = context_.infos.function(infos, self.ret, true);
    Diagnostics problems;
    if (!verify(module_, problems)) return std::nullopt;
    return std::move(module_);
  }

  const std::string& unsupported() const { return unsupported_; }
  // The first pattern with a name that stands for the value; none if there is none.
  PatternId pattern_of(Value v) const {
    PatternId first;
    for (const auto& [pattern, value] : values_) {
      if (value == v && !patterns_.label(pattern).empty() && (!first || pattern < first)) first = pattern;
    }
    return first;
  }
  std::string shapes() const {
    std::string out;
    for (Value p : params_) {
      if (!out.empty()) out += ", ";
      out += fmt::format("{}: {}", context_.text((*fn_)[p].name), describe(context_, fn_->info(p)));
    }
    return out;
  }

 private:
  int64_t below(int64_t n) { return n <= 1 ? 0 : static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

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
    size_t rank = chance(45) ? 2 : chance(50) ? 4 : chance(50) ? 3 : 1;
    if (std::optional<size_t> asked = rank_asked_for(roots); asked && chance(85)) rank = *asked;
    bool is_square = chance(35);
    int64_t n = 2 + below(3);
    for (size_t i = 0; i < rank; ++i) shape_.push_back(is_square ? n : 1 + below(4));
    dtype_ = chance(85) ? kFloat32 : chance(60) ? kInt32 : chance(50) ? kFloat16 : kBool;
  }

  // Of the first operand; none: any.
  static std::optional<size_t> rank_of_data(Op op) {
    switch (op) {
      case Op::nn_conv1d:
      case Op::nn_conv1d_transpose:
      case Op::nn_max_pool1d:
      case Op::nn_avg_pool1d:
      case Op::nn_adaptive_avg_pool1d: return 3;
      case Op::nn_conv2d:
      case Op::nn_conv2d_transpose:
      case Op::nn_max_pool2d:
      case Op::nn_avg_pool2d:
      case Op::nn_adaptive_avg_pool2d:
      case Op::nn_attention:
      case Op::nn_attention_bias:
      case Op::image_resize2d: return 4;
      case Op::nn_conv3d:
      case Op::nn_conv3d_transpose:
      case Op::nn_max_pool3d:
      case Op::nn_avg_pool3d:
      case Op::nn_adaptive_avg_pool3d: return 5;
      default: return std::nullopt;
    }
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
  std::optional<std::vector<int64_t>> numbers(StructInfo info) const {
    if (!info || !context_.infos[info].has_dims) return std::nullopt;
    std::vector<int64_t> out;
    for (Prim p : context_.infos.dims(info)) {
      std::optional<int64_t> v = context_.prims.constant(p);
      if (!v) return std::nullopt;
      out.push_back(*v);
    }
    return out;
  }

  // Struct info of a pattern with sizes for its symbols.
  StructInfo sized(StructInfo info) {
    std::vector<Prim> symbols = free_symbols(context_, info);
    for (Prim s : symbols) {
      if (!sizes_.contains(s)) sizes_[s] = context_.prims.integer(1 + below(4), context_.prims[s].dtype);
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
          std::vector<int64_t> shape = shape_;
          if (node.ndim >= 0) shape.resize(static_cast<size_t>(node.ndim), 2);
          d = dims(shape);
        }
        info = context_.infos.tensor(d, node.dtype.is_unknown() ? want.dtype.value_or(dtype_) : node.dtype);
      }
      if (node.kind == InfoKind::object) info = context_.infos.tensor(dims(shape_), want.dtype.value_or(dtype_));
      return new_param(info);
    }
    if (want.is_demanded && chance(90))
      return new_param(context_.infos.tensor(dims(want.like), want.dtype.value_or(dtype_)));
    std::vector<int64_t> shape = want.like.empty() || chance(10) ? shape_ : want.like;
    if (chance(7) && !shape.empty()) shape.erase(shape.begin());
    if (chance(7) && !shape.empty()) shape[static_cast<size_t>(below(static_cast<int64_t>(shape.size())))] = 1;
    return new_param(context_.infos.tensor(dims(shape), want.dtype.value_or(dtype_)));
  }

  // Another shape of the same elements: usually the first two dims become one, or the first becomes two again.
  std::vector<int64_t> factors(int64_t elements, const std::vector<int64_t>& from) {
    std::vector<int64_t> out = from;
    if (from.size() >= 2 && chance(from.size() >= 4 ? 80 : from.size() == 3 ? 20 : 40)) {
      size_t at = chance(85) ? 0 : static_cast<size_t>(below(static_cast<int64_t>(from.size()) - 1));
      out[at] *= out[at + 1];
      out.erase(out.begin() + static_cast<ptrdiff_t>(at) + 1);
      return out;
    }
    for (int tries = 0; tries < 4 && !from.empty(); ++tries) {
      size_t at = chance(85) ? 0 : static_cast<size_t>(below(static_cast<int64_t>(from.size())));
      int64_t f = !shape_.empty() && chance(85) ? shape_[0] : 1 + below(4);
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
    c.dtype = want.dtype.value_or(dtype_ == kBool ? kFloat32 : dtype_);
    StructInfo info = want.info ? sized(want.info) : StructInfo();
    if (info && context_.infos[info].kind == InfoKind::tensor) {
      if (!context_.infos[info].dtype.is_unknown()) c.dtype = context_.infos[info].dtype;
      if (std::optional<std::vector<int64_t>> shape = numbers(info)) c.shape = *shape;
    } else if (want.is_demanded ? chance(90) : !want.like.empty() && chance(25)) {
      c.shape = want.like;
    }
    Result<Tensor> data = Tensor::make(c.dtype, c.shape);
    if (!data || data->bytes() > kLargestConstant) return {};
    bool is_small = test && test->holds && chance(50);
    for (int64_t i = 0; i < data->elements(); ++i) {
      double number = test && test->splat ? *test->splat
                      : is_small          ? static_cast<double>(below(3))
                                          : static_cast<double>(1 + below(15)) / 4.0;
      if (!store(*data, i, number)) return {};
    }
    c.data.assign(data->data.get(), data->data.get() + data->bytes());
    return fn_->add_constant(context_.constant(std::move(c)));
  }

  static bool store(const Tensor& t, int64_t i, double number) {
    return for_element(t.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
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
        if (std::optional<std::vector<int64_t>> shape = numbers(fn_->info(known->second))) {
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
        return fn_->add_prim(node.is_exact() ? node.prim() : context_.prims.integer(1 + below(3)));
      case PatternKind::string: return fn_->add_string(node.is_exact() ? node.text() : context_.name("text"));
      case PatternKind::extern_func:
      case PatternKind::global: return fail("it calls functions that are not there");
      case PatternKind::call: return call(p, node, parts, want, depth);
      case PatternKind::tuple:
      case PatternKind::unordered_tuple: {
        std::vector<Value> fields;
        for (PatternId part : parts) {
          bool is_each = patterns_[part].kind == PatternKind::each;
          if (is_each && patterns_[part].copies() > kMaxCopies)
            return fail(fmt::format("it wants more than {} fields", kMaxCopies));
          int64_t copies = is_each ? std::max<int64_t>(patterns_[part].copies(), 2) + below(2) : 1;
          for (int64_t i = 0; i < copies; ++i) {
            Want inner;
            inner.like = want.like;
            Value v =
                is_each ? value_of_its_own(patterns_.parts(part)[0], inner, depth) : value(part, inner, depth + 1);
            if (!v) return {};
            fields.push_back(v);
          }
        }
        return fn_->add_tuple(fields);
      }
      case PatternKind::get_item: {
        Want whole;
        whole.kind = ParamKind::tensors;
        whole.like = want.like;
        whole.fields = node.is_exact() ? std::min<size_t>(node.index(), kMaxCopies) + 1 : 1;
        Value tuple = value(parts[0], whole, depth + 1);
        if (!tuple) return {};
        StructInfo info = fn_->info(tuple);
        if (context_.infos[info].kind != InfoKind::tuple || context_.infos.fields(info).empty()) return {};
        uint32_t size = static_cast<uint32_t>(context_.infos.fields(info).size());
        uint32_t index = node.is_exact() ? node.index() : static_cast<uint32_t>(below(size));
        return index < size ? bind(fn_->add_get_item(tuple, index)) : Value();
      }
      case PatternKind::either:
        return value(parts[static_cast<size_t>(below(static_cast<int64_t>(parts.size())))], want, depth + 1);
      case PatternKind::both: {
        // One of them says what it is; the others narrow it.
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

  // From the parent over a few steps to the child: the first operands that the child, and each step, leaves open.
  Value region(std::span<const PatternId> parts, const Want& want, int depth) {
    Value at = value(parts[0], {}, depth + 1);
    for (int64_t steps = below(4); at && steps > 0; --steps) at = step(parts[1], at, depth);
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
      Value made =
          make_call(*fn_, &module_, op, std::vector<Value>(args), default_attrs(context_, op, {}), {}, &problems);
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
    if (chance(40)) return call(chance(50) ? Op::negative : Op::abs, {from});
    if (chance(50)) {
      Want side;
      side.like = numbers(fn_->info(from)).value_or(shape_);
      side.dtype = node.dtype;
      return call(chance(50) ? Op::multiply : Op::maximum, {from, tensor(side)});
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
      want.info = context_.infos.tensor(d, want.dtype.value_or(dtype_));
    } else if (node.kind == PatternKind::has_attrs) {
      for (const AttrTest& t : patterns_.attr_tests(node)) want.attrs.push_back(&t);
    }
  }

  Value leaf(const Want& want) {
    switch (want.kind) {
      case ParamKind::shape:
        return fn_->add_shape(dims(want.is_demanded    ? want.like
                                   : want.elements < 0 ? shape_
                                                       : factors(want.elements, want.like)));
      case ParamKind::prim: return fn_->add_prim(context_.prims.integer(below(3)));
      case ParamKind::string_expr: return fn_->add_string(context_.name("text"));
      case ParamKind::dtype_expr: return fn_->add_dtype(kFloat32);
      case ParamKind::tensors: {
        std::vector<Value> fields;
        Want one;
        one.like = want.like;
        if (want.info) return tensor(want);
        for (int64_t i = 0, n = std::max<int64_t>(static_cast<int64_t>(want.fields), 1 + below(3)); i < n; ++i)
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
    return operator_of(parts[static_cast<size_t>(below(static_cast<int64_t>(parts.size())))]);
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
    std::vector<std::pair<std::string_view, Attr>> set;
    for (const AttrTest* t : want.attrs) {
      Attr asked = t->equals ? t->equals : t->is && attr_vars_.contains(t->is.index) ? attr_vars_[t->is.index] : Attr();
      int at = row.attr_index(context_.text(t->name));
      if (!asked || at < 0) continue;
      std::optional<Attr> fitting = as_stored(row.params[row.attrs[static_cast<size_t>(at)]], asked);
      if (!fitting)
        return fail(fmt::format("it asks for a {} that R.{} cannot have", context_.text(t->name), row.name));
      set.emplace_back(context_.text(t->name), *fitting);
    }
    std::vector<Value> args;
    for (size_t i = 0; i < operands.size(); ++i) {
      Want inner;
      if (i < row.operands.size()) inner.kind = row.params[row.operands[i]].kind;
      if (i == 0) {
        suggest_first(*op, set, want, inner);
      } else {
        suggest(*op, i, args, set, inner);
      }
      if (*op == Op::reshape && i == 1 && want.is_demanded && inner.elements == elements(want.like)) {
        inner.like = want.like;
        inner.is_demanded = true;
      }
      Value v = value(operands[i], inner, depth + 1);
      if (!v) return {};
      args.push_back(v);
      if (i > 0) continue;
      // With the first operand, the attributes are known; those of the others depend on them.
      for (uint8_t a : row.attrs) {
        const Param& param = row.params[a];
        if (std::ranges::find(set, param.name, &std::pair<std::string_view, Attr>::first) != set.end()) continue;
        if (Attr drawn = attribute(*op, param, args)) set.emplace_back(param.name, drawn);
        else if (!param.has_default && param.default_param < 0) return {};
      }
    }
    // Further operands, of which the pattern says nothing but that they may be there.
    while (node.is_open && args.size() < row.operands.size() &&
           row.params[row.operands[args.size()]].default_text.empty()) {
      Want inner;
      inner.kind = row.params[row.operands[args.size()]].kind;
      suggest(*op, args.size(), args, set, inner);
      Value v = *op == Op::strided_slice ? slice_operand(args) : leaf(inner);
      if (!v) return {};
      args.push_back(v);
    }
    for (const AttrTest* t : want.attrs) {
      auto known = std::ranges::find(set, context_.text(t->name), &std::pair<std::string_view, Attr>::first);
      if (t->is && known != set.end()) attr_vars_.emplace(t->is.index, known->second);
    }
    Diagnostics problems;
    Value made = make_call(*fn_, &module_, *op, args, default_attrs(context_, *op, set), {}, &problems);
    if (!made || !numbers_known(fn_->info(made))) return {};
    return bind(made);
  }

  static int64_t elements(const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (int64_t d : shape) count *= d;
    return count;
  }

  // axes, begin or end of one of the equal parts of the last axis.
  Value slice_operand(const std::vector<Value>& args) {
    std::optional<std::vector<int64_t>> shape = numbers(fn_->info(args[0]));
    if (!shape || shape->empty()) return {};
    int64_t width = std::max<int64_t>(1, shape->back() / kParts), number = static_cast<int64_t>(shape->size()) - 1;
    if (args.size() == 2) number = width * below(shape->back() / width);
    if (args.size() == 3) number = *context_.prims.constant((*fn_)[fn_->args(args[2])[0]].prim()) + width;
    Value field = fn_->add_prim(context_.prims.integer(number));
    return fn_->add_tuple(std::span(&field, 1));
  }

  using Attrs = std::vector<std::pair<std::string_view, Attr>>;
  const AttrNode* attr(const Attrs& set, std::string_view name) const {
    auto known = std::ranges::find(set, name, &std::pair<std::string_view, Attr>::first);
    return known == set.end() ? nullptr : &context_.attrs[known->second];
  }
  int64_t integer(const Attrs& set, std::string_view name, int64_t missing) const {
    const AttrNode* a = attr(set, name);
    return a && a->kind == AttrKind::integer ? a->value : missing;
  }
  std::string_view layout(const Attrs& set, std::string_view name, std::string_view missing) const {
    const AttrNode* a = attr(set, name);
    return a && a->kind == AttrKind::string ? context_.text(Name(a->id)) : missing;
  }
  // One or several axes, from 0.
  std::vector<size_t> axes(const Attrs& set, std::string_view name, size_t rank, int64_t missing) const {
    std::vector<int64_t> given;
    auto known = std::ranges::find(set, name, &std::pair<std::string_view, Attr>::first);
    if (known != set.end() && context_.attrs[known->second].kind == AttrKind::list) {
      for (Attr a : context_.attrs.items(known->second)) given.push_back(context_.attrs[a].value);
    } else {
      given.push_back(integer(set, name, missing));
    }
    std::vector<size_t> out;
    for (int64_t a : given) {
      int64_t at = a < 0 ? a + static_cast<int64_t>(rank) : a;
      if (at >= 0 && at < static_cast<int64_t>(rank)) out.push_back(static_cast<size_t>(at));
    }
    return out;
  }

  static bool is_conv(Op op) {
    return op == Op::nn_conv1d || op == Op::nn_conv2d || op == Op::nn_conv3d || op == Op::nn_conv1d_transpose ||
           op == Op::nn_conv2d_transpose || op == Op::nn_conv3d_transpose;
  }
  static bool is_transposed(Op op) {
    return op == Op::nn_conv1d_transpose || op == Op::nn_conv2d_transpose || op == Op::nn_conv3d_transpose;
  }
  // `NCHW` of two spatial axes.
  static std::string_view usual_layout(size_t rank) { return rank == 3 ? "NCW" : rank == 4 ? "NCHW" : "NCDHW"; }

  // A first operand: what the operator asks for, or what would give the result that is wanted.
  void suggest_first(Op op, const Attrs& set, const Want& want, Want& inner) {
    std::optional<size_t> rank = rank_of_data(op);
    if (rank) {
      inner.like = want.like.size() == *rank ? want.like : shape_.size() == *rank ? shape_ : std::vector<int64_t>();
      while (inner.like.size() < *rank) inner.like.push_back(1 + below(4));
      std::string_view data_layout = layout(set, is_conv(op) ? "data_layout" : "layout", usual_layout(*rank));
      for (size_t i = 0; i < *rank && i < data_layout.size(); ++i) {
        if (std::string_view("DHW").find(data_layout[i]) != std::string_view::npos)
          inner.like[i] = std::max<int64_t>(inner.like[i], 3 + below(3));
        if (data_layout[i] == 'C' && is_conv(op))
          inner.like[i] *= std::clamp<int64_t>(integer(set, "groups", 1), 1, 16);
      }
      inner.is_demanded = true;
    } else if (op == Op::nn_group_norm || op == Op::nn_instance_norm) {
      inner.like = want.like.size() >= 3 ? want.like
                   : shape_.size() >= 3  ? shape_
                                         : std::vector<int64_t>{2, 4, 1 + below(3), 1 + below(3)};
      std::vector<size_t> channels = axes(set, "channel_axis", inner.like.size(), 1);
      if (!channels.empty()) inner.like[channels[0]] *= std::clamp<int64_t>(integer(set, "num_groups", 1), 1, 16);
      inner.is_demanded = true;
    } else if (op == Op::reshape && want.is_demanded && want.like.size() >= 3) {
      inner.like = {want.like[0], want.like[1], 1};
      for (size_t i = 2; i < want.like.size(); ++i) inner.like[2] *= want.like[i];
      inner.is_demanded = true;
    } else if (op == Op::strided_slice && want.is_demanded && !want.like.empty()) {
      inner.like = want.like;
      inner.like.back() *= kParts;
      inner.is_demanded = true;
    } else if (op == Op::matmul && want.like.size() >= 2) {
      inner.like = want.like;
      inner.like.back() = 1 + below(4);
    } else if (has_trait(op, Pointwise) || op == Op::nn_softmax || op == Op::nn_layer_norm || op == Op::nn_rms_norm ||
               op == Op::nn_batch_norm) {
      inner.like = want.like;
    }
    if (op == Op::nn_batch_norm && inner.like.empty()) inner.like = shape_;
    if (op == Op::where) inner.dtype = kBool;
    if (op == Op::dequantize) inner.dtype = chance(70) ? DType::make(DType::Code::integer, 8, 1) : kInt32;
  }

  // The operand i, of an operator that has those before it and these attributes.
  void suggest(Op op, size_t i, const std::vector<Value>& args, const Attrs& set, Want& inner) {
    const InfoNode first = context_.infos[fn_->info(args[0])];
    if (first.kind == InfoKind::tensor && op != Op::where) inner.dtype = first.dtype;
    std::optional<std::vector<int64_t>> shape = numbers(fn_->info(op == Op::where && i > 1 ? args[1] : args[0]));
    if (op == Op::where && i > 1) inner.dtype = context_.infos[fn_->info(args[1])].dtype;
    if (!shape) return;
    const std::vector<int64_t>& data = *shape;
    inner.like = data;
    inner.elements = elements(data);
    auto demand = [&](std::vector<int64_t> like) {
      inner.like = std::move(like);
      inner.is_demanded = true;
    };
    auto along = [&](const std::vector<size_t>& at) {
      std::vector<int64_t> out;
      for (size_t a : at) out.push_back(data[a]);
      return out;
    };
    if (op == Op::matmul) {
      if (data.size() >= 2 && chance(80)) inner.like = {data.back(), 1 + below(4)};
      else if (data.size() >= 3 && chance(50)) inner.like.end()[-2] = data.back();
    } else if (is_conv(op) && data.size() >= 3) {
      std::string_view data_layout = layout(set, "data_layout", usual_layout(data.size()));
      std::string kernel(usual_layout(data.size()));
      kernel.replace(0, 2, is_transposed(op) ? "IO" : "OI");
      std::string_view kernel_layout = layout(set, "kernel_layout", kernel);
      int64_t groups = std::max<int64_t>(1, integer(set, "groups", 1));
      std::vector<int64_t> weight;
      for (char axis : kernel_layout) {
        size_t at = data_layout.find(axis), channel = data_layout.find('C');
        bool is_in = axis == 'I', is_out = axis == 'O';
        if (is_in)
          weight.push_back(channel < data.size()
                               ? (is_transposed(op) ? data[channel] : std::max<int64_t>(1, data[channel] / groups))
                               : 1);
        else if (is_out) weight.push_back((is_transposed(op) ? 1 : groups) * (1 + below(3)));
        else weight.push_back(at < data.size() ? std::min<int64_t>(data[at], chance(20) ? 1 : 1 + below(3)) : 1);
      }
      demand(std::move(weight));
    } else if (op == Op::nn_layer_norm || op == Op::nn_rms_norm) {
      demand(along(axes(set, "axes", data.size(), -1)));
    } else if (op == Op::nn_group_norm || op == Op::nn_instance_norm) {
      demand(along(axes(set, "channel_axis", data.size(), 1)));
    } else if (op == Op::nn_batch_norm || op == Op::nn_prelu) {
      demand(along(axes(set, "axis", data.size(), 1)));
    } else if ((op == Op::quantize || op == Op::dequantize) && inner.kind == ParamKind::tensor) {
      demand(chance(50) ? std::vector<int64_t>() : along(axes(set, "axis", data.size(), -1)));
      inner.dtype = i == 1 ? kFloat32 : DType::make(DType::Code::integer, 8, 1);
      if (i == 2) demand(numbers(fn_->info(args[1])).value_or(std::vector<int64_t>()));
    } else if ((op == Op::nn_attention || op == Op::nn_attention_bias) && data.size() == 4) {
      std::vector<int64_t> key = numbers(fn_->info(args[std::min<size_t>(1, args.size() - 1)])).value_or(data);
      if (key.size() != 4) key = data;
      if (i == 1 && chance(50)) key[1] = 1 + below(4);
      demand(i < 3 ? key : std::vector<int64_t>{data[0], data[2], data[1], key[1]});
    } else if (op == Op::take) {
      demand({1 + below(3)});
      inner.dtype = kInt64;
    } else if (op == Op::gather_elements || op == Op::scatter_elements) {
      inner.is_demanded = true;
      if (i == 1) inner.dtype = kInt64;
    } else if (op == Op::nn_nll_loss && data.size() >= 2) {
      demand(i == 1 ? std::vector<int64_t>{data[0]} : std::vector<int64_t>{data[1]});
      if (i == 1) inner.dtype = kInt64;
    } else if (op == Op::broadcast_to) {
      demand(data);
    } else if (op == Op::image_resize2d && inner.kind == ParamKind::shape) {
      demand({1 + below(6), 1 + below(6)});
    }
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
    if (callee.is_open && module_.find(name)) name += std::to_string(module_.functions.size());
    if (args.empty() || context_.infos[infos[0]].kind != InfoKind::tensor || module_.find(name) ||
        module_.functions.size() >= kMaxFunctions)
      return {};
    Function made(module_.shared_context());
    made.add_lambda();
    RegionId body = made.add_region();
    made.self().body = body;
    Block block{true, {}};
    for (size_t i = 0; i < infos.size(); ++i)
      made.self().params.push_back(made.add_param(context_.name(fmt::format("a{}", i)), infos[i]));
    auto append = [&](Op op, std::vector<Value> of) {
      Diagnostics problems;
      Value v = make_call(made, &module_, op, of, default_attrs(context_, op, {}), {}, &problems);
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
    Node reference;
    reference.kind = NodeKind::global;
    reference.payload = static_cast<uint32_t>(module_.functions.size());
    reference.info = context_.infos.function(infos, self.ret, true);
    Node call;
    call.kind = NodeKind::call;
    call.info = self.ret;
    module_.functions.emplace_back(self.name, reference.info, std::move(made), Span());
    module_.is_lone_function = false;
    args.insert(args.begin(), fn_->add(reference));
    return bind(fn_->add(call, args));
  }

  bool numbers_known(StructInfo info) const {
    const InfoNode& node = context_.infos[info];
    if (node.kind != InfoKind::tensor) return true;
    std::optional<std::vector<int64_t>> shape = numbers(info);
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

  // A value in the whole range of an attribute, those that mean the same included. None: the attribute is left as it
  // is.
  Attr any_attribute(Op op, const Param& param, const std::vector<int64_t>& data) {
    AttrStore& attrs = context_.attrs;
    auto rank = static_cast<int64_t>(data.size());
    bool is_axis = param.name == "axes" || param.name.ends_with("axis");
    bool is_norm_of_group = op == Op::nn_group_norm || op == Op::nn_instance_norm;
    if (is_norm_of_group && (is_axis || param.name == "num_groups")) return {};
    if (param.is_optional && chance(25)) return attrs.none();
    bool adds_axes = op == Op::expand_dims || op == Op::stack || op == Op::one_hot;
    int64_t axes = rank + adds_axes;
    auto signed_axis = [&](int64_t axis) { return chance(30) ? axis - axes : axis; };
    switch (param.kind) {
      case ParamKind::boolean: return attrs.boolean(chance(50));
      case ParamKind::real: {
        constexpr double kReals[] = {0.125, 0.25, 0.75};
        return attrs.real(kReals[below(std::ssize(kReals))]);
      }
      case ParamKind::integer:
        if (is_axis) return attrs.integer(signed_axis(below(axes)));
        if (param.name == "groups")
          return attrs.integer(chance(50) ? 2 : data[chance(70) && rank > 1 ? 1 : data.size() - 1]);
        if (param.name == "batch_dims" || param.name == "ignore_index" || param.name.ends_with("exclude"))
          return attrs.integer(below(2));
        return attrs.integer(1 + below(3));
      case ParamKind::dtype: {
        constexpr DType kDTypes[] = {kFloat16,
                                     kFloat32,
                                     kFloat64,
                                     kBool,
                                     kInt32,
                                     kInt64,
                                     DType::make(DType::Code::integer, 8, 1),
                                     DType::make(DType::Code::unsigned_integer, 8, 1)};
        return attrs.dtype(kDTypes[below(std::ssize(kDTypes))]);
      }
      case ParamKind::string: return any_text(op, param);
      case ParamKind::integers:
      case ParamKind::int_or_ints: {
        std::vector<int64_t> list;
        if (is_axis) {
          for (int64_t a = 0; a < axes; ++a) {
            if (op != Op::squeeze || data[static_cast<size_t>(a)] == 1) list.push_back(signed_axis(a));
          }
          std::shuffle(list.begin(), list.end(), random_);
          size_t some = chance(50) ? 1 : static_cast<size_t>(1 + below(std::ssize(list)));
          if (op != Op::permute_dims && some < list.size()) list.resize(some);
        } else if (op == Op::split) {
          list = {1};
        } else {
          size_t size = param.list_size > 0         ? param.list_size
                        : param.name == "pad_width" ? 2 * data.size()
                                                    : data.size();
          bool counts_from_one = param.default_text != "0" && param.name != "pad_width";
          for (size_t i = 0; i < size; ++i) list.push_back(counts_from_one ? 1 + below(3) : below(2));
        }
        return attrs.integers(list);
      }
      default: return {};
    }
  }

  Attr any_text(Op op, const Param& param) {
    struct Texts {
      std::string_view name, texts;
    };
    constexpr Texts kTexts[] = {
        {"mode", "fast clip wrap"},
        {"ret_type", "both values indices"},
        {"pad_mode", "constant reflect replicate circular"},
        {"padding_mode", "zeros border reflection"},
        {"method", "linear nearest_neighbor cubic"},
        {"coordinate_transformation_mode", "half_pixel align_corners asymmetric"},
        {"rounding_method", "round floor ceil"},
        {"causal_mask", "TopLeft BottomRight"},
        {"indexing", "ij xy"},
    };
    bool is_scatter = op == Op::scatter_elements || op == Op::scatter_nd;
    std::string_view texts = param.name != "reduction" ? "" : is_scatter ? "update add mul min max" : "mean sum none";
    for (const Texts& row : kTexts) {
      if (row.name == param.name) texts = row.texts;
    }
    std::string channels_last;
    if (param.name.ends_with("layout")) {
      std::string_view usual = param.default_param >= 0
                                   ? info(op).params[static_cast<size_t>(param.default_param)].default_text
                                   : param.default_text;
      if (usual.size() < 5) return {};
      usual = usual.substr(1, usual.size() - 2);  // without quotes
      channels_last = param.name == "kernel_layout" ? fmt::format("{}{}{}", usual.substr(2), usual[1], usual[0])
                                                    : fmt::format("{}{}{}", usual[0], usual.substr(2), usual[1]);
      texts = channels_last;
    }
    if (texts.empty()) return {};
    for (int64_t skipped = below(1 + std::ranges::count(texts, ' ')); skipped > 0; --skipped)
      texts.remove_prefix(texts.find(' ') + 1);
    return context_.attrs.string(context_.name(texts.substr(0, texts.find(' '))));
  }

  // What the pattern does not look at: the default, or anything else that could be meant.
  Attr attribute(Op op, const Param& param, const std::vector<Value>& args) {
    if (args.empty()) return {};
    const InfoNode& first = context_.infos[fn_->info(args[0])];
    int rank = first.kind == InfoKind::tensor ? first.ndim : 0;
    if (first.kind == InfoKind::tuple && !context_.infos.fields(fn_->info(args[0])).empty())
      rank = context_.infos[context_.infos.fields(fn_->info(args[0]))[0]].ndim;
    if (rank <= 0) return {};
    if (has_any_attributes_ && chance(param.name.ends_with("axis") || param.name == "axes" ? 80 : 50)) {
      std::optional<std::vector<int64_t>> data =
          numbers(first.kind == InfoKind::tuple ? context_.infos.fields(fn_->info(args[0]))[0] : fn_->info(args[0]));
      if (Attr any = data ? any_attribute(op, param, *data) : Attr()) return any;
    }
    if (op == Op::permute_dims && param.name == "axes") {
      std::vector<int64_t> axes(static_cast<size_t>(rank));
      for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
      if (chance(75) && rank >= 3) {
        std::swap(axes[1], axes[2]);  // heads and positions, or the last two of three
      } else if (chance(60) && rank >= 2) {
        std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
      } else {
        std::shuffle(axes.begin(), axes.end(), random_);
      }
      return context_.attrs.integers(axes);
    }
    if (param.name == "axis" && (param.kind == ParamKind::integer || param.kind == ParamKind::int_or_ints) &&
        (!param.has_default || chance(30))) {
      return context_.attrs.integer(chance(50) ? rank - 1 : below(rank));
    }
    bool is_norm_of_group = op == Op::nn_group_norm || op == Op::nn_instance_norm;
    if (is_norm_of_group && param.name == "channel_axis") return context_.attrs.integer(rank >= 2 ? 1 : 0);
    if (op == Op::nn_group_norm && param.name == "num_groups") {
      int64_t channels = numbers(fn_->info(args[0])).value_or(std::vector<int64_t>{1, 1})[rank >= 2 ? 1 : 0];
      return context_.attrs.integer(channels % 2 == 0 && chance(60) ? 2
                                    : chance(50)                    ? 1
                                                                    : std::max<int64_t>(1, channels));
    }
    if (is_norm_of_group && param.name == "axes") {
      std::vector<int64_t> all;
      for (int64_t i = 2; i < rank; ++i) all.push_back(i);
      return context_.attrs.integers(all);
    }
    if ((op == Op::nn_layer_norm || op == Op::nn_rms_norm) && param.name == "axes" && chance(85))
      return context_.attrs.integers(std::vector<int64_t>{-1});
    if (op == Op::nn_batch_norm && param.name == "axis")
      return context_.attrs.integer(rank >= 2 && chance(80) ? 1 : rank - 1);
    if (op == Op::split && param.name == "indices_or_sections") return context_.attrs.integer(1 + below(3));
    if (op == Op::astype && param.name == "dtype") return context_.attrs.dtype(chance(50) ? kFloat32 : kInt32);
    if (param.has_default || param.default_param >= 0) return {};
    switch (param.kind) {
      case ParamKind::boolean: return context_.attrs.boolean(chance(50));
      case ParamKind::integer: return context_.attrs.integer(below(2));
      case ParamKind::real: return context_.attrs.real(0.5);
      case ParamKind::dtype: return context_.attrs.dtype(kFloat32);
      case ParamKind::int_or_ints:
      case ParamKind::integers: return context_.attrs.integers(std::vector<int64_t>{below(rank)});
      default: return {};
    }
  }

  const Patterns& patterns_;
  const PatternGraph* graph_;
  Context& context_;
  Module module_;
  Function* fn_;
  std::mt19937_64 random_;
  bool has_any_attributes_;  // not only usual ones, where the pattern leaves them open
  std::vector<int64_t> shape_;
  DType dtype_ = kFloat32;
  std::unordered_map<PatternId, Value> values_;
  PrimMap sizes_;
  std::unordered_map<uint32_t, Attr> attr_vars_;
  Value carried_;  // what the next operand that is left open has to be
  std::vector<Value> params_, bindings_;
  std::string unsupported_;
};

std::vector<PatternId> roots_of(const Rule& rule) {
  if (rule.root) return {rule.root};
  if (!rule.fields.empty()) return rule.fields;
  if (!rule.graph) return {};
  return {rule.graph->nodes().begin(), rule.graph->nodes().end()};
}

// A rule may be wrong in several ways, of which an exchange is the one that can be named: so many wrong programs are
// looked at for it.
constexpr int kMostWrong = 24;

// An exchange that is one agrees on other arguments, too.
constexpr int kRunsOfExchange = 6;

std::vector<Note> exchange_notes(const Module& before, const Module& after, const Draw& draw, const Patterns& patterns,
                                 CompareOptions compare, double& work) {
  compare.runs = kRunsOfExchange;
  const Function &old = *before.functions[0].relax(), *now = after.functions[0].relax();
  std::optional<Exchange> found = find_exchange(old, *now, [&](const Function& exchanged) {
    if (work > kWorkOfRule) return false;
    Module module = after;
    *module.functions[0].relax() = exchanged;
    Comparison result = compare_by_running(before, GlobalId(0), module, GlobalId(0), compare);
    work += result.work;
    return !result.differ && result.agreed > 0;
  });
  if (!found) return {};
  PatternId a = draw.pattern_of(found->a), b = draw.pattern_of(found->b);
  auto name = [&](PatternId p, Value v) {
    return std::string(p ? patterns.label(p) : old.context().text(old[v].name));
  };
  std::string first = name(a, found->a), second = name(b, found->b);
  std::vector<Note> notes{
      {a ? patterns.span(a) : Span(),
       fmt::format("the numbers agree when '{}' and '{}' are exchanged in the replacement", first, second)}};
  if (b && patterns.span(b)) notes.push_back({patterns.span(b), fmt::format("'{}' is this", second)});
  return notes;
}

// `apply` says whether it changed the program.
RuleCheckResult check(const Patterns& patterns, const std::vector<PatternId>& roots, const PatternGraph* graph,
                      const std::function<bool(Module&)>& apply, std::shared_ptr<Context> context,
                      const RuleCheckOptions& options) {
  RuleCheckResult out;
  int wrong = 0;
  double work = 0;
  for (int i = 0; i < options.draws && out.compared < options.programs; ++i) {
    if (work > (out.is_wrong ? kWorkOfExchange : kWorkOfRule)) {
      out.bound = kWorkOfRule;
      break;
    }
    uint64_t seed = options.seed * 1'000'003 + static_cast<uint64_t>(i);
    Draw draw(patterns, roots, graph, context, seed, /*has_any_attributes=*/i % 2 == 1);
    std::optional<Module> before = draw.make(roots);
    if (!before) {
      if (!draw.unsupported().empty()) {
        out.problem = draw.unsupported();
        return out;
      }
      ++out.refused;
      continue;
    }
    Module after = *before;
    if (!apply(after)) {
      ++out.left_alone;
      continue;
    }
    CompareOptions compare;
    compare.runs = 1;
    compare.seed = seed;
    compare.max_work = kWorkOfRule;
    compare.numbers = static_cast<Numbers>(i / 8 % 4);
    if (i % 4 >= 2)
      compare.style.elements = options.has_special_values && i % 8 >= 4 ? Elements::special : Elements::finite;
    compare.tells_infinity_from_nan = compare.style.elements != Elements::finite;
    Comparison found = compare_by_running(*before, GlobalId(0), after, GlobalId(0), compare);
    work += found.work;
    if (options.progress && (found.differ || found.agreed > 0)) options.progress();
    if (found.differ) {
      std::string problem =
          fmt::format("{}; with {} (program and arguments of seed {})", found.difference, found.arguments, i);
      if (!out.is_wrong) out.problem = problem;
      out.is_wrong = true;
      out.notes = exchange_notes(*before, after, draw, patterns, compare, work);
      if (!out.notes.empty()) out.problem = problem;
      if (!out.notes.empty() || ++wrong == kMostWrong) return out;
      continue;
    }
    if (out.is_wrong) continue;
    if (found.agreed > 0) {
      ++out.compared;
    } else {
      out.problem = found.skipped;
    }
  }
  if (out.compared == 0 && out.problem.empty()) {
    out.problem = out.left_alone > 0
                      ? fmt::format("it left alone all of {} programs that its pattern allows", out.left_alone)
                      : fmt::format("none of {} drawn programs has valid struct info", out.refused);
  }
  return out;
}

}  // namespace

RuleCheckResult check_rule(const Rule& rule, std::shared_ptr<Context> context, const RuleCheckOptions& options) {
  auto apply = [&](Module& module) {
    RewriteOptions once;
    once.once = true;
    return rewrite(module, std::span(&rule, 1), once).changed;
  };
  return check(rule.patterns(), roots_of(rule), rule.graph.get(), apply, std::move(context), options);
}

RuleCheckResult check_pattern(const FusionPattern& pattern, std::shared_ptr<Context> context,
                              const RuleCheckOptions& options) {
  auto apply = [&](Module& module) {
    Diagnostics silent;
    std::vector<PipelineStep> steps = *parse_pipeline("FuseOpsByPattern", silent);
    PassContext pass{silent};
    pass.patterns = {&pattern, 1};
    return run_pipeline(module, steps, pass, /*verify_each=*/true) == Changed::yes;
  };
  return check(*pattern.patterns, {pattern.root}, nullptr, apply, std::move(context), options);
}

void warn_of_ignored_attributes(const Rule& rule, Diagnostics& diagnostics,
                                const std::function<bool(Op, std::string_view)>& is_read) {
  const Patterns& patterns = rule.patterns();
  const Context& context = patterns.context();
  std::vector<std::pair<PatternId, std::vector<Name>>> open;  // with the attributes that wrappers look at
  for (PatternId p : roots_of(rule)) open.push_back({p, {}});
  std::vector<uint8_t> seen(patterns.size());
  while (!open.empty()) {
    auto [p, names] = open.back();
    open.pop_back();
    const PatternNode& node = patterns[p];
    if (node.kind == PatternKind::has_attrs) {
      for (const AttrTest& t : patterns.attr_tests(node)) names.push_back(t.name);
    }
    bool passes_on = node.kind >= PatternKind::has_shape && node.kind <= PatternKind::used_inside;
    if (seen[p.index] && !passes_on) continue;
    seen[p.index] = 1;
    if (node.kind == PatternKind::call && patterns[patterns.parts(p)[0]].kind == PatternKind::op) {
      const OpInfo& op = info(patterns[patterns.parts(p)[0]].op);
      std::string ignored;
      for (uint8_t i : op.attrs) {
        if (op.params[i].name == "out_dtype") continue;  // part of the struct info
        if (std::any_of(names.begin(), names.end(), [&](Name n) { return context.text(n) == op.params[i].name; }))
          continue;
        if (is_read && is_read(op.id, op.params[i].name)) continue;
        ignored += (ignored.empty() ? "'" : ", '") + std::string(op.params[i].name) + "'";
      }
      if (!ignored.empty()) {
        diagnostics.report(Diag::loose_rule, patterns.span(p) ? patterns.span(p) : rule.span,
                           fmt::format("rule '{}' matches R.{} whatever {} {}", rule.name, op.name, ignored,
                                       ignored.find(',') == std::string::npos ? "is" : "are"));
      }
    }
    for (PatternId part : patterns.parts(p)) open.push_back({part, passes_on ? names : std::vector<Name>()});
  }
}

}  // namespace hammock
