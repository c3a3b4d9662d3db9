// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/filter_source.hpp"
#include "filter/codecs/codec_json.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::filter {
namespace {

constexpr std::uint32_t shuffle_id = 2;
constexpr std::uint32_t bzip2 = 307;
constexpr auto to_encode = FilterUse::encode;

TEST(BuiltinFilters, BindWhatIsLinkedIn) {
  const ChunkLayout layout{8, ncf_element_floating, ncf_order_little, {4, 5}};
  Filter visible{shuffle_id, {}};
  EXPECT_EQ(builtin_filters().bind(visible, layout, to_encode), (StoredFilter{shuffle_id, {8}}));
  EXPECT_EQ(builtin_filters().bind_codec(visible, layout, {}, to_encode),
            (StoredFilter{shuffle_id, {8}}));
  EXPECT_EQ(builtin_filters().get_kernel(shuffle_id, to_encode).name(), "shuffle");
}

TEST(BuiltinFilters, LookForNoPlugins) {
  const Error error = test::error_of([] { (void)builtin_filters().get_kernel(bzip2, to_encode); });
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_STREQ(error.what(), "filter 307 (bzip2) is not built in, and no plugins are looked for");
  const Codec codec = parse_codec(base::parse_json(R"({"id":"bz2","level":1})"), ZarrFormat::v2);
  EXPECT_EQ(builtin_filters().find_filter(codec), std::nullopt);
  EXPECT_EQ(builtin_filters().find_codec({bzip2, {1}}, ZarrFormat::v2, {}, {}), std::nullopt);
}

}  // namespace
}  // namespace ncf::filter
