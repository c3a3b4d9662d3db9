// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All elements of a variable, one after another, decoded on all threads: for whoever must write
// them out from the first to the last.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "transcode/pipeline.hpp"

namespace ncf::transcode {

/// Called with neighbouring elements, in the byte order of this machine, and which they are.
using ElementsHandler = std::function<void(const model::Box&, std::span<const std::byte>)>;

/// name: of the variable, for messages. from: of `input`; its form has an element's name.
/// Hands the elements within the form's extent to `take`, on the I/O thread and in C order.
/// throws: Error, after all elements before the damage were handed over that lie in other tiles;
/// and whatever `take` throws.
void read_in_order(const std::string& name, RecodingSide from, StoreEnd input,
                   const Resources& resources, const ElementsHandler& take);

}  // namespace ncf::transcode
