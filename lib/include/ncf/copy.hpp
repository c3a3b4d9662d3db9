// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies a netCDF file or a Zarr store, and changes filters, chunks or format if requested.
//
//   ncf::CopyOptions options;
//   options.input = "in.nc";
//   options.output = "out.nc";
//   options.filters = {":data,shuffle|zstd,3"};
//   std::cout << ncf::format_plan(ncf::plan_copy(options));
//   ncf::CopyReport report = ncf::copy(options);
//
// The output appears complete or not at all; after any error the target is as it was. All functions
// throw ncf::Error. Any thread may call them, but they run one at a time: ncf/library_lock.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/mpi.hpp"
#include "ncf/stop.hpp"
#include "ncf/view.hpp"

namespace ncf {

/// A filter option as a program gives it: as text, or in parts. The call that gets it reads and
/// checks the text, so its errors quote what was written.
struct FilterText {
  std::string text;  ///< source: grammar/filter-spec.ebnf, rule `copy-option`

  FilterText(std::string as_written) : text(std::move(as_written)) {}
  FilterText(const char* as_written) : text(as_written) {}
  FilterText(const FilterOption& option) : text(format_option(option)) {}

  friend bool operator==(const FilterText&, const FilterText&) = default;
};

// Chunks, shards and roundings in parts, which become the texts of CopyOptions:
//
//   options.chunks = {ncf::DimensionLengths{{{"time", 1}, {"lat", 0}}}};
//   options.quantize = {ncf::ValueRounding{"t2m", ncf::ValueRounding::By::error, 0.01}};
//
// The call that gets the text checks it.

/// The chunks or shards of a variable.
struct VariableLengths {
  std::string variable;              ///< as in PartialCopy; any characters
  std::vector<std::size_t> lengths;  ///< one per dimension; empty: no chunks, or no shards

  NCF_API operator std::string() const;  // NOLINT(google-explicit-constructor): as FilterText
};

/// The chunks or shards of all variables, along some of their dimensions.
struct DimensionLengths {
  std::vector<std::pair<std::string, std::size_t>> lengths;  ///< 0: the whole dimension

  NCF_API operator std::string() const;  // NOLINT(google-explicit-constructor)
};

/// How values of some variables are rounded.
struct ValueRounding {
  enum class By {
    bitgroom,     ///< to significant decimal digits
    granular,     ///< to significant decimal digits
    bitround,     ///< to bits of the significand
    error,        ///< within an absolute error
    relative,     ///< within a relative error
    information,  ///< to the bits with a share of the information, in percent
  };
  std::string variables = "*";  ///< source: grammar/filter-spec.ebnf, rule `selector`
  By by = By::error;
  double amount = 0;
  bool packs = false;  ///< `pack=int16`, only by `error`

  NCF_API operator std::string() const;  // NOLINT(google-explicit-constructor)
};

/// A part of a file by names: absolute paths, or the ends of paths ("t2m", "forecast/t2m").
struct PartialCopy {
  std::vector<std::string> names;
  bool others_defined = false;  ///< all others are defined too, and contain fill values

