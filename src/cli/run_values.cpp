// SPDX-License-Identifier: Apache-2.0
#include "run_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>
#include <unordered_map>

#include "hammock/base/hash.h"
#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "hammock/print/print.h"

namespace hammock::cli {
namespace {

namespace fs = std::filesystem;

Error usage(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }

template <class Number>
bool parse_number(std::string_view text, Number& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// Where the values come from, by name.
class Sources {
 public:
  static Result<Sources> open(const InputOptions& options) {
    Sources sources;
    for (const std::string& text : options.input) {
      size_t equal = text.find('=');
      if (equal == std::string::npos || equal == 0) return usage(fmt::format("--input={}: expected NAME=SPEC", text));
      sources.specs_[text.substr(0, equal)] = text.substr(equal + 1);
    }
    for (const std::string& path : options.paths) {
      if (fs::is_directory(path)) {
        sources.folders_.push_back(path);
        continue;
      }
      Result<std::vector<std::pair<std::string, Tensor>>> archive = read_npz(path);
      if (!archive) return archive.error();
      for (auto& [name, tensor] : *archive) sources.archived_.emplace(name, std::move(tensor));
    }
    return sources;
  }

  const std::map<std::string, std::string>& specs() const { return specs_; }

  // A specification, a tensor, or nothing.
  const std::string* spec(const std::string& name) {
    auto it = specs_.find(name);
    if (it == specs_.end()) return nullptr;
    used_.insert(name);
    return &it->second;
  }

  Result<std::optional<Tensor>> tensor(const std::string& name, int position) {
    std::string by_position = fmt::format("input_{}", position);
    for (const std::string& key : {name, by_position}) {
      if (auto it = archived_.find(key); it != archived_.end()) return std::optional(it->second);
      for (const std::string& folder : folders_) {
        fs::path path = fs::path(folder) / (key + ".npy");
        if (!fs::exists(path)) continue;
        Result<Tensor> read = read_npy(path.string());
        if (!read) return read.error();
        return std::optional(std::move(*read));
      }
    }
    return std::optional<Tensor>();
  }

  // The name of a specification that no parameter asked for.
  std::optional<std::string> unused() const {
    for (const auto& [name, spec] : specs_) {
      if (!used_.contains(name)) return name;
    }
    return std::nullopt;
  }

 private:
  std::map<std::string, std::string> specs_;
  std::set<std::string> used_;
  std::vector<std::string> folders_;
  std::map<std::string, Tensor> archived_;
};

class ArgumentMaker {
 public:
  ArgumentMaker(const Io& io, const Function& fn, const InputOptions& options, Sources sources)
      : fn_(fn), context_(fn.context()), options_(options), sources_(std::move(sources)), progress_(io, "input", fn.self().params.size()) {}

  Result<RunArguments> run() {
    const Lambda& self = fn_.self();
    for (Value p : self.params) symbols_.add_free(context_, fn_.info(p));
    if (std::optional<Error> error = bind_dims()) return *error;
    if (std::optional<Error> error = unknown_parameter()) return *error;
    // Given values first: they bind the symbols that fills need.
    std::vector<std::optional<RuntimeValue>> values(self.params.size());
    for (bool filling : {false, true}) {
      for (size_t i = 0; i < self.params.size(); ++i) {
        if (values[i]) continue;
        std::string name(context_.text(fn_[self.params[i]].name));
        Result<std::optional<RuntimeValue>> made = make(fn_.info(self.params[i]), name, static_cast<int>(i), filling);
        if (!made) return made.error();
        values[i] = std::move(*made);
        if (values[i]) progress_.step();
      }
    }
    if (std::optional<std::string> name = sources_.unused()) return usage(fmt::format("--input={}: the parameter has no such field", *name));
    RunArguments out;
    for (auto& v : values) out.values.push_back(std::move(*v));
    for (Prim s : symbols_.in_order()) {
      if (auto it = bound_.find(s); it != bound_.end()) out.dims.push_back({std::string(symbol_name(s)), it->second});
    }
    return out;
  }

 private:
  std::string_view symbol_name(Prim s) const { return context_.text(context_.prims[s].name()); }

  // Of a specification: `t.0` is a field of the parameter t.
  std::optional<Error> unknown_parameter() {
    std::vector<std::string_view> names;
    for (Value p : fn_.self().params) names.push_back(context_.text(fn_[p].name));
    for (const auto& [name, spec] : sources_.specs()) {
      if (std::ranges::find(names, std::string_view(name).substr(0, name.find('.'))) != names.end()) continue;
      return usage(fmt::format("--input={}: the function has no parameter '{}'{}", name, name, did_you_mean(name, names)));
    }
    return std::nullopt;
  }

  std::optional<Error> bind_dims() {
    for (const std::string& text : options_.dims) {
      size_t equal = text.find('=');
      int64_t value = 0;
      if (equal == std::string::npos || !parse_number(std::string_view(text).substr(equal + 1), value) || value < 0) {
        return usage(fmt::format("--dim={}: expected NAME=NUMBER, such as n=8", text));
      }
      bool found = false;
      std::vector<std::string_view> names;
      for (Prim s : symbols_.in_order()) {
        names.push_back(symbol_name(s));
        if (symbol_name(s) != text.substr(0, equal)) continue;
        bound_[s] = value;
        found = true;
      }
      if (!found) return usage(fmt::format("--dim={}: the signature has no symbolic dim '{}'{}", text, text.substr(0, equal), did_you_mean(text.substr(0, equal), names)));
    }
    return std::nullopt;
  }

  // The value of a dim, or -1 if it mentions an unbound symbol.
  int64_t dim_value(Prim dim) {
    PrimMap map;
    for (auto [symbol, value] : bound_) map[symbol] = context_.prims.integer(value);
    return context_.prims.constant(simplify(context_, substitute(context_, dim, map))).value_or(-1);
  }

  // A value for struct info; nothing if it must be filled and `filling` is not set.
  Result<std::optional<RuntimeValue>> make(StructInfo info, const std::string& name, int position, bool filling) {
    const InfoNode& node = context_.infos[info];
    switch (node.kind) {
      case InfoKind::tensor: return make_tensor_value(info, name, position, filling);
      case InfoKind::prim: return make_number(info, name, filling);
      case InfoKind::shape: return make_shape(info, name, filling);
      case InfoKind::tuple: {
        RuntimeTuple fields;
        std::vector<StructInfo> infos(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
        for (size_t i = 0; i < infos.size(); ++i) {
          Result<std::optional<RuntimeValue>> field = make(infos[i], fmt::format("{}.{}", name, i), -1, filling);
          if (!field) return field.error();
          if (!*field) return std::optional<RuntimeValue>();
          fields.push_back(std::move(**field));
        }
        return std::optional(RuntimeValue{std::move(fields)});
      }
      case InfoKind::object:
      case InfoKind::dtensor:
      case InfoKind::function: break;
    }
    return usage(fmt::format("parameter '{}' is {}; only tensors, numbers, shapes and tuples of them can be given", name, print(context_, info)));
  }

  Result<std::optional<RuntimeValue>> make_tensor_value(StructInfo info, const std::string& name, int position, bool filling) {
    const InfoNode node = context_.infos[info];
    std::optional<std::vector<int64_t>> shape;
    if (node.ndim >= 0) shape.emplace();
    if (node.ndim > 0 && !node.has_dims) shape->assign(static_cast<size_t>(node.ndim), -1);
    if (node.has_dims) {
      for (Prim d : context_.infos.dims(info)) shape->push_back(dim_value(d));
    }
    const std::string* spec = sources_.spec(name);
    std::optional<Tensor> tensor;
    if (!spec) {
      Result<std::optional<Tensor>> given = sources_.tensor(name, position);
      if (!given) return given.error();
      tensor = std::move(*given);
    }
    if (!tensor) {
      std::string text = spec ? *spec : options_.fill;
      bool needs_dims = takes_its_shape(text);
      if (!spec && !filling) return std::optional<RuntimeValue>();
      if (text.empty()) return usage(fmt::format("parameter '{}' of {} has no value: give --input={}=SPEC, --inputs=PATH or --fill=SPEC", name, print(context_, info), name));
      if (needs_dims && !filling) {  // wait for the symbols that other values bind
        if (!shape || std::ranges::count(*shape, -1) > 0) return std::optional<RuntimeValue>();
      }
      if (needs_dims && !node.has_dims && node.ndim != 0) {
        return usage(fmt::format("parameter '{}' of {}: the shape is unknown; give it with the values, as in --input={}={}{}={}", name, print(context_, info), name,
                                 node.ndim < 0 ? "2x" : repeated("2x", node.ndim), node.dtype.is_unknown() ? "float32" : to_string(node.dtype), text));
      }
      for (size_t i = 0; needs_dims && i < shape->size(); ++i) {
        if ((*shape)[i] < 0) return usage(fmt::format("parameter '{}' of {}: dim {} is unknown; give it by --dim={}=8", name, print(context_, info), i, first_open(info)));
      }
      // One --fill gives every parameter other numbers, the same in every module that has a parameter of that name.
      Result<Tensor> made = make_tensor(text, node.dtype, shape ? std::optional<std::span<const int64_t>>(*shape) : std::nullopt, spec ? 0 : hash_bytes(name) | 1);
      if (!made) {
        Error error = made.error();
        error.text = fmt::format("parameter '{}' of {}: {}", name, print(context_, info), error.text);
        return error;
      }
      tensor = std::move(*made);
    }
    if (std::optional<Error> error = accept(info, name, *tensor)) return *error;
    return std::optional(RuntimeValue{std::move(*tensor)});
  }

  // `iota(2, 3)` and `2x3xf32=iota` bring their own.
  static bool takes_its_shape(std::string_view spec) {
    constexpr std::string_view kShaped[] = {"zeros", "ones", "iota"};
    std::string_view name = spec.substr(0, spec.find('('));
    if (name == "full" || name == "rand") return true;
    return name == spec && std::ranges::find(kShaped, name) != std::end(kShaped);
  }

  static std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
  }

  std::string first_open(StructInfo info) {
    for (Prim s : free_symbols(context_, info)) {
      if (!bound_.contains(s)) return std::string(symbol_name(s));
    }
    return "n";
  }

  // Checks a tensor against its parameter and binds the symbols that are whole dims.
  std::optional<Error> accept(StructInfo info, const std::string& name, const Tensor& tensor) {
    const InfoNode node = context_.infos[info];
    auto wrong = [&](std::string_view what) {
      return usage(fmt::format("parameter '{}' is {}, but the given value has {} ({} of shape ({}))", name, print(context_, info), what, to_string(tensor.dtype),
                               fmt::join(tensor.shape, ", ")));
    };
    if (!node.dtype.is_unknown() && node.dtype != tensor.dtype) return wrong("another dtype");
    if (node.ndim >= 0 && node.ndim != static_cast<int>(tensor.shape.size())) return wrong("another rank");
    if (!node.has_dims) return std::nullopt;
    std::span<const Prim> dims = context_.infos.dims(info);
    std::vector<Prim> copy(dims.begin(), dims.end());
    for (size_t i = 0; i < copy.size(); ++i) {
      if (context_.prims[copy[i]].kind == PrimKind::var && !bound_.contains(copy[i])) bound_[copy[i]] = tensor.shape[i];
      int64_t expected = dim_value(copy[i]);
      if (expected >= 0 && expected != tensor.shape[i]) return wrong(fmt::format("another dim {}", i));
    }
    return std::nullopt;
  }

  Result<std::optional<RuntimeValue>> make_number(StructInfo info, const std::string& name, bool filling) {
    const InfoNode node = context_.infos[info];
    const std::string* spec = sources_.spec(name);
    if (!spec && !filling) return std::optional<RuntimeValue>();  // other values may say it
    if (!spec && node.value()) {
      if (int64_t value = dim_value(node.value()); value >= 0) return std::optional(RuntimeValue{value});
    }
    if (!spec) return usage(fmt::format("parameter '{}' of {} has no value: give --input={}=NUMBER", name, print(context_, info), name));
    if (node.dtype.is_any_float()) {
      double value = 0;
      if (parse_number(*spec, value)) return std::optional(RuntimeValue{value});
    } else {
      int64_t value = 0;
      if (parse_number(*spec, value)) {
        if (node.value() && context_.prims[node.value()].kind == PrimKind::var) bound_.emplace(node.value(), value);
        return std::optional(RuntimeValue{value});
      }
    }
    return usage(fmt::format("parameter '{}' of {}: '{}' is not a number", name, print(context_, info), *spec));
  }

  Result<std::optional<RuntimeValue>> make_shape(StructInfo info, const std::string& name, bool filling) {
    const std::string* spec = sources_.spec(name);
    if (!spec && !filling) return std::optional<RuntimeValue>();
    std::vector<Prim> dims;
    if (context_.infos[info].has_dims) dims.assign(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
    RuntimeShape known;
    for (Prim d : dims) known.push_back(dim_value(d));
    if (!spec && context_.infos[info].has_dims && std::ranges::count(known, -1) == 0) return std::optional(RuntimeValue{std::move(known)});
    if (!spec) return usage(fmt::format("parameter '{}' of {} has no value: give --input={}=[2,3]", name, print(context_, info), name));
    std::string_view rest = *spec;
    RuntimeShape shape;
    bool good = rest.starts_with("[") && rest.ends_with("]");
    if (good) rest = rest.substr(1, rest.size() - 2);
    while (good && !rest.empty()) {
      std::string_view item = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), item.size() + 1));
      while (item.starts_with(" ")) item.remove_prefix(1);
      good = parse_number(item, shape.emplace_back());
    }
    int ndim = context_.infos[info].ndim;
    if (!good || (ndim >= 0 && ndim != static_cast<int>(shape.size()))) {
      return usage(fmt::format("parameter '{}' of {}: '{}' is not such a shape; write [2,3]", name, print(context_, info), *spec));
    }
    for (size_t i = 0; i < dims.size(); ++i) {
      if (context_.prims[dims[i]].kind == PrimKind::var) bound_.emplace(dims[i], shape[i]);
      int64_t expected = dim_value(dims[i]);
      if (expected >= 0 && expected != shape[i]) {
        return usage(fmt::format("parameter '{}' of {}: dim {} of '{}' is {}, expected {}", name, print(context_, info), i, *spec, shape[i], expected));
      }
    }
    return std::optional(RuntimeValue{std::move(shape)});
  }

