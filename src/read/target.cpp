// SPDX-License-Identifier: Apache-2.0
#include "target.h"

#include <algorithm>
#include <string>

namespace hammock::read {
namespace {

// Defaults as options are written; `keys` in their order.
struct TargetKind {
  std::string_view name, keys, defaults;
};

constexpr TargetKind kKinds[] = {
    {"llvm", "cpu", "-mtriple=x86_64-pc-linux-gnu"},
    {"c", "cpu", ""},
    {"hexagon", "hexagon,cpu", "-vtcm-capacity=0"},
    {"cuda", "cuda,gpu", "-arch=sm_50 -max_num_threads=1024 -thread_warp_size=32"},
    {"nvptx", "cuda,gpu", "-max_num_threads=1024 -thread_warp_size=32"},
    {"rocm", "rocm,gpu",
     "-max_num_threads=256 -max_shared_memory_per_block=65536 -max_threads_per_block=256 -mcpu=gfx900 "
     "-mtriple=amdgcn-amd-amdhsa-hcc -thread_warp_size=64"},
    {"opencl", "opencl,gpu",
     "-image_base_address_alignment=64 -max_function_args=128 -max_num_threads=256 -max_shared_memory_per_block=16384 "
     "-max_threads_per_block=256 "
     "-texture_depth_limit=2048 -texture_spatial_limit=16384 -thread_warp_size=1"},
    {"metal", "metal,gpu",
     "-max_function_args=31 -max_num_threads=256 -max_shared_memory_per_block=32768 -max_threads_per_block=256 "
     "-thread_warp_size=16"},
    {"vulkan", "vulkan,gpu", "-max_num_threads=256 -supports_float32=True -supports_int32=True -thread_warp_size=1"},
    {"webgpu", "webgpu,gpu", "-max_num_threads=256"},
};

// Names of devices, for what their kinds know.
struct TargetTag {
  std::string_view name, kind, options;
};

constexpr TargetTag kTags[] = {
    {"nvidia/nvidia-a100", "cuda",
     "-arch=sm_80 -l2_cache_size_bytes=41943040 -max_shared_memory_per_block=49152 -max_threads_per_block=1024 "
     "-registers_per_block=65536"},
};

using Entries = std::vector<std::pair<Name, Attr>>;

Attr split(Context& context, std::string_view list) {
  std::vector<Attr> parts;
  while (true) {
    size_t comma = std::min(list.find(','), list.size());
    parts.push_back(context.attrs.string(context.name(list.substr(0, comma))));
    if (comma == list.size()) break;
    list.remove_prefix(comma + 1);
  }
  return context.attrs.list(parts);
}

Attr option_value(Context& context, std::string_view key, std::string_view text) {
  if (key == "keys" || key == "libs" || key == "mattr") return split(context, text);
  if (text == "True" || text == "true") return context.attrs.boolean(true);
  if (text == "False" || text == "false") return context.attrs.boolean(false);
  bool is_number = !text.empty() && text.size() < 18 && text.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? context.attrs.integer(std::stoll(std::string(text))) : context.attrs.string(context.name(text));
}

// "-key=value -flag -key value", separated by blanks. False if it is something else.
bool add_options(Context& context, std::string_view text, Entries& out) {
  auto word = [&]() -> std::string_view {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::string_view w = text.substr(0, text.find(' '));
    text.remove_prefix(w.size());
    return w;
  };
  for (std::string_view w = word(); !w.empty();) {
    size_t dashes = std::min(w.find_first_not_of('-'), w.size());
    if (dashes == 0 || dashes > 2 || dashes == w.size()) return false;
    w.remove_prefix(dashes);
    size_t equals = w.find('=');
    std::string_view key = w.substr(0, equals), value = equals == std::string_view::npos ? "" : w.substr(equals + 1);
    w = word();
    if (equals == std::string_view::npos) {
      bool is_flag = w.empty() || w.starts_with('-');
      value = is_flag ? "True" : w;
      if (!is_flag) w = word();
    }
    out.emplace_back(context.name(key), option_value(context, key, value));
  }
  return true;
}

std::optional<Attr> find(const Context& context, const Entries& entries, std::string_view key) {
  for (auto at = entries.rbegin(); at != entries.rend(); ++at) {
    if (context.text(at->first) == key) return at->second;
  }
  return std::nullopt;
}

// The device that a target is tuned for is a key before those of its kind.
Attr keys_of(Context& context, const TargetKind& kind, const Entries& given) {
  std::string keys(kind.keys);
  std::optional<Attr> device = find(context, given, "device");
  if (device && context.attrs[*device].kind == AttrKind::string) {
    std::string_view name = context.text(Name(context.attrs[*device].id));
    if (("," + keys + ",").find("," + std::string(name) + ",") == std::string::npos)
      keys = std::string(name) + "," + keys;
  }
  return split(context, keys);
}

}  // namespace

Attr full_target(Context& context, Attr target) {
  Entries given;
  const AttrNode node = context.attrs[target];
  if (node.kind == AttrKind::string) {
    std::string_view text = context.text(Name(node.id));
    size_t end = std::min(text.find(' '), text.size());
    std::string_view name = text.substr(0, end);
    if (const auto tag = std::ranges::find(kTags, name, &TargetTag::name); tag != std::end(kTags)) {
      name = tag->kind;
      add_options(context, tag->options, given);
    }
    given.emplace_back(context.name("kind"), context.attrs.string(context.name(name)));
    if (!add_options(context, text.substr(end), given)) return target;
  } else if (node.kind == AttrKind::dict) {
    std::vector<Attr> items(context.attrs.items(target).begin(), context.attrs.items(target).end());
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      Name key(context.attrs[items[i]].id);
      bool is_host = context.text(key) == "host" && context.attrs[items[i + 1]].kind == AttrKind::string;
      given.emplace_back(key, is_host ? full_target(context, items[i + 1]) : items[i + 1]);
    }
  } else {
    return target;
  }
  std::optional<Attr> name = find(context, given, "kind");
  if (!name || context.attrs[*name].kind != AttrKind::string) return target;
  auto kind = std::ranges::find(kKinds, context.text(Name(context.attrs[*name].id)), &TargetKind::name);
  if (kind == std::end(kKinds)) return target;
  Entries all;
  add_options(context, kind->defaults, all);
  all.emplace_back(context.name("keys"), keys_of(context, *kind, given));
  all.emplace_back(context.name("tag"), context.attrs.string(context.name("")));
  all.insert(all.end(), given.begin(), given.end());
  return context.sorted_dict(std::move(all));  // the last of equal keys wins
}

Attr with_host(Context& context, Attr target, Attr host) {
  if (context.attrs[host].kind == AttrKind::target) host = context.attrs.items(host)[0];
  Entries entries;
  if (context.attrs[target].kind == AttrKind::dict) {
    std::span<const Attr> items = context.attrs.items(target);
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      entries.emplace_back(Name(context.attrs[items[i]].id), items[i + 1]);
  } else {
    entries.emplace_back(context.name("kind"), target);  // none of those that are known
  }
  entries.emplace_back(context.name("host"), full_target(context, host));
  return context.sorted_dict(std::move(entries));
}

}  // namespace hammock::read
