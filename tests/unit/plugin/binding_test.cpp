// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/binding.hpp"

#include <gtest/gtest.h>

#include "ncf/error.hpp"
#include "plugin/dataset_adapter.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

using filter::ChunkLayout;

ChunkLayout integers(std::size_t bytes) {
  return {bytes, ncf_element_integer, ncf_order_little, {8, 16}};
}

ChunkLayout floats() { return {4, ncf_element_floating, ncf_order_little, {8, 16}}; }

class Binding : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("pair")}); }

  static std::string failure_of(std::uint32_t id, const std::vector<std::uint32_t>& words,
                                const ChunkLayout& layout, ErrorCode code) {
    try {
      (void)FilterBinding().bind({id, words}, layout);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      return error.what();
    }
    return {};
  }
};

TEST_F(Binding, AsksTheFiltersOwnCallback) {
  FilterBinding binding;
  EXPECT_EQ(binding.bind({400, {90}}, integers(2)), (StoredFilter{400, {90, 2}}));
  EXPECT_EQ(binding.bind({400, {90}}, integers(8)), (StoredFilter{400, {90, 8}}));
}

TEST_F(Binding, SaysThatAFilterCannotBeApplied) {
  EXPECT_EQ(failure_of(400, {90}, floats(), ErrorCode::unsupported),
            "filter parameters not appropriate");
}

TEST_F(Binding, AsksTheKernelWhereThereIsOne) {
  FilterBinding binding;
  EXPECT_EQ(binding.bind({32015, {3}}, floats()), (StoredFilter{32015, {3}}));
  EXPECT_EQ(failure_of(307, {77}, floats(), ErrorCode::unsupported),
            "level must be 1 to 9, not 77");
}

TEST_F(Binding, ReadsACodecByItsName) {
  search({test::plugin_group("pair"), test::plugin_group("other")});
  const auto codec = [](const std::string& json) {
    return filter::parse_codec(json, filter::ZarrFormat::v2);
  };
  FilterBinding binding;
  EXPECT_EQ(binding.find_filter(codec(R"({"id":"xor-other","key":7})")), (Filter{400, {7}}));
  EXPECT_EQ(binding.find_filter(codec(R"({"id":"lzma"})")), std::nullopt);
}

// Measured with HDF5 1.10.8: nbit of float32, [count, no-op, elements, class, size, ...].
TEST_F(Binding, WorksForWhatIsBuiltInToHdf5) {
  EXPECT_EQ(FilterBinding().bind({5, {}}, floats()),
            (StoredFilter{5, {8, 1, 128, 1, 4, 0, 32, 0}}));
}

TEST_F(Binding, NamesAFilterThatIsNotHere) {
  EXPECT_TRUE(failure_of(499, {}, floats(), ErrorCode::not_found)
                  .starts_with("filter 499 is not available"));
}

TEST_F(Binding, PluginsOfOthersEncodeAndDecode) {
  (void)FilterBinding().bind({400, {90}}, integers(1));
  ScratchDataset dataset({400, {90}}, integers(1));
  const std::vector<std::byte> values(std::size_t{8} * 16, std::byte{7});
  EXPECT_EQ(dataset.round_trip(values), values);
  EXPECT_EQ(dataset.stored_bytes(), values.size());
}

}  // namespace
}  // namespace ncf::plugin
