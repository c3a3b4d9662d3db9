// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notations as JSON. Pure functions, any thread.
#pragma once

#include <span>

#include "base/json/json.hpp"
#include "ncf/explain.hpp"

namespace ncf::ops {

/// An object with `name`, `text` and `note`; null for what is empty.
base::Json notation_json(const Notation& notation);

/// A list of such objects.
base::Json notations_json(std::span<const Notation> notations);

}  // namespace ncf::ops
