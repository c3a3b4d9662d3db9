// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/if_smaller.hpp"

#include <filesystem>
#include <string>
#include <system_error>

#include "base/output/pending_output.hpp"
#include "ncf/error.hpp"
#include "ops/output/plain_copy.hpp"

namespace ncf::ops {
namespace {

/// Checks that there is no older output, which would be mistaken for one of this copy.
void require_no_older(const CopyOptions& options) {
  std::error_code missing;
  if (!std::filesystem::exists(options.output, missing)) return;
  if (std::filesystem::equivalent(options.input, options.output, missing)) return;
  throw Error(ErrorCode::unsupported,
              "an older file has this name, and the copy would not be smaller than its original; "
              "remove the older one, or let a copy of the original replace it: --if-smaller=copy")
      .add_context(options.output);
}

}  // namespace

void check_original(const CopyDecision& decision) {
  if (!decision.options.if_smaller) return;
  const bool makes_zarr = is_zarr(decision.plan.format);
  if (decision.found.references) {
    throw Error(ErrorCode::unsupported, "--if-smaller cannot keep references in place of a copy")
        .add_context(decision.options.input);
  }
  if (!decision.input->other_files().empty()) {
    throw Error(ErrorCode::unsupported,
                "--if-smaller cannot keep a file that needs other files in place of a copy")
        .add_context(decision.options.input);
  }
  const bool is_file = decision.watched && !is_folder(decision.place, decision.plan.format);
  if (is_file && makes_zarr == static_cast<bool>(decision.found.open_keys)) return;
  if (is_file) {
    throw Error(
        ErrorCode::unsupported,
        "--if-smaller chooses between two files of the same kind, but a Zarr store in a zip "
        "file and a netCDF file differ")
        .add_context(decision.options.input);
  }
  throw Error(
      ErrorCode::unsupported,
      "--if-smaller needs a local file as input and as output: two netCDF files or two Zarr "
      "stores in zip files")
      .add_context(decision.options.input);
}

void keep_original(const CopyDecision& decision) {
  CopyOptions options = decision.options;
  options.input = decision.found.path->string();
  options.output = decision.place.path.string();
  switch (*options.if_smaller) {
    case Otherwise::none:
      return require_no_older(options);
    case Otherwise::copy:
      copy_plainly(options);
      return;
    case Otherwise::link:
      base::replace_by_link(options.input, options.output);
      return;
  }
}

}  // namespace ncf::ops
