// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs that users name: the last parts of their names, and the files in a folder and its
// subfolders. Files are classified by their contents: netCDF files and Zarr stores are datasets. A
// store is one dataset, not a folder to walk. Symbolic links are not followed. The hidden files of
// ncf, a journal and unfinished outputs, are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/file_state.hpp"
#include "filter/spec/glob.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

/// The hidden file in an output folder with a line for each copy (ops/many/copy_journal.hpp).
constexpr const char* folder_record_name = ".ncfcopy-journal";

/// Selects paths of a tree: `--include` and `--exclude`. A pattern without "/" applies to names in
/// any folder, one with "/" to paths below the root of the tree. A "/" at the end has no meaning.
/// Files and folders that an exclude pattern matches are left out, folders with all their contents.
/// If there are include patterns, a file must match one of them.
///
/// Immutable; any thread.
class PathFilter {
 public:
  /// throws: Error(usage) for a malformed pattern.
  PathFilter(const std::vector<std::string>& include, const std::vector<std::string>& exclude);

  /// Returns whether a folder may contain selected files. relative: the path below the root.
  [[nodiscard]] bool enters(const std::filesystem::path& relative) const;
  /// Returns whether a file, or a store, in an entered folder is selected.
  [[nodiscard]] bool selects(const std::filesystem::path& relative) const;

 private:
  struct Pattern {
    explicit Pattern(const std::string& text);
    [[nodiscard]] bool matches(const std::filesystem::path& relative) const;

    filter::Glob glob;
    bool is_of_names;
  };

  static std::vector<Pattern> read_patterns(const std::string& option,
                                            const std::vector<std::string>& texts);
  static bool any_matches(const std::vector<Pattern>& patterns,
                          const std::filesystem::path& relative);

  std::vector<Pattern> include_;
  std::vector<Pattern> exclude_;
};

/// Returns whether a path leads to a folder that is not a Zarr store, or that cannot be read.
[[nodiscard]] bool is_tree(const std::string& path);

struct TreeEntry {
  enum class Kind {
    dataset,     ///< a netCDF file, an HDF5 file, a Zarr store
    misnamed,    ///< another file or folder whose name ends as that of a dataset
    other_file,  ///< any other regular file
    left_out,    ///< a link, a FIFO, a device, a socket
    unreadable,  ///< a file or folder that cannot be read
  };

  std::filesystem::path relative;  ///< below the root; empty for the root itself
  Kind kind = Kind::dataset;
  bool is_folder = false;          ///< of a misnamed one
  std::uint64_t bytes = 0;         ///< of a file, or of all files of a store
  std::string reason;              ///< why it is not a dataset, left out or unreadable
  ErrorCode code = ErrorCode::io;  ///< of that reason, if it is unreadable
};

/// Returns the entries sorted by path. Opens only folders, and files to read their first bytes.
/// without: folders and files to leave out.
[[nodiscard]] std::vector<TreeEntry> walk_tree(const std::filesystem::path& root,
                                               const PathFilter& filter,
                                               const std::vector<base::FileIdentity>& without);

struct ListedInput {
  std::string path;         ///< or a URL
  std::uint64_t bytes = 0;  ///< 0 if unknown; opening it will say why
};

/// Lists unreadable and misnamed files, too, because opening them reports why.
///
/// throws: Error(not_found) if there are none.
[[nodiscard]] std::vector<ListedInput> list_inputs(const std::vector<std::string>& inputs);

/// Returns the last part of a path or URL; of a URL without its query and fragment. What is not a
/// valid URL counts as a path.
[[nodiscard]] std::string last_part_of(const std::string& input);

/// Returns the last part without its extension.
[[nodiscard]] std::string name_of_input(const std::string& input);

}  // namespace ncf::ops
