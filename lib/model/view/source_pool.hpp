// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The sources of a view, of which only some are open at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/dataset/source.hpp"

namespace ncf::model {

class SourcePool {
 public:
  /// The most sources that are open while none of them is in use.
  static constexpr std::size_t most_open = 256;

  using Open = std::function<std::unique_ptr<Source>(std::size_t number)>;

  /// open: opens a source, always with the same contents.
  SourcePool(std::size_t count, Open open) : open_(std::move(open)), slots_(count) {}

  [[nodiscard]] std::size_t count() const noexcept { return slots_.size(); }

  /// Returns whether sources are closed to open others.
  [[nodiscard]] bool is_limited() const noexcept { return slots_.size() > most_open; }

  /// Returns a source, which stays open while the caller holds it. It must be returned to the I/O
  /// thread, or `this` must hold it longer. I/O thread. throws: Error.
  [[nodiscard]] std::shared_ptr<Source> get(std::size_t number);

  /// Returns a source that was opened by a pool without limit. Any thread.
  [[nodiscard]] Source& opened(std::size_t number) const { return *slots_[number].source; }

 private:
  struct Slot {
    std::shared_ptr<Source> source;
    std::uint64_t last_use = 0;
  };

  void close_one();

  Open open_;
  std::vector<Slot> slots_;
  std::size_t open_count_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace ncf::model
