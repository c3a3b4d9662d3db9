// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/references/reference_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/byte_source.hpp"
#include "base/text/url_secrets.hpp"
#include "ncf/error.hpp"
#include "store/zarr/references/reference_files.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {
namespace {

auto first_from(const std::map<std::string, Reference>& values) {
  return [&values](const std::string& text) { return values.lower_bound(text); };
}

std::string_view key_at(std::map<std::string, Reference>::const_iterator value) {
  return value->first;
}

class ReferenceStore final : public KeyStore {
 public:
  ReferenceStore(std::shared_ptr<const ReferenceTable> table, bool follow_external,
                 const Network& network)
      : table_(std::move(table)), files_(table_, follow_external, network) {}

  bool read_part(const std::string& key, std::uint64_t offset,
                 std::span<std::byte> bytes) override {
    const Reference* const found = find(key);
    if (found == nullptr) return false;
    base::with_context(key, [&] {
      require_part(offset, bytes.size(), size_of(*found));
      if (!found->file) {
        const auto text = std::as_bytes(std::span(found->text)).subspan(offset, bytes.size());
        std::copy(text.begin(), text.end(), bytes.begin());
        return;
      }
      const ReferenceFiles::File file = files_.open(*found->file);
      require_range(*found, *file);
      file->read(found->begin + offset, bytes);
    });
    note_read(key, *found);
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    const Reference* const found = find(key);
    if (found == nullptr) return std::nullopt;
    return base::with_context(key, [&] { return size_of(*found); });
  }

  std::vector<Entry> list(const std::string& folder) override {
    const auto& values = table_->values;
    return list_keys(folder, first_from(values), values.end(), key_at);
  }

  bool may_have_folders(const std::string& folder) override {
    const auto& values = table_->values;
    return has_folders(folder, first_from(values), values.end(), key_at);
  }

  bool announce(const std::string& key, std::uint64_t expected_bytes,
                std::uint64_t /*max_bytes*/) override {
    const Reference* const found = find(key);
    if (found == nullptr || !found->file || !files_.is_far(*found->file)) return true;
    const std::lock_guard lock(mutex_);
    if (announced_.contains(key)) return true;
    const std::uint64_t bytes = found->bytes.value_or(expected_bytes);
    const bool is_announced =
        base::with_context(key, [&] { return files_.announce(*found->file, found->begin, bytes); });
    if (is_announced) announced_.emplace(key, bytes);
    return is_announced;
  }

  void forget_announced() override {
    const std::lock_guard lock(mutex_);
    announced_.clear();
    files_.forget_announced();
  }

  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept override { return files_.ahead_bytes(); }

 private:
  const Reference* find(const std::string& key) const {
    check_key(key);
    const auto found = table_->values.find(key);
    return found == table_->values.end() ? nullptr : &found->second;
  }

  std::uint64_t size_of(const Reference& reference) {
    if (!reference.file) return reference.text.size();
    return reference.bytes ? *reference.bytes : files_.open(*reference.file)->size_bytes();
  }

  void require_range(const Reference& reference, const base::ByteSource& file) const {
    const std::uint64_t end = reference.begin + reference.bytes.value_or(0);
    if (end <= file.size_bytes()) return;
    throw Error(
        ErrorCode::corrupt,
        fmt::format("its {} bytes from {} on are beyond the end of {}, which has {}",
                    reference.bytes.value_or(0), reference.begin,
                    base::without_secrets(table_->files[*reference.file]), file.size_bytes()));
  }

  void note_read(const std::string& key, const Reference& reference) {
    const std::lock_guard lock(mutex_);
    const auto announced = announced_.find(key);
    if (announced == announced_.end()) return;
    files_.note_read(*reference.file, announced->second);
    announced_.erase(announced);
  }

  std::shared_ptr<const ReferenceTable> table_;
  ReferenceFiles files_;
  std::mutex mutex_;
  /// Under mutex_: announced bytes of values in far files, by key.
  std::map<std::string, std::uint64_t> announced_;
};

}  // namespace

std::unique_ptr<KeyStore> open_references(std::shared_ptr<const ReferenceTable> table,
                                          bool follow_external, const Network& network) {
  return std::make_unique<ReferenceStore>(std::move(table), follow_external, network);
}

}  // namespace ncf::store::zarr
