// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the attributes of a new netCDF-4 file: those of users, and those in which netCDF-4 stores
// what HDF5 cannot express, also the links between datasets and dimension scales. I/O thread only.
// source: netCDF-4 file format specification, "Attributes"; HDF5 dimension scale specification
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/schema/schema.hpp"
#include "store/netcdf4/type_writer.hpp"

namespace ncf::store::netcdf4 {

/// Writes text as a single HDF5 string, other values as a list; an empty list has a null dataspace.
/// throws: Error naming the attribute; Error(unsupported) for more than HDF5 can number.
void write_attributes(const hdf5::Handle& object, std::span<const model::Attribute> attributes,
                      const TypeWriter& types);

/// Writes one number, for example _Netcdf4Dimid, or some, for example _Netcdf4Coordinates. They are
/// little-endian on every machine, because libnetcdf reads lists as they are. throws: Error.
void write_number(const hdf5::Handle& object, const char* name, int number);
void write_numbers(const hdf5::Handle& object, const char* name, std::span<const int> numbers);

/// bytes: length of the string in the file; includes a terminating NUL if it fits.
/// throws: Error.
void write_text(const hdf5::Handle& object, const char* name, const std::string& text,
                std::size_t bytes);

/// Makes a dataset a scale. title: value of its attribute NAME. throws: Error.
void mark_as_scale(const hdf5::Handle& dataset, const std::string& title);

/// Which dataset is the scale of each dimension of a new file, and which datasets use it. HDF5's
/// own functions rewrite the list of users for each user, in quadratic time. This code writes each
/// list once, when all datasets exist.
class DimensionScales {
 public:
  /// throws: Error.
  explicit DimensionScales(std::size_t dimension_count);

  /// throws: Error.
  void set_scale(model::DimensionId dimension, const hdf5::Handle& dataset);

  /// Records the dimensions of a dataset that is not a scale, and writes its list of scales: now if
  /// they all exist, otherwise later. throws: Error.
  void add_user(const hdf5::Handle& dataset, std::vector<model::DimensionId> dimensions);

  /// Writes the remaining lists of scales, and the list of users in each scale. throws: Error.
  void attach(const hdf5::Handle& file) const;

 private:
  struct Use {
    hobj_ref_t dataset;
    int axis;
    int padding = 0;  ///< explicit, so that equal files have equal bytes
  };
  struct Scale {
    hobj_ref_t dataset = 0;
    std::vector<Use> uses;
  };
  struct User {
    hobj_ref_t dataset;
    std::vector<model::DimensionId> dimensions;
  };

  void write_scales(const hdf5::Handle& dataset,
                    const std::vector<model::DimensionId>& dimensions) const;

  hdf5::Handle list_type_;
  std::vector<Scale> scales_;  ///< by dimension
  std::vector<User> users_;    ///< created before their scales
};

}  // namespace ncf::store::netcdf4
