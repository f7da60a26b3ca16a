// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include <algorithm>
#include <array>

namespace hammock::generate {
namespace {

constexpr int64_t kLongest = 70;
constexpr std::array kFloats = {kFloat32, kFloat32, kFloat32, kFloat64, kFloat16, kBfloat16};
constexpr std::array kFew = {Op::nn_relu, Op::negative, Op::abs, Op::sigmoid, Op::exp};

class Kernels {
 public:
  Kernels(Values& values, Calls& calls)
      : v_(values), calls_(calls), fn_(values.fn()), cx_(fn_.context()), c_(values.choices()) {}

  void any() {
    switch (c_.below(14)) {
      case 0:
      case 1: return product();
      case 2: return convolution();
      case 3: return pool();
      case 4:
      case 5: return norm();
      case 6: return attention();
      case 7:
      case 8: return reduction();
      case 9: return copy();
      case 10: return join();
      case 11: return lookup();
      case 12: return resize();
      default: return elementwise();
    }
  }

 private:
  using Shape = std::vector<int64_t>;

  // Small ones are frequent; every length up to kLongest comes.
  int64_t length() { return c_.chance(45) ? 1 + c_.below(8) : c_.between(1, kLongest); }
  int64_t upto(int64_t most) { return c_.between(1, std::max<int64_t>(1, most)); }
  Shape shape(size_t rank, int64_t most = 6000) {
    Shape out;
    for (size_t i = 0; i < rank; ++i) out.push_back(std::min(length(), std::max<int64_t>(1, most))), most /= out.back();
    c_.shuffle(out);
    return out;
  }
  std::vector<Prim> dims(const Shape& shape) {
    std::vector<Prim> out;
    for (int64_t d : shape) out.push_back(cx_.prims.integer(d));
    return out;
  }
  // A tensor of which inference does not know the dims, which are wrong at times.
  Value tensor(Shape shape, DType dtype) {
    if (!c_.chance(12)) return known_tensor(shape, dtype);
    if (!shape.empty() && c_.chance(12)) shape[c_.below(static_cast<uint32_t>(shape.size()))] = length();
    Value x = known_tensor(shape, dtype);
    if (!x || fn_[x].kind == NodeKind::constant) return x;
    std::vector<Prim> symbols;
    for (size_t i = 0; i < shape.size(); ++i) symbols.push_back(cx_.prims.var(cx_.name("d" + std::to_string(i))));
    const auto rank = static_cast<int>(shape.size());
    StructInfo to =
        c_.chance(70) ? cx_.infos.tensor(symbols, dtype) : cx_.infos.tensor_of_rank(c_.chance(70) ? rank : -1, dtype);
    return v_.emit(fn_.add_match_cast(x, to));
  }
  // A value of this shape that is there already, or a new one.
  Value known_tensor(const Shape& shape, DType dtype) {
    StructInfo want = cx_.infos.tensor(dims(shape), dtype);
    std::vector<Value> fitting;
    for (Value v : v_.visible()) {
      if (fn_.info(v) == want) fitting.push_back(v);
    }
    if (!fitting.empty() && c_.chance(70)) return c_.pick(fitting);
    Value x = v_.new_tensor(dims(shape), dtype);
    return dtype.is_any_float() && c_.chance(15) ? made(Op::multiply, {x, x}) : x;
  }
  // Anything of known dims, or new.
  Value operand(size_t least, size_t most, bool is_float) {
    for (size_t i = v_.visible().size(); i-- > 0;) {
      Value v = v_.visible()[i];
      if (!calls_.is_tensor(v) || !known(v) || (is_float && !calls_.is_float(v))) continue;
      auto rank = static_cast<size_t>(calls_.rank(v));
      if (rank >= least && rank <= most && c_.chance(40)) return v;
    }
    return known_tensor(shape(least + c_.below(static_cast<uint32_t>(most - least + 1))),
                        is_float ? c_.pick(kFloats) : v_.random_dtype());
  }
  std::optional<Shape> known(Value v) {
    std::optional<std::vector<Prim>> d = calls_.dims(v);
    if (!d) return std::nullopt;
    Shape out;
    for (Prim p : *d) {
      std::optional<int64_t> n = cx_.prims.constant(p);
      if (!n) return std::nullopt;
      out.push_back(*n);
    }
    return out;
  }
  Value made(Op op, std::initializer_list<Value> args, std::vector<std::pair<std::string_view, Attr>> attrs = {}) {
    return calls_.make(op, args, std::move(attrs));
  }
  Attr ints(const Shape& values) { return cx_.attrs.integers(values); }
  Attr integer(int64_t n) { return cx_.attrs.integer(n); }
  Attr text(std::string_view s) { return cx_.attrs.string(cx_.name(s)); }

