// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <unordered_map>

#include "hammock/infer/describe.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/passes/pass.h"
#include "hammock/passes/rules.h"
#include "hammock/rewrite/drive.h"
#include "hammock/verify/verify.h"
#include "slice.h"

namespace hammock {
namespace {

constexpr int kMaxPatternDepth = 200;
constexpr size_t kMaxFunctions = 50;  // of a program
constexpr uint32_t kMaxCopies = 64;   // of what may be there any number of times

// What is known of a value before it is made.
struct Want {
  ParamKind kind = ParamKind::tensor;
  std::vector<int64_t> like;       // a shape that would fit
  int64_t elements = -1;           // shape: how many the tensor has
  std::optional<DType> dtype;
  StructInfo info;                 // has_info, has_shape
  std::vector<const AttrTest*> attrs;
};

// One random program for a rule.
class Draw {
 public:
  Draw(const Patterns& patterns, std::shared_ptr<Context> context, uint64_t seed) : patterns_(patterns), context_(*context), module_(context), random_(seed) {
    module_.is_lone_function = true;
    module_.functions.reserve(kMaxFunctions);  // fn_ stays where it is
    module_.functions.emplace_back(context_.name("main"), StructInfo(), Function(context), Span());
    fn_ = module_.functions[0].relax();
    LambdaId self = fn_->add_lambda();
    RegionId body = fn_->add_region();
    (*fn_)[self].name = context_.name("main");
    (*fn_)[self].body = body;
    choose_shape();
  }

