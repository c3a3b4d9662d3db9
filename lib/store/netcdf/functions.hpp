// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of the module, which libnetcdf/functions.hpp describes. I/O thread only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "libnetcdf/functions.hpp"

namespace ncf::store::netcdf {

std::unique_ptr<model::Source> open_source(std::string name, const std::string& location,
                                           std::shared_ptr<const base::ByteSource> bytes,
                                           const Tuning& tuning);
std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const model::Schema& schema, const Tuning& tuning);
std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema);

std::string variable_path(int ncid, int varid);
filter::ChunkLayout chunk_layout(int ncid, int varid);
void require_filterable(int ncid, int varid);
void add_filter(int ncid, int varid, const Filter& filter);
StoredChain read_filters(int ncid, int varid);
void define_quantization(int ncid, int varid, int mode, int digits);
std::pair<int, int> read_quantization(int ncid, int varid);
model::TypeRef read_type(int ncid, int id);

void with_shadow_variable(const filter::ChunkLayout& layout, const filter::CodecVariable& variable,
                          const libnetcdf::UseVariable& use);

}  // namespace ncf::store::netcdf
