// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps HDF5's datatypes to netCDF's types: the equal one if it exists, otherwise the nearest. I/O
// thread only.
// source: netCDF-4 file format specification; HDF5 reference manual, H5T
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/schema/schema.hpp"
#include "model/values/type.hpp"
#include "model/values/values.hpp"
#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {

/// How to read values of one datatype.
struct ReadType {
  model::TypeRef type;
  /// The type in which libhdf5 returns values. For strings of fixed length it is the file's type;
  /// they are converted afterwards.
  hdf5::Handle memory;
  std::size_t text_bytes = 0;   ///< of each string of fixed length, else 0
  std::string difference = {};  ///< "double: netCDF has no ...", or empty
  std::string lost_name = {};   ///< of a named type in a later group, where netCDF finds none

  /// Returns whether the file stores each value in place, not as a reference to bytes elsewhere.
  [[nodiscard]] bool is_in_place() const noexcept { return type->is_fixed_size || text_bytes > 0; }
};

/// Returns the datatype in memory of a number type; invalid for other types. The ids exist once
/// libhdf5 is initialized.
hid_t number_type(model::TypeClass type_class);

/// throws: Error(unsupported): "netCDF has no ...".
[[noreturn]] void refuse_type(std::string_view what);

/// Returns empty for a datatype of another class, for example a compound or an opaque one.
/// throws: Error(unsupported) for numbers that no netCDF type can hold.
std::optional<ReadType> read_atomic_type(hid_t file_type);

/// Returns another reference to the same id.
hdf5::Handle share(hid_t id);

/// Converts HDF5's fixed-length strings to netCDF's strings. Trailing NULs are padding. Trailing
/// blanks are kept even if the type declares them as padding, because other libraries keep them.
/// Sets `strings` from index `first` on to `texts`, each `bytes` long. padding: of the type; with
/// NULLTERM, a NUL ends a text. throws: Error(corrupt) for a NUL inside a text, where netCDF's
/// strings would end.
void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first = 0);

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
