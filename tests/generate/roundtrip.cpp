// SPDX-License-Identifier: Apache-2.0
#include "roundtrip.h"

#include "generate.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"

namespace hammock::generate {

std::string text_of(const Module& module) { return print(module) + "\n"; }

std::string roundtrip_problem(const Module& module) {
  Diagnostics problems;
  std::string text = text_of(module);
  if (!verify(module, problems)) return "ill-formed:\n" + render(problems) + text;
  auto source = std::make_shared<Source>("printed", text);
  Diagnostics diagnostics(source);
  std::optional<Module> again = read_module(source, module.shared_context(), diagnostics);
  if (!again) return "the text is not read:\n" + render(diagnostics) + text;
  std::string text_again = text_of(*again);
  if (text != text_again) return "the text changes when it is read and printed:\n" + text + "---- now\n" + text_again;
  std::string where = difference(module, *again);
  return where.empty() ? "" : "the module changes when it is printed and read: " + where + "\n" + text;
}

}  // namespace hammock::generate
