// SPDX-License-Identifier: Apache-2.0
// What kernels enter: loops, blocks and their parts, allocations, attributes (TIR 1.6, 1.8, 1.16).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/simplify.h"
#include "hammock/tir/effects.h"
#include "kernel_reader.h"

namespace hammock::read {

namespace {

constexpr std::pair<std::string_view, tir::ForKind> kLoops[] = {{"serial", tir::ForKind::serial},
                                                                {"parallel", tir::ForKind::parallel},
                                                                {"vectorized", tir::ForKind::vectorized},
                                                                {"unroll", tir::ForKind::unrolled},
                                                                {"thread_binding", tir::ForKind::thread_binding}};

}  // namespace

KernelValue KernelReader::frame_value(Span span) {
  V v = make(K::frame, span);
  v.frame = std::make_shared<KernelFrame>();
  v.frame->stmt.span = span;
  return v;
}

KernelValue KernelReader::t_loop(Args& args) {
  const auto row = std::ranges::find(kLoops, args.name, &std::pair<std::string_view, tir::ForKind>::first);
  return loop_frame(row == std::end(kLoops) ? tir::ForKind::serial : row->second, args);
}

KernelValue KernelReader::loop_frame(tir::ForKind kind, Args& args) {
  const V* start = args.take(0, "start");
  const V* stop = args.take(1, "stop");
  if (!start) fail(Diag::argument_count, args.span, "a loop needs an extent");
  const V* tag = nullptr;
  if (kind == tir::ForKind::thread_binding) {
    if (stop && stop->is(K::string)) tag = stop, stop = nullptr;
    else tag = args.take(2, "thread");
    if (!tag || !tag->is(K::string)) fail(Diag::argument_count, args.span, "T.thread_binding needs thread=\"...\"");
  }
  const V *notes = args.take(64, "annotations"),
          *step = kind == tir::ForKind::thread_binding ? nullptr : args.take(2, "step");
  done(args);
  if (stop && stop->is(K::nothing)) stop = nullptr;
  Prim begin, end;
  if (stop) {
    begin = prim(*start), end = prim(*stop);
  } else {
    end = prim(*start);
    begin = dtype(end).is_integral() ? zero_like(end) : end;
  }
  for (Prim p : {begin, end}) {
    if (!dtype(p).is_integral() || !dtype(p).is_scalar())
      fail(Diag::dtype_mismatch, args.span, "the bounds of a loop are integers, not " + to_string(dtype(p)));
  }
  Prim x = begin, y = end;
  promote(x, y, args.span);
  tir::Stmt loop;
  loop.kind = tir::StmtKind::loop;
  loop.loop = kind;
  loop.span = args.span;
  loop.min = begin;
  loop.value = simplify(fold(PrimKind::sub, y, x, args.span));
  const DType a = dtype(loop.min), b = dtype(loop.value);
  const DType d = DType::make(a.code, std::max(a.bits, b.bits));
  for (Prim* p : {&loop.min, &loop.value}) {
    if (dtype(*p) == d) continue;
    if (!prims_.constant(*p)) {
      fail(Diag::dtype_mismatch, args.span, "the bounds of the loop are of " + to_string(a) + " and " + to_string(b));
    }
    *p = prims_.integer(*prims_.constant(*p), d);
  }
  if (const int64_t every = step && !step->is(K::nothing) ? step_of(*step) : 1; every != 1)
    loop.number = static_cast<uint32_t>(every);
  if (tag) loop.text = tag->text;
  if (notes) loop.annotations = annotations(*notes);
  loop.var = fresh("", d, args.span).prim;
  V v = make(K::frame, args.span);
  v.frame = std::make_shared<KernelFrame>();
  v.frame->kind = KernelFrame::Kind::loops;
  v.frame->yields = of(loop.var, args.span);
  v.frame->yields.is_fresh = true;
  v.frame->loops.push_back(std::move(loop));
  return v;
}

// Of a loop; a constant, so that how often the loop runs is known as well as its extent is.
int64_t KernelReader::step_of(const V& v) {
  const std::optional<int64_t> step = v.is(K::real) ? std::nullopt : prims_.constant(prim(v));
  if (!step) fail(Diag::unsupported, v.span, "a loop whose step is no constant");
  if (*step < 1 || *step > tir::kMaxStep) {
    fail(Diag::out_of_range, v.span,
         "the step of a loop is from 1 to " + std::to_string(tir::kMaxStep) + ", not " + std::to_string(*step));
  }
  return *step;
}

KernelValue KernelReader::t_grid(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  f.kind = KernelFrame::Kind::loops;
  std::vector<V> vars;
  for (size_t i = 0; i < args.positional.size(); ++i) {
    tir::Stmt loop;
    loop.kind = tir::StmtKind::loop;
    loop.span = args.span;
    loop.value = prim(args.positional[i]);
    if (!dtype(loop.value).is_integral() || !dtype(loop.value).is_scalar())
      fail(Diag::dtype_mismatch, args.positional[i].span, "the extent of a loop is an integer");
    loop.min = zero_like(loop.value);
    vars.push_back(fresh("", dtype(loop.value), args.span));
    loop.var = vars.back().prim;
    f.loops.push_back(std::move(loop));
  }
  if (!args.keywords.empty()) fail(Diag::argument_count, args.span, "T.grid takes extents only");
  if (vars.empty()) fail(Diag::argument_count, args.span, "T.grid needs an extent");
  f.yields = vars.size() == 1 ? vars[0] : list(vars, args.span);
  return v;
}

KernelValue KernelReader::t_block(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V *hint = args.take(0, "name"), *bare = args.take(1, "no_realize");
  done(args);
  f.kind = KernelFrame::Kind::block;
  f.block.name = hint && hint->is(K::string) ? hint->text : context_.name("");
  f.block.is_realized = !(bare && bare->is(K::boolean) && bare->integer);
  return v;
}

KernelValue KernelReader::t_init(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  f.kind = KernelFrame::Kind::init;
  return v;
}

KernelValue KernelReader::t_let_stmt(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  if (args.name == "let") {
    const V &var = need(args, 0, "v", "a variable"), &value = need(args, 1, "value", "a value");
    f.stmt.kind = tir::StmtKind::let;
    f.stmt.var = prim(var);
    f.stmt.value = prim(value);
    f.yields = var;
    return v;
  }
  note_form(Spelling::flat_scope, false, args.span);
  const V& value = need(args, 0, "value", "a value");
  const V *type = args.take(1, "type_annotation"), *var = args.take(64, "var");
  f.stmt.kind = tir::StmtKind::let;
  f.stmt.value = prim(value);
  if (var) {
    f.stmt.var = prim(*var);
    f.yields = *var;
  } else if (type && !type->is(K::nothing)) {
    V made = *type;
    if (type->is(K::function)) {
      Args none;
      none.span = args.span;
      none.name = text(type->text);
      made = call_function(none.name, none);
    }
    f.stmt.var = prim(made);
    f.yields = made;
    f.yields.is_fresh = true;
  } else {
    f.yields = fresh("v", dtype(f.stmt.value), args.span);
    f.stmt.var = f.yields.prim;
  }
  return v;
}

KernelValue KernelReader::t_assert(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &condition = need(args, 0, "condition", "a condition"), &message = need(args, 1, "message", "a message");
  f.stmt.kind = tir::StmtKind::assertion;
  f.stmt.value = boolean_prim(condition, "the condition of an assertion");
  assertion_text(message, f.stmt);
  return v;
}

KernelValue KernelReader::t_allocate(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &extents = need(args, 0, "extents", "extents"), &d = need(args, 1, "dtype", "a dtype");
  const V *scope = args.take(2, "scope"), *condition = args.take(3, "condition"), *notes = args.take(4, "annotations");
  done(args);
  note_form(Spelling::allocation, false, args.span);
  f.stmt.kind = tir::StmtKind::allocate;
  f.stmt.dtype = dtype_of(d);
  f.list = prims_of(extents);
  for (Prim p : f.list) {
    if (!dtype(p).is_integral() || !dtype(p).is_scalar())
      fail(Diag::dtype_mismatch, extents.span, "an extent of an allocation is an integer, not " + to_string(dtype(p)));
  }
  f.yields = pointer(f.stmt.dtype, scope && scope->is(K::string) ? scope->text : context_.name("global"), args.span);
  f.stmt.var = f.yields.prim;
  if (condition && !condition->is(K::nothing)) {
    Prim c = boolean_prim(*condition, "the condition");
    if (!prims_.is_constant(c, 1)) f.stmt.value = c;
  }
  if (notes) f.stmt.annotations = annotations(*notes);
  return v;
}

KernelValue KernelReader::t_allocate_const(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &data = need(args, 0, "data", "data"), &d = need(args, 1, "dtype", "a dtype"),
          &extents = need(args, 2, "extents", "extents");
  const V* notes = args.take(3, "annotations");
  done(args);
  f.stmt.kind = tir::StmtKind::allocate_const;
  f.stmt.dtype = dtype_of(d);
  f.list = prims_of(extents);
  f.yields = pointer(f.stmt.dtype, context_.name(""), args.span);
  f.stmt.var = f.yields.prim;
  if (notes) f.stmt.annotations = annotations(*notes);
  Constant c;
  c.dtype = f.stmt.dtype;
  std::vector<V> pending{data};
  int64_t count = 0;
  const DType element = f.stmt.dtype;
  while (!pending.empty()) {
    V top = std::move(pending.back());
    pending.pop_back();
    if (top.is(K::list)) {
      pending.insert(pending.end(), top.items->rbegin(), top.items->rend());
      continue;
    }
    Prim p = as_dtype(prim(top), element, top.span);
    const PrimNode& n = prims_[p];
    if (n.kind == PrimKind::float_imm ? !append_real(c.data, n.real, element)
                                      : !append_integer(c.data, n.value, element))
      fail(Diag::too_large, top.span, "the number does not fit into " + to_string(element));
    ++count;
  }
  c.shape = {count};
  f.stmt.data = context_.constant(std::move(c));
  return v;
}

KernelValue KernelReader::t_decl_buffer(Args& args) {
  const bool has_data =
      std::ranges::any_of(args.keywords, [](const auto& k) { return k.first == "data"; }) || args.positional.size() > 2;
  const bool is_allocation = args.name.starts_with("alloc_");
  if (is_allocation || !has_data) note_form(Spelling::allocation, is_allocation, args.span);
  if (args.name == "alloc_local") args.keywords.emplace_back("scope", string("local", args.span));
  if (args.name == "alloc_shared") args.keywords.emplace_back("scope", string("shared", args.span));
  const V* notes = is_allocation ? args.take(64, "annotations") : nullptr;
  V v = declaration(buffer_of(args, 0, false), !has_data, args.span);
  if (notes && !has_data) v.frame->outer->annotations = annotations(*notes);
  return v;
}

KernelValue KernelReader::declaration(BufferId b, bool allocates, Span span) {
  V v = frame_value(span);
  KernelFrame& f = *v.frame;
  f.stmt.kind = tir::StmtKind::declare;
  f.stmt.buffer = b;
  if (allocates) {
    tir::Stmt outer;
    outer.kind = tir::StmtKind::allocate;
    outer.span = span;
    outer.dtype = (*kernel_)[b].dtype;
    outer.var = (*kernel_)[b].data;
    kernel_->set_list(outer, (*kernel_)[b].shape);
    f.outer = outer;
  }
  f.yields = buffer_value(b, span);
  return v;
}

KernelValue KernelReader::t_attr(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &node = need(args, 0, "node", "a node"), &key = need(args, 1, "attr_key", "a key"),
          &value = need(args, 2, "value", "a value");
  if (!key.is(K::string)) fail(Diag::not_a_string, key.span, "the key is a string");
  f.stmt.kind = tir::StmtKind::attr;
  f.stmt.text = key.text;
  f.stmt.value = prim(value);
  tir::AttrNode n;
  if (node.is(K::buffer)) {
    n.kind = tir::AttrNode::Kind::buffer;
    n.buffers = {node.buffer};
  } else if (node.is(K::iter_var)) {
    n.kind = tir::AttrNode::Kind::iter_var;
    n.iter_var = *node.iter_var;
  } else if (node.is(K::list)) {
    n.kind = tir::AttrNode::Kind::buffers;
    for (const V& b : *node.items) {
      if (!b.is(K::buffer)) fail(Diag::not_a_buffer, b.span, describe(b) + " is no buffer");
      n.buffers.push_back(b.buffer);
    }
  } else if (node.is(K::attribute)) {
    n.kind = tir::AttrNode::Kind::attribute;
    n.attribute = node.attr;
  } else if (node.is(K::reducer)) {
    n = *node.node;
  } else {
    n.prim = prim(node);
  }
  f.stmt.number = static_cast<uint32_t>(kernel_->nodes.size());
  kernel_->nodes.push_back(std::move(n));
  return v;
}

KernelValue KernelReader::t_realize(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &what = need(args, 0, "buffer_slice", "a region"), &scope = need(args, 1, "storage_scope", "a scope");
  const V* condition = args.take(2, "condition");
  f.stmt.kind = tir::StmtKind::realize;
  f.stmt.number = static_cast<uint32_t>(kernel_->regions.size());
  kernel_->regions.push_back(region_of(what));
  f.stmt.text = scope.text;
  f.stmt.value = condition ? boolean_prim(*condition, "the condition") : prims_.boolean(true);
  return v;
}

KernelValue KernelReader::t_launch_thread(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  const V &thread = need(args, 0, "thread", "a thread"), &extent = need(args, 1, "extent", "an extent");
  tir::AttrNode n;
  n.kind = tir::AttrNode::Kind::iter_var;
  Prim size = prim(extent);
  if (thread.is(K::string)) {
    V var = fresh("", dtype(size), args.span);
    threads_[var.prim.index] = thread.text;
    n.iter_var.var = var.prim;
    f.yields = var;
  } else {
    n.iter_var.var = prim(thread);
    f.yields = thread;
    if (!threads_.contains(n.iter_var.var.index))
      fail(Diag::not_a_variable, thread.span,
           "T.launch_thread takes a variable of T.env_thread, or the tag of a thread");
    auto [known, is_new] = thread_extents_.try_emplace(n.iter_var.var.index, size);
    if (!is_new && known->second != size &&
        prove_equal(context_, known->second, size, Symbols::variables) != Truth::yes)
      fail(Diag::bad_kernel, extent.span, "the thread was launched with another extent");
  }
  n.iter_var.kind = tir::IterKind::thread;
  n.iter_var.tag = threads_[n.iter_var.var.index];
  n.iter_var.domain = {zero_like(size), size};
  f.stmt.kind = tir::StmtKind::attr;
  f.stmt.text = context_.name(text(n.iter_var.tag).starts_with("vthread") ? "virtual_thread" : "thread_extent");
  f.stmt.value = size;
  f.stmt.number = static_cast<uint32_t>(kernel_->nodes.size());
  kernel_->nodes.push_back(std::move(n));
  return v;
}

KernelValue KernelReader::t_while(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  f.stmt.kind = tir::StmtKind::while_;
  f.stmt.value = boolean_prim(need(args, 0, "condition", "a condition"), "the condition");
  return v;
}

KernelValue KernelReader::t_if(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  f.kind = KernelFrame::Kind::if_;
  f.stmt.kind = tir::StmtKind::if_;
  f.stmt.value = boolean_prim(need(args, 0, "condition", "a condition"), "the condition");
  return v;
}

KernelValue KernelReader::t_then(Args& args) {
  V v = frame_value(args.span);
  KernelFrame& f = *v.frame;
  f.kind = KernelFrame::Kind::branch;
  f.is_else = args.name == "Else";
  return v;
}

KernelFrame* KernelReader::block_frame() {
  for (size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i]->kind == KernelFrame::Kind::block) return frames_[i].get();
  }
  return nullptr;
}

