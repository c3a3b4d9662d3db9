// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/dataset_adapter.hpp"

#include <array>
#include <utility>

#include "ncf/error.hpp"
#include "plugin/hdf5_errors_adapter.hpp"
#include "plugin/number_types.hpp"

namespace ncf::plugin {
namespace {

constexpr const char* dataset_name = "values";

// An id that closes itself.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close close) : id_(id), close_(close) {
    if (id < 0) throw Error(ErrorCode::unsupported, innermost_reason());
  }
  Handle(Handle&& other) noexcept : id_(other.release()), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  [[nodiscard]] hid_t get() const noexcept { return id_; }
  hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_;
  Close close_;
};

void check(herr_t status) {
  if (status < 0) throw Error(ErrorCode::unsupported, innermost_reason());
}

// Known once libhdf5 is initialised.
NumberTypes<hid_t> number_types() {
  return {.integers = {H5T_STD_I8LE, H5T_STD_I16LE, H5T_STD_I32LE, H5T_STD_I64LE},
          .floats = {H5T_IEEE_F32LE, H5T_IEEE_F64LE},
          .none = H5I_INVALID_HID};
}

Handle make_type(const filter::ChunkLayout& layout) {
  const hid_t predefined = number_types().of(layout);
  Handle type(predefined >= 0 ? H5Tcopy(predefined) : H5Tcreate(H5T_OPAQUE, layout.element_bytes),
              H5Tclose);
  if (predefined >= 0 && layout.byte_order == ncf_order_big) {
    check(H5Tset_order(type.get(), H5T_ORDER_BE));
  }
  return type;
}

Handle create_file_in_memory() {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth_bytes = std::size_t{1} << 20;
  check(H5Pset_fapl_core(access.get(), growth_bytes, /*backing_store=*/0));
  return {H5Fcreate("ncf-scratch", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose};
}

Handle make_creation_properties(const Filter& filter, const std::vector<hsize_t>& shape) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_chunk(properties.get(), static_cast<int>(shape.size()), shape.data()));
  check(H5Pset_filter(properties.get(), static_cast<H5Z_filter_t>(filter.id), H5Z_FLAG_MANDATORY,
                      filter.parameters.size(), filter.parameters.data()));
  return properties;
}

}  // namespace

ScratchDataset::ScratchDataset(const Filter& visible, const filter::ChunkLayout& layout) {
  const QuietErrors quiet;
  const std::vector<hsize_t> shape(layout.shape.begin(), layout.shape.end());
  Handle type = make_type(layout);
  const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                     H5Sclose);
  const Handle properties = make_creation_properties(visible, shape);
  Handle file = create_file_in_memory();
  Handle dataset(H5Dcreate2(file.get(), dataset_name, type.get(), space.get(), H5P_DEFAULT,
                            properties.get(), H5P_DEFAULT),
                 H5Dclose);
  type_ = type.release();
  file_ = file.release();
  dataset_ = dataset.release();
}

ScratchDataset::~ScratchDataset() {
  const QuietErrors quiet;
  if (dataset_ >= 0) H5Dclose(dataset_);
  H5Tclose(type_);
  H5Fclose(file_);
}

StoredFilter ScratchDataset::stored_filter() const {
  const QuietErrors quiet;
  const Handle properties(H5Dget_create_plist(dataset_), H5Pclose);
  std::array<unsigned, ncf_kernel_max_words> words{};
  std::size_t count = words.size();
  unsigned flags = 0;
  const H5Z_filter_t id =
      H5Pget_filter2(properties.get(), 0, &flags, &count, words.data(), 0, nullptr, nullptr);
  check(id);
  if (count > words.size()) throw Error(ErrorCode::unsupported, "it has too many parameters");
  return {static_cast<std::uint32_t>(id),
          {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)}};
}

std::vector<std::byte> ScratchDataset::round_trip(std::span<const std::byte> values) {
  const QuietErrors quiet;
  check(H5Dwrite(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  check(H5Dclose(std::exchange(dataset_, H5I_INVALID_HID)));
  dataset_ = H5Dopen2(file_, dataset_name, H5P_DEFAULT);
  check(dataset_ < 0 ? -1 : 0);
  std::vector<std::byte> read(values.size());
  check(H5Dread(dataset_, type_, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data()));
  return read;
}

std::size_t ScratchDataset::stored_bytes() const {
  return static_cast<std::size_t>(H5Dget_storage_size(dataset_));
}

}  // namespace ncf::plugin
