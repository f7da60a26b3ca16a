// SPDX-License-Identifier: Apache-2.0
#include "tir_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hammock::generate {
namespace {

using Role = KernelSignature::Role;

class KernelWriter {
 public:
  KernelWriter(Choices& choices, const KernelSignature& signature, size_t depth)
      : c_(choices), signature_(signature), e_(choices), depth_(depth) {
    e_.index_dtype = signature.index_dtype;
    e_.extents = signature.extents;
    e_.callees = signature.callees;
    is_plain_ = e_.is_plain = choices.chance(60);
  }

  std::string run() {
    header();
    if (signature_.kind == KernelSignature::Kind::numbers) return number_body();
    tables();
    for (uint32_t n = c_.below(is_plain_ ? 2 : 3); n > 0; --n) allocate();
    std::vector<size_t> written;
    for (size_t i = 0; i < e_.buffers.size(); ++i) {
      const TextBuffer& b = e_.buffers[i];
      if (b.is_writable && c_.chance(b.is_readable ? 40 : 98)) written.push_back(i);
    }
    c_.shuffle(written);
    for (size_t i : written) define(i);
    if (!is_plain_ && c_.chance(25)) view();
    const uint32_t updates = is_plain_ ? c_.chance(30) : c_.below(3);
    for (uint32_t n = std::max(updates, written.empty() ? 1u : 0u); n > 0; --n) update();
    if (has_result()) line(fmt::format("return {}", e_.value(signature_.result)));
    return std::move(text_);
  }

 private:
  // A loop, or two that share its iterations.
  struct Loop {
    std::string text;        // within [0, extent)
    std::string guard;       // where that needs a condition
    std::string remappable;  // the loop's variable, if it is that
  };
  struct Suite {
    Expressions::Scope scope;
    size_t depth;
    int hidden;
    bool is_free;
  };

  void line(const std::string& s) {
    const std::string blanks(4 * depth_, ' ');
    for (const std::string& declared : std::exchange(e_.declarations, {})) text_ += blanks + declared + "\n";
    text_ += blanks + s + "\n";
  }
  void open(const std::string& s) { line(s), ++depth_; }
  std::string fresh(std::string_view hint) { return fmt::format("{}{}", hint, next_++); }
  Suite begin() const { return {e_.scope(), depth_, e_.hidden, is_free_}; }
  void end(Suite s) {
    e_.restore(std::move(s.scope));
    depth_ = s.depth;
    e_.hidden = s.hidden;
    is_free_ = s.is_free;
    e_.may_fail = signature_.may_fail && !is_free_;
  }
  // The iterations around may run in any order.
  void free_order(const TextBuffer& target) {
    is_free_ = true;
    e_.may_fail = false;
    e_.hidden = target.memory;
  }

  std::string shape(const std::vector<size_t>& dims) const {
    std::string out;
    for (size_t d : dims) out += e_.extents[d].text + ", ";
    return out;
  }
  bool has_result() const { return !signature_.result.is_unknown(); }
  int64_t elements(const std::vector<size_t>& dims) const {
    int64_t out = 1;
    for (size_t d : dims) out *= e_.extents[d].size;
    return out;
  }
  static std::string joined(const std::vector<std::string>& all) { return fmt::format("{}", fmt::join(all, ", ")); }
  static std::string element(const TextBuffer& b, const std::vector<std::string>& at) {
    return fmt::format("{}[{}]", b.name, at.empty() ? "()" : joined(at));
  }

  // ---- parameters and memory ----

  // A buffer's parameter; what declares the buffer in the body, if that is needed, goes to `matches`.
  std::string parameter(const KernelSignature::Buffer& b, const std::string& name, std::string& matches) {
    const std::string dtype = to_string(b.dtype), blanks(4 * depth_ + 4, ' ');
    if (signature_.kind == KernelSignature::Kind::pointers) {
      matches += fmt::format("{}{} = T.Buffer(({}), \"{}\", data=h{})\n", blanks, name, shape(b.dims), dtype, name);
      return fmt::format("h{}: T.handle(\"{}\")", name, b.dtype.is_boolean() ? "int8" : dtype);
    }
    const bool is_fixed = std::ranges::all_of(b.dims, [&](size_t d) { return e_.extents[d].size > 0; });
    if (is_fixed && c_.chance(60)) return fmt::format("{}: T.Buffer(({}), \"{}\")", name, shape(b.dims), dtype);
    std::string more;
    if (!b.dims.empty() && c_.chance(15)) {
      for (size_t i = 0; i < b.dims.size(); ++i) more += fmt::format("\"{}_s{}\", ", name, i);
      more = fmt::format(", strides=({})", more);
    }
    if (c_.chance(10)) more += ", offset_factor=1";
    matches +=
        fmt::format("{}{} = T.match_buffer(h{}, ({}), \"{}\"{})\n", blanks, name, name, shape(b.dims), dtype, more);
    return fmt::format("h{}: T.handle", name);
  }

  void header() {
    std::vector<std::string> params;
    std::string matches;
    for (const KernelSignature::Buffer& b : signature_.buffers) {
      const std::string name = fresh(b.role == Role::input ? "A" : "B");
      params.push_back(parameter(b, name, matches));
      e_.buffers.push_back(
          {name, b.dtype, b.dims, next_++, b.role != Role::output, b.role != Role::input, elements(b.dims)});
    }
    for (const KernelSignature::Scalar& s : signature_.scalars) {
      params.push_back(fmt::format("{}: T.{}", s.name, to_string(s.dtype)));
      e_.named.push_back({s.name, s.dtype});
    }
    line(signature_.kind == KernelSignature::Kind::alone ? "@T.prim_func" : "@T.prim_func(private=True)");
    open(fmt::format("def {}({}){}:", signature_.name, joined(params),
                     has_result() ? " -> T." + to_string(signature_.result) : ""));
    if (signature_.kind == KernelSignature::Kind::tensors && c_.chance(50))
      line("T.func_attr({\"tir.noalias\": True})");
    for (const std::string& s : signature_.symbols) line(fmt::format("{} = T.int64()", s));
    text_ += matches;
    e_.may_fail = signature_.may_fail;
    parameters_end_ = next_;
  }

