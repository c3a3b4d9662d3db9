// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Notations as JSON. Pure functions, any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "ncf/explain.hpp"

namespace ncf::ops {

/// An object with `name`, `text` and `note`; null for what is empty.
nlohmann::ordered_json notation_json(const Notation& notation);

/// An array of such objects.
nlohmann::ordered_json notations_json(std::span<const Notation> notations);

}  // namespace ncf::ops
