// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What --report prints.
#pragma once

#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncfcopy/request.hpp"

namespace ncf::apps::copy {

/// As --report asks, of one copy or of many.
template <class Done>
void print_report(const Request& request, const Done& report) {
  if (request.report == Report::text) print(format_report(report, output_width()));
  if (request.report == Report::json) print(format_report_json(report));
}

}  // namespace ncf::apps::copy
