// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_stored_places.hpp"

#include <utility>

#include "base/at_place.hpp"
#include "hdf5/creation_properties.hpp"
#include "hdf5/recording_driver.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::StoredPlace;
using model::VariableId;

Handle open_recorded(const std::filesystem::path& path) {
  const Handle access = hdf5::make_file_access();
  hdf5::record(access);
  return {call(H5Fopen, path.c_str(), unsigned{H5F_ACC_RDONLY}, access.id()), &H5Fclose};
}

std::optional<StoredPlace> find_contiguous(const Handle& dataset) {
  const Handle properties = hdf5::creation_properties_of(dataset);
  if (call(H5Pget_external_count, properties.id()) > 0) {
    throw Error(ErrorCode::unsupported, "its values are in other files");
  }
  const haddr_t begin = H5Dget_offset(dataset.id());
  if (begin == HADDR_UNDEF) return std::nullopt;
  return StoredPlace{begin, hdf5::storage_bytes(dataset.id()), 0};
}

}  // namespace

Netcdf4StoredPlaces::Netcdf4StoredPlaces(const std::filesystem::path& path, const OpenSchema& open)
    : file_(open_recorded(path)), open_(open) {}

template <class Work>
decltype(auto) Netcdf4StoredPlaces::at_variable(VariableId id, Work&& work) const {
  return base::at_place([&] { return "variable " + open_.schema.variable_path(id); },
                        std::forward<Work>(work));
}

Netcdf4StoredPlaces::Stored& Netcdf4StoredPlaces::open_stored(VariableId id) {
  if (!stored_ || stored_->id != id) {
    stored_.reset();
    stored_.emplace(Stored{id, open_object(file_, open_.variables[id].place), {}});
    const model::StoredForm& form = open_.variables[id].form;
    if (form.layout == model::Layout::chunked) {
      stored_->chunks.emplace(stored_->dataset.id(), form);
    }
  }
  return *stored_;
}

model::StoredForm Netcdf4StoredPlaces::stored_form(VariableId id) {
  return open_.variables[id].form;
}

std::size_t Netcdf4StoredPlaces::stored_chunk_count(VariableId id) {
  return at_variable(
      id, [&] { return count_stored(open_stored(id).dataset.id(), open_.variables[id].form); });
}

std::optional<StoredPlace> Netcdf4StoredPlaces::find(VariableId id,
                                                     std::span<const std::size_t> offset) {
  return at_variable(id, [&] {
    Stored& stored = open_stored(id);
    if (!stored.chunks) return find_contiguous(stored.dataset);
    return base::at_place([&] { return model::chunk_name(offset); },
                          [&] { return stored.chunks->find(offset, hdf5::recording_of(file_)); });
  });
}

}  // namespace ncf::store::netcdf4
