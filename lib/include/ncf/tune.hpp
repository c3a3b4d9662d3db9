// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters suit the variables of a file: some of its chunks are encoded and decoded by many
// chains of filters, and what a copy would achieve with each is predicted.
//
//   ncf::TuneOptions options;
//   options.input = "in.nc";
//   options.goal = ncf::TuneGoal::size;
//   const ncf::TuneReport report = ncf::tune(options);
//   std::cout << ncf::format_tuning(report);       // ends with a command for ncfcopy
//
// No variable is advised to become larger than it is now. Sizes depend on the file alone and are
// the same in every run; speeds are those of this machine, of one thread. Nothing is written. All
// functions throw ncf::Error; thread rule: as ncf/copy.hpp.
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

/// What matters. The filters chosen take the least time, encoding and decoding once, of all that
/// reach a part of the compression of the smallest, counted in halvings: where that is 16 times
/// smaller than the values, half of it is 4 times.
enum class TuneGoal {
  size,      ///< 99 %
  balanced,  ///< 90 %
  speed,     ///< half
};

/// Who is to read the copy.
enum class TuneReaders {
  stock,  ///< any netCDF without plugins: shuffle, deflate and fletcher32
  any,    ///< whoever has the plugins that are here
};

struct TuneOptions {
  std::string input;  ///< a path or a URL
  /// The variables that are tuned, by absolute paths or the ends of paths; others stay as they are.
  /// Empty: all that are large enough to matter.
  std::vector<std::string> variables;
  TuneGoal goal = TuneGoal::balanced;
  TuneReaders readers = TuneReaders::stock;
  /// What may be lost of floats and doubles, whole texts: "LIMIT", of data variables but not of
  /// coordinates, or "VARIABLES,LIMIT", the variables as in `-F`, of which the most specific wins.
  /// The limit is a largest absolute error, significant decimal digits, or bits of the significand
  /// that are kept.
  std::vector<std::string> errors;
  std::vector<std::string> digits;
  std::vector<std::string> bits;
  std::uint64_t sample_bytes = 64'000'000;  ///< of values of each variable, read at most
  bool follow_external = false;             ///< `--follow-external`: as of CopyOptions
  std::optional<std::size_t> threads;       ///< that encode and decode. Empty: one per processor
  const StopSource* stop = nullptr;         ///< what can end the call, with Error(interrupted)
};

/// A chain of filters that was tried on a variable.
struct TuneTrial {
  std::string filters;             ///< as `-F` takes them, "shuffle|deflate,4"; "none"; present
                                   ///< ones that were not to be tried in words
  std::uint64_t stored_bytes = 0;  ///< predicted, of the whole variable
  double encode_rate = 0;          ///< bytes of values a second, of one thread; 0 without filters
  double decode_rate = 0;
  bool is_on_front = false;  ///< no other is as small and as fast, both ways together
  bool is_chosen = false;
  bool is_present = false;  ///< the filters the variable has now; chosen, they need no `-F`
  bool rounds = false;      ///< lossy filters that keep within the allowed error; values are not
                            ///< rounded before them
  /// Present filters that the readers cannot undo, or that cannot be tried here (then without
  /// rates): chosen only if all others make the variable larger than it is now.
  bool is_fallback = false;
};

struct TunedVariable {
  std::string path;  ///< "/forecast/t2m"
  std::string type;
  std::vector<std::size_t> shape;
  std::vector<std::size_t> chunks;  ///< of the copy
  StoredChain input_filters;
  std::uint64_t raw_bytes = 0;
  std::uint64_t input_bytes = 0;   ///< as stored now; 0 where nobody knows: on servers
  std::uint64_t stored_bytes = 0;  ///< predicted for the filters chosen
  std::uint64_t chunk_count = 0;
  std::uint64_t chunks_read = 0;
  /// How far the prediction may be off as chunks differ, as a part of it, at two standard errors.
  /// Empty where too few were read to tell; 0 where all were.
  std::optional<double> uncertainty;
  std::string rounding;  ///< "bitround,9" as `--quantize` takes it; empty where values stay exact
  std::optional<double> largest_error;  ///< of the values read, by the rounding
  std::vector<TuneTrial> trials;        ///< smallest last
  std::vector<Notation> notations;      ///< of the filters chosen; empty for none
};

/// A variable that was not tuned.
struct UntunedVariable {
  std::string path;
  std::string reason;
  std::uint64_t raw_bytes = 0;
  std::uint64_t input_bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< predicted
};

struct TuneReport {
  std::string input;
  Format input_format = Format::classic;
  TuneGoal goal = TuneGoal::balanced;
  TuneReaders readers = TuneReaders::stock;
  std::vector<TunedVariable> variables;
  std::vector<UntunedVariable> others;
  std::uint64_t raw_bytes = 0;     ///< of all variables
  std::uint64_t input_bytes = 0;   ///< of all, as stored now
  std::uint64_t stored_bytes = 0;  ///< of all, predicted
  std::vector<std::string> notes;  ///< what the user should know and did not ask
  /// The words of a command that copies the file so; empty if no variable could be tuned, or if
  /// each is best as it is.
  std::vector<std::string> command;
  /// The same in Python with xarray, for the variables of the root group; it does not round.
  Notation xarray;
};

/// Finds out. on_progress is told often, on the thread that called.
NCF_API TuneReport tune(const TuneOptions& options, const ProgressHandler& on_progress = {});

/// "size", "balanced", "speed"; "stock", "any". Empty for another text.
NCF_API std::optional<TuneGoal> find_tune_goal(std::string_view name);
NCF_API std::optional<TuneReaders> find_tune_readers(std::string_view name);

enum class TuneDetail {
  front,  ///< of what was tried, that of which no other is both as small and as fast
  all,
};

/// For people; the command is the last line. And the same as one JSON object, with all that was
/// tried. Each ends in a line end.
NCF_API std::string format_tuning(const TuneReport& report, TuneDetail detail = TuneDetail::front,
                                  std::size_t width = 0);
NCF_API std::string format_tuning_json(const TuneReport& report);

}  // namespace ncf