  void follow(Value v) {  // what is fused behind a kernel
    if (!v || !c_.chance(50)) return;
    if (calls_.is_float(v) && c_.chance(60)) v = made(c_.pick(kFew), {v});
    std::optional<Shape> s = v ? known(v) : std::nullopt;
    if (!s || s->empty() || !c_.chance(50)) return;
    Shape other = *s;
    for (int64_t& d : other) {
      if (c_.chance(40)) d = 1;
    }
    if (c_.chance(30)) other.erase(other.begin());
    made(c_.chance(50) ? Op::add : Op::multiply, {v, tensor(other, calls_.dtype(v))});
  }

  void product() {
    constexpr std::array kTypes = {kFloat32,  kFloat32, kFloat32, kFloat64, kFloat16,
                                   kBfloat16, kInt32,   kInt8,    kUint8,   kInt64};
    DType dtype = c_.pick(kTypes);
    int64_t m = length(), n = length(), k = c_.chance(3) ? 0 : length();
    Shape batch = c_.chance(40) ? Shape{upto(4)} : c_.chance(20) ? Shape{upto(3), upto(3)} : Shape{};
    auto side = [&](int64_t a, int64_t b, bool may_be_vector, bool is_left) {
      Shape s = batch;
      for (int64_t& d : s) {
        if (c_.chance(25)) d = 1;
      }
      if (c_.chance(40)) s.clear();
      if (may_be_vector && c_.chance(8)) return tensor({is_left ? b : a}, dtype);
      bool is_turned = c_.chance(25);
      s.insert(s.end(), {is_turned ? b : a, is_turned ? a : b});
      Value v = tensor(s, dtype);
      if (!is_turned) return v;
      Shape axes;
      for (size_t i = 0; i < s.size(); ++i) axes.push_back(static_cast<int64_t>(i));
      std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
      return made(Op::permute_dims, {v}, {{"axes", ints(axes)}});
    };
    Value a = side(m, k, true, true), b = side(k, n, true, false);
    bool widens = (dtype == kInt8 || dtype == kUint8) && c_.chance(70);
    follow(made(Op::matmul, {a, b}, {{"out_dtype", cx_.attrs.dtype(widens ? kInt32 : kVoid)}}));
  }

  void convolution() {
    constexpr std::array kTypes = {kFloat32, kFloat32, kFloat32, kFloat64, kInt32, kFloat16};
    DType dtype = c_.pick(kTypes);
    int64_t groups = c_.chance(25) ? 1 + c_.below(3) : 1, per_group = c_.chance(12) ? length() : upto(5),
            outputs = groups * (c_.chance(12) ? length() : upto(5));
    int64_t kh = upto(4), kw = upto(4), dh = upto(2), dw = upto(2), top = c_.below(3), left = c_.below(3),
            bottom = c_.below(3), right = c_.below(3);
    int64_t h = std::max<int64_t>(c_.chance(12) ? length() : upto(14), dh * (kh - 1) + 1 - top - bottom),
            w = std::max<int64_t>(c_.chance(30) ? length() : upto(16), dw * (kw - 1) + 1 - left - right);
    int64_t images = c_.chance(8) ? length() : upto(3);
    bool is_nhwc = c_.chance(25);
    Shape data = is_nhwc ? Shape{images, h, w, groups * per_group} : Shape{images, groups * per_group, h, w};
    Value y = made(Op::nn_conv2d, {tensor(data, dtype), tensor({outputs, per_group, kh, kw}, dtype)},
                   {{"strides", ints({upto(3), upto(3)})},
                    {"padding", ints({top, left, bottom, right})},
                    {"dilation", ints({dh, dw})},
                    {"groups", integer(groups)},
                    {"data_layout", text(is_nhwc ? "NHWC" : "NCHW")},
                    {"out_layout", text(is_nhwc ? "NHWC" : "NCHW")}});
    follow(y);
  }

