// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of values on a server that were announced, each to be read once. Adjacent parts are
// requested as one range: the last range waits until a part does not follow it, it is long enough,
// or it is read.
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "network/functions.hpp"

namespace ncf::store::zarr {

/// Facts about a value from an answer.
struct ValueFacts {
  std::optional<std::uint64_t> size_bytes = {};  ///< empty if it does not exist, or is not known
  std::string validator = {};                    ///< see Response; empty if unknown
};

class AnnouncedParts {
 public:
  using UrlOf = std::function<std::string(const std::string& key)>;

  /// max_bytes: limit for parts that are announced and not read yet; a single larger part is
  /// allowed.
  AnnouncedParts(std::shared_ptr<network::Transport> transport, UrlOf url_of,
                 std::uint64_t max_bytes);

  /// Returns false if too much is announced already.
  [[nodiscard]] bool add(const std::string& key, network::Range part);

  /// Fills `bytes` from an announced part; empty if it was not announced.
  /// throws: Error naming the key if the answer is not that part, which is then forgotten.
  /// Error(interrupted).
  [[nodiscard]] std::optional<ValueFacts> read(const std::string& key, std::uint64_t offset,
                                               std::span<std::byte> bytes);

  /// Drops everything that was announced.
  void forget();

 private:
  struct AnnouncedRange {
    std::string key;
    network::Range range;
    std::uint64_t unread_bytes = 0;
    std::shared_future<network::Response> response = {};  ///< not valid until it is requested
  };
  using RangeRef = std::shared_ptr<AnnouncedRange>;

  [[nodiscard]] RangeRef take(const std::string& key, network::Range part);
  void note_read(const RangeRef& range, std::uint64_t bytes);
  [[nodiscard]] RangeRef find_range(const std::string& key, network::Range part) const;
  [[nodiscard]] bool extend_last(const std::string& key, network::Range part);
  void send_last();

  std::shared_ptr<network::Transport> transport_;
  UrlOf url_of_;
  std::uint64_t max_bytes_;
  std::mutex mutex_;
  // Under mutex_:
  std::map<std::string, std::map<std::uint64_t, RangeRef>> ranges_;  ///< by key and first byte
  RangeRef last_;  ///< in `ranges_`, not requested yet; null if there is none
  std::uint64_t held_bytes_ = 0;
};

}  // namespace ncf::store::zarr
