// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/netcdf_dataset.hpp"

#include <netcdf_mem.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/memory.hpp"
#include "base/whole_file.hpp"
#include "hdf5/available_filters.hpp"
#include "store/netcdf/schema_writer.hpp"

namespace ncf::store::netcdf {

using model::Box;
using model::Schema;
using model::Values;
using model::Variable;
using model::VariableId;

namespace {

int creation_mode(Format format) noexcept {
  switch (format) {
    case Format::offset64:
      return NC_64BIT_OFFSET;
    case Format::cdf5:
      return NC_64BIT_DATA;
    default:
      return 0;
  }
}

// libnetcdf wants a name though there is no file.
std::string name_in_memory() {
  static std::uint64_t files = 0;
  return "ncf-in-memory-" + std::to_string(++files);
}

File create_scratch(Format format) {
  int ncid = 0;
  call(nc_create, name_in_memory().c_str(), NC_DISKLESS | creation_mode(format), &ncid);
  return {ncid, File::Use::scratch};
}

/// To be written to `path` when it is closed.
File create_image(const std::filesystem::path& path, Format format) {
  constexpr std::size_t initial_bytes = 0;
  int ncid = 0;
  call(nc_create_mem, name_in_memory().c_str(), creation_mode(format), initial_bytes, &ncid);
  return {ncid, File::Use::image, path};
}

File create_on_disk(const std::filesystem::path& path, Format format) {
  int ncid = 0;
  call(nc_create, path.c_str(), NC_CLOBBER | creation_mode(format), &ncid);
  return {ncid, File::Use::write, path};
}

/// While this lives, what libnetcdf opens gets few slots in its chunk cache: thousands
/// of variables would take 33 kB each for them, and those that need a cache are given one.
class FewSlots {
 public:
  FewSlots() {
    call(nc_get_chunk_cache, &size_, &slots_, &preemption_);
    call(nc_set_chunk_cache, size_, std::size_t{31}, preemption_);
  }
  FewSlots(const FewSlots&) = delete;
  FewSlots& operator=(const FewSlots&) = delete;
  ~FewSlots() { nc_set_chunk_cache(size_, slots_, preemption_); }

