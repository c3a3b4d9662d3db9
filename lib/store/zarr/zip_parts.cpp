// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zip_parts.hpp"

#include <fcntl.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/unnamed_file.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {

void ZipParts::write(const std::string& name, std::uint64_t offset,
                     std::span<const std::span<const std::byte>> pieces) {
  Part part;
  for (const auto& piece : pieces) part.bytes += piece.size();
  {
    const std::lock_guard lock(mutex_);
    if (!file_) file_ = base::make_unnamed_file(folder_);
    part.begin = end_;
    end_ += part.bytes;
    values_[name][offset] = part;
  }
  file_->write_all_at(part.begin, pieces);
}

bool ZipParts::read(const std::string& name, std::uint64_t offset, std::span<std::byte> part) {
  std::pair<std::uint64_t, Part> found;  // with its offset in the value
  {
    const std::lock_guard lock(mutex_);
    const auto value = values_.find(name);
    if (value == values_.end()) return false;
    const auto after = value->second.upper_bound(offset);
    if (after == value->second.begin()) return false;
    found = *std::prev(after);
  }
  const std::uint64_t within = offset - found.first;
  if (within + part.size() > found.second.bytes) {
    throw Error(ErrorCode::internal, "a part that was not written");
  }
  file_->read_all_at(found.second.begin + within, part);
  return true;
}

void ZipParts::finish(const std::string& name) {
  constexpr std::uint64_t max_piece_bytes = std::uint64_t{1} << 20U;
  Parts parts;
  {
    const std::lock_guard lock(mutex_);
    parts = std::move(values_.extract(name).mapped());
  }
  std::vector<std::byte> piece;
  auto part = parts.begin();
  std::uint64_t done = 0;  // bytes of the part
  zip_.write(name, [&]() -> std::span<const std::byte> {
    while (part != parts.end() && done == part->second.bytes) {
      ++part;
      done = 0;
    }
    if (part == parts.end()) return {};
    piece.resize(std::min(part->second.bytes - done, max_piece_bytes));
    file_->read_all_at(part->second.begin + done, piece);
    done += piece.size();
    return piece;
  });
  free(parts);
}

/// Gives space back to the file system, if it can take it.
void ZipParts::free(const Parts& parts) noexcept {
  for (const auto& [offset, part] : parts) {
    ::fallocate(file_->id(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                static_cast<off_t>(part.begin), static_cast<off_t>(part.bytes));
  }
}

}  // namespace ncf::store::zarr
