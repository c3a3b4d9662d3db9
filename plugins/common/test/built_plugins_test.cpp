// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks every plugin of this build: each of its interfaces describes the filter that the registry
// knows, and decodes what it encoded; and every codec.
#include <gtest/gtest.h>
#include <ncf/kernel.h>
#include <netcdf.h>

#include "common/test/every_plugin.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/kernels/kernel.hpp"
#include "filter/registry/plugin_facts.hpp"
#include "filter/registry/registry.hpp"
#include "ops/info/typical_filter.hpp"

namespace ncf::plugins::test {
namespace {

class BuiltPlugin : public testing::TestWithParam<const char*> {
 protected:
  /// Returns the kernel of the plugin, or of the library if HDF5 has the filter too.
  [[nodiscard]] filter::Kernel kernel() const {
    const auto get_kernel =
        reinterpret_cast<ncf_get_kernel_function>(library_.find_symbol("ncf_get_kernel"));
    EXPECT_EQ(get_kernel == nullptr, facts_.providers.hdf5);
    return filter::Kernel(facts_.providers.hdf5 ? *filter::find_builtin_kernel(facts_.id)
                                                : *get_kernel());
  }

  const plugin::SharedLibrary library_ = open_plugin(GetParam());
  const filter::FilterFacts& facts_ = filter::get_filter(GetParam());
};

TEST_P(BuiltPlugin, IsTheFilterOfItsFacts) {
  EXPECT_EQ(facts_.name, GetParam());
  EXPECT_EQ(facts_.providers.ncf, !facts_.providers.hdf5);
  EXPECT_EQ(load_filter(GetParam())->id, static_cast<H5Z_filter_t>(facts_.id));
  EXPECT_EQ(kernel().id(), facts_.id);
  EXPECT_EQ(kernel().name(), facts_.name);
}

TEST_P(BuiltPlugin, HasTheCodecOfItsFacts) {
  const bool has_codec = library_.find_symbol("NCZ_get_codec_info") != nullptr;
  const bool is_known = !facts_.codecs.empty() && (facts_.codecs.front().difference.empty() ||
                                                   facts_.codecs.front().makes_bytes != nullptr);
  EXPECT_TRUE(has_codec || !is_known);
  if (!has_codec) return;
  const LoadedCodec codec(GetParam());
  EXPECT_EQ(codec.table().version, ncf_ncz_codec_version);
  EXPECT_EQ(codec.table().sort, ncf_ncz_codec_sort_hdf5);
  EXPECT_EQ(codec.table().filter_id, facts_.id);
  EXPECT_EQ(codec.table().codec_id, is_known ? facts_.codecs.front().numcodecs_id : facts_.name);
}

TEST_P(BuiltPlugin, GivesBackWhatItEncoded) {
  const Data data = temperature(64, 64);
  const Filter visible = *ops::typical_filter(facts_.id);
  const filter::ChunkLayout layout{
      sizeof(float), ncf_element_floating, ncf_order_little, {64, 64}, {}};
  kernel().check(visible.parameters);
  const auto working = kernel().bind(visible.parameters, layout);
  const filter::Workspace workspace = kernel().make_workspace();
  Data encoded(kernel().bound(working, data.size()));
  encoded.resize(kernel().encode(workspace, working, data, encoded));
  Data decoded(data.size());
  EXPECT_EQ(kernel().decode(workspace, working, encoded, decoded), data.size());
  EXPECT_TRUE(decoded == data || filter::loss_of(visible) == filter::Loss::some);
}

std::vector<const char*> built_plugins() {
  std::vector<const char*> names;
  for (const filter::PluginFacts& plugin : filter::plugin_facts) {
    if (plugin.is_built) names.push_back(plugin.facts->name.data());
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, BuiltPlugin, testing::ValuesIn(built_plugins()),
                         [](const auto& tested) { return std::string(tested.param); });

// ---- codecs, called as libnetcdf calls them ----

TEST_P(EveryCodec, ReadsAndWritesJson) {
  for (const auto& [json, cd_values] : GetParam().same) {
    CdValues parsed;
    EXPECT_EQ(codec_.parse(json, parsed), NC_NOERR) << json;
    EXPECT_EQ(parsed, cd_values) << json;
    std::string formatted;
    EXPECT_EQ(codec_.format(cd_values, formatted), NC_NOERR) << json;
    EXPECT_EQ(formatted, json);
  }
  for (const auto& [json, cd_values] : GetParam().read) {
    CdValues parsed{99};
    EXPECT_EQ(codec_.parse(json, parsed), NC_NOERR) << json;
    EXPECT_EQ(parsed, cd_values) << json;
  }
  for (const auto& [cd_values, json] : GetParam().written) {
    std::string formatted;
    EXPECT_EQ(codec_.format(cd_values, formatted), NC_NOERR) << json;
    EXPECT_EQ(formatted, json);
  }
}

TEST_P(EveryCodec, RefusesWhatItDoesNotUnderstand) {
  std::vector<const char*> wrong{"",           "{", "[]", "null", "5", "{}", R"({"id":"other"})",
                                 R"({"id":5})"};
  wrong.insert(wrong.end(), GetParam().wrong_json.begin(), GetParam().wrong_json.end());
  for (const char* json : wrong) {
    CdValues cd_values;
    EXPECT_EQ(codec_.parse(json, cd_values), NC_EFILTER) << json;
  }
  for (const CdValues& cd_values : GetParam().wrong_parameters) {
    std::string json;
    EXPECT_EQ(codec_.format(cd_values, json), NC_EFILTER) << testing::PrintToString(cd_values);
  }
}

TEST_P(EveryCodec, ToleratesNullPointers) {
  std::size_t count = 0;
  unsigned* parameters = nullptr;
  EXPECT_EQ(codec_.table().codec_to_hdf5(nullptr, &count, &parameters), NC_EINVAL);
  EXPECT_EQ(codec_.table().codec_to_hdf5("{}", nullptr, &parameters), NC_EINVAL);
  EXPECT_EQ(codec_.table().codec_to_hdf5("{}", &count, nullptr), NC_EINVAL);
  EXPECT_EQ(codec_.table().hdf5_to_codec(0, nullptr, nullptr), NC_EINVAL);
}

}  // namespace
}  // namespace ncf::plugins::test
