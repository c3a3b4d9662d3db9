// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets on servers. Finds what a server has at a URL: a file, which is read by range, or a Zarr
// store. Anything else is left to libnetcdf, which uses the DAP protocol. And makes new Zarr stores
// in S3 buckets. I/O thread.
//
// source: netcdf-c docs/byterange.md; docs/quickstart_paths.md, "URLs"
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/output/unfinished_outputs.hpp"
#include "filter/kernels/filter_source.hpp"
#include "location/contents.hpp"
#include "location/inference.hpp"
#include "location/location.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "network/bucket.hpp"
#include "store/common/tuning.hpp"
#include "store/open/input.hpp"

namespace ncf::store {

namespace zarr {
class BucketStore;
}

/// Returns whether to ask the server: this build can do so, and the URL does not name a protocol
/// that only libnetcdf knows.
[[nodiscard]] bool is_asked(const location::Location& location,
                            const location::Inference& inference);

/// Asks the server, opens what is there, and returns its signature; empty if only DAP can read it,
/// and the URL does not exclude that. throws: Error.
[[nodiscard]] location::Contents open_remote(const location::Location& location,
                                             const Network& network, Input& input);

/// Returns the place in a bucket that a URL names, and its signature. throws: Error(usage).
[[nodiscard]] network::BucketPlace bucket_place(const std::string& url);

/// Checks that a store can be made at a URL of S3, and asks the server whether anything is there.
/// throws: Error, also if this build has no network.
void check_remote_output(const std::string& url, const Network& network);

/// A new Zarr store in an S3 bucket, which appears complete or not at all. It never replaces
/// anything, because many objects cannot be replaced at once. If it is not committed, its own
/// objects are removed, and no others (network/object_writer.hpp). A process that dies before that
/// leaves them, and its parent reports it (base/output/unfinished_outputs.hpp).
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
