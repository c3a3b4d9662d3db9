// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/server_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <iterator>
#include <list>
#include <optional>
#include <set>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "network/bucket.hpp"
#include "network/remote_file.hpp"
#include "network/transport.hpp"
#include "store/zarr/storage/announced_parts.hpp"

namespace ncf::store::zarr {
namespace {

using network::Response;

/// A value that was announced.
struct Announced {
  std::future<Response> response;
  std::uint64_t expected_bytes = 0;
};

class ServerStore final : public KeyStore {
 public:
  ServerStore(std::shared_ptr<network::Transport> transport, ServerPlace place,
              std::uint64_t cache_bytes)
      : transport_(std::move(transport)),
        place_(std::move(place)),
        cache_bytes_(cache_bytes),
        parts_(
            transport_, [this](const std::string& key) { return url_of(key); }, cache_bytes) {}

  bool read_part(const std::string& key, std::uint64_t offset, std::span<std::byte> part) override {
    check_key(key);
    if (const auto response = take_announced(key)) {
      return base::with_context(key, [&] { return copy_whole(key, *response, offset, part); });
    }
    if (const auto answer = parts_.read(key, offset, part)) {
      base::with_context(key, [&] {
        require_size(answer->size_bytes);
        note(key, *answer);
      });
      return true;
    }
    const std::shared_ptr<const base::ByteSource> file = file_of(key);
    if (!file) return false;
    base::with_context(key, [&] {
      require_part(offset, part.size(), file->size_bytes());
      file->read(offset, part);
    });
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    check_key(key);
    if (const auto known = known_size(key)) return *known;
    const std::shared_ptr<const base::ByteSource> file = file_of(key);
    return file ? std::optional(file->size_bytes()) : std::nullopt;
  }

  std::vector<Entry> list(const std::string& folder) override {
    if (place_.bucket_url.empty()) {
      throw Error(ErrorCode::unsupported,
                  "the store has no consolidated metadata, and a web server cannot list its groups "
                  "and arrays; copy it with -k zarr or zarr3, or consolidate it "
                  "(zarr.consolidate_metadata)");
    }
    std::vector<Entry> entries;
    const std::string prefix = prefix_of(folder);
    list_objects(prefix, "/", [&](const network::ListedObject& object) {
      std::string name = object.key.substr(prefix.size());
      const bool is_folder = !object.size_bytes;
      if (is_folder) name.pop_back();
      if (name.empty()) return;
      if (!is_folder) note(join_key(folder, name), {object.size_bytes, ""});
      entries.push_back({std::move(name), is_folder});
    });
    std::ranges::sort(entries, {}, &Entry::name);
    return entries;
  }

  bool may_have_folders(const std::string& /*folder*/) override { return false; }
  bool is_far() const noexcept override { return true; }

  std::optional<std::vector<std::string>> find_values(
      const std::string& folder,
      const std::function<std::vector<std::string>()>& candidates) override {
    return place_.bucket_url.empty() ? ask_for(candidates()) : list_below(folder);
  }

  bool announce(const std::string& key, std::uint64_t expected_bytes,
                std::uint64_t max_bytes) override {
    if (is_known_missing(key)) return true;
    const std::lock_guard lock(mutex_);
    if (announced_.contains(key)) return true;
    if (!announced_.empty() && announced_bytes_ + expected_bytes > cache_bytes_) return false;
    announced_bytes_ += expected_bytes;
    auto response = network::start(*transport_, {.url = url_of(key), .max_body_bytes = max_bytes});
    announced_.emplace(key, Announced{std::move(response), expected_bytes});
    return true;
  }

  bool announce_part(const std::string& key, std::uint64_t offset, std::uint64_t bytes) override {
    const std::uint64_t size = known_size(key).value_or(Size()).value_or(0);
    const bool is_inside = bytes <= size && offset <= size - bytes;
    return !is_inside || bytes == 0 || parts_.add(key, {offset, bytes});
  }

  void forget_announced() override {
    parts_.forget();
    const std::lock_guard lock(mutex_);
    announced_.clear();
    announced_bytes_ = 0;
  }

  std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_; }

 private:
  static constexpr std::size_t max_files = 16;

  [[nodiscard]] std::string url_of(const std::string& key) const {
    return place_.url + '/' + network::encode_key(key);
  }