  friend bool operator==(const PartialCopy&, const PartialCopy&) = default;
};

/// What to make instead of an output that would not be smaller than the input: nothing, a copy of
/// the input's bytes, or a hard link to the input.
enum class Otherwise { none, copy, link };

/// How variables have texts: as strings, or as characters with a last dimension as long as the
/// longest text.
enum class StringForm { strings, characters };

struct CopyOptions {
  /// A path or a URL. source: grammar/location.ebnf. If several inputs are joined: their name in
  /// messages.
  std::string input;
  ViewOptions view;  ///< what is copied instead of all of the input
  /// `--append`: the dimension along which `view.inputs` are appended to `output`, a Zarr store in
  /// a folder. Empty: the output is new.
  std::optional<std::string> append;
  /// A path, or a URL of a file, or of a Zarr store on this machine or on S3. Paths ending in
  /// ".zarr" and ".zip" are stores too, of Zarr v2 unless the format or the input says otherwise.
  std::string output;
  /// Empty: the format that the output's name implies, else the input's; netCDF-4 if filters are
  /// requested and the input's format has none, and for a file made from a folder.
  std::optional<Format> format;
  /// `-F`: texts ("t2m,zstd,3"), or FilterOptions.
  std::vector<FilterText> filters;
  /// `-d`, 0 to 9, for variables that `filters` does not select; 0 removes their filters.
  std::optional<int> deflate;
  bool shuffle = false;  ///< `-s`, before the deflate of `-d`
  /// `-c`, whole texts: "var:n1,n2", "dim1/n1,dim2/n2" or "/"; or VariableLengths and
  /// DimensionLengths.
  std::vector<std::string> chunks;
  /// `--for`, the whole text: what a community asks of files (ncf/purpose.hpp). Variables whose
  /// chunks do not fit get others, and its filters, unless `chunks`, `filters` or `deflate` decide;
  /// `layout` decides before it, too. Empty: nothing.
  std::string purpose;
  /// `--shards`, whole texts as in `chunks`: the shards of a Zarr v3 output, which hold whole
  /// chunks. "var:" means no shards for a variable, and "/" none where no other text applies.
  /// Without this and `shard_bytes`, the output has the input's shards.
  std::vector<std::string> shards;
  /// `--shards SIZE`: about this many bytes of decoded values in each shard, for variables to which
  /// no text of `shards` applies.
  std::optional<std::uint64_t> shard_bytes;
  /// `--layout`, the whole text, for a netCDF-4 output: "consolidated" (all metadata before all
  /// values), "paged" or "paged=SIZE" (in pages of their own). Empty: as the input.
  std::string layout;
  /// `--strings`: give all variables of texts the other form. Empty: as the input.
  std::optional<StringForm> strings;
  bool fix_unlimited = false;  ///< `-u`: unlimited dimensions become fixed at their length
  /// `-v` (others defined) or `-V`: the variables that are copied; empty for all.
  std::optional<PartialCopy> variables;
  /// `--with-coordinates`: also select what belongs to `variables` by the CF conventions:
  /// coordinates, bounds, grid mappings, ancillary variables, and what belongs to these.
  bool with_coordinates = false;
  /// `-g` (others defined) or `-G`: the groups that are copied, without those below them.
  std::optional<PartialCopy> groups;
  /// `-M`: variables with smaller chunks become contiguous, unless they have filters or unlimited
  /// dimensions. Empty: storage stays as it is.
  std::optional<std::uint64_t> smallest_chunk_bytes;
  std::uint64_t buffer_bytes = 8U << 20U;  ///< `-m`: values in memory, on `Route::element`
  /// `-h` and `-e`: size of every chunk cache, and its slots. Empty: chosen for each variable.
  std::optional<std::uint64_t> cache_bytes;
  std::optional<std::uint64_t> cache_slots;
  bool input_in_memory = false;  ///< `-r`: read the whole input into memory first
  /// `--follow-external`: read other files that an HDF5 file names in external storage, virtual
  /// datasets and external links, or that references name outside their folder or on servers.
  /// Otherwise such values are an error.
  bool follow_external = false;
  bool output_in_memory = false;  ///< `-w`: write a classic output to disk when it is complete
  /// `--history`: a line to add at the beginning of the attribute `history`. Empty: none.
  std::string history;
  bool strict = false;  ///< turn notes into errors
  /// `--quantize`, whole texts: "VARIABLES,MODE,DIGITS", the variables as in `filters`, the mode
  /// bitgroom, granular or bitround. Values are rounded to this many significant digits (bits for
  /// bitround), as by netCDF's quantization. "VARIABLES,error,LIMIT" and
  /// "VARIABLES,relative,LIMIT" use bitround with the fewest bits that keep the absolute or
  /// relative error of every value within the limit; "VARIABLES,bitround,information=99%" with the
  /// fewest that keep this share of the information. "VARIABLES,error,LIMIT,pack=int16" packs
  /// values into integers instead, with `scale_factor` and `add_offset`. These four read all values
  /// first. Coordinates are changed only if named. A ValueRounding is the same in parts.
  std::vector<std::string> quantize;
  /// `--allow-absent`: the variables that `filters` and `quantize` select need not exist.
  bool allow_absent = false;
  /// `--verify`: read the output back and compare every value with the input's before the output
  /// gets its name.
  bool verify = false;
  /// `--preserve`: give the output the input's permissions and times. Without it, only users who
  /// may read the input can read the output. Either way, they must be allowed to read all other
  /// files with its values.
  bool preserve = false;
  /// `--in-place`: replace the input, which must be a file, by the output, and keep its owner, mode
  /// and extended attributes; `output` is the input's path. An input that has several names, is
  /// open for writing, changes while it is copied, or contains what the output cannot hold, is an
  /// error and stays as it is.
  bool in_place = false;
  /// `--if-smaller`: make the output only if it is smaller than the input, which must be a local
  /// file. Empty: always make it. With `in_place`, only `Otherwise::none` is allowed.
  std::optional<Otherwise> if_smaller;
  /// `-j`: threads that decode and encode, 1 to 1,024. Empty: one per processor. The output is the
  /// same.
  std::optional<std::size_t> threads;
  /// `--max-memory`: memory for values, in bytes; a chunk that does not fit is an error. Empty: a
  /// quarter of the machine's memory, or what one chunk needs.
  std::optional<std::uint64_t> max_memory_bytes;
  /// `--connections`: the most requests to a server at the same time, 1 to 256.
  std::size_t connections = 16;
  /// Set if mpirun started several processes for this copy. All call `copy` with the same options
  /// and see the same files: rank 0 makes the output and reports, and all share the work.
  /// `threads` and `max_memory_bytes` are then those of one process; if empty, its share of the
  /// machine. `plan_copy` and `copy_many` ignore it.
  std::optional<MpiLibrary> mpi;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)

