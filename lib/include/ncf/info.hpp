// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is in a file: its variables, how they are stored, and who can read them.
//
//   std::cout << ncf::format_file_info(ncf::inspect_file("in.nc"));
//
// Values are not read, and no filter is needed for it. Thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"

namespace ncf {

struct VariableInfo {
  std::string path;  ///< "/forecast/t2m"
  std::string type;  ///< "float", or a user type's name
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunks;  ///< empty when not chunked
  StoredChain filters;              ///< in the order they apply
  std::string codecs;  ///< of Zarr: one JSON list, as the store holds it; empty without any
  std::uint64_t raw_bytes = 0;     ///< values without any filter
  std::uint64_t stored_bytes = 0;  ///< 0 where nobody knows: on servers
  std::string fault;               ///< why its values cannot be read; empty if they can
};

/// A filter that some variables have and not everybody can read.
struct FilterOfFile {
  std::uint32_t id = 0;
  std::string name;         ///< empty when not known
  std::string provided_by;  ///< what would bring it; empty when not known
  bool is_readable_here = false;
  bool is_readable_by_stock_netcdf = false;  ///< one with what HDF5 has built in and no plugin
  std::vector<std::string> variables;        ///< their paths
};

/// A codec of Zarr that cannot be decoded here.
struct UnreadableCodec {
  std::string name;
  std::vector<std::string> variables;  ///< their paths
};

struct FileInfo {
  std::string input;
  Format format = Format::classic;
  std::vector<VariableInfo> variables;             ///< in the order of the file
  std::vector<FilterOfFile> filters;               ///< all there are, by id
  std::vector<UnreadableCodec> unreadable_codecs;  ///< by name
  std::vector<std::string> notes;  ///< what the file holds beyond this, or otherwise
};

/// input: a path or a URL. follow_external: as of CopyOptions.
/// throws: Error where it cannot be opened.
NCF_API FileInfo inspect_file(const std::string& input, bool follow_external = false);

/// A table for people, and the same as one JSON object. Each ends in a line end.
NCF_API std::string format_file_info(const FileInfo& info, std::size_t width = 0);
NCF_API std::string format_file_info_json(const FileInfo& info);

}  // namespace ncf
