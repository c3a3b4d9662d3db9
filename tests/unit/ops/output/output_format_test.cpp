// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_format.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ncf/dataset.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

using model::RequestedLayout;
using Kind = RequestedLayout::Kind;

constexpr std::uint64_t kib = 1U << 10;
constexpr std::uint64_t mib = 1U << 20;

TEST(RequestedLayout, TextsAndWhatTheyMean) {
  EXPECT_EQ(parse_layout(""), RequestedLayout{});
  EXPECT_EQ(parse_layout("consolidated"), RequestedLayout{Kind::consolidated});
  EXPECT_EQ(parse_layout("paged"), RequestedLayout{Kind::paged});
  EXPECT_EQ(parse_layout("paged=65536"), (RequestedLayout{Kind::paged, 65536}));
  EXPECT_EQ(parse_layout("paged=64KiB"), (RequestedLayout{Kind::paged, 64 * kib}));
  EXPECT_EQ(parse_layout("paged=8M"), (RequestedLayout{Kind::paged, 8'000'000}));
  EXPECT_EQ(parse_layout("paged=1GiB"), (RequestedLayout{Kind::paged, 1024 * mib}));
  for (const char* text : {"consolidated", "paged=4096", ""}) {
    EXPECT_EQ(format_layout(parse_layout(text)), text);
  }
}

TEST(RequestedLayout, OtherTextsAreRefused) {
  EXPECT_EQ(test::reason_of([] { (void)parse_layout("page"); }),
            "--layout 'page': expected consolidated, paged or paged=SIZE");
  for (const char* size : {"", "511", "2GiB", "64KB", "1.5G", "-4096", "99999999999999999999"}) {
    EXPECT_EQ(test::reason_of([&] { (void)parse_layout("paged=" + std::string(size)); }),
              "--layout paged=" + std::string(size) +
                  ": expected pages of 512 bytes to 1 GiB, for example paged=64KiB");
  }
}

TEST(RequestedLayout, OnlyNetcdf4HasOne) {
  EXPECT_NO_THROW(require_layout("--layout", {}, Format::classic));
  EXPECT_NO_THROW(require_layout("--layout", {Kind::paged}, Format::netcdf4_classic));
  EXPECT_EQ(test::reason_of([] { require_layout("--layout", {Kind::paged}, Format::zarr2); }),
            "--layout needs a netCDF-4 output, but the output's format is " +
                std::string(format_name(Format::zarr2)) + "; add -k nc4");
}

TEST(RequestedLayout, PagesAreLargeUnlessTheyWasteSpace) {
  const auto pages = [](std::uint64_t metadata, const std::vector<StoredParts>& values) {
    return choose_page_bytes(metadata, values);
  };
  EXPECT_EQ(pages(2 * mib, {{100'000, 100 * kib}}), 8 * mib);
  EXPECT_EQ(pages(100 * kib, {{1800, 90 * kib}}), 4 * mib);
  EXPECT_EQ(pages(150 * kib, {{1800, 27'000}}), 1 * mib);
  EXPECT_EQ(pages(150 * kib, {{1800, 1'500'000}}), 128 * kib);
  EXPECT_EQ(pages(100 * kib, {{1000, 4'300'000}}), 256 * kib);
  EXPECT_EQ(pages(20 * kib, {{1, 100}}), 4 * kib);
  EXPECT_EQ(pages(3 * kib, {}), 4 * kib);
}

/// Makes two variables of several chunks each, which are written chunk by chunk in turns.
RequestedLayout made_by_program(const std::string& layout) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "out.nc").string();
  Definition definition;
  definition.add_dimension("/x", 40);
  for (const char* name : {"/a", "/b"}) {
    definition.add_variable(name, ElementType::int8, {"/x"});
    definition.set_chunks(name, {10});
  }
  Target target = Target::create(path, definition, {.layout = layout});
  const std::vector<std::byte> chunk(10, std::byte{1});
  for (std::size_t i = 0; i < 40; i += 10) {
    for (const char* name : {"/a", "/b"}) target.write(name, {{i}, {10}}, chunk);
  }
  target.commit();
  return store::open_source(path)->layout_to_keep();
}

TEST(RequestedLayout, TargetsOfProgramsHaveIt) {
  EXPECT_EQ(made_by_program(""), RequestedLayout{});
  EXPECT_EQ(made_by_program("consolidated"), RequestedLayout{Kind::consolidated});
  EXPECT_EQ(made_by_program("paged=8192"), (RequestedLayout{Kind::paged, 8192}));
  EXPECT_THROW((void)made_by_program("page"), Error);
}

}  // namespace
}  // namespace ncf::ops
