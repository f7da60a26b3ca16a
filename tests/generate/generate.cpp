// SPDX-License-Identifier: Apache-2.0
#include "generate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "calls.h"
#include "hammock/infer/struct_info.h"
#include "kernels.h"

namespace hammock::generate {
namespace {

constexpr int kMaxNesting = 3;  // branches and functions in each other

class FunctionMaker : public Values {
 public:
  FunctionMaker(Choices& choices, const Options& options, Module& module)
      : c_(choices),
        options_(options),
        module_(module),
        fn_(module.shared_context()),
        cx_(module.context()),
        calls_(*this) {}

  GlobalFunction make(std::string_view name, bool is_private) {
    LambdaId self = fn_.add_lambda();
    region_ = fn_.add_region();
    fn_[self].body = region_;
    fn_[self].name = cx_.name(name);
    fn_[self].is_private = is_private;
    is_pure_ = fn_[self].is_pure = !c_.chance(12);
    first_values();
    if (options_.control_flow && c_.chance(70)) call_global();
    steps(1 + static_cast<int>(c_.below(static_cast<uint32_t>(options_.steps))));
    fn_.body().result = result();
    finish(self);
    if (c_.chance(15)) {
      fn_.self().attrs = cx_.sorted_dict({{cx_.name("num_input"), cx_.attrs.integer(1)},
                                          {cx_.name("note"), cx_.attrs.string(cx_.name("a \"quoted\" text"))}});
    }
    StructInfo info = signature(self);
    return {cx_.name(name), info, std::move(fn_), {}};
  }

  // It calls itself with a counter, a few times; the module's next function.
  GlobalFunction make_recursive(std::string_view name) {
    LambdaId self = fn_.add_lambda();
    region_ = fn_.add_region();
    fn_[self].body = region_;
    fn_[self].name = cx_.name(name);
    first_values();
    const Value counter = new_param(cx_.infos.tensor(std::vector<Prim>{}, c_.chance(50) ? kInt32 : kInt64));
    const std::vector<Value> state = some_state(fn_[self].params);
    fn_[self].ret = info_of(state);
    steps(static_cast<int>(c_.below(3)));
    const GlobalId id(static_cast<uint32_t>(module_.functions.size()));
    fn_.body().result = repeat(counter, state, [&](std::span<const Value> next) {
      std::vector<Value> args{fn_.add_global(id, signature(self))};
      for (Value p : fn_[self].params) args.push_back(p == counter ? next[0] : p);
      for (size_t i = 0; i < state.size(); ++i) std::ranges::replace(args, state[i], next[i + 1]);
      return args;
    });
    StructInfo info = signature(self);
    return {cx_.name(name), info, std::move(fn_), {}};
  }

  // ---- what calls are made of ----
  Choices& choices() override { return c_; }
  Function& fn() override { return fn_; }
  const Module& module() override { return module_; }
  const std::vector<Value>& visible() override { return visible_; }
  const Runner* runner() override { return options_.runner; }
  bool is_for_executors() override { return options_.for_executors; }
  Prim random_dim() override {
    return options_.for_executors && c_.chance(20) ? cx_.prims.integer(odd_dim()) : c_.pick(dims_);
  }
  void limit(std::vector<Prim>& dims) override {
    if (!options_.for_executors) return;
    int64_t left = 6000;
    for (Prim& d : dims) {
      int64_t n = cx_.prims.constant(d).value_or(16);
      if (n > left) d = cx_.prims.integer(n = std::max<int64_t>(1, left));
      left /= std::max<int64_t>(1, n);
    }
  }

  DType random_dtype() override {
    if (options_.for_executors) {
      constexpr std::array kAll = {kInt32,
                                   kInt64,
                                   kInt8,
                                   kInt16,
                                   kBool,
                                   kFloat16,
                                   kFloat64,
                                   kUint8,
                                   kBfloat16,
                                   kFloat32,
                                   DType::unsigned_integer(16),
                                   DType::unsigned_integer(32),
                                   DType::unsigned_integer(64)};
      return c_.chance(45) ? kFloat32 : c_.pick(kAll);
    }
    if (c_.chance(options_.runner ? 75 : 55)) return kFloat32;
    constexpr std::array kDTypes = {kInt32, kInt64, kInt8, kBool, kFloat16, kFloat64, kUint8, kBfloat16};
    constexpr std::array kRunnable = {kInt32, kInt64, kInt8, kBool, kFloat16, kFloat64};
    return options_.runner ? c_.pick(kRunnable) : c_.pick(kDTypes);
  }

  // Its symbols are those of the first parameters; numbers take the place of what a match_cast defines.
  Value new_param(StructInfo info) override {
    PrimMap map;
    for (Prim s : free_symbols(cx_, info)) {
      if (std::find(symbols_.begin(), symbols_.end(), s) == symbols_.end()) map.emplace(s, cx_.prims.integer(2));
    }
    if (!map.empty()) info = substitute(cx_, info, map);
    Value p = fn_.add_param(name(), info);
    fn_.self().params.push_back(p);
    if (cx_.infos.is_void(info)) return fn_.add_tuple({});
    visible_.insert(visible_.begin(), p);  // visible everywhere
    for (Scope* s = scope_; s; s = s->outer) ++s->visible;
    return p;
  }

  Value new_tensor(std::span<const Prim> dims, DType dtype) override {
    std::vector<int64_t> shape;
    int64_t elements = 1;
    for (Prim d : dims) {
      std::optional<int64_t> n = cx_.prims.constant(d);
      if (n) shape.push_back(*n), elements *= *n;
    }
    bool can_be_constant = shape.size() == dims.size() && elements <= 64 && elements >= 1 && dtype.bytes() > 0;
    if (can_be_constant && c_.chance(25)) return constant(std::move(shape), elements, dtype);
    return new_param(tensor_info(dims, dtype));
  }

