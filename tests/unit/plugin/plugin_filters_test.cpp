// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_filters.hpp"

#include <gtest/gtest.h>

#include "ncf/error.hpp"
#include "plugin/dataset_adapter.hpp"
#include "support/errors.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

using filter::ChunkLayout;

constexpr auto encode = FilterUse::encode;
constexpr auto decode = FilterUse::decode;

ChunkLayout integers(std::size_t bytes) {
  return {bytes, ncf_element_integer, ncf_order_little, {8, 16}};
}

ChunkLayout floats() { return {4, ncf_element_floating, ncf_order_little, {8, 16}}; }

class PluginFiltersTest : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("pair")}); }

  static std::string failure_of(std::uint32_t id, const std::vector<std::uint32_t>& words,
                                const ChunkLayout& layout, ErrorCode code) {
    try {
      (void)PluginFilters().bind({id, words}, layout, encode);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      return error.what();
    }
    return {};
  }
};

TEST_F(PluginFiltersTest, AsksTheFiltersOwnCallback) {
  PluginFilters filters;
  EXPECT_EQ(filters.bind({400, {90}}, integers(2), encode), (StoredFilter{400, {90, 2}}));
  EXPECT_EQ(filters.bind({400, {90}}, integers(8), encode), (StoredFilter{400, {90, 8}}));
}

TEST_F(PluginFiltersTest, SaysThatAFilterCannotBeApplied) {
  EXPECT_EQ(failure_of(400, {90}, floats(), ErrorCode::unsupported),
            "filter parameters not appropriate");
}

TEST_F(PluginFiltersTest, AsksTheKernelWhereThereIsOne) {
  PluginFilters filters;
  EXPECT_EQ(filters.bind({32015, {3}}, floats(), encode), (StoredFilter{32015, {3}}));
  EXPECT_EQ(failure_of(307, {77}, floats(), ErrorCode::unsupported),
            "level must be 1 to 9, not 77");
}

TEST_F(PluginFiltersTest, ReadsACodecByItsName) {
  search({test::plugin_group("pair"), test::plugin_group("other")});
  const auto codec = [](const std::string& json) {
    return filter::parse_codec(json, filter::ZarrFormat::v2);
  };
  PluginFilters filters;
  EXPECT_EQ(filters.find_filter(codec(R"({"id":"xor-other","key":7})")), (Filter{400, {7}}));
  EXPECT_EQ(filters.find_filter(codec(R"({"id":"lzma"})")), std::nullopt);
}

// Measured with HDF5 1.10.8: nbit of float32, [count, no-op, elements, class, size, ...].
TEST_F(PluginFiltersTest, WorksForWhatIsBuiltInToHdf5) {
  EXPECT_EQ(PluginFilters().bind({5, {}}, floats(), encode),
            (StoredFilter{5, {8, 1, 128, 1, 4, 0, 32, 0}}));
}

TEST_F(PluginFiltersTest, NamesAFilterThatIsNotHere) {
  EXPECT_TRUE(failure_of(499, {}, floats(), ErrorCode::not_found)
                  .starts_with("filter 499 is not available"));
}

TEST_F(PluginFiltersTest, TellsReadingFromWriting) {
  search({test::plugin_group("reads_only")});
  PluginFilters filters;
  EXPECT_EQ(filters.bind({403, {90, 2}}, integers(2), decode), (StoredFilter{403, {90, 2}}));
  EXPECT_EQ(filters.get_kernel(403, decode).id(), 403U);
  const std::string reason = "filter 403 cannot write here, it is built to read only\n  library: " +
                             test::plugin_group("reads_only") + "/libxor_filter.so";
  EXPECT_EQ(failure_of(403, {90}, integers(2), ErrorCode::unsupported), reason);
  EXPECT_EQ(test::reason_of([&] { (void)filters.get_kernel(403, encode); }), reason);
}

TEST_F(PluginFiltersTest, PassesOnWhyAPluginOfOthersFails) {
  const filter::Kernel kernel = PluginFilters().get_kernel(400, encode);
  const filter::Workspace workspace = kernel.make_workspace();
  const std::vector<std::byte> values(16);
  std::vector<std::byte> stored(kernel.bound({}, values.size()));
  EXPECT_EQ(test::reason_of([&] { kernel.encode(workspace, {}, values, stored); }),
            "no key to xor with");
}

TEST_F(PluginFiltersTest, PluginsOfOthersEncodeAndDecode) {
  (void)PluginFilters().bind({400, {90}}, integers(1), encode);
  ScratchDataset dataset({400, {90}}, integers(1));
  const std::vector<std::byte> values(std::size_t{8} * 16, std::byte{7});
  EXPECT_EQ(dataset.round_trip(values), values);
  EXPECT_EQ(dataset.stored_bytes(), values.size());
}

}  // namespace
}  // namespace ncf::plugin
