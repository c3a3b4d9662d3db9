// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libnetcdf behind functions without its types. The code that calls it, store/netcdf, is a module:
// a shared library beside ours, loaded together with libnetcdf when it is first needed. Most runs
// read and write netCDF-4 or Zarr and never load it.
//
// Thread rule: the thread that uses libhdf5. Errors in libnetcdf are StatusErrors.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/files/byte_source.hpp"
#include "base/library/module_api.hpp"
#include "base/process/libraries.hpp"
#include "filter/codecs/codec_variable.hpp"
#include "filter/kernels/kernel.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "ncf/error.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::store {
struct Tuning;
}

namespace ncf::libnetcdf {

/// An error with the status that libnetcdf has for it, for callers in C.
class NCF_MODULE_API StatusError : public Error {
 public:
  StatusError(int status, Error error) : Error(std::move(error)), status_(status) {}
  StatusError(int status, ErrorCode code, std::string message)
      : Error(code, std::move(message)), status_(status) {}

  /// source: netcdf.h, "NC_E..."; <ncf/variable_filters.h> names those that we choose ourselves
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

using UseVariable = std::function<void(int ncid, int varid)>;

/// The functions of the module.
struct Functions {
  /// Returns "libnetcdf 4.9.0 (built for 4.9.0)".
  std::string (*describe)();
  /// Returns the protocols that libnetcdf was built with.
  base::LibraryFacts (*facts)();
  /// Returns whether libnetcdf can read parts of files on web servers, with mode=bytes.
  bool (*has_byte_ranges)() noexcept;
  /// throws: Error(unsupported) if libnetcdf was built without logging.
  void (*set_log_level)(int level);
  /// Returns libnetcdf's message for a status.
  std::string (*message_of)(int status);

  // ---- Files and servers ----

  /// name: in messages. location: a path or a URL; empty for a classic file that libnetcdf cannot
  /// read; it gets only the header. classic: null for all other datasets. throws: Error.
  std::unique_ptr<model::Source> (*open_source)(std::string name, const std::string& location,
                                                std::shared_ptr<const base::ByteSource> classic,
                                                const store::Tuning& tuning);
  /// schema: valid for its format; its variable ids apply to the target. name: in messages.
  /// throws: Error naming the variable that failed.
  std::unique_ptr<model::Target> (*create_target)(const std::filesystem::path& path,
                                                  std::string name, const model::Schema& schema,
                                                  const store::Tuning& tuning);
  /// Creates a file in memory for dry runs. throws: as `create_target`.
  std::unique_ptr<model::Target> (*create_in_memory)(const model::Schema& schema);

  // ---- Variables and types of files that the caller has open ----
  // Errors name the filter; the caller adds the variable.

  /// Returns "/t2m", "/forecast/t2m". throws: Error(not_found).
  std::string (*variable_path)(int ncid, int varid);
  /// Returns the elements and the chunk of a variable, as filters see them. Without chunks, the
  /// chunk is the whole shape, with unlimited dimensions counted as 1. throws: Error.
  filter::ChunkLayout (*chunk_layout)(int ncid, int varid);
  /// throws: Error(unsupported) for a variable that cannot have any filter.
  void (*require_filterable)(int ncid, int varid);
  /// Adds a filter to a variable in define mode. For szip and shuffle, the parameters may be in
  /// stored form. throws: Error(not_found) for a filter that is not available, Error(unsupported)
  /// for a variable that cannot have it, Error(usage) after define mode.
  void (*add_filter)(int ncid, int varid, const Filter& filter);
  /// Returns all filters of the variable, in the order of encoding.
  StoredChain (*read_filters)(int ncid, int varid);
  /// Sets how libnetcdf rounds values, and returns it: a mode of netcdf.h, and the digits.
  /// throws: Error(unsupported) for a type or digits that the mode does not allow.
  void (*define_quantization)(int ncid, int varid, int mode, int digits);
  std::pair<int, int> (*read_quantization)(int ncid, int varid);
  /// throws: Error(unsupported) if libnetcdf does not know the type.
  model::TypeRef (*read_type)(int ncid, int nc_type);

  /// Calls `use` while a variable exists for codecs that ask libnetcdf about the variable they work
  /// on: one in a netCDF-4 file in memory with the same name, groups, type, byte order, dimensions,
  /// chunks and attributes, but no values. Element types that libnetcdf lacks, for example float16
  /// or text longer than one character, become opaque values of the same size. A dimension shorter
  /// than a chunk becomes unlimited, because libnetcdf does not allow such chunks otherwise;
  /// unknown dimensions get the length of the chunk. throws: Error(internal) if it cannot be made,
  /// and what `use` throws.
  void (*with_shadow_variable)(const filter::ChunkLayout& layout,
                               const filter::CodecVariable& variable, const UseVariable& use);
};

/// Returns the functions of the module, which the first call loads. Plugins that are loaded later
/// find libnetcdf in the process. throws: Error(io) with the dynamic loader's message.
const Functions& functions();

}  // namespace ncf::libnetcdf

/// The symbol that the module exports.
extern "C" NCF_API const ncf::libnetcdf::Functions ncf_libnetcdf_functions;
