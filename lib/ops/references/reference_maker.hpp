// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// References to one file, or to several joined along a dimension, made part by part. I/O thread.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/references.hpp"
#include "ops/references/reference_series.hpp"
#include "store/zarr/references/references.hpp"

namespace ncf::ops {

class ReferenceMaker {
 public:
  /// first: the first part; must outlive this object.
  ReferenceMaker(model::Source& first, ReferenceSeries series, filter::FilterSource& filters,
                 const NoteHandler& on_note);

  /// Adds the contents of a part, including the first one.
  /// url: for readers. throws: Error naming the variable that cannot be referred to, or joined.
  void add(model::Source& input, const SeriesPart& part, const std::string& url);
  /// Returns the JSON, after all parts were added.
  std::string format();

 private:
  /// A variable in one of the inputs.
  struct Part {
    model::Source& input;
    model::VariableId input_id;
    model::VariableId id;  ///< in the references
    model::StoredForm form;
    const SeriesPart& part;
    std::optional<std::size_t> axis;  ///< along which the parts are joined
  };

  /// Returns the schema of the first part, with the length of all.
  [[nodiscard]] model::Schema joined_schema() const;
  [[nodiscard]] std::optional<std::size_t> axis_of(model::VariableId id) const;

  /// Returns whether the values are stored in the text. Those of the coordinate are, because they
  /// were read anyway, and readers need all of them at once.
  [[nodiscard]] bool is_held(model::VariableId id) const;

  /// Returns a Zarr schema with chunks that are contiguous ranges of the files.
  [[nodiscard]] model::Schema schema_of_references() const;
  void require_length(const model::Schema& schema, const SeriesPart& part) const;
  [[nodiscard]] std::string place_of(const Part& from) const;
  [[nodiscard]] Error why_not_referred(const Part& from, const model::StoredForm& as_zarr,
                                       const std::string& why) const;
  void refer(const Part& from);

  /// Checks that this part consists of whole chunks, because those of the next part begin where it
  /// ends.
  void require_whole_chunks(const Part& from, const std::vector<std::size_t>& chunk_shape) const;

  /// Returns a position in the references.
  static std::vector<std::size_t> shifted(const Part& from, std::vector<std::size_t> offset);
  void refer_to_chunks(const Part& from, const model::ChunkGrid& grid);
  void require_fill(const Part& from);
  void require_no_mask(const Part& from, std::span<const std::size_t> offset,
                       const model::StoredPlace& place) const;
  void refer_to_rows(const Part& from, const model::ChunkGrid& grid,
                     const model::ElementPlaces& places);
  void hold(const Part& from);
  void require_equal(const Part& from);

  model::Source& first_;
  ReferenceSeries series_;
  const NoteHandler& on_note_;
  std::vector<model::StoredForm> forms_;  ///< of the first part, one for each variable
  model::Schema schema_;                  ///< of all parts together
  store::zarr::References references_;
  bool has_other_attributes_ = false;
  std::set<model::VariableId> filled_;  ///< variables that got a fill value
};

}  // namespace ncf::ops
