// SPDX-License-Identifier: Apache-2.0
// Buffers, regions, attributes and other objects of kernels (TIR 1.13, 1.15, 1.18).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/ir/integers.h"
#include "hammock/prim/simplify.h"
#include "kernel_reader.h"
#include "target.h"

namespace hammock::read {

Attr KernelReader::attribute(const V& v) {
  AttrStore& attrs = context_.attrs;
  switch (v.kind) {
    case K::nothing: return attrs.none();
    case K::integer: return attrs.integer(v.integer);
    case K::boolean: {
      const std::string other = "T.bool(" + std::string(v.integer ? "True" : "False") + ")";
      around_.note_spelling(Spelling::boolean, true, v.span, other);
      return attrs.prim(prims_.boolean(v.integer != 0));
    }
    case K::real: return attrs.prim(prims_.real(v.real, kFloat32));
    case K::string: return attrs.string(v.text);
    case K::prim:
      if (prims_[v.prim].kind == PrimKind::int_imm && dtype(v.prim) == kInt32)
        return attrs.integer(prims_[v.prim].value);
      if (prims_[v.prim].kind == PrimKind::int_imm && dtype(v.prim) == kBool) {
        around_.note_spelling(Spelling::boolean, false, v.span, prims_[v.prim].value ? "True" : "False");
      }
      return attrs.prim(v.prim);
    case K::list: {
      std::vector<Attr> items;
      for (const V& item : *v.items) items.push_back(attribute(item));
      return attrs.list(items);
    }
    case K::dict: return annotations(v);
    case K::region: return attrs.prim(convert_region(v));
    case K::buffer:  // by a load of nothing: attributes know prims
      return attrs.prim(call("buffer", kHandle, {prims_.load(v.buffer.index, kHandle, {})}));
    case K::iter_var: return attrs.prim(v.iter_var->var);
    case K::attribute: return v.attr;
    default: fail(Diag::not_an_attribute, v.span, describe(v) + " is no value of an attribute");
  }
}

Attr KernelReader::annotations(const V& v) {
  if (v.is(K::nothing)) return {};
  if (!v.is(K::dict)) fail(Diag::not_an_attribute, v.span, "annotations are a dict, not " + describe(v));
  std::vector<std::pair<Name, Attr>> entries;
  for (size_t i = 0; i + 1 < v.items->size(); i += 2) {
    const V& key = (*v.items)[i];
    if (!key.is(K::string)) fail(Diag::not_a_string, key.span, "a key is a string, not " + describe(key));
    if (std::ranges::find(entries, key.text, &std::pair<Name, Attr>::first) != entries.end())
      fail(Diag::duplicate_name, key.span, "the key '" + std::string(text(key.text)) + "' is there twice");
    entries.push_back({key.text, attribute((*v.items)[i + 1])});
  }
  std::ranges::sort(entries, {}, [&](const auto& e) { return text(e.first); });
  std::vector<Attr> flat;
  for (auto& [key, value] : entries) {
    flat.push_back(context_.attrs.string(key));
    flat.push_back(value);
  }
  return context_.attrs.dict(flat);
}

tir::BufferRegion KernelReader::region_of(const V& v) {
  if (v.is(K::region)) {
    BufferRegion r = *v.region;
    r.span = v.span;
    return r;
  }
  if (v.is(K::prim) && prims_[v.prim].kind == PrimKind::load) {
    BufferRegion r;
    r.buffer = BufferId(prims_[v.prim].c);
    r.span = v.span;
    std::vector<Prim> indices(prims_.call_args(v.prim).begin(), prims_.call_args(v.prim).end());
    for (Prim i : indices) {
      if (!dtype(i).is_scalar()) fail(Diag::bad_index, v.span, "a region has no steps");
      r.ranges.push_back({i, prims_.integer(1, dtype(i))});
    }
    return r;
  }
  fail(Diag::not_a_buffer, v.span, "a region is a subscript of a buffer, not " + describe(v));
}

BufferId KernelReader::buffer_of(Args& args, size_t from, bool is_match, std::optional<DType> forced,
                                 const std::vector<Prim>* extents) {
  const V *shape = args.take(from, "shape"), *d = args.take(from + 1, "dtype"), *data = args.take(from + 2, "data"),
          *strides = args.take(from + 3, "strides"), *offset = args.take(from + 4, "elem_offset"),
          *scope = args.take(from + 5, "scope"), *align = args.take(from + 6, "align"),
          *factor = args.take(from + 7, "offset_factor"), *kind = args.take(from + 8, "buffer_type"),
          *separators = args.take(from + 9, "axis_separators");
  auto given = [](const V* v) { return v && !v->is(K::nothing); };
  for (std::string_view other : {"layout", "allocated_addr"}) {  // of newer versions, for accelerators
    const V* v = args.take(64, other);
    if (given(v) && !(v->is(K::list) && v->items->empty()))
      fail(Diag::unsupported, v->span, "a buffer with '" + std::string(other) + "' is not supported");
  }
  done(args);
  Buffer b;
  b.span = args.span;
  b.dtype = forced ? *forced : given(d) ? dtype_of(*d) : kFloat32;
  if (given(shape)) b.shape = prims_of(*shape);
  else if (extents) b.shape = *extents;
  else fail(Diag::argument_count, args.span, "T." + std::string(args.name) + " needs a shape");
  for (Prim p : b.shape) {
    if (!dtype(p).is_integral() || !dtype(p).is_scalar())
      fail(Diag::dtype_mismatch, args.span, "a dim of a shape is an integer, not " + to_string(dtype(p)));
  }
  const DType index = b.shape.empty() ? kInt32 : dtype(b.shape[0]);
  b.data = given(data) ? pointer_of(*data) : Prim();
  if (given(scope) && !given(data) && !scope->is(K::string))
    fail(Diag::not_a_string, scope->span, "a storage scope is a string");
  if (!b.data) {
    const Name space = given(scope) ? scope->text : context_.name("global");
    b.data = pointer(b.dtype.is_boolean() ? kInt8 : b.dtype, space, args.span).prim;
  }
  if (given(strides)) {
    for (const V& s : strides->is(K::list) ? *strides->items : std::vector<V>{*strides}) {
      if (s.is(K::string)) {
        const DType of_stride =
            is_match && given(shape) && shape->is(K::list) && !shape->items->empty() && shape->items->at(0).is(K::prim)
                ? index
                : kInt32;
        b.strides.push_back(fresh(text(s.text), of_stride, s.span).prim);
      } else {
        b.strides.push_back(prim(s));
      }
    }
  }
  if (given(factor) && factor->is(K::integer)) b.offset_factor = factor->integer;
  if (given(offset)) {
    if (offset->is(K::string)) fail(Diag::not_a_prim, offset->span, "elem_offset is an expression, not a string");
    b.elem_offset = prim(*offset);
  } else if (b.offset_factor != 0 && given(factor)) {
    b.elem_offset = fresh("elem_offset", index, args.span).prim;
  } else {
    b.elem_offset = prims_.integer(0, index);
  }
  if (b.offset_factor == 0) b.offset_factor = 1;
  if (given(align) && align->is(K::integer) && align->integer < -1)
    fail(Diag::out_of_range, align->span, "an alignment is a number of bytes, or -1 for the usual one");
  if (given(align) && align->is(K::integer) && align->integer > 0) b.alignment = align->integer;
  if (given(kind) && kind->is(K::string)) {
    std::string_view k = text(kind->text);
    if (k == "auto" || k == "auto_broadcast") {
      b.kind = tir::BufferKind::auto_broadcast;
      if (b.strides.empty()) {
        for (size_t i = 0; i < b.shape.size(); ++i) b.strides.push_back(fresh("stride", index, args.span).prim);
      }
    } else if (!k.empty() && k != "default") {
      fail(Diag::bad_attribute_value, kind->span, "a buffer_type is \"auto\" or \"default\"");
    }
  }
  if (given(separators)) b.axis_separators = separators_of(*separators, b.shape.size());
  return kernel_->add(std::move(b));
}

Prim KernelReader::pointer_of(const V& data) {
  if (!data.is(K::prim) || dtype(data.prim).code != DType::Code::handle)
    fail(Diag::not_a_prim, data.span, "the data of a buffer is a pointer, not " + describe(data));
  const auto at = kernel_->variables.find(data.prim.index);
  if (at == kernel_->variables.end() || !at->second.is_pointer)
    fail(Diag::dtype_mismatch, data.span, "the data of a buffer is a pointer to elements, T.handle(\"float32\")");
  return data.prim;
}

std::vector<int64_t> KernelReader::separators_of(const V& list, size_t rank) {
  std::vector<int64_t> out;
  for (Prim p : prims_of(list)) {
    out.push_back(prims_.constant(p).value_or(-1));
  }
  if (!are_separators(out, rank))
    fail(Diag::out_of_range, list.span, "axis_separators are increasing places between the dims");
  return out;
}

KernelValue KernelReader::buffer_value(BufferId b, Span span) {
  V v = make(K::buffer, span);
  v.buffer = b;
  v.is_fresh = true;
  return v;
}

// That is declared by a line of its own.
KernelValue KernelReader::line_of_buffer(BufferId b, Span span) {
  take_comments(At::buffer_before, At::buffer_behind, b.index);
  return buffer_value(b, span);
}

KernelValue KernelReader::t_buffer(Args& args) { return line_of_buffer(buffer_of(args, 0, false), args.span); }

KernelValue KernelReader::t_match_buffer(Args& args) {
  const V* of_what = args.take(0, "param");
  if (!of_what) fail(Diag::argument_count, args.span, "T.match_buffer needs a parameter or a region");
  if (of_what->is(K::prim) && prims_[of_what->prim].kind == PrimKind::var) {
    auto param = std::ranges::find(kernel_->params, of_what->prim, &tir::Parameter::var);
    if (param == kernel_->params.end())
      fail(Diag::not_a_buffer, of_what->span, "T.match_buffer takes a parameter, or a region of a buffer in a block");
    if (frames_.back()->kind != KernelFrame::Kind::function)
      fail(Diag::bad_kernel, args.span, "T.match_buffer of a parameter stands at the head of the function");
    if (param->buffer) {
      throw Mistake{Diag::bad_kernel,
                    args.span,
                    "the parameter has a buffer already",
                    {{(*kernel_)[param->buffer].span, "it is this one"}}};
    }
    const size_t at = static_cast<size_t>(param - kernel_->params.begin());
    BufferId b = buffer_of(args, 1, true);
    kernel_->params[at].buffer = b;
    return line_of_buffer(b, args.span);
  }
  if (of_what->is(K::list) || of_what->is_python_number() || of_what->is(K::string))
    fail(Diag::not_a_buffer, of_what->span,
         "T.match_buffer takes a parameter or a region of a buffer first, not " + describe(*of_what));
  KernelFrame& block = nearest_block(args.span, "T.match_buffer of a region");
  const bool has_slices = of_what->is(K::region);
  BufferRegion source = region_of(*of_what);
  std::vector<Prim> extents;
  for (const tir::Range& r : source.ranges) extents.push_back(r.extent);
  const bool takes_all = has_slices && !args.take(1, "shape");
  BufferId b = buffer_of(args, 1, true, takes_all ? std::optional((*kernel_)[source.buffer].dtype) : std::nullopt,
                         takes_all ? &extents : nullptr);
  Buffer& target = (*kernel_)[b];
  const Buffer& from = (*kernel_)[source.buffer];
  if (target.dtype != from.dtype || kernel_->scope(target) != kernel_->scope(from))
    fail(Diag::bad_kernel, args.span, "a match_buffer has the dtype and the scope of its source");
  if (target.shape.size() > source.ranges.size())
    fail(Diag::bad_kernel, args.span, "a match_buffer has no more dims than its source");
  const size_t extra = source.ranges.size() - target.shape.size();
  for (size_t i = 0; i < source.ranges.size(); ++i) {
    Prim extent = source.ranges[i].extent;
    Prim wanted = i < extra ? prims_.integer(1, dtype(extent)) : target.shape[i - extra];
    if (prims_[wanted].kind == PrimKind::var || wanted == extent) continue;
    if (dtype(wanted) != dtype(extent)) {
      std::optional<int64_t> x = prims_.constant(wanted), y = prims_.constant(extent);
      if (x && y && *x == *y) continue;
    } else if (prove_equal(context_, wanted, extent, Symbols::variables) == Truth::yes) {
      continue;
    }
    Mistake m{Diag::bad_kernel, args.span, "the shape of the match_buffer is not that of its source", {}};
    if (source.span) m.notes.push_back({source.span, "the source"});
    throw m;
  }
  block.block.matches.push_back({b, std::move(source)});
  return line_of_buffer(b, args.span);
}

// In newer versions T.alloc_buffer is what T.decl_buffer was, and blocks have T.sblock_alloc_buffer.
KernelValue KernelReader::t_alloc_buffer(Args& args) {
  KernelFrame& frame = *frames_.back();
  const bool is_inside = frame.kind != KernelFrame::Kind::function && block_frame() == nullptr;
  if (args.name == "alloc_buffer" && (is_newer_ || is_inside)) return t_decl_buffer(args);
  BufferId b = buffer_of(args, 0, false);
  if (frame.kind == KernelFrame::Kind::block) frame.block.allocations.push_back(b);
  else if (frame.kind == KernelFrame::Kind::function) frame.declared.push_back(b);
  else fail(Diag::bad_kernel, args.span, "T.alloc_buffer stands in a block, or at the head of the function");
  return line_of_buffer(b, args.span);
}

KernelValue KernelReader::t_meta_var(Args& args) {
  const V* v = args.take(0, "value");
  if (!v) fail(Diag::argument_count, args.span, "T.meta_var needs a value");
  V out = list({*v}, args.span);
  out.kind = K::meta;
  return out;
}

KernelValue KernelReader::t_range(Args& args) {
  const V *a = args.take(0, "begin"), *b = args.take(1, "end");
  if (!a || !b) fail(Diag::argument_count, args.span, "T.Range takes a begin and an end");
  V v = make(K::range, args.span);
  v.range = range_between(prim(*a), prim(*b), args.span);
  return v;
}

KernelValue KernelReader::t_iter_var(Args& args) {
  const V *var = args.take(0, "var"), *dom = args.take(1, "dom"), *kind = args.take(2, "iter_type"),
          *tag = args.take(3, "thread_tag");
  if (!var || !dom || !kind || !kind->is(K::string))
    fail(Diag::argument_count, args.span, "T.iter_var takes a variable, a range, a kind and a tag");
  constexpr std::pair<std::string_view, tir::IterKind> kKinds[] = {
      {"DataPar", tir::IterKind::spatial},       {"CommReduce", tir::IterKind::reduce},
      {"Ordered", tir::IterKind::scan},          {"Opaque", tir::IterKind::opaque},
      {"ThreadIndex", tir::IterKind::thread},    {"Unrolled", tir::IterKind::unrolled},
      {"Vectorized", tir::IterKind::vectorized}, {"Parallelized", tir::IterKind::parallelized},
      {"Tensorized", tir::IterKind::tensorized}};
  auto row = std::ranges::find(kKinds, text(kind->text), &std::pair<std::string_view, tir::IterKind>::first);
  if (row == std::end(kKinds)) fail(Diag::bad_attribute_value, kind->span, "no such kind of variable");
  V v = make(K::iter_var, args.span);
  v.iter_var = std::make_shared<tir::IterVar>();
  v.iter_var->var = prim(*var);
  v.iter_var->kind = row->second;
  if (dom->is(K::range)) v.iter_var->domain = dom->range;
  if (tag && tag->is(K::string)) v.iter_var->tag = tag->text;
  return v;
}

KernelValue KernelReader::t_index_map(Args& args) {
  const V *lambda = args.take(0, "mapping"), *inverse = args.take(1, "inverse_index_map");
  if (!lambda) fail(Diag::argument_count, args.span, "T.index_map needs a lambda");
  return index_map(*lambda, inverse, args.span);
}

KernelValue KernelReader::t_target(Args& args) {
  const V* what = args.take(0, "target_config");
  const V* host = args.take(1, "host");
  if (!what) fail(Diag::argument_count, args.span, "T.target needs a target");
  V v = make(K::attribute, args.span);
  const Attr config = attribute(*what);
  if (context_.attrs[config].kind != AttrKind::string && context_.attrs[config].kind != AttrKind::dict)
    fail(Diag::bad_device, what->span, "a target is a string or a dict");
  Attr full = full_target(context_, config);
  if (host) full = with_host(context_, full, attribute(*host));
  v.attr = context_.attrs.other(AttrKind::target, 0, std::array{full});
  return v;
}

KernelValue KernelReader::t_env_thread(Args& args) {
  const V *tag = args.take(0, "thread_tag"), *d = args.take(1, "dtype");
  if (!tag || !tag->is(K::string)) fail(Diag::argument_count, args.span, "T.env_thread needs the tag of a thread");
  V v = fresh("", d ? dtype_of(*d) : kInt32, args.span);
  threads_[v.prim.index] = tag->text;
  return v;
}

KernelValue KernelReader::t_evaluate(Args& args) {
  const V* value = args.take(0, "value");
  if (!value) fail(Diag::argument_count, args.span, "T.evaluate needs a value");
  evaluate(prim(*value), args.span);
  return make(K::nothing, args.span);
}

KernelValue KernelReader::t_func_attr(Args& args) {
  const V* dict = args.take(0, "attrs");
  if (!dict) fail(Diag::argument_count, args.span, "T.func_attr needs a dict");
  if (frames_.back()->kind != KernelFrame::Kind::function)
    fail(Diag::bad_kernel, args.span, "T.func_attr stands at the head of the function");
  take_comments(At::attrs_before, At::attrs_behind, 0);
  Attr made = annotations(*dict);
  if (kernel_->attrs) {
    std::vector<std::pair<std::string_view, std::pair<Attr, Attr>>> all;
    for (Attr dict_attr : {kernel_->attrs, made}) {
      std::span<const Attr> items = context_.attrs.items(dict_attr);
      for (size_t i = 0; i + 1 < items.size(); i += 2)
        all.push_back({text(Name(context_.attrs[items[i]].id)), {items[i], items[i + 1]}});
    }
    std::ranges::stable_sort(all, {}, [](const auto& x) { return x.first; });
    std::vector<Attr> flat;
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i].first == all[i - 1].first)
        fail(Diag::duplicate_name, args.span, "the attribute '" + std::string(all[i].first) + "' is there twice");
      flat.push_back(all[i].second.first);
      flat.push_back(all[i].second.second);
    }
    made = context_.attrs.dict(flat);
  }
  kernel_->attrs = made;
  return make(K::nothing, args.span);
}

