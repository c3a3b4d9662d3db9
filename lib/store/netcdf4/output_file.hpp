// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new HDF5 file, and where libhdf5 puts what is written to it. I/O thread only.
// source: HDF5 reference manual, H5Pset_meta_block_size and H5Pset_file_space_strategy
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf4 {

/// A file being written. If it is destroyed before it is closed, its contents are lost.
class OutputFile {
 public:
  enum class Where : std::uint8_t {
    on_disk,      ///< with a recording
    in_memory,    ///< until closed
    only_memory,  ///< for dry runs
  };

  /// path: of the file; ignored for `only_memory`. throws: Error.
  OutputFile(std::filesystem::path path, Where where, const model::RequestedLayout& layout);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  [[nodiscard]] const hdf5::Handle& handle() const noexcept { return file_; }
  [[nodiscard]] hdf5::Recording& recording() noexcept { return *recording_; }
  /// Runs `work`, which may make libhdf5 write. throws: what `work` throws; Error(io) instead if a
  /// write failed.
  template <class Work>
  void write(Work work) {
    try {
      work();
    } catch (const Error&) {
      require_written();
      throw;
    }
    require_written();
  }

  /// Gives the next metadata, of so many bytes, a block at the end of what was written. No object
  /// of the file may be open; the handle changes. throws: Error.
  void reserve_metadata(std::uint64_t bytes);

  /// throws: Error.
  void close();

 private:
  void take_recording();
  void require_written() const {
    if (failed_write_) failed_write_->require_none();
  }

  std::filesystem::path path_;
  Where where_;
  hdf5::Handle file_;
  hdf5::Recording* recording_ = nullptr;
  std::shared_ptr<const hdf5::FailedWrite> failed_write_;  ///< null if there is no recording
};

}  // namespace ncf::store::netcdf4