  Value emit(Value v) override {
    fn_[v].name = name();
    std::vector<Block>& blocks = fn_[region_].blocks;
    if (blocks.empty() || blocks.back().is_dataflow != is_dataflow_) blocks.push_back({is_dataflow_, {}});
    blocks.back().bindings.push_back(v);
    if (!cx_.infos.is_void(fn_.info(v))) visible_.push_back(v);  // the language writes void values as R.tuple()
    return v;
  }

 private:
  int64_t odd_dim() { return c_.chance(3) ? 0 : c_.chance(45) ? 1 + c_.below(8) : c_.between(1, 70); }

  // What is visible in a block, branch or function ends with it.
  struct Scope {
    size_t visible, dims;
    Scope* outer;
  };
  Scope open() { return {visible_.size(), dims_.size(), scope_}; }
  void close(const Scope& s) {
    visible_.resize(s.visible);
    dims_.resize(s.dims);
    scope_ = s.outer;
  }

  Name name() {
    constexpr std::array<std::string_view, 10> kNames = {"lv", "gv", "x", "y", "lv1", "w", "h", "out", "relax", "x_1"};
    return cx_.name(c_.pick(kNames));
  }

  StructInfo tensor_info(std::span<const Prim> dims, DType dtype) {
    if (!options_.runner && c_.chance(8))
      return cx_.infos.tensor_of_rank(c_.chance(50) ? static_cast<int>(dims.size()) : -1, dtype);
    if (!options_.runner && c_.chance(4)) return cx_.infos.tensor(dims, kVoid);
    return cx_.infos.tensor(dims, dtype);
  }

  // Small numbers, or any bytes where nothing runs; written as numbers or not.
  Value constant(std::vector<int64_t> shape, int64_t elements, DType dtype) {
    Constant k;
    k.dtype = dtype;
    k.shape = std::move(shape);
    if (!options_.runner && c_.chance(40)) {
      k.data.resize(static_cast<size_t>(elements * dtype.bytes()));
      for (std::byte& b : k.data)
        b = static_cast<std::byte>(c_.chance(30) ? (c_.chance(50) ? 0 : 0xff) : c_.below(256));
      return literal(std::move(k));
    }
    for (int64_t i = 0; i < elements; ++i) {
      Value one =
          calls_.scalar(dtype, static_cast<double>(c_.between(dtype.is_integer() || dtype.is_float() ? -2 : 0, 3)) *
                                   (dtype.is_any_float() ? 0.5 : 1));
      const Constant& scalar = cx_[fn_[one].constant()];
      if (scalar.dtype != dtype) return new_param(cx_.infos.tensor(std::vector<Prim>{}, dtype));
      k.data.insert(k.data.end(), scalar.data.begin(), scalar.data.end());
    }
    return literal(std::move(k));
  }

  Value literal(Constant k) {
    Value v = fn_.add_constant(cx_.constant(std::move(k)));
    fn_[v].is_written = c_.chance(50);
    return v;
  }

  // Of dtypes and shapes that no operator takes part in; it stands in a block by itself.
  void odd_constant() {
    constexpr std::array<DType, 8> kDtypes = {
        kUint8, DType::unsigned_integer(64),       kBfloat16,        kBool, kFloat16,
        kInt64, DType::make(DType::Code::e4m3, 8), DType::integer(4)};
    constexpr std::array<int64_t, 6> kExtents = {0, 1, 2, 3, 4, 17};
    Constant k;
    k.dtype = c_.pick(kDtypes);
    int64_t elements = 1;
    for (uint32_t rank = c_.below(4); rank > 0; --rank) {
      k.shape.push_back(c_.pick(kExtents));
      elements *= k.shape.back();
    }
    k.data.resize(static_cast<size_t>(elements * k.dtype.bytes()));
    for (std::byte& b : k.data)
      b = static_cast<std::byte>(k.dtype.is_boolean() ? c_.below(2)
                                 : c_.chance(30)      ? (c_.chance(50) ? 0 : 0x7f)
                                                      : c_.below(256));
    Value of = literal(std::move(k));
    emit(fn_.add_alias(of));
    visible_.pop_back();  // nothing computes with it
  }