  [[nodiscard]] std::string prefix_of(const std::string& folder) const {
    const std::string path = place_.prefix.empty() ? folder : join_key(place_.prefix, folder);
    return path.empty() || path.ends_with('/') ? path : path + '/';
  }

  using Size = std::optional<std::uint64_t>;  ///< empty for a value that does not exist

  static void require_size(const Size& size) {
    if (size) return;
    throw Error(ErrorCode::unsupported,
                "the server does not say how long it is; download the store");
  }

  /// Records facts about a value. throws: Error(io) if an earlier answer differs.
  void note(const std::string& key, const ValueFacts& told) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = known_.try_emplace(key, told);
    if (is_new) return;
    ValueFacts& known = place->second;
    if (known.validator.empty()) known.validator = told.validator;
    const bool is_same = told.validator.empty() || told.validator == known.validator;
    if (known.size_bytes == told.size_bytes && is_same) return;
    throw Error(ErrorCode::io, "the file changed on the server while it was read");
  }

  /// Returns the size of a value; empty if it is not known.
  std::optional<Size> known_size(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(key); known != known_.end()) return known->second.size_bytes;
    for (std::size_t slash = key.find('/'); slash != std::string::npos;
         slash = key.find('/', slash + 1)) {
      if (listed_.contains(key.substr(0, slash))) return Size();
    }
    if (listed_.contains("")) return Size();
    return std::nullopt;
  }

  bool is_known_missing(const std::string& key) {
    const auto known = known_size(key);
    return known && !*known;
  }

  // ---- Announced values -------------------------------------------------------------------------

  /// Returns the answer for an announced value, once it has arrived; empty if it was not announced.
  /// It is not kept, so reading the value again requests it again.
  std::optional<Response> take_announced(const std::string& key) {
    Announced announced;
    {
      const std::lock_guard lock(mutex_);
      const auto found = announced_.find(key);
      if (found == announced_.end()) return std::nullopt;
      announced = std::move(found->second);
      announced_.erase(found);
      announced_bytes_ -= announced.expected_bytes;
    }
    return network::await(announced.response);
  }

  /// Copies a part of an announced value, which was read whole.
  bool copy_whole(const std::string& key, const Response& response, std::uint64_t offset,
                  std::span<std::byte> part) {
    if (network::is_missing(response)) {
      note(key, {});
      return false;
    }
    require_success(response);
    note(key, {response.body.size(), response.validator});
    if (offset != 0 || part.size() != response.body.size()) {
      throw Error(ErrorCode::corrupt, fmt::format("has {} bytes, expected {}", response.body.size(),
                                                  offset + part.size()));
    }
    std::copy(response.body.begin(), response.body.end(), part.begin());
    return true;
  }

  // ---- Values that do not exist -----------------------------------------------------------------

  /// Returns whether an answer may mean that a value is missing. Without permission to list
  /// objects, S3 answers "forbidden" for objects that do not exist. Consolidated metadata replace
  /// missing metadata, but a chunk that is forbidden is an error.
  bool may_be_missing(const std::string& key, const Response& response) {
    if (network::is_missing(response)) return true;
    return is_forbidden(response) && is_metadata_key(key) && !known_size(key) && forbids_missing();
  }

  static bool is_forbidden(const Response& response) {
    return response.failure.empty() && response.status == 403;
  }

  /// Returns whether the server answers "forbidden" for values that do not exist. throws: Error if
  /// it answers as if they existed, because then it cannot be known which values exist.
  bool forbids_missing() {
    {
      const std::lock_guard lock(mutex_);
      if (forbids_missing_) return *forbids_missing_;
    }
    const Response response = network::request_head(*transport_, url_of("ncf-no-such-key"));
    if (!is_forbidden(response) && !network::is_missing(response)) {
      require_success(response);
      throw Error(ErrorCode::unsupported,
                  "the server answers for objects that do not exist, so that missing chunks cannot "
                  "be recognized; download the store");
    }
    const std::lock_guard lock(mutex_);
    forbids_missing_ = is_forbidden(response);
    return *forbids_missing_;
  }

  // ---- Files ------------------------------------------------------------------------------------

  /// Returns a value as a file; the most recently used ones stay open. Null if there is no value.
  std::shared_ptr<const base::ByteSource> file_of(const std::string& key) {
    if (is_known_missing(key)) return nullptr;
    {
      const std::lock_guard lock(mutex_);
      for (auto file = files_.begin(); file != files_.end(); ++file) {
        if (file->first != key) continue;
        files_.splice(files_.begin(), files_, file);
        return files_.front().second;
      }
    }
    const std::string url = url_of(key);
    Response head = network::request_head(*transport_, url);
    auto file = base::with_context(key, [&]() -> std::shared_ptr<const base::ByteSource> {
      if (may_be_missing(key, head)) {
        note(key, {});
        return nullptr;
      }
      if (place_.bucket_url.empty() && !is_metadata_key(key)) forbids_missing();
      const std::string validator = head.validator;
      auto opened =
          network::open_remote_file(transport_, url, std::move(head), cache_bytes_ / max_files);
      note(key, {opened->size_bytes(), validator});
      return opened;
    });
    if (!file) return nullptr;
    const std::lock_guard lock(mutex_);
    files_.emplace_front(key, file);
    if (files_.size() > max_files) files_.pop_back();
    return file;
  }

  // ---- Which values exist -----------------------------------------------------------------------

  void list_objects(const std::string& prefix, const std::string& delimiter,
                    const std::function<void(const network::ListedObject&)>& visit) {
    base::with_context(prefix.empty() ? "/" : prefix, [&] {
      network::list_objects(*transport_, place_.bucket_url, prefix, delimiter, visit);
    });
  }

  std::vector<std::string> list_below(const std::string& folder) {
    const std::string root = prefix_of("");
    if (!listed_.contains(folder)) {
      list_objects(prefix_of(folder), "", [&](const network::ListedObject& object) {
        note(object.key.substr(root.size()), {object.size_bytes, ""});
      });
    }
    const std::lock_guard lock(mutex_);
    listed_.insert(folder);
    const std::string prefix = zarr::prefix_of(folder);
    std::vector<std::string> keys;
    for (auto next = known_.lower_bound(prefix);
         next != known_.end() && next->first.starts_with(prefix); ++next) {
      if (next->second.size_bytes) keys.push_back(next->first);
    }
    return keys;
  }

  /// Asks for the size of each value, many at the same time, by requesting the first byte, because
  /// some servers answer HEAD differently from GET.
  std::vector<std::string> ask_for(const std::vector<std::string>& candidates) {
    constexpr std::size_t at_once = 256;
    if (!candidates.empty()) forbids_missing();
    std::deque<std::pair<std::string, std::future<Response>>> asked;
    const auto take_oldest = [&] {
      take_size(asked.front().first, network::await(asked.front().second));
      asked.pop_front();
    };
    for (const std::string& key : candidates) {
      if (known_size(key)) continue;
      if (asked.size() == at_once) take_oldest();
      asked.emplace_back(
          key, network::start(*transport_, {.url = url_of(key), .range = network::Range{0, 1}}));
    }
    while (!asked.empty()) take_oldest();
    std::vector<std::string> found;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(found),
                 [&](const std::string& key) { return !is_known_missing(key); });
    return found;
  }

  void take_size(const std::string& key, const Response& response) {
    constexpr long unsatisfiable = 416;
    base::with_context(key, [&] {
      if (network::is_missing(response)) return note(key, {});
      if (response.failure.empty() && response.status == unsatisfiable) {
        return note(key, {0, response.validator});
      }
      require_success(response);
      require_size(response.size_bytes);
      note(key, {response.size_bytes, response.validator});
    });
  }

  std::shared_ptr<network::Transport> transport_;
  ServerPlace place_;
  std::uint64_t cache_bytes_;
  AnnouncedParts parts_;
  std::mutex mutex_;
  // Under mutex_:
  std::map<std::string, Announced> announced_;
  std::uint64_t announced_bytes_ = 0;
  std::map<std::string, ValueFacts> known_;
  std::set<std::string> listed_;  ///< folders of which all sizes are known
  std::optional<bool> forbids_missing_;
  std::list<std::pair<std::string, std::shared_ptr<const base::ByteSource>>> files_;
};

}  // namespace

std::unique_ptr<KeyStore> open_server_store(std::shared_ptr<network::Transport> transport,
                                            ServerPlace place, std::uint64_t cache_bytes) {
  return std::make_unique<ServerStore>(std::move(transport), std::move(place), cache_bytes);
}

}  // namespace ncf::store::zarr
