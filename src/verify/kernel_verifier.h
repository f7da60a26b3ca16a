// SPDX-License-Identifier: Apache-2.0
// The verifier's walk over kernels: kernel.cpp has the rules and the walk, kernel_variables.cpp the two about
// variables, kernel_parts.cpp those about what things are made of.
#pragma once

#include <string>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/kernel.h"
#include "hammock/tir/walk.h"
#include "hammock/verify/verify.h"
#include "kernel_scope.h"

namespace hammock {

class KernelVerifier {
 public:
  KernelVerifier(const Module& module, Diagnostics& diagnostics)
      : module_(module), context_(module.context()), diagnostics_(diagnostics), scope_(module.context()) {}
  void kernel(const tir::Kernel& kernel, uint32_t function);

 private:
  using Stmt = tir::Stmt;

  void parameters();
  bool enter(tir::StmtId id);
  void enter_block(tir::StmtId id, const tir::Block& b);
  void leave(tir::StmtId id);
  void block(const tir::Block& b);
  void attribute(const Stmt& s);
  void store(const Stmt& s);
  void evaluate(const Stmt& s);
  void leaves_loop(std::string_view word);
  void condition(const Stmt& s, std::string_view what);
  void predicate(Prim condition, int lanes);
  void region(const tir::BufferRegion& r);

  void buffer(tir::BufferId b);
  void match(const tir::MatchBuffer& m);
  void domain(const tir::IterVar& v);
  void index(tir::BufferId b, Prim index, bool is_store);
  void constant_data(const Stmt& s);
  void cast(Prim e);
  void call(Prim e);

  enum class Levels : uint8_t { checked, unchecked };
  void expression(Prim root, Levels levels = Levels::checked);
  void begin(Prim e);
  void finish(Prim e);
  void finish_let(Prim e);
  void second_definitions(Prim root);
  void outer_variables(Prim root);
  void outer_variable(Prim e);
  template <class Matters, class Visit>
  void walk_again(Prim root, const Matters& matters, const Visit& visit);
  void fields(tir::BufferId b);
  void define(Prim var, uint32_t level = KernelScope::kNowhere, bool is_thread = false);
  void define_fields(tir::BufferId b);
  void undefined(Prim var);
  void access(tir::BufferId b, std::span<const Prim> indices, bool is_store);

  Diagnostic& report(Diag id, std::string text) { return diagnostics_.report(id, place_, std::move(text)); }
  std::string name(Prim var) const;
  std::string name(tir::BufferId b) const;
  void note(Diagnostic& d, Prim var, std::string text) const;

  const Module& module_;
  Context& context_;
  Diagnostics& diagnostics_;
  KernelScope scope_;
  const tir::Kernel* kernel_ = nullptr;
  uint32_t function_ = 0;
  Span place_;
  std::vector<Span> places_;               // of the statements around
  std::vector<size_t> marks_;              // of the scope, by statement
  std::vector<tir::StmtId> blocks_;        // with variables, around
  std::vector<const tir::Block*> around_;  // all of them
  std::vector<bool> known_buffers_;
  std::vector<uint32_t> owners_;                // by variable: 1 + the function that defines it
  std::vector<std::pair<Prim, uint8_t>> todo_;  // 0: to be walked; 1, 2: as many of its parts were walked
  std::vector<size_t> let_marks_;
  std::vector<Prim> operands_;
  std::vector<tir::StmtId> loops_;  // open
  uint32_t parallel_loops_ = 0, block_serial_ = 0;
  size_t walks_ = 0;  // to find what a mistake is about
};

}  // namespace hammock
