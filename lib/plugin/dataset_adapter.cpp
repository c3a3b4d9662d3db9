// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/dataset_adapter.hpp"

#include <array>

#include "filter/kernels/kernel.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

using hdf5::Handle;

constexpr const char* dataset_name = "values";

/// Calls libhdf5. throws: Error(unsupported) with the message of the filter that failed.
template <class Function, class... Arguments>
auto ask(Function function, Arguments... arguments) {
  const hdf5::ErrorCapture capture;
  const auto result = function(arguments...);
  if (result < 0) throw Error(ErrorCode::unsupported, capture.text());
  return result;
}

// Returns libhdf5's number types, whose ids exist once it is initialized.
filter::NumberTypes<hid_t> number_types() {
  return {.integers = {H5T_STD_I8LE, H5T_STD_I16LE, H5T_STD_I32LE, H5T_STD_I64LE},
          .floats = {H5T_IEEE_F32LE, H5T_IEEE_F64LE},
          .none = H5I_INVALID_HID};
}

Handle make_type(const filter::ChunkLayout& layout) {
  const hid_t predefined = number_types().of(layout);
  Handle type(
      predefined >= 0 ? ask(H5Tcopy, predefined) : ask(H5Tcreate, H5T_OPAQUE, layout.element_bytes),
      H5Tclose);
  if (predefined >= 0 && layout.byte_order == ncf_order_big) {
    ask(H5Tset_order, type.id(), H5T_ORDER_BE);
  }
  return type;
}

Handle create_file_in_memory() {
  const Handle access(ask(H5Pcreate, H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth_bytes = std::size_t{1} << 20;
  ask(H5Pset_fapl_core, access.id(), growth_bytes, hbool_t{false});
  return {ask(H5Fcreate, "ncf-scratch", unsigned{H5F_ACC_TRUNC}, H5P_DEFAULT, access.id()),
          H5Fclose};
}

Handle make_creation_properties(const Filter& filter, const std::vector<hsize_t>& shape) {
  Handle properties(ask(H5Pcreate, H5P_DATASET_CREATE), H5Pclose);
  ask(H5Pset_chunk, properties.id(), static_cast<int>(shape.size()), shape.data());
  ask(H5Pset_filter, properties.id(), static_cast<H5Z_filter_t>(filter.id),
      unsigned{H5Z_FLAG_MANDATORY}, filter.parameters.size(), filter.parameters.data());
  return properties;
}

Handle create_dataset(const Handle& file, const Handle& type, const Filter& filter,
                      const filter::ChunkLayout& layout) {
  const std::vector<hsize_t> shape(layout.shape.begin(), layout.shape.end());
  const Handle space(ask(H5Screate_simple, static_cast<int>(shape.size()), shape.data(), nullptr),
                     H5Sclose);
  const Handle properties = make_creation_properties(filter, shape);
  return {ask(H5Dcreate2, file.id(), dataset_name, type.id(), space.id(), H5P_DEFAULT,
              properties.id(), H5P_DEFAULT),
          H5Dclose};
}

}  // namespace

ScratchDataset::ScratchDataset(const Filter& visible, const filter::ChunkLayout& layout)
    : type_(make_type(layout)),
      file_(create_file_in_memory()),
      dataset_(create_dataset(file_, type_, visible, layout)) {}

StoredFilter ScratchDataset::stored_filter() const {
  const Handle properties(ask(H5Dget_create_plist, dataset_.id()), H5Pclose);
  std::array<unsigned, ncf_kernel_max_cd_values> cd_values{};
  std::size_t count = cd_values.size();
  unsigned flags = 0;
  const H5Z_filter_t id = ask(H5Pget_filter2, properties.id(), 0U, &flags, &count, cd_values.data(),
                              std::size_t{0}, nullptr, nullptr);
  if (count > cd_values.size()) throw Error(ErrorCode::unsupported, "it has too many parameters");
  return {static_cast<std::uint32_t>(id),
          {cd_values.begin(), cd_values.begin() + static_cast<std::ptrdiff_t>(count)}};
}

std::vector<std::byte> ScratchDataset::round_trip(std::span<const std::byte> values) {
  ask(H5Dwrite, dataset_.id(), type_.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  ask(H5Dclose, dataset_.release());
  dataset_ = Handle(ask(H5Dopen2, file_.id(), dataset_name, H5P_DEFAULT), H5Dclose);
  std::vector<std::byte> read(values.size());
  ask(H5Dread, dataset_.id(), type_.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
      static_cast<void*>(read.data()));
  return read;
}

std::size_t ScratchDataset::stored_bytes() const {
  return static_cast<std::size_t>(H5Dget_storage_size(dataset_.id()));
}

}  // namespace ncf::plugin
