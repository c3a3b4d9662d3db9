// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What to make of a definition: the schema of the output, and placeholders for filters that are not
// available but may only be stored.
#pragma once

#include <memory>
#include <optional>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ncf/dataset.hpp"
#include "ops/output/output_place.hpp"
#include "plugin/placeholder_adapter.hpp"

namespace ncf::ops {

struct TargetSchema {
  /// throws: Error, for example naming a filter that is requested and not available.
  TargetSchema(const Definition& definition, Format format, const NoteHandler& on_note);

  /// The definition of the output. made: as the store created it.
  [[nodiscard]] Definition made(const model::Schema& created) const;

  Definition given;
  model::Schema schema;
  std::unique_ptr<plugin::PlaceholderFilters> placeholders;  ///< outlive the output

 private:
  void reuse(model::VariableId id);
};

/// The format that is requested, that the output's name implies, or of the definition.
/// throws: as format_of_place.
[[nodiscard]] Format format_of_target(const OutputPlace& place, Format defined,
                                      std::optional<Format> requested);

}  // namespace ncf::ops