  // The value of a few numbers.
  std::string number_body() {
    if (c_.chance(30)) {
      const std::string sum = fresh("L"), t = to_string(signature_.result);
      line(fmt::format("{} = T.decl_buffer((1,), \"{}\")", sum, t));
      line(fmt::format("{}[0] = {}", sum, e_.value(signature_.result)));
      e_.buffers.push_back({sum, signature_.result, {}, next_++, false, false});
      const Suite s = begin();
      e_.variables.push_back({fresh("i"), 0});
      open(fmt::format("for {} in range({}):", e_.variables.back().text, e_.extents[0].text));
      line(fmt::format("{}[0] = T.Select({}, {}[0], {})", sum, e_.condition(), sum, e_.value(signature_.result)));
      end(s);
      e_.named.push_back({sum + "[0]", signature_.result});
    }
    for (uint32_t n = c_.below(3); n > 0; --n) {
      const Suite s = begin();
      open(fmt::format("if {}:", e_.condition()));
      line(fmt::format("return {}", e_.value(signature_.result)));
      end(s);
    }
    line(fmt::format("return {}", e_.value(signature_.result)));
    return std::move(text_);
  }

  // Constants of the kernel.
  void tables() {
    if (!signature_.may_have_tables || !c_.chance(12)) return;
    std::vector<size_t> fixed;
    for (size_t i = 0; i < e_.extents.size(); ++i) {
      if (e_.extents[i].size > 0) fixed.push_back(i);
    }
    if (fixed.empty()) return;
    const size_t extent = c_.pick(fixed);
    const DType t = c_.chance(50) ? kInt32 : kFloat32;
    std::string numbers;
    for (int64_t i = 0; i < e_.extents[extent].size; ++i)
      numbers += fmt::format("{}{}", i ? ", " : "", c_.between(-9, 9));
    const std::string name = fresh("K"), size = std::to_string(e_.extents[extent].size);
    line(fmt::format("{}_data = T.allocate_const([{}], \"{}\", [{}])", name, numbers, to_string(t), size));
    line(fmt::format("{} = T.decl_buffer(({},), \"{}\", data={}_data)", name, e_.extents[extent].text, to_string(t),
                     name));
    e_.buffers.push_back({name, t, {extent}, next_++, true, false});
    is_body_ = true;
  }

  void allocate() {
    const TextBuffer& like = c_.pick(e_.buffers);
    TextBuffer b{fresh("L"), like.dtype, {}, next_++, false, true};
    if (c_.chance(5)) b.dtype = DType::make(c_.chance(50) ? DType::Code::e4m3 : DType::Code::e5m2, 8);
    if (!is_plain_ && c_.chance(15)) b.dtype = e_.vector_dtype();
    for (uint32_t rank = c_.below(4); rank > 0; --rank)
      b.dims.push_back(c_.below(static_cast<uint32_t>(e_.extents.size())));
    if (b.dims.size() == 2 && c_.chance(25)) return allocate_padded(std::move(b));
    b.elements = elements(b.dims);
    const std::string args = fmt::format("({}), \"{}\"", shape(b.dims), to_string(b.dtype));
    const bool is_declared = is_body_ || c_.chance(20);
    is_body_ = is_declared;
    line(fmt::format("{} = T.{}({})", b.name, is_declared ? "decl_buffer" : "alloc_buffer", args));
    e_.buffers.push_back(std::move(b));
  }

  // Rows of a larger memory, which has a name of its own: that of a bare pointer would change whenever it is read.
  void allocate_padded(TextBuffer b) {
    const std::string pad = e_.number(c_.between(1, 2)), offset = e_.number(c_.between(0, 3)), whole = fresh("M");
    const std::string dtype = to_string(b.dtype), &rows = e_.extents[b.dims[0]].text,
                      row = fmt::format("({} + {})", e_.extents[b.dims[1]].text, pad);
    line(fmt::format("{} = T.{}(({} * {} + {},), \"{}\")", whole, is_body_ ? "decl_buffer" : "alloc_buffer", rows, row,
                     offset, dtype));
    line(fmt::format("{} = T.decl_buffer(({}), \"{}\", data={}.data, strides=({}, {}), elem_offset={})", b.name,
                     shape(b.dims), dtype, whole, row, e_.number(1), offset));
    is_body_ = true;
    e_.buffers.push_back(std::move(b));
  }

  // Elements of a buffer that stand elsewhere in another order, or as vectors.
  void view() {
    std::vector<TextBuffer> all;
    for (const TextBuffer& b : e_.buffers) {
      if (b.elements > 1 && b.dtype.is_scalar() && e_.is_readable(b)) all.push_back(b);
    }
    if (all.empty()) return;
    TextBuffer b = c_.pick(all);
    const int64_t count = b.elements, lanes = 2 << c_.below(2);
    std::string more;
    std::vector<int64_t> sizes;
    if (count >= lanes && b.dtype.bits >= 8 && c_.chance(40)) {
      sizes = {count / lanes};
      b.dtype.lanes = static_cast<uint16_t>(lanes);
    } else if (c_.chance(30)) {
      sizes = {count};
      more = fmt::format(", strides=({},), elem_offset={}", e_.number(-1), e_.number(count - 1));
    } else {
      const int64_t step = c_.between(1, 3), row = c_.between(1, std::min<int64_t>(count, 6)), first = c_.below(2);
      const int64_t rows = std::max<int64_t>(1, (count - first - (row - 1) * step) / row);
      if (first + (rows - 1) * row + (row - 1) * step >= count) return;
      sizes = {rows, row};
      more = fmt::format(", strides=({}, {}), elem_offset={}", e_.number(row), e_.number(step), e_.number(first));
    }
    const std::string data = b.name;
    b.name = fresh("X");
    b.dims.clear();
    b.elements = 0;
    for (int64_t size : sizes) {
      b.dims.push_back(e_.extents.size());
      e_.extents.push_back({e_.number(size), size});
    }
    line(fmt::format("{} = T.decl_buffer(({}), \"{}\", data={}.data{})", b.name, shape(b.dims), to_string(b.dtype),
                     data, more));
    is_body_ = true;
    e_.buffers.push_back(std::move(b));
  }

  // ---- loops ----

