// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What communities ask of the files that they share, by name: "cmip7", or "s3" for files that are
// read from object stores. "cmip7=8MiB" asks for larger chunks of data than CMIP7 does.
// `CopyOptions::purpose` makes such files; here is the check of files that exist.
//
//   for (const ncf::PurposeCheck& check : ncf::check_purpose({"archive"}, "cmip7")) {
//     if (!check.faults.empty()) std::cout << check.input << '\n';
//   }
//
// Thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/stop.hpp"

namespace ncf {

/// How a file fits a purpose.
struct PurposeCheck {
  std::string input;
  std::vector<std::string> faults;  ///< every reason why it does not fit; none if it does
};

struct PurposeCheckOptions {
  bool follow_external = false;      ///< as in CopyOptions
  std::size_t connections = 16;      ///< as of CopyOptions
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

/// Checks files. inputs: paths or URLs; of a folder, all datasets in it, as in ncf/copy_many.hpp. A
/// file that cannot be read has the reason as its fault. throws: Error(usage) for an unknown
/// purpose, Error(not_found) for a folder without files, Error(interrupted).
[[nodiscard]] NCF_API std::vector<PurposeCheck> check_purpose(
    const std::vector<std::string>& inputs, const std::string& purpose,
    const PurposeCheckOptions& options = {});

/// Formats checks for people, a line for each fault, or as one JSON object. Each ends with a
/// newline.
[[nodiscard]] NCF_API std::string format_purpose_checks(const std::vector<PurposeCheck>& checks,
                                                        const std::string& purpose);
[[nodiscard]] NCF_API std::string format_purpose_checks_json(
    const std::vector<PurposeCheck>& checks, const std::string& purpose);

}  // namespace ncf