KernelFrame& KernelReader::nearest_block(Span span, std::string_view what) {
  KernelFrame* f = block_frame();
  if (!f) fail(Diag::bad_kernel, span, std::string(what) + " stands in a block");
  return *f;
}

KernelValue KernelReader::t_reads(Args& args) {
  tir::Block& b = nearest_block(args.span, "T." + std::string(args.name)).block;
  const bool is_reads = args.name == "reads";
  if (is_reads ? b.has_reads : b.has_writes)
    fail(Diag::bad_kernel, args.span, "T." + std::string(args.name) + " stands in a block once");
  (is_reads ? b.has_reads : b.has_writes) = true;
  line_comments(*block_frame(), is_reads ? tir::BlockLine::reads : tir::BlockLine::writes);
  std::vector<V> all = args.positional;
  if (all.size() == 1 && all[0].is(K::list)) all = std::vector<V>(*all[0].items);
  for (const V& v : all) (is_reads ? b.reads : b.writes).push_back(region_of(v));
  return make(K::nothing, args.span);
}

KernelValue KernelReader::t_where(Args& args) {
  KernelFrame& f = nearest_block(args.span, "T.where");
  const V* p = args.take(0, "predicate");
  if (!p || f.has_where) fail(Diag::bad_kernel, args.span, "T.where stands in a block once, with a condition");
  if (!f.block.is_realized) fail(Diag::bad_kernel, args.span, "a block with no_realize=True has no T.where");
  f.has_where = true;
  line_comments(f, tir::BlockLine::where);
  f.block.predicate = boolean_prim(*p, "the condition of T.where");
  return make(K::nothing, args.span);
}