  const Function& fn_;
  Context& context_;
  const InputOptions& options_;
  Sources sources_;
  Progress progress_;
  SymbolSet symbols_;
  std::unordered_map<Prim, int64_t> bound_;
};

bool is_npz(const std::string& path) { return path.ends_with(".npz"); }

Tensor vector_tensor(DType dtype, std::vector<int64_t> shape) {
  Result<Tensor> tensor = Tensor::make(dtype, std::move(shape));
  return std::move(*tensor);
}

}  // namespace

Result<RunArguments> make_arguments(const Io& io, const Function& fn, const InputOptions& options) {
  Result<Sources> sources = Sources::open(options);
  if (!sources) return sources.error();
  return ArgumentMaker(io, fn, options, std::move(*sources)).run();
}

std::vector<Tensor> result_leaves(const RuntimeValue& result) {
  std::vector<Tensor> leaves;
  std::vector<const RuntimeValue*> stack{&result};
  while (!stack.empty()) {
    const RuntimeValue* value = stack.back();
    stack.pop_back();
    if (const RuntimeTuple* tuple = value->tuple()) {
      for (size_t i = tuple->size(); i-- > 0;) stack.push_back(&(*tuple)[i]);
    } else if (const Tensor* tensor = value->tensor()) {
      leaves.push_back(*tensor);
    } else if (const int64_t* number = std::get_if<int64_t>(&value->v)) {
      leaves.push_back(vector_tensor(kInt64, {}));
      *leaves.back().as<int64_t>() = *number;
    } else if (const double* real = std::get_if<double>(&value->v)) {
      leaves.push_back(vector_tensor(kFloat64, {}));
      *leaves.back().as<double>() = *real;
    } else if (const RuntimeShape* shape = std::get_if<RuntimeShape>(&value->v)) {
      leaves.push_back(vector_tensor(kInt64, {static_cast<int64_t>(shape->size())}));
      std::copy(shape->begin(), shape->end(), leaves.back().as<int64_t>());
    }
  }
  return leaves;
}