  // Parameters that define the symbolic dims, and the pool of dims that shapes are made of.
  void first_values() {
    constexpr std::array<int64_t, 7> kDims = {2, 3, 4, 4, 6, 8, 1};
    for (int i = 0; i < 3; ++i) dims_.push_back(cx_.prims.integer(options_.for_executors ? odd_dim() : c_.pick(kDims)));
    for (uint32_t n = c_.chance(40) ? 1 + c_.below(2) : 0; n > 0; --n) {
      std::string_view symbol = options_.for_executors ? (n == 1 ? "n" : "k") : c_.chance(70) ? "n" : "batch";
      symbols_.push_back(cx_.prims.var(cx_.name(symbol)));
    }
    if (!symbols_.empty()) {
      new_param(cx_.infos.tensor(symbols_, kFloat32));
      dims_.insert(dims_.end(), symbols_.begin(), symbols_.end());
      if (c_.chance(30)) dims_.push_back(cx_.prims.mul(symbols_[0], cx_.prims.integer(2)));
      if (c_.chance(15)) dims_.push_back(cx_.prims.add(symbols_[0], cx_.prims.integer(1)));
    }
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) {
      std::vector<Prim> shape;
      for (uint32_t d = 1 + c_.below(3); d > 0; --d) shape.push_back(random_dim());
      limit(shape);
      new_param(tensor_info(shape, random_dtype()));
    }
    if (!options_.runner && c_.chance(20)) {
      std::array<StructInfo, 6> infos = {
          cx_.infos.object(),
          cx_.infos.shape(std::vector<Prim>{random_dim(), cx_.prims.integer(3)}),
          cx_.infos.shape_of_rank(2),
          cx_.infos.prim(kInt64),
          cx_.infos.tuple(std::vector<StructInfo>{cx_.infos.object(), cx_.infos.void_()}),
          cx_.infos.opaque_function(cx_.infos.object(), true)};
      new_param(c_.pick(infos));
    }
    if (options_.control_flow && c_.chance(30)) new_param(tuple_info(0));
    if (options_.control_flow && !symbols_.empty() && c_.chance(20))
      new_param(c_.chance(50) ? cx_.infos.shape(symbols_) : cx_.infos.prim_value(symbols_[0], kInt64));
    if (c_.chance(options_.for_executors ? 1 : 25)) {
      std::vector<StructInfo> fields;
      for (uint32_t n = 1 + c_.below(3); n > 0; --n)
        fields.push_back(cx_.infos.tensor(std::vector<Prim>{random_dim(), random_dim()}, random_dtype()));
      new_param(cx_.infos.tuple(fields));
    }
  }

  StructInfo small_tensor() {
    std::vector<Prim> shape;
    for (uint32_t d = c_.below(3); d > 0; --d) shape.push_back(random_dim());
    limit(shape);
    return cx_.infos.tensor(shape, random_dtype());
  }

  // Of tensors and such tuples; at times it is empty.
  StructInfo tuple_info(int depth) {
    std::vector<StructInfo> fields;
    for (uint32_t n = c_.below(4); n > 0; --n)
      fields.push_back(depth < 2 && c_.chance(30) ? tuple_info(depth + 1) : small_tensor());
    if (depth == 0 && fields.empty()) fields.push_back(small_tensor());
    return cx_.infos.tuple(fields);
  }

  void steps(int count) {
    for (int left = count; left > 0 && !c_.is_over();) {
      int some = 1 + static_cast<int>(c_.below(static_cast<uint32_t>(std::min(left, 6))));
      left -= some;
      if (c_.chance(60)) {
        dataflow_block(some);
      } else {
        for (int i = 0; i < some && !c_.is_over(); ++i) step();
      }
    }
  }

  void dataflow_block(int count) {
    Scope scope = open();
    scope_ = &scope;
    is_dataflow_ = true;
    for (int i = 0; i < count && !c_.is_over(); ++i) step();
    is_dataflow_ = false;
    std::vector<Value> inner(visible_.begin() + static_cast<std::ptrdiff_t>(scope.visible), visible_.end());
    close(scope);
    for (Value v : inner) {
      bool is_output = v == inner.back() || c_.chance(35);
      if (!is_output) continue;
      fn_[v].is_output = true;
      visible_.push_back(v);
    }
  }

  void step() {
    if (options_.control_flow && c_.chance(45)) return control();
    if (options_.for_executors && c_.chance(options_.control_flow ? 25 : 55)) return kernel_call(*this, calls_);
    if (!is_dataflow_ && nesting_ < kMaxNesting && c_.chance(14))
      return c_.chance(options_.for_executors ? 10 : 60) ? conditional() : local_function();
    switch (c_.below(16)) {
      case 0: return tuple();
      case 1: return field();
      case 2: return !is_dataflow_ && c_.chance(30) ? odd_constant() : alias();
      case 3: return match_cast();
      case 4: return call_global();
      case 5: return call_local();
      case 6: return options_.runner ? idiom() : call_packed();
      case 7:
      case 8:
      case 9:
      case 10: return options_.runner || c_.chance(20) ? idiom() : operation();
      case 11: return is_pure_ || is_dataflow_ ? operation() : effect();
      default: return operation();
    }
  }

  // What the run decides.
  void control() {
    if (!is_dataflow_ && nesting_ < kMaxNesting) {
      switch (c_.below(10)) {
        case 0:
        case 1:
        case 2: return conditional();
        case 3: return local_function();
        case 4: return local_recursion();
        case 5: return chosen_function();
        default: break;
      }
    }
    switch (c_.below(8)) {
      case 0:
      case 1: return call_local();
      case 2:
      case 3: return call_global();
      case 4: return tuple();
      case 5: return field();
      case 6: return match_cast();
      default: return shape_of_elements();
    }
  }

  // Dims that inference does not know.
  void shape_of_elements() {
    const Value x = calls_.pick_tensor();
    const Value like = calls_.pick_tensor();
    switch (c_.below(5)) {
      case 0: calls_.make(Op::nonzero, {x}); return;
      case 1: calls_.guess(Op::unique); return;
      case 2: calls_.make(Op::reshape, {x, calls_.make(Op::shape_of, {like})}); return;
      case 3: calls_.make(Op::broadcast_to, {x, calls_.make(Op::shape_of, {like})}); return;
      default: {
        const int64_t rank = c_.below(4);
        const Value sizes = constant({rank}, rank, kInt64);
        if (rank > 0 && fn_[sizes].kind == NodeKind::constant)
          calls_.make(Op::reshape, {x, calls_.make(Op::tensor_to_shape, {sizes})});
      }
    }
  }

  void operation() {
    // Arithmetic is what programs are made of.
    constexpr std::array kUsual = {Op::add,    Op::multiply, Op::subtract, Op::matmul, Op::reshape, Op::permute_dims,
                                   Op::concat, Op::nn_relu,  Op::sum,      Op::astype, Op::maximum};
    calls_.guess(c_.chance(30) ? c_.pick(kUsual) : c_.pick(guessable_));
  }

