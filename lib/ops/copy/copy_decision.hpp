// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The decisions before a copy creates an output, from the options and the input's schema.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_attributes.hpp"
#include "base/files/file_state.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_input.hpp"
#include "ops/copy/routes.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/output/output_place.hpp"
#include "ops/rounding/packing.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "plugin/registration_adapter.hpp"

namespace ncf::ops {

struct CopyDecision {
  CopyDecision(const CopyOptions& asked, const transcode::Resources& allowed)
      : options(asked), resources(allowed) {}

  const CopyOptions& options;  ///< must outlive this object
  transcode::Resources resources;
  InputFile input_file;  ///< the input; if several are joined, only the sums of their bytes
  std::vector<InputFile> joined;                  ///< as named in the options
  std::vector<base::WatchedFile> watched_others;  ///< other files with values of the input
  OutputPlace place;
  std::optional<base::SourceStatus> input_status;   ///< empty if the input is not a local file
  std::optional<base::SourceStatus> other_readers;  ///< of the other files with its values
  std::unique_ptr<filter::FilterSource> filters;    ///< for the stores
  std::unique_ptr<plugin::PlaceholderFilters> placeholders;  ///< for filters that are only stored
  std::unique_ptr<model::Source> input;
  Subset source;                ///< the part of the input to copy
  model::Schema output_schema;  ///< as requested
  // For each variable of both.
  std::vector<FilterChoice> filter_choices;
  Packings packings;  ///< by `input`, whose file has other values
  Roundings roundings;
  Quantizers quantizers;
  std::vector<Objections> objections;
  std::uint64_t packing_bytes = 0;    ///< memory for packing; not in `resources`
  std::uint64_t measuring_bytes = 0;  ///< memory for deciding how values are rounded
  CopyPlan plan;                      ///< what the schemas determine: no routes or memory
};

/// Returns how to use servers. resources: also limit the memory for their answers.
[[nodiscard]] store::Network network_of(const CopyOptions& options,
                                        const transcode::Resources& resources);

/// Returns the limits that the options set.
[[nodiscard]] transcode::Resources resources_of(const CopyOptions& options);

/// Additional checks before values are read for a decision. By then, the decision has its input,
/// its place and its format.
using DecisionCheck = std::function<void(const CopyDecision&)>;

/// Parses the options, opens the input and decides. Touches no output. roundings: null to choose
/// them by reading values. Otherwise these are used and no values are read: those that another
/// process chose for the same copy, or an empty list for no rounding.
/// throws: Error, also of `check`.
CopyDecision decide_copy(const CopyOptions& options, const transcode::Resources& resources,
                         const DecisionCheck& check = {}, const Roundings* roundings = nullptr);

/// Checks that the output can be created: the same errors as make_pending, and a folder where a
/// file would go. throws: Error(not_found, io).
void check_output(const CopyDecision& decision);

/// Calls `on_note` with each note. With strict options, throws Error(unsupported) with all of them
/// if there are any.
void tell_notes(const std::vector<std::string>& notes, const CopyOptions& options,
                const NoteHandler& on_note);

/// Returns the chunk lengths of a chunked variable; empty for other layouts.
std::vector<std::size_t> chunks_of(const model::Variable& variable);

}  // namespace ncf::ops
