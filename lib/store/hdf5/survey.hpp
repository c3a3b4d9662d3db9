// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an HDF5 file says of its datasets, from one walk over its objects that reads no values. I/O
// thread only.
// source: HDF5 reference manual, H5Lvisit, H5Lcreate_external
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "ncf/filter_spec.hpp"
#include "store/hdf5/calls.hpp"
#include "store/hdf5/foreign_files.hpp"

namespace ncf::store::hdf5 {

/// What one dataset says of itself.
struct DatasetFacts {
  StoredChain filters;
  std::optional<std::string> foreign_file;  ///< that holds values of it; see Survey
  bool is_length_elsewhere = false;         ///< other files say how long it is
  bool has_fixed_text = false;              ///< see misread_types.hpp
  bool is_wide_float = false;
  bool is_misread = false;         ///< by libnetcdf, for one of the two reasons before
  bool has_overlong_fill = false;  ///< its fill value is longer than the room libnetcdf has for it
};

struct ExternalLink {
  std::string path;
  std::string file;  ///< as the link names it
};

/// Opens a file for a Survey. throws: Error.
Handle open_to_survey(const std::string& path);

/// Keeps the file and its own datasets open: libhdf5 shares what it knows of them among all who
/// open them, so libnetcdf opens a file that is surveyed in less time.
class Survey {
 public:
  /// follow_external: whether links to other files are followed; datasets that have values in other
  /// files then count as any others. throws: Error naming the object.
  Survey(Handle file, bool follow_external);

  [[nodiscard]] const Handle& file() const noexcept { return file_; }
  /// By path; by only one of the paths if the dataset is in a group with several.
  [[nodiscard]] const std::map<std::string, DatasetFacts>& datasets() const noexcept {
    return datasets_;
  }
  /// That were not followed.
  [[nodiscard]] const std::vector<ExternalLink>& external_links() const noexcept { return links_; }

  /// Closes the datasets, so that libnetcdf can give them chunk caches. The file that is returned
  /// must stay open until libnetcdf has closed it: in libhdf5 1.10, types of variable length refer
  /// to the handle by which their dataset was opened first.
  [[nodiscard]] Handle end() &&;

  /// Where the dataset of a variable is.
  [[nodiscard]] std::string path_of(const model::Schema& schema, model::VariableId id) const;
  /// Of the dataset of a variable. throws: Error.
  const DatasetFacts& get(const model::Schema& schema, model::VariableId id);

 private:
  void look_below(hid_t group, const std::string& path);
  void look_at(Handle object, const std::string& path);
  void look_beyond(const std::string& path);
  void follow(const std::string& path);
  DatasetFacts read_facts(hid_t dataset);

  Handle file_;
  ForeignFileFinder foreign_files_;
  bool follow_external_;
  std::map<std::string, DatasetFacts> datasets_;
  std::vector<Handle> open_;
  std::vector<ExternalLink> links_;
  std::set<std::string> followed_;  ///< objects of other files
};

}  // namespace ncf::store::hdf5
