// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers in other types than a variable has, and as the CF conventions mean them.
#include <gtest/gtest.h>

#include <cmath>

#include "ncf/dataset.hpp"
#include "support/errors.hpp"

namespace ncf {
namespace {

const Box all{{0}, {4}};

template <class Write>
Source written(const std::string& variable, Write write) {
  Target target = Target::create_in_memory(
      Definition::from_cdl("netcdf d { dimensions: x = 4 ; variables: " + variable + " }"));
  write(target);
  return Source::open(target.commit_to_memory(), "d");
}

TEST(Numbers, AreConvertedToAnyType) {
  Source source = written("short v(x) ;", [](Target& target) {
    target.write<double>("/v", all, std::vector<double>{1, -2, 300, 32767});
  });
  EXPECT_EQ(source.read<float>("/v", all), (std::vector<float>{1, -2, 300, 32767}));
  EXPECT_EQ(source.read<std::int64_t>("/v", {{1}, {2}}), (std::vector<std::int64_t>{-2, 300}));
  EXPECT_EQ(test::reason_of([&] {
              (void)source.read<std::int8_t>("/v", {{1}, {2}});
            }),
            "d: variable /v: the number 300 at (2) is not a number of type byte");
  EXPECT_EQ(test::reason_of([&] { (void)source.read<unsigned>("/v", all); }),
            "d: variable /v: the number -2 at (1) is not a number of type uint");
  EXPECT_EQ(test::error_of([&] {
              (void)source.read<float>("/v", {{1}, {9}});
            }).code(),
            ErrorCode::usage);
}

TEST(Numbers, AreOnlyThoseThatATypeHas) {
  Target target = Target::create_in_memory(
      Definition::from_cdl("netcdf d { dimensions: x = 4 ; variables: int i(x) ; float f(x) ; "
                           "char c(x) ; }"));
  const auto refusal = [&](const char* variable, std::vector<double> numbers) {
    numbers.resize(4);
    return test::reason_of([&] { target.write<double>(variable, all, numbers); });
  };
  EXPECT_EQ(refusal("/i", {0.5}),
            "file in memory: variable /i: the number 0.5 at (0) is not a number of type int");
  EXPECT_EQ(refusal("/i", {0, std::nan("")}),
            "file in memory: variable /i: the number nan at (1) is not a number of type int");
  EXPECT_EQ(refusal("/f", {1e300}),
            "file in memory: variable /f: the number 1e+300 at (0) is not a number of type float");
  EXPECT_EQ(refusal("/c", {}),
            "file in memory: variable /c: has values of type char, which are not numbers");
}

TEST(Numbers, ArePackedAndUnpackedByTheConventions) {
  const std::vector<double> numbers{200, 200.26, NAN, 527.6};
  Source source = written(
      "short v(x) ; v:scale_factor = 0.01 ; v:add_offset = 200. ; v:_FillValue = -32767s ;",
      [&](Target& target) { target.write<double>("/v", all, numbers, NumberMeaning::unpacked); });
  EXPECT_EQ(source.read<short>("/v", all), (std::vector<short>{0, 26, -32767, 32760}));
  const auto read = source.read<double>("/v", all, NumberMeaning::unpacked);
  EXPECT_NEAR(read[1], 200.26, 1e-9);
  EXPECT_TRUE(std::isnan(read[2]));
  EXPECT_EQ(source.read<float>("/v", all, NumberMeaning::unpacked)[3], 527.6F);
}

TEST(Numbers, ThatCannotBePackedAreRefused) {
  Target target = Target::create_in_memory(Definition::from_cdl(
      "netcdf d { dimensions: x = 4 ; variables: byte v(x) ; v:scale_factor = 0.5 ; "
      "v:missing_value = 7b ; byte w(x) ; w:scale_factor = \"half\" ; }"));
  const auto refusal = [&](const char* variable, double number) {
    return test::reason_of([&] {
      target.write<double>(variable, all, std::vector<double>(4, number), NumberMeaning::unpacked);
    });
  };
  EXPECT_EQ(refusal("/v", 64),
            "file in memory: variable /v: the number 64 at (0) is beyond what byte can pack");
  EXPECT_EQ(refusal("/v", 3.5),
            "file in memory: variable /v: the number 3.5 at (0) would be read as missing");
  EXPECT_EQ(refusal("/w", 1),
            "file in memory: variable /w: has a scale_factor or add_offset that is not a single "
            "finite number");
}

TEST(Numbers, OfUnsignedBytesHaveNoSign) {
  Source source = written("byte v(x) ; v:_Unsigned = \"true\" ;", [](Target& target) {
    target.write<int>("/v", all, std::vector<int>{0, 1, 200, 255}, NumberMeaning::unpacked);
  });
  EXPECT_EQ(source.read<int>("/v", all), (std::vector<int>{0, 1, -56, -1}));
  EXPECT_EQ(source.read<float>("/v", all, NumberMeaning::unpacked),
            (std::vector<float>{0, 1, 200, 255}));
}

}  // namespace
}  // namespace ncf