  void pool() {
    constexpr std::array kOps = {Op::nn_max_pool1d, Op::nn_max_pool2d, Op::nn_max_pool3d,
                                 Op::nn_avg_pool1d, Op::nn_avg_pool2d, Op::nn_avg_pool3d};
    size_t which = c_.below(kOps.size()), spatial = which % 3 + 1;
    Shape data{c_.chance(8) ? length() : upto(3), c_.chance(12) ? length() : upto(4)}, size, strides, padding, dilation;
    for (size_t i = 0; i < spatial; ++i) {
      size.push_back(upto(4));
      strides.push_back(upto(3));
      dilation.push_back(c_.chance(25) ? 2 : 1);
      data.push_back(
          std::max(spatial == 1 || c_.chance(20) ? length() : upto(12), dilation.back() * (size.back() - 1) + 1));
    }
    for (size_t i = 0; i < 2 * spatial; ++i) padding.push_back(c_.below(static_cast<uint32_t>(size[i % spatial])));
    bool ceil_mode = c_.chance(30);
    follow(made(kOps[which], {tensor(data, v_.random_dtype())},
                {{"pool_size", ints(size)},
                 {"strides", ints(strides)},
                 {"padding", ints(padding)},
                 {"dilation", ints(dilation)},
                 {"ceil_mode", cx_.attrs.boolean(ceil_mode)},
                 {"count_include_pad", cx_.attrs.boolean(c_.chance(50))}}));
  }

  // Axes of a tensor, some, in order; -1 and its like at times.
  Shape some_axes(size_t rank, size_t least) {
    Shape axes;
    for (size_t i = 0; i < rank; ++i) {
      if (c_.chance(50)) axes.push_back(static_cast<int64_t>(i));
    }
    if (axes.size() < least) axes = {static_cast<int64_t>(c_.below(static_cast<uint32_t>(rank)))};
    return axes;
  }

  void norm() {
    Value x = operand(1, 4, true);
    Shape s = *known(x);
    DType dtype = calls_.dtype(x);
    auto axis = static_cast<int64_t>(c_.below(static_cast<uint32_t>(s.size())));
    auto parameter = [&](const Shape& axes) {
      Shape of;
      for (int64_t a : axes) of.push_back(s[static_cast<size_t>(a)]);
      return tensor(of, dtype);
    };
    auto flag = [&] { return cx_.attrs.boolean(!c_.chance(15)); };
    Shape axes = some_axes(s.size(), 1);
    switch (c_.below(5)) {
      case 0:
        return follow(made(Op::nn_softmax, {x},
                           {{"axis", integer(c_.chance(30) ? axis - static_cast<int64_t>(s.size()) : axis)}}));
      case 1: return follow(made(Op::nn_log_softmax, {x}, {{"axis", integer(axis)}}));
      case 2:
        return follow(made(Op::nn_layer_norm, {x, parameter(axes), parameter(axes)},
                           {{"axes", ints(axes)}, {"center", flag()}, {"scale", flag()}}));
      case 3: return follow(made(Op::nn_rms_norm, {x, parameter(axes)}, {{"axes", ints(axes)}}));
      default: {
        int64_t channels = s[static_cast<size_t>(axis)], groups = upto(channels);
        while (channels % groups != 0) --groups;
        std::erase(axes, axis);
        if (s.size() > 1 && axes.empty()) axes = {axis == 0 ? 1 : 0};
        follow(made(Op::nn_group_norm, {x, parameter({axis}), parameter({axis})},
                    {{"num_groups", integer(groups)},
                     {"channel_axis", integer(axis)},
                     {"axes", ints(axes)},
                     {"center", flag()},
                     {"scale", flag()}}));
      }
    }
  }

  void attention() {
    constexpr std::array kTypes = {kFloat32, kFloat32, kFloat64, kFloat16, kBfloat16};
    DType dtype = c_.pick(kTypes);
    int64_t batch = upto(2), kv_heads = upto(2), heads = kv_heads * upto(3), queries = length(), keys = length(),
            size = c_.chance(25) ? length() : upto(20), width = c_.chance(25) ? length() : upto(20);
    Value q = tensor({batch, queries, heads, size}, dtype), k = tensor({batch, keys, kv_heads, size}, dtype),
          v = tensor({batch, keys, kv_heads, width}, dtype);
    Attr mask = c_.chance(50) ? cx_.attrs.none() : text(c_.chance(50) ? "TopLeft" : "BottomRight");
    Attr scale = c_.chance(50) ? cx_.attrs.none() : cx_.attrs.prim(cx_.prims.real(0.25));
    std::vector<std::pair<std::string_view, Attr>> attrs{{"causal_mask", mask}, {"scale", scale}};
    if (c_.chance(60)) return follow(made(Op::nn_attention, {q, k, v}, attrs));
    Shape bias{batch, heads, queries, keys};
    for (int64_t& d : bias) {
      if (c_.chance(30)) d = 1;
    }
    follow(made(Op::nn_attention_bias, {q, k, v, tensor(bias, dtype)}, attrs));
  }

