// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes base/characters.hpp available under this folder's names.
#pragma once

#include "base/characters.hpp"

namespace ncf::filter {

using base::equals_ignoring_case;
using base::is_blank;
using base::is_digit;
using base::is_letter;
using base::is_name_character;
using base::to_lower;

}  // namespace ncf::filter
