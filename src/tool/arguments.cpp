// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "hammock/base/hash.h"
#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/evaluate.h"
#include "hammock/prim/symbols.h"
#include "hammock/print/identifier.h"
#include "hammock/print/print.h"
#include "hammock/tir/effects.h"

namespace hammock::tool {
namespace {

Error usage(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }

template <class Number>
bool parse_number(std::string_view text, Number& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// True and False are numbers of bool; the greater half of uint64 are those with the same bits.
bool parse_integer(std::string_view text, DType dtype, int64_t& out) {
  if (dtype.is_boolean() && (text == "True" || text == "False")) {
    out = text == "True";
    return true;
  }
  uint64_t bits = 0;
  if (dtype != DType::unsigned_integer(64))
    return parse_number(text, out) && (!dtype.is_integral() || holds(dtype, out));
  if (!parse_number(text, bits)) return parse_number(text, out);
  out = static_cast<int64_t>(bits);
  return true;
}

// Where the values come from. What can be given is a leaf: a parameter `x`, or the field `t.0` of a tuple. An input has
// the name of a leaf, or becomes it when the name is made a name of Python, as TVM does; a stored tensor may also be
// `input_<i>`, for a parameter.
class Sources {
 public:
  static Result<Sources> open(const Signature& signature, const InputOptions& options) {
    Sources sources;
    for (const RunParameter& p : signature.parameters) {
      sources.parameters_.push_back(p.name);
      sources.add_leaves(*signature.context, p.info, p.name);
    }
    for (const RunParameter& p : signature.parameters) {
      if (!p.other_name.empty()) sources.leaf_of_identifier_.emplace(make_identifier(p.other_name), p.name);
    }
    for (const std::string& text : options.input) {
      if (std::optional<Error> error = sources.add_spec(text)) return *error;
    }
    for (const std::string& path : options.paths) {
      Result<std::unique_ptr<TensorStore>> store = options.open(path);
      if (!store) return store.error();
      if (std::optional<Error> error = sources.add_store(std::move(*store))) return *error;
    }
    return sources;
  }

  // A specification, a tensor, or nothing.
  const std::string* spec(const std::string& leaf) const {
    auto it = specs_.find(leaf);
    return it == specs_.end() ? nullptr : &it->second.text;
  }

  Result<std::optional<Tensor>> tensor(const std::string& leaf) const {
    for (size_t i = 0; i < stores_.size(); ++i) {
      auto it = taken_[i].find(leaf);
      if (it == taken_[i].end()) continue;
      Result<Tensor> read = stores_[i]->read(it->second);
      if (!read) return read.error();
      return std::optional(std::move(*read));
    }
    return std::optional<Tensor>();
  }

 private:
  struct Spec {
    std::string name, text;  // as they were given
  };

  void add_leaves(const Context& context, StructInfo info, const std::string& name) {
    if (context.infos[info].kind != InfoKind::tuple) {
      leaf_of_identifier_.emplace(make_identifier(name), name);
      leaves_.insert(name);
      return;
    }
    size_t i = 0;
    for (StructInfo field : context.infos.fields(info)) add_leaves(context, field, fmt::format("{}.{}", name, i++));
  }

  // Empty: no leaf is meant.
  std::string leaf(const std::string& name) const {
    if (leaves_.contains(name)) return name;
    auto it = leaf_of_identifier_.find(make_identifier(name));
    return it == leaf_of_identifier_.end() ? "" : it->second;
  }

  std::string by_position(const std::string& name) const {
    constexpr std::string_view kPrefix = "input_";
    size_t number = 0;
    bool is_position = name.starts_with(kPrefix) &&
                       parse_number(std::string_view(name).substr(kPrefix.size()), number) &&
                       number < parameters_.size();
    return is_position && leaves_.contains(parameters_[number]) ? parameters_[number] : "";
  }

  // What a name could have been.
  std::string hint(const std::string& name) const {
    std::vector<std::string_view> names(leaves_.begin(), leaves_.end());
    std::string text = did_you_mean(name, names);
    if (!text.empty()) return text;
    if (std::ranges::find(parameters_, name) != parameters_.end())
      return fmt::format("; '{}' is a tuple: give its fields, '{}.0' and so on", name, name);
    constexpr size_t kShown = 8;
    for (const std::string& parameter : std::span(parameters_).first(std::min(parameters_.size(), kShown)))
      text += fmt::format("{}'{}'", text.empty() ? "" : ", ", parameter);
    if (parameters_.size() > kShown) text += ", ...";
    return text.empty() ? "; the function has no parameters" : "; the parameters are " + text;
  }

  std::optional<Error> add_spec(const std::string& text) {
    size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0) return usage(fmt::format("--input={}: expected NAME=SPEC", text));
    std::string name = text.substr(0, equal), to = leaf(name);
    if (to.empty())
      return usage(fmt::format("--input={}: the function has no parameter '{}'{}", name, name, hint(name)));
    auto [it, is_new] = specs_.emplace(to, Spec{name, text.substr(equal + 1)});
    if (is_new) return std::nullopt;
    if (it->second.name == name) return usage(fmt::format("--input={} is given twice", name));
    return usage(fmt::format("--input={} and --input={} both give the parameter '{}'", it->second.name, name, to));
  }

  std::optional<Error> add_store(std::unique_ptr<TensorStore> store) {
    std::map<std::string, size_t>& taken = taken_.emplace_back();
    std::vector<const std::string*> idle;
    for (size_t i = 0; i < store->members.size(); ++i) {
      const std::string& name = store->members[i];
      std::string to = leaf(name);
      if (to.empty()) to = by_position(name);
      if (to.empty() && store->may_hold_results && output_number(name))
        continue;  // results may stand beside the inputs
      if (to.empty()) {
        idle.push_back(&name);
        continue;
      }
      auto [it, is_new] = taken.emplace(to, i);
      if (!is_new)
        return usage(fmt::format("{}: '{}' and '{}' both give the parameter '{}'", store->name,
                                 store->members[it->second], name, to));
    }
    if (!idle.empty()) {
      std::string more = idle.size() > 1 ? fmt::format(" (nor {} more)", idle.size() - 1) : "";
      return usage(fmt::format("{}: no parameter takes '{}'{}{}", store->name, *idle[0], more, hint(*idle[0])));
    }
    stores_.push_back(std::move(store));
    return std::nullopt;
  }

  std::vector<std::string> parameters_;
  std::set<std::string> leaves_;
  std::map<std::string, std::string> leaf_of_identifier_;
  std::map<std::string, Spec> specs_;
  std::vector<std::unique_ptr<TensorStore>> stores_;
  std::vector<std::map<std::string, size_t>> taken_;  // of each store: leaf to entry
};

class ArgumentMaker {
 public:
  ArgumentMaker(const Signature& signature, const InputOptions& options, Sources sources)
      : parameters_(signature.parameters),
        context_(*signature.context),
        options_(options),
        sources_(std::move(sources)) {}

