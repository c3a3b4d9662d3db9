// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/reference_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/at_place.hpp"
#include "base/byte_source.hpp"
#include "base/target_path.hpp"
#include "ncf/error.hpp"
#include "store/zarr/key_listing.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

class ReferenceStore final : public KeyStore {
 public:
  ReferenceStore(std::shared_ptr<const ReferenceTable> table, bool follow_external)
      : table_(std::move(table)), follow_external_(follow_external) {}

  std::optional<Bytes> read(const std::string& key, std::uint64_t max_bytes) override {
    const auto bytes = size_bytes(key);
    if (!bytes) return std::nullopt;
    if (*bytes > max_bytes) {
      throw Error(ErrorCode::corrupt,
                  fmt::format("has {} bytes, expected at most {}", *bytes, max_bytes))
          .add_context(key);
    }
    Bytes value(*bytes);
    (void)read_part(key, 0, value);
    return value;
  }

  bool read_part(const std::string& key, std::uint64_t offset,
                 std::span<std::byte> bytes) override {
    const Reference* const found = find(key);
    if (found == nullptr) return false;
    base::at_place(key, [&] {
      if (const std::uint64_t size = size_of(*found);
          offset > size || bytes.size() > size - offset) {
        throw Error(ErrorCode::corrupt, "is cut short");
      }
      if (!found->file) {
        const auto text = std::as_bytes(std::span(found->text)).subspan(offset, bytes.size());
        std::copy(text.begin(), text.end(), bytes.begin());
        return;
      }
      const auto file = open(*found->file);
      require_range(*found, *file);
      file->read(found->begin + offset, bytes);
    });
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    const Reference* const found = find(key);
    if (found == nullptr) return std::nullopt;
    return base::at_place(key, [&] { return size_of(*found); });
  }

  void write(const std::string& /*key*/, std::span<const std::byte> /*value*/) override {
    throw Error(ErrorCode::internal, "writing to references that are open for reading");
  }

  void write_part(const std::string& key, std::uint64_t /*offset*/,
                  std::span<const std::span<const std::byte>> /*pieces*/) override {
    write(key, {});
  }

  std::vector<Entry> list(const std::string& folder) override {
    const auto& values = table_->values;
    return list_keys(
        folder, [&](const std::string& text) { return values.lower_bound(text); }, values.end(),
        [](auto value) -> std::string_view { return value->first; });
  }

  bool may_have_folders(const std::string& folder) override {
    const std::string prefix = folder.empty() ? "" : folder + '/';
    auto value = table_->values.lower_bound(prefix);
    for (; value != table_->values.end() && value->first.starts_with(prefix); ++value) {
      if (value->first.find('/', prefix.size()) != std::string::npos) return true;
    }
    return false;
  }

  // The table is in memory.
  void require_in_place() override {}

 private:
  using File = std::shared_ptr<const base::ByteSource>;

  const Reference* find(const std::string& key) const {
    check_key(key);
    const auto found = table_->values.find(key);
    return found == table_->values.end() ? nullptr : &found->second;
  }

  std::uint64_t size_of(const Reference& reference) {
    if (!reference.file) return reference.text.size();
    return reference.bytes ? *reference.bytes : open(*reference.file)->size_bytes();
  }

  void require_range(const Reference& reference, const base::ByteSource& file) const {
    const std::uint64_t end = reference.begin + reference.bytes.value_or(0);
    if (end <= file.size_bytes()) return;
    throw Error(ErrorCode::corrupt,
                fmt::format("its {} bytes from {} on are beyond the end of {}, which has {}",
                            reference.bytes.value_or(0), reference.begin,
                            table_->files[*reference.file], file.size_bytes()));
  }

  File open(std::size_t number) {
    constexpr std::size_t max_open = 64;
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(number);
    if (found != open_.end()) return found->second;
    if (open_.size() == max_open) open_.clear();
    return open_[number] = open_file(table_->files[number]);
  }

  [[nodiscard]] File open_file(const std::string& name) const {
    const auto path = table_->local_path(name);
    if (!path) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its bytes are at {}; only files on this machine are read", name));
    }
    std::error_code failure;
    const fs::path file = fs::canonical(*path, failure);
    if (failure) {
      throw Error(ErrorCode::not_found,
                  fmt::format("{}: {}", path->string(), base::describe_missing(*path)));
    }
    if (!follow_external_ && !table_->is_below_folder(file)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its bytes are in {}, outside the folder of the references; "
                              "--follow-external reads them",
                              name));
    }
    if (!fs::is_regular_file(file)) {
      throw Error(ErrorCode::unsupported, fmt::format("{}: is not a file", path->string()));
    }
    return base::at_place(path->string(), [&] { return base::open_bytes(file); });
  }

  std::shared_ptr<const ReferenceTable> table_;
  bool follow_external_;
  std::mutex mutex_;
  std::map<std::size_t, File> open_;  ///< under mutex_, by number in the table
};

}  // namespace

std::unique_ptr<KeyStore> open_references(std::shared_ptr<const ReferenceTable> table,
                                          bool follow_external) {
  return std::make_unique<ReferenceStore>(std::move(table), follow_external);
}

}  // namespace ncf::store::zarr