KernelValue KernelReader::t_buffer_store(Args& args) {
  const V *b = args.take(0, "buffer"), *value = args.take(1, "value"), *indices = args.take(2, "indices");
  if (!b || !b->is(K::buffer) || !value || !indices)
    fail(Diag::argument_count, args.span, "T.buffer_store takes a buffer, a value and indices");
  store(b->buffer, prims_of(*indices), *value, {}, args.span);
  return make(K::store, args.span);
}

KernelValue KernelReader::t_prefetch(Args& args) {
  const V *b = args.take(0, "buffer"), *bounds = args.take(1, "bounds");
  if (!b || !b->is(K::buffer) || !bounds || !bounds->is(K::list))
    fail(Diag::argument_count, args.span, "T.prefetch takes a buffer and a list of ranges");
  BufferRegion region{b->buffer, {}};
  for (const V& r : *bounds->items) region.ranges.push_back(r.range);
  tir::Stmt s;
  s.kind = tir::StmtKind::prefetch;
  s.span = args.span;
  s.number = static_cast<uint32_t>(kernel_->regions.size());
  kernel_->regions.push_back(std::move(region));
  add(std::move(s));
  return make(K::store, args.span);
}

KernelValue KernelReader::t_get(Args& args) {
  const V& id = need(args, 0, "name", "a name");
  if (!id.is(K::string)) fail(Diag::not_a_string, id.span, "a name is a string");
  return of(prims_.string(id.text), args.span);
}

