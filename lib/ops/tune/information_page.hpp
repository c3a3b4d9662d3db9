// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The information in each bit as pictures: variables or steps as rows, bits as columns, as in the
// figures of Klöwer and others 2021. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ops/page/html.hpp"

namespace ncf::ops {

struct InformationRow {
  page::Html name;
  /// The information for a float or a double; the row shows the dimension that needs the most bits.
  /// Not empty.
  const std::vector<DimensionInformation>& information;
};

/// Returns tables whose cells are coloured by the information in a bit, one for floats and one for
/// doubles.
/// what: the heading of the names. Empty without rows.
[[nodiscard]] page::Html information_figure(const std::string& what,
                                            const std::vector<InformationRow>& rows);

/// Returns the figure of all variables with a heading; empty without rows.
[[nodiscard]] page::Html information_section(const std::vector<InformationRow>& rows);

/// Returns tables of the bits, one along each dimension, shown when the reader opens them. Empty
/// without information.
[[nodiscard]] page::Html information_details(const std::vector<DimensionInformation>& information);

}  // namespace ncf::ops
