// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/chain_order.hpp"

#include <gtest/gtest.h>

#include "filter/registry/known_ids.hpp"
#include "support/errors.hpp"

namespace ncf::filter {
namespace {

Chain chain_of(std::string_view text) {
  Chain chain;
  for (const FilterAsWritten& one : parse_filter_spec(text).filters) {
    chain.push_back(resolve(FilterSpec{{one}}).front());
  }
  return chain;
}

bool keeps_values(std::string_view text) { return !find_late_filter(chain_of(text)); }

TEST(ChainOrder, FiltersOfValuesComeFirst) {
  for (const char* values : {"zfp,rate=8", "zfp,reversible", "scaleoffset,bits=0", "nbit",
                             "sz,absolute=1", "sz3,absolute=1"}) {
    for (const char* bytes : {"shuffle", "fletcher32", "deflate,4", "zstd,3", "szip", "blosc",
                              "bitshuffle", "lz4", "lzf", "bzip2", "blosc2"}) {
      EXPECT_TRUE(keeps_values(std::string(values) + '|' + bytes)) << values << ' ' << bytes;
      EXPECT_FALSE(keeps_values(std::string(bytes) + '|' + values)) << values << ' ' << bytes;
    }
  }
}

TEST(ChainOrder, WhatRoundsMayComeBeforeThem) {
  EXPECT_TRUE(keeps_values("bitgroom|zfp,rate=8|fletcher32"));
  EXPECT_TRUE(keeps_values("bitgroom|shuffle|zstd"));
  EXPECT_FALSE(keeps_values("shuffle|bitgroom"));
  EXPECT_FALSE(keeps_values("zfp,rate=8|bitgroom"));
  EXPECT_FALSE(keeps_values("zfp,rate=8|scaleoffset,digits=2"));
}

TEST(ChainOrder, AFilterThatTruncatesByItsParametersWorksOnValues) {
  EXPECT_TRUE(keeps_values("shuffle|blosc2,filter=byte"));
  EXPECT_FALSE(keeps_values("shuffle|blosc2,filter=trunc_prec"));
}

TEST(ChainOrder, UnknownFiltersMayBeAnywhere) {
  for (const char* text : {"shuffle|399,1", "399,1|zfp,rate=8", "307,9|2|40000", "307,4|301|302"}) {
    EXPECT_TRUE(keeps_values(text)) << text;
  }
  EXPECT_FALSE(keeps_values("399,1|shuffle|400|zfp,rate=8"));
}

TEST(ChainOrder, OfZarrKeepsValuesWholeForShuffle) {
  const Chain netcdfs = chain_of("fletcher32|shuffle|deflate,4");
  EXPECT_TRUE(why_not_in_zarr(netcdfs, 8).has_value());
  EXPECT_FALSE(why_not_in_zarr(netcdfs, 4).has_value());
  EXPECT_FALSE(why_not_in_zarr(chain_of("shuffle|deflate,4|fletcher32"), 8).has_value());
  EXPECT_TRUE(why_not_in_zarr(chain_of("zstd|shuffle"), 2).has_value());
  EXPECT_FALSE(why_not_in_zarr(chain_of("zstd|shuffle"), 1).has_value());
}

TEST(ChainOrder, OfLibnetcdfIsItsOwn) {
  EXPECT_EQ(in_order_of_libnetcdf(chain_of("zstd|shuffle|fletcher32")),
            chain_of("fletcher32|shuffle|zstd"));
  EXPECT_NO_THROW(require_order_of_libnetcdf(chain_of("zstd|shuffle|fletcher32")));
  EXPECT_EQ(test::error_of([] {
              require_order_of_libnetcdf(chain_of("scaleoffset,bits=0|fletcher32"));
            }).code(),
            ErrorCode::unsupported);
}

bool has_order_of_attributes(std::string_view text) {
  StoredChain chain;
  for (const Filter& filter : chain_of(text)) chain.push_back({filter.id, filter.parameters});
  return filter::has_order_of_attributes(chain);
}

TEST(ChainOrder, OfAttributesIsFletcher32ShuffleDeflateOthers) {
  for (const char* text : {"fletcher32", "fletcher32|shuffle|deflate,4|zstd,3", "shuffle|zstd,3",
                           "shuffle|szip", "zstd,3|bzip2", "zfp,rate=8"}) {
    EXPECT_TRUE(has_order_of_attributes(text)) << text;
  }
  for (const char* text :
       {"shuffle|deflate,4|fletcher32", "shuffle|fletcher32", "deflate,4|shuffle",
        "zstd,3|deflate,4", "zstd,3|shuffle", "zfp,rate=8|fletcher32", "deflate,4|deflate,9"}) {
    EXPECT_FALSE(has_order_of_attributes(text)) << text;
  }
}

TEST(ChainOrder, ShufflesOfEncodedChunksTakeWholeElements) {
  const StoredFilter two{shuffle_id, {2}};
  const StoredFilter four{shuffle_id, {4}};
  const StoredFilter deflate{deflate_id, {1}};
  const StoredFilter fletcher32{fletcher32_id, {}};
  EXPECT_NO_THROW(require_whole_shuffles({four, deflate}, 8));
  EXPECT_NO_THROW(require_whole_shuffles({two, four, deflate}, 8));
  EXPECT_NO_THROW(require_whole_shuffles({fletcher32, four}, 8));
  EXPECT_NO_THROW(require_whole_shuffles({deflate, {shuffle_id, {1}}}, std::nullopt));
  EXPECT_EQ(
      test::reason_of([&] {
        require_whole_shuffles({two, four, deflate}, 10);
      }),
      "Zarr readers cannot undo shuffle on 10 bytes, which are not whole elements of 4 bytes; "
      "choose other filters");
  EXPECT_EQ(
      test::reason_of([&] {
        require_whole_shuffles({deflate, four}, 8);
      }),
      "Zarr readers cannot undo shuffle on data of any length, which may not be whole elements "
      "of 4 bytes; choose other filters");
  EXPECT_THROW(require_whole_shuffles({four}, std::nullopt), Error);
  EXPECT_FALSE(find_partial_shuffle({deflate, four}, 8, UnknownSizes::are_whole));
}

}  // namespace
}  // namespace ncf::filter
