// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store whose values are at the places that references name.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/byte_source.hpp"
#include "base/files/paths.hpp"
#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "network/functions.hpp"
#include "network/remote_file.hpp"
#include "network/transport.hpp"
#include "store/common/remote_address.hpp"
#include "store/common/tuning.hpp"
#include "store/zarr/references.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_open = 64;
constexpr std::size_t max_far = 16;  // each has memory for reading ahead

/// The files that references name, opened when they are needed; at most a few stay open. Without
/// the user's consent these are only files in the folder of the references or below, after links
/// are resolved; with it, also all other files on this machine, and those on servers (`far` files).
/// Any thread.
class ReferenceFiles {
 public:
  using File = std::shared_ptr<const base::ByteSource>;

  ReferenceFiles(std::shared_ptr<const ReferenceTable> table, bool follow_external,
                 const Network& network)
      : table_(std::move(table)),
        follow_external_(follow_external),
        connections_(network.connections) {
    const auto& files = table_->files;
    const auto far =
        static_cast<std::size_t>(std::count_if(files.begin(), files.end(), is_on_server));
    if (far > 0) far_cache_bytes_ = network.cache_bytes / std::min(far, max_far);
  }

  /// Opens a file. number: in the table, as in all functions here. throws: Error naming the file.
  [[nodiscard]] File open(std::size_t number) {
    const std::lock_guard lock(mutex_);
    if (const OpenFile* const found = find_or_open(number)) return found->file;
    return open_new(number);  // while all open files have announced ranges
  }

  [[nodiscard]] bool is_far(std::size_t number) const {
    return is_on_server(table_->files[number]);
  }

  /// Announces that a range of a far file will be read soon. Returns false if too much is announced
  /// already. throws: as open.
  [[nodiscard]] bool announce(std::size_t number, std::uint64_t begin, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    OpenFile* const found = find_or_open(number);
    if (found == nullptr) return false;
    if (found->announced_bytes > 0 && found->announced_bytes + bytes > ahead_bytes()) return false;
    found->announced_bytes += bytes;
    found->file->will_read(begin, bytes);
    return true;
  }

  /// Counts bytes of an announced range as read.
  void note_read(std::size_t number, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(number); found != open_.end()) {
      found->second.announced_bytes -= bytes;
    }
  }

  /// Closes the files with announced ranges, and drops the data read for these.
  void forget_announced() {
    const std::lock_guard lock(mutex_);
    std::erase_if(open_, [](const auto& open) { return open.second.announced_bytes > 0; });
  }

  /// See ByteSource; 0 without far files.
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept { return far_cache_bytes_ / 2; }

 private:
  struct OpenFile {
    File file;
    std::uint64_t announced_bytes = 0;  ///< announced and not read yet
    std::uint64_t last_use = 0;
  };

  /// Returns null if there is no room for another file.
  OpenFile* find_or_open(std::size_t number) {
    auto found = open_.find(number);
    if (found == open_.end()) {
      if (!make_room()) return nullptr;
      found = open_.emplace(number, OpenFile{open_new(number)}).first;
    }
    found->second.last_use = ++uses_;
    return &found->second;
  }

  /// Closes, if necessary, the least recently used file of which nothing is announced.
  [[nodiscard]] bool make_room() {
    const std::size_t most = far_cache_bytes_ > 0 ? max_far : max_open;
    if (open_.size() < most) return true;
    auto oldest = open_.end();
    for (auto file = open_.begin(); file != open_.end(); ++file) {
      if (file->second.announced_bytes > 0) continue;
      if (oldest == open_.end() || file->second.last_use < oldest->second.last_use) oldest = file;
    }
    if (oldest == open_.end()) return false;
    open_.erase(oldest);
    return true;
  }

  [[nodiscard]] File open_new(std::size_t number) {
    return is_far(number) ? open_there(number) : open_here(table_->files[number]);
  }

  [[nodiscard]] File open_here(const std::string& name) const {
    const fs::path path = *table_->local_path(name);
    std::error_code failure;
    const fs::path file = fs::canonical(path, failure);
    if (failure) {
      throw Error(ErrorCode::not_found,
                  fmt::format("{}: {}", path.string(), base::describe_missing(path)));
    }
    if (!follow_external_ && !table_->is_below_folder(file)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its bytes are in {}, outside the folder of the references; "
                              "--follow-external reads them",
                              name));
    }
    if (!fs::is_regular_file(file)) {
      throw Error(ErrorCode::unsupported, fmt::format("{}: is not a file", path.string()));
    }
    return base::with_context(path.string(), [&] { return base::open_bytes(file); });
  }

  [[nodiscard]] File open_there(std::size_t number) {
    const std::string& name = table_->files[number];
    const std::string shown = base::without_secrets(name);
    if (!follow_external_) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("its bytes are on a server, at {}; --follow-external reads them", shown));
    }
    auto& identity = identities_[number];
    if (!identity) identity = std::make_shared<network::RemoteIdentity>();
    return base::with_context(shown, [&] {
      RemoteAddress address = address_of(location::parse_url(name));
      return network::open_late_file(transport_for(address.signing), std::move(address.url), shown,
                                     far_cache_bytes_, identity);
    });
  }

  [[nodiscard]] std::shared_ptr<network::Transport> transport_for(
      const std::optional<network::Signing>& signing) {
    for (const auto& [known, transport] : transports_) {
      if (known == signing) return transport;
    }
    return transports_
        .emplace_back(signing, std::shared_ptr(network::make_transport(connections_, signing)))
        .second;
  }

  std::shared_ptr<const ReferenceTable> table_;
  bool follow_external_;
  std::size_t connections_;
  std::uint64_t far_cache_bytes_ = 0;  ///< for each far file
  std::mutex mutex_;
  // Under mutex_:
  std::map<std::size_t, OpenFile> open_;
  std::uint64_t uses_ = 0;
  std::map<std::size_t, std::shared_ptr<network::RemoteIdentity>> identities_;  ///< of far files
  /// Requests with the same credentials share connections.
  std::vector<std::pair<std::optional<network::Signing>, std::shared_ptr<network::Transport>>>
      transports_;
};

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
    return list_keys(folder, table_->values);
  }

  bool may_have_folders(const std::string& folder) override {
    const auto first = [&](const std::string& text) { return table_->values.lower_bound(text); };
    return has_folders(folder, first, table_->values.end(),
                       [](auto value) -> std::string_view { return value->first; });
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
