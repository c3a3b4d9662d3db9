// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/calls.hpp"

#include <gtest/gtest.h>

namespace ncf::hdf5 {
namespace {

herr_t count_failure(hid_t, void* failures) {
  ++*static_cast<int*>(failures);
  return 0;
}

void fail() { H5Dclose(H5I_INVALID_HID); }

void fail_otherwise() { H5Fopen("/missing/file.h5", H5F_ACC_RDONLY, H5P_DEFAULT); }

class ErrorCaptureTest : public testing::Test {
 protected:
  ErrorCaptureTest() { H5Eset_auto2(H5E_DEFAULT, &count_failure, &failures_); }
  ~ErrorCaptureTest() override { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

  int failures_ = 0;  ///< failures that reached the program's handler
};

TEST_F(ErrorCaptureTest, NothingFailed) {
  const ErrorCapture capture;
  EXPECT_EQ(capture.text(), "");
}

TEST_F(ErrorCaptureTest, TheFirstFailureIsKept) {
  {
    const ErrorCapture capture;
    fail();
    EXPECT_EQ(capture.text(), "not a dataset ID");
    fail_otherwise();
    EXPECT_EQ(capture.text(), "not a dataset ID");
  }
  EXPECT_EQ(failures_, 0);
}

TEST_F(ErrorCaptureTest, TheInnermostTextIsKept) {
  const ErrorCapture capture;
  fail_otherwise();
  // The rest of the text differs between versions of HDF5.
  EXPECT_EQ(capture.text().find("unable to open file: name = '/missing/file.h5', errno = 2"), 0U)
      << capture.text();
}

TEST_F(ErrorCaptureTest, TheProgramsHandlerComesBack) {
  { const ErrorCapture capture; }
  fail();
  EXPECT_EQ(failures_, 1);
}

TEST_F(ErrorCaptureTest, CapturesNest) {
  const ErrorCapture outer;
  {
    const ErrorCapture inner;
    fail();
    EXPECT_EQ(inner.text(), "not a dataset ID");
  }
  EXPECT_EQ(outer.text(), "");
  fail();
  EXPECT_EQ(outer.text(), "not a dataset ID");
}

}  // namespace
}  // namespace ncf::hdf5
