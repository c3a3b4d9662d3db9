// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
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
// files under ~/.aws are not read here. Pure functions.
//
// source: netcdf-c docs/internal.md, "S3 Rebuild"; libdispatch/ds3util.c
#pragma once

#include <string_view>

#include "location/location.hpp"

namespace ncf::location {

/// Returns whether protocol, mode or host show that this is an object in S3.
[[nodiscard]] bool is_s3(const Url& url);

/// Returns the same object in path form, with the mode s3 or gs3. `url` must pass `is_s3`.
/// throws: Error(usage) if it names no bucket.
[[nodiscard]] Url to_path_form(Url url, std::string_view default_region);

}  // namespace ncf::location
