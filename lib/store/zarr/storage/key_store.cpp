// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/storage/key_store.hpp"

#include <fmt/format.h>
#include <climits>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

using Bytes = std::vector<std::byte>;

template <class Visit>
void visit_parts(std::string_view key, Visit visit) {
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('/', begin), key.size());
    visit(key.substr(begin, end - begin));
    begin = end + 1;
  }
}

class MemoryStore final : public KeyStore {
 public:
  bool read_part(const std::string& key, std::uint64_t offset,
                 std::span<std::byte> bytes) override {
    check_key(key);
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return false;
    const Bytes& value = found->second;
    base::with_context(key, [&] { require_part(offset, bytes.size(), value.size()); });
    std::copy_n(value.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
    return true;
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    check_key(key);
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second.size();
  }

  void write(const std::string& key, std::span<const std::byte> value) override {
    check_key(key);
    const std::lock_guard lock(mutex_);
    values_[key].assign(value.begin(), value.end());
  }

  void write_part(const std::string& key, std::uint64_t offset,
                  std::span<const std::span<const std::byte>> pieces) override {
    check_key(key);
    const std::lock_guard lock(mutex_);
    Bytes& value = values_[key];
    for (const auto& piece : pieces) {
      value.resize(std::max<std::size_t>(value.size(), offset + piece.size()));
      std::copy(piece.begin(), piece.end(), value.begin() + static_cast<std::ptrdiff_t>(offset));
      offset += piece.size();
    }
  }

  void finish_parts(const std::string& key, std::span<const ValueRange> order) override {
    if (order.empty()) return;
    const std::lock_guard lock(mutex_);
    Bytes& value = values_.at(key);
    Bytes ordered;
    for (const ValueRange& range : order) {
      const auto begin = value.begin() + static_cast<std::ptrdiff_t>(range.offset);
      ordered.insert(ordered.end(), begin, begin + static_cast<std::ptrdiff_t>(range.bytes));
    }
    value = std::move(ordered);
  }

  std::vector<Entry> list(const std::string& folder) override {
    const std::lock_guard lock(mutex_);
    return list_keys(folder, values_);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Bytes> values_;  ///< under mutex_
};

[[noreturn]] void throw_read_only(const std::string& key) {
  throw Error(ErrorCode::internal, "writing to a store that is open for reading").add_context(key);
}

constexpr std::string_view digits = "0123456789";

/// Returns whether a name is zarr-python's "0.<32 hexadecimal digits>.partial", which it renames
/// when complete.
bool is_partial_name(std::string_view name) {
  constexpr std::string_view suffix = ".partial";
  constexpr std::size_t random_digits = 32;
  if (!name.ends_with(suffix)) return false;
  name.remove_suffix(suffix.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() - dot - 1 != random_digits) return false;
  return name.find_first_not_of("0123456789abcdef", dot + 1) == std::string_view::npos;
}

}  // namespace

std::optional<Bytes> KeyStore::read(const std::string& key, std::uint64_t max_bytes) {
  const auto bytes = size_bytes(key);
  if (!bytes) return std::nullopt;
  if (*bytes > max_bytes) {
    throw Error(ErrorCode::corrupt,
                fmt::format("has {} bytes, expected at most {}", *bytes, max_bytes))
        .add_context(key);
  }
  Bytes value(*bytes);
  return read_part(key, 0, value) ? std::optional(std::move(value)) : std::nullopt;
}

void KeyStore::write(const std::string& key, std::span<const std::byte> /*value*/) {
  throw_read_only(key);
}

void KeyStore::write_part(const std::string& key, std::uint64_t /*offset*/,
                          std::span<const std::span<const std::byte>> /*pieces*/) {
  throw_read_only(key);
}

std::unique_ptr<KeyStore> make_memory_store() { return std::make_unique<MemoryStore>(); }

void require_part(std::uint64_t offset, std::size_t bytes, std::uint64_t value_bytes) {
  if (offset <= value_bytes && bytes <= value_bytes - offset) return;
  throw Error(ErrorCode::corrupt, "is cut short");
}

void check_key(std::string_view key) {
  visit_parts(key, [&](std::string_view part) {
    if (part.empty() || part == "." || part == ".." || part.size() > NAME_MAX ||
        part.find('\0') != std::string_view::npos) {
      throw Error(ErrorCode::corrupt, fmt::format("'{}' cannot be a key of a Zarr store", key));
    }
  });
}

std::vector<std::string> split_key(std::string_view key) {
  check_key(key);
  std::vector<std::string> parts;
  visit_parts(key, [&](std::string_view part) { parts.emplace_back(part); });
  return parts;
}

std::string join_key(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

// ---- Names of files in a store ----

bool is_metadata_name(std::string_view name) {
  static constexpr std::string_view names[] = {".zgroup", ".zarray", ".zattrs", ".zmetadata",
                                               "zarr.json"};
  return std::ranges::find(names, name) != std::end(names) || name.starts_with(".ncz");
}

bool is_metadata_key(std::string_view key) {
  return is_metadata_name(key.substr(key.rfind('/') + 1));
}

bool is_chunk_name(std::string_view name) {
  if (name == "c") return true;
  if (name.starts_with("c.")) name.remove_prefix(2);
  if (name.empty()) return false;
  while (true) {
    const std::size_t end = std::min(name.find_first_not_of(digits), name.size());
    if (end == 0) return false;
    if (end == name.size()) return true;
    if (name[end] != '.') return false;
    name.remove_prefix(end + 1);
  }
}

bool is_litter_name(std::string_view name) {
  return name == ".DS_Store" || name.starts_with("._") || name.starts_with(".nfs") ||
         is_partial_name(name);
}

}  // namespace ncf::store::zarr