  Result<RunArguments> run() {
    for (const RunParameter& p : parameters_) add_free(symbols_, context_, p.info);
    if (std::optional<Error> error = bind_dims()) return *error;
    // Given values first: they bind the symbols that fills need.
    std::vector<std::optional<RuntimeValue>> values(parameters_.size());
    for (bool filling : {false, true}) {
      for (size_t i = 0; i < parameters_.size(); ++i) {
        if (values[i]) continue;
        fill_ = options_.fill.empty() && parameters_[i].is_result ? "zeros" : options_.fill;
        Result<std::optional<RuntimeValue>> made = make(parameters_[i].info, parameters_[i].name, filling);
        if (!made) return made.error();
        values[i] = std::move(*made);
        if (values[i] && options_.progress) options_.progress();
      }
    }
    RunArguments out;
    for (auto& v : values) out.values.push_back(std::move(*v));
    for (Prim s : symbols_.in_order()) {
      if (auto it = bound_.find(s); it != bound_.end()) out.dims.push_back({std::string(symbol_name(s)), it->second});
    }
    return out;
  }

 private:
  std::string_view symbol_name(Prim s) const { return context_.text(context_.prims[s].name()); }

  std::optional<Error> bind_dims() {
    for (const std::string& text : options_.dims) {
      size_t equal = text.find('=');
      int64_t value = 0;
      if (equal == std::string::npos || !parse_number(std::string_view(text).substr(equal + 1), value) || value < 0) {
        return usage(fmt::format("--dim={}: expected NAME=NUMBER, such as n=8", text));
      }
      std::string_view name = std::string_view(text).substr(0, equal);
      bool found = false;
      std::vector<std::string_view> names;
      for (Prim s : symbols_.in_order()) {
        names.push_back(symbol_name(s));
        if (symbol_name(s) != name) continue;
        if (!bound_.emplace(s, value).second) return usage(fmt::format("--dim={} is given twice", name));
        found = true;
      }
      if (!found)
        return usage(
            fmt::format("--dim={}: the signature has no symbolic dim '{}'{}", text, name, did_you_mean(name, names)));
    }
    return std::nullopt;
  }

