// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The files that references name, opened when they are needed; at most a few stay open. Without the
// user's consent these are only files in the folder of the references or below, after links are
// resolved; with it, also all other files on this machine, and those on servers (`far` files).
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"
#include "network/functions.hpp"
#include "network/late_file.hpp"
#include "store/common/tuning.hpp"
#include "store/zarr/references/reference_table.hpp"

namespace ncf::store::zarr {

class ReferenceFiles {
 public:
  using File = std::shared_ptr<const base::ByteSource>;

  ReferenceFiles(std::shared_ptr<const ReferenceTable> table, bool follow_external,
                 const Network& network);

  /// Opens a file. number: in the table, as in all functions here. throws: Error naming the file.
  [[nodiscard]] File open(std::size_t number);

  [[nodiscard]] bool is_far(std::size_t number) const {
    return is_on_server(table_->files[number]);
  }

  /// Announces that a range of a far file will be read soon. Returns false if too much is announced
  /// already. throws: as open.
  [[nodiscard]] bool announce(std::size_t number, std::uint64_t begin, std::uint64_t bytes);
  /// Counts bytes of an announced range as read.
  void note_read(std::size_t number, std::uint64_t bytes);
  /// Closes the files with announced ranges, and drops the data read for these.
  void forget_announced();

  /// See ByteSource; 0 without far files.
  [[nodiscard]] std::uint64_t ahead_bytes() const noexcept { return far_cache_bytes_ / 2; }

 private:
  struct OpenFile {
    File file;
    std::uint64_t announced_bytes = 0;  ///< announced and not read yet
    std::uint64_t last_use = 0;
  };

  OpenFile* find_or_open(std::size_t number);
  [[nodiscard]] bool make_room();
  [[nodiscard]] File open_new(std::size_t number);
  [[nodiscard]] File open_here(const std::string& name) const;
  [[nodiscard]] File open_there(std::size_t number);
  [[nodiscard]] std::shared_ptr<network::Transport> transport_for(
      const std::optional<network::Signing>& signing);

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

}  // namespace ncf::store::zarr
