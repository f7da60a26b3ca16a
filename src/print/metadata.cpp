// SPDX-License-Identifier: Apache-2.0
// The graph is numbered depth first: 0 is null, 1 the map from type key to the array of its objects. The bytes of a
// tensor stand apart, as base64.
#include "metadata.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "hammock/base/check.h"
#include "literal.h"

namespace hammock {
namespace {

struct JsonNode {
  std::string_view type_key;
  std::map<std::string_view, std::string> fields;
  std::vector<std::string_view> keys;
  std::vector<size_t> children;
  std::string bytes;
};

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

// The array as it is saved: magic, reserved, device, rank, dtype, shape, size, bytes. Little endian.
std::string saved_array(const Constant& c) {
  std::string out;
  auto put = [&out](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(uint64_t{0xDD5E40F096B4A13F});
  put(uint64_t{0});
  put(int32_t{1});
  put(int32_t{0});
  put(static_cast<int32_t>(c.shape.size()));
  put(static_cast<uint8_t>(c.dtype.code));
  put(c.dtype.bits);
  put(c.dtype.lanes);
  for (int64_t d : c.shape) put(d);
  put(static_cast<int64_t>(c.data.size()));
  out.append(reinterpret_cast<const char*>(c.data.data()), c.data.size());
  return out;
}

class JsonGraphWriter {
 public:
  explicit JsonGraphWriter(const Context& context) : context_(context) { add(""); }

  void build(const std::vector<MetadataKind>& kinds) {
    size_t root = add("Map");
    for (const MetadataKind& kind : kinds) {
      size_t array = add("Array");
      nodes_[root].keys.push_back(kind.key);
      nodes_[root].children.push_back(array);
      for (uint32_t object : kind.objects) {
        size_t id = kind.key == "relax.expr.Constant" ? constant(ConstantId(object)) : string(kind.key, Name(object));
        nodes_[array].children.push_back(id);
      }
    }
  }

  std::string json() const {
    std::string out = "{\n  \"root\": 1, \n  \"nodes\": [";
    for (size_t i = 0; i < nodes_.size(); ++i) {
      out += i == 0 ? "\n    {" : ", \n    {";
      write(nodes_[i], out);
      out += "\n    }";
    }
    out += "\n  ], \n";
    if (!arrays_.empty()) {
      out += "  \"b64ndarrays\": [";
      for (size_t i = 0; i < arrays_.size(); ++i)
        out += (i == 0 ? "\n    \"" : ", \n    \"") + base64(saved_array(context_[arrays_[i]])) + '"';
      out += "\n  ], \n";
    }
    return out + "  \"attrs\": {\"tvm_version\": \"0.19.0\"}\n}";
  }

 private:
  size_t add(std::string_view type_key) {
    nodes_.push_back({type_key, {}, {}, {}, {}});
    return nodes_.size() - 1;
  }

  void set(size_t node, std::string_view field, std::string value) { nodes_[node].fields[field] = std::move(value); }

  size_t constant(ConstantId id) {
    const Constant& c = context_[id];
    size_t node = add("relax.expr.Constant");
    set(node, "data", std::to_string(arrays_.size()));
    arrays_.push_back(id);
    std::string rank = std::to_string(c.shape.size());
    size_t info = add("relax.TensorStructInfo");
    size_t shape = add("relax.expr.ShapeExpr");
    size_t values = add("Array");
    for (int64_t d : c.shape) {
      size_t dim = add("IntImm");
      nodes_[values].children.push_back(dim);
      nodes_[dim].fields = {{"dtype", "int64"}, {"span", "0"}, {"value", std::to_string(d)}};
    }
    size_t shape_info = add("relax.ShapeStructInfo");
    nodes_[shape_info].fields = {{"ndim", rank}, {"span", "0"}, {"values", std::to_string(values)}};
    size_t shape_type = add("relax.ShapeType");
    nodes_[shape_type].fields = {{"ndim", rank}, {"span", "0"}};
    nodes_[shape].fields = {{"_checked_type_", std::to_string(shape_type)},
                            {"span", "0"},
                            {"struct_info_", std::to_string(shape_info)},
                            {"values", std::to_string(values)}};
    nodes_[info].fields = {{"dtype", to_string(c.dtype)},
                           {"ndim", rank},
                           {"shape", std::to_string(shape)},
                           {"span", "0"},
                           {"vdevice", "0"}};
    size_t type = add("relax.DynTensorType");
    nodes_[type].fields = {{"dtype", to_string(c.dtype)}, {"ndim", rank}, {"span", "0"}};
    set(node, "_checked_type_", std::to_string(type));
    set(node, "span", "0");
    set(node, "struct_info_", std::to_string(info));
    return node;
  }

  size_t string(std::string_view type_key, Name name) {
    size_t node = add(type_key);
    std::string text(context_.text(name));
    if (type_key == "tir.StringImm") {
      size_t value = add("runtime.String");
      nodes_[value].bytes = std::move(text);
      nodes_[node].fields = {{"dtype", "handle"}, {"span", "0"}, {"value", std::to_string(value)}};
    } else {
      nodes_[node].bytes = std::move(text);
    }
    return node;
  }

  static void write(const JsonNode& node, std::string& out) {
    out += "\n      \"type_key\": \"";
    out += node.type_key;
    out += '"';
    if (!node.bytes.empty()) out += ", \n      \"repr_b64\": \"" + base64(node.bytes) + '"';
    if (!node.fields.empty()) {
      out += ", \n      \"attrs\": {";
      for (bool is_first = true; const auto& [field, value] : node.fields) {
        out += is_first ? "\n        \"" : ", \n        \"";
        is_first = false;
        out += field;
        out += "\": \"" + value + '"';
      }
      out += "\n      }";
    }
    if (!node.keys.empty()) {
      out += ", \n      \"keys\": [";
      for (size_t i = 0; i < node.keys.size(); ++i) {
        out += i == 0 ? "\n        \"" : ", \n        \"";
        out += node.keys[i];
        out += '"';
      }
      out += "\n      ]";
    }
    if (node.children.empty()) return;
    // More than ten numbers stand on a line each.
    bool is_long = node.children.size() > 10;
    out += ", \n      \"data\": [";
    for (size_t i = 0; i < node.children.size(); ++i) {
      if (i > 0) out += ", ";
      if (is_long) out += "\n        ";
      out += std::to_string(node.children[i]);
    }
    out += is_long ? "\n      ]" : "]";
  }

  const Context& context_;
  std::vector<JsonNode> nodes_;
  std::vector<ConstantId> arrays_;
};

}  // namespace

std::string metadata_section(const Context& context, const std::vector<MetadataKind>& kinds) {
  JsonGraphWriter graph(context);
  graph.build(kinds);
  std::string out = "metadata = tvm.ir.load_json(\"\"\"";
  for (char c : graph.json()) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"\"\")\n";
}

}  // namespace hammock