  bool has_symbols(Value v) { return !free_symbols(cx_, fn_.info(v)).empty(); }

  Value any_value() {
    std::vector<Value> fitting;
    for (Value v : visible_) {
      if (!options_.runner || calls_.is_tensor(v) || is_tuple(v)) fitting.push_back(v);
    }
    return fitting.empty() ? calls_.pick_tensor() : c_.pick(fitting);
  }
  bool is_function(Value v) const { return fn_.info(v) && cx_.infos[fn_.info(v)].kind == InfoKind::function; }
  bool is_tuple(Value v) const { return fn_.info(v) && cx_.infos[fn_.info(v)].kind == InfoKind::tuple; }

  void tuple() {
    std::vector<Value> fields;
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) fields.push_back(any_value());
    if (!options_.runner && c_.chance(20)) fields.push_back(fn_.add_tuple(std::vector<Value>{fields[0]}));
    emit(fn_.add_tuple(fields));
  }

  void field() {
    for (size_t i = visible_.size(); i-- > 0;) {
      Value v = visible_[i];
      if (!is_tuple(v) || cx_.infos[fn_.info(v)].list_size == 0 || c_.chance(30)) continue;
      uint32_t size = cx_.infos[fn_.info(v)].list_size;
      for (uint32_t k = 0; k < size; ++k) {
        if (c_.chance(60)) emit(fn_.add_get_item(v, k));
      }
      return;
    }
  }

  void alias() {
    Value of = c_.chance(70) ? any_value() : calls_.scalar(random_dtype(), c_.below(4));
    if (fn_.info(of)) emit(fn_.add_alias(of));
  }

  // To what it is already, or to new symbolic dims.
  void match_cast() {
    Value of = calls_.pick_tensor();
    if (fn_[of].kind == NodeKind::constant) return;
    StructInfo to = fn_.info(of);
    std::vector<Prim> symbols;
    if (c_.chance(60)) {
      int64_t rank = calls_.rank(of);
      for (int64_t d = 0; d < rank; ++d) symbols.push_back(cx_.prims.var(cx_.name(c_.chance(50) ? "m" : "k")));
      if (rank >= 0) to = cx_.infos.tensor(symbols, calls_.dtype(of));
    } else if (options_.for_executors && c_.chance(30)) {  // which may be wrong
      std::vector<Prim> dims = calls_.dims(of).value_or(std::vector<Prim>{});
      for (Prim& d : dims) {
        if (c_.chance(30)) d = random_dim();
      }
      to = cx_.infos.tensor(dims, calls_.dtype(of));
    }
    emit(fn_.add_match_cast(of, to));
    dims_.insert(dims_.end(), symbols.begin(), symbols.end());
  }

  // A value for a parameter, whose symbols are the callee's.
  Value argument(StructInfo param, PrimMap& symbols) {
    for (Prim s : free_symbols(cx_, param)) {
      if (!symbols.count(s)) symbols.emplace(s, random_dim());
    }
    StructInfo want = substitute(cx_, param, symbols);
    std::vector<Value> fitting;
    for (Value v : visible_) {
      if (fn_.info(v) == want) fitting.push_back(v);
    }
    const bool is_function = cx_.infos[want].kind == InfoKind::function;
    if (!fitting.empty() && (is_function || c_.chance(75))) return c_.pick(fitting);
    if (is_function) return {};
    if (cx_.infos[want].kind == InfoKind::tuple && c_.chance(50)) {
      std::vector<Value> fields;
      std::vector<StructInfo> infos(cx_.infos.fields(want).begin(), cx_.infos.fields(want).end());
      for (StructInfo f : infos) fields.push_back(argument(f, symbols));
      return fn_.add_tuple(fields);
    }
    return new_param(want);
  }

  void call(Value callee, StructInfo info) {
    const InfoNode node = cx_.infos[info];
    if (!node.has_dims || (!node.is_pure && (is_pure_ || is_dataflow_))) return;
    std::vector<StructInfo> params(cx_.infos.params(info).begin(), cx_.infos.params(info).end());
    std::vector<Value> args{callee};
    PrimMap symbols;
    for (StructInfo p : params) {
      args.push_back(argument(p, symbols));
      if (!args.back()) return;
    }
    StructInfo result = Infer(fn_, &module_, nullptr).call_function(info, std::span(args).subspan(1), {}, {});
    if (result) emit(fn_.add_function_call(args, result));
  }

  void call_global() {
    if (module_.functions.empty()) return operation();
    const GlobalId id(c_.below(static_cast<uint32_t>(module_.functions.size())));
    call(fn_.add_global(id, module_[id].info), module_[id].info);
  }

  void call_local() {
    if (!is_dataflow_ || options_.control_flow) {
      for (size_t i = visible_.size(); i-- > 0;) {
        const bool is_callee =
            options_.control_flow ? is_function(visible_[i]) : fn_[visible_[i]].kind == NodeKind::lambda;
        if (is_callee && c_.chance(70)) return call(visible_[i], fn_.info(visible_[i]));
      }
    }
    operation();
  }

