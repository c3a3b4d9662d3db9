// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Describes a file: its variables, how they are stored, and who can read them.
//
//   std::cout << ncf::format_file_info(ncf::inspect_file("in.nc"));
//
// Values are not read, so no filter is needed. Thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/map_axis.hpp"
#include "ncf/stop.hpp"

namespace ncf {

/// The chunks of a variable whose positions along two dimensions are close to each other, at all
/// positions along the other dimensions.
struct ChunkMapCell {
  std::uint64_t chunks = 0;        ///< chunks that are stored
  std::uint64_t raw_bytes = 0;     ///< of their values, without any filter
  std::uint64_t stored_bytes = 0;  ///< of the same values, as stored
};

/// How well a variable compresses in different places: its chunks, summed on a coarse grid.
struct ChunkMap {
  MapAxis down;  ///< the first of the two dimensions with the most chunks
  MapAxis across;
  std::vector<ChunkMapCell> cells;  ///< row by row
};

struct VariableInfo {
  std::string path;       ///< "/forecast/t2m"
  std::string type;       ///< "float", or a user type's name
  std::string long_name;  ///< empty without one, as `units`
  std::string units;
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunks;    ///< empty if not chunked
  std::vector<std::size_t> shards;    ///< of Zarr v3; empty if each chunk has its own file
  StoredChain filters;                ///< in the order of encoding
  std::string codecs;                 ///< of Zarr: one JSON list, as stored; empty without any
  std::uint64_t raw_bytes = 0;        ///< values without any filter
  std::uint64_t stored_bytes = 0;     ///< 0 if unknown: on DAP servers
  std::string fault;                  ///< why its values cannot be read; empty if they can
  std::optional<ChunkMap> chunk_map;  ///< if requested, of variables with several chunks
};

/// The variables of a group, without those of the groups in it.
struct GroupInfo {
  std::string path;
  std::size_t variables = 0;
  std::uint64_t raw_bytes = 0;
  std::uint64_t stored_bytes = 0;
};

/// A filter of some variables, and who can read it.
struct FilterOfFile {
  std::uint32_t id = 0;
  std::string name;         ///< empty if unknown
  std::string provided_by;  ///< what provides it; empty if unknown
  bool is_readable_here = false;
  bool is_readable_by_stock_netcdf = false;  ///< with HDF5's own filters and no plugin
  std::vector<std::string> variables;        ///< their paths
};

/// A codec of Zarr that cannot be decoded here.
struct UnreadableCodec {
  std::string name;
  std::vector<std::string> variables;  ///< their paths
};

/// Which of netCDF's implementations serves a dataset, and why.
/// source: netCDF documentation, "Inferring File Types"
struct Inference {
  std::string implementation;      ///< "netCDF-3", "HDF5", "HDF4", "DAP2", "DAP4", "Zarr"
  std::optional<Format> format;    ///< empty on DAP servers
  std::string by;                  ///< what decided: "contents", "url" or "fallback"
  std::string why;                 ///< the same for people: "by its first bytes"
  std::string canonical;           ///< a text from which libnetcdf infers the same
  std::vector<std::string> notes;  ///< "mode=bytes wins over mode=zarr"
};

/// The number of blocks of a size, counted from the beginning of a file, in which metadata are: the
/// requests of a reader that reads a file on a server in such blocks.
struct MetadataRequests {
  std::uint64_t block_bytes = 0;
  std::uint64_t requests = 0;
};

/// What a part of a file contains: of a picture of the file, from the first byte to the last.
struct LayoutCell {
  std::uint64_t metadata_bytes = 0;
  std::uint64_t values_bytes = 0;
  std::uint64_t other_bytes = 0;
  std::string variable;  ///< the one with most of the values; empty without any
};

/// Where an HDF5 file has its metadata: everything that must be read to find objects and chunks.
struct LayoutInfo {
  std::uint64_t file_bytes = 0;
  std::uint64_t page_bytes = 0;  ///< of a paged file, else 0
  bool is_consolidated = false;  ///< all metadata lie before the first values
  /// How libhdf5 manages the file's space, as h5repack names it: FSM_AGGR, PAGE, AGGR or NONE.
  std::string strategy;
  std::optional<std::uint64_t> free_bytes;  ///< that the file lists for later writers, if it does
  std::uint64_t metadata_bytes = 0;
  std::uint64_t metadata_places = 0;  ///< stretches of the file without values in them
  std::uint64_t metadata_begin = 0;
  std::uint64_t metadata_end = 0;
  std::uint64_t values_begin = 0;  ///< of the first values
  std::uint64_t values_bytes = 0;  ///< of fixed size
  std::uint64_t other_bytes = 0;   ///< free space, and values of variable length
  std::vector<MetadataRequests> requests;
  std::vector<LayoutCell> cells;  ///< as equal as possible; with InspectOptions::map_chunks
};

struct FileInfo {
  std::string input;
  Format format = Format::classic;
  Inference inference;
  std::optional<LayoutInfo> layout;                ///< of a file in HDF5
  std::vector<VariableInfo> variables;             ///< in the order of the file
  std::vector<GroupInfo> groups;                   ///< those with variables, in the same order
  std::vector<FilterOfFile> filters;               ///< all filters, by id
  std::vector<UnreadableCodec> unreadable_codecs;  ///< by name
  std::vector<std::string> notes;                  ///< what the file contains beyond this
};

struct InspectOptions {
  bool follow_external = false;  ///< `--follow-external`: as in CopyOptions
  std::size_t connections = 16;  ///< `--connections`: as of CopyOptions
  /// Make maps of the variables that take most space; this looks up each of their chunks.
  bool map_chunks = false;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

/// Infers what opening would infer from a path or a URL, and from the first bytes there.
/// throws: as inspect_file.
NCF_API Inference infer(const std::string& location, const InspectOptions& options = {});

/// Returns one JSON object, with a newline at its end.
NCF_API std::string format_inference_json(const Inference& inference);

/// Inspects a file. input: a path or a URL. throws: Error if it cannot be opened.
NCF_API FileInfo inspect_file(const std::string& input, const InspectOptions& options = {});

/// Formats the description as a table for people, as one JSON object, or as an HTML page with maps
/// of chunks (written by ncf/page.hpp). Each ends with a newline.
NCF_API std::string format_file_info(const FileInfo& info, std::size_t width = 0);
NCF_API std::string format_file_info_json(const FileInfo& info);
NCF_API std::string format_file_info_html(const FileInfo& info);

}  // namespace ncf
