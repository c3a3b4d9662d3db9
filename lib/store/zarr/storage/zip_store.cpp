// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/zip_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/zip/zip_output.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "store/zarr/storage/value_parts.hpp"

namespace ncf::store::zarr {
namespace {

using base::ZipEntry;
using base::ZipInput;
using base::ZipMethod;
using base::ZipOutput;
using Bytes = std::vector<std::byte>;

/// Returns the name of an entry with this key, or of a folder; empty for the root.
std::string name_in(const std::string& folder, const std::string& key) {
  return key.empty() ? folder : join_key(folder, key);
}

// ---- Reading ------------------------------------------------------------------------------------

/// Finds the first entry whose name is not less than a text.
auto first_from(const std::vector<ZipEntry>& entries) {
  return [&entries](const std::string& text) {
    return std::lower_bound(
        entries.begin(), entries.end(), text,
        [](const ZipEntry& entry, const std::string& wanted) { return entry.name < wanted; });
  };
}

std::string_view name_at(std::vector<ZipEntry>::const_iterator entry) { return entry->name; }

std::vector<Entry> entries_below(const ZipInput& zip, const std::string& folder) {
  const std::vector<ZipEntry>& entries = zip.entries();
  return list_keys(folder, first_from(entries), entries.end(), name_at);
}

bool is_store(const ZipInput& zip, const std::string& folder) {
  std::vector<std::string> names;
  for (Entry& entry : entries_below(zip, folder)) {
    if (!entry.is_folder) names.push_back(std::move(entry.name));
  }
  return location::folder_contents(names).signature.has_value();
}

/// Finds the folder of the store in the zip file; the root if there is no store.
std::string find_folder(const ZipInput& zip) {
  if (is_store(zip, "")) return "";
  std::string found;
  for (const Entry& entry : entries_below(zip, "")) {
    if (!entry.is_folder || !is_store(zip, entry.name)) continue;
    if (!found.empty()) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("contains several Zarr stores, {} and {}; unzip it and name one of them",
                      found, entry.name));
    }
    found = entry.name;
  }
  return found;
}

/// Checks the names of entries that are not in the store: they might be of it, and damaged.
void require_right_names_outside(const ZipInput& zip, const std::string& folder) {
  if (folder.empty()) return;
  for (const ZipEntry& entry : zip.entries()) {
    if (!entry.name.starts_with(folder + '/')) zip.require_right_name(entry);
  }
}

class ZipSourceStore final : public KeyStore {
 public:
  explicit ZipSourceStore(ZippedStore store)
      : zip_(std::move(store.zip)), folder_(std::move(store.folder)) {}

  bool read_part(const std::string& key, std::uint64_t offset, std::span<std::byte> part) override {
    const ZipEntry* const entry = find(key);
    if (entry == nullptr) return false;
    base::with_context(key, [&] { require_part(offset, part.size(), entry->bytes); });
    if (part.size() == entry->bytes) {  // only then can the checksum be verified
      zip_->read(*entry, part);
    } else if (entry->method == ZipMethod::stored) {
      zip_->read_part(*entry, offset, part);
    } else {
      const std::shared_ptr<const Bytes> value = decoded(*entry);
      std::copy_n(value->begin() + static_cast<std::ptrdiff_t>(offset), part.size(), part.begin());
    }
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    const ZipEntry* const entry = find(key);
    if (entry == nullptr) return std::nullopt;
    return entry->bytes;
  }

  std::vector<Entry> list(const std::string& folder) override {
    return entries_below(*zip_, in_zip(folder));
  }

  bool may_have_folders(const std::string& folder) override {
    const std::vector<ZipEntry>& entries = zip_->entries();
    return has_folders(in_zip(folder), first_from(entries), entries.end(), name_at);
  }

  bool may_misname() const noexcept override { return true; }

  void require_right_name(const std::string& key) override {
    if (const ZipEntry* const entry = find(key)) zip_->require_right_name(*entry);
    const std::string folder = in_zip(key) + '/';
    for (auto entry = first_from(zip_->entries())(folder);
         entry != zip_->entries().end() && entry->name.starts_with(folder); ++entry) {
      zip_->require_right_name(*entry);
    }
  }

  void require_intact(const std::string& key) override {
    const ZipEntry* const entry = find(key);
    if (entry != nullptr && entry->method == ZipMethod::stored) zip_->require_intact(*entry);
  }

 private:
  [[nodiscard]] std::string in_zip(const std::string& key) const { return name_in(folder_, key); }

  const ZipEntry* find(const std::string& key) {
    check_key(key);
    return zip_->find(in_zip(key));
  }

