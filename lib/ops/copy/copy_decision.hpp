// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is decided of a copy before an output is made: by the options and the input's schema.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source_status.hpp"
#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/routes.hpp"
#include "ops/copy/subset.hpp"
#include "ops/output_place.hpp"
#include "plugin/placeholder_adapter.hpp"
#include "store/input.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

struct CopyDecision {
  CopyDecision(const CopyOptions& asked, const transcode::Resources& allowed)
      : options(asked), resources(allowed) {}

  const CopyOptions& options;  ///< outlives this
  transcode::Resources resources;
  store::Input found;                  ///< where the input is
  std::uint64_t input_file_bytes = 0;  ///< before it was opened
  OutputPlace place;
  std::optional<base::SourceStatus> input_status;            ///< empty for what is elsewhere
  std::unique_ptr<filter::FilterSource> filters;             ///< for the stores
  std::unique_ptr<plugin::PlaceholderFilters> placeholders;  ///< of filters that are stored only
  std::unique_ptr<model::Source> input;
  Subset source;                ///< the part of the input that is copied
  model::Schema output_schema;  ///< what the output is asked to be; variables as in `source`
  Quantizers quantizers;
  Routes routes;
  CopyPlan plan;  ///< as far as the schemas tell: without routes, what they take, and sizes
};

/// What the options allow.
[[nodiscard]] transcode::Resources resources_of(const CopyOptions& options);

/// Reads the options, opens the input, decides. No output is touched. throws: Error.
CopyDecision decide_copy(const CopyOptions& options, const transcode::Resources& resources);

/// That the output can be made: what make_pending would refuse, and a folder that a file would
/// have to replace. throws: Error(not_found, io).
void check_output(const CopyDecision& decision);

/// Hands each note to `on_note`. throws: Error(unsupported) with all of them if there are any and
/// the copy is to be strict.
void tell_notes(const std::vector<std::string>& notes, const CopyOptions& options,
                const NoteHandler& on_note);

/// Lengths of the chunks of a chunked variable; empty for other layouts.
std::vector<std::size_t> chunks_of(const model::Variable& variable);

}  // namespace ncf::ops