  void reduction() {
    constexpr std::array kOps = {Op::sum, Op::mean, Op::max, Op::min, Op::variance, Op::std, Op::argmax, Op::argmin};
    Op op = c_.pick(kOps);
    Value x = operand(1, 4, op == Op::variance || op == Op::std);
    if (c_.chance(20)) x = made(Op::add, {x, x});
    if (!x) return;
    auto rank = static_cast<size_t>(calls_.rank(x));
    bool is_position = op == Op::argmax || op == Op::argmin;
    Attr axis = c_.chance(20) ? cx_.attrs.none()
                : is_position ? integer(static_cast<int64_t>(c_.below(static_cast<uint32_t>(rank))))
                              : ints(some_axes(rank, 1));
    follow(made(op, {x}, {{"axis", axis}, {"keepdims", cx_.attrs.boolean(c_.chance(50))}}));
  }

  void copy() {
    Value x = operand(1, 4, false);
    Shape s = *known(x);
    auto rank = static_cast<int64_t>(s.size());
    Attr axis = integer(c_.below(static_cast<uint32_t>(rank)));
    auto numbers = [&](const Shape& values) {
      std::vector<Value> fields;
      for (int64_t n : values) fields.push_back(fn_.add_prim(cx_.prims.integer(n)));
      return fn_.add_tuple(fields);
    };
    switch (c_.below(7)) {
      case 0: {
        Shape axes;
        for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
        for (size_t i = axes.size(); i > 1; --i) std::swap(axes[i - 1], axes[c_.below(static_cast<uint32_t>(i))]);
        return follow(made(Op::permute_dims, {x}, {{"axes", ints(axes)}}));
      }
      case 1: {
        Shape axes = some_axes(s.size(), 1), begin, end, strides;
        for (int64_t a : axes) {
          int64_t extent = s[static_cast<size_t>(a)];
          bool is_back = c_.chance(25);
          int64_t low = c_.between(0, std::max<int64_t>(0, extent - 1)), high = c_.between(low, extent);
          begin.push_back(is_back ? high - 1 : low);
          end.push_back(is_back ? low - 1 - (low == 0 ? extent : 0) : high);
          strides.push_back(is_back ? -upto(3) : upto(3));
        }
        return follow(made(Op::strided_slice, {x, numbers(axes), numbers(begin), numbers(end), numbers(strides)}));
      }
      case 2: {
        Shape width;
        for (int64_t i = 0; i < 2 * rank; ++i)
          width.push_back(c_.chance(50) ? 0 : c_.between(c_.chance(10) ? -2 : 0, 4));
        return follow(made(Op::nn_pad, {x}, {{"pad_width", ints(width)}}));
      }
      case 3: return follow(made(Op::flip, {x}, {{"axis", axis}}));
      case 4:
        return follow(
            made(Op::repeat, {x}, {{"repeats", integer(upto(3))}, {"axis", c_.chance(20) ? cx_.attrs.none() : axis}}));
      case 5: {
        Shape repeats;
        for (int64_t i = 0; i < rank; ++i) repeats.push_back(upto(2));
        return follow(made(Op::tile, {x}, {{"repeats", ints(repeats)}}));
      }
      default:
        if (rank < 2) return;
        return follow(
            made(c_.chance(50) ? Op::tril : Op::triu, {x, fn_.add_prim(cx_.prims.integer(c_.between(-5, 5)))}));
    }
  }

  // Indices are a parameter of their own, or computed, and then anywhere.
  void lookup() {
    constexpr std::array kIndices = {
        kInt64, kInt64, kInt32, kInt32, kInt8, kUint8, DType::integer(16), DType::unsigned_integer(64)};
    Value x = operand(1, 4, false);
    Shape s = *known(x), of;
    auto axis = static_cast<int64_t>(c_.below(static_cast<uint32_t>(s.size())));
    bool is_take = c_.chance(60);
    for (size_t i = 0; !is_take && i < s.size(); ++i)
      of.push_back(static_cast<int64_t>(i) == axis ? length() : upto(s[i]));
    for (uint32_t n = is_take ? c_.below(3) : 0; n > 0; --n) of.push_back(n == 1 ? length() : upto(4));
    Value indices = v_.new_param(cx_.infos.tensor(dims(of), c_.pick(kIndices)));
    if (c_.chance(8)) indices = made(Op::add, {indices, indices});
    Attr at = integer(c_.chance(30) ? axis - static_cast<int64_t>(s.size()) : axis);
    if (!is_take) return follow(made(Op::gather_elements, {x, indices}, {{"axis", at}}));
    constexpr std::array<std::string_view, 6> kModes = {"fast", "fast", "fast", "clip", "wrap", "nan"};
    std::string_view mode = calls_.is_float(x) ? c_.pick(kModes) : kModes[c_.below(5)];
    follow(made(Op::take, {x, indices}, {{"axis", at}, {"mode", text(mode)}}));
  }

