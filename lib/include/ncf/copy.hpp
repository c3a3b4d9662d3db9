// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copying a netCDF file, with other filters, chunks or format if asked: plan first, then act.
//
//   ncf::CopyOptions options;
//   options.input = "in.nc";
//   options.output = "out.nc";
//   options.filters = {"*,shuffle|zstd,3"};
//   std::cout << ncf::format_plan(ncf::plan_copy(options));
//   ncf::CopyReport report = ncf::copy(options);
//
// The output appears whole or not at all; on any error the target is as it was. All functions
// throw ncf::Error, and must be called from one thread (libnetcdf's rule), one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/stop.hpp"

namespace ncf {

/// A part of a file by names: absolute paths, or the ends of paths ("t2m", "forecast/t2m").
struct PartialCopy {
  std::vector<std::string> names;
  bool others_defined = false;  ///< others are defined too, and hold fill values

  friend bool operator==(const PartialCopy&, const PartialCopy&) = default;
};

/// What becomes of the original where an output would not be smaller: no output is made, the output
/// is a copy of the input's bytes, or a hard link to the input.
enum class Original { kept, copied, linked };

struct CopyOptions {
  std::string input;  ///< a path or a URL. source: grammar/location.ebnf
  /// A path, or a file URL of a folder of Zarr. A path ending in ".zarr" is such a folder too.
  std::string output;
  /// Empty: as the output's name says, else as the input; netCDF-4 when filters are asked for and
  /// the input cannot hold any, and for a file made of a folder.
  std::optional<Format> format;
  /// `-F`, whole texts. source: grammar/filter-spec.ebnf, rule `copy-option`
  std::vector<std::string> filters;
  /// `-d`, 0 to 9, for variables that `filters` does not decide; 0 removes their filters.
  std::optional<int> deflate_level;
  bool shuffle = false;  ///< `-s`, before the deflate of `-d`
  /// `-c`, whole texts: "var:n1,n2", "dim1/n1,dim2/n2" or "/".
  std::vector<std::string> chunking;
  bool fix_unlimited = false;  ///< `-u`: unlimited dimensions become fixed at their length
  /// `-v` (others defined) or `-V`: the variables that are copied; empty for all.
  std::optional<PartialCopy> variables;
  /// `--with-coordinates`: with `variables`, what belongs to them by the CF conventions is selected
  /// too: coordinates, bounds, grid mappings, ancillary variables and what belongs to these.
  bool with_coordinates = false;
  /// `-g` (others defined) or `-G`: the groups that are copied, without those below them.
  std::optional<PartialCopy> groups;
  /// `-M`: chunked variables without filters and unlimited dimensions whose chunks are smaller
  /// become contiguous. Empty: storage stays as it is.
  std::optional<std::uint64_t> smallest_chunk_bytes;
  std::uint64_t buffer_bytes = 8U << 20U;  ///< `-m`: of values, at a time, on `Route::element`
  /// `-h` and `-e`: size of every chunk cache, and its slots. Empty: fitted to each variable.
  std::optional<std::uint64_t> cache_bytes;
  std::optional<std::uint64_t> cache_slots;
  bool input_in_memory = false;  ///< `-r`: the input is read whole before it is copied
  /// `--follow-external`: an HDF5 file may make the copy read other files, by external storage,
  /// virtual datasets and external links. Else such values are an error.
  bool follow_external = false;
  bool output_in_memory = false;  ///< `-w`: the output is written to disk when complete
  /// `--history`: a line that is put before those in the attribute `history`. Empty: none.
  std::string history;
  bool strict = false;  ///< what would be a note is an error
  /// `--quantize`, whole texts: "VARIABLES,MODE,DIGITS", the variables as in `filters`, the mode
  /// bitgroom, granular or bitround. Values lose what is beyond their significant digits (bits for
  /// bitround), as netCDF's quantization does. Coordinates are rounded only if named.
  std::vector<std::string> quantizations;
  /// `--verify`: the output is read back and every value compared with the input's before it takes
  /// its name.
  bool verify = false;
  /// `--preserve`: the output gets the input's mode and times. Otherwise it is not readable for
  /// anybody who may not read the input.
  bool preserve = false;
  /// `--in-place`: the output takes the place of the input, a file, and has its owner, mode and
  /// extended attributes; `output` is the input's path. An input that has several names, is open
  /// for writing, changes while it is copied, or contains what the output cannot hold, is an error
  /// and stays.
  bool in_place = false;
  /// `--if-smaller`: the output is made only if it is smaller than the input, a local file. Empty:
  /// it is always made. With `in_place`, `Original::kept` alone.
  std::optional<Original> if_smaller;
  /// `-j`: threads that decode and encode. Empty: one per processor. The output is the same.
  std::optional<std::size_t> threads;
  /// `--max-memory`: for values, in bytes; an error where one chunk does not fit.
  /// Empty: a quarter of the machine's memory, or what one chunk needs.
  std::optional<std::uint64_t> max_memory_bytes;
  const StopSource* stop = nullptr;  ///< what can end the call, with Error(interrupted)

