// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
