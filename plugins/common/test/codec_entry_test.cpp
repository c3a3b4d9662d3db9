// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the codecs of plugins as libnetcdf does.
#include <gtest/gtest.h>
#include <netcdf.h>

#include "common/test/every_plugin.hpp"

namespace ncf::plugins::test {
namespace {

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
