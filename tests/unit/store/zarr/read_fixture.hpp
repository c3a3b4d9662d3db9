// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds stores by hand, in memory, and reads them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ncf/error.hpp"
#include "store/zarr/metadata/tree.hpp"
#include "store/zarr/schema/schema.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class ReadTest : public testing::Test {
 protected:
  void put(const std::string& key, const std::string& value) {
    keys_->write(key, std::as_bytes(std::span(value)));
  }

  /// Returns the store as it is now.
  ZarrStore& open() {
    OpenStore open = read_schema(read_tree(*keys_), filter::builtin_filters());
    store_ = std::make_unique<ZarrStore>(std::move(keys_), std::move(open),
                                         filter::builtin_filters(), Tuning{});
    return *store_;
  }

  template <class Number>
  std::vector<Number> read(model::VariableId id) {
    const model::Schema& schema = store_->schema();
    const auto shape = schema.shape(schema.variables[id]);
    model::Values values(schema.variables[id].type);
    store_->read(id, {std::vector<std::size_t>(shape.size(), 0), shape}, values);
    std::vector<Number> numbers(values.count());
    if (!numbers.empty()) std::memcpy(numbers.data(), values.data(), values.size_bytes());
    return numbers;
  }

  std::string message() {
    try {
      open();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  /// Returns what the store says about itself beside its schema: one finding each line.
  std::string findings() {
    std::string lines;
    for (const model::Finding& finding : open().schema().findings) {
      lines += (lines.empty() ? "" : "\n") + finding.message();
    }
    return lines;
  }

  std::unique_ptr<KeyStore> keys_ = make_memory_store();
  std::unique_ptr<ZarrStore> store_;
};

/// Returns metadata of an array.
inline std::string zarray(const std::string& more) {
  return R"({"zarr_format":2,"shape":[3,2],"chunks":[2,2],"dtype":"|u1","compressor":null,)"
         R"("filters":null,"fill_value":9,"order":"C")" +
         more + "}";
}

inline std::string zarr_json(const std::string& codecs, const std::string& more = "") {
  return R"({"zarr_format":3,"node_type":"array","shape":[3,4],"data_type":"uint8",)"
         R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[2,4]}},)"
         R"("chunk_key_encoding":{"name":"default","configuration":{"separator":"/"}},)"
         R"("fill_value":7,"codecs":)" +
         codecs + more + "}";
}

inline std::string array_v2(const std::string& dtype, const std::string& fill_value,
                            const std::string& chunks = "[1]") {
  return R"({"zarr_format":2,"shape":[1],"chunks":)" + chunks + R"(,"dtype":")" + dtype +
         R"(","compressor":null,"filters":null,"order":"C","fill_value":)" + fill_value + "}";
}

inline std::string array_v3(const std::string& data_type, const std::string& fill_value,
                            const std::string& chunks = "[1]",
                            const std::string& codec = R"({"name":"bytes"})") {
  return R"({"zarr_format":3,"node_type":"array","shape":[1],"data_type":)" + data_type +
         R"(,"chunk_grid":{"name":"regular","configuration":{"chunk_shape":)" + chunks +
         R"(}},"chunk_key_encoding":{"name":"default"},"codecs":[)" + codec + R"(],"fill_value":)" +
         fill_value + "}";
}

using EightBytes = std::array<unsigned char, 8>;

}  // namespace ncf::store::zarr
