// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/part_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/errors/error_context.hpp"
#include "base/output/finish_on_disk.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

}  // namespace

PartWriter::PartWriter(const fs::path& output)
    : output_(output, is_folder(output) ? O_RDONLY | O_DIRECTORY : O_WRONLY),
      folder_(is_folder(output) ? zarr::open_folder(output.native()) : nullptr) {}

void PartWriter::write(const model::FilePlace& place,
                       std::span<const std::span<const std::byte>> pieces) {
  if (folder_) return folder_->write_part(place.file, place.begin, pieces);
  output_.write_all_at(place.begin, pieces);
}

void PartWriter::flush() {
  if (!folder_) return base::sync(output_);
  if (::syncfs(output_.id()) != 0) base::throw_system_error(errno, "cannot flush it to disk");
}

}  // namespace ncf::store