KernelValue KernelReader::t_block_attr(Args& args) {
  KernelFrame& f = nearest_block(args.span, "T.block_attr");
  const V* dict = args.take(0, "attrs");
  if (!dict || f.block.annotations) fail(Diag::bad_kernel, args.span, "T.block_attr stands in a block once");
  f.block.annotations = annotations(*dict);
  line_comments(f, tir::BlockLine::attrs);
  return make(K::nothing, args.span);
}

KernelValue KernelReader::axis(tir::IterKind kind, tir::Range domain, Prim value, Span span) {
  KernelFrame& f = *frames_.back();
  tir::IterVar iv;
  const DType d = DType::integer(std::max<int>({dtype(domain.min).bits, dtype(domain.extent).bits, 32}));
  if (prims_.constant(domain.min)) domain.min = as_dtype(domain.min, d, span);
  if (prims_.constant(domain.extent)) domain.extent = as_dtype(domain.extent, d, span);
  if (dtype(domain.extent) != d || dtype(domain.min) != d) {
    fail(Diag::dtype_mismatch, span,
         "the domain of the axis is of " + to_string(dtype(domain.min)) + " and " + to_string(dtype(domain.extent)));
  }
  iv.domain = domain;
  iv.kind = kind;
  V var = fresh("", d, span);
  iv.var = var.prim;
  take_comments(At::symbol_before, At::symbol_behind, iv.var.index);
  if (value && !dtype(value).is_integer()) {
    fail(Diag::dtype_mismatch, span,
         "the value of a block variable is an integer with a sign, not " + to_string(dtype(value)));
  }
  V v = make(K::iter_var, span);
  v.is_fresh = true;
  v.iter_var = std::make_shared<tir::IterVar>(iv);
  f.block.vars.push_back(iv);
  if (f.block.is_realized) f.block.values.push_back(value);
  return v;
}