  void call_packed() {
    Node callee;
    callee.kind = NodeKind::extern_func;
    callee.set_symbol(cx_.name("vm.builtin.some"));
    callee.info = cx_.infos.opaque_function(cx_.infos.object(), false, Derives::sinfo_args);
    Value func = fn_.add(callee);
    std::vector<Prim> shape;
    for (uint32_t n = c_.below(3); n > 0; --n) shape.push_back(random_dim());
    Attr out = cx_.attrs.info(cx_.infos.tensor(shape, random_dtype()));
    std::vector<Value> values;
    for (uint32_t n = c_.below(3); n > 0; --n) values.push_back(calls_.pick_tensor());
    bool is_dps = c_.chance(50);
    std::vector<Value> args{func};
    if (is_dps) {
      args.push_back(fn_.add_tuple(values));
    } else {
      args.insert(args.end(), values.begin(), values.end());
    }
    Op op = is_dps ? Op::call_dps_packed : Op::call_pure_packed;
    Attr infos = cx_.attrs.list(std::span(&out, 1));
    StructInfo info = Infer(fn_, &module_, nullptr).call({op, args, {}, infos, {}});
    if (!info) return;
    Value made = fn_.add_call(op, args, {}, info);
    fn_[made].set_sinfo_args(infos);
    emit(made);
  }

  void effect() {
    std::vector<Value> args{fn_.add_string(cx_.name("it is {}\n"))};
    args.push_back(calls_.pick_tensor());
    StructInfo info = Infer(fn_, &module_, nullptr).call({Op::print, args, {}, {}, {}});
    if (info) emit(fn_.add_call(Op::print, args, {}, info));
  }

  // f makes the result of a branch, with what is visible there.
  RegionId branch(auto&& f) {
    const RegionId made = fn_.add_region();
    const RegionId outer = std::exchange(region_, made);
    Scope scope = open();
    scope_ = &scope;
    ++nesting_;
    const Value result = f();
    fn_[made].result = result;
    --nesting_;
    close(scope);
    region_ = outer;
    return made;
  }

  Value emit_if(Value condition, RegionId then_region, RegionId else_region, StructInfo info) {
    Node node;
    node.kind = NodeKind::cond;
    node.info = info;
    node.set_branches(then_region, else_region);
    return emit(fn_.add(node, std::span(&condition, 1)));
  }

  Value condition() {
    std::vector<Prim> scalar;
    if (options_.control_flow && c_.chance(60)) {
      constexpr std::array kReductions = {Op::max, Op::min, Op::sum};
      constexpr std::array kComparisons = {Op::less, Op::greater_equal, Op::equal, Op::not_equal};
      const Value x = calls_.pick_tensor(true);
      const Value of = calls_.rank(x) == 0 ? x : calls_.make(c_.pick(kReductions), {x});
      const Value found = of ? calls_.make(c_.pick(kComparisons), {of, calls_.scalar(calls_.dtype(of), 1)}) : of;
      if (found && fn_.info(found) == cx_.infos.tensor(scalar, kBool)) return found;
    }
    return c_.chance(70) ? new_param(cx_.infos.tensor(scalar, kBool)) : calls_.scalar(kBool, c_.below(2));
  }

  // Both branches compute values of the struct info of one that is there already, or values of their own.
  void conditional() {
    Value like = calls_.pick_tensor();
    StructInfo info = fn_.info(like);
    const Value condition = this->condition();
    const bool is_free = options_.control_flow && c_.chance(50);
    StructInfo joined;
    auto made = [&] {
      return branch([&] {
        steps(static_cast<int>(c_.below(4)));
        if (is_free) {
          const Value value = any_value();
          joined = joined ? join(cx_, joined, fn_.info(value)) : fn_.info(value);
          return value;
        }
        Value result = calls_.make(c_.chance(50) ? Op::negative : Op::abs, {like});
        return !result || fn_.info(result) != info || c_.chance(20) ? like : result;
      });
    };
    const RegionId then_region = made(), else_region = made();
    emit_if(condition, then_region, else_region, is_free ? joined : info);
  }

  // ---- functions that call themselves ----

  // One or two tensors of these.
  std::vector<Value> some_state(const std::vector<Value>& values) {
    std::vector<Value> out;
    for (Value v : values) {
      if (out.size() < 2 && calls_.is_tensor(v) && (out.empty() || c_.chance(50))) out.push_back(v);
    }
    return out;
  }
  StructInfo info_of(std::span<const Value> state) {
    std::vector<StructInfo> infos;
    for (Value v : state) infos.push_back(fn_.info(v));
    return infos.size() == 1 ? infos[0] : cx_.infos.tuple(infos);
  }

  // Another value of the same struct info, by one operator.
  Value step_of(Value v) {
    constexpr std::array kKeeping = {Op::negative, Op::abs, Op::nn_relu, Op::sigmoid, Op::floor, Op::add, Op::maximum};
    const Op op = c_.pick(kKeeping);
    const bool is_binary = op == Op::add || op == Op::maximum;
    if (!is_binary && !calls_.is_float(v)) return v;
    const Value made = is_binary ? calls_.make(op, {v, calls_.scalar(calls_.dtype(v), 1)}) : calls_.make(op, {v});
    return made && fn_.info(made) == fn_.info(v) ? made : v;
  }

