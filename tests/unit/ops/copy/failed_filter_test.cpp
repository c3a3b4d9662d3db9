// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// No failure of a filter leaves an object of libhdf5 open.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ncf/plugins.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

constexpr int filter_id = 495;

/// What the filter does now.
enum class Failure { none, can_apply, set_local, encode, encode_later, decode };
Failure failure = Failure::none;
int chunks_encoded = 0;

htri_t can_apply(hid_t /*properties*/, hid_t /*type*/, hid_t /*space*/) {
  return failure != Failure::can_apply;
}

herr_t set_local(hid_t /*properties*/, hid_t /*type*/, hid_t /*space*/) {
  return failure == Failure::set_local ? -1 : 0;
}

std::size_t run(unsigned flags, std::size_t, const unsigned*, std::size_t bytes, std::size_t*,
                void**) {
  const bool is_decoding = (flags & H5Z_FLAG_REVERSE) != 0;
  if (is_decoding) return failure == Failure::decode ? 0 : bytes;
  if (failure == Failure::encode_later) return ++chunks_encoded > 2 ? 0 : bytes;
  return failure == Failure::encode ? 0 : bytes;
}

const H5Z_class2_t filter_class{H5Z_CLASS_T_VERS,           filter_id, 1,         1,
                                "fails when it is told to", can_apply, set_local, run};

class FailedFilter : public ::testing::Test {
 protected:
  void SetUp() override {
    register_filter(&filter_class);
    open_before_ = open_objects();
    std::ofstream(path("in.cdl"))
        << "netcdf in { dimensions: x = 64 ; t = UNLIMITED ; variables: int v(x) ; string s(t) ; "
           "v:_ChunkSizes = 8 ; int w(t, x) ; w:_ChunkSizes = 1, 16 ; data: v = 1, 2, 3 ; "
           "s = \"a\", \"b\" ; w = 4, 5, 6 ; }";
    make("in.cdl", "in.nc");
    failure = Failure::none;
    copy_with("v,495", "encoded.nc");
    chunks_encoded = 0;
  }
  void TearDown() override {
    failure = Failure::none;
    unregister_filter(filter_id);  // looks through all open files
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  void make(const std::string& text, const std::string& output) const {
    GenerateOptions options;
    options.input = path(text);
    options.output = path(output);
    options.format = Format::netcdf4;
    generate(options);
  }

  void copy_with(const std::string& filters, const std::string& output,
                 const std::string& input = "in.nc") const {
    CopyOptions options;
    options.input = path(input);
    options.output = path(output);
    if (!filters.empty()) options.filters.push_back({filters});
    copy(options);
  }

  static std::ptrdiff_t open_objects() {
    return H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL);
  }

  /// Expects that the work fails, and leaves nothing open.
  template <class Work>
  void expect_failure(Failure way, Work work) {
    failure = way;
    EXPECT_THROW(work(), Error) << static_cast<int>(way);
    failure = Failure::none;
    EXPECT_EQ(open_objects(), open_before_) << static_cast<int>(way);
  }

  ncf::test::TemporaryFolder folder_;
  std::ptrdiff_t open_before_ = 0;
};

TEST_F(FailedFilter, OfAnOutputLeavesNothingOpen) {
  for (const Failure way :
       {Failure::can_apply, Failure::set_local, Failure::encode, Failure::encode_later}) {
    for (const char* const filters : {"v,495", "w,495", "v,deflate,1|495", "*,495|shuffle"}) {
      chunks_encoded = 0;
      expect_failure(way, [&] { copy_with(filters, "out.nc"); });
      EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
    }
    chunks_encoded = 0;
    std::ofstream(path("out.cdl"))
        << "netcdf out { dimensions: x = 64 ; variables: int v(x) ; v:_ChunkSizes = 8 ; "
           "v:_Filter = \"495\" ; data: v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, "
           "16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 ; }";
    expect_failure(way, [&] { make("out.cdl", "out.nc"); });
  }
}

TEST_F(FailedFilter, OfAnInputLeavesNothingOpen) {
  expect_failure(Failure::decode, [&] { copy_with("none", "out.nc", "encoded.nc"); });
  expect_failure(Failure::decode, [&] { copy_with("v,495", "out.nc"); });  // reads it back
  expect_failure(Failure::decode, [&] {
    DumpOptions options;
    options.input = path("encoded.nc");
    const DumpReport report = dump(options, [](std::string_view) {});
    if (!report.failures.empty()) throw report.failures.front();
  });
}

TEST_F(FailedFilter, OfAProgramCanBeUnregistered) {
  expect_failure(Failure::encode, [&] { copy_with("v,495", "out.nc"); });
  EXPECT_NO_THROW(unregister_filter(filter_id));
  register_filter(&filter_class);
  EXPECT_NO_THROW(copy_with("v,495", "out.nc"));
}

}  // namespace
}  // namespace ncf::ops
