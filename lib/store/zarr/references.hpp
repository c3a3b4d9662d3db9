// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store of Zarr version 2 whose chunks lie in another file: metadata as a store has them, and for
// each chunk where its bytes are, or the bytes themselves. I/O thread only.
//
// source: kerchunk documentation, "References specification", version 1
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "filter/filter_source.hpp"
#include "model/stored_places.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class References {
 public:
  /// schema: of format `zarr2`, its dimensions fixed. `filters` outlives it.
  /// throws: Error naming what Zarr cannot hold.
  References(const model::Schema& schema, filter::FilterSource& filters);

  /// What the chunks of a variable must be.
  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) const;

  /// The chunk whose first element is at `offset` lies there.
  void refer(model::VariableId variable, std::span<const std::size_t> offset,
             const model::StoredPlace& place);
  /// Values that the references hold themselves.
  void write(model::VariableId variable, const model::Box& box, const model::Values& values);

  /// The text, a reference a line. url: of the file that is referred to. Nothing may follow.
  [[nodiscard]] std::string format(const std::string& url);

 private:
  void format_folder(const std::string& folder, const std::string& url, std::string& text);
  void format_entry(const std::string& key, const std::string& url, std::string& text);

  KeyStore* keys_;  ///< of the store; a chunk elsewhere has an empty value
  std::unique_ptr<ZarrStore> store_;
  std::map<std::string, model::StoredPlace> places_;
};

}  // namespace ncf::store::zarr
