// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "hammock/io/tensor_file.h"

using namespace hammock;

namespace {

struct Folder {
  std::string path;
  Folder() {
    char name[] = "/tmp/hammock_io_XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string& name) const { return path + "/" + name; }
  size_t files() const { return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path), {})); }
};

Tensor iota(DType dtype, std::vector<int64_t> shape) { return *make_tensor("iota", dtype, shape); }

bool same(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape &&
         std::memcmp(a.data.get(), b.data.get(), static_cast<size_t>(a.bytes())) == 0;
}

std::string npy(const std::string& dict, const std::string& data, char version = 1) {
  std::string header = std::string("\x93NUMPY") + version + '\0';
  header += static_cast<char>(dict.size() & 0xff);
  header += static_cast<char>(dict.size() >> 8);
  if (version > 1) header += std::string(2, '\0');
  return header + dict + data;
}

// The text of the error, which must be one line that begins with the path.
std::string error_of(const Folder& folder, const std::string& bytes) {
  std::string path = folder / "bad.npy";
  REQUIRE(write_file(path, bytes).ok());
  Result<Tensor> t = read_npy(path);
  REQUIRE(!t.ok());
  CHECK(t.error().text.starts_with(path + ": "));
  CHECK(t.error().text.find('\n') == std::string::npos);
  return t.error().text.substr(path.size() + 2);
}

}  // namespace

TEST_CASE("every dtype comes back from .npy") {
  Folder folder;
  for (const char* name : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
                           "float32", "float64", "bfloat16"}) {
    for (std::vector<int64_t> shape : {std::vector<int64_t>{}, {5}, {2, 3}, {0, 4}}) {
      Tensor t = iota(*parse_dtype(name), shape);
      REQUIRE(write_npy(folder / "t.npy", t).ok());
      Result<Tensor> back = read_npy(folder / "t.npy");
      REQUIRE_MESSAGE(back.ok(), back.error().text);
      CHECK(same(t, *back));
    }
  }
  CHECK(folder.files() == 1);  // no temporary files remain
}

TEST_CASE("the header is numpy's, padded to 64 bytes") {
  Folder folder;
  REQUIRE(write_npy(folder / "t.npy", iota(kFloat32, {2, 3})).ok());
  std::string bytes = *read_file(folder / "t.npy");
  CHECK(bytes.size() == 128 + 24);
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  CHECK(bytes.substr(10, 60) == "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } ");
  CHECK(bytes[127] == '\n');
}

TEST_CASE("Fortran order, big endian and versions 2 and 3 are understood") {
  Folder folder;
  auto read = [&](const std::string& bytes) {
    REQUIRE(write_file(folder / "t.npy", bytes).ok());
    Result<Tensor> t = read_npy(folder / "t.npy");
    REQUIRE_MESSAGE(t.ok(), t.error().text);
    return *t;
  };
  Tensor f = read(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", std::string("\0\3\1\4\2\5", 6)));
  CHECK(same(f, iota(kInt8, {2, 3})));
  Tensor b =
      read(npy("{'shape': (2,), 'descr': '>i4', 'fortran_order': False}\n", std::string("\0\0\0\0\0\0\0\1", 8), 2));
  CHECK(same(b, iota(kInt32, {2})));
  Tensor u = read(npy("{'descr':'=u2','fortran_order':False,'shape':(2L,)}", std::string("\0\0\1\0", 4), 3));
  CHECK(same(u, iota(DType::unsigned_integer(16), {2})));
}

TEST_CASE("hostile .npy files are refused by name") {
  Folder folder;
  CHECK(error_of(folder, "") == "not a .npy file");
  CHECK(error_of(folder, "hello, this is text") == "not a .npy file");
  CHECK(error_of(folder, npy("{}", "", 9)) == "version 9.0 of .npy is not supported");
  CHECK(error_of(folder, std::string("\x93NUMPY\x01\x00\xff", 9)) == "the file ends within the header");
  CHECK(error_of(folder, std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12)) ==
        "a header of 2147483647 bytes; at most 65536 are read");
  CHECK(error_of(folder, npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "")) ==
        "dtype '<c8' is not supported");
  CHECK(error_of(folder, npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "")) ==
        "structured dtypes are not supported");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "")) ==
        "a shape that is not a list of sizes");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", "")) ==
        "a shape that is not a list of sizes");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': False}", "")) ==
        "the header lacks descr, fortran_order or shape");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': maybe, 'shape': ()}", "")) == "malformed header");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'descr': '<f4', 'shape': ()}", "")) ==
        "key 'descr' twice in the header");
  CHECK(error_of(folder, npy(std::string(50000, '('), "")) == "malformed header");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "12345678")) ==
        "shape (2, 3) of float32 does not fit the 8 bytes of data");
  CHECK(error_of(folder, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "12345678")) ==
        "shape (1,) of float32 does not fit the 8 bytes of data");
  CHECK(
      error_of(folder,
               npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4611686018427387904)}", ""))
          .starts_with("shape (46"));
  CHECK(read_npy(folder / "missing.npy").error().text.ends_with("there is no such file or folder"));
  CHECK(!read_npy(folder.path).ok());
}

