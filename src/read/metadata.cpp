// SPDX-License-Identifier: Apache-2.0
// The metadata section: JSON of an object graph, tensors as base64 blobs (language 6.13, and 8 for TVM 0.22 and later).
//
// Only the skeleton is needed: the root map, its arrays, the blob that a constant names, the text of a string. A small
// reader of JSON is enough; the depth of the document is bounded. The two formats differ in how a node says these
// things (JsonGraph):
//
//   until 0.21   {"root": 1, "nodes": [...], "b64ndarrays": [...]}   {"type_key": T, "attrs": {...}, "data": [...],
//   "keys": [...], "repr_str": "..."} since 0.22   {"root_index": 1, "nodes": [...]}                   {"type": T,
//   "data": a text, a list, or an object of fields}
//
// A field or an element is the number of a node; numbers and dtypes stand in the fields themselves, in the older one as
// texts.
#include "metadata.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <map>

#include "hammock/infer/infer.h"
#include "hammock/syntax/literal.h"

namespace hammock::read {

namespace {

struct Json {
  enum class Kind : uint8_t { null, number, string, list, dict } kind = Kind::null;
  int64_t number = 0;
  std::string_view string;             // as written, escapes and all; of a number its text
  std::vector<Json> list;              // items, or the values of a dict
  std::vector<std::string_view> keys;  // of a dict

  const Json* find(std::string_view key) const {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key) return &list[i];
    }
    return nullptr;
  }
};

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}
  bool read(Json& out, int depth = 0) {
    skip();
    if (at_ >= text_.size() || depth > 32) return false;
    char c = text_[at_];
    if (c == '"') {
      out.kind = Json::Kind::string;
      return string(out.string);
    }
    if (c == '{') {
      out.kind = Json::Kind::dict;
      return sequence('}', [&] {
        std::string_view key;
        if (!string(key)) return false;
        skip();
        if (at_ >= text_.size() || text_[at_] != ':') return false;
        ++at_;
        out.keys.push_back(key);
        return read(out.list.emplace_back(), depth + 1);
      });
    }
    if (c == '[') {
      out.kind = Json::Kind::list;
      return sequence(']', [&] {
        out.list.emplace_back();
        return read(out.list.back(), depth + 1);
      });
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
      out.kind = Json::Kind::number;
      const size_t begin = at_;
      auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out.number);
      at_ = static_cast<size_t>(end - text_.data());
      while (at_ < text_.size() && std::strchr("+-.eE0123456789", text_[at_])) ++at_;
      out.string = text_.substr(begin, at_ - begin);
      return error == std::errc();
    }
    for (std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    return false;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_])) ++at_;
  }
  bool string(std::string_view& out) {
    skip();
    if (at_ >= text_.size() || text_[at_] != '"') return false;
    size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) return false;
    out = text_.substr(begin, at_++ - begin);
    return true;
  }
  template <class F>
  bool sequence(char close, F&& element) {
    ++at_;
    skip();
    if (at_ < text_.size() && text_[at_] == close) {
      ++at_;
      return true;
    }
    while (true) {
      if (!element()) return false;
      skip();
      if (at_ >= text_.size()) return false;
      char c = text_[at_++];
      if (c == close) return true;
      if (c != ',') return false;
      skip();
    }
  }
  std::string_view text_;
  size_t at_ = 0;
};

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    uint32_t v;
    if (c >= 'A' && c <= 'Z') v = static_cast<uint32_t>(c - 'A');
    else if (c >= 'a' && c <= 'z') v = static_cast<uint32_t>(c - 'a') + 26;
    else if (c >= '0' && c <= '9') v = static_cast<uint32_t>(c - '0') + 52;
    else if (c == '+') v = 62;
    else if (c == '/') v = 63;
    else if (c == '=' || c == '\n' || c == '\r') continue;
    else return std::nullopt;
    bits = bits << 6 | v;
    if (++count == 4) {
      for (int shift : {16, 8, 0}) out.push_back(static_cast<std::byte>(bits >> shift & 0xff));
      bits = 0;
      count = 0;
    }
  }
  if (count == 2) out.push_back(static_cast<std::byte>(bits >> 4 & 0xff));
  if (count == 3) {
    out.push_back(static_cast<std::byte>(bits >> 10 & 0xff));
    out.push_back(static_cast<std::byte>(bits >> 2 & 0xff));
  }
  return out;
}

