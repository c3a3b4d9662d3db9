// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything about a copy that is decided before an output is made.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/source_status.hpp"
#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/routes.hpp"
#include "ops/copy/subset.hpp"
#include "ops/output_place.hpp"
#include "plugin/stand_in_adapter.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

struct PreparedCopy {
  transcode::Resources resources;
  OutputPlace place;
  std::optional<base::SourceStatus> input_status;     ///< empty for what is elsewhere
  std::unique_ptr<filter::FilterSource> filters;      ///< for the stores
  std::unique_ptr<plugin::StandInFilters> stand_ins;  ///< of filters that are stored only
  std::unique_ptr<model::Source> input;
  Subset source;                ///< the part of the input that is copied
  model::Schema output_schema;  ///< what the output is asked to be; variables as in `source`
  Quantizers quantizers;
  Routes routes;
  ChosenRoutes chosen;                    ///< when the routes are chosen
  transcode::RecodingPlan recoding_plan;  ///< of the recodings
  CopyPlan plan;

  /// Memory for bytes that are passed through.
  [[nodiscard]] std::uint64_t passthrough_bytes() const noexcept;
};

/// What the options allow.
[[nodiscard]] transcode::Resources resources_of(const CopyOptions& options);

/// Reads the options, opens the input, decides. No output is touched. throws: Error.
PreparedCopy prepare_copy(const CopyOptions& options, const transcode::Resources& resources);

/// Chooses the routes and plans the work on them. `output_form`: of the output as made.
/// throws: as Routes::choose; Error(usage) where the memory allowed is not enough.
void choose_routes(PreparedCopy& prepared, const CopyOptions& options,
                   const std::function<model::StoredForm(model::VariableId)>& output_form);

/// Takes over into the plan what the library made of `output_schema`.
/// throws: Error(internal) naming variable and filters where these are not as asked.
void take_achieved(PreparedCopy& prepared, const model::Schema& achieved);

/// That the output can be made: what make_pending would refuse, and a folder that a file would
/// have to replace. throws: Error(not_found, io).
void check_output(const PreparedCopy& prepared, const CopyOptions& options);

/// Finds out what the libraries would make of the output, in memory, and chooses the routes by
/// that. throws: as take_achieved and choose_routes.
void rehearse_routes(PreparedCopy& prepared, const CopyOptions& options);

/// Hands each note to `on_note`. throws: Error(unsupported) with all of them if there are any and
/// the copy is to be strict.
void tell_notes(const std::vector<std::string>& notes, const CopyOptions& options,
                const NoteHandler& on_note);

/// How far values of a variable may change in the output.
[[nodiscard]] transcode::Tolerance tolerance_of(const PreparedCopy& prepared, model::VariableId id);

/// Whether the copy reads a variable back to compare it with the input: to verify it, or because a
/// filter states a bound that it does not keep for all values.
[[nodiscard]] bool is_read_back(const PreparedCopy& prepared, model::VariableId id,
                                const CopyOptions& options);

/// Lengths of the chunks of a chunked variable; empty for other layouts.
std::vector<std::size_t> chunks_of(const model::Variable& variable);

}  // namespace ncf::ops
