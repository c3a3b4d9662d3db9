// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps HDF5's datatypes to netCDF's types: the equal one if it exists, otherwise the nearest. I/O
// thread only.
// source: netCDF-4 file format specification; HDF5 reference manual, H5T
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "store/netcdf4/atomic_types.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// Returns the text of a finding about values that are read as values of another type; empty for
/// all others.
std::optional<std::string> tell_type(const ReadType& read);

class TypeReader {
 public:
  /// files: those of the identities; must outlive this.
  explicit TypeReader(FileNumbers& files) : files_(files) {}

  /// Records a named type of the file. throws: Error.
  void add(const hdf5::Handle& type, const FoundObject& object, model::GroupId group);

  /// group: that of the value. As in libnetcdf and CDL, named types are found in earlier groups;
  /// any other type is defined again in `group`, without its name in the file.
  /// throws: Error(unsupported) if netCDF has no similar type.
  ReadType read(hid_t file_type, model::GroupId group);

  /// Reads all recorded types. A type without a similar netCDF type becomes a finding with the
  /// reason.
  void read_noted(const Objects& objects, std::vector<model::Finding>& findings);

  /// Returns all types read so far, each after those it consists of.
  [[nodiscard]] std::vector<model::UserType> all_types() const;

 private:
  struct Definition {
    std::string name;  ///< empty if unnamed in the file
    model::GroupId group = 0;
    hdf5::Handle native;
    model::TypeRef type;  ///< empty until read
  };

  ReadType read_user_type(hid_t file_type, model::GroupId group);
  [[nodiscard]] std::optional<std::size_t> find_named(hid_t file_type) const;
  std::size_t definition_of(std::optional<std::size_t> named, hid_t native, model::GroupId group);
  const model::TypeRef& complete(std::size_t definition);
  model::TypeRef build(const Definition& definition);
  std::string free_name(std::string_view suffix);
  model::TypeRef inner_type(hid_t native, model::GroupId group);
  void read_members(hid_t native, model::Type& type);
  void read_fields(hid_t native, model::GroupId group, model::Type& type);
  model::CompoundField read_field(hid_t native, unsigned index, model::GroupId group);

  FileNumbers& files_;
  std::vector<Definition> definitions_;
  std::map<Identity, std::size_t> by_identity_;      ///< the named definitions
  std::multimap<std::size_t, std::size_t> by_size_;  ///< definitions by the size of their values
  std::vector<std::size_t> order_;                   ///< order of completion
  unsigned unnamed_ = 0;
  unsigned depth_ = 0;
};

}  // namespace ncf::store::netcdf4