  // The value of a dim, or -1 if it has none: it mentions an unbound symbol, or does not fit into 64 bits, which the
  // executor says.
  int64_t dim_value(Prim dim) { return evaluate(context_, dim, bound_).integer().value_or(-1); }

  // A value for struct info; nothing if it must be filled and `filling` is not set.
  Result<std::optional<RuntimeValue>> make(StructInfo info, const std::string& name, bool filling) {
    const InfoNode& node = context_.infos[info];
    switch (node.kind) {
      case InfoKind::tensor: return make_tensor_value(info, name, filling);
      case InfoKind::prim: return make_number(info, name, filling);
      case InfoKind::shape: return make_shape(info, name, filling);
      case InfoKind::tuple: {
        RuntimeTuple fields;
        std::vector<StructInfo> infos(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
        for (size_t i = 0; i < infos.size(); ++i) {
          Result<std::optional<RuntimeValue>> field = make(infos[i], fmt::format("{}.{}", name, i), filling);
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
    return usage(fmt::format("parameter '{}' is {}; only tensors, numbers, shapes and tuples of them can be given",
                             name, print(context_, info)));
  }

  Result<std::optional<RuntimeValue>> make_tensor_value(StructInfo info, const std::string& name, bool filling) {
    std::optional<Tensor> tensor;
    if (!sources_.spec(name)) {
      Result<std::optional<Tensor>> given = sources_.tensor(name);
      if (!given) return given.error();
      tensor = std::move(*given);
      if (tensor) take_bits(*tensor, context_.infos[info].dtype);
    }
    if (!tensor) {
      Result<std::optional<Tensor>> made = described_tensor(info, name, filling);
      if (!made) return made.error();
      if (!*made) return std::optional<RuntimeValue>();
      tensor = std::move(*made);
    }
    if (std::optional<Error> error = accept(info, name, *tensor)) return *error;
    return std::optional(RuntimeValue{std::move(*tensor)});
  }

  // The lengths as far as they are known; -1: not known. Nothing: the rank is not known either.
  std::optional<std::vector<int64_t>> known_shape(StructInfo info) {
    const InfoNode& node = context_.infos[info];
    if (node.ndim < 0) return std::nullopt;
    std::vector<int64_t> shape;
    if (!node.has_dims) shape.assign(static_cast<size_t>(node.ndim), -1);
    for (size_t i = 0; node.has_dims && i < context_.infos.dims(info).size(); ++i)
      shape.push_back(dim_value(context_.infos.dims(info)[i]));
    return shape;
  }

  // As --input or --fill says in words; nothing while it waits for the symbols that other values bind.
  Result<std::optional<Tensor>> described_tensor(StructInfo info, const std::string& name, bool filling) {
    const InfoNode node = context_.infos[info];
    const std::string* spec = sources_.spec(name);
    const std::string text = spec ? *spec : fill_;
    const bool needs_dims = takes_its_shape(text);
    if (!spec && !filling) return std::optional<Tensor>();
    if (text.empty())
      return usage(fmt::format("parameter '{}' of {} has no value: give --input={}=SPEC, --inputs=PATH or --fill=SPEC",
                               name, print(context_, info), name));
    const std::optional<std::vector<int64_t>> shape = known_shape(info);
    if (needs_dims && !filling && (!shape || std::ranges::count(*shape, -1) > 0)) return std::optional<Tensor>();
    if (needs_dims && !node.has_dims && node.ndim != 0)
      return usage(
          fmt::format("parameter '{}' of {}: the shape is unknown; give it with the values, as in --input={}={}{}={}",
                      name, print(context_, info), name, node.ndim < 0 ? "2x" : repeated("2x", node.ndim),
                      node.dtype.is_unknown() ? "float32" : to_string(node.dtype), text));
    auto made_of = [&](std::optional<std::span<const int64_t>> dims) -> Result<std::optional<Tensor>> {
      return described(info, name, spec, dims);
    };
    for (size_t i = 0; needs_dims && i < shape->size(); ++i) {
      if ((*shape)[i] >= 0) continue;
      const std::vector<int64_t> nothing(shape->size(), 0);
      if (auto tried = made_of(nothing); !tried) return tried.error();  // no dim helps a fill that is none
      return unknown_dim(info, name, i);
    }
    return shape ? made_of(*shape) : made_of(std::nullopt);
  }

  // As `spec` says, or --fill, which gives every parameter other numbers, the same in every module that has a parameter
  // of that name, and float32 where nothing says a dtype.
  Result<std::optional<Tensor>> described(StructInfo info, const std::string& name, const std::string* spec,
                                          std::optional<std::span<const int64_t>> dims) {
    DType dtype = context_.infos[info].dtype;
    if (!spec && dtype.is_unknown() && takes_its_shape(fill_)) dtype = kFloat32;
    Result<Tensor> tensor = make_tensor(spec ? *spec : fill_, dtype, dims, spec ? 0 : hash_bytes(name) | 1);
    if (tensor) return std::optional(std::move(*tensor));
    Error error = tensor.error();
    error.text = fmt::format("parameter '{}' of {}: {}", name, print(context_, info), error.text);
    return error;
  }

  Error unknown_dim(StructInfo info, const std::string& name, size_t i) {
    if (std::optional<int64_t> known = evaluate(context_, context_.infos.dims(info)[i], bound_).integer())
      return usage(fmt::format("parameter '{}' of {}: dim {} is {}, and no dim is below 0", name, print(context_, info),
                               i, *known));
    return usage(fmt::format("parameter '{}' of {}: dim {} is unknown; give it by --dim={}=8", name,
                             print(context_, info), i, first_open(info)));
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
      return usage(fmt::format("parameter '{}' is {}, but the given value has {} ({} of shape ({}))", name,
                               print(context_, info), what, to_string(tensor.dtype), fmt::join(tensor.shape, ", ")));
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

  static std::string element_text(const Tensor& tensor, int64_t i) {
    return tensor.dtype.is_any_float() ? fmt::format("{}", element_as_double(tensor, i))
                                       : std::to_string(element_as_integer(tensor, i));
  }

  // What --input says, or a stored tensor of integers as text: `3` or `[2,3]`.
  Result<std::optional<std::string>> text_of(const std::string& name, size_t rank) {
    if (const std::string* spec = sources_.spec(name)) return std::optional(*spec);
    Result<std::optional<Tensor>> stored = sources_.tensor(name);
    if (!stored) return stored.error();
    if (!*stored) return std::optional<std::string>();
    const Tensor& tensor = **stored;
    if (tensor.shape.size() != rank) {
      return usage(fmt::format("parameter '{}' is a {}, but the stored value has shape ({})", name,
                               rank == 0 ? "number" : "shape", fmt::join(tensor.shape, ", ")));
    }
    if (rank == 0) return std::optional(element_text(tensor, 0));
    std::string text;
    for (int64_t i = 0; i < tensor.elements(); ++i) text += (i ? "," : "") + element_text(tensor, i);
    return std::optional("[" + text + "]");
  }

  // Whether a tensor or a shape has this symbol in its dims.
  bool is_dim(Prim symbol) const {
    return symbol && std::ranges::any_of(parameters_, [&](const RunParameter& p) {
             const InfoKind kind = context_.infos[p.info].kind;
             return (kind == InfoKind::tensor || kind == InfoKind::shape) &&
                    std::ranges::count(free_symbols(context_, p.info), symbol) > 0;
           });
  }

  Result<std::optional<RuntimeValue>> make_number(StructInfo info, const std::string& name, bool filling) {
    const InfoNode node = context_.infos[info];
    Result<std::optional<std::string>> given = text_of(name, 0);
    if (!given) return given.error();
    std::optional<std::string> text = *given;
    if (!text && !filling) return std::optional<RuntimeValue>();  // other values may say it
    if (!text && node.value()) {
      if (int64_t value = dim_value(node.value()); value >= 0) return std::optional(RuntimeValue{value});
    }
    if (!text && takes_its_shape(fill_)) {
      Result<std::optional<Tensor>> filled = described(info, name, nullptr, std::span<const int64_t>());
      if (!filled) return filled.error();
      text = element_text(**filled, 0);
      if (is_dim(node.value()) && text->starts_with('-'))
        return usage(fmt::format("parameter '{}' of {}: the fill gives {}, and no dim is below 0; give --dim={}=8",
                                 name, print(context_, info), *text, first_open(info)));
    }
    if (!text)
      return usage(fmt::format("parameter '{}' of {} has no value: give --input={}=NUMBER or --fill=SPEC", name,
                               print(context_, info), name));
    if (node.dtype.is_any_float()) {
      double value = 0;
      if (parse_number(*text, value)) return std::optional(RuntimeValue{value});
    } else {
      int64_t value = 0;
      if (parse_integer(*text, node.dtype, value)) {
        if (node.value() && context_.prims[node.value()].kind == PrimKind::var) bound_.emplace(node.value(), value);
        int64_t expected = node.value() ? dim_value(node.value()) : -1;
        if (expected >= 0 && expected != value) {
          return usage(fmt::format("parameter '{}' of {} is {}, but other values make it {}", name,
                                   print(context_, info), value, expected));
        }
        return std::optional(RuntimeValue{value});
      }
    }
    return usage(fmt::format("parameter '{}' of {}: '{}' is not a number{}", name, print(context_, info), *text,
                             node.dtype.is_unknown() ? "" : " of dtype " + to_string(node.dtype)));
  }

  Result<std::optional<RuntimeValue>> make_shape(StructInfo info, const std::string& name, bool filling) {
    Result<std::optional<std::string>> given = text_of(name, 1);
    if (!given) return given.error();
    const std::optional<std::string>& spec = *given;
    if (!spec && !filling) return std::optional<RuntimeValue>();
    std::vector<Prim> dims;
    if (context_.infos[info].has_dims) dims.assign(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
    RuntimeShape known;
    for (Prim d : dims) known.push_back(dim_value(d));
    if (!spec && context_.infos[info].has_dims && std::ranges::count(known, -1) == 0)
      return std::optional(RuntimeValue{std::move(known)});
    if (!spec)
      return usage(
          fmt::format("parameter '{}' of {} has no value: give --input={}=[2,3]", name, print(context_, info), name));
    std::string_view rest = *spec;
    RuntimeShape shape;
    bool good = rest.starts_with("[") && rest.ends_with("]");
    if (good) rest = rest.substr(1, rest.size() - 2);
    while (good && !rest.empty()) {
      std::string_view item = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), item.size() + 1));
      while (item.starts_with(" ")) item.remove_prefix(1);
      good = parse_number(item, shape.emplace_back()) && shape.back() >= 0;
    }
    int ndim = context_.infos[info].ndim;
    if (!good || (ndim >= 0 && ndim != static_cast<int>(shape.size()))) {
      return usage(fmt::format("parameter '{}' of {}: '{}' is not such a shape; write [2,3]", name,
                               print(context_, info), *spec));
    }
    for (size_t i = 0; i < dims.size(); ++i) {
      if (context_.prims[dims[i]].kind == PrimKind::var) bound_.emplace(dims[i], shape[i]);
      int64_t expected = dim_value(dims[i]);
      if (expected >= 0 && expected != shape[i]) {
        return usage(fmt::format("parameter '{}' of {}: dim {} of '{}' is {}, expected {}", name, print(context_, info),
                                 i, *spec, shape[i], expected));
      }
    }
    return std::optional(RuntimeValue{std::move(shape)});
  }

  const std::vector<RunParameter>& parameters_;
  Context& context_;
  const InputOptions& options_;
  Sources sources_;
  std::string fill_;  // of the parameter that is made
  SymbolSet symbols_;
  SymbolValues bound_;
};

Tensor vector_tensor(DType dtype, std::vector<int64_t> shape) {
  Result<Tensor> tensor = Tensor::make(dtype, std::move(shape));
  return std::move(*tensor);
}

// The results that a value of this struct info has; nothing where only a run tells.
std::optional<size_t> result_count(const Context& context, StructInfo info) {
  switch (context.infos[info].kind) {
    case InfoKind::tensor:
    case InfoKind::prim:
    case InfoKind::shape: return 1;
    case InfoKind::tuple: {
      size_t count = 0;
      for (StructInfo field : context.infos.fields(info)) {
        std::optional<size_t> of_field = result_count(context, field);
        if (!of_field) return std::nullopt;
        count += *of_field;
      }
      return count;
    }
    default: return std::nullopt;
  }
}

// The variables of a kernel have their names in the kernel; those of a signature have them themselves.
class NamedDims {
 public:
  NamedDims(Context& context, const tir::Kernel& kernel) : context_(context), kernel_(kernel) {}

  Prim operator()(Prim dim) {
    if (std::optional<int64_t> number = context_.prims.constant(dim)) return context_.prims.integer(*number);
    SymbolSet symbols;
    symbols.add_free(context_, dim);
    for (Prim s : symbols.in_order()) {
      if (!named_.contains(s)) named_.emplace(s, context_.prims.var(kernel_.hint(s), context_.prims[s].dtype));
    }
    return substitute(context_, dim, named_);
  }

 private:
  Context& context_;
  const tir::Kernel& kernel_;
  PrimMap named_;
};

Signature signature_of(Context& context, const tir::Kernel& kernel) {
  Signature signature{&context, {}, size_t{kernel.has_result}};
  NamedDims named(context, kernel);
  const std::vector<bool> is_written = tir::written_parameters(kernel);
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const tir::Parameter& p = kernel.params[i];
    RunParameter& out = signature.parameters.emplace_back();
    out.name = context.text(kernel.hint(p.var));
    const DType dtype = context.prims[p.var].dtype;
    if (p.buffer) {
      const tir::Buffer& b = kernel[p.buffer];
      out.other_name = std::exchange(out.name, std::string(context.text(b.name)));
      std::vector<Prim> dims;
      for (Prim dim : b.shape) dims.push_back(named(dim));
      out.info = context.infos.tensor(dims, b.dtype);
    } else if (dtype.code == DType::Code::handle) {
      auto pointer = kernel.variables.find(p.var.index);
      const bool is_typed = pointer != kernel.variables.end() && pointer->second.is_pointer;
      out.info = context.infos.tensor_of_rank(-1, is_typed ? pointer->second.element : kVoid);
    } else {
      out.info = context.infos.prim_value(named(p.var), dtype);
    }
    out.is_result = is_written[i];
    *signature.results += is_written[i];
  }
  return signature;
}

}  // namespace

// The i of `output_<i>`, as --outputs writes it.
std::optional<size_t> output_number(std::string_view name) {
  constexpr std::string_view kPrefix = "output_";
  size_t number = 0;
  if (!name.starts_with(kPrefix) || !parse_number(name.substr(kPrefix.size()), number) ||
      name != fmt::format("output_{}", number))
    return std::nullopt;
  return number;
}

Signature signature_of(const Module& module, GlobalId function) {
  Context& context = module.context();
  if (const auto& kernel = module[function].kernel()) return signature_of(context, *kernel);
  Signature signature{&context, {}, std::nullopt};
  const Function* fn = module[function].relax();
  if (!fn) return signature;
  for (Value p : fn->self().params)
    signature.parameters.push_back({std::string(context.text((*fn)[p].name)), "", fn->info(p), false});
  signature.results = result_count(context, fn->self().ret);
  return signature;
}

Result<RunArguments> make_arguments(const Signature& signature, const InputOptions& options) {
  Result<Sources> sources = Sources::open(signature, options);
  if (!sources) return sources.error();
  return ArgumentMaker(signature, options, std::move(*sources)).run();
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

std::string compare_with_expected(std::span<const Tensor> actual, std::span<const Tensor> expected,
                                  const Tolerance& tolerance) {
  if (actual.size() != expected.size())
    return fmt::format("{} results, but {} are expected\n", actual.size(), expected.size());
  std::string text;
  for (size_t i = 0; i < actual.size(); ++i) {
    Tensor stored = expected[i];
    take_bits(stored, actual[i].dtype);
    std::string difference = compare_tensors(actual[i], stored, tolerance);
    if (!difference.empty()) text += fmt::format("output {}: {}\n", i, difference);
  }
  return text;
}

}  // namespace hammock::tool
