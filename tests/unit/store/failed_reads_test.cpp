// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads of a netCDF-4 file that fail, for example because it changed on its server. libhdf5 must
// not crash, whichever read it is.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "base/files/byte_source.hpp"
#include "hdf5/library/calls.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"

namespace ncf::store {
namespace {

using hdf5::call;
using hdf5::Handle;

/// A file in which some reads fail.
class FailingBytes final : public base::ByteSource {
 public:
  FailingBytes(const std::string& path, std::size_t first, std::size_t last)
      : bytes_(base::open_bytes(path)), first_(first), last_(last) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_->size_bytes(); }
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    const std::size_t number = reads_++;
    if (number >= first_ && number <= last_) throw Error(ErrorCode::io, "the server burns");
    bytes_->read(offset, bytes);
  }
  [[nodiscard]] bool has_failed() const { return reads_ > first_; }

 private:
  std::unique_ptr<base::ByteSource> bytes_;
  std::size_t first_;
  std::size_t last_;
  mutable std::atomic<std::size_t> reads_ = 0;
};

/// Makes a file whose objects and attributes are so many that HDF5 keeps them in indexes.
class FailedReads : public testing::TestWithParam<unsigned> {
 protected:
  static constexpr int many = 40;

  // Debian's libhdf5 2.2 has assertions, and one of them fails after a failed read.
  void SetUp() override {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    call(H5get_libversion, &major, &minor, &release);
    if (major >= 2) GTEST_SKIP() << "failed reads end this libhdf5";
  }

  FailedReads() {
    const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
    call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    const Handle creation(call(H5Pcreate, H5P_FILE_CREATE), &H5Pclose);
    set_order(creation);
    const Handle file(
        call(H5Fcreate, path_.c_str(), unsigned{H5F_ACC_TRUNC}, creation.id(), access.id()),
        &H5Fclose);
    const Handle space(call(H5Screate, H5S_SCALAR), &H5Sclose);
    for (int i = 0; i < many; ++i) make_variable(file, space, "v" + std::to_string(i));
    make_attributes(file, space);
  }

  static void set_order(const Handle& creation) {
    if (GetParam() == 0) return;
    call(H5Pset_link_creation_order, creation.id(), GetParam());
    call(H5Pset_attr_creation_order, creation.id(), GetParam());
  }

  static void make_variable(const Handle& file, const Handle& space, const std::string& name) {
    const Handle creation(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
    if (GetParam() != 0) call(H5Pset_attr_creation_order, creation.id(), GetParam());
    const Handle dataset(call(H5Dcreate2, file.id(), name.c_str(), H5T_NATIVE_INT, space.id(),
                              H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                         &H5Dclose);
    if (name == "v1") make_attributes(dataset, space);
  }

  static void make_attributes(const Handle& object, const Handle& space) {
    for (int i = 0; i < many; ++i) {
      const Handle attribute(call(H5Acreate2, object.id(), ("a" + std::to_string(i)).c_str(),
                                  H5T_NATIVE_INT, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                             &H5Aclose);
      call(H5Awrite, attribute.id(), H5T_NATIVE_INT, static_cast<const void*>(&i));
    }
  }

  /// Reads everything. Returns whether a read was to fail.
  bool expect_an_error(std::size_t first, std::size_t last) {
    const auto bytes = std::make_shared<FailingBytes>(path_, first, last);
    Input input = find_input(path_);
    input.bytes = bytes;
    input.path.reset();
    std::size_t findings = 0;
    const auto read_all = [&] {
      const auto source = open_source(input, path_, {}, filter::builtin_filters());
      findings = source->schema().findings.size();
      for (std::size_t id = 0; id < source->schema().variables.size(); ++id) {
        model::Values values(source->schema().variables[id].type, 1);
        source->read(id, {}, values);
      }
    };
    std::optional<std::string> error;
    try {
      read_all();
    } catch (const Error& thrown) {
      error = thrown.what();
    }
    if (!bytes->has_failed()) return false;
    EXPECT_TRUE(error || findings > 0) << first;
    if (error) {
      EXPECT_NE(error->find("the server burns"), std::string::npos) << *error;
    }
    return true;
  }

  const test::LeaksOfOthers leaks_;  // leaks of libhdf5 after failures to open
  test::TemporaryFolder folder_;
  const std::string path_ = (folder_ / "in.nc").string();
};

TEST_P(FailedReads, One) {
  std::size_t read = 0;
  while (expect_an_error(read, read)) ++read;
  EXPECT_GT(read, std::size_t{many});
}

TEST_P(FailedReads, AllFromOneOn) {
  std::size_t read = 0;
  while (expect_an_error(read, std::numeric_limits<std::size_t>::max())) ++read;
  EXPECT_GT(read, std::size_t{many});
}

INSTANTIATE_TEST_SUITE_P(Orders, FailedReads,
                         testing::Values(0U, unsigned{H5P_CRT_ORDER_TRACKED},
                                         H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));

}  // namespace
}  // namespace ncf::store
