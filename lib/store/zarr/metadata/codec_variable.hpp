// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Describes an array's variable to codecs of plugins. Pure functions, any thread.
#pragma once

#include "filter/codecs/codec_variable.hpp"
#include "model/schema/schema.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// Describes `variable` with its dimensions and attributes; its filters and storage may be unknown.
filter::CodecVariable shown_to_codecs(const model::Schema& schema, const model::Variable& variable,
                                      const ArrayMetadata& array);

}  // namespace ncf::store::zarr