  bool is_symbol(size_t extent) const { return e_.extents[extent].size == 0; }
  bool has_symbol() const {
    return std::ranges::any_of(e_.variables, [&](const auto& v) { return is_symbol(v.extent); });
  }
  // At most one of them is a symbol: what is added up over several of 70 differs by more than what noise tells of.
  std::vector<size_t> some_extents(uint32_t count, bool has_symbol = false) {
    std::vector<size_t> out;
    for (; count > 0; --count) {
      const TextBuffer& b = c_.pick(e_.buffers);
      const size_t e = b.dims.empty() ? c_.below(static_cast<uint32_t>(e_.extents.size())) : c_.pick(b.dims);
      if (is_symbol(e) && has_symbol) continue;
      has_symbol |= is_symbol(e);
      out.push_back(e);
    }
    return out;
  }

  static constexpr std::array<std::string_view, 8> kKinds = {
      "range", "range", "T.serial", "T.parallel", "T.unroll", "T.vectorized", "T.vectorized", "T.thread_binding"};

  // How a loop over so many iterations may be run.
  std::string_view loop_kind(int64_t size, bool is_free, bool is_innermost) {
    if (is_plain_ || !c_.chance(40)) return "range";
    const std::string_view kind = c_.pick(kKinds);
    if (kind == "T.vectorized" && !(is_free && is_innermost && size > 1)) return size > 0 ? "T.unroll" : "range";
    if (kind == "T.unroll" && size == 0) return "range";
    if ((kind == "T.parallel" || kind == "T.thread_binding") && !is_free) return "T.serial";
    return kind == "T.thread_binding" && threads_ == 3 ? "T.parallel" : kind;
  }
  void open_loop(const std::string& var, std::string_view kind, const std::string& range) {
    const bool is_thread = kind == "T.thread_binding";
    const std::string_view unit = is_thread && c_.chance(50) ? "threadIdx" : "blockIdx";
    const std::string more = is_thread ? fmt::format(", thread=\"{}.{}\"", unit, "xyz"[threads_++]) : "";
    open(fmt::format("for {} in {}({}{}):", var, kind, range, more));
  }

  // `is_free`: the iterations may run in any order; `is_innermost`: there are no loops in it.
  Loop loop(size_t extent, bool is_free, bool is_innermost) {
    const Extent& e = e_.extents[extent];
    const std::string v = fresh("i");
    const std::string_view kind = loop_kind(e.size, is_free, is_innermost);
    switch (is_plain_ && c_.chance(90) ? 0 : c_.below(10)) {
      case 6: {
        if (e.size == 0) break;
        constexpr std::array<std::string_view, 3> kNarrow = {"int32", "int8", "uint8"};
        const std::string_view narrow = c_.pick(kNarrow);
        open_loop(v, kind, fmt::format("T.{}({})", e.size > 127 ? "int32" : narrow, e.size));
        return {fmt::format("T.Cast(\"{}\", {})", to_string(e_.index_dtype), v), {}, {}};
      }
      case 7: {
        const std::string first = e_.number(c_.between(1, 3));
        open_loop(v, kind, fmt::format("{}, {} + {}", first, e.text, first));
        return {fmt::format("({} - {})", v, first), {}, {}};
      }
      case 8: {
        if (kind == "T.vectorized") break;
        const std::string step = e_.number(c_.between(2, 3)), inner = fresh("i");
        open_loop(v, kind, fmt::format("({} + {} - {}) // {}", e.text, step, e_.number(1), step));
        open_loop(inner, "range", step);
        const std::string at = fmt::format("({} * {} + {})", v, step, inner);
        return {at, fmt::format("{} < {}", at, e.text), {}};
      }
      case 9:
        if (!is_free) break;
        open_loop(v, kind, e.text);
        return {fmt::format("({} - {} - {})", e.text, e_.number(1), v), {}, {}};
      default: break;
    }
    open_loop(v, kind, e.text);
    return {v, {}, v};
  }

  std::vector<Loop> open_loops(const std::vector<size_t>& extents, size_t free, bool is_innermost) {
    std::vector<Loop> loops;
    if (extents.size() > 1 && c_.chance(40)) {
      std::vector<std::string> names, sizes;
      for (size_t e : extents) {
        names.push_back(fresh("i"));
        sizes.push_back(e_.extents[e].text);
        loops.push_back({names.back(), {}, names.back()});
      }
      open(fmt::format("for {} in T.grid({}):", joined(names), joined(sizes)));
      return loops;
    }
    for (size_t i = 0; i < extents.size(); ++i)
      loops.push_back(loop(extents[i], i < free, is_innermost && i + 1 == extents.size()));
    return loops;
  }

  // Loops over the extents, of which the first `free` are those of independent iterations, and the conditions that they
  // need. Returns what stands for each.
  std::vector<std::string> open_nest(const std::vector<size_t>& extents, size_t free, bool is_innermost) {
    std::vector<std::string> at;
    for (const Loop& l : open_loops(extents, free, is_innermost)) {
      if (!l.guard.empty()) open(fmt::format("if {}:", l.guard));
      at.push_back(l.text);
    }
    for (size_t i = 0; i < extents.size(); ++i) e_.variables.push_back({at[i], extents[i]});
    return at;
  }

  // The same with a block in the loops, over variables of its own. Extents from `spatial` on are reduced.
  std::vector<std::string> open_block(const std::vector<size_t>& extents, size_t spatial, bool is_innermost) {
    const std::vector<Loop> loops = open_loops(extents, spatial, is_innermost);
    open(fmt::format("with T.block(\"{}\"):", fresh("b")));
    std::vector<std::string> at, bindings;
    std::string kinds, where;
    bool can_remap = !loops.empty() && c_.chance(60);
    for (size_t i = 0; i < loops.size(); ++i) {
      at.push_back(fresh("v"));
      bindings.push_back(loops[i].text);
      kinds += i < spatial ? "S" : "R";
      can_remap &= !loops[i].remappable.empty();
      if (!loops[i].guard.empty()) where += (where.empty() ? "" : " and ") + loops[i].guard;
    }
    if (can_remap) line(fmt::format("{} = T.axis.remap(\"{}\", [{}])", joined(at), kinds, joined(bindings)));
    for (size_t i = 0; i < loops.size() && !can_remap; ++i)
      line(fmt::format("{} = T.axis.{}({}, {})", at[i], i < spatial ? "spatial" : "reduce", e_.extents[extents[i]].text,
                       bindings[i]));
    if (!where.empty()) line(fmt::format("T.where({})", where));
    e_.variables.clear();
    for (size_t i = 0; i < extents.size(); ++i) e_.variables.push_back({at[i], extents[i]});
    return at;
  }

