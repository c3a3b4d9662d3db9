// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds what to open for an input as written by the user: parses the text, checks what exists on
// disk or on the server, and lets lib/location decide. No library opens anything here. Zip files
// and references must be read to know what they contain, and are kept, as is a file on a server.
//
// A file or folder that exists with exactly this name takes precedence, whatever the text looks
// like.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "location/contents.hpp"
#include "location/inference.hpp"
#include "store/common/tuning.hpp"

namespace ncf::store {

namespace zarr {
class KeyStore;
struct ReferenceTable;
}  // namespace zarr

struct Input {
  location::Inference inference;
  /// The local path; empty for remote inputs.
  std::optional<std::filesystem::path> path;
  location::Contents::Kind kind = {};  ///< of the file or folder; unknown for stores on a server
  /// If `path` is JSON with references; otherwise null.
  std::shared_ptr<const zarr::ReferenceTable> references;
  /// Opens the Zarr store, for reading, of this input; null if it is none, or libnetcdf reads it.
  std::function<std::shared_ptr<zarr::KeyStore>(const Input& input, const Tuning& tuning)>
      open_keys;
  /// The open file on a server, if it is a netCDF file; empty for what libnetcdf reads.
  std::shared_ptr<const base::ByteSource> bytes;
  Network network;                ///< how to read files on servers that references name
  std::uint64_t cache_bytes = 0;  ///< memory for data read ahead from a server
  std::string name;               ///< the path or URL for libnetcdf to open
};

/// Finds an input without contacting a server. S3 URLs without a region get that of AWS_REGION or
/// AWS_DEFAULT_REGION, or us-east-1.
/// throws: SyntaxError for an invalid URL; Error(not_found) if nothing exists there; Error(io) if
/// it cannot be read; Error(unsupported) if it is not a dataset, or cannot be read by this build.
[[nodiscard]] Input find_input(const std::string& text);

/// Does the same, and asks the server of a URL what is there.
[[nodiscard]] Input reach_input(const std::string& text, const Network& network = {});

/// Does the same for the bytes of a netCDF file, or of a Zarr store in a zip file.
[[nodiscard]] Input input_in_memory(std::unique_ptr<base::ByteSource> bytes);

/// Returns the bytes that an input names if a program reads them itself; null for any other input.
/// Any thread. throws: Error(not_found) if the program does not offer them.
[[nodiscard]] std::unique_ptr<base::ByteSource> find_input_bytes(const std::string& input);

/// Returns the local path of an input, which may not exist; empty for remote inputs. Opens nothing.
/// throws: SyntaxError for an invalid URL.
[[nodiscard]] std::optional<std::filesystem::path> find_input_path(const std::string& text);

/// Returns a URL for other programs: without netCDF's parameters, and without credentials.
[[nodiscard]] std::string plain_url(const std::string& text);

/// Looks at a path: returns a file or a folder with its signature, or nothing. References have no
/// signature: only find_input reads them. throws: Error(io) if it cannot be read;
/// Error(unsupported) if it is something else, for example a FIFO.
[[nodiscard]] location::Contents look_at(const std::filesystem::path& path);

/// Returns the signature of a file that is open.
[[nodiscard]] location::Contents look_at(const base::ByteSource& bytes);

/// throws: Error(unsupported) if libnetcdf cannot use a file with this name, existing or new.
void check_name(const std::string& path);

/// Returns the local files that the references of an input name and that may be read.
/// follow_external: as in Tuning.
[[nodiscard]] std::vector<std::filesystem::path> referenced_files(const Input& input,
                                                                  bool follow_external);

/// Returns the size of a file with the ranges that it refers to, or of all files in a folder; 0 for
/// other remote inputs. throws: Error(io).
[[nodiscard]] std::uint64_t input_bytes(const Input& input);

}  // namespace ncf::store
