// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes and decodes chunks by HDF5's own filters, in files in memory.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

namespace ncf::test {

/// A dataset of one chunk, with the filters that `add_filters` adds to its creation properties.
class Hdf5Chunk {
 public:
  using AddFilters = std::function<void(hid_t creation_properties)>;

  /// Takes over `type`. throws: std::runtime_error if HDF5 fails.
  Hdf5Chunk(hid_t type, const std::vector<hsize_t>& shape, const AddFilters& add_filters)
      : type_(type), origin_(shape.size(), 0), bytes_(H5Tget_size(type)) {
    for (const hsize_t length : shape) bytes_ *= length;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, std::size_t{1} << 20, false);
    H5Pset_cache(access, 0, 0, 0, 0);  // so that chunks are encoded and decoded at once
    file_ = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    creation_ = H5Pcreate(H5P_DATASET_CREATE);
    const auto rank = static_cast<int>(shape.size());
    H5Pset_chunk(creation_, rank, shape.data());
    add_filters(creation_);
    const hid_t space = H5Screate_simple(rank, shape.data(), nullptr);
    dataset_ = H5Dcreate2(file_, "v", type_, space, H5P_DEFAULT, creation_, H5P_DEFAULT);
    H5Sclose(space);
    if (dataset_ < 0) throw std::runtime_error("HDF5 refuses the dataset");
  }
  Hdf5Chunk(const Hdf5Chunk&) = delete;
  Hdf5Chunk& operator=(const Hdf5Chunk&) = delete;
  ~Hdf5Chunk() {
    H5Dclose(dataset_);
    H5Pclose(creation_);
    H5Tclose(type_);
    H5Fclose(file_);
  }

  /// Returns the stored cd_values of a filter.
  [[nodiscard]] std::vector<std::uint32_t> stored_cd_values(H5Z_filter_t filter) const {
    const hid_t stored = H5Dget_create_plist(dataset_);
    std::vector<std::uint32_t> cd_values(64);
    std::size_t count = cd_values.size();
    unsigned flags = 0;
    H5Pget_filter_by_id2(stored, filter, &flags, &count, cd_values.data(), 0, nullptr, nullptr);
    H5Pclose(stored);
    cd_values.resize(count);
    return cd_values;
  }

  /// Makes HDF5 encode a chunk and returns the stored bytes; nothing if that fails.
  std::optional<std::vector<std::byte>> encode(const std::vector<std::byte>& decoded) {
    if (H5Dwrite(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, decoded.data()) < 0) return {};
    hsize_t stored_bytes = 0;
    H5Dget_chunk_storage_size(dataset_, origin_.data(), &stored_bytes);
    std::vector<std::byte> stored(stored_bytes);
    std::uint32_t skipped = 0;
    H5Dread_chunk(dataset_, H5P_DEFAULT, origin_.data(), &skipped, stored.data());
    if (skipped != 0) return {};
    return stored;
  }

  /// Stores encoded bytes and makes HDF5 decode them; nothing if that fails.
  std::optional<std::vector<std::byte>> decode(const std::vector<std::byte>& stored) {
    std::vector<std::byte> decoded(bytes_);
    H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, origin_.data(), stored.size(), stored.data());
    if (H5Dread(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, decoded.data()) < 0) return {};
    return decoded;
  }

 private:
  hid_t file_ = -1;
  hid_t type_;
  std::vector<hsize_t> origin_;
  std::size_t bytes_;
  hid_t creation_ = -1;
  hid_t dataset_ = -1;
};

/// Keeps libhdf5 from printing errors that tests provoke.
class QuietHdf5 {
 public:
  QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }
};

}  // namespace ncf::test