  // ---- definitions ----

  void define(size_t number) {
    const TextBuffer b = e_.buffers[number];
    const Suite s = begin();
    is_body_ = true;
    free_order(b);
    switch (b.dtype.is_scalar() ? c_.below(14) : 0) {
      case 0:
      case 1:
      case 2: pointwise(b); break;
      case 3:
      case 10:
      case 11: contraction(b); break;
      case 4: c_.chance(40) ? place_reduction(b) : block_reduction(b); break;
      case 5: loop_reduction(b); break;
      case 6: rows(b); break;
      case 7: slices(b); break;
      case 8: parts(b); break;
      case 9: b.dims.size() == 1 && c_.chance(40) ? tree(b) : b.dims.empty() ? flat(b) : exchange(b); break;
      case 12: regions(b); break;
      default: flat(b); break;
    }
    end(s);
    e_.buffers[number].is_readable = true;
  }

  void let() {
    const DType t = c_.pick(e_.buffers).dtype;
    const std::string name = fresh("x");
    line(fmt::format("{}: T.{} = {}", name, to_string(t), e_.value(t)));
    e_.named.push_back({name, t});
  }

  void pointwise(const TextBuffer& b) {
    const bool has_block = c_.chance(60);
    const std::string to =
        element(b, has_block ? open_block(b.dims, b.dims.size(), true) : open_nest(b.dims, b.dims.size(), true));
    if (c_.chance(20)) let();
    if (c_.chance(12)) {
      open(fmt::format("if {}:", e_.condition()));
      if (c_.chance(25)) return line(fmt::format("{} = {}", to, e_.value(b.dtype)));
      line(fmt::format("{} = {}", to, e_.value(b.dtype)));
      --depth_;
      open("else:");
    }
    line(fmt::format("{} = {}", to, e_.value(b.dtype)));
  }

  // The first elements of a dim and then the others, or every second one and then those between; or one of these only.
  void parts(const TextBuffer& b) {
    if (b.dims.empty() || e_.extents[b.dims[0]].size < 2) return pointwise(b);
    const Extent e = e_.extents[b.dims[0]];
    const bool is_strided = c_.chance(40);
    const std::string first = e_.number(c_.between(1, e.size - 1));
    const uint32_t left_out = c_.chance(25) ? c_.below(2) : 2;
    for (uint32_t part : {0u, 1u}) {
      if (part == left_out) continue;
      const Suite s = begin();
      const std::string v = fresh("i");
      std::string at, count;
      if (is_strided) {
        at = fmt::format("({} * {} + {})", v, e_.number(2), e_.number(part));
        count = fmt::format("({} + {}) // {}", e.text, e_.number(1 - part), e_.number(2));
      } else {
        at = part == 0 ? v : fmt::format("({} + {})", v, first);
        count = part == 0 ? first : fmt::format("{} - {}", e.text, first);
      }
      open(fmt::format("for {} in range({}):", v, count));
      e_.variables.push_back({at, b.dims[0]});
      std::vector<std::string> place{at};
      for (std::string& more : open_nest({b.dims.begin() + 1, b.dims.end()}, b.dims.size() - 1, false))
        place.push_back(std::move(more));
      if (b.is_readable) store(b, element(b, place));
      else line(fmt::format("{} = {}", element(b, place), e_.value(b.dtype)));
      end(s);
    }
  }

  // What a reduction begins with and how it goes on.
  struct Reducer {
    std::string init, step;  // with {0} for the value so far and {1} for what comes in
  };
  Reducer reducer(DType t) {
    const std::string name = to_string(t);
    if (t.is_boolean())
      return c_.chance(50) ? Reducer{"T.bool(False)", "{0} or {1}"} : Reducer{"T.bool(True)", "{0} and {1}"};
    auto number = [&](int64_t v) {
      return t.is_integral() ? fmt::format("T.{}({})", name, v) : fmt::format("T.{}({}.0)", name, v);
    };
    const std::string least =
        t.is_float() && c_.chance(60) ? fmt::format("T.min_value(\"{}\")", name) : number(t.is_unsigned() ? 0 : -9);
    // Of floats each form means something else where there is NaN or a zero of either sign.
    constexpr const char* kLargest[] = {"T.max({0}, {1})",
                                        "T.max({1}, {0})",
                                        "T.Select({0} > {1}, {0}, {1})",
                                        "T.if_then_else({1} > {0}, {1}, {0})",
                                        "T.Select({0} < {1}, {1}, {0})",
                                        "T.Select({0} > {1} or T.isnan({0}), {0}, {1})"};
    constexpr const char* kLeast[] = {"T.min({0}, {1})", "T.min({1}, {0})", "T.Select({1} < {0}, {1}, {0})",
                                      "T.Select({0} < {1}, {0}, {1})"};
    switch (c_.below(t.is_integral() ? 9 : 6)) {
      case 0:
      case 1: return {number(0), "{0} + {1}"};
      case 2: return {number(0), "{1} + {0}"};
      case 3: return {least, kLargest[c_.below(t == kFloat32 ? 6 : 5)]};
      case 4: return {number(9), kLeast[c_.below(4)]};
      case 5: return {e_.constant(t), "{0} + {1}"};
      case 6: return {number(1), "{0} * {1}"};
      case 7: return {number(0), "T.bitwise_or({0}, {1})"};
      default: return {number(0), "T.bitwise_xor({0}, {1})"};
    }
  }
  std::string term(DType t) {
    e_.is_repeated = true;
    std::string out = any_term(t);
    e_.is_repeated = false;
    return out;
  }
  std::string any_term(DType t) {
    if (t.is_boolean()) return fmt::format("({})", e_.condition());
    if (!c_.chance(50)) return e_.value(t);
    return fmt::format("{} * {}", e_.value(t, 3), e_.value(t, 3));
  }
  std::string step(const Reducer& r, const std::string& to, DType t) {
    return fmt::format(fmt::runtime(r.step), to, term(t));
  }

