// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the reports of tunings, of a file or an archive, have in common: sentences, and the names of
// goals and readers. Pure functions, any thread.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/members.hpp"
#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"

namespace ncf {

constexpr auto names_of(TuneGoal /*any*/) {
  return std::to_array<std::string_view>({"size", "balanced", "speed"});
}
constexpr auto names_of(TuneReaders /*any*/) {
  return std::to_array<std::string_view>(
      {"stock", "h5py", "xarray", "zarr-python", "netcdf-java", "any"});
}

namespace ops {

/// Formats a rate in MB/s; empty for 0.
[[nodiscard]] std::string format_rate(double bytes_a_second);

/// "float 4 x 3 in chunks of 4 x 3, 48 B, now stored as 31 B by deflate 4; all chunks read".
[[nodiscard]] std::string describe(const TunedVariable& variable);

/// "2 variables of type float: 96 B, now stored as 31 B by deflate 4".
[[nodiscard]] std::string describe_sum(const TuneManyVariable& variable);

/// "rounded by bitround,9; the largest error of the values read is 0.01 K". Only for variables that
/// are rounded.
[[nodiscard]] std::string describe_rounding(const TunedVariable& variable);

/// "The command below stores 68.8 MB of values in 40.0 MB instead of 47.2 MB (raw/stored 1.72), by
/// shuffle|zstd,3: ...", with the reason; without a command only the sizes.
[[nodiscard]] std::string describe_totals(const TuneReport& report);

/// "Rounding changes the values read by up to 0.0625 K in /t2m."; empty if all stay exact.
[[nodiscard]] std::string describe_errors(const std::vector<TunedVariable>& variables);

/// Returns the sizes and times to expect for the files tried and for all files, one sentence each.
[[nodiscard]] std::vector<std::string> describe_expectation(const TuneManyReport& report);

/// "/t2m, /tas (air_temperature)".
[[nodiscard]] std::string describe_variables(const TuneManyVariable& variable);

/// "shuffle|deflate,4, after bitround,9".
[[nodiscard]] std::string describe_choice(const TuneManyVariable& variable);

/// Returns the trial with the present filters. There must be one.
[[nodiscard]] const TuneTrial& present_trial(const TunedVariable& variable);

}  // namespace ops

}  // namespace ncf
