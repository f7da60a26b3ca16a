// SPDX-License-Identifier: Apache-2.0
#include "tir_value.h"

#include <array>
#include <set>

#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::loop {
namespace {

using tir::BufferId;
using tir::Stmt;
using tir::StmtId;
using tir::StmtKind;
using tir::Suite;

class ValueWriter {
 public:
  ValueWriter(tir::Kernel& kernel, BufferId value)
      : kernel_(kernel), prims_(kernel.context->prims), value_(value), dtype_(kernel[value].dtype) {}

  void run(bool must_return) {
    std::vector<StmtId> returns;
    std::set<uint32_t> blocks;  // around them
    std::vector<uint32_t> open;
    tir::walk(
        kernel_, kernel_.body,
        [&](StmtId id) {
          const Stmt& s = kernel_[id];
          if (tir::jump_of(kernel_, s) == tir::Jump::return_) {
            returns.push_back(id);
            // Those further out are there already.
            for (size_t i = open.size(); i-- > 0 && blocks.insert(open[i]).second;) {
            }
          }
          if (s.kind == StmtKind::block) open.push_back(s.number);
          return true;
        },
        [](StmtId, tir::Part) {}, [](StmtId, tir::Part) {},
        [&](StmtId id) {
          if (kernel_[id].kind == StmtKind::block) open.pop_back();
        });
    for (StmtId id : returns) store_before(id);
    const tir::Range whole{prims_.integer(0, kInt64), prims_.integer(2, kInt64)};
    for (uint32_t b : blocks) {
      if (kernel_.blocks[b].has_writes) kernel_.blocks[b].writes.push_back({value_, {whole}, {}});
    }
    frame(must_return);
  }

 private:
  Prim number(int64_t n) {
    return dtype_.is_any_float() ? prims_.real(static_cast<double>(n), dtype_) : prims_.integer(n, dtype_);
  }

  StmtId store(int64_t at, Prim value) {
    Stmt s;
    s.kind = StmtKind::store;
    s.buffer = value_;
    s.value = value;
    kernel_.set_list(s, std::array{prims_.integer(at, kInt64)});
    return kernel_.add(std::move(s));
  }

  // The value is computed once: calls in it may change something.
  void store_before(StmtId id) {
    const Prim returned = prims_.call_args(kernel_[id].value)[0];
    const DType dtype = prims_[returned].dtype;
    const Prim var = prims_.var(kernel_.context->name("result"), dtype);
    Stmt back = kernel_[id];
    back.value = prims_.call(prims_[back.value].name(), prims_[back.value].dtype, std::array{var});
    const Prim stored = dtype == dtype_ ? var : prims_.node(PrimKind::cast, dtype_, var);
    const std::array inside{store(0, number(1)), store(1, stored), kernel_.add(std::move(back))};
    const Suite body = kernel_.add(inside);
    Stmt& s = kernel_[id];
    s = {};
    s.kind = StmtKind::let;
    s.var = var;
    s.value = returned;
    s.body = body;
  }

  // Around all that the kernel does, in its root block if there is one.
  void frame(bool must_return) {
    Suite* body = &kernel_.body;
    if (body->size == 1) {
      const Stmt& only = kernel_[kernel_.suite(*body)[0]];
      if (only.kind == StmtKind::block && kernel_.block(only).vars.empty()) body = &kernel_.blocks[only.number].body;
    }
    std::vector<StmtId> all{store(0, number(0)), store(1, number(0))};
    const std::span<const StmtId> old = kernel_.suite(*body);
    all.insert(all.end(), old.begin(), old.end());
    if (must_return) all.push_back(assertion());
    *body = kernel_.add(all);
  }

  StmtId assertion() {
    Stmt nothing;
    nothing.value = prims_.integer(0, kInt32);
    const StmtId last = kernel_.add(std::move(nothing));
    Stmt s;
    s.kind = StmtKind::assertion;
    s.value = prims_.node(PrimKind::ne, kBool, prims_.load(value_.index, dtype_, std::array{prims_.integer(0, kInt64)}),
                          number(0));
    s.text = kernel_.context->name("it ends without a value");
    s.body = kernel_.add(std::span(&last, 1));
    return kernel_.add(std::move(s));
  }

  tir::Kernel& kernel_;
  PrimStore& prims_;
  BufferId value_;
  DType dtype_;
};

}  // namespace

void store_value(tir::Kernel& kernel, BufferId value, bool must_return) { ValueWriter(kernel, value).run(must_return); }

std::shared_ptr<const tir::Kernel> last_element(const std::shared_ptr<Context>& context, Name name, DType dtype,
                                                int64_t count) {
  auto kernel = std::make_shared<tir::Kernel>(context);
  PrimStore& prims = context->prims;
  kernel->name = name;
  kernel->is_private = true;
  kernel->has_result = true;
  kernel->result = dtype;
  tir::Buffer b;
  b.name = context->name("x");
  b.dtype = dtype;
  b.shape = {prims.integer(count, kInt64)};
  b.elem_offset = prims.integer(0, kInt64);
  b.data = prims.var(b.name, kHandle);
  kernel->variables[b.data.index] = {{}, true, dtype, context->name("global")};
  const BufferId buffer = kernel->add(std::move(b));
  kernel->params.push_back({prims.var(context->name("x_handle"), kHandle), buffer});
  const Prim last = prims.load(buffer.index, dtype, std::array{prims.integer(count - 1, kInt64)});
  Stmt s;
  s.value = prims.call(context->name("ret"), dtype, std::array{last});
  const StmtId only = kernel->add(std::move(s));
  kernel->body = kernel->add(std::span(&only, 1));
  return kernel;
}

}  // namespace hammock::loop
