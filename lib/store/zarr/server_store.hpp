// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store on a server: each value is an object below a URL. Chunks that are announced are requested
// whole, many at the same time; what is read without an announcement, such as parts of a shard, is
// read by range (network/remote_file.hpp).
//
// Web servers cannot list objects. There, the groups and arrays are those of the consolidated
// metadata, and which chunks exist is found out by asking for each. S3 lists.
//
// source: Amazon S3 API reference, ListObjectsV2
#pragma once

#include <memory>
#include <string>

#include "network/functions.hpp"
#include "store/zarr/key_store.hpp"

namespace ncf::store::zarr {

/// Where a store is on a server.
struct ServerPlace {
  std::string url;         ///< of the store, without a slash at the end
  std::string bucket_url;  ///< of its bucket, for S3; empty for other servers
  std::string prefix;      ///< of its keys in the bucket, without a slash at the end
};

std::unique_ptr<KeyStore> open_server_store(std::shared_ptr<network::Transport> transport,
                                            ServerPlace place, std::uint64_t cache_bytes);

}  // namespace ncf::store::zarr
