// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Metadata changed at random: the only permitted failure is an ncf::Error, and nothing outside the
// store is touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "ncf/error.hpp"
#include "store/open/open.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "support/files.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;

struct Value {
  std::string key;
  std::string text;
};

const std::vector<Value>& values_of_v2() {
  static const std::vector<Value> values = {
      {".zgroup", R"({"zarr_format":2})"},
      {".zattrs",
       R"({"title":"x","n":[1,2],"_nczarr_group":{"dimensions":{"t":{"size":4,"unlimited":1},"y":3},)"
       R"("arrays":["v","s"],"groups":["g"]},"_nczarr_superblock":{"version":"2.0.0"},)"
       R"("_nczarr_attr":{"types":{"title":">S1","n":"<i2"}}})"},
      {"v/.zarray",
       R"({"zarr_format":2,"shape":[4,3],"chunks":[2,2],"dtype":"<i2","order":"C","fill_value":-9,)"
       R"("filters":[{"id":"shuffle","elementsize":2}],"compressor":{"id":"zlib","level":1},)"
       R"("dimension_separator":"."})"},
      {"v/.zattrs",
       R"({"_ARRAY_DIMENSIONS":["t","y"],"units":"K","_nczarr_array":{"dimension_references":)"
       R"(["/t","/y"],"storage":"chunked"},"_nczarr_attr":{"types":{"units":">S1"}}})"},
      {"s/.zarray", R"({"zarr_format":2,"shape":[3],"chunks":[2],"dtype":"|S3","order":"F",)"
                    R"("fill_value":"AAAA","filters":null,"compressor":null})"},
      {"g/.zgroup", R"({"zarr_format":2})"},
  };
  return values;
}

const std::vector<Value>& values_of_v3() {
  static const std::vector<Value> values = {
      {"zarr.json", R"({"zarr_format":3,"node_type":"group","attributes":{"a":[1,"b",null]}})"},
      {"v/zarr.json",
       R"({"zarr_format":3,"node_type":"array","shape":[4,4],"data_type":"float32","chunk_grid":)"
       R"({"name":"regular","configuration":{"chunk_shape":[4,2]}},"chunk_key_encoding":{"name":)"
       R"("default","configuration":{"separator":"/"}},"fill_value":"NaN","codecs":[{"name":)"
       R"("sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":[{"name":"transpose",)"
       R"("configuration":{"order":[1,0]}},{"name":"bytes","configuration":{"endian":"big"}},)"
       R"({"name":"gzip","configuration":{"level":1}}],"index_codecs":[{"name":"bytes",)"
       R"("configuration":{"endian":"little"}},{"name":"crc32c"}],"index_location":"end"}}],)"
       R"("dimension_names":["y",null],"attributes":{"_FillValue":"AAAAAAAA+H8="}})"},
      {"v/c/0/0", std::string(68, '\xFF')},
      {"s/zarr.json",
       R"({"zarr_format":3,"node_type":"array","shape":[2],"data_type":"string","chunk_grid":)"
       R"({"name":"regular","configuration":{"chunk_shape":[2]}},"chunk_key_encoding":{"name":)"
       R"("v2"},"fill_value":"","codecs":[{"name":"vlen-utf8"}],"attributes":{}})"},
      {"s/0", std::string("\2\0\0\0\1\0\0\0a\0\0\0\0", 13)},
  };
  return values;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string change(std::string text) {
    static const std::string tokens[] = {
        "../..",  "/etc/passwd", "-1",      "0",          "18446744073709551615",
        "1e999",  "null",        "[]",      "{}",         "\"\"",
        "\"..\"", "\"|O\"",      "\">f8\"", "\"<U1\"",    "NaN",
        "[[[[",   "99999999999", "\\u0000", "4294967296", "\"x\":",
        "true",   "\"/\""};
    const std::size_t changes = 1 + pick(3);
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = pick(text.size() + 1);
      switch (pick(4)) {
        case 0:
          text.insert(at, tokens[pick(std::size(tokens))]);
          break;
        case 1:
          text.erase(at, pick(12));
          break;
        case 2:
          if (at < text.size()) text[at] = static_cast<char>(pick(256));
          break;
        default:
          replace_value(text, at, tokens[pick(std::size(tokens))]);
      }
    }
    return text;
  }

  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

 private:
  /// Replaces the text between two colons, commas or brackets, so that JSON often stays valid.
  static void replace_value(std::string& text, std::size_t at, const std::string& by) {
    const std::size_t colon = text.find(':', at);
    if (colon == std::string::npos) return;
    const std::size_t end = text.find_first_of(",}]", colon);
    text.replace(colon + 1, end == std::string::npos ? end : end - colon - 1, by);
  }

  std::mt19937 random_;
};

/// Reads everything and writes back what can be written.
void use(const std::string& store) {
  const auto dataset = open_source(store);
  const model::Schema& schema = dataset->schema();
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    try {
      auto shape = schema.shape(schema.variables[id]);
      for (std::size_t& length : shape) length = std::min<std::size_t>(length, 8);
      model::Values values(schema.variables[id].type);
      dataset->read(id, {std::vector<std::size_t>(shape.size(), 0), shape}, values);
      (void)dataset->stored_form(id);
      (void)dataset->stored_chunk_count(id);
    } catch (const Error&) {
      continue;  // of this variable alone
    }
  }
}

void run(const std::vector<Value>& values, unsigned seed) {
  constexpr int rounds = 1000;
  const test::TemporaryFolder place;
  std::ofstream(place / "outside") << "outside";
  const std::string store = (place / "store").string();
  Mutator mutator(seed);
  for (int round = 0; round < rounds; ++round) {
    fs::remove_all(store);
    const auto keys = make_folder(store);
    const std::size_t changed = mutator.pick(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string text = i == changed ? mutator.change(values[i].text) : values[i].text;
      keys->write(values[i].key, std::as_bytes(std::span(text)));
    }
    try {
      use(store);
    } catch (const Error&) {
      continue;
    }
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(place.path()), fs::directory_iterator()), 2);
  EXPECT_EQ(fs::file_size(place / "outside"), 7U);
}

TEST(MutatedMetadata, OfVersion2) { run(values_of_v2(), 2); }
TEST(MutatedMetadata, OfVersion3) { run(values_of_v3(), 3); }

TEST(MutatedMetadata, UnchangedIsReadable) {
  for (const auto* values : {&values_of_v2(), &values_of_v3()}) {
    const test::TemporaryFolder place;
    const auto keys = make_folder((place / "store").string());
    for (const Value& value : *values) keys->write(value.key, std::as_bytes(std::span(value.text)));
    EXPECT_NO_THROW(use((place / "store").string()));
    EXPECT_EQ(open_source((place / "store").string())->schema().variables.size(), 2U);
  }
}

}  // namespace
}  // namespace ncf::store::zarr