  // if 0 <= counter < few: the function again, with the next counter and state, else: the state. `args` makes callee
  // and arguments from these. At times something follows the call.
  Value repeat(Value counter, const std::vector<Value>& state, auto&& args) {
    const DType dtype = calls_.dtype(counter);
    const int64_t few = c_.chance(5) ? 60 : 1 + c_.below(4);
    const Value last = calls_.make(Op::less, {counter, calls_.scalar(dtype, static_cast<double>(few))});
    const Value first = calls_.make(Op::greater_equal, {counter, calls_.scalar(dtype, 0)});
    const Value goes_on = calls_.make(Op::logical_and, {first, last});
    auto joined = [&](const std::vector<Value>& values) {
      return values.size() == 1 ? values[0] : fn_.add_tuple(values);
    };
    const RegionId end = branch([&] {
      steps(static_cast<int>(c_.below(2)));
      std::vector<Value> values = state;
      if (c_.chance(50)) values[0] = step_of(values[0]);
      return joined(values);
    });
    const RegionId again = branch([&] {
      steps(static_cast<int>(c_.below(3)));
      std::vector<Value> next{calls_.make(Op::add, {counter, calls_.scalar(dtype, 1)})};
      for (Value v : state) next.push_back(step_of(v));
      const Value called = emit(fn_.add_function_call(args(std::span<const Value>(next)), info_of(state)));
      if (c_.chance(50)) return called;
      std::vector<Value> values{called};
      if (state.size() > 1) {
        values.clear();
        for (uint32_t i = 0; i < state.size(); ++i) values.push_back(emit(fn_.add_get_item(called, i)));
      }
      values[0] = step_of(values[0]);
      return joined(values);
    });
    return emit_if(goes_on, again, end, info_of(state));
  }

  // A function inside of this one, whose body f makes; what is in it sees the values around it, but not the symbols.
  // A function that calls itself is known to its body.
  Value inner_function(std::span<const StructInfo> infos, StructInfo declared, auto&& f) {
    const LambdaId lambda = fn_.add_lambda();
    const RegionId body = fn_.add_region();
    fn_[lambda].body = body;
    fn_[lambda].name = cx_.name(c_.chance(50) ? "inner" : "helper");
    fn_[lambda].is_private = true;
    Value self;
    Node node;
    node.kind = NodeKind::lambda;
    node.set_lambda(lambda);
    if (declared) {
      node.info = cx_.infos.function(std::vector<StructInfo>(infos.begin(), infos.end()), declared, true);
      self = fn_.add(node);
    }
    const RegionId outer = std::exchange(region_, body);
    const bool was_pure = std::exchange(is_pure_, true);
    std::vector<Value> outer_visible = visible_;
    std::vector<Prim> outer_dims = dims_;
    const size_t outer_params = fn_.self().params.size();
    std::erase_if(visible_, [&](Value v) { return has_symbols(v); });
    std::erase_if(dims_, [&](Prim d) { return !cx_.prims.constant(d); });
    Scope* outer_scope = std::exchange(scope_, nullptr);
    ++nesting_;
    for (StructInfo info : infos) {
      Value p = fn_.add_param(name(), info);
      fn_[lambda].params.push_back(p);
      visible_.push_back(p);
    }
    const Value result = f(self, fn_[lambda].params);
    fn_[body].result = result;
    --nesting_;
    scope_ = outer_scope;
    std::vector<Value> added(fn_.self().params.begin() + static_cast<std::ptrdiff_t>(outer_params),
                             fn_.self().params.end());
    std::erase_if(added, [&](Value v) { return cx_.infos.is_void(fn_.info(v)); });
    for (Scope* s = scope_; s; s = s->outer) s->visible += added.size();
    visible_ = std::move(added);
    visible_.insert(visible_.end(), outer_visible.begin(), outer_visible.end());
    dims_ = std::move(outer_dims);
    region_ = outer;
    is_pure_ = was_pure;
    if (declared) {
      fn_[lambda].ret = declared;
      return emit(self);
    }
    finish(lambda);
    node.info = signature(lambda);
    return emit(fn_.add(node));
  }

  // Of a value that is there, symbols as numbers.
  StructInfo known_tensor() {
    std::vector<Prim> shape;
    for (Prim d : calls_.dims(calls_.pick_tensor()).value_or(std::vector<Prim>{}))
      shape.push_back(cx_.prims.constant(d) ? d : cx_.prims.integer(2));
    return cx_.infos.tensor(shape, random_dtype());
  }

  void local_recursion() {
    std::vector<StructInfo> infos{cx_.infos.tensor(std::vector<Prim>{}, kInt32), known_tensor()};
    const StructInfo declared = infos[1];
    inner_function(infos, declared, [&](Value self, const std::vector<Value>& params) {
      const std::vector<Value> state{params[1]};
      return repeat(params[0], state, [&](std::span<const Value> next) {
        return std::vector<Value>{self, next[0], next[1]};
      });
    });
  }

  // One of two functions: the `if` is a value that is called later.
  void chosen_function() {
    const std::vector<StructInfo> infos{known_tensor()};
    auto made = [&] {
      return branch([&] {
        return inner_function(infos, {}, [&](Value, const std::vector<Value>& params) { return step_of(params[0]); });
      });
    };
    const Value condition = this->condition();
    const RegionId then_region = made(), else_region = made();
    emit_if(condition, then_region, else_region, fn_.info(fn_[then_region].result));
  }

  void local_function() {
    std::vector<StructInfo> infos;
    for (uint32_t n = 1 + c_.below(2); n > 0; --n) infos.push_back(known_tensor());
    if (options_.control_flow) {
      for (Value v : visible_) {
        if (is_function(v) && !has_symbols(v) && c_.chance(40)) infos.push_back(fn_.info(v));
      }
    }
    inner_function(infos, {}, [&](Value, const std::vector<Value>&) {
      steps(1 + static_cast<int>(c_.below(4)));
      return result();
    });
  }

  // Some of the latest values.
  Value result() {
    std::vector<Value> values;
    for (size_t i = visible_.size(); i-- > 0 && values.size() < 5;) {
      Value v = visible_[i];
      bool can = options_.runner ? calls_.is_tensor(v) || is_tuple(v)
                                 : static_cast<bool>(fn_.info(v)) && fn_[v].kind != NodeKind::lambda;
      if (can && !c_.chance(25)) values.push_back(v);
    }
    if (values.empty()) return calls_.pick_tensor();
    if (values.size() == 1 || c_.chance(15)) return values[0];
    return fn_.add_tuple(values);
  }

