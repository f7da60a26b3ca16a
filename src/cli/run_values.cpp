// SPDX-License-Identifier: Apache-2.0
#include "run_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hammock::cli {
namespace {

namespace fs = std::filesystem;

Error usage(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }

// The members of an archive, or the .npy files of a folder.
class FileStore : public TensorStore {
 public:
  static Result<std::unique_ptr<TensorStore>> open(const std::string& path, bool allow_large) {
    auto store = std::make_unique<FileStore>();
    store->name = path;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      Result<std::vector<std::pair<std::string, Tensor>>> archive = read_npz(path, allow_large);
      if (!archive) return archive.error();
      for (auto& [name, tensor] : *archive) {
        store->members.push_back(name);
        store->tensors_.push_back(std::move(tensor));
      }
      return std::unique_ptr<TensorStore>(std::move(store));
    }
    store->may_hold_results = true;
    for (auto it = fs::directory_iterator(path, error); !error && it != fs::directory_iterator(); it.increment(error)) {
      if (it->path().extension() == ".npy") store->members.push_back(it->path().stem().string());
    }
    if (error) return Error{Error::Kind::io, fmt::format("{}: {}", path, system_text(error.value())), {}};
    std::ranges::sort(store->members);
    return std::unique_ptr<TensorStore>(std::move(store));
  }

  Result<Tensor> read(size_t number) const override {
    return tensors_.empty() ? read_npy((fs::path(name) / (members[number] + ".npy")).string()) : tensors_[number];
  }

 private:
  std::vector<Tensor> tensors_;  // of an archive
};

bool is_npz(const std::string& path) { return path.ends_with(".npz"); }
bool is_npy(const std::string& path) { return path.ends_with(".npy"); }

}  // namespace

namespace {

Error not_one_result(const std::string& path, size_t count) {
  return usage(fmt::format(
      "--outputs={}: a .npy file is for one result, but the function has {}; name a folder or an .npz", path, count));
}

// What an earlier run with more results left.
std::vector<std::string> older_results(const std::string& folder, size_t count) {
  std::vector<std::string> paths;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error)) {
    std::optional<size_t> number =
        it->path().extension() == ".npy" ? output_number(it->path().stem().string()) : std::nullopt;
    if (number && *number >= count && !it->is_directory(error)) paths.push_back(it->path().string());
  }
  return paths;
}

}  // namespace

Result<std::unique_ptr<TensorStore>> open_store(const std::string& path, bool allow_large) {
  return FileStore::open(path, allow_large);
}

std::optional<Error> check_outputs(const std::string& path, const Signature& signature, const InputOptions& inputs,
                                   const std::string& expect) {
  std::error_code ignored;
  const bool is_file = is_npz(path) || is_npy(path), is_folder = fs::is_directory(path, ignored);
  auto wrong = [&](std::string_view what) { return usage(fmt::format("--outputs={}: {}", path, what)); };
  if (is_file && is_folder) return wrong("is a folder");
  if (!is_file && !is_folder && fs::exists(path, ignored))
    return wrong("is a file; results go to a folder, an .npz or, if there is one, an .npy");
  if (is_npy(path) && signature.results && *signature.results != 1) return not_one_result(path, *signature.results);
  if (is_npz(path)) {
    if (std::optional<Error> error = check_npz(path)) return error;
  }
  if (!expect.empty() && fs::equivalent(path, expect, ignored)) return wrong("is what --expect compares with");
  for (const std::string& input : inputs.paths) {
    if (is_file && fs::equivalent(path, input, ignored)) return wrong("is what --inputs reads");
  }
  return std::nullopt;
}

Result<bool> write_results(const std::string& path, const RuntimeValue& result) {
  std::vector<Tensor> leaves = result_leaves(result);
  if (is_npy(path)) {
    if (leaves.size() != 1) return not_one_result(path, leaves.size());
    return write_npy(path, leaves[0]);
  }
  std::vector<std::pair<std::string, Tensor>> named;
  for (size_t i = 0; i < leaves.size(); ++i) named.emplace_back(fmt::format("output_{}", i), leaves[i]);
  if (is_npz(path)) return write_npz(path, named);
  for (auto& [name, tensor] : named) name = (fs::path(path) / (name + ".npy")).string();
  return write_npys(path, named, older_results(path, leaves.size()));
}

Result<std::vector<Tensor>> read_expected(const std::string& path, size_t count, bool allow_large) {
  std::vector<Tensor> expected;
  if (is_npy(path)) {
    Result<Tensor> tensor = read_npy(path);
    if (!tensor) return tensor.error();
    expected.push_back(std::move(*tensor));
    return expected;
  }
  Result<std::unique_ptr<TensorStore>> store = open_store(path, allow_large);
  if (!store) return store.error();
  std::vector<std::optional<size_t>> outputs(count);
  size_t beyond = 0;
  for (size_t i = 0; i < (*store)->members.size(); ++i) {
    std::optional<size_t> number = output_number((*store)->members[i]);
    if (number && *number < count) outputs[*number] = i;
    if (number) beyond = std::max(beyond, *number + 1);
  }
  if (beyond > count)
    return Error{Error::Kind::io,
                 fmt::format("{}: there is an 'output_{}', but the function has {} {}", path, beyond - 1, count,
                             count == 1 ? "result" : "results"),
                 {}};
  for (size_t i = 0; i < count; ++i) {
    if (!outputs[i])
      return Error{Error::Kind::io,
                   fmt::format("{}: there is no 'output_{}', but the function has {} {}", path, i, count,
                               count == 1 ? "result" : "results"),
                   {}};
    Result<Tensor> tensor = (*store)->read(*outputs[i]);
    if (!tensor) return tensor.error();
    expected.push_back(std::move(*tensor));
  }
  return expected;
}

}  // namespace hammock::cli
