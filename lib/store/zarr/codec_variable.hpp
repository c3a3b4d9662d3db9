// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What codecs of plugins learn about the variable of an array. Pure functions, any thread.
#pragma once

#include "filter/codec_variable.hpp"
#include "model/schema.hpp"
#include "store/zarr/array.hpp"

namespace ncf::store::zarr {

/// `variable` with its dimensions and attributes; its filters and storage may be unknown yet.
filter::CodecVariable shown_to_codecs(const model::Schema& schema, const model::Variable& variable,
                                      const ArrayMetadata& array);

}  // namespace ncf::store::zarr
