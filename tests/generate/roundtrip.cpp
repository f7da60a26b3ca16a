// SPDX-License-Identifier: Apache-2.0
#include "roundtrip.h"

#include "generate.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/tir/equal.h"
#include "hammock/verify/verify.h"

namespace hammock::generate {

std::string text_of(const Module& module) { return print(module) + "\n"; }

// A pointer that buffers are declared on takes the name of the buffer, and another one whenever it is read again.
static bool has_renamed_pointers(const Module& module, const Module& again) {
  const Context& context = module.context();
  bool has_pointers = false;
  for (const GlobalFunction& f : module.functions) {
    const auto other = again.find(context.text(f.name));
    if (!other) return false;
    const auto a = f.kernel(), b = again[*other].kernel();
    if (!a || !b) continue;
    if (!tir::equal(*a, *b, std::equal_to<Name>())) return false;
    for (const tir::Parameter& p : a->params)
      has_pointers |= !p.buffer && context.prims[p.var].dtype.code == DType::Code::handle;
  }
  return has_pointers;
}

std::string roundtrip_problem(const Module& module) {
  Diagnostics problems;
  std::string text = text_of(module);
  if (!verify(module, problems)) return "ill-formed:\n" + render(problems) + text;
  auto source = std::make_shared<Source>("printed", text);
  Diagnostics diagnostics(source);
  std::optional<Module> again = read_module(source, module.shared_context(), diagnostics);
  if (!again) return "the text is not read:\n" + render(diagnostics) + text;
  std::string text_again = text_of(*again);
  if (text != text_again && !has_renamed_pointers(module, *again))
    return "the text changes when it is read and printed:\n" + text + "---- now\n" + text_again;
  std::string where = difference(module, *again);
  return where.empty() ? "" : "the module changes when it is printed and read: " + where + "\n" + text;
}

}  // namespace hammock::generate
