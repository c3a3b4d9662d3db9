// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Requirements for every kernel and every plugin: suites of tests in this folder, which the tests
// of a filter, plugins/<name>/test.cpp, instantiate:
//
//   INSTANTIATE_TEST_SUITE_P(Bzip2, EveryKernel, testing::Values(test::Tested{kernel}));
#pragma once

#include <gtest/gtest.h>
#include <hdf5.h>
#include <ncf/ncz_codec.h>
#include <netcdf.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "common/test/kernel_samples.hpp"
#include "plugin/shared_library.hpp"

namespace ncf::plugins::test {

using CdValues = std::vector<std::uint32_t>;

// ---- kernels ----

/// A kernel and working parameters that suit any number of bytes.
struct Tested {
  Kernel kernel;
  CdValues working = {};
};

inline void PrintTo(const Tested& tested, std::ostream* stream) { *stream << tested.kernel.name; }

class EveryKernel : public testing::TestWithParam<Tested> {
 protected:
  const Kernel& kernel_ = GetParam().kernel;
  const Parameters working_ = GetParam().working;
  // Short enough to try every kind of damage.
  const Data small_ = temperature(8, 16);
  const Data small_encoded_ = encode(kernel_, working_, small_);
};

/// Kernels whose stored bytes are a stream that knows its end, and that need no parameters.
class EveryCompressor : public EveryKernel {};

/// Kernels whose stored bytes are one frame that states its length.
class EveryFrame : public EveryKernel {};

// ---- plugins as libhdf5 sees them ----

inline plugin::SharedLibrary open_plugin(const std::string& name) {
  return plugin::SharedLibrary::open(std::string(std::getenv("NCF_PLUGINS")) + "/libncf_" + name +
                                     ".so");
}

struct Plugin {
  const char* name;
  const char* stored_name;
  std::vector<unsigned> visible;  // parameters that are right,
  std::vector<unsigned> working;  // what they become,
  std::vector<unsigned> wrong;    // and some that are not
  const char* refusal;            // null if any are right
  const char* complaint;          // about other_data
  const char* about_nothing = "a chunk without data";
};

constexpr std::string_view other_data = "not compressed";

inline void PrintTo(const Plugin& plugin, std::ostream* stream) { *stream << plugin.name; }

inline const H5Z_class2_t* load_filter(const std::string& name) {
  const auto library = open_plugin(name);
  const auto get_info =
      reinterpret_cast<const void* (*)()>(library.find_symbol("H5PLget_plugin_info"));
  return static_cast<const H5Z_class2_t*>(get_info());
}

class EveryPlugin : public testing::TestWithParam<Plugin> {
 protected:
  void SetUp() override {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5Zregister(&class_);
  }

  [[nodiscard]] std::string title() const {
    return "filter " + std::to_string(class_.id) + " (" + GetParam().name + "): ";
  }

  [[nodiscard]] std::size_t run(unsigned flags, std::size_t bytes, std::size_t* buffer_bytes,
                                void** buffer) const {
    const std::vector<unsigned>& working = GetParam().working;
    return class_.filter(flags, working.size(), working.data(), bytes, buffer_bytes, buffer);
  }

  const H5Z_class2_t& class_ = *load_filter(GetParam().name);
};

// ---- plugins as libnetcdf sees them ----

struct CodecCase {
  const char* library;
  // JSON, and the parameters that mean the same, both ways.
  std::vector<std::pair<const char*, CdValues>> same;
  // Other JSON that is read.
  std::vector<std::pair<const char*, CdValues>> read;
  // Other parameters that are written.
  std::vector<std::pair<CdValues, const char*>> written;
  std::vector<const char*> wrong_json;
  std::vector<CdValues> wrong_parameters;
};

inline void PrintTo(const CodecCase& tested, std::ostream* stream) { *stream << tested.library; }

/// The codec of a plugin, called as libnetcdf calls it.
class LoadedCodec {
 public:
  explicit LoadedCodec(const std::string& name) : table_(load(name)) {}

  [[nodiscard]] const ncf_ncz_codec& table() const { return table_; }

  /// Reads the parameters of JSON, which are freed as libnetcdf frees them; returns an error code
  /// if there are none.
  int parse(const char* json, CdValues& cd_values) const {
    std::size_t count = 99;
    unsigned* parameters = nullptr;
    const int status = table_.codec_to_hdf5(json, &count, &parameters);
    if (status == NC_NOERR) cd_values.assign(parameters, parameters + count);
    std::free(parameters);
    return status;
  }

  int format(const CdValues& cd_values, std::string& json) const {
    char* text = nullptr;
    const int status = table_.hdf5_to_codec(cd_values.size(), cd_values.data(), &text);
    if (status == NC_NOERR) json = text;
    std::free(text);
    return status;
  }

 private:
  static const ncf_ncz_codec& load(const std::string& name) {
    const auto library = open_plugin(name);
    const auto get_info =
        reinterpret_cast<const void* (*)()>(library.find_symbol("NCZ_get_codec_info"));
    return *static_cast<const ncf_ncz_codec*>(get_info());
  }

  const ncf_ncz_codec& table_;
};

class EveryCodec : public testing::TestWithParam<CodecCase> {
 protected:
  const LoadedCodec codec_{GetParam().library};
};

/// A codec whose parameters depend on the variable.
class Binding : public testing::Test {
 protected:
  explicit Binding(const char* library) : codec_(library) {
    nc_create("in memory", NC_NETCDF4 | NC_DISKLESS, &file_);
    nc_def_dim(file_, "y", 20, &dimensions_[0]);
    nc_def_dim(file_, "x", 30, &dimensions_[1]);
  }
  ~Binding() override { nc_abort(file_); }

  int define(nc_type type, const char* name, int endianness = NC_ENDIAN_NATIVE) {
    int variable = -1;
    EXPECT_EQ(nc_def_var(file_, name, type, 2, dimensions_, &variable), NC_NOERR);
    const std::size_t chunk[] = {5, 12};
    EXPECT_EQ(nc_def_var_chunking(file_, variable, NC_CHUNKED, chunk), NC_NOERR);
    if (endianness != NC_ENDIAN_NATIVE) nc_def_var_endian(file_, variable, endianness);
    return variable;
  }

  // Calls modify_parameters: visible parameters may change, working ones are made.
  int modify(int variable, CdValues& visible, CdValues& working) const {
    const auto copied = [](const CdValues& cd_values) {
      auto* const memory = static_cast<unsigned*>(std::malloc(64 * sizeof(unsigned)));
      std::copy(cd_values.begin(), cd_values.end(), memory);
      return memory;
    };
    std::size_t visible_count = visible.size();
    std::size_t working_count = working.size();
    unsigned* visible_cd_values = copied(visible);
    unsigned* working_cd_values = copied(working);
    const int status = codec_.table().modify_parameters(
        file_, variable, &visible_count, &visible_cd_values, &working_count, &working_cd_values);
    visible.assign(visible_cd_values, visible_cd_values + visible_count);
    working.assign(working_cd_values, working_cd_values + working_count);
    std::free(visible_cd_values);
    std::free(working_cd_values);
    return status;
  }

  const LoadedCodec codec_;
  int file_ = -1;
  int dimensions_[2] = {-1, -1};
};

}  // namespace ncf::plugins::test

namespace ncf::plugins {

// The tests of a filter name the suites without a namespace.
using test::EveryCodec, test::EveryCompressor, test::EveryFrame, test::EveryKernel,
    test::EveryPlugin;

}  // namespace ncf::plugins
