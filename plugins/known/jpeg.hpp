// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "filter/facts.hpp"

namespace ncf::filter::jpeg {

inline constexpr Choice colours[] = {{"mono", 0}, {"rgb", 1}};
inline constexpr Parameter parameters[] = {
    {.name = "quality", .minimum = 1, .maximum = 100, .help = "quality of the image; 100 is best"},
    {.name = "columns", .minimum = 1, .help = "width of the image"},
    {.name = "rows", .minimum = 1, .help = "height of the image"},
    {.name = "colour",
     .kind = Kind::choice,
     .choices = colours,
     .default_value = 0,
     .help = "one or three values per pixel"},
};
inline constexpr Layout layouts[] = {{.parameters = parameters, .min_cd_values = 4}};

inline constexpr FilterFacts facts{.id = 32019,
                                   .name = "jpeg",
                                   .description = "lossy JPEG compression of 8-bit images",
                                   .visible = layouts,
                                   .loss = always};

}  // namespace ncf::filter::jpeg
