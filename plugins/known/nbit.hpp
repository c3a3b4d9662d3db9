// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::nbit {

inline constexpr Parameter working_parameters[] = {
    automatic("count", "how many parameters there are"),
    automatic("unchanged", "1 when there is nothing to pack"),
    automatic("elements", "values in a chunk"),
    automatic("class", "kind of type"),
    automatic("size", "bytes of one value"),
    automatic("order", "byte order"),
    automatic("precision", "bits that matter"),
    automatic("offset", "of the first bit that matters"),
};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 8}};

inline constexpr ProgramNotation notations[] = {{Program::h5repack, "NBIT"}};

inline constexpr FilterFacts facts{
    .id = 5,
    .name = "nbit",
    .description = "packs values to the significant bits of their type",
    .providers = {.hdf5 = true},
    .visible = no_parameters,
    .working = working_layouts,
    .loss = never,
    .open = true,  // compound types add cd_values
    .is_usually_optional = true,
    .notations = notations};

}  // namespace ncf::filter::nbit
