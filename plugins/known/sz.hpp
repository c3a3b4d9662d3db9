// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// SZ of the second and third generation, which share ideas and no parameters.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "filter/facts.hpp"

namespace ncf::filter::sz {

inline constexpr std::string_view aliases[] = {"sz2"};

constexpr Parameter bound(std::string_view name, std::string_view help) {
  return {.name = name,
          .kind = Kind::real,
          .maximum = unbounded,
          .high_word_first = true,
          .help = help};
}
inline constexpr Parameter unused = automatic("unused", "a bound of another mode");
inline constexpr Parameter absolute_parameters[] = {
    mode(0), bound("absolute", "largest absolute error"), unused, unused, unused, unused, unused,
    unused};
inline constexpr Parameter relative_parameters[] = {
    mode(1), unused, unused, bound("relative", "largest error as a part of the range"),
    unused,  unused, unused, unused};
inline constexpr Parameter pointwise_parameters[] = {
    mode(10), unused, unused,
    unused,   unused, bound("pointwise_relative", "largest error as a part of each value"),
    unused,   unused};
inline constexpr Layout layouts[] = {
    {.mode = "absolute", .parameters = absolute_parameters, .min_cd_values = 9},
    {.mode = "relative", .parameters = relative_parameters, .min_cd_values = 9},
    {.mode = "pointwise_relative", .parameters = pointwise_parameters, .min_cd_values = 9},
};

inline constexpr FilterFacts facts{
    .id = 32017,
    .name = "sz",
    .aliases = aliases,
    .description = "lossy compression with a bounded error, second generation",
    .providers = {.python_hdf5plugin = true},
    .visible = layouts,
    .loss = always,
    .open = true};  // modes and working forms differ by version

}  // namespace ncf::filter::sz

// SZ3 in the form of H5Z-SZ3 up to SZ3 3.1, which hdf5plugin contains: a user gives the mode and
// four bounds, and files store the chunk's rank, type and lengths before them. Since SZ3 3.2 the
// parameters are the bytes of a configuration with packed bounds and lengths; a filter of one
// version does not understand those of the other.
// source: H5Z_SZ3.cpp of SZ3 3.1 and 3.3; hdf5plugin 5.1, _filters.py

namespace ncf::filter::sz3 {

/// The bounds in the order of the parameters; their indices are the numbers of the modes.
struct Bound {
  std::string_view name;
  std::string_view high;  ///< name of the first of the two cd_values if another mode is selected
  std::string_view low;
  std::string_view help;
};
inline constexpr Bound bounds[] = {
    {"absolute", "absolute_high", "absolute_low", "largest absolute error"},
    {"relative", "relative_high", "relative_low", "largest error as a part of the range"},
    {"norm2", "norm2_high", "norm2_low", "Euclidean norm of all errors"},
    {"peak_signal_to_noise_ratio", "peak_signal_to_noise_ratio_high",
     "peak_signal_to_noise_ratio_low", "ratio of the range to the errors, in decibels"},
};

/// The mode, then a real number in two parameters for its bound, and two for each other bound.
template <std::size_t number>
constexpr auto make_visible() {
  std::array<Parameter, 2 * std::size(bounds)> parameters{mode(number)};
  std::size_t at = 1;
  for (std::size_t i = 0; i < std::size(bounds); ++i) {
    if (i == number) {
      parameters[at++] = {.name = bounds[i].name,
                          .kind = Kind::real,
                          .maximum = unbounded,
                          .high_word_first = true,
                          .help = bounds[i].help};
    } else {
      parameters[at++] = automatic(bounds[i].high, "not of this mode");
      parameters[at++] = automatic(bounds[i].low, "not of this mode");
    }
  }
  return parameters;
}

template <std::size_t number>
inline constexpr auto visible_parameters = make_visible<number>();

inline constexpr Parameter chunk_parameters[] = {
    automatic("rank", "dimensions of a chunk"),
    automatic("type", "of the values"),
    automatic("length_1", "of a chunk"),
    automatic("length_2", "of a chunk; with rank 1 the low half of the only length"),
    automatic("length_3", "of a chunk"),
    automatic("length_4", "of a chunk"),
    automatic("length_5", "of a chunk"),
};

/// rank: 2 to 5. Files store one dimension in as many parameters as two.
template <std::size_t number, std::size_t rank>
constexpr auto make_working() {
  std::array<Parameter, 2 + rank + visible_parameters<number>.size()> parameters;
  const auto end = std::copy(std::begin(chunk_parameters), std::begin(chunk_parameters) + 2 + rank,
                             parameters.begin());
  std::copy(visible_parameters<number>.begin(), visible_parameters<number>.end(), end);
  return parameters;
}

template <std::size_t number, std::size_t rank>
inline constexpr auto working_parameters = make_working<number, rank>();

inline constexpr std::size_t visible_cd_values = 9;

template <std::size_t number>
constexpr Layout visible_layout() {
  return {.mode = bounds[number].name,
          .parameters = visible_parameters<number>,
          .min_cd_values = visible_cd_values};
}

template <std::size_t number, std::size_t rank>
constexpr Layout working_layout() {
  return {.mode = bounds[number].name,
          .parameters = working_parameters<number, rank>,
          .min_cd_values = 2 + rank + visible_cd_values};
}

inline constexpr Layout visible_layouts[] = {visible_layout<0>(), visible_layout<1>(),
                                             visible_layout<2>(), visible_layout<3>()};
inline constexpr Layout working_layouts[] = {
    working_layout<0, 2>(), working_layout<0, 3>(), working_layout<0, 4>(), working_layout<0, 5>(),
    working_layout<1, 2>(), working_layout<1, 3>(), working_layout<1, 4>(), working_layout<1, 5>(),
    working_layout<2, 2>(), working_layout<2, 3>(), working_layout<2, 4>(), working_layout<2, 5>(),
    working_layout<3, 2>(), working_layout<3, 3>(), working_layout<3, 4>(), working_layout<3, 5>(),
};

template <std::uint32_t number>
constexpr bool has_mode(CdValues visible) {
  return visible.size() == visible_cd_values && visible.front() == number;
}

constexpr std::optional<double> error_bound(CdValues visible) {
  if (!has_mode<0>(visible)) return std::nullopt;
  return std::bit_cast<double>(static_cast<std::uint64_t>(visible[1]) << 32U | visible[2]);
}

inline constexpr std::string_view since = "needs hdf5plugin 4.1 or later";
inline constexpr ProgramNotation notations[] = {
    {Program::hdf5plugin, "SZ3(absolute={absolute})", has_mode<0>, since},
    {Program::hdf5plugin, "SZ3(relative={relative})", has_mode<1>, since},
    {Program::hdf5plugin, "SZ3(norm2={norm2})", has_mode<2>, since},
    {Program::hdf5plugin, "SZ3(peak_signal_to_noise_ratio={peak_signal_to_noise_ratio})",
     has_mode<3>, since},
};

inline constexpr FilterFacts facts{
    .id = 32024,
    .name = "sz3",
    .description = "lossy compression with a bounded error, third generation",
    .providers = {.python_hdf5plugin = true},
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = always,
    .error_bound = error_bound,
    .open = true,  // since SZ3 3.2 the parameters have another form
    .notations = notations};

}  // namespace ncf::filter::sz3