 private:
  std::size_t size_ = 0;
  std::size_t slots_ = 0;
  float preemption_ = 0;
};

std::unique_ptr<NetcdfDataset> fill_new_file(File file, const Schema& schema,
                                             const Tuning& tuning) {
  OddFillValues odd_fill_values = define_schema(file.ncid(), schema);
  base::require_memory();
  call(nc_enddef, file.ncid());
  return std::make_unique<NetcdfDataset>(std::move(file), read_schema(file.ncid()), tuning,
                                         std::move(odd_fill_values));
}

// A variable that has a dimension's name without being its coordinate is stored under another name.
// libnetcdf 4.9.0 (and 4.10) forgets that when it opens the dataset anew to change its cache, and
// reads and writes the dimension's own dataset from then on.
bool has_name_of_dimension(const Schema& schema, const Variable& variable) {
  return std::any_of(schema.dimensions.begin(), schema.dimensions.end(),
                     [&](const model::Dimension& dimension) {
                       return dimension.group == variable.group && dimension.name == variable.name;
                     });
}

// Of a small classic file in memory libnetcdf asks for more than there is, and then fails.
std::vector<std::byte> readable_image(std::vector<std::byte> image) {
  constexpr std::string_view classic = "CDF";
  constexpr std::size_t more_bytes = 4096;
  const bool is_classic = image.size() > classic.size() &&
                          std::memcmp(image.data(), classic.data(), classic.size()) == 0;
  if (is_classic) image.resize(image.size() + more_bytes);
  return image;
}

Error opening_error(int status, const std::string& hdf5_text) {
  if (status == NC_ENOTNC) return {ErrorCode::unsupported, "not a netCDF file"};
  return error_of(status, hdf5_text);
}

}  // namespace

std::unique_ptr<NetcdfDataset> NetcdfDataset::open(const std::string& path, const Tuning& tuning) {
  initialize_library();
  // Neither libnetcdf nor HDF5 ends when a file is cut while they read it into memory.
  std::vector<std::byte> image;
  if (tuning.in_memory) image = readable_image(base::read_file(path));
  int ncid = 0;
  {
    const FewSlots few_slots;
    hdf5::ErrorCapture capture;
    const int status =
        tuning.in_memory ? nc_open_mem(path.c_str(), NC_NOWRITE, image.size(), image.data(), &ncid)
                         : nc_open(path.c_str(), NC_NOWRITE, &ncid);
    if (status != NC_NOERR) throw opening_error(status, capture.text());
  }
  File file(ncid, File::Use::read, path, std::move(image));
  try {
    OpenSchema schema = read_schema(ncid);
    return std::make_unique<NetcdfDataset>(std::move(file), std::move(schema), tuning);
  } catch (...) {
    file.leave_open();
    throw;
  }
}

std::unique_ptr<NetcdfDataset> NetcdfDataset::create(const std::filesystem::path& path,
                                                     const Schema& schema, const Tuning& tuning) {
  initialize_library();
  File file =
      tuning.in_memory ? create_image(path, schema.format) : create_on_disk(path, schema.format);
  return fill_new_file(std::move(file), schema, tuning);
}

std::unique_ptr<NetcdfDataset> NetcdfDataset::rehearse(const Schema& schema) {
  initialize_library();
  return fill_new_file(create_scratch(schema.format), schema, {});
}

NetcdfDataset::NetcdfDataset(File file, OpenSchema schema, const Tuning& tuning,
                             OddFillValues odd_fill_values)
    : file_(std::move(file)),
      open_(std::move(schema)),
      tuning_(tuning),
      odd_fill_values_(std::move(odd_fill_values)) {}

model::Provenance NetcdfDataset::provenance() {
  if (!is_netcdf4(schema().format)) return {};
  return read_provenance(file_.ncid());
}

void NetcdfDataset::read(VariableId id, const Box& box, Values& values) {
  at_place([&] { return "variable " + schema().variable_path(id); },
           [&] {
             const Variable& variable = schema().variables.at(id);
             model::check_type(variable, values);
             values.reset(box.value_count());
             if (values.count() == 0) return;
             base::require_memory();
             prepare_chunk_cache(id, box);
             const VariableHandle handle = open_.handles[id];
             try {
               call(nc_get_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
                    static_cast<void*>(values.data()));
             } catch (const Error&) {
               hdf5::require_filters(variable.filters);
               throw;
             }
           });
}

void NetcdfDataset::write(VariableId id, const Box& box, const Values& values) {
  at_place([&] { return "variable " + schema().variable_path(id); },
           [&] {
             const Variable& variable = schema().variables.at(id);
             model::check_values(variable, box, values);
             if (values.count() == 0) return;
             base::require_memory();
             const VariableHandle handle = open_.handles[id];
             call(nc_put_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
                  static_cast<const void*>(values.data()));
             grow_dimensions(variable, box);
           });
}

void NetcdfDataset::prepare_chunk_cache(VariableId id, const Box& box) {
  if (id == current_) return;
  if (current_ && current_cache_.size_bytes > 0) set_chunk_cache(*current_, {});
  current_ = id;
  current_cache_ = {};
  const Variable& variable = schema().variables[id];
  if (variable.storage.layout != model::Layout::chunked) return;
  if (has_name_of_dimension(schema(), variable)) return;
  current_cache_ = chunk_cache_for(schema().shape(variable), variable.storage.chunk_shape,
                                   variable.type->size_bytes, box);
  current_cache_.size_bytes = tuning_.cache_bytes.value_or(current_cache_.size_bytes);
  current_cache_.slots = tuning_.cache_slots.value_or(current_cache_.slots);
  set_chunk_cache(id, current_cache_);
}

// Chunks that were read or written whole are the first to leave.
void NetcdfDataset::set_chunk_cache(VariableId id, const ChunkCache& cache) {
  constexpr float whole_chunks_first = 1;
  const VariableHandle handle = open_.handles[id];
  call(nc_set_var_chunk_cache, handle.ncid, handle.varid, cache.size_bytes, cache.slots,
       whole_chunks_first);
}

void NetcdfDataset::grow_dimensions(const Variable& variable, const Box& box) {
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    model::Dimension& dimension = open_.schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited) {
      dimension.length = std::max(dimension.length, box.start[i] + box.count[i]);
    }
  }
}

void NetcdfDataset::close() {
  base::require_memory();
  rename_fill_values(file_.ncid(), odd_fill_values_);
  file_.close();
}

}  // namespace ncf::store::netcdf
