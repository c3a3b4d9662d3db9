// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The information in each bit as lines of texts, and as pictures: variables or steps as rows, bits
// as columns, as in the figures of Klöwer and others 2021. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/tune.hpp"
#include "ops/page/report_document.hpp"

namespace ncf::ops {

struct InformationRow {
  page::Html name;
  /// The information for a float or a double; the row shows the dimension that needs the most bits.
  /// Not empty.
  const std::vector<DimensionInformation>& information;
};

/// Adds a section of the page with the figure of all variables, if there are rows.
void add_information_figure(const std::vector<InformationRow>& rows, page::Document& document);

/// Adds lines of the text with the bits to keep along each dimension, and in steps.
/// information_per: the dimension of the steps.
void add_information_lines(const TunedVariable& variable, const std::string& information_per,
                           page::Document& document);

/// Returns tables of the bits, one along each dimension, and a figure of the steps, shown when the
/// reader opens them. information_per: empty for no steps.
[[nodiscard]] page::Html information_details(const TunedVariable& variable,
                                             const std::string& information_per);

}  // namespace ncf::ops
