// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the codecs of a Zarr input state and their filters lack, when a copy keeps these filters.
// See CodecExtra in filter/codecs/codec_json.hpp.
#pragma once

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Requires that the codecs of the input can encode if an output's variable keeps their filters and
/// not the stored bytes. asked: with the input's codecs. throws: Error(unsupported).
void require_codecs_to_encode(const model::Variable& asked);

/// Notes the extras that the output lacks. asked, made: the output's schema, before with the
/// input's codecs; the variables are those of the plan.
void add_extra_notes(const model::Schema& asked, const model::Schema& made, CopyPlan& plan);

}  // namespace ncf::ops
