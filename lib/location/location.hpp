// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text that a user writes for a dataset: a path or a URL. Only the text decides. Code that can
// access the disk looks there first: if a file with exactly this name exists, the text means that
// file, whatever characters its name contains (`path_location`).
//
// A URL is read as netCDF understands it. Unlike browsers, netCDF itself reads the fragment: it
// contains parameters, joined by "&". The parameter "mode" determines how to open the dataset.
//
//   https://host:8080/path?query#mode=dap4&log
//
// Parts stay as written: `%20` stays `%20` until `decode_percent` turns it into a name on this
// machine. Values, pure functions.
//
// source: grammar/location.ebnf; netcdf-c docs/internal.md, "The Role of URLs"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::location {

/// `key=value` or a lone `key` of the fragment or of the old prefix `[key=value]`.
struct Parameter {
  std::string key;
  std::vector<std::string> values;  ///< separated by ","; empty for a key without a value

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Url {
  std::string protocol;               ///< "http", "https", "file", "dods", "dap4", "s3" or "gs3"
  std::string credentials;            ///< "user:password", or empty
  std::string host;                   ///< empty only for "file"
  std::string port;                   ///< digits, or empty
  std::string path;                   ///< with its first "/", except a relative path of "file"
  std::string query;                  ///< without the "?"; only the server reads it
  std::vector<Parameter> parameters;  ///< of the prefix, then of the fragment

  friend bool operator==(const Url&, const Url&) = default;
};

/// Returns whether a text claims to be a URL. If so, it must be a correct one.
/// source: grammar/location.ebnf, rule claim
[[nodiscard]] bool claims_to_be_url(std::string_view text) noexcept;

/// Parses a text that claims to be a URL. throws: SyntaxError, also for an unknown protocol.
[[nodiscard]] Url parse_url(std::string_view text);

/// Replaces each "%" with two hexadecimal digits by the byte that they mean, unless it is 0.
/// source: RFC 3986, section 2.1
[[nodiscard]] std::string decode_percent(std::string_view text);

/// Returns the inverse of `parse_url`; all parameters go to the fragment, a missing path becomes
/// "/".
[[nodiscard]] std::string format_url(const Url& url);

// ---- Parameters of a URL; keys and modes ignore case ----

/// Returns the parameter with this key, or null.
[[nodiscard]] const Parameter* find_parameter(const std::vector<Parameter>& parameters,
                                              std::string_view key);

[[nodiscard]] bool contains(const std::vector<std::string>& values, std::string_view value);

/// Returns the values of "mode"; empty without it.
[[nodiscard]] std::vector<std::string> modes_of(const std::vector<Parameter>& parameters);

/// Replaces the values of "mode", which is appended if it is missing.
void set_modes(std::vector<Parameter>& parameters, std::vector<std::string> modes);

/// Returns each key once, at its first place, with all its values: each once, without empty ones.
[[nodiscard]] std::vector<Parameter> merged(const std::vector<Parameter>& parameters);

// ---- A path or a URL ----

struct Location {
  std::string text;        ///< as written
  std::optional<Url> url;  ///< empty if `text` is a path
};

/// throws: SyntaxError for an empty text, and for one that claims to be a URL but is not.
[[nodiscard]] Location parse_location(std::string_view text);

/// Returns `path` as a path, even if it looks like a URL.
[[nodiscard]] Location path_location(std::string_view path);

/// Returns the path on this machine: a path itself, or that of a "file" URL, which may be relative,
/// with "%20" and other escapes decoded. Empty for datasets elsewhere.
[[nodiscard]] std::optional<std::string> local_path(const Location& location);

// ---- Objects in S3 ----

// Converts the ways to name an object in Amazon's or Google's store to one form, with the bucket in
// the path:
//
//   https://BUCKET.s3.REGION.amazonaws.com/KEY   virtual
//   https://s3.REGION.amazonaws.com/BUCKET/KEY   path: what all become
//   s3://BUCKET/KEY                              of the region given
//   gs3://BUCKET/KEY                             https://storage.googleapis.com/BUCKET/KEY
//   https://HOST/BUCKET/KEY                      another provider, with mode=s3
//
// Without a REGION in the host, the parameter aws.region is used, or else `default_region`. The
// files under ~/.aws are not read here.
//
// source: netcdf-c docs/internal.md, "S3 Rebuild"; libdispatch/ds3util.c

/// Returns whether protocol, mode or host show that this is an object in S3.
[[nodiscard]] bool is_s3(const Url& url);

/// Returns the same object in path form, with the mode s3 or gs3. `url` must pass `is_s3`.
/// throws: Error(usage) if it names no bucket.
[[nodiscard]] Url to_path_form(Url url, std::string_view default_region);

}  // namespace ncf::location
