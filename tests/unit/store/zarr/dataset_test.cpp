// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores as we make them, through model::Dataset.
#include <gtest/gtest.h>

#include <numeric>

#include "store/open/open.hpp"
#include "store/open/store_kinds.hpp"
#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/files.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

using model::TypeClass;

constexpr std::size_t rows = 40;
constexpr std::size_t columns = 30;
constexpr std::size_t zarr_chunk_bytes = 7 * 9 * sizeof(std::int32_t);

/// int v(y, x), in chunks.
model::Schema schema_of(Format format) {
  model::Schema schema = test::one_variable(TypeClass::int_, {{"y", rows}, {"x", columns}});
  schema.format = format;
  schema.variables[0].storage = {model::Layout::chunked, {7, 9}};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  return schema;
}

/// That many, counted from `begin`.
model::Values counted(std::int32_t begin, std::size_t count) {
  std::vector<std::int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), begin);
  return test::values_of(TypeClass::int_, numbers);
}

struct Kind {
  Format format;
  bool is_zip;
  bool has_shards = false;
};

class ZarrDatasets : public testing::TestWithParam<Kind> {
 protected:
  ZarrDatasets() {
    if (GetParam().has_shards) schema_.variables[0].storage.shard_shape = {14, 20};
  }

  static Tuning tuning(std::optional<std::uint64_t> cache_bytes = {}) {
    Tuning tuning{.cache_bytes = cache_bytes};
    if (GetParam().is_zip) {
      tuning.file = {find_store_kind(location::Contents::Kind::zip),
                     GetParam().format == Format::nczarr ? "out" : ""};
    }
    return tuning;
  }

  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "out.zarr";
  model::Schema schema_ = schema_of(GetParam().format);
};

// Row by row all chunks along it are met, of which only some are held.
TEST_P(ZarrDatasets, ChunksThatAreHeldNoLongerAreRight) {
  for (const std::uint64_t cache_bytes : {std::uint64_t{0}, std::uint64_t{2} * zarr_chunk_bytes}) {
    const auto output = create_target(path_, {}, schema_, tuning(cache_bytes));
    for (std::size_t y = 0; y < rows; ++y) {
      output->write(0, {{y, 0}, {1, columns}},
                    counted(static_cast<std::int32_t>(y * columns), columns));
    }
    // All of a chunk that is held, and of one that is not.
    output->write(0, {{35, 27}, {5, 3}}, counted(-15, 15));
    output->write(0, {{0, 0}, {7, 9}}, counted(-63, 63));
    output->write(0, {{0, 0}, {7, 9}}, counted(-163, 63));
    output->close();
    const auto input = open_source(path_.string(), {.cache_bytes = cache_bytes});
    model::Values column(model::atomic_type(TypeClass::int_));
    for (std::size_t x = 0; x < columns; ++x) {
      input->read(0, {{0, x}, {rows, 1}}, column);
      for (std::size_t y = 0; y < rows; ++y) {
        const std::size_t expected = y < 7 && x < 9       ? y * 9 + x - 163
                                     : y >= 35 && x >= 27 ? (y - 35) * 3 + x - 27 - 15
                                                          : y * columns + x;
        ASSERT_EQ(test::get<std::int32_t>(column, y), static_cast<std::int32_t>(expected))
            << y << ", " << x;
      }
    }
    std::filesystem::remove_all(path_);
  }
}

TEST_P(ZarrDatasets, AFullDiskIsToldWithThePlace) {
  const auto output = create_target(path_, {}, schema_, tuning(0));
  output->write(0, {{0, 0}, {7, 9}}, counted(0, 63));
  const test::FileSizeLimit limit(5);
  const Error error = test::error_of([&] { output->write(0, {{7, 0}, {7, 9}}, counted(0, 63)); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  const std::string key = GetParam().format == Format::zarr3 ? "v/c/0/0" : "v/0.0";
  EXPECT_EQ(error.what(), "variable /v: " + key + ": File too large");
}

TEST_P(ZarrDatasets, MisuseIsToldNotDone) {
  const auto output = create_in_memory(schema_);
  EXPECT_EQ(test::reason_of([&] {
              output->write(0, {{0, 0}, {1, 1}}, counted(0, 2));
            }),
            "variable /v: the number of values differs from the size of the box");
  EXPECT_EQ(test::reason_of([&] {
              output->write(0, {{rows - 1, 0}, {2, 1}}, counted(0, 2));
            }),
            "variable /v: values beyond the end of dimension y");
}

TEST_P(ZarrDatasets, AFullDiskIsToldWhenMetadataAreWritten) {
  schema_.variables[0].attributes = {test::text_attribute("a", std::string(50'000, 'x'))};
  const auto output = create_target(path_, {}, schema_, tuning());
  const test::FileSizeLimit limit(20'000);
  const std::string key = GetParam().format == Format::zarr3 ? "v/zarr.json" : "v/.zattrs";
  EXPECT_EQ(test::reason_of([&] { output->close(); }), "variable /v: " + key + ": File too large");
}

TEST_P(ZarrDatasets, WhatZarrCannotHaveIsToldBeforehand) {
  const model::TypeRef record =
      test::compound_of({{"n", 0, model::atomic_type(TypeClass::int_), {}}}, 4, "record");
  schema_.types = {{0, record}};
  EXPECT_NO_THROW(create_in_memory(schema_));  // nothing is of it
  const model::Attribute attribute = test::attribute("a", model::Values(record, 1));
  schema_.groups[0].attributes = {attribute};
  EXPECT_EQ(
      test::reason_of([&] { create_in_memory(schema_); }),
      "group /: attribute a: is of type record, and attributes in Zarr have no user-defined types");
  schema_.groups[0].attributes.clear();
  schema_.variables[0].attributes = {attribute};
  EXPECT_EQ(test::reason_of([&] { create_in_memory(schema_); }),
            "variable /v: attribute a: is of type record, and attributes in Zarr have no "
            "user-defined types");
  schema_.variables[0].attributes.clear();
  schema_.variables[0].type = record;
  EXPECT_EQ(test::reason_of([&] { create_in_memory(schema_); }),
            "variable /v: is of type record; of user-defined types, Zarr outputs can have complex "
            "numbers, booleans and opaque ones only");
}

std::string name_of(const Kind& kind) {
  const std::string version = kind.format == Format::nczarr  ? "NCZarr"
                              : kind.format == Format::zarr2 ? "Zarr2"
                                                             : "Zarr3";
  return version + (kind.has_shards ? "Shards" : "") + (kind.is_zip ? "Zip" : "");
}

constexpr Kind kinds[] = {{Format::nczarr, false},      {Format::zarr2, false},
                          {Format::zarr3, false},       {Format::nczarr, true},
                          {Format::zarr2, true},        {Format::zarr3, true},
                          {Format::zarr3, false, true}, {Format::zarr3, true, true}};

INSTANTIATE_TEST_SUITE_P(Stores, ZarrDatasets, testing::ValuesIn(kinds),
                         [](const auto& chosen) { return name_of(chosen.param); });

}  // namespace
}  // namespace ncf::store
