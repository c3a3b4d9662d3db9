// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/definitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "ncf/generate.hpp"
#include "ops/copy/copy_decision.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

constexpr const char* copied_cdl = R"(netcdf in {
dimensions: x = 4 ; t = UNLIMITED ;
variables: double v(t, x) ; v:units = "C" ; v:range = 1.5f, 2.5f ;
// global attributes:
  :title = "a" ;
data: v = 1, 2, 3, 4, 5, 6, 7, 8 ;
group: g { :number = 1 ; }
})";

/// Compares a planned copy with what another file has.
class VerifiedDefinitions : public testing::TestWithParam<Format> {
 protected:
  VerifiedDefinitions() {
    std::ofstream(folder_ / "in.cdl") << copied_cdl;
    GenerateOptions generated;
    generated.input = (folder_ / "in.cdl").string();
    generated.output = (folder_ / "in.nc").string();
    generated.format = Format::netcdf4;
    generate(generated);
    options_.input = (folder_ / "in.nc").string();
    options_.output = (folder_ / "out").string();
    options_.format = GetParam();
    copy(options_);
    read_back_ = store::open_source((folder_ / "out").string(), {}, filters_)->schema();
  }

  /// Returns the message about an output with this change.
  std::string message_for(const std::function<void(model::Schema&)>& change) {
    change(read_back_);
    const CopyDecision decision = decide_copy(options_, resources_of(options_));
    return test::error_of([&] { verify_definitions(decision.output_schema, read_back_); }).what();
  }

  static void set(model::Attribute& attribute, const char* text) {
    attribute.values = std::make_shared<const model::Values>(model::text_values(text));
    attribute.stored_json.reset();
  }

  test::TemporaryFolder folder_;
  plugin::PluginFilters filters_;
  CopyOptions options_;
  model::Schema read_back_;
};

TEST_P(VerifiedDefinitions, AcceptWhatWasAskedFor) {
  const CopyDecision decision = decide_copy(options_, resources_of(options_));
  EXPECT_NO_THROW(verify_definitions(decision.output_schema, read_back_));
}

TEST_P(VerifiedDefinitions, NameAnotherValueOfAnAttribute) {
  EXPECT_EQ(message_for([](model::Schema& schema) { set(schema.variables[0].attributes[0], "K"); }),
            "does not read back as it was written: /v:units: attribute: \"K\" instead of "
            "\"C\"");
}

TEST_P(VerifiedDefinitions, NameAMissingAttributeOfAGroup) {
  EXPECT_EQ(message_for([](model::Schema& schema) { schema.groups[1].attributes.clear(); }),
            "does not read back as it was written: /g:number: attribute: nothing instead of 1");
}

TEST_P(VerifiedDefinitions, NameAnotherLength) {
  EXPECT_EQ(message_for([](model::Schema& schema) {
              std::ranges::find(schema.dimensions, "x", &model::Dimension::name)->length = 3;
            }),
            "does not read back as it was written: /x: length: 3 instead of 4");
}

TEST_P(VerifiedDefinitions, NameAnotherType) {
  EXPECT_EQ(message_for([](model::Schema& schema) {
              schema.variables[0].type = model::atomic_type(model::TypeClass::float_);
            }),
            "does not read back as it was written: /v: type: float instead of double");
}

INSTANTIATE_TEST_SUITE_P(Formats, VerifiedDefinitions,
                         testing::Values(Format::netcdf4, Format::nczarr, Format::zarr2,
                                         Format::zarr3));

}  // namespace
}  // namespace ncf::ops