  friend bool operator==(const CopyOptions&, const CopyOptions&) = default;
};

/// Whether an output is on a server. An interrupted copy then takes time to remove what it made, so
/// a program should stop it (`CopyOptions::stop`) rather than die.
[[nodiscard]] NCF_API bool is_on_server(const std::string& output);

/// How a variable's values are copied.
enum class Route {
  passthrough,  ///< as stored bytes: nothing is decoded
  transcode,    ///< decoded and encoded, chunk by chunk, on all threads
  rechunk,      ///< decoded, assembled into other chunks and encoded, on all threads
  element,      ///< as typed values, by the store
  fill,         ///< not at all: the output's variable contains fill values
};

/// How much the bits of values tell about the neighbouring values along a dimension.
/// source: Klöwer and others 2021, Nature Computational Science 1, 713-724
struct DimensionInformation {
  std::string dimension;
  std::uint64_t pairs = 0;          ///< the number of neighbours compared
  std::vector<double> information;  ///< for each bit from the sign to the lowest, 0 to 1
  int bits = 0;  ///< of the significand, to keep the requested share; 0 if no bit carries any
};

/// What will be done, or was done, with one variable.
struct VariableCopy {
  std::string path;  ///< "/forecast/t2m"
  std::string type;  ///< "float", or a user type's name
  std::vector<std::size_t> shape;
  StoredChain input_filters;
  StoredChain filters;     ///< of the output, in the order of encoding
  std::string filters_by;  ///< why these: "-F *,zstd,3", "-d 5", "as in the input", ...
  /// Empty when not chunked.
  std::vector<std::size_t> input_chunks;
  std::vector<std::size_t> chunks;
  /// The shape of shards, which Zarr v3 stores as files; empty if each chunk has its own file.
  std::vector<std::size_t> input_shards;
  std::vector<std::size_t> shards;
  Route route = Route::element;
  std::string route_by;                 ///< why this route
  std::vector<std::size_t> tile;        ///< what the route `rechunk` assembles at a time
  std::uint64_t input_chunk_count = 0;  ///< on the routes `transcode` and `rechunk`
  /// The encoder strategy, if a filter has several: "planes 2" (source: ncfcopy(1), DEFLATE AND
  /// ZSTD). In a plan: when it is chosen. Otherwise empty.
  std::string encoder;
  std::string quantized_by;   ///< "bitround 10"; empty if values stay as they are
  std::string quantized_why;  ///< the reason, if it depends on the values
  /// If values are rounded: the largest absolute error of this, in `units`. Empty if unknown, for
  /// example if other processes round them, too.
  std::optional<double> largest_error;
  std::string units;  ///< of the values; empty without any
  /// Along each dimension, if the information decided the bits.
  std::vector<DimensionInformation> information;
  std::uint64_t decodes = 0;  ///< how often the input's chunks are decoded, in total
  /// The chunk shape in the temporary file if the route `rechunk` takes two passes; else empty.
  std::vector<std::size_t> intermediate_chunks;
  std::uint64_t intermediate_bytes = 0;  ///< largest size of the temporary file
  std::uint64_t one_pass_decodes = 0;    ///< what `decodes` would be for a single pass
  std::uint64_t raw_bytes = 0;           ///< values without any filter
  std::uint64_t input_bytes = 0;         ///< values as stored in the input
  std::uint64_t output_bytes = 0;        ///< values as stored in the output; 0 in a plan
};

