// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/values/type.hpp"

namespace ncf::transcode {

/// Returns the netCDF type of float or double.
template <class Float>
const model::Type& type_of() {
  return *model::atomic_type(sizeof(Float) == 4 ? model::TypeClass::float_
                                                : model::TypeClass::double_);
}

}  // namespace ncf::transcode