// magic u64, reserved u64, device 2 x i32, ndim i32, dtype {code u8, bits u8, lanes u16}, shape ndim x i64, size i64,
// data
std::optional<Constant> decode_tensor(std::span<const std::byte> blob) {
  constexpr uint64_t kMagic = 0xDD5E40F096B4A13Full;
  size_t at = 0;
  bool is_good = true;
  auto take = [&](auto& value) {
    if (blob.size() - at < sizeof value) {
      is_good = false;
      return;
    }
    std::memcpy(&value, blob.data() + at, sizeof value);
    at += sizeof value;
  };
  uint64_t magic = 0, reserved = 0;
  int32_t device[2] = {}, ndim = 0;
  uint8_t code = 0, bits = 0;
  uint16_t lanes = 0;
  take(magic);
  take(reserved);
  take(device);
  take(ndim);
  take(code);
  take(bits);
  take(lanes);
  if (!is_good || magic != kMagic || ndim < 0 || ndim > kMaxRank) return std::nullopt;
  Constant out;
  out.dtype = {static_cast<DType::Code>(code), bits, lanes};
  if (parse_dtype(to_string(out.dtype)) != out.dtype) return std::nullopt;
  int64_t elements = 1;
  for (int32_t i = 0; i < ndim; ++i) {
    int64_t d = 0;
    take(d);
    if (!is_good || d < 0 || __builtin_mul_overflow(elements, d, &elements)) return std::nullopt;
    out.shape.push_back(d);
  }
  int64_t size = 0, expected = 0;
  take(size);
  if (!is_good || size < 0 || static_cast<uint64_t>(size) > blob.size() - at) return std::nullopt;
  if (__builtin_mul_overflow(elements, out.dtype.bytes(), &expected) || size != expected) return std::nullopt;
  out.data.assign(blob.begin() + static_cast<ptrdiff_t>(at), blob.begin() + static_cast<ptrdiff_t>(at) + size);
  return out;
}

std::optional<size_t> number_in(const Json* json) {
  if (!json) return std::nullopt;
  if (json->kind == Json::Kind::number)
    return json->number >= 0 ? std::optional(static_cast<size_t>(json->number)) : std::nullopt;
  size_t value = 0;
  auto [end, error] = std::from_chars(json->string.data(), json->string.data() + json->string.size(), value);
  return error == std::errc() && !json->string.empty() ? std::optional(value) : std::nullopt;
}

// The escapes of JSON are those of a string literal.
std::string unescape(std::string_view text) {
  std::string out;
  Span bad;
  syntax::decode_string("\"" + std::string(text) + "\"", out, bad);
  return out;
}

struct JsonGraph {
  const Json* nodes = nullptr;
  const Json* blobs = nullptr;
  bool is_newer = false;

  const Json* node(const Json* number) const {
    std::optional<size_t> at = number_in(number);
    return at && *at < nodes->list.size() ? &nodes->list[*at] : nullptr;
  }
  std::string_view type(const Json& node) const {
    const Json* type = node.find(is_newer ? "type" : "type_key");
    return type ? type->string : std::string_view();
  }
  const Json* field(const Json& node, std::string_view name) const {
    const Json* fields = node.find(is_newer ? "data" : "attrs");
    return fields ? fields->find(name) : nullptr;
  }
  // Of a string; the older format has what is not printable in base64.
  std::optional<std::string> text(const Json* node) const {
    const Json* plain = node ? node->find(is_newer ? "data" : "repr_str") : nullptr;
    if (plain) return unescape(plain->string);
    const Json* encoded = node ? node->find("repr_b64") : nullptr;
    std::optional<std::vector<std::byte>> bytes = encoded ? decode_base64(encoded->string) : std::nullopt;
    if (!bytes) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }
  // Of an array; null if it is none.
  const Json* elements(const Json* node) const {
    const Json* data = node ? node->find("data") : nullptr;
    return data && data->kind == Json::Kind::list ? data : nullptr;
  }
  // The keys of a map with their values; nothing if it is none.
  std::optional<std::vector<std::pair<std::string, const Json*>>> entries(const Json& map) const {
    std::vector<std::pair<std::string, const Json*>> out;
    const Json* data = elements(&map);
    const Json* keys = is_newer ? data : map.find("keys");
    if (!data || !keys || keys->list.size() != data->list.size() || (is_newer && data->list.size() % 2 != 0))
      return std::nullopt;
    for (size_t i = 0; i < data->list.size(); i += is_newer ? 2 : 1) {
      std::optional<std::string> key = is_newer ? text(node(&data->list[i])) : unescape(keys->list[i].string);
      if (!key) return std::nullopt;
      out.emplace_back(std::move(*key), node(&data->list[is_newer ? i + 1 : i]));
    }
    return out;
  }
  // The base64 text of a constant's tensor.
  const Json* blob(const Json& constant) const {
    const Json* data = field(constant, "data");
    if (is_newer) return node(data) ? node(data)->find("data") : nullptr;
    std::optional<size_t> at = number_in(data);
    return at && blobs && *at < blobs->list.size() ? &blobs->list[*at] : nullptr;
  }
};

