// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The two filters of the Community Codec Repository that only round.
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::rounding {

inline constexpr Parameter digits = {.name = "digits",
                                     .minimum = 1,
                                     .maximum = 15,
                                     .default_value = 3,
                                     .help = "significant decimal digits kept"};
inline constexpr Parameter visible_parameters[] = {digits};
inline constexpr Parameter working_parameters[] = {
    digits, automatic("typesize", "bytes of one value"),
    automatic("has_fill", "1 when there is a fill value"),
    automatic("fill", "the fill value's bytes"), automatic("fill", "the fill value's bytes")};
inline constexpr Layout visible_layouts[] = {{.parameters = visible_parameters}};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 5}};

inline constexpr FilterFacts bitgroom{
    .id = 32022,
    .name = "bitgroom",
    .description = "sets bits that carry no significant digits to 0 or 1 in turn; lossy",
    .kind = FilterKind::values_to_values,
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = always,
    .open = true};  // the repository's BitRound has the same id

inline constexpr std::string_view granular_aliases[] = {"gbr", "granularbr"};
inline constexpr FilterFacts granular_bitround{
    .id = 32023,
    .name = "granular-bitround",
    .aliases = granular_aliases,
    .description = "rounds each value to significant digits; lossy",
    .kind = FilterKind::values_to_values,
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = always};

}  // namespace ncf::filter::rounding