TEST_CASE("a failed write leaves the old file and nothing else") {
  Folder folder;
  REQUIRE(write_file(folder / "t", "old").ok());
  CHECK(!write_file(folder / "no/such/place", "new").ok());
  CHECK(*read_file(folder / "t") == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE(".npz keeps names, order and bytes, and equal tensors make equal files") {
  Folder folder;
  std::vector<std::pair<std::string, Tensor>> tensors = {
      {"weight", iota(kFloat32, {300, 7})}, {"a.b/c", iota(kBool, {})}, {"none", iota(kInt64, {0})}};
  REQUIRE(write_npz(folder / "t.npz", tensors).ok());
  REQUIRE(write_npz(folder / "u.npz", tensors).ok());
  CHECK(*read_file(folder / "t.npz") == *read_file(folder / "u.npz"));
  auto back = read_npz(folder / "t.npz");
  REQUIRE_MESSAGE(back.ok(), back.error().text);
  REQUIRE(back->size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK((*back)[i].first == tensors[i].first);
    CHECK(same((*back)[i].second, tensors[i].second));
  }
  REQUIRE(write_npz(folder / "t.npz", {}).ok());
  CHECK(read_npz(folder / "t.npz")->empty());
}

TEST_CASE("an archive that says it expands a thousandfold needs a word") {
  Folder folder;
  std::vector<std::pair<std::string, Tensor>> tensors = {{"x", iota(kFloat32, {100})}};
  REQUIRE(write_npz(folder / "t.npz", tensors).ok());
  std::string bytes = *read_file(folder / "t.npz");
  size_t entry = bytes.find("PK\x01\x02");
  bytes.replace(entry + 24, 4, std::string("\xff\xff\xff\x7f", 4));  // the size without compression
  REQUIRE(write_file(folder / "bomb.npz", bytes).ok());
  CHECK(read_npz(folder / "bomb.npz")
            .error()
            .text.find("would expand to 2147483647, more than 1,000 times as many; --allow-large takes it") !=
        std::string::npos);
  CHECK(!read_npz(folder / "bomb.npz", true).ok());  // what it says is wrong
}

TEST_CASE("several files are written together or not at all") {
  Folder folder;
  auto files = [&](std::vector<std::string> names) {
    std::vector<std::pair<std::string, Tensor>> out;
    for (const std::string& name : names) out.emplace_back(folder / name, iota(kFloat32, {3}));
    return out;
  };
  REQUIRE(write_npys(folder.path, files({"a", "b"})).ok());
  REQUIRE(write_file(folder / "old", "old").ok());
  std::string before = *read_file(folder / "a");
  REQUIRE(write_file(folder / "a", "other").ok());
  std::filesystem::create_directory(folder / "d");
  CHECK(!write_npys(folder.path, files({"a", "d"})).ok());
  std::vector<std::string> gone = {folder / "old"}, kept = {folder / "old", folder / "a/nothing"};
  CHECK(!write_npys(folder.path, files({"a", "b", "new"}), kept).ok());
  CHECK(*read_file(folder / "a") == "other");
  CHECK(*read_file(folder / "old") == "old");
  CHECK(folder.files() == 4);
  REQUIRE(write_npys(folder.path, files({"a", "b"}), gone).ok());
  CHECK(*read_file(folder / "a") == before);
  CHECK(folder.files() == 3);
}

TEST_CASE("damaged archives are refused") {
  Folder folder;
  std::vector<std::pair<std::string, Tensor>> tensors = {{"x", iota(kFloat32, {100})}};
  REQUIRE(write_npz(folder / "t.npz", tensors).ok());
  std::string bytes = *read_file(folder / "t.npz");
  REQUIRE(write_file(folder / "cut.npz", bytes.substr(0, bytes.size() / 2)).ok());
  CHECK(!read_npz(folder / "cut.npz").ok());
  REQUIRE(write_file(folder / "text.npz", "hello").ok());
  CHECK(read_npz(folder / "text.npz").error().text.ends_with(": not a .npz file"));
  bytes[200] ^= 1;  // data: the checksum tells
  REQUIRE(write_file(folder / "flipped.npz", bytes).ok());
  CHECK(!read_npz(folder / "flipped.npz").ok());
  CHECK(read_npz(folder / "missing.npz").error().text.ends_with("there is no such file or folder"));
}