  void resize() {
    constexpr std::array<std::string_view, 2> kMethods = {"nearest_neighbor", "linear"}, kLayouts = {"NCHW", "NHWC"};
    constexpr std::array<std::string_view, 5> kModes = {"half_pixel", "align_corners", "asymmetric",
                                                        "pytorch_half_pixel", "tf_half_pixel_for_nn"};
    Value x = tensor(shape(4, 2000), c_.pick(kFloats));
    std::vector<Prim> size = dims({upto(c_.chance(30) ? kLongest : 9), upto(9)});
    follow(made(Op::image_resize2d, {x, fn_.add_shape(size)},
                {{"layout", text(c_.pick(kLayouts))},
                 {"method", text(c_.pick(kMethods))},
                 {"coordinate_transformation_mode", text(c_.pick(kModes))},
                 {"rounding_method", text(c_.pick(info(Op::image_resize2d).param("rounding_method")->words))}}));
  }

  void join() {
    Value x = operand(1, 3, false);
    Shape s = *known(x);
    size_t axis = c_.below(static_cast<uint32_t>(s.size()));
    if (c_.chance(40)) {
      Attr sections = s[axis] > 1 && c_.chance(70) ? ints({c_.between(1, s[axis] - 1)}) : integer(1);
      Value parts =
          made(Op::split, {x}, {{"indices_or_sections", sections}, {"axis", integer(static_cast<int64_t>(axis))}});
      if (!parts || cx_.infos[fn_.info(parts)].kind != InfoKind::tuple) return;
      for (uint32_t i = 0; i < cx_.infos[fn_.info(parts)].list_size; ++i) follow(v_.emit(fn_.add_get_item(parts, i)));
      return;
    }
    std::vector<Value> fields{x};
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) {
      Shape other = s;
      other[axis] = length();
      Value y = tensor(other, calls_.dtype(x));
      fields.push_back(calls_.is_float(y) && c_.chance(50) ? made(c_.pick(kFew), {y}) : y);
      if (!fields.back()) return;
    }
    follow(made(Op::concat, {fn_.add_tuple(fields)}, {{"axis", integer(static_cast<int64_t>(axis))}}));
  }

  void elementwise() {
    constexpr std::array kOps = {Op::add,         Op::subtract,    Op::multiply,   Op::divide,      Op::floor_divide,
                                 Op::mod,         Op::floor_mod,   Op::maximum,    Op::minimum,     Op::less,
                                 Op::equal,       Op::bitwise_and, Op::bitwise_or, Op::bitwise_xor, Op::left_shift,
                                 Op::right_shift, Op::power};
    Value x = operand(1, 3, false);
    Shape other = *known(x);
    for (int64_t& d : other) {
      if (c_.chance(30)) d = 1;
    }
    if (c_.chance(20)) other.erase(other.begin());
    follow(made(c_.pick(kOps), {x, tensor(other, calls_.dtype(x))}));
    if (c_.chance(30)) made(Op::astype, {x}, {{"dtype", cx_.attrs.dtype(v_.random_dtype())}});
    if (c_.chance(20)) {
      auto bound = [&](double n) {
        return c_.chance(50) ? fn_.add_prim(cx_.prims.integer(static_cast<int64_t>(n)))
                             : fn_.add_prim(cx_.prims.real(n + 0.5));
      };
      made(Op::clip,
           {x, bound(static_cast<double>(c_.between(-300, 3))), bound(static_cast<double>(c_.between(2, 400)))});
    }
  }

  Values& v_;
  Calls& calls_;
  Function& fn_;
  Context& cx_;
  Choices& c_;
};

}  // namespace

void kernel_call(Values& values, Calls& calls) { Kernels(values, calls).any(); }

}  // namespace hammock::generate
