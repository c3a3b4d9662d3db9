// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/input.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "libnetcdf/functions.hpp"
#include "location/location.hpp"
#include "ncf/error.hpp"
#include "store/common/remote_address.hpp"
#include "store/open/remote.hpp"
#include "store/open/store_kinds.hpp"
#include "store/zarr/references.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using location::Contents;
using location::Evidence;
using location::Implementation;

[[noreturn]] void fail_io(const std::error_code& failure) {
  base::throw_system_error(failure.value());
}

// ---- What the path leads to ---------------------------------------------------------------------

Contents examine_file(const fs::path& path) {
  const base::Descriptor file(path, O_RDONLY);
  return location::file_contents(file.size_bytes(), [&file](std::uint64_t offset) {
    location::SignatureBytes bytes{};
    file.read_at(offset, std::as_writable_bytes(std::span(bytes)));
    return bytes;
  });
}

Contents examine(const fs::path& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  switch (status.type()) {
    case fs::file_type::not_found:
      return {};
    case fs::file_type::regular:
      return examine_file(path);
    case fs::file_type::directory:
      return {Contents::Kind::folder, std::nullopt};
    default:
      if (failure) fail_io(failure);
      throw Error(ErrorCode::unsupported, "neither a file nor a folder");
  }
}

// ---- Names for libnetcdf ------------------------------------------------------------------------

/// Returns an absolute path without "//", with which it would be a URL.
std::string absolute_name(const fs::path& path) {
  std::string name = base::absolute_path(path).string();
  const auto both_slashes = [](char a, char b) { return a == '/' && b == '/'; };
  name.erase(std::unique(name.begin(), name.end(), both_slashes), name.end());
  return name;
}

/// Returns the name for libnetcdf, which strips leading blanks and detects URLs; an absolute path
/// avoids both.
std::string file_name(const fs::path& path) {
  const std::string name = path.string();
  const bool is_plain = name.find_first_of(":[") == std::string::npos && name.front() > ' ';
  return is_plain ? name : absolute_name(path);
}

/// Returns a "file" URL with the decoded path, because libnetcdf does not decode "%20".
std::string url_of_path(const std::string& canonical, const fs::path& path) {
  location::Url url = location::parse_url(canonical);
  url.path = absolute_name(path);
  if (url.path.find_first_of("?#") != std::string::npos) {
    throw Error(ErrorCode::unsupported,
                "libnetcdf cannot open a file URL whose path contains ? or #; rename the file");
  }
  return location::format_url(url);
}

std::string name_for_libnetcdf(const Input& input) {
  const location::Inference& inference = input.inference;
  if (!input.path) return inference.canonical;
  if (inference.by == Evidence::contents) return file_name(*input.path);
  return url_of_path(inference.canonical, *input.path);
}

// ---- What can be opened -------------------------------------------------------------------------

/// Returns whether the path of a "file" URL need not exist: DAP derives longer file names from it.
bool may_be_missing(const location::Inference& inference) {
  return inference.by == Evidence::url &&
         (inference.implementation == Implementation::dap2 ||
          inference.implementation == Implementation::dap4 ||
          inference.implementation == Implementation::user_defined);
}

// libnetcdf would report an unknown file format.
void check_bytes_mode(const Input& input) {
  if (input.path || !input.inference.has_mode("bytes") || libnetcdf::functions().has_byte_ranges())
    return;
  throw Error(ErrorCode::unsupported,
              "mode=bytes needs a libnetcdf built with byte-range access, and this one is built "
              "without it; download the file, or use another mode");
}

// We read stores on this machine ourselves; libnetcdf reads all others.
void check_zarr(const Input& input) {
  if (input.open_keys) return;
  if (input.path && input.inference.has_mode("zip")) {
    throw Error(ErrorCode::corrupt, "not a zip file, although the URL says mode=zip");
  }
  if (input.inference.zarr_version == 3) {
    throw Error(
        ErrorCode::unsupported,
        "a Zarr version 3 store that is not a local folder or zip file; libnetcdf cannot read "
        "it");
  }
}

void require_readable(const Input& input, const Contents& contents) {
  if (input.path && contents.kind == Contents::Kind::unknown && !may_be_missing(input.inference)) {
    throw Error(ErrorCode::not_found, base::describe_missing(*input.path));
  }
  if (input.inference.implementation == Implementation::zarr) check_zarr(input);
  check_bytes_mode(input);
}