Result<bool> write_results(const std::string& path, const RuntimeValue& result) {
  std::vector<Tensor> leaves = result_leaves(result);
  if (is_npz(path)) {
    std::vector<std::pair<std::string, Tensor>> named;
    for (size_t i = 0; i < leaves.size(); ++i) named.emplace_back(fmt::format("output_{}", i), leaves[i]);
    return write_npz(path, named);
  }
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{Error::Kind::io, fmt::format("{}: {}", path, error.message()), {}};
  for (size_t i = 0; i < leaves.size(); ++i) {
    Result<bool> written = write_npy((fs::path(path) / fmt::format("output_{}.npy", i)).string(), leaves[i]);
    if (!written) return written;
  }
  return true;
}

Result<std::vector<Tensor>> read_expected(const std::string& path, size_t count) {
  std::vector<Tensor> expected;
  if (path.ends_with(".npy")) {
    Result<Tensor> tensor = read_npy(path);
    if (!tensor) return tensor.error();
    expected.push_back(std::move(*tensor));
    return expected;
  }
  std::map<std::string, Tensor> archive;
  if (is_npz(path)) {
    Result<std::vector<std::pair<std::string, Tensor>>> read = read_npz(path);
    if (!read) return read.error();
    for (auto& [name, tensor] : *read) archive.emplace(name, std::move(tensor));
  }
  for (size_t i = 0; i < count; ++i) {
    std::string name = fmt::format("output_{}", i);
    if (is_npz(path)) {
      auto it = archive.find(name);
      if (it == archive.end()) return Error{Error::Kind::io, fmt::format("{}: no array '{}', but the function has {} results", path, name, count), {}};
      expected.push_back(it->second);
    } else {
      Result<Tensor> tensor = read_npy((fs::path(path) / (name + ".npy")).string());
      if (!tensor) return tensor.error();
      expected.push_back(std::move(*tensor));
    }
  }
  return expected;
}

