// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/netcdf4_stored_places.hpp"

#include "base/at_place.hpp"
#include "hdf5/recording_driver.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/dataset_path.hpp"

namespace ncf::store::netcdf4 {

using hdf5::call;
using hdf5::Handle;

using model::StoredPlace;
using model::VariableId;

Netcdf4StoredPlaces::Netcdf4StoredPlaces(const std::filesystem::path& path,
                                         const model::Schema& schema)
    : file_(hdf5::open_recorded(path.string(), H5F_ACC_RDONLY)),
      schema_(schema),
      store_(Handle(call(H5Freopen, file_.id()), &hdf5::close_file), schema, "") {}

model::StoredForm Netcdf4StoredPlaces::stored_form(VariableId id) { return store_.stored_form(id); }

std::size_t Netcdf4StoredPlaces::stored_chunk_count(VariableId id) {
  return store_.stored_chunk_count(id);
}

std::optional<StoredPlace> Netcdf4StoredPlaces::find(VariableId id,
                                                     std::span<const std::size_t> offset) {
  const bool is_chunked = schema_.variables[id].storage.layout == model::Layout::chunked;
  return is_chunked ? store_.find_chunk(id, offset) : find_contiguous(id);
}

std::optional<StoredPlace> Netcdf4StoredPlaces::find_contiguous(VariableId id) {
  return base::at_place(
      [&] { return "variable " + schema_.variable_path(id); },
      [&]() -> std::optional<StoredPlace> {
        const Handle dataset = hdf5::open_dataset(file_, dataset_path(file_, schema_, id));
        const Handle properties(call(H5Dget_create_plist, dataset.id()), &H5Pclose);
        if (call(H5Pget_external_count, properties.id()) > 0) {
          throw Error(ErrorCode::unsupported, "its values are in other files");
        }
        const haddr_t begin = H5Dget_offset(dataset.id());
        if (begin == HADDR_UNDEF) return std::nullopt;
        return StoredPlace{begin, H5Dget_storage_size(dataset.id()), 0};
      });
}

}  // namespace ncf::store::netcdf4
