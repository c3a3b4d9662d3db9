// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores on servers: each value is an object below a URL. Announced chunks are requested whole,
// many at the same time; everything else, for example a part of a shard, is read with range
// requests (network/remote_file.hpp).
//
// A web server cannot list objects. So the consolidated metadata must name all groups and arrays,
// and the server is asked for each chunk to find out whether it exists. S3 can list objects.
// Several answers about a value must agree.
//
// source: Amazon S3 API reference, ListObjectsV2
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "network/functions.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// The place of a store on a server.
struct ServerPlace {
  std::string url;         ///< of the store, without a slash at the end
  std::string bucket_url;  ///< of its bucket, for S3; empty for other servers
  std::string prefix;      ///< of its keys in the bucket, without a slash at the end
};

/// Opens a store for reading.
std::unique_ptr<KeyStore> open_server_store(std::shared_ptr<network::Transport> transport,
                                            ServerPlace place, std::uint64_t cache_bytes);

}  // namespace ncf::store::zarr
