// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_work.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <functional>
#include <string>

#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

constexpr const char* cdl = R"(netcdf in {
dimensions: x = 40 ; t = UNLIMITED ;
variables:
  double chunked(x) ; chunked:_ChunkSizes = 10 ; chunked:_DeflateLevel = 1 ;
  double plain(x) ; plain:_Storage = "contiguous" ;
  string text(x) ;
  int record(t, x) ; record:_ChunkSizes = 1, 40 ;
})";

constexpr std::array names{"passthrough", "transcode", "rechunk", "element", "fill"};

/// Decides on copies of one file.
class CopyWorkTest : public testing::Test {
 protected:
  CopyWorkTest() {
    std::ofstream(folder_ / "in.cdl") << cdl;
    GenerateOptions options;
    options.input = (folder_ / "in.cdl").string();
    options.output = (folder_ / "in.nc").string();
    options.format = Format::netcdf4;
    generate(options);
  }

  /// Returns "variable: route, ..." for these options, with the reason for the variable named by
  /// `why`.
  std::string routes(const std::function<void(CopyOptions&)>& ask, const std::string& why = "") {
    CopyOptions options;
    options.input = (folder_ / "in.nc").string();
    options.output = (folder_ / "out").string();
    options.threads = 1;
    ask(options);
    const CopyDecision decision = decide_copy(options, resources_of(options));
    const CopyWork work = plan_dry_run(decision);
    EXPECT_EQ(work.plan.variables.size(), decision.source.input_ids.size());
    std::string text;
    for (const VariableCopy& variable : work.plan.variables) {
      if (variable.path == why) return variable.route_by;
      text += variable.path + ":" + names.at(static_cast<std::size_t>(variable.route)) + " ";
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    return text;
  }

  test::TemporaryFolder folder_;
};

TEST_F(CopyWorkTest, StoredBytesArePassedThroughWhereNothingChanges) {
  EXPECT_EQ(routes([](auto&) {}),
            "/chunked:passthrough /plain:passthrough /text:element /record:passthrough ");
  EXPECT_EQ(routes([](auto& o) { o.filters = {"chunked,deflate,1"}; }, "/chunked"),
            "both files store the same bytes");
  EXPECT_EQ(routes([](auto&) {}, "/text"), "its values are of variable length");
}

TEST_F(CopyWorkTest, OtherFiltersAreEncodedAnewAndOtherChunksPutTogether) {
  EXPECT_EQ(routes([](auto& o) { o.filters = {"chunked,deflate,9"}; }),
            "/chunked:transcode /plain:passthrough /text:element /record:passthrough ");
  EXPECT_EQ(routes([](auto& o) { o.filters = {"chunked,deflate,9"}; }, "/chunked"),
            "the filters change");
  EXPECT_EQ(routes([](auto& o) { o.chunks = {"chunked:20"}; }),
            "/chunked:rechunk /plain:passthrough /text:element /record:passthrough ");
  EXPECT_EQ(routes([](auto& o) { o.filters = {"plain,deflate,1"}; }),
            "/chunked:passthrough /plain:rechunk /text:element /record:passthrough ");
}

TEST_F(CopyWorkTest, RoundedValuesAreEncodedAnew) {
  EXPECT_EQ(routes([](auto& o) { o.quantize = {"chunked,bitround,10"}; }, "/chunked"),
            "its values are rounded");
}

TEST_F(CopyWorkTest, ClassicOutputsTakeValues) {
  const auto to_classic = [](CopyOptions& o) {
    o.format = Format::cdf5;
    o.variables = PartialCopy{{"chunked", "plain"}, false};
  };
  EXPECT_EQ(routes(to_classic), "/chunked:rechunk /plain:element ");
  EXPECT_EQ(routes(to_classic, "/chunked"), "not from chunks to chunks");
}

TEST_F(CopyWorkTest, DefinitionsAloneAreFilled) {
  EXPECT_EQ(routes([](auto& o) {
              o.variables = PartialCopy{{"plain"}, true};
            }),
            "/chunked:fill /plain:passthrough /text:fill /record:fill ");
}

TEST_F(CopyWorkTest, OneDecisionGivesTheSameWorkAgain) {
  CopyOptions options;
  options.input = (folder_ / "in.nc").string();
  options.output = (folder_ / "out.nc").string();
  options.filters = {"chunked,deflate,9"};
  const CopyDecision decision = decide_copy(options, resources_of(options));
  for (int i = 0; i < 2; ++i) {
    const CopyWork work = plan_dry_run(decision);
    ASSERT_EQ(work.recodings.size(), 1U);
    EXPECT_EQ(work.recodings.front().to().id, 0U);
    EXPECT_EQ(work.passed.size(), 2U);
    EXPECT_EQ(work.plan.variables.front().decodes, 4U);
  }
}

TEST_F(CopyWorkTest, AnOutputWithOtherFiltersThanAskedIsRefused) {
  CopyOptions options;
  options.input = (folder_ / "in.nc").string();
  options.output = (folder_ / "out.nc").string();
  const CopyDecision decision = decide_copy(options, resources_of(options));
  model::Schema made = decision.output_schema;
  made.variables.front().filters.clear();
  const MadeOutput output{made, [&](auto id) { return model::elements_form(made, id); }};
  EXPECT_EQ(test::reason_of([&] { plan_work(decision, output); }),
            "variable /chunked: requested filters deflate level=1, got none");
}

}  // namespace
}  // namespace ncf::ops