  void block_reduction(const TextBuffer& b) {
    std::vector<size_t> extents = b.dims, reduced = some_extents(1 + c_.below(2));
    extents.insert(extents.end(), reduced.begin(), reduced.end());
    std::vector<std::string> at = open_block(extents, b.dims.size(), false);
    at.resize(b.dims.size());
    const std::string to = element(b, at);
    const Reducer r = reducer(b.dtype);
    open("with T.init():");
    line(fmt::format("{} = {}", to, r.init));
    --depth_;
    line(fmt::format("{} = {}", to, step(r, to, b.dtype)));
  }

  // The place of an extreme, which is kept beside it.
  void place_reduction(const TextBuffer& b) {
    if (b.dtype != kInt32 && b.dtype != kInt64) return block_reduction(b);
    constexpr std::array kTypes = {kFloat32, kFloat32, kFloat64, kInt32};
    const TextBuffer extreme{fresh("L"), c_.pick(kTypes), b.dims, next_++, false, true};
    const std::string t = to_string(extreme.dtype), d = to_string(b.dtype);
    line(fmt::format("{} = T.decl_buffer(({}), \"{}\")", extreme.name, shape(b.dims), t));
    std::vector<size_t> extents = b.dims, reduced = some_extents(1 + c_.below(2));
    extents.insert(extents.end(), reduced.begin(), reduced.end());
    std::vector<std::string> at = open_block(extents, b.dims.size(), false);
    std::string place = c_.chance(90) ? "" : e_.number(c_.between(-2, 2));
    for (size_t i = 0; i < reduced.size(); ++i) {
      const std::string& v = at[b.dims.size() + i];
      place = place.empty() ? v : fmt::format("({} * {} + {})", place, e_.extents[reduced[i]].text, v);
    }
    place = fmt::format("T.Cast(\"{}\", {})", d, place);
    at.resize(b.dims.size());
    const std::string to = element(b, at), best = element(extreme, at), in = term(extreme.dtype),
                      is_better = fmt::format("{} {} {}", best, c_.chance(50) ? ">" : "<", in);
    open("with T.init():");
    line(fmt::format("{} = T.{}({})", to, d, -1));
    line(fmt::format("{} = T.{}({})", best, t, c_.between(-9, 9)));
    --depth_;
    const std::string new_place = fresh("x"), new_best = fresh("x");
    line(fmt::format("{}: T.{} = T.Select({} or {} == {} and {} < {}, {}, {})", new_place, d, is_better, best, in, to,
                     place, to, place));
    line(fmt::format("{}: T.{} = T.Select({}, {}, {})", new_best, t, is_better, best, in));
    line(fmt::format("{} = {}", to, new_place));
    line(fmt::format("{} = {}", best, new_best));
  }

  // A factor of a contraction: each dim goes with one of the result or with one that is summed over, which may be new.
  std::string factor(const TextBuffer& from, const TextBuffer& b, std::vector<size_t>& reduced, DType t) {
    std::vector<size_t> left(b.dims.size() + reduced.size());
    for (size_t i = 0; i < left.size(); ++i) left[i] = i;
    c_.shuffle(left);
    std::vector<std::string> at;
    for (size_t d : from.dims) {
      auto extent = [&](size_t i) { return i < b.dims.size() ? b.dims[i] : reduced[i - b.dims.size()]; };
      auto fits = std::ranges::find_if(left, [&](size_t i) { return extent(i) == d; });
      if (fits == left.end() || (at.empty() && c_.chance(40))) {
        at.push_back(fmt::format("r{}", reduced.size()));
        reduced.push_back(d);
        continue;
      }
      at.push_back(*fits < b.dims.size() ? fmt::format("s{}_", *fits) : fmt::format("r{}", *fits - b.dims.size()));
      left.erase(fits);
    }
    const std::string load = element(from, at);
    return from.dtype == t ? load : fmt::format("T.Cast(\"{}\", {})", to_string(t), load);
  }

  void contraction(const TextBuffer& b) {
    std::vector<TextBuffer> all;
    for (const TextBuffer& from : e_.buffers) {
      const bool has_dtype = from.dtype == b.dtype || from.dtype == kInt8 || from.dtype == kFloat16;
      if (e_.is_readable(from) && has_dtype && !from.dims.empty()) all.push_back(from);
    }
    if (all.empty() || b.dtype.is_boolean()) return block_reduction(b);
    std::vector<size_t> extents = b.dims, reduced;
    const std::string lhs = factor(c_.pick(all), b, reduced, b.dtype), rhs = factor(c_.pick(all), b, reduced, b.dtype);
    const bool is_long = std::ranges::count_if(reduced, [&](size_t e) { return is_symbol(e); }) > 1;
    if (reduced.empty() || reduced.size() > 2 || is_long) return block_reduction(b);
    extents.insert(extents.end(), reduced.begin(), reduced.end());
    const std::vector<std::string> at = open_block(extents, b.dims.size(), false);
    for (size_t i = 0; i < at.size(); ++i) {
      const bool is_spatial = i < b.dims.size();
      line(fmt::format("{}{}{} = T.meta_var({})", is_spatial ? "s" : "r", is_spatial ? i : i - b.dims.size(),
                       is_spatial ? "_" : "", at[i]));
    }
    const std::string to = element(b, {at.begin(), at.begin() + static_cast<std::ptrdiff_t>(b.dims.size())});
    open("with T.init():");
    line(fmt::format("{} = T.{}(0)", to, to_string(b.dtype)));
    --depth_;
    line(fmt::format("{} = {} + {} * {}", to, to, lhs, rhs));
  }

  void loop_reduction(const TextBuffer& b) {
    const std::string to = element(b, open_nest(b.dims, b.dims.size(), false));
    const Reducer r = reducer(b.dtype);
    line(fmt::format("{} = {}", to, r.init));
    const std::vector<size_t> reduced = some_extents(1 + c_.below(2));
    open_nest(reduced, 0, false);
    line(fmt::format("{} = {}", to, step(r, to, b.dtype)));
  }

