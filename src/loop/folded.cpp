// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "hammock/base/element.h"
#include "lowerer.h"
#include "statements.h"

namespace hammock::loop {
namespace {

Number element_of(const Constant& constant) {
  Number out;
  for_element(constant.dtype, [&]<class T>(Tag<T>) {
    T element;
    std::memcpy(&element, constant.data.data(), sizeof element);
    if constexpr (kIsFloat<T>) out = static_cast<double>(element);
    else out = static_cast<int64_t>(element);
  });
  return out;
}

}  // namespace

std::optional<Number> folded(Context& context, const Graph& graph, const GraphItem& item) {
  Graph small;
  bool is_wide = false;  // expressions are evaluated in int64
  for (ItemId i : item.inputs) {
    small.items.push_back(graph[i]);
    is_wide = is_wide || graph[i].dtype == DType::unsigned_integer(64);
  }
  if (is_wide) return std::nullopt;
  small.items.push_back(item);
  for (uint32_t i = 0; i < item.inputs.size(); ++i) small.items.back().inputs[i] = ItemId(i);
  small.results = {ItemId(static_cast<uint32_t>(item.inputs.size()))};
  Result<Program> program = Lowerer(context, std::move(small)).run();
  const auto* nest =
      program && program->steps.size() == 1 ? std::get_if<Nest>(&program->steps[0].kernel.body) : nullptr;
  if (!nest || nest->stages.size() != 1) return std::nullopt;
  const Prim value = nest->stages[0].body;
  KnownNumbers known;
  for (Prim e : parts_of(context.prims, value)) {
    if (context.prims[e].kind != PrimKind::load) continue;
    const Memory& memory = program->memories[program->steps[0].args[context.prims[e].c].memory];
    if (memory.storage != Storage::constant) return std::nullopt;
    known.insert_or_assign(e, element_of(context[ConstantId(memory.index)]));
  }
  const Evaluated found = evaluate(context, value, {}, known);
  if (!found) return std::nullopt;
  const bool is_real = found.number.index() == 1;
  if (is_real != item.dtype.is_any_float()) return std::nullopt;
  return is_real ? Number(PrimNode::rounded(std::get<1>(found.number), item.dtype)) : found.number;
}

}  // namespace hammock::loop
