// SPDX-License-Identifier: Apache-2.0
// Dims that are known only at run time and wrong on purpose: for every operator of the table both executors refuse a
// call, or both compute it to a result of the same shapes.
//
// A call is guessed as the campaigns do. Each dim of its operands is a symbol of its own then, which mostly has the
// value that it had in the guess, and sometimes another. HAMMOCK_WRONG_DIMS=N tries N calls of each operator.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <unordered_map>

#include "calls.h"
#include "hammock/eval/eval.h"
#include "hammock/infer/struct_info.h"
#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "hammock/print/print.h"
#include "hammock/rewrite/refresh.h"

using namespace hammock;

namespace {

class OneCall : public generate::Values {
 public:
  OneCall(uint64_t seed, Op op)
      : c_(seed), context_(std::make_shared<Context>()), module_(context_), fn_(context_), calls_(*this) {
    LambdaId self = fn_.add_lambda();
    region_ = fn_.add_region();
    fn_[self].body = region_;
    fn_[self].name = context_->name("main");
    fn_[region_].blocks.push_back({});
    call_ = calls_.guess(op);
    if (!call_) return;
    fn_[region_].result = call_;
    fn_[self].ret = erased_result(fn_, self);
    StructInfo type = signature(fn_, self);
    module_.functions.push_back({context_->name("main"), type, std::move(fn_), {}});
    made_ = true;
  }

  bool is_made() const { return made_; }
  const Module& module() override { return module_; }
  void limit(std::vector<Prim>&) override {}  // dims are small
  bool is_for_executors() override { return false; }

  // Values for the symbols, and tensors of these dims. Small numbers: some are indices, most of those inside.
  std::vector<RuntimeValue> arguments(std::vector<std::pair<std::string, int64_t>>& dims) {
    std::unordered_map<Prim, int64_t> values;
    for (auto [symbol, right] : symbols_) {
      values[symbol] = c_.chance(75) ? right : c_.below(5);
      dims.emplace_back(context_->text(context_->prims[symbol].name()), values[symbol]);
    }
    std::vector<RuntimeValue> out;
    const Function& fn = *module_.functions[0].relax();
    const bool wild = c_.chance(15);
    for (Value p : fn.self().params) {
      std::vector<int64_t> shape;
      for (Prim d : context_->infos.dims(fn.info(p)))
        shape.push_back(context_->prims.constant(d) ? *context_->prims.constant(d) : values.at(d));
      Tensor t = *Tensor::make(context_->infos[fn.info(p)].dtype, shape);
      std::fill_n(t.data.get(), t.bytes(), std::byte{0});
      for (int64_t i = 0; i < t.elements(); ++i) {
        int64_t x = wild ? c_.between(-1, 5) : c_.below(2);
        if (t.dtype == kInt64) t.as<int64_t>()[i] = x;
        if (t.dtype == kInt32) t.as<int32_t>()[i] = static_cast<int32_t>(x);
        if (t.dtype == kFloat32) t.as<float>()[i] = static_cast<float>(x) / 4;
      }
      out.push_back({std::move(t)});
    }
    return out;
  }

  generate::Choices& choices() override { return c_; }
  Function& fn() override { return fn_; }
  const std::vector<Value>& visible() override { return visible_; }
  Value new_tensor(std::span<const Prim> dims, DType dtype) override {
    std::vector<Prim> own(dims.begin(), dims.end());
    for (Prim& d : own) {
      auto known = symbols_by_id_.find(d);
      std::optional<int64_t> right =
          known != symbols_by_id_.end() ? std::optional(known->second) : context_->prims.constant(d);
      if (!right) {
        d = context_->prims.integer(2);
      } else if (c_.chance(65)) {
        d = context_->prims.var(context_->name("d" + std::to_string(symbols_.size())));
        symbols_.emplace_back(d, *right);
        symbols_by_id_.emplace(d, *right);
      }
    }
    return new_param(context_->infos.tensor(own, dtype));
  }
  Value new_param(StructInfo info) override {
    Value p = fn_.add_param(context_->name("x" + std::to_string(fn_.self().params.size())), info);
    fn_.self().params.push_back(p);
    visible_.push_back(p);
    return p;
  }
  Prim random_dim() override {
    constexpr std::array<int64_t, 7> kDims = {1, 2, 3, 4, 4, 6, 0};
    return context_->prims.integer(c_.pick(kDims));
  }
  DType random_dtype() override { return c_.chance(85) ? kFloat32 : kInt64; }
  const generate::Runner* runner() override { return nullptr; }
  Value emit(Value v) override {
    fn_[v].name = context_->name("y" + std::to_string(fn_[region_].blocks[0].bindings.size()));
    fn_[region_].blocks[0].bindings.push_back(v);
    return v;
  }

 private:
  generate::Choices c_;
  std::shared_ptr<Context> context_;
  Module module_;
  Function fn_;
  generate::Calls calls_;
  RegionId region_;
  Value call_;
  bool made_ = false;
  std::vector<Value> visible_;
  std::vector<std::pair<Prim, int64_t>> symbols_;  // with the value of the guess
  std::unordered_map<Prim, int64_t> symbols_by_id_;
};

void shapes(const RuntimeValue& value, std::string& out) {
  if (const Tensor* t = value.tensor()) out += shape_text(t->shape) + " " + to_string(t->dtype) + "; ";
  if (const RuntimeTuple* fields = value.tuple()) {
    for (const RuntimeValue& f : *fields) shapes(f, out);
  }
}

std::string outcome(const Result<RuntimeValue>& result) {
  if (!result) return result.error().kind == Error::Kind::unsupported ? "unsupported" : "refused";
  std::string out;
  shapes(*result, out);
  return out;
}

}  // namespace

TEST_CASE("calls with dims that do not fit are refused by both executors, or by none") {
  const char* wanted = std::getenv("HAMMOCK_WRONG_DIMS");
  const uint64_t calls = wanted ? std::strtoull(wanted, nullptr, 10) : 6;
  size_t refused = 0, computed = 0;
  for (Op op : generate::guessable_ops(nullptr)) {
    if (!has_reference(op)) continue;
    for (uint64_t seed = 0; seed < calls; ++seed) {
      OneCall one(hash_mix(seed, static_cast<uint64_t>(op) + 1), op);
      if (!one.is_made()) continue;
      jit::CompileOptions options;
      options.threads = 1;
      std::vector<RuntimeValue> args = one.arguments(options.dims);
      std::string text = print(one.module());
      for (auto [name, value] : options.dims) text += name + " = " + std::to_string(value) + "\n";
      INFO(text);
      Result<RuntimeValue> by_eval = evaluate(one.module(), GlobalId(0), args);
      (by_eval ? computed : refused) += 1;
      if (!loop::has_lowering(op)) continue;
      Result<std::unique_ptr<jit::Executable>> executable =
          jit::Executable::compile(one.module(), GlobalId(0), options);
      Result<RuntimeValue> by_jit = executable ? (*executable)->run(args) : Result<RuntimeValue>(executable.error());
      if (outcome(by_jit) == "unsupported" || outcome(by_eval) == "unsupported") continue;
      INFO((by_eval ? "" : by_eval.error().text), " | ", (by_jit ? "" : by_jit.error().text));
      CHECK(outcome(by_jit) == outcome(by_eval));
    }
  }
  MESSAGE(computed << " computed, " << refused << " refused");
  CHECK(computed > 0);
  CHECK(refused > 0);
}
