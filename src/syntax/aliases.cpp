// SPDX-License-Identifier: Apache-2.0
#include "hammock/syntax/aliases.h"

#include <algorithm>

namespace hammock::syntax {

namespace {

struct Module {
  std::string_view path, canonical;
  size_t space;
};
// What the language calls the modules of TVM that hold it, and numpy, whose arrays may be constants; a path belongs to
// the first that it begins with.
constexpr Module kModules[] = {
    {"tvm.script.parser.ir", "I", 0},
    {"tvm.script.parser.tir", "T", 1},
    {"tvm.script.parser.tirx", "T", 1},
    {"tvm.script.parser.relax", "R", 2},
    {"tvm.script.ir", "I", 0},
    {"tvm.script.tir", "T", 1},
    {"tvm.script.tirx", "T", 1},
    {"tvm.script.relax", "R", 2},
    {"tvm.script.parser", "I", kNamespaces},
    {"tvm.script", "I", kNamespaces},
    {"tvm.ir", "ir", 0},
    {"tvm.tir", "tir", 1},
    {"tvm.tirx", "tirx", 1},
    {"tvm.relax.op", "relax", 2},
    {"tvm.relax", "relax", 2},
    {"tvm", "tvm", kNamespaces},
    {"numpy", "numpy", kNamespaces},
};

// The module that `path` names or leads into.
const Module* module_of(std::string_view path) {
  auto at = std::ranges::find_if(kModules, [&](const Module& m) {
    return path.starts_with(m.path) && (path.size() == m.path.size() || path[m.path.size()] == '.');
  });
  return at == std::end(kModules) ? nullptr : at;
}

constexpr std::string_view kScripts = "tvm.script.";  // without any import: `import tvm` is often left out
constexpr size_t kMostLookedAt = 16;                  // of the names of one namespace, most of them hidden

}  // namespace

void Aliases::bind(std::string_view name, std::string_view path) {
  const Module* module = module_of(path);
  if (!module) return hide(name);
  auto [last, is_new] = last_.try_emplace(name, kNone);
  const bool is_whole = path.size() == module->path.size(), is_namespace = is_whole && module->space < kNamespaces;
  // `relax.add` is known as it is where `relax` is imported under its own name.
  const bool is_usual =
      is_whole && (name == module->canonical || (is_namespace && path.ends_with("." + std::string(name))));
  entries_.push_back({name, std::string(path), last->second, is_namespace ? module->space : kNone, is_usual});
  unusual_ += !is_usual;
  last->second = entries_.size() - 1;
  if (is_namespace) spaces_[module->space].push_back(last->second);
  known_.clear();
}

void Aliases::hide(std::string_view name) {
  if (!find(name)) return;
  size_t& last = last_[name];
  entries_.push_back({name, {}, last});
  last = entries_.size() - 1;
  known_.clear();
}

void Aliases::go_back(State state) {
  if (entries_.size() == state) return;
  for (; entries_.size() > state; entries_.pop_back()) {
    last_[entries_.back().name] = entries_.back().previous;
    unusual_ -= !entries_.back().is_usual;
    if (entries_.back().space != kNone) spaces_[entries_.back().space].pop_back();
  }
  known_.clear();
}

const Aliases::Entry* Aliases::find(std::string_view name) const {
  auto at = last_.find(name);
  return at == last_.end() || at->second == kNone || entries_[at->second].path.empty() ? nullptr
                                                                                       : &entries_[at->second];
}

std::string Aliases::path(std::string_view dotted) const {
  if (last_.empty()) return {};
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  const Entry* entry = find(first);
  return entry ? entry->path + std::string(dotted.substr(first.size())) : "";
}

std::string_view Aliases::canonical(std::string_view dotted) {
  const bool is_path = dotted.starts_with(kScripts);
  if (unusual_ == 0 && !is_path) return dotted;
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  const Entry* entry = find(first);
  if (!is_path && (!entry || entry->is_usual)) return dotted;
  auto [known, is_new] = known_.try_emplace(dotted);
  if (is_new) {
    const std::string path = (entry ? entry->path : std::string(first)) + std::string(dotted.substr(first.size()));
    const Module* module = module_of(path);
    known->second = module ? std::string(module->canonical) + path.substr(module->path.size()) : std::string(dotted);
  }
  return known->second;
}

std::string_view Aliases::prefix(size_t space) const {
  const Entry* letter = find(std::string_view("ITR").substr(space, 1));
  if (letter && letter->space == space) return {};
  const std::vector<size_t>& all = spaces_[space];
  for (size_t i = all.size(); i-- > 0 && all.size() - i <= kMostLookedAt;) {
    const Entry& entry = entries_[all[i]];
    if (last_.at(entry.name) == all[i]) return entry.name;
  }
  return {};
}

}  // namespace hammock::syntax