KernelValue KernelReader::remap(Args& args) {
  const V *kinds = args.take(0, "kinds"), *bindings = args.take(1, "bindings");
  if (!kinds || !kinds->is(K::string) || !bindings || !bindings->is(K::list))
    fail(Diag::argument_count, args.span, "T.axis.remap takes kinds such as \"SSR\" and a list of loop variables");
  std::string_view letters = text(kinds->text);
  const std::vector<V> all = *bindings->items;
  if (letters.size() != all.size()) {
    fail(Diag::argument_count, args.span,
         std::to_string(letters.size()) + " kinds for " + std::to_string(all.size()) + " loop variables");
  }
  std::vector<V> out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (letters[i] != 'S' && letters[i] != 'R')
      fail(Diag::bad_attribute_value, kinds->span, "a kind is S or R, not '" + std::string(1, letters[i]) + "'");
    auto loop = all[i].is(K::prim) ? loops_.find(all[i].prim.index) : loops_.end();
    if (loop == loops_.end())
      fail(Diag::bad_kernel, all[i].span, "T.axis.remap takes variables of the loops around it");
    out.push_back(
        axis(letters[i] == 'S' ? tir::IterKind::spatial : tir::IterKind::reduce, loop->second, all[i].prim, args.span));
  }
  return out.size() == 1 ? out[0] : list(std::move(out), args.span);
}

