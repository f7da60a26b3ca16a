// SPDX-License-Identifier: Apache-2.0
#include "hammock/read/kernels.h"

#include "hammock/syntax/parse.h"
#include "kernel_reader.h"

namespace hammock {
namespace {

using namespace syntax;

bool is_kernel(const Context& context, const Ast& ast, const Stmt& s) {
  if (s.kind != StmtKind::def || s.decorators_size == 0) return false;
  ExprId decorator = ast.decorators(s).back();
  if (ast[decorator].kind == ExprKind::call) decorator = ast.list(decorator)[0];
  return ast[decorator].kind == ExprKind::name && context.text(Name(ast[decorator].a)).ends_with("prim_func");
}

// What a call of a function has for its dtype, by the functions of one suite.
std::unordered_map<uint32_t, DType> results(const Context& context, const Ast& ast, StmtId first) {
  std::unordered_map<uint32_t, DType> out;
  for (StmtId id = first; id; id = ast[id].next) {
    if (ast[id].kind != StmtKind::def) continue;
    const Def& def = ast.defs[ast[id].def];
    std::string_view result =
        def.result && ast[def.result].kind == ExprKind::name ? context.text(Name(ast[def.result].a)) : "";
    const size_t dot = result.rfind('.');
    std::optional<DType> dtype = dot == std::string_view::npos ? std::nullopt : parse_dtype(result.substr(dot + 1));
    out[def.name.index] = dtype.value_or(kVoid);
  }
  return out;
}

}  // namespace

std::vector<ScriptKernel> read_kernels(const std::shared_ptr<const Source>& source,
                                       const std::shared_ptr<Context>& context, Diagnostics& diagnostics) {
  std::vector<ScriptKernel> kernels;
  Ast ast;
  if (!parse_script(source->text(), *context, ast, diagnostics, {.kind = ScriptKind::rules, .reads_kernels = true}))
    return kernels;
  read::KernelReader reader(*context, context, ast, diagnostics);
  auto read = [&](StmtId first, Name module) {
    reader.functions = results(*context, ast, first);
    reader.class_name = module;
    for (StmtId id = first; id; id = ast[id].next) {
      if (!is_kernel(*context, ast, ast[id])) continue;
      if (std::unique_ptr<tir::Kernel> kernel = reader.read(ast[id])) kernels.push_back({module, std::move(kernel)});
    }
  };
  for (StmtId id = ast.first; id; id = ast[id].next) {
    if (ast[id].kind == StmtKind::class_) read(ast[id].suite, ast.defs[ast[id].def].name);
  }
  read(ast.first, {});
  return kernels;
}

}  // namespace hammock
