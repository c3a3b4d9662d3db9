// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives a variable of a view values of another type. I/O thread only.
#pragma once

#include <functional>
#include <span>

#include "model/dataset/source.hpp"
#include "model/view/view_source.hpp"

namespace ncf::ops {

/// Converts the values of a view's variable, after what is done to them before, and gives it the
/// type. Attributes stay. source: with the original values. convert: as of model::ViewConversion.
void convert_values(model::ViewDefinition& view, model::VariableId variable,
                    const model::TypeRef& type, model::Source& source,
                    std::function<void(const model::Box& box, std::span<const std::byte> originals,
                                       std::span<std::byte> values)>
                        convert);

}  // namespace ncf::ops