struct CopyPlan {
  std::string input;
  std::string output;
  Format input_format = Format::classic;
  Format format = Format::classic;
  std::string format_by;                ///< why this format, for example "by its name"
  std::vector<std::string> view;        ///< what each option of `CopyOptions::view` did
  std::string layout;                   ///< "consolidated" or "paged=65536"; empty if ordinary
  std::string layout_by;                ///< why this layout: "requested" or "as the input"
  std::vector<std::string> made_fixed;  ///< unlimited dimensions; plain Zarr has none
  std::vector<VariableCopy> variables;  ///< in the order of the file
  std::size_t threads = 1;              ///< that decode and encode
  std::uint64_t peak_memory_bytes = 0;  ///< the most memory that values take
  std::vector<std::string> notes;       ///< what the user should know
  std::vector<std::string> absent;      ///< with `allow_absent`: "-F t2m", if there is no t2m
};

struct CopyReport {
  CopyPlan plan;                        ///< with `output_bytes` filled in
  bool verified = false;                ///< the output was read back and compared
  bool original_kept = false;           ///< the output would not be smaller, see `if_smaller`
  std::uint64_t input_file_bytes = 0;   ///< for a folder, all its files; 0 on a server
  std::uint64_t output_file_bytes = 0;  ///< if the original is kept, its size
  double seconds = 0;                   ///< that the call took
  /// Processor time of the process, and of the thread that called `copy`, until the output is
  /// complete and before it is flushed to the disk. That thread calls libhdf5 and libnetcdf and
  /// hands out the work; with one thread it does everything.
  double cpu_seconds = 0;
  double coordinator_cpu_seconds = 0;
  int rank = 0;  ///< of this process in a run by MPI; only the report of rank 0 says more
};

/// Called with each note as soon as it is known.
using NoteHandler = std::function<void(const std::string&)>;

/// The progress of a copy, reported when the work begins, often, and when it is done, on the thread
/// that called `copy`.
struct CopyProgress {
  std::uint64_t bytes_done = 0;  ///< of decoded values that were copied or verified; <= `bytes`
  std::uint64_t bytes = 0;       ///< to be copied, and again if they are to be verified; may be 0
};
using ProgressHandler = std::function<void(const CopyProgress&)>;

/// Finds out what `copy` would do, with the libraries themselves, in memory. Writes no output.
NCF_API CopyPlan plan_copy(const CopyOptions& options, const NoteHandler& on_note = {});

/// Copies. Every requested filter is applied, or this throws.
NCF_API CopyReport copy(const CopyOptions& options, const NoteHandler& on_note = {},
                        const ProgressHandler& on_progress = {});

/// Formats a plan or a report for people; the text ends with a newline. width: fold tables to this
/// many columns if possible; 0: no limit.
NCF_API std::string format_plan(const CopyPlan& plan, std::size_t width = 0);
NCF_API std::string format_report(const CopyReport& report, std::size_t width = 0);
/// Formats a plan or a report as one JSON object, for programs. The members are those of CopyPlan,
/// and in a report also those of CopyReport but `rank`, on the same level as those of its plan.
NCF_API std::string format_plan_json(const CopyPlan& plan);
NCF_API std::string format_report_json(const CopyReport& report);

}  // namespace ncf
