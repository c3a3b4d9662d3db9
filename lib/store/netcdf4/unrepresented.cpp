// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/unrepresented.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hdf5/text_of.hpp"
#include "store/netcdf4/dimension_matcher.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::Handle;

std::optional<std::string> tell_user_block(const Handle& file) {
  const Handle properties(call(H5Fget_create_plist, file.id()), &H5Pclose);
  hsize_t bytes = 0;
  call(H5Pget_userblock, properties.id(), &bytes);
  if (bytes == 0) return std::nullopt;
  return fmt::format("has a user block of {} bytes, which is left out", bytes);
}

std::optional<std::string> tell_comment(const Handle& object) {
  const std::string comment = hdf5::text_of([&](char* text, std::size_t bytes) {
    return call(H5Oget_comment, object.id(), text, bytes);
  });
  if (comment.empty()) return std::nullopt;
  return fmt::format(
      "has the comment \"{}\", which is left out: netCDF has no comments beside attributes",
      comment);
}

std::optional<std::string> tell_growth(const Extent& extent,
                                       const std::vector<std::size_t>& chunk_shape) {
  for (std::size_t axis = 0; axis < extent.rank(); ++axis) {
    const std::size_t chunk = axis < chunk_shape.size() ? chunk_shape[axis] : 0;
    const bool is_fixed = extent.most[axis] <= std::max(extent.lengths[axis], chunk);
    if (is_fixed || extent.is_unlimited(axis)) continue;
    return fmt::format(
        "can grow to {} along its dimension {}, which is read as fixed: netCDF's dimensions are "
        "fixed or unlimited",
        extent.most[axis], axis);
  }
  return std::nullopt;
}

std::optional<std::string> tell_scales(const HiddenAttributes& hidden) {
  if (!hidden.has_more_scales) return std::nullopt;
  return "has several scales for one dimension, of which the last is read: netCDF's dimensions "
         "have one";
}

}  // namespace ncf::store::netcdf4