std::string compare_results(std::span<const Tensor> actual, std::span<const Tensor> expected, const Tolerance& tolerance) {
  if (actual.size() != expected.size()) return fmt::format("{} results, but {} are expected\n", actual.size(), expected.size());
  std::string text;
  for (size_t i = 0; i < actual.size(); ++i) {
    std::string difference = compare_tensors(actual[i], expected[i], tolerance);
    if (!difference.empty()) text += fmt::format("output {}: {}\n", i, difference);
  }
  return text;
}

std::string compare_engines(std::span<const Tensor> actual, std::span<const Tensor> expected) {
  if (actual.size() != expected.size()) return fmt::format("{} results, but {} are expected\n", actual.size(), expected.size());
  std::string text;
  for (size_t i = 0; i < actual.size(); ++i) {
    Tolerance tolerance{0, 0, true};
    if (expected[i].dtype.is_any_float()) {
      double largest = 0;
      for (int64_t j = 0; j < expected[i].elements(); ++j) {
        double value = std::fabs(element_as_double(expected[i], j));
        if (std::isfinite(value)) largest = std::max(largest, value);
      }
      // Half types carry 11 or 8 bits: an ulp of the largest magnitude, not a float32's.
      double relative = expected[i].dtype.bits <= 8 ? 0.25 : expected[i].dtype == kBfloat16 ? 2e-2 : expected[i].dtype.bits == 16 ? 4e-3 : 1e-4;
      tolerance.atol = relative * largest;
    }
    std::string difference = compare_tensors(actual[i], expected[i], tolerance);
    if (!difference.empty()) text += fmt::format("output {}: {}\n", i, difference);
  }
  return text;
}

}  // namespace hammock::cli
