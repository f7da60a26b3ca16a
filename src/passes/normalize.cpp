// SPDX-License-Identifier: Apache-2.0
// Normalize: the normal form of the language.
//
// The text is read into normal form already: operands are variables or leaves, branches end in a variable, struct info
// is there. What edits in memory may leave is put right here: empty blocks are dropped and neighbours of the same kind
// merged; the arguments of call_tir and its kin are written out as a tuple, field by field where only a variable is
// known.
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/order.h"
#include "passes.h"

namespace hammock {
namespace {

bool wants_written_tuple(const Node& node) { return node.kind == NodeKind::call_op && has_trait(node.op, KernelCall); }

class Normalize {
 public:
  explicit Normalize(Function& fn) : fn_(fn), places_(fn) {}

  Changed run() {
    for (const PlacedBlock& placed : places_.blocks) write_tuples(block_of(fn_, placed));
    bool is_untidy = false;
    for (const Region& region : fn_.regions) {
      for (size_t b = 0; b < region.blocks.size(); ++b) {
        is_untidy |= region.blocks[b].bindings.empty() ||
                     (b > 0 && region.blocks[b].is_dataflow == region.blocks[b - 1].is_dataflow);
      }
    }
    if (is_untidy) tidy_blocks(fn_);
    return is_untidy || is_edited_ ? Changed::yes : Changed::no;
  }

 private:
  void write_tuples(Block& block) {
    std::vector<Value> written;
    for (Value v : block.bindings) {
      if (wants_written_tuple(fn_[v]) && fn_.args(v).size() > 1 && is_variable(fn_, places_, fn_.args(v)[1])) {
        Value tuple = fn_.args(v)[1];
        std::vector<Value> fields;
        if (fn_[tuple].kind == NodeKind::tuple) {
          fields.assign(fn_.args(tuple).begin(), fn_.args(tuple).end());
        } else {
          fields = items_of(tuple, block.is_dataflow, written);
        }
        Value literal = fn_.add_tuple(fields, fn_[v].span);
        fn_.args(v)[1] = literal;
        is_edited_ = true;
      }
      written.push_back(v);
    }
    block.bindings = std::move(written);
  }

  std::vector<Value> items_of(Value tuple, bool is_dataflow, std::vector<Value>& written) {
    const Context& context = fn_.context();
    std::vector<Value> fields;
    size_t count = fn_.info(tuple) && context.infos[fn_.info(tuple)].kind == InfoKind::tuple
                       ? context.infos.fields(fn_.info(tuple)).size()
                       : 0;
    for (uint32_t i = 0; i < count; ++i) {
      Value item = fn_.add_get_item(tuple, i, fn_[tuple].span);
      fn_[item].name = names_.next_variable(fn_.context(), is_dataflow);
      written.push_back(item);
      fields.push_back(item);
    }
    return fields;
  }

  Function& fn_;
  Places places_;
  NameSupply names_;
  bool is_edited_ = false;
};

}  // namespace

Changed normalize(Module& module, const PassOptions&, PassContext& context) {
  return for_each_function(module, context, [](Function& fn) { return Normalize(fn).run(); });
}

}  // namespace hammock
