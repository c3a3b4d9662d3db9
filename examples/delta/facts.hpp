// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::delta {

inline constexpr Parameter working_parameters[] = {automatic("element_size", "bytes of a number")};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 1}};

// No members: what users give has no parameters, and the bytes of a number are the array's. The
// name is not numcodecs' "delta", whose JSON has members of its own.
inline constexpr CodecFacts codecs[] = {{.numcodecs_id = "example.delta"}};

inline constexpr FilterFacts facts{.id = 478,
                                   .name = "delta",
                                   .description = "differences of whole numbers",
                                   .visible = no_parameters,
                                   .working = working_layouts,
                                   .loss = never,
                                   .codecs = codecs};

}  // namespace ncf::filter::delta