KernelValue KernelReader::vector_access(const V& object, bool loads, Args& args) {
  const Buffer& b = (*kernel_)[object.buffer];
  const V *begin = args.take(0, "begin"), *second = args.take(1, loads ? "dtype" : "value"),
          *mask = args.take(2, "predicate");
  done(args);
  if (!begin || (!loads && !second)) fail(Diag::argument_count, args.span, "vload and vstore need an index");
  std::vector<Prim> indices;
  for (const V& i : begin->is(K::list) ? *begin->items : std::vector<V>{*begin}) indices.push_back(prim(i));
  if (indices.empty() && !b.shape.empty()) fail(Diag::bad_index, args.span, "an index is missing");
  DType wanted = b.dtype;
  if (loads && second && !second->is(K::nothing)) wanted = dtype_of(*second);
  V value;
  if (!loads) {
    value = *second;
    if (!value.is_python_number()) wanted = dtype(prim(value));
  }
  const int lanes = b.dtype.lanes ? wanted.lanes / b.dtype.lanes : 1;
  if (lanes > 1 && !indices.empty() && dtype(indices.back()).is_scalar())
    indices.back() = ramp(indices.back(), prims_.integer(1, dtype(indices.back())), lanes, args.span);
  Prim predicate = mask && !mask->is(K::nothing) ? prim(*mask) : Prim();
  if (!loads) {
    store(object.buffer, std::move(indices), value, predicate, args.span);
    return make(K::store, args.span);
  }
  Prim p = load(object.buffer, std::move(indices), args.span);
  return of(predicate ? call("vload", dtype(p), {p, predicate}) : p, args.span);
}

