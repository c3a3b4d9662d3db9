// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/unrepresented.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/messages.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "model/values/type.hpp"
#include "store/common/spare_bytes.hpp"
#include "store/netcdf4/dataset_reader.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::Handle;

namespace {

/// Returns " 7", with a space in front; empty if the value is not a number.
std::string number_text(const model::Values& value) {
  return model::visit_number(value.type()->type_class, [&](auto like) {
    return fmt::format(" {}", model::load<decltype(like)>(value.data()));
  });
}

}  // namespace

std::optional<std::string> tell_user_block(const Handle& file) {
  const Handle properties(call(H5Fget_create_plist, file.id()), &H5Pclose);
  hsize_t bytes = 0;
  call(H5Pget_userblock, properties.id(), &bytes);
  if (bytes == 0) return std::nullopt;
  return fmt::format("has a user block of {}, which is left out",
                     base::format_count(bytes, "byte"));
}

std::optional<std::string> tell_bytes_after_end(const Handle& file) {
  const std::uint64_t bytes = hdf5::bytes_after_end(hdf5::recording_of(file.id()));
  if (bytes == 0) return std::nullopt;
  return tell_spare(bytes, "after its end");
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

std::optional<std::string> tell_growth(const model::StoredForm& form, const model::Schema& schema,
                                       const model::Variable& variable) {
  for (std::size_t axis = 0; axis < form.extent.size(); ++axis) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[axis]];
    const std::size_t chunk = axis < form.chunk_shape.size() ? form.chunk_shape[axis] : 0;
    const std::size_t most = form.max_extent[axis];
    if (dimension.is_unlimited || most <= std::max(form.extent[axis], chunk)) continue;
    if (most == model::unlimited) {
      return fmt::format(
          "can grow along its dimension {}, which is read as fixed: the scale of {} cannot grow",
          axis, dimension.name);
    }
    return fmt::format(
        "can grow to {} along its dimension {}, which is read as fixed: netCDF's dimensions are "
        "fixed or unlimited",
        most, axis);
  }
  return std::nullopt;
}

std::optional<std::string> tell_scales(const HiddenAttributes& hidden) {
  if (!hidden.has_more_scales) return std::nullopt;
  return "has several scales for one dimension, of which the last is read: netCDF's dimensions "
         "have one";
}

std::optional<std::string> tell_title(const HiddenAttributes& hidden, const std::string& name,
                                      const std::string& path) {
  const std::string& title = hidden.scale_name;
  if (!hidden.is_scale || title.empty() || title == name || title == path) return std::nullopt;
  return fmt::format(
      "has the title \"{}\" as a dimension scale, which is left out: netCDF's dimensions have none",
      title);
}

std::optional<std::string> tell_spare_bytes(const Handle& dataset, const model::StoredForm& form,
                                            const ReadType& read) {
  const bool is_in_one_piece =
      form.layout == model::Layout::contiguous || form.layout == model::Layout::compact;
  if (!is_in_one_piece || !read.is_in_place()) return std::nullopt;
  if (!model::fits_any_file(form.extent, form.element_bytes)) return std::nullopt;
  std::uint64_t needed = form.element_bytes;
  for (const std::size_t length : form.extent) needed *= length;
  const std::uint64_t stored = H5Dget_storage_size(dataset.id());
  if (stored <= needed) return std::nullopt;
  return tell_spare(stored - needed, "after its last value");
}

std::optional<std::string> tell_fill(const Handle& properties, const ReadType& read,
                                     const model::Variable& variable) {
  const bool is_text = variable.type->type_class == model::TypeClass::string;
  const bool may_be_lost = variable.type->is_fixed_size || is_text;
  if (variable.no_fill || !may_be_lost) return std::nullopt;
  const model::Attribute* const attribute =
      model::find_attribute(variable.attributes, "_FillValue");
  if (attribute == nullptr && model::keeps_stored_fill(*variable.type)) return std::nullopt;
  const model::Values stored = read_fill(properties, read);
  const bool is_by_itself = stored == model::Values(variable.type, 1) ||
                            stored == model::default_fill_value(variable.type);
  if (is_by_itself || stored == model::fill_value_of(variable)) return std::nullopt;
  if (attribute == nullptr) {
    return "has HDF5's fill value, which is left out: netCDF keeps none for texts but _FillValue";
  }
  return fmt::format("has HDF5's fill value{}, which is left out: its _FillValue is another",
                     number_text(stored));
}

}  // namespace ncf::store::netcdf4
