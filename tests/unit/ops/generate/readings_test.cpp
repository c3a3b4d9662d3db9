// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/readings.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <string>

#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

class ValuePass : public testing::Test {
 protected:
  InputText text_of(const std::string& cdl) {
    std::ofstream(path_) << "netcdf in { " << cdl << " }";
    return InputText(path_);
  }

  /// Returns "start+count: values" for each box.
  static std::string boxes(const InputText& text, const GeneratePlan& plan,
                           const BoxLimits& limits) {
    std::string all;
    const auto on_box = [&](model::VariableId, const model::Box& box, const model::Values& values) {
      all += fmt::format("{}+{}:", fmt::join(box.start, ","), fmt::join(box.count, ","));
      for (std::size_t i = 0; i < values.count(); ++i) {
        all += fmt::format(" {}", model::load<std::int32_t>(values.data() + i * sizeof(int)));
      }
      all += "; ";
    };
    read_values(text, plan, plan.schema, {}, on_box, limits);
    return all;
  }

  std::string boxes(const std::string& cdl, std::size_t max_bytes) {
    const InputText text = text_of(cdl);
    return boxes(text, plan_generate(text, {}, {}), {.bytes = max_bytes});
  }

  test::TemporaryFolder folder_;
  std::string path_ = (folder_ / "in.cdl").string();
};

TEST_F(ValuePass, BoxesAreRowsThatFitTheLimit) {
  const std::string cdl =
      "dimensions: a = 2 ; b = 2 ; c = 3 ; variables: int v(a, b, c) ;"
      " data: v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ;";
  EXPECT_EQ(boxes(cdl, 1000), "0,0,0+2,2,3: 1 2 3 4 5 6 7 8 9 10 11 12; ");
  EXPECT_EQ(boxes(cdl, 24), "0,0,0+1,2,3: 1 2 3 4 5 6; 1,0,0+1,2,3: 7 8 9 10 11 12; ");
  EXPECT_EQ(boxes(cdl, 12),
            "0,0,0+1,1,3: 1 2 3; 0,1,0+1,1,3: 4 5 6; 1,0,0+1,1,3: 7 8 9; 1,1,0+1,1,3: 10 11 12; ");
  EXPECT_EQ(boxes(cdl, 8),
            "0,0,0+1,1,2: 1 2; 0,0,2+1,1,1: 3; 0,1,0+1,1,2: 4 5; 0,1,2+1,1,1: 6; "
            "1,0,0+1,1,2: 7 8; 1,0,2+1,1,1: 9; 1,1,0+1,1,2: 10 11; 1,1,2+1,1,1: 12; ");
  EXPECT_EQ(boxes("variables: int v ; data: v = 5 ;", 1), "+: 5; ");
}

TEST_F(ValuePass, AVariableLargerThanAnyFileIsNamed) {
  const InputText text = text_of(
      "dimensions: t = unlimited ; x = 2147483647 ; y = 1073741823 ; variables: byte w(t) ;"
      " byte v(t, x, y) ; data: w = 1, 2, 3, 4, 5, 6, 7, 8, 9 ; v = 1 ;");
  std::string said;
  const GeneratePlan plan = plan_generate(text, {}, {});
  EXPECT_FALSE(plan.is_faulty);
  EXPECT_EQ(test::reason_of([&] {
              read_values(text, plan, plan.schema, [&](const auto& one) { said += one; }, {});
            }),
            path_ + ": 1 error");
  EXPECT_NE(said.find("error: variable v is larger than any file\n"), std::string::npos) << said;
}

TEST_F(ValuePass, ATextThatWasChangedBetweenTheReadingsIsNamed) {
  const std::string before = "dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ;";
  const GeneratePlan plan = plan_generate(text_of(before), {}, {});
  for (const char* after : {"dimensions: x = 3 ; variables: int v(x) ; data: v = 1 ;",
                            "dimensions: x = unlimited ; variables: int v(x) ; data: v = 1 ;",
                            "dimensions: x = 2 ; variables: byte v(x) ; data: v = 1 ;",
                            "dimensions: x = 2 ; variables: int u(x) ; data: u = 1 ;",
                            "dimensions: y = 2, x = 2 ; variables: int v(x) ; data: v = 1 ;",
                            "dimensions: x = 2 ; variables: int v(x), w(x) ; data: w = 1 ;"}) {
    const InputText text = text_of(after);
    const Error error = test::error_of([&] { read_values(text, plan, plan.schema, {}, {}); });
    EXPECT_EQ(error.code(), ErrorCode::io) << after;
    EXPECT_EQ(error.what(), path_ + ": the text was changed while it was read; try again") << after;
  }
  EXPECT_EQ(boxes(text_of(before), plan, {}), "0+2: 1 2; ");
}

}  // namespace
}  // namespace ncf::ops
