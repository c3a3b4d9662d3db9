// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Messages about values that cannot be written or read.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/syscall.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <cerrno>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/leaks_of_others.hpp"
#include "support/refused_call.hpp"
#include "unit/store/dataset_fixture.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using model::atomic_type;
using model::Schema;
using model::TypeClass;
using model::Values;
using model::Variable;
using test::error_of;
using test::one_variable;
using test::variable;

using DatasetErrors = DatasetTest;

TEST_F(DatasetErrors, MisuseIsToldNotDone) {
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}});
  const auto output = create_in_memory(schema);
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::int_), 1));
               }).what(),
               "variable /v: the number of values differs from the size of the box");
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::uint), 2));
               }).what(),
               "variable /v: is of type int, but the values are of type uint");
  EXPECT_STREQ(error_of([&] {
                 output->write(0, {{1}, {2}}, Values(atomic_type(TypeClass::int_), 2));
               }).what(),
               "variable /v: values beyond the end of dimension /x");
}

TEST_F(DatasetErrors, AFailingEndOfDefinitionsNamesVariableAndFilter) {
  // libnetcdf never frees a file of which HDF5 could not make a dataset.
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler not_ours;
#endif
  // HDF5 checks the parameters of this filter when it makes the dataset.
  static const H5Z_class2_t picky = {H5Z_CLASS_T_VERS,
                                     H5Z_filter_t{300},
                                     1,
                                     1,
                                     "picky",
                                     nullptr,
                                     [](hid_t, hid_t, hid_t) -> herr_t { return -1; },
                                     [](unsigned, std::size_t, const unsigned*, std::size_t bytes,
                                        std::size_t*, void**) { return bytes; }};
  ASSERT_GE(H5Zregister(&picky), 0);
  Schema schema;
  schema.dimensions = {{"x", 2, false, 0}, {"y", 3, false, 0}};
  schema.variables = {variable("good", TypeClass::int_, {0}),
                      variable("bad", TypeClass::int_, {1})};
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  schema.variables[1].asked_filters = Chain{{2, {}}, {300, {1, 2}}};
  const Error error = error_of([&] { create_in_memory(schema); });
  EXPECT_STREQ(error.what(),
               "variable /bad: filter 300: refuses these parameters, this type or this chunk "
               "(HDF5: error during user callback)");
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  // The same where filters are taken over as another file has them.
  schema.variables[1].asked_filters.reset();
  schema.variables[1].filters = {{1, {9}}, {300, {1, 2}}};
  schema.variables[1].keeps_stored_filters = true;
  EXPECT_EQ(test::reason_of([&] { create_in_memory(schema); }), error.what());
  H5Zunregister(300);
}

TEST_F(DatasetErrors, ReadingWithoutTheFilterNamesIt) {
  static const H5Z_class2_t gone = {H5Z_CLASS_T_VERS,
                                    H5Z_filter_t{301},
                                    1,
                                    1,
                                    "gone",
                                    nullptr,
                                    nullptr,
                                    [](unsigned, std::size_t, const unsigned*, std::size_t bytes,
                                       std::size_t*, void**) { return bytes; }};
  ASSERT_GE(H5Zregister(&gone), 0);
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}});
  schema.variables[0].asked_filters = Chain{{301, {}}};
  {
    const auto output = create_target(path_, {}, schema);
    output->write(0, {{0}, {2}}, Values(atomic_type(TypeClass::int_), 2));
    output->close();
  }
  H5Zunregister(301);
  const auto input = open_source(path_.string());
  EXPECT_EQ(input->schema().variables[0].filters, (StoredChain{{301, {}}}));
  Values values(atomic_type(TypeClass::int_));
  const Error error = error_of([&] { input->read(0, {{0}, {2}}, values); });
  EXPECT_EQ(error.what(),
            path_.string() +
                ": variable /v: filter 301: not available: no plugin with this id was found");
  EXPECT_EQ(error.code(), ErrorCode::not_found);
}

TEST_F(DatasetErrors, ReadingDamagedValuesNamesTheVariable) {
  Schema schema = one_variable(TypeClass::int_, {{"x", 2}});
  schema.variables[0].asked_filters = Chain{{1, {1}}};
  create_target(path_, {}, schema)->close();
  const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, "/v", H5P_DEFAULT);
  const hsize_t start = 0;
  ASSERT_GE(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &start, 4, "junk"), 0);
  H5Dclose(dataset);
  H5Fclose(file);
  const auto input = open_source(path_.string());
  Values values(atomic_type(TypeClass::int_));
  EXPECT_EQ(error_of([&] {
              input->read(0, {{0}, {2}}, values);
            }).what(),
            path_.string() + ": variable /v: chunk at (0): filter 1 (deflate): not deflate data");
}

TEST_F(DatasetErrors, WhatTheSystemRefusesIsToldInItsWords) {
  for (const Format format : all_formats) {
    Schema schema = one_variable(TypeClass::int_, {{"x", 1 << 20}});
    schema.format = format;
    schema.variables[0].no_fill = true;
    {
      const test::FileSizeLimit limit(64 << 10);
      const auto output = create_target(path_, {}, schema);
      const Error error = error_of([&] {
        output->write(0, {{0}, {1 << 20}}, Values(atomic_type(TypeClass::int_), 1 << 20));
      });
      EXPECT_STREQ(error.what(), "variable /v: File too large") << format_name(format);
      EXPECT_EQ(error.code(), ErrorCode::io);
    }
    fs::remove(path_);
  }
}

TEST_F(DatasetErrors, FailingToCloseIsTold) {
  const test::LeaksOfOthers leaks;
  // Values wait in HDF5's chunk cache, which closing writes out.
  Schema schema = one_variable(TypeClass::int_, {{"x", 1 << 20}});
  schema.variables[0].storage = {model::Layout::chunked, {1 << 20}};
  const auto output = create_target(path_, {}, schema);
  output->write(0, {{0}, {1 << 19}}, Values(atomic_type(TypeClass::int_), 1 << 19));
  const test::FileSizeLimit limit(64 << 10);
  const Error error = error_of([&] { output->close(); });
  EXPECT_STREQ(error.what(), "File too large");
  EXPECT_EQ(error.code(), ErrorCode::io);
}

TEST_F(DatasetErrors, AFailedWriteIsToldAndTheFileIsClosed) {
  Schema schema = one_variable(TypeClass::int_, {{"x", 1 << 20}});
  const Values values(atomic_type(TypeClass::int_), 1 << 20);
  for (const bool is_full_at_once : {true, false}) {
    auto output = create_target(path_, {}, schema);
    if (!is_full_at_once) output->write(0, {{0}, {1 << 20}}, values);
    test::with_refused({SYS_pwrite64}, ENOSPC, [&] {
      EXPECT_EQ(
          test::reason_of([&] {
            if (is_full_at_once) output->write(0, {{0}, {1 << 20}}, values);
            output->close();
          }),
          is_full_at_once ? "variable /v: No space left on device" : "No space left on device");
      output.reset();
      EXPECT_EQ(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE), 0);
    });
    output.reset();
    fs::remove(path_);
  }
}

}  // namespace
}  // namespace ncf::store
