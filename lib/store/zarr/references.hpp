// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// References as JSON describes them: a Zarr store whose values are in the text itself, or are
// ranges of other files or whole files. As an input, they are a table of values, which any thread
// may use; as an output, a store in memory.
//
// source: kerchunk documentation, "References specification", versions 0 and 1; fsspec, class
// ReferenceFileSystem
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/common/tuning.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

/// The place of a value.
struct Reference {
  std::string text = {};                    ///< the value itself, unless there is a file
  std::optional<std::size_t> file = {};     ///< in ReferenceTable::files
  std::uint64_t begin = 0;                  ///< in the file
  std::optional<std::uint64_t> bytes = {};  ///< empty for a whole file
};

struct ReferenceTable {
  std::filesystem::path folder;             ///< of the text; relative names begin there
  std::vector<std::string> files;           ///< as written, each once
  std::map<std::string, Reference> values;  ///< by key

  /// Returns the names at the root.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Returns the path of one of `files`; empty if it is not on this machine.
  [[nodiscard]] std::optional<std::filesystem::path> local_path(const std::string& name) const;
  /// Returns whether a file is in the folder or below. file: without links.
  [[nodiscard]] bool is_below_folder(const std::filesystem::path& file) const;
  /// Returns whether any of the files is on a server.
  [[nodiscard]] bool names_servers() const;
  /// Returns the sum of all ranges; whole files do not count.
  [[nodiscard]] std::uint64_t range_bytes() const;
};

/// Returns whether a file that references name is on a server.
[[nodiscard]] bool is_on_server(std::string_view file);

/// Reads references. Returns null if the JSON is something else: it has neither `version` and
/// `refs` nor Zarr metadata.
/// throws: Error(corrupt) naming the key that is wrong; Error(unsupported); Error(io).
std::shared_ptr<const ReferenceTable> read_references(const std::filesystem::path& path);

/// Does the same for a text. folder: of the file with the text.
std::shared_ptr<const ReferenceTable> parse_references(std::string_view text,
                                                       std::filesystem::path folder);

/// Opens a store for reading, whose values are at the places in the table. follow_external: whether
/// files outside the folder of the references and on servers may be read.
std::unique_ptr<KeyStore> open_references(std::shared_ptr<const ReferenceTable> table,
                                          bool follow_external, const Network& network);

// ---- As an output ----

/// Makes references: a store of version 2 whose chunks are in other files. They consist of the
/// metadata, and for each chunk the position of its bytes or the bytes themselves. I/O thread only.
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
