// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A view of datasets: a part of one, or several joined as one. What copies, prints or compares a
// dataset sees the view instead.
//
//   ncf::CopyOptions options;
//   options.view.concat = "time";
//   options.view.inputs = {"january.nc", "february.nc"};
//   options.output = "year.nc";
//   ncf::copy(options);
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ncf {

struct ViewOptions {
  /// `--concat`: the dimension along which `inputs` are joined. Empty: there is one input.
  std::optional<std::string> concat;
  std::vector<std::string> inputs;  ///< to join, as paths or URLs, in any order
  /// `--select`, whole texts: "time=2020-01..2020-03", "lat=30..60,lon=-10..40" or "time[0:480:4]".
  /// Only these elements of the dimensions remain, for all variables that have them.
  std::vector<std::string> select;
  std::vector<std::string> exclude;    ///< `-V '!NAME'`: variables to leave out
  std::vector<std::string> rename;     ///< `--rename-variable`, whole texts: "OLD=NEW"
  std::vector<std::string> unlimited;  ///< `--unlimited`: dimensions to make unlimited
  /// `--type`, whole texts: "VARIABLES:TYPE", the variables as in `CopyOptions::filters`. Each
  /// value becomes an equal one of a numeric type, or the copy fails; with
  /// "VARIABLES:TYPE,error,LIMIT" or "VARIABLES:TYPE,relative,LIMIT", one within the limit.
  std::vector<std::string> types;
  /// `--attribute`, whole texts: "VARIABLES@NAME=VALUE", or "@NAME=VALUE" for the dataset. The
  /// value is as in CDL, or else text; without one, the attribute is removed.
  std::vector<std::string> attributes;
  bool unpack = false;  ///< `--unpack`: multiply by `scale_factor`, add `add_offset`
  /// Of joined inputs, only the chunks that the first one, in order, does not have whole: what
  /// `--append` writes. The dimension then has another name and length for each variable.
  bool only_new = false;
  /// Of joined inputs, not those of which the first one has all values along the dimension: what
  /// `--append` does with `--resume`.
  bool skip_present = false;

  friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

}  // namespace ncf
