// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// References to the chunks of a view of netCDF files, made file by file. I/O thread.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/view/view_source.hpp"
#include "ncf/copy.hpp"
#include "store/zarr/references.hpp"

namespace ncf::ops {

class ReferenceMaker {
 public:
  /// Returns the URL of an input for readers.
  using UrlOf = std::function<std::string(const std::string& input)>;

  /// view: of netCDF files; must outlive this object. throws: Error naming the variable that cannot
  /// be referred to.
  ReferenceMaker(model::ViewSource& view, filter::FilterSource& filters, UrlOf url_of,
                 const NoteHandler& on_note);

  /// Returns the JSON. Call it once. throws: as the constructor.
  std::string make();

 private:
  /// A variable of the view in one of its sources.
  struct Part {
    model::Source& input;
    model::VariableId input_id;
    model::VariableId id;  ///< in the references
    model::StoredForm form;
    std::size_t segment;  ///< of the joined dimension
  };

  [[nodiscard]] std::vector<model::StoredForm> forms_of_first();
  [[nodiscard]] model::StoredForm in_view(model::VariableId id, model::StoredForm form) const;
  [[nodiscard]] model::Schema schema_with_markers() const;

  /// Returns whether the values are stored in the text. Those of the joined coordinate are, because
  /// readers need all of them at once.
  [[nodiscard]] bool is_held(model::VariableId id) const;

  /// Returns a Zarr schema with chunks that are contiguous ranges of the files.
  [[nodiscard]] model::Schema schema_of_references() const;
  [[nodiscard]] std::string name_of(const Part& from) const;
  [[nodiscard]] Error why_not_referred(const Part& from, const model::StoredForm& as_zarr,
                                       const std::string& why) const;
  void refer_to(model::Source& source, std::size_t number);
  void refer(const Part& from);

  /// Checks that this part consists of whole chunks, because those of the next part begin where it
  /// ends. chunk_shape: in the view. shape: of the variable in the source.
  void require_whole_chunks(const Part& from, const std::vector<std::size_t>& chunk_shape,
                            const std::vector<std::size_t>& shape) const;

  void refer_to_chunks(const Part& from, const model::ChunkGrid& grid);
  void require_fill(const Part& from);
  void require_no_mask(const Part& from, std::span<const std::size_t> offset,
                       const model::StoredPlace& place) const;
  void refer_to_rows(const Part& from, const model::ChunkGrid& grid,
                     const model::ElementPlaces& places);
  void hold(model::VariableId id);

  model::ViewSource& view_;
  UrlOf url_of_;
  const NoteHandler& on_note_;
  std::vector<model::StoredForm> forms_;  ///< one for each variable, in its first source
  model::Schema schema_;
  store::zarr::References references_;
  std::set<model::VariableId> filled_;  ///< variables that got a fill value
};

}  // namespace ncf::ops
