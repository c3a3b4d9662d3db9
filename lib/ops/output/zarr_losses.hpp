// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of a netCDF-4 dataset that Zarr cannot store in the same way, with a note for each:
//
//   null strings, NIL in CDL       become empty ones
//   attributes of reserved names   are left out: Zarr and NCZarr keep facts of their own there
//   texts that are not UTF-8       keep their bytes, but few readers of Zarr take them
//   control characters in texts    are misread by libnetcdf in NCZarr
//   NULs at the ends of texts      are left out without a note: readers of netCDF do not show them
//   JSON of a Zarr attribute       is written as its netCDF value where libnetcdf would fail
//
// In plain Zarr, which states no types of attributes, and has named array lengths instead of
// dimensions:
//
//   attributes of another type than
//   their variable's                           may read back as another value
//   dimensions of no variable                  are left out
//   dimensions only of variables in subgroups  move to these groups
//   dimensions hidden by one of their name     are replaced by it if it has the same length
//   unlimited dimensions                       become fixed
//   unnamed dimensions beside named ones       get names in Zarr v2
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Counts the strings of a variable that Zarr cannot store as they are.
class StringLosses {
 public:
  void add(const model::Values& values);
  /// Returns one note for each kind of loss. path: of the variable.
  [[nodiscard]] std::vector<std::string> describe(const std::string& path, Format format) const;

 private:
  std::size_t null_ = 0;
  std::size_t not_utf8_ = 0;
};

/// Changes attributes so that Zarr can store them. Dimensions stay in the schema, which the store
/// is created from. Adds a note for each change, including the loss of dimensions.
void adapt_to_zarr(model::Schema& schema, std::vector<std::string>& notes);

/// Returns the unlimited dimensions that become fixed, because plain Zarr has no others. This is no
/// news to its users, so only plans say it.
[[nodiscard]] std::vector<std::string> find_made_fixed(const model::Schema& schema);

}  // namespace ncf::ops
