// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes bytes into an output that another process makes, at places that it allocated. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "base/files/descriptor.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store {

class PartWriter {
 public:
  /// output: an existing file or folder. throws: Error(io).
  explicit PartWriter(const std::filesystem::path& output);

  /// Writes pieces, one after the other. throws: Error(io).
  void write(const model::FilePlace& place, std::span<const std::span<const std::byte>> pieces);

  /// Flushes everything written to the disk, so that other machines see it. throws: Error(io).
  void flush();

 private:
  base::Descriptor output_;
  std::unique_ptr<zarr::KeyStore> folder_;  ///< null if the output is a file
};

}  // namespace ncf::store