  /// Returns a decoded value. The last one is kept, because the parts of a shard are read one by
  /// one.
  std::shared_ptr<const Bytes> decoded(const ZipEntry& entry) {
    constexpr std::uint64_t max_decoded_bytes = std::uint64_t{1} << 30U;
    if (entry.bytes > max_decoded_bytes) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("{}: is deflated in the zip file and has {} bytes, too many to be "
                              "read in parts; zip the store without compression (zip -0)",
                              entry.name, entry.bytes));
    }
    const std::lock_guard lock(mutex_);
    if (decoded_entry_ != &entry) {
      decoded_entry_ = nullptr;
      decoded_.reset();
      decoded_ = std::make_shared<const Bytes>(zip_->read(entry));
      decoded_entry_ = &entry;
    }
    return decoded_;
  }

  std::shared_ptr<const ZipInput> zip_;
  std::string folder_;
  std::mutex mutex_;
  const ZipEntry* decoded_entry_ = nullptr;  ///< under mutex_
  std::shared_ptr<const Bytes> decoded_;     ///< under mutex_: the value of `decoded_entry_`
};

// ---- Writing ------------------------------------------------------------------------------------

class ZipTargetStore final : public KeyStore {
 public:
  ZipTargetStore(const std::filesystem::path& path, std::string folder)
      : zip_(path),
        parts_(path.has_parent_path() ? path.parent_path() : "."),
        folder_(std::move(folder)) {}

  bool read_part(const std::string& key, std::uint64_t offset, std::span<std::byte> part) override {
    check_key(key);
    if (parts_.read(in_zip(key), offset, part)) return true;
    const auto all_bytes = size_bytes(key);
    if (!all_bytes) return false;
    base::with_context(key, [&] {
      require_part(offset, part.size(), *all_bytes);
      zip_.read(in_zip(key), offset, part);
    });
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    check_key(key);
    const auto place = zip_.find(in_zip(key));
    if (!place) return std::nullopt;
    return place->bytes;
  }

  void write(const std::string& key, std::span<const std::byte> value) override {
    place(key, value.size());
    write_placed(key, value);
  }

  void place(const std::string& key, std::uint64_t bytes) override {
    check_key(key);
    zip_.place(in_zip(key), bytes);
  }

  void write_placed(const std::string& key, std::span<const std::byte> value) override {
    base::with_context(key, [&] { zip_.write(in_zip(key), value); });
  }

  void write_part(const std::string& key, std::uint64_t offset,
                  std::span<const std::span<const std::byte>> pieces) override {
    check_key(key);
    base::with_context(key, [&] { parts_.write(in_zip(key), offset, pieces); });
  }

  void finish_parts(const std::string& key, std::span<const ValueRange> order) override {
    base::with_context(key, [&] { copy_whole(in_zip(key), *parts_.take(in_zip(key), order)); });
  }

  void finish() override { zip_.finish(); }

  std::vector<Entry> list(const std::string& folder) override {
    return zip_.visit_all(
        [&](const ZipOutput::Places& places) { return list_keys(in_zip(folder), places); });
  }

 private:
  [[nodiscard]] std::string in_zip(const std::string& key) const { return name_in(folder_, key); }

  /// Writes a value whose size was announced.
  void copy_whole(const std::string& name, const base::ByteSource& value) {
    constexpr std::uint64_t max_piece_bytes = std::uint64_t{1} << 20U;
    Bytes piece;
    std::uint64_t done = 0;
    zip_.write(name, [&]() -> std::span<const std::byte> {
      piece.resize(std::min(value.size_bytes() - done, max_piece_bytes));
      value.read(done, piece);
      done += piece.size();
      return piece;
    });
  }

  ZipOutput zip_;
  ValueParts parts_;
  std::string folder_;
};

}  // namespace

std::vector<std::string> ZippedStore::names() const {
  std::vector<std::string> names;
  for (Entry& entry : entries_below(*zip, folder)) names.push_back(std::move(entry.name));
  return names;
}

ZippedStore find_store(std::unique_ptr<base::ByteSource> bytes) {
  ZippedStore found{std::make_shared<const ZipInput>(std::move(bytes)), {}};
  for (const ZipEntry& entry : found.zip->entries()) check_key(entry.name);
  found.folder = find_folder(*found.zip);
  require_right_names_outside(*found.zip, found.folder);
  return found;
}

std::unique_ptr<KeyStore> open_zip(ZippedStore store) {
  return std::make_unique<ZipSourceStore>(std::move(store));
}

std::unique_ptr<KeyStore> make_zip(const std::filesystem::path& path, const std::string& folder) {
  return std::make_unique<ZipTargetStore>(path, folder);
}

}  // namespace ncf::store::zarr
