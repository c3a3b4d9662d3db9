// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What was inferred about a location, for reports. Pure functions, any thread.
#pragma once

#include <string>

#include "location/inference.hpp"
#include "ncf/info.hpp"

namespace ncf::ops {

/// Returns everything but the format.
[[nodiscard]] Inference describe(const location::Inference& inferred);

/// Returns "HDF5, by its first bytes", with the canonical text if it is not the input.
[[nodiscard]] std::string inference_line(const FileInfo& info);

}  // namespace ncf::ops
