// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "libnetcdf/functions.hpp"

#include "store/netcdf/filters.hpp"
#include "store/netcdf/library.hpp"
#include "store/netcdf/netcdf_source.hpp"
#include "store/netcdf/netcdf_target.hpp"
#include "store/netcdf/shadow_variable.hpp"
#include "store/netcdf/types.hpp"

using namespace ncf::store;

const ncf::libnetcdf::Functions ncf_libnetcdf_functions = {
    .describe = netcdf::describe_library,
    .facts = netcdf::library_facts,
    .has_byte_ranges = netcdf::has_byte_ranges,
    .set_log_level = netcdf::set_log_level,
    .message_of = netcdf::message_of,
    .open_source = netcdf::NetcdfSource::open,
    .create_target = netcdf::NetcdfTarget::create,
    .create_in_memory = netcdf::NetcdfTarget::create_in_memory,
    .variable_path = netcdf::variable_path,
    .chunk_layout = netcdf::chunk_layout,
    .require_filterable = netcdf::require_filterable,
    .add_filter = netcdf::add_filter,
    .read_filters = netcdf::read_filters,
    .define_quantization = netcdf::define_quantization,
    .read_quantization = netcdf::read_quantization,
    .read_type = netcdf::read_type,
    .with_shadow_variable = netcdf::with_shadow_variable,
};