  // What a function returns, as far as its parameters define the symbols.
  void finish(LambdaId id) { fn_[id].ret = erased_result(fn_, id); }

  StructInfo signature(LambdaId id) {
    std::vector<StructInfo> params;
    for (Value p : fn_[id].params) params.push_back(fn_.info(p));
    return cx_.infos.function(params, fn_[id].ret, fn_[id].is_pure);
  }

  // ---- structures that passes look for ----

  Value matrix(Prim rows, Prim columns) { return new_tensor(std::vector<Prim>{rows, columns}, kFloat32); }
  Prim last_dim(Value v) {
    std::vector<Prim> d = calls_.dims(v).value_or(std::vector<Prim>{});
    return d.empty() ? cx_.prims.integer(1) : d.back();
  }
  Value relu(Value v) {
    constexpr std::array kActivations = {Op::nn_relu, Op::nn_gelu, Op::sigmoid, Op::tanh};
    return calls_.make(c_.pick(kActivations), {v});
  }
  Attr ints(std::initializer_list<int64_t> values) { return cx_.attrs.integers(std::vector<int64_t>(values)); }

  // Float32, rank 2 or 3, known dims.
  Value left_operand() {
    for (size_t i = visible_.size(); i-- > 0;) {
      Value v = visible_[i];
      if (calls_.is_tensor(v) && calls_.dtype(v) == kFloat32 && calls_.dims(v) && calls_.rank(v) >= 2 &&
          calls_.rank(v) <= 4 && c_.chance(50))
        return v;
    }
    std::vector<Prim> shape{random_dim(), random_dim()};
    if (c_.chance(40)) shape.insert(shape.begin(), random_dim());
    return new_param(cx_.infos.tensor(shape, kFloat32));
  }

  Value weight(Prim k) {
    if (!c_.chance(25)) return matrix(k, random_dim());
    return calls_.make(Op::permute_dims, {matrix(random_dim(), k)},
                       {{"axes", c_.chance(50) ? ints({1, 0}) : cx_.attrs.none()}});
  }

  void idiom() {
    Value x = left_operand();
    Prim k = last_dim(x);
    switch (c_.below(14)) {
      case 0:
      case 1: return parallel_matmuls(x, k);
      case 2: {  // a chain, from either side
        Value a = weight(k);
        Value b = weight(last_dim(a));
        c_.chance(50) ? calls_.make(Op::matmul, {calls_.make(Op::matmul, {x, a}), b})
                      : calls_.make(Op::matmul, {x, calls_.make(Op::matmul, {a, b})});
        return;
      }
      case 3: {  // of a sum, as in LoRA
        Value w = matrix(k, random_dim()), other = matrix(k, last_dim(w));
        Value sum = calls_.make(Op::add, {w, other});
        Value product = calls_.make(Op::matmul, {x, sum});
        if (c_.chance(40))
          calls_.make(
              Op::matmul,
              {x, calls_.make(Op::add, {w, calls_.make(Op::matmul, {matrix(k, cx_.prims.integer(2)),
                                                                    matrix(cx_.prims.integer(2), last_dim(w))})})});
        static_cast<void>(product);
        return;
      }
      case 4: {  // transposes around a concat
        Value a = calls_.make(Op::permute_dims, {matrix(random_dim(), k)}),
              b = calls_.make(Op::permute_dims, {matrix(random_dim(), k)});
        if (!a || !b) return;
        Value both =
            calls_.make(Op::concat, {fn_.add_tuple(std::vector<Value>{a, b})}, {{"axis", cx_.attrs.integer(1)}});
        calls_.make(Op::matmul, {x, both});
        return;
      }
      case 5: {  // take and matmul, either first
        Value table = matrix(random_dim(), k), w = weight(k);
        Value indices = new_param(cx_.infos.tensor(std::vector<Prim>{random_dim()}, kInt64));
        auto axis = std::pair<std::string_view, Attr>{"axis", cx_.attrs.integer(0)};
        c_.chance(50) ? calls_.make(Op::take, {calls_.make(Op::matmul, {table, w}), indices}, {axis})
                      : calls_.make(Op::matmul, {calls_.make(Op::take, {table, indices}, {axis}), w});
        if (c_.chance(50))
          calls_.make(
              Op::matmul,
              {x, calls_.make(Op::take, {w, new_param(cx_.infos.tensor(std::vector<Prim>{random_dim()}, kInt32))},
                              {{"axis", cx_.attrs.integer(1)}})});
        return;
      }
      case 6: {  // reshapes of reshapes
        for (uint32_t n = 1 + c_.below(3); n > 0 && x; --n)
          x = calls_.make(Op::reshape,
                          {x, fn_.add_shape(calls_.reshaped(calls_.dims(x).value_or(std::vector<Prim>{})))});
        return;
      }
      case 7: {  // transposes of transposes
        for (uint32_t n = 1 + c_.below(3); n > 0 && x; --n) x = calls_.make(Op::permute_dims, {x});
        return;
      }
      case 8: {  // the same twice, or with the operands exchanged
        Value y = calls_.like(x);
        Value first = calls_.make(Op::add, {x, y}),
              second = c_.chance(50) ? calls_.make(Op::add, {y, x}) : calls_.make(Op::add, {x, y});
        calls_.make(Op::multiply, {first, second});
        return;
      }
      case 9: {  // what can be computed now
        Value a = calls_.scalar(kFloat32, 2), b = calls_.scalar(kFloat32, 3);
        Value c = calls_.make(c_.chance(50) ? Op::add : Op::multiply, {a, b});
        Value filled =
            calls_.make(Op::full, {fn_.add_shape(std::vector<Prim>{cx_.prims.integer(2), cx_.prims.integer(3)}), a},
                        {{"dtype", cx_.attrs.dtype(kFloat32)}});
        calls_.make(Op::multiply, {x, c});
        if (filled) calls_.make(Op::matmul, {filled, constant({3, 2}, 6, kFloat32)});
        return;
      }
      case 10: {  // neutral elements
        calls_.make(c_.chance(50) ? Op::multiply : Op::add, {x, calls_.scalar(kFloat32, c_.below(2))});
        return;
      }
      case 11: {  // split, and joined again
        Value parts =
            calls_.make(Op::split, {x}, {{"indices_or_sections", ints({1})}, {"axis", cx_.attrs.integer(-1)}});
        if (!parts || !is_tuple(parts)) return;
        Value a = emit(fn_.add_get_item(parts, 0)), b = emit(fn_.add_get_item(parts, 1));
        calls_.make(Op::concat, {fn_.add_tuple(c_.chance(70) ? std::vector<Value>{a, b} : std::vector<Value>{b, a})},
                    {{"axis", cx_.attrs.integer(-1)}});
        return;
      }
      case 12: {  // a convolution with bias and activation
        Prim channels = cx_.prims.integer(4), two = cx_.prims.integer(2), five = cx_.prims.integer(5),
             three = cx_.prims.integer(3);
        Value image = new_param(cx_.infos.tensor(std::vector<Prim>{two, channels, five, five}, kFloat32));
        Value w = new_tensor(std::vector<Prim>{channels, channels, three, three}, kFloat32);
        Value y = calls_.make(Op::nn_conv2d, {image, w}, {{"padding", ints({1, 1, 1, 1})}});
        if (c_.chance(60))
          y = calls_.make(Op::add, {y, new_tensor(std::vector<Prim>{cx_.prims.integer(1), channels,
                                                                    cx_.prims.integer(1), cx_.prims.integer(1)},
                                                  kFloat32)});
        if (y && c_.chance(60)) relu(y);
        return;
      }
      default: {  // attention with the heads split off
        Value q = calls_.make(Op::matmul, {x, weight(k)}), key = calls_.make(Op::matmul, {x, weight(k)});
        if (!q || !key || calls_.rank(q) != 2 || calls_.rank(key) != 2 || last_dim(q) != last_dim(key)) return;
        Value scores = calls_.make(Op::matmul, {q, calls_.make(Op::permute_dims, {key})});
        Value p = scores
                      ? calls_.make(Op::nn_softmax, {calls_.make(Op::multiply, {scores, calls_.scalar(kFloat32, 0.5)})})
                      : scores;
        if (p) calls_.make(Op::matmul, {p, key});
        return;
      }
    }
  }

