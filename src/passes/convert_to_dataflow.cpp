// SPDX-License-Identifier: Apache-2.0
// ConvertToDataflow: runs of pure bindings become dataflow blocks.
//
// In every region, those of branches and local functions too: a longest run of bindings that are neither an `if` nor
// impure becomes a dataflow block if it has at least `min-size` bindings. Dataflow blocks join the runs beside them and
// stay however small they are. Then bindings are made canonical, which makes local what nothing outside a block
// mentions.
#include "hammock/rewrite/order.h"
#include "passes.h"

namespace hammock {
namespace {

class Convert {
 public:
  Convert(Function& fn, size_t min_size) : fn_(fn), min_size_(min_size), impure_(impure_bindings(fn, Places(fn))) {}

  Changed run() {
    for (Region& region : fn_.regions) convert(region);
    tidy_blocks(fn_);
    return changed_;
  }

 private:
  void convert(Region& region) {
    std::vector<Block> blocks;
    std::vector<Value> run;
    size_t were_dataflow = 0;  // of the run
    auto end_run = [&] {
      bool is_dataflow = were_dataflow > 0 || run.size() >= min_size_;
      if (is_dataflow && were_dataflow < run.size()) changed_ = Changed::yes;
      if (!run.empty()) blocks.push_back({is_dataflow, std::move(run)});
      run.clear();
      were_dataflow = 0;
    };
    for (Block& block : region.blocks) {
      if (block.is_dataflow) were_dataflow += block.bindings.size();
      for (Value v : block.bindings) {
        if (!block.is_dataflow) fn_[v].is_output = true;  // until it is known that nothing outside mentions it
        if (block.is_dataflow || is_pure(v)) {
          run.push_back(v);
          continue;
        }
        end_run();
        blocks.push_back({false, {v}});
      }
    }
    end_run();
    for (Block& block : blocks) {
      for (Value v : block.bindings) fn_[v].is_output &= block.is_dataflow;
    }
    region.blocks = std::move(blocks);
  }

  bool is_pure(Value v) const { return fn_[v].kind != NodeKind::cond && !impure_[v.index]; }

  Function& fn_;
  size_t min_size_;
  std::vector<uint8_t> impure_;
  Changed changed_ = Changed::no;
};

}  // namespace

Changed convert_to_dataflow(Module& module, const PassOptions& options, PassContext& context) {
  size_t min_size = static_cast<size_t>(options.integer("min-size"));
  return for_each_function(module, context, [&](Function& fn) {
    Changed changed = Convert(fn, min_size).run();
    return canonicalize(module, fn, context) | changed;
  });
}

}  // namespace hammock
