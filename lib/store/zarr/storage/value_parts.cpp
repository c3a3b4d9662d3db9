// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/value_parts.hpp"

#include <fcntl.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::store::zarr {

void ValueParts::write(const std::string& name, std::uint64_t offset,
                       std::span<const std::span<const std::byte>> pieces) {
  Part part;
  for (const auto& piece : pieces) part.bytes += piece.size();
  {
    const std::lock_guard lock(mutex_);
    if (!file_) {
      file_ = std::make_shared<const base::Descriptor>(base::make_unnamed_file(folder_));
    }
    part.begin = end_;
    end_ += part.bytes;
    values_[name][offset] = part;
  }
  file_->write_all_at(part.begin, pieces);
}

/// Returns the rest of the part that contains a byte.
ValueParts::Part ValueParts::find(const Parts& parts, std::uint64_t offset) {
  const auto after = parts.upper_bound(offset);
  const auto part = after == parts.begin() ? parts.end() : std::prev(after);
  const std::uint64_t within = part == parts.end() ? 0 : offset - part->first;
  if (part == parts.end() || within >= part->second.bytes) {
    throw Error(ErrorCode::internal, "a part that was not written");
  }
  return {part->second.begin + within, part->second.bytes - within};
}

/// Reads a range, which may be in several consecutive parts.
void ValueParts::read(const base::Descriptor& file, const Parts& parts, std::uint64_t offset,
                      std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const Part part = find(parts, offset);
    const auto piece = bytes.first(std::min<std::uint64_t>(bytes.size(), part.bytes));
    file.read_all_at(part.begin, piece);
    offset += piece.size();
    bytes = bytes.subspan(piece.size());
  }
}

bool ValueParts::read(const std::string& name, std::uint64_t offset, std::span<std::byte> part) {
  Parts parts;
  {
    const std::lock_guard lock(mutex_);
    const auto value = values_.find(name);
    if (value == values_.end()) return false;
    const auto after = value->second.upper_bound(offset);
    if (after != value->second.begin()) parts.insert(*std::prev(after));
  }
  read(*file_, parts, offset, part);
  return true;
}

class ValueParts::Whole final : public base::ByteSource {
 public:
  Whole(std::shared_ptr<const base::Descriptor> file, Parts parts)
      : file_(std::move(file)), parts_(std::move(parts)) {}

  /// Gives space back to the file system, if it can take it.
  ~Whole() override {
    for (const auto& [offset, part] : parts_) {
      ::fallocate(file_->id(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(part.begin), static_cast<off_t>(part.bytes));
    }
  }

  [[nodiscard]] std::uint64_t size_bytes() const override {
    return parts_.empty() ? 0 : parts_.rbegin()->first + parts_.rbegin()->second.bytes;
  }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    ValueParts::read(*file_, parts_, offset, bytes);
  }

 private:
  std::shared_ptr<const base::Descriptor> file_;
  Parts parts_;
};

std::unique_ptr<base::ByteSource> ValueParts::take(const std::string& name,
                                                   std::span<const ValueRange> order) {
  const std::lock_guard lock(mutex_);
  Parts parts = std::move(values_.extract(name).mapped());
  if (order.empty()) return std::make_unique<Whole>(file_, std::move(parts));
  Parts ordered;
  std::uint64_t end = 0;
  for (const ValueRange& range : order) {
    ordered[end] = {find(parts, range.offset).begin, range.bytes};
    end += range.bytes;
  }
  return std::make_unique<Whole>(file_, std::move(ordered));
}

}  // namespace ncf::store::zarr
