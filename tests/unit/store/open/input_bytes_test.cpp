// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/input_bytes.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <stdexcept>

#include "ncf/copy.hpp"
#include "ncf/dataset.hpp"
#include "ncf/dump.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

const Box all{{0}, {6}};

std::vector<std::byte> file(Format format) {
  Definition definition;
  definition.add_dimension("/x", 6);
  definition.add_variable("/v", ElementType::int32, {"/x"});
  if (has_chunks(format)) definition.set_chunks("/v", {2});
  Target target = Target::create_in_memory(definition, {.format = format});
  target.write<int>("/v", all, std::vector<int>{1, 2, 3, 4, 5, 6});
  return target.commit_to_memory();
}

/// The bytes of a file, and how often they were read.
struct Program {
  explicit Program(Format format) : bytes(file(format)) {}

  [[nodiscard]] InputBytes::Read reads() {
    return [this](std::uint64_t offset, std::span<std::byte> to) {
      ++calls;
      std::memcpy(to.data(), bytes.data() + offset, to.size());
    };
  }

  std::vector<std::byte> bytes;
  std::atomic<int> calls = 0;
};

TEST(InputBytes, AreAnInputOfEveryCall) {
  const test::TemporaryFolder folder;
  for (const Format format : {Format::netcdf4, Format::classic}) {
    Program program(format);
    const InputBytes input("data/in.nc", program.bytes.size(), program.reads());
    EXPECT_EQ(input.input(), "bytes://data/in.nc");
    EXPECT_EQ(Source::open(input.input()).read<int>("/v", all),
              (std::vector<int>{1, 2, 3, 4, 5, 6}));
    CopyOptions options;
    options.input = input.input();
    options.output = (folder / "out.nc").string();
    options.format = Format::netcdf4;
    options.verify = true;
    EXPECT_EQ(copy(options).plan.variables.size(), 1U);
    EXPECT_EQ(Source::open(options.output).read<int>("/v", {{4}, {1}}), std::vector<int>{5});
    EXPECT_NE(format_header(input.input()).find("int v(x)"), std::string::npos);
    EXPECT_GT(program.calls, 0);
  }
}

TEST(InputBytes, FailWithWhatTheProgramThrows) {
  const InputBytes input("broken.nc", 1000, [](std::uint64_t, std::span<std::byte>) {
    throw std::runtime_error("the bucket is gone");
  });
  const Error error = test::error_of([&] { (void)Source::open(input.input()); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "bytes://broken.nc: the bucket is gone");
}

TEST(InputBytes, HaveOneNameAsLongAsTheyExist) {
  Program program(Format::classic);
  std::optional<Source> source;
  {
    const InputBytes input("in.nc", program.bytes.size(), program.reads());
    EXPECT_EQ(test::reason_of([&] { const InputBytes other("in.nc", 1, program.reads()); }),
              "bytes://in.nc: there are other input bytes with this name");
    source = Source::open(input.input());
  }
  EXPECT_EQ(source->read<int>("/v", {{1}, {2}}), (std::vector<int>{2, 3}));
  EXPECT_EQ(test::error_of([] { (void)Source::open("bytes://in.nc"); }).what(),
            std::string("bytes://in.nc: the program offers no bytes with this name"));
  EXPECT_EQ(test::error_of([&] { const InputBytes input("a b", 1, program.reads()); }).code(),
            ErrorCode::usage);
}

}  // namespace
}  // namespace ncf
