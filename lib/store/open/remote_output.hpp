// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new Zarr store in an S3 bucket, which appears complete or not at all. It never replaces
// anything, because many objects cannot be replaced at once. If it is not committed, its own
// objects are removed, and no others (network/object_removal.hpp). A process that dies before that
// leaves them, and its parent reports it (base/output/unfinished_outputs.hpp).
//
// I/O thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/output/unfinished_outputs.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "network/object_writer.hpp"
#include "store/common/tuning.hpp"
#include "store/open/input.hpp"

namespace ncf::store {

namespace zarr {
class BucketStore;
}

/// Returns the place in a bucket that a URL names, and its signature. throws: Error(usage).
[[nodiscard]] network::BucketPlace bucket_place(const std::string& url);

/// Checks that a store can be made at a URL of S3, and asks the server whether anything is there.
/// throws: Error, also if this build has no network.
void check_remote_output(const std::string& url, const Network& network);

class RemoteOutput {
 public:
  /// throws: as check_remote_output.
  RemoteOutput(std::string url, const Network& network);
  RemoteOutput(const RemoteOutput&) = delete;
  RemoteOutput& operator=(const RemoteOutput&) = delete;
  /// Removes the objects, unless `discard` or `commit` was called.
  ~RemoteOutput();

  /// Creates the target. Call it once. throws: Error naming the variable that failed.
  std::unique_ptr<model::Target> create(const model::Schema& schema, const Tuning& tuning,
                                        filter::FilterSource& filters);

  /// Opens the store after the target is closed. throws: Error.
  [[nodiscard]] std::unique_ptr<model::Source> read_back(filter::FilterSource& filters);
  [[nodiscard]] std::uint64_t stored_bytes();

  /// Makes the store visible. throws: Error.
  void commit();

  /// Removes the objects. Returns how many could not be removed.
  std::size_t discard() noexcept;

 private:
  std::string url_;
  std::shared_ptr<zarr::BucketStore> keys_;
  base::UnfinishedRemote unfinished_;
  bool is_done_ = false;
};

}  // namespace ncf::store
