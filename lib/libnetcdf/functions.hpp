// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libnetcdf behind functions without its types. The code that calls it, store/netcdf, is a module:
// a shared library beside ours, loaded together with libnetcdf when it is first needed. Most runs
// read and write netCDF-4 or Zarr and never load it.
//
// Thread rule: the thread that uses libhdf5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/process/libraries.hpp"
#include "filter/codecs/codec_variable.hpp"
#include "filter/kernels/kernel.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::store {
struct Tuning;
}

namespace ncf::libnetcdf {

using UseVariable = std::function<void(int ncid, int varid)>;

/// The functions of the module. Each is described where store/netcdf declares it.
struct Functions {
  // The library itself: library.hpp.
  std::string (*describe)();
  base::LibraryFacts (*facts)();
  bool (*has_byte_ranges)() noexcept;
  void (*set_log_level)(int level);
  std::string (*message_of)(int status);

  // Files and servers: netcdf_source.hpp, netcdf_target.hpp.
  std::unique_ptr<model::Source> (*open_source)(std::string name, const std::string& location,
                                                std::shared_ptr<const base::ByteSource> classic,
                                                const store::Tuning& tuning);
  std::unique_ptr<model::Target> (*create_target)(const std::filesystem::path& path,
                                                  std::string name, const model::Schema& schema,
                                                  const store::Tuning& tuning);
  std::unique_ptr<model::Target> (*create_in_memory)(const model::Schema& schema);

  // Variables of files that the caller has open: filters.hpp.
  std::string (*variable_path)(int ncid, int varid);
  filter::ChunkLayout (*chunk_layout)(int ncid, int varid);
  void (*require_filterable)(int ncid, int varid);
  void (*add_filter)(int ncid, int varid, const Filter& filter);
  StoredChain (*read_filters)(int ncid, int varid);
  void (*define_quantization)(int ncid, int varid, int mode, int digits);
  std::pair<int, int> (*read_quantization)(int ncid, int varid);

  // Types of files that the caller has open: types.hpp.
  model::TypeRef (*read_type)(int ncid, int nc_type);

  // Variables for codecs that ask libnetcdf about their variable: shadow_variable.hpp.
  void (*with_shadow_variable)(const filter::ChunkLayout& layout,
                               const filter::CodecVariable& variable, const UseVariable& use);
};

/// Returns the functions of the module, which the first call loads. Plugins that are loaded later
/// find libnetcdf in the process. throws: Error(io) with the dynamic loader's message.
const Functions& functions();

}  // namespace ncf::libnetcdf

/// The symbol that the module exports.
extern "C" NCF_API const ncf::libnetcdf::Functions ncf_libnetcdf_functions;