  friend bool operator==(const CopyOptions&, const CopyOptions&) = default;
};

/// How a variable's values travel.
enum class Route {
  passthrough,  ///< as stored bytes: nothing is decoded
  transcode,    ///< decoded and encoded, chunk by chunk, on all threads
  rechunk,      ///< decoded, put together to other chunks and encoded, on all threads
  element,      ///< as typed values, by the store that holds them
  fill,         ///< not at all: the output's variable holds fill values
};

/// What will be done, or was done, with one variable.
struct VariableCopy {
  std::string path;  ///< "/forecast/t2m"
  std::string type;  ///< "float", or a user type's name
  std::vector<std::size_t> shape;
  StoredChain input_filters;
  StoredChain filters;     ///< of the output, in the order they apply
  std::string filters_by;  ///< why these: "-F *,zstd,3", "-d 5", "as in the input", ...
  /// Empty when not chunked.
  std::vector<std::size_t> input_chunks;
  std::vector<std::size_t> chunks;
  Route route = Route::element;
  std::string route_by;                 ///< why this route
  std::vector<std::size_t> tile;        ///< what is put together at a time on the route `rechunk`
  std::uint64_t input_chunk_count = 0;  ///< on the routes `transcode` and `rechunk`
  /// By which encoder strategy, where a filter has several: "planes 2" (source: ncfcopy(1), DEFLATE
  /// AND ZSTD); in a plan, when that is chosen. Else empty.
  std::string encoder;
  std::string quantized_by;        ///< "bitround 10"; empty where values stay as they are
  std::uint64_t decodes = 0;       ///< how many chunks are decoded there, each time counted
  std::uint64_t raw_bytes = 0;     ///< values without any filter
  std::uint64_t input_bytes = 0;   ///< values as stored in the input
  std::uint64_t output_bytes = 0;  ///< values as stored in the output; 0 in a plan
};

struct CopyPlan {
  std::string input;
  std::string output;
  Format input_format = Format::classic;
  Format format = Format::classic;
  std::vector<VariableCopy> variables;  ///< in the order of the file
  std::size_t threads = 1;              ///< that decode and encode
  std::uint64_t peak_memory_bytes = 0;  ///< that values take at most
  std::vector<std::string> notes;       ///< what the user should know and did not ask
};

struct CopyReport {
  CopyPlan plan;                        ///< with `output_bytes` filled in
  bool is_verified = false;             ///< the output was read back and compared
  bool is_original_kept = false;        ///< the output would not be smaller, see `if_smaller`
  std::uint64_t input_file_bytes = 0;   ///< of a folder all its files; 0 on a server
  std::uint64_t output_file_bytes = 0;  ///< where the original is kept, its size
  std::chrono::duration<double> elapsed{};
};

/// Called with each note as soon as it is known.
using NoteHandler = std::function<void(const std::string&)>;

/// How far a copy is; told often, on the thread that called `copy`.
struct CopyProgress {
  std::uint64_t bytes_done = 0;  ///< of values, decoded, that were copied or verified
  std::uint64_t bytes = 0;       ///< to be copied, and again to be verified
};
using ProgressHandler = std::function<void(const CopyProgress&)>;

/// What `copy` would do, found out with the libraries themselves in memory; touches no output.
NCF_API CopyPlan plan_copy(const CopyOptions& options, const NoteHandler& on_note = {});

/// Copies. Every filter asked for is applied, or this throws.
NCF_API CopyReport copy(const CopyOptions& options, const NoteHandler& on_note = {},
                        const ProgressHandler& on_progress = {});

/// Texts for people, ending in a newline. width: columns that tables are folded to if possible, 0
/// for any number.
NCF_API std::string format_plan(const CopyPlan& plan, std::size_t width = 0);
NCF_API std::string format_report(const CopyReport& report, std::size_t width = 0);
/// One JSON object, for programs; its members are those of CopyPlan, and those of CopyReport.
NCF_API std::string format_plan_json(const CopyPlan& plan);
NCF_API std::string format_report_json(const CopyReport& report);

}  // namespace ncf