// {"dtype": "int32", "value": "5"}; the value of a string is the index of its node.
std::optional<Prim> decode_immediate(std::string_view type, const Json& node, const JsonGraph& graph,
                                     Context& context) {
  const Json* value = graph.field(node, "value");
  const Json* written = graph.field(node, "dtype");
  if (!value) return std::nullopt;
  if (type == "StringImm") {
    std::optional<std::string> string = graph.text(graph.node(value));
    return string ? std::optional(context.prims.string(context.name(*string))) : std::nullopt;
  }
  std::optional<DType> dtype = written ? parse_dtype(written->string) : std::nullopt;
  bool is_real = type == "FloatImm";
  // Others have no `T.<dtype>(value)`.
  if (!dtype || !dtype->is_scalar() || !std::has_single_bit(dtype->bits) ||
      (is_real ? !dtype->is_any_float() : !dtype->is_integral()))
    return std::nullopt;
  std::string_view text = value->string;
  auto parse = [&](auto number) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                     : std::nullopt;
  };
  if (is_real) {
    std::optional<double> real = parse(0.0);
    return real ? std::optional(context.prims.real(*real, *dtype)) : std::nullopt;
  }
  std::optional<int64_t> integer = parse(int64_t{0});
  return integer ? std::optional(context.prims.integer(*integer, *dtype)) : std::nullopt;
}

}  // namespace

bool read_metadata(std::string_view text, Context& context, MetadataTable& out, bool& is_newer, std::string& error) {
  Json root;
  auto fail = [&](std::string_view why) {
    error = why;
    return false;
  };
  if (!JsonReader(text).read(root) || root.kind != Json::Kind::dict) return fail("it is not JSON");
  is_newer = root.find("root_index") != nullptr;
  const JsonGraph graph{root.find("nodes"), root.find("b64ndarrays"), is_newer};
  const Json* map = graph.nodes ? graph.node(root.find(is_newer ? "root_index" : "root")) : nullptr;
  if (!map) return fail("it has no root");
  auto entries = graph.entries(*map);
  if (!entries) return fail("its root is no map");
  for (const auto& [key, array] : *entries) {
    const Json* members = graph.elements(array);
    if (!members) return fail("an entry of the map is no array");
    out.emplace_back(key, std::vector<MetadataObject>());
    for (const Json& member : members->list) {
      const Json* node = graph.node(&member);
      if (!node) return fail("an index is out of range");
      std::string_view type = graph.type(*node), last = type.substr(type.rfind('.') + 1);
      MetadataObject object;
      if (type == "relax.expr.Constant") {
        const Json* blob = graph.blob(*node);
        if (!blob) return fail("a constant names no blob");
        std::optional<std::vector<std::byte>> bytes = decode_base64(blob->string);
        std::optional<Constant> constant = bytes ? decode_tensor(*bytes) : std::nullopt;
        if (!constant) return fail("a blob is no tensor");
        object.kind = MetadataObject::Kind::constant;
        object.constant = context.constant(std::move(*constant));
      } else if (type == "runtime.String" || type == "ffi.String") {
        std::optional<std::string> string = graph.text(node);
        if (!string) return fail("a string has no text");
        object.kind = MetadataObject::Kind::string;
        object.string = context.name(*string);
      } else if (last == "IntImm" || last == "FloatImm" || last == "StringImm") {
        std::optional<Prim> prim = decode_immediate(last, *node, graph, context);
        if (!prim) return fail("a constant of type " + std::string(type) + " has no value of a dtype that fits");
        object.kind = MetadataObject::Kind::prim;
        object.prim = *prim;
      }
      out.back().second.push_back(object);
    }
  }
  return true;
}

}  // namespace hammock::read