KernelValue KernelReader::access_ptr(const V& object, Args& args) {
  const Buffer& b = (*kernel_)[object.buffer];
  const V *mask = args.take(0, "access_mask"), *type = args.take(1, "ptr_type"),
          *content = args.take(2, "content_lanes"), *offset = args.take(3, "offset"), *extent = args.take(4, "extent");
  (void)type;
  done(args);
  int64_t bits = mask && mask->is(K::integer) ? mask->integer : 0;
  if (mask && mask->is(K::string)) {
    for (char c : text(mask->text)) bits |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
  }
  DType element = b.dtype;
  Prim size;
  if (!b.strides.empty()) {
    size = fold(PrimKind::mul, b.strides[0], b.shape[0], args.span);
  } else {
    size = prims_.integer(1, kInt32);
    for (Prim d : std::vector<Prim>(b.shape)) {
      Prim x = size, y = d;
      promote(x, y, args.span);
      size = fold(PrimKind::mul, x, y, args.span);
    }
  }
  Prim at = (*kernel_)[object.buffer].elem_offset, moved = offset ? prim(*offset) : prims_.integer(0, kInt32);
  Prim left = size, right = moved;
  promote(left, right, args.span);
  Prim rest = extent && !extent->is(K::nothing) ? prim(*extent) : fold(PrimKind::sub, left, right, args.span);
  if (content && content->is(K::integer) && content->integer > 1) {
    element.lanes = static_cast<uint16_t>(content->integer);
    Prim by = prims_.integer(content->integer, dtype(rest));
    rest = fold(PrimKind::floordiv, rest, by, args.span);
    at = fold(PrimKind::floordiv, at, prims_.integer(content->integer, dtype(at)), args.span);
  }
  promote(at, moved, args.span);
  Prim total = fold(PrimKind::add, at, moved, args.span);
  return of(call("tvm_access_ptr", kHandle,
                 {call("type_annotation", element, {}), (*kernel_)[object.buffer].data, total, rest,
                  prims_.integer(bits, kInt32)}),
            args.span);
}