std::optional<KernelValue> KernelReader::axis_function(std::string_view name, Args& args) {
  KernelFrame& f = *frames_.back();
  if (f.kind != KernelFrame::Kind::block)
    fail(Diag::bad_kernel, args.span, "T.axis." + std::string(name) + " stands at the head of a block");
  if (name == "remap") return remap(args);
  constexpr std::pair<std::string_view, tir::IterKind> kKinds[] = {
      {"spatial", tir::IterKind::spatial}, {"S", tir::IterKind::spatial}, {"reduce", tir::IterKind::reduce},
      {"R", tir::IterKind::reduce},        {"scan", tir::IterKind::scan}, {"opaque", tir::IterKind::opaque}};
  auto row = std::ranges::find(kKinds, name, &std::pair<std::string_view, tir::IterKind>::first);
  if (row == std::end(kKinds)) return std::nullopt;
  const V *dom = args.take(0, "dom"), *value = args.take(1, "binding");
  args.take(2, "dtype");
  done(args);
  if (!dom || (f.block.is_realized && !value))
    fail(Diag::argument_count, args.span, "T.axis." + std::string(name) + " takes a domain and a value");
  tir::Range domain;
  if (dom->is(K::range)) {
    domain = dom->range;
  } else if (dom->is(K::list)) {
    if (dom->items->size() != 2) fail(Diag::argument_count, dom->span, "a domain is an extent, or (begin, end)");
    domain = range_between(prim(dom->items->at(0)), prim(dom->items->at(1)), dom->span);
    if (!prims_.is_constant(domain.min, 0)) {
      Prim simple = simplify(domain.extent);
      if (prims_.constant(simple)) domain.extent = simple;
    }
  } else {
    Prim extent = prim(*dom);
    if (!dtype(extent).is_integral())
      fail(Diag::dtype_mismatch, dom->span, "the domain of a block variable is an integer");
    domain = {zero_like(extent), extent};
  }
  return axis(row->second, domain, value ? prim(*value) : Prim(), args.span);
}

}  // namespace hammock::read