  // Nothing if the draw is no program.
  std::optional<Module> make(const std::vector<PatternId>& roots, const PatternGraph* graph) {
    std::vector<Value> results;
    auto draw_all = [&] {
      for (PatternId p : roots) {
        Value v = value(p, {}, 0);
        if (!v) return false;
        bool is_binding = fn_->nodes[v.index].kind != NodeKind::param && !is_leaf(fn_->nodes[v.index].kind);
        if (is_binding && std::ranges::find(results, v) == results.end()) results.push_back(v);
      }
      return true;
    };
    if (!draw_all()) return std::nullopt;
    if (graph && !graph->all_branches().empty()) {
      const PatternGraph::Branches& branches = graph->all_branches()[0];
      if (branches.at_least > kMaxCopies) {
        fail(fmt::format("it wants more than {} branches", kMaxCopies));
        return std::nullopt;
      }
      for (int64_t more = std::max<int64_t>(branches.at_least, 2) - 1 + below(2); more > 0; --more) {
        std::unordered_map<PatternId, Value> first = values_;
        std::erase_if(values_, [&](const auto& known) { return std::ranges::find(branches.shared, known.first) == branches.shared.end(); });
        if (!draw_all()) return std::nullopt;
        values_ = std::move(first);
      }
    }
    if (results.empty() || bindings_.empty()) return std::nullopt;
    for (Value v : results) (*fn_)[v].is_output = true;
    Region& body = fn_->body();
    body.blocks.push_back({true, bindings_});
    body.result = results.size() == 1 ? results[0] : fn_->add_tuple(results);
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

  // The shape that most wildcards of the program have.
  void choose_shape() {
    size_t rank = chance(45) ? 2 : chance(50) ? 4 : chance(50) ? 3 : 1;
    bool is_square = chance(35);
    int64_t n = 2 + below(3);
    for (size_t i = 0; i < rank; ++i) shape_.push_back(is_square ? n : 1 + below(4));
    dtype_ = chance(85) ? kFloat32 : chance(60) ? kInt32 : chance(50) ? kFloat16 : kBool;
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

  Value constant(const ConstantTest* test) {
    if (test && test->equals) return fn_->add_constant(test->equals);
    float number = test && test->splat ? static_cast<float>(*test->splat) : static_cast<float>(1 + below(15)) / 4.0f;
    if (test && test->holds && chance(50)) number = static_cast<float>(below(3));
    Constant c;
    DType dtype = dtype_;
    c.dtype = dtype == kInt32 ? kInt32 : dtype == kFloat16 ? kFloat16 : kFloat32;
    if (dtype == kFloat16) {
      c.data = {std::byte{0}, std::byte{0x3c}};
    } else {
      int32_t whole = static_cast<int32_t>(number);
      c.data.resize(4);
      std::memcpy(c.data.data(), dtype == kInt32 ? static_cast<void*>(&whole) : &number, 4);
    }
    return fn_->add_constant(context_.constant(std::move(c)));
  }

  // None: the draw fails.
  Value value(PatternId p, Want want, int depth) {
    if (auto known = values_.find(p); known != values_.end()) return known->second;
    if (depth > kMaxPatternDepth) return fail("it is too deep");
    Value v = make(p, want, depth);
    if (v) values_[p] = v;
    return v;
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
        if (carried_ && (want.kind == ParamKind::tensor || want.kind == ParamKind::tensors)) return std::exchange(carried_, Value());
        return leaf(want);
      case PatternKind::variable:
      case PatternKind::dataflow_variable: return leaf(want);
      case PatternKind::constant: return constant(node.payload == Id<int>::kNone ? nullptr : &patterns_.constant_test(node));
      case PatternKind::shape: {
        StructInfo info = sized(node.info);
        return fn_->add_shape(std::vector<Prim>(context_.infos.dims(info).begin(), context_.infos.dims(info).end()));
      }
      case PatternKind::prim: return fn_->add_prim(node.payload == Id<int>::kNone ? context_.prims.integer(1 + below(3)) : Prim(node.payload));
      case PatternKind::string: return fn_->add_string(node.payload == Id<int>::kNone ? context_.name("text") : Name(node.payload));
      case PatternKind::extern_func:
      case PatternKind::global: return fail("it calls functions that are not there");
      case PatternKind::call: return call(p, node, parts, want, depth);
      case PatternKind::tuple:
      case PatternKind::unordered_tuple: {
        std::vector<Value> fields;
        for (PatternId part : parts) {
          bool is_each = patterns_[part].kind == PatternKind::each;
          if (is_each && patterns_[part].payload > kMaxCopies) return fail(fmt::format("it wants more than {} fields", kMaxCopies));
          int64_t copies = is_each ? std::max<int64_t>(patterns_[part].payload, 2) + below(2) : 1;
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
      case PatternKind::get_item: {
        Value tuple = value(parts[0], {}, depth + 1);
        if (!tuple) return {};
        StructInfo info = fn_->info(tuple);
        if (context_.infos[info].kind != InfoKind::tuple || context_.infos.fields(info).empty()) return {};
        uint32_t size = static_cast<uint32_t>(context_.infos.fields(info).size());
        uint32_t index = node.payload == Id<int>::kNone ? static_cast<uint32_t>(below(size)) : node.payload;
        return index < size ? bind(fn_->add_get_item(tuple, index)) : Value();
      }
      case PatternKind::either: return value(parts[static_cast<size_t>(below(static_cast<int64_t>(parts.size())))], want, depth + 1);
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
      case PatternKind::has_shape: case PatternKind::has_dtype: case PatternKind::has_info: case PatternKind::has_attrs: case PatternKind::where:
      case PatternKind::used_inside:
        narrow_by(node, want);
        return value(parts[0], want, depth + 1);
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

  // An operator, an operator with something from the side, or a branch that joins again; of a tuple, its items added up.
  Value any_step(Value from) {
    auto call = [&](Op op, std::initializer_list<Value> args) -> Value {
      if (!std::ranges::all_of(args, [](Value v) { return bool(v); })) return {};
      Diagnostics problems;
      Value made = make_call(*fn_, &module_, op, std::vector<Value>(args), default_attrs(context_, op, {}), {}, &problems);
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
      want.dtype = DType{static_cast<DType::Code>(node.payload & 0xff), static_cast<uint8_t>(node.payload >> 8), static_cast<uint16_t>(node.payload >> 16)};
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
      case ParamKind::shape: return fn_->add_shape(dims(factors(want.elements, want.like)));
      case ParamKind::prim: return fn_->add_prim(context_.prims.integer(below(3)));
      case ParamKind::string_expr: return fn_->add_string(context_.name("text"));
      case ParamKind::dtype_expr: return fn_->add_dtype(kFloat32);
      case ParamKind::tensors: {
        std::vector<Value> fields;
        Want one;
        for (int64_t i = 0, n = 1 + below(3); i < n; ++i) fields.push_back(tensor(one));
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
    if (!op && patterns_[parts[0]].kind == PatternKind::global) return call_function(patterns_[parts[0]], parts.subspan(1), depth);
    if (!op) return fail(patterns_[parts[0]].kind == PatternKind::extern_func ? "it calls functions that are not there" : "it calls something else than operators and functions");
    const OpInfo& row = info(*op);
    std::vector<PatternId> operands(parts.begin() + 1, parts.end());
    std::vector<Value> args;
    for (size_t i = 0; i < operands.size(); ++i) {
      Want inner;
      if (i < row.operands.size()) inner.kind = row.params[row.operands[i]].kind;
      if (!args.empty()) {
        if (std::optional<std::vector<int64_t>> before = numbers(fn_->info(args[0]))) {
          inner.like = *before;
          inner.elements = 1;
          for (int64_t d : *before) inner.elements *= d;
          if (*op == Op::matmul && before->size() >= 2 && chance(80)) {
            inner.like = {before->back(), 1 + below(4)};
          }
        }
        const InfoNode first = context_.infos[fn_->info(args[0])];
        if (first.kind == InfoKind::tensor) inner.dtype = first.dtype;
      }
      Value v = value(operands[i], inner, depth + 1);
      if (!v) return {};
      args.push_back(v);
    }
    Diagnostics problems;
    std::vector<std::pair<std::string_view, Attr>> set;
    for (uint8_t i : row.attrs) {
      const Param& param = row.params[i];
      const AttrTest* test = nullptr;
      for (const AttrTest* t : want.attrs) {
        if (context_.text(t->name) == param.name) test = t;
      }
      if (test && test->equals) {
        set.emplace_back(param.name, test->equals);
      } else if (Attr drawn = attribute(*op, param, args)) {
        set.emplace_back(param.name, drawn);
      } else if (!param.has_default && param.default_param < 0) {
        return {};
      }
    }
    Value made = make_call(*fn_, &module_, *op, args, default_attrs(context_, *op, set), {}, &problems);
    if (!made || !numbers_known(fn_->info(made))) return {};
    return bind(made);
  }

  // The call of a private function, made for these operands: the first of them negated, and added to those that are like it.
  Value call_function(const PatternNode& callee, std::span<const PatternId> operands, int depth) {
    std::vector<Value> args;
    std::vector<StructInfo> infos;
    for (PatternId p : operands) {
      Value v = value(p, {}, depth + 1);
      if (!v) return {};
      args.push_back(v);
      infos.push_back(fn_->info(v));
    }
    std::string name = callee.payload == Id<int>::kNone ? "f" : std::string(context_.text(Name(callee.payload)));
    if (callee.is_open && module_.find(name)) name += std::to_string(module_.functions.size());
    if (args.empty() || context_.infos[infos[0]].kind != InfoKind::tensor || module_.find(name) || module_.functions.size() >= kMaxFunctions) return {};
    Function made(module_.shared_context());
    made.add_lambda();
    RegionId body = made.add_region();
    made.self().body = body;
    Block block{true, {}};
    for (size_t i = 0; i < infos.size(); ++i) made.self().params.push_back(made.add_param(context_.name(fmt::format("a{}", i)), infos[i]));
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
    return shape && size > 0 && size < (1 << 16);
  }

  // What the pattern does not look at: the default, or anything else that could be meant.
  Attr attribute(Op op, const Param& param, const std::vector<Value>& args) {
    if (args.empty()) return {};
    const InfoNode& first = context_.infos[fn_->info(args[0])];
    int rank = first.kind == InfoKind::tensor ? first.ndim : 0;
    if (first.kind == InfoKind::tuple && !context_.infos.fields(fn_->info(args[0])).empty()) rank = context_.infos[context_.infos.fields(fn_->info(args[0]))[0]].ndim;
    if (rank <= 0) return {};
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
    if (param.name == "axis" && (param.kind == ParamKind::integer || param.kind == ParamKind::int_or_ints) && (!param.has_default || chance(30))) {
      return context_.attrs.integer(chance(50) ? rank - 1 : below(rank));
    }
    if (op == Op::split && param.name == "indices_or_sections") return context_.attrs.integer(1 + below(3));
    if (op == Op::astype && param.name == "dtype") return context_.attrs.dtype(chance(50) ? kFloat32 : kInt32);
    if (param.has_default || param.default_param >= 0) return {};
    switch (param.kind) {
      case ParamKind::boolean: return context_.attrs.boolean(chance(50));
      case ParamKind::integer: return context_.attrs.integer(below(2));
      case ParamKind::real: return context_.attrs.real(0.5);
      case ParamKind::dtype: return context_.attrs.dtype(kFloat32);
      case ParamKind::int_or_ints: case ParamKind::integers: return context_.attrs.integers(std::vector<int64_t>{below(rank)});
      default: return {};
    }
  }

  const Patterns& patterns_;
  Context& context_;
  Module module_;
  Function* fn_;
  std::mt19937_64 random_;
  std::vector<int64_t> shape_;
  DType dtype_ = kFloat32;
  std::unordered_map<PatternId, Value> values_;
  PrimMap sizes_;
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

// A rule may be wrong in several ways, of which an exchange is the one that can be named: so many wrong programs are looked at for it.
constexpr int kMostWrong = 24;

std::vector<Note> exchange_notes(const Module& before, const Module& after, const Draw& draw, const Patterns& patterns, const CompareOptions& compare) {
  const Function &old = *before.functions[0].relax(), *now = after.functions[0].relax();
  std::optional<Exchange> found = find_exchange(old, *now, [&](const Function& exchanged) {
    Module module = after;
    *module.functions[0].relax() = exchanged;
    Comparison result = compare_by_running(before, GlobalId(0), module, GlobalId(0), compare);
    return !result.differ && result.agreed > 0;
  });
  if (!found) return {};
  PatternId a = draw.pattern_of(found->a), b = draw.pattern_of(found->b);
  auto name = [&](PatternId p, Value v) { return std::string(p ? patterns.label(p) : old.context().text(old[v].name)); };
  std::string first = name(a, found->a), second = name(b, found->b);
  std::vector<Note> notes{{a ? patterns.span(a) : Span(), fmt::format("the numbers agree when '{}' and '{}' are exchanged in the replacement", first, second)}};
  if (b && patterns.span(b)) notes.push_back({patterns.span(b), fmt::format("'{}' is this", second)});
  return notes;
}

// `apply` says whether it changed the program.
RuleCheckResult check(const Patterns& patterns, const std::vector<PatternId>& roots, const PatternGraph* graph, const std::function<bool(Module&)>& apply,
                      std::shared_ptr<Context> context, const RuleCheckOptions& options) {
  RuleCheckResult out;
  int wrong = 0;
  for (int i = 0; i < options.draws && out.compared < options.programs; ++i) {
    uint64_t seed = options.seed * 1'000'003 + static_cast<uint64_t>(i);
    Draw draw(patterns, context, seed);
    std::optional<Module> before = draw.make(roots, graph);
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
    Comparison found = compare_by_running(*before, GlobalId(0), after, GlobalId(0), compare);
    if (found.differ) {
      std::string problem = fmt::format("{}; with {} (program and arguments of seed {})", found.difference, found.arguments, i);
      if (!out.is_wrong) out.problem = problem;
      out.is_wrong = true;
      out.notes = exchange_notes(*before, after, draw, patterns, compare);
      if (!out.notes.empty()) out.problem = problem;
      if (!out.notes.empty() || ++wrong == kMostWrong) return out;
      continue;
    }
    if (out.is_wrong) continue;
    if (found.agreed > 0) ++out.compared;
    else out.problem = found.skipped;
  }
  if (out.compared == 0 && out.problem.empty()) {
    out.problem = out.left_alone > 0 ? fmt::format("it left alone all of {} programs that its pattern allows", out.left_alone)
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

RuleCheckResult check_pattern(const FusionPattern& pattern, std::shared_ptr<Context> context, const RuleCheckOptions& options) {
  auto apply = [&](Module& module) {
    Diagnostics silent;
    std::vector<PipelineStep> steps = *parse_pipeline("FuseOpsByPattern", silent);
    PassContext pass{silent};
    pass.patterns = {&pattern, 1};
    return run_pipeline(module, steps, pass, /*verify_each=*/true) == Changed::yes;
  };
  return check(*pattern.patterns, {pattern.root}, nullptr, apply, std::move(context), options);
}

void warn_of_ignored_attributes(const Rule& rule, Diagnostics& diagnostics, const std::function<bool(Op, std::string_view)>& is_read) {
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
        if (std::any_of(names.begin(), names.end(), [&](Name n) { return context.text(n) == op.params[i].name; })) continue;
        if (is_read && is_read(op.id, op.params[i].name)) continue;
        ignored += (ignored.empty() ? "'" : ", '") + std::string(op.params[i].name) + "'";
      }
      if (!ignored.empty()) {
        diagnostics.report(Diag::loose_rule, patterns.span(p) ? patterns.span(p) : rule.span,
                           fmt::format("rule '{}' matches R.{} whatever {} {}", rule.name, op.name, ignored, ignored.find(',') == std::string::npos ? "is" : "are"));
      }
    }
    for (PatternId part : patterns.parts(p)) open.push_back({part, passes_on ? names : std::vector<Name>()});
  }
}

}  // namespace hammock