  // A block for all dims but the last, which writes that through a view of the row, perhaps from a row of its own.
  void rows(const TextBuffer& b) {
    if (b.dims.empty()) return pointwise(b);
    const std::vector<size_t> outer(b.dims.begin(), b.dims.end() - 1), inner{b.dims.back()};
    const Extent& row = e_.extents[inner[0]];
    std::vector<std::string> at = open_block(outer, outer.size(), false);
    const std::string dtype = to_string(b.dtype), region = joined(at) + (at.empty() ? "" : ", ");
    TextBuffer own{fresh("W"), b.dtype, inner, next_++, false, true};
    const bool has_own = c_.chance(60), has_view = c_.chance(60);
    if (has_own) line(fmt::format("{} = T.alloc_buffer(({},), \"{}\")", own.name, row.text, dtype));
    std::string to = b.name + "[" + region;
    read_row(inner);
    if (has_view) {
      const std::string view = fresh("V");
      line(fmt::format("{} = T.match_buffer({}[{}{}:{}], ({},), \"{}\", offset_factor=1)", view, b.name, region,
                       e_.number(0), row.text, row.text, dtype));
      to = view + "[";
    }
    if (has_own) {
      const Suite s = begin();
      const std::vector<std::string> k = open_nest(inner, 0, true);
      line(fmt::format("{}[{}] = {}", own.name, k[0], e_.value(b.dtype)));
      end(s);
      own.is_readable = true;
      e_.buffers.push_back(own);
    }
    const std::vector<std::string> k = open_nest(inner, 0, true);
    const std::string value = has_own && c_.chance(70) ? e_.place(own) : e_.value(b.dtype);
    line(fmt::format("{}{}] = {}", to, k[0], value));
  }

  // Matrices of the buffer that know where they lie, and rows of these.
  void regions(const TextBuffer& b) {
    if (b.dims.size() < 2) return rows(b);
    const std::vector<size_t> outer(b.dims.begin(), b.dims.end() - 2), inner(b.dims.end() - 2, b.dims.end());
    const std::vector<std::string> at = open_block(outer, outer.size(), false);
    const std::string v = fresh("V"), &rows = e_.extents[inner[0]].text, &columns = e_.extents[inner[1]].text,
                      zero = e_.number(0), dtype = to_string(b.dtype);
    line(fmt::format(
        "{} = T.match_buffer({}[{}{}{}:{}, {}:{}], ({}, {}), \"{}\", strides=[\"{}_s0\", \"{}_s1\"], "
        "offset_factor=1)",
        v, b.name, joined(at), at.empty() ? "" : ", ", zero, rows, zero, columns, rows, columns, dtype, v, v));
    for (const char* field : {"strides[0]", "strides[1]", "elem_offset"})
      e_.named.push_back({fmt::format("{}.{}", v, field), e_.index_dtype});
    if (c_.chance(50)) {
      line(fmt::format("{} = {}", element({v, b.dtype, {}}, open_nest(inner, 2, true)), e_.value(b.dtype)));
      return;
    }
    const std::string row = open_nest({inner[0]}, 1, false)[0], w = fresh("V");
    open(fmt::format("with T.block(\"{}\"):", fresh("b")));
    line(fmt::format("{} = T.match_buffer({}[{}, {}:{}], ({},), \"{}\", strides=[\"{}_s0\"], offset_factor=1)", w, v,
                     row, zero, columns, columns, dtype, w));
    e_.named.push_back({w + ".elem_offset", e_.index_dtype});
    line(fmt::format("{}[{}] = {}", w, open_nest({inner[1]}, 1, true)[0], e_.value(b.dtype)));
  }

  // A row of what is read, as a buffer.
  void read_row(const std::vector<size_t>& row) {
    std::vector<TextBuffer> all;
    for (const TextBuffer& b : e_.buffers) {
      if (e_.is_readable(b) && b.dims.size() > 1 && b.dims.back() == row[0]) all.push_back(b);
    }
    if (all.empty() || !c_.chance(60)) return;
    const TextBuffer b = c_.pick(all);
    std::string region;
    for (size_t d = 0; d + 1 < b.dims.size(); ++d) region += e_.index(b.dims[d]) + ", ";
    const std::string view = fresh("R"), &extent = e_.extents[row[0]].text;
    line(fmt::format("{} = T.match_buffer({}[{}{}:{}], ({},), \"{}\", offset_factor=1)", view, b.name, region,
                     e_.number(0), extent, extent, to_string(b.dtype)));
    e_.buffers.push_back({view, b.dtype, row, b.memory, true, false});
  }

  void slices(const TextBuffer& b) {
    if (b.dims.empty() || e_.extents[b.dims.back()].size < 2) return pointwise(b);
    const int64_t size = e_.extents[b.dims.back()].size;
    std::vector<std::string> at = open_nest({b.dims.begin(), b.dims.end() - 1}, b.dims.size() - 1, false);
    at.emplace_back();
    for (int64_t first = 0; first < size;) {
      const int64_t lanes = std::min<int64_t>(size - first, c_.between(1, 8));
      at.back() = lanes == 1 ? std::to_string(first) : fmt::format("{}:{}", first, first + lanes);
      line(fmt::format("{} = {}", element(b, at),
                       lanes == 1 ? e_.value(b.dtype) : e_.vector(b.dtype, static_cast<int>(lanes))));
      first += lanes;
    }
    if (!c_.chance(30)) return;
    const int64_t first = c_.between(0, size - 1);
    at.back() = fmt::format("T.Ramp({}, {}, 4)", e_.number(first), e_.number(1));
    line(fmt::format("{}.vstore([{}], {}, predicate={})", b.name, joined(at), e_.vector(b.dtype, 4),
                     e_.mask(first, 4, size)));
  }

  std::string open_thread(std::string_view tag, const std::string& size) {
    const std::string v = fresh("t");
    open(c_.chance(60) ? fmt::format("for {} in T.thread_binding({}, thread=\"{}\"):", v, size, tag)
                       : fmt::format("with T.launch_thread(\"{}\", {}) as {}:", tag, size, v));
    return v;
  }

