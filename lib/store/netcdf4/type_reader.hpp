// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// HDF5's datatypes as netCDF's types: the same where there is one, else the nearest. I/O thread
// only.
// source: netCDF-4 file format specification; HDF5 reference manual, H5T
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// How values of one datatype are read.
struct ReadType {
  model::TypeRef type;
  /// What libhdf5 is to give values as. For strings of a fixed length, the file's own type: they
  /// become strings afterwards.
  hdf5::Handle memory;
  std::size_t text_bytes = 0;   ///< of each string of a fixed length; 0 for anything else
  std::string difference = {};  ///< "double: netCDF has no ..."; else empty
};

class TypeReader {
 public:
  /// Notes a type that has a name in the file. throws: Error.
  void add(const hdf5::Handle& type, const FoundObject& object, model::GroupId group);

  /// group: that of the value. Types of groups that stand before it are found, as libnetcdf and CDL
  /// find them; any other is defined there once more, without the name it may have in the file.
  /// throws: Error(unsupported) where netCDF has nothing like it.
  ReadType read(hid_t file_type, model::GroupId group);

  /// Reads all that were noted. What netCDF has nothing like is a finding, with the reason.
  void read_noted(const Objects& objects, std::vector<model::Finding>& findings);

  /// All types that were read, each after those it is made of.
  [[nodiscard]] std::vector<model::UserType> all_types() const;

 private:
  struct Definition {
    std::string name;  ///< empty for one that has none in the file
    model::GroupId group = 0;
    hdf5::Handle native;
    model::TypeRef type;  ///< empty until read
  };

  ReadType read_user_type(hid_t file_type, model::GroupId group);
  std::size_t definition_of(hid_t file_type, hid_t native, model::GroupId group);
  const model::TypeRef& complete(std::size_t definition);
  model::TypeRef build(const Definition& definition);
  model::TypeRef inner_type(hid_t native, model::GroupId group);
  void read_members(hid_t native, model::Type& type);
  void read_fields(hid_t native, model::GroupId group, model::Type& type);
  model::CompoundField read_field(hid_t native, unsigned index, model::GroupId group);

  std::vector<Definition> definitions_;
  std::map<haddr_t, std::size_t> by_address_;
  std::multimap<std::size_t, std::size_t> by_size_;  ///< definitions whose values take these bytes
  std::vector<std::size_t> order_;                   ///< of completion
  unsigned unnamed_ = 0;
  unsigned depth_ = 0;
};

/// The same id once more.
hdf5::Handle share(hid_t id);

}  // namespace ncf::store::netcdf4