location::Surroundings surroundings() {
  location::Surroundings here;
  std::error_code removed;  // if set, only absolute paths can be found
  here.working_folder = fs::current_path(removed).string();
  for (const char* variable : {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
    const char* const region = std::getenv(variable);
    if (region == nullptr) continue;
    here.s3_region = region;
    break;
  }
  return here;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

location::Location locate(const std::string& text) {
  return exists(text) ? location::path_location(text) : location::parse_location(text);
}

/// Finds the local path. One that exists exactly as written takes precedence, even with "%20" in
/// it.
std::optional<std::string> find_path(const location::Location& location) {
  auto path = location::local_path(location);
  if (path && location.url && exists(location.url->path)) return location.url->path;
  return path;
}

}  // namespace

Contents look_at(const fs::path& path) {
  Input input;
  input.path = path;
  const Contents contents = examine(path);
  return contents.kind == Contents::Kind::json ? contents : look_inside(contents, input);
}

Contents look_at(const base::ByteSource& bytes) {
  return location::file_contents(bytes.size_bytes(), [&](std::uint64_t offset) {
    location::SignatureBytes signature{};
    const std::uint64_t count =
        std::min<std::uint64_t>(signature.size(), bytes.size_bytes() - offset);
    bytes.read(offset, std::as_writable_bytes(std::span(signature)).first(count));
    return signature;
  });
}

std::optional<fs::path> find_input_path(const std::string& text) { return find_path(locate(text)); }

Input find_input(const std::string& text) {
  if (auto bytes = find_input_bytes(text)) return input_in_memory(std::move(bytes));
  const location::Location location = locate(text);
  // libnetcdf crashes on some of these URLs.
  if (location.url) require_no_password(*location.url);
  Input input;
  Contents contents;
  if (const auto path = find_path(location)) {
    check_name(*path);
    input.path = *path;
    contents = look_inside(examine(*path), input);
  }
  input.inference = location::infer(location, contents, surroundings());
  if (!is_asked(location, input.inference)) require_readable(input, contents);
  input.name = name_for_libnetcdf(input);
  return input;
}

Input reach_input(const std::string& text, const Network& network) {
  Input input = find_input(text);
  if (input.bytes || (input.open_keys && !input.path)) return input;  // the program's own bytes
  input.network = network;
  if (input.references && input.references->names_servers()) {
    input.cache_bytes = network.cache_bytes;
  }
  const location::Location location = locate(text);
  if (!is_asked(location, input.inference)) return input;
  const Contents contents = open_remote(location, network, input);
  if (contents.kind == Contents::Kind::json) {
    throw Error(ErrorCode::unsupported, "JSON on a server; download it if it is references");
  }
  input.inference = location::infer(location, contents, surroundings());
  return input;
}

Input input_in_memory(std::unique_ptr<base::ByteSource> bytes) {
  Input input;
  Contents contents = look_at(*bytes);
  if (contents.kind == Contents::Kind::file) {
    input.bytes = std::move(bytes);
  } else {
    contents = look_inside(contents, input, std::move(bytes));
  }
  input.inference = location::infer(location::path_location("memory"), contents);
  if (input.inference.implementation == Implementation::hdf4) {
    throw Error(ErrorCode::unsupported, "an HDF4 file, which can only be read from the disk");
  }
  return input;
}

std::string plain_url(const std::string& text) {
  location::Url url = location::parse_url(text);
  url.parameters.clear();
  url.credentials.clear();
  return location::format_url(url);
}

// libnetcdf interprets a backslash as a path separator.
void check_name(const std::string& path) {
  if (path.find('\\') != std::string::npos) {
    throw Error(ErrorCode::unsupported,
                "libnetcdf cannot use a file whose name contains a backslash; rename it");
  }
}

std::vector<fs::path> referenced_files(const Input& input, bool follow_external) {
  std::vector<fs::path> files;
  if (!input.references) return files;
  for (const std::string& name : input.references->files) {
    const auto path = input.references->local_path(name);
    std::error_code is_missing;
    const fs::path file = path ? fs::canonical(*path, is_missing) : fs::path();
    if (!path || is_missing) continue;
    if (follow_external || input.references->is_below_folder(file)) files.push_back(*path);
  }
  return files;
}

std::uint64_t input_bytes(const Input& input) {
  if (input.bytes) return input.bytes->size_bytes();
  if (!input.path) return 0;
  std::uint64_t bytes = 0;
  const auto add = [&](const fs::path& file) {
    std::error_code failure;
    bytes += fs::file_size(file, failure);
    if (failure) fail_io(failure);
  };
  if (input.kind == Contents::Kind::folder) {
    base::visit_files(*input.path, [&](const fs::directory_entry& file) { add(file.path()); });
  } else {
    add(*input.path);
  }
  if (input.references) bytes += input.references->range_bytes();
  return bytes;
}

}  // namespace ncf::store
