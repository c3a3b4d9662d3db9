// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/schema_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/library.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/filter_types.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using model::Schema;
using model::Variable;
using Lengths = std::vector<hsize_t>;

constexpr unsigned in_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

/// Makes the dataspace. chunk: empty without chunks. HDF5 does not allow a chunk longer than the
/// maximum length of an axis.
Handle make_space(const std::vector<model::Axis>& axes, const Lengths& chunk) {
  if (axes.empty()) return {call(H5Screate, H5S_SCALAR), &H5Sclose};
  Lengths lengths;
  Lengths most;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const hsize_t length = axes[i].length;
    lengths.push_back(length);
    const hsize_t fixed = chunk.empty() ? length : std::max(length, chunk[i]);
    most.push_back(axes[i].is_unlimited ? H5S_UNLIMITED : fixed);
  }
  return {call(H5Screate_simple, static_cast<int>(axes.size()), lengths.data(), most.data()),
          &H5Sclose};
}

Lengths chunk_of(const Schema& schema, const Variable& variable) {
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(schema, variable);
  return {shape.begin(), shape.end()};
}

void require_filterable(const Variable& variable) {
  if (variable.is_scalar()) throw Error(ErrorCode::unsupported, "a scalar cannot have filters");
  if (!variable.type->is_fixed_size) {
    throw Error(ErrorCode::unsupported, "a variable-length type cannot have filters");
  }
}

/// throws: Error(unsupported) if the filter cannot encode such chunks.
void require_encodable(const Filter& filter, const Lengths& chunk) {
  const std::vector<std::size_t> lengths(chunk.begin(), chunk.end());
  if (auto why = model::why_not_on_chunks(filter, {.lengths = lengths})) {
    throw Error(ErrorCode::unsupported, std::move(*why));
  }
}

/// Returns the filters with visible parameters, which libhdf5 expects. For its own filters these
/// differ from stored ones.
std::vector<Filter> filters_for_libhdf5(const Variable& variable) {
  std::vector<Filter> filters;
  if (!variable.keeps_stored_filters) {
    for (const Filter& filter : variable.filters_to_define()) {
      filters.push_back(
          filter::to_visible_form(filter.id, filter.parameters, filter::Form::visible));
      filters.back().flag = filter.flag;
    }
    return filters;
  }
  for (const StoredFilter& filter : variable.filters) {
    const bool is_built_in = filter.id < filter::first_registered_id;
    filters.push_back(is_built_in ? visible_form(filter)
                                  : Filter{filter.id, filter.parameters, filter.flag});
  }
  return filters;
}

/// A dataset to create.
class NewDataset {
 public:
  NewDataset(const Handle& group, const Schema& schema, const Variable& variable,
             const TypeWriter& types)
      : group_(group),
        variable_(variable),
        native_(types.native(*variable.type)),
        type_(types.in_file(group, *variable.type, variable.byte_order)),
        chunk_(chunk_of(schema, variable)),
        space_(make_space(model::axes_of(schema, variable), chunk_)),
        fill_(model::unwritten_value(schema, variable)),
        filters_(filters_for_libhdf5(variable)) {
    if (!filters_.empty()) require_filterable(variable);
  }

  // libhdf5 does not report which filter fails, so each is tried alone.
  Handle create(const std::string& name) const {
    const hdf5::WritingOverNothing fresh(has_arrays_of_variable_length(*variable_.type));
    const Handle properties = make_properties(filters_);
    const ErrorCapture capture;
    const hid_t dataset = H5Dcreate2(group_.id(), name.c_str(), type_.id(), space_.id(),
                                     H5P_DEFAULT, properties.id(), H5P_DEFAULT);
    if (dataset >= 0) return {dataset, &H5Dclose};
    for (const Filter& filter : filters_) {
      base::with_context(filter::filter_title(filter.id), [&] { try_alone(filter); });
    }
    throw hdf5::error_of(capture.text());
  }

 private:
  void try_alone(const Filter& filter) const {
    const Handle properties = make_properties({filter});
    const ErrorCapture capture;
    const Handle dataset(
        H5Dcreate_anon(group_.id(), type_.id(), space_.id(), properties.id(), H5P_DEFAULT),
        &H5Dclose);
    if (dataset.id() >= 0) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("refuses these parameters, this type or this chunk (HDF5: {})",
                            capture.text()));
  }

  [[nodiscard]] Handle make_properties(const std::vector<Filter>& filters) const {
    Handle properties = make_creation_properties(H5P_DATASET_CREATE);
    set_layout(properties);
    set_fill(properties);
    for (const Filter& filter : filters) {
      base::with_context(filter::filter_title(filter.id), [&] { add_filter(properties, filter); });
    }
    return properties;
  }

  void set_layout(const Handle& properties) const {
    if (!chunk_.empty()) {
      call(H5Pset_chunk, properties.id(), static_cast<int>(chunk_.size()), chunk_.data());
    } else if (variable_.storage.layout == model::Layout::compact) {
      call(H5Pset_layout, properties.id(), H5D_COMPACT);
    }
  }

  // HDF5's default, zeros, is not netCDF's. Values that are pointers need a fill value even without
  // fill mode.
  void set_fill(const Handle& properties) const {
    if (!fill_) {
      call(H5Pset_fill_time, properties.id(), H5D_FILL_TIME_NEVER);
    } else if (!variable_.no_fill || !variable_.type->is_fixed_size) {
      call(H5Pset_fill_value, properties.id(), native_, static_cast<const void*>(fill_->data()));
    }
  }

  void add_filter(const Handle& properties, const Filter& filter) const {
    hdf5::require_filter(filter.id);
    const bool is_placeholder =
        variable_.keeps_stored_filters && filter.id >= filter::first_registered_id;
    if (!is_placeholder) require_encodable(filter, chunk_);
    hdf5::append_filter(properties.id(), filter);
  }

  const Handle& group_;
  const Variable& variable_;
  hid_t native_;
  Handle type_;
  Lengths chunk_;
  Handle space_;
  std::optional<model::Values> fill_;
  std::vector<Filter> filters_;
};

}  // namespace

Handle make_creation_properties(hid_t kind) {
  Handle properties(call(H5Pcreate, kind), &H5Pclose);
  call(H5Pset_obj_track_times, properties.id(), hbool_t{false});
  call(H5Pset_attr_creation_order, properties.id(), in_order);
  if (kind != H5P_DATASET_CREATE) call(H5Pset_link_creation_order, properties.id(), in_order);
  return properties;
}

Handle create_dataset(const Handle& group, const std::string& name, const Schema& schema,
                      const Variable& variable, const TypeWriter& types) {
  return NewDataset(group, schema, variable, types).create(name);
}

}  // namespace ncf::store::netcdf4