  void parallel_matmuls(Value x, Prim k) {
    bool has_bias = c_.chance(40), has_activation = c_.chance(40);
    std::vector<Value> results;
    for (uint32_t n = 2 + c_.below(3); n > 0; --n) {
      Value w = weight(k);
      Value y = calls_.make(Op::matmul, {x, w});
      if (y && has_bias) y = calls_.make(Op::add, {y, new_tensor(std::vector<Prim>{last_dim(w)}, kFloat32)});
      if (y && has_activation) y = calls_.make(Op::nn_relu, {y});
      if (y) results.push_back(y);
      if (y && c_.chance(15)) x = y, k = last_dim(y);  // the next one depends on this one
    }
    if (results.size() >= 2 && c_.chance(40))
      calls_.make(Op::concat, {fn_.add_tuple(results)}, {{"axis", cx_.attrs.integer(-1)}});
  }

  Choices& c_;
  const Options& options_;
  Module& module_;
  Function fn_;
  Context& cx_;
  Calls calls_;
  std::vector<Op> guessable_ = guessable_ops(options_.runner);
  RegionId region_;
  bool is_dataflow_ = false, is_pure_ = true;
  int nesting_ = 0;
  std::vector<Value> visible_;
  std::vector<Prim> dims_;
  std::vector<Prim> symbols_;  // of the function's own parameters
  Scope* scope_ = nullptr;
};

}  // namespace

Module generate(Choices& choices, const Options& options) {
  Module module(std::make_shared<Context>());
  Context& cx = module.context();
  int count = 1 + static_cast<int>(choices.below(static_cast<uint32_t>(options.functions)));
  for (int i = 0; i < count; ++i) {
    bool is_last = i + 1 == count;
    std::string name = is_last ? "main" : "f" + std::to_string(i);
    FunctionMaker maker(choices, options, module);
    const bool is_recursive = options.control_flow && !is_last && choices.chance(60);
    GlobalFunction made = is_recursive ? maker.make_recursive(name) : maker.make(name, !is_last && choices.chance(40));
    module.functions.push_back(std::move(made));
  }
  constexpr std::array<std::string_view, 4> kClasses = {"Module", "Net", "cls", "lv"};
  module.class_name = cx.name(choices.pick(kClasses));
  module.is_lone_function = count == 1 && choices.chance(30);
  if (!module.is_lone_function && choices.chance(15)) {
    module.attrs = cx.sorted_dict(
        {{cx.name("version"), cx.attrs.integer(1)},
         {cx.name("list"),
          cx.attrs.list(std::vector<Attr>{cx.attrs.real(0.5), cx.attrs.none(), cx.attrs.boolean(true)})}});
  }
  return module;
}

}  // namespace hammock::generate
