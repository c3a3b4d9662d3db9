// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface every backend has: a schema, and values read and written in boxes. A Dataset is
// used from one thread, the I/O thread (libhdf5 and libnetcdf allow no other way).
#pragma once

#include <optional>
#include <string>

#include "model/box.hpp"
#include "model/schema.hpp"
#include "model/values.hpp"

namespace ncf::model {

/// What a netCDF-4 file says of itself, which its attributes do not show. Not copied to others.
struct Provenance {
  std::optional<std::string> properties;  ///< the libraries that made it
  std::optional<int> superblock_version;  ///< of HDF5
  std::optional<bool> is_netcdf4;  ///< not only HDF5: made by libnetcdf, or as it makes files
};

/// That values can be those of a variable, and fill a box of it. throws: Error(internal).
void check_type(const Variable& variable, const Values& values);
void check_values(const Variable& variable, const Box& box, const Values& values);

class Dataset {
 public:
  Dataset() = default;
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;
  virtual ~Dataset() = default;  ///< releases everything, silently; an output is not complete

  /// What the backend itself says: of an output, what was made, not what was asked for.
  [[nodiscard]] virtual const Schema& schema() const = 0;

  /// Asked for apart from the schema: some of it libnetcdf finds out by looking at all there is.
  /// throws: Error.
  [[nodiscard]] virtual Provenance provenance() { return {}; }

  /// Replaces `values` by those of `box`. The type of `values` is the variable's.
  /// throws: Error naming variable and, where known, filter.
  virtual void read(VariableId variable, const Box& box, Values& values) = 0;

  /// Writes `values` to `box`; unlimited dimensions grow as needed. throws: Error.
  virtual void write(VariableId variable, const Box& box, const Values& values) = 0;

  /// Hands all to the system; reports what went wrong. Nothing may follow. throws: Error.
  virtual void close() = 0;
};

}  // namespace ncf::model
