// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A Zarr store of version 2 whose chunks are in other files: the metadata, and for each chunk the
// position of its bytes or the bytes themselves. I/O thread only.
//
// source: kerchunk documentation, "References specification", version 1
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class References {
 public:
  /// schema: of format `zarr2`, with fixed dimensions. filters: must outlive this object.
  /// throws: Error naming what Zarr cannot store.
  References(const model::Schema& schema, filter::FilterSource& filters);

  /// Returns the required form of a variable's chunks.
  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) const;

  /// Sets the file that contains the chunks of the following calls.
  void set_url(const std::string& url);
  /// Sets the position of the chunk whose first element is at `offset`.
  void refer(model::VariableId variable, std::span<const std::size_t> offset,
             const model::StoredPlace& place);
  /// Stores values in the references themselves.
  void write(model::VariableId variable, const model::Box& box, const model::Values& values);

  /// Returns the text, one reference per line. Call it last.
  [[nodiscard]] std::string format();

 private:
  /// A position in one of the files.
  struct FilePlace {
    std::size_t url = 0;  ///< in `urls_`
    model::StoredPlace place;
  };

  void format_folder(const std::string& folder, std::string& text);
  void format_entry(const std::string& key, std::string& text);

  KeyStore* keys_;  ///< of the store; a chunk in another file has an empty value
  std::unique_ptr<ZarrStore> store_;
  std::vector<std::string> urls_;  ///< as JSON
  std::map<std::string, FilePlace> places_;
};

}  // namespace ncf::store::zarr
