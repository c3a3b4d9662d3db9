// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Members of the codecs of a Zarr input that no filter can express, in copies that keep the
// filters: see CodecExtra in filter/codecs/codec_json.hpp. Not for several threads.
#pragma once

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Requires that the codecs of the input can encode if an output's variable keeps their filters and
/// not the stored bytes. asked: with the input's codecs. throws: Error(unsupported).
void require_codecs_to_encode(const model::Variable& asked);

/// Notes the extras that the output lacks. asked: the output's schema as requested, with the
/// input's codecs. made: as created. Both have the variables of the plan.
void add_extra_notes(const model::Schema& asked, const model::Schema& made, CopyPlan& plan);

}  // namespace ncf::ops