  // Threads give their values to each other through shared memory, with a barrier in the text or without.
  void exchange(const TextBuffer& b) {
    const std::string shared = fresh("S"), own = fresh("S"), dtype = to_string(b.dtype);
    line(fmt::format("{} = T.decl_buffer(({}), \"{}\", scope=\"shared\")", shared, shape(b.dims), dtype));
    std::vector<std::string> threads, others;
    for (size_t d = 0; d < b.dims.size(); ++d) {
      const std::string& size = e_.extents[b.dims[d]].text;
      threads.push_back(open_thread(fmt::format("threadIdx.{}", "xyz"[d]), size));
      others.push_back(fmt::format("{} - {} - {}", size, e_.number(1), threads.back()));
    }
    line(fmt::format("{} = T.decl_buffer((2,), \"{}\", scope=\"local\")", own, dtype));
    for (size_t d = 0; d < b.dims.size(); ++d) e_.variables.push_back({threads[d], b.dims[d]});
    const std::string at = joined(others), mine = joined(threads);
    line(fmt::format("{}[1] = {}", own, e_.value(b.dtype)));
    line(fmt::format("{}[{}] = {}", shared, mine, e_.value(b.dtype)));
    const bool has_barrier = c_.chance(50);
    auto wait = [&] {
      if (has_barrier) line("T.evaluate(T.tvm_storage_sync(\"shared\"))");
    };
    wait();
    if (c_.chance(50)) {
      open(fmt::format("for {} in range(2):", fresh("i")));
      line(fmt::format("{}[0] = {}[{}]", own, shared, at));
      wait();
      line(fmt::format("{}[{}] = T.if_then_else({} > {}, {}[0], {}[1])", shared, mine, threads[0], e_.number(1), own,
                       own));
      wait();
      --depth_;
    }
    line(fmt::format("{} = {}[{}]", element(b, threads), shared, at));
  }

  // Of eight threads' values for each element, by halves.
  void tree(const TextBuffer& b) {
    const std::string shared = fresh("S"), k = fresh("i"), dtype = to_string(b.dtype), eight = e_.number(8);
    const Reducer r = reducer(b.dtype);
    const std::string at = open_thread("blockIdx.x", e_.extents[b.dims[0]].text);
    e_.variables.push_back({at, b.dims[0]});
    line(fmt::format("{} = T.decl_buffer((8,), \"{}\", scope=\"shared\")", shared, dtype));
    const std::string t = open_thread("threadIdx.x", eight);
    e_.named.push_back({t, e_.index_dtype});
    line(fmt::format("{}[{}] = {}", shared, t, e_.value(b.dtype)));
    line("T.evaluate(T.tvm_storage_sync(\"shared\"))");
    open(fmt::format("for {} in range({}):", k, e_.number(3)));
    const std::string half = fmt::format("T.shift_right({}, {})", e_.number(4), k), to = shared + "[" + t + "]";
    open(fmt::format("if {} < {}:", t, half));
    line(fmt::format("{} = {}", to, fmt::format(fmt::runtime(r.step), to, shared + "[" + t + " + " + half + "]")));
    --depth_;
    if (c_.chance(70)) line("T.evaluate(T.tvm_storage_sync(\"shared\"))");
    --depth_;
    open(fmt::format("if {} == {}:", t, e_.number(0)));
    line(fmt::format("{} = {}[0]", element(b, {at}), shared));
  }

  // One loop over all elements, in order, through another shape of the memory or with indices made of the number.
  void flat(const TextBuffer& b) {
    if (b.dims.size() < 2 || b.name[0] == 'L') return pointwise(b);
    std::string size;
    for (size_t d : b.dims) size += (size.empty() ? "" : " * ") + e_.extents[d].text;
    const std::string v = fresh("f");
    if (c_.chance(40)) {
      const std::string view = fresh("V");
      line(fmt::format("{} = T.decl_buffer(({},), \"{}\", data={}.data)", view, size, to_string(b.dtype), b.name));
      open(fmt::format("for {} in {}({}):", v, c_.chance(30) ? "T.parallel" : "range", size));
      line(fmt::format("{}[{}] = {}", view, v, e_.value(b.dtype)));
      return;
    }
    open(fmt::format("for {} in {}({}):", v, c_.chance(30) ? "T.parallel" : "range", size));
    std::vector<std::string> at(b.dims.size());
    std::string rest = v;
    for (size_t d = b.dims.size(); d-- > 0;) {
      const std::string& extent = e_.extents[b.dims[d]].text;
      at[d] = d == 0 ? rest : fmt::format("{} % {}", rest, extent);
      rest = fmt::format("({} // ({}))", rest, extent);
    }
    for (size_t d = 0; d < at.size(); ++d) e_.variables.push_back({"(" + at[d] + ")", b.dims[d]});
    line(fmt::format("{} = {}", element(b, at), e_.value(b.dtype)));
  }

  // ---- further statements ----

  const TextBuffer& writable() {
    std::vector<const TextBuffer*> all;
    for (const TextBuffer& b : e_.buffers) {
      if (b.is_writable) all.push_back(&b);
    }
    return *c_.pick(all);
  }

  void update() {
    const TextBuffer b = writable();
    const Suite s = begin();
    is_body_ = true;
    switch (c_.below(9)) {
      case 0: count_down(b); break;
      case 1: parts(b); break;
      case 2:
        open(fmt::format("if {}:", e_.condition()));
        nest(b);
        break;
      case 3: subroutine() ? void() : nest(b); break;
      case 4: has_result() ? leave() : nest(b); break;
      default: nest(b); break;
    }
    end(s);
  }

  void leave() {
    if (c_.chance(50)) open_nest(some_extents(1, has_symbol()), 0, true);
    open(fmt::format("if {}:", e_.condition()));
    line(fmt::format("return {}", e_.value(signature_.result)));
  }

