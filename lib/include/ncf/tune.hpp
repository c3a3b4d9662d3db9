// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds filters that suit the variables of a file: encodes and decodes some of its chunks with many
// chains of filters, and predicts what a copy would achieve with each.
//
//   ncf::TuneOptions options;
//   options.input = "in.nc";
//   options.goal = ncf::TuneGoal::size;
//   const ncf::TuneReport report = ncf::tune(options);
//   std::cout << ncf::format_tuning(report);       // ends with a command for ncfcopy
//
// The chosen filters never make a variable larger than it is now. Sizes depend only on the file and
// are the same in every run; speeds are those of one thread on this machine. Nothing is written.
// All functions throw ncf::Error; thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/explain.hpp"
#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/stop.hpp"

namespace ncf {

/// What to optimize. A file is written once and read ten times, so time is that of encoding values
/// once and decoding them ten times. `size` and `speed` choose the fastest of all filters that
/// reach a part of the best compression. It is counted in halvings: if the best makes values 16
/// times smaller, half of it makes them 4 times smaller.
enum class TuneGoal {
  size,  ///< 99 % of the best compression
  /// The least product of the time, with that to move the stored bytes as often at 500 MB/s, and
  /// the square of the size: one percent of the size counts as two of the time. Present filters
  /// stay if the others are less than 3 % better.
  balanced,
  speed,  ///< half of the best compression
};

/// Who will read the copy, without plugins.
enum class TuneReaders {
  stock,        ///< any netCDF: shuffle, deflate and fletcher32
  h5py,         ///< also szip and lzf
  xarray,       ///< by the engines netcdf4 and h5netcdf; also szip
  zarr_python,  ///< the copy is a Zarr store; also bzip2, blosc and zstd
  netcdf_java,  ///< as stock
  any,          ///< programs with the plugins of this machine
};

struct TuneOptions {
  std::string input;  ///< a path or a URL
  /// The variables to tune, named by absolute paths or the ends of paths; others stay as they are.
  /// Empty: all that are large enough to matter.
  std::vector<std::string> variables;
  TuneGoal goal = TuneGoal::balanced;
  TuneReaders readers = TuneReaders::stock;
  /// How much floats and doubles may lose: "LIMIT", for all variables except coordinates, or
  /// "VARIABLES,LIMIT", with the variables as in `-F`; the most specific one wins. The limit is the
  /// largest absolute error, the number of significant decimal digits or of bits of the significand
  /// to keep, or the share ("99%") of the information in the chunks read that the bits must keep.
  std::vector<std::string> errors;
  std::vector<std::string> digits;
  std::vector<std::string> bits;
  std::vector<std::string> information;
  bool allow_absent = false;  ///< variables that these name need not exist
  /// The name of a dimension, for example "level": `information` is also computed for each step
  /// along it alone. Empty: only for all steps together.
  std::string information_per;
  std::uint64_t sample_bytes = 64'000'000;  ///< the most to read of each variable's values
  bool follow_external = false;             ///< `--follow-external`: as in CopyOptions
  std::size_t connections = 16;             ///< `--connections`: as of CopyOptions
  std::optional<std::size_t> threads;       ///< to encode and decode. Empty: one per processor
  const StopSource* stop = nullptr;         ///< a stop ends the call with Error(interrupted)
};

/// A chain of filters that was tried on a variable.
struct TuneTrial {
  std::string filters;             ///< as for `-F`, "shuffle|deflate,4"; "none"; a description of
                                   ///< present ones that could not be tried
  std::uint64_t stored_bytes = 0;  ///< predicted, for the whole variable
  double encode_rate = 0;          ///< bytes of values per second on one thread; 0 without filters
  double decode_rate = 0;
  bool is_on_front = false;  ///< no other is smaller and faster, both ways together
  bool is_chosen = false;
  bool is_present = false;  ///< the present filters; if they are chosen, no `-F` is needed
  bool rounds = false;      ///< lossy filters that keep within the allowed error; values are not
                            ///< rounded before them
  /// If it rounds: the largest error of the values that were tried.
  std::optional<double> largest_error = {};
  /// Present filters that the readers cannot decode, or that cannot be tried here (then without
  /// rates). They are chosen only if all others make the variable larger than it is now.
  bool is_fallback = false;
};

/// The information in the values of one step along a dimension, for example of one level.
struct StepInformation {
  std::size_t step = 0;
  std::vector<DimensionInformation> information;  ///< along each other dimension
};

struct TunedVariable {
  std::string path;  ///< "/forecast/t2m"
  std::string type;
  std::string standard_name;  ///< the attribute; empty if there is none, as the next two
  std::string long_name;
  std::string units;
  bool is_coordinate = false;
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunks;  ///< of the copy
  StoredChain input_filters;
  std::uint64_t raw_bytes = 0;
  std::uint64_t input_bytes = 0;   ///< as stored now; 0 if unknown: on servers
  std::uint64_t stored_bytes = 0;  ///< predicted, for the chosen filters
  std::uint64_t chunk_count = 0;
  std::uint64_t chunks_read = 0;
  /// The uncertainty of the prediction, as a part of it: two standard errors, because chunks
  /// differ. Empty if too few chunks were read; 0 if all were.
  std::optional<double> uncertainty;
  /// "bitround,9" as for `--quantize`, before filters that do not round; empty if values stay
  /// exact.
  std::string rounding;
  std::string limit;  ///< "error,0.1" as for `--quantize` if a limit of the error decided this
  std::string bound;  ///< "bits,9", the precision that was asked for; empty if values stay exact
  std::optional<double> largest_error;  ///< of rounding the values that were read
  /// For each dimension along which neighbouring values were compared, if `information` sets the
  /// rounding.
  std::vector<DimensionInformation> information;
  /// For each step along `information_per` that was read and has neighbours to compare.
  std::vector<StepInformation> steps;
  std::vector<TuneTrial> trials;    ///< smallest last
  std::vector<Notation> notations;  ///< of the chosen filters; empty for none
};

/// A variable that was not tuned.
struct UntunedVariable {
  std::string path;
  std::string reason;
  std::uint64_t raw_bytes = 0;
  std::uint64_t input_bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< predicted
  bool may_get_filters = true;     ///< together with all others
};

struct TuneReport {
  std::string input;
  Format input_format = Format::classic;
  TuneGoal goal = TuneGoal::balanced;
  TuneReaders readers = TuneReaders::stock;
  std::string information_per;  ///< as in TuneOptions
  std::vector<TunedVariable> variables;
  std::vector<UntunedVariable> others;
  std::uint64_t raw_bytes = 0;     ///< of all variables
  std::uint64_t input_bytes = 0;   ///< of all, as stored now
  std::uint64_t stored_bytes = 0;  ///< of all, predicted
  std::vector<std::string> notes;  ///< what the user should know
  /// The words of a command that copies the file with the chosen filters; empty if no variable
  /// could be tuned, or if all have the best filters already.
  std::vector<std::string> command;
  /// The same in Python with xarray, for the variables of the root group; it does not round.
  Notation xarray;
};

/// Tunes a file. on_progress: is called often, on the calling thread.
NCF_API TuneReport tune(const TuneOptions& options, const ProgressHandler& on_progress = {});

/// "size", "balanced", "speed"; "stock", "zarr-python" and so on. Empty for another text.
NCF_API std::optional<TuneGoal> find_tune_goal(std::string_view name);
NCF_API std::optional<TuneReaders> find_tune_readers(std::string_view name);

enum class TuneDetail {
  front,  ///< only filters for which no others are smaller and faster
  all,
};

/// Formats a report for people, with the command as the last line, or with all trials as one JSON
/// object or as an HTML page (written by ncf/page.hpp). Each ends with a newline.
NCF_API std::string format_tuning(const TuneReport& report, TuneDetail detail = TuneDetail::front,
                                  std::size_t width = 0);
NCF_API std::string format_tuning_json(const TuneReport& report);
NCF_API std::string format_tuning_html(const TuneReport& report);

}  // namespace ncf