KernelValue KernelReader::call_method(const V& object, std::string_view name, Args& args) {
  if (name == "astype") {
    const V* d = args.take(0, "dtype");
    if (!d) fail(Diag::argument_count, args.span, "astype needs a dtype");
    return of(as_dtype(prim(object), dtype_of(*d), args.span), args.span);
  }
  const Buffer& b = (*kernel_)[object.buffer];
  if (name == "scope") return string(kernel_->scope(b), args.span);
  if (name == "vload" || name == "vstore") return vector_access(object, name == "vload", args);
  if (name == "access_ptr") return access_ptr(object, args);
  fail(Diag::unsupported, args.span, "the method '" + std::string(name) + "' of buffers is not supported");
}

KernelValue KernelReader::lambda_reducer(const V& lambda, const V& identities, Span span) {
  if (!lambda.is(K::lambda)) fail(Diag::not_a_lambda, lambda.span, "a reducer is a lambda");
  V v = make(K::reducer, span);
  v.node = std::make_shared<tir::AttrNode>();
  v.node->kind = tir::AttrNode::Kind::reducer;
  v.node->identities = prims_of(identities);
  std::span<const ExprId> parts = ast_.list(lambda.expr);
  if (parts.size() != 1 + 2 * v.node->identities.size())
    fail(Diag::argument_count, lambda.span, "a reducer has two parameters for each identity");
  push_names();
  for (size_t i = 1; i < parts.size(); ++i) {
    const Prim identity = v.node->identities[(i - 1) % v.node->identities.size()];
    V param = fresh(text(Name(ast_[parts[i]].a)), dtype(identity), span);
    named_.insert(param.prim.index);
    v.node->parameters.push_back(param.prim);
    bind_name(Name(ast_[parts[i]].a), param, span);
  }
  V body = eval(parts[0]);
  v.node->results = prims_of(body);
  pop_names();
  return v;
}

KernelValue KernelReader::index_map(const V& lambda, const V* inverse, Span span) {
  if (!lambda.is(K::lambda)) fail(Diag::not_a_lambda, lambda.span, "an index map is a lambda");
  std::span<const ExprId> parts = ast_.list(lambda.expr);
  std::vector<Attr> items;
  push_names();
  for (size_t i = 1; i < parts.size(); ++i) {
    V param = fresh(text(Name(ast_[parts[i]].a)), kInt64, span);
    named_.insert(param.prim.index);
    items.push_back(context_.attrs.prim(param.prim));
    bind_name(Name(ast_[parts[i]].a), param, span);
  }
  const int64_t count = static_cast<int64_t>(items.size());
  V body = eval(parts[0]);
  for (Prim p : prims_of(body)) items.push_back(context_.attrs.prim(p));
  pop_names();
  V v = make(K::attribute, span);
  if (inverse && inverse->is(K::lambda)) {
    V other = index_map(*inverse, nullptr, span);
    items.push_back(other.attr);
  }
  v.attr = context_.attrs.other(AttrKind::index_map, count, items);
  return v;
}

}  // namespace hammock::read