  // False: no buffers are there for what its pointers need.
  bool subroutine() {
    if (signature_.subroutines.empty()) return false;
    const KernelSignature::Subroutine& f = c_.pick(signature_.subroutines);
    std::vector<std::string> operands;
    std::vector<int> memories;
    for (const KernelSignature::Subroutine::Pointer& p : f.pointers) {
      std::vector<const TextBuffer*> fitting;
      for (const TextBuffer& b : e_.buffers) {
        const bool may_be = p.is_written ? b.is_writable && b.is_readable : e_.is_readable(b);
        if (may_be && b.dtype == p.dtype && b.elements >= p.elements &&
            std::ranges::find(memories, b.memory) == memories.end())
          fitting.push_back(&b);
      }
      if (fitting.empty()) return false;
      const TextBuffer& b = *c_.pick(fitting);
      memories.push_back(b.memory);
      operands.push_back(pointer(b, c_.between(0, b.elements - p.elements)));
    }
    for (const std::string& s : f.scalars) operands.push_back(s.empty() ? e_.value(kInt64) : s);
    if (c_.chance(30)) open(fmt::format("if {}:", e_.condition()));
    line(fmt::format("Module.{}({})", f.name, joined(operands)));
    return true;
  }

  // A parameter's own pointer leaves the regions of the blocks around it open, and the text does not say them.
  std::string pointer(const TextBuffer& b, int64_t element) {
    if (element == 0 && c_.chance(60) && b.memory >= parameters_end_) return b.name + ".data";
    std::vector<std::string> at(b.dims.size());
    for (size_t d = b.dims.size(); d-- > 0; element /= e_.extents[b.dims[d]].size)
      at[d] = e_.number(element % e_.extents[b.dims[d]].size);
    return fmt::format("T.address_of({})", KernelWriter::element(b, at));
  }

  // Loops that run in order, around a few statements.
  void nest(const TextBuffer& b) {
    const std::vector<size_t> extents = some_extents(c_.chance(85) ? 1 + c_.below(2) : 0);
    const bool has_block = c_.chance(30);
    if (has_block) open_block(extents, extents.size(), false);
    else open_nest(extents, 0, true);
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) statement(c_.chance(70) ? b : writable());
  }

  void statement(const TextBuffer& b) {
    const std::string to = e_.place(b);
    const Suite s = begin();
    switch (c_.below(is_plain_ ? 9 : 10)) {
      case 0: return let(), store(b, to);
      case 1: {
        open(fmt::format("if {}:", e_.condition()));
        store(b, to);
        end(s);
        if (!c_.chance(50)) return;
        open("else:");
        store(b, to);
        --depth_;
        return;
      }
      case 2: {
        open_nest(some_extents(1, has_symbol()), 0, true);
        store(b, to);
        return end(s);
      }
      case 3:
        if (e_.variables.empty()) return store(b, to);
        line(fmt::format("assert {}, \"out of reach\"", assertion()));
        return store(b, to);
      case 4: {
        open_counted();
        store(b, to);
        if (c_.chance(40)) {
          open(fmt::format("if {}:", e_.condition()));
          line(c_.chance(50) ? "break" : "continue");
          --depth_;
          store(b, e_.place(b));
        }
        return end(s);
      }
      case 9: return sized(b), end(s);
      default: return store(b, to);
    }
  }

  // A buffer as long as what it reads says, which changes while it is there.
  void sized(const TextBuffer& b) {
    const std::string own = fresh("D"), n = fresh("n"), i = fresh("i"), t = to_string(e_.index_dtype);
    const std::string size =
        fmt::format("T.max(T.min({}, {}), {})", e_.value(e_.index_dtype, 3), e_.number(5), e_.number(1));
    line(fmt::format("{}: T.{} = {}", n, t, size));
    line(fmt::format("{} = T.decl_buffer(({},), \"{}\")", own, size, to_string(b.dtype)));
    store(b, e_.place(b));
    open(fmt::format("for {} in range({}):", i, n));
    line(fmt::format("{}[{}] = {}", own, i, e_.value(b.dtype)));
    --depth_;
    const std::string last = e_.may_fail && c_.chance(20) ? n : fmt::format("{} - {}", n, e_.number(1));
    line(fmt::format("{} = {}[{}]", e_.place(b), own, last));
  }

  // As often as a number says that is read, or not at all.
  void open_counted() {
    const std::string v = fresh("i"), t = to_string(e_.index_dtype), read = e_.value(e_.index_dtype, 3),
                      first = e_.number(c_.between(-2, 2));
    open(fmt::format("for {} in range({}, {} + T.min({}, {})):", v, first, first, read, e_.number(c_.between(1, 5))));
    e_.named.push_back({v, e_.index_dtype});
  }

  std::string assertion() {
    const Expressions::Variable& v = c_.pick(e_.variables);
    const std::string& extent = e_.extents[v.extent].text;
    if (e_.may_fail && c_.chance(20)) return fmt::format("{} + {} < {}", v.text, e_.number(1), extent);
    return fmt::format("{} < {}", v.text, extent);
  }

  void store(const TextBuffer& b, const std::string& to) {
    if (c_.chance(40) && !b.dtype.is_boolean()) return line(fmt::format("{} = {} + {}", to, to, e_.value(b.dtype)));
    line(fmt::format("{} = {}", to, e_.value(b.dtype)));
  }

  // A counter of its own ends it, or what it reads does so before.
  void count_down(const TextBuffer& b) {
    const std::string left = fresh("n");
    line(fmt::format("{} = T.decl_buffer((1,), \"int32\")", left));
    line(fmt::format("{}[0] = {}", left, c_.between(1, 6)));
    const std::string more = c_.chance(50) ? fmt::format(" and ({})", e_.condition()) : "";
    open(fmt::format("while {}[0] > 0{}:", left, more));
    line(fmt::format("{}[0] = {}[0] - {}", left, left,
                     c_.chance(30) ? fmt::format("1 - T.bitwise_and({}, 1)", e_.value(kInt32, 2)) : "1"));
    nest(b);
  }

  Choices& c_;
  const KernelSignature& signature_;
  Expressions e_;
  std::string text_;
  size_t depth_;
  int next_ = 0, threads_ = 0;
  bool is_plain_ = false;  // loops that say nothing of how they are to be run: what may be recognised
  bool is_free_ = false;
  bool is_body_ = false;    // T.alloc_buffer may not follow
  int parameters_end_ = 0;  // the first memory that is no parameter's
};

}  // namespace

std::string kernel_text(Choices& choices, const KernelSignature& signature, size_t depth) {
  return KernelWriter(choices, signature, depth).run();
}

}  // namespace hammock::generate
