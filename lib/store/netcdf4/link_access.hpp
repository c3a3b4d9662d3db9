// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides whether libhdf5 opens other files when a path leads through links, and notes the files on
// the way. Soft links can lead to external links, and these to further ones, so the kind of the
// first link is not enough to know. I/O thread only.
// source: HDF5 reference manual, H5Pset_elink_cb
#pragma once

#include <optional>
#include <set>
#include <string>

#include "hdf5/library/calls.hpp"

namespace ncf::store::netcdf4 {

/// Access properties that follow links to other files, or refuse them.
class LinkAccess {
 public:
  /// The target of an external link.
  struct Target {
    std::string file;
    std::string object;
  };

  /// properties: their class, that of links or of datasets. throws: Error.
  LinkAccess(hid_t properties, bool follow_external);
  LinkAccess(const LinkAccess&) = delete;
  LinkAccess& operator=(const LinkAccess&) = delete;

  [[nodiscard]] hid_t id() const noexcept { return properties_.id(); }

  /// Returns the target for which the last call of libhdf5 failed, if so.
  std::optional<Target> take_refused() noexcept;

  /// Returns the files with the external links that were followed, under the names with which
  /// libhdf5 opened them.
  [[nodiscard]] const std::set<std::string>& passed_files() const noexcept { return passed_; }

 private:
  static herr_t decide(const char* file, const char* group, const char* other_file,
                       const char* object, unsigned* flags, hid_t access, void* self) noexcept;

  hdf5::Handle properties_;
  bool follow_external_;
  std::optional<Target> refused_;
  std::set<std::string> passed_;
};

}  // namespace ncf::store::netcdf4
